//! Parses dates in text.

use std::borrow::Cow;

/// Prefixes of the names of months, in lower case.
const MONTHS: [&str; 12] = [
    "jan urtarril ean იან հունվ jän ene gen sty led oca ian sij tammi sau jaan xan gener ocak ιαν янв яну січ јан ינואר يناير \
     جانفي ژانویه جنوری जनवरी জানু มกราคม มค ionaw yanv ýanw ינו जन հնվ қаң ஜன జన ജനു ಜನ जाने જાન્યુ ਜਨ មករា ဇန် ጃን сту ଜାନୁଆରୀ \
     جنوري יאַנ",
    "feb otsail feabh თებ փետ fév fev lut úno şub velj helmi veeb vasar φεβ фев лют פברואר فبراير فيفري شباط فوریه فروری फ़रवरी \
     फरवरी ফেব্রু กุมภาพันธ์ กพ chwef shku fewr frar pebr פבר फ़र ফেব феб փտվ ақп பிப் ఫిబ్ర ഫെബ്രു ಫೆಬ್ರ फेब्रु ફેબ્રુ ਫ਼ਰ \
     កុម្ភៈ ဖေ ፌብ ଫେବୃଆରୀ فبروري فېبروري فيبروري פֿעב",
    "mar martxo მარ մարտ mär mrt mrz maerz márt maart bře ožu maalis kov mac márc μαρ мар бер מרץ מרס مارس آذار مارچ मार्च মার্চ \
     มีนาคม มีค mawrth mäer μάρ մրտ нау மார் మార్చి മാർ ಮಾರ್ಚ್ માર્ચ ਮਾਰਚ មីនា မတ် ማርች сак মাৰ্চ ମାର୍ଚ୍ଚ מערץ",
    "apr apiril aib აპრ ապր avr abr kwi dub nis tra huhti bal ápr απρ апр квіт אפריל أبريل ابريل إبريل أفريل نيسان آوریل اپریل \
     अप्रैल এপ্রিল เมษายน เมย ebrill prill אפר এপ্রি сәу ஏப் ఏప్రి ഏപ്രി ಏಪ್ರಿ एप्रि એપ્રિલ ਅਪ੍ਰੈ अप्रिल មេសា ဧပြီ ኤፕሪ кра \
     এপ্ৰিল ଅପ୍ରେଲ اپريل אַפּר",
    "may maiatz beal მაი մայ mai mei mag maj maio kvě svi touko geg máj maig maí μαΐ μαϊ μάι май мая мај трав מאי مايو أيار مه \
     می مئی मई মে พฤษภาคม พค mejj մյս мам மே మే മേയ് ಮೇ मे મે ਮਈ ឧសភា မေ ሜይ ମଇ مۍ مئي מיי",
    "jun ekain meith ივნ հունիս juin giu cze červen červ haz lip kesä birž jún jūn iun juun xuñ ιουν июн юни јун черв יוני يونيو \
     حزيران جوان ژوئن جون जून জুন มิถุนายน มิย mehef qers iyun iýun ġunj huny ιούν հնս мау ஜூன் జూన్ ജൂൺ ಜೂನ್ જૂન ਜੂਨ जुन មិថុនា \
     ဇွန် ጁን чэр ଜୁନ",
    "jul uztail iúil ივლ հուլ juil lug lipc červenec tem srp heinä liep júl jūl iul juul xul ιουλ июл юли јул лип יולי يوليو \
     تموز جويلية ژوئیه جولائی जुलाई জুলাই กรกฎาคม กค červenc srpnj gorff korrik iyul iýul lulj huly ιούλ जुल জুল հլս шіл ஜூலை \
     జులై ജൂലൈ ಜುಲೈ જુલાઈ ਜੁਲਾ កក្កដា ဇူ ጁላይ ліп ଜୁଲାଇ جولای جولاءِ",
    "aug abuztu lún აგვ օգոս aoû aou ago agu sie srpen srpn ağu kol elo rugp avg ágú ogo αυγ авг серп אוגוסט أغسطس اغسطس أوت اوت \
     اگست अगस्त আগস্ট สิงหาคม สค awst gusht avqu awgu awwi αύγ אוג अग আগ օգս там ஆக ఆగ ഓഗ ಆಗ ऑग ઑગસ્ટ ਅਗ សីហា ဩဂုတ် ኦገስ жні \
     ଅଗଷ୍ଟ اګست آگسٽ אויג",
    "sep irail სექ սեպ set wrz zář eyl ruj syys rugs szept σεπ сен сеп вер ספטמבר سبتمبر أيلول سپتامبر ستمبر सितंबर सितम्बर \
     সেপ্টে กันยายน กย shta sentab sentya sentýa ספט सित সেপ қыр செப் సెప్టెం സെപ്റ്റം ಸೆಪ್ಟೆಂ सप्टें સપ્ટે ਸਤੰ सेप्टेम्बर កញ្ញា \
     စက် ሴፕቴ ছেপ্তে ସେପ୍ଟେମ୍ବର سپتمبر سېپتمبر سيپٽمبر סעפּ",
    "oct urri ოქტ հոկ okt out ott paź říj eki lis loka spal οκτ окт жовт אוקטובר أكتوبر اكتوبر اکتبر اکتوبر अक्टूबर অক্টো ตุลาคม \
     ตค hydref tetor אוק अक्टू қаз அக் అక్టో ഒക്ടോ ಅಕ್ಟೋ ऑक्टो ઑક્ટો ਅਕਤੂ अक्टोबर តុលា အောက် ኦክቶ кас ଅକ୍ଟୋବର آڪٽوبر אקט",
    "nov azaro samh ნოე նոյ lis noy kas stu marras lapkr noi νοε ноя ное нов лист נובמבר نوفمبر نوامبر نومبر नवंबर नवम्बर নভে \
     พฤศจิกายน พย tachw nënt noýa noby νοέ נוב नव қар நவ నవం നവം ನವೆಂ नोव्हें નવે ਨਵੰ नोभेम्बर វិច្ឆិកា နို ኖቬም ліс নৱে ନଭେମ୍ବର \
     נאוו",
    "dec abendu noll დეკ դեկ dez déc dic gru pro ara joulu gruod des det dis δεκ дек дец груд דצמבר ديسمبر دسامبر دسمبر दिसंबर \
     दिसम्बर ডিসে ธันวาคม ธค rhagf dhje dekab diċe דצמ दिस жел டிச டிசெம் డిసెం ഡിസം ಡಿಸೆಂ डिसें ડિસે ਦਸੰ डिसेम्बर ធ្នូ ဒီ ዲሴም \
     сне ডিচে ଡିସେମ୍ବର ڊسمبر דעצ",
];

