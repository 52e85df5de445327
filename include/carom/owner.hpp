// What owners of handles have in common: building, opening, saving, figures.
// SPDX: MIT OR Apache-2.0

#ifndef CAROM_OWNER_HPP
#define CAROM_OWNER_HPP

#include "views.hpp"

#include <string>
#include <string_view>

CAROM_NAMESPACE_BEGIN
namespace detail {

/// The functions of carom.h for a handle.
template <class Handle> struct functions;

template <> struct functions<CaromMesh> {
    using desc = CaromMeshDesc;
    using stats = CaromMeshStats;

    static CaromStatus build(const desc *from, CaromMesh **out) { return carom_mesh_build(from, out); }
    static CaromStatus open(const void *blob, std::size_t size, std::uint32_t flags, CaromMesh **out) {
        return carom_mesh_open(blob, size, flags, out);
    }
    static CaromStatus save(const CaromMesh *handle, void *buffer, std::size_t capacity, std::size_t *size) {
        return carom_mesh_save(handle, buffer, capacity, size);
    }
    static CaromStatus open_file(const char *path, CaromMesh **out) { return carom_mesh_open_file(path, out); }
    static CaromStatus save_file(const CaromMesh *handle, const char *path) {
        return carom_mesh_save_file(handle, path);
    }
    static CaromStatus about(const CaromMesh *handle, stats *out) { return carom_mesh_stats(handle, out); }
    static void destroy(CaromMesh *handle) noexcept { carom_mesh_destroy(handle); }
};

template <> struct functions<CaromBsp> {
    using desc = CaromBspDesc;
    using stats = CaromBspStats;

    static CaromStatus build(const desc *from, CaromBsp **out) { return carom_bsp_build(from, out); }
    static CaromStatus open(const void *blob, std::size_t size, std::uint32_t flags, CaromBsp **out) {
        return carom_bsp_open(blob, size, flags, out);
    }
    static CaromStatus save(const CaromBsp *handle, void *buffer, std::size_t capacity, std::size_t *size) {
        return carom_bsp_save(handle, buffer, capacity, size);
    }
    static CaromStatus open_file(const char *path, CaromBsp **out) { return carom_bsp_open_file(path, out); }
    static CaromStatus save_file(const CaromBsp *handle, const char *path) { return carom_bsp_save_file(handle, path); }
    static CaromStatus about(const CaromBsp *handle, stats *out) { return carom_bsp_stats(handle, out); }
    static void destroy(CaromBsp *handle) noexcept { carom_bsp_destroy(handle); }
};

template <> struct functions<CaromSdf> {
    using desc = CaromSdfDesc;
    using stats = CaromSdfStats;

    static CaromStatus build(const desc *from, CaromSdf **out) { return carom_sdf_build(from, out); }
    static CaromStatus open(const void *blob, std::size_t size, std::uint32_t flags, CaromSdf **out) {
        return carom_sdf_open(blob, size, flags, out);
    }
    static CaromStatus save(const CaromSdf *handle, void *buffer, std::size_t capacity, std::size_t *size) {
        return carom_sdf_save(handle, buffer, capacity, size);
    }
    static CaromStatus open_file(const char *path, CaromSdf **out) { return carom_sdf_open_file(path, out); }
    static CaromStatus save_file(const CaromSdf *handle, const char *path) { return carom_sdf_save_file(handle, path); }
    static CaromStatus about(const CaromSdf *handle, stats *out) { return carom_sdf_stats(handle, out); }
    static void destroy(CaromSdf *handle) noexcept { carom_sdf_destroy(handle); }
};

template <> struct functions<CaromHull> {
    using desc = CaromHullDesc;
    using stats = CaromHullStats;

    static CaromStatus build(const desc *from, CaromHull **out) { return carom_hull_build(from, out); }
    static CaromStatus open(const void *blob, std::size_t size, std::uint32_t flags, CaromHull **out) {
        return carom_hull_open(blob, size, flags, out);
    }
    static CaromStatus save(const CaromHull *handle, void *buffer, std::size_t capacity, std::size_t *size) {
        return carom_hull_save(handle, buffer, capacity, size);
    }
    static CaromStatus open_file(const char *path, CaromHull **out) { return carom_hull_open_file(path, out); }
    static CaromStatus save_file(const CaromHull *handle, const char *path) {
        return carom_hull_save_file(handle, path);
    }
    static CaromStatus about(const CaromHull *handle, stats *out) { return carom_hull_stats(handle, out); }
    static void destroy(CaromHull *handle) noexcept { carom_hull_destroy(handle); }
};

/// True for containers of bytes.
template <class Bytes, class = void> struct is_bytes : std::false_type {};
template <class Bytes> struct is_bytes<
    Bytes, std::void_t<decltype(*std::declval<const Bytes &>().data()), decltype(std::declval<const Bytes &>().size())>>
    : std::bool_constant<sizeof(*std::declval<const Bytes &>().data()) == 1> {};

/// True for std::filesystem::path, which is known by a member, so that its header need not be read.
template <class Path, class = void> struct has_u8string : std::false_type {};
template <class Path> struct has_u8string<Path, std::void_t<decltype(std::declval<const Path &>().u8string())>>
    : std::true_type {};

/// True for what names a file: characters, and paths that are objects.
template <class Path> struct is_path
    : std::bool_constant<has_u8string<Path>::value || std::is_convertible<const Path &, const char *>::value ||
                         std::is_convertible<const Path &, std::string_view>::value> {};

/// A path as carom.h takes it: ended by a zero, and so without another.
inline outcome<std::string> path_text(std::string_view path) {
    const std::size_t end = path.find('\0');
    if (end != std::string_view::npos) {
        return fail<std::string>(CAROM_ERROR_INVALID_ARGUMENT, "path: character " + std::to_string(end) + " is a zero");
    }
    return std::string(path);
}
template <class Path, std::enable_if_t<has_u8string<Path>::value, int> = 0>
outcome<std::string> path_text(const Path &path) {
    const auto text = path.u8string(); // of char, or of char8_t
    return path_text(std::string_view(reinterpret_cast<const char *>(text.data()), text.size()));
}

/// What `use(characters)` gives for a path.
template <class Path, class Use> auto with_path(const Path &path, Use use) {
    if constexpr (!has_u8string<Path>::value && std::is_convertible<const Path &, const char *>::value) {
        return use(static_cast<const char *>(path));
    } else {
        return then(path_text(path), [&](const std::string &text) { return use(text.c_str()); });
    }
}

/// Owns a handle. `Owner` is the derived class (CRTP).
template <class Owner, class Handle> class handle_owner : public owns_handle {
    using abi = functions<Handle>;

public:
    handle_owner() noexcept = default;
    /// Takes over a handle of the C interface.
    explicit handle_owner(Handle *handle) noexcept : handle_(handle) {}
    handle_owner(handle_owner &&other) noexcept : handle_(other.release()) {}
    handle_owner &operator=(handle_owner &&other) noexcept {
        handle_owner taken(std::move(other));
        std::swap(handle_, taken.handle_);
        return *this;
    }
    handle_owner(const handle_owner &) = delete;
    handle_owner &operator=(const handle_owner &) = delete;
    ~handle_owner() { abi::destroy(handle_); }

    /// Its figures.
    outcome<typename abi::stats> stats() const {
        typename abi::stats known{};
        known.struct_size = sizeof known;
        return finish(abi::about(handle_, &known), known);
    }

    /// Writes what save() gives into a file, wholly or not at all. The path is as for open_file().
    template <class Path, std::enable_if_t<is_path<Path>::value, int> = 0>
    outcome<void> save_file(const Path &path) const {
        return with_path(path, [&](const char *text) { return finish(abi::save_file(handle_, text)); });
    }

    /// True if it owns a handle.
    explicit operator bool() const noexcept { return handle_ != nullptr; }

    /// The handle, for the C interface; still owned here.
    const Handle *get() const noexcept { return handle_; }

    /// Releases the handle: the caller destroys it.
    Handle *release() noexcept { return std::exchange(handle_, nullptr); }

protected:
    /// What `make(&handle)` makes.
    template <class Make> static outcome<Owner> made(Make make) {
        Handle *handle = nullptr;
        const CaromStatus status = make(&handle);
        Owner owned(handle);
        return finish(status, owned);
    }

    /// A part of the figures.
    template <class Field, class Stats> outcome<Field> figure(Field Stats::*field) const {
        return then(stats(), [&](const Stats &known) -> outcome<Field> { return known.*field; });
    }

    Handle *mutable_handle() const noexcept { return handle_; }

private:
    Handle *handle_ = nullptr;
};

/// Owns a handle of what is cooked.
template <class Owner, class Handle> class owner : public handle_owner<Owner, Handle> {
    using abi = functions<Handle>;
    using base = handle_owner<Owner, Handle>;

public:
    using base::base;
    using base::get;

    /// Builds what a descriptor describes.
    static outcome<Owner> build(const typename abi::desc &desc) {
        return base::made([&](Handle **out) { return abi::build(&desc, out); });
    }

    /// Opens a copy of cooked bytes, which may lie anywhere and be freed afterwards.
    static outcome<Owner> open_copy(const void *blob, std::size_t size) {
        return base::made([&](Handle **out) { return abi::open(blob, size, CAROM_OPEN_COPY, out); });
    }
    /// Of a vector, array or span of bytes: char, unsigned char, std::byte.
    template <class Bytes, std::enable_if_t<is_bytes<Bytes>::value, int> = 0>
    static outcome<Owner> open_copy(const Bytes &blob) {
        return open_copy(blob.data(), blob.size());
    }

    /// Opens cooked bytes where they are, at a multiple of CAROM_BLOB_ALIGNMENT, such as a file mapping.
    /// They must outlive the owner and stay as they are.
    static outcome<Owner> open_in_place(const void *blob, std::size_t size) {
        return base::made([&](Handle **out) { return abi::open(blob, size, CAROM_OPEN_BORROW, out); });
    }

    /// Opens a file of cooked bytes in place: mapped, so that only what is asked for stays in memory. It must stay as it is
    /// as long as the owner lives. The path is UTF-8: characters, std::string, std::string_view or std::filesystem::path.
    template <class Path, std::enable_if_t<is_path<Path>::value, int> = 0>
    static outcome<Owner> open_file(const Path &path) {
        return with_path(
            path, [](const char *text) { return base::made([&](Handle **out) { return abi::open_file(text, out); }); });
    }

    /// Number of bytes that save() gives.
    outcome<std::size_t> saved_size() const {
        std::size_t size = 0;
        return finish(abi::save(get(), nullptr, 0, &size), size);
    }

    /// The cooked bytes, to be stored and opened again.
    outcome<std::vector<unsigned char>> save() const {
        return then(saved_size(), [&](std::size_t size) -> outcome<std::vector<unsigned char>> {
            std::vector<unsigned char> bytes(size);
            return finish(abi::save(get(), bytes.data(), bytes.size(), &size), bytes);
        });
    }

protected:
    /// A function of queries with a filter, as the forms of verbs.hpp call it.
    template <class Function> auto with_filter(Function function, filter_ref filter) const noexcept {
        return [function, of = get(), filter](const auto *queries, std::size_t count, auto... out) {
            return function(of, queries, count, filter, out...);
        };
    }
};

} // namespace detail
CAROM_NAMESPACE_END

#endif // CAROM_OWNER_HPP
