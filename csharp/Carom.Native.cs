// carom's C interface for C#, one to one with include/carom.h, where everything is described. All structs are
// blittable: pass fixed pointers to arrays of them. size_t is UIntPtr, so that old compilers understand this too.

using System;
using System.Runtime.InteropServices;

namespace Carom.Native
{
    public enum CaromStatus : int
    {
        Ok = 0,
        BufferTooSmall = 1,
        ErrorNullArgument = -1,
        ErrorInvalidArgument = -2,
        ErrorNotFinite = -3,
        ErrorIndexOutOfRange = -4,
        ErrorStructSize = -5,
        ErrorOutOfMemory = -6,
        ErrorCancelled = -7,
        ErrorInvalidBlob = -8,
        ErrorUnsupportedVersion = -9,
        ErrorMisaligned = -10,
        ErrorTooLarge = -11,
        ErrorInternal = -12,
        ErrorUnknownId = -13,
        ErrorFile = -14,
    }

    /// <summary>A handle; only ever behind a pointer.</summary>
    public struct CaromMesh
    {
    }

    /// <summary>A handle; only ever behind a pointer.</summary>
    public struct CaromBsp
    {
    }

    /// <summary>A handle; only ever behind a pointer.</summary>
    public struct CaromSdf
    {
    }

    /// <summary>A handle; only ever behind a pointer.</summary>
    public struct CaromHull
    {
    }

