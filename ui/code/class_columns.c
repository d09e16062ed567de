/* SPDX-License-Identifier: GPL-2.0-only */
/* TopDown of a row of a profile; see class_columns.h. */
#include "config.h"
#include "ui/code/class_columns.h"

#include <math.h>
#include <stdio.h>

#include "ui/code/code_text.h"
#include "ui/table/sentence.h"

bool row_has_classes(const struct rows_of *of)
{
	return of->profile && of->profile->classes.table;
}

struct values class_values(const struct estimate *classes)
{
	struct values values = { .ipc_quality = Q_MISSING };

	for (enum metric_id node = 0; node < M_COUNT; node++) {
		enum class_known known;
		const struct estimate estimate = class_shown(classes, node, &known);

		values.quality[node] = known == CLASS_KNOWN ? Q_COUNTED :
				       known == CLASS_ROUGH ? Q_LOW_SLOTS : Q_MISSING;
		values.percent[node] = known == CLASS_KNOWN ? (float)(100 * estimate.value) : 0;
	}
	return values;
}

/* Is it over its threshold, and larger than each node beside it, by more than twice the errors? */
static bool stands_out(const struct estimate *classes, enum metric_id node)
{
	const struct estimate of = classes[node];

	if (of.value - 2 * of.error <= metrics[node].threshold)
		return false;
	for (enum metric_id other = 0; other < M_COUNT; other++) {
		const struct estimate beside = class_shown(classes, other, NULL);

		if (other != node && metrics[other].parent == metrics[node].parent &&
		    of.value - beside.value <= 2 * hypot(of.error, beside.error))
			return false;
	}
	return true;
}

struct limit class_limit(const struct estimate *classes)
{
	const struct values values = class_values(classes);
	struct limit limit = limit_of_values(&values, 2);
	const enum metric_id parent = limit.kind == BOTTLENECK_NODE ? metrics[limit.node].parent : M_NONE;

	if (limit.kind != BOTTLENECK_NODE)
		return limit;
	if (parent != M_NONE && !stands_out(classes, limit.node))
		limit.node = parent;
	if (!stands_out(classes, parent != M_NONE ? parent : limit.node))
		return (struct limit){ .kind = BOTTLENECK_UNKNOWN, .node = M_NONE };
	return limit;
}

enum metric_id class_limited_node(const struct estimate *classes)
{
	const struct limit limit = class_limit(classes);

	return limit.kind == BOTTLENECK_NODE ? limit.node : M_NONE;
}

bool class_is_limited_by(const struct estimate *classes, enum metric_id node)
{
	enum metric_id limit;

	if (!classes || !stands_out(classes, node))
		return false;	/* as most nodes: what limits stands out, and its class */
	limit = class_limited_node(classes);
	return limit != M_NONE && (node == limit || node == metrics[limit].parent);
}

void class_limit_text(const struct estimate *classes, char text[CODE_ROW_TEXT])
{
	const struct limit limit = class_limit(classes);

	(void)snprintf(text, CODE_ROW_TEXT, "%s", limit.kind == BOTTLENECK_NODE ? metrics[limit.node].slug :
						  sentence_of_limit(&limit));
}

void class_limit_cell(const struct rows_of *of, const struct estimate *classes, struct code_cell *cell)
{
	const struct limit limit = class_limit(classes);
	const char *words = sentence_of_limit(&limit);

	if (!words[0]) {
		code_text_missing(of, cell);
		return;
	}
	(void)snprintf(cell->text, sizeof(cell->text), "%s", words);
	cell->role = limit.kind == BOTTLENECK_NODE ? theme_metric_role(limit.node) : ROLE_DIM;
}
