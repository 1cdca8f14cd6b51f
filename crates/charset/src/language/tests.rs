//! Tests of whole identifications.

use std::borrow::Cow;

use super::identifier::Part;
use super::persian::persian;
use super::*;
use crate::constants::{CALIBRATION_OF_CLOSE, FIT_OF_ACCENTS, LEAD_IN_FIT, MIN_FIT};

fn language(text: &str) -> Option<&'static str> {
    Identifier::new(built_in()).identify(text).language()
}

#[test]
fn the_prior_of_a_close_language_counts_as_its_scores_do() {
    let all = Identifier::new(built_in());
    let prior = |code: &str| {
        let at = built_in().languages().iter().position(|one| one == code);
        all.priors[at.unwrap()]
    };
    assert_eq!(prior("hr"), 0.0);
    assert!(prior("ms") < 0.0);
    let difference = prior("bs") * CALIBRATION_OF_CLOSE - prior("mag");
    assert!(difference.abs() < 1e-9);
}

#[test]
fn chinese_without_a_word_of_cantonese_is_not_cantonese() {
    let mandarin = "妹妹昨天下午到市場去買水果，回來的時候在路上遇見了以前的老師。";
    assert_eq!(language(mandarin), Some("zh-Hant"));
    assert_eq!(
        language("佢哋琴日冇返屋企食飯，唔知去咗邊度。"),
        Some("yue")
    );
}

#[test]
fn persian_with_arabic_letters_is_persian() {
    let persian = "شب‌ها کنار رودخانه می‌نشستیم و گاهی چای می‌خوردیم؛ پرنده‌ها در تاریکی می‌خواندند.";
    assert_eq!(language(persian), Some("fa"));
    let older = persian.replace('ی', "ي").replace('ک', "ك");
    assert_eq!(language(&older), Some("fa"));
    // Arabic stays, and so do languages with more letters.
    assert_eq!(persian_of("كان البيت قديما"), None);
    assert_eq!(persian_of("بۇ ئۆي كونا، چىراغ يورۇق ئەمەس"), None);
}

fn persian_of(text: &str) -> Option<String> {
    match persian(text) {
        Cow::Owned(text) => Some(text),
        Cow::Borrowed(_) => None,
    }
}

#[test]
fn a_few_french_words_are_not_in_an_artificial_language() {
    assert_ne!(language("un café noir"), Some("ile"));
}

#[test]
fn a_long_text_is_identified_from_parts_of_it() {
    let german = "Am Abend saßen wir am Fluss und hörten den Vögeln zu.\n\n".repeat(2000);
    let mut identifier = Identifier::new(built_in());
    let found = identifier.languages_of(&german);
    assert_eq!(found.language(), "de");
    assert!(found.found.letters < 5000);
    let short = identifier.languages_of(&german[..german.len() / 1000]);
    assert_eq!(
        short.found.letters,
        2 * "AmAbendsaßenwiramFlussundhörtendenVögelnzu".chars().count()
    );
}

#[test]
fn languages_are_told_by_what_is_frequent_in_them() {
    for (code, text) in [
        (
            "en",
            "In the evening we sat by the river and listened to the birds.",
        ),
        ("cs", "Večer jsme seděli u řeky a poslouchali ptáky."),
        (
            "sk",
            "Večer sme sedeli pri rieke a počúvali vtáky, ktoré spievali.",
        ),
        (
            "pt",
            "À noite sentámo-nos junto ao rio e não dissemos nada.",
        ),
        (
            "es",
            "Por la noche nos sentamos junto al río y no dijimos nada.",
        ),
        ("uk", "Увечері ми сиділи біля річки та слухали птахів."),
        (
            "ja",
            "夕方、私たちは川のそばに座って鳥の声を聞いていました。",
        ),
        ("el", "Το βράδυ καθίσαμε δίπλα στο ποτάμι."),
        ("chr", "ᎣᏏᏲ ᏙᎯᏧ ᎠᏂᏴᏫᏯ"),
    ] {
        assert_eq!(language(text), Some(code), "{text}");
    }
}

