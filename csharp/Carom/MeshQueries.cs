// Queries of meshes. Those with one answer each fill a span of yours, or ask one question; those with lists fill lists, whose
// memory is used again. Without a filter, all triangles are asked. What they say is described at the functions of carom.h.

using System;
using System.Numerics;
using Carom.Native;

namespace Carom
{
    public sealed unsafe partial class Mesh
    {
        static readonly ShapeFunctions Shapes = new ShapeFunctions
        {
            OverlapCapsule = (of, queries, count, filter, option, answers) =>
                NativeMethods.carom_mesh_overlap_capsule((CaromMesh*)of, (CaromCapsule*)queries, count, filter, (byte*)answers),
            OverlapBox = (of, queries, count, filter, option, answers) =>
                NativeMethods.carom_mesh_overlap_box((CaromMesh*)of, (CaromBox*)queries, count, filter, (byte*)answers),
            CastCapsule = (of, queries, count, filter, option, answers) =>
                NativeMethods.carom_mesh_cast_capsule((CaromMesh*)of, (CaromCapsuleCast*)queries, count, filter,
                    *(uint*)option, (CaromShapeHit*)answers),
            CastBox = (of, queries, count, filter, option, answers) =>
                NativeMethods.carom_mesh_cast_box((CaromMesh*)of, (CaromBoxCast*)queries, count, filter, *(uint*)option,
                    (CaromShapeHit*)answers),
            TouchingCapsule = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
                NativeMethods.carom_mesh_overlap_capsule_all((CaromMesh*)of, (CaromCapsule*)queries, count, filter, offsets,
                    (uint*)items, capacity, written, total),
            TouchingBox = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
                NativeMethods.carom_mesh_overlap_box_all((CaromMesh*)of, (CaromBox*)queries, count, filter, offsets,
                    (uint*)items, capacity, written, total),
            EveryCastCapsule = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
                NativeMethods.carom_mesh_cast_capsule_all((CaromMesh*)of, (CaromCapsuleCast*)queries, count, filter,
                    *(uint*)option, offsets, (CaromShapeHit*)items, capacity, written, total),
            EveryCastBox = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
                NativeMethods.carom_mesh_cast_box_all((CaromMesh*)of, (CaromBoxCast*)queries, count, filter, *(uint*)option,
                    offsets, (CaromShapeHit*)items, capacity, written, total),
            ContactsSphere = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
                NativeMethods.carom_mesh_contacts_sphere((CaromMesh*)of, (CaromSphere*)queries, count, filter,
                    (CaromContactOptions*)option, offsets, (CaromContact*)items, capacity, written, total),
            ContactsCapsule = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
                NativeMethods.carom_mesh_contacts_capsule((CaromMesh*)of, (CaromCapsule*)queries, count, filter,
                    (CaromContactOptions*)option, offsets, (CaromContact*)items, capacity, written, total),
            ContactsBox = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
                NativeMethods.carom_mesh_contacts_box((CaromMesh*)of, (CaromBoxAxes*)queries, count, filter,
                    (CaromContactOptions*)option, offsets, (CaromContact*)items, capacity, written, total),
        };
        static readonly Answers NearestHit = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_mesh_raycast((CaromMesh*)of, (CaromRay*)queries, count, filter, (CaromRayHit*)answers, null);
        static readonly Answers AnyHit = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_mesh_occluded((CaromMesh*)of, (CaromRay*)queries, count, filter, (byte*)answers);
        // The option is the other points.
        static readonly Answers NothingBetween = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_mesh_line_of_sight((CaromMesh*)of, (CaromVec3*)queries, (CaromVec3*)option, count, filter, (byte*)answers);
        static readonly Answers Closest = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_mesh_closest_point((CaromMesh*)of, (CaromPointQuery*)queries, count, filter, (CaromClosestPoint*)answers);
        static readonly Answers OverlapSphere = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_mesh_overlap_sphere((CaromMesh*)of, (CaromSphere*)queries, count, filter, (byte*)answers);
        static readonly Answers CastSphere = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_mesh_cast_sphere((CaromMesh*)of, (CaromSphereCast*)queries, count, filter, *(uint*)option, (CaromShapeHit*)answers);
        static readonly Answers Winding = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_mesh_winding_numbers((CaromMesh*)of, (CaromVec3*)queries, count, (int*)answers);
        static readonly AnswerLists EveryHit = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
            NativeMethods.carom_mesh_raycast_all((CaromMesh*)of, (CaromRay*)queries, count, filter, offsets, (CaromRayHit*)items, capacity, written, total);
        static readonly AnswerLists EveryCrossing = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
            NativeMethods.carom_mesh_crossings((CaromMesh*)of, (CaromRay*)queries, count, filter, offsets, (CaromCrossing*)items, capacity, written, total);
        static readonly AnswerLists Candidate = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
            NativeMethods.carom_mesh_candidates_aabb((CaromMesh*)of, (CaromAabb*)queries, count, filter, offsets, (uint*)items, capacity, written, total);
        static readonly AnswerLists TouchingSphere = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
            NativeMethods.carom_mesh_overlap_sphere_all((CaromMesh*)of, (CaromSphere*)queries, count, filter, offsets, (uint*)items, capacity, written, total);
        static readonly AnswerLists EveryCastSphere = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
            NativeMethods.carom_mesh_cast_sphere_all((CaromMesh*)of, (CaromSphereCast*)queries, count, filter, *(uint*)option, offsets, (CaromShapeHit*)items, capacity, written, total);
        static readonly SingleList AllBoxes = (of, depths, items, capacity, written, total) =>
            NativeMethods.carom_mesh_boxes((CaromMesh*)of, ((uint*)depths)[0], ((uint*)depths)[1], (CaromTreeBox*)items, capacity, written, total);

