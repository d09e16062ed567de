/* SPDX-License-Identifier: GPL-2.0-only */
/* Retire latencies of opened nodes; see latency.h. */
#include "config.h"
#include "collect/nodes/latency.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/live/sampler_set.h"
#include "collect/perf/record.h"
#include "collect/perf/record_layout.h"
#include "collect/sys/privilege.h"
#include "model/profile/profile.h"

#define PRECISE 2		/* at 1 each PEBS record has all registers: three times as long */
#define SAMPLE_BYTES 40		/* header, id, ip, task, weight */
#define PERIOD_USUAL 100003	/* of an event whose period the table does not know */
#define FLOOR 16		/* a period is at least this part of the table's: a burst of the
				 * event must not flood the rings until somebody looks */
#define STEP 4			/* it falls to this part at a time */
#define TOO_FAST 1.5		/* times the rate: a longer period */
#define FIRST_LOOK_NS 250000000ULL
#define LOOK_NS 1000000000ULL
#define RING_NS 2000000000ULL	/* all samples of that time fit the ring of one thread, */
#define FEW_TASKS 8		/* if there are so few; more have smaller ones */
#define FRONTEND_RETIRED 0xc6	/* event code; its kinds are in an MSR, 0x3f7 */

/* An event that is looked at. */
struct timed {
	struct sample_choice choice;
	enum core_type core_type;
	uint64_t period;	/* what was found to be good */
	uint32_t turn;		/* when it was its turn, 0: never yet */
	bool frontend;
	bool refused;
	struct tree_latency sum;
};

/* What is sampled now. */
struct slot {
	struct sampler_set set;
	struct timed *timed;	/* NULL: nothing */
	uint64_t since_ns;	/* that this period has been in use */
	uint64_t look_ns;	/* when it is next looked at */
	uint64_t came;		/* samples since then, lost ones too */
	struct record_layout layout;
};

struct latency {
	struct latency_options options;
	const struct perf_sys *sys;
	size_t page;
	struct timed timed[TREE_LATENCIES_MAX];
	size_t n;
	struct slot slot[LATENCY_AT_ONCE];
	uint32_t turn;
	uint64_t turn_ns;	/* when the next one begins; UINT64_MAX: all events are sampled */
	struct event_task task[LATENCY_TASKS];
	size_t n_tasks;
	bool user_only;		/* the kernel's mode is not permitted */
	bool files_raised;
	int refused;		/* errno, positive; 0 */
	uint64_t zeros;		/* samples so far, all of them 0, */
	bool told;		/* unless one was not, in this look or before */
};

/* Are latencies to be had here, as far as is known? */
static bool is_possible(const struct latency *latency)
{
	return latency->options.family->retire_latency &&
	       (latency->told || latency->zeros < LATENCY_ALL_ZERO);
}

struct latency *latency_new(const struct latency_options *options)
{
	struct latency *latency = calloc(1, sizeof(*latency));

	if (!latency)
		return NULL;
	latency->options = *options;
	latency->sys = options->sys ? options->sys : &perf_sys_real;
	latency->turn_ns = UINT64_MAX;
	latency->page = options->page ? options->page : 4096;
	for (size_t i = 0; i < LATENCY_AT_ONCE; i++) {
		if (sampler_set_init(&latency->slot[i].set, latency->sys)) {
			latency_free(latency);
			return NULL;
		}
	}
	return latency;
}

void latency_free(struct latency *latency)
{
	if (!latency)
		return;
	for (size_t i = 0; i < LATENCY_AT_ONCE; i++) {
		if (latency->slot[i].set.whole)
			sampler_set_done(&latency->slot[i].set);
	}
	free(latency);
}

/* ---- samples ---- */

