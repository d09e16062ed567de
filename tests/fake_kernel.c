/* SPDX-License-Identifier: GPL-2.0-only */
/* See fake_kernel.h. */
#include "config.h"
#include "tests/fake_kernel.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "collect/burst.h"
#include "collect/clock_ns.h"
#include "collect/groups.h"
#include "collect/hotplug.h"
#include "collect/source_switch.h"
#include "collect/topology.h"
#include "tests/machine.h"

#define RECORD_WORDS 64		/* of 8 bytes, that a record may have */
#define BURST_SWITCHES 256
#define SWITCH_NS 1000		/* a switch that nobody samples */

struct counter {
	uint64_t value[READING_MAX];
	uint64_t enabled_ns, running_ns;
	bool on;
};

struct record_list {
	uint64_t (*words)[RECORD_WORDS];
	size_t n, cap, read;
};

/* Of one CPU: who runs there, what its groups counted and what is in its ring. */
struct cpu {
	int32_t pid;
	struct counter counter[1 + TURNS_MAX];
	bool sampled;
	struct record_list ring;
};

/* Only one at a time. */
struct groups {
	struct group group[1 + TURNS_MAX];
	size_t n_turns;
	struct cpu *cpus;
};

struct fake_kernel fake;
static const char *fake_root;
static struct groups *groups;
static int32_t running[FAKE_CPUS];

/* What perf_open.c asks for, but for the instruction pointer. */
#define SAMPLE_TYPE                                                                                \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_READ)
#define READ_FORMAT (PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

/* The functions that the source calls instead of those of the same name without __wrap_. */
uint64_t __wrap_clock_ns(clockid_t clock);
bool __wrap_facts_pid_namespace(const char *root);
int __wrap_topology_read(struct machine *machine, struct err *err);
bool __wrap_hotplug_look(struct hotplug *hotplug, const struct machine *machine, const char *root);
int __wrap_burst_begin(int cpu, struct burst **out);
int __wrap_burst_run(struct burst *burst, uint64_t *cpu_ns, uint64_t *switches);
void __wrap_burst_end(struct burst *burst);
int __wrap_groups_open(const struct group *group, const struct machine *machine, const struct groups_options *options,
		       struct groups **out, struct err *err);
void __wrap_groups_close(struct groups *self);
int __wrap_groups_enable(struct groups *self, struct err *err);
int __wrap_groups_switch(struct groups *self, size_t cpu, size_t turn, bool on);
int __wrap_groups_switch_cpu(struct groups *self, size_t cpu, bool on);
const struct record_layout *__wrap_groups_layout(const struct groups *self);
uint64_t __wrap_groups_event_id(const struct groups *self, size_t cpu, size_t turn, size_t member);
int __wrap_groups_poll_fd(const struct groups *self);
const void *__wrap_groups_next_record(struct groups *self, size_t cpu, size_t *size);
int __wrap_groups_read(struct groups *self, size_t cpu, size_t turn, struct reading *reading);
void __wrap_groups_set_clock_period(struct groups *self, size_t cpu, size_t turn, uint64_t period_ns);
void __wrap_groups_sample_switches(struct groups *self, size_t cpu, bool on);
enum probe_counts __wrap_perf_probe_group(const struct perf_sys *sys, const struct group *group, int cpu);

/* Tasks. */

int fake_retiring(int32_t pid)
{
	return pid % 9 + 1;
}

static uint64_t counted(const struct group_member *member, int32_t pid, uint64_t ns)
{
	const uint64_t retiring = (uint64_t)fake_retiring(pid);
	double slots;

	if (!pid)
		return 0;
	if (member->event == EV_SLOTS || member->slots)
		slots = FAKE_SLOTS;
	else if (member->event == EV_RETIRING)
		slots = (double)retiring;
	else if (member->event == EV_BE_BOUND)
		slots = (double)(FAKE_SLOTS - retiring);
	else
		return 0;
	return (uint64_t)(slots * (double)ns / member->scale);
}

