/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The HTTP server, by libmicrohttpd; see http.h. The library parses, times out and sends.
 * Connections are accepted here, so that a new client finds room even when all are taken: the one
 * that has been silent for longest is dropped. http_open(): main thread; all else: the thread that
 * exports.
 */
#include "config.h"
#include "ui/openmetrics/http.h"

#include <errno.h>
#include <limits.h>
#include <microhttpd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "model/late_library.h"
#include "ui/openmetrics/http_listen.h"

/* The library may hold closed ones for a moment longer than we count them. */
#define LIBRARY_CONNECTIONS (HTTP_CONNECTIONS + 8)
#define ACCEPTS 64	/* in a step: then those who are connected have their turn */

/* What is called of the library. */
#define FUNCTIONS(of) \
	of(add_connection) \
	of(add_response_header) \
	of(create_response_from_buffer) \
	of(destroy_response) \
	of(get_connection_info) \
	of(get_connection_values) \
	of(get_daemon_info) \
	of(get_timeout) \
	of(lookup_connection_value) \
	of(queue_response) \
	of(run) \
	of(start_daemon) \
	of(stop_daemon)
#define POINTER(name) __typeof__(MHD_##name) *(name);
#define BEFORE(name) LATE(MHD_##name),
#define FUNCTION(name) { &mhd.name, "MHD_" #name },

static struct {
	FUNCTIONS(POINTER)
} mhd = { FUNCTIONS(BEFORE) };

static bool load(void)
{
	static const struct late_function functions[] = { FUNCTIONS(FUNCTION) };

	return late_library(MICROHTTPD_SONAME, functions,
			    sizeof(functions) / sizeof(functions[0]));
}

struct client {
	int fd;		/* of the library; -1: free */
	uint64_t last;	/* when it connected or asked: number of that */
};

struct http {
	struct http_place place;
	struct http_pages pages;
	struct MHD_Daemon *daemon;	/* NULL before http_begin() */
	struct MHD_Response *made[EXPOSITIONS];	/* NULL: to be made */
	int listen_fd;
	int epoll_fd;	/* of the two: the socket that listens, and the library's epoll */
	bool deaf;	/* the socket is not in it: there are no descriptors for a client */
	struct client clients[HTTP_CONNECTIONS];
	size_t n_clients;
	uint64_t last;
	char accept[HTTP_MEMORY];	/* of the request that is answered */
	size_t accept_n;
};

/* Adds or removes the socket that listens. */
static int listen_events(struct http *http, int operation)
{
	struct epoll_event event = { .events = EPOLLIN, .data = { .fd = http->listen_fd } };

	if (epoll_ctl(http->epoll_fd, operation, http->listen_fd, &event))
		return -errno;
	http->deaf = operation == EPOLL_CTL_DEL;
	return 0;
}

int http_open(const char *where, struct http **out, struct err *err)
{
	struct http *http = calloc(1, sizeof(*http));
	int ret;

	*out = NULL;
	if (!http)
		return err_set(err, ENOMEM, "not enough memory for an HTTP server");
	if (!load()) {
		free(http);
		return err_set(err, ENOENT, "cannot serve HTTP: there is no %s; install "
			       "libmicrohttpd, or use --openmetrics FILE", MICROHTTPD_SONAME);
	}
	for (size_t i = 0; i < HTTP_CONNECTIONS; i++)
		http->clients[i].fd = -1;
	http->listen_fd = -1;
	http->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	ret = http->epoll_fd < 0 ? err_set(err, errno, "cannot create an epoll: %s", strerror(errno))
				 : http_place_parse(where, &http->place, err);
	if (!ret) {
		http->listen_fd = http_listen(where, &http->place, err);
		ret = http->listen_fd < 0 ? http->listen_fd : 0;
	}
	if (ret) {
		http_close(http);
		return ret;
	}
	*out = http;
	return 0;
}

/* A connection begins or ends. */
static void connection(void *data, struct MHD_Connection *connection, void **own,
		       enum MHD_ConnectionNotificationCode code)
{
	struct http *http = data;
	const union MHD_ConnectionInfo *info;
	struct client *client = *own;

	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		info = mhd.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
		for (client = http->clients; client->fd >= 0; client++)
			;	/* there is one: make_room() saw to it */
		*client = (struct client){ .fd = info->connect_fd, .last = ++http->last };
		*own = client;
		http->n_clients++;
	} else if (client) {
		client->fd = -1;
		http->n_clients--;
	}
}

static void remember(struct http *http, struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info =
		mhd.get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	struct client *client = info ? info->socket_context : NULL;

	if (client)
		client->last = ++http->last;
}

/* The response has its type, and this header; it is freed behind the last client that gets it. */
static enum MHD_Result queue(struct MHD_Connection *connection, unsigned int status,
			     struct MHD_Response *response)
{
	enum MHD_Result ret;

