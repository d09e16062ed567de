/* SPDX-License-Identifier: GPL-2.0-only */
/* The parts of a perf command line; see perf_command.h. Pure, any thread. */
#include "config.h"
#include "model/perf_command.h"

#include <stdio.h>
#include <string.h>

#include "model/formula.h"

const struct node_sample *perf_sample(const struct family *family, enum metric_id metric,
				      enum core_type type)
{
	for (size_t i = 0; i < family->n_samples; i++)
		if (family->samples[i].metric == metric && family->samples[i].core_type == type)
			return &family->samples[i];
	return NULL;
}

/* "pp", "ppu", "u", "": IBS and SPE are precise by themselves, and IBS takes no "u". */
static void print_modifiers(const struct node_sample *sample, struct perf_mode mode, char text[8])
{
	bool own_pmu = strchr(sample->event, '/') != NULL;

	(void)snprintf(text, 8, "%s%s",
		       own_pmu || sample->kind == SAMPLE_PLAIN ? "" : mode.guest ? "P" : "pp",
		       mode.user_only && !own_pmu ? "u" : "");
}

int perf_print_events(const struct family *family, enum metric_id metric, struct perf_mode mode,
		      char *text, size_t size)
{
	static const enum core_type types[] = { TYPE_CORE, TYPE_ATOM };
	size_t used = 0;
	char modifiers[8];
	int n = 0;

	text[0] = '\0';
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]) && used < size; i++) {
		const struct node_sample *sample = perf_sample(family, metric, types[i]);

		if (!sample || (family->any_pmu && n))
			continue;
		print_modifiers(sample, mode, modifiers);
		if (family->hybrid && !family->any_pmu)
			used += (size_t)snprintf(text + used, size - used, "%scpu_%s/%s/%s",
						 n ? "," : "", core_types[types[i]].name,
						 sample->event, modifiers);
		else
			used += (size_t)snprintf(text + used, size - used, "%s%s%s", sample->event,
						 modifiers[0] ? ":" : "", modifiers);
		n++;
	}
	return used < size ? n : 0;
}

/* The PMU of the row's cores, as perf calls it. */
static void print_pmu(const struct family *family, enum core_type type, char text[24])
{
	if (family->slots_from_caps)
		(void)snprintf(text, 24, "armv8_pmuv3_0");
	else
		(void)snprintf(text, 24, "cpu%s%s", family->hybrid ? "_" : "",
			       family->hybrid ? core_types[type].name : "");
}

int perf_print_classes(const struct family *family, struct perf_mode mode, char *text, size_t size)
{
	const struct class_table *table = family->classes;
	size_t used = 0;
	int n = 0;

	text[0] = '\0';
	for (size_t i = 0; table && i < table->n_events && used < size; i++) {
		const struct family_event *event = &table->events[i].event;
		const bool by_number = event->config && !family->slots_from_caps;
		char pmu[24], number[32];

		/* The low-power cores' PMU has a name of its own on each machine. */
		if (event->level != 1 || event->core_type == TYPE_LOWPOWER)
			continue;
		print_pmu(family, event->core_type, pmu);
		(void)snprintf(number, sizeof(number), "config=0x%llx,name=",
			       (unsigned long long)event->config);
		used += (size_t)snprintf(text + used, size - used, "%s%s/%s%s,period=%llu/%s",
					 n ? "," : "", pmu, by_number ? number : "", event->name,
					 (unsigned long long)table->events[i].period,
					 mode.user_only ? "u" : "");
		n++;
	}
	return used < size ? n : 0;
}

const char *perf_metric_name(const struct family *family, enum metric_id metric)
{
	const struct formula *formula = family_formula(family, metric);
	const char *slug = metrics[metric].slug;

	if (!formula || family->perf_metrics == PERF_NONE)
		return NULL;
	if (formula->perf_name)
		return formula->perf_name;
	return family->perf_metrics == PERF_PLAIN ? slug_bare(slug) : slug;
}

static bool is_plain(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       (c && strchr("_-./:@%+=,", c));
}

static bool is_printable(unsigned char c)
{
	return c >= ' ' && c <= '~';
}

/* A byte within $'...'. */
static size_t escape(unsigned char c, char *text, size_t size)
{
	if (is_printable(c) && c != '\'' && c != '\\')
		return (size_t)snprintf(text, size, "%c", c);
	if (is_printable(c))
		return (size_t)snprintf(text, size, "\\%c", c);
	return (size_t)snprintf(text, size, "\\%03o", c);
}

bool perf_quote(const char *text, char *quoted, size_t size)
{
	bool plain = *text != '\0', simple = true;
	size_t used;

	for (const char *c = text; *c; c++) {
		plain = plain && is_plain((unsigned char)*c);
		simple = simple && is_printable((unsigned char)*c) && *c != '\'';
	}
	used = (size_t)snprintf(quoted, size, "%s", plain ? "" : simple ? "'" : "$'");
	for (const char *c = text; *c && used < size; c++)
		used += plain || simple ? (size_t)snprintf(quoted + used, size - used, "%c", *c)
					: escape((unsigned char)*c, quoted + used, size - used);
	if (used < size && !plain)
		used += (size_t)snprintf(quoted + used, size - used, "'");
	if (used < size)
		return true;
	quoted[0] = '\0';
	return false;
}
