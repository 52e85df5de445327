// Hulls against a mesh: one hull in a pose, or in many.

using System;
using System.Buffers;
using System.Numerics;
using System.Runtime.InteropServices;
using Carom.Native;

namespace Carom
{
    public sealed unsafe partial class Mesh
    {
        static readonly Answers OverlapHull = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_mesh_overlap_hull((CaromMesh*)of, (CaromHullPose*)queries, count, filter, (byte*)answers);
        static readonly AnswerLists TouchingHull = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
            NativeMethods.carom_mesh_overlap_hull_all((CaromMesh*)of, (CaromHullPose*)queries, count, filter, offsets, (uint*)items,
                capacity, written, total);
        static readonly AnswerLists ContactsHull = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
            NativeMethods.carom_mesh_contacts_hull((CaromMesh*)of, (CaromHullPose*)queries, count, filter,
                (CaromContactOptions*)option, offsets, (CaromContact*)items, capacity, written, total);
        static readonly Answers CastHull = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_mesh_cast_hull((CaromMesh*)of, (CaromHullCast*)queries, count, filter, *(uint*)option,
                (CaromShapeHit*)answers);
        static readonly AnswerLists EveryCastHull = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
            NativeMethods.carom_mesh_cast_hull_all((CaromMesh*)of, (CaromHullCast*)queries, count, filter, *(uint*)option, offsets,
                (CaromShapeHit*)items, capacity, written, total);

        /// <summary>Tells whether a hull, in each pose, touches the surface: 1 or 0.</summary>
        public void Overlap(Hull hull, ReadOnlySpan<Pose> poses, Span<byte> answers, Filter? filter = null)
        {
            if (hull == null) throw new ArgumentNullException("hull");
            Library.CheckRoom("answers", answers.Length, poses.Length, "poses");
            HullAt[] hulls = ArrayPool<HullAt>.Shared.Rent(poses.Length);
            try
            {
                using (Held with = hull.handle.Hold())
                {
                    for (int i = 0; i < poses.Length; ++i) hulls[i] = new HullAt(with.Pointer, poses[i]);
                    handle.Fill<HullAt, byte>(OverlapHull, hulls.AsSpan(0, poses.Length), answers, filter);
                }
            }
            finally
            {
                ArrayPool<HullAt>.Shared.Return(hulls);
            }
        }

        /// <summary>Tells whether a hull, in a pose, touches the surface.</summary>
        public bool Overlap(Hull hull, Pose pose, Filter? filter = null)
        {
            byte answer = 0;
            Overlap(hull, MemoryMarshal.CreateReadOnlySpan(ref pose, 1), MemoryMarshal.CreateSpan(ref answer, 1), filter);
            return answer != 0;
        }

        /// <summary>The triangles that a hull, in a pose, touches itself, ascending, as one list.</summary>
        public void OverlapAll(Hull hull, Pose pose, Lists<uint> triangles, Filter? filter = null)
        {
            ListHull(TouchingHull, hull, pose, triangles, filter, null);
        }

        /// <summary>The contacts of a hull in a pose, the deepest first, as one list.</summary>
        public void Contacts(Hull hull, Pose pose, Lists<Contact> contacts, Filter? filter = null,
            ContactOptions options = default(ContactOptions))
        {
            CaromContactOptions raw = options.Raw();
            ListHull(ContactsHull, hull, pose, contacts, filter, &raw);
        }

        void ListHull<A>(AnswerLists function, Hull hull, Pose pose, Lists<A> lists, Filter? filter, void* option)
            where A : struct
        {
            if (hull == null) throw new ArgumentNullException("hull");
            using (Held with = hull.handle.Hold())
            {
                HullAt at = new HullAt(with.Pointer, pose);
                handle.List(function, MemoryMarshal.CreateReadOnlySpan(ref at, 1), lists, filter, option);
            }
        }

        /// <summary>
        /// The first contact of a moving hull; false for a miss. What touches at the start and does not move into the surface
        /// passes: it may leave, or slide along.
        /// </summary>
        public bool Cast(Hull hull, Pose pose, Vector3 displacement, out ShapeHit hit, Filter? filter = null,
            ContactEdges edges = ContactEdges.Smooth)
        {
            if (hull == null) throw new ArgumentNullException("hull");
            using (Held with = hull.handle.Hold())
            {
                uint option = (uint)edges;
                hit = handle.One<HullMoving, ShapeHit>(CastHull, new HullMoving(with.Pointer, pose, displacement), filter, &option);
                return hit.IsHit;
            }
        }

        /// <summary>The contact of a moving hull with every triangle in its way, by time, as one list.</summary>
        public void CastAll(Hull hull, Pose pose, Vector3 displacement, Lists<ShapeHit> hits, Filter? filter = null,
            ContactEdges edges = ContactEdges.Smooth)
        {
            if (hull == null) throw new ArgumentNullException("hull");
            using (Held with = hull.handle.Hold())
            {
                uint option = (uint)edges;
                HullMoving moving = new HullMoving(with.Pointer, pose, displacement);
                handle.List(EveryCastHull, MemoryMarshal.CreateReadOnlySpan(ref moving, 1), hits, filter, &option);
            }
        }

        // As the C interface has them, but without a pointer, so that they can be elements of spans.

        [StructLayout(LayoutKind.Sequential)]
        struct HullAt
        {
            readonly IntPtr hull;
            readonly Pose pose;

            public HullAt(void* hull, Pose pose)
            {
                this.hull = (IntPtr)hull;
                this.pose = pose;
            }
        }

        [StructLayout(LayoutKind.Sequential)]
        struct HullMoving
        {
            readonly HullAt shape;
            readonly Vector3 displacement;
            readonly uint reserved;

            public HullMoving(void* hull, Pose pose, Vector3 displacement)
            {
                shape = new HullAt(hull, pose);
                this.displacement = displacement;
                reserved = 0;
            }
        }
    }
}
