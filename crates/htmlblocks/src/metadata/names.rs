//! Names of people in bylines and structured data.

use super::date;
use crate::best::features::Kind;

/// Words before the name of an author.
const BY: [&str; 39] = [
    "by",
    "von",
    "par",
    "por",
    "di",
    "af",
    "av",
    "door",
    "przez",
    "od",
    "från",
    "fra",
    "autor",
    "autora",
    "autorin",
    "autorka",
    "autore",
    "autrice",
    "author",
    "auteur",
    "автор",
    "autoři",
    "yazan",
    "napisał",
    "napisała",
    "napsal",
    "napsala",
    "oleh",
    "penulis",
    "szerző",
    "írta",
    "بقلم",
    "كتب",
    "כתב",
    "מאת",
    "लेखक",
    "글",
    "文",
    "撰文",
];
/// Labels before the name of an author, followed by a sign.
const LABELS_OF_AUTHOR: [&str; 76] = [
    "by",
    "text",
    "texte",
    "testo",
    "texto",
    "tekst",
    "teksti",
    "szöveg",
    "текст",
    "κείμενο",
    "author",
    "authors",
    "autor",
    "autore",
    "autorin",
    "autora",
    "auteur",
    "autrice",
    "författare",
    "forfatter",
    "kirjoittaja",
    "schrijver",
    "yazan",
    "yazar",
    "автор",
    "szerző",
    "συντάκτης",
    "penulis",
    "oleh",
    "tác giả",
    "글",
    "작성자",
    "文",
    "文字",
    "作者",
    "撰文",
    "記者",
    "记者",
    "著者",
    "執筆",
    "نویسنده",
    "الكاتب",
    "الكاتبة",
    "بقلم",
    "מאת",
    "लेखक",
    "लेखिका",
    "autorka",
    "autoři",
    "opracowanie",
    "napisał",
    "napisała",
    "redacción",
    "redazione",
    "interview",
    "entretien",
    "entrevista",
    "intervista",
    "автор статьи",
    "автор текста",
    "опубликовал",
    "опубликовала",
    "записал",
    "записала",
    "szerkesztő",
    "írta",
    "yazar",
    "執筆者",
    "投稿者",
    "取材・文",
    "文・写真",
    "撰稿",
    "采写",
    "글쓴이",
    "저자",
    "प्रस्तुति",
];
/// Roles before or after a Chinese or Korean name.
const REPORTERS: [&str; 3] = ["기자", "記者", "记者"];
/// Last characters of Chinese and Japanese names of papers, boards and agencies.
const BOARDS: &str = "社部网網報报局室会會台刊";
/// Words in labels that end with "by", and in links to all texts of an author.
const LABELS: [&str; 76] = [
    "view",
    "see",
    "show",
    "read",
    "more",
    "all",
    "other",
    "posts",
    "post",
    "articles",
    "stories",
    "entries",
    "zeige",
    "alle",
    "weitere",
    "beiträge",
    "artikel",
    "texte",
    "eingestellt",
    "erstellt",
    "geschrieben",
    "verfasst",
    "veröffentlicht",
    "gepostet",
    "voir",
    "tous",
    "les",
    "articles",
    "écrit",
    "publié",
    "rédigé",
    "posté",
    "ver",
    "todas",
    "todos",
    "entradas",
    "artículos",
    "escrito",
    "publicado",
    "tutti",
    "gli",
    "articoli",
    "scritto",
    "pubblicato",
    "bekijk",
    "berichten",
    "geschreven",
    "geplaatst",
    "skriven",
    "skrevet",
    "scris",
    "escrita",
    "ein",
    "eine",
    "un",
    "une",
    "una",
    "beitrag",
    "gastbeitrag",
    "kolumne",
    "kommentar",
    "kritik",
    "reportage",
    "analyse",
    "interview",
    "article",
    "chronique",
    "tribune",
    "propos",
    "recueillis",
    "artículo",
    "columna",
    "artigo",
    "a",
    "cura",
    "articolo",
];
/// The first words of links to all texts of an author, before another of [`LABELS`].
const ALL: [&str; 14] = [
    "view", "see", "show", "read", "more", "all", "zeige", "alle", "weitere", "voir", "tous",
    "ver", "tutti", "bekijk",
];
/// Words before the role of an author, which stands before the name: "unsere Redakteurin", "notre correspondante".
const OUR: [&str; 22] = [
    "our",
    "unser",
    "unsere",
    "unserer",
    "unserem",
    "notre",
    "nuestra",
    "nuestro",
    "nostra",
    "nostro",
    "onze",
    "vår",
    "vores",
    "dalla",
    "dal",
    "наш",
    "наша",
    "нашего",
    "nasz",
    "nasza",
    "nossa",
    "nosso",
];
/// Agencies.
const AGENCIES: [&str; 30] = [
    "dpa", "epd", "kna", "sda", "sid", "AFP", "AP", "APA", "ANSA", "ANP", "Belga", "BNS", "ČTK",
    "DPA", "EFE", "Kyodo", "Lusa", "MTI", "NTB", "PAP", "PTI", "ANI", "IANS", "Reuters", "Ritzau",
    "TASS", "ТАСС", "UPI", "Xinhua", "共同",
];
/// Words that end a name in a byline: sources, places and dates follow.
const ENDS: [&str; 31] = [
    "follow",
    "updated",
    "published",
    "posted",
    "posts",
    "am",
    "in",
    "on",
    "for",
    "with",
    "from",
    "avec",
    "mit",
    "con",
    "med",
    "met",
    "veröffentlicht",
    "aktualisiert",
    "erschienen",
    "publié",
    "mis",
    "modifié",
    "publicado",
    "actualizado",
    "pubblicato",
    "aggiornato",
    "atualizado",
    "gepubliceerd",
    "opublikowano",
    "опубликовано",
    "обновлено",
];
/// Roles at the end of a name.
const ROLES: [&str; 48] = [
    "editor",
    "reporter",
    "correspondent",
    "writer",
    "columnist",
    "journalist",
    "contributor",
    "producer",
    "critic",
    "blogger",
    "redakteur",
    "redakteurin",
    "redaktorin",
    "autorin",
    "verslaggever",
    "reportero",
    "redacción",
    "redactrice",
    "redattrice",
    "giornalista",
    "periodista",
    "jornalista",
    "repórter",
    "dziennikarz",
    "dziennikarka",
    "redaktor",
    "redaktorka",
    "reportér",
    "toimittaja",
    "muhabir",
    "корреспондент",
    "журналист",
    "журналистка",
    "korrespondent",
    "journaliste",
    "redactor",
    "redattore",
    "corresponsal",
    "correspondant",
    "correspondante",
    "corrispondente",
    "inviato",
    "inviata",
    "redacteur",
    "reporterin",
    "korrespondentin",
    "envoyé",
    "envoyée",
];
/// Days of the week, which may stand between a name and a date.
const WEEKDAYS: [&str; 35] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "montag",
    "dienstag",
    "mittwoch",
    "donnerstag",
    "freitag",
    "samstag",
    "sonntag",
    "lundi",
    "mardi",
    "mercredi",
    "jeudi",
    "vendredi",
    "samedi",
    "dimanche",
    "lunes",
    "martes",
    "miércoles",
    "jueves",
    "viernes",
    "sábado",
    "domingo",
    "lunedì",
    "martedì",
    "mercoledì",
    "giovedì",
    "venerdì",
    "sabato",
    "domenica",
];
/// Words between a name and a role.
const OF_ROLES: [&str; 30] = [
    "senior",
    "chief",
    "deputy",
    "assistant",
    "associate",
    "managing",
    "executive",
    "contributing",
    "staff",
    "freelance",
    "special",
    "political",
    "politics",
    "business",
    "sports",
    "sport",
    "science",
    "technology",
    "tech",
    "health",
    "education",
    "environment",
    "arts",
    "culture",
    "games",
    "news",
    "features",
    "foreign",
    "travel",
    "money",
];
/// Words in the names of organisations that look like names of persons.
const ORGANISATIONS: [&str; 20] = [
    "team",
    "university",
    "college",
    "school",
    "inc",
    "ltd",
    "llc",
    "gmbh",
    "company",
    "group",
    "products",
    "market",
    "media",
    "press",
    "news",
    "staff",
    "association",
    "foundation",
    "office",
    "services",
];

