/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Random keys, clicks, sizes and intervals do no harm and reach every screen. make check presses
 * keys for a second or two; "make random-keys" runs for an hour, best in a build with sanitizers.
 * RANDOM_SEED is printed and can be set, as can RANDOM_SECONDS, which are divided among the tests.
 */
#include "config.h"

#include <time.h>

#include "model/snapshot/finish.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/fixture_code.h"
#include "tests/fixtures/fixture_nodes.h"
#include "tests/fixtures/fixture_sampler.h"
#include "ui/code_views/code_keys.h"
#include "ui/code_views/code_list.h"
#include "ui/code_views/code_state.h"
#include "ui/code_views/views.h"
#include "ui/keys/actions.h"
#include "ui/screen/mouse.h"
#include "ui/screen/screen.h"
#include "ui/state/state.h"

#define KEYS_IN_CHECK 60000
#define KEYS_LIVE 20000
#define TESTS 3

static uint64_t seed = 1;

/* xorshift64* (Vigna 2016). Below n. */
static uint32_t any(uint32_t n)
{
	seed ^= seed >> 12;
	seed ^= seed << 25;
	seed ^= seed >> 27;
	return (uint32_t)((seed * 0x2545f4914f6cdd1dULL) >> 33) % n;
}

/* Screens that were reached, as bits. */
enum screen_place {
	PLACE_VIEW = 0,		/* + enum view_id */
	PLACE_LEVEL2 = VIEW_COUNT,
	PLACE_HELP,
	PLACE_DETAIL,
	PLACE_SETUP,
	PLACE_CHART,
	PLACE_FROZEN,
	PLACE_BASELINE,
	PLACE_INSIDE,
	PLACE_WITHIN,
	PLACE_TREE,
	PLACE_FIND,
	PLACE_FILTER,
	PLACE_MAP,
	PLACE_SCOPE,
	PLACE_WHO,
	PLACE_CODE,
	PLACE_BLOCKS,
	PLACES
};

static uint32_t places_now(void)
{
	const bool at[] = {
		[PLACE_LEVEL2] = ui.look.level == 2,
		[PLACE_HELP] = ui.help,
		[PLACE_DETAIL] = ui.detail.open,
		[PLACE_SETUP] = ui.setup.open,
		[PLACE_CHART] = ui.chart,
		[PLACE_FROZEN] = ui.frozen,
		[PLACE_BASELINE] = timeline_baseline(&ui.timeline) != NULL,
		[PLACE_INSIDE] = ui.inside,
		[PLACE_WITHIN] = ui.within,
		[PLACE_TREE] = state_shows_tree(&ui),
		[PLACE_FIND] = find_is_on(&ui),
		[PLACE_FILTER] = ui.filters[VIEW_PROCESSES].filter != NULL,
		[PLACE_MAP] = ui.map.open,
		[PLACE_SCOPE] = ui.scope.open,
		[PLACE_WHO] = ui.scope.open && ui.scope.who,
		[PLACE_CODE] = ui.code.open,
		[PLACE_BLOCKS] = ui.code.open && code_view_shown(&ui.code) == &code_views[CODE_BLOCKS],
	};
	uint32_t places = 1u << (PLACE_VIEW + ui.view);

	for (int i = PLACE_LEVEL2; i < PLACES; i++)
		places |= at[i] ? 1u << i : 0;
	return places;
}

static unsigned int been_deep;	/* steps with the cursor below level 2 */

/* What the UI requested of nodes, or what it requested before, or of another row, or nothing. */
static void any_nodes(struct snapshot *s)
{
	struct tree_request request = nodes.request;

	nodes.few = any(4) == 0;
	nodes.remark = any(4) ? NULL : "others use the counters";
	if (any(4))
		request = *nodes_requested();
	if (any(8) == 0)
		request.id++;
	for (size_t i = 0; request.follow && i < TREE_NODE_WORDS; i++)
		request.open[TYPE_CORE][i] |= any(1u << 20);
	if (request.scope != LIVE_NOTHING)
		fixture_nodes_fill(s, &request);
}

/* Another interval: some tasks are missing, some exited, or nothing was counted. */
static struct snapshot *any_snapshot(uint64_t seq)
{
	struct snapshot *s = fixture_draft(seq);

	if (any(50) == 0) {
		snapshot_clear(s);
		s->seq = seq;
		s->machine = &fixture_machine;
		(void)snprintf(s->doing, sizeof(s->doing), "reading");
		return s;
	}
	for (uint32_t i = any(6); i > 0; i--)
		(void)fixture_add_region(s, any(3) ? PID_MEMHOG : PID_COMPUTE, (int32_t)i,
					 any(3) ? "parse" : FIXTURE_HOSTILE, 0.1, any(1000));
	s->table[ROW_THREAD].n -= any((uint32_t)s->table[ROW_THREAD].n);
	for (uint32_t i = any(4); i > 0; i--) {
		struct row *exited = fixture_add(s, ROW_EXITED, (int32_t)any(1000));

		exited->name = snapshot_keep(s, any(2) ? "sh" : FIXTURE_HOSTILE);
		exited->numbers->counts = s->table[ROW_THREAD].rows[0].numbers->counts;
	}
	assert_int_equal(snapshot_finish(s), 0);
	if (any(4))
		fixture_add_slices(s);
	if (nodes.requests)
		any_nodes(s);
	return s;
}

