/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The screen over the machine by hand (fixture.h), without a terminal: keys are pressed, and what
 * is drawn is looked at. Each FIXTURE_TEST begins with the first snapshot at 80x24.
 */
#ifndef TDTOP_TESTS_FIXTURE_UI_H
#define TDTOP_TESTS_FIXTURE_UI_H

#include "tests/fixture.h"
#include "tests/fixture_canvas.h"
#include "ui/keys.h"
#include "ui/state.h"

extern struct snapshot *snapshot;	/* the newest one; the fixture's */
extern struct ui_state ui;

int fixture_ui_setup(void **state);
int fixture_ui_teardown(void **state);

#define FIXTURE_TEST(function) \
	cmocka_unit_test_setup_teardown(function, fixture_ui_setup, fixture_ui_teardown)

/* Presses keys one after the other, drawing after each; return the last reaction. */
unsigned int press(const char *typed);
unsigned int press_code(int code);

/* The next interval: the same processes, or others. The fixture frees it. */
void next_snapshot(struct snapshot *next);

/* Is this text on the screen? */
bool shows(const char *text);

/* Does the first line with the word in it hold the other too? */
bool line_has(const char *word, const char *other);

#endif
