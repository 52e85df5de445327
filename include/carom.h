/*
 * carom: exact collision queries on geometry that stands still, and which moving objects may touch.
 *
 * Generated from src/ffi by cbindgen; tests/it/header.rs keeps it up to date. SPDX: MIT OR Apache-2.0
 *
 * Conventions, valid for every function; docs/conventions.md says how to use them, and why they are so:
 *
 * - Every function that can fail returns a CaromStatus: CAROM_OK is 0; a positive one is a success that the
 *   caller must look at, such as CAROM_BUFFER_TOO_SMALL; a negative one is an error, and then no output was
 *   written. carom_last_error_message() names the argument, the element and the value.
 * - Pointers are borrowed for the call unless a comment says otherwise. An array may be NULL only if its
 *   count is 0. Every pointer must be aligned as its type is, indices as their size. Outputs need not be
 *   initialised. Inputs and outputs must not overlap.
 * - Handles are opaque. Queries take them const, lock nothing, allocate nothing and may run on all threads at
 *   once. A CaromWorld, which changes, has a lock of its own: see there. Destroying a handle while it is in
 *   use is the caller's error.
 * - Some structs begin with struct_size, which is the caller's sizeof of them, so that caller and library may
 *   have different versions. Fields that the caller's version lacks are zero. Fields that the library's
 *   version lacks must be zero in an input, or else it is CAROM_ERROR_STRUCT_SIZE, and are zeroed in an
 *   output. A size is wrong that is below the first version's, above 4096, or no multiple of the struct's
 *   alignment.
 * - Every default is zero. carom_..._desc_init() fills a descriptor as far as the caller's version of it
 *   goes; other structs are zeroed by the caller, who then sets struct_size.
 * - A list query writes the lists of all its queries one after another into one array with room for
 *   `capacity` entries. *written is how many entries were written, *total how many there are. `offsets`,
 *   unless NULL, receives count + 1 entries: list i is entries offsets[i] up to, not including,
 *   offsets[i + 1]. If not all fit, the status is CAROM_BUFFER_TOO_SMALL: the first *written entries are
 *   written and no memory behind them, and the offsets are those of the complete lists. With a capacity of 0,
 *   the array may be NULL; the call then finds the total.
 * - A query is called carom_<handle>_<verb>, with the shape that asks behind the verb where there are
 *   several, as in carom_mesh_overlap_sphere(), and _all behind that where it lists everything instead of the
 *   first or whether there is any. A verb means the same for all handles; docs/conventions.md has the table.
 * - Units are yours, and so is handedness. Triangles are counter-clockwise seen from their front.
 * - A triangle or brush is identified by its index in the arrays it was cooked from; CAROM_NONE is none.
 *   Among equally near answers, the lowest triangle index wins.
 * - Coordinates, directions, radii, extents and displacements are at most 2^60 (1.15e18) in magnitude, or
 *   else it is CAROM_ERROR_INVALID_ARGUMENT. A hit whose t overflows f32 is a miss (a crossing has the
 *   largest f32 then). Queries of one mesh compare squared distances in f32, so distances below about 1e-22
 *   underflow to 0; those of two meshes do not. A largest distance that counts (max_distance but that of
 *   contacts, and the distance of carom_mesh_within()) may be larger and infinite, and so may t_max.
 * - Distances, closest points and hit points are accurate to 4 units in the last place of the largest
 *   coordinate of query and triangle, and so is t times the direction's length, but for a t below 2^-126,
 *   which f32 has fewer digits for. Whether shapes touch is decided to the same accuracy; whether triangles
 *   of two meshes touch, exactly. A ray that grazes a triangle within that accuracy hits it as a ray so
 *   little beside it would.
 * - The floating-point environment must be the default: round to nearest, denormals not flushed.
 */

// Contents; each section is headed as it is named here:
//
//   Statuses, errors, version
//   Memory and messages
//   Instruction sets
//   Numbers, shapes, filters, flags
//   Meshes: building, saving, opening
//   Meshes: queries
//   Meshes: contacts
//   Meshes: casts
//   Meshes: one against another
//   Convex hulls
//   Meshes: published structures, for comparison
//   BSP trees of solids: building, saving, opening
//   BSP trees of solids: queries
//   BSP trees of solids: capsules, boxes, contacts
//   BSP trees of solids: published structures, for comparison
//   Signed distance fields: building, saving, opening
//   Signed distance fields: queries
//   Signed distance fields: published methods, for comparison
//   Worlds of moving objects: objects and pairs
//   Worlds of moving objects: queries
//   Worlds of moving objects: published structures, for comparison

#ifndef CAROM_H
#define CAROM_H

#include <stddef.h>
#include <stdint.h>

// The version of this header; carom_version() is that of the library, in the same form.
#define CAROM_VERSION_MAJOR 0
#define CAROM_VERSION_MINOR 1
#define CAROM_VERSION_PATCH 0
#define CAROM_VERSION (CAROM_VERSION_MAJOR << 16 | CAROM_VERSION_MINOR << 8 | CAROM_VERSION_PATCH)

#ifndef CAROM_API
#if defined(_WIN32) && !defined(CAROM_STATIC)
#define CAROM_API __declspec(dllimport)
#else
#define CAROM_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// ---------------------------------------------------------------------------------------------------------
// Statuses, errors, version
// ---------------------------------------------------------------------------------------------------------

/// The result of a call. Negative: an error, and no output was written. Numbers are append-only.
enum CaromStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Done.
    CAROM_OK = 0,
    /// Done, but the caller's array was too small: what fits was written, and the total says how much
    /// room is needed.
    CAROM_BUFFER_TOO_SMALL = 1,
    /// A pointer is NULL that must not be.
    CAROM_ERROR_NULL_ARGUMENT = -1,
    /// A value is out of its range, or an enumerator is unknown.
    CAROM_ERROR_INVALID_ARGUMENT = -2,
    /// A number is NaN or infinite that must not be.
    CAROM_ERROR_NOT_FINITE = -3,
    /// A vertex or triangle index names nothing.
    CAROM_ERROR_INDEX_OUT_OF_RANGE = -4,
    /// A struct_size that no version of the struct has, or fields that this version does not know and that
    /// are not zero.
    CAROM_ERROR_STRUCT_SIZE = -5,
    /// Out of memory.
    CAROM_ERROR_OUT_OF_MEMORY = -6,
    /// The progress callback asked to stop.
    CAROM_ERROR_CANCELLED = -7,
    /// Bytes that are not a cooked blob of the right kind, or a damaged one.
    CAROM_ERROR_INVALID_BLOB = -8,
    /// A blob of another format version: cook it again.
    CAROM_ERROR_UNSUPPORTED_VERSION = -9,
    /// A pointer is not aligned as its use needs.
    CAROM_ERROR_MISALIGNED = -10,
    /// More elements or bytes than can be addressed.
    CAROM_ERROR_TOO_LARGE = -11,
    /// A defect in carom itself; please report the message.
    CAROM_ERROR_INTERNAL = -12,
    /// An id that no living object of a world has: it was removed, or is of another world.
    CAROM_ERROR_UNKNOWN_ID = -13,
    /// A file that cannot be opened, read or written.
    CAROM_ERROR_FILE = -14,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum CaromStatus CaromStatus;
#else
typedef int32_t CaromStatus;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// The library's version: `major << 16 | minor << 8 | patch`. That of the header is CAROM_VERSION.
CAROM_API uint32_t carom_version(void);

/// The name of a status, such as "CAROM_OK"; "unknown status" for a number that is none.
/// Static text, never NULL.
CAROM_API const char *carom_status_name(int32_t status);

/// The message of the last failed call of this thread, as UTF-8; empty if none failed. Never NULL; valid
/// until the next failed call of this thread. A call that succeeds leaves it alone.
CAROM_API const char *carom_last_error_message(void);

/// Fails on purpose, with the status given and a message, so that a binding can test how it handles each
/// of them. CAROM_ERROR_INTERNAL is reached by a real panic, which shows that the boundary stops it
/// (the text on stderr is part of that).
///
/// Returns the status; CAROM_ERROR_INVALID_ARGUMENT if it is not an error.
CAROM_API CaromStatus carom_debug_raise(int32_t status);

// ---------------------------------------------------------------------------------------------------------
// Memory and messages
// ---------------------------------------------------------------------------------------------------------

/// Log level: a defect in carom itself; please report the message.
#define CAROM_LOG_ERROR 1

/// Log level: a call failed. The message is that of carom_last_error_message().
#define CAROM_LOG_WARNING 2

/// Takes a message, which ends with a zero and is valid during the call, and its level. Called from any thread, and from several
/// at once. Must not throw.
typedef void (*CaromLog)(void *context, uint32_t level, const char *message);

/// Gives memory: `size` bytes, at least 1, at a multiple of `alignment`, a power of two; NULL if there are none. Called from any
/// thread, and from several at once. Must not call carom, and must not throw.
typedef void *(*CaromAllocate)(void *context, size_t size, size_t alignment);

/// Takes memory back, with the size and the alignment that it was asked for with. The same rules.
typedef void (*CaromFree)(void *context, void *memory, size_t size, size_t alignment);

/// Has all of carom's memory come from your functions, and go back there; without, it is the C library's. Handles, threads'
/// last errors and what calls use for a while: all of it, on all threads. All of it comes back when handles are destroyed and
/// threads end, but for some kilobytes a thread that builds with several threads keep for the next.
///
/// A call for which `allocate` gives NULL fails with CAROM_ERROR_OUT_OF_MEMORY and has changed nothing; an error for another
/// reason stays that error, with an empty message. Threads that are started or woken, and systems' work on paths of files that
/// are links or longer than 300 bytes, have no such way: they end the program. With a thread_count of 1 and no progress callback, no call
/// starts threads.
///
/// Call it before any other function of carom, and once: a pointer must go back where it came from.
/// CAROM_ERROR_INVALID_ARGUMENT if carom has taken memory already, CAROM_ERROR_NULL_ARGUMENT if a function is NULL.
///
/// @param allocate  gives memory
/// @param release   takes it back
/// @param context   handed to both
CAROM_API
CaromStatus carom_set_allocator(CaromAllocate allocate,
                                CaromFree release,
                                void *context);

/// Has messages go to your function, too: why a call failed, and defects. NULL ends it.
///
/// Call it before other threads use carom: one that is about to call the earlier function still does.
///
/// @param log      takes messages, or NULL
/// @param context  handed to it
CAROM_API CaromStatus carom_set_log(CaromLog log, void *context);

// ---------------------------------------------------------------------------------------------------------
// Instruction sets
// ---------------------------------------------------------------------------------------------------------

/// Instruction set: the best that the processor has, unless the environment variable CAROM_SIMD names another
/// one that it has: "portable", "avx2", "avx512" or "neon"; anything else in it is ignored.
/// carom_simd_level() says what is in force.
#define CAROM_SIMD_DEFAULT 0

/// Instruction set: what every processor of the architecture has.
#define CAROM_SIMD_PORTABLE 1

/// Instruction set: x86-64 with AVX2, FMA, BMI, LZCNT and POPCNT.
#define CAROM_SIMD_AVX2 2

/// Instruction set: x86-64 with AVX-512 F, BW, DQ, VL, VBMI and FMA.
#define CAROM_SIMD_AVX512 3

/// Instruction set: 64-bit ARM with NEON, which all of them have: there CAROM_SIMD_PORTABLE is the same.
#define CAROM_SIMD_NEON 4

/// The instruction set in force, CAROM_SIMD_PORTABLE or above. Answers do not depend on it, only their speed;
/// of the layouts, CAROM_LAYOUT_WIDE makes use of it.
CAROM_API uint32_t carom_simd_level(void);

/// Chooses the instruction set for the whole process; CAROM_SIMD_DEFAULT goes back to the default. For tests
/// and measurements.
///
/// May be called at any time and from any thread: calls that begin afterwards use it, calls that are under
/// way end on the one that they began with.
///
/// CAROM_ERROR_INVALID_ARGUMENT if the number is unknown or the processor does not have it; nothing changes
/// then.
CAROM_API CaromStatus carom_set_simd_level(uint32_t level);

// ---------------------------------------------------------------------------------------------------------
// Numbers, shapes, filters, flags
// ---------------------------------------------------------------------------------------------------------

/// The triangle or brush of an answer that found none.
#define CAROM_NONE UINT32_MAX

/// A point or a direction.
typedef struct CaromVec3 {
    /// First coordinate.
    float x;
    /// Second coordinate.
    float y;
    /// Third coordinate.
    float z;
} CaromVec3;

/// An axis-aligned box, both ends included.
typedef struct CaromAabb {
    /// Smallest corner; finite.
    struct CaromVec3 min;
    /// Largest corner; finite, nowhere below the smallest.
    struct CaromVec3 max;
} CaromAabb;

/// A box of the tree of a mesh or of a solid, for drawing.
typedef struct CaromTreeBox {
    /// The box itself. The triangles or brushes below it in the tree lie inside.
    struct CaromAabb bounds;
    /// 0 at the root.
    uint32_t depth;
    /// Number of triangles, or of brushes, that lie directly in it; 0 for an inner node.
    uint32_t count;
} CaromTreeBox;

/// A ray `origin + t * direction` with `t_min <= t <= t_max`.
typedef struct CaromRay {
    /// The start; finite.
    struct CaromVec3 origin;
    /// Smallest t that counts; not NaN. Above t_max nothing counts.
    float t_min;
    /// Of any length, which is the unit of t; its largest component is from 1e-28 to 2^60 in magnitude.
    struct CaromVec3 direction;
    /// Largest t that counts; may be infinite, not NaN. Beware of 0, which a zeroed struct has.
    float t_max;
} CaromRay;

/// Makes a ray without an end; then set origin and direction. The t_max of a zeroed ray is 0.
///
/// @param ray  written
static inline void carom_ray_init(struct CaromRay *ray) {
    const struct CaromRay made = {{0, 0, 0}, 0, {0, 0, 0}, 3.402823466e+38f};
    *ray = made;
}

/// A solid sphere.
typedef struct CaromSphere {
    /// Centre; finite.
    struct CaromVec3 center;
    /// Radius; finite, not negative.
    float radius;
} CaromSphere;

/// A capsule: all points within a radius of a segment.
typedef struct CaromCapsule {
    /// One end of the segment; finite.
    struct CaromVec3 a;
    /// Radius; finite, not negative.
    float radius;
    /// The other end; finite; may equal the first.
    struct CaromVec3 b;
    /// Zero.
    uint32_t reserved;
} CaromCapsule;

/// A sphere that moves along a straight line, from t = 0 to t = 1.
typedef struct CaromSphereCast {
    /// Centre at t = 0; finite.
    struct CaromVec3 origin;
    /// Radius; finite, not negative.
    float radius;
    /// From the centre at t = 0 to the centre at t = 1; finite; may be zero.
    struct CaromVec3 displacement;
    /// Zero.
    uint32_t reserved;
} CaromSphereCast;

/// A point that the closest point of a surface, or the nearest objects, are searched for.
typedef struct CaromPointQuery {
    /// The point; finite.
    struct CaromVec3 point;
    /// The largest distance that counts; may be infinite; not negative, not NaN.
    float max_distance;
} CaromPointQuery;

/// Makes a point of which any distance counts; then set point. The max_distance of a zeroed one is 0.
///
/// @param query  written
static inline void carom_point_query_init(struct CaromPointQuery *query) {
    const struct CaromPointQuery made = {{0, 0, 0}, 3.402823466e+38f};
    *query = made;
}

/// Backface mode: rays hit both sides.
#define CAROM_BACKFACES_HIT 0

/// Backface mode: rays hit only the front.
#define CAROM_BACKFACES_CULL 1

/// Backface mode: rays hit only the back.
#define CAROM_BACKFACES_ONLY 2

/// Attribute bit by convention: the triangle is not drawn. Means nothing to carom itself.
#define CAROM_ATTRIBUTE_HIDDEN 1

/// Attribute bit by convention: the triangle can be picked. Means nothing to carom itself.
#define CAROM_ATTRIBUTE_PICK 2

/// A filter of triangles or brushes: a query sees those that meet all conditions. NULL instead of a filter,
/// or one that is zero but for its size, accepts all.
typedef struct CaromFilter {
    /// sizeof(CaromFilter)
    uint32_t struct_size;
    /// Attribute bits, 16 at most, that a triangle or brush must all have.
    uint32_t require;
    /// Attribute bits, 16 at most, of which it must have none.
    uint32_t exclude;
    /// CAROM_BACKFACES_...; makes a difference to rays on meshes and contacts with them only.
    uint32_t backfaces;
    /// Attribute bits, 16 at most, of which it must have at least one; 0 for no such condition.
    uint32_t any_of;
} CaromFilter;

/// Makes a filter that lets everything through; then set what it asks for.
///
/// @param filter  written
static inline void carom_filter_init(struct CaromFilter *filter) {
    const struct CaromFilter made = {sizeof(struct CaromFilter), 0, 0, 0, 0};
    *filter = made;
}

/// Progress callback: called from time to time during a build, on the thread that called the build, with the
/// fraction done in 0..1. Any return value but 0 cancels the build; it is not called again then. No exception
/// may leave it.
typedef uint32_t (*CaromProgress)(void *context, float fraction);

/// The alignment, in bytes, of a blob that is opened in place.
#define CAROM_BLOB_ALIGNMENT 64

/// Open flag: copy the bytes, which may lie anywhere and be freed afterwards.
#define CAROM_OPEN_COPY 0

/// Open flag: read the bytes where they are, at a multiple of CAROM_BLOB_ALIGNMENT (a file mapping is);
/// they must outlive the handle and stay as they are.
#define CAROM_OPEN_BORROW 1

// ---------------------------------------------------------------------------------------------------------
// Meshes: building, saving, opening
// ---------------------------------------------------------------------------------------------------------

/// Layout: the library's choice, at present CAROM_LAYOUT_WIDE.
#define CAROM_LAYOUT_DEFAULT 0

/// Layout: a binary tree of 8 bytes a node and 8 bytes a triangle, positions as they are. A closed mesh takes
/// about 26 bytes a triangle, 22 with CAROM_BUILD_COOKED_ORDER, which only this layout has. Slower than
/// CAROM_LAYOUT_WIDE, without its limit of 2 GiB.
#define CAROM_LAYOUT_COMPACT 1

/// Layout, the default and the fastest: eight children a node with boxes of 8-bit coordinates, clusters of up
/// to sixteen triangles, both tested in SIMD lanes as wide as the processor has them. A closed mesh takes
/// about 16 bytes a triangle; a preset trades memory for speed. Nodes and clusters take 2 GiB at most, which
/// is about 130 million triangles of a closed mesh. Refuses CAROM_BUILD_COOKED_ORDER.
#define CAROM_LAYOUT_WIDE 3

/// Preset of CAROM_LAYOUT_WIDE: speed in little memory, about 16 bytes a triangle of a closed mesh. Other
/// layouts have only this preset.
#define CAROM_PRESET_DEFAULT 0

/// Preset of CAROM_LAYOUT_WIDE: the least memory, about 13 bytes a triangle of a closed mesh, by clusters of
/// up to thirty-two triangles. Rays take up to 1.6 times as long.
#define CAROM_PRESET_SMALL 1

/// Preset of CAROM_LAYOUT_WIDE: the most speed, about 21 bytes a triangle of a closed mesh, by nodes and
/// positions that need no unpacking. Rays take about a fifth less time.
#define CAROM_PRESET_FAST 2

/// Preset of CAROM_LAYOUT_WIDE: the most speed of rays, about 45 bytes a triangle of a closed mesh, by the tree
/// of CAROM_PRESET_FAST and a second one of pieces of the triangles, which nearest hits, any hits and lines of
/// sight go through. There are at most a tenth more pieces than triangles, so it pays where few triangles are
/// large, or long and slanted; the second tree is left out where rays would gain too little. Takes three to six
/// times as long to build.
#define CAROM_PRESET_RAYS 3

/// Build quality: the default, CAROM_QUALITY_MEDIUM.
#define CAROM_QUALITY_DEFAULT 0

/// Build quality: fewer candidate planes, and no reinsertion. Builds about 1.1 times as fast as
/// CAROM_QUALITY_MEDIUM, and is somewhat slower to query.
#define CAROM_QUALITY_FAST 1

/// Build quality: the binned surface area heuristic, exact sweeps for small sets of triangles, and reinsertion
/// (Meister and Bittner 2018) among the largest nodes, where triangles are of very different sizes.
#define CAROM_QUALITY_MEDIUM 2

/// Build quality: the tree of CAROM_QUALITY_MEDIUM, with reinsertion among all nodes. Takes 1.4 to 3 times as
/// long to build, and longer where many triangles overlap; queries are up to a few percent faster. The better tree
/// may make the second one of CAROM_PRESET_RAYS needless.
#define CAROM_QUALITY_HIGH 3

/// Build flag: leave out the map to the user's triangle order, 4 bytes a triangle. Answers then name
/// triangles in cooked order; triangle_order receives the permutation. Only with CAROM_LAYOUT_COMPACT, which
/// must be named: every other layout, CAROM_LAYOUT_DEFAULT included, makes it CAROM_ERROR_INVALID_ARGUMENT.
#define CAROM_BUILD_COOKED_ORDER 1

/// Build flag: keep a table of where each triangle is stored, at most 2.5 bytes a triangle and 24 more, so
/// that carom_mesh_triangle() and carom_mesh_triangles() need no search through the mesh. With
/// CAROM_BUILD_COOKED_ORDER or CAROM_LAYOUT_DELTA no table is needed, and none is kept.
#define CAROM_BUILD_TRIANGLE_TABLE 2

/// A mesh to cook, and the options of cooking. Fill it with carom_mesh_desc_init(), then set the arrays. The
/// defaults of layout, preset, quality and split are the ones to begin with. Answers do not depend on these
/// four, only memory, speed and build time do.
typedef struct CaromMeshDesc {
    /// sizeof(CaromMeshDesc)
    uint32_t struct_size;
    /// The layout that the tree is stored in: CAROM_LAYOUT_...
    uint32_t layout;
    /// Three f32 a vertex, each finite; aligned to 4.
    const float *positions;
    /// Three vertices a triangle, 16 or 32 bits each.
    const void *indices;
    /// Attribute bits for filters, 16 a triangle; NULL for none.
    const uint16_t *attributes;
    /// Number of vertices.
    uint32_t vertex_count;
    /// Bytes from one vertex to the next, a multiple of 4; 0 means 12.
    uint32_t position_stride;
    /// Number of triangles; none make a valid mesh that nothing hits.
    uint32_t triangle_count;
    /// Bytes of an index, 2 or 4; 0 means 4.
    uint32_t index_size;
    /// The build time that is spent on a faster tree: CAROM_QUALITY_...
    uint32_t quality;
    /// The rule by which a node's triangles are split: CAROM_SPLIT_...
    uint32_t split;
    /// Number of threads that build, 1024 at most; 0 means one a core, and one where the platform has no
    /// threads. The result does not depend on it.
    uint32_t thread_count;
    /// CAROM_BUILD_... or 0.
    uint32_t flags;
    /// Receives triangle_count entries: the caller's index of each triangle in cooked order. NULL if not
    /// wanted.
    uint32_t *triangle_order;
    /// Called with the progress; NULL if not wanted.
    CaromProgress progress;
    /// Passed to progress.
    void *progress_context;
    /// Memory against speed, with CAROM_LAYOUT_WIDE: CAROM_PRESET_...
    uint32_t preset;
    /// Zero.
    uint32_t reserved;
} CaromMeshDesc;

