// SPDX-License-Identifier: GPL-2.0-only
/*
 * format/, events/ and caps/ below /sys/bus/event_source/devices/cpu, named as
 * the x86 driver names them (arch/x86/events/intel/core.c, amd/core.c).
 */
#include <linux/device.h>
#include <linux/perf_event.h>
#include <linux/sysfs.h>

#include "lab.h"

PMU_FORMAT_ATTR(event, "config:0-7");
PMU_FORMAT_ATTR(any, "config:21");
PMU_FORMAT_ATTR(umask, "config:8-15");
PMU_FORMAT_ATTR(edge, "config:18");
PMU_FORMAT_ATTR(inv, "config:23");
PMU_FORMAT_ATTR(cmask, "config:24-31");

static struct attribute *format_attrs[] = {
	&format_attr_event.attr,
	&format_attr_umask.attr,
	&format_attr_edge.attr,
	&format_attr_any.attr,
	&format_attr_inv.attr,
	&format_attr_cmask.attr,
	NULL
};

static const struct attribute_group format_group = {
	.name = "format",
	.attrs = format_attrs,
};

static ssize_t amd_event_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "config:0-7,32-35\n");
}
static struct device_attribute format_attr_amd_event = __ATTR(event, 0444, amd_event_show, NULL);

static struct attribute *amd_format_attrs[] = {
	&format_attr_amd_event.attr,
	&format_attr_umask.attr,
	&format_attr_edge.attr,
	&format_attr_inv.attr,
	&format_attr_cmask.attr,
	NULL
};

static const struct attribute_group amd_format_group = {
	.name = "format",
	.attrs = amd_format_attrs,
};

#define LAB_EVENT(var, name, text) \
	PMU_EVENT_ATTR_STRING(name, event_attr_##var, text)

LAB_EVENT(slots, slots, "event=0x00,umask=0x4");
LAB_EVENT(cycles, cpu-cycles, "event=0x3c");
LAB_EVENT(instructions, instructions, "event=0xc0");
LAB_EVENT(retiring, topdown-retiring, "event=0x00,umask=0x80");
LAB_EVENT(bad_spec, topdown-bad-spec, "event=0x00,umask=0x81");
LAB_EVENT(fe_bound, topdown-fe-bound, "event=0x00,umask=0x82");
LAB_EVENT(be_bound, topdown-be-bound, "event=0x00,umask=0x83");
LAB_EVENT(heavy_ops, topdown-heavy-ops, "event=0x00,umask=0x84");
LAB_EVENT(br_mispredict, topdown-br-mispredict, "event=0x00,umask=0x85");
LAB_EVENT(fetch_lat, topdown-fetch-lat, "event=0x00,umask=0x86");
LAB_EVENT(mem_bound, topdown-mem-bound, "event=0x00,umask=0x87");

#define LAB_LEVEL1_EVENTS	7	/* the rest exists with 8 metrics only */

static struct attribute *event_attrs[] = {
	&event_attr_slots.attr.attr,
	&event_attr_cycles.attr.attr,
	&event_attr_instructions.attr.attr,
	&event_attr_retiring.attr.attr,
	&event_attr_bad_spec.attr.attr,
	&event_attr_fe_bound.attr.attr,
	&event_attr_be_bound.attr.attr,
	&event_attr_heavy_ops.attr.attr,
	&event_attr_br_mispredict.attr.attr,
	&event_attr_fetch_lat.attr.attr,
	&event_attr_mem_bound.attr.attr,
	NULL
};

static umode_t event_visible(struct kobject *kobj, struct attribute *attr, int index)
{
	if (index >= LAB_LEVEL1_EVENTS && lab_model->metrics == LAB_LEVEL1)
		return 0;
	return attr->mode;
}

static const struct attribute_group events_group = {
	.name = "events",
	.attrs = event_attrs,
	.is_visible = event_visible,
};

LAB_EVENT(total_slots, topdown-total-slots, "event=0x3c,umask=0x0");
LAB_EVENT(total_slots_scale, topdown-total-slots.scale, "4");
LAB_EVENT(slots_issued, topdown-slots-issued, "event=0xe,umask=0x1");
LAB_EVENT(slots_retired, topdown-slots-retired, "event=0xc2,umask=0x2");
LAB_EVENT(fetch_bubbles, topdown-fetch-bubbles, "event=0x9c,umask=0x1");
LAB_EVENT(recovery, topdown-recovery-bubbles, "event=0xd,umask=0x3,cmask=1");
LAB_EVENT(recovery_scale, topdown-recovery-bubbles.scale, "4");

static struct attribute *skl_event_attrs[] = {
	&event_attr_cycles.attr.attr,
	&event_attr_instructions.attr.attr,
	&event_attr_total_slots.attr.attr,
	&event_attr_total_slots_scale.attr.attr,
	&event_attr_slots_issued.attr.attr,
	&event_attr_slots_retired.attr.attr,
	&event_attr_fetch_bubbles.attr.attr,
	&event_attr_recovery.attr.attr,
	&event_attr_recovery_scale.attr.attr,
	NULL
};

LAB_EVENT(core_slots, topdown-total-slots, "event=0x3c,umask=0x0,any=1");
LAB_EVENT(core_slots_scale, topdown-total-slots.scale, "2");
LAB_EVENT(core_recovery, topdown-recovery-bubbles, "event=0xd,umask=0x3,cmask=1,any=1");
LAB_EVENT(core_recovery_scale, topdown-recovery-bubbles.scale, "2");

static struct attribute *skl_smt_event_attrs[] = {
	&event_attr_cycles.attr.attr,
	&event_attr_instructions.attr.attr,
	&event_attr_core_slots.attr.attr,
	&event_attr_core_slots_scale.attr.attr,
	&event_attr_slots_issued.attr.attr,
	&event_attr_slots_retired.attr.attr,
	&event_attr_fetch_bubbles.attr.attr,
	&event_attr_core_recovery.attr.attr,
	&event_attr_core_recovery_scale.attr.attr,
	NULL
};

static const struct attribute_group skl_smt_events_group = {
	.name = "events",
	.attrs = skl_smt_event_attrs,
};

static const struct attribute_group skl_events_group = {
	.name = "events",
	.attrs = skl_event_attrs,
};

LAB_EVENT(amd_cycles, cpu-cycles, "event=0x76");

static struct attribute *amd_event_attrs[] = {
	&event_attr_amd_cycles.attr.attr,
	&event_attr_instructions.attr.attr,
	NULL
};

static const struct attribute_group amd_events_group = {
	.name = "events",
	.attrs = amd_event_attrs,
};

static ssize_t pmu_name_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%s\n", lab_model->pmu_name);
}
static DEVICE_ATTR_RO(pmu_name);

