// Triangles as users have them: positions and indices in arrays of any vectors and integers, without a copy.
// SPDX: MIT OR Apache-2.0

#ifndef CAROM_INPUT_HPP
#define CAROM_INPUT_HPP

#include "math.hpp"

CAROM_NAMESPACE_BEGIN

namespace detail {

template <class Container> using element_of = bare<decltype(*std::declval<const bare<Container> &>().data())>;

template <class Container, class = void> struct has_data : std::false_type {};
template <class Container>
struct has_data<Container, std::void_t<element_of<Container>, decltype(std::declval<const bare<Container> &>().size())>>
    : std::true_type {};

/// Chooses the constructor of a view that is made of an array's elements, whatever they are.
struct elements {};

template <class T> constexpr bool is_positions_element = holds_vec3<const T> || std::is_same<T, float>::value;

/// The type of x of vectors with members x, y and z.
template <class T, class = void> struct type_of_x { using type = void; };
template <class T> struct type_of_x<T, std::void_t<decltype(std::declval<T &>().x), decltype(std::declval<T &>().z)>> {
    using type = bare<decltype(std::declval<T &>().x)>;
};

/// False for integers x, y and z in another order, of which a triangle would face the other way. Where that is not known to
/// the compiler, they are taken to be in order.
template <class T> constexpr bool is_in_order() noexcept {
    if constexpr (std::is_standard_layout<T>::value) {
        return offsetof(T, x) < offsetof(T, y) && offsetof(T, y) < offsetof(T, z);
    } else {
        return true;
    }
}

/// Bytes of an index, if T is an integer of 16 or 32 bits or three of them; else 0.
template <class T> constexpr std::size_t index_size() {
    if constexpr (std::is_integral<T>::value) {
        return sizeof(T) == 2 || sizeof(T) == 4 ? sizeof(T) : 0;
    } else if constexpr (has_elements<const T, std::uint32_t, 3>::value ||
                         has_elements<const T, std::int32_t, 3>::value) {
        return 4;
    } else if constexpr (has_elements<const T, std::uint16_t, 3>::value ||
                         has_elements<const T, std::int16_t, 3>::value) {
        return 2;
    } else if constexpr (std::is_integral<typename type_of_x<T>::type>::value) {
        constexpr std::size_t size = sizeof(typename type_of_x<T>::type);
        return sizeof(T) == 3 * size && (size == 2 || size == 4) && is_in_order<T>() ? size : 0;
    } else {
        return 0;
    }
}

template <class Container, class = void> struct is_positions : std::false_type {};
template <class Container> struct is_positions<Container, std::enable_if_t<has_data<Container>::value>>
    : std::bool_constant<is_positions_element<element_of<Container>>> {};

template <class Container, class = void> struct is_points : std::false_type {};
template <class Container> struct is_points<Container, std::enable_if_t<has_data<Container>::value>>
    : std::bool_constant<is_vec3<const element_of<Container>>> {};

template <class Container, class = void> struct is_indices : std::false_type {};
template <class Container> struct is_indices<Container, std::enable_if_t<has_data<Container>::value>>
    : std::bool_constant<index_size<element_of<Container>>() != 0> {};

/// Refuses what are no positions; without a message, the compiler would list all functions.
template <class Element> constexpr void refuse_positions() noexcept {
    static_assert(!std::is_same<Element, double>::value && !is_double_vec3<const Element>,
                  "carom: positions are floats, and these are doubles: convert them to float");
    static_assert(std::is_same<Element, double>::value || is_double_vec3<const Element>,
                  "carom: positions are three floats each (x, y, z, or by index), or floats");
}

/// Refuses what are no indices.
template <class Element> constexpr void refuse_indices() noexcept {
    constexpr bool is_wide = sizeof(Element) == 8 || sizeof(Element) == 24;
    static_assert(!is_wide,
                  "carom: indices are integers of 16 or 32 bits, and these have 64, as size_t has: convert them "
                  "to std::uint32_t");
    static_assert(is_wide, "carom: indices are integers of 16 or 32 bits, or three of them each");
}

} // namespace detail

