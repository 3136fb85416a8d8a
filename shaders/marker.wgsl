// Document markers: camera-facing quads of constant size on the screen, a bright core in a soft glow.
// Output is premultiplied with little alpha, so that the glow adds light and the body stays readable below it.
#import bevy_pbr::mesh_functions::get_world_from_local
#import bevy_pbr::mesh_view_bindings::view

struct MarkerStyle {
    strength: vec4<f32>,   // x: brightness of this layer, y: height of the stage, points, z: 1 with a white rim, 0 without
}
@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> style: MarkerStyle;

struct Vertex {
    @builtin(instance_index) instance_index: u32,
    @location(0) position: vec3<f32>,   // mm, centre of the marker
    @location(1) corner: vec2<f32>,     // -1..1
    @location(2) color: vec4<f32>,      // linear rgb, radius in points
    @location(3) light: vec2<f32>,      // x: share of light and cover, 0..1, y: 1 for a ring, 0 for a disc
}
struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) corner: vec2<f32>,
    @location(1) color: vec3<f32>,
    @location(2) light: vec2<f32>,
}

// Beyond this share of its radius a glow is not seen (less than one step of a screen): the quad ends here.
const SEEN: f32 = 0.85;

@vertex
fn vertex(v: Vertex) -> Varying {
    let world = get_world_from_local(v.instance_index) * vec4<f32>(v.position, 1.0);
    var clip = view.clip_from_world * world;
    // A picture of the stage has other pixels than the stage: markers keep their share of the height.
    let radius = v.color.a * view.viewport.w / style.strength.y;
    clip = vec4<f32>(clip.xy + v.corner * SEEN * radius * 2.0 / view.viewport.zw * clip.w, clip.zw);
    var out: Varying;
    out.clip = clip;
    out.corner = v.corner * SEEN;
    out.color = v.color.rgb;
    out.light = v.light;
    return out;
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    let r = length(in.corner);
    if r > SEEN { discard; }
    // What is doubtful is a ring: its middle is left out.
    let hollow = in.light.y * (1.0 - smoothstep(0.11, 0.19, r));
    let core = (1.0 - smoothstep(0.20, 0.30, r)) * (1.0 - hollow);
    let q = 1.0 - r;
    // q^2.5, without the logarithms that a power costs where the processor draws; nothing at the edge.
    let glow = max(q * q * sqrt(q) * 0.56 - 0.005, 0.0) * (1.0 - hollow);
    // On a light stage a marker has nearly the colour of a red organ: a rim parts them.
    let rim = style.strength.z * smoothstep(0.24, 0.30, r) * (1.0 - smoothstep(0.37, 0.44, r));
    let white = core * 0.25 * (1.0 - style.strength.z);
    let light = in.color * (core * 0.9 + glow * (1.0 - rim)) + vec3<f32>(1.0, 0.95, 0.85) * white + vec3<f32>(rim);
    return vec4<f32>(light, max(core * 0.95 + glow * 0.25, rim)) * style.strength.x * in.light.x;
}
