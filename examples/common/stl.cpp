#include "stl.hpp"

#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <unordered_map>

namespace {

std::uint32_t u32_at(const std::vector<unsigned char> &bytes, std::size_t at) {
    return std::uint32_t(bytes[at]) | std::uint32_t(bytes[at + 1]) << 8 | std::uint32_t(bytes[at + 2]) << 16 |
           std::uint32_t(bytes[at + 3]) << 24;
}

using key = std::array<std::uint32_t, 3>;
struct hash {
    std::size_t operator()(const key &words) const {
        std::uint64_t h = 0;
        for (std::uint32_t word : words) h = (h ^ word) * 0x9e3779b97f4a7c15u;
        return static_cast<std::size_t>(h ^ h >> 32);
    }
};

} // namespace

indexed_triangles read_stl(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error(path + ": cannot be opened");
    const std::vector<unsigned char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (bytes.size() < 84) throw std::runtime_error(path + ": not a binary STL file");
    const std::size_t count = u32_at(bytes, 80);
    if (bytes.size() < 84 + 50 * count) throw std::runtime_error(path + ": ends early");
    indexed_triangles read;
    std::unordered_map<key, std::uint32_t, hash> seen;
    for (std::size_t t = 0; t < count; ++t) {
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t at = 84 + 50 * t + 12 * (k + 1);
            key words;
            for (std::size_t i = 0; i < 3; ++i) {
                words[i] = u32_at(bytes, at + 4 * i);
                if (words[i] == 0x80000000u) words[i] = 0; // -0 is 0
            }
            const auto entry = seen.emplace(words, static_cast<std::uint32_t>(read.positions.size()));
            if (entry.second) {
                CaromVec3 position;
                std::memcpy(&position, words.data(), sizeof position);
                read.positions.push_back(position);
            }
            read.indices.push_back(entry.first->second);
        }
    }
    return read;
}
