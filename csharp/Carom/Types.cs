// Shapes, questions and answers: laid out as those of carom.h, so that spans of them are handed over as they are. What
// is made by a constructor reaches; beware of default(Ray), which ends where it begins.

using System;
using System.Numerics;
using System.Runtime.InteropServices;
using Carom.Native;

namespace Carom
{
    /// <summary>The sides of triangles that rays hit.</summary>
    public enum Backfaces : uint
    {
        /// <summary>Both.</summary>
        Hit = NativeMethods.CAROM_BACKFACES_HIT,
        /// <summary>Only the front: corners counter-clockwise as the ray sees them.</summary>
        Cull = NativeMethods.CAROM_BACKFACES_CULL,
        /// <summary>Only the back.</summary>
        Only = NativeMethods.CAROM_BACKFACES_ONLY,
    }

    /// <summary>The part of a triangle.</summary>
    public enum Feature : uint
    {
        /// <summary>Its inside.</summary>
        Face = NativeMethods.CAROM_FEATURE_FACE,
        /// <summary>The edge from a to b.</summary>
        EdgeAB = NativeMethods.CAROM_FEATURE_EDGE_AB,
        /// <summary>The edge from b to c.</summary>
        EdgeBC = NativeMethods.CAROM_FEATURE_EDGE_BC,
        /// <summary>The edge from c to a.</summary>
        EdgeCA = NativeMethods.CAROM_FEATURE_EDGE_CA,
        /// <summary>Corner a.</summary>
        VertexA = NativeMethods.CAROM_FEATURE_VERTEX_A,
        /// <summary>Corner b.</summary>
        VertexB = NativeMethods.CAROM_FEATURE_VERTEX_B,
        /// <summary>Corner c.</summary>
        VertexC = NativeMethods.CAROM_FEATURE_VERTEX_C,
    }

    /// <summary>Attribute bits by convention; they mean nothing to carom itself.</summary>
    public static class Attributes
    {
        /// <summary>The triangle is not drawn.</summary>
        public const ushort Hidden = (ushort)NativeMethods.CAROM_ATTRIBUTE_HIDDEN;
        /// <summary>The triangle can be picked.</summary>
        public const ushort Pick = (ushort)NativeMethods.CAROM_ATTRIBUTE_PICK;
    }

    /// <summary>
    /// Which triangles are asked: those that have all bits of Require, none of Exclude and, unless it is 0, at least one of AnyOf.
    /// </summary>
    public partial struct Filter
    {
        /// <summary>Attribute bits that must all be there.</summary>
        public ushort Require;
        /// <summary>Attribute bits of which none may be there.</summary>
        public ushort Exclude;
        /// <summary>Attribute bits of which one must be there; 0 for no such condition.</summary>
        public ushort AnyOf;
        /// <summary>The sides that rays hit.</summary>
        public Backfaces Backfaces;

        /// <summary>A filter.</summary>
        public Filter(ushort require, ushort exclude = 0, ushort anyOf = 0, Backfaces backfaces = Backfaces.Hit)
        {
            Require = require;
            Exclude = exclude;
            AnyOf = anyOf;
            Backfaces = backfaces;
        }

        internal static unsafe CaromFilter Raw(Filter? filter)
        {
            CaromFilter raw = default(CaromFilter);
            raw.struct_size = (uint)sizeof(CaromFilter);
            if (filter.HasValue)
            {
                Filter wanted = filter.Value;
                raw.require = wanted.Require;
                raw.exclude = wanted.Exclude;
                raw.backfaces = (uint)wanted.Backfaces;
                raw.any_of = wanted.AnyOf;
            }
            return raw;
        }
    }

    /// <summary>A ray; the length of its direction is the unit of t.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Ray
    {
        /// <summary>Where it starts.</summary>
        public Vector3 Origin;
        /// <summary>Smallest t that counts.</summary>
        public float TMin;
        /// <summary>Where it goes; not zero.</summary>
        public Vector3 Direction;
        /// <summary>Largest t that counts; may be infinite.</summary>
        public float TMax;

        /// <summary>A ray without an end, unless one is given.</summary>
        public Ray(Vector3 origin, Vector3 direction, float tMax = float.PositiveInfinity, float tMin = 0)
        {
            Origin = origin;
            TMin = tMin;
            Direction = direction;
            TMax = tMax;
        }

        /// <summary>The point at t.</summary>
        public Vector3 At(float t)
        {
            return Origin + t * Direction;
        }
    }

    /// <summary>The hit of a ray on a mesh.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct RayHit
    {
        /// <summary>The ray's parameter; infinite for a miss.</summary>
        public float T;
        /// <summary>Barycentric weight of the triangle's second corner.</summary>
        public float U;
        /// <summary>Barycentric weight of the triangle's third corner.</summary>
        public float V;
        /// <summary>The triangle, or <see cref="Mesh.None"/>.</summary>
        public uint Triangle;

        /// <summary>True if anything was hit.</summary>
        public bool IsHit
        {
            get { return Triangle != Mesh.None; }
        }
    }

    /// <summary>The surface where a ray hits it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct SurfacePoint
    {
        /// <summary>The point; zero for a miss.</summary>
        public Vector3 Point;
        /// <summary>The triangle's unit normal, towards its front; zero for a miss.</summary>
        public Vector3 Normal;
        /// <summary>The triangle's attribute bits.</summary>
        public uint Attributes;
    }

