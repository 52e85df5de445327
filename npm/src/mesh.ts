// Triangle meshes.

import { type TreeBoxes, boxesOf } from "./boxes.js";
import * as layout from "./layout.js";
import { type Handle, make, save } from "./module.js";
import { type Hits, castRays } from "./rays.js";
import { Sdf } from "./sdf.js";
import { type Filter, LARGEST, type RayRange, type Vec3, choose, getVec3, putRay, putVec3, withFilter } from "./values.js";

/** The hit of a ray. */
export interface RayHit {
    /** The ray's parameter, in lengths of its direction. */
    t: number;
    /** Barycentric weight of the triangle's second corner. */
    u: number;
    /** Barycentric weight of the triangle's third corner. */
    v: number;
    triangle: number;
    point: [number, number, number];
    /** The triangle's unit normal, towards its front whichever side was hit. */
    normal: [number, number, number];
    /** The triangle's attribute bits. */
    attributes: number;
}

/** The hits of many rays, one entry a ray. */
export interface RayHits {
    /** Infinite for a miss. */
    t: Float32Array;
    u: Float32Array;
    v: Float32Array;
    /** 0xffffffff for a miss. */
    triangle: Uint32Array;
}

/** The closest point of a surface. */
export interface ClosestPoint {
    point: [number, number, number];
    distance: number;
    triangle: number;
}

/** Triangles, one entry a triangle. */
export interface Triangles {
    /** Nine numbers a triangle: its corners. */
    corners: Float32Array;
    attributes: Uint16Array;
}

/** The grid of a field, and how it is made. Either a resolution, or origin, cell and dims. */
export interface SdfOptions {
    /** Cells along the longest side of the mesh's box. */
    resolution?: number;
    /** With a resolution: how many cells more on every side. */
    padding?: number;
    /** The position of the first node. */
    origin?: Vec3;
    /** The distance of neighbouring nodes. */
    cell?: number;
    /** The number of nodes along x, y and z. */
    dims?: Vec3;
    storage?: "dense" | "bricks16" | "bricks8";
    /** What decides what is inside; `auto` unless given. */
    sign?: "auto" | "crossings" | "winding number" | "pseudonormal" | "parity" | "unsigned";
    /** Only distances up to this one are found. */
    maxDistance?: number;
}

/** The most triangles that are copied at once: each part takes a pass through the mesh, and 40 MB. */
const PART = 1 << 20;

const STORAGES = ["dense", "bricks16", "bricks8"];
const SIGNS = ["auto", "crossings", "winding number", "pseudonormal", "parity", "unsigned"];

/** A cooked triangle mesh. Made by `Carom.buildMesh` or `Carom.openMesh`. */
export class Mesh {
    readonly #handle: Handle;

    /** @internal */
    constructor(handle: Handle) {
        this.#handle = handle;
    }

    /** Number of triangles. */
    get triangleCount(): number {
        return this.#stats((view, at) => view.getUint32(at + layout.CaromMeshStats.triangle_count, true));
    }

