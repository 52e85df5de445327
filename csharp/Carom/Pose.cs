// Poses of meshes and hulls.

using System;
using System.Numerics;
using System.Runtime.InteropServices;
using Carom.Native;

namespace Carom
{
    /// <summary>
    /// First a scale, the same in all directions, then a rotation, then a translation. default(Pose) is not a pose, and
    /// is refused: use <see cref="Identity"/>.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Pose
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

        /// <summary>A matrix of System.Numerics, whose points are rows: v * M. Its last column must be 0, 0, 0, 1.</summary>
        public Pose(Matrix4x4 matrix)
        {
            if (!(matrix.M14 == 0 && matrix.M24 == 0 && matrix.M34 == 0 && matrix.M44 == 1))
            {
                throw new CaromException(Status.InvalidArgument, "matrix: its last column must be 0, 0, 0, 1");
            }
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

        /// <summary>Where it takes a point: as queries of posed meshes have it, to the last bit.</summary>
        public Vector3 Apply(Vector3 point)
        {
            return new Vector3(Row(x, point), Row(y, point), Row(z, point));
        }

        /// <summary>Where it takes a direction: without the translation.</summary>
        public Vector3 ApplyDirection(Vector3 direction)
        {
            Pose turn = this;
            turn.x.W = turn.y.W = turn.z.W = 0;
            return turn.Apply(direction);
        }

        /// <summary>
        /// Where it takes a ray. The direction is not made shorter or longer but for the scale, so that t says the same.
        /// </summary>
        public Ray Apply(Ray ray)
        {
            return new Ray(Apply(ray.Origin), ApplyDirection(ray.Direction), ray.TMax, ray.TMin);
        }

        // A cast rounds, where the runtime may have kept more bits.
        static float Row(Vector4 row, Vector3 point)
        {
            float a = (float)(row.X * point.X), b = (float)(row.Y * point.Y), c = (float)(row.Z * point.Z);
            float sum = (float)(a + b);
            sum = (float)(sum + c);
            return (float)(sum + row.W);
        }

        /// <summary>First `second`, then `first`, as matrices are multiplied whose points are columns.</summary>
        public static Pose Compose(Pose first, Pose second)
        {
            Pose made;
            made.x = Row(first.x, second);
            made.y = Row(first.y, second);
            made.z = Row(first.z, second);
            return made;
        }

        /// <summary>First `second`, then `first`. Matrices of System.Numerics are multiplied the other way round.</summary>
        public static Pose operator *(Pose first, Pose second)
        {
            return Compose(first, second);
        }

        /// <summary>Where a pose takes a point.</summary>
        public static Vector3 operator *(Pose pose, Vector3 point)
        {
            return pose.Apply(point);
        }

        // In double, as the layer for C++ has it.
        static Vector4 Row(Vector4 row, Pose of)
        {
            double a = row.X, b = row.Y, c = row.Z;
            return new Vector4((float)(a * of.x.X + b * of.y.X + c * of.z.X), (float)(a * of.x.Y + b * of.y.Y + c * of.z.Y),
                (float)(a * of.x.Z + b * of.y.Z + c * of.z.Z), (float)(row.W + a * of.x.W + b * of.y.W + c * of.z.W));
        }

        /// <summary>The way back.</summary>
        public Pose Inverse()
        {
            // In double, as the layer for C++ has it: the cofactors of row r and column c.
            double xx = Cofactor(y.Y, y.Z, z.Y, z.Z), xy = Cofactor(y.Z, y.X, z.Z, z.X), xz = Cofactor(y.X, y.Y, z.X, z.Y);
            double yx = Cofactor(z.Y, z.Z, x.Y, x.Z), yy = Cofactor(z.Z, z.X, x.Z, x.X), yz = Cofactor(z.X, z.Y, x.X, x.Y);
            double zx = Cofactor(x.Y, x.Z, y.Y, y.Z), zy = Cofactor(x.Z, x.X, y.Z, y.X), zz = Cofactor(x.X, x.Y, y.X, y.Y);
            double determinant = x.X * xx + x.Y * xy + x.Z * xz;
            if (determinant == 0 || double.IsNaN(determinant) || double.IsInfinity(determinant))
            {
                throw new CaromException(Status.InvalidArgument, "pose: it has no inverse");
            }
            Pose made;
            made.x = Back(xx / determinant, yx / determinant, zx / determinant);
            made.y = Back(xy / determinant, yy / determinant, zy / determinant);
            made.z = Back(xz / determinant, yz / determinant, zz / determinant);
            return made;
        }

        static double Cofactor(double a, double b, double c, double d)
        {
            return a * d - b * c;
        }

        Vector4 Back(double a, double b, double c)
        {
            return new Vector4((float)a, (float)b, (float)c, (float)(-a * x.W - b * y.W - c * z.W));
        }
    }
}