    /// <summary>A place where a ray crosses the surface.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Crossing
    {
        /// <summary>The ray's parameter.</summary>
        public float T;
        /// <summary>Barycentric weight of the triangle's second corner.</summary>
        public float U;
        /// <summary>Barycentric weight of the triangle's third corner.</summary>
        public float V;
        /// <summary>The triangle.</summary>
        public uint Triangle;
        /// <summary>1 where the ray leaves, -1 where it enters.</summary>
        public int Sign;
    }

    /// <summary>A solid sphere.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Sphere
    {
        /// <summary>Its centre.</summary>
        public Vector3 Center;
        /// <summary>Its radius; not negative.</summary>
        public float Radius;

        /// <summary>A sphere.</summary>
        public Sphere(Vector3 center, float radius)
        {
            Center = center;
            Radius = radius;
        }
    }

    /// <summary>A solid capsule: all points that are no farther than the radius from a segment.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Capsule
    {
        /// <summary>One end of the segment.</summary>
        public Vector3 A;
        /// <summary>The radius; not negative.</summary>
        public float Radius;
        /// <summary>The other end.</summary>
        public Vector3 B;
        readonly uint reserved;

        /// <summary>A capsule.</summary>
        public Capsule(Vector3 a, Vector3 b, float radius)
        {
            A = a;
            Radius = radius;
            B = b;
            reserved = 0;
        }
    }

    /// <summary>A solid box, rotated.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Box
    {
        /// <summary>Its centre.</summary>
        public Vector3 Center;
        /// <summary>Half of its sides.</summary>
        public Vector3 HalfExtents;
        /// <summary>Its rotation, of unit length. default(Quaternion) is not a rotation, and is refused: use Quaternion.Identity.</summary>
        public Quaternion Rotation;

        /// <summary>A box that is not rotated.</summary>
        public Box(Vector3 center, Vector3 halfExtents)
            : this(center, halfExtents, Quaternion.Identity)
        {
        }

        /// <summary>A rotated box.</summary>
        public Box(Vector3 center, Vector3 halfExtents, Quaternion rotation)
        {
            Center = center;
            HalfExtents = halfExtents;
            Rotation = rotation;
        }
    }

    /// <summary>A box with its axes, for contacts and casts.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct BoxAxes
    {
        /// <summary>Its centre.</summary>
        public Vector3 Center;
        /// <summary>Half of its sides.</summary>
        public Vector3 HalfExtents;
        /// <summary>The direction of its first side.</summary>
        public Vector3 X;
        /// <summary>The direction of its second side.</summary>
        public Vector3 Y;
        /// <summary>The direction of its third side.</summary>
        public Vector3 Z;

        /// <summary>The axes of a box, the same on all platforms.</summary>
        public unsafe BoxAxes(Box box)
        {
            BoxAxes made;
            Library.Check();
            Library.Check(NativeMethods.carom_box_axes_from_box((CaromBox*)&box, (CaromBoxAxes*)&made));
            this = made;
        }
    }

    /// <summary>An axis-aligned box.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Aabb
    {
        /// <summary>Smallest corner.</summary>
        public Vector3 Min;
        /// <summary>Largest corner.</summary>
        public Vector3 Max;

        /// <summary>A box.</summary>
        public Aabb(Vector3 min, Vector3 max)
        {
            Min = min;
            Max = max;
        }
    }

    /// <summary>A box of the tree of a mesh or of a solid.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct TreeBox
    {
        /// <summary>The box itself. The triangles or brushes below it in the tree lie inside.</summary>
        public Aabb Bounds;
        /// <summary>0 at the root.</summary>
        public uint Depth;
        /// <summary>Number of triangles, or of brushes, that lie directly in it; 0 for an inner node.</summary>
        public uint Count;
    }

    /// <summary>A point, and the largest distance that counts.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct PointQuery
    {
        /// <summary>The point.</summary>
        public Vector3 Point;
        /// <summary>The largest distance that counts; may be infinite.</summary>
        public float MaxDistance;

        /// <summary>A point for which any distance counts, unless one is given.</summary>
        public PointQuery(Vector3 point, float maxDistance = float.PositiveInfinity)
        {
            Point = point;
            MaxDistance = maxDistance;
        }
    }

    /// <summary>The closest point of a surface.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct ClosestPoint
    {
        /// <summary>On the surface; the query point itself where nothing was found.</summary>
        public Vector3 Point;
        /// <summary>From the query point; infinite where nothing was found.</summary>
        public float Distance;
        /// <summary>The triangle, or <see cref="Mesh.None"/>.</summary>
        public uint Triangle;
        /// <summary>The part of that triangle that is closest.</summary>
        public Feature Feature;

        /// <summary>True if anything was near enough.</summary>
        public bool IsHit
        {
            get { return Triangle != Mesh.None; }
        }
    }

    /// <summary>A triangle as it was cooked.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Triangle
    {
        /// <summary>First corner.</summary>
        public Vector3 A;
        /// <summary>Second corner.</summary>
        public Vector3 B;
        /// <summary>Third corner.</summary>
        public Vector3 C;
        /// <summary>Attribute bits.</summary>
        public uint Attributes;
    }
}
