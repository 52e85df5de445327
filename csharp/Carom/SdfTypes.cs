// Questions to fields, and answers: laid out as those of carom.h.

using System.Numerics;
using System.Runtime.InteropServices;
using Carom.Native;

namespace Carom
{
    /// <summary>How a field is stored.</summary>
    public enum SdfStorage : uint
    {
        /// <summary>Four bytes a node, exact.</summary>
        Dense = NativeMethods.CAROM_SDF_DENSE,
        /// <summary>Two bytes a node near the surface.</summary>
        Bricks16 = NativeMethods.CAROM_SDF_BRICKS16,
        /// <summary>One byte a node near the surface.</summary>
        Bricks8 = NativeMethods.CAROM_SDF_BRICKS8,
    }

    /// <summary>The interpolant between the nodes.</summary>
    public enum SdfInterpolation : uint
    {
        /// <summary>Trilinear.</summary>
        Linear = NativeMethods.CAROM_SDF_LINEAR,
        /// <summary>Tricubic.</summary>
        Cubic = NativeMethods.CAROM_SDF_CUBIC,
    }

    /// <summary>The field at a point.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct SdfSample
    {
        /// <summary>The distance, negative inside.</summary>
        public float Distance;
        /// <summary>About a unit vector away from the surface.</summary>
        public Vector3 Gradient;
    }

    /// <summary>The point of a field's surface that is nearest to another.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct SdfClosestPoint
    {
        /// <summary>On the surface.</summary>
        public Vector3 Point;
        /// <summary>The field at the query point, negative inside.</summary>
        public float Distance;
        /// <summary>Unit vector out of the solid.</summary>
        public Vector3 Normal;
        /// <summary>The nearest triangle, if the field keeps triangles, or <see cref="Mesh.None"/>.</summary>
        public uint Triangle;
        /// <summary>No point of the surface is nearer by more than this.</summary>
        public float Error;
    }

    /// <summary>The contact of a shape with a field's solid.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct SdfContact
    {
        /// <summary>On the surface; zero for a miss.</summary>
        public Vector3 Point;
        /// <summary>How deep; negative for a gap, minus infinity for a miss.</summary>
        public float Depth;
        /// <summary>Unit vector out of the solid; zero for a miss.</summary>
        public Vector3 Normal;
        /// <summary>The nearest triangle, if the field keeps triangles, or <see cref="Mesh.None"/>.</summary>
        public uint Triangle;
        /// <summary>The shape's deepest point.</summary>
        public Vector3 Deepest;

        /// <summary>True if it touches, or is as near as the margin.</summary>
        public bool IsHit
        {
            get { return !float.IsNegativeInfinity(Depth); }
        }
    }

    /// <summary>A triangle by its corners.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct SdfTriangle
    {
        /// <summary>First corner.</summary>
        public Vector3 A;
        /// <summary>Second corner.</summary>
        public Vector3 B;
        /// <summary>Third corner.</summary>
        public Vector3 C;

        /// <summary>A triangle.</summary>
        public SdfTriangle(Vector3 a, Vector3 b, Vector3 c)
        {
            A = a;
            B = b;
            C = c;
        }
    }

    /// <summary>The hit of a ray that enters a field's solid.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct SdfRayHit
    {
        /// <summary>The ray's parameter; infinite for a miss.</summary>
        public float T;
        /// <summary>The point there; zero for a miss.</summary>
        public Vector3 Point;
        /// <summary>Unit vector out of the solid; zero for a miss.</summary>
        public Vector3 Normal;
        /// <summary>The nearest triangle, if the field keeps triangles, or <see cref="Mesh.None"/>.</summary>
        public uint Triangle;

        /// <summary>True if anything is hit.</summary>
        public bool IsHit
        {
            get { return !float.IsPositiveInfinity(T); }
        }
    }

    /// <summary>The pixels of an image in space: pixel (x, y) is the point (Origin + Right * x) + Down * y.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct SdfSlice
    {
        /// <summary>The middle of the first pixel.</summary>
        public Vector3 Origin;
        /// <summary>Pixels of a row.</summary>
        public uint Width;
        /// <summary>From a pixel to the next of its row.</summary>
        public Vector3 Right;
        /// <summary>Rows.</summary>
        public uint Height;
        /// <summary>From a pixel to the one below.</summary>
        public Vector3 Down;
        readonly uint reserved;

        /// <summary>A slice.</summary>
        public SdfSlice(Vector3 origin, Vector3 right, Vector3 down, uint width, uint height)
        {
            Origin = origin;
            Width = width;
            Right = right;
            Height = height;
            Down = down;
            reserved = 0;
        }
    }
}
