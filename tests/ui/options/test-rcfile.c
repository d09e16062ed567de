/* SPDX-License-Identifier: GPL-2.0-only */
/* The settings file: reading, warnings, and that written settings are read back. */
#include "config.h"

#include <sys/stat.h>
#include <unistd.h>

#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/test_main.h"
#include "ui/draw/theme.h"
#include "ui/options/options.h"
#include "ui/options/rcfile.h"

static char folder[64], path[128], warned[4096];
static struct options options;
static struct err err;

FIXTURE(set_up)
{
	(void)snprintf(folder, sizeof(folder), "/tmp/tdtop-test-rcfile-XXXXXX");
	options_init(&options);
	if (!mkdtemp(folder))
		return -1;
	(void)snprintf(path, sizeof(path), "%s/tdtoprc", folder);
	return 0;
}

FIXTURE(tear_down)
{
	(void)unlink(path);
	return rmdir(folder);
}

static void write_file(const char *text)
{
	FILE *out = fopen(path, "w");

	assert_non_null(out);
	assert_true(fputs(text, out) >= 0);
	assert_int_equal(fclose(out), 0);
}

/* Reads the file; its warnings are in `warned` then. */
static int read_file(const char *name, bool must)
{
	FILE *file;
	int ret;

	memset(warned, 0, sizeof(warned));
	file = fmemopen(warned, sizeof(warned), "w");
	assert_non_null(file);
	ret = rcfile_read(name, must, &options, file, &err);
	(void)fclose(file);
	return ret;
}

/* The file must be there, and without mistakes. */
static void read_well(void)
{
	assert_int_equal(read_file(path, true), 0);
	assert_string_equal(warned, "");
}

TEST(the_path_follows_xdg)
{
	char place[64];

	assert_true(rcfile_path("/x", "/home/ada", place, sizeof(place)));
	assert_string_equal(place, "/x/tdtop/tdtoprc");
	assert_true(rcfile_path(NULL, "/home/ada", place, sizeof(place)));
	assert_string_equal(place, "/home/ada/.config/tdtop/tdtoprc");
	assert_true(rcfile_path("relative", "/home/ada", place, sizeof(place)));
	assert_string_equal(place, "/home/ada/.config/tdtop/tdtoprc");
	assert_false(rcfile_path("", NULL, place, sizeof(place)));
	assert_false(rcfile_path("/x", NULL, place, 10));
}

TEST_WITH(settings_are_read_with_any_spacing, set_up, tear_down)
{
	write_file("# a comment\n\n  \t# another\nlevel=2\n\t sort =  mem \r\ndelay = 0.5\n"
		   "reverse = yes\nview = threads\ntheme = light\ncolor = no\nmouse = yes");
	assert_int_equal(read_file(path, false), 0);
	assert_string_equal(warned, "");
	assert_string_equal(err.text, "");
	assert_int_equal(options.look.level, 2);
	assert_string_equal(options.look.sort, "mem");
	assert_int_equal(options.look.interval_ns, 500000000);
	assert_true(options.look.reverse);
	assert_int_equal(options.look.view, VIEW_THREADS);
	assert_int_equal(options.look.theme, THEME_LIGHT);
	assert_true(options.no_color);
	assert_true(options.look.mouse);
}

