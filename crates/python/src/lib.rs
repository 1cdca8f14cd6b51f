//! The libraries of trommel as the Python module `trommel_tools._native`.
//!
//! The doc comments of functions and classes are their docstrings, and the examples in them are run by tests/test_native.py.

mod batch;
mod content;
mod duplicates;
mod encodings;
mod lines;
mod options;
mod record;

/// Text functions in the process of the caller. Import them from trommel_tools.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "a name of Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use crate::content::{Extraction, extract, extract_batch};
    #[pymodule_export]
    use crate::duplicates::{Dedup, Hit, Kept, Match, NamedMatch, NearDup, NearDupIndex, Overlap};
    #[pymodule_export]
    use crate::encodings::{
        Decoded, Detection, Language, NotTextError, decode, decode_batch, detect, detect_batch,
        identify, identify_batch,
    };
    #[pymodule_export]
    use crate::lines::{Bounds, Cutter, count, normalise, stats, stats_batch};
    #[pymodule_export]
    use crate::options::language_codes;
}
