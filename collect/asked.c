/* SPDX-License-Identifier: GPL-2.0-only */
/* Answers about tasks; see asked.h. What /proc says is recorded as well. Collector thread. */
#include "config.h"
#include "collect/asked.h"

#include "collect/perfdata/recorder.h"
#include "collect/slice/source.h"
#include "collect/sys/procfs.h"

#define TASKS_OF_FILE_MAX (1U << 18)	/* of a recording: small files must not fill the memory */

static bool ask_proc(void *data, int32_t pid, struct task_facts *facts)
{
	const struct asked *asked = data;
	bool known = procfs_process(asked->procfs, pid, facts);

	if (asked->recorder)
		recorder_process(asked->recorder, pid, known ? facts : NULL);
	return known;
}

static bool ask_proc_thread(void *data, int32_t pid, int32_t tid, char comm[COMM_LEN])
{
	const struct asked *asked = data;
	bool known = procfs_thread(asked->procfs, pid, tid, comm);

	if (asked->recorder)
		recorder_thread(asked->recorder, pid, tid, known ? comm : "");
	return known;
}

static bool ask_proc_exists(void *data, int32_t pid, int32_t tid)
{
	const struct asked *asked = data;

	return procfs_exists(asked->procfs, pid, tid);
}

static bool ask_source(void *data, int32_t pid, struct task_facts *facts)
{
	const struct asked *asked = data;

	return asked->source->ops->task_facts(asked->source, pid, facts);
}

static bool ask_source_thread(void *data, int32_t pid, int32_t tid, char comm[COMM_LEN])
{
	const struct asked *asked = data;

	return asked->source->ops->thread_name(asked->source, pid, tid, comm);
}

struct task_lookup asked_lookup(struct asked *asked)
{
	const struct source_ops *ops = asked->source->ops;

	if (ops->asks_proc)
		return (struct task_lookup){ .data = asked,
					   .process = ask_proc,
					   .thread = ask_proc_thread,
					   .exists = ops->opens_tasks ? NULL : ask_proc_exists };
	if (asked->source->ops->task_facts)
		return (struct task_lookup){
			.data = asked,
			.max_tasks = TASKS_OF_FILE_MAX,
			.process = ask_source,
			.thread = asked->source->ops->thread_name ? ask_source_thread : NULL,
		};
	return (struct task_lookup){ .data = NULL };
}
