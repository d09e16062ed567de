/* SPDX-License-Identifier: GPL-2.0-only */
/* What triggers samples, and what is reported of recordings without branch stacks, for each CPU. */
#include "config.h"
#include "collect/sample/profile_reader.h"

#include <linux/perf_event.h>

#include "collect/sample/sample_events.h"
#include "tests/fixtures/test_main.h"

static struct recording recording;
static struct profile_news news;
static struct err err;

SETUP
{
	recording = (struct recording){ .arch = "x86_64", .cpu = "A CPU" };
	err.text[0] = '\0';
}

TEARDOWN
{
	recording_events_done(&recording.events);
}

static struct recorded_event *add_event(uint32_t type, uint64_t config, uint64_t sample_type,
					const char *name)
{
	const struct perf_event_attr attr = { .type = type, .size = sizeof(attr), .config = config,
					      .sample_type = sample_type };
	struct recorded_event *event;

	assert_true(recording_events_add(&recording.events, (const unsigned char *)&attr, sizeof(attr), false));
	event = &recording.events.event[recording.events.n - 1];
	recorded_event_set_name(event, name);
	return event;
}

static void set_cpuid(const char *cpuid, const char *arch)
{
	(void)snprintf(recording.cpuid, sizeof(recording.cpuid), "%s", cpuid);
	(void)snprintf(recording.arch, sizeof(recording.arch), "%s", arch);
}

#define INTEL "GenuineIntel,6,143,8"
#define AMD "AuthenticAMD,25,17,1"

TEST(triggers_are_known_by_number_and_name)
{
	static const struct {
		const char *cpuid, *arch;
		uint32_t type;
		uint64_t config;
		const char *name;
		enum trigger trigger;
	} events[] = {
		{ INTEL, "x86_64", PERF_TYPE_HARDWARE, 0, "cycles:P", TRIGGER_CYCLES },
		{ INTEL, "x86_64", PERF_TYPE_HARDWARE, 1, "instructions", TRIGGER_INSTRUCTIONS },
		{ INTEL, "x86_64", PERF_TYPE_HARDWARE, 4, "branches", TRIGGER_BRANCHES },
		{ INTEL, "x86_64", PERF_TYPE_HARDWARE, 5, "branch-misses", TRIGGER_OTHER },
		{ INTEL, "x86_64", PERF_TYPE_HARDWARE, 0x400000000, "cpu_core/cycles/",
		  TRIGGER_CYCLES },
		{ INTEL, "x86_64", PERF_TYPE_SOFTWARE, 0, "cpu-clock", TRIGGER_TIME },
		{ INTEL, "x86_64", PERF_TYPE_SOFTWARE, 1, "task-clock", TRIGGER_TIME },
		{ INTEL, "x86_64", PERF_TYPE_SOFTWARE, 2, "page-faults", TRIGGER_OTHER },
		{ INTEL, "x86_64", PERF_TYPE_RAW, 0x20c4, "x", TRIGGER_TAKEN },
		{ INTEL, "x86_64", PERF_TYPE_RAW, 0xc4, "x", TRIGGER_BRANCHES },
		{ INTEL, "x86_64", PERF_TYPE_RAW, 0x1c0, "x", TRIGGER_INSTRUCTIONS },
		{ AMD, "x86_64", PERF_TYPE_RAW, 0xc4, "rc4", TRIGGER_TAKEN },
		{ AMD, "x86_64", PERF_TYPE_RAW, 0xc2, "rc2", TRIGGER_BRANCHES },
		{ AMD, "x86_64", PERF_TYPE_RAW, 0x76, "r76", TRIGGER_CYCLES },
		{ "", "aarch64", PERF_TYPE_RAW, 0x11, "r11", TRIGGER_CYCLES },
		{ "", "aarch64", PERF_TYPE_RAW, 0x21, "r21", TRIGGER_BRANCHES },
		{ INTEL, "x86_64", 10, 9, "cpu_atom/BR_INST_RETIRED.NEAR_TAKEN/", TRIGGER_TAKEN },
		{ INTEL, "x86_64", 10, 0x99, "cpu_atom/cycles/", TRIGGER_CYCLES },
		{ INTEL, "x86_64", 10, 0x99, "br_misp_retired.near_taken", TRIGGER_OTHER },
		{ AMD, "x86_64", 10, 0x99, "ex_ret_brn_tkn_misp", TRIGGER_OTHER },
		{ INTEL, "x86_64", PERF_TYPE_TRACEPOINT, 5, "sched:cycles", TRIGGER_OTHER },
	};

	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
		set_cpuid(events[i].cpuid, events[i].arch);
		if (sample_event_trigger(&recording, add_event(events[i].type, events[i].config, 1,
							       events[i].name)) !=
		    events[i].trigger)
			fail_msg("trigger of %s %s", events[i].cpuid, events[i].name);
	}
}

