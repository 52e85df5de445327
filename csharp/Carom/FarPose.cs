// Poses in double, of meshes far from the origin.

using System;
using System.Numerics;
using System.Runtime.InteropServices;
using Carom.Native;

namespace Carom
{
    /// <summary>A point in double.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct FarPoint
    {
        /// <summary>Its coordinates.</summary>
        public double X, Y, Z;

        /// <summary>A point.</summary>
        public FarPoint(double x, double y, double z)
        {
            X = x;
            Y = y;
            Z = z;
        }
    }

    /// <summary>
    /// A pose whose translation is in double, for what may be far from the origin. Two of them become poses that queries take:
    /// <see cref="AboutCommonOrigin(FarPose, FarPose, out Pose, out Pose, out FarPoint)"/>. Errors speak of its matrix: the numbers
    /// rows[0][3], rows[1][3] and rows[2][3] are X, Y and Z of the translation.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct FarPose
    {
        CaromFarPose raw;

        /// <summary>A pose; the rotation has unit length.</summary>
        public FarPose(Quaternion rotation, FarPoint translation, float scale = 1)
            : this(new Pose(rotation, Vector3.Zero, scale), translation)
        {
        }

        /// <summary>What a pose does, and then a translation.</summary>
        public FarPose(Pose pose, FarPoint translation)
        {
            CaromFarPose made = default(CaromFarPose);
            float* from = (float*)&pose;
            for (int i = 0; i < 12; ++i) made.rows[i] = from[i];
            made.rows[3] += translation.X;
            made.rows[7] += translation.Y;
            made.rows[11] += translation.Z;
            raw = made;
        }

        /// <summary>
        /// Makes two poses that stand to each other as two in double do, about an origin that is near both. Queries then answer
        /// in coordinates about that origin. The larger mesh goes first.
        /// </summary>
        public static void AboutCommonOrigin(FarPose a, FarPose b, out Pose aPose, out Pose bPose, out FarPoint origin)
        {
            Pose first = default(Pose), second = default(Pose);
            FarPoint found = default(FarPoint);
            AboutCommonOrigin(MemoryMarshal.CreateReadOnlySpan(ref a, 1), MemoryMarshal.CreateReadOnlySpan(ref b, 1),
                MemoryMarshal.CreateSpan(ref first, 1), MemoryMarshal.CreateSpan(ref second, 1), MemoryMarshal.CreateSpan(ref found, 1));
            aPose = first;
            bPose = second;
            origin = found;
        }

        /// <summary>The same for many; the origins may be left out.</summary>
        public static void AboutCommonOrigin(ReadOnlySpan<FarPose> a, ReadOnlySpan<FarPose> b, Span<Pose> aPoses, Span<Pose> bPoses,
            Span<FarPoint> origins = default(Span<FarPoint>))
        {
            Library.CheckRoom("b", b.Length, a.Length, "poses");
            Library.CheckRoom("aPoses", aPoses.Length, a.Length, "poses");
            Library.CheckRoom("bPoses", bPoses.Length, a.Length, "poses");
            if (origins.Length != 0) Library.CheckRoom("origins", origins.Length, a.Length, "poses");
            Library.Check();
            fixed (FarPose* first = a)
            fixed (FarPose* second = b)
            fixed (byte* firstPoses = Library.First(aPoses))
            fixed (byte* secondPoses = Library.First(bPoses))
            fixed (FarPoint* o = origins)
            {
                Library.Check(NativeMethods.carom_poses_about_common_origin((CaromFarPose*)first, (CaromFarPose*)second,
                    (UIntPtr)(uint)a.Length, (CaromPose*)firstPoses, (CaromPose*)secondPoses, (double*)o));
            }
        }
    }
}
