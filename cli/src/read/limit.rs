//! How large a file can be, by its first bytes: a stream may have no end.

use super::{Format, plain};

/// The most bytes of a text.
const TEXT: u64 = 1 << 34;
/// What is read of bytes behind the end that a file tells; more is an error.
const TRAILING: u64 = 1 << 20;

impl Format {
    /// The most bytes of a file that begins with these; 0 if they are not of this format, so that nothing behind them
    /// can make it one.
    pub(crate) fn limit(self, head: &[u8]) -> u64 {
        let text = plain::without_mark(head);
        let told = |at: usize| {
            let number = head.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
            number.map_or(0, |bytes| u64::from(u32::from_le_bytes(bytes)))
        };
        let is = |yes: bool, limit: u64| if yes { limit } else { 0 };
        match self {
            Format::Obj | Format::Off => text_limit(head),
            Format::Stl if super::stl::is_text(head) && !head.contains(&0) => TEXT,
            Format::Stl => super::stl::size(told(80)) + TRAILING,
            Format::Ply => is(text.starts_with(b"ply"), TEXT),
            Format::Gltf if head.starts_with(b"glTF") => told(8) + TRAILING,
            Format::Gltf => is(text.trim_ascii_start().starts_with(b"{"), TEXT),
            Format::ThreeMf => is(head.starts_with(b"PK"), TEXT),
        }
    }
}

/// The most bytes of a text that begins with these; no text has zeros.
pub(crate) fn text_limit(head: &[u8]) -> u64 {
    if head.contains(&0) { 0 } else { TEXT }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_bytes_bound_a_file() {
        let zeros = [0u8; 4096];
        for format in [Format::Obj, Format::Off, Format::Ply, Format::Gltf, Format::ThreeMf] {
            assert_eq!(format.limit(&zeros), 0, "{}", format.name());
        }
        assert_eq!(Format::Stl.limit(&zeros), 84 + TRAILING);
        assert_eq!(Format::Stl.limit(&[1; 100]), 84 + 50 * 0x0101_0101 + TRAILING);
        assert_eq!(Format::Gltf.limit(b"glTF\x02\0\0\0\x10\0\0\0"), 16 + TRAILING);
        for (format, head) in [
            (Format::Obj, &b"# a"[..]),
            (Format::Stl, b"solid a"),
            (Format::Ply, b"\xef\xbb\xbfply\n"),
            (Format::Gltf, b"\xef\xbb\xbf \n{"),
            (Format::ThreeMf, b"PK\x03\x04"),
        ] {
            assert_eq!(format.limit(head), TEXT, "{}", format.name());
        }
    }
}
