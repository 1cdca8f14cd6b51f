//! Names of people in bylines and structured data.

use super::date;
use super::words::{self, REPORTERS, is};
use crate::best::features::Kind;
use std::cell::LazyCell;

/// Last characters of Chinese and Japanese names of papers, boards and agencies.
const BOARDS: &str = "社部网網報报局室会會台刊";
/// Agencies and broadcasters.
const AGENCIES: [&str; 50] = [
    "dpa", "epd", "kna", "sda", "sid", "AFP", "AP", "APA", "ANSA", "ANP", "Belga", "BNS", "ČTK",
    "DPA", "EFE", "Kyodo", "Lusa", "MTI", "NTB", "PAP", "PTI", "ANI", "IANS", "Reuters", "Ritzau",
    "TASS", "ТАСС", "UPI", "Xinhua", "共同", "CNN", "BBC", "NPR", "ABC", "CBS", "NBC", "PBS",
    "CBC", "ARD", "ZDF", "ORF", "SRF", "NOS", "VRT", "RTL", "SVT", "NRK", "YLE", "RAI", "RTVE",
];

/// Whether a name has a word for an organisation.
pub fn is_of_organisation(name: &str) -> bool {
    name.split(' ')
        .any(|word| is(word.trim_end_matches(['.', ',']), words::ORGANISATION))
}

/// Words for a change in Chinese, Japanese, Korean and Thai.
const UPDATED_WITHOUT_SPACES: [&str; 8] = [
    "更新",
    "修改",
    "改訂",
    "수정",
    "업데이트",
    "อัปเดต",
    "อัพเดต",
    "แก้ไข",
];

/// Whether a text, or the part of it with a date, begins with a label for a change: "Last updated:", "Stand:",
/// "Mis à jour le", "最終更新日".
pub fn is_of_change(text: &str) -> bool {
    let mut parts = text.split(['|', '·', '•']);
    let dated = parts.find(|part| date::has_digit(part));
    let mut words = dated.unwrap_or(text).split_whitespace().take(3);
    words.any(is_updated)
}

/// Splits a text before its labels of changes and publication, and at signs between dates.
pub fn dated_parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut from = 0;
    for word in text.split_whitespace() {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        let is_sign = matches!(word, "|" | "·" | "•");
        if at > from && (is_sign || is_updated(word) || is_published(word)) {
            parts.push(&text[from..at]);
            from = at;
        }
    }
    parts.push(&text[from..]);
    parts
}

fn is_updated(word: &str) -> bool {
    is_labelled(word, words::UPDATED, &UPDATED_WITHOUT_SPACES)
}

fn is_published(word: &str) -> bool {
    is_labelled(word, words::PUBLISHED, &PUBLISHED_WITHIN)
}

/// Whether a word is of this sort, or has one of these labels in it.
fn is_labelled(word: &str, sort: u32, within: &[&str]) -> bool {
    is(
        word.trim_matches(|letter: char| !letter.is_alphabetic()),
        sort,
    ) || within.iter().any(|label| word.contains(label))
}

/// Words for publication in languages without spaces between words, and in Korean, Arabic, Persian, Hebrew, Hindi and
/// Vietnamese.
const PUBLISHED_WITHIN: [&str; 17] = [
    "公開",
    "作成日",
    "创建",
    "掲載",
    "发布",
    "發布",
    "发表",
    "發表",
    "입력",
    "등록",
    "게시",
    "نشر",
    "منتشر",
    "פורסם",
    "प्रकाशित",
    "เผยแพร่",
    "đăng",
];

/// Whether a text begins with a label for publication: "First published:", "Publié le", "公開日".
pub fn is_of_publication(text: &str) -> bool {
    text.split_whitespace().take(3).any(is_published) && !is_of_change(text)
}

/// Words for deadlines and events in languages without spaces between words, and in Korean, Thai and Hindi.
const EVENTS_WITHIN: [&str; 17] = [
    "締切",
    "締め切り",
    "まで",
    "から",
    "開催",
    "日に",
    "截止",
    "截至",
    "举行",
    "舉行",
    "마감",
    "까지",
    "부터",
    "개최",
    "일에",
    "ภายใน",
    "หมดเขต",
];

/// The least number of small words of a sentence before a date in it, and of those among them that bylines do not have,
/// too: "The fair takes place on 3 June".
const SENTENCE: [usize; 2] = [4, 2];

