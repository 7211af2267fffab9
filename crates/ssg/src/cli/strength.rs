//! The strength of a player on the command line.

/// A strength from 0 to 1.
pub fn strength(text: &str) -> Result<f64, String> {
    let strength = text.parse::<f64>().ok();
    strength
        .filter(|strength| (0.0..=1.0).contains(strength))
        .ok_or_else(|| "a strength is a number from 0 to 1".to_owned())
}
