// Batches of rays.

import { CaromRay } from "./layout.js";
import type { Handle } from "./module.js";
import { type Filter, withFilter } from "./values.js";

/** The hits of a batch in the module's memory: arrays of a field of theirs, by its place in a hit. */
export interface Hits {
    floats(field: number): Float32Array;
    words(field: number): Uint32Array;
}

/**
 * Casts rays, eight numbers each, and has `read` copy the hits.
 * @param name    a function that takes a handle, rays, their number, a filter and room for hits
 * @param hitSize the bytes of a hit
 * @param rest    its further arguments
 */
export function castRays<T>(
    handle: Handle,
    name: string,
    rays: Float32Array,
    filter: Filter | undefined,
    hitSize: number,
    read: (hits: Hits) => T,
    ...rest: number[]
): T {
    if (rays.length % 8 !== 0) throw new RangeError(`rays has ${rays.length} numbers, not eight a ray`);
    const { module, pointer } = handle;
    const length = rays.length / 8;
    return withFilter(module, filter, (filterAt) =>
        module.with(length * (CaromRay.size + hitSize), (at) => {
            const out = at + length * CaromRay.size;
            module.bytes(at, rays.byteLength).set(new Uint8Array(rays.buffer, rays.byteOffset, rays.byteLength));
            module.call(name, pointer, at, length, filterAt, out, ...rest);
            const view = module.view();
            return read({
                floats: (field) => Float32Array.from({ length }, (_, i) => view.getFloat32(out + i * hitSize + field, true)),
                words: (field) => Uint32Array.from({ length }, (_, i) => view.getUint32(out + i * hitSize + field, true)),
            });
        }),
    );
}
