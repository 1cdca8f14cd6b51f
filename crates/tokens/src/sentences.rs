//! Splits text into sentences. They end where Unicode Standard Annex 29 says, except after abbreviations
//! and initials and before a lower-case letter; and before direct speech that begins with a dash. A Greek question mark and a Tibetan
//! shad end one as well, and an opening bracket begins the next one.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::Exceptions;

/// Calls `each` with the byte range of every sentence of a text in any language, including the
/// white space after it in its paragraph. A sentence may span lines, but not a blank line. The language of a paragraph is
/// guessed by its most frequent words where a full stop depends on it.
///
/// # Examples
/// ```
/// let text = "Mr. Hall\ncame. He sat.\n\nThen he left";
/// let mut all = Vec::new();
/// tokens::sentences::ranges(text, |range| all.push(&text[range]));
/// assert_eq!(all, ["Mr. Hall\ncame. ", "He sat.\n", "Then he left"]);
/// ```
pub fn ranges(text: &str, mut each: impl FnMut(Range<usize>)) {
    let mut paragraph = 0..0;
    let mut pass = |paragraph: Range<usize>| {
        let mut start = paragraph.start;
        let text = &text[paragraph.clone()];
        let guessed = OnceCell::new();
        let language = |word: &str| match Exceptions::is_known_to_any(word) {
            true => *guessed.get_or_init(|| Exceptions::guess(text)),
            false => Exceptions::of(None),
        };
        ends_by(text, &language, |end| {
            each(start..paragraph.start + end);
            start = paragraph.start + end;
        });
    };
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() {
            pass(paragraph);
            paragraph = at + line.len()..at + line.len();
        } else {
            paragraph.end = at + line.len();
        }
        at += line.len();
    }
    pass(paragraph);
}

/// Calls `each` with the end of every sentence of a paragraph, as a byte offset after the following
/// white space. Line breaks do not end sentences.
pub fn ends(paragraph: &str, exceptions: &Exceptions, each: impl FnMut(usize)) {
    ends_by(paragraph, &|_| exceptions, each);
}

/// Like [`ends`], with the exceptions that are needed for each word before a full stop.
fn ends_by<'e>(
    paragraph: &str,
    exceptions: &impl Fn(&str) -> &'e Exceptions,
    mut each: impl FnMut(usize),
) {
    // Replace line breaks by white space of the same length.
    let flat = match paragraph.contains(['\n', '\r']) {
        true => Cow::Owned(paragraph.replace(['\n', '\r'], " ")),
        false => Cow::Borrowed(paragraph),
    };
    let shortened = Shortened::of(&flat);
    let mut start = 0;
    for (at, piece) in shortened.text.split_sentence_bound_indices() {
        let end = shortened.in_whole(at + piece.len());
        if end <= start {
            continue;
        }
        let end = with_marks(&flat[start..], end - start) + start;
        if !continues(&flat[start..end], &flat[end..], exceptions) {
            speech(&flat[start..end], exceptions, |at| each(start + at));
            each(end);
            start = end;
        }
    }
}

/// Brackets and quotation marks that open in all languages.
const OPENING: [char; 17] = [
    '(', '[', '{', '„', '‚', '「', '『', '（', '【', '〈', '《', '〔', '［', '｛', '〖', '｟', '｢',
];

/// The end of a sentence, with the marks that belong to it. The rules of Unicode leave an opening bracket behind a full stop to the sentence
/// before it, and a closing mark behind a space to the next one.
fn with_marks(text: &str, end: usize) -> usize {
    let (sentence, rest) = text.split_at(end);
    let opens = |mark: char| {
        // These close in some languages, but not before a letter.
        let may_open = ['“', '‘', '«'].contains(&mark);
        OPENING.contains(&mark) || may_open && rest.starts_with(char::is_alphanumeric)
    };
    let without = sentence.trim_end_matches(opens).len();
    if without > 0 && without < end && !rest.is_empty() {
        return without;
    }
    let after = rest.trim_start_matches(['»', '›']);
    let closes = after.len() < rest.len() && !after.starts_with(char::is_alphanumeric);
    match closes && sentence.ends_with(char::is_whitespace) {
        true => text.len() - after.trim_start().len(),
        false => end,
    }
}

