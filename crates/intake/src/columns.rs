//! The columns of a table, for a tool that writes one.

/// The columns of a table that was read.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    /// Their names in order.
    pub names: Vec<String>,
    /// Their types, of a Parquet file.
    #[cfg(feature = "parquet")]
    pub schema: Option<parquet::schema::types::TypePtr>,
    /// What other programs have noted about them in the Parquet file: keys and values.
    pub notes: Vec<(String, Option<String>)>,
}
