/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads a recording front to back; see perfdata_stream.h. The file is untrusted: sizes are checked
 * against what is there, and a recording that ends too early is used up to its last complete
 * record.
 */
#include "config.h"
#include "collect/recording/perfdata_stream.h"

#include <byteswap.h>
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "collect/perf/record_layout.h"

/*
 * Recordings of perf unpack to 5 to 30 times their size. A file that unpacks to much more, after
 * the first EXPAND_FREE bytes, is an attempt to keep us busy.
 */
#define EXPAND_MAX 200
#define EXPAND_FREE (16ULL << 20)
#define HEAD_MAX (16ULL << 20)	/* what a file in a pipe has before its data: attrs and ids */

struct perfdata_stream {
	int fd;
	const struct recording_copy *copy;	/* of a pipe; NULL: none */
	char name[256];
	bool pipe, swapped, ended;
	struct perfdata_header header;
	struct stat stat;
	unsigned char *head;		/* of a file in a pipe: all before the data; else NULL */
	uint64_t bytes;			/* that were read */
	uint64_t at, end;		/* offsets in the file; a pipe has no end */
	const struct perfdata_section *part, *last_part;	/* NULL: all is read */
	uint64_t skip;			/* bytes after a record that are not records */
	struct frames outer;		/* records of the file */
	struct frames inner;		/* unpacked records */
	ZSTD_DStream *zstd;		/* NULL before the first packed record */
	struct block *packed_in;	/* the block of `packed`, held; NULL: nothing to unpack */
	ZSTD_inBuffer packed;
	uint64_t packed_bytes, unpacked_bytes;
};

/* Programs that compress files, by how these begin. */
static const struct {
	const char *begins, *program;
} compressed[] = {
	{ "\x28\xb5\x2f\xfd", "zstd" },
	{ "\x1f\x8b", "gzip" },
	{ "\xfd" "7zXZ", "xz" },
	{ "BZh", "bzip2" },
};

/* NULL: none of them. */
static const char *compressor_of(const void *bytes, size_t n)
{
	for (size_t i = 0; i < sizeof(compressed) / sizeof(compressed[0]); i++) {
		const size_t length = strlen(compressed[i].begins);

		if (n >= length && !memcmp(bytes, compressed[i].begins, length))
			return compressed[i].program;
	}
	return NULL;
}

static int no_recording(const struct perfdata_stream *stream, const char *why, struct err *err)
{
	return err_set(err, EINVAL, "cannot read \"%s\": %s; record with 'perf record' or "
		       "'tdtop --record'", stream->name, why);
}

static int no_perfdata(const struct perfdata_stream *stream, const void *bytes, size_t n,
		       struct err *err)
{
	const char *program = compressor_of(bytes, n);

	if (!program)
		return no_recording(stream, "it is not a perf.data file", err);
	return err_set(err, EINVAL, "cannot read \"%s\": it is compressed by %s: %s -d it first",
		       stream->name, program, program);
}

/* As read(2); what was read goes to the copy, too. */
static ssize_t read_some(struct perfdata_stream *stream, void *bytes, size_t size)
{
	const ssize_t n = read(stream->fd, bytes, size);

	stream->bytes += n > 0 ? (uint64_t)n : 0;
	if (stream->copy && n > 0 && !recording_copy_write(stream->copy, bytes, (size_t)n))
		stream->copy = NULL;
	return n;
}

/* Reads size bytes, or up to the end. Returns how many, or a negative errno. */
static ssize_t read_all(struct perfdata_stream *stream, void *bytes, size_t size)
{
	size_t done = 0;

	while (done < size) {
		ssize_t n = read_some(stream, (char *)bytes + done, size - done);

		struct pollfd ready = { .fd = stream->fd, .events = POLLIN };

		if (n < 0 && errno == EAGAIN)	/* another process made our stdin non-blocking */
			(void)poll(&ready, 1, -1);
		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n < 0)
			return -errno;
		if (n == 0)
			break;
		done += (size_t)n;
	}
	return (ssize_t)done;
}

