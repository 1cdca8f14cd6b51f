//! Duplicates, near-duplicates, and passages of known texts.

use std::ffi::CString;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use blockdedup::{Blocks, Fate, Unit};
use neardup::index::IndexError;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};

use crate::batch::{argument, each, for_each};
use crate::options::{choice, integer, integer_or_none, share, whole};
use crate::record::record;

/// Takes an object that one thread at a time may use. The interpreter must not be held: another thread may wait for it.
pub fn lock<T>(object: &Mutex<T>) -> MutexGuard<'_, T> {
    object.lock().unwrap_or_else(PoisonError::into_inner)
}

record! {
    /// The kept text of a document.
    pub struct Kept {
        /// The text without the blocks that were seen before; None if nothing is left.
        text: Option<String>,
        /// The number of blocks.
        blocks: usize,
        /// The number of blocks that were removed.
        removed: usize,
        /// How many of them are stubs: new text that is short and stands next to removed blocks.
        stubs: usize,
    }

    fn __repr__(&self) -> String {
        let (blocks, removed, stubs) = (self.blocks, self.removed, self.stubs);
        format!("Kept(blocks={blocks}, removed={removed}, stubs={stubs})")
    }
}

/// Removes blocks that mostly repeat earlier text, as `blockdedup` does.
///
/// `unit` is "block" (a paragraph), "line" or "document". A block is removed if more than `threshold` of its words are in n-grams of `n`
/// words that were seen before. So is a stub: new text of at most `stub` words between removed blocks, or all that is left of a document.
/// With `stub=None` new text always stays. `memory` is the most bytes for n-grams. Threads may share an object; their documents count in the order in which they come.
///
/// >>> import trommel_tools
/// >>> notice = "Subscribe to our letter and never miss what happens in the valley again."
/// >>> seen = trommel_tools.Dedup()
/// >>> seen.push("The mill burned down on Sunday night, and nobody was hurt.\n\n" + notice).removed
/// 0
/// >>> news = "The ferry runs again, now that the ice on the lake is gone and the men of the village have mended the old pier."
/// >>> seen.push(news + "\n\n" + notice).text == news
/// True
#[pyclass(frozen, module = "trommel_tools")]
pub struct Dedup(Mutex<blockdedup::Dedup<Blocks>>);

#[pymethods]
impl Dedup {
    #[new]
    #[pyo3(signature = (*, unit="block", threshold=0.5, n=7, stub=20, memory=1073741824))]
    fn new(
        unit: &str,
        threshold: f64,
        #[pyo3(from_py_with = integer)] n: i64,
        #[pyo3(from_py_with = integer_or_none)] stub: Option<i64>,
        #[pyo3(from_py_with = integer)] memory: i64,
    ) -> PyResult<Self> {
        let units = [
            ("block", Unit::Block),
            ("line", Unit::Line),
            ("document", Unit::Document),
        ];
        let settings = Blocks {
            unit: choice("unit", unit, &units)?,
            threshold: share("threshold", threshold)?,
            n: positive("n", n)?,
            stub: stub.map(|stub| whole("stub", stub, 0)).transpose()?,
            memory: whole("memory", memory, 1)?,
            ..Blocks::default()
        };
        Ok(Dedup(Mutex::new(blockdedup::Dedup::blocks(settings))))
    }

    /// Decides on the next document, and remembers it.
    ///
    /// Returns a Kept, or None for a missing value. Raises MemoryError if `memory` has no room for its n-grams; nothing has changed then.
    #[pyo3(signature = (text, /))]
    fn push(&self, py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Option<Kept>> {
        let Some(text) = argument::<PyBackedStr>(text)? else {
            return Ok(None);
        };
        py.detach(|| self.decide(&text)).map(Some)
    }

    /// Decides on each value in turn, as push does. See extract_many for `values` and `errors`.
    ///
    /// A value is taken, decided on and remembered when its result is asked for, and not before.
    ///
    /// >>> import trommel_tools
    /// >>> line = "The ferry runs again since the ice on the lake is gone."
    /// >>> [kept and kept.removed for kept in trommel_tools.Dedup().push_many([line, None, line])]
    /// [0, None, 1]
    #[pyo3(signature = (values, /, *, errors="raise"))]
    fn push_many<'py>(
        slf: &Bound<'py, Self>,
        values: &Bound<'py, PyAny>,
        errors: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        in_turn(slf, values, errors)
    }

