//! Encodings and languages.

use std::num::NonZero;

use charset::Unit;
use charset::language::{Identifier, built_in, with_built_in};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyDict, PyList, PyTuple, PyType};

use crate::batch::{argument, each};
use crate::options::choice;
use crate::record::record;

pyo3::create_exception!(
    trommel_tools,
    NotTextError,
    PyValueError,
    "The bytes are not text in any known encoding."
);

record! {
    /// The encoding of bytes.
    pub struct Detection {
        /// The name of the encoding, in lower case; None if the bytes are not text.
        encoding: Option<String>,
        /// The code of the language whose model fits best; None if a rule decided.
        language: Option<String>,
        /// The mean logarithm of the probability of a trigram; None if a rule decided.
        score: Option<f64>,
        /// The natural logarithm of how much more probable the answer is than the next one; infinite without another.
        margin: f64,
        /// Whether a few bytes are invalid in this encoding.
        damaged: bool,
        /// The encoding that the document declares, as it is written there.
        declared: Option<String>,
        /// All encodings that give different texts, the most probable first.
        candidates: Vec<String>,
        /// A second encoding that some lines seem to be in, and the first of them; None if there is none.
        second: Option<(String, usize)>,
    }

    fn __repr__(&self) -> String {
        let (encoding, language) = (named(&self.encoding), named(&self.language));
        format!(
            "Detection(encoding={encoding}, language={language}, margin={:.2})",
            self.margin
        )
    }
}

/// A string as Python shows it, or None.
fn named(name: &Option<String>) -> String {
    name.as_ref()
        .map_or("None".to_owned(), |name| format!("'{name}'"))
}

/// Names the encoding of bytes.
///
/// A rule decides for UTF-8, byte order marks and escape sequences. Then `margin` is infinite, and `language` is None: decode, and identify for
/// a text, name the language of any document.
///
/// Returns a Detection, or None for a missing value (None, NaN).
///
/// >>> import trommel_tools
/// >>> found = trommel_tools.detect("Příliš žluťoučký kůň úpěl ďábelské ódy".encode("iso-8859-2"))
/// >>> found.encoding, found.language
/// ('iso-8859-2', 'cs')
#[pyfunction]
#[pyo3(signature = (data, /))]
pub fn detect(py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<Option<Detection>> {
    let Some(data) = argument::<PyBackedBytes>(data)? else {
        return Ok(None);
    };
    Ok(Some(py.detach(|| detection(&data))))
}

/// `detect` for a list, with threads. A result may be an exception.
#[pyfunction]
pub fn detect_batch<'py>(
    values: &Bound<'py, PyList>,
    threads: NonZero<usize>,
) -> PyResult<Bound<'py, PyList>> {
    each(
        values,
        threads,
        || (),
        |(), data: &PyBackedBytes| Ok(detection(data)),
    )
}

fn detection(data: &[u8]) -> Detection {
    let found = match intake::by_magic(data) {
        Some(_) => charset::Detection::default(),
        None => charset::detect(data),
    };
    let margin = found.margin();
    let first = found.candidates.first();
    Detection {
        encoding: first.map(|first| first.encoding.name().to_owned()),
        language: first.and_then(|first| first.language.clone()),
        score: first.map(|first| first.score).filter(|_| !found.by_rule),
        margin,
        damaged: found.is_damaged,
        candidates: found
            .candidates
            .iter()
            .map(|one| one.encoding.name().to_owned())
            .collect(),
        declared: found.declared,
        second: found.second.map(named_second),
    }
}

/// The name of a second encoding, and its first line.
fn named_second(second: charset::Second) -> (String, usize) {
    (second.encoding.name().to_owned(), second.line)
}

record! {
    /// The text of bytes.
    pub struct Decoded {
        /// The text, without a byte order mark. Each invalid sequence of bytes is U+FFFD.
        text: String,
        /// The name of the encoding, in lower case.
        encoding: String,
        /// The code of the main language; None if it is not known.
        language: Option<String>,
        /// The number of invalid sequences.
        damaged: u64,
        /// The encoding of each part, its first line, and the number of its lines: one part without `unit`.
        parts: Vec<(String, usize, usize)>,
        /// Without `unit`, a second encoding that some lines seem to be in, and the first of them; None if there is none.
        second: Option<(String, usize)>,
    }

    fn __repr__(&self) -> String {
        let characters = self.text.chars().count();
        let language = named(&self.language);
        format!(
            "Decoded({characters} characters, encoding='{}', language={language})",
            self.encoding
        )
    }
}

