// Writes a terrain of two million triangles as a binary PLY.

import { writeFileSync } from "node:fs";

const SIDE = 1001;
const header = `ply
format binary_little_endian 1.0
element vertex ${SIDE * SIDE}
property float x
property float y
property float z
element face ${2 * (SIDE - 1) ** 2}
property list uchar uint vertex_indices
end_header
`;
const start = Buffer.from(header);
const bytes = Buffer.alloc(start.length + 12 * SIDE * SIDE + 13 * 2 * (SIDE - 1) ** 2);
start.copy(bytes);
let at = start.length;
for (let row = 0; row < SIDE; ++row) {
    for (let column = 0; column < SIDE; ++column) {
        const height = 20 * Math.sin(row / 90) * Math.cos(column / 70) + 2 * Math.sin(row / 7 + column / 11);
        for (const value of [column, height, row]) at = bytes.writeFloatLE(value, at);
    }
}
for (let row = 0; row + 1 < SIDE; ++row) {
    for (let column = 0; column + 1 < SIDE; ++column) {
        const first = row * SIDE + column;
        for (const triangle of [[first, first + SIDE, first + 1], [first + 1, first + SIDE, first + SIDE + 1]]) {
            at = bytes.writeUInt8(3, at);
            for (const vertex of triangle) at = bytes.writeUInt32LE(vertex, at);
        }
    }
}
writeFileSync(process.argv[2], bytes);
