//! Endings of prose that say by their form that they are not part of the text: the signature and the footer of a mail, a
//! last section or paragraph on rights, the colophon of a Japanese e-book, the end tags of a page.
//!
//! They are floors (see [`crate::floor`]): they count if the model finds no epilogue, or is unsure of it.

use crate::Rule;
use crate::constants::{
    CONFIDENCE_DOUBTFUL, CONFIDENCE_LICENCE, CONFIDENCE_MARKER, CONFIDENCE_METADATA, MAX_COLOPHON,
    MAX_MAIL_ENDING, MAX_RIGHTS_PARAGRAPH, MAX_RIGHTS_SECTION, MAX_SHORT_SECTION,
    MIN_COMMON_FIELDS, MIN_MAIL_RULE,
};
use crate::floor::Floor;
use crate::heading::heading;
use crate::japanese::is_colophon;
use crate::rights;

/// Finds the ending of a mail, a colophon or a last paragraph on rights. `inwards` are its lines with their numbers, the last first.
pub fn find<'a>(inwards: impl Iterator<Item = (u64, &'a str)>) -> Option<Floor> {
    let last: Vec<(u64, &str)> = inwards.take(MAX_COLOPHON).collect();
    let colophon = || last.iter().rfind(|(_, raw)| is_colophon(raw));
    let marked = mail_ending(&last).or_else(|| colophon().map(|(line, _)| *line));
    let rights = || rights_paragraph(&last);
    marked
        .map(|line| Floor::at(line, Rule::Marker, CONFIDENCE_MARKER))
        .or_else(|| rights().map(|line| Floor::at(line, Rule::Licence, CONFIDENCE_LICENCE)))
}

/// Finds the separator of a signature (RFC 3676, section 4.3), or the rule above the footer of a mailing list, which has
/// an address.
fn mail_ending(last: &[(u64, &str)]) -> Option<u64> {
    let mut has_address = false;
    let mut found = None;
    for (number, raw) in last.iter().take(MAX_MAIL_ENDING) {
        let line = raw.trim_end_matches('\r');
        let is_rule = line.len() >= MIN_MAIL_RULE && line.bytes().all(|byte| byte == b'_');
        if line == "-- " || is_rule && has_address {
            found = Some(*number);
        }
        has_address |= line.contains('@') || line.contains("://");
    }
    found
}

/// Finds the last paragraph, if it begins with a notice of copyright and says what others may do.
fn rights_paragraph(last: &[(u64, &str)]) -> Option<u64> {
    let is_blank = |(_, raw): &(u64, &str)| raw.trim().is_empty();
    let mut blocks = last.split(is_blank);
    let paragraph = blocks.find(|block| !block.is_empty())?;
    let (number, first) = *paragraph.last()?;
    let lines = paragraph.iter().rev().map(|(_, raw)| raw.to_lowercase());
    let text = lines.collect::<Vec<_>>().join("\n");
    let first = first
        .trim_start_matches(|one: char| one.is_whitespace() || one == '*' || one == '_')
        .to_lowercase();
    let is_notice =
        rights::begins_notice(&first) && text.contains(|one: char| one.is_ascii_digit());
    let is_shared = || text.contains("licensed under a creative commons");
    let is_short = paragraph.len() <= MAX_RIGHTS_PARAGRAPH;
    (is_short && (is_notice && rights::are_granted(&text) || is_shared())).then_some(number)
}

/// Finds the closing sections on rights in Markdown, AsciiDoc, MediaWiki, reStructuredText, POD or LaTeX. The title of the first names rights. The
/// sections behind it are within it, or speak of a licence. `inwards` are the lines of the document with their numbers,
/// the last first.
pub fn section<'a>(inwards: impl Iterator<Item = (u64, &'a str)>) -> Option<Floor> {
    let last: Vec<(u64, &str)> = inwards.take(MAX_RIGHTS_SECTION).collect();
    let mut below = "";
    let (mut found, mut level, mut is_on_licence) = (None, usize::MAX, false);
    for (at, (_, raw)) in last.iter().enumerate() {
        match heading(raw, below) {
            Some((of, title)) if rights::is_title(title) && of < level => found = Some(at),
            Some(_) if found.is_some() => break,
            Some((of, _)) if !is_on_licence => level = level.min(of),
            Some(_) => is_on_licence = false,
            None => is_on_licence |= raw.contains("licen"),
        }
        below = raw;
    }
    let found = found.filter(|at| is_on_rights(&last[..*at]))?;
    Some(Floor::at(last[found].0, Rule::Licence, CONFIDENCE_LICENCE))
}

