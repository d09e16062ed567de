/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Loads the programs and reads their maps, by libbpf; see bpf_engine.h. All maps and programs
 * belong to file descriptors of tdtop, so the kernel removes them with it, however it ends.
 */
#include "config.h"
#include "collect/bpf/bpf_engine.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "collect/bpf/slices.skel.h"
#include "collect/perf/perf_advice.h"
#include "collect/sys/facts.h"

#define EVENTS_BYTES (1U << 20)	/* 14,000 events between two calls; wakes tdtop when half full */
#define TAKE_AT_ONCE 4096	/* sums of a call */

struct bpf_engine {
	struct slices_bpf *skeleton;
	struct ring_buffer *ring;
	struct slices_cpu *cpus;	/* by the kernel's number, mapped */
	size_t n_cpus;
	int *fds;		/* of member m of CPU c: [c * SLICES_MEMBERS + m]; -1: none */
	size_t n_members;
	struct slices_key *keys;	/* TAKE_AT_ONCE of each */
	struct slices_sum *sums;
	void (*event)(void *data, const struct slices_event *event);	/* during events() */
	void *event_data;
};

/* The last warning of libbpf, which says more than the errno; of this thread. */
static _Thread_local char warning[160];

static int __attribute__((format(printf, 2, 0)))
keep_warning(enum libbpf_print_level level, const char *format, va_list arguments)
{
	if (level == LIBBPF_WARN)
		(void)vsnprintf(warning, sizeof(warning), format, arguments);
	return 0;
}

static int *fd_of(const struct bpf_engine *engine, int cpu, size_t member)
{
	return &engine->fds[(size_t)cpu * SLICES_MEMBERS + member];
}

/*
 * Opens the group of this CPU: all members in their order. 0 or a negative errno with a sentence.
 */
static int open_group(struct bpf_engine *engine, const struct group *group, int cpu,
		      struct err *err)
{
	for (size_t i = 0; i < group->n; i++) {
		struct perf_event_attr attr = group->member[i].attr;
		const int leader = i ? *fd_of(engine, cpu, 0) : -1;
		const int fd = perf_sys_real.open(perf_sys_real.data, &attr, -1, cpu, leader);
		struct facts facts;

		if (fd < 0) {
			facts_read("", &facts);
			return perf_advice(-fd, group->member[i].name, cpu, &facts, err);
		}
		*fd_of(engine, cpu, i) = fd;
	}
	return 0;
}

static bool is_counted(const struct bpf_engine_options *options, size_t cpu)
{
	return !options->online || options->online[cpu];
}

static int open_groups(struct bpf_engine *engine, const struct bpf_engine_options *options,
		       struct err *err)
{
	const struct machine *machine = options->machine;
	int ret = perf_raise_nofile(machine->n_cpus * options->group->n + 32, err);

	for (size_t i = 0; !ret && i < machine->n_cpus; i++)
		if (is_counted(options, i))
			ret = open_group(engine, options->group, machine->cpus[i].cpu, err);
	return ret;
}

static __u32 highest_fd(const struct bpf_engine *engine)
{
	int highest = 0;

	for (size_t i = 0; i < engine->n_cpus * SLICES_MEMBERS; i++)
		if (engine->fds[i] > highest)
			highest = engine->fds[i];
	return (__u32)highest;
}

/* libbpf itself raises the limit of locked memory for kernels before 5.11. */
static int load(struct bpf_engine *engine, const struct bpf_engine_options *options,
		struct err *err)
{
	const __u32 n_cpus = (__u32)engine->n_cpus;
	struct slices_bpf *skeleton = slices_bpf__open();
	int ret;

	engine->skeleton = skeleton;
	if (!skeleton)
		return err_set(err, errno, "cannot open the BPF programs: %m");
	skeleton->rodata->n_members = (__u32)engine->n_members;
	skeleton->rodata->our_pid = (__u32)getpid();
	skeleton->rodata->wake_bytes = EVENTS_BYTES / 2;
	bpf_map__set_max_entries(skeleton->maps.counters, n_cpus * SLICES_MEMBERS);
	bpf_map__set_max_entries(skeleton->maps.members, n_cpus);
	bpf_map__set_max_entries(skeleton->maps.cpus, n_cpus);
	bpf_map__set_max_entries(skeleton->maps.fds, highest_fd(engine) + 1);
	bpf_map__set_max_entries(skeleton->maps.sums_0, (__u32)options->max_tasks);
	bpf_map__set_max_entries(skeleton->maps.sums_1, (__u32)options->max_tasks);
	bpf_map__set_max_entries(skeleton->maps.events, EVENTS_BYTES);
	/* Both are run by tdtop. */
	bpf_program__set_autoattach(skeleton->progs.find_counters, false);
	bpf_program__set_autoattach(skeleton->progs.cut, false);
	warning[0] = '\0';
	ret = slices_bpf__load(skeleton);
	warning[strcspn(warning, "\n")] = '\0';
	if (ret == -EPERM)
		return err_set(err, EPERM, "the kernel does not let this user load BPF programs: "
			       "that takes root, or CAP_BPF and CAP_PERFMON");
	if (ret)
		return err_set(err, -ret, "the kernel does not load the BPF programs: %s (%s)",
			       strerror(-ret), warning[0] ? warning : "no reason is given");
	return 0;
}

