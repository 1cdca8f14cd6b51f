//! Finds the comments at the head of a source file by comment syntax alone.

use std::ops::Range;

use super::line::Line;
use super::syntaxes::{
    ABAP, AMBIGUOUS, CLOSED, COBOL, FIRST_BYTES, FORTRAN, Head, Opening, SYNTAXES, Syntax, VIM,
    begins, is_apart, is_directive, marks,
};
use crate::constants::{
    CODE_LINES, LINES_AFTER_BLOCK, MAX_BETWEEN_COMMENTS, MAX_TRIVIAL_LINES, MIN_RULE_AROUND,
    NAMING_LINES, SIMILAR, WORDS_BELOW_SENTENCE, WORDS_PER_CODE_MARK,
};
use crate::rights;

/// Returns the comments before the first code, as ranges of `lines`, which begin with the first line of the document.
/// Returns nothing if the document does not begin with comments of a language.
pub fn leading(lines: &[Line]) -> Vec<Range<usize>> {
    match syntax(lines) {
        None => fenced(lines).into_iter().collect(),
        Some(syntax) if syntax.head == Head::ManualPage => of_manual_page(syntax, lines),
        Some(syntax) => of_syntax(syntax, lines).0,
    }
}

/// Whether a comment at the head of a document names rights.
pub fn name_rights(lines: &[Line]) -> bool {
    let comments = leading(lines).into_iter();
    comments
        .flat_map(|comment| &lines[comment])
        .any(|line| rights::are_named(line.raw))
}

/// Whether a line is the title of a library in Lisp: `;;; boats.el --- Tar boats`.
pub fn is_title(raw: &str) -> bool {
    raw.starts_with(";;;") && raw.contains(" --- ")
}

/// The lines that decide whether a document is a source file, and what [`leading`] returns for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deciding {
    /// This many lines; further lines do not matter.
    First(usize),
    /// More lines than were given.
    More,
    /// All lines, however many there are.
    All,
}

/// The language of a document, as far as its first lines show it.
#[derive(Debug, Clone, Copy)]
pub struct Begin {
    /// The syntax of the comments at its beginning.
    syntax: Option<&'static Syntax>,
    /// Whether it begins with code instead.
    code: bool,
}

impl Begin {
    /// Examines the first lines of a document.
    pub fn of(lines: &[Line]) -> Self {
        let syntax = syntax(lines);
        Begin {
            syntax,
            code: syntax.is_none() && is_code(lines),
        }
    }

    /// Whether comments at the head are rarely boilerplate, as in Vim scripts.
    pub fn is_seldom_boilerplate(&self) -> bool {
        self.syntax
            .is_some_and(|syntax| syntax.head == Head::Maintainer)
    }

    /// Whether the document is a manual page.
    pub fn is_manual_page(&self) -> bool {
        self.syntax
            .is_some_and(|syntax| syntax.head == Head::ManualPage)
    }

    /// Whether the document begins with code, not with a comment.
    pub fn is_code(&self) -> bool {
        self.code
    }

    /// Whether the document is a source file or a manual page.
    pub fn is_source(&self) -> bool {
        self.syntax.is_some() || self.code
    }
}

/// Returns which lines decide on a document that begins with `lines`. Sets `begin` once there are enough of them.
pub fn deciding(lines: &[Line], begin: &mut Option<Begin>) -> Deciding {
    let form = pragmas(lines) + CODE_LINES;
    if lines.len() < form || needs_statement(lines) {
        return Deciding::More;
    }
    let begin = begin.get_or_insert_with(|| Begin::of(lines));
    let has_rule = || {
        lines[..=MAX_BETWEEN_COMMENTS]
            .iter()
            .any(|line| is_rule(line.raw))
    };
    match begin.syntax {
        None if begin.code && !has_rule() => Deciding::First(form),
        None => Deciding::All,
        // Known lines determine which lines are definitions.
        Some(syntax) if syntax.head == Head::ManualPage => Deciding::All,
        Some(syntax) => match of_syntax(syntax, lines).1 {
            Some(lines) => Deciding::First(lines.max(form)),
            None => Deciding::More,
        },
    }
}

/// Returns the comments before the first code, and the number of lines that decide this, unless all do.
fn of_syntax(syntax: &Syntax, lines: &[Line]) -> (Vec<Range<usize>>, Option<usize>) {
    let mut comments = Vec::new();
    let (mut at, mut between) = (pragmas(lines), 0);
    while at < lines.len() && between <= MAX_BETWEEN_COMMENTS {
        // An indented comment belongs to the code around it.
        let inside = between > 0 && lines[at].indent > lines[0].indent;
        match syntax.comment(&lines[at..]) {
            Some(_) if inside => return (comments, Some(at + 1)),
            Some(length) => {
                comments.push(at..at + length);
                at += length;
            }
            None => {
                between += 1;
                at += 1;
            }
        }
    }
    let deciding = (between > MAX_BETWEEN_COMMENTS).then_some(at);
    (comments, deciding)
}

