/* SPDX-License-Identifier: GPL-2.0-only */
/* For how many sums the maps of the BPF programs have room. Collector thread. */
#ifndef TDTOP_COLLECT_BPF_BPF_ROOM_H
#define TDTOP_COLLECT_BPF_BPF_ROOM_H

#include <stdbool.h>
#include <stdint.h>

struct bpf_room {		/* all zero: the maps were never opened */
	uint32_t sums;		/* that each half holds */
	bool was_full;		/* some tasks had no sum, */
	bool regions_full;	/* or some regions, since the maps were opened */
};

/* The maps are about to be opened: all of so many tasks may run in an interval, some on two CPUs. */
void bpf_room_size(struct bpf_room *room, uint32_t tasks);

/* True: a map was full, and will be twice as large when it is opened again. */
bool bpf_room_grows(struct bpf_room *room);

#endif
