/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Golden screens: the hand-made machine, some keys, and the canvas that must result, as text and as
 * roles. SCREENS=update rewrites tests/screens/ in the work tree; read the diff then. A shot that
 * differs from another one in a line only has that line in .shows, and no file.
 */
#include "config.h"

#include <locale.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/cpu/cpu_match.h"
#include "model/snapshot/finish.h"
#include "model/snapshot/row.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/test.h"
#include "ui/keys/keys.h"
#include "ui/setup/state_options.h"
#include "ui/state/state_show.h"
#include "ui/views/screen.h"

struct shot {
	const char *name;
	const char *like;	/* another shot: only lines with .shows differ; NULL: has a file */
	struct {
		const char *text;
		char role;	/* of its letters */
	} shows[2];
	int w, h;
	const char *keys;	/* typed before the shot; \r is Enter, \x1b Esc */
	int code;		/* and then this key, if not 0 */
	uint64_t past;		/* so many other intervals are shown before */
	const char *early;	/* typed before the last three of them */
	bool ascii;
	enum theme_id theme;
	bool exited;		/* some processes exited */
	bool before;		/* before the first snapshot */
	bool recorded;		/* a file */
	bool empty;		/* nothing was counted */
	bool nodes;		/* two NUMA nodes in the socket */
	uint64_t lost;
	uint32_t were_offline;	/* CPUs */
	double running;		/* 0: as in the fixture */
	double unaccounted;	/* percent */
	bool invalid;		/* of the counters, of a guest */
	const char *trouble;
	struct self_usage self_usage;		/* what tdtop costs */
	const char *doing;	/* long work, and its progress */
	double progress;
	const char *simulated_by;
	const char *watched;	/* counted by task: what */
	bool last;		/* all watched tasks exited */
	bool stale_shares;
	const char *family;	/* NULL: Sapphire Rapids, levels 1 and 2 */
	bool rotation;			/* of Ice Lake: level 2 is multiplexed */
	bool stalls;			/* of Neoverse N1: stalled cycles */
};

