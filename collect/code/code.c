/* SPDX-License-Identifier: GPL-2.0-only */
/* The functions of code_names.h and profile_builder.h, answered by code_service.h. */
#include "config.h"
#include "collect/code/code.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/code/code_service.h"
#include "collect/sys/privilege.h"
#include "model/base_name.h"

/* What a live profile may wait for kinds and lengths: the next one has them. */
#define LIVE_MS 50
#define CHECK_NS 1000000000ULL
/* A batch for one object; a profile asks for thousands of places at once. */
#define BATCH 4096

struct code {
	struct code_options options;
	char *home;
	struct code_service service;
};

static void lock(struct code *code)
{
	(void)pthread_mutex_lock(&code->service.lock);
}

static void unlock(struct code *code)
{
	(void)pthread_mutex_unlock(&code->service.lock);
}

/* The time in so many milliseconds. */
static struct timespec deadline_in(int timeout_ms)
{
	struct timespec at;

	(void)clock_gettime(CLOCK_MONOTONIC, &at);
	at.tv_sec += timeout_ms / 1000;
	at.tv_nsec += timeout_ms % 1000 * 1000000L;
	if (at.tv_nsec >= 1000000000L) {
		at.tv_sec++;
		at.tv_nsec -= 1000000000L;
	}
	return at;
}

/* ---- names ---- */

static bool wants_line(const struct code *code, bool want_line)
{
	return want_line && code->options.symbols == CODE_SYMBOLS_LINES;
}

static void fill(struct code_name *name, const struct code_answer *answer)
{
	const struct code_function *function = answer->function;

	if (answer->has_address) {
		name->has_address = true;
		name->address = answer->address;
	}
	name->line = answer->line;
	(void)snprintf(name->file, sizeof(name->file), "%s", answer->file ? answer->file : "");
	if (!function)
		return;
	name->function = function->at;
	name->size = function->size;
	name->symbol_offset = answer->address - function->address;
	(void)snprintf(name->symbol, sizeof(name->symbol), "%s", function->name);
}

static enum code_state answer_name(void *data, const struct place *at, bool want_line,
				   struct code_name *name)
{
	struct code *code = data;
	const struct code_answer *answer;
	enum code_state state = CODE_UNKNOWN;

	want_line = wants_line(code, want_line);
	memset(name, 0, sizeof(*name));
	name->function = *at;
	name->address = at->offset;
	lock(code);
	answer = code_service_request(&code->service, *at, want_line);
	if (answer) {
		state = (enum code_state)((want_line ? answer->line_state : answer->state) - 1);
		fill(name, answer);
	}
	unlock(code);
	return state;
}

static size_t wait_names(void *data, const struct place *at, size_t n, bool want_line,
			 int timeout_ms)
{
	struct code *code = data;
	struct code_service *service = &code->service;
	struct timespec deadline = deadline_in(timeout_ms > 0 ? timeout_ms : 0);
	enum code_what what = wants_line(code, want_line) ? CODE_LINES : CODE_NAMES;
	size_t pending = 0, i;
	bool goes_on = true;

	lock(code);
	for (i = n; i > 0; i--)		/* the last one that is asked is answered first */
		(void)code_service_request(service, at[i - 1], what == CODE_LINES);
	for (i = 0; i < n; i++) {
		const struct code_answer *answer = NULL;

		while ((answer = code_service_request(service, at[i], what == CODE_LINES)) &&
		       code_service_is_open(answer, what) && goes_on)
			goes_on = !service->stop &&
				code_service_wait(service, timeout_ms < 0 ? NULL : &deadline);
		pending += answer && code_service_is_open(answer, what);
	}
	unlock(code);
	return pending;
}

static enum code_state answer_instructions(void *data, struct place start, struct place end,
					   struct code_instruction *out, size_t max, size_t *n)
{
	struct code *code = data;
	enum code_state state = CODE_UNKNOWN;

	*n = 0;
	lock(code);
	if (code_service_knows(&code->service, start.object) && end.object == start.object) {
		state = code_listing_instructions(code->service.listing, start, end.offset, out,
						  max, n);
		if (state == CODE_PENDING)
			code_service_wake(&code->service);
	}
	unlock(code);
	return state;
}