/// A view of positions: of a vector, array or span of anything that has three floats (CaromVec3, those of glm and Eigen,
/// std::array<float, 3>, a struct with members x, y, z; a w is not read), or of floats, three a position. Copies them only
/// where x, y and z do not follow one another in memory.
class positions {
public:
    positions() noexcept = default;
    /// `count` positions that begin `stride` bytes after each other.
    positions(const float *first, std::size_t count, std::size_t stride = 3 * sizeof(float)) noexcept
        : first_(first), count_(count), stride_(stride) {}
    template <class Container, std::enable_if_t<detail::is_positions<Container>::value, int> = 0>
    positions(const Container &container) : positions(container.data(), container.size(), detail::elements()) {}
    template <class T, std::size_t N, std::enable_if_t<detail::is_positions_element<T>, int> = 0>
    positions(const T (&array)[N]) : positions(array, N, detail::elements()) {}
    template <class Container,
              std::enable_if_t<detail::has_data<Container>::value && !detail::is_positions<Container>::value, int> = 0>
    positions(const Container &) noexcept {
        detail::refuse_positions<detail::element_of<Container>>();
    }
    template <class T, std::size_t N, std::enable_if_t<!detail::is_positions_element<T>, int> = 0>
    positions(const T (&)[N]) noexcept {
        detail::refuse_positions<T>();
    }
    template <class T, std::enable_if_t<std::is_same<T, double>::value, int> = 0>
    positions(const T *, std::size_t, std::size_t = 0) noexcept {
        detail::refuse_positions<T>();
    }
    /// A list in braces, for the length of a call.
    positions(std::initializer_list<CaromVec3> list) : positions(list.begin(), list.size(), detail::elements()) {}
    /// Those that `position(element)` refers to in each of `count` elements.
    template <class Element, class Position,
              class = decltype(std::declval<Position>()(std::declval<const Element &>()))>
    positions(const Element *first, std::size_t count, Position position) : count_(count) {
        if (count == 0) return;
        first_ = detail::first_float(position(*first));
        if (first_ != nullptr) {
            stride_ = sizeof(Element);
            return;
        }
        copies_.reserve(count);
        for (std::size_t i = 0; i < count; ++i) copies_.push_back(detail::xyz(position(first[i])));
    }

    const float *data() const noexcept { return copies_.empty() ? first_ : &copies_.front().x; }
    std::size_t size() const noexcept { return count_; }
    /// Bytes from one to the next.
    std::size_t stride() const noexcept { return stride_; }
    /// Floats behind the last whole position.
    std::size_t rest() const noexcept { return rest_; }
    /// Whether they are copies, which live no longer than this.
    bool is_copy() const noexcept { return !copies_.empty(); }

private:
    template <class T> positions(const T *first, std::size_t count, detail::elements)
        : positions(first, count, [](const T &element) -> const T & { return element; }) {}
    positions(const float *first, std::size_t count, detail::elements) noexcept
        : first_(first), count_(count / 3), rest_(count % 3) {}

    const float *first_ = nullptr;
    std::size_t count_ = 0;
    std::size_t stride_ = sizeof(CaromVec3);
    std::size_t rest_ = 0;
    std::vector<CaromVec3> copies_;
};

/// A view of points to ask about: of a vector, array or span of anything that is three floats. Copies them only where they do
/// not follow one another in memory.
class points {
public:
    points() noexcept = default;
    template <class Container, std::enable_if_t<detail::is_points<Container>::value, int> = 0>
    points(const Container &container) : points(container.data(), container.size()) {}
    template <class T, std::size_t N, std::enable_if_t<detail::is_vec3<const T>, int> = 0> points(const T (&array)[N])
        : points(array, N) {}
    /// A list in braces, for the length of a call.
    points(std::initializer_list<CaromVec3> list) : points(list.begin(), list.size()) {}

