//! Words that only style sheets keep apart.
//!
//! Tags, prices and cells of cards are often inline elements without whitespace between them, such as
//! `<a>Action</a><a>Strategy</a>`. A style sheet sets them side by side. There is no whitespace either if a part of a
//! word is marked up, as in `<b>T</b>he`. The letters on both sides distinguish the two cases.

use crate::outline::Code;
use crate::segment::Segmenter;
use crate::segment::characters::Whitespace;
use crate::stoplist::is_unspaced;
use html::Element;
use html::elements::Set;

/// Elements that change how text looks, which may begin and end inside a word.
const STYLES: Set = Set::of(&[
    Element::B,
    Element::BIG,
    Element::EM,
    Element::FONT,
    Element::I,
    Element::MARK,
    Element::S,
    Element::SMALL,
    Element::STRIKE,
    Element::STRONG,
    Element::SUB,
    Element::SUP,
    Element::U,
]);

/// Words in the classes and roles of values behind their labels, and of cells.
const VALUES: [&str; 3] = ["value", "cell", "columnheader"];

/// Inline elements of code.
const CODES: Set = Set::of(&[Element::CODE, Element::KBD, Element::SAMP, Element::TT]);

/// The tags of inline elements between two texts. Each field is whether there is a tag of its kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Joint {
    /// A tag of an element that is more than a style.
    is_tag: bool,
    /// An end tag.
    is_end: bool,
    /// An end tag before a start tag.
    is_gap: bool,
    /// The end tag of a code element.
    is_code: bool,
    /// The end tag of a code element before the start tag of another one.
    is_codes: bool,
    /// The end tag of a style element with several words, which cannot be a part of a word.
    is_phrase: bool,
    /// The end tag of a link, and such a tag before the start tag of a link to another address.
    is_link: bool,
    is_links: bool,
    /// `wbr`, within a word.
    is_word: bool,
    /// The start tag of a value behind the end tag of its label.
    is_value: bool,
    /// The end tag of a superscript, and of a subscript.
    is_raised: bool,
    is_lowered: bool,
}

impl Joint {
    /// Adds a start tag.
    pub fn start(&mut self, element: Element) {
        self.is_tag |= !STYLES.has(element);
        self.is_gap |= self.is_end;
        self.is_codes |= self.is_code && CODES.has(element);
        self.is_word |= element == Element::WBR;
    }

    /// Records that the last start tag is that of a link to another address than the link before.
    pub fn start_other_link(&mut self) {
        self.is_links |= self.is_link;
    }

    /// Records that the class of the last start tag says that it is a value.
    pub fn start_value(&mut self) {
        self.is_value |= self.is_gap;
    }

    /// Whether an end tag was added.
    pub fn has_end(self) -> bool {
        self.is_end
    }

    /// Adds an end tag; `is_phrase` is whether its element is a style element with several words.
    pub fn end(&mut self, element: Element, is_phrase: bool) {
        let is_style = STYLES.has(element);
        self.is_tag |= !is_style;
        self.is_phrase |= is_phrase;
        self.is_end = true;
        self.is_code |= CODES.has(element);
        self.is_link |= element == Element::A;
        self.is_raised |= element == Element::SUP;
        self.is_lowered |= element == Element::SUB;
    }

