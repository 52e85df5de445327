// Two meshes: bad poses and arguments are errors that name them, and nothing is written.

#include "carom.hpp"
#include "pairs_reference.hpp"
#include "pairs_support.hpp"

using namespace test;

namespace {

TEST(Pairs, PosesFromQuaternions) {
    CaromPose pose;
    ASSERT_EQ(carom_pose_from_quaternion(nullptr, nullptr, 1, &pose), CAROM_OK);
    EXPECT_TRUE(same_bits(pose, identity));
    const float half = std::sqrt(0.5f), rotation[4] = {0, 0, half, half};
    const CaromVec3 at = {5, 6, 7};
    ASSERT_EQ(carom_pose_from_quaternion(rotation, &at, 2, &pose), CAROM_OK);
    const CaromVec3 turned = posed(pose, {1, 0, 0});
    EXPECT_NEAR(turned.x, 5, 1e-6);
    EXPECT_NEAR(turned.y, 8, 1e-6);
    EXPECT_NEAR(turned.z, 7, 1e-6);
    poison(pose);
    const auto bad = [&](const float *r, const CaromVec3 *t, float scale, CaromStatus status, const char *message) {
        EXPECT_EQ(carom_pose_from_quaternion(r, t, scale, &pose), status);
        EXPECT_EQ(last_error(), message);
        EXPECT_TRUE(is_poisoned(pose));
    };
    const float twice[4] = {0, 0, 0, 2}, infinite[4] = {0, INFINITY, 0, 1};
    const CaromVec3 nowhere = {0, NAN, 0};
    bad(twice, nullptr, 1, CAROM_ERROR_INVALID_ARGUMENT, "rotation: [0.0, 0.0, 0.0, 2.0] has length 2, not 1");
    bad(infinite, nullptr, 1, CAROM_ERROR_NOT_FINITE, "rotation: [0.0, inf, 0.0, 1.0] has length inf, not 1");
    bad(nullptr, &nowhere, 1, CAROM_ERROR_NOT_FINITE, "translation.y: NaN is not finite");
    bad(nullptr, nullptr, 0, CAROM_ERROR_INVALID_ARGUMENT, "scale: 0 is not positive");
    bad(nullptr, nullptr, -1, CAROM_ERROR_INVALID_ARGUMENT, "scale: -1 is not positive");
    bad(nullptr, nullptr, NAN, CAROM_ERROR_NOT_FINITE, "scale: NaN is not finite");
    EXPECT_EQ(carom_pose_from_quaternion(nullptr, nullptr, 1, nullptr), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(last_error(), "out: NULL");
}

TEST(Pairs, PosesFarFromTheOrigin) {
    // A thousandth apart at ten million, where floats are a whole unit apart.
    CaromFarPose a = {{{1, 0, 0, 1e7}, {0, 1, 0, -1e7}, {0, 0, 1, 12345678.9}}}, b = a;
    b.rows[0][3] += 0.001;
    b.rows[2][3] -= 70.3;
    const auto near = carom::about_common_origin(a, b);
    for (int k = 0; k < 3; ++k) {
        const double first = near.a.rows[k][3], second = near.b.rows[k][3], offset = b.rows[k][3] - a.rows[k][3];
        EXPECT_NEAR(second - first, offset, std::abs(offset) * 1e-14);
        EXPECT_NEAR(near.origin[std::size_t(k)] + first, a.rows[k][3], 1e-8);
        EXPECT_NEAR(near.origin[std::size_t(k)] + second, b.rows[k][3], 1e-8);
    }
    const CaromFarPose far_poses[2] = {a, b};
    CaromPose first[2], second[2];
    EXPECT_EQ(carom_poses_about_common_origin(far_poses, far_poses, 2, first, second, nullptr), CAROM_OK);
    EXPECT_TRUE(same_bits(first[1], identity) && same_bits(second[1], identity));
    CaromFarPose bad[2] = {a, b};
    bad[1].rows[2][2] = NAN;
    poison(first[0]);
    EXPECT_EQ(carom_poses_about_common_origin(far_poses, bad, 2, first, second, nullptr), CAROM_ERROR_NOT_FINITE);
    EXPECT_EQ(last_error(), "b[1].rows[2][2]: NaN is not finite");
    EXPECT_TRUE(is_poisoned(first[0]));
    EXPECT_EQ(carom_poses_about_common_origin(far_poses, far_poses, 2, first, nullptr, nullptr), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(last_error(), "b_poses: NULL with count 2");
}

/// Every query with the same arguments fails alike, and writes nothing.
void expect_all_bad(const Question &q, CaromStatus status, const std::string &message, bool filtered = false) {
    SCOPED_TRACE(message);
    auto offsets = poisoned<std::uint64_t>(8);
    std::size_t written, total;
    poison(written);
    poison(total);
    const auto expect = [&](CaromStatus returned, bool untouched) {
        EXPECT_EQ(returned, status);
        EXPECT_EQ(last_error(), message);
        EXPECT_TRUE(untouched && is_poisoned(offsets) && is_poisoned(written) && is_poisoned(total));
        carom_debug_raise(CAROM_ERROR_CANCELLED);
    };
    auto pairs = poisoned<CaromTrianglePair>(100);
    auto near = poisoned<CaromPairDistance>(100);
    auto shared = poisoned<CaromPairIntersection>(100);
    auto bytes = poisoned<std::uint8_t>(8);
    auto distances = poisoned<CaromMeshDistance>(8);
    const auto list = [&](auto call, auto &out) {
        const CaromStatus returned = call(offsets.data(), out.data(), out.size(), &written, &total);
        expect(returned, is_poisoned(out));
    };
    list(q.pairs(), pairs);
    list(q.within(1), near);
    list(q.intersections(), shared);
    CaromStatus returned = carom_mesh_overlap_mesh(q.a, q.b, q.a_poses, q.b_poses, q.count, q.a_filter, q.b_filter, bytes.data());
    expect(returned, is_poisoned(bytes));
    returned = carom_mesh_distance(q.a, q.b, q.a_poses, q.b_poses, q.count, 1, q.a_filter, q.b_filter, distances.data());
    expect(returned, is_poisoned(distances));
    if (!filtered) {
        returned = carom_mesh_inside(q.a, q.b, q.a_poses, q.b_poses, q.count, bytes.data());
        expect(returned, is_poisoned(bytes));
    }
}

TEST(Pairs, BadPosesAreNamed) {
    const MeshPointer mesh = build(cube()), empty = build(Soup());
    const CaromMesh *m = mesh.get();
    const auto bad = [&](const CaromPose &pose, CaromStatus status, const std::string &rest) {
        const CaromPose poses[3] = {identity, identity, pose};
        expect_all_bad({m, m, nullptr, poses, 3}, status, "b_poses[2]" + rest);
        expect_all_bad({m, m, poses, nullptr, 3}, status, "a_poses[2]" + rest);
    };
    CaromPose pose = identity;
    pose.rows[0][1] = NAN;
    bad(pose, CAROM_ERROR_NOT_FINITE, ".rows[0][1]: NaN is not finite");
    pose = identity;
    pose.rows[2][3] = -INFINITY;
    bad(pose, CAROM_ERROR_NOT_FINITE, ".rows[2][3]: -inf is not finite");
    bad(moved(0, 2e30f, 0), CAROM_ERROR_INVALID_ARGUMENT, ".rows[1][3]: 2e30 exceeds 1.1529215e18, the largest coordinate and length");
    bad(moved(0, 0, 0, 0), CAROM_ERROR_INVALID_ARGUMENT, ": zero scale along axis x");
    bad(moved(0, 0, 0, -1), CAROM_ERROR_INVALID_ARGUMENT, ": a mirror: its determinant is -1");
    pose = identity;
    pose.rows[1][1] = 2;
    bad(pose, CAROM_ERROR_INVALID_ARGUMENT, ": unequal scales 1, 2, 1");
    pose = identity;
    pose.rows[0][1] = 1;
    bad(pose, CAROM_ERROR_INVALID_ARGUMENT, ": a shear: axes x and y have cosine 0.70710677");
    bad(moved(1e18f, 0, 0, 1e18f), CAROM_ERROR_INVALID_ARGUMENT, ": x of the posed mesh reaches 2e18, beyond 1.1529215e18");
    // An empty mesh reaches nowhere, but its pose is checked.
    const CaromPose wide = moved(1e18f, 0, 0, 1e18f), zero = {};
    EXPECT_EQ((Question{empty.get(), m, &wide, nullptr, 1}.overlap()), (std::vector<std::uint8_t>{0}));
    expect_all_bad({empty.get(), m, &zero, nullptr, 1}, CAROM_ERROR_INVALID_ARGUMENT, "a_poses[0]: zero scale along axis x");
}

TEST(Pairs, BadArgumentsAreNamed) {
    const MeshPointer mesh = build(cube());
    const CaromMesh *m = mesh.get();
    const CaromPose poses[2] = {identity, identity};
    expect_all_bad({nullptr, m, nullptr, poses, 2}, CAROM_ERROR_NULL_ARGUMENT, "a: NULL");
    expect_all_bad({m, nullptr, nullptr, poses, 2}, CAROM_ERROR_NULL_ARGUMENT, "b: NULL");
    Aligned memory(std::vector<unsigned char>(4 * sizeof(CaromPose)), 1);
    const auto *odd = reinterpret_cast<const CaromPose *>(memory.data());
    expect_all_bad({m, m, odd, poses, 2}, CAROM_ERROR_MISALIGNED, "a_poses: address is not a multiple of 4");
    expect_all_bad({m, m, poses, odd, 2}, CAROM_ERROR_MISALIGNED, "b_poses: address is not a multiple of 4");
    const std::string huge = std::to_string(SIZE_MAX) + " elements do not fit in memory";
    expect_all_bad({m, m, nullptr, nullptr, SIZE_MAX}, CAROM_ERROR_TOO_LARGE, "a_poses: " + huge);
    const CaromFilter bad = {sizeof bad, 0x10000, 0, 0, 0}, small = {3, 0, 0, 0, 0};
    expect_all_bad({m, m, nullptr, poses, 2, &bad, nullptr}, CAROM_ERROR_INVALID_ARGUMENT, "a_filter.require: 0x10000 has more than 16 bits", true);
    expect_all_bad({m, m, nullptr, poses, 2, nullptr, &bad}, CAROM_ERROR_INVALID_ARGUMENT, "b_filter.require: 0x10000 has more than 16 bits", true);
    EXPECT_EQ(carom_mesh_overlap_mesh(m, m, nullptr, poses, 2, nullptr, &small, nullptr), CAROM_ERROR_STRUCT_SIZE);
    EXPECT_EQ(last_error().find("b_filter.struct_size: 3"), 0u) << last_error();

    EXPECT_EQ(carom_mesh_overlap_mesh(m, m, nullptr, poses, 2, nullptr, nullptr, nullptr), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(last_error(), "overlaps: NULL with count 2");
    EXPECT_EQ(carom_mesh_distance(m, m, nullptr, poses, 2, 1, nullptr, nullptr, nullptr), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(last_error(), "distances: NULL with count 2");
    EXPECT_EQ(carom_mesh_inside(m, m, nullptr, poses, 2, nullptr), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(last_error(), "inside: NULL with count 2");
    std::size_t written, total;
    poison(written);
    poison(total);
    CaromTrianglePair pair;
    const auto pairs = [&](CaromTrianglePair *out, std::size_t *w, std::size_t *t, const char *message) {
        EXPECT_EQ(carom_mesh_overlap_mesh_all(m, m, nullptr, nullptr, 1, nullptr, nullptr, nullptr, out, 1, w, t), CAROM_ERROR_NULL_ARGUMENT);
        EXPECT_EQ(last_error(), message);
        EXPECT_TRUE(is_poisoned(written) && is_poisoned(total));
    };
    pairs(nullptr, &written, &total, "pairs: NULL with capacity 1");
    pairs(&pair, nullptr, &total, "written: NULL");
    pairs(&pair, &written, nullptr, "total: NULL");

    auto distances = poisoned<CaromMeshDistance>(1);
    auto near = poisoned<CaromPairDistance>(10);
    const auto lengths = [&](float value, CaromStatus status, const char *what) {
        EXPECT_EQ(carom_mesh_distance(m, m, nullptr, nullptr, 1, value, nullptr, nullptr, distances.data()), status);
        EXPECT_EQ(last_error(), std::string("max_distance: ") + what);
        EXPECT_EQ(carom_mesh_within(m, m, nullptr, nullptr, 1, value, nullptr, nullptr, nullptr, near.data(), 10, &written, &total), status);
        EXPECT_EQ(last_error(), std::string("distance: ") + what);
    };
    lengths(NAN, CAROM_ERROR_NOT_FINITE, "NaN is not a number");
    lengths(-1, CAROM_ERROR_INVALID_ARGUMENT, "-1 is negative");
    EXPECT_TRUE(is_poisoned(distances) && is_poisoned(near) && is_poisoned(written) && is_poisoned(total));
}

} // namespace
