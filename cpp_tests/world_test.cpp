// Worlds through the C interface and its C++ layer: edits, pairs and their changes, queries, bad input, saved
// worlds, threads.

#include "carom.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <thread>

using namespace test;

// The namespace in which comparisons of vectors look for it.
static bool operator==(const CaromWorldPair &a, const CaromWorldPair &b) { return a.a == b.a && a.b == b.b; }

namespace {

const std::uint32_t structures[] = {
    CAROM_WORLD_AUTO, CAROM_WORLD_ALL_PAIRS, CAROM_WORLD_SPHERE_TREE, CAROM_WORLD_BOX_TREE,   CAROM_WORLD_BSP,
    CAROM_WORLD_QUADTREE, CAROM_WORLD_OCTREE, CAROM_WORLD_GRID,       CAROM_WORLD_MULTI_GRID,
};

CaromAabb cube_at(float x, float y = 0, float z = 0, float size = 1) {
    return {{x, y, z}, {x + size, y + size, z + size}};
}

CaromWorldDesc described(std::uint32_t structure = CAROM_WORLD_AUTO) {
    CaromWorldDesc desc;
    poison(desc);
    EXPECT_EQ(carom_world_desc_init(&desc), CAROM_OK);
    desc.structure = structure;
    return desc;
}

/// Every pair of boxes that touch.
std::vector<CaromWorldPair> brute(const std::vector<std::uint64_t> &ids, const std::vector<CaromAabb> &boxes) {
    const auto touch = [](const CaromAabb &a, const CaromAabb &b) {
        return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y && a.min.z <= b.max.z &&
               b.min.z <= a.max.z;
    };
    std::vector<CaromWorldPair> pairs;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        for (std::size_t j = i + 1; j < ids.size(); ++j) {
            if (touch(boxes[i], boxes[j])) {
                pairs.push_back({std::min(ids[i], ids[j]), std::max(ids[i], ids[j])});
            }
        }
    }
    std::sort(pairs.begin(), pairs.end(),
              [](const CaromWorldPair &a, const CaromWorldPair &b) { return a.a != b.a ? a.a < b.a : a.b < b.b; });
    return pairs;
}

TEST(World, MovingBoxesAreTheBruteForceOnEveryStructure) {
    for (std::uint32_t structure : structures) {
        for (std::uint32_t placement : {CAROM_PLACEMENT_SINGLE, CAROM_PLACEMENT_EVERY}) {
            Random random(7);
            CaromWorldDesc desc = described(structure);
            desc.placement = placement;
            carom::world world = carom::world::create(desc);
            const CaromAabb space = {{0, 0, 0}, {8, 8, 8}};
            std::vector<CaromAabb> boxes;
            std::vector<CaromWorldObject> objects;
            for (int i = 0; i < 150; ++i) {
                const CaromVec3 at = random.in(space);
                boxes.push_back(cube_at(at.x, at.y, at.z, random.between(0.1f, 1.5f)));
                objects.push_back(carom::object(carom::volume(boxes.back()), static_cast<std::uint64_t>(i)));
            }
            const std::vector<std::uint64_t> ids = world.insert(objects);
            std::vector<CaromWorldPair> before, begun, ended;
            for (int frame = 0; frame < 12; ++frame) {
                const std::vector<CaromWorldPair> now = brute(ids, boxes);
                EXPECT_EQ(world.pairs(), now) << structure;
                world.pair_changes(begun, ended);
                for (const CaromWorldPair &pair : begun) {
                    EXPECT_EQ(std::count(before.begin(), before.end(), pair), 0);
                    EXPECT_EQ(std::count(now.begin(), now.end(), pair), 1);
                }
                EXPECT_EQ(before.size() + begun.size() - ended.size(), now.size());
                before = now;
                const std::size_t moving = frame % 2 == 0 ? ids.size() : 7;
                for (std::size_t i = 0; i < moving; ++i) {
                    const float step = random.between(-0.3f, 0.3f);
                    boxes[i].min.x += step;
                    boxes[i].max.x += step;
                }
                world.update_boxes({ids.data(), moving}, {boxes.data(), moving});
            }
            const CaromWorldStats stats = world.stats();
            EXPECT_EQ(stats.object_count, 150u);
            EXPECT_GT(stats.bytes_objects, 0u);
            EXPECT_EQ(world.boxes().empty(), structure == CAROM_WORLD_ALL_PAIRS);
        }
    }
}

