// Rays through the picture.

import { type PerspectiveCamera, Vector3 } from "three";
import type { Vec3 } from "../../npm/src/values.js";

/** The ray from the camera through a place of the picture, whose x and y are from -1 to 1. */
export function rayAt(camera: PerspectiveCamera, x: number, y: number): { origin: Vec3; direction: Vec3 } {
    const origin = camera.position;
    const direction = new Vector3(x, y, 0.5).unproject(camera).sub(origin).normalize();
    return { origin: origin.toArray(), direction: direction.toArray() };
}