/// Whether a name has a word for an organisation.
pub fn is_of_organisation(name: &str) -> bool {
    let mut words = name.split(' ');
    words.any(|word| ORGANISATIONS.contains(&&*word.trim_end_matches(['.', ',']).to_lowercase()))
}

/// Words before the date of a change, in languages that have spaces between words.
const UPDATED: [&str; 64] = [
    // English, German, French, Spanish, Catalan, Italian, Portuguese, Dutch.
    "updated",
    "update",
    "modified",
    "edited",
    "revised",
    "changed",
    "aktualisiert",
    "stand",
    "geändert",
    "actualisé",
    "modifié",
    "jour",
    "actualizado",
    "actualizada",
    "modificado",
    "actualització",
    "actualitzat",
    "aggiornato",
    "aggiornamento",
    "modificato",
    "atualizado",
    "atualizada",
    "atualização",
    "bijgewerkt",
    "gewijzigd",
    // Swedish, Danish, Norwegian, Finnish, Estonian, Latvian, Lithuanian.
    "uppdaterad",
    "ändrad",
    "opdateret",
    "oppdatert",
    "päivitetty",
    "muokattu",
    "uuendatud",
    "muudetud",
    "atjaunināts",
    "atnaujinta",
    // Polish, Czech, Slovak, Slovene, Croatian and Serbian, Hungarian, Romanian, Turkish, Greek.
    "aktualizacja",
    "zaktualizowano",
    "aktualizováno",
    "aktualizace",
    "upraveno",
    "aktualizované",
    "posodobljeno",
    "ažurirano",
    "ажурирано",
    "frissítve",
    "módosítva",
    "actualizat",
    "actualizare",
    "güncellendi",
    "güncelleme",
    "ενημέρωση",
    "ενημερώθηκε",
    // Russian, Ukrainian, Bulgarian, Arabic, Hebrew, Persian, Hindi, Indonesian, Malay, Vietnamese.
    "обновлено",
    "изменено",
    "оновлено",
    "обновена",
    "актуализирано",
    "تحديث",
    "עודכן",
    "بروزرسانی",
    "अपडेट",
    "diperbarui",
    "dikemaskini",
    "cập",
];

