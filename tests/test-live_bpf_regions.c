/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Regions with the BPF engine on the kernel that the tests run on, with software events: probes,
 * programs and maps are real, and the markers are in this program. Skipped where BPF programs
 * cannot be loaded or programs cannot be probed.
 */
#include "config.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <inttypes.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect/bpf/source_bpf.h"
#include "collect/percpu/source_machine.h"
#include "collect/perf/cores.h"
#include "tests/fixtures/fixture_live.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

#ifndef SHORT_REGIONS
#define SHORT_REGIONS 100000	/* fewer for an emulated CPU: CPPFLAGS=-DSHORT_REGIONS=1000 */
#endif
#define SITES 4
#define OTHER SITES		/* a region that is none of these */

#if defined(__x86_64__)
#define MARK_NOP ".byte 0x66, 0x90\n\t"
#else
#define MARK_NOP "nop\n\t"
#endif

/* As tdtop_region_mark() of region/tdtop_region.h. */
void test_region_mark(const void *argument);
__asm__(".text\n\t.balign 16\n\t.globl test_region_mark\n\t.type test_region_mark, %function\n"
	"test_region_mark:\n\t" MARK_NOP "ret\n\t.size test_region_mark, .-test_region_mark\n");

static const uint64_t site[SITES] = { 1, 2, 3, 4 };	/* in place of the notes' descriptors */

/* What was seen of each region, [0] outside of all. */
struct seen {
	uint64_t duration_ns, entries;
	double slots;		/* nanoseconds of cpu-clock */
};

static struct {
	struct source *source;
	struct regions *regions;
	struct sink sink;
	pid_t pid;
	struct seen in[1 + SITES + 1];
	struct seen child[1 + SITES + 1];	/* of processes that pid has forked */
	uint64_t all_ns, unowned_ns;	/* of these: of no task that is known */
	double all_slots;
	void (*forked)(pid_t pid);	/* called before the child begins to work; NULL */
	uint64_t *spent_ns;	/* CPU time of burn_in(), as in[]; shared with the child */
} watch;

#define LEAST 0.5	/* of what was burned; less is another region's, or lost */
#define SPENT_SIZE ((1 + SITES) * sizeof(uint64_t))

static void enter(size_t i)
{
	test_region_mark((const char *)&site[i] + 1);
}

static void go_on(size_t i)
{
	test_region_mark(&site[i]);
}

static void leave(void)
{
	test_region_mark(NULL);
}

static size_t site_of(region_t region)
{
	if (!region)
		return 0;
	for (size_t i = 0; i < SITES; i++)
		if (region == region_of_mark(1, (uintptr_t)&site[i], (uintptr_t)test_region_mark))
			return 1 + i;
	return 1 + OTHER;
}

static void see_slice(void *data, const struct slice *slice)
{
	struct counts counts;
	struct seen *seen;

	slice_counts(slice, &counts);
	watch.all_ns += slice->duration_ns;
	watch.all_slots += counts_or_0(&counts, EV_SLOTS);
	watch.unowned_ns += slice->tid == TID_UNKNOWN ? slice->duration_ns : 0;
	if (!watch.pid || (slice->pid != watch.pid && !slice->region))
		return;
	seen = slice->pid == watch.pid ? watch.in : watch.child;
	seen += site_of(slice->region);
	seen->duration_ns += slice->duration_ns;
	seen->entries += slice->entries;
	seen->slots += counts_or_0(&counts, EV_SLOTS);
}

/* Where test_region_mark() is in the file of this program; 0: not found. */
static uint64_t mark_offset(void)
{
	const uintptr_t mark = (uintptr_t)test_region_mark;
	FILE *maps = fopen("/proc/self/maps", "r");
	uint64_t from, to, offset, found = 0;
	char line[512];

	assert_non_null(maps);
	while (!found && fgets(line, sizeof(line), maps))
		if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64, &from, &to, &offset) == 3 &&
		    mark >= from && mark < to)
			found = mark - from + offset;
	fclose(maps);
	return found;
}

static void add_object(void)
{
	struct region_object object = { .fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC),
					.path = "test", .notes.mark_offset = mark_offset() };

	assert_true(object.fd >= 0 && object.notes.mark_offset);
	assert_int_equal(regions_add(watch.regions, &object), 1);
}

