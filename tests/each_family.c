/* SPDX-License-Identifier: GPL-2.0-only */
/* All families, one after the other; see each_family.h. */
#include "config.h"
#include "tests/each_family.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#define FAMILIES_MIN 37		/* a table that is not reached must not pass */

void for_each_family(void (*check)(const struct family *family))
{
	const struct family *family;
	size_t n = 0;

	while ((family = cpu_family_at(n))) {
		check(family);
		n++;
	}
	assert_true(n >= FAMILIES_MIN);
}

struct counts all_counted(const struct family *family)
{
	struct counts counts = { .present = 0 };

	for (size_t i = 0; i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];
		bool other = event->kind != KIND_CORE;
		char name[96];

		(void)snprintf(name, sizeof(name), "%s%s%s%s", other ? "cpu_" : "",
			       other ? core_kinds[event->kind].name : "", other ? "/" : "", event->name);
		/* Less on E-cores, so that there is something left of P-cores'. */
		(void)family_count(family, 5, name, (other ? 10 : 100) + 7 * (double)i, &counts);
	}
	return counts;
}

const struct family_event *find_event(const struct family *family, enum event_id id)
{
	for (size_t i = 0; i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];

		if (event->id == id || (event->also && event->also == id) ||
		    (event->cycles && id == EV_CYCLES))
			return event;
	}
	return NULL;
}
