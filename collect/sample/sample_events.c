/* SPDX-License-Identifier: GPL-2.0-only */
/* Events of profiles; see sample_events.h. */
#include "config.h"
#include "collect/sample/sample_events.h"

#include <linux/perf_event.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "collect/recording/recording_events.h"

#define EVENT_UMASK 0xffff			/* event and unit mask of a raw x86 event */

/* Names of events as perf and its tables of events spell them; the first that is found decides. */
static const struct {
	const char *part;
	enum trigger trigger;
} names[] = {
	{ "misp", TRIGGER_OTHER },		/* BR_MISP_RETIRED.NEAR_TAKEN */
	{ "branch-miss", TRIGGER_OTHER },
	{ "_msp", TRIGGER_OTHER },		/* AMD: ex_ret_brn_tkn_misp, ex_ret_brn_misp */
	{ "not_taken", TRIGGER_OTHER },
	{ "near_taken", TRIGGER_TAKEN },	/* Intel: BR_INST_RETIRED.NEAR_TAKEN */
	{ "all_taken", TRIGGER_TAKEN },		/* Goldmont: BR_INST_RETIRED.ALL_TAKEN_BRANCHES */
	{ "brn_tkn", TRIGGER_TAKEN },		/* AMD: EX_RET_BRN_TKN */
	{ "branch-brs", TRIGGER_TAKEN },	/* AMD Zen 3 */
	{ "immed_taken", TRIGGER_OTHER },	/* Arm: of taken branches some kinds only */
	{ "indnr_taken", TRIGGER_OTHER },
	{ "taken_retired", TRIGGER_TAKEN },
	{ "pc_write_retired", TRIGGER_TAKEN },	/* Arm: software changed the PC */
	{ "br_inst_retired", TRIGGER_BRANCHES },
	{ "br_retired", TRIGGER_BRANCHES },
	{ "ex_ret_brn", TRIGGER_BRANCHES },
	{ "branches", TRIGGER_BRANCHES },
	{ "branch-instructions", TRIGGER_BRANCHES },
	{ "inst_retired", TRIGGER_INSTRUCTIONS },
	{ "instructions", TRIGGER_INSTRUCTIONS },
	{ "ex_ret_instr", TRIGGER_INSTRUCTIONS },
	{ "cpu_clk_unhalted", TRIGGER_CYCLES },
	{ "cpu-cycles", TRIGGER_CYCLES },
	{ "cpu_cycles", TRIGGER_CYCLES },
	{ "ref-cycles", TRIGGER_CYCLES },
	{ "bus-cycles", TRIGGER_CYCLES },
	{ "cpu-clock", TRIGGER_TIME },
	{ "task-clock", TRIGGER_TIME },
};

/* Raw events. Sources: intel/perfmon; AMD's PPR of family 19h; Arm's architecture manual. */
enum vendor { VENDOR_INTEL, VENDOR_AMD, VENDOR_ARM };
static const struct {
	enum vendor vendor;
	uint64_t config;
	enum trigger trigger;
} raw[] = {
	{ VENDOR_INTEL, 0x20c4, TRIGGER_TAKEN },
	{ VENDOR_INTEL, 0x00c4, TRIGGER_BRANCHES },
	{ VENDOR_INTEL, 0x04c4, TRIGGER_BRANCHES },	/* ALL_BRANCHES of older cores */
	{ VENDOR_INTEL, 0x00c0, TRIGGER_INSTRUCTIONS },
	{ VENDOR_INTEL, 0x01c0, TRIGGER_INSTRUCTIONS },
	{ VENDOR_INTEL, 0x003c, TRIGGER_CYCLES },
	{ VENDOR_AMD, 0x00c4, TRIGGER_TAKEN },
	{ VENDOR_AMD, 0x00c2, TRIGGER_BRANCHES },
	{ VENDOR_AMD, 0x00c0, TRIGGER_INSTRUCTIONS },
	{ VENDOR_AMD, 0x0076, TRIGGER_CYCLES },
	{ VENDOR_ARM, 0x0011, TRIGGER_CYCLES },
	{ VENDOR_ARM, 0x0008, TRIGGER_INSTRUCTIONS },
	{ VENDOR_ARM, 0x0021, TRIGGER_BRANCHES },	/* BR_RETIRED */
	{ VENDOR_ARM, 0x000c, TRIGGER_TAKEN },		/* PC_WRITE_RETIRED */
};

/* Without a recorded CPU: Intel, by far the most frequent in recordings of branch stacks. */
static enum vendor vendor_of(const struct recording *recording)
{
	if (!strncmp(recording->arch, "aarch64", 7) || !strncmp(recording->arch, "arm", 3))
		return VENDOR_ARM;
	if (strstr(recording->cpuid, "AuthenticAMD") || strstr(recording->cpuid, "HygonGenuine"))
		return VENDOR_AMD;
	return VENDOR_INTEL;
}

enum trigger sample_trigger_of_name(const char *name)
{
	char lower[64];
	size_t n = 0;

	for (; n < sizeof(lower) - 1 && name[n]; n++)
		lower[n] = (char)(name[n] >= 'A' && name[n] <= 'Z' ? name[n] + ('a' - 'A') :
								     name[n]);
	lower[n] = '\0';
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strstr(lower, names[i].part))
			return names[i].trigger;
	if (!strncmp(lower, "cycles", 6) || strstr(lower, "/cycles"))
		return TRIGGER_CYCLES;
	return TRIGGER_OTHER;
}

