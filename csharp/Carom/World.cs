// Worlds of moving objects.

using System;
using System.Runtime.InteropServices;
using Carom.Native;

namespace Carom
{
    /// <summary>
    /// Moving objects, and which of them touch. Any thread may call anything at any time. A batch of edits is refused whole if an
    /// element is bad.
    /// </summary>
    public sealed unsafe class World : IDisposable
    {
        /// <summary>The id of no object.</summary>
        public const ulong NoObject = NativeMethods.CAROM_NO_OBJECT;

        sealed class WorldHandle : Handle
        {
            public WorldHandle(void* pointer)
                : base(pointer)
            {
            }

            protected override bool ReleaseHandle()
            {
                NativeMethods.carom_world_destroy((CaromWorld*)handle);
                return true;
            }
        }

        delegate CaromStatus Edit(void* of, ulong* ids, void* values, UIntPtr count);

        static readonly Edit UpdateVolumes = (of, ids, values, count) =>
            NativeMethods.carom_world_update((CaromWorld*)of, ids, (CaromVolume*)values, count);
        static readonly Edit UpdateBoxes = (of, ids, values, count) =>
            NativeMethods.carom_world_update_boxes((CaromWorld*)of, ids, (CaromAabb*)values, count);
        static readonly Edit UpdateSpheres = (of, ids, values, count) =>
            NativeMethods.carom_world_update_spheres((CaromWorld*)of, ids, (CaromSphere*)values, count);
        static readonly Edit SetFilters = (of, ids, values, count) =>
            NativeMethods.carom_world_set_filter((CaromWorld*)of, ids, (CaromGroupFilter*)values, count);
        static readonly Edit SetStatics = (of, ids, values, count) =>
            NativeMethods.carom_world_set_static((CaromWorld*)of, ids, (byte*)values, count);
        static readonly Edit SetUsers = (of, ids, values, count) =>
            NativeMethods.carom_world_set_user((CaromWorld*)of, ids, (ulong*)values, count);
        static readonly Edit Removed = (of, ids, values, count) => NativeMethods.carom_world_remove((CaromWorld*)of, ids, count);
        static readonly Edit Inserted = (of, ids, values, count) =>
            NativeMethods.carom_world_insert((CaromWorld*)of, (CaromWorldObject*)values, count, ids);
        static readonly SingleList AllPairs = (of, items, capacity, written, total) =>
            NativeMethods.carom_world_pairs((CaromWorld*)of, (CaromWorldPair*)items, capacity, written, total);
        static readonly SingleList AllIds = (of, items, capacity, written, total) =>
            NativeMethods.carom_world_ids((CaromWorld*)of, (ulong*)items, capacity, written, total);
        static readonly AnswerLists PairsWith = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
            NativeMethods.carom_world_pairs_of((CaromWorld*)of, (ulong*)queries, count, offsets, (ulong*)items, capacity, written, total);
        static readonly AnswerLists InBoxes = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
            NativeMethods.carom_world_overlap_aabb_all((CaromWorld*)of, (CaromAabb*)queries, count, (CaromWorldFilter*)option, FilterCount(option), offsets,
                (ulong*)items, capacity, written, total);
        static readonly AnswerLists InSpheres = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
            NativeMethods.carom_world_overlap_sphere_all((CaromWorld*)of, (CaromSphere*)queries, count, (CaromWorldFilter*)option, FilterCount(option), offsets,
                (ulong*)items, capacity, written, total);
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

        readonly WorldHandle handle;

        World(CaromWorld* world)
        {
            handle = new WorldHandle(world);
        }

        /// <summary>An empty world.</summary>
        public World(WorldStructure structure = WorldStructure.Automatic, uint threadCount = 0)
            : this(Create(structure, threadCount))
        {
        }

        static CaromWorld* Create(WorldStructure structure, uint threadCount)
        {
            Library.Check();
            CaromWorldDesc desc = default(CaromWorldDesc);
            desc.struct_size = (uint)sizeof(CaromWorldDesc);
            desc.structure = (uint)structure;
            desc.thread_count = threadCount;
            CaromWorld* world = null;
            Library.Check(NativeMethods.carom_world_create(&desc, &world));
            return world;
        }

        /// <summary>The world that <see cref="Save"/> gave, with the same ids.</summary>
        public static World Open(ReadOnlySpan<byte> blob, uint threadCount = 0)
        {
            Library.Check();
            CaromWorld* world = null;
            fixed (byte* bytes = blob)
            {
                Library.Check(NativeMethods.carom_world_open(bytes, (UIntPtr)(uint)blob.Length, threadCount, &world));
            }
            return new World(world);
        }

