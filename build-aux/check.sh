# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Sourced by quickstart: the steps of "./quickstart check", and what each of them does.

# A row is a step, in the order in which they run; check_NAME() below does it. "quick" steps are those of
# "./quickstart check", the others those of "check-all" and of "check NAME..."; packages are purposes of deps.sh.
# What the steps without a word of their own run is in tests/slow.tsv.
# name      tier   packages   what
steps="
build       quick  build      build tdtop and the quick tests: -O2, warnings are errors
tests       quick  build      all test programs but the slow ones (tests/slow.tsv): deterministic, in seconds
strangers   quick  build      of these what parses strangers' input, once more: address and undefined sanitizer
cost        all    cost       instructions and bytes of what tdtop does, beside tests/cost.tsv
asan        all    build      quick and long programs: address and undefined sanitizer
lab         all    lab        counting is proved in virtual machines: a PMU of known values, the kernel's own driver
long        all    long       deterministic programs that take long: truth, mutated recordings, random keys
live        all    live       what judges by real scheduling, on this machine's kernel
regions     all    regions    the header for applications, by all compilers
lint        all    lint       clang-tidy, cppcheck, the manual in groff and mandoc, completions in their shells
dist        all    build      make distcheck, packages agree with the source, make install
places      all    lab        a clone in odd places: blanks, links, read-only, no root
services    all    services   units under systemd, a container by crun, a real Prometheus
pgo         all    pgo        BOLT, clang and gcc read --pgo
tsan        all    build      thread sanitizer: programs that have threads or start tdtop
arm         all    build      unit tests as arm64 programs, emulated
fuzz        all    build      each parser for a while (FUZZ_SECONDS, 60)
busy        all    python     the quick tests while others take the CPUs in bursts (BUSY_RUNS, 1)
keys        all    build      random keys with the address sanitizer (RANDOM_SECONDS, 600)
day         all    build      counters for Prometheus through a day of 86,400 intervals
analyze     all    build      gcc -fanalyzer
coverage    all    long       how many lines the tests reach
static      all    static     the static binary, tried in a bare root
debian      all    packages   Debian's packages, built and installed
faults      all    lab        the lab under fire: refusals, storms, all machines, a soak
"

# Step: its row's columns from the third on, or nothing if there is no such step.
row_of() {	# NAME
	awk -v name="$1" '$1 == name' <<<"$steps"
}

steps_of_tier() {	# TIER...
	awk -v tiers=" $* " 'NF && index(tiers, " " $2 " ") { print $1 }' <<<"$steps"
}

# For --help: a line for each step.
list_steps() {	# TIER
	awk -v tier="$1" '$2 == tier { name = $1; sub(/^[^ ]+ +[^ ]+ +[^ ]+ +/, ""); printf "  %-10s %s\n", name, $0 }' <<<"$steps"
}

