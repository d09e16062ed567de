/* SPDX-License-Identifier: GPL-2.0-only */
/* What perf is told to look at; see perf_target.h. UI thread. */
#include "config.h"
#include "ui/state/perf_target.h"

#include <stdio.h>
#include <string.h>

#include "model/machine.h"
#include "model/perf_command.h"

static bool is_of(const struct cpu_place *place, const struct row *row, int socket)
{
	switch (row->kind) {
	case ROW_SOCKET:
		return place->socket == row->id;
	case ROW_NODE:
		return place->node == row->id && place->socket == socket;
	case ROW_CORE:
		return place->core == row->id && place->socket == socket;
	default:
		return place->cpu == row->id;
	}
}

/* "-C 0-3,8": the CPUs of a row, which the machine sorts by number. */
static void print_cpus(const struct snapshot *s, const struct row *row,
		       char text[PERF_TARGET])
{
	const struct machine *machine = s->machine;
	int socket = row->parent >= 0 && row->kind != ROW_SOCKET && row->kind != ROW_CPU ?
			     s->table[ROW_SOCKET].rows[row->parent].id : 0;
	int first = -1, last = -1;
	size_t used = 0;

	for (size_t i = 0; i <= machine->n_cpus && used < PERF_TARGET; i++) {
		const struct cpu_place *place = i < machine->n_cpus ? &machine->cpus[i] : NULL;

		if (place && !is_of(place, row, socket))
			continue;
		if (place && first >= 0 && place->cpu == last + 1) {
			last++;
			continue;
		}
		if (first >= 0)
			used += (size_t)snprintf(text + used, PERF_TARGET - used, "%s%d",
						 used ? "," : "-C ", first);
		if (first >= 0 && last > first && used < PERF_TARGET)
			used += (size_t)snprintf(text + used, PERF_TARGET - used, "-%d", last);
		first = last = place ? place->cpu : -1;
	}
	if (used >= PERF_TARGET)
		text[0] = '\0';
}

/* perf takes a list at -G, so a comma would divide a name. */
static void print_cgroup(const char *path, struct perf_target *target)
{
	path += strspn(path, "/");
	if (strchr(path, ',') || (*path && !perf_quote(path, target->cgroup, PERF_TARGET)))
		return;
	(void)snprintf(target->text, PERF_TARGET, "-a");
}

/* The shell lists the processes when the command runs. */
static void print_listed(const char *option, const char *name, char text[PERF_TARGET])
{
	char quoted[PERF_TARGET / 2];

	if (*name && perf_quote(name, quoted, sizeof(quoted)))
		(void)snprintf(text, PERF_TARGET, "-p \"$(pgrep -d, %s %s)\"", option, quoted);
}

/* pgrep -x takes a regular expression, and a name stands for itself. */
static void print_named(const char *name, char text[PERF_TARGET])
{
	char expression[2 * 64];
	size_t used = 0;

	for (; *name && used + 2 < sizeof(expression); name++) {
		if (strchr(".[]{}()*+?^$|\\", *name))
			expression[used++] = '\\';
		expression[used++] = *name;
	}
	expression[used] = '\0';
	if (!*name)
		print_listed("-x", expression, text);
}

void perf_target_find(const struct snapshot *s, const struct row *row, struct perf_target *target)
{
	*target = (struct perf_target){ .text = "", .cgroup = "" };
	switch (row->kind) {
	case ROW_MACHINE:
		if (!s->machine->watched[0])
			(void)snprintf(target->text, PERF_TARGET, "-a");
		break;
	case ROW_SOCKET:
	case ROW_NODE:
	case ROW_CORE:
	case ROW_CPU:
		print_cpus(s, row, target->text);
		break;
	case ROW_PROCESS:
		if (row->id > 0)
			(void)snprintf(target->text, PERF_TARGET, "-p %d", row->id);
		break;
	case ROW_REGION:	/* all of its process: perf knows no regions */
		if (row->pid > 0)
			(void)snprintf(target->text, PERF_TARGET, "-p %d", row->pid);
		break;
	case ROW_THREAD:
		if (row->id > 0)
			(void)snprintf(target->text, PERF_TARGET, "-t %d", row->id);
		break;
	case ROW_CGROUP:
		print_cgroup(snapshot_text(s, row->cgroup), target);
		break;
	case ROW_USER:
		print_listed("-u", snapshot_text(s, row->name), target->text);
		break;
	case ROW_NAME:
		print_named(snapshot_text(s, row->name), target->text);
		break;
	default:
		break;	/* exited: there is nothing to look at */
	}
}
