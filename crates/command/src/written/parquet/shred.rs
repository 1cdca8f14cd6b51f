//! Converts records to columns: record shredding as in "Dremel" (Melnik et al. 2010, section 4.2).

use std::ops::Range;
use std::sync::Arc;

use intake::parquet_types::{Kind, element_of, is_list, is_map, kind, repeated_child};
use parquet::basic::{Repetition, Type as Physical};
use parquet::data_type::{ByteArray, FixedLenByteArray, Int96};
use parquet::schema::types::{Type, TypePtr};
use serde_json::Value;

use super::values::{Stored, stored};

/// A column or a group of columns of a schema.
#[derive(Debug, Clone)]
pub(super) struct Field {
    pub name: String,
    is_optional: bool,
    columns: Range<usize>,
    node: Node,
}

#[derive(Debug, Clone)]
enum Node {
    Leaf(TypePtr, Kind),
    Group(Vec<Field>),
    List(Box<Field>),
    Map(Box<Field>, Option<Box<Field>>),
}

/// A value that does not fit its type.
#[derive(Debug)]
pub(super) struct Misfit;

impl Field {
    /// Creates the field of this type. Its first column has the number `column`, which is advanced
    /// to that of the next field.
    pub fn of(of: &TypePtr, column: &mut usize) -> Self {
        let info = of.get_basic_info();
        let is = |wanted| info.has_repetition() && info.repetition() == wanted;
        let start = *column;
        let inner = Field::inner(of, column);
        let node = match is(Repetition::REPEATED) {
            false => inner,
            true => Node::List(Box::new(Field {
                name: of.name().to_owned(),
                is_optional: false,
                columns: start..*column,
                node: inner,
            })),
        };
        Field {
            name: of.name().to_owned(),
            is_optional: is(Repetition::OPTIONAL),
            columns: start..*column,
            node,
        }
    }

    fn inner(of: &TypePtr, column: &mut usize) -> Node {
        if of.is_primitive() {
            *column += 1;
            return Node::Leaf(of.clone(), kind(of));
        }
        if repeated_child(of).is_some() {
            let repeated = &of.get_fields()[0];
            if is_list(of) {
                return Node::List(Box::new(Field::element(of, repeated, column)));
            }
            let fields = match repeated.is_group() {
                true => repeated.get_fields(),
                false => &[],
            };
            if is_map(of) && (1..=2).contains(&fields.len()) {
                let key = Box::new(Field::of(&fields[0], column));
                let value = fields.get(1);
                return Node::Map(key, value.map(|value| Box::new(Field::of(value, column))));
            }
        }
        let fields = of.get_fields().iter();
        Node::Group(fields.map(|field| Field::of(field, column)).collect())
    }

    /// Returns the element of a list.
    fn element(list: &TypePtr, repeated: &TypePtr, column: &mut usize) -> Self {
        if element_of(list, repeated).is_some() {
            return Field::of(&repeated.get_fields()[0], column);
        }
        let start = *column;
        let node = Field::inner(repeated, column);
        Field {
            name: repeated.name().to_owned(),
            is_optional: false,
            columns: start..*column,
            node,
        }
    }

    /// Whether the field accepts every string, so that strings need not be checked.
    pub fn takes_any_text(&self) -> bool {
        let Node::Leaf(of, Kind::Text) = &self.node else {
            return false;
        };
        of.get_physical_type() == Physical::BYTE_ARRAY
    }

    /// Returns the number of columns.
    pub fn width(&self) -> usize {
        self.columns.len()
    }
}

/// The values of several rows, column by column.
#[derive(Debug, Default)]
pub(super) struct Shredder {
    pub columns: Vec<Column>,
    /// A decoded text.
    text: String,
}

/// The values of a column, with their levels.
#[derive(Debug, Default)]
pub(super) struct Column {
    pub values: Values,
    pub definitions: Vec<i16>,
    pub repetitions: Vec<i16>,
}

