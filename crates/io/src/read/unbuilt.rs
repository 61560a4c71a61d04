//! Formats whose feature this build lacks: recognised, and refused by name.

use crate::frame::contents::Contents;
use crate::frame::grid::Surveyed;
#[cfg(not(feature = "logs"))]
use crate::frame::parsed::Opened;
use crate::frame::parsed::{Parsed, Request};
use crate::{Error, Format};

/// Refuses to read a file.
pub(crate) fn parse(_: &[u8], format: Format, request: &Request<'_>) -> Result<Parsed, Error> {
    Err(Error::unbuilt(
        request.file,
        format.name(),
        format.feature(),
    ))
}

/// Refuses to describe a file.
pub(crate) fn survey(_: &[u8], format: Format, file: &str) -> Result<Surveyed, Error> {
    Err(Error::unbuilt(file, format.name(), format.feature()))
}

/// Refuses to show a file.
pub(crate) fn contents(_: &[u8], format: Format, file: &str) -> Result<Contents, Error> {
    Err(Error::unbuilt(file, format.name(), format.feature()))
}

/// Refuses to show a log in JSON.
#[cfg(not(feature = "logs"))]
pub(crate) fn contents_json(_: &[u8], file: &str) -> Result<Contents, Error> {
    contents(&[], Format::Eval, file)
}

/// Refuses to describe a log in JSON.
#[cfg(not(feature = "logs"))]
pub(crate) fn survey_json(
    _: &[u8],
    file: &str,
) -> Result<(usize, crate::read::jsonl::survey::Survey), Error> {
    Err(Error::unbuilt(
        file,
        Format::Json.name(),
        Format::Eval.feature(),
    ))
}

/// Refuses to read a folder.
#[cfg(not(feature = "logs"))]
pub(crate) fn open(path: &str, _: &Request<'_>) -> Result<Opened<Parsed>, Error> {
    Err(Error::unbuilt(
        path,
        "a folder of logs",
        Format::Eval.feature(),
    ))
}

#[cfg(test)]
mod tests {
    use crate::{Options, describe, load};

    #[test]
    fn a_file_that_needs_an_unbuilt_feature_is_refused_by_the_feature_s_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let files: [(&str, &[u8], &str, bool); 4] = [
            ("a.parquet", b"PAR1", "columnar", cfg!(feature = "columnar")),
            ("a.arrow", b"ARROW1", "columnar", cfg!(feature = "columnar")),
            ("a.eval", b"PK\x03\x04", "logs", cfg!(feature = "logs")),
            (
                "a.csv.zst",
                b"\x28\xb5\x2f\xfd",
                "zstd",
                cfg!(feature = "zstd"),
            ),
        ];
        for (name, bytes, feature, _) in files.into_iter().filter(|(.., built)| !built) {
            std::fs::write(path(name), bytes).unwrap();
            let errors = [
                load(&[path(name)], &Options::default()).unwrap_err(),
                describe(&path(name), &Options::default()).unwrap_err(),
            ];
            for error in errors {
                let said = format!("expected a build with the feature `{feature}`");
                assert!(error.to_string().contains(&said), "{error}");
                assert_eq!(error.class().name(), "unreadable");
            }
        }
        // What needs no feature is read all the same, mapped or not.
        std::fs::write(path("b.csv"), "x\n0.5\n1\n").unwrap();
        assert_eq!(
            load(&[path("b.csv")], &Options::default()).unwrap().systems[0].scores,
            [0.5, 1.0]
        );
    }
}