static struct attribute *caps_attrs[] = {
	&dev_attr_pmu_name.attr,
	NULL
};

static const struct attribute_group caps_group = {
	.name = "caps",
	.attrs = caps_attrs,
};

/* Of a hybrid: on which CPUs each of its PMUs counts. */
static ssize_t cpus_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	struct pmu *pmu = dev_get_drvdata(dev);
	bool atom = pmu == &lab_atom_pmu;

	return sysfs_emit(buf, "%d-%d\n", atom ? lab_first_atom : 0,
			  (atom ? (int)num_online_cpus() : lab_first_atom) - 1);
}
static DEVICE_ATTR_RO(cpus);

static struct attribute *cpus_attrs[] = {
	&dev_attr_cpus.attr,
	NULL
};

static umode_t cpus_visible(struct kobject *kobj, struct attribute *attr, int index)
{
	return lab_model->atom_width ? attr->mode : 0;
}

static const struct attribute_group cpus_group = {
	.attrs = cpus_attrs,
	.is_visible = cpus_visible,
};

/* E-cores have general events for the classes (core.c:6078). */
LAB_EVENT(atom_retiring, topdown-retiring, "event=0xc2,umask=0x00");
LAB_EVENT(atom_bad_spec, topdown-bad-spec, "event=0x73,umask=0x00");
LAB_EVENT(atom_fe_bound, topdown-fe-bound, "event=0x71,umask=0x00");
LAB_EVENT(atom_be_bound, topdown-be-bound, "event=0x74,umask=0x00");

static struct attribute *atom_event_attrs[] = {
	&event_attr_cycles.attr.attr,
	&event_attr_instructions.attr.attr,
	&event_attr_atom_retiring.attr.attr,
	&event_attr_atom_bad_spec.attr.attr,
	&event_attr_atom_fe_bound.attr.attr,
	&event_attr_atom_be_bound.attr.attr,
	NULL
};

static const struct attribute_group atom_events_group = {
	.name = "events",
	.attrs = atom_event_attrs,
};

static const struct attribute_group *metric_groups[] = {
	&format_group,
	&events_group,
	&caps_group,
	&cpus_group,
	NULL
};

const struct attribute_group *lab_atom_sysfs_groups[] = {
	&format_group,
	&atom_events_group,
	&caps_group,
	&cpus_group,
	NULL
};

/* A hypervisor that shows general and fixed counters, and no metrics. */
static struct attribute *guest_event_attrs[] = {
	&event_attr_cycles.attr.attr,
	&event_attr_instructions.attr.attr,
	NULL
};

static const struct attribute_group guest_events_group = {
	.name = "events",
	.attrs = guest_event_attrs,
};

static const struct attribute_group *guest_groups[] = {
	&format_group,
	&guest_events_group,
	&caps_group,
	NULL
};

static const struct attribute_group *skl_smt_groups[] = {
	&format_group,
	&skl_smt_events_group,
	&caps_group,
	NULL
};

static const struct attribute_group *skl_groups[] = {
	&format_group,
	&skl_events_group,
	&caps_group,
	NULL
};

static const struct attribute_group *amd_groups[] = {
	&amd_format_group,
	&amd_events_group,
	NULL
};

const struct attribute_group **lab_sysfs_groups(void)
{
	if (lab_model->amd)
		return amd_groups;
	if (lab_model->metrics)
		return metric_groups;
	if (lab_model->smt)
		return skl_smt_groups;
	return lab_model->aliases ? skl_groups : guest_groups;
}
