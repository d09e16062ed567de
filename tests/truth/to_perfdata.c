/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Attrs, records and their fields are those of perf 6.12: record -b, -j any,u, --call-graph lbr or
 * fp, each with -c PERIOD. Samples of several threads are sorted by time.
 */
#include "config.h"
#include "tests/truth/to_perfdata.h"

#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perfdata/perfdata.h"
#include "tests/fixtures/perfdata_builder.h"
#include "tests/truth/elf_segments.h"
#include "tests/truth/plugin_code.h"
#include "tests/truth/stream.h"

struct conversion {
	struct builder builder;
	const struct to_perfdata *options;
	unsigned char *bytes;		/* of the stream */
	size_t n_bytes;
	struct stream_header header;
	const unsigned char **records;	/* by time */
	size_t n_records;
	int event_of[STREAM_SAMPLERS];	/* attr of a sampler; -1: not wanted */
};

/* Events of Intel, as perf list names them; of arm64: common-and-microarch.json of Linux. */
static const struct event {
	const char *name;
	uint32_t type;
	uint64_t config;
	uint8_t precise;
} events[][STREAM_EVENTS] = {
	[MACHINE_X86_64] = {
		[BY_TAKEN] = { "br_inst_retired.near_taken:upp", PERF_TYPE_RAW, 0x20c4, 2 },
		[BY_BRANCHES] = { "branches:u", PERF_TYPE_HARDWARE,
				      PERF_COUNT_HW_BRANCH_INSTRUCTIONS, 0 },
		[BY_INSTRUCTIONS] = { "instructions:u", PERF_TYPE_HARDWARE,
					  PERF_COUNT_HW_INSTRUCTIONS, 0 },
		[BY_CYCLES] = { "cycles:u", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 0 },
		[BY_NTAKEN] = { "br_misp_retired.cond_ntaken:upp", PERF_TYPE_RAW, 0x10c5, 2 },
	},
	[MACHINE_AARCH64] = {
		[BY_TAKEN] = { "br_taken_retired:u", PERF_TYPE_RAW, 0x810c, 0 },
		[BY_BRANCHES] = { "branches:u", PERF_TYPE_HARDWARE,
				      PERF_COUNT_HW_BRANCH_INSTRUCTIONS, 0 },
		[BY_INSTRUCTIONS] = { "instructions:u", PERF_TYPE_HARDWARE,
					  PERF_COUNT_HW_INSTRUCTIONS, 0 },
		[BY_CYCLES] = { "cycles:u", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 0 },
		[BY_NTAKEN] = { "br_mis_pred_retired_not_taken:u", PERF_TYPE_RAW, 0x22, 0 },
	},
};

/* AMD's name of the event that counts taken branches (Zen 4). */
static const struct event amd_taken = { "ex_ret_brn_tkn:u", PERF_TYPE_RAW, 0xc4, 0 };

static const struct {
	uint64_t sample_type, branch_type;
} modes[MODES] = {
	[MODE_ANY] = { PERF_SAMPLE_BRANCH_STACK,
		       PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_ANY },
	[MODE_CALLS] = { PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_CALLCHAIN,
			 PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_CALL_STACK |
				 PERF_SAMPLE_BRANCH_NO_FLAGS | PERF_SAMPLE_BRANCH_NO_CYCLES },
	[MODE_FRAMES] = { PERF_SAMPLE_CALLCHAIN, 0 },
};

static struct stream_record record_at(const unsigned char *bytes)
{
	struct stream_record record;

	memcpy(&record, bytes, sizeof(record));
	return record;
}

static int by_time(const void *a, const void *b)
{
	const unsigned char *x = *(unsigned char *const *)a, *y = *(unsigned char *const *)b;
	uint64_t at = record_at(x).time_ns, bt = record_at(y).time_ns;

	if (at != bt)
		return at < bt ? -1 : 1;
	return x < y ? -1 : 1;
}

static bool read_file(struct conversion *to, const char *path)
{
	FILE *file = fopen(path, "rbe");
	long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;

	if (size >= (long)sizeof(to->header)) {
		to->n_bytes = (size_t)size;
		to->bytes = malloc(to->n_bytes);
		rewind(file);
	}
	if (to->bytes && fread(to->bytes, to->n_bytes, 1, file) != 1)
		to->n_bytes = 0;
	if (file)
		(void)fclose(file);
	if (!to->bytes || !to->n_bytes)
		return false;
	memcpy(&to->header, to->bytes, sizeof(to->header));
	return to->header.magic == STREAM_MAGIC && to->header.n_samplers <= STREAM_SAMPLERS;
}

