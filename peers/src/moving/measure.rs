//! Lists of pairs and changes of them, frame by frame. Lists are compared with the first contender's while
//! all play a scene for the first time; then who has played all of it plays it again, and a frame's time is
//! the least of all plays.

use super::rival::{Clock, Contender, Rival};
use super::scene::{Scene, apply};
use crate::work::{Box3, Work};
use anyhow::Result;
use cpu_time::{ProcessTime, ThreadTime};
use std::time::Instant;

/// The effort of a measurement.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    /// The number of times that a scene is played.
    pub(super) plays: usize,
    /// The seconds after which a player plays no more frames.
    pub(super) limit: f64,
}

/// So many frames are played before the next one has its turn.
const TURN: usize = 12;

/// Lists are compared after every so many frames.
const COMPARED: usize = 10;

/// The outcome of one contender at one work.
pub(super) struct Outcome {
    pub(super) contender: Contender,
    pub(super) work: Work,
    /// Seconds a frame. Fewer than the scene has if that took too long.
    pub(super) frames: Vec<f64>,
    /// The numbers of pairs that should have been listed, that were not, and that touch only with a margin,
    /// and of changes.
    pub(super) expected: usize,
    pub(super) missing: usize,
    pub(super) extra: usize,
    pub(super) changes: usize,
    pub(super) bytes: Option<usize>,
}

impl Outcome {
    /// Seconds of the mean frame.
    pub(super) fn mean(&self) -> f64 {
        self.frames.iter().sum::<f64>() / self.frames.len() as f64
    }

    /// The worst frame, in mean frames.
    pub(super) fn worst(&self) -> f64 {
        self.frames.iter().copied().fold(0.0, f64::max) / self.mean()
    }

    /// Returns true if more than a thousandth of its lists is not as agreed. FCL does not take the smallest
    /// moves.
    pub(super) fn differs(&self) -> bool {
        let wrong = self.missing + if self.contender.margin { 0 } else { self.extra };
        wrong * 1000 > self.expected
    }
}

/// A contender that plays.
struct Player {
    rival: Box<dyn Rival>,
    /// The boxes of all objects. Players that build anew read them.
    all: Vec<Box3>,
    next: usize,
    is_out: bool,
    outcome: Outcome,
}

/// Seconds that something takes.
pub(super) fn timed(clock: Clock, run: impl FnOnce()) -> f64 {
    match clock {
        Clock::Thread => {
            let start = ThreadTime::now();
            run();
            start.elapsed().as_secs_f64()
        }
        Clock::Process => {
            let start = ProcessTime::now();
            run();
            start.elapsed().as_secs_f64()
        }
        Clock::Wall => {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64()
        }
    }
}

/// Lets everyone play a scene: contenders that list pairs, and contenders that report changes.
pub(super) fn measure(scene: &Scene, works: &[(Contender, Work)], effort: Effort) -> Result<Vec<Outcome>> {
    let mut players = Vec::new();
    for &(contender, work) in works {
        let outcome = Outcome {
            contender,
            work,
            frames: Vec::new(),
            expected: 0,
            missing: 0,
            extra: 0,
            changes: 0,
            bytes: None,
        };
        let rival = (contender.make)()?;
        players.push(Player { rival, all: Vec::new(), next: 0, is_out: false, outcome });
    }
    let mut lists: Vec<Vec<u64>> = Vec::new();
    for play in 0..effort.plays {
        for player in players.iter_mut().filter(|player| !player.is_out) {
            player.begin(scene)?;
        }
        // Turns begin elsewhere in each play: the first frame of a turn has cold caches.
        let mut end = TURN - 5 * play % TURN;
        loop {
            for player in players.iter_mut().filter(|player| !player.is_out) {
                player.play(scene, end.min(scene.frames.len()), play, effort, &mut lists);
            }
            if end >= scene.frames.len() {
                break;
            }
            end += TURN;
        }
        for player in players.iter_mut().filter(|player| !player.is_out) {
            player.outcome.bytes = player.rival.bytes();
            player.rival.clear();
        }
    }
    Ok(players.into_iter().map(|player| player.outcome).collect())
}

fn ask(rival: &mut dyn Rival, work: Work) -> usize {
    if work == Work::WorldPairs { rival.pairs() } else { rival.changes() }
}

impl Player {
    fn begin(&mut self, scene: &Scene) -> Result<()> {
        self.rival.turn();
        (self.all, self.next) = (scene.start.clone(), 0);
        self.rival.begin(&self.all)?;
        ask(self.rival.as_mut(), self.outcome.work);
        self.rival.after();
        Ok(())
    }

    /// Frames up to `end`. The first of all players fills `lists`.
    fn play(&mut self, scene: &Scene, end: usize, play: usize, effort: Effort, lists: &mut Vec<Vec<u64>>) {
        self.rival.turn();
        while self.next < end {
            let frame = &scene.frames[self.next];
            apply(frame, &mut self.all);
            let mut count = 0;
            let seconds = timed(self.outcome.contender.clock, || {
                self.rival.move_to(&frame.moved, &frame.boxes, &self.all);
                count = ask(self.rival.as_mut(), self.outcome.work);
            });
            self.rival.after();
            let frames = &mut self.outcome.frames;
            if play > 0 {
                frames[self.next] = seconds.min(frames[self.next]);
            } else {
                frames.push(seconds);
                let spent: f64 = frames.iter().sum();
                if self.outcome.work == Work::WorldChanges {
                    self.outcome.changes += count;
                } else if self.next.is_multiple_of(COMPARED) {
                    self.compare(lists);
                }
                if spent > effort.limit {
                    self.is_out = true;
                    self.outcome.bytes = self.rival.bytes();
                    self.rival.clear();
                    return;
                }
            }
            self.next += 1;
        }
    }

    fn compare(&mut self, lists: &mut Vec<Vec<u64>>) {
        let mut keys = self.rival.keys();
        keys.sort_unstable();
        let Some(expected) = lists.get(self.next / COMPARED) else {
            self.outcome.expected += keys.len();
            lists.push(keys);
            return;
        };
        let (mut i, mut j) = (0, 0);
        self.outcome.expected += expected.len();
        while i < keys.len() || j < expected.len() {
            let (ours, theirs) = (keys.get(i).unwrap_or(&u64::MAX), expected.get(j).unwrap_or(&u64::MAX));
            self.outcome.extra += usize::from(ours < theirs);
            self.outcome.missing += usize::from(ours > theirs);
            (i, j) = (i + usize::from(ours <= theirs), j + usize::from(ours >= theirs));
        }
    }
}