#[test]
fn a_few_words_of_the_most_common_language_are_enough() {
    for text in ["I love you", "The cat sat on the mat.", "Good morning!"] {
        assert_eq!(language(text), Some("en"), "{text}");
    }
    // A block needs more evidence to be in another language than its document.
    let mut identifier = Identifier::new(built_in());
    assert_eq!(language("not so bad"), Some("en"));
    let scores = identifier.scores("not so bad");
    assert_eq!(of_block(&identifier, &scores, "de"), "de");
}

#[test]
fn a_short_text_is_in_the_best_of_several_close_languages() {
    for (code, text) in [
        ("nb", "Vis alle mappene"),
        ("hr", "Prikaži sve mape"),
        ("es", "buenos días"),
    ] {
        assert_eq!(language(text), Some(code), "{text}");
    }
}

#[test]
fn names_are_in_no_language() {
    for text in [
        "Kevin Dubrow",
        "Zbylut Garkow",
        "Martha Quimby",
        "John Carter",
        "Peter Johansson",
        "radio",
        "BMP PNG GIF",
    ] {
        assert_eq!(language(text), None, "{text}");
    }
}

#[test]
fn the_larger_of_two_languages_is_more_probable_in_a_few_letters() {
    // The best language by n-grams alone is Asturian, Afrikaans and Norwegian Nynorsk.
    for (code, text) in [
        ("es", "¿Cómo estás?"),
        ("nl", "Lees verder"),
        ("it", "Non lo so"),
    ] {
        assert_eq!(language(text), Some(code), "{text}");
    }
    // Several close languages have these words.
    for text in ["Dobro jutro", "A domani", "Mange tak"] {
        assert_eq!(language(text), None, "{text}");
    }
}

#[test]
fn a_few_letters_of_a_large_script_are_enough() {
    for (code, text) in [
        ("zh", "谢谢"),
        ("zh", "我们走吧"),
        ("ja", "ネコ"),
        ("ko", "안녕"),
    ] {
        assert_eq!(language(text), Some(code), "{text}");
    }
    assert_eq!(language("山"), None);
}

#[test]
fn the_margin_is_over_all_other_languages() {
    let same = "the river was dark and nobody spoke of the birds ".repeat(100);
    let other = "lumo tavi reno sika ".repeat(100);
    let samples = [("a", &same), ("b", &same), ("c", &same), ("d", &other)];
    let samples = samples.map(|(code, text)| (code, &text[..]));
    let model = Model::open(Model::build(samples)).unwrap();
    let mut identifier = Identifier::new(&model);
    let found = identifier.identify("the river was dark and nobody spoke");
    // Two others are nearly as probable.
    assert!(found.margin() < 0.0 && found.second() < Some("d"));
}

#[test]
fn what_repeats_is_one_piece_of_evidence() {
    let mut identifier = Identifier::new(built_in());
    for text in [
        "cat ",
        "ha ha ha la ",
        "amen\n",
        "no, no!\n",
        "ha",
        "acgtcatg",
    ] {
        for times in [30, 1_000, 100_000] {
            let found = identifier.languages_of(&text.repeat(times));
            let is_doubtful = found.language() == UNDETERMINED || found.found.margin() < 1.0;
            assert!(is_doubtful, "{text} {found:?}");
        }
    }
    // The language of a line is that of many of them, hardly more surely.
    let line = "Der Dienst wurde neu gestartet.\n";
    let once = identifier.identify(line);
    for text in [line.repeat(500), format!("{line}\n").repeat(500)] {
        let often = identifier.languages_of(&text);
        assert_eq!((often.language(), often.share("de")), ("de", 1.0));
        assert!(often.found.margin() < 4.0 * once.margin());
    }
    // Poems have refrains.
    let poem = "Am Abend saßen wir am Fluss,\ndas Wasser fließt, das Wasser fließt,\nund hörten Vögel bis zum Schluss,\ndas Wasser fließt, das Wasser fließt.\n";
    let found = identifier.languages_of(&poem.repeat(20));
    assert_eq!(found.language(), "de");
}

