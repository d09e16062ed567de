/* SPDX-License-Identifier: GPL-2.0-only */
/* The file of a recording; see perfdata_file.h. Used by the thread of perfdata_writer.c. */
#include "config.h"
#include "collect/perfdata/perfdata_file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PIECE 4096		/* a pipe that poll(2) calls writable takes so much at once */
#define PATIENCE_MS 1000

static int failed(const struct perfdata_file *file, int errnum, struct err *err)
{
	if (file->stream && errnum == EPIPE)
		return err_set(err, EPIPE, "cannot write the recording: the program that reads it "
			       "from standard output has ended");
	return err_set(err, errnum, "cannot write the recording \"%s\": %s", file->path,
		       strerror(errnum));
}

static int write_at(const struct perfdata_file *file, const void *bytes, size_t n, uint64_t offset,
		    struct err *err)
{
	const unsigned char *at = bytes;

	while (n > 0) {
		ssize_t done = pwrite(file->fd, at, n, (off_t)offset);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return failed(file, done < 0 ? errno : ENOSPC, err);
		at += done;
		n -= (size_t)done;
		offset += (size_t)done;
	}
	return 0;
}

/*
 * Writes no more than fits, so that the thread is never inside of write(2) when it is to hurry. The
 * pipe is not made non-blocking: other programs may share it.
 */
static int write_stream(struct perfdata_file *file, const void *bytes, size_t n, struct err *err)
{
	const unsigned char *at = bytes;

	while (n > 0) {
		struct pollfd room = { .fd = file->fd, .events = POLLOUT };
		int ready = poll(&room, 1, PATIENCE_MS);
		ssize_t done;

		/* Relaxed: stands for itself. */
		if (ready == 0 && atomic_load_explicit(&file->hurry, memory_order_relaxed))
			return err_set(err, ETIMEDOUT, "the end of the recording is lost: the "
				       "program that reads it from standard output does not read");
		if (ready <= 0)
			continue;
		done = write(file->fd, at, n < PIECE ? n : PIECE);
		if (done < 0 && errno != EINTR && errno != EAGAIN)
			return failed(file, errno, err);
		if (done > 0) {
			at += done;
			n -= (size_t)done;
		}
	}
	return 0;
}

/*
 * Is the file still what was written into it? Its directory may be gone, or another program may
 * have truncated it. What is left of it cannot be read, so it is closed as it is.
 */
static int check_file(struct perfdata_file *file, struct err *err)
{
	const char *why = NULL;
	struct stat now;

	if (file->stream)
		return 0;
	if (fstat(file->fd, &now))
		return failed(file, errno, err);
	if (file->has_links && now.st_nlink == 0)
		why = "it was deleted";
	else if ((uint64_t)now.st_size < file->data_offset + file->written)
		why = "another program truncated it";
	if (!why)
		return 0;
	close(file->fd);
	file->fd = -1;
	return err_set(err, ENOENT, "the recording \"%s\" is lost, as %s while it was written; "
		       "record into another file", file->path, why);
}

static int sync_data(const struct perfdata_file *file, struct err *err)
{
	/* EINVAL, EROFS: the file system cannot sync; record nevertheless. */
	if (fdatasync(file->fd) == 0 || errno == EINVAL || errno == EROFS)
		return 0;
	return failed(file, errno, err);
}

static int move(const char *from, const char *to, struct err *err)
{
	if (rename(from, to) == 0 || errno == ENOENT)
		return 0;
	return err_set(err, errno,
		       "cannot rename the old recording \"%s\" to \"%s\": %s; move it away, or "
		       "record into another file", from, to, strerror(errno));
}

/* Overwrites FILE.keep, renames each file to the next number, and FILE to FILE.1. */
static int shift(const char *path, unsigned int keep, struct err *err)
{
	char from[PATH_MAX + 16], to[PATH_MAX + 16];
	int ret = 0;

	if (!keep) {
		(void)unlink(path);
		return 0;
	}
	for (unsigned int i = keep; !ret && i > 1; i--) {
		(void)snprintf(from, sizeof(from), "%s.%u", path, i - 1);
		(void)snprintf(to, sizeof(to), "%s.%u", path, i);
		ret = move(from, to, err);
	}
	(void)snprintf(to, sizeof(to), "%s.1", path);
	return ret ? ret : move(path, to, err);
}