/// The defects of a mesh, counted. None of it keeps a mesh from being cooked. Edges and parts are
/// those of the index list: vertices at equal positions count as different.
typedef struct CaromMeshReport {
    /// sizeof(CaromMeshReport), set by the caller.
    uint32_t struct_size;
    /// Triangles.
    uint32_t triangle_count;
    /// Vertices.
    uint32_t vertex_count;
    /// Vertices that no triangle uses.
    uint32_t unused_vertices;
    /// Triangles without area. Rays never hit them; to other queries they are segments or points.
    uint32_t degenerate_triangles;
    /// Triangles whose three vertices, in any order, an earlier triangle has.
    uint32_t duplicate_triangles;
    /// Boundary edges: those of one triangle.
    uint32_t open_edges;
    /// Edges of three or more triangles.
    uint32_t non_manifold_edges;
    /// Edges of two triangles with inconsistent winding: both run along them in the same direction.
    uint32_t inconsistent_edges;
    /// Connected components: sets of triangles connected through shared vertices.
    uint32_t parts;
    /// 1 if every edge has two triangles that run along it in opposite directions, else 0.
    uint32_t is_watertight;
} CaromMeshReport;

/// The figures of a cooked mesh. With CAROM_PRESET_RAYS, bytes are of both trees, the pieces of the second one, all
/// others of the first one.
typedef struct CaromMeshStats {
    /// sizeof(CaromMeshStats), set by the caller.
    uint32_t struct_size;
    /// CAROM_LAYOUT_...
    uint32_t layout;
    /// Number of triangles, degenerate ones included.
    uint32_t triangle_count;
    /// Number of vertices that the input had.
    uint32_t source_vertex_count;
    /// Number of positions that are stored.
    uint32_t stored_vertex_count;
    /// Number of inner nodes.
    uint32_t node_count;
    /// Number of inner nodes that the longest path from the root has.
    uint32_t depth;
    /// CAROM_BUILD_... it was cooked with, but for tables that were not needed.
    uint32_t flags;
    /// CAROM_SPLIT_... it was cooked with.
    uint32_t split;
    /// The tree's cost by the surface area heuristic: how many boxes of the builder's binary tree a random
    /// line through the bounds is expected to meet, without those of the last sets of triangles. Compare it between
    /// builds of one mesh in one layout and preset, as sets end at different sizes: CAROM_LAYOUT_COMPACT and
    /// CAROM_LAYOUT_DELTA store these boxes, CAROM_LAYOUT_WIDE merges several into one node.
    float cost;
    /// All attribute bits that any triangle has.
    uint32_t attributes_any;
    /// The attribute bits that all triangles have; all 16 if there are none.
    uint32_t attributes_all;
    /// The box around all triangles; zero if there are none.
    struct CaromAabb bounds;
    /// Bytes of inner nodes.
    uint64_t bytes_nodes;
    /// Bytes of triangles: attribute bits, vertex indices, and the headers of clusters.
    uint64_t bytes_leaves;
    /// Bytes of the page table of CAROM_LAYOUT_COMPACT; otherwise 0.
    uint64_t bytes_pages;
    /// Bytes of vertex positions.
    uint64_t bytes_positions;
    /// Bytes of the map to the caller's triangle order, and of the table of where triangles are stored.
    uint64_t bytes_triangle_ids;
    /// Bytes of header, section table, alignment and padding.
    uint64_t bytes_frame;
    /// All of it: the size of the blob.
    uint64_t bytes_total;
    /// CAROM_PRESET_... it was cooked with.
    uint32_t preset;
    /// Number of pieces of triangles in the second tree of CAROM_PRESET_RAYS, of which each triangle has one at least; 0 if
    /// there is none: it is left out where rays would gain too little by it.
    uint32_t piece_count;
} CaromMeshStats;

/// A triangle as it was cooked.
typedef struct CaromTriangle {
    /// First corner.
    struct CaromVec3 a;
    /// Second corner.
    struct CaromVec3 b;
    /// Third corner.
    struct CaromVec3 c;
    /// Its attribute bits, in the lower 16.
    uint32_t attributes;
} CaromTriangle;

/// A cooked triangle mesh. Immutable: queries take it const and may run on all threads at once.
typedef struct CaromMesh CaromMesh;

/// Fills a descriptor with the defaults: an empty mesh, everything else zero. carom_mesh_desc_init() passes
/// the caller's sizeof, so that a library with a larger CaromMeshDesc writes no more than the caller has.
///
/// @param desc         written, as many bytes as struct_size says, and its struct_size set to that
/// @param struct_size  sizeof(CaromMeshDesc) as the caller knows it
///
/// CAROM_ERROR_STRUCT_SIZE for a size that no version of the struct has; nothing is written then.
CAROM_API CaromStatus carom_mesh_desc_init_sized(struct CaromMeshDesc *desc, size_t struct_size);

/// Fills a descriptor with the defaults: an empty mesh, everything else zero. Bindings, which cannot call an
/// inline function, call carom_mesh_desc_init_sized().
///
/// @param desc  written
static inline CaromStatus carom_mesh_desc_init(struct CaromMeshDesc *desc) {
    return carom_mesh_desc_init_sized(desc, sizeof(struct CaromMeshDesc));
}

/// Cooks a mesh. The arrays may be freed afterwards. The result depends on the input and the options, not on
/// the number of threads, the platform or the instruction set.
///
/// @param desc  what to cook and how
/// @param out   receives the mesh; destroy it with carom_mesh_destroy()
///
/// Fails for a position that is not finite (CAROM_ERROR_NOT_FINITE), an index that no vertex has
/// (CAROM_ERROR_INDEX_OUT_OF_RANGE), an unknown enumerator or one that the layout does not have
/// (CAROM_ERROR_INVALID_ARGUMENT), a wrong struct_size (CAROM_ERROR_STRUCT_SIZE), an array that is NULL or
/// not aligned (CAROM_ERROR_NULL_ARGUMENT, CAROM_ERROR_MISALIGNED), arrays that exceed the address space,
/// 0xffffffff triangles, or more than CAROM_LAYOUT_WIDE has room for (CAROM_ERROR_TOO_LARGE), lack of memory
/// (CAROM_ERROR_OUT_OF_MEMORY), cancellation (CAROM_ERROR_CANCELLED). How many triangles fit in the 2 GiB of
/// CAROM_LAYOUT_WIDE depends on the mesh: about 130 million of a closed one; from 520 million on (600 in
/// CAROM_PRESET_SMALL) none do, which is found before anything is built, otherwise when the limit is reached.
/// The other layouts have no such limit. Degenerate triangles are kept; rays never hit them.
CAROM_API CaromStatus carom_mesh_build(const struct CaromMeshDesc *desc, struct CaromMesh **out);

/// Counts what is wrong with a mesh before it is cooked.
///
/// @param desc    the mesh; options are ignored
/// @param report  written; its struct_size must be set
CAROM_API CaromStatus carom_mesh_report(const struct CaromMeshDesc *desc, struct CaromMeshReport *report);

/// Copies the cooked bytes out, to be stored and opened again on any platform.
///
/// @param mesh      the mesh
/// @param buffer    receives the bytes, if they fit; NULL to ask for the size
/// @param capacity  bytes of buffer
/// @param size      receives the number of bytes, also if they do not fit
///
/// Returns CAROM_BUFFER_TOO_SMALL if they do not fit; buffer is then untouched.
CAROM_API
CaromStatus carom_mesh_save(const struct CaromMesh *mesh,
                            void *buffer,
                            size_t capacity,
                            size_t *size);

/// Opens cooked bytes. Everything that safety depends on is checked: a damaged or hostile blob is an error
/// and never more.
///
/// @param blob   the bytes that carom_mesh_save() wrote; NULL only if they are none, which are no blob
/// @param size   how many
/// @param flags  CAROM_OPEN_COPY or CAROM_OPEN_BORROW
/// @param out    receives the mesh; destroy it with carom_mesh_destroy()
///
/// Takes as much memory as the bytes, if they are copied, and while they are checked a bit for each triangle.
CAROM_API CaromStatus carom_mesh_open(const void *blob, size_t size, uint32_t flags, struct CaromMesh **out);

/// Opens a file of cooked bytes in place: it is mapped, and only what is asked for stays in memory. Checked as by
/// carom_mesh_open(). The file must not be changed while the handle lives; it may be removed, where the system lets that be.
///
/// @param path  the file, in UTF-8, ended by a zero
/// @param out   receives the mesh; destroy it with carom_mesh_destroy()
///
/// Fails for a file that cannot be read (CAROM_ERROR_FILE), and as carom_mesh_open() does.
CAROM_API
CaromStatus carom_mesh_open_file(const char *path,
                                 struct CaromMesh **out);

/// Writes the cooked bytes into a file, wholly or not at all: beside it first, then in its place.
///
/// @param mesh  the mesh
/// @param path  the file, in UTF-8, ended by a zero; replaced if it is there
///
/// Fails for a file that cannot be written (CAROM_ERROR_FILE).
CAROM_API CaromStatus carom_mesh_save_file(const struct CaromMesh *mesh, const char *path);

/// Frees a mesh. No call may be using it, and none may use it afterwards.
///
/// @param mesh  the mesh, or NULL
CAROM_API void carom_mesh_destroy(struct CaromMesh *mesh);

/// Says what is known about a mesh.
///
/// @param mesh   the mesh
/// @param stats  written; its struct_size must be set
CAROM_API CaromStatus carom_mesh_stats(const struct CaromMesh *mesh, struct CaromMeshStats *stats);

/// Gives back one triangle as it was cooked, bit for bit. Takes a search through the mesh unless it was
/// cooked with CAROM_BUILD_TRIANGLE_TABLE, CAROM_BUILD_COOKED_ORDER or CAROM_LAYOUT_DELTA; to get many, see
/// carom_mesh_triangles(), and for the surface where rays hit, carom_mesh_raycast().
///
/// @param mesh      the mesh
/// @param triangle  which, as answers name it
/// @param out       written
CAROM_API
CaromStatus carom_mesh_triangle(const struct CaromMesh *mesh,
                                uint32_t triangle,
                                struct CaromTriangle *out);

/// Gives back triangles as they were cooked, bit for bit: those of a list, or consecutive ones. Consecutive
/// ones take one pass through the mesh at most, and a list one for every 4,096 entries; few triangles of a
/// mesh that was cooked with CAROM_BUILD_TRIANGLE_TABLE, CAROM_BUILD_COOKED_ORDER or CAROM_LAYOUT_DELTA take
/// none.
///
/// @param mesh       the mesh
/// @param triangles  count of them, in any order, as answers name them; NULL for consecutive ones
/// @param first      the first of consecutive ones; 0 with a list
/// @param count      how many
/// @param out        count entries, written
CAROM_API
CaromStatus carom_mesh_triangles(const struct CaromMesh *mesh,
                                 const uint32_t *triangles,
                                 uint32_t first,
                                 size_t count,
                                 struct CaromTriangle *out);

// ---------------------------------------------------------------------------------------------------------
// Meshes: queries
// ---------------------------------------------------------------------------------------------------------

/// The hit of a ray.
typedef struct CaromRayHit {
    /// Ray parameter; infinite for a miss.
    float t;
    /// Barycentric weight of the triangle's second corner.
    float u;
    /// Barycentric weight of the triangle's third corner.
    float v;
    /// The triangle, or CAROM_NONE.
    uint32_t triangle;
#ifdef __cplusplus
    /// True if it is no miss.
    explicit operator bool() const { return triangle != CAROM_NONE; }
#endif
} CaromRayHit;

/// A place where a ray crosses the surface.
typedef struct CaromCrossing {
    /// The exact ray parameter, rounded once.
    float t;
    /// Barycentric weight of the triangle's second corner.
    float u;
    /// Barycentric weight of the triangle's third corner.
    float v;
    /// The triangle.
    uint32_t triangle;
    /// 1 where the ray leaves what a closed surface surrounds, through the triangle's back; -1 where it
    /// enters, through its front.
    int32_t sign;
} CaromCrossing;

/// The surface where a ray hit it.
typedef struct CaromSurfacePoint {
    /// On the triangle: what the hit's barycentric weights say. Zero for a miss.
    struct CaromVec3 point;
    /// The triangle's unit normal, towards its front whichever side was hit. Zero for a miss.
    struct CaromVec3 normal;
    /// The triangle's attribute bits, in the lower 16. Zero for a miss.
    uint32_t attributes;
} CaromSurfacePoint;

/// An oriented box.
typedef struct CaromBox {
    /// Centre; finite.
    struct CaromVec3 center;
    /// Half its size along its own axes; finite, not negative.
    struct CaromVec3 half_extents;
    /// Unit quaternion x, y, z, w from the box's axes to the world's; its length may be off by 0.001. A
    /// length that is infinite, also by overflow, or NaN is CAROM_ERROR_NOT_FINITE, any other
    /// CAROM_ERROR_INVALID_ARGUMENT.
    float rotation[4];
} CaromBox;

/// Makes a box that is not rotated; then set center and half_extents. A zeroed one has
/// no valid rotation, and is refused.
///
/// @param box  written
static inline void carom_box_init(struct CaromBox *box) {
    const struct CaromBox made = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0, 1}};
    *box = made;
}

/// An oriented box given by its axes, for contacts and casts: so that it is the same box to the last bit for
/// everybody. carom_box_axes_from_box() makes one.
typedef struct CaromBoxAxes {
    /// Centre; finite.
    struct CaromVec3 center;
    /// Half its size along its own axes; finite, not negative.
    struct CaromVec3 half_extents;
    /// Its own x, y and z axis in the world. Lengths may be off from 1, and cosines between them from 0, by
    /// 2^-20; right- or left-handed.
    float axes[3][3];
} CaromBoxAxes;

/// Feature of a closest point: the inside of the triangle.
#define CAROM_FEATURE_FACE 0

/// Feature of a closest point: the edge from a to b.
#define CAROM_FEATURE_EDGE_AB 1

/// Feature of a closest point: the edge from b to c.
#define CAROM_FEATURE_EDGE_BC 2

/// Feature of a closest point: the edge from c to a.
#define CAROM_FEATURE_EDGE_CA 3

/// Feature of a closest point: corner a.
#define CAROM_FEATURE_VERTEX_A 4

/// Feature of a closest point: corner b.
#define CAROM_FEATURE_VERTEX_B 5

/// Feature of a closest point: corner c.
#define CAROM_FEATURE_VERTEX_C 6

/// The closest point of a surface.
typedef struct CaromClosestPoint {
    /// On the surface; the query point itself where nothing was found.
    struct CaromVec3 point;
    /// From the query point; infinite where nothing was found.
    float distance;
    /// The triangle, or CAROM_NONE.
    uint32_t triangle;
    /// The part of the triangle that is closest: CAROM_FEATURE_...
    uint32_t feature;
#ifdef __cplusplus
    /// True if it is no miss.
    explicit operator bool() const { return triangle != CAROM_NONE; }
#endif
} CaromClosestPoint;

/// Gives a box its axes: those of the normalised quaternion, computed in f64 and rounded once; those of no
/// rotation are exactly that.
///
/// @param rotated  the box
/// @param out      written
CAROM_API CaromStatus carom_box_axes_from_box(const struct CaromBox *rotated, struct CaromBoxAxes *out);

/// Finds the nearest hit of each ray; among equally near ones the triangle with the lowest index. Watertight
/// along shared edges and vertices; degenerate triangles, and those in whose plane the ray lies, are never
/// hit.
///
/// @param mesh     the mesh
/// @param rays     count of them
/// @param count    how many
/// @param filter   which triangles are seen; NULL for all
/// @param hits     count entries, written
/// @param surface  count entries, written: the point, the normal and the attributes where each ray hits; NULL
///                 if not wanted
CAROM_API
CaromStatus carom_mesh_raycast(const struct CaromMesh *mesh,
                               const struct CaromRay *rays,
                               size_t count,
                               const struct CaromFilter *filter,
                               struct CaromRayHit *hits,
                               struct CaromSurfacePoint *surface);

/// Tells whether each ray hits anything within its range.
///
/// @param mesh      the mesh
/// @param rays      count of them
/// @param count     how many
/// @param filter    which triangles are seen; NULL for all
/// @param occluded  count entries, written: 1 for yes, 0 for no
CAROM_API
CaromStatus carom_mesh_occluded(const struct CaromMesh *mesh,
                                const struct CaromRay *rays,
                                size_t count,
                                const struct CaromFilter *filter,
                                uint8_t *occluded);

/// Tells whether nothing is between each two points, nor at one of them: carom_mesh_occluded() of the ray from one to the other,
/// with t from 0 to 1, the other way round. A point sees itself, also one on the surface.
///
/// @param mesh     the mesh
/// @param from     count of them, finite
/// @param to       count of them, finite
/// @param count    how many
/// @param filter   which triangles are seen; NULL for all
/// @param visible  count entries, written: 1 for yes, 0 for no
CAROM_API
CaromStatus carom_mesh_line_of_sight(const struct CaromMesh *mesh,
                                     const struct CaromVec3 *from,
                                     const struct CaromVec3 *to,
                                     size_t count,
                                     const struct CaromFilter *filter,
                                     uint8_t *visible);

/// Tells whether each sphere touches the surface; a triangle at exactly the radius is touched.
///
/// @param mesh      the mesh
/// @param spheres   count of them
/// @param count     how many
/// @param filter    which triangles are seen; NULL for all
/// @param overlaps  count entries, written: 1 for yes, 0 for no
CAROM_API
CaromStatus carom_mesh_overlap_sphere(const struct CaromMesh *mesh,
                                      const struct CaromSphere *spheres,
                                      size_t count,
                                      const struct CaromFilter *filter,
                                      uint8_t *overlaps);

/// Tells whether each capsule touches the surface.
///
/// @param mesh      the mesh
/// @param capsules  count of them
/// @param count     how many
/// @param filter    which triangles are seen; NULL for all
/// @param overlaps  count entries, written: 1 for yes, 0 for no
CAROM_API
CaromStatus carom_mesh_overlap_capsule(const struct CaromMesh *mesh,
                                       const struct CaromCapsule *capsules,
                                       size_t count,
                                       const struct CaromFilter *filter,
                                       uint8_t *overlaps);

/// Tells whether each oriented box, which is solid, touches the surface.
///
/// @param mesh      the mesh
/// @param boxes     count of them
/// @param count     how many
/// @param filter    which triangles are seen; NULL for all
/// @param overlaps  count entries, written: 1 for yes, 0 for no
CAROM_API
CaromStatus carom_mesh_overlap_box(const struct CaromMesh *mesh,
                                   const struct CaromBox *boxes,
                                   size_t count,
                                   const struct CaromFilter *filter,
                                   uint8_t *overlaps);

/// Finds the closest point of the surface to each point, no farther than its max_distance; among those
/// of equal squared distance the triangle with the lowest index. Distances below 1e-22 count as 0; the one that
/// is written is the point's, or max_distance if that is less.
///
/// @param mesh     the mesh
/// @param queries  count of them
/// @param count    how many
/// @param filter   which triangles are seen; NULL for all
/// @param closest  count entries, written
CAROM_API
CaromStatus carom_mesh_closest_point(const struct CaromMesh *mesh,
                                     const struct CaromPointQuery *queries,
                                     size_t count,
                                     const struct CaromFilter *filter,
                                     struct CaromClosestPoint *closest);

/// The winding number of a closed surface about each point: 0 outside; 1 inside, or more where parts overlap; less than 0 in
/// parts that are turned inside out. Exact: carom_mesh_crossings() of a ray along x, added up. A point on the surface counts as
/// one moved by (e, e*e, e*e*e), with an e smaller than any number. Of a surface that is not closed, which
/// carom_mesh_is_closed() tells, it is wrong behind the holes.
///
/// @param mesh     the mesh
/// @param points   count of them, finite
/// @param count    how many
/// @param numbers  count entries, written
CAROM_API
CaromStatus carom_mesh_winding_numbers(const struct CaromMesh *mesh,
                                       const struct CaromVec3 *points,
                                       size_t count,
                                       int32_t *numbers);

/// Tells whether the surface is closed: whether its triangles' edges, known by the positions of their ends, run as often in one
/// direction as in the other. The first call looks at all triangles.
///
/// @param mesh    the mesh
/// @param closed  1 or 0, written
CAROM_API
CaromStatus carom_mesh_is_closed(const struct CaromMesh *mesh,
                                 uint8_t *closed);

/// Finds every hit of each ray within its range, each list sorted by t, equal ones by triangle.
///
/// @param mesh      the mesh
/// @param rays      count of them
/// @param count     how many
/// @param filter    which triangles are seen; NULL for all
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param hits      all lists
/// @param capacity  entries of hits
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_mesh_raycast_all(const struct CaromMesh *mesh,
                                   const struct CaromRay *rays,
                                   size_t count,
                                   const struct CaromFilter *filter,
                                   uint64_t *offsets,
                                   struct CaromRayHit *hits,
                                   size_t capacity,
                                   size_t *written,
                                   size_t *total);

/// Lists where each ray crosses the surface, in the order along it: once where it goes through an edge or a
/// corner, whose triangles carom_mesh_raycast_all() lists all. Decided exactly, as for a ray that is moved by
/// (e, e*e, e*e*e), with an e smaller than any number. So of a closed surface a ray crosses as many triangles
/// in as out, less one for each end that is inside, whatever it goes through; and alternately, where parts do
/// not overlap. The signs of a whole ray's crossings add up to the winding number at its start. t_min and
/// t_max are exact too: an end on the surface is moved as the ray is. Triangles that are parallel to the ray
/// or degenerate are never crossed. Of crossings in one plane, as where solids touch, those that leave come
/// before those that enter, and then the lowest triangle. docs/exactness.md has more.
///
/// @param mesh       the mesh
/// @param rays       count of them
/// @param count      how many
/// @param filter     which triangles are seen, and from which side; NULL for all. What is left of a closed
///                   surface is open.
/// @param offsets    where each list begins, and where the last one ends; NULL if not wanted
/// @param crossings  all lists
/// @param capacity   entries of crossings
/// @param written    receives how many were written
/// @param total      receives how many there are
CAROM_API
CaromStatus carom_mesh_crossings(const struct CaromMesh *mesh,
                                 const struct CaromRay *rays,
                                 size_t count,
                                 const struct CaromFilter *filter,
                                 uint64_t *offsets,
                                 struct CaromCrossing *crossings,
                                 size_t capacity,
                                 size_t *written,
                                 size_t *total);

