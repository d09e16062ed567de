/* SPDX-License-Identifier: GPL-2.0-only */
/* Requests for opened nodes, handed over; see tree_requests.h. One writer, one reader. */
#include "config.h"
#include "model/tree/tree_requests.h"

#include <stdlib.h>

#include "model/swap.h"

struct tree_requests {
	struct swap swap;
	struct tree_request request[3];
	_Alignas(64) uint32_t serial;	/* writer only */
};

struct tree_requests *tree_requests_new(void)
{
	struct tree_requests *requests = aligned_alloc(64, sizeof(*requests));

	if (!requests)
		return NULL;
	*requests = (struct tree_requests){ .serial = 0 };
	swap_init(&requests->swap);
	return requests;
}

void tree_requests_free(struct tree_requests *requests)
{
	free(requests);
}

void tree_requests_put(struct tree_requests *requests, struct tree_request *request)
{
	if (++requests->serial == 0)
		requests->serial = 1;
	request->serial = requests->serial;
	requests->request[requests->swap.draft] = *request;
	swap_give(&requests->swap);
}

bool tree_requests_take(struct tree_requests *requests, struct tree_request *request)
{
	if (!swap_take(&requests->swap))
		return false;
	*request = requests->request[requests->swap.in_hand];
	return true;
}
