// Shows pages in Chromium: node view.mjs FOLDER PICTURE [--bless]. Run by `cargo xtask view`.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [folder, picture, bless] = process.argv.slice(2);
const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});

/** Opens a page, and returns it with the milliseconds until it is ready. Nothing may be asked of any host. */
async function show(name) {
    const page = await browser.newPage({ viewport: { width: 900, height: 600 } });
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    page.on("pageerror", (error) => assert.fail(error));
    const url = pathToFileURL(join(folder, name)).href;
    const before = performance.now();
    await page.goto(url);
    await page.waitForFunction(
        () => document.body.dataset.ready || document.getElementById("error").textContent,
        null,
        { timeout: 120_000 },
    );
    const took = performance.now() - before;
    assert.equal(await page.locator("#error").textContent(), "");
    assert.deepEqual(asked, [url], "requests");
    return { page, took, asked };
}

/** The rows of a table. */
async function rows(page, id) {
    const cells = await page.locator(`#${id} tr`).evaluateAll((found) => found.map((row) => [...row.cells].map((cell) => cell.textContent)));
    return Object.fromEntries(cells);
}

/** The nearest hit by a plain loop over all triangles, in f64, of the ray through a place of the window. */
function loop(page, x, y) {
    return page.evaluate(([x, y]) => {
        const { mesh, rayAt } = globalThis.carom;
        const { origin, direction } = rayAt((2 * x) / innerWidth - 1, 1 - (2 * y) / innerHeight);
        const { corners } = mesh.triangles();
        const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
        const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        const minus = (a, b) => a.map((value, i) => value - b[i]);
        let best = { t: Infinity, triangle: -1 };
        for (let i = 0; i < corners.length / 9; ++i) {
            const [a, b, c] = [0, 3, 6].map((k) => [...corners.subarray(9 * i + k, 9 * i + k + 3)]);
            const [ab, ac, ao] = [minus(b, a), minus(c, a), minus(origin, a)];
            const p = cross(direction, ac);
            const scale = 1 / dot(ab, p);
            const u = dot(ao, p) * scale;
            const q = cross(ao, ab);
            const [v, t] = [dot(direction, q) * scale, dot(ac, q) * scale];
            if (u >= 0 && v >= 0 && u + v <= 1 && t >= 0 && t < best.t) best = { t, triangle: i };
        }
        return best;
    }, [x, y]);
}

/** The mean difference of two pictures, of 255. */
function difference(page, a, b) {
    return page.evaluate(async (sources) => {
        const [first, second] = await Promise.all(sources.map(async (source) => {
            const image = new Image();
            image.src = `data:image/png;base64,${source}`;
            await image.decode();
            const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
            const context = canvas.getContext("2d");
            context.drawImage(image, 0, 0);
            // Right of the panel, whose fonts differ.
            return context.getImageData(300, 0, image.width - 300, image.height).data;
        }));
        if (first.length !== second.length) return 255;
        return first.reduce((sum, value, i) => sum + Math.abs(value - second[i]), 0) / first.length;
    }, [a, b].map((bytes) => bytes.toString("base64")));
}