    /// Remembers a document without deciding on it. A missing value is left out.
    #[pyo3(signature = (text, /))]
    fn learn(&self, py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<()> {
        let Some(text) = argument::<PyBackedStr>(text)? else {
            return Ok(());
        };
        py.detach(|| lock(&self.0).learn(&text))
            .map_err(|full| PyMemoryError::new_err(full.to_string()))
    }
}

impl Dedup {
    fn decide(&self, text: &str) -> PyResult<Kept> {
        let mut seen = lock(&self.0);
        let found = (seen.push(text)).map_err(|full| PyMemoryError::new_err(full.to_string()))?;
        let blocks = found.pieces.len();
        let removed = blocks - found.count(Fate::Kept);
        let stubs = found.count(Fate::Stub);
        let is_left = removed < blocks || blocks == 0;
        Ok(Kept {
            text: is_left.then(|| found.text.into_owned()),
            blocks,
            removed,
            stubs,
        })
    }
}

/// The results of an object's push for each value, as an iterator: see trommel_tools._many.
fn in_turn<'py, T>(
    object: &Bound<'py, T>,
    values: &Bound<'py, PyAny>,
    errors: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let arguments = (object.as_any().getattr("push")?, values, errors);
    object
        .py()
        .import("trommel_tools._many")?
        .call_method1("in_turn", arguments)
}

/// A whole number from 1.
fn positive(name: &str, value: i64) -> PyResult<NonZero<usize>> {
    let value = whole(name, value, 1)?;
    Ok(NonZero::new(value).expect("it is not below 1"))
}

fn settings(similarity: f64, shingle: i64) -> PyResult<neardup::Settings> {
    if similarity == 0.0 {
        return Err(PyValueError::new_err("similarity is above 0"));
    }
    Ok(neardup::Settings {
        similarity: share("similarity", similarity)?,
        shingle: positive("shingle", shingle)?,
        ..neardup::Settings::default()
    })
}

record! {
    /// An earlier document that is similar.
    pub struct Match {
        /// Its number: all values that were pushed count, from 0, also missing ones and those that raised an error.
        document: u64,
        /// The Jaccard similarity of the shingles, estimated unless `exact` was given.
        similarity: f64,
    }

    fn __repr__(&self) -> String {
        format!(
            "Match(document={}, similarity={:.2})",
            self.document, self.similarity
        )
    }
}

/// Finds near-duplicates in a stream of documents, as `neardup` does.
///
/// `similarity` is the Jaccard similarity of sets of shingles, which have `shingle` words. Sketches estimate it, with a standard error of
/// .02 to .04, so documents count as similar from `similarity` minus .06 on: with .8, some matches have a similarity of .75, and some are truly of .7.
/// With `exact` the shingles themselves are compared, and no match is below `similarity`; this takes more memory and is better below .6. Threads may share an object; their documents count in the
/// order in which they come.
///
/// >>> import trommel_tools
/// >>> seen = trommel_tools.NearDup(similarity=0.7)
/// >>> text = "The ferry runs again since the ice on the lake is gone and the pier is mended after the long and cold winter."
/// >>> seen.push(text) is None
/// True
/// >>> seen.push(text + " Really.").document
/// 0
#[pyclass(frozen, module = "trommel_tools")]
pub struct NearDup(Mutex<neardup::NearDup>);

#[pymethods]
impl NearDup {
    #[new]
    #[pyo3(signature = (*, similarity=0.8, shingle=5, exact=false))]
    fn new(
        similarity: f64,
        #[pyo3(from_py_with = integer)] shingle: i64,
        exact: bool,
    ) -> PyResult<Self> {
        let settings = settings(similarity, shingle)?;
        Ok(NearDup(Mutex::new(match exact {
            true => neardup::NearDup::exact(settings),
            false => neardup::NearDup::new(settings),
        })))
    }

