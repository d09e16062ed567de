/* SPDX-License-Identifier: GPL-2.0-only */
/* Slow entries in words; see duration_text.h. */
#include "config.h"
#include "ui/lists/duration_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "model/snapshot/snapshot.h"
#include "ui/draw/format.h"

const char *duration_text_verdict(enum slow_verdict verdict)
{
	static const char *const words[] = {
		[SLOW_NONE] = "no entries", [SLOW_ALIKE] = "alike", [SLOW_FEW] = "too few",
		[SLOW_NO_SLOTS] = "no slots", [SLOW_SAME] = "same", [SLOW_DIFFERS] = "differs",
	};

	return words[verdict];
}

/* "memory bound", within a sentence. */
static void print_node(enum metric_id node, char text[48])
{
	(void)snprintf(text, 48, "%s", metrics[node].title);
	text[0] = (char)tolower((unsigned char)text[0]);
}

/* "The slowest 1.2 % of the entries (above 1.05 ms)" */
static void print_who(const struct slow_part *slow, char text[96])
{
	const double percent = 100 * (double)slow->entries / (double)slow->of;
	char above[32];

	format_time(above, sizeof(above), duration_class_from(slow->first));
	(void)snprintf(text, 96, "The slowest %.*f %% of the entries (above %s)",
		       percent < 0.1 ? 3 : percent < 10, percent, above);
}

void duration_text_slow(const struct slow_part *slow, char text[DURATION_TEXT])
{
	char who[96] = "", slots[48] = "", node[48] = "";

	if (slow->verdict > SLOW_ALIKE)
		print_who(slow, who);
	if (!isnan(slow->slots_percent))
		(void)snprintf(slots, sizeof(slots), "%.1f %% of the slots", slow->slots_percent);
	if (slow->node != M_NONE)
		print_node(slow->node, node);
	switch (slow->verdict) {
	case SLOW_NONE:
		(void)snprintf(text, DURATION_TEXT, "No entry ended in this interval");
		break;
	case SLOW_ALIKE:
		(void)snprintf(text, DURATION_TEXT,
			       "No small part of the entries is in a slower class than the others");
		break;
	case SLOW_FEW:
		(void)snprintf(text, DURATION_TEXT, "%s are only %" PRIu64 ", too few to compare with the others",
			       who, slow->entries);
		break;
	case SLOW_NO_SLOTS:
		(void)snprintf(text, DURATION_TEXT, "%s: what they do is not counted", who);
		break;
	case SLOW_SAME:
		(void)snprintf(text, DURATION_TEXT, "%s have %s, divided as those of the others within %.0f points",
			       who, slots, SLOW_POINTS_LEAST);
		break;
	case SLOW_DIFFERS:
		(void)snprintf(text, DURATION_TEXT, "%s have %s: %s %.1f %%, %.1f points more than the others",
			       who, slots, node, slow->percent, slow->percent - slow->others);
		break;
	}
}

void duration_text_on_cpu(const struct slow_part *slow, char text[DURATION_TEXT])
{
	text[0] = '\0';
	if (!isnan(slow->on_cpu) && !isnan(slow->others_on_cpu))
		(void)snprintf(text, DURATION_TEXT,
			       "They were on a CPU for %.0f %% of their time, the others for %.0f %%", slow->on_cpu,
			       slow->others_on_cpu);
}

void duration_text_doubt(const struct slow_part *slow, const struct region_state *regions, char text[DURATION_TEXT])
{
	const bool partial = regions->wanted && regions->watched < 0.9995;	/* as it is printed: 99.9 % */
	char entries[96], untimed[64] = "";

	if (slow->entries)
		(void)snprintf(entries, sizeof(entries), "%" PRIu64 " of %" PRIu64 " entr%s that ended %s slow",
			       slow->entries, slow->of, entries_ending(slow->of), is_or_are(slow->entries));
	else
		(void)snprintf(entries, sizeof(entries), "%" PRIu64 " entr%s ended", slow->of,
			       entries_ending(slow->of));
	if (regions->untimed)
		(void)snprintf(untimed, sizeof(untimed), "; " DURATION_UNTIMED, regions->untimed,
			       entries_ending(regions->untimed));
	(void)snprintf(text, DURATION_TEXT, "%s; classes end at twice their begin, so percentiles are estimates%s%s",
		       entries, untimed,
		       partial ? "; markers were watched at times, and long entries are missed most" : "");
}
