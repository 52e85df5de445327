#include "cloth.hpp"

#include <algorithm>
#include <cmath>

namespace {

constexpr vec gravity = {0, 0, -9.81f};
constexpr float drag = 3.0f;          // of the air, a second
constexpr float density = 0.2f;       // kilograms a square metre
// Metres a newton. Threads do not stretch, but cloth gives along its diagonals: else it could not fit what is
// round, and would never come to rest on it.
constexpr float shear_give = 1.0f;
constexpr float bending_give = 1.0f;

} // namespace

cloth::cloth(std::size_t columns, std::size_t rows, float spacing, vec middle)
    : mass_(density * spacing * spacing), longest_(1.5f * spacing) {
    for (std::size_t y = 0; y < rows; ++y) {
        for (std::size_t x = 0; x < columns; ++x) {
            positions_.push_back(middle + vec{(float(x) - 0.5f * float(columns - 1)) * spacing,
                                              (float(y) - 0.5f * float(rows - 1)) * spacing, 0});
        }
    }
    before_ = positions_;
    velocities_.resize(positions_.size());
    connect(columns, rows);
}

void cloth::connect(std::size_t columns, std::size_t rows) {
    const auto at = [&](std::size_t x, std::size_t y) { return static_cast<std::uint32_t>(y * columns + x); };
    const auto tie = [&](std::uint32_t a, std::uint32_t b, float compliance) {
        links_.push_back({a, b, length(positions_[b] - positions_[a]), compliance});
    };
    for (std::size_t y = 0; y < rows; ++y) {
        for (std::size_t x = 0; x < columns; ++x) {
            if (x + 1 < columns) tie(at(x, y), at(x + 1, y), 0);
            if (y + 1 < rows) tie(at(x, y), at(x, y + 1), 0);
            if (x + 2 < columns) tie(at(x, y), at(x + 2, y), bending_give);
            if (y + 2 < rows) tie(at(x, y), at(x, y + 2), bending_give);
            if (x + 1 == columns || y + 1 == rows) continue;
            const std::uint32_t a = at(x, y), b = at(x + 1, y), c = at(x + 1, y + 1), d = at(x, y + 1);
            tie(a, c, shear_give);
            tie(b, d, shear_give);
            // Diagonals take turns, so that the cloth folds alike in all directions.
            if ((x + y) % 2 == 0) {
                indices_.insert(indices_.end(), {a, b, c, a, c, d});
            } else {
                indices_.insert(indices_.end(), {a, b, d, b, c, d});
            }
        }
    }
}

void cloth::advance(const obstacles &around, float seconds, int substeps) {
    const float h = seconds / float(substeps);
    for (int step = 0; step < substeps; ++step) {
        for (std::size_t i = 0; i < positions_.size(); ++i) {
            vec &velocity = velocities_[i];
            velocity = (velocity + gravity * h) * (1.0f - drag * h);
            // No farther than a cell in a substep: solids that are thicker are not jumped through.
            const float way = length(velocity) * h;
            if (way > around.cell) velocity = velocity * (around.cell / way);
            before_[i] = positions_[i];
            positions_[i] += velocity * h;
        }
        pull_together(h);
        collide_particles(around);
        collide_triangles(around);
        for (std::size_t i = 0; i < positions_.size(); ++i) {
            velocities_[i] = (positions_[i] - before_[i]) * (1.0f / h);
        }
    }
}

// One pass over all links: with small substeps, that is enough.
void cloth::pull_together(float h) {
    for (const link &link : links_) {
        vec &a = positions_[link.a], &b = positions_[link.b];
        const vec way = b - a;
        const float distance = length(way);
        if (distance == 0.0f) continue;
        const float share = 1.0f / (2.0f + link.compliance * mass_ / (h * h));
        const vec move = way * (share * (distance - link.rest) / distance);
        a += move;
        b -= move;
    }
}

