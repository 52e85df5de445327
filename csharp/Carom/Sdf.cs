// Signed distance fields.

using System;
using System.Numerics;
using System.Runtime.InteropServices;
using Carom.Native;

namespace Carom
{
    /// <summary>How a field is stored.</summary>
    public enum SdfStorage : uint
    {
        /// <summary>Four bytes a node, exact.</summary>
        Dense = NativeMethods.CAROM_SDF_DENSE,
        /// <summary>Two bytes a node near the surface.</summary>
        Bricks16 = NativeMethods.CAROM_SDF_BRICKS16,
        /// <summary>One byte a node near the surface.</summary>
        Bricks8 = NativeMethods.CAROM_SDF_BRICKS8,
    }

    /// <summary>The interpolant between the nodes.</summary>
    public enum SdfInterpolation : uint
    {
        /// <summary>Trilinear.</summary>
        Linear = NativeMethods.CAROM_SDF_LINEAR,
        /// <summary>Tricubic.</summary>
        Cubic = NativeMethods.CAROM_SDF_CUBIC,
    }

    /// <summary>The field at a point.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct SdfSample
    {
        /// <summary>The distance, negative inside.</summary>
        public float Distance;
        /// <summary>About a unit vector away from the surface.</summary>
        public Vector3 Gradient;
    }

    /// <summary>The point of a field's surface that is nearest to another.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct SdfClosestPoint
    {
        /// <summary>On the surface.</summary>
        public Vector3 Point;
        /// <summary>The field at the query point, negative inside.</summary>
        public float Distance;
        /// <summary>Unit vector out of the solid.</summary>
        public Vector3 Normal;
        /// <summary>The nearest triangle, if the field keeps triangles, or <see cref="Mesh.None"/>.</summary>
        public uint Triangle;
        /// <summary>No point of the surface is nearer by more than this.</summary>
        public float Error;
    }

    /// <summary>The contact of a shape with a field's solid.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct SdfContact
    {
        /// <summary>On the surface; zero for a miss.</summary>
        public Vector3 Point;
        /// <summary>How deep; negative for a gap, minus infinity for a miss.</summary>
        public float Depth;
        /// <summary>Unit vector out of the solid; zero for a miss.</summary>
        public Vector3 Normal;
        /// <summary>The nearest triangle, if the field keeps triangles, or <see cref="Mesh.None"/>.</summary>
        public uint Triangle;
        /// <summary>The shape's deepest point.</summary>
        public Vector3 Deepest;

        /// <summary>True if it touches, or is as near as the margin.</summary>
        public bool IsHit
        {
            get { return !float.IsNegativeInfinity(Depth); }
        }
    }

    /// <summary>A triangle by its corners.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct SdfTriangle
    {
        /// <summary>First corner.</summary>
        public Vector3 A;
        /// <summary>Second corner.</summary>
        public Vector3 B;
        /// <summary>Third corner.</summary>
        public Vector3 C;

        /// <summary>A triangle.</summary>
        public SdfTriangle(Vector3 a, Vector3 b, Vector3 c)
        {
            A = a;
            B = b;
            C = c;
        }
    }

    /// <summary>The hit of a ray that enters a field's solid.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct SdfRayHit
    {
        /// <summary>The ray's parameter; infinite for a miss.</summary>
        public float T;
        /// <summary>The point there; zero for a miss.</summary>
        public Vector3 Point;
        /// <summary>Unit vector out of the solid; zero for a miss.</summary>
        public Vector3 Normal;
        /// <summary>The nearest triangle, if the field keeps triangles, or <see cref="Mesh.None"/>.</summary>
        public uint Triangle;

        /// <summary>True if anything is hit.</summary>
        public bool IsHit
        {
            get { return !float.IsPositiveInfinity(T); }
        }
    }

