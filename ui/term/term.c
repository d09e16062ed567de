/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The terminal, drawn by curses. Signal handlers only set a flag; signals are unblocked
 * in ppoll only, so none can be missed between the check of the flags and the wait. UI thread.
 */
#include "config.h"
#include "ui/term/term.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <curses.h>

#include "ui/term/key_decoder.h"
#include "ui/term/screen_size.h"
#include "ui/term/signals.h"
#include "ui/term/term_parts.h"

#define DOUBLE_CLICK_MS 400
#define FIRST_PAIR 1
/* The button of a report, without Shift, Meta and Ctrl; see "Mouse Tracking" in xterm's ctlseqs. */
#define MOUSE_BUTTON 0xe3u
#define MOUSE_LEFT 0u
#define MOUSE_UP 0x40u
#define MOUSE_DOWN 0x41u

#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"

/*
 * Reads the keys of a terminal without blocking, and decodes them (ui/term/key_decoder.h). In place
 * of curses' getch, which plays a sequence that terminfo does not list as single keys, and which
 * takes a terminal that cannot be read for a silent one.
 */
struct tty_reader {
	int fd;
	struct key_decoder decoder;
	unsigned char bytes[256];	/* [done, n) were read and not yet decoded */
	size_t done, n;
};

enum got { GOT_BYTES, GOT_NOTHING, GOT_END };

static void tty_reader_init(struct tty_reader *reader, int fd)
{
	*reader = (struct tty_reader){ .fd = fd };
	key_decoder_init(&reader->decoder);
}

static int64_t now_ms(void)
{
	struct timespec ts = { 0 };

	(void)clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * INT64_C(1000) + ts.tv_nsec / 1000000;
}

static enum got fill(struct tty_reader *reader)
{
	struct pollfd fd = { .fd = reader->fd, .events = POLLIN };
	ssize_t n;

	if (poll(&fd, 1, 0) <= 0)
		return GOT_NOTHING;
	/*
	 * An error must end the program: poll(2) goes on to say "readable", as of a terminal with a
	 * typed line if we are in an orphaned group in the background (EIO, job_control(7)).
	 */
	n = read(reader->fd, reader->bytes, sizeof(reader->bytes));
	if (n < 0)
		return errno == EAGAIN || errno == EINTR ? GOT_NOTHING : GOT_END;
	reader->done = 0;
	reader->n = (size_t)n;
	return n ? GOT_BYTES : GOT_END;
}

/*
 * The next key, of enum keycode. KEYCODE_NONE: none has come. KEYCODE_HANGUP: none can come any
 * more, as at the end of input or from a terminal that belongs to others (EIO).
 */
static int tty_reader_key(struct tty_reader *reader)
{
	enum got got;

	do {
		while (reader->done < reader->n) {
			int code = key_decoder_take(&reader->decoder, reader->bytes[reader->done],
						    now_ms());

			reader->done += !reader->decoder.again;
			if (code != KEYCODE_NONE)
				return code;
		}
		got = fill(reader);
	} while (got == GOT_BYTES);
	return got == GOT_END ? KEYCODE_HANGUP : key_decoder_expire(&reader->decoder, now_ms());
}

/* When to call tty_reader_key() even if no byte comes, in milliseconds; -1: never. */
static int tty_reader_wait_ms(const struct tty_reader *reader)
{
	return reader->done < reader->n ? 0 : key_decoder_wait_ms(&reader->decoder, now_ms());
}

struct term {
	SCREEN *screen;
	int out_fd, in_fd;
	char stand_in[TERMINFO_NAME_LEN];	/* its type in place of TERM, or empty */
	bool color, everything;
	struct tty_reader reader;
	bool has_mouse;				/* its reports are on */
	struct mouse mouse;			/* the last event */
	struct canvas shown;			/* what the terminal shows */
	attr_t looks[ROLE_COUNT];
	short pairs[ROLE_COUNT];
	struct tty_writer *writer;			/* NULL: curses may block */
	bool behind;				/* a frame was dropped while another waited */
	bool ask_marks;				/* to mark pasted text, with the next frame */
	char copy[CLIPBOARD_SEQUENCE];		/* to send with the next frame */
	size_t n_copy;
};

static bool waits(const struct term *term)
{
	return term->writer && tty_writer_waits(term->writer);
}

static attr_t make_attributes(unsigned int attributes)
{
	return (attributes & THEME_BOLD ? A_BOLD : 0) | (attributes & THEME_DIM ? A_DIM : 0) |
	       (attributes & THEME_REVERSE ? A_REVERSE : 0) |
	       (attributes & THEME_UNDERLINE ? A_UNDERLINE : 0);
}