TEST(World, ObjectsComeBackAsInserted) {
    carom::world world = carom::world::create();
    const CaromSphere ball = {{1, 2, 3}, 0.5f};
    CaromWorldObject object = carom::object(carom::volume(ball), 99, true);
    object.filter = {6, 5};
    const std::uint64_t id = world.insert(object);
    EXPECT_NE(id, CAROM_NO_OBJECT);
    const CaromWorldObject found = world.object(id);
    EXPECT_EQ(found.user, 99u);
    EXPECT_EQ(found.volume.shape, CAROM_VOLUME_SPHERE);
    EXPECT_EQ(found.volume.radius, 0.5f);
    EXPECT_EQ(found.volume.min.z, 3.0f);
    EXPECT_EQ(found.filter.group, 6u);
    EXPECT_EQ(found.filter.mask, 5u);
    EXPECT_EQ(found.is_static, 1u);
    EXPECT_EQ(world.ids(), std::vector<std::uint64_t>{id});
    const CaromVolume parts[] = {carom::volume(cube_at(0)), carom::volume(cube_at(10))};
    const std::uint64_t compound = world.insert_compound(carom::object(parts[0]), parts);
    const std::uint64_t between = world.insert(carom::object(carom::volume(cube_at(5))));
    const std::uint64_t at_end = world.insert(carom::object(carom::volume(cube_at(10.5f))));
    EXPECT_EQ(world.pairs(), (std::vector<CaromWorldPair>{{compound, at_end}}));
    EXPECT_EQ(world.object(compound).volume.max.x, 11.0f);
    world.update_compound(compound, {parts, 1});
    world.remove(std::array<std::uint64_t, 2>{between, at_end});
    EXPECT_TRUE(world.pairs().empty());
}

TEST(World, QueriesFindTheObjects) {
    carom::world world = carom::world::create();
    std::vector<CaromWorldObject> row;
    for (int i = 0; i < 10; ++i) {
        row.push_back(carom::object(carom::volume(cube_at(3.0f * static_cast<float>(i)))));
    }
    const std::vector<std::uint64_t> ids = world.insert(row);
    const CaromAabb boxes[] = {{{0, 0, 0}, {3, 1, 1}}, {{-9, 0, 0}, {-8, 1, 1}}, {{1, 1, 1}, {30, 2, 2}}};
    const carom::lists<std::uint64_t> found = world.overlap_all(boxes);
    EXPECT_EQ(found[0].size(), 2u);
    EXPECT_EQ(found[1].size(), 0u);
    EXPECT_EQ(found[2].size(), 10u);
    EXPECT_TRUE(std::equal(found[2].begin(), found[2].end(), ids.begin()));
    const CaromSphere balls[] = {{{2, 0.5f, 0.5f}, 1}, {{2, 0.5f, 0.5f}, 0.99f}};
    EXPECT_EQ(world.overlap_all(balls).offsets, (std::vector<std::uint64_t>{0, 2, 2}));
    const CaromRay rays[] = {{{-1, 0.5f, 0.5f}, 0, {2, 0, 0}, 100}, {{31, 0.5f, 0.5f}, 0, {-1, 0, 0}, 2.5f}, {{0, 5, 0}, 0, {1, 0, 0}, INFINITY}};
    const std::vector<CaromWorldHit> hits = world.raycast(rays);
    EXPECT_EQ(hits[0].object, ids[0]);
    EXPECT_EQ(hits[0].t, 0.5f);
    EXPECT_EQ(hits[1].object, CAROM_NO_OBJECT);
    EXPECT_EQ(hits[2].t, INFINITY);
    const CaromAabbCast casts[] = {{cube_at(1.5f, 4), {0, -8, 0}}, {cube_at(12.5f, 4), {0, -6, 0}}};
    const std::vector<CaromWorldHit> met = world.cast(casts);
    EXPECT_EQ(met[0].object, CAROM_NO_OBJECT);
    EXPECT_EQ(met[1].object, ids[4]);
    EXPECT_EQ(met[1].t, 0.5f);
    const CaromPointQuery points[] = {{{7, 0, 0}, INFINITY}, {{-5, 0, 0}, 4.5f}};
    const std::vector<CaromNeighbor> near = world.nearest(points, 3);
    EXPECT_EQ(near[0].object, ids[2]);
    EXPECT_EQ(near[0].distance, 0.0f);
    EXPECT_EQ(near[1].object, ids[3]);
    EXPECT_EQ(near[1].distance, 2.0f);
    EXPECT_EQ(near[2].object, ids[1]);
    EXPECT_EQ(near[3].object, CAROM_NO_OBJECT);
    EXPECT_EQ(near[3].distance, INFINITY);
    CaromFrustum view{};
    for (CaromPlane &plane : view.planes) {
        plane = {{1, 0, 0}, -13.5f};
    }
    EXPECT_EQ(world.overlap_all({&view, 1}).items.size(), 5u);
    // Nobody sees an object that sees nothing.
    world.set_filter({ids.data(), 1}, std::array<CaromGroupFilter, 1>{CaromGroupFilter{0, 0}});
    EXPECT_EQ(world.raycast(rays)[0].object, ids[1]);
    const CaromWorldFilter other_group = carom::seeing(1, 2);
    EXPECT_EQ(world.overlap_all(boxes, {&other_group, 1}).items.size(), 0u);
}

