// ANCHOR: all
// How calls fail: an exception that names the argument, the element and the value.

#include <carom.hpp>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

int main() {
    const std::vector<CaromVec3> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    bool ok = true;

    // ANCHOR: catch
    try {
        const std::vector<std::uint32_t> indices = {0, 1, 9000};
        const carom::mesh mesh = carom::mesh::build(positions, indices);
        ok = false;
    } catch (const carom::error &error) {
        std::printf("%s: %s\n", carom::to_string(error.status()).c_str(), error.what());
        ok = ok && error.status() == CAROM_ERROR_INDEX_OUT_OF_RANGE;
        ok = ok && error.what() == std::string("indices[2]: 9000 is not below vertex_count 3");
    }
    // ANCHOR_END: catch

    // ANCHOR: attempt
    // One call, without a try of one's own.
    const carom::result<carom::mesh> opened =
        carom::attempt([] { return carom::mesh::open_file("no such file.carom"); });
    if (!opened.ok()) std::printf("%s\n", carom::to_string(opened.status()).c_str());
    // ANCHOR_END: attempt
    ok = ok && opened.status() == CAROM_ERROR_FILE;

    // ANCHOR: miss
    // A miss is no error.
    const carom::mesh mesh = carom::mesh::build(positions, {0, 1, 2});
    const carom::hit hit = mesh.raycast({0, 0, 1}, {0, 0, 1});
    if (!hit) std::printf("nothing there\n");
    // ANCHOR_END: miss
    return ok && !hit ? 0 : 1;
}
// ANCHOR_END: all
