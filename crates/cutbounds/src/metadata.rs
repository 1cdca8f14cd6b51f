//! Metadata at the start of a text, found by its form.

use linenorm::{key, normalise, raw_lines};

use crate::best::comments::{is_of_wiki, looks_like_code};
use crate::constants::{
    MAX_KEY_WORDS, MAX_METADATA, MIN_COMMON_FIELDS, MIN_KNOWN_FIELDS, MIN_MARKED_FIELDS,
    PRINTED_LINE,
};
use crate::field_names::{Languages, is_known, known_in_one};

/// Finds the first and the last line of the metadata at the start of a text.
pub fn find(text: &str) -> Option<(u64, u64)> {
    let found = fenced_metadata(text)
        .or_else(|| json_metadata(text))
        .or_else(|| header_element(text))
        .or_else(|| tagged(text))
        .or_else(|| pandoc_title(text))
        .or_else(|| org_keywords(text))
        .or_else(|| captions_header(text))
        .or_else(|| lyrics_tags(text))
        .or_else(|| wiki_templates(text))
        .or_else(|| fields(text));
    found.map(|last| (1, last)).or_else(|| marked_fields(text))
}

/// Finds YAML between `---` and `---` or `...`, or TOML between `+++` and `+++`. It may be empty.
fn fenced_metadata(text: &str) -> Option<u64> {
    let mut lines = (1..).zip(raw_lines(text)).take(MAX_METADATA);
    let (_, first) = lines.next()?;
    let fence = first.trim_end();
    let is_close: fn(&str) -> bool = match fence {
        "---" => |line| line == "---" || line == "...",
        "+++" => |line| line == "+++",
        _ => return None,
    };
    let mut keys: Vec<&str> = Vec::new();
    let mut inside = false;
    // Of a block that a blank line ends instead of a fence: its last line, and whether enough of its keys have well-known
    // names.
    let (mut block, mut known) = (None, 0);
    for (number, raw) in lines {
        let line = raw.trim_end();
        if line.is_empty() && block.is_none() {
            block = Some((number - 1, known >= MIN_MARKED_FIELDS));
        }
        known += usize::from(yaml_key(line).is_some_and(is_known));
        // A separator of YAML may begin the text: `--- abstract`.
        if fence == "---" && line.starts_with("--- ") && known >= MIN_MARKED_FIELDS {
            let filled = raw_lines(text).take(number as usize - 1).enumerate();
            let last = filled.filter(|(_, raw)| !raw.trim().is_empty()).last();
            return last.map(|(at, _)| at as u64 + 1);
        }
        if is_close(line) {
            // One of several YAML documents in a file is not metadata of the next one, which has no blank line before it.
            let mut rest = raw_lines(text).skip(number as usize);
            let is_data = match rest.next() {
                Some(next) if next.trim().is_empty() => rest.all(|line| line.trim().is_empty()),
                next => next.is_none_or(|next| yaml_key(next).is_some()),
            };
            let mut inside = raw_lines(text).take(number as usize - 1).skip(1);
            let is_block = match keys.is_empty() {
                true => inside.all(|line| line.trim().is_empty()),
                false => fence == "+++" || !are_persons(&keys),
            };
            return (is_block && !is_data).then_some(number);
        }
        let key = match fence {
            "---" => yaml_key(line),
            _ => Some(line).filter(|line| line.contains('=') || line.starts_with('[')),
        };
        let is_key = key.is_some();
        keys.extend(key);
        inside |= is_key;
        let goes_on =
            line.is_empty() || line.starts_with([' ', '\t', '#', '-', ']', '}', '"', '\'']);
        let is_metadata = is_key || inside && goes_on || line.is_empty() || line.starts_with('#');
        if !is_metadata {
            let (end, is_named) = block?;
            return (fence == "---" && is_named).then_some(end);
        }
    }
    None
}

/// Whether keys are the names of persons who speak: none is well known, and each has two words, or one comes again.
fn are_persons(keys: &[&str]) -> bool {
    let comes_again = || (1..keys.len()).any(|at| keys[..at].contains(&keys[at]));
    !keys.iter().any(|key| is_known(key))
        && (keys.iter().all(|key| key.contains(' ')) || comes_again())
}

