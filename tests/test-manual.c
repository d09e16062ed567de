/* SPDX-License-Identifier: GPL-2.0-only */
/* The pages of the manual have an entry for everything in the tables: options, columns, fields. */
#include "config.h"

#include "collect/cpu/cpu_match.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"
#include "ui/batch/fields.h"
#include "ui/batch/opened_rows.h"
#include "ui/options/option_value.h"
#include "ui/profile/profile_rows.h"
#include "ui/table/columns.h"

/* A line of this page that starts with these words. */
static void assert_line(const char *page, const char *words)
{
	char line[128];

	(void)snprintf(line, sizeof(line), "\n%s", words);
	if (!strstr(text_of_file(fixture("../doc", page)), line))
		fail_msg("%s has no line that begins with \"%s\"", page, words);
}

TEST(every_option_has_its_entry)
{
	for (size_t i = 0; i < option_rows_n; i++) {
		const struct option_row *row = &option_rows[i];
		char words[100], letter[16] = "";

		if (row->letter)
			(void)snprintf(letter, sizeof(letter), "Fl %c , ", row->letter);
		(void)snprintf(words, sizeof(words), ".It %sFl -%s%s%s\n", letter, row->name,
			       row->argument ? " Ar " : "", row->argument ? row->argument : "");
		assert_line("tdtop.1", words);
		if (!row->old_name)
			continue;
		(void)snprintf(words, sizeof(words), ".It Fl -%s\n", row->old_name);
		assert_line("tdtop.1", words);
	}
}

TEST(every_choice_of_an_option_is_named)
{
	const char *manual = text_of_file(fixture("../doc", "tdtop.1"));

	for (size_t i = 0; i < option_rows_n; i++) {
		struct option_choice choice;

		for (size_t k = 0; option_choice(&option_rows[i], k, &choice); k++)
			assert_non_null(strstr(manual, choice.name));
	}
}

TEST(every_column_has_its_entry)
{
	for (size_t i = 0; i < columns_n; i++) {
		char words[64];

		(void)snprintf(words, sizeof(words), ".It Cm %s\n.Pq %s\n", column_key(&columns[i]),
			       column_title(&columns[i]));
		if (columns[i].value || columns[i].text)
			assert_line("tdtop-metrics.7", words);
		else
			assert_non_null(strstr(text_of_file(fixture("../doc", "tdtop-metrics.7")),
					       column_title(&columns[i])));
	}
}

static void find_word(void *data, const char *group, const char *name,
		      const struct field_value *value)
{
	const char *manual = text_of_file(fixture("../doc", "tdtop-json.5"));
	size_t len = strlen(name);

	for (const char *at = manual; (at = strstr(at, name)) != NULL; at += len)
		if (strchr(" \n", at[-1]) && strchr(" \n", at[len]))
			return;
	fail_msg("tdtop-json.5 does not name the field %s", name);
}

/* The name of an error follows from that of its value. */
static void find_profile_word(void *data, const char *group, const char *name,
			      const struct field_value *value)
{
	const size_t n = strlen(name), tail = strlen("_error");

	if (n <= tail || strcmp(name + n - tail, "_error") != 0)
		find_word(data, group, name, value);
}

static const struct field_sink words = { .field = find_word };

TEST(every_field_of_json_and_csv_is_named)
{
	for (int kind = 0; kind < ROW_KINDS; kind++)
		fields_visit_names((enum row_kind)kind, &words);
	for (size_t i = 0; cpu_family_at(i); i++)
		fields_visit_names_of_perf(cpu_family_at(i), &words);
}

TEST(every_field_of_an_opened_node_and_of_a_self_counted_region_is_named)
{
	const struct machine machine = { .watched = "" };
	struct snapshot *snapshot = snapshot_new();
	struct row_fields fields;

	snapshot->machine = &machine;
	row_fields_init(&fields, &opened_node_rows, true);
	row_fields_visit(&fields, NULL, NULL, &words);
	row_fields_init(&fields, &self_region_rows, true);
	row_fields_visit(&fields, NULL, NULL, &words);
	opened_visit_head(snapshot, &words);
	snapshot_free(snapshot);
}

TEST(every_field_of_a_profile_is_named)
{
	static const struct profile nothing;
	const struct profile_rows rows = { .config = &(const struct profile_config){ 0 }, .of.profile = &nothing };
	const struct field_sink sink = { .field = find_profile_word };
	struct row_fields fields;

	profile_visit_head(&rows, &sink);
	for (unsigned int part = PROFILE_FUNCTIONS; part <= PROFILE_LOOPS; part <<= 1) {
		row_fields_init(&fields, profile_kind(part), true);
		row_fields_visit(&fields, NULL, NULL, &sink);
	}
}
