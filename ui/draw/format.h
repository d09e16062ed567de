/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Formats numbers and untrusted text for the screen and for batch mode. No state, no allocation.
 * Widths are terminal cells as wcwidth(3) counts them, so main must have called setlocale(LC_CTYPE,
 * ""). In a locale without UTF-8 every character beyond ASCII becomes "?".
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/counts.h"

#define FORMAT_OF_CORE "core"	/* Q_OF_CORE */
#define FORMAT_LOW_SLOTS "\xC2\xB7"		/* "·": counted, but with too few slots */
#define FORMAT_MISSING "-"		/* not counted */
#define FORMAT_MINUS "\xE2\x88\x92"	/* "−": distinct from FORMAT_MISSING */

/* 0..100 in at most 5 cells: "12.3", "~12.3", "100.0", "~100", "·", "-". */
void format_percent(char *text, size_t size, double percent, enum quality quality);

/* Instructions per cycle: "1.23", "~1.23", "·", "-". */
void format_ipc(char *text, size_t size, double ipc, enum quality quality);

/* CPU%, 0 and more in at most 5 cells: "98.7", "~98.7", "398.7", "12345"; NAN: "-". rough: it is an estimate. */
void format_load(char *text, size_t size, double percent, bool rough);

/* A signed difference of percents in at most 5 cells: "+3.1", "−12.0", "~+12", "0.0". */
void format_difference(char *text, size_t size, double points, bool scaled);

/* A count with all digits in groups of three: "47,700,000,000"; NAN: "-". 26 bytes are enough. */
void format_exact(char *text, size_t size, double count);

/* A count in at most 5 cells: "950", "12.3k", "4.56M", "789G"; NAN: "-". */
void format_count(char *text, size_t size, double count);

/* A short time with three digits: "812 ns", "1.23 us", "45.6 ms", "7.89 s"; NAN: missing. */
void format_time(char *text, size_t size, double ns);

/* The same with the two digits of an estimate: "~1.2 ms". */
void format_about(char *text, size_t size, double ns);

/* A length of time: "200 ms", "1.0 s", "60 s". */
void format_duration(char *text, size_t size, uint64_t ns);

/* The local time of day, "12:03:44", of seconds since 1970; "" if it has none. */
#define FORMAT_CLOCK 16
void format_clock(char text[FORMAT_CLOCK], double seconds);

/*
 * Makes untrusted text (names, command lines) harmless: valid UTF-8 of printable characters of one
 * or two cells. A tab or line end becomes a blank, another control character "?", broken UTF-8
 * U+FFFD; characters without width and direction marks are dropped. Cut at a whole character.
 */
void format_harmless(char *text, size_t size, const char *foreign);

/* The sign before a standard error: "±" or "+-". */
const char *format_plus_minus(bool ascii);

/* In place: "·" becomes ".", "−" "-", "±" "+-", any other character beyond ASCII "?". */
void format_ascii(char *text);

/* Decodes one character: its code point, -1 for broken UTF-8; *length: its bytes, 0 at the end. */
int format_decode(const char *text, size_t *length);

/* Encodes a code point as UTF-8, with a NUL. */
#define FORMAT_CODE 5
void format_encode(char text[FORMAT_CODE], uint32_t code);

/* The width of a code point: 0, 1 or 2 cells; -1 if it cannot be shown. */
int format_cell_width(int code);

/* The width of harmless text in cells. */
int format_text_width(const char *text);
/* The larger one of a width and that of a text, which counts for `most` at most: of a column of texts. */
int format_wider(int width, const char *text, int most);

/*
 * Pads or cuts harmless text to exactly width cells. A wide character that does not fit becomes a
 * blank. right: blanks in front. size must be at least 4 * width + 1 bytes.
 */
void format_fit(char *text, size_t size, const char *harmless, int width, bool right);
