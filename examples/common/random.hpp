// Random numbers that are the same on every machine.

#ifndef RANDOM_HPP
#define RANDOM_HPP

#include <cstdint>

// SplitMix64 (Steele, Lea and Flood 2014).
class random_numbers {
public:
    explicit random_numbers(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    // In [0, 1).
    float unit() { return static_cast<float>(next() >> 40) * (1.0f / 16777216.0f); }

    // In [low, high).
    float between(float low, float high) { return low + (high - low) * unit(); }

private:
    std::uint64_t state_;
};

#endif // RANDOM_HPP
