//! t, sign and McNemar tests of a pair, as test outcomes; Wilcoxon's is in `wilcoxon.rs`.

use restrap_stats::{
    Alternative, FiveByTwo, McNemar, McNemarVariant, SignTest, SignTies, TStatistic,
};
use restrap_words::{Code, asked, asked_as};

use crate::data::pair::Pair;
use crate::design::Sampled;
use crate::error::Error;
use crate::evidence::test::against;
use crate::evidence::test::observed::ClosedForm;
use crate::number::format::number;
use crate::outcome::Method;
use crate::request::{Over, Request, SignP, Test};

/// Items on which the systems must differ before chi-square is an approximation (Edwards 1948; Agresti 2013, section 11.1).
const CHI_SQUARE: u64 = 25;

/// Runs a classical test for an alternative about the difference itself.
///
/// # Panics
/// For resampling tests, which have extreme sums instead.
pub(crate) fn run(
    test: Test,
    side: Alternative,
    pair: &Pair,
    request: &Request,
) -> Result<ClosedForm, Error> {
    match test {
        Test::T => t(side, pair),
        Test::Sign => Ok(sign(side, pair, request)),
        Test::McNemar => mcnemar(side, pair, request.variants.mcnemar),
        Test::Wilcoxon => crate::evidence::test::wilcoxon::run(side, pair, request),
        Test::Permutation | Test::Bootstrap | Test::BootstrapPercentile => {
            unreachable!("resampling tests have extreme sums")
        }
        Test::FiveByTwo => five_by_two(pair, request),
        Test::Binomial | Test::OneSample => against::run(test, side, pair, request),
        Test::DeLong => Err(Error::not_applicable(
            asked_as("test", test),
            "areas under the ROC curve",
            "these are scores of items",
            format!("add {}", asked_as("metric", "roc-auc")),
        )),
        Test::StuartMaxwell => Err(Error::not_applicable(
            asked_as("test", test),
            "labels of both systems",
            "these are scores of items",
            format!(
                "add {}, with {}",
                asked_as("metric", "'f1(average=macro)'"),
                asked("gold")
            ),
        )),
        Test::Welch
        | Test::Student
        | Test::MannWhitney
        | Test::Boschloo
        | Test::Barnard
        | Test::ChanZhang
        | Test::Score
        | Test::Aso => Err(Error::not_applicable(
            asked_as("test", test),
            "samples of different items",
            "these are paired",
            format!(
                "add {} if no item is in both files; on the same items use {} or wilcoxon",
                asked("unpaired"),
                asked_as("test", "t")
            ),
        )),
    }
}

fn t(side: Alternative, pair: &Pair) -> Result<ClosedForm, Error> {
    if pair.items() < 2 {
        return Err(Error::not_applicable(
            asked_as("test", "t"),
            "at least 2 items",
            "there is 1",
            format!("use {}", asked_as("test", "permutation")),
        ));
    }
    let test = pair.t_estimate()?;
    let mut notes = Vec::new();
    let statistic = match test.t() {
        TStatistic::Finite(t) => Some(t),
        TStatistic::ConstantShift(_) => {
            notes.push(
                Code::NoSpread.says("all differences are equal, so their standard deviation is 0 and t is undefined; see the permutation test"),
            );
            None
        }
        TStatistic::AllZero => None,
    };
    let method = pair.method();
    let df = if method.has_estimated_df {
        number(test.df(), 1)
    } else {
        test.df().to_string()
    };
    let recipe = format!("{}, {df} degrees of freedom", method.test);
    let is_undefined = matches!(test.t(), TStatistic::ConstantShift(_));
    Ok(ClosedForm {
        p: (!is_undefined).then(|| test.p(side)),
        method: Method::Asymptotic,
        centred: None,
        relative_error: 0.0,
        df: Some(test.df()),
        statistic,
        floor: None,
        design: Some(method.design),
        recipe: recipe.into(),
        notes,
    })
}

/// Alpaydin's F: Dietterich's t (1998) depends on which of the folds is called the first.
fn five_by_two(pair: &Pair, request: &Request) -> Result<ClosedForm, Error> {
    let scores = (pair.system.one_by_one()?, pair.baseline.one_by_one()?);
    let differences = scores.0.iter().zip(scores.1.iter()).map(|(s, b)| s - b);
    let differences: Vec<f64> = differences.collect();
    let (rows, rest) = differences.as_chunks::<2>();
    let refuse = |needs: &'static str, found: String, hint: String| {
        Error::not_applicable(asked_as("test", Test::FiveByTwo), needs, found, hint)
    };
    if !matches!(pair.of, Sampled::Folds(_)) {
        let hint = format!("add {}", asked_as("over", Over::Folds));
        return Err(refuse(
            "values of folds",
            "the values are not declared as folds".to_owned(),
            hint,
        ));
    }
    let Some(rows) = <[[f64; 2]; 5]>::try_from(rows)
        .ok()
        .filter(|_| rest.is_empty())
    else {
        let found = format!("there are {}", differences.len());
        let hint = format!("use {}, of any number of folds", asked_as("test", Test::T));
        return Err(refuse(
            "10 values, the two folds of each of five replications after one another",
            found,
            hint,
        ));
    };
    if request.question.alternative != Alternative::TwoSided {
        let found = asked_as("alternative", request.question.alternative).to_string();
        return Err(refuse(
            "two sides",
            found,
            format!("use {}", asked_as("test", Test::T)),
        ));
    }
    let test = FiveByTwo::new(rows)?;
    let p = test.p();
    let undefined =
        Code::NoSpread.says("no replication has a spread to compare the differences with");
    Ok(ClosedForm {
        p,
        method: Method::Asymptotic,
        centred: None,
        relative_error: 0.0,
        df: None,
        statistic: test.f(),
        floor: None,
        design: None,
        recipe: "F test of five times two folds (Alpaydin 1999), 10 and 5 degrees of freedom"
            .into(),
        notes: if p.is_none() {
            vec![undefined]
        } else {
            Vec::new()
        },
    })
}

