/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Prints --help, and makes the sentence about each option. Called by main before any thread exists,
 * and by rcfile.c for the comments of tdtoprc.
 */
#include "config.h"
#include "ui/options/option_table.h"

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

static const char usage[] =
	"Usage: tdtop [options] [-- command [args]]\n"
	"       tdtop diff BEFORE AFTER [options]\n"
	"Show live which part of the CPU limits each process (TopDown).\n\n";

/* What most people look for. tests/check-words.sh: it fits on a screen, and each option exists. */
static const char summary[] =
	"  tdtop                      this machine, live\n"
	"  tdtop -p PID               a process, and all that it starts\n"
	"  tdtop -- make -j8          a command, with a summary at its end\n"
	"  tdtop --functions -p PID   where in its code: ten seconds of it\n"
	"  tdtop -i perf.data         a recording of tdtop or of perf record\n"
	"\n"
	"start     --doctor           what this machine can count, why not more (-v)\n"
	"          --demo             an invented machine: needs no counters, no rights\n"
	"choose    -V, --view NAME    processes, threads, cpus, cgroups, users, commands\n"
	"          -l, --level LEVEL  1 or 2; 3 to 6 open one target\n"
	"          --filter EXPR      'be>40 && cpu>5', 'comm~^java'; -u, --user NAME\n"
	"          -s, --sort KEY     --reverse; columns and keys: --help all\n"
	"print     -b, --batch        text, or --csv, --json; -n N times, -d SECONDS each\n"
	"          --node NAME        one node of levels 3 to 6, with --node-of WHAT\n"
	"code      --functions        also --branches, --blocks, --stacks, --hot-paths;\n"
	"                             --seconds SECONDS, --event NAME, --symbols WHAT\n"
	"          --pgo FILE         a profile for compilers\n"
	"          --regions          pieces of programs that their authors named\n"
	"record    --record FILE      what is counted, as perf.data; key r\n"
	"          diff A B           what changed between two recordings (--fail-on)\n"
	"serve     --listen PORT      counters for Prometheus; --openmetrics FILE\n"
	"          --headless         without the screen\n"
	"cost      --budget PERCENT   limit of tdtop's own overhead; --engine bpf or ring\n"
	"look      --theme NAME       also --ascii, --no-color; F2 sets up all of it\n"
	"\n"
	"Keys:  d why   A to the cause   D the machine   h functions   b branches\n"
	"       Enter down   1 2 level   \\ filter   z freeze   ? help   q quit\n"
	"\n"
	"Every option: tdtop --help all. Manual: man tdtop\n";

static void print_options(FILE *out)
{
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
}

void options_print_help(const char *how, FILE *out)
{
	fputs(usage, out);
	if (strcmp(how, "all") != 0) {
		fputs(summary, out);
		return;
	}
	print_options(out);
	fputs("\ndiff sums up each recording by command name. CHANGE is in points of the\n"
	      "machine's busy slots: what the classes of a command gained or what they lost,\n"
	      "whichever is more. So a small shift in a large command ranks above a huge\n"
	      "shift in a tiny one.\n", out);
	fputs("\nExit status: 0 success, 1 cannot run, 2 wrong usage, 3 and 4 of diff --fail-on;\n"
	      "with a command: the status of the command. Manual: man tdtop\n", out);
}
