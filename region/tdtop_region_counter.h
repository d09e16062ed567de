/* SPDX-License-Identifier: 0BSD */
/*
 * SLOTS and PERF_METRICS of the calling thread, by RDPMC: a part of tdtop_region_rdpmc.h. The rules
 * are those of tools/perf/Documentation/topdown.txt and of <linux/perf_event.h>.
 *
 * What a reading is. The kernel's driver (arch/x86/events/intel/core.c, 5.10 to 6.18) keeps a count for each
 * event, and shows it as `offset` of the event's page. When the thread leaves a CPU, it adds the registers to
 * the counts (intel_update_topdown_event()). When the thread comes to a CPU, maybe another one, it starts both
 * from 0 (icl_set_topdown_event_period(): while period_left is max_period what it saved is not restored). So at
 * any time
 *
 *	slots = offset of SLOTS + register,	part = offset of its event + register * fraction / 255
 *
 * and the difference of two readings is right across switches and migrations, with fractions that are the finer
 * the less there is in the register. It is not published how the hardware rounds them (topdown.txt: "the
 * individual metrics are only 8bit"): down, to the nearest, or so that the four of level 1 add up to 255. So
 * each reading of a part is right to a whole step, 1/255 of what the register holds; and of many alike, all may
 * be wrong to the same side. A driver that does restore the registers, as its comment says, has those slots in
 * both. self_try_switch() finds out once, and then the registers are all, which differ in the same way. But
 * then each switch rounds the shares to 8 bits. Both were seen, on the emulated PMU: 5.10 starts from 0, 6.1
 * and 6.12 restore.
 *
 * What that costs a region that goes on across N switches was simulated, with rounding to the nearest, in 400
 * runs. In points, median and worst of the 8 parts: N = 1: 0.2, 0.2; 30: 0.5, 1.3; 120: 0.9, 2.5; 480: 0.9,
 * 2.6. Seen in the lab with 120: 0.8 to 1.7. That is of a region that does the same all the time. If it
 * changes, it is more: what one turn on the CPU adds is lost if it is less than half a step. So a row's error
 * has half a step for each switch, 0.1 points. The driver writes the page of SLOTS when the thread leaves its
 * CPU, and when it comes back; each time adds 2 to its lock.
 *
 * ioctl(PERF_EVENT_IOC_RESET) sets the counts and the registers to 0, and writes the pages: of all
 * events, with PERF_IOC_FLAG_GROUP. As the counters do not count the kernel, they are 0 when it
 * returns: a new base. read(2) is never called: it would reset the registers behind our back.
 *
 * Where the PMU has format/metrics_clear (Lunar Lake's P-core and later, Linux 6.14) each RDPMC of PERF_METRICS
 * by a program clears it and SLOTS, so no reset is needed. Each reading has 8 bits of what came since the one
 * before, and its sums go on in the group. A switch in the middle of a reading: tdtop_self_take().
 *
 * RDPMC of a counter that is not the thread's own reads 0 from Linux 7.0 on ("user disable", Panther
 * Cove). SLOTS that counts is never 0 when a thread reads it, which takes slots itself. So a register
 * of 0 is not counted.
 */
#ifndef TDTOP_REGION_COUNTER_H
#define TDTOP_REGION_COUNTER_H

#include <linux/perf_event.h>
#include <stdint.h>
#include <string.h>

#include "tdtop_region_calls.h"
#include "tdtop_region_shared.h"

typedef struct perf_event_mmap_page tdtop_self_page;

struct tdtop_self_group {
	int fd;				/* of SLOTS; -1: not open */
	int parts;
	int restores, clears;		/* see above */
	tdtop_self_page *slots, *part[TDTOP_SELF_PARTS];
	uint32_t writes;		/* of the page of SLOTS */
	uint32_t lock;			/* its own, when these were read: */
	int64_t offset[TDTOP_SELF_PARTS];
	uint64_t cpu_base;		/* cpu_ns() then */
	/* If readings clear: slots and parts since the last reset, the offsets that are in them, */
	int64_t sum[1 + TDTOP_SELF_PARTS], had[1 + TDTOP_SELF_PARTS];
	int64_t held[1 + TDTOP_SELF_PARTS], held_at;	/* and what was read while the thread was
							 * switched, with this offset of SLOTS before */
};

