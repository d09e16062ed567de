/* SPDX-License-Identifier: GPL-2.0-only */
/* What the server of --listen answers to clients that are as they should be. */
#include "config.h"
#include "ui/openmetrics/http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fixtures/fixture_http.h"
#include "tests/fixtures/test.h"

#define END "Host: a\r\nConnection: close\r\n\r\n"
#define OPENMETRICS "Accept: application/openmetrics-text;version=1.0.0,text/plain;q=0.5\r\n"

static void assert_has(const char *reply, const char *part)
{
	if (!strstr(reply, part))
		print_error("no \"%s\" in:\n%.600s\n", part, reply);
	assert_non_null(strstr(reply, part));
}

static const char *body_of(const char *reply)
{
	const char *end = strstr(reply, "\r\n\r\n");

	assert_non_null(end);
	return end + 4;
}

static void assert_status(struct fixture_http *fixture, const char *request, const char *status)
{
	char *reply = http_ask(fixture, request);

	assert_has(reply, status);
	assert_ptr_equal(strstr(reply, "HTTP/1.1 "), reply);
	assert_memory_equal(reply + 9, status, strlen(status));
	free(reply);
}

TEST(metrics_come_in_the_format_that_accept_names)
{
	struct fixture_http fixture = { 0 };
	char *reply, type[200];

	http_setup(&fixture);
	reply = http_ask(&fixture, "GET /metrics HTTP/1.1\r\n" OPENMETRICS END);
	assert_has(reply, "HTTP/1.1 200 OK\r\n");
	(void)snprintf(type, sizeof(type), "\r\nContent-Type: %s\r\n",
		       exposition_type(EXPOSITION_OPENMETRICS));
	assert_has(reply, type);
	assert_has(reply, "\r\nVary: Accept\r\n");
	free(reply);
	reply = http_ask(&fixture, "GET /metrics HTTP/1.1\r\n" END);
	(void)snprintf(type, sizeof(type), "\r\nContent-Type: %s\r\n",
		       exposition_type(EXPOSITION_PROMETHEUS));
	assert_has(reply, type);
	assert_int_equal(strlen(body_of(reply)), fixture.page_size);
	free(reply);
	assert_int_equal(fixture.made[EXPOSITION_OPENMETRICS], 1);
	assert_int_equal(fixture.made[EXPOSITION_PROMETHEUS], 1);
	http_teardown(&fixture);
}

TEST(a_page_is_made_once_in_an_interval_however_many_ask)
{
	struct fixture_http fixture = { 0 };

	http_setup(&fixture);
	for (int i = 0; i < 100; i++)
		http_scrape(&fixture);
	assert_int_equal(fixture.made[EXPOSITION_PROMETHEUS], 1);
	http_renew(fixture.http);
	assert_int_equal(fixture.made[EXPOSITION_PROMETHEUS], 1);	/* nobody has asked */
	http_scrape(&fixture);
	http_scrape(&fixture);
	assert_int_equal(fixture.made[EXPOSITION_PROMETHEUS], 2);
	assert_int_equal(fixture.made[EXPOSITION_OPENMETRICS], 0);
	http_teardown(&fixture);
}

TEST(head_tells_the_length_of_a_page_without_the_page)
{
	struct fixture_http fixture = { 0 };
	char *reply;

	http_setup(&fixture);
	fixture.page_size = 4321;
	reply = http_ask(&fixture, "HEAD /metrics HTTP/1.1\r\n" END);
	assert_has(reply, "HTTP/1.1 200 OK\r\n");
	assert_has(reply, "\r\nContent-Length: 4321\r\n");
	assert_string_equal(body_of(reply), "");
	free(reply);
	http_teardown(&fixture);
}

TEST(the_home_page_leads_to_the_metrics)
{
	struct fixture_http fixture = { 0 };
	char *reply;

	http_setup(&fixture);
	reply = http_ask(&fixture, "GET / HTTP/1.1\r\n" END);
	assert_has(reply, "HTTP/1.1 200 OK\r\n");
	assert_has(reply, "Content-Type: text/html");
	assert_has(body_of(reply), "<a href=\"/metrics\">");
	free(reply);
	http_teardown(&fixture);
}

