//! Drops the navigation bars of manuals and books, whose links have directions: `Prev | Up | Next`,
//! or `Next: Sails, Up: Boats`.
//!
//! They are noise in the text of a page, but stand where its main content is.

use std::sync::LazyLock;

use hashbrown::HashMap;

use crate::constants::{MAX_BAR, MAX_BETWEEN_BARS, MAX_LABEL};
use crate::segment::{Block, Page};

/// Words in links to the page before, to the next page, and to those above, in twelve languages.
const WORDS: [&[&str]; 3] = [
    &[
        "prev",
        "previous",
        "previous page",
        "previous chapter",
        "previous message",
        "previous topic",
        "previous post",
        "previous article",
        "back",
        "zurück",
        "vorige",
        "vorherige",
        "vorherige seite",
        "précédent",
        "précédente",
        "page précédente",
        "chapitre précédent",
        "anterior",
        "página anterior",
        "precedente",
        "pagina precedente",
        "vorige pagina",
        "föregående",
        "föregående sida",
        "poprzedni",
        "poprzednia",
        "poprzednia strona",
        "wstecz",
        "назад",
        "пред",
        "предыдущая",
        "предыдущая страница",
        "前へ",
        "前のページ",
        "上一页",
        "上一頁",
        "上一章",
        "上一篇",
    ],
    &[
        "next",
        "next page",
        "next chapter",
        "next message",
        "next topic",
        "next post",
        "next article",
        "forward",
        "weiter",
        "vor",
        "nächste",
        "nächste seite",
        "suivant",
        "suivante",
        "page suivante",
        "chapitre suivant",
        "siguiente",
        "página siguiente",
        "successivo",
        "successiva",
        "pagina successiva",
        "avanti",
        "próximo",
        "próxima",
        "próxima página",
        "seguinte",
        "volgende",
        "volgende pagina",
        "nästa",
        "nästa sida",
        "następny",
        "następna",
        "następna strona",
        "dalej",
        "далее",
        "вперёд",
        "вперед",
        "след",
        "следующая",
        "следующая страница",
        "次へ",
        "次のページ",
        "下一页",
        "下一頁",
        "下一章",
        "下一篇",
    ],
    &[
        "up",
        "home",
        "top",
        "contents",
        "table of contents",
        "index",
        "hoch",
        "nach oben",
        "inhalt",
        "inhaltsverzeichnis",
        "übersicht",
        "startseite",
        "niveau supérieur",
        "remonter",
        "haut",
        "sommaire",
        "table des matières",
        "accueil",
        "arriba",
        "subir",
        "inicio",
        "índice",
        "contenido",
        "su",
        "indice",
        "sommario",
        "acima",
        "sumário",
        "início",
        "omhoog",
        "inhoud",
        "upp",
        "hem",
        "innehåll",
        "w górę",
        "spis treści",
        "вверх",
        "наверх",
        "содержание",
        "оглавление",
        "上へ",
        "目次",
        "ホーム",
        "目录",
        "目錄",
        "首页",
    ],
];

/// The direction of each of [`WORDS`].
static DIRECTIONS: LazyLock<HashMap<&str, usize>> = LazyLock::new(|| {
    let words = WORDS.iter().enumerate();
    words
        .flat_map(|(direction, words)| words.iter().map(move |word| (*word, direction)))
        .collect()
});

/// Drops kept blocks that are navigation by direction.
pub fn drop_bars(page: &Page, kept: &mut [bool]) {
    // The last block that is one word: its index and its direction.
    let mut last: Option<(usize, usize)> = None;
    for (at, block) in page.blocks.iter().enumerate() {
        if block.link_chars == 0 || block.chars > MAX_BAR || block.level > 0 {
            continue;
        }
        // What is not kept counts only as a neighbour, with one direction.
        let may_be_one = || match block.link_chars == block.chars {
            true => block.chars <= MAX_LABEL,
            false => 2 * block.link_chars > block.chars && page.text(block).contains(':'),
        };
        if !kept[at] && !may_be_one() {
            continue;
        }
        let text = page.text(block).to_lowercase();
        if kept[at] && is_bar(block, &text) {
            kept[at] = false;
        } else if let Some(direction) = only_direction(block, &text) {
            if let Some((before, other)) = last
                && at - before <= MAX_BETWEEN_BARS + 1
                && other != direction
            {
                (kept[before], kept[at]) = (false, false);
            }
            last = Some((at, direction));
        }
    }
}

/// Returns the direction of a lower-case text that is one link, or a label and the link behind it.
fn only_direction(block: &Block, text: &str) -> Option<usize> {
    if block.link_chars == block.chars {
        return direction(text);
    }
    let (label, rest) = text.split_once(':')?;
    let is_link = rest.trim().chars().count() <= block.link_chars as usize;
    direction(label.trim()).filter(|_| is_link)
}