static void swap_header(struct perfdata_header *header)
{
	uint64_t *words = (uint64_t *)header;

	for (size_t i = 0; i < sizeof(*header) / sizeof(*words); i++)
		words[i] = bswap_64(words[i]);
}

/* Reads what a file in a pipe has before its data: sections in it can then be read at any time. */
static int read_head(struct perfdata_stream *stream, struct err *err)
{
	const uint64_t size = stream->header.data.offset;
	const size_t done = sizeof(stream->header);

	if (size > HEAD_MAX)
		return no_recording(stream, "its header is damaged", err);
	stream->head = calloc(1, (size_t)size);
	if (!stream->head)
		return err_set(err, ENOMEM, "not enough memory to read \"%s\"", stream->name);
	if (read_all(stream, stream->head + done, (size_t)size - done) !=
	    (ssize_t)((size_t)size - done))
		return no_recording(stream, "it ends within its header", err);
	return 0;
}

/* Reads the rest of a file's header, and seeks to its data. */
static int open_file(struct perfdata_stream *stream, struct err *err)
{
	struct perfdata_header *header = &stream->header;
	size_t rest = sizeof(*header) - sizeof(struct perfdata_pipe_header);
	ssize_t n = read_all(stream, (char *)header + sizeof(struct perfdata_pipe_header),
			     rest);
	const bool seeks = S_ISREG(stream->stat.st_mode);
	uint64_t size = seeks ? (uint64_t)stream->stat.st_size : UINT64_MAX;
	int ret;

	if (n < (ssize_t)rest)
		return no_recording(stream, "it ends within its header", err);
	if (stream->swapped)
		swap_header(header);
	if (header->data.offset < sizeof(*header) || header->data.offset > size)
		return no_recording(
			stream, "its header is damaged (its data begin outside of the file)", err);
	ret = seeks ? 0 : read_head(stream, err);
	if (ret)
		return ret;
	if (seeks && lseek(stream->fd, (off_t)header->data.offset, SEEK_SET) < 0)
		return err_set(err, errno, "cannot read \"%s\": %s", stream->name, strerror(errno));
	/* perf record leaves a size of 0 when it is killed: then the data end with the file. */
	stream->end = header->data.size && header->data.size <= UINT64_MAX - header->data.offset ?
			      header->data.offset + header->data.size : size;
	stream->at = header->data.offset;
	return 0;
}

static int open_stream(struct perfdata_stream *stream, struct err *err)
{
	struct perfdata_header *header = &stream->header;
	uint64_t pipe_size = sizeof(struct perfdata_pipe_header);
	ssize_t n;

	if (fstat(stream->fd, &stream->stat))
		return err_set(err, errno, "cannot read \"%s\": %s", stream->name, strerror(errno));
	if (S_ISDIR(stream->stat.st_mode))
		return no_recording(stream, "it is a directory (perhaps of perf record --threads); "
				    "tdtop reads single files", err);
	n = read_all(stream, header, sizeof(struct perfdata_pipe_header));
	if (n < 0)
		return err_set(err, (int)-n, "cannot read \"%s\": %s", stream->name,
			       strerror((int)-n));
	if (n == 0)
		return no_recording(stream, "it is empty", err);
	if (n >= (ssize_t)sizeof(header->magic) &&
	    !memcmp(&header->magic, "PERFFILE", sizeof(header->magic)))
		return no_recording(stream, "it has perf's old format (PERFFILE), which is older than TopDown "
				    "events; perf report reads it", err);
	stream->swapped = header->magic == bswap_64(PERFDATA_MAGIC);
	if (n < (ssize_t)sizeof(struct perfdata_pipe_header) ||
	    (header->magic != PERFDATA_MAGIC && !stream->swapped))
		return no_perfdata(stream, header, (size_t)n, err);
	if (stream->swapped)
		pipe_size = bswap_64(pipe_size);
	stream->outer.swapped = stream->inner.swapped = stream->swapped;
	stream->pipe = header->size == pipe_size;
	if (!stream->pipe)
		return open_file(stream, err);
	stream->at = sizeof(struct perfdata_pipe_header);
	stream->end = S_ISREG(stream->stat.st_mode) ? (uint64_t)stream->stat.st_size : UINT64_MAX;
	return 0;
}

