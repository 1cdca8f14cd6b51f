//! Malformed pages: arbitrary bytes, and pages made to take long.

use htmlblocks::{Extractor, Page, Parameters, Rules, StopList, classify};
use proptest::prelude::*;

const ALL: [Rules; 3] = [Rules::PAPER, Rules::COMPAT, Rules::BEST];

/// Extracts a page, and segments and classifies it with each set of rules. Returns the number of
/// blocks, and of steps of the walk.
fn work(html: &str) -> (usize, u64) {
    let list = StopList::of_language("en").unwrap();
    let (mut blocks, mut steps) = (0, 0);
    Extractor::default().extract(html);
    for rules in ALL {
        let page = Page::new(html, rules);
        let verdicts = classify(&page, Some(&list), &Parameters::default());
        assert_eq!(verdicts.len(), page.blocks.len());
        for (block, verdict) in page.blocks.iter().zip(&verdicts) {
            let text = page.text(block);
            assert_eq!(text.trim(), text);
            assert_eq!(text.chars().count(), block.chars as usize);
            assert!(block.chars > 0 && (0.0..=1.0).contains(&verdict.stopword_density));
        }
        blocks += page.blocks.len();
        steps += page.steps;
    }
    (blocks, steps)
}

/// Pieces that pages are made of by repetition.
const REPEATED: [&str; 24] = [
    "<b>",
    "<div>",
    "<p>",
    "<x-a>",
    "<div><p>a",
    "<a>b",
    "</b>",
    "<b></i>",
    "<div></p></span>",
    "<table><tr><td>a",
    "<ul><li>a",
    "a<br>",
    "<br><br>a",
    "<h1>a<br><br>",
    "<!--",
    "<!-- -- ",
    "<script><!--",
    "<script><",
    "<title>a</titl>",
    "<p title='a",
    "<p a=1 b=2 c class=comment id=x ",
    "&amp;&amp",
    "&#x1F600;&nosuchreference",
    "<html><head><body>",
];

/// Steps are tokens, starts of elements, and ends of elements. A page of twice the length takes at
/// most about twice as many steps.
#[test]
fn work_grows_as_the_page_does() {
    const TIMES: usize = 1_000;
    for piece in REPEATED {
        let steps = |times: usize| work(&piece.repeat(times)).1;
        let (once, twice) = (steps(TIMES), steps(2 * TIMES));
        assert!(
            twice <= 2 * once + 64,
            "{piece}: {once} steps, then {twice}"
        );
        assert!(
            once <= 20 * TIMES as u64 * piece.len() as u64,
            "{piece}: {once} steps"
        );
    }
}

/// A block has each kind of markup once, however many elements around it are open.
#[test]
fn markup_grows_as_the_page_does() {
    for piece in ["<b>a", "<i><div>a", "<a href=x><div>a</a>", "<code><p>a"] {
        let page = Page::new(&piece.repeat(2_000), Rules::BEST);
        let marks: usize = (0..page.blocks.len())
            .map(|block| page.marks_of(block).len())
            .sum();
        assert!(marks <= 2 * page.blocks.len(), "{piece}: {marks} marks");
    }
}

/// The elements of unknown names are found in constant time, also if there are many.
#[test]
fn end_tags_find_their_elements_without_a_search() {
    let page = |depth: usize| {
        let open: String = (0..depth).map(|number| format!("<x-{number}>")).collect();
        // None of these end tags closes an element, and each would have to search all open ones.
        open + &"</i></table></x-none>".repeat(depth)
    };
    let (once, twice) = (work(&page(10_000)).1, work(&page(20_000)).1);
    assert!(twice <= 2 * once + 64, "{once} steps, then {twice}");
}

#[test]
fn deep_pages_have_their_text() {
    let deep = format!(
        "{}one{}two",
        "<div><b>".repeat(100_000),
        "</b></div>".repeat(100_000)
    );
    for rules in ALL {
        let page = Page::new(&deep, rules);
        let texts: Vec<&str> = page.blocks.iter().map(|block| page.text(block)).collect();
        assert_eq!(texts, ["one", "two"]);
    }
}

