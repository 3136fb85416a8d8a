//! Sets of voxels of the common 1 mm lattice.

/// A set of voxels of the common 1 mm lattice, kept for the box they lie in.
#[derive(Debug, Clone, PartialEq)]
pub struct Voxels {
    /// Lattice place of the lowest voxel of the box.
    pub low: [i32; 3],
    /// Voxels of the box along x, y, z.
    pub dims: [usize; 3],
    bits: Vec<u64>,
}

impl Voxels {
    /// No voxels yet, in this box.
    pub fn new(low: [i32; 3], dims: [usize; 3]) -> Voxels {
        let count = dims.iter().product::<usize>();
        Voxels {
            low,
            dims,
            bits: vec![0; count.div_ceil(64)],
        }
    }

    /// The voxels of a box for which `inside` holds; places count x fastest.
    pub fn collect(low: [i32; 3], dims: [usize; 3], inside: impl Fn(usize) -> bool) -> Voxels {
        let mut out = Voxels::new(low, dims);
        for n in (0..dims.iter().product()).filter(|n| inside(*n)) {
            out.bits[n / 64] |= 1 << (n % 64);
        }
        out
    }

    fn index(&self, at: [i32; 3]) -> Option<usize> {
        let mut place = [0usize; 3];
        for a in 0..3 {
            let v = at[a].checked_sub(self.low[a])?;
            place[a] = usize::try_from(v).ok().filter(|v| *v < self.dims[a])?;
        }
        Some(place[0] + self.dims[0] * (place[1] + self.dims[1] * place[2]))
    }

    /// Whether a voxel is in the set.
    pub fn get(&self, at: [i32; 3]) -> bool {
        self.index(at)
            .is_some_and(|n| self.bits[n / 64] >> (n % 64) & 1 == 1)
    }

    /// Adds a voxel; one beyond the box is not.
    pub fn insert(&mut self, at: [i32; 3]) {
        if let Some(n) = self.index(at) {
            self.bits[n / 64] |= 1 << (n % 64);
        }
    }

    /// How many voxels there are.
    pub fn count(&self) -> u64 {
        self.bits.iter().map(|b| u64::from(b.count_ones())).sum()
    }

    /// The places of all voxels, x fastest.
    pub fn iter(&self) -> impl Iterator<Item = [i32; 3]> + '_ {
        let [nx, ny, _] = self.dims;
        self.bits.iter().enumerate().flat_map(move |(w, word)| {
            let mut word = *word;
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as usize;
                if bit == 64 {
                    return None;
                }
                word &= word - 1;
                let n = w * 64 + bit;
                Some([
                    self.low[0] + (n % nx) as i32,
                    self.low[1] + (n / nx % ny) as i32,
                    self.low[2] + (n / nx / ny) as i32,
                ])
            })
        })
    }

    /// Lowest and highest voxel.
    pub fn bounds(&self) -> Option<([i32; 3], [i32; 3])> {
        let mut all = self.iter();
        let first = all.next()?;
        Some(all.fold((first, first), |(lo, hi), p| {
            (
                std::array::from_fn(|a| lo[a].min(p[a])),
                std::array::from_fn(|a| hi[a].max(p[a])),
            )
        }))
    }

    /// Adds the voxels of another set; the box grows as needed.
    pub fn union(&mut self, other: &Voxels) {
        let low: [i32; 3] = std::array::from_fn(|a| self.low[a].min(other.low[a]));
        let high: [i32; 3] = std::array::from_fn(|a| {
            (self.low[a] + self.dims[a] as i32).max(other.low[a] + other.dims[a] as i32)
        });
        let dims = std::array::from_fn(|a| (high[a] - low[a]) as usize);
        if low != self.low || dims != self.dims {
            let mut grown = Voxels::new(low, dims);
            self.iter().for_each(|p| grown.insert(p));
            *self = grown;
        }
        other.iter().for_each(|p| self.insert(p));
    }
}
