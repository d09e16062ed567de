/* SPDX-License-Identifier: GPL-2.0-only */
/* Which processes were watched, in the file of a recorder; see recorder_parts.h. */
#include "config.h"
#include "collect/perfdata/recorder_parts.h"

#include "collect/perfdata/perfdata_records.h"
#include "collect/perfdata/updates.h"

/* Where records go. */
struct output {
	struct blob *blob;
	uint64_t id;
	const char *text;
};

/* A tell_watched. */
static void put_process(void *data, const struct watched_process *process)
{
	const struct output *output = data;

	update_put(output->blob, PERFDATA_UPDATE_WATCHED, output->id,
		   UPDATE(NUMBER(process->pid), NUMBER(process->unknown), NUMBER(process->born_ns),
			  NUMBER(process->from_ns), TEXT(output->text)));
}

void recorder_watched_begin(struct blob *blob, const struct source *source, const struct recordable *events,
			    uint64_t file)
{
	struct output output = { blob, perfdata_any_id(events), source->machine.watched };

	if (!source->filter)
		return;
	put_process(&output, &(struct watched_process){ .pid = 0 });
	recorder_watched_put(blob, source, events, file);
}

void recorder_watched_put(struct blob *blob, const struct source *source, const struct recordable *events,
			  uint64_t file)
{
	struct output output = { blob, perfdata_any_id(events), "" };

	if (source->filter)
		source->filter->tell(source->filter, file, put_process, &output);
}
