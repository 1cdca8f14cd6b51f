//! Parses dates as programs and people write them.

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime};

/// Formats with a time and a zone.
const ZONED: [&str; 3] = [
    "%Y-%m-%dT%H:%M:%S%.f%#z",
    "%Y-%m-%d %H:%M:%S%.f%#z",
    "%a %b %e %H:%M:%S %z %Y",
];

/// Formats with a time, which is taken as UTC.
const TIMES: [&str; 6] = [
    "%Y-%m-%dT%H:%M:%S%.f",
    "%Y-%m-%d %H:%M:%S%.f",
    "%Y/%m/%d %H:%M:%S%.f",
    "%Y-%m-%dT%H:%M",
    "%Y-%m-%d %H:%M",
    "%a %b %e %H:%M:%S %Y",
];

/// Formats of days. Months are English names, complete or with three letters. A numeric day before
/// a numeric month must be separated by a full stop, because with a slash the order depends on the
/// country.
const DAYS: [&str; 13] = [
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%d.%m.%Y",
    "%d %B %Y",
    "%d-%B-%Y",
    "%B %d, %Y",
    "%B %d %Y",
    "%a %B %d %Y",
    "%A, %d %B %Y",
    "%A, %B %d, %Y",
    "%G-W%V-%u",
    "%Y年%m月%d日",
];

/// Parses a date and returns the seconds since 1970. Accepts
/// - RFC 3339 and similar formats (`2026-11-28`, `2026-11-28 07:00 UTC`, `2026-W48-6`) and RFC
///   2822;
/// - the digits of web archives, and the output of `date`;
/// - days with English month names, and years;
/// - the number of seconds, milliseconds, microseconds or nanoseconds since 1970.
///
/// Returns `None` for anything else, such as `03/12/2024`, whose day is ambiguous, and two-digit
/// years.
pub(crate) fn seconds(value: &str) -> Option<f64> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        return of_digits(value);
    }
    // A wrong day of the week is ignored: the date says which day it is.
    let after_weekday = value.split_once(", ").map_or(value, |(_, date)| date);
    let zoned = DateTime::parse_from_rfc3339(value)
        .or_else(|_| DateTime::parse_from_rfc2822(after_weekday))
        .ok()
        .or_else(|| first(&ZONED, |form| DateTime::parse_from_str(value, form).ok()));
    if let Some(date) = zoned {
        return has_whole_year(&date).then(|| date.timestamp_micros() as f64 / 1e6);
    }
    // A time without a zone is taken as UTC.
    let plain = value.replace(" UTC", "").replace(" GMT", "");
    let plain = plain.strip_suffix('Z').unwrap_or(&plain);
    let time = first(&TIMES, |form| {
        NaiveDateTime::parse_from_str(plain, form).ok()
    });
    if let Some(date) = time {
        return has_whole_year(&date).then(|| date.and_utc().timestamp_micros() as f64 / 1e6);
    }
    let month = format!("{plain}-01");
    let day = first(&DAYS, |form| NaiveDate::parse_from_str(plain, form).ok())
        .or_else(|| NaiveDate::parse_from_str(&month, "%Y-%m-%d").ok());
    match day {
        Some(day) => midnight(day),
        None => value
            .parse()
            .ok()
            .filter(|seconds: &f64| seconds.is_finite()),
    }
}

fn first<T>(forms: &[&str], parse: impl Fn(&str) -> Option<T>) -> Option<T> {
    forms.iter().find_map(|form| parse(form))
}

/// Whether a year has four digits, because `24` does not mean the year 24.
fn has_whole_year(date: &impl Datelike) -> bool {
    (1000..=9999).contains(&date.year())
}

fn midnight(day: NaiveDate) -> Option<f64> {
    let start = day.and_hms_opt(0, 0, 0)?;
    has_whole_year(&day).then(|| start.and_utc().timestamp() as f64)
}

/// Parses a date of digits only. Their number determines the format. If they are not a date, up to
/// 11 digits are seconds.
fn of_digits(digits: &str) -> Option<f64> {
    let day = |digits: String| NaiveDate::parse_from_str(&digits, "%Y%m%d").ok();
    let time = |digits: String| {
        let date = NaiveDateTime::parse_from_str(&digits, "%Y%m%d%H%M%S").ok()?;
        Some(date.and_utc().timestamp() as f64)
    };
    let seconds = || digits.parse::<f64>().ok();
    match digits.len() {
        4 => midnight(day(format!("{digits}0101"))?),
        6 => day(format!("{digits}01")).map_or_else(seconds, midnight),
        8 => day(digits.to_owned()).map_or_else(seconds, midnight),
        ..=11 => seconds(),
        12 => time(format!("{digits}00")),
        13 => seconds().map(|number| number / 1e3),
        // A timestamp of a web archive; milliseconds are ignored.
        14 | 17 => time(digits[..14].to_owned()),
        16 => seconds().map(|number| number / 1e6),
        19 => seconds().map(|number| number / 1e9),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_many_forms_are_in_one_order() {
        let dates = [
            "86400",
            "1999",
            "200101",
            "2001-02",
            "2001-02-03",
            "2001-02-03 04:05 UTC",
            "2001-02-03 04:05:06",
            "2001-02-03T04:05:06.5Z",
            "20010203040507",
            "Mon, 03 Feb 2001 04:05:08 +0000",
            "2001-02-03T03:05:09-01:00",
            "2001-02-03T03:05:10-0100",
            "2001-02-03 03:05:11-01",
            "Sat Feb  3 04:05:12 2001",
            "Sat Feb  3 04:05:13 UTC 2001",
            "200102030406",
            "4 February 2001",
            "Feb 5, 2001",
            "Tue Feb 6 2001",
            "7.2.2001",
            "8-Feb-2001",
            "2001-W06-5",
            "2001年2月10日",
            "Sunday, February 11, 2001",
            "2001/02/12",
            "20010213",
            "1000000000",
            "1000000001000",
            "1000000002000000",
        ];
        let seconds: Vec<f64> = (dates.iter())
            .map(|date| seconds(date).unwrap_or_else(|| panic!("{date}")))
            .collect();
        for (pair, names) in seconds.windows(2).zip(dates.windows(2)) {
            assert!(pair[0] < pair[1], "{names:?}: {pair:?}");
        }
    }

    #[test]
    fn what_is_not_certain_is_not_a_date() {
        for text in [
            "",
            "yesterday",
            "03/12/2024",
            "24-03-12",
            "3/12/24",
            "2024-02-30",
            "2024-13",
            "0000",
            "NaN",
            "inf",
            "202402301200",
            "123456789012345678",
        ] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }
}
