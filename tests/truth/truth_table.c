/* SPDX-License-Identifier: GPL-2.0-only */
#include "config.h"
#include "tests/truth/truth_table.h"

#include <inttypes.h>

#include "tests/fixtures/test.h"
#include "tests/truth/plugin_code.h"

static const enum branch_kind kinds[] = {
	[CODE_STRAIGHT] = BRANCH_NONE,
	[CODE_CONDITIONAL] = BRANCH_CONDITIONAL,
	[CODE_JUMP] = BRANCH_JUMP,
	[CODE_INDIRECT_JUMP] = BRANCH_INDIRECT_JUMP,
	[CODE_CALL] = BRANCH_CALL,
	[CODE_INDIRECT_CALL] = BRANCH_INDIRECT_CALL,
	[CODE_RETURN] = BRANCH_RETURN,
};

static void add_trace(struct truth *truth, const uint64_t n[8])
{
	uint64_t block = n[0], from = n[1], to = n[2], cycles = n[3], count = n[4], wrong = n[5];
	struct table_row *row = table_row(&truth->traces, block, from, to, cycles);

	row->count[0] = count;
	row->count[1] = wrong;
	row->count[2] = n[6];
	row = table_row(&truth->branch, from, 0, 0, 0);
	row->count[0] += count;
	row->count[1] += count;
	row->count[2] += wrong;
	row = table_row(&truth->kinds, from, 0, 0, 0);
	row->count[0] = 1;
	row->count[1] = kinds[n[7]];
	row = table_row(&truth->edges, from, to, 0, 0);
	row->count[0] += count;
	row->count[1] += wrong;
	if (block == 0)
		return;
	row->count[2] += count * cycles;
	row->count[3] += count;
	row = table_row(&truth->blocks, block, from, 0, 0);
	row->count[0] += count;
	row->count[1] += count * cycles;
	row->count[2] = n[6];
}

static void add_not_taken(struct truth *truth, const uint64_t n[3])
{
	struct table_row *row = table_row(&truth->branch, n[0], 0, 0, 0);

	row->count[0] += n[1];
	row->count[3] += n[2];
	row = table_row(&truth->kinds, n[0], 0, 0, 0);
	row->count[0] = 1;
	row->count[1] = BRANCH_CONDITIONAL;
}

static void add_node(struct truth *truth, const uint64_t n[6])
{
	struct table_row *row = table_row(&truth->nodes, n[0], n[1], 0, 0);

	row->count[0] = n[5];
	row->count[1] = n[2];
	row->count[2] = n[3];
	row->count[3] = n[4];
}

static void add_self(struct truth *truth, const uint64_t n[4])
{
	struct table_row *row = table_row(&truth->self, n[0], n[1], 0, 0);

	row->count[0] = 1;
	row->count[1] = n[2];
	row->count[2] = n[3];
}

static bool add_sum(struct truth *truth, const char *word, uint64_t n)
{
	uint64_t *sum = strcmp(word, "instructions") == 0 ? &truth->instructions :
			strcmp(word, "taken") == 0	  ? &truth->taken :
			strcmp(word, "branches") == 0	  ? &truth->branches :
			strcmp(word, "disorders") == 0	  ? &truth->disorders :
							    NULL;

	if (sum)
		*sum = n;
	return sum;
}

static bool add_map(struct truth *truth, const char *line)
{
	struct truth_map *map = &truth->maps[truth->n_maps];

	if (sscanf(line, "map %" SCNx64 " %" SCNx64 " %" SCNx64 " %511[^\n]", &map->start,
		   &map->length, &map->offset, map->path) < 3)
		return false;
	truth->n_maps += truth->n_maps + 1 < sizeof(truth->maps) / sizeof(truth->maps[0]);
	return true;
}

#define X "%" SCNx64
#define U "%" SCNu64

static bool add_line(struct truth *truth, const char *line)
{
	uint64_t n[8];
	char word[16];

	if (sscanf(line, "trace " X X X U U U U U, &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &n[6], &n[7]) == 8)
		add_trace(truth, n);
	else if (sscanf(line, "nottaken " X U U, &n[0], &n[1], &n[2]) == 3)
		add_not_taken(truth, n);
	else if (sscanf(line, "follow " X X X X U, &n[0], &n[1], &n[2], &n[3], &n[4]) == 5)
		table_row(&truth->follows, n[0], n[1], n[2], n[3])->count[0] = n[4];
	else if (sscanf(line, "call " U U U X X U, &n[0], &n[1], &n[2], &n[3], &n[4], &n[5]) == 6)
		add_node(truth, n);
	else if (sscanf(line, "self " U U U U, &n[0], &n[1], &n[2], &n[3]) == 4)
		add_self(truth, n);
	else if (sscanf(line, "%15s " U, word, &n[0]) == 2 && add_sum(truth, word, n[0]))
		return true;
	else
		return strncmp(line, "target ", 7) == 0 || add_map(truth, line);
	return true;
}

void truth_read(struct truth *truth, const char *path)
{
	FILE *file = fopen(path, "re");
	char line[1024];

	*truth = (struct truth){ 0 };
	assert_non_null(file);
	while (fgets(line, sizeof(line), file))
		if (!add_line(truth, line))
			fail_msg("%s: %s", path, line);
	(void)fclose(file);
}

void truth_free(struct truth *truth)
{
	struct table *tables[] = { &truth->traces, &truth->branch, &truth->kinds,
				   &truth->edges,  &truth->blocks, &truth->follows,
				   &truth->nodes,  &truth->self };

	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		table_free(tables[i]);
}

bool truth_address(const struct truth *truth, const struct profile *profile, struct place place,
		   uint64_t *address)
{
	if (place.object >= profile->n_objects || profile->objects[place.object].kind != OBJECT_FILE) {
		*address = place.offset;
		return true;
	}
	for (size_t i = 0; i < truth->n_maps; i++) {
		const struct truth_map *map = &truth->maps[i];

		if (strcmp(map->path, profile->objects[place.object].path) != 0 ||
		    place.offset - map->offset >= map->length)
			continue;
		*address = map->start + place.offset - map->offset;
		return true;
	}
	return false;
}
