// The verbs that meshes and solids share, each once for all shapes and in all forms.
// SPDX: MIT OR Apache-2.0

#ifndef CAROM_VERBS_HPP
#define CAROM_VERBS_HPP

#include "calls.hpp"
#include "math.hpp"
#include "owner.hpp"

// Several empty bases take no room in MSVC either.
#ifdef _MSC_VER
#define CAROM_EMPTY_BASES __declspec(empty_bases)
#else
#define CAROM_EMPTY_BASES
#endif

CAROM_NAMESPACE_BEGIN
namespace detail {

// The forms of a query with one answer each. `call(queries, count, out)` asks.

template <class Query, class Answer, class Call>
outcome<void> ask(span<const Query> queries, span<Answer> out, Call call) {
    if (out.size() != queries.size()) return wrong_room<void>("out", out.size(), queries.size(), "queries");
    return finish(call(queries.data(), queries.size(), out.data()));
}
template <class Answer, class Query, class Call>
outcome<std::vector<Answer>> ask(span<const Query> queries, Call call) {
    std::vector<Answer> out(queries.size());
    return finish(call(queries.data(), queries.size(), out.data()), out);
}
template <class Answer, class Query, class Call> outcome<Answer> ask_one(const Query &query, Call call) {
    Answer out{};
    return finish(call(&query, std::size_t(1), &out), out);
}
template <class Query, class Call> outcome<bool> tell(const Query &query, Call call) {
    return then(ask_one<std::uint8_t>(query, call), [](std::uint8_t told) -> outcome<bool> { return told != 0; });
}

// The forms of a query with lists for answers. `call(queries, count, offsets, items, capacity, &written, &total)` asks.

template <class Item, class Query, class Call>
outcome<void> list(span<const Query> queries, lists<Item> &out, Call call) {
    return fill_lists(out, queries.size(), 4 * queries.size(),
                      [&](auto... into) { return call(queries.data(), queries.size(), into...); });
}
template <class Item, class Query, class Call> outcome<lists<Item>> list(span<const Query> queries, Call call) {
    return filled(lists<Item>(), [&](lists<Item> &out) { return list(queries, out, call); });
}
template <class Item, class Query, class Call>
outcome<void> list_one(const Query &query, std::vector<Item> &out, Call call) {
    return fill_list(out, 4, [&](auto... into) { return call(&query, std::size_t(1), nullptr, into...); });
}
template <class Item, class Query, class Call> outcome<std::vector<Item>> list_one(const Query &query, Call call) {
    return filled(std::vector<Item>(), [&](std::vector<Item> &out) { return list_one(query, out, call); });
}

// Mixins (CRTP): `Self` has get(), and the functions of calls.hpp take its handle. In each, one form fills an array of
// yours and allocates nothing, one returns a vector, and one asks one question.

template <class Self> class has_boxes {
public:
    /// The boxes of its tree at some depths, for drawing: see carom_mesh_boxes() and carom_bsp_boxes().
    outcome<void> boxes(std::vector<CaromTreeBox> &out, std::uint32_t min_depth = 0,
                        std::uint32_t max_depth = UINT32_MAX) const {
        return fill_list(out, 0, [&](auto... into) {
            return detail::boxes(static_cast<const Self *>(this)->get(), min_depth, max_depth, into...);
        });
    }
    outcome<std::vector<CaromTreeBox>> boxes(std::uint32_t min_depth = 0, std::uint32_t max_depth = UINT32_MAX) const {
        return filled(std::vector<CaromTreeBox>(),
                      [&](std::vector<CaromTreeBox> &out) { return boxes(out, min_depth, max_depth); });
    }
};

template <class Self, class Shape> class overlaps_one {
public:
    /// Tells whether each shape touches: 1 or 0.
    outcome<void> overlap(span<const Shape> shapes, span<std::uint8_t> out, filter_ref filter = {}) const {
        return ask(shapes, out, asking(filter));
    }
    outcome<std::vector<std::uint8_t>> overlap(span<const Shape> shapes, filter_ref filter = {}) const {
        return ask<std::uint8_t>(shapes, asking(filter));
    }
    /// Tells whether one shape touches.
    outcome<bool> overlap(const Shape &shape, filter_ref filter = {}) const { return tell(shape, asking(filter)); }

private:
    auto asking(filter_ref filter) const noexcept {
        return [of = static_cast<const Self *>(this)->get(), filter](const Shape *shapes, std::size_t count,
                                                                     std::uint8_t *out) {
            return detail::overlap(of, shapes, count, filter, out);
        };
    }
};
template <class Self, class... Shapes> class CAROM_EMPTY_BASES overlaps : public overlaps_one<Self, Shapes>... {
public:
    using overlaps_one<Self, Shapes>::overlap...;
};

template <class Self, class Shape> class overlaps_all_one {
public:
    /// The triangles or brushes that each shape touches itself, ascending.
    outcome<lists<std::uint32_t>> overlap_all(span<const Shape> shapes, filter_ref filter = {}) const {
        return list<std::uint32_t>(shapes, asking(filter));
    }
    outcome<void> overlap_all(span<const Shape> shapes, lists<std::uint32_t> &out, filter_ref filter = {}) const {
        return list(shapes, out, asking(filter));
    }
    /// Those that one shape touches.
    outcome<std::vector<std::uint32_t>> overlap_all(const Shape &shape, filter_ref filter = {}) const {
        return list_one<std::uint32_t>(shape, asking(filter));
    }
    outcome<void> overlap_all(const Shape &shape, std::vector<std::uint32_t> &out, filter_ref filter = {}) const {
        return list_one(shape, out, asking(filter));
    }

private:
    auto asking(filter_ref filter) const noexcept {
        return
            [of = static_cast<const Self *>(this)->get(), filter](const Shape *shapes, std::size_t count, auto... out) {
                return detail::overlap_all(of, shapes, count, filter, out...);
            };
    }
};
template <class Self, class... Shapes> class CAROM_EMPTY_BASES overlaps_all : public overlaps_all_one<Self, Shapes>... {
public:
    using overlaps_all_one<Self, Shapes>::overlap_all...;
};

template <class Self, class Shape> class has_contacts_one {
public:
    /// The contacts of each shape, the deepest first.
    outcome<lists<CaromContact>> contacts(span<const Shape> shapes, filter_ref filter = {},
                                          options_ref options = {}) const {
        return list<CaromContact>(shapes, asking(filter, options));
    }
    outcome<void> contacts(span<const Shape> shapes, lists<CaromContact> &out, filter_ref filter = {},
                           options_ref options = {}) const {
        return list(shapes, out, asking(filter, options));
    }
    /// Those of one shape.
    outcome<std::vector<CaromContact>> contacts(const Shape &shape, filter_ref filter = {},
                                                options_ref options = {}) const {
        return list_one<CaromContact>(shape, asking(filter, options));
    }
    outcome<void> contacts(const Shape &shape, std::vector<CaromContact> &out, filter_ref filter = {},
                           options_ref options = {}) const {
        return list_one(shape, out, asking(filter, options));
    }

private:
    auto asking(filter_ref filter, options_ref options) const noexcept {
        return [of = static_cast<const Self *>(this)->get(), filter, options](const Shape *shapes, std::size_t count,
                                                                              auto... out) {
            return detail::contacts(of, shapes, count, filter, options, out...);
        };
    }
};
template <class Self, class... Shapes> class CAROM_EMPTY_BASES has_contacts : public has_contacts_one<Self, Shapes>... {
public:
    using has_contacts_one<Self, Shapes>::contacts...;

    // Those of boxes by their rotation, whose axes are made anew each time; axes() makes them once.
    outcome<lists<CaromContact>> contacts(span<const CaromBox> boxes, filter_ref filter = {},
                                          options_ref options = {}) const {
        return then(axes_of_each(boxes), [&](const auto &made) { return contacts(made, filter, options); });
    }
    outcome<void> contacts(span<const CaromBox> boxes, lists<CaromContact> &out, filter_ref filter = {},
                           options_ref options = {}) const {
        return then(axes_of_each(boxes), [&](const auto &made) { return contacts(made, out, filter, options); });
    }
    outcome<std::vector<CaromContact>> contacts(const CaromBox &box, filter_ref filter = {},
                                                options_ref options = {}) const {
        return then(axes(box), [&](const CaromBoxAxes &made) { return contacts(made, filter, options); });
    }
    outcome<void> contacts(const CaromBox &box, std::vector<CaromContact> &out, filter_ref filter = {},
                           options_ref options = {}) const {
        return then(axes(box), [&](const CaromBoxAxes &made) { return contacts(made, out, filter, options); });
    }
};

/// What chooses the forms for shapes that move along a displacement.
template <class Shape> using if_moves =
    decltype(carom::cast(std::declval<const Shape &>(), std::declval<const vec3 &>()));

/// What `use(moving)` gives for such a shape.
template <class Shape, class Use> auto with_cast(const Shape &shape, const vec3 &displacement, Use use) {
    if constexpr (std::is_same<Shape, CaromBox>::value) {
        return then(carom::cast(shape, displacement), use);
    } else {
        return use(carom::cast(shape, displacement));
    }
}

template <class Self, class Moving> class casts_one {
public:
    /// The first contact of each moving shape.
    outcome<void> cast(span<const Moving> moving, span<CaromShapeHit> out, filter_ref filter = {},
                       contact_edges edges = contact_edges::smooth) const {
        return ask(moving, out, asking(filter, edges));
    }
    outcome<std::vector<CaromShapeHit>> cast(span<const Moving> moving, filter_ref filter = {},
                                             contact_edges edges = contact_edges::smooth) const {
        return ask<CaromShapeHit>(moving, asking(filter, edges));
    }
    /// The first contact of one moving shape.
    outcome<CaromShapeHit> cast(const Moving &moving, filter_ref filter = {},
                                contact_edges edges = contact_edges::smooth) const {
        return ask_one<CaromShapeHit>(moving, asking(filter, edges));
    }

private:
    auto asking(filter_ref filter, contact_edges edges) const noexcept {
        return [of = static_cast<const Self *>(this)->get(), filter, edges](const Moving *moving, std::size_t count,
                                                                            CaromShapeHit *out) {
            return detail::cast(of, moving, count, filter, edges, out);
        };
    }
};
template <class Self, class... Moving> class CAROM_EMPTY_BASES casts : public casts_one<Self, Moving>... {
public:
    using casts_one<Self, Moving>::cast...;

    /// The first contact of a sphere, capsule, box or posed hull that moves along `displacement`, from t = 0 to t = 1.
    template <class Shape, class = if_moves<Shape>, class... Edges>
    auto cast(const Shape &shape, const vec3 &displacement, filter_ref filter = {}, Edges... edges) const {
        return with_cast(shape, displacement, [&](const auto &moving) {
            return static_cast<const Self *>(this)->cast(moving, filter, edges...);
        });
    }
};

template <class Self, class Moving> class casts_all_one {
public:
    /// The contact of each moving shape with every triangle or brush in its way, by time.
    outcome<lists<CaromShapeHit>> cast_all(span<const Moving> moving, filter_ref filter = {},
                                           contact_edges edges = contact_edges::smooth) const {
        return list<CaromShapeHit>(moving, asking(filter, edges));
    }
    outcome<void> cast_all(span<const Moving> moving, lists<CaromShapeHit> &out, filter_ref filter = {},
                           contact_edges edges = contact_edges::smooth) const {
        return list(moving, out, asking(filter, edges));
    }
    /// Those of one moving shape.
    outcome<std::vector<CaromShapeHit>> cast_all(const Moving &moving, filter_ref filter = {},
                                                 contact_edges edges = contact_edges::smooth) const {
        return list_one<CaromShapeHit>(moving, asking(filter, edges));
    }
    outcome<void> cast_all(const Moving &moving, std::vector<CaromShapeHit> &out, filter_ref filter = {},
                           contact_edges edges = contact_edges::smooth) const {
        return list_one(moving, out, asking(filter, edges));
    }

private:
    auto asking(filter_ref filter, contact_edges edges) const noexcept {
        return [of = static_cast<const Self *>(this)->get(), filter, edges](const Moving *moving, std::size_t count,
                                                                            auto... out) {
            return detail::cast_all(of, moving, count, filter, edges, out...);
        };
    }
};
template <class Self, class... Moving> class CAROM_EMPTY_BASES casts_all : public casts_all_one<Self, Moving>... {
public:
    using casts_all_one<Self, Moving>::cast_all...;

    /// Those of a sphere, capsule, box or posed hull that moves along `displacement`, from t = 0 to t = 1.
    template <class Shape, class = if_moves<Shape>>
    outcome<std::vector<CaromShapeHit>> cast_all(const Shape &shape, const vec3 &displacement, filter_ref filter = {},
                                                 contact_edges edges = contact_edges::smooth) const {
        return with_cast(shape, displacement, [&](const auto &moving) { return cast_all(moving, filter, edges); });
    }
};

} // namespace detail
CAROM_NAMESPACE_END

#endif // CAROM_VERBS_HPP