/// Lists the triangles whose bounding boxes touch each box, each once and sorted by index: the candidates of
/// a narrow phase.
///
/// @param mesh       the mesh
/// @param boxes      count of them
/// @param count      how many
/// @param filter     which triangles are seen; NULL for all
/// @param offsets    where each list begins, and where the last one ends; NULL if not wanted
/// @param triangles  all lists
/// @param capacity   entries of triangles
/// @param written    receives how many were written
/// @param total      receives how many there are
CAROM_API
CaromStatus carom_mesh_candidates_aabb(const struct CaromMesh *mesh,
                                       const struct CaromAabb *boxes,
                                       size_t count,
                                       const struct CaromFilter *filter,
                                       uint64_t *offsets,
                                       uint32_t *triangles,
                                       size_t capacity,
                                       size_t *written,
                                       size_t *total);

/// Lists the triangles that touch each sphere, each once and sorted by index: exact, not only their boxes. A
/// triangle at exactly the radius is touched.
///
/// @param mesh       the mesh
/// @param spheres    count of them
/// @param count      how many
/// @param filter     which triangles are seen; NULL for all
/// @param offsets    where each list begins, and where the last one ends; NULL if not wanted
/// @param triangles  all lists
/// @param capacity   entries of triangles
/// @param written    receives how many were written
/// @param total      receives how many there are
CAROM_API
CaromStatus carom_mesh_overlap_sphere_all(const struct CaromMesh *mesh,
                                          const struct CaromSphere *spheres,
                                          size_t count,
                                          const struct CaromFilter *filter,
                                          uint64_t *offsets,
                                          uint32_t *triangles,
                                          size_t capacity,
                                          size_t *written,
                                          size_t *total);

/// Lists the triangles that touch each capsule, each once and sorted by index: those for which
/// carom_mesh_overlap_capsule() gives 1 on their own.
///
/// @param mesh       the mesh
/// @param capsules   count of them
/// @param count      how many
/// @param filter     which triangles are seen; NULL for all
/// @param offsets    where each list begins, and where the last one ends; NULL if not wanted
/// @param triangles  all lists
/// @param capacity   entries of triangles
/// @param written    receives how many were written
/// @param total      receives how many there are
CAROM_API
CaromStatus carom_mesh_overlap_capsule_all(const struct CaromMesh *mesh,
                                           const struct CaromCapsule *capsules,
                                           size_t count,
                                           const struct CaromFilter *filter,
                                           uint64_t *offsets,
                                           uint32_t *triangles,
                                           size_t capacity,
                                           size_t *written,
                                           size_t *total);

/// Lists the triangles that touch each rotated box, each once and sorted by index: those for which
/// carom_mesh_overlap_box() gives 1 on their own. The box is solid.
///
/// @param mesh       the mesh
/// @param boxes      count of them
/// @param count      how many
/// @param filter     which triangles are seen; NULL for all
/// @param offsets    where each list begins, and where the last one ends; NULL if not wanted
/// @param triangles  all lists
/// @param capacity   entries of triangles
/// @param written    receives how many were written
/// @param total      receives how many there are
CAROM_API
CaromStatus carom_mesh_overlap_box_all(const struct CaromMesh *mesh,
                                       const struct CaromBox *boxes,
                                       size_t count,
                                       const struct CaromFilter *filter,
                                       uint64_t *offsets,
                                       uint32_t *triangles,
                                       size_t capacity,
                                       size_t *written,
                                       size_t *total);

/// Hands out the boxes that a mesh's tree is made of, those at some depths, for drawing and measuring. Depth
/// first: a box comes right before those below it. A leaf's triangles lie in its box and in all above it. The
/// box around the mesh is at depth 0, and none is deeper than the depth of CaromMeshStats. There are none without
/// triangles. To draw a mesh as far as some depth, ask for the depths from 0 to there, and leave out inner nodes
/// above it: what is left is around all triangles.
///
/// Their number and places depend on the layout and on how the mesh was cooked, and may change between
/// versions. Leaves of CAROM_LAYOUT_WIDE are clusters of up to 32 triangles, those of the others single
/// triangles. Boxes of CAROM_LAYOUT_WIDE and CAROM_LAYOUT_COMPACT are coded in few bits, and so larger than
/// what is in them; those of CAROM_LAYOUT_WIDE may reach a little out of the one above. Of CAROM_PRESET_RAYS,
/// they are those of the first tree.
///
/// @param mesh       the mesh
/// @param min_depth  the first depth, 0 for the root
/// @param max_depth  the last depth, no less; UINT32_MAX for all
/// @param boxes      the list
/// @param capacity   entries of boxes
/// @param written    receives how many were written
/// @param total      receives how many there are
CAROM_API
CaromStatus carom_mesh_boxes(const struct CaromMesh *mesh,
                             uint32_t min_depth,
                             uint32_t max_depth,
                             struct CaromTreeBox *boxes,
                             size_t capacity,
                             size_t *written,
                             size_t *total);

// ---------------------------------------------------------------------------------------------------------
// Meshes: contacts
// ---------------------------------------------------------------------------------------------------------

/// Contacts of the surface: at an edge or a corner, one where no triangle that shares it comes nearer.
#define CAROM_CONTACT_EDGES_SMOOTH 0

/// Contacts of each triangle by itself.
#define CAROM_CONTACT_EDGES_ALL 1

/// Options of contact queries; all zero but for the size, the defaults.
typedef struct CaromContactOptions {
    /// sizeof(CaromContactOptions)
    uint32_t struct_size;
    /// Gaps up to this are reported too, with a negative depth; finite, not negative.
    float max_distance;
    /// CAROM_CONTACT_EDGES_...
    uint32_t edges;
    /// The most contacts of a manifold: 1 to 4, or 0 for all.
    uint32_t max_points;
    /// The cosine of the angle up to which a normal belongs to the manifold of a deeper contact: -1 to 1; 0
    /// for 0.999.
    float merge_cos;
} CaromContactOptions;

/// Makes options with the defaults; then set what is to be otherwise.
///
/// @param options  written
static inline void carom_contact_options_init(struct CaromContactOptions *options) {
    const struct CaromContactOptions made = {sizeof(struct CaromContactOptions), 0, 0, 0, 0};
    *options = made;
}

/// A contact of a shape with a triangle.
typedef struct CaromContact {
    /// On the triangle.
    struct CaromVec3 point;
    /// The depth of the overlap along the normal; negative for a gap.
    float depth;
    /// Unit, from the surface to the shape.
    struct CaromVec3 normal;
    /// The triangle.
    uint32_t triangle;
    /// The part of the triangle that is touched, CAROM_FEATURE_..., in bits 0 to 7; the part of the shape in
    /// the others: 0 for a sphere.
    uint32_t feature;
    /// The number of its manifold in the list: of contacts with nearly one normal.
    uint32_t manifold;
    /// The triangle's attribute bits, in the lower 16.
    uint32_t attributes;
    /// Zero.
    uint32_t reserved;
} CaromContact;

/// Lists the contacts of each sphere with the surface, the deepest first: where the distance to the surface
/// has a local minimum that is no more than the radius and max_distance. Exact; no inner edge of a flat or
/// concave surface makes a contact, if its triangles meet corner to corner: where one's corner lies on the edge
/// of another, nothing is shared. Whatever touches has one: the list is empty only where
/// carom_mesh_overlap_sphere says that a sphere grown by max_distance touches nothing.
///
/// Of a triangle, the point closest to the center is a contact. If it lies on an edge or at a corner, it is
/// one only if the same edge or corner is closest on each triangle that shares it, by equal coordinates, and
/// that passes the filter; then once, for the lowest of them that is within reach and seen from a side that
/// the filter lets pass. The front is where the center is not behind the triangle's plane. With
/// CAROM_CONTACT_EDGES_ALL, every triangle has a contact.
///
/// The normal leads from the point to the center; on a face it is the face's. If the center is on the
/// surface, it is that of the face, or the mean of the normals of all faces at the edge or corner.
///
/// A contact belongs to the manifold of the deepest contact whose normal is the same, or within the angle of
/// merge_cos. With max_points, at most so many of each are kept: the deepest; the one farthest from it; the one
/// with which they make the largest triangle; the one that adds the most area. Fewer only if there are fewer, or
/// if all lie on a line: then the deepest and the ends. Lists that do not fit are not reduced, so that total says
/// how much room is enough.
///
/// @param mesh      the mesh
/// @param spheres   count of them
/// @param count     how many
/// @param filter    which triangles and sides are seen; NULL for all
/// @param options   NULL for the defaults
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param contacts  all lists
/// @param capacity  entries of contacts
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_mesh_contacts_sphere(const struct CaromMesh *mesh,
                                       const struct CaromSphere *spheres,
                                       size_t count,
                                       const struct CaromFilter *filter,
                                       const struct CaromContactOptions *options,
                                       uint64_t *offsets,
                                       struct CaromContact *contacts,
                                       size_t capacity,
                                       size_t *written,
                                       size_t *total);

/// Lists the contacts of each capsule with the surface, the deepest first: where the distance to the surface
/// has a local minimum that is no more than the radius and max_distance, and where the capsule's segment goes
/// through it. Decided exactly; no inner edge of a flat or concave surface makes a contact, and whatever
/// touches has one. A capsule of no length has the contacts of carom_mesh_contacts_sphere().
///
/// Of a triangle beside the segment, the pair of closest features counts. It makes a contact if no triangle
/// that shares the feature, by equal coordinates, and that passes the filter has a corner farther along the
/// normal; then once, for the lowest of them. Of a triangle through which the segment goes, the normals count
/// that separate the two: those of the face, and those of an edge and the segment. The one with the least way
/// is taken of those along which no triangle is farther yet that shares all of what is farthest of this one, or
/// one corner of that which is in the capsule; the face's own always is one of these. A contact is left to a
/// triangle that shares a corner and is less than a quarter as deep, if a way of less than that was ruled out
/// and no more than 32 triangles share the corners. The front is where the segment's closest point is not
/// behind the triangle's plane; of a triangle that it goes through, where the normal leads. With
/// CAROM_CONTACT_EDGES_ALL, nothing but the triangle counts.
///
/// A face or a parallel edge has up to two points: the ends of what lies over it, each with its own depth, the
/// second unless its gap exceeds max_distance. The part of the shape is 0 and 1 for its ends, and 2 for what
/// lies between. Manifolds and lists are those of carom_mesh_contacts_sphere().
///
/// @param mesh      the mesh
/// @param capsules  count of them
/// @param count     how many
/// @param filter    which triangles and sides are seen; NULL for all
/// @param options   NULL for the defaults
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param contacts  all lists
/// @param capacity  entries of contacts
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_mesh_contacts_capsule(const struct CaromMesh *mesh,
                                        const struct CaromCapsule *capsules,
                                        size_t count,
                                        const struct CaromFilter *filter,
                                        const struct CaromContactOptions *options,
                                        uint64_t *offsets,
                                        struct CaromContact *contacts,
                                        size_t capacity,
                                        size_t *written,
                                        size_t *total);

/// Lists the contacts of each box with the surface, the deepest first. No inner edge of a flat or concave
/// surface makes a contact, and whatever touches has one.
///
/// Of a triangle that the box touches, the normals count that separate the two: those of the face, the box's
/// axes, and the cross products of its axes with the triangle's edges, both ways. The one with the least way is
/// taken of those along which no triangle that passes the filter is farther yet, which shares all of what is
/// farthest of this one, or one corner of that which is in the box, by equal coordinates: decided exactly. The
/// face's own always is one of these, and is taken unless another way is less by more than 2^-32 of it. A
/// contact is left to a triangle that shares a corner and is less than a quarter as deep, if a way of less than
/// that was ruled out and no more than 32 triangles share the corners: so few are far deeper than the surface
/// around them. The front is where the normal leads. With CAROM_CONTACT_EDGES_ALL, nothing but the triangle
/// counts. Of a triangle that is no farther than max_distance, the normal of the closest points counts.
///
/// The points are the corners of the triangle cut off by the box, up to nine, each with its own depth: the way
/// along the normal to the face of the box that opposes it most, but no more than moves the whole box beyond the
/// point. The part of the shape is that face: 0 and 1 for -x and +x, 2 and 3 for y, 4 and 5 for z. Manifolds and
/// lists are those of carom_mesh_contacts_sphere(); max_points keeps up to four of each manifold.
///
/// @param mesh      the mesh
/// @param boxes     count of them
/// @param count     how many
/// @param filter    which triangles and sides are seen; NULL for all
/// @param options   NULL for the defaults
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param contacts  all lists
/// @param capacity  entries of contacts
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_mesh_contacts_box(const struct CaromMesh *mesh,
                                    const struct CaromBoxAxes *boxes,
                                    size_t count,
                                    const struct CaromFilter *filter,
                                    const struct CaromContactOptions *options,
                                    uint64_t *offsets,
                                    struct CaromContact *contacts,
                                    size_t capacity,
                                    size_t *written,
                                    size_t *total);

// ---------------------------------------------------------------------------------------------------------
// Meshes: casts
// ---------------------------------------------------------------------------------------------------------

/// A capsule that moves along a straight line without turning, from t = 0 to t = 1.
typedef struct CaromCapsuleCast {
    /// The capsule at t = 0.
    struct CaromCapsule capsule;
    /// From there to where it is at t = 1; finite; may be zero.
    struct CaromVec3 displacement;
    /// Zero.
    uint32_t reserved;
} CaromCapsuleCast;

/// A box that moves along a straight line without turning, from t = 0 to t = 1.
typedef struct CaromBoxCast {
    /// The box at t = 0.
    struct CaromBoxAxes shape;
    /// From there to where it is at t = 1; finite; may be zero.
    struct CaromVec3 displacement;
} CaromBoxCast;

/// A contact of a moving shape with a triangle.
typedef struct CaromShapeHit {
    /// Time of contact in 0..1, never late: 0 if the shape touches at the start and moves nearer; infinite for a
    /// miss.
    float t;
    /// The depth of the overlap along the normal, if t is 0; else 0.
    float depth;
    /// The point of the surface that is touched; zero for a miss.
    struct CaromVec3 point;
    /// Unit, from the surface to the shape; zero for a miss.
    struct CaromVec3 normal;
    /// The triangle, or CAROM_NONE.
    uint32_t triangle;
    /// The part of the triangle that is touched, CAROM_FEATURE_..., in bits 0 to 7.
    uint32_t feature;
    /// The triangle's attribute bits, in the lower 16.
    uint32_t attributes;
    /// Zero.
    uint32_t reserved;
#ifdef __cplusplus
    /// True if it is no miss.
    explicit operator bool() const { return triangle != CAROM_NONE; }
#endif
} CaromShapeHit;

/// Finds the first contact of each moving sphere with the surface. Contact at exactly t = 1 counts. Triangles
/// are hit from both sides. Among equally early contacts the lowest triangle index wins; of those at the start
/// the deepest.
///
/// t is never late: before it nothing is touched, but for what is passed by the rules below. At t the gap is no
/// more than 4 units in the last place of the largest coordinate.
///
/// Contact at the start: let n be the unit vector to the sphere's centre from the closest point of a triangle
/// that the sphere touches or overlaps at t = 0; if the centre is on the triangle, n is the triangle's
/// normal. If dot(n, displacement) < 0, the sphere moves into the triangle, and hits it at t = 0, with the
/// depth of the overlap. Otherwise it slides along the triangle or leaves it, and never hits it. Motion within
/// the rounding of f32 coordinates counts as sliding.
///
/// Edges: a sphere that touches anything at the start is not stopped by an edge or a corner, then or later, if
/// another triangle that shares it rises above it, unless the triangle's face is in the way as well; then n is
/// the face's normal. So what stands on a floor, or a little in it, slides over it, whatever its triangles. From
/// a clear start this changes nothing. CAROM_CONTACT_EDGES_ALL takes each triangle by itself.
///
/// So a character may move to t, remove the part of its motion against the normal and cast again: it does not
/// stick, and needs no skin width (examples/character.cpp).
///
/// A displacement of zero makes the cast an overlap test: t = 0 for what touches (at distances below 1e-22,
/// only what the sphere's box reaches).
///
/// A mesh is a surface: inside a closed mesh is as empty as outside. For solids, see carom_bsp_cast_sphere().
///
/// @param mesh    the mesh
/// @param casts   count of them
/// @param count   how many
/// @param filter  which triangles are seen; NULL for all
/// @param edges   CAROM_CONTACT_EDGES_...
/// @param hits    count entries, written
CAROM_API
CaromStatus carom_mesh_cast_sphere(const struct CaromMesh *mesh,
                                   const struct CaromSphereCast *casts,
                                   size_t count,
                                   const struct CaromFilter *filter,
                                   uint32_t edges,
                                   struct CaromShapeHit *hits);

/// Finds the first contact of each moving capsule with the surface, by the rules of carom_mesh_cast_sphere().
/// Where its segment crosses a triangle at the start, n is the direction of the shortest way out. By the rule for
/// edges, n, the depth and the point are then those of the deepest contact of carom_mesh_contacts_capsule() with that
/// triangle, and a triangle without one is passed. A capsule without length has the hits of a sphere.
///
/// @param mesh    the mesh
/// @param casts   count of them
/// @param count   how many
/// @param filter  which triangles are seen; NULL for all
/// @param edges   CAROM_CONTACT_EDGES_...
/// @param hits    count entries, written
CAROM_API
CaromStatus carom_mesh_cast_capsule(const struct CaromMesh *mesh,
                                    const struct CaromCapsuleCast *casts,
                                    size_t count,
                                    const struct CaromFilter *filter,
                                    uint32_t edges,
                                    struct CaromShapeHit *hits);

/// Finds the first contact of each moving box with the surface, by the rules of carom_mesh_cast_sphere(). Where
/// it overlaps a triangle at the start, n is the direction of the shortest way out, and the depth that of the deepest
/// point. By the rule for edges, n, the depth and the point are then those of the deepest contact of
/// carom_mesh_contacts_box() with that triangle, in the middle of those that are as deep; a triangle without one is
/// passed: another tells better how deep the box is.
///
/// @param mesh    the mesh
/// @param casts   count of them
/// @param count   how many
/// @param filter  which triangles are seen; NULL for all
/// @param edges   CAROM_CONTACT_EDGES_...
/// @param hits    count entries, written
CAROM_API
CaromStatus carom_mesh_cast_box(const struct CaromMesh *mesh,
                                const struct CaromBoxCast *casts,
                                size_t count,
                                const struct CaromFilter *filter,
                                uint32_t edges,
                                struct CaromShapeHit *hits);

/// Lists the contact of each moving sphere with every triangle that it meets on its way, as if there were no
/// other, but for the rule for edges: by t, equal ones by triangle. See carom_mesh_cast_sphere().
///
/// @param mesh      the mesh
/// @param casts     count of them
/// @param count     how many
/// @param filter    which triangles are seen; NULL for all
/// @param edges     CAROM_CONTACT_EDGES_...
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param hits      all lists
/// @param capacity  entries of hits
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_mesh_cast_sphere_all(const struct CaromMesh *mesh,
                                       const struct CaromSphereCast *casts,
                                       size_t count,
                                       const struct CaromFilter *filter,
                                       uint32_t edges,
                                       uint64_t *offsets,
                                       struct CaromShapeHit *hits,
                                       size_t capacity,
                                       size_t *written,
                                       size_t *total);

/// Lists the contact of each moving capsule with every triangle that it meets on its way, as
/// carom_mesh_cast_sphere_all() does.
///
/// @param mesh      the mesh
/// @param casts     count of them
/// @param count     how many
/// @param filter    which triangles are seen; NULL for all
/// @param edges     CAROM_CONTACT_EDGES_...
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param hits      all lists
/// @param capacity  entries of hits
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_mesh_cast_capsule_all(const struct CaromMesh *mesh,
                                        const struct CaromCapsuleCast *casts,
                                        size_t count,
                                        const struct CaromFilter *filter,
                                        uint32_t edges,
                                        uint64_t *offsets,
                                        struct CaromShapeHit *hits,
                                        size_t capacity,
                                        size_t *written,
                                        size_t *total);

/// Lists the contact of each moving box with every triangle that it meets on its way, as
/// carom_mesh_cast_sphere_all() does.
///
/// @param mesh      the mesh
/// @param casts     count of them
/// @param count     how many
/// @param filter    which triangles are seen; NULL for all
/// @param edges     CAROM_CONTACT_EDGES_...
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param hits      all lists
/// @param capacity  entries of hits
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_mesh_cast_box_all(const struct CaromMesh *mesh,
                                    const struct CaromBoxCast *casts,
                                    size_t count,
                                    const struct CaromFilter *filter,
                                    uint32_t edges,
                                    uint64_t *offsets,
                                    struct CaromShapeHit *hits,
                                    size_t capacity,
                                    size_t *written,
                                    size_t *total);

// ---------------------------------------------------------------------------------------------------------
// Meshes: one against another
// ---------------------------------------------------------------------------------------------------------

/// The pose of a mesh: a rotation times a positive scale, the same in all directions, and a translation. A
/// posed vertex is defined in f32 arithmetic: coordinate i is ((r[0] * x + r[1] * y) + r[2] * z) + r[3] with
/// r = rows[i], each operation rounded, none fused. carom_pose_from_quaternion() makes one.
///
/// Every function that takes poses refuses one with a number that is not finite (CAROM_ERROR_NOT_FINITE), or
/// beyond 2^60, axes whose scales differ by more than a thousandth of the largest or whose cosines exceed
/// 0.001, a mirror, a scale of 0, and one that takes the mesh's box beyond 2^60
/// (CAROM_ERROR_INVALID_ARGUMENT). That is the box around the eight posed corners of the mesh's own: it may
/// reach beyond where no vertex does. A pose that is refused is so whatever is asked.
typedef struct CaromPose {
    /// A row for each coordinate: three factors, and what is added last. The factors are a rotation times a
    /// scale, but for 0.001: what is skewed, mirrored or scaled unequally or by zero is
    /// CAROM_ERROR_INVALID_ARGUMENT.
    float rows[3][4];
} CaromPose;

/// Makes a pose that leaves everything where it is; then set rows[i][3] to move it.
///
/// @param pose  written
static inline void carom_pose_init(struct CaromPose *pose) {
    const struct CaromPose made = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    *pose = made;
}

/// A pose in f64, of what may be far from the origin; see carom_poses_about_common_origin().
typedef struct CaromFarPose {
    /// As those of CaromPose.
    double rows[3][4];
} CaromFarPose;

/// A triangle of one mesh and one of another.
typedef struct CaromTrianglePair {
    /// The first mesh's triangle.
    uint32_t a;
    /// The second one's.
    uint32_t b;
} CaromTrianglePair;

