// Tests of the C interface from C#: the layout of every struct, every function found in the library, 10,000
// rays in one call through a pinned array with the answers that C++ got, balls against a BSP tree likewise,
// and the status and the message of an error.
//
//     carom_csharp_tests.exe <directory with the files of carom_fixture>

using System;
using System.IO;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;
using Carom.Native;

public static unsafe class Tests
{
    static int failures;

    static void Expect(bool condition, string what)
    {
        if (!condition)
        {
            ++failures;
            Console.Error.WriteLine("FAILED: " + what);
        }
    }

    static string Text(byte* utf8)
    {
        int length = 0;
        while (utf8[length] != 0)
        {
            ++length;
        }
        byte[] bytes = new byte[length];
        Marshal.Copy((IntPtr)utf8, bytes, 0, length);
        return Encoding.UTF8.GetString(bytes);
    }

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
            "preset", 128, "reserved", 132);
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

    /// <summary>The runtime looks every function up in the library.</summary>
    static void Functions()
    {
        int count = 0;
        foreach (MethodInfo method in typeof(NativeMethods).GetMethods(BindingFlags.Static | BindingFlags.Public))
        {
            if ((method.Attributes & MethodAttributes.PinvokeImpl) == 0)
            {
                continue; // an inline function of the header
            }
            try
            {
                Marshal.Prelink(method);
                ++count;
            }
            catch (Exception exception)
            {
                Expect(false, method.Name + ": " + exception.Message);
            }
        }
        Expect(count == 147, "147 functions, not " + count);
    }

    static T[] Read<T>(string path, int size, Func<BinaryReader, T> read)
    {
        byte[] bytes = File.ReadAllBytes(path);
        BinaryReader reader = new BinaryReader(new MemoryStream(bytes));
        T[] array = new T[bytes.Length / size];
        for (int i = 0; i < array.Length; ++i)
        {
            array[i] = read(reader);
        }
        return array;
    }

    static CaromVec3 ReadVec3(BinaryReader reader)
    {
        CaromVec3 v = new CaromVec3();
        v.x = reader.ReadSingle();
        v.y = reader.ReadSingle();
        v.z = reader.ReadSingle();
        return v;
    }

    static void Rays(string directory)
    {
        CaromRay[] rays = Read(Path.Combine(directory, "rays.bin"), sizeof(CaromRay), reader =>
        {
            CaromRay ray = new CaromRay();
            ray.origin = ReadVec3(reader);
            ray.t_min = reader.ReadSingle();
            ray.direction = ReadVec3(reader);
            ray.t_max = reader.ReadSingle();
            return ray;
        });
        byte[] expected = File.ReadAllBytes(Path.Combine(directory, "hits.bin"));
        byte[] blob = File.ReadAllBytes(Path.Combine(directory, "mesh.carom"));
        Expect(rays.Length == 10000, "10,000 rays");

        CaromMesh* mesh = null;
        fixed (byte* bytes = blob)
        {
            CaromStatus opened = NativeMethods.carom_mesh_open(bytes, (UIntPtr)blob.Length, NativeMethods.CAROM_OPEN_COPY, &mesh);
            Expect(opened == CaromStatus.Ok, "open: " + opened + ": " + Text(NativeMethods.carom_last_error_message()));
        }
        if (mesh == null)
        {
            return;
        }
        CaromMeshStats stats = new CaromMeshStats();
        stats.struct_size = (uint)sizeof(CaromMeshStats);
        Expect(NativeMethods.carom_mesh_stats(mesh, &stats) == CaromStatus.Ok, "stats");
        Expect(stats.triangle_count == 42480 && stats.bytes_total == (ulong)blob.Length, "stats of the skull");

        CaromRayHit[] hits = new CaromRayHit[rays.Length];
        fixed (CaromRay* queries = rays)
        fixed (CaromRayHit* answers = hits)
        {
            CaromStatus status = NativeMethods.carom_mesh_raycast(mesh, queries, (UIntPtr)rays.Length, null, answers, null);
            Expect(status == CaromStatus.Ok, "raycast: " + status);
            byte* bytes = (byte*)answers;
            int difference = -1;
            for (int i = 0; i < expected.Length && difference < 0; ++i)
            {
                difference = bytes[i] == expected[i] ? -1 : i;
            }
            Expect(expected.Length == hits.Length * sizeof(CaromRayHit), "as many answers");
            Expect(difference < 0, "hits[" + difference / sizeof(CaromRayHit) + "] differs from the C++ answer");
        }
        int hit = 0;
        foreach (CaromRayHit answer in hits)
        {
            hit += answer.triangle != NativeMethods.CAROM_NONE ? 1 : 0;
        }
        Expect(hit > rays.Length / 4, "only " + hit + " rays hit");
        Console.WriteLine(rays.Length + " rays, " + hit + " hits, all as in C++");

        Surface(mesh, rays, hits);
        Delta(mesh, stats.triangle_count, rays, hits);

        // An error: its status, its message, and the answers untouched.
        rays[17].origin.y = float.NaN;
        CaromRayHit before = hits[0];
        fixed (CaromRay* queries = rays)
        fixed (CaromRayHit* answers = hits)
        {
            CaromStatus status = NativeMethods.carom_mesh_raycast(mesh, queries, (UIntPtr)rays.Length, null, answers, null);
            string message = Text(NativeMethods.carom_last_error_message());
            Expect(status == CaromStatus.ErrorNotFinite, "status of a NaN: " + status);
            Expect(message == "rays[17].origin.y: NaN is not finite", "message of a NaN: " + message);
            Expect(hits[0].Equals(before), "answers untouched");
        }
        NativeMethods.carom_mesh_destroy(mesh);
    }

    static double Dot(CaromVec3 a, CaromVec3 b)
    {
        return (double)a.x * b.x + (double)a.y * b.y + (double)a.z * b.z;
    }

    /// <summary>The surface at each hit lies in the plane of the triangle that was hit.</summary>
    static void Surface(CaromMesh* mesh, CaromRay[] rays, CaromRayHit[] expected)
    {
        CaromRayHit[] hits = new CaromRayHit[rays.Length];
        CaromSurfacePoint[] surface = new CaromSurfacePoint[rays.Length];
        fixed (CaromRay* queries = rays)
        fixed (CaromRayHit* answers = hits)
        fixed (CaromSurfacePoint* points = surface)
        {
            CaromStatus status = NativeMethods.carom_mesh_raycast(mesh, queries, (UIntPtr)rays.Length, null, answers, points);
            Expect(status == CaromStatus.Ok, "raycast with surface: " + status);
        }
        uint[] list = new uint[200];
        int[] places = new int[list.Length];
        int count = 0;
        for (int i = 0; i < hits.Length; ++i)
        {
            Expect(hits[i].Equals(expected[i]), "hits[" + i + "] is another one with the surface");
            if (hits[i].triangle != NativeMethods.CAROM_NONE && count < list.Length)
            {
                list[count] = hits[i].triangle;
                places[count] = i;
                ++count;
            }
        }
        CaromTriangle[] triangles = new CaromTriangle[count];
        fixed (uint* numbers = list)
        fixed (CaromTriangle* found = triangles)
        {
            CaromStatus status = NativeMethods.carom_mesh_triangles(mesh, numbers, 0, (UIntPtr)count, found);
            Expect(status == CaromStatus.Ok, "triangles of a list: " + status);
        }
        for (int i = 0; i < count; ++i)
        {
            CaromSurfacePoint at = surface[places[i]];
            CaromTriangle triangle = triangles[i];
            double size = Math.Sqrt(Dot(triangle.a, triangle.a));
            Expect(Math.Abs(Dot(at.normal, at.normal) - 1) < 1e-5, "surface[" + places[i] + "]: normal");
            Expect(Math.Abs(Dot(at.normal, at.point) - Dot(at.normal, triangle.a)) <= 1e-5 * size, "surface[" + places[i] + "]: point");
            Expect(at.attributes == triangle.attributes, "surface[" + places[i] + "]: attributes");
        }
        Expect(count == list.Length, "triangles looked up");
    }

    /// <summary>The same triangles in layout DELTA give the same answers.</summary>
    static void Delta(CaromMesh* mesh, uint count, CaromRay[] rays, CaromRayHit[] expected)
    {
        CaromTriangle[] triangles = new CaromTriangle[count];
        CaromVec3[] corners = new CaromVec3[3 * count];
        uint[] indices = new uint[3 * count];
        CaromRayHit[] hits = new CaromRayHit[rays.Length];
        CaromMesh* delta = null;
        fixed (CaromTriangle* found = triangles)
        fixed (CaromVec3* positions = corners)
        fixed (uint* numbers = indices)
        fixed (CaromRay* queries = rays)
        fixed (CaromRayHit* answers = hits)
        {
            CaromStatus status = NativeMethods.carom_mesh_triangles(mesh, null, 0, (UIntPtr)count, found);
            Expect(status == CaromStatus.Ok, "all triangles: " + status);
            for (uint i = 0; i < count; ++i)
            {
                corners[3 * i] = triangles[i].a;
                corners[3 * i + 1] = triangles[i].b;
                corners[3 * i + 2] = triangles[i].c;
            }
            for (uint i = 0; i < indices.Length; ++i)
            {
                indices[i] = i;
            }
            CaromMeshDesc desc = new CaromMeshDesc();
            Expect(NativeMethods.carom_mesh_desc_init(&desc) == CaromStatus.Ok, "init of a descriptor");
            desc.layout = NativeMethods.CAROM_LAYOUT_DELTA;
            desc.positions = (float*)positions;
            desc.indices = numbers;
            desc.vertex_count = 3 * count;
            desc.triangle_count = count;
            status = NativeMethods.carom_mesh_build(&desc, &delta);
            Expect(status == CaromStatus.Ok, "build: " + status + ": " + Text(NativeMethods.carom_last_error_message()));
            if (delta == null)
            {
                return;
            }
            CaromMeshStats stats = new CaromMeshStats();
            stats.struct_size = (uint)sizeof(CaromMeshStats);
            Expect(NativeMethods.carom_mesh_stats(delta, &stats) == CaromStatus.Ok, "stats of DELTA");
            Expect(stats.layout == NativeMethods.CAROM_LAYOUT_DELTA, "layout " + stats.layout);
            Expect(stats.bytes_nodes == 21ul * (count - 1) - 12 && stats.bytes_leaves == 12ul * count, "bytes of DELTA");
            status = NativeMethods.carom_mesh_raycast(delta, queries, (UIntPtr)rays.Length, null, answers, null);
            Expect(status == CaromStatus.Ok, "raycast in DELTA: " + status);
        }
        for (int i = 0; i < hits.Length; ++i)
        {
            Expect(hits[i].Equals(expected[i]), "hits[" + i + "] is another one in layout DELTA");
        }
        NativeMethods.carom_mesh_destroy(delta);
    }

    /// <summary>The first element in which answers differ from what C++ got, or -1.</summary>
    static int Difference(byte* answers, byte[] expected, int size)
    {
        for (int i = 0; i < expected.Length; ++i)
        {
            if (answers[i] != expected[i])
            {
                return i / size;
            }
        }
        return -1;
    }

    static void Rooms(string directory)
    {
        CaromSphere[] balls = Read(Path.Combine(directory, "balls.bin"), sizeof(CaromSphere), reader =>
        {
            CaromSphere ball = new CaromSphere();
            ball.center = ReadVec3(reader);
            ball.radius = reader.ReadSingle();
            return ball;
        });
        byte[] contacts = File.ReadAllBytes(Path.Combine(directory, "contacts.bin"));
        byte[] blob = File.ReadAllBytes(Path.Combine(directory, "rooms.carom"));
        Expect(balls.Length == 10000 && contacts.Length == balls.Length * sizeof(CaromBspContact), "10,000 balls");

        CaromBsp* bsp = null;
        fixed (byte* bytes = blob)
        {
            CaromStatus opened = NativeMethods.carom_bsp_open(bytes, (UIntPtr)blob.Length, NativeMethods.CAROM_OPEN_COPY, &bsp);
            Expect(opened == CaromStatus.Ok, "open: " + opened + ": " + Text(NativeMethods.carom_last_error_message()));
        }
        if (bsp == null)
        {
            return;
        }
        CaromBspStats stats = new CaromBspStats();
        stats.struct_size = (uint)sizeof(CaromBspStats);
        Expect(NativeMethods.carom_bsp_stats(bsp, &stats) == CaromStatus.Ok, "stats of a BSP tree");
        Expect(stats.brush_count == 9 && stats.bytes_total == (ulong)blob.Length, "stats of the rooms");

        CaromBspContact[] found = new CaromBspContact[balls.Length];
        byte[] overlaps = new byte[balls.Length];
        fixed (CaromSphere* queries = balls)
        fixed (CaromBspContact* answers = found)
        fixed (byte* touched = overlaps)
        {
            CaromStatus status = NativeMethods.carom_bsp_collide_sphere(bsp, queries, (UIntPtr)balls.Length, null, answers);
            Expect(status == CaromStatus.Ok, "collide_sphere: " + status);
            int difference = Difference((byte*)answers, contacts, sizeof(CaromBspContact));
            Expect(difference < 0, "contacts[" + difference + "] differs from the C++ answer");
            status = NativeMethods.carom_bsp_overlap_sphere(bsp, queries, (UIntPtr)balls.Length, NativeMethods.CAROM_BSP_EXACT, null, touched);
            Expect(status == CaromStatus.Ok, "overlap_sphere: " + status);
        }
        int touching = 0;
        for (int i = 0; i < balls.Length; ++i)
        {
            bool touches = found[i].brush != NativeMethods.CAROM_NONE;
            Expect(touches == (overlaps[i] == 1), "overlaps[" + i + "] is not what contacts say");
            touching += touches ? 1 : 0;
        }
        Console.WriteLine(balls.Length + " balls, " + touching + " touch, all as in C++");

        CaromFilter filter = new CaromFilter();
        filter.struct_size = (uint)sizeof(CaromFilter);
        filter.any_of = stats.attributes_any;
        int seen = 0, unseen = 0;
        for (int round = 0; round < 2; ++round)
        {
            fixed (CaromSphere* queries = balls)
            fixed (byte* touched = overlaps)
            {
                CaromStatus status = NativeMethods.carom_bsp_overlap_sphere(bsp, queries, (UIntPtr)balls.Length, NativeMethods.CAROM_BSP_EXACT, &filter, touched);
                Expect(status == CaromStatus.Ok, "overlap_sphere with a filter: " + status);
            }
            foreach (byte overlap in overlaps)
            {
                seen += round == 0 ? overlap : 0;
                unseen += round == 1 ? overlap : 0;
            }
            // No brush has the other bits.
            filter.any_of = ~stats.attributes_any & 0xffff;
        }
        // An older version of the struct ends before any_of.
        filter.struct_size = 16;
        fixed (CaromSphere* queries = balls)
        fixed (byte* touched = overlaps)
        {
            CaromStatus status = NativeMethods.carom_bsp_overlap_sphere(bsp, queries, (UIntPtr)balls.Length, NativeMethods.CAROM_BSP_EXACT, &filter, touched);
            Expect(status == CaromStatus.Ok, "overlap_sphere with an older filter: " + status);
        }
        int older = 0;
        foreach (byte overlap in overlaps)
        {
            older += overlap;
        }
        Expect(older == touching, "an older filter lets everything through, not " + older);
        Expect(filter.any_of != 0 && seen > 0 && seen <= touching && unseen == 0, "any_of: " + seen + " and " + unseen);

        balls[17].radius = -1;
        fixed (CaromSphere* queries = balls)
        fixed (CaromBspContact* answers = found)
        {
            CaromStatus status = NativeMethods.carom_bsp_collide_sphere(bsp, queries, (UIntPtr)balls.Length, null, answers);
            string message = Text(NativeMethods.carom_last_error_message());
            Expect(status == CaromStatus.ErrorInvalidArgument, "status of a negative radius: " + status);
            Expect(message == "spheres[17].radius: -1 is negative", "message of a negative radius: " + message);
        }
        NativeMethods.carom_bsp_destroy(bsp);
    }

    static void BuildBsp()
    {
        float[] planes = { 1, 0, 0, 1, -1, 0, 0, 1, 0, 1, 0, 1, 0, -1, 0, 1, 0, 0, 1, 1, 0, 0, -1, 1 };
        uint[] planeCounts = { 6 };
        ushort[] attributes = { 5 };
        CaromBsp* bsp = null;
        CaromBspDesc desc;
        CaromBspReport report = new CaromBspReport();
        report.struct_size = (uint)sizeof(CaromBspReport);
        Expect(NativeMethods.carom_bsp_desc_init(&desc) == CaromStatus.Ok, "bsp_desc_init");
        Expect(desc.struct_size == sizeof(CaromBspDesc), "struct_size of the caller");
        fixed (float* p = planes)
        fixed (uint* c = planeCounts)
        fixed (ushort* a = attributes)
        {
            desc.planes = p;
            desc.plane_count = 6;
            desc.plane_counts = c;
            desc.brush_count = 1;
            desc.attributes = a;
            desc.report = &report;
            Expect(NativeMethods.carom_bsp_build(&desc, &bsp) == CaromStatus.Ok, "bsp_build");
        }
        Expect(report.faces == 6 && report.planes == 6 && report.first_skipped == NativeMethods.CAROM_NONE, "report of a box");
        CaromVec3 point = new CaromVec3();
        CaromBspContent content;
        Expect(NativeMethods.carom_bsp_contains_point(bsp, &point, (UIntPtr)1, null, &content) == CaromStatus.Ok, "contains_point");
        Expect(content.brush == 0 && content.attributes == 5, "content of the origin");
        CaromSphereCast cast = new CaromSphereCast();
        cast.origin.x = -4;
        cast.radius = 1;
        cast.displacement.x = 4;
        CaromBspCastHit hit;
        Expect(NativeMethods.carom_bsp_cast_sphere(bsp, &cast, (UIntPtr)1, null, &hit) == CaromStatus.Ok, "cast_sphere");
        Expect(hit.t == 0.5f && hit.normal.x == -1 && hit.point.x == -1 && hit.brush == 0, "first contact");
        // Off the corner: the threshold reports too much, the exact mode does not.
        CaromSphere ball = new CaromSphere();
        ball.center.x = ball.center.y = ball.center.z = 1.9f;
        ball.radius = 1;
        byte threshold, exact;
        Expect(NativeMethods.carom_bsp_overlap_sphere(bsp, &ball, (UIntPtr)1, NativeMethods.CAROM_BSP_THRESHOLD, null, &threshold) == CaromStatus.Ok, "threshold");
        Expect(NativeMethods.carom_bsp_overlap_sphere(bsp, &ball, (UIntPtr)1, NativeMethods.CAROM_BSP_EXACT, null, &exact) == CaromStatus.Ok, "exact");
        Expect(threshold == 1 && exact == 0, "modes at a corner");
        // A capsule and a box on top, 0.25 deep; then both come down from above.
        CaromCapsule capsule = new CaromCapsule();
        capsule.a.z = 1.25f;
        capsule.b.z = 3;
        capsule.radius = 0.5f;
        byte touches = 0;
        Expect(NativeMethods.carom_bsp_overlap_capsule(bsp, &capsule, (UIntPtr)1, null, &touches) == CaromStatus.Ok && touches == 1, "capsule overlaps");
        CaromContact* contacts = stackalloc CaromContact[8];
        UIntPtr written, total;
        Expect(NativeMethods.carom_bsp_contacts_capsule(bsp, &capsule, (UIntPtr)1, null, null, null, contacts, (UIntPtr)8, &written, &total) == CaromStatus.Ok, "contacts of a capsule");
        Expect((int)written == 1 && contacts[0].depth == 0.25f && contacts[0].normal.z == 1 && contacts[0].attributes == 5, "contact of a capsule");
        CaromBoxAxes box = new CaromBoxAxes();
        box.center.z = 1.25f;
        box.half_extents.x = box.half_extents.y = box.half_extents.z = 0.5f;
        box.axes[0] = box.axes[4] = box.axes[8] = 1;
        Expect(NativeMethods.carom_bsp_contacts_box(bsp, &box, (UIntPtr)1, null, null, null, contacts, (UIntPtr)8, &written, &total) == CaromStatus.Ok, "contacts of a box");
        Expect((int)written == 4 && contacts[3].depth == 0.25f, "contacts of a box");
        CaromBoxCast moving = new CaromBoxCast();
        moving.shape = box;
        moving.shape.center.z = 2.5f;
        moving.displacement.z = -2;
        CaromShapeHit first;
        Expect(NativeMethods.carom_bsp_cast_box(bsp, &moving, (UIntPtr)1, null, 0, &first) == CaromStatus.Ok, "cast_box");
        Expect(first.t > 0.499f && first.t <= 0.5f && first.normal.z == 1 && first.triangle == 0, "first contact of a box");
        NativeMethods.carom_bsp_destroy(bsp);
    }

    static void Fields()
    {
        // A plane at x = 0.25.
        float[] values = new float[27];
        for (int i = 0; i < values.Length; ++i)
            values[i] = i % 3 - 1.25f;
        CaromSdf* sdf = null;
        CaromSdfDesc desc;
        Expect(NativeMethods.carom_sdf_desc_init(&desc) == CaromStatus.Ok, "sdf_desc_init");
        Expect(desc.struct_size == sizeof(CaromSdfDesc), "struct_size of a field");
        desc.origin.x = desc.origin.y = desc.origin.z = -1;
        desc.cell = 1;
        desc.dims[0] = desc.dims[1] = desc.dims[2] = 3;
        fixed (float* v = values)
        {
            desc.values = v;
            Expect(NativeMethods.carom_sdf_build(&desc, &sdf) == CaromStatus.Ok, "sdf_build");
        }
        CaromVec3[] points = new CaromVec3[40];
        for (int i = 0; i < points.Length; ++i)
            points[i].x = i / 64f;
        CaromSdfSample[] samples = new CaromSdfSample[points.Length];
        CaromSdfContact[] contacts = new CaromSdfContact[points.Length];
        fixed (CaromVec3* p = points)
        fixed (CaromSdfSample* s = samples)
        fixed (CaromSdfContact* c = contacts)
        {
            Expect(NativeMethods.carom_sdf_sample(sdf, p, (UIntPtr)points.Length, NativeMethods.CAROM_SDF_LINEAR, s) == CaromStatus.Ok, "sdf_sample");
            Expect(NativeMethods.carom_sdf_collide_point(sdf, p, (UIntPtr)points.Length, 0.125f, c) == CaromStatus.Ok, "sdf_collide_point");
            Expect(NativeMethods.carom_sdf_sample(sdf, p, (UIntPtr)1, 9, s) == CaromStatus.ErrorInvalidArgument, "interpolation 9");
        }
        for (int i = 0; i < points.Length; ++i)
        {
            float distance = i / 64f - 0.25f;
            Expect(samples[i].distance == distance && samples[i].gradient.x == 1, "sample " + i);
            if (distance <= 0.125f)
                Expect(contacts[i].depth == -distance && contacts[i].normal.x == 1 && contacts[i].point.x == 0.25f && contacts[i].deepest.x == i / 64f, "contact " + i);
            else
                Expect(float.IsNegativeInfinity(contacts[i].depth) && contacts[i].triangle == NativeMethods.CAROM_NONE, "no contact " + i);
        }
        CaromSdfStats stats = new CaromSdfStats();
        stats.struct_size = (uint)sizeof(CaromSdfStats);
        Expect(NativeMethods.carom_sdf_stats(sdf, &stats) == CaromStatus.Ok, "sdf_stats");
        Expect(stats.dims[2] == 3 && stats.error == 0 && stats.slope >= 1 && stats.slope < 1.001f, "stats of a field");
        NativeMethods.carom_sdf_destroy(sdf);
    }

    static void Build()
    {
        float[] positions = { 0, 0, 0, 1, 0, 0, 0, 1, 0 };
        ushort[] indices = { 0, 1, 2 };
        int calls = 0;
        CaromProgress progress = (context, fraction) =>
        {
            ++calls;
            return 0;
        };
        CaromMesh* mesh = null;
        CaromMeshDesc desc;
        Expect(NativeMethods.carom_mesh_desc_init(&desc) == CaromStatus.Ok, "desc_init");
        Expect(desc.struct_size == sizeof(CaromMeshDesc), "struct_size of the caller");
        fixed (float* p = positions)
        fixed (ushort* i = indices)
        {
            desc.positions = p;
            desc.vertex_count = 3;
            desc.indices = i;
            desc.index_size = 2;
            desc.triangle_count = 1;
            desc.progress = Marshal.GetFunctionPointerForDelegate(progress);
            Expect(NativeMethods.carom_mesh_build(&desc, &mesh) == CaromStatus.Ok, "build");
            GC.KeepAlive(progress);
        }
        Expect(calls > 0, "progress was called");
        CaromPointQuery query = new CaromPointQuery();
        query.point.z = 2;
        query.max_distance = float.PositiveInfinity;
        CaromClosestPoint closest;
        Expect(NativeMethods.carom_mesh_closest_point(mesh, &query, (UIntPtr)1, null, &closest) == CaromStatus.Ok, "closest_point");
        Expect(closest.distance == 2 && closest.triangle == 0 && closest.feature == NativeMethods.CAROM_FEATURE_VERTEX_A, "closest point");
        NativeMethods.carom_mesh_destroy(mesh);
    }

    /// <summary>The unit cube, cooked in a layout.</summary>
    static CaromMesh* Cube(uint layout)
    {
        float[] positions = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1 };
        uint[] indices =
        {
            0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5
        };
        CaromMesh* mesh = null;
        CaromMeshDesc desc;
        Expect(NativeMethods.carom_mesh_desc_init(&desc) == CaromStatus.Ok, "desc_init");
        fixed (float* p = positions)
        fixed (uint* i = indices)
        {
            desc.layout = layout;
            desc.positions = p;
            desc.vertex_count = 8;
            desc.indices = i;
            desc.triangle_count = 12;
            Expect(NativeMethods.carom_mesh_build(&desc, &mesh) == CaromStatus.Ok, "build of a cube");
        }
        return mesh;
    }

    /// <summary>Two cubes in three poses: side by side, apart, and one inside of the other.</summary>
    static void Pairs()
    {
        CaromFarPose farFirst = new CaromFarPose(), farSecond = new CaromFarPose();
        for (int k = 0; k < 3; ++k)
        {
            farFirst.rows[5 * k] = farSecond.rows[5 * k] = 1;
            farFirst.rows[4 * k + 3] = 1e9;
            farSecond.rows[4 * k + 3] = 1e9 + 0.5;
        }
        CaromPose nearFirst, nearSecond;
        double* origin = stackalloc double[3];
        CaromStatus made = NativeMethods.carom_poses_about_common_origin(&farFirst, &farSecond, (UIntPtr)1, &nearFirst, &nearSecond, origin);
        Expect(made == CaromStatus.Ok && nearFirst.rows[3] == 0 && nearSecond.rows[3] == 0.5f && origin[2] == 1e9, "poses far away");
        CaromPose[] poses = new CaromPose[3];
        float[] scales = { 1, 1, 0.5f };
        float[] x = { 1, 3, 0.25f };
        float[] yz = { 0, 0, 0.25f };
        for (int i = 0; i < poses.Length; ++i)
        {
            CaromVec3 translation = new CaromVec3();
            translation.x = x[i];
            translation.y = translation.z = yz[i];
            CaromPose pose;
            Expect(NativeMethods.carom_pose_from_quaternion(null, &translation, scales[i], &pose) == CaromStatus.Ok, "pose");
            Expect(pose.rows[0] == scales[i] && pose.rows[1] == 0 && pose.rows[3] == x[i] && pose.rows[11] == yz[i], "rows");
            poses[i] = pose;
        }
        CaromMesh* a = Cube(NativeMethods.CAROM_LAYOUT_WIDE);
        CaromMesh* b = Cube(NativeMethods.CAROM_LAYOUT_DELTA);
        byte[] touches = new byte[3];
        byte[] inside = new byte[3];
        ulong[] offsets = new ulong[4];
        CaromTrianglePair[] pairs = new CaromTrianglePair[144];
        CaromPairDistance[] near = new CaromPairDistance[3 * 144];
        CaromPairIntersection[] shared = new CaromPairIntersection[144];
        CaromMeshDistance[] distances = new CaromMeshDistance[3];
        UIntPtr count = (UIntPtr)3;
        UIntPtr written, total;
        fixed (CaromPose* where = poses)
        fixed (byte* t = touches)
        fixed (byte* s = inside)
        fixed (ulong* o = offsets)
        fixed (CaromTrianglePair* p = pairs)
        fixed (CaromPairDistance* n = near)
        fixed (CaromPairIntersection* i = shared)
        fixed (CaromMeshDistance* d = distances)
        {
            Expect(NativeMethods.carom_mesh_overlap_mesh(a, b, null, where, count, null, null, t) == CaromStatus.Ok, "overlap_mesh");
            Expect(touches[0] == 1 && touches[1] == 0 && touches[2] == 0, "which cubes touch");
            Expect(NativeMethods.carom_mesh_inside(a, b, null, where, count, s) == CaromStatus.Ok, "inside");
            Expect(inside[0] == (NativeMethods.CAROM_INSIDE_TOUCHING | NativeMethods.CAROM_INSIDE_ONLY_TOUCHING) && inside[1] == 0, "cubes that are not inside");
            Expect(inside[2] == NativeMethods.CAROM_INSIDE_B_WHOLLY, "a cube that is inside");
            Expect(NativeMethods.carom_mesh_distance(a, b, null, where, count, float.PositiveInfinity, null, null, d) == CaromStatus.Ok, "distance");
            Expect(distances[0].distance == 0 && distances[1].distance == 2 && distances[2].distance == 0.25f, "distances of cubes");
            Expect(distances[1].on_a.x == 1 && distances[1].on_b.x == 3, "closest points of cubes");

            Expect(NativeMethods.carom_mesh_overlap_mesh_all(a, b, null, where, count, null, null, o, p, (UIntPtr)144, &written, &total) == CaromStatus.Ok, "pairs");
            Expect(offsets[0] == 0 && offsets[1] == (ulong)total && offsets[3] == (ulong)total, "offsets of pairs");
            // The faces at x = 1 and x = 0 lie on each other, and their edges on those of their neighbours.
            Expect((ulong)total > 4 && (ulong)written == (ulong)total, "pairs of cubes: " + total);
            ulong found = (ulong)total;
            Expect(NativeMethods.carom_mesh_overlap_mesh_all(b, a, where, null, count, null, null, null, null, UIntPtr.Zero, &written, &total) == CaromStatus.BufferTooSmall, "no room");
            Expect((ulong)written == 0 && (ulong)total == found, "as many pairs the other way round");
            Expect(NativeMethods.carom_mesh_intersections(a, b, null, where, count, null, null, o, i, (UIntPtr)144, &written, &total) == CaromStatus.Ok, "intersections");
            Expect((ulong)total == found, "as many intersections");
            int polygons = 0;
            for (int k = 0; k < (int)found; ++k)
            {
                Expect(shared[k].a == pairs[k].a && shared[k].b == pairs[k].b, "the same pairs");
                Expect(i[k].point_count >= 2 && i[k].points[0] == 1, "what they share is where they meet");
                polygons += i[k].point_count > 2 ? 1 : 0;
                bool isPolygon = (i[k].flags & NativeMethods.CAROM_SHARED_AREA) != 0;
                Expect(isPolygon == i[k].point_count > 2, "polygons have an area");
            }
            Expect(polygons == 2, polygons + " polygons");
            Expect(NativeMethods.carom_mesh_within(a, b, null, where, count, 2, null, null, o, n, (UIntPtr)near.Length, &written, &total) == CaromStatus.Ok, "pairs within");
            Expect(offsets[2] > offsets[1] && offsets[3] - offsets[2] == 144, "pairs within 2");
            Expect(near[offsets[1]].distance == 2, "the distance of a pair");

            where[2].rows[6] = float.NaN;
            touches[0] = 7;
            CaromStatus status = NativeMethods.carom_mesh_overlap_mesh(a, b, null, where, count, null, null, t);
            string message = Text(NativeMethods.carom_last_error_message());
            Expect(status == CaromStatus.ErrorNotFinite && touches[0] == 7, "status of a NaN: " + status);
            Expect(message == "b_poses[2].rows[1][2]: NaN is not finite", "message of a NaN: " + message);
        }
        NativeMethods.carom_mesh_destroy(a);
        NativeMethods.carom_mesh_destroy(b);
    }

    static void Statuses()
    {
        foreach (CaromStatus status in Enum.GetValues(typeof(CaromStatus)))
        {
            string name = Text(NativeMethods.carom_status_name((int)status));
            string here = "CAROM";
            foreach (char c in status.ToString())
            {
                here += (char.IsUpper(c) ? "_" : "") + char.ToUpperInvariant(c);
            }
            Expect(name == here, "status " + (int)status + " is " + name + ", here " + here);
            if ((int)status < 0)
            {
                Expect(NativeMethods.carom_debug_raise((int)status) == status, "raise " + status);
                Expect(Text(NativeMethods.carom_last_error_message()).Contains("raised on purpose"), "message of " + status);
            }
        }
    }

    static void SimdLevels()
    {
        uint best = NativeMethods.carom_simd_level();
        Expect(best >= NativeMethods.CAROM_SIMD_PORTABLE && best <= NativeMethods.CAROM_SIMD_NEON, "simd level " + best);
        Expect(NativeMethods.carom_set_simd_level(NativeMethods.CAROM_SIMD_PORTABLE) == CaromStatus.Ok, "portable");
        Expect(NativeMethods.carom_simd_level() == NativeMethods.CAROM_SIMD_PORTABLE, "portable in force");
        Expect(NativeMethods.carom_set_simd_level(77) == CaromStatus.ErrorInvalidArgument, "simd level 77");
        Expect(Text(NativeMethods.carom_last_error_message()) == "level: 77 is not a CAROM_SIMD number", "message of simd level 77");
        Expect(NativeMethods.carom_set_simd_level(NativeMethods.CAROM_SIMD_DEFAULT) == CaromStatus.Ok, "default");
        Expect(NativeMethods.carom_simd_level() == best, "default in force");
    }

    static void World()
    {
        CaromWorld* world = null;
        CaromWorldDesc desc;
        Expect(NativeMethods.carom_world_desc_init(&desc) == CaromStatus.Ok && desc.struct_size == sizeof(CaromWorldDesc), "world_desc_init");
        Expect(NativeMethods.carom_world_create(&desc, &world) == CaromStatus.Ok, "world_create");
        CaromWorldObject[] objects = new CaromWorldObject[3];
        for (int i = 0; i < 3; ++i)
        {
            objects[i].user = (ulong)(7 + i);
            objects[i].filter.group = 1;
            objects[i].filter.mask = 0xffffffff;
            objects[i].volume.shape = i == 1 ? NativeMethods.CAROM_VOLUME_SPHERE : NativeMethods.CAROM_VOLUME_BOX;
            objects[i].volume.radius = 1;
            objects[i].volume.min.x = 2 * i;
            objects[i].volume.max.x = 2 * i + 1;
        }
        ulong[] ids = new ulong[3];
        CaromWorldPair[] begun = new CaromWorldPair[4];
        CaromWorldPair[] ended = new CaromWorldPair[4];
        UIntPtr begunCount, begunTotal, endedCount, endedTotal;
        fixed (CaromWorldObject* o = objects)
        fixed (ulong* i = ids)
        fixed (CaromWorldPair* b = begun)
        fixed (CaromWorldPair* e = ended)
        {
            Expect(NativeMethods.carom_world_insert(world, o, (UIntPtr)3, i) == CaromStatus.Ok, "world_insert");
            Expect(NativeMethods.carom_world_pair_changes(world, b, (UIntPtr)4, &begunCount, &begunTotal, e, (UIntPtr)4, &endedCount, &endedTotal) == CaromStatus.Ok, "pair_changes");
            Expect((uint)begunTotal == 1 && b[0].a == i[0] && b[0].b == i[1] && (uint)endedTotal == 0, "a box and a sphere touch");
            CaromAabb box = new CaromAabb();
            box.min.x = 2.5f;
            box.max.x = 3;
            Expect(NativeMethods.carom_world_update_boxes(world, i + 2, &box, (UIntPtr)1) == CaromStatus.Ok, "update_boxes");
            Expect(NativeMethods.carom_world_remove(world, i, (UIntPtr)1) == CaromStatus.Ok, "remove");
            Expect(NativeMethods.carom_world_pair_changes(world, b, (UIntPtr)4, &begunCount, &begunTotal, e, (UIntPtr)4, &endedCount, &endedTotal) == CaromStatus.Ok, "pair_changes");
            Expect((uint)begunTotal == 1 && b[0].a == i[1] && b[0].b == i[2], "the box has come to the sphere");
            Expect((uint)endedTotal == 1 && e[0].a == i[0] && e[0].b == i[1], "the other box is gone");
            Expect(NativeMethods.carom_world_remove(world, i, (UIntPtr)1) == CaromStatus.ErrorUnknownId, "a stale id");
            Expect(NativeMethods.carom_world_compact(world) == CaromStatus.Ok, "compact");
            CaromRay ray = new CaromRay();
            ray.origin.x = -5;
            ray.direction.x = 1;
            ray.t_max = 100;
            CaromWorldHit hit;
            Expect(NativeMethods.carom_world_raycast(world, &ray, (UIntPtr)1, null, UIntPtr.Zero, &hit) == CaromStatus.Ok, "world_raycast");
            Expect(hit.t == 6 && hit.@object == i[1] && hit.user == 8, "the ray meets the sphere");
            CaromWorldFilter filter = new CaromWorldFilter();
            filter.groups.group = 0xffffffff;
            filter.groups.mask = 0xffffffff;
            filter.ignore = i[1];
            Expect(NativeMethods.carom_world_raycast(world, &ray, (UIntPtr)1, &filter, (UIntPtr)1, &hit) == CaromStatus.Ok, "world_raycast but one");
            Expect(hit.@object == i[2], "the ray meets the box");
        }
        CaromWorldStats stats = new CaromWorldStats();
        stats.struct_size = (uint)sizeof(CaromWorldStats);
        Expect(NativeMethods.carom_world_stats(world, &stats) == CaromStatus.Ok && stats.object_count == 2, "world_stats");
        NativeMethods.carom_world_destroy(world);
    }

    static void Hulls()
    {
        // A tetrahedron whose corner touches the only triangle, and one beside it.
        float[] points = { 0, 0, 0, 1, 0, 1, -1, 0, 1, 0, 1, 1, 0, 0.25f, 0.75f };
        float[] positions = { -1, -1, 0, 1, -1, 0, 0, 1, 0 };
        uint[] indices = { 0, 1, 2 };
        CaromHull* hull = null;
        CaromHullDesc desc;
        Expect(NativeMethods.carom_hull_desc_init(&desc) == CaromStatus.Ok && desc.struct_size == sizeof(CaromHullDesc), "hull_desc_init");
        fixed (float* p = points)
        {
            desc.points = p;
            desc.point_count = 5;
            Expect(NativeMethods.carom_hull_build(&desc, &hull) == CaromStatus.Ok, "hull_build");
        }
        CaromHullStats stats = new CaromHullStats();
        stats.struct_size = (uint)sizeof(CaromHullStats);
        Expect(NativeMethods.carom_hull_stats(hull, &stats) == CaromStatus.Ok && stats.vertex_count == 4 && stats.face_count == 4 && stats.edge_count == 6, "hull_stats");
        CaromVec3[] vertices = new CaromVec3[4];
        ulong[] offsets = new ulong[5];
        uint[] corners = new uint[12];
        UIntPtr written, total;
        fixed (CaromVec3* v = vertices)
        fixed (ulong* o = offsets)
        fixed (uint* c = corners)
        {
            Expect(NativeMethods.carom_hull_vertices(hull, v, (UIntPtr)4, &written, &total) == CaromStatus.Ok && written == (UIntPtr)4, "hull_vertices");
            Expect(NativeMethods.carom_hull_faces(hull, o, c, (UIntPtr)12, &written, &total) == CaromStatus.Ok && total == (UIntPtr)12 && offsets[4] == 12, "hull_faces");
        }
        CaromMesh* mesh = null;
        CaromMeshDesc meshDesc;
        Expect(NativeMethods.carom_mesh_desc_init(&meshDesc) == CaromStatus.Ok, "mesh_desc_init");
        fixed (float* p = positions)
        fixed (uint* i = indices)
        {
            meshDesc.positions = p;
            meshDesc.vertex_count = 3;
            meshDesc.indices = i;
            meshDesc.triangle_count = 1;
            Expect(NativeMethods.carom_mesh_build(&meshDesc, &mesh) == CaromStatus.Ok, "mesh_build");
        }
        CaromHullPose[] poses = new CaromHullPose[2];
        byte[] touched = new byte[2];
        uint[] triangles = new uint[2];
        ulong[] begins = new ulong[3];
        fixed (CaromHullPose* p = poses)
        fixed (byte* t = touched)
        fixed (uint* list = triangles)
        fixed (ulong* b = begins)
        {
            for (int i = 0; i < 2; ++i)
            {
                p[i].hull = hull;
                p[i].pose.rows[0] = p[i].pose.rows[5] = p[i].pose.rows[10] = 1;
            }
            p[1].pose.rows[11] = 1e-30f;
            Expect(NativeMethods.carom_mesh_overlap_hull(mesh, p, (UIntPtr)2, null, t) == CaromStatus.Ok, "overlap_hull");
            Expect(touched[0] == 1 && touched[1] == 0, "touching is exact");
            Expect(NativeMethods.carom_mesh_overlap_hull_all(mesh, p, (UIntPtr)2, null, b, list, (UIntPtr)2, &written, &total) == CaromStatus.Ok, "overlap_hull_all");
            Expect(total == (UIntPtr)1 && triangles[0] == 0 && begins[1] == 1 && begins[2] == 1, "lists of hulls");
            CaromContact contact;
            Expect(NativeMethods.carom_mesh_contacts_hull(mesh, p, (UIntPtr)2, null, null, b, &contact, (UIntPtr)1, &written, &total) == CaromStatus.Ok, "contacts_hull");
            Expect(written == (UIntPtr)1 && contact.triangle == 0 && contact.depth == 0 && b[1] >= 1 && b[2] == b[1], "contacts of hulls");
            CaromHullCast cast = new CaromHullCast();
            cast.shape = p[0];
            cast.shape.pose.rows[11] = 2;
            cast.displacement.z = -4;
            CaromShapeHit hit, only;
            Expect(NativeMethods.carom_mesh_cast_hull(mesh, &cast, (UIntPtr)1, null, 0, &hit) == CaromStatus.Ok, "cast_hull");
            Expect(hit.triangle == 0 && hit.t <= 0.5f && hit.t > 0.49999f && hit.normal.z == 1, "a moving hull");
            Expect(NativeMethods.carom_mesh_cast_hull_all(mesh, &cast, (UIntPtr)1, null, 0, b, &only, (UIntPtr)1, &written, &total) == CaromStatus.Ok, "cast_hull_all");
            Expect(total == (UIntPtr)1 && b[1] == 1 && only.t == hit.t && only.triangle == 0, "lists of moving hulls");
            p[1].hull = null;
            Expect(NativeMethods.carom_mesh_overlap_hull(mesh, p, (UIntPtr)2, null, t) == CaromStatus.ErrorNullArgument, "no hull");
            string message = Text(NativeMethods.carom_last_error_message());
            Expect(message == "hulls[1].hull: NULL", "message of no hull: " + message);
        }
        NativeMethods.carom_mesh_destroy(mesh);
        NativeMethods.carom_hull_destroy(hull);
    }

    public static int Main(string[] arguments)
    {
        if (arguments.Length != 1)
        {
            Console.Error.WriteLine("usage: carom_csharp_tests.exe <fixture directory>");
            return 2;
        }
        Layouts();
        Functions();
        Statuses();
        SimdLevels();
        Build();
        BuildBsp();
        Hulls();
        Fields();
        Pairs();
        World();
        Rays(arguments[0]);
        Rooms(arguments[0]);
        Console.WriteLine(failures == 0 ? "ok" : failures + " failures");
        return failures == 0 ? 0 : 1;
    }
}
