//! Files that hold no scores in a format that is read.

use restrap_words::{asked_as, vocabulary};

use crate::Format;

vocabulary! {
    /// What a file holds that is not read as scores.
    #[non_exhaustive]
    pub enum Foreign: "a format" {
        /// A zip archive that is not a log.
        Zip = "a zip archive (.npz?)",
        /// A workbook of a spreadsheet.
        Workbook = "an Excel workbook",
        /// Lines that trec_eval may have printed, in a file whose name says something else.
        ThreeFields = "three fields by tabs",
        /// Text in UTF-16.
        Utf16 = "UTF-16 text",
        /// A run of TREC.
        TrecRun = "a TREC run",
        /// A run of MS MARCO.
        MsMarcoRun = "an MS MARCO run",
        /// A Parquet file whose name says something else.
        Parquet = "a Parquet file",
        /// An Arrow file whose name says something else.
        Arrow = "an Arrow file",
        /// The format before Arrow files.
        FeatherOne = "a Feather file of version 1",
        /// Output of trec_eval beyond any that it prints.
        ManyMeasures = "more than 4096 measures",
    }
}

impl Foreign {
    pub(crate) fn hint(self) -> Option<String> {
        let read_as = |format: Format| asked_as("input-format", format);
        Some(match self {
            Self::Zip => "save each array with numpy.save, or unpack the archive".to_owned(),
            Self::Workbook => {
                "save the sheet as CSV (`File, Save as`), and give that file".to_owned()
            }
            Self::ThreeFields => format!(
                "if trec_eval printed them, add `{}`; if they are a table, `{}`",
                read_as(Format::TrecEval),
                read_as(Format::Tsv)
            ),
            Self::Utf16 => "save the file as UTF-8".to_owned(),
            Self::TrecRun | Self::MsMarcoRun => {
                let (metric, qrels) = (asked_as("metric", "rr@10"), asked_as("qrels", "FILE"));
                format!(
                    "a run ranks documents: score it with `{metric} {qrels}`, or give what `trec_eval -q` prints"
                )
            }
            Self::Parquet => format!(
                "give it the extension .parquet, or use `{}`",
                read_as(Format::Parquet)
            ),
            Self::Arrow => format!(
                "give it the extension .arrow, or use `{}`",
                read_as(Format::Arrow)
            ),
            Self::FeatherOne => {
                "write it again as version 2: pyarrow.feather.write_feather(table, path)".to_owned()
            }
            Self::ManyMeasures => return None,
        })
    }
}
