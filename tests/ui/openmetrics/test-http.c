/* SPDX-License-Identifier: GPL-2.0-only */
/* What the server of --listen answers to clients that are as they should be. */
#include "config.h"
#include "ui/openmetrics/http.h"

#include "tests/fixtures/fixture_http.h"

#define END "Host: a\r\nConnection: close\r\n\r\n"
#define OPENMETRICS "Accept: application/openmetrics-text;version=1.0.0,text/plain;q=0.5\r\n"

static const char *reply;	/* the last */

static void assert_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		print_error("no \"%s\" in:\n%.600s\n", part, text);
	assert_non_null(strstr(text, part));
}

static const char *body_of(const char *text)
{
	const char *end = strstr(text, "\r\n\r\n");

	assert_non_null(end);
	return end + 4;
}

static void assert_status(const char *request, const char *status)
{
	reply = http_ask(request);
	assert_has(reply, status);
	assert_ptr_equal(strstr(reply, "HTTP/1.1 "), reply);
	assert_memory_equal(reply + 9, status, strlen(status));
}

HTTP_TEST(metrics_come_in_the_format_that_accept_names)
{
	char type[200];

	reply = http_ask("GET /metrics HTTP/1.1\r\n" OPENMETRICS END);
	assert_has(reply, "HTTP/1.1 200 OK\r\n");
	(void)snprintf(type, sizeof(type), "\r\nContent-Type: %s\r\n",
		       exposition_type(EXPOSITION_OPENMETRICS));
	assert_has(reply, type);
	assert_has(reply, "\r\nVary: Accept\r\n");
	reply = http_ask("GET /metrics HTTP/1.1\r\n" END);
	(void)snprintf(type, sizeof(type), "\r\nContent-Type: %s\r\n",
		       exposition_type(EXPOSITION_PROMETHEUS));
	assert_has(reply, type);
	assert_int_equal(strlen(body_of(reply)), server.page_size);
	assert_int_equal(server.made[EXPOSITION_OPENMETRICS], 1);
	assert_int_equal(server.made[EXPOSITION_PROMETHEUS], 1);
}

HTTP_TEST(a_page_is_made_once_in_an_interval_however_many_ask)
{
	for (int i = 0; i < 100; i++)
		http_scrape();
	assert_int_equal(server.made[EXPOSITION_PROMETHEUS], 1);
	http_renew(server.http);
	assert_int_equal(server.made[EXPOSITION_PROMETHEUS], 1);	/* it was not asked for */
	http_scrape();
	http_scrape();
	assert_int_equal(server.made[EXPOSITION_PROMETHEUS], 2);
	assert_int_equal(server.made[EXPOSITION_OPENMETRICS], 0);
}

HTTP_TEST(head_tells_the_length_of_a_page_without_the_page)
{
	server.page_size = 4321;
	reply = http_ask("HEAD /metrics HTTP/1.1\r\n" END);
	assert_has(reply, "HTTP/1.1 200 OK\r\n");
	assert_has(reply, "\r\nContent-Length: 4321\r\n");
	assert_string_equal(body_of(reply), "");
}

HTTP_TEST(the_home_page_leads_to_the_metrics)
{
	reply = http_ask("GET / HTTP/1.1\r\n" END);
	assert_has(reply, "HTTP/1.1 200 OK\r\n");
	assert_has(reply, "Content-Type: text/html");
	assert_has(body_of(reply), "<a href=\"/metrics\">");
}

HTTP_TEST(other_paths_are_not_found_and_other_methods_not_allowed)
{
	static const char *const not_found[] = { "/metric", "/metrics/", "//metrics", "/../metrics",
						 "/METRICS", "/favicon.ico" };
	static const char *const methods[] = { "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE",
					       "PROPFIND", "get", "G" };
	char request[200];

	for (size_t i = 0; i < sizeof(not_found) / sizeof(*not_found); i++) {
		(void)snprintf(request, sizeof(request), "GET %s HTTP/1.1\r\n" END, not_found[i]);
		assert_status(request, "404 Not Found\r\n");
	}
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++) {
		(void)snprintf(request, sizeof(request), "%s /metrics HTTP/1.1\r\n" END, methods[i]);
		reply = http_ask(request);
		assert_has(reply, "HTTP/1.1 405 Method Not Allowed\r\n");
		assert_has(reply, "\r\nAllow: GET, HEAD\r\n");
		}
}

HTTP_TEST(a_query_is_ignored)
{
	assert_status("GET /metrics?name[]=a&b=%zz&&=? HTTP/1.1\r\n" END, "200 OK\r\n");
	assert_status("GET /?a HTTP/1.1\r\n" END, "200 OK\r\n");
}

