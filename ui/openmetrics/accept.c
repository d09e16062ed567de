/* SPDX-License-Identifier: GPL-2.0-only */
/* Accept headers; see exposition_parts.h. The thread that exports. */
#include "config.h"
#include "ui/openmetrics/exposition_parts.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* A part of the header; n 0: there is none. */
struct part {
	const char *at;
	size_t n;
};

/* An element of the list: "text/plain;version=0.0.4;q=0.5". */
struct range {
	struct part type, subtype;
	struct part version;
	int q;			/* thousandths */
};

/* How well an offer is described; better is more. */
enum specific { SPECIFIC_NOT, SPECIFIC_ANY, SPECIFIC_TYPE, SPECIFIC_SUBTYPE, SPECIFIC_VERSION };

/* What the header says of an offer. */
struct judgement {
	enum specific specific;
	int q;
	size_t place;		/* of the range in the list */
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* RFC 9110, 5.6.2: tchar. Not by isalnum(), which knows locales. */
static bool is_token(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       (c && strchr("!#$%&'*+-.^_`|~", c));
}

static bool part_is(const struct part *part, const char *text)
{
	return strlen(text) == part->n && !strncasecmp(part->at, text, part->n);
}

/* Takes n bytes off the start. */
static void drop(struct part *rest, size_t n)
{
	rest->at += n;
	rest->n -= n;
}

static void skip_blanks(struct part *rest)
{
	while (rest->n && is_blank(*rest->at))
		drop(rest, 1);
}

static bool take_char(struct part *rest, char c)
{
	if (!rest->n || *rest->at != c)
		return false;
	drop(rest, 1);
	return true;
}

/* false: there is none. */
static bool take_token(struct part *rest, struct part *token)
{
	*token = (struct part){ .at = rest->at };
	while (rest->n && is_token(*rest->at)) {
		token->n++;
		drop(rest, 1);
	}
	return token->n > 0;
}

/*
 * What is between the quotes, with its backslashes: no version has any. false: it does not begin
 * with a quote, or has no end.
 */
static bool take_quoted(struct part *rest, struct part *text)
{
	if (!take_char(rest, '"'))
		return false;
	*text = (struct part){ .at = rest->at };
	while (rest->n && *rest->at != '"') {
		size_t n = *rest->at == '\\' && rest->n > 1 ? 2 : 1;

		text->n += n;
		drop(rest, n);
	}
	return take_char(rest, '"');
}

/* A weight, "0.75" or "1.000", as thousandths; -1: it is none. Further digits change nothing. */
static int read_q(const struct part *text)
{
	struct part rest = *text;
	bool one = take_char(&rest, '1');
	int q = one ? 1000 : 0, unit = 100;

	/* ".5" is written by some libraries. */
	if (!one && !take_char(&rest, '0') && (!rest.n || *rest.at != '.'))
		return -1;
	if (rest.n && !take_char(&rest, '.'))
		return -1;
	for (; rest.n; drop(&rest, 1)) {
		if (*rest.at < '0' || *rest.at > '9')
			return -1;
		q += unit * (*rest.at - '0');
		unit /= 10;
	}
	return q > 1000 ? -1 : q;
}

/* One element, without the comma behind it. false: it is none. */
static bool read_range(struct part element, struct range *range)
{
	*range = (struct range){ .q = 1000 };
	skip_blanks(&element);
	if (!take_token(&element, &range->type) || !take_char(&element, '/') ||
	    !take_token(&element, &range->subtype))
		return false;
	for (;;) {
		struct part name, value;

		skip_blanks(&element);
		if (!element.n)
			return true;
		if (!take_char(&element, ';'))
			return false;
		skip_blanks(&element);
		if (!element.n || *element.at == ';')
			continue;
		if (!take_token(&element, &name) || !take_char(&element, '='))
			return false;
		if (!take_token(&element, &value) && !take_quoted(&element, &value))
			return false;
		if (part_is(&name, "version"))
			range->version = value;
		if (part_is(&name, "q"))
			range->q = read_q(&value);
		if (range->q < 0)
			return false;
	}
}

/* Takes an element of the list, up to a comma that is not in quotes. false: that was the last. */
static bool take_element(struct part *rest, struct part *element)
{
	bool quoted = false;

	*element = (struct part){ .at = rest->at };
	if (!rest->n)
		return false;
	while (rest->n && (quoted || *rest->at != ',')) {
		size_t n = quoted && *rest->at == '\\' && rest->n > 1 ? 2 : 1;

		if (*rest->at == '"')
			quoted = !quoted;
		element->n += n;
		drop(rest, n);
	}
	(void)take_char(rest, ',');
	return true;
}

/* Is the version one of the words of the list " 1.0.0 0.0.1 "? */
static bool version_is_in(const struct part *version, const char *list)
{
	for (const char *at = strchr(list, ' '); at; at = strchr(at + 1, ' '))
		if (!strncasecmp(at + 1, version->at, version->n) && at[1 + version->n] == ' ')
			return true;
	return false;
}

static enum specific range_matches(const struct range *range, const struct accept_offer *offer)
{
	const char *slash = strchr(offer->type, '/');
	const struct part type = { offer->type, (size_t)(slash - offer->type) };

	if (part_is(&range->type, "*"))
		return part_is(&range->subtype, "*") ? SPECIFIC_ANY : SPECIFIC_NOT;
	if (range->type.n != type.n || strncasecmp(range->type.at, type.at, type.n) != 0)
		return SPECIFIC_NOT;
	if (part_is(&range->subtype, "*"))
		return SPECIFIC_TYPE;
	if (!part_is(&range->subtype, slash + 1))
		return SPECIFIC_NOT;
	if (!range->version.n)
		return SPECIFIC_SUBTYPE;
	return version_is_in(&range->version, offer->versions) ? SPECIFIC_VERSION : SPECIFIC_NOT;
}

/* The most specific range decides about an offer; of equal ones the greatest q. */
static void judge(const char *accept, const struct accept_offer *offer, struct judgement *judgement)
{
	struct part rest = { accept, strlen(accept) }, element;

	*judgement = (struct judgement){ .specific = SPECIFIC_NOT };
	for (size_t place = 0; take_element(&rest, &element); place++) {
		struct judgement now = { .place = place };
		struct range range;

		if (!read_range(element, &range))
			continue;
		now.specific = range_matches(&range, offer);
		now.q = range.q;
		if (now.specific > judgement->specific ||
		    (now.specific && now.specific == judgement->specific && now.q > judgement->q))
			*judgement = now;
	}
}

/* A version makes a range no better than its type: who names no version takes any. */
static enum specific rank(const struct judgement *judgement)
{
	return judgement->specific == SPECIFIC_VERSION ? SPECIFIC_SUBTYPE : judgement->specific;
}

static bool is_better(const struct judgement *a, const struct judgement *b)
{
	if (a->q != b->q)
		return a->q > b->q;
	if (rank(a) != rank(b))
		return rank(a) > rank(b);
	return a->place < b->place;
}

int accept_best(const char *accept, const struct accept_offer *offers, size_t n)
{
	struct judgement best = { .q = 0 };
	int index = -1;

	for (size_t i = 0; accept && i < n; i++) {
		struct judgement now;

		judge(accept, &offers[i], &now);
		if (now.specific && now.q && (index < 0 || is_better(&now, &best))) {
			best = now;
			index = (int)i;
		}
	}
	return index;
}
