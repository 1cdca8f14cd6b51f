//! Lines: normalised, counted, cut off; and measures of texts.

use std::num::NonZero;
use std::sync::Mutex;

use charset::language::{Identifier, built_in, with_built_in};
use cutbounds::{Cut, Frequent};
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};
use textstats::{MEASURES, Meter};

use crate::batch::{argument, at_once, each, for_each};
use crate::duplicates::lock;
use crate::options::{integer, language as known_language, share, whole};
use crate::record::record;

/// Normalises a line, as `linenorm` does: white space becomes one space, and runs of * and - become three of them.
///
/// The command also leaves out lines of fewer than 30 characters or without a letter; do so before count, or short lines become frequent.
///
/// >>> import trommel_tools
/// >>> trommel_tools.normalise("  *END*  the small print")
/// '***END*** the small print'
#[pyfunction]
#[pyo3(signature = (line, /))]
pub fn normalise(line: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let line = argument::<PyBackedStr>(line)?;
    Ok(line.map(|line| linenorm::normalise(&line, &mut String::new()).to_owned()))
}

/// Counts lines, as `freqlines` does.
///
/// `lines` is a list, an iterator, a PyArrow array or any other iterable of str; missing values are left out. Returns pairs of a count and a line for all lines that occur more than
/// `more_than` times, the most frequent first.
///
/// >>> import trommel_tools
/// >>> trommel_tools.count(["a", "b", "a"], more_than=1)
/// [(2, 'a')]
#[pyfunction]
#[pyo3(signature = (lines, /, *, more_than=10))]
pub fn count(
    py: Python<'_>,
    lines: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = integer)] more_than: i64,
) -> PyResult<Vec<(u64, String)>> {
    let failed = |error: freqlines::Error| PyOSError::new_err(error.to_string());
    let settings = freqlines::Settings {
        more_than: whole("more_than", more_than, 0)?,
        ..freqlines::Settings::default()
    };
    let mut counter = freqlines::Counter::new(settings).map_err(failed)?;
    if lines.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(
            "expected an iterable of lines, not one text; split it first: text.splitlines()",
        ));
    }
    let mut block = Vec::new();
    let mut count = |block: &mut Vec<u8>| {
        let counted = py.detach(|| counter.add_block(block)).map_err(failed);
        block.clear();
        counted
    };
    for_each(lines, |line| {
        let Some(line) = argument::<PyBackedStr>(line)? else {
            return Ok(());
        };
        one_line(&line)?;
        block.extend_from_slice(line.as_bytes());
        block.push(b'\n');
        match block.len() < BLOCK {
            true => Ok(()),
            false => count(&mut block),
        }
    })?;
    count(&mut block)?;
    let found = py.detach(|| counter.finish()).map_err(failed)?;
    let text = |line| String::from_utf8(line).expect("what was counted is UTF-8");
    Ok(found
        .into_iter()
        .map(|(count, line)| (count, text(line)))
        .collect())
}

/// The bytes of lines that are counted at once.
const BLOCK: usize = 1 << 18;

/// Raises ValueError for several lines.
fn one_line(line: &str) -> PyResult<()> {
    match line.contains('\n') {
        true => Err(PyValueError::new_err(
            "a line contains a line feed; split the text first",
        )),
        false => Ok(()),
    }
}

record! {
    /// Where the body of a document is.
    pub struct Bounds {
        /// The body.
        text: String,
        /// The number of lines of the document.
        lines: u64,
        /// The first line of the preamble, from 1: 1 unless lines above a licence belong to the body.
        preamble_start: u64,
        /// The last line of the preamble, from 1; 0 without one.
        preamble_end: u64,
        /// The first line of the epilogue; one more than `lines` without one.
        epilogue_start: u64,
        /// The probabilities that the two bounds are exactly right.
        confidence: Option<(f64, f64)>,
    }

    fn __repr__(&self) -> String {
        let (lines, end, start) = (self.lines, self.preamble_end, self.epilogue_start);
        format!("Bounds(lines={lines}, preamble_end={end}, epilogue_start={start})")
    }
}

/// Cuts preambles and epilogues that many documents share, as `cutbounds` does.
///
/// `frequent` is an iterable of pairs of a count and a normalised line, as of count. `gutenberg` adds the lines of Project Gutenberg that
/// are built in, as `--freq builtin:gutenberg` does. A cutter learns from each document what the library has at its ends, so the bounds
/// of a document depend on those before it: for a whole library, use cut_many, which gives the bounds of the command.
///
/// >>> import trommel_tools
/// >>> cutter = trommel_tools.Cutter([])
/// >>> cutter.cut("---\ntitle: Rain\n---\nIt rained for a week.\n").text
/// 'It rained for a week.\n'
#[pyclass(frozen, module = "trommel_tools")]
pub struct Cutter(Mutex<cutbounds::Cutter>);

