/* SPDX-License-Identifier: GPL-2.0-only */
/* The view "functions"; see views.h. UI thread. */
#include "config.h"
#include "ui/code_views/views.h"

#include <stdlib.h>

#include "ui/code/code_text.h"

/* ---- compared with the baseline ---- */

static int by_start(const void *a, const void *b)
{
	const struct profile_function *x = a, *y = b;

	return place_compare(x->start, y->start);
}

/* Groups the baseline, to compare with. False without memory. */
static bool group_baseline(struct code_screen *code)
{
	struct functions *functions = &code->baseline_functions;

	functions_done(functions);
	if (functions_init(functions, code->baseline, code->of.names, FUNCTIONS_OF_ALL))
		return false;
	qsort(functions->rows, functions->n, sizeof(functions->rows[0]), by_start);
	return true;
}

/* ---- the view ---- */

bool code_functions_make(struct code_screen *code)
{
	functions_done(&code->functions);
	code->of.before = code->baseline ? &code->baseline_functions : NULL;
	if (!code->of.profile)
		return true;
	if (functions_init(&code->functions, code->of.profile, code->of.names, FUNCTIONS_OF_ALL))
		return false;
	code->names_pending = code->functions.pending;
	code->rows = (struct code_rows){ code->functions.rows, code->functions.n,
					 sizeof(*code->functions.rows) };
	return !code->baseline || group_baseline(code);
}

void code_functions_done(struct code_screen *code)
{
	functions_done(&code->functions);
	functions_done(&code->baseline_functions);
}

void code_functions_step(const struct code_screen *code, struct place at, struct code_step *step)
{
	struct code_name name;

	(void)code_text_ask(&code->of, at, false, &name);
	step->start = name.symbol[0] ? name.function : at;
	step->end = step->start;
	step->end.offset += name.symbol[0] && name.size ? name.size : 1;
	code_text_function(&code->of, at, &name, step->title, sizeof(step->title));
}

const char *code_functions_nothing(const struct code_screen *code)
{
	(void)code;
	return "no sample of this event in this time";
}
