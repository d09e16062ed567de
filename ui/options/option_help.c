/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Prints --help, and makes the sentence about each option. Called by main before any thread exists,
 * and by rcfile.c for the comments of tdtoprc.
 */
#include "config.h"
#include "ui/options/option_help.h"

#include <string.h>

#include "ui/options/option_value.h"

#define HELP_COLUMN 27		/* where the sentences of --help begin */
#define HELP_WIDTH 80

/* Does the help list what the option accepts? The columns of each view would be too long. */
static bool has_list(enum option_type type)
{
	return type == OPTION_SECONDS || type == OPTION_LIMIT || type == OPTION_CHOICE ||
	       type == OPTION_COLUMN;
}

void option_sentence(const struct option_row *row, char *text, size_t size)
{
	char list[OPTION_LIST];
	int used = snprintf(text, size, "%s", row->help);

	option_accepts(row, OPTION_ANY_VIEW, list);
	if (list[0] && has_list(row->type) && used > 0 && (size_t)used < size)
		used += snprintf(text + used, size - (size_t)used, ": %s", list);
	if (row->type == OPTION_COLUMN && used > 0 && (size_t)used < size)
		used += snprintf(text + used, size - (size_t)used,
				 "; each view has some of them, diff also change and share");
	if (row->fallback && used > 0 && (size_t)used < size)
		(void)snprintf(text + used, size - (size_t)used, " (default %s)", row->fallback);
}

/* Wraps the sentence at blanks; its first line begins at `column`. */
static void print_wrapped(FILE *out, int column, const char *text)
{
	while (*text) {
		int len = (int)strcspn(text, " ");

		if (column > HELP_COLUMN && column + 1 + len > HELP_WIDTH) {
			fprintf(out, "\n%*s", HELP_COLUMN, "");
			column = HELP_COLUMN;
		}
		if (column > HELP_COLUMN)
			column += fprintf(out, " ");
		column += fprintf(out, "%.*s", len, text);
		text += len;
		text += strspn(text, " ");
	}
	fputc('\n', out);
}

void options_print_help(FILE *out)
{
	fputs("Usage: tdtop [options] [-- command [args]]\n"
	      "       tdtop diff BEFORE AFTER [options]\n"
	      "Show live which part of the CPU limits each process (TopDown).\n\n",
	      out);
	for (size_t i = 0; i < option_rows_n; i++) {
		const struct option_row *row = &option_rows[i];
		char text[OPTION_SENTENCE];
		int column;

		if (row->letter)
			column = fprintf(out, "  -%c, --%s", row->letter, row->name);
		else
			column = fprintf(out, "      --%s", row->name);
		if (row->argument)
			column += fprintf(out, " %s", row->argument);
		column += fprintf(out, "%*s", column < HELP_COLUMN ? HELP_COLUMN - column : 1, "");
		option_sentence(row, text, sizeof(text));
		print_wrapped(out, column, text);
	}
	fputs("\ndiff sums up each recording by command name. CHANGE is in points of the\n"
	      "machine's busy slots: what the classes of a command gained or what they lost,\n"
	      "whichever is more. So a small shift in a large command ranks above a huge\n"
	      "shift in a tiny one.\n", out);
	fputs("\nExit status: 0 success, 1 cannot run, 2 wrong usage; batch mode with a command\n"
	      "exits with the command's status. Manual: man tdtop\n", out);
}
