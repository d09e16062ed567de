/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The HTTP server of --listen, by libmicrohttpd. It has no thread: the thread that exports waits
 * for http_fd() and calls http_step(). It knows GET and HEAD of /metrics (the format by Accept) and
 * of /. It knows no TLS and no passwords: that is for a reverse proxy. On 127.0.0.1 all users of
 * this machine can read what it tells: names of cgroups or commands.
 *
 * Its memory is bounded: HTTP_CONNECTIONS * (HTTP_MEMORY + a page), as a slow client may still be
 * at a page that is older than those of all others. A client that sends and takes nothing is
 * dropped after HTTP_SECONDS; when all connections are taken, the one whose last request is longest
 * ago makes room for a new one.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "model/err.h"
#include "ui/openmetrics/exposition.h"

struct http;

#define HTTP_CONNECTIONS 100
#define HTTP_MEMORY 16384	/* bytes of a connection; larger headers are refused (431) */
#define HTTP_SECONDS 10u

/* What a page is made by. Called in http_step(). */
struct http_pages {
	/*
	 * Returns malloc()ed bytes, which the server frees, and their number; NULL without memory
	 * (the client gets 503).
	 */
	char *(*make)(void *data, enum exposition format, size_t *n);
	void *data;
};

/*
 * Opens the socket: "PORT" (of 127.0.0.1), "ADDR:PORT", "[ADDR6]:PORT", ":PORT" (all addresses);
 * port 0: any that is free. No name is looked up; "localhost" is 127.0.0.1. Main thread, before
 * rights are given up. 0 and *out, or a negative errno with a sentence: what cannot be, why, what
 * to do.
 */
int http_open(const char *where, struct http **out, struct err *err);

/*
 * Begins to answer; the pages are copied. Called before the thread that exports starts, or on it;
 * what follows is for that thread, which has SIGPIPE blocked. 0, or a negative errno with a
 * sentence.
 */
int http_begin(struct http *http, const struct http_pages *pages, struct err *err);

/* Counters have changed: pages that were made are made again when somebody asks. */
void http_renew(struct http *http);

int http_fd(const struct http *http);		/* for poll(), POLLIN */
int http_timeout_ms(const struct http *http);	/* for poll(); -1: none */
void http_step(struct http *http);		/* never blocks */

/* "http://127.0.0.1:9740/metrics", with the port that the kernel chose. Any thread. */
void http_address(const struct http *http, char *text, size_t size);
uint16_t http_port(const struct http *http);	/* any thread */
void http_close(struct http *http);		/* drops all connections; NULL is fine */
