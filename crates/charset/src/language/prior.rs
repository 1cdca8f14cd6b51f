//! Log-priors of languages: how common texts in them are.
//!
//! A few words fit several neighbours. What decides then is how common each is at all: a short text that is as well Croatian as
//! Bosnian, Indonesian as Malay, or English as an artificial language. A constant beside evidence that grows with the text, so that
//! it matters in short ones only.

/// Languages by their share of the pages of Common Crawl in 2018 (cc-crawl-statistics, plots/languages.csv): at least 10 %, 0.1 % and
/// 0.001 %. In coarser steps than the counts, which are those of an identifier that confuses neighbours, too. Serbian and Chinese are
/// counted in both of their scripts. Each list in the order of bytes.
const COMMON: [&[&str]; 3] = [
    &["en"],
    &[
        "ar", "bg", "ca", "cs", "da", "de", "el", "es", "et", "fa", "fi", "fr", "he", "hi", "hr",
        "hu", "id", "it", "ja", "ko", "lt", "nb", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sr",
        "sr-Latn", "sv", "th", "tr", "uk", "vi", "zh", "zh-Hant",
    ],
    &[
        "af", "am", "az", "ba", "be", "bn", "bo", "br", "bs", "ceb", "ckb", "cy", "dv", "eo", "eu",
        "fo", "fy", "ga", "gd", "gl", "gu", "ha", "hy", "is", "jv", "ka", "kk", "km", "kn", "ku",
        "ky", "la", "lb", "lo", "lv", "mg", "mk", "ml", "mn", "mr", "ms", "mt", "my", "ne", "nn",
        "oc", "pa", "ps", "rw", "sd", "si", "so", "sq", "sw", "ta", "te", "tg", "tk", "tl", "tt",
        "ur", "uz", "war", "yi",
    ],
];

/// The penalty of a rarer list: less than the odds, since a text is more often in a rare language where that is asked for than on the web, and none
/// more among languages that are written widely: by three lists, with 0.5 each, Afrikaans, Javanese and artificial languages lost more than others gained,
/// and the means over common languages were no better.
const EACH: f64 = 0.5;

/// The log-prior of a language, up to a constant: 0 for those of the second list, so that what counts twice among close languages is what
/// they differ by.
pub(super) fn of(code: &str) -> f64 {
    let is_in = |list: &&[&str]| list.binary_search(&code).is_ok();
    let rank = COMMON.iter().position(is_in);
    EACH * (1.0 - rank.unwrap_or(COMMON.len()) as f64)
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