/// Whether a lower-case text is a bar. Either it has only directions, two of them different, or it
/// has labels of two before links, which with the labels are most of the text.
fn is_bar(block: &Block, text: &str) -> bool {
    // Page numbers separate words, too.
    let is_separator = |letter: char| !letter.is_alphabetic() && !" :'-".contains(letter);
    let (mut words, mut labels, mut others) = (arrows(text), [false; 3], 0);
    let mut labels_chars = 0;
    let has_labels = text.contains(':');
    for piece in text.split(is_separator) {
        let piece = piece.trim_matches(|letter: char| !letter.is_alphabetic() && letter != ':');
        let label = piece
            .split_once(':')
            .and_then(|(label, _)| direction(label));
        match (direction(piece), label) {
            (Some(direction), _) => words[direction] = true,
            (None, Some(direction)) => {
                labels[direction] = true;
                labels_chars += piece.find(':').unwrap_or_default() as u32;
            }
            // The separators may also be spaces.
            _ => piece
                .split_whitespace()
                .for_each(|word| match direction(word) {
                    Some(direction) => words[direction] = true,
                    None => others += usize::from(word.contains(char::is_alphabetic)),
                }),
        }
        if others > 0 && !has_labels {
            return false;
        }
    }
    let are_several = |found: [bool; 3]| {
        (found[0] || found[1]) && found.iter().filter(|found| **found).count() > 1
    };
    others == 0 && are_several(words)
        || are_several(labels) && 2 * (block.link_chars + labels_chars) >= block.chars
}

/// Returns which directions a text has as arrows.
fn arrows(text: &str) -> [bool; 3] {
    let mut found = [false; 3];
    let mut last = ' ';
    for letter in text.chars() {
        match letter {
            '«' | '←' | '⇐' | '◀' => found[0] = true,
            '»' | '→' | '⇒' | '▶' => found[1] = true,
            '↑' | '⇑' | '▲' | '⬆' | '△' => found[2] = true,
            '<' if last == '<' => found[0] = true,
            '>' if last == '>' => found[1] = true,
            _ => {}
        }
        last = letter;
    }
    found
}

/// Returns the direction that a lower-case text names.
fn direction(text: &str) -> Option<usize> {
    let text = text.trim_matches(|letter: char| !letter.is_alphabetic());
    DIRECTIONS.get(text).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    fn kept(html: &str) -> Vec<bool> {
        let page = Page::new(html, Rules::BEST);
        let mut kept = vec![true; page.blocks.len()];
        drop_bars(&page, &mut kept);
        kept
    }

    #[test]
    fn groups_of_directions_are_navigation() {
        for bar in [
            "<p>| <a href=a>Prev</a> | <a href=b>Up</a> | <a href=c>Next</a> |",
            "<p>Next: <a href=a>Sails and oars</a>, Previous: <a href=b>Keels</a>, Up: <a href=c>Boats</a> [<a href=d>Contents</a>]",
            "<p>Next: <a href=a>Oars</a>, Previous: <a href=b>Keels</a>, Up: <a href=c>Top</a> [Contents]",
            "<p><a href=a>Previous: Keels</a> | <a href=b>Next: Sails and oars</a>",
            "<p><a href=a>« Zurück</a> 1 2 3 <a href=b>Weiter »</a>",
            "<p><a href=a>← 前へ</a>　<a href=b>目次</a>　<a href=c>次へ →</a>",
            "<p><a href=a>Назад</a> / <a href=b>Содержание</a> / <a href=c>Далее</a>",
        ] {
            assert_eq!(
                kept(&format!("<p>One.{bar}<p>Two.")),
                [true, false, true],
                "{bar}"
            );
        }
        let messages = "<ul><li>Previous message: <a href=a>Keels</a><li>Next message: <a href=b>Oars</a></ul>";
        assert_eq!(kept(&format!("<p>One.{messages}")), [true, false, false]);
        let cells = "<table><tr><td><a href=a>Prev</a><td>Boats<td><a href=b>Next</a></table>";
        assert_eq!(kept(&format!("<p>One.{cells}")), [true, false, true, false]);
    }

    #[test]
    fn sentences_and_single_links_stay() {
        for text in [
            "<p>Prev, up and next",
            "<p><a href=a>Next</a>",
            "<p>Next: we tar the boat, as <a href=a>Ada</a> does. Previous: none of this.",
            "<p><a href=a>Home</a> <a href=b>Index</a>",
            "<p><a href=a>Next</a> <a href=b>Previous</a> <a href=c>Sails</a>",
            "<h2><a href=a>Prev</a> <a href=b>Next</a></h2>",
        ] {
            assert_eq!(kept(&format!("<p>One.{text}")), [true, true], "{text}");
        }
    }
}
