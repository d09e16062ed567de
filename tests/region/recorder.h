/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sees the markers of its own process without tdtop. It reads the notes in memory, and puts a trap
 * (on arm64 a jump) in place of the NOP that tdtop_region_mark() begins with, in each program and
 * library. For programs that are built in all the ways that tests/check-regions.sh knows.
 */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Watches what is mapped now and was not before. Ends the process if a note or a mark is wrong. */
void recorder_watch(void);

/*
 * What the calling thread's markers have told since the last call. A word each: "+name" entered,
 * "=name" goes on, "-" none goes on; with "lib:" before it, if not of the program. Valid until the
 * thread's next call.
 */
const char *recorder_trail(void);

/* Says on stderr how a trail differs, and lets recorder_failed() be 1. */
void recorder_expect(const char *what, const char *trail);
int recorder_failed(void);

#ifdef __cplusplus
}
#endif
