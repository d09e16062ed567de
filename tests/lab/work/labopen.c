/* SPDX-License-Identifier: GPL-2.0-only
 *
 * labopen: opens a group of events as asked and prints the answer of the kernel.
 * The perf tool adjusts or hides what it opens; the tests of the rules need the
 * bare system call. `labopen 0x400 0x8000:nogroup` opens a leader and a member
 * on CPU 0, and prints "fine" or the event that failed with its errno's name.
 *
 * Event: CONFIG[:nogroup][:sample][:config1][:hw][:sw]
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct perf_event_attr attr_of(const char *text)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_RAW,
		.size = sizeof(attr),
		.config = strtoull(text, NULL, 0),
		.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
	};

	if (strstr(text, ":nogroup"))
		attr.read_format &= ~(unsigned long long)PERF_FORMAT_GROUP;
	if (strstr(text, ":sample"))
		attr.sample_period = 1000003;
	if (strstr(text, ":config1"))
		attr.config1 = 1;
	if (strstr(text, ":hw"))
		attr.type = PERF_TYPE_HARDWARE;
	if (strstr(text, ":sw"))
		attr.type = PERF_TYPE_SOFTWARE;
	return attr;
}

int main(int argc, char **argv)
{
	int leader = -1;

	for (int i = 1; i < argc; i++) {
		struct perf_event_attr attr = attr_of(argv[i]);
		int fd = (int)syscall(SYS_perf_event_open, &attr, -1, 0, leader, 0UL);

		if (fd < 0) {
			printf("%s %s\n", argv[i], strerrorname_np(errno));
			return 1;
		}
		if (leader < 0)
			leader = fd;
	}
	puts("fine");
	return 0;
}
