//! Draws a graph: layers from top to bottom, causes above their effects.
//!
//! A [`Sketch`] says what is to be seen, `layout` finds the places, and [`svg`], [`fragment`] and
//! `png` (feature `png`) write them. The same sketch gives the same bytes on every machine
//! (a PNG only if its font, which comes along, has every letter of the names).
//!
//! [`page`] puts the drawing and all the rest of a fit into one file for the browser.

mod drawing;
mod layout;
mod legend;
pub mod page;
#[cfg(feature = "png")]
mod png;
mod sketch;
mod sketched;
mod svg;
mod text;

#[cfg(feature = "png")]
pub use png::png;
pub use sketch::{Legend, Link, Sketch};
pub use svg::{fragment, svg};

#[cfg(test)]
mod tests;