    /// <summary>A cooked signed distance field.</summary>
    public sealed unsafe class Sdf : Cooked
    {
        static readonly CookedKind Kind = new CookedKind
        {
            Destroy = of => NativeMethods.carom_sdf_destroy((CaromSdf*)of),
            Open = (blob, size, flags, made) => NativeMethods.carom_sdf_open(blob, size, flags, (CaromSdf**)made),
            OpenFile = (path, made) => NativeMethods.carom_sdf_open_file(path, (CaromSdf**)made),
            Save = (of, buffer, capacity, size) => NativeMethods.carom_sdf_save((CaromSdf*)of, buffer, capacity, size),
            SaveFile = (of, path) => NativeMethods.carom_sdf_save_file((CaromSdf*)of, path),
        };
        static readonly Answers Sampled = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_sdf_sample((CaromSdf*)of, (CaromVec3*)queries, count, *(uint*)option, (CaromSdfSample*)answers);
        static readonly Answers Closest = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_sdf_closest_point((CaromSdf*)of, (CaromVec3*)queries, count, (CaromSdfClosestPoint*)answers);
        static readonly Answers CollidePoint = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_sdf_collide_point((CaromSdf*)of, (CaromVec3*)queries, count, *(float*)option, (CaromSdfContact*)answers);
        static readonly Answers CollideSphere = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_sdf_collide_sphere((CaromSdf*)of, (CaromSphere*)queries, count, *(float*)option, (CaromSdfContact*)answers);
        static readonly Answers CollideCapsule = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_sdf_collide_capsule((CaromSdf*)of, (CaromCapsule*)queries, count, *(float*)option, (CaromSdfContact*)answers);
        static readonly Answers CollideTriangle = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_sdf_collide_triangle((CaromSdf*)of, (CaromSdfTriangle*)queries, count, *(float*)option, (CaromSdfContact*)answers);
        static readonly Answers FirstHit = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_sdf_raycast((CaromSdf*)of, (CaromRay*)queries, count, (CaromSdfRayHit*)answers);
        static readonly SingleList Inside = (of, items, capacity, written, total) =>
            NativeMethods.carom_sdf_inside_points((CaromSdf*)of, (CaromVec3*)items, capacity, written, total);

        Sdf(CaromSdf* sdf)
            : base(Kind, sdf)
        {
        }

        /// <summary>
        /// Generates the field of a mesh: so many cells along the longest side of its box, and `padding` more on every side.
        /// </summary>
        public static Sdf Generate(Mesh mesh, int resolution, SdfStorage storage = SdfStorage.Dense, int padding = 2)
        {
            if (mesh == null) throw new ArgumentNullException("mesh");
            CaromSdfGenerateDesc desc = default(CaromSdfGenerateDesc);
            desc.struct_size = (uint)sizeof(CaromSdfGenerateDesc);
            desc.resolution = (uint)resolution;
            desc.padding = (uint)padding;
            desc.storage = (uint)storage;
            CaromSdf* sdf = null;
            using (Held of = mesh.handle.Hold())
            {
                Library.Check(NativeMethods.carom_sdf_generate((CaromMesh*)of.Pointer, &desc, &sdf));
            }
            return new Sdf(sdf);
        }

        /// <summary>Opens a copy of cooked bytes.</summary>
        public static Sdf Open(ReadOnlySpan<byte> blob)
        {
            return new Sdf((CaromSdf*)Kind.Opened(blob));
        }

        /// <summary>
        /// Opens a file of cooked bytes in place: it is mapped, and only what is asked for stays in memory. It must stay as it is
        /// until the field is disposed.
        /// </summary>
        public static Sdf OpenFile(string path)
        {
            return new Sdf((CaromSdf*)Kind.OpenedFile(path));
        }

        /// <summary>Its figures.</summary>
        public CaromSdfStats Stats
        {
            get
            {
                CaromSdfStats known = default(CaromSdfStats);
                known.struct_size = (uint)sizeof(CaromSdfStats);
                using (Held of = handle.Hold())
                {
                    Library.Check(NativeMethods.carom_sdf_stats((CaromSdf*)of.Pointer, &known));
                }
                return known;
            }
        }

        /// <summary>Distances and gradients.</summary>
        public void Sample(ReadOnlySpan<Vector3> points, Span<SdfSample> answers,
            SdfInterpolation interpolation = SdfInterpolation.Linear)
        {
            uint option = (uint)interpolation;
            handle.Fill(Sampled, points, answers, null, &option);
        }