/// Whether the first date of a text is not that of the page, but of a deadline or an event, by a label or since it is
/// part of a sentence.
pub fn is_of_event(text: &str) -> bool {
    let is_of_text = |word: &str| is_published(word) || is_updated(word);
    let before: Vec<&str> = text
        .split_whitespace()
        .take_while(|word| !date::has_digit(word))
        .collect();
    if before.iter().any(|word| is_of_text(word)) {
        return false;
    }
    let is_label = |word: &&str| is_labelled(word, words::EVENT, &[]);
    let is_of_byline = |word: &&str| is(word, words::BY | words::LABEL);
    let is_small = |word: &&&str| word.starts_with(char::is_lowercase) && !date::is_month(word);
    let small = || before.iter().filter(is_small);
    // A look for months takes long, and a text may have many words.
    let is_sentence = || {
        let mut plain = small().filter(|word| words::sorts(word) == 0);
        small().nth(SENTENCE[0] - 1).is_some()
            && plain.nth(SENTENCE[1] - 1).is_some()
            && !before.iter().any(is_of_byline)
    };
    let within = || {
        let has_label = EVENTS_WITHIN.iter().any(|label| text.contains(label));
        has_label && !text.split_whitespace().any(is_of_text)
    };
    before.iter().any(is_label) || is_sentence() || !text.is_ascii() && within()
}

/// Whether words begin with a date: "March 11, 2015".
fn begins_date(words: &[&str]) -> bool {
    let is_date = |words: &[&str]| date::parse(&words.join(" "), "en").is_some();
    let first = &words[..words.len().min(3)];
    is_date(first) && !is_date(first.get(1..).unwrap_or_default())
}

/// What a part of a byline says before a name.
enum Credit<'t> {
    /// An author: "By", "Text:", "View all posts by", "记者". The text after it.
    Author(&'t str),
    /// The maker of pictures.
    Picture,
    None,
}

/// Splits a byline at signs between words: "3 May | By Ann Lee • Photos: Bo Day".
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let is_sign = |word: &str| {
        matches!(
            word,
            "|" | "\u{2022}" | "\u{b7}" | "-" | "\u{2013}" | "\u{2014}"
        )
    };
    let mut from = 0;
    let words = text.split_whitespace();
    let ends = words.filter_map(move |word| {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        let is_behind_wide_space = text[..at].ends_with('\u{3000}');
        match word {
            word if is_sign(word) => Some((at, at + word.len())),
            word if word.ends_with(';') => Some((at + word.len(), at + word.len())),
            _ => is_behind_wide_space.then_some((at, at)),
        }
    });
    let ends = ends.chain([(text.len(), text.len())]);
    ends.map(move |(end, next)| text[std::mem::replace(&mut from, next)..end].trim())
        .filter(|part| !part.is_empty())
}

/// A word of a date before "by". The sorts of words have lower bits.
const DATE: u32 = 1 << 17;

/// Returns what a part of a byline says before a name.
fn credit(part: &str) -> Credit<'_> {
    let signs = [':', '：', '/', '／', '|', '｜', '・', '＝'];
    let has_sign = part
        .bytes()
        .any(|byte| matches!(byte, b':' | b'/' | b'|' | 0x80..));
    for (at, sign) in part.match_indices(signs).take(if has_sign { 2 } else { 0 }) {
        if let Some(is_author) = is_author_label(&part[..at]) {
            return match is_author {
                true => Credit::Author(part[at + sign.len()..].trim_start()),
                false => Credit::Picture,
            };
        }
    }
    if !part.is_ascii()
        && let Some(name) = of_reporter(part)
    {
        return Credit::Author(name);
    }
    let known = words::BY | words::BEFORE_BY | words::LABEL | words::PICTURE | words::AND;
    let mut rest = part;
    let mut label = 0;
    let last_digit = LazyCell::new(|| part.rfind(date::is_digit));
    loop {
        let (word, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let sorts = words::sorts(word);
        let behind = behind.trim_start();
        let is_alone = behind.is_empty();
        let is_by = sorts & words::BY != 0
            || sorts & words::BY_OR_NAME != 0
                && (label & !DATE != 0 || is_alone || begins_with_name(behind))
            || word == "Theo" && behind.contains(|letter| matches!(letter, 'Ạ'..='ỹ'));
        if is_by && label & (words::PICTURE | words::LABEL) == words::PICTURE {
            return Credit::Picture;
        }
        if is_by {
            return Credit::Author(without_labels(behind));
        }
        // "March 2024 By Ann Lee"
        let is_of_date = || {
            let between = words::END | words::WEEKDAY | words::BY_OR_NAME;
            let is_behind_date = label & DATE != 0 && sorts & between != 0;
            is_behind_date
                || word.starts_with(|first: char| first.is_ascii_digit())
                || date::is_month(word) && *last_digit >= Some(part.len() - behind.len())
        };
        let sorts = match sorts & known == 0 && is_of_date() {
            true => DATE,
            false => sorts,
        };
        if sorts & (known | DATE) == 0 || is_alone {
            return Credit::None;
        }
        label |= sorts;
        rest = behind;
    }
}

/// Whether the words before a sign are a label, and of an author: "Text & Photos". `Some(false)` is that of pictures.
fn is_author_label(label: &str) -> Option<bool> {
    const OF_AUTHOR: u32 = words::BY | words::LABEL;
    const KNOWN: u32 = OF_AUTHOR | words::PICTURE | words::BEFORE_BY | words::AND;
    let of_words = label.split_whitespace().map(words::sorts);
    let all = of_words.clone().fold(0, |all, sorts| all | sorts);
    // "Author & photos", but not "photos by".
    let is_both = all & words::AND != 0 && all & OF_AUTHOR != 0;
    let is_picture = all & words::PICTURE != 0 && all & words::LABEL == 0 && !is_both;
    let is_label = of_words.clone().all(|sorts| sorts & KNOWN != 0);
    (is_label && all & (OF_AUTHOR | words::PICTURE) != 0).then_some(!is_picture)
}

