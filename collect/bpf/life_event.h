/* SPDX-License-Identifier: GPL-2.0-only */
/* From what the BPF programs say about the life of a task to a task event. Any thread. */
#ifndef TDTOP_COLLECT_BPF_LIFE_EVENT_H
#define TDTOP_COLLECT_BPF_LIFE_EVENT_H

#include "collect/bpf/slices_abi.h"
#include "collect/slice/source.h"

/* Passes it to the sink, if that takes any. */
void life_event_pass(const struct slices_event *from, const struct sink *sink);

#endif
