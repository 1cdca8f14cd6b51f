//! Tests of whole detections.

use super::*;
use crate::answer::{Damage, Trust};
use crate::codec::{Decoder, encode};
use proptest::prelude::*;
use std::io::Cursor;
use std::sync::OnceLock;

fn detect(settings: &Settings, bytes: &[u8]) -> Detection {
    static MODELS: OnceLock<Models> = OnceLock::new();
    let models = MODELS.get_or_init(Models::built_in);
    let mut detector = Detector::new(models, settings);
    detector.detect(&mut Cursor::new(bytes), None).unwrap()
}

fn answer(bytes: &[u8]) -> &'static str {
    let found = detect(&Settings::default(), bytes);
    found
        .candidates
        .first()
        .map_or("-", |one| one.encoding.name())
}

fn encoded(text: &str, encoding: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoding = encoding.parse().unwrap();
    assert!(text.chars().all(|char| encode(encoding, char, &mut bytes)));
    bytes
}

#[test]
fn an_encoding_without_a_table_is_a_guess_with_no_margin() {
    let texts = [
        (
            "koi8-r",
            "Утром мы пошли на рынок за рыбой, но лодки ещё не вернулись с моря, и пришлось долго ждать.",
        ),
        (
            "windows-1253",
            "Το πρωί πήγαμε στην αγορά για ψάρια, αλλά οι βάρκες δεν είχαν γυρίσει ακόμη από τη θάλασσα.",
        ),
        (
            "windows-1255",
            "בבוקר הלכנו לשוק לקנות דגים, אבל הסירות עוד לא חזרו מן הים והיינו צריכים לחכות זמן רב.",
        ),
        (
            "windows-874",
            "ตอนเช้าเราไปตลาดเพื่อซื้อปลา แต่เรือยังไม่กลับมาจากทะเล เราจึงต้องรออยู่นาน",
        ),
    ];
    for (encoding, text) in texts {
        let bytes = encoded(&text.repeat(3), encoding);
        let found = detect(&Settings::default(), &bytes);
        assert!(!found.is_guess() && found.margin() > 20.0, "{encoding}");
        // The letters stand in other places.
        let moved: Vec<u8> = bytes
            .iter()
            .map(|&byte| match byte {
                0x80.. => byte.wrapping_mul(37).wrapping_add(11) | 0x80,
                _ => byte,
            })
            .collect();
        let found = detect(&Settings::default(), &moved);
        assert!(found.is_guess() && found.margin() == 0.0, "{encoding}");
    }
    // One accent in English is little evidence for or against an encoding, and names from many languages are some.
    let names = "Señor Ibáñez and Frau Müller paid £12 for the crème, ½ of it in æthereal promises; ça va, said Zoë of Île-à-l'Ours.";
    assert!(!detect(&Settings::default(), &encoded(names, "windows-1252")).is_guess());
    let found = detect(
        &Settings::default(),
        b"She wrote to na\xEFve people who never answered.",
    );
    assert!(!found.is_guess() && found.margin() > 1.0);
}

#[test]
fn the_main_encoding_is_that_of_most_lines() {
    let german = [
        "Der Bäcker öffnet früh und schließt erst gegen Abend.",
        "Am Fluss hörten wir die Mühle, bis es völlig dunkel wurde.",
        "Die Nachbarin grüßt höflich und trägt schwere Körbe.",
        "Über Nacht fiel Schnee, und die Straße war gesperrt.",
        "Später saßen alle Gäste gemütlich um den Küchentisch.",
        "Im März blühen die ersten Sträucher hinter dem Häuschen.",
    ];
    let russian = encoded(
        "Завтра мы поедем к бабушке в деревню и будем собирать яблоки до вечера.\n",
        "windows-1251",
    );
    for main in ["windows-1252", "ibm850", "macintosh"] {
        let german: Vec<Vec<u8>> = german
            .iter()
            .map(|line| encoded(&format!("{line}\n"), main))
            .collect();
        let german = german.concat();
        for bytes in [
            [&german[..], &russian].concat(),
            [&russian[..], &german].concat(),
        ] {
            let found = detect(&Settings::default(), &bytes);
            assert_eq!(found.candidates[0].encoding.name(), main);
            assert_eq!(
                found.second.map(|one| one.encoding.name()),
                Some("windows-1251")
            );
        }
        // One German line does not outvote many Russian ones.
        let first = german
            .split_inclusive(|byte| *byte == b'\n')
            .next()
            .unwrap();
        let bytes = [&russian.repeat(3)[..], first].concat();
        assert_eq!(answer(&bytes), "windows-1251");
    }
}

#[test]
fn a_document_may_begin_within_a_character() {
    for (encoding, language, text) in [
        (
            "euc-jp",
            "ja",
            "夕方、私たちは川のそばに座って鳥の声を聞いていました。",
        ),
        ("gb18030", "zh", "傍晚我们坐在河边听鸟叫，谁也没有说话。"),
        ("big5", "zh-Hant", "傍晚我們坐在河邊聽鳥叫，誰也沒有說話。"),
    ] {
        let bytes = encoded(text, encoding);
        let decoded = crate::decode(&bytes[1..]);
        assert_eq!(decoded.encoding.map(|one| one.name()), Some(encoding));
        let rest = text.chars().skip(1).collect::<String>();
        assert_eq!(decoded.text, format!("\u{FFFD}{rest}"));
        let damage = Damage {
            sequences: 1,
            line: 1,
        };
        assert_eq!(
            (decoded.damaged, decoded.language),
            (Some(damage), language)
        );
        let whole = Settings::default().detect(&bytes);
        assert!(!whole.is_damaged && whole.candidates[0].start == Start::Character);
    }
}