#[test]
fn data_with_short_words_are_in_no_language() {
    let notes = [
        "Am", "C", "F", "G", "Dm", "E", "B", "D", "A", "Em", "Bb", "H",
    ];
    let notes: Vec<&str> = notes.iter().cycle().step_by(5).take(60).copied().collect();
    assert_eq!(language(&notes.join(" ")), None);
    let bytes: Vec<String> = (0..300_u32)
        .map(|number| format!("{:02x}", number.wrapping_mul(2_654_435_761) >> 24))
        .collect();
    assert_eq!(language(&bytes.join(" ")), None);
    assert_eq!(
        language(&"我们 走 到 河边 去 听 鸟 叫 ， ".repeat(4)),
        Some("zh")
    );
}

#[test]
fn what_is_too_short_or_in_no_language_is_undetermined() {
    for text in [
        "",
        "12 34",
        "ok",
        "a b c",
        "mark",
        "abcdef ghijkl",
        "tnoi eshrd lucmf",
    ] {
        assert_eq!(language(text), None, "{text}");
    }
}

#[test]
fn a_text_in_a_language_without_a_model_is_in_none() {
    // Chamorro: it would be Waray, one of its relatives.
    let text =
        "Håfa adai! Kao malago' hao gumimen hånom pat kafe? Guaha kåtne yan aga' gi halom guma'.";
    let mut identifier = Identifier::new(built_in());
    let found = identifier.identify(text);
    assert_eq!((found.best(), found.language()), (Some("war"), None));
}

#[test]
fn triples_alone_tell_languages_too() {
    let mut identifier = Identifier::with(built_in(), Features::Triples);
    let found = identifier.identify("Am Abend saßen wir am Fluss und hörten den Vögeln zu.");
    assert_eq!(found.best(), Some("de"));
}

#[test]
fn a_document_is_in_the_language_of_most_of_its_letters() {
    let mut identifier = Identifier::new(built_in());
    let finnish = "Illalla istuimme joen rannalla ja kuuntelimme lintuja, kunnes tuli aivan pimeä ja menimme kotiin.";
    let georgian = "საღამოს მდინარის ნაპირზე ვისხედით და ჩიტებს ვუსმენდით.";
    let blocks: Vec<Scores> = [finnish, georgian, georgian, finnish, finnish]
        .map(|block| identifier.scores(block))
        .into();
    let found = Languages::of(&identifier, &blocks);
    assert_ne!(
        identifier.found(&Scores::of_all(&blocks)).language(),
        Some("fi")
    );
    assert_eq!((found.language(), found.shares[0].language), ("fi", "fi"));
    assert!(found.found.margin() > 6.0);
}

#[test]
fn a_document_has_the_languages_of_its_blocks() {
    let mut identifier = Identifier::new(built_in());
    let german = "Am Abend saßen wir am Fluss und hörten den Vögeln zu, bis es ganz dunkel wurde.";
    let french = "Le soir nous étions assis au bord de la rivière et nous écoutions les oiseaux.";
    let blocks = [german, german, german, french, "12"];
    let scores = blocks.iter().map(|block| identifier.scores(block));
    let scores: Vec<Scores> = scores.collect();
    let found = Languages::of(&identifier, &scores);
    assert_eq!(found.language(), "de");
    assert!(
        found.share("de") > 0.7 && found.share("fr") > 0.2,
        "{found:?}"
    );
    let sum: f64 = found.shares.iter().map(|one| one.share).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    assert!(Languages::of(&identifier, &[]).shares.is_empty());
}

