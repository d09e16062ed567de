/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples, and prints profiles of the samples; see runs.h. Called by main.c. */
#include "config.h"
#include "ui/main/runs.h"

#include <errno.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "collect/live/sample_choice.h"
#include "model/control.h"
#include "model/machine.h"
#include "model/metric.h"
#include "model/snapshot/snapshot.h"
#include "model/tree/tree.h"
#include "ui/batch/batch.h"
#include "ui/main/nodes.h"
#include "ui/main/output.h"
#include "ui/profile/profile_print.h"

#define SECOND_NS 1000000000ULL
#define USUAL_NS (10 * SECOND_NS)	/* of --seconds */
#define USUAL_PGO_NS (30 * SECOND_NS)	/* one thread has 10,000 stacks in more than 10 s */
#define OF_BRANCHES (PROFILE_BRANCHES | PROFILE_BLOCKS | PROFILE_PATHS)
#define PHASES 3
#define CLOSED_MOST 3	/* intervals before events are open */
#define BEGINS_MOST 2	/* of a phase: a program that never settles does not make it endless */

/* What one event is sampled for. */
struct phase {
	unsigned int parts;	/* that are printed; 0: written by profile_export_put() */
	struct live_request request;
	int event;		/* index of the choice */
};

struct run {
	const struct profile_live_sampling *sampling;
	const struct options *options;
	struct phase phase[PHASES];
	size_t n;
	uint64_t length_ns;	/* of each phase; 0: until the command ends */
	uint64_t seen_ns;	/* end of the newest interval, on its clock; 0: none has ended */
	uint64_t began_ns, passed_ns;	/* of this phase */
	int closed;		/* intervals of it before events were open */
	int begins;		/* so often all events were opened */
	uint32_t serial;	/* of the request */
	const char *slug;	/* of --node below level 2; NULL: it is none */
	bool inherits;		/* it has no event of its own */
	struct sample_choice below;	/* its event, if request.below says so */
	struct live_state state;	/* the newest while anything was open */
	bool over;		/* the command, or what was watched, has ended */
	struct progress_line line;
};

static void add_phase(struct run *run, unsigned int parts, struct live_request request)
{
	const struct profile_live_sampling *sampling = run->sampling;

	request.scope = sampling->pid ? LIVE_WATCHED : LIVE_MACHINE;
	request.id = sampling->pid;
	run->phase[run->n++] = (struct phase){ parts, request, -1 };
}

/* Has an event before it this name too? With call stacks cycles are there twice. */
static bool is_repeated(const struct sample_choices *choices, int i)
{
	for (int before = 0; before < i; before++)
		if (!strcmp(choices->choice[before].event.name, choices->choice[i].event.name))
			return true;
	return false;
}

static int level_of(const struct options *options)
{
	return options->look.level > 1 ? 2 : 1;
}

/*
 * The index of options->event, with call stacks if they are asked for, of TopDown with the level that is asked for;
 * or -ENOENT with a sentence.
 */
static int find_event(const struct sample_choices *choices, const struct options *options, struct err *err)
{
	const char *name = options->event;
	const int level = options->level_given || choices->classes[1].n ? level_of(options) : 1;
	char list[384] = "";
	size_t used = 0;
	int found = -1;

	for (int i = 0; i < choices->n; i++) {
		const struct profile_event *event = &choices->choice[i].event;

		if (!profile_event_is_named(event, name) || (event->levels && event->levels != level))
			continue;
		if (event->has_calls || !options->stacks)
			return i;
		found = found < 0 ? i : found;
	}
	if (found >= 0)
		return found;
	if (!strcmp(name, PROFILE_TOPDOWN) && level > 1 && choices->no_level2[0])
		return err_set(err, ENOENT, "%s; leave out --level: level 1 is sampled then", choices->no_level2);
	if (!strcmp(name, PROFILE_TOPDOWN) && choices->no_topdown[0])
		return err_set(err, ENOENT, "%s; leave out --event: functions have shares of cycles then",
			       choices->no_topdown);
	for (int i = 0; i < choices->n && used < sizeof(list); i++)
		if (!is_repeated(choices, i))
			used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%s",
						 i ? ", " : "", choices->choice[i].event.name);
	return err_set(err, ENOENT, "--event %s cannot be sampled here; there are %s", name,
		       list[0] ? list : "nothing");
}

