/* SPDX-License-Identifier: GPL-2.0-only */
/* Which addresses --listen takes, and what it says of those that cannot be. */
#include "config.h"
#include "ui/openmetrics/http_listen.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <unistd.h>

#include "tests/fixtures/test_main.h"

static struct http_place place;
static struct err err;

static int listen_on(const char *where)
{
	int ret = http_place_parse(where, &place, &err);

	return ret ? ret : http_listen(where, &place, &err);
}

static void assert_place(const char *where, const char *expected)
{
	char text[HTTP_PLACE_LEN];

	if (http_place_parse(where, &place, &err))
		fail_msg("%s: %s", where, err.text);
	http_place_text(&place, text, sizeof(text));
	assert_string_equal(text, expected);
}

TEST(an_address_is_a_port_or_has_one_behind_a_colon)
{
	assert_place("9740", "127.0.0.1:9740");
	assert_place("0", "127.0.0.1:0");
	assert_place("65535", "127.0.0.1:65535");
	assert_place("localhost:9740", "127.0.0.1:9740");
	assert_place("192.0.2.7:9740", "192.0.2.7:9740");
	assert_place("[2001:db8::7]:9740", "[2001:db8::7]:9740");
	assert_place("[::1]:9740", "[::1]:9740");
	assert_place("[fe80::1%lo]:9740", "[fe80::1%lo]:9740");
	assert_false(place.all);
}

/* A socket of IPv6 alone cannot be bound to it. */
TEST(an_ipv4_address_written_as_one_of_ipv6_is_that_of_ipv4)
{
	int fd;

	assert_place("[::ffff:192.0.2.7]:80", "192.0.2.7:80");
	assert_place("[::ffff:0.0.0.0]:80", "127.0.0.1:80");
	fd = listen_on("[::ffff:127.0.0.1]:0");
	assert_true(fd >= 0);
	close(fd);
}

TEST(an_address_at_which_nobody_can_be_asked_is_refused)
{
	static const char *const of_many[] = { "224.0.0.1:1", "239.255.255.255:1", "[ff02::1]:1",
					       "255.255.255.255:1", "[ff02::1%lo]:1",
					       "[::ffff:224.0.0.1]:1" };

	for (size_t i = 0; i < sizeof(of_many) / sizeof(*of_many); i++) {
		assert_int_equal(http_place_parse(of_many[i], &place, &err), -EINVAL);
		assert_non_null(strstr(err.text, "is an address of many machines"));
	}
	assert_int_equal(http_place_parse("[fe80::1]:9740", &place, &err), -EINVAL);
	assert_non_null(strstr(err.text, "[fe80::1%eth0]:9740"));
}

TEST(all_addresses_are_shown_as_one_that_can_be_asked)
{
	assert_place("0.0.0.0:9740", "127.0.0.1:9740");
	assert_place("[::]:9740", "[::1]:9740");
	assert_false(place.all);
	assert_place(":9740", "127.0.0.1:9740");
	assert_true(place.all);
}

TEST(what_is_no_address_is_refused_with_a_sentence_that_quotes_its_start)
{
	static const char *const junk[] = {
		"", ":", "x", "-1", "+1", " 1", "1 ", "65536", "99999", "100000", "0x50", "1.5", "127.0.0.1",
		"127.0.0.1:", "127.0.0.1:x", "127.0.0.1:-1", "127.0.0:1", "127.0.0.256:1", "1:2:3", "::1:9740",
		"[::1]", "[::1]:", "[::1:9740", "::1]:9740", "[]:1", "[:1", "]:1", "[127.0.0.1]:1", "[::g]:1",
		"[fe80::1%nosuchlink]:1", "[fe80::1%]:1", "*:9740", "example.org:80", "http://127.0.0.1:80",
		"127.0.0.1:80/metrics", "unix:/run/x", "127.0.0.1:80\n", "\377\376:1" };
	char text[5000], quoted[100];

	for (size_t i = 0; i < sizeof(junk) / sizeof(*junk); i++) {
		err.text[0] = '\0';
		assert_int_equal(http_place_parse(junk[i], &place, &err), -EINVAL);
		(void)snprintf(quoted, sizeof(quoted), "\"%s\" is not an address", junk[i]);
		assert_ptr_equal(strstr(err.text, quoted), err.text);
	}
	memset(text, '1', sizeof(text));
	memcpy(text + sizeof(text) - 6, ":9740", 6);
	assert_int_equal(http_place_parse(text, &place, &err), -EINVAL);
	assert_true(strlen(err.text) < 250);
}

TEST(a_port_of_zero_is_one_that_is_free)
{
	int fd = listen_on("0"), other;
	uint16_t port = http_place_port(&place);

	assert_true(fd >= 0 && port);
	other = listen_on("127.0.0.1:0");
	assert_true(other >= 0);
	assert_int_not_equal(http_place_port(&place), port);
	close(fd);
	close(other);
}

