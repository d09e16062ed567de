/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of a recording's events. Attrs come in all sizes, older and newer than ours: only
 * fields that every kernel with TopDown has are read, at their offsets. An event matches a row of
 * the family's table by its name, as recorders spell it, or by its number where no names were
 * recorded.
 */
#include "config.h"
#include "collect/recording/recording_events.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perf/perf_open.h"
#include "collect/perfdata/perfdata.h"
#include "collect/region/regions.h"
#include "model/formula.h"
#include "model/list_room.h"

#define ATTR_FLAGS 40			/* offset of the bit fields in perf_event_attr */
#define ATTR_BRANCH_TYPE 72		/* of branch_sample_type: attrs of 80 bytes and more */
#define ATTR_REGS_USER 80		/* of sample_regs_user: 88 bytes */
#define BIT_EXCLUDE_USER 4
#define BIT_EXCLUDE_KERNEL 5
#define BIT_FREQ 10
#define BIT_PRECISE 15			/* of two */
#define BIT_SAMPLE_ID_ALL 18		/* counted in <linux/perf_event.h> */
#define BIT_EXCLUDE_GUEST 20
#define BIT_CONTEXT_SWITCH 26

/* Tables of names, see recording_events.h. Sources: <linux/perf_event.h>; perf list of Linux 6.12. */
static const char *const hardware[] = {
	[PERF_COUNT_HW_CPU_CYCLES] = "cycles",
	[PERF_COUNT_HW_INSTRUCTIONS] = "instructions",
	[PERF_COUNT_HW_CACHE_REFERENCES] = "cache-references",
	[PERF_COUNT_HW_CACHE_MISSES] = "cache-misses",
	[PERF_COUNT_HW_BRANCH_INSTRUCTIONS] = "branches",
	[PERF_COUNT_HW_BRANCH_MISSES] = "branch-misses",
	[PERF_COUNT_HW_BUS_CYCLES] = "bus-cycles",
	[PERF_COUNT_HW_STALLED_CYCLES_FRONTEND] = "stalled-cycles-frontend",
	[PERF_COUNT_HW_STALLED_CYCLES_BACKEND] = "stalled-cycles-backend",
	[PERF_COUNT_HW_REF_CPU_CYCLES] = "ref-cycles",
};

static const char *const software[] = {
	[PERF_COUNT_SW_CPU_CLOCK] = "cpu-clock",
	[PERF_COUNT_SW_TASK_CLOCK] = "task-clock",
	[PERF_COUNT_SW_PAGE_FAULTS] = "page-faults",
	[PERF_COUNT_SW_CONTEXT_SWITCHES] = "context-switches",
	[PERF_COUNT_SW_CPU_MIGRATIONS] = "cpu-migrations",
	[PERF_COUNT_SW_PAGE_FAULTS_MIN] = "minor-faults",
	[PERF_COUNT_SW_PAGE_FAULTS_MAJ] = "major-faults",
	[PERF_COUNT_SW_ALIGNMENT_FAULTS] = "alignment-faults",
	[PERF_COUNT_SW_EMULATION_FAULTS] = "emulation-faults",
	[PERF_COUNT_SW_DUMMY] = "dummy",
	[PERF_COUNT_SW_BPF_OUTPUT] = "bpf-output",
	[PERF_COUNT_SW_CGROUP_SWITCHES] = "cgroup-switches",
};

