//! Duplicates, near-duplicates, and passages of known texts.

use std::num::NonZero;

use blockdedup::{Blocks, Fate, Unit};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyList;

use crate::batch::{argument, each, in_turn};

/// The kept text of a document.
#[pyclass(frozen, get_all, module = "trommel_tools")]
pub struct Kept {
    /// The text without the blocks that were seen before; None if nothing is left.
    text: Option<String>,
    /// The number of blocks.
    blocks: usize,
    /// The number of blocks that were removed.
    removed: usize,
}

#[pymethods]
impl Kept {
    fn __repr__(&self) -> String {
        format!("Kept(blocks={}, removed={})", self.blocks, self.removed)
    }
}

/// Removes blocks that mostly repeat earlier text, as `blockdedup` does.
///
/// `unit` is "block" (a paragraph), "line" or "document". A block is removed if more than `threshold` of its words are in n-grams of `n`
/// words that were seen before. `memory` is the most bytes for n-grams. One thread at a time may use an object.
///
/// >>> import trommel_tools
/// >>> notice = "Subscribe to our letter and never miss what happens in the valley again."
/// >>> seen = trommel_tools.Dedup()
/// >>> seen.push("The mill burned down on Sunday night, and nobody was hurt.\n\n" + notice).removed
/// 0
/// >>> news = "The ferry runs again, now that the ice on the lake is gone and the men of the village have mended the old pier."
/// >>> seen.push(news + "\n\n" + notice).text == news
/// True
#[pyclass(module = "trommel_tools")]
pub struct Dedup(blockdedup::Dedup<Blocks>);

#[pymethods]
impl Dedup {
    #[new]
    #[pyo3(signature = (*, unit="block", threshold=0.5, n=NonZero::new(7).expect("seven"), memory=1 << 30))]
    fn new(unit: &str, threshold: f64, n: NonZero<usize>, memory: u64) -> PyResult<Self> {
        let unit = match unit {
            "block" => Unit::Block,
            "line" => Unit::Line,
            "document" => Unit::Document,
            _ => {
                return Err(PyValueError::new_err(format!(
                    "unit is 'block', 'line' or 'document', not '{unit}'"
                )));
            }
        };
        share("threshold", threshold)?;
        let settings = Blocks {
            unit,
            threshold,
            n,
            memory,
            ..Blocks::default()
        };
        Ok(Dedup(blockdedup::Dedup::blocks(settings)))
    }

    /// Decides on the next document, and remembers it.
    ///
    /// Returns a Kept, or None for a missing value. Raises MemoryError if `memory` has no room for its n-grams; nothing has changed then.
    #[pyo3(signature = (text, /))]
    fn push(&mut self, py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Option<Kept>> {
        let Some(text) = argument::<PyBackedStr>(text)? else {
            return Ok(None);
        };
        py.detach(|| self.decide(&text)).map(Some)
    }

    /// Decides on each value in turn, as push does. See extract_many for `values` and `errors`.
    ///
    /// >>> import trommel_tools
    /// >>> line = "The ferry runs again since the ice on the lake is gone."
    /// >>> [kept and kept.removed for kept in trommel_tools.Dedup().push_many([line, None, line])]
    /// [0, None, 1]
    #[pyo3(signature = (values, /, *, errors="raise"))]
    fn push_many<'py>(
        slf: &Bound<'py, Self>,
        values: &Bound<'py, PyAny>,
        errors: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        results(slf, "push_batch", values, Some(1), errors)
    }

    /// The results of a list of values; push_many calls it.
    #[pyo3(signature = (values, threads, /))]
    fn push_batch<'py>(
        &mut self,
        values: &Bound<'py, PyList>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyList>> {
        // Each document depends on those before it.
        let _ = threads;
        in_turn(values, |text: &PyBackedStr| self.decide(text).map(Some))
    }

    /// Remembers a document without deciding on it.
    #[pyo3(signature = (text, /))]
    fn learn(&mut self, py: Python<'_>, text: PyBackedStr) -> PyResult<()> {
        py.detach(|| self.0.learn(&text))
            .map_err(|full| PyMemoryError::new_err(full.to_string()))
    }
}

impl Dedup {
    fn decide(&mut self, text: &str) -> PyResult<Kept> {
        let found = (self.0.push(text)).map_err(|full| PyMemoryError::new_err(full.to_string()))?;
        let removed = (found.pieces.iter()).filter(|piece| piece.fate != Fate::Kept);
        let removed = removed.count();
        let blocks = found.pieces.len();
        let is_left = removed < blocks || blocks == 0;
        Ok(Kept {
            text: is_left.then(|| found.text.into_owned()),
            blocks,
            removed,
        })
    }
}

