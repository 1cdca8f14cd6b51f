//! The positions of table cells. `tables.rs` computes them, and the page caches them.

use std::collections::HashMap;

/// The tables of a page.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// For each container, whether it is a data table.
    pub(crate) is_data: Vec<bool>,
    /// For each container, whether it is a table with a header or caption.
    pub(crate) is_declared: Vec<bool>,
    /// The positions of the cells of data tables, by container.
    pub(crate) places: HashMap<u32, Place>,
}

/// The position of a cell in the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Place {
    pub(crate) row: u32,
    pub(crate) column: usize,
    /// The number of rows that the cell spans.
    pub(crate) rows: u32,
}