/* Everything since the last reset. */
struct tdtop_self_reading {
	int counting;			/* 0: another has the counter now; what follows is until then */
	int64_t slots, part[TDTOP_SELF_PARTS];
	int64_t in_register;		/* of the slots; since the reading before, if readings clear */
	uint32_t writes;		/* of the page, if the driver restores: each switch is two */
	uint64_t enabled_ns, running_ns;	/* since the group was opened */
};

#define TDTOP_SELF_EMPTY 500000		/* slots, 28 us: their fractions are wrong by 1000 at most */

/* For <linux/perf_event.h> of any age. */
#define TDTOP_SELF_CAP_RDPMC 4		/* bit 2: cap_user_rdpmc */
#define TDTOP_SELF_CAP_TIME 8		/* bit 3: cap_user_time */

/*
 * Reads a word of a page that the kernel writes on this CPU, while this thread does not run: no
 * barriers but those of the compiler are needed.
 */
#define TDTOP_SELF_LOOK(word) (*(const volatile __typeof__(word) *)&(word))
#define TDTOP_SELF_BARRIER() __asm__ __volatile__("" ::: "memory")

/* The nanoseconds since the kernel wrote the page. */
static inline uint64_t tdtop_self_since(struct tdtop_self_group *group)
{
	const tdtop_self_page *page = group->slots;
	uint64_t cycles, shift, mult;

	if (!(TDTOP_SELF_LOOK(page->capabilities) & TDTOP_SELF_CAP_TIME))
		return TDTOP_SELF_OPS->cpu_ns() - group->cpu_base;
	cycles = TDTOP_SELF_OPS->tsc();
	shift = TDTOP_SELF_LOOK(page->time_shift) & 63;
	mult = TDTOP_SELF_LOOK(page->time_mult);
	return TDTOP_SELF_LOOK(page->time_offset) + (cycles >> shift) * mult +
	       (((cycles & ((1ULL << shift) - 1)) * mult) >> shift);
}

/* The pages of the parts change only when that of SLOTS does, which comes first and last. */
static inline void tdtop_self_look_parts(struct tdtop_self_group *group, uint32_t lock)
{
	int i;

	if (group->lock == lock)
		return;
	for (i = 0; i < group->parts; i++)
		group->offset[i] = (int64_t)TDTOP_SELF_LOOK(group->part[i]->offset);
	if (!(TDTOP_SELF_LOOK(group->slots->capabilities) & TDTOP_SELF_CAP_TIME))
		group->cpu_base = TDTOP_SELF_OPS->cpu_ns();
	group->writes += (lock - group->lock) / 2;
	group->lock = lock;
}

/* One try, between two looks at the lock. `metrics`: PERF_METRICS. 0, or -1: no RDPMC (any more). */
static inline int tdtop_self_look(struct tdtop_self_group *group, struct tdtop_self_reading *reading,
				  uint64_t *metrics)
{
	const tdtop_self_page *page = group->slots;
	const uint32_t index = TDTOP_SELF_LOOK(page->index);
	const uint32_t metric = TDTOP_SELF_LOOK(group->part[0]->index);
	const unsigned width = TDTOP_SELF_LOOK(page->pmc_width);
	uint64_t since;

	if (!(TDTOP_SELF_LOOK(page->capabilities) & TDTOP_SELF_CAP_RDPMC) ||
	    !(TDTOP_SELF_LOOK(group->part[0]->capabilities) & TDTOP_SELF_CAP_RDPMC) || width < 1 ||
	    width > 64)
		return -1;
	reading->counting = index && metric;
	reading->slots = (int64_t)TDTOP_SELF_LOOK(page->offset);
	reading->in_register = 0;
	*metrics = 0;
	if (reading->counting) {
		const uint64_t pmc = TDTOP_SELF_OPS->rdpmc(index - 1);

		*metrics = TDTOP_SELF_OPS->rdpmc(metric - 1);
		reading->in_register = (int64_t)(pmc << (64 - width)) >> (64 - width);
	}
	since = tdtop_self_since(group);
	reading->enabled_ns = TDTOP_SELF_LOOK(page->time_enabled) + since;
	reading->running_ns = TDTOP_SELF_LOOK(page->time_running) + (reading->counting ? since : 0);
	reading->counting &= reading->in_register || !since;
	return 0;
}

/* What the counter and its fractions say of a part. */
static inline int64_t tdtop_self_part(int64_t slots, uint64_t metrics, int part)
{
	return slots * (int64_t)(metrics >> 8 * part & 0xff) / 0xff;
}

