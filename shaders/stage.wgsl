// The stage behind the body: a calm radial gradient drawn at the far plane.
struct Stage {
    centre: vec4<f32>,
    edge: vec4<f32>,
}
@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> stage: Stage;

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) ndc: vec2<f32>,
}

@vertex
fn vertex(@location(0) position: vec3<f32>) -> Varying {
    var out: Varying;
    out.clip = vec4<f32>(position.xy, 1e-9, 1.0);
    out.ndc = position.xy;
    return out;
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    let d = clamp(length(in.ndc * vec2<f32>(0.85, 0.75) - vec2<f32>(0.0, 0.05)), 0.0, 1.2) / 1.2;
    let c = mix(stage.centre.rgb, stage.edge.rgb, smoothstep(0.0, 1.0, d));
    // One bit of ordered noise hides the banding of a dark gradient.
    let dither = (fract(dot(in.clip.xy, vec2<f32>(0.7548777, 0.5698403))) - 0.5) / 255.0;
    return vec4<f32>(c + dither * 0.5, 1.0);
}
