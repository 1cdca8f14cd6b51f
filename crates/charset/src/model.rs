//! The model of a language, trained on a sample.
//!
//! A model stores the count of each triple of consecutive characters in the sample with at least
//! one character that is not ASCII. The vector of byte trigrams of the sample in any encoding
//! follows exactly from that. Only trigrams of ASCII characters are missing, which are the same in
//! all encodings. So one model serves every encoding, and each encoding is trained on the same text
//! (PRESEMT, section 4).

use std::borrow::Cow;
use std::collections::HashMap;

use platform::varint;

use crate::Encoding;

/// Three consecutive characters. NUL stands for the positions beyond both ends of the sample.
pub type Triple = [char; 3];

/// The statistics of a language's sample, and the encodings in which the language is searched for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// The language's code.
    pub language: String,
    /// The language's encodings, the most frequent first.
    pub encodings: Vec<Encoding>,
    /// The triples with at least one character that is not ASCII, and the most frequent other
    /// triples, sorted, each with its count.
    pub triples: Vec<(Triple, u32)>,
}

/// The reason why bytes are not a model.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelError {
    /// The magic bytes are missing.
    Magic,
    /// An encoding is unknown or can have no model.
    Encoding(String),
    /// The bytes are truncated or inconsistent.
    Damaged,
}

impl std::fmt::Display for ModelError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            ModelError::Magic => "this is not a model of charset; charset train makes one",
            ModelError::Encoding(reason) => reason,
            ModelError::Damaged => "the model is damaged",
        })
    }
}

impl std::error::Error for ModelError {}

/// The maximum number of ASCII triples.
const ASCII: usize = 500;

const MAGIC: &[u8] = b"charset model 1\n";

impl Model {
    /// Creates a model from the counts of triples. If most letters are ASCII, the most frequent
    /// ASCII triples are kept, too, since they identify the language.
    pub fn new(
        language: impl Into<String>,
        encodings: Vec<Encoding>,
        counts: &HashMap<Triple, u32>,
    ) -> Self {
        let all = counts.iter().filter(|(_, count)| **count > 0);
        let (mut ascii, mut triples): (Vec<_>, Vec<_>) = all
            .map(|(&triple, &count)| (triple, count))
            .partition(|(triple, _)| triple.iter().all(char::is_ascii));
        let letters = |list: &[(Triple, u32)], is_letter: fn(char) -> bool| -> u64 {
            let first = list.iter().filter(|(triple, _)| is_letter(triple[0]));
            first.map(|(_, count)| u64::from(*count)).sum()
        };
        let of_ascii = letters(&ascii, |char| char.is_ascii_alphabetic());
        let beyond = letters(&triples, |char| !char.is_ascii() && char.is_alphabetic());
        if of_ascii > beyond {
            ascii.retain(|(triple, _)| triple.iter().any(char::is_ascii_alphabetic));
            ascii.sort_unstable_by_key(|&(triple, count)| (std::cmp::Reverse(count), triple));
            triples.extend(ascii.into_iter().take(ASCII));
        }
        triples.sort_unstable();
        Model {
            language: language.into(),
            encodings,
            triples,
        }
    }