/*
 * Readings clear: adds what was read, and what the kernel has added to its counts since the reading
 * before, if it does not restore the registers. `whole`: there was no switch meanwhile, and it is the
 * last try of a reading.
 *
 * At a switch such a kernel adds the registers to its counts. What was read by a try with a switch in
 * it is held: if it is in the counts as well, they have grown by as much or more. If they have not,
 * the switch came after the metrics were read, and all was cleared. (Or it came before the slots were
 * read, and what they had is of an instant.)
 */
static inline void tdtop_self_take(struct tdtop_self_group *group,
				   const struct tdtop_self_reading *read, uint64_t metrics,
				   int whole)
{
	const int counts = whole && !group->restores, holds = !whole && !group->restores;
	const int keeps = read->slots - group->held_at < group->held[0];
	int i;

	if (holds && !group->held[0])
		group->held_at = read->slots;
	for (i = 0; i <= group->parts; i++) {
		const int64_t offset = i ? group->offset[i - 1] : read->slots;
		const int64_t now = i ? tdtop_self_part(read->in_register, metrics, i - 1) :
					read->in_register;

		if (counts) {
			group->sum[i] += offset - group->had[i] + (keeps ? group->held[i] : 0);
			group->had[i] = offset;
			group->held[i] = 0;
		}
		*(holds ? &group->held[i] : &group->sum[i]) += now;
	}
}

/* 0, or -1: the kernel does not allow RDPMC, or not any more. */
static inline int tdtop_self_read(struct tdtop_self_group *group, struct tdtop_self_reading *reading)
{
	uint64_t metrics = 0;
	uint32_t lock;
	int tries = 0, i, whole;

	do {
		if (++tries > 1000)
			return -1;
		lock = TDTOP_SELF_LOOK(group->slots->lock);
		TDTOP_SELF_BARRIER();
		tdtop_self_look_parts(group, lock);
		if (tdtop_self_look(group, reading, &metrics) < 0)
			return -1;
		TDTOP_SELF_BARRIER();
		whole = !(lock & 1) && TDTOP_SELF_LOOK(group->slots->lock) == lock;
		if (group->clears)
			tdtop_self_take(group, reading, metrics, whole);
	} while (!whole);
	reading->writes = group->restores ? group->writes : 0;
	if (group->restores)
		reading->slots = 0;
	reading->slots += reading->in_register;
	for (i = 0; i < group->parts; i++)
		reading->part[i] = (group->restores ? 0 : group->offset[i]) +
				   tdtop_self_part(reading->in_register, metrics, i);
	if (group->clears) {
		reading->slots = group->sum[0];
		memcpy(reading->part, group->sum + 1, sizeof(reading->part));
	}
	return 0;
}

/* Sets the counts and the registers to 0: the base of a new reading. 0, or a negative errno. */
static inline long tdtop_self_reset(struct tdtop_self_group *group)
{
	const long ret = TDTOP_SELF_OPS->reset(group->fd);

	if (ret < 0)
		return ret;
	memset(group->sum, 0, sizeof(group->sum));
	memset(group->had, 0, sizeof(group->had));
	return 0;
}

/*
 * The slots that so many context switches between two readings may misplace, if they are spread
 * evenly. Each rounds what the register holds by half a step of 8 bits, in the mean of all ways to
 * round.
 */
static inline uint64_t tdtop_self_switched(const struct tdtop_self_reading *a,
					   const struct tdtop_self_reading *b, uint32_t switches)
{
	return (uint64_t)(a->in_register + b->in_register) / 1020 * switches;
}

/*
 * Adds what happened between two readings to a row. It counts only if the counters ran for 90 % of
 * it: never what a part of it would make of the whole. It is exact if it began with a register that
 * was nearly empty, whatever its length: so which entries are exact does not depend on them.
 */