    /** The box around all triangles: its smallest and its largest corner. */
    get bounds(): { min: [number, number, number]; max: [number, number, number] } {
        return this.#stats((view, at) => {
            const bounds = at + layout.CaromMeshStats.bounds;
            return { min: getVec3(view, bounds), max: getVec3(view, bounds + layout.CaromVec3.size) };
        });
    }

    /**
     * Finds the nearest hit of a ray; among equally near ones the triangle with the lowest index.
     * @param direction of any length, which is the unit of t
     * @param range     the smallest and the largest t that count: 0 and no limit unless given
     * @returns null for a miss
     */
    raycast(origin: Vec3, direction: Vec3, range: RayRange = {}, filter?: Filter): RayHit | null {
        const { CaromRay, CaromRayHit, CaromSurfacePoint } = layout;
        const size = CaromRay.size + CaromRayHit.size + CaromSurfacePoint.size;
        return this.#with(size, filter, (at, filterAt) => {
            const { module, pointer } = this.#handle;
            const [hit, surface] = [at + CaromRay.size, at + CaromRay.size + CaromRayHit.size];
            putRay(module.view(), at, origin, direction, range);
            module.call("carom_mesh_raycast", pointer, at, 1, filterAt, hit, surface);
            const view = module.view();
            const triangle = view.getUint32(hit + CaromRayHit.triangle, true);
            if (triangle === 0xffffffff) return null;
            return {
                t: view.getFloat32(hit + CaromRayHit.t, true),
                u: view.getFloat32(hit + CaromRayHit.u, true),
                v: view.getFloat32(hit + CaromRayHit.v, true),
                triangle,
                point: getVec3(view, surface + CaromSurfacePoint.point),
                normal: getVec3(view, surface + CaromSurfacePoint.normal),
                attributes: view.getUint32(surface + CaromSurfacePoint.attributes, true),
            };
        });
    }

    /**
     * Finds the nearest hits of many rays at once, which is faster.
     * @param rays eight numbers a ray: origin, smallest t, direction, largest t
     */
    raycastMany(rays: Float32Array, filter?: Filter): RayHits {
        const { CaromRayHit: Hit } = layout;
        // Without points of the surface.
        const surface = 0;
        const read = (hits: Hits): RayHits => ({
            t: hits.floats(Hit.t),
            u: hits.floats(Hit.u),
            v: hits.floats(Hit.v),
            triangle: hits.words(Hit.triangle),
        });
        return castRays(this.#handle, "carom_mesh_raycast", rays, filter, Hit.size, read, surface);
    }

    /**
     * Finds the closest point of the surface.
     * @returns null if nothing is within the distance
     */
    closestPoint(point: Vec3, maxDistance = LARGEST, filter?: Filter): ClosestPoint | null {
        const { CaromPointQuery, CaromClosestPoint } = layout;
        return this.#with(CaromPointQuery.size + CaromClosestPoint.size, filter, (at, filterAt) => {
            const { module, pointer } = this.#handle;
            const out = at + CaromPointQuery.size;
            let view = module.view();
            putVec3(view, at + CaromPointQuery.point, point, "point");
            view.setFloat32(at + CaromPointQuery.max_distance, maxDistance, true);
            module.call("carom_mesh_closest_point", pointer, at, 1, filterAt, out);
            view = module.view();
            const triangle = view.getUint32(out + CaromClosestPoint.triangle, true);
            if (triangle === 0xffffffff) return null;
            const distance = view.getFloat32(out + CaromClosestPoint.distance, true);
            return { point: getVec3(view, out + CaromClosestPoint.point), distance, triangle };
        });
    }

    /** Tells whether a solid sphere touches the surface. */
    overlapsSphere(center: Vec3, radius: number, filter?: Filter): boolean {
        const { CaromSphere } = layout;
        return this.#overlaps("carom_mesh_overlap_sphere", CaromSphere.size, filter, (view, at) => {
            putVec3(view, at + CaromSphere.center, center, "center");
            view.setFloat32(at + CaromSphere.radius, radius, true);
        });
    }

    /** Tells whether a capsule, all points within a radius of a segment, touches the surface. */
    overlapsCapsule(a: Vec3, b: Vec3, radius: number, filter?: Filter): boolean {
        const { CaromCapsule } = layout;
        return this.#overlaps("carom_mesh_overlap_capsule", CaromCapsule.size, filter, (view, at) => {
            putVec3(view, at + CaromCapsule.a, a, "a");
            putVec3(view, at + CaromCapsule.b, b, "b");
            view.setFloat32(at + CaromCapsule.radius, radius, true);
        });
    }

    /**
     * Tells whether a solid box touches the surface.
     * @param halfExtents half its size along its own axes
     * @param rotation    unit quaternion x, y, z, w; none unless given
     */
    overlapsBox(
        center: Vec3,
        halfExtents: Vec3,
        rotation: readonly [number, number, number, number] = [0, 0, 0, 1],
        filter?: Filter,
    ): boolean {
        const { CaromBox } = layout;
        return this.#overlaps("carom_mesh_overlap_box", CaromBox.size, filter, (view, at) => {
            putVec3(view, at + CaromBox.center, center, "center");
            putVec3(view, at + CaromBox.half_extents, halfExtents, "halfExtents");
            rotation.forEach((value, i) => view.setFloat32(at + CaromBox.rotation + 4 * i, value, true));
        });
    }

    /** The triangles as they were cooked, by the numbers that answers name. */
    triangles(first = 0, count = this.triangleCount - first): Triangles {
        const { CaromTriangle } = layout;
        const { module, pointer } = this.#handle;
        const made = { corners: new Float32Array(9 * count), attributes: new Uint16Array(count) };
        // A part at a time, so that the module's memory need not hold all of them twice.
        for (let done = 0; done < count; done += PART) {
            const part = Math.min(PART, count - done);
            module.with(part * CaromTriangle.size, (at) => {
                module.call("carom_mesh_triangles", pointer, 0, first + done, part, at);
                const { floats, words } = module.numbers(at, (part * CaromTriangle.size) / 4);
                for (let i = 0, from = 0, to = 9 * done; i < part; ++i, from += CaromTriangle.size / 4) {
                    for (let k = 0; k < 9; ++k) made.corners[to++] = floats[from + k] as number;
                    made.attributes[done + i] = words[from + CaromTriangle.attributes / 4] as number;
                }
            });
        }
        return made;
    }

    /**
     * The boxes that the tree is made of, those at some depths: depth first, so that a box comes right before those below
     * it. Their number and places depend on how the mesh was cooked, and may change between versions.
     */
    boxes(minDepth = 0, maxDepth = 0xffffffff): TreeBoxes {
        return boxesOf(this.#handle, "carom_mesh_boxes", minDepth, maxDepth);
    }

    /** Generates the signed distance field of the mesh, which is not needed afterwards. */
    generateSdf(options: SdfOptions): Sdf {
        const { CaromSdfGenerateDesc: Desc } = layout;
        const { module, pointer } = this.#handle;
        return module.with(Desc.size, (at) => {
            module.call("carom_sdf_generate_desc_init_sized", at, Desc.size);
            const view = module.view();
            view.setUint32(at + Desc.resolution, options.resolution ?? 0, true);
            view.setUint32(at + Desc.padding, options.padding ?? 0, true);
            putVec3(view, at + Desc.origin, options.origin ?? [0, 0, 0], "origin");
            view.setFloat32(at + Desc.cell, options.cell ?? 0, true);
            options.dims?.forEach((dim, i) => view.setUint32(at + Desc.dims + 4 * i, dim, true));
            view.setUint32(at + Desc.storage, choose(STORAGES, options.storage, "storage"), true);
            view.setUint32(at + Desc.sign, choose(SIGNS, options.sign, "sign"), true);
            view.setFloat32(at + Desc.max_distance, options.maxDistance ?? 0, true);
            return new Sdf(
                make(module, "carom_sdf_destroy", (out) => module.call("carom_sdf_generate", pointer, at, out)),
            );
        });
    }

    /** The bytes to store; any platform opens them. */
    save(): Uint8Array {
        return save(this.#handle, "carom_mesh_save");
    }

    /** Gives the memory back. The mesh cannot be used afterwards. */
    free(): void {
        this.#handle.free();
    }

    #with<T>(size: number, filter: Filter | undefined, use: (at: number, filter: number) => T): T {
        const { module } = this.#handle;
        return withFilter(module, filter, (filterAt) => module.with(size, (at) => use(at, filterAt)));
    }

    #overlaps(name: string, size: number, filter: Filter | undefined, put: (view: DataView, at: number) => void): boolean {
        return this.#with(size + 1, filter, (at, filterAt) => {
            const { module, pointer } = this.#handle;
            put(module.view(), at);
            module.call(name, pointer, at, 1, filterAt, at + size);
            return module.view().getUint8(at + size) === 1;
        });
    }

    #stats<T>(read: (view: DataView, at: number) => T): T {
        const { module, pointer } = this.#handle;
        return module.with(layout.CaromMeshStats.size, (at) => {
            module.view().setUint32(at + layout.CaromMeshStats.struct_size, layout.CaromMeshStats.size, true);
            module.call("carom_mesh_stats", pointer, at);
            return read(module.view(), at);
        });
    }
}
