/* SPDX-License-Identifier: GPL-2.0-only */
/* Probes on markers; see bpf_engine_parts.h. Collector thread, but end_links(). */
#include "config.h"
#include "collect/bpf/bpf_engine_parts.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <bpf/libbpf.h>

#include "collect/perf/marker_event.h"
#include "collect/sys/file_guard.h"
#include "collect/sys/thread_start.h"

/* Probes tdtop_region_mark() of an object, in all processes that have mapped it, or will. */
static int probe_object(struct bpf_probes *probes, struct bpf_program *program,
			const struct region_object *object, uint32_t number)
{
	const struct bpf_uprobe_opts options = { .sz = sizeof(options), .bpf_cookie = number };
	char path[MARKER_PATH_LEN];
	int ret;

	if (object->fd < 0)
		return 0;
	if (file_guard_hold(object->guard))
		return -ESTALE;
	marker_event_path(object->fd, path);
	probes->link[number - 1] = bpf_program__attach_uprobe_opts(
		program, -1, path, object->notes.mark_offset, &options);
	ret = probes->link[number - 1] ? 0 : -errno;
	if (ret)
		file_guard_release(object->guard);
	else
		probes->guard[number - 1] = object->guard;
	return ret;
}

static int explain(int errnum, const struct region_object *object, struct err *err)
{
	if (errnum == EPERM || errnum == EACCES)
		return err_set(err, errnum, "regions are not permitted: probing programs takes "
			       "CAP_SYS_ADMIN: run as root");
	if (errnum == ESTALE)
		return marker_event_is_stale(object->path, err);
	return err_set(err, errnum, "cannot probe the regions of %s: %s%s", object->path,
		       strerror(errnum),
		       errnum == ENOENT ? " (the kernel may lack CONFIG_UPROBE_EVENTS)" : "");
}

static void end_links(struct bpf_link *link[REGION_OBJECTS_MAX],
		      struct file_guard *guard[REGION_OBJECTS_MAX], size_t first)
{
	for (size_t i = first; i < REGION_OBJECTS_MAX; i++) {
		if (!link[i])
			continue;
		bpf_link__destroy(link[i]);
		file_guard_release(guard[i]);	/* only then may the file be written to */
		link[i] = NULL;
		guard[i] = NULL;
	}
}

int bpf_probes_add(struct bpf_probes *probes, struct bpf_program *program,
		   const struct regions *regions, struct err *err)
{
	const uint32_t before = probes->n, n = regions_objects(regions);
	uint32_t number = before, refused = 0;
	int ret = 0;

	bpf_probes_wait(probes);	/* else both would run at a marker */
	while (number < n && number < REGION_OBJECTS_MAX) {
		if (ret && !marker_event_is_refused(ret))
			break;
		number++;
		ret = probe_object(probes, program, regions_object(regions, number), number);
		if (ret)
			(void)explain(-ret, regions_object(regions, number), err);
		refused += marker_event_is_refused(ret);
	}
	probes->n = number;
	if (!ret || (marker_event_is_refused(ret) && (before || refused < number)))
		return 0;
	end_links(probes->link, probes->guard, before);
	probes->n = before;
	return ret;
}

static void *end_all(void *data)
{
	struct bpf_probes *probes = data;

	end_links(probes->ended, probes->ended_guard, 0);
	return NULL;
}

void bpf_probes_end(struct bpf_probes *probes)
{
	bpf_probes_wait(probes);
	memcpy(probes->ended, probes->link, sizeof(probes->ended));
	memcpy(probes->ended_guard, probes->guard, sizeof(probes->ended_guard));
	memset(probes->link, 0, sizeof(probes->link));
	memset(probes->guard, 0, sizeof(probes->guard));
	if (!probes->n)
		return;
	probes->n = 0;
	probes->ends = !thread_start(&probes->thread, "tdtop-probes", end_all, probes, NULL);
	if (!probes->ends)
		(void)end_all(probes);
}

void bpf_probes_wait(struct bpf_probes *probes)
{
	if (probes->ends)
		(void)pthread_join(probes->thread, NULL);
	probes->ends = false;
}
