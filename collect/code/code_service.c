/* SPDX-License-Identifier: GPL-2.0-only */
/* The table of answers and the thread that fills it; see code_service.h. */
#include "config.h"
#include "collect/code/code_service.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "collect/code/code_text.h"
#include "collect/sys/clock_ns.h"
#include "collect/sys/thread_start.h"
#include "model/list_room.h"

#define BATCH 64
/* An object whose questions have killed the helper so often is not asked about any more. */
#define MOST_DEATHS 4

bool code_service_is_open(const struct code_answer *answer, enum code_what what)
{
	return (what == CODE_LINES ? answer->line_state : answer->state) == 1 + CODE_PENDING ||
	       answer->stale & 1U << what;
}

static void close_answer(struct code_answer *answer, enum code_what what, enum code_state state)
{
	answer->state = (uint8_t)(1 + state);
	answer->stale &= (uint8_t)~(1U << CODE_NAMES);
	if (what != CODE_LINES)
		return;
	answer->line_state = answer->state;
	answer->stale = 0;
}

static bool push(struct code_queue *queue, size_t item)
{
	uint32_t *items = list_room(queue->items, queue->n + 1, &queue->room, BATCH, sizeof(*items));

	if (!items)
		return false;
	queue->items = items;
	queue->items[queue->n++] = (uint32_t)item;
	return true;
}

/* ---- the thread ---- */

/* Symbols of modules are in the kallsyms of their kernel, which is found by its build-id. */
static void take_kernel(const struct code_service *service, struct profile_object *module)
{
	for (size_t i = 0; i < service->n_objects; i++) {
		const struct code_service_object *object = &service->objects[i];

		if (!object->known || object->object.kind != OBJECT_KERNEL)
			continue;
		memcpy(module->build_id, object->object.build_id, sizeof(module->build_id));
		module->build_id_len = object->object.build_id_len;
	}
}

/*
 * Asks without the lock. Why a file could not be opened is known by whatever question was the
 * first about its object.
 */
static enum code_asked ask(struct code_service *service, uint32_t index,
			   const struct code_request *request, struct code_found *found)
{
	struct profile_object copy = service->objects[index].object;
	struct code_asker *asker = &service->asker;
	enum code_asked asked;

	uint64_t version = service->objects[index].version;

	if (copy.kind == OBJECT_MODULE)
		take_kernel(service, &copy);
	asker->remarks = (struct code_files_remarks){ .unverified = false };
	(void)pthread_mutex_unlock(&service->lock);
	if (!version)
		version = code_files_version(&asker->places, &copy);
	asked = request ? code_listing_find(asker, &copy, request, found) : code_asker_ask(asker, &copy);
	(void)pthread_mutex_lock(&service->lock);
	service->objects[index].version = version;
	service->objects[index].unverified |= asker->remarks.unverified;
	if (asker->remarks.trouble[0])
		code_text(service->objects[index].trouble, WIRE_TROUBLE, asker->remarks.trouble,
			  WIRE_TROUBLE);
	service->gone |= asked == ASKED_GONE;
	if (asked == ASKED_DIED && ++service->objects[index].deaths == MOST_DEATHS)
		(void)snprintf(service->objects[index].trouble, WIRE_TROUBLE,
			       "reading the symbols of this file ended the helper process %d "
			       "times, so it is not asked any more", MOST_DEATHS);
	return asked;
}

/* Takes what is asked next together; one that may have killed the helper goes alone. */
static size_t take_batch(struct code_service *service, struct code_queue *queue,
			 enum code_what what, uint32_t batch[BATCH])
{
	size_t n = 0;

	while (queue->n && n < BATCH) {
		uint32_t item = queue->items[queue->n - 1];
		const struct code_answer *answer = code_answers_at(service->answers, item);

		if (answer->deaths && n && code_service_is_open(answer, what))
			break;
		queue->n--;
		if (!code_service_is_open(answer, what))
			continue;
		batch[n++] = item;
		if (answer->deaths)
			break;
	}
	return n;
}

static const struct code_function *function_of(struct code_service *service, uint32_t object,
					       const struct wire_name *wire, const char *symbol)
{
	const struct place at = { .object = object, .offset = wire->function };
	char text[CODE_NAME_MAX];

	if (!wire->symbol_len || !wire->has_function)
		return NULL;
	code_text(text, sizeof(text), symbol, wire->symbol_len);
	return code_answers_function(service->answers, at, wire->address - wire->symbol_offset,
				     wire->size, text);
}

static void store_name(struct code_service *service, struct code_answer *answer,
		       enum code_what what, const struct wire_name *wire, const char *symbol,
		       const char *file)
{
	char text[CODE_FILE_MAX];

	answer->address = wire->address;
	answer->has_address = wire->has_address;
	answer->function = function_of(service, answer->at.object, wire, symbol);
	if (what == CODE_LINES) {
		code_text(text, sizeof(text), file, wire->file_len);
		answer->file = code_answers_text(service->answers, text);
		answer->line = wire->line;
	}
	close_answer(answer, what, answer->function || answer->has_address ?
		     CODE_KNOWN : CODE_UNKNOWN);
}

