//! The page of the documents that restrap began from: each command of it prints the figure of its row.

use crate::support::{restrap, root};

#[test]
fn commands_of_the_documents_print_the_figures_of_their_rows() {
    let page = std::fs::read_to_string(root().join("docs/textbook-examples.md")).expect("the page");
    let mut checked = 0;
    for row in page.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [_, command, figure] = cells[..] else {
            continue;
        };
        let command = command.trim_matches('`');
        let (Some(command), Some(figure)) =
            (command.strip_prefix("restrap "), figure.strip_prefix('`'))
        else {
            continue;
        };
        let figure = figure.trim_end_matches('`');
        let ran = restrap(command);
        assert_eq!(ran.code, Some(0), "{ran}");
        assert!(
            ran.sentences().contains(figure),
            "the page says `{figure}`\n{ran}"
        );
        checked += 1;
    }
    assert!(checked >= 42, "{checked} figures");
}
