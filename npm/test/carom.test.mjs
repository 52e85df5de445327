// Run by `cargo xtask package npm` in an empty folder into which the package is installed.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import { CaromError, load } from "carom";

// y is up. Triangles 0 and 1 are the floor, 2 and 3 a wall at x = 2, as in the first program of the book.
const positions = new Float32Array([
    -5, 0, -5, -5, 0, 5, 5, 0, 5, 5, 0, -5, 2, 0, -5, 2, 0, 5, 2, 3, 5, 2, 3, -5,
]);
const indices = new Uint32Array([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]);
const carom = await load();

/** Compares points and directions, up to the accuracy of points that are hit: 4 units in the last place of 5. */
const same = (vector, expected) =>
    vector.forEach((x, i) => assert.ok(Math.abs(x - expected[i]) <= 2e-6, `${vector}, not ${expected}`));

test("rays", () => {
    const mesh = carom.buildMesh(positions, indices);
    assert.equal(mesh.triangleCount, 4);
    assert.deepEqual(mesh.bounds, { min: [-5, 0, -5], max: [5, 3, 5] });
    const hit = mesh.raycast([0, 1, 0], [1, 0, 0]);
    assert.equal(hit.triangle, 2);
    assert.equal(hit.t, 2);
    same(hit.point, [2, 1, 0]);
    same(hit.normal, [-1, 0, 0]);
    assert.equal(mesh.raycast([0, 1, 0], [1, 0, 0], { max: 1.5 }), null);
    assert.equal(mesh.raycast([0, 1, 0], [-1, 0, 0]), null);
    const hits = mesh.raycastMany(new Float32Array([0, 1, 0, 0, 1, 0, 0, 9, 0, 1, 0, 0, 0, 1, 0, 9, 1, 2, -1, 0, 0, -1, 0, 9]));
    assert.deepEqual([...hits.t], [2, Infinity, 2]);
    assert.equal(hits.triangle[1], 0xffffffff);
    mesh.free();
});

test("presets answer alike", () => {
    for (const preset of ["default", "small", "fast", "rays"]) {
        const mesh = carom.buildMesh(positions, indices, { preset });
        const hit = mesh.raycast([0, 1, 0], [1, 0, 0]);
        assert.deepEqual([hit.triangle, hit.t], [2, 2]);
        mesh.free();
    }
});

test("triangles and boxes", () => {
    const mesh = carom.buildMesh(positions, indices, { attributes: new Uint16Array([1, 2, 3, 4]) });
    const { corners, attributes } = mesh.triangles();
    assert.deepEqual([...attributes], [1, 2, 3, 4]);
    const expected = [...indices].flatMap((vertex) => [...positions.subarray(3 * vertex, 3 * vertex + 3)]);
    assert.deepEqual([...corners], expected);
    assert.deepEqual([...mesh.triangles(3, 1).attributes], [4]);
    assert.throws(() => mesh.triangles(3, 2), CaromError);
    const boxes = mesh.boxes();
    assert.equal(boxes.depth[0], 0);
    assert.equal(boxes.itemCount.reduce((sum, count) => sum + count), 4);
    assert.deepEqual([...boxes.bounds.subarray(0, 6)], [-5, 0, -5, 5, 3, 5]);
    assert.equal(mesh.boxes(1000).depth.length, 0);
    mesh.free();
});

test("closest points and overlaps", () => {
    const mesh = carom.buildMesh(positions, new Uint16Array(indices), { preset: "small", quality: "high" });
    const closest = mesh.closestPoint([0, 0.5, 0]);
    assert.equal(closest.distance, 0.5);
    same(closest.point, [0, 0, 0]);
    assert.equal(mesh.closestPoint([0, 0.5, 0], 0.25), null);
    assert.equal(mesh.overlapsSphere([1.75, 1, 0], 0.25), true);
    assert.equal(mesh.overlapsSphere([1.5, 1, 0], 0.25), false);
    assert.equal(mesh.overlapsCapsule([1, 1, 0], [1, 2, 0], 1), true);
    assert.equal(mesh.overlapsCapsule([1, 1.5, 0], [1, 2, 0], 0.5), false);
    assert.equal(mesh.overlapsBox([1, 1, 0], [1, 0.5, 0.5]), true);
    assert.equal(mesh.overlapsBox([1, 1, 0], [0.5, 0.5, 0.5]), false);
    // By an eighth of a turn about y, half its diagonal reaches the wall.
    const turned = [0, Math.sin(Math.PI / 8), 0, Math.cos(Math.PI / 8)];
    assert.equal(mesh.overlapsBox([1, 1, 0], [0.75, 0.5, 0.75], turned), true);
    assert.equal(mesh.overlapsBox([1, 1, 0], [0.75, 0.5, 0.75]), false);
    mesh.free();
});

