//! Worlds of moving objects: every structure against a loop over all objects.

mod chapter;
mod compact;
mod edits;
mod errors;
mod exact;
mod filters;
mod model;
mod one_by_one;
mod queries;
mod saved;
mod scenes;
mod scripts;
mod threads;
