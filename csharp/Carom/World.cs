// Worlds of moving objects: making, editing, saving. Queries: WorldQueries.cs.

using System;
using System.Runtime.InteropServices;
using Carom.Native;

namespace Carom
{
    /// <summary>
    /// Moving objects, and which of them touch. Any thread may call anything at any time. A batch of edits is refused whole if an
    /// element is bad.
    /// </summary>
    public sealed unsafe partial class World : IDisposable
    {
        /// <summary>The id of no object.</summary>
        public const ulong NoObject = NativeMethods.CAROM_NO_OBJECT;

        sealed class WorldHandle : Handle
        {
            public WorldHandle(void* pointer)
                : base(typeof(World), pointer)
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
                    Array.Resize(ref bytes, Library.Length(size, "bytes"));
                    if (isAll) return bytes;
                }
            }
        }

        /// <summary>The world in a file that <see cref="SaveFile"/> wrote, with the same ids. The file is read and closed.</summary>
        public static World OpenFile(string path, uint threadCount = 0)
        {
            Library.Check();
            CaromWorld* world = null;
            fixed (byte* name = Library.Path(path))
            {
                Library.Check(NativeMethods.carom_world_open_file(name, threadCount, &world));
            }
            return new World(world);
        }

        /// <summary>Writes what <see cref="Save"/> gives into a file, wholly or not at all.</summary>
        public void SaveFile(string path)
        {
            using (Held of = handle.Hold())
            {
                fixed (byte* name = Library.Path(path))
                {
                    Library.Check(NativeMethods.carom_world_save_file((CaromWorld*)of.Pointer, name));
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
                fixed (byte* v = Library.First(values))
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

        /// <summary>Adds objects, and gives their ids. One whose filter was not set sees nothing and is not seen.</summary>
        public void Insert(ReadOnlySpan<WorldObject> objects, Span<ulong> ids)
        {
            Library.CheckRoom("ids", ids.Length, objects.Length, "objects");
            Change(Inserted, ids, objects, "objects");
        }

        /// <summary>Adds an object, and gives its id. One whose filter was not set sees nothing and is not seen.</summary>
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
                fixed (byte* v = Library.First(volumes))
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
                fixed (byte* v = Library.First(volumes))
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

        /// <summary>Frees the world, when no call uses it any more. May be called again.</summary>
        public void Dispose()
        {
            handle.Dispose();
        }
    }
}
