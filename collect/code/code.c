/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The service of names: a table of answers behind a lock, and a thread that asks the helper for what
 * is not in it, newest first; see code.h.
 */
#include "config.h"
#include "collect/code/code.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "collect/code/code_answers.h"
#include "collect/code/code_asker.h"
#include "collect/code/code_text.h"
#include "collect/sys/privilege.h"

#define BATCH 64
/* An object whose questions have killed the helper so often is not asked about any more. */
#define MOST_DEATHS 4
/* What a live profile may wait for kinds and lengths: the next one has them. */
#define LIVE_MS 50

/* Numbers of answers to be asked for, the newest at the end. */
struct queue {
	uint32_t *items;
	size_t n, room;
};

enum what { NAMES, LINES, WHATS };

struct object {
	bool known;
	struct profile_object object;	/* its path is ours */
	struct queue queues[WHATS];
	unsigned int deaths;
	char trouble[WIRE_TROUBLE];
};

/* A question of a thread that waits, answered in parts. */
struct job {
	enum wire_kind kind;
	uint32_t object;
	const unsigned char *in;	/* n items of in_size */
	unsigned char *out;
	size_t n, in_size, out_size;
	size_t done;
	bool failed;
	struct job *next;
};

struct code {
	struct code_options options;
	char *home;
	struct code_asker asker;	/* of the thread */
	pthread_t thread;
	pthread_mutex_t lock;		/* of all below */
	pthread_cond_t asked, answered;
	bool stop, gone;
	struct code_answers *answers;
	struct object *objects;
	size_t n_objects;
	uint32_t hot;			/* object that was asked about last */
	struct job *jobs;
	uint32_t generation;
};

static bool is_open(const struct code_answer *answer, enum what what)
{
	return (what == LINES ? answer->line_state : answer->state) == 1 + CODE_PENDING;
}

static void close_answer(struct code_answer *answer, enum what what, enum code_state state)
{
	answer->state = (uint8_t)(1 + state);
	if (what == LINES)
		answer->line_state = answer->state;
}

static bool push(struct queue *queue, size_t item)
{
	if (queue->n == queue->room) {
		size_t room = queue->room ? queue->room * 2 : BATCH;
		uint32_t *items = realloc(queue->items, room * sizeof(*items));

		if (!items)
			return false;
		queue->items = items;
		queue->room = room;
	}
	queue->items[queue->n++] = (uint32_t)item;
	return true;
}

/* ---- the thread ---- */

/* Takes what is asked next together; one that may have killed the helper goes alone. */
static size_t take_batch(struct code *code, struct queue *queue, enum what what,
			 uint32_t batch[BATCH])
{
	size_t n = 0;

	while (queue->n && n < BATCH) {
		uint32_t item = queue->items[queue->n - 1];
		const struct code_answer *answer = code_answers_at(code->answers, item);

		if (answer->deaths && n && is_open(answer, what))
			break;
		queue->n--;
		if (!is_open(answer, what))
			continue;
		batch[n++] = item;
		if (answer->deaths)
			break;
	}
	return n;
}

static const struct code_function *function_of(struct code *code, uint32_t object,
					       const struct wire_name *wire, const char *symbol)
{
	const struct place at = { .object = object, .offset = wire->function };
	char text[CODE_NAME_MAX];

	if (!wire->symbol_len || !wire->has_function)
		return NULL;
	code_text(text, sizeof(text), symbol, wire->symbol_len);
	return code_answers_function(code->answers, at, wire->address - wire->symbol_offset,
				     wire->size, text);
}

static void store_name(struct code *code, struct code_answer *answer, enum what what,
		       const struct wire_name *wire, const char *symbol, const char *file)
{
	char text[CODE_FILE_MAX];

	answer->address = wire->address;
	answer->has_address = wire->has_address;
	answer->function = function_of(code, answer->at.object, wire, symbol);
	if (what == LINES) {
		code_text(text, sizeof(text), file, wire->file_len);
		answer->file = code_answers_text(code->answers, text);
		answer->line = wire->line;
	}
	close_answer(answer, what, answer->function || answer->has_address ?
		     CODE_KNOWN : CODE_UNKNOWN);
}

