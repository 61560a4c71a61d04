//! Inputs that several files of tests share.

use restrap_metrics::Input;
use restrap_metrics::spans::{Column, Scheme, Spans};

/// Sentences of tags as the reader of files has them: a token and its tag per line.
pub fn tagged<S: AsRef<str>>(name: &str, sentences: &[Vec<S>], scheme: Scheme) -> Spans {
    let mut text = String::new();
    for tags in sentences {
        for tag in tags {
            text += "token ";
            text += tag.as_ref();
            text += "\n";
        }
        text += "\n";
    }
    Spans::read(
        Input::new(name, text.as_bytes()),
        &Column::Last,
        Some(scheme),
    )
    .expect("tags")
}