/// Finds a JSON object from `{` to `}`, each alone on its line, that is followed by text.
fn json_metadata(text: &str) -> Option<u64> {
    let mut lines = (1..).zip(raw_lines(text)).take(MAX_METADATA);
    lines.next().filter(|(_, first)| first.trim_end() == "{")?;
    let mut keys = 0;
    for (number, raw) in lines {
        if raw.trim_end() == "}" {
            let mut rest = raw_lines(text).skip(number as usize);
            let next = rest.find(|line| !line.trim().is_empty());
            let is_text = next.is_some_and(|next| !next.starts_with(['{', '[']));
            return (keys > 0 && is_text).then_some(number);
        }
        keys += usize::from(raw.trim_start().starts_with('"') && raw.contains("\":"));
    }
    None
}

/// Returns the key of a YAML line that is not indented.
fn yaml_key(line: &str) -> Option<&str> {
    let (key, value) = line.split_once(':')?;
    let is_key = |one: char| {
        one.is_alphanumeric() || matches!(one, '_' | '-' | '.' | ' ' | '"' | '\'' | '/')
    };
    let is_apart = value.is_empty() || value.starts_with([' ', '\t']);
    let begins = key.starts_with(|one: char| one.is_alphabetic() || one == '"' || one == '_');
    let is_short = key.len() <= 40 && key.split(' ').count() <= MAX_KEY_WORDS;
    (is_apart && begins && is_short && key.chars().all(is_key)).then_some(key)
}

/// The elements at the start of an XML document that hold its metadata: in DocBook, JATS, DITA and series of proposals.
const HEADERS: [&str; 8] = [
    "articleinfo",
    "bookinfo",
    "docinfo",
    "front",
    "header",
    "info",
    "metadata",
    "prolog",
];

/// Finds the header of a TEI text, or the element with the metadata of another XML document.
fn header_element(text: &str) -> Option<u64> {
    let mut head = (1..).zip(raw_lines(text)).take(10 * MAX_METADATA);
    let first = raw_lines(text.trim_start()).next().unwrap_or_default();
    let is_doctype = |line: &str| line.starts_with("<!doctype") && !line.contains("html");
    let is_xml = first.starts_with("<?xml") || is_doctype(&first.to_ascii_lowercase());
    let is_header = |tag: &str| {
        let name = tag.split(|one: char| !one.is_alphanumeric()).next();
        let name = name.unwrap_or_default().to_ascii_lowercase();
        // Elements of HTML are `head`, `header` and `thead`.
        let is_named = || name.ends_with("head") || name.ends_with("header");
        let is_header =
            || HEADERS.contains(&&*name) || is_named() && !["head", "thead"].contains(&&*name);
        (name == "teiheader" || is_xml && is_header()).then_some(name)
    };
    let (begin, name) = head.by_ref().take(20).find_map(|(number, raw)| {
        let name = raw.split('<').skip(1).find_map(is_header)?;
        Some((number, name))
    })?;
    let close = format!("</{name}>");
    // The header may be on one line.
    let lines = raw_lines(text).skip(begin as usize - 1);
    let mut lines = (begin..).zip(lines).take(10 * MAX_METADATA);
    let end = lines.find(|(_, raw)| raw.to_ascii_lowercase().contains(&close));
    end.map(|(number, _)| number)
}

/// Finds lines that begin with the same tag of capitals between number signs, such as `#META#`. Other lines that begin
/// with a number sign may precede them and stand between them. A line of tags with the word "end" is the last:
/// `#META#End#`.
fn tagged(text: &str) -> Option<u64> {
    let tag = |raw: &str| -> Option<String> {
        let rest = raw.strip_prefix('#')?;
        let (tag, _) = rest.split_once('#')?;
        let is_tag = tag.len() > 1 && tag.bytes().all(|byte| byte.is_ascii_uppercase());
        is_tag.then(|| tag.to_owned())
    };
    let mut found: Option<(String, u64, usize)> = None;
    for (number, raw) in (1..).zip(raw_lines(text)).take(MAX_METADATA) {
        match (tag(raw), &mut found) {
            (Some(_), _) if raw.trim_end().to_ascii_lowercase().ends_with("#end#") => {
                return Some(number);
            }
            (Some(tag), None) => found = Some((tag, number, 1)),
            (Some(tag), Some((first, last, count))) if tag == *first => {
                (*last, *count) = (number, *count + 1)
            }
            _ if raw.trim().is_empty() || raw.starts_with("###") => {}
            _ => break,
        }
    }
    found
        .filter(|found| found.2 >= MIN_KNOWN_FIELDS)
        .map(|found| found.1)
}

