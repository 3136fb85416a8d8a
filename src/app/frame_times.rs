//! How long every system takes, for the reports of a script: built with `--features frame-times` alone, which asks Bevy for its spans.
//!
//! What is counted is the time that a system's thread was given by the processor, not the time that went by: a software renderer beside
//! it would be counted otherwise.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use bevy::log::BoxedLayer;
use bevy::log::tracing::span::{Attributes, Id};
use bevy::log::tracing::{Subscriber, field};
use bevy::prelude::*;
use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;
use tracing_subscriber::layer::{Context, Layer};
use tracing_subscriber::registry::LookupSpan;

/// Systems that took less in every frame are left out of a report, ms.
const LEAST_MS: f32 = 0.2;

/// By system, what each of its runs since the last report took, ms.
static RUNS: Mutex<BTreeMap<String, Vec<f32>>> = Mutex::new(BTreeMap::new());

/// What a system took, ms.
#[derive(Serialize)]
pub struct SystemTimes {
    runs: usize,
    median: f32,
    longest: f32,
}

/// What has been measured since this was asked last.
pub fn take() -> BTreeMap<String, SystemTimes> {
    let Ok(mut runs) = RUNS.lock() else {
        return BTreeMap::new();
    };
    let runs = std::mem::take(&mut *runs).into_iter();
    runs.filter_map(|(system, mut ms)| {
        ms.sort_by(f32::total_cmp);
        let times = SystemTimes {
            runs: ms.len(),
            median: ms[ms.len() / 2],
            longest: *ms.last()?,
        };
        (times.longest >= LEAST_MS).then_some((system, times))
    })
    .collect()
}

/// The layer that listens to Bevy's spans.
#[expect(clippy::unnecessary_wraps, reason = "as Bevy's log asks for it")]
pub fn layer(_: &mut App) -> Option<BoxedLayer> {
    Some(Box::new(Listener))
}

struct Listener;

/// The name of a span's system.
struct Name(String);

/// When its present run began.
struct Began(Duration);

/// Time that this thread was given by the processor so far.
fn thread_time() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime)
        .try_into()
        .unwrap_or_default()
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Listener {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let kind = attributes.metadata().name();
        if !matches!(kind, "system" | "system_commands") {
            return;
        }
        let mut name = Name(String::new());
        attributes.record(&mut name);
        if kind == "system_commands" {
            name.0.push_str(", its commands");
        }
        if let Some(span) = context.span(id) {
            span.extensions_mut().insert(name);
        }
    }

    fn on_enter(&self, id: &Id, context: Context<'_, S>) {
        if let Some(span) = context.span(id) {
            let mut extensions = span.extensions_mut();
            if extensions.get_mut::<Name>().is_some() {
                extensions.replace(Began(thread_time()));
            }
        }
    }

    fn on_exit(&self, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let extensions = span.extensions();
        let (Some(Name(name)), Some(Began(began))) = (extensions.get(), extensions.get()) else {
            return;
        };
        let ms = thread_time().saturating_sub(*began).as_secs_f32() * 1_000.0;
        if let Ok(mut runs) = RUNS.lock() {
            runs.entry(name.clone()).or_default().push(ms);
        }
    }
}

impl field::Visit for Name {
    fn record_str(&mut self, field: &field::Field, value: &str) {
        if field.name() == "name" {
            self.0 = value.to_owned();
        }
    }

    fn record_debug(&mut self, field: &field::Field, value: &dyn std::fmt::Debug) {
        self.record_str(field, &format!("{value:?}"));
    }
}
