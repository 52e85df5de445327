// Queries of worlds. Those with one answer each fill a span of yours, or ask one question; those with lists fill lists, whose
// memory is used again.

using System;
using System.Numerics;
using System.Runtime.InteropServices;
using Carom.Native;

namespace Carom
{
    public sealed unsafe partial class World
    {
        static readonly SingleList AllPairs = (of, option, items, capacity, written, total) =>
            NativeMethods.carom_world_pairs((CaromWorld*)of, (CaromWorldPair*)items, capacity, written, total);
        static readonly SingleList AllIds = (of, option, items, capacity, written, total) =>
            NativeMethods.carom_world_ids((CaromWorld*)of, (ulong*)items, capacity, written, total);
        static readonly AnswerLists PairsWith = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
            NativeMethods.carom_world_pairs_of((CaromWorld*)of, (ulong*)queries, count, offsets, (ulong*)items, capacity, written, total);
        static readonly AnswerLists InBoxes = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
            NativeMethods.carom_world_overlap_aabb_all((CaromWorld*)of, (CaromAabb*)queries, count, (CaromWorldFilter*)option, FilterCount(option), offsets,
                (ulong*)items, capacity, written, total);
        static readonly AnswerLists InSpheres = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
            NativeMethods.carom_world_overlap_sphere_all((CaromWorld*)of, (CaromSphere*)queries, count, (CaromWorldFilter*)option, FilterCount(option), offsets,
                (ulong*)items, capacity, written, total);
        static readonly AnswerLists InViews = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
            NativeMethods.carom_world_overlap_frustum_all((CaromWorld*)of, (CaromFrustum*)queries, count, (CaromWorldFilter*)option, FilterCount(option), offsets,
                (ulong*)items, capacity, written, total);
        static readonly SingleList AllBoxes = (of, option, items, capacity, written, total) =>
            NativeMethods.carom_world_boxes((CaromWorld*)of, (CaromWorldBox*)items, capacity, written, total);
        static readonly AnswerLists EveryHit = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
            NativeMethods.carom_world_raycast_all((CaromWorld*)of, (CaromRay*)queries, count, (CaromWorldFilter*)option, FilterCount(option), offsets,
                (CaromWorldHit*)items, capacity, written, total);
        static readonly AnswerLists EveryCast = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
            NativeMethods.carom_world_cast_aabb_all((CaromWorld*)of, (CaromAabbCast*)queries, count, (CaromWorldFilter*)option, FilterCount(option), offsets,
                (CaromWorldHit*)items, capacity, written, total);
        static readonly Answers FirstHit = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_world_raycast((CaromWorld*)of, (CaromRay*)queries, count, (CaromWorldFilter*)option, FilterCount(option),
                (CaromWorldHit*)answers);
        static readonly Answers FirstCast = (of, queries, count, filter, option, answers) =>
            NativeMethods.carom_world_cast_aabb((CaromWorld*)of, (CaromAabbCast*)queries, count, (CaromWorldFilter*)option, FilterCount(option),
                (CaromWorldHit*)answers);

        /// <summary>One filter for all queries, or none.</summary>
        static UIntPtr FilterCount(void* filter)
        {
            return (UIntPtr)(filter == null ? 0u : 1u);
        }

        /// <summary>A query with lists for answers, with one filter for all queries or none.</summary>
        void List<Q, A>(AnswerLists function, ReadOnlySpan<Q> queries, Lists<A> answers, WorldFilter? filter)
            where Q : struct
            where A : struct
        {
            WorldFilter wanted = filter.GetValueOrDefault();
            handle.List(function, queries, answers, null, filter.HasValue ? &wanted : null);
        }

        /// <summary>The ids of all objects, ascending, as one list.</summary>
        public void Ids(Lists<ulong> ids)
        {
            handle.ListOne(AllIds, ids);
        }

        /// <summary>All pairs that touch, sorted, as one list.</summary>
        public void Pairs(Lists<WorldPair> pairs)
        {
            handle.ListOne(AllPairs, pairs);
        }

        /// <summary>The objects that each of these is a pair with.</summary>
        public void PairsOf(ReadOnlySpan<ulong> ids, Lists<ulong> objects)
        {
            handle.List(PairsWith, ids, objects, null);
        }

        /// <summary>The pairs that have begun and that have ended since the last call, as one list each.</summary>
        public void PairChanges(Lists<WorldPair> begun, Lists<WorldPair> ended)
        {
            if (begun == null) throw new ArgumentNullException("begun");
            if (ended == null) throw new ArgumentNullException("ended");
            if (begun == ended) throw new ArgumentException("begun and ended are the same lists", "ended");
            try
            {
                using (Held of = handle.Hold())
                {
                    begun.Begin(1, 0);
                    ended.Begin(1, 0);
                    for (;;)
                    {
                        UIntPtr begunWritten, begunTotal, endedWritten, endedTotal;
                        CaromStatus status;
                        fixed (WorldPair* b = begun.Room)
                        fixed (WorldPair* e = ended.Room)
                        {
                            status = NativeMethods.carom_world_pair_changes((CaromWorld*)of.Pointer,
                                (CaromWorldPair*)b, (UIntPtr)(uint)begun.Room.Length, &begunWritten, &begunTotal,
                                (CaromWorldPair*)e, (UIntPtr)(uint)ended.Room.Length, &endedWritten, &endedTotal);
                        }
                        if (Library.Check(status) != CaromStatus.BufferTooSmall)
                        {
                            begun.Offsets[0] = ended.Offsets[0] = 0;
                            begun.Offsets[1] = (ulong)begunWritten;
                            ended.Offsets[1] = (ulong)endedWritten;
                            return;
                        }
                        if ((ulong)begunTotal > (ulong)begun.Room.Length) begun.Grow(Library.Length(begunTotal, "begun"));
                        if ((ulong)endedTotal > (ulong)ended.Room.Length) ended.Grow(Library.Length(endedTotal, "ended"));
                    }
                }
            }
            catch
            {
                begun.Clear();
                ended.Clear();
                throw;
            }
        }

