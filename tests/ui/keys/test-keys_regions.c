/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Keys and regions: where the markers of programs are watched for the screen, and that rows of
 * regions are rows like others.
 */
#include "config.h"

#include "model/tree/tree_requests.h"
#include "tests/fixtures/fixture_ui.h"
#include "ui/code_views/code_live.h"
#include "ui/detail/open_nodes.h"
#include "ui/lists/rows.h"
#include "ui/state/state.h"

/* "parse" is in two processes: memhog and compute. */
static struct snapshot *draft_with_regions(uint64_t seq)
{
	struct snapshot *s = fixture_draft(seq);

	s->regions.wanted = true;
	s->regions.watched = 1;
	(void)fixture_add_region(s, PID_MEMHOG, 3, "hash probe", 0.5, 40000 + seq);
	(void)fixture_add_region(s, PID_MEMHOG, 1, "parse", 0.125, 1200);
	(void)fixture_add_region(s, PID_COMPUTE, 1, "parse", 0.5, 2);
	return s;
}

static void step_show(const char *seq)
{
	next_draft(draft_with_regions(strtoull(seq, NULL, 10)));
}

/* From the view of processes. */
static void step_regions(const char *value)
{
	(void)press("vvvvvvvv");
}

const struct word own_words[] = {
	{ "regions", .act = step_regions },
	{ "show", .act = step_show },
	{ .name = NULL },
};

AROUND(setup)
{
	(void)fixture_ui_setup(state);
	(void)press("<show 2>");
}

/* ---- what is watched ---- */

const struct around_tests around_tests = { .setup = setup, .teardown = fixture_ui_teardown };

TEST(markers_are_watched_while_the_view_is_open)
{
	assert_false(shown_regions_wanted(&ui));
	AFTER("<regions>", ":view regions", ":regions-wanted");
	AFTER("?", ":regions-wanted");
	AFTER("?<Esc>", "!:regions-wanted");
}

TEST(markers_are_watched_inside_a_process)
{
	(void)press("\r");
	assert_true(ui.inside && shown_regions_wanted(&ui));
	AFTER("<Esc>", "!:regions-wanted");
}

TEST(markers_are_watched_while_processes_have_their_threads_below_them)
{
	AFTER("H", ":regions-wanted");
	AFTER("c", "!:regions-wanted");	/* no process is shown */
	AFTER("cH", "!:regions-wanted");
}

TEST(markers_are_watched_in_the_detail_of_a_process_or_region)
{
	AFTER("d", ":regions-wanted");
	AFTER("<Esc>", "!:regions-wanted");
	AFTER("cd", "!:regions-wanted");
	AFTER("<Esc>c<regions>\r", ":detail-kind region", ":regions-wanted");
}

TEST(the_collector_is_told_once_when_that_changes)
{
	struct control control;

	control_init(&control, 1000000000);
	assert_false(shown_regions_tell(&ui, &control));
	(void)press("<regions>");
	assert_true(shown_regions_tell(&ui, &control));
	assert_true(atomic_load(&control.regions));
	assert_false(shown_regions_tell(&ui, &control));
	(void)press("z");		/* a frozen screen is looked at */
	assert_false(shown_regions_tell(&ui, &control));
	(void)press_code(KEYCODE_ESCAPE);
	assert_true(shown_regions_tell(&ui, &control));
	assert_false(atomic_load(&control.regions));
}

TEST(with_the_option_markers_are_always_watched)
{
	ui.keeps_regions = true;
	assert_true(shown_regions_wanted(&ui));
}

/* ---- rows ---- */

TEST(regions_and_the_rest_of_each_process_are_listed)
{
	AFTER("<regions>", ":rows 5", "hash probe", "(other)");
}

TEST(inside_a_process_its_regions_stand_before_its_threads)
{
	AFTER("\r", ":rows 7");
	for (size_t i = 0; i < ui.n_rows; i++)
		assert_int_equal(ui.rows[i]->kind, i < 3 ? ROW_REGION : ROW_THREAD);
	NOW("2 regions", "4 threads that ran", "▸ hash probe");
}

TEST(below_a_process_its_regions_stand_before_its_threads)
{
	AFTER("H", ":row 0 process", ":row 1 region", ":row 4 thread");
	assert_int_equal(ui.n_below, 5 + 4);
	assert_true(shows("├─ ▸ hash probe"));
}

TEST(a_process_that_was_in_no_region_has_no_rest)
{
	struct snapshot *s = draft_with_regions(3);
	struct row_table *table = &s->table[ROW_REGION];

	table->n = 1;		/* memhog's "(other)" alone */
	assert_int_equal(table->rows[0].id, REGION_OTHER);
	next_draft(s);
	AFTER("\r", ":rows 4", "!region");
}

TEST(the_cursor_stays_on_the_region_of_its_process)
{
	(void)press("<regions>N");
	while (state_selected(&ui)->pid != PID_COMPUTE || state_selected(&ui)->id != 1)
		(void)press("j");
	(void)press("<show 3>");
	assert_int_equal(state_selected(&ui)->pid, PID_COMPUTE);
	assert_int_equal(state_selected(&ui)->id, 1);
}

