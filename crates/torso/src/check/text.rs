//! The findings in words: columns for a terminal, Markdown for the documentation.

use std::fmt::Write;

use super::claim::{AtlasCheck, Invariant, Limits, StructureCheck, Verdict};

pub(super) fn table(check: &AtlasCheck) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_table(check, &mut out);
    out
}

pub(super) fn markdown(check: &AtlasCheck) -> String {
    let mut out = String::new();
    let _ = write_markdown(check, &mut out);
    out
}

const COLUMNS: [&str; 11] = [
    "structure",
    "mL",
    "facts mL",
    "factor",
    "centre mm",
    "box mm",
    "one piece %",
    "triangles",
    "surface",
    "offset mm",
    "creases",
];

fn cells(row: &StructureCheck) -> [String; 11] {
    let number = |value: Option<f32>, digits: usize| {
        value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
    };
    let surface = match (row.closed, row.non_manifold_edges) {
        (Some(true), Some(0)) => "closed",
        (None, _) => "-",
        _ => "FAULTY",
    };
    [
        row.id.clone(),
        format!("{:.1}", row.volume_ml),
        number(row.expected_ml, 1),
        number(row.expected_ml.map(|expected| row.volume_ml / expected), 2),
        number(row.centroid_error_mm, 1),
        number(row.box_error_mm, 1),
        number(row.largest_piece_percent, 1),
        row.triangles
            .map_or_else(|| "-".to_owned(), |n| n.to_string()),
        surface.to_owned(),
        number(row.surface_offset_mm, 2),
        number(row.creases, 1),
    ]
}

fn limits(l: Limits) -> String {
    let number = |v: f32| format!("{}", (v * 100.0).round() / 100.0);
    let range = match (l.low, l.high) {
        (Some(low), Some(high)) => format!("{}..{}", number(low), number(high)),
        (Some(low), None) => format!(">= {}", number(low)),
        (None, Some(high)) => format!("<= {}", number(high)),
        (None, None) => "any".to_owned(),
    };
    format!("{range} {}", l.unit).trim_end().to_owned()
}

fn measured(i: &Invariant) -> String {
    match i.measured {
        Some(v) if i.limits.unit.is_empty() => format!("{v:.0}"),
        Some(v) if i.limits.unit == "times" => format!("{v:.2}"),
        Some(v) => format!("{v:.1}"),
        None if i.verdict == Verdict::NotApplicable => "-".to_owned(),
        None => "never meet".to_owned(),
    }
}

fn verdict(v: Verdict) -> &'static str {
    match v {
        Verdict::Pass => "pass",
        Verdict::Fail => "FAIL",
        Verdict::NotApplicable => "not applicable",
    }
}

fn sum(check: &AtlasCheck) -> String {
    let count = |v| check.invariants.iter().filter(|i| i.verdict == v).count();
    format!(
        "{} structures, {} triangles; {} invariants hold, {} are broken, {} do not apply",
        check.structures.len(),
        check.triangles,
        count(Verdict::Pass),
        count(Verdict::Fail),
        count(Verdict::NotApplicable)
    )
}

fn write_table(check: &AtlasCheck, out: &mut String) -> std::fmt::Result {
    let line = |out: &mut String, c: [&str; 11]| {
        let [id, rest @ ..] = c;
        write!(out, "{id:<30}")?;
        for cell in rest {
            write!(out, " {cell:>11}")?;
        }
        writeln!(out)
    };
    line(out, COLUMNS)?;
    for row in &check.structures {
        let cells = cells(row);
        line(out, std::array::from_fn(|n| cells[n].as_str()))?;
    }
    writeln!(out)?;
    for i in check
        .invariants
        .iter()
        .filter(|i| i.verdict != Verdict::NotApplicable)
    {
        let (verdict, measured, limits) = (verdict(i.verdict), measured(i), limits(i.limits));
        writeln!(
            out,
            "{verdict:<5} {measured:>10} {limits:>14}  {}: {}",
            i.topic, i.name
        )?;
        if !i.offenders.is_empty() {
            writeln!(out, "{:32}{}", "", i.offenders.join(", "))?;
        }
    }
    for remark in &check.left_out {
        let reason = if remark.reason.is_empty() {
            "no reason known"
        } else {
            &remark.reason
        };
        writeln!(out, "left out: {} ({reason})", remark.id)?;
    }
    for remark in &check.excluded {
        writeln!(
            out,
            "not held to the facts: {} of {} ({})",
            remark.about, remark.id, remark.reason
        )?;
    }
    writeln!(out, "{}", sum(check))
}

fn write_markdown(check: &AtlasCheck, out: &mut String) -> std::fmt::Result {
    let row = |out: &mut String, cells: &[&str]| {
        let cells: Vec<String> = cells.iter().map(|c| c.replace('|', "\\|")).collect();
        writeln!(out, "| {} |", cells.join(" | "))
    };
    writeln!(out, "# The body, checked\n")?;
    writeln!(
        out,
        "Made by `corpus-atlas atlas check --format markdown`. {}.\n",
        sum(check)
    )?;
    writeln!(
        out,
        "Leaves cannot overlap: a voxel has one label. Lengths are millimetres in the torso frame. A gap of up to two\nvoxels still joins."
    )?;
    writeln!(out, "\n## Invariants\n")?;
    row(
        out,
        &["topic", "invariant", "measured", "limits", "verdict"],
    )?;
    row(out, &["---", "---", "--:", "--:", "---"])?;
    for i in check
        .invariants
        .iter()
        .filter(|i| i.verdict != Verdict::NotApplicable)
    {
        let mut name = i.name.replace('+', " + ");
        if !i.offenders.is_empty() {
            name = format!("{name}: {}", i.offenders.join(", "));
        }
        row(
            out,
            &[
                &i.topic,
                &name,
                &measured(i),
                &limits(i.limits),
                verdict(i.verdict),
            ],
        )?;
    }
    writeln!(out, "\n## Left out, and not held to the facts\n")?;
    row(out, &["structure", "what", "reason"])?;
    row(out, &["---", "---", "---"])?;
    for remark in &check.left_out {
        row(out, &[&remark.id, "left out", &remark.reason])?;
    }
    for remark in &check.excluded {
        row(out, &[&remark.id, &remark.about, &remark.reason])?;
    }
    writeln!(out, "\n## Structures\n")?;
    writeln!(
        out,
        "`factor` is volume over facts; `centre` and `box` are distances from the facts; `offset` is how far the surface\nlies outside (or inside) its voxels on average; `creases` is the length of edges across which it turns by more than 50\ndegrees, over the square root of its area: 0 for a ball, 4.9 for a cube.\n"
    )?;
    row(out, &COLUMNS)?;
    row(
        out,
        &[
            "---", "--:", "--:", "--:", "--:", "--:", "--:", "--:", "---", "--:", "--:",
        ],
    )?;
    for structure in &check.structures {
        let cells = cells(structure);
        row(
            out,
            &std::array::from_fn::<&str, 10, _>(|n| cells[n].as_str()),
        )?;
    }
    Ok(())
}
