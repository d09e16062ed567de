/* SPDX-License-Identifier: GPL-2.0-only */
/* Wishes for opened nodes, handed over; see tree_wishes.h. One writer, one reader. */
#include "config.h"
#include "model/tree/tree_wishes.h"

#include <stdlib.h>

#include "model/swap.h"

struct tree_wishes {
	struct swap swap;
	struct tree_wish wish[3];
	_Alignas(64) uint32_t serial;	/* writer only */
};

struct tree_wishes *tree_wishes_new(void)
{
	struct tree_wishes *wishes = aligned_alloc(64, sizeof(*wishes));

	if (!wishes)
		return NULL;
	*wishes = (struct tree_wishes){ .serial = 0 };
	swap_init(&wishes->swap);
	return wishes;
}

void tree_wishes_free(struct tree_wishes *wishes)
{
	free(wishes);
}

void tree_wishes_put(struct tree_wishes *wishes, struct tree_wish *wish)
{
	if (++wishes->serial == 0)
		wishes->serial = 1;
	wish->serial = wishes->serial;
	wishes->wish[wishes->swap.draft] = *wish;
	swap_give(&wishes->swap);
}

bool tree_wishes_take(struct tree_wishes *wishes, struct tree_wish *wish)
{
	if (!swap_take(&wishes->swap))
		return false;
	*wish = wishes->wish[wishes->swap.in_hand];
	return true;
}
