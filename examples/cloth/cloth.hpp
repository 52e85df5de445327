// A cloth of particles that are moved by their positions: XPBD with small steps (Macklin et al., "Small Steps
// in Physics Simulation", 2019).

#ifndef CLOTH_HPP
#define CLOTH_HPP

#include "../common/vec.hpp"

#include <carom.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

// The obstacles that the cloth falls on: the field of a mesh, and a floor.
struct obstacles {
    const carom::sdf &field;
    float cell;      // of the field
    float floor;     // z
    float thickness; // the distance that the cloth keeps from both
    float friction;  // Coulomb's coefficient
};

class cloth {
public:
    // A rectangle across z, hung up at `middle`: so many particles along x and y, `spacing` apart.
    cloth(std::size_t columns, std::size_t rows, float spacing, vec middle);

    // Moves on by `seconds`, in equal substeps.
    void advance(const obstacles &around, float seconds, int substeps);

    const std::vector<vec> &positions() const { return positions_; }
    // Three particles a triangle.
    const std::vector<std::uint32_t> &indices() const { return indices_; }
    // The triangles by their corners, as fields take them.
    std::vector<CaromSdfTriangle> triangles() const;
    // The points at which particles and triangles touched the field in the last substep.
    const std::vector<vec> &touching() const { return touching_; }
    // The mean of the squares of all speeds, rooted.
    float speed() const;

private:
    // Two particles that stay at a distance.
    struct link {
        std::uint32_t a, b;
        float rest;
        float compliance; // the stretch by a force, metres a newton
    };

    void connect(std::size_t columns, std::size_t rows);
    void pull_together(float h);
    void collide_particles(const obstacles &around);
    void collide_triangles(const obstacles &around);
    void push_out(const std::uint32_t *particles, const float *weights, int count, vec normal, float depth, float friction);

    float mass_;                     // of a particle
    float longest_;                  // side of a triangle, with some stretch
    std::vector<vec> positions_;
    std::vector<vec> before_;        // at the beginning of the substep
    std::vector<vec> velocities_;
    std::vector<link> links_;
    std::vector<std::uint32_t> indices_;
    std::vector<vec> touching_;
    // Kept for their memory.
    std::vector<CaromSdfContact> contacts_, triangle_contacts_;
    std::vector<std::uint32_t> near_; // triangles, by where they begin in indices_
    std::vector<CaromSdfTriangle> near_triangles_;
};

#endif // CLOTH_HPP
