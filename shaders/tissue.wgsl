// Tissues: patterns in the body's own space (mm), made of a few noises with the numbers of each tissue (src/app/stage/tissues.rs). There
// is no branch by tissue: a renderer on the processor would walk through all of them. What is finer than the pixels fades out.
#define_import_path corpus_atlas::tissue

struct Look {
    light: vec4<f32>,     // wet highlight, broad sheen, scattering, darkening of hollows
    coarse: vec4<f32>,    // size mm, share of colour, height mm, times longer along the fibres
    middle: vec4<f32>,    // the same
    fine: vec4<f32>,      // size mm, share of colour, height mm, pores
    lobules: vec4<f32>,   // size mm, darkness of their lines, height mm, difference of their colours
    second: vec4<f32>,    // linear rgb of what lies between or upon, share of it between bundles
    extra: vec4<f32>,     // folds, bands, vessels, second colour in hollows
    cut: vec4<f32>,       // darkness of what a wall holds, spots, beams, bundles
    inner: vec4<f32>,     // colour within a wall or rim (times the own one), grain
}

struct Looks {
    rows: array<Look, 26>,
}

// A noise and how it rises.
struct Noise {
    value: f32,           // -1..1
    slope: vec3<f32>,     // per unit of the noise's own space
}

// The fibres at a place.
struct Fibres {
    along: vec3<f32>,     // direction, unit
    flat: f32,            // 1: sheets, all but this direction is long
    way: f32,             // mm along them
    round: vec3<f32>,     // the place with the fibres straightened, mm
}

// How much is left of what fades towards the ends of the body. ends: heights of the ends of neck, thighs and arms, |x| beyond which there
// is an arm; fade: over how many mm towards each.
fn presence(p: vec3<f32>, ends: vec4<f32>, fade: vec4<f32>) -> f32 {
    // Below the arms there are hips.
    let beside = smoothstep(ends.w - 8.0, ends.w + 8.0, abs(p.x)) * step(ends.z - 1.0, p.y);
    let ways = vec3<f32>(ends.x - p.y, p.y - ends.y, p.y - ends.z) / max(fade.xyz, vec3<f32>(0.01));
    let left = smoothstep(vec3<f32>(0.0), vec3<f32>(1.0), ways);
    return left.x * left.y * mix(1.0, left.z, beside);
}

// How much of a pattern of this size is drawn: all at four pixels and more, nothing below one and a half.
fn seen(size: f32, foot: f32) -> f32 {
    return smoothstep(1.5, 4.0, size / foot);
}

fn scramble(seed: vec4<u32>) -> vec4<u32> {
    var h = seed;
    h = (h ^ (h >> vec4<u32>(16u))) * 0x21f0aaadu;
    h = (h ^ (h >> vec4<u32>(15u))) * 0x735a2d97u;
    return h ^ (h >> vec4<u32>(15u));
}

struct Seeds {
    low: vec4<u32>,
    high: vec4<u32>,
}

// One number for each of the eight corners of a cell.
fn seeds(i: vec3<i32>) -> Seeds {
    let x = vec2<u32>(u32(i.x), u32(i.x + 1)) * 0x8da6b343u;
    let y = vec2<u32>(u32(i.y), u32(i.y + 1)) * 0xd8163841u;
    let z = vec2<u32>(u32(i.z), u32(i.z + 1)) * 0xcb1ab31fu;
    let level = vec4<u32>(x.x ^ y.x, x.y ^ y.x, x.x ^ y.y, x.y ^ y.y);
    return Seeds(level ^ vec4<u32>(z.x), level ^ vec4<u32>(z.y));
}

