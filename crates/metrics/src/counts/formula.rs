//! A metric of the user's own: a formula over summed columns, such as `tp/(tp+0.5*(fp+fn))`.
//!
//! Numbers, column names, `+ - * /`, a minus in front, brackets, and `sqrt`, `ln`, `exp`, `abs`. Division by 0 gives 0, as in every
//! ratio here, and so does a result that is not finite. Parsed and evaluated by the crate `exmex` with operators from `libm`; its errors
//! have no place, so that what it would refuse is found beforehand, token by token. There is no power: `exmex` reads -x^2 as (-x)^2.

use exmex::{BinOp, Express as _, FlatEx, MakeOperators, Operator};

use restrap_words::asked_as;

use crate::describe::{Choice, Description, Flag, Make};
use crate::scores::LOWER;
use crate::{ColumnName, Error, Metric, RealMetric, quote};

/// The columns of a formula.
static COLUMNS: Choice<Vec<String>> = Choice::list(
    "columns",
    Flag::Own,
    "COL[,COL]",
    "Count columns of the formula",
    true,
);

/// The formula itself.
static TEXT: Choice<Option<String>> = Choice::text(
    "formula",
    Flag::Own,
    "FORMULA",
    "Formula of the summed columns, such as tp/(tp+0.5*(fp+fn))",
    true,
);

pub(super) static FORMULA: Description = Description {
    options: &[&COLUMNS, &TEXT, &LOWER],
    ..Description::new(
        "formula",
        "Formula of summed columns",
        Make::Counts(|name| {
            let (columns, text) = (name.get(&COLUMNS), name.get(&TEXT));
            let Some(text) = text.filter(|_| !columns.is_empty()) else {
                let (columns, formula) = ("tp,fp,fn", "'tp/(tp+0.5*(fp+fn))'");
                return Err(Error::usage(
                    "a formula needs its columns, and columns a formula",
                    format!(
                        "as in {} {}",
                        asked_as("columns", columns),
                        asked_as("formula", formula)
                    ),
                ));
            };
            let formula = Formula::new(&columns, &text)?;
            Ok(Box::new(if name.get(&LOWER) {
                formula.lower_is_better()
            } else {
                formula
            }))
        }),
    )
};

/// Longest formula.
const LENGTH: usize = 1000;

/// Deepest nesting of brackets.
const DEPTH: usize = 50;

/// The functions.
const FUNCTIONS: [&str; 4] = ["sqrt", "ln", "exp", "abs"];

/// The operators that a formula may hold. 0/0 is 0, as shares without items are. A strict x/0 is what it is, which is not finite;
/// in a resample it counts as 0.
#[derive(Debug, Clone)]
struct Operators<const STRICT: bool>;

impl<const STRICT: bool> MakeOperators<f64> for Operators<STRICT> {
    fn make<'a>() -> Vec<Operator<'a, f64>> {
        // Not commutative: nothing is reordered, so that a formula rounds as it is written.
        let binary = |apply, prio| BinOp {
            apply,
            prio,
            is_commutative: false,
        };
        vec![
            Operator::make_bin("+", binary(|a, b| a + b, 0)),
            Operator::make_bin_unary("-", binary(|a, b| a - b, 0), |a: f64| -a),
            Operator::make_bin("*", binary(|a, b| a * b, 1)),
            Operator::make_bin(
                "/",
                binary(
                    |a, b| {
                        if b == 0.0 && !(STRICT && a != 0.0) {
                            0.0
                        } else {
                            a / b
                        }
                    },
                    1,
                ),
            ),
            Operator::make_unary("sqrt", libm::sqrt),
            Operator::make_unary("ln", libm::log),
            Operator::make_unary("exp", libm::exp),
            Operator::make_unary("abs", libm::fabs),
        ]
    }
}

/// A formula over columns.
#[derive(Debug, Clone)]
pub struct Formula {
    text: String,
    columns: Vec<ColumnName>,
    expression: FlatEx<f64, Operators<false>>,
    strict: FlatEx<f64, Operators<true>>,
    /// The column of each variable of the expression.
    places: Vec<usize>,
    higher_is_better: bool,
}

