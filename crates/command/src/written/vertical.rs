//! Writes vertical text, the input of corpus managers, and prevertical text, the input of their
//! tokenisers. `intake` reads both.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

use record::{Document, FieldPath, Fields, Keys, Name, Value};
use tokens::Exceptions;

/// The lines between the tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Between {
    /// One token per line, in sentences.
    Tokens,
    /// The lines of the text.
    Lines,
}

/// The parts of a record that are written.
#[derive(Debug, Clone, Default)]
pub(crate) struct Structure {
    /// The fields that become attributes; if empty, all fields with plain values.
    pub fields: Vec<FieldPath>,
    /// The language of records that have none.
    pub language: Option<String>,
    /// The fields with names and texts.
    pub keys: Keys,
}

/// The attribute with the language that `charset` found, also where vertical text is read again.
const LANGUAGE: &str = "charset_language";

/// Converts lines of records to vertical text.
#[derive(Debug)]
pub(crate) struct Vertical {
    between: Between,
    structure: Structure,
    /// The beginning of an incomplete line.
    begun: Vec<u8>,
    /// The document whose blocks are being written: its name and the number of its last block.
    open: Option<(String, u64)>,
    out: String,
    names: AttributeNames,
    /// The number of records, and for each chosen field whether a record had it.
    records: u64,
    found: Vec<bool>,
}

impl Vertical {
    pub fn new(between: Between, mut structure: Structure) -> Self {
        structure.keys.or_default = true;
        Vertical {
            between,
            found: vec![false; structure.fields.len()],
            structure,
            begun: Vec::new(),
            open: None,
            out: String::new(),
            names: AttributeNames::default(),
            records: 0,
        }
    }

    /// Whether the text is not split into tokens.
    pub fn is_prevertical(&self) -> bool {
        self.between == Between::Lines
    }