TEST(other_paths_are_not_found_and_other_methods_not_allowed)
{
	static const char *const not_found[] = { "/metric", "/metrics/", "//metrics", "/../metrics",
						 "/METRICS", "/favicon.ico" };
	static const char *const methods[] = { "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE",
					       "PROPFIND", "get", "G" };
	struct fixture_http fixture = { 0 };
	char request[200], *reply;

	http_setup(&fixture);
	for (size_t i = 0; i < sizeof(not_found) / sizeof(*not_found); i++) {
		(void)snprintf(request, sizeof(request), "GET %s HTTP/1.1\r\n" END, not_found[i]);
		assert_status(&fixture, request, "404 Not Found\r\n");
	}
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++) {
		(void)snprintf(request, sizeof(request), "%s /metrics HTTP/1.1\r\n" END, methods[i]);
		reply = http_ask(&fixture, request);
		assert_has(reply, "HTTP/1.1 405 Method Not Allowed\r\n");
		assert_has(reply, "\r\nAllow: GET, HEAD\r\n");
		free(reply);
	}
	http_teardown(&fixture);
}

TEST(a_query_is_ignored)
{
	struct fixture_http fixture = { 0 };

	http_setup(&fixture);
	assert_status(&fixture, "GET /metrics?name[]=a&b=%zz&&=? HTTP/1.1\r\n" END, "200 OK\r\n");
	assert_status(&fixture, "GET /?a HTTP/1.1\r\n" END, "200 OK\r\n");
	http_teardown(&fixture);
}

/* RFC 9110, 5.3: lines of one name are one list. */
TEST(accept_may_have_several_lines)
{
	struct fixture_http fixture = { 0 };
	char *reply;

	http_setup(&fixture);
	reply = http_ask(&fixture, "GET /metrics HTTP/1.1\r\nAccept: text/plain;q=0.5\r\n"
			 "accept: application/openmetrics-text\r\nAccept: */*;q=0.1\r\n" END);
	assert_has(reply, "Content-Type: application/openmetrics-text");
	free(reply);
	reply = http_ask(&fixture, "GET /metrics HTTP/1.1\r\nAccept:\r\n"
			 "Accept: text/html\r\n" END);
	assert_has(reply, "Content-Type: text/plain");
	free(reply);
	http_teardown(&fixture);
}

/* RFC 9112, 3.2.2: a server takes what is meant for a proxy, too. */
TEST(a_whole_address_as_path_is_the_path_in_it)
{
	struct fixture_http fixture = { 0 };

	http_setup(&fixture);
	assert_status(&fixture, "GET http://a:9740/metrics HTTP/1.1\r\n" END, "200 OK\r\n");
	assert_status(&fixture, "GET HTTP://a/metrics?x HTTP/1.1\r\n" END, "200 OK\r\n");
	assert_status(&fixture, "GET http://a/ HTTP/1.1\r\n" END, "200 OK\r\n");
	assert_status(&fixture, "GET http://a HTTP/1.1\r\n" END, "200 OK\r\n");
	assert_status(&fixture, "GET http://a/metric HTTP/1.1\r\n" END, "404 Not Found\r\n");
	assert_status(&fixture, "GET ftp://a/metrics HTTP/1.1\r\n" END, "404 Not Found\r\n");
	http_teardown(&fixture);
}

TEST(one_connection_serves_many_requests_also_those_sent_at_once)
{
	struct fixture_http fixture = { 0 };
	const char *at;
	char *reply;
	int pages = 0;

	http_setup(&fixture);
	reply = http_ask(&fixture, "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n"
			 "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n"
			 "GET /no HTTP/1.1\r\nHost: a\r\n\r\n"
			 "GET /metrics HTTP/1.1\r\n" END);
	for (at = reply; (at = strstr(at, "HTTP/1.1 200 OK\r\n")) != NULL; at++)
		pages++;
	assert_int_equal(pages, 3);
	assert_has(reply, "HTTP/1.1 404 Not Found\r\n");
	assert_true(strlen(reply) > 2 * fixture.page_size);
	free(reply);
	http_teardown(&fixture);
}

TEST(a_request_may_come_byte_by_byte)
{
	static const char request[] = "GET /metrics?x HTTP/1.1\r\n" OPENMETRICS END;
	struct fixture_http fixture = { 0 };
	char *reply;
	int client;

	http_setup(&fixture);
	client = http_client(&fixture);
	http_step_once(&fixture);
	for (size_t i = 0; i + 1 < sizeof(request); i++) {
		http_send(client, request + i, 1);
		http_step_once(&fixture);
	}
	reply = http_receive(&fixture, client, NULL);
	assert_has(reply, "HTTP/1.1 200 OK\r\n");
	assert_int_equal(strlen(body_of(reply)), fixture.page_size);
	free(reply);
	assert_int_equal(fixture.made[EXPOSITION_OPENMETRICS], 1);
	http_teardown(&fixture);
}

