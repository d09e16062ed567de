/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Turns a filled draft into a finished snapshot. Called on the collector thread; on the UI thread
 * for snapshots that are unpacked (model/history/packed_snapshot.c).
 */
#pragma once

struct snapshot;

/*
 * Finishes a draft. Before the call: machine is set, and there is one ROW_CPU row per CPU in the
 * order of machine->cpus. There are process and thread rows in any order (a thread's `pid` names
 * its process; a process has zero counts).
 *
 * After it: threads are sorted by (pid, start_ns, tid) and summed into their process (counts,
 * busy_ns, slices). Processes are sorted by (pid, start_ns), CPUs by (socket, node, core, cpu).
 * Rows of cores, nodes, sockets and the machine are sums of CPUs, users and cgroups sums of
 * processes. Parents and children are linked, and all values evaluated. No row is dropped. With
 * machine->watched there is no ROW_CPU row, and the machine row is the sum of the processes.
 *
 * 0, or -ENOMEM.
 */
int snapshot_finish(struct snapshot *snapshot);