#[test]
fn a_line_that_repeats_is_little_more_evidence() {
    for (encoding, line) in [
        ("koi8-r", "дом\n"),
        ("ibm850", "é\n"),
        ("windows-1252", "café\n"),
        ("windows-1250", "Kuća\n"),
        ("euc-kr", "한국\n"),
    ] {
        let of = |times: usize| {
            let found = detect(
                &Settings::default(),
                &encoded(&line.repeat(times), encoding),
            );
            (
                found.candidates[0].encoding.name(),
                margin(&found.candidates),
            )
        };
        let (found, often) = of(1_000);
        assert_eq!(found, encoding);
        assert!(often < 5.0 * of(1).1.max(1.0), "{encoding} {often}");
        assert!((of(100_000).1 - often).abs() < 1.0);
    }
}

#[test]
fn foreign_bytes_in_a_row_do_not_choose_the_encoding() {
    let noise =
        *b"\xB1\x9E\xD4\xF3\x88\xC6\xEA\x93\xDF\xA5\x8C\xFB\xC1\x97\xE2\xB6\x85\xF0\xAD\x9B";
    for (encoding, text) in [
        (
            "windows-1252",
            "La città è più bella di sera: la gente esce, perché il caldo è finito, e nessuno ha fretta.",
        ),
        (
            "iso-8859-15",
            "Le café ferme à dix heures, et il coûte déjà trois € de plus que l'été passé.",
        ),
        (
            "iso-8859-2",
            "Večer šli lidé k řece, žádný z nich nespěchal, protože už nebylo takové horko.",
        ),
        (
            "gb18030",
            "傍晚我们坐在河边听鸟叫，谁也没有说话。后来月亮出来了。",
        ),
        (
            "euc-jp",
            "夕方になると、私たちは川のそばに座って鳥の声を聞いていました。",
        ),
    ] {
        let bytes = encoded(text, encoding);
        for foreign in [
            &[0xFF; 10][..],
            &[0xFF; 20],
            &[0xD7; 12],
            &noise[..10],
            &noise,
        ] {
            for at in [0, bytes.len()] {
                let damaged = [&bytes[..at], foreign, &bytes[at..]].concat();
                let found = answer(&damaged);
                assert_eq!(found, encoding, "{foreign:x?} {at}");
            }
        }
    }
}

#[test]
fn letters_and_signs_are_found_in_encodings_of_other_scripts() {
    let quoted = "The ferry was late, and nobody knew “why”.\nIt’s the tide — said the old man — and the wind…\n";
    let russian = "Паром опаздывал, и никто на пристани не знал, почему. Все ждали и молчали.\n";
    let greek = "Το πλοιο αργησε και κανεις στο λιμανι δεν ηξερε γιατι. Ολοι περιμεναν.\n";
    for (text, times) in [(quoted, 1), (russian, 1), (russian, 40), (greek, 1)] {
        for encoding in ["shift_jis", "euc-jp", "gb18030"] {
            // Characters that the encoding lacks are left out.
            let mut bytes = Vec::new();
            text.chars().for_each(|char| {
                encode(encoding.parse().unwrap(), char, &mut bytes);
            });
            let bytes = bytes.repeat(times);
            let read = |encoding: &str| {
                let mut text = String::new();
                Decoder::new(encoding.parse().unwrap()).decode(&bytes, true, &mut text);
                text.replace('―', "—")
            };
            // Some of these characters have the same bytes in two encodings.
            assert_eq!(read(answer(&bytes)), read(encoding), "{encoding}");
        }
    }
    let named = format!("{russian}Паром идёт в 北京.\n");
    assert_eq!(answer(&encoded(&named, "gb18030")), "gb18030");
}

#[test]
fn japanese_and_chinese_are_found_in_encodings_of_each_other() {
    let japanese = "昨日の夕方、船が遅れていたが、理由は誰も知らなかった。乗客は全員、港の待合室で新聞を読みながら黙って出発の時間を待っていた。\n";
    let chinese = "船很晚才到，我不知道是不是因为天气不好，大家在山上等了一天。\n";
    assert_eq!(answer(&encoded(japanese, "gb18030")), "gb18030");
    assert_eq!(answer(&encoded(japanese, "euc-jp")), "euc-jp");
    let chinese: String = chinese
        .chars()
        .filter(|char| encode("euc-kr".parse().unwrap(), *char, &mut Vec::new()))
        .collect();
    for encoding in ["euc-kr", "gb18030"] {
        assert_eq!(answer(&encoded(&chinese, encoding)), encoding);
    }
}

