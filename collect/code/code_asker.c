/* SPDX-License-Identifier: GPL-2.0-only */
/* The conversation with the helper; see code_parts.h. */
#include "config.h"
#include "collect/code/code_parts.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uthash.h>

#include "collect/code/helper.h"
#include "model/base_name.h"
#include "model/late_library.h"
#include "model/list_room.h"
#include "model/pair_map.h"

/* An object may be told twice: when it was forgotten while other questions were answered. */
#define MOST_TOLD 3
#define MOST_FILES 64

/*
 * A helper may use ten seconds of CPU time for a question (RLIMIT_CPU), which take longer where others run. What is
 * read of a recording loses no names for that, and no live view is kept waiting.
 */
#define PATIENCE_MS 10000
#define PATIENCE_RECORDED_MS 60000

/*
 * What is called of libdebuginfod (debuginfod_find_debuginfo(3)), which is loaded when it is
 * needed: it brings libcurl along.
 */
struct library {
	void *(*begin)(void);
	int (*find_debuginfo)(void *client, const unsigned char *id, int n, char **path);
	int (*find_executable)(void *client, const unsigned char *id, int n, char **path);
};

static bool fetch_load(struct library *library)
{
	const struct late_function functions[] = {
		{ &library->begin, "debuginfod_begin" },
		{ &library->find_debuginfo, "debuginfod_find_debuginfo" },
		{ &library->find_executable, "debuginfod_find_executable" },
	};

	return late_library("libdebuginfod.so.1", functions,
			    sizeof(functions) / sizeof(functions[0]));
}