static bool has_room(const struct group *group)
{
	for (size_t i = 0; fake.general_taken && i < group->n; i++)
		if (group->member[i].role == MEMBER_OPTIONAL)
			return false;
	return true;
}

void fake_advance(uint64_t ns)
{
	fake.now_ns += ns;
	for (size_t cpu = 0; cpu < FAKE_CPUS; cpu++) {
		const int32_t pid = running[cpu];

		for (size_t turn = 0; groups && turn <= groups->n_turns; turn++) {
			struct counter *counter = &groups->cpus[cpu].counter[turn];

			if (!counter->on)
				continue;
			counter->enabled_ns += ns;
			if (!has_room(&groups->group[turn]))
				continue;
			counter->running_ns += ns;
			for (size_t i = 0; i < groups->group[turn].n; i++)
				counter->value[i] += counted(&groups->group[turn].member[i], pid, ns);
		}
		if (!pid)
			continue;
		fake.slots_of[pid] += FAKE_SLOTS * ns;
		fake.slots_on[cpu] += FAKE_SLOTS * ns;
	}
}

/* Records: the kernel's ABI, described in <linux/perf_event.h>. */

static uint64_t *new_record(struct record_list *ring, uint32_t type, uint16_t misc, size_t n_words)
{
	const struct perf_event_header header = { .type = type, .misc = misc,
						  .size = (uint16_t)((1 + n_words) * sizeof(uint64_t)) };
	uint64_t *words;

	assert_true(1 + n_words <= RECORD_WORDS);
	if (ring->n == ring->cap) {
		ring->cap = ring->cap ? 2 * ring->cap : 64;
		ring->words = realloc(ring->words, ring->cap * sizeof(ring->words[0]));
		assert_non_null(ring->words);
	}
	words = ring->words[ring->n++];
	memcpy(words, &header, sizeof(header));
	return words + 1;
}

static int32_t tid_of(int32_t pid)
{
	return fake.outside ? 0 : pid;
}

static uint64_t pair(int32_t first, int32_t second)
{
	const int32_t both[2] = { first, second };
	uint64_t word;

	memcpy(&word, both, sizeof(word));
	return word;
}

/* The group that is on, for no other samples; turn 0, if none is. */
static size_t turn_of(const struct cpu *cpu)
{
	for (size_t turn = 1; turn <= TURNS_MAX; turn++)
		if (cpu->counter[turn].on)
			return turn;
	return 0;
}

static uint64_t switch_event_id(size_t cpu)
{
	return __wrap_groups_event_id(groups, cpu, 0, (size_t)group_find(&groups->group[0], MEMBER_SWITCH));
}

/* What ends a record that is no sample. */
static void put_sample_id(uint64_t *words, size_t cpu, int32_t pid)
{
	words[0] = pair(tid_of(pid), tid_of(pid));
	words[1] = fake.now_ns;
	words[2] = pair((int32_t)cpu, 0);
	words[3] = switch_event_id(cpu);
}

static void write_sample(size_t index, int32_t pid)
{
	struct cpu *cpu = &groups->cpus[index];
	const size_t turn = turn_of(cpu), n = groups->group[turn].n;
	uint64_t *words = new_record(&cpu->ring, PERF_RECORD_SAMPLE, PERF_RECORD_MISC_KERNEL, 7 + n);

	words[0] = switch_event_id(index);
	words[1] = pair(tid_of(pid), tid_of(pid));
	words[2] = fake.now_ns;
	words[3] = pair((int32_t)index, 0);
	words[4] = n;
	words[5] = cpu->counter[turn].enabled_ns;
	words[6] = cpu->counter[turn].running_ns;
	memcpy(&words[7], cpu->counter[turn].value, n * sizeof(words[0]));
	fake.samples++;
}

static void write_switch(size_t index, int32_t pid, int32_t other, bool out)
{
	uint64_t *words = new_record(&groups->cpus[index].ring, PERF_RECORD_SWITCH_CPU_WIDE,
				     out ? PERF_RECORD_MISC_SWITCH_OUT : 0, 5);

	words[0] = pair(tid_of(other), tid_of(other));
	put_sample_id(&words[1], index, pid);
}

