// Solids and answers about them: laid out as those of carom.h.

using System;
using System.Numerics;
using System.Runtime.InteropServices;
using Carom.Native;

namespace Carom
{
    /// <summary>A half-space, as brushes are given by them: the points p with dot(Normal, p) at most D.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct BrushPlane
    {
        /// <summary>Points outwards.</summary>
        public Vector3 Normal;
        /// <summary>How far along it the plane is. System.Numerics.Plane has the opposite sign.</summary>
        public float D;

        /// <summary>A half-space.</summary>
        public BrushPlane(Vector3 normal, float d)
        {
            Normal = normal;
            D = d;
        }

        /// <summary>Writes the six planes of a box.</summary>
        public static void Box(Aabb box, Span<BrushPlane> planes)
        {
            planes[0] = new BrushPlane(Vector3.UnitX, box.Max.X);
            planes[1] = new BrushPlane(-Vector3.UnitX, -box.Min.X);
            planes[2] = new BrushPlane(Vector3.UnitY, box.Max.Y);
            planes[3] = new BrushPlane(-Vector3.UnitY, -box.Min.Y);
            planes[4] = new BrushPlane(Vector3.UnitZ, box.Max.Z);
            planes[5] = new BrushPlane(-Vector3.UnitZ, -box.Min.Z);
        }
    }

    /// <summary>The rule by which spheres are checked against solids.</summary>
    public enum BspMode : uint
    {
        /// <summary>As published: too much is reported at edges.</summary>
        Threshold = NativeMethods.CAROM_BSP_THRESHOLD,
        /// <summary>Exact.</summary>
        Exact = NativeMethods.CAROM_BSP_EXACT,
    }

    /// <summary>The content of a point.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct BspContent
    {
        /// <summary>A brush that contains the point, 0 for a surface, or <see cref="Mesh.None"/>.</summary>
        public uint Brush;
        /// <summary>Its attribute bits.</summary>
        public uint Attributes;

        /// <summary>True if the point is in the solid.</summary>
        public bool IsSolid
        {
            get { return Brush != Mesh.None; }
        }
    }

    /// <summary>The contact of a sphere with a solid.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct BspContact
    {
        /// <summary>On the solid's surface; zero for a miss.</summary>
        public Vector3 Point;
        /// <summary>How far the sphere must move along the normal until it only touches.</summary>
        public float Depth;
        /// <summary>Unit vector out of the solid; zero for a miss.</summary>
        public Vector3 Normal;
        /// <summary>The brush, 0 for a surface, or <see cref="Mesh.None"/>.</summary>
        public uint Brush;

        /// <summary>True if it touches.</summary>
        public bool IsHit
        {
            get { return Brush != Mesh.None; }
        }
    }

    /// <summary>The first contact of a moving sphere or of a ray with a solid.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct BspCastHit
    {
        /// <summary>Part of the way, or the ray's parameter; infinite for a miss.</summary>
        public float T;
        /// <summary>On the solid's surface; zero for a miss.</summary>
        public Vector3 Point;
        /// <summary>Unit vector out of the solid; zero for a miss.</summary>
        public Vector3 Normal;
        /// <summary>The brush, 0 for a surface, or <see cref="Mesh.None"/>.</summary>
        public uint Brush;

        /// <summary>True if anything is met.</summary>
        public bool IsHit
        {
            get { return Brush != Mesh.None; }
        }
    }

    /// <summary>Options of building a tree; default(BspOptions) is the one to begin with.</summary>
    public struct BspOptions
    {
        /// <summary>Surfaces: build although it leaks, which is an error otherwise.</summary>
        public bool IgnoreLeaks;
        /// <summary>Surfaces: a published tree that stores the outside.</summary>
        public bool Inverse;
        /// <summary>Published: bevel planes a convex edge, 16 at most.</summary>
        public uint Bevels;
        /// <summary>Faces are snapped to planes within this distance; 0 chooses a few rounding errors.</summary>
        public float SnapDistance;
        /// <summary>The same for components of normals, 0.01 at most; 0 chooses 0.00001.</summary>
        public float SnapNormal;
        /// <summary>Number of threads that build; 0 means one a core.</summary>
        public uint ThreadCount;
        /// <summary>
        /// Called with the fraction done, on the thread that builds; true goes on, false cancels. An exception cancels too, and
        /// leaves the build.
        /// </summary>
        public Func<float, bool> Progress;
    }
}