/// Whether a text begins with two words of a name.
fn begins_with_name(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let mut is_capital = || {
        words
            .next()
            .is_some_and(|word| word.starts_with(char::is_uppercase))
    };
    is_capital() && is_capital()
}

/// Returns a text without the labels in small letters that it begins with: "статьи", after "Автор".
fn without_labels(text: &str) -> &str {
    match text.split_once(' ') {
        Some((word, rest)) if is(word, words::LABEL) && word.starts_with(char::is_lowercase) => {
            rest.trim_start()
        }
        _ => text,
    }
}

/// Returns the name before or after the word for a reporter: "记者 王小明", "김민수 기자", "田中花子記者".
fn of_reporter(text: &str) -> Option<&str> {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    let rest = rest.trim_start();
    let role = |word: &str| {
        REPORTERS
            .iter()
            .find_map(|role| Some((word.find(role)?, role.len())))
    };
    match role(first) {
        Some((at, length)) if at + length < first.len() => Some(&text[at + length..]),
        Some((at, _)) if is_person_in_syllables(&first[..at]) => Some(&first[..at]),
        Some(_) => Some(rest),
        None => role(rest).is_some_and(|(at, _)| at == 0).then_some(first),
    }
}

/// Returns the author in a byline, and whether a label or "by" is before it.
fn author_part(text: &str) -> (&str, bool) {
    // "By — Ann Lee"
    let mut rest = parts(text);
    let labelled = rest.find_map(|part| match credit(part) {
        Credit::Author(name) => Some(name),
        _ => None,
    });
    let labelled = labelled.map(|name| match name {
        "" => rest.next().unwrap_or_default(),
        name => name,
    });
    let begins_with_date = |part: &str| {
        let words: Vec<&str> = part.split_whitespace().take(3).collect();
        (1..=words.len()).any(|count| begins_date(&words[..count]))
    };
    let plain = || {
        let is_other =
            |part: &&str| matches!(credit(part), Credit::Picture) || begins_with_date(part);
        parts(text).find(|part| !is_other(part))
    };
    match labelled {
        Some(name) => (name, true),
        None => (plain().unwrap_or_default(), false),
    }
}

/// Returns the words of the name before a role, without the words between them, or all words if there is no role.
fn before_role<'w, 't>(words: &'w [&'t str]) -> &'w [&'t str] {
    let is_of_role = |word: &&str| is(word, words::OF_ROLE);
    match words.iter().position(|word| words::is_role(word)) {
        // A role after a comma is kept: "Ann Lee, editor of Tides".
        Some(role) if !words[..role].iter().any(|word| word.ends_with(',')) => {
            // A place may be among the words before the role: "Senior Washington Correspondent".
            let first = (2..role).find(|&at| is_of_role(&words[at]));
            let between = words[..role]
                .iter()
                .rev()
                .take_while(|word| is_of_role(word));
            let name = &words[..first.unwrap_or(role - between.count())];
            let name = match name {
                [name @ .., "and" | "&" | "the" | "our"] => name,
                name => name,
            };
            let is_one = name.len() > 1 && is_person(&name.join(" "));
            if is_one { name } else { words }
        }
        _ => words,
    }
}

/// The words before "by". Their first letters are also in [`begins_with_written_by`].
const WRITTEN: [&str; 10] = [
    "reporting",
    "reported",
    "written",
    "posted",
    "published",
    "words",
    "story",
    "article",
    "created",
    "authored",
];

/// Whether a trimmed text starts with "written by" or the like.
pub fn begins_with_written_by(text: &str) -> bool {
    // All texts of a page are looked at, and most of them begin with another letter.
    let is_letter = |letter: &u8| matches!(letter | 0x20, b'a' | b'c' | b'p' | b'r' | b's' | b'w');
    if !text.as_bytes().first().is_some_and(is_letter) {
        return false;
    }
    let mut words = text.split_whitespace();
    let is_written = |word: &str| WRITTEN.iter().any(|one| one.eq_ignore_ascii_case(word));
    words.next().is_some_and(is_written) && words.next().is_some_and(|word| is(word, words::BY))
}

/// Whether a text is or ends in "by", "written by" or a label of authors, so that the next one is a name.
pub fn is_by(text: &str) -> bool {
    let Some(part) = parts(text).last() else {
        return false;
    };
    match credit(part) {
        Credit::Author(name) => name.is_empty(),
        _ => false,
    }
}

