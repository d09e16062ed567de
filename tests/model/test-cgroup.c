/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From the text of /proc/PID/cgroup to a path, and from that to a name. tests/proc/NAME.cgroup has
 * the expected path, the expected name, and then the file as the kernel writes it.
 */
#include "config.h"
#include "collect/sys/procfs.h"

#include <dirent.h>

#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

#define CASES 34

/* Cuts the next line off. */
static char *take_line(char **text)
{
	char *line = *text, *end = strchr(line, '\n');

	assert_non_null(end);
	*end = '\0';
	*text = end + 1;
	return line;
}

static void check(const char *name)
{
	char chosen[CGROUP_PATH_LEN], readable[CGROUP_PATH_LEN];
	char *at = text_of_file(fixture("proc", name));
	const char *wanted_path, *wanted_name;

	wanted_path = take_line(&at);
	wanted_name = take_line(&at);
	procfs_choose_cgroup(at, chosen);
	cgroup_name(chosen, readable, sizeof(readable));
	if (strcmp(chosen, wanted_path) != 0 || strcmp(readable, wanted_name) != 0)
		fail_msg("%s: \"%s\" is called \"%s\"", name, chosen, readable);
}

TEST(every_form_gives_its_path_and_name)
{
	DIR *dir = opendir(fixture("proc", ""));
	struct dirent *entry;
	int n = 0;

	assert_non_null(dir);
	while ((entry = readdir(dir))) {
		const char *end = strrchr(entry->d_name, '.');

		if (!end || strcmp(end, ".cgroup") != 0)
			continue;
		check(entry->d_name);
		n++;
	}
	(void)closedir(dir);
	assert_int_equal(n, CASES);
}

TEST(of_a_long_path_the_end_is_kept)
{
	char text[1024] = "0::", path[CGROUP_PATH_LEN], name[64];

	for (int i = 0; i < 40; i++)
		strcat(text, "/a-long-component");
	strcat(text, "/leaf.service\n");
	procfs_choose_cgroup(text, path);
	assert_int_equal(strlen(path), CGROUP_PATH_LEN - 1);
	assert_memory_equal(path, "...", 3);
	cgroup_name(path, name, sizeof(name));
	assert_string_equal(name, "leaf.service");
}

TEST(the_container_is_named_without_what_is_in_it)
{
	static const char *const cases[][2] = {
		{ "/system.slice/docker-1a2b3c4d5e6f7081.scope/system.slice/ssh.service",
		  "docker:1a2b3c4d5e6f" },
		{ "/machine.slice/libpod-1a2b3c4d5e6f7081.scope", "podman:1a2b3c4d5e6f" },
		{ "/kubepods/burstable/pod8d2f01aa-6c1e/cri-containerd-1a2b3c4d5e6f7081",
		  "pod8d2f01aa/1a2b3c4d5e6f" },
		{ "/kubepods/burstable/pod8d2f01aa-6c1e", "pod8d2f01aa" },
		{ "/lxc.payload.web/system.slice/nginx.service", "lxc:web" },
		{ "/machine.slice/systemd-nspawn@web.service/payload", "nspawn:web" },
		{ "/machine.slice/machine-qemu\\x2d1\\x2dvm.scope", "" },
		{ "/system.slice/ssh.service", "" },
		{ "/", "" },
		{ "", "" },
	};
	char name[64];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cgroup_container(cases[i][0], name, sizeof(name));
		assert_string_equal(name, cases[i][1]);
	}
}

/* Every path, cut anywhere and into any buffer, stays within the buffer and ends with a NUL. */
TEST(no_path_overflows)
{
	static const char whole[] =
		"/lxc/x/systemd-nspawn@y.service/docker/kubepods-pod8d2f01aa_6c1e.slice/crio-1a2b3c4d5e6f"
		"/a/b/../c//x-pod8d2f01aa.slice:crio:1a2b3c4d5e6f/d.service/init.scope/\xff\x1b[31m/:/pod";
	char path[sizeof(whole)], name[80];

	for (size_t from = 0; from < sizeof(whole); from++)
		for (size_t n = 0; from + n < sizeof(whole); n++)
			for (size_t size = 1; size < 40; size += 7) {
				memset(name, '#', sizeof(name));
				memcpy(path, whole + from, n);
				path[n] = '\0';
				cgroup_container(path, name, size);
				assert_true(strlen(name) < size);
				cgroup_name(path, name, size);
				assert_non_null(memchr(name, '\0', size));
				assert_int_equal(name[size], '#');
			}
}
