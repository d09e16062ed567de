/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory of the cells of slices; see slice_cells.h. */
#include "config.h"
#include "model/snapshot/slice_cells.h"

#include <stdlib.h>
#include <string.h>

void slice_cells_clear(struct slice_cells *cells)
{
	struct slice_cells empty = { .cells = cells->cells, .cap = cells->cap };

	if (!cells->on) {
		free(cells->cells);
		empty = (struct slice_cells){ 0 };
	}
	*cells = empty;
}

void slice_cells_done(struct slice_cells *cells)
{
	free(cells->cells);
	*cells = (struct slice_cells){ 0 };
}

bool slice_cells_set(struct slice_cells *into, const struct slice_cell *cells, size_t n)
{
	into->n = 0;
	if (n > into->cap) {
		struct slice_cell *more = realloc(into->cells, n * sizeof(*more));

		if (!more)
			return false;
		into->cells = more;
		into->cap = n;
	}
	if (n)
		memcpy(into->cells, cells, n * sizeof(*cells));
	into->n = n;
	return true;
}
