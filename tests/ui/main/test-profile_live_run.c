/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * --functions and its like of live samples: which events are requested, for how long, what is printed,
 * and the sentence where nothing can be. The collector is a thread of this test that ends an
 * interval whenever the last one was taken; its clock stands still in between.
 */
#include "config.h"
#include "ui/main/runs.h"

#include <locale.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "model/control.h"
#include "model/snapshot/exchange.h"
#include "model/snapshot/snapshot.h"
#include "tests/fixtures/fake_names.h"
#include "tests/fixtures/fixture_batch.h"
#include "tests/fixtures/printed.h"
#include "ui/export/pgo.h"
#include "ui/export/stacks.h"
#include "ui/options/options.h"

#define STEP_NS 200000000ULL	/* an interval */
#define START_NS (3600 * 1000000000ULL)	/* on the clock, where the first one begins */
#define REQUESTS_MAX 4

enum { CYCLES, MISSES, TAKEN, CALLS };

static const struct sample_choices all = {
	.choice = {
		[CYCLES] = { .event = { .name = "cycles:ppp" }, .nodes = 1U << M_RETIRING },
		[MISSES] = { .event = { .name = "mem_load_retired.l3_miss:pp",
					.counted = "L3 misses" },
			     .nodes = 1U << M_MEMORY_BOUND },
		[TAKEN] = { .event = { .name = "br_inst_retired.near_taken:pp",
				       .trigger = TRIGGER_TAKEN, .has_branches = true } },
		[CALLS] = { .event = { .name = "cycles:ppp", .has_calls = true } },
	},
	.n = 4,
	.no_branches = "branch stacks need LBR",
};

static struct sample_choices choices;
static struct options options;
static struct profile_live_sampling sampling;
static struct control control;
static struct fake_names fake;
static struct code_names names;
static struct live_request requested[REQUESTS_MAX];
static uint64_t sampled_ns[REQUESTS_MAX];
static size_t n_requested;
static int lasts;			/* of finish() */
static uint64_t samples, stacks;	/* that each profile has */
static struct live_state told;
static const char *trouble;
static struct err err, note;

/* ---- the collector ---- */

static pthread_t thread;
static uint64_t ends_at;		/* number of the last interval; 0: there is none */
static uint64_t opens_at_ns;		/* when code begins to be sampled */
static uint64_t anew_at_ns;		/* and again; 0: it does not */
static _Atomic uint64_t now_ns;		/* relaxed: the exchange orders it */

static void *collect(void *data)
{
	const uint64_t one = 1;
	uint64_t count, n = 0;
	bool last = false;

	while (!last && read(control.wake_collector, &count, sizeof(count)) == sizeof(count) &&
	       !atomic_load_explicit(&control.stop, memory_order_relaxed)) {
		struct snapshot *draft = exchange_draft(sampling.intervals);

		batch_fill(draft, &batch_machine);
		draft->end_ns = atomic_fetch_add_explicit(&now_ns, STEP_NS, memory_order_relaxed) +
				STEP_NS;
		draft->interval_ns = STEP_NS;
		draft->sampled_since_ns = draft->end_ns >= opens_at_ns ? opens_at_ns : 0;
		if (anew_at_ns && draft->end_ns >= anew_at_ns)
			draft->sampled_since_ns = anew_at_ns;
		last = draft->last = ++n == ends_at;	/* the real one ends then, too */
		exchange_publish(sampling.intervals);
		assert_int_equal(write(control.wake_ui, &one, sizeof(one)), sizeof(one));
	}
	return NULL;
}

/* ---- what samples ---- */

static void give_branches(struct profile *profile)
{
	static const struct profile_object object = { .path = "/opt/prog" };
	struct profile_branch *branch = calloc(1, sizeof(*branch));

	if (!stacks) {
		free(branch);
		return;
	}
	assert_non_null(branch);
	*branch = (struct profile_branch){ .from = { 0x1010, 0 }, .to = { 0x1000, 0 }, .taken = 5 };
	profile->stacks = stacks;
	profile->entries = 5;
	profile->branches = branch;
	profile->n_branches = profile->n_objects = 1;
	profile->objects = &object;
}

