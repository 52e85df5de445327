// The mesh's triangles as they are drawn.

import { BufferAttribute, BufferGeometry, DoubleSide, Mesh as Shape, MeshStandardMaterial } from "three";
import type { Triangles } from "../../npm/src/mesh.js";

/** A colour for attribute bits: always the same one, and different ones for neighbouring numbers. */
function colour(bits: number): [number, number, number] {
    const turn = (bits * 0.61803398875) % 1;
    return [0, 1 / 3, 2 / 3].map((shift) => {
        const wave = Math.abs(((turn + shift) % 1) * 6 - 3) - 1;
        return Math.round(255 * (0.35 + 0.65 * Math.min(Math.max(wave, 0), 1)));
    }) as [number, number, number];
}

export class Surface {
    readonly shape: Shape<BufferGeometry, MeshStandardMaterial>;
    readonly #attributes: Uint16Array;

    constructor({ corners, attributes }: Triangles) {
        this.#attributes = attributes;
        const geometry = new BufferGeometry();
        geometry.setAttribute("position", new BufferAttribute(corners, 3));
        // Flat normals are the shader's: none are stored.
        const material = new MeshStandardMaterial({ color: 0xb8c0cc, flatShading: true, side: DoubleSide, roughness: 0.8 });
        this.shape = new Shape(geometry, material);
    }

    colourByAttributes(on: boolean): void {
        const { geometry, material } = this.shape;
        if (on && !geometry.hasAttribute("color")) {
            const known = new Map<number, [number, number, number]>();
            const colours = new Uint8Array(9 * this.#attributes.length);
            this.#attributes.forEach((bits, i) => {
                const of = known.get(bits) ?? colour(bits);
                known.set(bits, of);
                for (let corner = 0; corner < 3; ++corner) colours.set(of, 9 * i + 3 * corner);
            });
            geometry.setAttribute("color", new BufferAttribute(colours, 3, true));
        }
        material.vertexColors = on;
        material.color.set(on ? 0xffffff : 0xb8c0cc);
        material.needsUpdate = true;
    }
}
