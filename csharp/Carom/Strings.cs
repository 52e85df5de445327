// The structs as text, for logs and debuggers: their fields, the same in every culture. No triangle, no brush and no object are
// written as "none".

using System;
using System.Globalization;
using System.Numerics;
using System.Text;

namespace Carom
{
    /// <summary>Writes structs.</summary>
    static class Say
    {
        /// <summary>A name, and names and values by turns in brackets.</summary>
        public static string Fields(string name, params object[] fields)
        {
            StringBuilder text = new StringBuilder(name);
            for (int i = 0; i < fields.Length; i += 2)
            {
                text.Append(i == 0 ? "(" : ", ").Append(fields[i]).Append(": ").Append(Value(fields[i + 1]));
            }
            return text.Append(')').ToString();
        }

        /// <summary>A value as text.</summary>
        public static string Value(object value)
        {
            // All the digits that it takes to read the same number again.
            if (value is float) return ((float)value).ToString("R", CultureInfo.InvariantCulture);
            if (value is double) return ((double)value).ToString("R", CultureInfo.InvariantCulture);
            if (value is Vector3)
            {
                Vector3 v = (Vector3)value;
                return "(" + Value(v.X) + ", " + Value(v.Y) + ", " + Value(v.Z) + ")";
            }
            if (value is Quaternion)
            {
                Quaternion q = (Quaternion)value;
                return "(" + Value(q.X) + ", " + Value(q.Y) + ", " + Value(q.Z) + ", " + Value(q.W) + ")";
            }
            IFormattable number = value as IFormattable;
            return number != null ? number.ToString(null, CultureInfo.InvariantCulture) : value.ToString();
        }

        /// <summary>A triangle, a brush or none.</summary>
        public static object Element(uint element)
        {
            return element == Mesh.None ? (object)"none" : element;
        }

        /// <summary>An object or none.</summary>
        public static object Object(ulong id)
        {
            return id == World.NoObject ? (object)"none" : id;
        }
    }

    public partial struct Filter
    {
        public override string ToString() =>
            Say.Fields("Filter", "Require", Require, "Exclude", Exclude, "AnyOf", AnyOf, "Backfaces", Backfaces);
    }

    public partial struct Ray
    {
        public override string ToString() =>
            Say.Fields("Ray", "Origin", Origin, "Direction", Direction, "TMin", TMin, "TMax", TMax);
    }

    public partial struct RayHit
    {
        public override string ToString() =>
            Say.Fields("RayHit", "T", T, "U", U, "V", V, "Triangle", Say.Element(Triangle));
    }

    public partial struct SurfacePoint
    {
        public override string ToString() =>
            Say.Fields("SurfacePoint", "Point", Point, "Normal", Normal, "Attributes", Attributes);
    }

    public partial struct Crossing
    {
        public override string ToString() =>
            Say.Fields("Crossing", "T", T, "U", U, "V", V, "Triangle", Say.Element(Triangle), "Sign", Sign);
    }

    public partial struct Sphere
    {
        public override string ToString() =>
            Say.Fields("Sphere", "Center", Center, "Radius", Radius);
    }

    public partial struct Capsule
    {
        public override string ToString() =>
            Say.Fields("Capsule", "A", A, "B", B, "Radius", Radius);
    }

    public partial struct Box
    {
        public override string ToString() =>
            Say.Fields("Box", "Center", Center, "HalfExtents", HalfExtents, "Rotation", Rotation);
    }

    public partial struct BoxAxes
    {
        public override string ToString() =>
            Say.Fields("BoxAxes", "Center", Center, "HalfExtents", HalfExtents, "X", X, "Y", Y, "Z", Z);
    }

    public partial struct Aabb
    {
        public override string ToString() =>
            Say.Fields("Aabb", "Min", Min, "Max", Max);
    }

    public partial struct TreeBox
    {
        public override string ToString() =>
            Say.Fields("TreeBox", "Bounds", Bounds, "Depth", Depth, "Count", Count);
    }

    public partial struct PointQuery
    {
        public override string ToString() =>
            Say.Fields("PointQuery", "Point", Point, "MaxDistance", MaxDistance);
    }

    public partial struct ClosestPoint
    {
        public override string ToString() =>
            Say.Fields("ClosestPoint", "Point", Point, "Distance", Distance, "Triangle", Say.Element(Triangle),
                "Feature", Feature);
    }

    public partial struct Triangle
    {
        public override string ToString() =>
            Say.Fields("Triangle", "A", A, "B", B, "C", C, "Attributes", Attributes);
    }

    public partial struct SphereCast
    {
        public override string ToString() =>
            Say.Fields("SphereCast", "Origin", Origin, "Radius", Radius, "Displacement", Displacement);
    }

    public partial struct CapsuleCast
    {
        public override string ToString() =>
            Say.Fields("CapsuleCast", "Capsule", Capsule, "Displacement", Displacement);
    }

    public partial struct BoxCast
    {
        public override string ToString() =>
            Say.Fields("BoxCast", "Box", Box, "Displacement", Displacement);
    }

    public partial struct ShapeHit
    {
        public override string ToString() =>
            Say.Fields("ShapeHit", "T", T, "Depth", Depth, "Point", Point, "Normal", Normal,
                "Triangle", Say.Element(Triangle), "Feature", Feature, "Attributes", Attributes);
    }