static void give_profile(uint32_t serial)
{
	struct profile_news news = { .serial = serial, .live = told };
	struct profile *profile = calloc(1, sizeof(*profile));
	struct profile_address *address = calloc(1, sizeof(*address));

	assert_true(profile && address);
	(void)snprintf(news.trouble, sizeof(news.trouble), "%s", trouble);
	*address = (struct profile_address){ .at = { 0x1234, PLACE_NO_OBJECT }, .pid = 7,
					     .samples = samples, .weight = samples,
					     .squares = (double)samples };
	*profile = (struct profile){
		.event = choices.choice[sample_choices_find(&choices, &requested[n_requested - 1], &err)].event,
		.live = true, .samples = samples, .weight = samples, .squares = (double)samples,
		.addresses = address, .n_addresses = 1,
	};
	give_branches(profile);
	profile_exchange_publish(sampling.profiles, profile, &news);
}

/* Notes what was requested, and how long it was sampled. */
static void finish(void *data, bool last)
{
	struct profile_request request = { .serial = 0 };
	static uint64_t before;

	if (!n_requested)
		before = START_NS;
	assert_true(profile_exchange_requested(sampling.profiles, &request));
	assert_true(n_requested < REQUESTS_MAX);
	requested[n_requested] = request.live;
	sampled_ns[n_requested++] = atomic_load_explicit(&now_ns, memory_order_relaxed) - before;
	before = atomic_load_explicit(&now_ns, memory_order_relaxed);
	lasts += last;
	give_profile(request.serial);
}

SETUP
{
	choices = all;
	options_init(&options);
	options.output = OUTPUT_JSON;
	options.functions = true;
	fake = (struct fake_names){ .n = 0 };
	names = fake_names(&fake);
	control.lockstep = true;
	control.wake_ui = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	control.wake_collector = eventfd(0, EFD_CLOEXEC);
	atomic_init(&control.stop, false);
	atomic_init(&now_ns, START_NS);
	sampling = (struct profile_live_sampling){
		.choices = &choices, .profiles = profile_exchange_new(), .names = &names,
		.intervals = exchange_new(), .control = &control, .machine = &batch_machine, .pid = 7,
		.finish = finish,
	};
	assert_true(sampling.profiles && sampling.intervals);
	ends_at = n_requested = 0;
	opens_at_ns = START_NS;
	anew_at_ns = 0;
	lasts = 0;
	samples = 5;
	stacks = 0;
	trouble = "";
	told = (struct live_state){ .on = true, .threads = 2, .sampled = 2, .part = 1 };
	err.text[0] = note.text[0] = '\0';
}

TEARDOWN
{
	exchange_free(sampling.intervals);
	profile_exchange_free(sampling.profiles);
	close(control.wake_ui);
	close(control.wake_collector);
}

static void run(int expected)
{
	const uint64_t one = 1;
	FILE *out = print_begin();
	int ret;

	assert_int_equal(pthread_create(&thread, NULL, collect, NULL), 0);
	ret = profile_live_run(&sampling, &options, out, &note, &err);
	atomic_store_explicit(&control.stop, true, memory_order_relaxed);
	assert_int_equal(write(control.wake_collector, &one, sizeof(one)), sizeof(one));
	assert_int_equal(pthread_join(thread, NULL), 0);
	print_end(out);
	if (ret != expected)
		fail_msg("returned %d: %s", ret, err.text);
}

TEST(functions_are_those_of_cycles_for_ten_seconds_and_a_level_that_they_do_not_have_is_said)
{
	options.look.level = 2;
	options.level_given = true;
	run(0);
	assert_non_null(strstr(note.text, "--event topdown asks for it: the samples are of cycles:ppp"));
	assert_true(n_requested == 1 && requested[0].scope == LIVE_WATCHED && requested[0].id == 7);
	assert_true(requested[0].what == LIVE_OF_NODE && requested[0].any_node && requested[0].level == 2);
	/* The fiftieth is the last that is needed; one more may end before finish() reads the clock. */
	assert_in_range(sampled_ns[0], 10 * 1000000000ULL, 10 * 1000000000ULL + STEP_NS);
	assert_int_equal(lasts, 1);
}

