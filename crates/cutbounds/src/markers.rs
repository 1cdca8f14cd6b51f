//! Lines that are boilerplate by their form (Kaser & Lemire 2007, section 3.4).

use std::borrow::Cow;

use regex_automata::hybrid::dfa::DFA;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input};

use crate::pattern::{Pattern, PatternError};

/// The paper's pattern for lines near the beginning.
pub const HEAD: &str =
    r"[\s*]*\*[\s]?(START\sOF\s(THE|THIS)\sPROJECT\sGUTENBERG|END[\s*]THE\sSMALL\sPRINT!).*";

/// The paper's patterns for lines near the end. (The printed version of the first lacks an opening
/// parenthesis.)
pub const TAIL: [&str; 2] = [
    r"(This|THIS|this|Is|IS|is|The|THE|the|Of|OF|of|[*\s])*(End|END|end)(\s|Of|OF|of|The|THE|the|This|THIS|this)*(Project\s+Gutenberg|PROJECT\s+GUTENBERG).*",
    r"ETEXT.*",
];

/// Regular expressions that match whole raw lines: the last of a preamble, or the first of an
/// epilogue.
#[derive(Debug, Clone)]
pub struct Markers {
    head: Marker,
    tail: Marker,
}

/// The regular expression of one end.
#[derive(Debug, Clone)]
struct Marker {
    pattern: Pattern,
    /// Whether these are the paper's patterns.
    is_papers: bool,
    /// The first two bytes reject most lines.
    starts: Option<Starts>,
}

/// The pairs of bytes that a match may begin with: a set of bits for each first byte.
#[derive(Debug, Clone)]
struct Starts(Box<[[u64; 4]; 256]>);

impl Default for Markers {
    /// The paper's markers, for Project Gutenberg.
    fn default() -> Self {
        Markers::new(&[HEAD], &TAIL).expect("the built-in markers are valid")
    }
}

impl Markers {
    /// Creates markers from alternatives. Without alternatives, no line is a marker.
    ///
    /// # Errors
    /// An invalid regular expression.
    pub fn new<S: AsRef<str>>(head: &[S], tail: &[impl AsRef<str>]) -> Result<Self, PatternError> {
        Ok(Markers {
            head: Marker::of(head, &[HEAD])?,
            tail: Marker::of(tail, &TAIL)?,
        })
    }

    /// Whether a raw line is the last of a preamble. The paper's patterns also match inside of tags, and between escaped stars.
    pub fn is_head(&self, raw: &str) -> bool {
        self.head.is_match_in_markup(raw)
    }

    /// Whether a raw line is the first of an epilogue, likewise.
    pub fn is_tail(&self, raw: &str) -> bool {
        self.tail.is_match_in_markup(raw)
    }

    /// Whether these patterns, as they are, match the last raw line of a preamble, or the first one of an epilogue.
    pub(crate) fn match_exactly(&self, raw: &str) -> [bool; 2] {
        [&self.head, &self.tail].map(|marker| marker.is_match(raw))
    }

    /// Whether a raw line is the first of an epilogue only where it begins a paragraph: a sentence may begin like the paper's patterns,
    /// and a line of prose may break there. With stars it is a marker anywhere, and one's own patterns mean what they say.
    pub fn is_like_prose(&self, raw: &str) -> bool {
        let shown = shown(raw);
        let text = shown.as_deref().unwrap_or(raw);
        self.tail.is_papers && !text.trim_start().starts_with('*')
    }
}

/// Returns a line without the tags around its text, or with stars for the escaped ones of Markdown, if there are any.
pub(crate) fn shown(raw: &str) -> Option<Cow<'_, str>> {
    let mut text = raw.trim_start();
    if text.starts_with("\\*") {
        return Some(text.replace("\\*", "*").into());
    }
    if !text.starts_with('<') {
        return None;
    }
    while let Some((_, rest)) = text.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
        text = rest.trim_start();
    }
    let end = text.find("</").unwrap_or(text.len());
    Some(text[..end].into())
}

impl Marker {
    /// Creates a marker from alternatives that match a whole line. `papers` are the paper's.
    fn of(alternatives: &[impl AsRef<str>], papers: &[&str]) -> Result<Self, PatternError> {
        for alternative in alternatives {
            // Each alternative is checked alone. Otherwise error messages would show the wrapping,
            // and an alternative could close its parentheses. Only invalid ones are compiled here,
            // since compiling takes a millisecond of each start.
            if syntax::parse(alternative.as_ref()).is_err() {
                Pattern::new(alternative.as_ref())?;
            }
        }
        let joined = alternatives
            .iter()
            .map(|one| format!("(?:{})", one.as_ref()))
            .collect::<Vec<_>>()
            .join("|");
        let pattern = match alternatives.is_empty() {
            // The empty class matches nothing.
            true => r"[a&&b]".to_owned(),
            false => format!(r"\A(?:{joined})\z"),
        };
        Ok(Marker {
            is_papers: alternatives
                .iter()
                .map(AsRef::as_ref)
                .eq(papers.iter().copied()),
            starts: Starts::of(&pattern),
            pattern: Pattern::new(&pattern)?,
        })
    }

