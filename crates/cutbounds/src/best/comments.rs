//! The comments at the head of a source file, by the syntax of comments alone.

use std::ops::Range;

use super::region::Line;

/// How comments are written in a family of languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Syntax {
    /// What begins a comment that ends with its line. A comment goes on in the next line if that has the same one.
    leaders: &'static [&'static str],
    /// What begins and what ends a comment of any number of lines.
    blocks: &'static [(&'static str, &'static str)],
}

/// C and its relatives, and what they are embedded in; shells, Python, Perl; Lisp; TeX and Erlang; Ada, SQL, Lua, Haskell;
/// roff; ML; XML; m4.
const FAMILIES: [Syntax; 9] = [
    Syntax {
        leaders: &["//!", "///", "//"],
        blocks: &[("/*", "*/")],
    },
    Syntax {
        leaders: &["#"],
        blocks: &[],
    },
    Syntax {
        leaders: &[";"],
        blocks: &[("#|", "|#")],
    },
    Syntax {
        leaders: &["%"],
        blocks: &[],
    },
    Syntax {
        leaders: &["--"],
        blocks: &[("{-", "-}"), ("--[[", "]]")],
    },
    Syntax {
        leaders: &[".\\\"", "'\\\"", "\\\"", "'''"],
        blocks: &[],
    },
    Syntax {
        leaders: &[],
        blocks: &[("(*", "*)")],
    },
    Syntax {
        leaders: &[],
        blocks: &[("<!--", "-->")],
    },
    Syntax {
        leaders: &["dnl"],
        blocks: &[],
    },
];

/// The first comment begins in one of so many lines, and so many lines may stand between comments: guards of headers,
/// `<?php`, the name of a package.
const BETWEEN: usize = 4;

/// The words after `#` that are none of a comment.
const DIRECTIVES: [&str; 10] = [
    "if", "ifdef", "ifndef", "define", "include", "pragma", "undef", "import", "else", "endif",
];

/// The comments before the code, as ranges of `lines`, which begin with the first line of the document. None where the
/// document does not begin with comments of a language.
pub fn leading(lines: &[Line]) -> Vec<Range<usize>> {
    let mut first = lines.iter().take(BETWEEN);
    let syntax = first.find_map(|line| {
        let text = line.raw.trim_start();
        // A rule of dashes belongs to any text.
        let is_of = |syntax: &&Syntax| match syntax.opens(text) {
            None => false,
            Some(Opening::Block(..)) => true,
            Some(Opening::Leader(_)) => has_words(text),
        };
        FAMILIES.iter().find(is_of)
    });
    let Some(syntax) = syntax else {
        return Vec::new();
    };
    let mut comments = Vec::new();
    let (mut at, mut between) = (0, 0);
    while at < lines.len() && between <= BETWEEN {
        match syntax.comment(&lines[at..]) {
            Some(length) => {
                comments.push(at..at + length);
                at += length;
            }
            None => {
                at += 1;
                between += 1;
            }
        }
    }
    comments
}

fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// What opens a comment.
enum Opening {
    Leader(&'static str),
    Block(&'static str, &'static str),
}

impl Syntax {
    /// What opens a comment in a line without its indentation.
    fn opens(&self, text: &str) -> Option<Opening> {
        let mut blocks = self.blocks.iter();
        if let Some(&(begin, end)) = blocks.find(|(begin, _)| text.starts_with(begin)) {
            return Some(Opening::Block(begin, end));
        }
        let leader = *self.leaders.iter().find(|leader| text.starts_with(**leader))?;
        let rest = &text[leader.len()..];
        if leader == "#" && (rest.starts_with('[') || rest.starts_with("![") || is_directive(rest)) {
            return None;
        }
        // A rule of slashes is no comment of another kind.
        Some(Opening::Leader(match leader {
            "///" if rest.starts_with('/') => "//",
            leader => leader,
        }))
    }

    /// The number of lines of the comment that begins with the first of `lines`.
    fn comment(&self, lines: &[Line]) -> Option<usize> {
        let text = lines.first()?.raw.trim_start();
        match self.opens(text)? {
            Opening::Block(begin, end) => {
                let closes = |line: &Line| {
                    let text = line.raw.trim();
                    text.starts_with(begin)
                        && (text.len() >= begin.len() + end.len())
                        && text[begin.len()..].find(end).is_some_and(|at| begin.len() + at + end.len() == text.len())
                };
                if closes(&lines[0]) {
                    // A box of comments of one line is one.
                    let goes_on = |line: &&Line| line.gap == 0 && closes(line);
                    return Some(1 + lines[1..].iter().take_while(goes_on).count());
                }
                if text[begin.len()..].contains(end) {
                    return None;
                }
                let inside = lines[1..].iter().position(|line| line.raw.contains(end));
                // One that does not end among these lines goes on to the last of them.
                Some(inside.map_or(lines.len(), |inside| inside + 2))
            }
            Opening::Leader(leader) => {
                let goes_on = |line: &&Line| {
                    let opening = self.opens(line.raw.trim_start());
                    line.gap == 0 && matches!(opening, Some(Opening::Leader(other)) if other == leader)
                };
                Some(1 + lines[1..].iter().take_while(goes_on).count())
            }
        }
    }
}

/// Whether a line that begins with `#` and `rest` is a directive of the C preprocessor.
fn is_directive(rest: &str) -> bool {
    let end = rest
        .find(|character: char| !character.is_ascii_lowercase())
        .unwrap_or(rest.len());
    DIRECTIVES.contains(&&rest[..end])
}