// Value noise, smooth to the second derivative.
fn noise(p: vec3<f32>) -> Noise {
    let i = floor(p);
    let f = p - i;
    let u = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    let du = 30.0 * f * f * (f * (f - 2.0) + 1.0);
    let h = seeds(vec3<i32>(i));
    let a = vec4<f32>(scramble(h.low) >> vec4<u32>(8u)) * (2.0 / 16777215.0) - 1.0;
    let b = vec4<f32>(scramble(h.high) >> vec4<u32>(8u)) * (2.0 / 16777215.0) - 1.0;
    let k1 = a.y - a.x;
    let k2 = a.z - a.x;
    let k3 = b.x - a.x;
    let k4 = a.x - a.y - a.z + a.w;
    let k5 = a.x - a.z - b.x + b.z;
    let k6 = a.x - a.y - b.x + b.y;
    let k7 = -a.x + a.y + a.z - a.w + b.x - b.y - b.z + b.w;
    var out: Noise;
    out.value = a.x + k1 * u.x + k2 * u.y + k3 * u.z + k4 * u.x * u.y + k5 * u.y * u.z + k6 * u.z * u.x + k7 * u.x * u.y * u.z;
    out.slope = du * vec3<f32>(k1 + k4 * u.y + k6 * u.z + k7 * u.y * u.z, k2 + k5 * u.z + k4 * u.x + k7 * u.z * u.x,
        k3 + k6 * u.x + k5 * u.y + k7 * u.x * u.y);
    return out;
}

// Cells round scattered points.
struct Cells {
    edge: f32,            // to the border with the next cell
    tone: f32,            // -1..1, one for each cell
    off: vec3<f32>,       // from the cell's point
}

struct Nearest {
    first: vec4<f32>,     // way to the nearest point, square of its length
    tone: f32,
    next: f32,            // square of the way to the one after it
}

// Takes in the point in the cell at a corner.
fn with_point(known: Nearest, f: vec3<f32>, corner: vec3<f32>, seed: u32) -> Nearest {
    let jitter = vec3<f32>(vec3<u32>(seed, seed >> 10u, seed >> 20u) & vec3<u32>(1023u)) * (0.62 / 1023.0) + 0.19;
    let off = f - corner - jitter;
    let far = dot(off, off);
    let closer = far < known.first.w;
    var out: Nearest;
    out.next = min(max(far, known.first.w), known.next);
    out.first = select(known.first, vec4<f32>(off, far), closer);
    out.tone = select(known.tone, f32((seed >> 3u) & 1023u) / 511.5 - 1.0, closer);
    return out;
}

fn cells(p: vec3<f32>) -> Cells {
    let base = floor(p - 0.5);
    let f = p - base;
    let h = seeds(vec3<i32>(base));
    let a = scramble(h.low);
    let b = scramble(h.high);
    var near = Nearest(vec4<f32>(9.0), 0.0, 9.0);
    near = with_point(near, f, vec3<f32>(0.0, 0.0, 0.0), a.x);
    near = with_point(near, f, vec3<f32>(1.0, 0.0, 0.0), a.y);
    near = with_point(near, f, vec3<f32>(0.0, 1.0, 0.0), a.z);
    near = with_point(near, f, vec3<f32>(1.0, 1.0, 0.0), a.w);
    near = with_point(near, f, vec3<f32>(0.0, 0.0, 1.0), b.x);
    near = with_point(near, f, vec3<f32>(1.0, 0.0, 1.0), b.y);
    near = with_point(near, f, vec3<f32>(0.0, 1.0, 1.0), b.z);
    near = with_point(near, f, vec3<f32>(1.0, 1.0, 1.0), b.w);
    return Cells(sqrt(near.next) - sqrt(near.first.w), near.tone, near.first.xyz);
}

// grain: xyz a direction or a point, w: 0 along the direction, -1 in sheets that it crosses, above 0 towards the point from so many mm,
// below -1 round an upright line through the point at so many mm.
fn fibres_at(p: vec3<f32>, grain: vec4<f32>) -> Fibres {
    var out: Fibres;
    let fan = grain.w > 0.5;
    let turn = grain.w < -1.5;
    let off = (p - grain.xyz) * vec3<f32>(1.0, select(1.0, 0.0, turn), 1.0);
    let far = max(length(off), 1.0);
    let is_straight = !(fan || turn);
    out.along = select(off / far, grain.xyz, is_straight);
    out.flat = select(0.0, 1.0, is_straight && grain.w < -0.5);
    out.way = select(far, dot(p, grain.xyz), is_straight);
    // Fibres that run together are thought of as parallel: what parts them is their angle.
    out.round = select(out.along * abs(grain.w), p - grain.xyz * out.way, is_straight);
    return out;
}

