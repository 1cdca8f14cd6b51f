//! The values of options. A value out of range raises ValueError, which names the option and says what it may be.

use charset::language::names;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

/// A whole number that is not below `least`.
pub fn whole<N: TryFrom<i64>>(name: &str, value: i64, least: i64) -> PyResult<N> {
    let number = N::try_from(value).ok().filter(|_| value >= least);
    number.ok_or_else(|| PyValueError::new_err(format!("{name} is {least} or more, not {value}")))
}

/// A whole number as Python gives it. One with more than 64 bits raises ValueError, and not OverflowError, as any that is out of range.
pub fn integer(value: &Bound<'_, PyAny>) -> PyResult<i64> {
    value.extract().map_err(|error: PyErr| {
        match error.is_instance_of::<PyOverflowError>(value.py()) {
            true => PyValueError::new_err(format!("{value} is out of range")),
            false => error,
        }
    })
}

/// The same, or None.
pub fn integer_or_none(value: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    match value.is_none() {
        true => Ok(None),
        false => integer(value).map(Some),
    }
}

/// A number from 0 to 1.
pub fn share(name: &str, value: f64) -> PyResult<f64> {
    match (0.0..=1.0).contains(&value) {
        true => Ok(value),
        false => Err(PyValueError::new_err(format!(
            "{name} is from 0 to 1, not {value}"
        ))),
    }
}

/// What stands for one of several words.
pub fn choice<T: Copy>(name: &str, value: &str, choices: &[(&str, T)]) -> PyResult<T> {
    if let Some((_, found)) = choices.iter().find(|(word, _)| *word == value) {
        return Ok(*found);
    }
    let words: Vec<String> = choices
        .iter()
        .map(|(word, _)| format!("'{word}'"))
        .collect();
    let (last, others) = words.split_last().expect("several choices");
    let others = others.join(", ");
    Err(PyValueError::new_err(format!(
        "{name} is {others} or {last}, not '{value}'"
    )))
}

/// The codes of the languages with a name, such as en, english or en_GB: the names that the commands take. Raises ValueError for others.
#[pyfunction]
#[pyo3(signature = (name, /))]
pub fn language_codes(name: &str) -> PyResult<Vec<String>> {
    names::parse(name)
        .map_err(|reason| PyValueError::new_err(format!("language '{name}': {reason}")))
}

/// The code of the language with a name: of several languages the first.
pub fn language(name: Option<&str>) -> PyResult<Option<String>> {
    let codes = name.map(language_codes).transpose()?;
    Ok(codes.map(|mut codes| codes.swap_remove(0)))
}
