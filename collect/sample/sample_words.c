/* SPDX-License-Identifier: GPL-2.0-only */
/* What events count, in words; see sample_words.h. Pure; any thread. */
#include "config.h"
#include "collect/sample/sample_words.h"

#include <stddef.h>
#include <string.h>

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
