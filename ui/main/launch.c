/* SPDX-License-Identifier: GPL-2.0-only */
/* Starts and ends the command of "tdtop -- command"; see session_parts.h. Main thread. */
#include "config.h"
#include "ui/main/session_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect/sys/privilege.h"
#include "collect/sys/thread_start.h"

#define CANNOT_EXEC 127
#define END_TRIES 100		/* times 10 ms */
#define ENDED_TRIES 10

static void close_pipe(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/*
 * The child: waits for permission, then executes the command. tdtop has no other thread yet, so the
 * child is not limited to async-signal-safe functions.
 */
static void execute(char *const command[], int go, int failed, int output, bool screen)
{
	char byte;
	int error, null;

	if (screen) {
		(void)setpgid(0, 0);
		null = open("/dev/null", O_RDONLY);
		(void)dup2(null, STDIN_FILENO);
	} else {
		(void)dup2(STDERR_FILENO, STDOUT_FILENO);
	}
	if (output >= 0 && isatty(STDOUT_FILENO))
		(void)dup2(output, STDOUT_FILENO);
	if (output >= 0 && isatty(STDERR_FILENO))
		(void)dup2(output, STDERR_FILENO);
	(void)signal(SIGPIPE, SIG_DFL);
	stack_restore();
	privilege_drop();
	if (read(go, &byte, 1) != 1)
		_exit(CANNOT_EXEC);	/* tdtop could not count */
	execvp(command[0], command);
	error = errno;
	(void)!write(failed, &error, sizeof(error));
	_exit(CANNOT_EXEC);
}

/*
 * Creates a file for output that would overwrite the screen; in TMPDIR unless tdtop is privileged.
 */
static int open_output(struct launch *launch, struct err *err)
{
	const char *dir = secure_getenv("TMPDIR");
	int fd;

	(void)snprintf(launch->output, sizeof(launch->output), "%.160s/tdtop-%.40s-XXXXXX",
		       dir && dir[0] ? dir : "/tmp", launch->program);
	fd = mkostemp(launch->output, O_CLOEXEC);
	if (fd < 0) {
		(void)err_set(err, errno, "cannot create %s for the output of the command: %s",
			      launch->output, strerror(errno));
		launch->output[0] = '\0';
		return -errno;
	}
	return fd;
}

int launch_prepare(struct launch *launch, char *const command[], bool screen, struct err *err)
{
	const char *name = strrchr(command[0], '/');
	int go[2] = { -1, -1 }, failed[2] = { -1, -1 }, output = -1;

	*launch = (struct launch){
		.go = -1, .failed = -1, .own_group = screen, .typed = command[0]
	};
	(void)snprintf(launch->program, sizeof(launch->program), "%s",
		       name ? name + 1 : command[0]);
	if (screen && (isatty(STDOUT_FILENO) || isatty(STDERR_FILENO))) {
		output = open_output(launch, err);
		if (output < 0)
			return output;
	}
	if (pipe2(go, O_CLOEXEC) || pipe2(failed, O_CLOEXEC) || (launch->pid = fork()) < 0) {
		launch->pid = 0;
		return err_set(err, errno, "cannot start \"%s\": %s", command[0], strerror(errno));
	}
	if (launch->pid == 0) {
		close(go[1]);
		execute(command, go[0], failed[1], output, screen);
	}
	/* Orphans of the command are reparented to us, so we still know whose they are. */
	(void)prctl(PR_SET_CHILD_SUBREAPER, 1);
	close(go[0]);
	close(failed[1]);
	close_pipe(&output);
	launch->go = go[1];
	launch->failed = failed[0];
	return 0;
}

int launch_wait_exec(struct launch *launch, struct err *err)
{
	int error = 0;
	ssize_t n;

	do
		n = read(launch->failed, &error, sizeof(error));
	while (n < 0 && errno == EINTR);
	close_pipe(&launch->failed);
	if (n != sizeof(error))
		return 0;	/* closed by exec */
	return err_set(err, error, "cannot run \"%.500s\": %s", launch->typed, strerror(error));
}

/* Removes an empty output file. */
static void finish_output(struct launch *launch)
{
	int fd = launch->output[0] ? open(launch->output, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) : -1;
	off_t size = fd < 0 ? 0 : lseek(fd, 0, SEEK_END);

	if (fd < 0)
		return;
	close(fd);
	if (size > 0)
		return;
	(void)unlink(launch->output);
	launch->output[0] = '\0';
}

static bool has_ended(struct launch *launch)
{
	if (!launch->ended)
		launch->ended = waitpid(launch->pid, &launch->status, WNOHANG) == launch->pid;
	return launch->ended;
}

static bool wait_for_end(struct launch *launch, int tries)
{
	const struct timespec pause_10ms = { .tv_nsec = 10000000 };

	for (int i = 0; i < tries && !has_ended(launch); i++)
		(void)nanosleep(&pause_10ms, NULL);
	return has_ended(launch);
}

bool launch_ended(struct launch *launch)
{
	return wait_for_end(launch, ENDED_TRIES);
}

void launch_describe(const struct launch *launch, char *text, size_t size)
{
	text[0] = '\0';
	if (!launch->ended)
		return;
	if (WIFEXITED(launch->status))
		(void)snprintf(text, size, "%s exited with status %d", launch->program,
			       WEXITSTATUS(launch->status));
	else
		(void)snprintf(text, size, "%s ended by signal %d (%s)", launch->program,
			       WTERMSIG(launch->status), strsignal(WTERMSIG(launch->status)));
}

int launch_end(struct launch *launch, int signal)
{
	pid_t to = launch->own_group ? -launch->pid : launch->pid;
	bool ended;

	/* Before the pipe is closed: one that was not executed yet then exits by itself. */
	if (!has_ended(launch)) {
		(void)kill(to, signal);
		(void)kill(to, SIGCONT);
	}
	close_pipe(&launch->go);
	close_pipe(&launch->failed);
	ended = wait_for_end(launch, END_TRIES);
	finish_output(launch);
	if (!ended)
		return -1;
	return WIFEXITED(launch->status) ? WEXITSTATUS(launch->status) :
					   LAUNCH_BY_SIGNAL + WTERMSIG(launch->status);
}