TEST(World, EachQueryHasItsFilterAndListsComeInOrder) {
    carom::world world = carom::world::create();
    std::vector<CaromWorldObject> row;
    for (int i = 0; i < 10; ++i) {
        row.push_back(carom::object(carom::volume(cube_at(3.0f * static_cast<float>(i))), 100u + static_cast<unsigned>(i)));
    }
    const std::vector<std::uint64_t> ids = world.insert(row);
    // From inside of each, without itself.
    std::vector<CaromRay> rays;
    std::vector<CaromWorldFilter> filters;
    for (int i = 0; i < 10; ++i) {
        rays.push_back({{3.0f * static_cast<float>(i) + 0.5f, 0.5f, 0.5f}, 0, {1, 0, 0}, INFINITY});
        filters.push_back(carom::ignoring(ids[static_cast<std::size_t>(i)]));
    }
    const std::vector<CaromWorldHit> own = world.raycast(rays);
    const std::vector<CaromWorldHit> next = world.raycast(rays, filters);
    const carom::lists<CaromWorldHit> all = world.raycast_all(rays);
    for (std::size_t i = 0; i < 10; ++i) {
        EXPECT_EQ(own[i].object, ids[i]);
        EXPECT_EQ(own[i].user, 100 + i);
        EXPECT_EQ(own[i].t, 0.0f);
        EXPECT_EQ(next[i].object, i < 9 ? ids[i + 1] : CAROM_NO_OBJECT);
        EXPECT_EQ(next[i].user, i < 9 ? 101 + i : 0);
        ASSERT_EQ(all[i].size(), 10 - i);
        for (std::size_t k = 1; k < all[i].size(); ++k) {
            EXPECT_EQ(all[i][k].object, ids[i + k]);
            EXPECT_EQ(all[i][k].t, 3.0f * static_cast<float>(k) - 0.5f);
        }
    }
    const CaromAabbCast cast = {cube_at(-2), {14, 0, 0}};
    const carom::lists<CaromWorldHit> met = world.cast_all({&cast, 1}, {filters.data(), 1});
    ASSERT_EQ(met[0].size(), 4u);
    EXPECT_EQ(met[0][0].object, ids[1]);
    EXPECT_EQ(met[0][3].user, 104u);
    const CaromPointQuery point = {{3, 0, 0}, INFINITY};
    const std::vector<CaromNeighbor> near = world.nearest({&point, 1}, 2, {filters.data() + 1, 1});
    EXPECT_EQ(near[0].object, ids[0]);
    EXPECT_EQ(near[0].user, 100u);
    EXPECT_EQ(near[1].object, ids[2]);
    CaromWorldHit hits[10];
    EXPECT_EQ(carom_world_raycast(world.get(), rays.data(), 10, filters.data(), 3, hits), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "filters: 3 for 10 queries, not none, one, or one for each");
    EXPECT_EQ(carom_world_raycast(world.get(), rays.data(), 10, nullptr, 1, hits), CAROM_ERROR_NULL_ARGUMENT);
}

