/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Values of options: parsed from the command line or tdtoprc, and printed; see option_value.h.
 * Called by main before any thread exists, and on the UI thread to save the settings.
 */
#include "config.h"
#include "ui/options/option_value.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "ui/table/column_names.h"
#include "ui/table/columns.h"
#include "ui/table/filter.h"

#define VALUE_SHOWN 80	/* bytes of a wrong one: the rest of the sentence says why */
#define COMPLAINT (OPTION_LIST + 64)

/* Can rows of this view (or of some view) be sorted by the column? Not by a bar. */
static bool can_sort(const struct column *column, int view)
{
	return column_is_sortable(column) &&
	       (view == OPTION_ANY_VIEW || column_applies(column, views[view].kind));
}

size_t option_parse_pids(const char *text, int32_t pids[PIDS_MAX])
{
	size_t n = 0;

	for (;; text++) {
		char *end;
		long pid;

		if (*text < '0' || *text > '9' || n == PIDS_MAX)
			return 0;
		errno = 0;
		pid = strtol(text, &end, 10);
		if (errno || pid < 1 || pid > INT32_MAX)
			return 0;
		pids[n++] = (int32_t)pid;
		if (!*end)
			return n;
		if (*end != ',')
			return 0;
		text = end;
	}
}

bool option_choice(const struct option_row *row, size_t i, struct option_choice *choice)
{
	if (row->choices)
		*choice = row->choices[i];
	else
		*choice = (struct option_choice){ row->names ? row->names((int)i) : NULL, (int)i };
	return choice->name != NULL;
}

void option_list_add(char list[OPTION_LIST], size_t i, size_t n, const char *name)
{
	size_t used = strlen(list);
	const char *between = i == 0 ? "" : i + 1 == n ? " or " : ", ";

	(void)snprintf(list + used, OPTION_LIST - used, "%s%s", between, name);
}

static bool is_in_view(const struct column *column, int view)
{
	return column_is_in_view(column, (enum view_id)view);
}

static void list_columns(char list[OPTION_LIST], bool (*fits)(const struct column *, int), int view)
{
	size_t n = 0;

	for (size_t i = 0; i < columns_n; i++)
		n += fits(&columns[i], view);
	for (size_t i = 0, k = 0; i < columns_n; i++)
		if (fits(&columns[i], view))
			option_list_add(list, k++, n, column_key(&columns[i]));
}

void option_accepts(const struct option_row *row, int view, char list[OPTION_LIST])
{
	struct option_choice choice;
	size_t n = 0;

	list[0] = '\0';
	switch (row->type) {
	case OPTION_SECONDS:
		(void)snprintf(list, OPTION_LIST, "between %g and %g seconds", row->min, row->max);
		break;
	case OPTION_PERCENT:
		(void)snprintf(list, OPTION_LIST, "a number between %g and %g", row->min, row->max);
		break;
	case OPTION_WHOLE:
		(void)snprintf(list, OPTION_LIST, "a whole number between %.0f and %.0f", row->min,
			       row->max);
		break;
	case OPTION_LIMIT:
		(void)snprintf(list, OPTION_LIST,
			       "a size such as 100M or 1G, or a time such as 30s, 10m or 1h");
		break;
	case OPTION_CHOICE:
		while (option_choice(row, n, &choice))
			n++;
		for (size_t i = 0; option_choice(row, i, &choice); i++)
			option_list_add(list, i, n, choice.name);
		break;
	case OPTION_COLUMN:
		list_columns(list, can_sort, view);
		break;
	case OPTION_COLUMNS:
		list_columns(list, is_in_view, (int)row->value);
		break;
	case OPTION_CODE_COLUMNS:
		code_columns_names(code_kind_of((enum code_kind_id)row->value), ", ", list,
				   OPTION_LIST);
		break;
	case OPTION_FLAG:
		(void)snprintf(list, OPTION_LIST, "yes or no");
		break;
	case OPTION_PIDS:
		(void)snprintf(list, OPTION_LIST,
			       "numbers of processes with commas between them, at most %d",
			       PIDS_MAX);
		break;
	case OPTION_PID:
		(void)snprintf(list, OPTION_LIST, "the number of a process");
		break;
	case OPTION_OUTPUT:
	case OPTION_NAME:
		(void)snprintf(list, OPTION_LIST, "a name");
		break;
	case OPTION_ORDERS:
	case OPTION_FILTER:
	case OPTION_PATH:
		break;
	}
}

/* The "s" of "1s"; NULL: what follows the number, if anything, is no unit. */
static const char *unit_of(const char *text)
{
	const char *unit = text + strspn(text, "0123456789.");
	size_t n = strcspn(unit, "0123456789. ");

	return unit > text && n && !unit[n] && n < 8 ? unit : NULL;
}

