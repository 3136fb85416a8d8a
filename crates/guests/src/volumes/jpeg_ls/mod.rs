//! JPEG-LS (ITU-T T.87): pictures of one component with 2 to 16 bits for each pixel, without loss or nearly so.
//!
//! Restart markers, tables that samples stand for and several components are refused: frames of labels have none of them.

mod bits;
#[cfg(test)]
mod tests;

use bits::Bits;

/// Contexts of the gradients round a pixel, the two signs of each taken together.
const CONTEXTS: usize = 365;
/// Pixels, as powers of two, that one bit stands for in a run: the more, the longer runs have been (T.87, A.2.1).
const RUN_BITS: [u32; 32] = [
    0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10, 11, 12, 13,
    14, 15,
];

/// What stands before the pixels.
pub(super) struct Head<'a> {
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// Bits of a pixel.
    pub(super) bits: u8,
    coding: Coding,
    scan: &'a [u8],
}

impl<'a> Head<'a> {
    /// Reads all markers up to the pixels.
    pub(super) fn read(stream: &'a [u8]) -> Result<Head<'a>, String> {
        let mut rest = stream
            .strip_prefix(&[0xFF, 0xD8])
            .ok_or("it is no picture of JPEG-LS")?;
        let mut frame = None;
        let mut preset = [0; 5];
        loop {
            let (marker, segment, after) = split(rest).ok_or("its markers are cut off")?;
            rest = after;
            match marker {
                0xF7 => {
                    let [bits, y0, y1, x0, x1, 1, _, _, _] = *segment else {
                        return Err("it has more than one component".into());
                    };
                    let word = |high, low| usize::from(u16::from_be_bytes([high, low]));
                    frame = Some((bits, word(y0, y1), word(x0, x1)));
                }
                0xF8 => preset = presets(segment)?,
                0xDA => {
                    let (bits, rows, columns) = frame.ok_or("its size is missing")?;
                    // One component, no table, not interleaved, samples not shifted.
                    let [1, _, 0, near, 0, 0] = *segment else {
                        return Err("it has more than one component, or a table".into());
                    };
                    return Ok(Head {
                        columns,
                        rows,
                        bits,
                        coding: Coding::new(bits, near, preset)?,
                        scan: rest,
                    });
                }
                0xDD if segment.iter().any(|byte| *byte > 0) => {
                    return Err("restart markers are not read".into());
                }
                // Of applications, remarks, and a restart interval of none.
                0xDD | 0xE0..=0xEF | 0xFE => {}
                _ => return Err(format!("the marker FF{marker:02X} is not of JPEG-LS")),
            }
        }
    }

    /// How far a pixel may be from what it was; 0 is without loss.
    pub(super) fn near(&self) -> i64 {
        self.coding.near
    }

    /// The pixels, row by row. Look at the size first: there is room for all of it.
    pub(super) fn decode(&self) -> Result<Vec<u16>, String> {
        let mut pixels = Vec::with_capacity(self.rows * self.columns);
        let mut decoder = Decoder::new(self.coding, self.scan);
        // One more at either end: what lies beside the first and the last pixel.
        let mut above = vec![0_i64; self.columns + 2];
        let mut line = above.clone();
        for row in 0..self.rows {
            line[0] = above[1];
            above[self.columns + 1] = above[self.columns];
            decoder
                .line(&above, &mut line)
                .ok_or_else(|| format!("its pixels are damaged or cut off in row {row}"))?;
            pixels.extend(line[1..=self.columns].iter().map(|value| *value as u16));
            std::mem::swap(&mut above, &mut line);
        }
        Ok(pixels)
    }
}

/// Takes a marker and its segment off a stream.
fn split(mut stream: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    while let [0xFF, 0xFF, ..] = stream {
        stream = &stream[1..];
    }
    let [0xFF, marker, high, low, rest @ ..] = stream else {
        return None;
    };
    let length = usize::from(u16::from_be_bytes([*high, *low])).checked_sub(2)?;
    let (segment, after) = rest.split_at_checked(length)?;
    Some((*marker, segment, after))
}

/// The greatest value, three thresholds and the reset that a file gives itself; 0 for the usual ones.
fn presets(segment: &[u8]) -> Result<[i64; 5], String> {
    match segment {
        [1, words @ ..] if words.len() == 10 => Ok(std::array::from_fn(|n| {
            i64::from(u16::from_be_bytes([words[2 * n], words[2 * n + 1]]))
        })),
        _ => Err("it has tables that samples stand for, or more than 65535 rows or columns".into()),
    }
}

/// The figures that do not change within a picture (T.87, A.2.1 and C.2.4.1.1).
#[derive(Clone, Copy)]
struct Coding {
    /// Greatest value.
    max: i64,
    near: i64,
    thresholds: [i64; 3],
    /// After so many pixels a context halves its counts.
    reset: i64,
    /// Errors of prediction that are told apart, and the bits of one that is written out.
    range: i64,
    wide: u32,
    /// Bits of a code at most.
    limit: u32,
}

impl Coding {
    fn new(bits: u8, near: u8, preset: [i64; 5]) -> Result<Coding, String> {
        if !(2..=16).contains(&bits) {
            return Err(format!("{bits} bits for each pixel"));
        }
        let full = (1_i64 << bits) - 1;
        let or = |value: i64, usual: i64| if value == 0 { usual } else { value };
        let (max, near) = (or(preset[0], full), i64::from(near));
        if max > full || near > max / 2 {
            return Err("its greatest value or its loss is out of range".into());
        }
        let usual = usual_thresholds(max, near);
        let thresholds = [0, 1, 2].map(|n| or(preset[n + 1], usual[n]));
        let reset = or(preset[4], 64);
        let [low, middle, high] = thresholds;
        let ordered = near < low && low <= middle && middle <= high && high <= max;
        if !ordered || !(3..=max.max(255)).contains(&reset) {
            return Err("its thresholds are out of range".into());
        }
        let range = (max + 2 * near) / (2 * near + 1) + 1;
        let most = length(max).max(2);
        Ok(Coding {
            max,
            near,
            thresholds,
            reset,
            range,
            wide: length(range - 1),
            limit: 2 * (most + most.max(8)),
        })
    }

