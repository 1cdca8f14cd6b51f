//! Assembles the rows of columns as JSON, as in "Dremel" (Melnik et al. 2010, section 4.3).

use std::fs::File;
use std::ops::Range;
use std::sync::Arc;

use parquet::basic::{ConvertedType, LogicalType, Repetition};
use parquet::file::metadata::RowGroupMetaData;
use parquet::schema::types::{SchemaDescriptor, Type};

use super::columns::{self, Column, Next};
use super::pages::Budget;
use super::values::{self, Kind, NUMBER};
use crate::BLOCK;

/// The maximum depth of nested columns, the same as that of JSON records.
const DEPTH: usize = 64;

/// The selected columns, and how to assemble their values.
pub(super) struct Selected {
    fields: Arc<Vec<(String, Node)>>,
}

/// A column or a group of columns.
#[derive(Debug)]
enum Node {
    Leaf {
        column: usize,
        kind: Kind,
    },
    Group {
        /// The minimum definition level at which it is not null.
        level: i16,
        columns: Range<usize>,
        fields: Vec<(String, Node)>,
    },
    List {
        /// The minimum definition levels at which it is not null, and at which it has an element.
        level: i16,
        element_level: i16,
        /// The repetition level of its elements.
        repetition: i16,
        columns: Range<usize>,
        element: Box<Node>,
    },
    Map {
        level: i16,
        entry_level: i16,
        repetition: i16,
        columns: Range<usize>,
        key: Box<Node>,
        value: Option<Box<Node>>,
    },
}

impl Selected {
    /// Selects the top-level columns that are `wanted`.
    pub fn of(
        schema: &SchemaDescriptor,
        wanted: &mut impl FnMut(&str) -> bool,
    ) -> Result<Self, String> {
        let mut fields = Vec::new();
        let mut builder = Builder { column: 0 };
        for field in schema.root_schema().get_fields() {
            let node = builder.node(field, 0, 0, DEPTH)?;
            if wanted(field.name()) && !node.columns().is_empty() {
                fields.push((field.name().to_owned(), node));
            }
        }
        Ok(Selected {
            fields: fields.into(),
        })
    }

    pub fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|(field, _)| field == name)
    }

    /// Returns the name of the column without which a row is lost: the text, or else the first one. `None` if no column
    /// is selected.
    pub fn lead(&self, text: &str) -> Option<&str> {
        let name = self.fields.iter().find(|(name, _)| name == text);
        name.or(self.fields.first()).map(|(name, _)| &name[..])
    }
}

struct Builder {
    /// The number of the next column.
    column: usize,
}

impl Builder {
    /// Builds the node of a field whose parent has these levels.
    fn node(
        &mut self,
        of: &Type,
        level: i16,
        repetition: i16,
        depth: usize,
    ) -> Result<Node, String> {
        let info = of.get_basic_info();
        let is = |wanted| info.has_repetition() && info.repetition() == wanted;
        if is(Repetition::REPEATED) {
            let start = self.column;
            let element = self.inner(of, level + 1, repetition + 1, depth)?;
            return Ok(Node::List {
                level,
                element_level: level + 1,
                repetition: repetition + 1,
                columns: start..self.column,
                element: Box::new(element),
            });
        }
        let level = level + i16::from(is(Repetition::OPTIONAL));
        self.inner(of, level, repetition, depth)
    }

