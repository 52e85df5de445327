// Where the fields of carom.h lie in WebAssembly, in bytes; `cargo xtask package npm` compares each line with the header.

export const CaromVec3 = { size: 12, x: 0, y: 4, z: 8 } as const;
export const CaromFilter = { size: 20, struct_size: 0, require: 4, exclude: 8, backfaces: 12, any_of: 16 } as const;
export const CaromMeshDesc = { size: 72, positions: 8, indices: 12, attributes: 16, vertex_count: 20, triangle_count: 28, index_size: 32, quality: 36, preset: 64 } as const;
export const CaromMeshStats = { size: 136, struct_size: 0, triangle_count: 8, bounds: 48 } as const;
export const CaromRay = { size: 32, origin: 0, t_min: 12, direction: 16, t_max: 28 } as const;
export const CaromRayHit = { size: 16, t: 0, u: 4, v: 8, triangle: 12 } as const;
export const CaromSurfacePoint = { size: 28, point: 0, normal: 12, attributes: 24 } as const;
export const CaromPointQuery = { size: 16, point: 0, max_distance: 12 } as const;
export const CaromClosestPoint = { size: 24, point: 0, distance: 12, triangle: 16 } as const;
export const CaromTriangle = { size: 40, a: 0, b: 12, c: 24, attributes: 36 } as const;
export const CaromTreeBox = { size: 32, bounds: 0, depth: 24, count: 28 } as const;
export const CaromBspDesc = { size: 100, planes: 8, plane_counts: 12, attributes: 28, plane_count: 36, brush_count: 44 } as const;
export const CaromBspCastHit = { size: 32, t: 0, point: 4, normal: 16, brush: 28 } as const;
export const CaromSphere = { size: 16, center: 0, radius: 12 } as const;
export const CaromCapsule = { size: 32, a: 0, radius: 12, b: 16 } as const;
export const CaromBox = { size: 40, center: 0, half_extents: 12, rotation: 24 } as const;
export const CaromSdfGenerateDesc = { size: 92, resolution: 4, padding: 8, origin: 12, cell: 24, dims: 28, storage: 40, sign: 52, max_distance: 64 } as const;
export const CaromSdfSample = { size: 16, distance: 0, gradient: 4 } as const;
