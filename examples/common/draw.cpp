#include "draw.hpp"

#include "png.hpp"
#include "random.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <thread>

namespace draw {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr int samples_across = 3;                          // a pixel's side
constexpr int samples = samples_across * samples_across;   // a pixel
constexpr int tile = 4;                                    // pixels; 16 rays in a row that nearly agree go as one packet
const vec sun = normalized({-0.45f, -0.55f, 1.0f});        // where it is
constexpr color sunlight = {1.05f, 0.97f, 0.84f};
constexpr color skylight = {0.40f, 0.46f, 0.56f};

color operator*(color a, color b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
color mix(color a, color b, float t) { return a * (1.0f - t) + b * t; }

color sky(vec direction) { return mix({0.52f, 0.56f, 0.60f}, {0.16f, 0.25f, 0.40f}, std::clamp(direction.z, 0.0f, 1.0f)); }

std::uint8_t encoded(float light) {
    // Bright light fades into white instead of being cut off.
    const float shown = 1.0f - std::exp(-1.25f * std::max(light, 0.0f));
    return static_cast<std::uint8_t>(std::lround(255.0f * std::pow(shown, 1.0f / 2.2f)));
}

float part(float x) { return x - std::floor(x); }

// A direction around `normal`, likelier the closer to it (cosine-weighted); both numbers from 0 to 1.
vec around(vec normal, float u, float v) {
    const float turn = 6.2831853f * u, up = 2.0f * v - 1.0f, flat = std::sqrt(1.0f - up * up);
    const vec direction = normal + vec{flat * std::cos(turn), flat * std::sin(turn), up};
    return dot(direction, direction) > 1e-6f ? direction : normal;
}

// Draws rows of tiles. Owns the arrays of its batches, which are used again.
class painter {
public:
    painter(int width, int height, const camera &from, float reach,
            const std::vector<std::reference_wrapper<const thing>> &things)
        : width_(width), height_(height), eye_(from.eye), reach_(reach), things_(things) {
        const float half = std::tan(0.5f * from.degrees * 3.1415927f / 180.0f);
        const vec ahead = normalized(from.target - from.eye);
        const vec right = normalized(cross(ahead, {0, 0, 1}));
        step_ = 2.0f * half / float(height);
        right_ = right * step_;
        down_ = cross(ahead, right) * step_;
        first_ = ahead - right_ * (0.5f * float(width)) - down_ * (0.5f * float(height));
    }

    void draw(int top, std::vector<std::uint8_t> &pixels) {
        aim(top);
        sights_.assign(rays_.size(), sight{});
        for (const thing &thing : things_) thing.look(rays_, sights_);
        light();
        for (std::size_t i = 0; i < rays_.size(); i += samples) {
            const std::size_t at = 3 * pixels_[i / samples];
            color sum{};
            for (std::size_t k = 0; k < samples; ++k) sum += colors_[i + k];
            const color mean = sum * (1.0f / samples);
            pixels[at] = encoded(mean.x);
            pixels[at + 1] = encoded(mean.y);
            pixels[at + 2] = encoded(mean.z);
        }
    }

private:
    // The camera's rays, pixels in tiles.
    void aim(int top) {
        rays_.clear();
        pixels_.clear();
        for (int left = 0; left < width_; left += tile) {
            for (int y = top; y < std::min(top + tile, height_); ++y) {
                for (int x = left; x < std::min(left + tile, width_); ++x) {
                    pixels_.push_back(std::size_t(y) * std::size_t(width_) + std::size_t(x));
                    for (int k = 0; k < samples; ++k) {
                        const float u = float(x) + (float(k % samples_across) + 0.5f) / samples_across;
                        const float v = float(y) + (float(k / samples_across) + 0.5f) / samples_across;
                        rays_.push_back({eye_, 0.0f, first_ + right_ * u + down_ * v, infinity});
                    }
                }
            }
        }
    }

    // From each point that is seen, a ray to the sun and one to anywhere in the sky.
    void light() {
        colors_.resize(rays_.size());
        lit_.clear();
        second_.clear();
        for (std::size_t i = 0; i < rays_.size(); ++i) {
            sight &seen = sights_[i];
            if (seen.t == infinity) {
                colors_[i] = sky(normalized(rays_[i].direction));
                continue;
            }
            if (dot(seen.normal, rays_[i].direction) > 0.0f) seen.normal = seen.normal * -1.0f;
            // The samples of a pixel are spread evenly (Roberts' R2 sequence), beginning anywhere.
            random_numbers random(pixels_[i / samples]);
            const float u = part(random.unit() + float(i % samples) * 0.7548777f);
            const float v = part(random.unit() + float(i % samples) * 0.5698403f);
            const float clear = 0.25f * step_ * seen.t; // off the surface by a part of a pixel
            const vec point = rays_[i].origin + rays_[i].direction * seen.t + seen.normal * clear;
            const vec to_sun = sun + around(sun, v, u) * 0.03f; // as wide as clouds make it
            second_.push_back({point, 0.0f, to_sun, reach_});
            second_.push_back({point, 0.0f, normalized(around(seen.normal, u, v)), 0.5f * reach_});
            lit_.push_back(i);
        }
        blocked_.assign(second_.size(), 0);
        for (const thing &thing : things_) thing.block(second_, blocked_);
        for (std::size_t k = 0; k < lit_.size(); ++k) {
            const sight &seen = sights_[lit_[k]];
            const float facing = std::max(0.0f, dot(seen.normal, sun));
            color light = color{0.06f, 0.055f, 0.05f};
            if (!blocked_[2 * k]) light += sunlight * facing;
            if (!blocked_[2 * k + 1]) light += skylight * (0.7f + 0.3f * seen.normal.z);
            colors_[lit_[k]] = seen.paint * light;
        }
    }

    int width_, height_;
    vec eye_, first_, right_, down_;
    float step_, reach_; // step_: a pixel's side, at distance 1
    const std::vector<std::reference_wrapper<const thing>> &things_;
    std::vector<std::size_t> pixels_, lit_;
    std::vector<CaromRay> rays_, second_;
    std::vector<sight> sights_;
    std::vector<color> colors_;
    std::vector<std::uint8_t> blocked_;
};

} // namespace

void surface::look(carom::span<const CaromRay> rays, carom::span<sight> sights) const {
    std::vector<CaromRayHit> hits(rays.size());
    std::vector<CaromSurfacePoint> points(rays.size());
    mesh_.raycast_surface(rays, hits, points);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const CaromRayHit &hit = hits[i];
        if (!(hit.t < sights[i].t)) continue;
        vec normal = points[i].normal;
        if (!corner_normals_.empty()) {
            const vec *corners = &corner_normals_[3 * std::size_t(hit.triangle)];
            normal = normalized(corners[0] * (1.0f - hit.u - hit.v) + corners[1] * hit.u + corners[2] * hit.v);
        }
        sights[i] = {hit.t, normal, paint_(hit)};
    }
}

