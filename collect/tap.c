/* SPDX-License-Identifier: GPL-2.0-only */
/* What is told to a tap in another way than the kernel wrote it. Collector thread. */
#include "config.h"
#include "collect/tap.h"

#include <string.h>

#define RECORD_WORDS 64		/* COMM, FORK, EXIT, SWITCH, LOST: none has half of it */

void tap_record_as(const struct tap *tap, size_t cpu, const void *bytes, size_t size, uint64_t id)
{
	uint64_t copy[RECORD_WORDS];

	if (size <= sizeof(copy) && size >= 2 * sizeof(id)) {
		memcpy(copy, bytes, size);
		memcpy((char *)copy + size - sizeof(id), &id, sizeof(id));
		bytes = copy;
	}
	tap->record(tap->data, cpu, bytes, size);
}
