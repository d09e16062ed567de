/* SPDX-License-Identifier: GPL-2.0-only */
/* Live samples in a line; see sampling_note.h. */
#include "config.h"
#include "ui/code/sampling_note.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/formula.h"
#include "ui/draw/format.h"

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
		note_add(text, " \u00b7 %" PRIu64 " lost", state->lost);
	if (machine->simulated)
		note_add(text, " \u00b7 SIMULATED: %s", machine->simulated_by);
}