int perfdata_stream_open(int fd, const struct recording_copy *copy, const char *name,
			 struct perfdata_stream **out, struct err *err)
{
	struct perfdata_stream *stream = calloc(1, sizeof(*stream));
	int ret;

	if (!stream) {
		close(fd);
		return err_set(err, ENOMEM, "not enough memory to read \"%s\"", name);
	}
	stream->fd = fd;
	stream->copy = copy;
	(void)snprintf(stream->name, sizeof(stream->name), "%s", name);
	ret = open_stream(stream, err);
	if (ret) {
		perfdata_stream_close(stream);
		return ret;
	}
	*out = stream;
	return 0;
}

void perfdata_stream_close(struct perfdata_stream *stream)
{
	if (!stream)
		return;
	block_release(stream->packed_in);
	frames_done(&stream->outer);
	frames_done(&stream->inner);
	ZSTD_freeDStream(stream->zstd);
	close(stream->fd);
	free(stream->head);
	free(stream);
}

const struct perfdata_header *perfdata_stream_header(const struct perfdata_stream *stream)
{
	return &stream->header;
}

bool perfdata_stream_is_pipe(const struct perfdata_stream *stream)
{
	return stream->pipe;
}

bool perfdata_stream_is_file_in_pipe(const struct perfdata_stream *stream)
{
	return stream->head;
}

bool perfdata_stream_swapped(const struct perfdata_stream *stream)
{
	return stream->swapped;
}

const char *perfdata_stream_name(const struct perfdata_stream *stream)
{
	return stream->name;
}

int perfdata_stream_fd(const struct perfdata_stream *stream)
{
	return S_ISREG(stream->stat.st_mode) ? -1 : stream->fd;
}

double perfdata_stream_progress(const struct perfdata_stream *stream)
{
	uint64_t begin = stream->pipe ? 0 : stream->header.data.offset;

	if (!S_ISREG(stream->stat.st_mode) || stream->end <= begin)
		return NAN;
	return (double)(stream->at - begin) / (double)(stream->end - begin);
}

uint64_t perfdata_stream_bytes(const struct perfdata_stream *stream)
{
	return stream->bytes;
}

double perfdata_stream_modified(const struct perfdata_stream *stream)
{
	if (!S_ISREG(stream->stat.st_mode))
		return 0;
	return (double)stream->stat.st_mtim.tv_sec + (double)stream->stat.st_mtim.tv_nsec / 1e9;
}

unsigned char *perfdata_stream_section(struct perfdata_stream *stream,
				       const struct perfdata_section *section, uint64_t max,
				       size_t *size)
{
	uint64_t file = stream->head ? stream->header.data.offset :
				       (uint64_t)stream->stat.st_size;
	uint64_t n = section->size;
	unsigned char *bytes;
	ssize_t got;

	if ((!S_ISREG(stream->stat.st_mode) && !stream->head) || section->offset >= file)
		return NULL;
	if (n > file - section->offset)
		n = file - section->offset;
	if (n > max)
		n = max;
	bytes = malloc(n ? (size_t)n : 1);
	if (!bytes)
		return NULL;
	if (stream->head) {
		memcpy(bytes, stream->head + section->offset, (size_t)n);
		*size = (size_t)n;
		return bytes;
	}
	got = pread(stream->fd, bytes, (size_t)n, (off_t)section->offset);
	if (got < 0) {
		free(bytes);
		return NULL;
	}
	*size = (size_t)got;
	return bytes;
}

