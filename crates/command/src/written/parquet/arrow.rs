//! The Arrow schema that other programs store in a Parquet file (`ARROW:schema`). It has types that
//! Parquet lacks, such as time zones, large strings, dictionaries and durations.
//! Readers ignore a stored schema if its number of columns differs from the file's, so a file with
//! an added column needs a new one. The schema is a FlatBuffer, whose offsets are relative and
//! point forward. So the new one is a new list of columns in front of the unchanged old schemas. Its
//! entries point to the old columns that the file still has, and to new ones. Arrow's readers take
//! the metadata of other programs from this schema, so it contains them a second time.
//!
//! Arrow's files `Schema.fbs` and `Message.fbs` describe the fields of each table.

use parquet::basic::{ConvertedType, LogicalType, TimeUnit, Type as Physical};
use parquet::file::metadata::KeyValue;
use parquet::schema::types::{Type, TypePtr};

/// The key of the schema in the metadata.
pub(super) const KEY: &str = "ARROW:schema";

/// Creates the schema of a file with these columns from those of files that have some of them. Returns
/// `None` if no old schema can be read, or if a new column has a type that records cannot have.
/// `is_kept` tells whether a column still has the type that it has in one of the files.
pub(super) fn schema(
    olds: &[&str],
    columns: &[TypePtr],
    notes: &[KeyValue],
    is_kept: impl Fn(usize, &str) -> bool,
) -> Option<String> {
    let olds: Vec<Vec<u8>> = (olds.iter())
        .map(|old| record::read_base64(old).unwrap_or_default())
        .collect();
    let olds: Vec<&[u8]> = (olds.iter())
        .map(|old| old.get(8..).unwrap_or_default())
        .collect();
    let known: Vec<Option<Vec<_>>> = olds.iter().map(|old| known_columns(old)).collect();
    known.iter().find(|known| known.is_some())?;
    let place = |name: &str| {
        let files = known
            .iter()
            .enumerate()
            .filter(|(file, _)| is_kept(*file, name));
        let mut columns = files.flat_map(|(file, known)| {
            let columns = known.iter().flatten();
            columns.map(move |(known, at)| (*known, file, *at))
        });
        columns.find(|(known, ..)| *known == name.as_bytes())
    };
    let mut new = Builder::default();
    let root = new.reserve();
    let [header] = new.table(
        root,
        &[Slot::I16(4), Slot::U8(1), Slot::Offset, Slot::I64(0)],
    );
    let [list, pairs] = new.table(header, &[Slot::I16(0), Slot::Offset, Slot::Offset]);
    new.pairs(pairs, notes);
    let entries = new.list(list, columns.len());
    let mut copied = vec![Vec::new(); olds.len()];
    for (column, entry) in columns.iter().zip(entries) {
        match place(column.name()) {
            Some((_, file, at)) => copied[file].push((entry, at)),
            None => new.column(entry, column)?,
        }
    }
    new.align();
    for (old, copied) in olds
        .iter()
        .zip(copied)
        .filter(|(_, copied)| !copied.is_empty())
    {
        let base = new.bytes.len();
        new.bytes.extend_from_slice(old);
        new.align();
        for (entry, at) in copied {
            new.lead(entry, base + at);
        }
    }
    let mut message = vec![0xFF; 4];
    message.extend(u32::try_from(new.bytes.len()).ok()?.to_le_bytes());
    message.extend(&new.bytes);
    Some(record::base64(&message))
}

/// Returns the columns of a schema: the name of each, and the position of its table.
fn known_columns(old: &[u8]) -> Option<Vec<(&[u8], usize)>> {
    let message = follow(old, 0)?;
    let schema = follow(old, field(old, message, 2)?)?;
    let list = follow(old, field(old, schema, 1)?)?;
    let count = number(old, list)?;
    let mut known = Vec::new();
    for entry in (0..count).map(|entry| list + 4 + 4 * entry) {
        let column = follow(old, entry)?;
        let name = follow(old, field(old, column, 0)?)?;
        let length = number(old, name)?;
        known.push((old.get(name + 4..)?.get(..length)?, column));
    }
    Some(known)
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes(*bytes) as usize)
}

/// Returns the position to which the offset at this position points.
fn follow(bytes: &[u8], at: usize) -> Option<usize> {
    at.checked_add(number(bytes, at)?)
}

/// Returns the position of a field in a table.
fn field(bytes: &[u8], table: usize, which: usize) -> Option<usize> {
    let short = |at: usize| -> Option<usize> {
        Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?).into())
    };
    let back = i32::from_le_bytes(*bytes.get(table..)?.first_chunk()?);
    let shape = usize::try_from(i64::try_from(table).ok()? - i64::from(back)).ok()?;
    let entry = 4 + 2 * which;
    let at = (entry < short(shape)?).then(|| short(shape + entry))??;
    (at > 0).then_some(table + at)
}

