/* SPDX-License-Identifier: GPL-2.0-only */
#include "config.h"
#include "model/tree/tree_values.h"

#include <stdlib.h>

struct tree_values {
	const struct tree *tree[CORE_TYPES];
};

struct tree_values *tree_values_new(const struct tree *const trees[CORE_TYPES])
{
	struct tree_values *values = calloc(1, sizeof(*values));

	for (int type = 0; values && type < CORE_TYPES; type++)
		values->tree[type] = trees[type];
	return values;
}

void tree_values_free(struct tree_values *values)
{
	free(values);
}
