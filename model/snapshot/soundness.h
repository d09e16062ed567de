/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Do the counters say what cannot be? Some hypervisors show counters that they do not have: slots that stand
 * still, or are all bad speculation. Then there are no numbers, but a sentence. Any thread.
 */
#ifndef TDTOP_MODEL_SOUNDNESS_H
#define TDTOP_MODEL_SOUNDNESS_H

#include <stdint.h>

#include "model/counts.h"

enum soundness {
	SOUND,			/* nothing is wrong with it, or it says too little to tell */
	UNSOUND_STANDS_STILL,	/* no slots, although the CPU worked and the counter was on */
	UNSOUND_NO_CLASSES,	/* slots, but none of them in any class that is counted */
	UNSOUND_ALL_BAD		/* every slot is bad speculation */
};

/*
 * Judges what was counted while CPUs were busy for so long: the counts, and the values that the family's
 * formulas make of them. For a whole machine, not for a task: only all of it cannot do nothing right.
 */
enum soundness soundness_of(const struct counts *counts, const struct values *values, uint64_t busy_ns);

/* What is wrong, as a sentence without its end; "" if nothing is. */
const char *soundness_text(enum soundness soundness);

#endif
