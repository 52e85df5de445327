// A picture of what rays cost, over the scene.

import type { PerspectiveCamera } from "three";
import type { Bsp, Mesh } from "../../npm/src/index.js";
import type { Tree } from "./boxes.js";
import { rayAt } from "./rays.js";

/** Rays across the picture. */
const WIDTH = 192;
/** Milliseconds that are worked before the page is drawn again. */
const PART = 30;

/** Dark blue, green, yellow, red: from none to the most. */
function colour(share: number): [number, number, number] {
    const stops = [[20, 24, 80], [30, 140, 120], [240, 220, 60], [220, 40, 30]] as const;
    const place = Math.min(share, 1) * (stops.length - 1);
    const i = Math.min(Math.floor(place), stops.length - 2);
    const [from, to] = [stops[i] as (typeof stops)[number], stops[i + 1] as (typeof stops)[number]];
    return [0, 1, 2].map((k) => (from[k] as number) + ((to[k] as number) - (from[k] as number)) * (place - i)) as [
        number,
        number,
        number,
    ];
}

export class Costs {
    readonly #canvas: HTMLCanvasElement;
    readonly #asked: Mesh | Bsp;
    readonly #tree: Tree;
    /** Of the picture that is wanted now; older ones stop. */
    #run = 0;

    constructor(canvas: HTMLCanvasElement, asked: Mesh | Bsp, tree: Tree) {
        this.#canvas = canvas;
        this.#asked = asked;
        this.#tree = tree;
    }

    hide(): void {
        ++this.#run;
        this.#canvas.hidden = true;
    }

    /** Draws the picture, a part at a time; the most boxes that a ray enters, or null if another was wanted meanwhile. */
    async draw(camera: PerspectiveCamera): Promise<number | null> {
        const run = ++this.#run;
        const [width, height] = [WIDTH, Math.max(1, Math.round(WIDTH / camera.aspect))];
        const counts = new Uint32Array(width * height);
        let since = performance.now();
        for (let row = 0; row < height; ++row) {
            this.#row(camera, row, width, height, counts);
            if (performance.now() - since < PART) continue;
            await new Promise(requestAnimationFrame);
            if (run !== this.#run) return null;
            since = performance.now();
        }
        const most = counts.reduce((a, b) => Math.max(a, b), 1);
        this.#canvas.width = width;
        this.#canvas.height = height;
        const context = this.#canvas.getContext("2d") as CanvasRenderingContext2D;
        const image = context.createImageData(width, height);
        counts.forEach((count, i) => image.data.set([...colour(count / most), 255], 4 * i));
        context.putImageData(image, 0, 0);
        this.#canvas.hidden = false;
        return most;
    }

    #row(camera: PerspectiveCamera, row: number, width: number, height: number, counts: Uint32Array): void {
        const rays = new Float32Array(8 * width);
        for (let i = 0; i < width; ++i) {
            const { origin, direction } = rayAt(camera, (2 * (i + 0.5)) / width - 1, 1 - (2 * (row + 0.5)) / height);
            rays.set([...origin, 0, ...direction, Infinity], 8 * i);
        }
        const { t } = this.#asked.raycastMany(rays);
        for (let i = 0; i < width; ++i) {
            const at = 8 * i;
            const [origin, direction] = [rays.subarray(at, at + 3), rays.subarray(at + 4, at + 7)];
            counts[row * width + i] = this.#tree.entered(origin, direction, t[i] as number);
        }
    }
}
