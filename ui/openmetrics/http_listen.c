/* SPDX-License-Identifier: GPL-2.0-only */
/* Parses addresses and opens the socket; see http_listen.h. Main thread. */
#include "config.h"
#include "ui/openmetrics/http_listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BACKLOG 128	/* connections that wait for accept(); the kernel refuses more */
#define ADDRESS_LEN (INET6_ADDRSTRLEN + IF_NAMESIZE)
#define SHOWN 64	/* characters of a text that is quoted */

static int http_listen_refuse(const char *where, struct err *err)
{
	return err_set(err, EINVAL, "\"%.*s\" is not an address to listen on; give PORT, ADDR:PORT "
		       "or [ADDR6]:PORT, with an address in digits, as 127.0.0.1:9740", SHOWN, where);
}

/* Digits only, so neither a sign nor a blank. -1: no port. */
static long port_number(const char *digits)
{
	size_t n = strspn(digits, "0123456789");
	long port;

	if (!n || n > 5 || digits[n])
		return -1;
	port = strtol(digits, NULL, 10);
	return port <= UINT16_MAX ? port : -1;
}

static void set_ipv4(struct http_place *place, struct in_addr address, in_port_t port)
{
	struct sockaddr_in *in = (struct sockaddr_in *)&place->address;

	in->sin_family = AF_INET;
	in->sin_addr = address;
	in->sin_port = port;
	place->size = sizeof(*in);
}

static void set_ipv6(struct http_place *place, struct in6_addr address, in_port_t port)
{
	struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)&place->address;

	in6->sin6_family = AF_INET6;
	in6->sin6_addr = address;
	in6->sin6_port = port;
	place->size = sizeof(*in6);
}

/* An address with an interface is "fe80::1%eth0"; the text is cut there. */
static bool parse_ipv6(char *text, in_port_t port, struct http_place *place)
{
	struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)&place->address;
	char *interface = strchr(text, '%');
	struct in6_addr address;

	if (interface)
		*interface++ = '\0';
	if (inet_pton(AF_INET6, text, &address) != 1)
		return false;
	if (IN6_IS_ADDR_V4MAPPED(&address) && !interface) {
		struct in_addr in;	/* a socket of IPv6 alone cannot be bound to it */

		memcpy(&in, &address.s6_addr[12], sizeof(in));
		set_ipv4(place, in, port);
		return true;
	}
	set_ipv6(place, address, port);
	if (!interface)
		return true;
	in6->sin6_scope_id = if_nametoindex(interface);
	return in6->sin6_scope_id != 0;
}

static bool parse_ipv4(const char *text, in_port_t port, struct http_place *place)
{
	struct in_addr address;

	if (strcmp(text, "localhost") == 0)
		address.s_addr = htonl(INADDR_LOOPBACK);
	else if (inet_pton(AF_INET, text, &address) != 1)
		return false;
	set_ipv4(place, address, port);
	return true;
}

/* The kernel takes some addresses at which no client ever arrives. */
static int check_reachable(const char *where, const struct http_place *place, struct err *err)
{
	const struct sockaddr_in6 *in6 = (const struct sockaddr_in6 *)&place->address;
	const struct sockaddr_in *in = (const struct sockaddr_in *)&place->address;
	bool ipv6 = place->address.ss_family == AF_INET6;

	if (ipv6 ? IN6_IS_ADDR_MULTICAST(&in6->sin6_addr) :
		   IN_MULTICAST(ntohl(in->sin_addr.s_addr)) ||
			   in->sin_addr.s_addr == htonl(INADDR_BROADCAST))
		return err_set(err, EINVAL, "cannot listen on %.*s: that is an address of many machines; "
			       "give one that only this one has", SHOWN, where);
	if (ipv6 && IN6_IS_ADDR_LINKLOCAL(&in6->sin6_addr) && !in6->sin6_scope_id)
		return err_set(err, EINVAL, "cannot listen on %.*s: each network has such an address; "
			       "name the interface too, as [fe80::1%%eth0]:9740", SHOWN, where);
	return 0;
}

static bool parse_address(char *address, size_t n, in_port_t port, struct http_place *place)
{
	if (address[0] != '[' || n <= 2 || address[n - 1] != ']')
		return parse_ipv4(address, port, place);
	address[n - 1] = '\0';
	return parse_ipv6(address + 1, port, place);
}

