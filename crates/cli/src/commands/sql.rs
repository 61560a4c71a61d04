//! `restrap sql`: the query that counts equal rows in a database, and the command that reads its result.

use clap::{ArgMatches, Args, Command};
use restrap_words::{shell_word, vocabulary};

use crate::args::word::word;
use crate::parse::Refused;
use crate::run::failure::Failure;
use crate::run::print;

vocabulary! {
    /// A dialect of SQL.
    pub enum Dialect: "a dialect of SQL" {
        /// DuckDB, whose tables may be files.
        DuckDb = "duckdb",
        /// Spark SQL and Databricks.
        Spark = "spark",
        /// Google BigQuery.
        BigQuery = "bigquery",
    }
    default DuckDb
}

#[derive(Args)]
pub struct SqlArgs {
    /// Dialect of the query
    #[arg(long, value_name = "NAME", default_value_t = Dialect::default(), value_parser = word::<Dialect>())]
    pub dialect: Dialect,
    /// A command of restrap, with TABLE:COLUMN in the place of FILE:COLUMN
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "COMMAND"
    )]
    pub command: Vec<String>,
}

/// Commands that read counted rows.
const COUNTED: [&str; 8] = [
    "compare",
    "ci",
    "rank",
    "replicate",
    "advise",
    "score",
    "inspect",
    "plan",
];
/// Arguments that the query answers and the command that reads its result does not repeat.
const DONE: [&str; 8] = [
    "systems",
    "id",
    "filters",
    "long",
    "globs",
    "input_format",
    "no_mmap",
    "count",
];
/// Arguments that look at single items.
const OF_ITEMS: [&str; 8] = [
    "repeat",
    "seed_col",
    "judge",
    "human",
    "votes",
    "unseen",
    "references",
    "qrels",
];
/// Options that name a column of groups.
const GROUPS: [&str; 5] = ["by", "cluster", "stratum", "dataset", "mix"];

/// A column of a table, and what it is called in the result.
#[derive(Clone)]
struct Column {
    table: String,
    source: String,
    name: String,
}

/// Prints the query and the command.
pub fn run(args: &SqlArgs, commands: &Command) -> Result<u8, Failure> {
    let words: Vec<String> = std::iter::once("restrap")
        .chain(args.command.iter().map(String::as_str))
        .map(str::to_owned)
        .collect();
    let parsed = |words: &[String]| commands.clone().try_get_matches_from(words);
    let matches = parsed(&words).map_err(|error| {
        let refused = Refused::new(&error, commands, &words);
        let accepts = |words: &[String]| parsed(words).is_ok();
        refused.failure(&accepts).unwrap_or_else(|| {
            Failure::usage(
                "sql takes the command whose rows are counted, found another",
                "for example: `restrap sql compare TABLE:a TABLE:b`",
            )
        })
    })?;
    print::out(&Query::new(&matches, commands, args.dialect)?.text())?;
    Ok(0)
}

/// A query and the command that reads its result.
struct Query<'m> {
    given: &'m ArgMatches,
    command: &'m Command,
    /// The words of the command before its arguments.
    called: Vec<&'m str>,
    dialect: Dialect,
    systems: Vec<Column>,
    gold: Option<Column>,
    /// Columns of groups, as in the first table.
    groups: Vec<String>,
    ids: Vec<String>,
    /// The system, item and score of a long table.
    long: Option<[String; 3]>,
}

