//! Metadata below the title of a text in Markdown: who wrote it and when, its status, where it was discussed. It has no
//! fences. Its fields are lines of a list, rows of a table, or paragraphs of their own.

use linenorm::raw_lines;

use crate::best::comments::markdown_level;
use crate::constants::{
    MAX_BLOCKS_BELOW_TITLE, MAX_BRIEF_WORDS, MAX_KEY_WORDS, MAX_METADATA, MAX_PERSONS,
    MIN_KNOWN_FIELDS, MIN_MARKED_FIELDS,
};
use crate::field_names::{Languages, known_in_one};

/// Names of fields on the making of a text, in the singular.
const MAKING: [&str; 22] = [
    "approver",
    "author",
    "champion",
    "contributor",
    "created",
    "discussion",
    "editor",
    "implementation",
    "implemented",
    "issue",
    "maintainer",
    "owner",
    "pm",
    "pr",
    "proposal",
    "reviewer",
    "shepherd",
    "state",
    "status",
    "ticket",
    "tracking",
    "updated",
];

/// Names of fields that one document alone shows to be metadata: a person made it.
const PERSONS: [&str; 4] = ["author", "owner", "editor", "champion"];

/// Names of fields whose values are text.
const TEXTS: [&str; 2] = ["abstract", "description"];

/// The line above and below an example of code, which may hold fields.
const FENCE: &str = "```";

/// Consecutive lines that are not blank, or lines between fences.
struct Block<'t> {
    first: u64,
    lines: Vec<&'t str>,
}

impl Block<'_> {
    fn last(&self) -> u64 {
        self.first + self.lines.len() as u64 - 1
    }
}

/// What a block may be.
enum Kind {
    /// Fields with these keys. The value of the last may be in the next block.
    Fields {
        keys: Vec<String>,
        is_open: bool,
    },
    /// The value of the field before.
    Value,
    /// Names, a date: a few words that are not a sentence.
    Brief,
    Text,
}

/// The blocks below a title, up to the next heading.
struct Below<'t> {
    has_title: bool,
    blocks: Vec<Block<'t>>,
    /// Whether a heading follows the blocks.
    is_whole: bool,
}

/// Finds the first and the last line of the fields.
pub fn find(text: &str) -> Option<(u64, u64)> {
    let below = Below::of(text)?;
    let mut keys: Vec<String> = Vec::new();
    let (mut end, mut briefs, mut is_open) = (None, 0, false);
    for (at, block) in below.blocks.iter().enumerate() {
        match kind(&block.lines, is_open) {
            Kind::Fields {
                keys: of_block,
                is_open: opens,
            } => {
                keys.extend(of_block);
                (is_open, briefs) = (opens, 0);
                if keys.iter().any(|key| languages(key).is_any()) {
                    end = Some(at);
                }
            }
            Kind::Value => (end, is_open) = (end.map(|_| at), false),
            Kind::Brief if briefs < MIN_MARKED_FIELDS => (briefs, is_open) = (briefs + 1, false),
            Kind::Brief | Kind::Text => break,
        }
    }
    // Nothing else is between the fields and the next heading.
    let ends_with_brief =
        end.is_some_and(|end| end + 1 + briefs == below.blocks.len() && below.is_whole);
    if ends_with_brief {
        end = end.map(|end| end + briefs);
    }
    keys.sort();
    keys.dedup();
    let known = known(&keys);
    let end = end?;
    let is_whole = below.is_whole && end + 1 == below.blocks.len();
    let is_enough = match below.has_title {
        true => {
            let is_one_of = |names: &[&str]| keys.iter().any(|key| has_word(key, names));
            known >= MIN_MARKED_FIELDS || is_one_of(&PERSONS) || is_whole && is_one_of(&MAKING)
        }
        false => known >= MIN_MARKED_FIELDS && keys.len() >= MIN_KNOWN_FIELDS && end == 0,
    };
    let last = below.blocks[end].last();
    let mut rest = raw_lines(text).skip(last as usize);
    let has_body = rest.any(|raw| raw.contains(char::is_alphabetic));
    (is_enough && has_body).then_some((below.blocks[0].first, last))
}

/// Whether the first block below a title is not text, so that it may be metadata.
pub fn is_doubtful(text: &str) -> bool {
    let below = Below::of(text).filter(|below| below.has_title);
    let first = below.and_then(|below| below.blocks.into_iter().next());
    first.is_some_and(|block| !matches!(kind(&block.lines, false), Kind::Text))
}

