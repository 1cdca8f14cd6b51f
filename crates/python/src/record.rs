//! Classes of results.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyTuple};

/// Declares a class of results, with the methods that show it. Python can compare, hash, copy and pickle its objects, make a dictionary
/// of one, and match its fields.
macro_rules! record {
    (
        $(#[$about:meta])*
        pub struct $name:ident { $($(#[$field_about:meta])* $field:ident: $type:ty,)* }
        $($methods:tt)*
    ) => {
        $(#[$about])*
        #[pyclass(frozen, get_all, module = "trommel_tools")]
        pub struct $name { $($(#[$field_about])* $field: $type,)* }

        impl $name {
            const FIELDS: &'static [&'static str] = &[$(stringify!($field)),*];
        }

        #[pymethods]
        impl $name {
            #[new]
            #[allow(clippy::too_many_arguments, reason = "a field each")]
            fn new($($field: $type),*) -> Self {
                $name { $($field),* }
            }

            #[classattr]
            fn __match_args__(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
                PyTuple::new(py, Self::FIELDS)
            }

            /// The fields as a dictionary, with None for an infinite number, so that it has a form in JSON.
            fn _asdict<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
                crate::record::dictionary(slf, Self::FIELDS)
            }

            fn __reduce__<'py>(
                slf: &Bound<'py, Self>,
            ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
                Ok((slf.get_type(), crate::record::values(slf, Self::FIELDS)?))
            }

            fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
                let Ok(other) = other.cast::<Self>() else {
                    return Ok(false);
                };
                let [one, other] = [slf, other].map(|one| crate::record::values(one, Self::FIELDS));
                one?.eq(other?)
            }

            fn __hash__(slf: &Bound<'_, Self>) -> PyResult<isize> {
                crate::record::values(slf, Self::FIELDS)?.hash()
            }

            $($methods)*
        }
    };
}
pub(crate) use record;

/// The values of the fields of an object.
pub fn values<'py, T>(object: &Bound<'py, T>, fields: &[&str]) -> PyResult<Bound<'py, PyTuple>> {
    let values = fields.iter().map(|field| object.as_any().getattr(*field));
    PyTuple::new(object.py(), values.collect::<PyResult<Vec<_>>>()?)
}

/// The fields of an object with their values, and None for a number that is infinite.
pub fn dictionary<'py, T>(object: &Bound<'py, T>, fields: &[&str]) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(object.py());
    for field in fields {
        let value = object.as_any().getattr(*field)?;
        let is_infinite =
            (value.cast::<PyFloat>()).is_ok_and(|number| number.value().is_infinite());
        found.set_item(field, (!is_infinite).then_some(value))?;
    }
    Ok(found)
}
