//! The words of a Rust file: identifiers and punctuation, without comments.

/// Splits a text. Comments and characters are left out, so that links in documentation are no imports; of
/// strings, only plain ones are kept, with the quote before them.
pub(super) fn tokens(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let (mut tokens, mut i) = (Vec::new(), 0);
    while i < chars.len() {
        let c = chars[i];
        if c == '/' && at(i + 1) == '/' {
            while i < chars.len() && chars[i] != '\n' {
                i += 1;
            }
        } else if c == '/' && at(i + 1) == '*' {
            i = after_comment(&chars, i);
        } else if c == '"' {
            // Kept for the paths of modules.
            let end = after_string(&chars, i);
            tokens.push(chars[i..end.saturating_sub(1).min(chars.len())].iter().collect());
            i = end;
        } else if c == '\'' {
            // A lifetime has no quote behind it.
            let is_character = at(i + 1) == '\\' || at(i + 2) == '\'';
            i += 1;
            if is_character {
                i += if chars[i] == '\\' { 2 } else { 1 };
                while i < chars.len() && chars[i] != '\'' {
                    i += 1;
                }
                i += 1;
            }
        } else if c.is_alphanumeric() || c == '_' {
            let start = i;
            while at(i).is_alphanumeric() || at(i) == '_' {
                i += 1;
            }
            let word: String = chars[start..i].iter().collect();
            let is_prefix = ["r", "b", "br", "c", "cr"].contains(&word.as_str());
            if is_prefix && (at(i) == '"' || word.ends_with('r') && at(i) == '#') {
                let hashes = chars[i..].iter().take_while(|&&c| c == '#').count();
                if at(i + hashes) == '"' {
                    i = if word.ends_with('r') {
                        after_raw_string(&chars, i + hashes + 1, hashes)
                    } else {
                        after_string(&chars, i)
                    };
                }
            } else {
                tokens.push(word);
            }
        } else if c == ':' && at(i + 1) == ':' {
            tokens.push("::".into());
            i += 2;
        } else {
            if !c.is_whitespace() {
                tokens.push(c.into());
            }
            i += 1;
        }
    }
    tokens
}

fn after_comment(chars: &[char], start: usize) -> usize {
    let (mut i, mut depth) = (start, 0);
    while i + 1 < chars.len() {
        match (chars[i], chars[i + 1]) {
            ('/', '*') => (i, depth) = (i + 2, depth + 1),
            ('*', '/') => (i, depth) = (i + 2, depth - 1),
            _ => i += 1,
        }
        if depth == 0 {
            return i;
        }
    }
    chars.len()
}

fn after_string(chars: &[char], start: usize) -> usize {
    let mut i = start + 1;
    while i < chars.len() && chars[i] != '"' {
        i += if chars[i] == '\\' { 2 } else { 1 };
    }
    i + 1
}

fn after_raw_string(chars: &[char], start: usize, hashes: usize) -> usize {
    let mut i = start;
    while i < chars.len() {
        let closing = chars[i + 1..].iter().take(hashes).filter(|&&c| c == '#').count();
        if chars[i] == '"' && closing == hashes {
            return i + 1 + hashes;
        }
        i += 1;
    }
    i
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn comments_and_literals_are_left_out() {
        let text = r##"use a::b; // c::d
            /* e /* f */ g */ fn h<'i>(x: &'i str) { j("k::l \" m", 'n', '\'', b"o", r#"p " q"#) }"##;
        assert_eq!(tokens(text).concat(), "usea::b;fnh<i>(x:&istr){j(\"k::l \\\" m,,,,)}");
    }
}
