/* SPDX-License-Identifier: GPL-2.0-only */
/* What is exported, and whether it may be; see pgo.h. Each format is described above its functions. */
#include "config.h"
#include "ui/export/pgo.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base_name.h"
#include "ui/draw/format.h"

#define NAME_MAX_TEXT 256
#define BUILD_ID_DIGITS_MIN 8

static const char *const format_names[PGO_FORMATS] = {
	[PGO_PERF] = "perf", [PGO_BOLT] = "bolt", [PGO_AUTOFDO] = "autofdo"
};

/*
 * BOLT's pre-aggregated text (llvm-project, bolt/include/bolt/Profile/DataAggregator.h; --pa), in
 * the lines that all its versions read; T lines need LLVM 20:
 *
 *   B FROM TO TAKEN MISPREDICTED   a taken branch
 *   F START END COUNT              what ran from START through the branch at END, entered from
 *                                  the same function
 *   f START END COUNT              the same, entered from another one (a return): then BOLT adds
 *                                  COUNT to the way from the call before START
 *
 * Addresses are those of the object's own headers, in hexadecimal without 0x: what objdump prints,
 * which in position-independent objects is the offset from the first PT_LOAD. X:0 is a place in
 * any other object; BOLT 16 takes the offset of a build-id:offset for one of this object.
 */

/* A place of the object, with what its names tell. */
struct point {
	struct place at;
	uint64_t address;
	struct place function;	/* PLACE_NO_OBJECT: no symbol is known */
};

struct bolt {
	struct buffer *out;
	const struct profile *profile;
	uint32_t object;
	struct point *points;	/* sorted by place */
	size_t n;
};

static int compare_places(const void *a, const void *b)
{
	return place_compare(*(const struct place *)a, *(const struct place *)b);
}

/* All places of the object that are printed, sorted, each once. *n: how many. NULL: no memory. */
static struct place *collect_places(const struct profile *profile, uint32_t object, size_t *n)
{
	const size_t most = 2 * (profile->n_branches + profile->n_blocks);
	struct place *places = calloc(most + 1, sizeof(*places));
	size_t all = 0;

	*n = 0;
	if (!places)
		return NULL;
	for (size_t i = 0; i < profile->n_branches; i++) {
		places[all++] = profile->branches[i].from;
		places[all++] = profile->branches[i].to;
	}
	for (size_t i = 0; i < profile->n_blocks; i++) {
		places[all++] = profile->blocks[i].start;
		places[all++] = profile->blocks[i].end;
	}
	qsort(places, all, sizeof(*places), compare_places);
	for (size_t i = 0; i < all; i++)
		if (places[i].object == object && (!*n || !place_equal(places[i], places[*n - 1])))
			places[(*n)++] = places[i];
	return places;
}

/* 0; or with a sentence -EAGAIN, -ENODATA: addresses stand in the object's headers. */
static int find_addresses(struct bolt *bolt, const struct place *places,
			  const struct code_names *names, int wait_ms, struct err *err)
{
	const char *path = bolt->profile->objects[bolt->object].path;
	char why[512] = "", text[CODE_NAME_MAX];
	struct code_name name;

	if (names->wait(names->data, places, bolt->n, false, wait_ms))
		return err_set(err, EAGAIN, "not all addresses are known yet; try again");
	for (size_t i = 0; i < bolt->n; i++) {
		struct point *point = &bolt->points[i];

		memset(&name, 0, sizeof(name));
		point->at = places[i];
		(void)names->name(names->data, &places[i], false, &name);
		if (!name.has_address) {
			names->object_trouble(names->data, bolt->object, why, sizeof(why));
			format_harmless(text, sizeof(text), path);
			return err_set(err, ENODATA, "no profile for a compiler: the addresses of "
				       "%s are not known%s%s; put the file where it was recorded",
				       text, why[0] ? ": " : "", why);
		}
		point->address = name.address;
		point->function = name.symbol[0] ? name.function :
						   (struct place){ .object = PLACE_NO_OBJECT };
	}
	return 0;
}

static int compare_point(const void *key, const void *point)
{
	return place_compare(*(const struct place *)key, ((const struct point *)point)->at);
}

/* NULL: in another object. */
static const struct point *point_of(const struct bolt *bolt, struct place at)
{
	return bsearch(&at, bolt->points, bolt->n, sizeof(bolt->points[0]), compare_point);
}

