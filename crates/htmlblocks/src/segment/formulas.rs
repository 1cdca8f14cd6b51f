//! Formulas. Pages have most of them several times: as MathML, as TeX in its annotation, and as positioned letters.

use crate::segment::Segmenter;
use crate::segment::before::Before;
use crate::segment::characters::Whitespace;
use html::{Element, attributes};

/// The formula that is being read.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Formula {
    before: Before,
    pub(super) parent: InFormula,
    /// Whether the position is inside MathML.
    pub(super) is_open: bool,
    /// Whether the position is inside a TeX annotation, before its text.
    in_tex: bool,
    /// Whether the position is right after MathML, where KaTeX has the positioned letters.
    pub(super) is_before_letters: bool,
}

/// The innermost open element of a formula, and the number of its children so far.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct InFormula {
    form: Form,
    children: u32,
}

/// What the children of an element of a formula are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Form {
    #[default]
    Row,
    /// A base and its exponent.
    Power,
    /// A base, an index, and an exponent.
    IndexAndPower,
    /// A numerator and a denominator.
    Fraction,
}

impl Segmenter<'_> {
    /// Whether an element repeats the current formula and is skipped: annotations, which browsers do not show, and the
    /// positioned letters. TeX annotations are kept; they replace the MathML.
    pub(super) fn is_formula_again(&mut self, element: Element, attributes: &str) -> bool {
        match element {
            Element::MATH => {
                self.end_node();
                self.formula = Formula {
                    before: self.state(),
                    is_open: true,
                    ..Formula::default()
                };
                self.formulas += 1;
                false
            }
            Element::SPAN => self.formula.is_before_letters && attributes.contains("katex-html"),
            Element::ANNOTATION => {
                let encoding = attributes::value(attributes, "encoding").unwrap_or_default();
                self.formula.in_tex = encoding.to_ascii_lowercase().contains("tex");
                !self.formula.in_tex
            }
            _ => element == Element::ANNOTATION_XML,
        }
    }

    /// Handles the start of an element of a formula. Returns whether it is an exponent.
    pub(super) fn start_in_formula(&mut self, name: &str) -> bool {
        let form = match name {
            "msup" => Form::Power,
            "msubsup" => Form::IndexAndPower,
            "mfrac" => Form::Fraction,
            _ => Form::Row,
        };
        let outer = std::mem::replace(&mut self.formula.parent, InFormula { form, children: 0 });
        match (outer.form, outer.children) {
            (Form::Power, 1) | (Form::IndexAndPower, 2) => {
                self.blank = Whitespace::None;
                self.start_power();
                true
            }
            (Form::Fraction, 1) => {
                self.blank = Whitespace::None;
                self.push_words("/");
                false
            }
            _ => false,
        }
    }

    /// Handles the end of an element, which may be one of a formula.
    pub(super) fn end_formula(&mut self, element: Element, outer: InFormula) {
        self.formula.parent = InFormula {
            children: outer.children + 1,
            ..outer
        };
        if element == Element::ANNOTATION {
            self.formula.in_tex = false;
            self.blank = Whitespace::None;
            self.start_node();
        } else if element == Element::MATH {
            self.formula.is_open = false;
            self.formula.is_before_letters = true;
        }
    }

    /// Returns the text without white space before it if it is TeX. It drops the MathML before the TeX, unless that has
    /// blocks or marks.
    #[inline]
    pub(super) fn replace_mathml<'a>(&mut self, text: &'a str) -> &'a str {
        if !self.formula.in_tex || text.trim().is_empty() {
            return text;
        }
        self.formula.in_tex = false;
        let mut before = self.formula.before;
        if self.formula.is_open && before.block == self.block.text.start {
            self.end_node();
            let mathml = &self.page.text[before.text..];
            let blank = mathml.len() - mathml.trim_start().len();
            let is_empty = blank == mathml.len();
            before.text += blank;
            let is_marked = self.page.marks.last().is_some_and(|mark| {
                mark.block as usize == self.page.blocks.len()
                    && mark.at as usize > before.text - before.block
            });
            if !is_empty && !is_marked {
                // Elements that are open in the formula began in text that no longer exists.
                self.formulas += 1;
                self.blank = Whitespace::None;
                self.drop_text(before);
            }
        }
        text.trim_start()
    }
}
