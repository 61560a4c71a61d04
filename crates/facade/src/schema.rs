//! JSON schemas of what the program prints, generated from the types; `docs/json.md` says what they promise.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::json;

use restrap_files::ScoreOutcome;
use restrap_lib::AdjustOutcome;
use restrap_lib::CorrelateOutcome;
use restrap_lib::DescribeOutcome;
use restrap_lib::InspectOutcome;
use restrap_lib::Outcome;
use restrap_lib::RankOutcome;
use restrap_lib::ReplicateOutcome;
use restrap_power::advise::AdviseOutcome;
use restrap_power::{AuditOutcome, CurveOutcome, MeansOutcome, PlanOutcome, PowerOutcome};

/// A field `kind`, where there is one, and the schema of the type.
type Kind = (Option<&'static str>, fn(&mut SchemaGenerator) -> Schema);

/// Every name that a document carries in its field `schema`, and the schema of such documents (2020-12).
pub fn schemas() -> Vec<(&'static str, Schema)> {
    vec![
        document(
            "restrap/compare/1",
            &[(None, SchemaGenerator::subschema_for::<Outcome>)],
        ),
        document(
            "restrap/rank/1",
            &[(None, SchemaGenerator::subschema_for::<RankOutcome>)],
        ),
        document(
            "restrap/replicate/1",
            &[(None, SchemaGenerator::subschema_for::<ReplicateOutcome>)],
        ),
        document(
            "restrap/ci/1",
            &[(None, SchemaGenerator::subschema_for::<DescribeOutcome>)],
        ),
        document(
            "restrap/score/1",
            &[(None, SchemaGenerator::subschema_for::<ScoreOutcome>)],
        ),
        document(
            "restrap/advise/1",
            &[(None, SchemaGenerator::subschema_for::<AdviseOutcome>)],
        ),
        document(
            "restrap/adjust/1",
            &[(None, SchemaGenerator::subschema_for::<AdjustOutcome>)],
        ),
        document(
            "restrap/correlate/1",
            &[(None, SchemaGenerator::subschema_for::<CorrelateOutcome>)],
        ),
        document(
            "restrap/inspect/1",
            &[(None, SchemaGenerator::subschema_for::<InspectOutcome>)],
        ),
        document(
            "restrap/power/1",
            &[
                (
                    Some("curve"),
                    SchemaGenerator::subschema_for::<CurveOutcome>,
                ),
                (Some("plan"), SchemaGenerator::subschema_for::<PlanOutcome>),
                (
                    Some("audit"),
                    SchemaGenerator::subschema_for::<AuditOutcome>,
                ),
                (
                    Some("means"),
                    SchemaGenerator::subschema_for::<MeansOutcome>,
                ),
                (
                    Some("compare"),
                    SchemaGenerator::subschema_for::<PowerOutcome>,
                ),
            ],
        ),
    ]
}

fn document(name: &'static str, kinds: &[Kind]) -> (&'static str, Schema) {
    let mut generator = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    let types: Vec<Schema> = kinds
        .iter()
        .map(|(_, schema_of)| schema_of(&mut generator))
        .collect();
    let mut definitions = generator.take_definitions(true);
    for ((kind, _), reference) in kinds.iter().zip(&types) {
        let of = reference
            .get("$ref")
            .and_then(|place| place.as_str()?.strip_prefix("#/$defs/"));
        if let Some(properties) = of.and_then(|of| definitions.get_mut(of)?.get_mut("properties")) {
            properties["schema"]["const"] = json!(name);
            if let Some(kind) = kind {
                properties["kind"]["const"] = json!(kind);
            }
        }
    }
    let dialect = "https://json-schema.org/draft/2020-12/schema";
    (
        name,
        json_schema!({ "$schema": dialect, "title": name, "oneOf": types, "$defs": definitions }),
    )
}