    public partial struct Contact
    {
        public override string ToString() =>
            Say.Fields("Contact", "Point", Point, "Depth", Depth, "Normal", Normal, "Triangle", Say.Element(Triangle),
                "Feature", Feature, "Manifold", Manifold, "Attributes", Attributes);
    }

    public partial struct TrianglePair
    {
        public override string ToString() =>
            Say.Fields("TrianglePair", "A", A, "B", B);
    }

    public partial struct PairDistance
    {
        public override string ToString() =>
            Say.Fields("PairDistance", "A", A, "B", B, "Distance", Distance);
    }

    public partial struct MeshDistance
    {
        public override string ToString() =>
            Say.Fields("MeshDistance", "Distance", Distance, "OnA", OnA, "OnB", OnB, "A", Say.Element(A),
                "B", Say.Element(B));
    }

    public partial struct PairIntersection
    {
        public override string ToString() =>
            Say.Fields("PairIntersection", "A", A, "B", B, "PointCount", PointCount, "Flags", Flags);
    }

    public partial struct BrushPlane
    {
        public override string ToString() =>
            Say.Fields("BrushPlane", "Normal", Normal, "D", D);
    }

    public partial struct BspContent
    {
        public override string ToString() =>
            Say.Fields("BspContent", "Brush", Say.Element(Brush), "Attributes", Attributes);
    }

    public partial struct BspContact
    {
        public override string ToString() =>
            Say.Fields("BspContact", "Point", Point, "Depth", Depth, "Normal", Normal, "Brush", Say.Element(Brush));
    }

    public partial struct BspCastHit
    {
        public override string ToString() =>
            Say.Fields("BspCastHit", "T", T, "Point", Point, "Normal", Normal, "Brush", Say.Element(Brush));
    }

    public partial struct SdfSample
    {
        public override string ToString() =>
            Say.Fields("SdfSample", "Distance", Distance, "Gradient", Gradient);
    }

    public partial struct SdfClosestPoint
    {
        public override string ToString() =>
            Say.Fields("SdfClosestPoint", "Point", Point, "Distance", Distance, "Normal", Normal,
                "Triangle", Say.Element(Triangle), "Error", Error);
    }

    public partial struct SdfContact
    {
        public override string ToString() =>
            Say.Fields("SdfContact", "Point", Point, "Depth", Depth, "Normal", Normal, "Triangle", Say.Element(Triangle),
                "Deepest", Deepest);
    }

    public partial struct SdfTriangle
    {
        public override string ToString() =>
            Say.Fields("SdfTriangle", "A", A, "B", B, "C", C);
    }

    public partial struct SdfRayHit
    {
        public override string ToString() =>
            Say.Fields("SdfRayHit", "T", T, "Point", Point, "Normal", Normal, "Triangle", Say.Element(Triangle));
    }

    public partial struct SdfSlice
    {
        public override string ToString() =>
            Say.Fields("SdfSlice", "Origin", Origin, "Right", Right, "Down", Down, "Width", Width, "Height", Height);
    }

    public partial struct Volume
    {
        public override string ToString() =>
            shape == Native.NativeMethods.CAROM_VOLUME_BOX
                ? Say.Fields("Volume", "Min", min, "Max", max)
                : Say.Fields("Volume", "Center", min, "Radius", radius);
    }

    public partial struct GroupFilter
    {
        public override string ToString() =>
            Say.Fields("GroupFilter", "Group", Group, "Mask", Mask);
    }

    public partial struct WorldObject
    {
        public override string ToString() =>
            Say.Fields("WorldObject", "User", User, "Volume", Volume, "Filter", Filter, "IsStatic", IsStatic);
    }

    public partial struct WorldPair
    {
        public override string ToString() =>
            Say.Fields("WorldPair", "A", A, "B", B);
    }

    public partial struct WorldFilter
    {
        public override string ToString() =>
            Say.Fields("WorldFilter", "Groups", Groups, "Ignored", Say.Object(Ignored));
    }

    public partial struct AabbCast
    {
        public override string ToString() =>
            Say.Fields("AabbCast", "Bounds", Bounds, "Displacement", Displacement);
    }

    public partial struct HalfSpace
    {
        public override string ToString() =>
            Say.Fields("HalfSpace", "Normal", Normal, "Offset", Offset);
    }

    public partial struct WorldBox
    {
        public override string ToString() =>
            Say.Fields("WorldBox", "Bounds", Bounds, "Depth", Depth, "Objects", Objects);
    }

    public partial struct WorldHit
    {
        public override string ToString() =>
            Say.Fields("WorldHit", "Object", Say.Object(Object), "User", User, "T", T);
    }

    public partial struct Neighbor
    {
        public override string ToString() =>
            Say.Fields("Neighbor", "Object", Say.Object(Object), "User", User, "Distance", Distance);
    }

    public partial struct FarPoint
    {
        public override string ToString() =>
            Say.Fields("FarPoint", "X", X, "Y", Y, "Z", Z);
    }

    public partial struct Pose
    {
        public override string ToString() =>
            Say.Fields("Pose", "RowX", new Vector3(x.X, x.Y, x.Z), "RowY", new Vector3(y.X, y.Y, y.Z), "RowZ",
                new Vector3(z.X, z.Y, z.Z), "Translation", new Vector3(x.W, y.W, z.W));
    }
}
