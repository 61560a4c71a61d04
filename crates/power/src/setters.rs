//! Builders of requests.

/// One method a choice, which sets the field of its name.
macro_rules! setters {
    ($request:ty { $($(#[$doc:meta])+ $field:ident: $type:ty => $value:expr,)+ }) => {
        impl $request {
            $($(#[$doc])+
            #[must_use]
            pub fn $field(mut self, $field: $type) -> Self {
                self.$field = $value;
                self
            })+
        }
    };
}

pub(crate) use setters;
