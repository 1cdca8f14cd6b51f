//! Text of inline elements that is not displayed, or only read aloud.

use crate::cache::Cache;
use crate::cascade::{Effects, Property, Ruled};
use crate::declared::Declared;
use crate::outline::is_spoken;
use crate::segment::Segmenter;
use crate::segment::before::Before;
use crate::segment::characters::Whitespace;
use crate::styles::{conceals, hides_by_class};
use html::attributes;

/// The beginnings of classes of inline elements whose text is the name of a symbol (Google's fonts), or a link to edit a
/// section (MediaWiki, also in old versions).
const NO_TEXT: [&str; 5] = [
    "material-icons",
    "material-symbols",
    "google-symbols",
    "mw-editsection",
    "editsection",
];

/// How the text of an element is withheld from some readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unseen {
    /// It is not displayed, or displayed as a symbol.
    Undisplayed,
    /// It has no size, except in elements that set another one.
    Tiny,
    /// It is only for screen readers.
    Spoken,
    /// It is displayed, but screen readers skip it: an ornament, or a short form of a text for screen readers. So is what
    /// a style sheet makes invisible, and what is transparent, since a script may fade it in.
    Unspoken,
}

/// Returns how the value of the class attribute of an inline element withholds its text. The text of an element that a script
/// may show counts like that for screen readers.
fn unseen_by_class(value: &str) -> Option<Unseen> {
    let mut classes = value.split_ascii_whitespace();
    if classes.any(|class| NO_TEXT.iter().any(|begin| class.starts_with(begin))) {
        return Some(Unseen::Undisplayed);
    }
    (is_spoken(value) || hides_by_class(value)).then_some(Unseen::Spoken)
}

/// What the attributes of an inline element say.
pub(super) struct Inlined<'a> {
    pub(super) unseen: Option<Unseen>,
    /// The address of a link.
    pub(super) address: &'a str,
    /// Whether it shows or hides another element.
    pub(super) is_switch: bool,
}

/// Reads the attributes of an inline element.
pub(super) fn read<'a>(
    attributes: &'a str,
    ruled: &Ruled,
    declared: &mut Declared,
    classes: &mut Cache<Option<Unseen>>,
) -> Inlined<'a> {
    let (mut undisplayed, mut of_class, mut unspoken) = (false, None, false);
    let (mut address, mut is_switch) = (None, false);
    let mut own = Effects::default();
    attributes::for_each(attributes, |name, value| match name.len() {
        5 if name.eq_ignore_ascii_case("style") => {
            let style = &*html::entities::decode_value(value);
            own = Effects::of(style);
            undisplayed |= conceals(style);
        }
        5 if name.eq_ignore_ascii_case("class") => of_class = classes.get(value, unseen_by_class).0,
        6 if name.eq_ignore_ascii_case("hidden") => {
            undisplayed |= !value.eq_ignore_ascii_case("until-found");
        }
        11 if name.eq_ignore_ascii_case("aria-hidden") => unspoken = value.trim() == "true",
        4 if address.is_none() && name.eq_ignore_ascii_case("href") => address = Some(value),
        11.. => is_switch |= declared.switch(name, value),
        _ => {}
    });
    let hides = |one| ruled.with(one, own.get(one)) == Some(true);
    undisplayed |= hides(Property::Display);
    let is_tiny = hides(Property::Size);
    undisplayed |= own.get(Property::Visibility) == Some(true);
    unspoken |= hides(Property::Visibility) || hides(Property::Opacity);
    of_class = of_class.or((ruled.get(Property::Place) == Some(true)).then_some(Unseen::Spoken));
    let unseen = match undisplayed {
        true => Some(Unseen::Undisplayed),
        false if is_tiny => Some(Unseen::Tiny),
        false => of_class.or(unspoken.then_some(Unseen::Unspoken)),
    };
    Inlined {
        unseen,
        address: address.unwrap_or_default(),
        is_switch,
    }
}

/// An inline element that is not displayed, or may be a permalink.
#[derive(Debug, Clone, Copy)]
pub(super) struct UnseenElement {
    pub(super) before: Before,
    blank: Whitespace,
    /// `None` for a link to a fragment. Its text is dropped if it is one of [`PERMALINKS`].
    kind: Option<Unseen>,
    /// The number of tags in the block, with its own.
    tags: u32,
}

/// A text that was dropped.
#[derive(Debug, Default)]
pub(super) struct Withheld {
    at: usize,
    kind: Option<Unseen>,
    text: String,
}

/// The text of permalinks next to headings, and of links from a footnote back to its place.
const PERMALINKS: [&str; 5] = ["\u{B6}", "#", "\u{A7}", "\u{21A9}", "\u{21A9}\u{FE0E}"];

