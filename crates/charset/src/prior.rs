//! Log-priors of encodings, up to a constant.
//!
//! A few bytes fit many encodings. Then the frequency of encodings decides: those of the web and of
//! packages come before those that only standards, DOS or the Macintosh used. Evidence grows with
//! the bytes of a document and the prior does not, so a long DOS text is still recognised.

use crate::Encoding;
use crate::constants::{
    NO_MODEL_PENALTY, NOT_IN_USE, NOT_IN_USE_PER_TRIGRAM, PRIOR_WEIGHT, RANK_PENALTY,
};
use crate::index::Language;

/// Returns the log-frequency of an encoding in all languages. It follows counts of declarations on
/// the web and in Debian packages. The steps are coarse, since the counts of the rarest encodings
/// are not reliable.
fn commonness(encoding: Encoding) -> f32 {
    match encoding.name() {
        "windows-1252" => 0.0,
        "windows-1251" => -1.0,
        "windows-1250" | "windows-1253" | "windows-1255" | "windows-1256" | "windows-874"
        | "iso-8859-2" | "iso-8859-7" => -2.5,
        "windows-1254" | "koi8-r" | "gb18030" | "big5" | "shift_jis" | "euc-jp" | "euc-kr" => -3.0,
        "windows-1257" | "iso-8859-15" => -3.5,
        "windows-1258" | "iso-8859-5" | "koi8-u" | "ibm866" => -4.5,
        "ibm437" | "ibm850" | "ibm852" => -7.0,
        _ if encoding.is_whatwg() => -7.0,
        _ => -9.0,
    }
}

/// The prior of an encoding in a language.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Prior {
    /// The encoding is in use for the language.
    InUse(f32),
    /// The encoding only has the letters of the language.
    Possible,
    /// The encoding is made for another language, and has many characters of this one.
    Foreign,
}

impl Prior {
    /// Returns the prior of an encoding in a language; `None` if the encoding lacks letters of the
    /// language.
    pub fn of(language: &Language, encoding: Encoding) -> Option<Prior> {
        let place = language.encodings.iter().position(|one| *one == encoding);
        match place {
            Some(rank) => Some(Prior::InUse(
                PRIOR_WEIGHT * commonness(encoding) - RANK_PENALTY * rank as f32,
            )),
            None if language.possible.contains(&encoding) => Some(Prior::Possible),
            None => (language.ideographic.is_some() && !encoding.is_single_byte())
                .then_some(Prior::Foreign),
        }
    }

    /// Returns the log-prior for a document with an effective number of `weight` trigrams.
    pub fn ln(self, weight: f32) -> f32 {
        match self {
            Prior::InUse(ln) => ln,
            Prior::Possible => -NOT_IN_USE - NOT_IN_USE_PER_TRIGRAM * weight,
            // Damaged text in the language's encodings looks much like it.
            Prior::Foreign => 2.0 * Prior::Possible.ln(weight),
        }
    }
}

/// Returns the log-prior of an encoding in a language without a model; `None` for encodings made
/// for one language, which has a model.
pub(crate) fn of_unknown(encoding: Encoding) -> Option<f32> {
    let is_general =
        encoding.is_whatwg() || ["ibm437", "ibm850", "ibm852"].contains(&encoding.name());
    is_general.then(|| commonness(encoding) - NO_MODEL_PENALTY)
}

/// Returns the log-prior of a language's letters in an encoding of several bytes; `None` if none is in use.
pub(crate) fn of_letters(encoding: Encoding) -> Option<f32> {
    let ln = PRIOR_WEIGHT * commonness(encoding) - NO_MODEL_PENALTY;
    encoding.is_whatwg().then_some(ln)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_common_comes_first_and_few_encodings_are_for_any_language() {
        let of = |name: &str| of_unknown(name.parse().unwrap());
        assert!(of("windows-1252") > of("iso-8859-2"));
        assert!(of("iso-8859-2") > of("ibm850"));
        assert_eq!(
            (of("viscii"), of("ptcp154"), of("ibm720")),
            (None, None, None)
        );
    }
}