        /// <summary>The distance and the gradient at a point.</summary>
        public SdfSample Sample(Vector3 point, SdfInterpolation interpolation = SdfInterpolation.Linear)
        {
            uint option = (uint)interpolation;
            return handle.One<Vector3, SdfSample>(Sampled, point, null, &option);
        }

        /// <summary>The nearest point of the surface to each point.</summary>
        public void ClosestPoint(ReadOnlySpan<Vector3> points, Span<SdfClosestPoint> answers)
        {
            handle.Fill(Closest, points, answers, null);
        }

        /// <summary>The nearest point of the surface to a point.</summary>
        public SdfClosestPoint ClosestPoint(Vector3 point)
        {
            return handle.One<Vector3, SdfClosestPoint>(Closest, point, null);
        }

        /// <summary>The contact of each point that is no farther than `margin`.</summary>
        public void Collide(ReadOnlySpan<Vector3> points, Span<SdfContact> contacts, float margin = 0)
        {
            handle.Fill(CollidePoint, points, contacts, null, &margin, name: "contacts");
        }

        /// <summary>The contact of one point; false if it is farther than `margin`.</summary>
        public bool Collide(Vector3 point, out SdfContact contact, float margin = 0)
        {
            contact = handle.One<Vector3, SdfContact>(CollidePoint, point, null, &margin);
            return contact.IsHit;
        }

        /// <summary>The contact of each sphere that is no farther than `margin`.</summary>
        public void Collide(ReadOnlySpan<Sphere> spheres, Span<SdfContact> contacts, float margin = 0)
        {
            handle.Fill(CollideSphere, spheres, contacts, null, &margin, name: "contacts");
        }

        /// <summary>The contact of one sphere; false if it is farther than `margin`.</summary>
        public bool Collide(Sphere sphere, out SdfContact contact, float margin = 0)
        {
            contact = handle.One<Sphere, SdfContact>(CollideSphere, sphere, null, &margin);
            return contact.IsHit;
        }

        /// <summary>The contact of each capsule that is no farther than `margin`.</summary>
        public void Collide(ReadOnlySpan<Capsule> capsules, Span<SdfContact> contacts, float margin = 0)
        {
            handle.Fill(CollideCapsule, capsules, contacts, null, &margin, name: "contacts");
        }

        /// <summary>The contact of one capsule; false if it is farther than `margin`.</summary>
        public bool Collide(Capsule capsule, out SdfContact contact, float margin = 0)
        {
            contact = handle.One<Capsule, SdfContact>(CollideCapsule, capsule, null, &margin);
            return contact.IsHit;
        }

        /// <summary>The contact of each triangle that is no farther than `margin`.</summary>
        public void Collide(ReadOnlySpan<SdfTriangle> triangles, Span<SdfContact> contacts, float margin = 0)
        {
            handle.Fill(CollideTriangle, triangles, contacts, null, &margin, name: "contacts");
        }

        /// <summary>The contact of one triangle; false if it is farther than `margin`.</summary>
        public bool Collide(SdfTriangle triangle, out SdfContact contact, float margin = 0)
        {
            contact = handle.One<SdfTriangle, SdfContact>(CollideTriangle, triangle, null, &margin);
            return contact.IsHit;
        }

        /// <summary>The place where each ray is first inside.</summary>
        public void Raycast(ReadOnlySpan<Ray> rays, Span<SdfRayHit> hits)
        {
            handle.Fill(FirstHit, rays, hits, null, name: "hits");
        }

        /// <summary>The place where one ray is first inside; false for a miss.</summary>
        public bool Raycast(Ray ray, out SdfRayHit hit)
        {
            hit = handle.One<Ray, SdfRayHit>(FirstHit, ray, null);
            return hit.IsHit;
        }

        /// <summary>The grid's nodes inside the solid, as one list.</summary>
        public void InsidePoints(Lists<Vector3> points)
        {
            handle.ListOne(Inside, points);
        }
    }
}
