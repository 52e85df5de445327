// Other meshes, or the same, against a mesh, in poses: those of the other, or of both. Poses of a mesh that stays where it is
// need not be given: an empty span.

using System;
using System.Runtime.InteropServices;
using Carom.Native;

namespace Carom
{
    public sealed unsafe partial class Mesh
    {
        delegate CaromStatus Together(void* a, void* b, CaromPose* aPoses, CaromPose* bPoses, UIntPtr count, CaromFilter* aFilter,
            CaromFilter* bFilter, float distance, void* answers);

        delegate CaromStatus TogetherLists(void* a, void* b, CaromPose* aPoses, CaromPose* bPoses, UIntPtr count, CaromFilter* aFilter,
            CaromFilter* bFilter, float distance, ulong* offsets, void* items, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        static readonly Together Touching = (a, b, aPoses, bPoses, count, aFilter, bFilter, distance, answers) =>
            NativeMethods.carom_mesh_overlap_mesh((CaromMesh*)a, (CaromMesh*)b, aPoses, bPoses, count, aFilter, bFilter, (byte*)answers);
        static readonly Together Apart = (a, b, aPoses, bPoses, count, aFilter, bFilter, distance, answers) =>
            NativeMethods.carom_mesh_distance((CaromMesh*)a, (CaromMesh*)b, aPoses, bPoses, count, distance, aFilter, bFilter,
                (CaromMeshDistance*)answers);
        static readonly Together Enclosed = (a, b, aPoses, bPoses, count, aFilter, bFilter, distance, answers) =>
            NativeMethods.carom_mesh_inside((CaromMesh*)a, (CaromMesh*)b, aPoses, bPoses, count, (byte*)answers);
        static readonly TogetherLists AllTouching =
            (a, b, aPoses, bPoses, count, aFilter, bFilter, distance, offsets, items, capacity, written, total) =>
                NativeMethods.carom_mesh_overlap_mesh_all((CaromMesh*)a, (CaromMesh*)b, aPoses, bPoses, count, aFilter, bFilter, offsets,
                    (CaromTrianglePair*)items, capacity, written, total);
        static readonly TogetherLists AllNear =
            (a, b, aPoses, bPoses, count, aFilter, bFilter, distance, offsets, items, capacity, written, total) =>
                NativeMethods.carom_mesh_within((CaromMesh*)a, (CaromMesh*)b, aPoses, bPoses, count, distance, aFilter, bFilter, offsets,
                    (CaromPairDistance*)items, capacity, written, total);

        static readonly TogetherLists Shared =
            (a, b, aPoses, bPoses, count, aFilter, bFilter, distance, offsets, items, capacity, written, total) =>
                NativeMethods.carom_mesh_intersections((CaromMesh*)a, (CaromMesh*)b, aPoses, bPoses, count, aFilter, bFilter, offsets,
                    (CaromPairIntersection*)items, capacity, written, total);

        // Poses of the one mesh, of the other, or of both, in which case there are as many.
        static int Elements(ReadOnlySpan<Pose> poses, ReadOnlySpan<Pose> otherPoses)
        {
            if (poses.Length != 0 && otherPoses.Length != 0 && poses.Length != otherPoses.Length)
            {
                throw new CaromException(Status.InvalidArgument, "poses: " + poses.Length + " for " + otherPoses.Length + " otherPoses");
            }
            return Math.Max(poses.Length, otherPoses.Length);
        }

        void Ask<A>(Together function, Mesh other, ReadOnlySpan<Pose> poses, Span<A> answers, Filter? filter, Filter? otherFilter,
            float distance = 0)
            where A : struct
        {
            Ask(function, default(ReadOnlySpan<Pose>), other, poses, answers, filter, otherFilter, distance, "poses");
        }

        // Errors call the other's poses by `name`.
        void Ask<A>(Together function, ReadOnlySpan<Pose> poses, Mesh other, ReadOnlySpan<Pose> otherPoses, Span<A> answers,
            Filter? filter, Filter? otherFilter, float distance = 0, string name = "otherPoses")
            where A : struct
        {
            if (other == null) throw new ArgumentNullException("other");
            int count = Elements(poses, otherPoses);
            Library.CheckRoom("answers", answers.Length, count, "poses");
            CaromFilter a = Filter.Raw(filter), b = Filter.Raw(otherFilter);
            using (Held of = handle.Hold())
            using (Held with = other.handle.Hold())
            {
                fixed (byte* p = Library.First(poses))
                fixed (byte* q = Library.First(otherPoses))
                fixed (byte* o = Library.First(answers))
                {
                    CaromStatus status = function(of.Pointer, with.Pointer, (CaromPose*)p, (CaromPose*)q, (UIntPtr)(uint)count,
                        filter.HasValue ? &a : null, otherFilter.HasValue ? &b : null, distance, o);
                    Library.CheckPosed(status, "poses", name);
                }
            }
        }

        void Ask<A>(TogetherLists function, Mesh other, ReadOnlySpan<Pose> poses, Lists<A> lists, Filter? filter,
            Filter? otherFilter, float distance = 0)
            where A : struct
        {
            Ask(function, default(ReadOnlySpan<Pose>), other, poses, lists, filter, otherFilter, distance, "poses");
        }

        void Ask<A>(TogetherLists function, ReadOnlySpan<Pose> poses, Mesh other, ReadOnlySpan<Pose> otherPoses, Lists<A> lists,
            Filter? filter, Filter? otherFilter, float distance = 0, string name = "otherPoses")
            where A : struct
        {
            if (other == null) throw new ArgumentNullException("other");
            if (lists == null) throw new ArgumentNullException("lists");
            int count = Elements(poses, otherPoses);
            CaromFilter a = Filter.Raw(filter), b = Filter.Raw(otherFilter);
            using (Held of = handle.Hold())
            using (Held with = other.handle.Hold())
            {
                fixed (byte* p = Library.First(poses))
                fixed (byte* q = Library.First(otherPoses))
                {
                    TogetherListing call;
                    call.Function = function;
                    call.A = of.Pointer;
                    call.B = with.Pointer;
                    call.APoses = (CaromPose*)p;
                    call.BPoses = (CaromPose*)q;
                    call.Count = (UIntPtr)(uint)count;
                    call.AFilter = filter.HasValue ? &a : null;
                    call.BFilter = otherFilter.HasValue ? &b : null;
                    call.Distance = distance;
                    call.Name = name;
                    lists.Fill(call, count, 16);
                }
            }
        }

        struct TogetherListing : IListCall
        {
            public TogetherLists Function;
            public void* A;
            public void* B;
            public CaromPose* APoses;
            public CaromPose* BPoses;
            public UIntPtr Count;
            public CaromFilter* AFilter;
            public CaromFilter* BFilter;
            public float Distance;
            public string Name;

            public CaromStatus Into(ulong* offsets, void* items, UIntPtr capacity, UIntPtr* written, UIntPtr* total)
            {
                CaromStatus status = Function(A, B, APoses, BPoses, Count, AFilter, BFilter, Distance, offsets, items, capacity,
                    written, total);
                Library.CheckPosed(status, "poses", Name);
                return status;
            }
        }

        /// <summary>Tells whether another mesh, in each pose, touches this one: 1 or 0.</summary>
        public void Overlap(Mesh other, ReadOnlySpan<Pose> poses, Span<byte> answers, Filter? filter = null, Filter? otherFilter = null)
        {
            Ask(Touching, other, poses, answers, filter, otherFilter);
        }

        /// <summary>The same with this mesh in poses of its own.</summary>
        public void Overlap(ReadOnlySpan<Pose> poses, Mesh other, ReadOnlySpan<Pose> otherPoses, Span<byte> answers,
            Filter? filter = null, Filter? otherFilter = null)
        {
            Ask(Touching, poses, other, otherPoses, answers, filter, otherFilter);
        }

        /// <summary>Tells whether another mesh, in a pose, touches this one.</summary>
        public bool Overlap(Mesh other, Pose pose, Filter? filter = null, Filter? otherFilter = null)
        {
            byte answer = 0;
            Overlap(other, MemoryMarshal.CreateReadOnlySpan(ref pose, 1), MemoryMarshal.CreateSpan(ref answer, 1), filter, otherFilter);
            return answer != 0;
        }

        /// <summary>Tells whether another mesh, in a pose, touches this one in a pose of its own.</summary>
        public bool Overlap(Pose pose, Mesh other, Pose otherPose, Filter? filter = null, Filter? otherFilter = null)
        {
            byte answer = 0;
            Overlap(MemoryMarshal.CreateReadOnlySpan(ref pose, 1), other, MemoryMarshal.CreateReadOnlySpan(ref otherPose, 1),
                MemoryMarshal.CreateSpan(ref answer, 1), filter, otherFilter);
            return answer != 0;
        }

        /// <summary>All pairs of triangles that touch, for each pose of the other mesh.</summary>
        public void OverlapAll(Mesh other, ReadOnlySpan<Pose> poses, Lists<TrianglePair> pairs, Filter? filter = null,
            Filter? otherFilter = null)
        {
            Ask(AllTouching, other, poses, pairs, filter, otherFilter);
        }

        /// <summary>The same with this mesh in poses of its own.</summary>
        public void OverlapAll(ReadOnlySpan<Pose> poses, Mesh other, ReadOnlySpan<Pose> otherPoses, Lists<TrianglePair> pairs,
            Filter? filter = null, Filter? otherFilter = null)
        {
            Ask(AllTouching, poses, other, otherPoses, pairs, filter, otherFilter);
        }

        /// <summary>All pairs of triangles that touch, and what they share, for each pose of the other mesh.</summary>
        public void Intersections(Mesh other, ReadOnlySpan<Pose> poses, Lists<PairIntersection> intersections, Filter? filter = null,
            Filter? otherFilter = null)
        {
            Ask(Shared, other, poses, intersections, filter, otherFilter);
        }

        /// <summary>The same with this mesh in poses of its own.</summary>
        public void Intersections(ReadOnlySpan<Pose> poses, Mesh other, ReadOnlySpan<Pose> otherPoses,
            Lists<PairIntersection> intersections, Filter? filter = null, Filter? otherFilter = null)
        {
            Ask(Shared, poses, other, otherPoses, intersections, filter, otherFilter);
        }

        /// <summary>All pairs of triangles that are no farther apart than a distance, for each pose of the other mesh.</summary>
        public void Within(float distance, Mesh other, ReadOnlySpan<Pose> poses, Lists<PairDistance> pairs, Filter? filter = null,
            Filter? otherFilter = null)
        {
            Ask(AllNear, other, poses, pairs, filter, otherFilter, distance);
        }

        /// <summary>The same with this mesh in poses of its own.</summary>
        public void Within(float distance, ReadOnlySpan<Pose> poses, Mesh other, ReadOnlySpan<Pose> otherPoses,
            Lists<PairDistance> pairs, Filter? filter = null, Filter? otherFilter = null)
        {
            Ask(AllNear, poses, other, otherPoses, pairs, filter, otherFilter, distance);
        }

        /// <summary>How far the other mesh is, in each pose, if no farther than a distance.</summary>
        public void Distance(Mesh other, ReadOnlySpan<Pose> poses, Span<MeshDistance> answers,
            float maxDistance = float.PositiveInfinity, Filter? filter = null, Filter? otherFilter = null)
        {
            Ask(Apart, other, poses, answers, filter, otherFilter, maxDistance);
        }

        /// <summary>The same with this mesh in poses of its own.</summary>
        public void Distance(ReadOnlySpan<Pose> poses, Mesh other, ReadOnlySpan<Pose> otherPoses, Span<MeshDistance> answers,
            float maxDistance = float.PositiveInfinity, Filter? filter = null, Filter? otherFilter = null)
        {
            Ask(Apart, poses, other, otherPoses, answers, filter, otherFilter, maxDistance);
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

        /// <summary>The same with this mesh in a pose of its own.</summary>
        public bool Distance(Pose pose, Mesh other, Pose otherPose, out MeshDistance distance,
            float maxDistance = float.PositiveInfinity, Filter? filter = null, Filter? otherFilter = null)
        {
            MeshDistance answer = default(MeshDistance);
            Distance(MemoryMarshal.CreateReadOnlySpan(ref pose, 1), other, MemoryMarshal.CreateReadOnlySpan(ref otherPose, 1),
                MemoryMarshal.CreateSpan(ref answer, 1), maxDistance, filter, otherFilter);
            distance = answer;
            return answer.IsHit;
        }

        /// <summary>
        /// Whether one closed mesh lies inside of the other, in each pose. Of meshes that are not closed, see
        /// <see cref="IsClosed"/>, only <see cref="MeshInside.Touching"/> means something.
        /// </summary>
        public void Inside(Mesh other, ReadOnlySpan<Pose> poses, Span<MeshInside> answers)
        {
            Ask(Enclosed, other, poses, answers, null, null);
        }

        /// <summary>The same with this mesh in poses of its own.</summary>
        public void Inside(ReadOnlySpan<Pose> poses, Mesh other, ReadOnlySpan<Pose> otherPoses, Span<MeshInside> answers)
        {
            Ask(Enclosed, poses, other, otherPoses, answers, null, null);
        }

        /// <summary>Whether one closed mesh lies inside of the other, in a pose: as for many.</summary>
        public MeshInside Inside(Mesh other, Pose pose)
        {
            MeshInside answer = MeshInside.None;
            Inside(other, MemoryMarshal.CreateReadOnlySpan(ref pose, 1), MemoryMarshal.CreateSpan(ref answer, 1));
            return answer;
        }
    }
}
