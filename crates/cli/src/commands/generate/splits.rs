//! `restrap generate splits`.

use clap::Args;
use restrap::io::{Cells, Grouping, Options};
use restrap::{Kept, Part, Splitting, splits};

use crate::args::number::{at_least_one, items, share, whole};
use crate::run::failure::Failure;

#[derive(Args)]
pub struct SplitsArgs {
    /// Table with one row per item
    #[arg(
        value_name = "FILE",
        required_unless_present = "items",
        conflicts_with = "items"
    )]
    pub file: Option<String>,
    /// Number of items, without a table
    #[arg(long, value_name = "N", value_parser = items, conflicts_with_all = ["cluster", "stratum", "id"])]
    pub items: Option<u64>,
    /// Number of splits or folds
    #[arg(long, value_name = "K", default_value_t = 20, value_parser = at_least_one)]
    pub k: u64,
    /// Make folds: each item is tested once
    #[arg(long, conflicts_with_all = ["test", "dev"])]
    pub folds: bool,
    /// Share of test items
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    pub test: f64,
    /// Share of development items; 0 for none
    #[arg(long, value_name = "SHARE", default_value_t = 0.1)]
    pub dev: f64,
    /// Column whose values are kept in one part
    #[arg(long, value_name = "COL")]
    pub cluster: Option<String>,
    /// Column whose shares are kept in every part
    #[arg(long, value_name = "COL")]
    pub stratum: Option<String>,
    /// Column that names items [default: the row number]
    #[arg(long, value_name = "COL")]
    pub id: Option<String>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole)]
    pub seed: u64,
    /// Output pattern with {split} (number from 1) and {part} (train, dev or test)
    #[arg(long, short, value_name = "PATTERN")]
    pub out: String,
}

/// What is split: how many items, their names, and what each has in the columns.
#[derive(Default)]
struct Items {
    number: usize,
    names: Option<Vec<String>>,
    groups: Option<Vec<u32>>,
    strata: Option<Vec<u32>>,
}

impl Items {
    fn name(&self, item: usize) -> String {
        self.names
            .as_ref()
            .and_then(|names| names.get(item))
            .cloned()
            .unwrap_or_else(|| (item + 1).to_string())
    }
}

pub fn run(args: &SplitsArgs) -> Result<u8, Failure> {
    if let Some(role) = ["{split}", "{part}"]
        .into_iter()
        .find(|role| !args.out.contains(role))
    {
        return Err(Failure::usage(
            format!(
                "each split and part needs a file, found --out {} without {role}",
                args.out
            ),
            "name them as in --out 'split{split}.{part}.txt'",
        ));
    }
    let items = read(args)?;
    let kept = Kept {
        groups: items.groups.as_deref(),
        strata: items.strata.as_deref(),
    };
    let k = u32::try_from(args.k).unwrap_or(u32::MAX);
    let splitting = if args.folds {
        Splitting::Folds { folds: k }
    } else {
        Splitting::Random {
            splits: k,
            test: args.test,
            dev: args.dev,
        }
    };
    let mut files = Vec::new();
    for (split, parts) in splits(items.number, splitting, kept, args.seed)?
        .iter()
        .enumerate()
    {
        for of in Part::ALL.into_iter().filter(|of| parts.contains(of)) {
            let path = args
                .out
                .replace("{split}", &(split + 1).to_string())
                .replace("{part}", of.name());
            restrap::io::keep_apart([path.as_str()], &args.file)?;
            files.push(restrap::io::Prepared::new(&path, |out| {
                let own = parts.iter().enumerate().filter(|&(_, part)| *part == of);
                own.map(|(item, _)| items.name(item))
                    .try_for_each(|name| writeln!(out, "{name}"))
            })?);
        }
    }
    restrap::io::appear(files)?;
    Ok(0)
}

fn read(args: &SplitsArgs) -> Result<Items, Failure> {
    let Some(file) = &args.file else {
        return Ok(Items {
            number: args.items.unwrap_or(0) as usize,
            ..Items::default()
        });
    };
    // Any column that is asked for says how many items there are; its values are words, not scores.
    let Some(column) = [&args.cluster, &args.stratum, &args.id]
        .into_iter()
        .flatten()
        .next()
    else {
        return Err(Failure::usage(
            format!("{file} needs the column that identifies items, found none"),
            "add --cluster, --stratum or --id, or give --items N in place of the file",
        ));
    };
    let column = format!("{file}:{column}");
    let options = Options {
        id: args.id.iter().cloned().collect(),
        by: args.stratum.clone(),
        grouping: Grouping::Strata,
        cluster: args.cluster.clone(),
        gold: Some(column.clone()),
        cells: Cells::Labels,
        keep_ids: args.id.is_some(),
        ..Options::default()
    };
    let loaded = restrap::io::load(&[column], &options)?;
    let names = loaded.ids.as_ref().map(|ids| {
        (0..loaded.items())
            .filter_map(|item| ids.get(item))
            .collect()
    });
    let is_broken = |name: &String| name.contains(['\n', '\r']);
    if let Some(name) = names
        .as_ref()
        .and_then(|names: &Vec<String>| names.iter().find(|name| is_broken(name)))
    {
        return Err(Failure::usage(
            format!("each line is one item, found the id {name:?} on several lines"),
            "leave --id out: items are then rows, from 1",
        ));
    }
    Ok(Items {
        number: loaded.items(),
        names,
        groups: loaded.clusters.map(|of| of.codes),
        strata: loaded.by.map(|of| of.codes),
    })
}
