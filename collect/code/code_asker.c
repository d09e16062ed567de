/* SPDX-License-Identifier: GPL-2.0-only */
/* The conversation with the helper; see code_asker.h. */
#include "config.h"
#include "collect/code/code_asker.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* An object may be told twice: when it was forgotten while other questions were answered. */
#define MOST_TOLD 3
#define MOST_FILES 64

/* Takes what the new helper says first. */
static bool greet(struct code_asker *asker)
{
	while (!asker->greeted) {
		int ret = wire_receive(asker->helper.socket, &asker->answer);

		if (ret == -EPIPE)
			return false;
		if (!ret && asker->answer.fd >= 0)
			(void)close(asker->answer.fd);
		asker->greeted = !ret && asker->answer.head.kind == WIRE_HELLO;
	}
	return true;
}

static bool send_object(struct code_asker *asker, const struct profile_object *object)
{
	const char *slash = strrchr(object->path, '/');
	struct wire_object what = { .kind = (uint8_t)object->kind,
				    .build_id_len = object->build_id_len };
	struct wire_message *message = &asker->answer;
	bool sent;

	memcpy(what.build_id, object->build_id, sizeof(what.build_id));
	(void)snprintf(what.name, sizeof(what.name), "%s",
		       slash && slash[1] ? slash + 1 : object->path);
	wire_begin(message, WIRE_OBJECT, asker->question.head.object);
	message->fd = code_files_object(&asker->places, object, asker->trouble,
					sizeof(asker->trouble));
	(void)wire_add(message, &what, sizeof(what));
	sent = !wire_send(asker->helper.socket, message);
	if (message->fd >= 0)
		(void)close(message->fd);
	return sent;
}

/* The helper wants a further file. false: it has ended, or wants without end. */
static bool send_file(struct code_asker *asker, const struct profile_object *object)
{
	struct wire_message *message = &asker->answer;
	const struct wire_want *part;
	struct wire_want want;
	size_t at = 0;
	bool sent;

	part = wire_take(message, &at, sizeof(want));
	if (!part || part->attempt > MOST_FILES)
		return false;
	want = *part;
	want.name[sizeof(want.name) - 1] = '\0';
	wire_begin(message, WIRE_FILE, asker->question.head.object);
	message->fd = code_files_debug(&asker->places, object, &want);
	sent = !wire_send(asker->helper.socket, message);
	if (message->fd >= 0)
		(void)close(message->fd);
	return sent;
}

/* Handles one message. 1: go on; else what became of the question, negative: -1 - enum. */
static int handle(struct code_asker *asker, const struct profile_object *object, int *told)
{
	const struct wire_head *head = &asker->answer.head;

	if (asker->answer.fd >= 0)
		(void)close(asker->answer.fd);
	switch (head->kind) {
	case WIRE_HELLO:
		return -1 - ASKED_DIED;
	case WIRE_ANSWER:
		return head->serial == asker->serial ? -1 - ASKED_ANSWERED : 1;
	case WIRE_NO_OBJECT:
		if (++*told > MOST_TOLD)
			return -1 - ASKED_GONE;
		/* If it has ended meanwhile, the next message says so. */
		(void)send_object(asker, object);
		(void)wire_send(asker->helper.socket, &asker->question);
		return 1;
	case WIRE_WANT:
		(void)send_file(asker, object);
		return 1;
	default:
		return 1;
	}
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
		int received = wire_receive(asker->helper.socket, &asker->answer);

		if (received == -EPIPE)
			return ASKED_GONE;
		ret = received ? 1 : handle(asker, object, &told);
	}
	return (enum code_asked)(-1 - ret);
}