/* Removes the file, and renames those that were shifted for it back. */
static void shift_back(const char *path, unsigned int shifted)
{
	char from[PATH_MAX + 16], to[PATH_MAX + 16];

	(void)unlink(path);
	(void)snprintf(to, sizeof(to), "%s", path);
	for (unsigned int i = 1; i <= shifted; i++) {
		(void)snprintf(from, sizeof(from), "%s.%u", path, i);
		(void)rename(from, to);		/* there may be fewer */
		memcpy(to, from, sizeof(to));
	}
}

/* Moves only a regular file aside: not a device, a directory or a symbolic link. */
static int put_aside(const char *path, enum perfdata_old old, unsigned int keep, struct err *err)
{
	char aside[PATH_MAX + 16];
	struct stat found;

	if (lstat(path, &found))
		return errno == ENOENT ? 0 :
		       err_set(err, errno, "cannot record into \"%s\": %s", path, strerror(errno));
	if (!S_ISREG(found.st_mode))
		return err_set(err, EINVAL,
			       "cannot record into \"%s\": it exists and is not a regular file",
			       path);
	if (old == OLD_SHIFTED)
		return shift(path, keep, err);
	if (!found.st_size)	/* of mktemp(1), for example */
		return unlink(path) ? err_set(err, errno, "cannot replace \"%s\": %s", path,
					      strerror(errno)) : 0;
	(void)snprintf(aside, sizeof(aside), "%s.old", path);
	return move(path, aside, err);
}

static bool counts_links(int fd)
{
	struct stat file;

	return fstat(fd, &file) == 0 && file.st_nlink > 0;
}

/* Where further events go, from the header in the head and the room behind its ids and attrs. */
static void find_room(struct perfdata_file *file, const struct blob *head)
{
	struct perfdata_header header = { .attr_size = UINT64_MAX };
	uint64_t room;

	if (head->n >= sizeof(header))
		memcpy(&header, head->bytes, sizeof(header));
	room = (head->n - header.attrs.offset - header.attrs.size) / header.attr_size;
	file->attrs = header.attrs;
	file->committed_attrs = header.attrs.size;
	file->attr_size = header.attr_size;
	file->next_id = header.attrs.offset - room * sizeof(uint64_t);
}

void perfdata_file_name(char *path, size_t size, const char *wanted)
{
	time_t now = time(NULL);
	struct tm tm = { 0 };

	if (wanted)
		(void)snprintf(path, size, "%s", wanted);
	else if (localtime_r(&now, &tm))
		(void)strftime(path, size, "tdtop.data.%Y%m%d%H%M%S", &tm);
}

int perfdata_file_open(struct perfdata_file *file, const char *path, enum perfdata_old old,
		       unsigned int keep, const struct blob *head, struct err *err)
{
	int ret;

	file->fd = -1;
	file->stream = false;
	file->written = file->committed = 0;
	file->data_offset = head->n;
	file->shifted = old == OLD_SHIFTED ? keep : 0;
	find_room(file, head);
	if (!path[0] || strlen(path) >= sizeof(file->path) - 16)
		return err_set(err, ENAMETOOLONG,
			       "cannot record: the name of the file is empty or too long");
	(void)snprintf(file->path, sizeof(file->path), "%s", path);
	ret = put_aside(path, old, keep, err);
	if (ret)
		return ret;
	/* O_EXCL: a file that exists again could be created by another user. */
	file->fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (file->fd < 0)
		return err_set(err, errno, "cannot record into \"%s\": %s", path, strerror(errno));
	file->has_links = counts_links(file->fd);
	ret = write_at(file, head->bytes, head->n, 0, err);
	if (ret) {
		close(file->fd);
		file->fd = -1;
	}
	return ret;
}

