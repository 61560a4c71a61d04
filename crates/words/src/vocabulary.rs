//! Named choices, each made from one list.

/// Defines an enum of named choices: [`Word`](crate::Word), `ALL`, `name`, `Display`, `FromStr` and serde by name, from one list. The doc
/// comment of a choice is its help line. `gone` lists names that an earlier version understood, each with what to use instead.
///
/// ```
/// restrap_words::vocabulary! {
///     /// Where the scores stand.
///     pub enum Place: "a place" {
///         /// In the first file.
///         First = "first" | "1st",
///         /// In the last file.
///         Last = "last",
///     }
///     default First
/// }
/// assert_eq!("1st".parse(), Ok(Place::First));
/// assert_eq!(Place::default().name(), "first");
/// assert_eq!("x".parse::<Place>().unwrap_err().to_string(), "expected a place (first, last), found \"x\"");
/// ```
#[macro_export]
macro_rules! vocabulary {
    (
        $(#[$outer:meta])*
        $vis:vis enum $name:ident: $what:literal {
            $($(#[doc = $doc:literal])+ $variant:ident = $word:literal $(| $alias:literal)*,)+
        }
        $(default $default:ident)?
        $(gone { $($gone:literal => $instead:literal,)+ })?
    ) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $vis enum $name {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl $name {
            /// All choices, in the order of the documentation.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// The name on the command line, in JSON and in Python.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl $crate::Word for $name {
            const WHAT: &'static str = $what;
            const ALL: &'static [Self] = &Self::ALL;

            fn name(self) -> &'static str {
                self.name()
            }

            fn aliases(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => &[$($alias),*],)+
                }
            }

            fn help(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($($doc),+).trim_ascii(),)+
                }
            }

            $(const GONE: &'static [(&'static str, &'static str)] = &[$(($gone, $instead)),+];)?
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, word: &&str) -> bool {
                self.name() == *word
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::UnknownWord;

            fn from_str(word: &str) -> Result<Self, $crate::UnknownWord> {
                $crate::Word::named(word)
            }
        }

        impl $crate::serde_core::Serialize for $name {
            fn serialize<S: $crate::serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> $crate::serde_core::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde_core::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                // A Cow: words with escapes cannot be borrowed from the text.
                let word = <::std::borrow::Cow<'de, str> as $crate::serde_core::Deserialize>::deserialize(deserializer)?;
                word.parse().map_err($crate::serde_core::de::Error::custom)
            }
        }

        $(impl Default for $name {
            fn default() -> Self {
                Self::$default
            }
        })?

        $crate::with_schema!($name, $crate::schema_of_words::<$name>());
    };
}

/// Gives types that read as they print (`FromStr` and `Display`) the serde form of that text.
#[macro_export]
macro_rules! as_text {
    ($($name:ty),+) => {
        $(impl $crate::serde_core::Serialize for $name {
            fn serialize<S: $crate::serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> $crate::serde_core::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde_core::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <::std::borrow::Cow<'de, str> as $crate::serde_core::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err($crate::serde_core::de::Error::custom)
            }
        }

        $crate::with_schema!($name, $crate::schema_of_text());)+
    };
}

#[cfg(test)]
mod tests {
    use crate::Word as _;

    vocabulary! {
        /// A side.
        enum Side: "a side" {
            /// The systems differ,
            /// in either direction.
            Two = "two-sided",
            /// The system is better.
            Up = "better" | "greater",
        }
        default Two
        gone { "unequal" => "two-sided is the same", }
    }

    #[test]
    fn a_word_reads_back_as_the_choice_that_it_names() {
        for side in Side::ALL {
            assert_eq!(side.to_string().parse(), Ok(side));
            let json = serde_json::to_string(&side).unwrap();
            assert_eq!(serde_json::from_str::<Side>(&json).unwrap(), side);
        }
        assert_eq!("greater".parse(), Ok(Side::Up));
        assert_eq!(Side::default(), Side::Two);
        assert_eq!(Side::Two.help(), "The systems differ, in either direction.");
        assert_eq!(
            "unequal".parse::<Side>().unwrap_err().to_string(),
            "\"unequal\" is no longer a side: two-sided is the same"
        );
        let unknown = serde_json::from_str::<Side>("\"bigger\"").unwrap_err();
        assert!(
            unknown
                .to_string()
                .starts_with("expected a side (two-sided, better), found \"bigger\""),
            "{unknown}"
        );
    }
}
