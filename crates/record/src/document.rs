//! The document record.

use std::borrow::Cow;
use std::ops::Range;

use crate::write::write_part;
use crate::{Error, FieldPath, Fields, Name, Object, Value, write_string};

/// A document: a name, a text, and any other fields.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `doc`, or else `id` | string (`id` also a number), optional | the document's name; `FILE:N` without one, where N is the number of the line or row |
/// | `text` | string | the text |
/// | any other | any | preserved byte for byte and in order |
/// | the tool's name | any, optional | what the tool adds |
/// | `doc_bytes` | base64, optional | the bytes of the name, if it is not UTF-8 |
///
/// The JSON Lines files of Hugging Face `datasets`, Dolma and DataTrove are document records. [`Keys`] select other
/// fields for name and text (`--id-field` and `--text-field` on the command line); the text is written back into the
/// field that it was read from. If the name is in neither `doc` nor `id`, it is added as `doc` on output, so that the
/// next tool knows the document by the same name.
///
/// ```
/// let line = br#"{"id":"7", "text":"One.\nTwo.", "price":1.10}"#;
/// let document = record::Document::read(line)?;
/// assert_eq!(document.text, "One.\nTwo.");
/// let mut out = Vec::new();
/// document.rewrite(&mut out, "Two.", "demo", |added| { added.integer("removed", 1); });
/// assert_eq!(out, b"{\"id\":\"7\", \"text\":\"Two.\", \"price\":1.10,\"demo\":{\"removed\":1}}\n");
/// # Ok::<(), record::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Document<'a> {
    /// The document's name.
    pub name: Name<'a>,
    /// The text.
    pub text: Cow<'a, str>,
    fields: Fields<'a>,
    /// The range of the text in the line, unless it is the field `text` or was joined from several
    /// fields.
    text_at: Option<Range<usize>>,
    /// The fields that it was joined from, if it was.
    parts: Vec<Part>,
    /// Whether the record has no text, which [`Keys::text_is_optional`] allows.
    has_no_text: bool,
    /// Whether the name is in neither `doc` nor `id`.
    named_elsewhere: bool,
}

/// A field whose text was joined with others.
#[derive(Debug, Clone, PartialEq)]
struct Part {
    /// The range in the joined text.
    text: Range<usize>,
    /// The range in the line.
    at: Range<usize>,
}

/// A new text for each field from which the text of a document was joined.
pub struct Parts<'t> {
    of_fields: Vec<Cow<'t, str>>,
    /// The texts that are not empty, joined.
    pub text: String,
}

/// The fields of a record that contain a document's name and text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Keys {
    /// The path of the name, a string or a number; by default `doc_bytes`, `doc` or `id`.
    pub id: Option<FieldPath>,
    /// The path of the text, a string; by default `text`. The texts of several fields are joined by
    /// an empty line, and also written as the field `text`.
    pub text: Option<FieldPath>,
    /// Whether a record without these fields is read by the default fields, for instance a record
    /// made from a file.
    pub or_default: bool,
    /// Whether a record may lack the text, or have another value in its field. The text is then
    /// empty, and the record is written without one.
    pub text_is_optional: bool,
}

impl Keys {
    /// Returns the field with the text, or the outermost field that contains it.
    pub fn text_field(&self) -> &str {
        (self.text.as_ref()).map_or("text", FieldPath::key)
    }

    /// Whether a field is, or contains, the name or the text.
    pub fn names(&self, field: &str) -> bool {
        field == self.text_field()
            || match &self.id {
                Some(path) => field == path.key(),
                None => ["doc", "doc_bytes", "id"].contains(&field),
            }
    }
}

/// The text of a record, its range unless it is the field `text` or was joined from several, and
/// these.
type Text<'a> = (Cow<'a, str>, Option<Range<usize>>, Vec<Part>);