/// Two triangles and their distance.
typedef struct CaromPairDistance {
    /// The first mesh's triangle.
    uint32_t a;
    /// The second one's.
    uint32_t b;
    /// 0 exactly if they touch.
    float distance;
} CaromPairDistance;

/// Both triangles have an area and lie in one plane.
#define CAROM_SHARED_COPLANAR 1

/// They share an area, however small: a polygon, of which there may be only two points where it is thinner
/// than rounding. Only together with CAROM_SHARED_COPLANAR.
#define CAROM_SHARED_AREA 2

/// Two triangles that touch, and what they share.
typedef struct CaromPairIntersection {
    /// The first mesh's triangle.
    uint32_t a;
    /// The second one's.
    uint32_t b;
    /// Number of points: 2 for a segment, which may be as short as a point; 3 to 6 for a convex polygon, of
    /// triangles in one plane.
    uint32_t point_count;
    /// CAROM_SHARED_COPLANAR and CAROM_SHARED_AREA.
    uint32_t flags;
    /// The ends, or the polygon's corners in order; zeros follow.
    struct CaromVec3 points[6];
} CaromPairIntersection;

/// The distance of two meshes, and their nearest points.
typedef struct CaromMeshDistance {
    /// The closest point of the first mesh. Zero where nothing was found.
    struct CaromVec3 on_a;
    /// The closest point of the second mesh. Zero where nothing was found.
    struct CaromVec3 on_b;
    /// 0 exactly if they touch; infinite where nothing was found.
    float distance;
    /// The first mesh's triangle, or CAROM_NONE.
    uint32_t a;
    /// The second one's, or CAROM_NONE.
    uint32_t b;
#ifdef __cplusplus
    /// True if it is no miss.
    explicit operator bool() const { return a != CAROM_NONE; }
#endif
} CaromMeshDistance;

/// The surfaces touch; nothing is said then about what is inside of what.
#define CAROM_INSIDE_TOUCHING 1

/// Some parts of the first mesh are inside of the second, others are not.
#define CAROM_INSIDE_A_PARTLY 2

/// All of the first mesh is inside of the second.
#define CAROM_INSIDE_A_WHOLLY 4

/// Some parts of the second mesh are inside of the first, others are not.
#define CAROM_INSIDE_B_PARTLY 8

/// All of the second mesh is inside of the first.
#define CAROM_INSIDE_B_WHOLLY 16

/// The surfaces touch, and the interiors overlap: interference.
#define CAROM_INSIDE_OVERLAPPING 32

/// The surfaces touch, and the interiors have no point in common: contact.
#define CAROM_INSIDE_ONLY_TOUCHING 64

/// Makes a pose: first the scale, then the rotation, then the translation. The matrix is computed in f64 from
/// the normalised quaternion, and rounded once; that of no rotation and scale 1 is exactly that.
///
/// @param rotation     unit quaternion x, y, z, w; its length may be off by 0.001. NULL for none
/// @param translation  what is added last; NULL for none
/// @param scale        the same in all directions; positive, at most 2^60, and not subnormal, since a matrix
///                     of so few digits is no rotation
/// @param out          written
CAROM_API
CaromStatus carom_pose_from_quaternion(const float *rotation,
                                       const struct CaromVec3 *translation,
                                       float scale,
                                       struct CaromPose *out);

/// Makes two poses that stand to each other as two in f64 do, about an origin that is near both: for queries
/// on two meshes far from the origin, where f32 has no room for what lies between them. Queries answer in
/// coordinates about that origin.
///
/// The offset of the two is kept to 2^-48 of itself: the larger part is the second pose's translation, what
/// it lacks the first one's, turned round. The axes stay. What remains is what poses cost anywhere: each
/// factor is rounded once, and posed vertices are, to a few times 2^-24 of how far they are from the common
/// origin, which lies at the first mesh's own. So let a mesh's own origin lie within it, and call the larger
/// mesh first.
///
/// @param a        count poses of the first mesh
/// @param b        count poses of the second mesh
/// @param count    how many
/// @param a_poses  count poses, written; with a number that is not finite, what CaromPose refuses, or two
///                 that are more than 2^60 apart, nothing is written
/// @param b_poses  count poses, written
/// @param origins  count times three numbers, written: what is added to a point about the common origin to
///                 have it where a and b do; NULL if not wanted
CAROM_API
CaromStatus carom_poses_about_common_origin(const struct CaromFarPose *a,
                                            const struct CaromFarPose *b,
                                            size_t count,
                                            struct CaromPose *a_poses,
                                            struct CaromPose *b_poses,
                                            double *origins);

/// Lists the pairs of triangles that touch, of two meshes in many poses, each list sorted by the first mesh's
/// triangle and then by the second's. Exact: posed triangles are closed sets of real points, so touching
/// counts, and neither order nor layout makes a difference. A mesh may meet itself.
///
/// @param a         the first mesh
/// @param b         the second mesh
/// @param a_poses   count of them, where the first mesh stands; NULL if it stays where it is
/// @param b_poses   count of them, where the second mesh stands; NULL if it stays where it is
/// @param count     how many
/// @param a_filter  which triangles of the first mesh are seen; NULL for all
/// @param b_filter  which triangles of the second mesh are seen; NULL for all
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param pairs     all lists
/// @param capacity  entries of pairs
/// @param written   receives how many were written
/// @param total     receives how many there are
///
/// Fails for a pose with a number that is not finite (CAROM_ERROR_NOT_FINITE), one that is no rotation with a
/// positive scale, and one that puts the mesh's box beyond 2^60 (CAROM_ERROR_INVALID_ARGUMENT), as CaromPose
/// says. So do all queries on two meshes.
CAROM_API
CaromStatus carom_mesh_overlap_mesh_all(const struct CaromMesh *a,
                                        const struct CaromMesh *b,
                                        const struct CaromPose *a_poses,
                                        const struct CaromPose *b_poses,
                                        size_t count,
                                        const struct CaromFilter *a_filter,
                                        const struct CaromFilter *b_filter,
                                        uint64_t *offsets,
                                        struct CaromTrianglePair *pairs,
                                        size_t capacity,
                                        size_t *written,
                                        size_t *total);

/// Tells whether any triangles of two meshes touch, as carom_mesh_overlap_mesh_all() does and faster: the
/// first pair is enough. Surfaces: a mesh that lies inside of another does not touch it; see
/// carom_mesh_inside().
///
/// @param a         the first mesh
/// @param b         the second mesh
/// @param a_poses   count of them, where the first mesh stands; NULL if it stays where it is
/// @param b_poses   count of them, where the second mesh stands; NULL if it stays where it is
/// @param count     how many
/// @param a_filter  which triangles of the first mesh are seen; NULL for all
/// @param b_filter  which triangles of the second mesh are seen; NULL for all
/// @param overlaps  count entries, written: 1 for yes, 0 for no
CAROM_API
CaromStatus carom_mesh_overlap_mesh(const struct CaromMesh *a,
                                    const struct CaromMesh *b,
                                    const struct CaromPose *a_poses,
                                    const struct CaromPose *b_poses,
                                    size_t count,
                                    const struct CaromFilter *a_filter,
                                    const struct CaromFilter *b_filter,
                                    uint8_t *overlaps);

/// Lists the pairs of triangles that are no farther apart than a distance, with their distance; those that
/// touch are among them, with 0. Sorted as by carom_mesh_overlap_mesh_all().
///
/// @param a         the first mesh
/// @param b         the second mesh
/// @param a_poses   count of them, where the first mesh stands; NULL if it stays where it is
/// @param b_poses   count of them, where the second mesh stands; NULL if it stays where it is
/// @param count     how many
/// @param distance  the largest distance that counts; may be infinite, for all pairs; not negative, not NaN
/// @param a_filter  which triangles of the first mesh are seen; NULL for all
/// @param b_filter  which triangles of the second mesh are seen; NULL for all
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param pairs     all lists
/// @param capacity  entries of pairs
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_mesh_within(const struct CaromMesh *a,
                              const struct CaromMesh *b,
                              const struct CaromPose *a_poses,
                              const struct CaromPose *b_poses,
                              size_t count,
                              float distance,
                              const struct CaromFilter *a_filter,
                              const struct CaromFilter *b_filter,
                              uint64_t *offsets,
                              struct CaromPairDistance *pairs,
                              size_t capacity,
                              size_t *written,
                              size_t *total);

/// Lists the pairs of carom_mesh_overlap_mesh_all(), each with what its triangles share: a segment, or a
/// polygon of triangles in one plane. For cutting, drawing and contact patches. A point is less than a unit
/// in the last place of the largest coordinate from both triangles.
///
/// @param a              the first mesh
/// @param b              the second mesh
/// @param a_poses        count of them, where the first mesh stands; NULL if it stays where it is
/// @param b_poses        count of them, where the second mesh stands; NULL if it stays where it is
/// @param count          how many
/// @param a_filter       which triangles of the first mesh are seen; NULL for all
/// @param b_filter       which triangles of the second mesh are seen; NULL for all
/// @param offsets        where each list begins, and where the last one ends; NULL if not wanted
/// @param intersections  all lists
/// @param capacity       entries of intersections
/// @param written        receives how many were written
/// @param total          receives how many there are
CAROM_API
CaromStatus carom_mesh_intersections(const struct CaromMesh *a,
                                     const struct CaromMesh *b,
                                     const struct CaromPose *a_poses,
                                     const struct CaromPose *b_poses,
                                     size_t count,
                                     const struct CaromFilter *a_filter,
                                     const struct CaromFilter *b_filter,
                                     uint64_t *offsets,
                                     struct CaromPairIntersection *intersections,
                                     size_t capacity,
                                     size_t *written,
                                     size_t *total);

/// Finds the smallest distance of two meshes, no larger than max_distance, with the closest points and their
/// triangles; among equally near pairs the one with the lowest triangle of the first mesh, and then of the
/// second. Where they touch, it is exactly 0, and both points are one that both have. Surfaces: a mesh inside
/// of another is as far from it as its surface; see carom_mesh_inside().
///
/// @param a             the first mesh
/// @param b             the second mesh
/// @param a_poses       count of them, where the first mesh stands; NULL if it stays where it is
/// @param b_poses       count of them, where the second mesh stands; NULL if it stays where it is
/// @param count         how many
/// @param max_distance  the largest distance that counts; may be infinite; not negative, not NaN. The
///                      smaller, the faster
/// @param a_filter      which triangles of the first mesh are seen; NULL for all
/// @param b_filter      which triangles of the second mesh are seen; NULL for all
/// @param distances     count entries, written
CAROM_API
CaromStatus carom_mesh_distance(const struct CaromMesh *a,
                                const struct CaromMesh *b,
                                const struct CaromPose *a_poses,
                                const struct CaromPose *b_poses,
                                size_t count,
                                float max_distance,
                                const struct CaromFilter *a_filter,
                                const struct CaromFilter *b_filter,
                                struct CaromMeshDistance *distances);

/// Tells whether one mesh lies inside of another, which their surfaces alone do not say. A triangle is inside
/// where its first corner is: within the box around the other mesh, where the winding number of the other
/// surface is not 0, by the crossings of a ray towards +x. Both must be closed, or what is inside means
/// little; it is the same in every layout, but takes longer, as each triangle may have to be asked. Solids
/// overlap unless this is 0 or has CAROM_INSIDE_ONLY_TOUCHING. There is no filter, which would open the
/// surface. The first time that it matters whether a mesh is closed, that takes a pass over its triangles.
///
/// Interference and contact of touching surfaces are told apart exactly for meshes that are closed, have
/// their fronts outside, and of which no triangles meet but at common corners and edges, posed. If a mesh is
/// open, or a triangle without area touches, or faces of one mesh lie on each other where the other touches,
/// there is CAROM_INSIDE_TOUCHING alone, which leaves it open. Of meshes that cross themselves it may be
/// wrong.
///
/// @param a        the first mesh
/// @param b        the second mesh
/// @param a_poses  count of them, where the first mesh stands; NULL if it stays where it is
/// @param b_poses  count of them, where the second mesh stands; NULL if it stays where it is
/// @param count    how many
/// @param inside   count entries, written: CAROM_INSIDE_TOUCHING with at most one of CAROM_INSIDE_OVERLAPPING
///                 and CAROM_INSIDE_ONLY_TOUCHING, or else what is inside: at most one of CAROM_INSIDE_A_...
///                 and at most one of CAROM_INSIDE_B_...
CAROM_API
CaromStatus carom_mesh_inside(const struct CaromMesh *a,
                              const struct CaromMesh *b,
                              const struct CaromPose *a_poses,
                              const struct CaromPose *b_poses,
                              size_t count,
                              uint8_t *inside);

// ---------------------------------------------------------------------------------------------------------
// Convex hulls
// ---------------------------------------------------------------------------------------------------------

/// The points of a hull. Fill it with carom_hull_desc_init(), then set the array.
typedef struct CaromHullDesc {
    /// sizeof(CaromHullDesc)
    uint32_t struct_size;
    /// Number of points; at least one.
    uint32_t point_count;
    /// Three f32 a point, each finite; aligned to 4.
    const float *points;
    /// Bytes from one point to the next, a multiple of 4; 0 means 12.
    uint32_t point_stride;
    /// Zero.
    uint32_t reserved;
} CaromHullDesc;

/// The figures of a hull.
typedef struct CaromHullStats {
    /// sizeof(CaromHullStats), set by the caller.
    uint32_t struct_size;
    /// 3 for a solid, 2 for a polygon, 1 for a segment, 0 for a point.
    uint32_t dimension;
    /// Number of vertices, 255 at most.
    uint32_t vertex_count;
    /// Number of faces: 2 for a polygon, 0 for a segment or a point.
    uint32_t face_count;
    /// Number of edges.
    uint32_t edge_count;
    /// Zero.
    uint32_t reserved;
    /// The box around it.
    struct CaromAabb bounds;
    /// The volume; 0 if it is not solid.
    double volume;
    /// The size of the blob.
    uint64_t bytes_total;
} CaromHullStats;

/// The convex hull of points. Immutable: queries take it const and may run on all threads at once.
typedef struct CaromHull CaromHull;

/// Fills a descriptor with the defaults: no points, everything else zero. carom_hull_desc_init() passes the
/// caller's sizeof, so that a library with a larger CaromHullDesc writes no more than the caller has.
///
/// @param desc         written, as many bytes as struct_size says, and its struct_size set to that
/// @param struct_size  sizeof(CaromHullDesc) as the caller knows it
///
/// CAROM_ERROR_STRUCT_SIZE for a size that no version of the struct has; nothing is written then.
CAROM_API CaromStatus carom_hull_desc_init_sized(struct CaromHullDesc *desc, size_t struct_size);

/// Fills a descriptor with the defaults: no points, everything else zero. Bindings, which cannot call an
/// inline function, call carom_hull_desc_init_sized().
///
/// @param desc  written
static inline CaromStatus carom_hull_desc_init(struct CaromHullDesc *desc) {
    return carom_hull_desc_init_sized(desc, sizeof(struct CaromHullDesc));
}

/// Builds the convex hull of points: exactly, in real numbers. No point is outside by any amount, and faces
/// are merged where they are exactly in one plane. The result depends on the set of points only. Points in a
/// plane make a polygon, points on a line a segment, equal points a point: they touch what they share a point
/// with, as solids do. The array may be freed afterwards.
///
/// @param desc  the points
/// @param out   receives the hull; destroy it with carom_hull_destroy()
///
/// Fails for no points, a coordinate that is not finite or beyond 2^60 (the message names the point), a hull
/// with more than 255 vertices (CAROM_ERROR_TOO_LARGE; points inside of the hull may be more), lack of
/// memory.
CAROM_API CaromStatus carom_hull_build(const struct CaromHullDesc *desc, struct CaromHull **out);

/// Copies the cooked bytes out, to be stored and opened again on any platform.
///
/// @param hull      the hull
/// @param buffer    receives the bytes, if they fit; NULL to ask for the size
/// @param capacity  bytes of buffer
/// @param size      receives the number of bytes, also if they do not fit
///
/// Returns CAROM_BUFFER_TOO_SMALL if they do not fit; buffer is then untouched.
CAROM_API
CaromStatus carom_hull_save(const struct CaromHull *hull,
                            void *buffer,
                            size_t capacity,
                            size_t *size);

/// Opens cooked bytes. The hull of the vertices in them is built again and must be the same: a damaged or
/// hostile blob is an error and never more, and so is the blob of a mesh.
///
/// @param blob   the bytes that carom_hull_save() wrote; NULL only if they are none, which are no blob
/// @param size   how many
/// @param flags  CAROM_OPEN_COPY or CAROM_OPEN_BORROW
/// @param out    receives the hull; destroy it with carom_hull_destroy()
CAROM_API CaromStatus carom_hull_open(const void *blob, size_t size, uint32_t flags, struct CaromHull **out);

/// Opens a file of cooked bytes in place: it is mapped, and only what is asked for stays in memory. Checked as by
/// carom_hull_open(). The file must not be changed while the handle lives; it may be removed, where the system lets that be.
///
/// @param path  the file, in UTF-8, ended by a zero
/// @param out   receives the hull; destroy it with carom_hull_destroy()
///
/// Fails for a file that cannot be read (CAROM_ERROR_FILE), and as carom_hull_open() does.
CAROM_API
CaromStatus carom_hull_open_file(const char *path,
                                 struct CaromHull **out);

/// Writes the cooked bytes into a file, wholly or not at all: beside it first, then in its place.
///
/// @param hull  the hull
/// @param path  the file, in UTF-8, ended by a zero; replaced if it is there
///
/// Fails for a file that cannot be written (CAROM_ERROR_FILE).
CAROM_API CaromStatus carom_hull_save_file(const struct CaromHull *hull, const char *path);

/// Frees a hull. No call may be using it, and none may use it afterwards.
///
/// @param hull  the hull, or NULL
CAROM_API void carom_hull_destroy(struct CaromHull *hull);

/// Says what is known about a hull.
///
/// @param hull   the hull
/// @param stats  written; its struct_size must be set
CAROM_API CaromStatus carom_hull_stats(const struct CaromHull *hull, struct CaromHullStats *stats);

/// Copies the vertices of a hull out, in the order of their coordinates.
///
/// @param hull      the hull
/// @param vertices  receives them
/// @param capacity  entries of vertices; CaromHullStats has their number, 255 at most
/// @param written   receives how many were written
/// @param total     receives how many there are
///
/// Returns CAROM_BUFFER_TOO_SMALL if not all fit.
CAROM_API
CaromStatus carom_hull_vertices(const struct CaromHull *hull,
                                struct CaromVec3 *vertices,
                                size_t capacity,
                                size_t *written,
                                size_t *total);

/// Copies the faces of a hull out, as polygons: offsets[i] is where face i begins among corners, and the last
/// of face_count + 1 offsets where the last one ends. Corners are numbers of vertices, counter-clockwise seen
/// from outside.
///
/// @param hull      the hull
/// @param offsets   receives face_count + 1 entries, as CaromHullStats has it; NULL if not wanted
/// @param corners   receives the corners of all faces
/// @param capacity  entries of corners; twice the number of edges is enough
/// @param written   receives how many were written
/// @param total     receives how many there are
///
/// Returns CAROM_BUFFER_TOO_SMALL if not all fit.
CAROM_API
CaromStatus carom_hull_faces(const struct CaromHull *hull,
                             uint64_t *offsets,
                             uint32_t *corners,
                             size_t capacity,
                             size_t *written,
                             size_t *total);

/// A convex hull in a pose. It is where the pose's numbers take it in real numbers: a vertex v is at exactly
/// R v + t, and nothing is rounded.
typedef struct CaromHullPose {
    /// The hull; not NULL.
    const struct CaromHull *hull;
    /// Its pose.
    struct CaromPose pose;
} CaromHullPose;

/// Tells whether each posed hull, which is solid, touches the surface. Touching counts, and is exact.
///
/// @param mesh      the mesh
/// @param hulls     count of them; poses are refused as CaromPose says, hulls take the mesh's place there
/// @param count     how many
/// @param filter    which triangles are seen; NULL for all
/// @param overlaps  count entries, written: 1 for yes, 0 for no
CAROM_API
CaromStatus carom_mesh_overlap_hull(const struct CaromMesh *mesh,
                                    const struct CaromHullPose *hulls,
                                    size_t count,
                                    const struct CaromFilter *filter,
                                    uint8_t *overlaps);

/// Lists the triangles that touch each posed hull, each once and sorted by index: those for which
/// carom_mesh_overlap_hull() gives 1 on their own. The hull of the eight corners of a view frustum lists what
/// may be seen.
///
/// @param mesh       the mesh
/// @param hulls      count of them
/// @param count      how many
/// @param filter     which triangles are seen; NULL for all
/// @param offsets    where each list begins, and where the last one ends; NULL if not wanted
/// @param triangles  all lists
/// @param capacity   entries of triangles
/// @param written    receives how many were written
/// @param total      receives how many there are
CAROM_API
CaromStatus carom_mesh_overlap_hull_all(const struct CaromMesh *mesh,
                                        const struct CaromHullPose *hulls,
                                        size_t count,
                                        const struct CaromFilter *filter,
                                        uint64_t *offsets,
                                        uint32_t *triangles,
                                        size_t capacity,
                                        size_t *written,
                                        size_t *total);

/// Lists the contacts of each posed hull with the surface, the deepest first. No inner edge of a flat or concave
/// surface makes a contact, and whatever touches, which is decided exactly, has one.
///
/// Of a triangle that the hull touches, the normals count that separate the two: those of the face, those
/// against the hull's faces, and those of an edge of each that belong to a face of their Minkowski difference.
/// The one with the least way is taken of those along which no triangle that passes the filter is farther yet,
/// which shares all of what is farthest of this one, or one corner of that which is in the hull, by equal
/// coordinates: decided exactly. The face's own always is one of these, and is taken unless another way is less
/// by more than 2^-32 of it. A contact is left to a triangle that shares a corner and is less than a quarter as
/// deep, as for carom_mesh_contacts_box(). The front is where the normal leads. With CAROM_CONTACT_EDGES_ALL,
/// nothing but the triangle counts. Of a triangle that is no farther than max_distance, the normal of the
/// closest points counts.
///
/// The points are the corners of the triangle cut off by the hull, each with its own depth: the way along the
/// normal to the face of the hull that opposes it most, but no more than moves the whole hull beyond the point. The
/// hull's lowest vertex, where it has come through the triangle, is one if it overhangs and is deeper than these. The
/// part of the shape is that face's number; 0 for a segment or a point. Manifolds and lists are those of
/// carom_mesh_contacts_sphere(); max_points keeps up to four of each manifold.
///
/// @param mesh      the mesh
/// @param hulls     count of them
/// @param count     how many
/// @param filter    which triangles and sides are seen; NULL for all
/// @param options   NULL for the defaults
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param contacts  all lists
/// @param capacity  entries of contacts
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_mesh_contacts_hull(const struct CaromMesh *mesh,
                                     const struct CaromHullPose *hulls,
                                     size_t count,
                                     const struct CaromFilter *filter,
                                     const struct CaromContactOptions *options,
                                     uint64_t *offsets,
                                     struct CaromContact *contacts,
                                     size_t capacity,
                                     size_t *written,
                                     size_t *total);

