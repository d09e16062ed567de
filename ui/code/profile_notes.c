/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sentences about a profile; see profile_notes.h. Each is a row of a table.
 *
 * A new sentence about a profile is a row here; one about how sampling goes has a field of struct
 * sampler_remarks (collect/live/sampler_parts.h).
 */
#include "config.h"
#include "ui/code/profile_notes.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/formula.h"
#include "ui/draw/format.h"

#define BIAS_HIGH .2		/* above it no profile for a compiler is made of it */

/* Appends to a sentence; what does not fit is cut. */
static void notes_add(char text[PROFILE_NOTE], const char *more)
{
	size_t used = strlen(text);

	(void)snprintf(text + used, PROFILE_NOTE - used, "%s", more);
}

static void add_count(char text[PROFILE_NOTE], uint64_t count)
{
	char digits[32];

	format_exact(digits, sizeof(digits), (double)count);
	notes_add(text, digits);
}

/* clang-format off */
static const struct {
	size_t offset;
	const char *what;
} drops[] = {
	{ offsetof(struct profile_dropped, zero), "entries 0 to 0" },
	{ offsetof(struct profile_dropped, wrong_path), "on a wrong path that never retired" },
	{ offsetof(struct profile_dropped, repeated), "newest entries that were there twice" },
	{ offsetof(struct profile_dropped, half), "with one address only" },
	{ offsetof(struct profile_dropped, by_filter), "in the kernel" },
	{ offsetof(struct profile_dropped, table_full), "that found no room in tables" },
	{ offsetof(struct profile_dropped, damaged), "damaged samples" },
}, no_blocks[] = {
	{ offsetof(struct profile_dropped, backward), "end before they start" },
	{ offsetof(struct profile_dropped, too_long), "are longer than 1 MiB" },
	{ offsetof(struct profile_dropped, across), "begin and end in different mappings" },
	{ offsetof(struct profile_dropped, no_branch), "do not end at a branch" },
};
/* clang-format on */

static uint64_t count_at(const struct profile *profile, size_t offset)
{
	return *(const uint64_t *)(const void *)((const char *)&profile->dropped + offset);
}

static bool note_dropped(const struct profile *profile, char text[PROFILE_NOTE])
{
	bool any = false;

	for (size_t i = 0; i < sizeof(drops) / sizeof(drops[0]); i++) {
		if (!count_at(profile, drops[i].offset))
			continue;
		notes_add(text, any ? ", " : "dropped: ");
		add_count(text, count_at(profile, drops[i].offset));
		notes_add(text, " ");
		notes_add(text, drops[i].what);
		any = true;
	}
	return any;
}

static bool note_no_blocks(const struct profile *profile, char text[PROFILE_NOTE])
{
	bool any = false;

	for (size_t i = 0; i < sizeof(no_blocks) / sizeof(no_blocks[0]); i++) {
		if (!count_at(profile, no_blocks[i].offset))
			continue;
		notes_add(text, any ? ", " : "no blocks, because they ");
		notes_add(text, no_blocks[i].what);
		notes_add(text, ": ");
		add_count(text, count_at(profile, no_blocks[i].offset));
		any = true;
	}
	return any;
}

static bool note_lost(const struct profile *profile, char text[PROFILE_NOTE])
{
	if (!profile->dropped.lost)
		return false;
	add_count(text, profile->dropped.lost);
	notes_add(text, profile->live ?
		  " records of samples and tasks were lost: they came faster than they were read" :
		  " records were lost while it was recorded; perf record -m 16M loses fewer");
	return true;
}

static bool note_filtered(const struct profile *profile, char text[PROFILE_NOTE])
{
	if (!profile->dropped.by_recorder)
		return false;
	add_count(text, profile->dropped.by_recorder);
	notes_add(text, " samples were filtered by perf record --filter");
	return true;
}

static bool note_no_mapping(const struct profile *profile, char text[PROFILE_NOTE])
{
	if (!profile->dropped.no_mapping)
		return false;
	add_count(text, profile->dropped.no_mapping);
	notes_add(text, profile->live ? " addresses are in no mapping, and are shown as numbers" :
		  " addresses are in no mapping of the recording, and are shown as numbers");
	return true;
}

/*
 * What a trigger prefers was measured with perfect stacks of a program with known counts: taken
 * branches: within .6 standard errors; instructions: up to 11.
 */
