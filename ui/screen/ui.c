/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The loop of the interactive program: waits for a key, a snapshot or a signal, changes the state,
 * draws. Every key is answered from the snapshot at hand; nothing here waits for the collector.
 * Called by main on the UI thread.
 */
#include "config.h"
#include "ui/screen/ui.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "model/control.h"
#include "model/snapshot/exchange.h"
#include "ui/code_views/code_keys.h"
#include "ui/code_views/code_state.h"
#include "ui/detail/open_nodes.h"
#include "ui/draw/canvas.h"
#include "ui/keys/keys.h"
#include "ui/lists/rows.h"
#include "ui/screen/mouse.h"
#include "ui/screen/screen.h"
#include "ui/screen/screenshot.h"
#include "ui/screen/state_options.h"
#include "ui/setup/menu.h"
#include "ui/state/state.h"
#include "ui/term/term.h"
#include "ui/time/scope.h"
#include "ui/time/state_show.h"

struct ui {
	struct exchange *exchange;
	struct control *control;
	struct term *term;
	struct ui_state state;
	struct canvas canvas;
	const struct ui_options *options;
	uint64_t shown, iterations;
	int percent;			/* of a recording that was read when it was drawn last */
	bool opening;			/* what is shown is still opened */
};

static uint64_t clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000ULL + (uint64_t)now.tv_nsec;
}

static void draw(struct ui *ui)
{
	int w, h;

	term_size(ui->term, &w, &h);
	if ((w != ui->canvas.w || h != ui->canvas.h) && canvas_resize(&ui->canvas, w, h))
		return;	/* no memory for a larger screen: keep the old picture */
	ui->state.clock.now_ns = clock_ns();
	screen_draw(&ui->state, &ui->canvas);
	term_blit(ui->term, &ui->canvas);
}

static void wake_collector(const struct ui *ui)
{
	(void)eventfd_write(ui->control->wake_collector, 1);
}

static void tell_interval(struct ui *ui)
{
	/* relaxed: the value stands alone, see model/control.h */
	atomic_store_explicit(&ui->control->interval_ns, ui->state.look.interval_ns,
			      memory_order_relaxed);
	wake_collector(ui);
}

/* A recording is read much faster than it can be drawn: draw once per percent. */
static bool is_worth_a_frame(struct ui *ui, const struct snapshot *snapshot)
{
	int percent = snapshot->doing[0] && snapshot->progress >= 0 ?
			      (int)(100 * snapshot->progress) : -1;
	bool same = percent >= 0 && percent == ui->percent && ui->control->lockstep;

	ui->percent = percent;
	return !same;
}

/* Tells the collector what is shown of level 2, so that it counts it or saves its cost. */
static void tell_level(struct ui *ui)
{
	const int wanted = state_level2_demand(&ui->state);

	/* relaxed, both: the value stands alone, see model/control.h */
	if (atomic_load_explicit(&ui->control->level2, memory_order_relaxed) == wanted)
		return;
	atomic_store_explicit(&ui->control->level2, wanted, memory_order_relaxed);
	wake_collector(ui);
}

static void tell_end(struct ui *ui)
{
	/* relaxed: the value stands alone, see model/control.h */
	atomic_fetch_add_explicit(&ui->control->ends_wanted, 1, memory_order_relaxed);
	wake_collector(ui);
}

/* Tells the collector whether the scope needs single slices. */
static void tell_slices(struct ui *ui)
{
	const bool wanted = scope_wants_slices(&ui->state);

	/* relaxed, both: the value stands alone, see model/control.h */
	if (atomic_load_explicit(&ui->control->slices, memory_order_relaxed) == wanted)
		return;
	atomic_store_explicit(&ui->control->slices, wanted, memory_order_relaxed);
	wake_collector(ui);
}

/* Tells the collector whether the markers of regions need to be watched. */
static void tell_regions(struct ui *ui)
{
	if (shown_regions_tell(&ui->state, ui->control))
		wake_collector(ui);
}

/* Tells the collector whether it must read how long threads wait for a CPU. */
static void tell_waits(struct ui *ui)
{
	/* relaxed: the value stands alone, see model/control.h; obeyed when the interval ends */
	atomic_store_explicit(&ui->control->waits, state_wants_waits(&ui->state),
			      memory_order_relaxed);
}

/* Tells the collector which nodes below level 2 are open. */
static void tell_nodes(struct ui *ui)
{
	if (open_nodes_tell(&ui->state))
		wake_collector(ui);
}

static void tell_record(struct ui *ui)
{
	/* relaxed: the value stands alone, see model/control.h; obeyed when the interval ends */
	atomic_fetch_add_explicit(&ui->control->record_toggles, 1, memory_order_relaxed);
}

