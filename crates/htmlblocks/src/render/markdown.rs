//! Writes inline Markdown that a CommonMark parser reads back as the same text.

use std::ops::Range;

use crate::segment::{Inline, Mark};

/// The kind of line that a text is written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place<'m> {
    /// A paragraph. Its lines after the first begin with this prefix of quotes and indentation.
    Paragraph(&'m str),
    /// A heading: one line.
    Heading,
    /// The cell of a table: a part of a line.
    Cell,
}

/// A part of a text with markup.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    /// A range of text.
    Text(Range<usize>),
    Code(Range<usize>),
    /// A line break.
    Break,
    /// The start or end of an element, given by its syntax.
    Emphasis(&'static str, bool),
    LinkStart,
    LinkEnd(u32),
}

/// Appends a text with its inline markup. Links are written if `links` has their addresses.
pub fn append(
    out: &mut String,
    text: &str,
    marks: &[Mark],
    links: Option<&[String]>,
    place: Place<'_>,
) {
    let parts = joined(readable(text, parts(text, marks, links.is_some())));
    let begin = out.len();
    let mut line = begin;
    for part in parts {
        match part {
            Part::Text(at) => escape(out, &text[at], out.len() == line, place),
            Part::Code(at) => code_span(out, &text[at], place),
            Part::Break => match place {
                Place::Paragraph(margin) => {
                    out.push_str("  \n");
                    out.push_str(margin);
                    line = out.len();
                }
                Place::Heading => out.push(' '),
                Place::Cell => out.push_str("<br>"),
            },
            Part::Emphasis(syntax, _) => out.push_str(syntax),
            Part::LinkStart => {
                // `![` would begin an image.
                if out[line..].ends_with('!') {
                    out.insert(out.len() - 1, '\\');
                }
                out.push('[');
            }
            Part::LinkEnd(link) => {
                let links = links.unwrap_or_default();
                address(out, links.get(link as usize).map_or("", |link| link));
            }
        }
    }
    // A closing run of number signs after a space would be heading syntax.
    if place == Place::Heading {
        let signs = out[begin..].trim_end_matches('#').len();
        let is_apart = out[begin..begin + signs].ends_with(' ');
        if is_apart && begin + signs < out.len() {
            out.insert(out.len() - 1, '\\');
        }
    }
}

/// Splits a text into parts. A code span has no markup in it.
fn parts(text: &str, marks: &[Mark], links: bool) -> Vec<Part> {
    let mut parts = Vec::new();
    let (mut from, mut in_code) = (0, false);
    for mark in marks {
        let to = (mark.at as usize).min(text.len());
        let part = match (mark.inline, mark.opens) {
            (Inline::Code, opens) => {
                if opens != in_code {
                    push(&mut parts, from..to, in_code);
                    (from, in_code) = (to, opens);
                }
                continue;
            }
            _ if in_code => continue,
            (Inline::Strong, opens) => Part::Emphasis("**", opens),
            (Inline::Emphasis, opens) => Part::Emphasis("*", opens),
            (Inline::Link(_), true) if links => Part::LinkStart,
            (Inline::Link(link), false) if links => Part::LinkEnd(link),
            (Inline::Break, _) if 0 < to && to < text.len() => Part::Break,
            _ => continue,
        };
        push(&mut parts, from..to, false);
        from = from.max(to);
        if part == Part::Break {
            from = to + mark.blank(text);
        }
        // `**one****two**` is not parsed as two words in bold.
        if let Part::Emphasis(syntax, true) = part
            && parts.last() == Some(&Part::Emphasis(syntax, false))
        {
            parts.pop();
            continue;
        }
        // Markup that ends after a line break ends before it instead.
        let is_end = !mark.opens && parts.last() == Some(&Part::Break);
        parts.insert(parts.len() - usize::from(is_end), part);
    }
    push(&mut parts, from..text.len(), in_code);
    parts
}

/// Appends text, unless it is empty.
fn push(parts: &mut Vec<Part>, at: Range<usize>, is_code: bool) {
    if !at.is_empty() {
        parts.push(match is_code {
            true => Part::Code(at),
            false => Part::Text(at),
        });
    }
}

