// Out of memory is a status: in a child process whose address space is limited, since a test must not use up
// the machine's.

#include "support.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#if defined(__linux__) && !CAROM_TEST_SANITIZED

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace test;

namespace {

/// Bytes of address space that this process uses.
std::size_t address_space() {
    std::size_t pages = 0;
    if (std::FILE *file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%zu", &pages) != 1) pages = 0;
        std::fclose(file);
    }
    return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// Allows this process `more` bytes than it has.
void allow(std::size_t more) {
    rlimit limit;
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = static_cast<rlim_t>(address_space() + more);
    setrlimit(RLIMIT_AS, &limit);
}

/// Runs `work` in a child process. `work` returns the fault, or nothing.
template <class Work> void expect_in_child(Work work) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        const std::string wrong = work();
        if (!wrong.empty()) std::fprintf(stderr, "in the child process: %s\n", wrong.c_str());
        _exit(wrong.empty() ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status)) << "ended by signal " << (WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

constexpr std::size_t mebi = 1024 * 1024;

TEST(Memory, BuildingWithoutMemoryIsAStatus) {
    // Many triangles, all of vertex 0, in pages of zeros that cost nothing.
    constexpr std::size_t triangles = 8 * mebi;
    void *zeros = mmap(nullptr, triangles * 12, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    ASSERT_NE(zeros, MAP_FAILED);
    expect_in_child([&]() -> std::string {
        const float position[3] = {1, 2, 3};
        CaromMeshDesc desc;
        carom_mesh_desc_init(&desc);
        desc.positions = position;
        desc.vertex_count = 1;
        desc.indices = zeros;
        desc.triangle_count = triangles;
        desc.thread_count = 1;
        CaromMesh *mesh;
        poison(mesh);
        allow(16 * mebi);
        const CaromStatus status = carom_mesh_build(&desc, &mesh);
        allow(256 * mebi);
        if (status != CAROM_ERROR_OUT_OF_MEMORY) return std::string("status ") + carom_status_name(status);
        const std::string message = last_error();
        if (message.find("build: ") != 0 || message.find("bytes could not be allocated") == std::string::npos) {
            return "message: " + message;
        }
        if (!is_poisoned(mesh)) return "the output was written";
        return build(cube()) ? "" : "and nothing works afterwards";
    });
    munmap(zeros, triangles * 12);
}

TEST(Memory, OpeningWithoutMemoryIsAStatus) {
    const std::vector<unsigned char> bytes = save(build(waves(200)).get());
    ASSERT_GT(bytes.size(), mebi);
    expect_in_child([&]() -> std::string {
        std::vector<MeshPointer> opened;
        opened.reserve(1000);
        allow(32 * mebi);
        CaromStatus status = CAROM_OK;
        while (status == CAROM_OK && opened.size() < opened.capacity()) {
            CaromMesh *mesh;
            poison(mesh);
            status = carom_mesh_open(bytes.data(), bytes.size(), CAROM_OPEN_COPY, &mesh);
            if (status == CAROM_OK) {
                opened.emplace_back(mesh);
            } else if (!is_poisoned(mesh)) {
                return "the output was written";
            }
        }
        if (status != CAROM_ERROR_OUT_OF_MEMORY) return std::string("status ") + carom_status_name(status);
        const std::string message = last_error();
        // The copy, or the memory to check it.
        const std::string end = " bytes could not be allocated";
        if (message.rfind("blob: ", 0) != 0 || message.size() < end.size() ||
            message.compare(message.size() - end.size(), end.size(), end) != 0) {
            return message;
        }
        opened.clear();
        CaromMesh *again = nullptr;
        status = carom_mesh_open(bytes.data(), bytes.size(), CAROM_OPEN_COPY, &again);
        carom_mesh_destroy(again);
        return status == CAROM_OK ? "" : "and nothing works afterwards";
    });
}

TEST(Memory, ReportingWithoutMemoryIsAStatus) {
    constexpr std::size_t triangles = 8 * mebi;
    void *zeros = mmap(nullptr, triangles * 12, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    ASSERT_NE(zeros, MAP_FAILED);
    expect_in_child([&]() -> std::string {
        const float position[3] = {1, 2, 3};
        CaromMeshDesc desc;
        carom_mesh_desc_init(&desc);
        desc.positions = position;
        desc.vertex_count = 1;
        desc.indices = zeros;
        desc.triangle_count = triangles;
        CaromMeshReport report;
        poison(report);
        report.struct_size = sizeof report;
        allow(16 * mebi);
        const CaromStatus status = carom_mesh_report(&desc, &report);
        allow(256 * mebi);
        if (status != CAROM_ERROR_OUT_OF_MEMORY) return std::string("status ") + carom_status_name(status);
        report.struct_size = 0xa5a5a5a5u;
        return is_poisoned(report) ? "" : "the output was written";
    });
    munmap(zeros, triangles * 12);
}

} // namespace

#else

/// Elsewhere the status can only be raised on purpose.
TEST(Memory, OutOfMemoryCanBeRaised) {
    EXPECT_EQ(carom_debug_raise(CAROM_ERROR_OUT_OF_MEMORY), CAROM_ERROR_OUT_OF_MEMORY);
}

#endif