    /// Serialises the model: three lines, then the characters and the triples as varints, each
    /// number as the difference to the previous one.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        let names: Vec<_> = self.encodings.iter().map(|one| one.name()).collect();
        out.extend(format!("{}\n{}\n", self.language, names.join(",")).bytes());
        let mut alphabet: Vec<char> = self
            .triples
            .iter()
            .flat_map(|(triple, _)| *triple)
            .collect();
        alphabet.sort_unstable();
        alphabet.dedup();
        varint::push(alphabet.len() as u64, &mut out);
        let mut before = 0;
        for &char in &alphabet {
            varint::push(u64::from(char) - before, &mut out);
            before = char.into();
        }
        varint::push(self.triples.len() as u64, &mut out);
        let mut before = 0;
        for (triple, count) in &self.triples {
            let index = triple.iter().fold(0, |index, char| {
                let place = alphabet.binary_search(char).expect("the alphabet has it");
                index * alphabet.len() as u64 + place as u64
            });
            varint::push(index - before, &mut out);
            varint::push((*count).into(), &mut out);
            before = index;
        }
        out
    }

    /// Reads a serialised model.
    ///
    /// # Errors
    /// Fails if the bytes were not written by [`Model::to_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let (language, encodings, mut rest) = header(bytes)?;
        let mut alphabet = Vec::new();
        let mut code = 0_u64;
        for _ in 0..number(&mut rest)? {
            code = code.saturating_add(number(&mut rest)?);
            let char = u32::try_from(code).ok().and_then(char::from_u32);
            alphabet.push(char.ok_or(ModelError::Damaged)?);
        }
        let mut triples = Vec::new();
        let size = alphabet.len() as u64;
        let mut index = 0_u64;
        for _ in 0..number(&mut rest)? {
            index = index.saturating_add(number(&mut rest)?);
            let count = u32::try_from(number(&mut rest)?).map_err(|_| ModelError::Damaged)?;
            let char = |index: u64| {
                alphabet
                    .get(index as usize)
                    .copied()
                    .ok_or(ModelError::Damaged)
            };
            let (high, low) = (index / size.max(1), index % size.max(1));
            triples.push((
                [
                    char(high / size.max(1))?,
                    char(high % size.max(1))?,
                    char(low)?,
                ],
                count,
            ));
        }
        if !rest.is_empty() || !triples.is_sorted_by(|a, b| a.0 < b.0) {
            return Err(ModelError::Damaged);
        }
        Ok(Model {
            language,
            encodings,
            triples,
        })
    }
}

/// Parses a model's language and encodings, and returns the rest.
fn header(bytes: &[u8]) -> Result<(String, Vec<Encoding>, &[u8]), ModelError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(ModelError::Magic)?;
    let (language, rest) = line(rest)?;
    let (names, rest) = line(rest)?;
    let encodings: Result<Vec<Encoding>, String> = names.split(',').map(str::parse).collect();
    let encodings = encodings.map_err(ModelError::Encoding)?;
    if let Some(one) = encodings.iter().find(|one| !one.has_model()) {
        return Err(ModelError::Encoding(no_model(*one)));
    }
    Ok((language.to_owned(), encodings, rest))
}

/// The message that an encoding has no model.
pub(crate) fn no_model(encoding: Encoding) -> String {
    format!("{encoding} is recognised by rules and has no model")
}

fn line(bytes: &[u8]) -> Result<(&str, &[u8]), ModelError> {
    let end = bytes
        .iter()
        .position(|&byte| byte == b'\n')
        .ok_or(ModelError::Damaged)?;
    let text = std::str::from_utf8(&bytes[..end]).map_err(|_| ModelError::Damaged)?;
    Ok((text, &bytes[end + 1..]))
}

fn number(bytes: &mut &[u8]) -> Result<u64, ModelError> {
    // No number in a model has more than 63 bits.
    let (number, length) = varint::read(bytes)
        .filter(|&(_, length)| length < varint::MAX_BYTES)
        .ok_or(ModelError::Damaged)?;
    *bytes = &bytes[length..];
    Ok(number)
}

/// A sequence of models, each preceded by its length. They are decoded on demand.
#[derive(Debug, Clone)]
pub struct Archive<'a> {
    models: Vec<(String, Vec<Encoding>, &'a [u8])>,
}

impl<'a> Archive<'a> {
    /// Serialises models as an archive.
    pub fn pack(models: &[Model]) -> Vec<u8> {
        let mut out = Vec::new();
        for model in models {
            let bytes = model.to_bytes();
            out.extend((bytes.len() as u32).to_le_bytes());
            out.extend(bytes);
        }
        out
    }

