/* SPDX-License-Identifier: GPL-2.0-only */
/* What events count, in words. Pure; any thread. */
#ifndef TDTOP_COLLECT_SAMPLE_SAMPLE_WORDS_H
#define TDTOP_COLLECT_SAMPLE_SAMPLE_WORDS_H

/* "L3 misses" of "mem_load_retired.l3_miss"; "": it is not known. Static. */
const char *sample_words_counted(const char *name);

#endif
