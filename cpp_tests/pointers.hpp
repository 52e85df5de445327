// The checks that every batch query makes of its pointers.

#pragma once

#include "support.hpp"

#include <gtest/gtest.h>

namespace test {

/// NULL in each pointer's place of a batch query of a handle, misaligned ones, and counts that no memory
/// holds. `what`, `name` and `out` are the names of the handle, the queries and the answers in messages.
template <class Answer, class Query, class Handle, class Function>
void expect_pointers_checked(const Handle *handle, const std::string &what, Function function, const std::string &name, const std::string &out) {
    SCOPED_TRACE(name + " and " + out);
    Query queries[2];
    std::memset(static_cast<void *>(queries), 0, sizeof queries);
    auto answers = poisoned<Answer>(2);
    EXPECT_EQ(function(nullptr, queries, 2, nullptr, answers.data()), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(last_error(), what + ": NULL");
    EXPECT_EQ(function(handle, nullptr, 2, nullptr, answers.data()), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(last_error(), name + ": NULL with count 2");
    EXPECT_EQ(function(handle, queries, 2, nullptr, nullptr), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(last_error(), out + ": NULL with count 2");
    Aligned memory(std::vector<unsigned char>(4 * sizeof(Query) + 4 * sizeof(Answer)), 1);
    EXPECT_EQ(function(handle, reinterpret_cast<Query *>(memory.data()), 2, nullptr, answers.data()), CAROM_ERROR_MISALIGNED);
    EXPECT_EQ(last_error(), name + ": address is not a multiple of 4");
    if (alignof(Answer) > 1) {
        EXPECT_EQ(function(handle, queries, 2, nullptr, reinterpret_cast<Answer *>(memory.data())), CAROM_ERROR_MISALIGNED);
        EXPECT_EQ(last_error(), out + ": address is not a multiple of 4");
    }
    EXPECT_EQ(function(handle, queries, SIZE_MAX, nullptr, answers.data()), CAROM_ERROR_TOO_LARGE);
    EXPECT_TRUE(is_poisoned(answers));
    EXPECT_EQ(function(handle, nullptr, 0, nullptr, nullptr), CAROM_OK) << "no queries need no arrays";
}

}  // namespace test
