//! The language of code, as classes of its elements declare it: `language-python` (HTML's own advice and Prism), `lang-python`,
//! `highlight-source-python` (GitHub), `highlight-python` (Sphinx), `sourceCode python` (Pandoc), `hljs python` and
//! `brush: python` (SyntaxHighlighter).

use html::{Element, attributes};

/// The greatest length of the name of a language in bytes.
const MAX_NAME: usize = 20;

/// Returns the language that an element declares for its code.
pub fn of(element: Element, attributes: &str) -> Option<String> {
    let is_code = matches!(element, Element::PRE | Element::CODE);
    // Most elements around code declare nothing, and parsing their attributes takes time.
    let may_declare = match element {
        Element::PRE | Element::CODE => !attributes.is_empty(),
        Element::DIV | Element::FIGURE => {
            attributes.contains("guage-") || attributes.contains("light-")
        }
        _ => false,
    };
    if !may_declare {
        return None;
    }
    let class = attributes::value(attributes, "class").unwrap_or_default();
    let declared = || {
        let data = ["data-lang", "data-language"].iter();
        data.filter(|_| is_code)
            .find_map(|name| attributes::value(attributes, name))
    };
    let name = of_class(class, is_code)
        .or_else(declared)?
        .to_ascii_lowercase();
    let is_name = |one: char| one.is_ascii_alphanumeric() || "+#._-".contains(one);
    const NONE: [&str; 6] = [
        "default",
        "none",
        "nohighlight",
        "plaintext",
        "text",
        "plain",
    ];
    let is_language = !name.is_empty()
        && name.len() <= MAX_NAME
        && name.chars().all(is_name)
        && !NONE.contains(&&*name);
    is_language.then_some(name)
}

/// Returns the language in a class. Around code, only the classes of programs that mark it up count.
fn of_class(class: &str, is_code: bool) -> Option<&str> {
    let names = || class.split_ascii_whitespace();
    let behind = |prefix: &str| names().find_map(|name| name.strip_prefix(prefix));
    let beside = |of: &str| {
        let mut others = names().filter(|name| *name != of);
        let other = others.next().filter(|_| names().any(|name| name == of));
        other.filter(|_| others.next().is_none())
    };
    let of_code = || {
        let brush = class
            .split_once("brush:")
            .map(|(_, name)| name.trim_start());
        behind("lang-")
            .or_else(|| beside("sourceCode"))
            .or_else(|| beside("hljs"))
            .or_else(|| brush?.split([' ', ';', ',']).next())
    };
    behind("language-")
        .or_else(|| behind("highlight-source-"))
        .or_else(|| behind("highlight-text-")?.split('-').next())
        .or_else(|| behind("highlight-"))
        .or_else(|| is_code.then(of_code).flatten())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_declare_the_language() {
        let of = |element, attributes: &str| of(element, attributes);
        for (element, attributes, language) in [
            (Element::CODE, "class=\"language-Tar\"", Some("tar")),
            (Element::PRE, "class='boat lang-c++'", Some("c++")),
            (
                Element::DIV,
                "class='language-tar highlighter-rouge'",
                Some("tar"),
            ),
            (
                Element::DIV,
                "class='highlight highlight-source-tar'",
                Some("tar"),
            ),
            (
                Element::DIV,
                "class='highlight highlight-text-html-basic'",
                Some("html"),
            ),
            (
                Element::DIV,
                "class='highlight-tar notranslate'",
                Some("tar"),
            ),
            (Element::PRE, "class='sourceCode tar'", Some("tar")),
            (Element::CODE, "class='hljs tar'", Some("tar")),
            (
                Element::PRE,
                "class='brush: tar; gutter: false'",
                Some("tar"),
            ),
            (Element::CODE, "class=boat data-lang=tar", Some("tar")),
            (Element::DIV, "class=lang-en", None),
            (Element::DIV, "data-lang=en", None),
            (Element::P, "class=language-tar", None),
            (Element::DIV, "class=highlight-default", None),
            (Element::PRE, "class='sourceCode numberSource tar'", None),
            (Element::CODE, "class='language-a`b'", None),
            (Element::CODE, "", None),
        ] {
            assert_eq!(of(element, attributes).as_deref(), language, "{attributes}");
        }
    }
}