/// Whether a text begins with a header of fields or with YAML. Both may look like code.
pub fn is_of_text(text: &str) -> bool {
    fields(text).or_else(|| fenced_metadata(text)).is_some()
}

/// Finds a header of fields (`Key: value`) at the beginning. It ends with a blank line or the end of its element. Where each value is a
/// sentence, it is a list of explanations, or a dialogue, and where the next block has the same fields, the first of many records.
fn fields(text: &str) -> Option<u64> {
    let mut lines = (1..).zip(raw_lines(text)).take(MAX_METADATA).peekable();
    let opens = |line: &str| line == "<pre>" || line == "```";
    let closes = |line: &str| line == "</pre>" || line == "```";
    let is_skipped = |line: &str| line.is_empty() || opens(line) || line.starts_with("From ");
    let mut is_open = false;
    while let Some((_, raw)) = lines.next_if(|(_, raw)| is_skipped(raw.trim())) {
        is_open |= opens(raw.trim());
    }
    let (mut last, mut sentences, mut is_assigned) = (0, 0, false);
    let mut seen: Vec<String> = Vec::new();
    while let Some((number, raw)) = lines.next() {
        let line = raw.trim_end();
        if line.is_empty() {
            // The end of the element may follow.
            let next = lines.find(|(_, raw)| !raw.trim().is_empty());
            let end = next.filter(|(_, raw)| is_open && closes(raw.trim_end()));
            last = end.map_or(last, |(number, _)| number);
        }
        if line.is_empty() || closes(line) {
            let end = if line.is_empty() { last } else { number };
            let is_header = sentences < seen.len()
                && !goes_on_with_records(text, end, &seen)
                && (!is_assigned || is_text_below(text, end));
            seen.sort_unstable();
            seen.dedup();
            let known = known_in_one(seen.iter().map(|key| Languages::of(key)));
            return (known >= MIN_KNOWN_FIELDS && is_header).then_some(end);
        }
        last = number;
        match field(line) {
            Some((key, value)) => {
                seen.push(key.to_lowercase());
                is_assigned |= line.contains(&format!("{key} = "));
                let ends = value.ends_with(['.', '?', '!']);
                sentences += usize::from(ends && value.split_whitespace().nth(2).is_some());
            }
            // A long value continues on indented lines.
            _ if !seen.is_empty() && raw.starts_with([' ', '\t']) => {}
            _ => return None,
        }
    }
    None
}

/// Returns the key and the value of a field. Some forget the space, and write the key in bold letters.
fn field(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    if let Some(key) = yaml_key(line) {
        return Some((key, &line[key.len() + 1..]));
    }
    let (key, value) = line
        .split_once([':', '\u{ff1a}'])
        .or_else(|| line.split_once(" = ").filter(|(_, value)| is_bare(value)))?;
    let signs = ['*', '_'];
    let key = key.trim_end().trim_matches(signs);
    let value = value.trim_start_matches(signs);
    Languages::of(key).is_any().then_some((key, value))
}

/// Whether a value behind an equals sign is not an expression of code.
fn is_bare(value: &str) -> bool {
    value.trim_start().starts_with(char::is_alphanumeric)
        && !value.contains(['(', ')', '\'', '"', ';', '{', '['])
}

/// Whether the first text below a line is not code, such as the next section of a file of settings.
fn is_text_below(text: &str, end: u64) -> bool {
    let mut below = raw_lines(text).skip(end as usize);
    let first = below.find(|raw| !raw.trim().is_empty());
    first.is_some_and(|raw| !looks_like_code(raw.trim()) && field(raw).is_none())
}

/// Whether the first fields of the next block of text are those of the block before. They are records then, such as those of a bibliography.
pub fn goes_on_with_records(text: &str, end: u64, keys: &[String]) -> bool {
    let below = raw_lines(text).skip(end as usize);
    let mut next = below.skip_while(|raw| raw.trim().is_empty()).map(field);
    let mut first = || next.next()?.map(|(key, _)| key.to_lowercase());
    keys.iter().take(2).all(|key| first().as_ref() == Some(key))
}

