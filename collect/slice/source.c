/* SPDX-License-Identifier: GPL-2.0-only */
/* What a source is told and asked; see source.h. Collector thread. */
#include "config.h"
#include "collect/slice/source.h"

int source_wish(struct source *source, const struct sink *sink, struct err *err)
{
	const struct source_wishes was = source->told;
	int ret = 0;

	source->told = source->wishes;
	if (source->ops->wish)
		ret = source->ops->wish(source, &was, sink, err);
	if (ret)
		source->wishes.regions = source->told.regions = was.regions;
	return ret;
}

int source_watch_regions(struct source *source, bool on, struct err *err)
{
	source->region_wishes += on;
	source->wishes.regions = on ? source->region_wishes : 0;
	return source_wish(source, NULL, err);
}

void source_prepare_recording(struct source *source, const struct sink *sink)
{
	struct err ignored;

	source->wishes.recordings++;
	(void)source_wish(source, sink, &ignored);
}

struct source_says source_says(struct source *source)
{
	struct source_says says = { .markers = 0 };

	if (source->ops->say)
		source->ops->say(source, &says);
	return says;
}