static bool note_trigger(const struct profile *profile, char text[PROFILE_NOTE])
{
	static const char *const prefers[] = {
		[TRIGGER_UNKNOWN] = "it is not known what its samples prefer",
		[TRIGGER_TAKEN] = NULL,
		[TRIGGER_BRANCHES] = "its samples prefer code with branches that are not taken",
		[TRIGGER_INSTRUCTIONS] = "its samples prefer long blocks",
		[TRIGGER_CYCLES] = "its samples prefer slow code",
		[TRIGGER_TIME] = "its samples prefer slow code, and come late",
		[TRIGGER_OTHER] = "its samples prefer code that causes it",
	};
	const enum trigger trigger = profile->event.trigger;
	char name[2 * sizeof(profile->event.name)];

	if ((size_t)trigger >= sizeof(prefers) / sizeof(prefers[0]) || !prefers[trigger])
		return false;
	format_harmless(name, sizeof(name), profile->event.name);
	(void)snprintf(text, PROFILE_NOTE,
		       "triggered by %s: %s, so shares of branches and blocks are biased; an event "
		       "of taken branches (Intel: BR_INST_RETIRED.NEAR_TAKEN, AMD: ex_ret_brn_tkn) "
		       "is not", name, prefers[trigger]);
	return true;
}

static bool note_period(const struct profile *profile, char text[PROFILE_NOTE])
{
	if (profile->event.period || !profile->stacks)
		return false;
	notes_add(text, "the period varies (perf record -F), and each stack counts the same; perf record "
		  "-c N has one period");
	return true;
}

static bool note_skid(const struct profile *profile, char text[PROFILE_NOTE])
{
	if (profile->event.precise)
		return false;
	notes_add(text, profile->classes.table ?
		  "the events are not precise: addresses are some instructions late (skid), which no "
		  "error includes" :
		  "the event is not precise: addresses are some instructions late (skid)");
	return true;
}

static bool note_classes(const struct profile *profile, char text[PROFILE_NOTE])
{
	if (!profile->classes.table)
		return false;
	notes_add(text, profile->classes.table->differences ?
		  "on this CPU a class is a difference of events: a function needs some 10,000 samples; "
		  "· is an error over 5 points" :
		  "each class has samples of its own event; · is an error over 5 points");
	return true;
}

static bool note_mispredicts(const struct profile *profile, char text[PROFILE_NOTE])
{
	if (!profile->event.has_branches || !profile->stacks)
		return false;
	notes_add(text, profile->mispredicts_known ?
		  "a branch stack has taken branches only: MISP/TAKEN is of the times a branch was "
		  "taken, MISP/ALL of all times, where that can be known" :
		  "this machine does not tell mispredictions");
	return true;
}

static bool note_cycles(const struct profile *profile, char text[PROFILE_NOTE])
{
	if (!profile->event.has_branches || !profile->stacks || profile->cycles_known)
		return false;
	notes_add(text, "this machine does not tell cycles: blocks have counts, and no times");
	return true;
}

static bool note_bias(const struct profile *profile, char text[PROFILE_NOTE])
{
	if (!(profile->bias.value > BIAS_HIGH))
		return false;
	(void)snprintf(text, PROFILE_NOTE,
		       "flow check: what goes into blocks and what comes out differ by %.1f %%: "
		       "too few stacks, or samples that prefer some code", 100 * profile->bias.value);
	return true;
}

static bool note_call_stacks(const struct profile *profile, char text[PROFILE_NOTE])
{
	if (!profile->event.calls_by_lbr || profile->event.has_branches)
		return false;
	notes_add(text, "its branch stacks are call stacks (--call-graph lbr), which tell nothing about "
		  "branches and blocks");
	return true;
}

static bool note_calls_by(const struct profile *profile, char text[PROFILE_NOTE])
{
	if (!profile->event.has_calls)
		return false;
	notes_add(text, profile->event.calls_by_lbr ?
		  "callers are from the call-stack mode of LBR: no more than its depth" :
		  "callers are from the kernel's call chains (frame pointers): code without frame "
		  "pointers loses its caller");
	return true;
}

static const struct {
	unsigned int of;
	bool (*note)(const struct profile *profile, char text[PROFILE_NOTE]);
} notes[] = {
	{ NOTES_OF_BRANCHES, note_call_stacks },
	{ NOTES_OF_BRANCHES, note_trigger },
	{ NOTES_OF_BRANCHES, note_period },
	{ NOTES_OF_CALLS, note_calls_by },
	{ NOTES_OF_SAMPLES, note_classes },
	{ NOTES_OF_SAMPLES, note_skid },
	{ NOTES_OF_BRANCHES, note_mispredicts },
	{ NOTES_OF_BRANCHES, note_cycles },
	{ NOTES_OF_BRANCHES, note_bias },
	{ NOTES_OF_BRANCHES, note_dropped },
	{ NOTES_OF_BRANCHES, note_no_blocks },
	{ ~0U, note_no_mapping },
	{ ~0U, note_lost },
	{ ~0U, note_filtered },
};

