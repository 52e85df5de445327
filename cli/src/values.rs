//! Values on the command line: read, checked, and what was expected instead.

pub(crate) fn bits(text: &str) -> Result<u16, String> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let value = match digits {
        Some(digits) => u16::from_str_radix(digits, 16),
        None => text.parse(),
    };
    value.map_err(|_| "expected 16 bits, such as 3 or 0x3".into())
}

pub(crate) fn finite(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(value) if f32::is_finite(value) => Ok(value),
        _ => Err("expected a finite number".into()),
    }
}

pub(crate) fn area(text: &str) -> Result<[f64; 4], String> {
    match numbers(text).as_deref() {
        Some(&[u0, v0, u1, v1]) if u0 != u1 && v0 != v1 => Ok([u0, v0, u1, v1]),
        _ => Err("expected four finite numbers, such as -64,-64,64,64, that span an area".into()),
    }
}

/// Finite numbers apart by commas.
fn numbers(text: &str) -> Option<Vec<f64>> {
    let finite = |number: &str| number.trim().parse().ok().filter(|value| f64::is_finite(*value));
    text.split(',').map(finite).collect()
}

pub(crate) fn size(text: &str) -> Result<(u32, u32), String> {
    const MAX: u32 = 16_384;
    let sides = text.split_once(['x', 'X']).and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    match sides {
        Some((w, h)) if (1..=MAX).contains(&w) && (1..=MAX).contains(&h) => Ok((w, h)),
        _ => Err(format!("expected WIDTHxHEIGHT, each from 1 to {MAX}")),
    }
}

pub(crate) fn vector(text: &str) -> Result<[f64; 3], String> {
    match numbers(text).as_deref() {
        Some(&[x, y, z]) => Ok([x, y, z]),
        _ => Err("expected three finite numbers, such as 1,-2.5,3".into()),
    }
}

pub(crate) fn field_of_view(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(degrees) if (1.0..=170.0).contains(&degrees) => Ok(degrees),
        _ => Err("expected degrees from 1 to 170".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked() {
        assert_eq!(size("640x480"), Ok((640, 480)));
        assert_eq!(vector("1,-2.5, 3"), Ok([1.0, -2.5, 3.0]));
        assert_eq!((bits("0x8001"), bits("7")), (Ok(0x8001), Ok(7)));
        for bad in ["", "x", "0x5", "5x0", "99999x2", "-3x4", "4"] {
            assert!(size(bad).is_err());
        }
        for bad in ["", "1,2", "1,2,3,4", "1,nan,3", "1,inf,3", "a,b,c"] {
            assert!(vector(bad).is_err());
        }
        assert_eq!((finite("-2.5"), area("0,-1, 2,3")), (Ok(-2.5), Ok([0.0, -1.0, 2.0, 3.0])));
        assert!(finite("inf").is_err() && finite("").is_err());
        assert!(area("0,0,0,1").is_err() && area("0,0,1").is_err() && area("0,0,1,nan").is_err());
        assert!(bits("65536").is_err() && bits("-1").is_err() && bits("0x").is_err());
        assert!(field_of_view("nan").is_err() && field_of_view("180").is_err());
    }
}
