// Answers about two meshes: laid out as those of carom.h.

using System;
using System.Numerics;
using System.Runtime.InteropServices;
using Carom.Native;

namespace Carom
{
    /// <summary>Triangles of two meshes that touch.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct TrianglePair
    {
        /// <summary>Of the first mesh.</summary>
        public uint A;
        /// <summary>Of the second.</summary>
        public uint B;
    }

    /// <summary>Triangles of two meshes that are near.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct PairDistance
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
    public partial struct MeshDistance
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

    /// <summary>How triangles lie that share more than a segment.</summary>
    [Flags]
    public enum SharedFlags : uint
    {
        /// <summary>Their planes cross.</summary>
        None = 0,
        /// <summary>They lie in one plane.</summary>
        Coplanar = NativeMethods.CAROM_SHARED_COPLANAR,
        /// <summary>They share an area.</summary>
        Area = NativeMethods.CAROM_SHARED_AREA,
    }

    /// <summary>Triangles of two meshes that touch, and what they share.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct PairIntersection
    {
        /// <summary>Of the first mesh.</summary>
        public uint A;
        /// <summary>Of the second.</summary>
        public uint B;
        /// <summary>2 for a segment, which may be as short as a point; 3 to 6 for the corners of a convex polygon.</summary>
        public uint PointCount;
        /// <summary>How they lie.</summary>
        public SharedFlags Flags;
        readonly Vector3 point0, point1, point2, point3, point4, point5;

        /// <summary>Point i, below <see cref="PointCount"/>.</summary>
        public Vector3 Point(int i)
        {
            if ((uint)i >= PointCount) throw new ArgumentOutOfRangeException("i", i, "there are " + PointCount + " points");
            switch (i)
            {
                case 0: return point0;
                case 1: return point1;
                case 2: return point2;
                case 3: return point3;
                case 4: return point4;
                default: return point5;
            }
        }
    }
}
