//! Values of Python, one or many of them, and threads that work on a list without the interpreter.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyList, PyString};

/// How long a signal, such as that of Ctrl-C, may wait.
const PATIENCE: Duration = Duration::from_millis(100);

/// Whether a value says that there is none: None, pandas.NA, and NaN and NaT of any type, which differ from themselves.
fn is_missing(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    if value.is_none() || value.get_type().name()? == "NAType" {
        return Ok(true);
    }
    // A comparison of arrays has no truth.
    Ok(value.ne(value).unwrap_or(false))
}

/// An argument that a function takes. The memory is Python's, and nothing is copied.
pub trait Argument: Sized + Send + Sync {
    /// The types that it is made from.
    const TYPES: &'static str;

    /// The argument; None for a value of another type. Raises UnicodeEncodeError for a string with lone surrogates.
    fn of(value: &Bound<'_, PyAny>) -> PyResult<Option<Self>>;
}

impl Argument for PyBackedStr {
    const TYPES: &'static str = "str";

    fn of(value: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        match value.cast::<PyString>() {
            Ok(text) => PyBackedStr::try_from(text.clone()).map(Some),
            Err(_) => Ok(None),
        }
    }
}

impl Argument for PyBackedBytes {
    const TYPES: &'static str = "bytes";

    fn of(value: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        if let Ok(bytes) = value.extract::<PyBackedBytes>() {
            return Ok(Some(bytes));
        }
        if value.get_type().name()? == "memoryview" {
            let bytes = value.call_method0("tobytes")?;
            return Ok(Some(bytes.cast_into::<PyBytes>()?.into()));
        }
        Ok(None)
    }
}

/// An argument, or None for a value that is missing. A scalar of Arrow counts as the value that it holds.
///
/// Raises TypeError for a value of another type.
pub fn argument<A: Argument>(value: &Bound<'_, PyAny>) -> PyResult<Option<A>> {
    if let Some(argument) = A::of(value)? {
        return Ok(Some(argument));
    }
    if is_missing(value)? {
        return Ok(None);
    }
    if value.hasattr("as_py")? {
        return argument(&value.call_method0("as_py")?);
    }
    let name = value.get_type().name();
    let name = name.map_or_else(|_| "another type".to_owned(), |name| name.to_string());
    let types = A::TYPES;
    Err(PyTypeError::new_err(format!(
        "expected {types} or None, not {name}"
    )))
}

/// Calls `each` with each value of a list or another iterable, as the functions for many values take them.
///
/// Raises TypeError for what is no iterable of values, and the first error of `each` with the number of its value.
pub fn for_each(
    values: &Bound<'_, PyAny>,
    mut each: impl FnMut(&Bound<'_, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    let py = values.py();
    let values_py = py.import("trommel_tools._values")?;
    let mut number = 0;
    for group in values_py.call_method1("groups_of", (values,))?.try_iter()? {
        for value in group?.cast::<PyList>()? {
            if let Err(error) = each(&value) {
                let error = values_py.call_method1("numbered", (error, number))?;
                return Err(PyErr::from_value(error));
            }
            number += 1;
        }
    }
    Ok(())
}

/// Calls `work` with each value of a list. Each thread makes a `worker`, which is reused.
///
/// Returns a list of the results: None for a missing value, and the exception for one that failed. Raises what a signal raises, such as
/// KeyboardInterrupt, when the values that are worked on are done.
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
    let arguments = arguments_of(values);
    let work = |worker: &mut W, at: usize| {
        let argument = arguments[at].as_ref().ok()?.as_ref()?;
        Some(work(worker, argument))
    };
    let results =
        (values.py()).detach(|| in_threads(threads.get(), arguments.len(), worker, work))?;
    in_order(values.py(), arguments, results)
}

/// Calls `work` with all values of a list that are not missing, without the interpreter. It has a result for each.
///
/// Returns a list of the results, as [`each`] does.
pub fn at_once<'py, A, R>(
    values: &Bound<'py, PyList>,
    work: impl FnOnce(&[&A]) -> Vec<R> + Send,
) -> PyResult<Bound<'py, PyList>>
where
    A: Argument,
    R: Send + IntoPyObject<'py>,
{
    let arguments = arguments_of(values);
    let there: Vec<Option<&A>> = arguments
        .iter()
        .map(|one| one.as_ref().ok()?.as_ref())
        .collect();
    let all: Vec<&A> = there.iter().copied().flatten().collect();
    let mut results = values.py().detach(|| work(&all)).into_iter();
    let results = there
        .iter()
        .map(|one| one.and_then(|_| results.next()).map(Ok));
    let results = results.collect();
    in_order(values.py(), arguments, results)
}

fn arguments_of<A: Argument>(values: &Bound<'_, PyList>) -> Vec<PyResult<Option<A>>> {
    values.iter().map(|value| argument(&value)).collect()
}

/// Returns a list of what each value has: its result, None if it is missing, and the exception if it failed or is of another type.
fn in_order<'py, A, R: IntoPyObject<'py>>(
    py: Python<'py>,
    arguments: Vec<PyResult<Option<A>>>,
    results: Vec<Option<PyResult<R>>>,
) -> PyResult<Bound<'py, PyList>> {
    let found = PyList::empty(py);
    for (argument, result) in arguments.into_iter().zip(results) {
        match (argument, result) {
            (Err(error), _) | (_, Some(Err(error))) => found.append(error.into_value(py))?,
            (_, Some(Ok(value))) => found.append(value.into_py_any(py)?)?,
            (Ok(_), None) => found.append(py.None())?,
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
) -> PyResult<Vec<Option<R>>> {
    let next = AtomicUsize::new(0);
    let run = |to: Sender<_>| {
        let mut worker = worker();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= count || to.send((at, work(&mut worker, at))).is_err() {
                return;
            }
        }
    };
    let (to, from) = mpsc::channel();
    let mut results: Vec<Option<R>> = (0..count).map(|_| None).collect();
    thread::scope(|scope| {
        for to in vec![to; threads.min(count)] {
            scope.spawn(|| run(to));
        }
        let mut listened = Instant::now();
        loop {
            match from.recv_timeout(PATIENCE) {
                Ok((at, result)) => results[at] = result,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return PyResult::Ok(()),
            }
            if listened.elapsed() >= PATIENCE {
                listened = Instant::now();
                Python::attach(|py| py.check_signals())
                    .inspect_err(|_| next.store(count, Ordering::Relaxed))?;
            }
        }
    })?;
    Ok(results)
}
