/* SPDX-License-Identifier: GPL-2.0-only */
/* What /proc tells of mappings, in a /proc of the test's own. */
#include "config.h"
#include "collect/code/code_maps.h"

#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/test_main.h"

static const char *root;
static char told[1024];

SETUP_MAY_FAIL
{
	told[0] = '\0';
	root = fake_proc_new();
	return root ? 0 : -1;
}

TEARDOWN
{
	fake_proc_done();
}

/* A proc_mapping: one line for each. */
static int tell(void *data, const struct code_mapping *mapping)
{
	const size_t used = strlen(told);

	(void)snprintf(told + used, sizeof(told) - used, "%d %d %lx+%lx@%lx %lx:%lu %s\n",
		       mapping->pid, mapping->kernel, mapping->start, mapping->size,
		       mapping->offset, mapping->device, mapping->inode, mapping->path);
	return 0;
}

static int maps_of(int32_t pid)
{
	return proc_maps_each(root, pid, tell, NULL);
}

TEST(executable_mappings_are_told_with_device_and_inode)
{
	static const char *const rows[][2] = {
		{ "55d0c0a00000-55d0c0a01000 r--p 00000000 fd:01 1048602   /usr/bin/x\n"
		  "55d0c0a01000-55d0c0a05000 r-xp 00001000 fd:01 1048602   /usr/bin/x\n"
		  "7ffd1f3fe000-7ffd1f400000 r-xp 00000000 00:00 0         [vdso]\n",
		  "7 0 55d0c0a01000+4000@1000 fd00000001:1048602 /usr/bin/x\n"
		  "7 0 7ffd1f3fe000+2000@0 0:0 [vdso]\n" },
		/* Memory without a file is called as in records. */
		{ "1000-2000 rwxp 00000000 00:00 0 \n", "7 0 1000+1000@0 0:0 //anon\n" },
		/* A path may have blanks, and the mark of a deleted file is no part of it. */
		{ "1000-2000 r-xp 0 8:1 5 /opt/my app/run (deleted)\n"
		  "3000-4000 r-xp 0 0:1 6 /memfd:jit (deleted)\n",
		  "7 0 1000+1000@0 800000001:5 /opt/my app/run\n"
		  "7 0 3000+1000@0 1:6 /memfd:jit (deleted)\n" },
		/* Lines that are no mappings are left out. */
		{ "2000-1000 r-xp 0 0:0 0 /backwards\n"
		  "hello\n\n"
		  "1000 r-xp\n"
		  "ffffffffff600000-ffffffffff601000 --xp 0 00:00 0 [vsyscall]\n"
		  "1000-2000 r-xp 0 0:0 0 /good", "7 0 1000+1000@0 0:0 /good\n" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		told[0] = '\0';
		fake_proc_put("7/maps", rows[i][0]);
		assert_int_equal(maps_of(7), 0);
		assert_string_equal(told, rows[i][1]);
	}
}

TEST(a_process_that_is_gone_or_exiting_is_no_process)
{
	fake_proc_put("7/maps", "");
	assert_int_equal(maps_of(7), -ESRCH);
	assert_int_equal(maps_of(8), -ESRCH);
}

/* A proc_mapping. */
static int enough(void *data, const struct code_mapping *mapping)
{
	(void)tell(data, mapping);
	return 5;
}

TEST(who_has_enough_is_told_no_more)
{
	fake_proc_put("7/maps", "1000-2000 r-xp 0 0:0 0 /a\n2000-3000 r-xp 0 0:0 0 /b\n");
	assert_int_equal(proc_maps_each(root, 7, enough, NULL), 5);
	assert_string_equal(told, "7 0 1000+1000@0 0:0 /a\n");
}

TEST(the_kernel_has_its_half_of_the_addresses_and_modules_in_it)
{
	fake_proc_put("modules", "xfs 2084864 1 - Live 0xffffffffc0a1e000\n"
				 "hidden 4096 0 - Live 0x0000000000000000\n");
	assert_int_equal(proc_maps_kernel(root, tell, NULL), 0);
	assert_string_equal(told, "-1 1 8000000000000000+7fffffffffffffff@0 0:0 [kernel.kallsyms]\n"
			    "-1 1 ffffffffc0a1e000+1fd000@0 0:0 [xfs]\n");
}

TEST(without_a_list_of_modules_there_is_the_kernel)
{
	assert_int_equal(proc_maps_kernel(root, tell, NULL), 0);
	assert_string_equal(told, "-1 1 8000000000000000+7fffffffffffffff@0 0:0 [kernel.kallsyms]\n");
}