    /// Writes the documents in complete lines.
    pub fn write(&mut self, bytes: &[u8], sink: &mut dyn Write) -> io::Result<()> {
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            if !line.ends_with(b"\n") {
                self.begun.extend_from_slice(line);
            } else if self.begun.is_empty() {
                self.record(line)?;
            } else {
                let mut whole = std::mem::take(&mut self.begun);
                whole.extend_from_slice(line);
                self.record(&whole)?;
                whole.clear();
                self.begun = whole;
            }
        }
        sink.write_all(self.out.as_bytes())?;
        self.out.clear();
        Ok(())
    }

    /// Writes the rest.
    pub fn finish(&mut self, sink: &mut dyn Write) -> io::Result<()> {
        let last = std::mem::take(&mut self.begun);
        if !last.is_empty() {
            self.record(&last)?;
        }
        self.close();
        sink.write_all(self.out.as_bytes())
    }

    /// Returns the chosen fields that no record had, if there were records.
    pub fn missing_fields(&self) -> Vec<String> {
        let fields = self.structure.fields.iter().zip(&self.found);
        let missing = fields.filter(|(_, found)| self.records > 0 && !**found);
        missing.map(|(field, _)| field.to_string()).collect()
    }

    fn record(&mut self, line: &[u8]) -> io::Result<()> {
        let mut has_name = true;
        let unnamed = || {
            has_name = false;
            Name::from("")
        };
        let document = Document::read_with(line, &self.structure.keys, unnamed);
        let document = document.map_err(|_| not_documents())?;
        if !has_name {
            return Err(not_documents());
        }
        self.records += 1;
        match Block::of(document.fields()) {
            Some(block) => self.block(&document, &block),
            None => {
                self.close();
                self.open_tag(&document, false);
                let exceptions = self.exceptions(&document);
                self.paragraphs(&document.text, "", exceptions);
                self.out.push_str("</doc>\n");
            }
        }
        Ok(())
    }

    /// Writes a block, in the document of the last block or in a new one.
    fn block(&mut self, document: &Document, block: &Block) {
        let name = document.name.to_text();
        let goes_on = |(open, number): &(String, u64)| *open == name && *number < block.number;
        if !self.open.as_ref().is_some_and(goes_on) {
            self.close();
            self.open_tag(document, true);
        }
        self.open = Some((name.into_owned(), block.number));
        let exceptions = self.exceptions(document);
        let mut attributes = String::new();
        push_attribute(&mut attributes, "class", &block.class);
        push_attribute(
            &mut attributes,
            "heading",
            if block.heading { "1" } else { "0" },
        );
        self.paragraphs(&document.text, &attributes, exceptions);
    }

    /// Ends the document of the current blocks.
    fn close(&mut self) {
        if self.open.take().is_some() {
            self.out.push_str("</doc>\n");
        }
    }

    /// The exceptions of the language of a document, if it is known.
    fn exceptions(&self, document: &Document) -> Option<&'static Exceptions> {
        let fields = document.fields();
        let named = |key| match fields.get(key)? {
            Value::Text(text) => Some(text.decode()),
            _ => None,
        };
        let language = document
            .language()
            .or_else(|| named(LANGUAGE))
            .or_else(|| named("language"))
            .or_else(|| named("lang"));
        let language = language.as_deref().or(self.structure.language.as_deref())?;
        Some(Exceptions::of(Some(language)))
    }

    /// Begins a document. `is_block` means that the record is a block, whose other fields do not
    /// belong to the document.
    fn open_tag(&mut self, document: &Document, is_block: bool) {
        let fields = document.fields();
        let (mut known, names) = (HashSet::new(), &mut self.names);
        let mut add = |out: &mut String, key: &str, value: &str| {
            let name = names.of(key);
            if known.insert(name.clone()) {
                push_attribute(out, &name, value);
            }
        };
        self.out.push_str("<doc");
        let has_both = fields.get("id").is_some() && fields.get("doc").is_some();
        add(
            &mut self.out,
            if has_both { "doc" } else { "id" },
            &document.name.to_text(),
        );
        if self.structure.fields.is_empty() && !is_block {
            for key in fields.keys() {
                let is_name = ["doc", "doc_bytes"].contains(&&*key) || key == "id" && !has_both;
                if is_name || key == self.structure.keys.text_field() {
                    continue;
                }
                if let Some(value) = fields.get(&key).and_then(plain) {
                    add(&mut self.out, &key, &value);
                }
            }
            if let Some(language) = document.language() {
                add(&mut self.out, LANGUAGE, &language);
            }
        }
        for (path, found) in self.structure.fields.iter().zip(&mut self.found) {
            if let Ok(Some((value, _))) = path.find(fields) {
                *found = true;
                let value = plain(value).unwrap_or(Cow::Borrowed(value.raw()));
                add(&mut self.out, &path.to_string(), &value);
            }
        }
        self.out.push_str(">\n");
    }

    /// Writes a text in paragraphs, which blank lines separate.
    fn paragraphs(&mut self, text: &str, attributes: &str, exceptions: Option<&Exceptions>) {
        let (mut start, mut at) = (0, 0);
        for line in text.split_inclusive('\n') {
            if line.trim().is_empty() {
                self.paragraph(&text[start..at], attributes, exceptions);
                start = at + line.len();
            }
            at += line.len();
        }
        self.paragraph(&text[start..], attributes, exceptions);
    }

    fn paragraph(&mut self, text: &str, attributes: &str, exceptions: Option<&Exceptions>) {
        if text.trim().is_empty() {
            return;
        }
        self.out.extend(["<p", attributes, ">\n"]);
        match self.between {
            Between::Tokens => sentences(text, exceptions, &mut self.out),
            Between::Lines => {
                for line in text.lines() {
                    // A tab would split the line into columns.
                    push_escaped(&mut self.out, &line.trim().replace(['\t', '\r'], " "));
                    self.out.push('\n');
                }
            }
        }
        self.out.push_str("</p>\n");
    }
}