TEST(a_port_that_another_program_has_is_refused_and_tells_who_could_know)
{
	int fd = listen_on("0");
	char where[40];

	(void)snprintf(where, sizeof(where), "127.0.0.1:%u", http_place_port(&place));
	assert_int_equal(listen_on(where), -EADDRINUSE);
	assert_non_null(strstr(err.text, where));
	assert_non_null(strstr(err.text, "another program"));
	close(fd);
}

/* Its connections are closed by the server, which then has them in TIME_WAIT. */
static int listen_twice(void)
{
	int fd = listen_on("0"), client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), served;
	char where[40], byte;

	assert_int_equal(connect(client, (struct sockaddr *)&place.address, place.size), 0);
	served = accept(fd, NULL, NULL);
	assert_true(served >= 0);
	close(served);
	assert_int_equal(read(client, &byte, 1), 0);
	close(client);
	close(fd);
	(void)snprintf(where, sizeof(where), "%u", http_place_port(&place));
	return listen_on(where);
}

TEST(a_port_is_free_at_once_when_its_server_has_ended)
{
	int fd = -1;

	/* Another program may take one in between, but not each. */
	for (int i = 0; i < 20 && fd < 0; i++)
		fd = listen_twice();
	assert_true(fd >= 0);
	close(fd);
}

/* Of TEST-NET-1 and of documentation, which no machine has. */
TEST(an_address_of_another_machine_is_refused)
{
	int fd;

	assert_int_equal(listen_on("192.0.2.1:0"), -EADDRNOTAVAIL);
	assert_non_null(strstr(err.text, "192.0.2.1:0: this machine does not have that address"));
	fd = listen_on("[2001:db8::1]:0");
	assert_true(fd == -EADDRNOTAVAIL || fd == -EAFNOSUPPORT);
	assert_ptr_equal(strstr(err.text, "cannot listen on [2001:db8::1]:0: "), err.text);
}

TEST(a_port_below_1024_needs_rights_and_the_sentence_says_so)
{
	FILE *file = fopen("/proc/sys/net/ipv4/ip_unprivileged_port_start", "r");
	int first = 1024, ret;
	uid_t user = geteuid();

	if (file) {
		assert_int_equal(fscanf(file, "%d", &first), 1);
		(void)fclose(file);
	}
	if (first < 1024 || (user == 0 && seteuid(65534)))
		skip();		/* as in a container */
	ret = listen_on("127.0.0.1:1");
	if (user == 0)
		assert_int_equal(seteuid(0), 0);
	assert_int_equal(ret, -EACCES);
	assert_non_null(strstr(err.text, "ports below 1024 need root or CAP_NET_BIND_SERVICE"));
}

/* Connects by this family to the loopback address. */
static bool answers(int family, uint16_t port)
{
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_port = htons(port),
				  .sin_addr = { htonl(INADDR_LOOPBACK) } };
	struct sockaddr_in6 in6 = { .sin6_family = AF_INET6, .sin6_port = htons(port),
				    .sin6_addr = IN6ADDR_LOOPBACK_INIT };
	int client = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bool ret;

	if (client < 0)
		return false;
	ret = family == AF_INET ? !connect(client, (struct sockaddr *)&in, sizeof(in))
				: !connect(client, (struct sockaddr *)&in6, sizeof(in6));
	close(client);
	return ret;
}

/* Listens there at a port that no other program has at this address of IPv4; *held keeps it so. */
static int listen_unlike(const char *where, const char *address, int *held)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	int fd;

	assert_int_equal(inet_pton(AF_INET, address, &at.sin_addr), 1);
	while ((fd = listen_on(where)) >= 0) {
		at.sin_port = htons(http_place_port(&place));
		*held = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
		if (!bind(*held, (struct sockaddr *)&at, sizeof(at)))
			break;
		close(*held);
		close(fd);
	}
	return fd;
}

TEST(without_an_address_all_answer_of_ipv4_and_of_ipv6)
{
	int fd = listen_on(":0"), v6, held;

	assert_true(fd >= 0);
	assert_true(answers(AF_INET, http_place_port(&place)));
	v6 = listen_unlike("[::1]:0", "127.0.0.1", &held);
	if (v6 >= 0) {		/* the machine has it */
		assert_true(answers(AF_INET6, http_place_port(&place)));
		assert_false(answers(AF_INET, http_place_port(&place)));
		close(held);
		close(v6);
		close(fd);
		fd = listen_on(":0");
		assert_true(answers(AF_INET6, http_place_port(&place)));
	}
	close(fd);
}

TEST(port_alone_is_not_answered_at_other_addresses)
{
	struct sockaddr_in other = { .sin_family = AF_INET };
	int held, fd = listen_unlike("0", "127.0.0.2", &held);
	int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	other.sin_port = htons(http_place_port(&place));
	assert_int_equal(inet_pton(AF_INET, "127.0.0.2", &other.sin_addr), 1);
	assert_int_equal(connect(client, (struct sockaddr *)&other, sizeof(other)), -1);
	assert_int_equal(errno, ECONNREFUSED);
	close(client);
	close(held);
	close(fd);
}