void fake_run(size_t cpu, int32_t pid)
{
	const int32_t last = running[cpu];

	running[cpu] = pid;
	if (pid == last || !groups || !groups->cpus[cpu].sampled)
		return;
	write_sample(cpu, last);
	write_switch(cpu, last, pid, true);
	write_switch(cpu, pid, last, false);
}

void fake_lose(size_t cpu, uint64_t records)
{
	uint64_t *words = new_record(&groups->cpus[cpu].ring, PERF_RECORD_LOST, 0, 6);

	words[0] = switch_event_id(cpu);
	words[1] = records;
	put_sample_id(&words[2], cpu, running[cpu]);
}

/* Groups. */

int __wrap_groups_open(const struct group *group, const struct machine *machine, const struct groups_options *options,
		       struct groups **out, struct err *err)
{
	(void)err;
	assert_null(groups);
	assert_int_equal(machine->n_cpus, fake.n_cpus);
	groups = calloc(1, sizeof(*groups));
	assert_non_null(groups);
	groups->cpus = calloc(FAKE_CPUS, sizeof(groups->cpus[0]));
	assert_non_null(groups->cpus);
	groups->n_turns = options->n_turns;
	memcpy(groups->group, group, (1 + options->n_turns) * sizeof(groups->group[0]));
	fake.opened++;
	fake.n_members = group->n;
	fake.n_turns = options->n_turns;
	fake.grow = options->grow;
	*out = groups;
	return 0;
}

void __wrap_groups_close(struct groups *self)
{
	if (!self)
		return;
	for (size_t cpu = 0; cpu < FAKE_CPUS; cpu++)
		free(self->cpus[cpu].ring.words);
	free(self->cpus);
	free(self);
	groups = NULL;
}

int __wrap_groups_enable(struct groups *self, struct err *err)
{
	(void)err;
	for (size_t cpu = 0; cpu < FAKE_CPUS; cpu++)
		self->cpus[cpu].counter[0].on = self->cpus[cpu].sampled = true;
	return 0;
}

int __wrap_groups_switch(struct groups *self, size_t cpu, size_t turn, bool on)
{
	self->cpus[cpu].counter[turn].on = on;
	return 0;
}

int __wrap_groups_switch_cpu(struct groups *self, size_t cpu, bool on)
{
	self->cpus[cpu].counter[0].on = on;
	return 0;
}

const struct record_layout *__wrap_groups_layout(const struct groups *self)
{
	static struct record_layout layout;

	(void)self;
	layout = record_layout_make(SAMPLE_TYPE, READ_FORMAT, true, false);
	return &layout;
}

uint64_t __wrap_groups_event_id(const struct groups *self, size_t cpu, size_t turn, size_t member)
{
	(void)self;
	return 1 + (cpu * (1 + TURNS_MAX) + turn) * READING_MAX + member;
}

int __wrap_groups_poll_fd(const struct groups *self)
{
	(void)self;
	return -1;
}

const void *__wrap_groups_next_record(struct groups *self, size_t cpu, size_t *size)
{
	struct record_list *ring = &self->cpus[cpu].ring;
	struct perf_event_header header;

	if (ring->read == ring->n) {
		ring->read = ring->n = 0;
		return NULL;
	}
	memcpy(&header, ring->words[ring->read], sizeof(header));
	*size = header.size;
	return ring->words[ring->read++];
}

int __wrap_groups_read(struct groups *self, size_t cpu, size_t turn, struct reading *reading)
{
	const struct counter *counter = &self->cpus[cpu].counter[turn];

	fake.reads[cpu]++;
	*reading = (struct reading){ .enabled_ns = counter->enabled_ns, .running_ns = counter->running_ns,
				     .n = (uint32_t)self->group[turn].n };
	memcpy(reading->value, counter->value, sizeof(reading->value));
	return 0;
}

