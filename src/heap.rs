//! Binary heaps in arrays.

/// Moves an element down from its place until neither child comes `before` it: then it is the top of a heap, if both
/// children were.
#[inline(always)]
pub(crate) fn sift_down<T: Copy>(heap: &mut [T], place: usize, before: impl Fn(&T, &T) -> bool) {
    let Some(&moved) = heap.get(place) else { return };
    let mut place = place;
    loop {
        let mut child = 2 * place + 1;
        if child >= heap.len() {
            break;
        }
        if child + 1 < heap.len() && before(&heap[child + 1], &heap[child]) {
            child += 1;
        }
        if !before(&heap[child], &moved) {
            break;
        }
        heap[place] = heap[child];
        place = child;
    }
    heap[place] = moved;
}

/// Moves the last element of a heap up until its parent does not come after it.
#[inline(always)]
pub(crate) fn sift_up<T: Copy>(heap: &mut [T], before: impl Fn(&T, &T) -> bool) {
    let Some((&moved, _)) = heap.split_last() else { return };
    let mut place = heap.len() - 1;
    while place > 0 {
        let parent = (place - 1) / 2;
        if !before(&moved, &heap[parent]) {
            break;
        }
        heap[place] = heap[parent];
        place = parent;
    }
    heap[place] = moved;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_comes_before_all_others() {
        let rng = &mut fastrand::Rng::with_seed(5);
        let (mut heap, mut sorted) = (Vec::new(), Vec::new());
        for _ in 0..500 {
            if rng.u8(..3) > 0 || heap.is_empty() {
                let number = rng.u32(..100);
                heap.push(number);
                sift_up(&mut heap, |a, b| a < b);
                sorted.push(number);
                sorted.sort_unstable_by(|a, b| b.cmp(a));
            } else {
                assert_eq!(Some(heap[0]), sorted.pop());
                let last = heap.len() - 1;
                heap.swap(0, last);
                heap.pop();
                sift_down(&mut heap, 0, |a, b| a < b);
            }
        }
    }
}
