// How the layer for C++ fails: carom::error is thrown or, without exceptions, a carom::result is returned.
// SPDX: MIT OR Apache-2.0

#ifndef CAROM_ERROR_HPP
#define CAROM_ERROR_HPP

#include "../carom.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

// Whether errors are thrown. Define CAROM_NO_EXCEPTIONS to have results although the compiler has exceptions.
#if !defined(CAROM_NO_EXCEPTIONS) && !defined(__cpp_exceptions) && !defined(_CPPUNWIND)
#define CAROM_NO_EXCEPTIONS
#endif

// Functions that return results are others than those that throw, for the linker too.
#ifdef CAROM_NO_EXCEPTIONS
#define CAROM_NAMESPACE_BEGIN                                                                                          \
    namespace carom {                                                                                                  \
    inline namespace with_results {
#define CAROM_NAMESPACE_END                                                                                            \
    }                                                                                                                  \
    }
#else
#define CAROM_NAMESPACE_BEGIN namespace carom {
#define CAROM_NAMESPACE_END }
#endif

CAROM_NAMESPACE_BEGIN

/// The name of a status, such as "CAROM_ERROR_NOT_FINITE".
inline std::string to_string(CaromStatus status) { return carom_status_name(status); }

namespace detail {

/// What the owners of handles derive from.
struct owns_handle {};

/// True for values that are tested themselves, such as bool and hits: a result that could be tested too would be
/// mistaken for its value.
template <class T> constexpr bool is_tested =
    std::is_constructible<bool, T>::value && !std::is_base_of<owns_handle, T>::value;

} // namespace detail

/// A value, or why there is none. What functions return in programs without exceptions; see outcome.
template <class T> class [[nodiscard]] result {
public:
    result(T value) : value_(std::move(value)) {}
    result(CaromStatus status, std::string message) : status_(status), message_(std::move(message)) {}

    /// True if there is a value.
    bool ok() const noexcept { return value_.has_value(); }
    /// The same, unless the value can be tested itself, as a hit can.
    template <class U = T, std::enable_if_t<!detail::is_tested<U>, int> = 0> explicit operator bool() const noexcept {
        return ok();
    }

    /// The value, which there must be. Of a temporary result, the value itself: a reference would dangle in
    /// `for (auto &contact : *mesh.contacts(sphere))`.
    const T &operator*() const &noexcept { return *value_; }
    T &operator*() &noexcept { return *value_; }
    T operator*() &&noexcept(std::is_nothrow_move_constructible<T>::value) { return std::move(*value_); }
    const T *operator->() const noexcept { return &*value_; }
    T *operator->() noexcept { return &*value_; }
    /// The value, or another if there is none.
    T value_or(T other) const & { return ok() ? *value_ : std::move(other); }
    T value_or(T other) && { return ok() ? std::move(*value_) : std::move(other); }

    /// CAROM_OK, or why there is no value.
    CaromStatus status() const noexcept { return status_; }
    /// The message of carom_last_error_message(); empty if there is a value.
    const std::string &message() const noexcept { return message_; }

private:
    std::optional<T> value_;
    CaromStatus status_ = CAROM_OK;
    std::string message_;
};

/// Whether a call succeeded, and why not.
template <> class [[nodiscard]] result<void> {
public:
    result() noexcept = default;
    result(CaromStatus status, std::string message) : status_(status), message_(std::move(message)) {}

    bool ok() const noexcept { return status_ >= 0; }
    explicit operator bool() const noexcept { return ok(); }
    CaromStatus status() const noexcept { return status_; }
    const std::string &message() const noexcept { return message_; }

private:
    CaromStatus status_ = CAROM_OK;
    std::string message_;
};

#ifdef CAROM_NO_EXCEPTIONS

/// What a function returns that can fail: here a result. With exceptions, the value alone.
template <class T> using outcome = result<T>;

namespace detail {

template <class T> outcome<T> fail(CaromStatus status, std::string message) { return {status, std::move(message)}; }
inline outcome<void> done() { return {}; }

/// Goes on with the value of an outcome, if there is one.
template <class T, class Next> auto then(result<T> &&known, Next next) -> decltype(next(std::move(*known))) {
    if (!known.ok()) return {known.status(), known.message()};
    return next(std::move(*known));
}

} // namespace detail

#else

/// A call that failed: its status, and in what() the message of carom_last_error_message().
class error : public std::runtime_error {
public:
    error(CaromStatus status, const std::string &message) : std::runtime_error(message), status_(status) {}

