#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# What a user reads has short sentences and no words of this project's own: README.md, doc/, NEWS, the
# manual, --help, and all texts of the program: of --doctor, help, errors, remarks, status lines. Links from one page to another lead somewhere, and README.md
# is one page. ($TDTOP, $srcdir)

cd "${srcdir:-$(dirname "$0")/..}" || exit 99
command -v groff >/dev/null || { echo "groff is missing" && exit 77; }
tdtop=${TDTOP:-./tdtop}
all_texts=$(mktemp) || exit 99
trap 'rm -f "$all_texts"' EXIT
failed=0
long=35			# words of a sentence
# How many may be longer, until they are mended: make it less, never more.
long_of_help=1		# the list of columns of --sort

# Words that only those who wrote tdtop understand in this sense.
private='anew|wish|wishes|said|nobody|of which|has it that|with a word|without a word|at all times of|no more what'
private="$private|the deep|deeps|a beside|what can is|nothing of that|has exact ones"

# A paragraph a line: what is indented by four is an example, a row of a table has sentences in its cells.
markdown() {
	awk '
	function flush() { if (text != "") print text; text = "" }
	/^```/ { flush(); code = !code; next }
	code || /^    / || /^[#<!]/ { flush(); next }
	/^\|/ { flush(); n = split($0, cell, "|"); for (i = 1; i <= n; i++) print cell[i]; next }
	/^ *$/ { flush(); next }
	/^(- |[0-9]+\. )/ { flush() }
	{ sub(/^ *(- |[0-9]+\. )?/, ""); text = text " " $0 }
	END { flush() }' "$1"
}

# The same of text in which blank lines, bullets and lines of options begin a paragraph.
plain() {
	awk '
	function flush() { if (text != "") print text; text = "" }
	/^ *$/ { flush(); next }
	/^ *(\*|--?[a-zA-Z]|•)/ { flush() }
	{ sub(/^ */, ""); text = text " " $0 }
	END { flush() }'
}

# Without overstrikes and hyphenation, each paragraph a line.
manual() {
	GROFF_NO_SGR=1 groff -mandoc -Tutf8 -rLL=3000n "$1" 2>/dev/null | sed 's/.\x08//g'
}

# The texts of C sources, each a paragraph: literals that follow each other are one text. Formulas of trees,
# which are generated, and --help, which is measured as it is printed, are none.
texts() {
	find collect model region ui ./*.c -name '*.c' ! -name 'tree_*_*.c' ! -name option_help.c -exec awk '
	function flush() { if (text ~ /[a-z] [a-zA-Z]/) print text; text = "" }
	FNR == 1 { flush(); comment = 0 }
	{
		line = $0
		if (comment && !match(line, /\*\//))
			next
		if (comment)
			line = substr(line, RSTART + 2)
		comment = 0
		sub(/^[ \t]+/, "", line)
		if (line ~ /^#include/ || line !~ /^("|PRI|\/\*)/)
			flush()
		while (line != "" && line !~ /^#include/) {
			if (match(line, /^"([^"\\]|\\.)*"/))
				text = text substr(line, 2, RLENGTH - 2)
			else if (match(line, /^(PRI[a-zA-Z0-9]+|[ \t\\]+)/))
				;
			else if (line ~ /^\/\*/ && !match(line, /\*\//) && (comment = 1))
				break
			else if (line !~ /^\/\*/) {
				flush()
				if (!match(line, /^('"'"'([^'"'"'\\]|\\.)*'"'"'|[^"'"'"'\/ \t]+)/))
					match(line, /^./)
			}
			line = substr(line, RSTART + RLENGTH)
		}
	}
	END { flush() }' {} + | sed 's/%[-+.*0-9]*[a-zA-Z]/X/g; s/%%/%/g; s/\\n/ /g'
}

# The findings of --doctor, each a paragraph, as is its remedy.
doctor() {
	awk '
	function flush() { if (text != "") print text; text = "" }
	/^(ok|note|no) / || /^ *->/ || /^$/ { flush() }
	/^(ok|note|no) / || /^ / { text = text " " substr($0, 21); next }
	{ print }
	END { flush() }' "$1"
}

# $1: where; $2: how many are allowed. Paragraphs on stdin; prints the sentences that are too long.
sentences() {
	awk -v where="$1" -v allowed="${2:-0}" -v long="$long" '
	{
		gsub(/`[^`]*`/, "code")
		gsub(/\]\([^)]*\)/, "]")
		n = split($0, part, /[.?!]["*)`]*( |$)/)
		for (i = 1; i <= n; i++) {
			words = split(part[i], word, /[ \t]+/)
			for (j in word)
				if (word[j] !~ /[a-zA-Z0-9]/)
					words--
			if (words > long)
				found[++found_n] = words " words: " part[i]
		}
	}
	END {
		if (found_n <= allowed)
			exit 0
		for (i = 1; i <= found_n; i++)
			print where ": " found[i]
		print where ": " found_n " sentences of more than " long " words, where " allowed " are allowed"
		exit 1
	}'
}

# $1: where. Text on stdin.
no_private_words() {
	found=$(sed 's/`[^`]*`/code/g' | grep -nwE "$private") || return 0
	printf '%s\n' "$found" | sed "s|^|$1: a private word: |"
	return 1
}

for page in README.md doc/*.md; do
	markdown "$page" | sentences "$page" || failed=1
	markdown "$page" | no_private_words "$page" || failed=1
	for link in $(grep -o '](\([^)]*\))' "$page" | sed 's/^](//; s/)$//; s/#.*//; /^http/d'); do
		[ -e "$(dirname "$page")/$link" ] || { echo "$page: there is no $link" && failed=1; }
	done
done
[ "$(wc -c <README.md)" -le 9216 ] || { echo "README.md is more than a page: 9 KB" && failed=1; }

plain <NEWS | sentences NEWS || failed=1
plain <NEWS | no_private_words NEWS || failed=1
for page in tdtop.1 tdtop-json.5 tdtop-metrics.7 tdtop-recording.7; do
	text=$(manual doc/$page)
	printf '%s\n' "$text" | sentences $page || failed=1
	printf '%s\n' "$text" | no_private_words $page || failed=1
done
help=$("$tdtop" --help) || failed=1
[ "$(printf '%s\n' "$help" | wc -l)" -le 45 ] || { echo "--help has more than 45 lines" && failed=1; }
printf '%s\n' "$help" | grep '.\{81\}' && echo "--help is wider than 80 columns" && failed=1
all=$("$tdtop" --help all) || failed=1
for option in $(printf '%s\n' "$help" | grep -oE -- '--[a-z]+[a-z-]*' | sort -u); do
	printf '%s\n' "$all" | grep -qE -- "^ .{4}  *$option\b|, $option\b" ||
		{ echo "--help names $option, which is no option" && failed=1; }
done
help=$all
printf '%s\n' "$help" | plain | sentences "--help all" $long_of_help || failed=1
printf '%s\n' "$help" | no_private_words "--help all" || failed=1
for text in tests/golden/doctor-*.txt; do
	doctor "$text" | sentences "$text" || failed=1
	doctor "$text" | no_private_words "$text" || failed=1
done
texts >"$all_texts"
[ "$(wc -l <"$all_texts")" -ge 2500 ] || { echo "few texts are found in the sources" && failed=1; }
grep -q 'a system call filter rejects perf_event_open before the kernel sees it' "$all_texts" ||
	{ echo "the texts of --doctor are not found in the sources" && failed=1; }
sentences "a text of the program" <"$all_texts" || failed=1
no_private_words "a text of the program" <"$all_texts" || failed=1

exit $failed
