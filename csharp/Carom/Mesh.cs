// Meshes: building, opening, saving, and what is known about them. Queries: MeshQueries.cs.

using System;
using System.Numerics;
using Carom.Native;

namespace Carom
{
    /// <summary>How a tree is stored; answers are the same.</summary>
    public enum Layout : uint
    {
        /// <summary>WIDE.</summary>
        Automatic = NativeMethods.CAROM_LAYOUT_DEFAULT,
        /// <summary>Little memory, no limit.</summary>
        Compact = NativeMethods.CAROM_LAYOUT_COMPACT,
        /// <summary>A published experiment.</summary>
        Delta = NativeMethods.CAROM_LAYOUT_DELTA,
        /// <summary>Fast in little memory.</summary>
        Wide = NativeMethods.CAROM_LAYOUT_WIDE,
    }

    /// <summary>Memory against speed.</summary>
    public enum Preset : uint
    {
        /// <summary>Fast in little memory.</summary>
        Automatic = NativeMethods.CAROM_PRESET_DEFAULT,
        /// <summary>The least memory.</summary>
        Small = NativeMethods.CAROM_PRESET_SMALL,
        /// <summary>The most speed: rays take about a fifth less time.</summary>
        Fast = NativeMethods.CAROM_PRESET_FAST,
        /// <summary>
        /// The most speed of rays: a second tree for them, of pieces of the triangles. It pays where few triangles are large,
        /// or long and slanted, and is left out where it would not. Takes three to six times as long to build.
        /// </summary>
        Rays = NativeMethods.CAROM_PRESET_RAYS,
    }

    /// <summary>The build time that is spent on a faster tree.</summary>
    public enum Quality : uint
    {
        /// <summary>Medium.</summary>
        Automatic = NativeMethods.CAROM_QUALITY_DEFAULT,
        /// <summary>The shortest build.</summary>
        Fast = NativeMethods.CAROM_QUALITY_FAST,
        /// <summary>The largest subtrees are put where they fit best.</summary>
        Medium = NativeMethods.CAROM_QUALITY_MEDIUM,
        /// <summary>All subtrees are.</summary>
        High = NativeMethods.CAROM_QUALITY_HIGH,
    }

    /// <summary>Options of cooking; default(CookOptions) is the one to begin with.</summary>
    public struct CookOptions
    {
        /// <summary>How the tree is stored.</summary>
        public Layout Layout;
        /// <summary>Memory against speed.</summary>
        public Preset Preset;
        /// <summary>Build time against speed.</summary>
        public Quality Quality;
        /// <summary>Number of threads that build; 0 means one a core.</summary>
        public uint ThreadCount;
        /// <summary>Keep a table of where each triangle is stored, so that <see cref="Mesh.Triangle"/> needs no search.</summary>
        public bool TriangleTable;
        /// <summary>
        /// Called with the fraction done, on the thread that builds; true goes on, false cancels. An exception cancels too, and
        /// leaves the build.
        /// </summary>
        public Func<float, bool> Progress;
    }

    /// <summary>A cooked triangle mesh.</summary>
    public sealed unsafe partial class Mesh : ShapeQueries
    {
        /// <summary>The triangle of an answer that found none.</summary>
        public const uint None = NativeMethods.CAROM_NONE;

        static readonly CookedKind Kind = new CookedKind
        {
            Destroy = of => NativeMethods.carom_mesh_destroy((CaromMesh*)of),
            Open = (blob, size, flags, made) => NativeMethods.carom_mesh_open(blob, size, flags, (CaromMesh**)made),
            OpenFile = (path, made) => NativeMethods.carom_mesh_open_file(path, (CaromMesh**)made),
            Save = (of, buffer, capacity, size) => NativeMethods.carom_mesh_save((CaromMesh*)of, buffer, capacity, size),
            SaveFile = (of, path) => NativeMethods.carom_mesh_save_file((CaromMesh*)of, path),
        };

        readonly CaromMeshStats stats;