static enum code_state answer_source(void *data, struct place at, const char *file, uint32_t line,
				     char *text, size_t size)
{
	struct code *code = data;
	enum code_state state = CODE_UNKNOWN;

	if (size)
		text[0] = '\0';
	lock(code);
	if (code_service_knows(&code->service, at.object)) {
		state = code_listing_source(code->service.listing, at, file, line, text, size);
		if (state == CODE_PENDING)
			code_service_wake(&code->service);
	}
	unlock(code);
	return state;
}

static void object_trouble(void *data, uint32_t object, char *text, size_t size)
{
	struct code *code = data;

	lock(code);
	(void)snprintf(text, size, "%s", code_service_knows(&code->service, object) ?
		       code->service.objects[object].trouble : "");
	unlock(code);
}

static void object_doubt(void *data, uint32_t object, char *text, size_t size)
{
	const struct code_service_object *asked;
	struct code *code = data;

	text[0] = '\0';
	lock(code);
	asked = code_service_knows(&code->service, object) ? &code->service.objects[object] : NULL;
	if (asked && asked->unverified)
		(void)snprintf(text, size, "the recording has no build-id of %s, and whether this "
			       "file is the one that was mapped cannot be told",
			       base_name(asked->object.path));
	unlock(code);
}

static uint32_t generation(void *data)
{
	struct code *code = data;
	uint32_t now;

	lock(code);
	now = code->service.generation;
	unlock(code);
	return now;
}

struct code_names code_names(struct code *code)
{
	return (struct code_names){
		.name = answer_name,
		.wait = wait_names,
		.instructions = answer_instructions,
		.source = answer_source,
		.object_trouble = object_trouble,
		.object_doubt = object_doubt,
		.generation = generation,
		.data = code,
	};
}

/* ---- what a profile asks for, and waits ---- */

/* The next places of one object, from *i on: their numbers. A batch may skip over other objects. */
static size_t same_object(const struct place *at, size_t n, const bool *asked, size_t first,
			  size_t batch[BATCH])
{
	size_t found = 0;

	for (size_t i = first; i < n && found < BATCH; i++)
		if (!asked[i] && at[i].object == at[first].object)
			batch[found++] = i;
	return found;
}

static void code_run(struct code *code, struct code_job *job, const struct timespec *deadline)
{
	lock(code);
	code_service_run(&code->service, job, code->options.recorded ? NULL : deadline);
	unlock(code);
}

/* Room of one batch. */
struct batch {
	size_t index[BATCH];
	uint64_t offset[BATCH];
	struct wire_range range[BATCH];
	unsigned char kind[BATCH];
	uint32_t length[BATCH];
};

static void kinds(void *data, const struct place *at, size_t n, enum branch_kind *kind)
{
	struct code *code = data;
	const struct timespec deadline = deadline_in(LIVE_MS);
	struct batch *batch = malloc(sizeof(*batch));
	bool *asked = calloc(n ? n : 1, sizeof(*asked));

	for (size_t i = 0; i < n; i++)
		kind[i] = BRANCH_UNKNOWN;
	for (size_t i = 0; batch && asked && i < n; i++) {
		struct code_job job = { .kind = WIRE_KINDS, .object = at[i].object,
					.in = (const unsigned char *)batch->offset,
					.in_size = sizeof(batch->offset[0]), .out = batch->kind,
					.out_size = sizeof(batch->kind[0]) };

		if (asked[i])
			continue;
		job.n = same_object(at, n, asked, i, batch->index);
		for (size_t j = 0; j < job.n; j++) {
			batch->offset[j] = at[batch->index[j]].offset;
			asked[batch->index[j]] = true;
		}
		code_run(code, &job, &deadline);
		for (size_t j = 0; j < job.done; j++)
			kind[batch->index[j]] = batch->kind[j] < BRANCH_KINDS ?
				(enum branch_kind)batch->kind[j] : BRANCH_UNKNOWN;
	}
	free(asked);
	free(batch);
}

