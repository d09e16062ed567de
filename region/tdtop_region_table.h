/* SPDX-License-Identifier: 0BSD */
/* The table that a program prints which counted its regions itself: a part of tdtop_region_rdpmc.h. */
#ifndef TDTOP_REGION_TABLE_H
#define TDTOP_REGION_TABLE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tdtop_region_calls.h"
#include "tdtop_region_shared.h"
#include "tdtop_region_task.h"

static inline void tdtop_self_put(int fd, const char *text)
{
	(void)tdtop_self_syscall(TDTOP_SELF_WRITE, fd, (long)text, (long)strlen(text), 0, 0, 0);
}

/* The sums of all threads. Those that still run change them meanwhile: they are a little old. */
static inline void tdtop_self_sum(const struct tdtop_self *shared, uint32_t name,
				  struct tdtop_self_row *sum)
{
	uint32_t i, tries;

	memset(sum, 0, sizeof(*sum));
	for (i = 0; i < shared->threads; i++) {
		const struct tdtop_self_thread *thread = &shared->thread[i];
		struct tdtop_self_row row;
		uint32_t sequence;

		for (tries = 0; tries < 1000; tries++) {
			sequence = __atomic_load_n(&thread->sequence, __ATOMIC_ACQUIRE);
			row = thread->row[name];
			TDTOP_SELF_BARRIER();	/* x86-64 keeps the order of loads */
			if (!(sequence & 1) &&
			    sequence == __atomic_load_n(&thread->sequence, __ATOMIC_RELAXED))
				break;
		}
		tdtop_self_row_add(sum, &row);
	}
}

static inline void tdtop_self_print_row(int fd, const struct tdtop_self *shared, uint32_t name)
{
	struct tdtop_self_row row;
	double share[TDTOP_SELF_PARTS], error, of;
	char line[256];
	int n, i;

	tdtop_self_sum(shared, name, &row);
	if (!row.cpu_ns && !row.entries)
		return;
	of = tdtop_self_split(&row, share, &error);
	n = snprintf(line, sizeof(line), "%-24.47s %10llu %10.3f %16llu", shared->name[name],
		     (unsigned long long)row.entries, (double)row.cpu_ns / 1e9,
		     (unsigned long long)row.slots);
	for (i = 0; i < (int)shared->parts && i < TDTOP_SELF_PARTS; i++)
		n += of > 0 ? snprintf(line + n, sizeof(line) - (size_t)n, " %5.1f", 100 * share[i]) :
			      snprintf(line + n, sizeof(line) - (size_t)n, " %5s", "-");
	n += of > 0 ? snprintf(line + n, sizeof(line) - (size_t)n, " %5.1f", 100 * error) :
		      snprintf(line + n, sizeof(line) - (size_t)n, " %5s", "-");
	(void)snprintf(line + n, sizeof(line) - (size_t)n, " %5.1f\n",
		       row.cpu_ns ? 100 * (double)row.counted_ns / (double)row.cpu_ns : 0.0);
	tdtop_self_put(fd, line);
}

static inline void tdtop_self_print_table(const struct tdtop_self *shared)
{
	const char *path = getenv("TDTOP_REGIONS_OUT");
	uint64_t changes = 0;
	char line[256];
	long fd = 2;
	uint32_t i;

	for (i = 0; i < shared->threads; i++)
		changes += shared->thread[i].changes;
	if (!changes)
		return;		/* no region was entered; or a sentence has told why none was counted */
	/* O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK: a FIFO may have no reader | O_CLOEXEC */
	if (path && path[0])
		fd = tdtop_self_syscall(TDTOP_SELF_OPENAT, -100, (long)path,
					1 | 0100 | 02000 | 04000 | 02000000, 0600, 0, 0);
	if (fd < 0)
		fd = 2;
	(void)snprintf(line, sizeof(line), "regions of process %u, self-counted in user mode; percent of "
		       "slots\n%-24s %10s %10s %16s   RET   BAD    FE    BE%s    +-   RUN\n", shared->pid,
		       "REGION", "ENTRIES", "TIME s", "SLOTS",
		       shared->parts == 8 ? " HEAVY MISPR FELAT   MEM" : "");
	tdtop_self_put((int)fd, line);
	for (i = 1; i < shared->names; i++)
		tdtop_self_print_row((int)fd, shared, i);
	tdtop_self_print_row((int)fd, shared, 0);
	if (shared->taken_permille) {
		(void)snprintf(line, sizeof(line), "the SLOTS counter was taken %u %% of the time: threads "
			       "stopped counting\n", (shared->taken_permille + 5) / 10);
		tdtop_self_put((int)fd, line);
	}
	if (shared->not_counted) {
		(void)snprintf(line, sizeof(line), "%u threads were not counted, or not to "
			       "their end\n", shared->not_counted);
		tdtop_self_put((int)fd, line);
	}
	if (fd != 2)
		(void)tdtop_self_syscall(TDTOP_SELF_CLOSE, fd, 0, 0, 0, 0, 0);
}

#endif
