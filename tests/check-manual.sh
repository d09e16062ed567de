#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The manual is well-formed, names every option that tdtop --help all prints and every metric that is
# exported, and has its pictures. ($TDTOP, $srcdir)

manual=${srcdir:-$(dirname "$0")/..}/tdtop.1
[ -e "$manual" ] || { echo "there is no tdtop.1 yet" && exit 77; }
command -v groff >/dev/null || { echo "groff is missing" && exit 77; }
failed=0

for page in "$manual" "${manual%/*}/region/tdtop_region.3"; do
	complaint=$(groff -mandoc -ww -z "$page" 2>&1)
	[ -z "$complaint" ] || { echo "$complaint" && failed=1; }
done

# The text as a reader sees it: no overstrikes, no hyphenation.
page=$(GROFF_NO_SGR=1 groff -mandoc -Tutf8 -rLL=300n "$manual" 2>/dev/null | sed 's/.\x08//g; s/‐/-/g; s/−/-/g')

# $1: the sort of words; stdin: the words that the page must contain.
has_all() {
	missing=0
	while read -r word; do
		quoted=$(printf '%s' "$word" | sed 's/[][\\.*^$+?(){}|]/\\&/g')
		printf '%s\n' "$page" | grep -qE -- "(^|[^[:alnum:]-])$quoted([^[:alnum:]-]|$)" && continue
		echo "$1 $word is not in tdtop.1"
		missing=1
	done
	return $missing
}

"${TDTOP:-./tdtop}" --help all | grep -oE -- '(^|[ ,])(-[a-zA-Z]|--[a-z][a-z-]*)' | tr -d ' ,' |
	sort -u | has_all option || failed=1

# The table of metrics has all families that are exported (the golden text has each), and no others.
sed -n 's/^# TYPE \([^ ]*\) .*/\1/p' "${manual%/*}/tests/golden/exposition.prom" | sort >metrics.exported
sed -n '/^\.Ss METRICS/,/^\.El/s/^\.It Va \(tdtop_[a-z0-9_]*\).*/\1/p' "$manual" | sort >metrics.listed
diff metrics.exported metrics.listed || { echo "the metrics of tdtop.1 are others" && failed=1; }
rm -f metrics.exported metrics.listed

# Each picture of the manual for a browser is there, and so is the section it stands in.
if command -v mandoc >/dev/null; then
	source=$(dirname "$manual")
	html=$(sh "$source/build-aux/manual-html.sh" "$manual") || failed=1
	for picture in $(printf '%s\n' "$html" | grep -o 'src="[^"]*"' | cut -d'"' -f2); do
		[ -s "$source/$picture" ] || { echo "$picture is missing" && failed=1; }
	done
	[ "$(printf '%s\n' "$html" | grep -c '<img ')" = 4 ] || { echo "pictures are missing" && failed=1; }
fi

exit $failed
