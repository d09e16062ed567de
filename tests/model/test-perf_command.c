/* SPDX-License-Identifier: GPL-2.0-only */
/* The parts of perf's command lines, for each kind of family. */
#include "config.h"
#include "model/perf_command.h"

#include "collect/cpu/cpu_match.h"
#include "tests/fixtures/test_main.h"

static const char *events_of(const char *family, enum metric_id metric, struct perf_mode mode)
{
	static char text[160];

	(void)perf_print_events(cpu_family_find(family), metric, mode, text, sizeof(text));
	return text;
}

TEST(each_node_has_the_precise_event_of_its_cpu)
{
	static const struct {
		const char *family;
		enum metric_id metric;
		const char *events;
	} cases[] = {
		{ "Intel Sapphire Rapids", M_MEMORY_BOUND, "mem_load_retired.l3_miss:pp" },
		{ "Intel Sapphire Rapids", M_FETCH_LATENCY, "frontend_retired.latency_ge_16:pp" },
		{ "Intel Sapphire Rapids", M_BACKEND_BOUND, "topdown.backend_bound_slots" },
		{ "Intel Sapphire Rapids", M_CORE_BOUND, "cycles:pp" },
		{ "Intel Skylake", M_BRANCH_MISPREDICTS, "br_misp_retired.all_branches_pebs:pp" },
		{ "Intel Alder Lake hybrid", M_MEMORY_BOUND,
		  "cpu_core/mem_load_retired.l3_miss/pp,"
		  "cpu_atom/mem_load_uops_retired.l2_miss/pp" },
		{ "Intel Alder Lake hybrid", M_RESOURCE_BOUND,
		  "cpu_atom/mem_load_uops_retired.l2_miss/pp" },
		{ "AMD Zen 4", M_MEMORY_BOUND, "ibs_op//" },
		{ "AMD Zen 4", M_BRANCH_MISPREDICTS, "ex_ret_brn_misp" },
		{ "Arm Neoverse N2", M_BACKEND_BOUND, "arm_spe_0//" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(events_of(cases[i].family, cases[i].metric,
					      (struct perf_mode){ 0 }),
				    cases[i].events);
}

TEST(modifiers_follow_what_the_machine_allows)
{
	const struct perf_mode guest = { .guest = true }, user = { .user_only = true };

	assert_string_equal(events_of("Intel Sapphire Rapids", M_MEMORY_BOUND, guest), "mem_load_retired.l3_miss:P");
	assert_string_equal(events_of("Intel Sapphire Rapids", M_MEMORY_BOUND, user), "mem_load_retired.l3_miss:ppu");
	assert_string_equal(events_of("Intel Sapphire Rapids", M_BACKEND_BOUND, user),
			    "topdown.backend_bound_slots:u");
	assert_string_equal(events_of("AMD Zen 5", M_MEMORY_BOUND, user), "ibs_op//");
}

TEST(events_that_do_not_fit_are_not_cut)
{
	char text[16];

	assert_int_equal(perf_print_events(cpu_family_find("Intel Sapphire Rapids"),
					   M_MEMORY_BOUND, (struct perf_mode){ 0 }, text,
					   sizeof(text)), 0);
}

TEST(classes_of_functions_are_recorded_by_events_that_have_a_counter_each)
{
	const struct perf_mode user = { .user_only = true };
	char text[1024];

	assert_int_equal(perf_print_classes(cpu_family_find("Intel Granite Rapids"), user, text, sizeof(text)), 4);
	assert_string_equal(text, "cpu/config=0x2c2,name=uops_retired.slots,period=18000041/u,"
				  "cpu/config=0x4a4,name=topdown.bad_spec_slots,period=16000057/u,"
				  "cpu/config=0x19c,name=idq_bubbles.core,period=17000023/u,"
				  "cpu/config=0x2a4,name=topdown.backend_bound_slots,period=19000013/u");
	assert_int_equal(perf_print_classes(cpu_family_find("Intel Skylake"), user, text, sizeof(text)), 5);
	assert_non_null(strstr(text, "cpu/topdown-recovery-bubbles,period=4200013/u"));
	assert_int_equal(perf_print_classes(cpu_family_find("AmpereOne"), user, text, sizeof(text)), 4);
	assert_non_null(strstr(text, "armv8_pmuv3_0/stall_slot_backend,period=19000013/u"));
	assert_int_equal(perf_print_classes(cpu_family_find("Intel Alder Lake hybrid"), user, text, sizeof(text)), 9);
	assert_non_null(strstr(text, "cpu_atom/topdown-retiring,period=8700001/u"));
	assert_int_equal(perf_print_classes(cpu_family_find("Intel Granite Rapids"), user, text, 40), 0);
	assert_int_equal(perf_print_classes(cpu_family_find("Arm Neoverse N1"), user, text, sizeof(text)), 0);
}

TEST(metrics_have_the_names_that_perf_gives_them)
{
	static const struct {
		const char *family;
		enum metric_id metric;
		const char *name;
	} cases[] = {
		{ "Intel Sapphire Rapids", M_MEMORY_BOUND, "tma_memory_bound" },
		{ "Intel Crestmont", M_FETCH_LATENCY, "tma_ifetch_latency" },
		{ "AMD Zen 4", M_FRONTEND_BOUND, "frontend_bound" },
		{ "AMD Zen 5", M_FETCH_LATENCY, "frontend_bound_by_latency" },
		{ "Arm Neoverse N2", M_RETIRING, "retiring" },
		{ "Arm Neoverse N1", M_BACKEND_STALLED, "backend_stalled_cycles" },
		{ "AmpereOne", M_RETIRING, "retired_fraction" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(perf_metric_name(cpu_family_find(cases[i].family),
						     cases[i].metric), cases[i].name);
	assert_null(perf_metric_name(cpu_family_find("Intel Silvermont"), M_RETIRING));
	assert_null(perf_metric_name(cpu_family_find("Arm Neoverse N2"), M_MEMORY_BOUND));
}

/* A shell that knows $'...' must give back the same bytes. */
TEST(a_quoted_text_is_one_word_and_harmless)
{
	static const char *const texts[] = {
		"user.slice/session-4.scope", "a b", "", "it's", "$(reboot)", "`x`;&|<>*?[]~!#",
		"\x1b]52;c;eA==\x07", "back\\slash'", "\xc3\xa9\xff\n\t", "-p",
	};
	char quoted[256], command[320], back[64];

	if (system("command -v bash >/dev/null"))
		skip();

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		size_t n;
		FILE *shell;

		assert_true(perf_quote(texts[i], quoted, sizeof(quoted)));
		for (const char *c = quoted; *c; c++)
			assert_in_range(*c, ' ', '~');
		(void)snprintf(command, sizeof(command),
			       "exec bash <<'TDTOP_END'\nprintf %%s %s\nTDTOP_END\n", quoted);
		shell = popen(command, "r");
		assert_non_null(shell);
		n = fread(back, 1, sizeof(back) - 1, shell);
		back[n] = '\0';
		assert_int_equal(pclose(shell), 0);
		assert_string_equal(back, texts[i]);
	}
}

TEST(a_text_that_does_not_fit_is_not_quoted_in_part)
{
	char quoted[8] = "before";

	assert_false(perf_quote("12345678", quoted, sizeof(quoted)));
	assert_string_equal(quoted, "");
	assert_false(perf_quote("\x1b\x1b\x1b", quoted, sizeof(quoted)));
	assert_true(perf_quote("1234567", quoted, sizeof(quoted)));
}
