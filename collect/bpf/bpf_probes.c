/* SPDX-License-Identifier: GPL-2.0-only */
/* Probes on markers; see bpf_probes.h. Collector thread, but end_links(). */
#include "config.h"
#include "collect/bpf/bpf_probes.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <bpf/libbpf.h>

/* Probes tdtop_region_mark() of an object, in all processes that have mapped it, or will. */
static int probe_object(struct bpf_probes *probes, struct bpf_program *program,
			const struct region_object *object, uint32_t number)
{
	const struct bpf_uprobe_opts options = { .sz = sizeof(options), .bpf_cookie = number };
	char path[32];

	if (object->fd < 0 || probes->refused[number - 1])
		return 0;
	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", object->fd);
	probes->link[number - 1] = bpf_program__attach_uprobe_opts(
		program, -1, path, object->notes.mark_offset, &options);
	return probes->link[number - 1] ? 0 : -errno;
}

static int explain(int errnum, const struct region_object *object, struct err *err)
{
	if (errnum == EPERM || errnum == EACCES)
		return err_set(err, errnum, "regions are not permitted: probing programs takes "
			       "CAP_SYS_ADMIN: run as root");
	return err_set(err, errnum, "cannot probe the regions of %s: %s%s", object->path,
		       strerror(errnum),
		       errnum == ENOENT ? " (the kernel may lack CONFIG_UPROBE_EVENTS)" : "");
}

int bpf_probes_add(struct bpf_probes *probes, struct bpf_program *program,
		   const struct regions *regions, struct err *err)
{
	const uint32_t before = probes->n, n = regions_objects(regions);
	uint32_t number = before;
	int ret = 0;

	bpf_probes_wait(probes);	/* else both would run at a marker */
	while (!ret && number < n && number < REGION_OBJECTS_MAX) {
		number++;
		ret = probe_object(probes, program, regions_object(regions, number), number);
	}
	probes->n = number;
	if (!ret)
		return 0;
	for (uint32_t i = before; i < number; i++) {
		bpf_link__destroy(probes->link[i]);
		probes->link[i] = NULL;
	}
	probes->n = before;
	probes->refused[number - 1] = ret != -EPERM && ret != -EACCES;
	return explain(-ret, regions_object(regions, number), err);
}

static void *end_links(void *data)
{
	struct bpf_probes *probes = data;

	for (size_t i = 0; i < REGION_OBJECTS_MAX; i++)
		bpf_link__destroy(probes->ended[i]);
	return NULL;
}

void bpf_probes_end(struct bpf_probes *probes)
{
	bpf_probes_wait(probes);
	memcpy(probes->ended, probes->link, sizeof(probes->ended));
	memset(probes->link, 0, sizeof(probes->link));
	memset(probes->refused, 0, sizeof(probes->refused));
	if (!probes->n)
		return;
	probes->n = 0;
	probes->ends = pthread_create(&probes->thread, NULL, end_links, probes) == 0;
	if (!probes->ends)
		(void)end_links(probes);
}

void bpf_probes_wait(struct bpf_probes *probes)
{
	if (probes->ends)
		(void)pthread_join(probes->thread, NULL);
	probes->ends = false;
}
