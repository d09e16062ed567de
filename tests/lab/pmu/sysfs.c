// SPDX-License-Identifier: GPL-2.0-only
/*
 * format/, events/ and caps/ below /sys/bus/event_source/devices/cpu, named as
 * the x86 driver names them (arch/x86/events/intel/core.c).
 */
#include <linux/device.h>
#include <linux/perf_event.h>
#include <linux/sysfs.h>

#include "lab.h"

PMU_FORMAT_ATTR(event, "config:0-7");
PMU_FORMAT_ATTR(umask, "config:8-15");
PMU_FORMAT_ATTR(edge, "config:18");
PMU_FORMAT_ATTR(inv, "config:23");
PMU_FORMAT_ATTR(cmask, "config:24-31");

static struct attribute *format_attrs[] = {
	&format_attr_event.attr,
	&format_attr_umask.attr,
	&format_attr_edge.attr,
	&format_attr_inv.attr,
	&format_attr_cmask.attr,
	NULL
};

static const struct attribute_group format_group = {
	.name = "format",
	.attrs = format_attrs,
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

const struct attribute_group *lab_sysfs_groups[] = {
	&format_group,
	&events_group,
	&caps_group,
	NULL
};
