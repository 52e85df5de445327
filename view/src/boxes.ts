// The boxes of a tree: as lines, and walked by rays to count what a ray costs.

import type { TreeBoxes } from "../../npm/src/boxes.js";

/** The boxes of a whole tree. */
export class Tree {
    readonly depth: number;
    readonly #boxes: TreeBoxes;
    /** The first box behind each that is not below it. */
    readonly #next: Uint32Array;

    constructor(boxes: TreeBoxes) {
        this.#boxes = boxes;
        const { depth } = this.#boxes;
        this.depth = depth.reduce((most, of) => Math.max(most, of), 0);
        this.#next = new Uint32Array(depth.length).fill(depth.length);
        // The last box seen at each depth.
        const open: number[] = [];
        depth.forEach((at, i) => {
            for (const above of open.splice(at)) this.#next[above] = i;
            open[at] = i;
        });
    }

    get length(): number {
        return this.#boxes.depth.length;
    }

    /** The edges of the boxes at a depth, and of leaves above it: two corners a line. */
    edges(depth: number): Float32Array {
        const { bounds, depth: depths, itemCount } = this.#boxes;
        const chosen: number[] = [];
        depths.forEach((at, i) => {
            if (at === depth || (at < depth && (itemCount[i] as number) > 0)) chosen.push(i);
        });
        const lines = new Float32Array(chosen.length * 72);
        let end = 0;
        for (const i of chosen) {
            for (let axis = 0; axis < 3; ++axis) {
                for (let corner = 0; corner < 4; ++corner) {
                    for (let side = 0; side < 2; ++side) {
                        const sides = [side, corner & 1, corner >> 1];
                        for (let k = 0; k < 3; ++k) {
                            const high = sides[(k - axis + 3) % 3] as number;
                            lines[end++] = bounds[6 * i + 3 * high + k] as number;
                        }
                    }
                }
            }
        }
        return lines;
    }

    /** The number of boxes that a ray enters before `end`, from the root down: the nodes that it must visit. */
    entered(origin: ArrayLike<number>, direction: ArrayLike<number>, end: number): number {
        const { bounds } = this.#boxes;
        const next = this.#next;
        const [x, y, z] = [origin[0] as number, origin[1] as number, origin[2] as number];
        const [ix, iy, iz] = [1 / (direction[0] as number), 1 / (direction[1] as number), 1 / (direction[2] as number)];
        let count = 0;
        for (let i = 0; i < next.length; ) {
            const at = 6 * i;
            const [ax, bx] = [((bounds[at] as number) - x) * ix, ((bounds[at + 3] as number) - x) * ix];
            const [ay, by] = [((bounds[at + 1] as number) - y) * iy, ((bounds[at + 4] as number) - y) * iy];
            const [az, bz] = [((bounds[at + 2] as number) - z) * iz, ((bounds[at + 5] as number) - z) * iz];
            const enter = Math.max(Math.min(ax, bx), Math.min(ay, by), Math.min(az, bz), 0);
            const leave = Math.min(Math.max(ax, bx), Math.max(ay, by), Math.max(az, bz), end);
            if (enter <= leave) {
                ++count;
                ++i;
            } else {
                i = next[i] as number;
            }
        }
        return count;
    }
}
