//! Loading systems that scored different items: each file by itself, nothing is paired.

use restrap::io::{Loaded, Options, load as load_paired};

use crate::run::failure::Failure;

/// As [`restrap::io::load`], but files may differ in length.
pub fn load(arguments: &[String], options: &Options) -> Result<Loaded, Failure> {
    let piped = arguments.iter().filter(|argument| argument.as_str() == "-").count();
    if piped > 1 {
        return Err(Failure::usage(
            format!("expected - once, found it {piped} times"),
            "standard input holds one column: save the others to files",
        ));
    }
    let alone = Options { baseline: None, ..options.clone() };
    let mut all = Loaded { systems: Vec::new(), inputs: Vec::new(), notes: Vec::new(), by: None, ids: None };
    for argument in arguments {
        let one = load_paired(std::slice::from_ref(argument), &alone)?;
        let again = one.inputs.into_iter().filter(|new| all.inputs.iter().all(|old| old.path != new.path));
        let again: Vec<_> = again.collect();
        all.inputs.extend(again);
        all.systems.extend(one.systems);
        all.notes.extend(one.notes);
    }
    name_by_column(&mut all.systems, arguments);
    for (place, system) in all.systems.iter().enumerate() {
        if all.systems[..place].iter().any(|other| other.name == system.name) {
            return Err(Failure::usage(
                format!("expected different names, found two systems called {}", system.name),
                "name them: NAME=FILE[:COLUMN]",
            ));
        }
    }
    if let Some(wanted) = &options.baseline {
        let Some(at) = all.systems.iter().position(|system| system.name == *wanted) else {
            let names: Vec<&str> = all.systems.iter().map(|system| system.name.as_str()).collect();
            return Err(Failure::usage(
                format!("expected --baseline to name a system, found {wanted}"),
                format!("the systems are {}", names.join(", ")),
            ));
        };
        all.systems[..=at].rotate_right(1);
    }
    for (place, input) in all.inputs.iter_mut().enumerate() {
        input.role = if place == 0 { restrap::io::Role::Baseline } else { restrap::io::Role::System };
    }
    Ok(all)
}

/// Columns of one file go by their own names, as paired ones do, where each argument is one column without a name of its own.
fn name_by_column(systems: &mut [restrap::io::System], arguments: &[String]) {
    let twice = |name: &str| systems.iter().filter(|system| system.name == name).count() > 1;
    if systems.len() != arguments.len() || !systems.iter().any(|system| twice(&system.name)) {
        return;
    }
    let shared: Vec<bool> = systems.iter().map(|system| twice(&system.name)).collect();
    for ((system, argument), shared) in systems.iter_mut().zip(arguments).zip(shared) {
        let column = argument.rsplit_once(':').map(|(_, column)| column);
        if let Some(column) = column.filter(|_| shared && !argument.contains('=')) {
            column.clone_into(&mut system.name);
        }
    }
}