/// Keeps text, and only markup that a parser recognises: pairs of starts and ends whose asterisks "flank" as section
/// 6.2 of CommonMark 0.31 requires. `it**.**s`, a bold full stop within a word, has no emphasis.
fn readable(text: &str, parts: Vec<Part>) -> Vec<Part> {
    let mut kept = vec![false; parts.len()];
    let mut open: Vec<usize> = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let start = match part {
            Part::Text(_) | Part::Code(_) | Part::Break => {
                kept[at] = true;
                continue;
            }
            Part::Emphasis(_, true) | Part::LinkStart => {
                open.push(at);
                continue;
            }
            Part::Emphasis(syntax, false) => Part::Emphasis(syntax, true),
            Part::LinkEnd(_) => Part::LinkStart,
        };
        let Some(depth) = open.iter().rposition(|&other| parts[other] == start) else {
            continue;
        };
        let first = open[depth];
        // Unfinished markup inside would overlap.
        open.truncate(depth);
        let is_read = start == Part::LinkStart || {
            let (outer, inner) = around(text, &parts, first);
            // Asterisks that can close emphasis close an open one, unless their lengths add up to a multiple of three.
            let own = run(&parts, first);
            let ends = |&at: &usize| {
                let open = run(&parts, at);
                open > 0 && (!(own + open).is_multiple_of(3) || own.is_multiple_of(3))
            };
            let begins = flanks(inner, outer);
            let begins = begins && !(flanks(outer, inner) && open.iter().any(ends));
            let (inner, outer) = around(text, &parts, at);
            begins && flanks(inner, outer)
        };
        (kept[first], kept[at]) = (is_read, is_read);
    }
    let kept = parts.into_iter().zip(kept);
    kept.filter_map(|(part, is_kept)| is_kept.then_some(part))
        .collect()
}

/// Returns the length of the run of asterisks around a part, or 0 for other parts.
fn run(parts: &[Part], at: usize) -> usize {
    let length = |part: &Part| match part {
        Part::Emphasis(syntax, _) => Some(syntax.len()),
        _ => None,
    };
    let before: usize = parts[..at].iter().rev().map_while(length).sum();
    match parts[at..].iter().map_while(length).sum() {
        0 => 0,
        behind => before + behind,
    }
}

/// Joins adjacent parts of text, and of code.
fn joined(parts: Vec<Part>) -> Vec<Part> {
    let mut joined: Vec<Part> = Vec::with_capacity(parts.len());
    for part in parts {
        match (joined.last_mut(), &part) {
            (Some(Part::Text(last)), Part::Text(next))
            | (Some(Part::Code(last)), Part::Code(next))
                if last.end == next.start =>
            {
                last.end = next.end;
            }
            _ => joined.push(part),
        }
    }
    joined
}

/// Whether asterisks between an inner and an outer character can begin or end emphasis. `None` is an end of the text.
fn flanks(inner: Option<char>, outer: Option<char>) -> bool {
    let is_blank = |side: Option<char>| side.is_none_or(char::is_whitespace);
    // Not all other characters are punctuation, so only safe ones count.
    let is_word = |side: Option<char>| side.is_some_and(char::is_alphanumeric);
    let is_sign = |side: Option<char>| side.is_some_and(is_punctuation);
    !is_blank(inner) && (is_word(inner) || is_blank(outer) || is_sign(outer))
}

/// Whether a character is certainly punctuation.
fn is_punctuation(character: char) -> bool {
    let is_other = matches!(
        character,
        '¡' | '§' | '«' | '¶' | '·' | '»' | '¿'
            | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{2043}'
            | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301F}'
            | '\u{FF01}'..='\u{FF03}' | '\u{FF08}' | '\u{FF09}' | '\u{FF0C}' | '\u{FF0E}' | '\u{FF1A}' | '\u{FF1B}' | '\u{FF1F}'
    );
    is_other || character.is_ascii_punctuation()
}

/// Returns the characters before and after a part, other than asterisks.
fn around(text: &str, parts: &[Part], at: usize) -> (Option<char>, Option<char>) {
    let edge = |part: &Part, is_before: bool| match part {
        Part::Text(at) if is_before => text[at.clone()].chars().next_back(),
        Part::Text(at) => text[at.clone()].chars().next(),
        Part::Code(_) => Some('`'),
        Part::Break => Some(' '),
        Part::Emphasis(..) => None,
        Part::LinkStart => Some('['),
        Part::LinkEnd(_) => Some(if is_before { ')' } else { ']' }),
    };
    let mut before = parts[..at].iter().rev();
    let mut behind = parts[at + 1..].iter();
    (
        before.find_map(|part| edge(part, true)),
        behind.find_map(|part| edge(part, false)),
    )
}

