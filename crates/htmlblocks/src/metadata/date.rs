//! Parses dates in text.

/// Prefixes of the names of months in several languages, in lower case.
const MONTHS: [&[&str]; 12] = [
    &[
        "jan",
        "j\u{e4}n",
        "ene",
        "gen",
        "sty",
        "led",
        "янв",
        "oca",
        "ian",
        "sij",
        "tammi",
        "січ",
        "sau",
        "ιαν",
        "jaan",
        "janv",
        "يناير",
        "ינואר",
        "जनवरी",
        "มกราคม",
        "gener",
        "ocak",
    ],
    &[
        "feb",
        "f\u{e9}v",
        "fev",
        "lut",
        "\u{fa}no",
        "фев",
        "\u{15f}ub",
        "velj",
        "helmi",
        "лют",
        "φεβ",
        "فبراير",
        "פברואר",
        "फ़रवरी",
        "फरवरी",
        "กุมภาพันธ์",
        "şubat",
        "vasar",
    ],
    &[
        "mar",
        "m\u{e4}r",
        "mrt",
        "maart",
        "b\u{159}e",
        "мар",
        "o\u{17e}u",
        "maalis",
        "бер",
        "kov",
        "μαρ",
        "مارس",
        "מרץ",
        "मार्च",
        "มีนาคม",
        "márc",
    ],
    &[
        "apr",
        "avr",
        "abr",
        "kwi",
        "dub",
        "апр",
        "nis",
        "tra",
        "huhti",
        "квіт",
        "bal",
        "απρ",
        "ápr",
        "أبريل",
        "ابريل",
        "אפריל",
        "अप्रैल",
        "เมษายน",
    ],
    &[
        "may",
        "mai",
        "mei",
        "mag",
        "maj",
        "maio",
        "kv\u{11b}",
        "мая",
        "май",
        "svi",
        "touko",
        "трав",
        "geg",
        "μαΐ",
        "μαϊ",
        "μάι",
        "máj",
        "maig",
        "مايو",
        "מאי",
        "मई",
        "พฤษภาคม",
        "mayıs",
    ],
    &[
        "jun",
        "jui\u{6e}",
        "giu",
        "cze",
        "\u{10d}erven",
        "\u{10d}erv",
        "июн",
        "haz",
        "lip",
        "kes\u{e4}",
        "черв",
        "birž",
        "ιουν",
        "jún",
        "يونيو",
        "יוני",
        "जून",
        "มิถุนายน",
    ],
    &[
        "jul",
        "juil",
        "lug",
        "lipc",
        "\u{10d}ervenec",
        "июл",
        "tem",
        "srp",
        "hein\u{e4}",
        "лип",
        "liep",
        "ιουλ",
        "júl",
        "يوليو",
        "יולי",
        "जुलाई",
        "กรกฎาคม",
    ],
    &[
        "aug",
        "ao\u{fb}",
        "aou",
        "ago",
        "agu",
        "sie",
        "srpen",
        "srpn",
        "авг",
        "a\u{11f}u",
        "kol",
        "elo",
        "серп",
        "rugp",
        "αυγ",
        "أغسطس",
        "אוגוסט",
        "अगस्त",
        "สิงหาคม",
    ],
    &[
        "sep",
        "set",
        "wrz",
        "z\u{e1}\u{159}",
        "сен",
        "eyl",
        "ruj",
        "syys",
        "вер",
        "rugs",
        "σεπ",
        "szept",
        "سبتمبر",
        "ספטמבר",
        "सितंबर",
        "सितम्बर",
        "กันยายน",
    ],
    &[
        "oct",
        "okt",
        "out",
        "ott",
        "pa\u{17a}",
        "\u{159}\u{ed}j",
        "окт",
        "eki",
        "lis",
        "loka",
        "жовт",
        "spal",
        "οκτ",
        "أكتوبر",
        "אוקטובר",
        "अक्टूबर",
        "ตุลาคม",
    ],
    &[
        "nov",
        "lis",
        "noy",
        "ноя",
        "kas",
        "stu",
        "marras",
        "лист",
        "lapkr",
        "νοε",
        "نوفمبر",
        "נובמבר",
        "नवंबर",
        "พฤศจิกายน",
    ],
    &[
        "dec",
        "dez",
        "d\u{e9}c",
        "dic",
        "gru",
        "pro",
        "дек",
        "ara",
        "joulu",
        "груд",
        "gruod",
        "δεκ",
        "ديسمبر",
        "דצמבר",
        "दिसंबर",
        "ธันวาคม",
        "des",
    ],
];