/// Prefixes that mean another month in one language than in others, with that month.
const MONTHS_OF_LANGUAGES: [(&str, &str, u32); 3] =
    [("cs", "srp", 8), ("hr", "lis", 10), ("pl", "lip", 7)];

/// The months of the Persian calendar.
const PERSIAN_MONTHS: [&str; 12] = [
    "فروردین",
    "اردیبهشت",
    "خرداد",
    "تیر",
    "مرداد",
    "شهریور",
    "مهر",
    "آبان",
    "آذر",
    "دی",
    "بهمن",
    "اسفند",
];

/// Eras that count years from their beginning, with the year before the first one.
const ERAS: [(&str, u32); 5] = [
    ("令和", 2018),
    ("平成", 1988),
    ("昭和", 1925),
    ("民國", 1911),
    ("民国", 1911),
];

/// The years of dates. Later ones are errors; the clock is not asked, so that a page has the same date on any day.
const YEARS: std::ops::RangeInclusive<u32> = 1990..=2040;
/// The same years of the Buddhist era of Thailand, which are 543 years ahead.
const BUDDHIST_YEARS: std::ops::RangeInclusive<u32> = 2533..=2583;
/// The same years of the Persian calendar, except the last, with which the Islamic years from 1990 on begin. These are
/// not converted, since their months depend on the place.
const PERSIAN_YEARS: std::ops::RangeInclusive<u32> = 1368..=1409;

