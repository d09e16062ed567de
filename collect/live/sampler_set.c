/* SPDX-License-Identifier: GPL-2.0-only */
/* Opened events and their rings; see sampler_set.h. */
#include "config.h"
#include "collect/live/sampler_set.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "collect/events/event_ring.h"

#define GOLDEN 0.6180339887498949
#define PLASTIC 0.7548776662466927	/* another step that never comes back to where it was */
#define VARY_SAMPLES 16		/* with one period, at least: a change costs half a sample */
#define VARY_CLASS 64		/* of a class: what a change costs is less than 1 % of it */
#define TURN_NS 100000000ULL
#define VARY_SURELY 256		/* also if it may not run now */

int sampler_set_init(struct sampler_set *set, const struct perf_sys *sys)
{
	*set = (struct sampler_set){ .sys = sys,
				     .table.size = sizeof(struct sampler_target) };
	set->whole = malloc(EVENT_RECORD_MAX);
	return set->whole ? 0 : -ENOMEM;
}

void sampler_set_done(struct sampler_set *set)
{
	sampler_set_close_all(set);
	event_table_free(&set->table);
	free(set->whole);
	set->whole = NULL;
}

static void make_class_attrs(struct sampler_set *set)
{
	for (size_t i = 0; i < set->n_events; i++) {
		const struct sample_class *class = &set->classes->event[i];
		bool first = true;	/* of those on this core type */

		for (size_t k = 0; k < i; k++)
			first &= set->event[k].core_type != class->core_type;
		set->event[i].core_type = class->core_type;
		set->event[i].attr = sampler_class_attr(set->choice, class, &set->how, first);
		set->event[i].class = class;
		set->event[i].off = class->mux && class->mux != set->turn;
	}
}

static void make_attrs(struct sampler_set *set)
{
	if (set->classes) {
		set->n_events = (size_t)set->classes->n;
		make_class_attrs(set);
		return;
	}
	set->n_events = 0;
	for (int i = 0; i < CORE_TYPES; i++) {
		const enum core_type type = (enum core_type)i;

		if (set->choice->has[i])
			set->event[set->n_events++] = (struct sampler_event){
				.core_type = type,
				.attr = sampler_attr(set->choice, type, &set->how) };
	}
}

/* The lowest number of those that take turns, above this one; 0: there is none. */
static int turn_after(const struct sampler_set *set, int mux)
{
	int next = 0;

	for (int i = 0; set->classes && i < set->classes->n; i++) {
		const int of = set->classes->event[i].mux;

		if (of > mux && (!next || of < next))
			next = of;
	}
	return next;
}

void sampler_set_choose(struct sampler_set *set, const struct sample_choice *choice,
			const struct sample_classes *classes, const struct sampler_how *how,
			size_t pages)
{
	set->choice = choice;
	set->classes = classes;
	set->turn = turn_after(set, 0);
	set->how = *how;
	set->pages = pages;
	set->refused_stacks = 0;
	make_attrs(set);
}

/* May another attr be accepted where this one was refused with that errno? */
static bool depends_on_attr(int ret)
{
	return ret == -EOPNOTSUPP || ret == -EINVAL || ret == -ENOENT;
}

/* Opens an event; lowers the precise level until it is accepted. An fd. */
static int open_precise(struct sampler_set *set, const struct sampler_event *event,
			const struct event_target *what)
{
	const struct perf_sys *sys = set->sys;
	const enum core_type type = event->core_type;
	const int requested = set->how.precise[type];
	int ret, first;

	ret = first = sys->open(sys->data, &event->attr, what->tid, what->cpu, -1, 0);
	while (set->table.n == 0 && depends_on_attr(ret) &&
	       set->how.precise[type] > 0) {
		set->how.precise[type]--;
		make_attrs(set);
		ret = sys->open(sys->data, &event->attr, what->tid, what->cpu, -1, 0);
	}
	if (ret >= 0 || set->how.precise[type] == requested)
		return ret;
	set->how.precise[type] = requested;
	make_attrs(set);
	return first;
}

static int open_event(struct sampler_set *set, const struct sampler_event *event,
		      const struct event_target *what, bool may_drop_stacks)
{
	const uint64_t stacks = PERF_SAMPLE_BRANCH_STACK;
	const int ret = open_precise(set, event, what);
	int without;

	if (ret >= 0 || set->table.n || !may_drop_stacks || set->how.no_stacks ||
	    !(event->attr.sample_type & stacks) || (!depends_on_attr(ret) && ret != -EBUSY))
		return ret;
	set->how.no_stacks = true;
	make_attrs(set);
	without = open_precise(set, event, what);
	if (without < 0) {
		set->how.no_stacks = false;
		make_attrs(set);
		return ret;
	}
	set->refused_stacks = -ret;
	return without;
}

