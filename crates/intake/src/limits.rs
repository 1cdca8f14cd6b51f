//! Which records of a web archive are read.

/// The maximum size in bytes of an HTTP message without its body: headers and chunk lengths.
pub(crate) const MAX_OVERHEAD: u64 = 1024 * 1024;

/// The minimum size in bytes of a web page that is read. Smaller pages rarely contain text.
pub const MIN_PAGE_SIZE: u64 = 5 << 10;

/// The limits for the records of a web archive that are documents.
#[derive(Debug, Clone)]
pub struct WarcLimits {
    /// The media types, compared case-insensitively.
    pub media_types: Vec<String>,
    /// The minimum size of a page in bytes. The default is [`MIN_PAGE_SIZE`], or 0 for the texts of
    /// WET files, because the text of a page is about a tenth of its size.
    pub min_size: Option<u64>,
    /// The maximum size of a page in bytes.
    pub max_size: u64,
}

impl Default for WarcLimits {
    fn default() -> Self {
        WarcLimits {
            media_types: ["text/html", "application/xhtml+xml", "text/plain"]
                .map(str::to_owned)
                .to_vec(),
            min_size: None,
            max_size: 2 << 20,
        }
    }
}

impl WarcLimits {
    pub(crate) fn takes(&self, content_type: &str) -> bool {
        let kind = media_type(content_type);
        self.media_types
            .iter()
            .any(|wanted| wanted.eq_ignore_ascii_case(kind))
    }
}

/// Returns a media type without its parameters.
pub(crate) fn media_type(content_type: &str) -> &str {
    content_type.split(';').next().unwrap_or_default().trim()
}
