#include "support.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace test {

CaromMeshDesc describe(const Soup &soup) {
    CaromMeshDesc desc;
    carom_mesh_desc_init(&desc);
    desc.positions = soup.positions.empty() ? nullptr : &soup.positions[0].x;
    desc.vertex_count = static_cast<std::uint32_t>(soup.positions.size());
    desc.indices = soup.indices.empty() ? nullptr : soup.indices.data();
    desc.triangle_count = soup.triangle_count();
    desc.attributes = soup.attributes.empty() ? nullptr : soup.attributes.data();
    return desc;
}

MeshPointer build(const Soup &soup, std::uint32_t layout) {
    CaromMeshDesc desc = describe(soup);
    desc.layout = layout;
    CaromMesh *mesh = nullptr;
    if (carom_mesh_build(&desc, &mesh) != CAROM_OK) {
        std::fprintf(stderr, "cannot cook a mesh for a test: %s\n", carom_last_error_message());
        std::abort();
    }
    return MeshPointer(mesh);
}

std::vector<unsigned char> save(const CaromMesh *mesh) {
    std::size_t size = 0;
    carom_mesh_save(mesh, nullptr, 0, &size);
    std::vector<unsigned char> bytes(size);
    if (carom_mesh_save(mesh, bytes.data(), bytes.size(), &size) != CAROM_OK) bytes.clear();
    return bytes;
}

Soup cube() {
    Soup soup;
    for (int i = 0; i < 8; ++i) {
        soup.positions.push_back({float(i & 1), float(i >> 1 & 1), float(i >> 2)});
    }
    soup.indices = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                    2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    return soup;
}

Soup waves(std::uint32_t side) {
    Soup soup;
    // Heights by integer arithmetic: the same on every platform.
    Random random(side);
    for (std::uint32_t y = 0; y <= side; ++y) {
        for (std::uint32_t x = 0; x <= side; ++x) {
            soup.positions.push_back({float(x), float(y), random.between(-1.0f, 1.0f)});
        }
    }
    for (std::uint32_t y = 0; y < side; ++y) {
        for (std::uint32_t x = 0; x < side; ++x) {
            const std::uint32_t at = y * (side + 1) + x;
            const std::uint32_t above = at + side + 1;
            soup.indices.insert(soup.indices.end(), {at, at + 1, above, at + 1, above + 1, above});
        }
    }
    for (std::uint32_t i = 0; i < soup.triangle_count(); ++i) {
        soup.attributes.push_back(static_cast<std::uint16_t>(1u << (i % 16)));
    }
    return soup;
}

