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

#include "collect/bpf/bpf_engine_parts.h"
#include "collect/bpf/slices.skel.h"
#include "collect/bpf/slices_held.skel.h"
#include "collect/bpf/slices_plain.skel.h"
#include "collect/sys/facts.h"
#include "collect/sys/privilege.h"

#define EVENTS_BYTES (1U << 20)	/* 14,000 events between two calls; wakes tdtop when half full */

struct bpf_engine {
	struct slices_bpf *skeleton;
	struct ring_buffer *ring;
	struct slices_cpu *cpus;	/* by the kernel's number, mapped */
	struct bpf_groups groups;
	struct bpf_take take;
	bool marks;		/* on_mark is loaded */
	struct bpf_probes probes;
	struct bpf_events events;
	void (*event)(void *data, const struct slices_event *event);	/* during events() */
	void *event_data;
};

/* What tells most of libbpf's warnings: the first, and what the verifier says; of this thread. */
static _Thread_local char warning[160];
static _Thread_local bool mux_refused;	/* it was about on_mux */

static int __attribute__((format(printf, 2, 0)))
keep_warning(enum libbpf_print_level level, const char *format, va_list arguments)
{
	const bool is_log = strstr(format, "BEGIN PROG LOAD LOG");
	char *text;

	if (level != LIBBPF_WARN || (warning[0] && !is_log) ||
	    vasprintf(&text, format, arguments) < 0)
		return 0;
	bpf_advice_line(text, warning, sizeof(warning));
	mux_refused |= strstr(text, "prog 'on_mux'") != NULL;
	free(text);
	return 0;
}

