//! Kidneys, adrenals, ureters, bladder, male organs, and the thyroid.
//!
//! Courses and sizes are measurements at a few levels of the HRA Visible Human Male (kidneys, ureters, urethra, prostate,
//! seminal glands), Open3DModel (penis) and Z-Anatomy (adrenals, testes), with volumes of the reference man (ICRP
//! Publication 110). The right kidney lies 20 mm lower than the left; the left testis hangs lower than the right.

use anatomy::Sex;

use crate::model::BodyBuilder;

mod genital;
mod glands;
mod kidney;

pub(super) use genital::{penis_skin, scrotum_skin};

/// Adds the urogenital organs and the glands; of the genital organs those of the male.
pub fn build(body: &mut BodyBuilder, sex: Sex) {
    kidney::kidney(body, &kidney::LEFT_KIDNEY);
    kidney::kidney(body, &kidney::RIGHT_KIDNEY);
    glands::adrenals(body);
    genital::bladder(body);
    if sex == Sex::Male {
        genital::prostate(body);
        genital::testes(body);
        genital::penis(body);
    }
    glands::thyroid(body);
}
