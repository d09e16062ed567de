/* SPDX-License-Identifier: GPL-2.0-only */
/* Slices and tasks of the simulated machine as records of the kernel; see demo_records.h. */
#include "config.h"
#include "collect/demo/demo_records.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <time.h>

#include "collect/perf/perf_open.h"
#include "collect/perfdata/perfdata_records.h"
#include "collect/slice/slicer.h"

struct demo_records {
	struct recordable events;	/* first: what is asked of them leads here */
	struct source *source;
	struct group group;
	uint64_t *ids;		/* of each member on each CPU */
	struct reading *now;	/* what the group of each CPU reads */
	uint64_t time_ns;	/* all until then was told */
	size_t cpu;		/* of the last slice: what tasks do is told there */
	struct blob blob;
	struct sink sink;
	const struct sink *to;
};

/* The kernel's encodings of a core with PERF_METRICS (arch/x86/events/intel/core.c). */
#define RAW(id, is, text, code) \
	{ .event = (id), .role = (is), .name = (text), .attr = { .type = PERF_TYPE_RAW, .config = (code) } }
static const struct group_member members[] = {
	RAW(EV_SLOTS, MEMBER_LEADER, "slots", 0x400),
	{ .event = EV_COUNT, .role = MEMBER_SWITCH, .name = "context-switches",
	  .attr = { .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_CONTEXT_SWITCHES, .sample_period = 1 } },
	RAW(EV_RETIRING, MEMBER_METRIC, "topdown-retiring", 0x8000),
	RAW(EV_BAD_SPEC, MEMBER_METRIC, "topdown-bad-spec", 0x8100),
	RAW(EV_FE_BOUND, MEMBER_METRIC, "topdown-fe-bound", 0x8200),
	RAW(EV_HEAVY_OPS, MEMBER_METRIC, "topdown-heavy-ops", 0x8400),
	RAW(EV_BR_MISPREDICT, MEMBER_METRIC, "topdown-br-mispredict", 0x8500),
	RAW(EV_FETCH_LAT, MEMBER_METRIC, "topdown-fetch-lat", 0x8600),
	RAW(EV_MEM_BOUND, MEMBER_METRIC, "topdown-mem-bound", 0x8700),
	{ .event = EV_INSTRUCTIONS, .role = MEMBER_OPTIONAL, .name = "instructions",
	  .attr = { .type = PERF_TYPE_HARDWARE, .config = PERF_COUNT_HW_INSTRUCTIONS } },
	{ .event = EV_CYCLES, .role = MEMBER_OPTIONAL, .name = "cpu-cycles",
	  .attr = { .type = PERF_TYPE_HARDWARE, .config = PERF_COUNT_HW_CPU_CYCLES } },
};

#define MEMBERS (sizeof(members) / sizeof(members[0]))
#define SAMPLE_TYPE (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | \
		     PERF_SAMPLE_READ)
#define READ_FORMAT (PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

/* Who runs from here on is told by the next sample. */
static void tell_now(struct source *source, size_t cpu, struct slicer_now *now)
{
	const struct demo_records *records =
		(const struct demo_records *)source->ops->recordable(source, &(struct err){ .text = "" });

	*now = (struct slicer_now){ .n_groups = 1, .base = { &records->now[cpu] }, .time_ns = records->time_ns };
}

static void make_group(struct group *group)
{
	group->n = MEMBERS;
	for (size_t i = 0; i < MEMBERS; i++) {
		struct perf_event_attr *attr = &group->member[i].attr;

		group->member[i] = members[i];
		group->member[i].scale = 1;
		attr->size = sizeof(*attr);
		attr->sample_type = SAMPLE_TYPE;
		attr->read_format = READ_FORMAT;
		attr->sample_id_all = attr->use_clockid = 1;
		attr->clockid = CLOCK_MONOTONIC;
	}
	group->member[0].attr.disabled = 1;
}

static uint64_t id_of_switches(const struct demo_records *records, size_t cpu)
{
	return recordable_id(&records->events, (struct tap_place){ .cpu = cpu }, 1);
}

static void put(struct demo_records *records, size_t cpu)
{
	const struct tap *tap = records->source->tap;

	if (perfdata_end(&records->blob, 0))
		tap->record(tap->data, (struct tap_place){ .cpu = cpu }, records->blob.bytes, records->blob.n);
}

