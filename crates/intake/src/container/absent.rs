//! Containers that this build recognises but cannot read.

use super::{Answer, Answers, Container};
use crate::Error;

/// The row of a container that needs a cargo feature.
macro_rules! absent {
    ($name:literal, $feature:literal, $looks:expr, $suffixes:expr) => {
        Container {
            name: $name,
            recognised: "as in a build that reads them",
            read: concat!("nothing: this build is without the feature ", $feature),
            lost: "nothing",
            refused: "all",
            answers: Answers {
                cut_off: Answer::NoSuch(""),
                same_name: Answer::NoSuch(""),
                empty: Answer::NoSuch(""),
                checksum: Answer::NoSuch(""),
            },
            looks: $looks,
            suffixes: $suffixes,
            open: |opened, _| {
                let message = concat!(
                    "a ",
                    $name,
                    " file, and this program was built without the feature ",
                    $feature,
                    ", which reads them"
                );
                Err(Error::new(&opened.origin.display, message).into())
            },
            is_binary: true,
            nests: false,
        }
    };
}

#[cfg(not(feature = "parquet"))]
pub(super) const PARQUET: Container = absent!(
    "parquet",
    "parquet",
    crate::sniff::is_parquet,
    &[".parquet"]
);

#[cfg(not(feature = "formats"))]
pub(super) const ZIP: Container = absent!("zip", "formats", crate::sniff::is_zip, &[]);

#[cfg(not(feature = "formats"))]
pub(super) const TAR: Container = absent!(
    "tar",
    "formats",
    |head| head.get(257..262) == Some(b"ustar"),
    &[".tar", ".tgz", ".tzst"]
);