#[test]
fn half_width_katakana_in_euc_jp_are_found() {
    for text in [
        "ﾊﾙﾉ ｶﾜﾊ ｼｽﾞｶﾆ ﾅｶﾞﾚ､ ﾀﾞﾚﾓ ﾅﾆﾓ ｲﾜﾅｶｯﾀ｡\n",
        "ﾊﾙﾉｶﾜﾊｼｽﾞｶﾆﾅｶﾞﾚ､ﾀﾞﾚﾓﾅﾆﾓｲﾜﾅｶｯﾀ｡\n",
    ] {
        let decoded = crate::decode(&encoded(text, "euc-jp"));
        assert_eq!((&decoded.text[..], decoded.language), (text, "ja"));
    }
}

#[test]
fn a_no_break_space_is_layout_and_not_a_letter() {
    let line = "I had a boat, and I tarred it before I sold it to a man of the mill.\n";
    let spaced = line.replace("I ", "I\u{a0}").replace(" a ", " a\u{a0}");
    for text in [spaced.clone(), spaced.repeat(30)] {
        assert_eq!(answer(&encoded(&text, "windows-1252")), "windows-1252");
    }
    // The only letter beyond ASCII in a code page of DOS.
    for (encoding, text) in [
        (
            "ibm850",
            "El barco est\u{e1} en el r\u{e1}pido camino de la casa",
        ),
        ("ibm852", "L\u{e1}ttam a h\u{e1}zat a f\u{e1}k alatt"),
    ] {
        let read = crate::decode(&encoded(text, encoding));
        assert_eq!(read.text, text, "{encoding}");
    }
}

/// Few trigrams of a long document are needed to exclude encodings with low scores.
#[test]
fn a_long_document_is_scored_in_few_encodings() {
    let syllables = [
        "ří", "še", "lo", "žá", "ně", "mi", "čů", "dé", "ta", "vý", "kú", "ře", "bí", "hů", "pě",
        "sá", "zó", "ťu", "ří",
    ];
    let mut long = "Když přišel večer, šli jsme ještě k řece, kde žila Káťa.".repeat(40);
    for first in syllables {
        for second in syllables {
            for third in syllables {
                long += &format!(" {first}{second}{third}");
            }
        }
    }
    let found = detect(&Settings::default(), &encoded(&long, "iso-8859-2"));
    assert_eq!(found.candidates[0].encoding.name(), "iso-8859-2");
    assert!(found.candidates.len() < 16, "{}", found.candidates.len());
}

/// The scores of the built-in models, to notice an accidental change.
#[test]
fn scores_are_those_of_the_built_in_models() {
    let scores = |text: &str, encoding: &str| {
        let found = detect(&Settings::default(), &encoded(text, encoding));
        let rows = found.candidates.iter().take(3).map(|one| {
            let language = one.language.as_deref().unwrap_or("-");
            format!("{} {language} {:.4}", one.encoding, one.score)
        });
        rows.collect::<Vec<_>>()
    };
    let german = "Die Straße ist schön, und am Ende des Tages gehen fünf Bürger „nach Hause“.\n";
    assert_eq!(
        scores(german, "windows-1252"),
        [
            "windows-1252 de -7.4653",
            "windows-1253 - -12.0607",
            "viscii vi -14.5625"
        ]
    );
    assert_eq!(
        scores(
            &german.replace(['ß', '„', '“'], "").to_uppercase(),
            "ibm850"
        ),
        [
            "ibm850 de -8.6528",
            "gb18030 zh -16.5000",
            "big5 yue -16.5000"
        ]
    );
    let russian = "Вечером мы вернулись к реке и долго молчали: был час ночи, 5-й день.\n";
    assert_eq!(
        scores(russian, "koi8-r"),
        [
            "koi8-r ru -7.9795",
            "windows-1251 ru -11.3172",
            "windows-1256 ar -13.9160"
        ]
    );
    let japanese = "川の水は冷たく、誰も何も言わなかった。\n";
    assert_eq!(
        scores(japanese, "shift_jis"),
        [
            "shift_jis ja -8.5954",
            "gb18030 yue -16.4112",
            "euc-kr ko -16.5000"
        ]
    );
}

#[test]
fn a_few_bytes_of_english_are_in_no_rare_encoding() {
    let english = "We walked along the river until it was dark, and nobody said a word.\n";
    for names in [
        "The Abb\u{e9} of Bai\u{e6} had read both Encyclop\u{e6}dias.\n",
        "\u{a7} 1. Of the medi\u{e6}val h\u{f4}tel.\n",
    ] {
        let text = english.repeat(200) + names + &english.repeat(200);
        assert_eq!(
            answer(&encoded(&text, "windows-1252")),
            "windows-1252",
            "{names}"
        );
    }
}

#[test]
fn a_language_without_a_model_is_in_a_common_encoding() {
    // Invented words, with the letters of French and Portuguese.
    let text = "Kô mbînga tâ zêka, na lô pîka bê tî wâlo; kô sîra nâ môko, sê tî lâ bôndo \
                zîa yê kwê. Mbâra tî kôzo, lô mâi nzônî, na tênê tî yê sô âla gâ nâ kâsa.\n";
    let found = detect(
        &Settings::default(),
        &encoded(&text.repeat(5), "windows-1252"),
    );
    assert_eq!(found.candidates[0].encoding.name(), "windows-1252");
    assert_eq!(found.candidates[0].language, None);
    // With a given language, the text is read as that language, even if it fits badly.
    let settings = Settings {
        languages: vec!["pl".into()],
        ..Settings::default()
    };
    let found = detect(&settings, &encoded(text, "windows-1252"));
    let is_told = |one: &Candidate| one.language.as_deref() == Some("pl");
    assert!(found.candidates.iter().all(is_told));
}

