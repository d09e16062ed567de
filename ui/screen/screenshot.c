/* SPDX-License-Identifier: GPL-2.0-only */
/* Screens as files; see screenshot.h. UI thread. */
#include "config.h"
#include "ui/screen/screenshot.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "model/control.h"
#include "ui/batch/batch.h"
#include "ui/code_views/code_state.h"
#include "ui/draw/buffer.h"
#include "ui/draw/picture.h"
#include "ui/draw/whole_file.h"
#include "ui/screen/screen.h"
#include "ui/screen/state_options.h"
#include "ui/state/state.h"
#include "ui/term/screen_size.h"
#include "ui/time/state_show.h"

#define W_DEFAULT 132
#define H_DEFAULT 40
#define NAMES_MS 700		/* between two answers; more than the slowest one takes */
#define LATER_NS 1000000000ULL	/* rows are grouped by new names no sooner */

/* ---- key G: a file, named by the time ---- */

#define FILE_MODE 0644
#define FILES_MAX 100		/* of the same second */

/* Creates it, empty: the name is taken. */
static int new_file(double now, const char *suffix, char *path, size_t size)
{
	time_t seconds = (time_t)now;
	char stamp[32] = "";
	struct tm tm;
	int fd = -1;

	if (!localtime_r(&seconds, &tm) || !strftime(stamp, sizeof(stamp), "-%Y-%m-%d-%H%M%S", &tm))
		stamp[0] = '\0';
	for (int i = 1; fd < 0 && i <= FILES_MAX; i++) {
		if (i > 1)
			(void)snprintf(path, size, "tdtop%s-%d.%s", stamp, i, suffix);
		else
			(void)snprintf(path, size, "tdtop%s.%s", stamp, suffix);
		fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, FILE_MODE);
		if (fd < 0 && errno != EEXIST)
			return -errno;
	}
	return fd < 0 ? -EEXIST : close(fd) ? -errno : 0;
}

/*
 * Writes the buffer to "tdtop-2026-11-22-121005.SUFFIX" of the local time `now` (seconds since 1970)
 * in the current directory; a number is appended if there is one. It overwrites nothing, and leaves
 * no part. 0 or -errno, -ENOMEM if the buffer is broken; path: its name, or the last one tried.
 */
static int new_file_put(double now, const char *suffix, const struct buffer *buffer, char *path, size_t size)
{
	int ret = new_file(now, suffix, path, size);

	if (ret)
		return ret;
	ret = buffer->broken ? -ENOMEM : whole_file_put(path, buffer->bytes, buffer->n);
	if (ret)
		(void)unlink(path);
	return ret;
}

int screenshot_save(const struct canvas *canvas, enum theme_id theme, double now, struct err *err)
{
	struct buffer picture = { 0 };
	char path[64];
	int ret;

	picture_put(canvas, theme, PICTURE_SVG, &picture);
	ret = new_file_put(now, "svg", &picture, path, sizeof(path));
	buffer_done(&picture);
	if (ret)
		return err_set(err, -ret, "cannot write the screen to \"%s\" in the directory tdtop "
			       "was started in: %s", path, strerror(-ret));
	(void)err_set(err, 0, "the screen as it was is in %s", path);
	return 0;
}

/* ---- --screenshot ---- */

static void choose_size(int *w, int *h)
{
	bool found = false;

	*w = W_DEFAULT;
	*h = H_DEFAULT;
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO && !found; fd++)
		found = screen_size_of_terminal(fd, w, h);
	screen_size_of_environment(w, h);
}

struct picture {
	struct ui_state state;
	const struct ui_options *options;
};

static bool show(void *data, const struct snapshot *snapshot)
{
	struct picture *picture = data;
	const struct ui_options *options = picture->options;
	char *ended = picture->state.whole.ended;

	if (snapshot->last && options->ended)
		options->ended(options->ended_data, ended, sizeof(picture->state.whole.ended));
	/* Without memory fewer rows are listed; that is better than none. */
	(void)state_show(&picture->state, snapshot);
	return true;
}

/* A pipe or device may have just this reader, which fd holds. */
static int write_picture(const struct buffer *picture, int fd, const char *path)
{
	struct stat st;

	if (picture->broken)
		return -ENOMEM;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode))
		return whole_file_put(path, picture->bytes, picture->n);
	return whole_write(fd, picture->bytes, picture->n);
}

/* Draws the state at its end. 0 or -errno. */
static int draw(struct ui_state *state, int fd, const char *path, const struct ui_options *options)
{
	const enum theme_id theme = options->color ? options->look.theme : THEME_MONO;
	enum picture_format format = PICTURE_TEXT;
	struct canvas canvas = { 0 };
	struct buffer picture = { 0 };
	int w, h, ret;

	(void)picture_format_of(path, &format);
	choose_size(&w, &h);
	ret = canvas_resize(&canvas, w, h);
	if (!ret) {
		screen_draw(state, &canvas);
		picture_put(&canvas, theme, format, &picture);
		ret = write_picture(&picture, fd, path);
	}
	buffer_done(&picture);
	canvas_done(&canvas);
	return ret;
}

/* Takes what has come, rows grouped by all names. False: nothing came in time, or at all. */
static bool take_code(struct ui_state *state, const struct control *control, int timeout_ms)
{
	struct pollfd ready = { .fd = control->wake_ui, .events = POLLIN };
	uint64_t n;

	if (poll(&ready, 1, timeout_ms) <= 0 || read(ready.fd, &n, sizeof(n)) < 0)
		return false;
	(void)code_take(&state->code, state->code.grouped_ns + LATER_NS);
	return true;
}

/*
 * Waits for the profile of a recording without TopDown, then for the names that drawing asks for,
 * until none has come for a while.
 */
static void wait_for_profile(struct ui_state *state, const struct control *control)
{
	struct canvas canvas = { 0 };
	int w, h;

	while (!code_is_complete(&state->code))
		if (!take_code(state, control, -1))
			return;
	choose_size(&w, &h);
	if (canvas_resize(&canvas, w, h))
		return;
	do
		screen_draw(state, &canvas);
	while (take_code(state, control, NAMES_MS));
	canvas_done(&canvas);
}

int screenshot_run(const char *path, struct exchange *exchange, struct control *control,
		   const struct ui_options *options, struct err *err)
{
	/* relaxed: the value stands alone, see model/control.h */
	uint64_t interval = atomic_load_explicit(&control->interval_ns, memory_order_relaxed);
	const bool ends = options->recorded || options->ended;	/* a recording, a command */
	struct batch_config config = {
		.format = BATCH_NOTHING,
		.iterations = options->iterations ? options->iterations :
			      ends ? 0 : SCREENSHOT_INTERVALS,
		.show = show,
	};
	struct picture picture = { .options = options };
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, FILE_MODE), ret;

	if (fd < 0)
		return err_set(err, errno, "cannot write \"%s\": %s", path, strerror(errno));
	config.out = fd;
	state_init(&picture.state, options, interval);
	config.data = &picture;
	if (picture.state.code.seams.alone)
		wait_for_profile(&picture.state, control);
	ret = picture.state.code.seams.alone ? 0 : batch_run(&config, exchange, control, err);
	if (!ret) {
		ret = draw(&picture.state, fd, path, options);
		if (ret)
			(void)err_set(err, -ret, "cannot write \"%s\": %s", path, strerror(-ret));
	}
	(void)close(fd);
	state_done(&picture.state);
	return ret;
}
