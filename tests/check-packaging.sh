#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What packages say agrees with the source: version, what it is built from, licences, and the library's
# functions. Builds nothing (tests/check-debian.sh does).
set -u
cd "${srcdir:-.}" || exit 99
export LC_ALL=C
failed=0

fail() {
	echo "FAILED: $*"
	failed=1
}

equal() {	# words, two values
	if [[ $2 == "$3" ]]; then
		echo "ok: $1"
	else
		fail "$1: $2, but $3"
	fi
}

version=$(sed -n 's/^AC_INIT(\[tdtop\], \[\(.*\)\])/\1/p' configure.ac)
equal "configure.ac and NEWS have the same version" "$version" "$(sed -n '1s/^tdtop \([0-9.]*\).*/\1/p' NEWS)"
equal "and debian/changelog" "$version" "$(sed -n '1s/^tdtop (\([^)]*\)).*/\1/p' debian/changelog)"

# What ./quickstart installs to build tdtop; but what each package is built with, or debhelper brings,
# and the source of libperf, which is no row there.
wanted=$(awk '$1 == "build" && $2 ~ /:/ && $3 !~ /^(gcc|libc6-dev|make|autoconf|automake|pkg-config)$/ { print $3 }' build-aux/deps.sh |
	sort -u)
wanted+=$'\ndebhelper-compat\nlinux-source\npkgconf\npo-debconf\nxz-utils'
given=$(sed -n '/^Build-Depends:/,/^$/s/^ \([a-z0-9.+-]*\).*/\1/p' debian/control)
equal "debian/control is built from what build-aux/deps.sh installs" "$(sort <<<"$wanted" | paste -s -d ' ')" \
	"$(sort <<<"$given" | paste -s -d ' ')"

# arm64 is a purpose that stands alone: the step arm asks for it itself.
unknown=$(awk '$2 ~ /^(quick|all)$/ && NF > 3 { print $3 }' build-aux/check.sh | sort -u | comm -23 - <(
	awk '$2 ~ /^[a-z]+:[^ ]/ && NF == 4 { gsub(",", "\n", $1); print $1 }' build-aux/deps.sh | grep -vx arm64 | sort -u))
equal "the packages of each step of build-aux/check.sh are a purpose of build-aux/deps.sh" "" "$unknown"

equal "debian/libtdtop-region0.symbols has what the library exports" \
	"$(sed -n 's/^EXPORTED .* \(tdtop_[a-z_]*\)(.*/\1/p' region/libtdtop_region.c | sort -u | paste -s -d ' ')" \
	"$(sed -n 's/^ \(tdtop_[a-z_]*\)@.*/\1/p' debian/libtdtop-region0.symbols | sort -u | paste -s -d ' ')"

# licence_of FILE: by the last paragraph of debian/copyright that names it.
mapfile -t paragraphs < <(awk '/^[A-Z]/ { files = 0 } /^Files:/ { files = 1; sub("^Files:", "") }
	files { for (i = 1; i <= NF; i++) names[++n] = $i }
	/^License:/ { sub("^License: ", ""); for (i = 1; i <= n; i++) print names[i] " " $0; n = 0 }' debian/copyright)
licence_of() {
	local row pattern

	licence=
	for row in "${paragraphs[@]}"; do
		pattern=${row%% *}
		# shellcheck disable=SC2053	# it is a pattern
		[[ $1 != $pattern ]] || licence=${row#* }
	done
}

declare -A debian=([GPL-2.0-only]=GPL-2 [GPL-2.0-or-later]=GPL-2+ [0BSD]=0BSD
	["GPL-2.0-only AND BSD-3-Clause"]="GPL-2 and BSD-3-Clause")
files=0 wrong=0
while IFS=: read -r file line; do
	spdx=$(sed 's/.*SPDX-License-Identifier: //; s: *\*/.*::' <<<"$line")
	licence_of "$file"
	files=$((files + 1))
	[[ ${debian[$spdx]-unknown} == "$licence" ]] || { fail "$file is $spdx; debian/copyright: $licence" && wrong=$((wrong + 1)); }
done < <(grep -r -m 1 -E '^(/\*|#|//|\.\\"|%?[;-]*) ?SPDX-License-Identifier: ' --include='*.[ch]' --include='*.sh' --include='*.py' --include='*.awk' \
	--include='*.cc' --include='*.rs' --include='*.go' --include='*.[13]' build-aux collect model region tests ui)
((files > 1000)) || fail "only $files files have a licence"
((wrong > 0)) || echo "ok: debian/copyright has the licence of each of the files that name one"
exit $failed
