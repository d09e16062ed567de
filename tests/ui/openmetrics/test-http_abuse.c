/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The server of --listen among clients that send nothing, take nothing, or send anything. Each test
 * ends with a scrape that works. The clock of the library is that of this program, which moves it.
 */
#include "config.h"
#include "ui/openmetrics/http.h"

#include <malloc.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "model/splitmix64.h"
#include "tests/fixtures/fixture_http.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED true
#else
#define SANITIZED false
#endif

static time_t skipped_s;

/* Takes the place of glibc's, also in libmicrohttpd. */
int clock_gettime(clockid_t clock, struct timespec *time)
{
	long ret = syscall(SYS_clock_gettime, clock, time);

	time->tv_sec += skipped_s;
	return (int)ret;
}

/* Does nothing come to the server now? */
static bool is_quiet(void)
{
	struct pollfd fd = { .fd = http_fd(server.http), .events = POLLIN };

	return poll(&fd, 1, 0) == 0;
}

static void step_until_quiet(void)
{
	do
		http_step(server.http);
	while (!is_quiet() || http_timeout_ms(server.http) == 0);
}

static size_t descriptors(void)
{
	size_t n = 0;

	for (int fd = 0; fd < 1024; fd++) {
		int copy = dup(fd);

		if (copy < 0)
			continue;
		n++;
		close(copy);
	}
	return n;
}

HTTP_TEST(headers_without_end_are_refused)
{
	static const char *const starts[] = {
		"GET /", "GET /metrics HTTP/1.1\r\nCookie: ", "GET /metrics HTTP/1.1\r\n", "" };
	static const char *const more[] = { "a", "a", "A: b\r\n", "\r\n" };
	const char *reply;
	char bytes[4 * HTTP_MEMORY];
	size_t n;

	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++) {
		int client = http_client();

		http_send_text(client, starts[i]);
		for (n = 0; n + 8 < sizeof(bytes); n += strlen(more[i]))
			memcpy(bytes + n, more[i], strlen(more[i]));
		http_send(client, bytes, n);
		if (!*starts[i])
			(void)shutdown(client, SHUT_WR);
		reply = http_receive(client, &n);
		if (n && !strstr(reply, " 431 ") && !strstr(reply, " 414 ") && !strstr(reply, " 413 "))
			fail_msg("%zu: %.100s", i, reply);
		http_scrape();
	}
}

HTTP_TEST(among_100_silent_clients_a_new_one_is_served_and_the_oldest_is_dropped)
{
	int clients[HTTP_CONNECTIONS];

	for (int i = 0; i < HTTP_CONNECTIONS; i++) {
		clients[i] = http_client();
		http_step_once();
	}
	assert_false(http_is_closed(clients[0]));
	http_scrape();
	assert_true(http_is_closed(clients[0]));
	for (int i = 1; i < HTTP_CONNECTIONS; i++)
		assert_false(http_is_closed(clients[i]));
	for (int i = 0; i < HTTP_CONNECTIONS; i++)
		close(clients[i]);
	http_scrape();
}

