// Cooked bytes: saved, opened by copy and in place, and everything that can be wrong with them.

#include "stl.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#define CAROM_TEST_MMAP 1
#endif

using namespace test;

namespace {

/// The answers to a fixed set of questions, as bytes.
std::string answers(const CaromMesh *mesh, const Soup &soup) {
    std::string bytes;
    const auto add = [&](const void *data, std::size_t size) { bytes.append(static_cast<const char *>(data), size); };
    const std::vector<CaromRay> rays = rays_at(soup, 200, 11);
    std::vector<CaromRayHit> hits(rays.size());
    EXPECT_EQ(carom_mesh_raycast(mesh, rays.data(), rays.size(), nullptr, hits.data(), nullptr), CAROM_OK);
    add(hits.data(), hits.size() * sizeof hits[0]);
    std::vector<CaromPointQuery> points;
    std::vector<CaromSphere> balls;
    for (const CaromRay &ray : rays) {
        points.push_back({ray.origin, INFINITY});
        balls.push_back({ray.origin, 0.5f});
    }
    std::vector<CaromClosestPoint> closest(points.size());
    EXPECT_EQ(carom_mesh_closest_point(mesh, points.data(), points.size(), nullptr, closest.data()), CAROM_OK);
    add(closest.data(), closest.size() * sizeof closest[0]);
    std::vector<std::uint8_t> touched(balls.size());
    EXPECT_EQ(carom_mesh_overlap_sphere(mesh, balls.data(), balls.size(), nullptr, touched.data()), CAROM_OK);
    add(touched.data(), touched.size());
    return bytes;
}

/// Opens bytes that may be damaged: an error that leaves the output alone, or a mesh with the same answers.
/// Returns whether it was an error.
bool refused(const void *data, std::size_t size, std::uint32_t flags, const Soup &soup, const std::string &expected) {
    CaromMesh *mesh;
    poison(mesh);
    const CaromStatus status = carom_mesh_open(data, size, flags, &mesh);
    if (status == CAROM_OK) {
        EXPECT_EQ(answers(mesh, soup), expected);
        carom_mesh_destroy(mesh);
        return false;
    }
    EXPECT_TRUE(status == CAROM_ERROR_INVALID_BLOB || status == CAROM_ERROR_UNSUPPORTED_VERSION) << status;
    EXPECT_EQ(last_error().substr(0, 6), "blob: ") << last_error();
    EXPECT_TRUE(is_poisoned(mesh));
    return true;
}

TEST(Blob, CopyAndInPlaceGiveTheSameAnswers) {
    for (const Soup &soup : {cube(), waves(12), nasty()}) {
        for (std::uint32_t layout : layouts) {
            const MeshPointer mesh = build(soup, layout);
            const std::string expected = answers(mesh.get(), soup);
            const std::vector<unsigned char> bytes = save(mesh.get());
            for (std::uint32_t flags : {CAROM_OPEN_COPY, CAROM_OPEN_BORROW}) {
                Aligned memory(bytes);
                CaromMesh *opened = nullptr;
                ASSERT_EQ(carom_mesh_open(memory.data(), memory.size(), flags, &opened), CAROM_OK) << last_error();
                const MeshPointer owner(opened);
                if (flags == CAROM_OPEN_COPY) std::memset(memory.data(), 0, memory.size()); // may be gone
                EXPECT_EQ(answers(opened, soup), expected);
                EXPECT_EQ(save(opened), bytes);
            }
        }
    }
}

TEST(Blob, ACopyMayLieAnywhere) {
    const Soup soup = cube();
    for (std::uint32_t layout : layouts) {
        const MeshPointer mesh = build(soup, layout);
        const std::vector<unsigned char> bytes = save(mesh.get());
        for (std::size_t offset = 0; offset < 9; ++offset) {
            Aligned memory(bytes, offset);
            CaromMesh *opened = nullptr;
            ASSERT_EQ(carom_mesh_open(memory.data(), memory.size(), CAROM_OPEN_COPY, &opened), CAROM_OK)
                << last_error();
            EXPECT_EQ(answers(MeshPointer(opened).get(), soup), answers(mesh.get(), soup));
        }
    }
}

TEST(Blob, SaveTakesExactlyTheRoomItNeeds) {
    const MeshPointer mesh = build(cube());
    std::size_t size = 0;
    EXPECT_EQ(carom_mesh_save(mesh.get(), nullptr, 0, &size), CAROM_BUFFER_TOO_SMALL);
    auto buffer = poisoned<unsigned char>(size + 16);
    EXPECT_EQ(carom_mesh_save(mesh.get(), buffer.data(), size, &size), CAROM_OK) << "exactly full is not too small";
    for (std::size_t i = size; i < buffer.size(); ++i) EXPECT_EQ(buffer[i], 0xa5);
    EXPECT_EQ(carom_mesh_save(mesh.get(), buffer.data(), buffer.size(), &size), CAROM_OK);
}

TEST(Blob, EveryFlippedByteIsAnErrorOrHarmless) {
    Soup soup = cube();
    soup.attributes.assign(soup.triangle_count(), 3);
    for (std::uint32_t layout : layouts) {
        const MeshPointer mesh = build(soup, layout);
        const std::string expected = answers(mesh.get(), soup);
        Aligned memory(save(mesh.get()));
        for (std::size_t i = 0; i < memory.size(); ++i) {
            for (unsigned char flip : {0x01, 0x10, 0x80, 0xff}) {
                memory.data()[i] = static_cast<unsigned char>(memory.data()[i] ^ flip);
                EXPECT_TRUE(refused(memory.data(), memory.size(), CAROM_OPEN_BORROW, soup, expected)) << "byte " << i;
                EXPECT_TRUE(refused(memory.data(), memory.size(), CAROM_OPEN_COPY, soup, expected)) << "byte " << i;
                memory.data()[i] = static_cast<unsigned char>(memory.data()[i] ^ flip);
            }
        }
        EXPECT_FALSE(refused(memory.data(), memory.size(), CAROM_OPEN_BORROW, soup, expected));
    }
}

TEST(Blob, TruncatedAndPaddedBytesAreRefused) {
    const Soup soup = cube();
    for (std::uint32_t layout : layouts) {
        std::vector<unsigned char> bytes = save(build(soup, layout).get());
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            const std::vector<unsigned char> part(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
            Aligned memory(part); // exactly as long, so that a sanitizer sees a read behind its end
            EXPECT_TRUE(refused(memory.data(), size, CAROM_OPEN_COPY, soup, "")) << size;
            EXPECT_TRUE(refused(memory.data(), size, CAROM_OPEN_BORROW, soup, "")) << size;
        }
        bytes.push_back(0);
        EXPECT_TRUE(refused(bytes.data(), bytes.size(), CAROM_OPEN_COPY, soup, ""));
    }
}

TEST(Blob, ForeignBytesAreRefused) {
    const Soup soup = cube();
    Random random(5);
    for (std::size_t round = 0; round < 2000; ++round) {
        std::vector<unsigned char> bytes(random.below(600));
        for (unsigned char &byte : bytes) byte = static_cast<unsigned char>(random.bits());
        if (round % 2 == 0 && bytes.size() >= 8) std::memcpy(bytes.data(), "\x89" "CAROM\r\n", 8);
        Aligned memory(bytes);
        EXPECT_TRUE(refused(memory.data(), memory.size(), CAROM_OPEN_BORROW, soup, ""));
    }
    std::ifstream file(std::string(CAROM_ASSETS) + "/skull.stl", std::ios::binary);
    std::vector<unsigned char> stl(1000);
    file.read(reinterpret_cast<char *>(stl.data()), static_cast<std::streamsize>(stl.size()));
    EXPECT_TRUE(refused(stl.data(), stl.size(), CAROM_OPEN_COPY, soup, ""));
}

#ifdef CAROM_TEST_MMAP
TEST(Blob, AFileMappingIsOpenedInPlace) {
    const Soup &soup = asset("skull");
    const MeshPointer mesh = build(soup);
    const std::vector<unsigned char> bytes = save(mesh.get());
    std::FILE *file = std::tmpfile();
    ASSERT_NE(file, nullptr);
    ASSERT_EQ(std::fwrite(bytes.data(), 1, bytes.size(), file), bytes.size());
    ASSERT_EQ(std::fflush(file), 0);
    void *mapped = mmap(nullptr, bytes.size(), PROT_READ, MAP_PRIVATE, fileno(file), 0);
    ASSERT_NE(mapped, MAP_FAILED);
    {
        CaromMesh *opened = nullptr;
        ASSERT_EQ(carom_mesh_open(mapped, bytes.size(), CAROM_OPEN_BORROW, &opened), CAROM_OK) << last_error();
        const MeshPointer owner(opened);
        EXPECT_EQ(answers(opened, soup), answers(mesh.get(), soup));
    }
    munmap(mapped, bytes.size());
    std::fclose(file);
}
#endif

} // namespace
