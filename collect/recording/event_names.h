/* SPDX-License-Identifier: GPL-2.0-only */
/* Names of the kernel's own events by their numbers, as perf spells them. Pure. */
#ifndef TDTOP_COLLECT_RECORDING_EVENT_NAMES_H
#define TDTOP_COLLECT_RECORDING_EVENT_NAMES_H

#include <stddef.h>
#include <stdint.h>

/* "cycles", "cpu-clock", "L1-dcache-load-misses"; "event 9/0x4" of other events. */
void event_name_of_number(uint32_t type, uint64_t config, char *text, size_t size);

#endif
