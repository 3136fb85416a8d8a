//! Clean pictures of the stage at any size: a second camera with the same view draws into a texture, without panels.

use std::io::{BufWriter, Write as _};
use std::path::Path;

use bevy::camera::RenderTarget;
use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy::render::render_resource::{TextureFormat, TextureUsages};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::RequestRedraw;
use language::say;
use viewer::{Message as Tell, PictureOrder, Pose};

use super::area::StageArea;
use super::camera::{OrbitCamera, transform};
use super::section::Cuts;
use super::{BACKGROUND_LAYER, lens};
use crate::app::core::Wanted;
use crate::app::jobs::{Workers, spawn};

/// Pixels on a side at most.
pub const MAX_SIDE: u32 = 8192;
/// Frames drawn before a picture is taken: the target and its pipelines arrive over several.
const WARM_UP_FRAMES: u32 = 4;

/// Pictures that were ordered and not begun.
#[derive(Resource, Default)]
struct Pictures(Vec<PictureOrder>);

/// A picture that is being drawn.
#[derive(Component)]
pub struct PictureCamera {
    /// What was ordered.
    pub wanted: PictureOrder,
    /// The texture that it is drawn into.
    pub target: Handle<Image>,
    /// Its pixels.
    pub size: Vec2,
    /// From where.
    pub pose: Pose,
    /// Something is to be drawn over it first.
    pub waits: bool,
    frames: u32,
    taken: bool,
}

impl PictureCamera {
    /// A picture that nothing has been drawn of.
    pub fn new(wanted: PictureOrder, target: Handle<Image>, size: Vec2, pose: Pose) -> Self {
        Self {
            wanted,
            target,
            size,
            pose,
            waits: false,
            frames: 0,
            taken: false,
        }
    }
}

/// Draws the pictures that commands ask for.
pub struct PicturePlugin;

impl Plugin for PicturePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Pictures>()
            .add_systems(Update, (begin, take).chain());
    }
}

/// A texture that a camera can draw a picture into.
pub fn target(width: u32, height: u32) -> Image {
    let mut target = Image::new_target_texture(width, height, TextureFormat::Rgba8UnormSrgb, None);
    target.texture_descriptor.usage |= TextureUsages::COPY_SRC;
    target
}

fn begin(
    (mut ordered, mut pictures): (MessageReader<Wanted>, ResMut<Pictures>),
    mut images: ResMut<Assets<Image>>,
    area: Res<StageArea>,
    camera: Single<&OrbitCamera>,
    (busy, cuts): (Query<(), With<PictureCamera>>, Res<Cuts>),
    mut commands: Commands,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    pictures
        .0
        .extend(ordered.read().map(|Wanted(order)| order.clone()));
    if pictures.0.is_empty() || !busy.is_empty() {
        return;
    }
    if cuts.are_waiting() {
        redraw.write(RequestRedraw);
        return;
    }
    let wanted = pictures.0.remove(0);
    let stage = area.size.x / area.size.y.max(1.0);
    let mut size = wanted.size;
    if wanted.as_stage {
        size[1] = (size[0] as f32 / stage.max(0.01)).round() as u32;
    }
    let [width, height] = size.map(|side| side.clamp(16, MAX_SIDE));
    let target = images.add(target(width, height));
    // The stage's height is kept; a picture narrower than the stage steps back until its width fits.
    let mut pose = camera.pose;
    let aspect = width as f32 / height as f32;
    pose.distance *= (stage.min(0.9) / aspect).max(1.0);
    let layers = if wanted.transparent {
        RenderLayers::layer(0)
    } else {
        RenderLayers::from_layers(&[0, BACKGROUND_LAYER])
    };
    let size = Vec2::new(width as f32, height as f32);
    commands.spawn((
        lens(),
        Camera {
            order: -1,
            clear_color: ClearColorConfig::Custom(Color::NONE),
            ..default()
        },
        Msaa::Sample4,
        transform(&pose),
        layers,
        RenderTarget::Image(target.clone().into()),
        PictureCamera::new(wanted, target, size, pose),
    ));
    redraw.write(RequestRedraw);
}