/// The text of an undisplayed inline element is left out if it has at most this many bytes. It is the text of a
/// control, a message or an old price. Longer text may be shown by a click.
const UNDISPLAYED: usize = 120;
/// Shorter text is that of a control, whatever is behind it.
const SENTENCE: usize = 40;
/// The same for text for screen readers, which is never shown.
const SPOKEN: usize = 400;

impl Segmenter<'_> {
    /// Handles the start of an inline element that is not displayed, or may be a permalink.
    pub(super) fn start_unseen(&mut self, kind: Option<Unseen>) {
        self.unseen.push(UnseenElement {
            before: self.state(),
            blank: self.blank,
            kind,
            tags: self.block.tags.saturating_add(1),
        });
    }

    /// Drops the text of an inline element that is not displayed, or of a permalink, if it is short. It stays if the
    /// element has blocks or the end of an outer element in it.
    pub(super) fn end_unseen(&mut self) {
        let Some(UnseenElement {
            before,
            blank,
            kind,
            tags,
        }) = self.unseen.pop()
        else {
            return;
        };
        if !self.is_simple(before) || self.page.text.len() < before.text {
            return;
        }
        let text = self.page.text[before.text..].trim();
        let length = text.len();
        let is_dropped = match kind {
            None => PERMALINKS.contains(&text) || text.is_empty(),
            Some(Unseen::Undisplayed) => length <= UNDISPLAYED && !self.is_behind_dots(before),
            Some(Unseen::Tiny) => length <= UNDISPLAYED && self.block.tags == tags,
            Some(Unseen::Spoken) => length <= SPOKEN,
            Some(Unseen::Unspoken) => length <= UNDISPLAYED && !self.is_only_unspoken(before),
        };
        if !is_dropped {
            return;
        }
        // Only the texts of a pair and those before a control are needed again.
        let text = match kind {
            Some(Unseen::Spoken | Unseen::Unspoken) => {
                self.page.text[before.text..].trim().to_owned()
            }
            Some(Unseen::Undisplayed) if length >= SENTENCE => {
                self.page.text[before.text..].trim().to_owned()
            }
            _ => String::new(),
        };
        self.unmark(before);
        self.blank = self.blank.max(blank);
        self.drop_text(before);
        self.pair(before.text, kind, text);
    }

    /// Keeps the displayed text of a pair: one text is displayed, and the other is for screen readers.
    fn pair(&mut self, at: usize, kind: Option<Unseen>, text: String) {
        let is_word = text.contains(char::is_alphanumeric);
        let last = std::mem::take(&mut self.withheld);
        let is_pair = last.at == at && !last.text.is_empty() && is_word;
        match (kind, last.kind) {
            (Some(Unseen::Spoken), Some(Unseen::Unspoken)) if is_pair => {
                self.push_words(&last.text);
            }
            (Some(Unseen::Unspoken), Some(Unseen::Spoken)) if is_pair => self.push_words(&text),
            (Some(Unseen::Tiny) | None, _) => {}
            (Some(Unseen::Undisplayed), _) if text.is_empty() => {}
            (kind, _) if is_word => self.withheld = Withheld { at, kind, text },
            _ => {}
        }
    }

    /// Gives a block the undisplayed text back that was dropped right before a control: a click shows it.
    pub(super) fn give_back_more(&mut self) {
        if self.withheld.kind == Some(Unseen::Undisplayed)
            && self.withheld.at == self.page.text.len()
        {
            let Withheld { text, .. } = std::mem::take(&mut self.withheld);
            self.push_words(&text);
        }
    }

    /// Whether the text before an element ends with an ellipsis, which a click replaces by the rest.
    fn is_behind_dots(&self, before: Before) -> bool {
        let text = self.page.text[before.block..before.text].trim_end();
        text.ends_with(['\u{2026}']) || text.ends_with("...")
    }

    /// Gives a block the text for screen readers back that was dropped, if it has no other.
    pub(super) fn give_back(&mut self) {
        let Withheld { at, kind, text } = std::mem::take(&mut self.withheld);
        if at == self.block.text.start && self.is_empty() && kind == Some(Unseen::Spoken) {
            self.push_words(&text);
        }
    }

    /// Whether the block has no other text before an element that screen readers skip. A heading whose letters are
    /// animated consists of such elements.
    fn is_only_unspoken(&mut self, before: Before) -> bool {
        let is_only = before.text == before.block || self.unspoken == Some(before.text);
        if is_only {
            self.unspoken = Some(self.page.text.len());
        }
        is_only
    }
}

#[cfg(test)]
mod tests {
    use crate::outline::Hidden;
    use crate::segment::{Page, Rules};

