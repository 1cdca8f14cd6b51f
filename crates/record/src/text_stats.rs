//! The record of a text's measures.

use serde::Serialize;

use crate::Name;
use crate::write::{pairs, written};

/// A number in a record.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Number {
    /// An integer.
    Integer(u64),
    /// Any other number.
    Float(f64),
}

/// The measures of a document, which `textstats` writes.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `doc` | string | the document's name |
/// | `language` | string | the code of its language; `und` if it is not known |
/// | `language_share` | number, optional | the share of the letters in this language, if the tool identified it |
/// | `characters`, `words`, `non_symbol_words`, `lines`, `paragraphs`, `sentences`, `gopher_stop_words`, `c4_sentences`, `lorem_ipsum`, `curly_brackets` | integer, optional | counts: see textstats(1) |
/// | `mean_word_length`, `mean_line_length`, `mean_sentence_length`, `distinct_words`, `word_entropy`, `stop_words`, `alphabetic_words`, `hashes_per_word`, `ellipses_per_word`, `bullet_lines`, `ellipsis_lines`, `punctuated_lines`, `short_lines`, `line_feeds_per_word`, `white_space`, `digits`, `upper_case`, `punctuation`, `duplicate_lines`, `duplicate_line_characters`, `duplicate_paragraphs`, `duplicate_paragraph_characters`, `duplicate_line_characters_fineweb`, `top_2gram_characters`, `top_3gram_characters`, `top_4gram_characters`, `duplicate_5gram_characters`, `duplicate_6gram_characters`, `duplicate_7gram_characters`, `duplicate_8gram_characters`, `duplicate_9gram_characters`, `duplicate_10gram_characters`, `c4_lines`, `compressed` | number, optional | shares, means and ratios: see textstats(1) |
/// | `scripts` | object | the share of the letters in each script, the largest first |
/// | `fails` | array of strings, optional | the rules that the document fails, as `gopher:words` |
/// | `doc_bytes` | base64, optional | the bytes of the name, if it is not UTF-8 |
///
/// ```
/// let stats = record::TextStats {
///     doc: &"a.txt".into(),
///     language: "en",
///     language_share: None,
///     measures: &[("words", record::Number::Integer(2)), ("digits", record::Number::Float(0.5))],
///     scripts: &[("Latin", 1.0)],
///     fails: Some(&["gopher:words"]),
/// };
/// let mut out = Vec::new();
/// stats.write(&mut out);
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "{\"doc\":\"a.txt\",\"language\":\"en\",\"words\":2,\"digits\":0.5,\"scripts\":{\"Latin\":1.0},\
///      \"fails\":[\"gopher:words\"]}\n"
/// );
/// ```
#[derive(Debug, Clone, Serialize)]
pub struct TextStats<'a> {
    /// The document's name.
    pub doc: &'a Name<'a>,
    /// The code of the document's language.
    pub language: &'a str,
    /// The share of the letters in this language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language_share: Option<f64>,
    /// The names and values of the measures.
    #[serde(flatten, serialize_with = "pairs")]
    pub measures: &'a [(&'a str, Number)],
    /// The names of scripts and their shares of the letters.
    #[serde(serialize_with = "pairs")]
    pub scripts: &'a [(&'a str, f64)],
    /// The rules that the document fails, if any were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fails: Option<&'a [&'a str]>,
}

written!(TextStats<'_>: doc);
