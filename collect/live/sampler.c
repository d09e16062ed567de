/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sampler: follows the request of the user, drains the rings, finds the period, and gives way; see
 * sampler.h. What is opened: sampler_open; what of the records goes on: sampler_output; when it gives
 * way: sampler_limits.
 */
#include "config.h"
#include "collect/live/sampler.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/live/sample_choice.h"
#include "collect/live/sampler_parts.h"

#define NS_PER_S 1000000000ULL
#define DRAIN_NS 50000000ULL		/* at most */
#define DRAIN_VARIED_NS 10000000ULL	/* at most so much earlier, */
#define DRAIN_STEP_NS 6180340ULL	/* in steps by the golden ratio */
#define ANY_PRIME 1000003
#define CALIBRATE_NS 200000000ULL
#define TELL_NS NS_PER_S		/* besides what is news at once */
#define SETTLE_NS (2 * NS_PER_S)	/* few samples after that: a shorter period */
#define FEW_SAMPLES 50
#define TOO_FAST 1.5			/* times the rate: a longer period */
#define ABOUT 1.05			/* times the rate is not worth a new start */
#define THROTTLED 3			/* times a second: a longer period */

struct sampler {
	struct sampler_options options;
	struct sample_choices choices;	/* those of the options, and that of a node below level 2 */
	enum core_type below_type;	/* whose the last one is; .below 0: none */
	int below;
	const struct perf_sys *sys;
	struct sampler_view view;
	struct profile_request request;
	uint64_t close_ns;		/* no view needs it any more; 0: one does */
	bool gave_way;
	struct event_budget budget;	/* its steps: sampler_sheds */
	struct sampler_slots slots;
	double slots_running;		/* share of the last interval; NAN */

	uint64_t next_ns, tell_ns, second_ns;	/* the next drain, news, look at the own cost */
	uint64_t drain_early_ns;	/* so much earlier than DRAIN_NS was the last plan */
	uint64_t began_ns;		/* of the profile */
	uint64_t open_ns;		/* since then events are open, or all open again; 0: none are */
	uint64_t calibrate_ns;		/* 0: done */
	uint64_t own_ns;		/* CPU time of the collector thread for sampling */
	uint64_t own_before_ns, live_before_ns, throttled_before;	/* a second ago */
	double own_percent;		/* of one CPU, with the thread that makes profiles; NAN */
};

int sampler_new(const struct sampler_options *options, struct sampler **out, struct err *err)
{
	struct sampler *sampler = calloc(1, sizeof(*sampler));
	struct sampler_view *view;

	if (!sampler)
		return err_set(err, ENOMEM, "not enough memory to sample code");
	view = &sampler->view;
	sampler->options = *options;
	sampler->choices = *options->choices;
	sampler->sys = options->sys ? options->sys : &perf_sys_real;
	sampler->slots_running = sampler->slots.running = sampler->own_percent = NAN;
	view->targets.machine = options->machine;
	view->command = options->command;
	view->budget = options->budget;
	view->rate = options->rate > 0 ? options->rate : SAMPLER_RATE;
	view->remarks.starved = 1;
	sampler->sys->facts(sampler->sys->data, &view->facts);
	sampler->budget.limit_percent = options->budget * (double)view->facts.cpus_online;
	if (sampler_view_init(view, sampler->sys) ||
	    sampler_output_init(&view->out, &sampler->options, &view->set)) {
		sampler_free(sampler);
		return err_set(err, ENOMEM, "not enough memory to sample code");
	}
	*out = sampler;
	return 0;
}

void sampler_free(struct sampler *sampler)
{
	if (!sampler)
		return;
	sampler_view_done(&sampler->view);
	free(sampler);
}

const struct sample_choices *sampler_choices(const struct sampler *sampler)
{
	return &sampler->choices;
}

/* ---- what is told ---- */

static int index_of(const struct sampler *sampler)
{
	const struct sample_choice *choice = sampler->view.choice;

	return choice ? (int)(choice - sampler->choices.choice) : -1;
}

