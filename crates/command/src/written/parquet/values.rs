//! Converts values of records to the form in which Parquet stores them, the inverse of the reader's
//! conversion to JSON.

use parquet::basic::Type as Physical;
use parquet::schema::types::Type;

use intake::parquet_types::{BYTES, Kind, NUMBER};
use serde_json::Value;

/// A value in its stored form.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Stored {
    Bool(bool),
    I32(i32),
    I64(i64),
    /// The nanoseconds of the day, in two words, and the Julian day.
    I96([u32; 3]),
    F32(f32),
    F64(f64),
    Bytes(Vec<u8>),
}

/// The number of seconds in a day.
const DAY: i64 = 86_400;
/// The Julian day of 1 January 1970.
const JULIAN: i64 = 2_440_588;

/// Returns the value for a column of this type; `None` if the type cannot represent it.
pub(super) fn stored(of: &Type, kind: Kind, value: Value) -> Option<Stored> {
    let physical = of.get_physical_type();
    match (kind, value) {
        (_, value) if physical == Physical::FLOAT => Some(Stored::F32(float(&value)? as f32)),
        (_, value) if physical == Physical::DOUBLE => Some(Stored::F64(float(&value)?)),
        (Kind::Text, Value::String(text)) => bytes(of, text.into_bytes()),
        (Kind::Plain, Value::String(text)) => match text.strip_prefix(BYTES) {
            Some(encoded) => bytes(of, record::read_base64(encoded)?),
            None => bytes(of, text.into_bytes()),
        },
        (Kind::Bytes, Value::String(text)) => bytes(of, record::read_base64(&text)?),
        (Kind::Half, value) => {
            half(float(&value)?).and_then(|bits| bytes(of, bits.to_le_bytes().to_vec()))
        }
        (Kind::Uuid, Value::String(text)) => bytes(of, uuid(&text)?),
        (Kind::Interval, Value::String(text)) => bytes(of, interval(&text)?),
        (Kind::Decimal(scale), Value::String(text)) => decimal(of, scale, &text),
        (Kind::Date, Value::String(text)) => integer(physical, date(&text)?),
        (Kind::Time(digits), Value::String(text)) => integer(physical, time(&text, digits)?),
        (Kind::Timestamp { digits, is_utc }, Value::String(text)) => {
            timestamp(physical, digits, is_utc, &text)
        }
        (Kind::Unsigned(bits), Value::Number(number)) => {
            let number = number
                .as_u64()
                .filter(|number| bits >= 64 || number >> bits == 0)?;
            match physical {
                Physical::INT32 => Some(Stored::I32(u32::try_from(number).ok()?.cast_signed())),
                Physical::INT64 => Some(Stored::I64(number.cast_signed())),
                _ => None,
            }
        }
        (_, Value::Bool(value)) if physical == Physical::BOOLEAN => Some(Stored::Bool(value)),
        // Also a value that its type does not provide for, such as the time of a day after midnight.
        (_, Value::Number(number)) => integer(physical, number.as_i64()?),
        _ => None,
    }
}

/// A number, which may be one that JSON has not.
pub(super) fn float(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => match text.strip_prefix(NUMBER)? {
            "NaN" => Some(f64::NAN),
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => None,
    }
}

fn integer(physical: Physical, value: i64) -> Option<Stored> {
    match physical {
        Physical::INT32 => i32::try_from(value).ok().map(Stored::I32),
        Physical::INT64 => Some(Stored::I64(value)),
        _ => None,
    }
}

fn bytes(of: &Type, bytes: Vec<u8>) -> Option<Stored> {
    let fits = match of.get_physical_type() {
        Physical::BYTE_ARRAY => true,
        Physical::FIXED_LEN_BYTE_ARRAY => length(of) == Some(bytes.len()),
        _ => false,
    };
    fits.then_some(Stored::Bytes(bytes))
}

/// Returns the length of values of fixed length.
fn length(of: &Type) -> Option<usize> {
    match of {
        Type::PrimitiveType { type_length, .. } => usize::try_from(*type_length).ok(),
        Type::GroupType { .. } => None,
    }
}