test("filters", () => {
    const mesh = carom.buildMesh(positions, indices, { attributes: new Uint16Array([1, 1, 2, 2]) });
    assert.equal(mesh.raycast([0, 1, 0], [1, 0, 0]).attributes, 2);
    assert.equal(mesh.raycast([0, 1, 0], [1, 0, 0], {}, { exclude: 2 }), null);
    assert.equal(mesh.raycast([0, 1, 0], [1, 0, 0], {}, { backfaces: "only" }), null);
    assert.throws(() => mesh.raycast([0, 1, 0], [1, 0, 0], {}, { backfaces: "both" }), /backfaces is "both"/);
    assert.equal(mesh.overlapsSphere([1.75, 1, 0], 0.5, { require: 1 }), false);
    assert.equal(mesh.overlapsSphere([1.75, 1, 0], 0.5, { anyOf: 3 }), true);
    mesh.free();
});

test("saved meshes", () => {
    const mesh = carom.buildMesh(positions, indices);
    const bytes = mesh.save();
    const opened = carom.openMesh(bytes);
    assert.deepEqual(opened.save(), bytes);
    assert.equal(opened.raycast([0, 1, 0], [1, 0, 0]).t, 2);
    mesh.free();
    mesh.free();
    assert.throws(() => mesh.save(), /freed/);
    const code = (bad) => {
        try {
            carom.openMesh(bad).free();
        } catch (error) {
            assert.ok(error instanceof CaromError && error.message.length > 0);
            return error.code;
        }
        return "none";
    };
    assert.equal(code(bytes.subarray(0, 40)), "CAROM_ERROR_INVALID_BLOB");
    assert.equal(code(new Uint8Array()), "CAROM_ERROR_INVALID_BLOB");
    opened.free();
});

test("errors name argument, element and value", () => {
    const refuse = (use, code, ...words) =>
        assert.throws(use, (error) => {
            assert.ok(error instanceof CaromError, String(error));
            assert.equal(error.code, code);
            assert.ok(error.status < 0);
            for (const word of words) assert.ok(error.message.includes(word), error.message);
            return true;
        });
    refuse(() => carom.buildMesh(positions, new Uint32Array([0, 1, 99])), "CAROM_ERROR_INDEX_OUT_OF_RANGE", "99");
    const wrong = positions.slice();
    wrong[4] = NaN;
    refuse(() => carom.buildMesh(wrong, indices), "CAROM_ERROR_NOT_FINITE", "NaN");
    const mesh = carom.buildMesh(positions, indices);
    refuse(() => mesh.overlapsSphere([0, 0, 0], -1), "CAROM_ERROR_INVALID_ARGUMENT", "-1");
    refuse(() => mesh.generateSdf({}), "CAROM_ERROR_INVALID_ARGUMENT");
    // Nothing is left behind by what failed.
    assert.equal(mesh.raycast([0, 1, 0], [1, 0, 0]).t, 2);
    assert.throws(() => carom.buildMesh(positions.subarray(1), indices), /23 numbers/);
    assert.throws(() => mesh.raycast([0, 1], [1, 0, 0]), /origin has 2/);
    mesh.free();
});

test("fields", () => {
    const mesh = carom.buildMesh(positions, indices);
    const field = mesh.generateSdf({ origin: [-2, -2, -2], cell: 0.5, dims: [9, 9, 9], sign: "unsigned" });
    // At nodes and, as the floor is far from everything else there, between them along y.
    assert.equal(field.sample([-1, 1, 0]).distance, 1);
    assert.equal(field.sample([-1, 1.25, 0]).distance, 1.25);
    same(field.sample([-1, 1, 0], "cubic").gradient, [0, 1, 0]);
    const opened = carom.openSdf(field.save());
    assert.equal(opened.sample([-1, 1, 0]).distance, 1);
    assert.throws(() => carom.openSdf(mesh.save()), CaromError);
    assert.throws(() => field.sample([NaN, 0, 0]), CaromError);
    for (const made of [opened, field, mesh]) made.free();
});