/* The node of a tree that --node names: its event, or that of the nearest parent that has one. */
static void find_below(struct run *run)
{
	const struct family *family = run->sampling->machine->family;
	struct live_request *request = &run->phase[0].request;

	for (enum core_type type = 0; type < CORE_TYPES && !run->slug; type++) {
		const struct tree *tree = family->tree[type];
		int node = tree ? tree_find(tree, run->options->node) : -1;

		if (node < 0)
			continue;
		run->slug = tree_node(tree, node)->slug;
		for (; node >= 0 && tree_node(tree, node)->metric == M_NONE;
		     node = tree_parent(tree, node)) {
			if (request->below)
				continue;
			if (sample_choice_of_tree(run->sampling->choices, tree, type, node,
						  &run->below)) {
				run->inherits = true;
				continue;
			}
			request->below = node;
			request->below_type = type;
		}
		request->node = node >= 0 ? tree_node(tree, node)->metric : M_NONE;
	}
}

/*
 * Which events are sampled. A named one serves all that is asked for. Functions of call stacks are
 * those of its event, so they need no event of their own.
 */
static int plan(struct run *run, struct err *err)
{
	const struct options *options = run->options;
	const unsigned int parts = profile_export_wanted(options) ? 0 : options_profile(options);
	const unsigned int of_calls = options->node ? PROFILE_STACKS :
						      PROFILE_STACKS | PROFILE_FUNCTIONS;
	int event = options->event ? find_event(run->sampling->choices, options, err) : 0;

	if (event < 0)
		return event;
	if (options->node && nodes_request_check(options, run->sampling->machine, err))
		return -ENOENT;
	if (options->event) {
		add_phase(run, parts, (struct live_request){ .what = LIVE_OF_EVENT, .event = event });
		return 0;
	}
	if ((parts & PROFILE_FUNCTIONS) && (options->node || !options->stacks))
		add_phase(run, PROFILE_FUNCTIONS, (struct live_request){
			.what = LIVE_OF_NODE, .any_node = !options->node,
			.level = level_of(options), .node = options->node ? metric_find(options->node) : M_NONE });
	if (run->n && options->node && run->phase[0].request.node == M_NONE)
		find_below(run);
	if ((parts & OF_BRANCHES) || options->pgo)
		add_phase(run, parts & OF_BRANCHES,
			  (struct live_request){ .what = LIVE_OF_BRANCHES });
	/* Programs that draw flame graphs get cycles, as they always did, unless TopDown is asked for. */
	if (options->stacks)
		add_phase(run, parts & of_calls, (struct live_request){
			.what = LIVE_OF_CALLS, .level = profile_export_wanted(options) ? 0 : level_of(options) });
	return 0;
}

/* The event of a phase. */
static const struct profile_event *event_of(const struct run *run, const struct phase *phase)
{
	return phase->request.below ? &run->below.event :
				  &run->sampling->choices->choice[phase->event].event;
}

/* Has a sample of this event what the phase needs? 0, or -ENODATA with a sentence. */
static int check_event(const struct profile_event *event, const struct run *run, unsigned int parts,
		       struct err *err)
{
	if (((parts & OF_BRANCHES) || run->options->pgo) && !event->has_branches)
		return err_set(err, ENODATA, "%s is sampled without branch stacks; leave out "
			       "--event", event->name);
	if ((parts & PROFILE_STACKS) && !event->has_calls)
		return err_set(err, ENODATA, "%s is sampled without call stacks; leave out --event",
			       event->name);
	return 0;
}

/* Can this machine sample all of it? 0, or a negative errno with a sentence. */
static int check(struct run *run, struct err *err)
{
	const struct sample_choices *choices = run->sampling->choices;

	for (size_t i = 0; i < run->n; i++) {
		struct phase *phase = &run->phase[i];
		int ret = phase->event = sample_choices_find(choices, &phase->request, err);

		if (ret >= 0)
			ret = check_event(event_of(run, phase), run, phase->parts, err);
		if (ret < 0)
			return ret;
	}
	if (run->n > 1 && !run->length_ns)
		return err_set(err, EINVAL, "what is asked for needs %zu events, which are sampled "
			       "one after the other; say with --seconds how long each, or leave "
			       "something out", run->n);
	return 0;
}

