//! Lines that are boilerplate by their form (Kaser & Lemire 2007, section 3.4).

use regex::Regex;
use regex_automata::hybrid::dfa::DFA;
use regex_automata::{Anchored, Input};

/// The paper's pattern for lines near the beginning.
pub const HEAD: &str =
    r"[\s*]*\*[\s]?(START\sOF\s(THE|THIS)\sPROJECT\sGUTENBERG|END[\s*]THE\sSMALL\sPRINT!).*";

/// The paper's patterns for lines near the end. (Its first has lost an opening parenthesis in print.)
pub const TAIL: [&str; 2] = [
    r"(This|THIS|this|Is|IS|is|The|THE|the|Of|OF|of|[*\s])*(End|END|end)(\s|Of|OF|of|The|THE|the|This|THIS|this)*(Project\s+Gutenberg|PROJECT\s+GUTENBERG).*",
    r"ETEXT.*",
];

/// Regular expressions that whole raw lines must match to be the last of a preamble or the first of an epilogue.
#[derive(Debug, Clone)]
pub struct Markers {
    head: Marker,
    tail: Marker,
}

/// One of them.
#[derive(Debug, Clone)]
struct Marker {
    regex: Regex,
    /// Whether a match may begin with a byte; most lines are told by their first byte.
    first: [bool; 256],
}

impl Default for Markers {
    /// The paper's, for Project Gutenberg.
    fn default() -> Self {
        Markers::new(&[HEAD], &TAIL).expect("the built-in markers are valid")
    }
}

impl Markers {
    /// Markers made of alternatives. Without any, no line is a marker.
    ///
    /// # Errors
    /// An invalid regular expression.
    pub fn new<S: AsRef<str>>(head: &[S], tail: &[impl AsRef<str>]) -> Result<Self, regex::Error> {
        Ok(Markers {
            head: Marker::of(head)?,
            tail: Marker::of(tail)?,
        })
    }

    /// Whether a raw line is the last of a preamble.
    pub fn is_head(&self, raw: &str) -> bool {
        self.head.is_match(raw)
    }

    /// Whether a raw line is the first of an epilogue.
    pub fn is_tail(&self, raw: &str) -> bool {
        self.tail.is_match(raw)
    }
}

impl Marker {
    /// Of alternatives that match a whole line.
    fn of(alternatives: &[impl AsRef<str>]) -> Result<Self, regex::Error> {
        for alternative in alternatives {
            // Alone first, so that an error is not about the wrapping, and parentheses cannot be closed from inside.
            Regex::new(alternative.as_ref())?;
        }
        let joined = alternatives
            .iter()
            .map(|one| format!("(?:{})", one.as_ref()))
            .collect::<Vec<_>>()
            .join("|");
        let pattern = match alternatives.is_empty() {
            // Nothing matches the empty class.
            true => r"[a&&b]".to_owned(),
            false => format!(r"\A(?:{joined})\z"),
        };
        Ok(Marker {
            first: first_bytes(&pattern).unwrap_or([true; 256]),
            regex: Regex::new(&pattern)?,
        })
    }

    fn is_match(&self, raw: &str) -> bool {
        let line = raw.trim_end_matches('\r');
        let first = line.as_bytes().first();
        first.is_none_or(|&first| self.first[usize::from(first)]) && self.regex.is_match(line)
    }
}

/// The bytes that a match at the start of a line may begin with; `None` if the first byte does not tell.
fn first_bytes(pattern: &str) -> Option<[bool; 256]> {
    let dfa = DFA::new(pattern).ok()?;
    let mut cache = dfa.create_cache();
    let input = Input::new("").anchored(Anchored::Yes);
    let start = dfa.start_state_forward(&mut cache, &input).ok()?;
    let mut first = [true; 256];
    for byte in 0..=u8::MAX {
        let next = dfa.next_state(&mut cache, start, byte).ok()?;
        first[usize::from(byte)] = !next.is_dead();
    }
    Some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_byte_tells_most_lines() {
        let first = |pattern| {
            let first = first_bytes(pattern)?;
            Some(
                (0..=255u8)
                    .filter(|&byte| first[usize::from(byte)])
                    .collect(),
            )
        };
        assert_eq!(first(r"\A(?:(?:b?at.*)|(?:\*))\z"), Some(b"*ab".to_vec()));
        assert_eq!(first(r"[a&&b]"), Some(Vec::new()));
        assert_eq!(first(r"\A\z"), Some(Vec::new()));
        assert_eq!(first(r"\b"), None, "it depends on what follows");
        let empty = Markers::new(&["(boats)?"], &[r"\bboats\b"]).unwrap();
        assert!(empty.is_head("") && empty.is_head("boats\r") && !empty.is_head("oats"));
        assert!(empty.is_tail("boats") && !empty.is_tail("goats"));
    }

    #[test]
    fn whole_lines_match() {
        let markers = Markers::default();
        assert!(markers.is_head("*** START OF THIS PROJECT GUTENBERG EBOOK EXAMPLE ***\r"));
        assert!(markers.is_head("*END*THE SMALL PRINT! FOR PUBLIC DOMAIN"));
        assert!(!markers.is_head("The line *** START OF THIS PROJECT GUTENBERG EBOOK ***"));
        assert!(markers.is_tail("            *** END OF THE PROJECT GUTENBERG EBOOK EXAMPLE"));
        assert!(markers.is_tail("This is the end of the Project Gutenberg edition\r\r"));
        assert!(markers.is_tail("ETEXT"));
        assert!(!markers.is_tail("In the end of the matter, Project Gutenberg"));
        assert!(!markers.is_tail("MY ETEXT"));
    }

    #[test]
    fn markers_of_ones_own() {
        let markers = Markers::new(&["BEGIN.*", "=+"], &[] as &[&str]).unwrap();
        assert!(
            markers.is_head("BEGIN here") && markers.is_head("====") && !markers.is_head("x BEGIN")
        );
        assert!(!markers.is_tail("") && !markers.is_tail("ETEXT"));
        assert!(Markers::new(&["a)(b"], &[] as &[&str]).is_err());
        assert!(Markers::new(&["("], &[] as &[&str]).is_err());
    }
}