/* Of how many processes a list is, if each has its number. */
static size_t count_pids(const char *text)
{
	size_t n = 1;

	for (; *text; text++)
		n += *text == ',';
	return n;
}

/*
 * What is wrong with a text that the option does not accept: "must be between 0.1 and 3600 seconds", or that it
 * has a unit, as "1s".
 */
static void option_complain(const struct option_row *row, int view, const char *text, char complaint[COMPLAINT])
{
	const char *unit = row->type == OPTION_SECONDS ? unit_of(text) : NULL;
	char list[OPTION_LIST];

	option_accepts(row, view, list);
	if (unit)
		(void)snprintf(complaint, COMPLAINT,
			       "leave out the \"%s\": must be a number %s", unit, list);
	else if (row->type == OPTION_NAME && strlen(text) >= FILTER_TEXT)
		(void)snprintf(complaint, COMPLAINT, "longer than %d bytes", FILTER_TEXT - 1);
	else if (row->type == OPTION_PIDS && count_pids(text) > PIDS_MAX)
		(void)snprintf(complaint, COMPLAINT,
			       "%zu processes are too many: at most %d can be watched", count_pids(text),
			       PIDS_MAX);
	else
		(void)snprintf(complaint, COMPLAINT, "must be %s", list);
}

int option_refuse(const struct option_row *row, const char *text, int view, struct err *err)
{
	char complaint[COMPLAINT];
	int shown = (int)strnlen(text, VALUE_SHOWN);

	if (!text[0] && (row->type == OPTION_NAME || row->type == OPTION_PATH || row->type == OPTION_FILTER))
		return err_set(err, EINVAL, "--%s: its argument is empty; give it %s", row->name, row->argument);
	while (text[shown] && ((unsigned char)text[shown] & 0xc0) == 0x80)
		shown++;	/* no half of a character */
	option_complain(row, view, text, complaint);
	return err_set(err, EINVAL, "--%s %.*s%s: %s", row->name, shown, text,
		       text[shown] ? "..." : "", complaint);
}

/* strtod alone would accept "inf", "nan", "0x1" and leading blanks. */
static bool parse_number(const char *text, const char *characters, double *number)
{
	char *end;

	if (!text[0] || text[strspn(text, characters)])
		return false;
	*number = strtod(text, &end);
	return *end == '\0';
}

static bool set_choice(int *field, const struct option_row *row, const char *text)
{
	const struct option_choice *old = row->old_choices;
	struct option_choice choice;

	for (size_t i = 0; option_choice(row, i, &choice); i++) {
		if (strcmp(choice.name, text) == 0) {
			*field = choice.value;
			return true;
		}
	}
	for (; old && old->name; old++) {
		if (strcmp(old->name, text) == 0) {
			*field = old->value;
			return true;
		}
	}
	return false;
}

static bool set_flag(bool *field, bool negated, const char *text)
{
	if (strcmp(text, "yes") != 0 && strcmp(text, "no") != 0)
		return false;
	*field = (text[0] == 'y') != negated;
	return true;
}

static bool set_number(void *field, const struct option_row *row, const char *text)
{
	bool seconds = row->type == OPTION_SECONDS;
	double number;

	if (!parse_number(text, seconds ? "0123456789." : "0123456789", &number) ||
	    number < row->min || number > row->max)
		return false;
	*(uint64_t *)field = seconds ? (uint64_t)(number * 1e9 + 0.5) : (uint64_t)number;
	return true;
}

static bool set_percent(double *field, const struct option_row *row, const char *text)
{
	double number;

	if (!parse_number(text, "0123456789.", &number) || number < row->min || number > row->max)
		return false;
	*field = number;
	return true;
}

/* As in perf record --switch-output: capital letters are sizes, small letters times. */
static bool set_limit(struct option_limit *field, const char *text)
{
	static const struct {
		char letter;
		struct option_limit unit;
	} units[] = {
		{ 'K', { .bytes = 1 << 10 } }, { 'M', { .bytes = 1 << 20 } },
		{ 'G', { .bytes = 1 << 30 } }, { 's', { .ns = 1000000000ULL } },
		{ 'm', { .ns = 60000000000ULL } }, { 'h', { .ns = 3600000000000ULL } },
		{ 'd', { .ns = 86400000000000ULL } },
	};
	size_t n = strspn(text, "0123456789.");
	char digits[16];
	double number;

	if (n == 0 || n >= sizeof(digits) || strlen(text) != n + 1)
		return false;
	memcpy(digits, text, n);
	digits[n] = '\0';
	if (!parse_number(digits, "0123456789.", &number) || number <= 0 || number > 1e6)
		return false;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (units[i].letter != text[n])
			continue;
		field->bytes = (uint64_t)(number * (double)units[i].unit.bytes);
		field->ns = (uint64_t)(number * (double)units[i].unit.ns);
		return true;
	}
	return false;
}