#[test]
fn utf_16_and_utf_32_need_no_mark() {
    for text in [
        "Two words.\n",
        "今天的天气很好，我们一起走到河边去吧。",
        "Ένα παλιό σπίτι",
    ] {
        let units: Vec<u16> = text.encode_utf16().collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        assert_eq!(
            (answer(&little), answer(&big)),
            ("utf-16le", "utf-16be"),
            "{text}"
        );
        // The input ends within a character.
        assert_eq!(answer(&little[..little.len() - 1]), "utf-16le", "{text}");
        let wide: Vec<u8> = text
            .chars()
            .flat_map(|char| (char as u32).to_be_bytes())
            .collect();
        assert_eq!(answer(&wide), "utf-32be", "{text}");
    }
}

#[test]
fn a_mark_decides_where_a_byte_is_damaged() {
    for (name, mark) in [
        ("utf-8", &b"\xEF\xBB\xBFplain \xFF words"[..]),
        ("utf-16le", b"\xFF\xFEa\0\0\xDC\0b\0"),
        ("utf-16be", b"\xFE\xFF\0a\xDC\0\0b"),
        ("utf-32be", b"\0\0\xFE\xFF\0\0\0a\xFF\0\0\0"),
        ("gb18030", b"\x84\x31\x95\x33 \xFF a"),
    ] {
        assert_eq!(answer(mark), name);
    }
    let settings = Settings {
        encodings: vec!["windows-1252".parse().unwrap()],
        ..Settings::default()
    };
    let found = detect(&settings, b"\xEF\xBB\xBFna\xEFve");
    assert_eq!(found.candidates[0].encoding.name(), "windows-1252");
}

#[test]
fn a_character_cut_off_by_the_end_is_damage() {
    let japanese = "今晩は月がとても明るいので、灯りをつけずに庭を歩いた。";
    let chinese = "夜里的月亮很亮，我们没有点灯，就在院子里散步。";
    let wide = japanese.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (name, bytes) in [
        ("utf-8", encoded(japanese, "utf-8")),
        ("utf-16le", wide),
        ("shift_jis", encoded(japanese, "shift_jis")),
        ("euc-jp", encoded(japanese, "euc-jp")),
        ("gb18030", encoded(chinese, "gb18030")),
        ("iso-2022-jp", b"\x1B$BF|K\\8l$NJ8=q".to_vec()),
    ] {
        for missing in [0, 1] {
            let found = detect(&Settings::default(), &bytes[..bytes.len() - missing]);
            assert_eq!(found.candidates[0].encoding.name(), name);
            assert_eq!(
                found.is_damaged,
                missing > 0,
                "{name}, {missing} bytes missing"
            );
        }
    }
}

#[test]
fn escapes_are_those_of_their_standards() {
    for text in [
        &b"\x1B$)C\nx \x0EGQ19\x0F y"[..],
        b"a ~{VPND~} ~~ b",
        b"a ~{VPND~} cut: ~{VPN",
        b"\x1B$BF|K\\\x1B(B",
        b"\x1B(I6\x1B(B",
    ] {
        assert_ne!(answer(text), "utf-8", "{}", text.escape_ascii());
    }
    for text in [
        // A shift without the Korean designator.
        &b"VT100 log\n\x0Elqqqqk\x0F menu\n"[..],
        // Tildes and braces of programs: an unclosed run, an odd length, private-use
        // characters.
        b"perl: $x =~{abc}\n and more text\n",
        b"if (x) ~{y}",
        b"regex: a~{2,3}b",
        b"a~{b}, c~{d}~}",
        b"~{zz~}",
    ] {
        assert_eq!(answer(text), "utf-8", "{}", text.escape_ascii());
    }
}

#[test]
fn text_in_frames_is_of_dos_and_letters_in_a_row_are_not() {
    for (page, text) in [
        ("ibm437", "The ferry leaves at nine."),
        ("ibm850", "Le bac part à neuf heures, même l'été."),
        ("ibm852", "Prom odpływa o dziewiątej, także w święta."),
        ("ibm866", "Паром отходит в девять, и в праздники тоже."),
    ] {
        for [left, line, right, side] in ["┌─┐│", "╔═╗║"].map(|frame| {
            let chars: Vec<String> = frame.chars().map(String::from).collect();
            <[String; 4]>::try_from(chars).unwrap()
        }) {
            let line = line.repeat(text.chars().count() + 2);
            let framed = format!("{left}{line}{right}\n{side} {text} {side}\n{text}\n");
            assert_eq!(answer(&encoded(&framed, page)), page, "{framed}");
        }
    }
    for text in [
        "Ну дааааа, УУУУУУУ! Вот и всё.",
        "Буквы: А Б В Г Д Е Ж З И К Л М Н О П Р.",
    ] {
        assert_eq!(answer(&encoded(text, "windows-1251")), "windows-1251");
    }
}

