//! A methods paragraph and the references of what was used, for a paper.

use crate::outcome::{Method, Outcome};
use crate::words::{count, percent};

/// Text for a methods section, and its bibliography.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Methods {
    /// Sentences with author and year in brackets.
    pub paragraph: String,
    /// One BibTeX entry for each work that the paragraph cites, in the order of the first citation.
    pub bibtex: String,
}

/// A work that is cited.
struct Work {
    key: &'static str,
    cited: &'static str,
    entry: &'static str,
}

macro_rules! works {
    ($($name:ident: $key:literal, $cited:literal, $kind:literal, $fields:literal;)*) => {
        $(const $name: Work = Work {
            key: $key,
            cited: $cited,
            entry: concat!("@", $kind, "{", $key, ",\n", $fields, "\n}"),
        };)*
        #[cfg(test)]
        const ALL: &[&Work] = &[$(&$name),*];
    };
}

works! {
    NOREEN: "noreen1989", "Noreen 1989", "book",
        "  author = {Eric W. Noreen},\n  title = {Computer-Intensive Methods for Testing Hypotheses: An Introduction},\n  publisher = {Wiley},\n  year = {1989}";
    EFRON_TIBSHIRANI: "efron1993", "Efron and Tibshirani 1993", "book",
        "  author = {Bradley Efron and Robert J. Tibshirani},\n  title = {An Introduction to the Bootstrap},\n  publisher = {Chapman \\& Hall},\n  year = {1993}";
    EFRON_BCA: "efron1987", "Efron 1987", "article",
        "  author = {Bradley Efron},\n  title = {Better Bootstrap Confidence Intervals},\n  journal = {Journal of the American Statistical Association},\n  volume = {82},\n  number = {397},\n  pages = {171--185},\n  year = {1987}";
    STUDENT: "student1908", "Student 1908", "article",
        "  author = {Student},\n  title = {The Probable Error of a Mean},\n  journal = {Biometrika},\n  volume = {6},\n  number = {1},\n  pages = {1--25},\n  year = {1908}";
    WELCH: "welch1947", "Welch 1947", "article",
        "  author = {B. L. Welch},\n  title = {The Generalization of `{Student's}' Problem when Several Different Population Variances are Involved},\n  journal = {Biometrika},\n  volume = {34},\n  number = {1--2},\n  pages = {28--35},\n  year = {1947}";
    DIXON_MOOD: "dixon1946", "Dixon and Mood 1946", "article",
        "  author = {W. J. Dixon and A. M. Mood},\n  title = {The Statistical Sign Test},\n  journal = {Journal of the American Statistical Association},\n  volume = {41},\n  number = {236},\n  pages = {557--566},\n  year = {1946}";
    MCNEMAR: "mcnemar1947", "McNemar 1947", "article",
        "  author = {Quinn McNemar},\n  title = {Note on the Sampling Error of the Difference between Correlated Proportions or Percentages},\n  journal = {Psychometrika},\n  volume = {12},\n  number = {2},\n  pages = {153--157},\n  year = {1947}";
    WILCOXON: "wilcoxon1945", "Wilcoxon 1945", "article",
        "  author = {Frank Wilcoxon},\n  title = {Individual Comparisons by Ranking Methods},\n  journal = {Biometrics Bulletin},\n  volume = {1},\n  number = {6},\n  pages = {80--83},\n  year = {1945}";
    PHIPSON_SMYTH: "phipson2010", "Phipson and Smyth 2010", "article",
        "  author = {Belinda Phipson and Gordon K. Smyth},\n  title = {Permutation P-values Should Never Be Zero: Calculating Exact P-values when Permutations are Randomly Drawn},\n  journal = {Statistical Applications in Genetics and Molecular Biology},\n  volume = {9},\n  number = {1},\n  year = {2010}";
    TANGO: "tango1998", "Tango 1998", "article",
        "  author = {Toshiro Tango},\n  title = {Equivalence Test and Confidence Interval for the Difference in Proportions for the Paired-sample Design},\n  journal = {Statistics in Medicine},\n  volume = {17},\n  number = {8},\n  pages = {891--908},\n  year = {1998}";
    WILSON: "wilson1927", "Wilson 1927", "article",
        "  author = {Edwin B. Wilson},\n  title = {Probable Inference, the Law of Succession, and Statistical Inference},\n  journal = {Journal of the American Statistical Association},\n  volume = {22},\n  number = {158},\n  pages = {209--212},\n  year = {1927}";
    CLOPPER_PEARSON: "clopper1934", "Clopper and Pearson 1934", "article",
        "  author = {C. J. Clopper and E. S. Pearson},\n  title = {The Use of Confidence or Fiducial Limits Illustrated in the Case of the Binomial},\n  journal = {Biometrika},\n  volume = {26},\n  number = {4},\n  pages = {404--413},\n  year = {1934}";
    NEWCOMBE: "newcombe1998", "Newcombe 1998", "article",
        "  author = {Robert G. Newcombe},\n  title = {Improved Confidence Intervals for the Difference between Binomial Proportions Based on Paired Data},\n  journal = {Statistics in Medicine},\n  volume = {17},\n  number = {22},\n  pages = {2635--2650},\n  year = {1998}";
    HOLM: "holm1979", "Holm 1979", "article",
        "  author = {Sture Holm},\n  title = {A Simple Sequentially Rejective Multiple Test Procedure},\n  journal = {Scandinavian Journal of Statistics},\n  volume = {6},\n  number = {2},\n  pages = {65--70},\n  year = {1979}";
    DUNN: "dunn1961", "Dunn 1961", "article",
        "  author = {Olive Jean Dunn},\n  title = {Multiple Comparisons among Means},\n  journal = {Journal of the American Statistical Association},\n  volume = {56},\n  number = {293},\n  pages = {52--64},\n  year = {1961}";
    SIDAK: "sidak1967", "\u{160}id\u{e1}k 1967", "article",
        "  author = {Zbyn\\v{e}k \\v{S}id\\'{a}k},\n  title = {Rectangular Confidence Regions for the Means of Multivariate Normal Distributions},\n  journal = {Journal of the American Statistical Association},\n  volume = {62},\n  number = {318},\n  pages = {626--633},\n  year = {1967}";
    HOCHBERG: "hochberg1988", "Hochberg 1988", "article",
        "  author = {Yosef Hochberg},\n  title = {A Sharper {Bonferroni} Procedure for Multiple Tests of Significance},\n  journal = {Biometrika},\n  volume = {75},\n  number = {4},\n  pages = {800--802},\n  year = {1988}";
    HOMMEL: "hommel1988", "Hommel 1988", "article",
        "  author = {Gerhard Hommel},\n  title = {A Stagewise Rejective Multiple Test Procedure Based on a Modified {Bonferroni} Test},\n  journal = {Biometrika},\n  volume = {75},\n  number = {2},\n  pages = {383--386},\n  year = {1988}";
    BENJAMINI_HOCHBERG: "benjamini1995", "Benjamini and Hochberg 1995", "article",
        "  author = {Yoav Benjamini and Yosef Hochberg},\n  title = {Controlling the False Discovery Rate: A Practical and Powerful Approach to Multiple Testing},\n  journal = {Journal of the Royal Statistical Society: Series B},\n  volume = {57},\n  number = {1},\n  pages = {289--300},\n  year = {1995}";
    BENJAMINI_YEKUTIELI: "benjamini2001", "Benjamini and Yekutieli 2001", "article",
        "  author = {Yoav Benjamini and Daniel Yekutieli},\n  title = {The Control of the False Discovery Rate in Multiple Testing under Dependency},\n  journal = {The Annals of Statistics},\n  volume = {29},\n  number = {4},\n  pages = {1165--1188},\n  year = {2001}";
}