/* Takes the newest profile and names. True: something new to draw. */
static bool take_code(struct ui *ui)
{
	const uint64_t began_ns = clock_ns();
	const bool draw = code_take(&ui->state.code, began_ns);

	code_took(&ui->state.code, began_ns, clock_ns());
	if (draw)
		menu_refresh(&ui->state);
	return draw;
}

/* Takes the newest snapshot, also while the screen is frozen. True: something new to draw. */
static bool take_snapshot(struct ui *ui)
{
	const struct snapshot *snapshot;

	if (!exchange_fresh(ui->exchange))
		return false;
	snapshot = exchange_latest(ui->exchange);
	if (!snapshot)
		return false;
	if (ui->control->lockstep)
		wake_collector(ui);
	ui->shown++;
	ui->state.clock.taken_ns = clock_ns();
	if (snapshot->last && ui->options->ended)
		ui->options->ended(ui->options->ended_data, ui->state.whole.ended,
				   sizeof(ui->state.whole.ended));
	self_usage_read(&ui->state.self_usage);
	/* Without memory fewer rows are listed; that is better than none. */
	(void)state_show(&ui->state, snapshot);
	return is_worth_a_frame(ui, snapshot);
}

/*
 * All is open, or cannot be; then it is told when the terminal is restored. 1: it is new, 0: it
 * still opens or was open before, or a negative errno with a sentence.
 */
static int take_opened(struct ui *ui, struct err *err)
{
	const struct ui_opening *opening = &ui->options->opening;
	struct ui_options opened = *ui->options;
	int ret;

	if (!ui->opening || !opening->ended(opening->data))
		return 0;
	ui->opening = false;
	ret = opening->finish(opening->data, &opened, err);
	if (ret)
		return ret;
	state_opened(&ui->state, &opened);
	return 1;
}

/* Something new to draw: 1, or 0. Or a negative errno, with a sentence: nothing can be opened. */
static int take_wake(struct ui *ui, struct err *err)
{
	uint64_t published;
	bool draw;
	int ret;

	(void)!read(ui->control->wake_ui, &published, sizeof(published));
	ret = take_opened(ui, err);
	draw = take_code(ui);
	draw |= code_export_take(&ui->state.code);
	draw |= take_snapshot(ui);
	return ret ? ret : draw;
}

static void save(struct ui *ui)
{
	struct err err = { "the settings cannot be written here" };
	struct look now;

	state_choices(&ui->state, &now);
	if (ui->options->save)
		(void)ui->options->save(ui->options->save_data, &now, &err);
	state_say(&ui->state, "%s", err.text);
}

static void reopen(struct ui *ui)
{
	struct list_places places;
	struct look now;

	state_choices(&ui->state, &now);
	state_places(&ui->state, &places);
	ui->options->reopen(ui->options->save_data, &now, &places);
}

static unsigned int take_mouse(struct ui *ui)
{
	struct mouse mouse;

	term_mouse(ui->term, &mouse);
	return ui_mouse(&ui->state, &mouse);
}

/* The screen as it was before the key, without the message that follows. */
static void save_screen(struct ui *ui)
{
	const enum theme_id theme = ui->options->color ? ui->state.look.theme : THEME_MONO;
	struct err err;

	(void)screenshot_save(&ui->canvas, theme, (double)time(NULL), &err);
	state_say(&ui->state, "%s", err.text);
}

/* Handles all pending keys, then one frame is drawn: holding an arrow key must not queue frames. */
static unsigned int take_keys(struct ui *ui)
{
	unsigned int reactions = R_NONE;
	int code;

	while (!(reactions & R_QUIT) && (code = term_key(ui->term)) != KEYCODE_NONE) {
		if (code == KEYCODE_HANGUP)
			return reactions | R_QUIT;
		reactions |= code == KEYCODE_MOUSE ? take_mouse(ui) : ui_key(&ui->state, code);
	}
	if ((reactions & R_INTERVAL) == R_INTERVAL)
		tell_interval(ui);
	if ((reactions & R_END) == R_END)
		tell_end(ui);
	if ((reactions & R_RECORD) == R_RECORD)
		tell_record(ui);
	if ((reactions & R_COPY) == R_COPY)
		term_copy(ui->term, ui->state.copied);
	if ((reactions & R_MOUSE) == R_MOUSE)
		term_set_mouse(ui->term, ui->state.look.mouse);
	if ((reactions & R_SCREENSHOT) == R_SCREENSHOT)
		save_screen(ui);
	if ((reactions & R_SAVE) == R_SAVE)
		save(ui);
	if ((reactions & R_REOPEN) == R_REOPEN)
		reopen(ui);
	if ((reactions & R_THEME) == R_THEME)
		term_set_theme(ui->term, ui->state.look.theme);
	if ((reactions & R_REDRAW) == R_REDRAW)
		term_redraw(ui->term);
	return reactions;
}