/* Stores the answers; those that did not fit into the message are asked again. */
static void store_names(struct code_service *service, struct code_service_object *object,
			enum code_what what, const uint32_t *batch, size_t n)
{
	const struct wire_message *message = &service->asker.answer;
	size_t at = 0, i = 0;
	char *trouble = object->trouble;

	for (; i < n && i < message->head.n; i++) {
		const void *part = wire_take(message, &at, sizeof(struct wire_name));
		const char *symbol, *file;
		struct wire_name wire;

		if (!part)
			break;
		memcpy(&wire, part, sizeof(wire));
		symbol = wire_take(message, &at, wire.symbol_len);
		file = symbol ? wire_take(message, &at, wire.file_len) : NULL;
		if (!file)
			break;
		store_name(service, code_answers_at(service->answers, batch[i]), what, &wire,
			   symbol, file);
	}
	if (!i)		/* not even one: it does not answer as it should */
		for (; i < n; i++)
			close_answer(code_answers_at(service->answers, batch[i]), what,
				     CODE_UNKNOWN);
	for (; i < n; i++)
		(void)push(&object->queues[what], batch[i]);
	if (at < message->size && message->body[at])
		code_text(trouble, WIRE_TROUBLE, (const char *)message->body + at,
			  message->size - at);
}

/* The helper died of these questions: each is asked once more, alone. */
static void blame(struct code_service *service, struct code_service_object *object,
		  enum code_what what, const uint32_t *batch, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct code_answer *answer = code_answers_at(service->answers, batch[i]);

		if (n > 1 && !answer->deaths++)
			(void)push(&object->queues[what], batch[i]);
		else
			close_answer(answer, what, CODE_UNKNOWN);
	}
}

/* Answers everything that is open: no helper is there to ask. */
static void give_up(struct code_service *service, struct code_service_object *object)
{
	for (int what = 0; what < CODE_WHATS; what++) {
		struct code_queue *queue = &object->queues[what];

		while (queue->n) {
			uint32_t item = queue->items[--queue->n];

			close_answer(code_answers_at(service->answers, item), (enum code_what)what,
				     CODE_UNKNOWN);
		}
	}
}

static void ask_names(struct code_service *service, size_t index, enum code_what what)
{
	struct code_service_object *object = &service->objects[index];
	struct wire_message *question = &service->asker.question;
	uint32_t batch[BATCH];
	size_t n = take_batch(service, &object->queues[what], what, batch);

	if (!n)
		return;
	wire_begin(question, WIRE_NAMES, (uint32_t)index);
	question->head.flags = (what == CODE_LINES ? WIRE_LINES : 0) |
		(service->no_symbols ? WIRE_NO_SYMBOLS : 0);
	question->head.n = (uint32_t)n;
	for (size_t i = 0; i < n; i++) {
		uint64_t offset = code_answers_at(service->answers, batch[i])->at.offset;

		(void)wire_add(question, &offset, sizeof(offset));
	}
	if (ask(service, (uint32_t)index, NULL, NULL) == ASKED_ANSWERED)
		store_names(service, &service->objects[index], what, batch, n);
	else
		blame(service, &service->objects[index], what, batch, n);
}

/* Instructions or a source file for a screen. */
static void ask_request(struct code_service *service, const struct code_request *request)
{
	struct code_found found = { .state = CODE_UNKNOWN };

	if (!service->gone && service->objects[request->at.object].deaths < MOST_DEATHS)
		(void)ask(service, request->at.object, request, &found);
	code_listing_store(service->listing, request, &found);
}

/* The next part of a job. */
static void ask_job(struct code_service *service, struct code_job *job)
{
	struct wire_message *question = &service->asker.question;
	const struct wire_message *answer = &service->asker.answer;
	size_t most = sizeof(question->body) / job->in_size;
	size_t n = job->n - job->done < most ? job->n - job->done : most;
	enum code_asked asked;

	wire_begin(question, job->kind, job->object);
	question->head.n = (uint32_t)n;
	(void)wire_add(question, job->in + job->done * job->in_size, n * job->in_size);
	job->busy = true;
	asked = ask(service, job->object, NULL, NULL);
	job->busy = false;
	if (asked == ASKED_ANSWERED && answer->head.n && answer->head.n <= n &&
	    answer->size >= answer->head.n * job->out_size) {
		n = answer->head.n;
		memcpy(job->out + job->done * job->out_size, answer->body, n * job->out_size);
		job->done += n;
		return;
	}
	job->failed = true;
}

