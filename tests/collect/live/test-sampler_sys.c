/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sampler on this machine's kernel: real events of the software clock, real rings. Skipped
 * where perf events are not permitted. The live profile is one of the test's own.
 */
#include "config.h"
#include "collect/perf/perf_sys.h"

#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect/live/sampler.h"
#include "collect/sys/clock_ns.h"
#include "tests/fixtures/test.h"

static struct {
	struct live_target target;
	struct profile_news news;
	uint64_t samples, foreign, outside, execs;
	int32_t pid;
} live;

/* What the sampled program runs: its samples are in here, and nowhere else. */
__attribute__((noinline, noclone)) static void spin(volatile uint64_t *sum)
{
	for (int i = 0; i < 1000; i++)
		*sum += (uint64_t)i;
}

int live_profile_begin(struct live_profile *profile, const struct live_target *target)
{
	live.target = *target;
	return 0;
}

bool live_profile_put(struct live_profile *profile, const void *bytes, size_t size)
{
	const char *at = bytes, *end = at + size;

	while (at < end) {
		struct perf_event_header header;
		struct sample_record sample;

		memcpy(&header, at, sizeof(header));
		if (header.type == PERF_RECORD_SAMPLE) {
			assert_int_equal(sample_record_decode(&live.target.event.layout,
							      (const unsigned char *)at,
							      header.size, &sample), 0);
			live.samples++;
			live.foreign += sample.pid != live.pid;
			live.outside += sample.ip - (uintptr_t)spin > 256;
			/* the periods vary: sampler_period_varied() */
			assert_in_range(sample.period, live.target.event.period * 46 / 100,
					live.target.event.period * 186 / 100);
		}
		live.execs += header.type == PERF_RECORD_COMM && header.misc & PERF_RECORD_MISC_COMM_EXEC;
		at += header.size;
	}
	return true;
}

void live_profile_round(struct live_profile *profile, uint64_t now_ns)
{
}

void live_profile_tell(struct live_profile *profile, const struct profile_news *news)
{
	live.news = *news;
}

uint64_t live_profile_cpu_ns(const struct live_profile *profile)
{
	return 0;
}

static struct sample_choices choices;
static struct profile_exchange *exchange;
static struct sampler *sampler;

int sample_choices_find(const struct sample_choices *all, const struct live_request *request,
			struct err *err)
{
	return 0;
}

static void make_choice(void)
{
	struct sample_choice *choice = &choices.choice[0];

	choices = (struct sample_choices){ .n = 1 };
	*choice = (struct sample_choice){ .has = { [TYPE_CORE] = true } };
	(void)strcpy(choice->event.name, "cpu-clock:u");
	choice->attr[TYPE_CORE] = (struct perf_event_attr){
		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_CPU_CLOCK,
		.sample_period = 1000003, .exclude_kernel = 1, .exclude_hv = 1,
	};
}

static int setup(void **state)
{
	const struct sampler_options options = { .choices = &choices, .exchange = NULL };
	struct sampler_options made = options;
	struct err err;

	memset(&live, 0, sizeof(live));
	make_choice();
	made.exchange = exchange = profile_exchange_new();
	assert_non_null(exchange);
	return sampler_new(&made, &sampler, &err);
}

static int teardown(void **state)
{
	sampler_free(sampler);
	profile_exchange_free(exchange);
	return 0;
}

static void look(enum live_scope scope, int32_t id)
{
	static uint32_t serial;
	const struct profile_request request = { .serial = ++serial, .live = { .scope = scope, .id = id } };

	profile_exchange_request(exchange, &request);
	sampler_step(sampler, clock_ns(CLOCK_MONOTONIC));
}

/* The next step, when the collector takes it. */
static void step(void)
{
	const uint64_t due_ns = sampler_next_ns(sampler);
	const struct timespec due = { (time_t)(due_ns / 1000000000), (long)(due_ns % 1000000000) };

	(void)clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
	sampler_step(sampler, clock_ns(CLOCK_MONOTONIC));
}

