// Meshes: 10,000 rays with the answers that C++ got, surfaces, another layout, cooking.

using System;
using System.IO;
using System.Runtime.InteropServices;
using Carom.Native;

public static unsafe partial class Tests
{
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
}
