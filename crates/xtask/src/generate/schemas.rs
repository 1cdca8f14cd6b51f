//! `schema/*.schema.json`, a JSON Schema for each record, and the columns of Spark, from the same types as
//! trommel-record(5).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::fields::{columns, object};
use super::records::records;

/// The records that functions of Spark return as a column, and as columns.
const COLUMNS: [&str; 7] = [
    "block",
    "bounds",
    "encoding",
    "line",
    "overlap_hit",
    "text_stats",
    "words",
];
const ROWS: [&str; 1] = ["pair"];

/// The files, by their paths.
pub fn all(source: &Path) -> anyhow::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut files = BTreeMap::new();
    let mut spark = "\"\"\"The columns of records. `cargo xtask gen` writes this file from the types of the records.\"\"\"\n\n# fmt: off\n".to_owned();
    for record in records(source)?.1 {
        let about = record.text.split("\n\n").next().unwrap_or_default();
        let mut schema = object(&record.fields);
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
        schema["title"] = format!("{} record", record.name).into();
        schema["description"] = about.replace('\n', " ").replace('`', "").trim().into();
        let path = format!("schema/{}.schema.json", record.file.replace('_', "-"));
        let text = serde_json::to_string_pretty(&schema)? + "\n";
        files.insert(path.into(), text.into_bytes());

        let (before, after) = match &record.file[..] {
            file if COLUMNS.contains(&file) => ("struct<", ">"),
            file if ROWS.contains(&file) => ("", ""),
            _ => continue,
        };
        let columns = columns(&record.fields).join(",\"\n    \"");
        let name = record.file.to_uppercase();
        spark += &format!("{name} = (\n    \"{before}{columns}{after}\"\n)\n");
    }
    let path = "crates/python/trommel_tools/spark/records.py";
    files.insert(path.into(), spark.into_bytes());
    Ok(files)
}
