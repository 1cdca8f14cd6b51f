//! Writes Parquet files with the columns that were read, or with those of the records.

mod arrow;
mod exact;
mod notes;
mod shape;
mod shred;
mod union;
mod values;

use std::io::{self, Write};
use std::sync::Arc;

use intake::Columns;
use intake::parquet_types::NUMBER;
use parquet::basic::{Compression, Repetition, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};
use record::Fields;
use serde_json::Value;

use self::shape::Shape;
use self::shred::{Field, Shredder, Values, optional};
use super::lines::{Lines, Names, Written};

/// The maximum size of a row group as JSON in bytes, not counting its last row, and its maximum
/// number of rows.
const GROUP: (usize, usize) = (32 << 20, 1 << 20);

/// The level of zstd. Level 3 takes 50 % longer to compress and saves 3 to 5 % of the size;
/// level 1, the default of PyArrow, makes files 10 % larger.
const LEVEL: i32 = 2;

/// A column of the file.
#[derive(Debug)]
struct Column {
    name: String,
    /// The type that was read, if any.
    read: Option<TypePtr>,
    /// The shape of the values, which otherwise determines the type.
    shape: Shape,
    /// The number of rows with a value.
    rows: u64,
    is_seen: bool,
}

pub(super) fn write(
    lines: &mut Lines,
    told: &[Columns],
    out: &mut (dyn Write + Send),
) -> io::Result<Written> {
    let (columns, all_rows) = survey(lines, told)?;
    let columns: Vec<Column> = (columns.into_iter())
        .filter(|column| column.is_seen || all_rows == 0)
        .collect();
    let fields = columns.iter().map(|column| column.of_rows(all_rows));
    let fields = fields.collect::<parquet::errors::Result<Vec<TypePtr>>>();
    let schema = fields.and_then(|fields| {
        Type::group_type_builder("schema")
            .with_fields(fields)
            .build()
    });
    let schema = Arc::new(schema.map_err(other)?);
    let notes = notes::notes(told, &schema, all_rows);
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL).map_err(other)?))
        .set_key_value_metadata(Some(notes).filter(|notes| !notes.is_empty()))
        .build();
    let writer = SerializedFileWriter::new(&mut *out, schema.clone(), Arc::new(properties));
    let mut writer = writer.map_err(other)?;
    let mut number = 0;
    let fields: Vec<Field> = (schema.get_fields().iter())
        .map(|field| Field::of(field, &mut number))
        .collect();
    let mut shredder = Shredder::new(number);
    let (mut bytes, mut rows) = (0, 0);
    lines.each(|record| {
        for (field, column) in fields.iter().zip(&columns) {
            if column.read.is_some()
                && field.takes_any_text()
                && let Some(record::Value::Text(text)) = record.get(&column.name)
            {
                shredder.add_text(field, text);
                continue;
            }
            let value = value_of(record, &column.name);
            let value = match column.read {
                Some(_) => value,
                None => value.map(|value| column.shape.fit(value)),
            };
            // The survey has verified that the value fits.
            let misfit = || io::Error::other(format!("a value of {} has another type", field.name));
            shredder.add(field, value).map_err(|_| misfit())?;
        }
        (bytes, rows) = (bytes + record.line().len(), rows + 1);
        if bytes >= GROUP.0 || rows >= GROUP.1 {
            (bytes, rows) = (0, 0);
            write_group(&mut writer, &mut shredder).map_err(other)?;
        }
        Ok(())
    })?;
    if rows > 0 {
        write_group(&mut writer, &mut shredder).map_err(other)?;
    }
    writer.close().map_err(other)?;
    out.flush()?;
    let names: Vec<&String> = columns.iter().map(|column| &column.name).collect();
    let mixed = columns.iter().filter(|column| column.is_mixed(told));
    let mixed = mixed.map(|column| column.name.clone()).collect();
    let added = Written::added(&names, told, all_rows).map(|added| Columns {
        schema: Some(schema),
        ..added
    });
    Ok(Written { added, mixed })
}

/// Returns the columns of the records, and the number of rows.
fn survey(lines: &mut Lines, told: &[Columns]) -> io::Result<(Vec<Column>, u64)> {
    let names = Names::of_columns(told)?;
    let mut read: Vec<_> = names
        .names()
        .iter()
        .map(|name| type_of(told, name))
        .collect();
    loop {
        let mut survey = Survey::new(told, &read)?;
        lines.each(|record| survey.add(record))?;
        let misfits = survey.misfits;
        if misfits.is_empty() {
            return Ok((survey.columns, survey.rows));
        }
        // These columns have other values, for example from other files. Earlier records were not
        // surveyed for their shape, so start again.
        misfits.into_iter().for_each(|column| read[column] = None);
    }
}

/// Returns the type of a column that takes the values of all files that have the column.
fn type_of(told: &[Columns], name: &str) -> Option<TypePtr> {
    let having = told
        .iter()
        .filter(|columns| columns.names.iter().any(|known| known == name));
    let mut types = having.map(|columns| {
        let fields = columns.schema.as_ref()?.get_fields();
        fields.iter().find(|field| field.name() == name).cloned()
    });
    let first = types.next()??;
    types.try_fold(first, |one, other| union::union(&one, &other?))
}

/// The state of the survey of columns.
struct Survey {
    names: Names,
    columns: Vec<Column>,
    /// The shredders of the columns whose type was read.
    fields: Vec<Option<(Field, Shredder)>>,
    /// The columns with values that do not fit the type that was read.
    misfits: Vec<usize>,
    rows: u64,
}

