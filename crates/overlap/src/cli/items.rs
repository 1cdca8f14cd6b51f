//! Reading the items.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::ffi::OsString;

use command::{Emit, Error, Output, Process};
use intake::{Document, Items, Messages, Observer as _, Origin, Reader, Sources};
use record::{Fields, Name, TextPath, Value};

use super::common::{self, Common, CommonGrams};
use super::options::{Kind, Options};
use crate::{Index, Item, Refused, Settings};

/// The names in `--stats` of the items read, and of those that cannot be found.
const ITEMS: &str = "items";
const REFUSED: &str = "items too short or too common to tell";

/// The fields of a record that an item has.
struct Fieldset<'a> {
    texts: Vec<Used<'a>>,
    id: Option<Used<'a>>,
    set: Option<Used<'a>>,
    /// The fields that the first items have.
    seen: BTreeSet<String>,
}

/// A field that an option names, and whether any item has it.
struct Used<'a> {
    option: &'static str,
    path: &'a TextPath,
    is_found: bool,
}

/// The most fields that a message lists.
const MOST_FIELDS: usize = 12;

impl Options {
    /// Reads and indexes the items.
    pub(super) fn index(
        &self,
        settings: &Settings,
        process: &Process,
        out: &mut Output,
    ) -> Result<Index, Error> {
        let default = "text".parse().expect("a path");
        let mut fields = Fieldset::new(self, &default);
        let mut items = Vec::new();
        let mut without_items = Vec::new();
        let errors = process.errors();
        process.need("--items", || {
            for path in &self.items {
                let set = set_name(path.as_encoded_bytes());
                // The file of the last entry, and the number of items before it.
                let mut file: Option<(String, usize)> = None;
                let before = items.len();
                for_each_line(
                    std::slice::from_ref(path),
                    process,
                    out,
                    |entry, emit| match entry {
                        Entry::Record {
                            line,
                            origin,
                            number,
                        } => {
                            if (file.as_ref()).is_none_or(|(name, _)| *name != *origin.display) {
                                without_items.extend(without(file.take(), items.len()));
                                file = Some((origin.display.to_string(), items.len()));
                            }
                            match fields.item(line, &set_name(&origin.name), origin, number) {
                                Ok(item) => items.push(item),
                                Err(error) => emit.bad(error),
                            }
                        }
                        Entry::Document(document) if document.text.trim().is_empty() => {}
                        Entry::Document(document) => {
                            let lines = sentences_of_lines(document.text);
                            if self.emit.removes() && lines > 1 {
                                let message = format!(
                                    "{lines} lines are one item; if each line is an item, make records of them: jq -Rc '{{text: .}}' FILE"
                                );
                                process.warn(document.display(), message);
                            }
                            let id = document.name.to_text().into_owned();
                            items.push(Item {
                                id,
                                set: set.clone(),
                                text: document.text.to_owned(),
                            });
                        }
                    },
                )?;
                without_items.extend(without(file.take(), items.len()));
                if items.len() == before && without_items.is_empty() {
                    without_items.push(path.to_string_lossy().into_owned());
                }
            }
            Ok(())
        })?;
        fields.check()?;
        if let Some(file) = without_items.first() {
            let message = format!(
                "no item in {file} can be used, and without its items the output would be wrong; \
                 give records with text, or files that have text, or leave {file} out"
            );
            return Err(Error::new("--items", message));
        }
        let unusable = process.errors() - errors;
        let all = unusable + items.len() as u64;
        if !process.tolerates(unusable, all) {
            let message = format!(
                "{unusable} of {all} items cannot be used, and without them the output would be wrong; \
                 mend or remove them, or leave them out with --max-errors {unusable}"
            );
            return Err(Error::new("--items", message));
        }
        warn_of_names(&items, process);
        // Only for n-grams that are common are the texts needed again.
        let texts = match self.common.is_empty() {
            true => Vec::new(),
            false => items.clone(),
        };
        let mut index = Index::with_threads(items, settings, self.threads.count())
            .map_err(|error| Error::new("--items", error))?;
        for (number, item) in index.items().iter().enumerate() {
            if let Some(refused) = item.refused {
                let words = if item.words == 1 { "word" } else { "words" };
                let hint = match refused {
                    Refused::Short => String::new(),
                    Refused::Common => {
                        format!(" (--expect {} takes it)", rounded_up(index.expect(number)))
                    }
                };
                let message = format!("{} {words}: {refused}, left out{hint}", item.words);
                process.warn(format!("item {}", item.id), message);
                process.count(REFUSED, 1);
            }
        }
        let all = index.items().len();
        process.count(ITEMS, all as u64);
        if self.emit != Kind::Items && index.items().iter().all(|item| item.refused.is_some()) {
            let message = "each item is too short or too common to be found, so nothing would be found; \
                 --expect takes common ones, and --emit items lists the reasons";
            return Err(Error::new("--items", message));
        }
        self.add_common(&mut index, &texts, process, out)?;
        Ok(index)
    }