/// Returns the date that data declare: like [`parse`], also in a number without separators, such as `20200506101112`,
/// or the seconds or milliseconds since 1970.
pub fn parse_declared(text: &str, language: &str) -> Option<String> {
    let number = text.trim();
    let digits = match number.bytes().all(|byte| byte.is_ascii_digit()) {
        true => number.len(),
        false => 0,
    };
    match digits {
        10 | 13 => {
            let seconds: i64 = number[..10].parse().ok()?;
            let (year, month, day) = of_days(seconds / (24 * 60 * 60) + days(1970, 1, 1));
            date(year, month, day)
        }
        12 | 14 => parse(&number[..8], language),
        _ => parse(text, language),
    }
}

/// Returns the first date in a text of a language, as YYYY-MM-DD. The language decides on the order of `03/04/2020`, if both are possible,
/// and on names that are those of two months.
pub fn parse(text: &str, language: &str) -> Option<String> {
    // Most texts have none.
    if !has_digit(text) {
        return None;
    }
    let text = &*ascii_digits(text);
    let text = &*without_thai_points(text);
    let words = Words {
        text,
        words: words(text),
        language,
    };
    (0..words.words.len()).find_map(|at| words.date(at))
}

/// The words of a text that may have a date.
struct Words<'t> {
    text: &'t str,
    words: Vec<Word<'t>>,
    language: &'t str,
}

impl<'t> Words<'t> {
    fn number(&self, at: usize) -> Option<(u32, usize)> {
        match self.words.get(at) {
            Some(Word::Number(value, digits)) => Some((*value, *digits)),
            _ => None,
        }
    }

    /// Returns a number of at most two digits: a day or a month.
    fn small(&self, at: usize) -> Option<u32> {
        let number = self.number(at).filter(|(_, digits)| *digits <= 2);
        number.map(|(value, _)| value)
    }

    fn year(&self, at: usize) -> Option<u32> {
        let number = self.number(at).filter(|(_, digits)| *digits == 4);
        number.map(|(value, _)| value)
    }