/// Finds a header of fields whose keys many documents have. It ends with its last field and the indented lines and
/// brackets after that.
pub fn common_fields(text: &str, is_common: impl Fn(&str) -> bool) -> Option<u64> {
    let mut keys: Vec<String> = Vec::new();
    let (mut end, mut others, mut is_open) = (0, 0, false);
    let mut scratch = String::new();
    let mut lines = (1..).zip(raw_lines(text));
    for (number, raw) in lines.by_ref().take(MAX_METADATA) {
        let line = normalise(raw, &mut scratch);
        match key(line) {
            Some(key) if is_common(key) => {
                if !keys.iter().any(|known| known == key) {
                    keys.push(key.to_owned());
                }
                (end, is_open) = (number, true);
            }
            // A line of spaces may belong to a long value.
            _ if line.is_empty() => is_open &= raw.starts_with([' ', '\t']),
            // A long value continues on indented lines; a wiki template or a comment ends.
            _ if is_open && (raw.starts_with([' ', '\t']) || is_closing(line)) => end = number,
            // Fields that few documents have, and the opening of a header.
            Some(_) if is_open => others += 1,
            _ if keys.is_empty() && !line.contains(' ') => others += 1,
            _ => break,
        }
    }
    let mut rest = raw_lines(text).skip(end as usize);
    let has_body = rest.any(|raw| raw.contains(char::is_alphabetic));
    (keys.len() >= MIN_COMMON_FIELDS && others <= keys.len() && has_body).then_some(end)
}

/// Whether a line closes a header.
fn is_closing(line: &str) -> bool {
    matches!(line, "}}" | "---" | "-->" | "</pre>")
}

/// Finds the title block of pandoc: a title, authors and a date behind percent signs, which a blank line and a text follow.
fn pandoc_title(text: &str) -> Option<u64> {
    let is_line = |raw: &&str| {
        raw.strip_prefix("% ")
            .is_some_and(|rest| !rest.trim().is_empty())
    };
    let count = raw_lines(text).take_while(is_line).count();
    let mut rest = raw_lines(text).skip(count);
    let is_apart = rest.next().is_some_and(|raw| raw.trim().is_empty());
    let next = rest.find(|raw| !raw.trim().is_empty())?;
    // Percent signs begin comments of TeX, Erlang, Prolog and Matlab, too.
    let is_text = !next.starts_with(['%', '\\', '-', ':']) && !next.contains(['(', '{', '=', ';']);
    ((2..=3).contains(&count) && is_apart && is_text).then_some(count as u64)
}

/// Whether a line below this one is not blank.
fn is_filled_below(text: &str, line: u64) -> bool {
    let mut below = raw_lines(text).skip(line as usize);
    below.any(|raw| !raw.trim().is_empty())
}

/// Finds the header of captions (WebVTT): the lines up to the first blank one.
fn captions_header(text: &str) -> Option<u64> {
    let rest = text.strip_prefix("WEBVTT")?;
    let header = raw_lines(text).take_while(|raw| !raw.trim().is_empty());
    let is_header =
        rest.starts_with([' ', '\t', '\r', '\n']) && !header.clone().any(|raw| raw.contains("-->"));
    let last = header.count() as u64;
    (is_header && is_filled_below(text, last)).then_some(last)
}

/// Finds the tags of song texts with times (LRC): `[ar:Ada North]`. A line with a time in brackets follows.
fn lyrics_tags(text: &str) -> Option<u64> {
    let is_tag = |raw: &&str| {
        let inside = raw
            .trim()
            .strip_prefix('[')
            .and_then(|raw| raw.strip_suffix(']'));
        let name = inside.and_then(|inside| inside.split_once(':'));
        raw.trim().is_empty() || name.is_some_and(|(name, _)| name.chars().all(char::is_alphabetic))
    };
    let tags = raw_lines(text).take_while(is_tag);
    let (lines, last) = (1..).zip(tags).fold((0, 0), |(_, last), (number, raw)| {
        (number, if raw.trim().is_empty() { last } else { number })
    });
    let next = raw_lines(text).nth(lines as usize)?.strip_prefix('[')?;
    let (time, _) = next.split_once(']')?;
    let is_time = time.contains(':')
        && time
            .bytes()
            .all(|one| one.is_ascii_digit() || b":.".contains(&one));
    (is_time && last > 0).then_some(last)
}

