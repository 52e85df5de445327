// carom by WebAssembly, for Node and browsers.

import { Bsp } from "./bsp.js";
import * as layout from "./layout.js";
import { Mesh } from "./mesh.js";
import { CaromError, Module, make, requireSimd } from "./module.js";
import { Sdf } from "./sdf.js";
import { choose } from "./values.js";

export { Bsp, CaromError, Mesh, Sdf };
export type { TreeBoxes } from "./boxes.js";
export type { BspHit, BspHits } from "./bsp.js";
export type { ClosestPoint, RayHit, RayHits, SdfOptions, Triangles } from "./mesh.js";
export type { SdfSample } from "./sdf.js";
export type { Filter, RayRange, Vec3 } from "./values.js";

/** How a mesh is cooked. Answers do not depend on it, only memory, speed and build time do. */
export interface MeshOptions {
    /** Attribute bits for filters, 16 a triangle. */
    attributes?: Uint16Array;
    /** The build time that is spent on a faster tree; `medium` unless given. */
    quality?: "fast" | "medium" | "high";
    /** Memory against speed; `rays` has a second tree for rays. */
    preset?: "default" | "small" | "fast" | "rays";
}

const QUALITIES = ["default", "fast", "medium", "high"];
const PRESETS = ["default", "small", "fast", "rays"];

/** A loaded module. What it makes lives in its memory. */
export class Carom {
    readonly #module: Module;

    /** @internal */
    constructor(module: Module) {
        this.#module = module;
    }

    /**
     * Cooks a mesh. The arrays are copied.
     * @param positions three numbers a vertex, each finite
     * @param indices   three vertices a triangle, counter-clockwise seen from its front
     * @throws CaromError for what carom refuses
     */
    buildMesh(positions: Float32Array, indices: Uint32Array | Uint16Array, options: MeshOptions = {}): Mesh {
        const { CaromMeshDesc: Desc } = layout;
        const { attributes } = options;
        for (const [name, array] of [["positions", positions], ["indices", indices]] as const) {
            if (array.length % 3 !== 0) throw new RangeError(`${name} has ${array.length} numbers, not three each`);
        }
        const triangles = indices.length / 3;
        checkAttributes(attributes, triangles, "triangles");
        const module = this.#module;
        const arrays = [positions, indices, attributes ?? new Uint16Array()] as const;
        return withArrays(module, Desc.size, arrays, (at, [positionsAt, indicesAt, attributesAt]) => {
            module.call("carom_mesh_desc_init_sized", at, Desc.size);
            const view = module.view();
            view.setUint32(at + Desc.positions, positionsAt, true);
            view.setUint32(at + Desc.indices, indicesAt, true);
            view.setUint32(at + Desc.attributes, attributes ? attributesAt : 0, true);
            view.setUint32(at + Desc.vertex_count, positions.length / 3, true);
            view.setUint32(at + Desc.triangle_count, triangles, true);
            view.setUint32(at + Desc.index_size, indices.BYTES_PER_ELEMENT, true);
            view.setUint32(at + Desc.quality, choose(QUALITIES, options.quality, "quality"), true);
            view.setUint32(at + Desc.preset, choose(PRESETS, options.preset, "preset"), true);
            return new Mesh(make(module, "carom_mesh_destroy", (out) => module.call("carom_mesh_build", at, out)));
        });
    }

