/* SPDX-License-Identifier: GPL-2.0-only */
/* What collector.c and collector_thread.c share, and nobody else sees. */
#ifndef TDTOP_COLLECT_COLLECTOR_OWN_H
#define TDTOP_COLLECT_COLLECTOR_OWN_H

#include <pthread.h>
#include <stdint.h>

#include "collect/collector.h"

struct collector {
	struct source *source;		/* borrowed, as the next two */
	struct exchange *exchange;
	struct control *control;
	struct collector_options options;
	struct procfs *procfs;		/* NULL when the source is not to ask /proc */
	struct tasks *tasks;
	struct aggregate *aggregate;
	uint64_t seq;
	uint64_t interval_ns;		/* as the UI wants it */
	uint32_t record_toggles;	/* of the control's, so many were followed */
	uint64_t began_ns;		/* this interval, source clock */
	uint64_t deadline_ns;		/* its end */
	pthread_t thread;		/* of collector_thread.c */
};

/* Writes to one of the control's eventfds. */
void collector_wake(int fd);

#endif
