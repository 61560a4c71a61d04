//! Gold labels and predictions of released classifiers. The counts stand in the READMEs of the data.

use restrap_metrics::labels::{Average, LabelF, LabelSet, Labels, Measure};

use super::data;

fn correct(bytes: &[u8], system: &str) -> [i64; 2] {
    let column = |name: &str| {
        let mut table = csv::Reader::from_reader(bytes);
        let header = table.headers().expect("a header");
        let at = header
            .iter()
            .position(|column| column == name)
            .expect("the column");
        let rows = table
            .records()
            .map(|row| row.expect("a row")[at].trim().to_owned());
        Labels::from_items(name, rows.collect::<Vec<_>>())
    };
    let (gold, labels) = (column("gold"), column(system));
    let set = LabelSet::of([&gold, &labels]);
    let right = LabelF::new(Measure::Precision, Average::Micro, &set).expect("a metric");
    let statistics = right.score(&gold, &labels).expect("paired");
    [statistics.sums()[0], statistics.items() as i64]
}

#[test]
fn accuracies_on_hans_are_those_of_the_paper() {
    let bytes = data("hans/bert_decomp_attn.csv.zst");
    for (system, published) in [("bert", 0.547_967), ("decomp_attn", 0.502_733)] {
        let [right, items] = correct(&bytes, system);
        // Printed with six decimals.
        let accuracy = right as f64 / items as f64;
        assert!(
            items == 30_000 && (accuracy - published).abs() <= 5e-7,
            "{system}: {accuracy}"
        );
    }
}