/// Words for a change in Chinese, Japanese and Korean.
const UPDATED_WITHOUT_SPACES: [&str; 5] = ["更新", "修改", "改訂", "수정", "업데이트"];

/// Whether a text, or the part of it with a date, begins with a label for a change: "Last updated:", "Stand:",
/// "Mis à jour le", "最終更新日".
pub fn is_of_change(text: &str) -> bool {
    let mut parts = text.split(['|', '·', '•']);
    let dated = parts.find(|part| date::has_digit(part));
    let mut words = dated.unwrap_or(text).split_whitespace().take(3);
    words.any(is_updated)
}

/// Words before the date of publication.
const PUBLISHED: [&str; 49] = [
    "created",
    "erstellt",
    "originally",
    "créé",
    "creado",
    "creato",
    "publikacja",
    "yayın",
    "δημοσιεύτηκε",
    "published",
    "posted",
    "veröffentlicht",
    "erschienen",
    "publié",
    "publiée",
    "publication",
    "publicado",
    "publicada",
    "publicación",
    "publicat",
    "pubblicato",
    "pubblicata",
    "publicação",
    "gepubliceerd",
    "geplaatst",
    "publicerad",
    "publicerat",
    "udgivet",
    "offentliggjort",
    "publisert",
    "julkaistu",
    "avaldatud",
    "publicēts",
    "paskelbta",
    "opublikowano",
    "publikacji",
    "publikováno",
    "zveřejněno",
    "objavljeno",
    "megjelent",
    "közzétéve",
    "yayınlanma",
    "yayımlanma",
    "δημοσιεύθηκε",
    "опубликовано",
    "публикации",
    "опубліковано",
    "публикувано",
    "diterbitkan",
];
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
    let word = word.trim_matches(|character: char| !character.is_alphabetic());
    UPDATED.contains(&&*word.to_lowercase())
        || UPDATED_WITHOUT_SPACES
            .iter()
            .any(|label| word.contains(label))
}