/// Returns the first date in a text, as YYYY-MM-DD. With `month_first`, the month of `03/04/2020`
/// is the first number, if that is possible.
pub fn parse(text: &str, month_first: bool) -> Option<String> {
    let words = words(text);
    let number = |at: usize| match words.get(at) {
        Some(Word::Number(value, digits)) => Some((*value, *digits)),
        _ => None,
    };
    let letters = |at: usize| match words.get(at) {
        Some(Word::Letters(word)) => Some(*word),
        _ => None,
    };
    for at in 0..words.len() {
        if let Some((value, digits)) = number(at) {
            if digits == 8
                && let Some(found) = date(value / 10000, value / 100 % 100, value % 100)
            {
                return Some(found);
            }
            if digits == 4 {
                // 2020-05-06, 2020年5月6日, 2020 May 6.
                let skip = usize::from(letters(at + 1).is_some_and(is_unit));
                if let Some((month, ..=2)) = number(at + 1 + skip) {
                    let skip = skip + usize::from(letters(at + 2 + skip).is_some_and(is_unit));
                    if let Some((day, digits)) = number(at + 2 + skip)
                        && digits <= 2
                        && let Some(found) = date(value, month, day)
                    {
                        return Some(found);
                    }
                }
                // 2024 m. gegužės 3 d.
                let skip = usize::from(letters(at + 1).is_some_and(|word| word == "m"));
                if let (Some(name), Some((day, ..=2))) =
                    (letters(at + 1 + skip), number(at + 2 + skip))
                    && let Some(found) = named(value, name, day)
                {
                    return Some(found);
                }
            }
            if digits <= 2 {
                // Ngày 3 tháng 5 năm 2024.
                if let (Some("tháng"), Some((month, ..=2)), Some("năm"), Some((year, 4))) = (
                    letters(at + 1),
                    number(at + 2),
                    letters(at + 3),
                    number(at + 4),
                ) && let Some(found) = date(year, month, value)
                {
                    return Some(found);
                }
                // 6 May 2020, 6th of May 2020, 6 de mayo de 2020.
                let small = |at: usize| letters(at).is_some_and(|word| word.chars().count() <= 2);
                let mut next = at + 1;
                while next < at + 3 && small(next) {
                    next += 1;
                }
                if let Some(name) = letters(next) {
                    let year = next + 1 + usize::from(small(next + 1));
                    if let Some((year, 4)) = number(year)
                        && let Some(found) = named(year, name, value)
                    {
                        return Some(found);
                    }
                }
                // 6.5.2020, 5/6/2020.
                if let (Some((second, ..=2)), Some((year, 4))) = (number(at + 1), number(at + 2)) {
                    let dotted = text.contains(&format!("{second}.{year}"))
                        || text.contains(&format!("{second:02}.{year}"));
                    let found = match month_first && !dotted {
                        true => date(year, value, second).or_else(|| date(year, second, value)),
                        false => date(year, second, value).or_else(|| date(year, value, second)),
                    };
                    if found.is_some() {
                        return found;
                    }
                }
            }
        } else if let Some(name) = letters(at)
            && let Some((day, ..=2)) = number(at + 1)
        {
            // May 6, 2020; May 6th, 2020.
            let skip = usize::from(
                letters(at + 2).is_some_and(|word| matches!(word, "st" | "nd" | "rd" | "th")),
            );
            if let Some((year, 4)) = number(at + 2 + skip)
                && let Some(found) = named(year, name, day)
            {
                return Some(found);
            }
        }
    }
    None
}

enum Word<'t> {
    /// A number with its number of digits.
    Number(u32, usize),
    Letters(&'t str),
}

/// The greatest number of words that are searched.
const MAX_WORDS: usize = 60;

fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(char::is_alphanumeric) {
        if words.len() == MAX_WORDS {
            break;
        }
        rest = &rest[start..];
        let is_digit = rest.starts_with(|first: char| first.is_ascii_digit());
        let goes_on =
            |character: char| character.is_alphanumeric() && character.is_ascii_digit() == is_digit;
        let end = rest
            .find(|character| !goes_on(character))
            .unwrap_or(rest.len());
        words.push(match is_digit {
            true => Word::Number(rest[..end].parse().unwrap_or(u32::MAX), end),
            false => Word::Letters(&rest[..end]),
        });
        rest = &rest[end..];
    }
    words
}

/// Whether a word means year, month or day in Chinese, Japanese or Korean.
fn is_unit(word: &str) -> bool {
    matches!(
        word,
        "\u{5e74}" | "\u{6708}" | "\u{65e5}" | "\u{b144}" | "\u{c6d4}" | "\u{c77c}"
    )
}

fn named(year: u32, name: &str, day: u32) -> Option<String> {
    let name = name.to_lowercase();
    // In Hebrew, the name of the month may begin with a preposition.
    let name = name.strip_prefix('ב').unwrap_or(&name);
    // The longest prefix decides: lis is November in Polish and October in Croatian.
    let lengths = MONTHS.iter().map(|names| {
        let fitting = names.iter().filter(|begin| name.starts_with(**begin));
        fitting.map(|begin| begin.len()).max().unwrap_or(0)
    });
    let (month, length) = (1..)
        .zip(lengths)
        .max_by_key(|(month, length)| (*length, *month))?;
    if length == 0 {
        None
    } else {
        date(year, month, day)
    }
}