fn text_of<'a>(fields: &Fields<'a>, path: Option<&FieldPath>) -> Result<Text<'a>, Error> {
    let Some(path) = path else {
        let text = fields.string("text")?.ok_or(Error::Missing("text"))?;
        return Ok((text, None, Vec::new()));
    };
    let missing = || Error::NoField(path.to_string());
    if path.is_of_each() {
        let (mut joined, mut parts) = (String::new(), Vec::new());
        for (text, at) in path.texts(fields)? {
            let start = join(&mut joined, &text);
            parts.push(Part {
                text: start..joined.len(),
                at,
            });
        }
        return match parts.is_empty() {
            true if path.is_of_none(fields) => Err(Error::Empty(path.to_string())),
            true => Err(missing()),
            false => Ok((Cow::Owned(joined), None, parts)),
        };
    }
    match path.find(fields)? {
        Some((Value::Text(text), at)) => Ok((text.decode(), Some(at), Vec::new())),
        Some(_) => Err(Error::NotText(path.to_string())),
        None => Err(missing()),
    }
}

/// Appends a text behind an empty line, unless it is empty. Returns where it begins.
fn join(joined: &mut String, text: &str) -> usize {
    if !joined.is_empty() && !text.is_empty() {
        joined.push_str("\n\n");
    }
    joined.push_str(text);
    joined.len() - text.len()
}

impl<'a> Document<'a> {
    /// Reads a document record.
    ///
    /// # Errors
    /// Returns the errors of [`Fields::parse`], and [`Error::Missing`] and [`Error::Type`] for its
    /// name and text.
    pub fn read(line: &'a [u8]) -> Result<Self, Error> {
        let fields = Fields::parse(line)?;
        Ok(Document {
            name: Name::of(&fields)?,
            text: fields.string("text")?.ok_or(Error::Missing("text"))?,
            fields,
            text_at: None,
            parts: Vec::new(),
            has_no_text: false,
            named_elsewhere: false,
        })
    }

    /// Reads a document record with the fields `keys`. The name is `unnamed` if the record has
    /// none.
    ///
    /// # Errors
    /// Returns the errors of [`Fields::parse`]. Fails if the name or text has another type, or if
    /// the text is missing.
    pub fn read_with(
        line: &'a [u8],
        keys: &Keys,
        unnamed: impl FnOnce() -> Name<'a>,
    ) -> Result<Self, Error> {
        let fields = Fields::parse(line)?;
        let ((text, text_at, parts), has_no_text) = match text_of(&fields, keys.text.as_ref()) {
            Ok(text) => (text, false),
            Err(Error::NoField(_) | Error::Empty(_)) if keys.or_default => {
                return Self::read_with(line, &Keys::default(), unnamed);
            }
            Err(_) if keys.text_is_optional => ((Cow::Borrowed(""), None, Vec::new()), true),
            Err(error) => return Err(error),
        };
        let own = match &keys.id {
            None => Name::find(&fields)?,
            Some(path) => match path.find(&fields)? {
                None if keys.or_default => Name::find(&fields)?,
                None | Some((Value::Other("null"), _)) => None,
                Some((value, _)) => match value.string_or_number() {
                    Some(name) => Some(Name::from(name)),
                    None => return Err(Error::NotText(path.to_string())),
                },
            },
        };
        let has_doc = || {
            ["doc", "doc_bytes"]
                .iter()
                .any(|key| fields.get(key).is_some())
        };
        let named_elsewhere = (own.is_none() || keys.id.is_some()) && !has_doc();
        Ok(Document {
            name: own.unwrap_or_else(unnamed),
            text,
            fields,
            text_at,
            parts,
            has_no_text,
            named_elsewhere,
        })
    }

    /// Appends the record to `out` as a line. Adds a field `doc` if the name is in another field or
    /// in none, so that [`Document::read_with`] reads the same document with any keys.
    pub fn write_named(&self, out: &mut Vec<u8>) {
        let line = self.fields.line().trim_ascii_start();
        let start = self.fields.line().len() - line.len();
        out.extend_from_slice(&line.as_bytes()[..self.fields.close() - start]);
        self.write_name(out);
        out.extend_from_slice(b"}\n");
    }