#[test]
fn a_damaged_byte_among_escapes_is_damage() {
    let hz = b"~{5:4(5DLlFx:\\:C#,TAVGR;FpU4Y5DR;Luj~} a ~{5:4(5DLlFx:\\:C~}";
    let mail = b"Subject: \x1B$B2q5D$N7o$G$9\x1B(B\n\n\x1B$BL@F|$N2q5D$O8a8e$G$9\x1B(B\n";
    for (text, encoding) in [(&hz[..], "hz-gb-2312"), (mail, "iso-2022-jp")] {
        let (head, rest) = text.split_at(
            text.iter()
                .rposition(|&one| one == b'\n' || one == b'a')
                .unwrap(),
        );
        for damage in [&b""[..], b"\xFF", b"\xE2\x80\x99"] {
            let bytes = [head, damage, rest].concat();
            let found = detect(&Settings::default(), &bytes);
            assert_eq!(found.candidates[0].encoding.name(), encoding);
            assert_eq!(found.is_damaged, !damage.is_empty());
        }
    }
    // A page that quotes an escape is in UTF-8.
    let quoted = "L’été, où l’on écrit \x1B$B2q\x1B(B, déjà.";
    assert_eq!(answer(quoted.as_bytes()), "utf-8");
}

#[test]
fn escapes_and_ebcdic_are_of_a_language() {
    let asked = |language: &str, bytes: &[u8]| {
        let settings = Settings {
            languages: vec![language.into()],
            ..Settings::default()
        };
        let found = detect(&settings, bytes);
        found.candidates.first().map(|one| one.encoding.name())
    };
    let korean = b"\x1B$)C\nx \x0EGQ19\x0F y";
    assert_eq!(asked("ko", korean), Some("iso-2022-kr"));
    assert_eq!(asked("en", korean), Some("utf-8"));
    let hz = b"a ~{VPND~} b";
    assert_eq!(asked("zh", hz), Some("hz-gb-2312"));
    assert_eq!(asked("ja", hz), Some("utf-8"));
    // "A line of plain words." in ibm037.
    let ebcdic = b"\xC1@\x93\x89\x95\x85@\x96\x86@\x97\x93\x81\x89\x95@\xA6\x96\x99\x84\xA2K";
    assert!(asked("nb", ebcdic).is_some_and(|name| name.starts_with("ibm0")));
    assert!(asked("ko", ebcdic).is_none_or(|name| !name.starts_with("ibm0")));
    // "a b c d e f": half of the characters are spaces.
    let letters = b"\x81@\x82@\x83@\x84@\x85@\x86@";
    assert!(asked("nb", letters).is_some_and(|name| name.starts_with("ibm0")));
    for encoding in Encoding::all() {
        let known = encoding.with_model();
        assert!(known.has_model() || known == encoding, "{encoding}");
    }
}

#[test]
fn pages_of_ebcdic_differ_in_brackets_and_accented_letters() {
    let english = "The club meets [next week] in the small room: bring {all} the papers. ";
    let german = "Der Bäcker öffnet früh, und die süßen Brötchen (Größe 2) sind schon weg. ";
    let turkish = "Şimdi çay içiyoruz; ığdır çok güzel, bağlar yeşil ve İzmir uzakta. ";
    for (page, text) in [
        ("ibm037", english),
        ("ibm500", english),
        ("ibm1047", english),
        ("ibm273", german),
        ("ibm1026", turkish),
    ] {
        assert_eq!(answer(&encoded(text, page)), page);
    }
}

#[test]
fn a_subset_is_answered_by_its_superset() {
    let text = "Der Bäcker öffnet früh, und die süßen Brötchen sind schon weg.";
    assert_eq!(answer(&encoded(text, "iso-8859-1")), "windows-1252");
    let text = "วันนี้อากาศดีมาก เราไปเดินเล่นริมแม่น้ำกัน";
    assert_eq!(answer(&encoded(text, "tis-620")), "windows-874");
    assert_eq!(answer(b"ASCII"), "utf-8");
    assert_eq!(answer(b"un petit caf\xE9"), "windows-1252");
}

#[test]
fn all_of_a_long_document_counts() {
    let mut bytes = "caf\u{e9} ".repeat(20_000).into_bytes();
    assert_eq!(answer(&bytes), "utf-8");
    bytes.push(0xE9);
    bytes.push(b' ');
    assert_eq!(answer(&bytes), "utf-8");
    let settings = Settings::default();
    assert!(detect(&settings, &bytes).is_damaged);
    bytes.extend_from_slice(&b"caf\xE9 ".repeat(20_000));
    assert_ne!(answer(&bytes), "utf-8");
}

#[test]
fn a_declaration_decides_what_the_bytes_leave_open() {
    let page = b"<meta charset=iso-8859-2>\xE6";
    let with = |declared| {
        let settings = Settings {
            declared,
            ..Settings::default()
        };
        detect(&settings, page).candidates[0].encoding.name()
    };
    assert_eq!(with(Trust::Trust), "iso-8859-2");
    assert!(["iso-8859-2", "windows-1250"].contains(&with(Trust::Hint)));
    assert_eq!(
        detect(
            &Settings {
                declared: Trust::Ignore,
                ..Settings::default()
            },
            page
        )
        .declared,
        None
    );
    // A document that reads as ASCII is not in UTF-16, whatever it declares.
    let settings = Settings {
        declared: Trust::Trust,
        ..Settings::default()
    };
    let trusted = |page| detect(&settings, page).candidates[0].encoding.name();
    assert_eq!(trusted(b"<meta charset=utf-16>\xC5\xBElu\xC5\xA5"), "utf-8");
    assert_ne!(trusted(b"<meta charset=ibm037>na\xEFve"), "ibm037");
    assert_eq!(
        trusted(b"<meta charset=iso-2022-jp>\x1B$B&+\x1B(B"),
        "iso-2022-jp"
    );
    // UTF-8 with another declaration is still UTF-8.
    assert_eq!(answer("<meta charset=iso-8859-2>žluť".as_bytes()), "utf-8");
}