/// Whether a section is short, or half of its words are in paragraphs that speak of rights. A chapter of a book may be on licences.
fn is_on_rights(section: &[(u64, &str)]) -> bool {
    let (mut all, mut on_rights) = (0, 0);
    for paragraph in section.split(|(_, raw)| raw.trim().is_empty()) {
        let lines = || paragraph.iter().map(|(_, raw)| *raw);
        let words = lines()
            .map(|raw| raw.split_whitespace().count())
            .sum::<usize>();
        all += words;
        let speaks = lines().any(rights::is_of_notice);
        on_rights += usize::from(speaks) * words;
    }
    all <= MAX_SHORT_SECTION || 2 * on_rights >= all
}

/// Finds the directive of metadata at the end of a text in reStructuredText, or the categories at the end of a page of MediaWiki.
pub fn metadata<'a>(inwards: impl Iterator<Item = (u64, &'a str)>) -> Option<Floor> {
    let last: Vec<(u64, &str)> = inwards.take(MAX_MAIL_ENDING).collect();
    let is_inside = |raw: &str| raw.is_empty() || raw.starts_with([' ', '\t']);
    let mut others = last.iter().skip_while(|(_, raw)| is_inside(raw));
    let is_directive = |(_, raw): &&(u64, &str)| raw.trim_end() == ".. meta::";
    // Categories of MediaWiki have a name before a colon.
    let is_category = |(_, raw): &&(u64, &str)| {
        let inside = raw
            .trim()
            .strip_prefix("[[")
            .and_then(|raw| raw.strip_suffix("]]"));
        let name = inside.and_then(|inside| inside.split_once(':'));
        // In Vietnamese the prefix has two words, and in Thai it has signs of tones.
        let is_prefix = |name: &str| {
            let mut signs = name.chars();
            signs.all(|one| one.is_alphabetic() || one == ' ' || !one.is_ascii())
                && name.split(' ').count() < MIN_COMMON_FIELDS
        };
        raw.trim().is_empty() || name.is_some_and(|(name, _)| is_prefix(name))
    };
    let mut rest = last.iter().peekable();
    let mut first = None;
    while let Some(one) = rest.next_if(is_category) {
        first = Some(one)
            .filter(|(_, raw)| !raw.trim().is_empty())
            .or(first);
    }
    // A template right above the categories sorts the page, or names its licence.
    let is_template =
        |(_, raw): &&(u64, &str)| raw.starts_with("{{") && raw.trim_end().ends_with("}}");
    while let Some(one) = rest.next_if(|one| first.is_some() && is_template(one)) {
        first = Some(one);
    }
    let (line, _) = others.next().filter(is_directive).or(first)?;
    Some(Floor::at(*line, Rule::Metadata, CONFIDENCE_METADATA))
}

/// Finds a last line of nothing but links in Markdown to other pages: at least two, or one with an arrow. The text above it may end
/// with a notice, so the bound is doubtful.
pub fn bar<'a>(inwards: impl Iterator<Item = (u64, &'a str)>) -> Option<Floor> {
    let mut filled = inwards.skip_while(|(_, raw)| raw.trim().is_empty());
    let (line, raw) = filled.next()?;
    let is_apart = filled
        .next()
        .is_some_and(|(_, above)| above.trim().is_empty());
    let (mut links, mut has_arrow, mut rest) = (0, false, raw.trim());
    while let Some(at) = rest.find('[') {
        let (title, target) = rest[at + 1..].split_once("](")?;
        if rest[..at].contains(char::is_alphanumeric) {
            return None;
        }
        has_arrow |= ["<<", ">>", "«", "»", "←", "→", "⇐", "⇒"]
            .iter()
            .any(|arrow| title.contains(arrow));
        links += 1;
        rest = target.split_once(')')?.1;
    }
    let is_bar = is_apart && !rest.contains(char::is_alphanumeric) && (links > 1 || has_arrow);
    is_bar.then(|| Floor::at(line, Rule::Marker, CONFIDENCE_DOUBTFUL))
}

