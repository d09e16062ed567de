/* SPDX-License-Identifier: GPL-2.0-only */
/* In place of bpf_engine.c in a program that was built without BPF; see bpf_engine.h. */
#include "config.h"
#include "collect/bpf/bpf_engine.h"

#include <errno.h>

static int none_open(const struct bpf_engine_options *options, struct bpf_engine **out,
		     struct err *err)
{
	(void)options;
	(void)out;
	return err_set(err, EOPNOTSUPP, "this tdtop was built without BPF");
}

static void none_close(struct bpf_engine *engine)
{
	(void)engine;
}

/* Nothing else is called, as nothing can be opened. */
const struct bpf_engine_ops bpf_engine_real = {
	.open = none_open,
	.close = none_close,
};
