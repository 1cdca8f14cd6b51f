//! Writes values of Parquet's logical types as JSON.
//!
//! No value is an error. A value that is invalid for its type, such as a time of day after
//! midnight, is written as its stored number.

use std::io::Write;

use parquet::basic::{ConvertedType, LogicalType, TimeUnit, Type as PhysicalType};
use parquet::schema::types::Type;

use super::columns::Scalar;

/// The prefix of base64 for bytes that are not UTF-8 in a column that may contain text. It
/// distinguishes the two (RFC 2397).
pub const BYTES: &str = "data:;base64,";

/// What precedes a number that JSON has not, which is `NaN`, `Infinity` or `-Infinity`, for a writer of Parquet.
pub const NUMBER: &str = "data:;number,";

/// How the values of a column are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The stored value: numbers, true, false, or bytes as UTF-8, or else as [`BYTES`] and base64.
    Plain,
    /// Text in UTF-8.
    Text,
    /// Bytes that are not text.
    Bytes,
    /// Unsigned integers, with their number of bits.
    Unsigned(u8),
    /// Days.
    Date,
    /// A time of day, with the number of digits of a second.
    Time(usize),
    /// A timestamp.
    Timestamp {
        /// The number of digits of a second: 3, 6 or 9.
        digits: usize,
        /// Whether it is a point in time; otherwise it is a local time.
        is_utc: bool,
    },
    /// A decimal number, with the number of digits after the point.
    Decimal(usize),
    /// Numbers of 16 bits.
    Half,
    /// 16 bytes, written as 32 hexadecimal digits with dashes.
    Uuid,
    /// Months, days and milliseconds.
    Interval,
}

/// Returns the representation of a column's values.
pub fn kind(of: &Type) -> Kind {
    let info = of.get_basic_info();
    let scale = || usize::try_from(of.get_scale()).unwrap_or_default();
    match info.logical_type_ref() {
        Some(LogicalType::String | LogicalType::Enum | LogicalType::Json) => return Kind::Text,
        Some(LogicalType::Date) => return Kind::Date,
        Some(LogicalType::Time(time)) => return Kind::Time(digits(&time.unit)),
        Some(LogicalType::Timestamp(time)) => {
            return Kind::Timestamp {
                digits: digits(&time.unit),
                is_utc: time.is_adjusted_to_u_t_c,
            };
        }
        Some(LogicalType::Integer(int)) if !int.is_signed => {
            return Kind::Unsigned(int.bit_width.unsigned_abs());
        }
        Some(LogicalType::Decimal(_)) => return Kind::Decimal(scale()),
        Some(LogicalType::Bson | LogicalType::Geometry(_) | LogicalType::Geography(_)) => {
            return Kind::Bytes;
        }
        Some(LogicalType::Uuid) => return Kind::Uuid,
        Some(LogicalType::Float16) => return Kind::Half,
        _ => {}
    }
    let timestamp = |digits| Kind::Timestamp {
        digits,
        is_utc: true,
    };
    match info.converted_type() {
        ConvertedType::UTF8 | ConvertedType::ENUM | ConvertedType::JSON => Kind::Text,
        ConvertedType::BSON => Kind::Bytes,
        ConvertedType::DATE => Kind::Date,
        ConvertedType::TIME_MILLIS => Kind::Time(3),
        ConvertedType::TIME_MICROS => Kind::Time(6),
        ConvertedType::TIMESTAMP_MILLIS => timestamp(3),
        ConvertedType::TIMESTAMP_MICROS => timestamp(6),
        ConvertedType::UINT_8 => Kind::Unsigned(8),
        ConvertedType::UINT_16 => Kind::Unsigned(16),
        ConvertedType::UINT_32 => Kind::Unsigned(32),
        ConvertedType::UINT_64 => Kind::Unsigned(64),
        ConvertedType::DECIMAL => Kind::Decimal(scale()),
        ConvertedType::INTERVAL => Kind::Interval,
        // INT96 stands for nanoseconds; no other use of it remains.
        _ if of.get_physical_type() == PhysicalType::INT96 => Kind::Timestamp {
            digits: 9,
            is_utc: true,
        },
        _ => Kind::Plain,
    }
}

fn digits(unit: &TimeUnit) -> usize {
    match unit {
        TimeUnit::MILLIS => 3,
        TimeUnit::MICROS => 6,
        _ => 9,
    }
}

