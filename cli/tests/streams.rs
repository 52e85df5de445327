//! Standard input and output in the place of files, formats that names do not tell, and exit codes.

mod common;
use common::*;

#[test]
fn every_format_comes_from_standard_input() {
    let bench = Bench::new();
    for (name, bytes) in cubes() {
        bench.write(name, &bytes);
        let format = name.rsplit_once('.').unwrap().1;
        let cooked = bench.feed(&format!("cook -q - --format {format} -o -"), &bytes);
        assert_eq!(cooked.status.code(), Some(0), "{name}: {}", String::from_utf8_lossy(&cooked.stderr));
        assert_eq!(bench.run(&format!("cook -q {name} -o file.carom")).code, 0);
        assert_eq!(cooked.stdout, std::fs::read(bench.path("file.carom")).unwrap(), "{name}");
        let info = Said::from(bench.feed("info - --json", &cooked.stdout));
        assert_eq!(info.out, bench.good("info file.carom --json"), "{name}");
    }
    assert!(!bench.path("-").exists());
}

#[test]
fn what_is_printed_makes_way_for_what_is_written() {
    let bench = Bench::new();
    bench.write("cube.obj", obj());
    let cooked = bench.feed("cook cube.obj -o -", b"");
    assert!(String::from_utf8_lossy(&cooked.stderr).contains("watertight            yes"));
    let told = bench.feed("cook cube.obj -o - --json", b"");
    assert_eq!(told.stdout, cooked.stdout);
    assert!(told.stderr.starts_with(b"{\"kind\":\"mesh\""));
    bench.write("cube.carom", &cooked.stdout);
    assert_eq!(bench.json("info cube.carom --json")["triangles"], 12);

    let field = bench.feed("sdf - -o - --resolution 8", &cooked.stdout);
    bench.write("cube.sdf", &field.stdout);
    assert_eq!(bench.json("info cube.sdf --json")["kind"], "sdf");
    let answers = bench.feed("query - raycast 0.7 0.2 5 0 0 -1", &cooked.stdout);
    assert!(answers.stdout.starts_with(b"triangle 2 at t 4"));
    let curves = bench.feed("pairs cube.carom cube.carom --pose 0.5,0,0 --obj -", b"");
    assert!(curves.stdout.starts_with(b"# ") && String::from_utf8_lossy(&curves.stderr).contains("touching"));
}

#[test]
fn pictures_are_what_their_names_say() {
    let bench = Bench::new();
    bench.write("cube.obj", obj());
    bench.good("cook -q cube.obj -o cube.carom");
    bench.good("render -q cube.carom -o a.png --size 32x24");
    bench.good("render -q cube.carom -o a.BMP --size 32x24");
    bench.good("render -q cube.carom -o plain --format bmp --size 32x24");
    let bytes = |name: &str| std::fs::read(bench.path(name)).unwrap();
    assert!(bytes("a.png").starts_with(b"\x89PNG") && bytes("a.BMP").starts_with(b"BM"));
    assert_eq!(bytes("plain"), bytes("a.BMP"));
    let pixels = |name: &str| image::load_from_memory(&bytes(name)).unwrap().to_rgb8();
    assert_eq!(pixels("a.png"), pixels("plain"));
    assert_eq!(bench.feed("render cube.carom -o - --size 32x24", b"").stdout, bytes("a.png"));
    let piped = bench.feed("render cube.carom -o - --size 32x24 --format bmp", b"");
    assert_eq!(piped.stdout, bytes("a.BMP"));

    let known = "not a picture that is known by its name: .png or .bmp";
    assert_eq!(bench.misused("render cube.carom -o a.jpg"), format!("a.jpg: {known}"));
    assert_eq!(bench.misused("sdf cube.obj --slice a.txt"), format!("a.txt: {known}"));
    let query = "query cube.carom contacts-sphere 0 0 0 1";
    assert_eq!(bench.misused(&format!("{query} --png a.gif")), format!("a.gif: {known}"));
    assert_eq!(bench.misused("pairs cube.carom cube.carom --png a.tiff"), format!("a.tiff: {known}"));
    assert_eq!(
        bench.misused("render cube.carom -o other"),
        "other: has no name that tells the format: .png or .bmp"
    );
    let error = bench.misused("render cube.carom -o a.png --format bmp");
    assert_eq!(error, "a.png: is named otherwise than --format");
}

#[test]
fn mistakes_with_streams_are_told() {
    let bench = Bench::new();
    bench.write("cube.obj", obj());
    bench.good("cook -q cube.obj -o cube.carom");
    let cooked = std::fs::read(bench.path("cube.carom")).unwrap();
    let fails = |code: i32, line: &str, bytes: &[u8]| {
        let said = Said::from(bench.feed(line, bytes));
        assert_eq!((said.code, said.out.as_str()), (code, ""), "{line}");
        said.err.trim_end().to_string()
    };
    let bad = |line: &str, bytes: &[u8]| fails(1, line, bytes);
    assert!(fails(2, "cook - -o a.carom", &obj()).ends_with("--format names the format"));
    assert_eq!(
        bad("cook - --format obj -o a.carom", b"v 0 0 nan\n"),
        "error: standard input: line 1: positions[0].z: NaN is not finite"
    );
    assert!(bad("cook - --format stl -o a.carom", b"").contains("standard input: 0 bytes are too few"));
    assert!(bad("info -", &cooked[..100]).starts_with("error: standard input: blob: "));
    assert_eq!(bad("pairs - -", &cooked), "error: standard input: can be read once only");
    assert_eq!(
        bad("query - raycast --file -", b"0 0 3 0 0 -1\n"),
        "error: standard input: can be read once only"
    );
    let order = "cook cube.obj -o - --layout compact --cooked-order --order -";
    assert_eq!(fails(2, order, b""), "error: standard output: is an output already");
    assert_eq!(bench.names(), ["cube.carom", "cube.obj"]);
}