    /// Reads the directory of an archive.
    ///
    /// # Errors
    /// Fails if the bytes were not written by [`Archive::pack`].
    pub fn open(mut bytes: &'a [u8]) -> Result<Self, ModelError> {
        let mut models = Vec::new();
        while let Some((length, rest)) = bytes.split_first_chunk() {
            let length = u32::from_le_bytes(*length) as usize;
            let (model, rest) = rest.split_at_checked(length).ok_or(ModelError::Damaged)?;
            let (language, encodings, _) = header(model)?;
            models.push((language, encodings, model));
            bytes = rest;
        }
        Ok(Archive { models })
    }

    /// Returns the languages and their encodings, in order.
    pub fn languages(&self) -> impl Iterator<Item = (&str, &[Encoding])> {
        self.models
            .iter()
            .map(|(language, encodings, _)| (&language[..], &encodings[..]))
    }

    /// Decodes the model of a language, if there is one.
    ///
    /// # Errors
    /// Fails if the archive is damaged.
    pub fn model(&self, language: &str) -> Option<Result<Model, ModelError>> {
        let (_, _, bytes) = self.models.iter().find(|(one, ..)| one == language)?;
        Some(Model::from_bytes(bytes))
    }
}

/// Counts the triples of a sample.
#[derive(Debug, Clone, Default)]
pub struct Sample {
    counts: HashMap<Triple, u32>,
}

impl Sample {
    /// Counts the triples of a text.
    pub fn add(&mut self, text: &str) {
        let mut triple = ['\0'; 3];
        for char in text.chars().chain(['\0', '\0']) {
            triple = [triple[1], triple[2], char];
            *self.counts.entry(triple).or_default() += 1;
        }
    }

    /// Counts a text and its typographic variants: with typeset quotes, dashes, apostrophes and
    /// signs instead of ASCII ones, and in capitals if these differ by more than case.
    pub fn add_with_variants(&mut self, text: &str, language: &str) {
        self.add(text);
        for &(open, close) in QUOTES {
            self.add_changed(text, &typeset(text, open, close));
        }
        self.add(SIGNS);
        self.add_changed(text, &capitals(text, language));
    }

    /// Counts the lines of `changed` that differ from `text`.
    fn add_changed(&mut self, text: &str, changed: &str) {
        for (before, after) in text.lines().zip(changed.lines()) {
            if before != after {
                self.add(after);
            }
        }
    }

    /// Returns the model of the sample.
    pub fn model(&self, language: impl Into<String>, encodings: Vec<Encoding>) -> Model {
        Model::new(language, encodings, &self.counts)
    }
}

/// The quotation marks of languages.
const QUOTES: &[(&str, &str)] = &[
    ("“", "”"),
    ("„", "“"),
    ("„", "”"),
    ("«", "»"),
    ("»", "«"),
    ("‘", "’"),
    ("«\u{A0}", "\u{A0}»"),
];

/// Signs that occur in texts of all languages, in typical context.
const SIGNS: &str = "
© 2004 Name. © Name, ©2011 name
Name® name® (R) Name™ name™ 
20 °C, 5° 10° 20°C n° 5, nº 5, 1º 2ª
§ 5 §5 §§ 3 
5 € 100€ €20 € 5, £5 £100 10 £ ¥100 5¢ 
5 × 3 10×20 ± 5 ±2 5 ÷ 2 10 m² 5 m³ ½ ¼ ¾ 1½ 2½ 5 µm
• name • Name · name · Name ¶ † ‡ … name… Name… … 
5 – 10 5–10 1990–2004 name – name Name — name—name
\u{A0}name\u{A0} \u{A0}\u{A0} name\u{A0}– 5\u{A0}% 10\u{A0}000 name\u{A0}: 
name’s Name’s name’ l’a d’a n’t
";

