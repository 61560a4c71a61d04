//! What a table says about itself: lines `# restrap.KEY: VALUE` above its first row.

/// What every comment line starts with.
const MARK: &[u8] = b"# restrap.";

/// The comment lines at the head of a table, with their bytes, and the pairs that they hold.
pub(crate) fn split(text: &[u8]) -> (&[u8], Vec<(String, String)>) {
    let mut end = 0;
    let mut pairs = Vec::new();
    while text[end..].starts_with(MARK) {
        let line = text[end..]
            .split(|byte| *byte == b'\n')
            .next()
            .unwrap_or_default();
        end = (end + line.len() + 1).min(text.len());
        // Without the `# ` of the mark.
        let line = String::from_utf8_lossy(&line[2..]);
        if let Some((key, value)) = line.trim_end_matches('\r').split_once(": ") {
            pairs.push((key.to_owned(), unescape(value)));
        }
    }
    (&text[..end], pairs)
}

fn unescape(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        match (character, character == '\\') {
            (_, true) => match characters.next() {
                Some('n') => out.push('\n'),
                Some('r') => out.push('\r'),
                Some(other) => out.push(other),
                None => out.push('\\'),
            },
            (plain, false) => out.push(plain),
        }
    }
    out
}
