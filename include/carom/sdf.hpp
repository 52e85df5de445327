// Signed distance fields.
// SPDX: MIT OR Apache-2.0

#ifndef CAROM_SDF_HPP
#define CAROM_SDF_HPP

#include "mesh.hpp"

CAROM_NAMESPACE_BEGIN

/// A descriptor of a field from values, everything else at its default. It borrows the values, one a node, x fastest.
inline outcome<CaromSdfDesc> describe_field(CaromVec3 origin, float cell, std::uint32_t nx, std::uint32_t ny,
                                            std::uint32_t nz, borrowed<const float> values,
                                            sdf_storage storage = sdf_storage::dense) {
    const std::uint64_t layer = std::uint64_t(nx) * ny;
    if (layer == 0 ? !values.empty() : values.size() % layer != 0 || values.size() / layer != nz) {
        return detail::fail<CaromSdfDesc>(CAROM_ERROR_INVALID_ARGUMENT,
                                          "values: " + std::to_string(values.size()) + " for " + std::to_string(nx) +
                                              " x " + std::to_string(ny) + " x " + std::to_string(nz) + " nodes");
    }
    CaromSdfDesc desc{}; // zeros are the defaults
    desc.struct_size = sizeof desc;
    desc.storage = number(storage);
    desc.origin = origin;
    desc.cell = cell;
    desc.dims[0] = nx;
    desc.dims[1] = ny;
    desc.dims[2] = nz;
    desc.values = values.data();
    return desc;
}

/// A descriptor of the field of a mesh on a grid around it, everything else at its default: so many cells along the longest
/// side of its box, and more on every side.
inline CaromSdfGenerateDesc describe_field_around(std::uint32_t resolution, std::uint32_t padding = 2,
                                                  sdf_storage storage = sdf_storage::dense,
                                                  sdf_sign sign = sdf_sign::automatic) {
    CaromSdfGenerateDesc desc{}; // zeros are the defaults
    desc.struct_size = sizeof desc;
    desc.resolution = resolution;
    desc.padding = padding;
    desc.storage = number(storage);
    desc.sign = number(sign);
    return desc;
}

/// A cooked signed distance field, owned, like a mesh, whose forms of queries it has. An empty one makes queries fail with
/// CAROM_ERROR_NULL_ARGUMENT.
class sdf : public detail::owner<sdf, CaromSdf> {
    /// A function, and what it takes behind the questions.
    template <class Function, class... More> auto asking(Function function, More... more) const noexcept {
        return [=, of = get()](const auto *queries, std::size_t count, auto *out) {
            return function(of, queries, count, more..., out);
        };
    }

public:
    using owner::owner;

    /// Generates the field of a mesh, which is not needed afterwards. describe_field_around() makes descriptors.
    static outcome<sdf> generate(const mesh &of, const CaromSdfGenerateDesc &desc) {
        return made([&](CaromSdf **out) { return carom_sdf_generate(of.get(), &desc, out); });
    }
    /// The same with so many cells along the longest side of the mesh's box.
    static outcome<sdf> generate(const mesh &of, std::uint32_t resolution) {
        return generate(of, describe_field_around(resolution));
    }

    /// The box of its grid.
    outcome<CaromAabb> bounds() const {
        return detail::then(stats(), [](const CaromSdfStats &known) -> outcome<CaromAabb> {
            const auto end = [&](float from, std::uint32_t nodes) {
                return from + known.cell * static_cast<float>(nodes > 0 ? nodes - 1 : 0);
            };
            return CaromAabb{known.origin,
                             {end(known.origin.x, known.dims[0]), end(known.origin.y, known.dims[1]),
                              end(known.origin.z, known.dims[2])}};
        });
    }

    /// Distances and gradients.
    outcome<void> sample(const points &at, span<CaromSdfSample> out,
                         sdf_interpolation interpolation = sdf_interpolation::linear) const {
        return detail::ask(span<const CaromVec3>(at), out, asking(carom_sdf_sample, number(interpolation)));
    }
    outcome<std::vector<CaromSdfSample>> sample(const points &at,
                                                sdf_interpolation interpolation = sdf_interpolation::linear) const {
        return detail::ask<CaromSdfSample>(span<const CaromVec3>(at), asking(carom_sdf_sample, number(interpolation)));
    }
    outcome<CaromSdfSample> sample(const vec3 &point,
                                   sdf_interpolation interpolation = sdf_interpolation::linear) const {
        return detail::ask_one<CaromSdfSample>(static_cast<const CaromVec3 &>(point),
                                               asking(carom_sdf_sample, number(interpolation)));
    }

    /// The nearest point of the surface to each point.
    outcome<void> closest_point(const points &at, span<CaromSdfClosestPoint> out) const {
        return detail::ask(span<const CaromVec3>(at), out, asking(carom_sdf_closest_point));
    }
    outcome<std::vector<CaromSdfClosestPoint>> closest_point(const points &at) const {
        return detail::ask<CaromSdfClosestPoint>(span<const CaromVec3>(at), asking(carom_sdf_closest_point));
    }
    outcome<CaromSdfClosestPoint> closest_point(const vec3 &point) const {
        return detail::ask_one<CaromSdfClosestPoint>(static_cast<const CaromVec3 &>(point),
                                                     asking(carom_sdf_closest_point));
    }

