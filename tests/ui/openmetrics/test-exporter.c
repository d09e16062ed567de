/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The thread that exports counters. A test waits for what the thread writes; nothing waits for time.
 */
#include "config.h"
#include "ui/openmetrics/exporter.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "collect/sys/thread_start.h"
#include "model/totals/totals.h"
#include "tests/fixtures/fixture_interval.h"
#include "tests/fixtures/test_main.h"
#include "tests/fixtures/timed_join.h"
#include "ui/openmetrics/http.h"

#define SECOND 1000000000ULL
#define CLIENTS 4

/* The file: what was written last, and whether it fails or waits. */
static struct {
	pthread_mutex_t lock;
	char *text;		/* of the last that did not fail; NULL: none */
	atomic_int fails;	/* errno */
	atomic_bool blocks;	/* until `open` is posted */
	sem_t open, written, blocked;
	sigset_t mask;		/* of the thread that writes */
} file = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct totals *totals;
static int wake;
static struct exporter *exporter;
static struct err err;

static int write_file(const char *path, const char *bytes, size_t n, struct err *trouble)
{
	int fails = atomic_load(&file.fails);

	assert_string_equal(path, "counters");
	if (atomic_load(&file.blocks)) {
		sem_post(&file.blocked);
		sem_wait(&file.open);
	}
	pthread_mutex_lock(&file.lock);
	pthread_sigmask(SIG_BLOCK, NULL, &file.mask);
	if (!fails) {
		free(file.text);
		file.text = strndup(bytes, n);
	}
	pthread_mutex_unlock(&file.lock);
	sem_post(&file.written);
	return fails ? err_set(trouble, fails, "cannot write: %d", fails) : 0;
}

static void wait_written(void)
{
	while (sem_wait(&file.written))
		;
}

SETUP_MAY_FAIL
{
	err.text[0] = '\0';
	atomic_store(&file.fails, 0);
	atomic_store(&file.blocks, false);
	thread_is_stuck = false;
	sem_init(&file.open, 0, 0);
	sem_init(&file.written, 0, 0);
	sem_init(&file.blocked, 0, 0);
	wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	totals = totals_new(TOTALS_BY_CGROUP, wake);
	return totals && wake >= 0 ? 0 : -1;
}

TEARDOWN
{
	totals_free(totals);
	totals = NULL;
	close(wake);
	free(file.text);
	file.text = NULL;
	interval_done();
}

/* As the collector does. */
static void add_interval(void)
{
	static const double split[4] = { 70, 10, 10, 10 };
	const struct counts counts = interval_counts(4e9, split);

	(void)interval_begin(SECOND);
	interval_task(0, 10, "task", "/system.slice/a.service", SECOND / 2, &counts);
	totals_add(totals, interval_finish());
	(void)eventfd_write(totals_wake(totals), 1);
}

static void export_interval(void)
{
	add_interval();
	wait_written();
}

static void start(struct http *http)
{
	const struct exporter_options options = { .totals = totals, .wake = wake, .http = http,
						  .file = "counters", .write = write_file,
						  .start_thread = thread_start_low };

	assert_int_equal(exporter_start(&options, &exporter, &err), 0);
	wait_written();
}

static bool has(const char *part)
{
	bool ret;

	pthread_mutex_lock(&file.lock);
	ret = file.text && strstr(file.text, part);
	pthread_mutex_unlock(&file.lock);
	return ret;
}

TEST(the_first_file_has_no_counts_and_each_interval_makes_another)
{
	start(NULL);
	assert_true(has("tdtop_build_info"));
	assert_false(has("a.service"));
	for (int i = 1; i <= 5; i++) {
		char line[60];

		export_interval();
		(void)snprintf(line, sizeof(line), "\ntdtop_intervals_total %d\n", i);
		assert_true(has(line));
		assert_true(has("a.service"));
	}
	assert_int_equal(exporter_trouble(exporter, &err), 0);
	assert_int_equal(exporter_stop(exporter, &err), 0);
}

TEST(a_file_that_cannot_be_written_is_reported_before_anything_is_counted)
{
	struct exporter_options options = { .totals = totals, .wake = wake,
					    .file = "/proc/no/such/directory/x.prom" };

	assert_true(exporter_start(&options, &exporter, &err) < 0);
	assert_null(exporter);
	assert_non_null(strstr(err.text, options.file));
}

TEST(a_file_that_fails_is_tried_again_at_the_next_interval)
{
	start(NULL);
	atomic_store(&file.fails, ENOSPC);
	export_interval();
	while (exporter_trouble(exporter, &err) == 0)
		;	/* it has written, and is about to say so */
	assert_int_equal(exporter_trouble(exporter, &err), -ENOSPC);
	assert_string_equal(err.text, "cannot write: 28");
	atomic_store(&file.fails, 0);
	export_interval();
	assert_true(has("\ntdtop_intervals_total 2\n"));
	assert_int_equal(exporter_stop(exporter, &err), 0);
}

TEST(the_end_tells_that_the_last_file_could_not_be_written)
{
	start(NULL);
	atomic_store(&file.fails, EROFS);
	export_interval();
	assert_int_equal(exporter_stop(exporter, &err), -EROFS);
	assert_string_equal(err.text, "cannot write: 30");
}

