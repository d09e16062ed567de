/* SPDX-License-Identifier: GPL-2.0-only */
/* CPUs that come online; see new_cpus.h. Collector thread. */
#include "config.h"
#include "collect/slice/new_cpus.h"

#include <errno.h>
#include <stdio.h>

#include "model/snapshot/smt.h"

int new_cpus_add(struct hotplug *hotplug,
		 int (*read_topology)(struct machine *machine, struct err *err),
		 struct machine *machine, struct err *err)
{
	const bool changes = !machine->counts_cores && smt_core_events(machine->family) &&
			     !machine_has_siblings(machine);
	int ret = hotplug_read_new_cpus(hotplug, read_topology, machine, err);

	if (!ret && changes && machine_has_siblings(machine))
		return err_set(err, EAGAIN, "the other thread of a core has come online, and the "
			       "kernel now lists different events of this CPU; start tdtop again");
	return ret;
}

void new_cpus_report_left_out(const struct hotplug *hotplug, struct machine *machine)
{
	/*
	 * A machine that is not published is a part of a hybrid: the others are CPUs of its other
	 * types.
	 */
	if (!machine->published || machine->left_out[0] ||
	    hotplug->uncounted <= hotplug->uncounted_at_start)
		return;
	(void)snprintf(machine->left_out, sizeof(machine->left_out),
		       "%zu new CPUs are not counted: there was none of their core type when "
		       "tdtop started; start it again",
		       hotplug->uncounted - hotplug->uncounted_at_start);
	(void)machine_publish(machine);
}