/* Until it has so many samples. */
static void sample(uint64_t n)
{
	while (live.samples < n && live.news.live.on)
		step();
}

/* Nothing was counted in it, so threads are those that /proc lists. */
static void interval_ends(void)
{
	static const struct machine machine = { .n_cpus = 0 };
	struct snapshot *snapshot = snapshot_new();

	assert_non_null(snapshot);
	snapshot->machine = &machine;
	snapshot->running_ratio = 1;
	sampler_see(sampler, snapshot, clock_ns(CLOCK_MONOTONIC));
	snapshot_free(snapshot);
}

static pid_t start(void (*run)(void))
{
	const pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid)
		return live.pid = pid;
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	run();
	_exit(0);
}

static void end(pid_t pid)
{
	(void)kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
}

static void spin_for_ever(void)
{
	volatile uint64_t sum = 0;

	for (;;)
		spin(&sum);
}

/* Events are not permitted here (a container): there is nothing to test. */
static void skip_without_events(pid_t pid)
{
	if (live.news.live.on)
		return;
	end(pid);
	print_message("not here: %s\n", live.news.trouble);
	skip();
}

TEST(a_process_that_runs_is_sampled_where_it_runs)
{
	const pid_t pid = start(spin_for_ever);

	look(LIVE_PROCESS, pid);
	skip_without_events(pid);
	sample(100);
	assert_int_equal(live.foreign, 0);
	assert_true(live.outside <= live.samples / 5);	/* the loop around it */
	assert_in_range(live.news.live.period, 1000000, 1300000);	/* it was busy elsewhere */
	end(pid);
}

static void *spin_in_thread(void *data)
{
	spin_for_ever();
	return NULL;
}

static void spin_in_threads(void)
{
	pthread_t thread;

	for (int i = 0; i < 3; i++)
		(void)pthread_create(&thread, NULL, spin_in_thread, NULL);
	spin_for_ever();
}

TEST(all_threads_of_a_process_are_sampled_also_those_that_begin_later)
{
	const pid_t pid = start(spin_in_threads);

	look(LIVE_PROCESS, pid);
	skip_without_events(pid);
	while (live.news.live.sampled < 4 && live.news.live.on) {
		sample(live.samples + 20);
		interval_ends();
	}
	assert_int_equal(live.news.live.sampled, 4);
	assert_int_equal(live.foreign, 0);
	end(pid);
}

static void exec_sleep(void)
{
	volatile uint64_t sum = 0;

	for (int i = 0; i < 200000; i++)
		spin(&sum);
	(void)execl("/bin/sleep", "sleep", "1000", (char *)NULL);
}

TEST(an_exec_is_told_by_its_records)
{
	const pid_t pid = start(exec_sleep);

	look(LIVE_PROCESS, pid);
	skip_without_events(pid);
	while (!live.execs && live.news.live.on)
		step();		/* it sleeps after that: no sample may come */
	assert_int_equal(live.execs, 1);
	end(pid);
}

TEST(the_threads_of_a_process_are_listed_and_known)
{
	const struct perf_sys *sys = &perf_sys_real;
	const pid_t pid = start(spin_for_ever);

	assert_int_equal(sys->process_of(sys->data, pid), pid);
	end(pid);
	assert_int_equal(sys->process_of(sys->data, pid), 0);
}

#define T(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
#ifdef __SANITIZE_THREAD__
	print_message("not here: this sanitizer has a thread and code of its own in each process\n");
	return 77;
#endif
	const struct CMUnitTest tests[] = {
		T(a_process_that_runs_is_sampled_where_it_runs),
		T(all_threads_of_a_process_are_sampled_also_those_that_begin_later),
		T(an_exec_is_told_by_its_records),
		T(the_threads_of_a_process_are_listed_and_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
