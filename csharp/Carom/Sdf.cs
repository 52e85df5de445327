// Signed distance fields: opening, figures, queries. Making them: SdfBuild.cs.

using System;
using System.Numerics;
using Carom.Native;

namespace Carom
{
    /// <summary>A cooked signed distance field.</summary>
    public sealed unsafe partial class Sdf : Cooked
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
        static readonly AnswerLists CollideField = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
            NativeMethods.carom_sdf_collide_field((CaromSdf*)of, (CaromSdf*)((Another*)option)->Field, (CaromPose*)queries, count,
                ((Another*)option)->Margin, offsets, (CaromSdfContact*)items, capacity, written, total);
        static readonly SingleList Inside = (of, option, items, capacity, written, total) =>
            NativeMethods.carom_sdf_inside_points((CaromSdf*)of, (CaromVec3*)items, capacity, written, total);

        Sdf(CaromSdf* sdf)
            : base(Kind, sdf)
        {
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

        /// <summary>The contacts of another field in each pose relative to this one, up to one a block of a field's cells.</summary>
        public void Collide(Sdf other, ReadOnlySpan<Pose> poses, Lists<SdfContact> contacts, float margin = 0)
        {
            if (other == null) throw new ArgumentNullException("other");
            using (Held with = other.handle.Hold())
            {
                Another option;
                option.Field = with.Pointer;
                option.Margin = margin;
                handle.List(CollideField, poses, contacts, null, &option, 64);
            }
        }

        /// <summary>The distances at the pixels of a slice, row by row.</summary>
        public void Slice(SdfSlice slice, Span<float> distances)
        {
            if ((ulong)distances.Length != (ulong)slice.Width * slice.Height)
            {
                throw new CaromException(Status.InvalidArgument,
                    "distances: room for " + distances.Length + " of " + slice.Width + " x " + slice.Height + " pixels");
            }
            using (Held of = handle.Hold())
            {
                fixed (float* d = distances)
                {
                    Library.Check(NativeMethods.carom_sdf_slice((CaromSdf*)of.Pointer, (CaromSdfSlice*)&slice, d));
                }
            }
        }

        struct Another
        {
            public void* Field;
            public float Margin;
        }
    }
}