TEST(World, ObjectsChangeAndAWorldIsCleared) {
    carom::world world = carom::world::create();
    const std::vector<std::uint64_t> ids = world.insert(std::vector<CaromWorldObject>(4, carom::object(carom::volume(cube_at(0)))));
    const carom::lists<std::uint64_t> partners = world.pairs_of(ids);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(partners[i].size(), 3u);
    }
    EXPECT_EQ(partners[0][0], ids[1]);
    EXPECT_EQ(partners[3][0], ids[0]);
    world.set_static(ids, std::array<std::uint8_t, 4>{1, 1, 1, 0});
    EXPECT_EQ(world.pairs(), (std::vector<CaromWorldPair>{{ids[0], ids[3]}, {ids[1], ids[3]}, {ids[2], ids[3]}}));
    EXPECT_EQ(world.pairs_of({ids.data(), 1}).items, (std::vector<std::uint64_t>{ids[3]}));
    EXPECT_EQ(world.object(ids[2]).is_static, 1u);
    const std::uint8_t bad[] = {0, 2};
    EXPECT_EQ(carom_world_set_static(world.get(), ids.data(), bad, 2), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "is_static[1]: 2 is neither 0 nor 1");
    world.set_user({ids.data(), 2}, std::array<std::uint64_t, 2>{5, 6});
    EXPECT_EQ(world.object(ids[1]).user, 6u);
    EXPECT_THROW(world.set_user(ids, std::array<std::uint64_t, 2>{5, 6}), carom::error);
    world.clear();
    EXPECT_TRUE(world.ids().empty());
    EXPECT_TRUE(world.pairs().empty());
    EXPECT_TRUE(world.boxes().empty());
    EXPECT_THROW(world.object(ids[0]), carom::error);
    const std::uint64_t id = world.insert(carom::object(carom::volume(cube_at(0))));
    EXPECT_EQ(id >> 32, ids[0] >> 32);
    EXPECT_NE(id, ids[0]);
    EXPECT_EQ(carom_world_clear(nullptr), CAROM_ERROR_NULL_ARGUMENT);
}

TEST(World, WorldsRefuseEachOthersIds) {
    carom::world a = carom::world::create();
    carom::world b = carom::world::create();
    const std::uint64_t id = a.insert(carom::object(carom::volume(cube_at(0))));
    EXPECT_NE(b.insert(carom::object(carom::volume(cube_at(0)))), id);
    EXPECT_THROW(b.remove({&id, 1}), carom::error);
    EXPECT_NE(last_error().find("has the tag "), std::string::npos);
    // Those that are told to have the same tag have the same ids.
    CaromWorldDesc desc = described();
    desc.tag = 9;
    carom::world c = carom::world::create(desc);
    carom::world d = carom::world::create(desc);
    EXPECT_EQ(c.insert(carom::object(carom::volume(cube_at(0)))), d.insert(carom::object(carom::volume(cube_at(5)))));
}