/// Where the next sentence begins in a text behind a Greek question mark or a Tibetan shad, `sign`.
fn after_mark(before: &str, sign: &str, after: &str) -> Option<usize> {
    if sign == "།" {
        let rest = after.trim_start_matches(|one: char| one == '།' || one.is_whitespace());
        return (rest.len() < after.len()).then_some(after.len() - rest.len());
    }
    let is_greek = |one: char| matches!(one, 'ʹ'..='Ͽ' | 'ἀ'..='῾');
    let rest = after.trim_start_matches(|one: char| Class::of(one) == Some(Class::Close));
    let next = rest.trim_start();
    let ends = before.ends_with(is_greek)
        && next.len() < rest.len()
        && !next.starts_with(char::is_lowercase);
    ends.then_some(after.len() - next.len())
}

/// Calls `each` with the places within a sentence where another one begins that the rules of Unicode do not know. Direct speech begins behind
/// the end of another sentence, with a dash or with two commas, and an upper-case letter; the rules take both signs for a continuation. The
/// others are those of [`after_mark`].
fn speech<'e>(
    sentence: &str,
    exceptions: &impl Fn(&str) -> &'e Exceptions,
    mut each: impl FnMut(usize),
) {
    let mut start = 0;
    for (at, sign) in sentence.match_indices(['-', '–', '—', ',', ';', '\u{37E}', '།']) {
        let after = &sentence[at + sign.len()..];
        if let ";" | "\u{37E}" | "།" = sign {
            if at >= start
                && let Some(next) = after_mark(&sentence[start..at], sign, after)
            {
                start = at + sign.len() + next;
                if next < after.len() {
                    each(start);
                }
            }
            continue;
        }
        if at < start {
            continue;
        }
        let opened = match sign {
            "," => after.strip_prefix(','),
            _ => Some(after.trim_start()),
        };
        let is_new = opened.is_some_and(|text| text.starts_with(char::is_uppercase));
        let before = &sentence[start..at];
        let ended = before.trim_end();
        let mark = ended.trim_end_matches(|last| Class::of(last) == Some(Class::Close));
        if is_new
            && ended.len() < before.len()
            && mark.ends_with(['.', '?', '!', '…'])
            && !continues(mark, after.trim_start(), exceptions)
        {
            each(at);
            start = at;
        }
    }
}

/// A text with shortened runs of white space, brackets and quotation marks. After a full stop the
/// rules look ahead from each character of such a run, which takes quadratic time. The rules do not
/// depend on the length of the run, and no sentence ends inside it.
struct Shortened<'a> {
    text: Cow<'a, str>,
    /// For each run, the offset of its end in the shortened text, and the number of bytes left out
    /// so far.
    runs: Vec<(usize, usize)>,
}

/// The maximum number of characters of a run that are kept.
const RUN: usize = 16;

impl<'a> Shortened<'a> {
    fn of(whole: &'a str) -> Self {
        let (mut text, mut runs) = (String::new(), Vec::new());
        // The end of the copied text, and the class and length of the current run.
        let (mut copied, mut class, mut length, mut cut) = (0, None, 0, None);
        let mut left_out = 0;
        for (at, character) in whole.char_indices().chain([(whole.len(), 'a')]) {
            let next = Class::of(character);
            if next.is_some() && next == class {
                length += 1;
                if length > RUN && cut.is_none() {
                    cut = Some(at);
                }
                continue;
            }
            if let Some(from) = cut.take() {
                text.push_str(&whole[copied..from]);
                copied = at;
                left_out += at - from;
                runs.push((text.len(), left_out));
            }
            (class, length) = (next, 1);
        }
        if runs.is_empty() {
            return Shortened {
                text: Cow::Borrowed(whole),
                runs,
            };
        }
        text.push_str(&whole[copied..]);
        Shortened {
            text: Cow::Owned(text),
            runs,
        }
    }

    /// Converts an offset in the shortened text to one in the whole text.
    fn in_whole(&self, offset: usize) -> usize {
        let runs = self.runs.partition_point(|&(end, _)| end <= offset);
        match runs.checked_sub(1) {
            Some(last) => offset + self.runs[last].1,
            None => offset,
        }
    }
}

