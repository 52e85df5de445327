//! Values on the command line: read and checked, with errors that name the expected form.

use carom::geometry::{Pose, PoseMatrix, Quat, Vec3};

pub(crate) fn bits(text: &str) -> Result<u16, String> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let value = match digits {
        Some(digits) => u16::from_str_radix(digits, 16),
        None => text.parse(),
    };
    value.map_err(|_| "expected 16 bits, such as 3 or 0x3".into())
}

/// A number, which is infinite or NaN only where the text says so.
pub(crate) fn float(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(value) if value.is_infinite() && text.contains(|c: char| c.is_ascii_digit()) => {
            Err(format!("`{text}` is beyond 32-bit floats"))
        }
        Ok(value) => Ok(value),
        Err(_) => Err(format!("`{text}` is not a number")),
    }
}

/// A finite number of a file.
pub(crate) fn coordinate(text: &str) -> Result<f32, String> {
    let value = float(text)?;
    if value.is_finite() { Ok(value) } else { Err(format!("{value} is not finite")) }
}

pub(crate) fn finite(text: &str) -> Result<f32, String> {
    match float(text) {
        Ok(value) if value.is_finite() => Ok(value),
        Err(reason) if text.parse::<f32>().is_ok() => Err(reason),
        _ => Err("expected a finite number".into()),
    }
}

pub(crate) fn distance(text: &str) -> Result<f32, String> {
    match finite(text) {
        Ok(value) if value >= 0.0 => Ok(value),
        _ => Err("expected a distance, a finite number that is not negative".into()),
    }
}

pub(crate) fn positive(text: &str) -> Result<f32, String> {
    match finite(text) {
        Ok(value) if value > 0.0 => Ok(value),
        _ => Err("expected a positive, finite number".into()),
    }
}

/// A pose of 3, 7, 8 or 12 numbers.
pub(crate) fn pose(text: &str) -> Result<PoseMatrix, String> {
    let expected = "expected a pose of 3, 7, 8 or 12 finite numbers, apart by commas";
    let numbers: Option<Vec<f32>> = text.split(',').map(|number| finite(number.trim()).ok()).collect();
    let vector = |n: &[f32]| Vec3::new(n[0], n[1], n[2]);
    let quaternion = |n: &[f32], scale: f32| {
        let pose = Pose { rotation: Quat::from_slice(n), translation: vector(&n[4..]), scale };
        pose.matrix(String::new)
    };
    let matrix = match numbers.as_deref().unwrap_or_default() {
        n @ [_, _, _] => Pose { translation: vector(n), ..Pose::IDENTITY }.matrix(String::new),
        n @ [_, _, _, _, _, _, _] => quaternion(n, 1.0),
        n @ [_, _, _, _, _, _, _, scale] => quaternion(n, *scale),
        n if n.len() == 12 => {
            let rows = [vector(n), vector(&n[4..]), vector(&n[8..])];
            PoseMatrix::from_rows(rows, Vec3::new(n[3], n[7], n[11]), || "matrix".into())
        }
        _ => return Err(expected.into()),
    };
    matrix.map_err(|error| error.to_string())
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

pub(crate) fn direction(text: &str) -> Result<[f64; 3], String> {
    match vector(text)? {
        [0.0, 0.0, 0.0] => Err("expected a direction, which 0,0,0 is not".into()),
        direction => Ok(direction),
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
        assert_eq!((float("-1e38"), float("-inf")), (Ok(-1e38), Ok(f32::NEG_INFINITY)));
        for (text, says) in [
            ("1e39", "`1e39` is beyond 32-bit floats"),
            ("-4e38", "`-4e38` is beyond 32-bit floats"),
            ("x", "`x` is not a number"),
            ("nan", "NaN is not finite"),
            ("inf", "inf is not finite"),
        ] {
            assert_eq!(coordinate(text), Err(says.to_string()));
        }
        assert_eq!(finite("1e39"), Err("`1e39` is beyond 32-bit floats".into()));
        assert!(direction("0,-0,0").is_err() && direction("0,0,1e-300").is_ok());
        assert!(bits("65536").is_err() && bits("-1").is_err() && bits("0x").is_err());
        assert!(distance("-1").is_err() && distance("inf").is_err() && distance("0") == Ok(0.0));
        assert!(positive("0").is_err() && positive("nan").is_err() && positive("2") == Ok(2.0));
        assert!(field_of_view("nan").is_err() && field_of_view("180").is_err());
    }

    #[test]
    fn poses_are_of_four_kinds() {
        let at = PoseMatrix { translation: Vec3::new(1.0, -2.5, 3.0), ..PoseMatrix::IDENTITY };
        for text in ["1,-2.5,3", "0,0,0,1,1,-2.5,3", "0,0,0,1,1,-2.5,3,1", "1,0,0,1, 0,1,0,-2.5, 0,0,1,3"] {
            assert_eq!(pose(text), Ok(at), "{text}");
        }
        assert_eq!(pose("0,0,0,1,0,0,0,2").unwrap().point(Vec3::ONE), Vec3::splat(2.0));
        for (text, says) in [
            ("1,2", "expected a pose of 3, 7, 8 or 12"),
            ("1,2,nan", "expected a pose"),
            ("0,0,0,2,0,0,0", "rotation: [0.0, 0.0, 0.0, 2.0] has length 2, not 1"),
            ("0,0,0,1,0,0,0,-1", "scale: -1 is not positive"),
            ("1,0,0,0,0,1,0,0,0,0,0,0", "matrix: zero scale along axis z"),
        ] {
            let error = pose(text).unwrap_err();
            assert!(error.starts_with(says), "{text}: {error}");
        }
    }
}
