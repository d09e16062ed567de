#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Suspend to RAM under tdtop: Linux takes all CPUs but one offline and back, and all registers of the PMU are lost.
# QEMU resets the device that the host's files come through, so all that runs afterwards must be in RAM: this script
# copies it to a new root, and goes there for good. So it is the last check of its machine.
#
# usage (inside of tests/lab/vm): check-suspend.sh TDTOP

root=/run/lab/ram
programs=(bash cat jq labload sleep)

fill_root() {	# TDTOP
	local program file

	mkdir -p $root/{bin,dev,proc,run/lab,sys,tmp,usr/lib/locale}
	for program in "${programs[@]}" "$1"; do
		program=$(command -v "$program") && cp -L "$program" "$0" $root/bin/ || return
		ldd "$program" 2>/dev/null | grep -o '/[^ ]*' | while read -r file; do
			mkdir -p "$root${file%/*}" && cp -L "$file" "$root$file"
		done
	done
	cp -r /usr/lib/locale/C.utf8 $root/usr/lib/locale/
	for file in dev proc sys; do
		mount --rbind /$file $root/$file || return
	done
	printf '%s\n' 'hog_ret 80 4 10 6 20 3 4 2' 'hog_be 10 5 15 70 4 3 10 50' >$root/run/lab/table
}

if [[ ${1-} != inside ]]; then
	fill_root "$1" || exit
	mount --bind /tmp $root/tmp
	cp "$1" $root/bin/tdtop
	exec chroot $root /bin/bash "/bin/${0##*/}" inside
fi

cd / && export LAB_TABLE=/run/lab/table PATH=/bin
passed=0
failed=0

check() {	# TEXT FIGURE OP LIMIT: is it true?
	if jq -en "$2 | . $3 $4" >/dev/null 2>&1; then
		echo "ok $1 ($2, must be $3 $4)" && passed=$((passed + 1))
	else
		echo "not ok $1 ($2, must be $3 $4)" && failed=$((failed + 1))
	fi
}

pids=()
for name in hog_be hog_ret; do
	labload hog $name &
	pids+=($!)
done
tdtop --budget 0 --json -n 9 -d 1 >/tmp/out.json 2>/tmp/out.err &
tdtop=$!
lines=0
until [[ $lines -ge 2 ]]; do
	sleep 0.1
	mapfile -t all </tmp/out.json
	lines=${#all[@]}
done
echo 0 >/sys/class/rtc/rtc0/wakealarm
echo +3 >/sys/class/rtc/rtc0/wakealarm	# seconds
echo mem >/sys/power/state
check "Linux suspends to RAM, and wakes up" $? == 0
wait $tdtop
check "tdtop ends well where the machine was suspended" "$(jq -Rs . <<<"$?$(</tmp/out.err)")" == '"0\n"'
kill "${pids[@]}"
check "the machine's sleep is in no interval, s" "$(jq -s '[.[].interval] | max' /tmp/out.json)" '<=' 2
check "both CPUs are counted again, percent of their best interval" "$(jq -s '. as $all | [0, 1] | map(. as $cpu |
	100 * $all[-1].cpus[$cpu].slots / ([$all[].cpus[$cpu].slots] | max)) | min | floor' /tmp/out.json)" '>=' 80
check "all nodes of both hogs are right in the last 3 intervals, points off" "$(jq -s '[.[-3:][].processes[] |
	if .comm == "hog_be" then .tma_backend_bound - 70, .tma_retiring - 10
	elif .comm == "hog_ret" then .tma_retiring - 80, .tma_backend_bound - 6 else empty end | fabs] |
	if length < 12 then 1000 else max end' /tmp/out.json)" '<=' 0.6
echo "# real_suspend: $SECONDS s"
echo "$passed passed, $failed failed"
[[ $failed == 0 ]]
