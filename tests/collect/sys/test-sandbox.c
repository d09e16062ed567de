/* SPDX-License-Identifier: GPL-2.0-only */
/* What a thread may do after sandbox_enter(); each test in a process of its own. */
#include "config.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/sys/privilege.h"
#include "tests/fixtures/test_main.h"

static char root[] = "/tmp/tdtop-sandbox-XXXXXX";
static char allowed[64], inside[128], other_ns[128];

FIXTURE(setup)
{
	(void)strcpy(root + sizeof(root) - 7, "XXXXXX");
	if (!mkdtemp(root))
		return -1;
	(void)snprintf(allowed, sizeof(allowed), "%s/allowed", root);
	(void)snprintf(inside, sizeof(inside), "%s/file", allowed);
	(void)snprintf(other_ns, sizeof(other_ns), "%s/elsewhere", root);
	return mkdir(allowed, 0700);
}

FIXTURE(teardown)
{
	(void)unlink(inside);
	(void)unlink(other_ns);
	(void)rmdir(allowed);
	return rmdir(root);
}

static int make_file(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	if (fd < 0)
		return errno;
	(void)close(fd);
	return 0;
}

static int make_inside(void)
{
	return make_file(inside);
}

static int make_other_ns(void)
{
	return make_file(other_ns);
}

static int put_in_place(void)
{
	char fresh[160];
	int ret;

	(void)snprintf(fresh, sizeof(fresh), "%s.fresh", inside);
	ret = make_file(fresh);
	return ret ? ret : rename(fresh, inside) ? errno : 0;
}

static int run_a_program(void)
{
	(void)execl("/bin/true", "true", (char *)NULL);
	return errno;
}

static int read_proc(void)
{
	int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);

	return fd < 0 ? errno : close(fd);
}

/* In a sandbox where only `file` may be written: 0, or an errno. */
static int errno_of(int (*act)(void), const char *file)
{
	int status = 0;
	pid_t pid = fork();

	if (pid == 0) {
		privilege_seal();
		if (sandbox_enter(&file, 1))
			_exit(255);
		_exit(act());
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

AROUND(need_landlock)
{
	if (!sandbox_version()) {
		puts("skipped: this kernel has no Landlock");
		exit(77);
	}
}

const struct around_tests around_tests = { .setup = setup, .teardown = teardown,
					   .setup_all = need_landlock };

TEST(what_is_named_may_be_written)
{
	assert_int_equal(errno_of(make_inside, inside), 0);
	assert_int_equal(errno_of(put_in_place, inside), 0);
}

TEST(nothing_is_written_in_other_directories)
{
	assert_int_equal(errno_of(make_other_ns, inside), EACCES);
	assert_int_equal(make_other_ns(), 0);	/* works without the sandbox */
	assert_int_equal(errno_of(make_inside, NULL), EACCES);
}

TEST(a_link_may_be_written_where_it_leads)
{
	char link[128];

	assert_int_equal(make_inside(), 0);
	(void)snprintf(link, sizeof(link), "%s/link", root);
	assert_int_equal(symlink(inside, link), 0);
	assert_int_equal(errno_of(put_in_place, link), 0);
	assert_int_equal(unlink(link), 0);
}

TEST(a_directory_that_is_not_there_may_be_made)
{
	char deep[160];

	(void)snprintf(deep, sizeof(deep), "%s/not/yet/there", allowed);
	assert_int_equal(errno_of(make_inside, deep), 0);
}

TEST(no_program_is_run)
{
	assert_int_equal(errno_of(run_a_program, inside), EACCES);
}

TEST(all_is_read_as_before)
{
	assert_int_equal(errno_of(read_proc, inside), 0);
}