#[test]
fn words_alone_tell_the_language_of_a_long_text_and_blocks_in_others_are_found() {
    let mut identifier = Identifier::new(built_in());
    let english = "We walked along the river until it was dark, and then nobody wanted to be the first who spoke.";
    let french = "Le soir nous étions assis au bord de la rivière et nous écoutions les oiseaux.";
    let japanese = "夕方、私たちは川のそばに座って鳥の声を聞いていました。";
    let of = |blocks: &[&str]| -> Vec<String> { blocks.iter().map(|&one| one.into()).collect() };
    let plain = of(&[english; 8]);
    assert!(identifier.languages_by(Part::Words, &plain).is_some());
    let mixed = of(&[
        english, english, french, english, "Contents", english, english, english,
    ]);
    for blocks in [&plain, &mixed] {
        let scores: Vec<Scores> = blocks.iter().map(|one| identifier.scores(one)).collect();
        let by_all = Languages::of(&identifier, &scores);
        let found = identifier.languages(blocks);
        assert_eq!(found.shares, by_all.shares);
        assert_eq!(found.language(), "en");
    }
    // A text without spaces has no words; a short one has too few.
    let mixed = of(&[
        english, english, english, english, english, english, japanese,
    ]);
    assert!(identifier.languages_by(Part::Words, &mixed).is_none());
    assert!(
        identifier
            .languages_by(Part::Words, &of(&[english]))
            .is_none()
    );
}

#[test]
fn a_sample_tells_the_language_where_words_do_not() {
    let mut identifier = Identifier::new(built_in());
    // Scripts without spaces.
    let japanese = "夕方、私たちは川のそばに座って鳥の声を聞いていました。".repeat(10);
    let thai = "ในตอนเย็นเรานั่งอยู่ริมแม่น้ำและฟังเสียงนกร้อง ".repeat(10);
    let english = "We walked along the river until it was dark, and then nobody spoke a word.";
    for (code, text) in [("ja", japanese), ("th", thai)] {
        let blocks = [&text[..], &text, english].map(str::to_owned);
        assert!(identifier.languages_by(Part::Words, &blocks).is_none());
        let found = identifier.languages_by(Part::Sample, &blocks).unwrap();
        let scores: Vec<Scores> = blocks.iter().map(|one| identifier.scores(one)).collect();
        let by_all = Languages::of(&identifier, &scores);
        assert_eq!(found.language(), code);
        let difference = found.share("en") - by_all.share("en");
        assert!(found.share("en") > 0.0 && difference.abs() < 0.03);
        assert_eq!(found.shares.len(), by_all.shares.len());
    }
}

#[test]
fn a_language_with_a_small_sample_needs_a_text_that_fits() {
    let small = "lumo tavi reno sika ".repeat(2_000);
    let large = "the river was dark and nobody spoke of the birds ".repeat(8_000);
    let model = Model::open(Model::build([("s", &small[..]), ("l", &large[..])])).unwrap();
    let mut identifier = Identifier::new(&model);
    assert_eq!(identifier.identify("lumo tavi reno").best(), Some("s"));
    // One known word among unknown ones is not enough, however little is known of these.
    let found = identifier.identify("lumo kwerty zxcvb hjkl qwop dfgh");
    assert_ne!(found.best(), Some("s"));
}

#[test]
fn text_in_a_language_without_a_model_has_no_language() {
    // Romansh and Bavarian.
    for text in [
        "Ils uffants giugan davos la chasa, e la mumma sesa sin il banc e legia in cudesch. La saira vegn il bab a chasa ed els mangian ensemen.",
        "Da Buam spuin hintam Haus, und d'Mama sitzt auf da Bank und lest a Buach. Auf d'Nacht kimmt da Papa hoam und olle essn mitanand.",
    ] {
        assert_eq!(language(text), None, "{text}");
    }
    // Accents are often left out.
    for (code, text) in [
        (
            "cs",
            "Vecer jsme sedeli u reky a poslouchali ptaky, ale nikdo z nas uz nechtel nic rikat.",
        ),
        (
            "ro",
            "Seara am stat pe malul raului si am ascultat pasarile, dar nimeni nu a mai spus nimic.",
        ),
    ] {
        assert_eq!(language(text), Some(code));
    }
}

