//! Drops short texts inside the main content that belong to the site and not to the text: pointers to other stories (see
//! [`super::pointers`]), and invitations to subscribe, to share, to donate, to install an app or to accept cookies.
//!
//! They stand between paragraphs, so their place looks like that of main content. Words identify them.

use std::sync::LazyLock;

use hashbrown::HashMap;

use super::SURE;
use super::cards::{element_around, prose_around};
use super::features::Kind;
use super::invitations::{BEGINNINGS, GROUPS, Group, PAIRS, REQUESTS};
use super::pointers::{Beginnings, ProseShare, beginning, by_letters, drop_pointers};
use crate::constants::{MAX_INVITATION, MAX_INVITATION_BLOCKS, MAX_INVITATION_SHARE};
use crate::patterns::Patterns;
use crate::segment::{Block, Page};

/// Drops pointers and invitations, if most of the kept text is paragraphs. Documentation keeps its references.
///
/// The words of invitations may be the subject of a manual, such as its project's mailing list. So documentation also
/// keeps invitations that are main content with a probability of at least [`SURE`].
pub fn drop_notices(page: &Page, kept: &mut [bool], likely: &[f32], kind: Kind) {
    let mut share = ProseShare::default();
    let blocks = page.blocks.iter().zip(&*kept).filter(|(_, kept)| **kept);
    blocks.for_each(|(block, _)| share.add(block));
    drop_pointers(page, kept, kind, share.is_most());
    if share.is_most() {
        let is_subject = |at: usize| kind == Kind::Documentation && likely[at] >= SURE;
        drop_invitations(page, kept, share.all, is_subject);
    }
}

/// The groups that have a word in a text, one bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Words(u64);

impl Words {
    /// Finds the words in a text.
    pub(super) fn of(text: &str) -> Words {
        static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
            Patterns::new(GROUPS.iter().map(|(group, words)| (*group as u32, *words)))
        });
        Words(PATTERNS.bits(text, |_| true))
    }

    fn has(self, group: Group) -> bool {
        self.0 >> group as u32 & 1 != 0
    }

    /// Whether the text is an invitation.
    pub(super) fn invite(self) -> bool {
        let mut pairs = PAIRS.iter();
        pairs.any(|(one, other)| self.has(*one) && self.has(*other))
    }

    /// Whether the text is about cookies or privacy.
    pub(super) fn ask_consent(self) -> bool {
        self.has(Group::Cookie) || self.has(Group::Privacy)
    }

    /// Whether the text is about scripts in browsers.
    pub(super) fn need_scripts(self) -> bool {
        self.has(Group::Script)
    }
}

impl std::ops::BitOrAssign for Words {
    fn bitor_assign(&mut self, other: Words) {
        self.0 |= other.0;
    }
}

/// The subjects of a page that invitations may have, too.
#[derive(Debug, Clone, Copy)]
pub(super) struct Subject(Words);

impl Subject {
    /// Finds the subjects in the title of a page.
    pub(super) fn of(title: &str) -> Subject {
        Subject(Words::of(title))
    }

    /// Whether a text may be about the subject of the page.
    pub(super) fn has(self, words: Words) -> bool {
        let Subject(title) = self;
        title.ask_consent() && words.ask_consent()
            || title.has(Group::Letter) && words.has(Group::Letter)
            || title.has(Group::App) && words.has(Group::App)
            || title.has(Group::Blocker) && words.has(Group::Blocker)
    }
}

/// Drops small elements of kept blocks if one of the blocks is an invitation, without the blocks that are the subject.
/// `all` is the number of kept characters.
fn drop_invitations(page: &Page, kept: &mut [bool], all: u64, is_subject: impl Fn(usize) -> bool) {
    let homes = homes(page, kept);
    let mut at = 0;
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    while at < kept.len() {
        if !kept[at] || is_subject(at) || !is_invitation(page, &page.blocks[at], &homes) {
            at += 1;
            continue;
        }
        let around = element_of(page, kept, at, &homes);
        at = around.end.max(at + 1);
        found.push(around);
    }
    let chars = |blocks: &std::ops::Range<usize>| -> u64 {
        let blocks = blocks.clone().filter(|at| kept[*at]);
        blocks.map(|at| u64::from(page.blocks[at].chars)).sum()
    };
    // A page with many of them is about cookies or newsletters.
    let sum: u64 = found.iter().map(chars).sum();
    if sum as f64 <= MAX_INVITATION_SHARE * all as f64 {
        let blocks = found.into_iter().flatten();
        let blocks = blocks.filter(|&at| !is_subject(at));
        blocks.for_each(|at| kept[at] = false);
    }
}

/// Returns the elements that hold paragraphs of prose, with the number of these.
fn homes(page: &Page, kept: &[bool]) -> HashMap<u32, usize> {
    let mut homes = HashMap::new();
    let blocks = page.blocks.iter().zip(kept).filter(|(_, kept)| **kept);
    for around in blocks.filter_map(|(block, _)| prose_around(page, block)) {
        *homes.entry(around).or_default() += 1;
    }
    homes
}

