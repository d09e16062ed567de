/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The socket of --listen: which address a text means, and a TCP socket that listens there. Names of
 * hosts are not looked up, except "localhost", which is 127.0.0.1. Main thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "model/err.h"

#define HTTP_PLACE_LEN 96	/* of http_place_text() */

struct http_place {
	struct sockaddr_storage address;
	socklen_t size;
	bool all;	/* ":PORT": IPv6 and IPv4, or IPv4 where there is no IPv6 */
};

/* As in http_open(). 0, or -EINVAL with a sentence. */
int http_place_parse(const char *where, struct http_place *place, struct err *err);

/*
 * A socket that listens, closed on exec, never blocking; the caller owns it. *place becomes what it
 * is bound to, with the port that the kernel chose. Or a negative errno, with a sentence that
 * quotes `where`.
 */
int http_listen(const char *where, struct http_place *place, struct err *err);

/* "127.0.0.1:9740", "[::1]:9740". All addresses are shown as one of them, that of loopback. */
void http_place_text(const struct http_place *place, char *text, size_t size);

uint16_t http_place_port(const struct http_place *place);