    /// Compares a document with those before it that were similar to none, and remembers it if it is one of them.
    ///
    /// Documents without a word are all alike. Returns a Match, or None for a document that is similar to none and for a missing value.
    #[pyo3(signature = (text, /))]
    fn push(&self, py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Option<Match>> {
        let text = argument::<PyBackedStr>(text);
        py.detach(|| {
            let mut seen = lock(&self.0);
            let Some(text) = text.inspect_err(|_| seen.skip())? else {
                seen.skip();
                return Ok(None);
            };
            let of = seen.push(&text).of;
            Ok(of.map(|of| Match {
                document: of.document,
                similarity: of.similarity,
            }))
        })
    }

    /// Compares each value in turn, as push does. See extract_many for `values` and `errors`.
    ///
    /// A value is taken, compared and remembered when its result is asked for, and not before. The number of a match is the place of the
    /// earlier document in `values`, if nothing was pushed before.
    ///
    /// >>> import trommel_tools
    /// >>> text = "The ferry runs again since the ice on the lake is gone."
    /// >>> [found and found.document for found in trommel_tools.NearDup().push_many(["Another text.", None, text, text])]
    /// [None, None, None, 2]
    #[pyo3(signature = (values, /, *, errors="raise"))]
    fn push_many<'py>(
        slf: &Bound<'py, Self>,
        values: &Bound<'py, PyAny>,
        errors: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        in_turn(slf, values, errors)
    }
}

record! {
    /// A document of an index that is similar.
    pub struct NamedMatch {
        /// Its name.
        name: String,
        /// The estimated Jaccard similarity of the shingles.
        similarity: f64,
    }

    fn __repr__(&self) -> String {
        format!(
            "NamedMatch(name='{}', similarity={:.2})",
            self.name, self.similarity
        )
    }
}

/// Finds near-duplicates of the documents in a file and adds new ones to it, as `neardup --index FILE --add` does.
///
/// `path` is the file of an earlier run or of the command; the first `save` makes it if it does not exist. The other arguments are those of
/// NearDup, and must be those that the file was made with. Threads may share an object. Raises ValueError for a file that is damaged or was made with others, and
/// OSError for one that cannot be read, or made in its folder.
///
/// Nothing is in the file before `save`. A `with` block saves at its end, unless an exception ends it.
///
/// >>> import tempfile, trommel_tools
/// >>> folder = tempfile.TemporaryDirectory()
/// >>> seen = trommel_tools.NearDupIndex(folder.name + "/seen.idx")
/// >>> seen.push("monday", "The ferry runs again since the ice on the lake is gone.") is None
/// True
/// >>> seen.save()
/// >>> trommel_tools.NearDupIndex(folder.name + "/seen.idx").push("tuesday", "The ferry runs again since the ice on the lake is gone!")
/// NamedMatch(name='monday', similarity=1.00)
#[pyclass(frozen, module = "trommel_tools")]
pub struct NearDupIndex {
    path: PathBuf,
    index: Mutex<neardup::Growing>,
}

#[pymethods]
impl NearDupIndex {
    #[new]
    #[pyo3(signature = (path, /, *, similarity=0.8, shingle=5))]
    fn new(
        path: PathBuf,
        similarity: f64,
        #[pyo3(from_py_with = integer)] shingle: i64,
    ) -> PyResult<Self> {
        let index = neardup::Growing::open(&path, settings(similarity, shingle)?);
        Ok(NearDupIndex {
            index: Mutex::new(index.map_err(|error| raised(&path, error))?),
            path,
        })
    }

    /// Compares a document with those of the file and all before it. One that is similar to none is remembered by its name.
    ///
    /// Returns a NamedMatch, or None for a document that is similar to none and for a missing value. Raises OSError if the file cannot be read.
    #[pyo3(signature = (name, text, /))]
    fn push(
        &self,
        py: Python<'_>,
        name: &str,
        text: &Bound<'_, PyAny>,
    ) -> PyResult<Option<NamedMatch>> {
        let Some(text) = argument::<PyBackedStr>(text)? else {
            return Ok(None);
        };
        let found = py.detach(|| lock(&self.index).push(name.as_bytes(), &text));
        let found = found.map_err(|error| raised(&self.path, error.into()))?;
        Ok(found.map(|found| NamedMatch {
            name: String::from_utf8_lossy(&found.name).into_owned(),
            similarity: found.similarity,
        }))
    }

