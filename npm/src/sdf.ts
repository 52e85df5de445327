// Signed distance fields.

import * as layout from "./layout.js";
import { type Handle, save } from "./module.js";
import { type Vec3, getVec3, putVec3 } from "./values.js";

/** A field at a point. */
export interface SdfSample {
    /** The distance, negative inside. */
    distance: number;
    /** About a unit vector away from the surface. */
    gradient: [number, number, number];
}

/** A signed distance field. Made by `Mesh.generateSdf` or `Carom.openSdf`. */
export class Sdf {
    readonly #handle: Handle;

    /** @internal */
    constructor(handle: Handle) {
        this.#handle = handle;
    }

    /**
     * Samples the field, outside of its grid too.
     * @param point         finite
     * @param interpolation of eight nodes, or of 64, whose gradient is continuous
     */
    sample(point: Vec3, interpolation: "linear" | "cubic" = "linear"): SdfSample {
        const { module, pointer } = this.#handle;
        return module.with(layout.CaromVec3.size, (at) =>
            module.with(layout.CaromSdfSample.size, (out) => {
                putVec3(module.view(), at, point, "point");
                module.call("carom_sdf_sample", pointer, at, 1, interpolation === "cubic" ? 1 : 0, out);
                const view = module.view();
                return {
                    distance: view.getFloat32(out + layout.CaromSdfSample.distance, true),
                    gradient: getVec3(view, out + layout.CaromSdfSample.gradient),
                };
            }),
        );
    }

    /** The bytes to store; any platform opens them. */
    save(): Uint8Array {
        return save(this.#handle, "carom_sdf_save");
    }

    /** Gives the memory back. The field cannot be used afterwards. */
    free(): void {
        this.#handle.free();
    }
}