/* All answers about the object are asked for again. */
static void ask_again(struct code_service *service, size_t index)
{
	struct code_service_object *object = &service->objects[index];

	for (size_t i = 0; i < code_answers_count(service->answers); i++) {
		struct code_answer *answer = code_answers_at(service->answers, i);
		const enum code_what what = answer->line_state ? CODE_LINES : CODE_NAMES;

		if (answer->at.object != index || !answer->state ||
		    code_service_is_open(answer, what) || !push(&object->queues[what], i))
			continue;
		answer->stale |= (uint8_t)(1U << what);
	}
}

/* Has the perf map of an object changed since it was read? Then it is read again. */
static void check_version(struct code_service *service, size_t index)
{
	const struct profile_object copy = service->objects[index].object;
	struct code_asker *asker = &service->asker;
	uint64_t version;

	(void)pthread_mutex_unlock(&service->lock);
	version = code_files_version(&asker->places, &copy);
	(void)pthread_mutex_lock(&service->lock);
	if (!version || version == service->objects[index].version)
		return;
	service->objects[index].version = version;
	service->objects[index].trouble[0] = '\0';
	(void)pthread_mutex_unlock(&service->lock);
	code_asker_tell(asker, (uint32_t)index, &copy);
	(void)pthread_mutex_lock(&service->lock);
	ask_again(service, index);
}

/* The thread looks at one object whose perf map may have changed. */
static bool check_one(struct code_service *service)
{
	size_t i = 0;

	if (!service->checks)
		return false;
	while (!service->objects[i].check)
		i++;
	service->objects[i].check = false;
	service->checks--;
	check_version(service, i);
	return true;
}

static bool has_question(const struct code_service_object *object)
{
	return object->queues[CODE_NAMES].n || object->queues[CODE_LINES].n;
}

/* The object to ask about next; n_objects: none. */
static size_t next_object(const struct code_service *service)
{
	size_t i = service->hot;

	if (i < service->n_objects && has_question(&service->objects[i]))
		return i;
	for (i = 0; i < service->n_objects; i++)
		if (has_question(&service->objects[i]))
			break;
	return i;
}

static struct code_job *next_job(struct code_service *service)
{
	struct code_job *job = service->jobs;

	while (job && (job->failed || job->done == job->n))
		job = job->next;
	return job;
}

/* Does one thing; false: there is nothing to do. */
static bool work(struct code_service *service)
{
	size_t index = next_object(service);
	struct code_job *job = next_job(service);
	struct code_request request;
	bool has_request = code_listing_next(service->listing, &request);

	if (index < service->n_objects) {
		struct code_service_object *object = &service->objects[index];

		if (service->gone || object->deaths >= MOST_DEATHS)
			give_up(service, object);
		else
			ask_names(service, index,
				  object->queues[CODE_NAMES].n ? CODE_NAMES : CODE_LINES);
	}
	if (job && (service->gone || service->objects[job->object].deaths >= MOST_DEATHS))
		job->failed = true;
	else if (job)
		ask_job(service, job);
	if (has_request)
		ask_request(service, &request);
	return index < service->n_objects || job || has_request;
}

static void *service_run(void *data)
{
	struct code_service *service = data;

	(void)pthread_mutex_lock(&service->lock);
	while (!service->stop) {
		if (!service->gone && check_one(service))
			continue;
		if (!work(service)) {
			(void)pthread_cond_wait(&service->asked, &service->lock);
			continue;
		}
		service->generation++;
		(void)pthread_cond_broadcast(&service->answered);
		if (service->wake >= 0)
			(void)eventfd_write(service->wake, 1);
	}
	(void)pthread_mutex_unlock(&service->lock);
	return NULL;
}

/* ---- for other threads, which hold the lock ---- */

bool code_service_knows(const struct code_service *service, uint32_t object)
{
	return object < service->n_objects && service->objects[object].known;
}

void code_service_wake(struct code_service *service)
{
	(void)pthread_cond_signal(&service->asked);
}

static void request_one(struct code_service *service, size_t index, enum code_what what,
			uint8_t *state)
{
	uint32_t object = code_answers_at(service->answers, index)->at.object;

	if (*state || !push(&service->objects[object].queues[what], index))
		return;
	*state = 1 + CODE_PENDING;
	service->hot = object;
	code_service_wake(service);
}

/* A JIT compiler may have written more since the object was last asked about. */
static void want_check(struct code_service *service, struct code_service_object *object)
{
	uint64_t now_ns;

	if (object->object.kind != OBJECT_JIT || service->asker.places.recorded || object->check)
		return;
	now_ns = clock_ns(CLOCK_MONOTONIC);
	if (object->checked_ns && now_ns >= object->checked_ns + service->check_ns) {
		object->check = true;
		service->checks++;
		code_service_wake(service);
	}
	if (!object->checked_ns || object->check)
		object->checked_ns = now_ns;
}