fn texts(html: &str, rules: Rules) -> Vec<String> {
    let page = Page::new(html, rules);
    let texts = page.blocks.iter().map(|block| page.text(block).to_owned());
    texts.collect()
}

#[test]
fn what_shows_as_a_block_is_one() {
    for element in [
        "details", "dialog", "dir", "form", "hgroup", "listing", "noframes", "search", "section",
        "summary", "xmp",
    ] {
        let html = format!("<div>one<{element}>two</{element}>three</div>");
        assert_eq!(
            texts(&html, Rules::BEST),
            ["one", "two", "three"],
            "{element}"
        );
    }
    assert_eq!(
        texts("<div>one<form>two</form>three</div>", Rules::PAPER),
        ["onetwothree"]
    );
}

/// These names have `h` and a digit as a word, as in jusText's regular expression.
#[test]
fn elements_that_no_standard_knows_are_headings_by_their_names() {
    let is_heading = |element: &str| {
        let html = format!("<{element}><div>one</div></{element}>");
        Page::new(&html, Rules::PAPER).blocks[0].heading
    };
    for element in ["h2", "x-h2", "h2-x", "x.h2"] {
        assert!(is_heading(element), "{element}");
    }
    for element in ["p", "x-h", "h22-x", "xh2", "x_h2", "h2_x"] {
        assert!(!is_heading(element), "{element}");
    }
}

#[test]
fn tags_beside_which_words_begin_separate_them() {
    assert_eq!(texts("<a>One</a><a>Two</a>", Rules::PAPER), ["OneTwo"]);
    let texts = |html: &str| texts(html, Rules::BEST);
    let cards = "<a href=1>Action</a><a href=2>RPG</a><span>2h 36m</span><span>PG-13</span><span>Open</span> <b>World</b>";
    assert_eq!(texts(cards), ["Action RPG 2h 36m PG-13 Open World"]);
    let codes = "<code>root #</code><b><code>em<i>erge</i></code></b>";
    assert_eq!(texts(codes), ["root # emerge"]);
    assert_eq!(
        texts("Two<svg></svg>sizes<img src=x>fit"),
        ["Two sizes fit"]
    );
    for parts in [
        "<b>T</b>he",
        "<span>metho</span><span>ds</span>",
        "H<sub>2</sub>O",
        "<i>Mac</i>OS",
        "<a>Hash</a><wbr><a>Map</a>",
        "<code><span>get</span><span>Name</span></code>",
        "<pre><span>get</span><span>Name</span></pre>",
        "<span>H</span><span>I</span>",
    ] {
        let whole: String = texts(parts).concat();
        assert!(!whole.contains(' '), "{parts}: {whole}");
    }
}

#[test]
fn short_inline_elements_that_are_not_displayed_are_left_out() {
    let texts = |html: &str| texts(html, Rules::BEST);
    let old = "<p>Price <b><span style='display: none'>was <a href=x>9</a></span>7</b> <i hidden>each</i>.";
    assert_eq!(texts(old), ["Price 7 ."]);
    let long = "More of the text, ".repeat(10);
    let more = format!("<p>Text. <span style=display:none>{long}</span>");
    assert_eq!(texts(&more), [format!("Text. {}", long.trim())]);
    let formula = "<p>If <span style='display:none'><math><mi>A</mi></math></span><img alt=A>";
    assert_eq!(texts(formula), ["If A"]);
    let symbols = "<h2>Tides<a href=#t>\u{B6}</a> <a href=#t>\u{F0C1}</a></h2><h2><a href='/x#t'># </a>Sand</h2><p>Next<i class='big material-icons'>chevron_right</i></p>\
        <h2>Ferries <span class=mw-editsection>[<a href=e>edit</a>]</span><span class=editsection>[<a href=e>edit</a>]</span></h2><p>See <a href=#n>note #</a>, <a href=n>#</a><a href=#n hidden>no</a>";
    assert_eq!(
        texts(symbols),
        ["Tides", "Sand", "Next", "Ferries", "See note #, #"]
    );
    let mut markup = Page::new(
        symbols,
        Rules {
            markup: true,
            ..Rules::BEST
        },
    );
    markup.marks.retain(|mark| mark.block < 4);
    assert_eq!(markup.marks, []);
    let tex = "<p>a<math><mi>xxxxxxx</mi><mrow hidden>z<annotation encoding=tex>\u{E9}\u{E9}\u{E9}\u{E9}\u{E9}</annotation></mrow></math>";
    assert_eq!(texts(tex), ["a\u{E9}\u{E9}\u{E9}\u{E9}\u{E9}"]);
    // Blocks are left to the model.
    assert_eq!(texts("<p>One<span hidden><p>two</span>"), ["One", "two"]);
}