/* clang-format off */
static const struct shot shots[] = {
	{ .name = "processes-80x24", .w = 80, .h = 24 },
	{ .name = "processes-132x40", .w = 132, .h = 40 },
	{ .name = "processes-200x60", .w = 200, .h = 60 },
	{ .name = "processes-40x10", .w = 40, .h = 10 },
	{ .name = "processes-20x5", .w = 20, .h = 5 },
	{ .name = "processes-19x4", .w = 19, .h = 4 },
	{ .name = "level2-80x24", .w = 80, .h = 24, .keys = "2" },
	{ .name = "level2-132x40", .w = 132, .h = 40, .keys = "2" },
	{ .name = "level2-200x60", .w = 200, .h = 60, .keys = "2" },
	{ .name = "process-threads-80x24", .w = 80, .h = 24, .keys = "\r" },
	{ .name = "threads-132x40", .w = 132, .h = 40, .keys = "v" },
	{ .name = "cpus-80x24", .w = 80, .h = 24, .keys = "c" },
	{ .name = "cpus-132x40", .w = 132, .h = 40, .keys = "c2" },
	{ .name = "cpus-40x10", .w = 40, .h = 10, .keys = "c" },
	{ .name = "nodes-80x24", .w = 80, .h = 24, .nodes = true, .keys = "c" },
	{ .name = "nodes-folded-132x40", .w = 132, .h = 40, .nodes = true, .keys = "cj " },
	{ .name = "nodes-cores-80x24", .w = 80, .h = 24, .nodes = true, .keys = "vvv" },
	{ .name = "detail-node-80x24", .w = 80, .h = 24, .nodes = true, .keys = "cjd" },
	{ .name = "hybrid-80x24", .w = 80, .h = 24, .family = "Intel Alder Lake hybrid" },
	{ .name = "hybrid-132x40", .w = 132, .h = 40, .family = "Intel Alder Lake hybrid",
	  .keys = "2" },
	{ .name = "hybrid-200x60", .w = 200, .h = 60, .family = "Intel Alder Lake hybrid",
	  .keys = "v" },
	{ .name = "hybrid-cpus-132x40", .w = 132, .h = 40, .family = "Intel Alder Lake hybrid",
	  .keys = "c" },
	{ .name = "hybrid-detail-132x40", .w = 132, .h = 40, .family = "Intel Alder Lake hybrid",
	  .keys = "d" },
	{ .name = "hybrid-detail-level2-80x24", .w = 80, .h = 24,
	  .family = "Intel Alder Lake hybrid", .keys = "djjjj" },
	{ .name = "rotation-132x40", .w = 132, .h = 40, .family = "Intel Ice Lake",
	  .rotation = true, .keys = "2" },
	{ .name = "detail-rotation-132x40", .w = 132, .h = 40, .family = "Intel Ice Lake",
	  .rotation = true, .keys = "djj" },
	{ .name = "stalled-132x40", .w = 132, .h = 40, .family = "Arm Neoverse N1", .stalls = true,
	  .keys = "%" },
	{ .name = "detail-uncorrected-80x24", .w = 80, .h = 24, .family = "Arm Neoverse V1",
	  .keys = "dkkk" },
	{ .name = "detail-stalled-80x24", .w = 80, .h = 24, .family = "Arm Neoverse N1",
	  .stalls = true, .keys = "d" },
	{ .name = "cores-80x24", .w = 80, .h = 24, .keys = "vvv" },
	{ .name = "sockets-80x24", .w = 80, .h = 24, .keys = "vvvv" },
	{ .name = "tree-80x24", .w = 80, .h = 24, .keys = "t" },
	{ .name = "tree-folded-80x24", .w = 80, .h = 24, .keys = "tjjj-" },
	{ .name = "tree-ascii-132x40", .w = 132, .h = 40, .keys = "t", .ascii = true },
	{ .name = "cgroups-80x24", .w = 80, .h = 24, .keys = "g" },
	{ .name = "cgroups-20x5", .w = 20, .h = 5, .keys = "g" },
	{ .name = "cgroups-132x40", .w = 132, .h = 40, .keys = "g" },
	{ .name = "cgroup-processes-80x24", .w = 80, .h = 24, .keys = "gj\r" },
	{ .name = "cgroup-threads-80x24", .like = "process-threads-80x24",
	  .shows = { { "machine › cgroups › session-4.scope › memhog (2311) › 4 threads that ran", 'l' } },
	  .w = 80, .h = 24, .keys = "g\r\r" },
	{ .name = "exited-80x24", .w = 80, .h = 24, .keys = "vvvvvvvvv", .exited = true },
	{ .name = "list-with-threads-80x24", .w = 80, .h = 24, .keys = "H" },
	{ .name = "tree-with-threads-ascii-132x40", .w = 132, .h = 40, .keys = "tH",
	  .ascii = true },
	{ .name = "commands-80x24", .w = 80, .h = 24, .keys = "C" },
	{ .name = "users-80x24", .w = 80, .h = 24, .keys = "vvvvvv" },
	{ .name = "users-level2-132x40", .w = 132, .h = 40, .keys = "vvvvvv2" },
	{ .name = "detail-partial-132x40", .w = 132, .h = 40, .keys = "vvvvvvjdj" },
	{ .name = "help-80x24", .w = 80, .h = 24, .keys = "?" },
	{ .name = "help-132x40", .w = 132, .h = 40, .keys = "?" },
	{ .name = "setup-80x24", .w = 80, .h = 24, .keys = "O" },
	{ .name = "setup-columns-80x24", .w = 80, .h = 24, .keys = "Oj\tjj>>++k2" },
	{ .name = "setup-columns-132x40", .w = 132, .h = 40, .keys = "Ojjjj\tjj k-r2" },
	{ .name = "setup-cpus-80x24", .w = 80, .h = 24, .keys = "Ojjj\tj jjs" },
	{ .name = "setup-40x10", .w = 40, .h = 10, .keys = "O\tjjj" },
	{ .name = "setup-20x5", .w = 20, .h = 5, .keys = "O\tjj " },
	{ .name = "setup-mono-ascii-80x24", .w = 80, .h = 24, .ascii = true, .theme = THEME_MONO,
	  .keys = "O\tjjjjjjjj" },
	{ .name = "setup-kept-80x24", .w = 80, .h = 24, .keys = "Oj\tjj jjj>>>\x1b" },
	{ .name = "slots-80x24", .w = 80, .h = 24, .keys = "%" },
	{ .name = "share-132x40", .w = 132, .h = 40, .keys = "2%%" },
	{ .name = "filter-80x24", .w = 80, .h = 24, .keys = "\\be>20" },
	{ .name = "filter-wrong-80x24", .w = 80, .h = 24, .keys = "\\be>20 && foo=1" },
	{ .name = "filter-kept-132x40", .w = 132, .h = 40, .keys = "\\be>20\r/alice\r" },
	{ .name = "filter-20x5", .w = 20, .h = 5, .keys = "\\user=alice && cpu>20" },
	{ .name = "user-menu-80x24", .w = 80, .h = 24, .keys = "uj" },
	{ .name = "sorted-by-pid-80x24", .w = 80, .h = 24, .keys = "N" },
	{ .name = "sorted-by-ratio-80x24", .w = 80, .h = 24, .keys = "Fw" },
	{ .name = "sort-menu-80x24", .w = 80, .h = 24, .code = KEYCODE_F6 },
	{ .name = "scrolled-80x24", .w = 80, .h = 24, .code = KEYCODE_RIGHT },
	{ .name = "wrapped-80x24", .w = 80, .h = 24, .keys = "L" },
	{ .name = "tagged-80x24", .w = 80, .h = 24, .keys = "N  jf" },
	{ .name = "ascii-tagged-132x40", .w = 132, .h = 40, .ascii = true, .keys = "2N  jf" },
	{ .name = "ascii-80x24", .w = 80, .h = 24, .ascii = true },
	{ .name = "ascii-share-80x24", .w = 80, .h = 24, .ascii = true, .keys = "w" },
	{ .name = "ascii-share-turned-80x24", .w = 80, .h = 24, .ascii = true, .keys = "wI" },
	{ .name = "ascii-cpus-80x24", .w = 80, .h = 24, .ascii = true, .keys = "c" },
	{ .name = "detail-80x24", .w = 80, .h = 24, .keys = "d" },
	{ .name = "detail-132x40", .w = 132, .h = 40, .keys = "d" },
	{ .name = "detail-200x60", .w = 200, .h = 60, .keys = "dj" },
	{ .name = "detail-40x20", .w = 40, .h = 20, .keys = "d" },
	{ .name = "detail-20x5", .w = 20, .h = 5, .keys = "d" },
	{ .name = "detail-thread-80x24", .w = 80, .h = 24, .keys = "\rj\r" },
	{ .name = "detail-cpu-80x24", .w = 80, .h = 24, .keys = "cjj\r" },
	{ .name = "detail-core-80x24", .w = 80, .h = 24, .keys = "cjd" },
	{ .name = "detail-machine-132x40", .w = 132, .h = 40, .keys = "D" },
	{ .name = "detail-cgroup-80x24", .w = 80, .h = 24, .keys = "gd" },
	{ .name = "detail-within-80x24", .like = "detail-80x24",
	  .shows = { { "machine › session-4.scope › memhog (2311) › detail", 'l' } },
	  .w = 80, .h = 24, .keys = "g\rd" },
	{ .name = "detail-trend-132x40", .w = 132, .h = 40, .past = 20, .keys = "d" },
	{ .name = "detail-trend-level2-132x40", .w = 132, .h = 40, .past = 20, .keys = "djj" },
	{ .name = "detail-trend-core-132x40", .w = 132, .h = 40, .past = 20, .keys = "cjd" },
	{ .name = "cpus-trend-132x40", .w = 132, .h = 40, .past = 20, .keys = "c" },
	{ .name = "detail-stepped-132x40", .w = 132, .h = 40, .past = 20, .early = "z",
	  .keys = "[[D" },
	{ .name = "detail-hostile-80x24", .w = 80, .h = 24, .keys = "Njjjj\rd" },
	{ .name = "detail-hostile-ascii-80x24", .w = 80, .h = 24, .ascii = true, .keys = "Njjjjd" },
	{ .name = "detail-few-80x24", .w = 80, .h = 24, .keys = "PId" },
	{ .name = "detail-no-level2-80x24", .w = 80, .h = 24, .keys = "Njjjdj" },
	{ .name = "detail-one-level-80x24", .w = 80, .h = 24, .keys = "dj",
	  .family = "Intel Ice Lake-SP" },
	{ .name = "detail-dim-80x24", .w = 80, .h = 24, .keys = "\rjdkkk" },
	{ .name = "detail-scaled-80x24", .w = 80, .h = 24, .keys = "Njd", .running = 0.43 },
	{ .name = "detail-ascii-80x24", .w = 80, .h = 24, .ascii = true, .keys = "d" },
	{ .name = "first-frame-80x24", .w = 80, .h = 24, .before = true },
	{ .name = "progress-first-80x24", .w = 80, .h = 24, .empty = true,
	  .doing = "reading web-17.data", .progress = 0.42 },
	{ .name = "progress-unknown-40x10", .w = 40, .h = 10, .empty = true,
	  .doing = "reading web-17.data", .progress = (double)NAN },
	{ .name = "progress-ascii-132x40", .w = 132, .h = 40, .ascii = true, .past = 20,
	  .keys = "z[[", .doing = "looking for what is where", .progress = 0.905 },
	{ .name = "self-usage-80x24", .like = "processes-80x24",
	  .shows = { { "38 ran · self 0.8%", 'l' } }, .w = 80, .h = 24,
	  .self_usage = { .cpu_percent = 0.83, .at_ns = 1 } },
	{ .name = "self-usage-132x40", .like = "processes-132x40",
	  .shows = { { "412 tasks · 38 ran · 3 exited · self 12% · lost 0", 'l' } },
	  .w = 132, .h = 40, .self_usage = { .cpu_percent = 12.3, .at_ns = 1 } },
	{ .name = "state-80x24", .w = 80, .h = 24, .keys = "z", .lost = 12, .running = 0.43,
	  .simulated_by = "simulated machine" },
	{ .name = "state-132x40", .w = 132, .h = 40, .lost = 12, .unaccounted = 1.5 },
	{ .name = "offline-132x40", .like = "state-132x40",
	  .shows = { { "1 CPU was offline for a while: 0.0 % of CPU time not attributed, tasks ~",
		       'a' }, { "3 exited · lost 0", 'l' } },
	  .w = 132, .h = 40, .were_offline = 1, .unaccounted = 1.5 },
	{ .name = "invalid-80x24", .w = 80, .h = 24, .invalid = true },
	{ .name = "invalid-132x40", .w = 132, .h = 40, .invalid = true, .keys = "2" },
	{ .name = "taken-80x24", .like = "state-80x24",
	  .shows = { { "counter taken: by another program, or the NMI watchdog: see --doctor", 'a' } },
	  .w = 80, .h = 24, .running = -1 },
	{ .name = "trend-132x40", .w = 132, .h = 40, .past = 20 },
	{ .name = "average-80x24", .w = 80, .h = 24, .past = 5, .keys = "a" },
	{ .name = "average-132x40", .w = 132, .h = 40, .past = 20, .keys = "a" },
	{ .name = "recording-80x24", .w = 80, .h = 24, .past = 2, .recorded = true },
	{ .name = "recording-132x40", .w = 132, .h = 40, .past = 2, .recorded = true },
	{ .name = "recording-playing-132x40", .w = 132, .h = 40, .past = 2, .recorded = true,
	  .keys = "p" },
	{ .name = "meters-80x24", .w = 80, .h = 24, .keys = "l" },
	{ .name = "meters-ascii-132x40", .w = 132, .h = 40, .keys = "l", .ascii = true },
	{ .name = "chart-80x24", .w = 80, .h = 24, .past = 20, .keys = "m" },
	{ .name = "chart-132x40", .w = 132, .h = 40, .past = 60, .keys = "m{" },
	{ .name = "chart-ascii-80x24", .w = 80, .h = 24, .past = 20, .keys = "m", .ascii = true },
	{ .name = "map-80x24", .w = 80, .h = 24, .past = 20, .keys = "Mjjj" },
	{ .name = "map-132x40", .w = 132, .h = 40, .past = 60, .keys = "[M" },
	{ .name = "map-ascii-80x24", .w = 80, .h = 24, .past = 20, .keys = "Mj", .ascii = true },
	{ .name = "map-mono-letters-40x10", .w = 40, .h = 10, .past = 60, .keys = "M  j",
	  .theme = THEME_MONO },
	{ .name = "map-20x5", .w = 20, .h = 5, .past = 60, .keys = "M" },
	{ .name = "map-empty-80x24", .w = 80, .h = 24, .before = true, .keys = "M" },
	{ .name = "map-task-80x24", .w = 80, .h = 24, .watched = "pid 2311", .keys = "M" },
	{ .name = "difference-80x24", .w = 80, .h = 24, .past = 20, .early = "x" },
	{ .name = "difference-132x40", .w = 132, .h = 40, .past = 20, .early = "x2" },
	{ .name = "difference-ascii-80x24", .w = 80, .h = 24, .past = 20, .early = "x",
	  .ascii = true },
	{ .name = "difference-cpus-80x24", .w = 80, .h = 24, .past = 20, .early = "xc" },
	{ .name = "difference-detail-80x24", .w = 80, .h = 24, .past = 20, .early = "x",
	  .keys = "jd" },
	{ .name = "difference-detail-132x40", .w = 132, .h = 40, .past = 20, .early = "x",
	  .keys = "jd" },
	{ .name = "stepped-80x24", .w = 80, .h = 24, .past = 20, .early = "z", .keys = "[" },
	{ .name = "task-80x24", .w = 80, .h = 24, .watched = "your processes" },
	{ .name = "task-132x40", .w = 132, .h = 40, .watched = "command make -j8", .keys = "2" },
	{ .name = "task-threads-80x24", .w = 80, .h = 24, .watched = "pid 2311", .keys = "v" },
	{ .name = "task-cpus-80x24", .w = 80, .h = 24, .watched = "pid 2311", .keys = "c" },
	{ .name = "task-last-80x24", .like = "task-80x24",
	  .shows = { { "pid 2311 · user mode only", 't' }, { "EXITED", 'n' } }, .w = 80, .h = 24,
	  .watched = "pid 2311", .last = true },
	{ .name = "task-stale-80x24", .like = "task-80x24",
	  .shows = { { "pid 2311 · user mode only", 't' }, { "shares may be stale", 'a' } },
	  .w = 80, .h = 24,
	  .watched = "pid 2311", .stale_shares = true },
	{ .name = "task-detail-80x24", .w = 80, .h = 24, .watched = "your processes",
	  .keys = "jjjjjjjd" },
	{ .name = "task-40x10", .w = 40, .h = 10, .watched = "your processes" },
	{ .name = "trouble-20x5", .w = 20, .h = 5,
	  .trouble = "cannot read the counters: they are gone" },
};
/* clang-format on */