impl<'m> Query<'m> {
    fn new(
        matches: &'m ArgMatches,
        commands: &'m Command,
        dialect: Dialect,
    ) -> Result<Self, Failure> {
        let (mut given, mut command, mut called) = (matches, commands, Vec::new());
        while let Some((name, own)) = given.subcommand() {
            called.push(name);
            given = own;
            command = command.find_subcommand(name).unwrap_or(command);
        }
        let name = called.last().copied().unwrap_or_default();
        if !COUNTED.contains(&name) {
            return Err(Failure::usage(
                format!(
                    "expected a command that reads counted rows, found {}",
                    called.join(" ")
                ),
                format!(
                    "the commands are {}",
                    COUNTED[..7].join(", ") + " and power plan"
                ),
            ));
        }
        if let Some(option) = OF_ITEMS
            .into_iter()
            .find(|id| raw(given, id).next().is_some())
        {
            return Err(Failure::usage(
                format!(
                    "--{} looks at single items, which a count has not",
                    long_of(command, option)
                ),
                "give one row per item to the command itself",
            ));
        }
        let long = raw(given, "long")
            .next()
            .map(|typed| long(&typed))
            .transpose()?;
        let systems = raw(given, "systems").map(|typed| column(&typed));
        let systems = systems.collect::<Result<Vec<Column>, Failure>>()?;
        let gold = raw(given, "gold")
            .next()
            .map(|typed| column(&typed))
            .transpose()?;
        let groups = GROUPS.into_iter().flat_map(|id| raw(given, id));
        let groups: Vec<String> = groups
            .map(|typed| groups_of(&typed))
            .collect::<Result<Vec<_>, _>>()?
            .concat();
        let mut query = Self {
            given,
            command,
            called,
            dialect,
            systems,
            gold,
            groups,
            ids: raw(given, "id").collect(),
            long,
        };
        query.name_apart();
        query.check()?;
        Ok(query)
    }

    /// Calls each system by its column, or by its table if columns are called alike.
    fn name_apart(&mut self) {
        let alike = |systems: &[Column]| {
            systems
                .iter()
                .enumerate()
                .any(|(at, one)| systems[..at].iter().any(|other| other.name == one.name))
        };
        if alike(&self.systems) {
            for system in self.systems.iter_mut().filter(|one| one.name == one.source) {
                system.name = stem(&system.table).to_owned();
            }
        }
        if alike(&self.systems) {
            for (at, system) in self.systems.iter_mut().enumerate() {
                system.name = format!("{}_{}", system.name, at + 1);
            }
        }
    }

    fn check(&self) -> Result<(), Failure> {
        let tables = self.tables();
        if tables.len() > 1 && self.ids.is_empty() && !self.is_apart() {
            return Err(Failure::usage(
                format!(
                    "expected the column that pairs the rows of {}, found none",
                    tables.join(", ")
                ),
                "add `--id COL`, or `--unpaired` if they hold different items",
            ));
        }
        if self.long.is_some() && tables.len() > 1 {
            return Err(Failure::usage(
                format!("expected one long table, found {}", tables.join(", ")),
                "name its systems: TABLE:base TABLE:new",
            ));
        }
        let file = tables.iter().find(|table| is_file(table));
        if let (Dialect::BigQuery, Some(file)) = (self.dialect, file) {
            return Err(Failure::usage(
                format!("expected a table of BigQuery, found the file {file}"),
                "name it as project.dataset.table:COLUMN",
            ));
        }
        Ok(())
    }

    /// The tables, each once.
    fn tables(&self) -> Vec<&str> {
        let mut tables: Vec<&str> = Vec::new();
        for column in self.systems.iter().chain(&self.gold) {
            if !tables.contains(&&column.table[..]) {
                tables.push(&column.table);
            }
        }
        tables
    }

    /// Each system has items of its own.
    fn is_apart(&self) -> bool {
        let is_unpaired = self.given.try_get_one::<bool>("unpaired").ok().flatten() == Some(&true);
        is_unpaired || self.called == ["ci"] && self.tables().len() > 1 && self.ids.is_empty()
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let mut arguments = Vec::new();
        let parts: Vec<&[Column]> = if self.is_apart() {
            self.systems.chunks(1).collect()
        } else {
            vec![&self.systems]
        };
        for (at, systems) in parts.iter().enumerate() {
            let file = if parts.len() > 1 {
                format!("counts{}.csv", at + 1)
            } else {
                "counts.csv".to_owned()
            };
            text += &self.saved(&self.select(systems), &file);
            text.push('\n');
            arguments.extend(
                systems
                    .iter()
                    .map(|system| format!("{file}:{}", system.name)),
            );
        }
        let into = if self.dialect == Dialect::DuckDb {
            ""
        } else {
            "-- save the result as counts.csv, then:\n"
        };
        text + into + &self.reading(&arguments) + "\n"
    }