TEST(names_of_events_are_harmless)
{
	struct sample_event event;

	assert_true(sample_event_describe(&recording, add_event(0, 0, PERF_SAMPLE_IP, "\033[2Jcycles"), &event));
	assert_string_equal(event.event.name, "?[2Jcycles");
	assert_true(sample_event_describe(&recording, add_event(0, 4, PERF_SAMPLE_IP, ""), &event));
	assert_string_equal(event.event.name, "branches");
}

/* Pipes of old perfs have numbers only. */
TEST(events_of_the_kernel_have_their_names_without_a_recorded_one)
{
	static const struct {
		uint32_t type;
		uint64_t config;
		const char *name;
	} events[] = {
		{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES, "ref-cycles" },
		{ PERF_TYPE_HARDWARE, 0xa00000000, "cycles" },
		{ PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, "cpu-clock" },
		{ PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, "task-clock" },
		{ PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CGROUP_SWITCHES, "cgroup-switches" },
		{ PERF_TYPE_SOFTWARE, 99, "event 1/0x63" },
		{ PERF_TYPE_HW_CACHE, 0x10000, "L1-dcache-load-misses" },
		{ PERF_TYPE_HW_CACHE, 0x103, "dTLB-stores" },
		{ PERF_TYPE_HW_CACHE, 0x306, "event 3/0x306" },
		{ PERF_TYPE_HW_CACHE, 0x20000, "event 3/0x20000" },
		{ 9, 4, "event 9/0x4" },
	};
	struct sample_event event;

	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
		assert_true(sample_event_describe(&recording,
						  add_event(events[i].type, events[i].config,
							    PERF_SAMPLE_IP, ""), &event));
		assert_string_equal(event.event.name, events[i].name);
	}
}

/* The command for a CPU must contain this. */
static void assert_command(const char *cpuid, const char *arch, const char *contains)
{
	char text[512];

	set_cpuid(cpuid, arch);
	profile_advice_command(&recording, text, sizeof(text));
	if (!strstr(text, contains))
		fail_msg("%s %s: %s", cpuid, arch, text);
}

TEST(each_cpu_has_its_command)
{
	assert_command(INTEL, "x86_64", "'perf record -e br_inst_retired.near_taken:upp -c 400009 "
		       "-j any,u -- COMMAND'");
	assert_command("AuthenticAMD,25,17,1", "x86_64", "ex_ret_brn_tkn:u -c 400009 -j any,u");
	assert_command("AuthenticAMD,25,97,2", "x86_64", "ex_ret_brn_tkn:u");
	assert_command("AuthenticAMD,26,2,1", "x86_64", "ex_ret_brn_tkn:u");
	assert_command("AuthenticAMD,25,1,1", "x86_64", "branch-brs");
	assert_command("AuthenticAMD,25,33,1", "x86_64", "EPYC 7003 only");
	assert_command("AuthenticAMD,23,49,0", "x86_64", "this CPU has none");
	assert_command("0x00000000410fd4f0", "aarch64", "BRBE");
	assert_command("IBM,3906", "s390x", "this CPU has none");
	assert_command("", "", "perf record -b");
}