/// A convex hull that moves along a straight line without turning, from t = 0 to t = 1.
typedef struct CaromHullCast {
    /// The hull and its pose at t = 0.
    struct CaromHullPose shape;
    /// From there to where it is at t = 1; finite; may be zero.
    struct CaromVec3 displacement;
    /// Zero.
    uint32_t reserved;
} CaromHullCast;

/// Finds the first contact of each moving hull with the surface, by the rules of carom_mesh_cast_box(). Whether it
/// touches at the start is exact: as carom_mesh_overlap_hull() says.
///
/// @param mesh    the mesh
/// @param casts   count of them; poses are refused as CaromPose says, hulls take the mesh's place there
/// @param count   how many
/// @param filter  which triangles are seen; NULL for all
/// @param edges   CAROM_CONTACT_EDGES_...
/// @param hits    count entries, written
CAROM_API
CaromStatus carom_mesh_cast_hull(const struct CaromMesh *mesh,
                                 const struct CaromHullCast *casts,
                                 size_t count,
                                 const struct CaromFilter *filter,
                                 uint32_t edges,
                                 struct CaromShapeHit *hits);

/// Lists the contact of each moving hull with every triangle that it meets on its way, as
/// carom_mesh_cast_sphere_all() does.
///
/// @param mesh      the mesh
/// @param casts     count of them
/// @param count     how many
/// @param filter    which triangles are seen; NULL for all
/// @param edges     CAROM_CONTACT_EDGES_...
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param hits      all lists
/// @param capacity  entries of hits
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_mesh_cast_hull_all(const struct CaromMesh *mesh,
                                     const struct CaromHullCast *casts,
                                     size_t count,
                                     const struct CaromFilter *filter,
                                     uint32_t edges,
                                     uint64_t *offsets,
                                     struct CaromShapeHit *hits,
                                     size_t capacity,
                                     size_t *written,
                                     size_t *total);

// ---------------------------------------------------------------------------------------------------------
// Meshes: published structures, for comparison
// ---------------------------------------------------------------------------------------------------------

/// Layout: a binary tree of 21 bytes a node without leaves, over an indexed mesh in the caller's order. The
/// published experiment, for comparison: a closed mesh takes about 39 bytes a triangle, and queries are
/// slower than with CAROM_LAYOUT_WIDE. Needs no CAROM_BUILD_TRIANGLE_TABLE and keeps none; refuses
/// CAROM_BUILD_COOKED_ORDER.
#define CAROM_LAYOUT_DELTA 2

/// Split rule: by the surface area heuristic.
#define CAROM_SPLIT_SURFACE_AREA 0

/// Split rule: along the longest axis, where both halves' boxes are of similar length. The published rule of
/// CAROM_LAYOUT_COMPACT, for comparison only.
#define CAROM_SPLIT_MEDIAN 1

// ---------------------------------------------------------------------------------------------------------
// BSP trees of solids: building, saving, opening
// ---------------------------------------------------------------------------------------------------------

/// Input of a BSP tree: convex brushes, each given by planes.
#define CAROM_BSP_INPUT_BRUSHES 0

/// Input of a BSP tree: the closed surface of a solid, given by triangles or convex polygons.
#define CAROM_BSP_INPUT_SURFACE 1

/// BSP build flag: accept a surface that leaks, which is an error otherwise: it has a hole or intersects
/// itself. The report says where. Queries on such a surface measure distances to its triangles, and let the
/// tree's cells decide whether a point is inside. So a sphere in a hole touches nothing until its centre is
/// in a solid cell. CAROM_BSP_THRESHOLD uses the cells alone.
#define CAROM_BSP_IGNORE_LEAKS 1

/// The input of a BSP tree, and the options of building it. Fill it with carom_bsp_desc_init(), then set the
/// input and its arrays: the counts that belong to the other input must be zero.
typedef struct CaromBspDesc {
    /// sizeof(CaromBspDesc)
    uint32_t struct_size;
    /// CAROM_BSP_INPUT_...
    uint32_t input;
    /// Brushes: the planes of one brush after the other, four f32 each; aligned to 4. x, y, z, d stand for
    /// the points p with dot((x, y, z), p) <= d, so that normals look out of the solid. Finite; normals of
    /// any length from 1e-18 on. Brushes may overlap and touch; the solid is all of them together.
    const float *planes;
    /// Brushes: how many planes each brush has, 1 to 1024. They add up to plane_count, and bound the brush.
    const uint32_t *plane_counts;
    /// Surface: three f32 a vertex, each finite, in your units; aligned to 4.
    const float *positions;
    /// Surface: the corners of one polygon after the other, counter-clockwise seen from outside, 16 or 32
    /// bits each.
    const void *indices;
    /// Surface: how many corners each polygon has, at least 3. They add up to index_count. Polygons are flat
    /// and convex. NULL for triangles.
    const uint32_t *corner_counts;
    /// Attribute bits for filters, 16 a brush, or 16 for a surface as a whole; NULL for none.
    const uint16_t *attributes;
    /// Written if the build succeeds; its struct_size must be set. NULL if not wanted.
    struct CaromBspReport *report;
    /// Brushes: how many planes.
    uint32_t plane_count;
    /// Brushes: bytes from one plane to the next, a multiple of 4; 0 means 16.
    uint32_t plane_stride;
    /// Brushes: how many brushes; none make a valid tree that is empty everywhere.
    uint32_t brush_count;
    /// Surface: how many vertices.
    uint32_t vertex_count;
    /// Surface: bytes from one vertex to the next, a multiple of 4; 0 means 12.
    uint32_t position_stride;
    /// Surface: how many indices; without corner_counts a multiple of 3. None make a tree that is empty
    /// everywhere.
    uint32_t index_count;
    /// Surface: bytes of an index, 2 or 4; 0 means 4. Anything else is an error, whatever the input.
    uint32_t index_size;
    /// Surface: how many corner_counts; 0 for triangles.
    uint32_t polygon_count;
    /// CAROM_BSP_IGNORE_LEAKS and CAROM_BSP_INVERSE, or 0. CAROM_BSP_INVERSE is for surfaces.
    uint32_t flags;
    /// Published, for comparison only: the number of bevel planes that each convex edge of the solid gets, 16
    /// at most. They reduce the false positives of CAROM_BSP_THRESHOLD but never remove them all, and
    /// multiply the nodes. CAROM_BSP_EXACT needs none.
    uint32_t bevels;
    /// Tolerance for coplanar faces, in your units: a face is snapped to an existing plane if all its corners
    /// are within this distance of it. Brushes and polygons thinner than about twice the tolerance are left
    /// out. 0 chooses a few rounding errors of f32: s * 2^-21 for brushes and s * 2^-23 for surfaces, where s
    /// is half the longest side of the bounds or, for brushes, the largest coordinate, if that is larger.
    float snap_distance;
    /// Tolerance for the normals of coplanar faces: by how much each component of the two unit normals may
    /// differ, 0.01 at most. 0 chooses 0.00001.
    float snap_normal;
    /// Called with the progress; NULL if not wanted.
    CaromProgress progress;
    /// Passed to progress.
    void *progress_context;
    /// Number of threads that build what can be built in parallel, which is the mesh of a surface, 1024 at
    /// most; 0 means one a core. The result does not depend on it.
    uint32_t thread_count;
    /// Zero.
    uint32_t reserved;
} CaromBspDesc;

/// No leak.
#define CAROM_BSP_LEAK_NONE 0

/// A leak: part of the outside is empty and part of it solid, as around a surface with a hole.
#define CAROM_BSP_LEAK_OUTSIDE 1

/// A leak: an open edge, which only one face has, or a face with solid in front or empty space behind, as
/// where a surface intersects itself.
#define CAROM_BSP_LEAK_SURFACE 2

/// The findings of building a BSP tree. Only a leak is an error, unless CAROM_BSP_IGNORE_LEAKS is set.
typedef struct CaromBspReport {
    /// sizeof(CaromBspReport), set by the caller.
    uint32_t struct_size;
    /// Brushes without volume, which were left out. The others keep their numbers.
    uint32_t skipped_brushes;
    /// The first of them, or CAROM_NONE.
    uint32_t first_skipped;
    /// Polygons without area, which were left out.
    uint32_t degenerate_faces;
    /// Faces that the tree was built on.
    uint64_t faces;
    /// Distinct planes of these faces, after snapping.
    uint64_t planes;
    /// Number of splits of brushes and faces.
    uint64_t splits;
    /// The largest distance of a face's corner from the plane that the face was snapped to, on either side,
    /// in your units: by how much faces were moved.
    double deviation;
    /// The size of the leak, relative: leaking area over checked area. CAROM_BSP_LEAK_SURFACE checks all
    /// faces, CAROM_BSP_LEAK_OUTSIDE a box around them. If only open edges were found, their length over that
    /// of all edges. 0 without a leak.
    double leak_fraction;
    /// The middle of the largest leaking area; zero without a leak.
    struct CaromVec3 leak_position;
    /// CAROM_BSP_LEAK_...
    uint32_t leak;
    /// Brushes: in how many leaves the audit of the finished tree found a fragment of a brush missing that is
    /// thicker than the slack, and added it. 0, unless the builder has a defect.
    uint64_t repaired_leaves;
} CaromBspReport;

/// The figures of a cooked BSP tree.
typedef struct CaromBspStats {
    /// sizeof(CaromBspStats), set by the caller.
    uint32_t struct_size;
    /// CAROM_BSP_INVERSE if the inverse tree is stored; CAROM_BSP_IGNORE_LEAKS if the surface leaks.
    uint32_t flags;
    /// Number of brushes that the input had, those without volume included; 1 for a surface.
    uint32_t brush_count;
    /// Number of faces of brushes that are stored, or triangles of a surface.
    uint32_t face_count;
    /// Number of records of 8 bytes in the tree.
    uint32_t node_count;
    /// Number of planes.
    uint32_t plane_count;
    /// Number of nodes on the longest path from the root.
    uint32_t depth;
    /// The tolerance of the tree's cells, in your units: how far they may be from the solids that they
    /// represent. CAROM_BSP_THRESHOLD pads the radius by it, and by the rounding of the query itself.
    float slack;
    /// All attribute bits that any brush has.
    uint32_t attributes_any;
    /// The attribute bits that all brushes have; all 16 if there are none.
    uint32_t attributes_all;
    /// The box around all faces; zero if there are none.
    struct CaromAabb bounds;
    /// Bytes of nodes.
    uint64_t bytes_nodes;
    /// Bytes of the plane table.
    uint64_t bytes_planes;
    /// Bytes of the solids: faces, attributes and lists of brushes; positions, triangles and lists of a
    /// surface.
    uint64_t bytes_solids;
    /// Bytes of header, section table and alignment.
    uint64_t bytes_frame;
    /// All of it: the size of the blob.
    uint64_t bytes_total;
} CaromBspStats;

/// A cooked BSP tree of solids. Immutable: queries take it const and may run on all threads at once.
typedef struct CaromBsp CaromBsp;

/// Fills a descriptor with the defaults: no brushes, everything else zero. carom_bsp_desc_init() passes the
/// caller's sizeof, so that a library with a larger CaromBspDesc writes no more than the caller has.
///
/// @param desc         written, as many bytes as struct_size says, and its struct_size set to that
/// @param struct_size  sizeof(CaromBspDesc) as the caller knows it
///
/// CAROM_ERROR_STRUCT_SIZE for a size that no version of the struct has; nothing is written then.
CAROM_API CaromStatus carom_bsp_desc_init_sized(struct CaromBspDesc *desc, size_t struct_size);

/// Fills a descriptor with the defaults: no brushes, everything else zero. Bindings, which cannot call an
/// inline function, call carom_bsp_desc_init_sized().
///
/// @param desc  written
static inline CaromStatus carom_bsp_desc_init(struct CaromBspDesc *desc) {
    return carom_bsp_desc_init_sized(desc, sizeof(struct CaromBspDesc));
}

/// Builds a BSP tree. The arrays may be freed afterwards. Brushes without volume and polygons without area
/// are left out and counted, and so are those thinner than about twice snap_distance: by default, in a world
/// of 10000 metres, a wall of a millimetre. A surface that faces inwards is solid on the outside. A surface
/// may consist of several solids, which may touch. Many overlapping brushes with different attributes make
/// many nodes.
///
/// @param desc  what to build from and how
/// @param out   receives the tree; destroy it with carom_bsp_destroy()
///
/// Fails for a number that is not finite, an index that no vertex has, a plane without a direction, counts
/// that do not add up, an unknown enumerator, an option out of its range, a brush that its planes do not
/// bound, a polygon that is not flat or not convex, a surface with an open edge or that intersects itself
/// (the message says where; see CAROM_BSP_IGNORE_LEAKS), a tree with a path of more than 1024 planes
/// (CAROM_ERROR_TOO_LARGE), lack of memory. Lack of memory ends the process only while threads are started,
/// for the mesh of a large surface or of any with a progress callback.
CAROM_API CaromStatus carom_bsp_build(const struct CaromBspDesc *desc, struct CaromBsp **out);

/// Copies the cooked bytes out, to be stored and opened again on any platform.
///
/// @param bsp       the tree
/// @param buffer    receives the bytes, if they fit; NULL to ask for the size
/// @param capacity  bytes of buffer
/// @param size      receives the number of bytes, also if they do not fit
///
/// Returns CAROM_BUFFER_TOO_SMALL if they do not fit; buffer is then untouched.
CAROM_API CaromStatus carom_bsp_save(const struct CaromBsp *bsp, void *buffer, size_t capacity, size_t *size);

/// Opens cooked bytes. Everything that safety depends on is checked: a damaged or hostile blob is an error
/// and never more, and so is the blob of a mesh.
///
/// @param blob   the bytes that carom_bsp_save() wrote; NULL only if they are none, which are no blob
/// @param size   how many
/// @param flags  CAROM_OPEN_COPY or CAROM_OPEN_BORROW
/// @param out    receives the tree; destroy it with carom_bsp_destroy()
CAROM_API CaromStatus carom_bsp_open(const void *blob, size_t size, uint32_t flags, struct CaromBsp **out);

/// Opens a file of cooked bytes in place: it is mapped, and only what is asked for stays in memory. Checked as by
/// carom_bsp_open(). The file must not be changed while the handle lives; it may be removed, where the system lets that be.
///
/// @param path  the file, in UTF-8, ended by a zero
/// @param out   receives the tree; destroy it with carom_bsp_destroy()
///
/// Fails for a file that cannot be read (CAROM_ERROR_FILE), and as carom_bsp_open() does.
CAROM_API
CaromStatus carom_bsp_open_file(const char *path,
                                struct CaromBsp **out);

/// Writes the cooked bytes into a file, wholly or not at all: beside it first, then in its place.
///
/// @param bsp   the tree
/// @param path  the file, in UTF-8, ended by a zero; replaced if it is there
///
/// Fails for a file that cannot be written (CAROM_ERROR_FILE).
CAROM_API CaromStatus carom_bsp_save_file(const struct CaromBsp *bsp, const char *path);

/// Frees a BSP tree. No call may be using it, and none may use it afterwards.
///
/// @param bsp  the tree, or NULL
CAROM_API void carom_bsp_destroy(struct CaromBsp *bsp);

/// Says what is known about a BSP tree.
///
/// @param bsp    the tree
/// @param stats  written; its struct_size must be set
CAROM_API CaromStatus carom_bsp_stats(const struct CaromBsp *bsp, struct CaromBspStats *stats);

// ---------------------------------------------------------------------------------------------------------
// BSP trees of solids: queries
// ---------------------------------------------------------------------------------------------------------

/// Mode of carom_bsp_overlap_sphere(): as published, the centre's distances from planes are compared with the
/// radius. No false negatives, but false positives at mitres: spheres that pass a convex edge of angle a at
/// less than radius * (1 / sin(a / 2) - 1), a cube's corner at less than 0.732 radii, and others where the
/// plane of a far face cuts a solid at a shallow angle. Which of them are reported depends on the tree.
#define CAROM_BSP_THRESHOLD 0

/// Mode of carom_bsp_overlap_sphere(): exact. Edges and corners are rounded, and there are no false
/// positives.
#define CAROM_BSP_EXACT 1

/// The content of a point.
typedef struct CaromBspContent {
    /// A brush that contains the point, 0 for a surface, or CAROM_NONE. Where several brushes with the same
    /// attribute bits overlap, the tree stores one of them; of those that it stores, the lowest.
    uint32_t brush;
    /// Its attribute bits, in the lower 16; 0 where there is none.
    uint32_t attributes;
#ifdef __cplusplus
    /// True if it is no miss.
    explicit operator bool() const { return brush != CAROM_NONE; }
#endif
} CaromBspContent;

/// The contact of a sphere with the solid.
typedef struct CaromBspContact {
    /// The point of the solid's surface that is nearest to the centre, which may be of another brush than the
    /// one that the centre is inside of; zero for a miss.
    struct CaromVec3 point;
    /// Penetration depth: how far the sphere must move along the normal until it only touches. The radius
    /// less the distance of the centre from the surface or, if the centre is inside, plus that distance. 0
    /// for a miss; infinite where nothing is empty.
    float depth;
    /// Unit vector out of the solid: from the point to the centre, or from the centre to the point if the
    /// centre is inside. Zero for a miss, or where nothing is empty.
    struct CaromVec3 normal;
    /// The brush that is touched, 0 for a surface, or CAROM_NONE. With the centre inside, a brush that
    /// contains it.
    uint32_t brush;
#ifdef __cplusplus
    /// True if it is no miss.
    explicit operator bool() const { return brush != CAROM_NONE; }
#endif
} CaromBspContact;

/// The first contact of a moving sphere or of a ray with the solid.
typedef struct CaromBspCastHit {
    /// Time of first contact in 0..1, 0 if the sphere touches at the start; for a ray, its parameter.
    /// Infinite for a miss.
    float t;
    /// The point of the solid's surface that is touched; zero for a miss.
    struct CaromVec3 point;
    /// Unit vector out of the solid at that point, towards the sphere's centre at t, or of a face there where
    /// the two are one, as for a ray; at the start, that of carom_bsp_collide_sphere(). Zero for a miss, or
    /// where nothing is empty.
    struct CaromVec3 normal;
    /// The brush that is touched, 0 for a surface, or CAROM_NONE.
    uint32_t brush;
#ifdef __cplusplus
    /// True if it is no miss.
    explicit operator bool() const { return brush != CAROM_NONE; }
#endif
} CaromBspCastHit;

/// Tells whether each sphere touches the solid. Touching counts, and a centre inside the solid touches.
///
/// @param bsp       the tree
/// @param spheres   count of them
/// @param count     how many
/// @param mode      CAROM_BSP_THRESHOLD or CAROM_BSP_EXACT
/// @param filter    which brushes are seen; NULL for all
/// @param overlaps  count entries, written: 1 for yes, 0 for no
CAROM_API
CaromStatus carom_bsp_overlap_sphere(const struct CaromBsp *bsp,
                                     const struct CaromSphere *spheres,
                                     size_t count,
                                     uint32_t mode,
                                     const struct CaromFilter *filter,
                                     uint8_t *overlaps);

/// Finds the brush that contains each point; the surface belongs to the solid.
///
/// @param bsp       the tree
/// @param points    count of them, finite
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param contents  count entries, written
CAROM_API
CaromStatus carom_bsp_contains_point(const struct CaromBsp *bsp,
                                     const struct CaromVec3 *points,
                                     size_t count,
                                     const struct CaromFilter *filter,
                                     struct CaromBspContent *contents);

/// Finds the contact of each sphere with the solid: the nearest point of its surface. If the centre is
/// inside, that is the shortest translation of the centre out of the union of all brushes that the filter
/// accepts. Exact: edges and corners are rounded. Which of equally near points is unspecified.
///
/// A gap between parallel faces of brushes that is wider than CaromBspStats.slack and twice
/// CaromBspReport.deviation, by which the builder may have moved each face, always counts; one that is left
/// no wider than the slack is none. A translation into a gap narrower than the sphere does not count if
/// another one, longer by the sphere's diameter at most, leads to where there is room.
///
/// @param bsp       the tree
/// @param spheres   count of them
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param contacts  count entries, written
CAROM_API
CaromStatus carom_bsp_collide_sphere(const struct CaromBsp *bsp,
                                     const struct CaromSphere *spheres,
                                     size_t count,
                                     const struct CaromFilter *filter,
                                     struct CaromBspContact *contacts);

/// Finds the first contact of each moving sphere with the solid, exact at edges and corners. Contact at
/// exactly t = 1 counts. Radius 0 casts a segment. Among equally early contacts, the lowest brush wins of
/// those that the tree stores.
///
/// Contact at the start: let n be the unit vector to the sphere's centre from the nearest point of a brush
/// (of a triangle, if the input is a surface) that the sphere touches or overlaps at t = 0; with the centre
/// inside, n is the normal of carom_bsp_collide_sphere(). If dot(n, displacement) < 0, the sphere moves into
/// the brush, and the hit has t = 0, that point and that normal. Otherwise it slides along the brush or
/// leaves it, and never hits it.
///
/// Where brushes with the same attributes overlap, the tree stores one of them, by their order; so that order
/// decides whether a face that is buried in another brush stops a sphere that touches both at the start.
/// Brushes that only touch do not have this.
///
/// So a character may move to t, remove the part of its motion against the normal and cast again: it does not
/// stick, and needs no skin width.
///
/// Two tolerances make up for rounding. Motion counts as sliding if it brings the sphere nearer than touching
/// by at most 2^-21 of the largest number in the cast, or if it leads in by at most 2^-21 of its own length.
/// For a sphere that starts apart, by however little, there is no tolerance: it hits what comes exactly as
/// near as its radius.
///
/// A displacement of zero makes the cast an overlap test: t = 0 with the contact of
/// carom_bsp_collide_sphere(), or a miss.
///
/// @param bsp     the tree
/// @param casts   count of them
/// @param count   how many
/// @param filter  which brushes are seen; NULL for all
/// @param hits    count entries, written
CAROM_API
CaromStatus carom_bsp_cast_sphere(const struct CaromBsp *bsp,
                                  const struct CaromSphereCast *casts,
                                  size_t count,
                                  const struct CaromFilter *filter,
                                  struct CaromBspCastHit *hits);

/// Finds where each ray is first inside the solid within its range. A ray that is inside at t_min hits there,
/// with the contact of carom_bsp_collide_sphere() for radius 0; otherwise the normal is that of the face
/// through which it enters.
///
/// @param bsp     the tree
/// @param rays    count of them; t_min must be finite
/// @param count   how many
/// @param filter  which brushes are seen, whichever side they are hit from; NULL for all
/// @param hits    count entries, written
CAROM_API
CaromStatus carom_bsp_raycast(const struct CaromBsp *bsp,
                              const struct CaromRay *rays,
                              size_t count,
                              const struct CaromFilter *filter,
                              struct CaromBspCastHit *hits);