    fn is_match_in_markup(&self, raw: &str) -> bool {
        let shown = || self.is_papers.then(|| shown(raw)).flatten();
        self.is_match(raw) || shown().is_some_and(|shown| self.is_match(&shown))
    }

    fn is_match(&self, raw: &str) -> bool {
        let line = raw.trim_end_matches('\r');
        let may_match = |starts: &Starts| starts.may_match(line.as_bytes());
        self.starts.as_ref().is_none_or(may_match) && self.pattern.is_match(line)
    }
}

impl Starts {
    /// Returns `None` if the first bytes do not suffice to reject lines.
    fn of(pattern: &str) -> Option<Self> {
        let dfa = DFA::new(pattern).ok()?;
        let mut cache = dfa.create_cache();
        let input = Input::new("").anchored(Anchored::Yes);
        let start = dfa.start_state_forward(&mut cache, &input).ok()?;
        let mut starts = Starts(Box::new([[0; 4]; 256]));
        for first in 0..=u8::MAX {
            let state = dfa.next_state(&mut cache, start, first).ok()?;
            if state.is_dead() {
                continue;
            }
            for second in 0..=u8::MAX {
                if !dfa.next_state(&mut cache, state, second).ok()?.is_dead() {
                    starts.0[usize::from(first)][usize::from(second >> 6)] |= 1 << (second & 63);
                }
            }
        }
        Some(starts)
    }

    fn may_match(&self, line: &[u8]) -> bool {
        match line {
            [first, second, ..] => {
                self.0[usize::from(*first)][usize::from(second >> 6)] >> (second & 63) & 1 == 1
            }
            // The line is shorter than most markers.
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_bytes_tell_most_lines() {
        let lines = ["", "b", "at", "bat", "b\t", "*", "**", "cat", "\u{e9}"];
        let passing = |pattern| -> Option<Vec<&str>> {
            let starts = Starts::of(pattern)?;
            let pass = |line: &&str| starts.may_match(line.as_bytes());
            Some(lines.into_iter().filter(pass).collect())
        };
        let short = ["", "b", "*"];
        assert_eq!(
            passing(r"\A(?:(?:b?at.*)|(?:\*))\z"),
            Some(vec!["", "b", "at", "bat", "*"])
        );
        assert_eq!(passing(r"[a&&b]"), Some(short.to_vec()));
        assert_eq!(passing(r"\A\z"), Some(short.to_vec()));
        assert_eq!(passing(r"\b"), None, "it depends on what follows");
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
        // In a page, and in Markdown.
        for head in [
            "<p>*** START OF THE PROJECT GUTENBERG EBOOK EXAMPLE ***</p>",
            "<div id=\"a\"><span>*** START OF THE PROJECT GUTENBERG EBOOK EXAMPLE ***</span></div></section>",
            r"\*\*\* START OF THE PROJECT GUTENBERG EBOOK EXAMPLE \*\*\*",
        ] {
            let tail = head.replace("START", "END");
            assert!(markers.is_head(head) && markers.is_tail(&tail), "{head}");
            assert!(!markers.is_like_prose(&tail));
            assert_eq!(
                markers.match_exactly(head),
                [false; 2],
                "the paper's method"
            );
        }
        assert!(markers.is_like_prose("<p>End of Project Gutenberg</p>"));
    }

    #[test]
    fn markers_of_ones_own() {
        let markers = Markers::new(&["BEGIN.*", "=+"], &[] as &[&str]).unwrap();
        assert!(
            markers.is_head("BEGIN here") && markers.is_head("====") && !markers.is_head("x BEGIN")
        );
        assert!(!markers.is_tail("") && !markers.is_tail("ETEXT"));
        assert!(!markers.is_head("<p>BEGIN here"));
        let half = Markers::new(&["BEGIN.*"], &TAIL).unwrap();
        assert!(half.is_like_prose("End of Project Gutenberg") && half.is_tail("<p>ETEXT</p>"));
        assert!(Markers::new(&["a)(b"], &[] as &[&str]).is_err());
        assert!(Markers::new(&["("], &[] as &[&str]).is_err());
    }
}