#[derive(Debug, Default)]
pub(super) enum Values {
    #[default]
    None,
    Bool(Vec<bool>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    I96(Vec<Int96>),
    F32(Vec<f32>),
    F64(Vec<f64>),
    Bytes(Strings),
    Fixed(Vec<FixedLenByteArray>),
}

/// Byte arrays one after another, with the end of each.
#[derive(Debug, Default)]
pub(super) struct Strings {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Strings {
    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.ends.push(self.bytes.len());
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// Returns the arrays, which share their bytes.
    pub fn arrays(self) -> Vec<ByteArray> {
        let all = ByteArray::from(self.bytes);
        let mut start = 0;
        let array = |end| {
            let array = all.slice(start, end - start);
            start = end;
            array
        };
        self.ends.into_iter().map(array).collect()
    }
}

/// The position of a value in its row: the repetition level at its start, the definition level of
/// its parent, and the number of enclosing lists.
#[derive(Debug, Clone, Copy)]
struct Place {
    repetition: i16,
    definition: i16,
    lists: i16,
}

impl Shredder {
    pub fn new(columns: usize) -> Self {
        let mut shredder = Shredder::default();
        shredder.columns.resize_with(columns, Column::default);
        shredder
    }

    pub fn clear(&mut self) {
        self.columns.iter_mut().for_each(Column::clear);
    }

    /// Adds a text for a field of the record that accepts every string.
    pub fn add_text(&mut self, field: &Field, text: record::Text) {
        self.text.clear();
        text.decode_into(&mut self.text);
        let column = &mut self.columns[field.columns.start];
        if let Values::None = column.values {
            column.values = Values::Bytes(Strings::default());
        }
        if let Values::Bytes(texts) = &mut column.values {
            texts.push(self.text.as_bytes());
        }
        column.definitions.push(field.is_optional.into());
        column.repetitions.push(0);
    }

    /// Adds the value of a field of the next row.
    ///
    /// # Errors
    /// Fails if the value does not fit. The part of it that was added remains.
    pub fn add(&mut self, field: &Field, value: Option<Value>) -> Result<(), Misfit> {
        let place = Place {
            repetition: 0,
            definition: 0,
            lists: 0,
        };
        self.field(field, value, place)
    }

    fn field(&mut self, field: &Field, value: Option<Value>, mut at: Place) -> Result<(), Misfit> {
        let value = value.filter(|value| !value.is_null());
        let Some(value) = value else {
            if !field.is_optional && !field.is_repeated() {
                return Err(Misfit);
            }
            self.null(&field.columns, at);
            return Ok(());
        };
        at.definition += i16::from(field.is_optional);
        match (&field.node, value) {
            (Node::Leaf(of, kind), value) => {
                let value = stored(of, *kind, value).ok_or(Misfit)?;
                let fixed = of.get_physical_type() == Physical::FIXED_LEN_BYTE_ARRAY;
                self.columns[field.columns.start].push(value, fixed, at)
            }
            (Node::Group(fields), Value::Object(mut object)) => {
                for field in fields {
                    self.field(field, object.remove(&field.name), at)?;
                }
                match object.is_empty() {
                    true => Ok(()),
                    false => Err(Misfit),
                }
            }
            (Node::List(element), Value::Array(elements)) => {
                if elements.is_empty() {
                    self.null(&field.columns, at);
                }
                for (number, value) in elements.into_iter().enumerate() {
                    self.field(element, Some(value), at.inside(number))?;
                }
                Ok(())
            }
            (Node::Map(key, value), entries) => {
                let entries = entries_of(entries).ok_or(Misfit)?;
                if entries.is_empty() {
                    self.null(&field.columns, at);
                }
                for (number, (name, entry)) in entries.into_iter().enumerate() {
                    let at = at.inside(number);
                    self.field(key, Some(key.of_name(name)), at)?;
                    match value {
                        Some(value) => self.field(value, Some(entry), at)?,
                        None if entry.is_null() => {}
                        None => return Err(Misfit),
                    }
                }
                Ok(())
            }
            _ => Err(Misfit),
        }
    }

