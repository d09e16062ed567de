#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The pages of the manual are well-formed and name each other. tdtop.1 is no book, and names every
# option that tdtop --help all prints; tdtop-metrics.7 names every metric that is exported. There are
# the pictures. ($TDTOP, $srcdir)

source=${srcdir:-$(dirname "$0")/..}
command -v groff >/dev/null || { echo "groff is missing" && exit 77; }
pages='tdtop.1 tdtop-json.5 tdtop-metrics.7 tdtop-recording.7'
failed=0

for page in $pages ../region/tdtop_region.3; do
	complaint=$(groff -mandoc -ww -z "$source/doc/$page" 2>&1)
	[ -z "$complaint" ] || { echo "$complaint" && failed=1; }
	command -v mandoc >/dev/null || continue
	mandoc -Tlint -W warning "$source/doc/$page" || failed=1
done

# A reference leads to a heading of its page, and SEE ALSO to all other pages.
for page in $pages; do
	awk -v page="$page" '
	/^\.S[hs] / { heading = $0; sub(/^\.S[hs] /, "", heading); headings[heading] }
	match($0, /Sx /) { to = substr($0, RSTART + 3); sub(/ [.,;:)].*/, "", to); references[to] }
	END {
		for (to in references)
			if (!(to in headings) && ++missing)
				print page " has no section " to
		exit (missing > 0)
	}' "$source/doc/$page" || failed=1
	for other in $pages; do
		[ "$other" = "$page" ] ||
			sed -n '/^\.Sh SEE ALSO/,$p' "$source/doc/$page" | grep -q "^\.Xr ${other%.*} ${other#*.}" ||
			{ echo "SEE ALSO of $page does not name $other" && failed=1; }
	done
done
[ "$(wc -c <"$source/doc/tdtop.1")" -le 46080 ] || { echo "tdtop.1 has more than 45 KB" && failed=1; }

# The text as a reader sees it: no overstrikes, no hyphenation.
page=$(GROFF_NO_SGR=1 groff -mandoc -Tutf8 -rLL=300n "$source/doc/tdtop.1" 2>/dev/null | sed 's/.\x08//g; s/‐/-/g; s/−/-/g')

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
sed -n 's/^# TYPE \([^ ]*\) .*/\1/p' "$source/tests/golden/exposition.prom" | sort >metrics.exported
sed -n '/^\.Ss METRICS/,/^\.El/s/^\.It Va \(tdtop_[a-z0-9_]*\).*/\1/p' "$source/doc/tdtop-metrics.7" | sort >metrics.listed
diff metrics.exported metrics.listed || { echo "the metrics of tdtop-metrics.7 are others" && failed=1; }
rm -f metrics.exported metrics.listed

# All fields that are printed are named; one that ends in _error stands beside the field of its value.
tdtop=${TDTOP:-./tdtop}
{
	"$tdtop" --doctor --json
	"$tdtop" --demo --json -n 1 -l 6 -p 3561
	"$tdtop" diff --json "$source/tests/recordings/stream.data" "$source/tests/recordings/clock.data"
} | grep -oE '"[a-z][a-z0-9_]*":' | tr -d '":' | sed 's/_error$//' | sort -u >fields.printed
[ "$(wc -l <fields.printed)" -gt 100 ] || { echo "the fields are not printed" && failed=1; }
while read -r field; do
	sed 's/\\[-&]//g' "$source/doc/tdtop-json.5" "$source/doc/tdtop-metrics.7" | grep -qw -- "$field" ||
		{ echo "the field $field is in no page" && failed=1; }
done <fields.printed
rm -f fields.printed

# Each picture of the manual for a browser is there, and so is the section it stands in.
if command -v mandoc >/dev/null; then
	html=$(for page in $pages; do
		sh "$source/build-aux/manual-html.sh" "$source/doc/$page" || exit
	done) || failed=1
	for link in $(printf '%s\n' "$html" | grep -o 'href="tdtop[^"#]*"' | cut -d'"' -f2 | sort -u); do
		[ -s "$source/doc/${link%.html}" ] || { echo "$link is not made" && failed=1; }
	done
	for picture in $(printf '%s\n' "$html" | grep -o 'src="[^"]*"' | cut -d'"' -f2); do
		[ -s "$source/doc/$picture" ] || { echo "$picture is missing" && failed=1; }
	done
	[ "$(printf '%s\n' "$html" | grep -c '<img ')" = 4 ] || { echo "pictures are missing" && failed=1; }
fi

exit $failed