/* The first has connected before all others, but asks. */
HTTP_TEST(a_client_that_asks_is_not_the_one_that_makes_room)
{
	int clients[HTTP_CONNECTIONS];
	char reply[12];

	for (int i = 0; i < HTTP_CONNECTIONS; i++) {
		clients[i] = http_client();
		http_step_once();
	}
	http_send_text(clients[0], "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
	http_receive_n(clients[0], reply, sizeof(reply));
	assert_memory_equal(reply, "HTTP/1.1 200", 12);
	http_scrape();
	assert_false(http_is_closed(clients[0]));
	assert_true(http_is_closed(clients[1]));
	for (int i = 0; i < HTTP_CONNECTIONS; i++)
		close(clients[i]);
}

HTTP_TEST(of_1000_clients_that_come_at_once_each_is_served_or_dropped)
{
	int clients[1000];

	for (size_t i = 0; i < sizeof(clients) / sizeof(*clients); i++) {
		clients[i] = http_client();
		http_send_text(clients[i], "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n");
		if (i % 50 == 49)	/* the kernel keeps 128 */
			step_until_quiet();
	}
	for (size_t i = 0; i < sizeof(clients) / sizeof(*clients); i++)
		close(clients[i]);
	http_scrape();
	assert_int_equal(server.made[EXPOSITION_PROMETHEUS], 1);
}

HTTP_TEST(a_client_that_sends_or_takes_nothing_is_dropped_after_its_time)
{
	int silent, slow;
	char first[100];

	server.page_size = 16 << 20;
	silent = http_client();
	http_send_text(silent, "GET /met");
	slow = http_client();
	http_send_text(slow, "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n");
	http_receive_n(slow, first, sizeof(first));
	step_until_quiet();
	assert_in_range(http_timeout_ms(server.http), 1, HTTP_SECONDS * 1000 + 1000);
	skipped_s += HTTP_SECONDS / 2;
	step_until_quiet();
	assert_false(http_is_closed(silent));
	skipped_s += HTTP_SECONDS;
	assert_int_equal(http_timeout_ms(server.http), 0);
	http_step(server.http);
	http_step(server.http);
	assert_true(http_is_closed(silent));
	assert_true(http_is_closed(slow));
	assert_int_equal(http_timeout_ms(server.http), -1);
	close(silent);
	close(slow);
	server.page_size = 1000;
	http_renew(server.http);
	http_scrape();
}

HTTP_TEST(without_descriptors_the_server_does_not_wake_again_and_again)
{
	struct rlimit before, few;
	int client;

	client = http_client();
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	few = before;
	few.rlim_cur = 3;	/* all that are open are above */
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
	http_step_once();
	assert_true(is_quiet());
	http_renew(server.http);
	assert_false(is_quiet());
	http_step(server.http);
	assert_true(is_quiet());
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
	assert_false(http_is_closed(client));
	http_renew(server.http);
	http_scrape();
	close(client);
}

/* Header bytes in each connection, and a page that no client takes, another one for each. */
HTTP_TEST(memory_is_bounded_by_connections_times_their_size_and_a_page)
{
	static char headers[HTTP_MEMORY / 2];
	int clients[3 * HTTP_CONNECTIONS];
	const int tiny = 1;
	size_t before, after;

	server.untouched = true;
	server.page_size = 8 << 20;
	memset(headers, 'a', sizeof(headers));
	memcpy(headers, "GET /metrics HTTP/1.1\r\nHost: a\r\nCookie: ", 41);
	memcpy(headers + sizeof(headers) - 4, "\r\n\r\n", 4);
	before = mallinfo2().uordblks + mallinfo2().hblkhd;
	for (int i = 0; i < 3 * HTTP_CONNECTIONS; i++) {
		clients[i] = http_client();
		(void)setsockopt(clients[i], SOL_SOCKET, SO_RCVBUF, &tiny, sizeof(tiny));
		http_send(clients[i], headers, sizeof(headers));
		http_renew(server.http);
		step_until_quiet();
	}
	assert_int_equal(server.made[EXPOSITION_PROMETHEUS], 3 * HTTP_CONNECTIONS);
	after = mallinfo2().uordblks + mallinfo2().hblkhd;
	if (!SANITIZED) {
		assert_true(after - before <
			    HTTP_CONNECTIONS * (HTTP_MEMORY + 2000 + server.page_size));
		assert_true(after - before > 10 * server.page_size);
	}
	for (int i = 0; i < 3 * HTTP_CONNECTIONS; i++)
		close(clients[i]);
	step_until_quiet();
	http_renew(server.http);
	after = mallinfo2().uordblks + mallinfo2().hblkhd;
	assert_true(SANITIZED || after < before + 65536);
	http_scrape();
}

static uint32_t next(uint64_t *seed)
{
	return (uint32_t)(splitmix64_next(seed) >> 32);
}

/* A few requests, whose bytes are changed, doubled, left out, or exchanged with words of HTTP. */
static size_t spoil(uint64_t *seed, char *bytes, size_t cap)
{
	static const char *const words[] = {
		"GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", "HEAD / HTTP/1.0\r\n\r\n", "POST / HTTP/1.1\r\n",
		"Content-Length: ", "18446744073709551616", "-1", "Transfer-Encoding: chunked\r\n", "\r\n",
		"\n", "\r", "ffffffffffffffff\r\n", "0\r\n\r\n", "Expect: 100-continue\r\n", "Accept: ",
		"application/openmetrics-text;q=", "Connection: ", "close\r\n", "Upgrade\r\n", "HTTP/2.0",
		"%", "?", "&=", "\0", "\377", ":", " ", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\026\003\001" };
	size_t n = 0;

	for (uint32_t left = 1 + next(seed) % 12; left; left--) {
		const char *word = words[next(seed) % (sizeof(words) / sizeof(*words))];
		size_t size = *word ? strlen(word) : 1;

		if (size > cap - n)
			break;
		memcpy(bytes + n, word, size);
		n += size;
	}
	for (uint32_t left = next(seed) % 4; left && n; left--)
		bytes[next(seed) % n] = (char)next(seed);
	return n;
}

HTTP_TEST(any_bytes_leave_a_server_that_serves)
{
	const char *rounds = getenv("HTTP_ROUNDS");
	uint64_t seed = 22;
	size_t before, n;
	char bytes[2048];

	http_scrape();
	before = descriptors();
	for (int i = rounds ? atoi(rounds) : 3000; i; i--) {
		int client = http_client();

		n = spoil(&seed, bytes, sizeof(bytes));
		for (size_t at = 0, part; at < n; at += part) {
			part = next(&seed) % 4 ? n - at : 1 + next(&seed) % (n - at);
			if (send(client, bytes + at, part, MSG_NOSIGNAL) != (ssize_t)part)
				break;	/* it is closed */
			if (next(&seed) % 4 == 0)
				http_step(server.http);
		}
		if (next(&seed) % 2)
			(void)shutdown(client, SHUT_WR);
		if (next(&seed) % 2)
			http_step(server.http);
		close(client);
		if (i % 64 == 0)
			http_scrape();
	}
	step_until_quiet();
	http_scrape();
	step_until_quiet();
	assert_int_equal(descriptors(), before);
}
