/* SPDX-License-Identifier: GPL-2.0-only */
/* Asks debuginfod; see code_fetch.h. */
#include "config.h"
#include "collect/code/code_fetch.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/code/helper_jail.h"
#include "model/late_library.h"

/*
 * What is called of libdebuginfod (debuginfod_find_debuginfo(3)), which is loaded when it is
 * needed: it brings libcurl along.
 */
struct library {
	void *(*begin)(void);
	int (*find_debuginfo)(void *client, const unsigned char *id, int n, char **path);
	int (*find_executable)(void *client, const unsigned char *id, int n, char **path);
};

static bool load(struct library *library)
{
	const struct late_function functions[] = {
		{ &library->begin, "debuginfod_begin" },
		{ &library->find_debuginfo, "debuginfod_find_debuginfo" },
		{ &library->find_executable, "debuginfod_find_executable" },
	};

	return late_library("libdebuginfod.so.1", functions,
			    sizeof(functions) / sizeof(functions[0]));
}

static _Noreturn void serve(int socket)
{
	static struct wire_message message;
	struct library library = { 0 };
	void *client;

	helper_jail_files(socket);
	(void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	client = load(&library) ? library.begin() : NULL;
	while (!wire_receive(socket, &message)) {
		const struct wire_want *want;
		size_t at = 0;
		int fd = -1;

		want = wire_take(&message, &at, sizeof(*want));
		if (client && want && want->kind == WANT_FILE)
			fd = library.find_executable(client, want->build_id, want->build_id_len,
						     NULL);
		else if (client && want)
			fd = library.find_debuginfo(client, want->build_id, want->build_id_len,
						    NULL);
		wire_begin(&message, WIRE_FILE, 0);
		message.fd = fd < 0 ? -1 : fd;
		if (wire_send(socket, &message))
			break;
		if (fd >= 0)
			(void)close(fd);
	}
	_exit(0);
}

int code_fetch_start(struct code_fetch *fetch)
{
	sigset_t none;
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return -errno;
	fetch->pid = fork();
	if (!fetch->pid) {
		(void)close(ends[0]);
		/* those of the terminal are for tdtop */
		for (int number = 1; number < NSIG; number++)
			(void)signal(number, number == SIGINT || number == SIGQUIT ||
				     number == SIGTSTP || number == SIGPIPE ? SIG_IGN : SIG_DFL);
		/* the screen blocks some while it draws */
		(void)sigemptyset(&none);
		(void)sigprocmask(SIG_SETMASK, &none, NULL);
		serve(ends[1]);
	}
	(void)close(ends[1]);
	if (fetch->pid < 0) {
		int error = errno;

		(void)close(ends[0]);
		return -error;
	}
	fetch->socket = ends[0];
	return 0;
}

void code_fetch_stop(struct code_fetch *fetch)
{
	if (fetch->socket < 0)
		return;
	(void)close(fetch->socket);
	(void)kill(fetch->pid, SIGKILL);
	while (waitpid(fetch->pid, NULL, 0) < 0 && errno == EINTR) {
	}
}

int code_fetch_get(struct code_fetch *fetch, const struct wire_want *want)
{
	struct wire_message *message = fetch->socket < 0 || !want->build_id_len ? NULL :
		malloc(sizeof(*message));
	int fd = -1;

	if (!message)
		return -1;
	wire_begin(message, WIRE_WANT, 0);
	(void)wire_add(message, want, sizeof(*want));
	if (!wire_send(fetch->socket, message) && !wire_receive(fetch->socket, message))
		fd = message->fd;
	free(message);
	return fd;
}