    /// The query as a statement that writes its result, where the dialect has one.
    fn saved(&self, select: &str, file: &str) -> String {
        if self.dialect != Dialect::DuckDb {
            return format!("{select};\n");
        }
        let lines = select.lines().map(|line| format!("  {line}\n"));
        format!(
            "COPY (\n{}) TO '{file}';\n",
            lines.collect::<Vec<String>>().concat()
        )
    }

    fn select(&self, systems: &[Column]) -> String {
        let of_result: Vec<(String, String)> = self.columns(systems);
        let named = |(value, name): &(String, String)| {
            let name = self.quoted(name);
            if *value == name {
                name
            } else {
                format!("{value} AS {name}")
            }
        };
        let columns: Vec<String> = of_result.iter().map(named).collect();
        let groups: Vec<&str> = of_result.iter().map(|(value, _)| &value[..]).collect();
        let count = match self.given_count() {
            Some(counts) => format!("sum({0}) AS {0}", self.quoted(&counts)),
            None => format!("count(*) AS {}", self.quoted(&self.count())),
        };
        format!(
            "SELECT {}, {count}\nFROM {}\n{}GROUP BY {}",
            columns.join(", "),
            self.from(systems),
            if self.long.is_some() {
                String::new()
            } else {
                self.filters("")
            },
            groups.join(", ")
        )
    }

    /// Returns each selected expression with its name in the result.
    fn columns(&self, systems: &[Column]) -> Vec<(String, String)> {
        let is_joined = self.long.is_none() && self.tables_of(systems).len() > 1;
        let of = |table: &str, column: &str| {
            let place = self
                .tables_of(systems)
                .iter()
                .position(|known| *known == table);
            match place.filter(|_| is_joined) {
                Some(place) => format!("t{place}.{}", self.quoted(column)),
                None => self.quoted(column),
            }
        };
        let system = |system: &Column| {
            // A long table has been spread out by the names of its systems.
            let column = if self.long.is_some() {
                &system.name
            } else {
                &system.source
            };
            (of(&system.table, column), system.name.clone())
        };
        let mut columns: Vec<(String, String)> = systems.iter().map(system).collect();
        let gold = self
            .gold
            .iter()
            .map(|gold| (of(&gold.table, &gold.source), gold.source.clone()));
        let first = systems.first().map_or("", |first| &first.table[..]);
        let groups = self
            .groups
            .iter()
            .map(|column| (of(first, column), column.clone()));
        for (value, name) in gold.chain(groups) {
            if !columns.iter().any(|(_, known)| *known == name) {
                columns.push((value, name));
            }
        }
        columns
    }

    fn tables_of<'s>(&'s self, systems: &'s [Column]) -> Vec<&'s str> {
        let mut tables: Vec<&str> = Vec::new();
        for column in systems.iter().chain(&self.gold) {
            if !tables.contains(&&column.table[..]) {
                tables.push(&column.table);
            }
        }
        tables
    }

    fn from(&self, systems: &[Column]) -> String {
        let tables = self.tables_of(systems);
        if let Some([system, item, score]) = &self.long {
            let [system, item, score] = [system, item, score].map(|column| self.quoted(column));
            let spread = systems.iter().map(|one| {
                format!(
                    "max(CASE WHEN {system} = {} THEN {score} END) AS {}",
                    self.text_of(&one.source),
                    self.quoted(&one.name)
                )
            });
            let groups = self.groups.iter().map(|column| {
                let column = self.quoted(column);
                format!("max({column}) AS {column}")
            });
            let columns: Vec<String> = spread.chain(groups).collect();
            return format!(
                "(\n  SELECT {}\n  FROM {}\n{}  GROUP BY {item}\n) AS items",
                columns.join(",\n         "),
                self.table(tables[0]),
                self.filters("  ")
            );
        }
        let ids: Vec<String> = self.ids.iter().map(|id| self.quoted(id)).collect();
        let joined = tables.iter().enumerate().skip(1).map(|(place, table)| {
            let table = self.table(table);
            format!(" JOIN {table} AS t{place} USING ({})", ids.join(", "))
        });
        let first = if tables.len() > 1 { " AS t0" } else { "" };
        [self.table(tables[0]), first.to_owned()]
            .into_iter()
            .chain(joined)
            .collect()
    }