    /// Builds the node of a field, ignoring its repetition.
    fn inner(
        &mut self,
        of: &Type,
        level: i16,
        repetition: i16,
        depth: usize,
    ) -> Result<Node, String> {
        if depth == 0 {
            return Err(format!("columns are nested in more than {DEPTH} levels"));
        }
        if of.is_primitive() {
            self.column += 1;
            let kind = values::kind(of);
            let column = self.column - 1;
            return Ok(Node::Leaf { column, kind });
        }
        let start = self.column;
        if let Some(repeated) = repeated_child(of) {
            let (inside, repeats) = (level + 1, repetition + 1);
            if is_list(of) {
                let element = match element_of(of, repeated) {
                    Some(element) => self.node(element, inside, repeats, depth - 1)?,
                    None => self.inner(repeated, inside, repeats, depth - 1)?,
                };
                return Ok(Node::List {
                    level,
                    element_level: inside,
                    repetition: repeats,
                    columns: start..self.column,
                    element: Box::new(element),
                });
            }
            if is_map(of) && repeated.is_group() && (1..=2).contains(&repeated.get_fields().len()) {
                let fields = repeated.get_fields();
                let key = self.node(&fields[0], inside, repeats, depth - 1)?;
                let value = match fields.get(1) {
                    Some(value) => Some(Box::new(self.node(value, inside, repeats, depth - 1)?)),
                    None => None,
                };
                return Ok(Node::Map {
                    level,
                    entry_level: inside,
                    repetition: repeats,
                    columns: start..self.column,
                    key: Box::new(key),
                    value,
                });
            }
        }
        let mut fields = Vec::new();
        for field in of.get_fields() {
            let node = self.node(field, level, repetition, depth - 1)?;
            if !node.columns().is_empty() {
                fields.push((field.name().to_owned(), node));
            }
        }
        Ok(Node::Group {
            level,
            columns: start..self.column,
            fields,
        })
    }
}

/// Returns the only child of a group, if it is repeated.
pub fn repeated_child(of: &Type) -> Option<&Type> {
    let [child] = of.get_fields() else {
        return None;
    };
    let info = child.get_basic_info();
    (info.has_repetition() && info.repetition() == Repetition::REPEATED).then_some(child)
}

/// Whether a group is a list.
pub fn is_list(of: &Type) -> bool {
    let info = of.get_basic_info();
    info.converted_type() == ConvertedType::LIST
        || matches!(info.logical_type_ref(), Some(LogicalType::List))
}

/// A map as a list of entries, if two of its keys are equal: an object would have only one of them. An entry is the ranges of its key and
/// its value.
fn with_equal_keys(out: &[u8], entries: &[(Range<usize>, Range<usize>)]) -> Option<Vec<u8>> {
    let mut keys: Vec<&[u8]> = (entries.iter()).map(|(key, _)| &out[key.clone()]).collect();
    keys.sort_unstable();
    if keys.windows(2).all(|pair| pair[0] != pair[1]) {
        return None;
    }
    let mut list = Vec::new();
    for (key, value) in entries {
        list.push(if list.is_empty() { b'[' } else { b',' });
        list.extend_from_slice(b"{\"key\":");
        list.extend_from_slice(&out[key.clone()]);
        list.extend_from_slice(b",\"value\":");
        list.extend_from_slice(&out[value.clone()]);
        list.push(b'}');
    }
    list.push(b']');
    Some(list)
}

/// Whether a group is a map.
pub fn is_map(of: &Type) -> bool {
    let info = of.get_basic_info();
    [ConvertedType::MAP, ConvertedType::MAP_KEY_VALUE].contains(&info.converted_type())
        || matches!(info.logical_type_ref(), Some(LogicalType::Map))
}

/// Returns the element of a list inside the repeated group, or `None` if the group itself is the
/// element. Follows the rules for older files in the format's LogicalTypes.md.
pub fn element_of<'t>(list: &Type, repeated: &'t Type) -> Option<&'t Type> {
    if repeated.is_primitive() {
        return None;
    }
    let [element] = repeated.get_fields() else {
        return None;
    };
    let is_itself =
        repeated.name() == "array" || repeated.name() == format!("{}_tuple", list.name());
    (!is_itself).then_some(&**element)
}

impl Node {
    fn columns(&self) -> Range<usize> {
        match self {
            Node::Leaf { column, .. } => *column..*column + 1,
            Node::Group { columns, .. }
            | Node::List { columns, .. }
            | Node::Map { columns, .. } => columns.clone(),
        }
    }
}

/// A row group that is being read.
pub(super) struct Group {
    fields: Arc<Vec<(String, Node)>>,
    /// The columns by number; `None` if a column is not read.
    columns: Vec<Option<Box<dyn Column>>>,
    /// Whether each field has the current row.
    present: Vec<bool>,
    /// The index of the field without which a row is lost: the text, or else the first field.
    lead: usize,
    /// The number of rows so far, and the number according to the footer.
    pub rows: u64,
    pub said: u64,
}

