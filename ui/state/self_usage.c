/* SPDX-License-Identifier: GPL-2.0-only */
/* What tdtop itself costs; see self_usage.h. UI thread, once per interval. */
#include "config.h"
#include "ui/state/self_usage.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "model/snapshot/row.h"

void self_usage_update(struct self_usage *usage, uint64_t cpu_ns, uint64_t at_ns)
{
	usage->cpu_percent = (double)NAN;
	if (usage->at_ns && at_ns > usage->at_ns)
		usage->cpu_percent = 100 * (double)(cpu_ns - usage->cpu_ns) /
				   (double)(at_ns - usage->at_ns);
	usage->cpu_ns = cpu_ns;
	usage->at_ns = at_ns;
}

static uint64_t read_clock(clockid_t clock)
{
	struct timespec ts = { 0 };

	(void)clock_gettime(clock, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

const char *self_usage_lost(const struct snapshot *snapshot, char text[SELF_USAGE_LOST])
{
	const double percent = snapshot_unknown_percent(snapshot);

	text[0] = '\0';
	if (!isnan(percent))
		(void)snprintf(text, SELF_USAGE_LOST, ": %.1f %% of CPU time not attributed", percent);
	return text;
}

bool self_usage_print_shed(const struct self_cost *self, bool brief, char *text, size_t size)
{
	const char *level2 = self->level2_left_out ? "level 2 not counted" :
			     self->optional_left_out ? "IPC not counted" : "";
	char sampled[96] = "";

	if (!self->known || (!self->sampled_cpus && !level2[0]))
		return false;
	if (self->sampled_cpus && brief)
		(void)snprintf(sampled, sizeof(sampled), "partial: %.0f %%", 100 * self->duty);
	else if (self->sampled_cpus)
		(void)snprintf(sampled, sizeof(sampled),
			       "partial: %.0f %% of the time on %u of %u CPU%s, tasks ~%s",
			       100 * self->duty, self->sampled_cpus, self->cpus, plural(self->cpus),
			       self->time_estimated ? "" : ", CPU time exact");
	(void)snprintf(text, size, "%s%s%s", level2, level2[0] && sampled[0] ? ", " : "", sampled);
	if (!brief)
		(void)snprintf(text + strlen(text), size - strlen(text), " (budget %g %%)",
			       self->budget_percent);
	return true;
}

bool self_usage_print_room(const struct self_cost *self, bool brief, char *text, size_t size)
{
	static const struct {
		const char *brief, *text;
	} words[] = {
		[ROOM_WITHOUT_LEVEL2] = { "sampling: no level 2", "sampling: level 2 not counted" },
		[ROOM_NONE] = { "sampling: no counter", "sampling: no counter is left for it" },
	};
	const double percent = 100 * self->level1_part;

	if (!self->known || self->room == ROOM_UNUSED)
		return false;
	if (self->room != ROOM_WINDOWS)
		(void)snprintf(text, size, "%s",
			       brief ? words[self->room].brief : words[self->room].text);
	else
		(void)snprintf(text, size,
			       brief ? "sampling: level 1 %.0f %%" :
				       "sampling: level 1 counted %.0f %% of the time ~", percent);
	return true;
}

void self_usage_read(struct self_usage *usage)
{
	self_usage_update(usage, read_clock(CLOCK_PROCESS_CPUTIME_ID), read_clock(CLOCK_MONOTONIC));
}
