/* SPDX-License-Identifier: GPL-2.0-only */
/* Instructions and source text; see code_parts.h. */
#include "config.h"
#include "collect/code/code_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/code/code_text.h"

#define KEPT 16
#define MOST_INSTRUCTIONS 16384
#define MOST_TEXT ((size_t)8 << 20)
/* Code of a process that is in no file: so much is read at once. */
#define CODE_BYTES (32 * 1024)

struct entry {
	bool taken;
	struct code_request request;
	struct code_found found;
	uint64_t used;
};

struct code_listing {
	struct entry entries[KEPT];
	uint64_t uses;
};

struct code_listing *code_listing_new(void)
{
	return calloc(1, sizeof(struct code_listing));
}

static void clear(struct entry *entry)
{
	free(entry->found.instructions);
	free(entry->found.text);
	free(entry->found.lines);
	*entry = (struct entry){ .taken = false };
}

void code_listing_free(struct code_listing *listing)
{
	if (!listing)
		return;
	for (size_t i = 0; i < KEPT; i++)
		clear(&listing->entries[i]);
	free(listing);
}

/* A source file is one of an object: in another one its name may stand for another file. */
static bool code_listing_is_same(const struct code_request *a, const struct code_request *b)
{
	if (a->file[0] || b->file[0])
		return a->at.object == b->at.object && !strcmp(a->file, b->file);
	return place_equal(a->at, b->at) && a->end == b->end;
}

/* The entry of a request; a new one takes the place of the one that was used least recently. */
static struct entry *entry_of(struct code_listing *listing, const struct code_request *request)
{
	struct entry *oldest = &listing->entries[0];

	for (size_t i = 0; i < KEPT; i++) {
		struct entry *entry = &listing->entries[i];

		if (entry->taken && code_listing_is_same(&entry->request, request)) {
			entry->used = ++listing->uses;
			return entry;
		}
		if (entry->used < oldest->used)
			oldest = entry;
	}
	clear(oldest);
	*oldest = (struct entry){ .taken = true, .request = *request, .used = ++listing->uses,
				  .found = { .state = CODE_PENDING } };
	return oldest;
}

enum code_state code_listing_instructions(struct code_listing *listing, struct place start,
					  uint64_t end, struct code_instruction *out, size_t max,
					  size_t *n)
{
	const struct code_request request = { .at = start, .end = end };
	const struct code_found *found = &entry_of(listing, &request)->found;

	*n = found->n_instructions < max ? found->n_instructions : max;
	if (*n)
		memcpy(out, found->instructions, *n * sizeof(*out));
	return found->state;
}

enum code_state code_listing_source(struct code_listing *listing, struct place at,
				    const char *file, uint32_t line, char *text, size_t size)
{
	struct code_request request = { .at = at };
	const struct code_found *found;

	if (size)
		text[0] = '\0';
	if (!file[0] || (size_t)snprintf(request.file, sizeof(request.file), "%s", file) >=
	    sizeof(request.file))
		return CODE_UNKNOWN;
	found = &entry_of(listing, &request)->found;
	if (found->state != CODE_KNOWN)
		return found->state;
	if (!line || line > found->n_lines)
		return CODE_UNKNOWN;
	if (size) {
		const char *from = found->text + found->lines[line - 1];

		code_text(text, size, from, strlen(from));
	}
	return CODE_KNOWN;
}

bool code_listing_next(const struct code_listing *listing, struct code_request *request)
{
	const struct entry *newest = NULL;

	for (size_t i = 0; i < KEPT; i++) {
		const struct entry *entry = &listing->entries[i];

		if (entry->taken && entry->found.state == CODE_PENDING &&
		    (!newest || entry->used > newest->used))
			newest = entry;
	}
	if (newest)
		*request = newest->request;
	return newest;
}

void code_listing_store(struct code_listing *listing, const struct code_request *request,
			struct code_found *found)
{
	struct entry *entry = entry_of(listing, request);
	struct entry old = { .found = entry->found };

	entry->found = *found;
	clear(&old);
}

/* ---- without the lock ---- */

/* Copies a text of the helper's. NULL: the message ends before it does. */
static const char *take_text(const struct wire_message *message, size_t *at, size_t length,
			     char *text, size_t size)
{
	const char *from = wire_take(message, at, length);

	if (from)
		code_text(text, size, from, length);
	return from;
}

/* The next instruction of an answer. false: there is none. */
static bool take_instruction(const struct wire_message *message, size_t *at, uint32_t object,
			     struct code_instruction *instruction)
{
	const void *part = wire_take(message, at, sizeof(struct wire_instruction));
	struct wire_instruction wire;

