/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sources of two core types, joined: their slices have the CPU indices of the whole machine; and
 * the exchange of engines where a recording begins and ends.
 */
#include "config.h"
#include "collect/percpu/source_cores.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "collect/cpu/cpu_match.h"
#include "collect/slice/tap.h"
#include "collect/sys/topology.h"
#include "tests/fixtures/request.h"
#include "tests/fixtures/test_main.h"

#define CPUS 2			/* of each core type */

/* A source that yields a slice of each of its CPUs, and some events. */
struct fake {
	struct source source;
	int fd, fails, tick_fails, closed, started;
	const struct cpu_place *comes;	/* CPU that comes at the end of a tick */
	uint64_t restarts_ns;		/* counting restarts at this time, in the next tick */
	uint64_t tick_ns;
	int watch_fails;
	uint64_t markers;
};

static struct fake core, atom;
static struct fake ring_core, ring_atom;	/* that can be recorded */
static struct {
	int ring_opens, bpf_opens, fails;	/* fails: errno */
	int freed;
} opener;
static struct source *joined;
static struct {
	int cpu[32];
	double slots[32];
	size_t n;
	int lost_cpu, times_cpu, tasks;
	struct self_cost cost;
} seen;
static struct err err;

static int fake_start(struct source *source, struct err *e)
{
	struct fake *fake = (struct fake *)source;

	fake->started++;
	return fake->fails ? err_set(e, -fake->fails, "it does not start") : 0;
}

static int fake_wait(struct source *source, uint64_t *until_ns)
{
	return ((struct fake *)source)->fd;
}

static int fake_drain(struct source *source, const struct sink *sink, struct err *e)
{
	const struct task_event event = { .kind = TASK_EXIT };
	const struct self_cost cost = {
		.known = true, .cpus = CPUS, .own_percent = 1, .kernel_percent = 2, .samples = 100,
		.sampled_cpus = 1, .room = (enum room_state)source->machine.cpus[0].cpu,
		.duty = source->machine.cpus[0].cpu ? 1 : 0.25 };

	for (int32_t cpu = 0; cpu < (int32_t)source->machine.n_cpus; cpu++) {
		const struct slice slice = { .cpu = sink_cpu(sink, cpu), .pid = 7, .tid = 7,
			.counts = { .value = { [EV_SLOTS] = source->machine.cpus[cpu].cpu } } };

		sink->slice(sink->data, &slice);
	}
	sink->lost(sink->data, sink_cpu(sink, 1), 3, LOST_NS_UNKNOWN);
	sink->times(sink->data, sink_cpu(sink, 0), 10, 10);
	sink->cost(sink->data, &cost);
	sink->task(sink->data, &event);
	return 0;
}

static int fake_tick(struct source *source, uint64_t now_ns, const struct sink *sink, struct err *e)
{
	struct fake *fake = (struct fake *)source;
	int ret = fake_drain(source, sink, e);

	fake->tick_ns = now_ns;
	if (fake->tick_fails)
		return err_set(e, -fake->tick_fails, "it does not go on");
	if (fake->restarts_ns)
		source->restarted_ns = fake->restarts_ns;
	fake->restarts_ns = 0;
	if (fake->comes)
		assert_int_equal(machine_add_cpus(&source->machine, fake->comes, 1), 0);
	fake->comes = NULL;
	return ret;
}

static uint64_t fake_clock_ns(struct source *source)
{
	return 42;
}

static void fake_close(struct source *source)
{
	struct fake *fake = (struct fake *)source;

	fake->closed++;
	close(fake->fd);
	topology_done(&source->machine);
}

static int fake_request(struct source *source, const struct source_requests *was, const struct sink *to,
			struct err *e)
{
	struct fake *fake = (struct fake *)source;

	if (source->requests.regions == was->regions)
		return 0;
	assert_true(fake->started);
	return source->requests.regions && fake->watch_fails ?
		       err_set(e, fake->watch_fails, "it cannot be watched") : 0;
}

static void fake_say(struct source *source, struct source_remarks *remarks)
{
	remarks->markers = ((const struct fake *)source)->markers;
	remarks->marker_ns = remarks->markers ? 1000 : 0;
}