    fn letters(&self, at: usize) -> Option<&'t str> {
        match self.words.get(at) {
            Some(Word::Letters(word)) => Some(*word),
            _ => None,
        }
    }

    /// Returns 1 if a word fits, so that it can be passed over, else 0.
    fn skip(&self, at: usize, fits: impl Fn(&str) -> bool) -> usize {
        usize::from(self.letters(at).is_some_and(fits))
    }

    /// Returns the date that begins at a word.
    fn date(&self, at: usize) -> Option<String> {
        let Some((value, digits)) = self.number(at) else {
            return self.of_first_year(at).or_else(|| self.of_month(at));
        };
        match digits {
            8 => date(value / 10000, value / 100 % 100, value % 100),
            4 => self.of_year(at, value),
            ..=2 => self.of_era(at, value).or_else(|| self.of_day(at, value)),
            3 => self.of_era(at, value),
            _ => None,
        }
    }

    fn of_year(&self, at: usize, year: u32) -> Option<String> {
        // 2020-05-06, 2020年5月6日.
        let numbers = || {
            let month_at = at + 1 + self.skip(at + 1, is_unit);
            let day_at = month_at + 1 + self.skip(month_at + 1, is_unit);
            date(year, self.small(month_at)?, self.small(day_at)?)
        };
        // 2024. gada 3. maijs; 2024 ж. 3 мамыр.
        let latvian = || {
            let is_year = |word: &str| matches!(word, "gada" | "ж");
            let day = (self.small(at + 2)).filter(|_| self.skip(at + 1, is_year) > 0)?;
            self.named(year, self.letters(at + 3)?, day)
        };
        // 2020 May 6; 2024 m. gegužės 3 d.; 2024ko maiatzaren 3a; 2024(e)ko maiatzaren 3(a).
        let name = || {
            let first = self.skip(at + 1, |word| matches!(word, "m" | "ko" | "e" | "թ"));
            let month_at = at + 1 + first + self.skip(at + 1 + first, |word| word == "ko");
            self.named(year, self.letters(month_at)?, self.small(month_at + 1)?)
        };
        numbers().or_else(latvian).or_else(name)
    }

    /// A year of an era, which is named before it.
    fn of_era(&self, at: usize, value: u32) -> Option<String> {
        let year = year_of_era(self.letters(at.checked_sub(1)?)?, value)?;
        date(year, self.small(at + 2)?, self.small(at + 4)?)
    }

    /// The first year of an era.
    fn of_first_year(&self, at: usize) -> Option<String> {
        let year = first_year_of_era(self.letters(at)?)?;
        date(year, self.small(at + 1)?, self.small(at + 3)?)
    }

    fn of_day(&self, at: usize, value: u32) -> Option<String> {
        // Ngày 3 tháng 5 năm 2024; 3 tháng 5, 2024.
        let vietnamese = || {
            let month = self
                .small(at + 2)
                .filter(|_| matches!(self.letters(at + 1), Some("tháng" | "thg")))?;
            date(
                self.year(at + 3 + self.skip(at + 3, |word| word == "năm"))?,
                month,
                value,
            )
        };
        // 6 May 2020, 6th of May 2020, 6 de mayo de 2020.
        let name = || {
            let is_short =
                |word: &str| (word.chars().count() <= 2 || word == "del") && !is_month(word);
            let first = self.skip(at + 1, is_short);
            let second = if first > 0 {
                self.skip(at + 2, is_short)
            } else {
                0
            };
            let month_at = at + 1 + first + second;
            let name = self.letters(month_at)?;
            let year = self.year(month_at + 1 + self.skip(month_at + 1, is_short))?;
            self.named(year, name, value)
        };
        // 6.5.2020, 5/6/2020.
        let numbers = || {
            let (second, year) = (self.small(at + 1)?, self.year(at + 2));
            let Some(year) = year else {
                return self.of_short_year(at, value, second);
            };
            let dotted = self.text.contains(&format!("{second}.{year}"))
                || self.text.contains(&format!("{second:02}.{year}"));
            match is_month_first(self.language) && !dotted {
                true => date(year, value, second).or_else(|| date(year, second, value)),
                false => date(year, second, value).or_else(|| date(year, value, second)),
            }
        };
        vietnamese().or_else(name).or_else(numbers)
    }

    /// 06.05.20, with two digits each.
    fn of_short_year(&self, at: usize, day: u32, month: u32) -> Option<String> {
        let year = self.small(at + 2)?;
        if at
            .checked_sub(1)
            .is_some_and(|before| self.skip(before, is_version) > 0)
        {
            return None;
        }
        let is_it = self
            .text
            .contains(&format!("{day:02}.{month:02}.{year:02}"));
        date(if year < 90 { 2000 } else { 1900 } + year, month, day).filter(|_| is_it)
    }

    fn named(&self, year: u32, name: &str, day: u32) -> Option<String> {
        if PERSIAN_YEARS.contains(&year) {
            let month = PERSIAN_MONTHS.iter().position(|known| *known == name)?;
            return date(year, month as u32 + 1, day);
        }
        date(year, month(name, self.language)?, day)
    }

    /// May 6, 2020; May 6th, 2020.
    fn of_month(&self, at: usize) -> Option<String> {
        let (name, day) = (self.letters(at)?, self.small(at + 1)?);
        let is_ordinal = |word: &str| matches!(word, "st" | "nd" | "rd" | "th");
        self.named(
            self.year(at + 2 + self.skip(at + 2, is_ordinal))?,
            name,
            day,
        )
    }
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
        let goes_on = |character: char| {
            (character.is_alphanumeric() || is_mark(character))
                && character.is_ascii_digit() == is_digit
        };
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

/// Whether a character is within words, although it does not count as alphabetic: a sign of the scripts from Devanagari to Burmese, and of
/// Khmer, that is no punctuation.
fn is_mark(character: char) -> bool {
    let is_sign = matches!(character, '\u{900}'..='\u{103e}' | '\u{17b4}'..='\u{17d3}');
    is_sign && !matches!(character, '\u{964}' | '\u{965}' | '\u{970}' | '\u{e3f}')
}

/// Whether a word means year, month or day in Chinese, Japanese or Korean.
fn is_unit(word: &str) -> bool {
    matches!(
        word,
        "\u{5e74}" | "\u{6708}" | "\u{65e5}" | "\u{b144}" | "\u{c6d4}" | "\u{c77c}"
    )
}

