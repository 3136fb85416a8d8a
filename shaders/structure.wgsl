// Surface of a structure: focus (solid) or ghost (translucent, silhouette kept by a Fresnel rim).
// Lights are fixed to the viewer, so every view of the body is lit alike and no shadow hides a marker.
#import bevy_pbr::forward_io::VertexOutput
#import bevy_pbr::mesh_functions::{get_tag, get_world_from_local}
#import bevy_pbr::mesh_view_bindings::view
#import corpus_atlas::tissue::{Looks, Shape, dress, presence}

struct Surface {
    planes: array<vec4<f32>, 6>,   // sections: normal (world), offset mm; what lies beyond is taken away
    style: vec4<f32>,              // x: 1 where the body wears the colours of its tissues, 0 in other palettes
    ends: vec4<f32>,               // heights (world) where neck, thighs and arms end; |x| beyond which there is an arm
}
@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> surface: Surface;
// One column per structure (its catalogue row is the mesh's tag), so that all structures share one material: a renderer that
// prepares its shaders anew for every change of bindings would otherwise do so for every structure of every frame.
//   row 0: linear rgb, opacity 0..1
//   row 1: selected 0..1, hovered 0..1, tissue (a row of the looks), opacity given by the user (0 = none given)
//   row 2: over how many mm it fades towards the ends of neck, thighs and arms
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var table: texture_2d<f32>;
// The same columns, for what stays: row 0: how fibres run; row 1: where they are tendon, thickness of the wall.
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var courses: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(3) var<uniform> looks: Looks;

const KEY_LIGHT: vec3<f32> = vec3<f32>(-0.38, 0.58, 0.72);   // view space, towards the light
const FILL_LIGHT: vec3<f32> = vec3<f32>(0.78, 0.05, 0.45);
const ACCENT: vec3<f32> = vec3<f32>(0.072, 0.539, 1.0);      // #4CC2FF, linear

