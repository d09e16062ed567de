/* SPDX-License-Identifier: GPL-2.0-only */
/* Judges the counts of a whole machine; see soundness.h. */
#include "config.h"
#include "model/snapshot/soundness.h"

#define BUSY_MIN_NS 10000000ULL		/* 10 ms: millions of slots at any frequency */
#define ALL_BAD_PERCENT 99.0f
#define SLOTS_PER_NS_MAX 100	/* of a CPU: twice what 8 slots per cycle make at 6 GHz */

enum soundness soundness_of(const struct counts *counts, const struct values *values,
			    uint64_t busy_ns)
{
	double slots = counts_or_0(counts, EV_SLOTS);
	/* Backend bound can be the rest of the slots (USE_REST): then it is no sign of life. */
	double classes = counts_or_0(counts, EV_RETIRING) + counts_or_0(counts, EV_BAD_SPEC) +
			 counts_or_0(counts, EV_FE_BOUND);

	if (!(counts->present & 1U << EV_SLOTS))
		return SOUND;
	if (slots <= 0)
		return busy_ns < BUSY_MIN_NS ? SOUND : UNSOUND_STANDS_STILL;
	if (slots < COUNTS_SLOTS_MIN)
		return SOUND;
	if (classes <= 0 && counts->present & 1U << EV_RETIRING)
		return UNSOUND_NO_CLASSES;
	if (values->quality[M_BAD_SPECULATION] > Q_LOW_SLOTS &&
	    values->percent[M_BAD_SPECULATION] >= ALL_BAD_PERCENT)
		return UNSOUND_ALL_BAD;
	return SOUND;
}

enum soundness soundness_of_row(const struct counts *counts, const struct values *values,
				uint64_t cpu_ns, float over)
{
	if (counts_or_0(counts, EV_SLOTS) > SLOTS_PER_NS_MAX * (double)cpu_ns)
		return UNSOUND_TOO_MANY;
	for (enum metric_id m = 0; m < M_COUNT; m++) {
		enum quality quality = (enum quality)values->quality[m];

		if (quality > Q_LOW_SLOTS &&
		    values->percent[m] > (quality_is_rough(quality) ? OVER_ROUGH : over))
			return UNSOUND_OVER_100;
	}
	return SOUND;
}

bool soundness_forbids(const struct values *values, enum metric_id node)
{
	enum metric_id parent = metrics[node].parent;
	enum quality quality = (enum quality)values->quality[node];
	float percent = values->percent[node];

	if (quality <= Q_LOW_SLOTS)
		return false;
	if (percent > OVER_OF_CPUS)
		return true;
	return parent != M_NONE && values->quality[parent] > Q_LOW_SLOTS &&
	       percent - values->percent[parent] >
		       (quality_is_rough(quality) ? OVER_PARENT_ROUGH : OVER_PARENT);
}

const char *soundness_text(enum soundness soundness)
{
	static const char *const texts[] = {
		[SOUND] = "",
		[UNSOUND_STANDS_STILL] = "the counter stands still while the CPU works",
		[UNSOUND_NO_CLASSES] =
			"slots are counted, but none of them as retiring, bad speculation or frontend bound",
		[UNSOUND_ALL_BAD] = "all slots are reported as bad speculation",
		[UNSOUND_TOO_MANY] = "more slots are reported than the CPUs can have",
		[UNSOUND_OVER_100] = "more than 100 % of the slots are reported for one cause",
	};

	return texts[soundness];
}