    /// Whether the texts before and after the tags are different words. Whitespace does not separate the texts.
    pub fn separates(self, before: &str, after: &str) -> bool {
        // The number of a verse is in front of a word: it has a space before it, and is not an isotope's.
        let is_verse = self.is_raised && {
            let text = before.trim_end_matches(|digit: char| digit.is_ascii_digit());
            let is_apart = text.is_empty() || text.ends_with(char::is_whitespace);
            text.len() < before.len()
                && is_apart
                && after
                    .chars()
                    .take_while(|letter| letter.is_alphabetic())
                    .count()
                    > 2
        };
        // A number behind a raised or lowered one: log<sub>2</sub>8.
        let is_digit = |character: char| character.is_ascii_digit();
        let are_numbers = (self.is_raised || self.is_lowered)
            && before.ends_with(is_digit)
            && after.starts_with(is_digit);
        if are_numbers {
            return true;
        }
        if self.is_word || !self.is_tag && !self.is_gap && !self.is_phrase && !is_verse {
            return false;
        }
        let mut before = before.chars().rev();
        let mut next = after.chars();
        let (Some(last), Some(first)) = (before.next(), next.next()) else {
            return false;
        };
        let (last_but_one, second) = (before.next(), next.next());
        let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        // Single letters in elements of their own, and digits: 9<span>9 badges.
        let is_single = !is_letter(last_but_one) && !is_letter(second);
        // A number or a sentence ends, and a word begins: 4 May 2021</time>The.
        let is_ended = self.is_end
            && self.is_tag
            && second.is_some_and(char::is_lowercase)
            && (matches!(last, '.' | ':' | ';' | '!' | '?' | ')')
                || last.is_numeric() && !last_but_one.is_some_and(char::is_alphabetic));
        // A sentence ends: it pays.<cite>Ann Lee</cite>
        let is_sentence = self.is_tag
            && matches!(last, '.' | '!' | '?')
            && last_but_one.is_some_and(char::is_lowercase)
            && second.is_some_and(char::is_lowercase);
        // A number and its unit in words: <span>41</span><span>years</span>
        let is_unit = self.is_gap && self.is_tag && last.is_numeric() && {
            let letters = after.chars().take_while(|letter| letter.is_lowercase());
            letters.count() > 3
        };
        // A number ends with its sign: <span>12°</span><span>Rain</span>
        let is_measure = matches!(last, '°' | '%' | '€' | '£')
            && last_but_one.is_some_and(|digit| digit.is_numeric() || digit == ' ');
        let begins_word = match first.is_uppercase() {
            true => {
                last.is_lowercase()
                    || self.is_gap && (last.is_alphanumeric() || is_measure)
                    || is_ended
                    || is_sentence
            }
            false => is_unit || self.is_gap && first.is_numeric() && last.is_alphanumeric(),
        };
        let is_word = |letter: char| letter.is_alphanumeric() && !is_unspaced(letter);
        let are_links = self.is_links && is_word(last) && is_word(first);
        let is_value = self.is_value && is_word(last) && is_word(first);
        self.is_codes || are_links || is_value || is_verse || begins_word && !is_single
    }
}

