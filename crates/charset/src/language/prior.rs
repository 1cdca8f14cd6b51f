//! Log-priors of languages, from how common texts in them are.
//!
//! A few words may fit several related languages equally well: Croatian and Bosnian, Indonesian and
//! Malay, English and an artificial language. Then the more common language is the better guess.
//! The prior is constant while evidence grows with the text, so it matters only in short texts.

use crate::constants::LIST_PRIORS;

/// Languages by their share of Common Crawl pages in 2018 (cc-crawl-statistics,
/// plots/languages.csv): at least 10 %, 0.1 % and 0.001 %. The steps are coarse because the counts
/// come from an identifier that confuses related languages, too. Serbian and Chinese are listed in
/// both of their scripts. Bosnian is left out: at 200 characters of prose most answers that name it
/// by less than its prior are Croatian. Each list is sorted by bytes.
const COMMON: [&[&str]; 3] = [
    &["en"],
    &[
        "ar", "bg", "ca", "cs", "da", "de", "el", "es", "et", "fa", "fi", "fr", "he", "hi", "hr",
        "hu", "id", "it", "ja", "ko", "lt", "nb", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sr",
        "sr-Latn", "sv", "th", "tr", "uk", "vi", "zh", "zh-Hant",
    ],
    &[
        "af", "am", "az", "ba", "be", "bn", "bo", "br", "ceb", "ckb", "cy", "dv", "eo", "eu", "fo",
        "fy", "ga", "gd", "gl", "gu", "ha", "hy", "is", "jv", "ka", "kk", "km", "kn", "ku", "ky",
        "la", "lb", "lo", "lv", "mg", "mk", "ml", "mn", "mr", "ms", "mt", "my", "ne", "nn", "oc",
        "pa", "ps", "rw", "sd", "si", "so", "sq", "sw", "ta", "te", "tg", "tk", "tl", "tt", "ur",
        "uz", "war", "yi",
    ],
];

/// Returns the log-prior of a language, up to a constant. It is 0 for the second list, so the
/// doubled calibration of close languages affects only their differences.
pub(super) fn of(code: &str) -> f64 {
    let is_in = |list: &&[&str]| list.binary_search(&code).is_ok();
    let rank = COMMON.iter().position(is_in);
    LIST_PRIORS[rank.unwrap_or(COMMON.len())]
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
        assert_eq!(of("nl"), 0.0);
    }
}