/* One colour pair per role; curses redraws the cells of a pair when its colours change. */
void term_set_theme(struct term *term, enum theme_id theme)
{
	const struct theme *chosen = &themes[term->color ? theme : THEME_MONO];

	for (int role = 0; role < ROLE_COUNT; role++) {
		const struct theme_look *look = &chosen->looks[role];
		int ink = theme_color_number(&theme_colors[look->ink], COLORS);
		int ground = theme_color_number(&theme_colors[look->ground], COLORS);
		short pair = (short)(FIRST_PAIR + role);

		term->looks[role] = make_attributes(look->attributes);
		term->pairs[role] = 0;
		if (term->color && init_extended_pair(pair, ink, ground) == OK)
			term->pairs[role] = pair;
	}
}

/* terminfo has no string for either everywhere; curses knows by this one that there is a mouse. */
static bool is_like_xterm(void)
{
	return tigetstr("kmous") != NULL;
}

/* Prepares what curses would write at its end, for a crash, when curses cannot be called. */
static void prepare_for_crash(const struct term *term, bool mouse)
{
	static const char *const names[] = { "sgr0", "rmkx", "cnorm", "rmcup" };
	const char *texts[2 + sizeof(names) / sizeof(names[0])];
	size_t n = 0;

	if (mouse && is_like_xterm())
		texts[n++] = "\033[?1006;1000l";
	if (is_like_xterm())
		texts[n++] = PASTE_OFF;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (tigetstr(names[i]))
			texts[n++] = tigetstr(names[i]);
	signals_on_crash(term->writer ? tty_writer_terminal(term->writer) : term->out_fd, texts, n);
}

/*
 * ncurses flushes at each cursor move until it has returned from endwin() once (_nc_mvcur() in
 * lib_mvcur.c, while _endwin is ewInitial): 200 writes per frame. So it returns from endwin() here,
 * and the terminal does not see it.
 */
static void end_beginning(struct term *term)
{
	if (!term->writer)
		return;
	tty_writer_begin(term->writer);
	(void)endwin();
	(void)refresh();
	(void)keypad(stdscr, TRUE);	/* endwin() switched it off */
	tty_writer_discard(term->writer);
}

/* $COLUMNS and $LINES hold at the start only: shells set them, and do not follow. */
static void take_size(struct term *term, bool starts)
{
	int w, h;

	term_size(term, &w, &h);
	(void)screen_size_of_terminal(term->out_fd, &w, &h);
	if (starts)
		screen_size_of_environment(&w, &h);
	/*
	 * resize_term, not resizeterm: that one queues a KEY_RESIZE. Without memory it fails;
	 * term_size() asks what there is.
	 */
	(void)resize_term(h, w);
	term->everything = true;
}

static void set_modes(void)
{
	(void)cbreak();
	(void)noecho();
	(void)nonl();		/* keeps Enter (0x0D) and Ctrl-J apart */
	(void)keypad(stdscr, TRUE);
	(void)typeahead(-1);	/* else curses leaves a frame half drawn when a key is pending */
	(void)leaveok(stdscr, TRUE);
	(void)curs_set(0);
}

static SCREEN *open_screen(struct term *term, FILE *out, FILE *in, struct err *err)
{
	const char *name = getenv("TERM");
	const char *type = terminfo_nearest(name, fileno(out), term->stand_in);
	const char *why = terminfo_why_unusable(type, fileno(out));
	SCREEN *screen;
	int w = 0, h = 0;

	(void)screen_size_of_terminal(fileno(out), &w, &h);
	screen_size_of_environment(&w, &h);
	/* curses refuses larger ones: then it begins with that of terminfo, which some types lack. */
	use_env(w < SCREEN_SIZE_MAX && h < SCREEN_SIZE_MAX);
	screen = why ? NULL : newterm(type, out, in);
	if (!screen)
		(void)err_set(err, ENOTTY,
			      "cannot draw on a terminal of type \"%s\": %s; if it is like xterm, run "
			      "'TERM=xterm-256color tdtop', else use -b (--batch)",
			      name ? name : "", why ? why : "curses does not accept it");
	return screen;
}

struct term *term_open(FILE *out, FILE *in, bool color, struct err *err)
{
	struct term *term = calloc(1, sizeof(*term));

	if (!term) {
		(void)err_set(err, ENOMEM, "not enough memory");
		return NULL;
	}
	term->out_fd = fileno(out);
	term->in_fd = fileno(in);
	if (!signals_await_foreground(term->in_fd)) {
		(void)err_set(err, EIO,
			      "cannot draw from the background of this terminal, which no shell can "
			      "change; start tdtop in the foreground, or use -b (--batch)");
		free(term);
		return NULL;
	}
	/* Before newterm: it does not touch signals that have a handler. */
	signals_catch(term->out_fd);
	term->screen = open_screen(term, out, in, err);
	if (!term->screen) {
		signals_release();
		free(term);
		return NULL;
	}
	(void)set_term(term->screen);
	set_modes();
	tty_reader_init(&term->reader, term->in_fd);
	terminfo_learn_keys(&term->reader.decoder);
	term->color = color && has_colors() && start_color() == OK;
	if (term->color)
		(void)use_default_colors();
	term_set_theme(term, THEME_DEFAULT);
	take_size(term, true);
	term->writer = tty_writer_new(term->out_fd);
	prepare_for_crash(term, false);
	end_beginning(term);
	term->ask_marks = is_like_xterm();
	return term;
}

