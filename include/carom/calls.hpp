// The functions of carom.h for meshes and solids, under one name a verb, so that each verb is written once for all shapes.
// SPDX: MIT OR Apache-2.0

#ifndef CAROM_CALLS_HPP
#define CAROM_CALLS_HPP

#include "numbers.hpp"

#include <cstddef>

CAROM_NAMESPACE_BEGIN
namespace detail {

inline CaromStatus overlap(const CaromMesh *of, const CaromSphere *queries, std::size_t count,
                           const CaromFilter *filter, std::uint8_t *out) {
    return carom_mesh_overlap_sphere(of, queries, count, filter, out);
}

inline CaromStatus overlap(const CaromMesh *of, const CaromCapsule *queries, std::size_t count,
                           const CaromFilter *filter, std::uint8_t *out) {
    return carom_mesh_overlap_capsule(of, queries, count, filter, out);
}

inline CaromStatus overlap(const CaromMesh *of, const CaromBox *queries, std::size_t count, const CaromFilter *filter,
                           std::uint8_t *out) {
    return carom_mesh_overlap_box(of, queries, count, filter, out);
}

inline CaromStatus overlap(const CaromMesh *of, const CaromHullPose *queries, std::size_t count,
                           const CaromFilter *filter, std::uint8_t *out) {
    return carom_mesh_overlap_hull(of, queries, count, filter, out);
}

inline CaromStatus overlap(const CaromBsp *of, const CaromCapsule *queries, std::size_t count,
                           const CaromFilter *filter, std::uint8_t *out) {
    return carom_bsp_overlap_capsule(of, queries, count, filter, out);
}

inline CaromStatus overlap(const CaromBsp *of, const CaromBox *queries, std::size_t count, const CaromFilter *filter,
                           std::uint8_t *out) {
    return carom_bsp_overlap_box(of, queries, count, filter, out);
}

inline CaromStatus overlap_all(const CaromMesh *of, const CaromSphere *queries, std::size_t count,
                               const CaromFilter *filter, std::uint64_t *offsets, std::uint32_t *items,
                               std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_mesh_overlap_sphere_all(of, queries, count, filter, offsets, items, capacity, written, total);
}

inline CaromStatus overlap_all(const CaromMesh *of, const CaromCapsule *queries, std::size_t count,
                               const CaromFilter *filter, std::uint64_t *offsets, std::uint32_t *items,
                               std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_mesh_overlap_capsule_all(of, queries, count, filter, offsets, items, capacity, written, total);
}

inline CaromStatus overlap_all(const CaromMesh *of, const CaromBox *queries, std::size_t count,
                               const CaromFilter *filter, std::uint64_t *offsets, std::uint32_t *items,
                               std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_mesh_overlap_box_all(of, queries, count, filter, offsets, items, capacity, written, total);
}

inline CaromStatus overlap_all(const CaromMesh *of, const CaromHullPose *queries, std::size_t count,
                               const CaromFilter *filter, std::uint64_t *offsets, std::uint32_t *items,
                               std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_mesh_overlap_hull_all(of, queries, count, filter, offsets, items, capacity, written, total);
}

inline CaromStatus overlap_all(const CaromBsp *of, const CaromCapsule *queries, std::size_t count,
                               const CaromFilter *filter, std::uint64_t *offsets, std::uint32_t *items,
                               std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_bsp_overlap_capsule_all(of, queries, count, filter, offsets, items, capacity, written, total);
}

inline CaromStatus overlap_all(const CaromBsp *of, const CaromBox *queries, std::size_t count,
                               const CaromFilter *filter, std::uint64_t *offsets, std::uint32_t *items,
                               std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_bsp_overlap_box_all(of, queries, count, filter, offsets, items, capacity, written, total);
}

inline CaromStatus boxes(const CaromMesh *of, std::uint32_t min_depth, std::uint32_t max_depth, CaromTreeBox *items,
                         std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_mesh_boxes(of, min_depth, max_depth, items, capacity, written, total);
}

inline CaromStatus boxes(const CaromBsp *of, std::uint32_t min_depth, std::uint32_t max_depth, CaromTreeBox *items,
                         std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_bsp_boxes(of, min_depth, max_depth, items, capacity, written, total);
}

inline CaromStatus contacts(const CaromMesh *of, const CaromSphere *queries, std::size_t count,
                            const CaromFilter *filter, const CaromContactOptions *options, std::uint64_t *offsets,
                            CaromContact *items, std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_mesh_contacts_sphere(of, queries, count, filter, options, offsets, items, capacity, written, total);
}

inline CaromStatus contacts(const CaromMesh *of, const CaromCapsule *queries, std::size_t count,
                            const CaromFilter *filter, const CaromContactOptions *options, std::uint64_t *offsets,
                            CaromContact *items, std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_mesh_contacts_capsule(of, queries, count, filter, options, offsets, items, capacity, written, total);
}

inline CaromStatus contacts(const CaromMesh *of, const CaromBoxAxes *queries, std::size_t count,
                            const CaromFilter *filter, const CaromContactOptions *options, std::uint64_t *offsets,
                            CaromContact *items, std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_mesh_contacts_box(of, queries, count, filter, options, offsets, items, capacity, written, total);
}

inline CaromStatus contacts(const CaromMesh *of, const CaromHullPose *queries, std::size_t count,
                            const CaromFilter *filter, const CaromContactOptions *options, std::uint64_t *offsets,
                            CaromContact *items, std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_mesh_contacts_hull(of, queries, count, filter, options, offsets, items, capacity, written, total);
}

inline CaromStatus contacts(const CaromBsp *of, const CaromSphere *queries, std::size_t count,
                            const CaromFilter *filter, const CaromContactOptions *options, std::uint64_t *offsets,
                            CaromContact *items, std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_bsp_contacts_sphere(of, queries, count, filter, options, offsets, items, capacity, written, total);
}

inline CaromStatus contacts(const CaromBsp *of, const CaromCapsule *queries, std::size_t count,
                            const CaromFilter *filter, const CaromContactOptions *options, std::uint64_t *offsets,
                            CaromContact *items, std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_bsp_contacts_capsule(of, queries, count, filter, options, offsets, items, capacity, written, total);
}

inline CaromStatus contacts(const CaromBsp *of, const CaromBoxAxes *queries, std::size_t count,
                            const CaromFilter *filter, const CaromContactOptions *options, std::uint64_t *offsets,
                            CaromContact *items, std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_bsp_contacts_box(of, queries, count, filter, options, offsets, items, capacity, written, total);
}

inline CaromStatus cast(const CaromMesh *of, const CaromSphereCast *queries, std::size_t count,
                        const CaromFilter *filter, contact_edges edges, CaromShapeHit *out) {
    return carom_mesh_cast_sphere(of, queries, count, filter, number(edges), out);
}

inline CaromStatus cast(const CaromMesh *of, const CaromCapsuleCast *queries, std::size_t count,
                        const CaromFilter *filter, contact_edges edges, CaromShapeHit *out) {
    return carom_mesh_cast_capsule(of, queries, count, filter, number(edges), out);
}

inline CaromStatus cast(const CaromMesh *of, const CaromBoxCast *queries, std::size_t count, const CaromFilter *filter,
                        contact_edges edges, CaromShapeHit *out) {
    return carom_mesh_cast_box(of, queries, count, filter, number(edges), out);
}

inline CaromStatus cast(const CaromMesh *of, const CaromHullCast *queries, std::size_t count, const CaromFilter *filter,
                        contact_edges edges, CaromShapeHit *out) {
    return carom_mesh_cast_hull(of, queries, count, filter, number(edges), out);
}

inline CaromStatus cast(const CaromBsp *of, const CaromCapsuleCast *queries, std::size_t count,
                        const CaromFilter *filter, contact_edges edges, CaromShapeHit *out) {
    return carom_bsp_cast_capsule(of, queries, count, filter, number(edges), out);
}

inline CaromStatus cast(const CaromBsp *of, const CaromBoxCast *queries, std::size_t count, const CaromFilter *filter,
                        contact_edges edges, CaromShapeHit *out) {
    return carom_bsp_cast_box(of, queries, count, filter, number(edges), out);
}

inline CaromStatus cast_all(const CaromMesh *of, const CaromSphereCast *queries, std::size_t count,
                            const CaromFilter *filter, contact_edges edges, std::uint64_t *offsets,
                            CaromShapeHit *items, std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_mesh_cast_sphere_all(of, queries, count, filter, number(edges), offsets, items, capacity, written,
                                      total);
}

inline CaromStatus cast_all(const CaromMesh *of, const CaromCapsuleCast *queries, std::size_t count,
                            const CaromFilter *filter, contact_edges edges, std::uint64_t *offsets,
                            CaromShapeHit *items, std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_mesh_cast_capsule_all(of, queries, count, filter, number(edges), offsets, items, capacity, written,
                                       total);
}

inline CaromStatus cast_all(const CaromMesh *of, const CaromBoxCast *queries, std::size_t count,
                            const CaromFilter *filter, contact_edges edges, std::uint64_t *offsets,
                            CaromShapeHit *items, std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_mesh_cast_box_all(of, queries, count, filter, number(edges), offsets, items, capacity, written, total);
}

inline CaromStatus cast_all(const CaromMesh *of, const CaromHullCast *queries, std::size_t count,
                            const CaromFilter *filter, contact_edges edges, std::uint64_t *offsets,
                            CaromShapeHit *items, std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_mesh_cast_hull_all(of, queries, count, filter, number(edges), offsets, items, capacity, written,
                                    total);
}

inline CaromStatus cast_all(const CaromBsp *of, const CaromCapsuleCast *queries, std::size_t count,
                            const CaromFilter *filter, contact_edges edges, std::uint64_t *offsets,
                            CaromShapeHit *items, std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_bsp_cast_capsule_all(of, queries, count, filter, number(edges), offsets, items, capacity, written,
                                      total);
}

inline CaromStatus cast_all(const CaromBsp *of, const CaromBoxCast *queries, std::size_t count,
                            const CaromFilter *filter, contact_edges edges, std::uint64_t *offsets,
                            CaromShapeHit *items, std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_bsp_cast_box_all(of, queries, count, filter, number(edges), offsets, items, capacity, written, total);
}

} // namespace detail
CAROM_NAMESPACE_END

#endif // CAROM_CALLS_HPP