/// Finds the drawer of properties and the keywords of Org mode (`#+TITLE: Boats`). Without a drawer, at least [`MIN_MARKED_FIELDS`] have
/// well-known names.
fn org_keywords(text: &str) -> Option<u64> {
    let key = |raw: &str| -> Option<bool> {
        let (key, _) = raw.strip_prefix("#+")?.split_once(':')?;
        let is_name = |one: char| one.is_ascii_alphanumeric() || matches!(one, '_' | '-');
        key.chars().all(is_name).then(|| is_known(key))
    };
    let mut lines = (1..).zip(raw_lines(text)).take(MAX_METADATA).peekable();
    let is_sign = |raw: &str, sign: &str| raw.trim().eq_ignore_ascii_case(sign);
    let drawer = lines.next_if(|(_, raw)| is_sign(raw, ":PROPERTIES:"));
    let end = drawer.and_then(|_| lines.find(|(_, raw)| is_sign(raw, ":END:")));
    let (mut last, mut known) = end.map_or((0, 0), |(end, _)| (end, MIN_MARKED_FIELDS));
    for (number, raw) in lines {
        match key(raw) {
            Some(is_known) => {
                last = number;
                known += usize::from(is_known);
            }
            None if raw.trim().is_empty() => {}
            None => break,
        }
    }
    (known >= MIN_MARKED_FIELDS && is_filled_below(text, last)).then_some(last)
}

/// Finds the templates of a wiki at the start of a text: at least [`MIN_KNOWN_FIELDS`] lines give a value to a name (`| born = 1901`), or
/// [`MIN_MARKED_FIELDS`] short lines are a template each.
fn wiki_templates(text: &str) -> Option<u64> {
    let (mut depth, mut values, mut whole, mut end) = (0, 0, 0, None);
    for (number, raw) in (1..).zip(raw_lines(text)).take(MAX_METADATA) {
        let line = raw.trim();
        if depth == 0 && !line.starts_with("{{") {
            match line.is_empty() {
                true => continue,
                false => break,
            }
        }
        values += usize::from(line.starts_with('|') && line.contains('='));
        whole +=
            usize::from(depth == 0 && is_of_wiki(line) && line.chars().count() <= PRINTED_LINE);
        depth += line.matches("{{").count();
        depth = depth.checked_sub(line.matches("}}").count())?;
        // Text after the last brace is no template.
        if depth == 0 && !line.ends_with("}}") {
            break;
        }
        if depth == 0 {
            end = Some(number);
        }
    }
    let is_enough = values >= MIN_KNOWN_FIELDS || whole >= MIN_MARKED_FIELDS;
    let end = end.filter(|_| depth == 0 && is_enough)?;
    is_filled_below(text, end).then_some(end)
}

/// Finds fields whose names stand between colons: attributes of AsciiDoc below a title `= Boats`, or fields or directives of
/// reStructuredText at the start or below a title with an underline. At least [`MIN_MARKED_FIELDS`] have well-known names. The title
/// belongs to the text.
fn marked_fields(text: &str) -> Option<(u64, u64)> {
    let mut lines = (1..).zip(raw_lines(text)).take(MAX_METADATA).peekable();
    let is_blank = |line: &(u64, &str)| line.1.trim().is_empty();
    while lines.next_if(is_blank).is_some() {}
    let is_rule = |raw: &str| {
        let raw = raw.trim_end();
        raw.len() > 2
            && raw
                .bytes()
                .all(|byte| byte.is_ascii_punctuation() && byte == raw.as_bytes()[0])
    };
    let is_asciidoc = lines.peek()?.1.starts_with("= ");
    if is_asciidoc {
        lines.next();
        // Authors and a revision.
        let is_name = |line: &(u64, &str)| marked_key(line.1).is_none() && !is_blank(line);
        for _ in 0..2 {
            lines.next_if(is_name);
        }
    } else if marked_key(lines.peek()?.1).is_none() {
        lines.next_if(|(_, raw)| is_rule(raw));
        lines.next();
        lines.next_if(|(_, raw)| is_rule(raw))?;
        while lines.next_if(is_blank).is_some() {}
    }
    let (first, _) = *lines.peek()?;
    let mut last = 0;
    let mut keys: Vec<Languages> = Vec::new();
    for (number, raw) in lines {
        match marked_key(raw) {
            Some(key) => keys.push(Languages::of_words(key.split('-').chain([key]))),
            None if !keys.is_empty() && raw.starts_with([' ', '\t']) => {}
            None if raw.trim().is_empty() => break,
            None => return None,
        }
        last = number;
    }
    let known = known_in_one(keys.iter().copied());
    let is_enough = known >= MIN_MARKED_FIELDS || is_asciidoc && !keys.is_empty();
    (is_enough && is_filled_below(text, last)).then_some((first, last))
}