static void tell_state(const struct sampler *sampler, struct live_state *state)
{
	const struct sampler_view *view = &sampler->view;

	*state = (struct live_state){
		.on = view->set.table.n > 0,
		.event = index_of(sampler),
		.threads = view->by_cpu ? (uint32_t)sampler_view_cpus(view) : view->targets.scope.threads,
		.sampled = (uint32_t)view->set.table.n,
		.cpus = view->by_cpu,
		.part = sampler_view_part(view),
		.lost = view->out.lost, .own_percent = sampler->own_percent,
		.slots_running = sampler->slots.running,
	};
	if (state->threads < state->sampled)
		state->threads = state->sampled;
	if (view->choice) {
		state->period = view->how.period;
		state->precise = sampler_event(view->choice, &view->how).event.precise;
	}
}

/* Nothing is open, to see whether SLOTS run then. */
static bool is_paused(const struct sampler *sampler)
{
	return !sampler->gave_way && (sampler->slots.state == SLOTS_PAUSING ||
				      sampler->slots.state == SLOTS_PAUSED);
}

static void tell(struct sampler *sampler, uint64_t now_ns)
{
	const struct sample_choices *choices = &sampler->choices;
	const struct sampler_view *view = &sampler->view;
	struct profile_news news = { .serial = sampler->request.serial, .progress = 1 };
	struct sampler_remarks remarks = view->remarks;

	for (int i = 0; i < choices->n; i++)
		news.events[i] = choices->choice[i].event;
	news.n_events = choices->n;
	if (view->choice)
		news.events[index_of(sampler)] = sampler_event(view->choice, &view->how).event;
	tell_state(sampler, &news.live);
	sampler_classes_tell(&view->set, &news);
	if (view->targets.trouble.text[0])
		(void)snprintf(news.trouble, sizeof(news.trouble), "%.511s", view->targets.trouble.text);
	remarks.missing = view->targets.missing;
	remarks.gave_way = sampler->gave_way;
	remarks.others = sampler->slots.state == SLOTS_OF_OTHERS;
	remarks.others_unknown = isnan(sampler->slots.before);
	remarks.paused = is_paused(sampler);
	remarks.slots = sampler->slots.running;
	remarks.shed = sampler_sheds[sampler->budget.step].words;
	remarks.exhausted = event_budget_exhausted(&sampler->budget);
	remarks.own_percent = sampler->own_percent;
	remarks.throttled = view->out.throttled;
	remarks.small_rings = view->fewer_pages;
	remarks.lacking = sampler_view_lacking(view);
	remarks.silent = sampler_classes_silent(&view->set);
	if (view->set.table.n)
		remarks.note = view->choice->note;
	else
		remarks.missing.left_out = remarks.missing.not_permitted = 0;	/* all are, and .trouble says why */
	sampler_remark(&remarks, news.live.remark, sizeof(news.live.remark));
	if (view->set.table.n && !sampler->open_ns)
		sampler->open_ns = now_ns;
	live_profile_tell(sampler->options.live, &news);
	sampler->tell_ns = now_ns + TELL_NS;
}

/* A new profile begins: of another request, or with another period. */
static void begin_profile(struct sampler *sampler, uint64_t now_ns)
{
	struct sampler_view *view = &sampler->view;
	struct live_target target = { .request = sampler->request };

	if (view->choice)
		target.event = sampler_event(view->choice, &view->how);
	if (view->set.classes)
		target.classes = (struct class_samples){ .table = view->set.classes->table };
	if (view->targets.request.scope == LIVE_PROCESS)
		target.pid = view->targets.request.id;
	sampler_output_begin(&view->out, now_ns);
	sampler_set_look(&view->set);
	sampler_set_begin(&view->set);
	sampler_covered_begin(&view->covered, view->set.enabled_ns, now_ns);
	view->remarks.unsampled = 0;
	sampler->began_ns = now_ns;
	sampler->throttled_before = 0;
	if (live_profile_begin(sampler->options.live, &target))
		(void)err_set(&view->targets.trouble, ENOMEM, "not enough memory for a profile");
	tell(sampler, now_ns);
}