/* The programs read the counts of PERF_METRICS' events from memory: where are they? */
static int find_counters(struct bpf_engine *engine, struct err *err)
{
	struct bpf_link *link = bpf_program__attach_iter(engine->skeleton->progs.find_counters,
							 NULL);
	char nothing[64];
	int fd;

	if (!link)
		return err_set(err, errno, "cannot find the counters by BPF: %m");
	fd = bpf_iter_create(bpf_link__fd(link));
	while (fd >= 0 && read(fd, nothing, sizeof(nothing)) > 0)
		;
	if (fd >= 0)
		close(fd);
	bpf_link__destroy(link);
	return fd < 0 ? err_set(err, -fd, "cannot find the counters by BPF: %s", strerror(-fd)) : 0;
}

static int hand_over_cpu(struct bpf_engine *engine, const struct group *group, int cpu)
{
	const struct slices_bpf *skeleton = engine->skeleton;
	struct slices_members addresses = { .event = { 0 } };
	const __u32 key = (__u32)cpu;

	for (size_t i = 0; i < group->n; i++) {
		const __u32 place = (__u32)(key * SLICES_MEMBERS + i);
		const __u32 fd = (__u32)*fd_of(engine, cpu, i);

		if (bpf_map_update_elem(bpf_map__fd(skeleton->maps.counters), &place, &fd, BPF_ANY))
			return -errno;
		if (group_member_is_metric(&group->member[i]) &&
		    bpf_map_lookup_elem(bpf_map__fd(skeleton->maps.fds), &fd, &addresses.event[i]))
			return -errno;
	}
	if (bpf_map_update_elem(bpf_map__fd(skeleton->maps.members), &key, &addresses, BPF_ANY))
		return -errno;
	engine->cpus[cpu].counted = 1;
	return 0;
}

static int hand_over(struct bpf_engine *engine, const struct bpf_engine_options *options,
		     struct err *err)
{
	const struct machine *machine = options->machine;
	int ret = find_counters(engine, err);

	if (ret)
		return ret;
	for (size_t i = 0; !ret && i < machine->n_cpus; i++)
		if (is_counted(options, i))
			ret = hand_over_cpu(engine, options->group, machine->cpus[i].cpu);
	return ret ? err_set(err, -ret, "cannot give the counters to BPF: %s", strerror(-ret)) : 0;
}

static int pass_event(void *data, void *bytes, size_t size)
{
	const struct bpf_engine *engine = data;

	if (size >= sizeof(struct slices_event))
		engine->event(engine->event_data, bytes);
	return 0;
}

static int map_maps(struct bpf_engine *engine, struct err *err)
{
	const struct slices_bpf *skeleton = engine->skeleton;
	void *cpus = mmap(NULL, engine->n_cpus * sizeof(struct slices_cpu), PROT_READ | PROT_WRITE,
			  MAP_SHARED, bpf_map__fd(skeleton->maps.cpus), 0);

	if (cpus == MAP_FAILED)
		return err_set(err, errno, "cannot map the sums of BPF: %m");
	engine->cpus = cpus;
	engine->ring = ring_buffer__new(bpf_map__fd(skeleton->maps.events), pass_event, engine,
					NULL);
	if (!engine->ring)
		return err_set(err, errno, "cannot map the events of BPF: %m");
	return 0;
}

static void real_close(struct bpf_engine *engine)
{
	if (!engine)
		return;
	ring_buffer__free(engine->ring);
	if (engine->cpus)
		munmap(engine->cpus, engine->n_cpus * sizeof(struct slices_cpu));
	slices_bpf__destroy(engine->skeleton);
	for (size_t i = 0; engine->fds && i < engine->n_cpus * SLICES_MEMBERS; i++)
		if (engine->fds[i] >= 0)
			close(engine->fds[i]);
	free(engine->fds);
	free(engine->keys);
	free(engine->sums);
	free(engine);
}

static struct bpf_engine *new_engine(const struct bpf_engine_options *options)
{
	struct bpf_engine *engine = calloc(1, sizeof(*engine));

