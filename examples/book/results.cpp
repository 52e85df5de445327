// ANCHOR: all
// How calls fail in programs without exceptions: every function that can fail returns a result. Built with
// -fno-exceptions; with exceptions, CAROM_NO_EXCEPTIONS asks for the same.

#include <carom.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

int main() {
    const std::vector<CaromVec3> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const std::vector<std::uint32_t> indices = {0, 1, 2};

    // ANCHOR: result
    const carom::result<carom::mesh> mesh = carom::mesh::build(positions, indices);
    if (!mesh) {
        std::fprintf(stderr, "%s\n", mesh.message().c_str());
        return 1;
    }
    // A hit can be tested itself, so its result has ok() alone.
    const carom::result<carom::hit> hit = mesh->raycast({0.25f, 0.25f, 1}, {0, 0, -1});
    if (hit.ok() && *hit) std::printf("at t = %g\n", hit->t);
    // ANCHOR_END: result

    const auto refused = mesh->raycast({0, 0, 1}, {0, 0, 0}); // a ray without a direction
    if (!refused.ok()) std::printf("%s\n", refused.message().c_str());
    return hit.ok() && hit->t == 1 && !refused.ok() && refused.status() == CAROM_ERROR_INVALID_ARGUMENT ? 0 : 1;
}
// ANCHOR_END: all