    /// The rows that are kept: of one column one of its values, and all that is said of other columns.
    fn filters(&self, indent: &str) -> String {
        let mut kept: Vec<(String, bool, Vec<String>)> = Vec::new();
        for typed in raw(self.given, "filters") {
            let (column, value, is) = match typed.split_once("!=") {
                Some((column, value)) => (column, value, false),
                None => match typed.split_once('=') {
                    Some((column, value)) => (column, value, true),
                    None => continue,
                },
            };
            let value = self.text_of(value);
            match kept
                .iter_mut()
                .find(|one| (&one.0[..], one.1) == (column, is))
            {
                Some(one) => one.2.push(value),
                None => kept.push((column.to_owned(), is, vec![value])),
            }
        }
        let as_text = if self.dialect == Dialect::DuckDb {
            "VARCHAR"
        } else {
            "STRING"
        };
        let all: Vec<String> = kept
            .iter()
            .map(|(column, is, values)| {
                let not = if *is { "" } else { "NOT " };
                format!(
                    "CAST({} AS {as_text}) {not}IN ({})",
                    self.quoted(column),
                    values.join(", ")
                )
            })
            .collect();
        if all.is_empty() {
            String::new()
        } else {
            format!("{indent}WHERE {}\n", all.join(" AND "))
        }
    }

    /// The column of counts in the table, if it has one.
    fn given_count(&self) -> Option<String> {
        raw(self.given, "count").next()
    }

    /// The name of the counts in the result, which no other column has.
    fn count(&self) -> String {
        if let Some(given) = self.given_count() {
            return given;
        }
        let known = |name: &str| {
            self.systems.iter().any(|system| system.name == name)
                || self.groups.iter().any(|group| group == name)
                || self.gold.iter().any(|gold| gold.source == name)
        };
        let mut name = "items".to_owned();
        while known(&name) {
            name.push('_');
        }
        name
    }

    /// The command that reads the result.
    fn reading(&self, arguments: &[String]) -> String {
        let mut words = vec!["restrap".to_owned()];
        words.extend(self.called.iter().map(|word| (*word).to_owned()));
        words.extend(
            arguments
                .iter()
                .map(|argument| shell_word(argument).into_owned()),
        );
        for arg in self.command.get_arguments() {
            let id = arg.get_id().as_str();
            let is_given =
                self.given.value_source(id) == Some(clap::parser::ValueSource::CommandLine);
            let Some(long) = arg.get_long().filter(|_| is_given && !DONE.contains(&id)) else {
                continue;
            };
            if !arg.get_action().takes_values() {
                words.push(format!("--{long}"));
                continue;
            }
            for value in raw(self.given, id) {
                let value = if id == "gold" {
                    format!(
                        "counts.csv:{}",
                        self.gold.as_ref().map_or("", |gold| &gold.source)
                    )
                } else {
                    value
                };
                let join = if arg.is_require_equals_set() {
                    "="
                } else {
                    " "
                };
                words.push(format!("--{long}{join}{}", shell_word(&value)));
            }
        }
        words.push(format!("--count {}", shell_word(&self.count())));
        words.join(" ")
    }

    /// The name of a column, quoted.
    fn quoted(&self, name: &str) -> String {
        match self.dialect {
            Dialect::DuckDb => format!("\"{}\"", name.replace('"', "\"\"")),
            Dialect::Spark => format!("`{}`", name.replace('`', "``")),
            Dialect::BigQuery => format!("`{}`", name.replace('\\', "\\\\").replace('`', "\\`")),
        }
    }

    /// A text, quoted.
    fn text_of(&self, value: &str) -> String {
        match self.dialect {
            Dialect::DuckDb => format!("'{}'", value.replace('\'', "''")),
            Dialect::Spark | Dialect::BigQuery => {
                format!("'{}'", value.replace('\\', "\\\\").replace('\'', "\\'"))
            }
        }
    }