        /// <summary>The nearest hit of each ray.</summary>
        public void Raycast(ReadOnlySpan<Ray> rays, Span<RayHit> hits, Filter? filter = null)
        {
            handle.Fill(NearestHit, rays, hits, filter, name: "hits");
        }

        /// <summary>The nearest hit of one ray; false for a miss.</summary>
        public bool Raycast(Ray ray, out RayHit hit, Filter? filter = null)
        {
            hit = RaycastOne(&ray, filter, null);
            return hit.IsHit;
        }

        /// <summary>The nearest hit of one ray, and the surface there; false for a miss.</summary>
        public bool Raycast(Ray ray, out RayHit hit, out SurfacePoint surface, Filter? filter = null)
        {
            SurfacePoint there;
            hit = RaycastOne(&ray, filter, &there);
            surface = there;
            return hit.IsHit;
        }

        /// <summary>Not by a delegate, as other single queries are: that is half of what the call costs beyond C's.</summary>
        RayHit RaycastOne(Ray* ray, Filter? filter, SurfacePoint* surface)
        {
            RayHit found;
            CaromFilter raw = Filter.Raw(filter);
            using (Held of = handle.Hold())
            {
                Library.Check(NativeMethods.carom_mesh_raycast((CaromMesh*)of.Pointer, (CaromRay*)ray, (UIntPtr)1u,
                    filter.HasValue ? &raw : null, (CaromRayHit*)&found, (CaromSurfacePoint*)surface));
            }
            return found;
        }

        /// <summary>The nearest hit of each ray, and the surface there.</summary>
        public void Raycast(ReadOnlySpan<Ray> rays, Span<RayHit> hits, Span<SurfacePoint> surface, Filter? filter = null)
        {
            Library.CheckRoom("hits", hits.Length, rays.Length, "queries");
            Library.CheckRoom("surface", surface.Length, rays.Length, "queries");
            CaromFilter raw = Filter.Raw(filter);
            using (Held of = handle.Hold())
            {
                fixed (Ray* r = rays)
                fixed (RayHit* h = hits)
                fixed (SurfacePoint* s = surface)
                {
                    Library.Check(NativeMethods.carom_mesh_raycast((CaromMesh*)of.Pointer, (CaromRay*)r, (UIntPtr)(uint)rays.Length,
                        filter.HasValue ? &raw : null, (CaromRayHit*)h, (CaromSurfacePoint*)s));
                }
            }
        }

