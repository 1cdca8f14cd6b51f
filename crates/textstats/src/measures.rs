//! The table of measures.

/// The kind of number that a measure is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An integer.
    Count,
    /// A share, from 0 to 1.
    Share,
    /// A mean or a ratio of two counts.
    Mean,
}

/// Work that some measures need and others do not. Characters are always counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Words,
    /// N-grams that occur again.
    Ngrams,
    Sentences,
    /// Lines and paragraphs between line feeds.
    Blocks,
    /// Lines as C4 and Gopher read them.
    Lines,
    Compression,
}

/// A measure of a text.
#[derive(Debug, Clone, Copy)]
pub struct Measure {
    /// The name in records and rules.
    pub name: &'static str,
    /// The kind of number.
    pub kind: Kind,
    /// The definition.
    pub definition: &'static str,
    /// Returns the value.
    pub value: fn(&Measures) -> f64,
    /// The work that it needs.
    pub(crate) parts: &'static [Part],
}

/// Returns the measure with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Measure> {
    MEASURES.iter().find(|measure| measure.name == name)
}

// One list generates the struct and the table, so that they always agree.
macro_rules! measures {
    ($($name:ident $kind:ident [$($part:ident)*] $definition:literal)*) => {
        /// The measures of a text. A measure whose denominator is 0 is 0.
        #[derive(Debug, Clone, Copy, Default, PartialEq)]
        pub struct Measures {
            $(#[doc = $definition] pub $name: f64,)*
            /// Words that are a character of a script without spaces, as a share of the words. It is
            /// not in [`MEASURES`].
            pub unspaced_words: f64,
        }

        /// All measures, in the order of the record.
        pub const MEASURES: &[Measure] = &[
            $(Measure {
                name: stringify!($name),
                kind: Kind::$kind,
                definition: $definition,
                value: |measures| measures.$name,
                parts: &[$(Part::$part),*],
            },)*
        ];
    };
}

measures! {
    characters Count [] "Characters (Unicode scalar values)."
    words Count [Words] "Words: runs without white space; in scripts without spaces, characters with their marks."
    non_symbol_words Count [Words] "Words with a character that is not punctuation (Gopher counts these)."
    lines Count [Blocks] "Lines that are not blank."
    paragraphs Count [Blocks] "Paragraphs: lines that are not blank, up to an empty line."
    sentences Count [Sentences] "Sentences with a letter or a digit, as `linenorm --unit sentence` finds them."
    mean_word_length Mean [Words] "Characters of a non-symbol word, on average (Gopher)."
    mean_line_length Mean [Blocks] "Characters of a line that is not blank, on average."
    mean_sentence_length Mean [Words Sentences] "Words of a sentence, on average."
    distinct_words Share [Words] "Distinct words, as a share of the words."
    word_entropy Mean [Words] "The entropy of the distribution of words, in bits a word."
    stop_words Share [Words] "Words that are in the stop list of the document's language."
    gopher_stop_words Count [Words] "How many of the, be, to, of, and, that, have, with occur (Gopher)."
    alphabetic_words Share [Words] "Words with a letter (Gopher)."
    hashes_per_word Mean [Words] "Number signs, divided by the words (Gopher)."
    ellipses_per_word Mean [Words] "Ellipses, as three full stops or as one character, divided by the words (Gopher)."
    bullet_lines Share [Lines] "Lines that begin with a bullet or a hyphen (Gopher)."
    ellipsis_lines Share [Lines] "Lines that end with an ellipsis (Gopher)."
    punctuated_lines Share [Blocks] "Lines that are not blank and end with a character that ends a sentence (FineWeb)."
    short_lines Share [Blocks] "Lines that are not blank and have at most 30 characters (FineWeb)."
    line_feeds_per_word Mean [Words] "Line ends, divided by the words (FineWeb)."
    white_space Share [] "Characters that are white space."
    digits Share [] "Characters that are digits."
    upper_case Share [] "Characters that are upper-case letters."
    punctuation Share [] "Characters that are punctuation, or control characters."
    duplicate_lines Share [Blocks] "Lines that occurred before (Gopher)."
    duplicate_line_characters Share [Blocks] "Characters in lines that occurred before (Gopher)."
    duplicate_paragraphs Share [Blocks] "Paragraphs that occurred before; white space between empty lines counts as one (Gopher)."
    duplicate_paragraph_characters Share [Blocks] "Characters in paragraphs that occurred before (Gopher)."
    duplicate_line_characters_fineweb Share [Blocks] "Characters in lines, not counting blank ones, that occurred before (FineWeb)."
    top_2gram_characters Share [Words Ngrams] "Characters in the most frequent 2-gram of words (Gopher)."
    top_3gram_characters Share [Words Ngrams] "Characters in the most frequent 3-gram of words (Gopher)."
    top_4gram_characters Share [Words Ngrams] "Characters in the most frequent 4-gram of words (Gopher)."
    duplicate_5gram_characters Share [Words Ngrams] "Characters in 5-grams of words that occurred before (Gopher)."
    duplicate_6gram_characters Share [Words Ngrams] "Characters in 6-grams of words that occurred before (Gopher)."
    duplicate_7gram_characters Share [Words Ngrams] "Characters in 7-grams of words that occurred before (Gopher)."
    duplicate_8gram_characters Share [Words Ngrams] "Characters in 8-grams of words that occurred before (Gopher)."
    duplicate_9gram_characters Share [Words Ngrams] "Characters in 9-grams of words that occurred before (Gopher)."
    duplicate_10gram_characters Share [Words Ngrams] "Characters in 10-grams of words that occurred before (Gopher)."
    c4_lines Share [Words Lines] "Lines that C4 keeps (C4)."
    c4_sentences Count [Words Sentences Lines] "Sentences of the lines that C4 keeps (C4), with the same ends as `sentences`."
    lorem_ipsum Count [Words Lines] "Lines with the words lorem ipsum, in any case (C4)."
    curly_brackets Count [Lines] "Lines with an opening curly bracket (C4)."
    compressed Share [Compression] "Bytes after LZ4 compression, as a share of the bytes before."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_found() {
        for (index, measure) in MEASURES.iter().enumerate() {
            let found = find(measure.name).unwrap();
            assert_eq!(found.definition, measure.definition);
            assert!(
                MEASURES[..index]
                    .iter()
                    .all(|other| other.name != measure.name)
            );
        }
        assert!(find("wrods").is_none());
    }
}
