//! The items of a comparison, with what is requested for them.

use crate::compare::contrasts::Contrasts;
use crate::compare::data::{Data, Part};
use crate::error::Error;
use crate::request::Request;

/// The items of a comparison: all of them, and those of each sub-population, with the request that is asked of them.
pub(crate) struct Parts<'a> {
    pub data: Data<'a>,
    pub request: Request,
    all: Vec<Part<'a>>,
}

impl<'a> Parts<'a> {
    /// # Errors
    /// [`Error`] for systems and options that do not fit together.
    pub fn new(data: impl Into<Data<'a>>, request: &Request) -> Result<Self, Error> {
        let data = data.into();
        let request = data.oriented(request);
        Ok(Self { data, all: data.parts(&request)?, request })
    }

    /// Their contrasts, encoded.
    pub fn contrasts(&self) -> Result<Vec<Contrasts<'_>>, Error> {
        let family = |part: &Part| self.data.family(part.population);
        let of = |part| Contrasts::new(part, family(part), &self.data, &self.request);
        self.all.iter().map(of).collect()
    }

    /// The contrasts of all items, of which so many are adjusted together.
    pub fn of_family(&self, family: usize) -> Result<Contrasts<'_>, Error> {
        Contrasts::new(&self.all[0], family, &self.data, &self.request)
    }
}
