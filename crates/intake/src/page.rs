//! A page of a web archive.

use encoding_rs::Encoding;
use record::Object;

/// A page of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The URL of the page.
    pub url: String,
    /// The time of the capture, as written in the archive.
    pub date: String,
    /// The media type with parameters, as sent by the server. If none was sent, the detected type.
    pub content_type: String,
    /// The encoding declared by the server.
    pub encoding: Option<&'static Encoding>,
    /// The body, with transfer and content encodings decoded.
    pub body: Vec<u8>,
}

impl Page {
    /// Returns the fields of the page's document record except its text.
    fn fields(&self) -> [(&str, &str); 3] {
        [
            ("url", &self.url),
            ("date", &self.date),
            ("content_type", &self.content_type),
        ]
    }

    /// Appends the page as a document record.
    pub(crate) fn write_record(&self, out: &mut Vec<u8>, text: &str) {
        record::Document::write_with_fields(out, &self.url, text, &self.fields());
    }

    /// Appends the page as a document record with a new text, and with the fields that `add` writes
    /// under the tool's name.
    pub(crate) fn rewrite(
        &self,
        out: &mut Vec<u8>,
        text: &str,
        tool: &str,
        add: impl FnOnce(&mut Object),
    ) {
        let mut object = Object::begin(out);
        object.string("doc", &self.url).string("text", text);
        for (key, value) in self.fields() {
            object.string(key, value);
        }
        object.object(tool, add);
        object.end_line();
    }
}