# check [NAME...]: these steps, in the order of the table; without a name those of the tier "quick".
check() {
	local name names=() packages=() begin=$SECONDS cpu

	for name; do
		[[ -n $(row_of "$name") ]] || die "there is no step \"$name\"; ./quickstart --help lists them"
	done
	(($#)) || mapfile -t names < <(steps_of_tier quick)
	for name in $(steps_of_tier quick all); do
		[[ " $* " != *" $name "* ]] || names+=("$name")
	done
	for name in "${names[@]}"; do
		packages+=("$(row_of "$name" | awk '{ print $3 }')")
	done
	mapfile -t packages < <(printf '%s\n' build "${packages[@]}" | sort -u)
	cpu=$(cpu_seconds)
	install_dependencies "${packages[@]}"
	note "dependencies" 0 $((SECONDS - begin)) $(($(cpu_seconds) - cpu))
	for name in "${names[@]}"; do
		"check_$name"
	done
	finish
}

### test programs: which belong to a step, and a run of them

# The value of variables of build/Makefile, a word a line.
make_values() {
	make -C build -s Makefile >/dev/null || return	# automake says what it does, which is no value
	make -C build -s --eval "quickstart-values:; @printf '%s\\n' $(printf '$(%s) ' "$@")" quickstart-values
}

# Prints the programs that tests/slow.tsv gives to steps; of "quick" those that it does not name.
programs_of() {	# STEP...
	make_values dist_check_SCRIPTS check_PROGRAMS | awk -F '\t' -v steps=" $* " '
		FILENAME != "-" { step[$1] = $2; next }
		index(steps, " " ($1 in step ? step[$1] : "quick") " ")' tests/slow.tsv -
}

# programs_of, without scripts: for builds in which only our own code differs.
compiled_of() {
	programs_of "$@" | grep -v '\.sh$'
}

# Lets make build and run these programs, and no others. What the emulator needs is built for the long ones alone.
only() {
	local compiled

	compiled=$(printf '%s\n' "$@" | grep -v '\.sh$' | paste -s -d ' ')
	make_arguments+=("TESTS=$*" "check_PROGRAMS=$compiled")
	[[ $* == *tests/truth/* || $* == *.sh* ]] || make_arguments+=(check_DATA=)
}

# run_tests LOG DIR WORDS OPTIONS...: builds DIR with these options of configure, and runs what make_arguments select.
run_tests() {
	local log=$1 dir=$2 words=$3

	shift 3
	mkdir -p "$dir" && : >"$dir/quickstart-began"
	step "$log" "$words" run_suite "$dir" "$@"
	say_tests "$dir"
	make_arguments=()
}

# VERBOSE: automake shows what failing tests printed. A wrapper is a program, which does not know make() of quickstart.
run_suite() {
	build "$@" && (cd "$1" && $suite_wrapper make -j "$test_jobs" VERBOSE=1 check "${make_arguments[@]}")
}

# test_step STEP WORDS PROGRAM...: runs them in build/, which is configured as "run" does.
test_step() {
	make_arguments=(WERROR_CFLAGS=-Werror)
	only "${@:3}"
	run_tests "$1" build "$2"
}

# Sets counts to automake's totals of the last test run in a build directory: PASSED FAILED SKIPPED.
count_tests() {
	local summary=$1/test-suite.log

	counts=()
	[[ $summary -nt $1/quickstart-began ]] || return
	mapfile -t counts < <(awk '/^# [A-Z]+: *[0-9]+$/ { n[$2] = $3 } /^$/ && n["TOTAL:"] != "" { exit }
		END { if (n["TOTAL:"] > 0) print n["PASS:"] + n["XFAIL:"] "\n" n["FAIL:"] + n["XPASS:"] + n["ERROR:"] "\n" n["SKIP:"] + 0 }' "$summary")
	[[ ${#counts[@]} == 3 ]]
}

# Prints the tests of the last run that ended so: FAIL, SKIP, ...
ended() {	# DIR RESULT
	find "$1/tests" -name '*.trs' -newer "$1/quickstart-began" -exec grep -l "^:test-result: $2" {} + | sort
}

# Prints the tests of the last run that were skipped, also those inside of programs, each with its reason.
say_skipped() {
	local log

	while read -r log; do
		log=${log%.trs}.log
		say "    skipped: $(basename "$log" .log): $(grep -v '^SKIP ' "$log" | tail -n 1)"
	done < <(ended "$1" SKIP)
	while read -r log; do
		log=${log%.trs}.log
		sed -n 's/^\[  SKIPPED \] \([a-z].*\)/\1/p; s/^\(not checked: .*\)/\1/p' "$log" | sort -u |
			while read -r line; do say "    skipped: $(basename "$log" .log): $line"; done
	done < <(ended "$1" PASS)
}

# Says what the last run in this build directory counted, and adds it to the sums.
say_tests() {
	count_tests "$1" || return
	counted "${counts[@]}"
	say_skipped "$1"
}

# A part of the lab's, or a script with a closing line of its own. 77: it cannot run here.
script_step() {	# NAME WORDS SCRIPT [ARGUMENT...]
	local name=$1 words=$2 last line

	shift 2
	step "$name" "$words" "$@"
	last=$(tail -n 1 "build/$name.log")
	[[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]] || return
	counted "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" "$(grep -c '^# skipped: ' "build/$name.log")"
	grep -E '^# (skipped|.*: once more): |^# .*checked before|^# proved before' "build/$name.log" |
		while read -r line; do say "    ${line#\# }"; done
	while read -r line; do
		second_tries+=("$line")
	done < <(sed -n 's/^# passed at the second try: //p' "build/$name.log")
}

### steps

# The Makefile must be there before its lists can be read.
check_build() {
	local programs

	step configure "configure" configure build || finish
	make_arguments=(WERROR_CFLAGS=-Werror)
	mapfile -t programs < <(compiled_of quick)
	step build "building tdtop and ${#programs[@]} test programs" build_programs build "${programs[@]}" || finish
	make_arguments=()
}

# "all" is a make of its own below this one: at the same time both would write the library.
build_programs() {	# DIR PROGRAM...
	make -C "$1" -j "$jobs" all "${make_arguments[@]}" &&
		make -C "$1" -j "$jobs" tests/libfixtures.a "${@:2}" "${make_arguments[@]}"
}

check_tests() {
	local programs

	mapfile -t programs < <(needs_build programs_of quick)
	test_step tests "quick tests" "${programs[@]}"
}

# Lists of programs and targets are in the Makefile; a step that is run by its name may be the first.
needs_build() {
	[[ -e build/Makefile ]] || configure build >build/configure.log 2>&1 || return
	"$@"
}

# Without optimization sanitizers see more, and the build takes three quarters of the time that -O1 takes. Their
# instrumentation causes false warnings of gcc (its manual says so), so warnings are no errors here.
sanitizer_build() {	# NAME OF BUILD, SANITIZERS, WORDS, PROGRAM...
	only "${@:4}"
	run_tests "$1" "$1" "$3" "--with-sanitizer=$2" "CFLAGS=-g1 -O0"
}

# What reads bytes that others wrote: recordings, programs, settings, requests, files of the kernel.
strangers='/(perfdata|replay|code|region|options)/|/openmetrics/test-(accept|http|label_text)|/sample/test-(profile_reader|sample_feed|branch)|'
strangers+='/sys/test-(pmu|procfs|sysfs|topology)|/tree/test-tree_expr|/table/test-filter|/perf/test-record|/draw/test-key_decoder'

check_strangers() {
	local programs

	mapfile -t programs < <(needs_build compiled_of quick | grep -E "$strangers")
	sanitizer_build build-asan address,undefined "what parses strangers' input, address and undefined sanitizer" "${programs[@]}"
}

check_asan() {
	local programs

	mapfile -t programs < <(needs_build compiled_of quick long)
	sanitizer_build build-asan address,undefined "quick and long programs, address and undefined sanitizer" "${programs[@]}"
}

# The thread sanitizer of gcc 12 cannot live with the address space layout of newer kernels.
without_random_addresses() {
	setarch "$(uname -m)" -R true 2>/dev/null && echo setarch "$(uname -m)" -R
}

# The programs that can start a thread, or tdtop, as build/ has linked them. Not grep -q, or what it reads would end by a
# signal.
threaded() {
	local program

	for program; do
		if nm -u "build/$program" | grep ' pthread_create\(@\|$\)' >/dev/null ||
			strings -a "build/$program" | grep -x TDTOP >/dev/null; then
			echo "$program"
		fi
	done
}

check_tsan() {
	local programs

	mapfile -t programs < <(needs_build compiled_of quick long live | grep -v '^tests/truth/')
	make_arguments=(WERROR_CFLAGS=-Werror)
	build_programs build "${programs[@]}" >build/tsan-programs.log 2>&1
	mapfile -t programs < <(threaded "${programs[@]}")
	suite_wrapper=$(without_random_addresses)
	make_arguments=()
	sanitizer_build build-tsan thread "what has threads, thread sanitizer" "${programs[@]}"
	suite_wrapper=
	mapfile -t programs < <(programs_of tsan)
	test_step tsan-proof "the thread sanitizer finds races" "${programs[@]}"
}

# listed_step STEP WORDS: what tests/slow.tsv gives to this step.
listed_step() {
	local programs

	mapfile -t programs < <(needs_build programs_of "$1")
	test_step "$1" "$2" "${programs[@]}"
}

check_long() {
	listed_step long "long tests"
}

# The machine is shared with others: what failed is repeated once, alone. A fault that is there shows itself again.
check_live() {
	local words="what judges by real scheduling" again

	listed_step live "$words"
	mapfile -t again < <(ended build FAIL | sed 's|^build/||; s|\.trs$||')
	((${#again[@]})) || return
	mapfile -t again < <(programs_of live | grep -E "^($(printf '%s|' "${again[@]}" | sed 's/|$//'))(\.sh)?\$")
	((failed_tests -= ${#again[@]}))	# it is the second try that counts
	test_jobs=1 test_step live-again "once more, alone: ${again[*]}" "${again[@]}"
	[[ ${counts[1]-1} != 0 ]] || forgive live "$words" "${again[@]}"
}

check_regions() {
	listed_step regions "the header for applications, by all compilers"
}

check_services() {
	listed_step services "systemd, crun, Prometheus"
}

check_pgo() {
	listed_step pgo "readers of --pgo"
	[[ -z ${PGO_LAB-} ]] ||
		PGO_LAB=1 srcdir=. builddir=$PWD/build script_step pgo-lab "readers of --pgo, of the emulated LBR" tests/check-pgo.sh
}

check_lint() {
	step lint "clang-tidy and cppcheck" needs_build make -C build -j "$jobs" lint LINT_CACHE="$TDTOP_CACHE/lint"
	listed_step lint-scripts "the manual, completions"
}

# All benchmarks are built, so that none is forgotten when what it measures changes.
check_cost() {
	local benches built

	mapfile -t benches < <(printf '%s\n' tests/bench/bench-*.c | sed 's/\.c$//')
	make_arguments=(WERROR_CFLAGS=-Werror)
	step cost-build "building benchmarks" needs_build build_programs build "${benches[@]}"
	built=$?
	make_arguments=()
	((!built)) || return
	script_step cost "instructions and bytes" tests/check-cost.sh
}

check_places() {
	script_step places "clones in odd places" tests/check-places.sh
}

# The tarball builds, from a directory that cannot be written, it passes the quick tests, and it has all
# files. -Og builds fast; its warnings about uninitialized variables are off, since build/ was checked with -O2.
check_dist() {
	local programs

	listed_step dist "make install, packages"
	mapfile -t programs < <(programs_of quick)
	only "${programs[@]}"
	rm -f build/tdtop-*.tar.gz
	step distcheck "make distcheck" make -C build -j "$test_jobs" VERBOSE=1 distcheck "${make_arguments[@]}" \
		DISTCHECK_CONFIGURE_FLAGS="'CFLAGS=-Og -Wno-maybe-uninitialized'"
	make_arguments=()
	if git rev-parse --git-dir >/dev/null 2>&1; then
		step tarball "the tarball has all files of the checkout" same_files build/tdtop-*.tar.gz
	fi
}

# Prints the files of the checkout that this tarball lacks; fails if there are any.
same_files() {
	comm -13 <(tar -t -f "$1" | sed 's|^[^/]*/||' | sort) <(git ls-files | grep -vx .gitignore | sort) | { ! grep .; }
}

# The unit tests as arm64 programs, in qemu's user mode. It has no perf events: tests that need them skip themselves.
# It has no bpf(2) either, so this build is the one without BPF programs. Left out is what is slow there and does not
# depend on the processor, and the limit of the stack, which the emulator does not set.
check_arm() {
	local words="unit tests, arm64 by qemu-user" emulator=qemu-aarch64-static root prefix programs
	local -x PKG_CONFIG PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR QEMU_LD_PREFIX QEMU_CPU

	mapfile -t programs < <(needs_build compiled_of quick long | grep -v -E '^tests/truth/|test-(keys_random|exchange-race|layout|stack|pty.*)$')
	root=$(build-aux/deps.sh --log build/deps-arm64.log arm64)
	case $? in
	0) ;;
	77) skip "$words" "not possible here, as said above" && return ;;
	*) step deps-arm64-failed "$words" false || return ;;
	esac
	prefix=$root/libperf
	PKG_CONFIG=pkg-config PKG_CONFIG_SYSROOT_DIR=$root QEMU_LD_PREFIX=$root
	PKG_CONFIG_LIBDIR=$root/usr/lib/aarch64-linux-gnu/pkgconfig
	QEMU_CPU=neoverse-n1	# without pointer authentication, which is slow to emulate
	only "${programs[@]}"
	make_arguments+=("LOG_COMPILER=$emulator"
		"TESTS_ENVIRONMENT=TDTOP=$PWD/build-arm64/tdtop-emulated; export TDTOP;")
	mkdir -p build-arm64
	printf '#!/bin/sh\nexec %s "%s" "$@"\n' $emulator "$PWD/build-arm64/tdtop" >build-arm64/tdtop-emulated
	chmod +x build-arm64/tdtop-emulated
	run_tests build-arm64 build-arm64 "$words" --enable-werror --without-bpf --build="$(gcc -dumpmachine)" \
		--host=aarch64-linux-gnu "CC=aarch64-linux-gnu-gcc --sysroot=$root"
}

check_fuzz() {
	step fuzz "fuzzing for ${FUZZ_SECONDS:-60} s" needs_build make -C build -j "$jobs" fuzz FUZZ_SECONDS="${FUZZ_SECONDS:-60}"
}

# The kernels that most machines of the lab have, and the emulator, which takes minutes to build.
prepare_lab() {
	tests/lab/vm --kernel 6.12 --prepare && tests/lab/vm --personality spr-real --prepare
}

check_lab() {
	needs_tdtop || return
	step lab-prepare "kernels and emulator of the lab" prepare_lab || return
	script_step lab-prove "the lab tells the truth" tests/lab/prove.sh
	SOAK_SECONDS=${SOAK_SECONDS:-20} script_step lab-check "tdtop in the lab" tests/lab/check.sh
}

check_faults() {
	needs_tdtop || return
	LAB_PROVE=again script_step lab-prove "the lab tells the truth, again" tests/lab/prove.sh
	script_step lab-faults "tdtop in the lab under fire" tests/lab/check.sh faults
	SOAK_SECONDS=${SOAK_SECONDS:-300} script_step lab-soak "churn in the lab" tests/lab/check.sh soak
}

# The lab tries the program that "run" starts.
needs_tdtop() {
	export TDTOP=$tdtop
	[[ -x $tdtop ]] || step build "building tdtop" build build
}

check_busy() {
	local programs run

	mapfile -t programs < <(needs_build programs_of quick)
	for ((run = 1; run <= ${BUSY_RUNS:-1}; run++)); do
		suite_wrapper=$PWD/tests/steal-cpu.py
		test_step "busy-$run" "quick tests, while others take the CPUs in bursts" "${programs[@]}"
		suite_wrapper=
	done
}

check_keys() {
	make_arguments=("RANDOM_SECONDS=${RANDOM_SECONDS:-600}" check_PROGRAMS=tests/ui/keys/test-keys_random check_DATA=)
	step keys-build "building with the address sanitizer" configure build-asan --with-sanitizer=address,undefined "CFLAGS=-g1 -O0"
	step keys "random keys for ${RANDOM_SECONDS:-600} s" make -C build-asan -j "$jobs" random-keys "${make_arguments[@]}"
	make_arguments=()
}

check_day() {
	make_arguments=(WERROR_CFLAGS=-Werror)
	step day-build "building the day" needs_build build_programs build tests/ui/openmetrics/test-exposition_day
	DAY_SECONDS=86400 step day "counters through a day of 86,400 intervals" build/tests/ui/openmetrics/test-exposition_day
	make_arguments=()
}

check_analyze() {
	step analyze "gcc -fanalyzer" needs_build make -C build analyze
}

# build-aux/coverage.sh says which lines the tests cannot reach.
check_coverage() {
	local line

	step coverage "lines that the tests reach" needs_build make -C build -j "$test_jobs" coverage
	grep ' % of [0-9]* lines' build/coverage.log | while read -r line; do say "    $line"; done
}

check_static() {
	static_binary "$(uname -m | sed 's/aarch64/arm64/')"
}

check_debian() {
	script_step debian "packages for this Debian" tests/check-debian.sh
}