/// Hands out boxes around what a solid is made of, those at some depths, for drawing and measuring. A BSP tree
/// divides space by planes and has no boxes; these are the ones of the other tree that is stored with it. Of
/// brushes, it is a tree with four children a box whose leaves are the boxes of single brushes, by which
/// capsules and boxes find them; brushes without volume have none. Of a surface, it is the tree of its
/// triangles, with boxes as carom_mesh_boxes() hands them out. A blob without boxes of brushes gives one around
/// all of them. Depth first: a box comes right before those below it. The box around all is at depth 0. There
/// are none if there is no brush with a volume, and no triangle.
///
/// @param bsp        the tree
/// @param min_depth  the first depth, 0 for the root
/// @param max_depth  the last depth, no less; UINT32_MAX for all
/// @param boxes      the list
/// @param capacity   entries of boxes
/// @param written    receives how many were written
/// @param total      receives how many there are
CAROM_API
CaromStatus carom_bsp_boxes(const struct CaromBsp *bsp,
                            uint32_t min_depth,
                            uint32_t max_depth,
                            struct CaromTreeBox *boxes,
                            size_t capacity,
                            size_t *written,
                            size_t *total);

// ---------------------------------------------------------------------------------------------------------
// BSP trees of solids: capsules, boxes, contacts
// ---------------------------------------------------------------------------------------------------------

/// Tells whether each capsule touches a brush. Touching counts, within the rounding of doubles. A capsule of no
/// length has the answer of carom_bsp_overlap_sphere() with CAROM_BSP_EXACT. The tree must be of brushes: the
/// triangles of a surface are asked as a mesh.
///
/// @param bsp       the tree, of brushes
/// @param capsules  count of them
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param overlaps  count entries, written: 1 for yes, 0 for no
CAROM_API
CaromStatus carom_bsp_overlap_capsule(const struct CaromBsp *bsp,
                                      const struct CaromCapsule *capsules,
                                      size_t count,
                                      const struct CaromFilter *filter,
                                      uint8_t *overlaps);

/// Tells whether each oriented box, which is solid, touches a brush, as carom_bsp_overlap_capsule() does.
///
/// @param bsp       the tree, of brushes
/// @param boxes     count of them
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param overlaps  count entries, written: 1 for yes, 0 for no
CAROM_API
CaromStatus carom_bsp_overlap_box(const struct CaromBsp *bsp,
                                  const struct CaromBox *boxes,
                                  size_t count,
                                  const struct CaromFilter *filter,
                                  uint8_t *overlaps);

/// Lists the brushes that touch each capsule, each once and sorted, those that others bury included: those for
/// which carom_bsp_overlap_capsule() gives 1 on their own.
///
/// @param bsp       the tree, of brushes
/// @param capsules  count of them
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param brushes   all lists
/// @param capacity  entries of brushes
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_bsp_overlap_capsule_all(const struct CaromBsp *bsp,
                                          const struct CaromCapsule *capsules,
                                          size_t count,
                                          const struct CaromFilter *filter,
                                          uint64_t *offsets,
                                          uint32_t *brushes,
                                          size_t capacity,
                                          size_t *written,
                                          size_t *total);

/// Lists the brushes that touch each oriented box, as carom_bsp_overlap_capsule_all() does.
///
/// @param bsp       the tree, of brushes
/// @param boxes     count of them
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param brushes   all lists
/// @param capacity  entries of brushes
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_bsp_overlap_box_all(const struct CaromBsp *bsp,
                                      const struct CaromBox *boxes,
                                      size_t count,
                                      const struct CaromFilter *filter,
                                      uint64_t *offsets,
                                      uint32_t *brushes,
                                      size_t capacity,
                                      size_t *written,
                                      size_t *total);

/// Lists the contacts of each sphere with the brushes, the deepest first, as carom_mesh_contacts_sphere() does with
/// triangles: the same program can ask both. The brush is in `triangle`. A brush is a convex solid: outside of it
/// the normal leads from its closest point to the center, inside it is that of the least way out.
///
/// A normal counts at a point that is farthest along it, if no other brush that has the point, too, and that
/// passes the filter, reaches farther along the normal; that of a face also if it is free right beside the
/// point. So what touches or buries a face, an edge or a corner of another brush takes its contact, and brushes
/// side by side are one floor. A way out that is longer than the shape is wide counts only if it is the least,
/// or if there is no other contact. Whatever touches has one. Brushes touch if they are no farther apart than
/// twice CaromBspStats.slack and 2^-22 of the coordinates. CAROM_CONTACT_EDGES_ALL takes each brush by itself.
///
/// feature has CAROM_FEATURE_FACE, CAROM_FEATURE_EDGE_AB for any edge, or CAROM_FEATURE_VERTEX_A for any corner in
/// bits 0 to 7; the part of the shape in bits 8 to 15; the number of the brush's face, or of one at the edge or
/// corner, in bits 16 and up. Manifolds, options and lists are those of carom_mesh_contacts_sphere().
///
/// @param bsp       the tree, of brushes
/// @param spheres   count of them
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param options   NULL for the defaults
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param contacts  all lists
/// @param capacity  entries of contacts
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_bsp_contacts_sphere(const struct CaromBsp *bsp,
                                      const struct CaromSphere *spheres,
                                      size_t count,
                                      const struct CaromFilter *filter,
                                      const struct CaromContactOptions *options,
                                      uint64_t *offsets,
                                      struct CaromContact *contacts,
                                      size_t capacity,
                                      size_t *written,
                                      size_t *total);

/// Lists the contacts of each capsule with the brushes, by the rules of carom_bsp_contacts_sphere(). Over a face, or
/// along an edge that is parallel, there are up to two points, each with its own depth. Where the segment is inside
/// of a brush, the least way out is that of a face, or of an edge and the segment. The part of the shape is 0 and 1
/// for its ends, and 2 for what lies between.
///
/// @param bsp       the tree, of brushes
/// @param capsules  count of them
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param options   NULL for the defaults
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param contacts  all lists
/// @param capacity  entries of contacts
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_bsp_contacts_capsule(const struct CaromBsp *bsp,
                                       const struct CaromCapsule *capsules,
                                       size_t count,
                                       const struct CaromFilter *filter,
                                       const struct CaromContactOptions *options,
                                       uint64_t *offsets,
                                       struct CaromContact *contacts,
                                       size_t capacity,
                                       size_t *written,
                                       size_t *total);

/// Lists the contacts of each box with the brushes, by the rules of carom_bsp_contacts_sphere(). The points are the
/// corners of what a face of the brush and the box's face that opposes the normal have in common, seen along the
/// normal: up to 24, the deepest, each with its own depth. Two edges have one point, or two if they are parallel.
/// The part of the shape is its face: 0 and 1 for -x and +x, 2 and 3 for y, 4 and 5 for z.
///
/// @param bsp       the tree, of brushes
/// @param boxes     count of them
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param options   NULL for the defaults
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param contacts  all lists
/// @param capacity  entries of contacts
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_bsp_contacts_box(const struct CaromBsp *bsp,
                                   const struct CaromBoxAxes *boxes,
                                   size_t count,
                                   const struct CaromFilter *filter,
                                   const struct CaromContactOptions *options,
                                   uint64_t *offsets,
                                   struct CaromContact *contacts,
                                   size_t capacity,
                                   size_t *written,
                                   size_t *total);

/// Finds the first contact of each moving capsule with a brush, by the rules of carom_mesh_cast_capsule(), so that
/// the same program can ask both: t is never late, and what touches at the start stops the capsule only if it moves
/// in. The brush is in `triangle`. Among equally early contacts the lowest brush wins; of those at the start the
/// deepest.
///
/// A capsule that touches anything at the start is not stopped, then or later, where another brush has the point and
/// reaches farther along the normal, unless a face of the brush that is free there is in the way as well; then the
/// normal is the face's. So what stands on brushes side by side, or a little in them, slides over them.
/// CAROM_CONTACT_EDGES_ALL takes each brush by itself.
///
/// @param bsp     the tree, of brushes
/// @param casts   count of them
/// @param count   how many
/// @param filter  which brushes are seen; NULL for all
/// @param edges   CAROM_CONTACT_EDGES_...
/// @param hits    count entries, written
CAROM_API
CaromStatus carom_bsp_cast_capsule(const struct CaromBsp *bsp,
                                   const struct CaromCapsuleCast *casts,
                                   size_t count,
                                   const struct CaromFilter *filter,
                                   uint32_t edges,
                                   struct CaromShapeHit *hits);

/// Finds the first contact of each moving box with a brush, by the rules of carom_bsp_cast_capsule().
///
/// @param bsp     the tree, of brushes
/// @param casts   count of them
/// @param count   how many
/// @param filter  which brushes are seen; NULL for all
/// @param edges   CAROM_CONTACT_EDGES_...
/// @param hits    count entries, written
CAROM_API
CaromStatus carom_bsp_cast_box(const struct CaromBsp *bsp,
                               const struct CaromBoxCast *casts,
                               size_t count,
                               const struct CaromFilter *filter,
                               uint32_t edges,
                               struct CaromShapeHit *hits);

/// Lists the contact of each moving capsule with every brush that it meets on its way, as if there were no other: by t,
/// equal ones by brush. See carom_bsp_cast_capsule().
///
/// @param bsp       the tree, of brushes
/// @param casts     count of them
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param edges     CAROM_CONTACT_EDGES_...
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param hits      all lists
/// @param capacity  entries of hits
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_bsp_cast_capsule_all(const struct CaromBsp *bsp,
                                       const struct CaromCapsuleCast *casts,
                                       size_t count,
                                       const struct CaromFilter *filter,
                                       uint32_t edges,
                                       uint64_t *offsets,
                                       struct CaromShapeHit *hits,
                                       size_t capacity,
                                       size_t *written,
                                       size_t *total);

/// Lists the contact of each moving box with every brush that it meets on its way, as if there were no other: by t,
/// equal ones by brush. See carom_bsp_cast_box().
///
/// @param bsp       the tree, of brushes
/// @param casts     count of them
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param edges     CAROM_CONTACT_EDGES_...
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param hits      all lists
/// @param capacity  entries of hits
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_bsp_cast_box_all(const struct CaromBsp *bsp,
                                   const struct CaromBoxCast *casts,
                                   size_t count,
                                   const struct CaromFilter *filter,
                                   uint32_t edges,
                                   uint64_t *offsets,
                                   struct CaromShapeHit *hits,
                                   size_t capacity,
                                   size_t *written,
                                   size_t *total);

// ---------------------------------------------------------------------------------------------------------
// BSP trees of solids: published structures, for comparison
// ---------------------------------------------------------------------------------------------------------

/// BSP build flag: store the inverse tree of a surface, the published form to the letter: all faces are
/// flipped, and spheres are checked by AND over both children, with the result negated. For reference: the
/// answers are the same.
#define CAROM_BSP_INVERSE 2

// ---------------------------------------------------------------------------------------------------------
// Signed distance fields: building, saving, opening
// ---------------------------------------------------------------------------------------------------------

/// Storage of a field: every node's value as it is, 4 bytes.
#define CAROM_SDF_DENSE 0

/// Storage of a field: blocks of 8 x 8 x 8 cells. Near the surface 16 bits a node, elsewhere the block's
/// corners.
#define CAROM_SDF_BRICKS16 1

/// Storage of a field: the same with 8 bits a node.
#define CAROM_SDF_BRICKS8 2

/// The grid of a field, the values at its nodes, and how to store them. Begin with carom_sdf_desc_init().
typedef struct CaromSdfDesc {
    /// sizeof(CaromSdfDesc).
    uint32_t struct_size;
    /// CAROM_SDF_DENSE, CAROM_SDF_BRICKS16 or CAROM_SDF_BRICKS8.
    uint32_t storage;
    /// The position of the first node.
    struct CaromVec3 origin;
    /// The distance of neighbouring nodes; at least 2^-60.
    float cell;
    /// The number of nodes along x, y and z; from 2 to 4194304 each, less than 2^32 in all.
    uint32_t dims[3];
    /// Bricks: blocks with a node nearer to the surface than this many cells are stored in full. Not
    /// negative; 0 means 4; infinity for all blocks.
    float band;
    /// Bricks: other blocks are reduced to their corners, if no node is farther from its value than this many
    /// cells. Finite, not negative; 0 means 0.5.
    float far_error;
    /// Up to where distances are known, in your units: no value is larger, and those equal to it stand for
    /// all that are. Not negative; 0 or infinity where all are known. No contact is reported from between
    /// such nodes, whatever the radius and margin.
    float max_distance;
    /// The signed distance at each node, negative inside, x fastest, then y, then z. All finite, or all
    /// positive infinity: a field without a surface, of which all is known.
    const float *values;
    /// The nearest triangle of each node, to be handed out with answers; NULL to keep none. Bricks keep those
    /// of blocks that are stored in full.
    const uint32_t *triangles;
} CaromSdfDesc;

/// Flag of a field: all values are infinite, there is no surface.
#define CAROM_SDF_INFINITE 1

/// Flag of a field: triangles are kept.
#define CAROM_SDF_TRIANGLES 2

/// The figures of a cooked field.
typedef struct CaromSdfStats {
    /// sizeof(CaromSdfStats), set by the caller.
    uint32_t struct_size;
    /// CAROM_SDF_DENSE, CAROM_SDF_BRICKS16 or CAROM_SDF_BRICKS8.
    uint32_t storage;
    /// CAROM_SDF_INFINITE, CAROM_SDF_TRIANGLES.
    uint32_t flags;
    /// The number of nodes along x, y and z.
    uint32_t dims[3];
    /// The position of the first node.
    struct CaromVec3 origin;
    /// The distance of neighbouring nodes.
    float cell;
    /// Number of blocks of 8 x 8 x 8 cells in the grid.
    uint32_t block_count;
    /// Number of blocks that are stored in full; 0 for CAROM_SDF_DENSE.
    uint32_t brick_count;
    /// The largest error of a stored node, in your units: the true maximum, rounded up. 0 for
    /// CAROM_SDF_DENSE. Contacts are reported within it.
    float error;
    /// The same of blocks that are stored in full, as all are that the surface passes.
    float near_error;
    /// The same of blocks that are reduced to their corners; 0 if there are none.
    float far_error;
    /// No two points of the trilinear interpolant of the exact values differ by more than this times their
    /// distance. Of distances whose sign changes at the surface alone (closed meshes; CAROM_SDF_SIGN_UNSIGNED
    /// and CAROM_SDF_SIGN_THICKNESS always) 1 where the surface is flat, about 1.4 over ridges, and never
    /// more than the root of 3, but for roundings. Where it changes elsewhere, as across the hole of an open
    /// mesh, neighbours that are d from the surface differ by 2 d: then as many cells as that, times the root
    /// of 3, and rays march in as much shorter steps.
    float slope;
    /// Bytes of values: of nodes, bricks and corners.
    uint64_t bytes_values;
    /// Bytes of the tables of blocks.
    uint64_t bytes_tables;
    /// Bytes of triangles.
    uint64_t bytes_triangles;
    /// Bytes of header, section table and alignment.
    uint64_t bytes_frame;
    /// All of it: the size of the blob.
    uint64_t bytes_total;
    /// Up to where distances are known; infinite where all are.
    float max_distance;
    /// Zero.
    uint32_t reserved;
} CaromSdfStats;

/// A cooked signed distance field. Immutable: queries take it const and may run on all threads at once.
typedef struct CaromSdf CaromSdf;

/// Fills a descriptor with the defaults: no nodes, everything else zero. carom_sdf_desc_init() passes the
/// caller's sizeof, so that a library with a larger CaromSdfDesc writes no more than the caller has.
///
/// @param desc         written, as many bytes as struct_size says, and its struct_size set to that
/// @param struct_size  sizeof(CaromSdfDesc) as the caller knows it
///
/// CAROM_ERROR_STRUCT_SIZE for a size that no version of the struct has; nothing is written then.
CAROM_API CaromStatus carom_sdf_desc_init_sized(struct CaromSdfDesc *desc, size_t struct_size);

/// Fills a descriptor with the defaults: no nodes, everything else zero. Bindings, which cannot call an
/// inline function, call carom_sdf_desc_init_sized().
///
/// @param desc  written
static inline CaromStatus carom_sdf_desc_init(struct CaromSdfDesc *desc) {
    return carom_sdf_desc_init_sized(desc, sizeof(struct CaromSdfDesc));
}

/// Cooks a field from values that you have. The arrays may be freed afterwards.
///
/// @param desc  the grid, its values and how to store them
/// @param out   receives the field; destroy it with carom_sdf_destroy()
///
/// Fails for a grid of fewer than two nodes along an axis, of more than 4194304, or whose cells are not
/// positive, below 2^-60 or lost in the rounding of coordinates; for a value that is not a number, that is
/// beyond 2^62 or max_distance, or of which only some are infinite (the message names the node); for an
/// option out of its range. All that is CAROM_ERROR_INVALID_ARGUMENT, but too many nodes are
/// CAROM_ERROR_TOO_LARGE, and what is not a number or must be finite CAROM_ERROR_NOT_FINITE. Fails for lack
/// of memory, too.
CAROM_API CaromStatus carom_sdf_build(const struct CaromSdfDesc *desc, struct CaromSdf **out);

/// Copies the cooked bytes out, to be stored and opened again on any platform.
///
/// @param sdf       the field
/// @param buffer    receives the bytes, if they fit; NULL to ask for the size
/// @param capacity  bytes of buffer
/// @param size      receives the number of bytes, also if they do not fit
///
/// Returns CAROM_BUFFER_TOO_SMALL if they do not fit; buffer is then untouched.
CAROM_API CaromStatus carom_sdf_save(const struct CaromSdf *sdf, void *buffer, size_t capacity, size_t *size);

/// Opens cooked bytes. Everything that safety depends on is checked: a damaged or hostile blob is an error
/// and never more, and so is the blob of a mesh.
///
/// @param blob   the bytes that carom_sdf_save() wrote; NULL only if they are none, which are no blob
/// @param size   how many
/// @param flags  CAROM_OPEN_COPY or CAROM_OPEN_BORROW
/// @param out    receives the field; destroy it with carom_sdf_destroy()
CAROM_API CaromStatus carom_sdf_open(const void *blob, size_t size, uint32_t flags, struct CaromSdf **out);

/// Opens a file of cooked bytes in place: it is mapped, and only what is asked for stays in memory. Checked as by
/// carom_sdf_open(). The file must not be changed while the handle lives; it may be removed, where the system lets that be.
///
/// @param path  the file, in UTF-8, ended by a zero
/// @param out   receives the field; destroy it with carom_sdf_destroy()
///
/// Fails for a file that cannot be read (CAROM_ERROR_FILE), and as carom_sdf_open() does.
CAROM_API
CaromStatus carom_sdf_open_file(const char *path,
                                struct CaromSdf **out);

/// Writes the cooked bytes into a file, wholly or not at all: beside it first, then in its place.
///
/// @param sdf   the field
/// @param path  the file, in UTF-8, ended by a zero; replaced if it is there
///
/// Fails for a file that cannot be written (CAROM_ERROR_FILE).
CAROM_API CaromStatus carom_sdf_save_file(const struct CaromSdf *sdf, const char *path);

/// Frees a field. No call may be using it, and none may use it afterwards.
///
/// @param sdf  the field, or NULL
CAROM_API void carom_sdf_destroy(struct CaromSdf *sdf);

/// Says what is known about a field.
///
/// @param sdf    the field
/// @param stats  written; its struct_size must be set
CAROM_API CaromStatus carom_sdf_stats(const struct CaromSdf *sdf, struct CaromSdfStats *stats);

/// Sign of a field: CAROM_SDF_SIGN_CROSSINGS where the mesh is closed, in that each edge is met in both
/// directions equally often, else CAROM_SDF_SIGN_WINDING_NUMBER. The report says which.
#define CAROM_SDF_SIGN_AUTO 0

/// Sign of a field: the winding number, from signed crossings of lines with the triangles. Exact for closed
/// meshes, also where parts cross, contain or repeat each other; on meshes with holes it is wrong behind
/// these.
#define CAROM_SDF_SIGN_CROSSINGS 1

/// Sign of a field: the generalised winding number, for meshes with holes and turned triangles.
#define CAROM_SDF_SIGN_WINDING_NUMBER 2

/// Sign of a field: the angle-weighted pseudonormal of the nearest feature. Right on closed manifold meshes
/// that do not cross themselves, and a guess elsewhere.
#define CAROM_SDF_SIGN_PSEUDONORMAL 3

/// Sign of a field: inside where a line along x crosses an odd number of triangles.
#define CAROM_SDF_SIGN_PARITY 4

/// Sign of a field: none, distances alone.
#define CAROM_SDF_SIGN_UNSIGNED 5

/// Sign of a field: distances less the thickness; what is nearer than that is inside.
#define CAROM_SDF_SIGN_THICKNESS 6

/// Inside of a field: where the winding number is positive, above one half on meshes that are not closed.
#define CAROM_SDF_INSIDE_POSITIVE 0

/// Inside of a field: where it is not 0, beyond one half on meshes that are not closed. Parts that are turned
/// inside out count as solid.
#define CAROM_SDF_INSIDE_NON_ZERO 1

/// Flag of generation: keep the nearest triangle of each node.
#define CAROM_SDF_KEEP_TRIANGLES 1

/// The findings of generation about the mesh.
typedef struct CaromSdfReport {
    /// sizeof(CaromSdfReport), set by the caller.
    uint32_t struct_size;
    /// The CAROM_SDF_SIGN_... that was used; never CAROM_SDF_SIGN_AUTO.
    uint32_t sign;
    /// Directed edges that are not met as often in the other direction. With CAROM_SDF_SIGN_AUTO and
    /// CAROM_SDF_SIGN_WINDING_NUMBER, 0 means that the mesh is closed; with any other sign they are not
    /// counted, and 0.
    uint64_t unbalanced_edges;
    /// Triangles that were added to close the mesh, for its generalised winding number.
    uint64_t cap_triangles;
    /// Number of nodes that are inside.
    uint64_t inside_count;
    /// Triangles that the field hardly shows: more than half of each, by up to 256 points of it that are
    /// within the grid, lies in cells of which no node is inside. A flat wall that is thicker than 1.1 cells
    /// has some along sharp edges at most; thinner ones may lie between nodes, in part or as a whole. All of
    /// them where a mesh is inside out. 0 for CAROM_SDF_SIGN_UNSIGNED, which has no inside.
    uint64_t thin_triangles;
} CaromSdfReport;