/// Returns the comments at the head of a manual page. Generators write macro definitions before the title of every
/// page, with comments among them. These are one comment, and the head ends at the title.
fn of_manual_page(syntax: &Syntax, lines: &[Line]) -> Vec<Range<usize>> {
    let mut comments: Vec<Range<usize>> = Vec::new();
    let (mut at, mut between, mut known) = (0, 0, 0);
    let (mut before_title, mut before_section, mut generated) = (true, true, false);
    // Whether there were definitions or other lines since the last comment.
    let (mut definitions, mut others) = (false, false);
    while at < lines.len() && between <= MAX_BETWEEN_COMMENTS {
        if let Some(length) = syntax.comment(&lines[at..]) {
            generated |= definitions && before_title && !is_preprocessor(lines[at].raw);
            match comments.last_mut() {
                Some(last) if generated && !others => last.end = at + length,
                _ => comments.push(at..at + length),
            }
            at += length;
            known = at;
            (definitions, others) = (false, false);
            continue;
        }
        let line = &lines[at];
        before_title &= !begins_manual_page(line);
        before_section &= !begins_with(line, &SECTIONS);
        if generated && !before_title {
            // Definitions after the last comment belong to it.
            let wordless = |line: &&Line| !has_words(line.raw);
            if let Some(last) = comments.last_mut().filter(|_| definitions && !others) {
                let ends = lines[known + 1..at].iter().take_while(wordless);
                last.end = known + 1 + ends.count();
            }
            break;
        }
        if !before_section || !may_be_definition(line, at - known) {
            between += 1;
            others = true;
        } else if line.kind.known() {
            known = at;
            definitions = true;
        }
        at += 1;
    }
    comments
}

/// The requests for the title of a manual page, and those that begin a section.
const TITLES: [&str; 3] = [".TH", ".Dd", ".Dt"];
const SECTIONS: [&str; 2] = [".SH", ".Sh"];

/// Whether a line names the preprocessors of a manual page, which looks like a comment.
pub fn is_preprocessor(raw: &str) -> bool {
    let names = raw.strip_prefix("'\\\" ").map(str::trim_end);
    names.is_some_and(|names| {
        !names.is_empty() && names.bytes().all(|name| name.is_ascii_lowercase())
    })
}

/// Whether a line is the title of a manual page.
pub fn begins_manual_page(line: &Line) -> bool {
    begins_with(line, &TITLES)
}

fn begins_with(line: &Line, requests: &[&str]) -> bool {
    requests.iter().any(|request| line.raw.starts_with(request))
}

/// Whether a line may belong to the macro definitions at the head of a manual page. `unknown` is the number of lines
/// since the last one that is known or a comment.
fn may_be_definition(line: &Line, unknown: usize) -> bool {
    line.kind.known() || (line.trivial && unknown <= MAX_TRIVIAL_LINES)
}

/// The beginning of a Haskell pragma, which is not a comment.
const PRAGMA: &str = "{-#";

/// Returns the number of pragmas at the beginning of a file.
fn pragmas(lines: &[Line]) -> usize {
    let pragmas = lines.iter().take_while(|line| line.raw.starts_with(PRAGMA));
    pragmas.count()
}

/// Returns the syntax of the comments at the beginning of a document.
pub fn syntax(lines: &[Line]) -> Option<&'static Syntax> {
    let lines = &lines[pragmas(lines)..];
    let first = &lines[..lines.len().min(MAX_BETWEEN_COMMENTS)];
    if is_vim(lines) {
        return Some(&VIM);
    }
    if let Some(syntax) = in_columns(lines) {
        return Some(syntax);
    }
    // The comments of an HTML page are in the middle of its preamble.
    if first.first().is_some_and(|line| is_page(line.text())) {
        return None;
    }
    if is_markdown(lines) {
        return None;
    }
    // Prose may have `#` or `--` somewhere.
    let mut is_source = true;
    (0..first.len()).find_map(|at| {
        let text = first[at].text();
        is_source = is_source && (at == 0 || is_guard(first[at - 1].raw));
        // Any text may have a rule of dashes.
        let is_of = |syntax: &&Syntax| match syntax.opens(text) {
            None => false,
            Some(Opening::Block(_)) => true,
            Some(Opening::Line(_)) => is_source && has_words(text),
        };
        let mut closed = CLOSED.iter();
        let closed = closed.find(|syntax| is_source && syntax.opens_closed(&lines[at..]));
        closed.or_else(|| SYNTAXES.iter().chain(&AMBIGUOUS).find(is_of))
    })
}

/// Whether a document is a Vim script: it begins with a comment, and its other first lines are code. A line of prose in
/// quotation marks is not a comment.
fn is_vim(lines: &[Line]) -> bool {
    let is_comment = |raw: &str| begins(raw, "\"") && !raw.starts_with("\"\"\"");
    if !lines.first().is_some_and(|line| is_comment(line.raw)) {
        return false;
    }
    let first = &lines[..lines.len().min(CODE_LINES)];
    let rests = first.iter().map(|line| line.text().strip_prefix('"'));
    let is_apart = |rest: &&str| is_apart(rest) || !has_words(rest);
    let apart = rests.clone().flatten().filter(is_apart);
    let comments = rests.flatten().count();
    let others = first.iter().filter(|line| !begins(line.text(), "\""));
    let code = others.filter(|line| looks_like_code(line.raw.trim()));
    2 * apart.count() >= comments && 2 * code.count() >= first.len() - comments
}