static void prepare(const struct shot *shot, struct snapshot *snapshot)
{
	struct row *machine = &snapshot->table[ROW_MACHINE].rows[0];

	if (shot->empty)
		snapshot_clear(snapshot);
	snapshot->machine = &fixture_machine;
	if (shot->doing)
		(void)snprintf(snapshot->doing, sizeof(snapshot->doing), "%s", shot->doing);
	snapshot->progress = shot->progress;
	fixture_machine.simulated = shot->simulated_by != NULL;
	(void)snprintf(fixture_machine.simulated_by, sizeof(fixture_machine.simulated_by), "%s",
		       shot->simulated_by ? shot->simulated_by : "");
	snapshot->lost = shot->lost;
	snapshot->were_offline = shot->were_offline;
	for (int i = 0; shot->exited && i < 212; i++) {
		const struct row *of = &snapshot->table[ROW_THREAD].rows[i % 7 ? 4 : 5];
		struct row *row = snapshot_add(snapshot, ROW_EXITED, 9000 + i);

		row->name = snapshot_keep(snapshot, i % 7 ? "sh" : "cc1plus");
		row->children = 1;
		row->busy_ns = of->busy_ns;
		row->counts = of->counts;
	}
	machine->unaccounted_slots = machine->counts.value[EV_SLOTS] * shot->unaccounted / 100;
	if (shot->running != 0)
		snapshot->running_ratio = shot->running < 0 ? 0 : shot->running;
	fixture_machine.guest = shot->invalid;
	snapshot->soundness = shot->invalid ? UNSOUND_ALL_BAD : SOUND;
	for (int kind = 0; shot->invalid && kind < ROW_KINDS; kind++)
		for (size_t i = 0; i < snapshot->table[kind].n; i++)
			row_evaluate(snapshot, &snapshot->table[kind].rows[i]);
	(void)snprintf(snapshot->trouble, sizeof(snapshot->trouble), "%s",
		       shot->trouble ? shot->trouble : "");
}

