// The expectations of an example about its own result: a line each.

#ifndef CHECK_HPP
#define CHECK_HPP

#include <cstdio>

namespace detail {

inline bool expect(bool holds, const char *what, double is, const char *limit, double bound) {
    std::printf("  %-62s %10.4g, %s %g: %s\n", what, is, limit, bound, holds ? "ok" : "WRONG");
    return holds;
}

} // namespace detail

inline bool at_most(const char *what, double is, double bound) {
    return detail::expect(is <= bound, what, is, "at most", bound);
}
inline bool at_least(const char *what, double is, double bound) {
    return detail::expect(is >= bound, what, is, "at least", bound);
}

#endif // CHECK_HPP
