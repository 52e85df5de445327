// Views of arrays, arguments that may be left out, and lists of lists.
// SPDX: MIT OR Apache-2.0

#ifndef CAROM_VIEWS_HPP
#define CAROM_VIEWS_HPP

#include "error.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#if __cplusplus >= 202002L || (defined(_MSVC_LANG) && _MSVC_LANG >= 202002L)
#include <span>
#endif

CAROM_NAMESPACE_BEGIN

/// A view of consecutive elements: a pointer and a count. Made from anything that has data() and
/// size(), such as std::vector, std::array and std::span, from plain arrays, and, for the length of a call, from lists in
/// braces.
template <class T> class span {
public:
    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <std::size_t N> constexpr span(T (&array)[N]) noexcept : data_(array), size_(N) {}
    template <class Container,
              class = std::enable_if_t<std::is_convertible<
                  std::remove_pointer_t<decltype(std::declval<Container &>().data())> (*)[], T (*)[]>::value>>
    constexpr span(Container &&container) noexcept : data_(container.data()), size_(container.size()) {}
    template <class U = T, class = std::enable_if_t<std::is_const<U>::value>>
    constexpr span(std::initializer_list<std::remove_const_t<U>> list) noexcept : span(list.begin(), list.size()) {}

    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T &operator[](std::size_t i) const noexcept { return data_[i]; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

namespace detail {

template <class Container> struct is_view : std::false_type {};
template <class T> struct is_view<span<T>> : std::true_type {};
#if defined(__cpp_lib_span)
template <class T, std::size_t N> struct is_view<std::span<T, N>> : std::true_type {};
#endif

/// True if elements outlive the expression that `Container &&` is an argument in: it has a name, or does not own
/// them.
template <class Container> constexpr bool outlives =
    std::is_lvalue_reference<Container>::value || is_view<std::remove_cv_t<Container>>::value;

} // namespace detail

/// A span for what keeps it: not of a temporary that owns its elements, which would be freed before they are read.
template <class T> class borrowed : public span<T> {
public:
    constexpr borrowed() noexcept = default;
    constexpr borrowed(T *data, std::size_t size) noexcept : span<T>(data, size) {}
    template <std::size_t N> constexpr borrowed(T (&array)[N]) noexcept : span<T>(array) {}
    template <
        class Container,
        std::enable_if_t<std::is_constructible<span<T>, Container>::value && detail::outlives<Container>, int> = 0>
    constexpr borrowed(Container &&container) noexcept : span<T>(container) {}
    template <
        class Container,
        std::enable_if_t<std::is_constructible<span<T>, Container>::value && !detail::outlives<Container>, int> = 0>
    borrowed(Container &&container) = delete;
};

/// An argument that may be left out: a value, which lives as long as the call, a pointer to one, or nullptr.
template <class T> class optional_ref {
public:
    constexpr optional_ref() noexcept = default;
    constexpr optional_ref(std::nullptr_t) noexcept {}
    constexpr optional_ref(const T *value) noexcept : value_(value) {}
    constexpr optional_ref(const T &value) noexcept : value_(&value) {}

    /// As the C functions take it.
    constexpr operator const T *() const noexcept { return value_; }

private:
    const T *value_ = nullptr;
};

/// A filter of triangles or brushes; without one, all are asked.
using filter_ref = optional_ref<CaromFilter>;
/// Options of contacts; without any, the defaults.
using options_ref = optional_ref<CaromContactOptions>;

/// The lists that a batch of list queries gives, one after another in one array. It may be used again, and keeps its
/// memory.
template <class T> struct lists {
    /// Goes through the lists.
    class iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = span<const T>;
        using difference_type = std::ptrdiff_t;
        using pointer = const value_type *;
        using reference = value_type;

        iterator() noexcept = default;
        iterator(const lists *of, std::size_t at) noexcept : of_(of), at_(at) {}
        span<const T> operator*() const noexcept { return (*of_)[at_]; }
        iterator &operator++() noexcept {
            ++at_;
            return *this;
        }
        iterator operator++(int) noexcept { return {of_, at_++}; }
        bool operator==(const iterator &other) const noexcept { return at_ == other.at_; }
        bool operator!=(const iterator &other) const noexcept { return at_ != other.at_; }

    private:
        const lists *of_ = nullptr;
        std::size_t at_ = 0;
    };

    /// List i is items[offsets[i]] up to items[offsets[i + 1]].
    std::vector<std::uint64_t> offsets;
    /// All of them.
    std::vector<T> items;

    /// Number of lists.
    std::size_t size() const noexcept { return offsets.empty() ? 0 : offsets.size() - 1; }
    /// True if there are no lists.
    bool empty() const noexcept { return size() == 0; }

    /// List i, which must be below size(). It borrows the items, so not of a temporary.
    span<const T> operator[](std::size_t i) const &noexcept {
        const auto begin = static_cast<std::size_t>(offsets[i]);
        return {items.data() + begin, static_cast<std::size_t>(offsets[i + 1]) - begin};
    }
    span<const T> operator[](std::size_t i) const && = delete;

    // For range-for, which keeps what it goes through.
    iterator begin() const &noexcept { return {this, 0}; }
    iterator end() const &noexcept { return {this, size()}; }
    iterator begin() const && = delete;
    iterator end() const && = delete;
};

namespace detail {

/// Fills a vector by `call(items, capacity, &written, &total)`, with as much room as it has memory for or is guessed, and
/// once more where that is not enough: again and again where others may add meanwhile. Empty after an error.
template <class Item, class Call> outcome<void> fill_list(std::vector<Item> &items, std::size_t guess, Call call) {
    items.resize(items.capacity() < guess ? guess : items.capacity());
    std::size_t written = 0;
    std::size_t total = 0;
    CaromStatus status;
    while ((status = call(items.data(), items.size(), &written, &total)) == CAROM_BUFFER_TOO_SMALL) items.resize(total);
    items.resize(status < 0 ? 0 : written);
    return finish(status);
}

/// The same for `count` lists, by `call(offsets, items, capacity, &written, &total)`.
template <class Item, class Call>
outcome<void> fill_lists(lists<Item> &found, std::size_t count, std::size_t guess, Call call) {
    found.offsets.assign(count + 1, 0);
    return fill_list(found.items, guess, [&](auto... out) { return call(found.offsets.data(), out...); });
}

/// What `fill(made)` has made, which is an outcome of nothing.
template <class Made, class Fill> outcome<Made> filled(Made made, Fill fill) {
#ifdef CAROM_NO_EXCEPTIONS
    if (result<void> done = fill(made); !done) return {done.status(), done.message()};
#else
    fill(made);
#endif
    return made;
}

} // namespace detail

CAROM_NAMESPACE_END

#endif // CAROM_VIEWS_HPP
