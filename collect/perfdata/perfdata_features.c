/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sections of features; see perfdata_features.h. Layouts: perf.data-file-format.txt and
 * util/header.c of tools/perf in Linux 6.12. Unknown features are left out; only missing memory is
 * an error.
 */
#include "config.h"
#include "collect/perfdata/perfdata_features.h"

#include <dirent.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "collect/perf/record_layout.h"
#include "collect/perfdata/perfdata.h"
#include "collect/perfdata/recorder_samples.h"
#include "collect/sys/procfs.h"
#include "collect/sys/sysfs.h"

#define BUILD_ID_FIELD 20
#define NAME_ALIGN 64

void perfdata_put_build_id(struct blob *blob, uint32_t type, const struct profile_object *object)
{
	const bool kernel = object->kind == OBJECT_KERNEL || object->kind == OBJECT_MODULE;
	const uint16_t mode = kernel ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER;
	unsigned char id[BUILD_ID_FIELD + 4] = { 0 };	/* length, and three reserved */
	size_t at = perfdata_begin(blob, type, mode | MISC_BUILD_ID_SIZE), name;
	const int32_t host = -1;

	memcpy(id, object->build_id, sizeof(object->build_id));
	id[BUILD_ID_FIELD] = object->build_id_len;
	blob_put(blob, &host, sizeof(host));
	blob_put(blob, id, sizeof(id));
	name = blob->n;
	blob_text(blob, object->path);
	blob_pad(blob, name, NAME_ALIGN);
	(void)perfdata_end(blob, at);
}

static bool put_build_ids(struct blob *blob, const struct perfdata_about *about)
{
	if (!about->build_ids || !about->build_ids->n)
		return false;
	blob_put(blob, about->build_ids->bytes, about->build_ids->n);
	return true;
}

static bool put_hostname(struct blob *blob, const struct perfdata_about *about)
{
	blob_string(blob, about->machine->host);
	return about->machine->host[0];
}

static bool put_osrelease(struct blob *blob, const struct perfdata_about *about)
{
	blob_string(blob, about->facts.kernel);
	return about->facts.kernel[0];
}

static bool put_version(struct blob *blob, const struct perfdata_about *about)
{
	(void)about;
	blob_string(blob, PACKAGE_STRING);
	return true;
}

static bool put_arch(struct blob *blob, const struct perfdata_about *about)
{
	struct utsname name;

	(void)about;
	if (uname(&name))
		return false;
	blob_string(blob, name.machine);
	return true;
}

static bool put_cpudesc(struct blob *blob, const struct perfdata_about *about)
{
	blob_string(blob, about->facts.cpu_name);
	return about->facts.cpu_name[0];
}

/* In perf's formats for Arm and for x86. */
static bool put_cpuid(struct blob *blob, const struct perfdata_about *about)
{
	const struct facts *facts = &about->facts;
	char text[96];

	if (facts->midr)
		(void)snprintf(text, sizeof(text), "0x%016x", facts->midr);
	else
		(void)snprintf(text, sizeof(text), "%s,%d,%d,%d", facts->vendor, facts->cpu_family,
			       facts->cpu_model, facts->cpu_stepping);
	blob_string(blob, text);
	return facts->midr || (facts->vendor[0] && facts->cpu_family >= 0);
}

static bool put_total_mem(struct blob *blob, const struct perfdata_about *about)
{
	unsigned long long kb;
	char text[4096];

	if (sysfs_read(about->root, "/proc/meminfo", text, sizeof(text)) <= 0 ||
	    sscanf(text, "MemTotal: %llu kB", &kb) != 1)
		return false;
	blob_u64(blob, kb);
	return true;
}

static bool put_cmdline(struct blob *blob, const struct perfdata_about *about)
{
	char text[4096] = "";
	int n = sysfs_read(about->root, "/proc/self/cmdline", text, sizeof(text) - 1);
	size_t at = blob->n;
	uint32_t words = 0;

	if (n <= 0)
		return false;
	text[n] = '\0';
	blob_u32(blob, 0);
	for (const char *word = text; word < text + n; word += strlen(word) + 1, words++)
		blob_string(blob, word);
	blob_set(blob, at, &words, sizeof(words));
	return true;
}

static uint32_t count_events(const struct recordable *events)
{
	size_t n = 0;

	for (size_t g = 0; g < events->n_groups; g++)
		n += events->groups[g].group->n;
	return (uint32_t)n;
}

/* The event's name; on hybrids with its PMU, as in perf. */
static void name_event(const struct perfdata_about *about, const struct recordable_group *group,
		       size_t member, char *name, size_t size)
{
	const struct group_member *event = &group->group->member[member];
	const struct family *family = about->machine->family;

	if (family && family->hybrid && event->event != EV_COUNT)
		(void)snprintf(name, size, "cpu_%s/%s/", core_types[group->core_type].name,
			       event->name);
	else
		(void)snprintf(name, size, "%s", event->name);
}

static void describe_sampled(struct blob *blob, const struct sampled_event *event)
{
	blob_put(blob, &event->attr, PERFDATA_ATTR_SIZE);
	blob_u32(blob, 1);
	blob_string(blob, event->name);
	blob_u64(blob, event->id);
}