impl Segmenter<'_> {
    /// Handles the start tag of an inline element between two texts.
    pub(super) fn start_joint(&mut self, element: Element, attributes: &str, address: &str) {
        if self.codes == 0 {
            self.joint.start(element);
            let may_join = self.joint.has_end() && self.blank == Whitespace::None;
            let is_value = || VALUES.iter().any(|word| attributes.contains(word));
            if element == Element::SPAN && may_join && is_value() {
                self.joint.start_value();
            }
            if STYLES.has(element) {
                self.styled = self.page.text.len();
            } else if element == Element::A {
                let address = xxhash_rust::xxh3::xxh3_64(address.as_bytes());
                if std::mem::replace(&mut self.address, address) != address {
                    self.joint.start_other_link();
                }
            }
        }
        self.codes += usize::from(CODES.has(element));
    }

    /// Handles the end tag of an inline element between two texts.
    pub(super) fn end_joint(&mut self, element: Element) {
        self.codes -= usize::from(CODES.has(element));
        if self.codes == 0 {
            let styled = || self.page.text.get(self.styled.max(self.block.text.start)..);
            let is_phrase =
                STYLES.has(element) && styled().is_some_and(|text| text.contains([' ', '\n']));
            self.joint.end(element, is_phrase);
        }
    }

    /// Whether the tags since the last text separate it from the next words.
    pub(super) fn is_jointed(&self, words: &str) -> bool {
        let text = &self.page.text[self.block.text.start..];
        !self.formula.is_open
            && self.joint.separates(text, words)
            && (self.page.outline.get(self.container as usize))
                .is_some_and(|container| container.code == Code::None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Joint = Joint {
        is_tag: false,
        is_end: false,
        is_gap: false,
        is_code: false,
        is_codes: false,
        is_phrase: false,
        is_link: false,
        is_links: false,
        is_word: false,
        is_value: false,
        is_raised: false,
        is_lowered: false,
    };

    #[test]
    fn tags_in_a_row_are_gaps() {
        let mut joint = NONE;
        joint.start(Element::B);
        assert_eq!(joint, NONE);
        joint.end(Element::B, false);
        assert!(!joint.separates("Mac", "OS") && !joint.separates("Mac", "Os"));
        joint.start(Element::B);
        assert!(joint.separates("Mac", "OS"));
        joint.start(Element::WBR);
        assert!(!joint.separates("Mac", "OS"));
    }

    #[test]
    fn letters_tell_words_from_parts_of_words() {
        let tag = Joint {
            is_tag: true,
            ..NONE
        };
        let gap = Joint {
            is_gap: true,
            ..tag
        };
        for (before, after) in [("Action", "RPG"), ("ab", "Été"), ("Sale", "Now")] {
            assert!(tag.separates(before, after) && gap.separates(before, after));
        }
        for (before, after) in [
            ("EUR", "327"),
            ("2h 36m", "13"),
            ("PG-13", "R"),
            ("USA", "Europe"),
        ] {
            assert!(!tag.separates(before, after) && gap.separates(before, after));
        }
        for (before, after) in [
            ("T", "he"),
            ("metho", "ds"),
            ("x", "2"),
            ("H", "O"),
            ("9", "9 badges"),
            ("4", "th"),
            ("(", "Word"),
            ("word", "."),
            ("東京", "都"),
            ("", "A"),
        ] {
            assert!(!gap.separates(before, after), "{before}|{after}");
        }
    }

    #[test]
    fn labels_and_dates_are_apart_from_the_text_behind_them() {
        let mut label = NONE;
        label.start(Element::STRONG);
        label.end(Element::STRONG, true);
        assert!(label.separates("What it costs", "That depends"));
        let mut word = NONE;
        word.end(Element::STRONG, false);
        assert!(!word.separates("Hub", "Spot"));
        let mut date = NONE;
        date.end(Element::TIME, false);
        assert!(date.separates("May 2021", "The") && date.separates("Posted:", "In"));
        assert!(!date.separates("MP3", "Player") && !date.separates("3", "D"));
    }

    #[test]
    fn sentences_end_before_an_element_and_numbers_before_their_unit() {
        let tag = Joint {
            is_tag: true,
            ..NONE
        };
        assert!(tag.separates("it pays.", "Ann Lee") && !tag.separates("www.", "tides"));
        assert!(!tag.separates("U.S.", "Navy") && !NONE.separates("it pays.", "Ann"));
        let gap = Joint {
            is_gap: true,
            ..tag
        };
        assert!(
            gap.separates("41", "years") && !gap.separates("4", "th") && !gap.separates("5", "kg")
        );
    }

    #[test]
    fn links_to_two_places_are_two_words() {
        let mut links = NONE;
        links.end(Element::A, false);
        links.start(Element::A);
        assert!(!links.separates("rain", "coat"));
        links.start_other_link();
        assert!(links.separates("rain", "coat") && links.separates("1", "2"));
        assert!(!links.separates("東京", "大阪"));
    }

    #[test]
    fn verses_measures_and_values_end_a_word() {
        let mut verse = NONE;
        verse.end(Element::SUP, false);
        assert!(verse.separates("of the door. 2", "But the wheel"));
        assert!(!verse.separates("as 14", "C") && !verse.separates("m2", "But"));
        assert!(!verse.separates("the mill1", "turned"));
        assert!(verse.separates("day. 3", "5 loaves"));
        let mut lowered = NONE;
        lowered.end(Element::SUB, false);
        assert!(lowered.separates("log2", "8") && !lowered.separates("H2", "O"));
        let gap = Joint {
            is_gap: true,
            is_tag: true,
            ..NONE
        };
        let tag = Joint {
            is_gap: false,
            ..gap
        };
        assert!(gap.separates("12°", "Rain") && gap.separates("40 €", "Sale"));
        assert!(!gap.separates("(°", "Rain") && !tag.separates("12°", "Celsius"));
        let mut value = gap;
        assert!(!value.separates("colour", "white"));
        value.start_value();
        assert!(value.separates("colour", "white") && !value.separates("colour:", "white"));
    }
}