uint64_t perfdata_stream_offset(const struct perfdata_stream *stream, const struct frame *frame)
{
	return stream->zstd || frame->block != stream->outer.block ?
		       UINT64_MAX : stream->at - frames_left(&stream->outer) - frame->size;
}

static int go_to_part(struct perfdata_stream *stream, struct err *err)
{
	if (lseek(stream->fd, (off_t)stream->part->offset, SEEK_SET) < 0)
		return err_set(err, errno, "cannot read \"%s\": %s", stream->name, strerror(errno));
	stream->at = stream->part->offset;
	return 0;
}

int perfdata_stream_read_parts(struct perfdata_stream *stream, const struct perfdata_section *parts, size_t n,
			       struct err *err)
{
	stream->part = parts;
	stream->last_part = parts + n - 1;
	return go_to_part(stream, err);
}

/* Goes on at the next part behind the end of one. *left: bytes up to the next end. 0, or a fatal -errno. */
static int find_left(struct perfdata_stream *stream, uint64_t *left, struct err *err)
{
	int ret = 0;

	if (stream->part && stream->part < stream->last_part &&
	    stream->at == stream->part->offset + stream->part->size) {
		stream->part++;
		ret = go_to_part(stream, err);
	}
	*left = stream->at < stream->end ? stream->end - stream->at : 0;
	if (stream->part && stream->part < stream->last_part &&
	    *left > stream->part->offset + stream->part->size - stream->at)
		*left = stream->part->offset + stream->part->size - stream->at;
	return ret;
}

/* Reads more bytes of the file. 1; 0: the end; -EAGAIN; or another, fatal -errno. */
static int read_more(struct perfdata_stream *stream, struct err *err)
{
	uint64_t left;
	int ret = find_left(stream, &left, err);
	struct pollfd ready = { .fd = stream->fd, .events = POLLIN };
	unsigned char *room;
	size_t size;
	ssize_t n;

	if (ret || stream->ended || left == 0)
		return ret;
	room = frames_room(&stream->outer, &size);
	if (!room)
		return err_set(err, ENOMEM, "not enough memory to read \"%s\"", stream->name);
	if (!S_ISREG(stream->stat.st_mode) && poll(&ready, 1, 0) == 0)
		return -EAGAIN;
	n = read_some(stream, room, size < left ? size : (size_t)left);
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return -EAGAIN;
	if (n < 0)
		return err_set(err, errno, "cannot read \"%s\": %s", stream->name, strerror(errno));
	if (n == 0) {
		stream->ended = true;
		return 0;
	}
	stream->outer.block->n += (size_t)n;
	stream->at += (uint64_t)n;
	return 1;
}

/* Returns 0, with a message in *err if the recording is incomplete. */
static int the_end(struct perfdata_stream *stream, struct err *err)
{
	if (stream->skip || frames_left(&stream->outer) || frames_left(&stream->inner) ||
	    (stream->end != UINT64_MAX && stream->at < stream->end))
		(void)err_set(err, 0, "\"%s\" is cut off: shown up to its last whole record",
			      stream->name);
	else if (!stream->pipe && !stream->header.data.size)
		(void)err_set(err, 0,
			      "\"%s\" was not finished by its recorder: shown as far as it goes",
			      stream->name);
	return 0;
}

/* Ends the stream here. Returns 0, with a message in *err. */
static int damaged(struct perfdata_stream *stream, const char *what, struct err *err)
{
	stream->ended = true;
	stream->skip = 0;
	block_release(stream->packed_in);
	stream->packed_in = NULL;
	frames_done(&stream->outer);
	frames_done(&stream->inner);
	(void)err_set(err, 0, "\"%s\" is damaged (%s): shown up to the damage", stream->name, what);
	return 0;
}

/* The next record of the file itself, also a packed one. Returns as perfdata_stream_next(). */
static int next_outer(struct perfdata_stream *stream, struct frame *frame, struct err *err)
{
	int ret;

	for (;;) {
		if (stream->skip)
			stream->skip -= frames_skip(&stream->outer, stream->skip);
		ret = stream->skip ? 0 : frames_next(&stream->outer, frame);
		if (ret > 0)
			return 1;
		if (ret < 0)
			return damaged(stream, "a record without a size", err);
		ret = read_more(stream, err);
		if (ret == 0)
			return the_end(stream, err);
		if (ret < 0)
			return ret;
	}
}