/** Waits until what has changed is drawn. */
async function drawn(page) {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

async function change(page, id, value) {
    await page.locator(`#${id}`).evaluate((input, to) => {
        if (typeof to === "boolean") input.checked = to;
        else input.value = String(to);
        input.dispatchEvent(new Event(typeof to === "boolean" ? "change" : "input"));
    }, value);
    await drawn(page);
}

/** Clicks are answered as a plain loop does, so many of them at least by a hit; `check` looks at the answer to each of those. */
async function click(page, places, least, check) {
    let hits = 0;
    for (const [x, y] of places) {
        await page.mouse.click(x, y);
        await drawn(page);
        const answer = await rows(page, "answer");
        const expected = await loop(page, x, y);
        assert.ok(Number(answer["boxes entered"]) >= 0);
        assert.equal("no hit" in answer, expected.triangle < 0);
        if (expected.triangle < 0) continue;
        ++hits;
        check(answer, expected);
        assert.ok(Math.abs(Number(answer.distance) / expected.t - 1) < least.error, `${answer.distance} ${expected.t}`);
    }
    assert.ok(hits >= least.hits, `${hits} clicks hit`);
}

async function skull() {
    const { page, asked } = await show("skull.carom.html");
    const figures = await rows(page, "figures");
    const count = await page.evaluate(() => globalThis.carom.mesh.triangleCount);
    assert.equal(Number(figures.triangles.replaceAll(",", "")), count);

    await click(page, [[450, 300], [520, 220], [600, 380], [500, 330], [890, 10]], { hits: 3, error: 1e-5 }, (answer, expected) =>
        assert.equal(Number(answer.triangle), expected.triangle),
    );

    // Boxes change the picture, and so do costs.
    const plain = await page.screenshot();
    await change(page, "depth", 3);
    const boxes = await page.screenshot();
    assert.ok((await difference(page, plain, boxes)) > 0.3);
    await change(page, "heat", true);
    await page.waitForFunction(() => !document.getElementById("costs").hidden);
    assert.ok(Number((await rows(page, "answer"))["most boxes a ray enters"]) > 10);
    const costs = await page.screenshot();
    assert.ok((await difference(page, boxes, costs)) > 10);
    await change(page, "heat", false);
    await change(page, "depth", -1);
    assert.ok((await difference(page, plain, await page.screenshot())) < 0.01);

    // The picture of the README: from the same renderer, it is nearly the same.
    await page.mouse.click(540, 250);
    await change(page, "depth", 4);
    const shown = await page.screenshot();
    if (bless) writeFileSync(picture, shown);
    assert.ok(existsSync(picture), `${picture} is missing: make it with --bless`);
    const off = await difference(page, readFileSync(picture), shown);
    console.log(`picture: off by ${off.toFixed(3)} of 255`);
    assert.ok(off < 4);
    assert.equal(asked.filter((url) => !url.startsWith("data:")).length, 1);
    await page.close();
}

async function field() {
    const { page } = await show("skull.sdf.html");
    const plain = await page.screenshot();
    await change(page, "slice", 51);
    assert.ok((await difference(page, plain, await page.screenshot())) > 2);
    await page.close();
}

async function solid() {
    const { page } = await show("room.carom.html");
    const counts = await page.evaluate(() => [globalThis.carom.solid.boxes().depth.length, globalThis.carom.mesh.triangleCount]);
    const figures = await rows(page, "figures");
    assert.deepEqual(["boxes", "triangles"].map((name) => Number(figures[name].replaceAll(",", ""))), counts);
    // The tree is hit where its faces are.
    await click(page, [[450, 300], [520, 250], [600, 330], [400, 350], [890, 10]], { hits: 2, error: 1e-4 }, (answer) =>
        assert.ok(Number(answer.brush) >= 0),
    );
    await page.close();
}

async function world() {
    const { page } = await show("world.carom.html");
    const figures = await rows(page, "figures");
    // A box and a sphere, and an object of two boxes.
    assert.deepEqual([figures.objects, figures.triangles], ["3", "292"]);
    const seen = new Set();
    const places = [];
    for (let x = 320; x < 880; x += 40) for (let y = 60; y < 580; y += 40) places.push([x, y]);
    await click(page, places, { hits: 10, error: 1e-4 }, (answer, expected) => {
        const { triangle } = expected;
        const of = triangle < 12 ? "box" : triangle < 268 ? "sphere" : "compound";
        seen.add(`${of} ${answer.object}`);
    });
    // Each of them has one id.
    assert.equal(seen.size, 3);
    assert.equal(new Set([...seen].map((name) => name.split(" ")[1])).size, 3);
    await page.close();
}

async function large() {
    const { page, took } = await show("large.carom.html");
    const before = performance.now();
    await drawn(page);
    const picture = performance.now() - before;
    console.log(`2 M triangles: answers after ${(took / 1000).toFixed(2)} s, a picture ${(picture / 1000).toFixed(2)} s later, by the processor`);

    // Without a graphics processor, a coarse copy is turned, which looks much alike.
    await page.waitForFunction(() => document.body.dataset.measured);
    const triangles = () => page.evaluate(() => globalThis.carom.drawn());
    assert.equal(await triangles(), 2_000_000);
    const whole = await page.screenshot();
    await page.mouse.move(600, 400);
    await page.mouse.down();
    // There and back, so that the view is the same.
    const steps = 20;
    const begun = performance.now();
    for (let i = 1; i <= steps; ++i) {
        await page.mouse.move(600 + 6 * Math.min(i, steps - i), 400);
        await drawn(page);
    }
    const pace = (performance.now() - begun) / steps;
    const turned = await triangles();
    assert.ok(turned > 10_000 && turned < 260_000, `${turned} triangles`);
    console.log(`turned with ${turned} triangles, ${pace.toFixed(0)} ms a step of two pictures, by the processor`);
    const off = await difference(page, whole, await page.screenshot());
    assert.ok(off > 0 && off < 8, `the coarse copy is off by ${off}`);
    await page.mouse.up();
    await page.waitForFunction(() => globalThis.carom.drawn() === 2_000_000);
    assert.ok((await difference(page, whole, await page.screenshot())) < 0.5);
    await page.close();
}

try {
    await skull();
    await field();
    await solid();
    await world();
    await large();
} finally {
    await browser.close();
}