/// A class of characters that may follow a full stop in its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Sp of Unicode Standard Annex 29: white space that does not end a line.
    Space,
    /// Close of Unicode Standard Annex 29: brackets and quotation marks.
    Close,
}

impl Class {
    #[rustfmt::skip]
    fn of(character: char) -> Option<Self> {
        match character {
            '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => None,
            _ if character.is_whitespace() => Some(Class::Space),
            '"' | '\'' | '(' | ')' | '[' | ']' | '{' | '}' | '\u{AB}' | '\u{BB}' | '\u{F3A}'..='\u{F3D}'
            | '\u{169B}' | '\u{169C}' | '\u{2018}'..='\u{201F}' | '\u{2039}' | '\u{203A}'
            | '\u{2045}' | '\u{2046}' | '\u{207D}' | '\u{207E}' | '\u{208D}' | '\u{208E}'
            | '\u{2308}'..='\u{230B}' | '\u{2329}' | '\u{232A}' | '\u{275B}'..='\u{2760}'
            | '\u{2768}'..='\u{2775}' | '\u{27C5}' | '\u{27C6}' | '\u{27E6}'..='\u{27EF}'
            | '\u{2983}'..='\u{2998}' | '\u{29D8}'..='\u{29DB}' | '\u{29FC}' | '\u{29FD}'
            | '\u{2E00}'..='\u{2E0D}' | '\u{2E1C}' | '\u{2E1D}' | '\u{2E20}'..='\u{2E29}' | '\u{2E42}'
            | '\u{2E55}'..='\u{2E5C}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301B}'
            | '\u{301D}'..='\u{301F}' | '\u{FD3E}' | '\u{FD3F}' | '\u{FE17}' | '\u{FE18}'
            | '\u{FE35}'..='\u{FE44}' | '\u{FE47}' | '\u{FE48}' | '\u{FE59}'..='\u{FE5E}' | '\u{FF08}'
            | '\u{FF09}' | '\u{FF3B}' | '\u{FF3D}' | '\u{FF5B}' | '\u{FF5D}' | '\u{FF5F}' | '\u{FF60}'
            | '\u{FF62}' | '\u{FF63}' => Some(Class::Close),
            _ => None,
        }
    }
}

