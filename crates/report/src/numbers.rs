//! Formats numbers for people.

/// Formats an integer with thin spaces between groups of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push('\u{202F}');
        }
        grouped.push(digit);
    }
    grouped
}

/// Formats a number of bytes in the largest binary unit in which it is at least 1.
pub fn bytes(number: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = number as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    match unit {
        0 => format!("{number} B"),
        _ if value < 10.0 => format!("{value:.1} {}", UNITS[unit]),
        _ => format!("{value:.0} {}", UNITS[unit]),
    }
}

/// Formats a duration.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        _ if seconds < 10.0 => format!("{seconds:.2} s"),
        _ if seconds < 120.0 => format!("{seconds:.0} s"),
        _ => format!("{:.0} min", seconds / 60.0),
    }
}

/// Formats a share in per cent; empty if `whole` is 0.
pub fn share(part: f64, whole: f64) -> String {
    match whole > 0.0 {
        true => format!("{:.1} %", 100.0 * part / whole),
        false => String::new(),
    }
}

/// Formats a count of a tool, which is an integer or a share.
pub fn count(number: f64) -> String {
    match number.fract() == 0.0 {
        true => grouped(number as u64),
        false => format!("{number:.4}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_readable() {
        assert_eq!(grouped(1), "1");
        assert_eq!(grouped(123_456), "123\u{202F}456");
        assert_eq!(grouped(1_234_567), "1\u{202F}234\u{202F}567");
        assert_eq!(bytes(1023), "1023 B");
        assert_eq!(bytes(1536), "1.5 KiB");
        assert_eq!(bytes(300 << 20), "300 MiB");
        assert_eq!(bytes(u64::MAX), "16777216 TiB");
        assert_eq!(seconds(0.25), "0.25 s");
        assert_eq!(seconds(600.0), "10 min");
        assert_eq!(share(1.0, 8.0), "12.5 %");
        assert_eq!(share(1.0, 0.0), "");
        assert_eq!(count(0.25), "0.2500");
    }
}
