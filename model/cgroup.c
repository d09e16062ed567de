/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From the path of a cgroup to a name: the innermost container and what is below it, else the
 * innermost unit of systemd and what is below it. Called by model/snapshot/group.c, once per group and
 * interval, collector thread.
 */
#include "config.h"
#include "model/cgroup.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define PARTS_MAX 32
#define ID_LEN 64	/* of a container, whole */
#define ID_SHOWN 12	/* as docker ps and crictl ps show it */
#define POD_SHOWN 8

/* A component of the path. */
struct part {
	const char *text;
	size_t n;
};

/* clang-format off */
/* "docker-1a2b....scope"; longer prefixes before those that they begin with. */
static const struct { const char *prefix, *name; } prefixes[] = {
	{ "docker-",         "docker" },
	{ "libpod-conmon-",  "podman-conmon" },
	{ "libpod-",         "podman" },
	{ "cri-containerd-", "containerd" },
	{ "crio-conmon-",    "crio-conmon" },
	{ "crio-",           "crio" },
	{ "nerdctl-",        "containerd" },
	{ "",                NULL },		/* the id alone: its parent says who made it */
};

/* ".../docker/1a2b...": whose containers have this parent. */
static const struct { const char *parent, *name; } parents[] = {
	{ "docker",        "docker" },
	{ "libpod_parent", "podman" },
	{ "default",       "containerd" },	/* containerd's own namespace */
	{ "k8s.io",        "containerd" },
	{ "buildkit",      "buildkit" },
};
/* clang-format on */

static bool is(struct part part, const char *text)
{
	return part.n == strlen(text) && !memcmp(part.text, text, part.n);
}

static bool begins(struct part part, const char *text)
{
	return part.n > strlen(text) && !memcmp(part.text, text, strlen(text));
}

static bool ends(struct part part, const char *text)
{
	size_t n = strlen(text);

	return part.n > n && !memcmp(part.text + part.n - n, text, n);
}

static struct part behind(struct part part, const char *prefix)
{
	size_t n = strlen(prefix);

	return (struct part){ part.text + n, part.n - n };
}

/* How many hexadecimal digits the part begins with. */
static size_t count_hex(struct part part)
{
	size_t n = 0;

	while (n < part.n && strchr("0123456789abcdef", part.text[n]) && part.text[n])
		n++;
	return n;
}

/* Components from `path` on; ".." (outside of our namespace) says nothing. */
static size_t split(const char *path, struct part parts[PARTS_MAX])
{
	size_t n = 0;

	while (*path && n < PARTS_MAX) {
		struct part part = { path, strcspn(path, "/") };

		path += part.n + (path[part.n] == '/');
		if (part.n && !is(part, ".."))
			parts[n++] = part;
	}
	return n;
}

/* "pod8d2f01aa-...", or systemd's "kubepods-burstable-pod8d2f01aa_....slice". */
static bool pod_of(struct part part, struct part *uid)
{
	for (size_t i = 0; i + 3 + POD_SHOWN <= part.n; i++) {
		*uid = (struct part){ part.text + i + 3, POD_SHOWN };
		if ((i == 0 || part.text[i - 1] == '-') && !memcmp(part.text + i, "pod", 3) &&
		    count_hex(*uid) == POD_SHOWN)
			return true;
	}
	return false;
}

/* A container's id in parts[i]; its maker's name, or NULL when it has none. */
static const char *container_of(const struct part *parts, size_t i, struct part *id)
{
	for (size_t k = 0; k < sizeof(prefixes) / sizeof(prefixes[0]); k++) {
		bool bare = !prefixes[k].name;

		if (!bare && !begins(parts[i], prefixes[k].prefix))
			continue;
		*id = behind(parts[i], prefixes[k].prefix);
		if (count_hex(*id) < (bare ? ID_LEN : ID_SHOWN))
			continue;
		if (!bare)
			return prefixes[k].name;
		for (k = 0; i && k < sizeof(parents) / sizeof(parents[0]); k++)
			if (is(parts[i - 1], parents[k].parent))
				return parents[k].name;
		return "container";
	}
	return NULL;
}

/* "lxc.payload.web", "lxc/web", "lxc.payload/web". */
static bool lxc_of(const struct part *parts, size_t i, struct part *id)
{
	static const char *const prefix[] = { "lxc.payload.", "lxc.monitor." };

	*id = parts[i];
	for (size_t k = 0; k < 2; k++) {
		if (begins(parts[i], prefix[k])) {
			*id = behind(parts[i], prefix[k]);
			return true;
		}
	}
	return i && (is(parts[i - 1], "lxc") || is(parts[i - 1], "lxc.payload"));
}

/* Returns how many parts the container's name has used up; 0: there is no container. */
static size_t print_container(const struct part *parts, size_t n, char *name, size_t size)
{
	struct part id, uid;

	for (size_t i = n; i-- > 0;) {
		const char *maker = container_of(parts, i, &id);

		if (maker && i && pod_of(parts[i - 1], &uid))
			(void)snprintf(name, size, "pod%.*s/%.*s", POD_SHOWN, uid.text, ID_SHOWN,
				       id.text);
		else if (maker)
			(void)snprintf(name, size, "%s:%.*s", maker, ID_SHOWN, id.text);
		else if (lxc_of(parts, i, &id))
			(void)snprintf(name, size, "lxc:%.*s", (int)id.n, id.text);
		else if (pod_of(parts[i], &uid))
			(void)snprintf(name, size, "pod%.*s", POD_SHOWN, uid.text);
		else
			continue;
		return i + 1;
	}
	return 0;
}

static bool is_unit(struct part part)
{
	return ends(part, ".service") || ends(part, ".scope") || ends(part, ".socket") ||
	       ends(part, ".mount") || ends(part, ".swap");
}

/* The innermost unit and all below it; without one, what is below the slices. */
static size_t find_unit(const struct part *parts, size_t n)
{
	size_t last = n - 1;

	/* A manager of a user's units keeps itself in an init.scope. */
	if (n > 1 && is(parts[last], "init.scope") && is_unit(parts[last - 1]))
		return last - 1;
	for (size_t i = n; i-- > 0;)
		if (is_unit(parts[i]))
			return i;
	for (size_t i = n; i-- > 0;)
		if (ends(parts[i], ".slice"))
			return i == last ? last : i + 1;
	return 0;
}

void cgroup_name(const char *path, char *name, size_t size)
{
	struct part parts[PARTS_MAX];
	size_t n = split(path, parts), from, used;

	if (!n) {
		(void)snprintf(name, size, "%s", path[0] ? "/" : "(unknown)");
		return;
	}
	name[0] = '\0';
	from = print_container(parts, n, name, size);
	used = strlen(name);
	if (from == n)
		return;
	from += find_unit(parts + from, n - from);
	if (is(parts[n - 1], "init.scope") && from + 2 == n)
		n--;
	for (; from < n && used < size; from++)
		used += (size_t)snprintf(name + used, size - used, "%s%.*s", used ? "/" : "",
					 (int)parts[from].n, parts[from].text);
}