static void put_place(const struct bolt *bolt, struct place at)
{
	const struct point *point = point_of(bolt, at);

	if (point)
		buffer_print(bolt->out, " %" PRIx64, point->address);
	else
		buffer_print(bolt->out, " X:0");
}

static size_t put_bolt_branches(const struct bolt *bolt)
{
	size_t lines = 0;

	for (size_t i = 0; i < bolt->profile->n_branches; i++) {
		const struct profile_branch *branch = &bolt->profile->branches[i];

		if (branch->from.object != bolt->object && branch->to.object != bolt->object)
			continue;
		buffer_print(bolt->out, "B");
		put_place(bolt, branch->from);
		put_place(bolt, branch->to);
		buffer_print(bolt->out, " %" PRIu64 " %" PRIu64 "\n", branch->taken,
			     branch->mispredicted);
		lines++;
	}
	return lines;
}

/* Does a branch stay in its function? A call of the function itself does not. */
static bool is_within(const struct bolt *bolt, const struct profile_branch *branch)
{
	const struct point *from = point_of(bolt, branch->from), *to = point_of(bolt, branch->to);

	if (!from || branch->kind == BRANCH_RETURN)
		return false;
	return !to || from->function.object == PLACE_NO_OBJECT ||
	       place_equal(from->function, to->function);
}

/* Taken branches to a place. */
struct arrivals {
	struct place at;
	uint64_t within, all;
};

static int compare_arrivals(const void *a, const void *b)
{
	return place_compare(((const struct arrivals *)a)->at, ((const struct arrivals *)b)->at);
}

/* Of all places in the object, sorted. *n: how many. NULL: no memory. */
static struct arrivals *count_arrivals(const struct bolt *bolt, size_t *n)
{
	const struct profile *profile = bolt->profile;
	struct arrivals *arrivals = calloc(profile->n_branches + 1, sizeof(*arrivals));
	size_t all = 0;

	*n = 0;
	for (size_t i = 0; arrivals && i < profile->n_branches; i++) {
		const struct profile_branch *branch = &profile->branches[i];

		if (branch->to.object != bolt->object)
			continue;
		arrivals[all] = (struct arrivals){ .at = branch->to, .all = branch->taken };
		arrivals[all++].within = is_within(bolt, branch) ? branch->taken : 0;
	}
	if (arrivals)
		qsort(arrivals, all, sizeof(*arrivals), compare_arrivals);
	for (size_t i = 0; i < all; i++) {
		if (*n && place_equal(arrivals[*n - 1].at, arrivals[i].at)) {
			arrivals[*n - 1].all += arrivals[i].all;
			arrivals[*n - 1].within += arrivals[i].within;
		} else {
			arrivals[(*n)++] = arrivals[i];
		}
	}
	return arrivals;
}

/* The number of lines. */
static size_t put_block(const struct bolt *bolt, char type, const struct profile_block *block,
			uint64_t count)
{
	if (!count)
		return 0;
	buffer_print(bolt->out, "%c", type);
	put_place(bolt, block->start);
	put_place(bolt, block->end);
	buffer_print(bolt->out, " %" PRIu64 "\n", count);
	return 1;
}

/*
 * A profile does not tell by which branch each block was entered, but how its start was: the block
 * is divided in that proportion. 0 or -ENOMEM.
 */
static int put_blocks(const struct bolt *bolt, size_t *lines)
{
	size_t n;
	struct arrivals *arrivals = count_arrivals(bolt, &n);

	if (!arrivals)
		return -ENOMEM;
	for (size_t i = 0; i < bolt->profile->n_blocks; i++) {
		const struct profile_block *block = &bolt->profile->blocks[i];
		const struct arrivals key = { .at = block->start };
		const struct arrivals *found;
		uint64_t within = block->executed;

		if (block->start.object != bolt->object || block->end.object != bolt->object)
			continue;
		found = bsearch(&key, arrivals, n, sizeof(*arrivals), compare_arrivals);
		if (found && found->all)
			within = (uint64_t)((double)block->executed * (double)found->within /
					    (double)found->all + 0.5);
		*lines += put_block(bolt, 'F', block, within);
		*lines += put_block(bolt, 'f', block, block->executed - within);
	}
	free(arrivals);
	return 0;
}

