#include "simulation.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace {

constexpr vec gravity = {0, 0, -9.81f};
constexpr float bounciness = 0.45f;
constexpr float bounce_from = 0.8f; // metres a second; what is slower does not bounce
constexpr float friction = 0.25f;
constexpr float push = 1.0f;        // metres a second at which overlapping marbles part at most
constexpr int rounds = 8;           // through all contacts
constexpr int slides = 3;           // along different surfaces in a frame
constexpr float arrived = 1e-7f;    // metres that are no way

using clock_type = std::chrono::steady_clock;

double milliseconds(clock_type::time_point from, clock_type::time_point to) {
    return std::chrono::duration<double, std::milli>(to - from).count();
}

} // namespace

simulation::simulation(std::vector<carom::mesh> obstacles, std::vector<CaromSphere> marbles)
    : obstacles_(std::move(obstacles)), marbles_(std::move(marbles)), velocities_(marbles_.size()),
      reaches_(marbles_.size()), world_(carom::world::create()), near_(obstacles_.size()) {
    std::vector<CaromWorldObject> objects;
    for (const CaromSphere &marble : marbles_) {
        masses_.push_back(4.18879f * marble.radius * marble.radius * marble.radius);
        const vec r = {marble.radius, marble.radius, marble.radius};
        boxes_.push_back({marble.center - r, marble.center + r});
        objects.push_back(carom::object(carom::volume(boxes_.back())));
    }
    for (const carom::mesh &obstacle : obstacles_) {
        boxes_.push_back(obstacle.stats().bounds);
        objects.push_back(carom::object(carom::volume(boxes_.back()), 0, true));
    }
    ids_ = world_.insert(objects);
    // The upper half of an id is its place, a small number. An array leads from there to our number.
    for (std::uint32_t i = 0; i < ids_.size(); ++i) {
        const std::size_t place = ids_[i] >> 32;
        if (numbers_.size() <= place) numbers_.resize(place + 1);
        numbers_[place] = i;
    }
}

frame_figures simulation::advance(float seconds) {
    const auto start = clock_type::now();
    find_pairs(seconds);
    const auto found = clock_type::now();
    contacts_.clear();
    meet_marbles(seconds);
    meet_obstacles(seconds);
    solve();
    move(seconds);
    const auto moved = clock_type::now();
    std::size_t questions = 0, contacts = 0;
    for (const auto &list : near_) questions += list.size();
    for (const contact &touch : contacts_) contacts += touch.pushed > 0.0f;
    return {milliseconds(start, found), milliseconds(found, moved), pairs_.size(), begun_.size(), ended_.size(),
            questions, contacts};
}

// The broad phase. A marble's box holds all that it can touch in this frame.
void simulation::find_pairs(float seconds) {
    const auto count = static_cast<std::uint32_t>(marbles_.size());
    for (std::size_t i = 0; i < count; ++i) {
        velocities_[i] += gravity * seconds;
        reaches_[i] = (length(velocities_[i]) + push) * seconds;
        const float r = marbles_[i].radius + reaches_[i];
        boxes_[i] = {marbles_[i].center - vec{r, r, r}, marbles_[i].center + vec{r, r, r}};
    }
    // Obstacles stay: only marbles are updated.
    world_.update_boxes({ids_.data(), count}, {boxes_.data(), count});
    world_.pairs(pairs_);
    world_.pair_changes(begun_, ended_);

    // Each pair to those who look closer. Two obstacles are never one: they are static.
    marble_pairs_.clear();
    for (auto &list : near_) list.clear();
    for (const CaromWorldPair &pair : pairs_) {
        std::uint32_t a = numbers_[pair.a >> 32], b = numbers_[pair.b >> 32];
        if (a > b) std::swap(a, b);
        if (b < count) {
            marble_pairs_.emplace_back(a, b);
        } else {
            near_[b - count].push_back(a);
        }
    }
}

void simulation::meet_marbles(float seconds) {
    for (const auto &[a, b] : marble_pairs_) {
        const vec apart = marbles_[a].center - marbles_[b].center;
        const float distance = length(apart), gap = distance - marbles_[a].radius - marbles_[b].radius;
        if (gap > reaches_[a] + reaches_[b] || distance == 0.0f) continue;
        add_contact(a, b, apart * (1.0f / distance), gap, seconds);
    }
}