static bool is_done(const struct ui *ui)
{
	return ui->iterations && ui->shown >= ui->iterations;
}

/* Until something changes on its own; -1: nothing does. */
static int wait_ms(const struct ui *ui)
{
	const int waits[] = { play_wait_ms(&ui->state, clock_ns()), countdown_wait_ms(&ui->state),
			      code_wait_ms(&ui->state.code, clock_ns()) };
	int least = -1;

	for (size_t i = 0; i < sizeof(waits) / sizeof(waits[0]); i++)
		if (waits[i] >= 0 && (least < 0 || waits[i] < least))
			least = waits[i];
	return least;
}

/* After keys: what the user now looks at is counted. */
static void tell_requests(struct ui *ui)
{
	tell_level(ui);
	tell_slices(ui);
	tell_regions(ui);
	tell_waits(ui);
	tell_nodes(ui);
}

/* Until the user quits: 0. Or a negative errno, with a sentence: nothing can be opened. */
static int ui_run_loop(struct ui *ui, struct err *err)
{
	const struct ui_opening *opening = &ui->options->opening;
	unsigned int reactions = R_NONE;
	int news = 0;

	(void)take_snapshot(ui);
	draw(ui);
	ui->opening = opening->begin != NULL;
	if (ui->opening)
		news = opening->begin(opening->data, err);
	while (news >= 0 && !(reactions & R_QUIT) && !is_done(ui)) {
		unsigned int events = term_wait(ui->term, ui->control->wake_ui, wait_ms(ui));

		if (events & TERM_END)
			break;
		/* Keys first: listing a new snapshot of many tasks takes longer than a frame. */
		reactions = events & TERM_INPUT ? take_keys(ui) : R_NONE;
		tell_requests(ui);
		if (reactions & R_DRAW || events & (TERM_RESIZED | TERM_RESUMED | TERM_ROOM))
			draw(ui);
		news = events & TERM_WAKE && !(reactions & R_QUIT) ? take_wake(ui, err) : 0;
		if (news > 0)
			draw(ui);
		if (!events)
			(void)take_code(ui);
		if (play_tick(&ui->state, clock_ns()) || !events)
			draw(ui);
	}
	return news < 0 ? news : 0;
}

static int refuse_screen(struct err *err)
{
	return err_set(err, ENOTTY, "standard %s is not a terminal, so there is no screen to draw on; "
		       "use --batch, --csv or --json", isatty(STDIN_FILENO) ? "output" : "input");
}

int ui_check(struct err *err)
{
	return isatty(STDOUT_FILENO) ? 0 : refuse_screen(err);
}

/* Where keys are read: standard input, or the terminal itself if a recording comes in on stdin. */
static FILE *open_keys(struct err *err)
{
	FILE *tty;

	if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
		return stdin;
	tty = isatty(STDOUT_FILENO) ? fopen("/dev/tty", "re") : NULL;
	if (!tty)
		(void)refuse_screen(err);
	return tty;
}

static void close_keys(FILE *tty)
{
	if (tty != stdin)
		(void)fclose(tty);
}

int ui_run(struct exchange *exchange, struct control *control, const struct ui_options *options,
	   struct err *err)
{
	struct ui ui = {
		.exchange = exchange,
		.control = control,
		.iterations = options->iterations,
		.options = options,
	};
	uint64_t interval = atomic_load_explicit(&control->interval_ns, memory_order_relaxed);

	FILE *tty = open_keys(err);
	int ret;

	if (!tty)
		return -ENOTTY;
	ui.term = term_open(stdout, tty, options->color, err);
	if (!ui.term) {
		close_keys(tty);
		return -ENOTTY;
	}
	term_set_mouse(ui.term, options->look.mouse);
	term_set_theme(ui.term, options->look.theme);
	state_init(&ui.state, options, interval);
	if (term_stand_in(ui.term))
		state_say(&ui.state, "TERM=%s is not known here: drawn as for %s", getenv("TERM"),
			  term_stand_in(ui.term));
	ret = ui_run_loop(&ui, err);
	/* relaxed: collector_stop() releases it (model/control.h) */
	atomic_store_explicit(&control->cut_short, !is_done(&ui), memory_order_relaxed);
	term_close(ui.term);
	close_keys(tty);
	state_done(&ui.state);
	canvas_done(&ui.canvas);
	return ret;
}