static const struct source_ops fake_ops = {
	.name = "switch", .watches_regions = true, .start = fake_start, .wait = fake_wait,
	.drain = fake_drain, .tick = fake_tick, .clock_ns = fake_clock_ns, .request = fake_request,
	.say = fake_say, .close = fake_close };

static const struct recordable *fake_recordable(struct source *source, struct err *e)
{
	static const struct group empty;
	static const struct recordable one = { .groups = { { .group = &empty } }, .n_groups = 1 };

	return &one;
}

static struct source_ops ring_ops;	/* the same, of sources that can be recorded */

static void make_fake(struct fake *fake, int first, enum core_type kind, int levels)
{
	memset(fake, 0, sizeof(*fake));
	fake->source.ops = &fake_ops;
	fake->fd = eventfd(0, EFD_CLOEXEC);
	fake->source.machine = (struct machine){ .host = "h", .levels = levels, .n_cpus = CPUS,
						 .family = cpu_family_find("Intel Alder Lake hybrid") };
	fake->source.machine.cpus = calloc(CPUS, sizeof(struct cpu_place));
	for (int i = 0; i < CPUS; i++)
		fake->source.machine.cpus[i] =
			(struct cpu_place){ .cpu = first + 2 * i, .core_type = kind };
}

FIXTURE(setup)
{
	struct source *const kinds[] = { &core.source, &atom.source };

	make_fake(&core, 0, TYPE_CORE, 2);	/* CPUs 0, 2 */
	make_fake(&atom, 1, TYPE_ATOM, 1);	/* CPUs 1, 3 */
	memset(&seen, 0, sizeof(seen));
	return source_cores_join(kinds, 2, NULL, &joined, &err);
}

static int open_fakes(void *data, enum engine engine, struct source *types[CORE_TYPES], struct err *e)
{
	assert_ptr_equal(data, &opener);
	*(engine == ENGINE_RING ? &opener.ring_opens : &opener.bpf_opens) += 1;
	if (opener.fails)
		return err_set(e, opener.fails, "no %s here", machine_engine_name(engine));
	types[0] = engine == ENGINE_RING ? &ring_core.source : &core.source;
	types[1] = engine == ENGINE_RING ? &ring_atom.source : &atom.source;
	if (engine == ENGINE_RING)
		return 0;
	make_fake(&core, 0, TYPE_CORE, 2);
	make_fake(&atom, 1, TYPE_ATOM, 1);
	return 0;
}

static void free_fakes(void *data)
{
	assert_ptr_equal(data, &opener);
	opener.freed++;
}

/* Slices are made by BPF, unless there is a recording. */
SETUP_MAY_FAIL
{
	static const struct engines engines = {
		.data = &opener, .best = ENGINE_BPF, .falls_back = true, .open = open_fakes,
		.free = free_fakes,
	};
	struct source *const kinds[] = { &core.source, &atom.source };

	memset(&opener, 0, sizeof(opener));
	memset(&seen, 0, sizeof(seen));
	make_fake(&core, 0, TYPE_CORE, 2);
	make_fake(&atom, 1, TYPE_ATOM, 1);
	make_fake(&ring_core, 0, TYPE_CORE, 2);
	make_fake(&ring_atom, 1, TYPE_ATOM, 1);
	ring_ops = fake_ops;
	ring_ops.recordable = fake_recordable;
	ring_core.source.ops = ring_atom.source.ops = &ring_ops;
	core.source.machine.engine = atom.source.machine.engine = ENGINE_BPF;
	if (source_cores_join(kinds, 2, &engines, &joined, &err))
		return -1;
	REQUEST(joined, interval_ns = 500);
	joined->requests.own_share = 1;
	REQUEST(joined, budget_percent = 2);
	REQUEST(joined, level2 = LEVEL2_NEEDED);
	REQUEST(joined, room = 1);
	return joined->ops->start(joined, &err);
}

TEARDOWN_MAY_FAIL
{
	joined->ops->close(joined);
	if (!ring_core.closed)		/* never opened */
		fake_close(&ring_core.source);
	if (!ring_atom.closed)
		fake_close(&ring_atom.source);
	return opener.freed == 1 ? 0 : -1;
}

