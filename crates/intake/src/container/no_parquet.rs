//! Parquet files, in a build without them.

use super::Container;
use crate::Error;

pub(super) const ROW: Container = Container {
    name: "parquet",
    recognised: "PAR1",
    read: "nothing: this build is without the feature parquet",
    lost: "nothing",
    refused: "all",
    looks: |head| head.starts_with(b"PAR1"),
    endings: &[".parquet"],
    open: |opened, _| {
        let message = "a Parquet file, and this program was built without them (feature parquet)";
        Err(Error::new(&opened.origin.display, message))
    },
    nests: false,
};
