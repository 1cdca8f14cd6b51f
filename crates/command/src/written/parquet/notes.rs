//! The key-value metadata of Parquet files, in which other programs describe the columns and the rows.
//! A written file gets what still holds: its columns may be others than those that were read, and rows may be missing.

use std::collections::BTreeMap;

use intake::Columns;
use intake::parquet_types::{element_of, is_list, repeated_child};
use parquet::basic::{LogicalType, Type as Physical};
use parquet::file::metadata::KeyValue;
use parquet::schema::types::{Type, TypePtr};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::arrow;
use super::shred::optional;

/// Metadata that are a schema of the whole file. They would hide a new column, and programs do not need them.
const SCHEMAS: [&str; 4] = [
    "org.apache.spark.sql.parquet.row.metadata",
    "parquet.avro.schema",
    "avro.schema",
    "iceberg.schema",
];

/// Returns the metadata of a file with these columns and this number of rows, whose rows are from the files that were read.
pub(super) fn notes(told: &[Columns], written: &Type, rows: u64) -> Vec<KeyValue> {
    if told.is_empty() {
        return Vec::new();
    }
    let written = written.get_fields();
    let same_columns = told.iter().all(|one| columns(one) == written);
    let is_whole = told.len() == 1 && same_columns;
    let mut made: Vec<KeyValue> = Vec::new();
    for (key, value) in told.iter().flat_map(|one| &one.notes) {
        let Some(text) = value.as_deref() else {
            continue;
        };
        if made.iter().any(|known| known.key == *key) {
            continue;
        }
        let all: Vec<&str> = (told.iter()).filter_map(|one| note(one, key)).collect();
        let new = match key.as_str() {
            arrow::KEY => None,
            "huggingface" if !is_whole => features(&all, told, written),
            "pandas" => index(text, told, written, rows),
            schema if SCHEMAS.contains(&schema) && !same_columns => None,
            _ => (all.iter().all(|other| *other == text)).then(|| text.to_owned()),
        };
        made.extend(new.map(|new| KeyValue::new(key.clone(), Some(new))));
    }
    let having = told
        .iter()
        .filter_map(|one| Some((one, note(one, arrow::KEY)?)));
    let (files, schemas): (Vec<_>, Vec<_>) = having.unzip();
    let is_kept = |file: usize, name: &str| find(columns(files[file]), name) == find(written, name);
    let new = arrow::schema(&schemas, written, &made, is_kept);
    made.extend(new.map(|new| KeyValue::new(arrow::KEY.to_owned(), Some(new))));
    made
}

fn find<'a>(columns: &'a [TypePtr], name: &str) -> Option<&'a TypePtr> {
    columns.iter().find(|column| column.name() == name)
}

fn columns(read: &Columns) -> &[TypePtr] {
    read.schema
        .as_ref()
        .map_or(&[][..], |read| read.get_fields())
}

fn note<'a>(read: &'a Columns, wanted: &str) -> Option<&'a str> {
    let (_, value) = read.notes.iter().find(|(key, _)| key == wanted)?;
    value.as_deref()
}

/// Whether all files that have a column have it with its written type.
fn is_kept(told: &[Columns], column: &Type) -> bool {
    let mut having = (told.iter())
        .flat_map(columns)
        .filter(|read| read.name() == column.name())
        .peekable();
    let bare = optional(column).ok();
    having.peek().is_some() && having.all(|read| optional(read).ok() == bare)
}

type Object = BTreeMap<String, Box<RawValue>>;

/// Returns the features of a data set of Hugging Face: those of the columns that stay, if the files agree on them, and new ones.
/// The features of a column do not change, because the order of fields in a struct counts.
fn features(all: &[&str], told: &[Columns], written: &[TypePtr]) -> Option<String> {
    let object = |raw: &RawValue| serde_json::from_str::<Object>(raw.get()).ok();
    let read = |text: &&str| {
        let whole: Object = serde_json::from_str(text).ok()?;
        let info = object(whole.get("info")?)?;
        let features = object(info.get("features")?)?;
        Some((whole, info, features))
    };
    let all: Vec<_> = all.iter().map(read).collect::<Option<_>>()?;
    let feature = |column: &TypePtr| {
        let mut known = (all.iter()).filter_map(|(_, _, features)| features.get(column.name()));
        let first = known.next().filter(|_| is_kept(told, column));
        match first.filter(|first| known.all(|other| other.get() == first.get())) {
            Some(first) => Some(first.clone()),
            None => to_raw_value(&new_feature(column)?).ok(),
        }
    };
    // Without the feature of a column the others would be wrong, and then the columns say them.
    let features: Object = (written.iter())
        .map(|column| Some((column.name().to_owned(), feature(column)?)))
        .collect::<Option<_>>()?;
    let (mut whole, mut info, _) = all.into_iter().next()?;
    info.insert("features".into(), to_raw_value(&features).ok()?);
    whole.insert("info".into(), to_raw_value(&info).ok()?);
    serde_json::to_string(&whole).ok()
}

