/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counters as text for Prometheus: OpenMetrics 1.0, or the older text format 0.0.4. Which families
 * of metrics there are is one table (families.c). Pure; any thread.
 * https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md
 */
#pragma once

#include "ui/draw/buffer.h"

struct totals_view;

enum exposition {
	EXPOSITION_PROMETHEUS,	/* text/plain; version=0.0.4 */
	EXPOSITION_OPENMETRICS,	/* application/openmetrics-text; version=1.0.0 */
	EXPOSITIONS
};

/*
 * Appends all families. `view` NULL: nothing was counted yet; then those that need no counts. Bytes
 * of labels that are not UTF-8 become U+FFFD. Without memory the buffer says so, as it does for all
 * that is put into it.
 */
void exposition_put(struct buffer *buffer, const struct totals_view *view, enum exposition format);

/* The value of Content-Type. Static. */
const char *exposition_type(enum exposition format);

/*
 * The format that an Accept header asks for (RFC 9110, 12.5.1: q values, wildcards). NULL, or
 * something that is neither: EXPOSITION_PROMETHEUS. Any bytes.
 */
enum exposition exposition_accepted(const char *accept);