/* One process, or none ("" or NULL). */
static bool set_pid(int32_t *field, const char *text)
{
	int32_t pids[PIDS_MAX];
	const size_t n = text && text[0] ? option_parse_pids(text, pids) : 0;

	*field = n == 1 ? pids[0] : 0;
	return n == 1 || !text || !text[0];
}

bool option_set(struct options *options, const struct option_row *row, bool negated,
		const char *text)
{
	void *field = (char *)options + row->offset;
	int32_t pids[PIDS_MAX];

	switch (row->type) {
	case OPTION_FLAG:
		return set_flag(field, negated != row->clears, text ? text : "yes");
	case OPTION_SECONDS:
	case OPTION_WHOLE:
		return set_number(field, row, text);
	case OPTION_PERCENT:
		return set_percent(field, row, text);
	case OPTION_LIMIT:
		return set_limit(field, text);
	case OPTION_CHOICE:
		return set_choice(field, row, text);
	case OPTION_COLUMN:	/* depends on the view: check_columns() */
	case OPTION_FILTER:	/* checked by filter_check() */
	case OPTION_NAME:
	case OPTION_PATH:
		*(const char **)field = text ? text : "";	/* only [NAME] can be left out */
		return option_argument_is_optional(row) ||
		       (text[0] && (row->type != OPTION_NAME || strlen(text) < FILTER_TEXT));
	case OPTION_PIDS:
		*(const char **)field = text;
		return option_parse_pids(text, pids) > 0;
	case OPTION_PID:
		return set_pid(field, text);
	case OPTION_COLUMNS:	/* option_set_list() */
	case OPTION_CODE_COLUMNS:
	case OPTION_ORDERS:
	case OPTION_OUTPUT:
		break;
	}
	return true;
}

bool option_is_list(const struct option_row *row)
{
	return row->type == OPTION_COLUMNS || row->type == OPTION_CODE_COLUMNS ||
	       row->type == OPTION_ORDERS;
}

int option_set_list(struct options *options, const struct option_row *row, const char *dashes,
		    const char *name, const char *text, struct err *err)
{
	const int of = row->value;
	struct err why;

	if (row->type == OPTION_ORDERS ? !view_orders_parse(options->look.orders, text, &why) :
	    row->type == OPTION_CODE_COLUMNS ?
			!code_columns_parse(&options->look.code_columns[of],
					    code_kind_of((enum code_kind_id)of), text, &why) :
			!column_set_parse(&options->look.columns[of], (enum view_id)of, text, &why))
		return 0;
	return err_set(err, EINVAL, "%s%s: %s", dashes, name, why.text);
}

static bool has_config(const struct option_row *row, const char *key)
{
	return row->config && (!strcmp(row->config, key) ||
			       (row->old_config && !strcmp(row->old_config, key)));
}

int options_set(struct options *options, const char *key, const char *value, struct err *err)
{
	char complaint[COMPLAINT];

	for (size_t i = 0; i < option_rows_n; i++) {
		const struct option_row *row = &option_rows[i];
		const struct column *column = NULL;

		if (!has_config(row, key))
			continue;
		if (option_is_list(row))
			return option_set_list(options, row, "", key, value, err);
		if (row->type == OPTION_COLUMN) {	/* the line of the file does not live on */
			column = column_named(value, strlen(value), ~0U);
			value = column && column_is_sortable(column) ? column_key(column) : value;
		}
		if ((row->type != OPTION_COLUMN || (column && column_is_sortable(column))) &&
		    option_set(options, row, row->negated, value))
			return 0;
		option_complain(row, options->look.view, value, complaint);
		return err_set(err, EINVAL, "%s = %s: %s", key, value, complaint);
	}
	return err_set(err, EINVAL, "unknown setting \"%s\"", key);
}

/* Prints the default columns as well, for the user to edit. false: they are the default. */
static bool print_columns(const struct column_set *set, enum view_id view, char *text,
			  size_t size)
{
	struct column_set usual;
	char list[COLUMN_SET_TEXT];

	column_set_default(&usual, view, NULL);
	column_set_print(set->n ? set : &usual, list);
	(void)snprintf(text, size, "%s", list);
	return !column_set_is_default(set, view, NULL);
}

static bool print_code_columns(const struct code_columns *chosen, enum code_kind_id id,
			       char *text, size_t size)
{
	struct code_columns usual;

	code_columns_usual(&usual, code_kind_of(id));
	code_columns_print(chosen->n ? chosen : &usual, ",", text, size);
	return chosen->n;
}

