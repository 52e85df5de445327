// carom by WebAssembly, for Node and browsers.

import * as layout from "./layout.js";
import { Mesh } from "./mesh.js";
import { CaromError, Module, make, requireSimd } from "./module.js";
import { Sdf } from "./sdf.js";
import { choose } from "./values.js";

export { CaromError, Mesh, Sdf };
export type { ClosestPoint, RayHit, RayHits, SdfOptions, TreeBoxes, Triangles } from "./mesh.js";
export type { SdfSample } from "./sdf.js";
export type { Filter, Vec3 } from "./values.js";

/** How a mesh is cooked. Answers do not depend on it, only memory, speed and build time do. */
export interface MeshOptions {
    /** Attribute bits for filters, 16 a triangle. */
    attributes?: Uint16Array;
    /** The build time that is spent on a faster tree; `medium` unless given. */
    quality?: "fast" | "medium" | "high";
    /** Memory against speed. */
    preset?: "default" | "small" | "fast";
}

const QUALITIES = ["default", "fast", "medium", "high"];
const PRESETS = ["default", "small", "fast"];

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
        if (attributes && attributes.length !== triangles) {
            throw new RangeError(`attributes has ${attributes.length} entries for ${triangles} triangles`);
        }
        const module = this.#module;
        // One after another, each at a multiple of 4.
        const arrays = [positions, indices, attributes ?? new Uint16Array()];
        const places: number[] = [];
        let size: number = Desc.size;
        for (const array of arrays) {
            places.push(size);
            size += Math.ceil(array.byteLength / 4) * 4;
        }
        return module.with(size, (at) => {
            module.call("carom_mesh_desc_init_sized", at, Desc.size);
            const [positionsAt, indicesAt, attributesAt] = arrays.map((array, i) => {
                const place = at + (places[i] as number);
                module.bytes(place, array.byteLength).set(
                    new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
                );
                return place;
            }) as [number, number, number];
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
