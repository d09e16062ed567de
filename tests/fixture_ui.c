/* SPDX-License-Identifier: GPL-2.0-only */
/* The screen over the machine by hand; see fixture_ui.h. */
#include "config.h"
#include "tests/fixture_ui.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "ui/screen.h"

struct snapshot *snapshot;
struct ui_state ui;

int fixture_ui_setup(void **state)
{
	struct ui_options options = { .level = 1, .view = ROW_PROCESS };

	(void)state;
	(void)setlocale(LC_ALL, "C.UTF-8");
	snapshot = fixture_snapshot(1);
	state_init(&ui, &options, 1000000000);
	(void)canvas_resize(&canvas, 80, 24);
	(void)state_show(&ui, snapshot);
	screen_draw(&ui, &canvas);
	return 0;
}

int fixture_ui_teardown(void **state)
{
	state_done(&ui);
	snapshot_free(snapshot);
	return fixture_canvas_done(state);
}

unsigned int press(const char *typed)
{
	unsigned int reaction = R_NONE;

	for (; *typed; typed++)
		reaction = press_code((unsigned char)*typed);
	return reaction;
}

unsigned int press_code(int code)
{
	unsigned int reaction = ui_key(&ui, code);

	screen_draw(&ui, &canvas);
	return reaction;
}

void next_snapshot(struct snapshot *next)
{
	assert_int_equal(state_show(&ui, next), 0);
	snapshot_free(snapshot);
	snapshot = next;
	screen_draw(&ui, &canvas);
}

/* The screen as text; valid until the next call. */
static char *drawn(void)
{
	screen_draw(&ui, &canvas);
	return fixture_canvas_dump();
}

bool shows(const char *text)
{
	return strstr(drawn(), text);
}

bool line_has(const char *word, const char *other)
{
	char *text = drawn(), *line = strstr(text, word), *end;

	if (!line)
		return false;
	end = strchr(line, '\n');
	if (end)
		*end = '\0';
	while (line > text && line[-1] != '\n')
		line--;
	return strstr(line, other);
}