/// Appends a value as JSON. Returns whether bytes of a text that are not UTF-8 became U+FFFD.
pub(super) fn write(out: &mut Vec<u8>, value: Scalar, kind: Kind) -> bool {
    let integer = match value {
        Scalar::I32(value) => Some(i64::from(value)),
        Scalar::I64(value) => Some(value),
        _ => None,
    };
    let written = match (kind, value) {
        (Kind::Text, Scalar::Bytes(bytes)) => return write_text(out, bytes),
        (Kind::Bytes, Scalar::Bytes(bytes)) => {
            record::write_base64(out, bytes);
            Some(())
        }
        (Kind::Unsigned(bits), Scalar::I32(value)) => {
            let mask = u32::MAX >> 32_u8.saturating_sub(bits).min(31);
            number(out, format_args!("{}", value.cast_unsigned() & mask))
        }
        (Kind::Unsigned(_), Scalar::I64(value)) => {
            number(out, format_args!("{}", value.cast_unsigned()))
        }
        (Kind::Date, _) => integer.map(|days| quoted(out, |out| write_date(out, days))),
        (Kind::Time(digits), _) => integer
            .filter(|&time| (0..DAY * power(digits)).contains(&time))
            .map(|time| quoted(out, |out| write_time(out, time, digits))),
        (Kind::Timestamp { digits, is_utc }, value) => {
            of_epoch(value, digits).map(|(days, time)| {
                quoted(out, |out| {
                    write_date(out, days);
                    out.push(b'T');
                    write_time(out, time, digits);
                    out.extend(is_utc.then_some(b'Z'));
                });
            })
        }
        (Kind::Decimal(scale), value) => decimal(value)
            .map(|(negative, digits)| quoted(out, |out| point(out, negative, &digits, scale))),
        (Kind::Half, Scalar::Bytes(&[low, high])) => {
            record::write_float(out, half(u16::from_le_bytes([low, high])));
            Some(())
        }
        (Kind::Uuid, Scalar::Bytes(bytes)) if bytes.len() == 16 => {
            quoted(out, |out| write_uuid(out, bytes));
            Some(())
        }
        (Kind::Interval, Scalar::Bytes(bytes)) if bytes.len() == 12 => {
            quoted(out, |out| write_interval(out, bytes));
            Some(())
        }
        _ => None,
    };
    if written.is_none() {
        write_plain(out, value);
    }
    false
}

fn write_plain(out: &mut Vec<u8>, value: Scalar) {
    match value {
        Scalar::Bool(value) => append(out, format_args!("{value}")),
        Scalar::I32(value) => append(out, format_args!("{value}")),
        Scalar::I64(value) => append(out, format_args!("{value}")),
        Scalar::I96(value) => append(
            out,
            format_args!("[{},{},{}]", value[0], value[1], value[2]),
        ),
        // Written in the shortest form of an `f32`: 0.1, not 0.10000000149.
        Scalar::F32(value) => {
            record::write_float(out, value.to_string().parse().unwrap_or(f64::NAN));
        }
        Scalar::F64(value) => record::write_float(out, value),
        Scalar::Bytes(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) if !text.starts_with(BYTES) => record::write_string(out, text),
            _ => {
                let from = out.len();
                record::write_base64(out, bytes);
                out.splice(from + 1..from + 1, BYTES.bytes());
            }
        },
    }
}

fn write_text(out: &mut Vec<u8>, bytes: &[u8]) -> bool {
    match simdutf8::basic::from_utf8(bytes) {
        Ok(text) => {
            record::write_string(out, text);
            false
        }
        Err(_) => {
            record::write_string(out, &String::from_utf8_lossy(bytes));
            true
        }
    }
}

fn append(out: &mut Vec<u8>, what: std::fmt::Arguments) {
    out.write_fmt(what).expect("a write to memory");
}

fn number(out: &mut Vec<u8>, what: std::fmt::Arguments) -> Option<()> {
    append(out, what);
    Some(())
}

fn quoted(out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    out.push(b'"');
    write(out);
    out.push(b'"');
}

/// The number of seconds in a day.
const DAY: i64 = 86_400;

fn power(digits: usize) -> i64 {
    10_i64.pow(digits as u32)
}

/// Splits a timestamp into the days since 1970 and the time of day.
fn of_epoch(value: Scalar, digits: usize) -> Option<(i64, i64)> {
    let unit = DAY * power(digits);
    match value {
        Scalar::I64(value) => Some((value.div_euclid(unit), value.rem_euclid(unit))),
        Scalar::I32(value) => of_epoch(Scalar::I64(value.into()), digits),
        Scalar::I96(&[low, high, day]) => {
            // Julian day 2440588 is the first of January 1970.
            let time = i64::from(low) | i64::from(high) << 32;
            let days = i64::from(day) - 2_440_588 + time.div_euclid(unit);
            Some((days, time.rem_euclid(unit)))
        }
        _ => None,
    }
}

