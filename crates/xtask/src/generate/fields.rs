//! The fields of records. Most are those of a type that serde derives a writer for; a type with a writer of its own has
//! a table of fields in its doc comment.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use serde_json::{Map, Value, json};
use syn::{Expr, Item, Lit, Meta, Type};

/// A field of a record.
#[derive(Clone)]
pub struct Field {
    pub name: String,
    pub kind: Kind,
    pub optional: bool,
    pub meaning: String,
}

/// The kind of a value.
#[derive(Clone)]
pub enum Kind {
    Any,
    String,
    Integer,
    Number,
    Boolean,
    Base64,
    /// An object with any keys.
    Map,
    /// A document's identifier.
    StringOrNumber,
    OneOf(Vec<String>),
    /// An array, with the number of its elements if that is fixed.
    Array(Box<Kind>, Option<usize>),
    Object(Vec<Field>),
    Nullable(Box<Kind>),
}

impl Kind {
    /// The JSON Schema.
    pub fn schema(&self) -> Value {
        match self {
            Kind::Any => {
                json!({"type": ["string", "number", "boolean", "object", "array", "null"]})
            }
            Kind::String => json!({"type": "string"}),
            Kind::Integer => json!({"type": "integer"}),
            Kind::Number => json!({"type": "number"}),
            Kind::Boolean => json!({"type": "boolean"}),
            Kind::Base64 => json!({"type": "string", "contentEncoding": "base64"}),
            Kind::Map => json!({"type": "object"}),
            Kind::StringOrNumber => json!({"type": ["string", "number"]}),
            Kind::OneOf(words) => json!({"type": "string", "enum": words}),
            Kind::Array(of, None) => json!({"type": "array", "items": of.schema()}),
            Kind::Array(of, Some(n)) => {
                json!({"type": "array", "items": of.schema(), "minItems": n, "maxItems": n})
            }
            Kind::Object(fields) => object(fields),
            Kind::Nullable(of) => {
                let mut of = of.schema();
                of["type"] = json!([of["type"], "null"]);
                of
            }
        }
    }

    /// The words of the second column of a table; `several` for the plural.
    pub fn words(&self, several: bool) -> String {
        let word = match self {
            Kind::Any => "any",
            Kind::String => "string",
            Kind::Integer => "integer",
            Kind::Number => "number",
            Kind::Boolean => "boolean",
            Kind::Base64 => return "base64".into(),
            Kind::Map | Kind::Object(_) => "object",
            Kind::StringOrNumber => "string or number",
            Kind::OneOf(words) => return format!("`\"{}\"`", words.join("\"`, `\"")),
            Kind::Nullable(of) => return format!("{} or `null`", of.words(several)),
            Kind::Array(of, size) => {
                let array = if several { "arrays" } else { "array" };
                let size = match size {
                    Some(2) => "two ",
                    Some(4) => "four ",
                    _ => "",
                };
                return format!("{array} of {size}{}", of.words(true));
            }
        };
        format!("{word}{}", if several { "s" } else { "" })
    }

    /// The type of a column in Spark.
    pub fn column(&self) -> String {
        match self {
            Kind::Integer => "bigint".into(),
            Kind::Number => "double".into(),
            Kind::Boolean => "boolean".into(),
            Kind::Array(of, _) => format!("array<{}>", of.column()),
            Kind::Object(fields) => format!("struct<{}>", columns(fields).join(",")),
            Kind::Nullable(of) => of.column(),
            _ => "string".into(),
        }
    }

    /// The objects in a value of this kind.
    pub fn objects(&self) -> Option<&[Field]> {
        match self {
            Kind::Object(fields) => Some(fields),
            Kind::Array(of, _) | Kind::Nullable(of) => of.objects(),
            _ => None,
        }
    }
}

/// The schema of an object with these fields.
pub fn object(fields: &[Field]) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for field in fields {
        let mut schema = field.kind.schema();
        schema["description"] = field.meaning.replace('`', "").into();
        properties.insert(field.name.clone(), schema);
        if !field.optional {
            required.push(&field.name);
        }
    }
    json!({"type": "object", "properties": properties, "required": required})
}

/// The columns of Spark for these fields. A row has the name of its document already.
pub fn columns(fields: &[Field]) -> Vec<String> {
    let fields = fields
        .iter()
        .filter(|field| field.name != "doc" && !field.name.ends_with("_bytes"));
    let columns = fields.map(|field| format!("{}:{}", field.name, field.kind.column()));
    columns.collect()
}

