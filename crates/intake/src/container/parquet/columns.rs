//! Reads the values of a column row by row.

use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use parquet::basic::Type;
use parquet::column::reader::ColumnReaderImpl;
use parquet::data_type::{
    BoolType, ByteArrayType, DataType, DoubleType, FixedLenByteArrayType, FloatType, Int32Type,
    Int64Type, Int96Type,
};
use parquet::file::metadata::RowGroupMetaData;

use super::guarded;
use super::pages::{Budget, Counts, Pages};

/// A value in its stored form.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Scalar<'a> {
    Bool(bool),
    I32(i32),
    I64(i64),
    /// The nanoseconds of the day, in two words, and the Julian day.
    I96(&'a [u32]),
    F32(f32),
    F64(f64),
    Bytes(&'a [u8]),
}

/// The next row of a column.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The row has values.
    Row,
    /// The row is lost, which was reported.
    Lost,
    /// There is no further row.
    End,
}

/// A column that is read row by row, with value levels as in "Dremel" (Melnik et al. 2010, section
/// 4.1).
pub(super) trait Column: Send {
    /// Advances to the next row, skipping the rest of the last one. Fails if the page with the row
    /// cannot be read.
    fn next_row(&mut self) -> Result<Next, String>;

    /// The number of rows affected by the last error; `None` if it is the rest of the column.
    fn lost(&self) -> Option<usize>;

    /// The definition level of the next value of the row; `None` at the end of a row of a repeated column.
    fn definition(&self) -> Option<i16>;

    /// The repetition level of the next value of the row; `None` at the end of a row of a repeated column.
    fn repetition(&self) -> Option<i16>;

    /// Takes the next value; `None` if it is null.
    fn take(&mut self) -> Option<Scalar<'_>>;
}

/// Opens column `number` of a row group.
pub(super) fn open(
    file: &Arc<File>,
    group: &RowGroupMetaData,
    number: usize,
    budget: &Arc<Budget>,
) -> Result<Box<dyn Column>, String> {
    let rows = usize::try_from(group.num_rows()).unwrap_or_default();
    let chunk = group.column(number);
    let counts = Arc::new(Counts::default());
    let open = || {
        let kind = chunk.column_descr().physical_type();
        let width = size_of_value(kind) + 2 * size_of::<i16>();
        let pages = Box::new(Pages::new(file, chunk, rows, width, budget, &counts)?);
        let descriptor = chunk.column_descr_ptr();
        macro_rules! typed {
            ($type:ty) => {
                Box::new(Typed::<$type> {
                    max_definition: descriptor.max_def_level(),
                    is_repeated: descriptor.max_rep_level() > 0,
                    reader: ColumnReaderImpl::new(descriptor, pages),
                    counts: counts.clone(),
                    values: Vec::new(),
                    definitions: Vec::new(),
                    repetitions: Vec::new(),
                    value: 0,
                    level: 0,
                    levels: 0,
                    in_page: 0,
                    lost: 0,
                    is_open: false,
                    is_broken: false,
                }) as Box<dyn Column>
            };
        }
        Ok(match kind {
            Type::BOOLEAN => typed!(BoolType),
            Type::INT32 => typed!(Int32Type),
            Type::INT64 => typed!(Int64Type),
            Type::INT96 => typed!(Int96Type),
            Type::FLOAT => typed!(FloatType),
            Type::DOUBLE => typed!(DoubleType),
            Type::BYTE_ARRAY => typed!(ByteArrayType),
            Type::FIXED_LEN_BYTE_ARRAY => typed!(FixedLenByteArrayType),
        })
    };
    guarded(open)
}

/// The size of a value in memory.
fn size_of_value(kind: Type) -> usize {
    match kind {
        Type::BOOLEAN => 1,
        Type::INT32 | Type::FLOAT => 4,
        Type::INT64 | Type::DOUBLE => 8,
        Type::INT96 => 12,
        Type::BYTE_ARRAY | Type::FIXED_LEN_BYTE_ARRAY => size_of::<parquet::data_type::ByteArray>(),
    }
}

/// The maximum number of rows decoded at once.
const ROWS: usize = 1024;

