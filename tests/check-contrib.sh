#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What contrib/ promises to Prometheus, Grafana, systemd and Kubernetes. What cannot be tried here is not
# checked, with a line. ($srcdir, $TDTOP, $CC)

set -u
srcdir=${srcdir:-$(dirname "$0")/..}
contrib=$srcdir/contrib
tdtop=${TDTOP:-$PWD/tdtop}
failed=0

dir=$(mktemp -d) || exit 99
chmod 755 "$dir"	# for user 65534
trap 'rm -rf "$dir"' EXIT

# check WORDS COMMAND...: quietly; what it prints is shown if it fails.
check() {
	local words=$1

	shift
	if "$@" >"$dir/log" 2>&1; then
		echo "ok: $words"
	else
		echo "FAILED: $words"
		sed 's/^/| /' "$dir/log"
		failed=1
	fi
}

not_checked() {
	echo "not checked: $*"
}

# have COMMAND WORDS: is it installed? WORDS are not checked without it.
have() {
	command -v "$1" >/dev/null && return
	not_checked "$2: $1 is not installed"
	return 1
}

### systemd

units=$dir/root/etc/systemd/system

quiet() {	# its output is what is wrong
	[[ -z $("$@" 2>&1 | tee /dev/stderr) ]]
}

# Makes a root directory with the units and these drop-ins of tdtop.service; they start the tdtop of here.
root_with() {
	local file

	rm -rf "$dir/root"
	mkdir -p "$units/tdtop.service.d"
	for file in tdtop.service tdtop-textfile.service "${@/#/tdtop.service.d/}"; do
		sed "/^Documentation=/d; s|/usr/bin/tdtop|$tdtop|" "$contrib/systemd/${file##*/}" >"$units/$file"
	done
}

# The exposure that systemd calls "OK" ends at 4.9, "SAFE" at 1.9; it is given times 10.
security() {
	systemd-analyze security --offline=true --no-pager --root="$dir/root" --threshold="$2" "$1"
}

if have systemd-analyze "the units"; then
	root_with
	check "systemd can load tdtop-textfile.service" quiet systemd-analyze verify "$units/tdtop-textfile.service"
	check "and tdtop.service" quiet systemd-analyze verify "$units/tdtop.service"
	check "systemd rates tdtop.service 1.9 or better" security tdtop.service 19
	check "systemd rates tdtop-textfile.service 1.2 or better" security tdtop-textfile.service 12
	root_with bpf.conf
	check "and with bpf.conf" quiet systemd-analyze verify "$units/tdtop.service"
	check "and tdtop.service with BPF 2.2 or better" security tdtop.service 22
	root_with network.conf
	check "and with network.conf" quiet systemd-analyze verify "$units/tdtop.service"
	check "and with other machines 1.9 or better" security tdtop.service 19
	check "network.conf starts the same but for the address" \
		grep -qxF "$(sed -n 's/127\.0\.0\.1//;s/^ExecStart=/ExecStart=/p' "$contrib/systemd/tdtop.service")" \
		"$contrib/systemd/network.conf"
fi

### really run, with the unit's user, capabilities and system calls; what it counts is the kernel's clock

# confined CAPABILITIES FILE... -- OPTIONS: tdtop as user 65534, with what these files allow (see
# tests/contrib/confined), and as nice as the units say.
confined() {
	local capabilities=$1 files=()

	shift
	while [[ $1 != -- ]]; do
		files+=("$1")
		shift
	done
	shift
	TDTOP_PMU_ROOT=$(cd "$srcdir" && pwd)/tests/machines/software \
	timeout 120 nice -n -10 setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs \
		--bounding-set="-all,$capabilities" --inh-caps="-all,$capabilities" --ambient-caps="-all,$capabilities" \
		"$srcdir/tests/contrib/confined" "${files[@]}" -- "$tdtop" --headless -d 0.2 "$@"
}

counts() {	# it ends well, and has counted by this engine
	[[ $1 == 0 ]] || cat "$dir/err"
	[[ $1 == 0 ]] && grep "^tdtop_machine_info.*engine=\"$2\"" "$dir/out" &&
		grep '^tdtop_slots_total{cgroup=.*,class="retiring"} [1-9]' "$dir/out"
}

# try WORDS ENGINE, and what confined() takes
try() {
	local words=$1 engine=$2 status

	shift 2
	confined "$@" -- --engine "$engine" -n 2 --openmetrics - >"$dir/out" 2>"$dir/err"
	status=$?
	if [[ $status == 77 ]]; then
		not_checked "$words: $(tail -n 1 "$dir/err")"
	else
		check "$words" counts $status "$engine"
	fi
}

