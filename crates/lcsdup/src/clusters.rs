//! Connected components of the pairs (union-find).

/// A disjoint-set forest of the documents 0 to n-1.
#[derive(Debug)]
pub struct Clusters {
    /// For each document another of its component; the first is its own parent.
    parents: Vec<u32>,
}

impl Clusters {
    /// `documents` components of one document each.
    ///
    /// # Panics
    /// From 2^32 documents on.
    #[must_use]
    pub fn new(documents: usize) -> Clusters {
        let documents = u32::try_from(documents).expect("under 2^32 documents");
        Clusters {
            parents: (0..documents).collect(),
        }
    }

    /// The first document of a document's component, its representative.
    pub fn first(&mut self, document: u32) -> u32 {
        let mut at = document;
        while self.parents[at as usize] != at {
            // Path halving, so that the next search is shorter.
            let grandparent = self.parents[self.parents[at as usize] as usize];
            self.parents[at as usize] = grandparent;
            at = grandparent;
        }
        at
    }

    /// Merges the components of two documents.
    pub fn connect(&mut self, a: u32, b: u32) {
        let (a, b) = (self.first(a), self.first(b));
        let (earlier, later) = (a.min(b), a.max(b));
        self.parents[later as usize] = earlier;
    }

    /// The components of at least two documents, by first document, each in ascending order.
    #[must_use]
    pub fn all(mut self) -> Vec<Vec<u32>> {
        let documents = self.parents.len();
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); documents];
        for document in 0..documents as u32 {
            let first = self.first(document);
            members[first as usize].push(document);
        }
        members.retain(|members| members.len() > 1);
        members
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_transitive() {
        let mut clusters = Clusters::new(9);
        for (a, b) in [(7, 8), (1, 4), (4, 6), (2, 7), (1, 6)] {
            clusters.connect(a, b);
        }
        assert_eq!(clusters.all(), [vec![1, 4, 6], vec![2, 7, 8]]);
        assert!(Clusters::new(0).all().is_empty());
    }
}
