/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * In which region a task is, as its markers tell it (region/tdtop_region.h). Shared by the slicer
 * and the BPF program, so it has types of the kernel only, and no loop without a constant bound.
 *
 * A marker says which region goes on, of those of its own object (program or library): each object
 * has its own innermost region, and does not know those of others. So there is one entry an object,
 * the innermost on top. As each marker names the region itself, not "begin" and "end" alone, a
 * marker that was missed, or a region that was left by longjmp(3), is wrong until the next one only.
 */
#pragma once

#include <linux/types.h>

#define REGION_STACK_MAX 4

/*
 * A region as markers name it. The upper half is the number of its object (from 1, struct regions).
 * The lower half is the distance from the object's tdtop_region_mark() to what the marker passes,
 * which is the same wherever the object is mapped. 0: in none.
 */
typedef __u64 region_t;

struct region_stack {
	region_t entry[REGION_STACK_MAX];	/* the innermost last */
	__u32 depth;
	__u32 reserved;
};

static inline region_t region_of_mark(__u32 object, __u64 argument, __u64 mark)
{
	const __u64 place = argument & ~1ULL;

	return place ? (__u64)object << 32 | (__u32)(place - mark) : 0;
}

/* Is the region entered (or does an inner one end, and this one goes on)? */
static inline int region_enters(__u64 argument)
{
	return (argument & 1) != 0;
}

static inline region_t region_stack_top(const struct region_stack *stack)
{
	return stack->depth && stack->depth <= REGION_STACK_MAX ?
		       stack->entry[(stack->depth - 1) % REGION_STACK_MAX] : 0;
}

/* The place of the uppermost entry of this object below `limit`; -1: there is none. */
static inline int region_stack_find(const struct region_stack *stack, __u32 object, __u32 limit)
{
	int found = -1;

	for (__u32 i = 0; i < REGION_STACK_MAX; i++)
		if (i < limit && i < stack->depth && (stack->entry[i] >> 32) == object)
			found = (int)i;
	return found;
}

/*
 * A marker of this object: `region` (0: none of its own) goes on, or is entered. What lies above the
 * object's entry was left without its markers, unless a region is entered: that is then called from
 * there.
 */
static inline void region_stack_mark(struct region_stack *stack, __u32 object, region_t region,
				     int enters)
{
	const int at = region_stack_find(stack, object, REGION_STACK_MAX);
	__u32 depth = stack->depth;

	if (enters && (at < 0 || at + 1 != (int)depth) && depth < REGION_STACK_MAX) {
		stack->entry[depth % REGION_STACK_MAX] = region;
		stack->depth = depth + 1;
		return;
	}
	if (enters && at < 0) {		/* full: the innermost gives way */
		stack->entry[REGION_STACK_MAX - 1] = region;
		return;
	}
	if (at < 0) {
		if (!region || depth >= REGION_STACK_MAX)
			return;
		stack->entry[depth % REGION_STACK_MAX] = region;	/* its begin was not seen */
		stack->depth = depth + 1;
		return;
	}
	if (!enters) {
		const int below = region_stack_find(stack, object, (__u32)at);

		/* A call back into the object ends: the region around it has its entry below. */
		if (!region || (below >= 0 && stack->entry[below % REGION_STACK_MAX] == region)) {
			stack->depth = (__u32)at;
			return;
		}
	}
	stack->entry[at % REGION_STACK_MAX] = region;
	stack->depth = (__u32)at + 1;
}

/*
 * The entries of a task that have not ended, as deep as the calls of the program: each has a place, beside
 * which its begin and its counts are kept. Of more than fit the outermost are forgotten.
 */
#define REGION_OPEN_MAX 8	/* a power of two */

struct region_open {
	region_t region[REGION_OPEN_MAX];
	__u32 top, depth;	/* the innermost has the place top % REGION_OPEN_MAX */
};

/* The place of the innermost entry; -1: there is none. */
static inline int region_open_top(const struct region_open *open)
{
	return open->depth ? (int)(open->top % REGION_OPEN_MAX) : -1;
}

/* A region is entered. The place of the entry. */
static inline int region_open_begin(struct region_open *open, region_t region)
{
	open->depth += open->depth < REGION_OPEN_MAX;
	open->top++;
	open->region[open->top % REGION_OPEN_MAX] = region;
	return (int)(open->top % REGION_OPEN_MAX);
}

/*
 * A marker of this object that enters nothing: `region` (0: none of its own) goes on. The place of the entry
 * that ends, valid until the next one begins; -1: its begin was not seen. What lies above it, and between it
 * and the one that goes on, was left without a marker (longjmp(3)), and is forgotten.
 */
static inline int region_open_end(struct region_open *open, __u32 object, region_t region)
{
	__u32 above = REGION_OPEN_MAX;
	int ended;

	for (__u32 i = REGION_OPEN_MAX; i-- > 0;)
		if (i < open->depth && open->region[(open->top - i) % REGION_OPEN_MAX] >> 32 == object)
			above = i;
	if (above == REGION_OPEN_MAX)
		return -1;
	open->top -= above;
	ended = (int)(open->top % REGION_OPEN_MAX);
	open->top--;
	open->depth -= above + 1;
	for (__u32 i = 0; i < REGION_OPEN_MAX; i++) {
		const region_t top = open->region[open->top % REGION_OPEN_MAX];

		if (!open->depth || top >> 32 != object || top == region)
			break;
		open->top--;
		open->depth--;
	}
	return ended;
}