    /// Why it failed; always negative.
    CaromStatus status() const noexcept { return status_; }

private:
    CaromStatus status_;
};

/// What a function returns that can fail: here the value alone, since errors are thrown. Without exceptions, a result.
template <class T> using outcome = T;

namespace detail {

template <class T> [[noreturn]] T fail(CaromStatus status, const std::string &message) { throw error(status, message); }
inline void done() noexcept {}

/// Goes on with the value of an outcome.
template <class T, class Next> auto then(T &&known, Next next) { return next(std::forward<T>(known)); }

} // namespace detail

/// Calls a function, and has its error in a result instead of an exception.
template <class Function> auto attempt(Function function) -> result<decltype(function())> {
    try {
        if constexpr (std::is_void<decltype(function())>::value) {
            function();
            return {};
        } else {
            return function();
        }
    } catch (const error &failure) {
        return {failure.status(), failure.what()};
    }
}

#endif

namespace detail {

/// The message of the call that has failed; of an owner that owns nothing, which is NULL to carom.h, what to do.
inline std::string last_message(CaromStatus status) {
    struct owner_name {
        const char *argument, *of, *made_by;
    };
    constexpr owner_name owners[] = {
        {"mesh", "mesh", "build() or open_file()"},    {"a", "mesh", "build() or open_file()"},
        {"b", "mesh", "build() or open_file()"},       {"hull", "hull", "build() or open_file()"},
        {"bsp", "bsp", "build() or open_file()"},      {"sdf", "sdf", "generate() or open_file()"},
        {"other", "sdf", "generate() or open_file()"}, {"world", "world", "create() or open_copy()"}};
    std::string message = carom_last_error_message();
    constexpr std::size_t absent = sizeof ": NULL" - 1;
    if (status != CAROM_ERROR_NULL_ARGUMENT || message.size() < absent ||
        message.compare(message.size() - absent, absent, ": NULL") != 0)
        return message;
    const std::string argument = message.substr(0, message.size() - absent);
    // Of an element, the field.
    const std::string name = argument.substr(argument.rfind('.') + 1);
    for (const owner_name &known : owners) {
        if (name == known.argument)
            return argument + ": this carom::" + known.of + " is empty (default-made or moved from); make one by " +
                   known.made_by;
    }
    return message;
}

/// Fails if a status is an error; has no value.
inline outcome<void> finish(CaromStatus status) {
    if (status < 0) return fail<void>(status, last_message(status));
    return done();
}

/// Fails if a status is an error; is what the call has made otherwise.
template <class T> outcome<T> finish(CaromStatus status, T &made) {
    if (status < 0) return fail<T>(status, last_message(status));
    return std::move(made);
}

/// A number of elements, and its name in a descriptor.
struct counted {
    std::size_t count;
    const char *name;
};

/// The first of these numbers that a descriptor's 32 bits have no room for, if any.
inline std::optional<counted> too_wide(std::initializer_list<counted> numbers) {
    for (const counted &number : numbers) {
        if (number.count > (std::numeric_limits<std::uint32_t>::max)()) return number;
    }
    return {};
}

/// Fails because of such a number.
template <class T> outcome<T> exceeds(const counted &number) {
    return fail<T>(CAROM_ERROR_TOO_LARGE,
                   std::string(number.name) + ": " + std::to_string(number.count) + " exceeds 32 bits");
}

/// Fails because of counts that must be equal.
template <class T>
outcome<T> unequal(const char *name, std::size_t count, std::size_t wanted, const char *wanted_kind) {
    return fail<T>(CAROM_ERROR_INVALID_ARGUMENT, std::string(name) + ": " + std::to_string(count) + " for " +
                                                     std::to_string(wanted) + " " + wanted_kind);
}

/// Fails because an output has not as many elements as its input.
template <class T> outcome<T> wrong_room(const char *name, std::size_t room, std::size_t count, const char *inputs) {
    return fail<T>(CAROM_ERROR_INVALID_ARGUMENT, std::string(name) + ": room for " + std::to_string(room) +
                                                     " answers to " + std::to_string(count) + " " + inputs);
}

} // namespace detail

/// Fails if a status is an error; is the status otherwise, positive ones included.
inline outcome<CaromStatus> check(CaromStatus status) {
    if (status < 0) return detail::fail<CaromStatus>(status, carom_last_error_message());
    return status;
}

CAROM_NAMESPACE_END

#endif // CAROM_ERROR_HPP