    fn null(&mut self, columns: &Range<usize>, at: Place) {
        for column in &mut self.columns[columns.clone()] {
            column.definitions.push(at.definition);
            column.repetitions.push(at.repetition);
        }
    }
}

/// The entries of a map: an object, or a list of entries where two have the same key.
fn entries_of(map: Value) -> Option<Vec<(String, Value)>> {
    let of_list = |entry: Value| match entry {
        Value::Object(mut entry) if entry.len() == 2 => {
            match (entry.remove("key")?, entry.remove("value")?) {
                (Value::String(key), value) => Some((key, value)),
                _ => None,
            }
        }
        _ => None,
    };
    match map {
        Value::Object(entries) => Some(entries.into_iter().collect()),
        Value::Array(entries) => entries.into_iter().map(of_list).collect(),
        _ => None,
    }
}

impl Field {
    fn is_repeated(&self) -> bool {
        // A list that is only marked by its own repetition cannot be null, but only empty.
        matches!(&self.node, Node::List(element) if element.name == self.name)
    }

    /// Converts the key of a map, which is a string in JSON, to a value. The key can be JSON in that string: a number, or
    /// a struct or a list.
    fn of_name(&self, name: String) -> Value {
        let is_json = match &self.node {
            Node::Leaf(of, Kind::Plain | Kind::Unsigned(_)) => !matches!(
                of.get_physical_type(),
                Physical::BYTE_ARRAY | Physical::FIXED_LEN_BYTE_ARRAY
            ),
            Node::Leaf(..) => false,
            Node::Group(_) | Node::List(_) | Node::Map(..) => true,
        };
        match serde_json::from_str(&name) {
            Ok(value) if is_json => value,
            _ => Value::String(name),
        }
    }
}

impl Place {
    /// Returns the position of an element of the list at this position.
    fn inside(self, number: usize) -> Place {
        let lists = self.lists + 1;
        Place {
            repetition: if number == 0 { self.repetition } else { lists },
            definition: self.definition + 1,
            lists,
        }
    }
}

impl Column {
    /// Removes the values and keeps the buffers.
    fn clear(&mut self) {
        self.definitions.clear();
        self.repetitions.clear();
        match &mut self.values {
            Values::None => {}
            Values::Bool(values) => values.clear(),
            Values::I32(values) => values.clear(),
            Values::I64(values) => values.clear(),
            Values::I96(values) => values.clear(),
            Values::F32(values) => values.clear(),
            Values::F64(values) => values.clear(),
            Values::Bytes(values) => values.clear(),
            Values::Fixed(values) => values.clear(),
        }
    }

    fn push(&mut self, value: Stored, fixed: bool, at: Place) -> Result<(), Misfit> {
        macro_rules! push {
            ($variant:ident, $value:expr) => {{
                if matches!(self.values, Values::None) {
                    self.values = Values::$variant(Default::default());
                }
                let Values::$variant(values) = &mut self.values else {
                    return Err(Misfit);
                };
                values.push($value);
            }};
        }
        match value {
            Stored::Bool(value) => push!(Bool, value),
            Stored::I32(value) => push!(I32, value),
            Stored::I64(value) => push!(I64, value),
            Stored::I96(value) => push!(I96, Int96::from(value.to_vec())),
            Stored::F32(value) => push!(F32, value),
            Stored::F64(value) => push!(F64, value),
            Stored::Bytes(value) if fixed => push!(Fixed, FixedLenByteArray::from(value)),
            Stored::Bytes(value) => push!(Bytes, &value),
        }
        self.definitions.push(at.definition);
        self.repetitions.push(at.repetition);
        Ok(())
    }
}

/// Returns a type that may be null.
///
/// # Errors
/// Returns the library's error.
pub(super) fn optional(of: &Type) -> parquet::errors::Result<TypePtr> {
    with(of, Repetition::OPTIONAL, None)
}

/// Returns a type with another repetition, and with other fields, if they are given.
///
/// # Errors
/// Returns the library's error.
pub(super) fn with(
    of: &Type,
    repetition: Repetition,
    other_fields: Option<Vec<TypePtr>>,
) -> parquet::errors::Result<TypePtr> {
    let info = of.get_basic_info();
    let id = info.has_id().then(|| info.id());
    let made = match of {
        Type::PrimitiveType {
            physical_type,
            type_length,
            scale,
            precision,
            ..
        } => Type::primitive_type_builder(of.name(), *physical_type)
            .with_repetition(repetition)
            .with_converted_type(info.converted_type())
            .with_logical_type(info.logical_type_ref().cloned())
            .with_length(*type_length)
            .with_precision(*precision)
            .with_scale(*scale)
            .with_id(id)
            .build()?,
        Type::GroupType { fields, .. } => Type::group_type_builder(of.name())
            .with_repetition(repetition)
            .with_converted_type(info.converted_type())
            .with_logical_type(info.logical_type_ref().cloned())
            .with_fields(other_fields.unwrap_or_else(|| fields.clone()))
            .with_id(id)
            .build()?,
    };
    Ok(Arc::new(made))
}

#[cfg(test)]
mod tests {
    use parquet::schema::parser::parse_message_type;
    use serde_json::json;