#[test]
fn a_text_without_accents_may_fit_less_in_languages_that_have_many() {
    let identifier = Identifier::new(built_in());
    let least = |code: &str, is_plain: bool| {
        let language = built_in().languages().iter().position(|one| one == code);
        identifier.least_fit(language.unwrap(), 100, is_plain, 0.0)
    };
    assert_eq!(least("cs", false) - least("cs", true), FIT_OF_ACCENTS);
    assert_eq!(least("en", false), least("en", true));
    // One name with an accent makes no difference in a long text.
    let is_plain = |text: &str| Identifier::new(built_in()).scores(text).is_plain();
    let long = "vecer jsme sedeli u reky a poslouchali ptaky ".repeat(4);
    assert!(is_plain(&long) && is_plain(&format!("{long} Zoé")));
    assert!(!is_plain("večer jsme seděli u řeky"));
}

#[test]
fn a_text_far_ahead_of_the_second_language_may_fit_less() {
    let identifier = Identifier::new(built_in());
    let least = |lead: f64| identifier.least_fit(0, 100, false, lead);
    assert!((least(0.0) - least(20.0) - 20.0 * LEAD_IN_FIT).abs() < 1e-9);
    assert_eq!(least(f64::INFINITY), MIN_FIT);
    // A name among words of a script that few languages have.
    let text = "ಈ ಕಡತವನ್ನು Debconf ಓದಲಾಗಲಿಲ್ಲ, ಮತ್ತೆ ಪ್ರಯತ್ನಿಸಿ.";
    assert_eq!(language(text), Some("kn"));
}

#[test]
fn latin_words_do_not_lower_the_fit_of_another_script() {
    let russian =
        "Программа ищет строки по образцу и выводит их номера, а остальные строки считает.";
    let names = "Программа grep ищет строки по образцу regexp и выводит linenumber, а остальные строки invertmatch считает count.";
    let mut identifier = Identifier::new(built_in());
    let [plain, mixed] = [russian, names].map(|text| identifier.identify(text));
    assert_eq!(
        (plain.language(), mixed.language()),
        (Some("ru"), Some("ru"))
    );
    assert!(mixed.fit() > 0.95 * plain.fit());
    let mostly_latin =
        identifier.identify("The Russian word for river is река, and this is all I know.");
    assert_eq!(mostly_latin.language(), Some("en"));
}

#[test]
fn a_model_is_what_was_built() {
    let samples = [("a", "aba abba bab"), ("b", "odo oddo dod")];
    let model = Model::open(Model::build(samples)).unwrap();
    assert_eq!(model.languages(), ["a", "b"]);
    let found = Identifier::new(&model).identify("abba");
    assert_eq!((found.best(), found.second()), (Some("a"), Some("b")));
    assert!(Model::open(&b"charlng1\xFF\xFF\xFF\xFF"[..]).is_none());
    assert!(Model::open(&b""[..]).is_none());
}

#[test]
fn a_document_is_in_the_language_of_most_of_it() {
    let french = "Le marchand range ses caisses pendant que la pluie tombe sur les pavés de la place, et les enfants du quartier \
        courent chercher du pain avant que la boulangerie ne ferme ses portes pour la nuit.";
    let english = "The keeper of the lighthouse writes the weather into his book each evening, and when the fog comes in he rings the \
        bell until the last of the boats has found its way back into the harbour.";
    let mut identifier = Identifier::new(built_in());
    let mut of = |parts: &[&str], separator: &str| {
        let all = identifier.languages_of(&parts.join(separator));
        (all.language(), all.found.margin(), all.share("fr"))
    };
    for separator in ["\n\n", "\n", " "] {
        for number in [2, 3, 10] {
            let most = [english].repeat(number);
            let first = [&[french], &most[..]].concat();
            let last = [&most[..], &[french]].concat();
            for parts in [first, last] {
                let (language, margin, share) = of(&parts, separator);
                assert_eq!(language, "en", "{number} {separator:?}");
                assert!(margin > 2.0, "{number} {separator:?} {margin}");
                let expected = 1.0 / (number as f64 + 1.0);
                let is_near = (share - expected).abs() < 0.1;
                assert!(
                    is_near || separator != "\n\n",
                    "{number} {separator:?} {share}"
                );
            }
        }
        // Two halves are unsure. One language is as sure as ever.
        assert!(of(&[french, english], separator).1 < 3.0, "{separator:?}");
        assert!(of(&[french, french], separator).1 > 6.0, "{separator:?}");
    }
}
