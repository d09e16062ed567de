/* SPDX-License-Identifier: GPL-2.0-only */
/* The settings file; see rcfile.h. Main thread before any other exists, and UI thread. */
#include "config.h"
#include "ui/options/rcfile.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/options/option_table.h"
#include "ui/options/option_value.h"
#include "ui/options/options.h"

#define LINE_LEN 512
#define WARNINGS_MAX 8		/* with more it is probably not our file */
#define COMMENT_WIDTH 78

bool rcfile_path(const char *config_home, const char *home, char *path, size_t size)
{
	int n = -1;

	/* The XDG specification: ignore relative paths. */
	if (config_home && config_home[0] == '/')
		n = snprintf(path, size, "%s/tdtop/tdtoprc", config_home);
	else if (home && home[0] == '/')
		n = snprintf(path, size, "%s/.config/tdtop/tdtoprc", home);
	return n > 0 && (size_t)n < size;
}

struct reader {
	const char *path;
	FILE *warnings;
	struct err *first;
	int line, warned;
};

/* Prints a warning, and keeps the first one. Parts of it come from the file. */
static void print_warning(struct reader *reader, struct err *text)
{
	for (char *c = text->text; *c; c++)
		if (iscntrl((unsigned char)*c))
			*c = '?';
	fprintf(reader->warnings, "tdtop: %s\n", text->text);
	if (!reader->first->text[0])
		*reader->first = *text;
}

/* About the line that was read last. */
static void warn(struct reader *reader, const char *sentence)
{
	struct err text;

	if (reader->warned++ == WARNINGS_MAX)
		sentence = "more lines are wrong";
	else if (reader->warned > WARNINGS_MAX)
		return;
	(void)err_set(&text, EINVAL, "%s:%d: %s", reader->path, reader->line, sentence);
	print_warning(reader, &text);
}

/* About the file as a whole. */
static void warn_unreadable(struct reader *reader, const char *why)
{
	struct err text;

	(void)err_set(&text, EIO, "cannot read the settings \"%s\": %s; tdtop starts without "
		      "them", reader->path, why);
	print_warning(reader, &text);
}

static char *trim(char *text)
{
	char *end = text + strlen(text);

	while (end > text && isspace((unsigned char)end[-1]))
		*--end = '\0';
	return text + strspn(text, " \t");
}

static void read_line(struct reader *reader, struct options *options, char *line)
{
	char *key = trim(line), *value = strchr(key, '=');
	struct err err;

	if (!key[0] || key[0] == '#')
		return;
	if (!value) {
		warn(reader, "is not \"key = value\"");
		return;
	}
	*value++ = '\0';
	if (options_set(options, trim(key), trim(value), &err))
		warn(reader, err.text);
}

int rcfile_read(const char *path, bool must, struct options *options, FILE *warnings,
		struct err *err)
{
	struct reader reader = { .path = path, .warnings = warnings, .first = err };
	const char *why;
	FILE *in = named_file_open(path, &why);
	char line[LINE_LEN];
	int c;

	err->text[0] = '\0';
	if (!in && errno == ENOENT && !must)
		return 0;
	if (!in && must)
		return err_set(err, errno, "cannot read the settings \"%s\": %s", path, why);
	if (!in) {
		warn_unreadable(&reader, why);
		return 0;
	}
	while (reader.warned <= WARNINGS_MAX && fgets(line, sizeof(line), in)) {
		reader.line++;
		if (!strchr(line, '\n') && strlen(line) == sizeof(line) - 1) {
			warn(&reader, "the line is too long");
			while ((c = getc(in)) != EOF && c != '\n')
				;
			continue;
		}
		read_line(&reader, options, line);
	}
	if (ferror(in))
		warn_unreadable(&reader, strerror(errno));
	(void)fclose(in);
	return 0;
}

static void write_comment_lines(FILE *out, const char *text)
{
	int column = 0;

	while (*text) {
		int len = (int)strcspn(text, " ");

		if (column == 0 || column + 1 + len > COMMENT_WIDTH)
			column = fprintf(out, column ? "\n#" : "#") - (column > 0);
		column += fprintf(out, " %.*s", len, text);
		text += len;
		text += strspn(text, " ");
	}
	fputc('\n', out);
}

static void write_comment(FILE *out, const char *text)
{
	fputc('\n', out);
	write_comment_lines(out, text);
}