FIXTURE(teardown)
{
	joined->ops->close(joined);
	return core.closed == 1 && atom.closed == 1 ? 0 : -1;
}

static void see_slice(void *data, const struct slice *slice)
{
	assert_ptr_equal(data, &seen);
	seen.cpu[seen.n] = slice->cpu;
	seen.slots[seen.n++] = slice->counts.value[EV_SLOTS];
}

static void see_task(void *data, const struct task_event *event)
{
	seen.tasks++;
}

static void see_lost(void *data, int cpu, uint64_t records, uint64_t ns)
{
	seen.lost_cpu = cpu;
}

static void see_times(void *data, int cpu, uint64_t enabled_ns, uint64_t running_ns)
{
	seen.times_cpu = cpu;
}

static void see_cost(void *data, const struct self_cost *cost)
{
	self_cost_add(&seen.cost, cost);
}

static const struct sink sink = { .data = &seen,
				  .slice = see_slice,
				  .task = see_task,
				  .lost = see_lost,
				  .times = see_times,
				  .cost = see_cost };

TEST_WITH(the_machine_has_the_cpus_of_all_core_types_in_order, setup, teardown)
{
	assert_int_equal(joined->machine.n_cpus, 4);
	assert_int_equal(joined->machine.levels, 2);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(joined->machine.cpus[i].cpu, i);
		assert_int_equal(joined->machine.cpus[i].core_type, i % 2 ? TYPE_ATOM : TYPE_CORE);
	}
}

TEST_WITH(slices_have_the_cpu_index_of_the_whole_machine, setup, teardown)
{
	assert_int_equal(joined->ops->drain(joined, &sink, &err), 0);
	assert_int_equal(seen.n, 4);
	for (size_t i = 0; i < seen.n; i++)	/* the fakes put the CPU's number into the slots */
		assert_true(seen.slots[i] == joined->machine.cpus[seen.cpu[i]].cpu);
	assert_int_equal(seen.tasks, 2);
	assert_int_equal(seen.lost_cpu, 3);
	assert_int_equal(seen.times_cpu, 1);
}

TEST_WITH(records_have_the_cpu_index_and_the_group_of_the_whole_machine, setup, teardown)
{
	static const struct tap tap;

	ring_ops = fake_ops;
	ring_ops.recordable = fake_recordable;
	core.source.ops = atom.source.ops = &ring_ops;
	joined->tap = &tap;
	assert_non_null(joined->ops->recordable(joined, &err));
	assert_int_equal(tap_place(core.source.tap, 1, 0).cpu, 2);
	assert_int_equal(tap_place(atom.source.tap, 1, 0).cpu, 3);
	assert_int_equal(tap_place(atom.source.tap, 1, 0).group, 1);
}

TEST_WITH(a_tick_and_an_interval_are_for_all, setup, teardown)
{
	assert_int_equal(joined->ops->tick(joined, 99, &sink, &err), 0);
	REQUEST(joined, interval_ns = 500);
	assert_true(core.tick_ns == 99 && atom.tick_ns == 99);
	assert_true(core.source.requests.interval_ns == 500 && atom.source.requests.interval_ns == 500);
	REQUEST(joined, room = 2);
	assert_true(core.source.requests.room == 2 && atom.source.requests.room == 2);
	assert_int_equal(joined->ops->clock_ns(joined), 42);
}

TEST_WITH(a_cpu_that_comes_to_a_core_type_comes_to_the_machine, setup, teardown)
{
	/* All other indices change. */
	static const struct cpu_place first = { .cpu = -1, .core_type = TYPE_CORE };

	core.comes = &first;
	assert_int_equal(joined->ops->tick(joined, 1, &sink, &err), 0);
	for (size_t i = 0; i < seen.n; i++)
		assert_int_equal(seen.cpu[i], (int)seen.slots[i]);	/* indices as before */
	assert_int_equal(joined->machine.n_cpus, 5);
	seen.n = 0;
	assert_int_equal(joined->ops->drain(joined, &sink, &err), 0);
	assert_int_equal(seen.n, 5);
	for (size_t i = 0; i < seen.n; i++)
		assert_true(seen.slots[i] == joined->machine.cpus[seen.cpu[i]].cpu);
}