/// Whether a document begins with a heading of Markdown, which looks like a comment, perhaps below images and HTML. Of the
/// lines up to the first block of code, more are sentences, lines of paragraphs, links or other headings than comments or code.
fn is_markdown(lines: &[Line]) -> bool {
    let first = &lines[..lines.len().min(CODE_LINES)];
    let is_image = |line: &&Line| line.raw.starts_with(['[', '!', '<']);
    let images = first.iter().take_while(is_image).count();
    let Some((title, rest)) = first[images..].split_first() else {
        return false;
    };
    if markdown_level(title.raw).is_none() || rights::are_named(title.raw) {
        return false;
    }
    let is_text = |raw: &str| {
        let is_sentence = raw.starts_with(char::is_uppercase)
            && raw.ends_with(['.', ':', '!', '?', ','])
            && raw.split(' ').count() > WORDS_BELOW_SENTENCE;
        is_sentence
            || is_of_paragraph(raw)
            || ["](", "][", "]: "].iter().any(|sign| raw.contains(sign))
            || ["> ", "<"].iter().any(|sign| raw.starts_with(sign))
            || markdown_level(raw).is_some_and(|level| level > 1)
    };
    let (mut text, mut code) = (0, 0);
    for raw in rest.iter().map(|line| line.raw.trim_end()) {
        if raw.starts_with("```") {
            text += 1;
            break;
        }
        match is_text(raw) {
            true => text += 1,
            false => code += usize::from(is_marked(raw) || looks_like_code(raw)),
        }
    }
    text > code
}

/// Returns the level of a heading of Markdown.
pub fn markdown_level(raw: &str) -> Option<usize> {
    let signs = raw.bytes().take_while(|&byte| byte == b'#').count();
    ((1..=6).contains(&signs) && raw[signs..].starts_with(' ')).then_some(signs)
}

/// Whether a line begins with one of the marks of comments that may follow a first one that looks like a heading of Markdown.
fn is_marked(raw: &str) -> bool {
    ["#", "dnl"].iter().any(|mark| raw.starts_with(mark))
}

/// Whether a line may be part of a wrapped paragraph: it has many words, and almost all are of letters.
fn is_of_paragraph(raw: &str) -> bool {
    let words = raw.split_ascii_whitespace();
    let is_word = |word: &&str| {
        let letters = word.trim_matches(|one: char| one.is_ascii_punctuation());
        !letters.is_empty()
            && letters
                .chars()
                .all(|one| one.is_alphabetic() || one == '\'')
    };
    let (of_letters, all) = (words.clone().filter(is_word).count(), words.count());
    !is_marked(raw)
        && all > 2 * WORDS_BELOW_SENTENCE
        && 5 * of_letters >= 4 * all
        && !looks_like_code(raw)
}

/// Returns the language of a document that begins with a comment in a fixed column: six spaces and a star in COBOL, a letter or a star in
/// the first column in Fortran, a star there in ABAP. All other first lines are comments, have a margin, or are code.
fn in_columns(lines: &[Line]) -> Option<&'static Syntax> {
    let first = &lines[..lines.len().min(CODE_LINES)];
    let (syntax, indent) = match first.first()?.raw {
        raw if raw
            .strip_prefix(MARGIN)
            .is_some_and(|rest| rest.starts_with('*')) =>
        {
            (&COBOL, MARGIN.len())
        }
        raw if raw.starts_with(['C', 'c']) => (&FORTRAN, 0),
        raw if raw.starts_with('*') => (by_statement(lines)?, 0),
        _ => return None,
    };
    let is_comment = |line: &&Line| line.indent == indent && syntax.opens(line.text()).is_some();
    let mut others = first.iter().filter(|line| !is_comment(line));
    let is_of_code = |line: &Line| has_margin(line) || looks_like_code(line.raw.trim());
    let is_all = first[0].raw.starts_with('*') || others.all(is_of_code);
    (is_comment(&&first[0]) && is_all && first.len() > 1).then_some(syntax)
}

/// Returns the language of a document whose first line has a star in the first column. Lists have one in each line, too, so the first
/// statement decides. If there is none, a list has words in each of its lines.
fn by_statement(lines: &[Line]) -> Option<&'static Syntax> {
    let Some(statement) = first_statement(lines) else {
        let first = &lines[..lines.len().min(CODE_LINES)];
        let is_comment = first.iter().any(|line| !has_words(line.raw));
        return is_comment.then_some(&FORTRAN);
    };
    let languages = [
        (&ABAP, begins_abap(statement.raw)),
        (&FORTRAN, begins_fortran(statement.raw)),
    ];
    let found = languages.iter().find(|(_, begins)| *begins)?;
    Some(found.0)
}