/// The options of generating a field from a mesh, and of storing it. Begin with
/// carom_sdf_generate_desc_init().
typedef struct CaromSdfGenerateDesc {
    /// sizeof(CaromSdfGenerateDesc).
    uint32_t struct_size;
    /// Cells along the longest side of the mesh's box, if the grid is to be laid around it; then origin, cell
    /// and dims are zero. 0 to give these instead.
    uint32_t resolution;
    /// With a resolution: how many cells more on every side.
    uint32_t padding;
    /// The position of the first node.
    struct CaromVec3 origin;
    /// The distance of neighbouring nodes; at least 2^-60.
    float cell;
    /// The number of nodes along x, y and z; from 2 to 4194304 each, less than 2^32 in all.
    uint32_t dims[3];
    /// CAROM_SDF_DENSE, CAROM_SDF_BRICKS16 or CAROM_SDF_BRICKS8.
    uint32_t storage;
    /// Bricks: as CaromSdfDesc::band, in cells; 0 means 4.
    float band;
    /// Bricks: as CaromSdfDesc::far_error, in cells; 0 means 0.5.
    float far_error;
    /// A CAROM_SDF_SIGN_...
    uint32_t sign;
    /// A CAROM_SDF_INSIDE_...
    uint32_t inside;
    /// With CAROM_SDF_SIGN_THICKNESS, in your units; not negative. Otherwise zero.
    float thickness;
    /// Only distances up to this one are found, in your units; farther nodes get it, with their sign. Finite,
    /// not negative; 0 for all distances. As CaromSdfDesc::max_distance, which is this one, less the
    /// thickness if there is one.
    float max_distance;
    /// CAROM_SDF_METHOD_BLOCKS, or a published method: CAROM_SDF_METHOD_...
    uint32_t method;
    /// CAROM_SDF_KEEP_TRIANGLES.
    uint32_t flags;
    /// Number of threads; 0 means one a core. Answers do not depend on it.
    uint32_t thread_count;
    /// Receives what was found out, its struct_size set by the caller; NULL if not wanted.
    struct CaromSdfReport *report;
    /// Called with the progress; NULL if not wanted.
    CaromProgress progress;
    /// Passed to progress.
    void *progress_context;
} CaromSdfGenerateDesc;

/// Fills a descriptor with the defaults: no grid, everything else zero. carom_sdf_generate_desc_init() passes
/// the caller's sizeof, so that a library with a larger CaromSdfGenerateDesc writes no more than the caller
/// has.
///
/// @param desc         written, as many bytes as struct_size says, and its struct_size set to that
/// @param struct_size  sizeof(CaromSdfGenerateDesc) as the caller knows it
///
/// CAROM_ERROR_STRUCT_SIZE for a size that no version of the struct has; nothing is written then.
CAROM_API
CaromStatus carom_sdf_generate_desc_init_sized(struct CaromSdfGenerateDesc *desc,
                                               size_t struct_size);

/// Fills a descriptor with the defaults: no grid, everything else zero. Bindings, which cannot call an inline
/// function, call carom_sdf_generate_desc_init_sized().
///
/// @param desc  written
static inline CaromStatus carom_sdf_generate_desc_init(struct CaromSdfGenerateDesc *desc) {
    return carom_sdf_generate_desc_init_sized(desc, sizeof(struct CaromSdfGenerateDesc));
}

/// Generates the field of a mesh: at each node of a grid the distance to the nearest triangle, exact but for
/// one rounding to float, negative inside. The mesh is not needed afterwards. The same bits for any method,
/// number of threads and instruction set; what is inside depends on the sign that is asked for.
///
/// @param mesh  the mesh, in any layout; one without triangles gives a field of infinite distances
/// @param desc  the grid, and how to generate and store
/// @param out   receives the field; destroy it with carom_sdf_destroy()
///
/// Fails for a grid that carom_sdf_build() refuses, a resolution for a mesh without size, a number out of its
/// range (CAROM_ERROR_INVALID_ARGUMENT, CAROM_ERROR_NOT_FINITE), more nodes than there is memory for
/// (CAROM_ERROR_TOO_LARGE, CAROM_ERROR_OUT_OF_MEMORY), cancellation (CAROM_ERROR_CANCELLED).
CAROM_API
CaromStatus carom_sdf_generate(const struct CaromMesh *mesh,
                               const struct CaromSdfGenerateDesc *desc,
                               struct CaromSdf **out);

// ---------------------------------------------------------------------------------------------------------
// Signed distance fields: queries
// ---------------------------------------------------------------------------------------------------------

/// Interpolation between nodes: trilinear, of eight nodes. The gradient jumps between cells.
#define CAROM_SDF_LINEAR 0

/// Interpolation between nodes: tricubic (Catmull-Rom), of 64 nodes. The gradient is continuous, and the
/// error on smooth surfaces far smaller; edges overshoot a little.
#define CAROM_SDF_CUBIC 1

/// The field at a point.
typedef struct CaromSdfSample {
    /// The distance, negative inside. Outside of the grid's box, that of the box's nearest point plus the
    /// distance to it. Infinite if the field is.
    float distance;
    /// The gradient of that interpolant: about a unit vector away from the surface. Zero if the field is
    /// infinite.
    struct CaromVec3 gradient;
} CaromSdfSample;

/// The point of a field's surface that is nearest to another.
typedef struct CaromSdfClosestPoint {
    /// On the surface, where the trilinear interpolant is zero, within 2^-14 of a cell and rounding. About
    /// where it comes nearest to zero if it never is, see error; the query point itself where the field is
    /// infinite or flat, or its distance is beyond max_distance.
    struct CaromVec3 point;
    /// The field at the query point: the signed distance. Infinite if the field is.
    float distance;
    /// Unit vector out of the solid: the gradient at the query point; zero where that is.
    struct CaromVec3 normal;
    /// The triangle that is kept for the grid's node nearest to the query point, or CAROM_NONE.
    uint32_t triangle;
    /// No point of the interpolant's surface is nearer than `point` by more than this: 1/16 of a cell, more
    /// where the surface is about as near in very many places, as from the centre of a ball. Infinite where
    /// nothing is known: the field has no surface, or the distance is beyond max_distance.
    float error;
} CaromSdfClosestPoint;

/// The contact of a shape with the solid of a field, which it touches or nearly does.
typedef struct CaromSdfContact {
    /// A point of the solid's surface, where the trilinear interpolant is zero within 2^-14 of a cell and
    /// rounding: no farther from the shape's deepest point than the field there says, or by an eighth of a
    /// cell, or else the nearest. The deepest point moved along the normal where the field has no surface.
    /// Zero for a miss.
    struct CaromVec3 point;
    /// Penetration depth: how far the shape must move along the normal until it only touches. Negative where
    /// it does not touch but is nearer than the margin, or may be because of the storage's error; minus
    /// infinity for a miss. Deeper inside than the field's max_distance, the least that it may be.
    float depth;
    /// Unit vector out of the solid; zero for a miss, and where the field is flat, as in the middle of a
    /// solid.
    struct CaromVec3 normal;
    /// The triangle that is kept for the grid's node nearest to the shape's deepest point, or CAROM_NONE.
    uint32_t triangle;
    /// The shape's deepest point: where the field is least on a triangle or a capsule's segment; a sphere's
    /// centre. Zero for a miss.
    struct CaromVec3 deepest;
#ifdef __cplusplus
    /// True if it is no miss.
    explicit operator bool() const { return depth >= -3.402823466e+38f; }
#endif
} CaromSdfContact;

/// A triangle by its corners.
typedef struct CaromSdfTriangle {
    /// First corner; finite.
    struct CaromVec3 a;
    /// Second corner; finite.
    struct CaromVec3 b;
    /// Third corner; finite.
    struct CaromVec3 c;
} CaromSdfTriangle;

/// The hit of a ray that enters the solid of a field.
typedef struct CaromSdfRayHit {
    /// The ray's parameter; infinite for a miss.
    float t;
    /// The point at that parameter; zero for a miss.
    struct CaromVec3 point;
    /// Unit vector out of the solid: the gradient there; zero for a miss, and where the field is flat.
    struct CaromVec3 normal;
    /// The triangle that is kept for the grid's node nearest to that point, or CAROM_NONE.
    uint32_t triangle;
#ifdef __cplusplus
    /// True if it is no miss.
    explicit operator bool() const { return t <= 3.402823466e+38f; }
#endif
} CaromSdfRayHit;

/// The pixels of an image in space. Pixel (x, y) is the point (origin + right * x) + down * y, in f32.
typedef struct CaromSdfSlice {
    /// The middle of the first pixel; finite.
    struct CaromVec3 origin;
    /// Pixels of a row.
    uint32_t width;
    /// From a pixel to the next of its row; finite.
    struct CaromVec3 right;
    /// Rows.
    uint32_t height;
    /// From a pixel to the one below; finite.
    struct CaromVec3 down;
    /// Zero.
    uint32_t reserved;
} CaromSdfSlice;

/// Samples a field at points anywhere. A point on a node gives exactly what is stored there. The same bits on
/// every instruction set, alone or in a batch.
///
/// @param sdf            the field
/// @param points         count of them, finite
/// @param count          how many
/// @param interpolation  CAROM_SDF_LINEAR or CAROM_SDF_CUBIC
/// @param samples        count entries, written
CAROM_API
CaromStatus carom_sdf_sample(const struct CaromSdf *sdf,
                             const struct CaromVec3 *points,
                             size_t count,
                             uint32_t interpolation,
                             struct CaromSdfSample *samples);

/// Finds the nearest point to each point of the surface, where the trilinear interpolant is zero, by branch
/// and bound: no other is nearer by more than the answer's error, 1/16 of a cell but for places that are
/// about as far from very many. The surface is as good as the field: within the storage's error and a
/// fraction of a cell. For the exact point, ask the mesh.
///
/// @param sdf     the field
/// @param points  count of them, finite
/// @param count   how many
/// @param closest count entries, written
CAROM_API
CaromStatus carom_sdf_closest_point(const struct CaromSdf *sdf,
                                    const struct CaromVec3 *points,
                                    size_t count,
                                    struct CaromSdfClosestPoint *closest);

/// Finds the contact of each point, as of a cloth's particles: where it is inside, or no farther from the
/// surface than a margin. What may be so, within the storage's error, is reported too. Outside of the grid,
/// where the distance to its box is added to the sample, what touches may be missed.
///
/// @param sdf       the field
/// @param points    count of them, finite
/// @param count     how many
/// @param margin    the distance from which on contacts are reported; finite, not negative
/// @param contacts  count entries, written
CAROM_API
CaromStatus carom_sdf_collide_point(const struct CaromSdf *sdf,
                                    const struct CaromVec3 *points,
                                    size_t count,
                                    float margin,
                                    struct CaromSdfContact *contacts);

/// Finds the contact of each sphere: where it touches the solid, or is no farther from it than a margin. What
/// may be so, within the storage's error, is reported too. Outside of the grid, a centre's distance is that
/// to the grid and on from there, which is more than the shortest: a sphere whose centre is there may touch
/// and not be reported.
///
/// @param sdf       the field
/// @param spheres   count of them
/// @param count     how many
/// @param margin    the distance from which on contacts are reported; finite, not negative
/// @param contacts  count entries, written
CAROM_API
CaromStatus carom_sdf_collide_sphere(const struct CaromSdf *sdf,
                                     const struct CaromSphere *spheres,
                                     size_t count,
                                     float margin,
                                     struct CaromSdfContact *contacts);

/// Finds the contact of each capsule at the deepest point of its segment, as carom_sdf_collide_triangle()
/// does. A segment is a capsule of radius 0.
///
/// @param sdf       the field
/// @param capsules  count of them
/// @param count     how many
/// @param margin    the distance from which on contacts are reported; finite, not negative
/// @param contacts  count entries, written
CAROM_API
CaromStatus carom_sdf_collide_capsule(const struct CaromSdf *sdf,
                                      const struct CaromCapsule *capsules,
                                      size_t count,
                                      float margin,
                                      struct CaromSdfContact *contacts);

/// Finds the contact of each triangle at its deepest point, as of a cloth between its particles. By branch
/// and bound: no point of the shape is deeper by more than 1/16 of a cell, and what is missed has no point
/// that touches by more than 2^-10 of one. Shapes over which the field is about as low in thousands of cells,
/// or that are large and outside of the grid, are searched less finely.
///
/// @param sdf        the field
/// @param triangles  count of them
/// @param count      how many
/// @param margin     the distance from which on contacts are reported; finite, not negative
/// @param contacts   count entries, written
CAROM_API
CaromStatus carom_sdf_collide_triangle(const struct CaromSdf *sdf,
                                       const struct CaromSdfTriangle *triangles,
                                       size_t count,
                                       float margin,
                                       struct CaromSdfContact *contacts);

/// Finds where the solid of another field, posed, touches a field's solid or is no farther from it than a
/// margin. A list for each pose: up to one contact for each block of 8 x 8 x 8 cells of the other field, of
/// about the deepest point of its surface there, in the order of blocks. Where no block has one, as where the
/// other field contains this one, up to one for each block of this field, of about the deepest point of its
/// surface in the other.
///
/// Both fields are what carom_sdf_sample() with CAROM_SDF_LINEAR has of them. The point of a contact lies on
/// this field's surface, and deepest on the other's: both within half a cell of it, of the smaller of both
/// fields' cells. So surfaces that are farther apart than the margin have no contact. The depth is within
/// half a cell of the value of one field at the point of the other's surface, as far as fields are distances,
/// and within a cell in the middle of a solid. The normal points out of this field's solid; it is zero where
/// all that is known is that the depth is beyond max_distance, and there point is the other's.
///
/// Solids that overlap have a contact if a point of both is deeper in this field than a sixteenth of a cell,
/// of the smaller cells. That is promised for distances, whose slope does not exceed 2, and inside of both
/// grids: beyond its grid a field has no surface. A contact of surfaces that do not overlap, but are nearer
/// than the margin, is found if it is near the deepest points of blocks.
///
/// @param sdf       the field
/// @param other     the other field, which may be the same
/// @param poses     count of them, where the other field stands relative to this one
/// @param count     how many
/// @param margin    the distance from which on contacts are reported; finite, not negative
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param contacts  all lists
/// @param capacity  entries of contacts
/// @param written   receives how many were written
/// @param total     receives how many there are
///
/// Fails for a pose that is no rotation with a positive scale, or that puts the other field's box beyond the
/// largest coordinate.
CAROM_API
CaromStatus carom_sdf_collide_field(const struct CaromSdf *sdf,
                                    const struct CaromSdf *other,
                                    const struct CaromPose *poses,
                                    size_t count,
                                    float margin,
                                    uint64_t *offsets,
                                    struct CaromSdfContact *contacts,
                                    size_t capacity,
                                    size_t *written,
                                    size_t *total);

/// Finds where each ray is first inside the solid, within its range and the grid's box. A ray that begins
/// inside hits there. Between two places outside that are a sixteenth of a cell apart, it may pass through.
///
/// @param sdf    the field
/// @param rays   count of them; t_min must be finite
/// @param count  how many
/// @param hits   count entries, written
CAROM_API
CaromStatus carom_sdf_raycast(const struct CaromSdf *sdf,
                              const struct CaromRay *rays,
                              size_t count,
                              struct CaromSdfRayHit *hits);

/// Writes the distances at the pixels of a slice, row by row, as carom_sdf_sample() with CAROM_SDF_LINEAR has
/// them.
///
/// @param sdf        the field
/// @param slice      the pixels
/// @param distances  width * height entries, written
CAROM_API
CaromStatus carom_sdf_slice(const struct CaromSdf *sdf,
                            const struct CaromSdfSlice *slice,
                            float *distances);

/// Lists the grid's nodes inside the solid, those with a negative value, x fastest, then y, then z. Every
/// storage keeps the sign of every node, so that the list does not depend on it.
///
/// @param sdf       the field
/// @param points    receives the nodes' positions
/// @param capacity  entries of points
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_sdf_inside_points(const struct CaromSdf *sdf,
                                    struct CaromVec3 *points,
                                    size_t capacity,
                                    size_t *written,
                                    size_t *total);

// ---------------------------------------------------------------------------------------------------------
// Signed distance fields: published methods, for comparison
// ---------------------------------------------------------------------------------------------------------

/// Method of generation: blocks of nodes in lanes. All methods give the same bits.
#define CAROM_SDF_METHOD_BLOCKS 0

/// Method of generation: node by node through a k-d tree, the published one.
#define CAROM_SDF_METHOD_KD_TREE 1

/// Method of generation: triangle by triangle, what the published one was measured against.
#define CAROM_SDF_METHOD_FACE_BY_FACE 2

// ---------------------------------------------------------------------------------------------------------
// Worlds of moving objects: objects and pairs
// ---------------------------------------------------------------------------------------------------------

/// Structure of a world: the fastest one in almost all cases, a packed tree over sorted objects. Every
/// structure gives the same answers.
#define CAROM_WORLD_AUTO 0

/// The options of a world. All fields but struct_size may be zero. Those that do not concern the structure
/// are checked and ignored.
typedef struct CaromWorldDesc {
    /// sizeof(CaromWorldDesc); carom_world_desc_init() sets it.
    uint32_t struct_size;
    /// CAROM_WORLD_AUTO, or a published structure: CAROM_WORLD_...
    uint32_t structure;
    /// From 1 to 255; a part of every id. Worlds with different tags refuse each other's ids, and those with
    /// the same tag and the same edits have the same ones. 0 for the next tag of a counter of the process,
    /// from 1 to 255 and again from 1.
    uint32_t tag;
    /// Number of threads, the caller's among them, that share the work of updates and lists of pairs: 0 and 1
    /// for the caller's alone. Answers never depend on it.
    uint32_t thread_count;
    /// Of published hierarchies: CAROM_HIERARCHY_...
    uint32_t build;
    /// Of published structures with cells: CAROM_PLACEMENT_...
    uint32_t placement;
    /// Of a published quadtree, the two different axes along which it halves: 0, 1, 2 for x, y, z. Both 0 for
    /// x and z.
    uint32_t axes[2];
    /// Of published grids, the width of the cells, or of the smallest ones; 0 to choose it from the objects.
    float cell_size;
    /// Of a published quadtree or octree: 1 if it halves bounds, 0 for the box of the objects.
    uint32_t has_bounds;
    /// See has_bounds. Objects may leave it.
    struct CaromAabb bounds;
} CaromWorldDesc;

/// The id of no object. The upper 32 bits of an id are the object's place, from 1, by which arrays of yours
/// can be indexed: new places are counted up, and only when none is free that a removed object had. The lower
/// bits tell apart those that have had the same place.
#define CAROM_NO_OBJECT 0

/// Shape of a volume: an axis-aligned box.
#define CAROM_VOLUME_BOX 0

/// Shape of a volume: a sphere.
#define CAROM_VOLUME_SPHERE 1

/// The volume that an object fills; closed, so that touching counts.
typedef struct CaromVolume {
    /// CAROM_VOLUME_...
    uint32_t shape;
    /// Radius of a sphere; finite, not negative. Ignored for a box.
    float radius;
    /// Smallest corner of a box, or centre of a sphere; finite.
    struct CaromVec3 min;
    /// Largest corner of a box; finite, nowhere below the smallest. Ignored for a sphere.
    struct CaromVec3 max;
} CaromVolume;

/// A filter of pairs of objects: two see each other if each has a group that the other's mask names. A group
/// or mask of 0 sees nothing.
typedef struct CaromGroupFilter {
    /// A bit for each group that it is in.
    uint32_t group;
    /// A bit for each group that it sees.
    uint32_t mask;
} CaromGroupFilter;

/// An object of a world.
typedef struct CaromWorldObject {
    /// For the caller; means nothing to the world.
    uint64_t user;
    /// The volume that it fills.
    struct CaromVolume volume;
    /// The groups that it is in, and those that it sees. Beware of zeros, which a zeroed struct has: it sees
    /// nothing.
    struct CaromGroupFilter filter;
    /// 1 if it is static, else 0: two static objects are never a pair.
    uint32_t is_static;
    /// Zero.
    uint32_t reserved;
} CaromWorldObject;

/// Makes an object in the first group, which sees all; then set volume. A zeroed one sees nothing.
///
/// @param object  written
static inline void carom_world_object_init(struct CaromWorldObject *object) {
    const struct CaromWorldObject made = {0, {0, 0, {0, 0, 0}, {0, 0, 0}}, {1, 0xffffffffu}, 0, 0};
    *object = made;
}

/// Two objects that touch.
typedef struct CaromWorldPair {
    /// The one with the lower id.
    uint64_t a;
    /// The one with the higher id.
    uint64_t b;
} CaromWorldPair;

/// A box of a world's structure, for drawing.
typedef struct CaromWorldBox {
    /// The box itself.
    struct CaromAabb bounds;
    /// 0 at the root; of several grids, which of them, the finest first.
    uint32_t depth;
    /// Number of objects that lie directly in it; 0 for an inner node.
    uint32_t objects;
} CaromWorldBox;

/// The figures of a world.
typedef struct CaromWorldStats {
    /// sizeof(CaromWorldStats); set by the caller.
    uint32_t struct_size;
    /// Levels from the root to the lowest leaf; of grids, how many there are.
    uint32_t depth;
    /// Number of objects.
    uint64_t object_count;
    /// Number of static ones among them.
    uint64_t static_count;
    /// Boxes that the structure is made of, as carom_world_boxes() hands them out.
    uint64_t node_count;
    /// Number of times that the structure, or a part of it, was built anew or sorted.
    uint64_t build_count;
    /// Number of times that it was fitted to objects that had moved.
    uint64_t refit_count;
    /// Bytes of the objects themselves.
    uint64_t bytes_objects;
    /// Bytes of objects of several volumes, beyond that.
    uint64_t bytes_compounds;
    /// Bytes of the structure.
    uint64_t bytes_structure;
    /// Bytes of the lists of pairs, and of what is noted from one list to the next.
    uint64_t bytes_pairs;
    /// The areas of all boxes of the structure, in areas of the box around all objects: the less, the better.
    double area;
    /// Number of these boxes that an object's box touches, on average over some of the objects: the less, the
    /// better.
    double overlap;
} CaromWorldStats;

/// Moving objects, and which of them touch. Any thread may call any function on it at any time, but for
/// carom_world_destroy(). Edits, carom_world_pairs() and carom_world_pair_changes() wait for each other and
/// for queries that have begun. Queries wait for edits that have begun, and not for each other, except that
/// the first one after edits brings the structure up to date while others wait. A query so sees all edits
/// that returned before it was called, each batch wholly or not at all. Batches of edits are checked before
/// anything changes: a bad element is an error that names it, and nothing has changed. In a steady state,
/// where as many objects move and touch as before, nothing is allocated, but by structures that are built
/// anew, by cells in which more than 64 objects have different filters, and a note of less than a hundred
/// bytes for each thread that is woken.
typedef struct CaromWorld CaromWorld;

