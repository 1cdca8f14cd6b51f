//! Log-priors of languages, from how common texts in them are.
//!
//! A few words may fit several related languages equally well: Croatian and Bosnian, Indonesian and
//! Malay, English and an artificial language. Then the more common language is the better guess.
//! The prior is constant while evidence grows with the text, so it matters only in short texts. In
//! texts of a few letters it grows towards the true odds.

use crate::constants::LIST_PRIORS;

/// Languages by their share of Common Crawl pages in 2018 (cc-crawl-statistics,
/// plots/languages.csv): at least 10 %, 1 %, 0.1 %, 0.01 % and 0.001 %. The steps are coarse because
/// the counts come from an identifier that confuses related languages, too. Serbian is listed in
/// both of its scripts; Chinese in traditional characters has a smaller share. Latin is a step
/// lower, since filler text counts as Latin. Bosnian is left out: at 200 characters of prose most
/// answers that name it by less than its prior are Croatian. Each list is sorted by bytes.
const COMMON: [&[&str]; 5] = [
    &["en"],
    &[
        "cs", "de", "es", "fr", "it", "ja", "nl", "pl", "pt", "ru", "zh",
    ],
    &[
        "ar", "bg", "ca", "da", "el", "et", "fa", "fi", "he", "hi", "hr", "hu", "id", "ko", "lt",
        "nb", "ro", "sk", "sl", "sr", "sr-Latn", "sv", "th", "tr", "uk", "vi", "zh-Hant",
    ],
    &[
        "az", "be", "bn", "eu", "gl", "hy", "is", "ka", "kk", "kn", "lv", "mk", "ml", "mn", "mr",
        "ms", "my", "ne", "nn", "sq", "ta", "te", "ur", "uz",
    ],
    &[
        "af", "am", "ba", "bo", "br", "ceb", "ckb", "cy", "dv", "eo", "fo", "fy", "ga", "gd", "gu",
        "ha", "jv", "km", "ku", "ky", "la", "lb", "lo", "mg", "mt", "oc", "pa", "ps", "rw", "sd",
        "si", "so", "sw", "tg", "tk", "tl", "tt", "war", "yi",
    ],
];

/// Artificial languages, in which there are hardly any texts. Each is a mixture of common languages, so that a few words of these fit it.
const ARTIFICIAL: [&str; 3] = ["ia", "ile", "vo"];
/// The rank of these.
const ARTIFICIAL_RANK: usize = 8;

/// Returns by how many powers of ten the share of a language is smaller than that of the most
/// common one.
pub(super) fn rank(code: &str) -> usize {
    let is_in = |list: &&[&str]| list.binary_search(&code).is_ok();
    let others = || match ARTIFICIAL.contains(&code) {
        true => ARTIFICIAL_RANK,
        false => COMMON.len(),
    };
    COMMON.iter().position(is_in).unwrap_or_else(others)
}

/// Returns the log-prior of a language, up to a constant. It is 0 for the second and third list, so
/// the doubled calibration of close languages affects only their differences.
pub(super) fn of(code: &str) -> f64 {
    LIST_PRIORS[rank(code).min(COMMON.len())]
}

#[cfg(test)]
mod tests {
    use super::super::built_in;
    use super::*;

    #[test]
    fn common_languages_have_models_and_come_before_their_rare_neighbours() {
        assert!(COMMON.iter().all(|list| list.is_sorted()));
        for code in COMMON.iter().flat_map(|list| list.iter()) {
            assert!(
                built_in().languages().iter().any(|one| one == code),
                "{code}"
            );
        }
        for (common, rare) in [
            ("en", "nl"),
            ("hr", "bs"),
            ("id", "ms"),
            ("nb", "nn"),
            ("nl", "af"),
            ("es", "ia"),
        ] {
            assert!(of(common) > of(rare), "{common} {rare}");
        }
        for (common, rare) in [("nl", "af"), ("ru", "sr"), ("zh", "zh-Hant"), ("fr", "ile")] {
            assert!(rank(common) < rank(rare), "{common} {rare}");
        }
        assert_eq!(of("nl"), 0.0);
    }
}