    use super::*;

    #[test]
    fn keys_of_a_map_can_be_structs() {
        let message = "message m { optional group a (MAP) { repeated group key_value {
            required group key { required int32 x; required binary y (UTF8); } optional int32 value; } } }";
        let message = parse_message_type(message).unwrap();
        let field = Field::of(&message.get_fields()[0], &mut 0);
        let mut shredder = Shredder::new(3);
        let map = json!({"{\"x\":7,\"y\":\"b\"}": 1, "{\"x\":8,\"y\":\"\"}": null});
        shredder.add(&field, Some(map)).unwrap();
        let [x, y, value] = &shredder.columns[..] else {
            panic!("three columns");
        };
        assert_eq!(format!("{:?}", x.values), "I32([7, 8])");
        assert!(matches!(&y.values, Values::Bytes(texts) if texts.ends.len() == 2));
        assert_eq!(format!("{:?}", value.values), "I32([1])");
        let mut shredder = Shredder::new(3);
        assert!(shredder.add(&field, Some(json!({"x": 1}))).is_err());
    }

    #[test]
    fn a_text_is_stored_like_a_value() {
        for column in ["optional binary a (UTF8)", "required binary a (UTF8)"] {
            let message = parse_message_type(&format!("message m {{ {column}; }}")).unwrap();
            let field = Field::of(&message.get_fields()[0], &mut 0);
            assert!(field.takes_any_text());
            let line = br#"{"a":"one\ntwo","b":""}"#;
            let record = record::Fields::parse(line).unwrap();
            let (mut texts, mut values) = (Shredder::new(1), Shredder::new(1));
            // The second time in used buffers.
            for _ in 0..2 {
                texts.clear();
                for name in ["a", "b"] {
                    let Some(record::Value::Text(text)) = record.get(name) else {
                        panic!("a text");
                    };
                    texts.add_text(&field, text);
                }
            }
            for value in ["one\ntwo", ""] {
                values.add(&field, Some(json!(value))).unwrap();
            }
            assert_eq!(
                format!("{:?}", texts.columns),
                format!("{:?}", values.columns)
            );
            let Values::Bytes(strings) = std::mem::take(&mut texts.columns[0].values) else {
                panic!("texts");
            };
            let arrays = strings.arrays();
            let read: Vec<&[u8]> = arrays.iter().map(ByteArray::data).collect();
            assert_eq!(read, [&b"one\ntwo"[..], b""]);
        }
    }

    #[test]
    fn a_map_is_an_object_or_a_list_of_entries() {
        let message = "message m { optional group a (MAP) { repeated group key_value {
            required binary key (UTF8); optional int32 value; } } }";
        let message = parse_message_type(message).unwrap();
        let field = Field::of(&message.get_fields()[0], &mut 0);
        let shred = |value| {
            let mut shredder = Shredder::new(2);
            shredder.add(&field, Some(value))?;
            let [keys, values] = &shredder.columns[..] else {
                panic!("two columns");
            };
            Ok::<_, Misfit>(format!("{:?} {:?}", keys.values, values.values))
        };
        let entry = |key: &str, value| json!({"key": key, "value": value});
        let object = shred(json!({"a": 1, "b": 2})).unwrap();
        let list = shred(json!([entry("a", 1), entry("b", 2)])).unwrap();
        assert_eq!(list, object);
        let equal = shred(json!([entry("a", 1), entry("a", 2)])).unwrap();
        assert!(equal.contains("I32([1, 2])"), "{equal}");
        for wrong in [json!(["a"]), json!([{"key": "a"}]), json!("a")] {
            assert!(shred(wrong).is_err());
        }
    }
}
