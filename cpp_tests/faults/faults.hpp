// Memory that runs out: each call of carom is made again and again, and each time another allocation fails, first alone
// and then with all after it, until so many allocations are not made any more.

#ifndef CAROM_TESTS_FAULTS_HPP
#define CAROM_TESTS_FAULTS_HPP

#include "carom.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

namespace faults {

// What fails.
enum class Plan { none, one, all };

// Lets allocation number `at` of this thread fail from now on, the first being 1, alone or with all after it.
void begin(Plan plan, std::size_t at);
// Lets no allocation fail any more; returns true if one has.
bool end();

// The blocks of memory that carom has.
std::size_t blocks();

// A failed allocation and what became of the call: it failed for lack of memory, or the fault did not matter.
void note(const char *name, bool has_failed);
// Returns true once a function was given so many faults that more tell nothing new.
bool is_enough(const char *name);
// Fails the running test.
void complain(const char *name, Plan plan, std::size_t at, CaromStatus status, const char *what);

// Reads memory that need not be there: tests hand over addresses of nothing, too.
bool peek(const void *from, void *to, std::size_t size);

// The saved bytes of a world.
std::vector<unsigned char> save(const CaromWorld *world);
// Worlds with threads: waking them takes memory that must not be missing.
void note_world(const CaromWorld *world, bool has_threads);
bool has_threads(const CaromWorld *world);

template <class T> struct Same { using type = T; };

template <class T, class = void> struct IsComplete : std::false_type {};
template <class T> struct IsComplete<T, decltype(void(sizeof(T)))> : std::true_type {};

template <class T, class = void> struct HasThreadCount : std::false_type {};
template <class T> struct HasThreadCount<T, decltype(void(std::declval<T>().thread_count))> : std::true_type {};

template <class T, class = void> struct HasProgress : std::false_type {};
template <class T> struct HasProgress<T, decltype(void(std::declval<T>().progress))> : std::true_type {};

// The first element of an output, which a failed call leaves alone.
template <class T, bool = IsComplete<T>::value && !std::is_const<T>::value> struct Kept {
    explicit Kept(const T *) {}
    bool is_same() const { return true; }
};
template <class T> struct Kept<T, true> {
    explicit Kept(const T *out) : out(out), is_there(peek(out, before, sizeof before)) {}
    bool is_same() const {
        unsigned char now[sizeof(T)];
        return !is_there || (peek(out, now, sizeof now) && std::memcmp(before, now, sizeof now) == 0);
    }
    const T *out;
    unsigned char before[sizeof(T)];
    bool is_there;
};
template <class T> struct KeptOf {
    explicit KeptOf(const T &) {}
    bool is_same() const { return true; }
};
template <class T> struct KeptOf<T *> : Kept<T> {
    explicit KeptOf(T *out) : Kept<T>(out) {}
};

// An argument; a description of work on several threads, which start in memory that must not be missing, for one thread.
template <class T> struct Alone {
    explicit Alone(const T &given) : argument(given) {}
    bool is_alone() const { return true; }
    T get() const { return argument; }
    T argument;
};
template <class T> struct Alone<const T *> {
    using Value = typename std::conditional<HasThreadCount<T>::value, T, char>::type;
    explicit Alone(const T *given) : argument(given) {
        if constexpr (HasThreadCount<T>::value) {
            is_copied = peek(given, &copy, sizeof copy) && copy.struct_size == sizeof copy && copy.thread_count <= 1024;
            if (is_copied) copy.thread_count = 1;
        }
    }
    bool is_alone() const {
        if constexpr (HasProgress<T>::value) return !is_copied || copy.progress == nullptr;
        if constexpr (std::is_same<T, CaromWorld>::value) return !has_threads(argument);
        return true;
    }
    const T *get() const {
        if constexpr (HasThreadCount<T>::value) return is_copied ? &copy : argument;
        return argument;
    }
    const T *argument;
    Value copy{};
    bool is_copied = false;
};

// Returns true for a place of a new handle.
template <class T> struct IsHandle : std::false_type {};
template <class T> struct IsHandle<T **> : std::integral_constant<bool, !std::is_const<T>::value> {};

// The world that a call may change.
template <class... R> CaromWorld *edited(CaromWorld *world, const R &...) { return world; }
template <class F, class... R> CaromWorld *edited(const F &, const R &...) { return nullptr; }
template <class... R> bool is_of_world(const CaromWorld *, const R &...) { return true; }
template <class... R> bool is_of_world(CaromWorld *, const R &...) { return true; }
template <class F, class... R> bool is_of_world(const F &, const R &...) { return false; }

// Makes a call with each allocation failing once; returns what it returns without a fault.
template <class... P> CaromStatus each_of(const char *name, CaromStatus (*function)(P...), const Alone<P> &...alone) {
    bool is_alone = true;
    (void)std::initializer_list<bool>{(is_alone = is_alone && alone.is_alone())...};
    if (!is_alone || is_enough(name)) return function(alone.argument...);
    CaromWorld *world = edited(alone.argument...);
    // A call that makes or changes something is not made again once it has succeeded.
    bool is_question = world == nullptr;
    (void)std::initializer_list<bool>{(is_question = is_question && !IsHandle<P>::value)...};
    std::vector<unsigned char> before;
    if (world != nullptr) before = save(world);
    const auto call = [&](Plan plan, std::size_t at, bool &was_reached, const KeptOf<P> &...kept) {
        const std::size_t blocks_before = blocks();
        begin(plan, at);
        const CaromStatus status = function(alone.get()...);
        was_reached = end();
        if (!was_reached) return status;
        note(name, status == CAROM_ERROR_OUT_OF_MEMORY);
        if (status >= 0) return status;
        bool is_same = true;
        (void)std::initializer_list<bool>{(is_same = is_same && kept.is_same())...};
        if (!is_same) complain(name, plan, at, status, "an output was written");
        // Worlds keep memory for later calls.
        if (!is_of_world(alone.argument...) && blocks() != blocks_before) {
            complain(name, plan, at, status, "memory is lost");
        }
        if (world != nullptr && save(world) != before) complain(name, plan, at, status, "the world has changed");
        return status;
    };
    // All of the first allocations, and some of those after.
    for (std::size_t at = 1;; at += at < 60 ? 1 : at / 8) {
        for (const Plan plan : {Plan::one, Plan::all}) {
            bool was_reached = false;
            const CaromStatus status = call(plan, at, was_reached, KeptOf<P>(alone.argument)...);
            if (!was_reached || (status >= 0 && !is_question)) return status;
        }
    }
}

template <class... P>
CaromStatus each(const char *name, CaromStatus (*function)(P...), typename Same<P>::type... arguments) {
    return each_of<P...>(name, function, Alone<P>(arguments)...);
}

// What makes worlds.
inline CaromStatus each(const char *name, CaromStatus (*function)(const CaromWorldDesc *, CaromWorld **),
                        const CaromWorldDesc *desc, CaromWorld **out) {
    CaromWorldDesc copy;
    if (peek(desc, &copy, sizeof copy) && copy.struct_size == sizeof copy && copy.thread_count > 1) {
        const CaromStatus status = function(desc, out);
        if (status == CAROM_OK) note_world(*out, true);
        return status;
    }
    const CaromStatus status = each_of<const CaromWorldDesc *, CaromWorld **>(
        name, function, Alone<const CaromWorldDesc *>(desc), Alone<CaromWorld **>(out));
    if (status == CAROM_OK) note_world(*out, false);
    return status;
}
inline CaromStatus each(const char *name, decltype(&carom_world_open) function, const void *blob, std::size_t size,
                        std::uint32_t thread_count, CaromWorld **out) {
    const bool has_threads = thread_count > 1;
    const CaromStatus status = has_threads ? function(blob, size, thread_count, out)
                                           : each_of<const void *, std::size_t, std::uint32_t, CaromWorld **>(
                                                 name, function, Alone<const void *>(blob), Alone<std::size_t>(size),
                                                 Alone<std::uint32_t>(thread_count), Alone<CaromWorld **>(out));
    if (status == CAROM_OK) note_world(*out, has_threads);
    return status;
}

} // namespace faults

#endif
