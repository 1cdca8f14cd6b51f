//! Composes letters and marks: text in Windows-1258 has the tone marks of Vietnamese as separate
//! characters, and file systems of the Macintosh decompose all letters. Models are of composed
//! letters.

/// Marks, each with pairs of a small letter and the letter with the mark. The pairs are the
/// canonical decompositions of Unicode for Latin, Greek and Cyrillic letters, and for U+0323 also
/// what Windows-1258 has.
const PAIRS: [(char, &str); 19] = [
    ('\u{300}', "aàeèiìoòuùüǜnǹâầăằêềôồơờưừyỳеѐиѝ"),
    (
        '\u{301}',
        "aáeéiíoóuúyýcćlĺnńrŕsśzźüǘgǵåǻæǽøǿâấăắêếôốơớưứαάεέηήιίϋΰοόυύωώгѓкќ",
    ),
    ('\u{302}', "aâeêiîoôuûcĉgĝhĥjĵsŝwŵyŷạậẹệọộ"),
    ('\u{303}', "aãnñoõiĩuũâẫăẵeẽêễôỗơỡưữyỹ"),
    ('\u{304}', "aāeēiīoōuūüǖäǟȧǡæǣǫǭöȫõȭȯȱyȳиӣуӯ"),
    ('\u{306}', "aăeĕgğiĭoŏuŭạặийуўжӂаӑеӗ"),
    ('\u{307}', "cċeėgġzżaȧoȯ"),
    ('\u{308}', "aäeëiïoöuüyÿιϊυϋеёіїаӓәӛжӝзӟиӥоӧөӫэӭуӱчӵыӹ"),
    ('\u{309}', "aảâẩăẳeẻêểiỉoỏôổơởuủưửyỷ"),
    ('\u{30A}', "aåuů"),
    ('\u{30B}', "oőuűуӳ"),
    ('\u{30C}', "cčdďeělľnňrřsštťzžaǎiǐoǒuǔüǚgǧkǩʒǯjǰhȟ"),
    ('\u{30F}', "aȁeȅiȉoȍrȑuȕѵѷ"),
    ('\u{311}', "aȃeȇiȋoȏrȓuȗ"),
    ('\u{31B}', "oơuư"),
    ('\u{323}', "aạeẹiịoọơợuụưựyỵâậăặêệôộ"),
    ('\u{326}', "sștț"),
    ('\u{327}', "cçgģkķlļnņrŗsştţeȩ"),
    ('\u{328}', "aąeęiįuųoǫ"),
];

/// Returns the Hangul syllable that a letter or syllable and the next letter are together (Unicode Standard, section 3.12).
fn syllable(first: u32, next: u32) -> Option<u32> {
    const SYLLABLES: std::ops::Range<u32> = 0xAC00..0xD7A4;
    match (first, next) {
        (0x1100..=0x1112, 0x1161..=0x1175) => {
            Some(SYLLABLES.start + ((first - 0x1100) * 21 + next - 0x1161) * 28)
        }
        (_, 0x11A8..=0x11C2)
            if SYLLABLES.contains(&first) && (first - SYLLABLES.start).is_multiple_of(28) =>
        {
            Some(first + next - 0x11A7)
        }
        _ => None,
    }
}

/// Returns the small letter that a small letter and a mark are together, or a syllable of Hangul.
pub(super) fn composed(letter: u32, mark: u32) -> Option<u32> {
    if mark >= 0x1100 {
        return syllable(letter, mark);
    }
    let (_, pairs) = PAIRS.iter().find(|(one, _)| u32::from(*one) == mark)?;
    let mut chars = pairs.chars().map(u32::from);
    while let (Some(plain), Some(composed)) = (chars.next(), chars.next()) {
        if plain == letter {
            return Some(composed);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::identify;

    #[test]
    fn each_mark_has_pairs_of_different_letters() {
        assert!(PAIRS.is_sorted());
        for (mark, pairs) in PAIRS {
            let letters: Vec<char> = pairs.chars().collect();
            let (pairs, rest) = letters.as_chunks::<2>();
            assert!(rest.is_empty());
            for &[plain, with] in pairs {
                assert!(plain.is_lowercase() && with.is_lowercase() && plain != with);
                assert_eq!(composed(plain.into(), mark.into()), Some(with.into()));
            }
        }
        let [letter, vowel, end] = ['\u{1112}', '\u{1161}', '\u{11AB}'].map(u32::from);
        assert_eq!(composed(letter, vowel), Some('하'.into()));
        assert_eq!(composed('하'.into(), end), Some('한'.into()));
        assert_eq!(composed('한'.into(), end), None);
        assert_eq!(composed('q'.into(), 0x301), None);
        assert_eq!(composed('e'.into(), 'q'.into()), None);
    }

    #[test]
    fn letters_with_separate_marks_are_those_letters() {
        let composed = "Buổi tối chúng tôi ngồi bên bờ sông và lắng nghe tiếng chim hót, không ai nói một lời nào.";
        // As NFD and as Windows-1258 have it.
        let apart = "Buo\u{302}\u{309}i to\u{302}\u{301}i chu\u{301}ng to\u{302}i ngo\u{302}\u{300}i be\u{302}n bo\u{31B}\u{300} so\u{302}ng va\u{300} la\u{306}\u{301}ng nghe tie\u{302}\u{301}ng chim ho\u{301}t, kho\u{302}ng ai no\u{301}i mo\u{323}\u{302}t lo\u{31B}\u{300}i na\u{300}o.";
        let half = "Buô\u{309}i tô\u{301}i chúng tôi ngô\u{300}i bên bơ\u{300} sông và lă\u{301}ng nghe tiê\u{301}ng chim hót, không ai nói mô\u{323}t lơ\u{300}i nào.";
        let expected = identify(composed);
        assert_eq!(expected.language(), Some("vi"));
        assert_eq!(identify(apart), expected);
        assert_eq!(identify(half), expected);
        let korean = "저녁에 우리는 강가에 앉아 있었다.";
        let apart = "\u{110C}\u{1165}\u{1102}\u{1167}\u{11A8}\u{110B}\u{1166} \u{110B}\u{116E}\u{1105}\u{1175}\u{1102}\u{1173}\u{11AB} \u{1100}\u{1161}\u{11BC}\u{1100}\u{1161}\u{110B}\u{1166} \u{110B}\u{1161}\u{11AC}\u{110B}\u{1161} \u{110B}\u{1175}\u{11BB}\u{110B}\u{1165}\u{11BB}\u{1103}\u{1161}.";
        assert_eq!(identify(korean).language(), Some("ko"));
        assert_eq!(identify(apart), identify(korean));
        // A mark that no letter is composed with stays.
        assert_eq!(identify("q\u{301}"), identify("q\u{301} 1"));
        assert_eq!(identify("\u{301}").language(), None);
    }
}