/* Appends the lines and counts them. 0; -ENOMEM; or a negative errno with a sentence. */
static int pgo_put_bolt(struct buffer *out, const struct profile *profile, uint32_t object,
			const struct code_names *names, int wait_ms, size_t *branches, size_t *blocks, struct err *err)
{
	struct bolt bolt = { .out = out, .profile = profile, .object = object };
	struct place *places = collect_places(profile, object, &bolt.n);
	int ret = -ENOMEM;

	bolt.points = calloc(bolt.n + 1, sizeof(*bolt.points));
	if (places && bolt.points)
		ret = find_addresses(&bolt, places, names, wait_ms, err);
	if (!ret) {
		*branches = put_bolt_branches(&bolt);
		ret = put_blocks(&bolt, blocks);
	}
	free(places);
	free(bolt.points);
	return ret;
}

/*
 * AutoFDO's text (google/autofdo, sample_reader.cc, TextSampleReaderWriter), for create_llvm_prof
 * and create_gcov with --profiler=text. Three lists, each after the number of its lines:
 *
 *   START-END:COUNT      what ran from START through the branch at END
 *   ADDRESS:COUNT        samples
 *   FROM->TO:COUNT       taken branches
 *
 * Numbers are hexadecimal, but counts decimal. An address is the offset in the file: the reader of
 * perf.data makes the same (address - start of the mapping + its offset), and symbol_map.h
 * get_static_vaddr() makes an address of it. Version 0.19 instead adds the address of the first
 * PT_LOAD, which is the same with GNU ld and wrong with lld, for perf.data too.
 */

/* Lines, whose number stands before them. */
struct list {
	struct buffer lines;
	size_t n;
};

static void put_list(struct buffer *out, struct list *list)
{
	buffer_print(out, "%zu\n", list->n);
	if (list->n)
		buffer_put(out, list->lines.bytes, list->lines.n);
	out->broken |= list->lines.broken;
	buffer_done(&list->lines);
	list->n = 0;
}

static void put_ranges(struct list *list, const struct profile *profile, uint32_t object)
{
	for (size_t i = 0; i < profile->n_blocks; i++) {
		const struct profile_block *block = &profile->blocks[i];

		if (block->start.object != object || block->end.object != object)
			continue;
		buffer_print(&list->lines, "%" PRIx64 "-%" PRIx64 ":%" PRIu64 "\n",
			     block->start.offset, block->end.offset, block->executed);
		list->n++;
	}
}

static int compare_addresses(const void *a, const void *b)
{
	return place_compare((*(const struct profile_address *const *)a)->at,
			     (*(const struct profile_address *const *)b)->at);
}

/* Those of several processes together. 0 or -ENOMEM. */
static int put_addresses(struct list *list, const struct profile *profile, uint32_t object)
{
	const struct profile_address **sorted = calloc(profile->n_addresses + 1, sizeof(*sorted));
	size_t n = 0;

	if (!sorted)
		return -ENOMEM;
	for (size_t i = 0; i < profile->n_addresses; i++)
		if (profile->addresses[i].at.object == object)
			sorted[n++] = &profile->addresses[i];
	qsort(sorted, n, sizeof(*sorted), compare_addresses);
	for (size_t i = 0, next; i < n; i = next) {
		uint64_t samples = 0;

		for (next = i; next < n && place_equal(sorted[next]->at, sorted[i]->at); next++)
			samples += sorted[next]->samples;
		buffer_print(&list->lines, "%" PRIx64 ":%" PRIu64 "\n", sorted[i]->at.offset, samples);
		list->n++;
	}
	free(sorted);
	return 0;
}

static void put_branches(struct list *list, const struct profile *profile, uint32_t object)
{
	for (size_t i = 0; i < profile->n_branches; i++) {
		const struct profile_branch *branch = &profile->branches[i];

		if (branch->from.object != object || branch->to.object != object)
			continue;
		buffer_print(&list->lines, "%" PRIx64 "->%" PRIx64 ":%" PRIu64 "\n",
			     branch->from.offset, branch->to.offset, branch->taken);
		list->n++;
	}
}

/* Appends the lines and counts them. 0 or -ENOMEM. */
static int pgo_put_autofdo(struct buffer *out, const struct profile *profile, uint32_t object, size_t *branches,
			   size_t *blocks)
{
	struct list list = { .n = 0 };
	int ret;

	put_ranges(&list, profile, object);
	*blocks = list.n;
	put_list(out, &list);
	ret = put_addresses(&list, profile, object);
	put_list(out, &list);
	put_branches(&list, profile, object);
	*branches = list.n;
	put_list(out, &list);
	return ret;
}