        Mesh(CaromMesh* mesh)
            : base(Kind, Shapes, mesh)
        {
            CaromMeshStats known = default(CaromMeshStats);
            known.struct_size = (uint)sizeof(CaromMeshStats);
            Library.Check(NativeMethods.carom_mesh_stats(mesh, &known));
            stats = known;
        }

        /// <summary>Cooks a mesh: three indices a triangle, counter-clockwise from the front.</summary>
        public static Mesh Build(ReadOnlySpan<Vector3> positions, ReadOnlySpan<int> indices,
            CookOptions options = default(CookOptions))
        {
            return Build(positions, indices, default(ReadOnlySpan<ushort>), options);
        }

        /// <summary>The same with 16 attribute bits a triangle.</summary>
        public static Mesh Build(ReadOnlySpan<Vector3> positions, ReadOnlySpan<int> indices, ReadOnlySpan<ushort> attributes,
            CookOptions options = default(CookOptions))
        {
            try
            {
                fixed (int* i = indices) return Build(positions, i, indices.Length, sizeof(int), attributes, options);
            }
            catch (CaromException error)
            {
                Library.CheckSigns(error, indices, positions.Length);
                throw;
            }
        }

        /// <summary>Cooks a mesh with unsigned indices.</summary>
        public static Mesh Build(ReadOnlySpan<Vector3> positions, ReadOnlySpan<uint> indices,
            ReadOnlySpan<ushort> attributes = default(ReadOnlySpan<ushort>), CookOptions options = default(CookOptions))
        {
            fixed (uint* i = indices) return Build(positions, i, indices.Length, sizeof(uint), attributes, options);
        }

        /// <summary>Cooks a mesh with indices of 16 bits.</summary>
        public static Mesh Build(ReadOnlySpan<Vector3> positions, ReadOnlySpan<ushort> indices,
            ReadOnlySpan<ushort> attributes = default(ReadOnlySpan<ushort>), CookOptions options = default(CookOptions))
        {
            fixed (ushort* i = indices) return Build(positions, i, indices.Length, sizeof(ushort), attributes, options);
        }

        static CaromMeshDesc Describe(int vertices, int indices, int indexSize)
        {
            if (indices % 3 != 0)
            {
                throw new CaromException(Status.InvalidArgument, "indices: " + indices + " is not a multiple of 3");
            }
            Library.Check();
            CaromMeshDesc desc = default(CaromMeshDesc);
            desc.struct_size = (uint)sizeof(CaromMeshDesc);
            desc.vertex_count = (uint)vertices;
            desc.index_size = (uint)indexSize;
            desc.triangle_count = (uint)(indices / 3);
            return desc;
        }

        /// <summary>Counts what is wrong with a mesh before it is cooked.</summary>
        public static CaromMeshReport Report(ReadOnlySpan<Vector3> positions, ReadOnlySpan<int> indices)
        {
            try
            {
                fixed (int* i = indices) return Report(positions, i, indices.Length, sizeof(int));
            }
            catch (CaromException error)
            {
                Library.CheckSigns(error, indices, positions.Length);
                throw;
            }
        }

        /// <summary>The same with unsigned indices.</summary>
        public static CaromMeshReport Report(ReadOnlySpan<Vector3> positions, ReadOnlySpan<uint> indices)
        {
            fixed (uint* i = indices) return Report(positions, i, indices.Length, sizeof(uint));
        }

        /// <summary>The same with indices of 16 bits.</summary>
        public static CaromMeshReport Report(ReadOnlySpan<Vector3> positions, ReadOnlySpan<ushort> indices)
        {
            fixed (ushort* i = indices) return Report(positions, i, indices.Length, sizeof(ushort));
        }

        static CaromMeshReport Report(ReadOnlySpan<Vector3> positions, void* indices, int count, int indexSize)
        {
            CaromMeshDesc desc = Describe(positions.Length, count, indexSize);
            CaromMeshReport report = default(CaromMeshReport);
            report.struct_size = (uint)sizeof(CaromMeshReport);
            fixed (byte* p = Library.First(positions))
            {
                desc.positions = (float*)p;
                desc.indices = indices;
                Library.Check(NativeMethods.carom_mesh_report(&desc, &report));
            }
            return report;
        }