TEST(World, ArraysThatAreTooSmallHoldTheBeginning) {
    carom::world world = carom::world::create();
    const std::vector<CaromWorldObject> stacked(6, carom::object(carom::volume(cube_at(0))));
    const std::vector<std::uint64_t> ids = world.insert(stacked);
    const std::vector<CaromWorldPair> all = world.pairs();
    ASSERT_EQ(all.size(), 15u);
    for (std::size_t capacity = 0; capacity <= 15; ++capacity) {
        std::vector<CaromWorldPair> some(capacity);
        std::size_t written = 77, total = 77;
        const CaromStatus status = carom_world_pairs(world.get(), some.data(), capacity, &written, &total);
        EXPECT_EQ(status, capacity < 15 ? CAROM_BUFFER_TOO_SMALL : CAROM_OK);
        EXPECT_EQ(written, capacity);
        EXPECT_EQ(total, 15u);
        EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin()));
    }
    // Changes that do not fit are told again.
    std::size_t written[2], total[2];
    std::vector<CaromWorldPair> begun(15);
    EXPECT_EQ(carom_world_pair_changes(world.get(), begun.data(), 14, &written[0], &total[0], nullptr, 0, &written[1], &total[1]),
              CAROM_BUFFER_TOO_SMALL);
    EXPECT_EQ(total[0], 15u);
    EXPECT_EQ(carom_world_pair_changes(world.get(), begun.data(), 15, &written[0], &total[0], nullptr, 0, &written[1], &total[1]),
              CAROM_OK);
    EXPECT_EQ(begun, all);
    world.remove({ids.data(), 1});
    EXPECT_EQ(carom_world_pair_changes(world.get(), begun.data(), 15, &written[0], &total[0], nullptr, 0, &written[1], &total[1]),
              CAROM_BUFFER_TOO_SMALL);
    EXPECT_EQ(total[1], 5u);
}