static int open_source(struct err *err)
{
	static const struct group_options want = { .levels = 1, .interval_ns = INTERVAL_MIN_NS };
	struct facts facts;
	struct cores cores;
	int ret;

	assert_int_equal(cores_find_here(machine_root("software"), &facts, &cores, err), 0);
	ret = cores_probe(&cores, &perf_sys_real, &facts, &want, false, err);
	if (!ret)
		ret = source_bpf_open(&cores, 0, &cpu_sys_real, &watch.source, err);
	cores_done(&cores);
	return ret;
}

AROUND(teardown)
{
	if (watch.source)
		watch.source->ops->close(watch.source);
	regions_free(watch.regions);
	munmap(watch.spent_ns, SPENT_SIZE);
	watch.source = NULL;
	watch.regions = NULL;
}

/* With two core types, where each has programs of its own. */
static int open_hybrid(struct err *err)
{
	const struct source_machine_options options = { .root = machine_root("software-hybrid"),
							.engine = ENGINE_BPF };

	return source_machine_open(&options, &watch.source, err);
}

static int begin(void **state, int (*open)(struct err *err))
{
	struct err err = { .text = "" };
	int ret;

	memset(&watch, 0, sizeof(watch));
	watch.sink = (struct sink){ .slice = see_slice };
	watch.regions = regions_new();
	assert_non_null(watch.regions);
	watch.spent_ns = mmap(NULL, SPENT_SIZE, PROT_READ | PROT_WRITE,
			      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_ptr_not_equal(watch.spent_ns, MAP_FAILED);
	add_object();
	ret = open(&err);
	if (!ret) {
		watch.source->regions = watch.regions;
		watch.source->requests.regions_expected = true;
		assert_int_equal(watch.source->ops->start(watch.source, &err), 0);
		ret = source_watch_regions(watch.source, true, &err);
		assert_int_not_equal(ret, -EAGAIN);	/* that is no reason to skip all of them */
	}
	if (ret) {
		print_message("# skipped: %s\n", err.text);
		teardown(state);
	}
	return 0;
}

static int setup(void **state)
{
	return begin(state, open_source);
}

const struct around_tests around_tests = {
	.setup = setup, .teardown = teardown, .needs = &watch.source
};

static int setup_hybrid(void **state)
{
	return begin(state, open_hybrid);
}

/* Runs `work` in a child that is watched; its CPU time and that of its children, in nanoseconds. */
static uint64_t run_child(void (*work)(void))
{
	return live_run_child(&(struct live_watch){ watch.source, &watch.sink, &watch.pid,
						    watch.forked }, work);
}

static uint64_t thread_cpu_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void burn(unsigned int rounds)
{
	for (volatile unsigned int i = 0; i < rounds; i++)
		;
}

/*
 * Work in a region, 1 + its site, or in none, 0. On a busy host the same work does not take the same
 * time.
 */
static void burn_in(size_t region, unsigned int rounds)
{
	const uint64_t begin = thread_cpu_ns();

	burn(rounds);
	watch.spent_ns[region] += thread_cpu_ns() - begin;
}

static void print_seen(void)
{
	const struct source_remarks remarks = source_remarks(watch.source);

	for (size_t i = 0; i < 2 + SITES; i++)
		if (watch.in[i].duration_ns)
			print_message("# region %zu: %.3f ms, %.3f ms counted, entered %" PRIu64
				      " times\n", i, (double)watch.in[i].duration_ns / 1e6,
				      watch.in[i].slots / 1e6, watch.in[i].entries);
	print_message("# %" PRIu64 " markers, %.0f ns each\n", remarks.markers, remarks.marker_ns);
}

/* All regions of the process and the rest of it. */
static struct seen seen_all(void)
{
	struct seen all = { .duration_ns = 0 };

	for (size_t i = 0; i < 2 + SITES; i++) {
		all.duration_ns += watch.in[i].duration_ns;
		all.slots += watch.in[i].slots;
	}
	return all;
}

/*
 * As much was counted in a region as the child burned there. What is stolen may be in any of them,
 * and the scheduler of a virtual machine charges a task for more than its slices: 0.9 was too near.
 */
static void expect_spent(double slots, uint64_t spent_ns, double stolen_ns)
{
	print_message("# %.3f ms counted, %.3f ms burned, %.3f ms stolen\n", slots / 1e6,
		      (double)spent_ns / 1e6, stolen_ns / 1e6);
	assert_true(slots > LEAST * (double)spent_ns);
	assert_true(slots < (double)spent_ns / LEAST + stolen_ns + 5e6);
}

/* The time of slices that is not the child's CPU time. */
static double stolen(uint64_t cpu_ns)
{
	const struct seen all = seen_all();

	return all.duration_ns > cpu_ns ? (double)(all.duration_ns - cpu_ns) : 0;
}

static void expect_whole(uint64_t cpu_ns)
{
	const struct seen all = seen_all();
	const double stolen_ns = stolen(cpu_ns);

	print_seen();
	print_message("# %.3f ms of CPU time, %.3f ms of slices, %.3f ms counted\n",
		      (double)cpu_ns / 1e6, (double)all.duration_ns / 1e6, all.slots / 1e6);
	assert_true((double)all.duration_ns > 0.8 * (double)cpu_ns);
	/* Time and counts are of the same slices; counts are read a little later than the time. */
	assert_true(all.slots > 0.97 * (double)all.duration_ns - stolen_ns);
	assert_true(all.slots < 1.03 * (double)all.duration_ns + stolen_ns);
	/* Of all tasks it is not known how much was stolen. */
	assert_true(watch.all_slots > 0.8 * (double)watch.all_ns);
	assert_true(watch.all_slots < 1.2 * (double)watch.all_ns);
	assert_int_equal(watch.in[1 + OTHER].duration_ns, 0);
}

static void enter_short(void)
{
	for (int i = 0; i < SHORT_REGIONS; i++) {
		enter(0);
		enter(1);
		go_on(0);
		leave();
	}
}

TEST(each_entry_into_a_short_region_is_counted)
{
	expect_whole(run_child(enter_short));
	assert_int_equal(watch.in[1].entries, SHORT_REGIONS);
	assert_int_equal(watch.in[2].entries, SHORT_REGIONS);
	assert_int_equal(watch.in[0].entries, 0);
}

/* A hostile program passes what no note names, then others run. */
static void make_up_regions(void)
{
	for (uintptr_t i = 0; i < 50000; i++)
		test_region_mark((const void *)(0x100000 + 2 * i + 1));
	leave();
	for (int i = 0; i < 20; i++) {
		if (fork() == 0) {
			burn(1000000);
			_exit(0);
		}
		wait(NULL);
	}
}

TEST(regions_that_are_made_up_leave_room_for_tasks)
{
	uint64_t left_out;

	(void)run_child(make_up_regions);
	left_out = regions_take_left_out(watch.regions);
	print_message("# %" PRIu64 " slices left out, %.3f ms without a task\n", left_out,
		      (double)watch.unowned_ns / 1e6);
	assert_true(left_out > 10000);
	assert_int_equal(watch.unowned_ns, 0);
}

static void enter_long(void)
{
	for (int i = 0; i < 10; i++) {
		enter(0);
		burn_in(1, 4000000);
		enter(1);
		burn_in(2, 2000000);
		go_on(0);
		burn_in(1, 4000000);
		leave();
		burn_in(0, 8000000);
	}
}

TEST(nested_regions_have_their_own_time_and_counts)
{
	uint64_t cpu_ns;

	cpu_ns = run_child(enter_long);
	expect_whole(cpu_ns);
	/* The child begins and ends outside, which takes time, too. */
	assert_true(watch.in[0].slots > LEAST * (double)watch.spent_ns[0]);
	for (size_t i = 1; i < 3; i++)
		expect_spent(watch.in[i].slots, watch.spent_ns[i], stolen(cpu_ns));
	assert_int_equal(watch.in[1].entries, 10);
	assert_int_equal(watch.in[2].entries, 10);
}

/* Its mark lies behind its end, as if it had been cut off since it was read. */
TEST(a_file_that_cannot_be_probed_does_not_keep_others_from_it)
{
	struct region_object object = { .fd = open("/dev/null", O_RDONLY | O_CLOEXEC),
					.path = "broken", .notes.mark_offset = 1 << 20 };
	struct err err = { .text = "" };

	assert_int_equal(source_watch_regions(watch.source, false, &err), 0);
	assert_int_equal(regions_add(watch.regions, &object), 2);
	assert_int_equal(source_watch_regions(watch.source, true, &err), 0);
	print_message("# %s\n", err.text);
	assert_non_null(strstr(err.text, "broken"));
	(void)run_child(enter_long);
	assert_int_equal(watch.in[1].entries, 10);
}

static void *in_third(void *unused)
{
	burn_in(0, 4000000);	/* a new thread does not go on in its parent's */
	enter(2);
	burn_in(3, 4000000);
	return NULL;
}

static void start_threads(void)
{
	enter(3);
	for (int i = 0; i < 10; i++) {
		pthread_t thread;

		if (pthread_create(&thread, NULL, in_third, NULL) || pthread_join(thread, NULL))
			_exit(1);
	}
}

TEST(each_thread_is_in_a_region_of_its_own)
{
	uint64_t cpu_ns;

	cpu_ns = run_child(start_threads);
	expect_whole(cpu_ns);
	assert_int_equal(watch.in[3].entries, 10);
	assert_int_equal(watch.in[4].entries, 1);
	/* The threads come and go outside, too. */
	assert_true(watch.in[0].slots > LEAST * (double)watch.spent_ns[0]);
	expect_spent(watch.in[3].slots, watch.spent_ns[3], stolen(cpu_ns));
}

/* What the child burns there is noted as if it were in another one. */
static void fork_in_region(void)
{
	enter(0);
	if (fork() == 0) {
		burn_in(2, 20000000);
		leave();
		_exit(0);
	}
	burn_in(1, 20000000);
	while (wait(NULL) > 0)
		;
	leave();
}

TEST(a_new_process_goes_on_in_the_region_of_its_parent)
{
	(void)run_child(fork_in_region);
	print_message("# %.3f ms in the parent, %.3f ms in the child\n", watch.in[1].slots / 1e6,
		      watch.child[1].slots / 1e6);
	/* To fork takes some, too. */
	assert_true(watch.in[1].slots > LEAST * (double)watch.spent_ns[1]);
	assert_true(watch.child[1].slots > LEAST * (double)watch.spent_ns[2]);
	assert_int_equal(watch.in[1].entries + watch.child[1].entries, 1);
}

static void exec_in_region(void)
{
	enter(0);
	burn(20000000);
	(void)execl("/bin/sh", "sh", "-c", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done",
		    (char *)NULL);
	_exit(1);
}

TEST(another_program_is_in_no_region)
{
	expect_whole(run_child(exec_in_region));
	assert_true(watch.in[0].slots > 0.05 * watch.in[1].slots);
	assert_true(watch.in[1].slots > 0);
	assert_int_equal(watch.in[1].entries, 1);
}

static void *enter_short_in_thread(void *unused)
{
	(void)live_stay_on(0);
	enter_short();
	return NULL;
}

/* They take the CPU from each other, also in the middle of a marker. */
static void enter_short_on_one_cpu(void)
{
	pthread_t thread[4];

	for (int i = 0; i < 4; i++)
		if (pthread_create(&thread[i], NULL, enter_short_in_thread, NULL))
			_exit(1);
	for (int i = 0; i < 4; i++)
		if (pthread_join(thread[i], NULL))
			_exit(1);
}

TEST(threads_that_share_a_cpu_lose_nothing)
{
	expect_whole(run_child(enter_short_on_one_cpu));
	assert_int_equal(watch.in[1].entries, 4 * SHORT_REGIONS);
	assert_int_equal(watch.in[2].entries, 4 * SHORT_REGIONS);
}

/* ---- events of threads ---- */

#define PAGES 100
#define PAGE 4096
#define SLOT 3

static struct {
	int fd[2];		/* task-clock, which leads; page faults */
	struct region_count in[1 + SITES + 1][2];
	size_t sums;
} events;

static void open_events(pid_t pid)
{
	const uint64_t configs[] = { PERF_COUNT_SW_TASK_CLOCK, PERF_COUNT_SW_PAGE_FAULTS };
	struct source_remarks remarks;

	for (int i = 0; i < 2; i++) {
		struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE, .size = sizeof(attr),
						.config = configs[i],
						.read_format = PERF_FORMAT_GROUP };

		events.fd[i] = (int)syscall(SYS_perf_event_open, &attr, pid, -1,
					    i ? events.fd[0] : -1, PERF_FLAG_FD_CLOEXEC);
		assert_true(events.fd[i] >= 0);
	}
	remarks = source_remarks(watch.source);
	assert_non_null(remarks.region_counters);
	assert_int_equal(remarks.region_counters->open(remarks.region_data, SLOT, pid, events.fd, 2), 0);
}

