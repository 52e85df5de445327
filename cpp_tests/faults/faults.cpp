// The program of the tests with faults: an allocator that fails on purpose, and what is said about it at the end.

#include "faults.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <map>
#include <new>
#include <set>
#include <string>

#include <sys/uio.h>
#include <unistd.h>

namespace {

// Functions are called with so many faults; what the later calls of a test would fail in was failed in before.
constexpr std::size_t ENOUGH = 4000;

struct Count {
    std::size_t failed = 0;
    std::size_t survived = 0;
};

std::map<std::string, Count> &counts() {
    static std::map<std::string, Count> all;
    return all;
}

std::set<const CaromWorld *> &threaded() {
    static std::set<const CaromWorld *> all;
    return all;
}

std::atomic<std::size_t> block_count{0};
thread_local faults::Plan plan = faults::Plan::none;
thread_local std::size_t left = 0;
thread_local bool was_reached = false;

bool fails() {
    if (plan == faults::Plan::none) return false;
    if (left > 1) {
        --left;
        return false;
    }
    was_reached = true;
    if (plan == faults::Plan::one) plan = faults::Plan::none;
    return true;
}

void *allocate(void *, std::size_t size, std::size_t alignment) {
    if (fails()) return nullptr;
    void *memory = ::operator new(size, std::align_val_t(alignment), std::nothrow);
    if (memory != nullptr) ++block_count;
    return memory;
}

void release(void *, void *memory, std::size_t, std::size_t alignment) {
    --block_count;
    ::operator delete(memory, std::align_val_t(alignment));
}

} // namespace

namespace faults {

void begin(Plan next, std::size_t at) {
    left = at;
    was_reached = false;
    plan = next;
}

bool end() {
    plan = Plan::none;
    return was_reached;
}

std::size_t blocks() { return block_count; }

void note(const char *name, bool has_failed) {
    Count &count = counts()[name];
    ++(has_failed ? count.failed : count.survived);
}

bool is_enough(const char *name) {
    const Count &count = counts()[name];
    return count.failed + count.survived >= ENOUGH;
}

void complain(const char *name, Plan failing, std::size_t at, CaromStatus status, const char *what) {
    ADD_FAILURE() << name << ", allocation " << at << (failing == Plan::all ? " and all after it" : "") << ": "
                  << carom_status_name(status) << ", and " << what << ": " << carom_last_error_message();
}

bool peek(const void *from, void *to, std::size_t size) {
    const iovec there = {const_cast<void *>(from), size}, here = {to, size};
    return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == static_cast<ssize_t>(size);
}

std::vector<unsigned char> save(const CaromWorld *world) {
    std::size_t size = 0;
    carom_world_save(world, nullptr, 0, &size);
    std::vector<unsigned char> bytes(size);
    if (carom_world_save(world, bytes.data(), bytes.size(), &size) != CAROM_OK) bytes.clear();
    return bytes;
}

void note_world(const CaromWorld *world, bool has_threads) {
    threaded().erase(world);
    if (has_threads) threaded().insert(world);
}

bool has_threads(const CaromWorld *world) { return threaded().count(world) != 0; }

} // namespace faults

int main(int count, char **arguments) {
    // Before anything else of carom.
    if (carom_set_allocator(allocate, release, nullptr) != CAROM_OK) return 2;
    testing::InitGoogleTest(&count, arguments);
    // What a thread keeps: the memory of its last error.
    carom_debug_raise(CAROM_ERROR_FILE);
    const std::size_t before = block_count;
    int result = RUN_ALL_TESTS();
    std::size_t failed = 0, survived = 0;
    for (const auto &[name, done] : counts()) {
        if (done.failed + done.survived == 0) continue;
        std::printf("%-34s %5zu calls failed, %5zu did not\n", name.c_str(), done.failed, done.survived);
        failed += done.failed;
        survived += done.survived;
    }
    std::printf("%zu faults: %zu calls failed for lack of memory, %zu did not need it; %zu blocks before, %zu after\n",
                failed + survived, failed, survived, before, block_count.load());
    return result;
}
