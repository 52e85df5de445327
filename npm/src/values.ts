// Points, filters and numbers in the module's memory.

import { CaromFilter, CaromRay } from "./layout.js";
import type { Module } from "./module.js";

/** x, y and z. */
export type Vec3 = readonly [number, number, number];

/** The triangles that a query sees: those that meet all conditions. */
export interface Filter {
    /** Attribute bits, 16 at most, that a triangle must all have. */
    require?: number;
    /** Attribute bits of which it must have none. */
    exclude?: number;
    /** Attribute bits of which it must have at least one; 0 for no such condition. */
    anyOf?: number;
    /** Which sides of triangles rays hit: both unless given. */
    backfaces?: "hit" | "cull" | "only";
}

const BACKFACES = ["hit", "cull", "only"];

/** The largest f32: what counts as no limit. */
export const LARGEST = 3.4028234663852886e38;

export function putVec3(view: DataView, at: number, vector: ArrayLike<number>, what: string): void {
    if (vector.length !== 3) throw new RangeError(`${what} has ${vector.length} numbers, not 3`);
    for (let i = 0; i < 3; ++i) view.setFloat32(at + 4 * i, vector[i] as number, true);
}

export function getVec3(view: DataView, at: number): [number, number, number] {
    return [view.getFloat32(at, true), view.getFloat32(at + 4, true), view.getFloat32(at + 8, true)];
}

/** The smallest and the largest parameter of a ray that count: 0 and no limit unless given. */
export interface RayRange {
    min?: number;
    max?: number;
}

export function putRay(view: DataView, at: number, origin: Vec3, direction: Vec3, range: RayRange): void {
    putVec3(view, at + CaromRay.origin, origin, "origin");
    view.setFloat32(at + CaromRay.t_min, range.min ?? 0, true);
    putVec3(view, at + CaromRay.direction, direction, "direction");
    view.setFloat32(at + CaromRay.t_max, range.max ?? LARGEST, true);
}

/** The place of one of `names`. */
export function choose(names: readonly string[], name: string | undefined, what: string): number {
    if (name === undefined) return 0;
    const index = names.indexOf(name);
    if (index < 0) throw new RangeError(`${what} is "${name}", not one of ${names.join(", ")}`);
    return index;
}

/** Calls `use` with a filter's place in memory, 0 for none. */
export function withFilter<T>(module: Module, filter: Filter | undefined, use: (at: number) => T): T {
    if (!filter) return use(0);
    return module.with(CaromFilter.size, (at) => {
        const view = module.view();
        view.setUint32(at + CaromFilter.struct_size, CaromFilter.size, true);
        view.setUint32(at + CaromFilter.require, filter.require ?? 0, true);
        view.setUint32(at + CaromFilter.exclude, filter.exclude ?? 0, true);
        view.setUint32(at + CaromFilter.any_of, filter.anyOf ?? 0, true);
        view.setUint32(at + CaromFilter.backfaces, choose(BACKFACES, filter.backfaces, "backfaces"), true);
        return use(at);
    });
}