TEST(samples_are_taken_for_as_long_as_they_should)
{
	static const struct {
		const char *sentence;
		uint64_t sample_ns, opens_ns, anew_ns;	/* 0: not told */
		bool machine, command;
		uint64_t ends, least, most;	/* intervals */
	} cases[] = {
		{ "the time begins when events are open: in the third interval", .sample_ns = STEP_NS,
		  .opens_ns = START_NS + 2 * STEP_NS + STEP_NS / 2, .least = 4, .most = 5 },
		{ "a profile that begins anew has its whole time", .sample_ns = 4 * STEP_NS,
		  .anew_ns = START_NS + 3 * STEP_NS, .least = 7, .most = 8 },
		{ "events that are never open are not waited for long", .sample_ns = 5 * STEP_NS,
		  .opens_ns = UINT64_MAX, .least = 8, .most = 9 },
		{ "the time can be chosen, and without a pid it is the machine", .machine = true,
		  .sample_ns = STEP_NS, .least = 1, .most = 2 },
		{ "a command is sampled until it ends, longer than ten seconds", .command = true,
		  .ends = 90, .least = 90, .most = 90 },
		{ "a process that ends ends sampling", .ends = 3, .least = 3, .most = 3 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		(void)teardown_of_each(NULL);
		(void)setup_of_each(NULL);
		options.sample_ns = cases[i].sample_ns;
		opens_at_ns = cases[i].opens_ns ? cases[i].opens_ns : START_NS;
		anew_at_ns = cases[i].anew_ns;
		ends_at = cases[i].ends;
		sampling.command = cases[i].command;
		sampling.pid = cases[i].machine ? 0 : 7;
		run(0);
		if (sampled_ns[0] < cases[i].least * STEP_NS || sampled_ns[0] > cases[i].most * STEP_NS)
			fail_msg("%s: %g s", cases[i].sentence, (double)sampled_ns[0] / 1e9);
		assert_int_equal(requested[0].scope, cases[i].machine ? LIVE_MACHINE : LIVE_WATCHED);
		assert_one_line();
	}
}

TEST(json_says_how_the_samples_were_taken)
{
	options.node = "mem";
	run(0);
	assert_at("", "{'source': 'switch', 'counted': 'L3 misses', 'sampling.threads': 2, "
		      "'sampling.node': 'tma_memory_bound'}");
	assert_rows_at("functions", 1);
}

TEST(what_was_sampled_is_said_also_when_nothing_is_open_any_more)
{
	const struct profile_news news = {
		.serial = 1, .live = { .on = true, .threads = 9, .sampled = 8, .part = .5 }
	};

	profile_exchange_publish(sampling.profiles, NULL, &news);
	told = (struct live_state){ .on = false, .lost = 3, .part = NAN };
	(void)strcpy(told.remark, "the process 7 has exited");
	options.output = OUTPUT_TEXT;
	options.sample_ns = STEP_NS;
	run(0);
	assert_non_null(strstr(printed, "8 of 9 threads, 50 % of its slots"));
	assert_non_null(strstr(printed, "3 records lost"));
	assert_null(strstr(printed, "exited"));
}

TEST(a_node_has_its_own_event)
{
	options.node = "tma_memory_bound";
	run(0);
	assert_int_equal(requested[0].node, M_MEMORY_BOUND);
	assert_false(requested[0].any_node);
	assert_string_equal(note.text, "");
}

TEST(a_node_without_an_event_of_its_own_is_said)
{
	options.node = "tma_core_bound";
	run(0);
	assert_string_equal(note.text, "tma_core_bound has no event of its own here that can be "
			    "sampled; the samples are of cycles:ppp");
}

static const struct tree_event tree_events[] = {
	{ .name = "MEM_LOAD_RETIRED.L3_HIT", .config = 0x4d1, .period = 100021 },
};
static const struct tree_node tree_nodes[] = {
	{ .slug = "tma_memory_bound", .level = 2, .metric = M_MEMORY_BOUND,
	  .sample = -1 },
	{ .slug = "tma_l3_bound", .level = 3, .metric = M_NONE },
	{ .slug = "tma_sq_full", .level = 4, .metric = M_NONE, .sample = -1 },
	{ .slug = "tma_store_bound", .level = 3, .metric = M_NONE, .sample = -1 },
};
static const struct tree_term no_terms[] = { { .name = "none" } };
static const struct tree tree = { .name = "Test",
				  TREE_TABLES(tree_events, tree_nodes, no_terms) };
static const struct family family = { .name = "Test", .tree = { [TYPE_CORE] = &tree } };

TEST(a_node_below_level_2_has_the_event_of_its_tree_or_of_a_node_above_it)
{
	static const struct {
		const char *node;
		uint16_t below;		/* + 1: whose event is sampled; 0: that of level 2 */
		const char *note;
	} cases[] = {
		{ "l3_bound", 1, "" },
		{ "tma_sq_full", 1, "tma_sq_full has no event of its own here that can be "
		  "sampled; the samples are of mem_load_retired.l3_hit" },
		{ "tma_store_bound", 0, "tma_store_bound has no event of its own here that can be "
		  "sampled; the samples are of mem_load_retired.l3_miss:pp" },
	};
	struct machine machine = batch_machine;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		(void)teardown_of_each(NULL);
		(void)setup_of_each(NULL);
		machine.family = &family;
		sampling.machine = &machine;
		choices.choice[CYCLES].has[TYPE_CORE] = true;
		choices.choice[CYCLES].attr[TYPE_CORE].type = PERF_TYPE_HARDWARE;
		options.node = cases[i].node;
		run(0);
		assert_int_equal(requested[0].below, cases[i].below);
		assert_int_equal(requested[0].below_type, TYPE_CORE);
		assert_int_equal(requested[0].node, M_MEMORY_BOUND);
		assert_string_equal(note.text, cases[i].note);
	}
}