        /// <summary>The objects that touch each box.</summary>
        public void OverlapAll(ReadOnlySpan<Aabb> boxes, Lists<ulong> answers, WorldFilter? filter = null)
        {
            List(InBoxes, boxes, answers, filter);
        }

        /// <summary>The objects that touch each sphere.</summary>
        public void OverlapAll(ReadOnlySpan<Sphere> spheres, Lists<ulong> answers, WorldFilter? filter = null)
        {
            List(InSpheres, spheres, answers, filter);
        }

        /// <summary>The objects that are in each view volume, at least in part.</summary>
        public void OverlapAll(ReadOnlySpan<Frustum> frusta, Lists<ulong> answers, WorldFilter? filter = null)
        {
            List(InViews, frusta, answers, filter);
        }

        /// <summary>The boxes of the world's structure, for drawing, as one list.</summary>
        public void Boxes(Lists<WorldBox> boxes)
        {
            handle.ListOne(AllBoxes, boxes);
        }

        /// <summary>All objects that each ray meets, along it.</summary>
        public void RaycastAll(ReadOnlySpan<Ray> rays, Lists<WorldHit> answers, WorldFilter? filter = null)
        {
            List(EveryHit, rays, answers, filter);
        }

        /// <summary>All objects that each moving box meets, along its way.</summary>
        public void CastAll(ReadOnlySpan<AabbCast> casts, Lists<WorldHit> answers, WorldFilter? filter = null)
        {
            List(EveryCast, casts, answers, filter);
        }

        /// <summary>The first object that each ray meets.</summary>
        public void Raycast(ReadOnlySpan<Ray> rays, Span<WorldHit> hits, WorldFilter? filter = null)
        {
            WorldFilter wanted = filter.GetValueOrDefault();
            handle.Fill(FirstHit, rays, hits, null, filter.HasValue ? &wanted : null, name: "hits");
        }

        /// <summary>The same for one; false for a miss.</summary>
        public bool Raycast(Ray ray, out WorldHit hit, WorldFilter? filter = null)
        {
            hit = default(WorldHit);
            Raycast(MemoryMarshal.CreateReadOnlySpan(ref ray, 1), MemoryMarshal.CreateSpan(ref hit, 1), filter);
            return hit.IsHit;
        }

        /// <summary>The first object that each moving box meets.</summary>
        public void Cast(ReadOnlySpan<AabbCast> casts, Span<WorldHit> hits, WorldFilter? filter = null)
        {
            WorldFilter wanted = filter.GetValueOrDefault();
            handle.Fill(FirstCast, casts, hits, null, filter.HasValue ? &wanted : null, name: "hits");
        }

        /// <summary>The same for one; false for a miss.</summary>
        public bool Cast(AabbCast cast, out WorldHit hit, WorldFilter? filter = null)
        {
            hit = default(WorldHit);
            Cast(MemoryMarshal.CreateReadOnlySpan(ref cast, 1), MemoryMarshal.CreateSpan(ref hit, 1), filter);
            return hit.IsHit;
        }

        /// <summary>The first object that a box meets that moves along `displacement`; false for a miss.</summary>
        public bool Cast(Aabb box, Vector3 displacement, out WorldHit hit, WorldFilter? filter = null)
        {
            return Cast(new AabbCast(box, displacement), out hit, filter);
        }

        /// <summary>The nearest objects to each point: so many places for each as `neighbors` has for one.</summary>
        public void Nearest(ReadOnlySpan<PointQuery> points, Span<Neighbor> neighbors, WorldFilter? filter = null)
        {
            int wanted = points.Length == 0 ? 0 : neighbors.Length / points.Length;
            if (wanted * points.Length != neighbors.Length)
            {
                throw new CaromException(Status.InvalidArgument,
                    "neighbors: " + neighbors.Length + " places are no multiple of " + points.Length + " points");
            }
            WorldFilter seen = filter.GetValueOrDefault();
            using (Held of = handle.Hold())
            {
                fixed (PointQuery* p = points)
                fixed (Neighbor* n = neighbors)
                {
                    CaromWorldFilter* f = filter.HasValue ? (CaromWorldFilter*)&seen : null;
                    Library.Check(NativeMethods.carom_world_nearest((CaromWorld*)of.Pointer, (CaromPointQuery*)p,
                        (UIntPtr)(uint)points.Length, (UIntPtr)(uint)wanted, f, FilterCount(f), (CaromNeighbor*)n));
                }
            }
        }
    }
}
