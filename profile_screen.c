/* SPDX-License-Identifier: GPL-2.0-only */
/* Profiles of a recording for the screen; see profile_screen.h. Main thread. */
#include "config.h"
#include "profile_screen.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int add_object(void *data, uint32_t index, const struct profile_object *object)
{
	return code_add_object(data, index, object);
}

/* The UI has wished for a profile: the first time the thread starts. */
static void asked(void *data)
{
	struct profile_screen *screen = data;
	const struct profile_loader_options how = {
		.reader = screen->reader,
		.exchange = screen->exchange,
		.wake_ui = screen->wake_ui,
		.code = &screen->kinds,
		.add_object = add_object,
		.data = screen->code,
	};
	struct profile_news news = { .serial = 1, .ended = true };
	struct err err;

	if (screen->loader) {
		profile_loader_wake(screen->loader);
		return;
	}
	if (!screen->reader)
		return;
	screen->reader = NULL;
	if (!profile_loader_new(&how, &screen->loader, &err))
		return;
	(void)snprintf(news.trouble, sizeof(news.trouble), "%.255s", err.text);
	profile_exchange_publish(screen->exchange, NULL, &news);
}

static int open_all(struct profile_screen *screen, const struct options *options, struct err *err)
{
	const struct code_options how = { .symbols = CODE_SYMBOLS_LINES, .recorded = true,
					  .wake = screen->wake_ui };
	int ret = profile_reader_open(options->replay, &screen->reader, err);

	if (!ret)
		ret = code_new(&how, &screen->code, err);
	if (ret)
		return ret;
	screen->exchange = profile_exchange_new();
	return screen->exchange ? 0 : err_set(err, ENOMEM, "not enough memory to start");
}

int profile_screen_open(struct profile_screen *screen, const struct options *options, int wake_ui,
			struct err *err)
{
	const char *slash = strrchr(options->replay, '/');
	int ret;

	*screen = (struct profile_screen){ .wake_ui = wake_ui };
	ret = open_all(screen, options, err);
	if (ret) {
		profile_screen_close(screen);
		return ret;
	}
	screen->names = code_names(screen->code);
	screen->kinds = code_profile(screen->code);
	screen->seams = (struct code_seams){
		.profiles = screen->exchange,
		.names = &screen->names,
		.asked = asked,
		.data = screen,
		.title = slash ? slash + 1 : options->replay,
	};
	return 0;
}

void profile_screen_close(struct profile_screen *screen)
{
	/* The thread that reads asks for kinds of branches; then nobody asks for names. */
	profile_loader_free(screen->loader);
	code_free(screen->code);
	profile_reader_close(screen->reader);
	profile_exchange_free(screen->exchange);
	*screen = (struct profile_screen){ .loader = NULL };
}
