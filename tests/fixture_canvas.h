/* SPDX-License-Identifier: GPL-2.0-only */
/* A canvas that a test draws into, and what is on it as text. */
#ifndef TDTOP_TESTS_FIXTURE_CANVAS_H
#define TDTOP_TESTS_FIXTURE_CANVAS_H

#include "ui/canvas.h"

extern struct canvas canvas;

/* Frees it: a teardown for cmocka. */
int fixture_canvas_done(void **state);

/* canvas_dump as a text; it may be changed, and is valid until the next call. */
char *fixture_canvas_dump(void);

#endif
