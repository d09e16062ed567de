/* SPDX-License-Identifier: GPL-2.0-only */
/* <linux/capability.h>, with the capabilities that it lacks where it is older than Linux 5.8. */
#ifndef TDTOP_COLLECT_SYS_CAPABILITIES_H
#define TDTOP_COLLECT_SYS_CAPABILITIES_H

#include <linux/capability.h>

#ifndef CAP_PERFMON
#define CAP_PERFMON 38		/* Linux 5.8 */
#endif

#ifndef CAP_BPF
#define CAP_BPF 39		/* Linux 5.8 */
#endif

#endif
