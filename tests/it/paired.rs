//! Rows in any order, of any format: the answer is that of the sorted rows, or a refusal that names an option.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use restrap_testing::{Numbers, effort};
use serde_json::{Value, json};

use crate::support::{Folder, Ran};

const ITEMS: usize = 24;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Format {
    Csv,
    Tsv,
    Json,
    JsonLines,
    Parquet,
    /// The second system is piped, as CSV.
    Piped,
    /// The second system is piped, as JSON lines.
    PipedLines,
    /// One file per item.
    Glob,
}

const FORMATS: [Format; 8] = [
    Format::Csv,
    Format::Tsv,
    Format::Json,
    Format::JsonLines,
    Format::Parquet,
    Format::Piped,
    Format::PipedLines,
    Format::Glob,
];

impl Format {
    fn ending(self) -> &'static str {
        match self {
            Self::Csv | Self::Piped | Self::Glob => "csv",
            Self::Tsv => "tsv",
            Self::Json => "json",
            Self::JsonLines | Self::PipedLines => "jsonl",
            Self::Parquet => "parquet",
        }
    }

    fn has_objects(self) -> bool {
        matches!(self, Self::Json | Self::JsonLines | Self::PipedLines)
    }
}

/// What tells items apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Ids {
    Text,
    Number,
    /// In an object of the record; in tables, two columns that tell items apart together.
    Nested,
}

/// What a third column says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Role {
    None,
    Cluster,
    By,
    Stratum,
    Seed,
    Gold,
    Kappa,
    Human,
    Correlate,
}

const ROLES: [Role; 9] = [
    Role::None,
    Role::Cluster,
    Role::By,
    Role::Stratum,
    Role::Seed,
    Role::Gold,
    Role::Kappa,
    Role::Human,
    Role::Correlate,
];

/// Items that a table lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Lacks {
    Nothing,
    /// One item of the second system.
    New,
    /// One of each system, so that the tables are as long as each other.
    Both,
    /// One item of the third file.
    Beside,
}

const LACKS: [Lacks; 4] = [Lacks::Nothing, Lacks::New, Lacks::Both, Lacks::Beside];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Case {
    format: Format,
    ids: Ids,
    role: Role,
    /// The third column is in a file of its own.
    beside: bool,
    lacks: Lacks,
    /// `--missing drop` is given.
    drops: bool,
    /// `--id` is given.
    named: bool,
}

