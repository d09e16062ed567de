/* SPDX-License-Identifier: GPL-2.0-only */
/* Any bytes as a program that was found among those that run: its regions ("make fuzz"). */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/region/region_note.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* What the rest of the program relies on. */
static void check(const struct region_notes *notes, size_t n)
{
	if (!notes->n || notes->n > REGION_SITES_MAX || notes->mark_offset >= n)
		abort();
	for (size_t i = 0; i < notes->n; i++) {
		const struct region_site *site = &notes->sites[i];

		if (i && site[-1].from_mark >= site->from_mark)
			abort();
		if (!memchr(site->name, 0, sizeof(site->name)) || !site->name[0] != !!site->entries)
			abort();
		if (!site->entries != !site->entry_size)
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct region_notes notes;
	const int fd = memfd_create("input", MFD_CLOEXEC);

	if (fd < 0 || write(fd, bytes, n) != (ssize_t)n)
		abort();
	if (!region_notes_read(fd, &notes))
		check(&notes, n);
	region_notes_free(&notes);
	(void)close(fd);
	return 0;
}