static void close_target(const struct sampler_set *set, struct sampler_target *target)
{
	const struct perf_sys *sys = set->sys;

	if (target->ring)
		sys->unmap(sys->data, target->ring, target->pages);
	target->ring = NULL;
	for (size_t i = 0; i < SAMPLER_EVENTS; i++) {
		if (target->counter[i].fd >= 0)
			sys->close(sys->data, target->counter[i].fd);
		target->counter[i].fd = -1;
	}
}

/* Maps the ring of the first event, and lets the others write into it. */
static int map_ring(struct sampler_set *set, struct sampler_target *target)
{
	const struct perf_sys *sys = set->sys;
	int first = -1, ret = 0;

	for (size_t i = 0; i < set->n_events && !ret; i++) {
		const int fd = target->counter[i].fd;

		if (fd < 0)
			continue;
		if (first >= 0) {
			ret = sys->redirect(sys->data, fd, first);
			continue;
		}
		first = fd;
		ret = sys->map(sys->data, first, set->pages, false, &target->ring);
		target->pages = set->pages;
	}
	return ret == -EPERM || ret == -EAGAIN ? -ENOBUFS : ret;
}

/* Gives all events of a target this period; false: not all have taken it. */
static bool put_period(const struct sampler_set *set, const struct sampler_target *target,
		       uint64_t period)
{
	bool taken = true;

	for (size_t i = 0; i < set->n_events; i++) {
		const struct sample_class *class = set->event[i].class;
		const uint64_t own = class ? sampler_class_period(class, period) : period;

		if (target->counter[i].fd >= 0)
			taken &= !set->sys->period(set->sys->data, target->counter[i].fd, own);
	}
	return taken;
}

/* The next period of a target: steps by the golden ratio cover all of them evenly. */
static void next_period(const struct sampler_set *set, struct sampler_target *target)
{
	uint64_t period;

	target->vary = fmod(target->vary + GOLDEN, 1);
	period = sampler_period_varied(set->choice, set->how.period, target->vary);
	target->period_before = target->period;
	if (put_period(set, target, period))
		target->period = period;
	target->changed_at = event_ring_head(target->ring);
	target->samples = 0;
}

/* The first period of a target that was opened, another one for each. */
static void first_period(struct sampler_set *set, struct sampler_target *target)
{
	target->period = set->how.period;
	target->samples = 0;
	target->changed_at = target->sampled_ns = 0;
	if (!set->varies)
		return;
	target->vary = set->vary = fmod(set->vary + PLASTIC, 1);
	next_period(set, target);
	for (size_t i = 0; set->classes && i < set->n_events; i++)
		target->counter[i].vary = fmod(target->vary + (double)i * PLASTIC, 1);
}

/* Has this target this event? */
static bool has_event(const struct sampler_set *set, const struct sampler_target *target,
		      const struct sampler_event *event)
{
	const enum core_type type = target->of.core_type;

	return target->of.cpu < 0 ||
	       (int)event->core_type == sampler_type_for(set->choice, type);
}

/* Opens the events of a target, and maps its ring. 0 or a negative errno. */
static int open_target(struct sampler_set *set, struct sampler_target *target,
		       bool may_drop_stacks)
{
	const struct perf_sys *sys = set->sys;
	int ret = -ENODEV, opened = 0;

	for (size_t i = 0; i < SAMPLER_EVENTS; i++)
		target->counter[i] = (struct sampler_counter){ .fd = -1 };
	for (size_t i = 0; i < set->n_events; i++) {
		if (!has_event(set, target, &set->event[i]))
			continue;
		ret = open_event(set, &set->event[i], &target->of, may_drop_stacks);
		if (ret < 0)
			break;
		target->counter[i].fd = ret;
		target->counter[i].id = sys->id(sys->data, ret);
		opened++;
	}
	if (ret >= 0)
		ret = opened ? map_ring(set, target) : -ENODEV;
	if (ret < 0)
		close_target(set, target);
	else
		first_period(set, target);
	return ret < 0 ? ret : 0;
}

int sampler_set_open(struct sampler_set *set, const struct event_target *what,
		     bool may_drop_stacks)
{
	struct sampler_target target = { .of = *what };
	int ret = open_target(set, &target, may_drop_stacks);

	if (!ret && event_table_add(&set->table, &target)) {
		close_target(set, &target);
		ret = -ENOMEM;
	}
	return ret;
}

