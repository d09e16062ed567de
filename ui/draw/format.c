/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Numbers and untrusted text as short texts; see format.h. Called by the columns and the views on
 * the UI thread, and by batch mode.
 */
#include "config.h"
#include "ui/draw/format.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

#define REPLACEMENT "\xEF\xBF\xBD"	/* U+FFFD */

void format_percent(char *text, size_t size, double percent, enum quality quality)
{
	const char *mark = quality_is_rough(quality) ? "~" : "";

	if (quality == Q_MISSING || isnan(percent))
		(void)snprintf(text, size, "%s", FORMAT_MISSING);
	else if (quality == Q_OF_CORE)
		(void)snprintf(text, size, "%s", FORMAT_OF_CORE);
	else if (quality == Q_LOW_SLOTS)
		(void)snprintf(text, size, "%s", FORMAT_LOW_SLOTS);
	else if (percent >= 99.95 && quality_is_rough(quality))
		(void)snprintf(text, size, "~%.0f", percent);	/* "~100.0" has 6 cells */
	else
		(void)snprintf(text, size, "%s%.1f", mark, percent < 0.05 ? 0.0 : percent);
}

void format_ipc(char *text, size_t size, double ipc, enum quality quality)
{
	if (quality <= Q_LOW_SLOTS)
		format_percent(text, size, 0, quality);
	else
		(void)snprintf(text, size, "%s%.2f", quality_is_rough(quality) ? "~" : "", ipc);
}

void format_load(char *text, size_t size, double percent, bool rough)
{
	if (isnan(percent) || rough)
		format_percent(text, size, percent, Q_SCALED);
	else
		(void)snprintf(text, size, percent < 999.95 ? "%.1f" : "%.0f", percent);
}

void format_count(char *text, size_t size, double count)
{
	static const char units[] = " kMGTPE";
	size_t unit = 0;

	if (isnan(count)) {
		(void)snprintf(text, size, "%s", FORMAT_MISSING);
		return;
	}
	/* 999.5 is where "%.0f" gets a fourth digit. */
	while (count >= 999.5 && unit + 1 < sizeof(units) - 1) {
		count /= 1000;
		unit++;
	}
	if (!unit)
		(void)snprintf(text, size, "%.0f", count);
	else
		(void)snprintf(text, size, "%.*f%c", count < 9.995 ? 2 : count < 99.95 ? 1 : 0,
			       count, units[unit]);
}

/* "1.23 ms" with these digits before and behind the point. */
static void put_time(char *text, size_t size, double ns, const char *sign, int digits)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };
	size_t unit = 0;
	double limit = 10 - 0.5 / pow(10, digits - 1);
	int decimals = digits - 1;

	if (isnan(ns)) {
		(void)snprintf(text, size, "%s", FORMAT_MISSING);
		return;
	}
	while (ns >= 999.5 && unit + 1 < sizeof(units) / sizeof(units[0])) {
		ns /= 1000;
		unit++;
	}
	for (; decimals && ns >= limit; decimals--)
		limit = 10 * limit;
	(void)snprintf(text, size, "%s%.*f %s", sign, unit ? decimals : 0, ns, units[unit]);
}

void format_time(char *text, size_t size, double ns)
{
	put_time(text, size, ns, "", 3);
}

void format_about(char *text, size_t size, double ns)
{
	put_time(text, size, ns, "~", 2);
}

void format_exact(char *text, size_t size, double count)
{
	char digits[24];
	size_t n, used = 0;

	if (isnan(count)) {
		(void)snprintf(text, size, "%s", FORMAT_MISSING);
		return;
	}
	n = (size_t)snprintf(digits, sizeof(digits), "%.0f", fmin(fmax(count, 0), 1e18));
	for (size_t i = 0; i < n && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%c",
					 i && (n - i) % 3 == 0 ? "," : "", digits[i]);
}

void format_duration(char *text, size_t size, uint64_t ns)
{
	uint64_t ms = (ns + 500000) / 1000000;

	if (ms < 1000)
		(void)snprintf(text, size, "%" PRIu64 " ms", ms);
	else if (ms < 10000)
		(void)snprintf(text, size, "%.1f s", (double)ms / 1000);
	else
		(void)snprintf(text, size, "%.0f s", (double)ms / 1000);
}

/* Unicode 15, table 3-7: the first byte gives the length, and the range of the second byte. */
static size_t sequence_length(const unsigned char *s)
{
	unsigned char low = 0x80, high = 0xBF;
	size_t length;

	if (s[0] < 0x80)
		return 1;
	if (s[0] < 0xC2 || s[0] > 0xF4)
		return 0;
	length = s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : 4;
	if (s[0] == 0xE0)
		low = 0xA0;	/* else overlong */
	else if (s[0] == 0xED)
		high = 0x9F;	/* else a surrogate */
	else if (s[0] == 0xF0)
		low = 0x90;
	else if (s[0] == 0xF4)
		high = 0x8F;	/* else above U+10FFFF */
	if (s[1] < low || s[1] > high)
		return 0;
	for (size_t i = 2; i < length; i++)
		if ((s[i] & 0xC0) != 0x80)
			return 0;
	return length;
}

