//! Selects documents by their names, or by the hosts of their addresses.

use crate::names::{Candidate, LEFT_OUT, LEFT_OUT_BY_HOST};
use crate::{Names, Observer, Sources};

impl Sources {
    /// Returns the lists that select documents.
    pub(crate) fn lists(&self) -> impl Iterator<Item = &Names> {
        let lists = [
            &self.only,
            &self.except,
            &self.only_hosts,
            &self.except_hosts,
        ];
        lists.into_iter().flatten()
    }

    /// Stops the selection by names and hosts.
    pub fn select_all(&mut self) {
        self.data_sets = false;
        (self.only, self.except) = (None, None);
        (self.only_hosts, self.except_hosts) = (None, None);
    }

    /// Whether documents are selected by host, so that their addresses are needed.
    pub(crate) fn has_hosts(&self) -> bool {
        self.only_hosts.is_some() || self.except_hosts.is_some()
    }

    /// Whether a document is selected.
    pub(crate) fn selects(&self, document: Candidate, observer: &dyn Observer) -> bool {
        let is_at = |hosts: &Names| {
            let name = String::from_utf8_lossy(document.name);
            let address = document.url.unwrap_or(&name);
            address.contains("://") && hosts.take_host(address)
        };
        let takes = |names: &Names| names.take(document.name, document.place);
        let reason =
            if !self.only.as_ref().is_none_or(takes) || self.except.as_ref().is_some_and(takes) {
                LEFT_OUT
            } else if !self.only_hosts.as_ref().is_none_or(is_at)
                || self.except_hosts.as_ref().is_some_and(is_at)
            {
                LEFT_OUT_BY_HOST
            } else {
                return true;
            };
        observer.count(reason, 1);
        false
    }
}