        /// <summary>All objects with their ids, to be opened again.</summary>
        public byte[] Save()
        {
            byte[] bytes = new byte[0];
            using (Held of = handle.Hold())
            {
                for (;;)
                {
                    UIntPtr size;
                    CaromStatus status;
                    fixed (byte* buffer = bytes)
                    {
                        status = NativeMethods.carom_world_save((CaromWorld*)of.Pointer, buffer, (UIntPtr)(uint)bytes.Length, &size);
                    }
                    bool isAll = Library.Check(status) != CaromStatus.BufferTooSmall;
                    Array.Resize(ref bytes, checked((int)(ulong)size));
                    if (isAll) return bytes;
                }
            }
        }

        void Change<T>(Edit edit, ReadOnlySpan<ulong> ids, ReadOnlySpan<T> values, string name)
            where T : struct
        {
            if (values.Length != ids.Length)
            {
                throw new CaromException(Status.InvalidArgument, name + ": " + values.Length + " for " + ids.Length + " ids");
            }
            using (Held of = handle.Hold())
            {
                fixed (ulong* i = ids)
                fixed (byte* v = MemoryMarshal.AsBytes(values))
                {
                    Library.Check(edit(of.Pointer, i, v, (UIntPtr)(uint)ids.Length));
                }
            }
        }

        void Change<T>(Edit edit, ulong id, T value)
            where T : struct
        {
            Change(edit, MemoryMarshal.CreateReadOnlySpan(ref id, 1), MemoryMarshal.CreateReadOnlySpan(ref value, 1), "value");
        }

        /// <summary>Adds objects, and gives their ids.</summary>
        public void Insert(ReadOnlySpan<WorldObject> objects, Span<ulong> ids)
        {
            Library.CheckRoom("ids", ids.Length, objects.Length, "objects");
            Change(Inserted, ids, objects, "objects");
        }

        /// <summary>Adds an object, and gives its id.</summary>
        public ulong Insert(WorldObject added)
        {
            ulong id = NoObject;
            Insert(MemoryMarshal.CreateReadOnlySpan(ref added, 1), MemoryMarshal.CreateSpan(ref id, 1));
            return id;
        }

        /// <summary>Adds one object of several volumes.</summary>
        public ulong InsertCompound(WorldObject added, ReadOnlySpan<Volume> volumes)
        {
            ulong id = NoObject;
            using (Held of = handle.Hold())
            {
                fixed (byte* v = MemoryMarshal.AsBytes(volumes))
                {
                    Library.Check(NativeMethods.carom_world_insert_compound((CaromWorld*)of.Pointer, (CaromWorldObject*)&added,
                        (CaromVolume*)v, (UIntPtr)(uint)volumes.Length, &id));
                }
            }
            return id;
        }

        /// <summary>Changes what an object of several volumes fills.</summary>
        public void UpdateCompound(ulong id, ReadOnlySpan<Volume> volumes)
        {
            using (Held of = handle.Hold())
            {
                fixed (byte* v = MemoryMarshal.AsBytes(volumes))
                {
                    Library.Check(NativeMethods.carom_world_update_compound((CaromWorld*)of.Pointer, id, (CaromVolume*)v,
                        (UIntPtr)(uint)volumes.Length));
                }
            }
        }

        /// <summary>Changes what objects fill.</summary>
        public void Update(ReadOnlySpan<ulong> ids, ReadOnlySpan<Volume> volumes)
        {
            Change(UpdateVolumes, ids, volumes, "volumes");
        }

        /// <summary>Changes what objects fill.</summary>
        public void Update(ReadOnlySpan<ulong> ids, ReadOnlySpan<Aabb> boxes)
        {
            Change(UpdateBoxes, ids, boxes, "boxes");
        }

        /// <summary>Changes what objects fill.</summary>
        public void Update(ReadOnlySpan<ulong> ids, ReadOnlySpan<Sphere> spheres)
        {
            Change(UpdateSpheres, ids, spheres, "spheres");
        }

        /// <summary>Changes what an object fills.</summary>
        public void Update(ulong id, Volume volume)
        {
            Change(UpdateVolumes, id, volume);
        }

        /// <summary>Removes objects; their ids are errors from then on.</summary>
        public void Remove(ReadOnlySpan<ulong> ids)
        {
            Change(Removed, ids, ids, "ids");
        }

        /// <summary>Removes an object.</summary>
        public void Remove(ulong id)
        {
            Change(Removed, id, id);
        }

        /// <summary>Changes which objects an object sees.</summary>
        public void SetFilter(ulong id, GroupFilter filter)
        {
            Change(SetFilters, id, filter);
        }

