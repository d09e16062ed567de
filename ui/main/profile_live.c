/* SPDX-License-Identifier: GPL-2.0-only */
/* Opens what samples code live, in the order of dependencies; see profile_live.h. Main thread. */
#include "config.h"
#include "ui/main/profile_live.h"

#include <errno.h>
#include <sys/eventfd.h>

#include "collect/live/live_profile.h"
#include "collect/sys/privilege.h"
#include "ui/main/runs.h"

/* Without a budget, making profiles takes at most this part of one CPU. */
#define CPU_SHARE 0.1
/* With one: at most this part of it. The rest is for the collector thread. */
#define BUDGET_SHARE 0.5

static int add_live_object(void *data, uint32_t index, const struct profile_object *object)
{
	return code_add_object(data, index, object);
}

static uint8_t build_id(void *data, uint32_t index, unsigned char id[BUILD_ID_MAX])
{
	return code_build_id(data, index, id);
}

/* Collector thread. */
static void profile_live_make_room(void *data, uint32_t general_counters)
{
	const struct live_session *live = data;

	if (live->room)
		shared_room_need(live->room, ROOM_OF_SAMPLES, general_counters);
}

/* Collector thread. */
static bool records(void *data)
{
	const struct live_session *live = data;

	return live->recording && sample_recording_is_open(live->recording);
}

/* Collector thread. */
static void record(void *data, const struct perf_event_attr *attr, uint64_t id, const void *bytes,
		   size_t size)
{
	const struct live_session *live = data;

	sample_recording_record(live->recording, attr, id, bytes, size);
}

static int open_code(struct live_session *live, const struct live_how *how, struct err *err)
{
	const struct code_options code = { .symbols = profile_symbols(how->options),
					   .debuginfod = how->options->debuginfod,
					   .wake = how->wake_ui, .helper = how->helper };
	int ret = code_new(&code, &live->code, err);

	if (ret)
		return ret;
	live->names = code_names(live->code);
	live->kinds = code_profile(live->code);
	live->exchange = profile_exchange_new();
	return live->exchange ? 0 : err_set(err, ENOMEM, "not enough memory to sample");
}

static int open_choices(struct live_session *live, const struct live_how *how, struct err *err)
{
	/* One that is not counted has a family without events (source_times.h). */
	const struct machine *machine = how->source && how->source->machine.family->n_events ?
						&how->source->machine : NULL;
	int ret;

	privilege_raise(PRIVILEGE_COUNT);
	ret = sample_choices_make(how->pmu_root, machine, &live->choices, err);
	privilege_lower();
	return ret;
}

/* The budget is in percent of all CPUs, the share is of one. */
static double cpu_share(const struct live_how *how)
{
	const double cpus = how->source ? (double)how->source->machine.n_cpus : 1;
	const double share = how->options->budget / 100 * cpus * BUDGET_SHARE;

	return share > 0 && share < CPU_SHARE ? share : CPU_SHARE;
}

static int open_live(struct live_session *live, const struct live_how *how, struct err *err)
{
	struct live_profile_options profile = { .wake_ui = how->wake_ui, .code = &live->kinds,
						.add_object = add_live_object, .build_id = build_id,
						.cpu_share = cpu_share(how) };
	struct sampler_options sampler = { .choices = &live->choices, .make_room = profile_live_make_room,
					   .records = records, .record = record,
					   .budget = how->options->budget, .rate = (double)how->options->sample_rate,
					   .machine = how->source ? &how->source->machine : NULL,
					   .command = how->options->command != NULL,
					   .data = live };
	int ret = open_choices(live, how, err);

	if (!ret)
		ret = open_code(live, how, err);
	if (ret)
		return ret;
	profile.exchange = sampler.exchange = live->exchange;
	profile.data = live->code;
	profile.mapped = sampled_maps_read;
	profile.identified = sampled_maps_identify;
	profile.mapped_data = live->maps = sampled_maps_new(NULL);
	if (!live->maps)
		return err_set(err, ENOMEM, "not enough memory to sample");
	ret = live_profile_new(&profile, &live->profile, err);
	if (ret)
		return ret;
	sampler.live = live->profile;
	return sampler_new(&sampler, &live->sampler, err);
}

/* Nothing of this machine is opened. */
static int open_demo(struct live_session *live, const struct live_how *how, struct err *err)
{
	int ret;

	live->exchange = profile_exchange_new();
	if (!live->exchange)
		return err_set(err, ENOMEM, "not enough memory to sample");
	ret = demo_samples_new(&how->source->machine, live->exchange, how->wake_ui, &live->demo, err);
	if (ret)
		return ret;
	live->names = demo_samples_names(live->demo);
	live->kinds = demo_samples_code(live->demo);
	live->choices = *demo_samples_choices(live->demo);
	return 0;
}

int profile_live_open(struct live_session *live, const struct live_how *how)
{
	struct err err = { .text = "" };
	int ret;

	*live = (struct live_session){ .room = how->room,
				       .wake_collector = how->wake_collector };
	ret = how->options->demo ? open_demo(live, how, &err) : open_live(live, how, &err);
	if (ret) {
		profile_live_close(live);
		live->why_not = err;
	}
	return ret;
}

int profile_live_record(struct live_session *live, struct recorder *recorder)
{
	if (!live->sampler || !recorder)
		return 0;
	live->recording = sample_recording_new(recorder, sampler_choices(live->sampler), live->maps);
	return live->recording ? 0 : -ENOMEM;
}

bool profile_live_needs_trace(const struct live_session *live)
{
	return live->profile && !privilege_counts_all();
}

void profile_live_wake(const struct live_session *live)
{
	(void)eventfd_write(live->wake_collector, 1);
}

void profile_live_request(struct live_session *live, const struct profile_request *request)
{
	profile_exchange_request(live->exchange, request);
	profile_live_wake(live);
}

void profile_live_close(struct live_session *live)
{
	/* The thread that makes profiles asks the code; after both nothing is published. */
	sampler_free(live->sampler);
	demo_samples_free(live->demo);
	live_profile_free(live->profile);
	code_free(live->code);
	profile_exchange_free(live->exchange);
	sample_recording_free(live->recording);
	sampled_maps_free(live->maps);
	*live = (struct live_session){ .exchange = NULL };
}