    const CaromVec3 *data() const noexcept { return copies_.empty() ? first_ : copies_.data(); }
    std::size_t size() const noexcept { return count_; }

private:
    template <class T> points(const T *first, std::size_t count) : count_(count) {
        if constexpr (std::is_same<T, CaromVec3>::value) {
            first_ = first;
        } else if (count > 0 && sizeof(T) == sizeof(CaromVec3) && detail::first_float(*first) != nullptr) {
            // Three floats are three floats to the library, whatever they are called here.
            first_ = reinterpret_cast<const CaromVec3 *>(detail::first_float(*first));
        } else {
            copies_.reserve(count);
            for (std::size_t i = 0; i < count; ++i) copies_.push_back(detail::xyz(first[i]));
        }
    }

    const CaromVec3 *first_ = nullptr;
    std::size_t count_ = 0;
    std::vector<CaromVec3> copies_;
};

/// The positions in an array of vertices: `positions_of(vertices, &Vertex::position)`. Borrows the array.
template <class Vertex, class Position, std::enable_if_t<detail::holds_vec3<const Position>, int> = 0>
positions positions_of(borrowed<const Vertex> vertices, Position Vertex::*member) {
    return {vertices.data(), vertices.size(),
            [member](const Vertex &vertex) -> const Position & { return vertex.*member; }};
}
template <class Vertices, class Vertex, class Position,
          std::enable_if_t<std::is_constructible<borrowed<const Vertex>, Vertices &>::value, int> = 0>
positions positions_of(Vertices &vertices, Position Vertex::*member) {
    if constexpr (detail::holds_vec3<const Position>) {
        return positions_of(borrowed<const Vertex>(vertices), member);
    } else {
        detail::refuse_positions<Position>();
        return {};
    }
}

/// A view of indices, three a triangle: of a vector, array or span of integers of 16 or 32 bits, or of triples of such
/// (std::array<std::uint32_t, 3>, glm::uvec3). Negative ones are out of range, as too large ones are.
class indices {
public:
    constexpr indices() noexcept = default;
    /// `count` indices of 2 or 4 bytes.
    constexpr indices(const void *first, std::size_t count, std::size_t size) noexcept
        : first_(first), count_(count), size_(size) {}
    template <class Container, std::enable_if_t<detail::is_indices<Container>::value, int> = 0>
    constexpr indices(const Container &container) noexcept
        : indices(container.data(), container.size(), detail::elements()) {}
    template <class T, std::size_t N, std::enable_if_t<detail::index_size<T>() != 0, int> = 0>
    constexpr indices(const T (&array)[N]) noexcept : indices(array, N, detail::elements()) {}
    template <class Container,
              std::enable_if_t<detail::has_data<Container>::value && !detail::is_indices<Container>::value, int> = 0>
    constexpr indices(const Container &) noexcept {
        detail::refuse_indices<detail::element_of<Container>>();
    }
    template <class T, std::size_t N, std::enable_if_t<detail::index_size<T>() == 0, int> = 0>
    constexpr indices(const T (&)[N]) noexcept {
        detail::refuse_indices<T>();
    }
    /// A list in braces, for the length of a call.
    constexpr indices(std::initializer_list<std::uint32_t> list) noexcept
        : indices(list.begin(), list.size(), detail::elements()) {}

    constexpr const void *data() const noexcept { return first_; }
    /// How many indices: three times as many as triangles.
    constexpr std::size_t size() const noexcept { return count_; }
    /// Bytes of an index.
    constexpr std::size_t index_size() const noexcept { return size_; }

private:
    template <class T> constexpr indices(const T *first, std::size_t count, detail::elements) noexcept
        : first_(first), count_(count * (sizeof(T) / detail::index_size<T>())), size_(detail::index_size<T>()) {}

    const void *first_ = nullptr;
    std::size_t count_ = 0;
    std::size_t size_ = sizeof(std::uint32_t);
};