/// The results of a method for lists of values, as an iterator: see trommel_tools._many.
fn results<'py, T>(
    object: &Bound<'py, T>,
    batch: &str,
    values: &Bound<'py, PyAny>,
    threads: Option<usize>,
    errors: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let arguments = (object.as_any().getattr(batch)?, values, threads, errors);
    object
        .py()
        .import("trommel_tools._many")?
        .call_method1("results_of", arguments)
}

/// Raises ValueError for a number that is not from 0 to 1.
fn share(name: &str, value: f64) -> PyResult<()> {
    match (0.0..=1.0).contains(&value) {
        true => Ok(()),
        false => Err(PyValueError::new_err(format!(
            "{name} is from 0 to 1, not {value}"
        ))),
    }
}

/// An earlier document that is similar.
#[pyclass(frozen, get_all, module = "trommel_tools")]
pub struct Match {
    /// Its number, from 0 in the order of push.
    document: u64,
    /// The Jaccard similarity of the shingles, estimated unless `exact` was given.
    similarity: f64,
}

#[pymethods]
impl Match {
    fn __repr__(&self) -> String {
        format!(
            "Match(document={}, similarity={:.2})",
            self.document, self.similarity
        )
    }
}

/// Finds near-duplicates in a stream of documents, as `neardup` does.
///
/// `similarity` is the least Jaccard similarity of sets of shingles, which have `shingle` words. Sketches estimate it; with `exact` the shingles
/// themselves are compared, which takes more memory and is better below .6. One thread at a time may use an object.
///
/// >>> import trommel_tools
/// >>> seen = trommel_tools.NearDup(similarity=0.7)
/// >>> text = "The ferry runs again since the ice on the lake is gone and the pier is mended after the long and cold winter."
/// >>> seen.push(text) is None
/// True
/// >>> seen.push(text + " Really.").document
/// 0
#[pyclass(module = "trommel_tools")]
pub struct NearDup(neardup::NearDup);

#[pymethods]
impl NearDup {
    #[new]
    #[pyo3(signature = (*, similarity=0.8, shingle=NonZero::new(5).expect("five"), exact=false))]
    fn new(similarity: f64, shingle: NonZero<usize>, exact: bool) -> PyResult<Self> {
        share("similarity", similarity)?;
        if similarity == 0.0 {
            return Err(PyValueError::new_err("similarity is above 0"));
        }
        let settings = neardup::Settings {
            similarity,
            shingle,
            ..neardup::Settings::default()
        };
        Ok(NearDup(match exact {
            true => neardup::NearDup::exact(settings),
            false => neardup::NearDup::new(settings),
        }))
    }

    /// Compares a document with all before it, and remembers it.
    ///
    /// Returns a Match, or None for a document that is similar to none and for a missing value, which is not counted.
    #[pyo3(signature = (text, /))]
    fn push(&mut self, py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Option<Match>> {
        let Some(text) = argument::<PyBackedStr>(text)? else {
            return Ok(None);
        };
        Ok(py.detach(|| self.compare(&text)))
    }

    /// Compares each value in turn, as push does. See extract_many for `values` and `errors`.
    ///
    /// >>> import trommel_tools
    /// >>> text = "The ferry runs again since the ice on the lake is gone."
    /// >>> [found and found.document for found in trommel_tools.NearDup().push_many(["Another text.", None, text, text])]
    /// [None, None, None, 1]
    #[pyo3(signature = (values, /, *, errors="raise"))]
    fn push_many<'py>(
        slf: &Bound<'py, Self>,
        values: &Bound<'py, PyAny>,
        errors: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        results(slf, "push_batch", values, Some(1), errors)
    }

    /// The results of a list of values; push_many calls it.
    #[pyo3(signature = (values, threads, /))]
    fn push_batch<'py>(
        &mut self,
        values: &Bound<'py, PyList>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyList>> {
        // Each document depends on those before it.
        let _ = threads;
        in_turn(values, |text: &PyBackedStr| Ok(self.compare(text)))
    }
}

impl NearDup {
    fn compare(&mut self, text: &str) -> Option<Match> {
        self.0.push(text).of.map(|of| Match {
            document: of.document,
            similarity: of.similarity,
        })
    }
}