proptest! {
    /// Encodings have the same number exactly if they agree on all bytes, and on whether
    /// printable ASCII stays unchanged.
    #[test]
    fn encodings_share_a_number_if_the_text_is_the_same(bytes in prop::collection::vec(any::<u8>(), 0..6), is_ascii: bool) {
        let mut used = [false; 256];
        for byte in bytes {
            used[usize::from(if is_ascii { byte & 0x7F } else { byte })] = true;
        }
        let texts = texts(&used);
        let text = |encoding: Encoding| -> Option<Vec<char>> {
            let bytes = (0..256).filter(|&byte| used[byte]);
            let read = |byte: usize| match encoding.table() {
                Some(table) => Some(table[byte]),
                None => (encoding.extends_ascii() && byte < 0x80).then_some(char::from(byte as u8)),
            };
            let is_told = encoding.table().is_some() || encoding.extends_ascii();
            bytes.map(read).collect::<Option<Vec<char>>>().filter(|_| is_told)
        };
        let told: Vec<_> = Encoding::all().map(|one| (one, text(one))).collect();
        for (a, of_a) in &told {
            for (b, of_b) in &told {
                let is_same = of_a.is_some() && of_a == of_b && a.extends_ascii() == b.extends_ascii();
                prop_assert_eq!(texts[a.index()] == texts[b.index()], a == b || is_same, "{} {}", a, b);
            }
        }
    }
}

#[test]
fn a_foreign_byte_within_a_long_run_of_pairs_does_not_exclude_an_encoding() {
    for (encoding, text) in [
        (
            "euc-jp",
            "夕方、私たちは川のそばに座って鳥の声を聞いていました。風はなく、向こう岸の家の窓に明かりが見えました。",
        ),
        (
            "gb18030",
            "今天的天气很好，我们一起走到河边去，坐在大树下面听鸟叫。对岸的房子里有人在唱歌，声音不大，可是很好听。",
        ),
        (
            "euc-kr",
            "저녁에우리는강가에앉아새소리를들었습니다。바람은없었고건너편집의창문에는불빛이보였습니다。",
        ),
    ] {
        let text = encoded(text, encoding);
        for damage in [&b"\xFF"[..], b"\x80", b"\xE2\x80\x99"] {
            for at in (0..text.len()).step_by(7) {
                let bytes = [&text[..at], damage, &text[at..]].concat();
                assert_eq!(
                    answer(&bytes),
                    encoding,
                    "{} at {at}",
                    damage.escape_ascii()
                );
            }
        }
    }
}

#[test]
fn a_damaged_byte_does_not_exclude_an_encoding() {
    for (encoding, text) in [
        (
            "shift_jis",
            "夕方、私たちは川のそばに座って鳥の声を聞いていました。\n",
        ),
        (
            "euc-jp",
            "夕方、私たちは川のそばに座って鳥の声を聞いていました。\n",
        ),
        ("gb18030", "今天的天气很好，我们一起走到河边去吧。\n"),
        ("big5", "今天的天氣很好，我們一起走到河邊去吧。\n"),
        ("euc-kr", "저녁에 우리는 강가에 앉아 새소리를 들었습니다.\n"),
        ("windows-1253", "Το βράδυ καθίσαμε δίπλα στο ποτάμι.\n"),
    ] {
        let line = encoded(text, encoding);
        for damage in [&b"\xFF"[..], b"\x80", b"\xE2\x80\x99"] {
            let bytes = [&line, &line, damage, b" ", &line].concat();
            assert_eq!(answer(&bytes), encoding, "{}", damage.escape_ascii());
        }
        // A title that ends within a character, with a declaration.
        let title = &line[..line.len() - 2];
        let page = [
            b"<meta charset=".as_slice(),
            encoding.as_bytes(),
            b"><title>",
            title,
        ];
        let page = [&page.concat()[..], b"</title>", &line].concat();
        assert_eq!(answer(&page), encoding);
    }
}

