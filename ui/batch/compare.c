/* SPDX-License-Identifier: GPL-2.0-only */
/* A comparison in the format that was asked for; see compare.h. UI thread. */
#include "config.h"
#include "ui/batch/compare.h"

#include <errno.h>
#include <stdlib.h>

#include "ui/batch/compare_data.h"
#include "ui/batch/compare_text.h"

int compare_put(const struct compare_config *config, const struct comparison *comparison,
		struct buffer *out)
{
	struct compare_list list;
	int ret = compare_list_rows(config, comparison, &list);

	if (ret)
		return ret;
	if (config->format == BATCH_JSON)
		ret = compare_put_json(config, comparison, &list, out);
	else if (config->format == BATCH_CSV)
		compare_put_csv(comparison, &list, out);
	else
		compare_put_text(config, comparison, &list, out);
	free(list.rows);
	return ret || out->broken ? -ENOMEM : 0;
}