bool profile_note(const struct profile *profile, unsigned int of, size_t i,
		  char text[PROFILE_NOTE])
{
	for (size_t k = 0; k < sizeof(notes) / sizeof(notes[0]); k++) {
		text[0] = '\0';
		if ((notes[k].of & of) && notes[k].note(profile, text) && i-- == 0)
			return true;
	}
	return false;
}

static void add_stacks(const struct profile *profile, char text[PROFILE_NOTE])
{
	char more[64];

	if (!profile->event.has_branches)
		return;
	notes_add(text, " \u00b7 ");
	add_count(text, profile->stacks);
	(void)snprintf(more, sizeof(more), " stacks of up to %u \u00b7 ", profile->depth);
	notes_add(text, more);
	add_count(text, profile->entries);
	notes_add(text, " taken branches");
	if (isnan(profile->bias.value))
		return;
	(void)snprintf(more, sizeof(more), " \u00b7 shares %.1f %% off", 100 * profile->bias.value);
	notes_add(text, more);
}

void profile_headline(const struct profile *profile, char text[PROFILE_NOTE])
{
	const struct profile_event *event = &profile->event;

	format_harmless(text, 2 * sizeof(event->name), event->name);
	notes_add(text, " \u00b7 ");
	add_count(text, profile->samples);
	notes_add(text, " samples");
	if (event->period) {
		notes_add(text, ", one in ");
		add_count(text, event->period);
	}
	notes_add(text, event->user_only ? " \u00b7 user mode" : event->kernel_only ?
		  " \u00b7 kernel mode" : "");
	add_stacks(profile, text);
}

/* ---- live samples ---- */

/* clang-format off */
static const struct {
	const char *name;	/* in JSON */
	const char *subject;	/* in a line */
	bool has_id;
} scopes[] = {
	[LIVE_NOTHING] = { "nothing", "nothing", false },
	[LIVE_MACHINE] = { "machine", "this machine", false },
	[LIVE_CPU] = { "cpu", "CPU", true },
	[LIVE_PROCESS] = { "process", "process", true },
	[LIVE_THREAD] = { "thread", "thread", true },
	[LIVE_USER] = { "user", "a user", false },
	[LIVE_CGROUP] = { "cgroup", "a cgroup", false },
	[LIVE_NAME] = { "command", "a command", false },
	[LIVE_REGION] = { "region", "region", true },
	[LIVE_WATCHED] = { "watched", "some processes", false },
};
/* clang-format on */

const char *sampling_scope_name(enum live_scope scope)
{
	return scopes[scope].name;
}

__attribute__((format(printf, 2, 3)))
static void note_add(char text[PROFILE_NOTE], const char *format, ...)
{
	const size_t used = strlen(text);
	va_list args;

	va_start(args, format);
	(void)vsnprintf(text + used, PROFILE_NOTE - used, format, args);
	va_end(args);
}

/* " · 12 of 340 threads, 97 % of its slots" */
static void add_part(const struct live_state *state, const struct family *family,
		     char text[PROFILE_NOTE])
{
	if (!state->threads && !state->sampled)
		return;
	note_add(text, " \u00b7 %" PRIu32 " of %" PRIu32 " %s", state->sampled, state->threads,
		 state->cpus ? "CPUs" : state->threads == 1 ? "thread" : "threads");
	if (!isnan(state->part) && state->sampled < state->threads)
		note_add(text, ", %.0f %% of its %s", 100 * state->part,
			 !family_has_counters(family) ? "CPU time" : family_unit(family));
}

void sampling_headline(const struct live_request *request, const struct machine *machine,
		       const struct live_state *state, char text[PROFILE_NOTE])
{
	/* A machine where only some tasks are counted is these tasks. */
	const bool some = (request->scope == LIVE_WATCHED || request->scope == LIVE_MACHINE) &&
			  machine->watched[0];
	const char *subject = some ? machine->watched : scopes[request->scope].subject;
	char harmless[128];

	text[0] = '\0';
	format_harmless(harmless, sizeof(harmless), subject);
	note_add(text, "sampled live: %s", harmless);
	if (scopes[request->scope].has_id)
		note_add(text, " %" PRIi32, request->id);
	add_part(state, machine->family, text);
	if (!isnan(state->own_percent))
		note_add(text, " \u00b7 own cost %.1f %% of a CPU", state->own_percent);
	if (state->lost)
		note_add(text, " \u00b7 %" PRIu64 " record%s lost", state->lost, plural(state->lost));
	if (machine->simulated)
		note_add(text, " \u00b7 SIMULATED: %s", machine->simulated_by);
}