/* ---- what is looked at ---- */

static void sampler_make_room(const struct sampler *sampler, uint32_t counters)
{
	if (sampler->options.make_room)
		sampler->options.make_room(sampler->options.data, counters);
}

static uint64_t period_for(const struct sampler *sampler, double per_second)
{
	const unsigned int shift = sampler_sheds[sampler->budget.step].shift;

	return sampler_period(sampler->view.choice, per_second,
			      sampler->view.rate / (double)(1U << shift));
}

/* A clock counts nanoseconds: its period needs no trial. */
static bool is_clock(const struct sample_choice *choice)
{
	return choice->attr[TYPE_CORE].type == PERF_TYPE_SOFTWARE && choice->has[TYPE_CORE];
}

/* Opens again what is looked at, and begins the profile. */
static void open_and_begin(struct sampler *sampler, uint64_t now_ns)
{
	/* Branches have no cycle in time, and a change costs some of their few samples. */
	sampler->view.set.varies = !sampler->view.choice->event.has_branches;
	sampler->view.set.vary = (double)(now_ns % ANY_PRIME) / ANY_PRIME;
	sampler_view_reopen(&sampler->view);
	begin_profile(sampler, now_ns);
	sampler_set_enable(&sampler->view.set);
	sampler->next_ns = now_ns + DRAIN_NS;
	sampler->calibrate_ns = is_clock(sampler->view.choice) ? 0 : now_ns + CALIBRATE_NS;
}

static void leave(struct sampler *sampler)
{
	const struct sample_choice *choice = sampler->view.choice;

	sampler_view_leave(&sampler->view);
	if (choice && choice->general_counters)
		sampler_make_room(sampler, 0);
	sampler->gave_way = false;
	sampler->close_ns = sampler->open_ns = 0;
	sampler->slots = (struct sampler_slots){ .running = NAN };
	sampler->own_percent = NAN;
}

static void look(struct sampler *sampler, const struct sample_choice *choice, uint64_t now_ns)
{
	if (choice->general_counters)
		sampler_make_room(sampler, choice->general_counters);
	sampler->budget.step = sampler->budget.over = 0;
	sampler->budget.last = SAMPLER_SHEDS - 1 - sampler_view_needs_stacks(&sampler->request.live, choice);
	sampler->view.targets.threads_most = SAMPLER_THREADS;
	sampler_slots_begin(&sampler->slots, sampler->slots_running);
	sampler->view.classes = sample_choice_classes(&sampler->choices, choice);
	sampler_view_look(&sampler->view, &sampler->request.live, choice);
	if (is_clock(choice))
		sampler->view.how.period = period_for(sampler, NS_PER_S);
	sampler->live_before_ns = live_profile_cpu_ns(sampler->options.live);
	sampler->own_before_ns = sampler->own_ns;
	sampler->second_ns = now_ns + NS_PER_S;
	open_and_begin(sampler, now_ns);
}

/* Does a request look at what is open? */
static bool is_open(const struct sampler *sampler, const struct live_request *request, int choice)
{
	const struct live_request *now = &sampler->view.targets.request;

	return index_of(sampler) == choice && !sampler->gave_way &&
	       !sampler->view.targets.trouble.text[0] && !sampler->view.remarks.no_stacks_errno &&
	       now->scope == request->scope && now->id == request->id &&
	       now->start_ns == request->start_ns;
}

/* Copies those of the options, but where the event of a node below level 2 is. */
static void take_choices(struct sampler *sampler)
{
	const struct sample_choices *from = sampler->options.choices;
	struct sample_choices *choices = &sampler->choices;
	const int last = choices->n - 1;
	const struct sample_choice below = choices->choice[last > 0 ? last : 0];

	*choices = *from;
	if (!sampler->below)
		return;
	choices->choice[last] = below;
	choices->n = last + 1;
}