static bool put_event_desc(struct blob *blob, const struct perfdata_about *about)
{
	const struct recordable *events = about->events;
	char name[96];

	blob_u32(blob, count_events(events) + (uint32_t)about->sampled->committed);
	blob_u32(blob, PERFDATA_ATTR_SIZE);
	for (size_t g = 0; g < events->n_groups; g++)
		for (size_t i = 0; i < events->groups[g].group->n; i++) {
			perfdata_put_attr(blob, &events->groups[g], i);
			blob_u32(blob, (uint32_t)perfdata_put_ids(NULL, events, g, i));
			name_event(about, &events->groups[g], i, name, sizeof(name));
			blob_string(blob, name);
			(void)perfdata_put_ids(blob, events, g, i);
		}
	for (size_t i = 0; i < about->sampled->committed; i++)
		describe_sampled(blob, &about->sampled->event[i]);
	return true;
}

/* Without content. perf report then shows branches, where a sample has them. */
static bool put_branch_stack(struct blob *blob, const struct perfdata_about *about)
{
	(void)blob;
	return sampled_events_have_branches(about->sampled);
}

#define PMUS "/sys/bus/event_source/devices"

static bool put_pmu_mappings(struct blob *blob, const struct perfdata_about *about)
{
	char path[512];
	struct dirent *entry;
	size_t at = blob->n;
	long long type;
	uint32_t n = 0;
	DIR *dir;

	(void)snprintf(path, sizeof(path), "%s" PMUS, about->root);
	dir = opendir(path);
	if (!dir)
		return false;
	blob_u32(blob, 0);
	while ((entry = readdir(dir))) {
		(void)snprintf(path, sizeof(path), PMUS "/%s/type", entry->d_name);
		if (entry->d_name[0] == '.' || sysfs_read_number(about->root, path, &type))
			continue;
		blob_u32(blob, (uint32_t)type);
		blob_string(blob, entry->d_name);
		n++;
	}
	closedir(dir);
	blob_set(blob, at, &n, sizeof(n));
	return n;
}

static bool put_group_desc(struct blob *blob, const struct perfdata_about *about)
{
	uint32_t leader = 0;

	blob_u32(blob, (uint32_t)about->events->n_groups);
	for (size_t g = 0; g < about->events->n_groups; g++) {
		uint32_t n = (uint32_t)about->events->groups[g].group->n;

		blob_string(blob, "{anon_group}");	/* perf's name for a group without a name */
		blob_u32(blob, leader);
		blob_u32(blob, n);
		leader += n;
	}
	return true;
}

static bool put_sample_time(struct blob *blob, const struct perfdata_about *about)
{
	blob_u64(blob, about->first_ns);
	blob_u64(blob, about->last_ns);
	return about->last_ns;
}

static bool put_clockid(struct blob *blob, const struct perfdata_about *about)
{
	(void)about;
	blob_u64(blob, 1);	/* resolution in ns */
	return true;
}

static bool put_clock_data(struct blob *blob, const struct perfdata_about *about)
{
	blob_u32(blob, 1);	/* version */
	blob_u32(blob, (uint32_t)about->events->groups[0].group->member[0].attr.clockid);
	blob_u64(blob, about->wall_ns);
	blob_u64(blob, about->clock_ns);
	return true;
}

static bool put_pmu_caps(struct blob *blob, const struct perfdata_about *about)
{
	blob_u32(blob, 1);
	blob_string(blob, "pmu_name");
	blob_string(blob, about->events->pmu_name);
	return about->events->pmu_name[0];
}

static bool put_tdtop(struct blob *blob, const struct perfdata_about *about)
{
	const struct machine *machine = about->machine;
	char slots[16] = "";
	const char *const texts[ORIGIN_COUNT] = {
		[ORIGIN_VERSION] = PACKAGE_STRING,
		[ORIGIN_FAMILY] = machine->family ? machine->family->name : "",
		[ORIGIN_SIMULATED_BY] = machine->simulated ? machine->simulated_by : "",
		[ORIGIN_SOURCE] = machine->source,
		[ORIGIN_MANUAL_SLOTS] = slots,
	};

	if (machine->manual_slots)
		(void)snprintf(slots, sizeof(slots), "%d", machine->manual_slots);
	blob_u32(blob, ORIGIN_COUNT);
	for (size_t i = 0; i < ORIGIN_COUNT; i++)
		blob_string(blob, texts[i]);
	return true;
}

static bool put_tdtop_events(struct blob *blob, const struct perfdata_about *about)
{
	const struct recordable *events = about->events;

	blob_u32(blob, count_events(events));
	blob_u32(blob, sizeof(struct perfdata_event));
	for (size_t g = 0; g < events->n_groups; g++)
		for (size_t i = 0; i < events->groups[g].group->n; i++) {
			const struct perfdata_event event = {
				.scale = events->groups[g].group->member[i].scale,
				.core_type = events->groups[g].core_type,
				.mux = events->groups[g].mux,
			};

			blob_put(blob, &event, sizeof(event));
		}
	return true;
}

