/* SPDX-License-Identifier: GPL-2.0-only */
/* What works beside the counting; see companions.h. */
#include "config.h"
#include "collect/collector/companions.h"

#include "collect/collector/region_watch.h"
#include "collect/demo/demo_samples.h"
#include "collect/live/sampler.h"
#include "collect/slice/node_counter.h"
#include "model/control.h"

void companions_step(const struct companions *companions, const struct control *control, uint64_t now_ns)
{
	struct node_counter *nodes = companions->nodes;
	/* Relaxed: stands for itself (model/control.h). */
	const bool regions = atomic_load_explicit(&control->regions, memory_order_relaxed);

	if (companions->sampler)
		sampler_step(companions->sampler, now_ns);
	if (companions->demo)
		demo_samples_step(companions->demo, now_ns);
	if (nodes && nodes->ops->step)
		nodes->ops->step(nodes, now_ns);
	if (companions->regions)
		region_watch_step(companions->regions, regions, now_ns);
}

uint64_t companions_next_ns(const struct companions *companions)
{
	const struct node_counter *nodes = companions->nodes;
	uint64_t next_ns = companions->sampler ? sampler_next_ns(companions->sampler) : UINT64_MAX;

	if (companions->demo)
		next_ns = demo_samples_next_ns(companions->demo);
	if (nodes && nodes->ops->next_ns && nodes->ops->next_ns(nodes) < next_ns)
		next_ns = nodes->ops->next_ns(nodes);
	if (companions->regions && region_watch_next_ns(companions->regions) < next_ns)
		next_ns = region_watch_next_ns(companions->regions);
	return next_ns;
}

void companions_see(const struct companions *companions, struct snapshot *draft, uint64_t end_ns)
{
	if (companions->sampler)
		draft->sampled_since_ns = sampler_see(companions->sampler, draft, end_ns);
	if (companions->demo)
		draft->sampled_since_ns = demo_samples_see(companions->demo, draft, end_ns);
	if (companions->nodes)
		companions->nodes->ops->see(companions->nodes, draft, end_ns);
	if (companions->regions)
		region_watch_see(companions->regions, draft, end_ns);
}

void companions_end(const struct companions *companions)
{
	if (companions->sampler)
		sampler_end(companions->sampler);
	if (companions->nodes && companions->nodes->ops->end)
		companions->nodes->ops->end(companions->nodes);
	if (companions->regions)
		region_watch_end(companions->regions);
}
