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

/// Returns the small letter that a small letter and a mark are together.
pub(super) fn composed(letter: u32, mark: u32) -> Option<u32> {
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
        // A mark that no letter is composed with stays.
        assert_eq!(identify("q\u{301}"), identify("q\u{301} 1"));
        assert_eq!(identify("\u{301}").language(), None);
    }
}
