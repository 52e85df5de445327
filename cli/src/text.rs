//! Numbers and messages as people and programs read them.

use carom::geometry::{Aabb, Vec3};
use serde_json::{Value, json};
use std::io::Write;

/// 1234567 as `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number for JSON, with no more digits than tell it from its neighbours; null if it is not finite.
pub(crate) fn number(value: f32) -> Value {
    match value.to_string().parse::<f64>() {
        Ok(value) => json!(value),
        Err(_) => Value::Null,
    }
}

/// A vector for JSON.
pub(crate) fn vector(value: Vec3) -> Value {
    value.to_array().map(number).as_slice().into()
}

/// A box for JSON.
pub(crate) fn bounds(value: &Aabb) -> Value {
    json!({ "min": vector(value.min), "max": vector(value.max) })
}

/// A vector for people.
pub(crate) fn point(value: Vec3) -> String {
    let [x, y, z] = value.to_array();
    format!("({x}, {y}, {z})")
}

/// Rows of a name and a value, the values below one another.
pub(crate) fn table(out: &mut impl Write, rows: &[(&str, String)]) -> std::io::Result<()> {
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    rows.iter().try_for_each(|(name, value)| writeln!(out, "  {name:width$}  {value}"))
}

/// A message without line breaks and of bearable length, whatever a file put into it.
pub(crate) fn one_line(message: &str) -> String {
    const MAX: usize = 500;
    let words: Vec<&str> = message.split(|c: char| c.is_control()).map(str::trim).collect();
    let joined = words.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    match joined.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}...", &joined[..end]),
        None => joined,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (42480, "42,480"), (1234567, "1,234,567")];
        cases.into_iter().for_each(|(value, text)| assert_eq!(grouped(value), text));
    }

    #[test]
    fn json_numbers_are_short_and_exact() {
        assert_eq!(number(0.1).to_string(), "0.1");
        assert_eq!(number(f32::INFINITY), json!(f64::INFINITY));
        assert_eq!(number(f32::NAN), Value::Null);
        for bits in (0..0x7f80_0000u32).step_by(65_537) {
            let value = f32::from_bits(bits);
            assert_eq!(number(value).as_f64().unwrap() as f32, value);
        }
    }

    #[test]
    fn messages_are_one_line() {
        assert_eq!(one_line("a\n\tb\r\n c\n"), "a b c");
        assert_eq!(one_line(&"é".repeat(600)).chars().count(), 503);
    }
}
