//! The encoding that a document declares.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memmem;

use crate::tokens::{Kind, Scanner};

/// Returns the name of the encoding that a document declares near its beginning, as written there:
///
/// | where | what |
/// |---|---|
/// | XML | `<?xml encoding="..."?>` |
/// | HTML | `<meta charset=...>`, `content="text/html; charset=..."` |
/// | CSS | `@charset "..."` |
/// | mail, gettext | a line `Content-Type: ...; charset=...` |
/// | Emacs, Vim, Python | `coding: ...`, `fileencoding=...` in a comment of the first two lines |
/// | LaTeX | `\usepackage[...]{inputenc}`, `\inputencoding{...}` |
/// | hunspell | a line `SET ...` |
///
/// The declaration may be wrong, and the name may be unknown. [`usual_name`] makes names comparable.
///
/// ```
/// use html::declared::{declared, usual_name};
/// assert_eq!(declared(b"<meta charset=gb2312><title>x</title>"), Some("gb2312"));
/// assert_eq!(declared(b"# -*- coding: latin-1-unix -*-\n").map(usual_name).as_deref(), Some("latin1"));
/// ```
pub fn declared(head: &[u8]) -> Option<&str> {
    // A document in UTF-16 cannot declare its encoding: its encoding must be known before it can be read.
    let head = &head[..head.len().min(LONGEST)];
    xml(head)
        .or_else(|| charset(head))
        .or_else(|| coding(head))
        .or_else(|| latex(head))
        .or_else(|| set(head))
}

/// The number of bytes at the beginning of a document that [`declared`] reads.
pub const LONGEST: usize = 4096;

/// Returns the name of an encoding in lower case. Names of Emacs, LaTeX or hunspell that the WHATWG Encoding Standard
/// lacks are replaced by those of the standard.
pub fn usual_name(name: &str) -> Cow<'static, str> {
    let name = name.to_ascii_lowercase();
    let ends = ["-unix", "-dos", "-mac"];
    let name = ends
        .iter()
        .find_map(|end| name.strip_suffix(end))
        .unwrap_or(&name);
    let fixed = match name {
        "ansinew" => "windows-1252",
        "applemac" | "mac-roman" => "macintosh",
        "euc-japan" | "japanese-iso-8bit" => "euc-jp",
        "japanese-shift-jis" | "japanese-cp932" => "shift_jis",
        "chinese-iso-8bit" | "euc-china" | "euc-cn" => "gbk",
        "chinese-big5" => "big5",
        "korean-iso-8bit" | "euc-korea" => "euc-kr",
        "cyrillic-koi8" => "koi8-r",
        "mule-utf-8" => "utf-8",
        _ => "",
    };
    if !fixed.is_empty() {
        return fixed.into();
    }
    let after = |prefix: &str| name.strip_prefix(prefix);
    if let Some(number) = after("iso-latin-").or_else(|| after("latin-")) {
        return format!("latin{number}").into();
    }
    match after("microsoft-cp") {
        Some(number) => format!("windows-{number}").into(),
        None => name.to_owned().into(),
    }
}

fn xml(head: &[u8]) -> Option<&str> {
    let start = head.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let declaration = head[start..].strip_prefix(b"<?xml")?;
    let end = memchr::memchr(b'>', declaration)?;
    let at = memmem::find(&declaration[..end], b"encoding")?;
    let value = after(&declaration[at + b"encoding".len()..end], b'=')?;
    name(value)
}

/// Returns the first declaration: in a `<meta ...>` tag, after `@`, or in a `Content-Type` header line.
///
/// Tags are found as in the HTML standard before the encoding is known (13.2.3.2): comments are skipped, scripts are
/// not.
fn charset(head: &[u8]) -> Option<&str> {
    let tag = meta_attributes(head).find_map(|attributes| {
        let found = with_equals(&head[attributes.clone()])?;
        Some((attributes.start, found))
    });
    let other = keys(head).find_map(|at| {
        let rest = &head[at + KEY.len()..];
        let line = memchr::memrchr(b'\n', &head[..at]).map_or(0, |at| at + 1);
        let found = if at > 0 && head[at - 1] == b'@' {
            name(rest)
        } else if starts(after_quote(&head[line..at]), b"content-type:") {
            after(rest, b'=').and_then(name)
        } else {
            None
        };
        Some((at, found?))
    });
    let first = tag.into_iter().chain(other).min_by_key(|(at, _)| *at);
    first.map(|(_, name)| name)
}

const KEY: &[u8] = b"charset";

/// Iterates over the positions of the key.
fn keys(text: &[u8]) -> impl Iterator<Item = usize> {
    memchr::memchr2_iter(b'c', b'C', text).filter(|&at| starts(&text[at..], KEY))
}

/// Returns the name after the first key that is followed by an equals sign and a name.
fn with_equals(text: &[u8]) -> Option<&str> {
    keys(text).find_map(|at| after(&text[at + KEY.len()..], b'=').and_then(name))
}

/// Iterates over the attributes of `<meta ...>` tags. The bytes may end inside a tag. In an unknown encoding, half of a
/// character may also look like a quote. In both cases, the next `<` may begin a tag.
fn meta_attributes(head: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut scanner = Scanner::new(head);
    std::iter::from_fn(move || {
        loop {
            let piece = scanner.next()?;
            let is_tag = matches!(piece.kind, Kind::Start { .. } | Kind::End);
            let mut attributes = piece.attributes;
            if is_tag && piece.cut_off {
                let next = memchr::memchr(b'<', &head[attributes.clone()]);
                if let Some(next) = next {
                    attributes.end = attributes.start + next;
                    scanner.go_to(attributes.end);
                }
            }
            if matches!(piece.kind, Kind::Start { .. })
                && head[piece.name].eq_ignore_ascii_case(b"meta")
            {
                return Some(attributes);
            }
        }
    })
}

