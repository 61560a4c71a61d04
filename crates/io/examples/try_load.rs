//! Loads and prints.
fn main() {
    let mut options = restrap_io::Options::default();
    let mut arguments = Vec::new();
    let mut describe = false;
    for argument in std::env::args().skip(1) {
        if let Some(id) = argument.strip_prefix("--id=") {
            options.id = id.split(',').map(str::to_owned).collect();
        } else if let Some(f) = argument.strip_prefix("--where=") {
            options.filters.push(f.parse().unwrap());
        } else if let Some(f) = argument.strip_prefix("--missing=") {
            options.missing = f.parse().unwrap();
        } else if let Some(f) = argument.strip_prefix("--systems=") {
            options.systems = Some(f.to_owned());
        } else if let Some(f) = argument.strip_prefix("--baseline=") {
            options.baseline = Some(f.to_owned());
        } else if let Some(f) = argument.strip_prefix("--format=") {
            options.format = Some(f.parse().unwrap());
        } else if argument == "--no-mmap" {
            options.mmap = false;
        } else if argument == "--describe" {
            describe = true;
        } else {
            arguments.push(argument);
        }
    }
    let t = std::time::Instant::now();
    if describe {
        for a in &arguments {
            println!("{:#?}", restrap_io::describe(a, &options).map_err(|e| e.to_string()));
        }
        return;
    }
    match restrap_io::load(&arguments, &options) {
        Ok(loaded) => {
            println!("{} items, {} systems in {:?}", loaded.items(), loaded.systems.len(), t.elapsed());
            for s in loaded.systems.iter().take(5) {
                println!("  {} {:?} {:?}", s.name, &s.scores[..s.scores.len().min(4)], s.precision);
            }
            for i in &loaded.inputs {
                println!("  {i:?}");
            }
            for n in &loaded.notes {
                println!("  note: {n}");
            }
        }
        Err(error) => {
            println!("error[{}]: {error}", error.class());
            if let Some(h) = error.hint() {
                println!("hint: {h}");
            }
        }
    }
}
