//! The comments of languages: a table with a row for each family of languages.
//!
//! A new language is a new row, or a mark in the row of a language with the same comments. The rows are tried in their
//! order, and the first whose comment a line opens is the syntax of the document.

use super::line::Line;

/// The comments of a family of languages.
#[derive(Debug)]
pub struct Syntax {
    /// The marks of line comments. Consecutive line comments with the same mark are one comment.
    pub lines: &'static [Mark],
    /// The block comments.
    pub blocks: &'static [Block],
    /// What the comments at the head of a document are.
    pub head: Head,
}

/// The mark of a line comment.
#[derive(Debug)]
pub struct Mark {
    pub mark: &'static str,
    /// Whether a mark before this rest of a line begins a comment.
    is_comment: fn(&str) -> bool,
    /// Whether indented lines without the mark belong to the comment, also below a blank line.
    is_hanging: bool,
}

/// The ends of a block comment.
#[derive(Debug)]
pub struct Block {
    pub open: &'static str,
    pub close: &'static str,
    /// Whether an opening before this rest of a line begins a comment.
    is_comment: fn(&str) -> bool,
    /// Whether the end stands alone on its line.
    closes_alone: bool,
}

/// What the comments at the head of a document are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Head {
    /// Notices, and what the file is.
    Notices,
    /// The same, and those that a generator of manual pages writes among definitions of macros.
    ManualPage,
    /// Seldom boilerplate: most name only the maintainer and the date.
    Maintainer,
}

const fn row(lines: &'static [Mark], blocks: &'static [Block]) -> Syntax {
    Syntax {
        lines,
        blocks,
        head: Head::Notices,
    }
}

const fn line(mark: &'static str) -> Mark {
    line_if(mark, |_| true)
}

const fn line_if(mark: &'static str, is_comment: fn(&str) -> bool) -> Mark {
    Mark {
        mark,
        is_comment,
        is_hanging: false,
    }
}

const fn block(open: &'static str, close: &'static str) -> Block {
    block_if(open, close, |_| true)
}

const fn block_if(open: &'static str, close: &'static str, is_comment: fn(&str) -> bool) -> Block {
    Block {
        open,
        close,
        is_comment,
        closes_alone: false,
    }
}

/// The families whose openings begin nothing else.
pub static SYNTAXES: [Syntax; 14] = [
    // C, C++, Java, PHP, and the blocks with `+` of D. A rule of slashes is not a documentation comment.
    row(
        &[
            line("//!"),
            line_if("///", |rest| !rest.starts_with('/')),
            SLASHES,
        ],
        &[block("/*", "*/"), block("/+", "+/")],
    ),
    // Shell, m4, Perl, Ruby, Python with the docstring of a module, PowerShell, CMake, Julia. Elsewhere `#=` begins a rule. In POD, words
    // follow `=begin`, and `<#--` begins a comment of FreeMarker.
    row(
        &[HASH, line("dnl")],
        &[
            block("\"\"\"", "\"\"\""),
            block("r\"\"\"", "\"\"\""),
            block_if("<#", "#>", |rest| !rest.starts_with("--")),
            block_if("#[[", "]]", |rest| {
                !rest.contains("]]") && !rest.starts_with(".rst:")
            }),
            block_if("#[=", "=]", is_levelled),
            block_if("=begin", "=end", |rest| rest.trim_end().is_empty()),
            block_if("#=", "=#", |rest| is_apart(rest) && !rest.contains("==")),
        ],
    ),
    // Lisp.
    row(&[line(";")], &[block("#|", "|#")]),
    // TeX, Erlang.
    row(&[line("%")], &[]),
    // Ada, SQL, Lua, Haskell, whose pragmas are not comments.
    row(
        &[line("--")],
        &[
            block_if("{-", "-}", |rest| !rest.starts_with('#')),
            block("--[[", "]]"),
            block_if("--[=", "=]", is_levelled),
        ],
    ),
    ROFF,
    // ML.
    row(&[], &[block("(*", "*)")]),
    // XML.
    row(&[], &[block("<!--", "-->")]),
    // Fortran.
    row(&[line("!")], &[]),
    // Texinfo.
    row(&[line("@c "), line("@comment ")], &[]),
    // Template languages.
    row(
        &[],
        &[
            block("{#", "#}"),
            block("<%--", "--%>"),
            block("<%#", "%>"),
            block("<#--", "-->"),
            block("{{!--", "--}}"),
            block("{{!", "}}"),
            block("{{/*", "*/}}"),
            block("{{- /*", "*/ -}}"),
            block("@*", "*@"),
        ],
    ),
    // Batch files.
    row(
        &[
            line_if("REM", is_apart),
            line_if("rem", is_apart),
            line_if("@REM", is_apart),
            line_if("@rem", is_apart),
            line_if("::", is_apart),
        ],
        &[],
    ),
    // reStructuredText. Directives and targets begin like comments.
    row(
        &[Mark {
            mark: ".. ",
            is_comment: |rest| !rest.starts_with(['_', '[', '|']) && !rest.contains("::"),
            is_hanging: true,
        }],
        &[],
    ),
    // COBOL in free form, and doxygen in Fortran.
    row(&[line("*>")], &[]),
];