/// Appends text with Markdown's special characters escaped. Line feeds of the source become spaces.
fn escape(out: &mut String, text: &str, begins: bool, place: Place) {
    let marker = match begins && place != Place::Cell {
        true => block_syntax(text),
        false => None,
    };
    let mut last = None;
    for (at, character) in text.char_indices() {
        let rest = &text[at + character.len_utf8()..];
        let is_special = match character {
            '\\' | '`' | '*' | '[' | ']' | '<' => true,
            '|' => place == Place::Cell,
            '_' => {
                let is_inside = rest.starts_with(char::is_alphanumeric);
                !(is_inside && last.is_some_and(char::is_alphanumeric))
            }
            '&' => is_reference(rest),
            _ => false,
        };
        if is_special || marker == Some(at) {
            out.push('\\');
        }
        out.push(if character == '\n' { ' ' } else { character });
        last = Some(character);
    }
}

/// Returns the position of the character that makes a line a heading, a quote, a list item, a rule or a code block.
fn block_syntax(line: &str) -> Option<usize> {
    let first = line.chars().next()?;
    let run = line.len() - line.trim_start_matches(first).len();
    let is_end = |at: usize| line[at..].is_empty() || line[at..].starts_with([' ', '\n']);
    let is_rule = || {
        line.chars()
            .all(|other| other == first || other.is_whitespace())
    };
    let is_syntax = match first {
        '#' => run <= 6 && is_end(run),
        '>' => true,
        '+' => is_end(1),
        '-' | '=' => (first == '-' && is_end(1)) || is_rule(),
        '~' => run >= 3,
        '0'..='9' => {
            let digits = line.bytes().take_while(u8::is_ascii_digit).count();
            let is_item = digits <= 9
                && matches!(line.as_bytes().get(digits), Some(b'.' | b')'))
                && is_end(digits + 1);
            return is_item.then_some(digits);
        }
        _ => false,
    };
    is_syntax.then_some(0)
}

/// Whether an ampersand before this text begins a character reference. The search is short, since the text may have
/// many ampersands.
fn is_reference(rest: &str) -> bool {
    let name = rest.strip_prefix('#').unwrap_or(rest).as_bytes();
    let end = name.iter().take(33).position(|&byte| byte == b';');
    end.is_some_and(|end| end > 0 && name[..end].iter().all(u8::is_ascii_alphanumeric))
}

/// Appends a code span, with a longer run of backticks around it than any in it.
fn code_span(out: &mut String, code: &str, place: Place) {
    let code = code.replace('\n', " ");
    if code.trim().is_empty() {
        out.push_str(&code);
        return;
    }
    let fence = "`".repeat(longest_run(&code) + 1);
    let is_padded = code.starts_with('`')
        || code.ends_with('`')
        || (code.starts_with(' ') && code.ends_with(' '));
    let padding = if is_padded { " " } else { "" };
    let code = match place {
        Place::Cell => code.replace('|', "\\|"),
        Place::Paragraph(_) | Place::Heading => code,
    };
    for part in [&fence, padding, &code, padding, &fence] {
        out.push_str(part);
    }
}

/// Returns the length of the longest run of backticks.
pub fn longest_run(text: &str) -> usize {
    let runs = text.split(|character| character != '`');
    runs.map(str::len).max().unwrap_or_default()
}