/* RFC 9110, 5.3: lines of one name are one list. */
HTTP_TEST(accept_may_have_several_lines)
{
	reply = http_ask("GET /metrics HTTP/1.1\r\nAccept: text/plain;q=0.5\r\n"
			 "accept: application/openmetrics-text\r\nAccept: */*;q=0.1\r\n" END);
	assert_has(reply, "Content-Type: application/openmetrics-text");
	reply = http_ask("GET /metrics HTTP/1.1\r\nAccept:\r\n"
			 "Accept: text/html\r\n" END);
	assert_has(reply, "Content-Type: text/plain");
}

/* RFC 9112, 3.2.2: a server takes what is meant for a proxy, too. */
HTTP_TEST(a_whole_address_as_path_is_the_path_in_it)
{
	assert_status("GET http://a:9740/metrics HTTP/1.1\r\n" END, "200 OK\r\n");
	assert_status("GET HTTP://a/metrics?x HTTP/1.1\r\n" END, "200 OK\r\n");
	assert_status("GET http://a/ HTTP/1.1\r\n" END, "200 OK\r\n");
	assert_status("GET http://a HTTP/1.1\r\n" END, "200 OK\r\n");
	assert_status("GET http://a/metric HTTP/1.1\r\n" END, "404 Not Found\r\n");
	assert_status("GET ftp://a/metrics HTTP/1.1\r\n" END, "404 Not Found\r\n");
}

HTTP_TEST(one_connection_serves_many_requests_also_those_sent_at_once)
{
	const char *at;
	int pages = 0;

	reply = http_ask("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n"
			 "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n"
			 "GET /no HTTP/1.1\r\nHost: a\r\n\r\n"
			 "GET /metrics HTTP/1.1\r\n" END);
	for (at = reply; (at = strstr(at, "HTTP/1.1 200 OK\r\n")) != NULL; at++)
		pages++;
	assert_int_equal(pages, 3);
	assert_has(reply, "HTTP/1.1 404 Not Found\r\n");
	assert_true(strlen(reply) > 2 * server.page_size);
}

HTTP_TEST(a_request_may_come_byte_by_byte)
{
	static const char request[] = "GET /metrics?x HTTP/1.1\r\n" OPENMETRICS END;
	int client;

	client = http_client();
	http_step_once();
	for (size_t i = 0; i + 1 < sizeof(request); i++) {
		http_send(client, request + i, 1);
		http_step_once();
	}
	reply = http_receive(client, NULL);
	assert_has(reply, "HTTP/1.1 200 OK\r\n");
	assert_int_equal(strlen(body_of(reply)), server.page_size);
	assert_int_equal(server.made[EXPOSITION_OPENMETRICS], 1);
}

/* The second request begins in what the first has as its body. */
HTTP_TEST(nobody_waits_for_a_body_and_none_is_taken_for_a_request)
{
	static const char *const requests[] = {
		"GET /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000000\r\n\r\n",
		"GET /metrics HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
		"GET /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 37\r\n\r\n"
		"GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n" };
	for (size_t i = 0; i < sizeof(requests) / sizeof(*requests); i++) {
		reply = http_ask(requests[i]);
		assert_has(reply, "HTTP/1.1 200 OK\r\n");
		assert_int_equal(strlen(body_of(reply)), server.page_size);
		}
}

HTTP_TEST(an_old_client_gets_its_page_and_the_end_of_the_connection)
{
	reply = http_ask("GET /metrics HTTP/1.0\r\n\r\n");
	assert_has(reply, " 200 OK\r\n");
	assert_int_equal(strlen(body_of(reply)), server.page_size);
}

HTTP_TEST(without_memory_for_a_page_the_server_is_unavailable_until_there_is_some)
{
	server.no_memory = true;
	assert_status("GET /metrics HTTP/1.1\r\n" END, "503 ");
	assert_status("GET / HTTP/1.1\r\n" END, "200 OK\r\n");
	server.no_memory = false;
	assert_status("GET /metrics HTTP/1.1\r\n" END, "200 OK\r\n");
}

/* 16 MB find no room in the buffers of two sockets. */
HTTP_TEST(a_page_that_a_slow_client_takes_in_parts_is_that_of_one_interval)
{
	char first[1000];
	size_t n;
	int client;

	server.page_size = 16 << 20;
	client = http_client();
	http_send_text(client, "GET /metrics HTTP/1.1\r\n" END);
	http_receive_n(client, first, sizeof(first));
	assert_non_null(memmem(first, sizeof(first), "\r\n\r\n1xx", 7));
	http_renew(server.http);
	server.page_size = 1000;
	http_scrape();		/* others need not wait */
	assert_int_equal(server.made[EXPOSITION_PROMETHEUS], 2);
	reply = http_receive(client, &n);
	assert_in_range(n, (16 << 20) - 1000, 16 << 20);
	assert_int_equal(strspn(reply, "x"), n);
}

HTTP_TEST(the_address_is_one_that_a_browser_takes)
{
	char text[100], expected[100];

	http_address(server.http, text, sizeof(text));
	(void)snprintf(expected, sizeof(expected), "http://127.0.0.1:%u/metrics", http_port(server.http));
	assert_string_equal(text, expected);
	assert_true(http_port(server.http) > 0);
}
