// The face of a cut: labels of the plane (1 mm), drawn with crisp, smooth borders in the tissues' colours.
#import bevy_pbr::forward_io::VertexOutput

struct Cap {
    planes: array<vec4<f32>, 6>,   // xyz: normal (world), w: offset mm; what lies beyond is taken away
    own: vec4<f32>,                // x: index of this cap's plane
}
@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> cap: Cap;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var labels: texture_2d<u32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var palette: texture_2d<f32>;   // column = label; alpha 0: not drawn

fn label_at(at: vec2<i32>) -> u32 {
    let last = vec2<i32>(textureDimensions(labels)) - vec2<i32>(1);
    return textureLoad(labels, clamp(at, vec2<i32>(0), last), 0).r;
}

fn noise(p: vec2<f32>) -> f32 {
    let i = floor(p);
    let f = fract(p);
    let u = f * f * (3.0 - 2.0 * f);
    let h = vec4<f32>(dot(i, vec2<f32>(127.1, 311.7)), dot(i + vec2<f32>(1.0, 0.0), vec2<f32>(127.1, 311.7)),
        dot(i + vec2<f32>(0.0, 1.0), vec2<f32>(127.1, 311.7)), dot(i + vec2<f32>(1.0, 1.0), vec2<f32>(127.1, 311.7)));
    let r = fract(sin(h) * 43758.5453);
    return mix(mix(r.x, r.y, u.x), mix(r.z, r.w, u.x), u.y);
}

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    for (var i = 0; i < 6; i++) {
        if i != i32(cap.own.x) && dot(cap.planes[i].xyz, in.world_position.xyz) > cap.planes[i].w { discard; }
    }
    let f = in.uv * vec2<f32>(textureDimensions(labels)) - 0.5;
    let texels_per_pixel = max(length(fwidth(f)) * 0.7071, 1e-4);
    let base = floor(f);
    let w = f - base;
    let at = vec2<i32>(base);
    let l = array<u32, 4>(label_at(at), label_at(at + vec2<i32>(1, 0)), label_at(at + vec2<i32>(0, 1)), label_at(at + vec2<i32>(1, 1)));
    let share = array<f32, 4>((1.0 - w.x) * (1.0 - w.y), w.x * (1.0 - w.y), (1.0 - w.x) * w.y, w.x * w.y);
    // The label with the largest bilinear weight wins: its border is a smooth curve instead of a staircase.
    var best = 0u; var best_share = -1.0; var second = 0u; var second_share = 0.0;
    for (var i = 0; i < 4; i++) {
        var total = 0.0;
        for (var j = 0; j < 4; j++) { total += select(0.0, share[j], l[j] == l[i]); }
        if total > best_share + 1e-6 {
            if l[i] != best || best_share < 0.0 { second = best; second_share = max(best_share, 0.0); }
            best = l[i]; best_share = total;
        } else if l[i] != best && total > second_share { second = l[i]; second_share = total; }
    }
    let tint = textureLoad(palette, vec2<i32>(i32(best), 0), 0);
    if tint.a < 0.02 { discard; }
    let margin = (best_share - second_share) / texels_per_pixel;
    let neighbour = textureLoad(palette, vec2<i32>(i32(second), 0), 0);
    // Half of a border pixel belongs to each side; a fine darker line parts the tissues.
    var color = tint.rgb;
    if neighbour.a >= 0.02 { color = mix(color, mix(color, neighbour.rgb, 0.5), clamp(1.0 - margin, 0.0, 1.0)); }
    let line = (1.0 - smoothstep(0.3, 1.6, margin)) * clamp(1.6 - texels_per_pixel, 0.0, 1.0);
    color *= 1.0 - 0.42 * line;
    // A little grain, so that a cut reads as tissue and not as paper.
    let grain = noise(f * 0.33) * 0.6 + noise(f * 1.1) * 0.4 - 0.5;
    color *= 0.96 + 0.10 * grain;
    return vec4<f32>(color * 0.88, 1.0);
}