// Noises lie askew in the body, so that no cut along its axes shows their grid.
const ASKEW: mat3x3<f32> = mat3x3<f32>(0.36, 0.48, -0.80, -0.80, 0.60, 0.0, 0.48, 0.64, 0.60);

// A place in the space of a pattern that is longer along the fibres.
fn stretched(p: vec3<f32>, fibres: Fibres, size: f32, times: f32) -> vec3<f32> {
    let along = fibres.along * fibres.way;
    let across = select(fibres.round, p - along, fibres.flat > 0.5);
    let short = select(1.0, 1.0 / times, fibres.flat > 0.5);
    let long = select(1.0 / times, 1.0, fibres.flat > 0.5);
    return ASKEW * ((across * short + along * long) / size);
}

// The slope of a stretched pattern in the body's space, per mm.
fn unstretched(askew: vec3<f32>, fibres: Fibres, size: f32, times: f32) -> vec3<f32> {
    let slope = askew * ASKEW;
    let along = fibres.along * dot(fibres.along, slope);
    let short = select(1.0, 1.0 / times, fibres.flat > 0.5);
    let long = select(1.0 / times, 1.0, fibres.flat > 0.5);
    return ((slope - along) * short + along * long) / size;
}

// How much of a place is tendon; ends: ways below the first and beyond the second are.
fn tendon(fibres: Fibres, ends: vec4<f32>, ragged: f32) -> f32 {
    let way = fibres.way + ragged * 5.0;
    return max(1.0 - smoothstep(ends.x, ends.x + 26.0, way), smoothstep(ends.y - 26.0, ends.y, way));
}

const TENDON: vec3<f32> = vec3<f32>(0.66, 0.57, 0.46);   // linear

// What a surface wears.
struct Dressed {
    color: vec3<f32>,
    slope: vec3<f32>,     // height over the surface per mm
    wet: f32,             // share of the tissue's highlight
    silk: f32,            // sheen along fibres
    fibre: vec3<f32>,     // their direction
}

// What the shape says of a place on a surface, see anatomy::Relief.
struct Shape {
    open: f32,
    bend: f32,
    along: f32,
    side: f32,
    along_slope: vec3<f32>,
}