/* libbpf's probe of a helper looks for words that the verifier of Linux 7 does not have. */
static bool may_read_kernel(void)
{
	static const struct bpf_insn program[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = BPF_REG_1, .src_reg = BPF_REG_10 },
		{ .code = BPF_ALU64 | BPF_ADD | BPF_K, .dst_reg = BPF_REG_1, .imm = -8 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_2, .imm = 8 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_3 },
		{ .code = BPF_JMP | BPF_CALL, .imm = BPF_FUNC_probe_read_kernel },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	const int fd = bpf_prog_load(BPF_PROG_TYPE_RAW_TRACEPOINT, NULL, "GPL", program,
				     sizeof(program) / sizeof(program[0]), NULL);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* Why the programs were not loaded: asks the kernel what else it refuses. */
static int explain(int errnum, struct err *err)
{
	const int fd = bpf_map_create(BPF_MAP_TYPE_ARRAY, NULL, 4, 4, 1, NULL);
	const struct bpf_refusal refusal = {
		.errnum = errnum,
		.call_works = fd >= 0,
		.reads_kernel = may_read_kernel(),
		.warning = warning,
	};
	struct facts facts;

	if (fd >= 0)
		close(fd);
	facts_read("", &facts);
	return bpf_advice(&refusal, &facts, err);
}

static __u32 largest_group(const struct bpf_engine_options *options)
{
	size_t n = 0;

	for (size_t mux = 0; mux <= options->n_mux; mux++)
		if (options->groups[mux].n > n)
			n = options->groups[mux].n;
	return (__u32)n;
}

/* Object files of the same source, with the same maps, so one skeleton serves all. */
enum build {
	BUILD_PLAIN,		/* for kernels before 6.2, and those without JIT */
	BUILD_USUAL,
	BUILD_HELD,		/* from 6.10 on: the program at markers is not taken off its CPU */
};

/* A way to load the programs. */
struct try {
	enum build build;
	bool at_mux;		/* with the program at the kernel's multiplexing */
	bool at_marks;		/* with the one at markers */
};

/* NULL with errno. */
static struct slices_bpf *open_skeleton(enum build build)
{
	struct slices_bpf *skeleton = calloc(1, sizeof(*skeleton));
	struct bpf_object_skeleton *object;
	int ret;

	if (!skeleton)
		return NULL;
	ret = slices_bpf__create_skeleton(skeleton);
	object = skeleton->skeleton;
	if (!ret && build == BUILD_PLAIN)
		object->data = (void *)slices_plain_bpf__elf_bytes(&object->data_sz);
	if (!ret && build == BUILD_HELD)
		object->data = (void *)slices_held_bpf__elf_bytes(&object->data_sz);
	if (!ret)
		ret = bpf_object__open_skeleton(object, NULL);
	if (!ret)
		return skeleton;
	slices_bpf__destroy(skeleton);
	errno = -ret;
	return NULL;
}

static void size_maps(const struct bpf_engine *engine, const struct bpf_engine_options *options)
{
	const __u32 n_cpus = (__u32)engine->groups.n_cpus, n_groups = n_cpus * SLICES_GROUPS;
	const struct slices_bpf *skeleton = engine->skeleton;

	bpf_map__set_max_entries(skeleton->maps.counters, n_groups * SLICES_MEMBERS);
	bpf_map__set_max_entries(skeleton->maps.members, n_groups);
	bpf_map__set_max_entries(skeleton->maps.cpus, n_cpus);
	bpf_map__set_max_entries(skeleton->maps.fds,
				 (__u32)bpf_groups_highest_fd(&engine->groups) + 1);
	bpf_map__set_max_entries(skeleton->maps.sums_0, (__u32)options->max_tasks);
	bpf_map__set_max_entries(skeleton->maps.sums_1, (__u32)options->max_tasks);
	bpf_map__set_max_entries(skeleton->maps.regions,
				 options->marks ? (__u32)options->max_tasks : 1);
	bpf_map__set_max_entries(skeleton->maps.entries, options->marks ? ENTRIES_TASKS : 1);
	bpf_map__set_max_entries(skeleton->maps.times_0, options->marks ? ENTRIES_TIMES : 1);
	bpf_map__set_max_entries(skeleton->maps.times_1, options->marks ? ENTRIES_TIMES : 1);
	bpf_map__set_max_entries(skeleton->maps.events, EVENTS_BYTES);
}

/*
 * Opens and loads the programs. Returns libbpf's error. libbpf itself raises the limit of locked
 * memory for kernels before 5.11.
 */
static int open_and_load(struct bpf_engine *engine, const struct bpf_engine_options *options,
			 const struct try *try)
{
	struct slices_bpf *skeleton = open_skeleton(try->build);

	engine->skeleton = skeleton;
	engine->marks = try->at_marks;
	if (!skeleton)
		return -errno;
	size_maps(engine, options);
	skeleton->rodata->n_members = largest_group(options);
	skeleton->rodata->in_namespace = options->machine->pid_namespace;
	skeleton->rodata->wake_bytes = EVENTS_BYTES / 2;
	skeleton->rodata->region_room = (__u32)options->max_tasks / 2;
	/* These two are run by tdtop; the next is attached if the kernel lets it, then forks. */
	bpf_program__set_autoattach(skeleton->progs.find_counters, false);
	bpf_program__set_autoattach(skeleton->progs.cut, false);
	bpf_program__set_autoattach(skeleton->progs.on_mux, false);
	bpf_program__set_autoattach(skeleton->progs.on_fork, false);
	bpf_program__set_autoload(skeleton->progs.on_mux, try->at_mux);
	bpf_program__set_autoattach(skeleton->progs.on_mark, false);
	bpf_program__set_autoload(skeleton->progs.on_mark, try->at_marks);
	bpf_program__set_autoload(skeleton->progs.leave_at_exec, try->at_marks);
	bpf_program__set_autoload(skeleton->progs.leave_at_exit, try->at_marks);
	warning[0] = '\0';
	return slices_bpf__load(skeleton);
}

/* The kernel lets no software event share a counter: such groups need no program there. */
static bool shares_counters(const struct bpf_engine_options *options)
{
	for (size_t mux = 0; mux <= options->n_mux; mux++)
		for (size_t i = 0; i < options->groups[mux].n; i++)
			if (options->groups[mux].member[i].attr.type != PERF_TYPE_SOFTWARE)
				return true;
	return false;
}

/*
 * The program at the kernel's multiplexing is for a function inside the kernel, which another kernel
 * may not have. The one at markers asks whose they are, from 5.15 on; and must not run without
 * BUILD_HELD on kernels that have it (slices.bpf.c).
 */
static int load(struct bpf_engine *engine, const struct bpf_engine_options *options,
		struct err *err)
{
	struct facts facts;
	const bool at_mux = shares_counters(options);
	bool has_plain, can_hold, marks;
	int ret = -EINVAL;

	facts_read("", &facts);
	has_plain = !facts.kernel_major || facts_kernel_before(&facts, 6, 2);
	can_hold = facts.kernel_major && !facts_kernel_before(&facts, 6, 10);
	marks = options->marks && facts.kernel_major && !facts_kernel_before(&facts, 5, 15);
	const struct try tries[] = {
		{ can_hold ? BUILD_HELD : has_plain ? BUILD_PLAIN : BUILD_USUAL, at_mux, marks },
		{ has_plain ? BUILD_PLAIN : BUILD_USUAL, at_mux, false },
		{ can_hold ? BUILD_HELD : BUILD_PLAIN, false, marks },
		{ BUILD_PLAIN, false, false },
	};
	mux_refused = false;
	for (size_t i = 0; ret && i < sizeof(tries) / sizeof(tries[0]); i++) {
		if (tries[i].at_mux && mux_refused)
			continue;	/* each takes as long as all else of the start */
		slices_bpf__destroy(engine->skeleton);
		ret = open_and_load(engine, options, &tries[i]);
	}
	return ret ? explain(-ret, err) : 0;
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

/* Members that the group does not have are the leader again: a count that is never used. */
static int hand_over_group(struct bpf_engine *engine, const struct group *group, int cpu,
			   size_t mux)
{
	const struct slices_bpf *skeleton = engine->skeleton;
	const __u32 key = slices_group((__u32)cpu, (__u32)mux);
	struct slices_members addresses;
	__u32 fd = (__u32)bpf_groups_fd(&engine->groups, (size_t)cpu, mux, 0);
	__u64 leader;

	if (bpf_map_lookup_elem(bpf_map__fd(skeleton->maps.fds), &fd, &leader))
		return -errno;
	for (size_t i = 0; i < SLICES_MEMBERS; i++)
		addresses.event[i] = leader;
	for (size_t i = 0; i < group->n; i++) {
		const __u32 place = (__u32)(key * SLICES_MEMBERS + i);

		fd = (__u32)bpf_groups_fd(&engine->groups, (size_t)cpu, mux, i);
		addresses.event[i] = 0;
		if (bpf_map_update_elem(bpf_map__fd(skeleton->maps.counters), &place, &fd, BPF_ANY))
			return -errno;
		if (group_member_is_metric(&group->member[i]) &&
		    bpf_map_lookup_elem(bpf_map__fd(skeleton->maps.fds), &fd, &addresses.event[i]))
			return -errno;
	}
	if (bpf_map_update_elem(bpf_map__fd(skeleton->maps.members), &key, &addresses, BPF_ANY))
		return -errno;
	return 0;
}

static int hand_over_cpu(struct bpf_engine *engine, const struct bpf_engine_options *options,
			 int cpu)
{
	int ret = 0;

	for (size_t mux = 0; !ret && mux <= options->n_mux; mux++)
		ret = hand_over_group(engine, &options->groups[mux], cpu, mux);
	engine->cpus[cpu].group = slices_group((__u32)cpu, 0);
	engine->cpus[cpu].window_ns = SLICES_CYCLE_NS;
	engine->cpus[cpu].slices_most = UINT32_MAX;
	engine->cpus[cpu].counted = 1;
	return ret;
}

static int hand_over(struct bpf_engine *engine, const struct bpf_engine_options *options,
		     struct err *err)
{
	const struct machine *machine = options->machine;
	int ret = find_counters(engine, err);

	if (ret)
		return ret;
	for (size_t i = 0; !ret && i < machine->n_cpus; i++)
		if (!options->online || options->online[i])
			ret = hand_over_cpu(engine, options, machine->cpus[i].cpu);
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
	void *cpus = mmap(NULL, engine->groups.n_cpus * sizeof(struct slices_cpu),
			  PROT_READ | PROT_WRITE, MAP_SHARED, bpf_map__fd(skeleton->maps.cpus), 0);

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
	bpf_probes_end(&engine->probes);
	bpf_probes_wait(&engine->probes);
	ring_buffer__free(engine->ring);
	if (engine->cpus)
		munmap(engine->cpus, engine->groups.n_cpus * sizeof(struct slices_cpu));
	slices_bpf__destroy(engine->skeleton);
	bpf_groups_close(&engine->groups);
	bpf_take_done(&engine->take);
	free(engine);
}

static int real_open(const struct bpf_engine_options *options, struct bpf_engine **out,
		     struct err *err)
{
	struct bpf_engine *engine = calloc(1, sizeof(*engine));
	int ret;

	if (!engine || bpf_take_init(&engine->take)) {
		real_close(engine);
		return err_set(err, ENOMEM, "not enough memory to start");
	}
	libbpf_set_print(keep_warning);
	ret = bpf_groups_open(&engine->groups, options->groups, options->n_mux, options->machine,
			      options->online, err);
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
	int ret = bpf_groups_start(&engine->groups);

	if (ret)
		return err_set(err, -ret, "cannot start the counters: %s", strerror(-ret));
	engine->skeleton->links.on_mux = bpf_program__attach(engine->skeleton->progs.on_mux);
	ret = slices_bpf__attach(engine->skeleton);
	/* Last: a new task has its parent's name until the programs above tell of another. */
	if (!ret) {
		engine->skeleton->links.on_fork =
			bpf_program__attach(engine->skeleton->progs.on_fork);
		ret = engine->skeleton->links.on_fork ? 0 : -errno;
	}
	return ret ? err_set(err, -ret, "cannot start the BPF programs: %s", strerror(-ret)) : 0;
}

static volatile struct slices_cpu *real_cpu(struct bpf_engine *engine, int cpu)
{
	return &engine->cpus[cpu];
}

/*
 * Before Linux 5.19 (kernel: c8644cd0efe7) bpf(2) takes CAP_BPF where unprivileged_bpf_disabled is
 * set, also for what is open already.
 */
static int run_cut(const struct bpf_engine *engine, int cpu, struct slices_cut *cut)
{
	struct bpf_test_run_opts options = {
		.sz = sizeof(options),
		.ctx_in = cut,
		.ctx_size_in = sizeof(*cut),
		.cpu = (__u32)cpu,
		.flags = BPF_F_TEST_RUN_ON_CPU,
	};
	int ret;

	privilege_raise(PRIVILEGE_BPF);
	ret = bpf_prog_test_run_opts(bpf_program__fd(engine->skeleton->progs.cut), &options);
	privilege_raise(PRIVILEGE_PROC);
	return ret;
}

static int real_cut(struct bpf_engine *engine, int cpu, uint64_t time_ns, uint32_t half)
{
	struct slices_cut cut = { .time_ns = time_ns, .half = half, .group = engine->cpus[cpu].group };

	return run_cut(engine, cpu, &cut);
}

static int real_rotate(struct bpf_engine *engine, int cpu, uint32_t mux)
{
	const struct slices_cpu *state = &engine->cpus[cpu];
	struct slices_cut cut = { .time_ns = UINT64_MAX, .half = state->half,
				  .group = slices_group((__u32)cpu, mux) };
	int ret = bpf_groups_switch(&engine->groups, (size_t)cpu, state->group % SLICES_GROUPS,
				    false);

	if (!ret)
		ret = run_cut(engine, cpu, &cut);
	return ret ? ret : bpf_groups_switch(&engine->groups, (size_t)cpu, mux, true);
}

static int real_take(struct bpf_engine *engine, uint32_t half, bpf_take_sum *sum, void *data)
{
	const struct slices_bpf *skeleton = engine->skeleton;
	const int ret = bpf_take_sums(&engine->take, half ? skeleton->maps.sums_1 : skeleton->maps.sums_0, sum, data);

	if (!ret)
		skeleton->bss->region_sums[half & 1] = 0;
	return ret;
}

static int real_take_times(struct bpf_engine *engine, uint32_t half, bpf_take_time *time, void *data)
{
	const struct slices_bpf *skeleton = engine->skeleton;

	return bpf_take_times(&engine->take, half ? skeleton->maps.times_1 : skeleton->maps.times_0, time, data);
}

static uint64_t real_untimed(const struct bpf_engine *engine)
{
	return engine->skeleton->bss->entries_full;
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

/* Of a map by tid. */
static void forget_tasks(const struct bpf_map *map)
{
	const int fd = bpf_map__fd(map);
	__u32 tid, next;
	bool more;

	privilege_raise(PRIVILEGE_BPF);		/* as in run_cut() */
	more = !bpf_map_get_next_key(fd, NULL, &next);
	while (more) {		/* not from the first bucket each time */
		tid = next;
		more = !bpf_map_get_next_key(fd, &tid, &next);
		(void)bpf_map_delete_elem(fd, &tid);
	}
	privilege_raise(PRIVILEGE_PROC);
}

static void forget_regions(const struct bpf_engine *engine)
{
	forget_tasks(engine->skeleton->maps.regions);
	forget_tasks(engine->skeleton->maps.entries);
}

static int real_watch_regions(struct bpf_engine *engine, const struct regions *regions,
			      struct err *err)
{
	const bool before = engine->probes.n;
	__u32 *watched = &engine->skeleton->bss->regions_watched;
	int ret;

	if (!regions) {
		*watched = 0;
		bpf_probes_end(&engine->probes);
		forget_regions(engine);
		return 0;
	}
	if (!engine->marks)
		return err_set(err, EOPNOTSUPP, "this kernel does not load the BPF program for "
			       "regions (that takes Linux 5.15): try --engine ring");
	if (!before) {
		bpf_probes_wait(&engine->probes);
		forget_regions(engine);
	}
	warning[0] = '\0';
	*watched = 1;
	ret = bpf_probes_add(&engine->probes, engine->skeleton->progs.on_mark, regions, err);
	*watched = !ret || before;
	return ret;
}

/* Tids of a pid namespace are not those that the program at markers sees. */
static const struct region_counters *real_region_counters(struct bpf_engine *engine, void **data)
{
	const struct slices_bpf *skeleton = engine->skeleton;

	if (!engine->marks || skeleton->rodata->in_namespace)
		return NULL;
	engine->events.events = bpf_map__fd(skeleton->maps.task_events);
	engine->events.slot_of = bpf_map__fd(skeleton->maps.event_slot_of);
	engine->events.slots = bpf_map__fd(skeleton->maps.event_slots);
	engine->events.sums = bpf_map__fd(skeleton->maps.event_sums);
	engine->events.opened = &skeleton->bss->events_opened;
	engine->events.full = (const uint64_t *)&skeleton->bss->events_full;
	*data = &engine->events;
	return &bpf_events_counters;
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
	.rotate = real_rotate,
	.take = real_take,
	.take_times = real_take_times,
	.untimed = real_untimed,
	.events = real_events,
	.lost_events = real_lost_events,
	.watch_regions = real_watch_regions,
	.region_counters = real_region_counters,
	.poll_fd = real_poll_fd,
};
