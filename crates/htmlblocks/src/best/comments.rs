//! Readers' comments, found by the classes of their containers in many languages, or by a heading
//! that names them.

use hashbrown::HashMap;

use super::cards::prose_around;
use crate::classify::{Class, Verdict};
use crate::constants::MIN_PARAGRAPHS;
use crate::outline::COMMENTS;
use crate::segment::{Block, Page};
use html::Element;

/// The words of headings of comments: "12 comments".
const LABELS: [&str; 36] = [
    "comments",
    "kommentare",
    "leserkommentare",
    "leserbriefe",
    "commentaires",
    "comentarios",
    "comentários",
    "commenti",
    "reacties",
    "kommentarer",
    "kommentit",
    "komentarze",
    "komentáře",
    "komentari",
    "hozzászólások",
    "comentarii",
    "yorumlar",
    "комментарии",
    "комментариев",
    "комментария",
    "коментарі",
    "коментарів",
    "コメント",
    "评论",
    "評論",
    "댓글",
    "تعليقات",
    "σχόλια",
    "תגובות",
    "коментари",
    "comentaris",
    "komentáre",
    "دیدگاه\u{200c}ها",
    "نظرات",
    "टिप्पणियाँ",
    "ความคิดเห็น",
];

/// Words of such headings that are more often other headings. They count with a number before them ("3 responses"), or
/// if a thread is below.
const WEAK_LABELS: [&str; 33] = [
    "comment",
    "kommentar",
    "komentar",
    "commentaire",
    "comentario",
    "comentário",
    "commento",
    "reactie",
    "discussion",
    "responses",
    "response",
    "replies",
    "reactions",
    "reaction",
    "thoughts",
    "thought",
    "say",
    "diskussion",
    "reaktionen",
    "meinungen",
    "réactions",
    "réaction",
    "avis",
    "respuestas",
    "opiniones",
    "respostas",
    "opiniões",
    "risposte",
    "opinie",
    "обсуждение",
    "отзывы",
    "读者评论",
    "討論",
];

/// The greatest number of words of a heading with one of [`LABELS`], and of one above a thread.
const WORDS: usize = 3;
const WORDS_ABOVE_THREAD: usize = 6;

/// The greatest size of a label that is not a heading, and of the line with the name of a reader.
const SHORT: u32 = 60;

/// The greatest number of blocks below a label that are searched for a thread.
const SEARCHED: usize = 200;

/// How surely a heading is one of comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    /// It has a number.
    Numbered,
    Plain,
    /// A thread must be below it.
    Weak,
}

/// Keeps the comments whose context-free class is not bad, but not the form to write one, or drops all blocks of comments.
/// Their probabilities do not matter.
pub fn set_comments(page: &Page, verdicts: &mut [Verdict], keep: bool) {
    // The container and the level of the heading of comments.
    let mut below: Option<(u32, u8)> = None;
    // The sections of the last heading of each level.
    let mut sections = [None; 7];
    let mut comments = Vec::new();
    for (at, block) in page.blocks.iter().enumerate() {
        let verdict = &mut verdicts[at];
        if block.level > 0 {
            let ends = |(_, level): &(u32, u8)| block.level <= *level;
            below = below.filter(|open| !ends(open));
        }
        let section = section(page, block);
        if below.is_none()
            && let Some(label) = label_of(page.text(block)).filter(|_| block.chars <= 2 * SHORT)
        {
            let last = sections[usize::from(block.level.min(6))];
            let is_heading = match label {
                _ if block.level == 0 && block.chars > SHORT => false,
                Label::Numbered => block.level > 0,
                // A section between others is about comments.
                Label::Plain => {
                    block.level > 0 && !(last == Some(section) && has_next(page, at, section))
                }
                Label::Weak => false,
            };
            if is_heading || has_thread(page, at, section) {
                below = Some((section, block.level));
            }
        }
        if block.level > 0 {
            sections[usize::from(block.level.min(6))] = Some(section);
        }
        below = below.filter(|(container, _)| is_inside(page, block, *container));
        if below.is_some() || in_comments(page, block) {
            let allowed = keep && verdict.context_free != Class::Bad;
            verdict.class = if allowed { Class::Good } else { Class::Bad };
            comments.push((at, below.map(|(container, _)| container)));
        }
    }
    for at in of_forms(page, &comments) {
        verdicts[at].class = Class::Bad;
    }
}

