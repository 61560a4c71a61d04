//! `restrap adjust`: p-values that a paper has.

use insta::assert_snapshot;
use serde_json::json;

use crate::support::Folder;

/// The example of Dror et al. (2017), of whose data sets one is certain by Bonferroni and two by Fisher.
const DROR: &str = "dataset,p\nd1,0.168\nd2,0.297\nd3,0.357\nd4,0.019\nd5,0.218\nd6,0.001\n";

#[test]
fn p_values_of_a_table_are_adjusted_counted_and_combined() {
    let folder = Folder::with(&[
        ("p.csv", DROR),
        ("lines.txt", "0.01\n<.001\n0.04\n"),
        (
            "papers.csv",
            "task,ours,p-value\nmt,1.5,<0.001\nqa,2,p = .03\n",
        ),
        ("all.csv", "dataset,p\na,.001\nb,.002\nc,.003\n"),
    ]);
    assert_snapshot!(folder.restrap("adjust p.csv --independent"));
    assert_snapshot!(folder.restrap("adjust papers.csv --adjust bonferroni -o markdown"));
    let json = folder.restrap("adjust lines.txt --json").json();
    assert_eq!(
        json["rows"][1],
        json!({"name": "2", "pvalue": 0.001, "is_bound": true, "p_adjusted": 0.003, "shown": true})
    );
    assert_eq!(json["combined"], json!([]));
    // All of three: the question of rtmdrr/replicability-analysis-NLP #1.
    let all = folder.restrap("replicate --pvalues all.csv --json").json();
    assert_eq!(
        (&all["schema"], &all["replicated"][0]["k"]),
        (&json!("restrap/adjust/1"), &json!(3))
    );
}

#[test]
fn what_is_no_p_value_is_refused() {
    let folder = Folder::with(&[
        ("zero.csv", "a,p\nx,0\ny,0.1\n"),
        ("word.csv", "a,p\nx,n.s.\n"),
        ("two.csv", "a,b\nx,0.1\n"),
        ("two-p.csv", "a,p_raw,p_fdr\nx,0.1,0.2\n"),
    ]);
    for (line, error, hint) in [
        (
            "adjust zero.csv",
            "expected a p-value above 0 and at most 1, found 0 of x",
            "no test gives 0: write the bound that was printed, such as <0.001, or 1/(R + 1) of R resamples",
        ),
        (
            "adjust word.csv",
            "expected a p-value above 0 and at most 1, found n.s. of x",
            "write it as 0.03 or <0.001",
        ),
        (
            "adjust two-p.csv",
            "expected a column of p-values in two-p.csv, found a, p_raw, p_fdr",
            "name it: two-p.csv:COLUMN",
        ),
        (
            "replicate --pvalues two.csv --adjust none",
            "--pvalues adjusts for their number, found --adjust none",
            "drop --adjust",
        ),
    ] {
        let ran = folder.restrap(line);
        assert_eq!((ran.error(), ran.hint()), (error, Some(hint)), "{ran}");
    }
    assert!(
        folder.restrap("adjust two-p.csv:p_raw --json").json()["rows"][0]["pvalue"] == json!(0.1)
    );
}