/* Stores the answers; those that did not fit into the message are asked again. */
static void store_names(struct code *code, struct object *object, enum what what,
			const uint32_t *batch, size_t n)
{
	const struct wire_message *message = &code->asker.answer;
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
		store_name(code, code_answers_at(code->answers, batch[i]), what, &wire, symbol,
			   file);
	}
	if (!i)		/* not even one: it does not answer as it should */
		for (; i < n; i++)
			close_answer(code_answers_at(code->answers, batch[i]), what, CODE_UNKNOWN);
	for (; i < n; i++)
		(void)push(&object->queues[what], batch[i]);
	if (code->asker.trouble[0])
		code_text(trouble, WIRE_TROUBLE, code->asker.trouble, WIRE_TROUBLE);
	else if (at < message->size && message->body[at])
		code_text(trouble, WIRE_TROUBLE, (const char *)message->body + at,
			  message->size - at);
}

/* The helper died of these questions: each is asked once more, alone. */
static void blame(struct code *code, struct object *object, enum what what,
		  const uint32_t *batch, size_t n)
{
	object->deaths++;
	for (size_t i = 0; i < n; i++) {
		struct code_answer *answer = code_answers_at(code->answers, batch[i]);

		if (n > 1 && !answer->deaths++)
			(void)push(&object->queues[what], batch[i]);
		else
			close_answer(answer, what, CODE_UNKNOWN);
	}
	if (object->deaths == MOST_DEATHS)
		(void)snprintf(object->trouble, sizeof(object->trouble),
			       "reading the symbols of this file ended the helper process %u "
			       "times, so it is not asked any more", object->deaths);
}

/* Answers everything that is open: nobody is there to ask. */
static void give_up(struct code *code, struct object *object)
{
	for (int what = 0; what < WHATS; what++) {
		struct queue *queue = &object->queues[what];

		while (queue->n) {
			uint32_t item = queue->items[--queue->n];

			close_answer(code_answers_at(code->answers, item), (enum what)what,
				     CODE_UNKNOWN);
		}
	}
}

static void ask_names(struct code *code, size_t index, enum what what)
{
	struct object *object = &code->objects[index];
	struct wire_message *question = &code->asker.question;
	struct profile_object copy = object->object;
	uint32_t batch[BATCH];
	enum code_asked asked;
	size_t n = take_batch(code, &object->queues[what], what, batch);

	if (!n)
		return;
	wire_begin(question, WIRE_NAMES, (uint32_t)index);
	question->head.flags = (what == LINES ? WIRE_LINES : 0) |
		(code->options.symbols == CODE_SYMBOLS_NONE ? WIRE_NO_SYMBOLS : 0);
	question->head.n = (uint32_t)n;
	for (size_t i = 0; i < n; i++) {
		uint64_t offset = code_answers_at(code->answers, batch[i])->at.offset;

		(void)wire_add(question, &offset, sizeof(offset));
	}
	(void)pthread_mutex_unlock(&code->lock);
	asked = code_asker_ask(&code->asker, &copy);
	(void)pthread_mutex_lock(&code->lock);
	object = &code->objects[index];
	if (asked == ASKED_ANSWERED) {
		store_names(code, object, what, batch, n);
		return;
	}
	code->gone |= asked == ASKED_GONE;
	blame(code, object, what, batch, n);
}