	if (!response)
		return MHD_NO;	/* drops the connection */
	ret = mhd.queue_response(connection, status, response);
	mhd.destroy_response(response);
	return ret;
}

/* `text` is static. */
static enum MHD_Result answer_text(struct MHD_Connection *connection, unsigned int status,
				   const char *type, const char *text)
{
	struct MHD_Response *response = mhd.create_response_from_buffer(
		strlen(text), (void *)text, MHD_RESPMEM_PERSISTENT);

	if (response) {
		(void)mhd.add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
		if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
			(void)mhd.add_response_header(response, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
	}
	return queue(connection, status, response);
}

/* The page in this format. NULL without memory. */
static struct MHD_Response *make(struct http *http, enum exposition format)
{
	struct MHD_Response *response;
	size_t n;
	char *bytes = http->pages.make(http->pages.data, format, &n);

	if (!bytes)
		return NULL;
	response = mhd.create_response_from_buffer(n, bytes, MHD_RESPMEM_MUST_FREE);
	if (!response) {
		free(bytes);
		return NULL;
	}
	(void)mhd.add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE,
				      exposition_type(format));
	(void)mhd.add_response_header(response, MHD_HTTP_HEADER_VARY, MHD_HTTP_HEADER_ACCEPT);
	return response;
}

/* MHD_KeyValueIterator. Several lines are one list (RFC 9110, 5.3); what has no room is left out. */
static enum MHD_Result add_accept(void *data, enum MHD_ValueKind kind, const char *key,
				  const char *value)
{
	struct http *http = data;
	size_t n = http->accept_n;

	(void)kind;
	if (strcasecmp(key, MHD_HTTP_HEADER_ACCEPT) == 0 && value &&
	    n + strlen(value) + 2 <= sizeof(http->accept))
		http->accept_n += (size_t)snprintf(http->accept + n, sizeof(http->accept) - n,
						   "%s%s", n ? "," : "", value);
	return MHD_YES;
}

static enum MHD_Result answer_metrics(struct http *http, struct MHD_Connection *connection)
{
	enum exposition format;

	http->accept[0] = '\0';
	http->accept_n = 0;
	(void)mhd.get_connection_values(connection, MHD_HEADER_KIND, add_accept, http);
	format = exposition_accepted(http->accept);
	if (!http->made[format])
		http->made[format] = make(http, format);
	if (!http->made[format])
		return answer_text(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "text/plain",
				   "not enough memory\n");
	return mhd.queue_response(connection, MHD_HTTP_OK, http->made[format]);
}

/* "http://a:9740/metrics" is asked of a proxy, and a server takes it too (RFC 9112, 3.2.2). */
static const char *path_of(const char *url)
{
	static const char scheme[] = "http://";

	if (strncasecmp(url, scheme, strlen(scheme)) != 0)
		return url;
	url = strchr(url + strlen(scheme), '/');
	return url ? url : "/";
}

static enum MHD_Result answer(struct http *http, struct MHD_Connection *connection,
			      const char *url, const char *method)
{
	static const char home[] =
		"<!DOCTYPE html>\n<html lang=\"en\"><title>tdtop</title>\n"
		"<h1>tdtop</h1>\n<p><a href=\"/metrics\">/metrics</a></p></html>\n";
	const char *path = path_of(url);
	bool metrics = strcmp(path, "/metrics") == 0;

	remember(http, connection);
	if (!metrics && strcmp(path, "/") != 0)
		return answer_text(connection, MHD_HTTP_NOT_FOUND, "text/plain",
				   "there is only /metrics\n");
	if (strcmp(method, MHD_HTTP_METHOD_GET) != 0 && strcmp(method, MHD_HTTP_METHOD_HEAD) != 0)
		return answer_text(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "text/plain",
				   "only GET and HEAD\n");
	return metrics ? answer_metrics(http, connection)
		       : answer_text(connection, MHD_HTTP_OK, "text/html; charset=utf-8", home);
}

static bool has_body(struct MHD_Connection *connection)
{
	const char *length = mhd.lookup_connection_value(connection, MHD_HEADER_KIND,
							 MHD_HTTP_HEADER_CONTENT_LENGTH);

	return (length && strcmp(length, "0") != 0) ||
	       mhd.lookup_connection_value(connection, MHD_HEADER_KIND,
					   MHD_HTTP_HEADER_TRANSFER_ENCODING);
}

/* MHD_AccessHandlerCallback: called when the headers are complete, and again at the end of the request. */
static enum MHD_Result request(void *data, struct MHD_Connection *connection, const char *url,
			       const char *method, const char *version, const char *body,
			       size_t *body_size, void **own)
{
	struct http *http = data;
	bool at_end = *own != NULL;

	(void)version, (void)body, (void)body_size;
	*own = http;
	/* An answer to the headers alone ends the connection: so no client waits for a body. */
	return at_end || has_body(connection) ? answer(http, connection, url, method) : MHD_YES;
}