/* The index of the event of a node below level 2; or -ENOENT: it cannot be sampled. */
static int find_below(struct sampler *sampler, const struct live_request *request)
{
	const struct machine *machine = sampler->view.targets.machine;
	struct sample_choices *choices = &sampler->choices;
	const int base = sampler->options.choices->n;
	const int last = base < SOURCE_EVENTS_MAX ? base : SOURCE_EVENTS_MAX - 1;
	const enum core_type type = request->below_type;
	struct sample_choice choice;

	if (request->what != LIVE_OF_NODE || !request->below || !machine || !machine->family)
		return -ENOENT;
	if (sampler->below == request->below && sampler->below_type == type)
		return last;
	if (sample_choice_of_tree(sampler->options.choices, machine->family->tree[type], type,
				  request->below, &choice))
		return -ENOENT;
	if (sampler->view.choice == &choices->choice[last])
		leave(sampler);		/* it becomes another event */
	choices->choice[last] = choice;
	choices->n = last + 1;
	sampler->below = request->below;
	sampler->below_type = type;
	return last;
}

static void follow_request(struct sampler *sampler, uint64_t now_ns)
{
	struct profile_request request;
	struct err err = { .text = "" };
	int choice;

	if (!profile_exchange_requested(sampler->options.exchange, &request))
		return;
	if (request.live.scope == LIVE_NOTHING) {
		if (sampler->view.choice && !sampler->close_ns)
			sampler->close_ns = now_ns + SAMPLER_CLOSE_NS;
		return;
	}
	sampler->close_ns = 0;
	sampler->request = request;
	take_choices(sampler);
	choice = find_below(sampler, &request.live);
	if (choice < 0)
		choice = sample_choices_find(&sampler->choices, &request.live, &err);
	if (choice >= 0 && is_open(sampler, &request.live, choice)) {
		sampler->view.targets.request = request.live;
		begin_profile(sampler, now_ns);
		return;
	}
	leave(sampler);
	if (choice >= 0) {
		look(sampler, &sampler->choices.choice[choice], now_ns);
		return;
	}
	sampler->view.targets.trouble = err;
	begin_profile(sampler, now_ns);
}

/* ---- the period ---- */

/* The next drain: not in step with what a program does every 10 ms, as the periods change then. */
static void plan_drain(struct sampler *sampler, uint64_t now_ns)
{
	sampler->drain_early_ns = (sampler->drain_early_ns + DRAIN_STEP_NS) % DRAIN_VARIED_NS;
	sampler->next_ns = now_ns + DRAIN_NS - sampler->drain_early_ns;
}

/* Between two samples of a thread that runs, as is meant. */
static uint64_t gap_ns(const struct sampler *sampler)
{
	const unsigned int shift = sampler_sheds[sampler->budget.step].shift;

	return (uint64_t)((double)NS_PER_S * (double)(1U << shift) / sampler->view.rate);
}

static void drain(struct sampler *sampler, uint64_t now_ns)
{
	struct sampler_set *set = &sampler->view.set;

	/* Recorded samples are scaled: from the first on. */
	if (sampler_output_ask_file(&sampler->view.out) && set->classes && !set->event[0].total.enabled_ns)
		sampler_set_look(set);
	if (sampler->view.out.by_pid && sampler->view.out.family)
		sampler_set_peek(set, sampler_output_peek, &sampler->view.out);
	sampler_set_drain(set, sampler_output_record, &sampler->view.out);
	sampler_output_flush(&sampler->view.out);
	live_profile_round(sampler->options.live, now_ns);
	sampler_set_vary(set, now_ns, gap_ns(sampler));
}