        /// <summary>Changes which objects these see.</summary>
        public void SetFilter(ReadOnlySpan<ulong> ids, ReadOnlySpan<GroupFilter> filters)
        {
            Change(SetFilters, ids, filters, "filters");
        }

        /// <summary>Changes whether an object is static.</summary>
        public void SetStatic(ulong id, bool isStatic)
        {
            Change(SetStatics, id, isStatic ? (byte)1 : (byte)0);
        }

        /// <summary>Changes whether objects are static: 1 or 0.</summary>
        public void SetStatic(ReadOnlySpan<ulong> ids, ReadOnlySpan<byte> isStatic)
        {
            Change(SetStatics, ids, isStatic, "isStatic");
        }

        /// <summary>Changes the user of an object.</summary>
        public void SetUser(ulong id, ulong user)
        {
            Change(SetUsers, id, user);
        }

        /// <summary>Changes the users of objects.</summary>
        public void SetUser(ReadOnlySpan<ulong> ids, ReadOnlySpan<ulong> users)
        {
            Change(SetUsers, ids, users, "users");
        }

        /// <summary>Removes all objects.</summary>
        public void Clear()
        {
            using (Held of = handle.Hold())
            {
                Library.Check(NativeMethods.carom_world_clear((CaromWorld*)of.Pointer));
            }
        }

        /// <summary>Forgets most free places of removed objects and gives back memory; ids stay as they are.</summary>
        public void Compact()
        {
            using (Held of = handle.Hold())
            {
                Library.Check(NativeMethods.carom_world_compact((CaromWorld*)of.Pointer));
            }
        }

        /// <summary>An object as it is now.</summary>
        public WorldObject Object(ulong id)
        {
            WorldObject found;
            using (Held of = handle.Hold())
            {
                Library.Check(NativeMethods.carom_world_object((CaromWorld*)of.Pointer, id, (CaromWorldObject*)&found));
            }
            return found;
        }

        /// <summary>Its figures.</summary>
        public CaromWorldStats Stats
        {
            get
            {
                CaromWorldStats known = default(CaromWorldStats);
                known.struct_size = (uint)sizeof(CaromWorldStats);
                using (Held of = handle.Hold())
                {
                    Library.Check(NativeMethods.carom_world_stats((CaromWorld*)of.Pointer, &known));
                }
                return known;
            }
        }

        /// <summary>Number of objects.</summary>
        public int Count
        {
            get { return (int)Stats.object_count; }
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
                        if ((ulong)begunTotal > (ulong)begun.Room.Length) begun.Grow(checked((int)(ulong)begunTotal));
                        if ((ulong)endedTotal > (ulong)ended.Room.Length) ended.Grow(checked((int)(ulong)endedTotal));
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
            WorldFilter wanted = filter.GetValueOrDefault();
            handle.List(InBoxes, boxes, answers, null, filter.HasValue ? &wanted : null);
        }

        /// <summary>The objects that touch each sphere.</summary>
        public void OverlapAll(ReadOnlySpan<Sphere> spheres, Lists<ulong> answers, WorldFilter? filter = null)
        {
            WorldFilter wanted = filter.GetValueOrDefault();
            handle.List(InSpheres, spheres, answers, null, filter.HasValue ? &wanted : null);
        }

        /// <summary>All objects that each ray meets, along it.</summary>
        public void RaycastAll(ReadOnlySpan<Ray> rays, Lists<WorldHit> answers, WorldFilter? filter = null)
        {
            WorldFilter wanted = filter.GetValueOrDefault();
            handle.List(EveryHit, rays, answers, null, filter.HasValue ? &wanted : null);
        }

        /// <summary>All objects that each moving box meets, along its way.</summary>
        public void CastAll(ReadOnlySpan<AabbCast> casts, Lists<WorldHit> answers, WorldFilter? filter = null)
        {
            WorldFilter wanted = filter.GetValueOrDefault();
            handle.List(EveryCast, casts, answers, null, filter.HasValue ? &wanted : null);
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
            WorldFilter wanted = filter.GetValueOrDefault();
            hit = handle.One<Ray, WorldHit>(FirstHit, ray, null, filter.HasValue ? &wanted : null);
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
            WorldFilter wanted = filter.GetValueOrDefault();
            hit = handle.One<AabbCast, WorldHit>(FirstCast, cast, null, filter.HasValue ? &wanted : null);
            return hit.IsHit;
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

        /// <summary>Frees the world, when no call uses it any more. May be called again.</summary>
        public void Dispose()
        {
            handle.Dispose();
        }
    }
}
