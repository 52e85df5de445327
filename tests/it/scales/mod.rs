//! Every query of one mesh at every scale: meshes and queries times powers of two, from where all that is
//! left are the smallest denormal numbers to the largest coordinates. Answers are those of the plain loop,
//! bit for bit, and those of the unscaled mesh where nothing under- or overflows.

mod answers;
mod meshes;
mod near;
mod scaling;
mod unscaled;
