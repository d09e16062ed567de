/* SPDX-License-Identifier: GPL-2.0-only */
/* The groups that BPF programs read; see bpf_engine_parts.h. */
#include "config.h"
#include "collect/bpf/bpf_engine_parts.h"

#include <errno.h>
#include <stdlib.h>

#include "collect/perf/perf_advice.h"
#include "collect/perf/perf_sys.h"
#include "collect/sys/facts.h"

static int *bpf_groups_place_of(const struct bpf_groups *groups, size_t cpu, size_t mux, size_t member)
{
	return &groups->fds[slices_group((__u32)cpu, (__u32)mux) * SLICES_MEMBERS + member];
}

static size_t n_places(const struct bpf_groups *groups)
{
	return groups->n_cpus * SLICES_GROUPS * SLICES_MEMBERS;
}

int bpf_groups_fd(const struct bpf_groups *groups, size_t cpu, size_t mux, size_t member)
{
	return *bpf_groups_place_of(groups, cpu, mux, member);
}

int bpf_groups_highest_fd(const struct bpf_groups *groups)
{
	int highest = 0;

	for (size_t i = 0; i < n_places(groups); i++)
		if (groups->fds[i] > highest)
			highest = groups->fds[i];
	return highest;
}

/* Opens the members of one group in their order. */
static int open_group(struct bpf_groups *groups, const struct group *group, int cpu, size_t mux,
		      struct err *err)
{
	for (size_t i = 0; i < group->n; i++) {
		const int leader = i ? bpf_groups_fd(groups, (size_t)cpu, mux, 0) : -1;
		const int fd = perf_sys_real.open(perf_sys_real.data, &group->member[i].attr, -1, cpu, leader, 0);
		struct facts facts;

		if (fd < 0) {
			facts_read("", &facts);
			return perf_advice(-fd, group->member[i].name, cpu, &facts, err);
		}
		*bpf_groups_place_of(groups, (size_t)cpu, mux, i) = fd;
	}
	return 0;
}

static int make_places(struct bpf_groups *groups, const struct machine *machine, struct err *err)
{
	for (size_t i = 0; i < machine->n_cpus; i++)
		if ((size_t)machine->cpus[i].cpu >= groups->n_cpus)
			groups->n_cpus = (size_t)machine->cpus[i].cpu + 1;
	groups->fds = malloc(n_places(groups) * sizeof(groups->fds[0]));
	if (!groups->fds)
		return err_set(err, ENOMEM, "not enough memory for %zu CPU%s", machine->n_cpus,
			       plural(machine->n_cpus));
	for (size_t i = 0; i < n_places(groups); i++)
		groups->fds[i] = -1;
	return 0;
}

int bpf_groups_open(struct bpf_groups *groups, const struct group *group, size_t n_mux,
		    const struct machine *machine, const bool *online, struct err *err)
{
	size_t n = 32;		/* maps and programs */
	int ret;

	*groups = (struct bpf_groups){ .n_mux = n_mux };
	for (size_t mux = 0; mux <= n_mux; mux++) {
		n += machine->n_cpus * group[mux].n;
		if (!group[mux].n || group[mux].n > SLICES_MEMBERS || mux >= SLICES_GROUPS)
			return err_set(err, E2BIG, "BPF programs read %d groups of up to %d events "
				       "on a CPU, not %zu groups with %zu events", SLICES_GROUPS,
				       SLICES_MEMBERS, 1 + n_mux, group[mux].n);
	}
	ret = make_places(groups, machine, err);
	if (!ret)
		ret = perf_raise_nofile(n, err);
	for (size_t i = 0; !ret && i < machine->n_cpus; i++)
		for (size_t mux = 0; !ret && mux <= n_mux && (!online || online[i]); mux++)
			ret = open_group(groups, &group[mux], machine->cpus[i].cpu, mux, err);
	return ret;
}

void bpf_groups_close(struct bpf_groups *groups)
{
	for (size_t i = 0; groups->fds && i < n_places(groups); i++)
		if (groups->fds[i] >= 0)
			perf_sys_real.close(perf_sys_real.data, groups->fds[i]);
	free(groups->fds);
	*groups = (struct bpf_groups){ .fds = NULL };
}

int bpf_groups_switch(const struct bpf_groups *groups, size_t cpu, size_t mux, bool on)
{
	const int fd = bpf_groups_fd(groups, cpu, mux, 0);

	return on ? perf_sys_real.enable(perf_sys_real.data, fd) :
		    perf_sys_real.disable(perf_sys_real.data, fd);
}

int bpf_groups_start(const struct bpf_groups *groups)
{
	int ret = 0;

	for (size_t cpu = 0; !ret && cpu < groups->n_cpus; cpu++)
		if (bpf_groups_fd(groups, cpu, 0, 0) >= 0)
			ret = bpf_groups_switch(groups, cpu, 0, true);
	return ret;
}
