/* SPDX-License-Identifier: GPL-2.0-only */
#include "config.h"
#include "tests/truth/truth_profile.h"

#include "tests/fixtures/test_main.h"
#include "tests/truth/to_perfdata.h"
#include "tests/truth/truth_run.h"

struct truth_profile made;

/* The virtual address of a place of the reader's objects; 0: not mapped. */
static uint64_t address_of(struct place place)
{
	struct profile objects = { 0 };
	uint64_t address;

	objects.objects = profile_reader_objects(made.reader, &objects.n_objects);
	return truth_address(&made.truth, &objects, place, &address) ? address : 0;
}

static void kinds(void *data, const struct place *at, size_t n, enum branch_kind *kind)
{
	for (size_t i = 0; i < n; i++) {
		const struct table_row *row = table_find(&made.truth.kinds, address_of(at[i]), 0, 0, 0);

		kind[i] = row ? (enum branch_kind)row->count[1] : BRANCH_UNKNOWN;
	}
}

static void lengths(void *data, const struct place *start, const struct place *end, size_t n,
		    uint32_t *instructions)
{
	for (size_t i = 0; i < n; i++) {
		const struct table_row *row =
			table_find(&made.truth.blocks, address_of(start[i]),
				   address_of(end[i]), 0, 0);

		instructions[i] = row ? (uint32_t)row->count[2] : 0;
	}
}

TEARDOWN
{
	profile_free(made.profile);
	profile_builder_free(made.builder);
	profile_reader_close(made.reader);
	truth_free(&made.truth);
	made = (struct truth_profile){ 0 };
}

void truth_profile(const char *name, uint64_t samplers, bool amd)
{
	const struct to_perfdata options = { .samplers = samplers, .amd = amd };
	const struct profile_code code = { kinds, lengths, NULL };
	const struct profile_request request = { .serial = 1 };
	char stream[TRUTH_PATH], data[TRUTH_PATH], table[TRUTH_PATH];
	const struct profile_object *objects;
	struct err err = { 0 };
	size_t n;

	(void)teardown_of_each(NULL);
	truth_read(&made.truth, truth_path(table, name, ".truth"));
	assert_int_equal(made.truth.disorders, 0);
	truth_path(stream, name, ".stream");
	truth_path(data, name, ".data");
	assert_int_equal(to_perfdata(stream, &options, data), 0);
	if (profile_reader_open(data, NULL, &made.reader, &err) != 0 ||
	    profile_reader_read(made.reader, &request, NULL, &made.builder, &err) != 0)
		fail_msg("%s: %s", data, err.text);
	objects = profile_reader_objects(made.reader, &n);
	made.profile = profile_builder_finish(made.builder, objects, n, &code);
	assert_non_null(made.profile);
}

void truth_run_profile(const char *name, const char *argument, const char *samplers)
{
	truth_run(name, argument, samplers);
	truth_profile(name, 0, false);
}

uint64_t truth_at(struct place place)
{
	uint64_t address;

	if (!truth_address(&made.truth, made.profile, place, &address))
		fail_msg("offset %#llx of object %u: it was never mapped",
			 (unsigned long long)place.offset, place.object);
	return address;
}
