//! A structure that was selected by its name flashes, so that it is found on the stage.

use anatomy::StructureIndex;
use bevy::prelude::*;
use bevy::window::RequestRedraw;

use crate::app::core::{Dress, Named};

/// How long it flashes, s.
const SECONDS: f32 = 0.6;
/// How often it is brightest in that time.
const PULSES: f32 = 2.0;

/// What flashes, and how brightly just now.
#[derive(Resource, Default, Clone, Copy, Debug, PartialEq)]
pub struct Flash {
    structure: Option<StructureIndex>,
    /// From 0 to 1, which is as bright as what is under the pointer.
    level: f32,
}

impl Flash {
    /// How brightly a structure flashes that is, or is a part of, what was selected.
    pub fn of(self, is_part_of: impl FnOnce(StructureIndex) -> bool) -> f32 {
        match self.structure {
            Some(whole) if self.level > 0.0 && is_part_of(whole) => self.level,
            _ => 0.0,
        }
    }
}

/// Begins to flash what was selected by its name, and goes on with it.
pub fn pulse(
    (time, dress, named): (Res<Time<Real>>, Res<Dress>, Res<Named>),
    (mut times, mut since): (Local<u64>, Local<Option<f32>>),
    mut flash: ResMut<Flash>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let mut structure = flash.structure;
    if named.times != *times {
        *times = named.times;
        structure = named.structure;
        *since = (!dress.still).then_some(0.0);
    } else if let Some(seconds) = since.as_mut() {
        // A frame that came late (idle window) must not eat it.
        *seconds += time.delta_secs().min(0.1);
    }
    since.take_if(|seconds| *seconds >= SECONDS);
    let level = since.map_or(0.0, brightness);
    flash.set_if_neq(Flash { structure, level });
    if since.is_some() {
        redraw.write(RequestRedraw);
    }
}

/// How brightly it flashes after so many seconds.
fn brightness(seconds: f32) -> f32 {
    let part = seconds / SECONDS;
    (part * PULSES * std::f32::consts::PI).sin().powi(2)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy::ecs::message::Messages;

    use super::*;

    /// The levels of so many frames of 50 ms after the spleen was selected by its name.
    fn levels(still: bool, frames: usize) -> Vec<f32> {
        let spleen = anatomy::Catalogue::builtin().index_of("spleen");
        let mut world = World::new();
        world.init_resource::<Messages<RequestRedraw>>();
        world.init_resource::<Flash>();
        world.init_resource::<Time<Real>>();
        world.insert_resource(Dress {
            still,
            ..Dress::default()
        });
        world.init_resource::<Named>();
        let pulse = world.register_system(pulse);
        let step = |world: &mut World| {
            let later = Duration::from_millis(50);
            world
                .resource_mut::<Time<Real>>()
                .update_with_duration(later);
            world.run_system(pulse).unwrap();
            world.resource::<Flash>().of(|whole| Some(whole) == spleen)
        };
        assert_eq!(step(&mut world), 0.0, "nothing was selected");
        let times = 1;
        world.insert_resource(Named {
            structure: spleen,
            times,
        });
        (0..frames).map(|_| step(&mut world)).collect()
    }

    #[test]
    fn it_is_bright_twice_in_six_tenths_of_a_second_and_never_where_nothing_moves() {
        let levels_of = levels(false, 20);
        let bright: Vec<usize> = (0..20).filter(|frame| levels_of[*frame] > 0.99).collect();
        assert_eq!(bright, [3, 9], "{levels_of:?}");
        assert!(levels_of[6] < 0.01, "dark between them");
        assert!(levels_of[12..].iter().all(|level| *level == 0.0));
        assert!(levels(true, 20).iter().all(|level| *level == 0.0));
    }
}