@fragment
fn fragment(in: VertexOutput, @builtin(front_facing) front: bool) -> @location(0) vec4<f32> {
#ifdef DETAILED
    // Before anything is left out: a derivative needs its neighbours.
    let p = in.world_position.xyz - get_world_from_local(in.instance_index)[3].xyz;
    let px = dpdx(p);
    let py = dpdy(p);
    let shape_x = dpdx(in.color.b);
    let shape_y = dpdy(in.color.b);
#endif
    let row = i32(get_tag(in.instance_index));
    let color = textureLoad(table, vec2<i32>(row, 0), 0);
    var present = 1.0;
#ifdef FADING
    let own = in.world_position.xyz - get_world_from_local(in.instance_index)[3].xyz;
    present = presence(own, surface.ends, textureLoad(table, vec2<i32>(row, 2), 0));
#ifdef GHOST
    if present < 0.004 { discard; }
#else
    // What hides the parts behind it must be seen itself.
    if present < 0.06 { discard; }
#endif
#endif
    let emphasis = textureLoad(table, vec2<i32>(row, 1), 0);
#ifdef SECTIONED
    // A surface that stands on the cut ends a pixel short of it: its edge would shine through the face in single dots.
    var over = -1e6;
    for (var i = 0; i < 6; i++) {
        let beyond = dot(surface.planes[i].xyz, in.world_position.xyz) - surface.planes[i].w;
        over = max(over, beyond + min(fwidth(beyond), 1.5));
    }
    if over > 0.0 { discard; }
    // The inner side shows only in a hair's breadth beside the cut face: it takes the face's plain colour.
    if !front { return vec4<f32>(color.rgb * 0.84, present); }
#endif
    var n = normalize(in.world_normal);
    if !front { n = -n; }
    let open = in.color.r;
    let is_perspective = view.clip_from_view[3][3] == 0.0;
    let to_eye = select(normalize(view.world_from_view[2].xyz), normalize(view.world_position.xyz - in.world_position.xyz), is_perspective);
    let basis = mat3x3<f32>(view.world_from_view[0].xyz, view.world_from_view[1].xyz, view.world_from_view[2].xyz);
    let key = basis * normalize(KEY_LIGHT);
    let fill = basis * normalize(FILL_LIGHT);
    let facing = clamp(dot(n, to_eye), 0.0, 1.0);
    let away = 1.0 - facing;
    let rim = away * away * away;

    var base = color.rgb;
    let tissue = i32(emphasis.z);
    let light = looks.rows[tissue].light;
#ifdef GHOST
        // A ghost: thin where it faces the viewer, denser at its silhouette. Many lie over one another, so its light is simple. What
        // is dull when solid stays so: bones are milky, not glass, and shaded round like solid ones.
        let sky = 0.5 + 0.5 * dot(n, basis[1]);
        let dull = 1.0 - light.x;
        let firm = smoothstep(0.1, 0.6, dull * (1.0 - light.z));
        let edge = away * away;
        let given = emphasis.w;
        let body = mix(mix(0.30, 0.48, dull), 2.0, firm);
        let alpha = select(clamp(color.a * (body + mix(mix(1.9, 1.5, dull), 0.5, firm) * edge), 0.0, 0.92),
            clamp(given * (0.85 + 0.6 * edge), 0.0, 0.97), given > 0.0);
        let soft = clamp(dot(n, key) * 0.5 + 0.5, 0.0, 1.0);
        let form = mix(1.0, mix(0.60, 1.08, smoothstep(0.0, 0.75, facing)), firm);
        let lit = base * (soft * soft * 0.92 + 0.10 + 0.14 * sky) * mix(mix(0.45, 0.30, firm), 1.0, open) * (1.0 + 0.15 * dull) * form;
        let glow = mix(base, vec3<f32>(0.62, 0.72, 0.82), 0.25 * edge * (1.0 - 0.6 * dull));
        return vec4<f32>(mix(lit, glow, mix(0.35, 0.22, dull) * (1.0 - firm)) + ACCENT * rim * (emphasis.x * 0.9 + emphasis.y * 0.35),
            alpha * present);
#else

    var bumped = n;
    var wet = 1.0;
    var silk = 0.0;
    var fibre = vec3<f32>(0.0, 1.0, 0.0);
#ifdef DETAILED
    let rx = cross(py, n);
    let ry = cross(n, px);
    let area = dot(px, rx);
    var shape: Shape;
    shape.open = open;
    shape.bend = in.color.g;
    shape.along = in.color.b;
    shape.side = in.color.a;
    shape.along_slope = (rx * shape_x + ry * shape_y) / select(area, 1e-6, abs(area) < 1e-6);
    let foot = max(length(px), length(py));
    let dressed = dress(base, p, foot, looks.rows[tissue], textureLoad(courses, vec2<i32>(row, 0), 0), textureLoad(courses, vec2<i32>(row, 1), 0),
        shape, surface.style.x);
    base = dressed.color;
    bumped = normalize(n - (dressed.slope - n * dot(n, dressed.slope)));
    wet = dressed.wet;
    silk = dressed.silk;
    fibre = dressed.fibre;
#endif
    let sky = 0.5 + 0.5 * dot(bumped, basis[1]);
    // Wrapped diffuse: tissue scatters light past the terminator, red the farthest.
    let scatter = light.z;
    let lambert = dot(bumped, key);
    let wrap = vec3<f32>(0.24) + vec3<f32>(0.20, 0.03, -0.04) * scatter;
    let lit_side = clamp((vec3<f32>(lambert) + wrap) / (1.0 + wrap), vec3<f32>(0.0), vec3<f32>(1.0));
    let fill_diffuse = clamp(dot(bumped, fill) * 0.5 + 0.5, 0.0, 1.0);
    // Surfaces that turn away darken a little before the rim: neighbouring loops and folds part from each other.
    let form = mix(0.58, 1.0, smoothstep(0.0, 0.65, facing));
    // What is hidden from the surroundings gets its light from the tissue beside it: darker and deeper in hue.
    let shut = 1.0 - open;
    let shade = mix(vec3<f32>(1.0), 0.24 + 0.34 * base, shut * (0.85 + 0.15 * shut));
    var lit = base * (lit_side * lit_side * 0.99 + fill_diffuse * 0.17 + mix(0.06, 0.18, sky)) * form * shade;
    // Thin edges let light through.
    lit += base * vec3<f32>(0.9, 0.42, 0.30) * (scatter * 0.16 * away * away * open);
    let half_vector = normalize(key + to_eye);
    let gloss = clamp(dot(bumped, half_vector), 0.0, 1.0);
    let gloss2 = gloss * gloss;
    let gloss4 = gloss2 * gloss2;
    let gloss8 = gloss4 * gloss4;
    let gloss16 = gloss8 * gloss8;
    let gloss64 = gloss16 * gloss16 * gloss16 * gloss16;
    // A film of water: a small bright light in a wide soft one.
    var shine = light.x * wet * (gloss64 * 0.42 + gloss16 * 0.08) + light.y * gloss8 * 0.07;
#ifdef DETAILED
    let run = fibre - bumped * dot(fibre, bumped);
    let across = dot(normalize(run + bumped * 1e-3), half_vector);
    let silky = 1.0 - across * across;
    let silk8 = silky * silky * silky * silky;
    lit += mix(base, vec3<f32>(1.0), 0.25) * (silk * light.y * silk8 * clamp(lambert, 0.0, 1.0) * open * 0.12);
#endif
    lit += vec3<f32>(0.90, 0.95, 1.0) * (shine * mix(0.25, 1.0, open) + rim * rim * 0.07 * (0.4 + light.x));

    let selected = emphasis.x;
    let hovered = emphasis.y;
    lit = mix(lit, lit * 1.12 + ACCENT * 0.02, hovered);
    lit += ACCENT * rim * (selected * 0.9 + hovered * 0.35);

    return vec4<f32>(lit, present);
#endif
}