void sampler_set_close(struct sampler_set *set, size_t target)
{
	close_target(set, sampler_set_at(set, target));
	event_table_drop(&set->table, target);
}

void sampler_set_close_all(struct sampler_set *set)
{
	while (set->table.n)
		sampler_set_close(set, set->table.n - 1);
}

void sampler_set_enable(struct sampler_set *set)
{
	for (size_t i = 0; i < set->table.n; i++) {
		struct sampler_target *target = sampler_set_at(set, i);

		for (size_t j = 0; j < set->n_events && !target->enabled; j++) {
			if (target->counter[j].fd >= 0 && !set->event[j].off)
				(void)set->sys->enable(set->sys->data, target->counter[j].fd);
		}
		target->enabled = true;
	}
}

/* From now on it is the turn of this event, or not any more; on all targets, once they are enabled. */
static void turn_event(struct sampler_set *set, size_t event, bool on)
{
	const struct perf_sys *sys = set->sys;

	for (size_t i = 0; i < set->table.n && set->event[event].off == on; i++) {
		const struct sampler_target *target = sampler_set_at(set, i);
		const int fd = target->counter[event].fd;

		if (fd >= 0 && target->enabled)
			(void)(on ? sys->enable(sys->data, fd) : sys->disable(sys->data, fd));
	}
	set->event[event].off = !on;
}

static struct event_count count_since(const struct event_count *now, const struct event_count *before)
{
	return (struct event_count){ now->count - before->count,
				     now->enabled_ns - before->enabled_ns,
				     now->running_ns - before->running_ns };
}

static void add_count(struct event_count *to, const struct event_count *step)
{
	to->count += step->count;
	to->enabled_ns += step->enabled_ns;
	to->running_ns += step->running_ns;
}

/* How many events of its core type are on while it is, with it. */
static uint64_t alike(const struct sampler_set *set, size_t event)
{
	uint64_t n = 0;

	for (size_t i = 0; i < set->n_events; i++)
		n += set->event[i].core_type == set->event[event].core_type && (i == event || !set->event[i].off);
	return set->classes ? n : 1;
}

static void look_at(struct sampler_set *set, struct sampler_target *target)
{
	struct event_count sum = { 0 }, count;

	for (size_t i = 0; i < set->n_events; i++) {
		struct sampler_counter *counter = &target->counter[i];

		if (counter->fd < 0 || perf_sys_count(set->sys, counter->fd, &count))
			continue;
		counter->step = count_since(&count, &counter->seen);
		counter->seen = count;
		add_count(&set->event[i].total, &counter->step);
		/* samples that all of them may have: as if each counted what the first does */
		sum.count += set->event[i].class ?
				     (uint64_t)((double)count.count / set->event[i].class->pace) : count.count;
		sum.running_ns += count.running_ns / alike(set, i);
		/* all core types are enabled while the thread runs, on whichever it does */
		if (sum.enabled_ns < count.enabled_ns)
			sum.enabled_ns = count.enabled_ns;
	}
	target->step = count_since(&sum, &target->seen);
	target->seen = sum;
	set->enabled_ns += target->step.enabled_ns;
}

void sampler_set_period(struct sampler_set *set, uint64_t period)
{
	set->how.period = period;
	make_attrs(set);
	for (size_t i = set->table.n; i-- > 0;) {
		struct sampler_target *target = sampler_set_at(set, i);

		if (set->classes)
			look_at(set, target);	/* what it counted is of the totals */
		close_target(set, target);
		target->enabled = target->of.stalled = false;
		target->of.age = 0;
		target->seen = target->step = (struct event_count){ 0 };
		if (open_target(set, target, false))
			event_table_drop(&set->table, i);
	}
}

/* The next period of each class with so many samples. */
static void vary_classes(const struct sampler_set *set, struct sampler_target *target, uint32_t samples)
{
	for (size_t i = 0; i < set->n_events; i++) {
		struct sampler_counter *counter = &target->counter[i];

		if (counter->fd < 0 || counter->samples < samples)
			continue;
		counter->samples = 0;
		counter->vary = fmod(counter->vary + GOLDEN, 1);
		(void)set->sys->period(set->sys->data, counter->fd, sampler_class_period(set->event[i].class,
			sampler_period_varied(set->choice, set->how.period, counter->vary)));
	}
}

