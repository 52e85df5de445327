// carom for C++17: owners for meshes, BSP trees, fields and worlds, exceptions for errors, arrays with their lengths.
// SPDX: MIT OR Apache-2.0
//
// A thin layer over carom.h, header only; whatever carom.h says holds here too. The structs are those of carom.h.
//
//     std::vector<glm::vec3> positions = ...;       // or any other vector of three floats
//     std::vector<std::uint32_t> indices = ...;
//     carom::mesh mesh = carom::mesh::build(positions, indices);
//     if (carom::hit hit = mesh.raycast({0, 0, 9}, {0, 0, -1})) use(hit.point, hit.normal);
//
// Every query asks one question, or a batch: then it returns a vector, or fills an array of yours and allocates nothing.
// Lists may be put into lists of yours, whose memory is used again.
//
//     std::vector<CaromRayHit> hits = mesh.raycast(rays);
//     mesh.raycast(rays, hits);
//     mesh.overlap_all(spheres, lists);
//
// Points of a batch may be vectors of any kind. Only what has to be made of an argument first is allocated, in any form: the
// axes of rotated boxes, and points that do not lie as three floats one after another.
//
// A verb means the same for meshes, solids, fields and worlds. The functions of carom.h have the same verbs, with the
// shape behind it where there are several (carom_mesh_overlap_sphere):
//
//     raycast, raycast_surface, occluded   the nearest hit of a ray; the surface there; whether there is one
//     line_of_sight                        whether nothing is between two points
//     overlap                              whether a shape touches
//     contacts                             where a shape touches a surface, how deep, and the normals
//     cast                                 the first contact of a moving shape
//     closest_point, collide, contains     the closest point of a surface; the contact with a solid; the brush around a point
//     raycast_all, overlap_all, cast_all   all that is hit, touched or met, exactly
//     crossings                            where a ray goes in and out, exactly
//     candidates                           all whose bounding boxes touch a box
//
// Of two meshes, each in many poses:
//
//     overlap, overlap_all                 whether any triangles touch; all pairs that do
//     intersections                        these pairs with the segments and polygons that they share
//     within, distance                     all pairs that are near; how far the meshes are apart
//     inside                               whether one lies inside of the other
//
// Of signed distance fields:
//
//     generate                             the field of a mesh
//     sample                               distances and gradients
//     slice, inside_points                 an image of distances; the grid's nodes inside
//
// Of a world of moving objects:
//
//     insert, update, remove, set_filter   edits, in batches
//     pairs, pair_changes, pairs_of        which objects touch; what has changed of that; who touches one object
//     overlap_all                          the objects that touch a shape, or are in view
//     nearest                              the objects that are nearest to a point
//
// All of it throws carom::error and, where memory is allocated here, std::bad_alloc, or std::length_error for more
// than a vector can hold. Nothing else. In programs built without exceptions (or with CAROM_NO_EXCEPTIONS defined), every
// function that can fail returns a carom::result instead: ok(), *, status(), message().

#ifndef CAROM_HPP
#define CAROM_HPP

#include "carom/bsp.hpp"
#include "carom/hull.hpp"
#include "carom/mesh.hpp"
#include "carom/sdf.hpp"
#include "carom/world.hpp"

#endif // CAROM_HPP
