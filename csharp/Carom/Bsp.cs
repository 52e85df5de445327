// BSP trees of solids: opening, figures, queries. Building: BspBuild.cs.

using System;
using System.Numerics;
using Carom.Native;

namespace Carom
{
    /// <summary>A cooked BSP tree of solids. Capsules, boxes and contacts need a tree of brushes.</summary>
    public sealed unsafe partial class Bsp : ShapeQueries
    {
        static readonly CookedKind Kind = new CookedKind
        {
            Destroy = of => NativeMethods.carom_bsp_destroy((CaromBsp*)of),
            Open = (blob, size, flags, made) => NativeMethods.carom_bsp_open(blob, size, flags, (CaromBsp**)made),
            OpenFile = (path, made) => NativeMethods.carom_bsp_open_file(path, (CaromBsp**)made),
            Save = (of, buffer, capacity, size) => NativeMethods.carom_bsp_save((CaromBsp*)of, buffer, capacity, size),
            SaveFile = (of, path) => NativeMethods.carom_bsp_save_file((CaromBsp*)of, path),
        };
        static readonly ShapeFunctions Shapes = new ShapeFunctions
        {
            OverlapCapsule = (of, queries, count, filter, option, answers) =>
                NativeMethods.carom_bsp_overlap_capsule((CaromBsp*)of, (CaromCapsule*)queries, count, filter, (byte*)answers),
            OverlapBox = (of, queries, count, filter, option, answers) =>
                NativeMethods.carom_bsp_overlap_box((CaromBsp*)of, (CaromBox*)queries, count, filter, (byte*)answers),
            CastCapsule = (of, queries, count, filter, option, answers) =>
                NativeMethods.carom_bsp_cast_capsule((CaromBsp*)of, (CaromCapsuleCast*)queries, count, filter,
                    *(uint*)option, (CaromShapeHit*)answers),
            CastBox = (of, queries, count, filter, option, answers) =>
                NativeMethods.carom_bsp_cast_box((CaromBsp*)of, (CaromBoxCast*)queries, count, filter, *(uint*)option,
                    (CaromShapeHit*)answers),
            TouchingCapsule = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
                NativeMethods.carom_bsp_overlap_capsule_all((CaromBsp*)of, (CaromCapsule*)queries, count, filter, offsets,
                    (uint*)items, capacity, written, total),
            TouchingBox = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
                NativeMethods.carom_bsp_overlap_box_all((CaromBsp*)of, (CaromBox*)queries, count, filter, offsets,
                    (uint*)items, capacity, written, total),
            EveryCastCapsule = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
                NativeMethods.carom_bsp_cast_capsule_all((CaromBsp*)of, (CaromCapsuleCast*)queries, count, filter,
                    *(uint*)option, offsets, (CaromShapeHit*)items, capacity, written, total),
            EveryCastBox = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
                NativeMethods.carom_bsp_cast_box_all((CaromBsp*)of, (CaromBoxCast*)queries, count, filter, *(uint*)option,
                    offsets, (CaromShapeHit*)items, capacity, written, total),
            ContactsSphere = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
                NativeMethods.carom_bsp_contacts_sphere((CaromBsp*)of, (CaromSphere*)queries, count, filter,
                    (CaromContactOptions*)option, offsets, (CaromContact*)items, capacity, written, total),
            ContactsCapsule = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
                NativeMethods.carom_bsp_contacts_capsule((CaromBsp*)of, (CaromCapsule*)queries, count, filter,
                    (CaromContactOptions*)option, offsets, (CaromContact*)items, capacity, written, total),
            ContactsBox = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
                NativeMethods.carom_bsp_contacts_box((CaromBsp*)of, (CaromBoxAxes*)queries, count, filter,
                    (CaromContactOptions*)option, offsets, (CaromContact*)items, capacity, written, total),
        };
        static readonly Answers OverlapSphere = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_bsp_overlap_sphere((CaromBsp*)of, (CaromSphere*)queries, count, *(uint*)option, filter, (byte*)answers);
        static readonly Answers Content = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_bsp_contains_point((CaromBsp*)of, (CaromVec3*)queries, count, filter, (CaromBspContent*)answers);
        static readonly Answers CollideSphere = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_bsp_collide_sphere((CaromBsp*)of, (CaromSphere*)queries, count, filter, (CaromBspContact*)answers);
        static readonly Answers FirstHit = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_bsp_raycast((CaromBsp*)of, (CaromRay*)queries, count, filter, (CaromBspCastHit*)answers);
        static readonly Answers CastSphere = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_bsp_cast_sphere((CaromBsp*)of, (CaromSphereCast*)queries, count, filter, (CaromBspCastHit*)answers);
        static readonly SingleList AllBoxes = (of, depths, items, capacity, written, total) =>
            NativeMethods.carom_bsp_boxes((CaromBsp*)of, ((uint*)depths)[0], ((uint*)depths)[1], (CaromTreeBox*)items, capacity, written, total);

