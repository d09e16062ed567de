/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The hand-over: one writer (collector thread), one reader (UI thread), only the newest snapshot
 * matters, and the reader may hold its snapshot for minutes. A triple buffer; see exchange.c for
 * the picture. Nobody waits, nobody retries.
 */
#ifndef TDTOP_MODEL_EXCHANGE_H
#define TDTOP_MODEL_EXCHANGE_H

#include <stdbool.h>

struct snapshot;
struct exchange;

struct exchange *exchange_new(void);	/* owns its three snapshots; NULL without memory */
void exchange_free(struct exchange *exchange);	/* after both threads are done with it */

/* Collector thread: the snapshot to fill; old contents unknown, so clear it. Valid until publish. */
struct snapshot *exchange_draft(struct exchange *exchange);

/* Collector thread: hands the draft over. It must not be touched after this. */
void exchange_publish(struct exchange *exchange);

/* UI thread: is there one newer than what exchange_latest last returned? For the collector thread only a no is certain. */
bool exchange_fresh(const struct exchange *exchange);

/*
 * UI thread: the newest published snapshot, or NULL before the first publish. The reader owns it
 * (read-only) until its next call of exchange_latest.
 */
const struct snapshot *exchange_latest(struct exchange *exchange);

#endif
