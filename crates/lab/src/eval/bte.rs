//! Body Text Extraction (Finn, Kushmerick & Smyth 2001; PRESEMT D3.1.3, section 5.2): the main text is the stretch of a page that
//! has most words in it and most tags outside.

use html::elements::{Content, Element};
use html::entities::decode;
use html::tokens::{Token, Tokens};

/// The main text of a page.
pub fn main_text(page: &str) -> String {
    let words = words(page);
    words[best(&words)]
        .iter()
        .flat_map(|one| {
            one.words
                .split_whitespace()
                .chain(one.is_block.then_some("\n"))
        })
        .collect::<Vec<_>>()
        .join(" ")
}

/// A tag, or the words between two tags.
struct Item {
    /// Empty for a tag.
    words: String,
    /// Whether it is a tag of a block.
    is_block: bool,
}

fn words(page: &str) -> Vec<Item> {
    let mut items = Vec::new();
    let mut tokens = Tokens::new(page);
    let mut is_shown = true;
    while let Some(token) = tokens.next() {
        let name = match token {
            Token::Text { text, references } => {
                if is_shown && !text.trim().is_empty() {
                    let words = match references {
                        true => decode(text).into_owned(),
                        false => text.to_owned(),
                    };
                    items.push(Item {
                        words,
                        is_block: false,
                    });
                }
                continue;
            }
            Token::Start { name, .. } => {
                let element = Element::named(name.as_bytes());
                let content = element.map_or(Content::Markup, |one| one.content());
                // A title is text and no markup, and is not shown in the page either.
                is_shown = content == Content::Markup;
                if let Some(element) = element {
                    tokens.enter(element, content);
                }
                name
            }
            Token::End { name } => {
                is_shown = true;
                name
            }
        };
        let inline = ["a", "b", "i", "em", "strong", "span", "font", "u", "code"];
        items.push(Item {
            words: String::new(),
            is_block: !inline.iter().any(|known| name.eq_ignore_ascii_case(known)),
        });
    }
    items
}

/// The stretch in which words less tags are most: then words in it and tags outside are, too. The first of equal ones, and the shortest.
fn best(items: &[Item]) -> std::ops::Range<usize> {
    let (mut best, mut most) = (0..0, 0);
    let (mut from, mut sum) = (0, 0_i64);
    for (at, item) in items.iter().enumerate() {
        sum += match item.words.split_whitespace().count() {
            0 => -1,
            words => words as i64,
        };
        if sum <= 0 {
            (from, sum) = (at + 1, 0);
        } else if sum > most {
            (best, most) = (from..at + 1, sum);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stretch_with_most_words_and_fewest_tags_is_taken() {
        let menu = "<ul><li><a>Home</a><li><a>About us</a></ul><script>a b c d e f g h</script>";
        let page = format!(
            "{menu}<div><p>Rain fell <b>all</b> night &amp; day.</p><p>The pond is full.</p></div>{menu}"
        );
        let text = main_text(&page);
        let words: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(
            words.join(" "),
            "Rain fell all night & day. The pond is full."
        );
        assert_eq!(main_text("<p></p>"), "");
    }

    #[test]
    fn no_other_stretch_has_more() {
        let page = "<p>a b<i>c<p><p><p>d e f<br>g<hr><hr>h<p>i j k l<p>";
        let items = words(page);
        let score = |range: std::ops::Range<usize>| {
            let one = |item: &Item| match item.words.split_whitespace().count() {
                0 => -1,
                words => words as i64,
            };
            items[range].iter().map(one).sum::<i64>()
        };
        let most = (0..items.len())
            .flat_map(|from| (from..=items.len()).map(move |to| from..to))
            .map(score)
            .max();
        assert_eq!(Some(score(best(&items))), most);
    }
}
