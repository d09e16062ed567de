/* SPDX-License-Identifier: GPL-2.0-only */
/* The line of a filter or search of the code views; see code_keys.h. UI thread. */
#include "config.h"
#include "ui/code_views/code_keys.h"

#include <stdio.h>

#include "ui/code/code_filter.h"
#include "ui/code_views/code_list.h"
#include "ui/state/find.h"
#include "ui/term/key_decoder.h"

bool code_find_open(struct code_screen *code, enum code_find_mode mode)
{
	if (!code_view_shown(code)->kind)
		return false;
	code->find.mode = mode;
	code->find.trouble[0] = '\0';
	(void)snprintf(code->find.text, sizeof(code->find.text), "%s",
		       mode == CODE_FIND_FILTER ? code_list_shown(code)->filter : "");
	return true;
}

bool code_find_takes(const struct code_screen *code, int key)
{
	return code->open && code->find.mode != CODE_FIND_NOTHING && key < KEYCODE_UP &&
	       key != KEYCODE_CTRL_L;
}

void code_find_try(struct code_screen *code)
{
	const bool filters = code->find.mode == CODE_FIND_FILTER;
	struct code_filter filter;
	struct err err = { .text = "" };
	const int failed = code_filter_init(&filter, code_view_shown(code)->kind, &code->of, NULL,
					  code->find.text, &err);

	code_filter_done(&filter);
	(void)snprintf(code->find.trouble, sizeof(code->find.trouble), "%.250s", err.text);
	if (failed)
		return;
	(void)snprintf(filters ? code_list_shown(code)->filter : code->search, CODE_FILTER_TEXT, "%s",
		       code->find.text);
	if (filters)
		(void)code_list_sort(code);
	else if (code->search[0] && !code_list_find(code, +1, true))
		(void)snprintf(code->find.trouble, sizeof(code->find.trouble), "no row matches");
}

static void drop(struct code_screen *code)
{
	code->find.text[0] = '\0';
	code_find_try(code);
	code->find.mode = CODE_FIND_NOTHING;
}

void code_find_key(struct code_screen *code, int key)
{
	switch (key) {
	case KEYCODE_ENTER:
		/* A filter that cannot be understood is not kept; a search may match later. */
		if (code->find.trouble[0] && code->find.mode == CODE_FIND_FILTER)
			return;
		(void)snprintf(code->said, sizeof(code->said), "%s",
			       find_sentence(code->find.trouble));
		code->find.mode = CODE_FIND_NOTHING;
		return;
	case KEYCODE_ESCAPE:
		drop(code);
		return;
	case KEYCODE_CTRL_U:
		code->find.text[0] = '\0';
		break;
	case KEYCODE_BACKSPACE:
		if (!input_remove(code->find.text)) {
			drop(code);
			return;
		}
		break;
	default:
		(void)input_add(code->find.text, sizeof(code->find.text), key);
	}
	code_find_try(code);
}
