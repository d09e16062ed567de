/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opened events and their rings; see sampler_set.h. The layout of a ring: struct
 * perf_event_mmap_page of <linux/perf_event.h>.
 */
#include "config.h"
#include "collect/sample/sampler_set.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RECORD_MAX 65536	/* header.size is 16 bits wide */
#define BYTES_OF_ALIGNMENT 8
#define GOLDEN 0.6180339887498949
#define PLASTIC 0.7548776662466927	/* another step that never comes back to where it was */
#define VARY_SAMPLES 16		/* with one period, at least: a change costs half a sample */
#define VARY_SURELY 256		/* also if it may not run now */

int sampler_set_init(struct sampler_set *set, const struct event_sys *sys)
{
	*set = (struct sampler_set){ .sys = sys,
				     .table.size = sizeof(struct sampler_target) };
	set->whole = malloc(RECORD_MAX);
	return set->whole ? 0 : -ENOMEM;
}

void sampler_set_done(struct sampler_set *set)
{
	sampler_set_close_all(set);
	event_table_free(&set->table);
	free(set->whole);
	set->whole = NULL;
}

static void make_attrs(struct sampler_set *set)
{
	for (int i = 0; i < CORE_TYPES; i++)
		set->attr[i] = sampler_attr(set->choice, (enum core_type)i, &set->how);
}