/// Iterates over the names after "by" in text nodes, or in the node after one that is only "by".
pub fn names_after_by(pieces: &[String]) -> impl Iterator<Item = String> {
    let nexts = pieces.iter().skip(1).map(Some).chain([None]);
    pieces.iter().zip(nexts).filter_map(move |(text, next)| {
        if is_by(text) {
            return next.map(|next| name_in(next));
        }
        let text = date::ascii_digits(text);
        let (part, is_labelled) = author_part(&text);
        is_labelled.then(|| name_of(part, true))
    })
}

/// Returns the name in a byline, without "by" and without the text after a separator, a date, a source or a role.
pub fn name_in(text: &str) -> String {
    let text = date::ascii_digits(text);
    let (part, is_labelled) = author_part(&text);
    name_of(part, is_labelled)
}

/// Returns the name at the start of a part of a byline.
fn name_of(part: &str, is_labelled: bool) -> String {
    let part = part.strip_prefix('【').unwrap_or(part);
    let words: Vec<&str> = part.split_whitespace().collect();
    let words = before_role(behind_role(&words));
    let mut name = String::new();
    // "ANN LEE Hamburg": a place behind a name in capitals.
    let capitals = words.iter().take_while(|word| is_acronym_of_name(word));
    let capitals = capitals.count();
    for (at, &word) in words.iter().enumerate() {
        let next = words.get(at + 1).copied().unwrap_or_default();
        let is_before_digit = next.starts_with(|first: char| first.is_ascii_digit());
        let sorts = words::sorts(word);
        let ends = sorts & words::END != 0
            || word.starts_with('(') && ends_with_place(&words[at..])
            || word.contains('@')
            || word.starts_with(|first: char| first.is_ascii_digit())
            || at > 1 && at <= capitals && is_capitalised(word)
            || word.len() > 3 && word.ends_with(':')
            || word.contains('：')
            || is_before_digit && begins_date(&words[at..])
            || sorts & words::WEEKDAY != 0 && begins_date(&words[at + 1..])
            || is_before_digit && word.len() <= 4 && word.chars().all(char::is_lowercase)
            || sorts & words::ALL != 0 && is(next, words::BEFORE_BY);
        if ends && !name.is_empty() {
            break;
        }
        if !name.is_empty() {
            name.push(' ');
        }
        // 田中花子（社会部）
        let (inner, addition) = word.split_once('（').unwrap_or((word, ""));
        name.push_str(inner);
        if !addition.is_empty() {
            break;
        }
    }
    let name = name.trim_matches(|character: char| {
        character.is_whitespace() || ",:;|→»›】／/".contains(character)
    });
    let name = name.trim_start_matches(['-', '–', '—', '•', '·', ' ']);
    let name = without_initial(without_addition(name, is_labelled));
    let abbreviates = name
        .rsplit(' ')
        .next()
        .is_some_and(|last| last.matches('.').count() > 1 || last.len() <= 3);
    match name.strip_suffix('.') {
        Some(rest) if !abbreviates => rest.to_owned(),
        _ => name.to_owned(),
    }
}

/// Whether words in brackets at the end are an agency, a place, a role or a share in the work: "(Reuters)", "(avec AFP)",
/// "(Brest, northern office)", "(text)".
fn ends_with_place(words: &[&str]) -> bool {
    let Some(last) = words.last().and_then(|last| last.strip_suffix(')')) else {
        return false;
    };
    // A single word may also be a user name.
    let is_place = words.len() > 1 && words[0][1..].starts_with(char::is_uppercase);
    let last = last.trim_start_matches('(');
    let is_share = words.len() == 1 && is(last, words::LABEL | words::PICTURE | words::ROLE);
    is_place || is_share || AGENCIES.contains(&last)
}

/// Returns the words after the role of an author before the name: "unserer Redakteurin Ann Lee", "Senior Reporter Ann
/// Lee".
fn behind_role<'w, 't>(words: &'w [&'t str]) -> &'w [&'t str] {
    let is_before = |word: &&&str| is(word, words::OUR | words::OF_ROLE);
    let behind = &words[words.iter().take_while(is_before).count()..];
    match behind {
        [role, name @ ..] if words::is_role(role) && begins_with_name(&name.join(" ")) => name,
        _ => words,
    }
}

/// Removes what follows the persons in a name, after a comma: a role, unless it says of what ("Ann Lee, reporter", but
/// not "Ann Lee, editor of Tides"), or an agency. In a text with a label, also a place of one word, an organisation, and
/// any role.
fn without_addition(name: &str, is_labelled: bool) -> &str {
    let mut parts = name.split(", ");
    let mut end = parts.next().map_or(0, str::len);
    for (before, part) in (1..).zip(parts) {
        let words = || part.split(' ');
        let is_role = |word: &str| words::is_role(word) || is(word, words::OF_ROLE);
        let ends_in_role = words().count() <= 4 && words().next_back().is_some_and(words::is_role);
        let mut first = words();
        let begins_with_role = first.next().is_some_and(|first| {
            words::is_role(first) || ["da", "del", "della", "du"].contains(&first)
        }) && !first
            .next()
            .is_some_and(|word| ["of", "at", "for"].contains(&word));
        let is_foreign = || {
            let is_place = is_word_of_name(part) && part.chars().count() > 2 && !is_degree(part);
            let is_paper = ["The", "Der", "Die", "Das", "Les", "Il", "Los", "Las"]
                .iter()
                .any(|article| words().next() == Some(article));
            is_place || is_paper || is_of_organisation(part) || words().any(words::is_role)
        };
        let is_addition = words().all(is_role)
            || before <= MOST_PERSONS
                && are_persons(&name[..end])
                && (ends_in_role
                    || begins_with_role
                    || AGENCIES.contains(&part)
                    || is_labelled && is_foreign());
        if is_addition {
            return &name[..end];
        }
        end += ", ".len() + part.len();
    }
    name
}

