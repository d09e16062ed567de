/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sums processes by user, by cgroup and by name. A hash table finds the group of a text, and what
 * is sorted, by the hash, are the groups, which are few. Collector thread.
 */
#include "config.h"
#include "model/snapshot/group.h"

#include <errno.h>
#include <string.h>

#include "model/cgroup.h"
#include "model/hash.h"
#include "model/snapshot/row.h"
#include "model/snapshot/scratch.h"

#define PLACES_MIN 64	/* a power of two */
#define PLACES_OF_GROUP 4	/* by the hash of its text, by where the text is; half are free */

/* The groups of one kind. A number is the place of a group in `found`, in the order of finding. */
struct groups {
	struct snapshot *snapshot;
	enum row_kind kind;
	text_t unknown;		/* NAME_UNKNOWN, if there is a process without a name */
	struct sort_key *found;	/* its hash, its number as .minor, its first process as .row; as
				 * .major its text, until the groups are sorted */
	uint32_t n;
	size_t n_places;	/* in use of the table, a power of two: no more than is half full */
};

static text_t text_of(struct groups *groups, const struct row *row)
{
	if (groups->kind == ROW_USER)
		return row->user;
	if (groups->kind == ROW_CGROUP)
		return row->cgroup;
	if (!row_name_is_unknown(snapshot_text(groups->snapshot, row->name)))
		return row->name;
	if (!groups->unknown)
		groups->unknown = snapshot_keep(groups->snapshot, NAME_UNKNOWN);
	return groups->unknown;
}

static struct row *add_group(struct groups *groups, const struct row *process, uint64_t hash)
{
	const enum row_kind kind = groups->kind;
	struct snapshot *snapshot = groups->snapshot;
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
		group->name = text_of(groups, process);
		group->kernel = true;
	} else {
		container = cgroup_name(snapshot_text(snapshot, process->cgroup), name, sizeof(name));
		group->cgroup = process->cgroup;
		group->name = snapshot_keep(snapshot, name);
		name[container] = '\0';
		group->container = snapshot_keep(snapshot, name);
	}
	return group;
}

static bool add_process(struct snapshot *snapshot, struct row *group, const struct row *process)
{
	group->children++;
	group->kernel &= process->kernel;
	group->threads += process->threads;
	return snapshot_sum(snapshot, group, process);
}

