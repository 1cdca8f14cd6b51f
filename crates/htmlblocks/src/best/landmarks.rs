//! Finds the landmarks of a page beside its text: its footer, its navigation, and what is outside of `main`.
//!
//! On a page of a few words, the models know nothing about the text, so that the footer is the longest paragraph. But an
//! element that declares itself a footer is one at any length of the page.

use crate::constants::{MAX_INVITATION, MIN_SHARE};
use crate::outline::{ARTICLE, Container, Hidden, Landmark, MAIN, MENU_HINTS, SECTIONS};
use crate::segment::{Block, Page};
use html::Element;

/// What a block is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The text of the page.
    Text,
    /// The landmark that is this container, the outermost one.
    In(u32),
    /// Outside of `main`.
    Outside,
}

/// The landmarks of a page.
pub struct Landmarks<'p> {
    page: &'p Page,
    /// The place of each block.
    places: Vec<Place>,
}

impl<'p> Landmarks<'p> {
    /// Finds the landmarks of a page. What its data give as its subject (`given`) is in none.
    pub fn new(page: &'p Page, given: &[bool]) -> Self {
        let mut places = places(page);
        let subject = places.iter_mut().zip(given).filter(|(_, given)| **given);
        subject.for_each(|(place, _)| *place = Place::Text);
        Landmarks { page, places }
    }

    /// Whether a block is text of the page itself: outside of landmarks, displayed, with letters or digits, and no link of
    /// a menu.
    pub fn is_own(&self, at: usize) -> bool {
        self.places[at] == Place::Text && is_text(self.page, &self.page.blocks[at])
    }

    /// Sets the probabilities of the blocks of short landmarks to 0 if the page has a text of its own outside of banners.
    /// If it has none, and is short, the probabilities are lowered: the choice of blocks is the same, with a low
    /// confidence.
    pub fn hide(&self, likely: &mut [f32], is_banner: &[bool]) {
        let blocks = &self.page.blocks;
        if !(0..blocks.len()).any(|at| !is_banner[at] && self.is_own(at)) {
            let chars: u32 = blocks.iter().map(|block| block.chars).sum();
            if chars <= MAX_INVITATION {
                likely.iter_mut().for_each(|likely| *likely *= LEAST_SHARE);
            }
            return;
        }
        let mut chars = vec![0; self.page.outline.len()];
        for (block, &place) in blocks.iter().zip(&self.places) {
            if let Some(landmark) = place.landmark() {
                chars[landmark] += match self.page.outline[landmark].landmark {
                    Landmark::Navigation => block.chars,
                    _ => block.chars.saturating_sub(block.link_chars),
                };
            }
        }
        let is_short =
            |place: Place| (place.landmark()).is_some_and(|at| chars[at] <= MAX_INVITATION);
        let blocks = likely.iter().zip(&self.places);
        let others = blocks.filter(|(_, place)| !is_short(**place));
        let highest = others.fold(0.0, |highest: f32, (likely, _)| highest.max(*likely));
        // Less probable blocks are not kept anyway. The choice of the others depends on their probabilities.
        let least = MIN_SHARE * highest;
        for (likely, place) in likely.iter_mut().zip(&self.places) {
            if is_short(*place) && *likely >= least {
                *likely = 0.0;
            }
        }
    }
}

impl Place {
    /// Returns the container of a landmark; 0 for what is outside of `main`.
    fn landmark(self) -> Option<usize> {
        match self {
            Place::Text => None,
            Place::In(container) => Some(container as usize),
            Place::Outside => Some(0),
        }
    }
}

/// The factor of the probabilities on a page without a text of its own, below the precision that `--allow-empty` asks for.
const LEAST_SHARE: f32 = 0.1;

/// Returns the place of each block of a page.
fn places(page: &Page) -> Vec<Place> {
    let outline = &page.outline;
    // For each container, the outermost landmark around it; 0 if there is none.
    let mut landmarks = vec![0; outline.len()];
    for at in 1..outline.len() {
        let container = &outline[at];
        let parent = &outline[container.parent as usize];
        // Cards and posts may have their text in a footer. Else the footer of an article is a part of it.
        let is_subject = container.element == Element::ARTICLE || container.is_recipe;
        landmarks[at] = match landmarks[container.parent as usize] {
            _ if is_subject => 0,
            0 => match container.landmark {
                Landmark::No => 0,
                Landmark::Footer if parent.kinds_above & SECTIONS != 0 => 0,
                _ => at as u32,
            },
            outer => outer,
        };
    }
    let container = |block: &Block| &outline[block.container as usize];
    let in_main = |block: &Block| container(block).kinds_above & MAIN != 0;
    let in_landmark = |block: &Block| landmarks[block.container as usize] != 0;
    let has_main = page.blocks.iter().any(|block| {
        in_main(block) && !in_landmark(block) && !block.heading && is_text(page, block)
    });
    let is_outside = |container: &Container| {
        container.kinds_above & (MAIN | ARTICLE) == 0 && !container.is_recipe
    };
    let place = |block: &Block| match landmarks[block.container as usize] {
        0 if has_main && is_outside(container(block)) => Place::Outside,
        0 => Place::Text,
        outer => Place::In(outer),
    };
    page.blocks.iter().map(place).collect()
}

