//! Scores texts in languages without a model, by the common properties of a script's languages.
//!
//! On such a text all models fit badly, and the best of them is found by chance. It may even belong
//! to a language with letters for these bytes in a rare encoding. A model of the whole script fits
//! better. It takes letter frequencies from the document itself, so these favour no encoding.
//! Otherwise it contains only which letters some language uses, and where letters, signs and
//! capitals stand.

use platform::math;

use crate::constants::MIN_LETTER_SHARE;
use crate::fold::{Script, id};
use crate::index::{Index, SCRIPTS, STEP};
use crate::reading::{Char, SEVERAL, script_bit};

/// A script, scored like a language.
pub(crate) struct Unknown {
    /// ln P(character) for all character numbers: the mean over the script's languages.
    letters: Vec<f32>,
    /// The bit of the script in [`Char::scripts`].
    bit: u8,
    /// ln P(a language uses the character).
    is_used: Vec<f32>,
    /// The minimum share of a text's letters beyond ASCII.
    pub density: f32,
}

/// The relative frequencies of a document's bytes from 0x80.
pub(crate) struct Shares {
    ln: [f32; 256],
    /// The bytes of the document that may be beyond ASCII, with their weights.
    pub there: Vec<(u8, f32)>,
    /// The cost of a parameter estimated from the document, as in the BIC: half the logarithm of
    /// its size.
    parameter: f32,
}

impl Shares {
    /// Computes the frequencies from the weights of bytes.
    pub fn new(weights: &[f32; 256]) -> Self {
        let total: f32 = weights[0x80..].iter().sum();
        let all = (0..=u8::MAX).zip(weights.iter().copied());
        let there: Vec<(u8, f32)> = all
            .filter(|(byte, weight)| *weight > 0.0 && !(b' '..=b'~').contains(byte))
            .collect();
        let mut ln = [0.0; 256];
        for &(byte, weight) in &there {
            ln[usize::from(byte)] = math::ln(weight.max(1.0) / total.max(1.0));
        }
        Shares {
            ln,
            there,
            parameter: 0.5 * math::ln(total.max(1.0)),
        }
    }
}

impl Unknown {
    /// `shares` are the shares of a letter by their logarithms in steps of [`STEP`].
    fn new(index: &Index, script: Script, shares: &[f64; 256]) -> Self {
        let number = SCRIPTS + script as u8;
        let languages = index.languages().iter().enumerate();
        let of_script = languages.filter(|(_, language)| language.script == number);
        let places: Vec<usize> = of_script.map(|(place, _)| place).collect();
        let count = places.len().max(1) as f64;
        let ln_used = |users: usize| math::ln((users as f64 + 0.5) / (count + 1.0)) as f32;
        let ln_used: Vec<f32> = (0..=places.len()).map(ln_used).collect();
        let (mut letters, mut is_used) = (Vec::new(), Vec::new());
        for number in 0..index.ids() {
            let of_languages = index.letters(number as u16);
            let (mut sum, mut users) = (0.0, 0);
            for &place in &places {
                let share = shares[usize::from(of_languages[place])];
                sum += share;
                users += usize::from(share > MIN_LETTER_SHARE);
            }
            letters.push(match number < usize::from(id::CONTROL) {
                true => 0.0,
                false => math::ln((sum / count).max(1e-9)) as f32,
            });
            is_used.push(ln_used[users]);
        }
        Unknown {
            letters,
            bit: script_bit(script),
            is_used,
            density: if script == Script::Latin { 0.0 } else { 1.0 },
        }
    }

    /// The number of these scripts.
    pub const SCRIPTS: usize = SEVERAL.len();

    /// Returns the scripts that several languages use.
    pub fn all(index: &Index) -> [Unknown; Self::SCRIPTS] {
        let shares: [f64; 256] =
            std::array::from_fn(|steps| math::exp(-(steps as f64) * f64::from(STEP)));
        SEVERAL.map(|script| Unknown::new(index, script, &shares))
    }

    /// Scores a text in the script, if one of the document's bytes is a letter of it. Returns the
    /// log-probability of its characters, as a sum over trigrams, and that of its alphabet.
    pub fn read(&self, chars: &[Char; 256], shares: &Shares) -> Option<(f32, f32)> {
        let scripts = |&(byte, _): &(u8, f32)| chars[usize::from(byte)].scripts;
        if !shares.there.iter().any(|one| scripts(one) & self.bit != 0) {
            return None;
        }
        let (mut characters, mut alphabet) = (0.0, 0.0);
        for &(byte, weight) in &shares.there {
            let char = chars[usize::from(byte)];
            let id = usize::from(char.id);
            if char.scripts & self.bit == 0 {
                characters += weight * self.letters[id];
                continue;
            }
            characters += weight * shares.ln[usize::from(byte)];
            alphabet += self.is_used[id] - shares.parameter;
        }
        Some((characters, alphabet))
    }
}