        readonly CaromBspStats stats;

        Bsp(CaromBsp* bsp)
            : base(Kind, Shapes, bsp)
        {
            CaromBspStats known = default(CaromBspStats);
            known.struct_size = (uint)sizeof(CaromBspStats);
            Library.Check(NativeMethods.carom_bsp_stats(bsp, &known));
            stats = known;
        }

        /// <summary>Opens a copy of cooked bytes.</summary>
        public static Bsp Open(ReadOnlySpan<byte> blob)
        {
            return new Bsp((CaromBsp*)Kind.Opened(blob));
        }

        /// <summary>
        /// Opens a file of cooked bytes in place: it is mapped, and only what is asked for stays in memory. It must stay as it is
        /// until the tree is disposed.
        /// </summary>
        public static Bsp OpenFile(string path)
        {
            return new Bsp((CaromBsp*)Kind.OpenedFile(path));
        }

        /// <summary>Number of brushes; 1 for a surface.</summary>
        public int BrushCount
        {
            get { return (int)stats.brush_count; }
        }

        /// <summary>The box around the solid.</summary>
        public Aabb Bounds
        {
            get
            {
                CaromAabb box = stats.bounds;
                return *(Aabb*)&box;
            }
        }

        /// <summary>Its figures.</summary>
        public CaromBspStats Stats
        {
            get { return stats; }
        }

        /// <summary>Tells whether each sphere touches the solid: 1 or 0.</summary>
        public void Overlap(ReadOnlySpan<Sphere> spheres, Span<byte> answers, Filter? filter = null, BspMode mode = BspMode.Exact)
        {
            uint option = (uint)mode;
            handle.Fill(OverlapSphere, spheres, answers, filter, &option);
        }

        /// <summary>Tells whether one sphere touches the solid.</summary>
        public bool Overlap(Sphere sphere, Filter? filter = null, BspMode mode = BspMode.Exact)
        {
            uint option = (uint)mode;
            return handle.One<Sphere, byte>(OverlapSphere, sphere, filter, &option) != 0;
        }

        /// <summary>The brush that contains each point.</summary>
        public void Contains(ReadOnlySpan<Vector3> points, Span<BspContent> answers, Filter? filter = null)
        {
            handle.Fill(Content, points, answers, filter);
        }

        /// <summary>The brush that contains a point; false if none does.</summary>
        public bool Contains(Vector3 point, out BspContent content, Filter? filter = null)
        {
            content = handle.One<Vector3, BspContent>(Content, point, filter);
            return content.IsSolid;
        }

        /// <summary>The contact of each sphere.</summary>
        public void Collide(ReadOnlySpan<Sphere> spheres, Span<BspContact> answers, Filter? filter = null)
        {
            handle.Fill(CollideSphere, spheres, answers, filter);
        }

        /// <summary>The contact of one sphere; false if it does not touch.</summary>
        public bool Collide(Sphere sphere, out BspContact contact, Filter? filter = null)
        {
            contact = handle.One<Sphere, BspContact>(CollideSphere, sphere, filter);
            return contact.IsHit;
        }

        /// <summary>The place where each ray is first inside.</summary>
        public void Raycast(ReadOnlySpan<Ray> rays, Span<BspCastHit> hits, Filter? filter = null)
        {
            handle.Fill(FirstHit, rays, hits, filter, name: "hits");
        }

        /// <summary>The place where one ray is first inside; false for a miss.</summary>
        public bool Raycast(Ray ray, out BspCastHit hit, Filter? filter = null)
        {
            hit = handle.One<Ray, BspCastHit>(FirstHit, ray, filter);
            return hit.IsHit;
        }

        /// <summary>The first contact of each moving sphere.</summary>
        public void Cast(ReadOnlySpan<SphereCast> casts, Span<BspCastHit> hits, Filter? filter = null)
        {
            handle.Fill(CastSphere, casts, hits, filter, name: "hits");
        }

        /// <summary>The first contact of one moving sphere; false for a miss.</summary>
        public bool Cast(SphereCast cast, out BspCastHit hit, Filter? filter = null)
        {
            hit = handle.One<SphereCast, BspCastHit>(CastSphere, cast, filter);
            return hit.IsHit;
        }

        /// <summary>The first contact of a sphere that moves along `displacement`; false for a miss.</summary>
        public bool Cast(Sphere sphere, Vector3 displacement, out BspCastHit hit, Filter? filter = null)
        {
            return Cast(new SphereCast(sphere.Center, sphere.Radius, displacement), out hit, filter);
        }

        /// <summary>The boxes of its tree at some depths, for drawing, as one list: see carom_bsp_boxes.</summary>
        public void Boxes(Lists<TreeBox> boxes, uint minDepth = 0, uint maxDepth = uint.MaxValue)
        {
            uint* depths = stackalloc uint[2];
            depths[0] = minDepth;
            depths[1] = maxDepth;
            handle.ListOne(AllBoxes, boxes, depths);
        }
    }
}