/// Replaces ASCII quotes, dashes, apostrophes and ellipses by typographic ones.
fn typeset<'a>(text: &'a str, open: &str, close: &str) -> Cow<'a, str> {
    let mut out = String::with_capacity(text.len() + 16);
    let mut before = '\n';
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let after = chars.peek().copied().unwrap_or('\n');
        match char {
            '"' if before.is_whitespace() || "([-".contains(before) => out.push_str(open),
            '"' => out.push_str(close),
            '\'' if before.is_alphanumeric() => out.push('’'),
            '\'' if after.is_alphanumeric() => out.push('‘'),
            '-' if before == ' ' && after == ' ' => out.push('–'),
            '-' if after == '-' => {
                chars.next();
                out.push('—');
            }
            '.' if after == '.' => {
                while chars.next_if_eq(&'.').is_some() {}
                out.push('…');
            }
            _ => out.push(char),
        }
        before = char;
    }
    Cow::Owned(out)
}

/// Returns the text in capitals if that changes more than the case of each letter; otherwise the
/// text itself.
fn capitals<'a>(text: &'a str, language: &str) -> Cow<'a, str> {
    match language {
        "tr" | "az" | "crh" | "tt-Latn" => Cow::Owned(text.replace('i', "İ").to_uppercase()),
        // Greek capitals have no accent, but keep a diaeresis.
        "el" => Cow::Owned(
            text.chars()
                .map(|char| match char {
                    'ά' | 'Ά' => 'α',
                    'έ' | 'Έ' => 'ε',
                    'ή' | 'Ή' => 'η',
                    'ί' | 'Ί' => 'ι',
                    'ό' | 'Ό' => 'ο',
                    'ύ' | 'Ύ' => 'υ',
                    'ώ' | 'Ώ' => 'ω',
                    'ΐ' => 'ϊ',
                    'ΰ' => 'ϋ',
                    _ => char,
                })
                .collect::<String>()
                .to_uppercase(),
        ),
        _ => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_sample_has_its_triples() {
        let mut sample = Sample::default();
        sample.add("banana n é");
        let model = sample.model("x", vec![Encoding::UTF_8]);
        let (ascii, others): (Vec<_>, Vec<_>) = model
            .triples
            .into_iter()
            .partition(|(triple, _)| triple.iter().all(char::is_ascii));
        assert!(ascii.contains(&(['a', 'n', 'a'], 2)));
        assert_eq!(
            others,
            [
                (['n', ' ', 'é'], 1),
                ([' ', 'é', '\0'], 1),
                (['é', '\0', '\0'], 1)
            ]
            .into_iter()
            .collect::<std::collections::BTreeMap<_, _>>()
            .into_iter()
            .collect::<Vec<_>>()
        );
    }

    #[test]
    fn a_typesetter_changes_quotes_dashes_and_dots() {
        assert_eq!(typeset("\"It's\" - a 'b'...", "„", "“"), "„It’s“ – a ‘b’…");
        assert_eq!(capitals("ως ήταν", "el"), "ΩΣ ΗΤΑΝ");
        assert_eq!(capitals("için", "tr"), "İÇİN");
    }

    proptest! {
        #[test]
        fn a_model_is_read_as_it_was_written(text in "[a-cé-íж語\u{10FFFF}]{0,30}") {
            let mut sample = Sample::default();
            sample.add(&text);
            let model = sample.model("xx", vec![Encoding::UTF_8, Encoding::of("cp1251").unwrap()]);
            prop_assert_eq!(Model::from_bytes(&model.to_bytes()), Ok(model));
        }

        #[test]
        fn damage_is_found_or_harmless(text in "[a-cé-í]{1,9}", at in 0..90_usize, byte in any::<u8>()) {
            let mut sample = Sample::default();
            sample.add(&text);
            let mut bytes = sample.model("xx", vec![Encoding::UTF_8]).to_bytes();
            if let Some(one) = bytes.get_mut(at) {
                *one = byte;
            }
            drop(Model::from_bytes(&bytes));
            drop(Model::from_bytes(&bytes[..at.min(bytes.len())]));
        }
    }
}