static void add_sample(struct slot *slot, const struct sample_record *record)
{
	struct tree_latency *sum = &slot->timed->sum;
	const uint64_t cycles = record->weight >> 48;

	if (cycles >= LATENCY_SATURATED) {
		sum->saturated++;
		return;
	}
	sum->samples++;
	sum->sum += (double)cycles;
	sum->squares += (double)cycles * (double)cycles;
}

/* A sampler_record; `to` is the slot. */
static void add_record(void *to, struct sampler_target *target, const void *bytes, size_t size)
{
	struct slot *slot = to;
	const struct perf_event_header *header = bytes;
	struct sample_record sample;
	struct record record;

	(void)target;
	if (!record_content(false, bytes, size, &record) && record.kind == REC_LOST)
		slot->came += record.lost;
	if (header->type != PERF_RECORD_SAMPLE ||
	    sample_record_decode(&slot->layout, bytes, size, &sample))
		return;
	slot->came++;
	add_sample(slot, &sample);
}

/*
 * Takes what there is. To read an event takes the records of its thread out of the PEBS buffer into
 * the ring (intel_pmu_read_event(), arch/x86/events/intel/core.c).
 */
static void latency_take(struct slot *slot)
{
	if (!slot->timed)
		return;
	sampler_set_look(&slot->set);
	sampler_set_drain(&slot->set, add_record, slot);
}

/* ---- what is open ---- */

static struct sampler_how how_of(const struct timed *timed)
{
	struct sampler_how how = sampler_how_of(&timed->choice);

	how.period = timed->period;
	how.lean = true;
	return how;
}

/* Of a ring. */
static size_t pages_of(const struct latency *latency)
{
	const size_t pages = sampler_ring_pages(SAMPLE_BYTES, LATENCY_RATE, RING_NS, latency->page);

	if (latency->n_tasks <= FEW_TASKS || pages < 4)
		return pages;
	return latency->n_tasks <= 2 * FEW_TASKS ? pages / 2 : pages / 4;
}

/* What the slot samples from now on; it has nothing open. */
static void latency_choose(struct latency *latency, struct slot *slot, struct timed *timed, uint64_t now_ns)
{
	struct perf_event_attr *attr = &timed->choice.attr[timed->core_type];
	struct sampler_how how;

	attr->exclude_kernel = latency->user_only;
	how = how_of(timed);
	sampler_set_choose(&slot->set, &timed->choice, NULL, &how, pages_of(latency));
	slot->timed = timed;
	slot->layout = record_layout_make(slot->set.event[0].attr.sample_type, 0, true, false);
	slot->since_ns = now_ns;
	slot->look_ns = now_ns + FIRST_LOOK_NS;
	slot->came = 0;
}

static void close_slot(struct slot *slot)
{
	latency_take(slot);
	sampler_set_close_all(&slot->set);
	slot->timed = NULL;
}

/* The kernel does not open this event, for reasons of its own. */
static void latency_refuse(struct latency *latency, struct slot *slot, int errnum)
{
	latency->refused = errnum;
	slot->timed->refused = true;
	sampler_set_close_all(&slot->set);
	slot->timed = NULL;
}

static int open_task(struct slot *slot, const struct event_task *task)
{
	const struct event_target what = event_of_thread(task->tid, task->pid, NAN);

	return sampler_set_open(&slot->set, &what, false);
}

/* Can its samples tell a latency? An imprecise one's never does. */
static bool is_precise(const struct slot *slot)
{
	return slot->set.how.precise[slot->timed->core_type] > 0;
}

/*
 * Opens a thread, the first of a slot perhaps without the kernel's mode. False: no others are to be
 * tried.
 */