/// Whether a word is before the number of a version: "Version 10.11.12".
fn is_version(word: &str) -> bool {
    const BEGINS: [&str; 20] = [
        "vers",
        "verz",
        "wersj",
        "release",
        "build",
        "firmware",
        "sürüm",
        "верс",
        "έκδοσ",
        "גרס",
        "إصدار",
        "الإصدار",
        "نسخه",
        "संस्करण",
        "バージョン",
        "版本",
        "버전",
        "รุ่น",
        "bản",
        "utgåv",
    ];
    let word = word.to_lowercase();
    word == "v" || BEGINS.iter().any(|begin| word.starts_with(begin))
}

/// Returns the year that a number is in the era at the end of a text: 3 behind 令和.
fn year_of_era(text: &str, number: u32) -> Option<u32> {
    let mut eras = ERAS.iter().filter(|(era, _)| text.ends_with(era));
    eras.next().map(|(_, before)| before + number)
}

/// Returns the first year of an era, which has no number: 令和元年.
fn first_year_of_era(text: &str) -> Option<u32> {
    year_of_era(text.strip_suffix("元年")?, 1)
}

/// The first digit in each of the scripts whose digits are read, besides ASCII: Arabic, Persian, Devanagari, Bengali, Gujarati, Thai,
/// Burmese, Khmer, and full-width.
const ZEROS: [char; 9] = [
    '\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}', '\u{ae6}', '\u{e50}', '\u{1040}', '\u{17e0}',
    '\u{ff10}',
];

/// Returns the value of a digit.
fn digit(character: char) -> Option<u32> {
    let of =
        |zero: &char| (u32::from(character).wrapping_sub(u32::from(*zero)) < 10).then_some(*zero);
    let zero = ZEROS.iter().chain(&['0']).find_map(of)?;
    Some(u32::from(character) - u32::from(zero))
}

/// Whether a character is a digit of any script.
pub fn is_digit(character: char) -> bool {
    digit(character).is_some()
}

/// Whether a text has a digit.
pub fn has_digit(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit()) || !text.is_ascii() && text.chars().any(is_digit)
}

/// Returns a text with ASCII digits for those of other scripts.
pub fn ascii_digits(text: &str) -> Cow<'_, str> {
    if text.is_ascii()
        || !text
            .chars()
            .any(|one| !one.is_ascii() && digit(one).is_some())
    {
        return Cow::Borrowed(text);
    }
    let folded = text.chars().map(|one| {
        digit(one)
            .and_then(|value| char::from_digit(value, 10))
            .unwrap_or(one)
    });
    Cow::Owned(folded.collect())
}

/// Removes the points behind the letters of abbreviations in Thai.
fn without_thai_points(text: &str) -> Cow<'_, str> {
    let is_thai = |letter: char| ('\u{e01}'..='\u{e3a}').contains(&letter);
    if !text.contains(is_thai) {
        return Cow::Borrowed(text);
    }
    let mut last = ' ';
    let is_kept = |&letter: &char| {
        let last = std::mem::replace(&mut last, letter);
        letter != '.' || !is_thai(last)
    };
    Cow::Owned(text.chars().filter(is_kept).collect())
}

/// Whether dates in a language have the month before the day.
fn is_month_first(language: &str) -> bool {
    ["", "en", "en-us"]
        .iter()
        .any(|known| language.eq_ignore_ascii_case(known))
}

/// Whether a word is the name of a month.
pub fn is_month(word: &str) -> bool {
    month(word, "").is_some()
}

/// Returns the month with a name.
fn month(name: &str, language: &str) -> Option<u32> {
    let name = name.to_lowercase();
    let language = language.split('-').next().unwrap_or_default();
    let is_own = |(of, begin, _): &&(&str, &str, u32)| {
        language.eq_ignore_ascii_case(of) && name.starts_with(begin)
    };
    if let Some((_, _, month)) = MONTHS_OF_LANGUAGES.iter().find(is_own) {
        return Some(*month);
    }
    // In Hebrew, the name of the month may begin with a preposition.
    let name = name.strip_prefix('ב').unwrap_or(&name);
    // The longest prefix decides: lis is November in Polish and October in Croatian.
    let lengths = MONTHS.iter().map(|names| {
        let known = names.split_ascii_whitespace();
        let fitting = known.filter(|begin| name.starts_with(begin));
        fitting.map(str::len).max().unwrap_or(0)
    });
    let (month, length) = (1..)
        .zip(lengths)
        .max_by_key(|(month, length)| (*length, *month))?;
    (length > 0).then_some(month)
}