/// Returns the first line that is neither a comment of Fortran nor a directive of the preprocessor.
fn first_statement<'l, 't>(lines: &'l [Line<'t>]) -> Option<&'l Line<'t>> {
    let is_directive = |raw: &str| raw.strip_prefix('#').is_some_and(is_directive);
    let is_comment = |line: &Line| line.raw.starts_with('*') || FORTRAN.opens(line.raw).is_some();
    let mut others = lines.iter();
    others.find(|line| !is_comment(line) && !is_directive(line.raw))
}

/// Whether more lines may show whether the stars that `lines` begin with are comments.
fn needs_statement(lines: &[Line]) -> bool {
    let has_star = lines.first().is_some_and(|line| line.raw.starts_with('*'));
    has_star && first_statement(lines).is_none()
}

/// Whether the code of a line begins behind the columns for labels and comments, which may have a label.
fn has_margin(line: &Line) -> bool {
    let mut label = line.raw.bytes().take(MARGIN.len());
    let mut has_label = || label.all(|byte| byte == b' ' || byte.is_ascii_digit());
    line.indent + 1 >= MARGIN.len() || line.raw.contains(char::is_alphabetic) && has_label()
}

/// Words that begin the first statement of a file in Fortran. Several may follow each other.
const FORTRAN_WORDS: [&str; 24] = [
    "BLOCK",
    "CHARACTER",
    "COMMON",
    "COMPLEX",
    "DATA",
    "DIMENSION",
    "DOUBLE",
    "ELEMENTAL",
    "EXTERNAL",
    "FUNCTION",
    "IMPLICIT",
    "INCLUDE",
    "INTEGER",
    "INTRINSIC",
    "LOGICAL",
    "MODULE",
    "PARAMETER",
    "PRECISION",
    "PROGRAM",
    "PURE",
    "REAL",
    "RECURSIVE",
    "SUBROUTINE",
    "USE",
];

/// Whether a line begins a program in Fortran: words of a statement, and a name or a sign behind them. In prose, words follow each other.
fn begins_fortran(raw: &str) -> bool {
    let upper = raw.to_ascii_uppercase();
    let is_margin = upper.starts_with(MARGIN) || upper.starts_with('\t');
    let (mut rest, mut words) = (upper.trim(), 0);
    loop {
        let end = rest.find(|one: char| !one.is_alphanumeric() && one != '_');
        let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
        let is_word = FORTRAN_WORDS.contains(&word);
        rest = behind.trim_start();
        if !is_word {
            let signs: &[char] = match word {
                "" => &['/', '(', '\'', '"'],
                _ => &['(', ',', '*', '/', '=', ':', '!', ';'],
            };
            let ends = rest.is_empty() && !word.is_empty() || rest.starts_with(signs);
            return is_margin && words > 0 && ends;
        }
        // The length of a type.
        let length = |one: char| one.is_ascii_digit() || " *()".contains(one);
        if rest.starts_with('*') {
            rest = rest.trim_start_matches(length);
        }
        words += 1;
    }
}

/// Words that begin a program in ABAP, and those that follow its name.
const ABAP_WORDS: [&str; 11] = [
    "CLASS",
    "FORM",
    "FUNCTION",
    "FUNCTION-POOL",
    "INCLUDE",
    "INTERFACE",
    "METHOD",
    "MODULE",
    "PROGRAM",
    "REPORT",
    "TYPE-POOL",
];
const BEHIND_NAME: [&str; 13] = [
    "CHANGING",
    "DEFINITION",
    "IMPLEMENTATION",
    "INPUT",
    "LINE-COUNT",
    "LINE-SIZE",
    "LOAD",
    "MESSAGE-ID",
    "NO",
    "OUTPUT",
    "PUBLIC",
    "TABLES",
    "USING",
];

/// Whether a line begins a program in ABAP.
fn begins_abap(raw: &str) -> bool {
    let upper = raw.to_ascii_uppercase();
    let Some(statement) = upper.trim().strip_suffix('.') else {
        return false;
    };
    let mut words = statement.split_ascii_whitespace();
    let begins = words.next().is_some_and(|word| ABAP_WORDS.contains(&word));
    let has_name = words.next().is_some();
    begins && has_name && words.next().is_none_or(|word| BEHIND_NAME.contains(&word))
}

/// The columns before the one that marks a comment of COBOL.
const MARGIN: &str = "      ";

/// Whether this first line of a document begins an HTML page.
pub fn is_page(text: &str) -> bool {
    let begins = |opening: &str| {
        text.get(..opening.len())
            .is_some_and(|one| one.eq_ignore_ascii_case(opening))
    };
    begins("<!doctype html") || begins("<html")
}

