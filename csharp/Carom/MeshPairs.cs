// Hulls, and other meshes, against a mesh, in poses.

using System;
using System.Buffers;
using System.Numerics;
using System.Runtime.InteropServices;
using Carom.Native;

namespace Carom
{
    /// <summary>Triangles of two meshes that touch.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TrianglePair
    {
        /// <summary>Of the first mesh.</summary>
        public uint A;
        /// <summary>Of the second.</summary>
        public uint B;
    }

    /// <summary>Triangles of two meshes that are near.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct PairDistance
    {
        /// <summary>Of the first mesh.</summary>
        public uint A;
        /// <summary>Of the second.</summary>
        public uint B;
        /// <summary>How far they are apart.</summary>
        public float Distance;
    }

    /// <summary>How far two meshes are apart.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MeshDistance
    {
        /// <summary>The nearest point of the first mesh.</summary>
        public Vector3 OnA;
        /// <summary>The nearest point of the second.</summary>
        public Vector3 OnB;
        /// <summary>Their distance; infinite if there is none as near as asked for.</summary>
        public float Distance;
        /// <summary>The triangle of the first, or <see cref="Mesh.None"/>.</summary>
        public uint A;
        /// <summary>The triangle of the second.</summary>
        public uint B;

        /// <summary>True if they are as near as asked for.</summary>
        public bool IsHit
        {
            get { return A != Mesh.None; }
        }
    }

    /// <summary>Whether one closed mesh lies inside of the other.</summary>
    [Flags]
    public enum MeshInside : byte
    {
        /// <summary>Neither.</summary>
        None = 0,
        /// <summary>Their surfaces touch.</summary>
        Touching = (byte)NativeMethods.CAROM_INSIDE_TOUCHING,
        /// <summary>A part of the first is inside of the second.</summary>
        APartly = (byte)NativeMethods.CAROM_INSIDE_A_PARTLY,
        /// <summary>All of the first is.</summary>
        AWholly = (byte)NativeMethods.CAROM_INSIDE_A_WHOLLY,
        /// <summary>A part of the second is inside of the first.</summary>
        BPartly = (byte)NativeMethods.CAROM_INSIDE_B_PARTLY,
        /// <summary>All of the second is.</summary>
        BWholly = (byte)NativeMethods.CAROM_INSIDE_B_WHOLLY,
        /// <summary>They share space.</summary>
        Overlapping = (byte)NativeMethods.CAROM_INSIDE_OVERLAPPING,
        /// <summary>They touch and share no space.</summary>
        OnlyTouching = (byte)NativeMethods.CAROM_INSIDE_ONLY_TOUCHING,
    }

    public sealed unsafe partial class Mesh
    {
        delegate CaromStatus Together(void* a, void* b, CaromPose* poses, UIntPtr count, CaromFilter* aFilter, CaromFilter* bFilter,
            float distance, void* answers);

