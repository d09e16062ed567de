/* SPDX-License-Identifier: GPL-2.0-only */
/* A pass over a recording, see recording_pass.h. */
#include "config.h"
#include "collect/recording/recording_pass.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/recording/recording_machine.h"

#define NS_PER_S 1000000000ULL

static int open_stream(struct recording_pass *pass, int fd, const struct recording_copy *copy, struct err *err)
{
	int ret = perfdata_stream_open(fd, copy, pass->name, &pass->stream, err);

	pass->fresh = !ret;
	return ret;
}

int recording_pass_open_copy(struct recording_pass *pass, const struct recording_copy *copy, struct err *err)
{
	pass->fd = fcntl(copy->fd, F_DUPFD_CLOEXEC, 0);
	(void)snprintf(pass->name, sizeof(pass->name), "%s", RECORDING_FROM_STDIN);
	return recording_pass_rewind(pass, err);
}

int recording_pass_open(struct recording_pass *pass, const char *path, const struct recording_copy *copy,
			struct err *err)
{
	const bool is_stdin = !strcmp(path, "-");
	struct stat stat;
	int fd;

	pass->fd = -1;
	(void)snprintf(pass->name, sizeof(pass->name), "%s", is_stdin ? RECORDING_FROM_STDIN : path);
	fd = is_stdin ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return err_set(err, errno, "cannot open \"%s\": %s", pass->name, strerror(errno));
	if (!fstat(fd, &stat) && S_ISREG(stat.st_mode)) {
		pass->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
		/* Unpacked archives have whole seconds. */
		pass->stored_ns = (uint64_t)stat.st_mtim.tv_sec * NS_PER_S +
			(stat.st_mtim.tv_nsec ? (uint64_t)stat.st_mtim.tv_nsec : NS_PER_S);
	}
	return open_stream(pass, fd, pass->fd < 0 ? copy : NULL, err);
}

void recording_pass_close(struct recording_pass *pass)
{
	perfdata_stream_close(pass->stream);
	pass->stream = NULL;
	if (pass->fd > 0)
		close(pass->fd);
	pass->fd = -1;
	recording_done(&pass->recording);
}

int recording_pass_rewind(struct recording_pass *pass, struct err *err)
{
	char path[64];
	int fd;

	if (pass->fresh)
		return 0;
	if (pass->fd < 0)
		return err_set(err, ESPIPE, "\"%s\" can be read only once: store it in a file to "
			       "see another part of it", pass->name);
	if (pass->stream)
		pass->bytes += perfdata_stream_bytes(pass->stream);
	perfdata_stream_close(pass->stream);
	pass->stream = NULL;
	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", pass->fd);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return err_set(err, errno, "cannot open \"%s\" again: %s", pass->name,
			       strerror(errno));
	return open_stream(pass, fd, NULL, err);
}

void recording_pass_listen(struct recording_pass *pass, const struct recording_row *rows, void *data)
{
	for (; rows->listen; rows++)
		for (size_t i = 0; i < RECORDING_LISTENERS; i++)
			if (!pass->listeners[rows->type][i].listen) {
				pass->listeners[rows->type][i] = (struct recording_listener){ rows->listen, data };
				break;
			}
}

int recording_rows_tell(const struct recording_row *rows, void *data, const struct frame *frame)
{
	for (; rows->listen; rows++)
		if (rows->type == frame->type)
			return rows->listen(data, frame);
	return 0;
}

/* The first answer that is not 0 is that of all, but each listener gets the record. */
static int tell(const struct recording_pass *pass, const struct frame *frame)
{
	const struct recording_listener *to, *end;
	int ret = 0;

	if (frame->type >= RECORDING_TYPES)
		return 0;
	to = pass->listeners[frame->type];
	for (end = to + RECORDING_LISTENERS; to < end && to->listen; to++) {
		const int answer = to->listen(to->data, frame);

		ret = ret ? ret : answer;
	}
	return ret;
}

int recording_pass_next(struct recording_pass *pass, struct frame *frame, struct err *err)
{
	int told, ret = perfdata_stream_next(pass->stream, frame, err);

	pass->fresh = false;
	if (ret <= 0)
		return ret;
	told = tell(pass, frame);
	if (told == -ENOMEM)
		(void)err_set(err, ENOMEM, "not enough memory to read \"%s\"", pass->name);
	return told ? told : ret;
}
