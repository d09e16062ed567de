/* SPDX-License-Identifier: GPL-2.0-only */
/* What is exported, and whether it may be; see pgo.h. The formats are in pgo_*.c. */
#include "config.h"
#include "ui/export/pgo.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base_name.h"
#include "ui/draw/format.h"
#include "ui/export/pgo_autofdo.h"
#include "ui/export/pgo_bolt.h"

#define NAME_MAX_TEXT 256
#define BUILD_ID_DIGITS_MIN 8

static const char *const format_names[PGO_FORMATS] = {
	[PGO_PERF] = "perf", [PGO_BOLT] = "bolt", [PGO_AUTOFDO] = "autofdo"
};

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
		return err_set(err, ENODATA, "no profile for a compiler: %" PRIu64 " branch stacks "
			       "are too few, %d are the least; %s", profile->stacks, PGO_STACKS_MIN,
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