test("large meshes, while memory grows", () => {
    const side = 200;
    const grid = new Float32Array((side + 1) ** 2 * 3);
    const corners = new Uint32Array(side * side * 6);
    for (let z = 0, at = 0; z <= side; ++z) for (let x = 0; x <= side; ++x, at += 3) grid.set([x, 0, z], at);
    for (let z = 0, at = 0; z < side; ++z) {
        for (let x = 0; x < side; ++x, at += 6) {
            const a = z * (side + 1) + x;
            corners.set([a, a + side + 1, a + 1, a + 1, a + side + 1, a + side + 2], at);
        }
    }
    for (let round = 0; round < 3; ++round) {
        const mesh = carom.buildMesh(grid, corners);
        const copy = carom.openMesh(mesh.save());
        const hit = copy.raycast([10.75, 4, 20.75], [0, -1, 0]);
        assert.equal(hit.triangle, 2 * (20 * side + 10) + 1);
        same(hit.normal, [0, 1, 0]);
        copy.free();
        mesh.free();
    }
});

test("the module is given as bytes or as a response", async () => {
    const file = createRequire(import.meta.url).resolve("carom/carom.wasm");
    const bytes = readFileSync(file);
    for (const source of [bytes, new Response(bytes), Promise.resolve(new Response(bytes))]) {
        const mesh = (await load(source)).buildMesh(positions, indices);
        assert.equal(mesh.triangleCount, 4);
    }
    await assert.rejects(load(new Response("", { status: 404 })), /404/);
});

test("an engine without SIMD is told what is missing", async () => {
    const { validate } = WebAssembly;
    WebAssembly.validate = () => false;
    try {
        await assert.rejects(load(), /SIMD \(simd128\)/);
    } finally {
        WebAssembly.validate = validate;
    }
});

test("solids", () => {
    // Unit cubes at the origin and at x = 4.
    const cube = (x) => [-1, 0, 0, -x, 1, 0, 0, x + 1, 0, -1, 0, 0, 0, 1, 0, 1, 0, 0, -1, 0, 0, 0, 1, 1];
    const planes = new Float32Array([...cube(0), ...cube(4)]);
    const solid = carom.buildBsp(planes, new Uint32Array([6, 6]), new Uint16Array([1, 2]));
    const ray = [[-3, 0.5, 0.5], [2, 0, 0]];
    const hit = solid.raycast(...ray);
    assert.deepEqual([hit.t, hit.brush], [1.5, 0]);
    same(hit.point, [0, 0.5, 0.5]);
    same(hit.normal, [-1, 0, 0]);
    assert.equal(solid.raycast(...ray, {}, { require: 2 }).t, 3.5);
    assert.equal(solid.raycast(...ray, { max: 1 }), null);
    const hits = solid.raycastMany(new Float32Array([-3, 0.5, 0.5, 0, 2, 0, 0, 9, -3, 0.5, 0.5, 0, -2, 0, 0, 9]));
    assert.deepEqual([[...hits.t], [...hits.brush]], [[1.5, Infinity], [0, 0xffffffff]]);
    assert.equal(solid.overlapsSphere([2, 0.5, 0.5], 0.9), false);
    assert.equal(solid.overlapsSphere([2, 0.5, 0.5], 1), true);
    const { bounds, itemCount } = solid.boxes();
    assert.deepEqual([...bounds.subarray(0, 6)], [0, 0, 0, 5, 1, 1]);
    assert.equal(itemCount.reduce((sum, count) => sum + count, 0), 2);
    const copy = carom.openBsp(solid.save());
    assert.deepEqual(copy.raycast(...ray), hit);
    copy.free();
    solid.free();
    assert.throws(() => solid.boxes(), /freed/);
    assert.throws(() => carom.buildBsp(planes, new Uint32Array([6, 5])), CaromError);
    assert.throws(() => carom.buildBsp(planes, new Uint32Array([12]), new Uint16Array(2)), RangeError);
    assert.throws(() => carom.openBsp(new Uint8Array(3)), CaromError);
});