    /// How steep a gradient is, -4 to 4.
    fn level(&self, gradient: i64) -> i64 {
        let size = gradient.abs();
        if size <= self.near {
            return 0;
        }
        let passed = self.thresholds.iter().filter(|least| size >= **least);
        (1 + passed.count() as i64) * gradient.signum()
    }

    /// The value of a pixel from what was expected of it and how far that is off.
    fn restored(&self, expected: i64, error: i64) -> i64 {
        let step = 2 * self.near + 1;
        let value = expected + error * step;
        let round = self.range * step;
        let value = if value < -self.near {
            value + round
        } else if value > self.max + self.near {
            value - round
        } else {
            value
        };
        value.clamp(0, self.max)
    }
}

/// Bits of a number.
fn length(number: i64) -> u32 {
    i64::BITS - number.leading_zeros()
}

fn usual_thresholds(max: i64, near: i64) -> [i64; 3] {
    let wanted = if max >= 128 {
        let factor = (max.min(4095) + 128) / 256;
        [
            factor + 2 + 3 * near,
            4 * factor + 3 + 5 * near,
            17 * factor + 4 + 7 * near,
        ]
    } else {
        let factor = 256 / (max + 1);
        [
            (3 / factor + 3 * near).max(2),
            (7 / factor + 5 * near).max(3),
            (21 / factor + 7 * near).max(4),
        ]
    };
    let mut least = near + 1;
    wanted.map(|value| {
        if (least..=max).contains(&value) {
            least = value;
        }
        least
    })
}

/// What was learnt from the pixels in like surroundings.
#[derive(Clone, Copy)]
struct Context {
    /// Sum of the errors' sizes.
    sizes: i64,
    /// Sum of the errors; of those that end runs, how many are negative.
    errors: i64,
    correction: i64,
    count: i64,
}

impl Context {
    /// Halves the counts when it is time to, and counts one more.
    fn count_one(&mut self, reset: i64) {
        if self.count == reset {
            self.sizes >>= 1;
            self.errors >>= 1;
            self.count >>= 1;
        }
        self.count += 1;
    }

    /// Keeps the mean error between -1 and 0 by correcting what is expected.
    fn correct(&mut self) {
        if self.errors <= -self.count {
            self.correction = (self.correction - 1).max(-128);
            self.errors = (self.errors + self.count).max(1 - self.count);
        } else if self.errors > 0 {
            self.correction = (self.correction + 1).min(127);
            self.errors = (self.errors - self.count).min(0);
        }
    }
}

/// Bits that are written out of an error whose usual size is this part of a sum.
fn written(sum: i64, count: i64) -> u32 {
    let mut bits = 0;
    while count << bits < sum {
        bits += 1;
    }
    bits
}

struct Decoder<'a> {
    coding: Coding,
    bits: Bits<'a>,
    /// Those of gradients, and two of the pixels that end runs: off the one above, and like it.
    contexts: Vec<Context>,
    /// Place in [`RUN_BITS`].
    streak: usize,
}