/// Where a test is published.
fn of_test(name: &str) -> Option<&'static Work> {
    Some(match name {
        "permutation" => &NOREEN,
        "bootstrap" | "bootstrap-percentile" => &EFRON_TIBSHIRANI,
        "t" | "student" => &STUDENT,
        "welch" => &WELCH,
        "sign" => &DIXON_MOOD,
        "mcnemar" => &MCNEMAR,
        "wilcoxon" => &WILCOXON,
        _ => return None,
    })
}

/// Where an interval is published.
fn of_interval(method: &str) -> Option<&'static Work> {
    Some(match method {
        "invert" => &NOREEN,
        "tango" => &TANGO,
        "bca" => &EFRON_BCA,
        "percentile" | "basic" | "normal" | "studentized" => &EFRON_TIBSHIRANI,
        "wilson" => &WILSON,
        "newcombe" => &NEWCOMBE,
        "clopper-pearson" => &CLOPPER_PEARSON,
        _ => return None,
    })
}

/// Where an adjustment is published.
fn of_adjustment(name: &str) -> Option<&'static Work> {
    Some(match name {
        "holm" => &HOLM,
        "bonferroni" => &DUNN,
        "sidak" | "holm-sidak" => &SIDAK,
        "hochberg" => &HOCHBERG,
        "hommel" => &HOMMEL,
        "bh" => &BENJAMINI_HOCHBERG,
        "by" => &BENJAMINI_YEKUTIELI,
        _ => return None,
    })
}