/// The families whose openings often begin something else: Basic, Forth and Pascal.
pub static AMBIGUOUS: [Syntax; 3] = [
    row(&[line_if("'", is_apart)], &[]),
    row(&[line_if("\\", is_apart)], &[]),
    row(
        &[SLASHES],
        &[block_if("{", "}", is_braced_comment), block("(*", "*)")],
    ),
];

/// The families whose blocks open like the line comments or the code of others: Python, Lisp, Matlab, AutoIt, Velocity, Nim and
/// CoffeeScript. Such a block counts if it is closed below, and its second line does not begin with the same sign, as a box does.
pub static CLOSED: [Syntax; 7] = [
    row(
        &[HASH],
        &[block_if("'''", "'''", |rest| !rest.contains("'''"))],
    ),
    row(&[line(";")], &[block("#|", "|#")]),
    row(
        &[line("%")],
        &[block_if("%{", "%}", |rest| rest.trim_end().is_empty())],
    ),
    row(&[line(";")], &[block_if("#cs", "#ce", is_apart)]),
    row(&[line("##")], &[block("#*", "*#")]),
    row(&[HASH], &[block_if("#[", "]#", is_apart)]),
    row(
        &[HASH],
        &[Block {
            open: "###",
            close: "###",
            is_comment: |rest| rest.trim_end().is_empty(),
            closes_alone: true,
        }],
    ),
];

/// Vim scripts, which are recognised by more than their first line.
pub static VIM: Syntax = Syntax {
    lines: &[line("\"")],
    blocks: &[],
    head: Head::Maintainer,
};

/// COBOL with its comments in column 7, and Fortran and ABAP with those in column 1, by which they are recognised.
pub static COBOL: Syntax = row(&[line("*")], &[]);
pub static ABAP: Syntax = row(&[line("*"), line("\"")], &[]);
pub static FORTRAN: Syntax = row(
    &[
        line_if("C", is_ruled),
        line_if("c", is_ruled),
        line_if("*", is_ruled),
        line("!"),
    ],
    &[],
);

/// Whether a letter before `rest` is the mark of a comment: a space or a rule follows.
fn is_ruled(rest: &str) -> bool {
    is_apart(rest) || !rest.contains(char::is_alphanumeric)
}

/// The comments of C++. The build constraints of Go are not comments.
const SLASHES: Mark = line_if("//", |rest| {
    !rest.starts_with("go:") && !rest.starts_with(" +build ")
});

/// A comment of shells and scripts, unless it is an attribute of Rust or a directive of the C preprocessor.
const HASH: Mark = line_if("#", |rest| {
    !rest.starts_with('[') && !rest.starts_with("![") && !is_directive(rest)
});

/// Manual pages. A request of roff ignores the lines up to two dots. Words between three apostrophes are bold in MediaWiki.
const ROFF: Syntax = Syntax {
    lines: &[
        line(".\\\""),
        line("'\\\""),
        line("\\\""),
        line_if("'''", |rest| !rest.contains("'''")),
    ],
    blocks: &[Block {
        open: ".ig",
        close: "..",
        is_comment: |rest| rest.trim_end().is_empty(),
        closes_alone: true,
    }],
    head: Head::ManualPage,
};

/// The directives of the C preprocessor.
const DIRECTIVES: [&str; 11] = [
    "if", "ifdef", "ifndef", "elif", "define", "include", "pragma", "undef", "import", "else",
    "endif",
];

/// Whether a line of `#` and `rest` is a directive of the C preprocessor. Behind a space, a word of prose may be its name.
pub fn is_directive(rest: &str) -> bool {
    let text = rest.trim_start_matches([' ', '\t']);
    let end = text
        .find(|character: char| !character.is_ascii_lowercase())
        .unwrap_or(text.len());
    let (name, value) = text.split_at(end);
    let value = value.trim();
    let is_value = || match name {
        "include" => value.starts_with(['<', '"']),
        "if" | "elif" => value.contains("defined"),
        // Comments have examples of the shell, too.
        "else" => false,
        "endif" => value.is_empty() || value.starts_with("/*"),
        _ => value.starts_with(|one: char| one.is_ascii_uppercase()) && value.contains('_'),
    };
    DIRECTIVES.contains(&name) && (text.len() == rest.len() || is_value())
}

/// Whether a Forth word, or the mark of a Vim comment, ends before `rest`.
pub fn is_apart(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with([' ', '\t'])
}

/// Whether a bracket follows the equals signs of a long bracket of Lua or CMake, which ends with as many. The documentation of a module of
/// CMake is not a comment.
fn is_levelled(rest: &str) -> bool {
    let inside = rest.trim_start_matches('=').strip_prefix('[');
    inside.is_some_and(|inside| !inside.starts_with(".rst:"))
}