TEST(an_unknown_node_is_refused)
{
	options.node = "tma_foo";
	run(-ENOENT);
	assert_string_equal(err.text, "--node tma_foo: Test CPU has no such node");
}

TEST(each_event_has_its_turn)
{
	options.branches = options.hot_paths = true;
	options.blocks = "";
	options.sample_ns = STEP_NS;
	run(0);
	assert_int_equal(n_requested, 2);
	assert_int_equal(requested[0].what, LIVE_OF_NODE);
	assert_int_equal(requested[1].what, LIVE_OF_BRANCHES);
	/* The second request wakes the collector as well, so one interval more may end before its last. */
	assert_in_range(sampled_ns[0] + sampled_ns[1], 2 * STEP_NS, 4 * STEP_NS);
	assert_int_equal(lasts, 1);
	assert_rows_at("", 2);
	assert_string_equal(note.text, "");
}

TEST(functions_come_with_call_stacks)
{
	options.stacks = true;
	run(0);
	assert_int_equal(n_requested, 1);
	assert_int_equal(requested[0].what, LIVE_OF_CALLS);
	assert_true(json_is_array(json_at("functions")) && json_is_array(json_at("stacks_tree")));
}

TEST(what_had_no_turn_is_said)
{
	ends_at = 2;
	options.branches = true;
	options.sample_ns = 10 * STEP_NS;
	run(0);
	assert_int_equal(n_requested, 1);
	assert_int_equal(lasts, 1);
	assert_string_equal(note.text, "sampling ended before br_inst_retired.near_taken:pp had its turn");
}

TEST(events_of_a_command_need_a_time_each)
{
	sampling.command = true;
	options.branches = true;
	run(-EINVAL);
	assert_int_equal(n_requested, 0);
	assert_string_equal(err.text, "what is asked for needs 2 events, which are sampled one after "
			    "the other; say with --seconds how long each, or leave something out");
}

