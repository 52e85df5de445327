// Making fields: of values, and of meshes.

using System;
using System.Numerics;
using Carom.Native;

namespace Carom
{
    /// <summary>Where the nodes of a field are.</summary>
    public struct SdfGrid
    {
        /// <summary>The first node.</summary>
        public Vector3 Origin;
        /// <summary>The distance of neighbouring nodes.</summary>
        public float Cell;
        /// <summary>The number of nodes along each axis.</summary>
        public uint X, Y, Z;

        /// <summary>A grid.</summary>
        public SdfGrid(Vector3 origin, float cell, uint x, uint y, uint z)
        {
            Origin = origin;
            Cell = cell;
            X = x;
            Y = y;
            Z = z;
        }
    }

    /// <summary>The rule by which a node is inside.</summary>
    public enum SdfSign : uint
    {
        /// <summary>Crossings of a closed mesh, the generalised winding number of another.</summary>
        Automatic = NativeMethods.CAROM_SDF_SIGN_AUTO,
        /// <summary>Winding numbers, counted by rays.</summary>
        Crossings = NativeMethods.CAROM_SDF_SIGN_CROSSINGS,
        /// <summary>Generalised winding numbers, for meshes with holes.</summary>
        WindingNumber = NativeMethods.CAROM_SDF_SIGN_WINDING_NUMBER,
        /// <summary>Angle-weighted pseudonormals.</summary>
        Pseudonormal = NativeMethods.CAROM_SDF_SIGN_PSEUDONORMAL,
        /// <summary>The parity of crossings.</summary>
        Parity = NativeMethods.CAROM_SDF_SIGN_PARITY,
        /// <summary>Nothing is inside.</summary>
        Unsigned = NativeMethods.CAROM_SDF_SIGN_UNSIGNED,
        /// <summary>All that is nearer to the surface than the thickness.</summary>
        Thickness = NativeMethods.CAROM_SDF_SIGN_THICKNESS,
    }

    /// <summary>The winding numbers that are inside.</summary>
    public enum SdfInside : uint
    {
        /// <summary>Positive ones.</summary>
        Positive = NativeMethods.CAROM_SDF_INSIDE_POSITIVE,
        /// <summary>All but 0.</summary>
        NonZero = NativeMethods.CAROM_SDF_INSIDE_NON_ZERO,
    }

    /// <summary>The method by which distances are found; the field is the same.</summary>
    public enum SdfMethod : uint
    {
        /// <summary>The fastest.</summary>
        Blocks = NativeMethods.CAROM_SDF_METHOD_BLOCKS,
        /// <summary>A published k-d tree.</summary>
        KdTree = NativeMethods.CAROM_SDF_METHOD_KD_TREE,
        /// <summary>A published loop over faces.</summary>
        FaceByFace = NativeMethods.CAROM_SDF_METHOD_FACE_BY_FACE,
    }

    /// <summary>Options of storing a field; default(SdfOptions) is the one to begin with.</summary>
    public struct SdfOptions
    {
        /// <summary>How it is stored.</summary>
        public SdfStorage Storage;
        /// <summary>Bricks: blocks with a node nearer than so many cells are stored in full; 0 means 4.</summary>
        public float Band;
        /// <summary>Bricks: by how many cells other blocks may be wrong; 0 means 0.5.</summary>
        public float FarError;
        /// <summary>Distances are known up to this; 0 for all.</summary>
        public float MaxDistance;
    }

    /// <summary>Options of generating a field; default(SdfGenerateOptions) is the one to begin with.</summary>
    public struct SdfGenerateOptions
    {
        /// <summary>How it is stored, and up to where distances are found.</summary>
        public SdfOptions Store;
        /// <summary>What is inside.</summary>
        public SdfSign Sign;
        /// <summary>The winding numbers that are.</summary>
        public SdfInside Inside;
        /// <summary>With <see cref="SdfSign.Thickness"/>; else 0.</summary>
        public float Thickness;
        /// <summary>How distances are found.</summary>
        public SdfMethod Method;
        /// <summary>Keep the nearest triangle of each node, for answers.</summary>
        public bool KeepTriangles;
        /// <summary>Number of threads that generate; 0 means one a core.</summary>
        public uint ThreadCount;
        /// <summary>
        /// Called with the fraction done, on the thread that generates; true goes on, false cancels. An exception cancels too,
        /// and leaves the call.
        /// </summary>
        public Func<float, bool> Progress;
    }

