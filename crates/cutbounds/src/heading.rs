//! The headings of light markups, LaTeX and manual pages.

/// Returns the level and the words of a heading. `below` is the next line, which may underline it.
pub fn heading<'a>(raw: &'a str, below: &str) -> Option<(usize, &'a str)> {
    let raw = raw.trim_end();
    for (sign, most) in [(b'#', 6), (b'=', 5)] {
        let signs = raw.bytes().take_while(|&byte| byte == sign).count();
        // MediaWiki repeats the signs behind the title, with or without spaces between.
        let is_closed = || raw.len() > 2 * signs && raw.ends_with(&raw[..signs]);
        if (1..=most).contains(&signs)
            && (raw[signs..].starts_with(' ') || sign == b'=' && is_closed())
        {
            return Some((signs, raw[signs..].trim_matches(['#', '=', ' '])));
        }
    }
    if let Some(rest) = raw.strip_prefix("=head") {
        let (level, title) = rest.split_once(' ')?;
        return Some((level.parse().ok()?, title));
    }
    if let Some(found) = of_latex(raw).or_else(|| of_manual_page(raw)) {
        return Some(found);
    }
    let below = below.trim_end();
    let sign = below.bytes().next().filter(|sign| b"=-~^".contains(sign))?;
    let is_rule = below.len() >= 3 && below.bytes().all(|byte| byte == sign);
    let is_title = raw.starts_with(char::is_alphanumeric) && raw.chars().count() <= below.len();
    let level = if sign == b'=' { 1 } else { 2 };
    (is_rule && is_title).then_some((level, raw))
}

/// Returns the level and the words of a heading of LaTeX that is alone on its line: `\\section*{Boats}`.
fn of_latex(raw: &str) -> Option<(usize, &str)> {
    let (name, title) = raw.strip_prefix('\\')?.split_once('{')?;
    let names = ["chapter", "section", "subsection", "subsubsection"];
    let level = names
        .iter()
        .position(|one| *one == name.trim_end_matches('*'))?;
    Some((level + 1, title.strip_suffix('}')?))
}

/// Returns the level and the words of a heading of a manual page.
pub fn of_manual_page(raw: &str) -> Option<(usize, &str)> {
    let rest = raw.strip_prefix(".S")?;
    let (level, title) = match rest.split_at_checked(2)? {
        ("H " | "h ", title) => (1, title),
        ("S " | "s ", title) => (2, title),
        _ => return None,
    };
    Some((level, title.trim_matches(['"', ' '])))
}
