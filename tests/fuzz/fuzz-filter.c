/* SPDX-License-Identifier: GPL-2.0-only */
/* Any text as a filter expression: compiled, and matched against rows ("make fuzz"). */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fixtures/fixture.h"
#include "ui/table/filter.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	static struct snapshot *snapshot;
	char text[FILTER_TEXT];
	struct filter *filter;
	struct err err;
	enum row_kind kind = (enum row_kind)(ROW_SOCKET + n % (ROW_KINDS - ROW_SOCKET));

	if (!snapshot)
		snapshot = fixture_snapshot(1);
	if (n >= sizeof(text) || !snapshot)
		return -1;
	memcpy(text, bytes, n);
	text[n] = '\0';
	err.text[0] = '\0';
	filter = filter_new(text, NULL, kind, &err);
	if (!filter && strncmp(err.text, "filter: ", 8) != 0) {
		(void)fprintf(stderr, "filter: broken: what cannot be compiled has a sentence\n");
		abort();
	}
	for (size_t i = 0; filter && i < snapshot->table[kind].n; i++)
		(void)filter_match(filter, snapshot, &snapshot->table[kind].rows[i]);
	filter_free(filter);
	return 0;
}
