#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Programs that count their regions themselves (TDTOP_REGIONS=rdpmc), whole and with the header as it is
# installed, but with counters that are faked (tests/region/self_fake.h): threads, fork, exec, libraries
# that are unloaded, files that are closed, handlers that jump, and what tdtop --regions PID says of
# them. With real counters: the lab (tests/lab/check-regions-self.sh). ($builddir, $srcdir, $CC)
# shellcheck disable=SC2086,SC2317	# options are lists of words; end() is called by name
srcdir=${srcdir:-.}
builddir=${builddir:-.}
sources=$srcdir/tests/region
tdtop=$builddir/tdtop
failed=0 passed=0 waiting=

[ "$(uname -m)" = x86_64 ] || { echo "no program counts itself on this machine" && exit 77; }
work=$(mktemp -d) || exit 99
end() {
	[ -z "$waiting" ] || kill "$waiting"
	rm -rf "$work"
}
trap end EXIT
trap 'exit 99' INT TERM
mkdir -p "$work/devices/cpu/events"
for event in slots topdown-retiring topdown-heavy-ops; do
	echo x >"$work/devices/cpu/events/$event"
done

build() {	# NAME SOURCE OPTIONS...
	name=$1 source=$2
	shift 2
	${CC:-cc} -std=gnu11 -O2 -Wall -Wextra -Werror -I"$builddir/region/include" -I"$srcdir" \
		-DTDTOP_SELF_DEVICES="\"$work/devices/\"" "$@" -o "$work/$name" "$sources/$source" -ldl
}

build program self_program.c -pthread && build guest self_program.c -pthread -DGUEST &&
	build plugin.so self_plugin.c -shared -fPIC && build host.so self_plugin.c -shared -fPIC -DHOST || exit 1
build static self_program.c -pthread -static 2>/dev/null || echo "not here: static programs"
export TDTOP_REGIONS=rdpmc

# expect WORDS WANTED GOT
expect() {
	if [ "$2" = "$3" ]; then
		passed=$((passed + 1))
	else
		printf 'FAILED: %s: wanted "%s", got "%s"\n' "$1" "$2" "$3"
		cat "$work/out" "$work/table" "$work/err"
		failed=1
	fi
}

# run STATUS COMMAND...: ends with this status; what it prints is in out and err, its tables in table.
run() {
	wanted=$1
	shift
	rm -f "$work/table"
	: >"$work/table"
	TDTOP_REGIONS_OUT=$work/table timeout 600 "$@" >"$work/out" 2>"$work/err" </dev/null
	expect "$(echo "$*" | sed "s|$work/||g"): its exit status" "$wanted" $?
}

# Of each region in the tables its entries and millions of slots.
rows() {
	awk 'NR > 1 && /^regions of process/ { printf "; " } /^(outer|inner|plugged in|left open|\(other\)) / {
		name = substr($0, 1, 24); sub(/ *$/, "", name)
		$0 = substr($0, 25); printf "%s %d %.0f, ", name, $1, $3 / 1e6 }' "$work/table"
}

both="outer 1 20, inner 1 30, "
run 0 "$work/program" both
expect "nested regions: each has its own" "$both" "$(rows)"
expect "their split, level 1 and 2" "80.0 3.9 10.2 5.9 20.0 3.9 3.1 2.0 0.4 100.0" \
	"$(awk '/^inner/ { $1 = $2 = $3 = $4 = ""; print $0 }' "$work/table" | sed 's/^ *//')"

# ---- processes
run 0 "$work/program" fork
expect "a child made in a region has a table of its own, and its parent is not changed" \
	"$both; outer 1 10, " "$(rows)"
