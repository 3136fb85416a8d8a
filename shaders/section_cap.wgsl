// The face of a cut: labels of the plane (1 mm), drawn with crisp, smooth borders in the tissues' colours.
#import bevy_pbr::forward_io::VertexOutput
#import corpus_atlas::tissue::{Looks, dress_cut, presence}

struct Cap {
    planes: array<vec4<f32>, 6>,   // xyz: normal (world), w: offset mm; what lies beyond is taken away
    own: vec4<f32>,                // x: index of this cap's plane, y: 1 in the colours of the tissues, 0 in other palettes
    ends: vec4<f32>,               // heights (world) where neck, thighs and arms end; |x| beyond which there is an arm
    fade: vec4<f32>,               // over how many mm the face fades towards them
}
@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> cap: Cap;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var labels: texture_2d<u32>;    // label; way to the edge of the organ in 1/16 mm and 6 bits of its number
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var palette: texture_2d<f32>;   // column = label; alpha 0: not drawn
// Column = label - 1; row 0: how fibres run; row 1: where they are tendon, thickness of the wall, tissue.
@group(#{MATERIAL_BIND_GROUP}) @binding(3) var courses: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(4) var<uniform> looks: Looks;

fn texel(at: vec2<i32>) -> vec2<u32> {
    let last = vec2<i32>(textureDimensions(labels)) - vec2<i32>(1);
    return textureLoad(labels, clamp(at, vec2<i32>(0), last), 0).rg;
}

// Weight of a texel so many texels away: a bell that ends at three.
fn bell(away: vec2<f32>) -> f32 {
    let near = max(1.0 - dot(away, away) / 9.0, 0.0);
    let near2 = near * near;
    return near2 * near2;
}

#ifndef DETAILED
fn grain(p: vec2<f32>) -> f32 {
    let i = floor(p);
    let f = fract(p);
    let u = f * f * (3.0 - 2.0 * f);
    let h = vec4<f32>(dot(i, vec2<f32>(127.1, 311.7)), dot(i + vec2<f32>(1.0, 0.0), vec2<f32>(127.1, 311.7)),
        dot(i + vec2<f32>(0.0, 1.0), vec2<f32>(127.1, 311.7)), dot(i + vec2<f32>(1.0, 1.0), vec2<f32>(127.1, 311.7)));
    let r = fract(sin(h) * 43758.5453);
    return mix(mix(r.x, r.y, u.x), mix(r.z, r.w, u.x), u.y);
}
#endif

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let f = in.uv * vec2<f32>(textureDimensions(labels)) - 0.5;
    let texels_per_pixel = max(length(fwidth(f)) * 0.7071, 1e-4);
    for (var i = 0; i < 6; i++) {
        if i != i32(cap.own.x) && dot(cap.planes[i].xyz, in.world_position.xyz) > cap.planes[i].w { discard; }
    }
    let base = floor(f);
    let at = vec2<i32>(base);
    let w = f - base;
    let t0 = texel(at);
    let t1 = texel(at + vec2<i32>(1, 0));
    let t2 = texel(at + vec2<i32>(0, 1));
    let t3 = texel(at + vec2<i32>(1, 1));
    let l = vec4<u32>(t0.x, t1.x, t2.x, t3.x);
    // Each of the four labels gathers its weight: the heaviest wins, and its border is a smooth curve instead of a staircase.
#ifdef DETAILED
    var share = vec4<f32>(0.0);
    var total = 0.0;
    var ways = vec4<f32>(0.0);
    let organs = vec4<u32>(t0.y, t1.y, t2.y, t3.y) & vec4<u32>(63u);
    for (var j = -2; j < 4; j++) {
        for (var i = -2; i < 4; i++) {
            let weight = bell(vec2<f32>(f32(i), f32(j)) - w);
            let there = texel(at + vec2<i32>(i, j));
            let is_there = l == vec4<u32>(there.x);
            share += select(vec4<f32>(0.0), vec4<f32>(weight), is_there);
            // Beyond the edge of the organ the way counts backwards.
            ways += weight * f32(there.y >> 6u) / 16.0 * select(vec4<f32>(-1.0), vec4<f32>(1.0), organs == vec4<u32>(there.y & 63u));
            total += weight;
        }
    }
    share *= 1.7 / total;   // as steep at a border as a bilinear weight
    ways /= total;
#else
    let weight = vec4<f32>((1.0 - w.x) * (1.0 - w.y), w.x * (1.0 - w.y), (1.0 - w.x) * w.y, w.x * w.y);
    let share = vec4<f32>(
        dot(weight, select(vec4<f32>(0.0), vec4<f32>(1.0), l == l.xxxx)), dot(weight, select(vec4<f32>(0.0), vec4<f32>(1.0), l == l.yyyy)),
        dot(weight, select(vec4<f32>(0.0), vec4<f32>(1.0), l == l.zzzz)), dot(weight, select(vec4<f32>(0.0), vec4<f32>(1.0), l == l.wwww)));
#endif
    var best = l.x; var best_share = share.x;
    if share.y > best_share + 1e-6 { best = l.y; best_share = share.y; }
    if share.z > best_share + 1e-6 { best = l.z; best_share = share.z; }
    if share.w > best_share + 1e-6 { best = l.w; best_share = share.w; }
    var second = 0u; var second_share = 0.0;
    if l.x != best && share.x > second_share { second = l.x; second_share = share.x; }
    if l.y != best && share.y > second_share { second = l.y; second_share = share.y; }
    if l.z != best && share.z > second_share { second = l.z; second_share = share.z; }
    if l.w != best && share.w > second_share { second = l.w; second_share = share.w; }
    let tint = textureLoad(palette, vec2<i32>(i32(best), 0), 0);
    if tint.a < 0.02 { discard; }
    let margin = (best_share - second_share) / texels_per_pixel;
    let neighbour = textureLoad(palette, vec2<i32>(i32(second), 0), 0);
    var color = tint.rgb;
    var line = (1.0 - smoothstep(0.3, 1.6, margin)) * clamp(1.6 - texels_per_pixel, 0.0, 1.0);
#ifdef DETAILED
    // The parts of one organ meet without a line.
    let parted = select(1.0, 0.0, all(organs == organs.xxxx));
    line *= mix(0.25, 1.0, parted);
    let rim = max(select(select(select(ways.w, ways.z, best == l.z), ways.y, best == l.y), ways.x, best == l.x), 0.0);
    let column = max(i32(best) - 1, 0);
    let ends = textureLoad(courses, vec2<i32>(column, 1), 0);
    color = dress_cut(color, in.world_position.xyz, texels_per_pixel, rim, looks.rows[i32(ends.w)], textureLoad(courses, vec2<i32>(column, 0), 0), ends,
        cap.own.y);
#else
    let parted = 1.0;
    // A little grain, so that a cut reads as tissue and not as paper.
    color *= 0.96 + 0.10 * (grain(f * 0.33) * 0.6 + grain(f * 1.1) * 0.4 - 0.5);
#endif
    // Half of a border pixel belongs to each side; a fine darker line parts the tissues.
    if neighbour.a >= 0.02 { color = mix(color, mix(color, neighbour.rgb, 0.5), clamp(1.0 - margin, 0.0, 1.0) * parted); }
    color *= 1.0 - 0.42 * line;
    return vec4<f32>(color * 0.90, presence(in.world_position.xyz, cap.ends, cap.fade));
}
