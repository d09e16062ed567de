/* SPDX-License-Identifier: GPL-2.0-only */
/* What works beside the counting; see beside.h. */
#include "config.h"
#include "collect/collector/beside.h"

#include "collect/collector/region_watch.h"
#include "collect/demo/demo_samples.h"
#include "collect/live/sampler.h"
#include "collect/slice/node_counter.h"
#include "model/control.h"

void beside_step(const struct beside *beside, const struct control *control, uint64_t now_ns)
{
	struct node_counter *nodes = beside->nodes;
	/* Relaxed: stands for itself (model/control.h). */
	const bool regions = atomic_load_explicit(&control->regions, memory_order_relaxed);

	if (beside->sampler)
		sampler_step(beside->sampler, now_ns);
	if (beside->demo)
		demo_samples_step(beside->demo, now_ns);
	if (nodes && nodes->ops->step)
		nodes->ops->step(nodes, now_ns);
	if (beside->regions)
		region_watch_step(beside->regions, regions, now_ns);
}

uint64_t beside_next_ns(const struct beside *beside)
{
	const struct node_counter *nodes = beside->nodes;
	uint64_t next_ns = beside->sampler ? sampler_next_ns(beside->sampler) : UINT64_MAX;

	if (beside->demo)
		next_ns = demo_samples_next_ns(beside->demo);
	if (nodes && nodes->ops->next_ns && nodes->ops->next_ns(nodes) < next_ns)
		next_ns = nodes->ops->next_ns(nodes);
	if (beside->regions && region_watch_next_ns(beside->regions) < next_ns)
		next_ns = region_watch_next_ns(beside->regions);
	return next_ns;
}

void beside_see(const struct beside *beside, struct snapshot *draft, uint64_t end_ns)
{
	if (beside->sampler)
		draft->sampled_since_ns = sampler_see(beside->sampler, draft, end_ns);
	if (beside->demo)
		draft->sampled_since_ns = demo_samples_see(beside->demo, draft, end_ns);
	if (beside->nodes)
		beside->nodes->ops->see(beside->nodes, draft, end_ns);
	if (beside->regions)
		region_watch_see(beside->regions, draft, end_ns);
}

void beside_end(const struct beside *beside)
{
	if (beside->sampler)
		sampler_end(beside->sampler);
	if (beside->nodes && beside->nodes->ops->end)
		beside->nodes->ops->end(beside->nodes);
	if (beside->regions)
		region_watch_end(beside->regions);
}
