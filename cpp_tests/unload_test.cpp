// The shared library can be unloaded as soon as it has built with threads, as engines do with plugins: no
// thread of it is left that would go on in memory that is gone, and its memory has come back. Loads it by its
// path, which is the only argument, twenty times.

#include "carom.h"

#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <new>
#include <string>
#include <thread>
#include <vector>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
using Library = HMODULE;
static Library load(const char *path) { return LoadLibraryA(path); }
static void *find(Library library, const char *name) { return reinterpret_cast<void *>(GetProcAddress(library, name)); }
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

bool build_mesh(Library library, std::uint32_t threads) {
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
    desc.thread_count = threads;
    CaromMesh *mesh = nullptr;
    if (FUNCTION(carom_mesh_build)(&desc, &mesh) != CAROM_OK) return false;
    FUNCTION(carom_mesh_destroy)(mesh);
    return true;
}

bool fill_world(Library library, std::uint32_t threads) {
    CaromWorldDesc desc;
    if (FUNCTION(carom_world_desc_init_sized)(&desc, sizeof desc) != CAROM_OK) return false;
    desc.thread_count = threads;
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

// Memory from here, counted.
struct Counter {
    std::atomic<std::size_t> calls{0}, blocks{0}, bytes{0};
};

void *allocate(void *context, std::size_t size, std::size_t alignment) {
    Counter &counter = *static_cast<Counter *>(context);
    ++counter.calls;
    ++counter.blocks;
    counter.bytes += size;
    return ::operator new(size, std::align_val_t(alignment), std::nothrow);
}

void release(void *context, void *memory, std::size_t size, std::size_t alignment) {
    Counter &counter = *static_cast<Counter *>(context);
    --counter.blocks;
    counter.bytes -= size;
    ::operator delete(memory, std::align_val_t(alignment));
}

void keep(void *context, std::uint32_t level, const char *message) {
    if (level == CAROM_LOG_WARNING) *static_cast<std::string *>(context) = message;
}

// Fails, and the message is what the log gets.
bool fail(Library library) {
    std::string logged;
    if (FUNCTION(carom_set_log)(keep, &logged) != CAROM_OK) return false;
    CaromMesh *mesh = nullptr;
    const CaromStatus status = FUNCTION(carom_mesh_build)(nullptr, &mesh);
    const bool is_same = logged == FUNCTION(carom_last_error_message)() && !logged.empty();
    return FUNCTION(carom_set_log)(nullptr, nullptr) == CAROM_OK && status == CAROM_ERROR_NULL_ARGUMENT && is_same;
}

// Once, before anything else, and with both functions.
bool hook_memory(Library library, Counter &counter) {
    const auto set = FUNCTION(carom_set_allocator);
    return set(allocate, release, &counter) == CAROM_OK && counter.calls == 0 &&
           set(allocate, release, &counter) == CAROM_ERROR_INVALID_ARGUMENT && counter.calls > 0 &&
           set(nullptr, release, &counter) == CAROM_ERROR_NULL_ARGUMENT &&
           set(allocate, nullptr, &counter) == CAROM_ERROR_NULL_ARGUMENT;
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
        // Half of the rounds with memory from here.
        Counter counter;
        const bool is_hooked = i % 2 == 1;
        // On a thread of its own: the state of a thread, such as its last error, keeps the library, and memory, until
        // the thread ends.
        bool is_good = false;
        const auto on_a_thread = [&](auto work) {
            std::thread([&] { is_good = work(); }).join();
            return is_good;
        };
        if (is_hooked) {
            on_a_thread([&] {
                return hook_memory(library, counter) && build_mesh(library, 1) && fill_world(library, 1) &&
                       fail(library);
            });
            if (!is_good || counter.blocks != 0 || counter.bytes != 0) {
                std::fprintf(stderr, "round %d: of %zu blocks %zu have not come back\n", i, counter.calls.load(),
                             counter.blocks.load());
                return 1;
            }
        }
        const auto work = [&] { return build_mesh(library, 8) && fill_world(library, 4) && fail(library); };
        if (!on_a_thread(work)) {
            std::fprintf(stderr, "round %d: a call failed\n", i);
            return 1;
        }
        if (is_hooked) {
            // What pools of threads keep does not become more.
            for (int again = 0; again < 5; ++again) on_a_thread(work);
            if (!is_good || counter.bytes > 100000) {
                std::fprintf(stderr, "round %d: %zu bytes have not come back\n", i, counter.bytes.load());
                return 1;
            }
        } else if (!on_a_thread([&] {
                       const auto late = FUNCTION(carom_set_allocator)(allocate, release, &counter);
                       return late == CAROM_ERROR_INVALID_ARGUMENT;
                   })) {
            std::fprintf(stderr, "round %d: memory can be hooked late\n", i);
            return 1;
        }
        if (!unload(library, arguments[1])) {
            std::fprintf(stderr, "round %d: the library stays\n", i);
            return 1;
        }
    }
    return 0;
}
