//! Text that stays text in Markdown and in LaTeX.

/// A text in Markdown that stays text: no markup, no HTML, no end of a cell or line.
pub(super) fn markdown_text(text: &str) -> String {
    let mut out = String::new();
    for c in text.trim().chars() {
        match c {
            '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '~' | '$' | '#' => out.extend(['\\', c]),
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            c if is_break(c) => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A text in LaTeX that stays text.
pub(super) fn latex_text(text: &str) -> String {
    let mut out = String::new();
    for c in text.trim().chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            // Two of them would make a longer dash.
            '-' if out.ends_with('-') => out += "{}-",
            // At the beginning of a row they would belong to the \\ before.
            '[' | ']' | '*' => out.extend(['{', c, '}']),
            c if is_break(c) => out.push(' '),
            c => match LATEX.iter().find(|(from, _)| *from == c) {
                Some((_, to)) => out += to,
                None => match greek(c) {
                    Some(name) => out += &format!("$\\{name}$"),
                    None => out.push(c),
                },
            },
        }
    }
    out
}

fn is_break(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Letters without a name of their own look like Latin ones.
fn greek(c: char) -> Option<&'static str> {
    const SMALL: [&str; 25] = [
        "alpha",
        "beta",
        "gamma",
        "delta",
        "varepsilon",
        "zeta",
        "eta",
        "theta",
        "iota",
        "kappa",
        "lambda",
        "mu",
        "nu",
        "xi",
        "mathrm{o}",
        "pi",
        "rho",
        "varsigma",
        "sigma",
        "tau",
        "upsilon",
        "varphi",
        "chi",
        "psi",
        "omega",
    ];
    const LARGE: [(char, &str); 10] = [
        ('Γ', "Gamma"),
        ('Δ', "Delta"),
        ('Θ', "Theta"),
        ('Λ', "Lambda"),
        ('Ξ', "Xi"),
        ('Π', "Pi"),
        ('Σ', "Sigma"),
        ('Φ', "Phi"),
        ('Ψ', "Psi"),
        ('Ω', "Omega"),
    ];
    let small = (c as u32).checked_sub('α' as u32).and_then(|k| SMALL.get(k as usize));
    let large = LARGE.iter().find(|(letter, _)| *letter == c).map(|(_, name)| name);
    small.or(large).copied()
}

/// Characters that mean something else to LaTeX, or nothing without a package.
const LATEX: [(char, &str); 34] = [
    ('\\', "\\textbackslash{}"),
    ('~', "\\textasciitilde{}"),
    ('^', "\\textasciicircum{}"),
    ('<', "\\textless{}"),
    ('>', "\\textgreater{}"),
    ('|', "\\textbar{}"),
    ('"', "''"),
    ('±', "$\\pm$"),
    ('−', "$-$"),
    ('×', "$\\times$"),
    ('·', "$\\cdot$"),
    ('≤', "$\\leq$"),
    ('≥', "$\\geq$"),
    ('≠', "$\\neq$"),
    ('≈', "$\\approx$"),
    ('∞', "$\\infty$"),
    ('→', "$\\to$"),
    ('←', "$\\leftarrow$"),
    ('↔', "$\\leftrightarrow$"),
    ('√', "$\\surd$"),
    ('∑', "$\\sum$"),
    ('‖', "$\\|$"),
    ('µ', "$\\mu$"),
    ('°', "$^\\circ$"),
    ('²', "$^2$"),
    ('³', "$^3$"),
    ('–', "--"),
    ('—', "---"),
    ('‘', "`"),
    ('’', "'"),
    ('“', "``"),
    ('”', "''"),
    ('…', "\\ldots{}"),
    ('\u{a0}', "~"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_signs_need_no_package() {
        assert_eq!(latex_text("λ ≤ Σx², ω"), "$\\lambda$ $\\leq$ $\\Sigma$x$^2$, $\\omega$");
        assert_eq!(latex_text("a---b – c"), "a-{}-{}-b -- c");
        assert_eq!(latex_text("\\input{x}"), "\\textbackslash{}input\\{x\\}");
        assert_eq!(markdown_text("[x](y) `z` $a$"), "\\[x\\](y) \\`z\\` \\$a\\$");
    }
}