type Row = Vec<(&'static str, Value)>;

fn hash(item: usize, salt: u64) -> u64 {
    Numbers(item as u64 * 7_919 + salt * 104_729 + 1).bits() >> 11
}

fn id(ids: Ids, item: usize) -> String {
    let (first, second) = (item / 5, item % 5);
    match ids {
        Ids::Number => (1_000 + hash(item, 9) % 9_000).to_string(),
        _ => format!(
            "q{}{}-{}",
            (b'a' + first as u8) as char,
            first,
            (b'k' + second as u8) as char
        ),
    }
}

impl Case {
    fn id_columns(self, item: usize) -> Row {
        let id = id(self.ids, item);
        match self.ids {
            Ids::Text => vec![("id", json!(id))],
            Ids::Number => vec![("id", json!(id.parse::<i64>().expect("a number")))],
            Ids::Nested if self.format.has_objects() => vec![("meta", json!({"key": id}))],
            Ids::Nested => {
                let (task, nr) = id.split_once('-').expect("two parts");
                vec![("task", json!(task)), ("nr", json!(nr))]
            }
        }
    }

    fn ids_named(self) -> &'static str {
        match self.ids {
            Ids::Nested if self.format.has_objects() => "meta.key",
            Ids::Nested => "task,nr",
            _ => "id",
        }
    }

    fn has_labels(self) -> bool {
        matches!(self.role, Role::Gold | Role::Kappa)
    }

    /// What a system has of an item.
    fn own(self, item: usize, seed: u64, salt: u64) -> Row {
        let mut row = self.id_columns(item);
        if self.role == Role::Seed {
            row.push(("seed", json!(seed + 1)));
        }
        let hash = hash(item, salt + 3 * seed);
        let gold = ["cat", "dog", "cow"][(self::hash(item, 0) % 3) as usize];
        if self.has_labels() {
            let label = if hash.is_multiple_of(4) {
                ["cat", "dog", "cow"][(hash / 8 % 3) as usize]
            } else {
                gold
            };
            row.push(("pred", json!(label)));
        } else {
            let lift = if salt == 2 { 4 } else { 0 };
            row.push(("score", json!((hash % 21 + lift) as f64 / 25.0)));
        }
        if !self.beside {
            row.extend(self.third(item));
        }
        row
    }

    /// What the third column says of an item.
    fn third(self, item: usize) -> Option<(&'static str, Value)> {
        let hash = hash(item, 0);
        let one_of = |words: &[&str]| json!(words[(hash % words.len() as u64) as usize]);
        Some(match self.role {
            Role::None | Role::Seed | Role::Human => return None,
            Role::Cluster => ("doc", one_of(&["d1", "d2", "d3", "d4", "d5", "d6", "d7"])),
            Role::By | Role::Stratum => ("domain", one_of(&["law", "news", "web"])),
            Role::Gold | Role::Kappa => ("gold", one_of(&["cat", "dog", "cow"])),
            Role::Correlate => ("human", json!((hash % 19) as f64 / 20.0)),
        })
    }

    /// What people say of both systems; of every third item nothing.
    fn people(self, item: usize) -> Row {
        let score = |salt| json!((hash(item, salt) % 19) as f64 / 20.0);
        let mut row = self.id_columns(item);
        row.extend([("base", score(5)), ("new", score(6))]);
        row
    }

    /// The rows of the systems and of the third file, of these items, sorted.
    fn rows(self, is_there: impl Fn(usize, usize) -> bool) -> [Vec<Row>; 3] {
        let seeds = if self.role == Role::Seed { 3 } else { 1 };
        [0, 1, 2].map(|table| {
            let has_score =
                |item: usize| self.role != Role::Human || table != 2 || !item.is_multiple_of(3);
            let items = (0..ITEMS).filter(|&item| is_there(table, item) && has_score(item));
            let rows = items.flat_map(|item| {
                (0..if table == 2 { 1 } else { seeds }).map(move |seed| match table {
                    2 if self.role == Role::Human => self.people(item),
                    2 => self
                        .id_columns(item)
                        .into_iter()
                        .chain(self.third(item))
                        .collect(),
                    system => self.own(item, seed, system as u64 + 1),
                })
            });
            rows.collect()
        })
    }

    fn lacks(self, table: usize, item: usize) -> bool {
        match self.lacks {
            Lacks::Nothing => false,
            Lacks::New => (table, item) == (1, 7),
            Lacks::Both => [(0, 3), (1, 7)].contains(&(table, item)),
            Lacks::Beside => (table, item) == (2, 7),
        }
    }

    fn put(self, folder: &Folder, name: &str, rows: &[Row]) -> Option<String> {
        match self.format {
            Format::Glob if name != "beside" => {
                for row in rows {
                    let (ids, rest) = row.split_at(1);
                    let key = ids[0]
                        .1
                        .as_str()
                        .map_or_else(|| ids[0].1.to_string(), str::to_owned);
                    folder.put(
                        &format!("{name}/{key}.csv"),
                        separated(&[rest.to_vec()], ','),
                    );
                }
                None
            }
            Format::Piped | Format::PipedLines if name == "new" => Some(match self.format {
                Format::Piped => separated(rows, ','),
                _ => records(rows),
            }),
            Format::Csv | Format::Piped | Format::Glob => {
                folder.put(&format!("{name}.csv"), separated(rows, ','));
                None
            }
            Format::Tsv => {
                folder.put(&format!("{name}.tsv"), separated(rows, '\t'));
                None
            }
            Format::JsonLines | Format::PipedLines => {
                folder.put(&format!("{name}.jsonl"), records(rows));
                None
            }
            Format::Json => {
                let objects: Vec<Value> = rows.iter().map(object).collect();
                folder.put(&format!("{name}.json"), Value::from(objects).to_string());
                None
            }
            Format::Parquet => {
                folder.put(&format!("{name}.parquet"), parquet(rows));
                None
            }
        }
    }

    fn line(self) -> String {
        let ending = self.format.ending();
        let measure = if self.has_labels() { "pred" } else { "score" };
        let [base, new] = match self.format {
            Format::Glob => ["base", "new"].map(|name| format!("'{name}={name}/*.csv:{measure}'")),
            Format::Piped | Format::PipedLines => [
                format!("base.{ending}:{measure}"),
                format!("new=-:{measure}"),
            ],
            _ => ["base", "new"].map(|name| format!("{name}.{ending}:{measure}")),
        };
        let third = |column: &str| {
            if self.beside {
                format!("beside.{ending}:{column}")
            } else {
                column.to_owned()
            }
        };
        let labels = |column: &str| {
            if self.beside {
                format!("beside.{ending}:{column}")
            } else {
                format!("base.{ending}:{column}")
            }
        };
        let role = match self.role {
            Role::None => String::new(),
            Role::Cluster => format!("--cluster {}", third("doc")),
            Role::By => format!("--by {}", third("domain")),
            Role::Stratum => format!("--stratum {}", third("domain")),
            Role::Seed => "--seed-col seed --over items".to_owned(),
            Role::Gold => format!("--gold {} --metric accuracy", labels("gold")),
            Role::Kappa => format!("--gold {} --metric kappa", labels("gold")),
            Role::Human => format!("--human beside.{ending}"),
            Role::Correlate => format!("--gold {}", labels("human")),
        };
        let verb = if self.role == Role::Correlate {
            "correlate"
        } else {
            "compare"
        };
        let mut line = format!("{verb} {base} {new} {role} --json");
        if self.named {
            write!(line, " --id {}", self.ids_named()).expect("in memory");
        }
        if self.drops {
            line += " --missing drop";
        }
        line
    }

    fn run(self, tables: &[Vec<Row>; 3]) -> Ran {
        let folder = Folder::new();
        let piped: Vec<String> = ["base", "new", "beside"]
            .iter()
            .zip(tables)
            .filter_map(|(name, rows)| self.put(&folder, name, rows))
            .collect();
        match piped.into_iter().next() {
            Some(text) => folder.piped(&self.line(), text),
            None => folder.restrap(&self.line()),
        }
    }

    /// This case says something that others do not.
    fn is_one(self) -> bool {
        let alone = matches!(self.role, Role::None | Role::Seed);
        let people = self.role == Role::Human;
        let is_glob = self.format == Format::Glob;
        let own = matches!(
            self.role,
            Role::None | Role::Cluster | Role::By | Role::Stratum
        );
        let says_nothing = [
            alone && self.beside,
            (people || self.lacks == Lacks::Beside) && !self.beside,
            is_glob && (self.ids == Ids::Nested || self.named || self.role == Role::Seed),
            is_glob && !self.beside && !own,
            self.drops && self.lacks == Lacks::Nothing,
        ];
        !says_nothing.contains(&true)
    }
}