static bool open_next(struct latency *latency, struct slot *slot, const struct event_task *task,
		      uint64_t now_ns)
{
	const bool first = !slot->set.table.n;
	int ret = open_task(slot, task);

	if (first && (ret == -EACCES || ret == -EPERM) && !latency->user_only) {
		latency->user_only = true;
		latency_choose(latency, slot, slot->timed, now_ns);
		ret = open_task(slot, task);
	}
	if (ret && first && latency->user_only) {
		latency->user_only = false;
		latency_choose(latency, slot, slot->timed, now_ns);
	}
	if (!ret && first && !is_precise(slot))
		ret = -EOPNOTSUPP;
	if (first && (ret == -EOPNOTSUPP || ret == -EINVAL || ret == -ENOENT)) {
		latency_refuse(latency, slot, -ret);
		return false;
	}
	if (ret && first)
		latency->refused = -ret;
	return !ret || ret == -ESRCH || ret == -ENODEV || ret == -EACCES || ret == -EPERM;
}

static bool is_there(const struct latency *latency, const struct sampler_target *target)
{
	for (size_t i = 0; i < latency->n_tasks; i++) {
		if (latency->task[i].tid == target->of.tid)
			return true;
	}
	return false;
}

/* Opens what of the row is not open. */
static void open_slot(struct latency *latency, struct slot *slot, uint64_t now_ns)
{
	for (size_t i = 0; i < latency->n_tasks; i++) {
		const struct event_task *task = &latency->task[i];

		if (event_table_find(&slot->set.table, task->tid, -1) < 0 &&
		    !open_next(latency, slot, task, now_ns))
			break;
	}
	sampler_set_enable(&slot->set);
}

static void open_all(struct latency *latency, uint64_t now_ns)
{
	privilege_raise(PRIVILEGE_COUNT);
	if (!latency->files_raised)
		(void)latency->sys->raise_files(latency->sys->data,
						(size_t)LATENCY_TASKS * LATENCY_AT_ONCE);
	latency->files_raised = true;
	for (size_t i = 0; i < LATENCY_AT_ONCE; i++) {
		if (latency->slot[i].timed)
			open_slot(latency, &latency->slot[i], now_ns);
	}
	privilege_raise(PRIVILEGE_PROC);
}

/* ---- turns ---- */

/* The event that waited longest, can be had and is not chosen yet; NULL: there is none. */
static struct timed *next_timed(struct latency *latency, bool no_frontend)
{
	struct timed *next = NULL;

	for (size_t i = 0; i < latency->n; i++) {
		struct timed *timed = &latency->timed[i];

		if (timed->refused || timed->turn == latency->turn ||
		    (no_frontend && timed->frontend))
			continue;
		if (!next || timed->turn < next->turn)
			next = timed;
	}
	return next;
}

static struct slot *latency_slot_of(struct latency *latency, const struct timed *timed)
{
	for (size_t i = 0; i < LATENCY_AT_ONCE; i++) {
		if (latency->slot[i].timed == timed)
			return &latency->slot[i];
	}
	return NULL;
}

/* Chooses the events whose turn it is; those that go on stay open. */
static void take_turn(struct latency *latency, uint64_t now_ns)
{
	struct timed *chosen[LATENCY_AT_ONCE];
	bool frontend = false;
	size_t n = 0;

	latency->turn++;
	while (n < LATENCY_AT_ONCE && (chosen[n] = next_timed(latency, frontend))) {
		chosen[n]->turn = latency->turn;
		frontend |= chosen[n++]->frontend;
	}
	latency->turn_ns = next_timed(latency, false) ? now_ns + LATENCY_TURN_NS : UINT64_MAX;
	for (size_t i = 0; i < LATENCY_AT_ONCE; i++) {
		struct slot *slot = &latency->slot[i];

		if (slot->timed && slot->timed->turn != latency->turn)
			close_slot(slot);
	}
	for (size_t i = 0; i < n; i++) {
		if (!latency_slot_of(latency, chosen[i]))
			latency_choose(latency, latency_slot_of(latency, NULL), chosen[i], now_ns);
	}
}

/* ---- periods ---- */

/*
 * The period that fits what came; the same for all tasks, as otherwise those with the shorter one
 * would count for more in the mean.
 */