/// Returns the feature of a column whose type is one of those that records have.
fn new_feature(column: &Type) -> Option<Value> {
    let logical = column.get_basic_info().logical_type_ref();
    let name = match (
        column,
        column.is_primitive().then(|| column.get_physical_type()),
    ) {
        (Type::GroupType { fields, .. }, _) => {
            if let Some(repeated) = repeated_child(column) {
                let element = element_of(column, repeated).filter(|_| is_list(column))?;
                return Some(json!([new_feature(element)?]));
            }
            let mut object = serde_json::Map::new();
            for field in fields {
                object.insert(field.name().to_owned(), new_feature(field)?);
            }
            return Some(Value::Object(object));
        }
        (_, Some(Physical::BYTE_ARRAY)) if logical == Some(&LogicalType::String) => "string",
        (_, Some(Physical::BOOLEAN)) => "bool",
        (_, Some(Physical::DOUBLE)) => "float64",
        (_, Some(Physical::INT64)) => match logical {
            None => "int64",
            Some(LogicalType::Integer(of)) if !of.is_signed => "uint64",
            Some(_) => return None,
        },
        _ => return None,
    };
    Some(json!({"dtype": name, "_type": "Value"}))
}

/// Returns the metadata of pandas. An index that is a range has no column, so that the labels of rows are unknown if some rows are
/// missing: the range becomes one from 0 to the number of rows.
fn index(text: &str, told: &[Columns], written: &[TypePtr], rows: u64) -> Option<String> {
    let mut note: Value = serde_json::from_str(text).ok()?;
    let stays = |name: Option<&str>| {
        let column = name.and_then(|name| find(written, name));
        column.is_some_and(|column| is_kept(told, column))
    };
    let is_described = |column: &Value| {
        let name = column.get("field_name").filter(|name| name.is_string());
        stays(name.or_else(|| column.get("name")).and_then(Value::as_str))
    };
    let columns = note.get_mut("columns").and_then(Value::as_array_mut)?;
    columns.retain(|column| is_described(column));
    let levels = note
        .get_mut("index_columns")
        .and_then(Value::as_array_mut)?;
    levels.retain(|level| !level.is_string() || stays(level.as_str()));
    for level in levels.iter_mut().filter(|level| level["kind"] == "range") {
        let number = |key: &str| level[key].as_i64();
        let range = (number("start"), number("stop"), number("step"));
        let is_true = match range {
            (Some(start), Some(stop), Some(step)) => length(start, stop, step) == rows,
            _ => false,
        };
        if told.len() > 1 || !is_true {
            for (key, number) in [("start", 0), ("stop", rows), ("step", 1)] {
                level[key] = number.into();
            }
        }
    }
    serde_json::to_string(&note).ok()
}

