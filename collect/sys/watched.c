/* SPDX-License-Identifier: GPL-2.0-only */
/* The processes that the user wants to watch; see watched.h. Main thread. */
#include "config.h"
#include "collect/sys/watched.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "collect/sys/procfs.h"

#define MISSING_NAMED 16	/* pids in a sentence; of the others it has the number */

void watched_describe(struct machine *machine, const struct watched *watched)
{
	size_t size = sizeof(machine->watched), used = 0;

	if (watched->command)
		(void)snprintf(machine->watched, size, "command %s", watched->program);
	else if (!watched->n_pids)
		(void)snprintf(machine->watched, size, "your processes");
	for (size_t i = 0; i < watched->n_pids && used < size - 16; i++)
		used += (size_t)snprintf(machine->watched + used, size - used, "%s%d",
					 i ? "," : "pid ", watched->pids[i]);
}

struct watched_command watched_command_of(const struct watched *watched)
{
	if (!watched->command)
		return (struct watched_command){ .fd = -1, .go = -1 };
	return (struct watched_command){ .pid = watched->command, .go = watched->go,
					 .fd = (int)syscall(SYS_pidfd_open, watched->command, 0) };
}

bool watched_command_exited(const struct watched_command *command)
{
	struct pollfd fd = { .fd = command->fd, .events = POLLIN };

	return command->fd >= 0 && poll(&fd, 1, 0) > 0;
}

void watched_command_close(struct watched_command *command)
{
	if (command->fd >= 0)
		close(command->fd);
	command->fd = -1;
}

bool watched_command_release(const struct watched_command *command)
{
	if (command->go >= 0)
		(void)!write(command->go, "", 1);
	return command->go >= 0;
}

int watched_check_pid(int32_t pid, struct err *err)
{
	int root = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
	int32_t leader = proc_leader(root, pid);

	if (root >= 0)
		close(root);
	if (!leader)
		return err_set(err, ESRCH, "there is no process %d", pid);
	if (leader == pid)
		return 0;
	return err_set(err, ESRCH, "%d is a thread, not a process; use \"--pid %d\" and look at "
		       "its threads (-V threads)", pid, leader);
}

/* Adds a pid to "there are no processes 5, 77", where `n` were added before. */
static void add_missing(struct err *why, size_t n, int32_t pid)
{
	size_t used = strlen(why->text);

	if (n < MISSING_NAMED)
		(void)snprintf(why->text + used, sizeof(why->text) - used, "%s%d",
			       n ? ", " : "there are no processes ", pid);
}

size_t watched_keep(int32_t *pids, size_t n, struct err *why)
{
	struct err list = { .text = "" }, one;
	size_t kept = 0, missing = 0, used;

	for (size_t i = 0; i < n; i++) {
		if (!watched_check_pid(pids[i], missing ? NULL : &one))
			pids[kept++] = pids[i];
		else
			add_missing(&list, missing++, pids[i]);
	}
	used = strlen(list.text);
	if (missing > MISSING_NAMED)
		(void)snprintf(list.text + used, sizeof(list.text) - used, " and %zu more",
			       missing - MISSING_NAMED);
	if (missing)
		*why = missing > 1 ? list : one;
	return kept;
}