static bool read_records(struct conversion *to)
{
	size_t room = (to->n_bytes - sizeof(to->header)) / sizeof(struct stream_record);

	to->records = calloc(room + 1, sizeof(*to->records));
	if (!to->records)
		return false;
	for (size_t at = sizeof(to->header);
	     to->n_bytes - at >= sizeof(struct stream_record);) {
		uint32_t size = record_at(to->bytes + at).size;

		if (size < sizeof(struct stream_record) || size > to->n_bytes - at)
			return false;
		to->records[to->n_records++] = to->bytes + at;
		at += size;
	}
	qsort(to->records, to->n_records, sizeof(to->records[0]), by_time);
	return true;
}

static bool is_aarch64(const struct conversion *to)
{
	return strcmp(to->header.target, "aarch64") == 0;
}

static void add_event(struct conversion *to, const struct stream_sampler *sampler, bool several)
{
	const struct event *event = &events[is_aarch64(to) ? MACHINE_AARCH64 : MACHINE_X86_64][sampler->event];
	struct built_event *built;

	if (to->options->amd && sampler->event == BY_TAKEN)
		event = &amd_taken;
	built = builder_event(&to->builder, event->type, event->config, event->name);
	built->period = sampler->period;
	built->precise = event->precise;
	built->user_only = true;
	built->read_format = 0;
	built->branch_type = modes[sampler->mode].branch_type;
	built->sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			     modes[sampler->mode].sample_type |
			     (several ? PERF_SAMPLE_IDENTIFIER : 0);
}

static void add_events(struct conversion *to)
{
	uint64_t wanted = to->options->samplers ? to->options->samplers : UINT64_MAX;
	int n = 0;

	for (uint32_t i = 0; i < to->header.n_samplers; i++)
		n += (int)(wanted >> i & 1);
	for (uint32_t i = 0; i < to->header.n_samplers; i++) {
		to->event_of[i] = -1;
		if (!(wanted >> i & 1) || to->builder.n_events == BUILDER_EVENTS)
			continue;
		to->event_of[i] = (int)to->builder.n_events;
		add_event(to, &to->header.samplers[i], n > 1);
	}
}

static void add_features(struct conversion *to)
{
	struct builder *builder = &to->builder;

	builder_feature_string(builder, PERFDATA_HOSTNAME, "truth");
	builder_feature_string(builder, PERFDATA_OSRELEASE, "6.12.0");
	builder_feature_string(builder, PERFDATA_VERSION, "6.12.0");
	builder_feature_string(builder, PERFDATA_ARCH, is_aarch64(to) ? "aarch64" : "x86_64");
	builder_feature_string(builder, PERFDATA_CPUDESC, "simulated by tests/truth");
	builder_feature_string(builder, PERFDATA_CPUID,
			       is_aarch64(to)	? "0x00000000410fd840" :
			       to->options->amd ? "AuthenticAMD,25,17,1" :
						  "GenuineIntel,6,143,8");
}

static struct built_at at_record(const struct conversion *to, const struct stream_record *record)
{
	return (struct built_at){
		.pid = to->header.pid,
		.tid = record->tid ? record->tid : to->header.pid,
		.time_ns = record->time_ns,
	};
}

/* The mappings that the kernel would have told: of code only, a segment each. */
static void put_map(struct conversion *to, const struct stream_record *record,
		    const struct stream_map *map)
{
	struct elf_segments elf;
	struct built_map built = {
		.at = at_record(to, record),
		.start = record->address,
		.size = map->length,
		.offset = map->offset,
		.path = map->path[0] ? map->path : "//anon",
	};

	if (map->path[0] != '/' || !elf_segments(map->path, &elf)) {
		builder_map(&to->builder, &built);
		return;
	}
	built.build_id = elf.build_id_len ? elf.build_id : NULL;
	built.build_id_len = elf.build_id_len;
	for (int i = 0; i < elf.n_code; i++) {
		if (elf.code[i].offset < map->offset || elf.code[i].offset >= map->offset + map->length)
			continue;
		built.offset = elf.code[i].offset;
		built.size = elf.code[i].size;
		built.start = record->address + built.offset - map->offset;
		builder_map(&to->builder, &built);
	}
	if (built.build_id)
		builder_build_id(&to->builder, -1, map->path, built.build_id, built.build_id_len);
}

