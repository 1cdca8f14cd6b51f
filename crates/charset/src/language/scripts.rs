//! Scripts that only one language uses, and that language has no model: the script alone identifies
//! it.

use std::ops::RangeInclusive;

/// Sorted ranges of characters, and the language of each.
const SCRIPTS: &[(RangeInclusive<u32>, &str)] = &[
    (0x0700..=0x074F, "syr"),
    (0x07C0..=0x07FF, "nqo"),
    (0x0840..=0x085F, "mid"),
    (0x0B00..=0x0B7F, "or"),
    (0x13A0..=0x13FF, "chr"),
    (0x1800..=0x18AF, "mn"),
    (0x1900..=0x194F, "lif"),
    (0x1950..=0x197F, "tdd"),
    (0x1980..=0x19DF, "khb"),
    (0x1A00..=0x1A1F, "bug"),
    (0x1B00..=0x1B7F, "ban"),
    (0x1B80..=0x1BBF, "su"),
    (0x1BC0..=0x1BFF, "bbc"),
    (0x1C00..=0x1C4F, "lep"),
    (0x1C50..=0x1C7F, "sat"),
    (0x2C80..=0x2CFF, "cop"),
    (0xA000..=0xA4CF, "ii"),
    (0xA4D0..=0xA4FF, "lis"),
    (0xA500..=0xA63F, "vai"),
    (0xA6A0..=0xA6FF, "bax"),
    (0xA880..=0xA8DF, "saz"),
    (0xA930..=0xA95F, "rej"),
    (0xA980..=0xA9DF, "jv"),
    (0xAA80..=0xAADF, "blt"),
    (0xAAE0..=0xAAFF, "mni"),
    (0xAB70..=0xABBF, "chr"),
    (0xABC0..=0xABFF, "mni"),
    (0x10330..=0x1034F, "got"),
    (0x104B0..=0x104FF, "osa"),
    (0x10D00..=0x10D3F, "rhg"),
    (0x11100..=0x1114F, "ccp"),
    (0x1E100..=0x1E14F, "mww"),
    (0x1E900..=0x1E95F, "ff"),
];

/// Returns the languages that are identified by their script alone, sorted.
pub fn languages() -> impl Iterator<Item = &'static str> {
    let mut all: Vec<&str> = SCRIPTS.iter().map(|(_, code)| *code).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter()
}

/// Returns the language of a character's script, if only one language uses it.
pub(super) fn language(char: char) -> Option<&'static str> {
    let code = u32::from(char);
    if code < *SCRIPTS[0].0.start() {
        return None;
    }
    let at = SCRIPTS.partition_point(|(range, _)| *range.end() < code);
    let (range, language) = SCRIPTS.get(at)?;
    (range.contains(&code) && char.is_alphabetic()).then_some(language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_in_order_and_do_not_overlap() {
        assert!(
            SCRIPTS
                .windows(2)
                .all(|pair| pair[0].0.end() < pair[1].0.start())
        );
        assert_eq!(language('Ꮳ'), Some("chr"));
        assert_eq!(language('ଓ'), Some("or"));
        assert_eq!(language('é'), None);
        assert_eq!(language('語'), None);
    }
}
