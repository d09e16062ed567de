/* SPDX-License-Identifier: GPL-2.0-only */
/* Terms and bits; see pmu_format.h. */
#include "config.h"
#include "collect/sys/pmu_format.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const words[] = { "config", "config1", "config2" };

int pmu_format_parse(const char *text, struct pmu_format *format)
{
	const char *colon = strchr(text, ':');

	format->word = -1;
	for (int i = 0; colon && i < 3; i++) {
		if (strlen(words[i]) == (size_t)(colon - text) &&
		    !strncmp(text, words[i], (size_t)(colon - text)))
			format->word = i;
	}
	if (format->word < 0)
		return -EINVAL;
	format->n_ranges = 0;
	for (const char *at = colon + 1;;) {
		unsigned int low, high;
		int used = 0;

		if (sscanf(at, "%u-%u%n", &low, &high, &used) != 2 || !used) {
			used = 0;
			if (sscanf(at, "%u%n", &low, &used) != 1 || !used)
				return -EINVAL;
			high = low;
		}
		if (low > high || high > 63 || format->n_ranges == PMU_RANGES)
			return -EINVAL;
		format->range[format->n_ranges].low = (uint8_t)low;
		format->range[format->n_ranges++].high = (uint8_t)high;
		at += used;
		if (!*at)
			return 0;
		if (*at++ != ',')
			return -EINVAL;
	}
}

static const struct pmu_format *find_format(const struct pmu *pmu, const char *name)
{
	for (size_t i = 0; i < pmu->n_formats; i++) {
		if (!strcmp(pmu->format[i].name, name))
			return &pmu->format[i];
	}
	return NULL;
}

/* Lays the bits of value into the format's ranges, low bits first. -ERANGE if some do not fit. */
static int put_bits(const struct pmu_format *format, uint64_t value, uint64_t *word)
{
	for (int i = 0; i < format->n_ranges; i++) {
		int width = format->range[i].high - format->range[i].low + 1;
		uint64_t mask = width == 64 ? UINT64_MAX : (1ULL << width) - 1;

		*word |= (value & mask) << format->range[i].low;
		value = width == 64 ? 0 : value >> width;
	}
	return value ? -ERANGE : 0;
}

int pmu_format_put(const struct pmu *pmu, char *term, struct pmu_encoding *encoding)
{
	uint64_t *const word[] = { &encoding->config, &encoding->config1, &encoding->config2 };
	char *equals = strchr(term, '=');
	const struct pmu_format *format;
	uint64_t value = 1;

	if (equals) {
		char *end;

		*equals++ = '\0';
		errno = 0;
		value = strtoull(equals, &end, 0);
		if (end == equals || *end || errno)
			return -EINVAL;
	}
	format = find_format(pmu, term);
	if (format)
		return put_bits(format, value, word[format->word]);
	for (int i = 0; i < 3; i++) {
		if (!strcmp(term, words[i])) {
			*word[i] |= value;
			return 0;
		}
	}
	return -EINVAL;
}