void sampler_set_choose(struct sampler_set *set, const struct sample_choice *choice,
			const struct sampler_how *how, size_t pages)
{
	set->choice = choice;
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

/* Opens an event of this core type; lowers the precise level until it is accepted. An fd. */
static int open_precise(struct sampler_set *set, enum core_type type, int32_t tid, int cpu)
{
	const struct event_sys *sys = set->sys;
	const int wished = set->how.precise[type];
	int ret, first;

	ret = first = sys->open(sys->data, &set->attr[type], tid, cpu, -1, 0);
	while (set->table.n == 0 && depends_on_attr(ret) && set->how.precise[type] > 0) {
		set->how.precise[type]--;
		make_attrs(set);
		ret = sys->open(sys->data, &set->attr[type], tid, cpu, -1, 0);
	}
	if (ret >= 0 || set->how.precise[type] == wished)
		return ret;
	set->how.precise[type] = wished;
	make_attrs(set);
	return first;
}

static int open_event(struct sampler_set *set, enum core_type type, int32_t tid, int cpu,
		      bool may_drop_stacks)
{
	const uint64_t stacks = PERF_SAMPLE_BRANCH_STACK;
	const int ret = open_precise(set, type, tid, cpu);
	int without;

	if (ret >= 0 || set->table.n || !may_drop_stacks || set->how.no_stacks ||
	    !(set->attr[type].sample_type & stacks) || (!depends_on_attr(ret) && ret != -EBUSY))
		return ret;
	set->how.no_stacks = true;
	make_attrs(set);
	without = open_precise(set, type, tid, cpu);
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
	const struct event_sys *sys = set->sys;

	if (target->ring)
		sys->unmap(sys->data, target->ring, target->pages);
	target->ring = NULL;
	for (int i = 0; i < CORE_TYPES; i++) {
		if (target->fd[i] >= 0)
			sys->close(sys->data, target->fd[i]);
		target->fd[i] = -1;
	}
}

/* Maps the ring of the first event, and lets the others write into it. */
static int map_ring(struct sampler_set *set, struct sampler_target *target)
{
	const struct event_sys *sys = set->sys;
	int first = -1, ret = 0;

	for (int i = 0; i < CORE_TYPES && !ret; i++) {
		if (target->fd[i] < 0)
			continue;
		if (first >= 0) {
			ret = sys->redirect(sys->data, target->fd[i], first);
			continue;
		}
		first = target->fd[i];
		ret = sys->map(sys->data, first, set->pages, &target->ring);
		target->pages = set->pages;
	}
	return ret == -EPERM || ret == -EAGAIN ? -ENOBUFS : ret;
}

/* with the kernel's smp_wmb() before it stores data_head (perf_output_put_handle()) */
static uint64_t head_of(const struct sampler_target *target)
{
	return __atomic_load_n(&target->ring->data_head, __ATOMIC_ACQUIRE);
}

/* Gives all events of a target this period; false: not all have taken it. */
static bool put_period(const struct sampler_set *set, const struct sampler_target *target,
		       uint64_t period)
{
	bool taken = true;

	for (int i = 0; i < CORE_TYPES; i++) {
		if (target->fd[i] >= 0)
			taken &= !set->sys->period(set->sys->data, target->fd[i], period);
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
	target->changed_at = head_of(target);
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
}

/* Opens the events of a target, and maps its ring. 0 or a negative errno. */
static int open_target(struct sampler_set *set, struct sampler_target *target,
		       enum core_type core_type, bool may_drop_stacks)
{
	const struct event_sys *sys = set->sys;
	const int of_cpu = sampler_type_for(set->choice, core_type);
	int ret = -ENODEV, opened = 0;

	for (int i = 0; i < CORE_TYPES; i++)
		target->fd[i] = -1;
	for (int i = 0; i < CORE_TYPES; i++) {
		if (!set->choice->has[i] || (target->of.cpu >= 0 && i != of_cpu))
			continue;
		ret = open_event(set, (enum core_type)i, target->of.tid, target->of.cpu, may_drop_stacks);
		if (ret < 0)
			break;
		target->fd[i] = ret;
		target->id[i] = sys->id(sys->data, ret);
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
	int ret = open_target(set, &target, what->core_type, may_drop_stacks);

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

		for (int j = 0; j < CORE_TYPES && !target->enabled; j++) {
			if (target->fd[j] >= 0)
				(void)set->sys->enable(set->sys->data, target->fd[j]);
		}
		target->enabled = true;
	}
}

void sampler_set_period(struct sampler_set *set, uint64_t period)
{
	set->how.period = period;
	make_attrs(set);
	for (size_t i = set->table.n; i-- > 0;) {
		struct sampler_target *target = sampler_set_at(set, i);

		close_target(set, target);
		target->enabled = target->of.stalled = false;
		target->of.age = 0;
		target->seen = target->step = (struct event_count){ 0 };
		if (open_target(set, target, target->of.core_type, false))
			event_table_drop(&set->table, i);
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

		if (target->samples >= (runs ? VARY_SAMPLES : VARY_SURELY))
			next_period(set, target);
	}
}

static void look_at(struct sampler_set *set, struct sampler_target *target)
{
	struct event_count sum = { 0 }, count;

	for (int j = 0; j < CORE_TYPES; j++) {
		if (target->fd[j] < 0 || event_sys_count(set->sys, target->fd[j], &count))
			continue;
		sum.count += count.count;
		sum.running_ns += count.running_ns;
		/* all core types are enabled while the thread runs, on whichever it does */
		if (sum.enabled_ns < count.enabled_ns)
			sum.enabled_ns = count.enabled_ns;
	}
	target->step = (struct event_count){
		sum.count - target->seen.count,
		sum.enabled_ns - target->seen.enabled_ns,
		sum.running_ns - target->seen.running_ns,
	};
	target->seen = sum;
	set->enabled_ns += target->step.enabled_ns;
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

/* Copies `size` bytes at this position of a ring, which is a power of two. */
static void copy_out(const char *data, uint64_t ring, uint64_t at, char *to, size_t size)
{
	const uint64_t from = at & (ring - 1);
	const size_t first = size < ring - from ? size : (size_t)(ring - from);

	memcpy(to, data + from, first);
	memcpy(to + first, data, size - first);
}

/* The record at a position of a ring, whole; NULL: there is none before `head`. */
static const char *record_at(struct sampler_set *set, const struct sampler_target *target,
			     uint64_t at, uint64_t head, struct perf_event_header *header)
{
	const struct perf_event_mmap_page *page = target->ring;
	const char *data = (const char *)page + page->data_offset;
	const uint64_t ring = page->data_size;

	if (at >= head)
		return NULL;
	copy_out(data, ring, at, (char *)header, sizeof(*header));
	if (header->size < sizeof(*header) || header->size % BYTES_OF_ALIGNMENT ||
	    header->size > head - at)
		return NULL;
	if ((at & (ring - 1)) + header->size <= ring)
		return data + (at & (ring - 1));
	copy_out(data, ring, at, set->whole, header->size);
	return set->whole;
}

static void drain_ring(struct sampler_set *set, struct sampler_target *target,
		       sampler_record *record, void *to)
{
	const uint64_t head = target->drain_to ? target->drain_to : head_of(target);
	struct perf_event_header header;
	uint64_t tail = target->ring->data_tail;
	const char *bytes;

	for (; (bytes = record_at(set, target, tail, head, &header)); tail += header.size) {
		target->period_told = tail < target->changed_at ? target->period_before :
								  target->period;
		record(to, target, bytes, header.size);
	}
	/* with the kernel's load of data_tail before it writes (perf_output_begin()) */
	__atomic_store_n(&target->ring->data_tail, head, __ATOMIC_RELEASE);
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
		sampler_set_at(set, i)->drain_to = head_of(sampler_set_at(set, i));
	while (news) {
		news = false;
		for (size_t i = 0; i < set->table.n; i++) {
			const struct sampler_target *target = sampler_set_at(set, i);
			const uint64_t head = head_of(target);
			struct perf_event_header header;
			uint64_t at = target->ring->data_tail;
			const char *bytes;

			for (; (bytes = record_at(set, target, at, head, &header));
			     at += header.size)
				news |= peek(to, bytes, header.size);
		}
	}
}

const struct perf_event_attr *sampler_set_attr(const struct sampler_set *set,
					       const struct sampler_target *target, uint64_t id)
{
	int first = -1;

	for (int i = 0; i < CORE_TYPES; i++) {
		if (target->fd[i] < 0)
			continue;
		if (first < 0)
			first = i;
		if (target->id[i] == id)
			return &set->attr[i];
	}
	return &set->attr[first < 0 ? 0 : first];
}