int http_begin(struct http *http, const struct http_pages *pages, struct err *err)
{
	const union MHD_DaemonInfo *info;
	struct epoll_event event = { .events = EPOLLIN };
	int ret = listen_events(http, EPOLL_CTL_ADD);

	http->pages = *pages;
	http->daemon = mhd.start_daemon(MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET, 0, NULL, NULL,
					request, http,
					MHD_OPTION_NOTIFY_CONNECTION, connection, http,
					MHD_OPTION_CONNECTION_LIMIT, LIBRARY_CONNECTIONS,
					MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HTTP_MEMORY,
					MHD_OPTION_CONNECTION_TIMEOUT, HTTP_SECONDS,
					MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
					MHD_OPTION_END);
	info = http->daemon ? mhd.get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD) : NULL;
	if (!info)
		return err_set(err, ENOMEM, "cannot start an HTTP server: libmicrohttpd refuses, "
			       "as for want of memory or descriptors");
	event.data.fd = info->epoll_fd;
	if (!ret && epoll_ctl(http->epoll_fd, EPOLL_CTL_ADD, info->epoll_fd, &event))
		ret = -errno;
	return ret ? err_set(err, -ret, "cannot wait for HTTP clients: %s", strerror(-ret)) : 0;
}

void http_renew(struct http *http)
{
	for (int i = 0; i < EXPOSITIONS; i++) {
		if (http->made[i])
			mhd.destroy_response(http->made[i]);
		http->made[i] = NULL;
	}
	if (http->deaf)
		(void)listen_events(http, EPOLL_CTL_ADD);
}

int http_fd(const struct http *http)
{
	return http->epoll_fd;
}

int http_timeout_ms(const struct http *http)
{
	MHD_UNSIGNED_LONG_LONG ms;

	if (mhd.get_timeout(http->daemon, &ms) != MHD_YES)
		return -1;
	return ms > INT_MAX ? INT_MAX : (int)ms;
}

/* Drops the client that has been silent for longest. */
static void drop_oldest(struct http *http)
{
	struct client *oldest = NULL;

	for (size_t i = 0; i < HTTP_CONNECTIONS; i++) {
		struct client *client = &http->clients[i];

		if (client->fd >= 0 && (!oldest || client->last < oldest->last))
			oldest = client;
	}
	if (!oldest)
		return;
	/* The library sees the end and closes the descriptor, which is its own. */
	(void)shutdown(oldest->fd, SHUT_RDWR);
	(void)mhd.run(http->daemon);
}

/* Hands a new client to the library, which also closes it if it cannot take it. */
static void http_add(struct http *http, int fd, const struct sockaddr_storage *address, socklen_t size)
{
	if (http->n_clients == HTTP_CONNECTIONS)
		drop_oldest(http);
	if (http->n_clients < HTTP_CONNECTIONS)
		(void)mhd.add_connection(http->daemon, fd, (const struct sockaddr *)address, size);
	else
		(void)close(fd);
}

/* False: no client waits, or there is no descriptor for one. */
static bool accept_one(struct http *http)
{
	struct sockaddr_storage address;
	socklen_t size = sizeof(address);
	int fd = accept4(http->listen_fd, (struct sockaddr *)&address, &size,
			 SOCK_CLOEXEC | SOCK_NONBLOCK);

	if (fd >= 0) {
		http_add(http, fd, &address, size);
		return true;
	}
	if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
		/* Otherwise those who wait would wake us again and again. */
		if (http->n_clients)
			drop_oldest(http);
		else
			(void)listen_events(http, EPOLL_CTL_DEL);
		return false;
	}
	return errno != EAGAIN && errno != EBADF && errno != EINVAL;	/* accept(2): try again */
}

void http_step(struct http *http)
{
	for (int i = 0; i < ACCEPTS && !http->deaf && accept_one(http); i++)
		;
	(void)mhd.run(http->daemon);
}

void http_address(const struct http *http, char *text, size_t size)
{
	char place[HTTP_PLACE_LEN];

	http_place_text(&http->place, place, sizeof(place));
	(void)snprintf(text, size, "http://%s/metrics", place);
}

uint16_t http_port(const struct http *http)
{
	return http_place_port(&http->place);
}

void http_close(struct http *http)
{
	if (!http)
		return;
	if (http->daemon)
		mhd.stop_daemon(http->daemon);
	for (int i = 0; i < EXPOSITIONS; i++) {
		if (http->made[i])
			mhd.destroy_response(http->made[i]);
	}
	if (http->listen_fd >= 0)
		(void)close(http->listen_fd);
	if (http->epoll_fd >= 0)
		(void)close(http->epoll_fd);
	free(http);
}
