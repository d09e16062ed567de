/* SPDX-License-Identifier: GPL-2.0-only */
/* Takes the place of http.c in a build without libmicrohttpd: there is no server. */
#include "config.h"
#include "ui/openmetrics/http.h"

#include <errno.h>

int http_open(const char *where, struct http **out, struct err *err)
{
	(void)where;
	*out = NULL;
	return err_set(err, ENOTSUP, "this tdtop was built without libmicrohttpd, so it cannot listen; "
		       "it can write a file: --openmetrics FILE");
}

int http_begin(struct http *http, const struct http_pages *pages, struct err *err)
{
	(void)http;
	(void)pages;
	(void)err;
	return -ENOTSUP;
}

void http_renew(struct http *http)
{
	(void)http;
}

int http_fd(const struct http *http)
{
	(void)http;
	return -1;
}

int http_timeout_ms(const struct http *http)
{
	(void)http;
	return -1;
}

void http_step(struct http *http)
{
	(void)http;
}

void http_address(const struct http *http, char *text, size_t size)
{
	(void)http;
	if (size)
		text[0] = '\0';
}

uint16_t http_port(const struct http *http)
{
	(void)http;
	return 0;
}

void http_close(struct http *http)
{
	(void)http;
}