    /// Reads the texts that are common at large.
    fn add_common(
        &self,
        index: &mut Index,
        items: &[Item],
        process: &Process,
        out: &mut Output,
    ) -> Result<(), Error> {
        let files: Vec<OsString> = self.common.iter().map(OsString::from).collect();
        if files.is_empty() {
            return Ok(());
        }
        let mut grams = CommonGrams::default();
        process.need("--common", || {
            for_each_line(&files, process, out, |entry, emit| match entry {
                Entry::Record {
                    line,
                    origin,
                    number,
                } => match common::read(line) {
                    Ok(Common::Text(count, text)) => index.add_common(&text, count as f64),
                    Ok(Common::Gram(kind, gram, count)) => grams.add(items, kind, gram, count),
                    Ok(Common::Total(total)) => grams.add_total(total),
                    Err(message) => {
                        emit.bad(intake::Error::new(&origin.display, message).at_line(number))
                    }
                },
                Entry::Document(document) => emit.failed(intake::Error::new(
                    document.display(),
                    "these are not records of freqlines, with count and text",
                )),
            })
        })?;
        if !grams.is_whole() {
            let message = "not all n-grams of a file of blockdedup --emit grams are there: cut off or changed, or made by an older version";
            return Err(Error::new("--common", message));
        }
        grams.mark(items, index);
        Ok(())
    }
}

/// Warns once of items that have the name and the set of an earlier one, because records of hits have no more of them.
fn warn_of_names(items: &[Item], process: &Process) {
    let mut names = HashSet::new();
    let mut again = (items.iter()).filter(|item| !names.insert((&item.set, &item.id)));
    if let Some(first) = again.next() {
        let message = format!(
            "{} of {} items have the name of an earlier one, such as {}; give each a name of its own, or a field with one by --item-id",
            1 + again.count(),
            items.len(),
            first.id
        );
        process.warn("--items", message);
    }
}

/// The name of a file, if the items are as many as before it.
fn without(file: Option<(String, usize)>, items: usize) -> Option<String> {
    let (name, before) = file?;
    (items == before).then_some(name)
}

/// The number of lines of a text, without empty ones, if each ends a sentence: probably a list of questions. 0 for other texts.
fn sentences_of_lines(text: &str) -> usize {
    let lines = || {
        text.lines()
            .map(str::trim_end)
            .filter(|line| !line.is_empty())
    };
    let is_list = lines().all(|line| line.ends_with(['?', '.', '!', '؟', '。', '？', '！', '।']));
    if is_list { lines().count() } else { 0 }
}

/// A number of two digits that is a little larger.
fn rounded_up(number: f64) -> f64 {
    let larger = 1.1 * number;
    format!("{larger:.1e}").parse().unwrap_or(larger)
}

/// The set of items in this file: its name, without folder and suffixes.
fn set_name(path: &[u8]) -> String {
    let path = String::from_utf8_lossy(path);
    let name = path
        .rsplit('/')
        .find(|part| !part.is_empty())
        .unwrap_or(&path);
    match name.find('.') {
        None | Some(0) => name.to_owned(),
        Some(dot) => name[..dot].to_owned(),
    }
}

impl<'a> Fieldset<'a> {
    fn new(options: &'a Options, default: &'a TextPath) -> Self {
        let used = |option, path| Used {
            option,
            path,
            is_found: false,
        };
        let texts = match &options.item_text[..] {
            [] => std::slice::from_ref(default),
            paths => paths,
        };
        Fieldset {
            texts: (texts.iter())
                .map(|path| used("--item-text", path))
                .collect(),
            id: (options.item_id.as_ref()).map(|path| used("--item-id", path)),
            set: (options.set_field.as_ref()).map(|path| used("--set-field", path)),
            seen: BTreeSet::new(),
        }
    }