/// Whether the classes of an element around a block name comments. Those of `body` describe many parts of the page.
fn in_comments(page: &Page, block: &Block) -> bool {
    let container = &page.outline[block.container as usize];
    container.is_comments && {
        let around = || page.around(block.container);
        let body = around().find(|(_, element)| *element == Element::BODY);
        let is_page_wide = body.is_some_and(|(body, _)| page.outline[body as usize].is_comments);
        !is_page_wide
            || around().any(|(at, element)| element != Element::BODY && names_comments(page, at))
    }
}

fn names_comments(page: &Page, at: u32) -> bool {
    page.outline[at as usize].hints & COMMENTS != 0
}

/// Returns the blocks of comments that belong to forms to write one, and the headings of these: "Leave a reply". A block comes with
/// the container of comments, if a heading names it.
fn of_forms(page: &Page, comments: &[(usize, Option<u32>)]) -> Vec<usize> {
    let form = |at: usize, container: Option<u32>| {
        let mut around = page.around(page.blocks[at].container);
        let (form, _) = around.find(|(_, element)| *element == Element::FORM)?;
        // A form around the whole page is not one of comments.
        let is_theirs = |(outer, element)| {
            Some(outer) == container || element != Element::BODY && names_comments(page, outer)
        };
        page.around(form).any(is_theirs).then_some(form)
    };
    let mut found = Vec::new();
    let mut outside = Vec::new();
    // The parents of forms, each with whether a longer text is in it, too.
    let mut parents: HashMap<u32, bool> = HashMap::new();
    for &(at, container) in comments {
        match form(at, container) {
            Some(form) => {
                parents.insert(page.outline[form as usize].parent, false);
                found.push(at);
            }
            None => outside.push(at),
        }
    }
    for &at in &outside {
        for (outer, _) in page.around(page.blocks[at].container) {
            let is_long = page.blocks[at].chars > SHORT;
            parents.entry(outer).and_modify(|has| *has |= is_long);
        }
    }
    let is_title = |at: &usize| {
        let block = &page.blocks[*at];
        let mut around = page.around(block.container);
        block.level > 0 && around.any(|(outer, _)| parents.get(&outer) == Some(&false))
    };
    found.extend(outside.into_iter().filter(is_title));
    found
}

/// Whether a page has one article outside of comments, so that the thread is not its main content.
pub fn has_article(page: &Page) -> bool {
    let mut sums: HashMap<u32, u32> = HashMap::new();
    let mut headlines = Vec::new();
    for block in &page.blocks {
        let is_comments = page.outline[block.container as usize].is_comments;
        let is_headline = block.level == 1;
        if is_comments || !is_headline && prose_around(page, block).is_none() {
            continue;
        }
        let mut around = page.around(block.container);
        if let Some((article, _)) = around.find(|(_, element)| *element == Element::ARTICLE) {
            match is_headline {
                true => headlines.push(article),
                false => *sums.entry(article).or_default() += 1,
            }
        }
    }
    // A headline in the article counts as a paragraph.
    let is_long = |(article, paragraphs): (u32, u32)| {
        paragraphs + u32::from(headlines.contains(&article)) >= MIN_PARAGRAPHS
    };
    sums.len() == 1 && sums.into_iter().all(is_long)
}

fn is_inside(page: &Page, block: &Block, container: u32) -> bool {
    container == 0 || page.is_in(block, container)
}

/// Returns the element that holds a heading, or a paragraph.
fn section(page: &Page, heading: &Block) -> u32 {
    let container = &page.outline[heading.container as usize];
    let is_own = html::elements::HEADINGS.has(container.element) || heading.level == 0;
    let at = match is_own {
        true => container.parent,
        false => heading.container,
    };
    // The header of a section is not all of it.
    match page.outline[at as usize].element {
        Element::HEADER => page.outline[at as usize].parent,
        _ => at,
    }
}

/// Whether the next heading of at most this level is in the same section, and of the same level.
fn has_next(page: &Page, at: usize, within: u32) -> bool {
    let level = page.blocks[at].level;
    let mut headings = page.blocks[at + 1..].iter().filter(|block| block.level > 0);
    let next = headings.find(|block| block.level <= level);
    next.is_some_and(|next| next.level == level && section(page, next) == within)
}