void __wrap_groups_set_clock_period(struct groups *self, size_t cpu, size_t turn, uint64_t period_ns)
{
	(void)self;
	(void)turn;
	fake.clock_period_ns[cpu] = period_ns;	/* it never ticks here: a reading at a tick is the same snapshot */
}

void __wrap_groups_sample_switches(struct groups *self, size_t cpu, bool on)
{
	self->cpus[cpu].sampled = on;
	fake.own_ns += fake.window_ns;
}

/* The rest of the machine. */

enum probe_counts __wrap_perf_probe_group(const struct perf_sys *sys, const struct group *group, int cpu)
{
	(void)sys;
	(void)cpu;
	return has_room(group) ? PROBE_COUNTS : PROBE_TAKEN;
}

uint64_t __wrap_clock_ns(clockid_t clock)
{
	return clock == CLOCK_MONOTONIC ? fake.now_ns : fake.own_ns;
}

bool __wrap_facts_pid_namespace(const char *root)
{
	(void)root;
	return false;
}

int __wrap_topology_read(struct machine *machine, struct err *err)
{
	struct topology_cpu cpus[FAKE_CPUS];

	for (int cpu = 0; cpu < FAKE_CPUS; cpu++)
		cpus[cpu] = (struct topology_cpu){ .cpu = cpu, .core = cpu % (int)fake.n_cores, .online = (size_t)cpu < fake.n_cpus };
	return topology_from(cpus, FAKE_CPUS, fake_root, machine, err);
}

bool __wrap_hotplug_look(struct hotplug *hotplug, const struct machine *machine, const char *root)
{
	const bool came = fake.cpu_came;

	(void)root;
	fake.cpu_came = false;
	hotplug->newcomers = machine->n_cpus < fake.n_cpus;
	hotplug->others = fake.cpus_of_others;
	return came;
}

int __wrap_burst_begin(int cpu, struct burst **out)
{
	(void)cpu;
	*out = NULL;
	return 0;
}

/* On the CPU that counts, if one does: fake_open() has enabled none. */
int __wrap_burst_run(struct burst *burst, uint64_t *cpu_ns, uint64_t *switches)
{
	bool counts = false;

	(void)burst;
	for (size_t cpu = 0; cpu < FAKE_CPUS; cpu++)
		counts |= groups->cpus[cpu].counter[0].on;
	*switches = BURST_SWITCHES;
	*cpu_ns = BURST_SWITCHES * (SWITCH_NS + (counts ? fake.price_ns : 0));
	return 0;
}

void __wrap_burst_end(struct burst *burst)
{
	(void)burst;
}

/* Accepts whatever is asked for. */
static int accept_open(void *data, struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd)
{
	(void)data;
	(void)attr;
	(void)pid;
	(void)cpu;
	(void)group_fd;
	return 100;
}

static void accept_close(void *data, int fd)
{
	(void)data;
	(void)fd;
}

struct source *fake_open(const char *machine, size_t n_cpus)
{
	static const struct perf_sys sys = { .open = accept_open, .close = accept_close };
	static const struct group_options all = { .levels = 2, .with_ipc = true, .with_corrections = true,
						  .interval_ns = 1000000000 };
	struct source *source = NULL;
	struct cores cores;
	struct facts facts;
	struct err err = { .text = "" };

	fake = (struct fake_kernel){ .now_ns = 1000000000000ULL, .n_cpus = n_cpus, .n_cores = FAKE_CPUS };
	memset(running, 0, sizeof(running));
	fake_root = machine_root(machine);
	facts_read(fake_root, &facts);
	assert_int_equal(cores_find(fake_root, &facts, &cores, &err), 0);
	assert_int_equal(cores_probe(&cores, &sys, &facts, &all, false, &err), 0);
	assert_int_equal(source_switch_open(&cores, 0, &source, &err), 0);
	cores_done(&cores);
	return source;
}

void fake_forget(void)
{
	memset(fake.slots_of, 0, sizeof(fake.slots_of));
	memset(fake.slots_on, 0, sizeof(fake.slots_on));
	memset(fake.reads, 0, sizeof(fake.reads));
	fake.samples = 0;
}
