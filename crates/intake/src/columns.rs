//! The columns of a table, for a tool that writes one.

/// The columns of a table that was read.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    /// Their names in order.
    pub names: Vec<String>,
    /// The schema, if the file is Parquet.
    #[cfg(feature = "parquet")]
    pub schema: Option<parquet::schema::types::TypePtr>,
    /// The key-value metadata of the Parquet file, which other programs wrote.
    pub notes: Vec<(String, Option<String>)>,
}