        /// <summary>Tells whether each ray hits anything: 1 or 0.</summary>
        public void Occluded(ReadOnlySpan<Ray> rays, Span<byte> answers, Filter? filter = null)
        {
            handle.Fill(AnyHit, rays, answers, filter);
        }

        /// <summary>Tells whether one ray hits anything.</summary>
        public bool Occluded(Ray ray, Filter? filter = null)
        {
            return handle.One<Ray, byte>(AnyHit, ray, filter) != 0;
        }

        /// <summary>
        /// Tells whether nothing is between each two points, nor at one of them: 1 or 0. A point sees itself. There are as many
        /// points in `to` as in `from`.
        /// </summary>
        public void LineOfSight(ReadOnlySpan<Vector3> from, ReadOnlySpan<Vector3> to, Span<byte> visible, Filter? filter = null)
        {
            if (to.Length != from.Length)
            {
                throw new CaromException(Status.InvalidArgument, "to: " + to.Length + " for " + from.Length + " points in from");
            }
            fixed (byte* others = Library.First(to))
            {
                handle.Fill(NothingBetween, from, visible, filter, others, name: "visible");
            }
        }

        /// <summary>Tells whether nothing is between two points, nor at one of them. A point sees itself.</summary>
        public bool LineOfSight(Vector3 from, Vector3 to, Filter? filter = null)
        {
            return handle.One<Vector3, byte>(NothingBetween, from, filter, &to) != 0;
        }

        /// <summary>
        /// Tells whether anything is between two points, or at one of them, which must differ: they give a ray. See
        /// <see cref="LineOfSight(Vector3, Vector3, Filter?)"/>.
        /// </summary>
        public bool Occluded(Vector3 from, Vector3 to, Filter? filter = null)
        {
            if (from == to) throw new CaromException(Status.InvalidArgument, "to: it is the same point as from, " + Say.Value(to));
            return Occluded(new Ray(from, to - from, 1), filter);
        }

        /// <summary>The closest point of the surface to each point.</summary>
        public void ClosestPoint(ReadOnlySpan<PointQuery> points, Span<ClosestPoint> answers, Filter? filter = null)
        {
            handle.Fill(Closest, points, answers, filter);
        }

        /// <summary>The closest point of the surface; false if none is as near as asked for.</summary>
        public bool ClosestPoint(Vector3 point, out ClosestPoint closest, float maxDistance = float.PositiveInfinity,
            Filter? filter = null)
        {
            closest = handle.One<PointQuery, ClosestPoint>(Closest, new PointQuery(point, maxDistance), filter);
            return closest.IsHit;
        }

        /// <summary>Tells whether each sphere touches the surface: 1 or 0.</summary>
        public void Overlap(ReadOnlySpan<Sphere> spheres, Span<byte> answers, Filter? filter = null)
        {
            handle.Fill(OverlapSphere, spheres, answers, filter);
        }

        /// <summary>Tells whether one sphere touches the surface.</summary>
        public bool Overlap(Sphere sphere, Filter? filter = null)
        {
            return handle.One<Sphere, byte>(OverlapSphere, sphere, filter) != 0;
        }

        /// <summary>The triangles that each sphere touches itself, ascending.</summary>
        public void OverlapAll(ReadOnlySpan<Sphere> spheres, Lists<uint> triangles, Filter? filter = null)
        {
            handle.List(TouchingSphere, spheres, triangles, filter);
        }

        /// <summary>
        /// The first contact of each moving sphere. What touches at the start and does not move into the surface passes: it may leave,
        /// or slide along.
        /// </summary>
        public void Cast(ReadOnlySpan<SphereCast> casts, Span<ShapeHit> hits, Filter? filter = null,
            ContactEdges edges = ContactEdges.Smooth)
        {
            uint option = (uint)edges;
            handle.Fill(CastSphere, casts, hits, filter, &option, name: "hits");
        }