/*
 * Ice Lake: a third of each row's slots is counted in rotation group 1, a fifth in group 2, but
 * hardly any slots of one task; the events are X2 to X17 of its table.
 */
static void make_rotation(struct row *row)
{
	double *value = row->counts.value, one = row->id == PID_COMPUTE ? 0.001 : 0.33, two = 0.2;
	double all = value[EV_SLOTS], be = value[EV_BE_BOUND], ret = value[EV_RETIRING];

	row->counts.present |= 0x1ffffU << EV_X2;
	value[EV_X2] = one * all;
	value[EV_X3] = one * value[EV_FE_BOUND] * 0.6 / 5;
	value[EV_X4] = one * value[EV_BAD_SPEC] * 0.8;
	value[EV_X5] = one * value[EV_BAD_SPEC] * 0.2;
	value[EV_X6] = one * be * 0.7 / 5;
	value[EV_X8] = one * be / 5;
	value[EV_X11] = two * all;
	value[EV_X12] = two * ret;
	value[EV_X13] = two * (ret + value[EV_BAD_SPEC]);
	value[EV_X14] = value[EV_X16] = two * ret * 0.05;
	value[EV_X15] = two * ret * 0.1;
	value[EV_X17] = two * ret;
	value[EV_X18] = (1 - one - two) * all;
}