/* The next part of a job. */
static void ask_job(struct code *code, struct job *job)
{
	struct wire_message *question = &code->asker.question;
	const struct wire_message *answer = &code->asker.answer;
	size_t most = sizeof(question->body) / job->in_size;
	size_t n = job->n - job->done < most ? job->n - job->done : most;
	struct profile_object copy = code->objects[job->object].object;
	enum code_asked asked;

	wire_begin(question, job->kind, job->object);
	question->head.n = (uint32_t)n;
	(void)wire_add(question, job->in + job->done * job->in_size, n * job->in_size);
	(void)pthread_mutex_unlock(&code->lock);
	asked = code_asker_ask(&code->asker, &copy);
	(void)pthread_mutex_lock(&code->lock);
	if (asked == ASKED_ANSWERED && answer->head.n && answer->head.n <= n &&
	    answer->size >= answer->head.n * job->out_size) {
		n = answer->head.n;
		memcpy(job->out + job->done * job->out_size, answer->body, n * job->out_size);
		job->done += n;
		return;
	}
	code->gone |= asked == ASKED_GONE;
	code->objects[job->object].deaths += asked == ASKED_DIED;
	job->failed = true;
}

static bool has_question(const struct object *object)
{
	return object->queues[NAMES].n || object->queues[LINES].n;
}

/* The object to ask about next; n_objects: none. */
static size_t next_object(const struct code *code)
{
	size_t i = code->hot;

	if (i < code->n_objects && has_question(&code->objects[i]))
		return i;
	for (i = 0; i < code->n_objects; i++)
		if (has_question(&code->objects[i]))
			break;
	return i;
}

static struct job *next_job(struct code *code)
{
	struct job *job = code->jobs;

	while (job && (job->failed || job->done == job->n))
		job = job->next;
	return job;
}

/* Does one thing; false: there is nothing to do. */
static bool work(struct code *code)
{
	size_t index = next_object(code);
	struct job *job = next_job(code);

	if (index < code->n_objects) {
		struct object *object = &code->objects[index];

		if (code->gone || object->deaths >= MOST_DEATHS)
			give_up(code, object);
		else
			ask_names(code, index, object->queues[NAMES].n ? NAMES : LINES);
	}
	if (job && (code->gone || code->objects[job->object].deaths >= MOST_DEATHS))
		job->failed = true;
	else if (job)
		ask_job(code, job);
	return index < code->n_objects || job;
}

static void *run(void *data)
{
	struct code *code = data;

	(void)pthread_mutex_lock(&code->lock);
	while (!code->stop) {
		if (!work(code)) {
			(void)pthread_cond_wait(&code->asked, &code->lock);
			continue;
		}
		code->generation++;
		(void)pthread_cond_broadcast(&code->answered);
		if (code->options.wake >= 0) {
			const uint64_t one = 1;

			(void)!write(code->options.wake, &one, sizeof(one));
		}
	}
	(void)pthread_mutex_unlock(&code->lock);
	return NULL;
}

/* ---- names, for any thread ---- */

/* The answer of a place, asked for if it was not yet. NULL: it cannot be asked. Locked. */
static struct code_answer *request(struct code *code, struct place at, bool want_line)
{
	struct code_answer *answer;
	size_t index;

	if (at.object >= code->n_objects || !code->objects[at.object].known)
		return NULL;
	index = code_answers_index(code->answers, at);
	if (index == SIZE_MAX)
		return NULL;
	answer = code_answers_at(code->answers, index);
	if (!answer->state && push(&code->objects[at.object].queues[NAMES], index)) {
		answer->state = 1 + CODE_PENDING;
		code->hot = at.object;
		(void)pthread_cond_signal(&code->asked);
	}
	if (want_line && !answer->line_state &&
	    push(&code->objects[at.object].queues[LINES], index)) {
		answer->line_state = 1 + CODE_PENDING;
		code->hot = at.object;
		(void)pthread_cond_signal(&code->asked);
	}
	return answer->state ? answer : NULL;
}