static void see_sums(void *to, uint32_t slot, region_t region,
		     const struct region_count counts[REGION_EVENTS])
{
	assert_int_equal(slot, SLOT);
	memcpy(events.in[site_of(region)], counts, sizeof(events.in[0]));
	events.sums++;
}

static void touch_pages(size_t n)
{
	char *memory = mmap(NULL, n * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			    -1, 0);

	if (memory == MAP_FAILED || madvise(memory, n * PAGE, MADV_NOHUGEPAGE))
		_exit(1);
	for (size_t i = 0; i < n; i++)
		((volatile char *)memory)[i * PAGE] = 1;
	munmap(memory, n * PAGE);
}

static void fault_in_regions(void)
{
	touch_pages(10);	/* on the stack and in the C library, too */
	for (int i = 0; i < 100; i++) {
		enter(0);
		touch_pages(PAGES);
		burn(100000);
		enter(1);
		touch_pages(2 * PAGES);
		go_on(0);
		leave();
		touch_pages(PAGES);
	}
}

/* The first marker after events were opened only sets their base: the child has yet passed none. */
TEST(events_of_a_thread_are_summed_up_per_region)
{
	struct source_remarks remarks;

	memset(&events, 0, sizeof(events));
	watch.forked = open_events;
	expect_whole(run_child(fault_in_regions));
	remarks = source_remarks(watch.source);
	assert_int_equal(remarks.region_counters->read(remarks.region_data, see_sums, NULL), 0);
	assert_int_equal(events.sums, 2);
	for (size_t i = 1; i <= 2; i++) {
		const struct region_count *its = events.in[i];
		const uint64_t faults = i * 100 * PAGES;

		print_message("# region %zu: %" PRIu64 " faults, %.3f ms, enabled %.3f ms\n", i,
			      its[1].count, (double)its[0].count / 1e6,
			      (double)its[0].enabled_ns / 1e6);
		assert_true(its[1].count >= faults);
#ifndef __SANITIZE_THREAD__	/* whose own memory of these pages faults, too */
		assert_true(its[1].count < faults + 50);
#endif
		assert_true(its[0].enabled_ns == its[0].running_ns);
		assert_true((double)its[0].count > 0.8 * watch.in[i].slots);
		assert_true((double)its[0].count < 1.2 * watch.in[i].slots);
	}
	remarks.region_counters->close(remarks.region_data, SLOT, watch.pid);
	events.sums = 0;
	assert_int_equal(remarks.region_counters->read(remarks.region_data, see_sums, NULL), -ENOENT);
	close(events.fd[1]);
	close(events.fd[0]);
}

