#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Proves that test-exchange-race, test-profile_exchange-race, test-tree_requests-race and
# test-totals-race can fail: ThreadSanitizer accepts the exchanges as they are, and reports a data
# race with any memory order weaker than acq_rel. Needs a compiler with ThreadSanitizer and an address space layout that the
# sanitizer supports; skipped (77) otherwise.

srcdir=${srcdir:-.}
CC=${CC:-cc}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
: > "$work/config.h"

# The sanitizer of gcc 12 does not support the many random address bits of newer kernels.
fixed=
setarch -R true 2>/dev/null && fixed="setarch -R"

# build TEST SOURCES OPTION...
build() {
	program=$srcdir/tests/model/$1.c
	sources=
	for source in $2; do sources="$sources $srcdir/model/$source"; done
	shift 2
	# shellcheck disable=SC2086	# a list of files
	$CC -std=gnu11 -D_GNU_SOURCE -O1 -g -fsanitize=thread -pthread "$@" -I"$work" -I"$srcdir" \
		-o "$work/race" "$program" $sources -lm > "$work/compiler" 2>&1
}

run() {
	TSAN_OPTIONS="halt_on_error=1 exitcode=66" $fixed "$work/race" > "$work/out" 2>&1
}

printf 'int main(void) { return 0; }\n' > "$work/empty.c"
if ! $CC -fsanitize=thread -o "$work/race" "$work/empty.c" > /dev/null 2>&1 || ! run; then
	echo "skipped: $CC has no ThreadSanitizer that works here"
	exit 77
fi

# bites TEST SOURCES: silent as it is, a race with each weaker order.
bites() {
	if ! build "$1" "$2"; then
		cat "$work/compiler"
		exit 1
	fi
	if ! run; then
		cat "$work/out"
		echo "$1, acq_rel: ThreadSanitizer should be silent"
		exit 1
	fi
	echo "$1, acq_rel: $(cat "$work/out")"
	for order in relaxed release acquire; do
		build "$1" "$2" -DEXCHANGE_ORDER=memory_order_$order || { cat "$work/compiler"; exit 1; }
		run
		if [ $? -eq 66 ] && grep -q "WARNING: ThreadSanitizer: data race" "$work/out"; then
			echo "$1, $order: data race reported, as it should be"
		else
			echo "$1, $order: ThreadSanitizer should report a data race"
			failed=1
		fi
	done
}

failed=0
snapshot=$(cd "$srcdir/model" && echo ./*.c snapshot/*.c)
bites snapshot/test-exchange-race "$snapshot"
bites profile/test-profile_exchange-race "profile/profile_exchange.c profile/profile.c"
bites tree/test-tree_requests-race tree/tree_requests.c
bites totals/test-totals-race "$snapshot $(cd "$srcdir/model" && echo totals/*.c)"
exit $failed