namespace detail {

template <> struct is_view<positions> : std::true_type {};
template <> struct is_view<indices> : std::true_type {};

/// True for copies that would be gone before what borrows them is used.
template <class Positions> bool is_gone(const positions &at) noexcept {
    return at.is_copy() &&
           !(std::is_same<bare<Positions>, positions>::value && std::is_lvalue_reference<Positions>::value);
}
/// Fails because of such copies.
template <class T> outcome<T> gone() {
    return fail<T>(CAROM_ERROR_INVALID_ARGUMENT,
                   "positions: x, y and z do not follow one another in memory; keep them in a "
                   "carom::positions, which copies them");
}

/// Fails because of floats that are no whole positions.
template <class T> outcome<T> not_whole(const char *name, const positions &of) {
    return fail<T>(CAROM_ERROR_INVALID_ARGUMENT, std::string(name) + ": " + std::to_string(3 * of.size() + of.rest()) +
                                                     " floats are no multiple of 3");
}

inline outcome<CaromMeshDesc> describe(const positions &at, const indices &corners,
                                       span<const std::uint16_t> attributes) {
    using made = CaromMeshDesc;
    const std::size_t triangles = corners.size() / 3;
    if (at.rest() != 0) return not_whole<made>("positions", at);
    if (corners.size() % 3 != 0) {
        return fail<made>(CAROM_ERROR_INVALID_ARGUMENT,
                          "indices: " + std::to_string(corners.size()) + " is not a multiple of 3");
    }
    if (!attributes.empty() && attributes.size() != triangles) {
        return unequal<made>("attributes", attributes.size(), triangles, "triangles");
    }
    if (const auto wide =
            too_wide({{at.size(), "vertex_count"}, {at.stride(), "position_stride"}, {triangles, "triangle_count"}})) {
        return exceeds<made>(*wide);
    }
    CaromMeshDesc desc{}; // zeros are the defaults
    desc.struct_size = sizeof desc;
    desc.positions = at.data();
    desc.vertex_count = static_cast<std::uint32_t>(at.size());
    desc.position_stride = static_cast<std::uint32_t>(at.stride());
    desc.indices = corners.data();
    desc.index_size = static_cast<std::uint32_t>(corners.index_size());
    desc.triangle_count = static_cast<std::uint32_t>(triangles);
    desc.attributes = attributes.empty() ? nullptr : attributes.data();
    return desc;
}

} // namespace detail

/// A descriptor of these arrays, everything else at its default. It borrows them, so they must have a name. Three indices a
/// triangle, one attribute a triangle or none.
template <class Positions, class Indices,
          std::enable_if_t<std::is_constructible<positions, Positions>::value &&
                               std::is_constructible<indices, Indices>::value && detail::outlives<Positions> &&
                               detail::outlives<Indices>,
                           int> = 0>
outcome<CaromMeshDesc> describe(Positions &&at, Indices &&corners, borrowed<const std::uint16_t> attributes = {}) {
    const positions &points = at;
    if (detail::is_gone<Positions>(points)) return detail::gone<CaromMeshDesc>();
    return detail::describe(points, corners, attributes);
}

/// How to cook; zeros are the defaults.
struct cook_options {
    carom::layout layout = layout::automatic;
    carom::preset preset = preset::automatic;
    carom::quality quality = quality::automatic;
    build_flags flags = build_flags::none;
    /// How many threads build; 0 for one a core.
    std::uint32_t thread_count = 0;

    /// Puts them into a descriptor.
    void apply_to(CaromMeshDesc &desc) const noexcept {
        desc.layout = number(layout);
        desc.preset = number(preset);
        desc.quality = number(quality);
        desc.flags = number(flags);
        desc.thread_count = thread_count;
    }
};

/// Counts what is wrong with a mesh before it is cooked.
inline outcome<CaromMeshReport> report(const CaromMeshDesc &desc) {
    CaromMeshReport found{};
    found.struct_size = sizeof(CaromMeshReport);
    return detail::finish(carom_mesh_report(&desc, &found), found);
}
inline outcome<CaromMeshReport> report(const positions &at, const indices &corners) {
    return detail::then(detail::describe(at, corners, {}), [](const CaromMeshDesc &desc) { return report(desc); });
}

CAROM_NAMESPACE_END

#endif // CAROM_INPUT_HPP
