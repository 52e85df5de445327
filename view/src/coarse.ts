// A coarse copy of many triangles.

/** Cells along the longest side of the box around all; fewer, where too many triangles are left. */
const MOST_CELLS = 128;
const LEAST_CELLS = 2;
const MOST_TRIANGLES = 250_000;
/** So many vertices at most, and three numbers of them are one that is exact. */
const COUNTED = 1 << 17;

/** A surface whose triangles share vertices. */
export interface Coarse {
    positions: Float32Array;
    indices: Uint32Array;
    /** For each vertex a triangle that has it. */
    triangles: Uint32Array;
}

type Triple = [number, number, number];

/** Copies triangles whose corners are given, of three numbers each, so that few are left; none if all lie in points. */
export function coarse(corners: Float32Array): Coarse | null {
    const low: Triple = [0, 0, 0];
    const size: Triple = [0, 0, 0];
    for (let axis = 0; axis < 3; ++axis) {
        let [least, most] = [Infinity, -Infinity];
        for (let i = axis; i < corners.length; i += 3) {
            const at = corners[i] as number;
            if (at < least) least = at;
            if (at > most) most = at;
        }
        [low[axis], size[axis]] = [least, most - least];
    }
    if (!(Math.max(...size) > 0)) return null;
    for (let cells = MOST_CELLS; ; cells /= 2) {
        const copy = clustered(corners, low, size, cells);
        if (copy.indices.length === 0) return null;
        if (copy.indices.length <= 3 * MOST_TRIANGLES || cells === LEAST_CELLS) return copy;
    }
}

/**
 * All corners in a cell of a grid become the first of them; triangles of which two become one are left out, and those that are
 * there already (Rossignac and Borrel, "Multi-resolution 3D approximations for rendering complex scenes", 1993).
 */
function clustered(corners: Float32Array, [x, y, z]: Triple, size: Triple, cells: number): Coarse {
    const scale = cells / Math.max(...size);
    const [nx, ny, nz] = size.map((along) => Math.min(Math.floor(along * scale), cells - 1) + 1) as Triple;
    // The vertex of each cell, counted from 1.
    const vertices = new Uint32Array(nx * ny * nz);
    const [positions, triangles, indices]: [number[], number[], number[]] = [[], [], []];
    const place = (at: number, from: number, count: number) => Math.min(Math.floor((at - from) * scale), count - 1);
    const vertex = (i: number): number => {
        const [px, py, pz] = [corners[i] as number, corners[i + 1] as number, corners[i + 2] as number];
        const cell = (place(pz, z, nz) * ny + place(py, y, ny)) * nx + place(px, x, nx);
        if (vertices[cell] === 0) {
            positions.push(px, py, pz);
            triangles.push(Math.floor(i / 9));
            vertices[cell] = triangles.length;
        }
        return (vertices[cell] as number) - 1;
    };
    const seen = vertices.length <= COUNTED ? new Set<number>() : null;
    for (let i = 0; i < corners.length; i += 9) {
        const [a, b, c] = [vertex(i), vertex(i + 3), vertex(i + 6)];
        if (a === b || b === c || c === a) continue;
        if (seen) {
            const [least, most] = [Math.min(a, b, c), Math.max(a, b, c)];
            const key = (least * COUNTED + (a + b + c - least - most)) * COUNTED + most;
            if (seen.has(key)) continue;
            seen.add(key);
        }
        indices.push(a, b, c);
    }
    return { positions: new Float32Array(positions), indices: new Uint32Array(indices), triangles: new Uint32Array(triangles) };
}
