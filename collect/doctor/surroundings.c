/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the surroundings; see diagnosis_parts.h. Only what a file or the kernel says is a fact:
 * nothing is guessed. Main thread.
 */
#include "config.h"
#include "collect/doctor/diagnosis_parts.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/sys/facts.h"
#include "collect/sys/sandbox.h"
#include "collect/sys/sysfs.h"

#define PATH_LEN 512
#define PERF_EVENT "anon_inode:[perf_event]"

/* Files that container managers create to identify a container. */
static const struct {
	const char *path, *words;
} containers[] = {
	{ "/run/.containerenv", "Podman: /run/.containerenv" },
	{ "/.dockerenv", "Docker: /.dockerenv" },
	{ "/run/systemd/container", "/run/systemd/container" },
};

#define N(array) (sizeof(array) / sizeof((array)[0]))

static void read_container(const char *root, struct surroundings *out)
{
	for (size_t i = 0; i < N(containers) && !out->container[0]; i++) {
		if (sysfs_exists(root, containers[i].path))
			(void)snprintf(out->container, sizeof(out->container), "%s",
				       containers[i].words);
	}
	out->pid_namespace = facts_pid_namespace(root);
}

/* "none [integrity] confidentiality" */
static void read_lockdown(const char *root, struct surroundings *out)
{
	char text[64], *begin, *end;

	(void)sysfs_read(root, "/sys/kernel/security/lockdown", text, sizeof(text));
	begin = strchr(text, '[');
	end = begin ? strchr(begin, ']') : NULL;
	if (end)
		(void)snprintf(out->lockdown, sizeof(out->lockdown), "%.*s", (int)(end - begin - 1),
			       begin + 1);
}

static void read_label(const char *root, struct surroundings *out)
{
	long long enforcing;

	(void)sysfs_read(root, "/proc/self/attr/current", out->label, sizeof(out->label));
	/* AppArmor adds its mode to the name, SELinux has a file for it. */
	out->confined = strstr(out->label, "(enforce)") ||
			(out->label[0] &&
			 !sysfs_read_number(root, "/sys/fs/selinux/enforce", &enforcing) &&
			 enforcing && !strstr(out->label, "unconfined"));
}

static size_t count_perf_events(const char *fds)
{
	DIR *dir = opendir(fds);
	const struct dirent *entry;
	size_t n = 0;

	while (dir && (entry = readdir(dir))) {
		char target[sizeof(PERF_EVENT)];
		ssize_t length = readlinkat(dirfd(dir), entry->d_name, target, sizeof(target));

		n += length == sizeof(PERF_EVENT) - 1 &&
		     !memcmp(target, PERF_EVENT, (size_t)length);
	}
	if (dir)
		(void)closedir(dir);
	return n;
}

static void look_at_process(const char *root, const char *pid, struct surroundings *out)
{
	char path[PATH_LEN];
	struct perf_user *user;
	size_t n;

	(void)snprintf(path, sizeof(path), "%s/proc/%s/fd", root, pid);
	n = count_perf_events(path);
	if (!n)
		return;
	if (out->n_users < PERF_USERS) {
		user = &out->users[out->n_users];
		user->pid = (int32_t)strtol(pid, NULL, 10);
		user->events = n;
		(void)snprintf(path, sizeof(path), "/proc/%s/comm", pid);
		(void)sysfs_read(root, path, user->comm, sizeof(user->comm));
	}
	out->n_users++;
}

/* Finds processes with open perf events. Only root can see those of other users. */
static void read_users(const char *root, struct surroundings *out)
{
	char path[PATH_LEN];
	const struct dirent *entry;
	DIR *dir;

	(void)snprintf(path, sizeof(path), "%s/proc", root);
	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		const char *name = entry->d_name;

		if (name[strspn(name, "0123456789")] == '\0' &&
		    (root[0] || strtol(name, NULL, 10) != getpid()))
			look_at_process(root, name, out);
	}
	if (dir)
		(void)closedir(dir);
}

void surroundings_read(const char *root, const struct perf_sys *sys, struct surroundings *out)
{
	int ret;

	memset(out, 0, sizeof(*out));
	read_container(root, out);
	read_lockdown(root, out);
	read_label(root, out);
	(void)sysfs_read(root, "/sys/devices/system/cpu/offline", out->offline,
			 sizeof(out->offline));
	if (sysfs_read_number(root, "/proc/sys/kernel/perf_event_max_sample_rate",
			      &out->max_sample_rate))
		out->max_sample_rate = -1;
	if (sysfs_read_number(root, "/sys/bus/event_source/devices/uprobe/type", &out->uprobe_type))
		out->uprobe_type = sysfs_exists(root, "/sys/bus/event_source/devices/software") ? -1 : 0;
	if (!root[0])
		out->landlock = sandbox_version();
	read_users(root, out);
	if (!sys->reach)
		return;
	ret = sys->reach(sys->data);
	out->reach = ret == -EPERM || ret == -ENOSYS ? REACH_FILTERED : REACH_KERNEL;
}
