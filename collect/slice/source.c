/* SPDX-License-Identifier: GPL-2.0-only */
/* What a source is told and asked; see source.h. Collector thread. */
#include "config.h"
#include "collect/slice/source.h"

#include <errno.h>

/* The sink for a call of the source. */
static const struct sink *sink_of(const struct source *source, const struct sink *to)
{
	return source->filter && to ? source->filter->sink(source->filter, to) : to;
}

int source_request(struct source *source, const struct sink *sink, struct err *err)
{
	const struct source_requests was = source->told;
	int ret = 0;

	source->told = source->requests;
	if (source->ops->request)
		ret = source->ops->request(source, &was, sink_of(source, sink), err);
	if (ret)
		source->requests.regions = source->told.regions = was.regions;
	return ret;
}

int source_watch_regions(struct source *source, bool on, struct err *err)
{
	source->region_requests += on;
	source->requests.regions = on ? source->region_requests : 0;
	return source_request(source, NULL, err);
}

void source_prepare_recording(struct source *source, const struct sink *sink)
{
	struct err ignored;

	source->requests.recordings++;
	(void)source_request(source, sink, &ignored);
}

struct source_remarks source_remarks(struct source *source)
{
	struct source_remarks remarks = { .markers = 0 };

	if (source->ops->say)
		source->ops->say(source, &remarks);
	return remarks;
}

int source_start(struct source *source, struct err *err)
{
	const int ret = source->ops->start(source, err);

	if (!ret && source->filter)
		source->filter->started(source->filter, source);
	return ret;
}

int source_wait(struct source *source, uint64_t *until_ns)
{
	const int fd = source->ops->wait(source, until_ns);

	return source->filter ? source->filter->wait(source->filter, fd, until_ns) : fd;
}

int source_drain(struct source *source, const struct sink *sink, struct err *err)
{
	struct source_filter *filter = source->filter;
	const uint64_t now_ns = filter ? source->ops->clock_ns(source) : 0;
	int ret;

	if (filter && filter->is_over(filter))
		return SOURCE_ENDED;
	ret = source->ops->drain(source, sink_of(source, sink), err);
	if (!ret && filter && filter->settle(filter, now_ns, FILTER_READ_RECORDS))
		return SOURCE_ENDED;
	return ret;
}

/* Slices until here have the old indices of CPUs. */
int source_tick(struct source *source, uint64_t now_ns, const struct sink *sink, struct err *err)
{
	struct source_filter *filter = source->filter;
	const bool ended = filter && filter->is_over(filter);
	const size_t n_cpus = source->machine.n_cpus;
	const int ret = source->ops->tick(source, now_ns, sink_of(source, sink), err);
	const bool last = ended || source->machine.n_cpus != n_cpus;

	if (!ret && filter &&
	    (filter->settle(filter, now_ns, last ? FILTER_READ_LAST : FILTER_READ_SUMS) || ended))
		return SOURCE_ENDED;
	return ret;
}

int source_cut(struct source *source, uint64_t now_ns, const struct sink *sink, struct err *err)
{
	const int ret = source->ops->cut ?
				source->ops->cut(source, now_ns, sink_of(source, sink), err) : 0;

	if (!ret && source->filter)
		(void)source->filter->settle(source->filter, now_ns, FILTER_READ_SUMS);
	return ret;
}

const struct recordable *source_recordable(struct source *source, struct err *err)
{
	if (source->ops->recordable && !(source->filter && source->filter->is_partial))
		return source->ops->recordable(source, err);
	(void)err_set(err, EOPNOTSUPP, source->ops->recordable ?
		      "a recording has all tasks of the CPUs, and here only some are "
		      "watched; record without --pid or a command" :
		      "only what is counted on this machine, by its CPUs, can be recorded: "
		      "counting thread by thread, without rights, cannot");
	return NULL;
}

void source_close(struct source *source)
{
	struct source_filter *filter = source ? source->filter : NULL;

	if (source)
		source->ops->close(source);
	if (filter)
		filter->close(filter);
}