void sampler_set_vary(struct sampler_set *set, uint64_t now_ns, uint64_t gap_ns)
{
	if (!set->varies)
		return;
	for (size_t i = 0; i < set->table.n; i++) {
		struct sampler_target *target = sampler_set_at(set, i);
		const double gap = (double)gap_ns * (double)target->period /
				   (double)set->how.period;
		const bool runs = (double)now_ns - (double)target->sampled_ns <= gap;

		if (set->classes)
			vary_classes(set, target, runs ? VARY_CLASS : VARY_SURELY);
		else if (target->samples >= (runs ? VARY_SAMPLES : VARY_SURELY))
			next_period(set, target);
	}
}

void sampler_set_look(struct sampler_set *set)
{
	for (size_t i = 0; i < set->table.n; i++)
		look_at(set, sampler_set_at(set, i));
}

void sampler_set_look_last(struct sampler_set *set, size_t target)
{
	look_at(set, sampler_set_at(set, target));
}

double sampler_set_busiest(const struct sampler_set *set)
{
	double most = NAN;

	for (size_t i = 0; i < set->table.n; i++) {
		const struct event_count *step = &sampler_set_at(set, i)->step;
		const double rate = (double)step->count / ((double)step->running_ns / 1e9);

		if (step->running_ns >= SAMPLER_RUN_LEAST_NS && !(most >= rate))
			most = rate;
	}
	return most;
}

void sampler_set_see(struct sampler_set *set)
{
	for (size_t i = 0; i < set->table.n; i++) {
		struct sampler_target *target = sampler_set_at(set, i);

		target->of.stalled = target->of.age && target->seen.enabled_ns == target->at_see;
		target->of.age++;
		target->at_see = target->seen.enabled_ns;
	}
}

static void drain_ring(struct sampler_set *set, struct sampler_target *target,
		       sampler_record *record, void *to)
{
	const uint64_t head = target->drain_to ? target->drain_to : event_ring_head(target->ring);
	struct perf_event_header header;
	uint64_t tail = target->ring->data_tail;
	const char *bytes;

	for (; (bytes = event_ring_record(target->ring, tail, head, set->whole, &header)); tail += header.size) {
		target->period_told = tail < target->changed_at ? target->period_before :
								  target->period;
		record(to, target, bytes, header.size);
	}
	event_ring_taken(target->ring, head);
	target->drain_to = 0;
}

void sampler_set_drain(struct sampler_set *set, sampler_record *record, void *to)
{
	for (size_t i = 0; i < set->table.n; i++)
		drain_ring(set, sampler_set_at(set, i), record, to);
}

void sampler_set_peek(struct sampler_set *set, bool (*peek)(void *to, const void *bytes,
							    size_t size), void *to)
{
	bool news = true;

	for (size_t i = 0; i < set->table.n; i++)
		sampler_set_at(set, i)->drain_to = event_ring_head(sampler_set_at(set, i)->ring);
	while (news) {
		news = false;
		for (size_t i = 0; i < set->table.n; i++) {
			const struct sampler_target *target = sampler_set_at(set, i);
			const uint64_t head = event_ring_head(target->ring);
			struct perf_event_header header;
			uint64_t at = target->ring->data_tail;
			const char *bytes;

			for (; (bytes = event_ring_record(target->ring, at, head, set->whole, &header));
			     at += header.size)
				news |= peek(to, bytes, header.size);
		}
	}
}

size_t sampler_set_event(const struct sampler_set *set, const struct sampler_target *target, uint64_t id)
{
	size_t first = 0;

	for (size_t i = set->n_events; i-- > 0;) {
		if (target->counter[i].fd < 0)
			continue;
		first = i;
		if (target->counter[i].id == id)
			return first;
	}
	return first;
}

void sampler_set_begin(struct sampler_set *set)
{
	for (size_t i = 0; i < set->n_events; i++)
		set->event[i].total = (struct event_count){ 0 };
}

void sampler_set_take_turns(struct sampler_set *set, uint64_t now_ns)
{
	const int next = turn_after(set, set->turn);
	const int turn = next ? next : turn_after(set, 0);	/* 0: all are always on */

	if (!set->classes || turn == set->turn || now_ns < set->turn_ns)
		return;
	set->turn_ns = now_ns + TURN_NS;
	for (int pass = 0; pass < 2; pass++) {	/* those that leave first: they have the counter */
		for (size_t i = 0; i < set->n_events; i++) {
			const int mux = set->event[i].class->mux;

			if (mux && (mux == turn) == pass)
				turn_event(set, i, pass);
		}
	}
	set->turn = turn;
}
