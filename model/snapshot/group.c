/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sums processes by user, by cgroup and by name: sorts them by a hash of the text, so that equal
 * texts lie together, and makes a row of each run. O(n log n), collector thread.
 */
#include "config.h"
#include "model/snapshot/group.h"

#include <errno.h>
#include <string.h>

#include "model/cgroup.h"
#include "model/snapshot/row.h"

static text_t text_of(const struct row *row, enum row_kind kind)
{
	return kind == ROW_USER ? row->user : kind == ROW_CGROUP ? row->cgroup : row->name;
}

static const char *key_of(const struct snapshot *snapshot, const struct row *row,
			  enum row_kind kind)
{
	return snapshot_text(snapshot, text_of(row, kind));
}

static struct row *add_group(struct snapshot *snapshot, enum row_kind kind,
			     const struct row *process, uint64_t hash)
{
	struct row *group = snapshot_add(snapshot, kind, 0);
	char name[CGROUP_PATH_LEN];
	size_t container;

	if (!group)
		return NULL;
	group->start_ns = hash;
	if (kind == ROW_USER) {
		group->user = process->user;
		group->name = process->user ? process->user : snapshot_keep(snapshot, "(unknown)");
	} else if (kind == ROW_NAME) {
		group->name = process->name;
		group->kernel = true;
	} else {
		container = cgroup_name(key_of(snapshot, process, kind), name, sizeof(name));
		group->cgroup = process->cgroup;
		group->name = snapshot_keep(snapshot, name);
		name[container] = '\0';
		group->container = snapshot_keep(snapshot, name);
	}
	return group;
}

static void add_process(struct row *group, const struct row *process)
{
	group->children++;
	group->kernel &= process->kernel;
	group->threads += process->threads;
	row_sum(group, process);
}

/*
 * A process that is asleep, alone in its cgroup, has no row that names its container. `before`: the
 * last such process, or NULL; those of one cgroup come one after the other.
 */
static void name_container(struct snapshot *snapshot, struct row *process,
			   const struct row *before)
{
	const char *path = snapshot_text(snapshot, process->cgroup);
	char name[CGROUP_PATH_LEN];

	if (before && !strcmp(snapshot_text(snapshot, before->cgroup), path)) {
		process->container = before->container;
		return;
	}
	cgroup_container(path, name, sizeof(name));
	process->container = snapshot_keep(snapshot, name);
}

static int32_t *place_of_group(struct row *process, enum row_kind kind)
{
	if (kind == ROW_USER)
		return &process->of_user;
	return kind == ROW_CGROUP ? &process->of_cgroup : &process->of_name;
}

int32_t group_of(const struct row *process, enum row_kind kind)
{
	return *place_of_group((struct row *)process, kind);
}

static int group_by(struct snapshot *snapshot, enum row_kind kind, struct sort_list *keys,
		    struct sort_list *spare)
{
	const struct row_table *processes = &snapshot->table[ROW_PROCESS];
	struct row *group = NULL, *sleeper = NULL;

	if (sort_list_reserve(keys, processes->n))
		return -ENOMEM;
	for (size_t i = 0; i < processes->n; i++) {
		const char *text = key_of(snapshot, &processes->rows[i], kind);

		/* Those that are asleep come last, as they make no group. */
		keys->keys[i] = (struct sort_key){ .start_ns = sort_hash(text),
						   .minor = processes->rows[i].asleep,
						   .row = (uint32_t)i };
	}
	if (sort_keys(keys, spare, processes->n))
		return -ENOMEM;
	for (size_t i = 0; i < processes->n; i++) {
		struct row *process = &processes->rows[keys->keys[i].row];
		uint64_t hash = keys->keys[i].start_ns;
		bool same = group && group->start_ns == hash &&
			    strcmp(key_of(snapshot, group, kind),
				   key_of(snapshot, process, kind)) == 0;

		/* Two texts with one hash may give more rows than needed, but never a wrong sum. */
		if (!same && process->asleep) {
			if (kind == ROW_CGROUP)
				name_container(snapshot, process, sleeper);
			sleeper = process;
			continue;
		}
		if (!same)
			group = add_group(snapshot, kind, process, hash);
		if (!group)
			return -ENOMEM;
		if (!process->asleep)
			add_process(group, process);
		*place_of_group(process, kind) = (int32_t)snapshot->table[kind].n - 1;
	}
	return 0;
}

int group_processes(struct snapshot *snapshot, struct sort_list *keys, struct sort_list *spare)
{
	static const enum row_kind kinds[] = { ROW_USER, ROW_CGROUP, ROW_NAME };
	int ret = 0;

	for (size_t i = 0; !ret && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		ret = group_by(snapshot, kinds[i], keys, spare);
	return ret;
}
