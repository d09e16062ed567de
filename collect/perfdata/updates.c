/* SPDX-License-Identifier: GPL-2.0-only */
/* The kinds of updates, see updates.h. */
#include "config.h"
#include "collect/perfdata/updates.h"

#include <linux/perf_event.h>
#include <string.h>

/*
 * Of each kind the fields: i a signed number of 32 bits, u an unsigned one, Q one of 64 bits, f and
 * d a float and a double, t a text with its NUL.
 */
static const struct update_row {
	uint64_t what;
	const char *fields;
} rows[] = {
	{ PERFDATA_UPDATE_NAME, "t" },
	{ PERFDATA_UPDATE_FEATURE, "Q" },	/* its number; then its section */
	/*
	 * pid, ppid, threads, known (0: the process is no longer in /proc, and nothing follows); then
	 * comm, user, cgroup, command, padding; not of the first versions: u64 when threads were counted.
	 */
	{ PERFDATA_UPDATE_PROCESS, "iiuu" },
	{ PERFDATA_UPDATE_THREAD, "iit" },	/* pid, tid, comm; "": no longer in /proc */
	{ PERFDATA_UPDATE_EXITED, "iit" },	/* the same */
	{ PERFDATA_UPDATE_MUX, "iu" },		/* CPU, the mux that is now on */
	{ PERFDATA_UPDATE_ROTATION, "uu" },	/* core type, 1: on, 0: off */
	{ PERFDATA_UPDATE_SWITCH, "iuii" },	/* CPU, PERFDATA_SWITCH_*, pid, tid */
	{ PERFDATA_UPDATE_NODE_EVENT, "ut" },	/* core type, name in its tree */
	/*
	 * serial, scope, id, enum retire_latency, start_ns, follow, n; then n times: u32 core type, slug
	 * of a node whose children are counted.
	 */
	{ PERFDATA_UPDATE_OPENED, "uuiuQuu" },
	/*
	 * began_ns, end_ns, groups, threads, counted, cpus, part, own_percent. Then u32 n, n times u32
	 * group, of the values in the PERF_RECORD_READs since the last such record. Then u32 n, n
	 * times: u64 id, u32 samples, saturated, double sum, squares; the remark.
	 */
	{ PERFDATA_UPDATE_NODES, "QQuuuuff" },
	{ PERFDATA_UPDATE_REGIONS, "uuQt" },	/* number of the object, its sites, mark_offset, path */
	/* number, n; then n times: i32 from_mark, u32 entry_size, entries, name */
	{ PERFDATA_UPDATE_REGION_SITES, "uu" },
	{ PERFDATA_UPDATE_REGION_NAME, "iuQt" },	/* pid, 0, region_t of a pool, the name it was given */
	/* tid (0: of no task it is known any more), entries, n, 0; then n times u64 region_t, the innermost last */
	{ PERFDATA_UPDATE_REGION_TASK, "iuuu" },
	/*
	 * pid, 1: it may have been watched, when it was born (0: unknown), since when it was watched, ""; before the
	 * mark of the interval in which that was known. pid 0 begins the file: what was watched, as "command make".
	 */
	{ PERFDATA_UPDATE_WATCHED, "iuQQt" },
	{ PERFDATA_UPDATE_REGIONS_WATCHED, "dt" },	/* share of the interval, 0..1; the remark */
};

/* NULL: there is no such kind. */
static const char *fields_of(uint64_t what)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].what == what)
			return rows[i].fields;
	return NULL;
}

size_t perfdata_begin(struct blob *blob, uint32_t type, uint16_t misc)
{
	const struct perf_event_header header = { .type = type, .misc = misc };
	size_t at = blob->n;

	blob_put(blob, &header, sizeof(header));
	return at;
}

bool perfdata_end(struct blob *blob, size_t at)
{
	uint16_t size = (uint16_t)(blob->n - at);

	if (blob->failed || blob->n - at > PERFDATA_RECORD_MAX) {
		blob->n = at;
		return false;
	}
	memcpy(blob->bytes + at + offsetof(struct perf_event_header, size), &size, sizeof(size));
	return true;
}

static void put_field(struct blob *blob, char kind, const union update_field *field)
{
	const float single = kind == 'f' ? (float)field->real : 0;

	if (kind == 't')
		blob_text(blob, field->text);
	else if (kind == 'f')
		blob_put(blob, &single, sizeof(single));
	else if (kind == 'Q' || kind == 'd')
		blob_u64(blob, field->number);	/* a double: its bits */
	else
		blob_u32(blob, (uint32_t)field->number);
}

size_t update_begin(struct blob *blob, enum perfdata_update what, uint64_t id,
		    const union update_field *fields)
{
	const size_t at = perfdata_begin(blob, PERFDATA_EVENT_UPDATE, 0);

	blob_u64(blob, what);
	blob_u64(blob, id);
	for (const char *kind = fields_of(what); *kind; kind++)
		put_field(blob, *kind, fields++);
	return at;
}

bool update_end(struct blob *blob, size_t at)
{
	blob_pad(blob, at, sizeof(uint64_t));
	return perfdata_end(blob, at);
}

void update_put(struct blob *blob, enum perfdata_update what, uint64_t id,
		const union update_field *fields)
{
	(void)update_end(blob, update_begin(blob, what, id, fields));
}

static union update_field read_field(struct bytes *bytes, char kind)
{
	uint32_t half;
	float single;

	if (kind == 't')
		return (union update_field)TEXT(bytes_text(bytes));
	if (kind == 'Q' || kind == 'd')
		return (union update_field)NUMBER(bytes_u64(bytes));
	half = bytes_u32(bytes);
	if (kind == 'u')
		return (union update_field)NUMBER(half);
	if (kind == 'i')
		return (union update_field)NUMBER((int32_t)half);
	memcpy(&single, &half, sizeof(single));
	return (union update_field)REAL(single);
}

struct update update_read(struct bytes content)
{
	struct update update = { .rest = content };
	const char *kind;

	update.what = bytes_u64(&update.rest);
	update.id = bytes_u64(&update.rest);
	kind = fields_of(update.what);
	for (size_t i = 0; kind && kind[i]; i++)
		update.field[i] = read_field(&update.rest, kind[i]);
	return update;
}