        delegate CaromStatus TogetherLists(void* a, void* b, CaromPose* poses, UIntPtr count, CaromFilter* aFilter,
            CaromFilter* bFilter, float distance, ulong* offsets, void* items, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        static readonly Together Touching = (a, b, poses, count, aFilter, bFilter, distance, answers) =>
            NativeMethods.carom_mesh_overlap_mesh((CaromMesh*)a, (CaromMesh*)b, null, poses, count, aFilter, bFilter, (byte*)answers);
        static readonly Together Apart = (a, b, poses, count, aFilter, bFilter, distance, answers) =>
            NativeMethods.carom_mesh_distance((CaromMesh*)a, (CaromMesh*)b, null, poses, count, distance, aFilter, bFilter,
                (CaromMeshDistance*)answers);
        static readonly Together Enclosed = (a, b, poses, count, aFilter, bFilter, distance, answers) =>
            NativeMethods.carom_mesh_inside((CaromMesh*)a, (CaromMesh*)b, null, poses, count, (byte*)answers);
        static readonly TogetherLists AllTouching =
            (a, b, poses, count, aFilter, bFilter, distance, offsets, items, capacity, written, total) =>
                NativeMethods.carom_mesh_overlap_mesh_all((CaromMesh*)a, (CaromMesh*)b, null, poses, count, aFilter, bFilter, offsets,
                    (CaromTrianglePair*)items, capacity, written, total);
        static readonly TogetherLists AllNear =
            (a, b, poses, count, aFilter, bFilter, distance, offsets, items, capacity, written, total) =>
                NativeMethods.carom_mesh_within((CaromMesh*)a, (CaromMesh*)b, null, poses, count, distance, aFilter, bFilter, offsets,
                    (CaromPairDistance*)items, capacity, written, total);

        void Ask<A>(Together function, Mesh other, ReadOnlySpan<Pose> poses, Span<A> answers, Filter? filter, Filter? otherFilter,
            float distance = 0)
            where A : struct
        {
            if (other == null) throw new ArgumentNullException("other");
            Library.CheckRoom("answers", answers.Length, poses.Length, "poses");
            CaromFilter a = Filter.Raw(filter), b = Filter.Raw(otherFilter);
            using (Held of = handle.Hold())
            using (Held with = other.handle.Hold())
            {
                fixed (byte* p = Library.First(poses))
                fixed (byte* o = Library.First(answers))
                {
                    Library.Check(function(of.Pointer, with.Pointer, (CaromPose*)p, (UIntPtr)(uint)poses.Length,
                        filter.HasValue ? &a : null, otherFilter.HasValue ? &b : null, distance, o));
                }
            }
        }

        void Ask<A>(TogetherLists function, Mesh other, ReadOnlySpan<Pose> poses, Lists<A> lists, Filter? filter, Filter? otherFilter,
            float distance = 0)
            where A : struct
        {
            if (other == null) throw new ArgumentNullException("other");
            if (lists == null) throw new ArgumentNullException("lists");
            CaromFilter a = Filter.Raw(filter), b = Filter.Raw(otherFilter);
            using (Held of = handle.Hold())
            using (Held with = other.handle.Hold())
            {
                fixed (byte* p = Library.First(poses))
                {
                    TogetherListing call;
                    call.Function = function;
                    call.A = of.Pointer;
                    call.B = with.Pointer;
                    call.Poses = (CaromPose*)p;
                    call.Count = (UIntPtr)(uint)poses.Length;
                    call.AFilter = filter.HasValue ? &a : null;
                    call.BFilter = otherFilter.HasValue ? &b : null;
                    call.Distance = distance;
                    lists.Fill(call, poses.Length, 16);
                }
            }
        }

        struct TogetherListing : IListCall
        {
            public TogetherLists Function;
            public void* A;
            public void* B;
            public CaromPose* Poses;
            public UIntPtr Count;
            public CaromFilter* AFilter;
            public CaromFilter* BFilter;
            public float Distance;

            public CaromStatus Into(ulong* offsets, void* items, UIntPtr capacity, UIntPtr* written, UIntPtr* total)
            {
                return Function(A, B, Poses, Count, AFilter, BFilter, Distance, offsets, items, capacity, written, total);
            }
        }

        /// <summary>Tells whether another mesh, in each pose, touches this one: 1 or 0.</summary>
        public void Overlap(Mesh other, ReadOnlySpan<Pose> poses, Span<byte> answers, Filter? filter = null, Filter? otherFilter = null)
        {
            Ask(Touching, other, poses, answers, filter, otherFilter);
        }

        /// <summary>Tells whether another mesh, in a pose, touches this one.</summary>
        public bool Overlap(Mesh other, Pose pose, Filter? filter = null, Filter? otherFilter = null)
        {
            byte answer = 0;
            Overlap(other, MemoryMarshal.CreateReadOnlySpan(ref pose, 1), MemoryMarshal.CreateSpan(ref answer, 1), filter, otherFilter);
            return answer != 0;
        }

        /// <summary>All pairs of triangles that touch, for each pose of the other mesh.</summary>
        public void OverlapAll(Mesh other, ReadOnlySpan<Pose> poses, Lists<TrianglePair> pairs, Filter? filter = null,
            Filter? otherFilter = null)
        {
            Ask(AllTouching, other, poses, pairs, filter, otherFilter);
        }

        /// <summary>All pairs of triangles that are no farther apart than a distance, for each pose of the other mesh.</summary>
        public void Within(float distance, Mesh other, ReadOnlySpan<Pose> poses, Lists<PairDistance> pairs, Filter? filter = null,
            Filter? otherFilter = null)
        {
            Ask(AllNear, other, poses, pairs, filter, otherFilter, distance);
        }

        /// <summary>How far the other mesh is, in each pose, if no farther than a distance.</summary>
        public void Distance(Mesh other, ReadOnlySpan<Pose> poses, Span<MeshDistance> answers,
            float maxDistance = float.PositiveInfinity, Filter? filter = null, Filter? otherFilter = null)
        {
            Ask(Apart, other, poses, answers, filter, otherFilter, maxDistance);
        }

        /// <summary>How far the other mesh is, in a pose; false if farther than a distance.</summary>
        public bool Distance(Mesh other, Pose pose, out MeshDistance distance, float maxDistance = float.PositiveInfinity,
            Filter? filter = null, Filter? otherFilter = null)
        {
            MeshDistance answer = default(MeshDistance);
            Distance(other, MemoryMarshal.CreateReadOnlySpan(ref pose, 1), MemoryMarshal.CreateSpan(ref answer, 1), maxDistance, filter,
                otherFilter);
            distance = answer;
            return answer.IsHit;
        }

        /// <summary>Whether one closed mesh lies inside of the other, in each pose.</summary>
        public void Inside(Mesh other, ReadOnlySpan<Pose> poses, Span<MeshInside> answers)
        {
            Ask(Enclosed, other, poses, answers, null, null);
        }

        // Hulls, one in many poses.

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

        /// <summary>The first contact of a moving hull; false for a miss.</summary>
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