    /**
     * Cooks solids: brushes, each what is behind all of its planes. The arrays are copied.
     * @param planes      four numbers a plane, brush after brush: a normal out of the solid, of any length, and the
     *                    product of it and a point of the plane
     * @param planeCounts the number of planes of each brush
     * @param attributes  attribute bits for filters, 16 a brush
     * @throws CaromError for what carom refuses
     */
    buildBsp(planes: Float32Array, planeCounts: Uint32Array, attributes?: Uint16Array): Bsp {
        const { CaromBspDesc: Desc } = layout;
        if (planes.length % 4 !== 0) throw new RangeError(`planes has ${planes.length} numbers, not four each`);
        const brushes = planeCounts.length;
        checkAttributes(attributes, brushes, "brushes");
        const module = this.#module;
        const arrays = [planes, planeCounts, attributes ?? new Uint16Array()] as const;
        return withArrays(module, Desc.size, arrays, (at, [planesAt, countsAt, attributesAt]) => {
            module.call("carom_bsp_desc_init_sized", at, Desc.size);
            const view = module.view();
            view.setUint32(at + Desc.planes, planesAt, true);
            view.setUint32(at + Desc.plane_counts, countsAt, true);
            view.setUint32(at + Desc.attributes, attributes ? attributesAt : 0, true);
            view.setUint32(at + Desc.plane_count, planes.length / 4, true);
            view.setUint32(at + Desc.brush_count, brushes, true);
            return new Bsp(make(module, "carom_bsp_destroy", (out) => module.call("carom_bsp_build", at, out)));
        });
    }

    /**
     * Opens the bytes of a mesh that was saved on any platform. They are copied.
     * @throws CaromError for bytes that are no such blob, or a damaged one
     */
    openMesh(bytes: Uint8Array): Mesh {
        return new Mesh(this.#open(bytes, "mesh"));
    }

    /**
     * Opens the bytes of a field that was saved on any platform. They are copied.
     * @throws CaromError for bytes that are no such blob, or a damaged one
     */
    openSdf(bytes: Uint8Array): Sdf {
        return new Sdf(this.#open(bytes, "sdf"));
    }

    /**
     * Opens the bytes of a BSP tree that was saved on any platform. They are copied.
     * @throws CaromError for bytes that are no such blob, or a damaged one
     */
    openBsp(bytes: Uint8Array): Bsp {
        return new Bsp(this.#open(bytes, "bsp"));
    }

    #open(bytes: Uint8Array, kind: string) {
        const module = this.#module;
        return module.with(bytes.length, (at) => {
            module.bytes(at, bytes.length).set(bytes);
            return make(module, `carom_${kind}_destroy`, (out) =>
                module.call(`carom_${kind}_open`, at, bytes.length, 0, out),
            );
        });
    }
}

/** @throws RangeError unless there are none, or one for each of so many */
function checkAttributes(attributes: Uint16Array | undefined, count: number, what: string): void {
    if (attributes && attributes.length !== count) {
        throw new RangeError(`attributes has ${attributes.length} entries for ${count} ${what}`);
    }
}

/** Calls `use` with the place of `size` bytes, and those of three arrays, copied behind them to multiples of 4. */
function withArrays<T>(
    module: Module,
    size: number,
    arrays: readonly [ArrayBufferView, ArrayBufferView, ArrayBufferView],
    use: (at: number, places: [number, number, number]) => T,
): T {
    const places: [number, number, number] = [0, 0, 0];
    let end = size;
    arrays.forEach((array, i) => {
        places[i] = end;
        end += Math.ceil(array.byteLength / 4) * 4;
    });
    return module.with(end, (at) => {
        arrays.forEach((array, i) => {
            places[i] = (places[i] as number) + at;
            module.bytes(places[i] as number, array.byteLength).set(
                new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
            );
        });
        return use(at, places);
    });
}

/**
 * Loads carom.
 * @param source the bytes of carom.wasm, or a response with them; the file beside this one unless given
 * @throws Error if the JavaScript engine has no SIMD, or the module cannot be fetched
 */
export async function load(source?: BufferSource | Response | Promise<Response>): Promise<Carom> {
    requireSimd();
    const given = await (source ?? read(new URL("./carom.wasm", import.meta.url)));
    const bytes = given instanceof Response ? await body(given) : given;
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Carom(new Module(instance.exports));
}

async function body(response: Response): Promise<ArrayBuffer> {
    if (!response.ok) throw new Error(`carom.wasm: ${response.url} answers ${response.status}`);
    return response.arrayBuffer();
}

async function read(url: URL): Promise<BufferSource | Response> {
    if (url.protocol !== "file:") return fetch(url);
    const { readFile } = await import("node:fs/promises");
    return new Uint8Array(await readFile(url));
}
