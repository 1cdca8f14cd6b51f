//! Finds banners: small elements over or beside the text that ask for consent, for a subscription or for another browser.
//!
//! On a page of a few sentences, a banner is much of the text, and the models take it for a paragraph. A banner declares
//! itself: by a role, by its class, or by its words together with a button.

use super::notices::{Subject, Words};
use crate::constants::{MAX_BANNER, MAX_INVITATION, MIN_PROBABILITY, MIN_SENTENCE, SHOWN_LATER};
use crate::outline::Banner;
use crate::segment::{Block, Page};
use html::Element;

/// The number of levels above a button that are searched for a banner.
const LEVELS: usize = 3;

/// An element that may be a banner, and its content.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    container: u32,
    /// One more than the index of the candidate around it; 0 if there is none.
    outer: usize,
    chars: u32,
    has_control: bool,
    /// Whether it has the headline, or another heading that is in the title.
    has_headline: bool,
    /// Whether it has a sentence that is not an invitation.
    has_sentence: bool,
    has_question: bool,
    words: Words,
}

/// Sets the probabilities of the blocks of banners to 0, unless they are nearly all of the main content. Short ones are
/// not if the page has a text of its own (`is_own`), as short as it may be.
///
/// Returns which blocks are in banners.
pub fn hide_banners(page: &Page, likely: &mut [f32], is_own: impl Fn(usize) -> bool) -> Vec<bool> {
    let (mut candidates, nearest) = candidates(page);
    if candidates.is_empty() {
        return vec![false; likely.len()];
    }
    read_blocks(page, likely, &mut candidates, &nearest);
    let subject = Subject::of(&page.title);
    let mut banners = vec![false; candidates.len() + 1];
    for (at, candidate) in candidates.iter().enumerate() {
        banners[at + 1] =
            banners[candidate.outer] || !subject.has(candidate.words) && is_banner(page, candidate);
    }
    let is_inside = |block: &Block| banners[nearest[block.container as usize] as usize];
    let is_inside: Vec<bool> = page.blocks.iter().map(is_inside).collect();
    let (mut inside, mut outside, mut chars) = (0.0, 0.0, 0);
    for ((block, likely), is_inside) in page.blocks.iter().zip(&*likely).zip(&is_inside) {
        let sum = match is_inside {
            true => &mut inside,
            false => &mut outside,
        };
        *sum += likely * block.chars as f32;
        chars += block.chars * u32::from(*is_inside);
    }
    let mut others = (0..likely.len()).filter(|at| !is_inside[*at]);
    if inside <= SHOWN_LATER * outside || chars <= MAX_INVITATION && others.any(is_own) {
        let blocks = likely.iter_mut().zip(&is_inside);
        let blocks = blocks.filter(|(_, is_inside)| **is_inside);
        blocks.for_each(|(likely, _)| *likely = 0.0);
    }
    is_inside
}

/// Returns the elements that may be banners, outer ones before inner ones, and for each container the innermost one
/// around it, as one more than its index.
fn candidates(page: &Page) -> (Vec<Candidate>, Vec<u32>) {
    let outline = &page.outline;
    let mut nearest = vec![0; outline.len()];
    for (at, container) in outline.iter().enumerate() {
        if container.banner != Banner::No {
            nearest[at] = 1;
        }
        if container.has_control {
            let around = page.around(at as u32).take(LEVELS);
            around.for_each(|(at, _)| nearest[at as usize] = 1);
        }
    }
    let mut candidates = Vec::new();
    for at in 1..outline.len() {
        let outer = nearest[outline[at].parent as usize];
        if nearest[at] == 0 {
            nearest[at] = outer;
            continue;
        }
        candidates.push(Candidate {
            container: at as u32,
            outer: outer as usize,
            chars: 0,
            has_control: outline[at].has_control,
            has_headline: false,
            has_sentence: false,
            has_question: false,
            words: Words::default(),
        });
        nearest[at] = candidates.len() as u32;
    }
    (candidates, nearest)
}

/// Adds the blocks of a page to the candidates around them. Only the words of small elements are read.
fn read_blocks(page: &Page, likely: &[f32], candidates: &mut [Candidate], nearest: &[u32]) {
    let near = |block: &Block| (nearest[block.container as usize] as usize).checked_sub(1);
    let title = page.title.to_lowercase();
    for block in &page.blocks {
        let Some(at) = near(block) else { continue };
        let candidate = &mut candidates[at];
        candidate.chars = candidate.chars.saturating_add(block.chars);
        candidate.has_headline |=
            block.level == 1 || block.level > 0 && title.contains(&page.text(block).to_lowercase());
    }
    for_outer(candidates, |inner, outer| {
        outer.chars = outer.chars.saturating_add(inner.chars);
        outer.has_headline |= inner.has_headline;
        outer.has_control |= inner.has_control;
    });
    for (block, likely) in page.blocks.iter().zip(likely) {
        let Some(at) = near(block) else { continue };
        if *likely < MIN_PROBABILITY || !is_small(page, &candidates[at]) {
            continue;
        }
        let text = page.text(block);
        let words = Words::of(text);
        let candidate = &mut candidates[at];
        candidate.words |= words;
        candidate.has_sentence |= !words.invite() && block.chars >= MIN_SENTENCE;
        candidate.has_question |= text.contains(['?', '？', '؟']);
    }
    for_outer(candidates, |inner, outer| {
        outer.words |= inner.words;
        outer.has_sentence |= inner.has_sentence;
        outer.has_question |= inner.has_question;
    });
}