/* The counters of its CPU go on, and the task leaves. */
static void put_slice(struct demo_records *records, const struct slice *slice)
{
	const size_t cpu = (size_t)slice->cpu;
	struct reading *now = &records->now[cpu];
	struct blob *blob = &records->blob;

	now->enabled_ns += slice->duration_ns;
	now->running_ns += slice->duration_ns;
	for (size_t i = 0; i < MEMBERS; i++)
		now->value[i] += members[i].event == EV_COUNT ? 1 : (uint64_t)slice->counts.value[members[i].event];
	blob_clear(blob);
	(void)perfdata_begin(blob, PERF_RECORD_SAMPLE, PERF_RECORD_MISC_KERNEL);
	blob_u64(blob, id_of_switches(records, cpu));
	blob_u64(blob, 0);	/* the address */
	blob_pair(blob, slice->pid, slice->tid);
	blob_u64(blob, slice->time_ns);
	blob_pair(blob, records->source->machine.cpus[cpu].cpu, 0);
	blob_u64(blob, MEMBERS);
	blob_u64(blob, now->enabled_ns);
	blob_u64(blob, now->running_ns);
	blob_put(blob, now->value, MEMBERS * sizeof(now->value[0]));
	put(records, cpu);
	records->cpu = cpu;
}

static void put_task(struct demo_records *records, const struct task_event *event)
{
	const bool named = event->kind == TASK_COMM || event->kind == TASK_EXEC;
	const struct perfdata_stamp stamp = { .place.cpu = records->cpu, .pid = event->pid, .tid = event->tid,
					      .cpu_number = records->source->machine.cpus[records->cpu].cpu,
					      .time_ns = event->time_ns };
	struct blob *blob = &records->blob;

	blob_clear(blob);
	(void)perfdata_begin(blob, named ? PERF_RECORD_COMM :
				   event->kind == TASK_FORK ? PERF_RECORD_FORK : PERF_RECORD_EXIT,
			     event->kind == TASK_EXEC ? PERF_RECORD_MISC_COMM_EXEC : 0);
	if (named) {
		blob_pair(blob, event->pid, event->tid);
		blob_text(blob, event->comm);
		blob_pad(blob, 0, sizeof(uint64_t));
	} else {
		blob_pair(blob, event->pid, event->ppid);
		blob_pair(blob, event->tid, event->ptid);
		blob_u64(blob, event->time_ns);
	}
	perfdata_put_sample_id(blob, &records->events.layout, &stamp, id_of_switches(records, records->cpu));
	put(records, records->cpu);
}

/* The sink before that of the collector. */

static void take_slice(void *data, const struct slice *slice)
{
	struct demo_records *records = data;

	put_slice(records, slice);
	records->to->slice(records->to->data, slice);
}

static void take_task(void *data, const struct task_event *event)
{
	struct demo_records *records = data;

	put_task(records, event);
	records->to->task(records->to->data, event);
}

static void take_times(void *data, int cpu, uint64_t enabled_ns, uint64_t running_ns)
{
	const struct demo_records *records = data;

	records->to->times(records->to->data, cpu, enabled_ns, running_ns);
}

const struct sink *demo_records_sink(struct demo_records *records, const struct sink *to)
{
	records->to = to;
	return &records->sink;
}

void demo_records_end(struct demo_records *records, uint64_t time_ns)
{
	records->time_ns = time_ns;
}

void demo_records_start(struct demo_records *records, uint64_t time_ns)
{
	const struct tap *tap = records->source->tap;

	records->time_ns = time_ns;
	for (size_t cpu = 0; cpu < records->events.n_cpus; cpu++)
		tap->reading(tap->data, (struct tap_place){ .cpu = cpu }, time_ns, TID_UNKNOWN, TID_UNKNOWN,
			     &records->now[cpu]);
}

struct demo_records *demo_records_new(struct source *source)
{
	struct demo_records *records = calloc(1, sizeof(*records));
	const size_t n_cpus = source->machine.n_cpus;

	if (!records)
		return NULL;
	records->ids = calloc(n_cpus * MEMBERS, sizeof(records->ids[0]));
	records->now = calloc(n_cpus, sizeof(records->now[0]));
	if (!records->ids || !records->now) {
		demo_records_free(records);
		return NULL;
	}
	for (size_t i = 0; i < n_cpus * MEMBERS; i++)
		records->ids[i] = i + 1;
	for (size_t cpu = 0; cpu < n_cpus; cpu++)
		records->now[cpu].n = MEMBERS;
	make_group(&records->group);
	records->source = source;
	records->sink = (struct sink){ .data = records, .slice = take_slice, .task = take_task, .times = take_times };
	records->events = (struct recordable){
		.groups = { { .group = &records->group, .ids = records->ids } },
		.n_groups = 1,
		.n_cpus = n_cpus,
		.layout = record_layout_make(SAMPLE_TYPE, READ_FORMAT, true, false),
		.pmu_name = "sapphire_rapids",
		.now = tell_now,
		.source = source,
	};
	return records;
}

void demo_records_free(struct demo_records *records)
{
	if (!records)
		return;
	blob_done(&records->blob);
	free(records->ids);
	free(records->now);
	free(records);
}

const struct recordable *demo_records_events(const struct demo_records *records)
{
	return &records->events;
}
