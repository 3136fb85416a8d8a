//! The materials of the stage. Their WGSL lies in `shaders/` and is compiled into the binary, so the app has no shader path to lose.

use bevy::asset::{AssetId, uuid_handle};
use bevy::mesh::MeshVertexBufferLayoutRef;
use bevy::pbr::{MaterialPipeline, MaterialPipelineKey};
use bevy::prelude::*;
use bevy::render::render_resource::{
    AsBindGroup, CompareFunction, RenderPipelineDescriptor, SpecializedMeshPipelineError,
};
use bevy::shader::ShaderRef;

use viewer::MAX_SECTIONS;

use super::looks::Looks;

const STRUCTURE_SHADER: Handle<Shader> = uuid_handle!("6b3f5c1e-6f0e-4f6e-9d5b-0d6d52c4f9a1");
const MARKER_SHADER: Handle<Shader> = uuid_handle!("6b3f5c1e-6f0e-4f6e-9d5b-0d6d52c4f9a2");
const CAP_SHADER: Handle<Shader> = uuid_handle!("6b3f5c1e-6f0e-4f6e-9d5b-0d6d52c4f9a4");
const TISSUE_SHADER: Handle<Shader> = uuid_handle!("6b3f5c1e-6f0e-4f6e-9d5b-0d6d52c4f9a5");
const STAGE_SHADER: Handle<Shader> = uuid_handle!("6b3f5c1e-6f0e-4f6e-9d5b-0d6d52c4f9a3");

/// Orders what is solid but for its end before every ghost.
pub const FIRST_MM: f32 = -1.0e5;

/// Registers the materials and their shaders.
pub struct MaterialsPlugin;

impl Plugin for MaterialsPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            MaterialPlugin::<SurfaceMaterial>::default(),
            MaterialPlugin::<CapMaterial>::default(),
            MaterialPlugin::<MarkerMaterial>::default(),
            MaterialPlugin::<StageMaterial>::default(),
        ));
        let mut shaders = app.world_mut().resource_mut::<Assets<Shader>>();
        for (handle, source, path) in [
            (
                TISSUE_SHADER,
                include_str!("../../../shaders/tissue.wgsl"),
                "shaders/tissue.wgsl",
            ),
            (
                STRUCTURE_SHADER,
                include_str!("../../../shaders/structure.wgsl"),
                "shaders/structure.wgsl",
            ),
            (
                MARKER_SHADER,
                include_str!("../../../shaders/marker.wgsl"),
                "shaders/marker.wgsl",
            ),
            (
                CAP_SHADER,
                include_str!("../../../shaders/section_cap.wgsl"),
                "shaders/section_cap.wgsl",
            ),
            (
                STAGE_SHADER,
                include_str!("../../../shaders/stage.wgsl"),
                "shaders/stage.wgsl",
            ),
        ] {
            let id: AssetId<Shader> = handle.id();
            if let Err(error) = shaders.insert(id, Shader::from_wgsl(source, path)) {
                error!("{path} could not be registered: {error}");
            }
        }
    }
}

/// The surfaces of all structures that are drawn alike: solid, ghosts, or the outermost ghost (see `shaders/structure.wgsl`). What
/// differs between structures lies in one table, looked up by the mesh's tag.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug, PartialEq)]
#[bind_group_data(SurfaceKey)]
pub struct SurfaceMaterial {
    /// Sections: normal in world coordinates, offset in mm; what lies beyond is not drawn.
    #[uniform(0)]
    pub planes: [Vec4; MAX_SECTIONS],
    /// x: 1 in the colours of the tissues, 0 in other palettes.
    #[uniform(0)]
    pub style: Vec4,
    /// Where neck, thighs and arms end, see [`super::ends::BodyEnds`].
    #[uniform(0)]
    pub ends: Vec4,
    /// One column per catalogue row: colour and opacity; selected, hovered, look, given opacity; over how many mm it fades towards the
    /// ends of neck, thighs and arms (RGBA, 32-bit floats).
    #[texture(1, sample_type = "float", filterable = false)]
    pub table: Handle<Image>,
    /// The same columns, see [`super::tissues::Courses`].
    #[texture(2, sample_type = "float", filterable = false)]
    pub courses: Handle<Image>,
    /// The looks of tissues.
    #[uniform(3)]
    pub looks: Looks,
    /// Translucent.
    pub ghost: bool,
    /// A section cuts: fragments beyond it are dropped and inner sides drawn.
    pub sectioned: bool,
    /// With the patterns of tissues.
    pub detailed: bool,
    /// Reaches an end of the body and fades there.
    pub fading: bool,
    /// Larger is drawn later among what is blended (mm): the skin encloses everything else.
    pub draw_order_mm: f32,
}