/// Returns the number of rows of a range.
fn length(start: i64, stop: i64, step: i64) -> u64 {
    match (start < stop, step > 0) {
        _ if step == 0 || start == stop => 0,
        (is_rising, is_positive) if is_rising != is_positive => 0,
        _ => start.abs_diff(stop).div_ceil(step.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(message: &str, notes: &[(&str, Value)]) -> Columns {
        let schema = parquet::schema::parser::parse_message_type(message).unwrap();
        let note = |(key, value): &(&str, Value)| ((*key).to_owned(), Some(value.to_string()));
        Columns {
            names: (schema.get_fields().iter().map(|of| of.name().to_owned())).collect(),
            schema: Some(schema.into()),
            notes: notes.iter().map(note).collect(),
        }
    }

    fn made(told: &[Columns], message: &str, rows: u64) -> BTreeMap<String, Value> {
        let written = parquet::schema::parser::parse_message_type(message).unwrap();
        let notes = notes(told, &written, rows).into_iter();
        notes
            .map(|note| {
                (
                    note.key,
                    serde_json::from_str(&note.value.unwrap()).unwrap(),
                )
            })
            .collect()
    }

    const READ: &str =
        "message m { optional binary text (STRING); optional int64 label; optional int64 day; }";
    const WRITTEN: &str = "message m { optional binary text (STRING); optional int64 label; optional double day;
        optional group trommel { optional int64 blocks; } optional group all (LIST) { repeated group list { optional binary element (STRING); } } }";

    #[test]
    fn features_stay_and_new_columns_get_theirs() {
        let value = |name: &str| json!({"dtype": name, "_type": "Value"});
        let label = |first: &str| json!({"names": [first, "b"], "_type": "ClassLabel"});
        let note = |first: &str| {
            let features = json!({"text": value("large_string"), "label": label(first), "day": value("int64")});
            json!({"info": {"features": features, "license": "x"}, "fingerprint": 7})
        };
        let file = |first: &str| of(READ, &[("huggingface", note(first))]);
        assert_eq!(made(&[file("a")], READ, 3)["huggingface"], note("a"));
        let expected = |label: Value| {
            json!({"text": value("large_string"), "label": label, "day": value("float64"),
                "trommel": {"blocks": value("int64")}, "all": [value("string")]})
        };
        let one = &made(&[file("a")], WRITTEN, 3)["huggingface"];
        assert_eq!(one["info"]["features"], expected(label("a")));
        assert_eq!(
            (&one["info"]["license"], &one["fingerprint"]),
            (&json!("x"), &json!(7))
        );
        let same = &made(&[file("a"), file("a")], WRITTEN, 3)["huggingface"];
        assert_eq!(same["info"]["features"], expected(label("a")));
        // Two files whose numbers mean other names.
        let both = &made(&[file("a"), file("c")], WRITTEN, 3)["huggingface"];
        assert_eq!(both["info"]["features"], expected(value("int64")));
    }

    #[test]
    fn a_range_does_not_name_rows_that_are_missing() {
        let range = |start: i64, stop: i64, step: i64| json!({"kind": "range", "name": "r", "start": start, "stop": stop, "step": step});
        for (read, rows, expected) in [
            (range(0, 6, 1), 6, range(0, 6, 1)),
            (range(5, 16, 2), 6, range(5, 16, 2)),
            (range(9, 0, -3), 3, range(9, 0, -3)),
            (range(0, 6, 1), 4, range(0, 4, 1)),
            (range(5, 17, 2), 5, range(0, 5, 1)),
            (range(9, 0, -3), 2, range(0, 2, 1)),
            (range(0, 0, 0), 2, range(0, 2, 1)),
            (range(3, 1, 1), 0, range(3, 1, 1)),
            (json!("label"), 4, json!("label")),
        ] {
            let columns = json!([{"name": "text", "field_name": "text"}, {"name": "day"}]);
            let note = json!({"index_columns": [read, "day", "gone"], "columns": columns});
            let file = of(READ, &[("pandas", note)]);
            let new = &made(std::slice::from_ref(&file), WRITTEN, rows)["pandas"];
            assert_eq!(new["index_columns"], json!([expected]));
            assert_eq!(
                new["columns"],
                json!([{"name": "text", "field_name": "text"}])
            );
            if expected["kind"] == "range" {
                let new = &made(&[file.clone(), file], WRITTEN, rows)["pandas"];
                assert_eq!(new["index_columns"], json!([range(0, rows as i64, 1)]));
            }
        }
    }

    #[test]
    fn other_metadata_stay_unless_they_hide_a_column() {
        let spark = (SCHEMAS[0], json!({"type": "struct"}));
        let file = |mine: i32| of(READ, &[("mine", json!(mine)), spark.clone()]);
        let keys =
            |told: &[Columns], written| made(told, written, 1).into_keys().collect::<Vec<_>>();
        assert_eq!(keys(&[file(1)], READ), ["mine", SCHEMAS[0]]);
        assert_eq!(keys(&[file(1)], WRITTEN), ["mine"]);
        assert_eq!(keys(&[file(1), file(1)], READ), ["mine", SCHEMAS[0]]);
        assert_eq!(keys(&[file(1), file(2)], READ), [SCHEMAS[0]]);
        // What is no JSON has no effect.
        let odd = of(READ, &[("pandas", json!("x")), ("huggingface", json!([]))]);
        assert_eq!(keys(&[odd], WRITTEN), [""; 0]);
    }
}