#[test]
fn help_lists_the_exit_codes() {
    let help = Bench::new().good("--help");
    for line in ["  0    done", "  1    failed", "  2    the command line is wrong", "  130  interrupted"] {
        assert!(help.contains(line), "{help}");
    }
    // Narrow enough to be shown as it is written.
    let conventions = &help[help.find("Files:").unwrap()..];
    assert!(conventions.lines().all(|line| line.len() <= 80), "{help}");
    assert!(conventions.contains("\n  written; what a command would print there goes"), "{help}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_no_success() {
    use std::process::Stdio;
    let bench = Bench::new();
    bench.write("cube.obj", obj());
    for line in ["info cube.obj", "cook -q cube.obj -o -", "--help", "cook --help", "--version"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let words = line.split(' ');
        let mut run = command();
        run.current_dir(bench.directory.path()).args(words).stdout(Stdio::from(full));
        let said = Said::from(run.output().unwrap());
        assert_eq!(said.code, 1, "{line}");
        assert!(said.err.starts_with("error: standard output: No space left"), "{line}: {}", said.err);
    }
}

/// A limit on the size of files stands for a disk that is full in the middle of one.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_leaves_what_was_there() {
    let bench = Bench::new();
    bench.write("skull.stl", std::fs::read(asset("skull.stl")).unwrap());
    bench.good("cook -q skull.stl -o skull.carom");
    for name in ["old.carom", "old.ply", "old.png"] {
        bench.write(name, b"old");
    }
    let cases = [
        "cook -q skull.stl -o old.carom",
        "cook -q skull.stl -o new.carom",
        "export skull.carom -o old.ply",
        "sdf -q skull.stl --resolution 24 -o new.carom",
        "render skull.carom -o old.png",
    ];
    let names = bench.names();
    for line in cases {
        let limited = format!("trap '' XFSZ; ulimit -f 1; exec \"$0\" {line}");
        let mut run = std::process::Command::new("bash");
        run.args(["-c", &limited]).arg(command().get_program()).current_dir(bench.directory.path());
        // Not every machine has bash.
        let Ok(output) = run.output() else { return };
        let said = Said::from(output);
        assert_eq!(said.code, 1, "{line}: {}", said.err);
        assert!(said.err.contains("File too large"), "{line}: {}", said.err);
        assert_eq!(bench.names(), names, "{line}");
        for name in names.iter().filter(|name| name.starts_with("old")) {
            assert_eq!(std::fs::read(bench.path(name)).unwrap(), b"old", "{line}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_closed_reader_changes_no_exit_code() {
    use std::process::Stdio;
    let bench = Bench::new();
    bench.write("cube.obj", obj());
    bench.good("cook -q cube.obj -o cube.carom");
    let run = |line: &str| {
        let mut child = command()
            .current_dir(bench.directory.path())
            .args(line.split(' '))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        Said::from(child.wait_with_output().unwrap())
    };
    // The picture comes after the answers.
    bench.write("spheres.txt", "0 0 0 1\n".repeat(3000));
    let said = run("query cube.carom contacts-sphere --file spheres.txt --png pins.png --size 8x8");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(bench.path("pins.png").exists());
    let said = run("--help");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    // A file that nobody takes is a failure.
    let said = run("cook -q cube.obj -o -");
    assert_eq!(said.code, 1);
    assert!(said.err.starts_with("error: standard output: "), "{}", said.err);
}

#[cfg(target_os = "linux")]
#[test]
fn streams_without_an_end_are_refused() {
    let bench = Bench::new();
    let zeros = "/dev/zero";
    assert!(bench.bad("info /dev/zero").contains("does not begin with carom's magic number"));
    for format in ["obj", "ply", "gltf", "off", "3mf", "map", "bsp"] {
        let error = bench.bad(&format!("cook {zeros} --format {format} -o a.carom"));
        assert!(error.starts_with("/dev/zero: "), "{format}: {error}");
    }
    let error = bench.bad("cook /dev/zero --format stl -o a.carom");
    assert_eq!(error, "/dev/zero: goes on after 1048660 bytes, the most that it can have");
    bench.write("cube.obj", obj());
    bench.good("cook -q cube.obj -o cube.carom");
    assert_eq!(bench.bad("query cube.carom raycast --file /dev/zero"), "/dev/zero: line 1: is no text");
    // A cooked file says how long it is.
    let mut cooked = std::fs::read(bench.path("cube.carom")).unwrap();
    let size = cooked.len();
    cooked.resize(size + 100_000, 0);
    bench.write("long.carom", cooked);
    let limit = size.max(4096);
    let error = bench.bad("info long.carom");
    assert_eq!(error, format!("long.carom: goes on after {limit} bytes, the most that it can have"));
}

/// A limit on the memory of the process stands for a machine that has too little.
#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_is_an_error() {
    let bench = Bench::new();
    bench.write("cube.obj", obj());
    bench.good("cook -q cube.obj -o cube.carom");
    for line in
        ["bench cube.carom --queries 100000000 --runs 1", "render cube.carom -o a.png --size 16384x16384"]
    {
        let mut run = std::process::Command::new("bash");
        let limited = format!(
            "ulimit -v 700000; exec \"$0\" {line} {}",
            if line.starts_with('r') { "--threads 1" } else { "" }
        );
        run.args(["-c", &limited]).arg(command().get_program()).current_dir(bench.directory.path());
        // Not every machine has bash.
        let Ok(output) = run.output() else { return };
        let said = Said::from(output);
        assert_eq!(said.code, 1, "{line}: {}", said.err);
        assert!(said.err.contains("out of memory for "), "{line}: {}", said.err);
    }
}