# Prints the processes below this one.
below() {
	local child

	for child in $(cat /proc/"$1"/task/*/children); do
		echo "$child"
		below "$child"
	done
}

# The thread that answers strangers does not come before other programs, as the one that counts does.
may_wait() {
	local pid task

	for pid in $(below "$1"); do
		for task in /proc/"$pid"/task/*; do
			[[ $(<"$task/comm") != tdtop-export ]] || sed 's/.*) //' "$task/stat" | cut -d ' ' -f 17
		done
	done | grep -x 0
}

# The same, but asks it by HTTP.
answers() {
	local line pid status

	mkfifo "$dir/said"
	confined "$@" -- --listen 127.0.0.1:0 2>"$dir/said" &
	pid=$!
	exec 3<"$dir/said"
	while read -r line <&3; do
		[[ $line =~ ^.*http://127.0.0.1:([0-9]+)/metrics ]] && break
		echo "$line"
	done
	exec 4<>"/dev/tcp/127.0.0.1/${BASH_REMATCH[1]}" || return
	printf 'GET /metrics HTTP/1.0\r\n\r\n' >&4
	grep -a '^tdtop_build_info{' <&4 && may_wait $pid
	status=$?
	kill $pid
	wait $pid
	exec 3<&- 4<&-
	rm "$dir/said"
	return $status
}

may_count() {	# as root, by these engines
	TDTOP_PMU_ROOT=$srcdir/tests/machines/software "$tdtop" --engine "$1" --json -n 1 -d 0.1 >/dev/null 2>&1
}

if [[ $EUID != 0 ]] || ! command -v setpriv python3 >/dev/null || ! may_count ring; then
	not_checked "the limits of the units: not root, or nothing may be counted here"
elif grep -qaE '__[at]san_init' "$tdtop"; then
	not_checked "the limits of the units: a sanitizer needs calls that they forbid"
elif ! setpriv --reuid=65534 --regid=65534 --clear-groups \
	test -x "$tdtop" -a -r "$srcdir/tests/machines/software"; then
	not_checked "the limits of the units: user 65534 may not read $PWD"
else
	root_with bpf.conf
	try "tdtop counts within the limits of tdtop.service" ring +perfmon "$units/tdtop.service"
	check "and answers" answers +perfmon "$units/tdtop.service"
	try "and of tdtop-textfile.service" ring +perfmon "$units/tdtop-textfile.service"
	if may_count bpf; then
		try "and by BPF with bpf.conf" bpf +perfmon,+bpf "$units/tdtop.service" "$units/tdtop.service.d/bpf.conf"
	fi
	check "its filter forbids what it does not name" \
		test "$("$srcdir/tests/contrib/confined" "$units/tdtop.service" -- \
			setpriv --reuid=65534 true 2>&1 | grep -c 'not permitted')" = 1
	try "and within seccomp.json of Kubernetes" ring +perfmon "$contrib/kubernetes/seccomp.json"
	check "and answers there" answers +perfmon "$contrib/kubernetes/seccomp.json"
fi

### RPM

# Prints what is needed for building, by the table of deps.sh: its column for Fedora, without what
# makes configure.
fedora() {
	sed -n 's/^build  *\S*  *\S*  *\(\S*\)$/\1/p' "$srcdir/build-aux/deps.sh" | grep -vx 'auto\(conf\|make\)'
	echo libperf-devel	# elsewhere deps.sh builds it
}

spec=$contrib/rpm/tdtop.spec
check "the spec builds with the packages of deps.sh" \
	diff <(fedora | sort -u) <(sed -n 's/^BuildRequires: *//p' "$spec" | grep -vx systemd-rpm-macros | sort)
check "and has the version of configure.ac" \
	grep -qx "Version: *$(sed -n 's/^AC_INIT(\[tdtop\], \[\(.*\)\])$/\1/p' "$srcdir/configure.ac")" "$spec"

### Prometheus

if have promtool "the rules for Prometheus"; then
	check "the rules can be read" promtool check rules "$contrib/prometheus/tdtop.rules.yml"
	check "and the scrape configuration" promtool check config "$contrib/prometheus/tdtop.yml"
	# Debian's Prometheus is built without Kubernetes.
	sed 's/^    kubernetes_sd_configs:/    static_configs:/; s/^      - role: pod/      - targets: []/' \
		"$contrib/prometheus/tdtop-kubernetes.yml" >"$dir/kubernetes.yml"
	cp "$contrib/prometheus/tdtop.rules.yml" "$dir/"
	check "and that of Kubernetes, but for the pods" promtool check config "$dir/kubernetes.yml"
	check "alerts come when they should, and only then" promtool test rules "$contrib/prometheus/tdtop.test.yml"
fi

### Grafana, and the names of all: the families are those that tdtop writes

if have python3 "the dashboard"; then
	"$tdtop" --demo --headless -n 2 --openmetrics "$dir/tdtop.om" 2>"$dir/err" || cat "$dir/err"
	check "the dashboard is one, and speaks of what tdtop counts" \
		"$srcdir/tests/contrib/dashboard.py" "$contrib/grafana/tdtop.json" "$dir/tdtop.om" \
		"$srcdir/ui/openmetrics/families.c" "$contrib/prometheus/tdtop.rules.yml" \
		"$srcdir/ui/draw/theme.c" "$dir/queries.yml"
	if [[ -s $dir/queries.yml ]] && command -v promtool >/dev/null; then
		check "Prometheus understands its queries" promtool check rules "$dir/queries.yml"
	fi
	if python3 -c 'import yaml' 2>/dev/null; then
		check "the manifests of Kubernetes say what they should" \
			"$srcdir/tests/contrib/manifest.py" "$contrib/kubernetes/tdtop-daemonset.yaml"
	else
		not_checked "the manifests of Kubernetes: python3-yaml is not installed"
	fi
fi

exit $failed
