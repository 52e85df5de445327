// What csharp/Unity adds, against a stub of Unity's native arrays: so much of them as it uses.

using System;
using System.Numerics;
using System.Runtime.InteropServices;
using Carom;
using Unity.Collections;

namespace Unity.Collections
{
    public struct NativeArray<T> : IDisposable
        where T : struct
    {
        internal IntPtr Memory;
        readonly int length;

        public NativeArray(T[] from)
        {
            int size = Marshal.SizeOf(typeof(T));
            Memory = Marshal.AllocHGlobal(from.Length * size);
            length = from.Length;
            for (int i = 0; i < length; ++i) Marshal.StructureToPtr(from[i], Memory + i * size, false);
        }

        public int Length
        {
            get { return length; }
        }

        public T this[int i]
        {
            get { return (T)Marshal.PtrToStructure(Memory + i * Marshal.SizeOf(typeof(T)), typeof(T)); }
        }

        public void Dispose()
        {
            Marshal.FreeHGlobal(Memory);
        }
    }
}

namespace Unity.Collections.LowLevel.Unsafe
{
    public static unsafe class NativeArrayUnsafeUtility
    {
        public static void* GetUnsafePtr<T>(this NativeArray<T> array)
            where T : struct
        {
            return (void*)array.Memory;
        }

        public static void* GetUnsafeReadOnlyPtr<T>(this NativeArray<T> array)
            where T : struct
        {
            return (void*)array.Memory;
        }
    }
}

static class UnityTests
{
    static int failures;

    static void Expect(bool isTrue, string what)
    {
        if (isTrue) return;
        Console.Error.WriteLine("failed: " + what);
        ++failures;
    }

    static int Main()
    {
        Vector3 start = new Vector3(0.25f, 0.25f, 3), way = new Vector3(0, 0, -4);
        using (NativeArray<Vector3> positions = new NativeArray<Vector3>(new[] { Vector3.Zero, Vector3.UnitX, Vector3.UnitY }))
        using (NativeArray<int> indices = new NativeArray<int>(new[] { 0, 1, 2 }))
        using (NativeArray<ushort> narrow = new NativeArray<ushort>(new ushort[] { 0, 1, 2 }))
        using (Mesh mesh = MeshNativeArrayExtensions.Build(positions, indices))
        using (Mesh same = MeshNativeArrayExtensions.Build(positions, narrow))
        using (NativeArray<Ray> rays = new NativeArray<Ray>(new[] { new Ray(start, way), new Ray(start, -way) }))
        using (NativeArray<RayHit> hits = new NativeArray<RayHit>(new RayHit[2]))
        using (NativeArray<byte> bytes = new NativeArray<byte>(new byte[2]))
        using (NativeArray<PointQuery> points = new NativeArray<PointQuery>(new[] { new PointQuery(start) }))
        using (NativeArray<ClosestPoint> closest = new NativeArray<ClosestPoint>(new ClosestPoint[1]))
        using (NativeArray<Sphere> balls = new NativeArray<Sphere>(new[] { new Sphere(start, 1), new Sphere(start, 4) }))
        using (NativeArray<SphereCast> casts = new NativeArray<SphereCast>(new[] { new SphereCast(start, 1, way) }))
        using (NativeArray<CapsuleCast> pills =
            new NativeArray<CapsuleCast>(new[] { new CapsuleCast(new Capsule(start, start + Vector3.UnitZ, 1), way) }))
        using (NativeArray<ShapeHit> met = new NativeArray<ShapeHit>(new ShapeHit[1]))
        {
            Expect(same.TriangleCount == 1, "indices of 16 bits");
            mesh.Raycast(rays, hits);
            Expect(hits[0].T == 0.75f && !hits[1].IsHit, "rays");
            mesh.Occluded(rays, bytes);
            Expect(bytes[0] == 1 && bytes[1] == 0, "occluded");
            mesh.ClosestPoint(points, closest);
            Expect(closest[0].Distance == 3, "closest points");
            mesh.Overlap(balls, bytes);
            Expect(bytes[0] == 0 && bytes[1] == 1, "overlaps");
            mesh.Cast(casts, met);
            Expect(Math.Abs(met[0].T - 0.5f) < 1e-6f, "moving spheres");
            mesh.Cast(pills, met);
            Expect(Math.Abs(met[0].T - 0.5f) < 1e-6f, "moving capsules");
        }
        Console.WriteLine(failures == 0 ? "all is well" : failures + " failures");
        return failures == 0 ? 0 : 1;
    }
}
