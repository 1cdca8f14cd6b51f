//! The subject of a page: the parts of a recipe, what the data of the page declare, and the card around them.
//!
//! The card around a recipe or an event resembles footers and lists of links, so that single items of it would be dropped.

use html::Element;

use super::beside::{are_links, runs};
use super::features::Kind;
use super::groups::mean;
use super::log_odds;
use super::model::probability;
use crate::constants::{CARD_LEVELS, DECLARED_ODDS, DECLARED_SHARE, MAX_RECIPE_HEADING, MIN_ITEMS};
use crate::segment::{Block, Page};

/// Raises the probabilities of the blocks of a recipe, of blocks whose text is in the data about the page's subject, and
/// of the other blocks of the card around them.
///
/// Returns which blocks are given: parts of recipes, and texts in the data.
pub fn raise_subject(page: &Page, likely: &mut [f32], kind: Kind) -> Vec<bool> {
    let mut given = vec![false; likely.len()];
    raise_recipes(page, likely, &mut given);
    raise_given(page, likely, &mut given);
    // Shops describe a product in several paragraphs, with others between them.
    if kind != Kind::Product {
        raise_cards(page, likely, &given);
    }
    given
}

/// The words of headings above ingredients.
const INGREDIENTS: [&str; 24] = [
    "ingredien",
    "ingrédient",
    "zutat",
    "składnik",
    "ainesosa",
    "ainekset",
    "malzeme",
    "hozzávaló",
    "ингредиент",
    "інгредієнт",
    "продукти",
    "suroviny",
    "ingrediënt",
    "sestavin",
    "sastojci",
    "υλικά",
    "材料",
    "食材",
    "원재료",
    "재료",
    "المكونات",
    "مقادير",
    "nguyên liệu",
    "bahan",
];

/// The words of headings above the steps of a recipe, which also are above other lists.
const STEPS: [&str; 37] = [
    "instruction",
    "method",
    "directions",
    "preparation",
    "steps",
    "zubereitung",
    "anleitung",
    "préparation",
    "étapes",
    "preparación",
    "elaboración",
    "pasos",
    "preparazione",
    "procedimento",
    "modo de prepar",
    "preparo",
    "bereiding",
    "werkwijze",
    "przygotowanie",
    "wykonanie",
    "sposób",
    "valmistus",
    "ohje",
    "hazırlanışı",
    "yapılışı",
    "elkészítés",
    "приготовление",
    "приготування",
    "postup",
    "gör så här",
    "tillagning",
    "fremgangsmåde",
    "fremgangsmåte",
    "εκτέλεση",
    "作り方",
    "做法",
    "cara membuat",
];

/// Gives the ingredients of a recipe one probability, and its instructions, too. Their class or the heading above them
/// raises it.
fn raise_recipes(page: &Page, likely: &mut [f32], given: &mut [bool]) {
    let mut is_recipe: Vec<bool> = (page.blocks.iter())
        .map(|block| page.outline[block.container as usize].is_recipe)
        .collect();
    find_headings(page, &mut is_recipe);
    for (_, range) in runs(&is_recipe).filter(|(is, range)| *is && range.len() >= MIN_ITEMS) {
        let odds = log_odds(mean(&page.blocks[range.clone()], &likely[range.clone()]));
        likely[range.clone()].fill(probability(odds + DECLARED_ODDS));
        given[range].fill(true);
    }
}

fn find_headings(page: &Page, is_recipe: &mut [bool]) {
    let mut has_ingredients = false;
    for at in 0..page.blocks.len() {
        let block = &page.blocks[at];
        if !block.heading || block.chars > MAX_RECIPE_HEADING || block.link_chars > 0 {
            continue;
        }
        let text = page.text(block).to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
        let is_first = has(&INGREDIENTS);
        if !(is_first || has_ingredients && has(&STEPS)) {
            continue;
        }
        has_ingredients = true;
        let behind = &page.blocks[at + 1..];
        let in_list = |block: &&Block| {
            !block.heading && {
                let mut around = page.around(block.container).take(2);
                around.any(|(_, element)| element == Element::LI)
            }
        };
        let items = behind.iter().take_while(in_list).count();
        if items >= MIN_ITEMS && !are_links(&behind[..items]) {
            is_recipe[at..at + 1 + items].fill(true);
        }
    }
}

/// Raises the probabilities of blocks whose text is in the data about the page's subject.
fn raise_given(page: &Page, likely: &mut [f32], given: &mut [bool]) {
    let texts = page.blocks.iter().map(|block| page.text(block));
    let shares = page.declared.hidden.shares(texts);
    for (at, share) in shares.into_iter().enumerate() {
        if share >= DECLARED_SHARE {
            likely[at] = probability(log_odds(likely[at]) + DECLARED_ODDS);
            given[at] = true;
        }
    }
}

/// Gives the other blocks of a card at least the mean of their log-odds and those of the given blocks. A card is an element
/// with most of its text given.
fn raise_cards(page: &Page, likely: &mut [f32], given: &[bool]) {
    if !given.contains(&true) {
        return;
    }
    let containers = |block: &Block| page.around(block.container).take(CARD_LEVELS);
    let mut cards = vec![Card::default(); page.outline.len()];
    for (at, block) in page.blocks.iter().enumerate() {
        for (one, _) in containers(block) {
            let card = &mut cards[one as usize];
            card.chars += u64::from(block.chars);
            card.has_headline |= block.level == 1;
            if given[at] {
                card.given_chars += u64::from(block.chars);
                card.given += 1;
                card.odds += log_odds(likely[at]);
            }
        }
    }
    for (at, block) in page.blocks.iter().enumerate() {
        let is_button = |(_, element): (u32, Element)| element == Element::BUTTON;
        if given[at] || block.link_density() >= 0.5 || containers(block).any(is_button) {
            continue;
        }
        let outer = containers(block).map(|(one, _)| cards[one as usize]);
        if let Some(card) = outer.filter(Card::is_card).last() {
            let odds = (log_odds(likely[at]) + card.odds / card.given as f32) / 2.0;
            likely[at] = likely[at].max(probability(odds));
        }
    }
}

