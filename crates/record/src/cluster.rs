//! The cluster record.

use serde::Serialize;

use crate::Name;
use crate::write::written;

/// A connected component of the pairs: documents connected by pairs, directly or through other documents.
///
/// ```
/// use record::{Cluster, Name};
/// let names = [Name::from("x"), Name::from("y")];
/// let mut out = Vec::new();
/// Cluster { cluster: 1, docs: names.iter().collect() }.write(&mut out);
/// assert_eq!(out, b"{\"cluster\":1,\"docs\":[\"x\",\"y\"]}\n");
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cluster<'a> {
    /// The number of the cluster, from 1, by first document.
    pub cluster: u64,
    /// The documents' names, two or more, in input order.
    pub docs: Vec<&'a Name<'a>>,
}

written!(Cluster<'_>: docs);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_lost() {
        let names = [Name::from("x"), Name::new(&b"\xFF"[..])];
        let mut out = Vec::new();
        Cluster {
            cluster: 2,
            docs: names.iter().collect(),
        }
        .write(&mut out);
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "{\"cluster\":2,\"docs\":[\"x\",\"\u{FFFD}\"],\"docs_bytes\":[\"eA==\",\"/w==\"]}\n"
        );
    }
}