    /// The name of a table, or a file in its place, quoted.
    fn table(&self, name: &str) -> String {
        match self.dialect {
            Dialect::DuckDb if is_file(name) => self.text_of(name),
            Dialect::Spark if is_file(name) => {
                format!("{}.{}", kind_of(name), self.quoted(name))
            }
            Dialect::BigQuery => self.quoted(name),
            Dialect::DuckDb | Dialect::Spark => name
                .split('.')
                .map(|part| self.quoted(part))
                .collect::<Vec<_>>()
                .join("."),
        }
    }
}

/// Returns the values that were typed for an argument, unchanged.
fn raw<'m>(given: &'m ArgMatches, id: &str) -> impl Iterator<Item = String> + 'm {
    let is_typed = given.ids().any(|known| known == id)
        && given.value_source(id) == Some(clap::parser::ValueSource::CommandLine);
    let values = if is_typed { given.get_raw(id) } else { None };
    values
        .into_iter()
        .flatten()
        .map(|value| value.to_string_lossy().into_owned())
}

/// The long name of an argument.
fn long_of<'c>(command: &'c Command, id: &'c str) -> &'c str {
    let mut arguments = command.get_arguments();
    let arg = arguments.find(|arg| arg.get_id() == id);
    arg.and_then(clap::Arg::get_long).unwrap_or(id)
}

/// `[NAME=]TABLE:COLUMN`.
fn column(typed: &str) -> Result<Column, Failure> {
    let (name, place) = match typed.split_once('=') {
        Some((name, place)) if !name.contains([':', '/']) => (Some(name), place),
        _ => (None, typed),
    };
    let Some((table, column)) = place
        .rsplit_once(':')
        .filter(|(table, column)| !table.is_empty() && !column.is_empty())
    else {
        return Err(Failure::usage(
            format!("expected [NAME=]TABLE:COLUMN, found {typed}"),
            format!("name the columns that are systems: {place}:a {place}:b"),
        ));
    };
    Ok(Column {
        table: table.to_owned(),
        source: column.to_owned(),
        name: name.unwrap_or(column).to_owned(),
    })
}

/// The columns that an option of groups names.
fn groups_of(typed: &str) -> Result<Vec<String>, Failure> {
    // Shares of a mix follow its column.
    let columns = typed.split_once('=').map_or(typed, |(column, _)| column);
    if columns.contains([':', '/', '{']) {
        return Err(Failure::usage(
            format!("expected a column of groups in the table, found {typed}"),
            "join the groups to the table first",
        ));
    }
    Ok(columns.split(',').map(str::to_owned).collect())
}

/// The system, item and score of `system=COL,item=COL,score=COL`.
fn long(typed: &str) -> Result<[String; 3], Failure> {
    let of = |role: &str| {
        let mut parts = typed.split(',').filter_map(|part| part.split_once('='));
        parts
            .find(|(name, _)| name.trim() == role)
            .map(|(_, column)| column.trim().to_owned())
    };
    let [Some(system), Some(item), Some(score)] = ["system", "item", "score"].map(of) else {
        return Err(Failure::usage(
            format!("expected system=COL,item=COL,score=COL, found {typed}"),
            "name the three columns",
        ));
    };
    Ok([system, item, score])
}

/// A path rather than a name of a table.
fn is_file(table: &str) -> bool {
    table.contains('/') || !kind_of(table).is_empty()
}

/// Returns the name that Spark has for the format of a file; empty for a table.
fn kind_of(table: &str) -> &'static str {
    let is = |end: &&str| table.trim_end_matches(".gz").ends_with(*end);
    [
        (".parquet", "parquet"),
        (".csv", "csv"),
        (".tsv", "csv"),
        (".jsonl", "json"),
        (".json", "json"),
        (".orc", "orc"),
    ]
    .iter()
    .find(|(end, _)| is(end))
    .map_or("", |(_, kind)| kind)
}

/// The last part of the name of a table, without an ending of a file.
fn stem(table: &str) -> &str {
    let name = table.rsplit('/').next().unwrap_or(table);
    if is_file(table) {
        name.split('.').next().unwrap_or(name)
    } else {
        name.rsplit('.').next().unwrap_or(name)
    }
}