static void change_period(struct sampler *sampler, uint64_t period, bool anew, uint64_t now_ns)
{
	drain(sampler, now_ns);
	sampler_view_set_period(&sampler->view, period);
	/* Else it goes on: samples weigh their periods. Entries of branches all weigh the same. */
	if (anew || !sampler->view.set.varies)
		begin_profile(sampler, now_ns);
	sampler_set_enable(&sampler->view.set);
}

static void double_period(struct sampler *sampler, uint64_t now_ns)
{
	const double twice = (double)sampler->view.how.period * 2;

	change_period(sampler, sampler_period(sampler->view.choice, twice, 1), false, now_ns);
}

static void calibrate(struct sampler *sampler, uint64_t now_ns)
{
	const uint64_t old = sampler->view.how.period;
	double per_second;
	uint64_t period;

	sampler_set_look(&sampler->view.set);
	per_second = sampler_set_busiest(&sampler->view.set);
	if (isnan(per_second)) {
		sampler->calibrate_ns = now_ns + CALIBRATE_NS;	/* it sleeps */
		return;
	}
	sampler->calibrate_ns = 0;
	period = period_for(sampler, per_second);
	/* The first samples could weigh much more, or less. */
	if ((double)period > (double)old * ABOUT || (double)period * TOO_FAST < (double)old)
		change_period(sampler, period, true, now_ns);
}

/* After that: the event has become much more frequent, or so rare that hardly a sample comes. */
static void check_period(struct sampler *sampler, uint64_t now_ns)
{
	const double per_second = sampler_set_busiest(&sampler->view.set);
	const uint64_t old = sampler->view.how.period;
	uint64_t period;

	if (isnan(per_second) || sampler->calibrate_ns)
		return;
	period = period_for(sampler, per_second);
	if ((double)period > (double)old * TOO_FAST ||
	    (period < old / 4 && sampler->view.out.samples < FEW_SAMPLES &&
	     now_ns > sampler->began_ns + SETTLE_NS))
		change_period(sampler, period, false, now_ns);
}

/* ---- limits ---- */

static void see_starving(struct sampler *sampler)
{
	const struct sampler_set *set = &sampler->view.set;
	double enabled = 0, running = 0;

	for (size_t i = 0; i < set->table.n; i++) {
		enabled += (double)sampler_set_at(set, i)->step.enabled_ns;
		running += (double)sampler_set_at(set, i)->step.running_ns;
	}
	sampler->view.remarks.starved = enabled > (double)SAMPLER_RUN_LEAST_NS ? running / enabled : 1;
}

/* A step of the budget was taken. */
static void shed(struct sampler *sampler, uint64_t now_ns)
{
	const struct sampler_shed *step = &sampler_sheds[sampler->budget.step];

	if (step->no_stacks && !sampler->view.how.no_stacks) {
		sampler->view.how.no_stacks = true;
		open_and_begin(sampler, now_ns);
	} else if (step->threads < sampler->view.targets.threads_most) {
		sampler_view_shrink(&sampler->view, step->threads);
	} else {
		double_period(sampler, now_ns);
	}
}

/* Each second: what does sampling cost, and does the kernel throttle it? */
static void see_cost(struct sampler *sampler, uint64_t now_ns)
{
	const uint64_t live_ns = live_profile_cpu_ns(sampler->options.live);
	const uint64_t spent_ns = sampler->own_ns - sampler->own_before_ns +
				  live_ns - sampler->live_before_ns;
	const uint64_t throttled = sampler->view.out.throttled - sampler->throttled_before;

	sampler->own_percent = 100 * (double)spent_ns /
			       (double)(now_ns - sampler->second_ns + NS_PER_S);
	sampler->own_before_ns = sampler->own_ns;
	sampler->live_before_ns = live_ns;
	sampler->throttled_before = sampler->view.out.throttled;
	sampler->second_ns = now_ns + NS_PER_S;
	if (!sampler->view.set.table.n)
		return;
	if (event_budget_see(&sampler->budget, sampler->own_percent))
		shed(sampler, now_ns);
	else if (throttled >= THROTTLED)
		double_period(sampler, now_ns);
}