/// Returns the days since 1970 of a date, whose year may have a sign and more than four digits.
/// Calculates in eras of 400 years that begin in March, as in "Calendrical Calculations" (Reingold,
/// Dershowitz).
fn date(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let mut parts = digits.split('-').map(whole);
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let year = sign * year;
    let is_leap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
    let days = match month {
        2 => 28 + i64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if parts.next().is_some() || !(1..=days).contains(&day) {
        return None;
    }
    let year = year - i64::from(month <= 2);
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day = 365 * of_era + of_era / 4 - of_era / 100 + of_year;
    Some(era * 146_097 + day - 719_468)
}

/// Parses a number of digits only, short enough not to overflow.
fn whole(digits: &str) -> Option<i64> {
    let all =
        !digits.is_empty() && digits.len() <= 12 && digits.bytes().all(|b| b.is_ascii_digit());
    all.then(|| digits.parse().ok())?
}

/// Returns the time of day in units of 10^-`digits` seconds.
fn time(text: &str, digits: usize) -> Option<i64> {
    let (clock, part) = text.split_once('.').unwrap_or((text, ""));
    let mut parts = clock.split(':').map(whole);
    let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next()??);
    if parts.next().is_some() || hour > 23 || minute > 59 || second > 59 || part.len() > digits {
        return None;
    }
    let part = whole(&format!("{part:0<digits$}"))?;
    Some((hour * 3600 + minute * 60 + second) * power(digits) + part)
}

fn power(digits: usize) -> i64 {
    10_i64.pow(digits as u32)
}

fn timestamp(physical: Physical, digits: usize, is_utc: bool, text: &str) -> Option<Stored> {
    let local = text.strip_suffix('Z');
    if local.is_some() != is_utc {
        return None;
    }
    let (day, clock) = local.unwrap_or(text).split_once('T')?;
    let (days, time) = (date(day)?, time(clock, digits)?);
    if physical == Physical::INT96 {
        let day = u32::try_from(days + JULIAN).ok()?;
        return Some(Stored::I96([time as u32, (time >> 32) as u32, day]));
    }
    // Use 128 bits, because the first moment of the earliest day may be out of range even if the
    // time on that day is not.
    let units = i128::from(days) * i128::from(DAY * power(digits)) + i128::from(time);
    integer(physical, i64::try_from(units).ok()?)
}

/// Returns a decimal number as an integer in two's complement, without its point.
fn decimal(of: &Type, scale: usize, text: &str) -> Option<Stored> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() || part.len() > scale {
        return None;
    }
    let digits = format!("{whole}{part:0<scale$}");
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) || digits.len() > 128 {
        return None;
    }
    let sign = if negative { "-" } else { "" };
    match of.get_physical_type() {
        physical @ (Physical::INT32 | Physical::INT64) => {
            integer(physical, format!("{sign}{digits}").parse().ok()?)
        }
        Physical::FIXED_LEN_BYTE_ARRAY => {
            two_complement(&digits, negative, length(of)?).map(Stored::Bytes)
        }
        // Use the minimum number of bytes.
        Physical::BYTE_ARRAY => (1..=54)
            .find_map(|length| two_complement(&digits, negative, length))
            .map(Stored::Bytes),
        _ => None,
    }
}

/// Returns a number in `length` bytes, the most significant first; `None` if it does not fit.
fn two_complement(digits: &str, negative: bool, length: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0_u8; length];
    for digit in digits.bytes() {
        let mut carry = u32::from(digit - b'0');
        for byte in bytes.iter_mut().rev() {
            carry += u32::from(*byte) * 10;
            *byte = carry as u8;
            carry >>= 8;
        }
        if carry > 0 {
            return None;
        }
    }
    if negative {
        let mut carry = true;
        for byte in bytes.iter_mut().rev() {
            (*byte, carry) = (!*byte).overflowing_add(u8::from(carry));
        }
    }
    let is_zero = bytes.iter().all(|&byte| byte == 0);
    (is_zero || (bytes.first()? >= &0x80) == negative).then_some(bytes)
}

/// Returns the 16-bit IEEE 754 number with this value.
fn half(value: f64) -> Option<u16> {
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    let magnitude = value.abs();
    if value.is_nan() {
        return Some(0x7E00);
    }
    if magnitude.is_infinite() {
        return Some(sign | 0x7C00);
    }
    if magnitude == 0.0 {
        return Some(sign);
    }
    // The exponent of the last digit; subnormal numbers have the minimum.
    let exponent = (magnitude.log2().floor() as i32).max(-14);
    let fraction = magnitude / 2_f64.powi(exponent) * 1024.0;
    if fraction.fract() != 0.0 || exponent > 15 || fraction >= 2048.0 {
        return None;
    }
    let bits = match fraction as u16 {
        below @ 0..1024 => below,
        whole => ((exponent + 15) as u16) << 10 | (whole - 1024),
    };
    Some(sign | bits)
}