/* The program begins, before all that it does. */
static void put_exec(struct conversion *to)
{
	const struct stream_record first = { .time_ns = 999000000, .tid = to->header.pid };
	const char *slash = strrchr(to->header.program, '/');
	char name[16];

	(void)snprintf(name, sizeof(name), "%.15s", slash ? slash + 1 : to->header.program);
	builder_exec(&to->builder, at_record(to, &first), name);
}

static void put_thread(struct conversion *to, const struct stream_record *record)
{
	struct built_at at = at_record(to, record);
	struct built_bytes buffer = { 0 };

	if (record->tid == to->header.pid)
		return;
	put_u32(&to->builder, &buffer, (uint32_t)at.pid);
	put_u32(&to->builder, &buffer, (uint32_t)at.pid);
	put_u32(&to->builder, &buffer, (uint32_t)at.tid);
	put_u32(&to->builder, &buffer, (uint32_t)at.pid);
	put_u64(&to->builder, &buffer, at.time_ns);
	builder_kernel(&to->builder, PERF_RECORD_FORK, 0, &buffer, at);
	free(buffer.bytes);
}

static uint64_t flags_of(const struct conversion *to, const struct stream_sampler *sampler,
			 const struct stream_branch *branch)
{
	uint64_t flags = branch->mispredicted ? BUILT_MISPREDICTED : BUILT_PREDICTED;

	if (sampler->mode == MODE_CALLS)
		return 0;
	if (to->options->amd)
		return flags | BUILT_SPEC(2);	/* PERF_BR_NON_SPEC_CORRECT_PATH */
	return flags | BUILT_CYCLES(branch->cycles);
}

static void put_sample(struct conversion *to, const struct stream_record *record,
		       const unsigned char *branches)
{
	const struct stream_sampler *sampler = &to->header.samplers[record->sampler];
	struct built_branch branch[STREAM_DEPTH];
	uint64_t chain[STREAM_DEPTH + 2] = { PERF_CONTEXT_USER, record->address };
	size_t n = (record->size - sizeof(*record)) / sizeof(struct stream_branch);
	struct built_sample sample = {
		.at = at_record(to, record),
		.ip = record->address,
		.period = sampler->period,
		.chain = chain,
		.n_chain = 2 + (sampler->mode == MODE_FRAMES ? n : 0),
		.branches = branch,
		.n_branches = n,
	};

	for (size_t i = 0; i < n && i < STREAM_DEPTH; i++) {
		struct stream_branch in;

		memcpy(&in, branches + i * sizeof(in), sizeof(in));
		branch[i] = (struct built_branch){ in.from, in.to, flags_of(to, sampler, &in) };
		chain[2 + i] = in.from;
	}
	builder_put_sample(&to->builder, (size_t)to->event_of[record->sampler], &sample);
}

static void put_records(struct conversion *to)
{
	put_exec(to);
	for (size_t i = 0; i < to->n_records; i++) {
		struct stream_record record = record_at(to->records[i]);
		const unsigned char *after = to->records[i] + sizeof(record);
		struct stream_map map;

		if (record.type == STREAM_MAP && record.size == sizeof(record) + sizeof(map)) {
			memcpy(&map, after, sizeof(map));
			put_map(to, &record, &map);
		} else if (record.type == STREAM_THREAD) {
			put_thread(to, &record);
		} else if (record.type == STREAM_SAMPLE && record.sampler < STREAM_SAMPLERS &&
			   to->event_of[record.sampler] >= 0) {
			put_sample(to, &record, after);
		}
	}
}

static int write_file(const struct built_bytes *out, const char *path)
{
	FILE *file = fopen(path, "wbe");
	bool good = file && fwrite(out->bytes, out->n, 1, file) == 1;

	if (file && fclose(file) != 0)
		good = false;
	if (!good)
		perror(path);
	return good ? 0 : -1;
}

int to_perfdata(const char *stream, const struct to_perfdata *options, const char *out)
{
	struct conversion to = { .options = options };
	int result = -1;

	if (!read_file(&to, stream) || !read_records(&to)) {
		(void)fprintf(stderr, "%s: the truth plugin has not written it\n", stream);
	} else {
		builder_init(&to.builder);
		to.builder.n_cpus = 1;
		to.builder.attr_size = 128;	/* perf 6.1 refuses the later 136 */
		add_events(&to);
		add_features(&to);
		put_records(&to);
		builder_finish(&to.builder);
		result = write_file(&to.builder.out, out);
		builder_done(&to.builder);
	}
	free(to.records);
	free(to.bytes);
	return result;
}