static inline void tdtop_self_add(struct tdtop_self_row *row, int parts,
				  const struct tdtop_self_reading *a,
				  const struct tdtop_self_reading *b)
{
	const uint64_t enabled = b->enabled_ns - a->enabled_ns, running = b->running_ns - a->running_ns;
	const int64_t slots = b->slots - a->slots;
	const int fresh = a->in_register < TDTOP_SELF_EMPTY;
	const uint32_t switches = (b->writes - a->writes) / 2;
	int i;

	if (b->enabled_ns < a->enabled_ns || enabled > UINT64_MAX / 16)
		return;		/* clocks of two CPUs */
	row->cpu_ns += enabled;
	if (!a->counting || !b->counting || slots < 0 || a->in_register < 0 || b->in_register < 0 ||
	    running > UINT64_MAX / 16 || running * 10 < enabled * 9)
		return;
	row->counted_ns += running < enabled ? running : enabled;
	row->slots += (uint64_t)slots;
	*(fresh ? &row->exact_switched : &row->rough_switched) += tdtop_self_switched(a, b, switches);
	if (fresh)
		row->exact_slots += (uint64_t)slots;
	/* A step at both ends, less that of the slots between, which tdtop_self_split() adds. Rounded up. */
	*(fresh ? &row->exact_error : &row->rough_error) += ((uint64_t)a->in_register * 2 + 254) / 255;
	for (i = 0; i < parts; i++)
		(fresh ? row->exact : row->rough)[i] += b->part[i] - a->part[i];
}

static inline void tdtop_self_close(struct tdtop_self_group *group)
{
	int i;

	if (group->slots)
		TDTOP_SELF_OPS->unmap(group->slots);
	for (i = 0; i < TDTOP_SELF_PARTS; i++)
		if (group->part[i])
			TDTOP_SELF_OPS->unmap(group->part[i]);
	if (group->fd >= 0)
		TDTOP_SELF_OPS->shut(group->fd);
	memset(group, 0, sizeof(*group));
	group->fd = -1;
}

/* An event and its page. The page keeps the event open, so only the leader's file stays open. */
static inline long tdtop_self_open_one(struct tdtop_self_group *group, uint32_t type, int part)
{
	struct perf_event_attr attr;
	void *page;
	long fd;

	memset(&attr, 0, sizeof(attr));
	attr.type = type;
	attr.size = sizeof(attr);
	attr.config = part < 0 ? 0x400 : 0x8000 + 0x100 * (uint64_t)part;
	attr.config1 = part < 0 && group->clears;	/* metrics_clear */
	attr.exclude_kernel = 1;	/* of all members: they share one register */
	attr.exclude_guest = 1;		/* a thread is no guest, and VMs with a vPMU can start */
	attr.disabled = part < 0;
	attr.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
			   PERF_FORMAT_TOTAL_TIME_RUNNING;
	fd = TDTOP_SELF_OPS->open(&attr, group->fd);
	if (fd < 0)
		return fd;
	page = TDTOP_SELF_OPS->map((int)fd);
	if (part < 0) {
		group->fd = (int)fd;
		group->slots = (tdtop_self_page *)page;
	} else {
		TDTOP_SELF_OPS->shut((int)fd);
		group->part[part] = (tdtop_self_page *)page;
	}
	return page ? 0 : -1;		/* EPERM: locked memory */
}

/*
 * On the calling thread, `parts` 4 or 8; `clears`: the PMU can clear at readings. 0, or a negative
 * errno; then nothing is open.
 */
static inline long tdtop_self_open(struct tdtop_self_group *group, uint32_t type, int parts, int clears)
{
	long ret;
	int i;

	memset(group, 0, sizeof(*group));
	group->fd = -1;
	group->parts = parts;
	group->clears = clears;
	ret = tdtop_self_open_one(group, type, -1);
	for (i = 0; !ret && i < parts; i++)
		ret = tdtop_self_open_one(group, type, i);
	if (!ret)
		ret = TDTOP_SELF_OPS->toggle(group->fd, 1);
	group->lock = 1;		/* never that of a page at rest */
	if (ret < 0)
		tdtop_self_close(group);
	return ret;
}

/*
 * Does the driver restore the registers when the thread comes back? Off and on again is what happens
 * at a switch. 1, 0, or -1: it is not known, because the counter is taken.
 */
static inline int tdtop_self_try_switch(struct tdtop_self_group *group)
{
	struct tdtop_self_reading reading;
	int64_t offset;
	int i;

	for (i = 0; i < 20000; i++)
		TDTOP_SELF_BARRIER();
	if (TDTOP_SELF_OPS->toggle(group->fd, 0) < 0 || TDTOP_SELF_OPS->toggle(group->fd, 1) < 0 ||
	    tdtop_self_read(group, &reading) < 0 || !reading.counting)
		return -1;
	offset = reading.slots - reading.in_register;
	return offset <= 0 ? -1 : reading.in_register >= offset;
}

#endif