const char *term_stand_in(const struct term *term)
{
	return term->stand_in[0] ? term->stand_in : NULL;
}

static void give_back(struct term *term)
{
	signals_unstick(term->out_fd);
	if (term->writer)
		tty_writer_drop(term->writer);
	if (is_like_xterm())
		(void)!write(term->out_fd, PASTE_OFF, sizeof(PASTE_OFF) - 1);
	(void)curs_set(1);
	(void)endwin();
}

void term_close(struct term *term)
{
	if (!term)
		return;
	give_back(term);
	delscreen(term->screen);
	signals_release();
	tty_writer_free(term->writer);
	canvas_done(&term->shown);
	free(term);
}

void term_size(struct term *term, int *w, int *h)
{
	(void)term;
	*w = getmaxx(stdscr);
	*h = getmaxy(stdscr);
}

static void send_cell(struct term *term, int x, int y, const struct cell *cell)
{
	wchar_t text[2] = { (wchar_t)cell->code, 0 };
	attr_t attributes = term->looks[cell->role];
	cchar_t out;

	if (cell->flags & CELL_STRONG)
		attributes |= A_BOLD;
	if (cell->flags & CELL_SELECTED)
		attributes = (attributes & ~(attr_t)A_DIM) | A_REVERSE;
	(void)setcchar(&out, text, attributes, term->pairs[cell->role], NULL);
	(void)mvadd_wch(y, x, &out);
}

static bool same_cell(const struct cell *a, const struct cell *b)
{
	return a->code == b->code && a->role == b->role && a->flags == b->flags;
}

static bool same_line(const struct cell *a, const struct cell *b, int w)
{
	for (int x = 0; x < w; x++)
		if (!same_cell(&a[x], &b[x]))
			return false;
	return true;
}

static void send_line(struct term *term, const struct canvas *canvas, int y)
{
	const struct cell *line = canvas->cells + y * canvas->w;
	int w = canvas->w < getmaxx(stdscr) ? canvas->w : getmaxx(stdscr);

	/* Whole lines: curses compares cells itself, and it can lose half of a wide character. */
	for (int x = 0; x < w; x++)
		if (line[x].code)
			send_cell(term, x, y, &line[x]);
}

static void send(struct term *term)
{
	if (term->writer)
		tty_writer_begin(term->writer);
	(void)refresh();
	/* Behind what curses wrote; these sequences move no cursor. */
	if (term->ask_marks)
		(void)!write(term->out_fd, PASTE_ON, sizeof(PASTE_ON) - 1);
	term->ask_marks = false;
	if (term->n_copy)
		(void)!write(term->out_fd, term->copy, term->n_copy);
	term->n_copy = 0;
	if (term->writer)
		tty_writer_end(term->writer);
}

void term_blit(struct term *term, const struct canvas *canvas)
{
	struct canvas *shown = &term->shown;

	term->behind = waits(term);
	if (term->behind || !signals_in_foreground(term->in_fd))
		return;
	if (shown->w != canvas->w || shown->h != canvas->h) {
		term->everything = true;
		if (canvas_resize(shown, canvas->w, canvas->h))
			return;
	}
	if (term->everything)
		(void)clear();
	for (int y = 0; y < canvas->h && y < getmaxy(stdscr); y++) {
		struct cell *old = shown->cells + y * canvas->w;
		const struct cell *new = canvas->cells + y * canvas->w;

		if (term->everything || !same_line(old, new, canvas->w)) {
			send_line(term, canvas, y);
			memcpy(old, new, (size_t)canvas->w * sizeof(*new));
		}
	}
	term->everything = false;
	send(term);
}

void term_copy(struct term *term, const char *text)
{
	term->n_copy = clipboard_sequence(text, term->copy);
}

uint64_t term_bytes(const struct term *term)
{
	return term->writer ? tty_writer_bytes(term->writer) : 0;
}

void term_redraw(struct term *term)
{
	term->everything = true;
	(void)clearok(stdscr, TRUE);
}

static void take_back(struct term *term)
{
	(void)reset_prog_mode();	/* refresh() would use another descriptor */
	(void)keypad(stdscr, TRUE);	/* endwin() switched it off */
	key_decoder_reset(&term->reader.decoder);
	take_size(term, false);
	(void)curs_set(0);
	term->ask_marks = is_like_xterm();
	term_redraw(term);
}