#[test]
fn noise_stray_bytes_and_marks_in_utf_8_do_not_choose_among_encodings_of_one_byte() {
    let hungarian = "A kis hajó este indult el a szigetről, és a költő a parton állt.";
    let croatian = "Naša kuća stoji blizu žute crkve, a čamac čeka na nas.";
    let lithuanian = "Ąžuolas auga prie upės, o šalia jo žydi gėlės.";
    let noise = b"\x8A7q\xF3\xDB]\xB2@x\xE9\x9C#\xD4\xC1^\x86\xF7k\xAD ";
    let split = b"m\xA3\xC0\xF3<\xF4pb\x9C\x8A\xE1Brs;\x7F#,\xB7\xD1\xE7\x9C ";
    for (encoding, text) in [
        ("iso-8859-2", hungarian),
        ("ibm852", hungarian),
        ("x-mac-ce", croatian),
        ("windows-1250", croatian),
        ("iso-8859-13", lithuanian),
    ] {
        let text = encoded(text, encoding);
        let right = answer(&text);
        let spaces = text.iter().enumerate().filter(|(_, byte)| **byte == b' ');
        let spaces: Vec<usize> = spaces.map(|(at, _)| at).collect();
        for damage in [&noise[..], split, b"\xFF", b"\x81", b"\xE2\x80\x99"] {
            for places in [&spaces[3..4], &spaces[1..4]] {
                let mut bytes = text.clone();
                for at in places.iter().rev() {
                    bytes.splice(at + 1..at + 1, damage.iter().copied());
                }
                // All letters must be the same; some encodings differ in other signs only.
                let found: Encoding = answer(&bytes).parse().unwrap();
                let right: Encoding = right.parse().unwrap();
                let read = |encoding| {
                    let mut read = String::new();
                    Decoder::new(encoding).decode(&text, true, &mut read);
                    read
                };
                assert_eq!(
                    read(found),
                    read(right),
                    "{encoding} {}",
                    damage.escape_ascii()
                );
            }
        }
    }
}

#[test]
fn few_letters_of_a_long_document_outweigh_noise() {
    let plain = "on je stajao na obali i gledao brod ".repeat(150);
    let text = plain + "\nKuća i čamac, žuta cesta, noć i šuma.\n";
    let noise = b"\x8A7q\xF3\xDB]\xB2@x\xE9\x9C#\xD4\xC1^\x86\xF7k\xAD ";
    let bytes = encoded(&text, "windows-1250");
    assert_eq!(answer(&[noise, &bytes[..], noise].concat()), "windows-1250");
}

#[test]
fn noise_does_not_exclude_an_encoding_of_two_bytes() {
    const WORDS: [&str; 12] = [
        "夕方",
        "川",
        "鳥の声",
        "風",
        "向こう岸",
        "家の窓",
        "明かり",
        "静か",
        "歩く",
        "水",
        "冷たい",
        "言葉",
    ];
    let mut page = Vec::new();
    for run in 0..5 {
        // Each byte from 0x80 is damage, because the next one is ASCII.
        for at in 0..10 {
            page.push((0x81 + (at * 17 + run * 11) % 0x7E) as u8);
            page.push((0x21 + (at * 27 + run * 7) % 0x5E) as u8);
        }
        for line in 0..40 {
            let word = WORDS[(run * 7 + line * 5) % WORDS.len()];
            page.extend(b" aaaaaaaaaaaaaaaaaaaa ");
            page.extend(encoded(word, "euc-jp"));
            page.push(b'\n');
        }
    }
    assert_eq!(answer(&page), "euc-jp");
}

#[test]
fn a_lost_or_stray_byte_among_escapes_is_damage() {
    let japanese = "夕方、私たちは川のそばに座って鳥の声を聞いていました。";
    let chinese = "今天的天气很好，我们一起走到河边去吧。";
    for (encoding, eight, begin, text, end) in [
        ("iso-2022-jp", "euc-jp", "\x1B$B", japanese, "\x1B(B\n"),
        ("hz-gb-2312", "gb18030", "~{", chinese, "~}\n"),
    ] {
        let pairs = encoded(text, eight).into_iter().map(|byte| byte & 0x7F);
        let line = [
            begin.as_bytes(),
            &pairs.collect::<Vec<u8>>(),
            end.as_bytes(),
        ]
        .concat();
        let at = line.len() / 2;
        for damaged in [
            [&line[..at], &line[at + 1..]].concat(),
            [&line[..at], b"\x1B", &line[at..]].concat(),
            [&line[..at], b"\0", &line[at..]].concat(),
        ] {
            let bytes = [&line[..], &line, &damaged, &line].concat();
            let found = detect(&Settings::default(), &bytes);
            assert_eq!(found.candidates[0].encoding.name(), encoding);
            assert!(found.is_damaged);
        }
    }
    // Terminals have other escapes, and LaTeX has tildes before braces.
    assert_eq!(answer(b"\x1B[1mwarning\x1B[0m: a \x1B$ b\n"), "utf-8");
    assert_eq!(answer(b"see Fig.~{\\ref{a}} and~{b}, not~} c\n"), "utf-8");
}

#[test]
fn half_width_katakana_are_japanese_in_bytes_too() {
    let list = "1. ﾅｶﾑﾗ ｹﾝｼﾞ  ﾎｯｶｲﾄﾞｳ ｻｯﾎﾟﾛｼ\n2. ﾓﾘﾀ ﾋﾛｺ  ﾅｶﾞﾉｹﾝ ﾏﾂﾓﾄｼ\n";
    assert_eq!(answer(&encoded(list, "shift_jis")), "shift_jis");
}

#[test]
fn surrogates_of_three_bytes_are_damaged_utf_8() {
    let text = b"A smile \xED\xA0\xBD\xED\xB8\x80 in the caf\xC3\xA9.";
    let found = detect(&Settings::default(), text);
    assert_eq!(found.candidates[0].encoding, Encoding::UTF_8);
    assert!(found.is_damaged);
}