#[pymethods]
impl Cutter {
    #[new]
    #[pyo3(signature = (frequent, /, *, gutenberg=false, min_confidence=0.3))]
    fn new(
        py: Python<'_>,
        frequent: &Bound<'_, PyAny>,
        gutenberg: bool,
        min_confidence: f64,
    ) -> PyResult<Self> {
        let mut pairs = Vec::new();
        let mut scratch = String::new();
        for_each(frequent, |pair| {
            let no_pair = || {
                let message = "frequent has pairs of a count and a line, as count gives them";
                PyTypeError::new_err(message)
            };
            let (count, line): (Bound<'_, PyAny>, PyBackedStr) =
                pair.extract().map_err(|_| no_pair())?;
            let count = integer(&count).map_err(|error| {
                match error.is_instance_of::<PyValueError>(py) {
                    true => error,
                    false => no_pair(),
                }
            })?;
            let count = whole("a count", count, 0)?;
            one_line(&line)?;
            if linenorm::normalise(&line, &mut scratch) != &*line {
                return Err(PyValueError::new_err(
                    "the line is not normalised; call normalise on each line before count",
                ));
            }
            pairs.push((count, line));
            Ok(())
        })?;
        let settings = cutbounds::Settings {
            min_confidence: share("min_confidence", min_confidence)?,
            ..cutbounds::Settings::default()
        };
        Ok(py.detach(|| {
            let mut lines = Frequent::default();
            for (count, line) in pairs {
                lines.add(&line, count);
            }
            if gutenberg {
                lines.add_built_in(cutbounds::BuiltIn::Gutenberg);
            }
            Cutter(Mutex::new(cutbounds::Cutter::new(settings, lines)))
        }))
    }

    /// The body of the next document, and where it is. Returns None for a missing value.
    #[pyo3(signature = (text, /))]
    fn cut(&self, py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Option<Bounds>> {
        let Some(text) = argument::<PyBackedStr>(text)? else {
            return Ok(None);
        };
        let found = py.detach(|| lock(&self.0).bounds(&text));
        Ok(Some(Bounds::of(found, &text)))
    }

    /// Cuts each value, as cut does. See extract_many for `values` and `errors`.
    ///
    /// The cutter learns from the first 16 MB of the values before it decides on the first of them, as the command does.
    ///
    /// >>> import trommel_tools
    /// >>> texts = ["---\ntitle: Rain\n---\nIt rained for a week.\n", None]
    /// >>> [found and found.text for found in trommel_tools.Cutter([]).cut_many(texts)]
    /// ['It rained for a week.\n', None]
    #[pyo3(signature = (values, /, *, errors="raise"))]
    fn cut_many<'py>(
        slf: &Bound<'py, Self>,
        values: &Bound<'py, PyAny>,
        errors: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let many = slf.py().import("trommel_tools._many")?;
        many.call_method1("first_together", (slf.getattr("_cut_all")?, values, errors))
    }

    /// Cuts the values of a list. Learns from all of them before it decides on one. A result may be an exception.
    fn _cut_all<'py>(&self, values: &Bound<'py, PyList>) -> PyResult<Bound<'py, PyList>> {
        at_once(values, |texts: &[&PyBackedStr]| {
            let texts: Vec<&str> = texts.iter().map(|text| &***text).collect();
            let found = lock(&self.0).bounds_of_all(&texts);
            let found = found.into_iter().zip(texts);
            found.map(|(cut, text)| Bounds::of(cut, text)).collect()
        })
    }
}

impl Bounds {
    fn of(found: Cut, text: &str) -> Self {
        Bounds {
            text: found.body(text).into_owned(),
            lines: found.lines,
            preamble_start: found.preamble_start,
            preamble_end: found.preamble_end,
            epilogue_start: found.epilogue_start,
            confidence: found.confidence.map(Into::into),
        }
    }
}

/// Measures a text, as `textstats` does: a dictionary of numbers.
///
/// `language`, a code or a name such as "en" or "english", selects the stop words; without it the language is identified. "und" is no
/// language, and has no stop words. Raises ValueError for other names.
///
/// >>> import trommel_tools
/// >>> measures = trommel_tools.stats("It rained for a week, and the river rose to the bridge.")
/// >>> measures["words"], measures["stop_words"] > 0.4
/// (12.0, True)
#[pyfunction]
#[pyo3(signature = (text, /, *, language=None))]
pub fn stats<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyAny>,
    language: Option<&str>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let language = known_language(language)?;
    let Some(text) = argument::<PyBackedStr>(text)? else {
        return Ok(None);
    };
    let measures = py.detach(|| {
        with_built_in(|identifier| {
            Numbers::of(
                &mut Meter::default(),
                identifier,
                &text,
                language.as_deref(),
            )
        })
    });
    measures.into_pyobject(py).map(Some)
}

/// `stats` for a list, with threads. A result may be an exception.
#[pyfunction]
#[pyo3(signature = (values, threads, /, *, language=None))]
pub fn stats_batch<'py>(
    values: &Bound<'py, PyList>,
    threads: NonZero<usize>,
    language: Option<&str>,
) -> PyResult<Bound<'py, PyList>> {
    let language = known_language(language)?;
    let worker = || (Meter::default(), Identifier::new(built_in()));
    each(
        values,
        threads,
        worker,
        |(meter, identifier), text: &PyBackedStr| {
            Ok(Numbers::of(meter, identifier, text, language.as_deref()))
        },
    )
}

/// A number for each measure.
struct Numbers(Vec<f64>);

impl Numbers {
    fn of(
        meter: &mut Meter,
        identifier: &mut Identifier<'static>,
        text: &str,
        language: Option<&str>,
    ) -> Self {
        let language = language.or_else(|| identifier.identify(textstats::sample(text)).language());
        let measures = meter.measure(text, language);
        Numbers(
            MEASURES
                .iter()
                .map(|measure| (measure.value)(&measures))
                .collect(),
        )
    }
}

impl<'py> IntoPyObject<'py> for Numbers {
    type Target = PyDict;
    type Output = Bound<'py, PyDict>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        let numbers = PyDict::new(py);
        for (measure, number) in MEASURES.iter().zip(self.0) {
            numbers.set_item(measure.name, number)?;
        }
        Ok(numbers)
    }
}
