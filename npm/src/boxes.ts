// The boxes of trees, for drawing.

import * as layout from "./layout.js";
import type { Handle } from "./module.js";

/** Boxes of a tree, one entry a box. */
export interface TreeBoxes {
    /** Six numbers a box: its smallest and its largest corner. */
    bounds: Float32Array;
    /** 0 at the root. */
    depth: Uint32Array;
    /** Triangles or brushes that lie directly in it; 0 for an inner node. */
    itemCount: Uint32Array;
}

/** The boxes at some depths that a function hands out. */
export function boxesOf(handle: Handle, name: string, minDepth: number, maxDepth: number): TreeBoxes {
    const { CaromTreeBox } = layout;
    const { module, pointer } = handle;
    return module.with(8, (figures) => {
        const call = (at: number, room: number) => {
            module.call(name, pointer, minDepth, maxDepth, at, room, figures, figures + 4);
            return module.view().getUint32(figures + 4, true);
        };
        const total = call(0, 0);
        const made = {
            bounds: new Float32Array(6 * total),
            depth: new Uint32Array(total),
            itemCount: new Uint32Array(total),
        };
        return module.with(total * CaromTreeBox.size, (at) => {
            call(at, total);
            const { floats, words } = module.numbers(at, (total * CaromTreeBox.size) / 4);
            for (let i = 0, from = 0; i < total; ++i, from += CaromTreeBox.size / 4) {
                made.bounds.set(floats.subarray(from, from + 6), 6 * i);
                made.depth[i] = words[from + CaromTreeBox.depth / 4] as number;
                made.itemCount[i] = words[from + CaromTreeBox.count / 4] as number;
            }
            return made;
        });
    });
}