static bool wants_line(const struct code *code, bool want_line)
{
	return want_line && code->options.symbols == CODE_SYMBOLS_LINES;
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
	(void)pthread_mutex_lock(&code->lock);
	answer = request(code, *at, want_line);
	if (answer) {
		state = (enum code_state)((want_line ? answer->line_state : answer->state) - 1);
		name->has_address = answer->has_address;
		name->address = answer->has_address ? answer->address : at->offset;
		name->line = answer->line;
		(void)snprintf(name->file, sizeof(name->file), "%s",
			       answer->file ? answer->file : "");
	}
	if (answer && answer->function) {
		name->function = answer->function->at;
		name->size = answer->function->size;
		name->symbol_offset = answer->address - answer->function->address;
		(void)snprintf(name->symbol, sizeof(name->symbol), "%s", answer->function->name);
	}
	(void)pthread_mutex_unlock(&code->lock);
	return state;
}

/* The time in so many milliseconds, for pthread_cond_timedwait(). */
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

/* Waits for an answer; false: the time is over. Locked. */
static bool wait_answer(struct code *code, const struct timespec *deadline)
{
	if (!deadline)
		return !pthread_cond_wait(&code->answered, &code->lock);
	return !pthread_cond_timedwait(&code->answered, &code->lock, deadline);
}

static size_t wait_names(void *data, const struct place *at, size_t n, bool want_line,
			 int timeout_ms)
{
	struct code *code = data;
	struct timespec deadline = deadline_in(timeout_ms > 0 ? timeout_ms : 0);
	size_t pending = 0, i = 0;

	want_line = wants_line(code, want_line);
	(void)pthread_mutex_lock(&code->lock);
	for (i = n; i > 0; i--)		/* the first one is answered first */
		(void)request(code, at[i - 1], want_line);
	while (i < n) {
		const struct code_answer *answer = request(code, at[i], want_line);

		if (!answer || !is_open(answer, want_line ? LINES : NAMES))
			i++;
		else if (!wait_answer(code, timeout_ms < 0 ? NULL : &deadline))
			break;
	}
	for (; i < n; i++) {
		const struct code_answer *answer = request(code, at[i], want_line);

		pending += answer && is_open(answer, want_line ? LINES : NAMES);
	}
	(void)pthread_mutex_unlock(&code->lock);
	return pending;
}

static enum code_state answer_instructions(void *data, struct place start, struct place end,
					   struct code_instruction *out, size_t max, size_t *n)
{
	(void)data;
	(void)start;
	(void)end;
	(void)out;
	(void)max;
	*n = 0;
	return CODE_UNKNOWN;
}

static enum code_state answer_source(void *data, struct place at, const char *file, uint32_t line,
				     char *text, size_t size)
{
	(void)data;
	(void)at;
	(void)file;
	(void)line;
	if (size)
		text[0] = '\0';
	return CODE_UNKNOWN;
}

static void object_trouble(void *data, uint32_t object, char *text, size_t size)
{
	struct code *code = data;

	(void)pthread_mutex_lock(&code->lock);
	(void)snprintf(text, size, "%s",
		       object < code->n_objects ? code->objects[object].trouble : "");
	(void)pthread_mutex_unlock(&code->lock);
}

static uint32_t generation(void *data)
{
	struct code *code = data;
	uint32_t now;

	(void)pthread_mutex_lock(&code->lock);
	now = code->generation;
	(void)pthread_mutex_unlock(&code->lock);
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
		.generation = generation,
		.data = code,
	};
}

/* ---- what a profile asks for, and waits ---- */

/* Runs a job of one object to its end, or to the deadline. out beyond job->done stays as it was. */
static void run_job(struct code *code, struct job *job)
{
	struct timespec deadline = deadline_in(LIVE_MS);
	struct job **link;

	(void)pthread_mutex_lock(&code->lock);
	if (job->object < code->n_objects && code->objects[job->object].known) {
		for (link = &code->jobs; *link; link = &(*link)->next) {
		}
		*link = job;
		(void)pthread_cond_signal(&code->asked);
		while (job->done < job->n && !job->failed && !code->stop)
			if (!wait_answer(code, code->options.recorded ? NULL : &deadline))
				break;
		for (link = &code->jobs; *link != job; link = &(*link)->next) {
		}
		*link = job->next;
	}
	(void)pthread_mutex_unlock(&code->lock);
}