    /// <summary>A handle; only ever behind a pointer.</summary>
    public struct CaromWorld
    {
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromVec3
    {
        public float x;
        public float y;
        public float z;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromAabb
    {
        public CaromVec3 min;
        public CaromVec3 max;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromTreeBox
    {
        public CaromAabb bounds;
        public uint depth;
        public uint count;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromRay
    {
        public CaromVec3 origin;
        public float t_min;
        public CaromVec3 direction;
        public float t_max;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromRayHit
    {
        public float t;
        public float u;
        public float v;
        public uint triangle;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromCrossing
    {
        public float t;
        public float u;
        public float v;
        public uint triangle;
        public int sign;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromContactOptions
    {
        public uint struct_size;
        public float max_distance;
        public uint edges;
        public uint max_points;
        public float merge_cos;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromContact
    {
        public CaromVec3 point;
        public float depth;
        public CaromVec3 normal;
        public uint triangle;
        public uint feature;
        public uint manifold;
        public uint attributes;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromSurfacePoint
    {
        public CaromVec3 point;
        public CaromVec3 normal;
        public uint attributes;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromSphere
    {
        public CaromVec3 center;
        public float radius;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromCapsule
    {
        public CaromVec3 a;
        public float radius;
        public CaromVec3 b;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CaromBox
    {
        public CaromVec3 center;
        public CaromVec3 half_extents;
        public fixed float rotation[4];
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CaromBoxAxes
    {
        public CaromVec3 center;
        public CaromVec3 half_extents;
        /// <summary>Three axes, x, y and z of each.</summary>
        public fixed float axes[9];
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromPointQuery
    {
        public CaromVec3 point;
        public float max_distance;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromClosestPoint
    {
        public CaromVec3 point;
        public float distance;
        public uint triangle;
        public uint feature;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromSphereCast
    {
        public CaromVec3 origin;
        public float radius;
        public CaromVec3 displacement;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromCapsuleCast
    {
        public CaromCapsule capsule;
        public CaromVec3 displacement;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromBoxCast
    {
        public CaromBoxAxes shape;
        public CaromVec3 displacement;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromShapeHit
    {
        public float t;
        public float depth;
        public CaromVec3 point;
        public CaromVec3 normal;
        public uint triangle;
        public uint feature;
        public uint attributes;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromTriangle
    {
        public CaromVec3 a;
        public CaromVec3 b;
        public CaromVec3 c;
        public uint attributes;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CaromPose
    {
        /// <summary>Three rows of four: the translation is at 3, 7 and 11.</summary>
        public fixed float rows[12];
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CaromFarPose
    {
        /// <summary>Three rows of four: the translation is at 3, 7 and 11.</summary>
        public fixed double rows[12];
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromTrianglePair
    {
        public uint a;
        public uint b;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromPairDistance
    {
        public uint a;
        public uint b;
        public float distance;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CaromPairIntersection
    {
        public uint a;
        public uint b;
        public uint point_count;
        /// <summary>CAROM_SHARED_COPLANAR and CAROM_SHARED_AREA.</summary>
        public uint flags;
        /// <summary>Six points, x, y and z of each.</summary>
        public fixed float points[18];
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromMeshDistance
    {
        public CaromVec3 on_a;
        public CaromVec3 on_b;
        public float distance;
        public uint a;
        public uint b;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromFilter
    {
        public uint struct_size;
        public uint require;
        public uint exclude;
        public uint backfaces;
        public uint any_of;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CaromMeshDesc
    {
        public uint struct_size;
        public uint layout;
        public float* positions;
        public void* indices;
        public ushort* attributes;
        public uint vertex_count;
        public uint position_stride;
        public uint triangle_count;
        public uint index_size;
        public uint quality;
        public uint split;
        public uint thread_count;
        public uint flags;
        public uint* triangle_order;
        /// <summary>A CaromProgress by Marshal.GetFunctionPointerForDelegate; keep the delegate alive.</summary>
        public IntPtr progress;
        public void* progress_context;
        public uint preset;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromMeshReport
    {
        public uint struct_size;
        public uint triangle_count;
        public uint vertex_count;
        public uint unused_vertices;
        public uint degenerate_triangles;
        public uint duplicate_triangles;
        public uint open_edges;
        public uint non_manifold_edges;
        public uint inconsistent_edges;
        public uint parts;
        public uint is_watertight;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromMeshStats
    {
        public uint struct_size;
        public uint layout;
        public uint triangle_count;
        public uint source_vertex_count;
        public uint stored_vertex_count;
        public uint node_count;
        public uint depth;
        public uint flags;
        public uint split;
        public float cost;
        public uint attributes_any;
        public uint attributes_all;
        public CaromAabb bounds;
        public ulong bytes_nodes;
        public ulong bytes_leaves;
        public ulong bytes_pages;
        public ulong bytes_positions;
        public ulong bytes_triangle_ids;
        public ulong bytes_frame;
        public ulong bytes_total;
        public uint preset;
        public uint piece_count;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CaromHullDesc
    {
        public uint struct_size;
        public uint point_count;
        public float* points;
        public uint point_stride;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromHullStats
    {
        public uint struct_size;
        public uint dimension;
        public uint vertex_count;
        public uint face_count;
        public uint edge_count;
        public uint reserved;
        public CaromAabb bounds;
        public double volume;
        public ulong bytes_total;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CaromHullPose
    {
        public CaromHull* hull;
        public CaromPose pose;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CaromHullCast
    {
        public CaromHullPose shape;
        public CaromVec3 displacement;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CaromBspDesc
    {
        public uint struct_size;
        public uint input;
        public float* planes;
        public uint* plane_counts;
        public float* positions;
        public void* indices;
        public uint* corner_counts;
        public ushort* attributes;
        public CaromBspReport* report;
        public uint plane_count;
        public uint plane_stride;
        public uint brush_count;
        public uint vertex_count;
        public uint position_stride;
        public uint index_count;
        public uint index_size;
        public uint polygon_count;
        public uint flags;
        public uint bevels;
        public float snap_distance;
        public float snap_normal;
        /// <summary>A CaromProgress by Marshal.GetFunctionPointerForDelegate; keep the delegate alive.</summary>
        public IntPtr progress;
        public void* progress_context;
        public uint thread_count;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromBspReport
    {
        public uint struct_size;
        public uint skipped_brushes;
        public uint first_skipped;
        public uint degenerate_faces;
        public ulong faces;
        public ulong planes;
        public ulong splits;
        public double deviation;
        public double leak_fraction;
        public CaromVec3 leak_position;
        public uint leak;
        public ulong repaired_leaves;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromBspStats
    {
        public uint struct_size;
        public uint flags;
        public uint brush_count;
        public uint face_count;
        public uint node_count;
        public uint plane_count;
        public uint depth;
        public float slack;
        public uint attributes_any;
        public uint attributes_all;
        public CaromAabb bounds;
        public ulong bytes_nodes;
        public ulong bytes_planes;
        public ulong bytes_solids;
        public ulong bytes_frame;
        public ulong bytes_total;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromBspContent
    {
        public uint brush;
        public uint attributes;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromBspContact
    {
        public CaromVec3 point;
        public float depth;
        public CaromVec3 normal;
        public uint brush;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromBspCastHit
    {
        public float t;
        public CaromVec3 point;
        public CaromVec3 normal;
        public uint brush;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CaromSdfDesc
    {
        public uint struct_size;
        public uint storage;
        public CaromVec3 origin;
        public float cell;
        public fixed uint dims[3];
        public float band;
        public float far_error;
        public float max_distance;
        public float* values;
        public uint* triangles;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromSdfReport
    {
        public uint struct_size;
        public uint sign;
        public ulong unbalanced_edges;
        public ulong cap_triangles;
        public ulong inside_count;
        public ulong thin_triangles;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CaromSdfGenerateDesc
    {
        public uint struct_size;
        public uint resolution;
        public uint padding;
        public CaromVec3 origin;
        public float cell;
        public fixed uint dims[3];
        public uint storage;
        public float band;
        public float far_error;
        public uint sign;
        public uint inside;
        public float thickness;
        public float max_distance;
        public uint method;
        public uint flags;
        public uint thread_count;
        public CaromSdfReport* report;
        /// <summary>A CaromProgress by Marshal.GetFunctionPointerForDelegate; keep the delegate alive.</summary>
        public IntPtr progress;
        public void* progress_context;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CaromSdfStats
    {
        public uint struct_size;
        public uint storage;
        public uint flags;
        public fixed uint dims[3];
        public CaromVec3 origin;
        public float cell;
        public uint block_count;
        public uint brick_count;
        public float error;
        public float near_error;
        public float far_error;
        public float slope;
        public ulong bytes_values;
        public ulong bytes_tables;
        public ulong bytes_triangles;
        public ulong bytes_frame;
        public ulong bytes_total;
        public float max_distance;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromSdfSample
    {
        public float distance;
        public CaromVec3 gradient;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromSdfClosestPoint
    {
        public CaromVec3 point;
        public float distance;
        public CaromVec3 normal;
        public uint triangle;
        public float error;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromSdfContact
    {
        public CaromVec3 point;
        public float depth;
        public CaromVec3 normal;
        public uint triangle;
        public CaromVec3 deepest;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromSdfTriangle
    {
        public CaromVec3 a;
        public CaromVec3 b;
        public CaromVec3 c;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromSdfRayHit
    {
        public float t;
        public CaromVec3 point;
        public CaromVec3 normal;
        public uint triangle;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromSdfSlice
    {
        public CaromVec3 origin;
        public uint width;
        public CaromVec3 right;
        public uint height;
        public CaromVec3 down;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CaromWorldDesc
    {
        public uint struct_size;
        public uint structure;
        public uint tag;
        public uint thread_count;
        public uint build;
        public uint placement;
        public fixed uint axes[2];
        public float cell_size;
        public uint has_bounds;
        public CaromAabb bounds;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromVolume
    {
        public uint shape;
        public float radius;
        public CaromVec3 min;
        public CaromVec3 max;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromGroupFilter
    {
        public uint group;
        public uint mask;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromWorldObject
    {
        public ulong user;
        public CaromVolume volume;
        public CaromGroupFilter filter;
        public uint is_static;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromWorldPair
    {
        public ulong a;
        public ulong b;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromWorldBox
    {
        public CaromAabb bounds;
        public uint depth;
        public uint objects;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromWorldStats
    {
        public uint struct_size;
        public uint depth;
        public ulong object_count;
        public ulong static_count;
        public ulong node_count;
        public ulong build_count;
        public ulong refit_count;
        public ulong bytes_objects;
        public ulong bytes_compounds;
        public ulong bytes_structure;
        public ulong bytes_pairs;
        public double area;
        public double overlap;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromPlane
    {
        public CaromVec3 normal;
        public float offset;
    }

    /// <summary>Six planes: a normal and an offset each.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CaromFrustum
    {
        public fixed float planes[24];
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromAabbCast
    {
        public CaromAabb bounds;
        public CaromVec3 displacement;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromWorldFilter
    {
        public CaromGroupFilter groups;
        public ulong ignore;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromWorldHit
    {
        public ulong @object;
        public ulong user;
        public float t;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct CaromNeighbor
    {
        public ulong @object;
        public ulong user;
        public float distance;
        public uint reserved;
    }

    /// <summary>Told how far long work is. No exception may leave it.</summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate uint CaromProgress(void* context, float fraction);

    /// <summary>Gives memory, or null. No exception may leave it.</summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate void* CaromAllocate(void* context, UIntPtr size, UIntPtr alignment);

    /// <summary>Takes memory back. No exception may leave it.</summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate void CaromFree(void* context, void* memory, UIntPtr size, UIntPtr alignment);

    /// <summary>Takes a message. No exception may leave it.</summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate void CaromLog(void* context, uint level, byte* message);

    public static unsafe class NativeMethods
    {
#if CAROM_STATIC || (UNITY_IOS && !UNITY_EDITOR)
        // Linked into the program itself.
        public const string Library = "__Internal";
#else
        public const string Library = "carom";
#endif

        public const uint CAROM_NONE = 0xffffffff;
        public const uint CAROM_BLOB_ALIGNMENT = 64;
        public const uint CAROM_LAYOUT_DEFAULT = 0;
        public const uint CAROM_LAYOUT_COMPACT = 1;
        public const uint CAROM_LAYOUT_DELTA = 2;
        public const uint CAROM_LAYOUT_WIDE = 3;
        public const uint CAROM_PRESET_DEFAULT = 0;
        public const uint CAROM_PRESET_SMALL = 1;
        public const uint CAROM_PRESET_FAST = 2;
        public const uint CAROM_PRESET_RAYS = 3;
        public const uint CAROM_QUALITY_DEFAULT = 0;
        public const uint CAROM_QUALITY_FAST = 1;
        public const uint CAROM_QUALITY_MEDIUM = 2;
        public const uint CAROM_QUALITY_HIGH = 3;
        public const uint CAROM_SPLIT_SURFACE_AREA = 0;
        public const uint CAROM_SPLIT_MEDIAN = 1;
        public const uint CAROM_BUILD_COOKED_ORDER = 1;
        public const uint CAROM_BUILD_TRIANGLE_TABLE = 2;
        public const uint CAROM_OPEN_COPY = 0;
        public const uint CAROM_OPEN_BORROW = 1;
        public const uint CAROM_BACKFACES_HIT = 0;
        public const uint CAROM_BACKFACES_CULL = 1;
        public const uint CAROM_BACKFACES_ONLY = 2;
        public const uint CAROM_ATTRIBUTE_HIDDEN = 1;
        public const uint CAROM_ATTRIBUTE_PICK = 2;
        public const uint CAROM_CONTACT_EDGES_SMOOTH = 0;
        public const uint CAROM_CONTACT_EDGES_ALL = 1;
        public const uint CAROM_FEATURE_FACE = 0;
        public const uint CAROM_FEATURE_EDGE_AB = 1;
        public const uint CAROM_FEATURE_EDGE_BC = 2;
        public const uint CAROM_FEATURE_EDGE_CA = 3;
        public const uint CAROM_FEATURE_VERTEX_A = 4;
        public const uint CAROM_FEATURE_VERTEX_B = 5;
        public const uint CAROM_FEATURE_VERTEX_C = 6;
        public const uint CAROM_SHARED_COPLANAR = 1;
        public const uint CAROM_SHARED_AREA = 2;
        public const uint CAROM_INSIDE_TOUCHING = 1;
        public const uint CAROM_INSIDE_A_PARTLY = 2;
        public const uint CAROM_INSIDE_A_WHOLLY = 4;
        public const uint CAROM_INSIDE_B_PARTLY = 8;
        public const uint CAROM_INSIDE_B_WHOLLY = 16;
        public const uint CAROM_INSIDE_OVERLAPPING = 32;
        public const uint CAROM_INSIDE_ONLY_TOUCHING = 64;
        public const uint CAROM_LOG_ERROR = 1;
        public const uint CAROM_LOG_WARNING = 2;
        public const uint CAROM_SIMD_DEFAULT = 0;
        public const uint CAROM_SIMD_PORTABLE = 1;
        public const uint CAROM_SIMD_AVX2 = 2;
        public const uint CAROM_SIMD_AVX512 = 3;
        public const uint CAROM_SIMD_NEON = 4;
        public const uint CAROM_BSP_INPUT_BRUSHES = 0;
        public const uint CAROM_BSP_INPUT_SURFACE = 1;
        public const uint CAROM_BSP_IGNORE_LEAKS = 1;
        public const uint CAROM_BSP_INVERSE = 2;
        public const uint CAROM_BSP_THRESHOLD = 0;
        public const uint CAROM_BSP_EXACT = 1;
        public const uint CAROM_BSP_LEAK_NONE = 0;
        public const uint CAROM_BSP_LEAK_OUTSIDE = 1;
        public const uint CAROM_BSP_LEAK_SURFACE = 2;
        public const uint CAROM_SDF_DENSE = 0;
        public const uint CAROM_SDF_BRICKS16 = 1;
        public const uint CAROM_SDF_BRICKS8 = 2;
        public const uint CAROM_SDF_INFINITE = 1;
        public const uint CAROM_SDF_TRIANGLES = 2;
        public const uint CAROM_SDF_SIGN_AUTO = 0;
        public const uint CAROM_SDF_SIGN_CROSSINGS = 1;
        public const uint CAROM_SDF_SIGN_WINDING_NUMBER = 2;
        public const uint CAROM_SDF_SIGN_PSEUDONORMAL = 3;
        public const uint CAROM_SDF_SIGN_PARITY = 4;
        public const uint CAROM_SDF_SIGN_UNSIGNED = 5;
        public const uint CAROM_SDF_SIGN_THICKNESS = 6;
        public const uint CAROM_SDF_INSIDE_POSITIVE = 0;
        public const uint CAROM_SDF_INSIDE_NON_ZERO = 1;
        public const uint CAROM_SDF_METHOD_BLOCKS = 0;
        public const uint CAROM_SDF_METHOD_KD_TREE = 1;
        public const uint CAROM_SDF_METHOD_FACE_BY_FACE = 2;
        public const uint CAROM_SDF_KEEP_TRIANGLES = 1;
        public const uint CAROM_SDF_LINEAR = 0;
        public const uint CAROM_SDF_CUBIC = 1;
        public const uint CAROM_WORLD_AUTO = 0;
        public const uint CAROM_WORLD_ALL_PAIRS = 1;
        public const uint CAROM_WORLD_SPHERE_TREE = 2;
        public const uint CAROM_WORLD_BOX_TREE = 3;
        public const uint CAROM_WORLD_BSP = 4;
        public const uint CAROM_WORLD_QUADTREE = 5;
        public const uint CAROM_WORLD_OCTREE = 6;
        public const uint CAROM_WORLD_GRID = 7;
        public const uint CAROM_WORLD_MULTI_GRID = 8;
        public const uint CAROM_HIERARCHY_INSERTION = 0;
        public const uint CAROM_HIERARCHY_BOTTOM_UP = 1;
        public const uint CAROM_HIERARCHY_TOP_DOWN = 2;
        public const uint CAROM_PLACEMENT_SINGLE = 0;
        public const uint CAROM_PLACEMENT_EVERY = 1;
        public const ulong CAROM_NO_OBJECT = 0;
        public const uint CAROM_VOLUME_BOX = 0;
        public const uint CAROM_VOLUME_SPHERE = 1;

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern uint carom_version();

        /// <summary>Static text, UTF-8.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* carom_status_name(int status);

        /// <summary>UTF-8; valid until this thread's next failed call.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* carom_last_error_message();

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_debug_raise(int status);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern uint carom_simd_level();

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_set_simd_level(uint level);

        /// <param name="allocate">a CaromAllocate by Marshal.GetFunctionPointerForDelegate; keep the delegate alive</param>
        /// <param name="release">a CaromFree likewise</param>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_set_allocator(IntPtr allocate, IntPtr release, void* context);

        /// <param name="log">a CaromLog by Marshal.GetFunctionPointerForDelegate; keep the delegate alive</param>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_set_log(IntPtr log, void* context);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_desc_init_sized(CaromMeshDesc* desc, UIntPtr struct_size);

        /// Passes the size that this version of the struct has.
        public static CaromStatus carom_mesh_desc_init(CaromMeshDesc* desc)
        {
            return carom_mesh_desc_init_sized(desc, (UIntPtr)(uint)sizeof(CaromMeshDesc));
        }

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_build(CaromMeshDesc* desc, CaromMesh** @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_report(CaromMeshDesc* desc, CaromMeshReport* report);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_save(CaromMesh* mesh, void* buffer, UIntPtr capacity, UIntPtr* size);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_open(void* blob, UIntPtr size, uint flags, CaromMesh** @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_open_file(byte* path, CaromMesh** @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_save_file(CaromMesh* mesh, byte* path);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void carom_mesh_destroy(CaromMesh* mesh);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_stats(CaromMesh* mesh, CaromMeshStats* stats);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_triangle(CaromMesh* mesh, uint triangle, CaromTriangle* @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_triangles(CaromMesh* mesh, uint* triangles, uint first, UIntPtr count, CaromTriangle* @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_box_axes_from_box(CaromBox* rotated, CaromBoxAxes* @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_raycast(CaromMesh* mesh, CaromRay* rays, UIntPtr count, CaromFilter* filter, CaromRayHit* hits, CaromSurfacePoint* surface);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_occluded(CaromMesh* mesh, CaromRay* rays, UIntPtr count, CaromFilter* filter, byte* occluded);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_line_of_sight(CaromMesh* mesh, CaromVec3* from, CaromVec3* to, UIntPtr count, CaromFilter* filter, byte* visible);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_overlap_sphere(CaromMesh* mesh, CaromSphere* spheres, UIntPtr count, CaromFilter* filter, byte* overlaps);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_overlap_capsule(CaromMesh* mesh, CaromCapsule* capsules, UIntPtr count, CaromFilter* filter, byte* overlaps);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_overlap_box(CaromMesh* mesh, CaromBox* boxes, UIntPtr count, CaromFilter* filter, byte* overlaps);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_closest_point(CaromMesh* mesh, CaromPointQuery* queries, UIntPtr count, CaromFilter* filter, CaromClosestPoint* closest);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_raycast_all(CaromMesh* mesh, CaromRay* rays, UIntPtr count, CaromFilter* filter, ulong* offsets, CaromRayHit* hits, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_winding_numbers(CaromMesh* mesh, CaromVec3* points, UIntPtr count, int* numbers);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_is_closed(CaromMesh* mesh, byte* closed);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_crossings(CaromMesh* mesh, CaromRay* rays, UIntPtr count, CaromFilter* filter, ulong* offsets, CaromCrossing* crossings, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_candidates_aabb(CaromMesh* mesh, CaromAabb* boxes, UIntPtr count, CaromFilter* filter, ulong* offsets, uint* triangles, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_overlap_sphere_all(CaromMesh* mesh, CaromSphere* spheres, UIntPtr count, CaromFilter* filter, ulong* offsets, uint* triangles, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_overlap_capsule_all(CaromMesh* mesh, CaromCapsule* capsules, UIntPtr count, CaromFilter* filter, ulong* offsets, uint* triangles, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_overlap_box_all(CaromMesh* mesh, CaromBox* boxes, UIntPtr count, CaromFilter* filter, ulong* offsets, uint* triangles, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_boxes(CaromMesh* mesh, uint min_depth, uint max_depth, CaromTreeBox* boxes, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_contacts_sphere(CaromMesh* mesh, CaromSphere* spheres, UIntPtr count, CaromFilter* filter, CaromContactOptions* options, ulong* offsets, CaromContact* contacts, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_contacts_capsule(CaromMesh* mesh, CaromCapsule* capsules, UIntPtr count, CaromFilter* filter, CaromContactOptions* options, ulong* offsets, CaromContact* contacts, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_contacts_box(CaromMesh* mesh, CaromBoxAxes* boxes, UIntPtr count, CaromFilter* filter, CaromContactOptions* options, ulong* offsets, CaromContact* contacts, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_cast_sphere(CaromMesh* mesh, CaromSphereCast* casts, UIntPtr count, CaromFilter* filter, uint edges, CaromShapeHit* hits);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_cast_capsule(CaromMesh* mesh, CaromCapsuleCast* casts, UIntPtr count, CaromFilter* filter, uint edges, CaromShapeHit* hits);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_cast_box(CaromMesh* mesh, CaromBoxCast* casts, UIntPtr count, CaromFilter* filter, uint edges, CaromShapeHit* hits);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_cast_sphere_all(CaromMesh* mesh, CaromSphereCast* casts, UIntPtr count, CaromFilter* filter, uint edges, ulong* offsets, CaromShapeHit* hits, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_cast_capsule_all(CaromMesh* mesh, CaromCapsuleCast* casts, UIntPtr count, CaromFilter* filter, uint edges, ulong* offsets, CaromShapeHit* hits, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_cast_box_all(CaromMesh* mesh, CaromBoxCast* casts, UIntPtr count, CaromFilter* filter, uint edges, ulong* offsets, CaromShapeHit* hits, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_pose_from_quaternion(float* rotation, CaromVec3* translation, float scale, CaromPose* @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_poses_about_common_origin(CaromFarPose* a, CaromFarPose* b, UIntPtr count, CaromPose* a_poses, CaromPose* b_poses, double* origins);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_overlap_mesh_all(CaromMesh* a, CaromMesh* b, CaromPose* a_poses, CaromPose* b_poses, UIntPtr count, CaromFilter* a_filter, CaromFilter* b_filter, ulong* offsets, CaromTrianglePair* pairs, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_overlap_mesh(CaromMesh* a, CaromMesh* b, CaromPose* a_poses, CaromPose* b_poses, UIntPtr count, CaromFilter* a_filter, CaromFilter* b_filter, byte* overlaps);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_within(CaromMesh* a, CaromMesh* b, CaromPose* a_poses, CaromPose* b_poses, UIntPtr count, float distance, CaromFilter* a_filter, CaromFilter* b_filter, ulong* offsets, CaromPairDistance* pairs, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_intersections(CaromMesh* a, CaromMesh* b, CaromPose* a_poses, CaromPose* b_poses, UIntPtr count, CaromFilter* a_filter, CaromFilter* b_filter, ulong* offsets, CaromPairIntersection* intersections, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_distance(CaromMesh* a, CaromMesh* b, CaromPose* a_poses, CaromPose* b_poses, UIntPtr count, float max_distance, CaromFilter* a_filter, CaromFilter* b_filter, CaromMeshDistance* distances);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_inside(CaromMesh* a, CaromMesh* b, CaromPose* a_poses, CaromPose* b_poses, UIntPtr count, byte* inside);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_hull_desc_init_sized(CaromHullDesc* desc, UIntPtr struct_size);

        /// Passes the size that this version of the struct has.
        public static CaromStatus carom_hull_desc_init(CaromHullDesc* desc)
        {
            return carom_hull_desc_init_sized(desc, (UIntPtr)(uint)sizeof(CaromHullDesc));
        }

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_hull_build(CaromHullDesc* desc, CaromHull** @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_hull_save(CaromHull* hull, void* buffer, UIntPtr capacity, UIntPtr* size);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_hull_open(void* blob, UIntPtr size, uint flags, CaromHull** @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_hull_open_file(byte* path, CaromHull** @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_hull_save_file(CaromHull* hull, byte* path);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void carom_hull_destroy(CaromHull* hull);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_hull_stats(CaromHull* hull, CaromHullStats* stats);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_hull_vertices(CaromHull* hull, CaromVec3* vertices, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_hull_faces(CaromHull* hull, ulong* offsets, uint* corners, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_overlap_hull(CaromMesh* mesh, CaromHullPose* hulls, UIntPtr count, CaromFilter* filter, byte* overlaps);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_overlap_hull_all(CaromMesh* mesh, CaromHullPose* hulls, UIntPtr count, CaromFilter* filter, ulong* offsets, uint* triangles, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_contacts_hull(CaromMesh* mesh, CaromHullPose* hulls, UIntPtr count, CaromFilter* filter, CaromContactOptions* options, ulong* offsets, CaromContact* contacts, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_cast_hull(CaromMesh* mesh, CaromHullCast* casts, UIntPtr count, CaromFilter* filter, uint edges, CaromShapeHit* hits);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_mesh_cast_hull_all(CaromMesh* mesh, CaromHullCast* casts, UIntPtr count, CaromFilter* filter, uint edges, ulong* offsets, CaromShapeHit* hits, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_desc_init_sized(CaromBspDesc* desc, UIntPtr struct_size);

        /// Passes the size that this version of the struct has.
        public static CaromStatus carom_bsp_desc_init(CaromBspDesc* desc)
        {
            return carom_bsp_desc_init_sized(desc, (UIntPtr)(uint)sizeof(CaromBspDesc));
        }

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_build(CaromBspDesc* desc, CaromBsp** @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_save(CaromBsp* bsp, void* buffer, UIntPtr capacity, UIntPtr* size);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_open(void* blob, UIntPtr size, uint flags, CaromBsp** @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_open_file(byte* path, CaromBsp** @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_save_file(CaromBsp* bsp, byte* path);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void carom_bsp_destroy(CaromBsp* bsp);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_stats(CaromBsp* bsp, CaromBspStats* stats);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_overlap_sphere(CaromBsp* bsp, CaromSphere* spheres, UIntPtr count, uint mode, CaromFilter* filter, byte* overlaps);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_contains_point(CaromBsp* bsp, CaromVec3* points, UIntPtr count, CaromFilter* filter, CaromBspContent* contents);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_collide_sphere(CaromBsp* bsp, CaromSphere* spheres, UIntPtr count, CaromFilter* filter, CaromBspContact* contacts);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_cast_sphere(CaromBsp* bsp, CaromSphereCast* casts, UIntPtr count, CaromFilter* filter, CaromBspCastHit* hits);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_raycast(CaromBsp* bsp, CaromRay* rays, UIntPtr count, CaromFilter* filter, CaromBspCastHit* hits);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_boxes(CaromBsp* bsp, uint min_depth, uint max_depth, CaromTreeBox* boxes, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_overlap_capsule(CaromBsp* bsp, CaromCapsule* capsules, UIntPtr count, CaromFilter* filter, byte* overlaps);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_overlap_box(CaromBsp* bsp, CaromBox* boxes, UIntPtr count, CaromFilter* filter, byte* overlaps);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_overlap_capsule_all(CaromBsp* bsp, CaromCapsule* capsules, UIntPtr count, CaromFilter* filter, ulong* offsets, uint* brushes, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_overlap_box_all(CaromBsp* bsp, CaromBox* boxes, UIntPtr count, CaromFilter* filter, ulong* offsets, uint* brushes, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_contacts_sphere(CaromBsp* bsp, CaromSphere* spheres, UIntPtr count, CaromFilter* filter, CaromContactOptions* options, ulong* offsets, CaromContact* contacts, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_contacts_capsule(CaromBsp* bsp, CaromCapsule* capsules, UIntPtr count, CaromFilter* filter, CaromContactOptions* options, ulong* offsets, CaromContact* contacts, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_contacts_box(CaromBsp* bsp, CaromBoxAxes* boxes, UIntPtr count, CaromFilter* filter, CaromContactOptions* options, ulong* offsets, CaromContact* contacts, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_cast_capsule(CaromBsp* bsp, CaromCapsuleCast* casts, UIntPtr count, CaromFilter* filter, uint edges, CaromShapeHit* hits);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_cast_box(CaromBsp* bsp, CaromBoxCast* casts, UIntPtr count, CaromFilter* filter, uint edges, CaromShapeHit* hits);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_cast_capsule_all(CaromBsp* bsp, CaromCapsuleCast* casts, UIntPtr count, CaromFilter* filter, uint edges, ulong* offsets, CaromShapeHit* hits, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_bsp_cast_box_all(CaromBsp* bsp, CaromBoxCast* casts, UIntPtr count, CaromFilter* filter, uint edges, ulong* offsets, CaromShapeHit* hits, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_sdf_desc_init_sized(CaromSdfDesc* desc, UIntPtr struct_size);

        /// Passes the size that this version of the struct has.
        public static CaromStatus carom_sdf_desc_init(CaromSdfDesc* desc)
        {
            return carom_sdf_desc_init_sized(desc, (UIntPtr)(uint)sizeof(CaromSdfDesc));
        }

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_sdf_build(CaromSdfDesc* desc, CaromSdf** @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_sdf_generate_desc_init_sized(CaromSdfGenerateDesc* desc, UIntPtr struct_size);

        /// Passes the size that this version of the struct has.
        public static CaromStatus carom_sdf_generate_desc_init(CaromSdfGenerateDesc* desc)
        {
            return carom_sdf_generate_desc_init_sized(desc, (UIntPtr)(uint)sizeof(CaromSdfGenerateDesc));
        }

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_sdf_generate(CaromMesh* mesh, CaromSdfGenerateDesc* desc, CaromSdf** @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_sdf_save(CaromSdf* sdf, void* buffer, UIntPtr capacity, UIntPtr* size);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_sdf_open(void* blob, UIntPtr size, uint flags, CaromSdf** @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_sdf_open_file(byte* path, CaromSdf** @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_sdf_save_file(CaromSdf* sdf, byte* path);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void carom_sdf_destroy(CaromSdf* sdf);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_sdf_stats(CaromSdf* sdf, CaromSdfStats* stats);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_sdf_sample(CaromSdf* sdf, CaromVec3* points, UIntPtr count, uint interpolation, CaromSdfSample* samples);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_sdf_closest_point(CaromSdf* sdf, CaromVec3* points, UIntPtr count, CaromSdfClosestPoint* closest);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_sdf_collide_point(CaromSdf* sdf, CaromVec3* points, UIntPtr count, float margin, CaromSdfContact* contacts);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_sdf_collide_sphere(CaromSdf* sdf, CaromSphere* spheres, UIntPtr count, float margin, CaromSdfContact* contacts);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_sdf_collide_capsule(CaromSdf* sdf, CaromCapsule* capsules, UIntPtr count, float margin, CaromSdfContact* contacts);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_sdf_collide_triangle(CaromSdf* sdf, CaromSdfTriangle* triangles, UIntPtr count, float margin, CaromSdfContact* contacts);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_sdf_collide_field(CaromSdf* sdf, CaromSdf* other, CaromPose* poses, UIntPtr count, float margin, ulong* offsets, CaromSdfContact* contacts, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_sdf_raycast(CaromSdf* sdf, CaromRay* rays, UIntPtr count, CaromSdfRayHit* hits);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_sdf_slice(CaromSdf* sdf, CaromSdfSlice* slice, float* distances);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_sdf_inside_points(CaromSdf* sdf, CaromVec3* points, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_desc_init_sized(CaromWorldDesc* desc, UIntPtr struct_size);

        /// Passes the size that this version of the struct has.
        public static CaromStatus carom_world_desc_init(CaromWorldDesc* desc)
        {
            return carom_world_desc_init_sized(desc, (UIntPtr)(uint)sizeof(CaromWorldDesc));
        }

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_create(CaromWorldDesc* desc, CaromWorld** @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_save(CaromWorld* world, void* buffer, UIntPtr capacity, UIntPtr* size);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_open(void* blob, UIntPtr size, uint thread_count, CaromWorld** @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_save_file(CaromWorld* world, byte* path);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_open_file(byte* path, uint thread_count, CaromWorld** @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_compact(CaromWorld* world);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void carom_world_destroy(CaromWorld* world);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_insert(CaromWorld* world, CaromWorldObject* objects, UIntPtr count, ulong* ids);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_insert_compound(CaromWorld* world, CaromWorldObject* @object, CaromVolume* volumes, UIntPtr count, ulong* id);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_update(CaromWorld* world, ulong* ids, CaromVolume* volumes, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_update_boxes(CaromWorld* world, ulong* ids, CaromAabb* boxes, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_update_spheres(CaromWorld* world, ulong* ids, CaromSphere* spheres, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_update_compound(CaromWorld* world, ulong id, CaromVolume* volumes, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_remove(CaromWorld* world, ulong* ids, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_set_filter(CaromWorld* world, ulong* ids, CaromGroupFilter* filters, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_set_static(CaromWorld* world, ulong* ids, byte* is_static, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_set_user(CaromWorld* world, ulong* ids, ulong* users, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_clear(CaromWorld* world);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_object(CaromWorld* world, ulong id, CaromWorldObject* @object);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_pairs(CaromWorld* world, CaromWorldPair* pairs, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_pairs_of(CaromWorld* world, ulong* ids, UIntPtr count, ulong* offsets, ulong* objects, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_pair_changes(CaromWorld* world, CaromWorldPair* begun, UIntPtr begun_capacity, UIntPtr* begun_written, UIntPtr* begun_total, CaromWorldPair* ended, UIntPtr ended_capacity, UIntPtr* ended_written, UIntPtr* ended_total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_ids(CaromWorld* world, ulong* ids, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_boxes(CaromWorld* world, CaromWorldBox* boxes, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_stats(CaromWorld* world, CaromWorldStats* stats);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_overlap_aabb_all(CaromWorld* world, CaromAabb* boxes, UIntPtr count, CaromWorldFilter* filters, UIntPtr filter_count, ulong* offsets, ulong* objects, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_overlap_sphere_all(CaromWorld* world, CaromSphere* spheres, UIntPtr count, CaromWorldFilter* filters, UIntPtr filter_count, ulong* offsets, ulong* objects, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_overlap_frustum_all(CaromWorld* world, CaromFrustum* frusta, UIntPtr count, CaromWorldFilter* filters, UIntPtr filter_count, ulong* offsets, ulong* objects, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_raycast(CaromWorld* world, CaromRay* rays, UIntPtr count, CaromWorldFilter* filters, UIntPtr filter_count, CaromWorldHit* hits);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_cast_aabb(CaromWorld* world, CaromAabbCast* casts, UIntPtr count, CaromWorldFilter* filters, UIntPtr filter_count, CaromWorldHit* hits);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_raycast_all(CaromWorld* world, CaromRay* rays, UIntPtr count, CaromWorldFilter* filters, UIntPtr filter_count, ulong* offsets, CaromWorldHit* hits, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_cast_aabb_all(CaromWorld* world, CaromAabbCast* casts, UIntPtr count, CaromWorldFilter* filters, UIntPtr filter_count, ulong* offsets, CaromWorldHit* hits, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern CaromStatus carom_world_nearest(CaromWorld* world, CaromPointQuery* points, UIntPtr count, UIntPtr wanted, CaromWorldFilter* filters, UIntPtr filter_count, CaromNeighbor* neighbors);
    }
}
