/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hands snapshots from the collector thread (one writer) to the UI thread (one reader). Only the
 * newest snapshot matters, and the reader may keep its snapshot for minutes. It is a triple buffer:
 * neither side waits or retries. exchange.c has the picture.
 */
#pragma once

#include <stdbool.h>

struct snapshot;
struct exchange;

struct exchange *exchange_new(void);	/* owns three snapshots; NULL without memory */
void exchange_free(struct exchange *exchange);	/* after both threads have ended */

/*
 * Collector thread: returns the snapshot to fill, valid until exchange_publish(). Its contents are
 * undefined: clear it first.
 */
struct snapshot *exchange_draft(struct exchange *exchange);

/* Collector thread: hands the draft over. The caller must not touch it afterwards. */
void exchange_publish(struct exchange *exchange);

/*
 * UI thread: is there a newer snapshot than exchange_latest() last returned? On the collector
 * thread only the answer no is certain.
 */
bool exchange_fresh(const struct exchange *exchange);

/*
 * UI thread: returns the newest published snapshot, or NULL before the first publish. The reader
 * may read it until its next call of exchange_latest().
 */
const struct snapshot *exchange_latest(struct exchange *exchange);
