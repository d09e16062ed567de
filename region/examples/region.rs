// SPDX-License-Identifier: 0BSD
//! Regions in Rust: copy the module. rustc -O region.rs -ltdtop_region && ./region & tdtop
//!
//! A region ends when its guard is dropped: bind it to a name ("_region", not "_"), and never hold
//! it over an .await, after which another thread may go on.

mod region {
    use std::ffi::CStr;
    use std::marker::PhantomData;
    use std::os::raw::c_char;

    #[link(name = "tdtop_region")]
    extern "C" {
        fn tdtop_region_enter(name: *const c_char);
        fn tdtop_region_leave();
    }

    /// Neither Send nor Sync: a region ends in the thread that entered it.
    pub struct Region(PhantomData<*const ()>);

    impl Region {
        pub fn enter(name: &CStr) -> Region {
            unsafe { tdtop_region_enter(name.as_ptr()) };
            Region(PhantomData)
        }
    }

    impl Drop for Region {
        fn drop(&mut self) {
            unsafe { tdtop_region_leave() };
        }
    }
}

use region::Region;

fn name(bytes: &'static [u8]) -> &'static std::ffi::CStr {
    std::ffi::CStr::from_bytes_with_nul(bytes).expect("a name ends with a NUL")
}

/// Leaves its region by "?".
fn parse(text: &str) -> Result<u64, std::num::ParseIntError> {
    let _region = Region::enter(name(b"parse\0"));
    Ok(text.trim().parse::<u64>()? * 3)
}

fn main() {
    let rounds = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(10_000_000u64);
    let (mut sum, mut wrong) = (0u64, 0u64);
    for n in 0..rounds {
        let _region = Region::enter(name(b"round\0"));
        let text = if n % 4 == 0 { "none".to_string() } else { n.to_string() };
        match parse(&text) {
            Ok(number) => sum = sum.wrapping_add(number),
            Err(_) => wrong += 1,
        }
    }
    println!("{sum} {wrong}");
}
