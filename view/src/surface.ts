// The mesh's triangles as they are drawn.

import { BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh as Shape, MeshStandardMaterial } from "three";
import type { Triangles } from "../../npm/src/mesh.js";
import { coarse } from "./coarse.js";

/** More triangles may be too many to be drawn again and again. */
const MANY = 300_000;

/** A colour for attribute bits: always the same one, and different ones for neighbouring numbers. */
function colour(bits: number): [number, number, number] {
    const turn = (bits * 0.61803398875) % 1;
    return [0, 1 / 3, 2 / 3].map((shift) => {
        const wave = Math.abs(((turn + shift) % 1) * 6 - 3) - 1;
        return Math.round(255 * (0.35 + 0.65 * Math.min(Math.max(wave, 0), 1)));
    }) as [number, number, number];
}

/** All triangles; of many a coarse copy, too, if it is asked for. */
export class Surface {
    readonly shape = new Group();
    // Flat normals are the shader's: none are stored.
    readonly material = new MeshStandardMaterial({ color: 0xb8c0cc, flatShading: true, side: DoubleSide, roughness: 0.8 });
    readonly #attributes: Uint16Array;
    readonly #all = new Shape(new BufferGeometry(), this.material);
    #coarse: Shape<BufferGeometry, MeshStandardMaterial> | null = null;
    /** For each vertex of the coarse copy a triangle that has it. */
    #triangles: Uint32Array = new Uint32Array();

    constructor({ corners, attributes }: Triangles) {
        this.#attributes = attributes;
        this.#all.geometry.setAttribute("position", new BufferAttribute(corners, 3));
        this.shape.add(this.#all);
    }

    /** True if there are so many triangles that they may be too many to be drawn again and again. */
    get isLarge(): boolean {
        return this.#attributes.length > MANY;
    }

    /** Makes a coarse copy, which is drawn as fast as a few triangles. There is none of points. */
    addCoarse(): void {
        const copy = coarse(this.#all.geometry.getAttribute("position").array as Float32Array);
        if (!copy) return;
        const { positions, indices, triangles } = copy;
        const geometry = new BufferGeometry();
        geometry.setAttribute("position", new BufferAttribute(positions, 3));
        geometry.setIndex(new BufferAttribute(indices, 1));
        this.#triangles = triangles;
        this.#coarse = new Shape(geometry, this.material);
        this.#coarse.visible = false;
        this.shape.add(this.#coarse);
        this.#addColours();
    }

    /** Has the coarse copy drawn, if there is one, or all triangles. */
    drawCoarse(on: boolean): void {
        if (!this.#coarse) return;
        this.#coarse.visible = on;
        this.#all.visible = !on;
    }

    colourByAttributes(on: boolean): void {
        const { material } = this;
        material.vertexColors = on;
        material.color.set(on ? 0xffffff : 0xb8c0cc);
        material.needsUpdate = true;
        this.#addColours();
    }

    /** Gives those triangles colours that need them and have none yet. */
    #addColours(): void {
        if (!this.material.vertexColors) return;
        const known = new Map<number, [number, number, number]>();
        const add = ({ geometry }: Shape, vertices: number, triangleOf: (vertex: number) => number) => {
            if (geometry.hasAttribute("color")) return;
            const colours = new Uint8Array(3 * vertices);
            for (let i = 0; i < vertices; ++i) {
                const bits = this.#attributes[triangleOf(i)] as number;
                const of = known.get(bits) ?? colour(bits);
                known.set(bits, of);
                colours.set(of, 3 * i);
            }
            geometry.setAttribute("color", new BufferAttribute(colours, 3, true));
        };
        add(this.#all, 3 * this.#attributes.length, (vertex) => Math.floor(vertex / 3));
        if (this.#coarse) add(this.#coarse, this.#triangles.length, (vertex) => this.#triangles[vertex] as number);
    }
}