        static Mesh Build(ReadOnlySpan<Vector3> positions, void* indices, int count, int indexSize,
            ReadOnlySpan<ushort> attributes, CookOptions options)
        {
            CaromMeshDesc desc = Describe(positions.Length, count, indexSize);
            if (attributes.Length != 0 && attributes.Length != count / 3)
            {
                throw new CaromException(Status.InvalidArgument,
                    "attributes: " + attributes.Length + " for " + count / 3 + " triangles");
            }
            desc.layout = (uint)options.Layout;
            desc.preset = (uint)options.Preset;
            desc.quality = (uint)options.Quality;
            desc.thread_count = options.ThreadCount;
            desc.flags = options.TriangleTable ? NativeMethods.CAROM_BUILD_TRIANGLE_TABLE : 0;
            CaromMesh* mesh = null;
            using (Progress progress = new Progress(options.Progress))
            {
                progress.Set(out desc.progress, out desc.progress_context);
                CaromStatus status;
                fixed (byte* p = Library.First(positions))
                fixed (ushort* a = attributes)
                {
                    desc.positions = (float*)p;
                    desc.indices = indices;
                    desc.attributes = a;
                    status = NativeMethods.carom_mesh_build(&desc, &mesh);
                }
                progress.Rethrow();
                Library.Check(status);
            }
            return new Mesh(mesh);
        }

        /// <summary>Opens a copy of cooked bytes.</summary>
        public static Mesh Open(ReadOnlySpan<byte> blob)
        {
            return new Mesh((CaromMesh*)Kind.Opened(blob));
        }

        /// <summary>
        /// Opens a file of cooked bytes in place: it is mapped, and only what is asked for stays in memory. It must stay as it is
        /// until the mesh is disposed.
        /// </summary>
        public static Mesh OpenFile(string path)
        {
            return new Mesh((CaromMesh*)Kind.OpenedFile(path));
        }

        /// <summary>Number of triangles.</summary>
        public int TriangleCount
        {
            get { return (int)stats.triangle_count; }
        }

        /// <summary>The box around all triangles.</summary>
        public Aabb Bounds
        {
            get
            {
                CaromAabb box = stats.bounds;
                return *(Aabb*)&box;
            }
        }

        /// <summary>Its figures.</summary>
        public CaromMeshStats Stats
        {
            get { return stats; }
        }

        /// <summary>One triangle as it was cooked. Takes a search without <see cref="CookOptions.TriangleTable"/>.</summary>
        public Triangle Triangle(uint index)
        {
            Triangle found;
            using (Held of = handle.Hold())
            {
                Library.Check(NativeMethods.carom_mesh_triangle((CaromMesh*)of.Pointer, index, (CaromTriangle*)&found));
            }
            return found;
        }

        /// <summary>Triangles `first` and following, as many as there is room for.</summary>
        public void Triangles(uint first, Span<Triangle> triangles)
        {
            Triangles(null, first, triangles);
        }

        /// <summary>The triangles of a list, in its order.</summary>
        public void Triangles(ReadOnlySpan<uint> list, Span<Triangle> triangles)
        {
            Library.CheckRoom("triangles", triangles.Length, list.Length, "numbers");
            // An empty list has no address, and without one `first` would count.
            uint none;
            fixed (uint* numbers = list) Triangles(list.Length == 0 ? &none : numbers, 0, triangles);
        }

        void Triangles(uint* numbers, uint first, Span<Triangle> triangles)
        {
            using (Held of = handle.Hold())
            {
                fixed (Triangle* t = triangles)
                {
                    Library.Check(NativeMethods.carom_mesh_triangles((CaromMesh*)of.Pointer, numbers, first,
                        (UIntPtr)(uint)triangles.Length, (CaromTriangle*)t));
                }
            }
        }
    }
}
