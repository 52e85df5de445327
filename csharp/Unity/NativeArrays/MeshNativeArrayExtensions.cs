// Batches in Unity's native arrays, without a copy. Never compiled in Unity by the tests, but against a stub of what it uses.

using System;
using System.Numerics;
using Unity.Collections;
using Unity.Collections.LowLevel.Unsafe;

namespace Carom
{
    /// <summary>Queries of meshes whose batches are native arrays. No job may write to them meanwhile, which Unity checks.</summary>
    public static unsafe class MeshNativeArrayExtensions
    {
        /// <summary>A native array as a span to read.</summary>
        public static ReadOnlySpan<T> Read<T>(NativeArray<T> array)
            where T : struct
        {
            return new ReadOnlySpan<T>(array.GetUnsafeReadOnlyPtr(), array.Length);
        }

        /// <summary>A native array as a span to write.</summary>
        public static Span<T> Write<T>(NativeArray<T> array)
            where T : struct
        {
            return new Span<T>(array.GetUnsafePtr(), array.Length);
        }

        /// <summary>
        /// Cooks a mesh: three indices a triangle, counter-clockwise from the front. Unity's vectors are reinterpreted:
        /// vertices.Reinterpret&lt;System.Numerics.Vector3&gt;().
        /// </summary>
        public static Mesh Build(NativeArray<Vector3> positions, NativeArray<int> indices, CookOptions options = default(CookOptions))
        {
            return Mesh.Build(Read(positions), Read(indices), options);
        }

        /// <summary>The same with indices of 16 bits.</summary>
        public static Mesh Build(NativeArray<Vector3> positions, NativeArray<ushort> indices,
            CookOptions options = default(CookOptions))
        {
            return Mesh.Build(Read(positions), Read(indices), default(ReadOnlySpan<ushort>), options);
        }

        /// <summary>The nearest hit of each ray.</summary>
        public static void Raycast(this Mesh mesh, NativeArray<Ray> rays, NativeArray<RayHit> hits, Filter? filter = null)
        {
            mesh.Raycast(Read(rays), Write(hits), filter);
        }

        /// <summary>Tells whether each ray hits anything: 1 or 0.</summary>
        public static void Occluded(this Mesh mesh, NativeArray<Ray> rays, NativeArray<byte> answers, Filter? filter = null)
        {
            mesh.Occluded(Read(rays), Write(answers), filter);
        }

        /// <summary>The closest point of the surface to each point.</summary>
        public static void ClosestPoint(this Mesh mesh, NativeArray<PointQuery> points, NativeArray<ClosestPoint> answers,
            Filter? filter = null)
        {
            mesh.ClosestPoint(Read(points), Write(answers), filter);
        }

        /// <summary>Tells whether each sphere touches the surface: 1 or 0.</summary>
        public static void Overlap(this Mesh mesh, NativeArray<Sphere> spheres, NativeArray<byte> answers, Filter? filter = null)
        {
            mesh.Overlap(Read(spheres), Write(answers), filter);
        }

        /// <summary>The first contact of each moving sphere.</summary>
        public static void Cast(this Mesh mesh, NativeArray<SphereCast> casts, NativeArray<ShapeHit> hits, Filter? filter = null,
            ContactEdges edges = ContactEdges.Smooth)
        {
            mesh.Cast(Read(casts), Write(hits), filter, edges);
        }

        /// <summary>The first contact of each moving capsule.</summary>
        public static void Cast(this Mesh mesh, NativeArray<CapsuleCast> casts, NativeArray<ShapeHit> hits, Filter? filter = null,
            ContactEdges edges = ContactEdges.Smooth)
        {
            mesh.Cast(Read(casts), Write(hits), filter, edges);
        }
    }
}