    /// Returns the record's line if it contains the name; otherwise the line that
    /// [`Document::write_named`] writes.
    pub fn named_line(&self) -> Cow<'a, str> {
        if !self.named_elsewhere {
            return Cow::Borrowed(self.fields.line());
        }
        let mut line = Vec::new();
        self.write_named(&mut line);
        Cow::Owned(String::from_utf8(line).expect("a record is UTF-8"))
    }

    fn write_name(&self, out: &mut Vec<u8>) {
        if self.named_elsewhere {
            let mut named = Vec::new();
            let mut object = Object::begin(&mut named);
            self.name.write_doc(&mut object);
            self.name.write_doc_bytes(&mut object);
            object.end();
            out.push(b',');
            out.extend_from_slice(&named[1..named.len() - 1]);
        }
    }

    /// Makes a document record from a JSON object, on any number of lines, and a separate text.
    /// `name` is used if the object has none.
    ///
    /// # Errors
    /// Returns the errors of [`Fields::parse`].
    pub fn of_object(object: &[u8], name: &Name, text: Option<&str>) -> Result<Vec<u8>, Error> {
        let object = object
            .strip_prefix(crate::BYTE_ORDER_MARK)
            .unwrap_or(object);
        // A line feed in JSON is white space, because strings escape it.
        let mut line: Vec<u8> = object.trim_ascii().to_vec();
        for byte in &mut line {
            if matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
        let fields = Fields::parse(&line)?;
        let mut added = Vec::new();
        let mut object = Object::begin(&mut added);
        if let Some(text) = text {
            // Two texts need two fields.
            let key = ["text", "txt"]
                .into_iter()
                .find(|key| fields.get(key).is_none());
            object.string(key.ok_or(Error::Duplicate("txt".into()))?, text);
        }
        if Name::find(&fields)?.is_none() && fields.get("doc").is_none() {
            name.write_doc(&mut object);
            name.write_doc_bytes(&mut object);
        }
        object.end();
        let (close, is_empty) = (fields.close(), fields.keys().next().is_none());
        line.truncate(close);
        if !is_empty && added.len() > 2 {
            line.push(b',');
        }
        line.extend_from_slice(&added[1..]);
        line.push(b'\n');
        Ok(line)
    }

    /// Returns the record's fields.
    pub fn fields(&self) -> &Fields<'a> {
        &self.fields
    }

    /// Returns the language detected by `charset`: `"charset":{"language":"cs"}`.
    pub fn language(&self) -> Option<Cow<'a, str>> {
        let Value::Other(charset) = self.fields.get("charset")? else {
            return None;
        };
        Fields::parse_str(charset).ok()?.string("language").ok()?
    }

    /// Whether the record has a field with the name of a tool that is not what the tool adds, an object.
    pub fn has_own_field(&self, tool: &str) -> bool {
        match self.fields.get(tool) {
            Some(Value::Other(value)) => !value.starts_with('{') && value != "null",
            // In tables, what a tool adds is the text of an object.
            value => value.is_some_and(|value| !value.raw().starts_with('{')),
        }
    }

    /// Whether [`Document::rewrite`] replaces a field `text` that is not the text read, which was joined from other fields.
    pub fn replaces_text(&self) -> bool {
        let old = || self.fields.string("text");
        self.is_joined()
            && self.fields.get("text").is_some()
            && !matches!(old(), Ok(Some(old)) if old == self.text)
    }

    /// Whether the text was joined from several fields.
    pub fn is_joined(&self) -> bool {
        !self.parts.is_empty()
    }

    /// Asks for the new text of each range of the text that is one field; `None` if the text was not
    /// joined.
    pub fn parts_of<'t>(&self, new: impl Fn(Range<usize>) -> Cow<'t, str>) -> Option<Parts<'t>> {
        let texts = self.parts.iter().map(|part| new(part.text.clone()));
        let of_fields: Vec<_> = texts.collect();
        let mut text = String::new();
        for new in &of_fields {
            join(&mut text, new);
        }
        self.is_joined().then_some(Parts { of_fields, text })
    }

    /// Like [`Document::rewrite`], and writes each part of the text into the field that it was read
    /// from.
    pub fn rewrite_parts(
        &self,
        out: &mut Vec<u8>,
        parts: &Parts,
        tool: &str,
        add: impl FnOnce(&mut Object),
    ) {
        let changed = self.parts.iter().zip(&parts.of_fields);
        let changed = changed.filter(|(part, new)| self.text[part.text.clone()] != ***new);
        let edits = changed.map(|(part, new)| (part.at.clone(), &**new));
        self.edit(out, edits.collect(), &parts.text, tool, add);
    }

    /// Appends the record to `out` with a new text, and with the fields that `add` writes under the
    /// key `tool`. A previous object of that key is replaced; another value stays, and nothing is added. All other bytes of the record are
    /// preserved, except white space before its brace, because the next tool would read such a line
    /// as a path.
    pub fn rewrite(
        &self,
        out: &mut Vec<u8>,
        text: &str,
        tool: &str,
        add: impl FnOnce(&mut Object),
    ) {
        self.edit(out, Vec::new(), text, tool, add);
    }

    /// Appends the record with new texts at some places of its line, and with a new text.
    fn edit<'t>(
        &self,
        out: &mut Vec<u8>,
        mut texts: Vec<(Range<usize>, &'t str)>,
        text: &'t str,
        tool: &str,
        add: impl FnOnce(&mut Object),
    ) {
        let line = self.fields.line().as_bytes();
        // A text joined from several fields may not have a field `text`, or be joined from it.
        let text_at = (self.text_at.clone()).or_else(|| self.fields.position("text"));
        let is_inside = |at: &Range<usize>| {
            self.parts
                .iter()
                .any(|part| at.start <= part.at.start && part.at.end <= at.end)
        };
        let has_text = !self.has_no_text && !text_at.as_ref().is_some_and(is_inside);
        let text_at = text_at.filter(|_| has_text);
        let needs_text = text_at.is_none() && has_text;
        let keeps_own = self.has_own_field(tool);
        let old = self.fields.position(tool).filter(|_| !keeps_own);
        let close = self.fields.close();
        let mut added = Vec::new();
        let mut object = Object::begin(&mut added);
        add(&mut object);
        object.end();

        texts.extend(text_at.map(|at| (at, text)));
        let mut edits: Vec<_> = (texts.into_iter())
            .map(|(at, text)| (at, Some(text)))
            .collect();
        edits.extend(old.clone().map(|at| (at, None)));
        edits.sort_by_key(|(at, _)| at.start);
        let mut from = line.len() - line.trim_ascii_start().len();
        for (at, value) in edits {
            out.extend_from_slice(&line[from..at.start]);
            match value {
                Some(text) => write_string(out, text),
                None => out.extend_from_slice(&added),
            }
            from = at.end;
        }
        out.extend_from_slice(&line[from..close]);
        if needs_text {
            out.extend_from_slice(b",\"text\":");
            write_string(out, text);
        }
        self.write_name(out);
        if old.is_none() && !keeps_own {
            out.extend_from_slice(b",\"");
            out.extend_from_slice(tool.as_bytes());
            out.extend_from_slice(b"\":");
            out.extend_from_slice(&added);
        }
        out.extend_from_slice(b"}\n");
    }

    /// Appends a new document record with additional string fields to `out`.
    pub fn write_with_fields(out: &mut Vec<u8>, doc: &str, text: &str, fields: &[(&str, &str)]) {
        let mut object = Object::begin(out);
        object.string("doc", doc).string("text", text);
        for (key, value) in fields {
            object.string(key, value);
        }
        object.end_line();
    }

    /// Appends a new document record to `out`, for a document that was not a record.
    pub fn write_new(
        out: &mut Vec<u8>,
        name: &Name,
        text: &str,
        tool: &str,
        add: impl FnOnce(&mut Object),
    ) {
        let mut object = Object::begin(out);
        name.write_doc(&mut object);
        object.string("text", text);
        object.object(tool, add);
        name.write_doc_bytes(&mut object);
        object.end_line();
    }

    /// Appends a new document record of a name and a text to `out`.
    pub fn write_plain(out: &mut Vec<u8>, name: &Name, text: &str) {
        let mut object = Object::begin(out);
        name.write_doc(&mut object);
        object.string("text", text);
        name.write_doc_bytes(&mut object);
        object.end_line();
    }

    /// Begins a new document record whose text is appended in chunks, for a document too long for
    /// memory.
    pub fn begin_new(out: &mut Vec<u8>, name: &Name) {
        let mut object = Object::begin(out);
        name.write_doc(&mut object);
        out.extend_from_slice(b",\"text\":\"");
    }

    /// Appends a chunk of the text to a record begun by [`Document::begin_new`].
    pub fn add_text(out: &mut Vec<u8>, part: &str) {
        write_part(out, part.as_bytes());
    }

    /// Ends the record like [`Document::write_new`].
    pub fn end_new(out: &mut Vec<u8>, name: &Name, tool: &str, add: impl FnOnce(&mut Object)) {
        out.push(b'"');
        let mut object = Object::resume(out);
        object.object(tool, add);
        name.write_doc_bytes(&mut object);
        object.end_line();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_field_of_the_tools_name_that_is_not_its_own_stays() {
        for value in ["\"windows-1252\"", "3", "[{}]"] {
            let line = format!("{{\"doc\":\"a\",\"demo\":{value},\"text\":\"x\"}}\n");
            let document = Document::read(line.as_bytes()).unwrap();
            assert!(document.has_own_field("demo"));
            let mut out = Vec::new();
            document.rewrite(&mut out, "x", "demo", |added| {
                added.integer("removed", 1);
            });
            assert_eq!(String::from_utf8(out).unwrap(), line);
        }
        for line in [
            "{\"doc\":\"a\",\"text\":\"\",\"demo\":null}",
            "{\"doc\":\"a\",\"text\":\"\",\"demo\":{}}",
        ] {
            assert!(
                !Document::read(line.as_bytes())
                    .unwrap()
                    .has_own_field("demo")
            );
        }
    }

    #[test]
    fn a_second_run_replaces_what_the_first_one_added() {
        let line = br#"  {"doc":"a","demo":{"n":1},"text":"x","k":null}"#;
        let mut out = Vec::new();
        Document::read(line)
            .unwrap()
            .rewrite(&mut out, "y\n", "demo", |added| {
                added.integer("n", 2);
            });
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "{\"doc\":\"a\",\"demo\":{\"n\":2},\"text\":\"y\\n\",\"k\":null}\n"
        );
    }

    #[test]
    fn a_language_is_what_charset_named() {
        let language = |line: &'static str| Document::read(line.as_bytes()).unwrap().language();
        assert_eq!(
            language(r#"{"doc":"a","text":"","charset":{"encoding":"utf-8","language":"cs"}}"#)
                .as_deref(),
            Some("cs")
        );
        assert_eq!(
            language(r#"{"doc":"a","text":"","charset":{"language":null}}"#),
            None
        );
        assert_eq!(language(r#"{"doc":"a","text":"","charset":"cs"}"#), None);
        assert_eq!(language(r#"{"doc":"a","text":""}"#), None);
    }

    #[test]
    fn a_document_needs_a_name_and_a_text() {
        assert_eq!(
            Document::read(br#"{"text":"x"}"#),
            Err(Error::MissingWhich("`doc` (or `id`)"))
        );
        assert_eq!(Document::read(br#"{"id":5}"#), Err(Error::Missing("text")));
        assert_eq!(
            Document::read(br#"{"id":5,"text":"x"}"#)
                .unwrap()
                .name
                .to_text(),
            "5"
        );
        assert!(matches!(
            Document::read(br#"{"doc":[],"text":"x"}"#),
            Err(Error::Type { field: "doc", .. })
        ));
    }

    fn keys(id: &str, text: &str) -> Keys {
        let path = |path: &str| (!path.is_empty()).then(|| path.parse().unwrap());
        Keys {
            id: path(id),
            text: path(text),
            ..Keys::default()
        }
    }

    #[test]
    fn a_record_without_a_text_is_written_without_one() {
        let keys = Keys {
            text_is_optional: true,
            ..Keys::default()
        };
        for line in [
            r#"{"doc":"a","text":7}"#,
            r#"{"doc":"a","text":null}"#,
            r#"{"doc":"a"}"#,
        ] {
            let document = Document::read_with(line.as_bytes(), &keys, || panic!("it has a name"));
            let document = document.unwrap();
            assert_eq!(document.text, "");
            let mut out = Vec::new();
            document.rewrite(&mut out, "", "demo", |_| ());
            let written = format!("{},\"demo\":{{}}}}\n", &line[..line.len() - 1]);
            assert_eq!(String::from_utf8(out).unwrap(), written);
        }
    }

    #[test]
    fn other_fields_can_be_name_and_text() {
        let line = br#" {"content" : "x", "meta":{"id":7, "body":{"raw":"y"}}}"#;
        for (keys, name, text, written) in [
            (
                keys("", "content"),
                "f:3",
                "x",
                r#"{"content" : "new", "meta":{"id":7, "body":{"raw":"y"}},"doc":"f:3","demo":{}}"#,
            ),
            (
                keys(".meta.id", ".meta.body.raw"),
                "7",
                "y",
                r#"{"content" : "x", "meta":{"id":7, "body":{"raw":"new"}},"doc":"7","demo":{}}"#,
            ),
        ] {
            let document = Document::read_with(line, &keys, || Name::from("f:3")).unwrap();
            assert_eq!((&*document.name.to_text(), &*document.text), (name, text));
            let mut out = Vec::new();
            document.rewrite(&mut out, "new", "demo", |_| ());
            assert_eq!(String::from_utf8(out).unwrap(), format!("{written}\n"));
            let mut kept = Vec::new();
            document.write_named(&mut kept);
            assert_eq!(document.named_line().as_bytes(), kept);
            let mut again = Vec::new();
            let kept = Document::read_with(&kept, &keys, || panic!("it has a name")).unwrap();
            kept.rewrite(&mut again, "new", "demo", |_| ());
            assert_eq!(String::from_utf8(again).unwrap(), format!("{written}\n"));
        }
        let read = |keys: Keys| Document::read_with(line, &keys, || Name::from("f:3")).unwrap_err();
        assert_eq!(read(keys("", "")), Error::Missing("text"));
        assert_eq!(read(keys("", ".meta")), Error::NotText(".meta".into()));
        assert_eq!(
            read(keys("", ".meta.no")),
            Error::NoField(".meta.no".into())
        );
        assert_eq!(
            read(keys(".meta.body", "content")),
            Error::NotText(".meta.body".into())
        );
        assert!("a..b".parse::<FieldPath>().is_ok());
        assert!(".a..b".parse::<FieldPath>().is_err());
    }

    #[test]
    fn a_line_with_its_name_stays_as_it_is() {
        let line = r#" {"doc" : "a", "text":"x"}"#;
        let document = Document::read(line.as_bytes()).unwrap();
        assert!(matches!(document.named_line(), Cow::Borrowed(kept) if kept == line));
    }

    #[test]
    fn a_null_is_no_name() {
        let document = Document::read_with(br#"{"id":null,"text":"x"}"#, &Keys::default(), || {
            Name::from("f:1")
        });
        assert_eq!(document.unwrap().name.to_text(), "f:1");
    }

    proptest! {
        #[test]
        fn a_text_can_come_in_parts(parts in proptest::collection::vec(any::<String>(), 0..4)) {
            let name = Name::new(&b"caf\xE9"[..]);
            let add = |added: &mut Object| { added.integer("n", 1); };
            let (mut whole, mut in_parts) = (Vec::new(), Vec::new());
            Document::write_new(&mut whole, &name, &parts.concat(), "demo", add);
            Document::begin_new(&mut in_parts, &name);
            parts.iter().for_each(|part| Document::add_text(&mut in_parts, part));
            Document::end_new(&mut in_parts, &name, "demo", add);
            prop_assert_eq!(in_parts, whole);
        }

        /// Unknown fields are preserved byte for byte. Restoring the old text and removing the
        /// tool's key gives the original line.
        #[test]
        fn unknown_fields_pass_through_byte_for_byte(
            text in any::<String>(), other in any::<String>(), number in "-?[1-9][0-9]{0,3}(\\.[0-9]{1,4})?([eE][+-]?[0-9]{1,2})?",
            space in "[ \t]{0,2}", escape in prop_oneof![Just("\\u00e9"), Just("\\ud83d\\ude00"), Just("")],
        ) {
            let quoted = serde_json::to_string(&text).unwrap();
            let other = serde_json::to_string(&other).unwrap();
            let line = format!("{{{space}\"x\":{space}[{number},{other}],\"doc\":\"a\",{space}\"text\":{space}{quoted}{space},\"e\":\"{escape}\"{space}}}");
            let document = Document::read(line.as_bytes()).unwrap();
            prop_assert_eq!(&document.text, &text);
            let mut out = Vec::new();
            document.rewrite(&mut out, &text, "demo", |_| ());
            let out = String::from_utf8(out).unwrap();
            prop_assert_eq!(out.replace(",\"demo\":{}", ""), format!("{line}\n"));
        }
    }
}
