// Moving shapes and contacts: laid out as those of carom.h, so that spans of them are handed over as they are.

using System.Numerics;
using System.Runtime.InteropServices;
using Carom.Native;

namespace Carom
{
    /// <summary>Which edges and corners of triangles have contacts.</summary>
    public enum ContactEdges : uint
    {
        /// <summary>None at inner edges of a flat or concave surface.</summary>
        Smooth = NativeMethods.CAROM_CONTACT_EDGES_SMOOTH,
        /// <summary>All.</summary>
        All = NativeMethods.CAROM_CONTACT_EDGES_ALL,
    }

    /// <summary>A sphere that moves along a straight line, from t = 0 to t = 1.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct SphereCast
    {
        /// <summary>Its centre at t = 0.</summary>
        public Vector3 Origin;
        /// <summary>Its radius.</summary>
        public float Radius;
        /// <summary>The way to t = 1.</summary>
        public Vector3 Displacement;
        readonly uint reserved;

        /// <summary>A moving sphere.</summary>
        public SphereCast(Vector3 origin, float radius, Vector3 displacement)
        {
            Origin = origin;
            Radius = radius;
            Displacement = displacement;
            reserved = 0;
        }
    }

    /// <summary>A capsule that moves along a straight line, from t = 0 to t = 1.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct CapsuleCast
    {
        /// <summary>The capsule at t = 0.</summary>
        public Capsule Capsule;
        /// <summary>The way to t = 1.</summary>
        public Vector3 Displacement;
        readonly uint reserved;

        /// <summary>A moving capsule.</summary>
        public CapsuleCast(Capsule capsule, Vector3 displacement)
        {
            Capsule = capsule;
            Displacement = displacement;
            reserved = 0;
        }
    }

    /// <summary>A box that moves along a straight line, from t = 0 to t = 1.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct BoxCast
    {
        /// <summary>The box at t = 0.</summary>
        public BoxAxes Box;
        /// <summary>The way to t = 1.</summary>
        public Vector3 Displacement;

        /// <summary>A moving box.</summary>
        public BoxCast(BoxAxes box, Vector3 displacement)
        {
            Box = box;
            Displacement = displacement;
        }
    }

    /// <summary>The contact of a moving shape.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct ShapeHit
    {
        /// <summary>Part of the way, 0 to 1; infinite for a miss.</summary>
        public float T;
        /// <summary>How deep it is at the start, if t is 0.</summary>
        public float Depth;
        /// <summary>The point of the surface; zero for a miss.</summary>
        public Vector3 Point;
        /// <summary>Unit normal of the contact; zero for a miss.</summary>
        public Vector3 Normal;
        /// <summary>The triangle, or <see cref="Mesh.None"/>.</summary>
        public uint Triangle;
        /// <summary>The part of it.</summary>
        public Feature Feature;
        /// <summary>Its attribute bits.</summary>
        public uint Attributes;
        readonly uint reserved;

        /// <summary>True if anything is in the way.</summary>
        public bool IsHit
        {
            get { return Triangle != Mesh.None; }
        }
    }

    /// <summary>Options of contacts; default(ContactOptions) is the one to begin with.</summary>
    public struct ContactOptions
    {
        /// <summary>Gaps up to this are reported too.</summary>
        public float MaxDistance;
        /// <summary>Which edges have contacts.</summary>
        public ContactEdges Edges;
        /// <summary>Of each manifold at most so many, 1 to 4; 0 for all.</summary>
        public uint MaxPoints;
        /// <summary>Cosine of the angle up to which normals make one manifold; 0 for the default.</summary>
        public float MergeCos;

        internal unsafe CaromContactOptions Raw()
        {
            CaromContactOptions raw = default(CaromContactOptions);
            raw.struct_size = (uint)sizeof(CaromContactOptions);
            raw.max_distance = MaxDistance;
            raw.edges = (uint)Edges;
            raw.max_points = MaxPoints;
            raw.merge_cos = MergeCos;
            return raw;
        }
    }

    /// <summary>A point where a shape touches a surface.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Contact
    {
        /// <summary>On the surface.</summary>
        public Vector3 Point;
        /// <summary>How deep; negative for a gap.</summary>
        public float Depth;
        /// <summary>Unit normal, towards the shape.</summary>
        public Vector3 Normal;
        /// <summary>The triangle.</summary>
        public uint Triangle;
        /// <summary>Its part, and in the upper bits the shape's; see carom.h.</summary>
        public uint Feature;
        /// <summary>Number of the manifold in its list.</summary>
        public uint Manifold;
        /// <summary>The triangle's attribute bits.</summary>
        public uint Attributes;
        readonly uint reserved;
    }
}
