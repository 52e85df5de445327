#include "stl.hpp"

#include "../examples/common/stl.hpp"

#include <map>
#include <utility>

namespace test {

Soup read_stl(const std::string &path) {
    indexed_triangles read = ::read_stl(path);
    return {std::move(read.positions), std::move(read.indices), {}};
}

const Soup &asset(const std::string &name) {
    static std::map<std::string, Soup> read;
    const auto found = read.find(name);
    if (found != read.end()) return found->second;
    return read.emplace(name, read_stl(std::string(CAROM_ASSETS) + "/" + name + ".stl")).first->second;
}

} // namespace test
