//! Scenes that were recorded: the atoms of a protein that opens (`adk_dims.dcd`, PyPI `MDAnalysisTests`), and
//! aircraft over Europe (`quickstart.json.gz`, PyPI `traffic`). Both are fetched and left out if they are not
//! there.

use super::scene::{Frame, Scene};
use crate::work::Box3;
use anyhow::{Context, Result, bail, ensure};
use rustc_hash::FxHashMap;
use serde::Deserialize;
use std::path::Path;

/// Half the edge of an atom's box, in ångström: about a van der Waals radius.
const ATOM: f32 = 1.7;

/// Half of the separation of aircraft, in kilometres: five nautical miles to the side, a thousand feet up.
const APART: [f32; 3] = [4.63, 0.1524, 4.63];

/// Frames of the recorded flights.
const FLIGHT_FRAMES: usize = 120;

pub(super) fn scenes(folder: &Path) -> Vec<Result<Scene>> {
    let read = |file: &str, scene: fn(&[u8]) -> Result<Scene>| {
        let path = folder.join(file);
        let bytes =
            std::fs::read(&path).with_context(|| format!("{file} was not fetched and is left out"))?;
        scene(&bytes).with_context(|| path.display().to_string())
    };
    vec![read("adk_dims.dcd", protein), read("quickstart.json.gz", flights)]
}

/// From places of all objects, a list a frame.
fn scene(name: &str, places: &[Vec<[f32; 3]>], half: [f32; 3]) -> Scene {
    let bounds = |place: &[f32; 3]| Box3 {
        min: [0, 1, 2].map(|axis| place[axis] - half[axis]),
        max: [0, 1, 2].map(|axis| place[axis] + half[axis]),
    };
    let frame = |two: &[Vec<[f32; 3]>]| {
        let moved: Vec<u32> =
            (0..two[1].len()).filter(|&i| two[0][i] != two[1][i]).map(|i| i as u32).collect();
        let boxes = moved.iter().map(|&i| bounds(&two[1][i as usize])).collect();
        Frame { moved, boxes }
    };
    Scene {
        name: name.to_owned(),
        start: places[0].iter().map(bounds).collect(),
        frames: places.windows(2).map(frame).collect(),
        rests: false,
        jumps: false,
    }
}

/// A trajectory of CHARMM's format: Fortran's records, of which the first three are a header, and then x, y
/// and z of all atoms a frame, after a record of the unit cell where the header says so.
fn protein(bytes: &[u8]) -> Result<Scene> {
    let mut rest = bytes;
    let mut record = || -> Result<Option<&[u8]>> {
        if rest.is_empty() {
            return Ok(None);
        }
        let length = u32::from_le_bytes(*rest.first_chunk().context("cut off")?) as usize;
        let data = rest.get(4..4 + length).context("cut off")?;
        rest = rest.get(8 + length..).context("cut off")?;
        Ok(Some(data))
    };
    let header = record()?.context("empty")?;
    ensure!(header.starts_with(b"CORD") && header.len() >= 48, "this is no trajectory");
    let has_cell = header[44..48] != [0; 4];
    record()?.context("no title")?;
    record()?.context("no number of atoms")?;
    let mut places = Vec::new();
    'frames: loop {
        if has_cell && record()?.is_none() {
            break;
        }
        let mut frame: Vec<[f32; 3]> = Vec::new();
        for axis in 0..3 {
            let Some(data) = record()? else { break 'frames };
            frame.resize(data.len() / 4, [0.0; 3]);
            for (place, number) in frame.iter_mut().zip(data.chunks_exact(4)) {
                place[axis] = f32::from_le_bytes([number[0], number[1], number[2], number[3]]);
            }
        }
        places.push(frame);
    }
    ensure!(places.len() > 1, "there are {} frames", places.len());
    Ok(scene("protein", &places, [ATOM; 3]))
}

/// A row of the recorded flights.
#[derive(Deserialize)]
struct Row {
    icao24: String,
    timestamp: u64,
    latitude: Option<f64>,
    longitude: Option<f64>,
    altitude: Option<f64>,
}

/// Aircraft, each of which stands at the first and the last place of its track before and after it.
/// Kilometres.
fn flights(bytes: &[u8]) -> Result<Scene> {
    let rows: Vec<Row> =
        serde_json::from_reader(std::io::BufReader::new(flate2::read::GzDecoder::new(bytes)))?;
    let mut tracks: Vec<Vec<(u64, [f32; 3])>> = Vec::new();
    let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
    for row in rows {
        let (Some(latitude), Some(longitude)) = (row.latitude, row.longitude) else { continue };
        let height = row.altitude.unwrap_or(0.0) * 0.3048e-3;
        let place =
            [longitude * 111.3 * 48f64.to_radians().cos(), height, latitude * 111.3].map(|v| v as f32);
        let number = *numbers.entry(row.icao24).or_insert(tracks.len());
        if number == tracks.len() {
            tracks.push(Vec::new());
        }
        tracks[number].push((row.timestamp, place));
    }
    tracks.iter_mut().for_each(|track| track.sort_by_key(|&(time, _)| time));
    let times = || tracks.iter().flatten().map(|&(time, _)| time);
    let (Some(first), Some(last)) = (times().min(), times().max()) else { bail!("no flights") };
    let at = |frame: usize| {
        let time = first + (last - first) * frame as u64 / FLIGHT_FRAMES as u64;
        let place = |track: &Vec<(u64, [f32; 3])>| {
            track[track.partition_point(|&(t, _)| t <= time).saturating_sub(1)].1
        };
        tracks.iter().map(place).collect()
    };
    let places: Vec<Vec<[f32; 3]>> = (0..=FLIGHT_FRAMES).map(at).collect();
    Ok(scene("flights", &places, APART))
}