struct code_answer *code_service_request(struct code_service *service, struct place at,
					 bool want_line)
{
	struct code_answer *answer;
	size_t index;

	if (!code_service_knows(service, at.object))
		return NULL;
	index = code_answers_index(service->answers, at);
	if (index == SIZE_MAX)
		return NULL;
	want_check(service, &service->objects[at.object]);
	answer = code_answers_at(service->answers, index);
	request_one(service, index, CODE_NAMES, &answer->state);
	if (want_line)
		request_one(service, index, CODE_LINES, &answer->line_state);
	return answer->state && (answer->line_state || !want_line) ? answer : NULL;
}

bool code_service_wait(struct code_service *service, const struct timespec *deadline)
{
	if (!deadline)
		return !pthread_cond_wait(&service->answered, &service->lock);
	return !pthread_cond_timedwait(&service->answered, &service->lock, deadline);
}

void code_service_run(struct code_service *service, struct code_job *job,
		      const struct timespec *deadline)
{
	struct code_job **link;

	if (!code_service_knows(service, job->object))
		return;
	for (link = &service->jobs; *link; link = &(*link)->next) {
	}
	*link = job;
	code_service_wake(service);
	/* The thread may be at work on it without the lock, so it cannot be left before it is done. */
	while ((job->done < job->n && !job->failed && !service->stop) || job->busy)
		if (!code_service_wait(service, job->failed || job->busy ? NULL : deadline))
			job->failed = true;
	for (link = &service->jobs; *link != job; link = &(*link)->next) {
	}
	*link = job->next;
}

/* ---- beginning and end ---- */

int code_service_add(struct code_service *service, uint32_t index,
		     const struct profile_object *object)
{
	struct code_service_object *slot;

	if (index >= service->n_objects) {
		size_t n = (size_t)index + 16;
		struct code_service_object *larger = index < UINT32_MAX / 2 ?
			realloc(service->objects, n * sizeof(*larger)) : NULL;

		if (!larger)
			return -ENOMEM;
		memset(larger + service->n_objects, 0,
		       (n - service->n_objects) * sizeof(*larger));
		service->objects = larger;
		service->n_objects = n;
	}
	slot = &service->objects[index];
	if (slot->known)
		return 0;
	slot->object = *object;
	slot->object.path = strdup(object->path);
	slot->known = slot->object.path;
	return slot->known ? 0 : -ENOMEM;
}

static void init_locks(struct code_service *service)
{
	pthread_condattr_t monotonic;

	(void)pthread_mutex_init(&service->lock, NULL);
	(void)pthread_condattr_init(&monotonic);
	(void)pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	(void)pthread_cond_init(&service->asked, &monotonic);
	(void)pthread_cond_init(&service->answered, &monotonic);
	(void)pthread_condattr_destroy(&monotonic);
}

static int start_thread(struct code_service *service)
{
	const int ret = thread_start(&service->thread, "tdtop-code", service_run, service, NULL);

	service->runs = !ret;
	return ret;
}

int code_service_start(struct code_service *service, struct helper *started)
{
	int ret = 0;

	init_locks(service);
	service->asker.helper = *started;
	*started = (struct helper)HELPER_NONE;
	service->asker.fetch.socket = -1;
	service->answers = code_answers_new();
	service->listing = code_listing_new();
	if (!service->answers || !service->listing)
		return -ENOMEM;
	if (service->asker.helper.keeper < 0)
		ret = helper_start(&service->asker.helper);
	if (!ret && service->debuginfod)
		ret = code_fetch_start(&service->asker.fetch);
	return ret ? ret : start_thread(service);
}

void code_service_stop(struct code_service *service)
{
	(void)pthread_mutex_lock(&service->lock);
	service->stop = true;
	(void)pthread_cond_broadcast(&service->asked);
	(void)pthread_cond_broadcast(&service->answered);
	(void)pthread_mutex_unlock(&service->lock);
	if (service->runs) {
		/* The thread may wait for the helper. */
		(void)shutdown(service->asker.helper.socket, SHUT_RDWR);
		if (service->debuginfod)
			(void)shutdown(service->asker.fetch.socket, SHUT_RDWR);
		(void)pthread_join(service->thread, NULL);
	}
	helper_stop(&service->asker.helper);
	code_fetch_stop(&service->asker.fetch);
	for (size_t i = 0; i < service->n_objects; i++) {
		free((char *)service->objects[i].object.path);
		for (int what = 0; what < CODE_WHATS; what++)
			free(service->objects[i].queues[what].items);
	}
	free(service->objects);
	code_listing_free(service->listing);
	code_answers_free(service->answers);
	(void)pthread_cond_destroy(&service->asked);
	(void)pthread_cond_destroy(&service->answered);
	(void)pthread_mutex_destroy(&service->lock);
}
