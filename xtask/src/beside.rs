//! Two things at a time: cargo often occupies one core for minutes.

use crate::Project;
use std::sync::Mutex;

/// Does `work` with each of the items, which are begun in their order; returns what comes of them in the same order. Cargo
/// builds in two folders, of which one is `folder` in the other, or one thread would wait for the other.
pub(crate) fn two_at_a_time<T: Send, R: Send>(
    project: &Project,
    folder: &str,
    items: Vec<T>,
    work: impl Fn(&Project, T) -> R + Sync,
) -> Vec<R> {
    let rest = Mutex::new(items.into_iter().enumerate());
    let do_rest = |project: &Project| {
        let next = || rest.lock().expect("no thread panics").next();
        let done = std::iter::from_fn(next).map(|(place, item)| (place, work(project, item)));
        done.collect::<Vec<_>>()
    };
    let beside = project.building_in(folder);
    let mut all = std::thread::scope(|scope| {
        let do_rest = &do_rest;
        let others = scope.spawn(move || do_rest(&beside));
        let mut all = do_rest(project);
        all.extend(others.join().expect("no thread panics"));
        all
    });
    all.sort_by_key(|&(place, _)| place);
    all.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_is_done_in_one_of_two_folders() {
        let project = Project::open().unwrap();
        let items: Vec<u32> = (0..100).collect();
        let done = two_at_a_time(&project, "beside", items, |here, item| (here.target.clone(), item));
        assert!(done.iter().map(|&(_, item)| item).eq(0..100));
        let folders = [project.target.clone(), project.target.join("beside")];
        assert!(done.iter().all(|(folder, _)| folders.contains(folder)));
    }
}
