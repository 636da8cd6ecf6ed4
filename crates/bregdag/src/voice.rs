//! How a front end speaks: the same advice is `--missing iterative` in a shell and `missing="iterative"` in
//! Python.

/// The words of a front end for what its user can do.
pub trait Voice {
    /// An option, perhaps with a value.
    fn option(&self, name: &str, value: Option<&str>) -> String;

    /// Something to do, such as `diagnose`.
    fn verb(&self, verb: &str) -> String;
}

/// The words of the library itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Plain;

impl Voice for Plain {
    fn option(&self, name: &str, value: Option<&str>) -> String {
        match value {
            Some(value) => format!("`{name} = {value}`"),
            None => format!("`{name}`"),
        }
    }

    fn verb(&self, verb: &str) -> String {
        format!("`{verb}`")
    }
}
