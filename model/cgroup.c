/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Turns the path of a cgroup into a name: the innermost container and what is below it, else the
 * innermost systemd unit and what is below it. Called by model/snapshot/group.c, once per group and
 * interval, on the collector thread.
 */
#include "config.h"
#include "model/cgroup.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define COMPONENTS_MAX 32
#define ID_LEN 64	/* hexadecimal digits of a whole container id */
#define ID_SHOWN 12	/* as docker ps and crictl ps show it */
#define POD_SHOWN 8

/* One component of the path. */
struct component {
	const char *text;
	size_t n;
};

/* clang-format off */
/* "docker-1a2b....scope"; a longer prefix stands before a shorter one that it begins with. */
static const struct { const char *prefix, *name; } prefixes[] = {
	{ "docker-",         "docker" },
	{ "libpod-conmon-",  "podman-conmon" },
	{ "libpod-",         "podman" },
	{ "cri-containerd-", "containerd" },
	{ "crio-conmon-",    "crio-conmon" },
	{ "crio-",           "crio" },
	{ "nerdctl-",        "containerd" },
	{ "kata_",           "kata" },
	{ "",                NULL },		/* the bare id: the parent names the runtime */
};

/* ".../docker/1a2b...": the runtime whose containers have this parent. */
static const struct { const char *parent, *name; } parents[] = {
	{ "docker",        "docker" },
	{ "libpod_parent", "podman" },
	{ "default",       "containerd" },	/* containerd's own namespace */
	{ "k8s.io",        "containerd" },
	{ "buildkit",      "buildkit" },
};
/* clang-format on */

static bool equals(struct component component, const char *text)
{
	return component.n == strlen(text) && !memcmp(component.text, text, component.n);
}

static bool begins_with(struct component component, const char *text)
{
	return component.n > strlen(text) && !memcmp(component.text, text, strlen(text));
}

static bool ends_with(struct component component, const char *text)
{
	size_t n = strlen(text);

	return component.n > n && !memcmp(component.text + component.n - n, text, n);
}

static struct component skip_prefix(struct component component, const char *prefix)
{
	size_t n = strlen(prefix);

	return (struct component){ component.text + n, component.n - n };
}

/* "docker-", or behind a slice "docker:". */
static bool begins_with_runtime(struct component component, const char *prefix)
{
	size_t n = strlen(prefix);

	return begins_with(component, prefix) ||
	       (n && prefix[n - 1] == '-' && component.n > n && component.text[n - 1] == ':' &&
		!memcmp(component.text, prefix, n - 1));
}

/*
 * "kubepods-pod8d2f01aa.slice:cri-containerd:1a2b...": runc was given a slice as for systemd, but
 * makes the cgroup itself. Returns what is behind the slice; the whole component, if there is none.
 */
static struct component skip_slice(struct component component)
{
	static const char slice[] = ".slice:";
	const char *at = memmem(component.text, component.n, slice, strlen(slice));
	size_t n = at ? (size_t)(at - component.text) + strlen(slice) : 0;

	return (struct component){ component.text + n, component.n - n };
}

/* Returns how many hexadecimal digits the component begins with. */
static size_t count_hex(struct component component)
{
	size_t n = 0;

	while (n < component.n && strchr("0123456789abcdef", component.text[n]) &&
	       component.text[n])
		n++;
	return n;
}

/* Splits a path into components; skips "..", which stands for a parent outside our namespace. */
static size_t split(const char *path, struct component components[COMPONENTS_MAX])
{
	size_t n = 0;

	while (*path && n < COMPONENTS_MAX) {
		struct component component = { path, strcspn(path, "/") };

		path += component.n + (path[component.n] == '/');
		if (component.n && !equals(component, ".."))
			components[n++] = component;
	}
	return n;
}

/* Finds the uid in "pod8d2f01aa-..." or systemd's "kubepods-burstable-pod8d2f01aa_....slice". */
static bool pod_of(struct component component, struct component *uid)
{
	for (size_t i = 0; i + 3 + POD_SHOWN <= component.n; i++) {
		*uid = (struct component){ component.text + i + 3, POD_SHOWN };
		if ((i == 0 || component.text[i - 1] == '-') &&
		    !memcmp(component.text + i, "pod", 3) && count_hex(*uid) == POD_SHOWN)
			return true;
	}
	return false;
}

/*
 * Finds a container id in components[i]. Returns the name of its runtime, or NULL if there is no
 * id.
 */
static const char *container_of(const struct component *components, size_t i, struct component *id)
{
	const struct component whole = skip_slice(components[i]);

	for (size_t k = 0; k < sizeof(prefixes) / sizeof(prefixes[0]); k++) {
		bool bare = !prefixes[k].name;

		if (!bare && !begins_with_runtime(whole, prefixes[k].prefix))
			continue;
		*id = skip_prefix(whole, prefixes[k].prefix);
		if (count_hex(*id) < (bare ? ID_LEN : ID_SHOWN))
			continue;
		if (!bare)
			return prefixes[k].name;
		for (k = 0; i && k < sizeof(parents) / sizeof(parents[0]); k++)
			if (equals(components[i - 1], parents[k].parent))
				return parents[k].name;
		return "container";
	}
	return NULL;
}

