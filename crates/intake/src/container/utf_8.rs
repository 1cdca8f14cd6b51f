//! Rows and lines in any encoding, for the containers that read UTF-8.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use encoding_rs::{Encoding, UTF_8};

use super::Contents;
use crate::encoding::start;
use crate::error::Failure;
use crate::opened::Opened;
use crate::read::malformed;
use crate::recoded::Damage;
use crate::refused::not_utf_8;
use crate::{Error, Item, Observer, Sources};

/// What to do about rows and lines that are not UTF-8.
pub(super) const NAME_ENCODING: &str =
    "name the encoding of the file with -E; charset --input-format text FILE finds it out";

/// Opens a file in the encoding of its byte order mark or of `-E`; without either it is UTF-8.
///
/// # Errors
/// Those of `open`, and the reason why the file is not in such an encoding.
pub(super) fn in_utf_8(
    opened: Opened,
    sources: &Sources,
    open: impl FnOnce(Opened) -> Result<Box<dyn Contents>, Error>,
) -> Result<Box<dyn Contents>, Failure> {
    let begin = start(&opened.head, sources.encoding);
    if let Some(refused) = not_utf_8(&opened.head, begin.encoding) {
        return Err(Error::new(&opened.origin.display, refused).into());
    }
    if begin.encoding == UTF_8 {
        return Ok(open(opened)?);
    }
    let name = opened.origin.display.clone();
    let damage = Damage::default();
    Ok(Box::new(Recoded {
        contents: open(opened.decoded(begin.encoding, begin.mark, damage.clone()))?,
        name,
        encoding: begin.encoding,
        damage,
    }))
}

/// Contents that were decoded, and a warning at the end if some bytes were invalid.
struct Recoded {
    contents: Box<dyn Contents>,
    name: Arc<str>,
    encoding: &'static Encoding,
    damage: Damage,
}

impl Contents for Recoded {
    fn next_item(&mut self, observer: &dyn Observer) -> Option<Item> {
        if let Some(item) = self.contents.next_item(observer) {
            return Some(item);
        }
        let line = self.damage.swap(0, Ordering::Relaxed);
        let message = || malformed(self.encoding, usize::try_from(line).unwrap_or(usize::MAX));
        (line > 0).then(|| Item::Notice(Error::new(&self.name, message())))
    }
}
