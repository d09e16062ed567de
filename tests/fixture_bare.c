/* SPDX-License-Identifier: GPL-2.0-only */
/* A bare machine, whose family knows one formula; see fixture_bare.h. */
#include "config.h"
#include "tests/fixture_bare.h"

#include "model/formula.h"

FORMULA(backend, EV(BE_BOUND) / SUM)

static const struct formula formulas[] = { { .metric = M_BACKEND_BOUND, FORM(backend) } };
static const struct family family = { .name = "test", .levels = 1,
				      .formulas = formulas, .n_formulas = 1 };

struct cpu_place places[BARE_CPUS];
struct machine machine = { .family = &family, .levels = 1, .cpus = places };
struct snapshot *snapshot;

int fixture_bare_setup(void **state)
{
	(void)state;
	machine.n_cpus = 0;
	snapshot = snapshot_new();
	return snapshot ? 0 : -1;
}

int fixture_bare_teardown(void **state)
{
	(void)state;
	snapshot_free(snapshot);
	return 0;
}