    /// # Errors
    /// Fails if there were records, and none has one of the fields that the options name.
    fn check(&self) -> Result<(), Error> {
        if self.seen.is_empty() {
            return Ok(());
        }
        let mut all = self.texts.iter().chain(&self.id).chain(&self.set);
        let Some(missing) = all.find(|used| !used.is_found) else {
            return Ok(());
        };
        let seen: Vec<&str> = self.seen.iter().map(|field| &field[..]).collect();
        let message = format!(
            "no item has the field {}; give one of theirs with {}: {}",
            missing.path,
            missing.option,
            seen.join(", ")
        );
        Err(Error::new(missing.option, message))
    }

    /// The item of a record.
    fn item(
        &mut self,
        line: &str,
        set: &str,
        origin: &Origin,
        number: u64,
    ) -> Result<Item, intake::Error> {
        let error = |message: String| {
            intake::Error::new(&origin.display, message)
                .at_line(number)
                .raw(line.as_bytes())
        };
        let failed = |failure: record::Error| error(failure.to_string());
        let fields = Fields::parse_str(line).map_err(failed)?;
        if self.seen.len() < MOST_FIELDS {
            let keys = fields.keys().map(Cow::into_owned);
            self.seen.extend(keys.take(MOST_FIELDS));
        }
        let mut texts = Vec::new();
        for used in &mut self.texts {
            texts.extend(used.texts(line).map_err(failed)?);
        }
        let set_of = match &mut self.set {
            Some(used) => Some(used.texts(line).map_err(failed)?.join(" ")),
            None => None,
        };
        let id = match &mut self.id {
            Some(used) => used.texts(line).map_err(failed)?.into_iter().next(),
            None => ["doc", "id"].iter().find_map(|&key| match fields.get(key) {
                None | Some(Value::Other("null")) => None,
                Some(value) => value.string_or_number().map(Cow::into_owned),
            }),
        };
        if texts.is_empty() {
            let wanted: Vec<String> = self
                .texts
                .iter()
                .map(|used| used.path.to_string())
                .collect();
            let has: Vec<Cow<str>> = fields.keys().take(MOST_FIELDS).collect();
            let message = format!("an item without the field {}", wanted.join(", "));
            return Err(error(message).hint(format!(
                "name the fields of its text with --item-text; it has: {}",
                has.join(", ")
            )));
        }
        let id = id.unwrap_or_else(|| Name::new(origin.unnamed(number)).to_text().into_owned());
        // Without a value in the field it is the file's, so that each set has a name.
        let set_of = set_of.filter(|set| !set.trim().is_empty());
        Ok(Item {
            id,
            set: set_of.unwrap_or_else(|| set.to_owned()),
            text: texts.join("\n\n"),
        })
    }
}

impl Used<'_> {
    /// The texts of the field in a record.
    fn texts(&mut self, record: &str) -> Result<Vec<String>, record::Error> {
        let texts = self.path.texts(record)?;
        self.is_found |= !texts.is_empty();
        Ok(texts)
    }
}

/// A record, or a document that is not a record.
enum Entry<'a> {
    Record {
        line: &'a str,
        origin: &'a Origin,
        number: u64,
    },
    Document(&'a Document<'a>),
}

/// Calls `each` with the records and other documents of files.
fn for_each_line(
    files: &[OsString],
    process: &Process,
    out: &mut Output,
    mut each: impl FnMut(Entry, &mut Emit),
) -> Result<(), Error> {
    let mut sources = Sources::default();
    sources.files = files.to_vec();
    sources.any_fields = true;
    sources.max_document_size = process.max_document_size();
    sources.max_input_size = process.max_input_size();
    let mut reader = Reader::new(&sources);
    let mut emit = Emit::direct(out, process);
    for item in Items::new(&sources, &())? {
        match item {
            intake::Item::Records {
                bytes,
                origin,
                first_line,
            } => {
                for (number, line) in (first_line..).zip(bytes.split(|&byte| byte == b'\n')) {
                    match std::str::from_utf8(line) {
                        Ok(line) if line.trim_ascii().is_empty() => {}
                        Ok(line) => each(
                            Entry::Record {
                                line,
                                origin: &origin,
                                number,
                            },
                            &mut emit,
                        ),
                        Err(_) => emit.bad(
                            intake::Error::new(&origin.display, "invalid UTF-8")
                                .at_line(number)
                                .raw(line),
                        ),
                    }
                }
            }
            other => reader.read(other, &(), &mut emit, |document, emit| {
                each(Entry::Document(document), emit)
            }),
        }
    }
    Ok(())
}
