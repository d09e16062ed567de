/* SPDX-License-Identifier: GPL-2.0-only */
/* Events in the life of a task; see life_event.h. */
#include "config.h"
#include "collect/bpf/life_event.h"

#include <string.h>

void life_event_pass(const struct slices_event *from, const struct sink *sink)
{
	static const enum task_event_kind kinds[] = {
		[SLICES_FORK] = TASK_FORK,
		[SLICES_EXEC] = TASK_EXEC,
		[SLICES_COMM_CHANGE] = TASK_COMM,
		[SLICES_EXIT] = TASK_EXIT,
	};
	struct task_event event = {
		.time_ns = from->time_ns,
		.pid = (int32_t)from->pid,
		.tid = (int32_t)from->tid,
	};

	if (!sink->task || from->kind >= sizeof(kinds) / sizeof(kinds[0]))
		return;
	event.kind = kinds[from->kind];
	if (event.kind == TASK_FORK) {
		event.ppid = (int32_t)from->ppid;
		event.ptid = (int32_t)from->ptid;
	} else if (event.kind != TASK_EXIT) {
		memcpy(event.comm, from->comm, sizeof(event.comm));
		event.comm[sizeof(event.comm) - 1] = '\0';
	}
	sink->task(sink->data, &event);
}
