//! Text that a page has only in data: in JSON-LD (`articleBody`, `text`, the description of a product) and in `srcdoc`
//! of frames.
//!
//! Scripts fetch the visible text of such a page later. [`Hidden::instead_of`] decides whether the data replace the
//! visible text.

use hashbrown::{HashMap, HashSet};
use xxhash_rust::xxh3::xxh3_64;

use crate::constants::{MIN_HALVES, MIN_LETTERS};
use crate::declared::{DESCRIBED, Hidden, is_subject};
use crate::linked::{self, Node};
use crate::segment::{Page, Rules};
use html::escape::escape;

/// The source of text that is not the visible text of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// JSON-LD.
    JsonLd,
    /// The document in the attribute `srcdoc` of a frame.
    Frame,
    /// A document without markup, which is kept whole.
    PlainText,
}

impl Source {
    /// Returns its name in records.
    pub fn as_str(self) -> &'static str {
        match self {
            Source::JsonLd => "json-ld",
            Source::Frame => "srcdoc",
            Source::PlainText => "plain-text",
        }
    }
}

/// Further fields for objects that the page is not about.
const ASIDE: [&str; 4] = ["isSimilarTo", "publisher", "review", "reviews"];

/// The text of one source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Text {
    html: String,
    /// The same text without markup.
    plain: String,
}

impl Hidden {
    /// Returns the data as HTML, with their source and the share of their text that is not visible, if they are the
    /// main content. That share must be more than half, and the data must be at least 1.5 times as long as the kept
    /// text. If nothing is visible, any text will do. At least half of the text that is surely main content (`sure`) must be in
    /// the data, as it is if the page shows the beginning. One block alone may be a lead, in other words than the article.
    pub fn instead_of<'t>(
        &self,
        visible: impl Iterator<Item = &'t str>,
        kept: impl Iterator<Item = &'t str>,
        sure: impl Iterator<Item = &'t str>,
    ) -> Option<(Source, String, f32)> {
        let bytes = |texts: &[String]| texts.iter().map(String::len).sum::<usize>();
        let mut visible = visible.peekable();
        let fewest = visible.peek().map_or(1, |_| MIN_LETTERS);
        if bytes(&self.scripts).max(bytes(&self.frames)) < fewest {
            return None;
        }
        let least = fewest.max(MIN_HALVES * kept.map(size).sum::<usize>() / 2);
        // There are at most as many letters and digits as bytes.
        let of = |read: fn(&[String]) -> Text, texts: &[String]| match bytes(texts) < least {
            true => Text::default(),
            false => read(texts),
        };
        let linked = of(Text::of_scripts, &self.scripts);
        let frames = of(Text::of_frames, &self.frames);
        let (source, text) = match size(&frames.plain) > size(&linked.plain) {
            true => (Source::Frame, frames),
            false => (Source::JsonLd, linked),
        };
        if size(&text.plain) < least {
            return None;
        }
        let mut shingles = Shingles::default();
        shingles.add(&text.plain);
        let [mut texts, mut all, mut known] = [0, 0, 0];
        for text in sure {
            texts += 1;
            shingles.count(text, &mut all, &mut known);
        }
        if texts > 1 && 2 * known < all {
            return None;
        }
        let seen: usize = visible.map(|text| shingles.take(text)).sum();
        let unseen = 1.0 - seen as f32 / shingles.len() as f32;
        (unseen > 0.5).then_some((source, text.html, unseen))
    }

    /// Returns for each visible text the share of it, 0 to 1, that JSON-LD has about the subject of the page. Examples
    /// are the steps of a recipe, the description of a product, or the answer to a question. Among equal texts, only
    /// the first one has a share. Returns an empty list if there are no such data.
    pub fn shares<'t>(&self, visible: impl Iterator<Item = &'t str>) -> Vec<f32> {
        let mut shingles = Shingles::default();
        if self.has_subject {
            let mut nodes = Vec::new();
            for script in &self.scripts {
                linked::read(script, &mut nodes, MOST_NODES);
            }
            facts(&nodes).for_each(|text| shingles.add_markup(text));
            let nodes = nodes.iter().filter(|node| is_told(node, false));
            let subjects = nodes.filter(|node| node.types.iter().any(|of| is_subject(of)));
            subjects
                .flat_map(texts)
                .for_each(|text| shingles.add_markup(text));
        }
        if shingles.len() == 0 {
            return Vec::new();
        }
        visible.map(|text| shingles.share(text)).collect()
    }
}