/// A row.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Row {
    Written {
        /// Whether bytes that are not UTF-8 became U+FFFD.
        replaced: bool,
    },
    /// The value of the lead column is lost, which was reported.
    Lost,
    TooLarge,
    End,
}

/// Damage of a column.
#[derive(Debug)]
pub(super) struct Damage {
    pub column: String,
    pub message: String,
    /// The number of rows affected; `None` if it is the rest of the row group.
    pub rows: Option<usize>,
}

impl Group {
    /// Opens the columns of a row group, which hold at most `budget` in memory.
    pub fn open(
        file: &Arc<File>,
        metadata: &RowGroupMetaData,
        selected: &Selected,
        lead: &str,
        budget: Budget,
    ) -> Result<Self, String> {
        let budget = Arc::new(budget);
        let mut columns: Vec<Option<Box<dyn Column>>> = Vec::new();
        for (_, node) in &*selected.fields {
            for number in node.columns() {
                columns.resize_with(columns.len().max(number + 1), || None);
                if number >= metadata.num_columns() {
                    return Err("a row group lacks columns".into());
                }
                columns[number] = Some(columns::open(file, metadata, number, &budget)?);
            }
        }
        let lead = selected.fields.iter().position(|(name, _)| name == lead);
        Ok(Group {
            present: vec![false; selected.fields.len()],
            fields: selected.fields.clone(),
            columns,
            lead: lead.unwrap_or_default(),
            rows: 0,
            said: u64::try_from(metadata.num_rows()).unwrap_or_default(),
        })
    }

    /// Appends the next row as a line, unless it has more than `limit` bytes or a block: then less of it is left there.
    pub fn next_row(
        &mut self,
        out: &mut Vec<u8>,
        limit: u64,
        all_numbers: bool,
    ) -> (Row, Option<Damage>) {
        let fields = self.fields.clone();
        let mut damage = None;
        for (index, (name, node)) in fields.iter().enumerate() {
            self.present[index] = true;
            for number in node.columns() {
                let column = self.columns[number].as_mut().expect("it was opened");
                match column.next_row() {
                    Ok(Next::Row) => {}
                    Ok(Next::Lost) => self.present[index] = false,
                    Ok(Next::End) if index == self.lead => return (Row::End, damage),
                    Ok(Next::End) => self.present[index] = false,
                    Err(message) => {
                        self.present[index] = false;
                        // Damage of the lead column takes precedence.
                        if damage.is_some() && index != self.lead {
                            continue;
                        }
                        damage = Some(Damage {
                            column: name.clone(),
                            message,
                            rows: column.lost(),
                        });
                    }
                }
            }
        }
        self.rows += 1;
        if !self.present[self.lead] {
            // An unreadable page can declare any number of rows.
            if self.rows > self.said {
                return (Row::End, damage);
            }
            return (Row::Lost, damage);
        }
        let limit = usize::try_from(limit).unwrap_or(usize::MAX).max(BLOCK);
        let mut writer = Writer {
            columns: &mut self.columns,
            end: out.len().saturating_add(limit),
            all_numbers,
            replaced: false,
        };
        for (index, (name, node)) in fields.iter().enumerate() {
            out.push(if index == 0 { b'{' } else { b',' });
            record::write_string(out, name);
            out.push(b':');
            if !self.present[index] {
                out.extend_from_slice(b"null");
            } else if writer.write(out, node).is_none() {
                return (Row::TooLarge, damage);
            }
        }
        out.extend_from_slice(b"}\n");
        let replaced = writer.replaced;
        (Row::Written { replaced }, damage)
    }
}

struct Writer<'a> {
    columns: &'a mut [Option<Box<dyn Column>>],
    /// The maximum length of the output.
    end: usize,
    /// Whether numbers that are not finite are written.
    all_numbers: bool,
    replaced: bool,
}

