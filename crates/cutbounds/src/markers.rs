//! Lines that are boilerplate by their form (Kaser & Lemire 2007, section 3.4).

use regex::Regex;

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
    head: Regex,
    tail: Regex,
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
            head: whole_line(head)?,
            tail: whole_line(tail)?,
        })
    }

    /// Whether a raw line is the last of a preamble.
    pub fn is_head(&self, raw: &str) -> bool {
        self.head.is_match(raw.trim_end_matches('\r'))
    }

    /// Whether a raw line is the first of an epilogue.
    pub fn is_tail(&self, raw: &str) -> bool {
        self.tail.is_match(raw.trim_end_matches('\r'))
    }
}

fn whole_line(alternatives: &[impl AsRef<str>]) -> Result<Regex, regex::Error> {
    for alternative in alternatives {
        // Alone first, so that an error is not about the wrapping, and parentheses cannot be closed from inside.
        Regex::new(alternative.as_ref())?;
    }
    let joined = alternatives
        .iter()
        .map(|one| format!("(?:{})", one.as_ref()))
        .collect::<Vec<_>>()
        .join("|");
    match alternatives.is_empty() {
        // Nothing matches the empty class.
        true => Regex::new(r"[a&&b]"),
        false => Regex::new(&format!(r"\A(?:{joined})\z")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
