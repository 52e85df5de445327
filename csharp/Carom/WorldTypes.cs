// Objects of worlds, filters, and answers: laid out as those of carom.h.

using System.Numerics;
using System.Runtime.InteropServices;
using Carom.Native;

namespace Carom
{
    /// <summary>The structure by which a world finds its pairs; the answers are the same.</summary>
    public enum WorldStructure : uint
    {
        /// <summary>The fastest.</summary>
        Automatic = NativeMethods.CAROM_WORLD_AUTO,
        /// <summary>None, but a loop over all pairs.</summary>
        AllPairs = NativeMethods.CAROM_WORLD_ALL_PAIRS,
        /// <summary>A published hierarchy of spheres.</summary>
        SphereTree = NativeMethods.CAROM_WORLD_SPHERE_TREE,
        /// <summary>A published hierarchy of boxes.</summary>
        BoxTree = NativeMethods.CAROM_WORLD_BOX_TREE,
        /// <summary>A published BSP tree.</summary>
        Bsp = NativeMethods.CAROM_WORLD_BSP,
        /// <summary>A published quadtree.</summary>
        Quadtree = NativeMethods.CAROM_WORLD_QUADTREE,
        /// <summary>A published octree.</summary>
        Octree = NativeMethods.CAROM_WORLD_OCTREE,
        /// <summary>A published grid.</summary>
        Grid = NativeMethods.CAROM_WORLD_GRID,
        /// <summary>Several published grids.</summary>
        MultiGrid = NativeMethods.CAROM_WORLD_MULTI_GRID,
    }

    /// <summary>What an object fills: a box or a sphere. Closed, so that touching counts.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Volume
    {
        readonly uint shape;
        readonly float radius;
        readonly Vector3 min;
        readonly Vector3 max;

        /// <summary>A box.</summary>
        public Volume(Aabb box)
        {
            shape = NativeMethods.CAROM_VOLUME_BOX;
            radius = 0;
            min = box.Min;
            max = box.Max;
        }

        /// <summary>A sphere.</summary>
        public Volume(Sphere sphere)
        {
            shape = NativeMethods.CAROM_VOLUME_SPHERE;
            radius = sphere.Radius;
            min = sphere.Center;
            max = Vector3.Zero;
        }

        /// <summary>A box.</summary>
        public static implicit operator Volume(Aabb box)
        {
            return new Volume(box);
        }

        /// <summary>A sphere.</summary>
        public static implicit operator Volume(Sphere sphere)
        {
            return new Volume(sphere);
        }
    }

    /// <summary>Two see each other if each has a group that the other's mask names.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct GroupFilter
    {
        /// <summary>A bit for each group that it is in.</summary>
        public uint Group;
        /// <summary>A bit for each group that it sees.</summary>
        public uint Mask;

        /// <summary>A filter.</summary>
        public GroupFilter(uint group, uint mask)
        {
            Group = group;
            Mask = mask;
        }
    }

    /// <summary>
    /// An object of a world. Make one by a constructor: without a <see cref="Filter"/>, as in new WorldObject { Volume = ... }, it
    /// sees nothing and nothing sees it.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct WorldObject
    {
        /// <summary>For the caller; means nothing to the world.</summary>
        public ulong User;
        /// <summary>What it fills.</summary>
        public Volume Volume;
        /// <summary>Its groups. Those of default(WorldObject) see nothing, and nothing sees them.</summary>
        public GroupFilter Filter;
        uint isStatic;
        readonly uint reserved;

        /// <summary>An object in the first group, which sees all.</summary>
        public WorldObject(Volume volume, ulong user = 0, bool isStatic = false)
            : this(volume, new GroupFilter(1, uint.MaxValue), user, isStatic)
        {
        }

        /// <summary>An object.</summary>
        public WorldObject(Volume volume, GroupFilter filter, ulong user = 0, bool isStatic = false)
        {
            User = user;
            Volume = volume;
            Filter = filter;
            this.isStatic = isStatic ? 1u : 0u;
            reserved = 0;
        }

        /// <summary>Two static objects are never a pair.</summary>
        public bool IsStatic
        {
            get { return isStatic != 0; }
            set { isStatic = value ? 1u : 0u; }
        }
    }

