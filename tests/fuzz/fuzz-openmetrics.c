/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Any bytes as an Accept header, and as names of cgroups ("make fuzz"). The first line is the
 * header, each further one a label, NULs are line ends too; so the labels of a view differ, as those
 * of tdtop do. Its oracle is the checker of the tests.
 */
#include "config.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fixtures/exposition_fault.h"
#include "tests/fixtures/fixture_view.h"
#include "ui/openmetrics/exposition.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void check(const struct totals_view *view, enum exposition format)
{
	static struct buffer buffer;
	const char *fault;

	buffer_clear(&buffer);
	exposition_put(&buffer, view, format);
	fault = exposition_fault(buffer.bytes, buffer.n, format);
	if (fault) {
		(void)fprintf(stderr, "openmetrics: %s\n", fault);
		abort();
	}
}

/* The same counts each time, of level 1 only: what is fuzzed are names. */
static struct totals_view *make_view(void)
{
	static struct totals_view *view;

	fixture_view_machine.levels = 1;
	if (!view)
		view = fixture_view(TOTALS_TOP, 0, 10);
	view->n_top = 0;
	return view;
}

static bool is_known(const struct totals_view *view, const char *label)
{
	for (size_t i = 0; i < view->n_top; i++)
		if (!strcmp(view->top[i].label, label))
			return true;
	return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	static char text[4096];
	struct totals_view *view = make_view();
	enum exposition format;
	char *line = text;

	if (n >= sizeof(text))
		return -1;
	memcpy(text, bytes, n);
	text[n] = '\0';
	text[strcspn(text, "\n")] = '\0';
	format = exposition_accepted(text);
	if (format != EXPOSITION_PROMETHEUS && format != EXPOSITION_OPENMETRICS)
		abort();
	while (view->n_top < TOTALS_TOP && (line += strlen(line) + 1) < text + n) {
		char *label = view->top[view->n_top].label;

		line[strcspn(line, "\n")] = '\0';
		(void)snprintf(label, TOTALS_LABEL_LEN, "%s", line);
		view->n_top += !is_known(view, label);
	}
	check(view, format);
	return 0;
}