/// Iterates over the name of the event that a page is about, the name of its place, and the address. A page with several
/// events is a list.
fn facts(nodes: &[Node]) -> impl Iterator<Item = &str> {
    let mut events = nodes
        .iter()
        .filter(|node| is(node, "Event") && is_main(node));
    let event = events.next().filter(|_| events.next().is_none());
    let texts = event
        .into_iter()
        .flat_map(|event| event.place.iter().chain([&event.name]));
    let texts = texts.map(|text| text.trim());
    texts.filter(|text| !text.is_empty())
}

/// The greatest number of objects of a page whose texts are compared with its blocks.
const MOST_NODES: usize = 1000;

/// Whether there is a list of questions and answers. On shops and job boards, the page is not about these.
fn has_faq(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| is(node, "FAQPage"))
}

fn is(node: &Node, name: &str) -> bool {
    node.types.iter().any(|of| of == name)
}

/// Whether the page may be about an object.
fn is_told(node: &Node, has_faq: bool) -> bool {
    let is_faq = has_faq && (is(node, "Question") || is(node, "Answer"));
    !is_faq && !node.is_within(&ASIDE)
}

impl Text {
    /// The texts in JSON-LD.
    fn of_scripts(scripts: &[String]) -> Text {
        let mut linked = Linked::default();
        scripts.iter().for_each(|script| linked.read(script));
        linked.text
    }

    fn of_frames(documents: &[String]) -> Text {
        let mut text = Text::default();
        for document in documents {
            text.push("<div>", document, "</div>");
            text.push_text_of(document);
        }
        text
    }
}

/// Collects the texts in JSON-LD.
#[derive(Default)]
struct Linked {
    text: Text,
    /// Hashes of the texts so far, since pages repeat texts in several scripts.
    known: HashSet<u64>,
}

impl Linked {
    fn read(&mut self, script: &str) {
        let mut nodes = Vec::new();
        linked::read(script, &mut nodes, usize::MAX);
        nodes.sort_by_key(|node| node.number);
        let has_faq = has_faq(&nodes);
        let is_text = |node: &Node| !is(node, "Comment") && texts(node).next().is_some();
        let has_text = nodes
            .iter()
            .any(|node| is_told(node, has_faq) && is_text(node));
        // Comments alone are no main content.
        let is_told = |node: &&Node| is_told(node, has_faq) && (has_text || !is(node, "Comment"));
        for node in nodes.iter().filter(is_told) {
            if is(node, "Question") && !node.name.is_empty() {
                self.add(&node.name, "<h2>", "</h2>");
            }
            // This makes --comments apply to them.
            let start = match is(node, "Comment") {
                true => "<div class=comments>",
                false => "<div>",
            };
            for text in texts(node) {
                self.add(text, start, "</div>");
            }
        }
    }

    fn add(&mut self, text: &str, start: &str, end: &str) {
        // Some sites encode their descriptions as in URLs.
        let is_encoded = text.contains("%20") && !text.contains(' ');
        if is_encoded || !self.known.insert(xxh3_64(text.as_bytes())) {
            return;
        }
        // Some sites escape the markup in their descriptions once more.
        let decoded = html::entities::decode(text);
        let text = if is_markup(text) { text } else { &decoded };
        if !is_markup(text) {
            self.text.push(start, &paragraphs(&escape(text)), end);
            self.text.plain.push_str(text);
            self.text.plain.push('\n');
            return;
        }
        match has_breaks(text) {
            true => self.text.push(start, text, end),
            false => self.text.push(start, &paragraphs(text), end),
        }
        self.text.push_text_of(text);
    }
}

impl Text {
    fn push(&mut self, start: &str, html: &str, end: &str) {
        for part in [start, html, end, "\n"] {
            self.html.push_str(part);
        }
    }

    /// Appends the visible text of HTML to the text without markup.
    fn push_text_of(&mut self, html: &str) {
        // These rules do not read the data of this HTML in turn.
        let page = Page::new(html, Rules::PAPER);
        for block in &page.blocks {
            self.plain.push_str(page.text(block));
            self.plain.push('\n');
        }
    }
}

/// Returns HTML with a paragraph for each line.
fn paragraphs(lines: &str) -> String {
    lines.lines().flat_map(|line| ["<p>", line]).collect()
}

/// Whether an object is not a part of another, or one of several that the page lists.
fn is_main(node: &Node) -> bool {
    matches!(
        node.path.rsplit('.').next(),
        Some("" | "@graph" | "mainEntity")
    )
}

/// Iterates over the main texts of an object.
fn texts(node: &Node) -> impl Iterator<Item = &str> {
    let is_described = is_main(node) && node.types.iter().any(|of| DESCRIBED.contains(&&**of));
    let description = is_described.then_some(&node.description);
    let all = node.bodies.iter().chain(description);
    all.map(|text| text.trim()).filter(|text| !text.is_empty())
}