/* Cycles in place of slots; the stall events are X4 and X5 of the table. */
static void make_stalls(struct row *row)
{
	double *value = row->counts.value;

	value[EV_CYCLES] = value[EV_SLOTS];
	value[EV_X4] = value[EV_FE_BOUND];
	value[EV_X5] = value[EV_BE_BOUND];
	row->counts.partial = 0;
	row->counts.present = 1U << EV_SLOTS | 1U << EV_CYCLES | 1U << EV_INSTRUCTIONS |
			      1U << EV_X4 | 1U << EV_X5;
}

/*
 * Values of a snapshot are evaluated with the family and places that the machine has at that time.
 */
static struct snapshot *make_snapshot(const struct shot *shot)
{
	struct snapshot *snapshot;

	for (size_t i = 0; i < fixture_machine.n_cpus; i++)
		fixture_machine.cpus[i].node = shot->nodes ? fixture_machine.cpus[i].core : 0;
	fixture_machine.family = cpu_family_find(shot->family ? shot->family : "Intel Sapphire Rapids");
	fixture_machine.levels = fixture_machine.family->levels;
	for (size_t i = 0; i < fixture_machine.n_cpus; i++)
		fixture_machine.cpus[i].core_type =
			fixture_machine.family->hybrid && i >= 2 ? TYPE_ATOM : TYPE_CORE;
	snapshot = fixture_draft(shot->past + 1);
	fixture_machine.watched[0] = '\0';
	if (fixture_machine.family->hybrid)
		fixture_make_hybrid(snapshot);
	if (shot->watched)
		fixture_make_watched(snapshot, shot->watched);
	for (enum row_kind kind = ROW_CPU; kind <= ROW_THREAD; kind++)
		for (size_t i = 0;
		     (kind == ROW_CPU || kind == ROW_THREAD) && i < snapshot->table[kind].n; i++) {
			if (shot->rotation)
				make_rotation(&snapshot->table[kind].rows[i]);
			if (shot->stalls)
				make_stalls(&snapshot->table[kind].rows[i]);
		}
	snapshot->last = shot->last;
	fixture_machine.source = shot->watched ? "task" : shot->recorded ? "replay" : "switch";
	fixture_machine.user_only = shot->watched != NULL;
	fixture_machine.stale_shares = shot->stale_shares;
	if (snapshot_finish(snapshot))
		abort();
	return snapshot;
}

