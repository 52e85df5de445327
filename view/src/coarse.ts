// A coarse copy of many triangles.

/** Cells along the longest side of the box around all; fewer, where too many triangles are left. */
const MOST_CELLS = 128;
const MOST_TRIANGLES = 250_000;

/** A surface whose triangles share vertices. */
export interface Coarse {
    positions: Float32Array;
    indices: Uint32Array;
    /** For each vertex a triangle that has it. */
    triangles: Uint32Array;
}

/** Copies triangles whose corners are given, of three numbers each, so that few are left. */
export function coarse(corners: Float32Array): Coarse {
    for (let cells = MOST_CELLS; ; cells /= 2) {
        const copy = clustered(corners, cells);
        if (copy.indices.length <= 3 * MOST_TRIANGLES || cells === 1) return copy;
    }
}

/**
 * All corners in a cell of a grid become the first of them; triangles of which two become one are left out (Rossignac and
 * Borrel, "Multi-resolution 3D approximations for rendering complex scenes", 1993).
 */
function clustered(corners: Float32Array, cells: number): Coarse {
    const [low, high] = [[0, 0, 0], [0, 0, 0]];
    for (let axis = 0; axis < 3; ++axis) {
        let [least, most] = [Infinity, -Infinity];
        for (let i = axis; i < corners.length; i += 3) {
            const at = corners[i] as number;
            if (at < least) least = at;
            if (at > most) most = at;
        }
        [low[axis], high[axis]] = [least, most];
    }
    const sizes = low.map((at, axis) => (high[axis] as number) - at);
    const scale = cells / Math.max(...sizes, Number.MIN_VALUE);
    const [nx, ny, nz] = sizes.map((size) => Math.min(Math.floor(size * scale), cells - 1) + 1) as [number, number, number];
    // The vertex of each cell, counted from 1.
    const vertices = new Uint32Array(nx * ny * nz);
    const [positions, triangles, indices]: [number[], number[], number[]] = [[], [], []];
    const [x, y, z] = low as [number, number, number];
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
    for (let i = 0; i < corners.length; i += 9) {
        const [a, b, c] = [vertex(i), vertex(i + 3), vertex(i + 6)];
        if (a !== b && b !== c && c !== a) indices.push(a, b, c);
    }
    return { positions: new Float32Array(positions), indices: new Uint32Array(indices), triangles: new Uint32Array(triangles) };
}
