/* SPDX-License-Identifier: GPL-2.0-only */
/* Records of a ring; see event_ring.h. */
#include "config.h"
#include "collect/events/event_ring.h"

#include <stddef.h>
#include <string.h>

#define BYTES_OF_ALIGNMENT 8

/* with the kernel's smp_wmb() before it stores data_head (perf_output_put_handle()) */
uint64_t event_ring_head(const struct perf_event_mmap_page *ring)
{
	return __atomic_load_n(&ring->data_head, __ATOMIC_ACQUIRE);
}

/* Copies `size` bytes at this position of a ring, which is a power of two. */
static void copy_out(const char *data, uint64_t ring, uint64_t at, char *to, size_t size)
{
	const uint64_t from = at & (ring - 1);
	const size_t first = size < ring - from ? size : (size_t)(ring - from);

	memcpy(to, data + from, first);
	memcpy(to + first, data, size - first);
}

const char *event_ring_record(const struct perf_event_mmap_page *ring, uint64_t at, uint64_t head, char *whole,
			      struct perf_event_header *header)
{
	const char *data = (const char *)ring + ring->data_offset;
	const uint64_t size = ring->data_size;

	if (at >= head)
		return NULL;
	copy_out(data, size, at, (char *)header, sizeof(*header));
	if (header->size < sizeof(*header) || header->size % BYTES_OF_ALIGNMENT || header->size > head - at)
		return NULL;
	if ((at & (size - 1)) + header->size <= size)
		return data + (at & (size - 1));
	copy_out(data, size, at, whole, header->size);
	return whole;
}

/* with the kernel's load of data_tail before it writes (perf_output_begin()) */
void event_ring_taken(struct perf_event_mmap_page *ring, uint64_t at)
{
	__atomic_store_n(&ring->data_tail, at, __ATOMIC_RELEASE);
}