run 0 "$work/program" idle_child
expect "a child that uses no region prints no table" "$both" "$(rows)"
run 0 "$work/program" both exec
expect "after exec(2) the new program counts from 0" "$both" "$(rows)"
run 3 "$work/program" both _exit
expect "_exit(2) prints no table" "" "$(rows)"
run 0 "$work/program" threads
expect "600 threads, one after the other: all are counted" "outer 600 12000, inner 600 18000, " "$(rows)"
if [ -x "$work/static" ]; then
	run 0 "$work/static" threads
	expect "in a static program, too" "outer 600 12000, inner 600 18000, " "$(rows)"
fi

# ---- libraries
run 0 "$work/program" library "$work/plugin.so"
expect "a library's region is between those of the program" "outer 2 30, plugged in 1 0, inner 1 30, " "$(rows)"
run 0 "$work/guest" library "$work/host.so"
expect "a library can count where the program does not" "plugged in 1 10, " "$(rows)"
run 0 "$work/program" unloaded "$work/plugin.so"
expect "a library that does not count for all can be unloaded" "it is gone ended " "$(tr '\n' ' ' <"$work/out")"
expect "a child made in its region, after that" "$both; left open 1 0, $both" "$(rows)"
run 0 "$work/guest" unloaded "$work/host.so"
expect "one that counts for all stays" "it stays ended " "$(tr '\n' ' ' <"$work/out")"
run 0 "$work/guest" outlives "$work/host.so"
expect "if it cannot, a thread that it counted ends well later" "plugged in 1 10, " "$(rows)"

# ---- what else programs do
run 0 "$work/program" closes_all
expect "a program that closes all files is counted on" "outer 3 60, inner 3 90, (other) 0 11000, " "$(rows)"
run 0 "$work/program" jumps
expect "after a handler that jumped out of the counting it goes on" "outer 3 60, inner 3 90, " "$(rows)"
run 0 "$work/program" storm
expect "in a storm of signals whose handler has a region each entry is counted once" "outer 2000 inner 2000 " \
	"$(awk '/^(outer|inner) / { printf "%s %d ", $1, $2 }' "$work/table")"

# ---- where the table goes
mkfifo "$work/fifo"
for out in "$work/fifo" "$work/none/file" "$work"; do
	TDTOP_REGIONS_OUT=$out timeout 600 "$work/program" both >"$work/out" 2>"$work/table"
	expect "TDTOP_REGIONS_OUT cannot be written: exit status" 0 $?
	expect "then it is stderr" "$both" "$(rows)"
done
TDTOP_REGIONS=perhaps timeout 600 "$work/program" both >"$work/out" 2>"$work/table"
expect "another word in TDTOP_REGIONS counts nothing" "" "$(cat "$work/table")"
rm "$work/devices/cpu/events/slots"
timeout 600 "$work/program" both >"$work/out" 2>"$work/table"
expect "without SLOTS: one sentence" 1 "$(grep -c 'this machine shows no SLOTS' "$work/table")"
expect "and no more" 1 "$(wc -l <"$work/table")"
echo x >"$work/devices/cpu/events/slots"

# ---- tdtop --regions PID
mkfifo "$work/input"
TDTOP_REGIONS_OUT=$work/table "$work/program" names wait <"$work/input" >"$work/out" 2>"$work/err" &
waiting=$!
exec 3>"$work/input"
until grep -q ready "$work/out" || ! kill -0 $waiting; do sleep 0.1; done
"$tdtop" --regions $waiting >"$work/table" 2>"$work/err"
expect "--regions PID: exit status" 0 $?
expect "a name can write no escape code" 'red ?[31m "quoted"' "$(grep -o '^red.*quoted"' "$work/table")"
expect "its row" "1 0.005 50.0M 100.0 80.0 3.9 10.2 5.9 0.4" \
	"$(sed -n 's/^red.*quoted" *//p' "$work/table" | tr -s ' ')"
expect "chosen columns" "ENTRIES REGION" \
	"$("$tdtop" --regions $waiting --columns-self-regions entries,region | sed -n 2p | tr -s ' ' | sed 's/^ //; s/ $//')"
exec 3>&-
wait $waiting
waiting=
echo "$passed passed"
exit $failed
