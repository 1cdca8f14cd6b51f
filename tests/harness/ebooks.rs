//! A site of 40 HTML e-books: two styles of notices, by `<div>` and by `<pre>`, with three variations each, one in white
//! space and one in markup. Also made by the recipe that checks links in a browser.

/// An e-book.
pub struct Ebook {
    /// Its path.
    pub name: String,
    /// Its bytes.
    pub html: String,
    /// Lines that are this book's own, from its notices.
    pub own: Vec<String>,
}

/// The number of e-books.
pub const EBOOKS: usize = 40;

const OBJECTS: [&str; 8] = [
    "Kettle",
    "Ladder",
    "Orchard",
    "Lighthouse",
    "Barrow",
    "Clock",
    "Ferry",
    "Window",
];
const QUALITIES: [&str; 5] = ["Blue", "Patient", "Crooked", "Borrowed", "Last"];
const AUTHORS: [&str; 4] = [
    "A. Fenn",
    "Ida Marrow",
    "Josiah Pell-Whitcombe",
    "Ruth Oakey",
];
const VERBS: [&str; 7] = [
    "watched", "mended", "carried", "forgot", "praised", "painted", "avoided",
];
const PLACES: [&str; 6] = [
    "by the weir",
    "in the loft",
    "at the fair",
    "under the bridge",
    "on the quay",
    "past the mill",
];

const TERMS: [&str; 5] = [
    "This e-book is for the use of anyone who can read it, at no cost and with",
    "almost no conditions. You may copy it, lend it, read it aloud or print it",
    "under the terms of the Harbour Press Licence, which stands at its end. If",
    "you live beyond the harbour you will have to ask what the law of the place",
    "where you live says before you do anything of this kind.",
];

const LICENCE: [&str; 9] = [
    "Corrected editions will take the place of the former ones, which are then",
    "given other names. The Harbour Press owns nothing in these books but its",
    "own name, and lends that name to whoever gives a book away as it stands.",
    "A book that was altered must not carry the name, nor may money be asked",
    "for one that does, except the price of the paper and of the ink.",
    "The books come as they are, with the errors that are still in them; the",
    "volunteers of the Press answer for none of these, and for nothing that",
    "follows from them, in so far as the law of the place lets them say so.",
    "Letters reach the Press at its office by the harbour, most weekdays.",
];

/// The e-books, the same every time.
pub fn ebooks() -> Vec<Ebook> {
    (0..EBOOKS).map(ebook).collect()
}

fn ebook(number: usize) -> Ebook {
    let title = format!(
        "The {} {}",
        QUALITIES[number / OBJECTS.len()],
        OBJECTS[number % OBJECTS.len()]
    );
    let author = AUTHORS[number % AUTHORS.len()];
    let date = format!("{} March {}", 1 + number % 28, 1990 + number);
    let variation = number % 6;
    let notices = match variation < 3 {
        true => div_notices(&title, author, &date, number, variation),
        false => pre_notices(&title, author, &date, number, variation - 3),
    };
    let [top, bottom] = notices;
    let html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}, by {author}</title>\n\
         <style>\nbody {{ margin: 0 auto; max-width: 40em; font-family: serif; line-height: 1.4 }}\n\
         h1 {{ font-size: 1.6em; font-weight: normal; text-align: center; margin: 2em 0 }}\n\
         p {{ text-indent: 1.5em; margin: 0; text-align: justify; hyphens: auto }}\n</style>\n</head>\n<body>\n{top}\
         <h1>{title}</h1>\n{}{bottom}</body>\n</html>\n",
        body(number)
    );
    // Folders of several depths, and line ends of both kinds.
    let name = match number % 3 {
        0 => format!("ebooks/{number}.html"),
        1 => format!("ebooks/{}/{number}.html", number % 5),
        _ => format!("ebooks/{}/{number}/{number}-h.htm", number % 5),
    };
    let own = [&title, author, &date]
        .map(|value| {
            let has = |line: &&str| line.contains(value) && !line.contains("<h1>");
            top.lines().find(has).expect("a line of its own").to_owned()
        })
        .into_iter()
        .chain(
            bottom
                .lines()
                .filter(|line| line.contains("should be named"))
                .map(str::to_owned),
        )
        .collect();
    Ebook { name, html, own }
}

/// Notices by `<div>`; the variations 1 and 2 have other white space and other tags.
fn div_notices(
    title: &str,
    author: &str,
    date: &str,
    number: usize,
    variation: usize,
) -> [String; 2] {
    let open = [
        "<div style=\"display:block;margin:1em 0\">",
        "<div style=\"display:block; margin:1em 0\">",
        "<div class=\"harbour-press-notice\">",
    ][variation];
    let upper = title.to_uppercase();
    let paragraph = |lines: &[&str]| format!("{open}\n{}\n</div>\n", lines.join("\n"));
    let top = format!(
        "<div style=\"text-align:center; font-weight:bold\">The Harbour Press e-book of {title}, by {author}</div>\n\
         {}<div style=\"display:block; margin-left:2em; text-indent:-2em\">\nTitle: {title}</div>\n\
         <div style=\"display:block; margin-left:2em; text-indent:-2em\">\nAuthor: {author}</div>\n\
         {open}Release date: {date} [e-book {number}]</div>\n\
         <div style=\"margin-bottom:4em\">*** START OF THE HARBOUR PRESS E-BOOK {upper} ***</div>\n",
        paragraph(&TERMS)
    );
    let bottom = format!(
        "<div style=\"margin-top:4em\">*** END OF THE HARBOUR PRESS E-BOOK {upper} ***</div>\n\
         {open}This file should be named {number}-h.htm, and has that name here</div>\n{}{}",
        paragraph(&LICENCE[..5]),
        paragraph(&LICENCE[5..])
    );
    [top, bottom]
}

/// Notices by `<pre>`, in other words at the top.
fn pre_notices(
    title: &str,
    author: &str,
    date: &str,
    number: usize,
    variation: usize,
) -> [String; 2] {
    let vary = |lines: &[&str]| {
        let text = lines.join("\n");
        match variation {
            0 => text,
            1 => text.replace("the ", "the  "),
            _ => text.replace("Harbour Press", "<i>Harbour Press</i>"),
        }
    };
    let upper = title.to_uppercase();
    let top = format!(
        "<pre xml:space=\"preserve\">\nThe Harbour Press E-Book of {title}, by {author}\n\n{}\n\n\
         Title: {title}\n\nAuthor: {author}\n\nRelease Date: {date} [E-Book #{number}]\n\n\
         *** START OF THIS HARBOUR PRESS E-BOOK {upper} ***\n</pre>\n",
        vary(&TERMS)
    );
    let bottom = format!(
        "<pre xml:space=\"preserve\">\n\nEnd of the Harbour Press E-Book of {title}, by {author}\n\n\
         *** END OF THIS HARBOUR PRESS E-BOOK {upper} ***\n\n\
         ***** This file should be named {number}-h.htm or {number}-h.zip *****\n\n{}\n\n{}\n</pre>\n",
        vary(&LICENCE[..6]),
        vary(&LICENCE[6..])
    );
    [top, bottom]
}

/// Paragraphs that no other e-book has.
fn body(number: usize) -> String {
    (0..24)
        .map(|line| {
            let pick = |words: &[&'static str], step: usize| {
                words[(number * 5 + line * step) % words.len()]
            };
            format!(
                "<p>On day {line} of book {number} somebody {} the {} {}, and wrote it down.</p>\n",
                pick(&VERBS, 3),
                pick(&OBJECTS, 5).to_lowercase(),
                pick(&PLACES, 7)
            )
        })
        .collect()
}