fn dress(base: vec3<f32>, p: vec3<f32>, foot: f32, look: Look, grain: vec4<f32>, ends: vec4<f32>, shape: Shape, tinted: f32) -> Dressed {
    let fibres = fibres_at(p, grain);
    let n0 = noise(stretched(p, fibres, look.coarse.x, look.coarse.w));
    let n1 = noise(stretched(p, fibres, look.middle.x, look.middle.w) + n0.value * 0.4);
    let n2 = noise(stretched(p, fibres, look.fine.x, max(look.middle.w * 0.6, 1.0)));
    let s0 = seen(look.coarse.x, foot);
    let s1 = seen(look.middle.x, foot);
    let s2 = seen(look.fine.x, foot);
    let lobe = cells(ASKEW * p / look.lobules.x + vec3<f32>(n0.value, n1.value * 0.3, -n0.value) * 0.22);
    let s3 = seen(look.lobules.x * 0.5, foot);
    let upon = mix(base * 1.25, look.second.rgb, tinted);

    var color = base * (1.0 + look.coarse.y * n0.value * s0 + look.middle.y * n1.value * s1 + look.fine.y * n2.value * s2
        + look.lobules.w * lobe.tone * s3);
    // Blood moves the hue a little where the colour is deeper.
    color *= mix(vec3<f32>(1.0), vec3<f32>(1.03, 0.985, 0.97), n0.value * s0 * tinted);
    // Between bundles and between lobules.
    let parting = (1.0 - smoothstep(0.03, 0.26, abs(n1.value + 0.25))) * s1;
    color = mix(color, upon, parting * look.second.w);
    color *= 1.0 - look.middle.y * 1.2 * s1 * smoothstep(0.25, 0.8, -n1.value);
    let line_size = look.lobules.x * 0.09;
    let line = (1.0 - smoothstep(0.02, 0.02 + 0.09 + 1.2 * foot / look.lobules.x, lobe.edge)) * s3 * clamp(line_size / foot + 0.25, 0.0, 1.0);
    color = mix(color, upon, line * look.lobules.y);
    // Pores and specks.
    let pore = smoothstep(0.42, 0.74, -n2.value) * look.fine.w * s2;
    color *= 1.0 - 0.55 * pore;
    // Fine vessels upon the surface.
    let vessel_at = abs(n0.value + 0.30 * n1.value);
    let vessel = (1.0 - smoothstep(0.015, 0.065, vessel_at)) * look.extra.z * seen(look.coarse.x * 0.12, foot) * smoothstep(-0.7, 0.5, n1.value);
    color = mix(color, color * mix(vec3<f32>(0.72), vec3<f32>(0.86, 0.50, 0.46), tinted), vessel);
    // Hollows and ridges.
    let hollow = clamp((1.0 - shape.open) * 1.15 - shape.bend * 5.0 - 0.1, 0.0, 1.0);
    let ridge = clamp(shape.bend * 4.0, 0.0, 1.0);
    // In grooves rather than where neighbours stand close.
    let groove = clamp((1.0 - shape.open) * 0.55 - shape.bend * 8.0, 0.0, 1.0);
    let fat = smoothstep(0.15, 0.42, groove + 0.18 * n0.value + 0.07 * n1.value) * look.extra.w * tinted * 0.9;
    color = mix(color, upon * (1.0 + 0.12 * lobe.tone * s3 - 0.25 * line), fat);
    color *= mix(vec3<f32>(1.0), mix(vec3<f32>(0.62), vec3<f32>(0.66, 0.52, 0.42), tinted), hollow * look.light.w * (1.0 - fat));
    color *= 1.0 + 0.05 * ridge;
    // Folds across a tube and bands along it.
    let turn = shape.along * 1.05 + n0.value * 1.3 + n1.value * 0.4;
    let fold = look.extra.x * seen(3.0, foot);
    let crest = sin(turn);
    color *= 1.0 + 0.045 * fold * crest;
    let band = smoothstep(0.38, 0.72, shape.side + 0.05 * n1.value) * look.extra.y;
    color = mix(color, mix(base * 1.2, base * 0.35 + TENDON * 0.72, tinted), band * 0.5);
    // Tendons.
    let pale = tendon(fibres, ends, n1.value * 1.4 + n0.value);
    color = mix(color, mix(base * 1.3, TENDON * (1.0 + 0.10 * n1.value * s1), tinted), pale * 0.75);

    var out: Dressed;
    out.color = color;
    out.slope = unstretched(n0.slope, fibres, look.coarse.x, look.coarse.w) * (look.coarse.z * s0)
        + unstretched(n1.slope, fibres, look.middle.x, look.middle.w) * (look.middle.z * s1)
        + unstretched(n2.slope, fibres, look.fine.x, max(look.middle.w * 0.6, 1.0)) * (look.fine.z * s2)
        - lobe.off * ASKEW * (2.0 * look.lobules.z / look.lobules.x * s3)
        + shape.along_slope * (cos(turn) * 0.075 * fold * (1.0 - 0.7 * band));
    out.wet = clamp(1.0 + 0.15 * n1.value * s1 - 0.6 * pore - 0.5 * fat - 0.3 * hollow, 0.0, 1.6);
    out.silk = mix(look.second.w, 1.0, pale);
    out.fibre = fibres.along;
    return out;
}

