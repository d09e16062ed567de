#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Proves the lab itself: what the stock perf reads in it is the truth, and its
# PMU keeps the rules of the hardware. Boots a machine for each kernel, and one
# for Ice Lake; prove-inside.sh runs in it. LAB_KERNELS="6.1" makes it shorter.

here=$(cd "$(dirname "$0")" && pwd)
passed=0
failed=0
skipped=0
output=$(mktemp)
trap 'rm -f "$output"' EXIT

prove() {
	local kernel=$1 personality=$2 status

	echo "# Linux $kernel, $personality"
	"$here/vm" --kernel "$kernel" --personality "$personality" --cpus 2 --timeout 280 \
		bash "$here/prove-inside.sh" | tee "$output"
	status=${PIPESTATUS[0]}
	if [[ $status == 77 ]]; then
		skipped=$((skipped + 1))
		return
	fi
	passed=$((passed + $(grep -c '^ok ' "$output")))
	failed=$((failed + $(grep -c '^not ok ' "$output")))
	if [[ $status != 0 ]] && ! grep -q '^not ok ' "$output"; then
		echo "not ok - the machine ended with status $status"
		failed=$((failed + 1))
	fi
}

for kernel in ${LAB_KERNELS:-6.1 6.12}; do
	prove "$kernel" spr
	[[ $kernel == 6.1 ]] && prove "$kernel" icl
done
echo "$passed passed, $failed failed"
[[ $failed == 0 && $passed -gt 0 ]] && exit 0
[[ $failed == 0 && $skipped -gt 0 ]] && exit 77
exit 1
