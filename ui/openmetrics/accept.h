/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which of some media types an Accept header prefers (RFC 9110, 12.4.2, 12.5.1). Pure; any thread.
 */
#pragma once

#include <stddef.h>

/* A type that can be sent. */
struct accept_offer {
	const char *type;	/* "text/plain" */
	const char *versions;	/* of its parameter "version", that are the same thing: a list with
				 * blanks around each, " 1.0.0 "; ranges with others do not match */
};

/*
 * The index of the offer with the highest q; of equals the one that the more specific range names,
 * then the one named first in the header, then the first offer. -1: none is acceptable, or accept
 * is NULL. Any bytes; an element of the list that is none is passed over.
 */
int accept_best(const char *accept, const struct accept_offer *offers, size_t n);