impl Survey {
    fn new(told: &[Columns], read: &[Option<TypePtr>]) -> io::Result<Self> {
        let names = Names::of_columns(told)?;
        let mut columns = Vec::new();
        let mut fields = Vec::new();
        for (name, read) in names.names().iter().zip(read) {
            columns.push(Column::new(name, read.clone()));
            let field = match read {
                None => None,
                Some(read) => Some(Field::of(&optional(read).map_err(other)?, &mut 0)),
            };
            fields.push(field.map(|field| {
                let columns = field.width();
                (field, Shredder::new(columns))
            }));
        }
        Ok(Survey {
            names,
            columns,
            fields,
            misfits: Vec::new(),
            rows: 0,
        })
    }

    fn add(&mut self, record: &Fields) -> io::Result<()> {
        self.rows += 1;
        for name in record.keys() {
            let number = self.names.number(&name)?;
            if number == self.columns.len() {
                self.columns.push(Column::new(&name, None));
                self.fields.push(None);
            }
            let column = &mut self.columns[number];
            column.is_seen = true;
            if let Some(text @ record::Value::Text(_)) = record.get(&name) {
                let is_number = || text.raw().starts_with(NUMBER);
                let as_text = match &self.fields[number] {
                    None if is_number() => false,
                    None => {
                        column.shape = std::mem::take(&mut column.shape).merge(Shape::Text);
                        true
                    }
                    Some((field, _)) => field.takes_any_text(),
                };
                if as_text {
                    column.rows += 1;
                    continue;
                }
            }
            let Some(value) = value_of(record, &name).filter(|value| !value.is_null()) else {
                continue;
            };
            column.rows += 1;
            match &mut self.fields[number] {
                None => {
                    column.shape = std::mem::take(&mut column.shape).merge(Shape::of(&value));
                }
                Some((field, shredder)) => {
                    if shredder.add(field, Some(value)).is_err() && !self.misfits.contains(&number)
                    {
                        self.misfits.push(number);
                    }
                    shredder.clear();
                }
            }
        }
        Ok(())
    }
}

impl Column {
    fn new(name: &str, read: Option<TypePtr>) -> Self {
        Column {
            name: name.to_owned(),
            read,
            shape: Shape::None,
            rows: 0,
            is_seen: false,
        }
    }

    /// Whether the column is text, and the files that were read have it in several types.
    fn is_mixed(&self, told: &[Columns]) -> bool {
        let types = told.iter().flat_map(|read| {
            let fields = read.schema.as_ref().map_or(&[][..], |of| of.get_fields());
            fields.iter().filter(|field| field.name() == self.name)
        });
        let is_read = types.clone().next().is_some();
        let is_text = matches!(self.shape, Shape::Text | Shape::Mixed);
        self.read.is_none() && is_text && is_read && type_of(told, &self.name).is_none()
    }

    /// Returns the type of the column in a file with this number of rows.
    fn of_rows(&self, rows: u64) -> parquet::errors::Result<TypePtr> {
        match &self.read {
            Some(read)
                if read.get_basic_info().repetition() == Repetition::REQUIRED
                    && self.rows < rows =>
            {
                optional(read)
            }
            Some(read) => Ok(read.clone()),
            None => self.shape.column(&self.name, Repetition::OPTIONAL),
        }
    }
}

fn value_of(record: &Fields, name: &str) -> Option<Value> {
    Some(match record.get(name)? {
        record::Value::Text(text) => Value::String(text.decode().into_owned()),
        record::Value::Integer(number, _) => number.into(),
        value @ record::Value::Other(_) => exact::parse(value.raw()),
    })
}

fn write_group<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    shredder: &mut Shredder,
) -> parquet::errors::Result<()> {
    use parquet::data_type as of;
    let mut group = writer.next_row_group()?;
    for column in &mut shredder.columns {
        let Some(mut writer) = group.next_column()? else {
            break;
        };
        let column = std::mem::take(column);
        let levels = (
            Some(column.definitions.as_slice()),
            Some(column.repetitions.as_slice()),
        );
        macro_rules! write {
            ($type:ty, $values:expr) => {
                writer
                    .typed::<$type>()
                    .write_batch($values, levels.0, levels.1)?
            };
        }
        match column.values {
            Values::None => write_nulls(&mut writer, levels)?,
            Values::Bool(values) => write!(of::BoolType, &values),
            Values::I32(values) => write!(of::Int32Type, &values),
            Values::I64(values) => write!(of::Int64Type, &values),
            Values::I96(values) => write!(of::Int96Type, &values),
            Values::F32(values) => write!(of::FloatType, &values),
            Values::F64(values) => write!(of::DoubleType, &values),
            Values::Bytes(values) => write!(of::ByteArrayType, &values.arrays()),
            Values::Fixed(values) => write!(of::FixedLenByteArrayType, &values),
        };
        writer.close()?;
    }
    group.close()?;
    Ok(())
}

/// Writes levels without values to a column of any type.
fn write_nulls(
    writer: &mut parquet::file::writer::SerializedColumnWriter,
    (definitions, repetitions): (Option<&[i16]>, Option<&[i16]>),
) -> parquet::errors::Result<usize> {
    use parquet::column::writer::ColumnWriter as Writer;
    macro_rules! write {
        ($($variant:ident)*) => {
            match writer.untyped() {
                $(Writer::$variant(writer) => writer.write_batch(&[], definitions, repetitions),)*
            }
        };
    }
    write!(
        BoolColumnWriter Int32ColumnWriter Int64ColumnWriter Int96ColumnWriter FloatColumnWriter DoubleColumnWriter
        ByteArrayColumnWriter FixedLenByteArrayColumnWriter
    )
}

/// Returns the system's error, if the error contains one.
fn other(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error.to_string()),
    }
}