TEST(a_named_event_serves_all)
{
	options.branches = true;
	options.event = "br_inst_retired.near_taken";
	run(0);
	assert_int_equal(n_requested, 1);
	assert_int_equal(requested[0].what, LIVE_OF_EVENT);
	assert_int_equal(requested[0].event, TAKEN);
}

TEST(an_event_that_is_not_there_is_refused)
{
	options.event = "cycle";
	run(-ENOENT);
	assert_string_equal(err.text, "--event cycle cannot be sampled here; there are cycles:ppp, "
			    "mem_load_retired.l3_miss:pp, br_inst_retired.near_taken:pp");
	assert_string_equal(printed, "");
}

TEST(an_event_without_branch_stacks_has_no_branches)
{
	options.functions = false;
	options.branches = true;
	options.event = "cycles";
	run(-ENODATA);
	assert_string_equal(err.text, "cycles:ppp is sampled without branch stacks; leave out --event");
}

TEST(a_machine_without_branch_stacks_says_why)
{
	options.functions = false;
	choices.n = 2;
	options.branches = true;
	run(-ENOENT);
	assert_int_equal(n_requested, 0);
	assert_string_equal(err.text, "branch stacks need LBR");
}

TEST(no_samples_are_an_error_with_what_is_known)
{
	samples = 0;
	options.sample_ns = STEP_NS;
	(void)strcpy(told.remark, "the process sleeps");
	run(-ENODATA);
	assert_true(!strncmp(err.text, "no samples of cycles:ppp in 0.", 30));
	assert_non_null(strstr(err.text, " s: the process sleeps"));
	assert_string_equal(printed, "");
}

TEST(trouble_says_more_than_a_remark)
{
	samples = 0;
	trouble = "perf_event_paranoid is 2";
	options.sample_ns = STEP_NS;
	(void)strcpy(told.remark, "by a clock");
	run(-ENODATA);
	assert_non_null(strstr(err.text, " s: perf_event_paranoid is 2"));
}

TEST(csv_has_its_header_once)
{
	options.output = OUTPUT_CSV;
	run(0);
	assert_ptr_equal(strstr(printed, "event,pid,"), printed);
	assert_ptr_equal(strchr(strchr(printed, '\n') + 1, '\n'), printed + strlen(printed) - 1);
}

TEST(too_few_stacks_for_a_compiler_are_refused)
{
	options.functions = false;
	options.output = OUTPUT_TEXT;
	options.pgo = "/nonexistent/pgo";
	options.pgo_format = PGO_BOLT;
	run(-ENODATA);
	assert_int_equal(requested[0].what, LIVE_OF_BRANCHES);
	assert_non_null(strstr(err.text, "no profile for a compiler"));
}

TEST(enough_stacks_become_a_profile_for_compilers)
{
	options.functions = false;
	options.output = OUTPUT_TEXT;
	options.pgo = "-";
	options.pgo_format = PGO_BOLT;
	stacks = PGO_STACKS_MIN;
	run(0);
	assert_in_range(sampled_ns[0], 30 * 1000000000ULL, 30 * 1000000000ULL + STEP_NS);
	assert_true(!strncmp(printed, "B 1010 1000 5 0\n", 16));
	assert_non_null(strstr(note.text, "1 branch and 0 blocks of /opt/prog, 100.0 %"));
	assert_non_null(strstr(note.text, "perf2bolt"));
}

TEST(call_stacks_for_flame_graphs_are_exported)
{
	options.functions = false;
	options.output = OUTPUT_TEXT;
	options.stacks = true;
	options.stacks_format = STACKS_FOLDED;
	run(-ENODATA);		/* the profile of this test has none */
	assert_int_equal(requested[0].what, LIVE_OF_CALLS);
	assert_non_null(strstr(err.text, "has no call stacks"));
}

AROUND(begin_all)
{
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	(void)alarm(600);	/* an endless loop must fail, not hang the suite */
}

const struct around_tests around_tests = {
	.setup_all = begin_all,
};