	if (!engine)
		return NULL;
	engine->n_members = options->group->n;
	for (size_t i = 0; i < options->machine->n_cpus; i++)
		if ((size_t)options->machine->cpus[i].cpu >= engine->n_cpus)
			engine->n_cpus = (size_t)options->machine->cpus[i].cpu + 1;
	engine->fds = malloc(engine->n_cpus * SLICES_MEMBERS * sizeof(engine->fds[0]));
	engine->keys = malloc(TAKE_AT_ONCE * sizeof(engine->keys[0]));
	engine->sums = malloc(TAKE_AT_ONCE * sizeof(engine->sums[0]));
	for (size_t i = 0; engine->fds && i < engine->n_cpus * SLICES_MEMBERS; i++)
		engine->fds[i] = -1;
	if (engine->fds && engine->keys && engine->sums)
		return engine;
	real_close(engine);
	return NULL;
}

static int real_open(const struct bpf_engine_options *options, struct bpf_engine **out,
		     struct err *err)
{
	struct bpf_engine *engine;
	int ret;

	if (!options->group->n || options->group->n > SLICES_MEMBERS)
		return err_set(err, E2BIG, "BPF programs read groups of up to %d events, not of %zu",
			       SLICES_MEMBERS, options->group->n);
	engine = new_engine(options);
	if (!engine)
		return err_set(err, ENOMEM, "not enough memory to start");
	libbpf_set_print(keep_warning);
	ret = open_groups(engine, options, err);
	if (!ret)
		ret = load(engine, options, err);
	if (!ret)
		ret = map_maps(engine, err);
	if (!ret)
		ret = hand_over(engine, options, err);
	if (ret) {
		real_close(engine);
		return ret;
	}
	*out = engine;
	return 0;
}

static int real_start(struct bpf_engine *engine, struct err *err)
{
	int ret = 0;

	for (size_t cpu = 0; !ret && cpu < engine->n_cpus; cpu++)
		if (*fd_of(engine, (int)cpu, 0) >= 0)
			ret = perf_sys_real.enable(perf_sys_real.data,
						   *fd_of(engine, (int)cpu, 0));
	if (ret)
		return err_set(err, -ret, "cannot start the counters: %s", strerror(-ret));
	ret = slices_bpf__attach(engine->skeleton);
	return ret ? err_set(err, -ret, "cannot start the BPF programs: %s", strerror(-ret)) : 0;
}

static volatile struct slices_cpu *real_cpu(struct bpf_engine *engine, int cpu)
{
	return &engine->cpus[cpu];
}

static int real_cut(struct bpf_engine *engine, int cpu, uint64_t time_ns, uint32_t half)
{
	struct slices_cut cut = { .time_ns = time_ns, .half = half };
	struct bpf_test_run_opts options = {
		.sz = sizeof(options),
		.ctx_in = &cut,
		.ctx_size_in = sizeof(cut),
		.cpu = (__u32)cpu,
		.flags = BPF_F_TEST_RUN_ON_CPU,
	};

	return bpf_prog_test_run_opts(bpf_program__fd(engine->skeleton->progs.cut), &options);
}

/*
 * A batch may be too small for one bucket of the hash (-ENOSPC), which a bucket of TAKE_AT_ONCE
 * tasks would be.
 */
static int real_take(struct bpf_engine *engine, uint32_t half,
		     void (*sum)(void *data, const struct slices_key *key,
				 const struct slices_sum *sum),
		     void *data)
{
	const struct slices_bpf *skeleton = engine->skeleton;
	const int fd = bpf_map__fd(half ? skeleton->maps.sums_1 : skeleton->maps.sums_0);
	__u32 place = 0, n;
	bool first = true;
	int ret;

	do {
		n = TAKE_AT_ONCE;
		ret = bpf_map_lookup_and_delete_batch(fd, first ? NULL : &place, &place,
						      engine->keys, engine->sums, &n, NULL);
		if (ret && ret != -ENOENT)
			return ret;
		for (__u32 i = 0; i < n; i++)
			sum(data, &engine->keys[i], &engine->sums[i]);
		first = false;
	} while (!ret);
	return 0;
}

static void real_events(struct bpf_engine *engine,
			void (*event)(void *data, const struct slices_event *event), void *data)
{
	engine->event = event;
	engine->event_data = data;
	(void)ring_buffer__consume(engine->ring);
}

static uint64_t real_lost_events(const struct bpf_engine *engine)
{
	return engine->skeleton->bss->lost_events;
}

static int real_poll_fd(const struct bpf_engine *engine)
{
	return ring_buffer__epoll_fd(engine->ring);
}

const struct bpf_engine_ops bpf_engine_real = {
	.open = real_open,
	.close = real_close,
	.start = real_start,
	.cpu = real_cpu,
	.cut = real_cut,
	.take = real_take,
	.events = real_events,
	.lost_events = real_lost_events,
	.poll_fd = real_poll_fd,
};