TEST_WITH(a_bad_line_is_reported_and_the_rest_is_used, set_up, tear_down)
{
	static const struct {
		const char *line, *sentence;
	} cases[] = {
		{ "level = 7", "level = 7: must be 1, 2, 3, 4, 5 or 6" },
		{ "level =", "level = : must be 1, 2, 3, 4, 5 or 6" },
		{ "delay = 2s", "delay = 2s: leave out the \"s\": must be a number between 0.1 and 3600 seconds" },
		{ "delay = inf", "delay = inf: must be between 0.1 and 3600 seconds" },
		{ "ascii = true", "ascii = true: must be yes or no" },
		{ "bogus = 1", "unknown setting \"bogus\"" }, { "demo = yes", "unknown setting \"demo\"" },
		{ "= 1", "unknown setting \"\"" },
		{ "columns-users = name,be,pid",
		  "columns-users: \"pid\" is not a column of users: choose from procs,thr,cpu,wait,cost,ecores,ret,"
		  "heavy,light,bad,misp,clears,fe,lat,bw,be,mem,core,resource,smt,rest,fecyc,becyc,ipc,ghz,"
		  "instr,topdown,trend,limited,name" },
		{ "columns-users = name,be:4", "columns-users: be:4: its width must be between 5 and 200" },
		{ "level 2", "is not \"key = value\"" }, { "e\x1b[2Jvil = 1", "unknown setting \"e?[2Jvil\"" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[256], want[512];

		options_init(&options);
		(void)snprintf(text, sizeof(text), "reverse = yes\n%s\nsort = cpu\n", cases[i].line);
		write_file(text);
		assert_int_equal(read_file(path, false), 0);
		(void)snprintf(want, sizeof(want), "tdtop: %s:2: %s\n", path, cases[i].sentence);
		assert_string_equal(warned, want);
		(void)snprintf(want, sizeof(want), "%s:2: %s", path, cases[i].sentence);
		assert_string_equal(err.text, want);
		assert_true(options.look.reverse);
		assert_string_equal(options.look.sort, "cpu");
		assert_int_equal(options.look.level, 1);
	}
	write_file("sort = topdown\n");
	assert_int_equal(read_file(path, false), 0);
	assert_non_null(strstr(warned, ":1: sort = topdown: must be "));
	assert_string_equal(options.look.sort, "cpu");	/* unchanged */
}

TEST_WITH(a_line_without_end_and_a_foreign_file_are_bounded, set_up, tear_down)
{
	char *text = malloc(100000);
	size_t lines = 0;

	assert_non_null(text);
	memset(text, 'x', 99999);
	memcpy(text + 99980, "\nlevel = 2\n", 11);
	text[99991] = '\0';
	write_file(text);
	assert_int_equal(read_file(path, false), 0);
	assert_non_null(strstr(warned, ":1: the line is too long"));
	assert_int_equal(options.look.level, 2);
	for (int i = 0; i < 2000; i++)
		memcpy(text + 3 * i, "ab\n", 4);
	write_file(text);
	assert_int_equal(read_file(path, false), 0);
	for (const char *c = warned; *c; c++)
		lines += *c == '\n';
	assert_int_equal(lines, 9);
	assert_non_null(strstr(warned, "more lines are wrong"));
	free(text);
}

TEST_WITH(a_missing_file_is_an_error_only_if_named, set_up, tear_down)
{
	assert_int_equal(read_file(path, false), 0);
	assert_string_equal(warned, "");
	assert_int_equal(read_file(path, true), -ENOENT);
	assert_non_null(strstr(err.text, path));
	/* A directory can be opened, but not read. */
	assert_int_equal(read_file(folder, false), 0);
	assert_null(strstr(warned, ":0"));
	assert_non_null(strstr(warned, "cannot read the settings \""));
	assert_non_null(strstr(warned, "\": Is a directory; tdtop starts without them"));
}

TEST_WITH(what_never_ends_is_refused_and_a_byte_order_mark_is_skipped, set_up, tear_down)
{
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(read_file(path, true), -EINVAL);
	assert_non_null(strstr(err.text, "\": it is no regular file"));
	assert_int_equal(unlink(path), 0);
	assert_int_equal(read_file("/dev/zero", true), -EINVAL);
	assert_int_equal(read_file("/dev/null", true), 0);
	write_file("\xef\xbb\xbflevel = 2\n");
	read_well();
	assert_int_equal(options.look.level, 2);
}

/* Reads what stands in path~ and removes that. */
static void take_copy(char text[64])
{
	char copy[160];

	(void)snprintf(copy, sizeof(copy), "%s~", path);
	(void)snprintf(text, 64, "%s", text_of_file(copy));
	assert_int_equal(unlink(copy), 0);
}

TEST_WITH(written_settings_are_read_back, set_up, tear_down)
{
	struct options again;
	struct stat info;
	char text[64];

	write_file("something = else\n");
	options.look.level = 2;
	options.look.sort = "misp";
	options.look.view = VIEW_THREADS;
	options.look.interval_ns = 2500000000;
	options.look.reverse = options.no_color = options.look.ascii = true;
	options.look.theme = THEME_MONO;
	assert_int_equal(column_set_parse(&options.look.columns[VIEW_CPUS], VIEW_CPUS,
					  "be,topdown:30,cpu:7", &err), 0);
	again = options;
	assert_int_equal(rcfile_write(path, &options, &err), 1);
	take_copy(text);
	assert_int_equal(stat(path, &info), 0);
	assert_int_equal(info.st_mode & 0777, 0600);
	options_init(&options);
	read_well();
	assert_string_equal(options.look.sort, again.look.sort);
	options.look.sort = again.look.sort;
	assert_memory_equal(&options, &again, sizeof(options));
	/* A default is written as a default. */
	options_init(&options);
	assert_int_equal(rcfile_write(path, &options, &err), 0);
	read_well();
	assert_null(options.look.sort);
	assert_int_equal(options.look.columns[VIEW_CPUS].n, 0);
}

TEST_WITH(a_file_made_by_hand_is_kept_when_it_is_written_over, set_up, tear_down)
{
	char text[64];

	write_file("# mine\nlevel = 2\n");
	assert_int_equal(rcfile_write(path, &options, &err), 1);
	take_copy(text);
	assert_string_equal(text, "# mine\nlevel = 2\n");
	assert_int_equal(read_file(path, true), 0);
	assert_int_equal(options.look.level, 1);
}

TEST_WITH(a_file_written_by_the_key_is_kept_only_if_it_was_changed_by_hand, set_up, tear_down)
{
	char text[64];
	FILE *out;

	options.look.level = 2;
	assert_int_equal(rcfile_write(path, &options, &err), 0);
	assert_int_equal(rcfile_write(path, &options, &err), 0);
	out = fopen(path, "a");
	assert_non_null(out);
	assert_true(fputs("# why: mine\n", out) >= 0);
	assert_int_equal(fclose(out), 0);
	assert_int_equal(rcfile_write(path, &options, &err), 1);
	take_copy(text);
	assert_int_equal(rcfile_write(path, &options, &err), 0);
}

/* The copy cannot be made: a folder has its name. */
TEST_WITH(a_file_made_by_hand_that_cannot_be_kept_is_left_alone, set_up, tear_down)
{
	char copy[160], inside[200];

	(void)snprintf(copy, sizeof(copy), "%s~", path);
	(void)snprintf(inside, sizeof(inside), "%s/x", copy);
	assert_int_equal(mkdir(copy, 0700), 0);
	assert_int_equal(mkdir(inside, 0700), 0);
	write_file("# mine\nlevel = 2\n");
	assert_true(rcfile_write(path, &options, &err) < 0);
	assert_non_null(strstr(err.text, "cannot write"));
	assert_int_equal(read_file(path, true), 0);
	assert_int_equal(options.look.level, 2);
	assert_int_equal(rmdir(inside), 0);
	assert_int_equal(rmdir(copy), 0);
}

TEST_WITH(a_former_key_is_read, set_up, tear_down)
{
	write_file("weigh = no\n");
	assert_int_equal(read_file(path, true), 0);
	assert_true(options.look.ratio);
	assert_string_equal(warned, "");
}

TEST_WITH(orders_of_views_are_written_and_read_back, set_up, tear_down)
{
	options.look.orders[VIEW_THREADS] = (struct view_order){ true, true, columns_find("tid") };
	assert_int_equal(rcfile_write(path, &options, &err), 0);
	options_init(&options);
	read_well();
	assert_ptr_equal(options.look.orders[VIEW_THREADS].column, columns_find("tid"));
	assert_true(options.look.orders[VIEW_THREADS].reverse);
	assert_false(options.look.orders[VIEW_USERS].chosen);
}

TEST_WITH(default_columns_are_written_to_be_edited, set_up, tear_down)
{
	const char *text;

	assert_int_equal(rcfile_write(path, &options, &err), 0);
	text = text_of_file(path);
	assert_non_null(strstr(text, "\n#columns-users = procs,thr,cpu,cost,ret,bad,fe,be,ipc,ghz,instr,topdown,trend,"
				     "limited,name\n"));
	assert_non_null(strstr(text, "\n# Available: procs, thr, "));
	assert_non_null(strstr(text, "\n#sort =\n"));
}

TEST_WITH(directories_are_created_and_links_are_followed, set_up, tear_down)
{
	char deep[160], link[128], part[160];
	struct stat info;

	(void)snprintf(deep, sizeof(deep), "%s/a/b/tdtoprc", folder);
	assert_int_equal(rcfile_write(deep, &options, &err), 0);
	(void)snprintf(link, sizeof(link), "%s/link", folder);
	assert_int_equal(symlink(deep, link), 0);
	options.look.level = 2;
	assert_int_equal(rcfile_write(link, &options, &err), 0);
	assert_int_equal(lstat(link, &info), 0);
	assert_true(S_ISLNK(info.st_mode));
	options_init(&options);
	assert_int_equal(read_file(deep, true), 0);
	assert_int_equal(options.look.level, 2);
	assert_int_equal(unlink(link), 0);
	assert_int_equal(unlink(deep), 0);
	(void)snprintf(part, sizeof(part), "%s/a/b", folder);
	assert_int_equal(rmdir(part), 0);	/* no temporary file was left */
	(void)snprintf(part, sizeof(part), "%s/a", folder);
	assert_int_equal(rmdir(part), 0);
}

TEST_WITH(a_path_that_cannot_be_written_is_reported, set_up, tear_down)
{
	char below[160];

	write_file("");
	(void)snprintf(below, sizeof(below), "%s/tdtoprc", path);	/* below a file */
	assert_int_equal(rcfile_write(below, &options, &err), -ENOTDIR);
	assert_non_null(strstr(err.text, below));
}
