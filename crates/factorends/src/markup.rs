//! Splits HTML lines into parts with balanced tags. Elements may be misnested, and the text may
//! contain any bytes.

use std::collections::BTreeSet;
use std::ops::Range;

use html::Element;
use html::elements::{Content, Set};
use html::tokens::{Kind, Piece, Scanner};

/// Elements whose tags are never part of a run, because no link may replace them, as in a page's
/// head.
const STAY: Set = Set::of(&[
    Element::BASE,
    Element::BODY,
    Element::HEAD,
    Element::HTML,
    Element::LINK,
    Element::META,
    Element::SCRIPT,
    Element::STYLE,
    Element::TITLE,
]);

/// The maximum number of rounds. Leaving out a line may leave other tags unbalanced; after the last
/// round the rest is left out, too.
const ROUNDS: usize = 8;

/// Returns the tokens of a text except character data, in order.
///
/// The text may be a part of a page that begins inside a tag. So an unterminated quotation mark in
/// a tag counts as an ordinary character.
fn pieces(text: &str) -> impl Iterator<Item = Piece> {
    let mut scanner = Scanner::of_html(text.as_bytes());
    std::iter::from_fn(move || {
        loop {
            let mut piece = scanner.next()?;
            match piece.kind {
                Kind::Text { .. } => continue,
                Kind::Start { .. } | Kind::End if piece.cut_off => {
                    let rest = &text.as_bytes()[piece.name.end..];
                    if let Some(length) = memchr::memchr(b'>', rest) {
                        let end = piece.name.end + length + 1;
                        piece.attributes.end = end - 1;
                        piece.range.end = end;
                        piece.cut_off = false;
                        scanner.go_to(end);
                    }
                }
                _ => {}
            }
            scanner.enter_named(&piece);
            return Some(piece);
        }
    })
}

/// Returns the text without tags and comments.
pub fn without_markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for piece in pieces(text) {
        out.push_str(&text[from..piece.range.start]);
        from = piece.range.end;
    }
    out + &text[from..]
}

/// The tags of some lines.
pub struct Markup {
    tags: Vec<Tag>,
    /// Whether each line, and the text after the last one, begins inside a tag or comment.
    inside: Vec<bool>,
}

struct Tag {
    name: String,
    closes: bool,
    stays: bool,
    lines: Range<usize>,
}

impl Markup {
    /// Finds the tags of `text`. Its bytes begin at `offset` in the text to which `lines` refers.
    pub fn new(text: &str, offset: usize, lines: &[Range<usize>]) -> Self {
        let line_of = |at: usize| lines.partition_point(|line| line.end <= offset + at);
        let mut inside = vec![false; lines.len() + 1];
        let mut tags = Vec::new();
        // The first line of raw text; the lines may begin inside it.
        let mut content = Some(0);
        let mut ends_in_content = false;
        for piece in pieces(text) {
            let at = line_of(piece.range.start)..line_of(piece.range.end - 1) + 1;
            inside[at.start + 1..at.end].fill(true);
            inside[at.end] |= piece.cut_off;
            let closes = match piece.kind {
                Kind::Start { closed: false } => false,
                Kind::End => true,
                _ => continue,
            };
            let name = text[piece.name.clone()].to_ascii_lowercase();
            let element = Element::known(name.as_bytes());
            let is = |of: fn(Element) -> bool| element.is_some_and(of);
            let stays = is(|element| STAY.has(element));
            if is(|element| element.content() != Content::Markup) {
                // The content of an element that is left out is left out, too.
                if closes
                    && let Some(from) = content
                    && stays
                {
                    inside[from..at.end].fill(true);
                }
                content = (!closes).then_some(at.start + 1);
                ends_in_content = stays && !closes;
            }
            if stays || !is(Element::may_stand_alone) {
                tags.push(Tag {
                    name,
                    closes,
                    stays,
                    lines: at,
                });
            }
        }
        if let Some(from) = content
            && ends_in_content
        {
            inside[from..].fill(true);
        }
        Markup { tags, inside }
    }

