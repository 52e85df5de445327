//! How much the tests do: every day, what notices a mistake; at length, many times as much. `cargo xtask long` asks for
//! length through the environment variable `CAROM_LONG`.

/// Returns true if tests run at length.
pub fn is_long() -> bool {
    std::env::var_os("CAROM_LONG").is_some_and(|value| !value.is_empty() && value != "0")
}

/// What a test does every day, or at length.
pub fn effort<T>(daily: T, long: T) -> T {
    if is_long() { long } else { daily }
}

/// The number that the environment variable `name` gives, if it does, or that of [`effort`].
pub fn effort_named(name: &str, daily: usize, long: usize) -> usize {
    std::env::var(name).map_or(effort(daily, long), |count| {
        count.parse().unwrap_or_else(|_| panic!("{name} is not a number: {count}"))
    })
}