/* Changes a row's split by moving some of its retiring slots to backend bound. */
static void burden(struct row *row, double share)
{
	double moved = row->counts.value[EV_RETIRING] * share;

	row->counts.value[EV_RETIRING] -= moved;
	row->counts.value[EV_HEAVY_OPS] *= 1 - share;
	row->counts.value[EV_BE_BOUND] += moved;
	row->counts.value[EV_MEM_BOUND] += moved;
}

/* An interval before that of the shot: other loads and splits, and fewer tasks. */
static struct snapshot *make_past(uint64_t seq)
{
	struct snapshot *s = fixture_draft(seq);
	uint64_t wave = seq % 10 < 5 ? seq % 5 : 5 - seq % 5;

	s->table[ROW_PROCESS].n -= 2;	/* cc1plus and cron are not running yet */
	s->table[ROW_THREAD].n -= 2;
	for (size_t i = 0; i < s->table[ROW_CPU].n; i++) {
		struct row *cpu = &s->table[ROW_CPU].rows[i];

		burden(cpu, (double)wave / 10);
		cpu->busy_ns -= cpu->busy_ns * wave / 8;
	}
	for (size_t i = 0; i < s->table[ROW_THREAD].n; i++) {
		struct row *thread = &s->table[ROW_THREAD].rows[i];

		if (thread->id == PID_COMPUTE)
			burden(thread, (double)wave / 5);
		if (thread->id == PID_SCALED && seq % 4 == 0)
			s->table[ROW_THREAD].rows[i] =
				s->table[ROW_THREAD].rows[--s->table[ROW_THREAD].n];
	}
	if (snapshot_finish(s))
		abort();
	return s;
}

