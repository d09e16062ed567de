/* SPDX-License-Identifier: GPL-2.0-only */
/* Regions as C++ programs use them; as markers.c. */
#include <cstdio>
#include <exception>

#include "tests/region/recorder.h"
#include "tests/region/templates.h"

static volatile int zero;

static void templates()
{
	(void)checked(1);
	(void)checked(2L);
	(void)checked(2.0);
	recorder_expect("template", "+template - +template - +template -");
	(void)in_the_other_file(zero);
	recorder_expect("other file", "+template - +inline -");
	(void)inline_function(zero);
	recorder_expect("inline", "+inline -");
}

static void exceptions()
{
	TDTOP_REGION("try") {
		try {
			TDTOP_REGION("thrown through")
				(void)checked(9);
		} catch (int) {
			TDTOP_REGION("catch")
				zero = 0;
		}
	}
	recorder_expect("exception",
			"+try +thrown through +template =thrown through =try +catch =try -");
}

static void objects()
{
	const auto lambda = [](int x) {
		TDTOP_REGION("lambda") {
			counter in_it;

			return x + in_it.n;
		}
		return 0;
	};

	(void)lambda(zero);
	recorder_expect("lambda", "+lambda +constructor =lambda +destructor =lambda -");
}

int main()
{
	struct tdtop_region_scope scope;

	recorder_watch();
	TDTOP_REGION_BEGIN(&scope, "pair");
	tdtop_region_end(&scope);
	recorder_expect("pair", "+pair -");
	templates();
	exceptions();
	objects();
	tdtop_region_reset();
	recorder_expect("reset", "-");
	if (!recorder_failed())
		std::puts("ok");
	return recorder_failed();
}