    public sealed unsafe partial class Sdf
    {
        /// <summary>
        /// Stores signed distances at the nodes of a grid, negative inside, x fastest, then y, then z; and the nearest triangle
        /// of each node, or none.
        /// </summary>
        public static Sdf Build(SdfGrid grid, ReadOnlySpan<float> values, SdfOptions options = default(SdfOptions),
            ReadOnlySpan<uint> triangles = default(ReadOnlySpan<uint>))
        {
            CheckNodes("values", values.Length, grid);
            if (triangles.Length != 0) CheckNodes("triangles", triangles.Length, grid);
            Library.Check();
            CaromSdfDesc desc = default(CaromSdfDesc);
            desc.struct_size = (uint)sizeof(CaromSdfDesc);
            desc.storage = (uint)options.Storage;
            desc.origin = Raw(grid.Origin);
            desc.cell = grid.Cell;
            desc.dims[0] = grid.X;
            desc.dims[1] = grid.Y;
            desc.dims[2] = grid.Z;
            desc.band = options.Band;
            desc.far_error = options.FarError;
            desc.max_distance = options.MaxDistance;
            CaromSdf* sdf = null;
            fixed (float* v = values)
            fixed (uint* t = triangles)
            {
                desc.values = v;
                desc.triangles = t;
                Library.Check(NativeMethods.carom_sdf_build(&desc, &sdf));
            }
            return new Sdf(sdf);
        }

        static void CheckNodes(string name, int count, SdfGrid grid)
        {
            // The product of three may exceed 64 bits.
            ulong layer = (ulong)grid.X * grid.Y, wanted = (ulong)count;
            if (layer == 0 ? wanted == 0 : wanted % layer == 0 && wanted / layer == grid.Z) return;
            throw new CaromException(Status.InvalidArgument,
                name + ": " + count + " for " + grid.X + " x " + grid.Y + " x " + grid.Z + " nodes");
        }

        static CaromVec3 Raw(Vector3 of)
        {
            return *(CaromVec3*)&of;
        }

        /// <summary>
        /// Generates the field of a mesh: so many cells along the longest side of its box, and `padding` more on every side.
        /// </summary>
        public static Sdf Generate(Mesh mesh, int resolution, SdfStorage storage = SdfStorage.Dense, int padding = 2)
        {
            SdfGenerateOptions options = default(SdfGenerateOptions);
            options.Store.Storage = storage;
            return Generate(mesh, resolution, options, padding);
        }

        /// <summary>The same with more options.</summary>
        public static Sdf Generate(Mesh mesh, int resolution, SdfGenerateOptions options, int padding = 2)
        {
            CaromSdfReport report;
            return Generate(mesh, resolution, options, out report, padding);
        }

        /// <summary>The same, and what was found out.</summary>
        public static Sdf Generate(Mesh mesh, int resolution, SdfGenerateOptions options, out CaromSdfReport report, int padding = 2)
        {
            if (resolution <= 0) throw new CaromException(Status.InvalidArgument, "resolution: " + resolution + " is not above 0");
            if (padding < 0) throw new CaromException(Status.InvalidArgument, "padding: " + padding + " is below 0");
            CaromSdfGenerateDesc desc = default(CaromSdfGenerateDesc);
            desc.resolution = (uint)resolution;
            desc.padding = (uint)padding;
            return Generate(mesh, &desc, options, out report);
        }

        /// <summary>Generates the field of a mesh at the nodes of a grid.</summary>
        public static Sdf Generate(Mesh mesh, SdfGrid grid, SdfGenerateOptions options = default(SdfGenerateOptions))
        {
            CaromSdfReport report;
            return Generate(mesh, grid, options, out report);
        }

        /// <summary>The same, and what was found out.</summary>
        public static Sdf Generate(Mesh mesh, SdfGrid grid, SdfGenerateOptions options, out CaromSdfReport report)
        {
            CaromSdfGenerateDesc desc = default(CaromSdfGenerateDesc);
            desc.origin = Raw(grid.Origin);
            desc.cell = grid.Cell;
            desc.dims[0] = grid.X;
            desc.dims[1] = grid.Y;
            desc.dims[2] = grid.Z;
            return Generate(mesh, &desc, options, out report);
        }

        static Sdf Generate(Mesh mesh, CaromSdfGenerateDesc* desc, SdfGenerateOptions options, out CaromSdfReport report)
        {
            if (mesh == null) throw new ArgumentNullException("mesh");
            CaromSdfReport found = default(CaromSdfReport);
            found.struct_size = (uint)sizeof(CaromSdfReport);
            desc->struct_size = (uint)sizeof(CaromSdfGenerateDesc);
            desc->report = &found;
            desc->storage = (uint)options.Store.Storage;
            desc->band = options.Store.Band;
            desc->far_error = options.Store.FarError;
            desc->max_distance = options.Store.MaxDistance;
            desc->sign = (uint)options.Sign;
            desc->inside = (uint)options.Inside;
            desc->thickness = options.Thickness;
            desc->method = (uint)options.Method;
            desc->flags = options.KeepTriangles ? NativeMethods.CAROM_SDF_KEEP_TRIANGLES : 0;
            desc->thread_count = options.ThreadCount;
            CaromSdf* sdf = null;
            using (Progress progress = new Progress(options.Progress))
            using (Held of = mesh.handle.Hold())
            {
                progress.Set(out desc->progress, out desc->progress_context);
                CaromStatus status = NativeMethods.carom_sdf_generate((CaromMesh*)of.Pointer, desc, &sdf);
                progress.Rethrow();
                Library.Check(status);
            }
            report = found;
            return new Sdf(sdf);
        }
    }
}
