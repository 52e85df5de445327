// Poses of meshes and hulls.

using System;
using System.Numerics;
using System.Runtime.InteropServices;
using Carom.Native;

namespace Carom
{
    /// <summary>
    /// First a scale, the same in all directions, then a rotation, then a translation. default(Pose) is none: see
    /// <see cref="Identity"/>.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Pose
    {
        Vector4 x, y, z;

        /// <summary>A pose; the rotation has unit length.</summary>
        public unsafe Pose(Quaternion rotation, Vector3 translation, float scale = 1)
        {
            Pose made;
            Library.Check();
            Library.Check(NativeMethods.carom_pose_from_quaternion((float*)&rotation, (CaromVec3*)&translation, scale,
                (CaromPose*)&made));
            this = made;
        }

        /// <summary>A translation alone.</summary>
        public Pose(Vector3 translation)
        {
            x = new Vector4(1, 0, 0, translation.X);
            y = new Vector4(0, 1, 0, translation.Y);
            z = new Vector4(0, 0, 1, translation.Z);
        }

        /// <summary>A matrix of System.Numerics, whose points are rows: v * M.</summary>
        public Pose(Matrix4x4 matrix)
        {
            x = new Vector4(matrix.M11, matrix.M21, matrix.M31, matrix.M41);
            y = new Vector4(matrix.M12, matrix.M22, matrix.M32, matrix.M42);
            z = new Vector4(matrix.M13, matrix.M23, matrix.M33, matrix.M43);
        }

        /// <summary>Leaves everything where it is.</summary>
        public static Pose Identity
        {
            get { return new Pose(Vector3.Zero); }
        }

        /// <summary>As a matrix of System.Numerics.</summary>
        public Matrix4x4 Matrix
        {
            get { return new Matrix4x4(x.X, y.X, z.X, 0, x.Y, y.Y, z.Y, 0, x.Z, y.Z, z.Z, 0, x.W, y.W, z.W, 1); }
        }

        /// <summary>Where it takes a point.</summary>
        public Vector3 Apply(Vector3 point)
        {
            return new Vector3(Row(x, point), Row(y, point), Row(z, point));
        }

        static float Row(Vector4 row, Vector3 point)
        {
            return ((row.X * point.X + row.Y * point.Y) + row.Z * point.Z) + row.W;
        }

        /// <summary>The way back.</summary>
        public Pose Inverse()
        {
            Matrix4x4 inverse;
            if (Matrix4x4.Invert(Matrix, out inverse)) return new Pose(inverse);
            throw new CaromException(Status.InvalidArgument, "pose: it has no inverse");
        }
    }
}
