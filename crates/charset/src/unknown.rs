//! Texts in languages that have no model: what the languages of a script have in common.
//!
//! Every language with a model is a bad one of such a text, and which is the least bad is chance: as likely it is one that
//! has letters for these bytes in a rare encoding. A model of a whole script is better than all of them. It takes the
//! frequencies of letters from the document itself, so that they speak for no encoding, and knows which letters some language
//! has, where letters, signs and capitals stand, and nothing else.

use platform::math;

use crate::fold::{self, Script, id};
use crate::index::{Index, SCRIPTS, STEP};

/// The penalty of a trigram under the model of a script, which knows less of it than that of a language. With a smaller one, texts in known languages that have many names and abbreviations
/// are taken for unknown ones.
pub(crate) const NOT_LOOKED_AT: f32 = -3.0;
/// The minimum share of a letter among a language's characters beyond ASCII.
const USED: f64 = 0.002;
/// Punctuation that depends on the language, as letters do.
const PUNCTUATION: &str = "¡¿«»“”„‘’–—…§·£";

/// A script, as a language.
pub(crate) struct Unknown {
    /// ln P(character), for all numbers of characters: the mean over its languages.
    letters: Vec<f32>,
    /// Whether a character is a letter of the script, or punctuation.
    is_own: Vec<bool>,
    /// ln P(a language has the character).
    is_used: Vec<f32>,
    /// The minimum share of a text's letters beyond ASCII.
    pub density: f32,
}

/// The relative frequencies of a document's bytes from 0x80.
pub(crate) struct Shares {
    ln: [f32; 256],
    /// The bytes that occur, with their weights.
    pub there: Vec<(u8, f32)>,
    /// The cost of a parameter that is estimated from the document, as in the BIC: half the logarithm of its size.
    parameter: f32,
}

impl Shares {
    /// From the weights of bytes.
    pub fn new(weights: &[f32; 256]) -> Self {
        let total: f32 = weights[0x80..].iter().sum();
        Shares {
            ln: weights.map(|one| math::ln(one.max(1.0) / total.max(1.0))),
            there: (0..=u8::MAX)
                .zip(weights.iter().copied())
                .filter(|(_, weight)| *weight > 0.0)
                .collect(),
            parameter: 0.5 * math::ln(total.max(1.0)),
        }
    }
}

impl Unknown {
    fn new(index: &Index, script: Script) -> Self {
        let number = SCRIPTS + script as u8;
        let languages = index.languages().iter().enumerate();
        let of_script = languages.filter(|(_, language)| language.script == number);
        let places: Vec<usize> = of_script.map(|(place, _)| place).collect();
        let count = places.len().max(1) as f64;
        let shares = |number: usize| {
            let letters = index.letters(number as u16);
            let of_languages = places.iter().map(move |&place| letters[place]);
            of_languages.map(|steps| math::exp(-f64::from(steps) * f64::from(STEP)))
        };
        let numbers = || 0..index.ids();
        let mean = |number: usize| match number < usize::from(id::CONTROL) {
            true => 0.0,
            false => math::ln((shares(number).sum::<f64>() / count).max(1e-9)) as f32,
        };
        let is_used = |number: usize| {
            let users = shares(number).filter(|share| *share > USED).count();
            math::ln((users as f64 + 0.5) / (count + 1.0)) as f32
        };
        let is_own = |number: usize| match index.char(number) {
            Some(char) => fold::script(char) == script || PUNCTUATION.contains(char),
            None => script == Script::Latin && number == usize::from(id::LATIN),
        };
        Unknown {
            letters: numbers().map(mean).collect(),
            is_own: numbers().map(is_own).collect(),
            is_used: numbers().map(is_used).collect(),
            density: if script == Script::Latin { 0.0 } else { 1.0 },
        }
    }

    /// The scripts of several languages.
    pub fn all(index: &Index) -> Vec<Unknown> {
        let scripts = [
            Script::Latin,
            Script::Cyrillic,
            Script::Greek,
            Script::Hebrew,
            Script::Arabic,
        ];
        scripts.map(|script| Unknown::new(index, script)).into()
    }

    /// Whether one of the document's high bytes is a letter of the script, where bytes are these characters.
    pub fn has_letters(&self, ids: &[u16; 256], shares: &Shares) -> bool {
        self.own(ids, shares).next().is_some()
    }

    /// The letters of the script that the document's high bytes are.
    fn own<'a>(
        &'a self,
        ids: &'a [u16; 256],
        shares: &'a Shares,
    ) -> impl Iterator<Item = usize> + 'a {
        let there = shares.there.iter();
        let ids = there.map(|&(byte, _)| usize::from(ids[usize::from(byte)]));
        ids.filter(|&id| self.is_own[id])
    }

    /// The log-probability of three characters, which are these bytes.
    #[inline]
    pub fn characters(&self, ids: [u16; 3], bytes: [u8; 3], shares: &Shares) -> f32 {
        let of = |(id, byte): (u16, u8)| match self.is_own[usize::from(id)] {
            true => shares.ln[usize::from(byte)],
            false => self.letters[usize::from(id)],
        };
        ids.into_iter().zip(bytes).map(of).sum()
    }

    /// The log-probability of the document's alphabet, where bytes are these characters.
    pub fn alphabet(&self, ids: &[u16; 256], shares: &Shares) -> f32 {
        let own = self.own(ids, shares);
        own.map(|id| self.is_used[id] - shares.parameter).sum()
    }
}
