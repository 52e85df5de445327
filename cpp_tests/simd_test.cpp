// The instruction set can be chosen and read; answers do not depend on it. All queries at once on all of
// them, switched meanwhile, are in threads_test.cpp.

#include "support.hpp"

#include "carom.hpp"

#include <gtest/gtest.h>

using namespace test;

namespace {

constexpr std::uint32_t last = CAROM_SIMD_NEON;

TEST(Simd, LevelsCanBeChosen) {
    const std::uint32_t best = carom_simd_level();
    EXPECT_GE(best, std::uint32_t(CAROM_SIMD_PORTABLE));
    EXPECT_LE(best, last);
    EXPECT_EQ(carom_set_simd_level(CAROM_SIMD_PORTABLE), CAROM_OK);
    for (std::uint32_t level = CAROM_SIMD_PORTABLE; level <= last; ++level) {
        const std::uint32_t before = carom_simd_level();
        const CaromStatus status = carom_set_simd_level(level);
        if (status == CAROM_OK) {
            EXPECT_EQ(carom_simd_level(), level);
        } else {
            EXPECT_EQ(status, CAROM_ERROR_INVALID_ARGUMENT);
            EXPECT_NE(last_error().find("is not available here"), std::string::npos) << last_error();
            EXPECT_EQ(carom_simd_level(), before);
        }
    }
    // No processor has both.
    EXPECT_FALSE(carom_set_simd_level(CAROM_SIMD_NEON) == CAROM_OK && carom_set_simd_level(CAROM_SIMD_AVX2) == CAROM_OK);
    EXPECT_EQ(carom_set_simd_level(CAROM_SIMD_DEFAULT), CAROM_OK);
    EXPECT_EQ(carom_simd_level(), best);
}

TEST(Simd, UnknownLevelsAreErrors) {
    const std::uint32_t before = carom_simd_level();
    for (std::uint32_t level : {last + 1, 256u + CAROM_SIMD_PORTABLE, 0xffffffffu}) {
        EXPECT_EQ(carom_set_simd_level(level), CAROM_ERROR_INVALID_ARGUMENT);
        EXPECT_EQ(last_error(), "level: " + std::to_string(level) + " is not a CAROM_SIMD number");
        EXPECT_EQ(carom_simd_level(), before);
    }
}

TEST(Simd, TheBytesOfAMeshAreTheSame) {
    for (const Soup &soup : {cube(), waves(40), nasty()}) {
        ASSERT_EQ(carom_set_simd_level(CAROM_SIMD_PORTABLE), CAROM_OK);
        const auto expected = save(build(soup, CAROM_LAYOUT_WIDE).get());
        for (std::uint32_t level = CAROM_SIMD_DEFAULT; level <= last; ++level) {
            if (carom_set_simd_level(level) != CAROM_OK) continue;
            EXPECT_EQ(save(build(soup, CAROM_LAYOUT_WIDE).get()), expected) << level;
        }
    }
    EXPECT_EQ(carom_set_simd_level(CAROM_SIMD_DEFAULT), CAROM_OK);
}

TEST(Simd, Wrapper) {
    const carom::simd best = carom::simd_level();
    carom::set_simd_level(carom::simd::portable);
    EXPECT_EQ(carom::simd_level(), carom::simd::portable);
    try {
        carom::set_simd_level(static_cast<carom::simd>(77));
        FAIL() << "77 is no level";
    } catch (const carom::error &error) {
        EXPECT_EQ(error.status(), CAROM_ERROR_INVALID_ARGUMENT);
    }
    carom::set_simd_level();
    EXPECT_EQ(carom::simd_level(), best);
}

} // namespace