fn is_published(word: &str) -> bool {
    let word = word.to_lowercase();
    let letters = word.trim_matches(|letter: char| !letter.is_alphabetic());
    PUBLISHED.contains(&letters) || PUBLISHED_WITHIN.iter().any(|label| word.contains(label))
}

/// Words for publication in languages without spaces between words, and in Korean, Arabic, Persian, Hebrew, Hindi and
/// Vietnamese.
const PUBLISHED_WITHIN: [&str; 14] = [
    "公開",
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
    "đăng",
];

/// Whether a text begins with a label for publication: "First published:", "Publié le", "公開日".
pub fn is_of_publication(text: &str) -> bool {
    text.split_whitespace().take(3).any(is_published) && !is_of_change(text)
}

/// Whether words begin with a date whose month is first: "March 11, 2015".
fn begins_date(words: &[&str]) -> bool {
    let date = words[..words.len().min(3)].join(" ");
    date::parse(&date, true).is_some()
}

/// Returns the words of a byline after its label: "View all posts by", "Eingestellt von".
fn without_label<'w, 't>(words: &'w [&'t str]) -> &'w [&'t str] {
    let lower = |word: &str| word.trim_end_matches(':').to_lowercase();
    let labels = words.iter().take(5);
    let labels = labels
        .take_while(|word| LABELS.contains(&&*lower(word)))
        .count();
    match words.get(labels) {
        Some(by) if labels > 0 && (BY.contains(&&*lower(by)) || matches!(*by, "da" | "de")) => {
            &words[labels + 1..]
        }
        _ => words,
    }
}

/// Returns the words of the name before a role, without the words between them, or all words if there is no role.
fn before_role<'w, 't>(words: &'w [&'t str]) -> &'w [&'t str] {
    let lower = |word: &str| word.to_lowercase();
    let is_of_role = |word: &&str| OF_ROLES.contains(&&*lower(word));
    match words.iter().position(|word| ROLES.contains(&&*lower(word))) {
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
    let is_by = |word: &str| BY.contains(&word.to_lowercase().trim_end_matches(':'));
    words.next().is_some_and(is_written) && words.next().is_some_and(is_by)
}

/// Returns the text after an author label: "Text: Ann Lee", "文/王小明", "记者 王小明", "김민수 기자".
fn behind_label(text: &str) -> Option<&str> {
    let is_label = |label: &str| LABELS_OF_AUTHOR.contains(&&*label.trim().to_lowercase());
    let labelled = text.split_once([':', '：', '/', '／', '|', '｜']);
    let labelled = labelled.filter(|(label, _)| is_label(label));
    labelled.map_or_else(|| of_reporter(text), |(_, name)| Some(name.trim_start()))
}

/// Returns the name before or after the word for a reporter.
fn of_reporter(text: &str) -> Option<&str> {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    if REPORTERS.contains(&first) {
        return Some(rest.trim_start());
    }
    let name = REPORTERS.iter().find_map(|role| first.strip_suffix(role));
    let is_behind = REPORTERS
        .iter()
        .any(|role| rest.trim_start().starts_with(role));
    name.or(is_behind.then_some(first))
}

/// Whether a text is "by" or "written by".
pub fn is_by(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [one] => BY.contains(&&*one.trim_end_matches(':').to_lowercase()),
        [_, _] => begins_with_written_by(text),
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
        let first = text
            .split_whitespace()
            .next()?
            .trim_end_matches(':')
            .to_lowercase();
        let begins =
            BY.contains(&&*first) || begins_with_written_by(text) || behind_label(text).is_some();
        let name = begins.then(|| name_in(text))?;
        (name.len() < text.len()).then_some(name)
    })
}