/// Appends a date in ISO 8601, with a sign unless the year has four digits. Converts days to years
/// as in "Calendrical Calculations" (Reingold, Dershowitz), in eras of 400 years that begin in
/// March.
fn write_date(out: &mut Vec<u8>, days: i64) {
    // Days since 1 March of the year 0.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    let year = year + 400 * era + next;
    match year {
        0..10_000 => append(out, format_args!("{year:04}-{month:02}-{of_month:02}")),
        _ => append(out, format_args!("{year:+05}-{month:02}-{of_month:02}")),
    }
}

/// Appends a time of day, with three, six or nine digits of a second, or none if they are 0.
fn write_time(out: &mut Vec<u8>, time: i64, digits: usize) {
    let unit = power(digits);
    let (seconds, part) = (time / unit, time % unit);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    append(out, format_args!("{hour:02}:{minute:02}:{second:02}"));
    let (mut part, mut digits) = (part, digits);
    while part > 0 && digits > 3 && part % 1000 == 0 {
        part /= 1000;
        digits -= 3;
    }
    if part > 0 {
        append(out, format_args!(".{part:0digits$}"));
    }
}

/// The maximum size of a decimal in bytes: common programs use at most 256 bits.
const DECIMAL: usize = 32;

/// Returns the sign and the decimal digits of an integer in two's complement.
fn decimal(value: Scalar) -> Option<(bool, String)> {
    let of = |value: i64| (value < 0, value.unsigned_abs().to_string());
    match value {
        Scalar::I32(value) => Some(of(value.into())),
        Scalar::I64(value) => Some(of(value)),
        Scalar::Bytes(bytes) if (1..=DECIMAL).contains(&bytes.len()) => {
            let negative = bytes[0] >= 0x80;
            let mut magnitude = bytes.to_vec();
            if negative {
                let mut carry = true;
                for byte in magnitude.iter_mut().rev() {
                    (*byte, carry) = (!*byte).overflowing_add(u8::from(carry));
                }
            }
            // Divide by ten repeatedly.
            let mut digits = Vec::new();
            while magnitude.iter().any(|&byte| byte != 0) {
                let mut rest = 0_u32;
                for byte in &mut magnitude {
                    let part = rest << 8 | u32::from(*byte);
                    (*byte, rest) = ((part / 10) as u8, part % 10);
                }
                digits.push(char::from(b'0' + rest as u8));
            }
            if digits.is_empty() {
                digits.push('0');
            }
            Some((negative, digits.iter().rev().collect()))
        }
        _ => None,
    }
}

/// Appends digits with a point before the last `scale` digits.
fn point(out: &mut Vec<u8>, negative: bool, digits: &str, scale: usize) {
    // The scale is at most the precision, but a damaged file can contain any number.
    let scale = scale.min(4 * DECIMAL);
    let width = scale + 1;
    let padded = format!("{digits:0>width$}");
    let (whole, part) = padded.split_at(padded.len() - scale);
    let (sign, dot) = (
        if negative { "-" } else { "" },
        if scale > 0 { "." } else { "" },
    );
    append(out, format_args!("{sign}{whole}{dot}{part}"));
}

/// A number that is not finite, as JSON cannot have it.
pub(super) fn not_finite(value: &Scalar, kind: Kind) -> Option<&'static str> {
    let number = match (kind, value) {
        (Kind::Half, Scalar::Bytes(bytes)) => half(u16::from_le_bytes(bytes[..].try_into().ok()?)),
        (_, Scalar::F32(value)) => f64::from(*value),
        (_, Scalar::F64(value)) => *value,
        _ => return None,
    };
    match number {
        f64::INFINITY => Some("Infinity"),
        f64::NEG_INFINITY => Some("-Infinity"),
        _ if number.is_nan() => Some("NaN"),
        _ => None,
    }
}

/// An IEEE 754 number of 16 bits.
fn half(bits: u16) -> f64 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let fraction = f64::from(bits & 0x3FF) / 1024.0;
    match i32::from(bits >> 10 & 0x1F) {
        0 => sign * fraction * 2_f64.powi(-14),
        31 if fraction == 0.0 => sign * f64::INFINITY,
        31 => f64::NAN,
        exponent => sign * (1.0 + fraction) * 2_f64.powi(exponent - 15),
    }
}