TEST(a_region_is_tagged_and_the_one_with_its_name_is_not)
{
	const struct row *other;
	struct lone_row sum;

	(void)press("<regions>");
	while (state_selected(&ui)->id != 1)
		(void)press("j");
	other = snapshot_find_region(newest, state_selected(&ui)->pid == PID_MEMHOG ? PID_COMPUTE :
				     PID_MEMHOG, 1);
	(void)press(" ");
	assert_int_equal(tags_count(&ui.tags, ROW_REGION), 1);
	assert_false(tags_has(&ui.tags, other));
	assert_int_equal(tags_sum(&ui.tags, newest, ROW_REGION, &sum), 1);
	assert_true(sum.row.busy_ns > 0);
	assert_true(shows("1 tagged"));
}

TEST(a_followed_region_is_said_with_its_process)
{
	char text[96];

	(void)press("<regions>jf");
	follow_print(&ui, text, sizeof(text));
	assert_string_equal(text, "following hash probe of 2311");
	next_snapshot(fixture_snapshot(3));
	follow_print(&ui, text, sizeof(text));
	assert_string_equal(text, "followed region of 2311 did not run");
}

TEST(a_filter_knows_regions)
{
	AFTER("<regions>\\parse\r", ":rows 2");
	AFTER("\\<Esc>\\entries>1000\r", ":rows 2");
	AFTER("\\<Esc>\\pid=2311 && region=parse\r", ":rows 1");
}

TEST(a_search_finds_a_region)
{
	AFTER("<regions>/parse", ":on 1");
}

TEST(the_past_has_its_regions)
{
	AFTER("<show 3><show 4><regions>z[[", ":seq 2");
	assert_int_equal(snapshot_find_region(ui.snapshot, PID_MEMHOG, 3)->extra->entries, 40002);
	NOW(":rows 5", "hash probe");
}

TEST(a_baseline_has_differences_of_regions)
{
	(void)press("<regions>x<show 3>");
	assert_true(line_has("hash probe", "+0.0") || line_has("hash probe", " 0.0"));
}

/* ---- the detail ---- */

TEST(enter_on_a_region_opens_its_detail)
{
	AFTER("<regions>j\r", ":detail-title hash probe of memhog (2311)",
	      "of process memhog (2311)", "40002, 40.0k/s");
	AFTER("<show 3>", ":detail-here", "40003, 40.0k/s");
	AFTER("<next>", "!:detail-here");
}

TEST(the_detail_of_a_process_has_its_regions)
{
	AFTER("d", "Regions", "hash probe|40.0k/s", "hash probe|BE 70.0", "(other)");
}

TEST(nodes_below_level_2_are_opened_of_the_process)
{
	struct tree_requests *requests = tree_requests_new();

	assert_non_null(requests);
	ui.nodes.seams.requests = requests;
	AFTER("<regions>\r", ":detail-kind region", "Right open");
	AFTER("→", ":detail-kind process", ":detail-id 2311",
	      "outside of regions no nodes are counted: these are of its process");
	ui.nodes.seams.requests = NULL;
	tree_requests_free(requests);
}

TEST(the_detail_of_a_region_stays_where_nodes_of_its_process_cannot_be_opened)
{
	AFTER("<regions>\r→A", ":detail-kind region", "nodes below level 2 cannot be counted here");
}

TEST(with_the_bpf_engine_nodes_below_level_2_are_opened_of_the_region)
{
	const enum engine before = fixture_machine.engine;
	struct tree_requests *requests = tree_requests_new();
	struct tree_request request;

	assert_non_null(requests);
	fixture_machine.engine = ENGINE_BPF;
	ui.nodes.seams.requests = requests;
	(void)press("<regions>");
	while (state_selected(&ui)->id == REGION_OTHER)
		(void)press_code(KEYCODE_DOWN);
	AFTER("\r", ":detail-kind region");
	detail_move_to(&ui.detail, M_MEMORY_BOUND);
	AFTER("→", ":detail-kind region");
	(void)open_nodes_tell(&ui);
	assert_true(tree_requests_take(requests, &request));
	assert_int_equal(request.scope, LIVE_REGION);
	assert_int_equal(request.id, ui.detail.row.pid);
	assert_int_equal(request.region, ui.detail.row.id);
	ui.nodes.seams.requests = NULL;
	fixture_machine.engine = before;
	tree_requests_free(requests);
}

TEST(code_is_sampled_of_the_process_of_a_region)
{
	struct live_request request = { .scope = LIVE_NOTHING };
	const struct row *region = snapshot_find_region(newest, PID_MEMHOG, 3);
	struct row unknown = *region;

	assert_null(code_live_scope(region, &request));
	assert_int_equal(request.scope, LIVE_PROCESS);
	assert_int_equal(request.id, PID_MEMHOG);
	assert_int_equal(request.start_ns, region->start_ns);
	unknown.pid = 0;	/* of a command, in a sum */
	assert_non_null(code_live_scope(&unknown, &request));
}

TEST(a_region_has_no_scope)
{
	AFTER("<regions>\rM", "!:scope", "the scope knows no regions");
}

TEST(perf_is_told_the_process_of_a_region)
{
	AFTER("<regions>\r", ":target -p 2311", "!Check it with perf");
}

/* ---- the empty view ---- */

TEST(an_empty_view_says_how_a_program_is_marked)
{
	AFTER("<next><regions>", ":rows 0", "TDTOP_REGION(\"parse\")", "man tdtop_region");
	AFTER("jk\r d <Esc>", "!:detail");
}

TEST(an_empty_view_says_why)
{
	struct snapshot *s = fixture_snapshot(3);

	s->regions.wanted = true;
	(void)snprintf(s->regions.remark, sizeof(s->regions.remark), "regions need root");
	next_snapshot(s);
	AFTER("<regions>", "regions need root");
}