#[test]
fn an_encoding_with_the_same_text_has_its_declared_name() {
    let text = "SET ISO8859-2\nNový řád, stará škola.\n".replace('š', "s");
    assert_eq!(answer(&encoded(&text, "iso-8859-2")), "iso-8859-2");
    assert_eq!(answer(&encoded(&text[14..], "iso-8859-2")), "windows-1250");
}

#[test]
fn mostly_damage_is_no_text() {
    let settings = Settings {
        encodings: vec!["euc-jp".parse().unwrap(), "windows-1253".parse().unwrap()],
        ..Settings::default()
    };
    assert!(detect(&settings, b"x \xD2 y \xFF z").candidates.is_empty());
}

#[test]
fn data_that_are_no_text_have_no_answer() {
    let mut state = 1_u32;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    })
    .take(10_000)
    .collect();
    assert_eq!(answer(&noise), "-");
    // Text files may contain an occasional control character.
    let mut text = encoded(
        "Příliš žluťoučký kůň úpěl ďábelské ódy, a nikdo ho neslyšel.",
        "iso-8859-2",
    );
    text.push(0);
    assert_eq!(answer(&text), "iso-8859-2");
}

#[test]
fn a_language_has_both_its_scripts() {
    let asked = |language: &str, text, encoding| {
        let settings = Settings {
            languages: vec![language.into()],
            ..Settings::default()
        };
        let found = detect(&settings, &encoded(text, encoding));
        found.candidates[0].encoding.name()
    };
    let (cyrillic, latin) = (
        "Увече смо седели на обали и гледали ђаке.",
        "Uveče smo sedeli na obali i gledali đake.",
    );
    for language in ["sr", "bs"] {
        assert_eq!(asked(language, cyrillic, "windows-1251"), "windows-1251");
        assert_eq!(asked(language, latin, "iso-8859-2"), "windows-1250");
    }
}

/// A document that counts the bytes read.
struct Counted {
    bytes: Cursor<Vec<u8>>,
    read: usize,
}

impl io::Read for Counted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.bytes.read(into)?;
        self.read += length;
        Ok(length)
    }
}

impl io::Seek for Counted {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}

#[test]
fn a_long_document_is_read_as_often_as_a_short_one_and_counted_in_bounds() {
    let models = Models::built_in();
    let settings = Settings::default();
    let czech = encoded("Příliš žluťoučký kůň úpěl ďábelské ódy. ", "iso-8859-2");
    let any: Vec<u8> = (0..=255).collect();
    let passes = |unit: &[u8], length: usize| {
        let bytes: Vec<u8> = unit.iter().copied().cycle().take(length).collect();
        let mut source = Counted {
            bytes: Cursor::new(bytes),
            read: 0,
        };
        Detector::new(&models, &settings)
            .detect(&mut source, None)
            .unwrap();
        source.read.div_ceil(length)
    };
    for unit in [&czech[..], &any, b"plain ~{ \x1B$ ", b"w\0i\0d\0e\0 \0\xE9"] {
        let short = passes(unit, 1 << 16);
        assert!(short <= 9, "{short} passes");
        assert!(passes(unit, 1 << 20) <= short);
    }
    // A document with as many distinct trigrams as possible.
    let mut profile = Profile::new();
    for high in (0x80..=0xFF_u8).step_by(4) {
        for low in 0..=0xFF_u8 {
            let pairs: Vec<u8> = (0x80..=0xFF).flat_map(|byte| [high, low, byte]).collect();
            profile.push(&pairs);
        }
    }
    assert!(profile.trigrams(usize::MAX).len() <= 1 << 14);
}

#[test]
fn only_what_was_asked_for_is_answered() {
    let settings = Settings {
        encodings: vec!["koi8-r".parse().unwrap(), "ibm866".parse().unwrap()],
        languages: vec!["ru".into()],
        ..Settings::default()
    };
    let found = detect(
        &settings,
        &encoded("Вечером мы сидели на берегу", "windows-1251"),
    );
    assert!(
        found
            .candidates
            .iter()
            .all(|one| settings.encodings.contains(&one.encoding))
    );
    assert!(
        found
            .candidates
            .iter()
            .all(|one| one.language.as_deref() == Some("ru"))
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 4))]

    /// The answer decodes any document without a mark, except for a character cut at the end,
    /// and damage in UTF-8.
    #[test]
    fn an_answer_decodes_the_document(bytes in prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..60),
        proptest::collection::vec(0x80..=0xFF_u8, 0..20),
        proptest::collection::vec(prop_oneof![Just(0_u8), Just(b'a'), Just(0xE3), Just(0x81)], 0..20),
        "[a-zéžш日 ]{0,20}".prop_map(String::into_bytes),
    ]) {
        prop_assume!(rules::marked(&bytes).next().is_none());
        let found = detect(&Settings::default(), &bytes);
        for one in &found.candidates {
            let malformed = Decoder::new(one.encoding).decode(&bytes, false, &mut String::new());
            prop_assert!(malformed == 0 || found.is_damaged || *one != found.candidates[0], "{}", one.encoding);
        }
        let behind: Vec<f64> = found.candidates.iter().map(|one| one.behind).collect();
        prop_assert!(behind.is_sorted() && behind.first().is_none_or(|first| *first == 0.0));
    }
}