/// Writes the sentences of a paragraph, one token per line.
fn sentences(text: &str, exceptions: Option<&Exceptions>, out: &mut String) {
    // The end of the last token. If the next token begins there, no white space separates them.
    let mut last = None;
    tokens::sentences::of_paragraph(text, &tokens::Guess::default(), exceptions, |range| {
        let (start, sentence) = (range.start, &text[range]);
        let mut is_open = false;
        let exceptions = exceptions.unwrap_or(Exceptions::of(None));
        tokens::corpus::ranges(sentence, exceptions, |token| {
            if last == Some(start + token.start) {
                out.push_str("<g/>\n");
            }
            if !std::mem::replace(&mut is_open, true) {
                out.push_str("<s>\n");
            }
            last = Some(start + token.end);
            push_escaped(out, &sentence[token]);
            out.push('\n');
        });
        if is_open {
            out.push_str("</s>\n");
        }
    });
}

/// The fields of a block record about its block.
struct Block<'a> {
    number: u64,
    class: Cow<'a, str>,
    heading: bool,
}

impl<'a> Block<'a> {
    fn of(fields: &Fields<'a>) -> Option<Self> {
        let (Some(Value::Integer(number, _)), Some(Value::Text(class))) =
            (fields.get("block"), fields.get("class"))
        else {
            return None;
        };
        let heading = fields.get("heading")?.raw();
        Some(Block {
            number,
            class: class.decode(),
            heading: heading == "true",
        })
    }
}

/// Returns a string, number or boolean as text.
fn plain(value: Value<'_>) -> Option<Cow<'_, str>> {
    match value {
        Value::Text(text) => Some(text.decode()),
        other => match other.raw() {
            "null" => None,
            raw if raw.starts_with(['{', '[']) => None,
            raw => Some(Cow::Borrowed(raw)),
        },
    }
}

/// The names of attributes by fields: the same in all documents, and different for different fields.
#[derive(Debug, Default)]
struct AttributeNames {
    of_fields: HashMap<String, String>,
    taken: HashSet<String>,
}

/// The maximum number of fields whose names are remembered. Behind them, of two fields with one name a document has the first.
const MAX_NAMES: usize = 10_000;

impl AttributeNames {
    /// Returns the name of a field's attribute. If another field has it, a number is added.
    fn of(&mut self, field: &str) -> String {
        let field = field.trim_start_matches('.');
        if let Some(name) = self.of_fields.get(field) {
            return name.clone();
        }
        let name = attribute_name(field);
        let is_fixed = |name: &str| ["id", "doc", LANGUAGE].contains(&name);
        // The language is one attribute, also if it was read from vertical text.
        if is_fixed(field) || field == "charset.language" || self.of_fields.len() >= MAX_NAMES {
            return name;
        }
        let others = (2..).map(|number| format!("{name}_{number}"));
        let mut free = std::iter::once(name.clone()).chain(others);
        let name = free
            .find(|name| !is_fixed(name) && !self.taken.contains(name))
            .unwrap_or(name);
        self.taken.insert(name.clone());
        self.of_fields.insert(field.to_owned(), name.clone());
        name
    }
}

/// Returns the name of an attribute, with `_` instead of characters that names cannot contain, and before one that they
/// cannot begin with.
fn attribute_name(field: &str) -> String {
    let plain = |sign: char| match sign.is_ascii_alphanumeric() || sign == '-' {
        true => sign,
        false => '_',
    };
    let name: String = field.chars().map(plain).collect();
    match name.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '_') {
        true => name,
        false => format!("_{name}"),
    }
}

fn push_attribute(out: &mut String, key: &str, value: &str) {
    out.extend([" ", key, "=\""]);
    push_escaped(
        out,
        &value.replace(|sign: char| sign.is_ascii_control(), " "),
    );
    out.push('"');
}

