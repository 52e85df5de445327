// Helpers of the tests: small meshes, random numbers, aligned memory, comparison of bits.

#pragma once

#include "carom.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

// Sanitizers replace the allocator, so tests that limit memory do not run under them.
#if defined(__SANITIZE_ADDRESS__)
#define CAROM_TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CAROM_TEST_SANITIZED 1
#endif
#endif
#ifndef CAROM_TEST_SANITIZED
#define CAROM_TEST_SANITIZED 0
#endif

namespace test {

/// An indexed triangle mesh.
struct Soup {
    std::vector<CaromVec3> positions;
    std::vector<std::uint32_t> indices;
    std::vector<std::uint16_t> attributes; // one a triangle, or none

    std::uint32_t triangle_count() const { return static_cast<std::uint32_t>(indices.size() / 3); }
    CaromVec3 corner(std::size_t triangle, std::size_t k) const { return positions[indices[3 * triangle + k]]; }
    std::uint16_t attribute(std::size_t triangle) const { return attributes.empty() ? std::uint16_t(0) : attributes[triangle]; }
};

/// A descriptor that borrows the mesh's arrays.
CaromMeshDesc describe(const Soup &soup);

struct Destroy {
    void operator()(CaromMesh *mesh) const { carom_mesh_destroy(mesh); }
};
using MeshPointer = std::unique_ptr<CaromMesh, Destroy>;

/// Every layout there is; all of them answer alike.
constexpr std::uint32_t layouts[] = {CAROM_LAYOUT_COMPACT, CAROM_LAYOUT_DELTA, CAROM_LAYOUT_WIDE};

/// Cooks, and fails the test if that fails.
MeshPointer build(const Soup &soup, std::uint32_t layout = CAROM_LAYOUT_DEFAULT);

/// The saved bytes of a mesh.
std::vector<unsigned char> save(const CaromMesh *mesh);

/// The unit cube from 0 to 1: 8 vertices, 12 triangles, seen from outside counter-clockwise.
Soup cube();
/// A wavy height field over `side` by `side` squares, with attributes that repeat after 16 triangles.
Soup waves(std::uint32_t side);
/// A mesh of slivers, duplicates, flat and coinciding triangles.
Soup nasty();
/// Every `step`th triangle of a mesh.
Soup subset(const Soup &soup, std::size_t step);

/// Random numbers that are the same everywhere (SplitMix64).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t bits();
    /// Below `n`.
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>((bits() >> 32) % n); }
    /// Between the two.
    float between(float low, float high);
    CaromVec3 in(const CaromAabb &box);
    CaromVec3 direction();

private:
    std::uint64_t state_;
};

CaromAabb bounds(const Soup &soup);
CaromAabb grown(const CaromAabb &box, float factor);
float diagonal(const CaromAabb &box);
/// Rays of all kinds through a mesh: between random points, at vertices, at edges, along axes; some with a
/// limited range.
std::vector<CaromRay> rays_at(const Soup &soup, std::size_t count, std::uint64_t seed);

/// Memory at a multiple of CAROM_BLOB_ALIGNMENT, or off it by `offset` bytes, with a copy of `bytes`.
class Aligned {
public:
    explicit Aligned(const std::vector<unsigned char> &bytes, std::size_t offset = 0);
    unsigned char *data() { return data_; }
    std::size_t size() const { return size_; }

private:
    std::vector<unsigned char> memory_;
    unsigned char *data_;
    std::size_t size_;
};

/// Fills an object or array with a pattern that no answer has.
template <class T> void poison(T &object) {
    static_assert(std::is_trivially_copyable<T>::value, "poison writes bytes");
    std::memset(static_cast<void *>(&object), 0xa5, sizeof object);
}
template <class T> std::vector<T> poisoned(std::size_t count) {
    std::vector<T> array(count);
    if (count > 0) std::memset(static_cast<void *>(array.data()), 0xa5, count * sizeof(T));
    return array;
}
template <class T> bool is_poisoned(const T &object) {
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &object, sizeof(T));
    for (unsigned char byte : bytes) {
        if (byte != 0xa5) return false;
    }
    return true;
}
template <class T> bool is_poisoned(const std::vector<T> &array) {
    for (const T &element : array) {
        if (!is_poisoned(element)) return false;
    }
    return true;
}

/// Returns true if two objects without padding have the same bits.
template <class T> bool same_bits(const T &a, const T &b) { return std::memcmp(&a, &b, sizeof(T)) == 0; }
/// The first element in which two arrays differ in any bit, or -1.
template <class T> std::ptrdiff_t first_difference(const std::vector<T> &a, const std::vector<T> &b) {
    for (std::size_t i = 0; i < a.size() || i < b.size(); ++i) {
        if (i >= a.size() || i >= b.size() || !same_bits(a[i], b[i])) return static_cast<std::ptrdiff_t>(i);
    }
    return -1;
}

/// carom_mesh_raycast() without the surface, like the other queries with one answer each.
inline CaromStatus raycast(const CaromMesh *mesh, const CaromRay *rays, std::size_t count, const CaromFilter *filter, CaromRayHit *hits) {
    return carom_mesh_raycast(mesh, rays, count, filter, hits, nullptr);
}

/// A number of random queries, fewer where they are slow.
constexpr std::size_t scaled(std::size_t count) { return (count * CAROM_TEST_SCALE + 99) / 100; }

inline std::string last_error() { return carom_last_error_message(); }

} // namespace test