	if (!part)
		return false;
	memcpy(&wire, part, sizeof(wire));
	*instruction = (struct code_instruction){
		.at = { .object = object, .offset = wire.offset },
		.address = wire.address,
		.size = wire.size ? wire.size : 1,
		.kind = wire.kind < BRANCH_KINDS ? (enum branch_kind)wire.kind : BRANCH_UNKNOWN,
		.target = { .object = wire.has_target ? object : PLACE_NO_OBJECT,
			    .offset = wire.target },
		.line = wire.line,
	};
	return take_text(message, at, wire.text_len, instruction->text,
			 sizeof(instruction->text)) &&
		take_text(message, at, wire.file_len, instruction->file,
			  sizeof(instruction->file)) &&
		take_text(message, at, wire.inlined_len, instruction->inlined,
			  sizeof(instruction->inlined));
}

/* Adds the instructions of an answer. false: no memory. */
static bool take_instructions(const struct wire_message *message, uint32_t object,
			      struct code_found *found, uint64_t *next)
{
	size_t at = 0, n = message->head.n < 4096 ? message->head.n : 4096;
	struct code_instruction *larger = realloc(found->instructions, (found->n_instructions + n) *
						  sizeof(*larger));

	if (!larger)
		return false;
	found->instructions = larger;
	for (size_t i = 0; i < n; i++) {
		struct code_instruction *last = &larger[found->n_instructions];

		if (!take_instruction(message, &at, object, last))
			break;
		found->n_instructions++;
		*next = last->at.offset + last->size;
	}
	return true;
}

static enum code_asked find_instructions(struct code_asker *asker,
					 const struct profile_object *object,
					 const struct code_request *request, struct code_found *found)
{
	struct wire_range range = { .start = request->at.offset, .end = request->end };
	unsigned char code[CODE_BYTES];

	while (range.start < range.end && found->n_instructions < MOST_INSTRUCTIONS) {
		struct wire_message *question = &asker->question;
		uint64_t next = range.start;
		enum code_asked asked;
		size_t n;

		wire_begin(question, WIRE_INSTRUCTIONS, request->at.object);
		(void)wire_add(question, &range, sizeof(range));
		n = range.end - range.start < sizeof(code) ? (size_t)(range.end - range.start) :
			sizeof(code);
		n = code_files_memory(&asker->places, object, range.start, code, n);
		(void)wire_add(question, code, n);
		asked = code_asker_ask(asker, object);
		if (asked != ASKED_ANSWERED)
			return asked;
		if (!asker->answer.head.n ||
		    !take_instructions(&asker->answer, request->at.object, found, &next) ||
		    next <= range.start)
			break;
		range.start = next;
	}
	found->state = found->n_instructions ? CODE_KNOWN : CODE_UNKNOWN;
	return ASKED_ANSWERED;
}

/* Cuts the text into lines. false: no memory. */
static bool cut_lines(struct code_found *found, size_t n)
{
	size_t lines = 1;

	for (size_t i = 0; i < n; i++)
		lines += found->text[i] == '\n';
	found->lines = malloc(lines * sizeof(*found->lines));
	if (!found->lines)
		return false;
	found->lines[found->n_lines++] = 0;
	for (size_t i = 0; i < n; i++) {
		if (found->text[i] == '\r' && i + 1 < n && found->text[i + 1] == '\n')
			found->text[i] = '\0';
		if (found->text[i] != '\n')
			continue;
		found->text[i] = '\0';
		found->lines[found->n_lines++] = i + 1;
	}
	return true;
}

static void read_source(int fd, struct code_found *found)
{
	size_t n = 0, room = 0;
	ssize_t got = 1;

	while (got > 0 && n < MOST_TEXT) {
		if (n + 1 >= room) {
			char *larger = realloc(found->text, room ? room * 2 : 1 << 14);

			if (!larger)
				return;
			room = room ? room * 2 : 1 << 14;
			found->text = larger;
		}
		got = read(fd, found->text + n, room - n - 1);
		n += got > 0 ? (size_t)got : 0;
	}
	if (!found->text)
		return;
	found->text[n] = '\0';
	if (cut_lines(found, n))
		found->state = CODE_KNOWN;
}

static enum code_asked find_source(struct code_asker *asker, const struct profile_object *object,
				   const struct code_request *request, struct code_found *found)
{
	struct wire_message *question = &asker->question;
	enum code_asked asked;
	const char *path = (const char *)asker->answer.body;
	int fd = -1;

	wire_begin(question, WIRE_SOURCE, request->at.object);
	(void)wire_add(question, &request->at.offset, sizeof(request->at.offset));
	(void)wire_add(question, request->file, strlen(request->file) + 1);
	asked = code_asker_ask(asker, object);
	if (asked == ASKED_ANSWERED && memchr(path, '\0', asker->answer.size))
		fd = code_files_source(&asker->places, object, path);
	if (fd >= 0) {
		read_source(fd, found);
		(void)close(fd);
	}
	return asked;
}

enum code_asked code_listing_find(struct code_asker *asker, const struct profile_object *object,
				  const struct code_request *request, struct code_found *found)
{
	*found = (struct code_found){ .state = CODE_UNKNOWN };
	return request->file[0] ? find_source(asker, object, request, found) :
		find_instructions(asker, object, request, found);
}
