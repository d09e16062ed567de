/* SPDX-License-Identifier: GPL-2.0-only */
/* What is reported of a recording without TopDown: what it has, and a command for its CPU. */
#include "config.h"
#include "collect/recording/recording_machine.h"

#include <linux/perf_event.h>

#include "collect/cpu/cpu_match.h"
#include "tests/fixtures/test_main.h"

static struct recording recording;
static struct err err;

SETUP
{
	recording = (struct recording){ .arch = "x86_64" };
	err.text[0] = '\0';
}

TEARDOWN
{
	recording_events_done(&recording.events);
}

static void add_event(const char *name, uint64_t sample_type)
{
	const struct perf_event_attr attr = { .type = PERF_TYPE_HARDWARE, .size = sizeof(attr),
					      .sample_type = sample_type };

	assert_true(recording_events_add(&recording.events, (const unsigned char *)&attr, sizeof(attr), false));
	recorded_event_set_name(&recording.events.event[recording.events.n - 1], name);
}

static void advise(const char *path, const char *family)
{
	const struct family *found = family ? cpu_family_find(family) : NULL;

	assert_true(!family || found);
	assert_int_equal(recording_advice(&recording, path, found, &err), -EINVAL);
}

static void expect(const char *words)
{
	if (!strstr(err.text, words))
		fail_msg("\"%s\" is not in: %s", words, err.text);
}

static void expect_not(const char *words)
{
	if (strstr(err.text, words))
		fail_msg("\"%s\" is in: %s", words, err.text);
}

TEST(it_names_events_branch_stacks_call_graphs_and_the_machine)
{
	add_event("cycles:ppp", PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_CALLCHAIN);
	add_event("", 0);
	(void)snprintf(recording.cpu, sizeof(recording.cpu), "Intel(R) Core(TM) m7-6Y75");
	advise("x.data", "Intel Skylake");
	expect("\"x.data\" has cycles:ppp, cycles with branch stacks and call graphs, recorded on "
	       "Intel(R) Core(TM) m7-6Y75 (x86_64), but no group of slots");
}

TEST(of_many_events_three_are_named_and_none_twice)
{
	for (int i = 0; i < 3; i++)
		add_event("cycles", 0);
	add_event("faults", 0);
	add_event("branches", 0);
	add_event("cache-misses", 0);
	add_event("instructions", 0);
	advise("x.data", NULL);
	expect("has cycles, faults, branches and 2 others, recorded");
}

TEST(the_command_has_the_events_of_that_cpu)
{
	advise("x.data", "Intel Ice Lake");
	expect("-e '{slots,context-switches/period=1/,topdown-retiring,topdown-bad-spec,"
	       "topdown-fe-bound,topdown-be-bound}:S' -o x-topdown.data -- sleep 10");
	advise("x.data", "Intel Sapphire Rapids");
	expect(",topdown-mem-bound}:S'");
	advise("x.data", "Intel Skylake");
	expect("'{topdown-total-slots,context-switches/period=1/,topdown-slots-retired,");
	advise("x.data", "AMD Zen 4");
	expect("'{ls_not_halted_cyc,context-switches/period=1/,ex_ret_ops,");
}

/* Two PMUs need two groups; sysfs says how many slots a cycle of an Arm core has. */
TEST(where_perf_cannot_record_what_is_needed_tdtop_does)
{
	advise("x.data", "Intel Alder Lake");
	expect("'tdtop --record x-topdown.data'");
	expect_not("perf record");
	advise("x.data", "Intel Alder Lake hybrid");
	expect_not("perf record");
}

TEST(of_an_unknown_cpu_no_events_are_named)
{
	(void)snprintf(recording.cpuid, sizeof(recording.cpuid), "GenuineIntel,6,44,2");
	advise("x.data", NULL);
	expect("tdtop does not know this CPU (GenuineIntel,6,44,2)");
	expect("'tdtop --record x-topdown.data'");
	expect_not("{");
	recording.cpuid[0] = '\0';
	advise("x.data", NULL);
	expect("record with 'tdtop --record x-topdown.data'");
	expect_not("{slots");
}

TEST(the_output_is_another_file_whose_name_needs_no_quotes)
{
	advise("/tmp/my file';x.data", "Intel Skylake");
	expect(" -o my_file__x-topdown.data -- sleep 10");
	advise("-rf", "Intel Skylake");
	expect(" -o _rf-topdown.data --");
	advise(RECORDING_FROM_STDIN, "Intel Skylake");
	expect(" -o topdown.data --");
	advise("perf.data", "Intel Skylake");
	expect(" -o perf-topdown.data --");
}

TEST(texts_of_the_file_harm_no_terminal)
{
	add_event("\033[2Jcycles", 0);
	(void)snprintf(recording.cpu, sizeof(recording.cpu), "\033]0;x\a");
	advise("x.data", NULL);
	expect_not("\033");
	expect_not("\a");
}

/* The longest of each: the command must still be whole. */
TEST(the_command_is_never_cut)
{
	char path[256];

	memset(path, 'p', sizeof(path) - 1);
	path[sizeof(path) - 1] = '\0';
	memset(recording.cpu, 'c', sizeof(recording.cpu) - 1);
	for (int i = 0; i < 5; i++) {
		char name[64];

		memset(name, 'a' + i, sizeof(name) - 1);
		name[sizeof(name) - 1] = '\0';
		add_event(name, PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_CALLCHAIN);
	}
	for (size_t i = 0; cpu_family_at(i); i++) {
		advise(path, cpu_family_at(i)->name);
		if (strstr(err.text, "perf record"))
			expect("-topdown.data -- sleep 10");
	}
}
