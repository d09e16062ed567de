/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * No word on the screen that the help does not explain. Words are above and in the head of the
 * tables, in the last line, and in the sources of the status line. Each is in the help, is plain
 * English, or is a name in the hand-made machine.
 */
#include "config.h"

#include <ctype.h>
#include <dirent.h>
#include <strings.h>

#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"
#include "ui/code_views/views.h"
#include "ui/help/help_text.h"
#include "ui/keys/actions.h"
#include "ui/keys/keys.h"
#include "ui/table/columns.h"

#define WORDS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* Sources whose texts stand above the tables. */
static const char *const sources[] = {
	"ui/screen/status.c", "ui/screen/view_meaning.c", "ui/table/sentence.c", "ui/screen/view_header.c",
	"ui/lists/view_cpus.c", "ui/time/view_chart.c", "ui/time/time_map.c", "ui/time/scope.c",
	"ui/detail/view_tree.c", "ui/detail/view_opened.c", "ui/state/self_usage.c", "ui/screen/view_code_status.c",
	"ui/code_views/code_block.c", "ui/code_views/code_stacks.c",
};

/* What needs no explanation. */
static const char plain[] =
	"about ago began but choose chooses cleared complex damaged done enough fetched finds folds "
	"get hardly keeps later less likely listed look looking min ordinary over pauses permitted "
	"predictions reported rev reversed reverses say shared such they unfolds units vendor whatever who";

/* Names in the hand-made machine, what shots type, names of CPUs. */
static const char names[] =
	"web memhog compute alice cron oldcount service make foo replay Intel Sapphire Rapids Alder Ice "
	"Lake hybrid SP Arm VM MB Linux "
	"demo invented br inst retired near clock libz main op agent perf crc fast hash probe mov rax rdx "
	"DRAM Local uses bandw";

/* All keys. */
static const struct {
	const char *source;
	const struct key *keys;
	const size_t *n;
} tables[] = {
	{ "keys.c", keys, &keys_n }, { "keys_time.c", map_keys, &map_keys_n },
	{ "keys_time.c", scope_keys, &scope_keys_n },
	{ "keys_setup.c", setup_keys, &setup_keys_n },
	{ "keys_code.c", code_keys, &code_keys_n },
	{ "keys_detail.c", detail_keys, &detail_keys_n },
};
#define TABLES (sizeof(tables) / sizeof(tables[0]))

static char *help;	/* all of it, in lower case */

static void add(FILE *out, const char *text)
{
	for (; text && *text; text++)
		(void)fputc(tolower((unsigned char)*text), out);
	(void)fputc('\n', out);
}

static void add_keys(FILE *out)
{
	for (size_t t = 0; t < TABLES; t++)
		for (size_t i = 0; i < *tables[t].n; i++) {
			add(out, tables[t].keys[i].shown);
			add(out, tables[t].keys[i].group);
			add(out, tables[t].keys[i].help);
		}
}

static void add_code(FILE *out)
{
	for (int id = 0; id < CODE_VIEWS; id++) {
		add(out, code_views[id].name);
		for (size_t i = 0; code_views[id].kind && i < code_views[id].kind->n; i++) {
			add(out, row_column_title(&code_views[id].kind->columns[i]));
			add(out, code_views[id].kind->columns[i].help);
		}
	}
}

FIXTURE(read_help)
{
	size_t size;
	FILE *out = open_memstream(&help, &size);

	for (size_t i = 0; i < help_lines_n; i++) {
		add(out, help_lines[i].name);
		add(out, help_lines[i].text);
	}
	for (size_t i = 0; i < columns_n; i++) {
		add(out, column_title(&columns[i]));
		add(out, column_help(&columns[i]));
	}
	add_keys(out);
	add_code(out);
	return fclose(out);
}

AROUND(free_help)
{
	free(help);
}

/* Has the text, in lower case, this word? */
static bool has(const char *text, const char *word, size_t n)
{
	for (const char *at = text; *at; at++) {
		if (strncasecmp(at, word, n) != 0 || (at > text && isalpha((unsigned char)at[-1])))
			continue;
		if (!isalpha((unsigned char)at[n]))
			return true;
	}
	return false;
}

/* In ASCII "v" is the sign of order behind a column's title. */
static size_t without_sign(const char *word, size_t n)
{
	return n > 2 && word[n - 1] == 'v' && isupper((unsigned char)word[n - 2]) ? n - 1 : n;
}

/* One letter is a key, or a class; bars and trends are made of the letters of classes. */
static bool is_known(const char *word, size_t n)
{
	return n < 2 || strspn(word, "RSFB") >= n || has(help, word, n) || has(plain, word, n) ||
	       has(names, word, n);
}

/* Returns how many words of a text are explained nowhere, and prints them. */
static int count_unknown(const char *where, const char *text, size_t size)
{
	int unknown = 0;

	for (size_t i = 0, n; i < size; i += n + 1) {
		n = strspn(text + i, WORDS);
		if (n > size - i)
			n = size - i;
		if (is_known(text + i, without_sign(text + i, n)))
			continue;
		print_error("%s: \"%.*s\" is neither in ui/help/help_text.c nor plain English\n",
			    where, (int)n, text + i);
		unknown++;
	}
	return unknown;
}

/* ---- golden screens ---- */

/* Line i of a text, without its end; NULL beyond the last. */
static const char *line_of(const char *text, int i, size_t *n)
{
	for (; text && i; i--) {
		text = strchr(text, '\n');
		text = text ? text + 1 : NULL;
	}
	*n = text ? strcspn(text, "\n") : 0;
	return text && *text ? text : NULL;
}