    /// Returns the parts of a range of lines with balanced tags.
    pub fn balanced(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let mut open = vec![range];
        let mut done = Vec::new();
        for _ in 0..ROUNDS {
            let mut next = Vec::new();
            for mut piece in std::mem::take(&mut open) {
                while piece.start < piece.end && self.inside[piece.start] {
                    piece.start += 1;
                }
                while piece.start < piece.end && self.inside[piece.end] {
                    piece.end -= 1;
                }
                let unbalanced = self.unbalanced(&piece);
                if unbalanced.is_empty() {
                    done.push(piece);
                    continue;
                }
                let mut from = piece.start;
                for line in unbalanced {
                    next.push(from..line);
                    from = line + 1;
                }
                next.push(from..piece.end);
            }
            open = next;
            open.retain(|piece| !piece.is_empty());
        }
        done.retain(|piece| !piece.is_empty());
        done.sort_by_key(|piece| piece.start);
        done
    }

    /// Returns the lines with unbalanced tags, or with tags that are always left out.
    fn unbalanced(&self, piece: &Range<usize>) -> BTreeSet<usize> {
        let first = self
            .tags
            .partition_point(|tag| tag.lines.start < piece.start);
        let mut stack: Vec<&Tag> = Vec::new();
        let mut alone: Vec<&Tag> = Vec::new();
        for tag in &self.tags[first..] {
            if tag.lines.start >= piece.end {
                break;
            }
            if tag.stays {
                alone.push(tag);
            } else if !tag.closes {
                stack.push(tag);
            } else if stack.last().is_some_and(|open| open.name == tag.name) {
                stack.pop();
            } else {
                alone.push(tag);
            }
        }
        stack
            .iter()
            .chain(&alone)
            .flat_map(|tag| tag.lines.clone())
            .filter(|line| piece.contains(line))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn text_is_left_without_tags() {
        let html = "a<b class='>'>c</b><!-- <i> --> d < e <br/><script>x<y</script>.";
        assert_eq!(without_markup(html), "ac d < e x<y.");
        assert_eq!(without_markup("a<b class=\"x>y"), "ay");
        assert_eq!(without_markup("a<!-- b"), "a");
    }

    fn balanced(lines: &[&str]) -> Vec<(usize, usize)> {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let mut ranges = Vec::new();
        let mut from = 0;
        for line in text.split_inclusive('\n') {
            ranges.push(from..from + line.len());
            from += line.len();
        }
        let parts = Markup::new(&text, 0, &ranges).balanced(0..lines.len());
        parts.iter().map(|part| (part.start, part.end)).collect()
    }

    #[test]
    fn parts_are_balanced() {
        assert_eq!(balanced(&["<div>", "x<br>", "</DIV>"]), [(0, 3)]);
        assert_eq!(balanced(&["<pre>", "x", "y"]), [(1, 3)]);
        assert_eq!(
            balanced(&["x", "</div>", "<b>y</b>", "<i>"]),
            [(0, 1), (2, 3)]
        );
        assert_eq!(
            balanced(&["x", "</b><i>", "y", "</i>", "z"]),
            [(0, 1), (2, 3), (4, 5)]
        );
        assert_eq!(balanced(&["x", "<a", "href=y"]), [(0, 1)]);
        assert_eq!(balanced(&["<a", "href=y>z</a>", "z"]), [(0, 3)]);
        assert_eq!(balanced(&["x", "<script>", "y", "z"]), [(0, 1)]);
        assert_eq!(balanced(&["x", "y", "</style>", "z"]), [(3, 4)]);
        assert_eq!(balanced(&["<textarea>x", "</textarea>", "y"]), [(0, 3)]);
        let head = [
            "<head>",
            "<style>",
            "p { x }",
            "</style>",
            "</head><body>",
            "z",
        ];
        assert_eq!(balanced(&head), [(5, 6)]);
    }

    proptest! {
        #[test]
        fn any_text_has_parts(lines in proptest::collection::vec("[<>/!\"' abé-]{0,12}|</?(div|b|p|script)>|<!--|-->", 0..12)) {
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            let parts = balanced(&lines);
            prop_assert!(parts.iter().all(|part| part.0 < part.1 && part.1 <= lines.len()));
            prop_assert!(parts.is_sorted_by(|a, b| a.1 <= b.0));
            without_markup(&lines.concat());
        }
    }
}