TEST(what_failed_is_written_at_the_end_if_it_can_be)
{
	start(NULL);
	atomic_store(&file.fails, ENOSPC);
	export_interval();
	atomic_store(&file.fails, 0);
	assert_int_equal(exporter_stop(exporter, &err), 0);
	assert_true(has("\ntdtop_intervals_total 1\n"));
}

/* The interval comes while the thread is busy, and the end right behind it. */
TEST(the_last_counters_are_written_at_the_end)
{
	start(NULL);
	for (int i = 0; i < 100; i++)
		add_interval();
	assert_int_equal(exporter_stop(exporter, &err), 0);
	assert_true(has("\ntdtop_intervals_total 100\n"));
}

/* Under AddressSanitizer it also fails if the thread uses what was freed, or leaves memory behind. */
TEST(a_file_system_that_does_not_answer_does_not_keep_the_program)
{
	char *name = strdup("counters");
	struct exporter_options options = { .totals = totals, .wake = wake, .file = name,
					    .write = write_file, .start_thread = thread_start_low };

	assert_int_equal(exporter_start(&options, &exporter, &err), 0);
	wait_written();
	atomic_store(&file.blocks, true);
	add_interval();
	while (sem_wait(&file.blocked))
		;
	thread_is_stuck = true;
	assert_int_equal(exporter_stop(exporter, &err), -ETIMEDOUT);
	assert_non_null(strstr(err.text, "not in counters: its disk, server or pipe did not answer"));
	free(name);
	totals_free(totals);
	totals = NULL;
	sem_post(&file.open);
	wait_written();
}

TEST(the_thread_takes_no_signals)
{
	start(NULL);
	export_interval();
	for (int i = 1; i < 32; i++)
		assert_true(sigismember(&file.mask, i) || i == SIGKILL || i == SIGSTOP);
	assert_int_equal(exporter_stop(exporter, &err), 0);
}

TEST(without_a_file_or_a_server_there_is_nothing_but_an_end)
{
	struct exporter_options options = { .totals = totals, .wake = wake, .start_thread = thread_start_low };

	assert_int_equal(exporter_start(&options, &exporter, &err), 0);
	add_interval();
	assert_int_equal(exporter_trouble(exporter, &err), 0);
	assert_int_equal(exporter_stop(exporter, &err), 0);
	assert_int_equal(exporter_stop(NULL, &err), 0);
}

/* --- with clients: they wait for the thread as curl does */

static atomic_bool enough;
static uint16_t port;

/* Asks once. Is there a page, with this part? */
static bool ask(const char *part)
{
	static const char request[] = "GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
	const struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(port),
					     .sin_addr = { htonl(INADDR_LOOPBACK) } };
	const struct linger reset = { .l_onoff = 1 };
	int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	static _Thread_local char reply[1 << 20];
	size_t n = 0;
	ssize_t got = -1;

	(void)setsockopt(client, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
	if (!connect(client, (const struct sockaddr *)&address, sizeof(address)) &&
	    send(client, request, sizeof(request) - 1, MSG_NOSIGNAL) > 0) {
		do {
			got = recv(client, reply + n, sizeof(reply) - n - 1, 0);
			n += got > 0 ? (size_t)got : 0;
		} while (got > 0);
	}
	close(client);
	reply[n] = '\0';
	return got == 0 && strstr(reply, part);
}

static void *hammer(void *data)
{
	while (!atomic_load(&enough))
		(void)ask("");
	return NULL;
}

static struct http *server(void)
{
	struct http *http;

	if (http_open("0", &http, &err) == -ENOTSUP)
		skip();
	port = http_port(http);
	return http;
}

TEST(clients_get_the_counters_of_the_last_interval)
{
	struct http *http = server();

	start(http);
	assert_true(ask("tdtop_build_info"));
	export_interval();		/* of the same view: clients come behind the file */
	assert_true(ask("\ntdtop_intervals_total 1\n"));
	assert_true(ask("a.service"));
	assert_int_equal(exporter_stop(exporter, &err), 0);
	http_close(http);
}

TEST(clients_that_ask_without_pause_do_not_keep_the_file_from_being_written)
{
	struct http *http = server();
	pthread_t clients[CLIENTS];
	char line[60];

	start(http);
	atomic_store(&enough, false);
	for (int i = 0; i < CLIENTS; i++)
		assert_int_equal(pthread_create(&clients[i], NULL, hammer, NULL), 0);
	for (int i = 1; i <= 50; i++) {
		export_interval();
		(void)snprintf(line, sizeof(line), "\ntdtop_intervals_total %d\n", i);
		assert_true(has(line));
	}
	atomic_store(&enough, true);
	for (int i = 0; i < CLIENTS; i++)
		pthread_join(clients[i], NULL);
	assert_int_equal(exporter_stop(exporter, &err), 0);
	http_close(http);
}

TEST(the_end_drops_clients_that_are_connected)
{
	struct http *http = server();
	const struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(port),
					     .sin_addr = { htonl(INADDR_LOOPBACK) } };
	int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	char byte;

	start(http);
	assert_int_equal(connect(client, (const struct sockaddr *)&address, sizeof(address)), 0);
	assert_true(ask("tdtop_build_info"));	/* the other is accepted before */
	assert_int_equal(exporter_stop(exporter, &err), 0);
	http_close(http);
	assert_true(recv(client, &byte, 1, 0) <= 0);
	assert_false(ask(""));
	close(client);
}
