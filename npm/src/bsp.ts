// Solids in BSP trees.

import { type TreeBoxes, boxesOf } from "./boxes.js";
import * as layout from "./layout.js";
import { type Handle, save } from "./module.js";
import { castRays } from "./rays.js";
import { type Filter, type RayRange, type Vec3, getVec3, putRay, putVec3, withFilter } from "./values.js";

/** Where a ray is first inside a solid. */
export interface BspHit {
    /** The ray's parameter, in lengths of its direction. */
    t: number;
    point: [number, number, number];
    /** Unit vector out of the solid, of the face through which the ray enters. */
    normal: [number, number, number];
    /** The brush that is hit; 0 for a surface. */
    brush: number;
}

/** Where many rays are first inside a solid, one entry a ray. */
export interface BspHits {
    /** Infinite for a miss. */
    t: Float32Array;
    /** 0xffffffff for a miss. */
    brush: Uint32Array;
}

/** CAROM_BSP_EXACT. */
const EXACT = 1;

/** A BSP tree of solids. Opened by `Carom.openBsp`. */
export class Bsp {
    readonly #handle: Handle;

    /** @internal */
    constructor(handle: Handle) {
        this.#handle = handle;
    }

    /**
     * Finds where a ray is first inside the solid.
     * @param direction of any length, which is the unit of t
     * @param range     the smallest and the largest t that count: 0 and no limit unless given
     * @param filter    which brushes are seen
     * @returns null for a miss
     */
    raycast(origin: Vec3, direction: Vec3, range: RayRange = {}, filter?: Filter): BspHit | null {
        const { CaromRay, CaromBspCastHit } = layout;
        const { module, pointer } = this.#handle;
        return withFilter(module, filter, (filterAt) =>
            module.with(CaromRay.size + CaromBspCastHit.size, (at) => {
                const hit = at + CaromRay.size;
                putRay(module.view(), at, origin, direction, range);
                module.call("carom_bsp_raycast", pointer, at, 1, filterAt, hit);
                const view = module.view();
                const brush = view.getUint32(hit + CaromBspCastHit.brush, true);
                if (brush === 0xffffffff) return null;
                return {
                    t: view.getFloat32(hit + CaromBspCastHit.t, true),
                    point: getVec3(view, hit + CaromBspCastHit.point),
                    normal: getVec3(view, hit + CaromBspCastHit.normal),
                    brush,
                };
            }),
        );
    }

    /**
     * Finds where many rays are first inside the solid, which is faster.
     * @param rays eight numbers a ray: origin, smallest t, direction, largest t
     */
    raycastMany(rays: Float32Array, filter?: Filter): BspHits {
        const { CaromBspCastHit: Hit } = layout;
        return castRays(this.#handle, "carom_bsp_raycast", rays, filter, Hit.size, (hits) => ({
            t: hits.floats(Hit.t),
            brush: hits.words(Hit.brush),
        }));
    }

    /** Tells whether a solid sphere touches the solid, exactly; with radius 0, whether a point is in it. */
    overlapsSphere(center: Vec3, radius: number, filter?: Filter): boolean {
        const { CaromSphere } = layout;
        const { module, pointer } = this.#handle;
        return withFilter(module, filter, (filterAt) =>
            module.with(CaromSphere.size + 1, (at) => {
                const view = module.view();
                putVec3(view, at + CaromSphere.center, center, "center");
                view.setFloat32(at + CaromSphere.radius, radius, true);
                module.call("carom_bsp_overlap_sphere", pointer, at, 1, EXACT, filterAt, at + CaromSphere.size);
                return module.view().getUint8(at + CaromSphere.size) === 1;
            }),
        );
    }

    /** The boxes around brushes, or around the triangles of a surface, at some depths: depth first. */
    boxes(minDepth = 0, maxDepth = 0xffffffff): TreeBoxes {
        return boxesOf(this.#handle, "carom_bsp_boxes", minDepth, maxDepth);
    }

    /** The bytes to store; any platform opens them. */
    save(): Uint8Array {
        return save(this.#handle, "carom_bsp_save");
    }

    /** Gives the memory back. The tree cannot be used afterwards. */
    free(): void {
        this.#handle.free();
    }
}
