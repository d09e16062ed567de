# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Sourced by quickstart: runs steps, notes how each ended, and prints the table and the closing line.

table=()	# a row for each step
results=()	# passed, skipped or FAILED; empty if the step's own tests are counted instead
failed=()	# the steps that failed
culprits=()	# lines of logs that name what failed: the end of the output has them too
passed_tests=0 failed_tests=0 skipped_tests=0
second_tries=()	# what failed, and passed when it was repeated alone
quiet=0

say() {
	echo "tdtop: $*" >&2
}

die() {
	say "$@"
	exit 1
}

# step LOG WORDS COMMAND...: runs it quietly, says how long it took, and notes it for the table. Its output is
# in build/LOG.log and is shown if it fails. Exit status 77: it cannot run here; its last line says why.
step() {
	local log=build/$1.log words=$2 begin=$SECONDS cpu status

	shift 2
	((quiet)) || say "$words ..."
	cpu=$(cpu_seconds)
	"$@" >"$log" 2>&1
	status=$?
	cpu=$(($(cpu_seconds) - cpu))
	case $status in
	0) ((quiet)) || say "$words: $((SECONDS - begin)) s" ;;
	77) say "$words: skipped: $(tail -n 1 "$log")" ;;
	*) say_failure "$log" "$words" "$status" ;;
	esac
	note "$words" "$status" $((SECONDS - begin)) "$cpu"
	return $status
}

# A closing line in the log is not ours. What failed may lie far above the last lines.
say_failure() {	# LOG WORDS STATUS
	local lines

	{ tail -n 100 "$1" && culprits "$1"; } | sed 's/^/| /' >&2
	mapfile -t lines < <(culprits "$1" | sed "s|^|    $1:|")
	culprits+=("${lines[@]}")
	say "$2: failed (exit status $3); all of its output is in $1"
}

# Prints the lines of a log that name what failed, and why.
culprits() {
	grep -nE '^(not ok |FAIL: |FAILED: |\[  (FAILED |ERROR  ) \] |\[   LINE   \] )' "$1" | tail -n 40
}

# Prints the CPU time of this shell's children, in whole seconds. $$ is this shell's pid, in $() as well.
cpu_seconds() {
	local fields

	read -ra fields <"/proc/$$/stat"
	echo $(((fields[15] + fields[16]) / $(getconf CLK_TCK)))
}

# note WORDS STATUS SECONDS CPU: a row of the table, and what it adds to the sums.
note() {
	local result=passed

	case $2 in
	0) ;;
	77) result=skipped ;;
	*) result=FAILED && failed+=("$1") ;;
	esac
	table+=("$(printf '%6s s %6s s  %-7s  %s' "$3" "$4" $result "$1")")
	results+=("$result")
}

skip() {	# WORDS REASON
	say "$1: skipped: $2"
	note "$1" 77 0 0
}

# counted PASSED FAILED SKIPPED: the last step had tests of its own; they are counted in its place.
counted() {
	local last=$((${#table[@]} - 1))

	table[last]+=" ($(count_words "$@"))"
	say "    $(count_words "$@")"
	((passed_tests += $1, failed_tests += $2, skipped_tests += $3))
	# A step can fail with no test of it: it did not build.
	[[ ${results[last]} == FAILED && $2 == 0 ]] || results[last]=
}

# Worded otherwise than the closing line: only one line may look like that.
count_words() {	# PASSED FAILED SKIPPED
	local words="$1 tests"

	(($2 == 0)) || words+=", $2 FAILED"
	(($3 == 0)) || words+=", $3 skipped"
	echo "$words"
}

# forgive LOG WORDS TEST...: these tests of the step with this log and these words have passed at the second try, as
# tests of another step.
forgive() {
	local log=$1 words=$2 i

	shift 2
	second_tries+=("$@")
	for i in "${!failed[@]}"; do
		[[ ${failed[i]} != "$words" ]] || unset "failed[$i]"
	done
	for i in "${!table[@]}"; do
		[[ ${table[i]} != *"  $words ("* ]] || table[i]=${table[i]/FAILED /passed }
	done
	for i in "${!culprits[@]}"; do
		[[ ${culprits[i]} != "    build/$log.log:"* ]] || unset "culprits[$i]"
	done
}

# Prints the table and, alone on its line, the closing line with the totals, on standard output.
finish() {
	local result

	for result in "${results[@]}"; do
		case $result in
		passed) ((passed_tests++)) ;;
		skipped) ((skipped_tests++)) ;;
		FAILED) ((failed_tests++)) ;;
		esac
	done
	printf '\n%8s %8s  %-7s  %s\n' time CPU "" step
	printf '%s\n' "${table[@]}"
	printf '%6s s\n' $SECONDS
	((${#failed[@]} == 0)) || printf 'failed: %s\n' "${failed[@]}"
	((${#culprits[@]} == 0)) || printf '%s\n' "${culprits[@]}"
	((${#second_tries[@]} == 0)) || printf 'passed at the second try: %d (%s)\n' ${#second_tries[@]} "${second_tries[*]}"
	echo "$passed_tests passed, $failed_tests failed, $skipped_tests skipped"
	exit $((failed_tests > 0 || ${#failed[@]} > 0))
}