/// Whether two elements that look alike are below a label, each with a short line, such as a name, and a longer text.
fn has_thread(page: &Page, at: usize, section: u32) -> bool {
    let level = page.blocks[at].level;
    let blocks = page.blocks[at + 1..].iter().take(SEARCHED);
    let blocks = blocks.take_while(|block| {
        is_inside(page, block, section) && (level == 0 || block.level == 0 || block.level > level)
    });
    let is_post = |element| {
        matches!(
            element,
            Element::LI | Element::DIV | Element::ARTICLE | Element::SECTION | Element::TR
        )
    };
    // The elements that may be posts, each with whether it has a short line, and a longer text.
    let mut posts: HashMap<u32, [bool; 2]> = HashMap::new();
    for block in blocks {
        let inside = page
            .around(block.container)
            .take_while(|(one, _)| *one != section);
        for (post, _) in inside.filter(|(_, element)| is_post(*element)) {
            posts.entry(post).or_default()[usize::from(block.chars > SHORT)] = true;
        }
    }
    let mut looks: HashMap<u32, usize> = HashMap::new();
    for (post, _) in posts.iter().filter(|(_, has)| **has == [true; 2]) {
        *looks
            .entry(page.outline[*post as usize].signature)
            .or_default() += 1;
    }
    looks.into_values().any(|count| count > 1)
}

/// Whether a character is part of a word, such as a letter, or a mark or joiner in Devanagari, Thai and Persian.
fn is_in_word(character: char) -> bool {
    character.is_alphanumeric()
        || matches!(character, '\u{94d}' | '\u{e47}'..='\u{e4e}' | '\u{200c}')
}