/// Whether a text consists of capitals without spaces.
pub fn is_acronym(text: &str) -> bool {
    text.chars().all(char::is_uppercase)
}

/// Whether a word of a name is in capitals.
fn is_acronym_of_name(word: &str) -> bool {
    let letters = || word.chars().filter(|letter| letter.is_alphabetic());
    letters().count() > 1 && letters().all(char::is_uppercase)
}

/// Whether a word begins with a capital before small letters.
fn is_capitalised(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase)
}

/// Removes the initial next to a name of one word. It is the text of an avatar.
fn without_initial(name: &str) -> &str {
    let mut words = name.split(' ');
    let (Some(first), Some(second), None) = (words.next(), words.next(), words.next()) else {
        return name;
    };
    let is_initial = |initial: &str, of: &str| {
        initial.chars().count() == 1 && of.to_lowercase().starts_with(&initial.to_lowercase())
    };
    if is_initial(second, first) {
        first
    } else if is_initial(first, second) {
        second
    } else {
        name
    }
}

/// Placeholders for an author.
const NO_NAMES: [&str; 28] = [
    "more",
    "view",
    "page",
    "profile",
    "bio",
    "website",
    "posts",
    "topic author",
    "thread starter",
    "original poster",
    "the author",
    "staff",
    "admin",
    "administrator",
    "webmaster",
    "undefined",
    "null",
    "none",
    "author",
    "authors",
    "guest",
    "anonymous",
    "unknown",
    "user",
    "home",
    "follow",
    "share",
    "contributors",
];

/// Whether a text can be the name of an author.
pub fn is_name(name: &str, kind: Option<Kind>) -> bool {
    let chars = name.chars().count();
    let words = name.split(' ').count();
    let lower = name.to_lowercase();
    let address = name.contains("://") || name.starts_with("www.") || lower.contains(".com");
    let digits = name.bytes().filter(u8::is_ascii_digit).count();
    let known = NO_NAMES.contains(&&*lower);
    let is_handle = kind != Some(Kind::Forum)
        && !name.contains(' ')
        && !name.chars().any(char::is_uppercase)
        && name.is_ascii();
    (2..=80).contains(&chars)
        && words <= 8
        && !address
        && digits < chars
        && (digits < 4 || kind == Some(Kind::Forum))
        && !known
        && !name.contains(':')
        && (kind == Some(Kind::Forum) || name.find('@').is_none_or(|at| at == 0))
        && !is_handle
        && !(words > 1 && name.starts_with(|first: char| first.is_ascii_digit()))
}

/// Whether a name is that of an account: one word with lower-case letters.
pub fn is_user_name(name: &str) -> bool {
    !name.contains(' ') && name.chars().any(char::is_lowercase)
}

/// Returns the name in small letters behind "by", of two or three words: "by ann lee".
pub fn lower_name(text: &str) -> Option<String> {
    let (part, is_labelled) = author_part(text);
    let words = || part.split(' ');
    let is_word = |word: &str| {
        word.chars().all(char::is_lowercase)
            && words::sorts(word) == 0
            && !FUNCTION_WORDS.contains(&word)
            && word != "the"
    };
    let is_name = is_labelled && (2..=3).contains(&words().count()) && words().all(is_word);
    is_name.then(|| part.to_owned())
}

/// Whether a text is one word of letters that starts with a capital: "Zoe".
pub fn is_single_name(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
        && name.chars().count() > 2
        && name.chars().all(char::is_alphabetic)
}

/// The most names and degrees of persons in a byline.
const MOST_PERSONS: usize = 6;

/// Whether a text names persons, joined by commas or "and". Academic degrees may follow a name, and a word in brackets
/// all of them.
pub fn are_persons(names: &str) -> bool {
    let names = names
        .strip_suffix(')')
        .and_then(|names| names.rsplit_once(" ("))
        .map_or(names, |(names, _)| names);
    let words = names.split(' ');
    let words: Vec<&str> = words
        .map(|word| if is(word, words::AND) { "," } else { word })
        .collect();
    let joined = words.join(" ");
    let mut each = joined
        .split([',', '、', '，'])
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .enumerate();
    each.clone().count() <= MOST_PERSONS
        && each.all(|(at, name)| is_person(name) || at > 0 && is_degree(name))
}

