//! What holds for every drawing.