static void press(struct ui_state *state, const char *typed)
{
	for (; typed && *typed; typed++)
		(void)ui_key(state, *typed);
}

/*
 * Shows the intervals before the last; each is borrowed until the next. The caller frees the
 * result.
 */
static struct snapshot *show_past(struct ui_state *state, const struct shot *shot)
{
	struct snapshot *last = NULL;

	for (uint64_t seq = 1; seq <= shot->past; seq++) {
		struct snapshot *next = make_past(seq);

		if (seq % 7 != 6)	/* not all are seen */
			assert_int_equal(state_show(state, next), 0);
		snapshot_free(seq % 7 != 6 ? last : next);
		last = seq % 7 != 6 ? next : last;
		if (seq + 3 == shot->past)
			press(state, shot->early);
	}
	return last;
}

static char *take(const struct shot *shot)
{
	struct ui_options options = { .level = 1,
				      .view = VIEW_PROCESSES,
				      .recorded = shot->recorded,
				      .ascii = shot->ascii,
				      .theme = shot->theme,
				      .machine = &fixture_machine };
	struct snapshot *snapshot = make_snapshot(shot), *past;
	struct canvas canvas = { 0 };
	struct ui_state state;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	prepare(shot, snapshot);
	assert_int_equal(canvas_resize(&canvas, shot->w, shot->h), 0);
	state_init(&state, &options, 1000000000);
	state.self_usage = shot->self_usage;
	past = show_past(&state, shot);
	if (!shot->before)
		assert_int_equal(state_show(&state, snapshot), 0);
	screen_draw(&state, &canvas);
	press(&state, shot->keys);
	if (shot->code)
		(void)ui_key(&state, shot->code);
	screen_draw(&state, &canvas);
	canvas_dump(&canvas, out);
	(void)fclose(out);
	state_done(&state);
	canvas_done(&canvas);
	snapshot_free(snapshot);
	snapshot_free(past);
	return text;
}

static void make_path(const char *name, char *path, size_t size)
{
	const char *source = getenv("srcdir");

	(void)snprintf(path, size, "%s/tests/screens/%s.txt", source ? source : ".", name);
}