fn starts(text: &[u8], with: &[u8]) -> bool {
    text.len() >= with.len() && text[..with.len()].eq_ignore_ascii_case(with)
}

/// Returns the text after a sign; white space before the sign is skipped.
fn after(text: &[u8], sign: u8) -> Option<&[u8]> {
    text.trim_ascii_start().strip_prefix(&[sign])
}

/// Returns the name at the beginning, with or without quotes.
fn name(text: &[u8]) -> Option<&str> {
    let text = text.trim_ascii_start();
    let text = text
        .strip_prefix(b"\"")
        .or_else(|| text.strip_prefix(b"'"))
        .unwrap_or(text)
        .trim_ascii_start();
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_:.+".contains(byte);
    let end = text
        .iter()
        .position(|byte| !is_of_name(byte))
        .unwrap_or(text.len());
    let name = std::str::from_utf8(&text[..end]).ok()?;
    (!name.is_empty() && name.len() <= 40).then_some(name)
}

/// Returns a line of a gettext catalogue without its quotation mark.
fn after_quote(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\"").unwrap_or(line)
}

fn lines(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii)
}

/// Returns the encoding that the first two lines declare to an editor, or to Python (PEP 263).
fn coding(head: &[u8]) -> Option<&str> {
    lines(head).take(2).find_map(|line| {
        let has = |mark: &[u8]| memmem::find(line, mark).is_some();
        let is_for_program =
            line.starts_with(b"#") || [&b"-*-"[..], b"vim:", b"vi:"].into_iter().any(has);
        if !is_for_program {
            return None;
        }
        memmem::find_iter(line, b"coding").find_map(|at| {
            let rest = &line[at + b"coding".len()..];
            let value = rest
                .strip_prefix(b":")
                .or_else(|| rest.strip_prefix(b"="))?;
            name(value)
        })
    })
}

/// Returns the encoding of a LaTeX document, ignoring comments.
fn latex(head: &[u8]) -> Option<&str> {
    lines(head).find_map(|line| {
        let is_code = |at: &usize| !line[..*at].contains(&b'%');
        let after = |key: &[u8]| {
            let at = memmem::find(line, key).filter(is_code)?;
            Some(&line[at + key.len()..])
        };
        if let Some(value) = after(b"\\inputencoding{") {
            return name(value);
        }
        let options = after(b"\\usepackage[")?;
        let end = memchr::memchr(b']', options)?;
        let is_inputenc = options[end..].starts_with(b"]{inputenc}");
        is_inputenc.then(|| name(options)).flatten()
    })
}

/// Returns the encoding of a hunspell dictionary. Lines of other files may begin with `SET`, so the name must have a
/// digit or a hyphen.
fn set(head: &[u8]) -> Option<&str> {
    lines(head).find_map(|line| {
        let value = line.strip_prefix(b"SET ")?;
        let found = name(value).filter(|found| found.len() == value.trim_ascii().len())?;
        found
            .contains(|one: char| one.is_ascii_digit() || one == '-')
            .then_some(found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_found() {
        for (head, expected) in [
            (
                "<?xml version=\"1.0\" encoding='Shift_JIS'?>",
                Some("Shift_JIS"),
            ),
            ("<html><META CHARSET=utf-8>", Some("utf-8")),
            (
                "<meta http-equiv=Content-Type content=\"text/html; charset=windows-1250\">",
                Some("windows-1250"),
            ),
            (
                "From: a\nContent-Type: text/plain; charset=\"koi8-r\"\n\nx",
                Some("koi8-r"),
            ),
            ("@charset \"iso-8859-2\";", Some("iso-8859-2")),
            ("<meta charset=>", None),
            ("<!--> <meta charset=utf-8>", Some("utf-8")),
            (
                "<!-- <meta charset=koi8-r> --><meta charset=utf-8>",
                Some("utf-8"),
            ),
            ("<!-- > <meta charset=koi8-r>", None),
            ("We speak of charset=latin1 here", None),
            ("<meta name=x> charset=utf-8", None),
            ("", None),
            ("# -*- coding: koi8-r -*-\nx", Some("koi8-r")),
            (
                "#!/usr/bin/python\n# vim: set fileencoding=latin1 :",
                Some("latin1"),
            ),
            (
                "/* -*- mode: c; coding: euc-jp-unix -*- */",
                Some("euc-jp-unix"),
            ),
            ("\n\n# coding: latin1", None),
            ("We speak of coding: latin1 here", None),
            (
                "\\documentclass{book}\n\\usepackage[latin2]{inputenc}",
                Some("latin2"),
            ),
            (
                "% \\usepackage[latin2]{inputenc}\n\\inputencoding{cp1250}",
                Some("cp1250"),
            ),
            ("\\usepackage[latin2]{babel}", None),
            (
                "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=ISO-8859-2\\n\"\n",
                Some("ISO-8859-2"),
            ),
            ("# affixes\nSET ISO8859-2\nTRY esi", Some("ISO8859-2")),
            ("SET microsoft-cp1251", Some("microsoft-cp1251")),
            ("SET the table for 2\nSET fire", None),
        ] {
            assert_eq!(declared(head.as_bytes()), expected, "{head}");
        }
    }

    #[test]
    fn names_are_those_of_the_standard() {
        for (name, usual) in [
            ("Latin-1", "latin1"),
            ("iso-latin-2-dos", "latin2"),
            ("ansinew", "windows-1252"),
            ("microsoft-cp1251", "windows-1251"),
            ("UTF-8-unix", "utf-8"),
            ("Shift_JIS", "shift_jis"),
        ] {
            assert_eq!(usual_name(name), usual);
        }
    }
}