/// Whether two dates, YYYY-MM-DD, are at most one day apart.
pub fn are_near(a: &str, b: &str) -> bool {
    let days = |date: &str| -> Option<i64> {
        let mut parts = date.split('-').map(|part| part.parse::<i64>().ok());
        Some(days(parts.next()??, parts.next()??, parts.next()??))
    };
    days(a)
        .zip(days(b))
        .is_some_and(|(a, b)| (a - b).abs() <= 1)
}

/// Returns the number of a day of the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March, so that a leap day is the last day of its year.
    let (year, month) = match month {
        ..=2 => (year - 1, month + 9),
        _ => (year, month - 3),
    };
    365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day
}

/// Returns year, month and day of a number of [`days`].
fn of_days(number: i64) -> (u32, u32, u32) {
    let within = |year: i64| number - days(year, 3, 1);
    let least = number / 366;
    let year = (least..)
        .take_while(|&year| within(year) >= 0)
        .last()
        .unwrap_or(least);
    let month = (5 * within(year) + 2) / 153;
    let day = within(year) - (153 * month + 2) / 5 + 1;
    let (year, month) = match month {
        ..10 => (year, month + 3),
        _ => (year + 1, month - 9),
    };
    (year as u32, month as u32, day as u32)
}

/// Returns the number of [`days`] of a day of the Persian calendar. Leap years follow the cycle of 33 years, which is
/// exact from 1343 to 1472.
fn days_of_persian(year: i64, month: i64, day: i64) -> i64 {
    let leaps = |year: i64| {
        let leap_years = [1, 5, 9, 13, 17, 22, 26, 30];
        year / 33 * 8 + leap_years.iter().filter(|&&one| one <= year % 33).count() as i64
    };
    let in_year = 31 * (month - 1) - (month - 7).max(0) + day - 1;
    days(2021, 3, 21) + 365 * (year - 1400) + leaps(year - 1) - leaps(1399) + in_year
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

/// Returns a day as YYYY-MM-DD, if there is such a day in one of the calendars.
fn date(year: u32, month: u32, day: u32) -> Option<String> {
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let (year, month, day) = match year {
        _ if BUDDHIST_YEARS.contains(&year) => (year - 543, month, day),
        // Its first six months have 31 days.
        _ if PERSIAN_YEARS.contains(&year) && (month <= 6 || day <= 30) => {
            of_days(days_of_persian(year.into(), month.into(), day.into()))
        }
        _ => (year, month, day),
    };
    let is_day = of_days(days(year.into(), month.into(), day.into())) == (year, month, day);
    (YEARS.contains(&year) && is_day).then(|| format!("{year:04}-{month:02}-{day:02}"))
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
    fn days_that_do_not_exist_or_are_far_ahead_are_no_dates() {
        for text in ["2091-04-05", "30 February 2020", "2021-02-29", "31.11.2020"] {
            assert_eq!(parse(text, "de"), None, "{text}");
        }
        assert_eq!(parse("29 Feb 2020", "de").as_deref(), Some("2020-02-29"));
    }

    #[test]
    fn data_declare_dates_also_as_numbers() {
        for text in [
            "1588723200",
            "1588723200000",
            " 20200506101112 ",
            "202005061011",
            "20200506",
        ] {
            assert_eq!(
                parse_declared(text, "en").as_deref(),
                Some("2020-05-06"),
                "{text}"
            );
        }
        for text in ["158872320", "15887232001", "9999999999", ""] {
            assert_eq!(parse_declared(text, "en"), None, "{text}");
        }
        assert_eq!(parse("call 1588723200", "en"), None);
    }

    #[test]
    fn persian_days_are_converted() {
        for (text, date) in [
            ("۱۵ اردیبهشت ۱۴۰۰", "2021-05-05"),
            ("۱۴۰۰/۲/۱۵", "2021-05-05"),
            ("1 فروردین 1404", "2025-03-21"),
            ("30 اسفند 1399", "2021-03-20"),
            ("۲۹ اسفند ۱۳۷۸", "2000-03-19"),
            ("۱ مهر ۱۳۸۴", "2005-09-23"),
        ] {
            assert_eq!(parse(text, "de").as_deref(), Some(date), "{text}");
        }
        // The Islamic year 1445 depends on the place.
        assert_eq!(parse("1445/5/3", "de"), None);
    }

    #[test]
    fn dates_are_found_in_what_pages_write() {
        for (text, language) in [
            ("2020-05-06T10:11:12+02:00", "en"),
            ("20200506", "en"),
            ("Published May 6, 2020 at 8:30", "en"),
            ("6th of May 2020", "en"),
            ("Mittwoch, 6. Mai 2020", "de"),
            ("6 de mayo de 2020", "de"),
            ("le 6 mai 2020", "de"),
            ("5/6/2020", "en"),
            ("06.05.2020", "en"),
            ("6/5/2020", "de"),
            ("2020\u{5e74}5\u{6708}6\u{65e5}", "de"),
            ("2020\u{b144} 5\u{c6d4} 6\u{c77c}", "de"),
            ("6 мая 2020 г.", "de"),
            ("in 12 minutes, on May 6th, 2020", "en"),
        ] {
            assert_eq!(
                parse(text, language).as_deref(),
                Some("2020-05-06"),
                "{text}"
            );
        }
        for text in [
            "",
            "12 minutes",
            "Version 10.11.12",
            "v10.11.12",
            "Версия 10.11.12",
            "バージョン 10.11.12",
            "May 2020",
            "13/14/2020",
            "1234-05-06",
            "room 99999999",
            "6 bananas 2020",
        ] {
            assert_eq!(parse(text, "en"), None, "{text}");
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
            "٣ مايو ٢٠٢٤",
            "३ मई २०२४",
            "２０２４年５月３日",
            "令和6年5月3日 公開",
            "民國113年5月3日",
            "3 mai 2024",
            "3 أيار 2024",
            "3 tháng 5, 2024",
            "2024. gada 3. maijs",
            "2024. gada 3. maijā",
            "เผยแพร่ 3 พ.ค. 2567",
            "Birt 3. maí 2024",
            "2024ko maiatzaren 3a",
            "3 Bealtaine 2024",
            "3 მაისი 2024",
            "3 մայիսի 2024",
            "Објављено 3. маја 2024.",
        ] {
            assert_eq!(parse(text, "de").as_deref(), Some("2024-05-03"), "{text}");
        }
        for (text, date) in [
            ("令和元年5月3日", "2019-05-03"),
            ("3 iunie 2021", "2021-06-03"),
            ("3 юни 2021", "2021-06-03"),
            ("३ अक्टूबर 2021", "2021-10-03"),
            ("3 กุมภาพันธ์ 2564", "2021-02-03"),
        ] {
            assert_eq!(parse(text, "de").as_deref(), Some(date), "{text}");
        }
        assert_eq!(parse("3 lipca 2021", "de").as_deref(), Some("2021-07-03"));
        for (text, language, date) in [
            ("14. července 2023", "cs", "2023-07-14"),
            ("14. června 2023", "cs", "2023-06-14"),
            ("14. srpna 2023", "cs", "2023-08-14"),
            ("14. srpnja 2023.", "hr", "2023-07-14"),
            ("14. listopada 2023.", "hr-HR", "2023-10-14"),
            ("14 listopada 2023", "pl", "2023-11-14"),
            ("lipiec 14, 2023", "pl", "2023-07-14"),
            ("14 de març del 2023", "ca", "2023-03-14"),
            ("2023(e)ko martxoaren 14(a)", "eu", "2023-03-14"),
            ("2023 թ. մարտի 14", "hy", "2023-03-14"),
            ("2023 ж. 14 наурыз", "kk", "2023-03-14"),
            ("14 மார்ச், 2023", "ta", "2023-03-14"),
            ("2023 မတ် ၁၄", "my", "2023-03-14"),
            ("14 prill 2023", "sq", "2023-04-14"),
        ] {
            assert_eq!(parse(text, language).as_deref(), Some(date), "{text}");
        }
    }
}