#[test]
fn form_controls_separate_words() {
    for control in [
        "<select><option>two</select>",
        "<button>two</button>",
        "<textarea>two</textarea>",
        "<input>",
    ] {
        let html = format!("<p>one{control}three <a>{control}four</a>");
        assert_eq!(texts(&html, Rules::BEST), ["one three four"], "{control}");
        assert_eq!(texts(&html, Rules::PAPER), ["onethree four"], "{control}");
    }
}

#[test]
fn buttons_that_begin_headings_are_their_text() {
    let html = "<h3><span><button>Who <b>pays</b>?</button></span></h3><h2>Light <button>Edit</button></h2>\
                <dt><button>Fog</button> <p><button>Buy</button> now";
    assert_eq!(
        texts(html, Rules::BEST),
        ["Who pays?", "Light", "Fog", "now"]
    );
    assert_eq!(texts(html, Rules::PAPER), ["Light", "now"]);
}

#[test]
fn formulas_are_read_once() {
    let mathml = "<mi>E</mi><mo>=</mo><mi>m</mi>";
    let tex = "<annotation encoding=application/x-tex> E = m </annotation>";
    let letters = "<span class=katex-html><span>E</span><span>=m</span></span>";
    let of = |html: &str| texts(html, Rules::BEST).join("|");
    let math = |inside: &str| format!("<p>It is <math><semantics>{inside}</semantics></math>");
    assert_eq!(of(&math(mathml)), "It is E=m");
    assert_eq!(
        of(&(math(&format!("{mathml}{tex}")) + " here")),
        "It is E = m here"
    );
    let katex = math(&format!("{mathml}{tex}")) + "</span>" + letters;
    assert_eq!(of(&format!("{katex}, {katex}")), "It is E = m,|It is E = m");
    // Letters without MathML, and after other text.
    assert_eq!(of(letters), "E=m");
    assert_eq!(
        of(&format!("{} or {letters}", math(mathml))),
        "It is E=m or E=m"
    );
    // Elements that browsers do not show, and annotations outside a formula.
    let other = "<annotation encoding=MathType>AAb</annotation><annotation-xml>x</annotation-xml>";
    assert_eq!(of(&math(&format!("{mathml}{other}"))), "It is E=m");
    assert_eq!(
        of(&math("<mi>E</mi><annotation encoding=TeX></annotation>")),
        "It is E"
    );
    assert_eq!(
        of(&format!("{} and <annotation encoding=tex>m", math("E"))),
        "It is E and m"
    );
    // Marks of Markdown refer to the text, so MathML with marks is kept.
    let page = Page::new(
        &math(&format!("<mtext>a <b>b</b></mtext>{tex}")),
        Rules {
            markup: true,
            ..Rules::BEST
        },
    );
    assert_eq!(page.text(&page.blocks[0]), "It is a bE = m");
    let linked = format!("<a href=x>{} </a>", math(&format!("{mathml}{tex}")));
    let page = Page::new(
        &linked,
        Rules {
            markup: true,
            ..Rules::BEST
        },
    );
    assert_eq!(
        (page.text(&page.blocks[0]), page.blocks[0].link_chars),
        ("It is E = m", 12)
    );
}