/* Recognises "lxc.payload.web", "lxc/web" and "lxc.payload/web". */
static bool lxc_of(const struct component *components, size_t i, struct component *id)
{
	static const char *const prefix[] = { "lxc.payload.", "lxc.monitor." };

	*id = components[i];
	for (size_t k = 0; k < 2; k++) {
		if (begins_with(components[i], prefix[k])) {
			*id = skip_prefix(components[i], prefix[k]);
			return true;
		}
	}
	return i && (equals(components[i - 1], "lxc") || equals(components[i - 1], "lxc.payload"));
}

/*
 * Recognises "systemd-nspawn@web.service", and "machine-web.scope" of a container that was started
 * by hand; but systemd calls the scope of a virtual machine "machine-qemu..." as well.
 */
static bool nspawn_of(struct component component, struct component *id)
{
	static const struct { const char *prefix, *suffix; } forms[] = {
		{ "systemd-nspawn@", ".service" }, { "machine-", ".scope" },
	};

	for (size_t k = 0; k < sizeof(forms) / sizeof(forms[0]); k++) {
		if (!begins_with(component, forms[k].prefix) ||
		    !ends_with(component, forms[k].suffix) || begins_with(component, "machine-qemu"))
			continue;
		*id = skip_prefix(component, forms[k].prefix);
		if (id->n <= strlen(forms[k].suffix))
			continue;
		id->n -= strlen(forms[k].suffix);
		return true;
	}
	return false;
}

/* It has the id of the container that it looks after, and a cgroup beside it. */
static bool is_monitor(const char *runtime)
{
	return strstr(runtime, "-conmon") != NULL;
}

/* Prints the innermost container. Returns how many components it covers; 0: no container. */
static size_t print_container(const struct component *components, size_t n, char *name, size_t size)
{
	struct component id, uid;

	for (size_t i = n; i-- > 0;) {
		const char *runtime = container_of(components, i, &id);

		if (runtime && (pod_of(components[i], &uid) || (i && pod_of(components[i - 1], &uid))))
			(void)snprintf(name, size, "pod%.*s/%s%.*s", POD_SHOWN, uid.text,
				       is_monitor(runtime) ? "conmon-" : "", ID_SHOWN, id.text);
		else if (runtime)
			(void)snprintf(name, size, "%s:%.*s", runtime, ID_SHOWN, id.text);
		else if (lxc_of(components, i, &id))
			(void)snprintf(name, size, "lxc:%.*s", (int)id.n, id.text);
		else if (nspawn_of(components[i], &id))
			(void)snprintf(name, size, "nspawn:%.*s", (int)id.n, id.text);
		else if (pod_of(components[i], &uid))
			(void)snprintf(name, size, "pod%.*s", POD_SHOWN, uid.text);
		else
			continue;
		return i + 1;
	}
	return 0;
}

static bool is_unit(struct component component)
{
	return ends_with(component, ".service") || ends_with(component, ".scope") ||
	       ends_with(component, ".socket") || ends_with(component, ".mount") || ends_with(component, ".swap");
}

/* Returns the index of the innermost unit; without one, of what is below the slices. */
static size_t find_unit(const struct component *components, size_t n)
{
	size_t last = n - 1;

	/* A systemd user manager puts itself into an init.scope below its unit. */
	if (n > 1 && equals(components[last], "init.scope") && is_unit(components[last - 1]))
		return last - 1;
	for (size_t i = n; i-- > 0;)
		if (is_unit(components[i]))
			return i;
	for (size_t i = n; i-- > 0;)
		if (ends_with(components[i], ".slice"))
			return i == last ? last : i + 1;
	return 0;
}

void cgroup_container(const char *path, char *name, size_t size)
{
	struct component components[COMPONENTS_MAX];
	size_t n = split(path, components);

	name[0] = '\0';
	(void)print_container(components, n, name, size);
}

/* In a cgroup namespace "/" is our own group, as of a pod, and "/../.." the root of the machine. */
static const char *root_name(const char *path)
{
	if (!path[0])
		return "(unknown)";
	return strstr(path, "..") ? "/.." : "/";
}

size_t cgroup_name(const char *path, char *name, size_t size)
{
	struct component components[COMPONENTS_MAX];
	size_t n = split(path, components), from, used, container;

	if (!n) {
		(void)snprintf(name, size, "%s", root_name(path));
		return 0;
	}
	name[0] = '\0';
	from = print_container(components, n, name, size);
	used = container = strlen(name);
	if (from == n)
		return container;
	from += find_unit(components + from, n - from);
	if (equals(components[n - 1], "init.scope") && from + 2 == n)
		n--;
	for (; from < n && used < size; from++)
		used += (size_t)snprintf(name + used, size - used, "%s%.*s", used ? "/" : "",
					 (int)components[from].n, components[from].text);
	return container;
}