impl<'t> Below<'t> {
    /// Reads the blocks below the title, or from the beginning if it is a list.
    fn of(text: &'t str) -> Option<Self> {
        let mut lines = (1..).zip(raw_lines(text)).take(MAX_METADATA).peekable();
        while lines.next_if(|(_, raw)| raw.trim().is_empty()).is_some() {}
        let (_, first) = *lines.peek()?;
        let has_title = if markdown_level(first).is_some() {
            lines.next();
            true
        } else {
            let below = lines.clone().nth(1);
            let is_title = below.is_some_and(|(_, raw)| is_rule(raw)) && !is_item(first);
            if is_title {
                lines.nth(1);
            }
            is_title
        };
        if !has_title && !is_item(first) {
            return None;
        }
        let mut below = Below {
            has_title,
            blocks: Vec::new(),
            is_whole: false,
        };
        let mut is_inside = false;
        while let Some((number, raw)) = lines.next() {
            let is_blank = raw.trim().is_empty();
            let is_heading = markdown_level(raw).is_some()
                || !is_blank && !is_item(raw) && lines.peek().is_some_and(|(_, raw)| is_rule(raw));
            if raw.starts_with(FENCE) && below.blocks.is_empty() {
                let mut fenced = vec![raw];
                for (_, raw) in lines.by_ref() {
                    fenced.push(raw);
                    if raw.starts_with(FENCE) {
                        break;
                    }
                }
                below.blocks.push(Block {
                    first: number,
                    lines: fenced,
                });
                continue;
            }
            let mut next = lines.clone().map(|(_, raw)| raw);
            let mut opens_fence = || {
                next.find(|raw| !raw.trim().is_empty())
                    .is_some_and(|raw| raw.starts_with(FENCE))
            };
            if is_heading && below.blocks.is_empty() && opens_fence() {
                continue;
            }
            if is_heading || raw.starts_with(FENCE) {
                below.is_whole = is_heading;
                break;
            }
            match is_blank {
                true if is_open_table(&below.blocks) => {}
                true => is_inside = false,
                false if is_inside => below.blocks.last_mut()?.lines.push(raw),
                false if below.blocks.len() == MAX_BLOCKS_BELOW_TITLE => break,
                false => {
                    let lines = vec![raw];
                    below.blocks.push(Block {
                        first: number,
                        lines,
                    });
                    is_inside = true;
                }
            }
        }
        Some(below)
    }
}

/// Whether the last block is a table of HTML without its end.
fn is_open_table(blocks: &[Block]) -> bool {
    let last = blocks
        .last()
        .filter(|last| last.lines[0].starts_with("<table"));
    last.is_some_and(|last| !last.lines.iter().any(|raw| raw.contains("</table>")))
}

/// Whether a line underlines a title.
fn is_rule(raw: &str) -> bool {
    let raw = raw.trim_end();
    raw.len() > 1 && (raw.bytes().all(|byte| byte == b'=') || raw.bytes().all(|byte| byte == b'-'))
}

fn is_item(raw: &str) -> bool {
    raw.starts_with("- ") || raw.starts_with("* ")
}

/// Returns the kind of a block. `is_open` says that a field before it has no value yet.
fn kind(lines: &[&str], is_open: bool) -> Kind {
    let is_table = lines.iter().all(|raw| raw.starts_with('|'))
        || lines[0].starts_with("<table") && lines[lines.len() - 1].trim_end() == "</table>";
    let is_list = is_item(lines[0].trim_start());
    if is_open && (is_table || is_list && field(lines[0]).is_none()) {
        return Kind::Value;
    }
    if is_table {
        let keys: Vec<String> = lines.iter().filter_map(|raw| first_cell(raw)).collect();
        return fields_or_text(keys, MIN_MARKED_FIELDS);
    }
    if let [first, inside @ .., last] = lines
        && first.starts_with(FENCE)
    {
        let keys = inside.iter().filter_map(|raw| field(raw));
        let keys: Vec<String> = keys.map(|(key, _)| key).collect();
        return match last.starts_with(FENCE) {
            true => fields_or_text(keys, MIN_KNOWN_FIELDS),
            false => Kind::Text,
        };
    }
    let (mut keys, mut others, mut is_open) = (Vec::new(), 0, false);
    for raw in lines {
        match field(raw) {
            // A long value continues on indented lines, or is a list.
            _ if !keys.is_empty() && raw.starts_with([' ', '\t']) => is_open = false,
            None if is_open && is_item(raw) => {}
            Some((key, is_empty)) => {
                keys.push(key);
                is_open = is_empty;
            }
            None => others += 1,
        }
    }
    // There may be many persons.
    let is_person = keys.first().is_some_and(|key| has_word(key, &PERSONS));
    if field(lines[0]).is_some() && (others <= keys.len() || is_person && others <= MAX_PERSONS) {
        return Kind::Fields { keys, is_open };
    }
    let is_comment = lines[0].starts_with("<!--") && lines[lines.len() - 1].ends_with("-->");
    let is_brief = lines.len() <= MIN_MARKED_FIELDS && lines.iter().all(|raw| is_brief(raw));
    match is_brief || is_comment {
        true => Kind::Brief,
        false => Kind::Text,
    }
}