/// Returns the name in a byline, without "by" and without the text after a separator, a date, a source or a role.
pub fn name_in(text: &str) -> String {
    let labelled = behind_label(text);
    let text = labelled.unwrap_or(text);
    let text = text.strip_prefix('【').unwrap_or(text);
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let is = |word: &str, list: &[&str]| {
        let word = word.trim_end_matches(':').to_lowercase();
        list.contains(&&*word)
    };
    let all = words.len();
    if words.len() > 1 && is(words[0], &WRITTEN) && is(words[1], &BY) {
        words.drain(..2);
    } else if words.len() > 1 && (is(words[0], &BY) || is(words[0], &["via"])) {
        words.remove(0);
    }
    let words = without_our(without_label(&words));
    let is_labelled = labelled.is_some() || words.len() < all;
    let words = before_role(words);
    let mut name = String::new();
    for (at, &word) in words.iter().enumerate() {
        let next = words
            .get(at + 1)
            .map(|next| next.to_lowercase())
            .unwrap_or_default();
        let is_before_digit = next.starts_with(|first: char| first.is_ascii_digit());
        let ends = matches!(
            word,
            "|" | "\u{2022}" | "\u{b7}" | "-" | "\u{2013}" | "\u{2014}"
        ) || is(word.trim_end_matches(','), &ENDS)
            || word.starts_with('(') && ends_with_place(&words[at..])
            || word.starts_with("(@")
            || word.starts_with(|first: char| first.is_ascii_digit() || first == '@')
            || word.len() > 3 && word.ends_with(':')
            || word.contains('：')
            || is_before_digit && begins_date(&words[at..])
            || is(word.trim_end_matches(','), &WEEKDAYS) && begins_date(&words[at + 1..])
            || is_before_digit && word.len() <= 4 && word.chars().all(char::is_lowercase)
            || is(word, &ALL) && LABELS.contains(&&*next);
        if ends && !name.is_empty() {
            break;
        }
        if !name.is_empty() {
            name.push(' ');
        }
        name.push_str(word);
        if word.ends_with(';') {
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

/// Whether words in brackets at the end are an agency, a place or a role: "(Reuters)", "(avec AFP)", "(Brest, northern
/// office)".
fn ends_with_place(words: &[&str]) -> bool {
    let Some(last) = words.last().and_then(|last| last.strip_suffix(')')) else {
        return false;
    };
    // A single word may also be a user name.
    let is_place = words.len() > 1 && words[0][1..].starts_with(char::is_uppercase);
    is_place || AGENCIES.contains(&last.trim_start_matches('('))
}

/// Returns the words after the role of an author before the name: "unserer Redakteurin Ann Lee".
fn without_our<'w, 't>(words: &'w [&'t str]) -> &'w [&'t str] {
    let is = |word: &str, list: &[&str]| list.contains(&&*word.to_lowercase());
    let mut rest = words;
    while let [first, behind @ ..] = rest
        && is(first, &OUR)
    {
        rest = behind;
    }
    match rest {
        [role, name @ ..] if rest.len() < words.len() && is(role, &ROLES) && name.len() > 1 => name,
        _ => words,
    }
}

/// Removes from the end of a name, after a comma: a role, unless it says of what ("Ann Lee, reporter", but not "Ann Lee,
/// editor of Tides"), an agency, and in a text with a label also a place of one word.
fn without_addition(name: &str, is_labelled: bool) -> &str {
    let Some((person, addition)) = name.rsplit_once(", ") else {
        return name;
    };
    let lower = addition.to_lowercase();
    let words = || lower.split(' ');
    let is_role = |word: &str| ROLES.contains(&word) || OF_ROLES.contains(&word);
    let ends_in_role = words().count() <= 4
        && words()
            .next_back()
            .is_some_and(|last| ROLES.contains(&last));
    let begins_with_role = words()
        .next()
        .is_some_and(|first| ["envoyé", "envoyée", "da", "del", "della", "du"].contains(&first));
    let is_agency = AGENCIES.contains(&addition);
    let is_place = || is_labelled && is_single_name(addition);
    let is_one = is_person(person);
    let is_addition = words().all(is_role)
        || is_one && (ends_in_role || begins_with_role || is_agency || is_place());
    if is_addition { person } else { name }
}

/// Whether a text consists of capitals without spaces.
pub fn is_acronym(text: &str) -> bool {
    text.chars().all(char::is_uppercase)
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
        && !is_handle
        && !(words > 1 && name.starts_with(|first: char| first.is_ascii_digit()))
}

/// Whether a name is that of an account: one word with lower-case letters.
pub fn is_user_name(name: &str) -> bool {
    !name.contains(' ') && name.chars().any(char::is_lowercase)
}

/// Whether a text is one word of letters that starts with a capital: "Zoe".
pub fn is_single_name(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
        && name.chars().count() > 2
        && name.chars().all(char::is_alphabetic)
}

/// Words between two names.
const AND: [&str; 14] = [
    "and", "&", "und", "et", "y", "e", "i", "en", "och", "og", "ja", "и", "та", "și",
];

/// Whether a text names persons, joined by commas or "and". Academic degrees may follow a name.
pub fn are_persons(names: &str) -> bool {
    let words = names.split(' ');
    let words: Vec<&str> = words
        .map(|word| if AND.contains(&word) { "," } else { word })
        .collect();
    let joined = words.join(" ");
    let mut each = joined
        .split([',', '、', '，'])
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .enumerate();
    each.clone().count() <= 6 && each.all(|(at, name)| is_person(name) || at > 0 && is_degree(name))
}

/// Whether a text is an academic degree or the like: "Ph.D.", "MD", "RN".
fn is_degree(text: &str) -> bool {
    let letters = text.chars().filter(char::is_ascii_alphabetic).count();
    let is_letter = |letter: char| letter.is_ascii_alphabetic() || letter == '.';
    let capitals = text.chars().filter(char::is_ascii_uppercase).count();
    (2..=5).contains(&letters) && capitals > 1 && text.chars().all(is_letter) || text == "Jr."
}

/// Removes the comma in a name of two parts, since commas separate names: "Lee, Ann" becomes "Ann Lee".
pub fn first_name_first(name: &str) -> String {
    match name.split_once(", ") {
        Some((last, first))
            if !first.contains([',', '.']) && is_person(&format!("{first} {last}")) =>
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
    (2..=6).contains(&name.chars().count())
        && name.chars().all(is_syllable)
        && !name.ends_with(|last| BOARDS.contains(last))
        && !LABELS_OF_AUTHOR.contains(&name)
        && !REPORTERS.contains(&name)
}

/// Words in names that have small letters.
const PARTICLES: [&str; 23] = [
    "de", "da", "van", "von", "der", "la", "di", "bin", "al", "du", "del", "den", "ter", "ten",
    "dos", "das", "do", "el", "ibn", "bint", "le", "zu", "af",
];

/// Whether a name looks like a person's: two to four words, capitalised or particles, without digits.
fn is_person(name: &str) -> bool {
    if is_person_in_syllables(name) {
        return true;
    }
    let words: Vec<&str> = name.split(' ').collect();
    let is_part = |word: &&str| {
        let first = word.chars().next();
        first
            .is_some_and(|first| first.is_uppercase() || first.is_alphabetic() && !first.is_ascii())
            || PARTICLES.contains(word)
    };
    (2..=4).contains(&words.len())
        && words.iter().all(is_part)
        && !name.bytes().any(|byte| byte.is_ascii_digit())
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
    fn names_are_separated_from_their_context() {
        for (byline, name) in [
            ("By Ann Lee", "Ann Lee"),
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
        ] {
            assert_eq!(name_in(byline), name);
        }
        assert!(is_person("山田太郎") && !is_person("编辑部") && !is_person("作者"));
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