/// What of a [`SurfaceMaterial`] changes its pipeline.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SurfaceKey {
    sectioned: bool,
    ghost: bool,
    detailed: bool,
    fading: bool,
}

impl From<&SurfaceMaterial> for SurfaceKey {
    fn from(material: &SurfaceMaterial) -> Self {
        Self {
            sectioned: material.sectioned,
            ghost: material.ghost,
            // A ghost has no patterns.
            detailed: material.detailed && !material.ghost,
            fading: material.fading,
        }
    }
}

impl Material for SurfaceMaterial {
    fn fragment_shader() -> ShaderRef {
        STRUCTURE_SHADER.into()
    }

    fn alpha_mode(&self) -> AlphaMode {
        if self.ghost || self.fading {
            AlphaMode::Blend
        } else {
            AlphaMode::Opaque
        }
    }

    fn depth_bias(&self) -> f32 {
        self.draw_order_mm
    }

    fn enable_prepass() -> bool {
        false
    }

    fn enable_shadows() -> bool {
        false
    }

    fn specialize(
        _pipeline: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        _layout: &MeshVertexBufferLayoutRef,
        key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        let key = key.bind_group_data;
        if key.sectioned && !key.ghost {
            descriptor.primitive.cull_mode = None;
        }
        if let Some(fragment) = descriptor.fragment.as_mut() {
            for (wanted, name) in [
                (key.sectioned, "SECTIONED"),
                (key.ghost, "GHOST"),
                (key.detailed, "DETAILED"),
                (key.fading, "FADING"),
            ] {
                if wanted {
                    fragment.shader_defs.push(name.into());
                }
            }
        }
        if let Some(depth) = descriptor.depth_stencil.as_mut() {
            depth.bias.constant = 0; // draw_order_mm sorts ghosts; it must not move them in depth
            if !key.ghost {
                depth.depth_write_enabled = Some(true); // blended only towards its end
            }
        }
        Ok(())
    }
}

/// The face of a cut (see `shaders/section_cap.wgsl`).
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
#[bind_group_data(CapKey)]
pub struct CapMaterial {
    /// All sections: normal in world coordinates, offset in mm.
    #[uniform(0)]
    pub planes: [Vec4; MAX_SECTIONS],
    /// x: index of this cap's plane, y: 1 in the colours of the tissues, 0 in other palettes.
    #[uniform(0)]
    pub own: Vec4,
    /// Where neck, thighs and arms end, as in [`SurfaceMaterial`].
    #[uniform(0)]
    pub ends: Vec4,
    /// Over how many mm the face fades towards them.
    #[uniform(0)]
    pub fade: Vec4,
    /// Labels on the plane, 1 mm a texel, and the way to the edge of the organ, see [`super::section`].
    #[texture(1, sample_type = "u_int")]
    pub labels: Handle<Image>,
    /// Colour per label; alpha 0 where the label is not drawn.
    #[texture(2, sample_type = "float", filterable = false)]
    pub palette: Handle<Image>,
    /// One column per catalogue row, see [`super::tissues::Courses`].
    #[texture(3, sample_type = "float", filterable = false)]
    pub courses: Handle<Image>,
    /// The looks of tissues.
    #[uniform(4)]
    pub looks: Looks,
    /// With the patterns of tissues.
    pub detailed: bool,
}

/// What of a [`CapMaterial`] changes its pipeline.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CapKey {
    detailed: bool,
}

impl From<&CapMaterial> for CapKey {
    fn from(material: &CapMaterial) -> Self {
        Self {
            detailed: material.detailed,
        }
    }
}

