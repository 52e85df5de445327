// Marbles that fall, roll and bounce. A world of boxes says which may touch what in a frame (the broad
// phase); spheres and meshes say which do (the narrow phase).

#ifndef SIMULATION_HPP
#define SIMULATION_HPP

#include "../common/vec.hpp"

#include <carom.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

struct frame_figures {
    double broad_ms, narrow_ms;
    std::size_t pairs, begun, ended;
    std::size_t questions; // of a sphere to a mesh
    std::size_t contacts;
};

class simulation {
public:
    // Meshes that stand still, and marbles that lie nowhere in them.
    simulation(std::vector<carom::mesh> obstacles, std::vector<CaromSphere> marbles);

    frame_figures advance(float seconds);

    const std::vector<carom::mesh> &obstacles() const { return obstacles_; }
    const std::vector<CaromSphere> &marbles() const { return marbles_; }
    // Kinetic and potential, above z = 0, for marbles of density 1.
    double energy() const;

    // The objects of the world, marbles first, then obstacles, and its answers in the last frame.
    const std::vector<std::uint64_t> &ids() const { return ids_; }
    const std::vector<CaromAabb> &boxes() const { return boxes_; }
    const std::vector<CaromWorldPair> &pairs() const { return pairs_; }
    const std::vector<CaromWorldPair> &begun() const { return begun_; }
    const std::vector<CaromWorldPair> &ended() const { return ended_; }

private:
    // Marble `a` touches marble `b`, or an obstacle if that is none.
    struct contact {
        std::uint32_t a, b;
        vec normal;         // towards a
        float wanted;       // the speed at which they must part, metres a second
        float share_a, share_b; // of an impulse: 1 / mass
        float pushed;       // the impulses so far
        float rubbed;
    };
    static constexpr std::uint32_t none = UINT32_MAX;

    void find_pairs(float seconds);
    void meet_marbles(float seconds);
    void meet_obstacles(float seconds);
    void add_contact(std::uint32_t a, std::uint32_t b, vec normal, float gap, float seconds);
    void solve();
    void move(float seconds);

    std::vector<carom::mesh> obstacles_;
    std::vector<CaromSphere> marbles_;
    std::vector<vec> velocities_;
    std::vector<float> masses_;
    std::vector<float> reaches_; // the distance that each marble may move in this frame

    carom::world world_;
    std::vector<std::uint64_t> ids_;
    std::vector<std::uint32_t> numbers_; // by place: the marble, or beyond them the obstacle
    std::vector<CaromAabb> boxes_;
    std::vector<CaromWorldPair> pairs_, begun_, ended_;

    // The candidates: pairs of marbles, and for each obstacle its marbles.
    std::vector<contact> contacts_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> marble_pairs_;
    std::vector<std::vector<std::uint32_t>> near_;
    // Kept for their memory.
    std::vector<CaromPointQuery> points_;
    std::vector<CaromClosestPoint> closest_;
    std::vector<CaromSphereCast> casts_;
    std::vector<CaromShapeHit> hits_, first_;
    std::vector<std::uint32_t> asked_;
    std::vector<vec> ways_; // still to go in this frame
};

#endif // SIMULATION_HPP