/* So no CPU has more time than the interval is long. */
TEST_WITH(a_gap_of_all_core_types_ends_when_the_first_of_them_counts, setup, teardown)
{
	core.restarts_ns = 1020;
	atom.restarts_ns = 1010;
	assert_int_equal(joined->ops->tick(joined, 1000, &sink, &err), 0);
	assert_int_equal(joined->restarted_ns, 1010);
}

TEST_WITH(a_gap_of_one_core_type_is_in_the_interval_of_the_others, setup, teardown)
{
	atom.restarts_ns = 1010;
	assert_int_equal(joined->ops->tick(joined, 1000, &sink, &err), 0);
	assert_int_equal(joined->restarted_ns, 0);
	core.restarts_ns = 2010;
	assert_int_equal(joined->ops->tick(joined, 2000, &sink, &err), 0);
	assert_int_equal(joined->restarted_ns, 0);
}

TEST_WITH(each_core_type_has_its_share_of_the_budget_and_of_the_cost_of_tdtop, setup, teardown)
{
	joined->requests.own_share = 1;
	REQUEST(joined, budget_percent = 2);
	assert_true(core.source.told.budget_percent == 2 && core.source.told.own_share == 0.5);
	assert_true(atom.source.told.budget_percent == 2 && atom.source.told.own_share == 0.5);
	assert_int_equal(joined->ops->drain(joined, &sink, &err), 0);
	assert_int_equal(seen.cost.cpus, 2 * CPUS);
	assert_true(seen.cost.own_percent == 1 && seen.cost.kernel_percent == 2);
	assert_true(seen.cost.duty == 0.25 && seen.cost.samples == 200);
	assert_true(seen.cost.sampled_cpus == 2 && seen.cost.room == ROOM_WITHOUT_LEVEL2);
}

TEST_WITH(rings_of_either_core_type_wake_the_collector_once, setup, teardown)
{
	struct pollfd fd = { .fd = source_poll_fd(joined), .events = POLLIN };

	assert_int_equal(poll(&fd, 1, 0), 0);
	assert_int_equal(eventfd_write(atom.fd, 1), 0);
	assert_int_equal(poll(&fd, 1, 0), 1);
	assert_int_equal(eventfd_write(core.fd, 1), 0);
	assert_int_equal(poll(&fd, 1, 0), 1);
}

TEST_WITH(a_source_that_reopened_its_groups_is_still_polled, setup, teardown)
{
	struct pollfd fd = { .fd = source_poll_fd(joined), .events = POLLIN };

	close(atom.fd);
	atom.fd = eventfd(0, EFD_CLOEXEC);
	assert_int_equal(joined->ops->tick(joined, 1, &sink, &err), 0);
	assert_int_equal(eventfd_write(atom.fd, 1), 0);
	assert_int_equal(poll(&fd, 1, 0), 1);
}

TEST_WITH(an_error_of_one_core_type_at_the_start_is_returned, setup, teardown)
{
	assert_int_equal(joined->ops->start(joined, &err), 0);
	atom.fails = -EBUSY;
	assert_int_equal(joined->ops->start(joined, &err), -EBUSY);
}

TEST(a_recording_has_sources_of_samples_and_no_tick_is_lost)
{
	assert_int_equal(joined->ops->tick(joined, 1000, &sink, &err), 0);
	assert_int_equal(seen.n, 4);
	source_prepare_recording(joined, &sink);
	assert_non_null(joined->ops->recordable(joined, &err));
	assert_int_equal(joined->machine.engine, ENGINE_RING);
	assert_int_equal(joined->restarted_ns, 42);
	assert_int_equal(core.closed + atom.closed, 2);
	assert_int_equal(ring_core.started + ring_atom.started, 2);
	seen.n = 0;
	assert_int_equal(joined->ops->drain(joined, &sink, &err), 0);
	assert_int_equal(seen.n, 4);
}