/// Returns the first block between two equal rules that has a known line or a line similar to frequent ones.
pub fn fenced(lines: &[Line]) -> Option<Range<usize>> {
    let block = framed(lines)?;
    let known = |lines: &[Line]| lines.iter().filter(|line| line.kind.known()).count();
    let beyond = &lines[block.end..lines.len().min(block.end + LINES_AFTER_BLOCK)];
    // If the lines after it are frequent, too, the block is part of a longer notice.
    let similar = |line: &Line| line.kind.known() || line.pairs >= SIMILAR;
    let is_all = lines[block.clone()].iter().any(similar) && 3 * known(beyond) <= beyond.len();
    // A title of reStructuredText.
    let is_title = block.len() == 3 && !lines[block.start + 1].kind.known();
    (is_all && !is_title).then_some(block)
}

/// Whether the first block between two equal rules has short lines only. It may be a legend or a notice.
pub fn has_short_frame(lines: &[Line]) -> bool {
    framed(lines)
        .is_some_and(|block| block.len() > 3 && lines[block].iter().all(|line| line.trivial))
}

/// Returns the first block between two equal rules. It must begin within the first lines, since a title may precede it.
fn framed(lines: &[Line]) -> Option<Range<usize>> {
    let mut first = lines.iter().take(MAX_BETWEEN_COMMENTS + 1);
    let from = first.position(|line| is_rule(line.raw))?;
    let rule = lines[from].raw.trim();
    let mut rest = lines[from + 1..].iter();
    let inside = rest.position(|line| line.raw.trim() == rule)?;
    Some(from..from + inside + 2)
}

/// Whether a line may precede the first comment of a source file.
fn is_guard(raw: &str) -> bool {
    let text = raw.trim();
    // Editors read modes between `-*-`.
    text.starts_with(['#', '<', '\\', '@'])
        || text.starts_with("-*-")
        || !has_words(text)
        || looks_like_code(text)
}

/// Whether a line is a rule: one character of punctuation, repeated.
fn is_rule(raw: &str) -> bool {
    let text = raw.trim();
    let first = text.chars().next();
    first.is_some_and(|first| !first.is_alphanumeric() && text.chars().all(|one| one == first))
        && text.chars().count() >= MIN_RULE_AROUND
}

/// Whether the first lines are code, in which only comments can be a preamble. Most lines of code have operators,
/// calls, blocks or assignments. HTML is not code, and neither is a text that begins with a title between or above equals signs.
pub fn is_code(lines: &[Line]) -> bool {
    let first = &lines[..lines.len().min(CODE_LINES)];
    // Comments after the first code do not count, nor do the names in a list of imports.
    let counts = |line: &&Line| !is_comment(line.raw) && !is_item(line.raw.trim());
    let counted: Vec<&Line> = first.iter().filter(counts).collect();
    let code = counted
        .iter()
        .filter(|line| looks_like_code(line.raw.trim()));
    let begin = first[0].raw.trim_start();
    let is_markup = begin.starts_with('<') && !begin.starts_with("<?php") || is_markdown(lines);
    let is_titled = matches!(first, [title, rule, ..] if is_underline(rule.raw, title.raw))
        || begin.starts_with("==") && begin.trim_end().ends_with("==");
    2 * code.count() > counted.len() && !is_markup && !is_titled
}

/// Whether a line underlines the title before it. AsciiDoc allows their lengths to differ by two.
fn is_underline(raw: &str, title: &str) -> bool {
    let length = title.trim_end().chars().count();
    let signs = raw.trim_end();
    signs.len() >= 4 && signs.bytes().all(|byte| byte == b'=') && signs.len().abs_diff(length) <= 2
}

/// Whether a line begins like the first or a later line of a comment in any language.
pub fn is_comment(raw: &str) -> bool {
    let text = raw.trim_start();
    // A continuation line in Vim begins like a Forth comment.
    let of_vim_or_forth = || {
        text.strip_prefix(['"', '\\']).is_some_and(|rest| {
            is_apart(rest) && !(text.starts_with('\\') && looks_like_code(rest.trim()))
        })
    };
    let is_directive = || text.strip_prefix('#').is_some_and(is_directive);
    let Some(&first) = text.as_bytes().first() else {
        return false;
    };
    (first == b'*'
        || of_vim_or_forth()
        || FIRST_BYTES[usize::from(first)] && marks().any(|mark| begins(text, mark)))
        && !is_directive()
}

/// Returns the number of lines of the comments that close a source file, or `None`. `tail` has its lines from the last
/// one backwards.
///
/// The comments after the last code are closing comments if one of them names the file like a comment at the `head`,
/// with the same punctuation before it. Editors and generators write such a line to show that the file is complete.
/// Counts of lines cannot show that it is boilerplate, since each file has another name.
pub fn closing(tail: &[Line], head: &[Line]) -> Option<usize> {
    // The title of a library in Lisp stays in the body, and so does the line that repeats its name.
    if head.first().is_some_and(|first| is_title(first.raw)) {
        return None;
    }
    let lines = tail.iter().position(|line| !is_comment(line.raw))?;
    let mut names = tail[..lines].iter().flat_map(names_of);
    let mut first = None;
    let mut names_of_head = || {
        let first = first.get_or_insert_with(|| leading(head).into_iter().next().unwrap_or(0..0));
        head[first.clone()]
            .iter()
            .take(NAMING_LINES)
            .flat_map(names_of)
    };
    let is_closing = names.any(|name| names_of_head().any(|other| other == name));
    is_closing.then_some(lines)
}

