/* SPDX-License-Identifier: GPL-2.0-only */
/* Opens, starts and ends the export of counters; see session_parts.h. Main thread. */
#include "config.h"
#include "ui/main/session_parts.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "collect/sys/thread_start.h"
#include "model/totals/totals.h"
#include "ui/openmetrics/exporter.h"
#include "ui/openmetrics/http.h"

int counters_export_open(struct counters_export *export, const struct options *options,
			 struct err *err)
{
	int ret = 0;

	if (!options_export(options))
		return 0;
	export->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (export->wake < 0)
		return err_set(err, errno, "cannot create an eventfd: %s", strerror(errno));
	export->totals = totals_new((enum totals_by)options->openmetrics_by, export->wake);
	if (!export->totals)
		return err_set(err, ENOMEM, "not enough memory to start");
	if (options->listen)
		ret = http_open(options->listen, &export->http, err);
	return ret;
}

int counters_export_start(struct counters_export *export, const struct options *options,
			  struct err *err)
{
	const struct exporter_options how = {
		.totals = export->totals,
		.wake = export->wake,
		.file = options->openmetrics,
		.http = export->http,
		.start_thread = thread_start_low,
	};

	return export->totals ? exporter_start(&how, &export->exporter, err) : 0;
}

void counters_export_place(const struct counters_export *export, char text[EXPORT_PLACE_LEN])
{
	char address[EXPORT_PLACE_LEN - 16];

	text[0] = '\0';
	if (!export->http)
		return;
	http_address(export->http, address, sizeof(address));
	(void)snprintf(text, EXPORT_PLACE_LEN, "listening on %s", address);
}

bool headless_show(void *data, const struct snapshot *snapshot)
{
	struct counters_export *export = data;
	struct err trouble = { .text = "" };

	(void)snapshot;
	if (export->exporter && exporter_trouble(export->exporter, &trouble) == -EPIPE)
		return false;	/* "tdtop --openmetrics - | head" is no error */
	if (trouble.text[0] && strcmp(trouble.text, export->told.text) != 0)
		fprintf(stderr, "tdtop: %s\n", trouble.text);
	export->told = trouble;
	return true;
}

int counters_export_stop(struct counters_export *export, struct err *err)
{
	int ret = exporter_stop(export->exporter, err);

	export->exporter = NULL;
	if (ret && err && strcmp(err->text, export->told.text) == 0)
		err->text[0] = '\0';
	return ret == -EPIPE ? 0 : ret;
}

void counters_export_close(struct counters_export *export)
{
	struct err ignored;

	(void)counters_export_stop(export, &ignored);
	http_close(export->http);
	totals_free(export->totals);
	if (export->wake >= 0)
		close(export->wake);
	*export = (struct counters_export){ .wake = -1 };
}