static char *read_file(const char *path)
{
	char *text = NULL;
	size_t size = 0;
	FILE *in = fopen(path, "r");

	if (!in)
		return NULL;
	if (getdelim(&text, &size, '\0', in) < 0) {
		free(text);
		text = NULL;
	}
	(void)fclose(in);
	return text;
}

/* Line i of a picture, without its end; NULL beyond the last. */
static const char *line_of(const char *picture, int i, size_t *n)
{
	for (; picture && i; i--) {
		picture = strchr(picture, '\n');
		picture = picture ? picture + 1 : NULL;
	}
	*n = picture ? strcspn(picture, "\n") : 0;
	return picture && *picture ? picture : NULL;
}

/* Is the text in line y, in its role? Separators in it are dim. */
static bool line_shows(const char *picture, const struct shot *shot, int y, int i)
{
	const char *text = shot->shows[i].text, *line, *roles, *at;
	size_t n, cells = 0;

	line = line_of(picture, y, &n);
	at = text && line ? strstr(line, text) : NULL;
	if (!at || at >= line + n)
		return false;
	/* One cell for each letter of UTF-8, behind the flag that begins a line of roles. */
	for (const char *c = line; c < at; c++)
		cells += ((unsigned char)*c & 0xc0) != 0x80;
	roles = line_of(picture, shot->h + 1 + y, &n) + 1 + cells;
	for (const char *c = text; *c; c++) {
		if (((unsigned char)*c & 0xc0) == 0x80)
			continue;
		if (*roles != shot->shows[i].role && *roles != 'd')
			return false;
		roles++;
	}
	return true;
}

/* Each line is that of the other shot, or shows one of the texts; and all texts are there. */
static void compare_lines(const struct shot *shot, const char *got, const char *want)
{
	bool found[2] = { !shot->shows[0].text, !shot->shows[1].text };

	for (int y = 0; y < shot->h; y++) {
		size_t n, other_n;
		const char *line = line_of(got, y, &n), *other = line_of(want, y, &other_n);
		bool shown = false;

		for (int i = 0; i < 2; i++)
			if (line_shows(got, shot, y, i))
				shown = found[i] = true;
		if (!shown && (n != other_n || strncmp(line, other, n) != 0))
			fail_msg("%s: line %d is \"%.*s\"", shot->name, y, (int)n, line);
		line = line_of(got, shot->h + 1 + y, &n);
		other = line_of(want, shot->h + 1 + y, &other_n);
		if (!shown && (n != other_n || strncmp(line, other, n) != 0))
			fail_msg("%s: roles of line %d are \"%.*s\"", shot->name, y, (int)n, line);
	}
	assert_true(found[0] && found[1]);
}

static void compare_like(const struct shot *shot)
{
	char path[512], *got = take(shot), *want;

	make_path(shot->like, path, sizeof(path));
	want = read_file(path);
	assert_non_null(want);
	compare_lines(shot, got, want);
	free(want);
	free(got);
}

static void compare(const struct shot *shot)
{
	const char *update = getenv("SCREENS");
	char path[512], *got = take(shot), *want;

	make_path(shot->name, path, sizeof(path));
	if (update && !strcmp(update, "update")) {
		FILE *out = fopen(path, "w");

		assert_non_null(out);
		(void)fputs(got, out);
		assert_int_equal(fclose(out), 0);
		free(got);
		return;
	}
	want = read_file(path);
	if (!want || strcmp(got, want) != 0) {
		print_error("%s is not what is drawn now:\n%s", path, got);
		free(want);
		free(got);
		fail();
	}
	free(want);
	free(got);
}

static void one_shot(void **state)
{
	const struct shot *shot = *state;

	if (shot->like)
		compare_like(shot);
	else
		compare(shot);
}

int main(void)
{
	struct CMUnitTest tests[sizeof(shots) / sizeof(shots[0])];

	(void)setlocale(LC_ALL, "C.UTF-8");
	for (size_t i = 0; i < sizeof(shots) / sizeof(shots[0]); i++)
		tests[i] = (struct CMUnitTest){ .name = shots[i].name, .test_func = one_shot,
						.initial_state = (void *)(uintptr_t)&shots[i] };
	return cmocka_run_group_tests_name("screens", tests, NULL, NULL);
}
