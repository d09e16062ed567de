/* SPDX-License-Identifier: GPL-2.0-only */
/* The thread that opens; see opening.h. */
#include "config.h"
#include "ui/main/opening.h"

#include <string.h>
#include <sys/eventfd.h>

#include "collect/sys/thread_start.h"

static void *opening_run(void *data)
{
	struct opening *opening = data;

	(void)pthread_setname_np(pthread_self(), "tdtop-open");
	opening->ret = opening->open(opening->data, &opening->err);
	atomic_store_explicit(&opening->ended, true, memory_order_release);	/* A, with B */
	(void)eventfd_write(opening->wake, 1);
	return NULL;
}

int opening_start(struct opening *opening, struct err *err)
{
	int error;

	atomic_init(&opening->ended, false);
	error = thread_start(&opening->thread, opening_run, opening);
	opening->runs = !error;
	return error ? err_set(err, error, "cannot start a thread: %s; raise \"ulimit -u\" or free "
			       "memory", strerror(error)) : 0;
}

bool opening_ended(const struct opening *opening)
{
	/* B, with A */
	return atomic_load_explicit(&opening->ended, memory_order_acquire);
}

int opening_end(struct opening *opening, struct err *err)
{
	(void)pthread_join(opening->thread, NULL);
	opening->runs = false;
	*err = opening->err;
	return opening->ret;
}

bool opening_cancel(struct opening *opening)
{
	if (!opening->runs)
		return true;
	opening->runs = false;
	if (!opening_ended(opening)) {
		(void)pthread_detach(opening->thread);
		return false;
	}
	(void)pthread_join(opening->thread, NULL);
	return true;
}