static void lengths(void *data, const struct place *start, const struct place *end, size_t n,
		    uint32_t *instructions)
{
	struct code *code = data;
	const struct timespec deadline = deadline_in(LIVE_MS);
	struct batch *batch = malloc(sizeof(*batch));
	bool *asked = calloc(n ? n : 1, sizeof(*asked));

	memset(instructions, 0, n * sizeof(*instructions));
	for (size_t i = 0; batch && asked && i < n; i++) {
		struct code_job job = { .kind = WIRE_LENGTHS, .object = start[i].object,
					.in = (const unsigned char *)batch->range,
					.in_size = sizeof(batch->range[0]),
					.out = (unsigned char *)batch->length,
					.out_size = sizeof(batch->length[0]) };

		if (asked[i])
			continue;
		job.n = same_object(start, n, asked, i, batch->index);
		for (size_t j = 0; j < job.n; j++) {
			size_t k = batch->index[j];

			batch->range[j] = (struct wire_range){ start[k].offset, end[k].offset };
			asked[k] = true;
		}
		code_run(code, &job, &deadline);
		for (size_t j = 0; j < job.done; j++)
			instructions[batch->index[j]] = batch->length[j];
	}
	free(asked);
	free(batch);
}

struct profile_code code_profile(struct code *code)
{
	return (struct profile_code){ .kinds = kinds, .lengths = lengths, .data = code };
}

uint8_t code_build_id(struct code *code, uint32_t index, unsigned char id[BUILD_ID_MAX])
{
	static const unsigned char nothing[1];
	const struct timespec deadline = deadline_in(LIVE_MS);
	struct wire_build_id found = { .n = 0 };
	struct code_job job = { .kind = WIRE_BUILD_ID, .object = index, .n = 1,
				.in = nothing, .in_size = sizeof(nothing),
				.out = (unsigned char *)&found, .out_size = sizeof(found) };

	code_run(code, &job, &deadline);
	if (!job.done || !found.n || found.n > BUILD_ID_MAX)
		return 0;
	memcpy(id, found.id, BUILD_ID_MAX);
	return found.n;
}

/* ---- beginning and end ---- */

int code_add_object(struct code *code, uint32_t index, const struct profile_object *object)
{
	int ret;

	lock(code);
	ret = code_service_add(&code->service, index, object);
	unlock(code);
	return ret;
}

static int check_sysroot(const char *path, struct err *err)
{
	const int directory = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);

	if (directory < 0)
		return err_set(err, errno, "cannot open \"%s\" of --sysroot: %s", path,
			       strerror(errno));
	(void)close(directory);
	return 0;
}

int code_new(const struct code_options *options, struct code **out, struct err *err)
{
	struct code *code = calloc(1, sizeof(*code));
	const char *home = privilege_home();
	struct helper none = HELPER_NONE;
	int ret;

	if (!code)
		return err_set(err, ENOMEM, "no memory to read symbols");
	if (options->sysroot && check_sysroot(options->sysroot, err)) {
		free(code);
		return -ENOENT;
	}
	code->options = *options;
	code->home = home ? strdup(home) : NULL;
	code->service.no_symbols = options->symbols == CODE_SYMBOLS_NONE;
	code->service.debuginfod = options->debuginfod;
	code->service.wake = options->wake;
	code->service.check_ns = options->check_ns ? options->check_ns : CHECK_NS;
	code->service.asker.patience_ms = options->patience_ms;
	code->service.asker.places = (struct code_places){ .root = "", .home = code->home,
							   .recorded = options->recorded,
							   .sysroot = options->sysroot };
	ret = code_service_start(&code->service, options->helper ? options->helper : &none);
	if (ret) {
		code_free(code);
		return err_set(err, -ret, "the process that reads symbols cannot be started: %s",
			       strerror(-ret));
	}
	*out = code;
	return 0;
}

void code_free(struct code *code)
{
	if (!code)
		return;
	code_service_stop(&code->service);
	free(code->home);
	free(code);
}