/* ---- all formats ---- */

const char *pgo_format_name(int format)
{
	return format >= 0 && format < PGO_FORMATS ? format_names[format] : NULL;
}

int pgo_check(const struct profile *profile, struct err *err)
{
	if (profile->event.calls_by_lbr && !profile->stacks)
		return err_set(err, ENODATA, "no profile for a compiler: the recording has call "
			       "stacks (perf record --call-graph lbr), which leave out branches; "
			       "record with perf record -b");
	if (!profile->event.has_branches || !profile->stacks)
		return err_set(err, ENODATA, "no profile for a compiler: event %s has no branch "
			       "stacks; record with perf record -b", profile->event.name);
	if (profile->stacks < PGO_STACKS_MIN)
		return err_set(err, ENODATA, "no profile for a compiler: %" PRIu64 " branch stack%s "
			       "too few, %d are the least; %s", profile->stacks,
			       profile->stacks == 1 ? " is" : "s are", PGO_STACKS_MIN,
			       profile->live ? "sample for longer (--seconds), or more often "
			       "(--sample-rate)" : "record for longer, or with a shorter period");
	if (profile->bias.value > PGO_BIAS_MAX)
		return err_set(err, ENODATA, "no profile for a compiler: what flows into blocks and "
			       "out of them differs by %.0f %%, more than %.0f %%. Record by taken "
			       "branches, as perf record -b -e br_inst_retired.near_taken:u -c 400009 "
			       "on Intel CPUs", profile->bias.value * 100, PGO_BIAS_MAX * 100);
	return 0;
}

/* Entries that begin or end in each object. The caller frees them. NULL without memory. */
static uint64_t *count_entries(const struct profile *profile)
{
	uint64_t *entries = calloc(profile->n_objects + 1, sizeof(*entries));

	for (size_t i = 0; entries && i < profile->n_branches; i++) {
		const struct profile_branch *branch = &profile->branches[i];

		if (branch->from.object < profile->n_objects)
			entries[branch->from.object] += branch->taken;
		if (branch->to.object < profile->n_objects &&
		    branch->to.object != branch->from.object)
			entries[branch->to.object] += branch->taken;
	}
	return entries;
}

/* Does a build-id begin with these hexadecimal digits? */
static bool has_build_id(const struct profile_object *object, const char *digits)
{
	char text[2 * BUILD_ID_MAX + 1] = "";

	for (size_t i = 0; i < object->build_id_len && i < BUILD_ID_MAX; i++)
		(void)snprintf(text + 2 * i, 3, "%02x", object->build_id[i]);
	return strlen(digits) >= BUILD_ID_DIGITS_MIN && strncmp(text, digits, strlen(digits)) == 0;
}

static bool is_wanted(const struct profile_object *object, const char *wanted)
{
	return !wanted || strcmp(object->path, wanted) == 0 ||
	       strcmp(base_name(object->path), wanted) == 0 || has_build_id(object, wanted);
}

/* By its name; what a file is for does not stand in a recording. */
static bool is_library(const struct profile_object *object)
{
	const char *so = strstr(base_name(object->path), ".so");

	return so && (so[3] == '\0' || so[3] == '.');
}

static bool is_same_build(const struct profile_object *a, const struct profile_object *b)
{
	return a->build_id_len == b->build_id_len &&
	       memcmp(a->build_id, b->build_id, a->build_id_len) == 0;
}

/* Of the wanted files with entries the first by rank, or n_objects. */
static uint32_t find_best(const struct profile *profile, const char *wanted,
			  const uint64_t *entries)
{
	const struct profile_object *objects = profile->objects;
	uint32_t best = (uint32_t)profile->n_objects;

	for (uint32_t i = 0; i < profile->n_objects; i++) {
		if (objects[i].kind != OBJECT_FILE || !entries[i] || !is_wanted(&objects[i], wanted))
			continue;
		if (best < profile->n_objects && is_library(&objects[i]) != is_library(&objects[best])) {
			if (is_library(&objects[best]))
				best = i;
		} else if (best == profile->n_objects || entries[i] > entries[best]) {
			best = i;
		}
	}
	return best;
}