/// Whether a text is an academic degree or the like: "Ph.D.", "MD", "RN".
fn is_degree(text: &str) -> bool {
    let letters = text.chars().filter(char::is_ascii_alphabetic).count();
    let is_letter = |letter: char| letter.is_ascii_alphabetic() || letter == '.';
    let capitals = text.chars().filter(char::is_ascii_uppercase).count();
    (2..=5).contains(&letters) && capitals > 1 && text.chars().all(is_letter) || text == "Jr."
}

/// Removes the comma in a name of two parts, since commas separate names: "Lee, Ann" becomes "Ann Lee". Two names stay.
pub fn first_name_first(name: &str) -> String {
    match name.split_once(", ") {
        Some((last, first))
            if is_person(&format!("{first} {last}"))
                && !(first.contains([',', '.'])
                    || is_degree(first)
                    || is_person(last) && is_person(first)) =>
        {
            format!("{first} {last}")
        }
        _ => name.to_owned(),
    }
}

/// Whether a text is the name of a person with a role after a comma: "Ann Lee, editor of Tides".
pub fn has_role(name: &str) -> bool {
    name.split_once(',')
        .is_some_and(|(name, _)| is_person(name))
}

/// Whether a text can be the name of a person in Chinese characters, kana or Hangul, without spaces.
fn is_person_in_syllables(name: &str) -> bool {
    let is_syllable = |letter| matches!(letter, 'ぁ'..='ヿ' | '一'..='鿿' | '가'..='힣');
    let longest = if name.contains('・') { 16 } else { 6 };
    (2..=longest).contains(&name.chars().count())
        && name.chars().all(is_syllable)
        && !name.ends_with(|last| BOARDS.contains(last))
        && !REPORTERS.contains(&name)
        && !is(name, words::BY | words::LABEL | words::PICTURE)
}

/// Whether a text is one word that begins with a capital, or with a letter of a script without capitals.
fn is_word_of_name(word: &str) -> bool {
    // The small letters of Georgian have capitals, but names do not use them.
    let is_small = |first: char| first.is_lowercase() && !matches!(first, 'ა'..='ჿ');
    word.starts_with(|first: char| first.is_alphabetic() && !is_small(first)) && !word.contains(' ')
}

/// Whether a name looks like a person's: two to four words and particles among them, without digits. Articles, roles and
/// other function words are no names: "Our Correspondent", "Por Fin Llueve".
fn is_person(name: &str) -> bool {
    if is_person_in_syllables(name) {
        return true;
    }
    let words: Vec<&str> = name.split(' ').collect();
    let is_particle = |word: &&str| is(word, words::PARTICLE);
    let is_part = |word: &&str| is_word_of_name(word) || is_particle(word);
    let is_function = |word: &&str| FUNCTION_WORDS.contains(&&*word.to_lowercase());
    let particles = words
        .iter()
        .filter(|word| word.starts_with(char::is_lowercase) && is_particle(word));
    (2..=4).contains(&(words.len() - particles.count().min(2)))
        && words.iter().all(is_part)
        && !words.iter().any(is_function)
        && !is(words[0], words::OUR)
        && !words
            .iter()
            .all(|word| words::is_role(word) || is(word, words::OF_ROLE | words::ORGANISATION))
        && !name.bytes().any(|byte| byte.is_ascii_digit())
}

/// Words in titles that are capitalised, and that names do not have.
const FUNCTION_WORDS: [&str; 23] = [
    "si", "fin", "this", "that", "these", "your", "my", "que", "qui", "nous", "vous", "una", "uno",
    "und", "oder", "nicht", "eine", "einer", "oleh", "khas", "dengan", "untuk", "yang",
];

