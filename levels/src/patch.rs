//! Takes the additions of Quake 3 out of the text of a `.map`, so that the parser for the older format can
//! read the rest. Curved patches leave empty brushes behind, and sides of `brushDef` become plain ones.

/// The same text without the additions of Quake 3. Lines keep their numbers.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut state = State::Outside;
    for line in text.lines() {
        for word in Words(line) {
            state = state.next(word, &mut out);
        }
        out.push('\n');
    }
    out
}

/// The place of a word in the text.
#[derive(Clone, Copy)]
enum State {
    /// In the part that every `.map` has.
    Outside,
    /// In a patch, so many braces deep.
    Patch(u32),
    /// Behind the word `brushDef`.
    BeforeBrush,
    /// In its sides: so many parentheses deep, and where the outermost of them begins.
    Brush(u32, usize),
    /// In the matrix that puts the texture on a side, so many parentheses deep.
    Matrix(u32),
    /// Behind the matrix.
    BeforeTexture,
}

impl State {
    /// Writes the part of a word that stays.
    fn next(self, word: &str, out: &mut String) -> State {
        let mut keep = |word: &str| {
            out.push_str(word);
            out.push(' ');
        };
        match (self, word) {
            (State::Outside, "patchDef2" | "patchDef3") => State::Patch(0),
            (State::Outside, "brushDef") => State::BeforeBrush,
            (State::Outside, _) => {
                keep(word);
                State::Outside
            }
            (State::Patch(depth), "{") => State::Patch(depth.saturating_add(1)),
            (State::Patch(0 | 1), "}") => State::Outside,
            (State::Patch(depth), "}") => State::Patch(depth - 1),
            (State::Patch(depth), _) => State::Patch(depth),
            (State::BeforeBrush, "{") => State::Brush(0, 0),
            (State::BeforeBrush, _) => {
                keep(word);
                State::Outside
            }
            (State::Brush(0, _), "}") => State::Outside,
            (State::Brush(0, _), "(") => {
                let start = out.len();
                out.push_str("( ");
                State::Brush(1, start)
            }
            (State::Brush(1, start), "(") => {
                // Points are one deep, the matrix is two.
                let rest = out.split_off(start);
                out.extend(rest.chars().filter(|&c| c == '\n'));
                State::Matrix(2)
            }
            (State::Brush(depth, start), _) => {
                keep(word);
                State::Brush(if word == ")" { depth.saturating_sub(1) } else { depth }, start)
            }
            (State::Matrix(depth), "(") => State::Matrix(depth.saturating_add(1)),
            (State::Matrix(1), ")") => State::BeforeTexture,
            (State::Matrix(depth), ")") => State::Matrix(depth - 1),
            (State::Matrix(depth), _) => State::Matrix(depth),
            (State::BeforeTexture, _) => {
                keep(word);
                // The placement of the texture: the older format wants five numbers.
                keep("0 0 0 1 1");
                State::Brush(0, 0)
            }
        }
    }
}

/// The words of a line, without its comment: apart by white space, but for quoted text.
struct Words<'a>(&'a str);

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.0.trim_ascii_start();
        if rest.is_empty() || rest.starts_with("//") {
            return None;
        }
        let end = match rest.strip_prefix('"') {
            // A quote that nothing closes is for the parser to complain about.
            Some(quoted) => quoted.find('"').map_or(rest.len(), |at| at + 2),
            None => rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len()),
        };
        let (word, rest) = rest.split_at(end);
        self.0 = rest;
        Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_text_stays() {
        let text = "{\n\"a b\" \"c // d\"\n{\n( 1 2 3 ) x // y\n}\n}\n";
        assert_eq!(plain(text), "{ \n\"a b\" \"c // d\" \n{ \n( 1 2 3 ) x \n} \n} \n");
    }

    #[test]
    fn patches_and_matrices_go() {
        let patch = "{\npatchDef2\n{\nx\n( 3 3 0 )\n(\n( ( 0 0 0 0 0 ) )\n)\n}\n}\n";
        let text = plain(patch);
        assert_eq!(text.lines().count(), patch.lines().count());
        assert_eq!(text.split_whitespace().collect::<Vec<_>>(), ["{", "}"]);
        let brush =
            "{\nbrushDef\n{\n( 1 2 3 ) ( 4 5 6 ) ( 7 8 9 ) ( ( 1 0 0 ) ( 0 1 0 ) ) wall 0 0 0\n}\n}\n";
        let words = plain(brush);
        let words: Vec<&str> = words.split_whitespace().collect();
        assert_eq!(words.join(" "), "{ ( 1 2 3 ) ( 4 5 6 ) ( 7 8 9 ) wall 0 0 0 1 1 0 0 0 }");
    }
}