static uint64_t period_for(const struct slot *slot, uint64_t now_ns)
{
	const struct sample_choice *choice = &slot->timed->choice;
	const uint64_t usual = choice->attr[slot->timed->core_type].sample_period;
	const uint64_t old = slot->timed->period;
	const double seconds = (double)(now_ns - slot->since_ns) / 1e9;
	const double events = (double)slot->came * (double)old / seconds;
	uint64_t least = usual / FLOOR;

	if (least < old / STEP)
		least = old / STEP;
	if ((double)slot->came > TOO_FAST * LATENCY_RATE * seconds)
		return sampler_period(choice, events, LATENCY_RATE);
	if ((double)slot->came * STEP > LATENCY_RATE * seconds || old <= usual / FLOOR)
		return old;
	if (events < (double)least * LATENCY_RATE)
		return sampler_period(choice, (double)least, 1);
	return sampler_period(choice, events, LATENCY_RATE);
}

static void look_at(struct slot *slot, uint64_t now_ns)
{
	uint64_t period;

	latency_take(slot);
	slot->look_ns = now_ns + LOOK_NS;
	period = period_for(slot, now_ns);
	slot->came = 0;
	slot->since_ns = now_ns;
	if (period == slot->timed->period)
		return;
	slot->timed->period = period;
	privilege_raise(PRIVILEGE_COUNT);
	sampler_set_period(&slot->set, period);
	privilege_raise(PRIVILEGE_PROC);
	sampler_set_enable(&slot->set);
}

/* ---- what live_nodes.c calls ---- */

/* The event of a tree, as it is opened. */
static void add_timed(struct latency *latency, enum core_type type, size_t event)
{
	const struct tree_event *from = tree_event(latency->options.family->tree[type], event);
	struct timed *timed = &latency->timed[latency->n];

	if (latency->n == TREE_LATENCIES_MAX || from->origin != TREE_COUNTED)
		return;
	*timed = (struct timed){
		.core_type = type,
		.period = from->period ? from->period : PERIOD_USUAL,
		.frontend = (from->config & 0xff) == FRONTEND_RETIRED && from->config1,
		.sum = { .core_type = (uint8_t)type, .event = (uint16_t)event },
	};
	timed->choice.has[type] = true;
	timed->choice.period_step = 1;
	timed->choice.attr[type] = (struct perf_event_attr){
		.type = latency->options.pmu[type],
		.config = from->config, .config1 = from->config1,
		.sample_period = timed->period,
		.sample_type = PERF_SAMPLE_WEIGHT_STRUCT,
		.precise_ip = PRECISE,
		.exclude_hv = 1, .exclude_guest = 1,
	};
	latency->n++;
}

void latency_look(struct latency *latency, const struct tree_event_set timed[CORE_TYPES],
		  uint64_t now_ns)
{
	latency_leave(latency);
	for (int type = 0; type < CORE_TYPES; type++) {
		const struct tree *tree = latency->options.family->tree[type];

		for (size_t i = 0; tree && latency->options.pmu[type] && i < tree->n_events; i++) {
			if (tree_event_set_has(&timed[type], i))
				add_timed(latency, (enum core_type)type, i);
		}
	}
	if (is_possible(latency))
		take_turn(latency, now_ns);
}

void latency_leave(struct latency *latency)
{
	for (size_t i = 0; i < LATENCY_AT_ONCE; i++) {
		sampler_set_close_all(&latency->slot[i].set);
		latency->slot[i].timed = NULL;
	}
	latency->n = latency->n_tasks = 0;
	latency->turn = 0;
	latency->turn_ns = UINT64_MAX;
	latency->refused = 0;
}