/// Calls `add` for each candidate and the one around it, inner ones first.
fn for_outer(candidates: &mut [Candidate], add: impl Fn(Candidate, &mut Candidate)) {
    for at in (0..candidates.len()).rev() {
        let inner = candidates[at];
        if let Some(outer) = inner.outer.checked_sub(1) {
            add(inner, &mut candidates[outer]);
        }
    }
}

fn is_small(page: &Page, candidate: &Candidate) -> bool {
    let container = &page.outline[candidate.container as usize];
    let most = match container.banner {
        Banner::Named => MAX_BANNER,
        _ => MAX_INVITATION,
    };
    let is_text = matches!(container.element, Element::MAIN | Element::ARTICLE);
    candidate.chars <= most && !candidate.has_headline && !is_text
}

fn is_banner(page: &Page, candidate: &Candidate) -> bool {
    let container = &page.outline[candidate.container as usize];
    let &Candidate {
        has_control, words, ..
    } = candidate;
    let invites = words.invite() && !candidate.has_sentence;
    is_small(page, candidate)
        && match container.banner {
            Banner::Named => true,
            // Shops and museums have explanations in dialogs, too.
            Banner::Dialog => {
                has_control && (candidate.has_question || words.ask_consent()) || words.invite()
            }
            Banner::Weak if container.element == Element::NOSCRIPT => words.need_scripts(),
            Banner::Weak => invites,
            Banner::No => has_control && invites,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    const STORY: &str =
        "<p>The ford was closed by the flood, and the mill stood in the water up to its door.</p>";

    /// Returns which blocks of a page are not in a banner, if all are equally probable.
    fn kept(html: &str) -> Vec<bool> {
        let page = Page::new(html, Rules::BEST);
        let mut likely = vec![0.8; page.blocks.len()];
        hide_banners(&page, &mut likely, |at| page.blocks[at].level == 0);
        likely.into_iter().map(|likely| likely > 0.0).collect()
    }

    #[test]
    fn banners_are_no_content_of_a_short_page() {
        for banner in [
            "<div class=cookie-bar><h3>Privacy</h3><p>Small files on your device tell us which mills you like.</div>",
            "<div role=dialog><h2>Hello</h2><p>May the mill send you a message when the flood is over?<button>Yes</button></div>",
            "<div id=x><p>We use cookies to count the visitors of the mill.<p>You can say no.<button>OK</button></div>",
            "<div class=notice><p>Mill and baker<p>Nous utilisons des cookies pour compter les visites.</div>",
            "<div style='position: fixed'><p>Cookies<p>Wir verwenden Cookies, damit die Mühle Sie wiedererkennt.</div>",
            "<div><p>Мельница<p>Мы используем файлы cookie, чтобы считать посетителей.<button>Принять</button></div>",
            "<div><p>水車<p>水車小屋の訪問者を数えるため、クッキーを使用しています。<button>同意する</button></div>",
            "<div class=x><h3>Flour</h3><p>Subscribe to our newsletter for news of the mill.<input type=email></div>",
            "<noscript><p>Mill</p><p>Please switch on JavaScript to see the wheel turn.</p></noscript>",
        ] {
            for html in [
                format!("<h1>Flood</h1>{STORY}{banner}"),
                format!("<body>{banner}<main><h1>Flood</h1>{STORY}</main>"),
            ] {
                let kept = kept(&html);
                let stay = kept.iter().filter(|kept| **kept).count();
                assert_eq!((kept.len(), stay), (4, 2), "{html}");
            }
        }
    }

    #[test]
    fn texts_about_the_subject_of_a_banner_stay() {
        for html in [
            // The title names the subject.
            "<title>Cookies of the mill</title><div class=cookie-notice><p>Cookies<p>We use cookies to count visits.</div><p>Two of them.",
            "<title>Newsletter</title><div class=newsletter-box><p>Subscribe to our newsletter.<input></div><p>It is free.",
            // The headline is inside.
            "<div role=dialog><h1>The mill</h1><p>It has two wheels.<button>Close</button></div><p>More.",
            // An article, a sentence of another kind in the same element, and words without a button.
            "<article class=notice><p>The baker told us that we use cookies as coins.</article><p>The mill.",
            "<div class=alert><p>We use cookies of oat, and the guests accept them.<p>The mill is open in spite of the flood, from nine to twelve.</div><p>More.",
            "<div><p>We use cookies to feed the miller.</div><p>The mill.",
            "<div role=dialog><p>The wheel has forty blades of oak.<button>Close</button></div><p>More.",
            "<noscript><p>The wheel has forty blades.</noscript><p>More.",
        ] {
            assert!(kept(html).iter().all(|kept| *kept), "{html}");
        }
        // Nothing else is on the page.
        let long = "<div class=gdpr><p>We use cookies to count how often each of the two wheels of the mill is looked at.</div>";
        assert_eq!(kept(&format!("{long}<h2>Mill</h2>")), [true, true]);
        // One word is enough of a text.
        assert_eq!(kept(&format!("{long}<p>Mill")), [false, true]);
    }
}