fn separated(rows: &[Row], separator: char) -> String {
    let line = |cells: Vec<String>| cells.join(&separator.to_string()) + "\n";
    let names = rows[0].iter().map(|(name, _)| (*name).to_owned()).collect();
    let cell = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    let rows = rows
        .iter()
        .map(|row| line(row.iter().map(|(_, value)| cell(value)).collect()));
    line(names) + &rows.collect::<String>()
}

fn object(row: &Row) -> Value {
    row.iter()
        .map(|(name, value)| ((*name).to_owned(), value.clone()))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn records(rows: &[Row]) -> String {
    rows.iter()
        .map(|row| object(row).to_string() + "\n")
        .collect()
}

fn parquet(rows: &[Row]) -> Vec<u8> {
    let columns = (0..rows[0].len()).map(|at| {
        let values = || rows.iter().map(move |row| &row[at].1);
        let column: ArrayRef = if values().all(Value::is_i64) || values().all(Value::is_u64) {
            Arc::new(values().map(Value::as_i64).collect::<Int64Array>())
        } else if values().all(Value::is_number) {
            Arc::new(values().map(Value::as_f64).collect::<Float64Array>())
        } else {
            Arc::new(values().map(Value::as_str).collect::<StringArray>())
        };
        (rows[0][at].0, column)
    });
    let batch = RecordBatch::try_from_iter(columns).expect("columns of one length");
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), None).expect("a writer");
    writer.write(&batch).expect("in memory");
    writer.close().expect("in memory");
    bytes
}

