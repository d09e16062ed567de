// SPDX-License-Identifier: GPL-2.0-only
/*
 * format/, events/ and caps/ below /sys/bus/event_source/devices/cpu, named as
 * the x86 driver names them (arch/x86/events/intel/core.c, amd/core.c).
 */
#include <linux/device.h>
#include <linux/perf_event.h>
#include <linux/sysfs.h>

#include "lab.h"

/* One directory below the PMU's, and the list of all of them. */
#define LAB_ATTRS(var, ...) static struct attribute *var##_attrs[] = { __VA_ARGS__, NULL }
#define LAB_GROUP(var, directory, ...)				\
	LAB_ATTRS(var, __VA_ARGS__);				\
	static const struct attribute_group var##_group = {	\
		.name = directory,				\
		.attrs = var##_attrs,				\
	}
#define LAB_GROUPS(var, ...) const struct attribute_group *var[] = { __VA_ARGS__, NULL }
#define FORMAT(var) (&format_attr_##var.attr)
#define EVENT(var) (&event_attr_##var.attr.attr)

PMU_FORMAT_ATTR(event, "config:0-7");
PMU_FORMAT_ATTR(any, "config:21");
PMU_FORMAT_ATTR(edge, "config:18");
PMU_FORMAT_ATTR(inv, "config:23");
PMU_FORMAT_ATTR(cmask, "config:24-31");

static ssize_t umask_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, lab_model->wide_umask ? "config:8-15,40-47\n" : "config:8-15\n");
}
static struct device_attribute format_attr_umask = __ATTR_RO(umask);

PMU_FORMAT_ATTR(offcore_rsp, "config1:0-63");
PMU_FORMAT_ATTR(frontend, "config1:0-23");
PMU_FORMAT_ATTR(ldlat, "config1:0-15");

LAB_GROUP(format, "format", FORMAT(event), FORMAT(umask), FORMAT(edge),
	FORMAT(any), FORMAT(inv), FORMAT(cmask), FORMAT(offcore_rsp),
	FORMAT(frontend), FORMAT(ldlat));

static ssize_t amd_event_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "config:0-7,32-35\n");
}
static struct device_attribute format_attr_amd_event = __ATTR(event, 0444, amd_event_show, NULL);

LAB_GROUP(amd_format, "format", FORMAT(amd_event), FORMAT(umask),
	FORMAT(edge), FORMAT(inv), FORMAT(cmask));

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

#define LAB_LEVEL1_EVENTS	7	/* the others exist only with 8 metrics */

LAB_ATTRS(event, EVENT(slots), EVENT(cycles), EVENT(instructions),
	EVENT(retiring), EVENT(bad_spec), EVENT(fe_bound), EVENT(be_bound),
	EVENT(heavy_ops), EVENT(br_mispredict), EVENT(fetch_lat),
	EVENT(mem_bound));

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
LAB_EVENT(recovery, topdown-recovery-bubbles, "event=0xd,umask=0x1,cmask=1");
LAB_EVENT(recovery_scale, topdown-recovery-bubbles.scale, "4");

LAB_GROUP(skl_events, "events", EVENT(cycles), EVENT(instructions),
	EVENT(total_slots), EVENT(total_slots_scale), EVENT(slots_issued),
	EVENT(slots_retired), EVENT(fetch_bubbles), EVENT(recovery),
	EVENT(recovery_scale));

LAB_EVENT(core_slots, topdown-total-slots, "event=0x3c,umask=0x0,any=1");
LAB_EVENT(core_slots_scale, topdown-total-slots.scale, "2");
LAB_EVENT(core_recovery, topdown-recovery-bubbles, "event=0xd,umask=0x1,cmask=1,any=1");
LAB_EVENT(core_recovery_scale, topdown-recovery-bubbles.scale, "2");

LAB_GROUP(skl_smt_events, "events", EVENT(cycles), EVENT(instructions),
	EVENT(core_slots), EVENT(core_slots_scale), EVENT(slots_issued),
	EVENT(slots_retired), EVENT(fetch_bubbles), EVENT(core_recovery),
	EVENT(core_recovery_scale));

LAB_EVENT(amd_cycles, cpu-cycles, "event=0x76");

LAB_GROUP(amd_events, "events", EVENT(amd_cycles), EVENT(instructions));

static ssize_t pmu_name_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%s\n", lab_model->pmu_name);
}
static DEVICE_ATTR_RO(pmu_name);

LAB_GROUP(caps, "caps", &dev_attr_pmu_name.attr);

/* On a hybrid: the CPUs of each PMU. */
static ssize_t cpus_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	struct pmu *pmu = dev_get_drvdata(dev);
	bool atom = pmu == &lab_atom_pmu;

	return sysfs_emit(buf, "%d-%d\n", atom ? lab_first_atom : 0,
			  (atom ? (int)num_online_cpus() : lab_first_atom) - 1);
}
static DEVICE_ATTR_RO(cpus);

LAB_ATTRS(cpus, &dev_attr_cpus.attr);

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

LAB_GROUP(atom_events, "events", EVENT(cycles), EVENT(instructions),
	EVENT(atom_retiring), EVENT(atom_bad_spec), EVENT(atom_fe_bound),
	EVENT(atom_be_bound));

/* Skymont's (core.c:6100). */
LAB_EVENT(skymont_retiring, topdown-retiring, "event=0xc2,umask=0x02");
LAB_EVENT(skymont_fe_bound, topdown-fe-bound, "event=0x9c,umask=0x01");
LAB_EVENT(skymont_be_bound, topdown-be-bound, "event=0xa4,umask=0x02");

LAB_GROUP(skymont_events, "events", EVENT(cycles), EVENT(instructions),
	EVENT(skymont_retiring), EVENT(atom_bad_spec), EVENT(skymont_fe_bound),
	EVENT(skymont_be_bound));

static LAB_GROUPS(metric_groups, &format_group, &events_group, &caps_group,
	&cpus_group);

static LAB_GROUPS(atom_groups, &format_group, &atom_events_group, &caps_group, &cpus_group);

static LAB_GROUPS(skymont_groups, &format_group, &skymont_events_group, &caps_group,
	&cpus_group);

const struct attribute_group **lab_atom_sysfs_groups(void)
{
	return lab_model->wide_umask ? skymont_groups : atom_groups;
}

/* A hypervisor that exposes general and fixed counters, but no metrics. */
LAB_GROUP(guest_events, "events", EVENT(cycles), EVENT(instructions));

static LAB_GROUPS(guest_groups, &format_group, &guest_events_group,
	&caps_group);

static LAB_GROUPS(skl_smt_groups, &format_group, &skl_smt_events_group,
	&caps_group);

static LAB_GROUPS(skl_groups, &format_group, &skl_events_group, &caps_group);

static LAB_GROUPS(amd_groups, &amd_format_group, &amd_events_group);

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
