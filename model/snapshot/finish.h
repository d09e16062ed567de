/* SPDX-License-Identifier: GPL-2.0-only */
/* From a filled draft to a finished snapshot. Collector thread; the UI thread for unpacked ones. */
#ifndef TDTOP_MODEL_FINISH_H
#define TDTOP_MODEL_FINISH_H

struct snapshot;

/*
 * Finishes a draft. Before: machine is set, there is one ROW_CPU row per CPU in the order of
 * machine->cpus, process and thread rows in any order (a thread's `pid` names its process).
 * After: threads sorted by (pid, start_ns, tid) and counted into their process (counts, busy_ns, slices:
 * a process is the sum of its threads and must come in with zero counts), processes sorted by
 * (pid, start_ns), CPUs sorted by (socket, node, core, cpu), cores, nodes, sockets and machine rows made and summed
 * from the CPUs, users and cgroups from the processes, parents and children linked, all values
 * evaluated. No row is dropped. Of machine->watched tasks there is no ROW_CPU row, and the machine's is
 * the sum of the processes. 0, or -ENOMEM.
 */
int snapshot_finish(struct snapshot *snapshot);

#endif
