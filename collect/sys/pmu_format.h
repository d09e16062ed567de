/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Terms of a PMU, as sysfs writes them: format/ says which bits of a perf_event_attr one fills, events/ gives
 * them values. Texts in, bits out; any thread.
 */
#ifndef TDTOP_COLLECT_PMU_FORMAT_H
#define TDTOP_COLLECT_PMU_FORMAT_H

#include "collect/sys/pmu.h"

/* A file of format/: "config1:0-7,32-35". The name is not set. 0, or -EINVAL. */
int pmu_format_parse(const char *text, struct pmu_format *format);

/*
 * Adds a term of an event to the encoding: "umask=0x80", or "edge" for edge=1, or a whole word: "config=0x8000".
 * The text is changed. 0; -EINVAL if it has no place or no value, -ERANGE if the value has more bits than the place.
 */
int pmu_format_put(const struct pmu *pmu, char *term, struct pmu_encoding *encoding);

#endif