impl<'a> Decoder<'a> {
    fn new(coding: Coding, scan: &'a [u8]) -> Decoder<'a> {
        let fresh = Context {
            sizes: ((coding.range + 32) / 64).max(2),
            errors: 0,
            correction: 0,
            count: 1,
        };
        Decoder {
            coding,
            bits: Bits::new(scan),
            contexts: vec![fresh; CONTEXTS + 2],
            streak: 0,
        }
    }

    /// Fills a line by the one above; both have one pixel more at either end.
    fn line(&mut self, above: &[i64], line: &mut [i64]) -> Option<()> {
        let end = line.len() - 1;
        let mut x = 1;
        while x < end {
            let (left, up, corner) = (line[x - 1], above[x], above[x - 1]);
            let gradients = [above[x + 1] - up, up - corner, corner - left];
            if gradients.iter().all(|g| g.abs() <= self.coding.near) {
                x = self.run(above, line, x)?;
            } else {
                line[x] = self.pixel(gradients, [left, up, corner])?;
                x += 1;
            }
        }
        Some(())
    }

    /// A run of equal pixels and the one that ends it; where the next one is.
    fn run(&mut self, above: &[i64], line: &mut [i64], start: usize) -> Option<usize> {
        let (value, end) = (line[start - 1], line.len() - 1);
        let mut x = start;
        while self.bits.take(1)? == 1 {
            let whole = 1_usize << RUN_BITS[self.streak];
            let stop = end.min(x + whole);
            line[x..stop].fill(value);
            if stop - x == whole {
                self.streak = (self.streak + 1).min(RUN_BITS.len() - 1);
            }
            x = stop;
            if x == end {
                return Some(end);
            }
        }
        let stop = x + self.bits.take(RUN_BITS[self.streak])? as usize;
        if stop >= end {
            return None;
        }
        line[x..stop].fill(value);
        line[stop] = self.interruption(value, above[stop])?;
        self.streak = self.streak.saturating_sub(1);
        Some(stop + 1)
    }

    /// The pixel that ends a run.
    fn interruption(&mut self, left: i64, up: i64) -> Option<i64> {
        let alike = (left - up).abs() <= self.coding.near;
        let one = i64::from(alike);
        let context = &mut self.contexts[CONTEXTS + usize::from(alike)];
        let sum = context.sizes + if alike { context.count >> 1 } else { 0 };
        let bits = written(sum, context.count);
        let limit = self.coding.limit - RUN_BITS[self.streak] - 1;
        let coded = self.bits.code(bits, limit, self.coding.wide)?;
        let odd = (coded + one) & 1;
        let size = (coded + one + odd) / 2;
        let negative = (bits != 0 || 2 * context.errors >= context.count) == (odd == 1);
        let error = if negative { -size } else { size };
        if size > self.coding.range {
            return None;
        }
        context.errors += i64::from(error < 0);
        context.sizes += (coded + 1 - one) >> 1;
        context.count_one(self.coding.reset);
        Some(match alike {
            true => self.coding.restored(left, error),
            false if left > up => self.coding.restored(up, -error),
            false => self.coding.restored(up, error),
        })
    }

    /// A pixel by its neighbours.
    fn pixel(&mut self, gradients: [i64; 3], [left, up, corner]: [i64; 3]) -> Option<i64> {
        let coding = self.coding;
        let place = gradients.iter().fold(0, |n, g| 9 * n + coding.level(*g));
        let sign = if place < 0 { -1 } else { 1 };
        let context = &mut self.contexts[place.unsigned_abs() as usize];
        let (low, high) = (left.min(up), left.max(up));
        let likely = if corner >= high {
            low
        } else if corner <= low {
            high
        } else {
            left + up - corner
        };
        let expected = (likely + sign * context.correction).clamp(0, coding.max);
        let bits = written(context.sizes, context.count);
        let coded = self.bits.code(bits, coding.limit, coding.wide)?;
        let half = coded >> 1;
        let mut error = if coded & 1 == 0 { half } else { -half - 1 };
        if coding.near == 0 && bits == 0 && 2 * context.errors <= -context.count {
            error = -error - 1;
        }
        if error.abs() > coding.range {
            return None;
        }
        context.sizes += error.abs();
        context.errors += error * (2 * coding.near + 1);
        context.count_one(coding.reset);
        context.correct();
        Some(coding.restored(expected, sign * error))
    }
}
