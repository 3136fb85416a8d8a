//! Whether the stage has changed, so that it must be drawn again.

use bevy::prelude::*;
use bevy::window::RequestRedraw;

/// Frames in which the stage must still be drawn. In all others its texture is shown as it is: a cursor that moves over the panels costs
/// no drawing of the body.
#[derive(Resource)]
pub struct StageChanged(u8);

impl Default for StageChanged {
    fn default() -> Self {
        Self(SETTLE_FRAMES)
    }
}

/// Frames until new meshes, textures and pipelines have surely arrived.
const SETTLE_FRAMES: u8 = 4;

impl StageChanged {
    /// A colour, a look or the pose has changed: the next frame shows it.
    pub fn touch(&mut self) {
        self.0 = self.0.max(2);
    }

    /// Something was made anew that takes a few frames to arrive.
    pub fn remake(&mut self) {
        self.0 = SETTLE_FRAMES;
    }

    /// Whether this frame is to be drawn; counts it.
    pub fn draw(&mut self) -> bool {
        let pending = self.is_pending();
        self.0 = self.0.saturating_sub(1);
        pending
    }

    /// Whether frames are still to be drawn.
    pub fn is_pending(&self) -> bool {
        self.0 > 0
    }
}

/// Asks for the frames in which a change of the stage shows.
pub fn redraw_changed(stage: Res<StageChanged>, mut redraw: MessageWriter<RequestRedraw>) {
    if stage.is_pending() {
        redraw.write(RequestRedraw);
    }
}