TEST(when_regions_are_not_watched_any_more_all_is_outside)
{
	struct err err = { .text = "" };

	assert_int_equal(source_watch_regions(watch.source, false, &err), 0);
	expect_whole(run_child(enter_long));
	assert_true(watch.in[0].duration_ns > 0);
	assert_int_equal(watch.in[1].duration_ns, 0);
	assert_int_equal(source_watch_regions(watch.source, true, &err), 0);
	expect_whole(run_child(enter_long));
	assert_int_equal(watch.in[1].entries, 10);
}

/* In the inner region on a CPU of one type, and of the other; then back in the outer one. */
static void move_in_region(void)
{
	for (int i = 0; i < 100; i++) {
		(void)live_stay_on(0);
		enter(0);
		enter(1);
		burn_in(2, 100000);
		(void)live_stay_on(1);
		burn_in(2, 100000);
		go_on(0);
		leave();
	}
}

TEST_WITH(a_task_that_moves_between_core_types_stays_in_its_region, setup_hybrid, teardown)
{
	(void)run_child(move_in_region);
	print_seen();
	assert_int_equal(watch.in[1].entries, 100);
	assert_int_equal(watch.in[2].entries, 100);
	/* On a busy host the moves themselves take long. */
	assert_true(watch.in[2].duration_ns > LEAST * (double)watch.spent_ns[2]);
	assert_int_equal(watch.in[1 + OTHER].duration_ns, 0);
}