/* A process that is asleep, alone in its cgroup, has no row that names its container. */
static void name_container(struct snapshot *snapshot, struct row *process)
{
	char name[CGROUP_PATH_LEN];

	cgroup_container(snapshot_text(snapshot, process->cgroup), name, sizeof(name));
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

/*
 * The table of numbers + 1, 0: free. It lies in the memory that merging needs later, which has room
 * for a key of each process: more than PLACES_OF_GROUP numbers. With a pair_map in its place the end of an
 * interval takes 6,028 instructions a task, not 5,833 (bench-totals 64 5000 1000), and memory of its own.
 */
static uint32_t *places(const struct groups *groups)
{
	return (uint32_t *)groups->snapshot->scratch->spare.keys;
}

/* The place of this hash and text; free if there is none. text NULL: a free one. */
static uint32_t *find_hash(const struct groups *groups, uint64_t hash, const char *text)
{
	const uint32_t *table = places(groups);
	size_t at = hash & (groups->n_places - 1);

	for (; table[at]; at = (at + 1) & (groups->n_places - 1)) {
		const struct sort_key *key = &groups->found[table[at] - 1];

		if (text && key->start_ns == hash &&
		    !strcmp(snapshot_text(groups->snapshot, (text_t)key->major), text))
			break;
	}
	return &places(groups)[at];
}

/* Many processes share a text: then no hash is made of it. Free if this one is not known yet. */
static uint32_t *find_text(const struct groups *groups, text_t text)
{
	const uint32_t *table = places(groups);
	size_t at = (text * 2654435761U >> 8) & (groups->n_places - 1);

	for (; table[at]; at = (at + 1) & (groups->n_places - 1))
		if ((text_t)groups->found[table[at] - 1].major == text)
			break;
	return &places(groups)[at];
}

/* Makes the table again, with so many places. */
static void fill_places(struct groups *groups, size_t n_places)
{
	groups->n_places = n_places;
	memset(places(groups), 0, n_places * sizeof(uint32_t));
	for (uint32_t i = 0; i < groups->n; i++) {
		*find_hash(groups, groups->found[i].start_ns, NULL) = i + 1;
		*find_text(groups, (text_t)groups->found[i].major) = i + 1;
	}
}

/* The number + 1 of the process' group, which is added if it is new. */
static uint32_t find_group(struct groups *groups, uint32_t process)
{
	struct snapshot *snapshot = groups->snapshot;
	const text_t text = text_of(groups, &snapshot->table[ROW_PROCESS].rows[process]);
	const uint32_t by_text = *find_text(groups, text);
	uint32_t *place;
	uint64_t hash;

	if (by_text)
		return by_text;
	hash = hash_text(snapshot_text(snapshot, text));
	place = find_hash(groups, hash, snapshot_text(snapshot, text));
	if (*place > 0)
		return *place;
	groups->found[groups->n] = (struct sort_key){ .major = (int32_t)text, .start_ns = hash,
						      .minor = (int32_t)groups->n, .row = process };
	*place = ++groups->n;
	*find_text(groups, text) = groups->n;
	if (PLACES_OF_GROUP * (size_t)groups->n > groups->n_places)
		fill_places(groups, 2 * groups->n_places);
	return groups->n;
}

/* Finds the groups of all processes that are asleep, or of those that ran; n: so many are left. */
static void find_groups(struct groups *groups, bool asleep, size_t *n)
{
	const struct row_table *processes = &groups->snapshot->table[ROW_PROCESS];

	for (size_t i = 0; i < processes->n && *n; i++) {
		struct row *process = &processes->rows[i];

		if (process->asleep != asleep)
			continue;
		--*n;
		*place_of_group(process, groups->kind) =
			(int32_t)find_group(groups, (uint32_t)i) - 1;
	}
}

/* Makes the rows in the order of their hashes; the table then has their indices, by number. */
static int add_groups(struct groups *groups)
{
	struct row_table *table = &groups->snapshot->table[groups->kind];
	struct snapshot_scratch *scratch = groups->snapshot->scratch;

	for (uint32_t i = 0; i < groups->n; i++)
		groups->found[i].major = 0;
	if (sort_keys(&scratch->keys, &scratch->spare, groups->n))
		return -ENOMEM;
	for (uint32_t i = 0; i < groups->n; i++) {
		const struct sort_key *key = &scratch->keys.keys[i];
		const struct row *first =
			&groups->snapshot->table[ROW_PROCESS].rows[key->row];

		places(groups)[key->minor] = (uint32_t)table->n;
		if (!add_group(groups, first, key->start_ns))
			return -ENOMEM;
	}
	return 0;
}

/* From numbers to rows. Those that are asleep make no group; what they are alone in has no row. */
static void set_places(const struct groups *groups)
{
	const struct row_table *processes = &groups->snapshot->table[ROW_PROCESS];

	for (size_t i = 0; i < processes->n; i++) {
		int32_t *place = place_of_group(&processes->rows[i], groups->kind);

		*place = (uint32_t)*place < groups->n ? (int32_t)places(groups)[*place] : -1;
	}
}

/* The first process of each group of those that are asleep has the name of its container. */
static void name_containers(struct groups *groups, uint32_t n_awake)
{
	const struct row_table *processes = &groups->snapshot->table[ROW_PROCESS];

	for (uint32_t i = n_awake; i < groups->n; i++)
		name_container(groups->snapshot, &processes->rows[groups->found[i].row]);
	for (size_t i = 0; i < processes->n; i++) {
		struct row *process = &processes->rows[i];

		if (process->of_cgroup >= (int32_t)n_awake)
			process->container =
				processes->rows[groups->found[process->of_cgroup].row].container;
	}
}

static int group_by(struct snapshot *snapshot, enum row_kind kind)
{
	struct snapshot_scratch *scratch = snapshot->scratch;
	struct groups groups = { .snapshot = snapshot, .kind = kind };
	size_t left = snapshot->table[ROW_PROCESS].n;
	uint32_t n_awake;

	if (sort_list_reserve(&scratch->keys, left + 1) ||
	    sort_list_reserve(&scratch->spare, scratch->keys.cap))
		return -ENOMEM;
	groups.found = scratch->keys.keys;
	fill_places(&groups, PLACES_MIN);
	find_groups(&groups, false, &left);
	n_awake = groups.n;
	find_groups(&groups, true, &left);
	if (kind == ROW_CGROUP && groups.n > n_awake)
		name_containers(&groups, n_awake);
	groups.n = n_awake;
	if (add_groups(&groups))
		return -ENOMEM;
	set_places(&groups);
	return 0;
}

/* Each process once to all of its groups: its row is large. */
static int add_processes(struct snapshot *snapshot, const enum row_kind *kinds, size_t n)
{
	const struct row_table *processes = &snapshot->table[ROW_PROCESS];
	bool complete = true;

	for (size_t i = 0; i < processes->n; i++) {
		const struct row *process = &processes->rows[i];

		for (size_t k = 0; k < n && !process->asleep; k++)
			complete &= add_process(snapshot,
						&snapshot->table[kinds[k]].rows[group_of(process, kinds[k])],
						process);
	}
	return complete ? 0 : -ENOMEM;
}

int group_processes(struct snapshot *snapshot)
{
	static const enum row_kind kinds[] = { ROW_USER, ROW_CGROUP, ROW_NAME };
	const size_t n = sizeof(kinds) / sizeof(kinds[0]);
	int ret = 0;

	for (size_t i = 0; !ret && i < n; i++)
		ret = group_by(snapshot, kinds[i]);
	return ret ? ret : add_processes(snapshot, kinds, n);
}
