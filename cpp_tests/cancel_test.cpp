// Every build can be cancelled whenever it tells how far it is, and leaves nothing behind.

#include "bsp_support.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

using namespace test;

namespace {

/// Cancels at the call of this number.
struct Canceller {
    std::size_t at, calls;
    float last;
    bool is_backwards;
};

uint32_t told(void *context, float fraction) {
    Canceller &canceller = *static_cast<Canceller *>(context);
    canceller.is_backwards = canceller.is_backwards || !(fraction >= canceller.last && fraction <= 1.0f);
    canceller.last = fraction;
    return ++canceller.calls == canceller.at;
}

/// Builds again and again, cancelled at the first call, then at the second, until it is done before its turn.
template <class Handle, class Desc> void cancel_everywhere(const char *name, Desc desc,
                                                           CaromStatus (*build)(const Desc *, Handle **),
                                                           void (*destroy)(Handle *)) {
    for (std::size_t at = 1;; ++at) {
        Canceller canceller = {at, 0, 0.0f, false};
        desc.progress = told;
        desc.progress_context = &canceller;
        Handle *handle;
        poison(handle);
        const CaromStatus status = build(&desc, &handle);
        EXPECT_FALSE(canceller.is_backwards) << name;
        if (canceller.calls < at) {
            ASSERT_EQ(status, CAROM_OK) << name << ": " << carom_last_error_message();
            EXPECT_GE(at, 2u) << name << ": was never told";
            destroy(handle);
            return;
        }
        ASSERT_EQ(status, CAROM_ERROR_CANCELLED) << name << " at call " << at;
        EXPECT_EQ(canceller.calls, at) << name << ": goes on telling";
        EXPECT_TRUE(is_poisoned(handle)) << name << ": the output was written";
        ASSERT_LT(at, 100000u);
    }
}

TEST(Cancel, MeshesAtEveryStep) {
    const Soup soup = waves(80);
    for (const std::uint32_t layout : layouts) {
        for (const std::uint32_t threads : {1u, 2u}) {
            CaromMeshDesc desc = describe(soup);
            desc.layout = layout;
            desc.thread_count = threads;
            cancel_everywhere<CaromMesh>("mesh", desc, carom_mesh_build, carom_mesh_destroy);
        }
    }
}

TEST(Cancel, SolidsAtEveryStep) {
    const Brushes rooms = two_rooms();
    const Soup block = cube();
    CaromBspDesc surface;
    carom_bsp_desc_init(&surface);
    surface.input = CAROM_BSP_INPUT_SURFACE;
    surface.positions = &block.positions[0].x;
    surface.vertex_count = static_cast<std::uint32_t>(block.positions.size());
    surface.indices = block.indices.data();
    surface.index_count = static_cast<std::uint32_t>(block.indices.size());
    for (CaromBspDesc desc : {describe(rooms), surface}) {
        cancel_everywhere<CaromBsp>("bsp", desc, carom_bsp_build, carom_bsp_destroy);
    }
}

CaromStatus generate(const CaromSdfGenerateDesc *desc, CaromSdf **out) {
    static const MeshPointer mesh = build(waves(8));
    return carom_sdf_generate(mesh.get(), desc, out);
}

TEST(Cancel, FieldsAtEveryStep) {
    for (const std::uint32_t storage : {CAROM_SDF_DENSE, CAROM_SDF_BRICKS16}) {
        CaromSdfGenerateDesc desc;
        carom_sdf_generate_desc_init(&desc);
        desc.resolution = 48;
        desc.storage = storage;
        if (storage != CAROM_SDF_DENSE) desc.band = desc.far_error = 0.5f;
        desc.sign = CAROM_SDF_SIGN_UNSIGNED;
        cancel_everywhere<CaromSdf>("sdf", desc, generate, carom_sdf_destroy);
    }
}

} // namespace
