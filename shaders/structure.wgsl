// Surface of a structure: focus (solid) or ghost (translucent, silhouette kept by a Fresnel rim).
// Lights are fixed to the viewer, so every view of the body is lit alike and no shadow hides a marker.
#import bevy_pbr::forward_io::VertexOutput
#import bevy_pbr::mesh_functions::get_tag
#import bevy_pbr::mesh_view_bindings::view

struct Surface {
    planes: array<vec4<f32>, 6>,   // sections: normal (world), offset mm; what lies beyond is taken away
}
@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> surface: Surface;
// One column per structure (its catalogue row is the mesh's tag), so that all structures share one material: a renderer that
// prepares its shaders anew for every change of bindings would otherwise do so for every structure of every frame.
//   row 0: linear rgb, opacity 0..1
//   row 1: selected 0..1, hovered 0..1, unused, opacity given by the user (0 = none given)
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var table: texture_2d<f32>;

const KEY_LIGHT: vec3<f32> = vec3<f32>(-0.38, 0.58, 0.72);   // view space, towards the light
const FILL_LIGHT: vec3<f32> = vec3<f32>(0.78, 0.05, 0.45);
const ACCENT: vec3<f32> = vec3<f32>(0.072, 0.539, 1.0);      // #4CC2FF, linear

@fragment
fn fragment(in: VertexOutput, @builtin(front_facing) front: bool) -> @location(0) vec4<f32> {
    let row = i32(get_tag(in.instance_index));
    let color = textureLoad(table, vec2<i32>(row, 0), 0);
    let emphasis = textureLoad(table, vec2<i32>(row, 1), 0);
#ifdef SECTIONED
    for (var i = 0; i < 6; i++) {
        if dot(surface.planes[i].xyz, in.world_position.xyz) > surface.planes[i].w { discard; }
    }
    // The inner side shows only in a hair's breadth beside the cut face: it takes the face's plain colour.
    if !front { return vec4<f32>(color.rgb * 0.84, 1.0); }
#endif
    var n = normalize(in.world_normal);
    if !front { n = -n; }
#ifdef VERTEX_COLORS
    let open = in.color.r;
#else
    let open = 1.0;
#endif
    let is_perspective = view.clip_from_view[3][3] == 0.0;
    let to_eye = select(normalize(view.world_from_view[2].xyz), normalize(view.world_position.xyz - in.world_position.xyz), is_perspective);
    let basis = mat3x3<f32>(view.world_from_view[0].xyz, view.world_from_view[1].xyz, view.world_from_view[2].xyz);
    let key = basis * normalize(KEY_LIGHT);
    let fill = basis * normalize(FILL_LIGHT);
    let facing = clamp(dot(n, to_eye), 0.0, 1.0);
    let away = 1.0 - facing;
    let rim = away * away * away;

    let base = color.rgb;
    let sky = 0.5 + 0.5 * dot(n, basis[1]);
#ifdef GHOST
        // A ghost: thin where it faces the viewer, denser at its silhouette. Many lie over one another, so its light is simple.
        let edge = away * away;
        let given = emphasis.w;
        let alpha = select(clamp(color.a * (0.30 + 1.9 * edge), 0.0, 0.92), clamp(given * (0.85 + 0.6 * edge), 0.0, 0.97), given > 0.0);
        let soft = clamp(dot(n, key) * 0.5 + 0.5, 0.0, 1.0);
        let lit = base * (soft * soft * 0.92 + 0.10 + 0.14 * sky) * mix(0.45, 1.0, open);
        let glow = mix(base, vec3<f32>(0.62, 0.72, 0.82), 0.25 * edge);
        return vec4<f32>(mix(lit, glow, 0.35) + ACCENT * rim * (emphasis.x * 0.9 + emphasis.y * 0.35), alpha);
#else

    // Wrapped diffuse: tissue scatters light past the terminator, and the scattered light is warm.
    let key_wrap = clamp((dot(n, key) + 0.28) / 1.28, 0.0, 1.0);
    let terminator = smoothstep(0.0, 0.35, key_wrap) * (1.0 - smoothstep(0.35, 0.75, key_wrap));
    let fill_diffuse = clamp(dot(n, fill) * 0.5 + 0.5, 0.0, 1.0);
    let warm = base * vec3<f32>(1.25, 0.82, 0.72);
    let half_vector = normalize(key + to_eye);
    let gloss = clamp(dot(n, half_vector), 0.0, 1.0);
    let gloss4 = gloss * gloss * gloss * gloss;
    let gloss16 = gloss4 * gloss4 * gloss4 * gloss4;
    let specular = gloss16 * gloss16 * gloss4 * gloss4 * 0.16;   // gloss^40
    // Surfaces that turn away darken a little before the rim: neighbouring loops and folds part from each other.
    let form = mix(0.58, 1.0, smoothstep(0.0, 0.65, facing));
    var lit = base * (key_wrap * key_wrap * 0.98 + fill_diffuse * 0.17 + mix(0.06, 0.17, sky)) * form * mix(0.30, 1.0, open) + warm * terminator * 0.12 * open;
    lit += vec3<f32>(0.85, 0.93, 1.0) * (specular + rim * rim * 0.10);

    let selected = emphasis.x;
    let hovered = emphasis.y;
    lit = mix(lit, lit * 1.12 + ACCENT * 0.02, hovered);
    lit += ACCENT * rim * (selected * 0.9 + hovered * 0.35);

    return vec4<f32>(lit, 1.0);
#endif
}