/// Finds the last lines of a page of HTML that hold only end tags. `inwards` are the lines of the document with their
/// numbers, the last first. The text above them may end with a notice, so the bound is doubtful.
pub fn end_tags<'a>(inwards: impl Iterator<Item = (u64, &'a str)>) -> Option<Floor> {
    let is_end = |raw: &str| {
        let tags = raw.trim().strip_suffix('>').unwrap_or_default();
        let mut tags = tags.split('>').map(str::trim_start);
        tags.all(|tag| tag.starts_with("</") && !tag[2..].contains('<'))
    };
    let filled = inwards.filter(|(_, raw)| !raw.trim().is_empty());
    let (line, _) = filled.take_while(|(_, raw)| is_end(raw)).last()?;
    Some(Floor::at(line, Rule::Metadata, CONFIDENCE_DOUBTFUL))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(ending: &str) -> Option<(u64, Rule)> {
        let text = format!("The ferryman tars his boats.\n\n{ending}");
        let lines: Vec<(u64, &str)> = (1..).zip(text.lines()).collect();
        find(lines.into_iter().rev()).map(|floor| (floor.line, floor.rule))
    }

    #[test]
    fn endings_of_mail() {
        let footer = format!(
            "{}\nBoats mailing list\nboats@quay.example\n",
            "_".repeat(47)
        );
        assert_eq!(found("-- \nAda North\n"), Some((3, Rule::Marker)));
        assert_eq!(found(&footer), Some((3, Rule::Marker)));
        assert_eq!(
            found(&format!("-- \nAda North\n{footer}")),
            Some((3, Rule::Marker))
        );
        assert_eq!(found("--\nAda North\n"), None, "a rule of dashes");
        assert_eq!(found(&format!("{}\nThe end\n", "_".repeat(47))), None);
        let long = "He tars.\n".repeat(MAX_MAIL_ENDING);
        assert_eq!(found(&format!("-- \n{long}")), None);
    }

    #[test]
    fn bars_of_links() {
        let found = |ending: &str| {
            let text = format!("The ferryman tars his boats.\n\n{ending}\n");
            let lines: Vec<(u64, &str)> = (1..).zip(text.lines()).collect();
            bar(lines.into_iter().rev()).map(|floor| floor.line)
        };
        assert_eq!(found("[Boats](a.md) | [Tar](b.md)\n"), Some(3));
        assert_eq!(found("[<< Boats](a.md)"), Some(3));
        for text in [
            "[Boats](a.md)",
            "[Boats](a.md) and [tar](b.md)",
            "[Boats](a.md), [tar](b.md) and so on",
            "[![Boats](a.svg)](b.md) [![Tar](c.svg)](d.md)",
            "Of tin\n[Boats](a.md) | [Tar](b.md)",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn metadata_at_the_end() {
        let found = |ending: &str| {
            let text = format!("The ferryman tars his boats.\n\n{ending}");
            let lines: Vec<(u64, &str)> = (1..).zip(text.lines()).collect();
            metadata(lines.into_iter().rev()).map(|floor| floor.line)
        };
        assert_eq!(
            found(".. meta::\n   :title: Boats\n\n   :tar: 2\n"),
            Some(3)
        );
        assert_eq!(found("[[Category:Boats]]\n\n[[Kategorie:Tar]]\n"), Some(3));
        for prefix in [
            "Th\u{1ec3} lo\u{1ea1}i",
            "\u{e2b}\u{e21}\u{e27}\u{e14}\u{e2b}\u{e21}\u{e39}\u{e48}",
            "\u{bd84}\u{b958}",
        ] {
            assert_eq!(found(&format!("[[{prefix}:Boats]]\n")), Some(3), "{prefix}");
        }
        assert_eq!(found("[[The boats of tin: a tale]]\n"), None);
        assert_eq!(found("{{PD-old}}\n[[Category:Boats]]\n"), Some(3));
        assert_eq!(found("{{PD-old}}\n"), None);
        assert_eq!(found("See [[Category:Boats]]\n"), None);
        assert_eq!(found("[[Boats]]\n"), None);
    }

    #[test]
    fn a_colophon_begins_with_the_printed_source() {
        let colophon =
            "底本：「舟」港書房\n　　　1950（昭和25）年1月1日発行\n底本の親本：「川」\n入力：北\n";
        assert_eq!(found(colophon), Some((3, Rule::Marker)));
        assert_eq!(found("底本を直した。\n"), None);
    }

    #[test]
    fn a_last_paragraph_on_rights() {
        let rights = Some((3, Rule::Licence));
        assert_eq!(
            found("Copyright 2019 Ada North.\nAll rights reserved.\n\n"),
            rights
        );
        assert_eq!(found("*© 2019 Ada North, licensed as CC BY*\n"), rights);
        assert_eq!(
            found("This text is licensed under a Creative Commons licence.\n"),
            rights
        );
        assert_eq!(found("Copyright was unknown then. He tars.\n"), None);
        assert_eq!(
            found("Copyright 2019 Ada North\n"),
            None,
            "nothing is granted"
        );
        let long = "He tars.\n".repeat(MAX_RIGHTS_PARAGRAPH);
        assert_eq!(
            found(&format!("Copyright 2019. All rights reserved.\n{long}")),
            None
        );
    }
}