/// The name of a field between colons, or of a directive of reStructuredText, which a space or nothing follows.
fn marked_key(raw: &str) -> Option<&str> {
    let directive = || raw.strip_prefix(".. ")?.split_once("::");
    let field = || raw.strip_prefix(':')?.split_once(':');
    let (key, value) = directive().or_else(field)?;
    let is_name = |one: char| one.is_alphanumeric() || matches!(one, '-' | '_' | '!' | ' ' | '.');
    let is_apart = value.is_empty() || value.starts_with([' ', '\t']);
    (is_apart
        && key.starts_with(|one: char| one.is_alphanumeric() || one == '!')
        && key.len() <= 40
        && key.chars().all(is_name))
    .then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Heads of documents, and the first and last line of their metadata.
    const METADATA: &[(&str, Option<(u64, u64)>)] = &[
        ("% Boats\n% Ada North\n% May 2020\n\n", Some((1, 3))),
        (
            "#+title: Boats\n#+AUTHOR: Ada North\n\n#+OPTIONS: toc:nil\n\n",
            Some((1, 4)),
        ),
        (
            "#+title: Boats\n#+BEGIN_SRC sh :dir /tmp\ntar\n#+END_SRC\n",
            None,
        ),
        (
            ":PROPERTIES:\n:ID: 7\n:END:\n#+title: Boats\n#+filetags: :tar:\n\n",
            Some((1, 5)),
        ),
        (":properties:\n:ID: 7\n:end:\n\n", Some((1, 3))),
        (":PROPERTIES:\n:ID: 7\n\n", None),
        ("WEBVTT - Boats\nKind: captions\n\n", Some((1, 2))),
        ("WEBVTT\n00:01.000 --> 00:02.000\n", None),
        ("WEBVTTs are tarred.\n\n", None),
        (
            "[ar:Ada North]\n[ti:Boats]\n\n[00:01.20]Tar\n",
            Some((1, 2)),
        ),
        ("[ar:Ada North]\n[ti:Boats]\n\n[Tar]\n", None),
        ("[00:01.20]Tar\n", None),
        ("---\n---\n\n", Some((1, 2))),
        ("+++\n\n+++\n", Some((1, 3))),
        ("---\n# Boats\n---\n", None),
        ("---\n  \n", None),
        ("---\nHe said: tar them\nShe said: sell them\n---\n", None),
        ("---\nAda: tar them\nBob: sell them\nAda: no\n---\n", None),
        ("---\nAda: tar them\nboats: 2\n---\n", Some((1, 4))),
        ("---\ndate sold: May\ntitle: Boats\n---\n", Some((1, 4))),
        ("% Boats\n% Ada North\n\n# Tar\n\n", Some((1, 2))),
        ("% Boats.\n% Of tin.\n\n\\tar{boat}\n", None),
        ("% Boats.\n% Of tin.\n\ntar(Boat) :- tin(Boat).\n", None),
        (
            "= Boats\nAda North <ada@quay.example>\n:toc:\n:lang: en\n\n",
            Some((3, 4)),
        ),
        ("= Boats\n\n", None),
        (
            "Boats\n=====\n\n.. author:: Ada North\n.. date-tarred:: May\n.. contents::\n\n",
            Some((4, 6)),
        ),
        ("Boats\n=====\n\n.. note:: Tar\n.. image:: tin\n\n", None),
        (
            "---\ntitle: Boats\n\nauthor: Ada North\n\n--- begin\n\n",
            Some((1, 4)),
        ),
        ("---\nboats: of tin\n\nsails: none\n\n--- begin\n\n", None),
        (
            "---\nThis is a note of the yard: it is tarred.\nIt has two sentences: this one, too.\n---\n\n",
            None,
        ),
        (
            "Titel: Boote\nAutor: Ada Nord\nDatum: Mai\n\n",
            Some((1, 3)),
        ),
        (
            "\u{984c}\u{540d}\u{ff1a}\u{821f}\n\u{8457}\u{8005}\u{ff1a}\u{5317}\n\u{65e5}\u{4ed8}\u{ff1a}\u{4e94}\u{6708}\n\n",
            Some((1, 3)),
        ),
        ("Title: Boats\nData: tar\nTema: tin\n\n", None),
        (
            "Title: Boats\nAuthor: Ada\nDate: May\n\nTitle: Tar\nAuthor: Bob\nDate: June\n\n",
            None,
        ),
        (
            "From: Ada\nTo: Bob\nDate: May\n\nSubject: this is it\nTo: all\n\n",
            Some((1, 3)),
        ),
        (
            "Title: what is on the cover.\nAuthor: who wrote the book.\nDate: when was it printed?\n\n",
            None,
        ),
        (
            "Title: What is on the cover.\nAuthor: Who, J. R.\nDate: 1911\n\n",
            Some((1, 3)),
        ),
        ("#TAR# a\n#TAR# b\n\n###BOATS\n#TAR# c\n\n", Some((1, 5))),
        ("##Boats\n\n", None),
        ("###Boats\n\n#TAR#End#\n\n", Some((1, 3))),
        (
            "```\n  Title: Boats\n  Author: Ada\n  Date: May\n```\n\n",
            Some((1, 5)),
        ),
        (
            "```\nTitle: Boats\nauthor:Ada\nDate: May\n\n```\n\n",
            Some((1, 6)),
        ),
        (
            "<!DOCTYPE boats>\n<tarhead>\n<p>Tar</p>\n</tarhead>\n",
            Some((1, 4)),
        ),
        ("<!DOCTYPE html>\n<header>\n<p>Tar</p>\n</header>\n", None),
        (
            "Boats\n=====\n\n:Author: Ada North\n:Date: May\n   of 2020\n\n",
            Some((4, 6)),
        ),
        (":author: Ada North\n:date: May\n\n", Some((1, 2))),
        ("Boats\n=====\n\n:boat: of tin\n:tar: none\n\n", None),
        ("Boats\n\n:author: Ada North\n:date: May\n\n", None),
        ("---\ntitle: Boats\nauthor: Ada North\n\n", Some((1, 3))),
        ("---\nboats: of tin\nsails: none\n\n", None),
        (
            "{{Short|boats}}\n{{Boat\n| name = Tar {{tin|1}}\n| born = 1901\n| sails = 2\n}}\n",
            Some((1, 6)),
        ),
        (
            "{{Boat\n| name = Tar\n| born = 1901\n| sails = 2\n}} and so on.\n",
            None,
        ),
        (
            "**Title**: Boats\n**Author**: Ada North\n**Date**: May\n\n",
            Some((1, 3)),
        ),
        (
            "__Titel:__ Boote\n__Autor:__ Ada Nord\n__Datum:__ Mai\n\n",
            Some((1, 3)),
        ),
        (
            "title = Boats\nauthor = Ada North\ndate = May 2020\n\n",
            Some((1, 3)),
        ),
        (
            "title = 'Boats'\nauthor = 'Ada North'\ndate = may(2020)\n\n",
            None,
        ),
        ("**Boat**: tin\n**Oars**: oak\n**Sails**: none\n\n", None),
        ("标题：舟\n作者：北\n日期：五月\n\n", Some((1, 3))),
        ("{{Boat|name=Tar}}\n", None),
        ("{{Boat|name=Tar}}\n{{Date of tar}}\n", Some((1, 2))),
        ("{{boat}}\n{{ tar }}\n", None),
        (
            "<?xml version='1.0'?>\n<boats>\n<header>\n<title>Tar</title>\n</header>\n",
            Some((1, 5)),
        ),
        (
            "<TEI><teiHeader><title>Tar</title></teiHeader>\n",
            Some((1, 1)),
        ),
        ("<article>\n<header>\n<h1>Tar</h1>\n</header>\n", None),
        ("{{Boat\n| name = Tar\n| born = 1901\n| sails = 2\n", None),
    ];

    #[test]
    fn each_form_of_metadata_ends_where_its_text_starts() {
        let text = "Boats are tarred before the sun comes over the hill.\n";
        for (head, expected) in METADATA {
            assert_eq!(find(&format!("{head}{text}")), *expected, "{head}");
        }
    }
}
