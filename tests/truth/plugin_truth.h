/* SPDX-License-Identifier: GPL-2.0-only */
/* Writes the exact table; truth_table.h reads it and says what is in it. */
#pragma once

#include "tests/truth/plugin_thread.h"

/* Of n threads; some may be NULL. 0, or -1 with errno. */
int truth_write(const char *path, const struct recording *recording,
		struct thread *const threads[], size_t n);