/// Decodes bytes in any encoding, as `charset --to-utf8` does.
///
/// With unit="line" or unit="block" each line or block is decoded by its own encoding: "document" is the default. Returns a Decoded, or None for a missing value. Raises NotTextError, a ValueError, if the bytes are not text.
///
/// >>> import trommel_tools
/// >>> trommel_tools.decode("Die süßen Brötchen sind schon weg.".encode("cp1252")).text
/// 'Die süßen Brötchen sind schon weg.'
#[pyfunction]
#[pyo3(signature = (data, /, *, unit = "document"))]
pub fn decode(py: Python<'_>, data: &Bound<'_, PyAny>, unit: &str) -> PyResult<Option<Decoded>> {
    let unit = parse_unit(unit)?;
    let Some(data) = argument::<PyBackedBytes>(data)? else {
        return Ok(None);
    };
    py.detach(|| decoded(&data, unit)).map(Some)
}

/// `decode` for a list, with threads. A result may be an exception.
#[pyfunction]
#[pyo3(signature = (values, threads, /, *, unit = "document"))]
pub fn decode_batch<'py>(
    values: &Bound<'py, PyList>,
    threads: NonZero<usize>,
    unit: &str,
) -> PyResult<Bound<'py, PyList>> {
    let unit = parse_unit(unit)?;
    each(
        values,
        threads,
        || (),
        |(), data: &PyBackedBytes| decoded(data, unit),
    )
}

fn parse_unit(name: &str) -> PyResult<Unit> {
    let units = [
        ("document", Unit::Document),
        ("block", Unit::Block),
        ("line", Unit::Line),
    ];
    choice("unit", name, &units)
}

/// The text of bytes.
pub fn decoded(data: &[u8], unit: Unit) -> PyResult<Decoded> {
    let refused = |reason| NotTextError::new_err(format!("these bytes are not text: {reason}"));
    if let Some(format) = intake::by_magic(data) {
        return Err(refused(format.to_string()));
    }
    let settings = charset::Settings {
        unit,
        ..charset::Settings::default()
    };
    let found = settings.decode(data);
    let name = |encoding: charset::Encoding| encoding.name().to_owned();
    let Some(encoding) = found.encoding else {
        return Err(match intake::compression::compression(data) {
            Some(row) => refused(format!(
                "this looks like {} data; decompress it first",
                row.name
            )),
            None => NotTextError::new_err("these bytes are not text in any known encoding"),
        });
    };
    Ok(Decoded {
        text: found.text,
        encoding: name(encoding),
        language: (found.language != "und").then(|| found.language.to_owned()),
        damaged: found.damaged.map_or(0, |damage| damage.sequences),
        parts: found
            .parts
            .iter()
            .map(|part| (name(part.encoding), part.line, part.lines))
            .collect(),
        second: found.second.map(named_second),
    })
}

impl Decoded {
    /// The text.
    pub fn into_text(self) -> String {
        self.text
    }
}

record! {
    /// The language of a text.
    pub struct Language {
        /// Its code; None if the text is too short, in no known language, or in several that are alike in share.
        language: Option<String>,
        /// The most probable language, also if it is not sure.
        best: Option<String>,
        /// The second most probable language.
        second: Option<String>,
        /// The natural logarithm of how much more probable the first is than all others together.
        margin: f64,
    }

    fn __repr__(&self) -> String {
        let (language, second) = (named(&self.language), named(&self.second));
        format!(
            "Language(language={language}, second={second}, margin={:.2})",
            self.margin
        )
    }
}

/// Names the language of a text, as `charset` does: from parts at equal distances if it is long.
///
/// Returns a Language, or None for a missing value.
///
/// >>> import trommel_tools
/// >>> trommel_tools.identify("Le château près de la forêt a été vendu l’été dernier.").language
/// 'fr'
#[pyfunction]
#[pyo3(signature = (text, /))]
pub fn identify(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Option<Language>> {
    let Some(text) = argument::<PyBackedStr>(text)? else {
        return Ok(None);
    };
    Ok(Some(py.detach(|| {
        with_built_in(|identifier| language(identifier, &text))
    })))
}

/// `identify` for a list, with threads. A result may be an exception.
#[pyfunction]
pub fn identify_batch<'py>(
    values: &Bound<'py, PyList>,
    threads: NonZero<usize>,
) -> PyResult<Bound<'py, PyList>> {
    let worker = || Identifier::new(built_in());
    each(values, threads, worker, |identifier, text: &PyBackedStr| {
        Ok(language(identifier, text))
    })
}

fn language(identifier: &mut Identifier<'static>, text: &str) -> Language {
    let found = identifier.languages_of(text).found;
    let owned = |name: Option<&str>| name.map(str::to_owned);
    Language {
        language: owned(found.language()),
        best: owned(found.best()),
        second: owned(found.second()),
        margin: found.margin(),
    }
}