void latency_see(struct latency *latency, const struct event_task *tasks, size_t n,
		 uint64_t now_ns)
{
	if (!latency->n)
		return;
	latency->n_tasks = n < LATENCY_TASKS ? n : LATENCY_TASKS;
	for (size_t i = 0; i < latency->n_tasks; i++)
		latency->task[i] = tasks[i];
	for (size_t i = 0; i < LATENCY_AT_ONCE; i++) {
		struct slot *slot = &latency->slot[i];

		sampler_set_drain(&slot->set, add_record, slot);
		for (size_t j = slot->set.table.n; j-- > 0;) {
			if (slot->timed && !is_there(latency, sampler_set_at(&slot->set, j)))
				sampler_set_close(&slot->set, j);
		}
		if (slot->timed && !slot->set.table.n)
			latency_choose(latency, slot, slot->timed, now_ns);	/* rings that fit */
	}
	if (is_possible(latency))
		open_all(latency, now_ns);
}

void latency_step(struct latency *latency, uint64_t now_ns)
{
	if (!latency->n_tasks || now_ns < latency_next_ns(latency))
		return;
	for (size_t i = 0; i < LATENCY_AT_ONCE; i++) {
		if (latency->slot[i].timed && now_ns >= latency->slot[i].look_ns)
			look_at(&latency->slot[i], now_ns);
	}
	if (now_ns < latency->turn_ns)
		return;
	take_turn(latency, now_ns);
	open_all(latency, now_ns);
}

uint64_t latency_next_ns(const struct latency *latency)
{
	uint64_t next_ns = UINT64_MAX;

	for (size_t i = 0; i < LATENCY_AT_ONCE; i++) {
		const struct slot *slot = &latency->slot[i];

		if (slot->timed && latency->n_tasks && slot->look_ns < next_ns)
			next_ns = slot->look_ns;
	}
	return latency->n_tasks && latency->turn_ns < next_ns ? latency->turn_ns : next_ns;
}

/* Is a sum not zero? Then this machine tells latencies. Else all samples so far are zeros. */
static void see_zeros(struct latency *latency)
{
	uint64_t zeros = 0;

	for (size_t i = 0; i < latency->n; i++) {
		const struct tree_latency *sum = &latency->timed[i].sum;

		latency->told |= sum->sum > 0 || sum->saturated;
		zeros += sum->samples;
	}
	latency->zeros = zeros;
	if (is_possible(latency))
		return;
	for (size_t i = 0; i < LATENCY_AT_ONCE; i++)
		close_slot(&latency->slot[i]);
	latency->turn_ns = UINT64_MAX;
}

void latency_read(struct latency *latency, struct tree_readings *readings)
{
	readings->n_latencies = 0;
	if (!is_possible(latency))
		return;
	for (size_t i = 0; i < LATENCY_AT_ONCE; i++)
		latency_take(&latency->slot[i]);
	if (!latency->told)
		see_zeros(latency);
	if (!latency->told)
		return;
	for (size_t i = 0; i < latency->n; i++) {
		struct tree_latency *sum = &latency->timed[i].sum;

		if (!sum->samples && !sum->saturated)
			continue;
		readings->latency[readings->n_latencies++] = *sum;
		*sum = (struct tree_latency){ .core_type = sum->core_type, .event = sum->event };
	}
}

const char *latency_remark(const struct latency *latency)
{
	bool open = false;

	if (!latency->n)
		return "";
	if (!latency->options.family->retire_latency)
		return "This CPU tells no retire latency: those of the table are used.";
	if (!is_possible(latency))
		return "All samples have a retire latency of 0, so this machine tells none: those of "
		       "the table are used.";
	for (size_t i = 0; i < LATENCY_AT_ONCE; i++)
		open |= latency->slot[i].set.table.n > 0;
	switch (open ? 0 : latency->refused) {
	case 0:
		return "";
	case EOPNOTSUPP: case EINVAL: case ENOENT:
		return "The kernel opens no precise events (PEBS) here, so retire latencies are those "
		       "of the table.";
	case EACCES: case EPERM:
		return "To sample retire latencies is not permitted: those of the table are used.";
	default:
		return "Retire latencies cannot be sampled now: those of the table are used.";
	}
}
