//! The options of PC, their defaults and ranges.

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

/// The options of PC.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// α, the level of each test: two variables count as independent where p > α; 0 < α < 1, default
    /// 0.01.
    pub alpha: f64,
}

impl Default for Options {
    fn default() -> Options {
        Options { alpha: 0.01 }
    }
}

/// What α may be.
pub(crate) const ALPHAS: &str = "a number between 0 and 1";

impl Options {
    /// Checks every range.
    pub fn validate(&self) -> Result<()> {
        if self.alpha > 0.0 && self.alpha < 1.0 {
            return Ok(());
        }
        let (value, expected) = (self.alpha.to_string(), ALPHAS);
        Err(Error::Option { name: "alpha", value, expected })
    }
}
