/* SPDX-License-Identifier: GPL-2.0-only */
/* A source that can be recorded; see fixture_recordable.h. */
#include "config.h"
#include "tests/fixture_recordable.h"

#include "collect/slicer.h"

const uint64_t ids[MEMBERS * CPUS] = { 10, 20, 11, 21, 12, 22 };
struct group group = {
	.n = MEMBERS,
	.member = { { .role = MEMBER_LEADER, .name = "slots" },
		    { .role = MEMBER_SWITCH, .name = "context-switches" },
		    { .role = MEMBER_CLOCK, .name = "cpu-clock" } },
};
struct recordable events = {
	.groups = { { .group = &group, .ids = ids } },
	.n_groups = 1,
	.n_cpus = CPUS,
	.layout = { .sample_type = SAMPLE_TYPE, .read_format = FORMAT, .sample_id_all = true },
	.pmu_name = "sapphire_rapids",
};
struct cpu_place places[CPUS] = { { .cpu = 0 },
					 { .cpu = 3, .core = 1 } };

static const struct recordable *get_events(struct source *from)
{
	(void)from;
	return &events;
}

static uint64_t get_clock(struct source *from)
{
	(void)from;
	return 5000;
}

static const struct reading base = { .n = MEMBERS, .value = { 5, 6, 7 } };

/* CPU 0: pid 7 runs for certain; CPU 1 was never seen. */
static void get_now(struct source *from, size_t cpu, struct slicer_now *now)
{
	(void)from;
	*now = (struct slicer_now){ .n_groups = 1, .base = { cpu ? NULL : &base }, .time_ns = 900, .pid = 7, .tid = 8,
				    .known = true };
}

static const struct source_ops ops = { .name = "switch", .recordable = get_events,
				       .now = get_now,
				       .clock_ns = get_clock };
struct source source = {
	.ops = &ops,
	.machine = { .host = "here", .n_cpus = CPUS, .cpus = places, .source = "switch" },
};

struct sample make_sample(uint64_t id, uint64_t time_ns)
{
	return (struct sample){
		.header = { .type = PERF_RECORD_SAMPLE, .size = sizeof(struct sample) },
		.id = id, .ip = 0xf00, .pid = 7, .tid = 8, .time = time_ns, .n = MEMBERS,
		.enabled = 100, .running = 90, .value = { 1000, 1, 2 },
	};
}