fn is_markup(text: &str) -> bool {
    text.contains("</")
        || ["<p>", "<br", "<P>", "<BR"]
            .iter()
            .any(|tag| text.contains(tag))
}

fn has_breaks(text: &str) -> bool {
    let tags = ["<p", "<br", "<div", "<li", "<h", "<td"];
    let lower = text.to_ascii_lowercase();
    tags.iter().any(|tag| lower.contains(tag))
}

/// Returns the number of letters and digits.
fn size(text: &str) -> usize {
    text.chars()
        .filter(|letter| letter.is_alphanumeric())
        .count()
}

/// The number of letters and digits in a shingle: a few words, or a clause in scripts without spaces.
const WIDTH: usize = 12;
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// A set of the shingles of texts, as hashes. A shingle has [`WIDTH`] letters and digits, in lower case.
#[derive(Debug, Default)]
struct Shingles {
    /// For each shingle, whether it was taken.
    taken: HashMap<u64, bool>,
}

impl Shingles {
    /// Adds the shingles of a text.
    fn add(&mut self, text: &str) {
        for_each(text, |hash| {
            self.taken.insert(hash, false);
        });
    }

    /// Adds the shingles of a text that may have markup, possibly escaped once more.
    fn add_markup(&mut self, text: &str) {
        let decoded = html::entities::decode(text);
        match is_markup(&decoded) {
            true => {
                let mut plain = Text::default();
                plain.push_text_of(&decoded);
                self.add(&plain.plain);
            }
            false => self.add(&decoded),
        }
    }

    /// Takes the shingles of a text. Returns the share of them that are in the set, 0 to 1, or 0 if all of these were
    /// taken before.
    fn share(&mut self, text: &str) -> f32 {
        let (mut number, mut known, mut new) = (0u32, 0u32, 0u32);
        for_each(text, |hash| {
            number += 1;
            if let Some(taken) = self.taken.get_mut(&hash) {
                known += 1;
                new += u32::from(!std::mem::replace(taken, true));
            }
        });
        if new == 0 {
            0.0
        } else {
            known as f32 / number as f32
        }
    }

    /// Counts the shingles of a text, and those of them that are in the set.
    fn count(&self, text: &str, all: &mut usize, known: &mut usize) {
        for_each(text, |hash| {
            *all += 1;
            *known += usize::from(self.taken.contains_key(&hash));
        });
    }

    /// Returns the number of shingles.
    fn len(&self) -> usize {
        self.taken.len()
    }

    /// Takes the shingles of a text. Returns the number of those that had not been taken.
    fn take(&mut self, text: &str) -> usize {
        let mut number = 0;
        for_each(text, |hash| {
            if let Some(taken) = self.taken.get_mut(&hash) {
                number += usize::from(!std::mem::replace(taken, true));
            }
        });
        number
    }
}

