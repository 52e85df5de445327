// Convex hulls.

using System;
using System.Numerics;
using Carom.Native;

namespace Carom
{
    /// <summary>The convex hull of points. Meshes take it in a pose.</summary>
    public sealed unsafe class Hull : Cooked
    {
        static readonly CookedKind Kind = new CookedKind
        {
            Destroy = of => NativeMethods.carom_hull_destroy((CaromHull*)of),
            Open = (blob, size, flags, made) => NativeMethods.carom_hull_open(blob, size, flags, (CaromHull**)made),
            OpenFile = (path, made) => NativeMethods.carom_hull_open_file(path, (CaromHull**)made),
            Save = (of, buffer, capacity, size) => NativeMethods.carom_hull_save((CaromHull*)of, buffer, capacity, size),
            SaveFile = (of, path) => NativeMethods.carom_hull_save_file((CaromHull*)of, path),
        };
        static readonly SingleList AllVertices = (of, option, items, capacity, written, total) =>
            NativeMethods.carom_hull_vertices((CaromHull*)of, (CaromVec3*)items, capacity, written, total);

        // As many questions as there are faces, which nobody reads.
        static readonly AnswerLists EachFace = (of, queries, count, filter, option, offsets, items, capacity, written, total) =>
            NativeMethods.carom_hull_faces((CaromHull*)of, offsets, (uint*)items, capacity, written, total);

        readonly CaromHullStats stats;

        Hull(CaromHull* hull)
            : base(Kind, hull)
        {
            CaromHullStats known = default(CaromHullStats);
            known.struct_size = (uint)sizeof(CaromHullStats);
            Library.Check(NativeMethods.carom_hull_stats(hull, &known));
            stats = known;
        }

        /// <summary>The convex hull of points, exactly: 255 vertices at most.</summary>
        public static Hull Build(ReadOnlySpan<Vector3> points)
        {
            Library.Check();
            CaromHullDesc desc = default(CaromHullDesc);
            desc.struct_size = (uint)sizeof(CaromHullDesc);
            desc.point_count = (uint)points.Length;
            CaromHull* hull = null;
            fixed (byte* p = Library.First(points))
            {
                desc.points = (float*)p;
                Library.Check(NativeMethods.carom_hull_build(&desc, &hull));
            }
            return new Hull(hull);
        }

        /// <summary>Opens a copy of cooked bytes.</summary>
        public static Hull Open(ReadOnlySpan<byte> blob)
        {
            return new Hull((CaromHull*)Kind.Opened(blob));
        }

        /// <summary>
        /// Opens a file of cooked bytes in place: it is mapped, and only what is asked for stays in memory. It must stay as it is
        /// until the hull is disposed.
        /// </summary>
        public static Hull OpenFile(string path)
        {
            return new Hull((CaromHull*)Kind.OpenedFile(path));
        }

        /// <summary>Number of vertices.</summary>
        public int VertexCount
        {
            get { return (int)stats.vertex_count; }
        }

        /// <summary>The box around it.</summary>
        public Aabb Bounds
        {
            get
            {
                CaromAabb box = stats.bounds;
                return *(Aabb*)&box;
            }
        }

        /// <summary>Its figures.</summary>
        public CaromHullStats Stats
        {
            get { return stats; }
        }

        /// <summary>The vertices, in the order of their coordinates, as one list.</summary>
        public void Vertices(Lists<Vector3> vertices)
        {
            handle.ListOne(AllVertices, vertices);
        }

        /// <summary>The faces: lists of vertices, counter-clockwise seen from outside.</summary>
        public void Faces(Lists<uint> faces)
        {
            byte question;
            handle.List(EachFace, new ReadOnlySpan<byte>(&question, (int)stats.face_count), faces, null);
        }
    }
}
