//! The main content of web pages.

use std::num::NonZero;

use charset::Unit;
use htmlblocks::{Extractor, Links, NoContent, Outputs, Policy, Settings};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple, PyType};

use crate::batch::{Argument, argument, each};
use crate::encodings::decoded;
use crate::options::{choice, language as known_language};
use crate::record::record;

record! {
    /// The main content of a page.
    pub struct Extraction {
        /// Plain text: an empty line separates blocks, a tab the cells of a table.
        text: String,
        /// Markdown; None unless it was asked for.
        markdown: Option<String>,
        /// The title, author, date, site_name, description, language and address that are known; empty unless metadata was
        /// asked for.
        metadata: Metadata,
        /// The most probable kind of page: article, forum and so on.
        kind: Option<String>,
        /// The expected F1 score of the text's characters, from 0 to 1; None if the text comes from data in the page.
        confidence: Option<f32>,
        /// The data of the page that the text comes from; None if it is the visible text.
        source: Option<String>,
        /// The language that was identified to choose the stop words.
        language: Option<String>,
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        let kind = self.kind.as_deref().unwrap_or("None");
        let confidence = self
            .confidence
            .map_or("None".to_owned(), |value| format!("{value:.2}"));
        format!(
            "Extraction({} characters, kind={kind}, confidence={confidence})",
            self.text.chars().count()
        )
    }
}

/// Fields in their order: a dictionary of Python.
pub struct Metadata(Vec<(String, String)>);

impl<'py> IntoPyObject<'py> for &Metadata {
    type Target = PyDict;
    type Output = Bound<'py, PyDict>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        let fields = PyDict::new(py);
        for (name, value) in &self.0 {
            fields.set_item(name, value)?;
        }
        Ok(fields)
    }
}

impl FromPyObject<'_, '_> for Metadata {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let fields = value.cast::<PyDict>()?.iter();
        let fields = fields.map(|(name, value)| Ok((name.extract()?, value.extract()?)));
        fields.collect::<PyResult<_>>().map(Metadata)
    }
}

/// A page as text or as bytes.
enum Page {
    Text(PyBackedStr),
    Bytes(PyBackedBytes),
}

impl Argument for Page {
    const TYPES: &'static str = "str, bytes";

    fn of(value: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        Ok(match value.is_instance_of::<PyString>() {
            true => PyBackedStr::of(value)?.map(Page::Text),
            false => PyBackedBytes::of(value)?.map(Page::Bytes),
        })
    }
}

/// Extracts the main content of a web page, as `htmlblocks` does.
///
/// `page` is a str, or bytes in any encoding, which are decoded as by decode; a text without tags is kept as it is. `title` (the headline)
/// and `comments` are "keep", "drop" or "auto", which keeps what scores well. The defaults are those of the command.
/// With `markdown` also Markdown is made ("links": with the addresses of links), with `metadata` title, author, date and so on. A page
/// that probably has no content gives its most probable block, or no text with `allow_empty`. `language`, a tag such as "de", is a hint.
///
/// Returns an Extraction, or None for a missing value. Raises NotTextError for bytes that are not text.
///
/// >>> import trommel_tools
/// >>> page = "<title>On rain</title><nav><a href=/>Home</a></nav><p>It rained for a week, and the river rose to the bridge.</p>"
/// >>> found = trommel_tools.extract(page, metadata=True)
/// >>> found.text
/// 'It rained for a week, and the river rose to the bridge.'
/// >>> found.metadata["title"]
/// 'On rain'
#[pyfunction]
#[pyo3(signature = (page, /, *, language=None, title="keep", comments="auto", markdown=None, metadata=false, allow_empty=false))]
#[allow(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn extract(
    py: Python<'_>,
    page: &Bound<'_, PyAny>,
    language: Option<&str>,
    title: &str,
    comments: &str,
    markdown: Option<&Bound<'_, PyAny>>,
    metadata: bool,
    allow_empty: bool,
) -> PyResult<Option<Extraction>> {
    let settings = settings(title, comments, markdown, metadata, allow_empty)?;
    let language = known_language(language)?;
    let Some(page) = argument::<Page>(page)? else {
        return Ok(None);
    };
    py.detach(|| extracted(&mut Extractor::new(settings), &page, language.as_deref()))
        .map(Some)
}

/// `extract` for a list, with threads. A result may be an exception.
#[pyfunction]
#[pyo3(signature = (values, threads, /, *, language=None, title="keep", comments="auto", markdown=None, metadata=false, allow_empty=false))]
#[allow(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn extract_batch<'py>(
    values: &Bound<'py, PyList>,
    threads: NonZero<usize>,
    language: Option<&str>,
    title: &str,
    comments: &str,
    markdown: Option<&Bound<'_, PyAny>>,
    metadata: bool,
    allow_empty: bool,
) -> PyResult<Bound<'py, PyList>> {
    let settings = settings(title, comments, markdown, metadata, allow_empty)?;
    let language = known_language(language)?;
    let worker = || Extractor::new(settings.clone());
    each(values, threads, worker, |extractor, page: &Page| {
        extracted(extractor, page, language.as_deref())
    })
}

fn settings(
    title: &str,
    comments: &str,
    markdown: Option<&Bound<'_, PyAny>>,
    metadata: bool,
    allow_empty: bool,
) -> PyResult<Settings> {
    let markdown = match markdown {
        None => None,
        Some(given) => match (given.cast::<PyBool>(), given.extract::<&str>()) {
            (Ok(given), _) => given.is_true().then_some(Links::Dropped),
            (_, Ok("links")) => Some(Links::Kept),
            _ => {
                let given = given.repr()?;
                let message = format!("markdown is True, False or 'links', not {given}");
                return Err(PyValueError::new_err(message));
            }
        },
    };
    let policy = |name, value| {
        let policies = [
            ("auto", Policy::Auto),
            ("keep", Policy::Keep),
            ("drop", Policy::Drop),
        ];
        choice(name, value, &policies)
    };
    Ok(Settings {
        title: policy("title", title)?,
        comments: policy("comments", comments)?,
        no_content: if allow_empty {
            NoContent::Empty
        } else {
            NoContent::OneBlock
        },
        outputs: Outputs {
            text: true,
            markdown,
            metadata,
            reasons: 0,
        },
        ..Settings::default()
    })
}

fn extracted(
    extractor: &mut Extractor<'_>,
    page: &Page,
    language: Option<&str>,
) -> PyResult<Extraction> {
    let decoded = match page {
        Page::Text(_) => None,
        Page::Bytes(bytes) => Some(decoded(bytes, Unit::default())?.into_text()),
    };
    let html = match (page, &decoded) {
        (Page::Text(text), _) => &**text,
        (Page::Bytes(_), text) => text.as_deref().unwrap_or_default(),
    };
    let found = extractor.extract_in(html, language);
    let owned = |name: Option<&str>| name.map(str::to_owned);
    let fields = found
        .metadata
        .fields()
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
    Ok(Extraction {
        metadata: Metadata(fields.collect()),
        kind: owned(found.kind.map(|kind| kind.as_str())),
        confidence: found.confidence,
        source: owned(found.source.map(|source| source.as_str())),
        language: owned(found.language),
        markdown: Some(found.markdown).filter(|text| !text.is_empty()),
        text: found.text,
    })
}
