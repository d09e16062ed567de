/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Messages between tdtop and the helper process that reads symbols: one packet each on a socket of
 * type SOCK_SEQPACKET, with up to one descriptor. Both sides are one program (the helper is a
 * fork), so structs are sent as they are. What the helper sends may be anything: it reads hostile
 * files.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "model/profile/place.h"

enum wire_kind {
	/* from tdtop */
	WIRE_OBJECT,		/* wire_object, and the file: what the object is; no answer */
	WIRE_NAMES,		/* n offsets -> n or fewer wire_name, each with its texts */
	WIRE_KINDS,		/* n offsets -> n bytes, enum branch_kind */
	WIRE_LENGTHS,		/* n wire_range -> n numbers of instructions, uint32_t */
	WIRE_INSTRUCTIONS,	/* a wire_range, code if in no file -> wire_instruction, some */
	WIRE_BUILD_ID,		/* nothing that is read -> a wire_build_id */
	WIRE_SOURCE,		/* an offset, a base name with NUL -> the path with NUL, or "" */
	WIRE_FILE,		/* the file that was wanted, or none */
	/* from the helper */
	WIRE_HELLO,		/* it is new; serial: the question that the last one died of. Before the
				 * first question to it: there will be one */
	WIRE_ANSWER,
	WIRE_NO_OBJECT,		/* instead of an answer: tell what the object is, and ask again */
	WIRE_WANT		/* wire_want: in the middle of a question, a further file */
};

struct wire_head {
	uint32_t kind, serial, object, n;
	uint32_t flags;		/* of questions: WIRE_LINES */
};

#define WIRE_LINES 1u		/* names: with file and line */
#define WIRE_NO_SYMBOLS 2u	/* names: addresses only */

#define WIRE_TROUBLE 256

#define WIRE_BODY (60 * 1024)

struct wire_message {
	struct wire_head head;
	size_t size;		/* of the body */
	int fd;			/* -1: none */
	_Alignas(8) unsigned char body[WIRE_BODY];
};

struct wire_object {
	uint8_t kind;		/* enum object_kind */
	uint8_t build_id_len;
	unsigned char build_id[BUILD_ID_MAX];
	char name[64];		/* for sentences: the base name */
};

/* Texts without NUL follow: symbol, file. */
struct wire_name {
	uint64_t address, size;
	uint64_t function;	/* offset, as in a place */
	uint64_t symbol_offset;
	uint32_t line;
	uint16_t symbol_len, file_len;
	bool has_address;
	bool has_function;
};

struct wire_build_id {
	uint8_t n;		/* 0: the file has none, or it is no ELF file */
	unsigned char id[BUILD_ID_MAX];
};

struct wire_range {
	uint64_t start, end;
};

/* Texts without NUL follow: text, file, inlined. */
struct wire_instruction {
	uint64_t offset, address, target;
	uint32_t line;
	uint16_t text_len, file_len, inlined_len;
	uint8_t size, kind;
	bool has_target;
};

enum wire_want_kind { WANT_DEBUG, WANT_ALT, WANT_FILE };

/*
 * A debug file: by build-id, then by name. attempt: 0 and up, until there is none any more.
 * WANT_FILE is asked of debuginfod only (code_fetch).
 */
struct wire_want {
	uint8_t kind;
	uint8_t build_id_len;
	unsigned char build_id[BUILD_ID_MAX];
	char name[256];		/* of .gnu_debuglink or .gnu_debugaltlink; "" */
	uint32_t attempt;
};

/* The trouble of the object stands at the end of each answer to WIRE_NAMES, with NUL. */

/* Sends it. 0 or -errno (-EPIPE: the other end is closed). */
int wire_send(int socket, const struct wire_message *message);

/*
 * Waits for a message; the caller owns its descriptor. 0; -EPIPE: the other side has ended;
 * -EBADMSG: it is no message.
 */
int wire_receive(int socket, struct wire_message *message);

/* An empty message. */
void wire_begin(struct wire_message *message, enum wire_kind kind, uint32_t object);

/* Adds bytes to the body; false: they do not fit, and nothing was added. */
bool wire_add(struct wire_message *message, const void *bytes, size_t size);

/* Reads a body from *at on. NULL: there are not so many bytes; else *at is behind them. */
const void *wire_take(const struct wire_message *message, size_t *at, size_t size);