fn write_uuid(out: &mut Vec<u8>, bytes: &[u8]) {
    for (index, byte) in bytes.iter().enumerate() {
        if [4, 6, 8, 10].contains(&index) {
            out.push(b'-');
        }
        append(out, format_args!("{byte:02x}"));
    }
}

/// Appends months, days and milliseconds as a duration of ISO 8601.
fn write_interval(out: &mut Vec<u8>, bytes: &[u8]) {
    let part = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    let (months, days, millis) = (part(0), part(4), part(8));
    append(
        out,
        format_args!("P{months}M{days}DT{}.{:03}S", millis / 1000, millis % 1000),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(value: Scalar, kind: Kind) -> String {
        let mut out = Vec::new();
        write(&mut out, value, kind);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_value_is_written_as_its_type_says() {
        let utc = |digits| Kind::Timestamp {
            digits,
            is_utc: true,
        };
        let local = Kind::Timestamp {
            digits: 3,
            is_utc: false,
        };
        let (i32, i64, bytes) = (Scalar::I32, Scalar::I64, Scalar::Bytes);
        for (value, kind, expected) in [
            (i32(0), Kind::Date, "\"1970-01-01\""),
            (i32(19_782), Kind::Date, "\"2024-02-29\""),
            (i32(-719_528), Kind::Date, "\"0000-01-01\""),
            (i32(i32::MAX), Kind::Date, "\"+5881580-07-11\""),
            (i32(-i32::MAX), Kind::Date, "\"-5877641-06-24\""),
            (i32(45_296_007), Kind::Time(3), "\"12:34:56.007\""),
            (i64(1), Kind::Time(9), "\"00:00:00.000000001\""),
            (i64(1_000), Kind::Time(9), "\"00:00:00.000001\""),
            (i64(-1), Kind::Time(6), "-1"),
            (i64(DAY * 1000), Kind::Time(3), "86400000"),
            (
                i64(1_704_164_645_678_901),
                utc(6),
                "\"2024-01-02T03:04:05.678901Z\"",
            ),
            (i64(-1), local, "\"1969-12-31T23:59:59.999\""),
            (i64(i64::MAX), utc(3), "\"+292278994-08-17T07:12:55.807Z\""),
            (i64(i64::MIN), utc(9), "\"1677-09-21T00:12:43.145224192Z\""),
            (
                Scalar::I96(&[0, 0, 2_440_588]),
                utc(9),
                "\"1970-01-01T00:00:00Z\"",
            ),
            (i32(12_345), Kind::Decimal(0), "\"12345\""),
            (i32(-5), Kind::Decimal(2), "\"-0.05\""),
            (bytes(b"\xFF\x00"), Kind::Decimal(1), "\"-25.6\""),
            (bytes(&[0; 16]), Kind::Decimal(3), "\"0.000\""),
            (bytes(b""), Kind::Decimal(3), "\"\""),
            (i32(-1), Kind::Unsigned(32), "4294967295"),
            (i32(-1), Kind::Unsigned(8), "255"),
            (i64(-1), Kind::Unsigned(64), "18446744073709551615"),
            (bytes(&[0, 0x3C]), Kind::Half, "1.0"),
            (bytes(&[0, 0x7C]), Kind::Half, "null"),
            (
                bytes(&[
                    0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255,
                ]),
                Kind::Uuid,
                "\"00112233-4455-6677-8899-aabbccddeeff\"",
            ),
            (
                bytes(&[1, 0, 0, 0, 2, 0, 0, 0, 0xBA, 0xB, 0, 0]),
                Kind::Interval,
                "\"P1M2DT3.002S\"",
            ),
            (bytes(b"\xFF"), Kind::Interval, "\"data:;base64,/w==\""),
            (bytes(b"\xFF"), Kind::Plain, "\"data:;base64,/w==\""),
            (
                bytes(b"data:;base64,"),
                Kind::Plain,
                "\"data:;base64,ZGF0YTo7YmFzZTY0LA==\"",
            ),
            (bytes(b"a\xFFb"), Kind::Text, "\"a\u{FFFD}b\""),
            (bytes(b"ab"), Kind::Bytes, "\"YWI=\""),
            (Scalar::F32(0.1), Kind::Plain, "0.1"),
            (Scalar::Bool(true), Kind::Plain, "true"),
        ] {
            assert_eq!(shown(value, kind), expected, "{value:?} {kind:?}");
        }
        let largest = [&[0x7F][..], &[0xFF; 31]].concat();
        let digits =
            "57896044618658097711785492504343953926634992332820282019728792003956564819967";
        assert_eq!(
            shown(bytes(&largest), Kind::Decimal(0)),
            format!("\"{digits}\"")
        );
    }
}