/// Whether a brace before `rest` begins a Pascal comment. Directives, JSON objects, templates, TeX groups and the pragmas
/// of Haskell are not comments.
fn is_braced_comment(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with([' ', '\t', '*', '-', '=', '@']) && !rest.starts_with("-#")
}

/// [`str::starts_with`] for an opening. It compares the first byte alone first, since few lines have an opening.
#[inline]
pub fn begins(text: &str, opening: &str) -> bool {
    text.as_bytes().first() == opening.as_bytes().first() && text.starts_with(opening)
}

/// The marks and the ends of blocks of [`SYNTAXES`].
pub fn marks() -> impl Iterator<Item = &'static str> {
    SYNTAXES.iter().flat_map(|syntax| {
        let blocks = syntax.blocks.iter().flat_map(|one| [one.open, one.close]);
        syntax.lines.iter().map(|one| one.mark).chain(blocks)
    })
}

/// For each byte, whether one of [`marks`] begins with it, or a block of [`CLOSED`]. This rejects most lines.
pub static FIRST_BYTES: [bool; 256] = {
    const fn add(first: &mut [bool; 256], mark: &str) {
        first[mark.as_bytes()[0] as usize] = true;
    }
    const fn add_all(first: &mut [bool; 256], syntaxes: &[Syntax]) {
        let mut row = 0;
        while row < syntaxes.len() {
            let Syntax { lines, blocks, .. } = &syntaxes[row];
            let mut at = 0;
            while at < lines.len() {
                add(first, lines[at].mark);
                at += 1;
            }
            at = 0;
            while at < blocks.len() {
                add(first, blocks[at].open);
                add(first, blocks[at].close);
                at += 1;
            }
            row += 1;
        }
    }
    let mut first = [false; 256];
    add_all(&mut first, &SYNTAXES);
    add_all(&mut first, &CLOSED);
    first
};

/// The beginning of a comment.
pub enum Opening {
    Line(&'static Mark),
    Block(&'static Block),
}

impl Syntax {
    /// Returns the opening of a comment at the start of a line without its indentation.
    pub fn opens(&self, text: &str) -> Option<Opening> {
        let opens = |opening: &str, is_comment: fn(&str) -> bool| {
            begins(text, opening) && is_comment(&text[opening.len()..])
        };
        let mut blocks = self.blocks.iter();
        if let Some(block) = blocks.find(|one| opens(one.open, one.is_comment)) {
            return Some(Opening::Block(block));
        }
        let mut lines = self.lines.iter();
        let mark = lines.find(|one| opens(one.mark, one.is_comment))?;
        Some(Opening::Line(mark))
    }

    /// Whether the first of `lines` opens a block that a later one closes, and the next does not begin with the same sign.
    pub fn opens_closed(&self, lines: &[Line]) -> bool {
        let text = lines[0].text();
        let Some(Opening::Block(block)) = self.opens(text) else {
            return false;
        };
        let is_apart = lines
            .get(1)
            .is_some_and(|line| !begins(line.text(), &block.open[..1]));
        let is_open = !text[block.open.len()..].contains(block.close);
        is_apart && is_open && lines[1..].iter().any(|line| block.ends(line))
    }

    /// Returns the number of lines of the comment that begins with the first of `lines`.
    pub fn comment(&self, lines: &[Line]) -> Option<usize> {
        match self.opens(lines.first()?.raw.trim_start())? {
            Opening::Block(block) => block.lines(lines),
            Opening::Line(mark) => {
                let goes_on = |line: &&Line| {
                    let has_mark = || match self.opens(line.raw.trim_start()) {
                        Some(Opening::Line(other)) => other.mark == mark.mark,
                        _ => false,
                    };
                    mark.is_hanging && line.indent > 0 || line.gap == 0 && has_mark()
                };
                Some(1 + lines[1..].iter().take_while(goes_on).count())
            }
        }
    }
}

impl Block {
    /// Whether the comment ends in a line behind its first one.
    pub fn ends(&self, line: &Line) -> bool {
        match self.closes_alone {
            true => line.raw.trim_end() == self.close,
            false => line.raw.contains(self.close),
        }
    }

    /// Returns the number of lines of the comment that begins with the first of `lines`; `None` if code follows it in
    /// its line.
    fn lines(&self, lines: &[Line]) -> Option<usize> {
        let Block { open, close, .. } = *self;
        let is_whole = |line: &Line| {
            let text = line.raw.trim();
            text.starts_with(open)
                && (text.len() >= open.len() + close.len())
                && text[open.len()..]
                    .find(close)
                    .is_some_and(|at| open.len() + at + close.len() == text.len())
        };
        if is_whole(&lines[0]) {
            // Consecutive one-line block comments are one comment, a box.
            let goes_on = |line: &&Line| line.gap == 0 && is_whole(line);
            return Some(1 + lines[1..].iter().take_while(goes_on).count());
        }
        if lines[0].raw.trim_start()[open.len()..].contains(close) {
            return None;
        }
        let inside = lines[1..].iter().position(|line| self.ends(line));
        // An unterminated comment extends to the last line.
        Some(inside.map_or(lines.len(), |inside| inside + 2))
    }
}
