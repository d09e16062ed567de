/* SPDX-License-Identifier: GPL-2.0-only */
/* A small machine by hand, printed; see fixture_batch.h. */
#include "config.h"
#include "tests/fixture_batch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "model/snapshot.h"

/* A family of two levels that counts everything but cycles and memory. */

FORMULA(retiring, EV(RETIRING) / SUM)
FORMULA(heavy, EV(HEAVY_OPS) / SUM)
FORMULA(bad, EV(BAD_SPEC) / SUM)
FORMULA(fe, EV(FE_BOUND) / SUM)
FORMULA(be, EV(BE_BOUND) / SUM)
FORMULA(mem, EV(MEM_BOUND) / SUM)

static const struct formula formulas[] = {
	{ M_RETIRING, FORM(retiring) }, { M_HEAVY_OPERATIONS, FORM(heavy) },
	{ M_BAD_SPECULATION, FORM(bad) }, { M_FRONTEND_BOUND, FORM(fe) },
	{ M_BACKEND_BOUND, FORM(be) }, { M_MEMORY_BOUND, FORM(mem) },
};

static const struct family family = {
	.name = "Test CPU",
	.levels = 2,
	.formulas = formulas,
	.n_formulas = sizeof(formulas) / sizeof(formulas[0]),
};

static struct cpu_place places[] = {
	{ .cpu = 0, .core = 0, .socket = 0 },
	{ .cpu = 2, .core = 1, .socket = 0 },
};

const struct machine batch_machine = {
	.host = "box", .family = &family, .levels = 2, .n_cpus = 2, .cpus = places,
	.source = "switch",
};

const struct machine batch_toy = {
	.host = "box", .family = &family, .levels = 2, .n_cpus = 2, .cpus = places,
	.source = "demo", .simulated = true, .simulated_by = "simulated machine",
};

/* retiring, bad, fe, be out of 100 parts */
static struct counts make_counts(double slots, const double parts[4])
{
	static const enum event_id level1[] = { EV_RETIRING, EV_BAD_SPEC, EV_FE_BOUND, EV_BE_BOUND };
	struct counts counts = { .present = 1u << EV_SLOTS | 1u << EV_HEAVY_OPS };

	counts.value[EV_SLOTS] = slots;
	for (int i = 0; i < 4; i++) {
		counts.value[level1[i]] = slots * parts[i] / 100;
		counts.present |= 1u << level1[i];
	}
	counts.value[EV_HEAVY_OPS] = counts.value[EV_RETIRING] / 4;
	return counts;
}

static void add_cpu(struct snapshot *s, int32_t cpu, struct counts counts)
{
	struct row *row = snapshot_add(s, ROW_CPU, cpu);

	row->counts = counts;
	row->busy_ns = 630000000;
	row->idle_ns = 370000000;
	row->unaccounted_slots = 1e7;
}

static void add_thread(struct snapshot *s, int32_t pid, int32_t tid, const char *name,
		       struct counts counts)
{
	struct row *row = snapshot_add(s, ROW_THREAD, tid);

	row->pid = pid;
	row->name = snapshot_keep(s, name);
	row->busy_ns = 500000000;
	row->slices = 10;
	row->counts = counts;
}

static void add_process(struct snapshot *s, int32_t pid, const char *name, const char *user)
{
	struct row *row = snapshot_add(s, ROW_PROCESS, pid);

	row->pid = pid;
	row->name = snapshot_keep(s, name);
	row->user = snapshot_keep(s, user);
	row->threads = 2;
}

void batch_fill(struct snapshot *s, const struct machine *of)
{
	static const double memory[4] = { 10, 5, 15, 70 }, code[4] = { 60.125, 4.875, 25, 10 };

	snapshot_clear(s);
	s->seq = 7;
	s->time = 1763683200.1239;
	s->interval_ns = 1000250000;
	s->machine = of;
	s->lost = 3;
	s->running_ratio = 0.98765;
	s->trouble[0] = '\0';
	add_cpu(s, 0, make_counts(4e9, memory));
	add_cpu(s, 2, make_counts(1e9, code));
	add_process(s, 2311, "memhog", "root");
	add_thread(s, 2311, 2311, "memhog", make_counts(3e9, memory));
	add_thread(s, 2311, 2312, "memhog:w", make_counts(1e9, memory));
	add_process(s, 2400, HOSTILE, "");
	add_thread(s, 2400, 2400, HOSTILE, make_counts(8e8, code));
	s->table[ROW_THREAD].rows[2].counts.scaled = true;
	s->table[ROW_PROCESS].rows[1].exited = true;
	add_process(s, 2500, "uncounted", "nobody");
	add_thread(s, 2500, 2500, "uncounted", (struct counts){ 0 });
	assert_int_equal(snapshot_finish(s), 0);
}

char *batch_text(const struct batch_config *config, const struct machine *of)
{
	struct snapshot *snapshot = snapshot_new();
	struct batch *batch = batch_new(config);
	struct buffer out = { 0 };

	assert_non_null(snapshot);
	assert_non_null(batch);
	batch_fill(snapshot, of);
	assert_int_equal(batch_put(batch, snapshot, &out), 0);
	buffer_put(&out, "", 1);
	assert_false(out.broken);
	batch_free(batch);
	snapshot_free(snapshot);
	return out.bytes;
}