// What a cut face wears: rim is the way to the edge of the organ, mm.
fn dress_cut(base: vec3<f32>, p: vec3<f32>, foot: f32, rim: f32, look: Look, grain: vec4<f32>, ends: vec4<f32>, tinted: f32) -> vec3<f32> {
    let fibres = fibres_at(p, grain);
    let n0 = noise(ASKEW * p / 13.0);
    let n1 = noise(stretched(p, fibres, 1.5, max(look.middle.w, 1.0)));
    let bundle = cells(stretched(p, fibres, 2.9, max(look.middle.w * 0.7, 1.0)) + vec3<f32>(n0.value, n1.value, -n0.value) * 0.45);
    let mesh_size = mix(look.lobules.x * 0.6, 2.0, look.cut.z);
    let lobe = cells(ASKEW * p / mesh_size + vec3<f32>(n1.value, n0.value, -n1.value) * 0.18);
    let spot = cells(ASKEW * p / 15.0 + vec3<f32>(n0.value, -n0.value, n0.value) * 0.3);
    let s1 = seen(1.5, foot);
    let s2 = seen(1.8, foot);
    let s3 = seen(mesh_size * 0.5, foot);
    let upon = mix(base * 1.3, look.second.rgb, tinted);
    let inside = mix(vec3<f32>(dot(look.inner.rgb, vec3<f32>(0.3, 0.5, 0.2))), look.inner.rgb, tinted);

    var color = base * (1.0 + 0.06 * n0.value + look.inner.w * n1.value * s1 + 0.05 * bundle.tone * look.cut.w * s2);
    let parting = (1.0 - smoothstep(0.02, 0.14 + 0.5 * foot, bundle.edge)) * look.cut.w * s2;
    color = mix(color, upon, parting * 0.22);
    let line = (1.0 - smoothstep(0.03, 0.13 + foot / mesh_size, lobe.edge)) * s3;
    let has_beams = step(0.01, look.cut.z);
    color *= 1.0 + look.lobules.w * lobe.tone * s3 * (1.0 - has_beams);
    color = mix(color, upon, line * look.lobules.y * (1.0 - has_beams) * 0.8);
    // Within the wall: what it holds, behind the line of its lining; or marrow with its beams.
    let wall = ends.z;
    let edge = max(foot, 0.25);
    let within = smoothstep(wall - 0.5 * edge, wall + 0.5 * edge, rim + 0.25 * n1.value) * step(0.005, wall);
    let deep = smoothstep(wall, wall + 9.0, rim);
    let marrow = mix(1.0, mix(0.92, 1.22, line * 0.85 + 0.15 * n1.value), look.cut.z * s3);
    let held = mix(color, base, look.cut.x) * inside * mix(1.0, mix(0.62, 0.40, deep), look.cut.x) * marrow;
    color = mix(color, held, within);
    let off_lining = (rim - wall) / max(0.28 * min(wall, 3.0), 0.7 * edge);
    let lining = exp(-off_lining * off_lining) * step(0.005, wall);
    color = mix(color, mix(base * 1.35, mix(base * 1.25, vec3<f32>(0.78, 0.42, 0.36), 0.35), tinted), lining * look.cut.x * 0.55);
    // Vessels cut across.
    let middle = length(spot.off) * 15.0;
    let size = 0.7 + 0.7 * (spot.tone + 1.0) * 0.5;
    let hole = (1.0 - smoothstep(size - 0.5 * edge, size + 0.5 * edge, middle)) * step(size + 1.0, rim);
    let ring = (1.0 - smoothstep(size + 0.4, size + 0.4 + edge, middle)) * step(size + 1.0, rim);
    color = mix(color, mix(color * 1.3, upon, 0.5), ring * look.cut.y * 0.6);
    color = mix(color, color * vec3<f32>(0.38, 0.26, 0.28), hole * look.cut.y);
    let pale = tendon(fibres, ends, n1.value);
    color = mix(color, mix(base * 1.3, TENDON, tinted), pale * 0.7);
    return color;
}
