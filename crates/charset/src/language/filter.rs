//! The blocks of a text that are in some languages.

use super::{Identifier, of_block};

/// A text without the blocks that are in other languages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filtered {
    /// What is kept: blocks as they were, in order, with the blank lines before them.
    pub text: String,
    /// How many blocks are not.
    pub left_out: u64,
}

/// Keeps the blocks, which blank lines separate, whose language `keeps` accepts. A block that does not tell its language
/// is in that of the block before it, and the first one in `whole`, the language of the document.
pub fn blocks<'m>(
    identifier: &mut Identifier<'m>,
    text: &str,
    whole: &'m str,
    keeps: impl Fn(&str) -> bool,
) -> Filtered {
    let mut filtered = Filtered {
        text: String::new(),
        left_out: 0,
    };
    let mut language = whole;
    for (blank, block) in separated(text) {
        let scores = identifier.scores(block);
        language = of_block(identifier, &scores, language);
        if !keeps(language) {
            filtered.left_out += u64::from(!block.is_empty());
            continue;
        }
        // What is the first block now begins the text.
        if filtered.left_out == 0 || !filtered.text.is_empty() {
            filtered.text.push_str(blank);
        }
        filtered.text.push_str(block);
    }
    filtered
}

/// Blocks, each with the blank lines before it; the last may be blank lines alone.
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
        let french = blocks(&mut identifier, &text, "de", |one| one == "fr");
        assert_eq!(french.text, format!("{FRENCH}\n12\n"));
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