/* A byte of config each: which cache, what is done with it. The third byte: does it miss? */
static const char *const caches[] = {
	[PERF_COUNT_HW_CACHE_L1D] = "L1-dcache", [PERF_COUNT_HW_CACHE_L1I] = "L1-icache",
	[PERF_COUNT_HW_CACHE_LL] = "LLC", [PERF_COUNT_HW_CACHE_DTLB] = "dTLB",
	[PERF_COUNT_HW_CACHE_ITLB] = "iTLB", [PERF_COUNT_HW_CACHE_BPU] = "branch",
	[PERF_COUNT_HW_CACHE_NODE] = "node",
};
static const char *const uses[][2] = {
	[PERF_COUNT_HW_CACHE_OP_READ] = { "loads", "load-misses" },
	[PERF_COUNT_HW_CACHE_OP_WRITE] = { "stores", "store-misses" },
	[PERF_COUNT_HW_CACHE_OP_PREFETCH] = { "prefetches", "prefetch-misses" },
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

void event_name_of_number(uint32_t type, uint64_t config, char *text, size_t size)
{
	/* The upper half is the PMU of a hybrid. */
	const uint64_t number = config & UINT32_MAX;
	const uint64_t cache = number & 0xff, use = number >> 8 & 0xff, miss = number >> 16;

	if (type == PERF_TYPE_HARDWARE && number < COUNT(hardware))
		(void)snprintf(text, size, "%s", hardware[number]);
	else if (type == PERF_TYPE_SOFTWARE && config < COUNT(software))
		(void)snprintf(text, size, "%s", software[config]);
	else if (type == PERF_TYPE_HW_CACHE && cache < COUNT(caches) && use < COUNT(uses) &&
		 miss < 2)
		(void)snprintf(text, size, "%s-%s", caches[cache], uses[use][miss]);
	else
		(void)snprintf(text, size, "event %u/0x%llx", type, (unsigned long long)config);
}

/*
 * Bit fields begin at the low bit of a byte on little-endian machines, at the high bit on others.
 */
static bool attr_flag(const unsigned char *attr, unsigned int bit, bool big_endian)
{
	unsigned int shift = big_endian ? 7 - bit % 8 : bit % 8;

	return attr[ATTR_FLAGS + bit / 8] >> shift & 1;
}

/* A zeroed event at the end of the table; NULL: too many, or no memory. */
static struct recorded_event *new_event(struct recording_events *events)
{
	struct recorded_event *event = events->n == RECORDING_EVENTS_MAX ? NULL :
		list_room(events->event, events->n + 1, &events->cap, 16, sizeof(*event));

	if (!event)
		return NULL;
	events->event = event;
	events->event[events->n] = (struct recorded_event){ .row = NULL };
	return &events->event[events->n++];
}

/* A bit field of two bits. */
static uint8_t attr_pair(const unsigned char *attr, unsigned int bit, bool big_endian)
{
	bool first = attr_flag(attr, bit, big_endian), second = attr_flag(attr, bit + 1, big_endian);

	return (uint8_t)(big_endian ? 2 * first + second : first + 2 * second);
}

/* A number of the attr, whose own size field says `told`; the section may be larger. */
static uint64_t later_field(const unsigned char *attr, size_t size, uint32_t told, size_t at,
			    bool swapped)
{
	struct bytes bytes = { .at = attr + at, .end = attr + size, .swapped = swapped };

	if (size < at + sizeof(uint64_t) || told < at + sizeof(uint64_t))
		return 0;
	return bytes_u64(&bytes);
}

bool recording_events_add(struct recording_events *events, const unsigned char *attr, size_t size,
			  bool swapped)
{
	const bool big_endian = (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) != swapped;
	struct bytes bytes = { .at = attr, .end = attr + RECORDED_ATTR_MIN, .swapped = swapped };
	struct recorded_event *event = new_event(events);
	uint64_t sample_type, read_format;
	uint32_t told;

	if (!event)
		return false;
	event->type = bytes_u32(&bytes);
	told = bytes_u32(&bytes);
	event->config = bytes_u64(&bytes);
	event->period = bytes_u64(&bytes);
	sample_type = bytes_u64(&bytes);
	read_format = bytes_u64(&bytes);
	event->layout = record_layout_make(sample_type, read_format,
					   attr_flag(attr, BIT_SAMPLE_ID_ALL, big_endian), swapped);
	if (events->n == 1)
		events->id_only = record_layout_make(sample_type & PERF_SAMPLE_IDENTIFIER, 0,
						     event->layout.sample_id_all, swapped);
	event->samples_code = sample_type & PERF_SAMPLE_IP && !(sample_type & PERF_SAMPLE_READ);
	events->n_samples_code += event->samples_code;
	event->user_only = attr_flag(attr, BIT_EXCLUDE_KERNEL, big_endian);
	event->kernel_only = attr_flag(attr, BIT_EXCLUDE_USER, big_endian);
	event->without_guests = attr_flag(attr, BIT_EXCLUDE_GUEST, big_endian);
	event->freq = attr_flag(attr, BIT_FREQ, big_endian);
	event->precise = attr_pair(attr, BIT_PRECISE, big_endian);
	event->layout.branch_type = later_field(attr, size, told, ATTR_BRANCH_TYPE, swapped);
	event->two_registers = sample_type & PERF_SAMPLE_REGS_USER &&
		__builtin_popcountll(later_field(attr, size, told, ATTR_REGS_USER, swapped)) == 2;
	events->switch_records |= attr_flag(attr, BIT_CONTEXT_SWITCH, big_endian);
	return true;
}

/* The id of the event that was added last says whether its samples are of markers. */
static void find_object(struct recording_events *events, uint64_t id)
{
	struct recorded_event *event = &events->event[events->n - 1];

	if (id <= PERFDATA_REGION_ID || id > PERFDATA_REGION_ID + REGION_OBJECTS_MAX ||
	    !event->two_registers || event->region_object)
		return;
	event->region_object = (uint32_t)(id - PERFDATA_REGION_ID);
	events->n_region_objects++;
}

void recording_events_add_ids(struct recording_events *events, struct bytes *bytes)
{
	size_t n = bytes_left(bytes) / sizeof(uint64_t);
	struct recorded_id *ids;

	if (n > RECORDING_IDS_MAX - events->n_ids)
		n = RECORDING_IDS_MAX - events->n_ids;
	ids = list_room(events->ids, events->n_ids + n, &events->cap_ids, 64, sizeof(*ids));
	if (!ids)
		return;
	events->ids = ids;
	for (size_t i = 0; i < n; i++) {
		const uint64_t id = bytes_u64(bytes);

		events->ids[events->n_ids++] = (struct recorded_id){
			.id = id, .event = (uint32_t)(events->n - 1), .cpu = -1, .tid = -1
		};
		find_object(events, id);
	}
	events->event[events->n - 1].n_ids += n;
	events->ids_sorted = false;
}

void recording_events_done(struct recording_events *events)
{
	free(events->event);
	free(events->ids);
	*events = (struct recording_events){ 0 };
}

static int compare_ids(const void *a, const void *b)
{
	const struct recorded_id *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

struct recorded_id *recording_events_seek_id(struct recording_events *events, uint64_t id)
{
	struct recorded_id key = { .id = id }, *found;

	if (!events->ids_sorted) {
		if (events->n_ids)
			qsort(events->ids, events->n_ids, sizeof(key), compare_ids);
		events->ids_sorted = true;
	}
	found = events->n_ids ?
		bsearch(&key, events->ids, events->n_ids, sizeof(key), compare_ids) : NULL;
	if (found)
		events->last_id = (size_t)(found - events->ids);
	return found;
}

static struct recorded_event *find_event(struct recording_events *events, uint64_t id)
{
	const struct recorded_id *found = recording_events_find_id(events, id);

	return found ? &events->event[found->event] : NULL;
}

static bool is_beside(const struct recording_events *events, const struct recorded_event *event)
{
	return events->groups_known && event->samples_code && !event->group_known;
}

/* The event of a record by its IDENTIFIER; NULL: it has none, or it is unknown. */
static const struct recorded_event *event_of(struct recording_events *events, const void *bytes,
					     size_t size)
{
	struct envelope envelope;

	if (record_envelope(&events->id_only, bytes, size, &envelope) || !envelope.id)
		return NULL;
	return find_event(events, envelope.id);
}

bool recording_events_is_beside(struct recording_events *events, const void *bytes, size_t size)
{
	const struct recorded_event *event = NULL;

	if (events->groups_known && events->n_samples_code)
		event = event_of(events, bytes, size);
	return event && is_beside(events, event);
}

int recording_events_envelope(struct recording_events *events, const void *bytes, size_t size,
			      struct envelope *envelope)
{
	const struct recorded_event *event = events->n > 1 ? event_of(events, bytes, size) : NULL;
	const struct record_layout *layout = event ? &event->layout : recording_events_layout(events);

	return layout ? record_envelope(layout, bytes, size, envelope) : -EINVAL;
}

struct recorded_event *recording_events_described(struct recording_events *events, uint64_t id,
						  size_t index)
{
	struct recorded_event *event = id ? find_event(events, id) : NULL;

	if (!event && index < events->n)
		event = &events->event[index];
	return event;
}

void recorded_event_set_name(struct recorded_event *event, const char *name)
{
	(void)snprintf(event->name, sizeof(event->name), "%s", name);
}

void recorded_event_name(const struct recorded_event *event, char *text, size_t size)
{
	if (event->name[0])
		(void)snprintf(text, size, "%s", event->name);
	else
		event_name_of_number(event->type, event->config, text, size);
	for (char *c = text; *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
}

const struct record_layout *recording_events_layout(const struct recording_events *events)
{
	/* Most records are samples of switches; records other than samples carry no more fields. */
	for (size_t i = 0; i < events->n; i++)
		if (events->event[i].switches)
			return &events->event[i].layout;
	return events->n ? &events->event[0].layout : NULL;
}

/*
 * Intel's events by their numbers, for recordings without names: EVENT_ATTR_STR()s of
 * arch/x86/events/intel/core.c.
 */
static const struct {
	uint64_t config;
	const char *name;
} intel_events[] = {
	{ 0x0400, "slots" },
	{ 0x8000, "topdown-retiring" },
	{ 0x8100, "topdown-bad-spec" },
	{ 0x8200, "topdown-fe-bound" },
	{ 0x8300, "topdown-be-bound" },
	{ 0x8400, "topdown-heavy-ops" },
	{ 0x8500, "topdown-br-mispredict" },
	{ 0x8600, "topdown-fetch-lat" },
	{ 0x8700, "topdown-mem-bound" },
};

/* True if the recorded name, up to one of these characters, is this one: "cpu/slots/", "slots:S". */
static bool is_called(const char *recorded, const char *ends, const char *name)
{
	const char *slash = strchr(recorded, '/');
	const char *bare = slash ? slash + 1 : recorded;
	size_t n = strcspn(bare, ends);

	return strlen(name) == n && !strncmp(bare, name, n);
}

static bool is_event(const struct recorded_event *event, const char *name)
{
	if (is_called(event->name, "/:", name))
		return true;
	for (size_t i = 0; i < sizeof(intel_events) / sizeof(intel_events[0]); i++)
		if (event->type == PERF_TYPE_RAW && intel_events[i].config == event->config)
			return !strcmp(intel_events[i].name, name);
	return false;
}

/* On a hybrid recorders put the PMU before the name of an event. */
static enum core_type core_type_of(const struct recorded_event *event)
{
	if (event->group_known)
		return event->core_type;
	for (enum core_type type = TYPE_ATOM; type < CORE_TYPES; type++) {
		char prefix[24];
		int n = snprintf(prefix, sizeof(prefix), "cpu_%s/", core_types[type].name);

		if (!strncmp(event->name, prefix, (size_t)n))
			return type;
	}
	return TYPE_CORE;
}

bool recording_events_has_e_cores(const struct recording_events *events)
{
	for (size_t i = 0; i < events->n; i++)
		if (core_type_of(&events->event[i]) != TYPE_CORE)
			return true;
	return false;
}

bool recording_events_has(const struct recording_events *events, const char *name)
{
	for (size_t i = 0; i < events->n; i++) {
		const struct recorded_event *event = &events->event[i];

		if (core_type_of(event) == TYPE_CORE && is_event(event, name))
			return true;
	}
	return false;
}

/* Fixed events are counted in every group of the rotation. */
static bool is_in_mux(const struct family_event *row, uint32_t mux)
{
	return row->mux == (int)mux || row->fixed;
}

static const struct family_event *row_of(const struct recorded_event *event,
					 const struct family *family)
{
	enum core_type type = core_type_of(event);

	for (size_t i = 0; i < family->n_events; i++) {
		const struct family_event *row = &family->events[i];

		if (is_in_mux(row, event->mux) && row->core_type == type &&
		    is_event(event, row->name))
			return row;
	}
	return NULL;
}

bool recording_events_count_cores(const struct recording_events *events)
{
	for (size_t i = 0; i < events->n; i++)
		if (events->event[i].row &&
		    family_event_counts_cores(events->event[i].row, events->event[i].config))
			return true;
	return false;
}

/* The scale that sysfs has on such a machine; 0: unknown. */
static double documented_scale(const struct recording_events *events,
			       const struct recorded_event *event, const struct family_event *row,
			       const struct family *family)
{
	double scale = family_event_scale(row);

	if (row->id == EV_SLOTS && family->slots_from_caps)
		return scale * family->slots;
	if (row->sysfs_scale > 0)
		scale *= row->sysfs_scale;
	return family_event_counts_cores(row, event->config) ||
			       (row->both_threads && recording_events_count_cores(events)) ?
		       scale / 2 :
		       scale;
}

bool recording_events_match(struct recording_events *events, const struct family *family)
{
	bool scales_known = true;

	for (size_t i = 0; i < events->n; i++) {
		struct recorded_event *event = &events->event[i];

		event->row = is_beside(events, event) ? NULL : row_of(event, family);
		event->core_type = core_type_of(event);
		event->leads = event->row && event->row == group_leader(family, event->core_type,
									(int)event->mux);
		if (event->row && !(event->scale > 0))
			event->scale = documented_scale(events, event, event->row, family);
		scales_known &= !event->row || event->scale > 0;
		/* The name decides first: in tests/machines/software slots are a software event. */
		event->switches = !event->row && event->type == PERF_TYPE_SOFTWARE &&
				  event->config == PERF_COUNT_SW_CONTEXT_SWITCHES;
	}
	return scales_known;
}

/* Of a core: x86's main PMU has this type, a hybrid's E-cores and Arm's cores have types of their own. */
static bool is_of_core(const struct recorded_event *event, const struct family *family)
{
	return event->type == PERF_TYPE_RAW ||
	       (event->type >= PERF_TYPE_MAX && (family->hybrid || family->slots_from_caps));
}

/* By its number, where the table has one: a name is what the user of perf has given. */
static bool is_class(const struct recorded_event *event, const struct family_event *row,
		     const struct family *family)
{
	const bool cycles = row->cycles && event->type == PERF_TYPE_HARDWARE &&
			    (event->config & UINT32_MAX) == PERF_COUNT_HW_CPU_CYCLES;

	if (core_type_of(event) != row->core_type)
		return false;
	if (row->config)
		return is_of_core(event, family) && event->config == row->config;
	/* "cpu/topdown-retiring,period=18000041/u" is called so, too. */
	return cycles || is_called(event->name, "/:,", row->name);
}

int recording_events_class(const struct recording_events *events,
			   const struct recorded_event *event, const struct family *family,
			   double *unit)
{
	const struct class_table *table = family->classes;

	for (size_t i = 0; table && i < table->n_events; i++)
		if (is_class(event, &table->events[i].event, family)) {
			*unit = event->scale > 0 ? event->scale :
				documented_scale(events, event, &table->events[i].event, family);
			return *unit > 0 ? (int)i : -1;
		}
	return -1;
}

const struct recorded_event *recording_events_find(const struct recording_events *events,
						   enum event_id id)
{
	for (size_t i = 0; i < events->n; i++)
		if (events->event[i].row &&
		    (events->event[i].row->id == id ||
		     (id == EV_SLOTS && events->event[i].leads && events->event[i].row->sums_slots)))
			return &events->event[i];
	return NULL;
}