/// A table in Markdown, and one for each object inside.
pub fn table(fields: &[Field]) -> String {
    let mut text = "| field | type | meaning |\n|---|---|---|\n".to_owned();
    for field in fields {
        let optional = if field.optional { ", optional" } else { "" };
        let (name, kind) = (&field.name, field.kind.words(false));
        text += &format!("| `{name}` | {kind}{optional} | {} |\n", field.meaning);
    }
    for field in fields {
        if let Some(fields) = field.kind.objects() {
            text += &format!("\nThe fields of `{}`:\n\n{}", field.name, table(fields));
        }
    }
    text
}

/// The types of a crate by their names, and the names of the fields whose exact bytes are written after the others.
pub struct Types {
    items: BTreeMap<String, Item>,
    exact: BTreeMap<String, Vec<String>>,
}

impl Types {
    /// Reads the files of a folder.
    pub fn read(source: &Path) -> anyhow::Result<Self> {
        let mut types = Types {
            items: BTreeMap::new(),
            exact: BTreeMap::new(),
        };
        for entry in fs::read_dir(source)? {
            let path = entry?.path();
            let text = fs::read_to_string(&path)?;
            let file = syn::parse_file(&text).with_context(|| path.display().to_string())?;
            for item in file.items {
                match &item {
                    Item::Struct(of) => types.items.insert(of.ident.to_string(), item),
                    Item::Enum(of) => types.items.insert(of.ident.to_string(), item),
                    Item::Type(of) => types.items.insert(of.ident.to_string(), item),
                    Item::Macro(call) if call.mac.path.is_ident("written") => {
                        let arguments = call.mac.tokens.to_string();
                        let (name, exact) = arguments.split_once(':').unwrap_or((&arguments, ""));
                        let name = name.split('<').next().unwrap_or_default().trim();
                        let exact = exact.split(',').map(|name| name.trim().to_owned());
                        let exact = exact.filter(|name| !name.is_empty()).collect();
                        types.exact.insert(name.to_owned(), exact);
                        None
                    }
                    _ => None,
                };
            }
        }
        Ok(types)
    }

    /// The fields of a record.
    pub fn of(&self, name: &str, doc: &str) -> anyhow::Result<Vec<Field>> {
        if doc.contains("| field |") {
            return from_table(doc);
        }
        let mut fields = self.derived(name)?;
        for name in self.exact.get(name).into_iter().flatten() {
            let of = fields.iter().find(|field| field.name == *name);
            let kind = match of.map(|field| &field.kind) {
                Some(Kind::Array(..)) => Kind::Array(Box::new(Kind::Base64), None),
                _ => Kind::Base64,
            };
            fields.push(Field {
                name: format!("{name}_bytes"),
                kind,
                optional: true,
                meaning: format!("The exact bytes of `{name}`, if it is not UTF-8."),
            });
        }
        Ok(fields)
    }

    /// The fields that serde derives.
    fn derived(&self, name: &str) -> anyhow::Result<Vec<Field>> {
        let Some(Item::Struct(item)) = self.items.get(name) else {
            bail!("no struct {name}");
        };
        let mut fields = Vec::new();
        for field in &item.fields {
            let ident = field.ident.as_ref().context("a name")?.to_string();
            let about = Attributes::of(&field.attrs);
            let (of, option) = match generic(&field.ty, "Option") {
                Some(of) => (of, true),
                None => (&field.ty, false),
            };
            if about.serde.contains("flatten") {
                let inner = self.derived(&type_name(of))?;
                fields.extend(inner.into_iter().map(|field| Field {
                    optional: field.optional || option,
                    ..field
                }));
                continue;
            }
            let optional = about.serde.contains("skip_serializing_if");
            let mut kind = self.kind(of).with_context(|| format!("{name}.{ident}"))?;
            // `"good"` or `"bad"`: what they mean.
            if about.doc.starts_with("`\"") {
                let words = about.doc.split(':').next().unwrap_or_default();
                let words = words.split('"').skip(1).step_by(2);
                kind = Kind::OneOf(words.map(str::to_owned).collect());
            }
            if (option && !optional) || about.doc.contains("`null`") {
                kind = Kind::Nullable(Box::new(kind));
            }
            fields.push(Field {
                name: about.renamed().unwrap_or(ident),
                kind,
                optional,
                meaning: about.doc,
            });
        }
        Ok(fields)
    }