/// Fills a descriptor with the defaults: the fastest structure, the caller's thread alone.
/// carom_world_desc_init() passes the caller's sizeof, so that a library with a larger CaromWorldDesc writes
/// no more than the caller has.
///
/// @param desc         written, as many bytes as struct_size says, and its struct_size set to that
/// @param struct_size  sizeof(CaromWorldDesc) as the caller knows it
///
/// CAROM_ERROR_STRUCT_SIZE for a size that no version of the struct has; nothing is written then.
CAROM_API CaromStatus carom_world_desc_init_sized(struct CaromWorldDesc *desc, size_t struct_size);

/// Fills a descriptor with the defaults: the fastest structure, the caller's thread alone. Bindings, which
/// cannot call an inline function, call carom_world_desc_init_sized().
///
/// @param desc  written
static inline CaromStatus carom_world_desc_init(struct CaromWorldDesc *desc) {
    return carom_world_desc_init_sized(desc, sizeof(struct CaromWorldDesc));
}

/// Makes an empty world.
///
/// @param desc  how
/// @param out   receives the world; destroy it with carom_world_destroy()
///
/// Fails for an unknown enumerator, axes that are not two different ones, a cell size that is negative or not
/// finite, bounds that are inverted or not finite, more than 1024 threads, or threads that cannot be started.
CAROM_API CaromStatus carom_world_create(const struct CaromWorldDesc *desc, struct CaromWorld **out);

/// Copies a world out, to be stored and opened again on any platform: its objects with their ids, and how it
/// was made but for its threads. Changes of pairs that have not been told are not kept, nor free places that
/// carom_world_compact() would forget: to go on alike, with the same ids, this world must be compacted too.
///
/// @param world     the world
/// @param buffer    receives the bytes, if they fit; NULL to ask for the size
/// @param capacity  bytes of buffer
/// @param size      receives the number of bytes, also if they do not fit
///
/// Returns CAROM_BUFFER_TOO_SMALL if they do not fit; buffer is then untouched.
CAROM_API
CaromStatus carom_world_save(const struct CaromWorld *world,
                             void *buffer,
                             size_t capacity,
                             size_t *size);

/// Opens a saved world: with the same objects, ids and pairs. The bytes are copied. A damaged or hostile blob
/// is an error and never more. The first changes of its pairs are that all begin.
///
/// @param blob          the bytes that carom_world_save() wrote; NULL only if they are none, which are no
///                      blob
/// @param size          how many
/// @param thread_count  see CaromWorldDesc
/// @param out           receives the world; destroy it with carom_world_destroy()
CAROM_API
CaromStatus carom_world_open(const void *blob,
                             size_t size,
                             uint32_t thread_count,
                             struct CaromWorld **out);

/// Writes what carom_world_save() gives into a file, wholly or not at all: beside it first, then in its place.
///
/// @param world  the world
/// @param path   the file, in UTF-8, ended by a zero; replaced if it is there
///
/// Fails for a file that cannot be written (CAROM_ERROR_FILE), and for lack of memory.
CAROM_API
CaromStatus carom_world_save_file(const struct CaromWorld *world,
                                  const char *path);

/// Opens a file that carom_world_save_file() wrote. It is read and closed: the world does not need it any more.
///
/// @param path          the file, in UTF-8, ended by a zero
/// @param thread_count  see CaromWorldDesc
/// @param out           receives the world; destroy it with carom_world_destroy()
///
/// Fails for a file that cannot be read (CAROM_ERROR_FILE), and as carom_world_open() does.
CAROM_API
CaromStatus carom_world_open_file(const char *path,
                                  uint32_t thread_count,
                                  struct CaromWorld **out);

/// Forgets free places of removed objects, but for as many as there are objects, and gives back memory: from
/// then on, the world costs as much as if the others had never been. Ids stay as they are, and those of
/// removed objects stay errors. Objects that are inserted take the lowest free places that are left, and then
/// new ones beyond all others; forgotten ones are taken again once the world has been compacted again. Does
/// nothing, and keeps all memory, where there are no more free places than objects. Takes as long as to
/// insert all objects anew. It is an edit: it waits for queries that have begun.
///
/// @param world  the world
///
/// Fails for lack of memory; then nothing has changed.
CAROM_API CaromStatus carom_world_compact(struct CaromWorld *world);

/// Frees a world. No call may be using it, and none may use it afterwards.
///
/// @param world  the world, or NULL
CAROM_API void carom_world_destroy(struct CaromWorld *world);

/// Lists the ids of all objects, ascending.
///
/// @param world     the world
/// @param ids       the list
/// @param capacity  entries of ids
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_world_ids(const struct CaromWorld *world,
                            uint64_t *ids,
                            size_t capacity,
                            size_t *written,
                            size_t *total);

/// Hands out the boxes that a world's structure is made of, for drawing and measuring, in an order of its
/// own.
///
/// @param world     the world
/// @param boxes     the list
/// @param capacity  entries of boxes
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_world_boxes(const struct CaromWorld *world,
                              struct CaromWorldBox *boxes,
                              size_t capacity,
                              size_t *written,
                              size_t *total);

/// Says what is known about a world. Takes some time: it looks at all objects.
///
/// @param world  the world
/// @param stats  written; its struct_size must be set
CAROM_API CaromStatus carom_world_stats(const struct CaromWorld *world, struct CaromWorldStats *stats);

/// Adds objects.
///
/// @param world    the world
/// @param objects  count of them
/// @param count    how many
/// @param ids      count entries, written: their ids, never CAROM_NO_OBJECT
///
/// Fails for a number that is not finite or too large, a box that is inverted, a negative radius, an unknown
/// shape, more objects than there are ids for (CAROM_ERROR_TOO_LARGE: 2^30 at a time), lack of memory.
CAROM_API
CaromStatus carom_world_insert(struct CaromWorld *world,
                               const struct CaromWorldObject *objects,
                               size_t count,
                               uint64_t *ids);

/// Adds one object of several volumes. It has one id, touches where any of its volumes does, and is found
/// once.
///
/// @param world    the world
/// @param object   what it is; its volume is ignored, but its shape must be known
/// @param volumes  count of them
/// @param count    how many, at least one
/// @param id       written: its id
CAROM_API
CaromStatus carom_world_insert_compound(struct CaromWorld *world,
                                        const struct CaromWorldObject *object,
                                        const struct CaromVolume *volumes,
                                        size_t count,
                                        uint64_t *id);

/// Changes what objects fill. One that had several volumes then has one. If an id is there twice, the last
/// counts.
///
/// @param world    the world
/// @param ids      count of them
/// @param volumes  count of them
/// @param count    how many
///
/// Fails for an id that no living object has (CAROM_ERROR_UNKNOWN_ID, for the first such), and for volumes as
/// carom_world_insert() does.
CAROM_API
CaromStatus carom_world_update(struct CaromWorld *world,
                               const uint64_t *ids,
                               const struct CaromVolume *volumes,
                               size_t count);

/// Changes what objects fill to boxes: as carom_world_update(), and faster.
///
/// @param world  the world
/// @param ids    count of them
/// @param boxes  count of them
/// @param count  how many
CAROM_API
CaromStatus carom_world_update_boxes(struct CaromWorld *world,
                                     const uint64_t *ids,
                                     const struct CaromAabb *boxes,
                                     size_t count);

/// Changes what objects fill to spheres: as carom_world_update(), and faster.
///
/// @param world    the world
/// @param ids      count of them
/// @param spheres  count of them
/// @param count    how many
CAROM_API
CaromStatus carom_world_update_spheres(struct CaromWorld *world,
                                       const uint64_t *ids,
                                       const struct CaromSphere *spheres,
                                       size_t count);

/// Changes what one object fills to several volumes.
///
/// @param world    the world
/// @param id       its id
/// @param volumes  count of them
/// @param count    how many, at least one
CAROM_API
CaromStatus carom_world_update_compound(struct CaromWorld *world,
                                        uint64_t id,
                                        const struct CaromVolume *volumes,
                                        size_t count);

/// Removes objects. Their ids are errors from then on, and never those of another object.
///
/// @param world  the world
/// @param ids    count of them
/// @param count  how many
///
/// Fails for an id that no living object has, or that is there twice (CAROM_ERROR_UNKNOWN_ID).
CAROM_API CaromStatus carom_world_remove(struct CaromWorld *world, const uint64_t *ids, size_t count);

/// Changes which objects these see.
///
/// @param world    the world
/// @param ids      count of them
/// @param filters  count of them
/// @param count    how many
///
/// Fails for an id that no living object has (CAROM_ERROR_UNKNOWN_ID).
CAROM_API
CaromStatus carom_world_set_filter(struct CaromWorld *world,
                                   const uint64_t *ids,
                                   const struct CaromGroupFilter *filters,
                                   size_t count);

/// Changes whether objects are static: two static objects are never a pair.
///
/// @param world      the world
/// @param ids        count of them
/// @param is_static  count of them, each 0 or 1
/// @param count      how many
///
/// Fails for an id that no living object has (CAROM_ERROR_UNKNOWN_ID).
CAROM_API
CaromStatus carom_world_set_static(struct CaromWorld *world,
                                   const uint64_t *ids,
                                   const uint8_t *is_static,
                                   size_t count);

/// Changes the users of objects.
///
/// @param world  the world
/// @param ids    count of them
/// @param users  count of them
/// @param count  how many
///
/// Fails for an id that no living object has (CAROM_ERROR_UNKNOWN_ID).
CAROM_API
CaromStatus carom_world_set_user(struct CaromWorld *world,
                                 const uint64_t *ids,
                                 const uint64_t *users,
                                 size_t count);

/// Removes all objects, as carom_world_remove() does: their ids are errors from then on, and their pairs end.
/// The next objects take their places, the lowest first.
///
/// @param world  the world
CAROM_API CaromStatus carom_world_clear(struct CaromWorld *world);

/// Says what an object is. The volume of one of several volumes is the box around them.
///
/// @param world   the world
/// @param id      its id
/// @param object  written
CAROM_API
CaromStatus carom_world_object(const struct CaromWorld *world,
                               uint64_t id,
                               struct CaromWorldObject *object);

/// Lists every pair of objects that see each other, of which not both are static, and that share a point:
/// each once, sorted by the lower id and then by the higher one. The list is the same for every structure,
/// number of threads and instruction set. What comes of objects that did not move since the last list is not
/// found again. The list is kept until something is edited, so that asking for the number first finds it
/// once; but of more than 2^20 pairs, and than there is room for, none is kept where nobody asks for changes:
/// they are counted, and found again by the next call.
///
/// @param world     the world
/// @param pairs     the list
/// @param capacity  entries of pairs
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_world_pairs(const struct CaromWorld *world,
                              struct CaromWorldPair *pairs,
                              size_t capacity,
                              size_t *written,
                              size_t *total);

/// Lists the objects that each of these is a pair with, as carom_world_pairs() defines pairs, each list
/// sorted by id. Costs as much as a query with each object's box; the list of all pairs is neither needed nor
/// made.
///
/// @param world     the world
/// @param ids       count of them
/// @param count     how many
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param objects   all lists
/// @param capacity  entries of objects
/// @param written   receives how many were written
/// @param total     receives how many there are
///
/// Fails for an id that no living object has (CAROM_ERROR_UNKNOWN_ID, for the first such).
CAROM_API
CaromStatus carom_world_pairs_of(const struct CaromWorld *world,
                                 const uint64_t *ids,
                                 size_t count,
                                 uint64_t *offsets,
                                 uint64_t *objects,
                                 size_t capacity,
                                 size_t *written,
                                 size_t *total);

/// Lists the pairs that have begun and those that have ended since the last call, each as carom_world_pairs()
/// does; the first call has all pairs begin. Pairs of an object that was removed end, under the id that it
/// had. If a list did not fit, nothing has been told: the next call tells it again.
///
/// @param world           the world
/// @param begun           the pairs that have begun
/// @param begun_capacity  entries of begun
/// @param begun_written   receives how many were written
/// @param begun_total     receives how many there are
/// @param ended           the pairs that have ended
/// @param ended_capacity  entries of ended
/// @param ended_written   receives how many were written
/// @param ended_total     receives how many there are
CAROM_API
CaromStatus carom_world_pair_changes(struct CaromWorld *world,
                                     struct CaromWorldPair *begun,
                                     size_t begun_capacity,
                                     size_t *begun_written,
                                     size_t *begun_total,
                                     struct CaromWorldPair *ended,
                                     size_t ended_capacity,
                                     size_t *ended_written,
                                     size_t *ended_total);

// ---------------------------------------------------------------------------------------------------------
// Worlds of moving objects: queries
// ---------------------------------------------------------------------------------------------------------

/// A filter of objects: a query sees those that see each other with its groups, but for one. Beware of zeros,
/// which a zeroed struct has: a group or mask of 0 sees nothing.
typedef struct CaromWorldFilter {
    /// The groups that the query is in, and those that it sees; all bits of both for all.
    struct CaromGroupFilter groups;
    /// An object that is not seen, whatever its groups, such as the one that asks. CAROM_NO_OBJECT, or the id
    /// of an object that is gone, for none.
    uint64_t ignore;
} CaromWorldFilter;

/// Makes a filter that sees all objects; then set what it ignores. A zeroed one sees nothing.
///
/// @param filter  written
static inline void carom_world_filter_init(struct CaromWorldFilter *filter) {
    const struct CaromWorldFilter made = {{0xffffffffu, 0xffffffffu}, 0};
    *filter = made;
}

/// A half-space: the points with `normal · point + offset >= 0`.
typedef struct CaromPlane {
    /// Points inwards; of any length but zero.
    struct CaromVec3 normal;
    /// Finite.
    float offset;
} CaromPlane;

/// A view volume: six half-spaces, in any order.
typedef struct CaromFrustum {
    /// The half-spaces.
    struct CaromPlane planes[6];
} CaromFrustum;

/// A box that moves along a straight line, from t = 0 to t = 1, without turning.
typedef struct CaromAabbCast {
    /// Its place at t = 0.
    struct CaromAabb bounds;
    /// The way from there to its place at t = 1; may be zero.
    struct CaromVec3 displacement;
} CaromAabbCast;

/// An object that a ray or a moving box meets.
typedef struct CaromWorldHit {
    /// The object, or CAROM_NO_OBJECT for a miss.
    uint64_t object;
    /// The user of the object; 0 for a miss.
    uint64_t user;
    /// Ray parameter, or part of the way, where it is first met; infinite for a miss.
    float t;
    /// Zero.
    uint32_t reserved;
#ifdef __cplusplus
    /// True if it is no miss.
    explicit operator bool() const { return object != CAROM_NO_OBJECT; }
#endif
} CaromWorldHit;

/// One of the nearest objects.
typedef struct CaromNeighbor {
    /// The object, or CAROM_NO_OBJECT where there are no more.
    uint64_t object;
    /// The user of the object; 0 where there are no more.
    uint64_t user;
    /// The distance, 0 inside; infinite where there are no more.
    float distance;
    /// Zero.
    uint32_t reserved;
#ifdef __cplusplus
    /// True if it is no miss.
    explicit operator bool() const { return object != CAROM_NO_OBJECT; }
#endif
} CaromNeighbor;

/// Lists the objects that touch boxes, each list sorted by id.
///
/// @param world     the world
/// @param boxes     count of them
/// @param count     how many
/// @param filters   which objects are seen: one for all queries, or count of them; NULL for all objects but
///                  those that see nothing
/// @param filter_count  how many filters: 0, 1 or count
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param objects   all lists
/// @param capacity  entries of objects
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_world_overlap_aabb_all(const struct CaromWorld *world,
                                         const struct CaromAabb *boxes,
                                         size_t count,
                                         const struct CaromWorldFilter *filters,
                                         size_t filter_count,
                                         uint64_t *offsets,
                                         uint64_t *objects,
                                         size_t capacity,
                                         size_t *written,
                                         size_t *total);

/// Lists the objects that touch spheres, each list sorted by id.
///
/// @param world     the world
/// @param spheres   count of them
/// @param count     how many
/// @param filters   which objects are seen; see carom_world_overlap_aabb_all()
/// @param filter_count  how many filters: 0, 1 or count
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param objects   all lists
/// @param capacity  entries of objects
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_world_overlap_sphere_all(const struct CaromWorld *world,
                                           const struct CaromSphere *spheres,
                                           size_t count,
                                           const struct CaromWorldFilter *filters,
                                           size_t filter_count,
                                           uint64_t *offsets,
                                           uint64_t *objects,
                                           size_t capacity,
                                           size_t *written,
                                           size_t *total);

/// Lists the objects that are not wholly outside of any half-space of a frustum, each list sorted by id. That
/// is the usual test of views: an object near an edge may be listed though it is outside.
///
/// @param world     the world
/// @param frusta    count of them
/// @param count     how many
/// @param filters   which objects are seen; see carom_world_overlap_aabb_all()
/// @param filter_count  how many filters: 0, 1 or count
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param objects   all lists
/// @param capacity  entries of objects
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_world_overlap_frustum_all(const struct CaromWorld *world,
                                            const struct CaromFrustum *frusta,
                                            size_t count,
                                            const struct CaromWorldFilter *filters,
                                            size_t filter_count,
                                            uint64_t *offsets,
                                            uint64_t *objects,
                                            size_t capacity,
                                            size_t *written,
                                            size_t *total);

/// Finds the first object that each ray meets, and where; of those met at the same t, the one with the lowest
/// id. A ray that starts inside of an object, or on it, meets it at its t_min. Where t_min is -INFINITY, the
/// whole line up to t_max is asked, and t is where it enters the object.
///
/// @param world   the world
/// @param rays    count of them
/// @param count   how many
/// @param filters  which objects are seen; see carom_world_overlap_aabb_all()
/// @param filter_count  how many filters: 0, 1 or count
/// @param hits    count entries, written
CAROM_API
CaromStatus carom_world_raycast(const struct CaromWorld *world,
                                const struct CaromRay *rays,
                                size_t count,
                                const struct CaromWorldFilter *filters,
                                size_t filter_count,
                                struct CaromWorldHit *hits);

/// Finds the first object that each moving box meets, and on which part of its way; of those met together,
/// the one with the lowest id. What touches at the start is met at 0.
///
/// @param world   the world
/// @param casts  count of them
/// @param count   how many
/// @param filters  which objects are seen; see carom_world_overlap_aabb_all()
/// @param filter_count  how many filters: 0, 1 or count
/// @param hits    count entries, written
CAROM_API
CaromStatus carom_world_cast_aabb(const struct CaromWorld *world,
                                  const struct CaromAabbCast *casts,
                                  size_t count,
                                  const struct CaromWorldFilter *filters,
                                  size_t filter_count,
                                  struct CaromWorldHit *hits);

/// Lists all objects that each ray meets, each once, where it is first met; each list sorted by t and then by
/// id. The first of a list is what carom_world_raycast() finds.
///
/// @param world     the world
/// @param rays      count of them
/// @param count     how many
/// @param filters   which objects are seen; see carom_world_overlap_aabb_all()
/// @param filter_count  how many filters: 0, 1 or count
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param hits      all lists
/// @param capacity  entries of hits
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_world_raycast_all(const struct CaromWorld *world,
                                    const struct CaromRay *rays,
                                    size_t count,
                                    const struct CaromWorldFilter *filters,
                                    size_t filter_count,
                                    uint64_t *offsets,
                                    struct CaromWorldHit *hits,
                                    size_t capacity,
                                    size_t *written,
                                    size_t *total);

/// Lists all objects that each moving box meets, each once, where it is first met; each list sorted by t and
/// then by id. The first of a list is what carom_world_cast_aabb() finds.
///
/// @param world     the world
/// @param casts    count of them
/// @param count     how many
/// @param filters   which objects are seen; see carom_world_overlap_aabb_all()
/// @param filter_count  how many filters: 0, 1 or count
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param hits      all lists
/// @param capacity  entries of hits
/// @param written   receives how many were written
/// @param total     receives how many there are
CAROM_API
CaromStatus carom_world_cast_aabb_all(const struct CaromWorld *world,
                                      const struct CaromAabbCast *casts,
                                      size_t count,
                                      const struct CaromWorldFilter *filters,
                                      size_t filter_count,
                                      uint64_t *offsets,
                                      struct CaromWorldHit *hits,
                                      size_t capacity,
                                      size_t *written,
                                      size_t *total);

/// Finds the nearest objects to each point, the nearest first, and of those as far the ones with the lowest
/// ids.
///
/// @param world      the world
/// @param points     count of them, with the largest distance that counts
/// @param count      how many
/// @param wanted     how many objects for each point
/// @param filters    which objects are seen; see carom_world_overlap_aabb_all()
/// @param filter_count  how many filters: 0, 1 or count
/// @param neighbors  count * wanted entries, written: those of each point side by side
CAROM_API
CaromStatus carom_world_nearest(const struct CaromWorld *world,
                                const struct CaromPointQuery *points,
                                size_t count,
                                size_t wanted,
                                const struct CaromWorldFilter *filters,
                                size_t filter_count,
                                struct CaromNeighbor *neighbors);

// ---------------------------------------------------------------------------------------------------------
// Worlds of moving objects: published structures, for comparison
// ---------------------------------------------------------------------------------------------------------

/// Structure of a world: none, but a loop over all pairs.
#define CAROM_WORLD_ALL_PAIRS 1

/// Structure of a world: a binary hierarchy of spheres; see CAROM_HIERARCHY_...
#define CAROM_WORLD_SPHERE_TREE 2

/// Structure of a world: a binary hierarchy of boxes; see CAROM_HIERARCHY_...
#define CAROM_WORLD_BOX_TREE 3

/// Structure of a world: a BSP over the objects, with hierarchies in its leaves; see CAROM_PLACEMENT_...
#define CAROM_WORLD_BSP 4

/// Structure of a world: a box halved along two axes, again and again; see CAROM_PLACEMENT_...
#define CAROM_WORLD_QUADTREE 5

/// Structure of a world: a box halved along three axes, again and again; see CAROM_PLACEMENT_...
#define CAROM_WORLD_OCTREE 6

/// Structure of a world: cells of one size; see CAROM_PLACEMENT_... With CAROM_PLACEMENT_EVERY, an object
/// that covers more than 512 cells lies in none, and so in no box that carom_world_boxes() hands out, but is
/// compared with all.
#define CAROM_WORLD_GRID 7

/// Structure of a world: grids whose cells double in width, in which objects lie by their size.
#define CAROM_WORLD_MULTI_GRID 8

/// Build of a hierarchy: objects are inserted one after another, and moved by removing and inserting them.
#define CAROM_HIERARCHY_INSERTION 0

/// Build of a hierarchy: the nearest two are merged again and again; anew after each change.
#define CAROM_HIERARCHY_BOTTOM_UP 1

/// Build of a hierarchy: the objects are split in two again and again; anew after each change.
#define CAROM_HIERARCHY_TOP_DOWN 2

/// Placement of an object that touches several cells or halves: in the one of its centre; in a BSP, on the
/// plane.
#define CAROM_PLACEMENT_SINGLE 0

/// Placement of an object that touches several cells or halves: in all of them.
#define CAROM_PLACEMENT_EVERY 1

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CAROM_H */