/* At the end of a command nothing is open any more, which is no news. */
static void note_state(struct run *run)
{
	struct profile_news news;

	(void)profile_exchange_latest(run->sampling->profiles, &news);
	if (news.serial == run->serial && news.live.on)
		run->state = news.live;
}

/*
 * The time of a phase begins when its events are open: on a busy host that can be long after it was
 * requested. Those that cannot be opened are not waited for. It begins once more when the sampler drops
 * what it has: it goes from threads to CPUs, or had made room for the counting of slots.
 */
static void begin_time(struct run *run, const struct snapshot *snapshot)
{
	if (!snapshot->sampled_since_ns && run->closed < CLOSED_MOST) {
		run->closed++;
		run->began_ns = snapshot->end_ns;
	} else if (snapshot->sampled_since_ns > run->began_ns && run->begins < BEGINS_MOST) {
		run->began_ns = snapshot->sampled_since_ns;
		run->begins++;
	}
}

/* Shows each interval to the clock. False: it was sampled for long enough. */
static bool pass(void *data, const struct snapshot *snapshot)
{
	struct run *run = data;

	note_state(run);
	run->over |= snapshot->last || snapshot->ended;
	if (!run->seen_ns)
		run->began_ns = snapshot->end_ns - snapshot->interval_ns;
	begin_time(run, snapshot);
	run->seen_ns = snapshot->end_ns;
	run->passed_ns = snapshot->end_ns > run->began_ns ? snapshot->end_ns - run->began_ns : 0;
	if (!run->length_ns)
		return true;
	progress_line_show(&run->line, (double)run->passed_ns / (double)run->length_ns);
	return run->passed_ns < run->length_ns;
}

static void request(const struct run *run, const struct live_request *live)
{
	const struct profile_request request = { .serial = run->serial, .live = *live };

	profile_exchange_request(run->sampling->profiles, &request);
	(void)eventfd_write(run->sampling->control->wake_collector, 1);
}

/* Samples for a phase. *profile: the caller owns it; NULL: there is none. */
static int sample(struct run *run, size_t i, struct profile **profile, struct profile_news *news,
		  struct err *err)
{
	const struct profile_live_sampling *sampling = run->sampling;
	const struct batch_config config = { .format = BATCH_NOTHING, .show = pass, .data = run,
					     .out = STDOUT_FILENO };
	bool by_terminal, last;
	int ret;

	run->serial++;
	run->began_ns = run->seen_ns;
	run->passed_ns = 0;
	run->closed = run->begins = 0;
	run->state = (struct live_state){ .on = false };
	request(run, &run->phase[i].request);
	run->line = progress_line_begin("sampling", (int)i + 1, (int)run->n);
	ret = batch_run(&config, sampling->intervals, sampling->control, err);
	progress_line_end(&run->line);
	run->over |= ret || batch_signal(&by_terminal);
	last = run->over || i + 1 == run->n;
	sampling->finish(sampling->data, last);
	(void)profile_exchange_latest(sampling->profiles, news);
	if (!news->live.on && run->state.on) {
		run->state.lost = news->live.lost;
		news->live = run->state;
	}
	*profile = profile_exchange_keep(sampling->profiles);
	return ret;
}

/* The sentence about a phase without samples. */
static int live_run_refuse(const struct run *run, const struct phase *phase, const struct profile_news *news,
			   struct err *err)
{
	const char *why = news->trouble[0] ? news->trouble : news->live.remark;

	return err_set(err, ENODATA, "no samples of %s in %.1f s%s%s",
		       event_of(run, phase)->name,
		       (double)run->passed_ns / SECOND_NS, why[0] ? ": " : "", why);
}

static const char *simulated_by(const struct machine *machine)
{
	return machine->simulated ? machine->simulated_by : NULL;
}