/* False: nothing is to be open now. */
static bool see_slots(struct sampler *sampler, uint64_t now_ns)
{
	struct sampler_slots *slots = &sampler->slots;

	if (sampler->gave_way)
		return false;
	if (!sampler->view.choice->general_counters) {
		slots->running = sampler->slots_running;
		return true;
	}
	switch (sampler_slots_see(slots, sampler->slots_running)) {
	case YIELD_NOTHING:
		break;
	case YIELD_PAUSE:
		sampler_set_close_all(&sampler->view.set);
		break;
	case YIELD_RESUME:
		sampler->open_ns = now_ns;
		open_and_begin(sampler, now_ns);
		break;
	case YIELD_STOP:
		sampler->gave_way = true;
		sampler_make_room(sampler, 0);
		break;
	}
	return !sampler->gave_way && !is_paused(sampler);
}

/* ---- what the collector calls ---- */

static void step(struct sampler *sampler, uint64_t now_ns)
{
	follow_request(sampler, now_ns);
	if (sampler->close_ns && now_ns >= sampler->close_ns)
		leave(sampler);
	if (!sampler->view.choice || now_ns < sampler->next_ns)
		return;
	plan_drain(sampler, now_ns);
	drain(sampler, now_ns);
	sampler_set_take_turns(&sampler->view.set, now_ns);
	sampler_view_follow_tasks(&sampler->view);
	sampler_set_enable(&sampler->view.set);
	if (sampler->view.set.table.n && sampler->calibrate_ns && now_ns >= sampler->calibrate_ns)
		calibrate(sampler, now_ns);
	if (now_ns >= sampler->second_ns)
		see_cost(sampler, now_ns);
	if (now_ns >= sampler->tell_ns)
		tell(sampler, now_ns);
}

static void sampler_see_row(struct sampler *sampler, uint64_t now_ns)
{
	struct sampler_view *view = &sampler->view;
	bool anew;

	drain(sampler, now_ns);
	if (see_slots(sampler, now_ns)) {
		sampler_set_look(&view->set);
		sampler_set_see(&view->set);
		see_starving(sampler);
		check_period(sampler, now_ns);
		anew = sampler_view_open_again(view);
		if (sampler_view_follow_births(view, now_ns)) {
			sampler->open_ns = now_ns;
			anew = true;
		}
		if (anew)
			begin_profile(sampler, now_ns);
		sampler_set_enable(&view->set);
	}
	tell(sampler, now_ns);
}

void sampler_step(struct sampler *sampler, uint64_t now_ns)
{
	const struct perf_sys *sys = sampler->sys;
	const uint64_t before_ns = sampler->view.choice ? sys->cpu_ns(sys->data) : 0;

	step(sampler, now_ns);
	if (before_ns)
		sampler->own_ns += sys->cpu_ns(sys->data) - before_ns;
}

uint64_t sampler_see(struct sampler *sampler, const struct snapshot *snapshot, uint64_t now_ns)
{
	const struct perf_sys *sys = sampler->sys;
	uint64_t before_ns;

	event_tasks_see(sampler->view.targets.tasks, snapshot);
	sampler->view.targets.machine = snapshot->machine;
	sampler->slots_running = snapshot->running_ratio;
	if (!sampler->view.choice)
		return 0;
	before_ns = sys->cpu_ns(sys->data);
	sampler_see_row(sampler, now_ns);
	sampler->own_ns += sys->cpu_ns(sys->data) - before_ns;
	return sampler->open_ns;
}

void sampler_end(struct sampler *sampler)
{
	leave(sampler);
}

uint64_t sampler_next_ns(const struct sampler *sampler)
{
	uint64_t next_ns = UINT64_MAX;

	if (!sampler->view.choice)
		return next_ns;
	if (sampler->view.set.table.n)
		next_ns = sampler->next_ns;
	return sampler->close_ns && sampler->close_ns < next_ns ? sampler->close_ns : next_ns;
}