/// What an element has in it.
#[derive(Debug, Clone, Copy, Default)]
struct Card {
    chars: u64,
    given_chars: u64,
    given: usize,
    /// The sum of the log-odds of the given blocks.
    odds: f32,
    has_headline: bool,
}

impl Card {
    fn is_card(&self) -> bool {
        self.given >= MIN_ITEMS && 2 * self.given_chars >= self.chars && !self.has_headline
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    #[test]
    fn the_items_of_a_recipe_share_one_fate() {
        let of = |class: &str| {
            let html =
                format!("<p>Soup.<ul class={class}><li>salt<li>two tea spoons<li>oil</ul><p>Print");
            let page = Page::new(&html, Rules::BEST);
            let mut likely = [0.9, 0.5, 0.35, 0.3, 0.1];
            raise_recipes(&page, &mut likely, &mut [false; 5]);
            likely
        };
        assert_eq!(of("links"), [0.9, 0.5, 0.35, 0.3, 0.1]);
        for class in ["card-ingredients", "zutaten", "ингредиенты"] {
            let [soup, items @ .., print] = of(class);
            assert_eq!((soup, print), (0.9, 0.1));
            assert!(
                items.iter().all(|item| *item == items[0] && *item > 0.75),
                "{items:?}"
            );
        }
    }

    #[test]
    fn data_of_the_page_are_evidence() {
        let of = |json: &str| {
            let html = format!(
                "<script type=application/ld+json>{json}</script><p>Two onions</p><p>Fry the onions in butter until they are brown.</p>\
                <p>Fry the onions in butter until they are brown.</p><p>Buy our pans</p>"
            );
            let mut likely = [0.3; 4];
            raise_given(&Page::new(&html, Rules::BEST), &mut likely, &mut [false; 4]);
            likely.map(|likely| likely > 0.5)
        };
        let recipe = r#"{"@type":"Recipe","recipeIngredient":["two onions"],"recipeInstructions":[{"@type":"HowToStep","text":"Fry the onions in butter until they are brown."}]}"#;
        assert_eq!(of(recipe), [true, true, false, false]);
        assert_eq!(
            of(&recipe
                .replace("Recipe", "Article")
                .replace("HowToStep", "Thing")),
            [false; 4]
        );
        let faq = r#"{"@type":"FAQPage","mainEntity":{"@type":"Question","name":"How?","acceptedAnswer":{"@type":"Answer","text":"Fry the onions in butter until they are brown."}}}"#;
        assert_eq!(of(faq), [false, true, false, false]);
    }

    #[test]
    fn headings_name_the_parts_of_a_recipe() {
        let of = |first: &str, second: &str| {
            let html = format!(
                "<h3>{first}</h3><ul><li>flour<li>salt<li>oil</ul><h3>{second}</h3><ol><li>Mix<li>Knead<li>Bake</ol><p>Print"
            );
            let page = Page::new(&html, Rules::BEST);
            let mut given = [false; 9];
            raise_recipes(&page, &mut [0.3; 9], &mut given);
            [
                given[..4].iter().all(|is| *is),
                given[4..8].iter().all(|is| *is),
                given[8],
            ]
        };
        assert_eq!(of("Ingredients", "Method"), [true, true, false]);
        assert_eq!(
            of("Zutaten f\u{fc}r vier", "Zubereitung"),
            [true, true, false]
        );
        assert_eq!(
            of("\u{6750}\u{6599}", "\u{4f5c}\u{308a}\u{65b9}"),
            [true, true, false]
        );
        // Other texts have methods, too.
        assert_eq!(of("Samples", "Method"), [false; 3]);
    }

    #[test]
    fn the_other_texts_of_a_card_stay_with_it() {
        let card = "<div><h2>Soup<p>Ready in an hour<p>two onions<p>a spoon of oil<p>a pinch of salt<p><a href=p>Print</a></div>";
        let of = |html: &str| {
            let page = Page::new(html, Rules::BEST);
            let given: Vec<bool> = (0..page.blocks.len())
                .map(|at| (2..5).contains(&at))
                .collect();
            let mut likely = vec![0.3; page.blocks.len()];
            likely[2..5].fill(0.9);
            raise_cards(&page, &mut likely, &given);
            [likely[0] > 0.5, likely[1] > 0.5, likely[5] > 0.5]
        };
        assert_eq!(of(card), [true, true, false]);
        let long = card.replace("Ready", &"Ready ".repeat(20));
        assert_eq!(of(&long), [false; 3]);
        assert_eq!(of(&card.replace("h2", "h1")), [false; 3]);
    }

    #[test]
    fn data_give_the_place_of_one_event() {
        let event = r#"{"@type":"Event","name":"Fair","location":{"name":"Corn Hall","address":{"streetAddress":"5 Mill Lane"}}}"#;
        let of = |json: &str| {
            let html = format!(
                "<script type=application/ld+json>{json}</script><p>Fair<p>Corn Hall<p>5 Mill Lane<p>Soon"
            );
            let mut given = [false; 4];
            raise_given(&Page::new(&html, Rules::BEST), &mut [0.3; 4], &mut given);
            given
        };
        assert_eq!(of(event), [true, true, true, false]);
        assert_eq!(of(&format!("[{event},{event}]")), [false; 4]);
    }
}