    /// Compares each pair of a name and a text in turn, as push does. See extract_many for `errors`.
    ///
    /// A pair is taken when its result is asked for, and not before.
    #[pyo3(signature = (pairs, /, *, errors="raise"))]
    fn push_many<'py>(
        slf: &Bound<'py, Self>,
        pairs: &Bound<'py, PyAny>,
        errors: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let arguments = (slf.as_any().getattr("push")?, pairs, errors);
        let many = slf.py().import("trommel_tools._many")?;
        many.call_method1("pairs_in_turn", arguments)
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    /// Saves, unless an exception ends the block.
    fn __exit__(
        &self,
        py: Python<'_>,
        kind: &Bound<'_, PyAny>,
        _value: &Bound<'_, PyAny>,
        _traceback: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        match kind.is_none() {
            true => self.save(py),
            false => Ok(()),
        }
    }

    /// Adds what was remembered to the file. The old file is there until the new one is complete. If it was deleted since it was opened, its
    /// documents are written again.
    ///
    /// Warns if another process has added documents since the file was opened: they stay, but they are not compared with those of this
    /// process. Raises OSError if the file cannot be written.
    fn save(&self, py: Python<'_>) -> PyResult<()> {
        let saved = py.detach(|| lock(&self.index).save());
        let is_changed = saved.map_err(|error| raised(&self.path, error))?;
        if is_changed {
            let message = format!(
                "{}: another process has added documents; they are not compared with those of this process",
                self.path.display()
            );
            let message = CString::new(message)?;
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
        }
        Ok(())
    }
}

/// The exception for an index that cannot be used.
fn raised(path: &Path, error: IndexError) -> PyErr {
    match error {
        IndexError::Io(error) => match error.raw_os_error() {
            Some(number) => {
                // Python writes the number itself.
                let reason = error
                    .to_string()
                    .replace(&format!(" (os error {number})"), "");
                PyOSError::new_err((number, reason, path.as_os_str().to_owned()))
            }
            None => PyOSError::new_err(format!("{}: {error}", path.display())),
        },
        error => PyValueError::new_err(format!("{}: {error}", path.display())),
    }
}

record! {
    /// A passage of a text that is in an item.
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

    fn __repr__(&self) -> String {
        format!(
            "Hit(item={}, start={}, end={}, share={:.2})",
            self.item, self.start, self.end, self.share
        )
    }
}

/// Finds passages of known texts, such as questions of a benchmark, as `overlap` does.
///
/// `items` is a list, an iterator, a PyArrow array or any other iterable of texts; a missing one keeps its number, and is refused. A hit begins with `n` equal words in a row; `max_edits` is the share of its words that may differ. Threads may
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
    fn new(
        py: Python<'_>,
        items: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = integer)] n: i64,
        max_edits: f64,
    ) -> PyResult<Self> {
        let settings = overlap::Settings {
            n: whole("n", n, 2)?,
            max_edits: Some(max_edits)
                .filter(|share| (0.0..1.0).contains(share))
                .ok_or_else(|| {
                    PyValueError::new_err(format!(
                        "max_edits is from 0 to below 1, not {max_edits}"
                    ))
                })?,
            ..overlap::Settings::default()
        };
        let mut texts = Vec::new();
        for_each(items, |item| {
            texts.push(argument::<PyBackedStr>(item)?);
            Ok(())
        })?;
        let items = texts.into_iter().enumerate().map(|(at, text)| {
            overlap::Item::new(at.to_string(), text.as_deref().unwrap_or_default())
        });
        py.detach(|| overlap::Index::new(items, &settings))
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
        threads: Option<&Bound<'py, PyAny>>,
        errors: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let arguments = (
            slf.as_any().getattr("_scan_batch")?,
            values,
            threads,
            errors,
        );
        slf.py()
            .import("trommel_tools._many")?
            .call_method1("results_of", arguments)
    }

    /// The results of a list of values; scan_many calls it.
    #[pyo3(signature = (values, threads, /))]
    fn _scan_batch<'py>(
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
