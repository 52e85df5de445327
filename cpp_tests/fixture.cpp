// Cooks a real mesh and two rooms of brushes, and writes them down with 10,000 questions each and the answers
// to them, so that tests in other languages can ask the same and compare:
//
//     mesh.carom    the cooked mesh
//     rays.bin      CaromRay, one after another
//     hits.bin      CaromRayHit, one for each ray
//     rooms.carom   the cooked BSP tree
//     balls.bin     CaromSphere, one after another
//     contacts.bin  CaromBspContact, one for each ball
//
// The structs are written as they lie in memory.

#include "bsp_support.hpp"
#include "stl.hpp"

#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>

namespace {

void write(const std::string &path, const void *data, std::size_t size) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(static_cast<const char *>(data), static_cast<std::streamsize>(size));
    file.close();
    if (!file) throw std::runtime_error(path + ": cannot be written");
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s <directory>\n", argv[0]);
        return 2;
    }
    try {
        const std::string directory = std::string(argv[1]) + "/";
        const test::Soup &soup = test::asset("skull");
        const carom::mesh mesh = carom::mesh::build(soup.positions, soup.indices);
        const std::vector<unsigned char> bytes = mesh.save();
        const std::vector<CaromRay> rays = test::rays_at(soup, 10000, 42);
        const std::vector<CaromRayHit> hits = mesh.raycast(rays);
        write(directory + "mesh.carom", bytes.data(), bytes.size());
        write(directory + "rays.bin", rays.data(), rays.size() * sizeof rays[0]);
        write(directory + "hits.bin", hits.data(), hits.size() * sizeof hits[0]);

        const test::Brushes brushes = test::two_rooms();
        const carom::bsp rooms = carom::bsp::build(test::describe(brushes));
        const std::vector<unsigned char> rooms_bytes = rooms.save();
        const std::vector<CaromSphere> balls = test::balls_in_rooms(10000, 43);
        const std::vector<CaromBspContact> contacts = rooms.collide(balls);
        write(directory + "rooms.carom", rooms_bytes.data(), rooms_bytes.size());
        write(directory + "balls.bin", balls.data(), balls.size() * sizeof balls[0]);
        write(directory + "contacts.bin", contacts.data(), contacts.size() * sizeof contacts[0]);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
