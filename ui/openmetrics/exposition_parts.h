/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of exposition.c: the table of metric families, names as values of labels, and which format a
 * reader prefers. Any thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/metric.h"
#include "model/totals/totals.h"

/*
 * ---- families.c: the metric families that are exported for Prometheus ----
 *
 * Their names, types, units and help, and how the value of each sample is read from the counters.
 */

enum metric_type {
	METRIC_COUNTER,		/* never goes back; samples end in "_total" */
	METRIC_GAUGE,
	METRIC_HISTOGRAM,	/* of durations, in seconds: "_bucket", "_sum", "_count" */
	METRIC_INFO		/* always 1, what matters are its labels; the sample ends in "_info" */
};

/* What there is a set of samples for. */
enum metric_scope {
	SCOPE_ONE,		/* the machine, or tdtop: no label for it */
	SCOPE_SOCKETS,		/* {socket="0"} */
	SCOPE_TASKS,		/* {cgroup="..."} or {command="..."} */
	SCOPE_REGIONS		/* {region="..."} */
};

/* The counters as the table reads them. Fill it by metric_source_of(). */
struct metric_source {
	const struct totals_view *view;
	bool on_level[2][M_COUNT];	/* nodes that make up the whole on level 1, on level 2 */
};

/* What a sample is of. */
struct metric_place {
	const struct metric_source *source;
	const struct total *total;
	const struct totals_cpus *cpus;	/* NULL: tasks */
};

/* Samples of one place that are told apart by a second label. */
struct metric_split {
	const char *label;		/* "class"; NULL: there is one sample, without it */
	int parts;
	const char *(*name)(int part);	/* the value of the label; static */
};

/* A label of an info. */
struct metric_info {
	const char *label;
	const char *(*text)(const struct totals_view *view);	/* NULL: without this label */
};

#define METRIC_INFOS 9

struct metric_family {
	const char *name;	/* of the family in OpenMetrics: without "_total" and "_info" */
	enum metric_type type;
	const char *unit;	/* then the name ends in it; NULL: it has none */
	const char *help;	/* one line, without a line end, backslash or quote */
	enum metric_scope scope;
	const struct metric_split *split;	/* NULL: one sample for each place */
	/* NAN: there is no such sample. Infos and histograms: NULL. */
	double (*value)(const struct metric_place *place, int part);
	/* Is it counted at all? If not, the family is left out. NULL: always. */
	bool (*counted)(const struct totals_view *view);
	bool without_view;	/* also there before the first interval; its value is then 0 */
	struct metric_info info[METRIC_INFOS];	/* up to one without a label */
};

extern const struct metric_family metric_families[];
extern const size_t metric_families_n;

/* What follows the name of the family in its samples: "_total", "_info" or "". Of a histogram "". Static. */
const char *metric_suffix(enum metric_type type);

/* "counter", "gauge", "info". Static. */
const char *metric_type_name(enum metric_type type);

/* The label that tasks are told apart by: "cgroup" or "command". Static. */
const char *metric_task_label(enum totals_by by);

void metric_source_of(struct metric_source *source, const struct totals_view *view);

/*
 * ---- values of labels ----
 *
 * Names of cgroups and commands, which may be any bytes, as values of labels. What a monitoring
 * system would refuse, or a terminal obey, is replaced by U+FFFD, and two names that differ stay
 * different: two series with equal labels would make the whole scrape fail.
 */

/* Bytes that are enough for a name of `length` bytes, including the NUL. */
#define LABEL_TEXT_LEN(length) (6 * (length) + 8)

/*
 * Writes the name as it stands between the quotes: a backslash, quote or line end escaped by a
 * backslash; each byte of broken UTF-8, and each other control character, as U+FFFD. If there is a
 * U+FFFD, all the bytes that became one follow in hexadecimal: "caf\xE9" is "caf<U+FFFD> (e9)". The
 * empty name is "(none)". `size`: at least LABEL_TEXT_LEN(strlen(name)). Returns the length.
 */
size_t label_text(char *text, size_t size, const char *name);

/* ---- accept.c: which of some media types an Accept header prefers (RFC 9110, 12.4.2, 12.5.1) ---- */

/* A type that can be sent. */
struct accept_offer {
	const char *type;	/* "text/plain" */
	const char *versions;	/* of its parameter "version", that are the same thing: a list with
				 * blanks around each, " 1.0.0 "; ranges with others do not match */
};

/*
 * The index of the offer with the highest q; of equals the one that the more specific range names,
 * then the one named first in the header, then the first offer. -1: none is acceptable, or accept
 * is NULL. Any bytes; an element of the list that is none is passed over.
 */
int accept_best(const char *accept, const struct accept_offer *offers, size_t n);