/* All that is wanted of the whole; of the budget each core type has half. */
static void expect_told(const struct fake *fake)
{
	struct source_requests requests = joined->requests;

	requests.own_share /= 2;
	assert_memory_equal(&fake->source.told, &requests, sizeof(requests));
}

TEST(what_was_set_holds_for_the_sources_of_a_recording)
{
	joined->requests.slices = joined->requests.regions_expected = true;
	source_prepare_recording(joined, &sink);
	expect_told(&ring_core);
	expect_told(&ring_atom);
}

TEST(regions_are_watched_on_all_core_types_or_on_none)
{
	joined->regions = regions_new();
	assert_int_equal(joined->ops->start(joined, &err), 0);
	assert_ptr_equal(atom.source.regions, joined->regions);
	assert_int_equal(source_watch_regions(joined, true, &err), 0);
	assert_true(core.source.told.regions && atom.source.told.regions);
	assert_int_equal(source_watch_regions(joined, false, &err), 0);
	assert_false(core.source.told.regions || atom.source.told.regions);
	atom.watch_fails = EPERM;
	assert_int_equal(source_watch_regions(joined, true, &err), -EPERM);
	assert_false(core.source.told.regions || atom.source.told.regions);
	regions_free(joined->regions);
	joined->regions = NULL;
}

TEST(sources_that_take_the_place_of_others_watch_regions_and_markers_add_up)
{
	joined->regions = regions_new();
	assert_int_equal(joined->ops->start(joined, &err), 0);
	assert_int_equal(source_watch_regions(joined, true, &err), 0);
	core.markers = 5;
	source_prepare_recording(joined, &sink);
	assert_true(ring_core.source.told.regions && ring_atom.source.told.regions);
	assert_ptr_equal(ring_core.source.regions, joined->regions);
	ring_core.markers = 2;
	assert_int_equal(source_remarks(joined).markers, 7);
	assert_float_equal(source_remarks(joined).marker_ns, 1000, 0.001);
	regions_free(joined->regions);
	joined->regions = NULL;
}

TEST(bpf_counts_again_at_the_first_tick_after_a_recording)
{
	static const struct tap tap = { .data = NULL };

	source_prepare_recording(joined, &sink);
	joined->tap = &tap;
	assert_int_equal(joined->ops->tick(joined, 1000, &sink, &err), 0);
	assert_int_equal(joined->machine.engine, ENGINE_RING);
	source_prepare_recording(joined, &sink);
	joined->tap = NULL;
	assert_int_equal(joined->ops->tick(joined, 2000, &sink, &err), 0);
	assert_int_equal(joined->machine.engine, ENGINE_BPF);
	assert_int_equal(joined->restarted_ns, 42);
	assert_int_equal(core.started, 1);
	assert_int_equal(opener.ring_opens + opener.bpf_opens, 2);
}

TEST(while_slices_are_wanted_samples_count)
{
	REQUEST(joined, slices = true);
	assert_int_equal(joined->ops->tick(joined, 1000, &sink, &err), 0);
	assert_int_equal(seen.n, 4);	/* the interval that ends is that of BPF */
	assert_int_equal(joined->machine.engine, ENGINE_RING);
	assert_int_equal(joined->restarted_ns, 42);
	assert_int_equal(joined->ops->tick(joined, 2000, &sink, &err), 0);
	assert_int_equal(joined->machine.engine, ENGINE_RING);
	REQUEST(joined, slices = false);
	assert_int_equal(joined->ops->tick(joined, 3000, &sink, &err), 0);
	assert_int_equal(joined->machine.engine, ENGINE_BPF);
	assert_int_equal(opener.ring_opens + opener.bpf_opens, 2);
}

TEST(a_recording_that_ends_leaves_samples_to_whom_wants_slices)
{
	static const struct tap tap = { .data = NULL };

	REQUEST(joined, slices = true);
	source_prepare_recording(joined, &sink);
	joined->tap = &tap;
	assert_int_equal(joined->ops->tick(joined, 1000, &sink, &err), 0);
	joined->tap = NULL;
	assert_int_equal(joined->ops->tick(joined, 2000, &sink, &err), 0);
	assert_int_equal(joined->machine.engine, ENGINE_RING);
	assert_int_equal(opener.ring_opens, 1);
}

