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
/// roff; ML; XML; m4; a module of Python that begins with its documentation.
const FAMILIES: [Syntax; 10] = [
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
    Syntax {
        leaders: &[],
        blocks: &[("\"\"\"", "\"\"\""), ("r\"\"\"", "\"\"\"")],
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
    let Some(syntax) = syntax(lines) else {
        return fenced(lines).into_iter().collect();
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

/// How the comments are written that a document begins with.
pub fn syntax(lines: &[Line]) -> Option<&'static Syntax> {
    let first = &lines[..lines.len().min(BETWEEN)];
    (0..first.len()).find_map(|at| {
        let text = first[at].raw.trim_start();
        // Prose may have a number sign or a dash somewhere.
        let is_source = first[..at].iter().all(|line| is_guard(line.raw));
        // A rule of dashes belongs to any text.
        let is_of = |syntax: &&Syntax| match syntax.opens(text) {
            None => false,
            Some(Opening::Block(..)) => true,
            Some(Opening::Leader(_)) => is_source && has_words(text),
        };
        FAMILIES.iter().find(is_of)
    })
}

/// The first block between two equal rules, which begins in one of the first lines. A title may stand before it.
fn fenced(lines: &[Line]) -> Option<Range<usize>> {
    let mut first = lines.iter().take(BETWEEN + 1);
    let from = first.position(|line| is_rule(line.raw))?;
    let rule = lines[from].raw.trim();
    let mut rest = lines[from + 1..].iter();
    let inside = rest.position(|line| line.raw.trim() == rule)?;
    let after = from + inside + 2;
    let known = |lines: &[Line]| lines.iter().filter(|line| line.kind.known()).count();
    let beyond = &lines[after..lines.len().min(after + BEYOND)];
    // A block whose surroundings are frequent, too, is a part of something larger.
    let is_all = known(&lines[from..after]) > 0 && 3 * known(beyond) <= beyond.len();
    is_all.then_some(from..after)
}

/// So many lines behind a block tell whether it is a part of something larger.
const BEYOND: usize = 40;

/// Whether a line may stand before the first comment of a source file.
fn is_guard(raw: &str) -> bool {
    let text = raw.trim();
    text.starts_with(['#', '<']) || !has_words(text) || has_signs_of_code(text)
}

/// Whether a line is one sign, many times.
fn is_rule(raw: &str) -> bool {
    let text = raw.trim();
    let first = text.chars().next();
    first.is_some_and(|first| !first.is_alphanumeric() && text.chars().all(|one| one == first))
        && text.chars().count() >= RULE
}

/// A rule has so many signs at least.
const RULE: usize = 10;

/// Whether the first lines are code, which has no preamble without comments: names are joined by signs, and calls, blocks
/// and assignments have brackets and equals signs. Pages in HTML are none.
pub fn is_code(lines: &[Line]) -> bool {
    let first = &lines[..lines.len().min(CODE)];
    // A comment behind the first code says nothing, and a name in a list of imports is a line of its own.
    let says = |line: &&Line| !is_comment(line.raw) && !is_item(line.raw.trim());
    let says: Vec<&Line> = first.iter().filter(says).collect();
    let code = says
        .iter()
        .filter(|line| has_signs_of_code(line.raw.trim()));
    2 * code.count() > says.len() && !first[0].raw.trim_start().starts_with('<')
}

/// Whether a line begins as a comment of a language begins or goes on.
pub fn is_comment(raw: &str) -> bool {
    let text = raw.trim_start();
    let mut openings = FAMILIES.iter().flat_map(|syntax| {
        let blocks = syntax.blocks.iter().flat_map(|(begin, end)| [*begin, *end]);
        syntax.leaders.iter().copied().chain(blocks)
    });
    text.starts_with('*') || openings.any(|opening| text.starts_with(opening))
}

/// Whether a line is code, as far as a line tells.
pub fn is_line_of_code(raw: &str) -> bool {
    !is_comment(raw) && has_signs_of_code(raw.trim())
}

fn is_item(text: &str) -> bool {
    let name = text.strip_suffix(',').unwrap_or_default();
    !name.is_empty() && name.chars().all(|one| one.is_alphanumeric() || one == '_')
}

/// So many lines tell whether a text is code.
const CODE: usize = 12;

fn has_signs_of_code(text: &str) -> bool {
    let is_name = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = text.as_bytes();
    text.ends_with(['{', '}', ';', '(', ')', '[', ']', '=', '\\'])
        || (1..bytes.len()).any(|at| match bytes[at] {
            b'_' | b'.' | b':' => is_name(bytes.get(at - 1)) && is_name(bytes.get(at + 1)),
            b'(' | b'[' => is_name(bytes.get(at - 1)),
            b'=' => true,
            _ => false,
        })
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
        let leader = *self
            .leaders
            .iter()
            .find(|leader| text.starts_with(**leader))?;
        let rest = &text[leader.len()..];
        if leader == "#" && (rest.starts_with('[') || rest.starts_with("![") || is_directive(rest))
        {
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
                        && text[begin.len()..]
                            .find(end)
                            .is_some_and(|at| begin.len() + at + end.len() == text.len())
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
                    line.gap == 0
                        && matches!(opening, Some(Opening::Leader(other)) if other == leader)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;
    use crate::best::{Scratch, Templates, head};

    fn comments(text: &str) -> Vec<(u64, u64)> {
        let is_frequent = |line: &str| line.starts_with("A frequent");
        let mut scratch = Scratch::default();
        let settings = Settings::default();
        let region = head(
            text,
            &settings,
            &Templates::default(),
            &mut scratch,
            is_frequent,
        );
        let number = |at: usize| region.lines[at].number;
        let found = leading(&region.lines).into_iter();
        found
            .map(|lines| (number(lines.start), number(lines.end - 1)))
            .collect()
    }

    #[test]
    fn comments_go_on_with_their_leader() {
        assert_eq!(
            comments("#!/bin/sh\n# one\n\n# two\nx=1\n"),
            [(1, 2), (4, 4)]
        );
        assert_eq!(
            comments("// one\n//! two\n//////\nfn x"),
            [(1, 1), (2, 2), (3, 3)]
        );
        assert_eq!(comments(";;; a.el\n\n;; one\n;; two\n"), [(1, 1), (3, 4)]);
        assert_eq!(comments("'\\\" t\n.\\\" one\n.TH A 1\n"), [(1, 1), (2, 2)]);
    }

    #[test]
    fn blocks_go_on_to_their_end() {
        let text = "#ifndef A\n#define A\n/* one\n\n   two\n*/\nint x;\n/** three */\n";
        assert_eq!(comments(text), [(3, 6), (8, 8)]);
        assert_eq!(
            comments("(****)\n(* one *)\n(****)\n\n(** two *)\n"),
            [(1, 3), (5, 5)]
        );
        assert_eq!(comments("<?php\n\n/*\n one\n"), [(3, 4)], "never closed");
        assert_eq!(comments("/* one */ int x;\n/* two */\n"), [(2, 2)]);
    }

    #[test]
    fn directives_attributes_and_rules_are_none() {
        assert_eq!(
            comments("#include <a.h>\n#![allow(dead_code)]\n#[test]\nint x;\n"),
            []
        );
        assert_eq!(comments("------------\none\n"), []);
        assert_eq!(comments("A title\n\nand prose\n"), []);
        assert_eq!(comments("A title\n#4 of the series\n"), []);
        assert_eq!(comments(""), []);
    }

    #[test]
    fn documentation_and_lists_of_imports_are_none_of_a_preamble() {
        assert_eq!(
            comments("\"\"\"Boats.\n\nand tar\n\"\"\"\nimport tar\n"),
            [(1, 4)]
        );
        let is_source = |text: &str| {
            let mut scratch = Scratch::default();
            let region = head(
                text,
                &Settings::default(),
                &Templates::default(),
                &mut scratch,
                |_| true,
            );
            is_code(&region.lines)
        };
        assert!(is_source(
            "import {\n\tBoats,\n\tTar,\n} from 'ferry';\n// Of wood,\n// or of tin.\n"
        ));
        assert!(!is_source(
            "The ferryman had boats,\nand tarred them,\nand sold them.\n"
        ));
        assert!(is_line_of_code("}, '1.2');") && !is_line_of_code("# a.b = (c)"));
    }

    #[test]
    fn code_is_known_by_its_signs() {
        let is_code = |text: &str| {
            let lines: Vec<&str> = text.lines().collect();
            2 * lines.iter().filter(|line| has_signs_of_code(line)).count() > lines.len()
        };
        assert!(is_code("from boats.wood import tar\nimport sys\nferry = 1"));
        assert!(is_code("package a;\n\nclass B {\n}\n"));
        assert!(!is_code(
            "The ferryman had tarred his boats;\nbefore the sun came over the hill,\n(it was May) he went."
        ));
    }

    #[test]
    fn a_block_between_rules_counts_where_it_holds_a_frequent_line() {
        let text =
            "A title\n\n----------\nA frequent line that is long enough\n\n----------\nprose\n";
        assert_eq!(comments(text), [(3, 6)]);
        assert_eq!(comments(&text.replace("A freq", "No freq")), []);
        assert_eq!(comments(&text.replace("----------", "---")), []);
        let more = text.to_owned() + "A frequent line, and more of it that goes on\n";
        assert_eq!(comments(&more), [], "a part of more");
    }
}