bool option_value(const struct options *options, const struct option_row *row, char *text,
		  size_t size)
{
	const void *field = (const char *)options + row->offset;
	char orders[VIEW_ORDERS_TEXT];
	struct option_choice choice;
	const char *name = NULL;

	switch (row->type) {
	case OPTION_FLAG:
		name = *(const bool *)field != (row->negated != row->clears) ? "yes" : "no";
		break;
	case OPTION_SECONDS:
		(void)snprintf(text, size, "%.10g", (double)*(const uint64_t *)field / 1e9);
		return true;
	case OPTION_WHOLE:
		(void)snprintf(text, size, "%llu", (unsigned long long)*(const uint64_t *)field);
		return true;
	case OPTION_PERCENT:
		(void)snprintf(text, size, "%.10g", *(const double *)field);
		return true;
	case OPTION_CHOICE:
		for (size_t i = 0; option_choice(row, i, &choice); i++)
			if (choice.value == *(const int *)field)
				name = choice.name;
		break;
	case OPTION_COLUMNS:
		return print_columns(field, (enum view_id)row->value, text, size);
	case OPTION_CODE_COLUMNS:
		return print_code_columns(field, (enum code_kind_id)row->value, text, size);
	case OPTION_ORDERS:
		if (view_orders_print(field, orders))
			name = orders;
		break;
	case OPTION_COLUMN:
	case OPTION_FILTER:
	case OPTION_NAME:
	case OPTION_PIDS:
	case OPTION_PATH:
		name = *(const char *const *)field;
		break;
	case OPTION_LIMIT:	/* not in tdtoprc */
	case OPTION_PID:
	case OPTION_OUTPUT:
		break;
	}
	(void)snprintf(text, size, "%s", name ? name : "");
	return name;
}

/* ---- files ---- */

#define NAMED_FILE_MAX 1048576	/* bytes of a file that is read whole */

#define BYTE_ORDER_MARK "\xef\xbb\xbf"
#define NULL_DEVICE makedev(1, 3)	/* of Linux, devices.txt */

/* NULL: it can be read whole. */
static const char *named_file_refuse(const struct stat *status)
{
	if (S_ISREG(status->st_mode))
		return status->st_size > NAMED_FILE_MAX ? "it is larger than 1 MiB" : NULL;
	if (S_ISDIR(status->st_mode))
		return strerror(EISDIR);
	return S_ISCHR(status->st_mode) && status->st_rdev == NULL_DEVICE ? NULL : "it is no regular file";
}

static void skip_mark(FILE *file)
{
	char first[sizeof(BYTE_ORDER_MARK) - 1];

	if (fread(first, 1, sizeof(first), file) != sizeof(first) || memcmp(first, BYTE_ORDER_MARK, sizeof(first)) != 0)
		rewind(file);
}

FILE *named_file_open(const char *path, const char **why)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat status;
	FILE *file = NULL;

	*why = NULL;
	if (fd >= 0 && !fstat(fd, &status)) {
		*why = named_file_refuse(&status);
		if (*why)
			errno = EINVAL;
		else
			file = fdopen(fd, "r");
	}
	if (file) {
		skip_mark(file);
		return file;
	}
	*why = *why ? *why : strerror(errno);
	if (fd >= 0)
		(void)close(fd);
	return NULL;
}

static bool is_same_place(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* The name of a file without its directory, which goes into *directory; "": that is missing. */
static const char *split_path(const char *path, struct stat *directory)
{
	const char *slash = strrchr(path, '/');
	char text[PATH_MAX];

	(void)snprintf(text, sizeof(text), "%.*s", slash ? (int)(slash + 1 - path) : 1, slash ? path : ".");
	if (stat(text, directory))
		return "";
	return slash ? slash + 1 : path;
}

static bool is_same_file(const char *a, const char *b)
{
	struct stat first, second;
	const char *name;
	const bool exists = !stat(a, &first);

	if (exists != !stat(b, &second))
		return false;
	if (exists)
		return S_ISREG(first.st_mode) && is_same_place(&first, &second);
	name = split_path(a, &first);
	return name[0] && !strcmp(name, split_path(b, &second)) && is_same_place(&first, &second);
}

int named_files_check(struct options *options, struct err *err)
{
	const struct {
		const char *name, *path;
		bool written;
	} files[] = {
		{ "record", options->record, true }, { "openmetrics", options->openmetrics, true },
		{ "screenshot", options->screenshot, true }, { "pgo", options->pgo, true },
		{ "replay", options->replay, false }, { "config", options->config, false },
	};
	const size_t n = sizeof(files) / sizeof(files[0]);

	for (size_t i = 0; i < n; i++)
		for (size_t k = i + 1; k < n; k++)
			if ((files[i].written || files[k].written) && files[i].path && files[k].path &&
			    strcmp(files[i].path, "-") != 0 && is_same_file(files[i].path, files[k].path))
				return err_set(err, EINVAL, "--%s and --%s both name the file \"%s\"; give each a file "
					       "of its own", files[i].name, files[k].name, files[i].path);
	return 0;
}
