/* SPDX-License-Identifier: GPL-2.0-only */
/* Key E of the code views; see code_keys.h. UI thread. */
#include "config.h"
#include "ui/code_views/code_keys.h"

#include <stdio.h>

#include "ui/code_views/code_state.h"
#include "ui/term/key_decoder.h"

const struct code_export_format code_export_formats[CODE_EXPORTS] = {
	[CODE_EXPORT_PERF] = { 'p', "perf.data", true },
	[CODE_EXPORT_BOLT] = { 'b', "bolt", true },
	[CODE_EXPORT_AUTOFDO] = { 'a', "autofdo", true },
	[CODE_EXPORT_FOLDED] = { 'f', "folded", false },
	[CODE_EXPORT_SPEEDSCOPE] = { 's', "speedscope", false },
};

bool code_export_open(struct code_screen *code)
{
	if (!code->of.profile || !code->seams.export || code->leased)
		return false;
	code->exports = true;
	return true;
}

static void code_export_begin(struct code_screen *code, enum code_export format)
{
	const bool branches = code_export_formats[format].branches;

	if (branches && code->seams.no_pgo)
		(void)snprintf(code->said, sizeof(code->said), "nothing written: %s",
			       code->seams.no_pgo);
	else if (branches ? !code->of.profile->event.has_branches : !code->of.profile->n_stack)
		(void)snprintf(code->said, sizeof(code->said), "nothing written: this event has no "
			       "%s stacks", branches ? "branch" : "call");
	else if (code->seams.live && format == CODE_EXPORT_PERF)
		(void)snprintf(code->said, sizeof(code->said), "nothing written: perf.data has each "
			       "stack by itself, and only their sums are kept; record (r), then E "
			       "in tdtop -i FILE");
	else if (!code->seams.live && !code_is_complete(code))
		(void)snprintf(code->said, sizeof(code->said),
			       "nothing written: the recording is still read");
	else if (!code_lease(code) ||
		 !code->seams.export(code->seams.data, format, code->leased)) {
		code_end_lease(code);
		(void)snprintf(code->said, sizeof(code->said),
			       "nothing written: a new file cannot be made in this directory");
	}
}

bool code_export_takes(const struct code_screen *code, int key)
{
	return code->open && code->exports && key < KEYCODE_UP && key != KEYCODE_CTRL_L;
}

void code_export_key(struct code_screen *code, int key)
{
	code->exports = false;
	for (int i = 0; i < CODE_EXPORTS; i++)
		if (code_export_formats[i].key == key)
			code_export_begin(code, (enum code_export)i);
}

bool code_export_take(struct code_screen *code)
{
	if (!code->leased ||
	    !code->seams.exported(code->seams.data, code->said, sizeof(code->said)))
		return false;
	code_end_lease(code);
	return true;
}