Soup nasty() {
    Soup soup;
    Random random(7);
    const CaromAabb box = {{-1, -1, -1}, {1, 1, 1}};
    const auto add = [&](CaromVec3 a, CaromVec3 b, CaromVec3 c) {
        for (CaromVec3 p : {a, b, c}) {
            soup.indices.push_back(static_cast<std::uint32_t>(soup.positions.size()));
            soup.positions.push_back(p);
        }
    };
    for (int i = 0; i < 60; ++i) {
        const CaromVec3 a = random.in(box), b = random.in(box), c = random.in(box);
        add(a, b, c);
        if (i % 3 == 0) add(a, b, c);                                               // the same again
        if (i % 4 == 0) add(a, b, {a.x, a.y, std::nextafter(a.z, 2.0f)});            // a sliver
        if (i % 5 == 0) add(a, b, {(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2}); // nearly collinear
        if (i % 6 == 0) add(a, a, b);                                               // a segment
        if (i % 7 == 0) add(a, a, a);                                               // a point
        if (i % 8 == 0) add({a.x, a.y, 0}, {b.x, b.y, 0}, {c.x, c.y, 0});           // flat on a plane
    }
    add({0, 0, 0}, {1e-20f, 0, 0}, {0, 1e-20f, 0});
    add({-1e6f, -1e6f, 0.25f}, {1e6f, -1e6f, 0.25f}, {0, 1e6f, 0.25f});
    return soup;
}

Soup subset(const Soup &soup, std::size_t step) {
    Soup some;
    for (std::size_t t = 0; t < soup.triangle_count(); t += step) {
        for (std::size_t k = 0; k < 3; ++k) {
            some.indices.push_back(static_cast<std::uint32_t>(some.positions.size()));
            some.positions.push_back(soup.corner(t, k));
        }
    }
    return some;
}

std::uint64_t Random::bits() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

float Random::between(float low, float high) {
    const float unit = float(bits() >> 40) / 16777216.0f;
    return low + (high - low) * unit;
}

CaromVec3 Random::in(const CaromAabb &box) {
    const float x = between(box.min.x, box.max.x);
    const float y = between(box.min.y, box.max.y);
    const float z = between(box.min.z, box.max.z);
    return {x, y, z};
}

CaromVec3 Random::direction() {
    for (;;) {
        const CaromVec3 v = in({{-1, -1, -1}, {1, 1, 1}});
        const float square = v.x * v.x + v.y * v.y + v.z * v.z;
        if (square > 0.01f && square <= 1.0f) return v;
    }
}

CaromAabb bounds(const Soup &soup) {
    const float infinity = std::numeric_limits<float>::infinity();
    CaromAabb box = {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
    for (const CaromVec3 &p : soup.positions) {
        box.min = {std::fmin(box.min.x, p.x), std::fmin(box.min.y, p.y), std::fmin(box.min.z, p.z)};
        box.max = {std::fmax(box.max.x, p.x), std::fmax(box.max.y, p.y), std::fmax(box.max.z, p.z)};
    }
    return box;
}

CaromAabb grown(const CaromAabb &box, float factor) {
    const float by = diagonal(box) * factor;
    return {{box.min.x - by, box.min.y - by, box.min.z - by}, {box.max.x + by, box.max.y + by, box.max.z + by}};
}

float diagonal(const CaromAabb &box) {
    const float x = box.max.x - box.min.x, y = box.max.y - box.min.y, z = box.max.z - box.min.z;
    return std::sqrt(x * x + y * y + z * z);
}

std::vector<CaromRay> rays_at(const Soup &soup, std::size_t count, std::uint64_t seed) {
    Random random(seed);
    const CaromAabb box = bounds(soup), around = grown(box, 0.3f);
    const float infinity = std::numeric_limits<float>::infinity();
    std::vector<CaromRay> rays;
    while (rays.size() < count) {
        const CaromVec3 from = random.in(around);
        const std::size_t t = random.below(soup.triangle_count());
        const std::size_t k = random.below(3);
        const CaromVec3 a = soup.corner(t, k), b = soup.corner(t, (k + 1) % 3);
        CaromVec3 target = random.in(box);
        switch (rays.size() % 4) {
        case 0: target = a; break;
        case 1: { // a point of an edge
            const float s = random.below(2) == 0 ? 0.5f : random.between(0.0f, 1.0f);
            target = {a.x + (b.x - a.x) * s, a.y + (b.y - a.y) * s, a.z + (b.z - a.z) * s};
            break;
        }
        default: break;
        }
        CaromRay ray = {from, 0.0f, {target.x - from.x, target.y - from.y, target.z - from.z}, infinity};
        if (rays.size() % 16 == 2) { // along an axis, through a vertex
            ray.origin = {a.x, a.y, around.min.z};
            ray.direction = {0, 0, 1};
        } else if (rays.size() % 16 == 6) { // a segment
            ray.t_max = 1.0f;
        } else if (rays.size() % 16 == 10) { // both ways
            ray.t_min = -infinity;
        } else if (rays.size() % 16 == 3) { // from a vertex outwards
            ray.origin = a;
            ray.direction = random.direction();
        }
        const float size = std::fmax(std::fmax(std::fabs(ray.direction.x), std::fabs(ray.direction.y)),
                                     std::fabs(ray.direction.z));
        if (size >= 1e-30f) rays.push_back(ray);
    }
    return rays;
}

Aligned::Aligned(const std::vector<unsigned char> &bytes, std::size_t offset)
    : memory_(bytes.size() + 2 * CAROM_BLOB_ALIGNMENT + offset), size_(bytes.size()) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
    const std::size_t skip = (CAROM_BLOB_ALIGNMENT - address % CAROM_BLOB_ALIGNMENT) % CAROM_BLOB_ALIGNMENT;
    data_ = memory_.data() + skip + offset;
    if (size_ > 0) std::memcpy(data_, bytes.data(), size_);
}

} // namespace test