impl Writer<'_> {
    fn column(&mut self, number: usize) -> &mut dyn Column {
        &mut **self.columns[number].as_mut().expect("it was opened")
    }

    /// Returns the definition level of the next value. Damaged columns of one list can differ in
    /// length; missing values are null.
    fn definition(&mut self, columns: &Range<usize>) -> i16 {
        self.column(columns.start).definition().unwrap_or(-1)
    }

    /// Takes the nulls that represent a null or empty value.
    fn take_nulls(&mut self, columns: &Range<usize>) {
        for number in columns.clone() {
            self.column(number).take();
        }
    }

    /// Appends the next value; `None` if the output becomes too long.
    fn write(&mut self, out: &mut Vec<u8>, node: &Node) -> Option<()> {
        let all = self.all_numbers;
        match node {
            Node::Leaf { column, kind } => match self.column(*column).take() {
                Some(value) => match values::not_finite(&value, *kind).filter(|_| all) {
                    Some(number) => record::write_string(out, &[NUMBER, number].concat()),
                    None => self.replaced |= values::write(out, value, *kind),
                },
                None => out.extend_from_slice(b"null"),
            },
            Node::Group {
                level,
                columns,
                fields,
            } => {
                if self.definition(columns) < *level {
                    self.take_nulls(columns);
                    out.extend_from_slice(b"null");
                } else {
                    self.write_object(out, fields)?;
                }
            }
            Node::List {
                level,
                element_level,
                repetition,
                columns,
                element,
            } => {
                let levels = (*level, *element_level, *repetition);
                self.write_each(out, levels, columns, b"[]", |writer, out| {
                    writer.write(out, element)
                })?;
            }
            Node::Map {
                level,
                entry_level,
                repetition,
                columns,
                key,
                value,
            } => {
                let levels = (*level, *entry_level, *repetition);
                let start = out.len();
                let mut entries = Vec::new();
                self.write_each(out, levels, columns, b"{}", |writer, out| {
                    let start = out.len();
                    writer.write(out, key)?;
                    if out.get(start) != Some(&b'"') {
                        let key = String::from_utf8_lossy(&out[start..]).into_owned();
                        out.truncate(start);
                        record::write_string(out, &key);
                    }
                    out.push(b':');
                    let middle = out.len();
                    match value {
                        Some(value) => writer.write(out, value)?,
                        None => out.extend_from_slice(b"null"),
                    }
                    entries.push((start..middle - 1, middle..out.len()));
                    Some(())
                })?;
                if let Some(list) = with_equal_keys(out, &entries) {
                    out.truncate(start);
                    out.extend(list);
                }
            }
        }
        (out.len() <= self.end).then_some(())
    }

    fn write_object(&mut self, out: &mut Vec<u8>, fields: &[(String, Node)]) -> Option<()> {
        out.push(b'{');
        for (index, (name, node)) in fields.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            record::write_string(out, name);
            out.push(b':');
            self.write(out, node)?;
        }
        out.push(b'}');
        Some(())
    }

    /// Appends the elements of a list or a map between the given brackets.
    fn write_each(
        &mut self,
        out: &mut Vec<u8>,
        (level, element_level, repetition): (i16, i16, i16),
        columns: &Range<usize>,
        brackets: &[u8; 2],
        mut write: impl FnMut(&mut Self, &mut Vec<u8>) -> Option<()>,
    ) -> Option<()> {
        let definition = self.definition(columns);
        if definition < element_level {
            self.take_nulls(columns);
            match definition < level {
                true => out.extend_from_slice(b"null"),
                false => out.extend_from_slice(brackets),
            }
            return Some(());
        }
        out.push(brackets[0]);
        loop {
            write(self, out)?;
            let next = self.column(columns.start).repetition();
            if next.is_none_or(|next| next < repetition) {
                break;
            }
            out.push(b',');
        }
        out.push(brackets[1]);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_with_equal_keys_is_a_list() {
        let out = br#""a":1,"b":2,"a":3"#;
        let entries = [(0..3, 4..5), (6..9, 10..11), (12..15, 16..17)];
        assert_eq!(with_equal_keys(out, &entries[..2]), None);
        let list = with_equal_keys(out, &entries).unwrap();
        assert_eq!(
            list,
            br#"[{"key":"a","value":1},{"key":"b","value":2},{"key":"a","value":3}]"#
        );
    }
}