/// Whether a block invites its reader. Between paragraphs of prose, it must also begin like a request.
fn is_invitation(page: &Page, block: &Block, homes: &HashMap<u32, usize>) -> bool {
    if block.chars > MAX_INVITATION {
        return false;
    }
    let is_in_prose = homes
        .get(&element_around(page, block))
        .is_some_and(|paragraphs| *paragraphs > 2);
    let text = page.text(block);
    let begins = || {
        static ASKING: LazyLock<Beginnings> = LazyLock::new(|| by_letters(&BEGINNINGS));
        block.chars <= 120
            && beginning(&ASKING, text).is_some()
            && text.split_whitespace().count() <= 12
    };
    let requests = || {
        static ASKED: LazyLock<Beginnings> = LazyLock::new(|| by_letters(&REQUESTS));
        let text = text.trim_start_matches(|letter: char| !letter.is_alphanumeric());
        beginning(&ASKED, text).is_some()
    };
    let is_invited = Words::of(text).invite();
    is_invited && (!is_in_prose || requests()) || begins()
}

/// Returns the blocks of the largest small element around a block that has no other paragraphs of the page's prose.
fn element_of(
    page: &Page,
    kept: &[bool],
    at: usize,
    homes: &HashMap<u32, usize>,
) -> std::ops::Range<usize> {
    let mut found = at..at + 1;
    for (container, _) in page.around(page.blocks[at].container) {
        let is_inside = |at: &usize| page.is_in(&page.blocks[*at], container);
        // With one block more the element is too large, so that the others need not be looked at.
        let most = |at: &usize, left: &mut usize| {
            let is_room = *left > 0;
            *left -= usize::from(is_room && kept[*at]);
            is_room && is_inside(at)
        };
        let (mut before, mut behind) = (MAX_INVITATION_BLOCKS + 1, MAX_INVITATION_BLOCKS + 1);
        let first = (0..found.start)
            .rev()
            .take_while(|at| most(at, &mut before))
            .last();
        let last = (found.end..kept.len())
            .take_while(|at| most(at, &mut behind))
            .last();
        let wider = first.unwrap_or(found.start)..last.map_or(found.end, |last| last + 1);
        let blocks = wider.clone().filter(|at| kept[*at]);
        let chars: u32 = blocks.clone().map(|at| page.blocks[at].chars).sum();
        let mut others = blocks.clone().filter(|at| !found.contains(at));
        let is_prose = others.any(|at| {
            prose_around(page, &page.blocks[at]).is_some()
                && !is_invitation(page, &page.blocks[at], homes)
        });
        if is_prose || chars > MAX_INVITATION || blocks.count() > MAX_INVITATION_BLOCKS {
            break;
        }
        found = wider;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    /// Returns which of the blocks before, in and after a text between paragraphs are kept, without the paragraphs.
    fn kept(between: &str) -> Vec<bool> {
        let prose = format!("<p>{}.", "The herring were landed by night".repeat(3)).repeat(2);
        let html = format!("<main>{prose}{between}{prose}</main>");
        let page = Page::new(&html, Rules::BEST);
        let mut kept = vec![true; page.blocks.len()];
        let likely = vec![0.9; kept.len()];
        drop_notices(&page, &mut kept, &likely, Kind::Article);
        let end = kept.len() - 2;
        assert!(
            kept[..2].iter().chain(&kept[end..]).all(|kept| *kept),
            "{between}"
        );
        kept[2..end].to_vec()
    }

    #[test]
    fn pointers_to_other_stories_are_dropped() {
        for text in [
            "<p>Read also: <a href=x>The price of ice doubles</a>",
            "<p><a href=x>Related: The price of ice doubles</a>",
            "<p><b>Lire aussi :</b> <a href=x>Le prix de la glace</a>",
            "<div>Lesen Sie auch <a href=x>Der Preis von Eis steigt</a></div>",
            "<p>Читайте также: <a href=x>Цена на лёд выросла</a>",
            "<p>【関連記事】<a href=x>氷の値段が二倍に</a>",
        ] {
            assert_eq!(kept(text), [false], "{text}");
        }
        let list =
            "<h3>Czytaj także</h3><ul><li><a href=x>Ceny lodu</a><li><a href=y>Ceny soli</a></ul>";
        assert_eq!(kept(list), [false; 3]);
    }

    #[test]
    fn teasers_go_with_their_links() {
        let item = |title: &str| {
            format!("<li><a href=x>{title}</a><p>Forty landings were counted there.</li>")
        };
        let list = format!(
            "<h2>Das k\u{f6}nnte Sie auch interessieren</h2><ul>{}{}</ul>",
            item("Preis von Eis"),
            item("Preis von Salz")
        );
        assert_eq!(kept(&list), [false; 5]);
        // A link alone has no teaser, and the text goes on.
        assert_eq!(
            kept("<p>Read also:<p><a href=x>The price of ice</a><p>The boats came in."),
            [false, false, true]
        );
    }

    #[test]
    fn sentences_that_begin_like_pointers_stay() {
        for text in [
            "<p>Read also the log of <a href=x>the second boat</a>, which was kept by his aunt.",
            "<p>See also: the table of weights, in which each landing is set down by the day.",
            "<p>More: <a href=x>https://ice.example/prices</a>",
            "<p>Readers of <a href=x>The price of ice doubles</a>",
            "<p><a href=x>The price of ice doubles</a>",
        ] {
            assert_eq!(kept(text), [true], "{text}");
        }
        let reference = "<h2>See also</h2><ul><li><a href=x>Herring</a></ul>";
        assert_eq!(kept(reference), [true; 2]);
        let button = "<p>Read more<h3><a href=x>The price of ice doubles</a></h3>";
        assert_eq!(kept(button), [true; 2]);
    }

    #[test]
    fn links_under_a_label_are_other_stories_however_many() {
        let prose = format!("<p>{}.", "The winch is set by its name".repeat(3)).repeat(3);
        let link = "<li><a href=x>The ferry sails again on Monday</a>";
        for (label, number, kind, is_kept) in [
            ("More stories", 3, Kind::Article, false),
            ("More stories", 40, Kind::Article, false),
            ("Top stories", 40, Kind::Documentation, false),
            ("MOST READ:", 3, Kind::Service, false),
            ("Top stories of the war", 3, Kind::Article, true),
            ("Top stories", 40, Kind::Listing, true),
        ] {
            let links = link.repeat(number);
            let page = Page::new(&format!("{prose}<h2>{label}</h2><ul>{links}"), Rules::BEST);
            let mut kept = vec![true; page.blocks.len()];
            drop_notices(&page, &mut kept, &vec![0.9; page.blocks.len()], kind);
            assert_eq!(kept[..3], [true; 3]);
            assert!(
                kept[3..].iter().all(|kept| *kept == is_kept),
                "{label} {kind:?} {kept:?}"
            );
        }
    }

    #[test]
    fn documentation_keeps_its_references() {
        let prose = format!("<p>{}.", "The winch is set by its name".repeat(3)).repeat(3);
        let html = format!("{prose}<p>See also: <a href=x>the brake of the winch</a>");
        let page = Page::new(&html, Rules::BEST);
        for (kind, is_kept) in [(Kind::Documentation, true), (Kind::Article, false)] {
            let mut kept = vec![true; page.blocks.len()];
            drop_notices(&page, &mut kept, &[0.9; 4], kind);
            assert_eq!(kept[3], is_kept);
        }
    }

    #[test]
    fn documentation_keeps_invitations_that_are_its_subject() {
        let prose = format!("<p>{}.", "The winch is set by its name".repeat(3)).repeat(3);
        let html =
            format!("{prose}<div>Subscribe to our mailing list to ask about the winch.</div>");
        let page = Page::new(&html, Rules::BEST);
        for (likely, kind, is_kept) in [
            (0.9, Kind::Documentation, true),
            (0.4, Kind::Documentation, false),
            (0.9, Kind::Article, false),
        ] {
            let mut kept = vec![true; page.blocks.len()];
            drop_notices(&page, &mut kept, &[likely; 4], kind);
            assert_eq!(kept[3], is_kept);
        }
    }

    #[test]
    fn invitations_are_dropped_with_their_element() {
        for box_ in [
            "<div class=x><h3>Stay with us</h3><p>Sign up for our newsletter, and find the tides in your inbox each Monday.</div>",
            "<div><p>Our boats</p><p>We use cookies to count how often each boat is looked at.</div>",
            "<aside><p>For members</p><p>To continue reading, log in or subscribe for a penny a week.</aside>",
            "<div><b>A word</b><p>Please support our journalism with a small gift.</div>",
            "<div><p>Auf See</p><p>Abonnieren Sie unseren Newsletter mit den besten Geschichten der Woche.</div>",
        ] {
            assert_eq!(kept(box_), [false; 2], "{box_}");
        }
        for text in [
            "<p>Follow us on <a href=x>Facebook</a>.",
            "<p>Subscribe to our newsletter for more of this.",
            "<p>購読すると、潮のメルマガが毎週届きます。",
            "<p>订阅我们的邮件，每周了解潮汐。",
        ] {
            assert_eq!(kept(text), [false], "{text}");
        }
    }

    #[test]
    fn prose_about_newsletters_and_apps_stays() {
        for text in [
            "<p>The newsletter of the port was delivered to nine hundred houses, and read in most of them.",
            "<p>She told us that the shops accept no cookies from the bakery, and that we use them as ballast.",
            "<p>The harbour lets you download the app of the tide table, which nobody has done so far.",
            "<p>They support the idea of independent journalism, but not the paper that has come of it.",
        ] {
            assert_eq!(kept(text), [true], "{text}");
        }
        // A page about cookies.
        let policy =
            "<p>We use cookies to count our readers, and to know the language of each of them."
                .repeat(6);
        let page = Page::new(&policy, Rules::BEST);
        let mut kept = vec![true; page.blocks.len()];
        drop_notices(
            &page,
            &mut kept,
            &vec![0.9; page.blocks.len()],
            Kind::Article,
        );
        assert!(kept.iter().all(|kept| *kept));
    }
}