fn uuid(text: &str) -> Option<Vec<u8>> {
    let digits: String = text.split('-').collect();
    if digits.len() != 32 || !digits.is_ascii() {
        return None;
    }
    (0..16)
        .map(|at| u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).ok())
        .collect()
}

/// Parses a duration such as `P1M2DT3.004S` into months, days and milliseconds.
fn interval(text: &str) -> Option<Vec<u8>> {
    let (months, rest) = text.strip_prefix('P')?.split_once('M')?;
    let (days, rest) = rest.split_once("DT")?;
    let (seconds, millis) = rest.strip_suffix('S')?.split_once('.')?;
    let millis = whole(seconds)? * 1000 + whole(millis).filter(|_| millis.len() == 3)?;
    let parts = [whole(months)?, whole(days)?, millis];
    let mut bytes = Vec::new();
    for part in parts {
        bytes.extend(u32::try_from(part).ok()?.to_le_bytes());
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use intake::parquet_types::kind;
    use serde_json::json;

    /// Returns the value in a column whose type is written as in a message.
    fn of(column: &str, value: Value) -> Option<Stored> {
        let message = format!("message m {{ optional {column}; }}");
        let message = parquet::schema::parser::parse_message_type(&message).unwrap();
        let of = &message.get_fields()[0];
        stored(of, kind(of), value)
    }

    #[test]
    fn values_are_stored_as_their_column_says() {
        let micros = "int64 a (TIMESTAMP(MICROS,true))";
        for (column, value, expected) in [
            ("binary a (UTF8)", json!("b"), Stored::Bytes(b"b".to_vec())),
            (
                "binary a",
                json!("data:;base64,/w=="),
                Stored::Bytes(b"\xFF".to_vec()),
            ),
            ("boolean a", json!(true), Stored::Bool(true)),
            ("double a", json!(2), Stored::F64(2.0)),
            ("float a", json!(0.1), Stored::F32(0.1)),
            (
                "double a",
                json!("data:;number,-Infinity"),
                Stored::F64(f64::NEG_INFINITY),
            ),
            (
                "fixed_len_byte_array(2) a (FLOAT16)",
                json!("data:;number,Infinity"),
                Stored::Bytes(vec![0, 0x7C]),
            ),
            ("int32 a", json!(-7), Stored::I32(-7)),
            ("int32 a (DATE)", json!("1969-12-31"), Stored::I32(-1)),
            ("int32 a (DATE)", json!("2000-02-29"), Stored::I32(11_016)),
            (
                micros,
                json!("1970-01-01T00:00:01.000002Z"),
                Stored::I64(1_000_002),
            ),
            (
                micros,
                json!("1969-12-31T23:59:59.999999Z"),
                Stored::I64(-1),
            ),
            ("int64 a (UINT_64)", json!(u64::MAX), Stored::I64(-1)),
            ("int32 a (DECIMAL(9,2))", json!("-1.05"), Stored::I32(-105)),
            ("int32 a (DECIMAL(9,0))", json!("12"), Stored::I32(12)),
            (
                "int32 a (TIME(MILLIS,true))",
                json!("01:02:03.004"),
                Stored::I32(3_723_004),
            ),
        ] {
            assert_eq!(of(column, value), Some(expected), "{column}");
        }
    }

    #[test]
    fn a_value_that_its_column_cannot_hold_is_none() {
        for (column, value) in [
            ("int32 a", json!(3_000_000_000_u64)),
            ("int32 a", json!(0.5)),
            ("int32 a", json!("7")),
            ("int32 a (UINT_8)", json!(256)),
            ("boolean a", json!(1)),
            ("double a", json!("Infinity")),
            ("binary a (UTF8)", json!(1)),
            ("int32 a (DATE)", json!("2001-02-30")),
            ("int32 a (DATE)", json!("soon")),
            (
                "int64 a (TIMESTAMP(MILLIS,true))",
                json!("1970-01-01T00:00:00.0001Z"),
            ),
            ("int32 a (DECIMAL(9,2))", json!("1.055")),
            ("fixed_len_byte_array(2) a", json!("abc")),
        ] {
            assert_eq!(of(column, value.clone()), None, "{column} {value}");
        }
    }
}