void surface::block(carom::span<const CaromRay> rays, carom::span<std::uint8_t> blocked) const {
    const std::vector<std::uint8_t> occluded = mesh_.occluded(rays);
    for (std::size_t i = 0; i < rays.size(); ++i) blocked[i] |= occluded[i];
}

void balls::look(carom::span<const CaromRay> rays, carom::span<sight> sights) const {
    const std::vector<CaromWorldHit> hits = world_.raycast(rays);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        if (!(hits[i].t < sights[i].t)) continue;
        const CaromWorldObject object = world_.object(hits[i].object);
        const vec point = rays[i].origin + rays[i].direction * hits[i].t;
        sights[i] = {hits[i].t, normalized(point - object.volume.min), paint_(object.user)}; // a sphere's min is its centre
    }
}

void balls::block(carom::span<const CaromRay> rays, carom::span<std::uint8_t> blocked) const {
    const std::vector<CaromWorldHit> hits = world_.raycast(rays);
    for (std::size_t i = 0; i < rays.size(); ++i) blocked[i] |= hits[i].object != CAROM_NO_OBJECT;
}

std::vector<vec> smooth_normals(carom::span<const vec> positions, carom::span<const std::uint32_t> indices) {
    std::vector<vec> sums(positions.size(), vec{0, 0, 0});
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        const vec a = positions[indices[i]], b = positions[indices[i + 1]], c = positions[indices[i + 2]];
        const vec normal = cross(b - a, c - a); // as long as twice the area
        for (std::size_t k = 0; k < 3; ++k) sums[indices[i + k]] += normal;
    }
    std::vector<vec> normals;
    normals.reserve(indices.size());
    for (const std::uint32_t index : indices) normals.push_back(normalized(sums[index]));
    return normals;
}

void write_picture(const std::string &path, int width, int height, const camera &from, float reach,
                   const std::vector<std::reference_wrapper<const thing>> &things) {
    std::vector<std::uint8_t> pixels(3 * std::size_t(width) * std::size_t(height));
    std::atomic<int> next{0};
    std::exception_ptr failure;
    std::mutex failed;
    const auto work = [&] {
        try {
            painter paints(width, height, from, reach, things);
            for (int top = tile * next++; top < height; top = tile * next++) paints.draw(top, pixels);
        } catch (...) {
            const std::lock_guard<std::mutex> lock(failed);
            failure = std::current_exception();
        }
    };
    std::vector<std::thread> threads;
    for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) threads.emplace_back(work);
    work();
    for (std::thread &thread : threads) thread.join();
    if (failure) std::rethrow_exception(failure);
    write_png(path, width, height, pixels);
}

} // namespace draw
