//! What a structure that no name of the catalogue fits is taken for.

use anatomy::{Structure, System, Tissue};

use super::words::{fold_word, split};

/// What a structure that matched nothing is taken for: system, tissue, and whether that is more than a guess of last
/// resort.
#[expect(
    clippy::too_many_lines,
    reason = "the steps of one import, in their order"
)]
pub(crate) fn guess(name: &str, container: Option<&Structure>) -> (System, Tissue, bool) {
    let words: Vec<String> = split(name).map(|w| fold_word(&w)).collect();
    let has = |any: &[&str]| any.iter().any(|a| words.iter().any(|w| w == a));
    if has(&["artery", "aorta", "arteria", "arterial"]) {
        return (System::Cardiovascular, Tissue::Artery, true);
    }
    if has(&["vein", "vena", "venous", "sinus", "caval"]) && !has(&["node"]) {
        return (System::Cardiovascular, Tissue::Vein, true);
    }
    if has(&[
        "nerve",
        "plexus",
        "ganglion",
        "brain",
        "nervus",
        "cerebrum",
        "cerebellum",
    ]) {
        return (System::Nervous, Tissue::Nerve, true);
    }
    if has(&["node", "lymph", "nodus"]) {
        return (System::Lymphatic, Tissue::Gland, true);
    }
    if has(&[
        "muscle",
        "musculus",
        "gluteu",
        "gluteus",
        "gemellus",
        "piriformis",
        "iliopsoa",
        "iliopsoas",
        "sphincter",
        "levator",
        "obturator",
        "quadratus",
        "psoas",
        "scalenus",
        "serratu",
        "serratus",
    ]) && !has(&["ligament", "fascia", "membrane"])
    {
        return (System::Musculoskeletal, Tissue::Muscle, true);
    }
    if has(&[
        "ligament",
        "fascia",
        "tendon",
        "membrane",
        "aponeurosis",
        "arch",
        "capsule",
    ]) && container.is_none()
    {
        return (System::Musculoskeletal, Tissue::Tendon, true);
    }
    if has(&[
        "cartilage",
        "cart",
        "disc",
        "labrum",
        "meniscu",
        "meniscus",
        "anulus",
        "symphysis",
        "epiglottis",
    ]) {
        return (System::Musculoskeletal, Tissue::Cartilage, true);
    }
    if let Some(container) = container {
        return (container.system, container.tissue, true);
    }
    if has(&[
        "bone",
        "vertebra",
        "rib",
        "phalanx",
        "metacarpal",
        "metatarsal",
        "skull",
        "mandible",
        "maxilla",
        "tibia",
        "fibula",
        "ulna",
        "radius",
        "patella",
        "calcaneus",
        "talus",
        "atlas",
        "axis",
        "tooth",
        "molar",
        "premolar",
        "incisor",
        "canine",
        "capitate",
        "hamate",
        "lunate",
        "pisiform",
        "scaphoid",
        "triquetrum",
        "trapezium",
        "trapezoid",
        "vomer",
        "sesamoid",
    ]) {
        return (System::Musculoskeletal, Tissue::Bone, true);
    }
    if has(&["fat", "adipose"]) {
        return (System::Integument, Tissue::Fat, true);
    }
    if has(&["skin"]) {
        return (System::Integument, Tissue::Skin, true);
    }
    (System::Musculoskeletal, Tissue::Tendon, false)
}

/// Colour of a structure about which nothing is known.
pub(crate) const NEUTRAL: [u8; 3] = [0x9A, 0x9E, 0xA3];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_tell_the_tissue() {
        assert_eq!(guess("Obturator nerve.r", None).1, Tissue::Nerve);
        assert!(!guess("thing", None).2);
    }
}