struct profile_code code_profile(struct code *code)
{
	(void)run_job;
	return (struct profile_code){ .data = code };
}

/* ---- beginning and end ---- */

int code_add_object(struct code *code, uint32_t index, const struct profile_object *object)
{
	struct object *slot;
	int ret = 0;

	(void)pthread_mutex_lock(&code->lock);
	if (index >= code->n_objects) {
		size_t n = (size_t)index + 16;
		struct object *larger = index < UINT32_MAX / 2 ?
			realloc(code->objects, n * sizeof(*larger)) : NULL;

		if (!larger) {
			(void)pthread_mutex_unlock(&code->lock);
			return -ENOMEM;
		}
		memset(larger + code->n_objects, 0, (n - code->n_objects) * sizeof(*larger));
		code->objects = larger;
		code->n_objects = n;
	}
	slot = &code->objects[index];
	if (!slot->known) {
		slot->object = *object;
		slot->object.path = strdup(object->path);
		slot->known = slot->object.path;
		ret = slot->known ? 0 : -ENOMEM;
	}
	(void)pthread_mutex_unlock(&code->lock);
	return ret;
}

static void init_locks(struct code *code)
{
	pthread_condattr_t monotonic;

	(void)pthread_mutex_init(&code->lock, NULL);
	(void)pthread_condattr_init(&monotonic);
	(void)pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	(void)pthread_cond_init(&code->asked, &monotonic);
	(void)pthread_cond_init(&code->answered, &monotonic);
	(void)pthread_condattr_destroy(&monotonic);
}

static void free_all(struct code *code)
{
	for (size_t i = 0; i < code->n_objects; i++) {
		free((char *)code->objects[i].object.path);
		for (int what = 0; what < WHATS; what++)
			free(code->objects[i].queues[what].items);
	}
	free(code->objects);
	code_answers_free(code->answers);
	free(code->home);
	(void)pthread_cond_destroy(&code->asked);
	(void)pthread_cond_destroy(&code->answered);
	(void)pthread_mutex_destroy(&code->lock);
	free(code);
}

/* Signals are for the main thread. */
static int start_thread(struct code *code)
{
	sigset_t all, before;
	int ret;

	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_SETMASK, &all, &before);
	ret = pthread_create(&code->thread, NULL, run, code);
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	return -ret;
}

int code_new(const struct code_options *options, struct code **out, struct err *err)
{
	struct code *code = calloc(1, sizeof(*code));
	const char *home = privilege_home();
	int ret;

	if (!code)
		return err_set(err, ENOMEM, "no memory to read symbols");
	init_locks(code);
	code->options = *options;
	code->home = home ? strdup(home) : NULL;
	code->asker.places = (struct code_places){ .root = "", .home = code->home,
						   .recorded = options->recorded };
	code->answers = code_answers_new();
	ret = code->answers ? helper_start(&code->asker.helper) : -ENOMEM;
	if (ret) {
		free_all(code);
		return err_set(err, -ret, "cannot start the process that reads symbols: %s; "
			       "--symbols none does without it", strerror(-ret));
	}
	ret = start_thread(code);
	if (ret) {
		helper_stop(&code->asker.helper);
		free_all(code);
		return err_set(err, -ret, "cannot start the thread that asks for symbols: %s",
			       strerror(-ret));
	}
	*out = code;
	return 0;
}

void code_free(struct code *code)
{
	if (!code)
		return;
	(void)pthread_mutex_lock(&code->lock);
	code->stop = true;
	(void)pthread_cond_broadcast(&code->asked);
	(void)pthread_cond_broadcast(&code->answered);
	(void)pthread_mutex_unlock(&code->lock);
	/* The thread may wait for the helper. */
	(void)shutdown(code->asker.helper.socket, SHUT_RDWR);
	(void)pthread_join(code->thread, NULL);
	helper_stop(&code->asker.helper);
	free_all(code);
}
