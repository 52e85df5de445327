// What C# sees of the C interface: the layout of every struct, every function found in the library, 10,000 rays
// in one call through a pinned array with the answers that C++ got, and an error's status and message.
//
//     carom_csharp_tests.exe <directory with mesh.carom, rays.bin and hits.bin>

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
        ExpectLayout(typeof(CaromSphere), 16, "center", 0, "radius", 12);
        ExpectLayout(typeof(CaromCapsule), 32, "a", 0, "radius", 12, "b", 16, "reserved", 28);
        ExpectLayout(typeof(CaromBox), 40, "center", 0, "half_extents", 12, "rotation", 24);
        ExpectLayout(typeof(CaromPointQuery), 16, "point", 0, "max_distance", 12);
        ExpectLayout(typeof(CaromClosestPoint), 24, "point", 0, "distance", 12, "triangle", 16, "feature", 20);
        ExpectLayout(typeof(CaromSphereCast), 32, "origin", 0, "radius", 12, "displacement", 16, "reserved", 28);
        ExpectLayout(typeof(CaromCastHit), 32, "t", 0, "point", 4, "normal", 16, "triangle", 28);
        ExpectLayout(typeof(CaromTriangle), 40, "a", 0, "b", 12, "c", 24, "attributes", 36);
        ExpectLayout(typeof(CaromFilter), 16, "struct_size", 0, "require", 4, "exclude", 8, "backfaces", 12);
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
        // In managed memory too: an array of them can be pinned and handed over as it is.
        Expect(sizeof(CaromRay) == 32 && sizeof(CaromRayHit) == 16 && sizeof(CaromBox) == 40, "managed sizes");
        Expect(sizeof(CaromMeshDesc) == 48 + 6 * p && sizeof(CaromMeshStats) == 136, "managed sizes of descriptors");
        Expect(sizeof(CaromStatus) == 4, "CaromStatus is 32 bits");
    }

    /// <summary>The runtime looks every function up in the library.</summary>
    static void Functions()
    {
        int count = 0;
        foreach (MethodInfo method in typeof(NativeMethods).GetMethods(BindingFlags.Static | BindingFlags.Public))
        {
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
        Expect(count == 25, "25 functions, not " + count);
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
            CaromStatus status = NativeMethods.carom_mesh_raycast(mesh, queries, (UIntPtr)rays.Length, null, answers);
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

        // An error: its status, its message, and the answers untouched.
        rays[17].origin.y = float.NaN;
        CaromRayHit before = hits[0];
        fixed (CaromRay* queries = rays)
        fixed (CaromRayHit* answers = hits)
        {
            CaromStatus status = NativeMethods.carom_mesh_raycast(mesh, queries, (UIntPtr)rays.Length, null, answers);
            string message = Text(NativeMethods.carom_last_error_message());
            Expect(status == CaromStatus.ErrorNotFinite, "status of a NaN: " + status);
            Expect(message == "rays[17].origin.y: NaN is not finite", "message of a NaN: " + message);
            Expect(hits[0].Equals(before), "answers untouched");
        }
        NativeMethods.carom_mesh_destroy(mesh);
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
        Expect(desc.struct_size == sizeof(CaromMeshDesc), "struct_size as the library knows it");
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
        Rays(arguments[0]);
        Console.WriteLine(failures == 0 ? "ok" : failures + " failures");
        return failures == 0 ? 0 : 1;
    }
}
