// Compiled, not run: the types of the installed package.

import { Carom, CaromError, type RayHit, load } from "carom";

export async function use(): Promise<number> {
    const carom: Carom = await load();
    const mesh = carom.buildMesh(new Float32Array(9), new Uint32Array(3), { quality: "fast" });
    const hit: RayHit | null = mesh.raycast([0, 0, 1], [0, 0, -1], { max: 9 }, { require: 1 });
    // @ts-expect-error three numbers make a point
    mesh.closestPoint([0, 0]);
    // @ts-expect-error no such quality
    carom.buildMesh(new Float32Array(9), new Uint32Array(3), { quality: "best" });
    return hit ? hit.normal[1] : new CaromError(-1, "", "").status;
}