// All particles in one batch. Those that are nearer than the thickness are pushed out to it.
void cloth::collide_particles(const obstacles &around) {
    contacts_.resize(positions_.size());
    // Points that are a triangle's side farther are also reported: they tell the triangles that may touch.
    around.field.collide(positions_, contacts_, around.thickness + longest_);
    touching_.clear();
    const float whole = 1.0f;
    for (std::uint32_t i = 0; i < positions_.size(); ++i) {
        // A miss has a depth of minus infinity.
        const float depth = contacts_[i].depth + around.thickness;
        if (depth > 0.0f) {
            push_out(&i, &whole, 1, contacts_[i].normal, depth, around.friction);
            touching_.push_back(contacts_[i].point);
        }
        const float below = around.floor + around.thickness - positions_[i].z;
        if (below > 0.0f) push_out(&i, &whole, 1, {0, 0, 1}, below, around.friction);
    }
}

// A solid that is sharper than the particles are dense would come through between them. So the deepest point
// of each triangle is found, and the corners are moved until it is out. Half the thickness is enough. With
// all of it, triangles and particles would push against each other everywhere, and the cloth would not rest.
void cloth::collide_triangles(const obstacles &around) {
    const float thickness = 0.5f * around.thickness;
    near_.clear();
    near_triangles_.clear();
    for (std::uint32_t i = 0; i < indices_.size(); i += 3) {
        const std::uint32_t *corners = &indices_[i];
        if (std::none_of(corners, corners + 3, [&](std::uint32_t k) { return contacts_[k].depth > -INFINITY; })) continue;
        near_.push_back(i);
        near_triangles_.push_back({positions_[corners[0]], positions_[corners[1]], positions_[corners[2]]});
    }
    triangle_contacts_.resize(near_triangles_.size());
    around.field.collide(near_triangles_, triangle_contacts_, thickness);
    for (std::size_t i = 0; i < near_.size(); ++i) {
        const CaromSdfContact &contact = triangle_contacts_[i];
        if (!(contact.depth > -thickness)) continue; // a miss has minus infinity
        // The deepest point's weights are those of areas.
        const vec deepest = contact.deepest;
        const CaromSdfTriangle &t = near_triangles_[i];
        const vec across = cross(t.b - t.a, t.c - t.a);
        const float area = dot(across, across);
        if (area == 0.0f) continue;
        const float u = std::clamp(dot(cross(t.c - t.b, deepest - t.b), across) / area, 0.0f, 1.0f);
        const float v = std::clamp(dot(cross(t.a - t.c, deepest - t.c), across) / area, 0.0f, 1.0f - u);
        const float weights[3] = {u, v, 1.0f - u - v};
        // Its neighbours, which share corners, may have moved it out already.
        vec now{};
        for (int k = 0; k < 3; ++k) now += positions_[indices_[near_[i] + k]] * weights[k];
        const float depth = thickness - dot(now - contact.point, contact.normal);
        if (depth <= 0.0f) continue;
        push_out(&indices_[near_[i]], weights, 3, contact.normal, depth, around.friction);
        touching_.push_back(contact.point);
    }
}

// Moves a weighted mean of particles out along the normal, and back along the surface as far as friction
// holds.
void cloth::push_out(const std::uint32_t *particles, const float *weights, int count, vec normal, float depth, float friction) {
    vec moved{};
    float squares = 0;
    for (int k = 0; k < count; ++k) {
        moved += (positions_[particles[k]] - before_[particles[k]]) * weights[k];
        squares += weights[k] * weights[k];
    }
    const vec along = moved - normal * dot(moved, normal);
    const float slid = length(along), held = friction * depth;
    const vec back = slid <= held ? along : along * (held / slid);
    for (int k = 0; k < count; ++k) {
        vec &position = positions_[particles[k]], &before = before_[particles[k]];
        position += (normal * depth - back) * (weights[k] / squares);
        // Cloth does not bounce: the push leaves no speed.
        const float out = dot(position - before, normal);
        if (out > 0.0f) before += normal * out;
    }
}

std::vector<CaromSdfTriangle> cloth::triangles() const {
    std::vector<CaromSdfTriangle> all;
    for (std::size_t i = 0; i < indices_.size(); i += 3) {
        all.push_back({positions_[indices_[i]], positions_[indices_[i + 1]], positions_[indices_[i + 2]]});
    }
    return all;
}

float cloth::speed() const {
    float sum = 0;
    for (const vec velocity : velocities_) sum += dot(velocity, velocity);
    return std::sqrt(sum / float(velocities_.size()));
}
