// A slice through a field, across y.

import { DataTexture, DoubleSide, Mesh as Shape, MeshBasicMaterial, PlaneGeometry, type Vector3 } from "three";
import type { Sdf } from "../../npm/src/sdf.js";

/** Samples along each side. */
const SIDE = 160;

/** A square whose colours are distances: blue inside, orange outside, dark at the surface. */
export class Slice {
    readonly shape: Shape<PlaneGeometry, MeshBasicMaterial>;
    readonly #field: Sdf;
    readonly #centre: Vector3;
    readonly #size: number;
    readonly #texture = new DataTexture(new Uint8Array(4 * SIDE * SIDE), SIDE, SIDE);

    /** `size` is that of the box around the surface, `centre` its middle. */
    constructor(field: Sdf, centre: Vector3, size: number) {
        this.#field = field;
        this.#centre = centre;
        this.#size = 1.2 * size;
        const material = new MeshBasicMaterial({ map: this.#texture, side: DoubleSide });
        this.shape = new Shape(new PlaneGeometry(this.#size, this.#size), material);
        this.shape.rotation.x = -Math.PI / 2;
        this.shape.visible = false;
    }

    /** Moves the slice: `place` is from 0 at the lower end to 1. */
    move(place: number): void {
        const { x, y, z } = this.#centre;
        const [size, data] = [this.#size, this.#texture.image.data as Uint8Array];
        const height = y + (place - 0.5) * size;
        for (let row = 0; row < SIDE; ++row) {
            for (let column = 0; column < SIDE; ++column) {
                const point = [x + (column / (SIDE - 1) - 0.5) * size, height, z + (0.5 - row / (SIDE - 1)) * size] as const;
                const share = this.#field.sample(point).distance / size;
                const band = Math.min(1, Math.abs(share) * 40) * (0.75 + 0.25 * Math.cos(share * 400));
                const of = share < 0 ? [70, 130, 255] : [255, 170, 70];
                data.set([...of.map((value) => value * band), 255], 4 * (row * SIDE + column));
            }
        }
        this.#texture.needsUpdate = true;
        this.shape.position.set(x, height, z);
        this.shape.visible = true;
    }
}
