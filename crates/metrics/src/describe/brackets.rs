//! The grammar of `name(option=value,switch,...)@k`: how it is split into names, options and lists, and what quotes
//! do.
//!
//! A value that holds `,`, `|`, `=`, a bracket, a quote or a backslash must be in double quotes, in which a backslash escapes the
//! next character. Brackets outside quotes must be closed.

/// The parts of a text between the separators that are outside quotes and brackets.
pub fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    outside(text, |at, c, depth| {
        if c == separator && depth == 0 {
            parts.push(&text[start..at]);
            start = at + c.len_utf8();
        }
    });
    parts.push(&text[start..]);
    parts
}

/// Calls `each` with the place, the character and the depth of brackets of whatever stands outside quotes; an opening bracket is
/// inside itself, a closing one outside. Whether all quotes and brackets are closed.
fn outside(text: &str, mut each: impl FnMut(usize, char, i32)) -> bool {
    let (mut depth, mut quoted, mut escaped, mut sound) = (0, false, false, true);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            _ => {
                depth += i32::from(c == '(') - i32::from(c == ')');
                sound &= depth >= 0;
                each(at, c, depth);
            }
        }
    }
    sound && depth == 0 && !quoted
}

/// A metric as it is typed, in its parts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Typed<'a> {
    /// In front of the brackets, without spaces around it.
    pub(crate) head: &'a str,
    /// What is in the brackets, by commas; empty without any.
    pub(crate) pairs: Vec<(&'a str, Option<&'a str>)>,
    /// What follows the `@`.
    pub(crate) cutoff: Option<&'a str>,
}

/// The parts of a metric; `None` where quotes or brackets are not closed. A name with `columns` is a name of columns, in which `@` and
/// brackets may stand: only brackets at its end hold options.
pub(crate) fn parts(text: &str, columns: bool) -> Option<Typed<'_>> {
    let text = text.trim();
    let (mut open, mut close, mut at_sign) = (None, None, None);
    let sound = outside(text, |at, c, depth| match c {
        '(' if depth == 1 && (columns || open.is_none()) => open = Some(at),
        ')' if depth == 0 && (columns || close.is_none()) => close = Some(at),
        '@' if depth == 0 => at_sign = Some(at),
        _ => {}
    });
    if columns && (!sound || close != Some(text.len() - 1)) {
        return Some(Typed {
            head: text,
            pairs: Vec::new(),
            cutoff: None,
        });
    }
    let (body, cutoff) = match at_sign {
        Some(at) if !columns => (&text[..at], Some(text[at + 1..].trim())),
        _ => (text, None),
    };
    let (head, inner) = match (open, close) {
        (Some(open), Some(close)) if body[close + 1..].trim().is_empty() => {
            (&body[..open], Some(&body[open + 1..close]))
        }
        (None, None) => (body, None),
        _ => return None,
    };
    let pair = |pair| match split(pair, '=')[..] {
        [name] => (str::trim(name), None),
        [name, ..] => (name.trim(), Some(pair[name.len() + 1..].trim())),
        [] => ("", None),
    };
    let pairs = inner
        .filter(|inner| !inner.trim().is_empty())
        .map_or(Vec::new(), |inner| {
            split(inner, ',').into_iter().map(pair).collect()
        });
    sound.then_some(Typed {
        head: head.trim(),
        pairs,
        cutoff,
    })
}

/// A value as it stands in brackets.
pub(crate) fn quote(value: &str) -> String {
    let special = |c| matches!(c, ',' | '|' | '=' | '(' | ')' | '"' | '\\');
    if !value.is_empty() && value.trim() == value && !value.contains(special) {
        return value.to_owned();
    }
    in_quotes(value)
}

/// A value in quotes.
pub(crate) fn in_quotes(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The value that a part of brackets means.
pub(crate) fn unquote(text: &str) -> String {
    let Some(inner) = text
        .trim()
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
    else {
        return text.trim().to_owned();
    };
    let mut escaped = false;
    let keep = |c: &char| {
        escaped = *c == '\\' && !escaped;
        !escaped
    };
    inner.chars().filter(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn brackets_and_quotes_hold_what_would_cut() {
        assert_eq!(
            split("a,b(c,d)@5,\"e,\\\"f\"", ','),
            ["a", "b(c,d)@5", "\"e,\\\"f\""]
        );
        let typed = parts(" f1( average = macro , labels=a|\"b)\" )", false).unwrap();
        assert_eq!((typed.head, typed.cutoff), ("f1", None));
        assert_eq!(
            typed.pairs,
            [("average", Some("macro")), ("labels", Some("a|\"b)\""))]
        );
        let typed = parts("bleu(lowercase)@5", false).unwrap();
        assert_eq!(
            (typed.pairs, typed.cutoff),
            (vec![("lowercase", None)], Some("5"))
        );
        for open in [
            "ap(",
            "ap)",
            "ap(rel=2",
            "ap(rel=\"2)",
            "ap(rel)x",
            "ap(a)(b)",
            ")(",
        ] {
            assert_eq!(parts(open, false), None, "{open}");
        }
    }

    #[test]
    fn names_of_columns_may_hold_brackets_and_at_signs() {
        let head = |text| parts(text, true).unwrap().head;
        assert_eq!(head("ratio:hits@10/n"), "ratio:hits@10/n");
        assert_eq!(head("ratio:a(b)/c"), "ratio:a(b)/c");
        assert_eq!(head("ratio:a(/c"), "ratio:a(/c");
        let typed = parts("ratio:a(b)/c(lower)", true).unwrap();
        assert_eq!(
            (typed.head, &typed.pairs[..]),
            ("ratio:a(b)/c", &[("lower", None)][..])
        );
    }

    proptest! {
        #[test]
        fn a_quoted_value_reads_back(value in "[a-c ,|=()\"\\\\é]{0,8}") {
            prop_assert_eq!(unquote(&quote(&value)), value.as_str());
            let text = format!("f({}={})", "x", quote(&value));
            let typed = parts(&text, false).unwrap();
            prop_assert_eq!(typed.pairs[0].1.map(unquote), Some(value));
        }
    }
}