fn sign(side: Alternative, pair: &Pair, request: &Request) -> ClosedForm {
    let test = SignTest::new(pair.counts, request.variants.sign_ties);
    let ties = match request.variants.sign_ties {
        SignTies::Drop => format!("{} ties dropped", pair.counts.tied),
        SignTies::Split => format!("{} ties split", pair.counts.tied),
    };
    let (p, method, statistic, law) = match request.variants.sign_p {
        SignP::Exact => (
            test.exact(side),
            Method::Exact,
            test.k() as f64,
            "exact binomial",
        ),
        SignP::Normal => (
            test.normal(side, true),
            Method::Asymptotic,
            test.z(true),
            "normal approximation with ½ correction",
        ),
        SignP::NormalUncorrected => (
            test.normal(side, false),
            Method::Asymptotic,
            test.z(false),
            "normal approximation, uncorrected",
        ),
    };
    let floor = (request.variants.sign_p == SignP::Exact).then(|| test.floor(side));
    let recipe = format!("sign test, {law}, n = {} ({ties})", test.n());
    ClosedForm {
        p: Some(p),
        method,
        centred: Some(pair.counts.better as f64 - pair.counts.worse as f64),
        relative_error: 0.0,
        df: None,
        statistic: Some(statistic),
        floor,
        design: None,
        recipe: recipe.into(),
        notes: Vec::new(),
    }
}

fn mcnemar(side: Alternative, pair: &Pair, variant: McNemarVariant) -> Result<ClosedForm, Error> {
    if !pair.binary {
        return Err(Error::not_applicable(
            asked_as("test", "mcnemar"),
            "scores that are all 0 or 1",
            "these are not",
            format!("use {}", asked_as("test", "permutation")),
        ));
    }
    let test = McNemar {
        b: pair.counts.better,
        c: pair.counts.worse,
    };
    let exact = SignTest::new(pair.counts, SignTies::Drop);
    let mut notes = Vec::new();
    let (method, statistic, floor, name) = match variant {
        McNemarVariant::Exact => (
            Method::Exact,
            test.b.min(test.c) as f64,
            Some(exact.floor(side)),
            "exact",
        ),
        McNemarVariant::MidP => {
            notes.push(
                Code::MidP.says("mid-p never exceeds the exact p-value: choose it beforehand, not after the exact one"),
            );
            (
                Method::Exact,
                test.b.min(test.c) as f64,
                None,
                "mid-p (Fagerland, Lydersen & Laake 2013)",
            )
        }
        McNemarVariant::Unconditional => {
            // The least p is that of items that all differ the same way.
            let all = match side {
                Alternative::Less => McNemar {
                    b: 0,
                    c: pair.items(),
                },
                _ => McNemar {
                    b: pair.items(),
                    c: 0,
                },
            };
            let name = "unconditional: the largest p over the share of items that differ (Berger & Boos 1994, gamma 1e-6)";
            (
                Method::Exact,
                test.z(),
                Some(all.p(pair.items(), variant, side)?),
                name,
            )
        }
        McNemarVariant::ChiSquare => (
            Method::Asymptotic,
            test.chi_square(false),
            None,
            "chi-square, uncorrected",
        ),
        McNemarVariant::ChiSquareCorrected => (
            Method::Asymptotic,
            test.chi_square(true),
            None,
            "chi-square with continuity correction",
        ),
    };
    if method == Method::Asymptotic && (1..CHI_SQUARE).contains(&test.discordant()) {
        return Err(Error::not_applicable(
            asked_as("mcnemar", variant),
            "at least 25 items on which the systems differ",
            format!("there are {}", test.discordant()),
            format!(
                "use {}, which is right for any number",
                asked_as("mcnemar", McNemarVariant::Exact)
            ),
        ));
    }
    let recipe = format!(
        "McNemar's test, {name}, {} discordant pairs",
        test.discordant()
    );
    Ok(ClosedForm {
        p: Some(test.p(pair.items(), variant, side)?),
        method,
        centred: None,
        relative_error: 0.0,
        df: None,
        statistic: Some(statistic),
        floor,
        design: None,
        recipe: recipe.into(),
        notes,
    })
}
