// Building trees of brushes and of closed surfaces.

using System;
using System.Numerics;
using System.Runtime.InteropServices;
using Carom.Native;

namespace Carom
{
    public sealed unsafe partial class Bsp
    {
        /// <summary>
        /// Builds a tree of convex brushes: the planes of one brush after the other, how many each has, one attribute a brush or
        /// none.
        /// </summary>
        public static Bsp Build(ReadOnlySpan<BrushPlane> planes, ReadOnlySpan<uint> planeCounts,
            ReadOnlySpan<ushort> attributes = default(ReadOnlySpan<ushort>), BspOptions options = default(BspOptions))
        {
            CaromBspReport report;
            return Build(planes, planeCounts, out report, attributes, options);
        }

        /// <summary>The same, and what the build found.</summary>
        public static Bsp Build(ReadOnlySpan<BrushPlane> planes, ReadOnlySpan<uint> planeCounts, out CaromBspReport report,
            ReadOnlySpan<ushort> attributes = default(ReadOnlySpan<ushort>), BspOptions options = default(BspOptions))
        {
            if (attributes.Length != 0 && attributes.Length != planeCounts.Length)
            {
                throw new CaromException(Status.InvalidArgument,
                    "attributes: " + attributes.Length + " for " + planeCounts.Length + " brushes");
            }
            CaromBspDesc desc = default(CaromBspDesc);
            desc.plane_count = (uint)planes.Length;
            desc.brush_count = (uint)planeCounts.Length;
            fixed (BrushPlane* p = planes)
            fixed (uint* c = planeCounts)
            fixed (ushort* a = attributes)
            {
                desc.planes = (float*)p;
                desc.plane_counts = c;
                desc.attributes = a;
                return Build(&desc, options, out report);
            }
        }

        /// <summary>Builds a tree of boxes.</summary>
        public static Bsp BuildBoxes(ReadOnlySpan<Aabb> boxes, ReadOnlySpan<ushort> attributes = default(ReadOnlySpan<ushort>),
            BspOptions options = default(BspOptions))
        {
            if (boxes.Length > int.MaxValue / 6)
            {
                throw new CaromException(Status.TooLarge, "boxes: " + boxes.Length + " are more than an array has room for the planes of");
            }
            BrushPlane[] planes = new BrushPlane[6 * boxes.Length];
            uint[] counts = new uint[boxes.Length];
            for (int i = 0; i < boxes.Length; ++i)
            {
                Vector3 min = boxes[i].Min, max = boxes[i].Max;
                if (min.X > max.X || min.Y > max.Y || min.Z > max.Z)
                {
                    throw new CaromException(Status.InvalidArgument, "boxes[" + i + "]: Min " + min + " exceeds Max " + max);
                }
                BrushPlane.Box(boxes[i], planes.AsSpan(6 * i, 6));
                counts[i] = 6;
            }
            return Build(planes, counts, attributes, options);
        }

        /// <summary>Builds a tree of boxes of six floats each: the least x, y and z, then the largest.</summary>
        public static Bsp BuildBoxes(ReadOnlySpan<float> boxes, ReadOnlySpan<ushort> attributes = default(ReadOnlySpan<ushort>),
            BspOptions options = default(BspOptions))
        {
            if (boxes.Length % 6 != 0)
            {
                throw new CaromException(Status.InvalidArgument, "boxes: " + boxes.Length + " floats are no multiple of 6");
            }
            return BuildBoxes(MemoryMarshal.Cast<float, Aabb>(boxes), attributes, options);
        }

        /// <summary>
        /// Builds a tree of the inside of a closed surface of triangles, counter-clockwise seen from outside; or of flat convex
        /// polygons, if it is told how many corners each has.
        /// </summary>
        public static Bsp BuildSurface(ReadOnlySpan<Vector3> positions, ReadOnlySpan<int> indices,
            ReadOnlySpan<uint> cornerCounts = default(ReadOnlySpan<uint>), BspOptions options = default(BspOptions))
        {
            CaromBspReport report;
            return BuildSurface(positions, indices, out report, cornerCounts, options);
        }

        /// <summary>The same, and what the build found.</summary>
        public static Bsp BuildSurface(ReadOnlySpan<Vector3> positions, ReadOnlySpan<int> indices, out CaromBspReport report,
            ReadOnlySpan<uint> cornerCounts = default(ReadOnlySpan<uint>), BspOptions options = default(BspOptions))
        {
            CaromBspDesc desc = default(CaromBspDesc);
            desc.input = NativeMethods.CAROM_BSP_INPUT_SURFACE;
            desc.vertex_count = (uint)positions.Length;
            desc.index_count = (uint)indices.Length;
            desc.polygon_count = (uint)cornerCounts.Length;
            try
            {
                fixed (byte* p = Library.First(positions))
                fixed (int* i = indices)
                fixed (uint* c = cornerCounts)
                {
                    desc.positions = (float*)p;
                    desc.indices = i;
                    desc.corner_counts = c;
                    return Build(&desc, options, out report);
                }
            }
            catch (CaromException error)
            {
                Library.CheckSigns(error, indices, positions.Length);
                throw;
            }
        }

        static Bsp Build(CaromBspDesc* desc, BspOptions options, out CaromBspReport report)
        {
            Library.Check();
            CaromBspReport found = default(CaromBspReport);
            found.struct_size = (uint)sizeof(CaromBspReport);
            desc->struct_size = (uint)sizeof(CaromBspDesc);
            desc->report = &found;
            desc->flags = (options.IgnoreLeaks ? NativeMethods.CAROM_BSP_IGNORE_LEAKS : 0) |
                (options.Inverse ? NativeMethods.CAROM_BSP_INVERSE : 0);
            desc->bevels = options.Bevels;
            desc->snap_distance = options.SnapDistance;
            desc->snap_normal = options.SnapNormal;
            desc->thread_count = options.ThreadCount;
            CaromBsp* bsp = null;
            using (Progress progress = new Progress(options.Progress))
            {
                progress.Set(out desc->progress, out desc->progress_context);
                CaromStatus status = NativeMethods.carom_bsp_build(desc, &bsp);
                progress.Rethrow();
                Library.Check(status);
            }
            report = found;
            return new Bsp(bsp);
        }
    }
}