    fn kind(&self, of: &Type) -> anyhow::Result<Kind> {
        let array = |of: &Type, size| Ok(Kind::Array(Box::new(self.kind(of)?), size));
        match of {
            Type::Reference(of) => return self.kind(&of.elem),
            Type::Slice(of) => return array(&of.elem, None),
            Type::Array(of) => {
                let Expr::Lit(size) = &of.len else {
                    bail!("the size of an array");
                };
                let Lit::Int(size) = &size.lit else {
                    bail!("the size of an array");
                };
                return array(&of.elem, Some(size.base10_parse()?));
            }
            Type::Tuple(of) => {
                return array(of.elems.first().context("()")?, Some(of.elems.len()));
            }
            _ => {}
        }
        if let Some(of) = generic(of, "Vec") {
            // Text that need not be UTF-8.
            return match type_name(of).as_str() {
                "u8" => Ok(Kind::String),
                _ => array(of, None),
            };
        }
        let name = type_name(of);
        Ok(match name.as_str() {
            "u64" | "i64" | "u32" | "u8" | "usize" => Kind::Integer,
            "f64" => Kind::Number,
            "bool" => Kind::Boolean,
            "str" | "String" | "Cow" | "Name" => Kind::String,
            "BTreeMap" => Kind::Map,
            _ => match self.items.get(&name) {
                Some(Item::Type(of)) => self.kind(&of.ty)?,
                Some(Item::Enum(of)) => {
                    let variants = of.variants.iter();
                    let names = variants.map(|variant| variant.ident.to_string().to_lowercase());
                    Kind::OneOf(names.collect())
                }
                Some(_) => Kind::Object(self.derived(&name)?),
                None => bail!("the type {name}"),
            },
        })
    }
}

/// What stands above a field.
struct Attributes {
    doc: String,
    serde: String,
}

impl Attributes {
    fn of(attributes: &[syn::Attribute]) -> Self {
        let (mut doc, mut serde) = (Vec::new(), String::new());
        for attribute in attributes {
            match &attribute.meta {
                Meta::NameValue(meta) if meta.path.is_ident("doc") => {
                    if let Expr::Lit(line) = &meta.value
                        && let Lit::Str(line) = &line.lit
                    {
                        doc.push(line.value().trim().to_owned());
                    }
                }
                Meta::List(meta) if meta.path.is_ident("serde") => {
                    serde += &meta.tokens.to_string();
                }
                _ => {}
            }
        }
        Attributes {
            doc: links_removed(&doc.join(" ")),
            serde,
        }
    }

    fn renamed(&self) -> Option<String> {
        let (_, rest) = self.serde.split_once("rename = \"")?;
        Some(rest.split('"').next()?.to_owned())
    }
}

/// Links of doc comments, which only Rust's documentation can follow.
pub fn links_removed(text: &str) -> String {
    text.replace("[`", "`").replace("`]", "`")
}

fn type_name(of: &Type) -> String {
    match of {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        Type::Reference(of) => Some(type_name(&of.elem)),
        _ => None,
    }
    .unwrap_or_default()
}

/// The argument of a type such as `Option<T>`.
fn generic<'a>(of: &'a Type, name: &str) -> Option<&'a Type> {
    let Type::Path(path) = of else {
        return None;
    };
    let last = path.path.segments.last()?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first()? {
        syn::GenericArgument::Type(of) if last.ident == name => Some(of),
        _ => None,
    }
}

/// The fields in the first table of a doc comment; further ones are of what is inside it.
fn from_table(doc: &str) -> anyhow::Result<Vec<Field>> {
    let mut fields = Vec::new();
    let rows = doc
        .lines()
        .skip_while(|line| !line.starts_with("| field |"));
    for row in rows.skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split(" | ").map(str::trim).collect();
        let [names, kind, meaning, ..] = cells[..] else {
            bail!("a row of three columns: {row}");
        };
        let (kind, optional) = match kind.strip_suffix(", optional") {
            Some(kind) => (kind, true),
            None => (kind, false),
        };
        let kind = in_words(kind).with_context(|| format!("the type '{kind}'"))?;
        for name in names.split('`').skip(1).step_by(2) {
            fields.push(Field {
                name: name.to_owned(),
                kind: kind.clone(),
                optional,
                meaning: meaning.trim_end_matches('|').trim().to_owned(),
            });
        }
    }
    Ok(fields)
}

fn in_words(kind: &str) -> anyhow::Result<Kind> {
    if let Some(items) = kind.strip_prefix("array of ") {
        let of = in_words(items.trim_end_matches('s'))?;
        return Ok(Kind::Array(Box::new(of), None));
    }
    if kind.starts_with("`\"") {
        let words = kind.split('"').skip(1).step_by(2);
        return Ok(Kind::OneOf(words.map(str::to_owned).collect()));
    }
    Ok(match kind {
        "any" => Kind::Any,
        "string" => Kind::String,
        "integer" | "integers" => Kind::Integer,
        "number" => Kind::Number,
        "object" => Kind::Map,
        "base64" => Kind::Base64,
        "string (`id` also a number)" => Kind::StringOrNumber,
        _ => bail!("none that is known"),
    })
}