/* The second request begins in what the first has as its body. */
TEST(nobody_waits_for_a_body_and_none_is_taken_for_a_request)
{
	static const char *const requests[] = {
		"GET /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000000\r\n\r\n",
		"GET /metrics HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
		"GET /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 37\r\n\r\n"
		"GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n" };
	struct fixture_http fixture = { 0 };
	char *reply;

	http_setup(&fixture);
	for (size_t i = 0; i < sizeof(requests) / sizeof(*requests); i++) {
		reply = http_ask(&fixture, requests[i]);
		assert_has(reply, "HTTP/1.1 200 OK\r\n");
		assert_int_equal(strlen(body_of(reply)), fixture.page_size);
		free(reply);
	}
	http_teardown(&fixture);
}

TEST(an_old_client_gets_its_page_and_the_end_of_the_connection)
{
	struct fixture_http fixture = { 0 };
	char *reply;

	http_setup(&fixture);
	reply = http_ask(&fixture, "GET /metrics HTTP/1.0\r\n\r\n");
	assert_has(reply, " 200 OK\r\n");
	assert_int_equal(strlen(body_of(reply)), fixture.page_size);
	free(reply);
	http_teardown(&fixture);
}

TEST(without_memory_for_a_page_the_server_is_unavailable_until_there_is_some)
{
	struct fixture_http fixture = { .no_memory = true };

	http_setup(&fixture);
	assert_status(&fixture, "GET /metrics HTTP/1.1\r\n" END, "503 ");
	assert_status(&fixture, "GET / HTTP/1.1\r\n" END, "200 OK\r\n");
	fixture.no_memory = false;
	assert_status(&fixture, "GET /metrics HTTP/1.1\r\n" END, "200 OK\r\n");
	http_teardown(&fixture);
}

/* 16 MB find no room in the buffers of two sockets. */
TEST(a_page_that_a_slow_client_takes_in_parts_is_that_of_one_interval)
{
	struct fixture_http fixture = { 0 };
	char *reply, first[1000];
	size_t n;
	int client;

	http_setup(&fixture);
	fixture.page_size = 16 << 20;
	client = http_client(&fixture);
	http_send_text(client, "GET /metrics HTTP/1.1\r\n" END);
	http_receive_n(&fixture, client, first, sizeof(first));
	assert_non_null(memmem(first, sizeof(first), "\r\n\r\n1xx", 7));
	http_renew(fixture.http);
	fixture.page_size = 1000;
	http_scrape(&fixture);		/* others need not wait */
	assert_int_equal(fixture.made[EXPOSITION_PROMETHEUS], 2);
	reply = http_receive(&fixture, client, &n);
	assert_in_range(n, (16 << 20) - 1000, 16 << 20);
	assert_int_equal(strspn(reply, "x"), n);
	free(reply);
	http_teardown(&fixture);
}

TEST(the_address_is_one_that_a_browser_takes)
{
	struct fixture_http fixture = { 0 };
	char text[100], expected[100];

	http_setup(&fixture);
	http_address(fixture.http, text, sizeof(text));
	(void)snprintf(expected, sizeof(expected), "http://127.0.0.1:%u/metrics",
		       http_port(fixture.http));
	assert_string_equal(text, expected);
	assert_true(http_port(fixture.http) > 0);
	http_teardown(&fixture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(metrics_come_in_the_format_that_accept_names),
		cmocka_unit_test(a_page_is_made_once_in_an_interval_however_many_ask),
		cmocka_unit_test(head_tells_the_length_of_a_page_without_the_page),
		cmocka_unit_test(the_home_page_leads_to_the_metrics),
		cmocka_unit_test(other_paths_are_not_found_and_other_methods_not_allowed),
		cmocka_unit_test(a_query_is_ignored),
		cmocka_unit_test(accept_may_have_several_lines),
		cmocka_unit_test(a_whole_address_as_path_is_the_path_in_it),
		cmocka_unit_test(one_connection_serves_many_requests_also_those_sent_at_once),
		cmocka_unit_test(a_request_may_come_byte_by_byte),
		cmocka_unit_test(nobody_waits_for_a_body_and_none_is_taken_for_a_request),
		cmocka_unit_test(an_old_client_gets_its_page_and_the_end_of_the_connection),
		cmocka_unit_test(
			without_memory_for_a_page_the_server_is_unavailable_until_there_is_some),
		cmocka_unit_test(
			a_page_that_a_slow_client_takes_in_parts_is_that_of_one_interval),
		cmocka_unit_test(the_address_is_one_that_a_browser_takes),
	};

	return cmocka_run_group_tests_name("http", tests, NULL, NULL);
}
