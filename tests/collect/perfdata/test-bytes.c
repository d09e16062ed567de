/* SPDX-License-Identifier: GPL-2.0-only */
/* The cursor over untrusted bytes: numbers of both byte orders, texts, never beyond the end. */
#include "config.h"
#include "collect/perfdata/bytes.h"

#include <stdlib.h>
#include <string.h>

#include "tests/fixtures/test_main.h"

/* Exactly n bytes, so that ASan detects a read beyond the end. */
static unsigned char *copy;

static struct bytes over(const void *bytes, size_t n, bool swapped)
{
	copy = malloc(n ? n : 1);
	assert_non_null(copy);
	memcpy(copy, bytes, n);
	return (struct bytes){ .at = copy, .end = copy + n, .swapped = swapped };
}

TEARDOWN
{
	free(copy);
	copy = NULL;
}

TEST(numbers_are_read_in_either_byte_order)
{
	const uint32_t numbers[] = { 0x01020304, 0, 1 };
	struct bytes bytes = over(numbers, sizeof(numbers), false);

	assert_int_equal(bytes_u32(&bytes), 0x01020304);
	assert_int_equal(bytes_left(&bytes), 8);
	bytes.at = copy;
	bytes.swapped = true;
	assert_int_equal(bytes_u32(&bytes), 0x04030201);
	(void)bytes_next(&bytes, 0);
	assert_int_equal(bytes_u32(&bytes), 0);
	assert_int_equal(bytes_u32(&bytes), 0x01000000);
	assert_false(bytes.bad);
}

TEST(what_is_missing_reads_as_zero_and_is_bad_from_then_on)
{
	const unsigned char seven[7] = { 1, 2, 3, 4, 5, 6, 7 };
	struct bytes bytes = over(seven, sizeof(seven), false);

	assert_int_equal(bytes_u64(&bytes), 0);
	assert_true(bytes.bad);
	assert_int_equal(bytes_left(&bytes), 7);
	assert_null(bytes_next(&bytes, SIZE_MAX));
	assert_non_null(bytes_next(&bytes, 7));
	assert_true(bytes.bad);
}

TEST(a_text_without_its_end_is_empty)
{
	struct bytes bytes = over("one\0two", 7, false);

	assert_string_equal(bytes_text(&bytes), "one");
	assert_false(bytes.bad);
	assert_string_equal(bytes_text(&bytes), "");
	assert_true(bytes.bad);
}

TEST(a_string_longer_than_what_is_there_is_empty)
{
	const struct {
		uint32_t size;
		char text[8];
	} string = { 8, "name" };
	struct bytes bytes = over(&string, sizeof(string), false);

	assert_string_equal(bytes_string(&bytes), "name");
	assert_int_equal(bytes_left(&bytes), 0);
	bytes.at = copy;
	bytes.swapped = true;	/* then it says 134,217,728 */
	assert_string_equal(bytes_string(&bytes), "");
	assert_true(bytes.bad);
}

TEST(a_string_without_nul_or_of_no_bytes_is_empty)
{
	const struct {
		uint32_t size;
		char text[4];
		uint32_t none;
	} string = { 4, { 'n', 'a', 'm', 'e' }, 0 };
	struct bytes bytes = over(&string, sizeof(string), false);

	assert_string_equal(bytes_string(&bytes), "");
	assert_true(bytes.bad);
	assert_string_equal(bytes_string(&bytes), "");
}