TEST(slices_that_cannot_be_had_are_refused_once_with_the_reason)
{
	opener.fails = EBUSY;
	REQUEST(joined, slices = true);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(joined->ops->tick(joined, 1000, &sink, &err), 0);
		REQUEST(joined, slices = true);
	}
	assert_string_equal(joined->no_slices.text, "no ring here");
	assert_int_equal(joined->machine.engine, ENGINE_BPF);
	assert_int_equal(opener.ring_opens, 1);
	REQUEST(joined, slices = false);
	REQUEST(joined, slices = true);	/* the user tries again */
	assert_string_equal(joined->no_slices.text, "");
}

TEST(without_sources_of_samples_bpf_goes_on_and_the_reason_is_told)
{
	opener.fails = EBUSY;
	source_prepare_recording(joined, &sink);
	assert_null(joined->ops->recordable(joined, &err));
	assert_string_equal(err.text, "no ring here");
	assert_int_equal(core.closed, 0);
	assert_int_equal(joined->restarted_ns, 0);
	assert_int_equal(joined->ops->tick(joined, 1000, &sink, &err), 0);
	assert_int_equal(seen.n, 4);
}

TEST(where_bpf_is_no_longer_possible_samples_go_on)
{
	source_prepare_recording(joined, &sink);
	opener.fails = EPERM;
	for (int i = 0; i < 3; i++)
		assert_int_equal(joined->ops->tick(joined, 1000, &sink, &err), 0);
	assert_int_equal(opener.bpf_opens, 1);
	assert_int_equal(joined->machine.engine, ENGINE_RING);
	assert_string_equal(joined->machine.no_bpf.text, "no bpf here");
}

TEST(samples_go_on_where_bpf_fails)
{
	atom.tick_fails = -EPERM;
	assert_int_equal(joined->ops->tick(joined, 1000, &sink, &err), 0);
	assert_int_equal(joined->machine.engine, ENGINE_RING);
	assert_string_equal(joined->machine.no_bpf.text, "it does not go on");
	assert_int_equal(joined->restarted_ns, 42);
	assert_int_equal(joined->ops->tick(joined, 2000, &sink, &err), 0);
	assert_int_equal(opener.bpf_opens, 0);
}

TEST(samples_count_where_bpf_does_not_start)
{
	core.fails = -EPERM;
	assert_int_equal(joined->ops->start(joined, &err), 0);
	assert_int_equal(joined->machine.engine, ENGINE_RING);
	assert_string_equal(joined->machine.no_bpf.text, "it does not start");
}

TEST(a_failure_of_both_engines_ends_counting_with_its_sentence)
{
	atom.tick_fails = -EPERM;
	opener.fails = EMFILE;
	assert_int_equal(joined->ops->tick(joined, 1000, &sink, &err), -EMFILE);
	assert_string_equal(err.text, "no ring here");
}

TEST(sources_that_open_but_do_not_start_end_counting_with_their_sentence)
{
	ring_core.fails = -EIO;
	source_prepare_recording(joined, &sink);
	assert_int_equal(joined->ops->drain(joined, &sink, &err), -EIO);
	assert_string_equal(err.text, "it does not start");
	assert_int_equal(joined->ops->tick(joined, 1000, &sink, &err), -EIO);
}

TEST(a_cpu_that_only_the_next_sources_know_comes_to_the_machine)
{
	static const struct cpu_place first = { .cpu = -1, .core_type = TYPE_CORE };

	assert_int_equal(machine_add_cpus(&ring_core.source.machine, &first, 1), 0);
	source_prepare_recording(joined, &sink);
	assert_int_equal(joined->machine.n_cpus, 5);
	assert_int_equal(joined->ops->drain(joined, &sink, &err), 0);
	assert_int_equal(seen.n, 5);
	for (size_t i = 0; i < seen.n; i++)
		assert_true(seen.slots[i] == joined->machine.cpus[seen.cpu[i]].cpu);
}
