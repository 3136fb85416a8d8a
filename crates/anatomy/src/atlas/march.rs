//! The way of a ray through the labels.

use glam::Vec3;

use crate::StructureIndex;
use crate::labels::{BRICK, LabelVolume};

/// Voxel traversal after Amanatides and Woo (1987), joined to stretches of one label; a brick of one label is crossed in
/// one step. Lazy: whoever wants the first structure pays for the way to it.
pub(super) struct March<'a> {
    labels: &'a LabelVolume,
    /// Origin and unit direction in voxels from the grid's corner.
    origin: Vec3,
    dir: Vec3,
    voxel: [usize; 3],
    /// Where the march is along the ray, and where the ray leaves the grid.
    t: f32,
    leave: f32,
    done: bool,
    /// The stretch being joined.
    pending: Option<(StructureIndex, f32, f32)>,
}

impl<'a> March<'a> {
    /// Nothing when the ray misses the grid or is none.
    pub(super) fn new(labels: &'a LabelVolume, origin: Vec3, dir: Vec3) -> Option<March<'a>> {
        let dir = dir.try_normalize()?;
        if !origin.is_finite() {
            return None;
        }
        let dims = labels.dims();
        let size = Vec3::from_array(dims.map(|n| n as f32));
        let origin = origin + size * 0.5;
        // Where the ray is within the grid; an axis it does not move along either always or never holds.
        let (mut enter, mut leave) = (0.0f32, f32::INFINITY);
        for a in 0..3 {
            if dir[a].abs() < 1e-9 {
                if origin[a] < 0.0 || origin[a] > size[a] {
                    return None;
                }
                continue;
            }
            let (t0, t1) = (-origin[a] / dir[a], (size[a] - origin[a]) / dir[a]);
            enter = enter.max(t0.min(t1));
            leave = leave.min(t0.max(t1));
        }
        let start = origin + dir * enter;
        (enter < leave).then(|| March {
            labels,
            origin,
            dir,
            voxel: std::array::from_fn(|a| (start[a].max(0.0) as usize).min(dims[a] - 1)),
            t: enter,
            leave,
            done: false,
            pending: None,
        })
    }

    /// Crosses the voxel, or the whole brick where it has one label: the label, and the stretch within.
    fn step(&mut self) -> (u16, f32, f32) {
        let dims = self.labels.dims();
        let (label, size) = match self.labels.brick(self.voxel.map(|v| v / BRICK)) {
            Ok(label) => (label, BRICK),
            Err(_) => (self.labels.label(self.voxel), 1),
        };
        let low = self.voxel.map(|v| v / size * size);
        let high: [usize; 3] = std::array::from_fn(|a| (low[a] + size).min(dims[a]));
        let crossing = |a: usize| {
            if self.dir[a].abs() < 1e-9 {
                return f32::INFINITY;
            }
            let face = if self.dir[a] > 0.0 { high[a] } else { low[a] };
            (face as f32 - self.origin[a]) / self.dir[a]
        };
        let crossings = [crossing(0), crossing(1), crossing(2)];
        let axis = if crossings[0] <= crossings[1] && crossings[0] <= crossings[2] {
            0
        } else if crossings[1] <= crossings[2] {
            1
        } else {
            2
        };
        let from = self.t;
        self.t = crossings[axis].min(self.leave).max(from);
        for a in 0..3 {
            if a == axis {
                let next = if self.dir[a] > 0.0 {
                    Some(high[a])
                } else {
                    low[a].checked_sub(1)
                };
                match next.filter(|n| *n < dims[a]) {
                    Some(next) => self.voxel[a] = next,
                    None => self.done = true,
                }
            } else if size > 1 {
                let place = (self.origin[a] + self.dir[a] * self.t).max(0.0) as usize;
                self.voxel[a] = place.clamp(low[a], high[a] - 1);
            }
        }
        self.done |= self.t >= self.leave;
        (label, from, self.t)
    }
}

impl Iterator for March<'_> {
    type Item = (StructureIndex, f32, f32);

    fn next(&mut self) -> Option<Self::Item> {
        while !self.done {
            let (label, from, to) = self.step();
            let Some(s) = label.checked_sub(1).map(StructureIndex) else {
                continue;
            };
            match &mut self.pending {
                Some(last) if last.0 == s && last.2 == from => last.2 = to,
                pending => {
                    if let Some(last) = pending.replace((s, from, to)) {
                        return Some(last);
                    }
                }
            }
        }
        self.pending.take()
    }
}
