/* SPDX-License-Identifier: GPL-2.0-only */
/* Key E; see code_export.h. UI thread. */
#include "config.h"
#include "ui/code_export.h"

#include <errno.h>
#include <string.h>

#include "ui/export/pgo.h"
#include "ui/export/stacks.h"
#include "ui/new_file.h"

#define WAIT_MS 1000		/* the user waits for the file */

static const char *const suffixes[] = {
	[EXPORT_BOLT] = "bolt.txt", [EXPORT_AUTOFDO] = "autofdo.txt", [EXPORT_FOLDED] = "folded",
	[EXPORT_SPEEDSCOPE] = "speedscope.json"
};

static int put_pgo(const struct code_screen *code, struct buffer *out, struct err *err)
{
	const enum pgo_format format = code->export == EXPORT_BOLT ? PGO_BOLT : PGO_AUTOFDO;
	struct pgo_summary summary;
	uint32_t object;
	int ret = pgo_check(code->profile, err);

	if (!ret)
		ret = pgo_choose(code->profile, NULL, &object, err);
	if (!ret)
		ret = pgo_put(out, format, code->profile, object, code->seams.names, WAIT_MS,
			      &summary, err);
	return ret;
}

static int put(const struct code_screen *code, struct buffer *out, struct err *err)
{
	switch (code->export) {
	case EXPORT_BOLT:
	case EXPORT_AUTOFDO:
		return put_pgo(code, out, err);
	case EXPORT_FOLDED:
		return stacks_put(out, STACKS_FOLDED, code->profile, code->seams.names, WAIT_MS, "",
				  err);
	case EXPORT_SPEEDSCOPE:
		return stacks_put(out, STACKS_SPEEDSCOPE, code->profile, code->seams.names, WAIT_MS,
				  code->seams.title ? code->seams.title : "", err);
	case EXPORT_NOTHING:
	case EXPORT_ASKED:
		break;
	}
	return err_set(err, EINVAL, "nothing is written");
}

int code_export_save(const struct code_screen *code, double now, struct err *err)
{
	struct buffer text = { 0 };
	char path[64] = "";
	int fd, ret;

	if (!code->profile || !code->seams.names)
		return err_set(err, ENODATA, "there is no profile with names to write");
	ret = put(code, &text, err);
	if (!ret) {
		fd = new_file_open(now, suffixes[code->export], path, sizeof(path));
		ret = fd < 0 ? fd : new_file_put(fd, &text);
		if (ret)
			(void)err_set(err, -ret, "cannot write the profile to \"%s\" in the "
				      "directory tdtop was started in: %s", path, strerror(-ret));
		else
			(void)err_set(err, 0, "the profile is in %s", path);
	}
	buffer_done(&text);
	return ret;
}
