/* SPDX-License-Identifier: GPL-2.0-only */
/* Packets on a socket; see code_wire.h. */
#include "config.h"
#include "collect/code/code_wire.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

union control {
	char bytes[CMSG_SPACE(sizeof(int))];
	struct cmsghdr align;
};

int wire_send(int socket, const struct wire_message *message)
{
	struct iovec parts[2] = {
		{ .iov_base = (void *)&message->head, .iov_len = sizeof(message->head) },
		{ .iov_base = (void *)message->body, .iov_len = message->size },
	};
	struct msghdr header = { .msg_iov = parts, .msg_iovlen = 2 };
	union control control = { .bytes = "" };
	ssize_t sent;

	if (message->fd >= 0) {
		struct cmsghdr *file;

		header.msg_control = control.bytes;
		header.msg_controllen = sizeof(control.bytes);
		file = CMSG_FIRSTHDR(&header);
		file->cmsg_level = SOL_SOCKET;
		file->cmsg_type = SCM_RIGHTS;
		file->cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(file), &message->fd, sizeof(int));
	}
	do {
		sent = sendmsg(socket, &header, MSG_NOSIGNAL);
	} while (sent < 0 && errno == EINTR);
	return sent < 0 ? -errno : 0;
}

/* The descriptor that came along; a second one does not fit, and the kernel closes it. */
static int descriptor(struct msghdr *header)
{
	int fd = -1;

	for (struct cmsghdr *part = CMSG_FIRSTHDR(header); part; part = CMSG_NXTHDR(header, part)) {
		if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_RIGHTS &&
		    part->cmsg_len >= CMSG_LEN(sizeof(int)))
			memcpy(&fd, CMSG_DATA(part), sizeof(fd));
	}
	return fd;
}

int wire_receive(int socket, struct wire_message *message)
{
	struct iovec parts[2] = {
		{ .iov_base = &message->head, .iov_len = sizeof(message->head) },
		{ .iov_base = message->body, .iov_len = sizeof(message->body) },
	};
	union control control;
	struct msghdr header = { .msg_iov = parts, .msg_iovlen = 2,
				 .msg_control = control.bytes,
				 .msg_controllen = sizeof(control.bytes) };
	ssize_t got;

	message->fd = -1;
	do {
		got = recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
	} while (got < 0 && errno == EINTR);
	if (got <= 0)
		return -EPIPE;
	message->fd = descriptor(&header);
	if ((size_t)got < sizeof(message->head) || header.msg_flags & MSG_TRUNC) {
		if (message->fd >= 0)
			(void)close(message->fd);
		message->fd = -1;
		return -EBADMSG;
	}
	message->size = (size_t)got - sizeof(message->head);
	return 0;
}

void wire_begin(struct wire_message *message, enum wire_kind kind, uint32_t object)
{
	message->head = (struct wire_head){ .kind = kind, .object = object };
	message->size = 0;
	message->fd = -1;
}

bool wire_add(struct wire_message *message, const void *bytes, size_t size)
{
	if (size > sizeof(message->body) - message->size)
		return false;
	if (size)
		memcpy(message->body + message->size, bytes, size);
	message->size += size;
	return true;
}

const void *wire_take(const struct wire_message *message, size_t *at, size_t size)
{
	const void *bytes = message->body + *at;

	if (*at > message->size || size > message->size - *at)
		return NULL;
	*at += size;
	return bytes;
}