int format_decode(const char *text, size_t *length)
{
	static const unsigned char first_bits[] = { 0, 0x7F, 0x1F, 0x0F, 0x07 };
	const unsigned char *s = (const unsigned char *)text;
	int code;

	if (!s[0]) {
		*length = 0;
		return 0;
	}
	*length = sequence_length(s);
	if (!*length) {
		*length = 1;
		return -1;
	}
	code = s[0] & first_bits[*length];
	for (size_t i = 1; i < *length; i++)
		code = code << 6 | (s[i] & 0x3F);
	return code;
}

void format_encode(char text[FORMAT_CODE], uint32_t code)
{
	static const struct {
		uint32_t below;
		unsigned char lead;	/* bits of the first byte */
	} lengths[] = { { 0x80, 0 }, { 0x800, 0xC0 }, { 0x10000, 0xE0 }, { 0x110000, 0xF0 } };
	size_t more = 0;

	while (more < 3 && code >= lengths[more].below)
		more++;
	for (size_t i = more; i > 0; i--, code >>= 6)
		text[i] = (char)(0x80 | (code & 0x3F));
	text[0] = (char)(lengths[more].lead | code);
	text[more + 1] = '\0';
}

int format_cell_width(int code)
{
	int width;

	if (code < 0x20 || (code >= 0x7F && code < 0xA0))
		return -1;
	if (code < 0x7F)
		return 1;
	width = wcwidth((wchar_t)code);
	return width > 2 ? -1 : width;
}

void format_harmless(char *text, size_t size, const char *foreign)
{
	size_t used = 0, length;

	while (*foreign) {
		int code = format_decode(foreign, &length);
		int width = format_cell_width(code);
		const char *from = foreign;
		size_t take = length;

		if (code == '\t' || code == '\n' || code == '\r') {
			from = " ";
		} else if (code < 0) {
			from = format_cell_width(0xFFFD) == 1 ? REPLACEMENT : "?";
			take = strlen(from);
		} else if (width == 0) {
			take = 0;	/* accents, joiners, direction marks */
		} else if (width < 0) {
			from = "?";
			take = 1;
		}
		if (used + take >= size)
			break;
		memcpy(text + used, from, take);
		used += take;
		foreign += length;
	}
	text[used] = '\0';
}

void format_difference(char *text, size_t size, double points, bool scaled)
{
	double amount = fabs(points);
	/* A tilde and two digits leave no room for a fraction. */
	int digits = amount < (scaled ? 9.95 : 99.95);
	const char *sign = points < 0 ? FORMAT_MINUS : "+";

	if (amount < 0.05)
		sign = "";
	(void)snprintf(text, size, "%s%s%.*f", scaled && amount < 999.5 ? "~" : "", sign, digits,
		       amount);
}

const char *format_plus_minus(bool ascii)
{
	return ascii ? "+-" : "±";
}

/* "±" has two bytes, as "+-": of two blanks before it, as above a column, one is given up for its place. */
static char *put_plus_minus(const char *begin, char *to)
{
	if (to - begin > 1 && to[-1] == ' ' && to[-2] == ' ')
		to--;
	*to++ = '+';
	*to++ = '-';
	return to;
}

void format_ascii(char *text)
{
	const char *const begin = text;
	char *to = text;
	size_t length;

	while (*text) {
		int code = format_decode(text, &length);

		if (code == 0xB1)
			to = put_plus_minus(begin, to);
		else
			*to++ = (char)(code >= 0x20 && code < 0x7F ? code :
				       code == 0xB7 ? '.' : code == 0x2212 ? '-' : '?');
		text += length;
	}
	*to = '\0';
}

int format_text_width(const char *text)
{
	int width = 0, cells;
	size_t length;

	for (; *text; text += length) {
		cells = format_cell_width(format_decode(text, &length));
		width += cells > 0 ? cells : 0;
	}
	return width;
}

int format_wider(int width, const char *text, int most)
{
	const int wanted = format_text_width(text), cells = wanted < most ? wanted : most;

	return cells > width ? cells : width;
}

void format_fit(char *text, size_t size, const char *harmless, int width, bool right)
{
	int all = format_text_width(harmless), used = 0, cells;
	size_t n = 0, length;

	while (right && used + all < width && n + 1 < size) {
		text[n++] = ' ';
		used++;
	}
	for (; *harmless; harmless += length) {
		cells = format_cell_width(format_decode(harmless, &length));
		if (cells < 0 || used + cells > width || n + length >= size)
			break;
		memcpy(text + n, harmless, length);
		n += length;
		used += cells;
	}
	while (used < width && n + 1 < size) {
		text[n++] = ' ';
		used++;
	}
	text[n] = '\0';
}

void format_clock(char text[FORMAT_CLOCK], double seconds)
{
	const time_t whole = (time_t)seconds;
	struct tm tm = { 0 };

	text[0] = '\0';
	if (localtime_r(&whole, &tm))
		(void)strftime(text, FORMAT_CLOCK, "%H:%M:%S", &tm);
}