TEST(World, BadInputIsNamedAndChangesNothing) {
    CaromWorldDesc desc = described();
    CaromWorld *none = nullptr;
    const auto refused = [&](CaromStatus expected, const std::string &text) {
        EXPECT_EQ(carom_world_create(&desc, &none), expected);
        EXPECT_EQ(last_error(), text);
        EXPECT_EQ(none, nullptr);
        desc = described();
    };
    desc.structure = 9;
    refused(CAROM_ERROR_INVALID_ARGUMENT, "desc.structure: 9 is unknown");
    desc.build = 3;
    refused(CAROM_ERROR_INVALID_ARGUMENT, "desc.build: 3 is unknown");
    desc.placement = 2;
    refused(CAROM_ERROR_INVALID_ARGUMENT, "desc.placement: 2 is unknown");
    desc.tag = 256;
    refused(CAROM_ERROR_INVALID_ARGUMENT, "desc.tag: 256 exceeds 255");
    desc.cell_size = NAN;
    refused(CAROM_ERROR_NOT_FINITE, "desc.cell_size: NaN is not finite");
    desc.axes[0] = 1;
    desc.axes[1] = 1;
    refused(CAROM_ERROR_INVALID_ARGUMENT, "desc.axes: 1 and 1 are not two of 0, 1 and 2");
    desc.has_bounds = 2;
    refused(CAROM_ERROR_INVALID_ARGUMENT, "desc.has_bounds: 2 is unknown");
    desc.struct_size = 8;
    refused(CAROM_ERROR_STRUCT_SIZE, "desc.struct_size: 8 is below the 64 of the first version of CaromWorldDesc");
    EXPECT_EQ(carom_world_create(nullptr, &none), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(carom_world_create(&desc, nullptr), CAROM_ERROR_NULL_ARGUMENT);

    carom::world world = carom::world::create();
    std::vector<CaromWorldObject> objects(3, carom::object(carom::volume(cube_at(0))));
    const std::vector<std::uint64_t> ids = world.insert(objects);
    std::vector<std::uint64_t> out(3, 5);
    const auto bad_insert = [&](CaromStatus expected, const std::string &text) {
        EXPECT_EQ(carom_world_insert(world.get(), objects.data(), 3, out.data()), expected);
        EXPECT_EQ(last_error(), text);
        EXPECT_EQ(out, std::vector<std::uint64_t>(3, 5));
        objects[2] = objects[0];
    };
    objects[2].volume.shape = 2;
    bad_insert(CAROM_ERROR_INVALID_ARGUMENT, "objects[2].volume.shape: 2 is unknown");
    objects[2].volume.max.y = -1;
    bad_insert(CAROM_ERROR_INVALID_ARGUMENT, "objects[2].volume.min.y: 0 is more than objects[2].volume.max.y, -1");
    objects[2].volume.max.y = NAN;
    bad_insert(CAROM_ERROR_NOT_FINITE, "objects[2].volume.max.y: NaN is not finite");
    objects[2].is_static = 2;
    bad_insert(CAROM_ERROR_INVALID_ARGUMENT, "objects[2].is_static: 2 is neither 0 nor 1");
    objects[2].reserved = 1;
    bad_insert(CAROM_ERROR_INVALID_ARGUMENT, "objects[2].reserved: 1 is not zero");
    objects[2].volume = {CAROM_VOLUME_SPHERE, -1, {0, 0, 0}, {0, 0, 0}};
    bad_insert(CAROM_ERROR_INVALID_ARGUMENT, "objects[2].volume.radius: -1 is negative");

    world.remove({ids.data() + 1, 1});
    const CaromAabb far[] = {cube_at(50), cube_at(50), cube_at(50)};
    EXPECT_EQ(carom_world_update_boxes(world.get(), ids.data(), far, 3), CAROM_ERROR_UNKNOWN_ID);
    EXPECT_NE(last_error().find("ids[1]: "), std::string::npos);
    EXPECT_NE(last_error().find(" was removed"), std::string::npos);
    CaromWorldObject found;
    EXPECT_EQ(carom_world_object(world.get(), ids[1], &found), CAROM_ERROR_UNKNOWN_ID);
    EXPECT_EQ(last_error().find("id: "), 0u);
    CaromAabb inverted = cube_at(50);
    inverted.max.x = 0;
    EXPECT_EQ(carom_world_update_boxes(world.get(), ids.data(), &inverted, 1), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "boxes[0].min.x: 50 is more than boxes[0].max.x, 0");
    const CaromSphere negative = {{0, 0, 0}, -1};
    EXPECT_EQ(carom_world_update_spheres(world.get(), ids.data(), &negative, 1), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "spheres[0].radius: -1 is negative");
    EXPECT_EQ(carom_world_remove(world.get(), ids.data(), 3), CAROM_ERROR_UNKNOWN_ID);
    EXPECT_EQ(world.pairs(), (std::vector<CaromWorldPair>{{ids[0], ids[2]}}));
    EXPECT_EQ(carom_world_remove(nullptr, ids.data(), 1), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(last_error(), "world: NULL");
    EXPECT_EQ(carom_world_remove(world.get(), nullptr, 1), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(carom_world_insert(world.get(), nullptr, 0, nullptr), CAROM_OK);
    EXPECT_EQ(carom_world_update(world.get(), nullptr, nullptr, 0), CAROM_OK);
    carom_world_destroy(nullptr);
    try {
        world.remove({ids.data() + 1, 1});
        FAIL();
    } catch (const carom::error &failure) {
        EXPECT_EQ(failure.status(), CAROM_ERROR_UNKNOWN_ID);
    }
    EXPECT_THROW(world.update_boxes(ids, {far, 2}), carom::error);
    const CaromRay still = {{0, 0, 0}, 0, {0, 0, 0}, 1};
    EXPECT_THROW(world.raycast({&still, 1}), carom::error);
    EXPECT_EQ(last_error(), "rays[0].direction: no component of [0.0, 0.0, 0.0] reaches 1e-28");
}

TEST(World, SavedWorldsComeBack) {
    carom::world world = carom::world::create(carom::world_structure::octree);
    const std::vector<CaromWorldObject> stacked(6, carom::object(carom::volume(cube_at(0))));
    const std::vector<std::uint64_t> ids = world.insert(stacked);
    world.remove({ids.data() + 2, 1});
    const std::vector<unsigned char> bytes = world.save();
    carom::world again = carom::world::open_copy(bytes.data(), bytes.size());
    EXPECT_EQ(again.ids(), world.ids());
    EXPECT_EQ(again.pairs(), world.pairs());
    EXPECT_EQ(again.save(), bytes);
    EXPECT_THROW(carom::world::open_copy(bytes.data(), bytes.size() - 1), carom::error);
    std::vector<unsigned char> damaged = bytes;
    damaged[100] ^= 1;
    EXPECT_THROW(carom::world::open_copy(damaged.data(), damaged.size()), carom::error);
    std::size_t size = 0;
    EXPECT_EQ(carom_world_save(world.get(), nullptr, 0, &size), CAROM_BUFFER_TOO_SMALL);
    EXPECT_EQ(size, bytes.size());
}

TEST(World, IsTheSameInAFile) {
    carom::world world = carom::world::create();
    const std::vector<std::uint64_t> ids =
        world.insert(std::vector<CaromWorldObject>(6, carom::object(carom::volume(cube_at(0)))));
    const std::string path = testing::TempDir() + "carom_world_test.carom";
    for (int i = 0; i < 2; ++i) { // the second in place of the first
        world.remove({ids.data() + i, 1});
        world.save_file(path);
        carom::world again = carom::world::open_file(path.c_str(), 1);
        EXPECT_EQ(again.ids(), world.ids());
        EXPECT_EQ(again.pairs(), world.pairs());
        EXPECT_EQ(again.save(), world.save());
    }
    EXPECT_EQ(carom::attempt([&] { world.save_file(path + "/x"); }).status(), CAROM_ERROR_FILE);
    EXPECT_EQ(carom::attempt([&] { carom::world::open_file(path + ".none"); }).status(), CAROM_ERROR_FILE);
    EXPECT_EQ(carom::attempt([&] { carom::world::open_file(testing::TempDir()); }).status(), CAROM_ERROR_FILE);
    carom::mesh::build(std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1, 0}, std::vector<std::uint32_t>{0, 1, 2})
        .save_file(path);
    EXPECT_EQ(carom::attempt([&] { carom::world::open_file(path); }).status(), CAROM_ERROR_INVALID_BLOB);
    EXPECT_EQ(carom_world_save_file(nullptr, path.c_str()), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(carom_world_save_file(world.get(), nullptr), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(carom_world_open_file(path.c_str(), 0, nullptr), CAROM_ERROR_NULL_ARGUMENT);
    CaromWorld *made = nullptr;
    EXPECT_EQ(carom_world_open_file(nullptr, 0, &made), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(made, nullptr);
    std::remove(path.c_str());
}

TEST(World, ForgottenObjectsStayUnknown) {
    carom::world world = carom::world::create();
    const std::vector<CaromWorldObject> stacked(1000, carom::object(carom::volume(cube_at(0))));
    const std::vector<std::uint64_t> ids = world.insert(stacked);
    world.remove({ids.data(), 990});
    const std::vector<CaromWorldPair> pairs = world.pairs();
    EXPECT_LT(world.save().size(), 10000u);
    const std::uint64_t before = world.stats().bytes_objects;
    world.compact();
    EXPECT_LT(world.stats().bytes_objects, before / 4);
    EXPECT_EQ(world.pairs(), pairs);
    EXPECT_EQ(world.ids(), std::vector<std::uint64_t>(ids.begin() + 990, ids.end()));
    const std::vector<std::uint64_t> more = world.insert(stacked);
    for (std::size_t i = 0; i < 990; ++i) {
        EXPECT_THROW(world.object(ids[i]), carom::error);
        EXPECT_EQ(std::count(more.begin(), more.end(), ids[i]), 0);
    }
    EXPECT_EQ(carom_world_compact(nullptr), CAROM_ERROR_NULL_ARGUMENT);
}

TEST(World, ReadersBesideAWriterSeeWholeBatches) {
    carom::world world = carom::world::create();
    const std::vector<CaromWorldObject> stacked(20, carom::object(carom::volume(cube_at(0))));
    const std::vector<std::uint64_t> ids = world.insert(stacked);
    std::atomic<bool> done{false};
    std::atomic<int> wrong{0};
    std::vector<std::thread> readers;
    for (int i = 0; i < 4; ++i) {
        readers.emplace_back([&] {
            const CaromAabb here[] = {cube_at(0)};
            while (!done) {
                const std::size_t found = world.overlap_all(here).items.size();
                wrong += found != 0 && found != 20;
                wrong += world.pairs().size() != 190;
            }
        });
    }
    for (int i = 0; i < 200; ++i) {
        world.update_boxes(ids, std::vector<CaromAabb>(20, cube_at(i % 2 == 0 ? 9.0f : 0.0f)));
    }
    done = true;
    for (std::thread &reader : readers) {
        reader.join();
    }
    EXPECT_EQ(wrong, 0);
}

} // namespace
