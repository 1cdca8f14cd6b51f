//! Readers' comments, found by the classes of their containers in many languages, or by a heading
//! that names them.

use crate::classify::{Class, Verdict};
use crate::segment::{Block, Page};

/// The headings of comments, without other words and numbers.
const LABELS: [&str; 30] = [
    "comment",
    "comments",
    "kommentar",
    "kommentare",
    "leserkommentare",
    "leserbriefe",
    "commentaire",
    "commentaires",
    "comentario",
    "comentarios",
    "comentário",
    "comentários",
    "commento",
    "commenti",
    "reactie",
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
    "коментарі",
    "コメント",
    "评论",
    "評論",
    "댓글",
];

/// The greatest number of words of such a heading: "Leave a comment", "12 comments".
const WORDS: usize = 3;

/// Keeps the comments whose context-free class is not bad, or drops all blocks of comments. Their
/// probabilities do not matter.
pub fn set_comments(page: &Page, verdicts: &mut [Verdict], keep: bool) {
    // The container and the level of the heading of comments.
    let mut below: Option<(u32, u8)> = None;
    for (block, verdict) in page.blocks.iter().zip(verdicts) {
        if block.level > 0 {
            let ends = |(_, level): &(u32, u8)| block.level <= *level;
            below = below.filter(|open| !ends(open));
            if is_label(page.text(block)) {
                below = Some((section(page, block), block.level));
            }
        }
        let is_inside = |container: u32| {
            container == 0 || page.around(block.container).any(|(at, _)| at == container)
        };
        below = below.filter(|(container, _)| is_inside(*container));
        if below.is_some() || page.outline[block.container as usize].is_comments {
            let allowed = keep && verdict.context_free != Class::Bad;
            verdict.class = if allowed { Class::Good } else { Class::Bad };
        }
    }
}

/// Returns the element that holds a heading.
fn section(page: &Page, heading: &Block) -> u32 {
    let container = &page.outline[heading.container as usize];
    match html::elements::HEADINGS.has(container.element) {
        true => container.parent,
        false => heading.container,
    }
}

fn is_label(text: &str) -> bool {
    let mut words = text
        .split(|character: char| !character.is_alphabetic())
        .filter(|word| !word.is_empty());
    let few = words.clone().count() <= WORDS;
    few && words.any(|word| LABELS.contains(&&*word.to_lowercase()))
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
    fn comments_are_found_by_classes_and_headings_in_many_languages() {
        for html in [
            "<p>One.<div id=leserkommentare><p>Two.</div><p>Three.",
            "<p>One.<section><h3>12 Kommentare</h3><p>Two.</section><p>Three.",
            "<p>One.<section><h4>コメント (3)</h4><p>Two.</section><h4>More</h4>",
        ] {
            let classes = classes(html, false);
            let ends = [classes.first(), classes.last()];
            assert_eq!(ends, [Some(&"good"); 2], "{html}");
            assert_eq!(classes[classes.len() - 2], "bad", "{html}");
        }
        // A heading of the same level, or the end of the element, ends them.
        let html = "<h2>Comments</h2><p>One.<h3>Two</h3><h2>Three</h2><p>Four.";
        assert_eq!(classes(html, false), ["bad", "bad", "bad", "good", "good"]);
        let html = "<h2>How to write comments in your code</h2><p>One.";
        assert_eq!(classes(html, false), ["good", "good"]);
    }
}