/* Lines before the roles of a body. */
static int height_of(const char *body)
{
	size_t n;
	int h = 0;

	for (const char *line; (line = line_of(body, h, &n)) != NULL; h++)
		if (n && strspn(line, "-") == n)
			return h;
	return 0;
}

/* Bytes of a line but for a word that the right edge of the screen may have cut. */
static size_t whole_words(const char *line, size_t n, size_t w)
{
	size_t cells = 0;

	for (size_t i = 0; i < n; i++)
		cells += ((unsigned char)line[i] & 0xc0) != 0x80;
	while (cells >= w && n && isalpha((unsigned char)line[n - 1]))
		n--;
	return n;
}

/* Unknown words of a line; the line of its roles is as wide as the screen. */
static int check_line(const char *name, const char *text, int y, int roles_y)
{
	size_t n, roles_n;
	const char *line = line_of(text, y, &n), *roles = line_of(text, roles_y, &roles_n);

	assert_non_null(roles);
	return count_unknown(name, line, whole_words(line, n, roles_n - 1));
}

/* The head of the table, and what is above it: rows are names and numbers. */
static int check_body(const char *name)
{
	const char *body = text_of_file(fixture("screens", name));
	const int h = height_of(body);
	int unknown = 0, head = -1;

	for (int y = 0; y < h && head < 0; y++) {
		size_t n;
		const char *roles = line_of(body, h + 1 + y, &n);

		if (memchr(roles, 'h', n))
			head = y;
	}
	for (int y = 0; y <= head; y++)
		unknown += check_line(name, body, y, h + 1 + y);
	return unknown;
}

TEST(every_word_of_the_golden_screens_is_explained)
{
	const struct dirent *entry;
	int unknown = 0, files = 0;
	DIR *dir = opendir(fixture("screens", ""));

	assert_non_null(dir);
	while ((entry = readdir(dir)) != NULL) {
		if (!strstr(entry->d_name, ".txt") || !strncmp(entry->d_name, "help", 4))
			continue;
		unknown += check_body(entry->d_name);
		files++;
	}
	(void)closedir(dir);
	assert_true(files > 50);
	assert_int_equal(unknown, 0);
}

/* Each is followed by its roles, and by lines of the shots that have it. The path is made of names. */
TEST(every_word_around_the_golden_screens_is_explained)
{
	static const char *const names_of[] = { "title.txt", "machine.txt", "sentence.txt",
						"trend.txt", "status.txt", "footer.txt" };
	int unknown = 0;

	for (size_t i = 0; i < sizeof(names_of) / sizeof(names_of[0]); i++) {
		const char *text = text_of_file(fixture("screens/lines", names_of[i]));
		size_t n;
		const char *line;

		for (int y = 0; (line = line_of(text, y, &n)) != NULL; y++) {
			if (*line == '\t')
				continue;
			unknown += check_line(names_of[i], text, y, y + 1);
			y++;
		}
		}
	assert_int_equal(unknown, 0);
}

/* ---- sources ---- */

/* Blanks out conversions as %5.1f and escapes as \u00b7. */
static void blank_formats(char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t end = i + 1;

		if (text[i] == '\\') {
			end += strspn(text + end, "0123456789abcdefux");
		} else if (text[i] == '%') {
			end += strspn(text + end, " -+.*0123456789");
			end += strspn(text + end, "zl");
			end += 1;
		} else {
			continue;
		}
		for (; i < end && i < n; i++)
			text[i] = ' ';
		i--;
	}
}

static int check_source(const char *name)
{
	char *text = text_of_file(fixture("..", name));
	int unknown = 0;

	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		char *open = line, *end;

		if (line[0] == '#' || !strncmp(line + strspn(line, "\t "), "*", 1) ||
		    strstr(line, "/*"))
			continue;
		while ((open = strchr(open, '"')) != NULL && (end = strchr(++open, '"')) != NULL) {
			blank_formats(open, (size_t)(end - open));
			if (*open != '/')	/* a path */
				unknown += count_unknown(name, open, (size_t)(end - open));
			open = end + 1;
		}
	}
	return unknown;
}

TEST(every_word_of_the_status_line_and_the_head_is_explained)
{
	int unknown = 0;

	for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++)
		unknown += check_source(sources[i]);
	assert_int_equal(unknown, 0);
}

/* ---- tables ---- */

TEST(every_sign_of_the_screen_is_explained)
{
	bool explained[SYMBOL_COUNT] = { [SYMBOL_DOT] = true, [SYMBOL_NO_TRUNK] = true,
					 [SYMBOL_DONE] = true };

	for (size_t i = 0; i < help_lines_n; i++)
		for (int k = 0; k < help_lines[i].n_signs; k++)
			explained[help_lines[i].signs[k]] = true;
	for (int i = 0; i < SYMBOL_COUNT; i++)
		if (!explained[i])
			fail_msg("no line of help_text.c has the sign %s", symbol(i, false));
}

TEST(every_word_of_a_footer_is_in_the_help_of_some_key)
{
	int unknown = 0;

	for (size_t t = 0; t < TABLES; t++)
		for (size_t i = 0; i < *tables[t].n; i++) {
			const char *footer = tables[t].keys[i].footer;

			if (footer)
				unknown += count_unknown(tables[t].source, footer, strlen(footer));
		}
	assert_int_equal(unknown, 0);
}

TEST(a_word_that_is_nowhere_is_found)
{
	assert_int_equal(count_unknown("a wanted complaint", "busy frobnicated", 16), 1);
}

const struct around_tests around_tests = {.setup_all = read_help, .teardown_all = free_help};