/// What the answer says, without the files that it was read from.
fn answer(ran: &Ran) -> Value {
    let mut json = ran.json();
    let object = json.as_object_mut().expect("an object");
    for of_files in [
        "assumptions",
        "assumption_codes",
        "inputs",
        "host",
        "signature",
        "warnings",
        "warning_codes",
        "notes",
        "note_codes",
    ] {
        object.remove(of_files);
    }
    json
}

fn shuffled(rows: &[Row], seed: u64) -> Vec<Row> {
    let mut numbers = Numbers(seed);
    let mut rows = rows.to_vec();
    for last in (1..rows.len()).rev() {
        rows.swap(last, numbers.below(last as u64 + 1) as usize);
    }
    rows
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for format in FORMATS {
        for role in ROLES {
            for ids in [Ids::Text, Ids::Number, Ids::Nested] {
                for bits in 0..8 {
                    let [beside, drops, named] = [1, 2, 4].map(|bit| bits & bit != 0);
                    cases.extend(LACKS.map(|lacks| Case {
                        format,
                        ids,
                        role,
                        beside,
                        lacks,
                        drops,
                        named,
                    }));
                }
            }
        }
    }
    cases.retain(|case| case.is_one());
    cases
}

#[test]
fn rows_in_any_order_have_the_answer_of_sorted_rows_or_a_refusal_with_an_option() {
    let all = cases();
    let step = effort(7, 1) as usize;
    let mut told: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut sorted: HashMap<Case, Value> = HashMap::new();
    for (at, case) in all.iter().enumerate().filter(|(at, _)| at % step == 0) {
        let full = case.rows(|table, item| !case.lacks(table, item));
        // Items are in the order of the first file that is named: that of the right answers, if there is one.
        let first = match case.role {
            Role::Gold | Role::Kappa | Role::Correlate if case.beside => 2,
            _ => 0,
        };
        let mixed = [0, 1, 2].map(|table| match table {
            _ if table == first => full[table].clone(),
            _ => shuffled(&full[table], (3 * at + table) as u64),
        });
        let ran = case.run(&mixed);
        if ran.code != Some(0) {
            let hint = ran.hint().unwrap_or_default();
            let named = [
                "--id",
                "--missing",
                "--same-items",
                "--gold",
                "--human",
                "--repeat",
            ];
            let Some(option) = named.iter().find(|option| hint.contains(*option)) else {
                wrong.push(format!("{case:?}: refused without an option\n{ran}"));
                continue;
            };
            *told.entry(format!("refused: {option}")).or_default() += 1;
            if case.named && case.lacks == Lacks::Nothing {
                wrong.push(format!("{case:?}: refused though ids are named\n{ran}"));
            }
            continue;
        }
        *told.entry("answered".to_owned()).or_default() += 1;
        // The items that all of them have, each table in the order of ids; ids are named.
        let plain = Case {
            lacks: Lacks::Nothing,
            drops: false,
            named: case.format != Format::Glob,
            ..*case
        };
        let key = Case {
            lacks: case.lacks,
            ..plain
        };
        let third_counts = case.beside && !matches!(case.role, Role::Human);
        let is_common = |item: usize| {
            (0..if third_counts { 3 } else { 2 }).all(|table| !case.lacks(table, item))
        };
        let expected = sorted.entry(key).or_insert_with(|| {
            let rows =
                plain.rows(|table, item| is_common(item) && (table != 2 || !case.lacks(2, item)));
            let ran = plain.run(&rows);
            assert_eq!(ran.code, Some(0), "{plain:?} sorted: {ran}");
            answer(&ran)
        });
        let found = answer(&ran);
        if found != *expected {
            wrong.push(format!(
                "{case:?}: another answer\n{}\n{}",
                told_by(&found, expected),
                ran.line
            ));
        }
    }
    println!(
        "{} of {} cases: {told:?}",
        all.len().div_ceil(step),
        all.len()
    );
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n\n")
    );
}

/// Where two answers differ first.
fn told_by(found: &Value, expected: &Value) -> String {
    let [a, b] = [found, expected].map(|json| serde_json::to_string_pretty(json).expect("JSON"));
    let pair = a.lines().zip(b.lines()).find(|(one, other)| one != other);
    format!("{pair:?}")
}