/// A field of a table.
#[derive(Clone, Copy)]
enum Slot {
    /// The field has its default.
    None,
    U8(u8),
    I16(i16),
    I32(i32),
    I64(i64),
    /// The field points to another position.
    Offset,
}

/// Writes tables and lists from front to back, each at a multiple of eight bytes.
#[derive(Default)]
struct Builder {
    bytes: Vec<u8>,
}

impl Builder {
    fn align(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
    }

    /// Reserves space for an offset.
    fn reserve(&mut self) -> usize {
        self.bytes.extend([0; 4]);
        self.bytes.len() - 4
    }

    /// Makes an offset point to a later position.
    fn lead(&mut self, from: usize, to: usize) {
        self.bytes[from..from + 4].copy_from_slice(&((to - from) as u32).to_le_bytes());
    }

    /// Writes the table that an offset points to. Returns the positions of the table's own `N`
    /// offsets.
    fn table<const N: usize>(&mut self, from: usize, slots: &[Slot]) -> [usize; N] {
        let mut offsets = [0; N];
        self.align();
        let shape = self.bytes.len();
        self.bytes
            .extend((4 + 2 * slots.len() as u16).to_le_bytes());
        self.bytes
            .extend((8 + 8 * slots.len() as u16).to_le_bytes());
        for (at, slot) in (8..).step_by(8).zip(slots) {
            let at: u16 = if matches!(slot, Slot::None) { 0 } else { at };
            self.bytes.extend(at.to_le_bytes());
        }
        self.align();
        let table = self.bytes.len();
        self.lead(from, table);
        self.bytes.extend(((table - shape) as i32).to_le_bytes());
        let mut free = offsets.iter_mut();
        for slot in slots {
            self.align();
            match slot {
                Slot::None => self.bytes.extend([0; 8]),
                Slot::U8(value) => self.bytes.push(*value),
                Slot::I16(value) => self.bytes.extend(value.to_le_bytes()),
                Slot::I32(value) => self.bytes.extend(value.to_le_bytes()),
                Slot::I64(value) => self.bytes.extend(value.to_le_bytes()),
                Slot::Offset => {
                    let at = self.reserve();
                    *free.next().expect("the caller has counted them") = at;
                }
            }
        }
        self.align();
        offsets
    }

    /// Writes the list of offsets that an offset points to. Returns their positions.
    fn list(&mut self, from: usize, length: usize) -> Vec<usize> {
        self.align();
        self.lead(from, self.bytes.len());
        self.bytes.extend((length as u32).to_le_bytes());
        (0..length).map(|_| self.reserve()).collect()
    }

    /// Writes the text that an offset points to.
    fn text(&mut self, from: usize, text: &str) {
        self.align();
        self.lead(from, self.bytes.len());
        self.bytes.extend((text.len() as u32).to_le_bytes());
        self.bytes.extend(text.as_bytes());
        self.bytes.push(0);
    }

    /// Writes the list of keys and values that an offset points to.
    fn pairs(&mut self, from: usize, notes: &[KeyValue]) {
        for (entry, note) in self.list(from, notes.len()).into_iter().zip(notes) {
            let [key, value] = self.table(entry, &[Slot::Offset, Slot::Offset]);
            self.text(key, &note.key);
            self.text(value, note.value.as_deref().unwrap_or_default());
        }
    }