/// An interval in words.
fn interval_words(method: &str) -> String {
    match method {
        "invert" => "by inverting the two-sided permutation test".to_owned(),
        "tango" => "score intervals for paired proportions".to_owned(),
        "bca" => "bias-corrected and accelerated bootstrap intervals".to_owned(),
        "percentile" => "bootstrap percentile intervals".to_owned(),
        "basic" => "basic bootstrap intervals".to_owned(),
        "normal" => "normal intervals with the bootstrap standard error".to_owned(),
        other => format!("{other} intervals"),
    }
}

/// What was done, in sentences, and what it cites.
pub fn methods(outcome: &Outcome) -> Methods {
    let mut cited: Vec<&'static Work> = Vec::new();
    let mut cite = |work: Option<&'static Work>| {
        let Some(work) = work else { return String::new() };
        if !cited.iter().any(|known| known.key == work.key) {
            cited.push(work);
        }
        format!(" ({})", work.cited)
    };
    let mut words = Vec::new();
    let Some(first) = outcome.comparisons.first() else {
        return Methods { paragraph: String::new(), bibtex: String::new() };
    };
    let systems = match outcome.comparisons.len() {
        1 => format!("We compared {} with the baseline {}", first.system, first.baseline),
        more => format!("We compared {more} systems with the baseline {}", first.baseline),
    };
    words.push(format!("{systems} on {}, paired item by item.", count(outcome.items, "item")));
    for (place, test) in first.tests.iter().enumerate() {
        let opening =
            if place == 0 { "Significance was tested with a" } else { "For sensitivity we also ran a" };
        // A recipe names its source in brackets; the citation takes its place.
        let recipe = without_source(&test.recipe);
        let article = if recipe.starts_with(['a', 'e', 'i', 'o', 'u']) { "n" } else { "" };
        words.push(format!("{opening}{article} {recipe}{}.", cite(of_test(test.name))));
        words.push(match test.method {
            Method::Exact => "The p-value is exact; nothing was resampled.".to_owned(),
            Method::Inversion => {
                "The p-value was computed by numerical inversion of the characteristic function; nothing was resampled."
                    .to_owned()
            }
            Method::Asymptotic => "The p-value is asymptotic.".to_owned(),
            Method::Sampled => {
                let drawn = count(test.resamples.unwrap_or(outcome.resamples), "resample");
                let rule =
                    if test.recipe.contains("(c + 1)/(R + 1)") { cite(Some(&PHIPSON_SMYTH)) } else { String::new() };
                format!("We drew {drawn} (seed {}, stream {}){rule}.", outcome.seed, outcome.stream)
            }
        });
    }
    if let Some(interval) = &first.interval {
        words.push(format!(
            "Intervals of the differences have confidence {}: {}{}.",
            percent(interval.confidence),
            interval_words(interval.method),
            cite(of_interval(interval.method))
        ));
    }
    if let Some(by) = &outcome.by {
        words.push(format!("The comparison was repeated on the sub-populations of {}.", by.column));
    }
    match &outcome.family {
        Some(family) => words.push(format!(
            "The p-values of {} were adjusted together by the {} procedure{}.",
            count(family.size, "comparison"),
            family.adjust,
            cite(of_adjustment(family.adjust))
        )),
        None if outcome.comparisons.len() > 1 => {
            words.push("The p-values were not adjusted for the number of comparisons.".to_owned());
        }
        None => {}
    }
    words.push(format!(
        "The level of the tests was {}. All computations were made with restrap {}.",
        outcome.alpha, outcome.version
    ));
    let entries: Vec<&str> = cited.iter().map(|work| work.entry).collect();
    Methods { paragraph: words.join(" "), bibtex: entries.join("\n\n") }
}

