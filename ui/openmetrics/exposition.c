/* SPDX-License-Identifier: GPL-2.0-only */
/* Counters as text; see exposition.h. The thread that exports. */
#include "config.h"
#include "ui/openmetrics/exposition.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/totals/totals.h"
#include "ui/draw/format.h"
#include "ui/openmetrics/exposition_parts.h"

/*
 * ---- labels ----
 *
 * Any bytes as values of labels. Different names stay different: a name without U+FFFD in its text is its
 * text; from one with U+FFFD and the bytes behind it the name can be told again.
 */

#define REPLACEMENT "\xEF\xBF\xBD"
#define EMPTY "(none)"

struct pen {
	char *text;
	size_t size, n;
};

/* All of it, or nothing: half a character or half an escape would break the line. */
static void label_text_put(struct pen *pen, const char *bytes, size_t n)
{
	if (pen->n + n >= pen->size)
		return;
	memcpy(pen->text + pen->n, bytes, n);
	pen->n += n;
}

/* Broken UTF-8, a control character of the two sets, or U+FFFD itself. */
static bool is_replaced(int code)
{
	return code < 0 || (code < 0x20 && code != '\n') || (code >= 0x7F && code < 0xA0) ||
	       code == 0xFFFD;
}

/* " (e9 07)": the bytes of all characters that were replaced. */
static void put_replaced(struct pen *pen, const char *name)
{
	static const char digits[] = "0123456789abcdef";
	const char *before = " (";
	size_t length;

	for (int code = format_decode(name, &length); length; code = format_decode(name, &length)) {
		for (size_t i = 0; is_replaced(code) && i < length; i++) {
			unsigned char byte = (unsigned char)name[i];

			label_text_put(pen, before, strlen(before));
			label_text_put(pen, &digits[byte >> 4], 1);
			label_text_put(pen, &digits[byte & 0xF], 1);
			before = i + 1 < length ? "" : " ";
		}
		name += length;
	}
	label_text_put(pen, ")", 1);
}

size_t label_text(char *text, size_t size, const char *name)
{
	struct pen pen = { .text = text, .size = size };
	const char *at = *name ? name : EMPTY;
	bool replaced = false;
	size_t length;

	for (int code = format_decode(at, &length); length; code = format_decode(at, &length)) {
		if (code == '\n')
			label_text_put(&pen, "\\n", 2);
		else if (code == '\\')
			label_text_put(&pen, "\\\\", 2);
		else if (code == '"')
			label_text_put(&pen, "\\\"", 2);
		else if (is_replaced(code))
			label_text_put(&pen, REPLACEMENT, strlen(REPLACEMENT));
		else
			label_text_put(&pen, at, length);
		replaced = replaced || is_replaced(code);
		at += length;
	}
	if (replaced)
		put_replaced(&pen, name);
	text[pen.n] = '\0';
	return pen.n;
}

/* The counters of tasks with one label. */
struct series {
	const char *name;	/* as it came */
	struct total total;
	char text[LABEL_TEXT_LEN(TOTALS_LABEL_LEN)];
};

struct writer {
	struct buffer *buffer;
	enum exposition format;
	const struct totals_view *view;
	struct metric_source source;
	struct series *series;	/* of tasks: the top, then all others */
	size_t n_series;
};

static const struct totals_view no_view;

static void exposition_put_text(struct buffer *buffer, const char *text)
{
	buffer_put(buffer, text, strlen(text));
}

static void add_total(struct total *into, const struct total *total)
{
	for (int i = 0; i < M_COUNT; i++)
		into->slots[i] += total->slots[i];
	for (int i = 0; i < 2; i++)
		into->undivided[i] += total->undivided[i];
	into->cpu_ns += total->cpu_ns;
	into->instructions += total->instructions;
	into->cycles += total->cycles;
}

/* Names are unique already, except that an empty one may look like another: those are summed. */
static void add_series(struct writer *writer, const char *name, const struct total *total)
{
	struct series *last = &writer->series[writer->n_series];

	(void)label_text(last->text, sizeof(last->text), name);
	for (struct series *one = writer->series; one < last; one++) {
		if (!strcmp(one->text, last->text)) {
			add_total(&one->total, total);
			return;
		}
	}
	last->name = name;
	last->total = *total;
	writer->n_series++;
}