/// Iterates over the file names in a line, each with the first character of the line.
fn names_of<'a>(line: &Line<'a>) -> impl Iterator<Item = (Option<char>, &'a str)> {
    let first = line.raw.trim_start().chars().next();
    file_names(line.raw).map(move |name| (first, name))
}

/// Iterates over the words of a line that look like file names: `boats.el`, but not `e.g.`.
fn file_names(raw: &str) -> impl Iterator<Item = &str> {
    let words = raw.split(|one: char| one.is_whitespace() || matches!(one, '/' | '\\'));
    let words = words.map(|word| word.trim_matches(|one: char| !one.is_alphanumeric()));
    words.filter(|word| {
        word.rsplit_once('.').is_some_and(|(name, ending)| {
            name.len() > 1
                && ending.starts_with(char::is_alphabetic)
                && ending.chars().all(char::is_alphanumeric)
        })
    })
}

/// Whether a line may be part of the comment that ends a source file.
pub fn may_end_source(raw: &str) -> bool {
    is_comment(raw) || !has_words(raw)
}

/// Whether a line is a name, perhaps with its type, or a string in a list.
fn is_item(text: &str) -> bool {
    let is_string = text.len() > 1 && text.starts_with('"') && text.ends_with('"');
    let name = text
        .strip_suffix(',')
        .or(text.strip_prefix(", "))
        .or(text.strip_prefix("( "));
    let name = name.unwrap_or_default();
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|one| one.is_alphanumeric() || one == '_')
    };
    let (name, of_type) = name.split_once(": ").unwrap_or((name, name));
    let is_name = is_name(name) && is_name(of_type);
    is_name || (is_string && !text.contains(' '))
}

/// Whether a line names a package, a module or a class, or imports from one, without punctuation.
fn is_declaration(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace();
    match words.next() {
        // JavaScript allows omitting semicolons.
        Some("import" | "export" | "}") if text.ends_with(['"', '\'']) => {
            words.rev().nth(1) == Some("from")
        }
        Some("package" | "import" | "module" | "class") => words.count() == 1,
        Some("from") => words.nth(1) == Some("import"),
        _ => false,
    }
}

/// Whether a line has the signs of code, or opens a block of it.
pub fn looks_like_code(text: &str) -> bool {
    let is_name = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = text.as_bytes();
    // A roff request.
    let is_request =
        bytes.first() == Some(&b'.') && bytes.get(1).is_some_and(u8::is_ascii_alphabetic);
    let is_mark = |&at: &usize| match bytes[at] {
        b'_' | b'.' | b':' => is_name(bytes.get(at - 1)) && is_name(bytes.get(at + 1)),
        b'(' | b'[' => is_name(bytes.get(at - 1)),
        b'=' => true,
        _ => false,
    };
    let has_marks = || {
        let inside = (1..bytes.len()).filter(is_mark).count();
        // Words in brackets are a heading.
        let words = text.strip_prefix('[').filter(|words| words.contains(' '));
        let is_heading = words.is_some_and(|words| words.starts_with(char::is_uppercase));
        let at_end = text.ends_with(['{', '}', ';', '(', ')', '[', ']', '=', '\\']) && !is_heading;
        let marks = inside + usize::from(at_end);
        marks > 0 && text.split_ascii_whitespace().count() <= WORDS_PER_CODE_MARK * marks
    };
    is_request || is_declaration(text) || opens_block(text) || has_marks() && !is_of_wiki(text)
}

/// Whether a line is a heading, a template or a link with a prefix in MediaWiki. The names of templates in other languages begin with a
/// small letter.
pub fn is_of_wiki(text: &str) -> bool {
    let inside = |open: &str, close: &str| {
        let inside = text.strip_prefix(open)?.strip_suffix(close)?;
        Some(inside.trim_matches('=').trim())
    };
    let is_name = |name: &str| name.starts_with(char::is_alphabetic);
    let is_title = |name: &str| is_name(name) && !name.starts_with(char::is_lowercase);
    inside("==", "==").is_some_and(is_name)
        || inside("{{", "}}").is_some_and(is_title)
        || inside("[[", "]]").is_some_and(|link| is_name(link) && link.contains(':'))
}

/// Whether a line opens a block of code with a word, or closes one.
fn opens_block(text: &str) -> bool {
    let is_short = || text.split_ascii_whitespace().count() <= WORDS_PER_CODE_MARK;
    matches!(text, "do" | "end" | "endif" | "begin")
        || [" do", " then"].iter().any(|word| text.ends_with(word)) && is_short()
}