/// Fields with these keys if at least `least` of them are known, else text.
fn fields_or_text(keys: Vec<String>, least: usize) -> Kind {
    match known(&keys) >= least {
        true => Kind::Fields {
            keys,
            is_open: false,
        },
        false => Kind::Text,
    }
}

/// The number of keys that name fields of metadata in one language.
fn known(keys: &[String]) -> usize {
    known_in_one(keys.iter().map(|key| languages(key)))
}

/// Returns the key of a field, and whether its value is empty: `Author: Ada North`, `**Author** Ada North`, or a few
/// words before a link.
fn field(raw: &str) -> Option<(String, bool)> {
    let text = raw.trim();
    let text = text.strip_prefix("- ").or(text.strip_prefix("* "));
    let text = text.unwrap_or(raw.trim());
    let bold = || {
        let (key, rest) = text.strip_prefix("**")?.split_once("**")?;
        // The value may be in bold, too.
        let (key, value) = key.split_once(": ").unwrap_or((key, rest));
        Some((key.to_owned(), value.trim_start_matches(':').to_owned()))
    };
    let plain = || {
        let text = text.replace(['*', '_'], "");
        let (key, value) = text.split_once(':')?;
        let is_apart = value.is_empty() || value.starts_with([' ', '\t']);
        is_apart.then(|| (key.to_owned(), value.to_owned()))
    };
    let link = || {
        let link = ["http://", "https://", "["]
            .iter()
            .filter_map(|sign| text.find(sign));
        let (key, value) = text.split_at(link.min()?);
        let is_link = value.contains("://") && value.split(' ').count() <= MAX_KEY_WORDS;
        is_link.then(|| (key.to_owned(), value.to_owned()))
    };
    let (key, value) = bold().or_else(plain).or_else(link)?;
    let key = key.trim_matches([':', ' ', '<']).to_lowercase();
    let words = key.split_whitespace().count();
    let is_letter = |one: char| one.is_alphanumeric() || " -/.()&".contains(one);
    let is_key = key.starts_with(char::is_alphabetic)
        && words <= MAX_KEY_WORDS + 1
        && key.chars().all(is_letter);
    is_key.then(|| (key, value.trim().is_empty()))
}

/// Returns the text of the first cell of a table's row, in lower case.
fn first_cell(row: &str) -> Option<String> {
    let cell = match row.strip_prefix('|') {
        Some(cells) => cells.split('|').next()?,
        None => row.split("</t").next()?.rsplit('>').next()?,
    };
    let cell = cell.trim_matches(['*', ' ', ':']).to_lowercase();
    (!cell.is_empty()).then_some(cell)
}

/// The languages in which a key names a field of metadata.
fn languages(key: &str) -> Languages {
    if TEXTS.contains(&key) {
        return Languages::NONE;
    }
    let is_english = has_word(key, &MAKING) || words(key).any(|word| word == "name");
    let found = Languages::of_words(words(key));
    found.with_english(is_english)
}

fn has_word(key: &str, names: &[&str]) -> bool {
    words(key).any(|word| names.contains(&word.trim_end_matches('s')) || names.contains(&word))
}

fn words(key: &str) -> impl Iterator<Item = &str> {
    key.split([' ', '-', '/', '('])
        .filter(|word| !word.is_empty())
}

