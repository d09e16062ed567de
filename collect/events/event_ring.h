/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the ring of an event that perf_sys.map() has mapped; its layout is struct perf_event_mmap_page of
 * <linux/perf_event.h>. One thread; no state.
 */
#pragma once

#include <linux/perf_event.h>
#include <stdint.h>

#define EVENT_RECORD_MAX 65536	/* bytes: header.size is 16 bits wide */

/* Up to where the kernel has written records. */
uint64_t event_ring_head(const struct perf_event_mmap_page *ring);

/*
 * The record at a position, whole, and its header; NULL: there is none before `head`. Valid until event_ring_taken()
 * or, as one that wraps around the ring is copied to `whole` (EVENT_RECORD_MAX bytes), the next call.
 */
const char *event_ring_record(const struct perf_event_mmap_page *ring, uint64_t at, uint64_t head, char *whole,
			      struct perf_event_header *header);

/* Records before this position were read: the kernel may write over them. */
void event_ring_taken(struct perf_event_mmap_page *ring, uint64_t at);