/// Whether a text has a letter or a digit.
pub fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
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
        assert_eq!(comments("*> one\n*> two\n\n tar\n"), [(1, 2)]);
        let cobol = "      *****\n      * one\n      *****\n       TAR DIVISION.\n";
        assert_eq!(comments(cobol), [(1, 3)]);
        assert_eq!(comments("      * one\nand two\n"), []);
        let fortran = "C one\nC\nC-----\n* two\n      PROGRAM TAR\nc three\n      x=1\n";
        assert_eq!(comments(fortran), [(1, 3), (4, 4), (6, 6)]);
        assert_eq!(comments("C one\nC two\n\nx = tar(1)\n"), [(1, 2)]);
        for text in ["C one\nand two\n", "Code\n      and two\n", "C one\n"] {
            assert_eq!(comments(text), [], "{text}");
        }
        assert_eq!(comments("=begin\none\n=end\ntar\n"), [(1, 3)]);
        assert_eq!(comments("=begin html\none\n=end html\n"), []);
        assert_eq!(comments("<%# one\ntwo %>\n<p>\n"), [(1, 2)]);
        let m4 = "# one\ndnl two\ndnl three\n\nTAR([boat])\n";
        assert_eq!(comments(m4), [(1, 1), (2, 3)]);
        let prose = "dnl This file of the yard gives all of us leave to tar boats\n";
        let m4 = format!("# boats.m4\n{}TAR([boat])\n", prose.repeat(4));
        assert_eq!(comments(&m4), [(1, 1), (2, 5)]);
        assert_eq!(comments("   -*- Tar -*-\n\n# one\n# two\n"), [(3, 4)]);
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
        assert_eq!(comments(".ig\none...\n..\n.TH A 1\n"), [(1, 3)]);
        assert_eq!(comments(".ignore\none\n..\n.TH A 1\n"), []);
        assert_eq!(comments("/* one */ int x;\n/* two */\n"), [(2, 2)]);
        assert_eq!(comments("/+\n one\n+/\nmodule a;\n"), [(1, 3)]);
    }

    #[test]
    fn braces_are_comments_of_pascal() {
        let text = "{\n  one\n\n ****}\n{$mode objfpc}\n{ two\n}\nunit a;\n";
        assert_eq!(comments(text), [(1, 4), (6, 7)]);
        for text in [
            "{\"a\": 1,\n}\n",
            "{{ title }}\n}\n",
            "{\\large A\n}\n",
            "{% if %}\n}\n",
        ] {
            assert_eq!(comments(text), [], "{text}");
        }
    }

    #[test]
    fn backslashes_are_comments_before_white_space() {
        let text = "\\ one\n\\\n\\\ttwo\n\n\\ three\n: tar ;\n\\four\n";
        assert_eq!(comments(text), [(1, 3), (5, 5)]);
        assert_eq!(comments("\\documentclass{a}\n"), []);
    }

    #[test]
    fn comments_of_a_page_are_no_preamble() {
        let text = "<html>\n<!-- one -->\n<head>\n";
        assert_eq!(comments(text), []);
        assert_eq!(comments(&text.replace("html", "article")), [(2, 2)]);
        assert_eq!(comments("<!doctype HTML>\n<!-- one -->\n"), []);
    }

    #[test]
    fn directives_of_restructured_text_are_no_comments() {
        let text = ".. one\n   two\n\n.. _title:\n\nTitle\n=====\n";
        assert_eq!(comments(text), [(1, 2)]);
        let text = ".. one\n   two\n\n   three\n\nTitle\n=====\n";
        assert_eq!(comments(text), [(1, 4)], "a comment of two paragraphs");
        assert_eq!(comments(".. include:: a\n.. |b| c\n\nTitle\n"), []);
    }

    #[test]
    fn pragmas_and_build_constraints_are_no_comments() {
        assert_eq!(
            comments("{-# LANGUAGE A #-}\n{- one\n-}\nmodule B"),
            [(2, 3)]
        );
        assert_eq!(
            comments("// one\n\n//go:build a\n// +build a\n\npackage b\n"),
            [(1, 1)]
        );
        assert_eq!(comments("! one\n! two\nmodule b\n"), [(1, 2)]);
    }

    #[test]
    fn a_comment_inside_of_code_belongs_to_it() {
        let text = "// one\nclass A {\n    // two\n}\n";
        assert_eq!(comments(text), [(1, 1)]);
        assert_eq!(
            comments("  // one\nclass A {\n  // two\n"),
            [(1, 1), (3, 3)]
        );
    }

    #[test]
    fn macros_stand_between_the_comments_of_a_page() {
        let definitions = ".de Sp\n.sp\n..\n.de Vb\n.nf\n..\n";
        let text = format!(".\\\" one\n{definitions}.\\\" two\n.TH A 1\n.SH NAME\n.\\\" three\n");
        assert_eq!(comments(&text), [(1, 1), (8, 8), (11, 11)]);
        let sections = ".SH A\nb\n".repeat(3);
        let text = format!(".\\\" one\n{sections}.\\\" two\n");
        assert_eq!(comments(&text), [(1, 1)]);
    }

    #[test]
    fn generated_definitions_before_the_title_are_one_comment() {
        let known = ".ds A A frequent line of definitions\n";
        let is_known = |line: &str| line.starts_with(".ds A A frequent");
        let bounds = |text: &str| {
            let (settings, templates) = (Settings::default(), Templates::default());
            let mut scratch = Scratch::default();
            let region = head(text, &settings, &templates, &mut scratch, is_known);
            let number = |at: usize| region.lines[at].number;
            let found = leading(&region.lines).into_iter();
            let found = found.map(|lines| (number(lines.start), number(lines.end - 1)));
            found.collect::<Vec<_>>()
        };
        let head = format!(".\\\" one\n{known}.\\\" two\n.rr x\n.\\\" three\n");
        let text = format!("{head}.IX t\n.TH A 1\n.\\\" four\n.SH B\n");
        assert_eq!(bounds(&text), [(1, 5)]);
        // Definitions after the last comment belong to it, with the request that ends them.
        let text = format!(
            "{head}.de x\n.ds A A frequent line of the last\n..\n.\n.IX t\n.TH A 1\n.SH B\n"
        );
        assert_eq!(bounds(&text), [(1, 9)]);
        // A line that names preprocessors does not end the definitions.
        let text = format!(".\\\" one\n{known}'\\\" t\n.TH A 1\n.\\\" four\n.SH B\n");
        assert_eq!(bounds(&text), [(1, 1), (3, 3), (5, 5)]);
    }

    #[test]
    fn any_number_of_pragmas_may_come_first() {
        let text = "{-# LANGUAGE A #-}\n".repeat(9) + "{- one\n-}\nmodule B";
        assert_eq!(comments(&text), [(10, 11)]);
    }

    #[test]
    fn directives_attributes_and_rules_are_no_comments() {
        assert_eq!(
            comments("#include <a.h>\n#![allow(dead_code)]\n#[test]\nint x;\n"),
            []
        );
        // Behind a space, only with what follows a directive; the shell has words of these names.
        let shell = "# tar\n#   if tar; then\n#   else\n# include all of it\nboat\n";
        assert_eq!(comments(shell), [(1, 4)]);
        let code = "#if TAR\n# include \"tar.h\"\n# if defined(TIN)\n# define A_BOAT 1\n# endif\n#elif OAK\n#endif\n";
        assert_eq!(comments(code), []);
        assert_eq!(comments("------------\none\n"), []);
        assert_eq!(comments("A title\n\nand prose\n"), []);
        assert_eq!(comments("A title\n#4 of the series\n"), []);
        assert_eq!(comments(""), []);
    }

    #[test]
    fn documentation_and_lists_of_imports_are_no_preamble() {
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
        assert!(is_source(
            "module Quay.Ferry\n  ( boats\n  , tar\n  , wood\n  )\n"
        ));
        assert!(is_source(
            "import type {Tar} from \"../tar\"\nexport {Boat} from './boat'\n\nconst tar: Tar = {\n  wood: Boat,\n}\n"
        ));
        let vim = "\" Boats of tin\n\" and of wood\n\" in the yard\nif exists('b:boats')\n  finish\nendif\nlet b:boats = 1\n";
        assert!(is_source(vim));
        assert_eq!(comments(vim), [(1, 3)]);
        assert!(is_source("<?php\n\nuse Quay\\Ferry;\nuse Quay\\Tar;\n"));
        assert!(!is_source(
            "The ferryman had boats,\nand tarred them,\nand sold them.\n"
        ));
        assert!(may_end_source("# a.b = (c)") && may_end_source("}"));
        assert!(may_end_source("\\ Of boats") && !may_end_source("      \\ [s:tin, s:tar(2)],"));
        assert!(may_end_source("\" vim: tw=78") && !may_end_source("\"tar\": 78"));
        assert!(!may_end_source("}, '1.2');") && !may_end_source("#ifdef A"));
    }

    #[test]
    fn names_of_files_have_an_ending() {
        let names = |raw| file_names(raw).collect::<Vec<_>>();
        assert_eq!(
            names("%% End of file `boats-of-tin.sty'."),
            ["boats-of-tin.sty"]
        );
        assert_eq!(names(";;; wood/tar.el ends here"), ["tar.el"]);
        assert_eq!(
            names("/* e.g. 1.0 or i.e., at the end. See ... */"),
            [""; 0]
        );
    }

    #[test]
    fn code_is_recognised_by_its_punctuation() {
        let is_code = |text: &str| {
            let lines: Vec<&str> = text.lines().collect();
            2 * lines.iter().filter(|line| looks_like_code(line)).count() > lines.len()
        };
        assert!(is_code("from boats.wood import tar\nimport sys\nferry = 1"));
        assert!(is_code("package a;\n\nclass B {\n}\n"));
        assert!(is_code("package a\nimport b\n"));
        assert!(is_code("module Quay\nclass Ferry\n"));
        assert!(!is_code(
            "class of 1843\nfrom the quay\nHe said \"no\" and \"yes\"\n"
        ));
        assert!(!is_code("import and export\nof goods\n"));
        assert!(!is_code(
            "The ferry lists in boats.txt are those of version 1 of the timetable, before the flood"
        ));
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
