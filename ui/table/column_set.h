/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which columns a view shows, in which order and how wide: parsed from a text such as
 * "pid,user,cpu:6", printed as such, and listed for a level. UI thread (or batch, or main before
 * any thread exists).
 */
#pragma once

#include "model/err.h"
#include "model/formula.h"
#include "ui/table/columns.h"
#include "ui/table/view.h"

#define COLUMN_WIDTH_MAX 200
#define COLUMN_SET_TEXT (COLUMNS_MAX * 14)	/* bytes; no key is longer than 9 */

/* The cells of "8" in "pid:8", from `least` on. -EINVAL, with a sentence: they are none. */
int column_width_parse(const char *name, const char *text, int least, struct err *err);

struct column_choice {
	const struct column *column;
	int width;		/* cells; 0: the default of the column, which may stretch */
};

struct column_set {		/* zeroed: nothing chosen, so the default columns */
	size_t n;
	struct column_choice items[COLUMNS_MAX];
};

/* The view whose columns rows of this kind have: one for CPUs, cores, nodes and sockets. */
enum view_id column_view_of(enum row_kind kind);

/* Can the view show the column? The tree of CPUs needs none for socket, core and CPU. */
bool column_is_in_view(const struct column *column, enum view_id view);

/* The least width that may be chosen: a number is never cut, a text down to its title. */
int column_least_width(const struct column *column);

/*
 * The default columns of a view. Classes of level 1 stand for both levels; nodes are those that the
 * family has (family_has_node()).
 */
void column_set_default(struct column_set *set, enum view_id view, const struct family *family);
bool column_set_is_default(const struct column_set *set, enum view_id view,
			   const struct family *family);

/* Was such a column chosen? One of level 2 is shown on both levels then. */
bool column_set_has(const struct column_set *set, bool (*is)(const struct column *column));

/* Does the view show such a column, chosen or by default? */
bool column_set_shows(const struct column_set *set, enum view_id view,
		      const struct family *family, bool (*is)(const struct column *column));

/* 0, or -EINVAL with a sentence; then the set is unchanged. The text is not kept. */
int column_set_parse(struct column_set *set, enum view_id view, const char *text,
		     struct err *err);

/* The text that column_set_parse() takes. */
void column_set_print(const struct column_set *set, char text[COLUMN_SET_TEXT]);

/*
 * The columns of a level in the order of the screen, with bars. On level 2 a class is replaced by
 * those of its children that the family has, if any; a column of level 2 that was chosen is on both
 * levels. Returns how many.
 */
size_t column_set_list(const struct column_set *set, enum view_id view, int level,
		       const struct family *family, struct column_choice list[COLUMNS_MAX]);