/// Appends a text with escapes that `intake` decodes.
fn push_escaped(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>', '"']) {
        out.push_str(&rest[..at]);
        out.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ => "&quot;",
        });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}

fn not_documents() -> io::Error {
    io::Error::other(
        "vertical text is made of documents, and this output has none: its records lack a name or a text; write a file .jsonl",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the vertical text of lines that arrive in two chunks.
    fn vertical(between: Between, structure: Structure, lines: &str) -> io::Result<String> {
        let mut vertical = Vertical::new(between, structure);
        let mut out = Vec::new();
        let (one, two) = lines.as_bytes().split_at(lines.len() / 2);
        vertical.write(one, &mut out)?;
        vertical.write(two, &mut out)?;
        vertical.finish(&mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    fn record(name: &str, text: &str) -> String {
        let mut line = Vec::new();
        Document::write_with_fields(&mut line, name, text, &[("note", text)]);
        String::from_utf8(line).unwrap()
    }

    /// Returns what `intake` reads.
    fn read(vertical: &str) -> Vec<(String, String)> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.vert");
        std::fs::write(&path, vertical).unwrap();
        let mut sources = intake::Sources::default();
        sources.files = vec![path.into()];
        let mut all = Vec::new();
        let mut reader = intake::Reader::new(&sources);
        for item in intake::Items::new(&sources, &()).unwrap() {
            reader.read(item, &(), &mut Silent, |document, _| {
                let name = String::from_utf8_lossy(document.name.as_bytes()).into_owned();
                all.push((name, document.text.to_owned()));
            });
        }
        all
    }

    /// Fails on any message, since reading the output must cause none.
    struct Silent;

    impl intake::Messages for Silent {
        fn failed(&mut self, error: intake::Error) {
            panic!("{error}");
        }
        fn bad(&mut self, error: intake::Error) {
            panic!("{error}");
        }
        fn ended(&mut self, _: std::sync::Arc<intake::Tally>) {}
        fn warn(&mut self, _: String, _: String) {}
    }

    fn words(text: &str) -> Vec<&str> {
        text.split_whitespace().collect()
    }

    fn check(texts: &[String]) {
        let lines: String = (texts.iter().enumerate())
            .map(|(number, text)| record(&number.to_string(), text))
            .collect();
        for between in [Between::Tokens, Between::Lines] {
            for language in ["en", "fr", ""] {
                let structure = Structure {
                    language: Some(language.into()),
                    ..Structure::default()
                };
                let written = vertical(between, structure, &lines).unwrap();
                let read = read(&written);
                assert_eq!(read.len(), texts.len(), "{written}");
                for (number, ((name, back), text)) in read.iter().zip(texts).enumerate() {
                    assert_eq!(*name, number.to_string());
                    assert_eq!(words(back), words(text), "{written}");
                }
            }
        }
    }

    #[test]
    fn what_looks_like_a_tag_is_text() {
        check(&[
            "<g/> </doc> <doc id=\"x\">\n\n<s>a</s>\tb\tc &lt; &amp;lt; & &".into(),
            "\u{FEFF}<p>\u{0}don't\u{B}l'eau\u{2028}雨が降った。雪。".into(),
            String::new(),
        ]);
    }

    #[test]
    fn tokens_after_many_documents_without_one_are_tokens() {
        let mut texts = vec![String::new(); 8000];
        texts.push("(don't)".into());
        let lines: String = texts.iter().map(|text| record("a", text)).collect();
        let english = Structure {
            language: Some("en".into()),
            ..Structure::default()
        };
        let written = vertical(Between::Tokens, english, &lines).unwrap();
        assert_eq!(read(&written).last().unwrap().1, "(don't)");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn any_text_comes_back_but_for_white_space(texts in proptest::collection::vec(any::<String>(), 1..4)) {
            check(&texts);
        }

        #[test]
        fn so_do_texts_of_tags_and_signs(parts in proptest::collection::vec(proptest::sample::select(vec![
            "<g/>", "<s>", "</doc>", "<doc>", "<", ">", "&", "&amp;", "\"", "\t", "\n", "\n\n", " ", "don't", "l'eau", "Mr.", "A.", "雨。", "\u{0}",
        ]), 0..20)) {
            check(&[parts.concat()]);
        }
    }

    #[test]
    fn attributes_are_the_plain_fields_or_those_that_are_chosen() {
        let line = "{\"doc\":\"a\",\"title\":\"\\\"Boats\\\"\\n& tar\",\"n\":1.10,\"größe\":true,\"x\":null,\"charset\":{\"language\":\"en\"},\"text\":\"It's.\"}\n";
        let written = vertical(Between::Tokens, Structure::default(), line).unwrap();
        let expected = "<doc id=\"a\" title=\"&quot;Boats&quot; &amp; tar\" n=\"1.10\" gr__e=\"true\" charset_language=\"en\">\n<p>\n<s>\nIt\n<g/>\n's\n<g/>\n.\n</s>\n</p>\n</doc>\n";
        assert_eq!(written, expected);
        let structure = Structure {
            fields: vec![
                ".charset.language".parse().unwrap(),
                "none".parse().unwrap(),
            ],
            ..Structure::default()
        };
        let mut chosen = Vertical::new(Between::Lines, structure);
        let mut out = Vec::new();
        chosen.write(line.as_bytes(), &mut out).unwrap();
        assert_eq!(chosen.missing_fields(), ["none"]);
        let expected = "<doc id=\"a\" charset_language=\"en\">\n<p>\nIt's.\n</p>\n</doc>\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn fields_have_attributes_of_their_own_with_valid_names() {
        let lines = [
            r#"{"doc":"a","a b":1,"1a":2,"":3,"text":"x"}"#,
            r#"{"doc":"b","a_b":4,"a b":5,"\u00e4":6,"\u00f6":7,"a_b_2":8,"text":"x"}"#,
        ];
        let written = vertical(Between::Lines, Structure::default(), &lines.join("\n")).unwrap();
        let tags: Vec<&str> = (written.lines())
            .filter(|line| line.starts_with("<doc "))
            .collect();
        let expected = [
            r#"<doc id="a" a_b="1" _1a="2" _="3">"#,
            r#"<doc id="b" a_b_2="4" a_b="5" __2="6" __3="7" a_b_2_2="8">"#,
        ];
        assert_eq!(tags, expected);
    }

    #[test]
    fn blocks_are_the_paragraphs_of_their_documents() {
        let block = |doc: &str, number: u64, heading: bool, text: &str| {
            format!(
                "{{\"doc\":\"{doc}\",\"block\":{number},\"class\":\"good\",\"heading\":{heading},\"text\":\"{text}\"}}\n"
            )
        };
        let lines = [
            block("a", 1, true, "On tar"),
            block("a", 2, false, "It is black."),
            block("a", 1, false, "Another"),
            block("b", 1, false, "Third"),
        ];
        let written = vertical(Between::Lines, Structure::default(), &lines.concat()).unwrap();
        let tags: Vec<&str> = written
            .lines()
            .filter(|line| line.starts_with('<'))
            .collect();
        assert_eq!(
            tags[..5],
            [
                "<doc id=\"a\">",
                "<p class=\"good\" heading=\"1\">",
                "</p>",
                "<p class=\"good\" heading=\"0\">",
                "</p>"
            ]
        );
        assert_eq!(written.matches("<doc ").count(), 3);
        assert_eq!(written.matches("</doc>").count(), 3);
    }

    #[test]
    fn records_without_a_name_or_a_text_are_refused() {
        for line in [
            "{\"text\":\"a\"}\n",
            "{\"doc\":\"a\",\"n\":1}\n",
            "a line\n",
        ] {
            assert!(
                vertical(Between::Tokens, Structure::default(), line).is_err(),
                "{line}"
            );
        }
    }
}
