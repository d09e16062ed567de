/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One small file of /proc, read with one read(2); below an open directory, "/proc" or a fixture. Collector
 * thread.
 */
#ifndef TDTOP_COLLECT_PROC_FILE_H
#define TDTOP_COLLECT_PROC_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "model/task.h"

/* Reads the beginning of <root>/<path>, with a NUL behind it. Its length, or -1: not there, or not ours to read. */
ssize_t proc_file_read(int root, const char *path, char *text, size_t size);

/* The name of a task in the file "comm" at this path. false: no such task. */
bool proc_file_comm(int root, const char *path, char comm[COMM_LEN]);

/* The name of a thread. false: no such thread. */
bool proc_thread_name(int root, int32_t pid, int32_t tid, char comm[COMM_LEN]);

#endif
