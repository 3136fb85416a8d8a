//! Models, losses, data sets and experiments; writes models/; never linked into the app
