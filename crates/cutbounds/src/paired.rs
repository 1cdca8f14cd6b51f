//! Markers that enclose the text of a book and say in its language that it begins and ends: `***
//! ALKU: KATTILA ***` and `*** LOPPU: KATTILA ***`.
//!
//! Each is between signs or in capitals, and both end with the same word. A single one may be a
//! heading.

use linenorm::raw_lines;

use crate::constants::{MAX_MARKER_BYTES, MAX_MARKER_DISTANCE};
use crate::markers::shown;

/// The first words of lines that say that a text begins, in European languages.
const BEGIN: [&str; 31] = [
    "start",
    "begin",
    "beginning",
    "beginn",
    "anfang",
    "aanvang",
    "début",
    "debut",
    "commencement",
    "comienzo",
    "principio",
    "inicio",
    "início",
    "começo",
    "inici",
    "inizio",
    "början",
    "begynnelse",
    "begyndelse",
    "alku",
    "algus",
    "sākums",
    "pradžia",
    "początek",
    "začátek",
    "začiatok",
    "početak",
    "начало",
    "початок",
    "αρχή",
    "başlangıç",
];

/// The first words of lines that say that a text ends.
const END: [&str; 24] = [
    "end",
    "ende",
    "einde",
    "fin",
    "final",
    "fine",
    "fim",
    "fi",
    "slut",
    "slutt",
    "loppu",
    "lõpp",
    "beigas",
    "pabaiga",
    "koniec",
    "konec",
    "kraj",
    "край",
    "конец",
    "кінець",
    "τέλος",
    "son",
    "sfârșit",
    "vége",
];

/// Returns the last line of the head and the first line of the tail, if a pair of markers encloses
/// more than half of the lines.
pub fn paired(text: &str) -> Option<[u64; 2]> {
    let lines: Vec<&str> = raw_lines(text).collect();
    let tail = lines.len().saturating_sub(MAX_MARKER_DISTANCE);
    let begins = (0..lines.len().min(MAX_MARKER_DISTANCE)).rev();
    for (begin, last) in begins.filter_map(|at| Some((at, ending(lines[at], &BEGIN)?))) {
        let mut ends = tail.max(begin + 1)..lines.len();
        let end = ends.find(|&at| ending(lines[at], &END).as_ref() == Some(&last));
        if let Some(end) = end.filter(|end| 2 * (end - begin) > lines.len()) {
            return Some([begin as u64 + 1, end as u64 + 1]);
        }
    }
    None
}

/// Returns the last word, in lower case, of a marker that begins with one of these words.
fn ending(raw: &str, first: &[&str]) -> Option<String> {
    let shown = shown(raw);
    let line = shown.as_deref().unwrap_or(raw).trim();
    let rest = line.trim_start_matches(|sign| "*=-_~+".contains(sign));
    let signs = line.len() - rest.len();
    // Without a space, it is the armour of a signature or a key.
    let is_fenced = signs >= 3 && (rest.starts_with(' ') || line.starts_with('*'));
    let is_capitals = !line.contains(char::is_lowercase) && rest.starts_with(char::is_alphanumeric);
    if line.len() > MAX_MARKER_BYTES || !is_fenced && (signs > 0 || !is_capitals) {
        return None;
    }
    let words = rest.split(|letter: char| !letter.is_alphanumeric());
    let mut words = words.filter(|word| !word.is_empty());
    let word = words.next()?.to_lowercase();
    let last = words.next_back()?;
    // What is joined to the word by a sign is a name in code or a value: `BEGIN_BOATS`, `BEGIN:BOATS`.
    let alone = rest.split_whitespace().next()?;
    let alone = alone.trim_end_matches(|one: char| !one.is_alphanumeric());
    if !alone.chars().all(char::is_alphanumeric) {
        return None;
    }
    first.contains(&&*word).then(|| last.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_lines_around_most_of_a_text_are_markers() {
        let of = |begin: &str, end: &str, lines: usize| {
            let body = "Boats lie here.\n".repeat(lines);
            paired(&format!("Given away\n{begin}\n{body}{end}\nRead on\n"))
        };
        for (begin, end) in [
            (
                "*** START OF THIS BOOK BOATS ***",
                "*** END OF THE BOOK BOATS ***",
            ),
            ("***begin: boats***", "***end: boats***"),
            (
                "*** DÉBUT DU LIVRE LES BATEAUX ***",
                "*** FIN DU LIVRE LES BATEAUX ***",
            ),
            ("=== Alku: Veneet ===", "=== Loppu: Veneet ==="),
            ("--- BEGIN WORK 12 ---", "--- END WORK 12 ---"),
            ("НАЧАЛО КНИГИ", "КОНЕЦ КНИГИ"),
            (
                "<div>*** START OF BOATS ***</div>",
                "<div>*** END OF BOATS ***</div>",
            ),
        ] {
            assert_eq!(of(begin, end, 9), Some([2, 12]), "{begin}");
            assert_eq!(of(begin, end, 700), Some([2, 703]), "{begin}");
        }
        for (begin, end) in [
            // Headings, other titles, sentences, and the armour of a signature.
            ("*** PART ONE OF BOATS ***", "*** PART TWO OF BOATS ***"),
            ("*** START OF BOATS ***", "*** END OF SAILS ***"),
            ("Start of boats", "End of boats"),
            ("-----BEGIN BOAT-----", "-----END BOAT-----"),
            ("*** START ***", "*** END ***"),
            // Names in code, fields, and comments.
            ("BEGIN_BOATS", "END_BOATS"),
            ("BEGIN:BOATS", "END:BOATS"),
            ("# BEGIN BOATS", "# END BOATS"),
            ("", "*** END OF BOATS ***"),
        ] {
            assert_eq!(of(begin, end, 9), None, "{begin}");
        }
        // They enclose only a part of the text.
        let tail = "Read on.\n".repeat(30);
        let text = format!("*** START OF BOATS ***\nOne\n*** END OF BOATS ***\n{tail}");
        assert_eq!(paired(&text), None);
    }
}