/// Calls `found` with the rolling hash of each shingle. A shorter text is one shingle.
fn for_each(text: &str, mut found: impl FnMut(u64)) {
    const LAST: u64 = FACTOR.wrapping_pow(WIDTH as u32);
    let mut ring = [0u64; WIDTH];
    let (mut hash, mut number) = (0u64, 0);
    let letters = text.chars().filter(|letter| letter.is_alphanumeric());
    for letter in letters.flat_map(char::to_lowercase) {
        let letter = u64::from(letter) + 1;
        let first = std::mem::replace(&mut ring[number % WIDTH], letter);
        hash =
            (hash.wrapping_mul(FACTOR).wrapping_add(letter)).wrapping_sub(first.wrapping_mul(LAST));
        number += 1;
        if number >= WIDTH {
            found(hash);
        }
    }
    if (1..WIDTH).contains(&number) {
        found(hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linked(json: &str) -> Text {
        Text::of_scripts(&[json.to_owned()])
    }

    #[test]
    fn texts_are_in_document_order() {
        let all = linked(
            r#"{"@type":"DiscussionForumPosting","comment":[{"@type":"Comment","text":"Second <3"}],"text":"First\nline"}"#,
        );
        assert_eq!(
            all.html,
            "<div><p>First<p>line</div>\n<div class=comments><p>Second &lt;3</div>\n"
        );
        assert_eq!(all.plain, "First\nline\nSecond <3\n");
        let question = linked(
            r#"{"@type":"QAPage","mainEntity":{"@type":"Question","name":"Why?","text":"Q","acceptedAnswer":{"@type":"Answer","text":"A"}}}"#,
        );
        assert_eq!(question.plain, "Why?\nQ\nA\n");
    }

    #[test]
    fn markup_is_read_and_texts_count_once() {
        let json = r#"{"@type":"Product","description":"&lt;p&gt;Soft &amp;amp; warm&lt;/p&gt;"}"#;
        let all = Text::of_scripts(&[json.to_owned(), json.to_owned()]);
        assert_eq!(all.html, "<div><p>Soft &amp; warm</p></div>\n");
        assert_eq!(
            all.plain.split_whitespace().collect::<Vec<_>>(),
            ["Soft", "&", "warm"]
        );
        let inline = linked(r#"{"@type":"Article","articleBody":"One <b>two</b>\nthree"}"#);
        assert_eq!(inline.html, "<div><p>One <b>two</b><p>three</div>\n");
    }

    #[test]
    fn what_the_page_is_not_about_is_left_out() {
        for json in [
            r#"{"@type":"FAQPage","mainEntity":[{"@type":"Question","name":"Why?","acceptedAnswer":{"@type":"Answer","text":"A"}}]}"#,
            r#"{"@type":"Product","isSimilarTo":{"@type":"Product","description":"Another one"}}"#,
            r#"{"@type":"ItemList","itemListElement":[{"@type":"Course","description":"One of many"}]}"#,
            r#"{"@type":"Article","comment":[{"@type":"Comment","text":"Well done"}]}"#,
            r#"{"@type":"Article","hasPart":{"@type":"Article","articleBody":"Another one"}}"#,
            r#"{"@type":"ItemList","itemListElement":[{"@type":"Article","articleBody":"One of many"}]}"#,
            r#"{"@type":"Product","description":"An%20encoded%20one"}"#,
            r#"{"@type":"NewsArticle","description":"A teaser"}"#,
            r#"{"@type":"LiveBlogPosting","liveBlogUpdate":[{"@type":"BlogPosting","articleBody":"The first lines"}]}"#,
        ] {
            assert_eq!(linked(json).plain, "", "{json}");
        }
    }

    #[test]
    fn data_are_read_instead_of_a_page_without_their_text() {
        let body: String = (0..60).map(|number| format!("word{number} ")).collect();
        let all = Hidden {
            scripts: vec![format!(r#"{{"@type":"Article","articleBody":"{body}"}}"#)],
            ..Hidden::default()
        };
        let menu = ["Home", "About us and our sites"];
        let source = all
            .instead_of(menu.into_iter(), menu.into_iter(), [].into_iter())
            .map(|(source, _, unseen)| (source, unseen));
        assert_eq!(source, Some((Source::JsonLd, 1.0)));
        // The page surely has a text, of which the data are no continuation.
        let text = ["The mill was moved", &body[..40]];
        let of = |sure: &[&'static str]| {
            all.instead_of(text.into_iter(), text.into_iter(), sure.iter().copied())
        };
        let own = ["The mill was moved", "Nobody knows the reason"];
        assert!(of(&[]).is_some() && of(&own[..1]).is_some() && of(&own).is_none());
        let begun = [&body[..40]];
        assert!(
            all.instead_of(text.into_iter(), text.into_iter(), begun.into_iter())
                .is_some()
        );
        // The page shows it, although nothing of it is kept.
        assert_eq!(
            all.instead_of([&*body].into_iter(), [].into_iter(), [].into_iter()),
            None
        );
        // The page has another text, about as long.
        let other: String = (0..60).map(|number| format!("noun{number} ")).collect();
        assert_eq!(
            all.instead_of([&*other].into_iter(), [&*other].into_iter(), [].into_iter()),
            None
        );
        assert_eq!(
            Hidden::default().instead_of([].into_iter(), [].into_iter(), [].into_iter()),
            None
        );
    }

    #[test]
    fn frames_are_read_as_documents() {
        let body = "Tide after tide, the sand bank moves a little further east. ".repeat(4);
        let document =
            format!("<style>p {{ margin: 0 }}</style><iframe srcdoc='x'></iframe><p>{body}");
        let frames = vec![document];
        assert_eq!(Text::of_frames(&frames).plain.trim(), body.trim());
        let all = Hidden {
            frames,
            ..Hidden::default()
        };
        let none = || [].into_iter();
        let source = all
            .instead_of(none(), none(), none())
            .map(|(source, ..)| source);
        assert_eq!(source, Some(Source::Frame));
    }

    #[test]
    fn shingles_are_of_letters_in_any_case() {
        let mut shingles = Shingles::default();
        shingles.add("One, two: three, four");
        assert_eq!(shingles.len(), 4);
        assert_eq!(shingles.take("one two"), 0);
        assert_eq!(
            (
                shingles.take("two three four"),
                shingles.take("two three four")
            ),
            (1, 0)
        );
    }
}