impl Formula {
    /// A formula over columns that are summed over items first; higher is better.
    ///
    /// # Errors
    ///
    /// No columns, a column twice or with a name that a formula cannot hold, or a formula that does not parse or names another column:
    /// the message shows the place with a caret.
    pub fn new<S: AsRef<str>>(columns: &[S], text: &str) -> Result<Self, Error> {
        let names: Vec<&str> = columns.iter().map(AsRef::as_ref).collect();
        for (at, name) in names.iter().enumerate() {
            let expected =
                "columns with names of letters, digits and `_` that are no functions, each once";
            if !is_name(name) || FUNCTIONS.contains(name) || names[..at].contains(name) {
                return Err(Error::option(expected, quote::quoted(name)));
            }
        }
        check(text, &names)?;
        let refused = |reason: String| fault(text, 0, "a formula", &reason);
        let expression = FlatEx::<f64, Operators<false>>::parse(text)
            .map_err(|error| refused(error.to_string()))?;
        let strict = FlatEx::<f64, Operators<true>>::parse(text)
            .map_err(|error| refused(error.to_string()))?;
        let place = |name: &String| names.iter().position(|known| known == name);
        let places: Option<Vec<usize>> = expression.var_names().iter().map(place).collect();
        let places = places.ok_or_else(|| refused("a name that is no column".to_owned()))?;
        let columns = names
            .iter()
            .map(|name| ColumnName::from((*name).to_owned()))
            .collect();
        Ok(Self {
            text: text.to_owned(),
            columns,
            expression,
            strict,
            places,
            higher_is_better: true,
        })
    }

    /// Sums in the order of the variables.
    fn values(&self, sums: &[f64]) -> Vec<f64> {
        self.places.iter().map(|place| sums[*place]).collect()
    }

    /// Says that lower values are better.
    #[must_use]
    pub fn lower_is_better(self) -> Self {
        Self {
            higher_is_better: false,
            ..self
        }
    }
}

impl Metric for Formula {
    fn name(&self) -> String {
        "formula".to_owned()
    }

    fn signature(&self) -> String {
        format!(
            "formula:{}|columns:{}|x/0:0",
            self.text,
            self.columns.join(",")
        )
    }

    fn columns(&self) -> &[ColumnName] {
        &self.columns
    }

    fn is_defined(&self, sums: &[i64]) -> bool {
        self.has_value(&whole(sums))
    }

    fn finish(&self, sums: &[i64]) -> f64 {
        self.value(&whole(sums))
    }

    fn higher_is_better(&self) -> bool {
        self.higher_is_better
    }
}

impl RealMetric for Formula {
    fn value(&self, sums: &[f64]) -> f64 {
        let values = self.values(sums);
        // Evaluation fails only on another number of values, of which there is one a variable.
        self.expression
            .eval(&values)
            .ok()
            .filter(|value| value.is_finite())
            .unwrap_or(0.0)
    }

    fn has_value(&self, sums: &[f64]) -> bool {
        self.strict
            .eval(&self.values(sums))
            .is_ok_and(f64::is_finite)
    }
}

fn whole(sums: &[i64]) -> Vec<f64> {
    sums.iter().map(|&sum| sum as f64).collect()
}

fn is_name(text: &str) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.chars().all(part) && text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

fn fault(text: &str, at: usize, expected: &str, found: &str) -> Error {
    let formula = text.replace(|c: char| c.is_control(), " ");
    Error::Formula {
        formula,
        at,
        expected: expected.to_owned(),
        found: found.to_owned(),
        hint: None,
    }
}

/// Refuses whatever is not a formula over some columns, at its place.
fn check(text: &str, columns: &[&str]) -> Result<(), Error> {
    if text.len() > LENGTH {
        let found = format!("{} bytes", text.len());
        return Err(Error::option(
            format!("a formula of at most {LENGTH} bytes"),
            found,
        ));
    }
    // Where the open brackets are.
    let mut open = Vec::new();
    let mut wants_operand = true;
    let mut after_function = false;
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let width = token(&text[at..], first);
        let word = &text[at..at + width];
        let refuse = |expected: &str| Err(fault(text, at, expected, &quote::quoted(word)));
        if after_function && first != '(' && !first.is_ascii_whitespace() {
            return refuse("`(` behind a function");
        }
        match first {
            ' ' | '\t' => {}
            '(' if wants_operand => {
                open.push(at);
                after_function = false;
                if open.len() > DEPTH {
                    return refuse(&format!("at most {DEPTH} nested brackets"));
                }
            }
            ')' if !wants_operand => {
                if open.pop().is_none() {
                    return refuse("an operator or the end");
                }
            }
            '-' if wants_operand => {}
            '+' | '-' | '*' | '/' if !wants_operand => wants_operand = true,
            _ if wants_operand && FUNCTIONS.contains(&word) => after_function = true,
            _ if wants_operand && is_name(word) => {
                if !columns.contains(&word) {
                    let expected = format!("a column: {}", quote::list(columns));
                    return refuse(&expected);
                }
                wants_operand = false;
            }
            '0'..='9' if wants_operand && is_number(word) => wants_operand = false,
            _ if wants_operand => return refuse("a number, a column, a function or `(`"),
            _ => {
                return refuse(if open.is_empty() {
                    "an operator or the end"
                } else {
                    "an operator or `)`"
                });
            }
        }
        at += width;
    }
    if wants_operand {
        let expected = if after_function {
            "`(` behind a function"
        } else {
            "a number, a column, a function or `(`"
        };
        return Err(fault(text, text.len(), expected, "the end"));
    }
    match open.pop() {
        None => Ok(()),
        Some(at) => Err(fault(
            text,
            at,
            "a bracket that is closed",
            "no `)` behind this one",
        )),
    }
}