/// Whether a line has a few words that are not a sentence, or is emphasised.
fn is_brief(raw: &str) -> bool {
    let text = raw.trim().trim_end_matches('\\').trim_end();
    let is_emphasised = text.len() > 2 && text.starts_with('_') && text.ends_with('_');
    let is_named = text.starts_with(|one: char| one.is_alphanumeric() || "@_*[".contains(one));
    let is_sentence = text.ends_with(['.', ':', '?', '!', ',', ';']);
    is_emphasised || is_named && !is_sentence && text.split(' ').count() <= MAX_BRIEF_WORDS
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Heads of documents, and the first and last line of their fields.
    const FIELDS: &[(&str, Option<(u64, u64)>)] = &[
        // Paragraphs of one field each, with names and links between.
        (
            "# Tar\n\nAuthor: Ada North\n\nLast updated: May 2020\n\nDiscussed at https://tar.example/1.\n\n## Tin\n\n",
            Some((3, 7)),
        ),
        (
            "# Tar\n\nAda North\n\nLast updated: May 2020\n\nDiscussion at [tar](https://tar.example/1)\n\n",
            Some((3, 7)),
        ),
        (
            "# Tar\n\nAda North \\\nMay 2020\n\nEarlier discussion at https://tar.example/1\n\nProposal at https://tar.example/2\n\n",
            Some((3, 8)),
        ),
        (
            "# Tar\n\nAuthor(s): Ada North, Bob South and many others\nof Quaymouth\n\n",
            Some((3, 4)),
        ),
        (
            "# Tar\n\n**Owner** [Ada North](https://quay.example)\n\n",
            Some((3, 3)),
        ),
        (
            "# Tar\n\n*Author*: Ada North\n\n- Status: tarred\n\n",
            Some((3, 5)),
        ),
        (
            "# Tar\n\nAuthor: Ada North\n\nVersion 2 (May)\n\n## Tin\n\n",
            Some((3, 5)),
        ),
        (
            "# Tar\n\nAuthor: Ada North\n\nVersion 2 (May)\n\n",
            Some((3, 3)),
        ),
        // One field about the making is enough if nothing else is between the headings.
        (
            "# Tar\n\nDiscussion at https://tar.example/1\n\n## Tin\n\n",
            Some((3, 3)),
        ),
        ("# Tar\n\nDiscussion at https://tar.example/1\n\n", None),
        ("# Tar\n\nTin: two\n\nWood: none\n\n## Tin\n\n", None),
        ("# Tar\n\nDescription: it tars\n\n## Tin\n\n", None),
        (
            "# Tar\n\nStatus: the boats of the ferryman are tarred\nbefore the sun comes over the hill, and\nthey are sailed again.\n\n",
            None,
        ),
        (
            "# Tar\n\n**Boat: of tin**\n**Status:** tarred\n**Authors:** Ada North\n\n",
            Some((3, 5)),
        ),
        (
            "# Tar\n\n**Status:** tarred\n\n<!--\nOr untarred.\n-->\n\n**Updated:** May\n\n",
            Some((3, 9)),
        ),
        (
            "# Tar\n\n[!INCLUDE[About](tar.md)]\n\nStatus: tarred\n\n## Tin\n\n",
            Some((3, 5)),
        ),
        // Lists, with or without an underlined title. The value may be a list.
        (
            "Tar\n----\n* Author(s): Ada North\n* Status: tarred\n\n",
            Some((3, 4)),
        ),
        (
            "# Tar\n\nAuthors:\n\n- Ada North\n- Bob South\n\n",
            Some((3, 6)),
        ),
        (
            "# Tar\n\n* **Owners:**\n  * [@ada](https://quay.example)\n  * Bob South\n\n* **Status:** tarred\n\n",
            Some((3, 7)),
        ),
        (
            "- Boat name: tar\n- Start date: May\n- Yard: none\n\n",
            Some((1, 3)),
        ),
        (
            "# Tar\n\n* Boat: [1](a.md)\n* **Author**: Ada\n[North](b.md)\n- Status: tarred\n\n",
            Some((3, 6)),
        ),
        ("- Tin: two\n- Tar: one\n- Wood: none\n\n", None),
        ("- Author: Ada\n- Date: May\n- Author: Ada\n\n", None),
        (
            "## About\n\n```\nTitle: Tar\nAuthor: Ada North\nStatus: tarred\n```\n\n## Tin\n\n",
            Some((3, 7)),
        ),
        (
            "# Tar\n\n```\ntar(boats)\nsail(boats)\n```\n\n## Tin\n\n",
            None,
        ),
        // Tables.
        (
            "# Tar\n\n<table>\n<tr><td> Title </td><td> Tar </td></tr>\n<tr><td>Status</td><td> Draft</td></tr>\n</table>\n\n",
            Some((3, 6)),
        ),
        (
            "# Tar\n\n| Item | Value |\n|---|---|\n| **Title** | Tar |\n| Status | Draft |\n\n",
            Some((3, 6)),
        ),
        ("# Tar\n\n| Boat | Yard |\n|---|---|\n| 1 | 2 |\n\n", None),
    ];

    #[test]
    fn fields_below_a_title_end_where_the_text_starts() {
        let text = "Boats are tarred before the sun comes over the hill.\n";
        for (head, expected) in FIELDS {
            assert_eq!(find(&format!("{head}{text}")), *expected, "{head}");
        }
        assert_eq!(
            find("# Tar\n\nAuthor: Ada North\n"),
            None,
            "no text follows"
        );
    }

    #[test]
    fn a_few_words_below_a_title_may_be_metadata() {
        assert!(is_doubtful("# Tar\n\nAda North\n\nThe boats are tarred.\n"));
        assert!(!is_doubtful("# Tar\n\nThe boats are tarred.\n"));
        assert!(!is_doubtful("Tar\n\nAda North\n\nThe boats are tarred.\n"));
    }
}