impl Material for CapMaterial {
    fn fragment_shader() -> ShaderRef {
        CAP_SHADER.into()
    }

    fn alpha_mode(&self) -> AlphaMode {
        AlphaMode::Blend // towards the ends of the body
    }

    fn depth_bias(&self) -> f32 {
        FIRST_MM
    }

    fn enable_prepass() -> bool {
        false
    }

    fn enable_shadows() -> bool {
        false
    }

    fn specialize(
        _pipeline: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        _layout: &MeshVertexBufferLayoutRef,
        key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        descriptor.primitive.cull_mode = None;
        if let Some(depth) = descriptor.depth_stencil.as_mut() {
            depth.bias.constant = 0;
            depth.depth_write_enabled = Some(true);
        }
        if let Some(fragment) = descriptor.fragment.as_mut()
            && key.bind_group_data.detailed
        {
            fragment.shader_defs.push("DETAILED".into());
        }
        Ok(())
    }
}

/// Glowing document markers (see `shaders/marker.wgsl`).
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
#[bind_group_data(MarkerKey)]
pub struct MarkerMaterial {
    /// x: brightness of this layer, y: height of the stage, points, z: 1 with a white rim, 0 without.
    #[uniform(0)]
    pub strength: Vec4,
    /// Drawn over everything, dimly: a marker inside an organ shines through it.
    pub through: bool,
    /// Larger is drawn later.
    pub order: f32,
}

/// What of a [`MarkerMaterial`] changes its pipeline.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MarkerKey {
    through: bool,
}

impl From<&MarkerMaterial> for MarkerKey {
    fn from(material: &MarkerMaterial) -> Self {
        Self {
            through: material.through,
        }
    }
}

impl Material for MarkerMaterial {
    fn vertex_shader() -> ShaderRef {
        MARKER_SHADER.into()
    }

    fn fragment_shader() -> ShaderRef {
        MARKER_SHADER.into()
    }

    fn alpha_mode(&self) -> AlphaMode {
        AlphaMode::Premultiplied
    }

    fn depth_bias(&self) -> f32 {
        1.0e6 + self.order // after every ghost
    }

    fn enable_prepass() -> bool {
        false
    }

    fn enable_shadows() -> bool {
        false
    }

    fn specialize(
        _pipeline: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        layout: &MeshVertexBufferLayoutRef,
        key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        descriptor.vertex.buffers = vec![layout.0.get_layout(&[
            Mesh::ATTRIBUTE_POSITION.at_shader_location(0),
            Mesh::ATTRIBUTE_UV_0.at_shader_location(1),
            Mesh::ATTRIBUTE_COLOR.at_shader_location(2),
            Mesh::ATTRIBUTE_UV_1.at_shader_location(3),
        ])?];
        descriptor.primitive.cull_mode = None;
        if let Some(depth) = descriptor.depth_stencil.as_mut() {
            depth.bias.constant = 0;
            depth.depth_write_enabled = Some(false);
            if key.bind_group_data.through {
                depth.depth_compare = Some(CompareFunction::Always);
            }
        }
        Ok(())
    }
}

/// The background gradient (see `shaders/stage.wgsl`).
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub struct StageMaterial {
    /// Colour at the centre, linear.
    #[uniform(0)]
    pub centre: LinearRgba,
    /// Colour at the corners, linear.
    #[uniform(0)]
    pub edge: LinearRgba,
}

impl Material for StageMaterial {
    fn vertex_shader() -> ShaderRef {
        STAGE_SHADER.into()
    }

    fn fragment_shader() -> ShaderRef {
        STAGE_SHADER.into()
    }

    fn enable_prepass() -> bool {
        false
    }

    fn enable_shadows() -> bool {
        false
    }

    fn specialize(
        _pipeline: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        layout: &MeshVertexBufferLayoutRef,
        _key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        descriptor.vertex.buffers = vec![
            layout
                .0
                .get_layout(&[Mesh::ATTRIBUTE_POSITION.at_shader_location(0)])?,
        ];
        descriptor.primitive.cull_mode = None;
        if let Some(depth) = descriptor.depth_stencil.as_mut() {
            depth.depth_write_enabled = Some(false);
        }
        Ok(())
    }
}