/* Lists the columns that the view has. */
static void write_columns(FILE *out, const struct option_row *row)
{
	char list[OPTION_LIST], text[OPTION_LIST + 16];

	option_accepts(row, row->value, list);
	(void)snprintf(text, sizeof(text), "Available: %s.", list);
	write_comment_lines(out, text);
}

static void write_settings(FILE *out, const struct options *options)
{
	fputs("# Settings of tdtop, written by its key W; see tdtop(1). Lines are key = value.\n",
	      out);
	for (size_t i = 0; i < option_rows_n; i++) {
		const struct option_row *row = &option_rows[i];
		char text[OPTION_SENTENCE + 8] = "no: ";
		size_t prefix = row->negated ? strlen(text) : 0;

		if (!row->config)
			continue;
		option_sentence(row, text + prefix, OPTION_SENTENCE);
		write_comment(out, text);
		if (row->type == OPTION_COLUMNS || row->type == OPTION_CODE_COLUMNS)
			write_columns(out, row);
		if (option_value(options, row, text, sizeof(text)))
			fprintf(out, "%s = %s\n", row->config, text);
		else
			fprintf(out, "#%s =%s%s\n", row->config, text[0] ? " " : "", text);
	}
}

static int make_directories(const char *path)
{
	char part[PATH_MAX];

	(void)snprintf(part, sizeof(part), "%s", path);
	for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(part, 0700) && errno != EEXIST)
			return -errno;
		*slash = '/';
	}
	return 0;
}

/* 0, or -errno: then the old file is unchanged. */
static int replace(const char *path, const struct options *options)
{
	char fresh[PATH_MAX + 8];
	int fd, ret = 0;
	FILE *out;

	(void)snprintf(fresh, sizeof(fresh), "%s.XXXXXX", path);
	fd = mkstemp(fresh);	/* mode 0600 */
	if (fd < 0)
		return -errno;
	out = fdopen(fd, "w");
	if (!out) {
		ret = -errno;
		(void)close(fd);
	} else {
		write_settings(out, options);
		if (fflush(out) || ferror(out) || fsync(fd))
			ret = errno ? -errno : -EIO;
		if (fclose(out) && !ret)
			ret = -errno;
	}
	if (!ret && rename(fresh, path))
		ret = -errno;
	if (ret)
		(void)unlink(fresh);
	return ret;
}

/* Has the file these bytes, and no more? */
static bool has_text(FILE *file, const char *text, size_t size)
{
	size_t i = 0;
	int c;

	while ((c = getc(file)) != EOF)
		if (i >= size || (unsigned char)text[i++] != c)
			return false;
	return i == size && !ferror(file);
}

/* Is the file what W would write of the settings in it? Then nothing of it was made by hand. */
static bool is_as_written(const char *path)
{
	const char *why;
	FILE *file = named_file_open(path, &why), *warnings = fopen("/dev/null", "we"), *out;
	struct options options;
	char *text = NULL;
	bool same = false;
	struct err err;
	size_t size;

	out = open_memstream(&text, &size);
	options_init(&options);
	if (file && warnings && out && !rcfile_read(path, false, &options, warnings, &err)) {
		write_settings(out, &options);
		same = !fflush(out) && has_text(file, text, size);
	}
	if (out)
		(void)fclose(out);
	if (warnings)
		(void)fclose(warnings);
	if (file)
		(void)fclose(file);
	free(text);
	return same;
}

/* Keeps the file as "path~". 0: there is none, or nothing to keep; 1: kept; or -errno. */
static int keep_copy(const char *path)
{
	char copy[PATH_MAX + 2];

	if (access(path, F_OK) || is_as_written(path))
		return 0;
	(void)snprintf(copy, sizeof(copy), "%s~", path);
	if (unlink(copy) && errno != ENOENT)
		return -errno;
	/* Not all file systems have links: there the new file replaces none. */
	if (link(path, copy) && rename(path, copy))
		return -errno;
	return 1;
}

int rcfile_write(const char *path, const struct options *options, struct err *err)
{
	int ret = make_directories(path), kept = 0;
	char *real = realpath(path, NULL);	/* NULL: a new file */

	if (!ret && real) {
		kept = keep_copy(real);
		ret = kept < 0 ? kept : 0;
	}
	if (!ret)
		ret = replace(real ? real : path, options);
	free(real);
	return ret ? err_set(err, -ret, "cannot write \"%s\": %s", path, strerror(-ret)) : kept;
}