static int print(const struct run *run, const struct phase *phase, const struct profile *profile,
		 const struct profile_news *news, FILE *out, struct err *err)
{
	const char *node = phase->request.what != LIVE_OF_NODE || phase->request.any_node ? NULL :
			   run->slug ? run->slug : metrics[phase->request.node].slug;
	const struct machine *machine = run->sampling->machine;
	const struct profile_sampling how = { phase->request, machine, node, news->live };
	struct profile_config config = profile_run_config(run->options, out);

	config.parts = phase->parts;
	config.classes = profile->classes.table;
	config.simulated = simulated_by(machine);
	config.source = machine->source;
	config.file = NULL;
	config.sampling = &how;
	if (!profile_print(&config, profile, run->sampling->names, out))
		return 0;
	return err_set(err, ENOMEM, "not enough memory to print a profile");
}

/* Samples one event and prints it. 0, or a negative errno with a sentence. */
static int run_phase(struct run *run, size_t i, FILE *out, struct err *note, struct err *err)
{
	const struct phase *phase = &run->phase[i];
	struct profile_news news = { .serial = 0 };
	struct profile *profile = NULL;
	int ret = sample(run, i, &profile, &news, err);

	if (!ret && (!profile || !profile->samples))
		ret = live_run_refuse(run, phase, &news, err);
	else if (!ret && phase->parts)
		ret = print(run, phase, profile, &news, out, err);
	else if (!ret)
		ret = profile_export_put(run->options, profile, run->sampling->names, out, note,
					 err);
	profile_free(profile);
	return ret;
}

/* Warns if functions are sampled by an event that is not the one of the node. */
static void note_node(const struct run *run, struct err *note)
{
	const struct live_request *request = &run->phase[0].request;
	const struct sample_choice *choice = &run->sampling->choices->choice[run->phase[0].event];

	if (request->what != LIVE_OF_NODE || request->any_node ||
	    (run->slug ? !run->inherits : choice->nodes & 1U << request->node))
		return;
	(void)err_set(note, 0, "%s has no event of its own here that can be sampled; the samples are "
		      "of %s", run->slug ? run->slug : metrics[request->node].slug,
		      event_of(run, &run->phase[0])->name);
}

/* Warns if functions have not the level that was asked for. */
static void note_level(const struct run *run, struct err *note)
{
	const struct live_request *request = &run->phase[0].request;
	const struct sample_choices *choices = run->sampling->choices;
	const struct profile_event *event = event_of(run, &run->phase[0]);

	if (request->what != LIVE_OF_NODE || !request->any_node || !run->options->level_given || request->level < 2 ||
	    event->levels > 1)
		return;
	if (event->levels)
		(void)err_set(note, 0, "%s", choices->no_level2);
	else
		(void)err_set(note, 0, "%s: the samples are of %s", choices->no_topdown[0] ? choices->no_topdown :
			      "TopDown of functions takes counters from what is counted here, so only --event topdown "
			      "asks for it", event->name);
}

int profile_live_run(const struct profile_live_sampling *sampling, const struct options *options,
		     FILE *out, struct err *note, struct err *err)
{
	struct run run = {
		.sampling = sampling,
		.options = options,
		.length_ns = options->sample_ns ? options->sample_ns :
			     sampling->command ? 0 : options->pgo ? USUAL_PGO_NS : USUAL_NS,
	};
	struct profile_config config = profile_run_config(options, out);
	size_t done = 0;
	int ret = plan(&run, err);

	note->text[0] = '\0';
	if (!ret)
		ret = check(&run, err);
	config.simulated = simulated_by(sampling->machine);
	config.classes = !ret && event_of(&run, &run.phase[0])->levels;
	if (!ret && !profile_export_wanted(options))
		profile_print_header(&config, out);
	while (done < run.n && !ret && !run.over)
		ret = run_phase(&run, done++, out, note, err);
	if (!ret && done < run.n)
		(void)err_set(note, 0, "sampling ended before %s had its turn",
			      event_of(&run, &run.phase[done])->name);
	else if (!ret && run.n)
		note_node(&run, note);
	if (!ret && run.n && !note->text[0])
		note_level(&run, note);
	return ret;
}