    /// Writes a column, whose type must be one of those that records or the union of two columns have.
    fn column(&mut self, from: usize, column: &Type) -> Option<()> {
        let has_older_type = column.get_basic_info().converted_type() != ConvertedType::NONE;
        let mut zone = None;
        let (number, fields, children): (u8, &[Slot], &[TypePtr]) = match column {
            Type::GroupType { fields, .. } => match column.get_basic_info().logical_type_ref() {
                // The elements are in a repeated group.
                Some(LogicalType::List) => (12, &[], fields.first()?.get_fields()),
                None => (13, &[], fields),
                _ => return None,
            },
            Type::PrimitiveType { physical_type, .. } => {
                let logical = column.get_basic_info().logical_type_ref();
                match (physical_type, logical) {
                    (Physical::BYTE_ARRAY, Some(LogicalType::String)) => (5, &[], &[]),
                    (Physical::BOOLEAN, None) => (6, &[], &[]),
                    (Physical::FLOAT, None) => (3, &[Slot::I16(1)], &[]),
                    (Physical::DOUBLE, None) => (3, &[Slot::I16(2)], &[]),
                    (Physical::INT64, Some(LogicalType::Timestamp(of))) => {
                        let unit = match of.unit {
                            TimeUnit::MILLIS => &Slot::I16(1),
                            TimeUnit::MICROS => &Slot::I16(2),
                            TimeUnit::NANOS => &Slot::I16(3),
                        };
                        zone = of.is_adjusted_to_u_t_c.then_some("UTC");
                        (10, std::slice::from_ref(unit), &[])
                    }
                    (Physical::INT32, None) if !has_older_type => {
                        (2, &[Slot::I32(32), Slot::U8(1)], &[])
                    }
                    (Physical::INT64, None) => (2, &[Slot::I32(64), Slot::U8(1)], &[]),
                    (Physical::INT64, Some(LogicalType::Integer(of))) if !of.is_signed => {
                        (2, &[Slot::I32(64), Slot::U8(0)], &[])
                    }
                    _ => return None,
                }
            }
        };
        let slots = [
            Slot::Offset,
            Slot::U8(1),
            Slot::U8(number),
            Slot::Offset,
            Slot::None,
            Slot::Offset,
        ];
        let [name, of, list] = self.table(from, &slots);
        self.text(name, column.name());
        match zone {
            None => {
                let [] = self.table(of, fields);
            }
            Some(zone) => {
                let [of] = self.table(of, &[fields, &[Slot::Offset]].concat());
                self.text(of, zone);
            }
        }
        let entries = self.list(list, children.len());
        for (entry, child) in entries.into_iter().zip(children) {
            self.column(entry, child)?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(message: &str) -> Vec<TypePtr> {
        let message = parquet::schema::parser::parse_message_type(message).unwrap();
        message.get_fields().to_vec()
    }

    /// Returns a schema with one column, `when`, with a time zone.
    fn note() -> String {
        let mut note = Builder::default();
        let root = note.reserve();
        let [header] = note.table(root, &[Slot::I16(4), Slot::U8(1), Slot::Offset]);
        let [list] = note.table(header, &[Slot::None, Slot::Offset]);
        let entries = note.list(list, 1);
        let slots = [Slot::Offset, Slot::U8(1), Slot::U8(10), Slot::Offset];
        let [name, of] = note.table(entries[0], &slots);
        note.text(name, "when");
        let [zone] = note.table(of, &[Slot::I16(2), Slot::Offset]);
        note.text(zone, "Asia/Tokyo");
        record::base64(&[&[0xFF; 8][..], &note.bytes].concat())
    }

    #[test]
    fn a_column_keeps_its_type_where_another_is_added() {
        let columns = columns(
            "message m { optional group trommel { optional int64 blocks; optional binary kind (STRING); }
             optional int64 when (TIMESTAMP(MICROS,true)); optional double share; }",
        );
        let notes = [KeyValue::new("pandas".to_owned(), "{}".to_owned())];
        let new = schema(&[&note()], &columns, &notes, |_, name| name == "when").unwrap();
        let new = record::read_base64(&new).unwrap();
        assert_eq!(number(&new, 4), Some(new.len() - 8));
        let new = &new[8..];
        let known = known_columns(new).unwrap();
        let names: Vec<_> = known.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, [&b"trommel"[..], b"when", b"share"]);
        let types = known
            .iter()
            .map(|(_, column)| new[field(new, *column, 2).unwrap()]);
        assert_eq!(types.collect::<Vec<_>>(), [13, 10, 3]);
        let of = follow(new, field(new, known[1].1, 3).unwrap()).unwrap();
        let zone = follow(new, field(new, of, 1).unwrap()).unwrap();
        assert_eq!(&new[zone + 4..][..10], b"Asia/Tokyo");
        // The metadata of other programs.
        let header = follow(new, field(new, follow(new, 0).unwrap(), 2).unwrap()).unwrap();
        let pairs = follow(new, field(new, header, 2).unwrap()).unwrap();
        let pair = follow(new, pairs + 4).unwrap();
        let text = |which| follow(new, field(new, pair, which).unwrap()).unwrap() + 4;
        assert_eq!(number(new, pairs), Some(1));
        assert_eq!(
            (&new[text(0)..][..6], &new[text(1)..][..2]),
            (&b"pandas"[..], &b"{}"[..])
        );
    }

    #[test]
    fn a_note_that_cannot_be_read_leads_to_none() {
        let columns = columns("message m { optional double share; }");
        let whole = record::read_base64(&note()).unwrap();
        for length in 0..whole.len() {
            let cut = record::base64(&whole[..length]);
            // A schema may be cut off after the parts that are read.
            if let Some(new) = schema(&[&cut], &columns, &[], |_, _| true) {
                assert!(
                    length > 60 && record::read_base64(&new).is_some(),
                    "{length}"
                );
            }
        }
        assert_eq!(schema(&["no base64"], &columns, &[], |_, _| true), None);
        // Columns of records are never dates.
        let other = self::columns("message m { optional int32 day (DATE); }");
        assert_eq!(schema(&[&note()], &other, &[], |_, _| false), None);
    }
}