/// Appends the end of a link.
fn address(out: &mut String, address: &str) {
    out.push_str("](");
    for (at, character) in address.char_indices() {
        match character {
            // Otherwise it would be a different address, perhaps that of a script.
            '&' if is_reference(&address[at + 1..]) => out.push_str("&amp;"),
            ' ' => out.push_str("%20"),
            '(' => out.push_str("%28"),
            ')' => out.push_str("%29"),
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            '\\' => out.push_str("%5C"),
            '\n' | '\r' | '\t' => {}
            // Control characters would end the address.
            '\0'..' ' | '\x7F' => out.push('\u{FFFD}'),
            _ => out.push(character),
        }
    }
    out.push(')');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str, place: Place) -> String {
        let mut out = String::new();
        append(&mut out, text, &[], None, place);
        out
    }

    fn paragraph(text: &str) -> String {
        plain(text, Place::Paragraph("> "))
    }

    #[test]
    fn a_paragraph_does_not_begin_as_another_block() {
        for (text, markdown) in [
            ("1. Ask", r"1\. Ask"),
            ("2) Pay", r"2\) Pay"),
            ("1.5 m", "1.5 m"),
            ("1234567890. Far", "1234567890. Far"),
            ("# one", r"\# one"),
            ("#one", "#one"),
            ("####### one", "####### one"),
            ("> one", r"\> one"),
            ("- one", r"\- one"),
            ("-5 °C", "-5 °C"),
            ("- - -", r"\- - -"),
            ("+", r"\+"),
            ("~~~", r"\~~~"),
            ("one\n2. two", "one 2. two"),
        ] {
            assert_eq!(paragraph(text), markdown);
        }
        assert_eq!(plain("1. Ask\n- x", Place::Cell), "1. Ask - x");
        assert_eq!(plain("Part 1 ##", Place::Heading), r"Part 1 #\#");
        assert_eq!(plain("In C#", Place::Heading), "In C#");
    }

    #[test]
    fn a_line_break_begins_a_line() {
        let mut mark = Mark {
            block: 0,
            at: 3,
            inline: Inline::Break,
            opens: true,
        };
        let mut broken = |text, at, place| {
            mark.at = at;
            let mut out = String::new();
            append(&mut out, text, &[mark], None, place);
            out
        };
        let quoted = Place::Paragraph("> ");
        assert_eq!(broken("one 2. two", 3, quoted), "one  \n> 2\\. two");
        assert_eq!(broken("one\n===", 3, quoted), "one  \n> \\===");
        assert_eq!(broken("one two", 3, Place::Cell), "one<br>two");
        assert_eq!(broken("one", 3, quoted), "one");
        assert_eq!(broken("one", 0, quoted), "one");
    }

    #[test]
    fn special_characters_are_escaped_where_they_are_special() {
        for (text, markdown) in [
            ("2*3 [1] <b>", r"2\*3 \[1\] \<b>"),
            ("a_b _c_", r"a_b \_c\_"),
            ("&lt; & &#38; AT&T; R&D", r"\&lt; & \&#38; AT\&T; R&D"),
            ("a|b", "a|b"),
            (r"C:\x", r"C:\\x"),
        ] {
            assert_eq!(paragraph(text), markdown);
        }
        assert_eq!(plain("a|b", Place::Cell), r"a\|b");
    }

    #[test]
    fn only_asterisks_that_are_read_are_written() {
        let strong = |text: &str, at: &[u32]| {
            let mark = |(number, &at): (usize, &u32)| Mark {
                block: 0,
                at,
                inline: match number {
                    0 | 3 => Inline::Strong,
                    _ => Inline::Emphasis,
                },
                opens: number < 2,
            };
            let marks: Vec<Mark> = match at {
                [from, to] => [(0, from), (3, to)].map(mark).to_vec(),
                _ => at.iter().enumerate().map(mark).collect(),
            };
            let mut out = String::new();
            append(&mut out, text, &marks, None, Place::Heading);
            out
        };
        assert_eq!(strong("it's", &[0, 3]), "it's");
        assert_eq!(strong("it'", &[0, 3]), "**it'**");
        assert_eq!(strong("(it)", &[1, 3]), "(**it**)");
        assert_eq!(strong("it ", &[0, 3]), "it ");
        // A mark for the direction of writing is not punctuation.
        assert_eq!(strong("a]\u{200E}", &[1, 2]), "a\\]\u{200E}");
        assert_eq!(strong("1. it", &[0, 1]), "**1**. it");
        assert_eq!(strong("one two", &[0, 4, 7, 7]), "**one *two***");
        assert_eq!(strong("onetwo", &[0, 3, 6, 6]), "**one*two***");
        // The second asterisk would end markup that three began.
        assert_eq!(strong("one two", &[0, 0, 3, 7]), "***one* two**");
        // An end without a start, and overlapping markup.
        assert_eq!(strong("one two", &[0, 4, 3, 7]), "**one two**");
    }

    #[test]
    fn an_address_is_read_as_it_is() {
        let written = |text: &str| {
            let mut out = String::new();
            address(&mut out, text);
            out
        };
        assert_eq!(written("a(b) c?d=1&e=2"), "](a%28b%29%20c?d=1&e=2)");
        assert_eq!(written("&#106;a&colon;b"), "](&amp;#106;a&amp;colon;b)");
        assert_eq!(written("a\u{1}b"), "](a\u{FFFD}b)");
    }

    #[test]
    fn code_keeps_its_backticks() {
        let code = |code: &str, place| {
            let mut out = String::new();
            code_span(&mut out, code, place);
            out
        };
        assert_eq!(code("a|b", Place::Heading), "`a|b`");
        assert_eq!(code("a|b", Place::Cell), r"`a\|b`");
        assert_eq!(code("a`b", Place::Heading), "``a`b``");
        assert_eq!(code("``a", Place::Heading), "``` ``a ```");
        assert_eq!(code(" a ", Place::Heading), "`  a  `");
        assert_eq!(code(" ", Place::Heading), " ");
    }
}