/// Whether the break after `piece` is not the end of a sentence: a lower-case letter or a particle follows, or the full stop belongs
/// to a title or an initial.
fn continues<'e>(piece: &str, rest: &str, exceptions: &impl Fn(&str) -> &'e Exceptions) -> bool {
    let Some(next) = rest.chars().next() else {
        return false;
    };
    if next.is_lowercase() {
        return true;
    }
    // The particle of what is said, in Japanese; ところ begins other words.
    if piece.ends_with(['」', '』'])
        && (next == 'と' && !rest.starts_with("ところ") || rest.starts_with("って"))
    {
        return true;
    }
    let Some(before) = piece.trim_end().strip_suffix('.') else {
        return false;
    };
    let word = before
        .rsplit(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or("");
    let exceptions = exceptions(word);
    if exceptions.is_ordinal(word) && next.is_uppercase() {
        return true;
    }
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        // "I" is a word, not an initial.
        (Some(initial), None) => {
            initial.is_uppercase() && initial != 'I' || exceptions.is_title(word)
        }
        _ => exceptions.is_title(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations_of_a_language_end_no_sentence() {
        for (language, text) in [
            (
                "de",
                "Er kam z. B. am 3. Mai. |Sie, d. h. Anna, u. a. Berlin, blieb. |Es war 1874. |Der 2. Krieg begann.",
            ),
            (
                "en",
                "He saw it (see p. 4). |He meant three, i.e. No. 7, or more, e.g. Nora. |It was 5. |So did he. |So do I. |He left.",
            ),
            ("fi", "Se oli 5. |Sitten meni."),
        ] {
            let (plain, mut found, mut start) = (text.replace('|', ""), String::new(), 0);
            ends(&plain, Exceptions::of(Some(language)), |end| {
                found += &plain[start..end];
                found.push('|');
                start = end;
            });
            assert_eq!(found.trim_end_matches('|'), text);
        }
    }

    #[test]
    fn the_language_of_a_paragraph_is_guessed_by_its_words() {
        for text in [
            "Die Fähre fuhr am 3. Mai mit der Post, z. B. nach Ulm. |Es war das Jahr 14 v. Chr. und kalt.",
            "La casa de la pág. 4 no es del Sr. Vega, p. ej. Juan. |Y con eso se fue.",
            "Mieszka na ul. Długiej, w domu z 3 pokojami. |To nie jest godz. Piąta.",
            "The house of May was no. 3. |May came to it. |He is in plan a. |So was it.",
        ] {
            let (plain, mut found) = (text.replace('|', ""), Vec::new());
            ranges(&plain, |range| found.push(plain[range].to_owned()));
            assert_eq!(found.join("|"), text);
        }
    }

    #[test]
    fn marks_stay_with_their_sentence() {
        for text in [
            "老人は窓のそばに座っていた。|「雨だね」と彼は言った。|『なぜ？』と彼女は聞いた。",
            "他坐在窗边。|“下雨了。”|他说。",
            "« Pourquoi ? » demanda-t-elle. |« Oui. » |Il partit.",
            "Er ging. |»Warum?« fragte sie. |„Nein.“ |Dann kam er.",
            "He left.|(It was late.) |[So] she stayed (long).",
            "Τι θα κάνουμε; |Πού πάμε; |Δεν ξέρω· ίσως. |«Γιατί;» |Έφυγε; ρώτησε.",
            "བོད་ཡིག་འདི་ཡིན། |ང་འགྲོ་གི་ཡོད། །|ཁྱོད་སུ་ཡིན།",
            "Yes; No; maybe.",
        ] {
            let (plain, mut found) = (text.replace('|', ""), Vec::new());
            ranges(&plain, |range| found.push(plain[range].to_owned()));
            assert_eq!(found.join("|"), text);
        }
    }

    #[test]
    fn direct_speech_begins_a_sentence() {
        for text in [
            "Przyszedł. |- Nie wiem. |– Tak? |— Jak - Pan widzi.",
            "Hij won. |,,Ja, zei hij.'' Mr. - Hall, a. - b, J. - S, 5 -Z.",
            "He sat (down.) |- Then he left; it was 5. - 6 - Seven.",
        ] {
            let (plain, mut found) = (text.replace('|', ""), String::new());
            ranges(&plain, |range| {
                found += &plain[range];
                found.push('|');
            });
            // Other ends are those of the rules of Unicode.
            let wanted = text.split('|').skip(1).collect::<Vec<_>>();
            for sentence in wanted {
                let start = sentence.chars().take(3).collect::<String>();
                assert!(found.contains(&format!("|{start}")), "{found}");
            }
            assert!(
                !found.contains("|- Hall") && !found.contains("|- S"),
                "{found}"
            );
            assert!(
                !found.contains("|- b") && !found.contains("|- 6"),
                "{found}"
            );
        }
    }

    #[test]
    fn a_long_run_after_a_full_stop_makes_no_difference_to_where_sentences_end() {
        // The sentences by the rules alone, in a text short enough for them.
        let plain = |text: &str| -> Vec<usize> {
            let pieces = text.split_sentence_bound_indices();
            pieces.map(|(at, piece)| at + piece.len()).collect()
        };
        let shortened = |text: &str| -> Vec<usize> {
            let short = Shortened::of(text);
            assert!(short.text.len() < text.len());
            let pieces = short.text.split_sentence_bound_indices();
            pieces
                .map(|(at, piece)| short.in_whole(at + piece.len()))
                .collect()
        };
        for run in [" ", "\t\u{3000}", ")", "\u{bb}\"'", "("] {
            for (before, after) in [
                ("One.", "two. Three"),
                ("One.", "Two. Three"),
                ("One.", ". Two"),
                ("One", " Two."),
                ("One!", ""),
                ("One. ", "7 two"),
                ("", "One."),
            ] {
                let long = run.repeat(40);
                let text = format!("{before}{long}{after} {before}{long}{long}{after}");
                assert_eq!(shortened(&text), plain(&text), "{text}");
            }
        }
    }
}
