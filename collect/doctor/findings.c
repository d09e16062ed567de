/* SPDX-License-Identifier: GPL-2.0-only */
/* The list of findings; see findings.h. Main thread. */
#include "config.h"
#include "collect/doctor/findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Reasons of other parts lead to --doctor and --demo: the reader has the one, and is told the other. */
static void leave_out_pointers(char *text)
{
	static const char *const pointers[] = { ", or see 'tdtop --doctor'",
						", or try 'tdtop --demo'", "; try 'tdtop --demo'" };

	for (size_t i = 0; i < sizeof(pointers) / sizeof(pointers[0]); i++) {
		char *at = strstr(text, pointers[i]);
		const char *rest = at ? at + strlen(pointers[i]) : NULL;

		if (at)
			memmove(at, rest, strlen(rest) + 1);
	}
}

/* They end with what to do as well: that is the remedy. */
static void move_remedy(struct finding *finding)
{
	static const char *const remedies[] = { "; use a ", "; see what the kernel says ", "; run tdtop outside " };

	for (size_t i = 0; i < sizeof(remedies) / sizeof(remedies[0]); i++) {
		char *at = strstr(finding->text, remedies[i]);

		if (!at)
			continue;
		(void)snprintf(finding->fix, sizeof(finding->fix), "%s", at + 2);
		*at = '\0';
	}
}

void findings_add(struct findings *findings, enum verdict verdict, const char *what,
		  const char *format, ...)
{
	struct finding *finding = &findings->finding[findings->n];
	va_list args;

	if (findings->n == FINDINGS_MAX)
		return;
	findings->n++;
	*finding = (struct finding){ .verdict = verdict, .what = what };
	va_start(args, format);
	(void)vsnprintf(finding->text, sizeof(finding->text), format, args);
	va_end(args);
	leave_out_pointers(finding->text);
	move_remedy(finding);
}

void findings_fix(struct findings *findings, const char *format, ...)
{
	struct finding *finding = &findings->finding[findings->n - 1];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(finding->fix, sizeof(finding->fix), format, args);
	va_end(args);
}

bool findings_will_count(const struct findings *findings)
{
	for (size_t i = 0; i < findings->n; i++) {
		if (findings->finding[i].verdict == VERDICT_NO)
			return false;
	}
	return true;
}