static _Noreturn void fetch_serve(int socket)
{
	static struct wire_message message;
	struct library library = { 0 };
	void *client;

	helper_jail_files(socket);
	(void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	client = fetch_load(&library) ? library.begin() : NULL;
	while (!wire_receive(socket, &message)) {
		const struct wire_want *want;
		size_t at = 0;
		int fd = -1;

		want = wire_take(&message, &at, sizeof(*want));
		if (client && want && want->kind == WANT_FILE)
			fd = library.find_executable(client, want->build_id, want->build_id_len,
						     NULL);
		else if (client && want)
			fd = library.find_debuginfo(client, want->build_id, want->build_id_len,
						    NULL);
		wire_begin(&message, WIRE_FILE, 0);
		message.fd = fd < 0 ? -1 : fd;
		if (wire_send(socket, &message))
			break;
		if (fd >= 0)
			(void)close(fd);
	}
	_exit(0);
}

int code_fetch_start(struct code_fetch *fetch)
{
	sigset_t none;
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return -errno;
	fetch->pid = fork();
	if (!fetch->pid) {
		(void)close(ends[0]);
		/* those of the terminal are for tdtop */
		for (int number = 1; number < NSIG; number++)
			(void)signal(number, number == SIGINT || number == SIGQUIT ||
				     number == SIGTSTP || number == SIGPIPE ? SIG_IGN : SIG_DFL);
		/* the screen blocks some while it draws */
		(void)sigemptyset(&none);
		(void)sigprocmask(SIG_SETMASK, &none, NULL);
		fetch_serve(ends[1]);
	}
	(void)close(ends[1]);
	if (fetch->pid < 0) {
		int error = errno;

		(void)close(ends[0]);
		return -error;
	}
	fetch->socket = ends[0];
	return 0;
}

void code_fetch_stop(struct code_fetch *fetch)
{
	if (fetch->socket < 0)
		return;
	(void)close(fetch->socket);
	(void)kill(fetch->pid, SIGKILL);
	while (waitpid(fetch->pid, NULL, 0) < 0 && errno == EINTR) {
	}
}

/* The file itself (WANT_FILE) or its debug file, by build-id. A descriptor, or -1. */
static int code_fetch_get(struct code_fetch *fetch, const struct wire_want *want)
{
	struct wire_message *message = fetch->socket < 0 || !want->build_id_len ? NULL :
		malloc(sizeof(*message));
	int fd = -1;

	if (!message)
		return -1;
	wire_begin(message, WIRE_WANT, 0);
	(void)wire_add(message, want, sizeof(*want));
	if (!wire_send(fetch->socket, message) && !wire_receive(fetch->socket, message))
		fd = message->fd;
	free(message);
	return fd;
}

/* The next message. Does not wait for ever: the socket of a helper that is killed is closed. 0 or as wire_receive(). */
static int receive(struct code_asker *asker)
{
	struct pollfd fd = { .fd = asker->helper.socket, .events = POLLIN };
	const int usual_ms = asker->places.recorded ? PATIENCE_RECORDED_MS : PATIENCE_MS;
	int ready;

	do
		ready = poll(&fd, 1, asker->patience_ms ? asker->patience_ms : usual_ms);
	while (ready < 0 && errno == EINTR);
	if (!ready)
		helper_kill(&asker->helper);
	return wire_receive(asker->helper.socket, &asker->answer);
}

/* Takes the first message of a new helper, and the last ones of an older one. false: there is none. */
static bool greet(struct code_asker *asker)
{
	struct pollfd fd = { .fd = asker->helper.socket, .events = POLLIN };

	if (!asker->greeted) {
		wire_begin(&asker->answer, WIRE_HELLO, 0);
		(void)wire_send(asker->helper.socket, &asker->answer);
	}
	while (!asker->greeted || poll(&fd, 1, 0) > 0) {
		int ret = receive(asker);

		if (ret == -EPIPE)
			return false;
		if (!ret && asker->answer.fd >= 0)
			(void)close(asker->answer.fd);
		asker->greeted |= !ret && asker->answer.head.kind == WIRE_HELLO;
	}
	return true;
}

/* The file is not here, but perhaps a server has it. */
static void fetch_object(struct code_asker *asker, const struct profile_object *object,
			 struct wire_message *message)
{
	struct wire_want want = { .kind = WANT_FILE, .build_id_len = object->build_id_len };

	memcpy(want.build_id, object->build_id, sizeof(want.build_id));
	message->fd = code_fetch_get(&asker->fetch, &want);
	if (message->fd >= 0)
		asker->remarks.trouble[0] = '\0';
}

static void send_object(struct code_asker *asker, const struct profile_object *object)
{
	struct wire_object what = { .kind = (uint8_t)object->kind,
				    .build_id_len = object->build_id_len };
	struct wire_message *message = &asker->answer;

	memcpy(what.build_id, object->build_id, sizeof(what.build_id));
	(void)snprintf(what.name, sizeof(what.name), "%s", base_name(object->path));
	wire_begin(message, WIRE_OBJECT, asker->question.head.object);
	message->fd = code_files_object(&asker->places, object, &asker->remarks);
	if (message->fd < 0 && object->kind == OBJECT_FILE)
		fetch_object(asker, object, message);
	(void)wire_add(message, &what, sizeof(what));
	(void)wire_send(asker->helper.socket, message);
	if (message->fd >= 0)
		(void)close(message->fd);
}

void code_asker_tell(struct code_asker *asker, uint32_t index,
		     const struct profile_object *object)
{
	if (!greet(asker))
		return;
	asker->question.head.object = index;
	send_object(asker, object);
}

/* The helper wants a further file, and waits for it. stale: it is not needed any more. */
static void send_file(struct code_asker *asker, const struct profile_object *object, bool stale)
{
	struct wire_message *message = &asker->answer;
	struct wire_want want = { .attempt = MOST_FILES };
	size_t at = 0;
	const void *part = wire_take(message, &at, sizeof(want));

	if (part)
		memcpy(&want, part, sizeof(want));
	want.name[sizeof(want.name) - 1] = '\0';
	wire_begin(message, WIRE_FILE, asker->question.head.object);
	if (!stale && want.attempt < MOST_FILES && want.build_id_len <= BUILD_ID_MAX) {
		message->fd = code_files_debug(&asker->places, object, &want);
		/* once, as the first of those that are not here */
		if (message->fd < 0 && asker->fetched != asker->serial) {
			asker->fetched = asker->serial;
			message->fd = code_fetch_get(&asker->fetch, &want);
		}
	}
	/* If it has ended meanwhile, the next message says so; so below. */
	(void)wire_send(asker->helper.socket, message);
	if (message->fd >= 0)
		(void)close(message->fd);
}

/* Handles one message. 1: go on; else what became of the question, negative: -1 - enum. */
static int handle(struct code_asker *asker, const struct profile_object *object, int *told)
{
	const struct wire_head *head = &asker->answer.head;
	bool stale = head->serial != asker->serial;

	if (asker->answer.fd >= 0)
		(void)close(asker->answer.fd);
	if (head->kind == WIRE_HELLO && !stale)
		return -1 - ASKED_DIED;
	if (head->kind == WIRE_HELLO)	/* killed by others, perhaps with the question in hand */
		(void)wire_send(asker->helper.socket, &asker->question);
	if (head->kind == WIRE_WANT)
		send_file(asker, object, stale);
	if (stale)
		return 1;	/* about a question that a helper before this one died of */
	if (head->kind == WIRE_ANSWER)
		return -1 - ASKED_ANSWERED;
	if (head->kind == WIRE_NO_OBJECT) {
		if (++*told > MOST_TOLD)
			return -1 - ASKED_DIED;	/* it cannot keep it: no memory */
		send_object(asker, object);
		(void)wire_send(asker->helper.socket, &asker->question);
	}
	return 1;
}

enum code_asked code_asker_ask(struct code_asker *asker, const struct profile_object *object)
{
	int told = 0, ret = 1;

	if (!greet(asker))
		return ASKED_GONE;
	asker->question.head.serial = ++asker->serial;
	if (wire_send(asker->helper.socket, &asker->question))
		return ASKED_GONE;
	while (ret > 0) {
		int received = receive(asker);

		if (received == -EPIPE)
			return ASKED_GONE;
		ret = received ? 1 : handle(asker, object, &told);
	}
	return (enum code_asked)(-1 - ret);
}

/* ---- the table of answers: there may be some 100,000 ---- */

#define FIRST_ANSWERS 512
#define MAX_ANSWERS ((size_t)1 << 24)

struct function_row {
	UT_hash_handle hh;
	struct function_row *next;	/* of those that were replaced */
	struct code_function function;
};

struct text_row {
	UT_hash_handle hh;
	char text[];
};

struct code_answers {
	struct code_answer *answers;
	size_t n, room;
	struct pair_map index;	/* of a place: offset, object */
	struct function_row *functions;
	struct function_row *replaced;	/* by others at their place; answers may still have them */
	struct text_row *texts;
};

struct code_answers *code_answers_new(void)
{
	return calloc(1, sizeof(struct code_answers));
}

void code_answers_free(struct code_answers *answers)
{
	struct function_row *function, *next_function;
	struct text_row *text, *next_text;

	if (!answers)
		return;
	HASH_ITER(hh, answers->functions, function, next_function) {
		HASH_DEL(answers->functions, function);
		free(function);
	}
	while (answers->replaced) {
		function = answers->replaced;
		answers->replaced = function->next;
		free(function);
	}
	HASH_ITER(hh, answers->texts, text, next_text) {
		HASH_DEL(answers->texts, text);
		free(text);
	}
	pair_map_done(&answers->index);
	free(answers->answers);
	free(answers);
}

size_t code_answers_index(struct code_answers *answers, struct place at)
{
	struct code_answer *more;
	uint32_t index = pair_map_get(&answers->index, at.offset, at.object);

	if (index != PAIR_MAP_NONE)
		return index;
	if (answers->n == MAX_ANSWERS)
		return SIZE_MAX;
	more = list_room(answers->answers, answers->n + 1, &answers->room, FIRST_ANSWERS, sizeof(*more));
	if (!more)
		return SIZE_MAX;
	answers->answers = more;
	index = pair_map_put(&answers->index, at.offset, at.object, (uint32_t)answers->n);
	if (index == PAIR_MAP_NONE)
		return SIZE_MAX;
	answers->answers[answers->n++] = (struct code_answer){ .at = at };
	return index;
}

struct code_answer *code_answers_at(struct code_answers *answers, size_t index)
{
	return &answers->answers[index];
}

size_t code_answers_count(const struct code_answers *answers)
{
	return answers->n;
}

const struct code_function *code_answers_function(struct code_answers *answers, struct place at,
						  uint64_t address, uint64_t size, const char *name)
{
	/* The key is hashed as bytes, so those between its fields must be the same too. */
	struct place key;
	size_t length = strlen(name) + 1;
	struct function_row *row;

	memset(&key, 0, sizeof(key));
	key.offset = at.offset;
	key.object = at.object;
	HASH_FIND(hh, answers->functions, &key, sizeof(key), row);
	if (row && row->function.size == size && !strcmp(row->function.name, name))
		return &row->function;
	if (row) {
		HASH_DEL(answers->functions, row);
		row->next = answers->replaced;
		answers->replaced = row;
	}
	row = calloc(1, sizeof(*row) + length);
	if (!row)
		return NULL;
	row->function.at.offset = at.offset;
	row->function.at.object = at.object;
	row->function.address = address;
	row->function.size = size;
	memcpy(row->function.name, name, length);
	HASH_ADD(hh, answers->functions, function.at, sizeof(key), row);
	return &row->function;
}

const char *code_answers_text(struct code_answers *answers, const char *text)
{
	size_t length = strlen(text);
	struct text_row *row;

	if (!length)
		return NULL;
	HASH_FIND_STR(answers->texts, text, row);
	if (row)
		return row->text;
	row = malloc(sizeof(*row) + length + 1);
	if (!row)
		return NULL;
	memcpy(row->text, text, length + 1);
	HASH_ADD_STR(answers->texts, text, row);
	return row->text;
}
