// The numbers of carom.h, by name.
// SPDX: MIT OR Apache-2.0

#ifndef CAROM_NUMBERS_HPP
#define CAROM_NUMBERS_HPP

#include "error.hpp"

#include <cstdint>

CAROM_NAMESPACE_BEGIN

// number() gives them to the fields of its structs:
//
//     desc.layout = number(carom::layout::compact);

enum class layout : std::uint32_t {
    automatic = CAROM_LAYOUT_DEFAULT,
    compact = CAROM_LAYOUT_COMPACT,
    delta = CAROM_LAYOUT_DELTA,
    wide = CAROM_LAYOUT_WIDE,
};
enum class preset : std::uint32_t {
    automatic = CAROM_PRESET_DEFAULT,
    small = CAROM_PRESET_SMALL,
    fast = CAROM_PRESET_FAST,
    rays = CAROM_PRESET_RAYS,
};
enum class quality : std::uint32_t {
    automatic = CAROM_QUALITY_DEFAULT,
    fast = CAROM_QUALITY_FAST,
    medium = CAROM_QUALITY_MEDIUM,
    high = CAROM_QUALITY_HIGH,
};
enum class split : std::uint32_t {
    surface_area = CAROM_SPLIT_SURFACE_AREA,
    median = CAROM_SPLIT_MEDIAN,
};
/// Bits, to be joined by |.
enum class build_flags : std::uint32_t {
    none = 0,
    cooked_order = CAROM_BUILD_COOKED_ORDER,
    triangle_table = CAROM_BUILD_TRIANGLE_TABLE,
};
enum class backfaces : std::uint32_t {
    hit = CAROM_BACKFACES_HIT,
    cull = CAROM_BACKFACES_CULL,
    only = CAROM_BACKFACES_ONLY,
};
/// Which edges and corners of triangles have contacts.
enum class contact_edges : std::uint32_t {
    smooth = CAROM_CONTACT_EDGES_SMOOTH,
    all = CAROM_CONTACT_EDGES_ALL,
};
/// The values of CaromClosestPoint::feature.
enum class feature : std::uint32_t {
    face = CAROM_FEATURE_FACE,
    edge_ab = CAROM_FEATURE_EDGE_AB,
    edge_bc = CAROM_FEATURE_EDGE_BC,
    edge_ca = CAROM_FEATURE_EDGE_CA,
    vertex_a = CAROM_FEATURE_VERTEX_A,
    vertex_b = CAROM_FEATURE_VERTEX_B,
    vertex_c = CAROM_FEATURE_VERTEX_C,
};
enum class simd : std::uint32_t {
    automatic = CAROM_SIMD_DEFAULT,
    portable = CAROM_SIMD_PORTABLE,
    avx2 = CAROM_SIMD_AVX2,
    avx512 = CAROM_SIMD_AVX512,
    neon = CAROM_SIMD_NEON,
};
enum class bsp_input : std::uint32_t {
    brushes = CAROM_BSP_INPUT_BRUSHES,
    surface = CAROM_BSP_INPUT_SURFACE,
};
/// Bits, to be joined by |.
enum class bsp_flags : std::uint32_t {
    none = 0,
    ignore_leaks = CAROM_BSP_IGNORE_LEAKS,
    inverse = CAROM_BSP_INVERSE,
};
/// The rules by which spheres are checked against solids.
enum class bsp_mode : std::uint32_t {
    threshold = CAROM_BSP_THRESHOLD,
    exact = CAROM_BSP_EXACT,
};
/// The values of CaromBspReport::leak.
enum class bsp_leak : std::uint32_t {
    none = CAROM_BSP_LEAK_NONE,
    outside = CAROM_BSP_LEAK_OUTSIDE,
    surface = CAROM_BSP_LEAK_SURFACE,
};

