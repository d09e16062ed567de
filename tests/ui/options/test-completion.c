/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The completions of bash, zsh and fish: generated here from the table of options and compared with
 * the files in completion/. COMPLETION=update rewrites them in the work tree.
 */
#include "config.h"

#include "tests/fixtures/test_main.h"
#include "ui/batch/compare_list.h"
#include "ui/options/option_value.h"
#include "ui/profile/profile_rows.h"
#include "ui/table/columns.h"

#define MADE "made by tests/ui/options/test-completion.c from the options of tdtop"

/* What --sort accepts beside these options, which have tables of their own. */
#define PROFILES "--(functions|branches|blocks)"
static char fields[ROW_FIELD_NAMES];
#define WORDS 16384	/* bytes of those of an option */

/* The rows whose columns it takes, if they are of a kind. */
static const struct code_kind *kind_of(const struct option_row *row)
{
	return !strcmp(row->name, "columns-diff")   ? compare_kind() :
	       row->type == OPTION_CODE_COLUMNS ? code_kind_of((enum code_kind_id)row->value) : NULL;
}

/* Does it take several of its words, with commas between them? */
#define TAKES_SEVERAL(row) ((row)->type == OPTION_COLUMNS || kind_of(row))

/* The words that an option accepts, separated by blanks; "" if they cannot be listed. */
static void list_words(const struct option_row *row, char *text, size_t size)
{
	struct option_choice choice;
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; option_choice(row, i, &choice); i++)
		used += (size_t)snprintf(text + used, size - used, "%s%s", i ? " " : "", choice.name);
	if (kind_of(row))
		code_columns_names(kind_of(row), " ", text, size);
	for (size_t i = 0; i < columns_n; i++)
		if (row->type == OPTION_COLUMN ? column_is_sortable(&columns[i]) :
		    row->type == OPTION_COLUMNS && column_is_in_view(&columns[i], (enum view_id)row->value))
			used += (size_t)snprintf(text + used, size - used, "%s%s", used ? " " : "",
						 column_key(&columns[i]));
	assert_true(used < size);
}

static void make_bash(FILE *out)
{
	fprintf(out, "# bash completion; " MADE "\n\n_tdtop()\n{\n"
		"\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words\n\n"
		"\t# --level=2 are three words to bash\n"
		"\tif [[ $cur == = ]]; then\n\t\tcur=\n"
		"\telif [[ $prev == = ]]; then\n\t\tprev=${COMP_WORDS[COMP_CWORD-2]}\n\tfi\n"
		"\tcase $prev in\n");
	for (size_t i = 0; i < option_rows_n; i++) {
		const struct option_row *row = &option_rows[i];
		char words[WORDS];

		if (!row->argument || option_argument_is_optional(row))
			continue;
		list_words(row, words, sizeof(words));
		if (row->letter)
			fprintf(out, "\t-%c | --%s)\n", row->letter, row->name);
		else
			fprintf(out, "\t--%s)\n", row->name);
		if (row->type == OPTION_COLUMN)
			fprintf(out, "\t\t[[ ${COMP_WORDS[*]} =~ " PROFILES " ]] &&\n\t\t\t"
				"mapfile -t COMPREPLY < <(compgen -W '%s' -- \"$cur\") && return\n", fields);
		if (row->type == OPTION_PATH)
			fprintf(out, "\t\tmapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n");
		else if (TAKES_SEVERAL(row))
			fprintf(out, "\t\tcompopt -o nospace\n\t\tmapfile -t COMPREPLY < <(compgen "
				"-P \"${cur%%\"${cur##*,}\"}\" -W '%s' -- \"${cur##*,}\")\n", words);
		else if (words[0])
			fprintf(out, "\t\tmapfile -t COMPREPLY < <(compgen -W '%s' -- \"$cur\")\n", words);
		fprintf(out, "\t\treturn\n\t\t;;\n");
	}
	fprintf(out, "\tesac\n\tif [[ ${COMP_WORDS[1]} == diff && $COMP_CWORD -gt 1 && $cur != -* ]]; then\n"
		"\t\tmapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n\t\treturn\n\tfi\n"
		"\twords='");
	for (size_t i = 0; i < option_rows_n; i++)
		fprintf(out, "%s--%s", i ? i % 8 ? " " : "\n\t\t" : "", option_rows[i].name);
	fprintf(out, "'\n\t[[ $COMP_CWORD == 1 ]] && words+=' diff'\n"
		"\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n}\n\n"
		"complete -F _tdtop tdtop\n");
}

/* For single quotes; characters of `escaped` get a backslash. */
static void put_quoted(FILE *out, const char *text, const char *escaped)
{
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\''", out);
		else
			fprintf(out, "%s%c", strchr(escaped, *text) ? "\\" : "", *text);
	}
}

