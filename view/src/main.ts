// The page of `carom view`: turns a mesh, shows the boxes of its tree, and asks carom itself.

import {
    BufferAttribute,
    BufferGeometry,
    Color,
    DirectionalLight,
    HemisphereLight,
    LineBasicMaterial,
    LineSegments,
    Mesh as Shape,
    MeshBasicMaterial,
    PerspectiveCamera,
    Scene,
    SphereGeometry,
    Vector3,
    WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { type Bsp, type Mesh, type Sdf, type Vec3, load } from "../../npm/src/index.js";
import { Tree } from "./boxes.js";
import { Costs } from "./costs.js";
import { bytesOf } from "./data.js";
import { rayAt } from "./rays.js";
import { Slice } from "./slice.js";
import { Surface } from "./surface.js";

type Figures = readonly (readonly [string, string])[];

function element<T extends HTMLElement>(id: string): T {
    return document.getElementById(id) as T;
}

function short(value: number): string {
    return Number(value.toPrecision(6)).toString();
}

function joined(vector: readonly number[]): string {
    return vector.map((value) => Number(value.toPrecision(4)).toString()).join("  ");
}

function table(id: string, figures: Figures): void {
    element(id).replaceChildren(
        ...figures.map((figure) => {
            const row = document.createElement("tr");
            row.append(...figure.map((text) => Object.assign(document.createElement("td"), { textContent: text })));
            return row;
        }),
    );
}

/** Milliseconds for a picture: if all triangles take longer, a coarse copy is turned instead of them. */
const SMOOTH = 50;
/** Milliseconds after the last turn until all triangles are drawn again. */
const REST = 200;

/** What a page shows: a mesh, and what it is drawn for, if that is something else. */
interface Shown {
    mesh: Mesh;
    /** The field that it is the surface of. */
    field: Sdf | null;
    /** The solid of whose faces it is made. */
    solid: Bsp | null;
    /** The object of a world for each triangle, which is one of its volumes'. */
    objects: BigUint64Array | null;
    /** The size of the mesh, field or solid. */
    bytes: number;
}

/** The scene, with what is asked and told in it. */
class View {
    readonly #mesh: Mesh;
    readonly #solid: Bsp | null;
    readonly #objects: BigUint64Array | null;
    /** What rays are cast at: a solid itself, not its faces. */
    readonly #asked: Mesh | Bsp;
    readonly #tree: Tree;
    readonly #renderer: WebGLRenderer;
    readonly #scene = new Scene();
    readonly #camera = new PerspectiveCamera(45, 1, 1, 10);
    #controls: OrbitControls | null = null;
    readonly #surface: Surface;
    readonly #marker: Shape<SphereGeometry, MeshBasicMaterial>;
    readonly #lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color: 0x66ccff }));
    readonly #costs: Costs;
    readonly #centre: Vector3;
    readonly #size: number;
    #isAwaited = false;
    /** True while the scene is held. */
    #isTurned = false;
    /** The timer until it has come to rest. */
    #rest = 0;

    constructor({ mesh, field, solid, objects, bytes }: Shown) {
        this.#mesh = mesh;
        this.#solid = solid;
        this.#objects = objects;
        this.#asked = solid ?? mesh;
        this.#tree = new Tree(this.#asked.boxes());
        const { min, max } = mesh.bounds;
        const [low, high] = [new Vector3(...min), new Vector3(...max)];
        this.#centre = low.clone().add(high).multiplyScalar(0.5);
        this.#size = high.distanceTo(low) || 1;
        const canvas = element<HTMLCanvasElement>("scene");
        this.#renderer = new WebGLRenderer({ canvas, antialias: true });
        this.#surface = new Surface(mesh.triangles());
        this.#marker = new Shape(new SphereGeometry(0.005 * this.#size), new MeshBasicMaterial({ color: 0xff4030 }));
        this.#marker.visible = false;
        this.#scene.background = new Color(0x20242a);
        const sun = new DirectionalLight(0xffffff, 2);
        this.#camera.add(sun);
        this.#scene.add(
            this.#camera,
            new HemisphereLight(0xffffff, 0x404860, 1.5),
            this.#surface.shape,
            this.#marker,
            this.#lines,
        );
        this.#costs = new Costs(element("costs"), this.#asked, this.#tree);
        const count = mesh.triangleCount;
        table("figures", [
            ...(objects ? ([["objects", new Set(objects).size.toLocaleString("en")]] as const) : []),
            ["triangles", count.toLocaleString("en")],
            ["bytes", bytes.toLocaleString("en")],
            ["per triangle", count ? (bytes / count).toFixed(1) : "-"],
            ["boxes", this.#tree.length.toLocaleString("en")],
            ["depth", String(this.#tree.depth)],
            ["from", joined(min)],
            ["to", joined(max)],
        ]);
        if (field) this.#addSlice(new Slice(field, this.#centre, this.#size));
        this.#listen(canvas);
        this.#stand(false);
        // After the first picture, for which the triangles are handed to the graphics processor.
        if (this.#surface.isLarge) requestAnimationFrame(() => setTimeout(() => this.#measure(), 0));
    }

    /** What the browser's console finds under the name `carom`. */
    console() {
        const rayAtPlace = (x: number, y: number) => rayAt(this.#camera, x, y);
        const drawn = () => this.#renderer.info.render.triangles;
        return { mesh: this.#mesh, solid: this.#solid, rayAt: rayAtPlace, draw: () => this.#draw(), drawn };
    }

    /** Puts the camera where it sees all. */
    #stand(zUp: boolean): void {
        const up = zUp ? new Vector3(0, 0, 1) : new Vector3(0, 1, 0);
        const aside = zUp ? new Vector3(0.8, -1, 0.6) : new Vector3(0.8, 0.6, 1);
        this.#camera.up.copy(up);
        this.#camera.near = this.#size / 1000;
        this.#camera.far = this.#size * 100;
        this.#camera.position.copy(this.#centre).addScaledVector(aside.normalize(), 1.4 * this.#size);
        // They take the camera's upward direction as it is when they are made.
        this.#controls?.dispose();
        this.#isTurned = false;
        this.#surface.drawCoarse(false);
        this.#controls = new OrbitControls(this.#camera, this.#renderer.domElement);
        this.#controls.target.copy(this.#centre);
        this.#controls.update();
        this.#controls.addEventListener("change", () => {
            this.#costs.hide();
            // Not from the beginning on, which may be that of a click.
            if (this.#isTurned) this.#surface.drawCoarse(true);
            this.#draw();
        });
        this.#controls.addEventListener("start", () => {
            window.clearTimeout(this.#rest);
            this.#isTurned = true;
        });
        this.#controls.addEventListener("end", () => {
            this.#isTurned = false;
            this.#heat();
            this.#rest = window.setTimeout(() => this.#stop(), REST);
        });
        this.#resize();
    }

    #listen(canvas: HTMLCanvasElement): void {
        const { material } = this.#surface;
        const checked = (id: string, change: (on: boolean) => void) => {
            const input = element<HTMLInputElement>(id);
            input.addEventListener("change", () => {
                change(input.checked);
                this.#draw();
            });
        };
        checked("wireframe", (on) => (material.wireframe = on));
        checked("attributes", (on) => this.#surface.colourByAttributes(on));
        checked("z-up", (on) => this.#stand(on));
        checked("heat", () => this.#heat());
        const depth = element<HTMLInputElement>("depth");
        depth.max = String(this.#tree.depth);
        depth.addEventListener("input", () => this.#showBoxes(Number(depth.value)));
        let pressed: [number, number] | null = null;
        canvas.addEventListener("pointerdown", (event) => (pressed = [event.clientX, event.clientY]));
        canvas.addEventListener("pointerup", (event) => {
            // What moves in between turns the scene.
            if (pressed && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < 4) this.#ask(event);
            pressed = null;
        });
        window.addEventListener("resize", () => this.#resize());
    }

    #addSlice(slice: Slice): void {
        this.#scene.add(slice.shape);
        element("slice-label").hidden = false;
        const input = element<HTMLInputElement>("slice");
        input.addEventListener("input", () => {
            const place = Number(input.value);
            // At the left end there is none.
            if (place > 0) slice.move((place - 1) / 100);
            slice.shape.visible = place > 0;
            this.#surface.material.transparent = place > 0;
            this.#surface.material.opacity = place > 0 ? 0.35 : 1;
            this.#draw();
        });
    }

    #showBoxes(depth: number): void {
        element("depth-value").textContent = depth < 0 ? "none" : String(depth);
        this.#lines.geometry.dispose();
        this.#lines.geometry = new BufferGeometry();
        const edges = depth < 0 ? new Float32Array() : this.#tree.edges(depth);
        this.#lines.geometry.setAttribute("position", new BufferAttribute(edges, 3));
        this.#draw();
    }

    async #heat(): Promise<void> {
        if (!element<HTMLInputElement>("heat").checked) {
            this.#costs.hide();
            return;
        }
        const most = await this.#costs.draw(this.#camera);
        if (most !== null) table("answer", [["most boxes a ray enters", String(most)]]);
    }

    /** Casts the ray of a click. */
    #ask(event: PointerEvent): void {
        const { clientWidth: width, clientHeight: height } = this.#renderer.domElement;
        const place = [(2 * event.clientX) / width - 1, 1 - (2 * event.clientY) / height] as const;
        const { origin, direction } = rayAt(this.#camera, ...place);
        const { point, end, figures } = this.#answer(origin, direction);
        this.#marker.visible = point !== null;
        if (point) this.#marker.position.set(...point);
        const visited = String(this.#tree.entered(origin, direction, end));
        table("answer", [...figures, ["boxes entered", visited]]);
        this.#draw();
    }

    /** What a ray hits: where, at which parameter, and what is told of it. */
    #answer(origin: Vec3, direction: Vec3): { point: Vec3 | null; end: number; figures: Figures } {
        const before = performance.now();
        const hit = this.#asked.raycast(origin, direction);
        const took = performance.now() - before;
        if (!hit) return { point: null, end: Infinity, figures: [["no hit", ""]] };
        const which: Figures =
            "brush" in hit
                ? [["brush", String(hit.brush)]]
                : [...this.#object(hit.triangle), ["attributes", `0x${hit.attributes.toString(16)}`]];
        return {
            point: hit.point,
            end: hit.t,
            figures: [
                ...which,
                ["distance", short(hit.t)],
                ["point", joined(hit.point)],
                ["normal", joined(hit.normal)],
                ["milliseconds", took.toFixed(2)],
            ],
        };
    }

    /** The name of what a triangle belongs to. */
    #object(triangle: number): Figures {
        const object = this.#objects?.[triangle];
        return object === undefined ? [["triangle", String(triangle)]] : [["object", String(object)]];
    }

    #resize(): void {
        this.#renderer.setPixelRatio(window.devicePixelRatio);
        this.#renderer.setSize(window.innerWidth, window.innerHeight, false);
        this.#camera.aspect = window.innerWidth / window.innerHeight;
        this.#camera.updateProjectionMatrix();
        this.#draw();
    }

    /** Finds out whether all triangles are drawn fast enough to be turned, or need a coarse copy for that. */
    #measure(): void {
        const gl = this.#renderer.getContext();
        // Waits until all is drawn.
        const wait = () => gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
        wait();
        const before = performance.now();
        this.#renderer.render(this.#scene, this.#camera);
        wait();
        if (performance.now() - before > SMOOTH) this.#surface.addCoarse();
        document.body.dataset["measured"] = "true";
    }

    /** The scene has come to rest. */
    #stop(): void {
        this.#surface.drawCoarse(false);
        this.#draw();
    }

    /** Draws before the next picture of the browser, once for all that has changed until then. */
    #draw(): void {
        if (this.#isAwaited) return;
        this.#isAwaited = true;
        requestAnimationFrame(() => {
            this.#isAwaited = false;
            this.#renderer.render(this.#scene, this.#camera);
        });
    }
}

async function start(): Promise<void> {
    const code = bytesOf("module");
    const [mesh, field, solid, objects] = [bytesOf("mesh"), bytesOf("field"), bytesOf("solid"), bytesOf("objects")];
    if (!code || !mesh) throw new Error("the page is empty: `carom view` fills it");
    const carom = await load(code);
    const view = new View({
        mesh: carom.openMesh(mesh),
        field: field && carom.openSdf(field),
        solid: solid && carom.openBsp(solid),
        objects: objects && new BigUint64Array(objects.buffer),
        bytes: (solid ?? field ?? mesh).length,
    });
    Object.assign(globalThis, { carom: view.console() });
    document.body.dataset["ready"] = "true";
}

start().catch((error: unknown) => {
    element("error").textContent = error instanceof Error ? error.message : String(error);
});
