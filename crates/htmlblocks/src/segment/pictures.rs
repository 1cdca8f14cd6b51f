//! Pictures that stand for text: emoji and formulas. Their alternative text is what they show.

use std::borrow::Cow;

use crate::segment::Segmenter;
use crate::segment::characters::Whitespace;
use html::{Element, attributes};

/// Words of the classes of pictures of formulas.
const CLASSES: [&str; 7] = [
    "tex",
    "latex",
    "math",
    "mwe",
    "formula",
    "formulaInl",
    "formulaDsp",
];

/// Parts of the addresses of programs that draw formulas.
const PROGRAMS: [&str; 4] = ["latex.codecogs", "latex.php", "mathtex", "mimetex"];

/// The greatest number of bytes of such a text.
const MOST: usize = 400;

impl Segmenter<'_> {
    /// Handles the start of an element that may be a picture. Pictures separate the words around them, or are text.
    pub(super) fn start_picture(&mut self, element: Element, attributes: &str) {
        match (element == Element::IMG)
            .then(|| text_of(attributes))
            .flatten()
        {
            // The picture of MathML is that of the text before.
            Some(_) if self.formula.is_before_letters => {}
            Some(text) if !self.is_empty() || !text.chars().all(is_emoji) => {
                let mut words = text.split_ascii_whitespace();
                words
                    .next()
                    .into_iter()
                    .for_each(|word| self.push_words(word));
                for word in words {
                    self.push_whitespace(Whitespace::Space);
                    self.push_words(word);
                }
            }
            _ => self.push_whitespace(Whitespace::Space),
        }
    }
}

/// Returns the text that a picture shows, if it is an emoji or a formula.
fn text_of(attributes: &str) -> Option<Cow<'_, str>> {
    let text = attributes::value(attributes, "alt")?.trim();
    if text.is_empty() || text.len() > MOST {
        return None;
    }
    let text = html::entities::decode_value(text);
    let is_formula = || {
        let class = attributes::value(attributes, "class").unwrap_or_default();
        let mut words = class.split(|character: char| !character.is_alphanumeric());
        let source = attributes::value(attributes, "src").unwrap_or_default();
        words.any(|word| CLASSES.contains(&word))
            || PROGRAMS.iter().any(|program| source.contains(program))
            || text.len() > 2 && text.starts_with('$') && text.ends_with('$')
            || text.starts_with("{\\displaystyle")
    };
    (text.chars().all(is_emoji) || is_formula()).then_some(text)
}

/// Whether a character is an emoji or a part of one.
fn is_emoji(character: char) -> bool {
    matches!(character, '\u{1F000}'..='\u{1FAFF}' | '\u{2600}'..='\u{27BF}' | '\u{2B00}'..='\u{2BFF}'
        | '\u{200D}' | '\u{FE0F}' | '\u{E0020}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use crate::segment::{Page, Rules};

    #[test]
    fn pictures_of_text_are_text() {
        for (html, text) in [
            ("Hot <img class=emoji alt='🌞'> today", "Hot 🌞 today"),
            ("Hot<img alt='&#x1F31E;'>", "Hot🌞"),
            ("Let <img class='tex' alt='x^2 +\ny'>.", "Let x^2 + y."),
            ("Let <img src=/cgi/mathtex.cgi?x alt=x>, ", "Let x,"),
            ("<img class=formulaInl alt='$ a $'> is", "$ a $ is"),
            (
                "<math><mi>x</mi></math><img class='mwe-math-fallback-image-inline' alt='{\\displaystyle x}'> is",
                "x is",
            ),
            ("The <img alt='A mill'>mill", "The mill"),
            ("The<img class=texture alt='A mill'>mill", "The mill"),
            ("<img class=emoji alt='🌞'>Hot", "Hot"),
        ] {
            let page = Page::new(&format!("<p>{html}"), Rules::BEST);
            assert_eq!(page.text(&page.blocks[0]), text, "{html}");
        }
    }
}
