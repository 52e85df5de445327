// The layout of every struct.

using System;
using System.Reflection;
using System.Runtime.InteropServices;
using Carom.Native;

public static unsafe partial class Tests
{
    /// <summary>Fields in order, each "name offset", and the size of it all.</summary>
    static void ExpectLayout(Type type, int size, params object[] fields)
    {
        Expect(Marshal.SizeOf(type) == size, type.Name + ": size is " + Marshal.SizeOf(type) + ", not " + size);
        FieldInfo[] present = type.GetFields(BindingFlags.Instance | BindingFlags.Public);
        Expect(present.Length * 2 == fields.Length, type.Name + ": has " + present.Length + " fields");
        for (int i = 0; i < fields.Length; i += 2)
        {
            int offset = (int)Marshal.OffsetOf(type, (string)fields[i]);
            Expect(offset == (int)fields[i + 1], type.Name + "." + fields[i] + ": offset is " + offset + ", not " + fields[i + 1]);
        }
    }

    static void Layouts()
    {
        int p = sizeof(void*);
        ExpectLayout(typeof(CaromVec3), 12, "x", 0, "y", 4, "z", 8);
        ExpectLayout(typeof(CaromAabb), 24, "min", 0, "max", 12);
        ExpectLayout(typeof(CaromRay), 32, "origin", 0, "t_min", 12, "direction", 16, "t_max", 28);
        ExpectLayout(typeof(CaromRayHit), 16, "t", 0, "u", 4, "v", 8, "triangle", 12);
        ExpectLayout(typeof(CaromContactOptions), 20,
            "struct_size", 0, "max_distance", 4, "edges", 8, "max_points", 12, "merge_cos", 16);
        ExpectLayout(typeof(CaromContact), 48,
            "point", 0, "depth", 12, "normal", 16, "triangle", 28, "feature", 32, "manifold", 36, "attributes", 40,
            "reserved", 44);
        ExpectLayout(typeof(CaromCrossing), 20, "t", 0, "u", 4, "v", 8, "triangle", 12, "sign", 16);
        ExpectLayout(typeof(CaromSurfacePoint), 28, "point", 0, "normal", 12, "attributes", 24);
        ExpectLayout(typeof(CaromSphere), 16, "center", 0, "radius", 12);
        ExpectLayout(typeof(CaromCapsule), 32, "a", 0, "radius", 12, "b", 16, "reserved", 28);
        ExpectLayout(typeof(CaromBox), 40, "center", 0, "half_extents", 12, "rotation", 24);
        ExpectLayout(typeof(CaromBoxAxes), 60, "center", 0, "half_extents", 12, "axes", 24);
        ExpectLayout(typeof(CaromPointQuery), 16, "point", 0, "max_distance", 12);
        ExpectLayout(typeof(CaromClosestPoint), 24, "point", 0, "distance", 12, "triangle", 16, "feature", 20);
        ExpectLayout(typeof(CaromSphereCast), 32, "origin", 0, "radius", 12, "displacement", 16, "reserved", 28);
        ExpectLayout(typeof(CaromCapsuleCast), 48, "capsule", 0, "displacement", 32, "reserved", 44);
        ExpectLayout(typeof(CaromBoxCast), 72, "shape", 0, "displacement", 60);
        ExpectLayout(typeof(CaromShapeHit), 48,
            "t", 0, "depth", 4, "point", 8, "normal", 20, "triangle", 32, "feature", 36, "attributes", 40,
            "reserved", 44);
        ExpectLayout(typeof(CaromTriangle), 40, "a", 0, "b", 12, "c", 24, "attributes", 36);
        ExpectLayout(typeof(CaromPose), 48, "rows", 0);
        ExpectLayout(typeof(CaromFarPose), 96, "rows", 0);
        ExpectLayout(typeof(CaromTrianglePair), 8, "a", 0, "b", 4);
        ExpectLayout(typeof(CaromPairDistance), 12, "a", 0, "b", 4, "distance", 8);
        ExpectLayout(typeof(CaromPairIntersection), 88, "a", 0, "b", 4, "point_count", 8, "flags", 12, "points", 16);
        ExpectLayout(typeof(CaromMeshDistance), 36, "on_a", 0, "on_b", 12, "distance", 24, "a", 28, "b", 32);
        ExpectLayout(typeof(CaromFilter), 20,
            "struct_size", 0, "require", 4, "exclude", 8, "backfaces", 12, "any_of", 16);
        ExpectLayout(typeof(CaromMeshDesc), 48 + 6 * p,
            "struct_size", 0, "layout", 4, "positions", 8, "indices", 8 + p, "attributes", 8 + 2 * p,
            "vertex_count", 8 + 3 * p, "position_stride", 12 + 3 * p, "triangle_count", 16 + 3 * p,
            "index_size", 20 + 3 * p, "quality", 24 + 3 * p, "split", 28 + 3 * p, "thread_count", 32 + 3 * p,
            "flags", 36 + 3 * p, "triangle_order", 40 + 3 * p, "progress", 40 + 4 * p, "progress_context", 40 + 5 * p,
            "preset", 40 + 6 * p, "reserved", 44 + 6 * p);
        ExpectLayout(typeof(CaromMeshReport), 44,
            "struct_size", 0, "triangle_count", 4, "vertex_count", 8, "unused_vertices", 12,
            "degenerate_triangles", 16, "duplicate_triangles", 20, "open_edges", 24, "non_manifold_edges", 28,
            "inconsistent_edges", 32, "parts", 36, "is_watertight", 40);
        ExpectLayout(typeof(CaromMeshStats), 136,
            "struct_size", 0, "layout", 4, "triangle_count", 8, "source_vertex_count", 12, "stored_vertex_count", 16,
            "node_count", 20, "depth", 24, "flags", 28, "split", 32, "cost", 36, "attributes_any", 40,
            "attributes_all", 44, "bounds", 48, "bytes_nodes", 72, "bytes_leaves", 80, "bytes_pages", 88,
            "bytes_positions", 96, "bytes_triangle_ids", 104, "bytes_frame", 112, "bytes_total", 120,
            "preset", 128, "piece_count", 132);
        ExpectLayout(typeof(CaromHullDesc), 16 + p,
            "struct_size", 0, "point_count", 4, "points", 8, "point_stride", 8 + p, "reserved", 12 + p);
        ExpectLayout(typeof(CaromHullStats), 64,
            "struct_size", 0, "dimension", 4, "vertex_count", 8, "face_count", 12, "edge_count", 16, "reserved", 20,
            "bounds", 24, "volume", 48, "bytes_total", 56);
        ExpectLayout(typeof(CaromHullPose), 48 + p, "hull", 0, "pose", p);
        Expect(sizeof(CaromHullPose) == 48 + p, "managed size of a posed hull");
        ExpectLayout(typeof(CaromHullCast), 64 + p, "shape", 0, "displacement", 48 + p, "reserved", 60 + p);
        ExpectLayout(typeof(CaromBspDesc), 64 + 9 * p,
            "struct_size", 0, "input", 4, "planes", 8, "plane_counts", 8 + p, "positions", 8 + 2 * p,
            "indices", 8 + 3 * p, "corner_counts", 8 + 4 * p, "attributes", 8 + 5 * p, "report", 8 + 6 * p,
            "plane_count", 8 + 7 * p, "plane_stride", 12 + 7 * p, "brush_count", 16 + 7 * p,
            "vertex_count", 20 + 7 * p, "position_stride", 24 + 7 * p, "index_count", 28 + 7 * p,
            "index_size", 32 + 7 * p, "polygon_count", 36 + 7 * p, "flags", 40 + 7 * p, "bevels", 44 + 7 * p,
            "snap_distance", 48 + 7 * p, "snap_normal", 52 + 7 * p, "progress", 56 + 7 * p,
            "progress_context", 56 + 8 * p, "thread_count", 56 + 9 * p, "reserved", 60 + 9 * p);
        ExpectLayout(typeof(CaromBspReport), 80,
            "struct_size", 0, "skipped_brushes", 4, "first_skipped", 8, "degenerate_faces", 12, "faces", 16,
            "planes", 24, "splits", 32, "deviation", 40, "leak_fraction", 48, "leak_position", 56, "leak", 68,
            "repaired_leaves", 72);
        ExpectLayout(typeof(CaromBspStats), 104,
            "struct_size", 0, "flags", 4, "brush_count", 8, "face_count", 12, "node_count", 16, "plane_count", 20,
            "depth", 24, "slack", 28, "attributes_any", 32, "attributes_all", 36, "bounds", 40, "bytes_nodes", 64,
            "bytes_planes", 72, "bytes_solids", 80, "bytes_frame", 88, "bytes_total", 96);
        ExpectLayout(typeof(CaromBspContent), 8,
            "brush", 0, "attributes", 4);
        ExpectLayout(typeof(CaromBspContact), 32,
            "point", 0, "depth", 12, "normal", 16, "brush", 28);
        ExpectLayout(typeof(CaromBspCastHit), 32,
            "t", 0, "point", 4, "normal", 16, "brush", 28);
        ExpectLayout(typeof(CaromSdfGenerateDesc), 80 + 3 * p,
            "struct_size", 0, "resolution", 4, "padding", 8, "origin", 12, "cell", 24, "dims", 28, "storage", 40,
            "band", 44, "far_error", 48, "sign", 52, "inside", 56, "thickness", 60, "max_distance", 64, "method", 68,
            "flags", 72, "thread_count", 76, "report", 80, "progress", 80 + p, "progress_context", 80 + 2 * p);
        ExpectLayout(typeof(CaromSdfReport), 40,
            "struct_size", 0, "sign", 4, "unbalanced_edges", 8, "cap_triangles", 16, "inside_count", 24,
            "thin_triangles", 32);
        ExpectLayout(typeof(CaromSdfDesc), 48 + 2 * p,
            "struct_size", 0, "storage", 4, "origin", 8, "cell", 20, "dims", 24, "band", 36, "far_error", 40,
            "max_distance", 44, "values", 48, "triangles", 48 + p);
        ExpectLayout(typeof(CaromSdfStats), 112,
            "struct_size", 0, "storage", 4, "flags", 8, "dims", 12, "origin", 24, "cell", 36, "block_count", 40,
            "brick_count", 44, "error", 48, "near_error", 52, "far_error", 56, "slope", 60, "bytes_values", 64,
            "bytes_tables", 72, "bytes_triangles", 80, "bytes_frame", 88, "bytes_total", 96,
            "max_distance", 104, "reserved", 108);
        ExpectLayout(typeof(CaromSdfSample), 16,
            "distance", 0, "gradient", 4);
        ExpectLayout(typeof(CaromSdfClosestPoint), 36,
            "point", 0, "distance", 12, "normal", 16, "triangle", 28, "error", 32);
        ExpectLayout(typeof(CaromSdfContact), 44,
            "point", 0, "depth", 12, "normal", 16, "triangle", 28, "deepest", 32);
        ExpectLayout(typeof(CaromSdfTriangle), 36,
            "a", 0, "b", 12, "c", 24);
        ExpectLayout(typeof(CaromSdfRayHit), 32,
            "t", 0, "point", 4, "normal", 16, "triangle", 28);
        ExpectLayout(typeof(CaromSdfSlice), 48,
            "origin", 0, "width", 12, "right", 16, "height", 28, "down", 32, "reserved", 44);
        // In managed memory too: an array of them can be pinned and handed over as it is.
        Expect(sizeof(CaromRay) == 32 && sizeof(CaromRayHit) == 16 && sizeof(CaromBox) == 40 && sizeof(CaromBoxAxes) == 60, "managed sizes");
        Expect(sizeof(CaromPose) == 48 && sizeof(CaromPairIntersection) == 88, "managed sizes of pairs");
        Expect(sizeof(CaromMeshDesc) == 48 + 6 * p && sizeof(CaromMeshStats) == 136, "managed sizes of descriptors");
        Expect(sizeof(CaromBspDesc) == 64 + 9 * p && sizeof(CaromBspStats) == 104 && sizeof(CaromBspContact) == 32, "managed sizes of BSP structs");
        Expect(sizeof(CaromSdfDesc) == 48 + 2 * p && sizeof(CaromSdfStats) == 112 && sizeof(CaromSdfContact) == 44, "managed sizes of fields");
        Expect(sizeof(CaromStatus) == 4, "CaromStatus is 32 bits");
        ExpectLayout(typeof(CaromWorldDesc), 64, "struct_size", 0, "structure", 4, "tag", 8, "thread_count", 12, "build", 16, "placement", 20, "axes", 24, "cell_size", 32, "has_bounds", 36, "bounds", 40);
        ExpectLayout(typeof(CaromVolume), 32, "shape", 0, "radius", 4, "min", 8, "max", 20);
        ExpectLayout(typeof(CaromGroupFilter), 8, "group", 0, "mask", 4);
        ExpectLayout(typeof(CaromWorldObject), 56, "user", 0, "volume", 8, "filter", 40, "is_static", 48, "reserved", 52);
        ExpectLayout(typeof(CaromWorldPair), 16, "a", 0, "b", 8);
        ExpectLayout(typeof(CaromTreeBox), 32, "bounds", 0, "depth", 24, "count", 28);
        ExpectLayout(typeof(CaromWorldBox), 32, "bounds", 0, "depth", 24, "objects", 28);
        ExpectLayout(typeof(CaromWorldStats), 96, "struct_size", 0, "depth", 4, "object_count", 8, "static_count", 16, "node_count", 24, "build_count", 32, "refit_count", 40, "bytes_objects", 48, "bytes_compounds", 56, "bytes_structure", 64, "bytes_pairs", 72, "area", 80, "overlap", 88);
        ExpectLayout(typeof(CaromPlane), 16, "normal", 0, "offset", 12);
        ExpectLayout(typeof(CaromFrustum), 96, "planes", 0);
        ExpectLayout(typeof(CaromAabbCast), 36, "bounds", 0, "displacement", 24);
        ExpectLayout(typeof(CaromWorldFilter), 16, "groups", 0, "ignore", 8);
        ExpectLayout(typeof(CaromWorldHit), 24, "object", 0, "user", 8, "t", 16, "reserved", 20);
        ExpectLayout(typeof(CaromNeighbor), 24, "object", 0, "user", 8, "distance", 16, "reserved", 20);
    }
}