/// The storages of a field.
enum class sdf_storage : std::uint32_t {
    dense = CAROM_SDF_DENSE,
    bricks16 = CAROM_SDF_BRICKS16,
    bricks8 = CAROM_SDF_BRICKS8,
};
/// The methods that tell the inside of a field from the outside.
enum class sdf_sign : std::uint32_t {
    automatic = CAROM_SDF_SIGN_AUTO,
    crossings = CAROM_SDF_SIGN_CROSSINGS,
    winding_number = CAROM_SDF_SIGN_WINDING_NUMBER,
    pseudonormal = CAROM_SDF_SIGN_PSEUDONORMAL,
    parity = CAROM_SDF_SIGN_PARITY,
    unsigned_distance = CAROM_SDF_SIGN_UNSIGNED,
    thickness = CAROM_SDF_SIGN_THICKNESS,
};
/// The interpolants between the nodes of a field.
enum class sdf_interpolation : std::uint32_t {
    linear = CAROM_SDF_LINEAR,
    cubic = CAROM_SDF_CUBIC,
};

/// Bits of what mesh::inside() says.
enum class inside_flags : std::uint32_t {
    none = 0,
    touching = CAROM_INSIDE_TOUCHING,
    a_partly = CAROM_INSIDE_A_PARTLY,
    a_wholly = CAROM_INSIDE_A_WHOLLY,
    b_partly = CAROM_INSIDE_B_PARTLY,
    b_wholly = CAROM_INSIDE_B_WHOLLY,
    overlapping = CAROM_INSIDE_OVERLAPPING,
    only_touching = CAROM_INSIDE_ONLY_TOUCHING,
};

/// The structures by which a world finds its pairs; the answers are the same.
enum class world_structure : std::uint32_t {
    automatic = CAROM_WORLD_AUTO,
    all_pairs = CAROM_WORLD_ALL_PAIRS,
    sphere_tree = CAROM_WORLD_SPHERE_TREE,
    box_tree = CAROM_WORLD_BOX_TREE,
    bsp = CAROM_WORLD_BSP,
    quadtree = CAROM_WORLD_QUADTREE,
    octree = CAROM_WORLD_OCTREE,
    grid = CAROM_WORLD_GRID,
    multi_grid = CAROM_WORLD_MULTI_GRID,
};
enum class hierarchy_build : std::uint32_t {
    insertion = CAROM_HIERARCHY_INSERTION,
    bottom_up = CAROM_HIERARCHY_BOTTOM_UP,
    top_down = CAROM_HIERARCHY_TOP_DOWN,
};
enum class placement : std::uint32_t {
    single = CAROM_PLACEMENT_SINGLE,
    every = CAROM_PLACEMENT_EVERY,
};

constexpr build_flags operator|(build_flags a, build_flags b) noexcept {
    return static_cast<build_flags>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
/// True if all bits of `flags` are among those of `known`.
constexpr bool has(inside_flags known, inside_flags flags) noexcept {
    return (static_cast<std::uint32_t>(known) & static_cast<std::uint32_t>(flags)) == static_cast<std::uint32_t>(flags);
}
constexpr bsp_flags operator|(bsp_flags a, bsp_flags b) noexcept {
    return static_cast<bsp_flags>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}

/// The number of an enumerator in carom.h.
template <class Enum, class = std::enable_if_t<std::is_enum<Enum>::value>>
constexpr std::uint32_t number(Enum enumerator) noexcept {
    return static_cast<std::uint32_t>(enumerator);
}

/// The instruction set in force, never simd::automatic.
inline simd simd_level() noexcept { return static_cast<simd>(carom_simd_level()); }

/// Chooses the instruction set for the whole process, for tests and measurements; answers do not depend on it.
/// Fails with CAROM_ERROR_INVALID_ARGUMENT if the processor does not have it.
inline outcome<void> set_simd_level(simd level = simd::automatic) {
    return detail::finish(carom_set_simd_level(number(level)));
}

CAROM_NAMESPACE_END

#endif // CAROM_NUMBERS_HPP