    // The contact of each shape that is no farther than `margin`.
    outcome<void> collide(const points &at, span<CaromSdfContact> out, float margin = 0) const {
        return detail::ask(span<const CaromVec3>(at), out, asking(carom_sdf_collide_point, margin));
    }
    outcome<std::vector<CaromSdfContact>> collide(const points &at, float margin = 0) const {
        return detail::ask<CaromSdfContact>(span<const CaromVec3>(at), asking(carom_sdf_collide_point, margin));
    }
    outcome<CaromSdfContact> collide(const vec3 &point, float margin = 0) const {
        return detail::ask_one<CaromSdfContact>(static_cast<const CaromVec3 &>(point),
                                                asking(carom_sdf_collide_point, margin));
    }
    outcome<void> collide(span<const CaromSphere> spheres, span<CaromSdfContact> out, float margin = 0) const {
        return detail::ask(spheres, out, asking(carom_sdf_collide_sphere, margin));
    }
    outcome<std::vector<CaromSdfContact>> collide(span<const CaromSphere> spheres, float margin = 0) const {
        return detail::ask<CaromSdfContact>(spheres, asking(carom_sdf_collide_sphere, margin));
    }
    template <class Shape, std::enable_if_t<std::is_same<Shape, CaromSphere>::value, int> = 0>
    outcome<CaromSdfContact> collide(const Shape &sphere, float margin = 0) const {
        return detail::ask_one<CaromSdfContact>(sphere, asking(carom_sdf_collide_sphere, margin));
    }
    outcome<void> collide(span<const CaromCapsule> capsules, span<CaromSdfContact> out, float margin = 0) const {
        return detail::ask(capsules, out, asking(carom_sdf_collide_capsule, margin));
    }
    outcome<std::vector<CaromSdfContact>> collide(span<const CaromCapsule> capsules, float margin = 0) const {
        return detail::ask<CaromSdfContact>(capsules, asking(carom_sdf_collide_capsule, margin));
    }
    template <class Shape, std::enable_if_t<std::is_same<Shape, CaromCapsule>::value, int> = 0>
    outcome<CaromSdfContact> collide(const Shape &capsule, float margin = 0) const {
        return detail::ask_one<CaromSdfContact>(capsule, asking(carom_sdf_collide_capsule, margin));
    }
    outcome<void> collide(span<const CaromSdfTriangle> triangles, span<CaromSdfContact> out, float margin = 0) const {
        return detail::ask(triangles, out, asking(carom_sdf_collide_triangle, margin));
    }
    outcome<std::vector<CaromSdfContact>> collide(span<const CaromSdfTriangle> triangles, float margin = 0) const {
        return detail::ask<CaromSdfContact>(triangles, asking(carom_sdf_collide_triangle, margin));
    }
    template <class Shape, std::enable_if_t<std::is_same<Shape, CaromSdfTriangle>::value, int> = 0>
    outcome<CaromSdfContact> collide(const Shape &triangle, float margin = 0) const {
        return detail::ask_one<CaromSdfContact>(triangle, asking(carom_sdf_collide_triangle, margin));
    }

    /// The contacts of another field in each pose relative to this one, up to one a block of a field's cells.
    outcome<lists<CaromSdfContact>> collide(const sdf &other, span<const CaromPose> where, float margin = 0) const {
        return detail::filled(lists<CaromSdfContact>(),
                              [&](lists<CaromSdfContact> &found) { return collide(other, where, found, margin); });
    }
    outcome<void> collide(const sdf &other, span<const CaromPose> where, lists<CaromSdfContact> &out,
                          float margin = 0) const {
        return detail::fill_lists(out, where.size(), 64 * where.size(), [&](auto... into) {
            return carom_sdf_collide_field(get(), other.get(), where.data(), where.size(), margin, into...);
        });
    }

    /// The place where each ray is first inside.
    outcome<void> raycast(span<const CaromRay> rays, span<CaromSdfRayHit> out) const {
        return detail::ask(rays, out, asking(carom_sdf_raycast));
    }
    outcome<std::vector<CaromSdfRayHit>> raycast(span<const CaromRay> rays) const {
        return detail::ask<CaromSdfRayHit>(rays, asking(carom_sdf_raycast));
    }
    /// The place where one ray is first inside, as the hit of a mesh.
    outcome<hit> raycast(const CaromRay &ray) const {
        return detail::then(detail::ask_one<CaromSdfRayHit>(ray, asking(carom_sdf_raycast)),
                            [](const CaromSdfRayHit &found) -> outcome<hit> { return hit(found); });
    }
    outcome<hit> raycast(const vec3 &origin, const vec3 &direction, float t_max = infinity) const {
        return raycast(ray(origin, direction, t_max));
    }

    /// The distances at the pixels of a slice, row by row.
    outcome<void> slice(const CaromSdfSlice &pixels, span<float> out) const {
        if (out.size() != std::uint64_t(pixels.width) * pixels.height) {
            return detail::fail<void>(CAROM_ERROR_INVALID_ARGUMENT, "out: room for " + std::to_string(out.size()) +
                                                                        " of " + std::to_string(pixels.width) + " x " +
                                                                        std::to_string(pixels.height) + " pixels");
        }
        return detail::finish(carom_sdf_slice(get(), &pixels, out.data()));
    }
    outcome<std::vector<float>> slice(const CaromSdfSlice &pixels) const {
        std::vector<float> out(std::size_t(pixels.width) * pixels.height);
        return detail::finish(carom_sdf_slice(get(), &pixels, out.data()), out);
    }

    /// The grid's nodes inside the solid.
    outcome<std::vector<CaromVec3>> inside_points() const {
        return detail::filled(std::vector<CaromVec3>(), [&](std::vector<CaromVec3> &points) {
            return detail::fill_list(points, 0, [&](auto... out) { return carom_sdf_inside_points(get(), out...); });
        });
    }
};

CAROM_NAMESPACE_END

#endif // CAROM_SDF_HPP