/* Unpacks a part of `packed`. 1; 0: damaged; or a negative errno. */
static int unpack(struct perfdata_stream *stream, struct err *err)
{
	ZSTD_outBuffer out = { 0 };
	size_t before = stream->packed.pos, ret;

	if (!stream->zstd)
		stream->zstd = ZSTD_createDStream();
	out.dst = frames_room(&stream->inner, &out.size);
	if (!stream->zstd || !out.dst)
		return err_set(err, ENOMEM, "not enough memory to read \"%s\"", stream->name);
	ret = ZSTD_decompressStream(stream->zstd, &out, &stream->packed);
	if (ZSTD_isError(ret))
		return damaged(stream, ZSTD_getErrorName(ret), err);
	stream->inner.block->n += out.pos;
	stream->packed_bytes += stream->packed.pos - before;
	stream->unpacked_bytes += out.pos;
	if (stream->unpacked_bytes > EXPAND_FREE &&
	    stream->unpacked_bytes / EXPAND_MAX > stream->packed_bytes)
		return damaged(stream, "it unpacks to more than any recording", err);
	/* The input is used up and the output not full: zstd holds nothing back. */
	if (stream->packed.pos == stream->packed.size && out.pos < out.size) {
		block_release(stream->packed_in);
		stream->packed_in = NULL;
	}
	return 1;
}

/* Begins to unpack a record of packed records. 1; 0: damaged. */
static int begin_unpacking(struct perfdata_stream *stream, const struct frame *frame,
			   struct err *err)
{
	struct bytes bytes = frame_content(frame, stream->swapped);
	size_t n = bytes_left(&bytes);

	if (frame->type == PERFDATA_COMPRESSED2) {
		uint64_t size = bytes_u64(&bytes);

		if (bytes.bad || size > bytes_left(&bytes))
			return damaged(stream, "a compressed record without a size", err);
		n = (size_t)size;
	}
	stream->packed = (ZSTD_inBuffer){ .src = bytes.at, .size = n };
	stream->packed_in = frame->block;
	block_hold(frame->block);
	return 1;
}

/* Some records are followed by bytes that are not records. */
static void note_skip(struct perfdata_stream *stream, const struct frame *frame)
{
	struct bytes bytes = frame_content(frame, stream->swapped);

	if (frame->type == PERFDATA_AUXTRACE)
		stream->skip = bytes_u64(&bytes);
	else if (frame->type == PERFDATA_TRACING_DATA)
		stream->skip = ((uint64_t)bytes_u32(&bytes) + 7) & ~7ULL;
}

int perfdata_stream_next(struct perfdata_stream *stream, struct frame *frame, struct err *err)
{
	int ret;

	for (;;) {
		ret = frames_next(&stream->inner, frame);
		if (ret < 0)
			return damaged(stream, "a record without a size", err);
		if (ret > 0 && (frame->type == PERFDATA_COMPRESSED ||
				frame->type == PERFDATA_COMPRESSED2))
			return damaged(stream, "a compressed record within a compressed record",
				       err);
		if (ret > 0)
			return 1;
		if (stream->packed_in) {
			ret = unpack(stream, err);
			if (ret <= 0)
				return ret;
			continue;
		}
		ret = next_outer(stream, frame, err);
		if (ret <= 0)
			return ret;
		if (frame->type < PERFDATA_USER_TYPES)
			return 1;
		if (frame->type != PERFDATA_COMPRESSED && frame->type != PERFDATA_COMPRESSED2) {
			note_skip(stream, frame);
			return 1;
		}
		ret = begin_unpacking(stream, frame, err);
		if (ret <= 0)
			return ret;
	}
}