/// Whether a block is displayed and has letters or digits, and is no link of a menu.
fn is_text(page: &Page, block: &Block) -> bool {
    let container = &page.outline[block.container as usize];
    let is_menu = block.link_density() > 0.8 && container.hints_above & MENU_HINTS != 0;
    !is_menu && container.hidden() == Hidden::No && page.text(block).contains(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use crate::{Extractor, NoContent, Settings};

    fn text(body: &str) -> String {
        let mut extractor = Extractor::new(Settings::default());
        let found = extractor.extract(&format!("<title>Mill</title><body>{body}"));
        found.text.replace("\n\n", " / ")
    }

    const MENU: &str = "<a href=/>Start</a> <a href=/f>Flour</a> <a href=/w>The wheel</a>";
    const RIGHTS: &str =
        "Copyright 2012 by the millers of Ashby. No part of it may be copied. Terms and imprint.";

    #[test]
    fn short_pages_keep_their_own_words_only() {
        let cookies = "<div class=cookie-bar>We use cookies so that the mill knows you and its partners do, too. Agree or change this.</div>";
        for menu in [
            "<nav>#</nav>",
            "<div id=nav>#</div>",
            "<div role=navigation>#</div>",
        ] {
            let menu = menu.replace('#', MENU);
            for footer in [
                "<footer>#</footer>",
                "<div role=contentinfo>#</div>",
                "<div id=footer>#</div>",
                cookies,
            ] {
                let footer = footer.replace('#', RIGHTS);
                for own in [
                    "<p>Shut.",
                    "<main><p>Shut.</main>",
                    "<article><p>Shut.</article>",
                ] {
                    assert_eq!(
                        text(&format!("{menu}{own}{footer}")),
                        "Shut.",
                        "{menu}{footer}"
                    );
                }
            }
        }
        let outside = format!(
            "<div>The miller writes about his grain.</div><main><h1>Mill</h1><p>Shut.</main><p>{RIGHTS}"
        );
        assert_eq!(text(&outside), "Mill / Shut.");
    }

    #[test]
    fn landmarks_with_the_only_text_are_kept() {
        let story = "<p>The miller of Ashby went to the market at dawn, sold four sacks of flour, and came home late in the rain.";
        let long = story.repeat(5);
        for html in [
            // The whole text, and a text much longer than what is outside.
            format!("<footer>{long}</footer>"),
            format!("<h1>Mill</h1><p>By Ann.<footer>{long}</footer>"),
            format!("<main><h1>Mill</h1></main><div>{story}</div>"),
            // The footers of an article and of a quotation, and articles in a footer or outside of main.
            format!("<article><h1>Mill</h1><p>Sold.<footer>{story}</footer></article>"),
            format!("<footer><article>{story}</article></footer><p>Mill."),
            format!("<main><p>Mill.</main><article>{story}</article>"),
        ] {
            assert!(text(&html).contains("went to the market"), "{html}");
        }
        let recipe =
            "<ul class=ingredients><li>two sacks of flour<li>one egg<li>half a litre of milk</ul>";
        let recipe = text(&format!(
            "<main><h1>Pancakes</h1><p>As the miller likes them.</main>{recipe}"
        ));
        assert!(recipe.contains("one egg"), "{recipe}");
    }

    #[test]
    fn pages_of_landmarks_alone_have_no_text_to_be_sure_of() {
        for body in [
            format!("<nav>{MENU}</nav><footer>{RIGHTS}</footer>"),
            format!("<div class=menu>{MENU}</div><div role=contentinfo>{RIGHTS}</div>"),
            "<div class=cookie-bar>We use cookies so that the mill knows you. Agree or leave.</div>".to_owned(),
        ] {
            let mut extractor = Extractor::new(Settings::default());
            let found = extractor.extract(&body);
            assert!(!found.text.is_empty() && found.confidence < Some(0.2), "{body}");
            let mut extractor = Extractor::new(Settings {
                no_content: NoContent::Empty,
                ..Settings::default()
            });
            assert_eq!(extractor.extract(&body).text, "", "{body}");
        }
    }
}