        /// <summary>The first contact of one moving sphere; false for a miss.</summary>
        public bool Cast(SphereCast cast, out ShapeHit hit, Filter? filter = null, ContactEdges edges = ContactEdges.Smooth)
        {
            uint option = (uint)edges;
            hit = handle.One<SphereCast, ShapeHit>(CastSphere, cast, filter, &option);
            return hit.IsHit;
        }

        /// <summary>The first contact of a sphere that moves along `displacement`; false for a miss.</summary>
        public bool Cast(Sphere sphere, Vector3 displacement, out ShapeHit hit, Filter? filter = null,
            ContactEdges edges = ContactEdges.Smooth)
        {
            return Cast(new SphereCast(sphere.Center, sphere.Radius, displacement), out hit, filter, edges);
        }

        /// <summary>The contact of each moving sphere with every triangle in its way, by time.</summary>
        public void CastAll(ReadOnlySpan<SphereCast> casts, Lists<ShapeHit> hits, Filter? filter = null,
            ContactEdges edges = ContactEdges.Smooth)
        {
            uint option = (uint)edges;
            handle.List(EveryCastSphere, casts, hits, filter, &option);
        }

        /// <summary>Every hit of each ray, by t.</summary>
        public void RaycastAll(ReadOnlySpan<Ray> rays, Lists<RayHit> answers, Filter? filter = null)
        {
            handle.List(EveryHit, rays, answers, filter);
        }

        /// <summary>The places where each ray crosses the surface, in and out by turns.</summary>
        public void Crossings(ReadOnlySpan<Ray> rays, Lists<Crossing> answers, Filter? filter = null)
        {
            handle.List(EveryCrossing, rays, answers, filter);
        }

        /// <summary>
        /// The winding number of a closed surface about each point: 0 outside, 1 inside or more where parts overlap, less than 0
        /// in parts that are turned inside out. Of a surface that is not closed, see <see cref="IsClosed"/>, it is wrong behind the
        /// holes, as seen along x, and nothing tells so.
        /// </summary>
        public void WindingNumbers(ReadOnlySpan<Vector3> points, Span<int> numbers)
        {
            handle.Fill(Winding, points, numbers, null, name: "numbers");
        }

        /// <summary>The same for one point.</summary>
        public int WindingNumber(Vector3 point)
        {
            return handle.One<Vector3, int>(Winding, point, null);
        }

        /// <summary>
        /// Tells whether a point is inside of a closed surface: whether its winding number is above 0. Exact. Of a surface that is
        /// not closed, see <see cref="IsClosed"/>, it is wrong behind the holes, as seen along x, and nothing tells so.
        /// </summary>
        public bool Contains(Vector3 point)
        {
            return WindingNumber(point) > 0;
        }

        /// <summary>
        /// True if edges of triangles, known by the positions of their ends, run as often in one direction as in the other. The
        /// first call looks at all triangles. So a mesh without triangles counts as closed; a <see cref="Report(ReadOnlySpan{Vector3}, ReadOnlySpan{int})"/> calls it not
        /// watertight.
        /// </summary>
        public bool IsClosed
        {
            get
            {
                byte closed;
                using (Held of = handle.Hold())
                {
                    Library.Check(NativeMethods.carom_mesh_is_closed((CaromMesh*)of.Pointer, &closed));
                }
                return closed != 0;
            }
        }

        /// <summary>The triangles whose bounding boxes touch each box: more than touch it themselves.</summary>
        public void Candidates(ReadOnlySpan<Aabb> boxes, Lists<uint> answers, Filter? filter = null)
        {
            handle.List(Candidate, boxes, answers, filter);
        }

        /// <summary>The boxes of its tree at some depths, for drawing, as one list: see carom_mesh_boxes.</summary>
        public void Boxes(Lists<TreeBox> boxes, uint minDepth = 0, uint maxDepth = uint.MaxValue)
        {
            uint* depths = stackalloc uint[2];
            depths[0] = minDepth;
            depths[1] = maxDepth;
            handle.ListOne(AllBoxes, boxes, depths);
        }
    }
}
