/* SPDX-License-Identifier: GPL-2.0-only */
/* A small machine by hand for the tests of output without a terminal, and what batch mode prints of it. */
#ifndef TDTOP_TESTS_FIXTURE_BATCH_H
#define TDTOP_TESTS_FIXTURE_BATCH_H

#include "ui/batch.h"

#define HOSTILE "a\"b,\\\n\x1b[31m\xff\xc3\xa9"	/* the name of process 2400 */

extern const struct machine batch_machine;
extern const struct machine batch_toy;		/* the same, simulated */

/* A finished snapshot of it, in place of what was in it. */
void batch_fill(struct snapshot *s, const struct machine *of);

/* The snapshot as batch mode prints it. The caller frees the text. */
char *batch_text(const struct batch_config *config, const struct machine *of);

#endif