/// Whether two dates, YYYY-MM-DD, are at most one day apart.
pub fn are_near(a: &str, b: &str) -> bool {
    let days = |date: &str| -> Option<i64> {
        let mut parts = date.split('-').map(|part| part.parse::<i64>().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        // Years begin in March, so that a leap day is the last day of its year.
        let (year, month) = match month {
            ..=2 => (year - 1, month + 9),
            _ => (year, month - 3),
        };
        Some(365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day)
    };
    days(a)
        .zip(days(b))
        .is_some_and(|(a, b)| (a - b).abs() <= 1)
}

/// Whether the time zone of a timestamp is universal time: `Z`, `+00:00`. `None` if it has no time zone.
pub fn is_universal(text: &str) -> Option<bool> {
    let (_, time) = text.trim().split_once('T')?;
    let zone = &time[time.find(['Z', '+', '-'])?..];
    Some(zone.bytes().all(|byte| b"Z+-:0".contains(&byte)))
}

/// Whether two dates, YYYY-MM-DD, differ only by an exchange of month and day.
pub fn is_swapped(a: &str, b: &str) -> bool {
    let parts = |date: &str| -> Option<[String; 3]> {
        let parts: Vec<String> = date.split('-').map(str::to_owned).collect();
        parts.try_into().ok()
    };
    match (parts(a), parts(b)) {
        (Some([year, month, day]), Some(other)) => [year, day, month] == other,
        _ => false,
    }
}

fn date(year: u32, month: u32, day: u32) -> Option<String> {
    // The Buddhist era of Thailand is 543 years ahead.
    let year = if (2533..=2643).contains(&year) {
        year - 543
    } else {
        year
    };
    let fits =
        (1990..=2100).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    fits.then(|| format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_days_are_near() {
        assert!(are_near("2024-02-29", "2024-03-01") && are_near("2023-12-31", "2024-01-01"));
        assert!(!are_near("2023-02-28", "2023-03-02") && !are_near("", "2024-01-01"));
        assert!(are_near("2024-05-06", "2024-05-06"));
    }

    #[test]
    fn time_zones_are_read() {
        for text in ["2024-05-06T10:11:12Z", "2024-05-06T10:11:12.000+0000"] {
            assert_eq!(is_universal(text), Some(true), "{text}");
        }
        assert_eq!(is_universal("2024-05-06T10:11:12-08:00"), Some(false));
        for text in ["2024-05-06", "2024-05-06T10:11:12", "Monday", ""] {
            assert_eq!(is_universal(text), None, "{text}");
        }
    }

    #[test]
    fn day_and_month_may_be_swapped() {
        assert!(is_swapped("2024-09-10", "2024-10-09"));
        assert!(!is_swapped("2024-09-10", "2023-10-09") && !is_swapped("", "2024-10-09"));
    }

    #[test]
    fn dates_are_found_in_what_pages_write() {
        for (text, month_first) in [
            ("2020-05-06T10:11:12+02:00", true),
            ("20200506", true),
            ("Published May 6, 2020 at 8:30", true),
            ("6th of May 2020", true),
            ("Mittwoch, 6. Mai 2020", false),
            ("6 de mayo de 2020", false),
            ("le 6 mai 2020", false),
            ("5/6/2020", true),
            ("06.05.2020", true),
            ("6/5/2020", false),
            ("2020\u{5e74}5\u{6708}6\u{65e5}", false),
            ("2020\u{b144} 5\u{c6d4} 6\u{c77c}", false),
            ("6 мая 2020 г.", false),
            ("in 12 minutes, on May 6th, 2020", true),
        ] {
            assert_eq!(
                parse(text, month_first).as_deref(),
                Some("2020-05-06"),
                "{text}"
            );
        }
        for text in [
            "",
            "12 minutes",
            "May 2020",
            "13/14/2020",
            "1234-05-06",
            "room 99999999",
            "6 bananas 2020",
        ] {
            assert_eq!(parse(text, true), None, "{text}");
        }
        for text in [
            "3 травня 2024",
            "3 Μαΐου 2024",
            "2024. május 3.",
            "3. svibnja 2024.",
            "3 май 2024",
            "Ngày 3 tháng 5 năm 2024",
            "Jumat, 3 Mei 2024",
            "3 مايو 2024",
            "3 במאי 2024",
            "3 de maig de 2024",
            "2024 m. gegužės 3 d.",
            "3 พฤษภาคม 2567",
        ] {
            assert_eq!(parse(text, false).as_deref(), Some("2024-05-03"), "{text}");
        }
        assert_eq!(parse("3 lipca 2021", false).as_deref(), Some("2021-07-03"));
    }
}
