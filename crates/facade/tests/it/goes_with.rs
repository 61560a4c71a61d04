//! Every pair of options that the table decides is refused before a file is opened, by one function.

use std::str::FromStr;

use restrap_facade::inner::{GOES_WITH, Given, NEEDS, TAKES, goes_with};
use restrap_facade::io::Grouping;
use restrap_facade::metrics::MetricName;
use restrap_facade::{
    AskedMargin, Bayesian, Claim, ClusterWeight, Control, Error, Numbers, Over, Request,
    ScoreRange, ScoreRequest, SourceError, Sources, compare_files,
};

/// Asks for this, of files that are not there; none where no option says it, or where another row's does.
fn ask(given: Given, sources: &mut Sources, request: &mut Request) -> bool {
    let column = || Some("c".to_owned());
    let reading = &mut sources.reading;
    match given {
        Given::Against => sources.against = Some(0.5),
        Given::Baseline => reading.baseline = column(),
        Given::Bayesian => request.question.bayesian = Some(Bayesian::default()),
        Given::Bounded => {
            request.question.bounded = Some(ScoreRange {
                low: 0.0,
                high: 1.0,
            });
        }
        Given::By => (reading.by, reading.grouping) = (column(), Grouping::Populations),
        Given::Stratum => (reading.by, reading.grouping) = (column(), Grouping::Strata),
        Given::Mix => *sources = sources.clone().mix("c=a:0.5,b:0.5".parse().expect("a mix")),
        Given::Cluster => reading.cluster = column(),
        Given::ClusterFile => reading.cluster = Some("{cluster}_".to_owned()),
        Given::Crossed => reading.cluster = Some("c,d".to_owned()),
        Given::Counts => {
            sources.numbers = Some(Numbers::Counts(
                "plus=1,minus=2,null=3".parse().expect("counts"),
            ));
        }
        Given::Pairs => sources.numbers = Some(Numbers::Table("1,2,3,4".parse().expect("a table"))),
        Given::Listed => {
            sources.numbers = Some(Numbers::Scores(vec!["a=1,2".parse().expect("scores")]));
        }
        Given::Gold => reading.gold = column(),
        Given::Human => sources.human = column(),
        Given::Id => reading.id = vec!["c".to_owned()],
        Given::Judge => sources.answers.judge = column(),
        Given::Repeat => sources.answers.repeat = column(),
        Given::SeedColumn => sources.answers.seed = column(),
        Given::Long => {
            reading.long = Some("system=a,item=b,score=c".parse().expect("a long table"));
        }
        Given::Margin => {
            let size = "1pt".parse().expect("a margin");
            request.question.margin = Some(AskedMargin {
                claim: Claim::Noninferior,
                size,
            });
        }
        Given::Metric => {
            sources.metrics = vec![ScoreRequest::new(
                MetricName::from_str("bleu").expect("a metric"),
            )];
        }
        Given::Rankings => {
            sources.metrics = vec![ScoreRequest::new(
                MetricName::from_str("ndcg@10").expect("a metric"),
            )];
        }
        Given::Summary => {
            sources.summary = Some(MetricName::from_str("median").expect("a quantile"));
        }
        Given::Over | Given::Overlapping => request.sample.over = Over::Folds,
        Given::Values => request.sample.over = Over::Seeds,
        Given::Replications => request.sample.over = Over::Replications,
        Given::Systems => reading.systems = column(),
        Given::OverVotes => request.sample.over = Over::Votes,
        Given::Splits => request.sample.over = Over::Splits,
        Given::TestFraction => request.sample.test_fraction = Some(0.2),
        Given::ClusterWeight => request.sample.cluster_weight = ClusterWeight::Equal,
        Given::Unpaired => request.sample.unpaired = true,
        Given::VoteColumns => {
            sources.votes = Some("left=a,right=b,winner=c".parse().expect("columns"));
        }
        Given::CountColumn => reading.count = column(),
        Given::Where => reading.filters = vec!["c=1".parse().expect("a filter")],
        _ => return false,
    }
    true
}

#[test]
fn every_pair_of_the_table_is_refused_before_a_file_is_opened() {
    let (mut tried, mut of_data) = (0, 0);
    for row in GOES_WITH {
        for &other in row.never {
            let Err(Error::NotApplicable {
                subject,
                found,
                hint,
                ..
            }) = goes_with::check(&[row.option, other])
            else {
                panic!("{:?} with {other:?} is not refused", row.option);
            };
            assert!(
                !subject.is_empty() && found.contains(' ') && hint.starts_with("drop "),
                "{subject} {found} {hint}"
            );
            let (mut sources, mut request) =
                (Sources::new(["lost.csv", "gone.csv"]), Request::default());
            // Sub-populations, strata and the groups of a mix are one field: nobody can ask for two of them here.
            let groups = [Given::By, Given::Stratum, Given::Mix];
            let is_one_field = groups.contains(&row.option) && groups.contains(&other);
            if is_one_field
                || !(ask(row.option, &mut sources, &mut request)
                    && ask(other, &mut sources, &mut request))
            {
                of_data += 1;
                continue;
            }
            tried += 1;
            let refused = compare_files(&sources, &request, &Control::default()).err();
            assert!(
                matches!(
                    refused,
                    Some(SourceError::Compare(Error::NotApplicable { .. }))
                ),
                "{:?} with {other:?}: {refused:?}",
                row.option
            );
        }
    }
    assert!(tried > 100, "{tried} pairs of options, {of_data} of data");
    for row in NEEDS {
        let refused = goes_with::check(&[row.option]);
        assert!(
            matches!(&refused, Err(Error::NotApplicable { hint, .. }) if hint.starts_with("add ")),
            "{:?}: {refused:?}",
            row.option
        );
        let (mut sources, mut request) =
            (Sources::new(["lost.csv", "gone.csv"]), Request::default());
        if ask(row.option, &mut sources, &mut request) {
            let refused = compare_files(&sources, &request, &Control::default()).err();
            assert!(
                matches!(
                    refused,
                    Some(SourceError::Compare(Error::NotApplicable { .. }))
                ),
                "{:?}: {refused:?}",
                row.option
            );
        }
    }
    for &one in Given::ALL {
        let is_lacking = NEEDS.iter().any(|row| row.option == one);
        assert_eq!(
            goes_with::check(&[one]).is_err(),
            is_lacking,
            "{one:?} alone"
        );
        let decides = is_lacking
            || NEEDS.iter().any(|row| row.beside.contains(&one))
            || TAKES.iter().any(|row| row.option == one)
            || GOES_WITH
                .iter()
                .any(|row| row.option == one || row.never.contains(&one));
        assert!(decides, "{one:?} decides nothing");
    }
}