/// A recipe without the brackets that hold a year.
fn without_source(recipe: &str) -> String {
    let mut text = String::new();
    let mut rest = recipe;
    while let Some((before, after)) = rest.split_once('(') {
        let Some((inside, tail)) = after.split_once(')') else { break };
        let has_year = inside.as_bytes().windows(4).any(|four| four.iter().all(u8::is_ascii_digit));
        let inside = if has_year { inside.rsplit_once("; ").map_or("", |(kept, _)| kept) } else { inside };
        text.push_str(if inside.is_empty() { before.trim_end() } else { before });
        if !inside.is_empty() {
            text.extend(["(", inside, ")"]);
        }
        rest = tail;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Adjustment, Control, Exact, IntervalMethod, Precision, Request, Scores, Test, compare};

    #[test]
    fn every_work_has_a_key_of_its_own_and_balanced_braces() {
        for (place, work) in ALL.iter().enumerate() {
            assert!(ALL[..place].iter().all(|known| known.key != work.key), "{}", work.key);
            assert!(work.entry.contains(&work.cited[work.cited.len() - 4..]), "{}: its year", work.key);
            let count = |brace| work.entry.matches(brace).count();
            assert_eq!(count('{'), count('}'), "{}", work.entry);
        }
    }

    #[test]
    fn every_test_interval_and_adjustment_has_its_reference() {
        for test in Test::ALL {
            assert!(of_test(test.name()).is_some(), "{}", test.name());
        }
        for method in IntervalMethod::ALL {
            let named = matches!(method, IntervalMethod::Auto | IntervalMethod::None);
            assert!(named || of_interval(method.name()).is_some(), "{}", method.name());
        }
        for adjustment in Adjustment::ALL {
            assert!(of_adjustment(adjustment.name()).is_some(), "{}", adjustment.name());
        }
    }

    #[test]
    fn sources_leave_the_recipe_and_other_brackets_stay() {
        assert_eq!(
            without_source(
                "paired permutation test (random swaps; Noreen 1989), one-sided (better), over all swaps"
            ),
            "paired permutation test (random swaps), one-sided (better), over all swaps"
        );
        assert_eq!(without_source("bootstrap (Efron & Tibshirani 1993), two-sided"), "bootstrap, two-sided");
        assert_eq!(without_source("p = (c + 1)/(R + 1)"), "p = (c + 1)/(R + 1)");
    }

    #[test]
    fn the_paragraph_cites_what_was_used_and_nothing_else() {
        let scores = |name: &str, step: u32| Scores {
            name: name.to_owned(),
            values: (0..40).map(|item| f64::from(u8::from(item % step == 0))).collect(),
            precision: Precision::Double,
        };
        let request = Request { exact: Exact::Never, resamples: 999, ..Request::default() };
        let systems = [scores("a", 4), scores("b", 2), scores("c", 3)];
        let told = methods(&compare(&systems, &request, &Control::default()).unwrap());
        for part in
            ["2 systems with the baseline a on 40 items", "999 resamples (seed 0", "Holm 1979", "Tango 1998"]
        {
            assert!(told.paragraph.contains(part), "{part}: {}", told.paragraph);
        }
        let keys: Vec<&str> = told.bibtex.lines().filter(|line| line.starts_with('@')).collect();
        assert_eq!(
            keys,
            ["@book{noreen1989,", "@article{phipson2010,", "@article{tango1998,", "@article{holm1979,"]
        );
    }
}
