//! The text of a file, whatever program and system it comes from.

use std::borrow::Cow;

/// The mark that some editors begin a text with.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The bytes behind the byte order mark, if there is one.
pub(super) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(MARK).unwrap_or(bytes)
}

/// The text without its byte order mark; all lines end as on Unix.
pub(super) fn text(bytes: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(without_mark(bytes));
    if !text.contains('\r') {
        return text;
    }
    Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_ends_of_lines_are_made_one() {
        assert_eq!(text(b"\xef\xbb\xbfa\r\nb\rc\n"), "a\nb\nc\n");
        assert_eq!(text(b"a\n\xef\xbb\xbfb"), "a\n\u{feff}b");
        assert_eq!(without_mark(b"\xef\xbb"), b"\xef\xbb");
    }
}