struct Typed<T: Physical> {
    reader: ColumnReaderImpl<T>,
    counts: Arc<Counts>,
    max_definition: i16,
    is_repeated: bool,
    values: Vec<T::T>,
    definitions: Vec<i16>,
    repetitions: Vec<i16>,
    /// The indices of the next value and of its levels, and the number of levels.
    value: usize,
    level: usize,
    levels: usize,
    /// The number of rows left in the page.
    in_page: usize,
    /// The number of rows that are lost.
    lost: usize,
    /// Whether the value of the current row, in a column that is not repeated, was not taken yet.
    is_open: bool,
    /// Whether nothing more can be read.
    is_broken: bool,
}

impl<T: Physical> Typed<T> {
    /// Decodes the next rows, at most the rest of a page, so that each page can be freed once it
    /// was read.
    fn fetch(&mut self) -> Result<(), String> {
        self.values.clear();
        self.definitions.clear();
        self.repetitions.clear();
        (self.value, self.level, self.levels) = (0, 0, 0);
        self.counts.values.store(0, Relaxed);
        let rows = match self.is_repeated {
            true => 1,
            false => self.in_page.clamp(1, ROWS),
        };
        let before = self.in_page;
        let (records, _, levels) = guarded(|| {
            self.reader.read_records(
                rows,
                Some(&mut self.definitions),
                Some(&mut self.repetitions),
                &mut self.values,
            )
        })?;
        if before == 0 {
            self.in_page = self.counts.page.load(Relaxed);
        }
        self.in_page = self.in_page.saturating_sub(records);
        self.levels = levels;
        Ok(())
    }

    fn skip(&mut self) {
        let has_value = self.max_definition == 0
            || self.definitions.get(self.level) == Some(&self.max_definition);
        self.value += usize::from(has_value);
        self.level += 1;
        self.is_open = false;
    }
}

impl<T: Physical> Column for Typed<T> {
    fn next_row(&mut self) -> Result<Next, String> {
        if self.is_open && !self.is_repeated {
            self.skip();
        }
        if self.lost > 0 {
            self.lost -= 1;
            return Ok(Next::Lost);
        }
        if self.is_broken {
            return Ok(Next::Lost);
        }
        if self.is_repeated || self.level >= self.levels {
            if let Err(message) = self.fetch() {
                self.in_page = 0;
                // The current row is the first of the lost ones.
                match self.counts.lost.swap(0, Relaxed).checked_sub(1) {
                    Some(lost) => self.lost = lost,
                    None => self.is_broken = true,
                }
                return Err(message);
            }
            if self.levels == 0 {
                return Ok(Next::End);
            }
        }
        self.is_open = true;
        Ok(Next::Row)
    }

    fn lost(&self) -> Option<usize> {
        (!self.is_broken).then_some(self.lost + 1)
    }

    fn definition(&self) -> Option<i16> {
        match self.max_definition {
            0 => Some(0),
            _ => self.definitions.get(self.level).copied(),
        }
    }

    fn repetition(&self) -> Option<i16> {
        self.repetitions.get(self.level).copied()
    }

    fn take(&mut self) -> Option<Scalar<'_>> {
        let value = self.value;
        self.skip();
        match self.value > value {
            true => self.values.get(value).map(T::scalar),
            false => None,
        }
    }
}

/// A physical type.
trait Physical: DataType {
    fn scalar(value: &Self::T) -> Scalar<'_>;
}

macro_rules! physical {
    ($($type:ty, $value:ident => $scalar:expr;)*) => {$(
        impl Physical for $type {
            fn scalar($value: &Self::T) -> Scalar<'_> {
                $scalar
            }
        }
    )*};
}

physical! {
    BoolType, value => Scalar::Bool(*value);
    Int32Type, value => Scalar::I32(*value);
    Int64Type, value => Scalar::I64(*value);
    Int96Type, value => Scalar::I96(value.data());
    FloatType, value => Scalar::F32(*value);
    DoubleType, value => Scalar::F64(*value);
    ByteArrayType, value => Scalar::Bytes(value.data());
    FixedLenByteArrayType, value => Scalar::Bytes(value.data());
}