static int any_code(void)
{
	switch (any(12)) {
	case 0:
		return ' ' + (int)any('~' - ' ');
	case 1:
		return KEYCODE_UP + (int)any(KEYCODE_WHEEL_DOWN - KEYCODE_UP + 1);
	case 2:
		return setup_keys[any((uint32_t)setup_keys_n)].codes[0];
	case 4:
		return map_keys[any((uint32_t)map_keys_n)].codes[0];
	case 5:
		return scope_keys[any((uint32_t)scope_keys_n)].codes[0];
	case 6:
		return code_keys[any((uint32_t)code_keys_n)].codes[0];
	case 7:
		return detail_keys[any((uint32_t)detail_keys_n)].codes[0];
	case 3:
		return any(2) ? KEYCODE_ENTER : KEYCODE_ESCAPE;
	default:
		return keys[any((uint32_t)keys_n)].codes[0];
	}
}

/* A profile of this request or the one before, only news, or names. */
static void any_profile(void)
{
	const struct profile_news news = fixture_code_news(ui.code.request.serial - (any(4) == 0));

	fixture_code_answer(any(2));
	if (ui.code.seams.live && any(8)) {
		sampler.no_branches = any(2);
		sampler.live.sampled = any(5);
		sampler.trouble = any(8) ? NULL : "the counters are busy";
		fixture_sampler_answer(any(4));
	} else
		profile_exchange_publish(ui.code.seams.profiles, any(4) ?
				 fixture_code_profile((enum fixture_code)any(FIXTURE_CODES)) : NULL,
				 &news);
	(void)code_take(&ui.code, (uint64_t)any(8) * 100000000);
	(void)code_export_take(&ui.code);
}

/* Key E: nothing is written; it ends sometimes. */
static bool start_writing(void *data, enum code_export format, const struct profile *profile)
{
	return profile->n_objects && any(4);
}

static bool end_writing(void *data, char *text, size_t size)
{
	if (text)
		(void)snprintf(text, size, "written");
	return !text || !any(4);
}

static void do_anything(void)
{
	struct mouse mouse = { .act = (enum mouse_act)any(3), .x = (int)any(200),
			       .y = (int)any(60), .again = any(2) };

	switch (any(32)) {
	case 0:
		(void)canvas_resize(&canvas, (int)any(200), (int)any(60));
		break;
	case 1:
	case 2:
		next_snapshot(any_snapshot(ui.timeline.live->seq + 1 + any(3)));
		break;
	case 4:
		any_profile();
		break;
	case 3:
		(void)ui_mouse(&ui, &mouse);
		break;
	default:
		(void)ui_key(&ui, any_code());
	}
	screen_draw(&ui, &canvas);
	been_deep += ui.detail.open && ui.detail.below;
	assert_true(ui.n_rows == 0 || state_selected(&ui) || follow_where(&ui) > FOLLOWED_HERE);
	assert_true(!ui.setup.open || ui.setup.line < ui.setup.n);
}

/*
 * Until the keys and the time are over: it must come to these places on a busy machine as well, with a
 * seed that chance chose after 20 times as many keys at the most.
 */
static void roam(const struct code_seams *seams, long n, uint32_t places)
{
	const char *seconds = getenv("RANDOM_SECONDS"), *first = getenv("RANDOM_SEED");
	const time_t end = seconds ? time(NULL) + atol(seconds) / TESTS : 0;
	const long most = seconds ? 20 * n : n;
	uint32_t been = 0;
	long i;

	code_init(&ui.code, seams, ui.look.code_columns);
	ui.code.seams.export = start_writing;
	ui.code.seams.exported = end_writing;
	if (first)
		seed = strtoull(first, NULL, 10) | 1;
	else if (seconds)
		seed = (uint64_t)time(NULL) | 1;
	print_message("RANDOM_SEED=%llu\n", (unsigned long long)seed);
	for (i = 0; i < n || time(NULL) < end || (i < most && places & ~been); i++) {
		do_anything();
		been |= places_now();
	}
	print_message("%ld keys\n", i);
	code_done(&ui.code);
	for (int place = 0; place < PLACES; place++)
		if (places & ~been & 1u << place)
			fail_msg("it never came to place %d", place);
}

UI_TEST(anything_does_no_harm_and_goes_everywhere)
{
	const struct code_names names = fixture_code_names();
	struct profile_exchange *exchange = profile_exchange_new();
	const struct code_seams seams = { .profiles = exchange, .names = &names };

	roam(&seams, KEYS_IN_CHECK, (1u << PLACES) - 1);
	profile_exchange_free(exchange);
}

UI_TEST(anything_does_no_harm_while_code_is_sampled)
{
	const struct code_seams seams = fixture_sampler_open();

	roam(&seams, KEYS_LIVE, 1u << PLACE_CODE | 1u << PLACE_BLOCKS);
	fixture_sampler_close();
}

NODES_TEST(anything_does_no_harm_while_nodes_are_open)
{
	const struct code_seams seams = fixture_sampler_open();

	been_deep = 0;
	roam(&seams, KEYS_LIVE, 1u << PLACE_DETAIL | 1u << PLACE_FROZEN);
	assert_true(been_deep > 50);
	fixture_sampler_close();
}