static enum trigger by_number(const struct recording *recording,
			      const struct recorded_event *recorded)
{
	const enum vendor vendor = vendor_of(recording);
	const uint64_t mask = vendor == VENDOR_ARM ? UINT32_MAX : EVENT_UMASK;

	for (size_t i = 0; i < sizeof(raw) / sizeof(raw[0]); i++)
		if (raw[i].vendor == vendor && raw[i].config == (recorded->config & mask))
			return raw[i].trigger;
	return TRIGGER_OTHER;
}

enum trigger sample_event_trigger(const struct recording *recording,
				  const struct recorded_event *recorded)
{
	enum trigger trigger;
	char name[64];

	switch (recorded->type) {
	case PERF_TYPE_HARDWARE:
	case PERF_TYPE_SOFTWARE:
		event_name_of_number(recorded->type, recorded->config, name, sizeof(name));
		return sample_trigger_of_name(name);
	case PERF_TYPE_TRACEPOINT:
	case PERF_TYPE_HW_CACHE:
	case PERF_TYPE_BREAKPOINT:
		return TRIGGER_OTHER;
	case PERF_TYPE_RAW:
		trigger = by_number(recording, recorded);
		break;
	default:	/* a PMU of its own: the core types of a hybrid, or of Arm */
		trigger = TRIGGER_OTHER;
		break;
	}
	return trigger == TRIGGER_OTHER ? sample_trigger_of_name(recorded->name) : trigger;
}

/* Is the event part of a group of slots, or the switches or markers that sample it? */
static bool is_of_topdown(const struct recorded_event *recorded)
{
	return recorded->layout.sample_type & PERF_SAMPLE_READ &&
	       recorded->layout.read_format & PERF_FORMAT_GROUP &&
	       (recorded->group_known || recorded->region_object ||
		(recorded->type == PERF_TYPE_SOFTWARE &&
		 recorded->config == PERF_COUNT_SW_CONTEXT_SWITCHES));
}

bool sample_event_is_of_code(const struct recorded_event *recorded)
{
	return recorded->layout.sample_type & PERF_SAMPLE_IP && !is_of_topdown(recorded);
}

/* Since Ice Lake; intel/perfmon. A sample that is not precise has an address behind the branch. */
static bool is_mispredicted_not_taken(const struct recording *recording,
				      const struct recorded_event *recorded)
{
	if (recorded->precise < 2 || recorded->freq || !recorded->period)
		return false;
	return (recorded->type == PERF_TYPE_RAW && vendor_of(recording) == VENDOR_INTEL &&
		(recorded->config & EVENT_UMASK) == 0x10c5) ||
	       !strncasecmp(recorded->name, "br_misp_retired.cond_ntaken", 27);
}

bool sample_event_describe(const struct recording *recording, const struct recorded_event *recorded,
			   struct sample_event *event)
{
	const uint64_t type = recorded->layout.sample_type;

	*event = (struct sample_event){ .period = 1, .row = -1 };
	if (!sample_event_is_of_code(recorded))
		return false;
	event->layout = recorded->layout;
	event->calls_in_branches = type & PERF_SAMPLE_BRANCH_STACK &&
				   recorded->layout.branch_type & PERF_SAMPLE_BRANCH_CALL_STACK;
	if (!recorded->freq && recorded->period)
		event->period = recorded->period;
	recorded_event_name(recorded, event->event.name, sizeof(event->event.name));
	event->event.period = recorded->freq ? 0 : recorded->period;
	event->event.trigger = sample_event_trigger(recording, recorded);
	if (event->event.trigger == TRIGGER_TIME || event->event.trigger == TRIGGER_CYCLES)
		(void)snprintf(event->event.counted, sizeof(event->event.counted), "%s",
			       sample_words_counted(event->event.name));
	event->event.precise = recorded->precise;
	event->event.has_branches = type & PERF_SAMPLE_BRANCH_STACK && !event->calls_in_branches;
	event->event.has_calls = type & PERF_SAMPLE_CALLCHAIN || event->calls_in_branches;
	event->event.calls_by_lbr = event->calls_in_branches;
	event->event.user_only = recorded->user_only;
	event->event.kernel_only = recorded->kernel_only;
	event->event.has_latency = type & SAMPLE_WEIGHT_STRUCT;
	event->mispredicted_not_taken = is_mispredicted_not_taken(recording, recorded);
	return true;
}

/* ---- what events count, in words ---- */

/* What events count, by parts of their names; the first that is found. */
static const struct {
	const char *part, *counted;
} words[] = {
	{ "cpu-clock", "CPU time" },
	{ "near_taken", "taken branches" },
	{ "all_taken", "taken branches" },
	{ "brn_tkn", "taken branches" },
	{ "branch-brs", "taken branches" },
	{ "pc_write", "taken branches" },
	{ "misp", "mispredicted branches" },
	{ "br_mis_pred", "mispredicted branches" },
	{ "branch-misses", "mispredicted branches" },
	{ "branches", "branches" },
	{ "l3_miss", "L3 misses" },
	{ "l2_miss", "L2 misses" },
	{ "frontend_retired", "frontend stalls" },
	{ "stall_frontend", "frontend stalls" },
	{ "topdown_fe_bound", "frontend slots" },
	{ "topdown-fe-bound", "frontend slots" },
	{ "rs_events.empty", "frontend stalls" },
	{ "icache", "instruction cache misses" },
	{ "fetch_stall", "fetch stalls" },
	{ "topdown", "backend slots" },
	{ "machine_clears", "machine clears" },
	{ "uops_retired", "heavy operations" },
	{ "ms_uops", "microcoded operations" },
	{ "ibs_fetch", "fetches" },
	{ "inst", "instructions" },
	{ "cycles", "cycles" },
};

const char *sample_words_counted(const char *name)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strstr(name, words[i].part))
			return words[i].counted;
	return "";
}