/* false: no memory. */
static bool make_series(struct writer *writer)
{
	const struct totals_view *view = writer->view;

	writer->series = calloc(view->n_top + 1, sizeof(*writer->series));
	if (!writer->series)
		return false;
	for (size_t i = 0; i < view->n_top; i++)
		add_series(writer, view->top[i].label, &view->top[i].total);
	add_series(writer, TOTALS_OTHER, &view->other);
	return true;
}

/* Most values are whole numbers, hundreds in an exposition: faster than by printf(). */
static void put_whole(struct buffer *buffer, uint64_t value)
{
	char digits[24];
	size_t at = sizeof(digits);

	do
		digits[--at] = (char)('0' + value % 10);
	while (value /= 10);
	buffer_put(buffer, digits + at, sizeof(digits) - at);
}

/* The shortest text that is read back as the same number; whole numbers have no exponent. */
static void put_number(struct buffer *buffer, double value)
{
	char text[40];
	int n = 0;

	if (value >= 0 && value < 0x1p64 && value == floor(value)) {
		put_whole(buffer, (uint64_t)value);
		return;
	}
	if (isinf(value)) {
		exposition_put_text(buffer, value > 0 ? "+Inf" : "-Inf");
		return;
	}
	for (int digits = 15; digits <= 17; digits++) {
		n = snprintf(text, sizeof(text), "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	buffer_put(buffer, text, (size_t)n);
}

static void put_label(struct buffer *buffer, const char *name, const char *escaped,
		      const char **separator)
{
	exposition_put_text(buffer, *separator);
	exposition_put_text(buffer, name);
	exposition_put_text(buffer, "=\"");
	exposition_put_text(buffer, escaped);
	exposition_put_text(buffer, "\"");
	*separator = ",";
}

/*
 * All samples of one place. label: what tells it from other places, NULL: nothing does; its value
 * is escaped.
 */
static void put_place(const struct writer *writer, const struct metric_family *family,
		      const struct metric_place *place, const char *label, const char *escaped)
{
	const struct metric_split *split = family->split;
	struct buffer *buffer = writer->buffer;

	for (int part = 0; part < (split ? split->parts : 1); part++) {
		double value = family->value(place, part);
		const char *separator = "{";

		if (isnan(value))
			continue;
		exposition_put_text(buffer, family->name);
		exposition_put_text(buffer, metric_suffix(family->type));
		if (label)
			put_label(buffer, label, escaped, &separator);
		if (split)
			put_label(buffer, split->label, split->name(part), &separator);
		exposition_put_text(buffer, *separator == ',' ? "} " : " ");
		put_number(buffer, value);
		exposition_put_text(buffer, "\n");
	}
}

static void put_samples(const struct writer *writer, const struct metric_family *family)
{
	const struct totals_view *view = writer->view;
	struct metric_place place = { .source = &writer->source };

	for (size_t i = 0; family->scope == SCOPE_TASKS && i < writer->n_series; i++) {
		place.total = &writer->series[i].total;
		put_place(writer, family, &place, metric_task_label(view->by),
			  writer->series[i].text);
	}
	for (size_t i = 0; family->scope == SCOPE_SOCKETS && i < view->n_sockets; i++) {
		char id[16];

		(void)snprintf(id, sizeof(id), "%d", view->sockets[i].id);
		place.cpus = &view->sockets[i];
		place.total = &place.cpus->total;
		put_place(writer, family, &place, "socket", id);
	}
	if (family->scope == SCOPE_ONE) {
		place.cpus = &view->all;
		place.total = &place.cpus->total;
		put_place(writer, family, &place, NULL, NULL);
	}
}

static void put_info(const struct writer *writer, const struct metric_family *family)
{
	const char *separator = "{";

	exposition_put_text(writer->buffer, family->name);
	exposition_put_text(writer->buffer, metric_suffix(family->type));
	for (const struct metric_info *info = family->info; info->label; info++) {
		char escaped[LABEL_TEXT_LEN(TOTALS_LABEL_LEN)];
		const char *text = info->text(writer->view);

		if (!text)
			continue;
		(void)label_text(escaped, sizeof(escaped), text);
		put_label(writer->buffer, info->label, escaped, &separator);
	}
	exposition_put_text(writer->buffer, *separator == ',' ? "} 1\n" : " 1\n");
}

/* One sample of a histogram; le: its bound, NULL: it has none. */
static void put_histogram_sample(struct buffer *buffer, const char *name, const char *suffix, const char *region,
				 const double *le, double value)
{
	const char *separator = "{";

	exposition_put_text(buffer, name);
	exposition_put_text(buffer, suffix);
	put_label(buffer, "region", region, &separator);
	if (le) {
		exposition_put_text(buffer, ",le=\"");
		put_number(buffer, *le);
		exposition_put_text(buffer, "\"");
	}
	exposition_put_text(buffer, "} ");
	put_number(buffer, value);
	exposition_put_text(buffer, "\n");
}

static void put_histograms(const struct writer *writer, const struct metric_family *family)
{
	for (size_t i = 0; i < writer->view->n_regions; i++) {
		const struct totals_region *region = &writer->view->regions[i];
		char escaped[LABEL_TEXT_LEN(TOTALS_REGION_LEN)];
		uint64_t count = 0;

		(void)label_text(escaped, sizeof(escaped), region->name);
		for (int c = 0; c < DURATION_CLASSES; c++) {
			const double le = duration_class_to(c) / 1e9;

			count += region->entries[c];
			put_histogram_sample(writer->buffer, family->name, "_bucket", escaped, &le, (double)count);
		}
		put_histogram_sample(writer->buffer, family->name, "_sum", escaped, NULL, region->ns / 1e9);
		put_histogram_sample(writer->buffer, family->name, "_count", escaped, NULL, (double)count);
	}
}

/* "# HELP": the older format names a family by its samples, and knows no infos and units. */
static void exposition_put_head(const struct writer *writer, const struct metric_family *family)
{
	bool openmetrics = writer->format == EXPOSITION_OPENMETRICS;
	const char *suffix = openmetrics ? "" : metric_suffix(family->type);
	enum metric_type type = family->type;

	if (!openmetrics && type == METRIC_INFO)
		type = METRIC_GAUGE;
	buffer_print(writer->buffer, "# TYPE %s%s %s\n", family->name, suffix,
		     metric_type_name(type));
	if (openmetrics && family->unit)
		buffer_print(writer->buffer, "# UNIT %s %s\n", family->name, family->unit);
	buffer_print(writer->buffer, "# HELP %s%s %s\n", family->name, suffix, family->help);
}

static bool is_there(const struct writer *writer, const struct metric_family *family)
{
	const struct totals_view *view = writer->view;

	if (view == &no_view && !family->without_view)
		return false;
	if (family->scope == SCOPE_SOCKETS && !view->n_sockets)
		return false;
	return !family->counted || family->counted(view);
}

void exposition_put(struct buffer *buffer, const struct totals_view *view, enum exposition format)
{
	struct writer writer = {
		.buffer = buffer, .format = format, .view = view ? view : &no_view,
	};

	if (!make_series(&writer)) {
		buffer->broken = true;
		return;
	}
	metric_source_of(&writer.source, writer.view);
	for (size_t i = 0; i < metric_families_n; i++) {
		const struct metric_family *family = &metric_families[i];

		if (!is_there(&writer, family))
			continue;
		exposition_put_head(&writer, family);
		if (family->type == METRIC_INFO)
			put_info(&writer, family);
		else if (family->type == METRIC_HISTOGRAM)
			put_histograms(&writer, family);
		else
			put_samples(&writer, family);
	}
	if (format == EXPOSITION_OPENMETRICS)
		exposition_put_text(buffer, "# EOF\n");
	free(writer.series);
}

const char *exposition_type(enum exposition format)
{
	static const char *const types[EXPOSITIONS] = {
		[EXPOSITION_PROMETHEUS] = "text/plain; version=0.0.4; charset=utf-8",
		[EXPOSITION_OPENMETRICS] =
			"application/openmetrics-text; version=1.0.0; charset=utf-8",
	};

	return types[format];
}

enum exposition exposition_accepted(const char *accept)
{
	static const struct accept_offer offers[EXPOSITIONS] = {
		[EXPOSITION_PROMETHEUS] = { "text/plain", " 0.0.4 " },
		[EXPOSITION_OPENMETRICS] = { "application/openmetrics-text", " 1.0.0 0.0.1 " },
	};
	int best = accept_best(accept, offers, EXPOSITIONS);

	return best < 0 ? EXPOSITION_PROMETHEUS : (enum exposition)best;
}