    /// <summary>Two objects that touch; A has the lower id.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct WorldPair
    {
        /// <summary>The one with the lower id.</summary>
        public ulong A;
        /// <summary>The one with the higher id.</summary>
        public ulong B;
    }

    /// <summary>Which objects a query sees: those that see each other with its groups, but for one.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct WorldFilter
    {
        /// <summary>The groups of the query.</summary>
        public GroupFilter Groups;
        /// <summary>An object that is not seen, such as the one that asks; or <see cref="World.NoObject"/>.</summary>
        public ulong Ignored;

        /// <summary>A filter.</summary>
        public WorldFilter(GroupFilter groups, ulong ignored = World.NoObject)
        {
            Groups = groups;
            Ignored = ignored;
        }

        /// <summary>Sees all but one.</summary>
        public static WorldFilter Ignoring(ulong id)
        {
            return new WorldFilter(new GroupFilter(uint.MaxValue, uint.MaxValue), id);
        }
    }

    /// <summary>A box that moves along a straight line, from t = 0 to t = 1.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct AabbCast
    {
        /// <summary>The box at t = 0.</summary>
        public Aabb Bounds;
        /// <summary>The way to t = 1.</summary>
        public Vector3 Displacement;

        /// <summary>A moving box.</summary>
        public AabbCast(Aabb bounds, Vector3 displacement)
        {
            Bounds = bounds;
            Displacement = displacement;
        }
    }

    /// <summary>A half-space: the points p with dot(Normal, p) + Offset at least 0.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct HalfSpace
    {
        /// <summary>Points inwards; of any length but zero.</summary>
        public Vector3 Normal;
        /// <summary>Added to the product.</summary>
        public float Offset;

        /// <summary>A half-space.</summary>
        public HalfSpace(Vector3 normal, float offset)
        {
            Normal = normal;
            Offset = offset;
        }
    }

    /// <summary>A view volume: six half-spaces, in any order.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Frustum
    {
        /// <summary>The half-spaces.</summary>
        public HalfSpace A, B, C, D, E, F;

        /// <summary>
        /// What a camera sees, by its view matrix times its projection of System.Numerics, whose depths are from 0 to 1.
        /// </summary>
        public Frustum(Matrix4x4 seen)
        {
            Vector4 x = new Vector4(seen.M11, seen.M21, seen.M31, seen.M41), y = new Vector4(seen.M12, seen.M22, seen.M32, seen.M42);
            Vector4 z = new Vector4(seen.M13, seen.M23, seen.M33, seen.M43), w = new Vector4(seen.M14, seen.M24, seen.M34, seen.M44);
            A = Of(w + x);
            B = Of(w - x);
            C = Of(w + y);
            D = Of(w - y);
            E = Of(z);
            F = Of(w - z);
        }

        static HalfSpace Of(Vector4 plane)
        {
            return new HalfSpace(new Vector3(plane.X, plane.Y, plane.Z), plane.W);
        }
    }

    /// <summary>A box of a world's structure.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct WorldBox
    {
        /// <summary>The box itself.</summary>
        public Aabb Bounds;
        /// <summary>0 at the root; of several grids, which of them, the finest first.</summary>
        public uint Depth;
        /// <summary>Number of objects that lie directly in it; 0 for an inner node.</summary>
        public uint Objects;
    }

    /// <summary>An object that a ray or a moving box meets.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct WorldHit
    {
        /// <summary>The object, or <see cref="World.NoObject"/>.</summary>
        public ulong Object;
        /// <summary>Its user.</summary>
        public ulong User;
        /// <summary>The ray's parameter, or part of the way; infinite for a miss.</summary>
        public float T;
        readonly uint reserved;

        /// <summary>True if anything is met.</summary>
        public bool IsHit
        {
            get { return Object != World.NoObject; }
        }
    }

    /// <summary>One of the nearest objects.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Neighbor
    {
        /// <summary>The object, or <see cref="World.NoObject"/> where there are no more.</summary>
        public ulong Object;
        /// <summary>Its user.</summary>
        public ulong User;
        /// <summary>The distance, 0 inside; infinite where there are no more.</summary>
        public float Distance;
        readonly uint reserved;
    }
}