int perfdata_file_open_stream(struct perfdata_file *file, int fd, const struct blob *head,
			      struct err *err)
{
	int ret;

	file->fd = fd;
	file->stream = true;
	file->written = file->committed = 0;
	(void)snprintf(file->path, sizeof(file->path), "standard output");
	ret = write_stream(file, head->bytes, head->n, err);
	if (ret) {
		close(file->fd);
		file->fd = -1;
	}
	return ret;
}

int perfdata_file_write(struct perfdata_file *file, const void *bytes, size_t n, struct err *err)
{
	int ret = check_file(file, err);

	if (!ret)
		ret = file->stream ? write_stream(file, bytes, n, err) :
		      write_at(file, bytes, n, file->data_offset + file->written, err);
	if (!ret)
		file->written += n;
	return ret;
}

int perfdata_file_add_event(struct perfdata_file *file, const void *attr, uint64_t id,
			    struct err *err)
{
	const struct perfdata_section ids = { .offset = file->next_id, .size = sizeof(id) };
	const uint64_t at = file->attrs.offset + file->attrs.size;
	int ret = check_file(file, err);

	if (ret)
		return ret;
	if (at + file->attr_size > file->data_offset)
		return failed(file, ENOSPC, err);
	ret = write_at(file, attr, file->attr_size - sizeof(ids), at, err);
	if (!ret)
		ret = write_at(file, &ids, sizeof(ids), at + file->attr_size - sizeof(ids), err);
	if (!ret)
		ret = write_at(file, &id, sizeof(id), ids.offset, err);
	if (ret)
		return ret;
	file->attrs.size += file->attr_size;
	file->next_id += sizeof(id);
	return 0;
}

/* Writes the sections of attrs and of data, which are neighbours in the header. */
static int write_sizes(const struct perfdata_file *file, uint64_t attrs_size, uint64_t data_size,
		       struct err *err)
{
	const struct perfdata_section sections[] = {
		{ .offset = file->attrs.offset, .size = attrs_size },
		{ .offset = file->data_offset, .size = data_size },
	};

	return write_at(file, sections, sizeof(sections), offsetof(struct perfdata_header, attrs),
			err);
}

int perfdata_file_commit(struct perfdata_file *file, struct err *err)
{
	int ret = check_file(file, err);

	if (file->stream)
		return 0;
	if (!ret)
		ret = sync_data(file, err);
	if (!ret)
		ret = write_sizes(file, file->attrs.size, file->written, err);
	if (!ret)
		ret = sync_data(file, err);
	if (!ret) {
		file->committed = file->written;
		file->committed_attrs = file->attrs.size;
	}
	return ret;
}

static int close_stream(struct perfdata_file *file, struct err *err)
{
	int ret = close(file->fd) ? failed(file, errno, err) : 0;

	file->fd = -1;
	return ret;
}

int perfdata_file_close(struct perfdata_file *file, const struct blob *features,
			const uint64_t bits[4], struct err *err)
{
	uint64_t end = file->data_offset + file->committed;
	int ret = 0;

	if (file->fd < 0)
		return 0;
	if (file->stream)
		return close_stream(file, err);
	ret = check_file(file, err);
	if (ret)
		return ret;
	if (!file->committed && file->shifted) {
		shift_back(file->path, file->shifted);
		features = NULL;
	}
	/* If this fails, the file has bytes behind its end, which no reader uses. */
	(void)!ftruncate(file->fd, (off_t)end);
	(void)write_sizes(file, file->committed_attrs, file->committed, NULL);
	if (features) {
		ret = write_at(file, features->bytes, features->n, end, err);
		if (!ret)
			ret = sync_data(file, err);
		/* The header last: it must not promise features that are missing. */
		if (!ret)
			ret = write_at(file, bits, 4 * sizeof(bits[0]),
				       offsetof(struct perfdata_header, features), err);
		if (ret)
			(void)!ftruncate(file->fd, (off_t)end);
	}
	if (!ret)
		ret = sync_data(file, err);
	if (close(file->fd) && !ret)
		ret = failed(file, errno, err);
	file->fd = -1;
	return ret;
}
