// Two meshes: pairs equal an exact loop over all pairs of triangles, in both orders of arguments, every
// layout, batches of poses and filters; distances equal a plain loop in double precision.

#include "carom.hpp"
#include "pairs_reference.hpp"
#include "pairs_support.hpp"
#include "stl.hpp"

#include <gtest/gtest.h>

#include <thread>

using namespace test;

namespace {

/// Triangles with small integer corners, some degenerate, duplicate or in a common plane; attributes repeat
/// after 4.
Soup scattered(std::uint64_t seed, std::uint32_t count, int size) {
    Random random(seed);
    Soup soup;
    const auto number = [&](int n) { return static_cast<float>(static_cast<int>(random.below(2 * n + 1)) - n); };
    for (std::uint32_t i = 0; i < count; ++i) {
        const CaromVec3 a = {number(size), number(size), i % 3 == 0 ? 0 : number(size)};
        CaromVec3 corners[3];
        for (CaromVec3 &p : corners) p = {a.x + number(3), a.y + number(3), i % 3 == 0 ? 0 : a.z + number(3)};
        if (i % 11 == 0) corners[2] = corners[0];
        if (i % 17 == 0) corners[1] = corners[0];
        for (const CaromVec3 &p : corners) {
            soup.indices.push_back(static_cast<std::uint32_t>(soup.positions.size()));
            soup.positions.push_back(p);
        }
        soup.attributes.push_back(static_cast<std::uint16_t>(1u << (i % 4)));
    }
    return soup;
}

/// Poses under which integers stay integers: turns by right angles, twice the size, steps along the axes.
std::vector<CaromPose> whole_poses(std::uint64_t seed, std::size_t count) {
    Random random(seed);
    std::vector<CaromPose> poses;
    while (poses.size() < count) {
        const std::uint32_t axes[3] = {random.below(3), random.below(3), random.below(3)};
        if (axes[0] == axes[1] || axes[1] == axes[2] || axes[2] == axes[0]) continue;
        const float scale = random.below(3) == 0 ? 2.0f : 1.0f;
        CaromPose pose = {};
        // A permutation of the axes turns around or mirrors; so does each sign.
        bool mirrors = (axes[1] + 3 - axes[0]) % 3 != 1;
        for (std::uint32_t r = 0; r < 3; ++r) {
            const bool negative = r < 2 ? random.below(2) == 1 : mirrors;
            mirrors = mirrors != negative;
            pose.rows[r][axes[r]] = negative ? -scale : scale;
            pose.rows[r][3] = static_cast<float>(static_cast<int>(random.below(9)) - 4);
        }
        poses.push_back(pose);
    }
    return poses;
}

/// All lists of a query, after having asked with every kind of room.
template <class Item, class Call> Found<Item> every_room(std::size_t count, Call call) {
    const Found<Item> none = ask<Item>(count, 0, true, call);
    const std::size_t total = none.total;
    EXPECT_EQ(none.status, total == 0 ? CAROM_OK : CAROM_BUFFER_TOO_SMALL) << last_error();
    EXPECT_EQ(none.written, 0u);
    EXPECT_EQ(none.offsets.front(), 0u);
    EXPECT_EQ(none.offsets.back(), total);
    Found<Item> all = ask<Item>(count, total, true, call);
    EXPECT_EQ(all.status, CAROM_OK) << "an exactly full buffer is not too small";
    EXPECT_TRUE(all.written == total && all.total == total && all.offsets == none.offsets);
    EXPECT_TRUE(is_poisoned(all.items[total]));
    for (std::size_t capacity : {std::size_t(1), total / 2, total - (total > 0), total + 3}) {
        const Found<Item> some = ask<Item>(count, capacity, true, call);
        const std::size_t fits = std::min(capacity, total);
        EXPECT_EQ(some.status, capacity < total ? CAROM_BUFFER_TOO_SMALL : CAROM_OK);
        EXPECT_TRUE(some.written == fits && some.total == total && some.offsets == none.offsets);
        EXPECT_EQ(std::memcmp(some.items.data(), all.items.data(), fits * sizeof(Item)), 0);
        for (std::size_t i = fits; i < some.items.size(); ++i) EXPECT_TRUE(is_poisoned(some.items[i]));
    }
    const Found<Item> without = ask<Item>(count, total, false, call);
    EXPECT_TRUE(is_poisoned(without.offsets));
    EXPECT_EQ(std::memcmp(without.items.data(), all.items.data(), total * sizeof(Item)), 0);
    all.items.resize(total);
    return all;
}

std::vector<CaromTrianglePair> swapped(std::vector<CaromTrianglePair> pairs) {
    for (CaromTrianglePair &pair : pairs) std::swap(pair.a, pair.b);
    const auto key = [](const CaromTrianglePair &p) { return std::uint64_t(p.a) << 32 | p.b; };
    std::sort(pairs.begin(), pairs.end(), [&](const auto &p, const auto &q) { return key(p) < key(q); });
    return pairs;
}

/// Everything that can be asked of two meshes against the plain loops, in both orders.
void check(const Question &question, const Soup &a, const Soup &b) {
    const auto pose = [](const CaromPose *poses, std::size_t i) { return poses ? poses[i] : identity; };
    const auto found = every_room<CaromTrianglePair>(question.count, question.pairs());
    const auto other = every_room<CaromTrianglePair>(question.count, question.swapped().pairs());
    const auto shared = every_room<CaromPairIntersection>(question.count, question.intersections());
    const auto near = every_room<CaromPairDistance>(question.count, question.within(1.5f));
    const auto touches = question.overlap();
    const auto distances = question.distances();
    EXPECT_EQ(question.swapped().overlap(), touches);
    EXPECT_EQ(shared.offsets, found.offsets);
    for (std::size_t i = 0; i < question.count; ++i) {
        SCOPED_TRACE("pose " + std::to_string(i));
        const Soup first = posed(pose(question.a_poses, i), a), second = posed(pose(question.b_poses, i), b);
        const auto expected = all_pairs(first, second, question.a_filter, question.b_filter);
        const auto list = [i](const auto &lists) {
            return std::vector(lists.items.begin() + std::ptrdiff_t(lists.offsets[i]), lists.items.begin() + std::ptrdiff_t(lists.offsets[i + 1]));
        };
        EXPECT_EQ(first_difference(list(found), expected), -1);
        EXPECT_EQ(first_difference(list(other), swapped(expected)), -1);
        EXPECT_EQ(touches[i], expected.empty() ? 0 : 1);

        const auto parts = list(shared);
        ASSERT_EQ(parts.size(), expected.size());
        for (std::size_t k = 0; k < parts.size(); ++k) {
            EXPECT_TRUE(parts[k].a == expected[k].a && parts[k].b == expected[k].b);
            EXPECT_TRUE(parts[k].point_count >= 2 && parts[k].point_count <= 6);
            const bool has_area = parts[k].flags & CAROM_SHARED_AREA, coplanar = parts[k].flags & CAROM_SHARED_COPLANAR;
            EXPECT_TRUE((coplanar || !has_area) && (has_area || parts[k].point_count == 2));
            for (std::uint32_t p = 0; p < 6; ++p) {
                const Wide point = wide(parts[k].points[p]);
                if (p >= parts[k].point_count) {
                    EXPECT_EQ(length(point), 0);
                } else {
                    EXPECT_LE(distance(point, wide_triangle(first, expected[k].a)), 1e-5);
                    EXPECT_LE(distance(point, wide_triangle(second, expected[k].b)), 1e-5);
                }
            }
        }

        // All distances, in the order of pairs.
        std::size_t next = 0, pair = 0;
        double least = INFINITY;
        const auto close = list(near);
        for (std::uint32_t s = 0; s < first.triangle_count(); ++s) {
            for (std::uint32_t t = 0; t < second.triangle_count(); ++t) {
                if (!passes(question.a_filter, a.attribute(s)) || !passes(question.b_filter, b.attribute(t))) continue;
                const bool touch = pair < expected.size() && expected[pair].a == s && expected[pair].b == t;
                pair += touch;
                const double d = touch ? 0 : distance(wide_triangle(first, s), wide_triangle(second, t));
                least = std::min(least, d);
                const bool listed = next < close.size() && close[next].a == s && close[next].b == t;
                // Rounding decides at the limit itself.
                EXPECT_TRUE(listed == (d < 1.5) || std::fabs(d - 1.5) <= 1e-5) << s << " and " << t << " at " << d;
                if (listed) {
                    EXPECT_NEAR(close[next].distance, d, 1e-5);
                    EXPECT_EQ(close[next].distance == 0, touch);
                    ++next;
                }
            }
        }
        EXPECT_EQ(next, close.size());
        const CaromMeshDistance &nearest = distances[i];
        EXPECT_EQ(nearest.distance == 0, least == 0);
        if (least == INFINITY) {
            EXPECT_TRUE(nearest.distance == INFINITY && nearest.a == CAROM_NONE && nearest.b == CAROM_NONE);
        } else {
            EXPECT_NEAR(nearest.distance, least, 1e-5);
            EXPECT_NEAR(length(wide(nearest.on_a) - wide(nearest.on_b)), least, 1e-5);
            EXPECT_LE(distance(wide(nearest.on_a), wide_triangle(first, nearest.a)), 1e-5);
            EXPECT_LE(distance(wide(nearest.on_b), wide_triangle(second, nearest.b)), 1e-5);
        }
    }
}

TEST(Pairs, AreThoseOfAPlainLoopInEveryLayout) {
    const Soup a = scattered(1, 60, 9), b = scattered(2, 45, 7);
    const auto a_poses = whole_poses(3, 6), b_poses = whole_poses(4, 6);
    for (std::uint32_t first : layouts) {
        for (std::uint32_t second : layouts) {
            SCOPED_TRACE(std::to_string(first) + " and " + std::to_string(second));
            const MeshPointer p = build(a, first), q = build(b, second);
            check({p.get(), q.get(), a_poses.data(), b_poses.data(), 2}, a, b);
        }
    }
    const MeshPointer p = build(a), q = build(b);
    check({p.get(), q.get(), a_poses.data(), b_poses.data(), a_poses.size()}, a, b);
}

TEST(Pairs, OfMeshesThatStay) {
    const Soup a = scattered(5, 80, 9), b = scattered(6, 30, 9);
    const MeshPointer p = build(a), q = build(b);
    const auto poses = whole_poses(7, 4);
    check({p.get(), q.get(), nullptr, poses.data(), poses.size()}, a, b);
    check({p.get(), q.get(), poses.data(), nullptr, poses.size()}, a, b);
    check({p.get(), q.get(), nullptr, nullptr, 2}, a, b);
    // No poses are no answers.
    check({p.get(), q.get(), nullptr, nullptr, 0}, a, b);
}

TEST(Pairs, OfAMeshAndItself) {
    const Soup soup = scattered(8, 70, 8);
    for (std::uint32_t layout : layouts) {
        const MeshPointer mesh = build(soup, layout);
        const auto poses = whole_poses(9, 2);
        check({mesh.get(), mesh.get(), nullptr, nullptr, 1}, soup, soup);
        check({mesh.get(), mesh.get(), nullptr, poses.data(), poses.size()}, soup, soup);
        check({mesh.get(), mesh.get(), poses.data(), poses.data(), poses.size()}, soup, soup);
    }
}

TEST(Pairs, OfCubesThatTouchInAFaceAnEdgeOrACorner) {
    const MeshPointer mesh = build(cube());
    const CaromPose poses[] = {moved(1, 0, 0), moved(1, 1, 0), moved(-1, 1, -1), moved(2, 0, 0), moved(-1, -1, -1, 3)};
    const Question question = {mesh.get(), mesh.get(), nullptr, poses, 5};
    check(question, cube(), cube());
    EXPECT_EQ(question.overlap(), (std::vector<std::uint8_t>{1, 1, 1, 0, 0}));
    const auto distances = question.distances();
    EXPECT_TRUE(distances[2].distance == 0 && distances[2].on_a.y == 1 && same_bits(distances[2].on_a, distances[2].on_b));
    EXPECT_TRUE(distances[3].distance == 1 && distances[3].on_a.x == 1 && distances[3].on_b.x == 2);
    EXPECT_EQ(distances[4].distance, 1) << "surfaces";
    for (const CaromMeshDistance &found : question.distances(0.5f)) {
        EXPECT_TRUE(found.distance == 0 || (found.distance == INFINITY && found.a == CAROM_NONE));
    }
}

TEST(Pairs, Filters) {
    const Soup a = scattered(10, 60, 7), b = scattered(11, 60, 7);
    const MeshPointer p = build(a), q = build(b);
    const auto poses = whole_poses(12, 2);
    const CaromFilter some = {sizeof some, 0, 1, 0, 0}, few = {sizeof few, 4, 0, 0, 0}, none = {sizeof none, 16, 0, 0, 0};
    for (const CaromFilter *first : {(const CaromFilter *)nullptr, &some, &few, &none}) {
        for (const CaromFilter *second : {(const CaromFilter *)nullptr, &some, &few}) {
            check({p.get(), q.get(), poses.data(), nullptr, 2, first, second}, a, b);
        }
    }
}

TEST(Pairs, EmptyMeshesTouchNothing) {
    const MeshPointer mesh = build(cube()), empty = build(Soup());
    for (std::uint32_t layout : layouts) {
        const MeshPointer other = build(Soup(), layout);
        check({mesh.get(), other.get(), nullptr, nullptr, 2}, cube(), Soup());
        check({other.get(), empty.get(), nullptr, nullptr, 1}, Soup(), Soup());
        EXPECT_EQ((Question{mesh.get(), other.get(), nullptr, nullptr, 1}.inside()), (std::vector<std::uint8_t>{0}));
    }
}

/// Answers are those of meshes whose vertices have been posed beforehand, whatever the poses.
TEST(Pairs, AreThoseOfPosedVertices) {
    const Soup soup = waves(24);
    const MeshPointer mesh = build(soup), still = build(soup, CAROM_LAYOUT_DELTA);
    Random random(13);
    std::size_t pairs = 0;
    for (int i = 0; i < 20; ++i) {
        const auto pose = [&] {
            const float w = random.between(0.1f, 1), x = random.between(-1, 1), y = random.between(-1, 1), z = random.between(-1, 1);
            const float length = std::sqrt(w * w + x * x + y * y + z * z);
            const float rotation[4] = {x / length, y / length, z / length, w / length};
            const CaromVec3 at = {random.between(-3, 3), random.between(-3, 3), random.between(-3, 3)};
            CaromPose made;
            EXPECT_EQ(carom_pose_from_quaternion(rotation, &at, random.between(0.7f, 1.5f), &made), CAROM_OK) << last_error();
            return made;
        };
        const CaromPose p = pose(), q = pose();
        const MeshPointer a = build(posed(p, soup)), b = build(posed(q, soup), CAROM_LAYOUT_COMPACT);
        const Question question = {mesh.get(), still.get(), &p, &q, 1}, baked = {a.get(), b.get(), nullptr, nullptr, 1};
        const auto expected = every_room<CaromPairIntersection>(1, baked.intersections());
        const auto found = every_room<CaromPairIntersection>(1, question.intersections());
        EXPECT_EQ(first_difference(found.items, expected.items), -1);
        EXPECT_EQ(first_difference(question.distances(), baked.distances()), -1);
        EXPECT_EQ(question.overlap(), baked.overlap());
        pairs += expected.items.size();
    }
    EXPECT_GT(pairs, 200u);
}

TEST(Pairs, Inside) {
    // One cube in another, a second one beside it.
    Soup two = cube();
    for (std::uint32_t index : cube().indices) two.indices.push_back(index + 8);
    for (CaromVec3 p : cube().positions) two.positions.push_back({p.x + 4, p.y, p.z});
    for (std::uint32_t layout : layouts) {
        const MeshPointer small = build(cube(), layout), pair = build(two, layout);
        const CaromPose around = moved(-1, -1, -1, 3), apart = moved(9, 0, 0), touching = moved(0.5f, 0.5f, 0.5f), far_around = moved(-1, -1, -1, 9);
        const CaromPose flush = moved(1, 0, 0), poses[] = {around, apart, touching, flush};
        const Question one = {small.get(), small.get(), nullptr, poses, 4};
        const std::uint8_t interference = CAROM_INSIDE_TOUCHING | CAROM_INSIDE_OVERLAPPING, contact = CAROM_INSIDE_TOUCHING | CAROM_INSIDE_ONLY_TOUCHING;
        EXPECT_EQ(one.inside(), (std::vector<std::uint8_t>{CAROM_INSIDE_A_WHOLLY, 0, interference, contact}));
        EXPECT_EQ(one.swapped().inside(), (std::vector<std::uint8_t>{CAROM_INSIDE_B_WHOLLY, 0, interference, contact}));
        const CaromPose others[] = {around, far_around};
        const Question some = {pair.get(), small.get(), nullptr, others, 2};
        EXPECT_EQ(some.inside(), (std::vector<std::uint8_t>{CAROM_INSIDE_A_PARTLY, CAROM_INSIDE_A_WHOLLY}));
        EXPECT_EQ(some.swapped().inside(), (std::vector<std::uint8_t>{CAROM_INSIDE_B_PARTLY, CAROM_INSIDE_B_WHOLLY}));
    }
}

TEST(Pairs, TheWrapperAsksTheSame) {
    const Soup a = scattered(20, 60, 8), b = scattered(21, 50, 8);
    const carom::mesh p = carom::mesh::build(a.positions, a.indices, a.attributes);
    const carom::mesh q = carom::mesh::build(b.positions, b.indices, b.attributes);
    const auto a_poses = whole_poses(22, 3), b_poses = whole_poses(23, 3);
    const CaromFilter filter = carom::filter(0, 1);
    const auto same = [](const auto &lists, const auto &found) {
        EXPECT_EQ(lists.offsets, found.offsets);
        EXPECT_EQ(first_difference(lists.items, found.items), -1);
    };
    const auto compare = [&](const carom::poses &where, const Question &question) {
        ASSERT_EQ(where.size(), question.count);
        same(p.overlap_all(q, where, question.a_filter, question.b_filter), every_room<CaromTrianglePair>(question.count, question.pairs()));
        same(p.intersections(q, where, question.a_filter, question.b_filter), every_room<CaromPairIntersection>(question.count, question.intersections()));
        same(p.within(1, q, where, question.a_filter, question.b_filter), every_room<CaromPairDistance>(question.count, question.within(1)));
        EXPECT_EQ(p.overlap(q, where, question.a_filter, question.b_filter), question.overlap());
        EXPECT_EQ(first_difference(p.distance(q, where, 3, question.a_filter, question.b_filter), question.distances(3)), -1);
        EXPECT_EQ(p.inside(q, where), question.inside());
    };
    compare({}, {p.get(), q.get(), nullptr, nullptr, 1});
    compare(b_poses, {p.get(), q.get(), nullptr, b_poses.data(), 3});
    compare(b_poses[1], {p.get(), q.get(), nullptr, &b_poses[1], 1, &filter, nullptr});
    compare(carom::poses::of_first(a_poses), {p.get(), q.get(), a_poses.data(), nullptr, 3, nullptr, &filter});
    compare({a_poses, b_poses}, {p.get(), q.get(), a_poses.data(), b_poses.data(), 3});
    compare(carom::span<const CaromPose>(), {p.get(), q.get(), nullptr, nullptr, 0});
    EXPECT_EQ(p.overlap(q), p.overlap(q, carom::pose(nullptr, {0, 0, 0})));
    std::uint8_t small[2];
    EXPECT_THROW(p.overlap(q, b_poses, small), carom::error);
    const carom::span<const CaromPose> two(b_poses.data(), 2), none;
    EXPECT_EQ(carom::attempt([&] { return p.overlap(q, carom::poses(a_poses, two)); }).message(), "a_poses: 3 for 2 b_poses");
    EXPECT_EQ(carom::attempt([&] { return p.overlap_all(q, carom::poses(none, two)); }).message(), "a_poses: 0 for 2 b_poses");
    EXPECT_THROW(carom::pose(nullptr, {0, 0, 0}, -1), carom::error);
    EXPECT_THROW(p.overlap(carom::mesh()), carom::error);
    EXPECT_TRUE(carom::number(carom::inside_flags::b_wholly) == CAROM_INSIDE_B_WHOLLY);
}

/// All lists and answers of a batch of poses of two skulls, as bytes.
std::vector<unsigned char> ask_all(const CaromMesh *mesh, const std::vector<CaromPose> &poses, float near) {
    const Question question = {mesh, mesh, nullptr, poses.data(), poses.size()};
    std::vector<unsigned char> bytes;
    const auto add = [&](const auto &items) {
        const auto *begin = reinterpret_cast<const unsigned char *>(items.data());
        bytes.insert(bytes.end(), begin, begin + items.size() * sizeof items[0]);
    };
    const auto pairs = ask<CaromTrianglePair>(poses.size(), 200000, true, question.pairs());
    add(pairs.offsets);
    add(pairs.items);
    add(ask<CaromPairIntersection>(poses.size(), 20000, true, question.intersections()).items);
    add(ask<CaromPairDistance>(poses.size(), 20000, true, question.within(near)).items);
    add(question.overlap());
    add(question.distances());
    add(question.inside());
    return bytes;
}

TEST(Pairs, AnyThreadMayAsk) {
    const Soup &soup = asset("skull");
    const MeshPointer mesh = build(soup);
    const CaromAabb box = bounds(soup);
    const float size = diagonal(box);
    std::vector<CaromPose> poses;
    for (int i = 0; i < 6; ++i) poses.push_back(moved(size * 0.15f * float(i), size * 0.03f, 0));
    const auto expected = ask_all(mesh.get(), poses, size * 1e-4f);
    std::vector<unsigned char> found[2];
    std::thread threads[2];
    for (int i = 0; i < 2; ++i) threads[i] = std::thread([&, i] { found[i] = ask_all(mesh.get(), poses, size * 1e-4f); });
    for (std::thread &thread : threads) thread.join();
    EXPECT_TRUE(found[0] == expected && found[1] == expected);
}

} // namespace