#[test]
fn end_tags_of_paragraphs_and_breaks_part_words_by_themselves() {
    let html = "<p>one<div>two</div>three</p>four</br>five</br></br>six<table><td>seven</p>eight";
    assert_eq!(
        texts(html, Rules::BEST),
        ["one", "two", "three", "four five", "six", "seven", "eight"]
    );
    assert_eq!(
        texts(html, Rules::PAPER),
        ["one", "two", "threefourfivesix", "seveneight"]
    );
    // Before the body they have no effect.
    let html = "</p></br><html><head></p><title>one</title></head><body>two";
    assert_eq!(texts(html, Rules::BEST), ["two"]);
}

#[test]
fn titles_are_no_text() {
    let html = "<div>one</div><title>two</title><p>three<svg><title>four</title></svg>";
    assert_eq!(texts(html, Rules::BEST), ["one", "three"]);
    assert_eq!(Page::new(html, Rules::BEST).title, "two");
    assert_eq!(texts(html, Rules::PAPER), ["one", "two", "threefour"]);
}

#[test]
fn frames_are_read_as_far_as_they_are_markup() {
    let html = "<frameset><frame><noframes><body bgcolor=white><h1>Welcome</h1>to &amp; fro</noframes></frameset>";
    assert_eq!(texts(html, Rules::BEST), ["Welcome", "to & fro"]);
    let html = "<p>one<iframe><b>two</b></iframe>three<noembed><i>four</noembed>five";
    assert_eq!(texts(html, Rules::BEST), ["onethreefive"]);
    assert_eq!(texts(html, Rules::PAPER), ["one<b>two</b>three<i>fourfive"]);
}

fn markup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-z .,]{0,12}",
        "</?(p|div|b|a|br|td|tr|table|li|ul|h1|form|script|style|title|body|html|head|x-h2|select|iframe)( [a-z]{1,5}(=[\"']?[a-z ]{0,4}[\"']?)?)?/?>",
        "</?(math|mi|mtext|annotation|span|button|code|pre)( encoding=tex| class=katex-html)?>",
        "</?(a|b|i|span|code|mi|svg|wbr)( hidden| href='#a'| style=display:none| class=mw-editsection)?>",
        "[#\u{B6}A-Z0-9\u{E000}]{1,3}",
        "<!--.{0,6}-?->?",
        "&(amp|lt|nbsp|#38|#x0|zz);?",
        any::<String>(),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    /// Any page is segmented, and each byte is read a bounded number of times.
    #[test]
    fn any_page_is_cut(html in markup()) {
        let (_, steps) = work(&html);
        prop_assert!(steps <= 12 * html.len() as u64 + 36);
    }

    /// Marks are within the text of their blocks.
    #[test]
    fn marks_are_in_their_blocks(html in markup()) {
        let page = Page::new(&html, Rules { markup: true, ..Rules::BEST });
        for mark in &page.marks {
            if let Some(block) = page.blocks.get(mark.block as usize) {
                prop_assert!(page.text(block).is_char_boundary(mark.at as usize));
            }
        }
        for block in &page.blocks {
            prop_assert_eq!(page.text(block), page.text(block).trim());
        }
    }

    /// Text that is escaped as HTML is read back unchanged.
    #[test]
    fn escaped_text_comes_back(words in proptest::collection::vec("[^\\s\\x00-\\x20\\x7F-\\x9F]{1,8}", 1..20)) {
        let text = words.join(" ");
        let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
        let page = Page::new(&format!("<p>{escaped}</p>"), Rules::PAPER);
        prop_assert_eq!(page.text(&page.blocks[0]), text);
    }

    /// Comments within text do not change the blocks.
    #[test]
    fn comments_change_nothing(before in "[a-z ]{0,9}", after in "[a-z ]{0,9}") {
        let texts = |html: String| {
            let page = Page::new(&html, Rules::COMPAT);
            page.blocks.iter().map(|block| page.text(block).to_owned()).collect::<Vec<_>>()
        };
        prop_assert_eq!(
            texts(format!("<p><b>x</b>{before}<!-- <p> --><script></script>{after}<i>y</i>")),
            texts(format!("<p><b>x</b>{before}{after}<i>y</i>"))
        );
    }
}
