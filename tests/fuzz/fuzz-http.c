/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Any bytes as what a client of --listen sends ("make fuzz"), over a socket of 127.0.0.1; a byte of
 * 255 ends a part, behind which the server takes what has come. Its oracle: what comes back begins
 * as a reply does, and now and then a scrape, beside clients that stay connected, gets its page.
 * libmicrohttpd itself is not compiled for fuzzing, so new inputs are found by our code's paths.
 */
#include "config.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "ui/openmetrics/http.h"

#define PAGE_SIZE 1000
#define PART_END 0xff
#define SCRAPE_EACH 32
#define STAY_OPEN (HTTP_CONNECTIONS / 2)	/* clients that are not closed yet */

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void fail(const char *what)
{
	(void)fprintf(stderr, "http: %s\n", what);
	abort();
}

static char *make_page(void *data, enum exposition format, size_t *n)
{
	char *page = malloc(PAGE_SIZE);

	(void)data;
	if (format != EXPOSITION_PROMETHEUS && format != EXPOSITION_OPENMETRICS)
		fail("a page of an unknown format");
	if (page)
		memset(page, 'x', PAGE_SIZE);
	*n = PAGE_SIZE;
	return page;
}

/* libFuzzer's alarm looks for inputs that take too long: no call ends by it. */
static void restart_calls(void)
{
	struct sigaction action;

	if (sigaction(SIGALRM, NULL, &action))
		return;
	action.sa_flags |= SA_RESTART;
	(void)sigaction(SIGALRM, &action, NULL);
}

/* NULL: without libmicrohttpd. */
static struct http *server(void)
{
	static const struct http_pages pages = { .make = make_page };
	static struct http *http;
	struct err err = { "" };
	int ret;

	if (http)
		return http;
	(void)signal(SIGPIPE, SIG_IGN);
	restart_calls();
	ret = http_open("127.0.0.1:0", &http, &err);
	if (ret == -ENOTSUP)
		return NULL;
	if (ret || http_begin(http, &pages, &err))
		fail(err.text);
	return http;
}

static int connect_to(const struct http *http)
{
	const struct sockaddr_in address = { .sin_family = AF_INET,
					     .sin_port = htons(http_port(http)),
					     .sin_addr = { htonl(INADDR_LOOPBACK) } };
	const struct linger reset = { .l_onoff = 1 };	/* no port stays behind */
	int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (client < 0 || setsockopt(client, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset)) ||
	    connect(client, (const struct sockaddr *)&address, sizeof(address)))
		fail(strerror(errno));
	return client;
}

/* Until the server has nothing to do. */
static void step(struct http *http)
{
	struct pollfd fd = { .fd = http_fd(http), .events = POLLIN };

	do
		http_step(http);
	while (poll(&fd, 1, 0) > 0 || http_timeout_ms(http) == 0);
}

/* Reads what has come; the first bytes are those of a reply, in a state that the server knows. */
static void check_reply(int client)
{
	static const char *const states[] = { "100", "200", "400", "404", "405", "408", "411",
					      "413", "414", "431", "500", "501", "503", "505" };
	char reply[65536];
	ssize_t n = recv(client, reply, sizeof(reply), MSG_DONTWAIT);

	if (n <= 0)
		return;
	if (n < 13 || memcmp(reply, "HTTP/1.", 7))
		fail("what comes is no reply");
	for (size_t i = 0; i < sizeof(states) / sizeof(*states); i++)
		if (!memcmp(reply + 9, states[i], 3))
			return;
	(void)fprintf(stderr, "http: %.12s\n", reply);
	fail("a state that tdtop does not tell");
}

static void scrape(struct http *http)
{
	static const char request[] = "GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
	const int client = connect_to(http);
	char reply[17];

	if (send(client, request, strlen(request), MSG_NOSIGNAL) != (ssize_t)strlen(request))
		fail("a scrape is not taken");
	step(http);
	if (recv(client, reply, sizeof(reply), MSG_WAITALL) != sizeof(reply) ||
	    memcmp(reply, "HTTP/1.1 200 OK\r\n", sizeof(reply)))
		fail("a scrape gets no page");
	close(client);
}

static void send_parts(struct http *http, int client, const uint8_t *bytes, size_t n)
{
	while (n) {
		const uint8_t *end = memchr(bytes, PART_END, n);
		const size_t part = end ? (size_t)(end - bytes) : n, taken = part + !!end;

		if (part && send(client, bytes, part, MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)part)
			return;		/* it has been closed, or is full */
		step(http);
		bytes += taken;
		n -= taken;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	static int open_clients[STAY_OPEN];
	static size_t next, inputs;
	struct http *http = server();
	int client;

	if (!http)
		return -1;
	client = connect_to(http);
	send_parts(http, client, bytes, n);
	check_reply(client);
	if (open_clients[next])
		close(open_clients[next]);
	open_clients[next] = client;
	next = (next + 1) % STAY_OPEN;
	if (inputs++ % SCRAPE_EACH == 0)
		scrape(http);
	return 0;
}