fn take(
    mut cameras: Query<(Entity, &mut PictureCamera)>,
    mut commands: Commands,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for (entity, mut picture) in &mut cameras {
        redraw.write(RequestRedraw);
        picture.frames += u32::from(!picture.waits);
        if picture.taken || picture.frames < WARM_UP_FRAMES {
            continue;
        }
        picture.taken = true;
        let wanted = picture.wanted.clone();
        commands
            .spawn(Screenshot::image(picture.target.clone()))
            .observe(
                move |captured: On<ScreenshotCaptured>,
                      workers: Option<Res<Workers>>,
                      mut commands: Commands| {
                    commands.entity(entity).despawn();
                    let image = captured.image.clone();
                    let wanted = wanted.clone();
                    let Some(report) = workers.map(|workers| workers.reporter()) else {
                        return;
                    };
                    // Encoding some 10 megapixels takes seconds: not in the frame.
                    let tell = report.clone();
                    spawn("picture", &report, move || {
                        let place = wanted.path.display().to_string();
                        tell.tell(match save(image, &wanted) {
                            Ok(()) => Tell::Notice(say!("picture-saved", place = place.clone())),
                            Err(reason) => Tell::problem(place, reason),
                        });
                    });
                },
            );
    }
}

fn save(image: Image, wanted: &PictureOrder) -> Result<(), String> {
    let size = image.size();
    let pixels = image
        .data
        .ok_or_else(|| "the renderer gave back an empty picture".to_owned())?;
    let mut picture = image::RgbaImage::from_raw(size.x, size.y, pixels)
        .ok_or_else(|| "the renderer gave back a picture of another size".to_owned())?;
    finish_alpha(&mut picture, wanted.transparent);
    save_picture(&picture, &wanted.path).map_err(|error| error.to_string())
}

/// Writes a picture as PNG; what was there stays until the new one is whole.
///
/// # Errors
/// When it cannot be written, on a full disk for one.
pub fn save_picture(picture: &image::RgbaImage, path: &Path) -> std::io::Result<()> {
    library::write_aside(path, |file| {
        let mut out = BufWriter::new(file);
        picture
            .write_to(&mut out, image::ImageFormat::Png)
            .map_err(|error| match error {
                image::ImageError::IoError(error) => error,
                other => std::io::Error::other(other),
            })?;
        out.flush()
    })
}

/// Blending leaves colours multiplied by alpha; PNG wants them straight. Opaque pictures lose the channel.
pub fn finish_alpha(picture: &mut image::RgbaImage, keep: bool) {
    for pixel in picture.pixels_mut() {
        let alpha = pixel.0[3];
        if !keep {
            pixel.0[3] = 255;
        } else if alpha > 0 && alpha < 255 {
            for channel in &mut pixel.0[..3] {
                let light =
                    Color::srgb_u8(*channel, 0, 0).to_linear().red / (f32::from(alpha) / 255.0);
                *channel = (Color::linear_rgb(light.min(1.0), 0.0, 0.0).to_srgba().red * 255.0)
                    .round() as u8;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straight_alpha_divides_the_premultiplied_colour() {
        let half_grey = Color::linear_rgb(0.25, 0.25, 0.25).to_srgba();
        let byte = (half_grey.red * 255.0).round() as u8;
        let mut picture = image::RgbaImage::from_pixel(1, 1, image::Rgba([byte, byte, byte, 128]));
        finish_alpha(&mut picture, true);
        let straight = Color::srgb_u8(picture.get_pixel(0, 0).0[0], 0, 0)
            .to_linear()
            .red;
        assert!((straight - 0.5).abs() < 0.02, "{straight}");
    }
}
