//! Values of Python, one or a list of them, and threads that work on a list without the interpreter.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyFloat, PyList, PyString};

/// Whether a value says that there is none: None, NaN, pandas.NA and pandas.NaT.
pub fn is_missing(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    if value.is_none() {
        return Ok(true);
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(number.extract::<f64>()?.is_nan());
    }
    let name = value.get_type().name()?;
    Ok(["NAType", "NaTType"].iter().any(|missing| name == *missing))
}

/// An argument that a function takes. The memory is Python's, and nothing is copied.
pub trait Argument: Sized + Send + Sync {
    /// The argument. Raises TypeError for a value of another type, and UnicodeEncodeError for a string with lone surrogates.
    fn of(value: &Bound<'_, PyAny>) -> PyResult<Self>;
}

impl Argument for PyBackedStr {
    fn of(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        match value.cast::<PyString>() {
            Ok(text) => PyBackedStr::try_from(text.clone()),
            Err(_) => Err(wrong("str", value)),
        }
    }
}

impl Argument for PyBackedBytes {
    fn of(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = value.extract::<PyBackedBytes>() {
            return Ok(bytes);
        }
        if value.get_type().name()? == "memoryview" {
            let bytes = value.call_method0("tobytes")?;
            return Ok(bytes.cast_into::<PyBytes>()?.into());
        }
        Err(wrong("bytes", value))
    }
}

fn wrong(wanted: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let name = value.get_type().name();
    let name = name.map_or_else(|_| "another type".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {wanted} or None, not {name}"))
}

/// An argument, or None for a value that is missing.
pub fn argument<A: Argument>(value: &Bound<'_, PyAny>) -> PyResult<Option<A>> {
    match is_missing(value)? {
        true => Ok(None),
        false => A::of(value).map(Some),
    }
}

/// Calls `work` with each value of a list. Each thread makes a `worker`, which is reused.
///
/// Returns a list of the results: None for a missing value, and the exception for one that failed.
pub fn each<'py, A, W, R>(
    values: &Bound<'py, PyList>,
    threads: NonZero<usize>,
    worker: impl Fn() -> W + Send + Sync,
    work: impl Fn(&mut W, &A) -> PyResult<R> + Send + Sync,
) -> PyResult<Bound<'py, PyList>>
where
    A: Argument,
    R: Send + IntoPyObject<'py>,
{
    let py = values.py();
    let arguments: Vec<PyResult<Option<A>>> = values.iter().map(|value| argument(&value)).collect();
    let work = |worker: &mut W, at: usize| {
        let argument = arguments[at].as_ref().ok()?.as_ref()?;
        Some(work(worker, argument))
    };
    let mut results: Vec<Option<PyResult<R>>> = py.detach(|| match threads.get() {
        1 => {
            let mut worker = worker();
            (0..arguments.len())
                .map(|at| work(&mut worker, at))
                .collect()
        }
        threads => in_threads(threads, arguments.len(), worker, work),
    });
    let found = PyList::empty(py);
    for (argument, result) in arguments.into_iter().zip(&mut results) {
        match (argument, result.take()) {
            (Err(error), _) | (_, Some(Err(error))) => found.append(error.into_value(py))?,
            (_, Some(Ok(value))) => found.append(value.into_py_any(py)?)?,
            (Ok(_), None) => found.append(py.None())?,
        }
    }
    Ok(found)
}

/// Calls `work` with each value of a list, one after the other, without the interpreter.
///
/// Returns a list as [`each`] does; a result of None stands for itself.
pub fn in_turn<'py, A, R>(
    values: &Bound<'py, PyList>,
    mut work: impl FnMut(&A) -> PyResult<Option<R>> + Send,
) -> PyResult<Bound<'py, PyList>>
where
    A: Argument,
    R: Send + IntoPyObject<'py>,
{
    let py = values.py();
    let arguments: Vec<PyResult<Option<A>>> = values.iter().map(|value| argument(&value)).collect();
    let results: Vec<PyResult<Option<R>>> = py.detach(|| {
        let results = arguments.into_iter().map(|argument| match argument? {
            Some(argument) => work(&argument),
            None => Ok(None),
        });
        results.collect()
    });
    let found = PyList::empty(py);
    for result in results {
        match result {
            Ok(value) => found.append(value.into_py_any(py)?)?,
            Err(error) => found.append(error.into_value(py))?,
        }
    }
    Ok(found)
}

/// Calls `work` with the numbers below `count`. A thread takes the next one when it is done with one.
fn in_threads<W, R: Send>(
    threads: usize,
    count: usize,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize) -> Option<R> + Sync,
) -> Vec<Option<R>> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut worker = worker();
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= count {
                return done;
            }
            done.push((at, work(&mut worker, at)));
        }
    };
    let mut results: Vec<Option<R>> = (0..count).map(|_| None).collect();
    thread::scope(|scope| {
        let running: Vec<_> = (0..threads.min(count)).map(|_| scope.spawn(run)).collect();
        for thread in running {
            let done = thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            for (at, result) in done {
                results[at] = result;
            }
        }
    });
    results
}
