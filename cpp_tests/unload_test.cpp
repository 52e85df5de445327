// The shared library can be unloaded as soon as it has built with threads, as engines do with plugins: no
// thread of it is left that would go on in memory that is gone. Loads it by its path, which is the only
// argument, twenty times.

#include "carom.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <thread>
#include <vector>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
using Library = HMODULE;
static Library load(const char *path) { return LoadLibraryA(path); }
static void *find(Library library, const char *name) {
    return reinterpret_cast<void *>(GetProcAddress(library, name));
}
static bool unload(Library library, const char *) { return FreeLibrary(library) != 0; }
#else
#include <dlfcn.h>
using Library = void *;
static Library load(const char *path) { return dlopen(path, RTLD_NOW | RTLD_LOCAL); }
static void *find(Library library, const char *name) { return dlsym(library, name); }
static bool unload(Library library, const char *path) {
    if (dlclose(library) != 0) return false;
    // Nobody keeps it.
    return dlopen(path, RTLD_NOW | RTLD_NOLOAD) == nullptr;
}
#endif

#define FUNCTION(name) reinterpret_cast<decltype(&name)>(find(library, #name))

namespace {

bool build_mesh(Library library) {
    const std::uint32_t side = 200;
    std::vector<float> positions;
    std::vector<std::uint32_t> indices;
    for (std::uint32_t y = 0; y <= side; ++y) {
        for (std::uint32_t x = 0; x <= side; ++x) {
            positions.insert(positions.end(), {float(x), float(y), std::sin(float(x * y))});
            const std::uint32_t a = y * (side + 1) + x, b = a + side + 1;
            if (x < side && y < side) indices.insert(indices.end(), {a, a + 1, b, b, a + 1, b + 1});
        }
    }
    CaromMeshDesc desc;
    if (FUNCTION(carom_mesh_desc_init_sized)(&desc, sizeof desc) != CAROM_OK) return false;
    desc.positions = positions.data();
    desc.vertex_count = std::uint32_t(positions.size() / 3);
    desc.indices = indices.data();
    desc.triangle_count = std::uint32_t(indices.size() / 3);
    desc.thread_count = 8;
    CaromMesh *mesh = nullptr;
    if (FUNCTION(carom_mesh_build)(&desc, &mesh) != CAROM_OK) return false;
    FUNCTION(carom_mesh_destroy)(mesh);
    return true;
}

bool fill_world(Library library) {
    CaromWorldDesc desc;
    if (FUNCTION(carom_world_desc_init_sized)(&desc, sizeof desc) != CAROM_OK) return false;
    desc.thread_count = 4;
    CaromWorld *world = nullptr;
    if (FUNCTION(carom_world_create)(&desc, &world) != CAROM_OK) return false;
    std::vector<CaromWorldObject> objects(20000);
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const float x = float(i % 100), y = float(i / 100);
        objects[i] = {};
        objects[i].volume = {CAROM_VOLUME_BOX, 0.0f, {x, y, 0.0f}, {x + 1.5f, y + 0.5f, 1.0f}};
        objects[i].filter = {1, 0xffffffffu};
    }
    std::vector<std::uint64_t> ids(objects.size());
    std::size_t written = 0, total = 0;
    bool is_good = FUNCTION(carom_world_insert)(world, objects.data(), objects.size(), ids.data()) == CAROM_OK;
    is_good = is_good && FUNCTION(carom_world_pairs)(world, nullptr, 0, &written, &total) == CAROM_BUFFER_TOO_SMALL;
    FUNCTION(carom_world_destroy)(world);
    return is_good && total > 0;
}

} // namespace

int main(int count, char **arguments) {
    if (count != 2) return 2;
    for (int i = 0; i < 20; ++i) {
        Library library = load(arguments[1]);
        if (library == nullptr) {
            std::fprintf(stderr, "%s cannot be loaded\n", arguments[1]);
            return 1;
        }
        // On a thread of its own: the state of a thread, such as its last error, keeps the library until the
        // thread ends.
        bool is_good = false;
        std::thread([&] { is_good = build_mesh(library) && fill_world(library); }).join();
        if (!is_good) {
            std::fprintf(stderr, "round %d: a call failed\n", i);
            return 1;
        }
        if (!unload(library, arguments[1])) {
            std::fprintf(stderr, "round %d: the library stays\n", i);
            return 1;
        }
    }
    return 0;
}
