//! Persian that is written with Arabic letters.

use std::borrow::Cow;

/// Returns a Persian text with the Persian yeh and kaf. In older files and on older keyboards these are the Arabic ones, as no model has them.
/// Other languages that have the letters of Persian beyond Arabic also have some that Persian lacks.
pub(super) fn persian(text: &str) -> Cow<'_, str> {
    const PERSIAN: [char; 4] = ['پ', 'چ', 'ژ', 'گ'];
    let has_yeh = memchr::memmem::find(text.as_bytes(), "ي".as_bytes()).is_some();
    if !has_yeh || !text.contains(PERSIAN) || text.contains(is_not_persian) {
        return Cow::Borrowed(text);
    }
    let persian = |char| match char {
        'ي' => 'ی',
        'ك' => 'ک',
        _ => char,
    };
    Cow::Owned(text.chars().map(persian).collect())
}

/// Whether a letter of Arabic script is in neither the Arabic nor the Persian alphabet.
fn is_not_persian(char: char) -> bool {
    let is_arabic_script = matches!(char, '\u{620}'..='\u{64A}' | '\u{66E}'..='\u{6D3}' | '\u{6D5}' | '\u{6EE}'..='\u{6FF}' | '\u{750}'..='\u{77F}');
    is_arabic_script
        && !matches!(char, 'ء'..='غ' | 'ـ'..='ي' | 'پ' | 'چ' | 'ژ' | 'گ' | 'ک' | 'ی' | 'ۀ')
}
