// SPDX-License-Identifier: GPL-2.0-only
// Rust: trait objects in known shares, a match, iterators, recursion, a closure.
pub trait Step {
    fn step(&self, n: u64) -> u64;
}

struct Halve;
struct Triple;

impl Step for Halve {
    #[inline(never)]
    fn step(&self, n: u64) -> u64 {
        n / 2
    }
}

impl Step for Triple {
    #[inline(never)]
    fn step(&self, n: u64) -> u64 {
        3 * n + 1
    }
}

mod numbers {
    #[inline(never)]
    pub fn length(mut n: u64, steps: &[&dyn super::Step]) -> u32 {
        let mut turns = 0;
        while n != 1 {
            n = steps[(n % 2) as usize].step(n);
            turns += 1;
        }
        turns
    }

    #[inline(never)]
    pub fn ackermann(m: u64, n: u64) -> u64 {
        match (m, n) {
            (0, n) => n + 1,
            (m, 0) => ackermann(m - 1, 1),
            (m, n) => ackermann(m - 1, ackermann(m, n - 1)),
        }
    }
}

#[inline(never)]
fn largest<T: PartialOrd + Copy>(all: &[T]) -> Option<T> {
    let mut best = *all.first()?;
    for &one in all {
        if one > best {
            best = one;
        }
    }
    Some(best)
}

fn main() {
    let turns = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(10000);
    let steps: [&dyn Step; 2] = [&Halve, &Triple];
    let lengths: Vec<u32> = (1..=turns).map(|n| numbers::length(n, &steps)).collect();
    println!("{:?} {}", largest(&lengths), numbers::ackermann(2, 200));
}
