#include "stl.hpp"

#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <unordered_map>

namespace test {

namespace {

std::uint32_t u32_at(const std::vector<unsigned char> &bytes, std::size_t at) {
    return std::uint32_t(bytes[at]) | std::uint32_t(bytes[at + 1]) << 8 | std::uint32_t(bytes[at + 2]) << 16 |
           std::uint32_t(bytes[at + 3]) << 24;
}

using Key = std::array<std::uint32_t, 3>;
struct Hash {
    std::size_t operator()(const Key &key) const {
        std::uint64_t h = 0;
        for (std::uint32_t word : key) h = (h ^ word) * 0x9e3779b97f4a7c15u;
        return static_cast<std::size_t>(h ^ h >> 32);
    }
};

} // namespace

Soup read_stl(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<unsigned char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (bytes.size() < 84) throw std::runtime_error(path + ": not a binary STL file");
    const std::size_t count = u32_at(bytes, 80);
    if (bytes.size() < 84 + 50 * count) throw std::runtime_error(path + ": ends early");
    Soup soup;
    std::unordered_map<Key, std::uint32_t, Hash> seen;
    for (std::size_t t = 0; t < count; ++t) {
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t at = 84 + 50 * t + 12 * (k + 1);
            Key key;
            for (std::size_t i = 0; i < 3; ++i) {
                key[i] = u32_at(bytes, at + 4 * i);
                if (key[i] == 0x80000000u) key[i] = 0; // -0 is 0
            }
            const auto entry = seen.emplace(key, static_cast<std::uint32_t>(soup.positions.size()));
            if (entry.second) {
                CaromVec3 position;
                std::memcpy(&position, key.data(), sizeof position);
                soup.positions.push_back(position);
            }
            soup.indices.push_back(entry.first->second);
        }
    }
    return soup;
}

const Soup &asset(const std::string &name) {
    static std::map<std::string, Soup> read;
    const auto found = read.find(name);
    if (found != read.end()) return found->second;
    return read.emplace(name, read_stl(std::string(CAROM_ASSETS) + "/" + name + ".stl")).first->second;
}

} // namespace test