/// Whether a URL is that of an author's page: `/author/ann-lee`.
pub(super) fn leads_to_author(url: &str) -> bool {
    ["/author/", "/authors/"].iter().any(|part| {
        url.split_once(part)
            .is_some_and(|(_, rest)| rest.starts_with(|first: char| first.is_alphanumeric()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_changes_have_labels_in_many_languages() {
        for text in [
            "Last updated: 3 May 2020",
            "Stand: 03.05.2020",
            "Mis à jour le 3 mai 2020",
            "Ostatnia aktualizacja: 3 maja 2020",
            "Päivitetty 3.5.2020",
            "Son güncelleme: 3 Mayıs 2020",
            "Обновлено 3 мая 2020",
            "آخر تحديث: 3 مايو 2020",
            "最終更新日：2020年5月3日",
            "업데이트 2020.05.03",
            "By Ann Lee | Updated 3 May 2020",
        ] {
            assert!(is_of_change(text), "{text}");
        }
        for text in [
            "3 May 2020",
            "Published on 3 May 2020",
            "公開日：2020年5月3日",
            "3 May 2020 · Updated 5 May 2020",
        ] {
            assert!(!is_of_change(text), "{text}");
        }
    }

    #[test]
    fn only_a_name_of_two_parts_is_turned() {
        for (name, turned) in [
            ("Lee Moor, Ann", "Ann Lee Moor"),
            ("Ann Lee, Bo Day", "Ann Lee, Bo Day"),
            ("Ann Lee, PhD", "Ann Lee, PhD"),
        ] {
            assert_eq!(first_name_first(name), turned);
        }
    }

    /// Bylines, with the names in them.
    const BYLINES: &[(&str, &str)] = &[
        ("от Анна Ли, 12.03.2020, 10:15", "Анна Ли"),
        ("By Ann Lee", "Ann Lee"),
        ("Ann Lee (ann@quay.example)", "Ann Lee"),
        ("Guest post by Ann Lee", "Ann Lee"),
        ("Wpis gościnny od Anna Lis", "Anna Lis"),
        ("Gastblog door Ann Lee", "Ann Lee"),
        ("Artículo invitado por Ann Lee", "Ann Lee"),
        ("Гостевой пост от Анна Ли", "Анна Ли"),
        ("May 2021 By Ann Lee Updated June 2021", "Ann Lee"),
        ("4 de mayo de 2021 por Ann Lee", "Ann Lee"),
        ("ANN LEE Hamburg 4. Mai 2021", "ANN LEE"),
        ("Written by: Ann Lee | Editor", "Ann Lee"),
        ("Ann Lee, Ph.D.", "Ann Lee, Ph.D."),
        ("von Ann Lee 3. Mai 2021", "Ann Lee"),
        ("By ANN LEE March 11, 2015 3:46 PM", "ANN LEE"),
        ("by Ann Lee @annlee May 4, 2015", "Ann Lee"),
        ("Ann Lee Stand: 3.5.2021", "Ann Lee"),
        ("By Ann Lee Games Editor", "Ann Lee"),
        ("By May Ann Lee Senior Science Correspondent", "May Ann Lee"),
        ("View all posts by Ann Lee →", "Ann Lee"),
        ("Zeige alle Beiträge von Ann Lee", "Ann Lee"),
        ("Eingestellt von Ann von Lee", "Ann von Lee"),
        ("Publié par Ann Lee", "Ann Lee"),
        ("Ann Lee Alle Artikel", "Ann Lee"),
        ("Ann von Lee", "Ann von Lee"),
        ("By Ann Lee Tuesday, Aug. 17, 2010", "Ann Lee"),
        ("Von Ann Lee Dienstag, 17. August 2010", "Ann Lee"),
        ("Tuesday Lee", "Tuesday Lee"),
        ("Ann Lee Senior Harbour Correspondent", "Ann Lee"),
        ("Ann Lee Follow", "Ann Lee"),
        ("Letters to the Editor", "Letters to the Editor"),
        ("– Ann Lee", "Ann Lee"),
        ("Alle Holm", "Alle Holm"),
        ("Text: Ann Lee", "Ann Lee"),
        ("Текст: Анна Ли | 3 мая", "Анна Ли"),
        ("文/王小明 2024年3月12日", "王小明"),
        ("记者 王小明", "王小明"),
        ("김민수 기자", "김민수"),
        ("김민수기자 입력", "김민수"),
        ("von Ann Lee, Redakteurin", "Ann Lee"),
        ("Ann Lee, editor of Tides", "Ann Lee, editor of Tides"),
        ("By Ann Lee, Crime Correspondent", "Ann Lee"),
        ("By Ann Lee for the Harbour Notes", "Ann Lee"),
        ("By Ann Lee (Reuters)", "Ann Lee"),
        ("By Ann Lee (Brest, northern office)", "Ann Lee"),
        ("By Ann (Annie) Lee", "Ann (Annie) Lee"),
        ("Ann Lee (Boat7)", "Ann Lee (Boat7)"),
        ("By Ann Lee (the elder)", "Ann Lee (the elder)"),
        ("Reporting by Ann Lee; Editing by Bo Day", "Ann Lee"),
        ("Von Ann Lee, dpa", "Ann Lee"),
        ("Von Ann Lee, Kiel", "Ann Lee"),
        ("Ann Lee, Kiel", "Ann Lee, Kiel"),
        ("Von unserer Redakteurin Ann Lee", "Ann Lee"),
        ("Eine Kolumne von Ann Lee", "Ann Lee"),
        ("Par Ann Lee avec AFP", "Ann Lee"),
        ("Par Ann Lee, envoyée spéciale à Brest", "Ann Lee"),
        ("Publié par Ann Lee le 3 mai 2024", "Ann Lee"),
        ("dalla nostra inviata Ann Lee", "Ann Lee"),
        ("Escrito por Ann Lee el 3 de mayo", "Ann Lee"),
        ("Napisała Ann Lee", "Ann Lee"),
        ("Автор Анна Ли", "Анна Ли"),
        ("Автор статьи: Анна Ли", "Анна Ли"),
        ("取材・文／田中花子", "田中花子"),
        ("【田中花子】", "田中花子"),
        ("记者：王小明 责任编辑：李华", "王小明"),
        ("كتب أحمد حسن", "أحمد حسن"),
        ("מאת: דנה לוי", "דנה לוי"),
        // Two names, with a role or a place.
        (
            "By ANN LEE and BO DAY, Harbour staff writers",
            "ANN LEE and BO DAY",
        ),
        (
            "Von Ann-Lena Lee und Bo Groß, Kiel | Stand: 3.5.2021",
            "Ann-Lena Lee und Bo Groß",
        ),
        (
            "Propos recueillis par Ann Lee et Bo Day",
            "Ann Lee et Bo Day",
        ),
        ("Por Ann Lee, corresponsal en León · 3 de mayo", "Ann Lee"),
        ("Ann Lee, corresponsal en León", "Ann Lee"),
        ("By Ann Lee, CEO of Tides", "Ann Lee, CEO of Tides"),
        ("كتب أحمد حسن, القاهرة", "أحمد حسن"),
        ("By Political Correspondent Ann Lee", "Ann Lee"),
        // The makers of pictures are not the authors.
        ("Words: Ann Lee • Photos: Bo Day", "Ann Lee"),
        ("Foto: Bo Day | Testo: Ann Lee", "Ann Lee"),
        ("Bài: Ann Lee – Ảnh: Bo Day", "Ann Lee"),
        ("Text & Fotos: Ann Lee", "Ann Lee"),
        ("Ann Lee (text)", "Ann Lee"),
        ("Photos by Bo Day", ""),
        // Labels and dates before the name, or words after it.
        ("3 May 2021 | By Ann Lee", "Ann Lee"),
        ("令和3年4月1日 公開\u{3000}記者 山本一郎", "山本一郎"),
        ("文・田中花子（社会部記者）", "田中花子"),
        ("記者李华 报道", "李华"),
        ("田中花子記者", "田中花子"),
        ("राम कुमार द्वारा", "राम कुमार"),
        ("Ein Gastbeitrag von Prof. Dr. Ann Lee", "Prof. Dr. Ann Lee"),
        ("נכתב על ידי דנה לוי | פורסם: 12.03.2020", "דנה לוי"),
        ("نوشته‌ی مریم کریمی", "مریم کریمی"),
        ("Της Άννας Λη", "Άννας Λη"),
        ("De Ioana Popescu, 12 mai 2021", "Ioana Popescu"),
        ("De Vries", "De Vries"),
        ("By — Ann Lee", "Ann Lee"),
        ("By Ann Lee, CNN", "Ann Lee"),
        ("By Ann Lee, The Harbour Post", "Ann Lee"),
        ("By Ann Lee, MBA", "Ann Lee, MBA"),
        ("Edited by Bo Day", ""),
        ("Edited by Bo Day | By Ann Lee", "Ann Lee"),
        ("Written and edited by Ann Lee", "Ann Lee"),
        ("Übersetzt von Bo Day", ""),
        ("เขียนโดย สมชาย ใจดี", "สมชาย ใจดี"),
        ("द्वारा अंजलि शर्मा", "अंजलि शर्मा"),
        ("Theo Nguyễn Văn An", "Nguyễn Văn An"),
        ("Theo Lee", "Theo Lee"),
        ("Γράφει ο Γιάννης Λης", "Γιάννης Λης"),
        ("Аутор: Ана Ли", "Ана Ли"),
        ("লেখক: রহিম উদ্দিন", "রহিম উদ্দিন"),
        ("Höfundur: Anna Lee", "Anna Lee"),
        ("Egilea: Ane Lee", "Ane Lee"),
        ("ავტორი: ნინო ბერიძე", "ნინო ბერიძე"),
        ("Հեղինակ՝ Աննա Լի", "Աննա Լի"),
        ("Haber: Mehmet Öz - 05.11.2020", "Mehmet Öz"),
    ];

    #[test]
    fn names_are_separated_from_their_context() {
        for (byline, name) in BYLINES {
            assert_eq!(name_in(byline), *name, "{byline}");
        }
        assert!(is_person("山田太郎") && !is_person("编辑部") && !is_person("作者"));
        assert!(!is_person("в городе") && is_person("Анна Ли"));
        assert!(is_by("Ein Gastbeitrag von") && is_by("3 May | By") && is_by("Text:"));
        assert!(!is_by("Photos by") && !is_by("By Ann"));
        assert!(is_person("Ana Sofía de la Cruz") && is_person("ნინო ბერიძე"));
        assert!(
            !is_person("Our Correspondent")
                && !is_person("Fin Llueve")
                && !is_person("Staff Reporter")
        );
        assert!(is_person("Ann van Lee") && !is_person("the sea") && !is_person("The"));
        assert!(are_persons("Ann Lee, Bo Day and Cy Ek") && !are_persons("Ann Lee and friends"));
        assert!(are_persons("Ann Lee und Bo Day") && are_persons("Ann Lee, MS, RD"));
        assert!(!is_name("Anonymous", None) && !is_name("brandon-x", None));
        assert!(is_name("brandon-x", Some(Kind::Forum)));
        for link in ["More from this author", "View Author Page"] {
            assert!(!is_name(&name_in(link), Some(Kind::Article)), "{link}");
        }
    }
}