int http_place_parse(const char *where, struct http_place *place, struct err *err)
{
	const char *colon = strrchr(where, ':');
	const char *digits = colon ? colon + 1 : where;
	size_t n = colon ? (size_t)(colon - where) : 0;
	char address[ADDRESS_LEN];
	in_port_t port;

	memset(place, 0, sizeof(*place));
	if (port_number(digits) < 0 || n >= sizeof(address))
		return http_listen_refuse(where, err);
	port = htons((uint16_t)port_number(digits));
	if (!n) {
		place->all = colon != NULL;
		if (place->all)
			set_ipv6(place, in6addr_any, port);
		else
			(void)parse_ipv4("localhost", port, place);
		return 0;
	}
	memcpy(address, where, n);
	address[n] = '\0';
	if (!parse_address(address, n, port, place))
		return http_listen_refuse(where, err);
	return check_reachable(where, place, err);
}

static int advise(const char *where, int error, struct err *err)
{
	switch (error) {
	case EADDRINUSE:
		return err_set(err, error, "cannot listen on %.*s: another program listens there; "
			       "give another port, or end that program (ss -ltnp shows it)", SHOWN, where);
	case EADDRNOTAVAIL:
		return err_set(err, error, "cannot listen on %.*s: this machine does not have that "
			       "address; \"ip address\" lists those that it has", SHOWN, where);
	case EACCES:
	case EPERM:
		return err_set(err, error, "cannot listen on %.*s: %s; ports below 1024 need root or "
			       "CAP_NET_BIND_SERVICE, so give a port from 1024 on", SHOWN, where,
			       strerror(error));
	case EAFNOSUPPORT:
		return err_set(err, error, "cannot listen on %.*s: this kernel has no such kind of "
			       "address; give one of IPv4, as 127.0.0.1:9740", SHOWN, where);
	default:
		return err_set(err, error, "cannot listen on %.*s: %s", SHOWN, where, strerror(error));
	}
}

/* A socket that is bound, or -errno. */
static int bind_one(const struct http_place *place)
{
	int fd = socket(place->address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	const int on = 1, v6only = !place->all;
	int error;

	if (fd < 0)
		return -errno;
	/* Otherwise connections of a tdtop that has ended would keep the port for a minute. */
	(void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (place->address.ss_family == AF_INET6)
		(void)setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &v6only, sizeof(v6only));
	if (!bind(fd, (const struct sockaddr *)&place->address, place->size) && !listen(fd, BACKLOG))
		return fd;
	error = errno;
	(void)close(fd);
	return -error;
}

int http_listen(const char *where, struct http_place *place, struct err *err)
{
	int fd = bind_one(place);

	if (place->all && (fd == -EAFNOSUPPORT || fd == -EADDRNOTAVAIL)) {	/* without IPv6 */
		const struct in_addr any = { .s_addr = htonl(INADDR_ANY) };

		set_ipv4(place, any, htons(http_place_port(place)));
		fd = bind_one(place);
	}
	if (fd < 0)
		return advise(where, -fd, err);
	place->size = sizeof(place->address);
	(void)getsockname(fd, (struct sockaddr *)&place->address, &place->size);
	return fd;
}

uint16_t http_place_port(const struct http_place *place)
{
	if (place->address.ss_family == AF_INET6)
		return ntohs(((const struct sockaddr_in6 *)&place->address)->sin6_port);
	return ntohs(((const struct sockaddr_in *)&place->address)->sin_port);
}

void http_place_text(const struct http_place *place, char *text, size_t size)
{
	const struct sockaddr_in6 *in6 = (const struct sockaddr_in6 *)&place->address;
	const struct sockaddr_in *in = (const struct sockaddr_in *)&place->address;
	unsigned int port = http_place_port(place);
	char shown[INET6_ADDRSTRLEN], interface[IF_NAMESIZE] = "";
	bool named;

	if (place->address.ss_family == AF_INET) {
		(void)inet_ntop(AF_INET, &in->sin_addr, shown, sizeof(shown));
		(void)snprintf(text, size, "%s:%u", in->sin_addr.s_addr ? shown : "127.0.0.1", port);
		return;
	}
	if (place->all) {
		(void)snprintf(text, size, "127.0.0.1:%u", port);
		return;
	}
	(void)inet_ntop(AF_INET6, &in6->sin6_addr, shown, sizeof(shown));
	named = in6->sin6_scope_id && if_indextoname(in6->sin6_scope_id, interface);
	(void)snprintf(text, size, "[%s%s%s]:%u",
		       IN6_IS_ADDR_UNSPECIFIED(&in6->sin6_addr) ? "::1" : shown, named ? "%" : "",
		       interface, port);
}
