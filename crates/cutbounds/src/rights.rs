//! Words about rights: who holds them, and what others may do. All words are in lower case.

/// Words that name rights or their holder.
const NAMES: [&str; 24] = [
    "copyright",
    "licen",
    "\u{a9}",
    " (c) ",
    "public domain",
    "lizenz",
    "lisens",
    "lisans",
    "permesil",
    "лиценз",
    "ліценз",
    "άδεια",
    "رخصة",
    "giấy phép",
    "ライセンス",
    "許諾",
    "許可",
    "许可",
    "版权",
    "著作権",
    "라이선스",
    "사용권",
    "저작권",
    "허가",
];
/// Words before the holder of rights.
const HOLDERS: [&str; 4] = ["copyright", "(c) 1", "(c) 2", "\u{a9}"];
/// Words that say what others may do. The same text must name a holder.
const GRANTS: [&str; 11] = [
    "conditions of use",
    "terms of use",
    "licen",
    "permission is",
    "permitted",
    "redistribut",
    "rights reserved",
    "warrant",
    "public domain",
    "free software",
    "same terms",
];
/// Words that grant rights without a holder.
const CERTAIN: [&str; 14] = [
    "spdx-license-identifier",
    "as a special exception",
    "disclaims copyright",
    "disclaim copyright",
    "is in the public domain",
    "placed in the public domain",
    "placed into the public domain",
    "you can redistribute it and/or modify",
    "permission is hereby granted",
    "licensed under",
    "licenced under",
    "is subject to the license",
    "is subject to the terms of the mozilla public",
    "under the terms of the",
];
/// Further words of licences.
const OF_LICENCES: [&str; 7] = [
    "permission",
    "liab",
    "notice",
    "copying",
    "restriction",
    "file is part of",
    "this work ",
];
/// Words for a licence in titles.
const TITLES: [&str; 64] = [
    "auteursrecht",
    "auteursrechten",
    "copyright",
    "copyrights",
    "licenc",
    "licenca",
    "licence",
    "licences",
    "licencia",
    "licencija",
    "licencja",
    "licens",
    "license",
    "licenses",
    "licensing",
    "licentie",
    "licenza",
    "licença",
    "licență",
    "lisans",
    "lisens",
    "lisensi",
    "lisenssi",
    "litsents",
    "lizentzia",
    "lizenz",
    "lizenzierung",
    "llicència",
    "ophavsret",
    "opphavsrett",
    "tekijänoikeudet",
    "tekijänoikeus",
    "upphovsrätt",
    "urheberrecht",
    "urheberrechte",
    "άδεια",
    "лиценз",
    "лицензирование",
    "лицензия",
    "лиценца",
    "ліцензування",
    "ліцензія",
    "רישיון",
    "الترخيص",
    "الرخصة",
    "ترخيص",
    "رخصة",
    "مجوز",
    "پروانه",
    "अनुज्ञप्ति",
    "लाइसेंस",
    "লাইসেন্স",
    "ライセンス",
    "授权协议",
    "版权",
    "版权声明",
    "版權",
    "著作権",
    "許可證",
    "许可协议",
    "许可证",
    "라이선스",
    "라이센스",
    "저작권",
];
/// Titles of more than one word, or with signs that are not letters.
const TITLE_PHRASES: [&str; 25] = [
    "autorská práva",
    "bản quyền",
    "derechos de autor",
    "direitos autorais",
    "direitos de autor",
    "diritti d'autore",
    "drepturi de autor",
    "droits d'auteur",
    "giấy phép",
    "hak cipta",
    "prawa autorskie",
    "szerzői jog",
    "telif hakkı",
    "telif hakları",
    "πνευματικά δικαιώματα",
    "авторски права",
    "авторские права",
    "авторское право",
    "авторські права",
    "זכויות יוצרים",
    "حق نشر",
    "حقوق الطبع",
    "حقوق النشر",
    "ลิขสิทธิ์",
    "สัญญาอนุญาต",
];
/// Words that a title may have in addition.
const BESIDE: [&str; 28] = [
    "and",
    "author",
    "authors",
    "credits",
    "dan",
    "disclaimer",
    "e",
    "en",
    "et",
    "i",
    "information",
    "legal",
    "notice",
    "notices",
    "och",
    "of",
    "og",
    "statement",
    "terms",
    "the",
    "und",
    "ve",
    "và",
    "warranty",
    "y",
    "и",
    "та",
    "و",
];
/// Parts of words in notes on how a text was made, and in addresses.
const MAKING: [&str; 17] = [
    "http",
    "www.",
    "@",
    "gutenberg",
    "etext",
    "e-text",
    "ebook",
    "e-book",
    "transcri",
    "proofread",
    "produced by",
    "prepared by",
    "scanned",
    "digiti",
    "typed by",
    "typist",
    "note:",
];

