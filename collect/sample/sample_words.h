/* SPDX-License-Identifier: GPL-2.0-only */
/* What events count, in words. Pure; any thread. */
#pragma once

/* "L3 misses" of "mem_load_retired.l3_miss"; "": it is not known. Static. */
const char *sample_words_counted(const char *name);
