//! `schema/*.schema.json`, from the same doc comments as trommel-record(5): a JSON Schema for each record.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::{Map, Value, json};

use super::records::{Record, records};

/// The schemas, by their paths.
pub fn all(source: &Path) -> anyhow::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for record in records(source)?.1 {
        let schema = schema(&record).with_context(|| format!("the {} record", record.name))?;
        let path = format!("schema/{}.schema.json", record.file.replace('_', "-"));
        let text = serde_json::to_string_pretty(&schema)? + "\n";
        files.insert(path.into(), text.into_bytes());
    }
    Ok(files)
}

fn schema(record: &Record) -> anyhow::Result<Value> {
    let mut properties = Map::new();
    let mut required = Vec::new();
    // The table of the record is the first one; further ones are of what is inside it.
    let rows = record.text.lines().skip_while(|line| !is_header(line));
    for row in rows.skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split(" | ").map(str::trim).collect();
        let [names, kind, meaning, ..] = cells[..] else {
            bail!("a row of three columns: {row}");
        };
        let (kind, optional) = match kind.strip_suffix(", optional") {
            Some(kind) => (kind, true),
            None => (kind, false),
        };
        let field = typed(kind).with_context(|| format!("the type '{kind}'"))?;
        // `doc`, or else `id`: one of several, and none of them by itself is required.
        let one_of = names.contains("or else");
        for name in names.split('`').skip(1).step_by(2) {
            let mut field = field.clone();
            let meaning = meaning.trim_end_matches('|').trim().replace('`', "");
            field.insert("description".into(), meaning.into());
            properties.insert(name.to_owned(), field.into());
            if !optional && !one_of {
                required.push(name);
            }
        }
    }
    if properties.is_empty() {
        bail!("no table of fields");
    }
    let about = record.text.split("\n\n").next().unwrap_or_default();
    Ok(json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("{} record", record.name),
        "description": about.replace('\n', " ").replace('`', "").trim(),
        "type": "object",
        "properties": properties,
        "required": required,
    }))
}

fn is_header(line: &str) -> bool {
    line.starts_with("| field |")
}

/// The type in the second column of a table, as a schema.
fn typed(kind: &str) -> anyhow::Result<Map<String, Value>> {
    let object = |value: Value| match value {
        Value::Object(map) => map,
        _ => unreachable!("an object was written"),
    };
    if let Some(kind) = kind.strip_suffix(" or `null`") {
        let mut of = typed(kind)?;
        let simple = of["type"].take();
        of.insert("type".into(), json!([simple, "null"]));
        return Ok(of);
    }
    if let Some(items) = kind.strip_prefix("array of ") {
        return Ok(object(array(items)?));
    }
    if kind.starts_with("`\"") {
        let words: Vec<&str> = kind.split('"').skip(1).step_by(2).collect();
        return Ok(object(json!({"type": "string", "enum": words})));
    }
    Ok(object(match kind {
        "any" => json!({"type": ["string", "number", "boolean", "object", "array", "null"]}),
        "string" | "boolean" | "object" | "integer" | "number" => json!({"type": kind}),
        "integers" => json!({"type": "integer"}),
        "float" => json!({"type": "number"}),
        "base64" => json!({"type": "string", "contentEncoding": "base64"}),
        "string (`id` also a number)" => json!({"type": ["string", "number"]}),
        _ => bail!("none that is known"),
    }))
}

fn array(items: &str) -> anyhow::Result<Value> {
    let several = |items: Value, number: u32| json!({"type": "array", "items": items, "minItems": number, "maxItems": number});
    let items = items.split(", see ").next().unwrap_or(items);
    Ok(match items {
        "two integers" => several(json!({"type": "integer"}), 2),
        "four integers" => several(json!({"type": "integer"}), 4),
        "`[start,end]`" => {
            json!({"type": "array", "items": several(json!({"type": "integer"}), 2)})
        }
        _ if items.starts_with("arrays of ") => {
            json!({"type": "array", "items": array(&items["arrays of ".len()..])?})
        }
        _ if items.starts_with("`{") => json!({"type": "array", "items": {"type": "object"}}),
        _ => json!({"type": "array", "items": typed(items.trim_end_matches('s'))?}),
    })
}