/* In the background nothing is drawn over what the shell shows, nor are its keys read. */
static unsigned int stay_behind(struct term *term)
{
	if (!signals_await_foreground(term->in_fd))
		return TERM_END;
	take_back(term);
	return TERM_RESUMED | TERM_RESIZED;
}

static unsigned int stop_here(struct term *term)
{
	give_back(term);
	signals_stop();
	return stay_behind(term);
}

static unsigned int take_notes(struct term *term)
{
	unsigned int events = 0;

	if (signals_take(SIGNAL_END))
		events |= TERM_END;
	if (signals_take(SIGNAL_STOP))
		events |= stop_here(term);
	else if (!signals_in_foreground(term->in_fd))
		events |= stay_behind(term);
	if (signals_take(SIGNAL_SIZE)) {
		take_size(term, false);
		events |= TERM_RESIZED;
	}
	return events;
}

/* Continues to write a waiting frame. True: it is done, and a dropped frame must be drawn again. */
static bool push(struct term *term)
{
	tty_writer_push(term->writer);
	return term->behind && !tty_writer_waits(term->writer);
}

/* The shorter of two waits in milliseconds; negative: no limit. */
static int shorter(int a, int b)
{
	return a < 0 || (b >= 0 && b < a) ? b : a;
}

unsigned int term_wait(struct term *term, int wake_fd, int timeout_ms)
{
	int keys_ms = tty_reader_wait_ms(&term->reader), ms = shorter(keys_ms, timeout_ms);
	struct timespec timeout = { .tv_sec = ms / 1000,
				    .tv_nsec = (long)(ms % 1000) * 1000000 };
	struct pollfd fds[] = {
		{ .fd = term->in_fd, .events = POLLIN },
		{ .fd = wake_fd, .events = POLLIN },
		{ .fd = term->out_fd, .events = waits(term) ? POLLOUT : 0 },
	};
	unsigned int events = take_notes(term);
	int n;

	if (events)
		return events;
	n = ppoll(fds, 3, ms < 0 ? NULL : &timeout, signals_mask());
	if (n < 0)
		return errno == EINTR ? take_notes(term) : TERM_END;
	if (!signals_in_foreground(term->in_fd))
		return stay_behind(term);
	/* A terminal that hung up stays readable for ever; end. The screen may be on another one. */
	if ((fds[0].revents | fds[2].revents) & (POLLHUP | POLLERR | POLLNVAL))
		events |= TERM_END;
	else if (fds[0].revents || (n == 0 && ms == keys_ms))
		events |= TERM_INPUT;
	if (fds[1].revents)
		events |= TERM_WAKE;
	if (fds[2].revents && push(term))
		events |= TERM_ROOM;
	return events;
}

void term_set_mouse(struct term *term, bool on)
{
	prepare_for_crash(term, on);
	term->has_mouse = on;
	/* curses only switches the reports on: which ones, terminfo says. */
	(void)mousemask(on ? BUTTON1_PRESSED : 0, NULL);
}

bool mouse_is_again(const struct mouse *now, const struct mouse *last)
{
	return last->ms && now->ms - last->ms < DOUBLE_CLICK_MS && !last->again &&
	       now->act == MOUSE_CLICK && last->act == MOUSE_CLICK && now->x == last->x &&
	       now->y == last->y;
}

/* False: an event without a use, or one that was reported although reports are off. */
static bool take_mouse(struct term *term)
{
	const struct key_mouse *report = &term->reader.decoder.mouse;
	struct mouse now = { .x = report->x, .y = report->y };
	struct timespec ts = { 0 };

	if (!term->has_mouse || report->release || report->x < 0 || report->y < 0)
		return false;
	switch (report->button & MOUSE_BUTTON) {
	case MOUSE_LEFT:
		now.act = MOUSE_CLICK;
		break;
	case MOUSE_UP:
		now.act = MOUSE_WHEEL_UP;
		break;
	case MOUSE_DOWN:
		now.act = MOUSE_WHEEL_DOWN;
		break;
	default:
		return false;
	}
	(void)clock_gettime(CLOCK_MONOTONIC, &ts);
	now.ms = ts.tv_sec * INT64_C(1000) + ts.tv_nsec / 1000000;
	now.again = mouse_is_again(&now, &term->mouse);
	term->mouse = now;
	return true;
}

void term_mouse(struct term *term, struct mouse *mouse)
{
	*mouse = term->mouse;
}

int term_key(struct term *term)
{
	int code;

	do
		code = tty_reader_key(&term->reader);
	while (code == KEYCODE_MOUSE && !take_mouse(term));
	return code;
}
