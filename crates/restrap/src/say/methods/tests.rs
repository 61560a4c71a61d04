use super::*;
use crate::{
    Control, Data, Exact, Groups, IntervalMethod, Profile, Request, Scores, Strata, Subsample,
    SubsampleSize, compare,
};

fn scores(name: &str, step: u32) -> Scores<'static> {
    let scores = (0..40).map(|item| f64::from(u8::from(item % step == 0)));
    Scores::new(name, scores.collect::<Vec<f64>>())
}

fn told(systems: &[Scores], request: &Request) -> Methods {
    methods(&compare(systems, request, &Control::default()).unwrap())
}

fn keys(told: &Methods) -> Vec<&str> {
    let entries = told.bibtex.lines().filter(|line| line.starts_with('@'));
    entries
        .map(|line| line.split_once('{').unwrap().1.trim_end_matches(','))
        .collect()
}

#[test]
fn every_interval_has_words_and_a_reference() {
    for method in IntervalMethod::ALL {
        if !matches!(method, IntervalMethod::Auto | IntervalMethod::None) {
            let own = design::Method::of_interval(method.into()).map(|row| row.work);
            let work = own.or(works::of_interval(method.into(), false));
            assert!(work.is_some(), "{}", method.name());
        }
    }
    for kind in IntervalKind::ALL {
        let is_told = interval_words(kind, false) != "intervals";
        assert_eq!(is_told, kind != IntervalKind::Identical, "{}", kind.name());
    }
}

#[test]
fn the_paragraph_cites_what_was_used_and_nothing_else() {
    let request = Request::default().exact(Exact::Never).resamples(999);
    let systems = [scores("a", 4), scores("b", 2), scores("c", 3)];
    let told = told(&systems, &request);
    for part in [
        "2 systems (b and c) with the baseline a",
        "999 random resamples (seed 0",
        "Holm 1979",
        "Wilson 1927",
    ] {
        assert!(told.paragraph.contains(part), "{part}: {}", told.paragraph);
    }
    assert_eq!(
        keys(&told),
        ["noreen1989", "phipson2010", "wilson1927", "holm1979"]
    );
}

#[test]
fn non_inferiority_is_one_test_and_equivalence_two_each_with_its_interval() {
    let systems = [scores("a", 4), scores("b", 2)];
    let of = |claim| {
        told(
            &systems,
            &Request::default().margin(claim, MarginSize::Points(2.0)),
        )
    };
    let one = of(Claim::Noninferior);
    assert!(
        one.paragraph
            .contains("Non-inferiority by a margin of 2 percentage points, fixed beforehand"),
        "{}",
        one.paragraph
    );
    assert!(
        one.paragraph.contains(
            "with a one-sided exact unconditional score test of paired proportions (Berger and Boos 1994)"
        ),
        "{}",
        one.paragraph
    );
    assert!(
        one.paragraph.contains("has confidence 90 %"),
        "{}",
        one.paragraph
    );
    assert!(!one.paragraph.contains("two one-sided") && !keys(&one).contains(&"schuirmann1987"));
    let two = of(Claim::Equivalent);
    assert!(
        two.paragraph.contains(
            "with two one-sided tests (Schuirmann 1987), each an exact unconditional score test"
        ),
        "{}",
        two.paragraph
    );
    assert!(keys(&two).contains(&"schuirmann1987"));
}

#[test]
fn a_profile_cites_who_published_it() {
    let systems = [scores("a", 4), scores("b", 2)];
    for profile in Profile::ALL {
        let request = Request::default().profile(profile);
        let told = told(&systems, &request);
        let name = format!("the profile {} of restrap", profile.name());
        assert!(told.paragraph.contains(&name), "{}", told.paragraph);
        assert!(
            works::of_profile(profile)
                .iter()
                .all(|work| keys(&told).contains(&work.key())),
            "{}",
            told.bibtex
        );
    }
}

#[test]
fn a_design_is_told_where_something_draws_by_it() {
    let systems = [scores("a", 4), scores("b", 2)];
    let draws = Draws::Subsample(Subsample {
        size: SubsampleSize::Items(10),
        replacement: false,
    });
    let rule = crate::Rule {
        draws,
        ..crate::Rule::PLAIN
    };
    let request = Request::default()
        .tests(vec![Test::Bootstrap])
        .rule(rule)
        .resamples(99);
    let drawn = told(&systems, &request);
    assert!(
        drawn
            .paragraph
            .contains("drew m = 10 of the n = 40 items without replacement"),
        "{}",
        drawn.paragraph
    );
    assert!(keys(&drawn).contains(&"politis1999"));
    let codes: Vec<u32> = (0..40).map(|item| 1 + item % 2).collect();
    let strata = Strata {
        column: "domain".to_owned(),
        codes: codes.into(),
    };
    let told = |request: &Request| {
        methods(
            &compare(
                Data::from(&systems).sampling(&Groups::Strata(strata.clone()).into()),
                request,
                &Control::default(),
            )
            .unwrap(),
        )
    };
    let swaps = Request::default().interval(IntervalMethod::None);
    assert!(!told(&swaps).paragraph.contains("strata"));
    let drawn = told(&Request::default().tests(vec![Test::Bootstrap]));
    assert!(
        drawn
            .paragraph
            .contains("kept the sizes of the strata of domain (Davison and Hinkley 1997)")
    );
}

#[test]
fn different_items_have_sources_of_their_own() {
    let systems = [scores("a", 4), scores("b", 2)];
    let request = Request::default().unpaired(true);
    assert_eq!(keys(&told(&systems, &request)), ["chan1999", "wilson1927"]);
}

#[test]
fn pieces_are_the_paragraph() {
    let told = told(&[scores("a", 4), scores("b", 2)], &Request::default());
    let words: String = told
        .pieces
        .iter()
        .filter_map(|piece| {
            if let Piece::Words(words) = piece {
                Some(words.as_str())
            } else {
                None
            }
        })
        .collect();
    let bare = told
        .paragraph
        .replace(" (Noreen 1989)", "")
        .replace(" (Berger and Boos 1994)", "");
    assert_eq!(words, bare.replace(" (Wilson 1927)", ""));
}
