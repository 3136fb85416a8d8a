//! The body: structures, label volume, distances and the modelled torso