/* Is there another one that the same words mean? A build-id is of one build, whatever its path. */
static int check_alone(const struct profile *profile, const char *wanted, uint32_t best,
		       const uint64_t *entries, struct err *err)
{
	const struct profile_object *chosen = &profile->objects[best];
	char one[NAME_MAX_TEXT], two[NAME_MAX_TEXT];

	format_harmless(one, sizeof(one), chosen->path);
	for (uint32_t i = 0; i < profile->n_objects; i++) {
		const struct profile_object *other = &profile->objects[i];
		const bool same_path = strcmp(other->path, chosen->path) == 0;

		if (i == best || other->kind != OBJECT_FILE || !entries[i] ||
		    is_same_build(other, chosen) || (wanted && !is_wanted(other, wanted)))
			continue;
		if (same_path)
			return err_set(err, EINVAL, "no profile for a compiler: %s was replaced "
				       "meanwhile, and the recording has two builds of it; choose "
				       "one by its build-id with --pgo-object", one);
		format_harmless(two, sizeof(two), other->path);
		if (wanted)
			return err_set(err, EINVAL, "--pgo-object can be %s or %s; use the whole "
				       "path or the build-id", one, two);
	}
	return 0;
}

int pgo_choose(const struct profile *profile, const char *wanted, uint32_t *object,
	       struct err *err)
{
	uint64_t *entries = count_entries(profile);
	char text[NAME_MAX_TEXT];
	int ret;

	if (!entries)
		return err_set(err, ENOMEM, "not enough memory to export the profile");
	*object = find_best(profile, wanted, entries);
	if (*object < profile->n_objects) {
		ret = check_alone(profile, wanted, *object, entries, err);
	} else if (wanted) {
		format_harmless(text, sizeof(text), wanted);
		ret = err_set(err, ENOENT, "no profile for a compiler: no branch of the recording "
			      "is in a file named %s", text);
	} else {
		ret = err_set(err, ENOENT, "no profile for a compiler: no branch of the recording "
			      "is in a known file");
	}
	free(entries);
	return ret;
}

int pgo_put(struct buffer *out, enum pgo_format format, const struct profile *profile,
	    uint32_t object, const struct code_names *names, int wait_ms,
	    struct pgo_summary *summary, struct err *err)
{
	uint64_t all = 0;
	int ret;

	*summary = (struct pgo_summary){ 0 };
	for (size_t i = 0; i < profile->n_branches; i++) {
		const struct profile_branch *branch = &profile->branches[i];

		all += branch->taken;
		if (branch->from.object == object || branch->to.object == object)
			summary->entries += branch->taken;
	}
	summary->part = all ? (double)summary->entries / (double)all : 0;
	ret = format == PGO_BOLT ?
		      pgo_put_bolt(out, profile, object, names, wait_ms, &summary->branches,
				   &summary->blocks, err) :
		      pgo_put_autofdo(out, profile, object, &summary->branches,
				      &summary->blocks);
	if (ret == -ENOMEM || out->broken)
		return err_set(err, ENOMEM, "not enough memory to export the profile");
	return ret;
}

void pgo_next_step(enum pgo_format format, const struct profile_object *object, const char *file,
		   char *text, size_t size)
{
	char path[NAME_MAX_TEXT], base[NAME_MAX_TEXT];

	format_harmless(path, sizeof(path), object->path);
	format_harmless(base, sizeof(base), base_name(object->path));
	switch (format) {
	case PGO_AUTOFDO:
		(void)snprintf(text, size, "create_llvm_prof --profiler=text --profile=%s "
			       "--binary=%s --out=%s.prof", file, path, base);
		break;
	case PGO_BOLT:
	case PGO_PERF:
	case PGO_FORMATS:
		(void)snprintf(text, size, "perf2bolt%s -p %s -o %s.fdata %s",
			       format == PGO_BOLT ? " --pa" : "", file, base, path);
		break;
	}
}

void pgo_trigger(const struct profile *profile, char *text, size_t size)
{
	char name[2 * sizeof(profile->event.name)];

	text[0] = '\0';
	if (profile->event.trigger == TRIGGER_TAKEN)
		return;
	format_harmless(name, sizeof(name), profile->event.name);
	(void)snprintf(text, size, "; it is biased, because %s triggered its samples: an event of "
		       "taken branches does not bias", name);
}