static void tell(uint64_t sample_type, bool branches, bool calls_by_lbr)
{
	set_cpuid(INTEL, "x86_64");
	(void)add_event(PERF_TYPE_HARDWARE, 0, sample_type, "cycles:u");
	news = (struct profile_news){ .n_events = 1 };
	news.events[0].has_branches = branches;
	news.events[0].calls_by_lbr = calls_by_lbr;
	profile_advice_of_branches(&recording, "/tmp/x.data", &news);
}

TEST(a_recording_without_branch_stacks_says_what_it_has_and_what_to_do)
{
	tell(PERF_SAMPLE_IP | PERF_SAMPLE_CALLCHAIN, false, false);
	assert_string_equal(news.trouble,
		"\"x.data\" has cycles:u with call graphs, recorded on A CPU (x86_64), but no "
		"branch stacks; record them with 'perf record -e br_inst_retired.near_taken:upp "
		"-c 400009 -j any,u -- COMMAND'");
}

TEST(call_stacks_in_the_place_of_branch_stacks_are_called_so)
{
	tell(PERF_SAMPLE_IP | PERF_SAMPLE_BRANCH_STACK, false, true);
	assert_non_null(strstr(news.trouble, "a call stack (--call-graph lbr)"));
}

TEST(a_recording_with_branch_stacks_has_no_trouble)
{
	tell(PERF_SAMPLE_IP | PERF_SAMPLE_BRANCH_STACK, true, false);
	assert_string_equal(news.trouble, "");
}

TEST(events_without_addresses_are_refused_when_the_recording_is_opened)
{
	(void)add_event(PERF_TYPE_HARDWARE, 0, PERF_SAMPLE_TIME, "cycles");
	assert_int_equal(profile_advice_of_attrs(&recording, "x.data", &err), -EINVAL);
	assert_non_null(strstr(err.text, "\"x.data\" has cycles"));
	assert_non_null(strstr(err.text, "no samples of code"));
	(void)add_event(PERF_TYPE_HARDWARE, 0, PERF_SAMPLE_IP, "cycles");
	assert_int_equal(profile_advice_of_attrs(&recording, "x.data", &err), 0);
}

/* Functions need no branch stacks, and a trace has samples after perf inject. */
TEST(advice_for_a_recording_without_samples_fits_what_it_has)
{
	set_cpuid(INTEL, "x86_64");
	(void)profile_advice_of_samples(&recording, "x.data", &err);
	assert_non_null(strstr(err.text, "has no events, so it has not one sample of code; 'perf "
					 "record -F 999 -g -- COMMAND' records functions"));
	(void)add_event(PERF_TYPE_SOFTWARE, 0, PERF_SAMPLE_IP, "");
	(void)profile_advice_of_samples(&recording, "x.data", &err);
	assert_non_null(strstr(err.text, "has cpu-clock, recorded on A CPU (x86_64), but not one "
					 "sample of code; 'perf record -F 999 -g"));
	assert_non_null(strstr(err.text, "; for branches, if its machine has a PMU (this was "
					 "sampled by the clock), record them with 'perf"));
	(void)add_event(8, 0, PERF_SAMPLE_IP, "intel_pt//u");
	(void)profile_advice_of_samples(&recording, "x.data", &err);
	assert_non_null(strstr(err.text, "; 'perf inject --itrace=i1000il -i FILE -o NEW'"));
	assert_null(strstr(err.text, "perf record"));
}

TEST(texts_of_the_file_are_harmless)
{
	(void)snprintf(recording.cpu, sizeof(recording.cpu), "CPU\033]0;x\a");
	set_cpuid(INTEL, "x86_64");
	(void)add_event(PERF_TYPE_HARDWARE, 0, PERF_SAMPLE_IP, "cy\ncles");
	news = (struct profile_news){ .n_events = 1 };
	profile_advice_of_branches(&recording, "/tmp/\033[2Jx", &news);
	for (const char *c = news.trouble; *c; c++)
		assert_true(*c >= ' ' && *c <= '~');
}