/// A passage of a text that is in an item.
#[pyclass(frozen, get_all, module = "trommel_tools")]
pub struct Hit {
    /// The number of the item, from 0.
    item: usize,
    /// Where the passage begins in the text, in characters.
    start: usize,
    /// Where it ends.
    end: usize,
    /// The number of words that are equal in both.
    equal: usize,
    /// The number of words changed, inserted or left out.
    edits: usize,
    /// The share of the item's words that are in hits of this text, from 0 to 1.
    share: f64,
    /// The number of passages as good as this one that chance gives in a billion words of unrelated text.
    expect: f64,
}

#[pymethods]
impl Hit {
    fn __repr__(&self) -> String {
        format!(
            "Hit(item={}, start={}, end={}, share={:.2})",
            self.item, self.start, self.end, self.share
        )
    }
}

/// Finds passages of known texts, such as questions of a benchmark, as `overlap` does.
///
/// `items` are texts. A hit begins with `n` equal words in a row; `max_edits` is the share of its words that may differ. Threads may
/// share an object. Raises ValueError for settings out of range.
///
/// >>> import trommel_tools
/// >>> index = trommel_tools.Overlap(["To hang a heavy mirror on a plaster wall, which fixing should be used?"])
/// >>> text = "Question 7. To hang a heavy mirror on a plaster wall, which fixing should be used? Think."
/// >>> [hit] = index.scan(text)
/// >>> text[hit.start:hit.end]
/// 'To hang a heavy mirror on a plaster wall, which fixing should be used'
#[pyclass(frozen, module = "trommel_tools")]
pub struct Overlap(overlap::Index);

#[pymethods]
impl Overlap {
    #[new]
    #[pyo3(signature = (items, /, *, n=8, max_edits=0.25))]
    fn new(items: &Bound<'_, PyAny>, n: usize, max_edits: f64) -> PyResult<Self> {
        let texts: Vec<String> = items
            .try_iter()?
            .map(|item| item?.extract())
            .collect::<PyResult<_>>()?;
        let items = texts
            .into_iter()
            .enumerate()
            .map(|(at, text)| overlap::Item::new(at.to_string(), text));
        let settings = overlap::Settings {
            n,
            max_edits,
            ..overlap::Settings::default()
        };
        let index = overlap::Index::new(items, &settings);
        index
            .map(Overlap)
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The passages of a text that are in items, in the order of the text; None for a missing value.
    #[pyo3(signature = (text, /))]
    fn scan(&self, py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Option<Vec<Hit>>> {
        let Some(text) = argument::<PyBackedStr>(text)? else {
            return Ok(None);
        };
        Ok(Some(py.detach(|| self.hits(&text))))
    }

    /// Scans each value, as scan does. See extract_many for `values`, `threads` and `errors`.
    ///
    /// >>> import trommel_tools
    /// >>> item = "To hang a heavy mirror on a plaster wall, which fixing should be used?"
    /// >>> [hits and len(hits) for hits in trommel_tools.Overlap([item]).scan_many([item, None, "Nothing."], threads=2)]
    /// [1, None, []]
    #[pyo3(signature = (values, /, *, threads=None, errors="raise"))]
    fn scan_many<'py>(
        slf: &Bound<'py, Self>,
        values: &Bound<'py, PyAny>,
        threads: Option<usize>,
        errors: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        results(slf, "scan_batch", values, threads, errors)
    }

    /// The results of a list of values; scan_many calls it.
    #[pyo3(signature = (values, threads, /))]
    fn scan_batch<'py>(
        &self,
        values: &Bound<'py, PyList>,
        threads: NonZero<usize>,
    ) -> PyResult<Bound<'py, PyList>> {
        let scan = |(): &mut (), text: &PyBackedStr| Ok(self.hits(text));
        each(values, threads, || (), scan)
    }

    /// The numbers of the items that are too short or too common to be found, with the reason.
    #[getter]
    fn refused(&self) -> Vec<(usize, String)> {
        let items = self.0.items().iter().enumerate();
        items
            .filter_map(|(at, item)| Some((at, item.refused?.to_string())))
            .collect()
    }
}

impl Overlap {
    fn hits(&self, text: &str) -> Vec<Hit> {
        let hits = self.0.scan(text).into_iter();
        hits.map(|hit| of_hit(hit, text)).collect()
    }
}

fn of_hit(hit: overlap::Hit, text: &str) -> Hit {
    let start = text[..hit.bytes.start].chars().count();
    Hit {
        item: hit.item,
        start,
        end: start + text[hit.bytes].chars().count(),
        equal: hit.equal,
        edits: hit.edits,
        share: hit.share,
        expect: hit.expect,
    }
}
