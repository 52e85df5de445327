// ANCHOR: all
//! How calls fail in Rust: `Err` with a kind, and a message that names the argument, the element and the value.

use carom::prelude::*;

fn main() -> Result<(), Error> {
    let positions = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    // ANCHOR: err
    let error = Mesh::new(&positions, &[[0, 1, 9000]]).expect_err("there is no vertex 9000");
    println!("{:?}: {error}", error.kind());
    // ANCHOR_END: err
    assert_eq!(error.kind(), ErrorKind::IndexOutOfRange);
    assert_eq!(error.to_string(), "indices[2]: 9000 is not below vertex_count 3");

    let mesh = Mesh::new(&positions, &[[0, 1, 2]])?;
    // ANCHOR: miss
    // A miss is no error.
    let ray = Ray::new([0.0, 0.0, 1.0].into(), [0.0, 0.0, 1.0].into());
    assert_eq!(mesh.raycast_one(&ray, &Filter::ALL)?, None);
    // ANCHOR_END: miss
    Ok(())
}
// ANCHOR_END: all