/* In the order of numbers, as in a file. A reader needs NRCPUS before CPU_TOPOLOGY. */
static const struct {
	uint32_t number;
	bool in_band;		/* perfdata_put_features_in_band() puts it as well */
	bool (*put)(struct blob *blob, const struct perfdata_about *about);	/* false: unknown */
} features[] = {
	{ PERFDATA_BUILD_ID, false, put_build_ids },
	{ PERFDATA_HOSTNAME, true, put_hostname },
	{ PERFDATA_OSRELEASE, false, put_osrelease },
	{ PERFDATA_VERSION, false, put_version },
	{ PERFDATA_ARCH, false, put_arch },
	{ PERFDATA_NRCPUS, true, perfdata_put_nrcpus },
	{ PERFDATA_CPUDESC, true, put_cpudesc },
	{ PERFDATA_CPUID, true, put_cpuid },
	{ PERFDATA_TOTAL_MEM, false, put_total_mem },
	{ PERFDATA_CMDLINE, false, put_cmdline },
	{ PERFDATA_EVENT_DESC, false, put_event_desc },
	{ PERFDATA_CPU_TOPOLOGY, true, perfdata_put_cpu_topology },
	{ PERFDATA_NUMA_TOPOLOGY, true, perfdata_put_numa_topology },
	{ PERFDATA_BRANCH_STACK, false, put_branch_stack },
	{ PERFDATA_PMU_MAPPINGS, false, put_pmu_mappings },
	{ PERFDATA_GROUP_DESC, false, put_group_desc },
	{ PERFDATA_SAMPLE_TIME, false, put_sample_time },
	{ PERFDATA_CLOCKID, false, put_clockid },
	{ PERFDATA_CPU_PMU_CAPS, true, put_pmu_caps },
	{ PERFDATA_CLOCK_DATA, true, put_clock_data },
	{ PERFDATA_HYBRID_TOPOLOGY, true, perfdata_put_hybrid_topology },
	{ PERFDATA_TDTOP, true, put_tdtop },
	{ PERFDATA_TDTOP_EVENTS, true, put_tdtop_events },
};

#define N_FEATURES (sizeof(features) / sizeof(features[0]))

void perfdata_put_features(struct blob *blob, const struct perfdata_about *about, uint64_t offset,
			   uint64_t bits[4])
{
	struct perfdata_section sections[N_FEATURES];
	struct blob content = { 0 };
	size_t n = 0;

	memset(bits, 0, 4 * sizeof(bits[0]));
	for (size_t i = 0; i < N_FEATURES; i++) {
		size_t at = content.n;

		if (features[i].number >= PERFDATA_FEATURES)
			continue;
		if (!features[i].put(&content, about)) {
			content.n = at;
			continue;
		}
		sections[n++] = (struct perfdata_section){ .offset = at, .size = content.n - at };
		bits[features[i].number / 64] |= 1ULL << features[i].number % 64;
	}
	for (size_t i = 0; i < n; i++)
		sections[i].offset += offset + n * sizeof(sections[0]);
	blob_put(blob, sections, n * sizeof(sections[0]));
	blob_put(blob, content.bytes, content.n);
	blob->failed |= content.failed;
	blob_done(&content);
}

static bool find_text(void *data, uint64_t address, char type, const char *name)
{
	struct perfdata_about *about = data;

	(void)type;
	if (!strcmp(name, "_text"))
		about->kernel_start = address;
	else if (!strcmp(name, "_etext"))
		about->kernel_end = address;
	return !about->kernel_end;
}

void perfdata_find_kernel(struct perfdata_about *about)
{
	kallsyms_each(about->root, find_text, about);
	if (about->kernel_start >= about->kernel_end)
		about->kernel_start = about->kernel_end = 0;
}

/*
 * Names without EVENT_DESC, which also contains the ids: with many CPUs they do not fit into one
 * record.
 */
static void put_names(struct blob *blob, const struct perfdata_about *about)
{
	char name[96];

	for (size_t g = 0; g < about->events->n_groups; g++)
		for (size_t i = 0; i < about->events->groups[g].group->n; i++) {
			name_event(about, &about->events->groups[g], i, name, sizeof(name));
			perfdata_put_name(blob, about->events, g, i, name);
		}
}

void perfdata_put_features_in_band(struct blob *blob, const struct perfdata_about *about)
{
	struct blob section = { 0 };
	size_t at;

	put_names(blob, about);
	for (size_t i = 0; i < N_FEATURES; i++) {
		blob_clear(&section);
		if (!features[i].in_band || !features[i].put(&section, about) || section.failed)
			continue;
		at = update_begin(blob, PERFDATA_UPDATE_FEATURE, perfdata_any_id(about->events),
				  UPDATE(NUMBER(features[i].number)));
		blob_put(blob, section.bytes, section.n);
		(void)update_end(blob, at);	/* or none, if it is too large for a record */
	}
	if (about->kernel_end)
		perfdata_put_kernel(blob, about->events, about->kernel_start, about->kernel_end);
	blob_done(&section);
}
