/* SPDX-License-Identifier: GPL-2.0-only */
/* Tries events that sample; see sample_trial.h. */
#include "config.h"
#include "collect/sample/sample_trial.h"

#include <errno.h>

#include "collect/sample/sample_request.h"

#define IBS_SWFILT 1	/* of config2 */

bool sample_trial_is_for_now(int errnum)
{
	return errnum == EBUSY || errnum == EMFILE || errnum == ENFILE || errnum == ENOMEM ||
	       errnum == EINTR;
}

static bool is_of_rights(int ret)
{
	return ret == -EACCES || ret == -EPERM;
}

static int try_once(const struct perf_sys *sys, const struct perf_event_attr *attr)
{
	struct perf_event_attr copy = *attr;	/* the kernel writes its size there after E2BIG */
	const int fd = perf_sys_open(sys, &copy, 0, -1, -1);

	if (fd < 0)
		return fd;
	sys->close(sys->data, fd);
	return 0;
}

/* From the precise level that is asked for down to none; rights do not depend on it. */
static int try_levels(const struct perf_sys *sys, bool without_guests, struct perf_event_attr *attr)
{
	const unsigned int first = attr->precise_ip;
	int ret = -EINVAL;

	for (unsigned int level = first + 1; level-- > 0;) {
		attr->precise_ip = level & 3U;
		attr->exclude_guest = attr->exclude_hv = 1;
		ret = try_once(sys, attr);
		if (ret && !is_of_rights(ret) && !sample_trial_is_for_now(-ret)) {
			attr->exclude_guest = without_guests;
			attr->exclude_hv = 0;
			ret = try_once(sys, attr);
		}
		if (!ret || is_of_rights(ret) || sample_trial_is_for_now(-ret))
			return ret;
	}
	return ret;
}

int sample_trial(const struct perf_sys *sys, bool without_guests, struct perf_event_attr *attr)
{
	const struct perf_event_attr asked = *attr;
	int ret = try_levels(sys, without_guests, attr);

	if (is_of_rights(ret) && !asked.exclude_kernel) {
		*attr = asked;
		attr->exclude_kernel = 1;
		ret = try_levels(sys, without_guests, attr);
	}
	if (ret)
		*attr = asked;
	return ret;
}

int sample_trial_ibs(const struct perf_sys *sys, struct perf_event_attr *attr)
{
	struct perf_event_attr ibs = *attr;
	int ret = -EACCES;

	ibs.sample_period -= ibs.sample_period % IBS_STEP;
	ibs.exclude_guest = ibs.exclude_hv = 0;
	if (!ibs.exclude_kernel)
		ret = try_once(sys, &ibs);
	if (is_of_rights(ret)) {
		ibs.exclude_kernel = 1;
		ibs.config2 |= IBS_SWFILT;
		ret = try_once(sys, &ibs);
	}
	if (!ret)
		*attr = ibs;
	return ret;
}
