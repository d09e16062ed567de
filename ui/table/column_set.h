/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which columns a view shows, in which order and how wide: from a text as "pid,user,cpu:6", as that
 * text, and as the list for a level. UI thread (or batch, or main before any thread exists).
 */
#ifndef TDTOP_UI_COLUMN_SET_H
#define TDTOP_UI_COLUMN_SET_H

#include "model/err.h"
#include "model/formula.h"
#include "ui/table/columns.h"

/* The views that have columns of their own. Those of CPUs, cores and sockets are one tree. */
enum column_view {
	COLUMNS_PROCESSES, COLUMNS_THREADS, COLUMNS_CPUS, COLUMNS_CGROUPS, COLUMNS_USERS,
	COLUMNS_EXITED, COLUMN_VIEWS
};

#define COLUMN_WIDTH_MAX 200
#define COLUMN_SET_TEXT (COLUMNS_MAX * 12)	/* bytes; no key is longer than 7 */

struct column_choice {
	const struct column *column;
	int width;		/* cells; 0: the column's own, and it stretches if it does */
};

struct column_set {		/* zeroed: nothing was chosen, so the usual columns */
	size_t n;
	struct column_choice items[COLUMNS_MAX];
};

/* The view of such rows: one for all kinds of CPUs. */
enum column_view column_view_of(enum row_kind kind);

/* Can the view show it? The tree of CPUs tells socket, core and CPU without a column. */
bool column_is_in_view(const struct column *column, enum column_view view);

/* The least width that may be chosen: a number is never cut, a text down to its head. */
int column_least_width(const struct column *column);

/*
 * The usual columns, level 1 standing for level 2 too; of the nodes those that the family has
 * (family_has_node()).
 */
void column_set_default(struct column_set *set, enum column_view view, const struct family *family);
bool column_set_is_default(const struct column_set *set, enum column_view view,
			 const struct family *family);

/* Was a column of level 2 chosen? It is then there on both levels. */
bool column_set_has_level2(const struct column_set *set);

/* 0, or -EINVAL with a sentence; then the set is as before. Nothing of the text is kept. */
int column_set_parse(struct column_set *set, enum column_view view, const char *text,
		     struct err *err);

void column_set_print(const struct column_set *set, char text[COLUMN_SET_TEXT]);

/*
 * What is shown on a level, in the order of the screen, bars too. On level 2 a class gives way to
 * those of its children that the family has, if any; a column of level 2 that was chosen itself is there
 * on both. Returns how many.
 */
size_t column_set_list(const struct column_set *set, enum column_view view, int level,
		       const struct family *family, struct column_choice list[COLUMNS_MAX]);

#endif
