//! Keeps the blocks of a text that are in given languages.

use super::{Identifier, Languages, Scores, of_block};

/// A text without the blocks that are in other languages.
#[derive(Debug, Clone, PartialEq)]
pub struct Filtered<'m> {
    /// The kept blocks, unchanged and in order, with the blank lines before them.
    pub text: String,
    /// The number of blocks left out.
    pub left_out: u64,
    /// The languages of the kept blocks.
    pub languages: Languages<'m>,
}

/// Keeps the blocks, separated by blank lines, whose language `keeps` accepts. A block whose
/// language is unclear has the language of the previous block; the first one has `whole`, the
/// language of the document.
pub fn blocks<'m>(
    identifier: &mut Identifier<'m>,
    text: &str,
    whole: &'m str,
    keeps: impl Fn(&str) -> bool,
) -> Filtered<'m> {
    let (mut kept, mut left_out) = (String::new(), 0);
    let (mut all_scores, mut languages) = (Scores::default(), Vec::new());
    let mut language = whole;
    for (blank, block) in separated(text) {
        let scores = identifier.scores(block);
        language = of_block(identifier, &scores, language);
        if !keeps(language) {
            left_out += u64::from(!block.is_empty());
            continue;
        }
        // If blocks before the first kept one were left out, so are its blank lines.
        if left_out == 0 || !kept.is_empty() {
            kept.push_str(blank);
        }
        kept.push_str(block);
        all_scores.add(&scores);
        languages.push((language, scores.letters()));
    }
    Filtered {
        text: kept,
        left_out,
        languages: Languages::new(identifier.found(&all_scores), languages.into_iter()),
    }
}

/// Splits a text into blocks, each with the blank lines before it. The last may be blank lines
/// alone.
fn separated(text: &str) -> Vec<(&str, &str)> {
    let mut all = Vec::new();
    let (mut begin, mut block, mut at) = (0, None, 0);
    for line in text.split_inclusive('\n') {
        match (line.trim().is_empty(), block) {
            (true, Some(from)) => {
                all.push((&text[begin..from], &text[from..at]));
                (begin, block) = (at, None);
            }
            (false, None) => block = Some(at),
            _ => {}
        }
        at += line.len();
    }
    if begin < at {
        let from = block.unwrap_or(at);
        all.push((&text[begin..from], &text[from..at]));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::built_in;
    use proptest::prelude::*;

    const GERMAN: &str = "Am Abend saßen wir am Fluss und hörten den Vögeln zu.\n";
    const FRENCH: &str =
        "Le soir nous étions assis au bord de la rivière et nous écoutions les oiseaux.\n";

    #[test]
    fn blocks_in_other_languages_go_and_the_rest_stays_as_it_is() {
        let mut identifier = Identifier::new(built_in());
        let text = format!("{GERMAN}\n{FRENCH}\n12\n\n \n{GERMAN}{GERMAN}\n\n7\n");
        let german = blocks(&mut identifier, &text, "de", |one| one == "de");
        assert_eq!(german.text, format!("{GERMAN}\n \n{GERMAN}{GERMAN}\n\n7\n"));
        assert_eq!(german.left_out, 2);
        let both = blocks(&mut identifier, &text, "de", |one| one != "und").languages;
        assert!(german.languages.share("de") > both.share("de"));
        assert_eq!(german.languages.share("de"), 1.0);
        assert_eq!((both.language(), both.shares.len()), ("de", 2));
        let french = blocks(&mut identifier, &text, "de", |one| one == "fr");
        assert_eq!(french.text, format!("{FRENCH}\n12\n"));
        assert_eq!(french.languages.language(), "fr");
        let all = blocks(&mut identifier, &text, "de", |_| true);
        assert_eq!((all.text, all.left_out), (text, 0));
    }

    proptest! {
        #[test]
        fn separated_blocks_are_the_text(text in "[a\n\r \u{e9}]{0,30}") {
            let parts: String = separated(&text).into_iter().flat_map(|(blank, block)| [blank, block]).collect();
            prop_assert_eq!(parts, text);
        }
    }
}