// A batch for each mesh that has marbles near it: where they are nearest to it.
void simulation::meet_obstacles(float seconds) {
    for (std::size_t k = 0; k < obstacles_.size(); ++k) {
        points_.clear();
        for (const std::uint32_t i : near_[k]) points_.push_back({marbles_[i].center, marbles_[i].radius + reaches_[i]});
        closest_.resize(points_.size());
        obstacles_[k].closest_point(points_, closest_);
        for (std::size_t q = 0; q < points_.size(); ++q) {
            const std::uint32_t i = near_[k][q];
            const CaromClosestPoint &found = closest_[q];
            if (found.triangle == CAROM_NONE || found.distance == 0.0f) continue;
            const vec normal = (marbles_[i].center - found.point) * (1.0f / found.distance);
            add_contact(i, none, normal, found.distance - marbles_[i].radius, seconds);
        }
    }
}

void simulation::add_contact(std::uint32_t a, std::uint32_t b, vec normal, float gap, float seconds) {
    const vec speed = b == none ? velocities_[a] : velocities_[a] - velocities_[b];
    const float closing = -dot(speed, normal);
    // They may come together, but no farther. Marbles that overlap part gently.
    float wanted = gap > 0.0f ? -gap / seconds : std::min(-0.2f * gap / seconds, push);
    if (closing > bounce_from && closing * seconds > gap) wanted = std::max(wanted, bounciness * closing);
    contacts_.push_back({a, b, normal, wanted, 1.0f / masses_[a], b == none ? 0.0f : 1.0f / masses_[b], 0, 0});
}

// Sequential impulses (Catto 2005): contact by contact, several times, each pushing and never pulling.
void simulation::solve() {
    for (int round = 0; round < rounds; ++round) {
        for (contact &touch : contacts_) {
            vec still{};
            vec &va = velocities_[touch.a], &vb = touch.b == none ? still : velocities_[touch.b];
            const float give = 1.0f / (touch.share_a + touch.share_b);
            const auto apply = [&](vec impulse) {
                va += impulse * touch.share_a;
                vb -= impulse * touch.share_b;
            };
            const float before = touch.pushed;
            touch.pushed = std::max(0.0f, before + (touch.wanted - dot(va - vb, touch.normal)) * give);
            apply(touch.normal * (touch.pushed - before));

            const vec speed = va - vb, along = speed - touch.normal * dot(speed, touch.normal);
            const float sliding = length(along);
            const float rub = std::min(sliding * give, std::max(0.0f, friction * touch.pushed - touch.rubbed));
            if (rub <= 0.0f) continue;
            touch.rubbed += rub;
            apply(along * (-rub / sliding));
        }
    }
}

// Marbles near a mesh are moved by casts, so that none ever gets into it, however fast it is and whatever
// pushes it.
void simulation::move(float seconds) {
    ways_.resize(marbles_.size());
    for (std::size_t i = 0; i < marbles_.size(); ++i) {
        ways_[i] = velocities_[i] * seconds;
        // The world was told of no more.
        const float far = length(ways_[i]);
        if (far > reaches_[i]) ways_[i] = ways_[i] * (reaches_[i] / far);
    }
    const CaromShapeHit free = {INFINITY, 0, {}, {}, CAROM_NONE, 0, 0, 0};
    for (int slide = 0; slide < slides; ++slide) {
        first_.assign(marbles_.size(), free);
        for (std::size_t k = 0; k < obstacles_.size(); ++k) {
            casts_.clear();
            asked_.clear();
            for (const std::uint32_t i : near_[k]) {
                if (length(ways_[i]) < arrived) continue;
                casts_.push_back({marbles_[i].center, marbles_[i].radius, ways_[i], 0});
                asked_.push_back(i);
            }
            hits_.resize(casts_.size());
            obstacles_[k].cast(casts_, hits_);
            for (std::size_t q = 0; q < casts_.size(); ++q) {
                if (hits_[q].t < first_[asked_[q]].t) first_[asked_[q]] = hits_[q];
            }
        }
        for (std::size_t i = 0; i < marbles_.size(); ++i) {
            const float t = std::min(first_[i].t, 1.0f);
            if (length(ways_[i]) < arrived) continue;
            marbles_[i].center += ways_[i] * t;
            // The rest of the way goes along the surface that was met.
            ways_[i] = ways_[i] * (1.0f - t);
            if (first_[i].triangle == CAROM_NONE) continue;
            const vec normal = first_[i].normal;
            ways_[i] -= normal * std::min(0.0f, dot(ways_[i], normal));
            velocities_[i] -= normal * std::min(0.0f, dot(velocities_[i], normal));
        }
    }
}

double simulation::energy() const {
    double sum = 0;
    for (std::size_t i = 0; i < marbles_.size(); ++i) {
        const double speed = length(velocities_[i]);
        sum += double(masses_[i]) * (0.5 * speed * speed - double(gravity.z) * double(marbles_[i].center.z));
    }
    return sum;
}
