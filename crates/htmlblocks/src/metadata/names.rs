//! Names of people in bylines and structured data.

use super::date;
use crate::best::features::Kind;

/// Words before the name of an author.
const BY: [&str; 12] = [
    "by", "von", "par", "por", "di", "af", "av", "door", "autor", "autore", "author", "auteur",
];
/// Labels before the name of an author, followed by a sign.
const LABELS_OF_AUTHOR: [&str; 42] = [
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
];
/// Roles before or after a Chinese or Korean name.
const REPORTERS: [&str; 3] = ["기자", "記者", "记者"];
/// Last characters of Chinese and Japanese names of papers, boards and agencies.
const BOARDS: &str = "社部网網報报局室会會台刊";
/// Words in labels that end with "by", and in links to all texts of an author.
const LABELS: [&str; 48] = [
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
];
/// The first words of links to all texts of an author, before another of [`LABELS`].
const ALL: [&str; 14] = [
    "view", "see", "show", "read", "more", "all", "zeige", "alle", "weitere", "voir", "tous",
    "ver", "tutti", "bekijk",
];
/// Roles at the end of a name.
const ROLES: [&str; 37] = [
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
    let dated = parts.find(|part| part.bytes().any(|byte| byte.is_ascii_digit()));
    let words = || dated.unwrap_or(text).split_whitespace().take(3);
    let is_updated = |word: &str| {
        let word = word.trim_matches(|character: char| !character.is_alphabetic());
        UPDATED.contains(&&*word.to_lowercase())
    };
    words().any(is_updated)
        || words().any(|word| {
            UPDATED_WITHOUT_SPACES
                .iter()
                .any(|label| word.contains(label))
        })
}

/// Words before the date of publication.
const PUBLISHED: [&str; 40] = [
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
    let is_published = |word: &str| {
        let word = word.to_lowercase();
        let letters = word.trim_matches(|letter: char| !letter.is_alphabetic());
        PUBLISHED.contains(&letters) || PUBLISHED_WITHIN.iter().any(|label| word.contains(label))
    };
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
        Some(by) if labels > 0 && BY.contains(&&*lower(by)) => &words[labels + 1..],
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
            let between = words[..role]
                .iter()
                .rev()
                .take_while(|word| is_of_role(word));
            let name = &words[..role - between.count()];
            let name = match name {
                [name @ .., "and" | "&" | "the" | "our"] => name,
                name => name,
            };
            if name.len() < 2 { words } else { name }
        }
        _ => words,
    }
}
const WRITTEN: [&str; 8] = [
    "written",
    "posted",
    "published",
    "words",
    "story",
    "article",
    "created",
    "authored",
];

/// Whether a text starts with "written by" or the like.
pub fn begins_with_written_by(text: &str) -> bool {
    let mut words = text.split_whitespace().map(str::to_lowercase);
    let written = words.next().is_some_and(|word| WRITTEN.contains(&&*word));
    written
        && words
            .next()
            .is_some_and(|word| BY.contains(&word.trim_end_matches(':')))
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

/// Returns the name in a byline, without "by" and without the text after a separator, a date or a role.
pub fn name_in(text: &str) -> String {
    let text = behind_label(text).unwrap_or(text);
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let is = |word: &str, list: &[&str]| {
        let word = word.trim_end_matches(':').to_lowercase();
        list.contains(&&*word)
    };
    if words.len() > 1 && is(words[0], &WRITTEN) && is(words[1], &BY) {
        words.drain(..2);
    } else if words.len() > 1 && (is(words[0], &BY) || is(words[0], &["via"])) {
        words.remove(0);
    }
    let words = before_role(without_label(&words));
    let mut name = String::new();
    for (at, &word) in words.iter().enumerate() {
        let next = words
            .get(at + 1)
            .map(|next| next.to_lowercase())
            .unwrap_or_default();
        let ends = matches!(
            word,
            "|" | "\u{2022}" | "\u{b7}" | "-" | "\u{2013}" | "\u{2014}" | "on"
        ) || is(
            word.trim_end_matches(','),
            &["updated", "published", "posted", "posts", "am", "in"],
        ) || word.starts_with("(@")
            || word.starts_with(|first: char| first.is_ascii_digit() || first == '@')
            || word.len() > 3 && word.ends_with(':')
            || next.starts_with(|first: char| first.is_ascii_digit()) && begins_date(&words[at..])
            || is(word, &ALL) && LABELS.contains(&&*next);
        if ends && !name.is_empty() {
            break;
        }
        if !name.is_empty() {
            name.push(' ');
        }
        name.push_str(word);
    }
    let name = name
        .trim_matches(|character: char| character.is_whitespace() || ",:;|→»›".contains(character));
    let name = without_initial(without_lone_role(name));
    let abbreviates = name
        .rsplit(' ')
        .next()
        .is_some_and(|last| last.matches('.').count() > 1 || last.len() <= 3);
    match name.strip_suffix('.') {
        Some(rest) if !abbreviates => rest.to_owned(),
        _ => name.to_owned(),
    }
}

/// Removes a role after a comma, unless the role says of what: "Ann Lee, reporter", but not "Ann Lee, editor of Tides".
fn without_lone_role(name: &str) -> &str {
    let of_role = |word: &str| {
        let word = word.to_lowercase();
        ROLES.contains(&&*word) || OF_ROLES.contains(&&*word)
    };
    match name.split_once(", ") {
        Some((person, role)) if role.split(' ').all(of_role) => person,
        _ => name,
    }
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
const NO_NAMES: [&str; 22] = [
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

/// Whether a text names persons, joined by commas or "and".
pub fn are_persons(names: &str) -> bool {
    let joined = names.replace(" and ", ", ").replace(" & ", ", ");
    let mut each = joined
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty());
    each.clone().count() <= 6 && each.all(is_person)
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
            || ["de", "da", "van", "von", "der", "la", "di", "bin", "al"].contains(word)
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
            ("Alle Holm", "Alle Holm"),
            ("Text: Ann Lee", "Ann Lee"),
            ("Текст: Анна Ли | 3 мая", "Анна Ли"),
            ("文/王小明 2024年3月12日", "王小明"),
            ("记者 王小明", "王小明"),
            ("김민수 기자", "김민수"),
            ("김민수기자 입력", "김민수"),
            ("von Ann Lee, Redakteurin", "Ann Lee"),
            ("Ann Lee, editor of Tides", "Ann Lee, editor of Tides"),
        ] {
            assert_eq!(name_in(byline), name);
        }
        assert!(is_person("山田太郎") && !is_person("编辑部") && !is_person("作者"));
        assert!(is_person("Ann van Lee") && !is_person("the sea") && !is_person("The"));
        assert!(are_persons("Ann Lee, Bo Day and Cy Ek") && !are_persons("Ann Lee and friends"));
        assert!(!is_name("Anonymous", None) && !is_name("brandon-x", None));
        assert!(is_name("brandon-x", Some(Kind::Forum)));
    }
}
