/* SPDX-License-Identifier: GPL-2.0-only */
/* The commands of the detail: for each kind of row, and what of hostile names reaches them. */
#include "config.h"
#include "ui/detail/next_step.h"

#include "tests/fixtures/fixture_ui.h"

static char command[STATE_COPIED];

static const char *record(void)
{
	(void)next_step_record(&ui, command, sizeof(command));
	return command;
}

static const char *stat(void)
{
	(void)next_step_stat(&ui, command, sizeof(command));
	return command;
}

UI_TEST(a_process_is_recorded_by_its_pid_and_its_nodes_precise_event)
{
	AFTER("d", ":node mem");
	assert_string_equal(record(), "perf record -e mem_load_retired.l3_miss:pp -p 2311 -- sleep 10");
	assert_string_equal(stat(), "perf stat -M tma_memory_bound -p 2311 -- sleep 10");
}

UI_TEST(a_thread_is_recorded_by_its_tid)
{
	AFTER("\rj\r", ":detail-kind thread");
	(void)snprintf(command, sizeof(command), "-t %d", ui.detail.row.id);
	assert_string_equal(ui.detail.target.text, command);
}

UI_TEST(cpus_and_the_machine_are_recorded_whole)
{
	AFTER("cd", ":detail-kind socket", ":target -C 0-3");
	AFTER("djd", ":detail-kind core", ":target -C 0,2");
	AFTER("djd", ":detail-kind cpu", ":target -C 0");
	AFTER("D", ":target -a");
}

UI_TEST(a_cgroup_is_recorded_by_its_path)
{
	(void)press("gd");
	assert_string_equal(stat(), "perf stat -M tma_memory_bound -a --for-each-cgroup "
			    "user.slice/user-1000.slice/session-4.scope -- sleep 10");
	assert_string_equal(record(), "perf record -e mem_load_retired.l3_miss:pp -a -G "
			    "user.slice/user-1000.slice/session-4.scope -- sleep 10");
}

UI_TEST(a_user_is_recorded_by_the_processes_that_run_then)
{
	(void)press("vvvvvv");
	while (ui.view != VIEW_USERS)
		(void)press("v");
	AFTER("d", ":detail-kind user", ":target -p \"$(pgrep -d, -u root)\"");
}

UI_TEST(a_command_is_recorded_by_the_processes_of_its_name)
{
	next_with(3000, "a.b(c)+ d", 9, (double[]){ 10, 10, 10, 70 }, 0.8);
	AFTER("Cd", ":detail-kind command", ":target -p \"$(pgrep -d, -x 'a\\.b\\(c\\)\\+ d')\"");
}

UI_TEST(the_name_of_a_cgroup_cannot_run_a_command_or_harm_the_terminal)
{
	struct snapshot *more = fixture_draft(2);
	struct row *row;

	row = fixture_add_process(more, 3000, "x", 9, (double[]){ 10, 10, 10, 70 }, 0.8);
	row->cgroup = snapshot_keep(more, "/a'; reboot #\x1b]0;x\x07$(id)");
	next_draft(more);
	(void)press("gd");
	assert_string_equal(ui.detail.target.cgroup, "$'a\\'; reboot #\\033]0;x\\007$(id)'");
	for (const char *c = record(); *c; c++)
		assert_in_range(*c, ' ', '~');
	/* perf takes a list at -G. */
	more = fixture_draft(3);
	row = fixture_add_process(more, 3000, "x", 9, (double[]){ 10, 10, 10, 70 }, 0.8);
	row->cgroup = snapshot_keep(more, "/a,b");
	next_draft(more);
	(void)press("gd");	/* out of the detail, and into that of the first group */
	assert_string_equal(ui.detail.target.text, "");
	assert_string_equal(record(), "");
}

UI_TEST(y_sends_the_command_to_the_clipboard_and_says_so)
{
	AFTER("y", ":reaction draw", "open a detail");	/* no detail */
	(void)press("d");
	assert_int_equal(press("y"), R_COPY);
	assert_string_equal(ui.copied, "perf record -e mem_load_retired.l3_miss:pp -p 2311 -- sleep 10");
	assert_true(shows("OSC 52"));
	assert_int_equal(press("Y"), R_COPY);
	assert_string_equal(ui.copied, "perf stat -M tma_memory_bound -p 2311 -- sleep 10");
}

UI_TEST(the_detail_shows_both_commands_and_when_they_hold)
{
	AFTER("<size 200x60>d", "perf record -e mem_load_retired.l3_miss:pp -p 2311 -- sleep 10",
	      "perf stat -M tma_memory_bound -p 2311 -- sleep 10", "Quit tdtop first");
	AFTER("j", "This CPU has no event for it to sample");
	fixture_machine.source = "replay";
	assert_true(shows("Recorded: use it on that machine"));
	fixture_machine.source = "demo";
	assert_true(shows("Demo: on this machine the command finds nothing"));
	fixture_machine.source = "switch";
}

UI_TEST(a_guest_and_a_user_without_rights_get_modifiers_that_work)
{
	(void)press("d");
	fixture_machine.guest = true;
	assert_non_null(strstr(record(), "l3_miss:P -p"));
	fixture_machine.guest = false;
	fixture_machine.user_only = true;
	assert_non_null(strstr(record(), "l3_miss:ppu -p"));
	fixture_machine.user_only = false;
}