static void make_zsh(FILE *out)
{
	fprintf(out, "#compdef tdtop\n# zsh completion; " MADE "\n\n_arguments -s");
	for (size_t i = 0; i < option_rows_n; i++) {
		const struct option_row *row = &option_rows[i];
		bool optional = option_argument_is_optional(row);
		const char *equals = optional ? "=-" : row->argument ? "=" : "";
		char words[WORDS];

		list_words(row, words, sizeof(words));
		if (row->letter)
			fprintf(out, " \\\n\t'(-%c --%s)'{-%c%s,--%s%s}'[", row->letter, row->name,
				row->letter, row->argument ? "+" : "", row->name, equals);
		else
			fprintf(out, " \\\n\t'--%s%s[", row->name, equals);
		put_quoted(out, row->help, "[]:\\");
		fputc(']', out);
		if (row->type == OPTION_COLUMN)
			fprintf(out, ":%s:{if [[ ${words[*]} == *" PROFILES "* ]]; then noglob compadd %s; "
				"else noglob compadd %s; fi}", row->argument, fields, words);
		else if (TAKES_SEVERAL(row))
			fprintf(out, ":%s:{noglob _sequence compadd - %s}", row->argument, words);
		else if (row->argument)
			fprintf(out, "%s%.*s:%s%s%s", optional ? "::" : ":",
				(int)strlen(row->argument) - 2 * optional, row->argument + optional,
				row->type == OPTION_PATH ? "_files" : words[0] ? "(" : "", words,
				words[0] ? ")" : "");
		fputc('\'', out);
	}
	/* "diff" and its recordings; without it there are no words but a command after "--". */
	fprintf(out, " \\\n\t'1:command:(diff)' \\\n\t'*:FILE:_files'\n");
}

static void make_fish(FILE *out)
{
	fprintf(out, "# fish completion; " MADE "\n\ncomplete -c tdtop -f\n"
		"complete -c tdtop -n __fish_is_first_arg -a diff -d 'what changed between two recordings'\n"
		"complete -c tdtop -n '__fish_seen_subcommand_from diff' -F\n");
	for (size_t i = 0; i < option_rows_n; i++) {
		const struct option_row *row = &option_rows[i];
		char words[WORDS];

		list_words(row, words, sizeof(words));
		if (row->type == OPTION_COLUMN)
			fprintf(out, "complete -c tdtop -n '__fish_contains_opt functions branches blocks'"
				" -s %c -l %s -x -a '%s'\n", row->letter, row->name, fields);
		fprintf(out, "complete -c tdtop%s", row->type == OPTION_COLUMN ?
			" -n 'not __fish_contains_opt functions branches blocks'" : "");
		if (row->letter)
			fprintf(out, " -s %c", row->letter);
		fprintf(out, " -l %s%s", row->name, row->type == OPTION_PATH ? " -r -F" :
			row->argument && !option_argument_is_optional(row) ? " -x" : "");
		if (words[0])
			fprintf(out, TAKES_SEVERAL(row) ? " -a '(__fish_append , %s)'" : " -a '%s'", words);
		fputs(" -d '", out);
		for (const char *c = row->help; *c; c++)
			fprintf(out, "%s%c", strchr("'\\", *c) ? "\\" : "", *c);
		fputs("'\n", out);
	}
}

static void make_path(const char *name, char *path, size_t size)
{
	const char *srcdir = getenv("srcdir");

	(void)snprintf(path, size, "%s/completion/%s", srcdir ? srcdir : ".", name);
}

static void compare(const char *name, void (*make)(FILE *out))
{
	const char *update = getenv("COMPLETION");
	char *want = NULL, *got = NULL, path[512];
	size_t size = 0, got_size;
	FILE *made = open_memstream(&want, &size), *file;

	assert_non_null(made);
	profile_field_names(PROFILE_FUNCTIONS | PROFILE_BRANCHES | PROFILE_BLOCKS, fields);
	make(made);
	assert_int_equal(fclose(made), 0);
	make_path(name, path, sizeof(path));
	file = fopen(path, update && !strcmp(update, "update") ? "w+" : "r");
	assert_non_null(file);
	if (update && !strcmp(update, "update")) {
		assert_true(fputs(want, file) >= 0);
		rewind(file);
	}
	got_size = 0;
	assert_true(getdelim(&got, &got_size, '\0', file) > 0);
	if (strcmp(got, want) != 0)
		fail_msg("%s does not fit the options: run \"COMPLETION=update make check\"", path);
	(void)fclose(file);
	free(got);
	free(want);
}

TEST(the_completions_are_up_to_date)
{
	compare("tdtop.bash", make_bash);
	compare("_tdtop", make_zsh);
	compare("tdtop.fish", make_fish);
}

/* The words that bash offers for a line whose last word is being typed. */
static void offer(const char *words, char *text, size_t size)
{
	char path[512], command[1200];
	FILE *pipe;

	make_path("tdtop.bash", path, sizeof(path));
	(void)snprintf(command, sizeof(command),
		       "bash -c '. \"%s\"; COMP_WORDS=(tdtop %s); COMP_CWORD=$((${#COMP_WORDS[@]}-1));"
		       " _tdtop 2>/dev/null; echo \"${COMPREPLY[*]}\"'", path, words);
	pipe = popen(command, "r");
	assert_non_null(pipe);
	text[fread(text, 1, size - 1, pipe)] = '\0';
	assert_int_equal(pclose(pipe), 0);
}

TEST(bash_offers_options_and_their_words)
{
	static const struct {
		const char *words, *offered;
	} cases[] = {
		{ "--lev", "--level\n" },	{ "-l \"\"", "1 2 3 4 5 6\n" },
		{ "--theme c", "colorblind\n" }, { "--theme = mo", "mono\n" },
		{ "--sort core", "core# core\n" }, { "--delay \"\"", "\n" },
		{ "--blocks --sort cycles.m", "cycles.mean cycles.min cycles.max\n" },
		{ "--columns-diff comm,difference.tma_mem", "comm,difference.tma_memory_bound\n" },
		{ "--columns-users cpu", "cpu\n" },
		{ "--columns-nodes node,of", "node,of_parent_percent node,of_core\n" },
		{ "-b --js", "--json\n" },	{ "--units =", "percent slots share\n" },
	};
	char text[1024];

	if (system("command -v bash >/dev/null") != 0)
		skip();
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		offer(cases[i].words, text, sizeof(text));
		assert_string_equal(text, cases[i].offered);
	}
}
