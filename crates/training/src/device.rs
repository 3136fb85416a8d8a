//! Where networks are trained.

/// The device that networks are trained on: the GPU that wgpu picks with the feature `wgpu`, otherwise the processor.
pub fn device() -> burn::tensor::Device {
    #[cfg(feature = "wgpu")]
    let device = burn::tensor::Device::wgpu(burn::tensor::DeviceKind::DefaultDevice);
    #[cfg(not(feature = "wgpu"))]
    let device = burn::tensor::Device::flex();
    device
}