/// The bytes of the token that a text starts with.
fn token(text: &str, first: char) -> usize {
    if first.is_ascii_alphanumeric() || first == '_' || first == '.' {
        text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.')
            .unwrap_or(text.len())
    } else {
        first.len_utf8()
    }
}

/// Digits, and perhaps a point and digits.
fn is_number(word: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    word.split_once('.')
        .map_or(digits(word), |(whole, part)| digits(whole) && digits(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const COLUMNS: [&str; 3] = ["tp", "fp", "fn"];

    #[test]
    fn formulas_are_evaluated_as_they_are_written() {
        let value = |text: &str| Formula::new(&COLUMNS, text).unwrap().finish(&[6, 2, 1]);
        assert_eq!(value("tp/(tp+0.5*(fp+fn))"), 6.0 / 7.5);
        assert_eq!(value("1 - tp - fp - fn"), -8.0);
        assert_eq!(value("-tp * -(fp)"), 12.0);
        assert_eq!(value("tp / fp / fn"), 3.0);
        assert_eq!(value("2 + tp * fp"), 14.0);
        assert_eq!(value("sqrt(tp * fp - 3) + abs(fn - fp) + ln(exp(fn))"), 5.0);
        assert_eq!(value("tp / (fn - 1)"), 0.0);
        assert_eq!(value("ln(fn - 1)"), 0.0);
        let is_defined = |text: &str| {
            Formula::new(&["tp", "fp", "fn"], text)
                .unwrap()
                .is_defined(&[12, 4, 1])
        };
        for text in [
            "tp / (fn - 1)",
            "ln(fn - 1)",
            "sqrt(-tp)",
            "tp / 0",
            "ln(tp / (fp - fp))",
        ] {
            assert!(!is_defined(text), "{text}");
        }
        assert!(is_defined("tp / (tp + fp)") && is_defined("0 * tp"));
    }

    #[test]
    fn an_error_points_into_the_formula() {
        let error = |text: &str| Formula::new(&COLUMNS, text).unwrap_err().to_string();
        assert_eq!(
            error("tp/(tp+0.5*(fp+fm))"),
            "formula:16: expected a column: `tp`, `fp`, `fn`, found `fm`\n  tp/(tp+0.5*(fp+fm))\n                 ^"
        );
        for (text, place, expected) in [
            ("", 1, "found the end"),
            ("tp +", 5, "found the end"),
            ("tp fp", 4, "an operator or the end, found `fp`"),
            ("(tp + fp", 1, "a bracket that is closed"),
            ("tp)", 3, "an operator or the end, found `)`"),
            ("tp ** fp", 5, "found `*`"),
            ("sqrt tp", 6, "`(` behind a function"),
            ("2tp", 1, "found `2tp`"),
            ("1e-3", 1, "found `1e`"),
            ("1.", 1, "found `1.`"),
            ("tp^2", 3, "found `^`"),
            ("tp + é", 6, "found `é`"),
        ] {
            let message = error(text);
            assert!(
                message.starts_with(&format!("formula:{place}: ")) && message.contains(expected),
                "{message}"
            );
        }
        assert!(error(&"(".repeat(60)).contains("at most 50 nested brackets"));
        assert!(error(&"1+".repeat(600)).contains("at most 1000 bytes"));
        assert!(Formula::new(&["tp", "tp"], "tp").is_err() && Formula::new(&["a b"], "1").is_err());
    }

    proptest! {
        #[test]
        fn what_is_checked_is_what_can_be_evaluated(text in "[-+*/() tpfn0-9.]{0,14}|(tp|fp|-|\\+|\\*|/|\\(|\\)|sqrt| |0.5){0,9}") {
            match Formula::new(&COLUMNS, &text) {
                Ok(formula) => prop_assert!(formula.finish(&[3, 2, 0]).is_finite()),
                // The crate behind agrees with whatever was checked.
                Err(error) => prop_assert!(!error.to_string().contains("expected a formula"), "{text}: {error}"),
            }
        }
    }
}
