/* SPDX-License-Identifier: GPL-2.0-only */
/* Cells of the open code view; see code_cells.h. UI thread. */
#include "config.h"
#include "ui/state/code_cells.h"

#include <math.h>

#include "ui/code/code_text.h"

static const struct code_view *open_view(const struct code_screen *code)
{
	return &code->views[code->steps[code->n_steps - 1].view];
}

static const void *row_of(const struct code_screen *code, size_t row)
{
	return open_view(code)->row(code, row);
}

bool code_cells_want(const struct code_screen *code, const struct row_column *column)
{
	return (!column->wanted || column->wanted(&code->of)) &&
	       (!column->state.wanted || column->state.wanted(code));
}

bool code_cells_know(const struct code_screen *code, const struct row_column *column, size_t row)
{
	if (open_view(code)->row)
		return row_is_known(column, &code->of, row_of(code, row));
	if (column->state.known)
		return column->state.known(code, row);
	return column->unit == VALUE_TEXT || !isnan(column->state.number(code, row).value);
}

struct estimate code_cells_number(const struct code_screen *code, const struct row_column *column,
				  size_t row)
{
	if (column->state.number)
		return column->state.number(code, row);
	return row_is_known(column, &code->of, row_of(code, row)) ?
		       row_number(column, &code->of, row_of(code, row)) : row_exact(NAN);
}

void code_cells_print(const struct code_screen *code, const struct row_column *column, size_t row,
		      struct code_cell *cell)
{
	if (column->state.cell)
		column->state.cell(code, row, cell);
	else if (!column->cell && row_column_unit(column) != VALUE_TEXT)
		code_text_number(&code->of, row_column_unit(column), column->shown,
				 code_cells_number(code, column, row), cell);
	else
		row_cell(column, &code->of, row_of(code, row), cell);
}

bool code_cells_id(const struct code_screen *code, size_t row, struct code_row_id *id)
{
	const struct code_view *view = open_view(code);

	if (view->id)
		*id = view->id(code, row);
	else if (view->row)
		*id = view->kind->id(view->row(code, row));
	return view->id || view->row;
}