fn label_of(text: &str) -> Option<Label> {
    let words = || {
        let words = text.split(|character| !is_in_word(character));
        words.filter(|word| !word.is_empty()).map(str::to_lowercase)
    };
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_strong = |word: &String| {
        LABELS.contains(&&**word) || word.ends_with("kommentare") || word.ends_with("kommentarer")
    };
    let is_weak = |word: &String| WEAK_LABELS.contains(&&**word);
    let found = words().take(WORDS_ABOVE_THREAD + 1);
    let count = found.clone().filter(|word| !is_number(word)).count();
    let mut first = words();
    let begins_with_number = first
        .next()
        .is_some_and(|word| is_number(&word) || word == "one")
        && first
            .next()
            .is_some_and(|word| is_strong(&word) || is_weak(&word));
    let has_number = found.clone().any(|word| is_number(&word));
    match (
        found.clone().any(|word| is_strong(&word)),
        found.clone().any(|word| is_weak(&word)),
    ) {
        _ if begins_with_number => Some(Label::Numbered),
        (true, _) if count <= WORDS && has_number => Some(Label::Numbered),
        (true, _) if count <= WORDS => Some(Label::Plain),
        (true, _) | (_, true) if count <= WORDS_ABOVE_THREAD => Some(Label::Weak),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Parameters, Rules, classify};

    /// Returns the class of each block. Before, all were bad if `keep` is set, and good otherwise.
    fn classes(html: &str, keep: bool) -> Vec<&'static str> {
        let page = Page::new(html, Rules::BEST);
        let mut verdicts = classify(&page, None, &Parameters::default());
        for verdict in &mut verdicts {
            verdict.class = if keep { Class::Bad } else { Class::Good };
        }
        set_comments(&page, &mut verdicts, keep);
        verdicts
            .iter()
            .map(|verdict| verdict.class.as_str())
            .collect()
    }

    #[test]
    fn comments_are_kept_as_one_likes() {
        let html = "<p>One.<div class=comments><p>Two.<p><a href=x>Three</a></div>";
        assert_eq!(classes(html, true), ["bad", "good", "bad"]);
        assert_eq!(classes(html, false), ["good", "bad", "bad"]);
    }

    #[test]
    fn forms_and_the_rest_of_the_page_are_not_comments() {
        let post = "<div class=post><b>Ann</b><p>The wheel of the mill is older than the house, as everybody knows here.</div>";
        let form = "<div><h3>Leave a reply</h3><form><p>Your address is not shown.<label>Name</label></form></div>";
        let expected = ["bad", "good", "good", "bad", "bad"];
        for comments in [
            format!("<div class=comments>{post}{form}</div>"),
            format!(
                "<section><div class=comments>{post}</div><div class=respond>{form}</div></section>"
            ),
        ] {
            assert_eq!(classes(&format!("<p>One.{comments}"), true), expected);
            // A form around the page, and the classes of the body.
            let html = format!("<body class=replace-logo><form><p>One.{comments}</form>");
            assert_eq!(classes(&html, true)[..3], expected[..3], "{html}");
        }
        let html = format!("<section><p>One.<h3>2 comments</h3>{post}{form}</section>");
        let found = classes(&html, true);
        assert_eq!(found, ["bad", "good", "good", "good", "bad", "bad"]);
        // The title of a comment to which one can reply.
        let html = "<div class=comment><h4>Old wheels</h4><p>The wheel of the mill is older than the house, as everybody knows here.\
            <form><label>Reply</label></form></div>";
        assert_eq!(classes(html, true), ["good", "good", "bad"]);
    }

    #[test]
    fn comments_are_found_by_classes_and_headings_in_many_languages() {
        for html in [
            "<p>One.<div id=leserkommentare><p>Two.</div><p>Three.",
            "<p>One.<section><h3>12 Kommentare</h3><p>Two.</section><p>Three.",
            "<p>One.<section><h4>コメント (3)</h4><p>Two.</section><h4>More</h4>",
            "<p>One.<section><h3>Σχόλια (3)</h3><p>Two.</section><p>Three.",
            "<p>One.<section><h3>3 תגובות</h3><p>Two.</section><p>Three.",
            "<p>One.<section><h3>3 коментари</h3><p>Two.</section><p>Three.",
            "<p>One.<section><h3>टिप्पणियाँ (3)</h3><p>Two.</section><p>Three.",
            "<p>One.<section><h3>ความคิดเห็น (3)</h3><p>Two.</section><p>Three.",
            "<p>One.<section><h3>دیدگاه\u{200c}ها (3)</h3><p>Two.</section><p>Three.",
        ] {
            let classes = classes(html, false);
            let ends = [classes.first(), classes.last()];
            assert_eq!(ends, [Some(&"good"); 2], "{html}");
            assert_eq!(classes[classes.len() - 2], "bad", "{html}");
        }
        // A heading of the same level, or the end of the element, ends them.
        let html = "<h2>Comments</h2><p>One.<h3>Two</h3><h2>Three</h2><p>Four.";
        assert_eq!(classes(html, false), ["bad", "bad", "bad", "good", "good"]);
        for html in [
            "<h2>How to write comments in your code</h2><p>One.",
            // A section between others, and the comment of one person.
            "<h2>Names</h2><h2>Comments</h2><p>One.<h2>Tests</h2>",
            "<h2>The miller's comment</h2><p>One.",
            "<h2>Discussion</h2><p>One.<p>Two.",
        ] {
            assert!(
                classes(html, false).iter().all(|class| *class == "good"),
                "{html}"
            );
        }
    }

    #[test]
    fn a_thread_below_a_label_is_comments() {
        let post = "<div class=x><b>Ann</b><p>The wheel of the mill is older than the house, as everybody knows here.</div>";
        for label in [
            "<h3>3 responses to the story of the mill</h3>",
            "<h3>Join the discussion</h3>",
            "<h3>Your comments on the mill</h3>",
            "<div>Leser*innenkommentare</div>",
            "<h2>Vos réactions</h2>",
        ] {
            let html = format!("<p>One.<section>{label}{post}{post}</section><p>Two.");
            let expected = ["good", "bad", "bad", "bad", "bad", "bad", "good"];
            assert_eq!(classes(&html, false), expected, "{label}");
        }
        let text = format!("<p>One.<section><h3>Discussion</h3>{post}</section><p>Two.");
        assert_eq!(classes(&text, false), ["good"; 5]);
    }

    #[test]
    fn an_article_is_not_a_thread() {
        let prose = format!("<p>{}.", "The wheel of the mill turned by night".repeat(3)).repeat(3);
        let of = |html: &str| has_article(&Page::new(html, Rules::BEST));
        let posts = "<div class=comment><p>Yes.</div>";
        assert!(of(&format!("<article>{prose}</article>{posts}")));
        assert!(!of(&format!("<div>{prose}</div>{posts}")));
        let paragraphs: Vec<&str> = prose.split_inclusive('.').take(2).collect();
        let short = paragraphs.concat();
        assert!(of(&format!(
            "<article><h1>Mill</h1>{short}</article>{posts}"
        )));
        assert!(!of(&format!(
            "<h1>Mill</h1><article>{short}</article>{posts}"
        )));
        assert!(!of(&format!(
            "<article>{prose}</article><article>{prose}</article>{posts}"
        )));
        assert!(!of(&format!(
            "<article class=comment>{prose}</article>{posts}"
        )));
    }
}