    fn texts(html: &str) -> Vec<String> {
        let page = Page::new(html, Rules::BEST);
        page.blocks
            .iter()
            .map(|block| page.text(block).to_owned())
            .collect()
    }

    #[test]
    fn text_that_only_some_readers_get_is_dropped() {
        for hidden in [
            "<span class=sr-only>opens in a new window</span>",
            "<span class='u-VisuallyHidden'>opens in a new window</span>",
            "<span class='link d-none'>opens in a new window</span>",
            "<span style='position: absolute; left: -9999px'>opens in a new window</span>",
            "<span style='display&colon;none'>opens in a new window</span>",
            "<span style='Visibility : hidden'>opens in a new window</span>",
            "<span aria-hidden=true>opens in a new window</span>",
        ] {
            let [outer, inner] = [
                format!("<p>The log {hidden} of the boat"),
                format!("<h2>The log{hidden}</h2>"),
            ];
            assert_eq!(texts(&outer), ["The log of the boat"], "{hidden}");
            assert_eq!(texts(&inner), ["The log"], "{hidden}");
        }
        let withheld = "<style>.aloud{clip:rect(0,0,0,0)} .more{display:none}</style>";
        let spans = "<span class=aloud>opens in a new window</span><span class=more>of 1903</span>";
        let spans = texts(&format!("{withheld}<p>The log {spans}"));
        assert_eq!(spans, ["The log"]);
        for shown in [
            "<span class='d-none d-md-inline'>of 1903</span>",
            "<span class='sr-only not-sr-only'>of 1903</span>",
            "<span aria-hidden=false>of 1903</span>",
        ] {
            assert_eq!(
                texts(&format!("<p>The log {shown}")),
                ["The log of 1903"],
                "{shown}"
            );
        }
    }

    #[test]
    fn rules_hide_inline_text_that_no_click_shows() {
        let rules =
            "<style>.log .more,i[data-x]{display:none} .pale{opacity:0} .tiny{font-size:0}</style>";
        let rest = "of the year in which the harbour froze over";
        for hidden in [
            "<span class=more>of 1903</span>",
            "<i data-x=1>of 1903</i>",
            "<span class=pale>of 1903</span>",
            "<span class=tiny>of 1903</span>",
        ] {
            let html = format!("{rules}<p class=log>The log {hidden} of the boat");
            assert_eq!(texts(&html), ["The log of the boat"], "{hidden}");
        }
        for shown in [
            format!("<span class=more>{rest}</span><button>More</button>"),
            format!("<span class=more>{rest}</span> <a href=#>"),
            format!("<span class=tiny><b>{rest}</b></span>"),
        ] {
            let html = format!("{rules}<p class=log>The log {shown}");
            assert_eq!(texts(&html), [format!("The log {rest}")], "{shown}");
        }
        let dots = format!("{rules}<p class=log>The log...<span class=more>of 1903</span>");
        assert_eq!(texts(&dots), ["The log...of 1903"]);
        let words = "<h2><span class=pale>One</span> <span class=pale>two</span></h2>";
        assert_eq!(texts(&format!("{rules}{words}")), ["One two"]);
    }

    #[test]
    fn browsers_show_what_is_in_films_only_if_they_cannot_show_films() {
        for element in ["video", "audio", "canvas", "object"] {
            let html = format!("<p>One</p><{element}><p>No film</p></{element}><p>Two");
            assert_eq!(texts(&html), ["One", "Two"], "{element}");
        }
        let page = Page::new("<p>One</p><noscript><p>No script</noscript>", Rules::BEST);
        let hidden = page
            .blocks
            .iter()
            .map(|block| page.outline[block.container as usize].hidden());
        assert_eq!(hidden.collect::<Vec<_>>(), [Hidden::No, Hidden::WithClass]);
    }

    #[test]
    fn of_two_forms_of_a_text_the_displayed_one_stays() {
        let [shown, spoken] = [
            "<span aria-hidden=true>3/4</span>",
            "<span class=sr-only>three quarters</span>",
        ];
        assert_eq!(
            texts(&format!("<p>Full by {shown}{spoken} now")),
            ["Full by 3/4 now"]
        );
        assert_eq!(
            texts(&format!("<p>Full by {spoken}{shown} now")),
            ["Full by 3/4 now"]
        );
        // The letters of an animated heading, and a block that is only for screen readers.
        let letters = "<span aria-hidden=true>H</span><span aria-hidden=true>i</span>";
        assert_eq!(texts(&format!("<h1>{letters}</h1>")), ["Hi"]);
        assert_eq!(
            texts(&format!("<p>One<p>{spoken}<p>Two")),
            ["One", "three quarters", "Two"]
        );
    }
}
