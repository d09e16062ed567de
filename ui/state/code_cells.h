/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a row of the open code view has in a column: rows of a profile by their kind (ui/code/rows.h),
 * those of the screen itself (instructions, paths, frames) by its functions. UI thread.
 */
#ifndef TDTOP_UI_STATE_CODE_CELLS_H
#define TDTOP_UI_STATE_CODE_CELLS_H

#include "ui/state/code_screen.h"

/* Has the screen this column, as far as the profile goes? */
bool code_cells_want(const struct code_screen *code, const struct row_column *column);

/* Is it known in this row? Of a number: if it is one. */
bool code_cells_know(const struct code_screen *code, const struct row_column *column, size_t row);

/* Its number in a row, NAN: not known; not of a VALUE_TEXT. */
struct estimate code_cells_number(const struct code_screen *code, const struct row_column *column,
				  size_t row);

/* Its cell. */
void code_cells_print(const struct code_screen *code, const struct row_column *column, size_t row,
		      struct code_cell *cell);

/* What the row is. False: the view does not tell. */
bool code_cells_id(const struct code_screen *code, size_t row, struct code_row_id *id);

#endif