/// Parts of words for a text, an edition, a library, and for what is done to make and publish an electronic text.
const OF_EDITIONS: [&str; 96] = [
    "text",
    "tekst",
    "testo",
    "szöveg",
    "metin",
    "metni",
    "текст",
    "κείμεν",
    "متن",
    "نص",
    "טקסט",
    "पाठ",
    "ข้อความ",
    "văn bản",
    "テキスト",
    "文本",
    "텍스트",
    "editi",
    "édition",
    "edición",
    "edição",
    "edizione",
    "ausgabe",
    "uitgave",
    "utgåva",
    "udgave",
    "utgave",
    "wydani",
    "vydání",
    "kiadás",
    "painos",
    "издани",
    "видання",
    "έκδοσ",
    "طبعة",
    "نسخة",
    "מהדורה",
    "संस्करण",
    "ฉบับ",
    "archi",
    "arkiv",
    "arşiv",
    "arquivo",
    "архив",
    "архів",
    "αρχεί",
    "أرشيف",
    "librar",
    "biblio",
    "βιβλιοθ",
    "библио",
    "бібліо",
    "kütüphane",
    "pustaka",
    "مكتبة",
    "کتابخانه",
    "ספרי",
    "पुस्तकालय",
    "ห้องสมุด",
    "thư viện",
    "文庫",
    "文库",
    "図書",
    "图书",
    "圖書",
    "도서",
    "typed",
    "getippt",
    "erfasst",
    "saisi",
    "набра",
    "đánh máy",
    "พิมพ์",
    "入力",
    "录入",
    "錄入",
    "입력",
    "digit",
    "numéris",
    "цифр",
    "điện tử",
    "電子",
    "电子",
    "전자",
    "scan",
    "扫描",
    "掃描",
    "transcri",
    "proofread",
    "prepared",
    "préparé",
    "hazırla",
    "подготов",
    "publi",
    "opublik",
    "veröffentlicht",
];

/// Whether a text has one of these words.
pub fn has(text: &str, words: &[&str]) -> bool {
    // Most texts of programs are ASCII, and the search for other words takes long.
    let is_ascii = text.is_ascii();
    let may_be = |word: &&&str| !is_ascii || word.is_ascii();
    words.iter().filter(may_be).any(|word| text.contains(word))
}

/// Whether a line is of a note on how the text was made.
pub fn speaks_of_making(raw: &str) -> bool {
    has(&raw.to_lowercase(), &MAKING)
}

/// Whether a line speaks of an edition of a text: who made, keeps or gives it, or what others may do.
pub fn speaks_of_edition(raw: &str) -> bool {
    let line = raw.to_lowercase();
    [&MAKING[..], &NAMES, &GRANTS, &OF_EDITIONS]
        .iter()
        .any(|words| has(&line, words))
}

/// Whether a line names rights.
pub fn are_named(raw: &str) -> bool {
    has(&raw.to_lowercase(), &NAMES)
}

/// Whether a line names rights, or what others may do.
pub fn is_of_licence(raw: &str) -> bool {
    let line = raw.to_lowercase();
    [&NAMES[..], &GRANTS, &CERTAIN, &OF_LICENCES]
        .iter()
        .any(|words| has(&line, words))
}

/// Whether a line is of a notice: of a licence, or on how the text was made.
pub fn is_of_notice(raw: &str) -> bool {
    is_of_licence(raw) || speaks_of_making(raw)
}

/// Whether a lower-case text grants rights: it names their holder and says what others may do, says that nobody
/// holds them, or has a licence identifier (SPDX).
pub fn are_granted(text: &str) -> bool {
    has(text, &CERTAIN) || has(text, &HOLDERS) && (has(text, &GRANTS) || has(text, &NAMES[5..]))
}

/// Whether a lower-case line begins with the name of rights.
pub fn begins_notice(line: &str) -> bool {
    ["copyright", "(c) ", "\u{a9}"]
        .iter()
        .any(|sign| line.starts_with(sign))
}

/// Whether a title names rights, and nothing else than those who have them.
pub fn is_title(title: &str) -> bool {
    let title = title.to_lowercase();
    let (mut rest, mut is_on_rights) = (title.as_str(), false);
    loop {
        rest = rest.trim_start_matches(|one: char| !one.is_alphanumeric());
        if rest.is_empty() {
            return is_on_rights;
        }
        let (word, is_of_rights) = first_word(rest);
        if !is_of_rights && !BESIDE.contains(&word) {
            return false;
        }
        is_on_rights |= is_of_rights;
        rest = &rest[word.len()..];
    }
}

/// Returns the first word of a part of a title, or its first phrase, and whether it is a word for a licence.
fn first_word(title: &str) -> (&str, bool) {
    let ends_word = |rest: &str| !rest.starts_with(char::is_alphanumeric);
    let is_first = |phrase: &&&str| title.strip_prefix(**phrase).is_some_and(ends_word);
    if let Some(phrase) = TITLE_PHRASES.iter().find(is_first) {
        return (phrase, true);
    }
    let end = title.find(|one: char| !one.is_alphanumeric());
    let word = &title[..end.unwrap_or(title.len())];
    (word, TITLES.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::{are_granted, is_title};

    #[test]
    fn titles_of_sections_on_rights_in_many_languages() {
        for title in [
            "Lisans",
            "Licença",
            "\u{8bb8}\u{53ef}\u{8bc1}",
            "Droits d'auteur et licence",
            "Gi\u{1ea5}y ph\u{e9}p",
            "Lizenz und Urheberrecht",
            "\u{41b}\u{456}\u{446}\u{435}\u{43d}\u{437}\u{456}\u{44f}",
            "Telif Hakk\u{131}",
        ] {
            assert!(is_title(title), "{title}");
        }
        for title in [
            "Droits",
            "Derechos de los barcos",
            "Lizenz zum Teeren",
            "Giấy",
            "Licence to sail",
        ] {
            assert!(!is_title(title), "{title}");
        }
    }

    #[test]
    fn a_public_licence_is_named_without_a_holder() {
        assert!(are_granted(
            "/* this source code form is subject to the terms of the mozilla public\n * license */"
        ));
        assert!(!are_granted(
            "the lease is subject to the terms of the harbour act"
        ));
    }
}
