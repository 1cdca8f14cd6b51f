//! The document record.

use std::borrow::Cow;

use crate::write::write_part;
use crate::{Error, Fields, Name, Object, Value, write_string};

/// A document: a name, a text, and whatever else its maker put there.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `doc`, or else `id` | string (`id` also a number) | the document's name |
/// | `text` | string | the text |
/// | anything else | any | kept byte for byte and in order |
/// | the tool's name | any, optional | what a tool adds |
/// | `doc_bytes` | base64, optional | the name's bytes, where it is not UTF-8 |
///
/// The JSON Lines of Hugging Face `datasets`, Dolma and DataTrove are document records as they are.
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
}

impl<'a> Document<'a> {
    /// Reads a document record.
    ///
    /// # Errors
    /// Those of [`Fields::parse`]; [`Error::Missing`] and [`Error::Type`] for its name and text.
    pub fn read(line: &'a [u8]) -> Result<Self, Error> {
        let fields = Fields::parse(line)?;
        Ok(Document {
            name: Name::of(&fields)?,
            text: fields.string("text")?.ok_or(Error::Missing("text"))?,
            fields,
        })
    }

    /// The record's fields.
    pub fn fields(&self) -> &Fields<'a> {
        &self.fields
    }

    /// The language that `charset` named: `"charset":{"language":"cs"}`.
    pub fn language(&self) -> Option<Cow<'a, str>> {
        let Value::Other(charset) = self.fields.get("charset")? else {
            return None;
        };
        Fields::parse_str(charset).ok()?.string("language").ok()?
    }

    /// Appends the record with another text, and with the fields that `add` writes under the key `tool`, to `out`.
    /// A value that stood under that key is replaced. Every other byte of the record stays as it was, but
    /// for white space before its brace: what does not begin with that is a path for the next tool.
    pub fn rewrite(
        &self,
        out: &mut Vec<u8>,
        text: &str,
        tool: &str,
        add: impl FnOnce(&mut Object),
    ) {
        let line = self.fields.line().as_bytes();
        let text_at = self.fields.position("text").expect("a document has a text");
        let old = self.fields.position(tool);
        let close = self.fields.close();
        let mut added = Vec::new();
        let mut object = Object::begin(&mut added);
        add(&mut object);
        object.end();

        let mut edits = vec![(text_at, None)];
        if let Some(at) = old.clone() {
            edits.push((at, Some(&added)));
        }
        edits.sort_by_key(|(at, _)| at.start);
        let mut from = line.len() - line.trim_ascii_start().len();
        for (at, value) in edits {
            out.extend_from_slice(&line[from..at.start]);
            match value {
                None => write_string(out, text),
                Some(added) => out.extend_from_slice(added),
            }
            from = at.end;
        }
        out.extend_from_slice(&line[from..close]);
        if old.is_none() {
            out.extend_from_slice(b",\"");
            out.extend_from_slice(tool.as_bytes());
            out.extend_from_slice(b"\":");
            out.extend_from_slice(&added);
        }
        out.extend_from_slice(b"}\n");
    }

    /// Appends a new document record with further fields, strings all of them, to `out`.
    pub fn write_with_fields(out: &mut Vec<u8>, doc: &str, text: &str, fields: &[(&str, &str)]) {
        let mut object = Object::begin(out);
        object.string("doc", doc).string("text", text);
        for (key, value) in fields {
            object.string(key, value);
        }
        object.end_line();
    }

    /// Appends a new document record to `out`, for a document that was no record before.
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

    /// Begins a new document record whose text comes in parts, for a document that is too long to be held whole.
    pub fn begin_new(out: &mut Vec<u8>, name: &Name) {
        let mut object = Object::begin(out);
        name.write_doc(&mut object);
        out.extend_from_slice(b",\"text\":\"");
    }

    /// Appends a part of the text of the record that [`Document::begin_new`] began.
    pub fn add_text(out: &mut Vec<u8>, part: &str) {
        write_part(out, part.as_bytes());
    }

    /// Ends the record, as [`Document::write_new`] does.
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
            Document::read(br#"{"doc":null,"text":"x"}"#),
            Err(Error::Type { field: "doc", .. })
        ));
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

        /// Unknown fields pass through byte for byte: putting the old text back and dropping the tool's key gives the line.
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
