//! `restrap power compare` as people type it.

use insta::assert_snapshot;

use crate::support::{restrap, wide};

const MOVIES: &str = "datasets/sentiment/movie-reviews.csv:vader_no_but datasets/sentiment/movie-reviews.csv:vader --id id";

#[test]
fn accuracy_with_all_tests_and_profiles() {
    assert_snapshot!(restrap("power compare --experiments 5000"));
}

#[test]
fn one_cell_has_intervals_and_type_s_and_m() {
    assert_snapshot!(restrap(
        "power compare --model continuous --items 200 --effect 0.2 --test permutation,t,wilcoxon --experiments 400"
    ));
}

#[test]
fn skewed_and_clustered_data_are_no_null_of_some_tests() {
    assert_snapshot!(restrap(
        "power compare --model continuous --items 50,200 --effect 0 --skew 0,3 --cluster-size 1,5 --test all --experiments 300"
    ));
}

#[test]
fn a_self_check_of_ones_own_files() {
    assert_snapshot!(restrap(&format!(
        "power compare {MOVIES} --self-check --experiments 1000"
    )));
}

#[test]
fn files_of_equal_means_and_with_an_effect() {
    assert_snapshot!(restrap(&format!(
        "power compare {MOVIES} --null centred --items 100,400 --effect 0,0.05 --test permutation,t,sign --experiments 300"
    )));
}

#[test]
fn outputs_for_papers() {
    let line = "power compare --items 50 --effect 0.1 --test permutation,t --profile koehn --experiments 2000";
    for format in ["csv", "markdown", "latex"] {
        assert_snapshot!(
            format!("rates_{format}"),
            restrap(&format!("{line} --output {format}"))
        );
    }
    assert_snapshot!("rates_json", restrap(&format!("{line} --json")));
}

#[test]
fn rates_are_drawn_against_items() {
    let folder = crate::support::Folder::new();
    let line = "power compare --items 25,50,100 --experiments 200 --test all --quiet --plot";
    let ran = folder.restrap(&format!("{line} rates.svg"));
    assert_eq!(ran.code, Some(0), "{ran}");
    let svg = std::fs::read_to_string(folder.path().join("rates.svg")).expect("a figure");
    for word in [
        "type-I error",
        "power",
        "items",
        "permutation",
        "alpha 0.05",
    ] {
        assert!(svg.contains(word), "{word}");
    }
    // One number of items: a row for each test.
    let ran = folder.restrap(&format!("{} dots.svg", line.replace("25,50,100", "25")));
    assert_eq!(ran.code, Some(0), "{ran}");
    let svg = std::fs::read_to_string(folder.path().join("dots.svg")).expect("a figure");
    for word in [
        "type-I error",
        "25 items",
        "permutation",
        "share of 200 experiments",
    ] {
        assert!(svg.contains(word), "{word}");
    }
}

#[test]
fn what_is_refused() {
    for (name, line) in [
        ("effect", "power compare --effect 0.5"),
        ("skew", "power compare --skew 2"),
        ("mcnemar", "power compare --model graded --test mcnemar"),
        ("twice", "power compare --test t,t"),
        (
            "outputs",
            "power compare datasets/outputs/baseline.txt datasets/outputs/system.txt --ref datasets/outputs/reference.txt \
             --metric bleu --test t",
        ),
        (
            "one_file",
            "power compare datasets/sentiment/movie-reviews.csv:vader --id id",
        ),
        (
            "model_and_files",
            &format!("power compare {MOVIES} --model graded"),
        ),
        ("self_check_alone", "power compare --self-check"),
        ("no_law", "power compare --model graded --exact always"),
    ] {
        let ran = restrap(line);
        assert_eq!(ran.code, Some(2), "{ran}");
        assert_snapshot!(format!("refused_{name}"), ran);
    }
}

#[test]
fn threads_levels_and_drawing_in_full_change_no_byte() {
    let line = "power compare --model graded --items 30,90 --experiments 80 --test all --profile all --json";
    let all = "permutation,bootstrap,bootstrap-percentile,t,sign,wilcoxon";
    let line = line.replace("--test all", &format!("--test {all}"));
    let expected = restrap(&line).out;
    for more in ["--threads 1", "--threads 3", "--level scalar", "--in-full"] {
        assert_eq!(restrap(&format!("{line} {more}")).out, expected, "{more}");
    }
    assert_ne!(restrap(&format!("{line} --seed 1")).out, expected);
}

#[test]
fn levels_lost_to_the_steps_of_sampled_p_values_are_told_by_tail() {
    let line = "power compare --model continuous --items 20 --effect 0 --experiments 20 --json";
    let told = |more: &str| restrap(&format!("{line} {more}")).out;
    // alpha (R + 1) = 5, half of it 2.5: only the doubled tail loses, 4 of 100 steps are left.
    let doubled = told("--resamples 99 --test permutation,bootstrap-percentile");
    assert!(doubled.contains("alpha/2 (R + 1) is 2.5"), "{doubled}");
    assert!(
        doubled.contains("(bootstrap-percentile) have a type-I error of at most 0.04"),
        "{doubled}"
    );
    assert!(
        doubled.contains("R = 119 loses nothing") && !doubled.contains("alpha (R + 1) is"),
        "{doubled}"
    );
    for fine in [
        "--resamples 99 --test permutation",
        "--resamples 99 --test bootstrap-percentile --alternative better",
        "--resamples 119 --test permutation,bootstrap-percentile",
        "--resamples 98 --test t",
    ] {
        assert!(told(fine).contains("\"warnings\": []"), "{fine}");
    }
    let never = told("--resamples 9 --test permutation,bootstrap-percentile");
    assert!(
        never.contains("alpha (R + 1) is 0.5, no whole number: sampled tests can never reject"),
        "{never}"
    );
}

#[test]
fn clusters_say_that_tests_ignore_them() {
    let line = "power compare --items 40 --experiments 50 --test t";
    let ran = restrap(&format!("{line} --cluster-size 4 --effect 0 --json"));
    assert!(
        ran.out
            .contains("items in clusters, which every test treats as independent"),
        "{ran}"
    );
    assert!(ran.out.contains("not the rates of a cluster test"), "{ran}");
    let ran = restrap(line);
    assert!(!format!("{ran}").contains("independent"), "{ran}");
}

#[test]
fn exact_says_how_p_values_come() {
    let line = "power compare --items 40 --experiments 50 --test permutation --json";
    for (word, how) in [("auto", "exact"), ("always", "exact"), ("never", "sampled")] {
        let ran = restrap(&format!("{line} --exact {word}"));
        assert!(
            ran.out.contains(&format!("\"method\": \"{how}\"")),
            "{word}: {ran}"
        );
    }
    // Nothing to resample: always is kept.
    assert_eq!(
        restrap(
            "power compare --model continuous --items 40 --experiments 20 --test t,sign --exact always"
        )
        .code,
        Some(0)
    );
}

#[test]
fn no_line_is_wider_than_a_terminal() {
    for line in [
        "power compare --experiments 200",
        "power compare --model continuous --skew 3 --cluster-size 5 --items 50 --experiments 20",
        "power compare --model continuous --items 20,30,40,50,60,80,100 --experiments 20",
    ] {
        assert_eq!(wide(&restrap(line).out), None, "{line}");
    }
}
