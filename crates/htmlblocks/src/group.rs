//! Groups of named values: an enum, and a table of its names with their documentation.

/// Declares a group of features: an enum with a table of names and documentation.
macro_rules! group {
    ($(#[doc = $about:literal])* $group:ident $($(#[doc = $doc:literal])* $name:ident,)*) => {
        $(#[doc = $about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $group {
            $($(#[doc = $doc])* $name,)*
        }

        #[allow(dead_code)]
        impl $group {
            /// The name and the documentation of each value.
            pub const ROWS: &[(&str, &str)] = &[$((stringify!($name), concat!($($doc),*)),)*];
        }
    };
}

pub(crate) use group;
