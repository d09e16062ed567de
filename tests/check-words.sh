#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# What a user or a developer reads has short sentences and no words of this project's own: README.md, doc/,
# NEWS, the manual, --help, all texts of the program (of --doctor, help, errors, remarks, status lines), and
# the comments of all C sources, tests included. Links from one page to another lead somewhere, and README.md
# is one page. First it is proved that planted comments are found. ($TDTOP, $srcdir)

cd "${srcdir:-$(dirname "$0")/..}" || exit 99
command -v groff >/dev/null || { echo "groff is missing" && exit 77; }
tdtop=${TDTOP:-./tdtop}
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
all_texts=$scratch/texts
all_comments=$scratch/comments
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

# The comments of C sources, each paragraph a line behind its place: "FILE:LINE", a tab. In comments, too, what
# is indented is an example, and a line with a gap or a "|" is a row of a list or table. $@: where find looks.
comments() {
	find "$@" -name '*.[ch]' ! -name 'tree_*_*' ! -name '*.skel.h' -exec awk '
	function flush() { if (text != "") print place "\t" text; text = ""; hang = 0 }
	function add(body, star) {
		sub(/[ \t]+$/, "", body)
		indent = match(body, /[^ \t]/) - 1
		sub(/^[ \t]+/, "", body)
		row = body ~ /^\|/ || body ~ /[^ \t](   +|\t+)[^ \t]/
		item = match(body, /^(- |[0-9]+\. )/) ? RLENGTH : 0
		if (body == "" || row || item || (indent && star && indent > hang))
			flush()
		if (body == "" || (indent && star && !hang && !row && !item))
			return
		gsub(/\t/, " ", body)
		if (text == "") {
			place = FILENAME ":" FNR
			hang = item ? indent + item : 0
		}
		text = text " " body
		if (row) {
			n = split(text, cell, "|")
			text = ""
			for (i = 1; i <= n; i++)
				if (cell[i] != "")
					print place "\t" cell[i]
		}
	}
	FNR == 1 { flush(); inside = slashes = 0 }
	!inside && slashes && !/^[ \t]*\/\// { flush(); slashes = 0 }
	!inside && !/\/[*\/]/ { next }
	{
		line = $0
		if (inside) {
			star = line ~ /^[ \t]*\*($|[ \/])/
			if (line !~ /^[ \t]*\*\//)
				sub(/^[ \t]*\* ?/, "", line)
		}
		while (line != "" || inside) {
			if (inside && match(line, /\*\//)) {
				add(substr(line, 1, RSTART - 1), star)
				flush()
				inside = 0
				line = substr(line, RSTART + 2)
			} else if (inside) {
				add(line, star)
				next
			} else if (!match(line, /\/[*\/]|["\047]/)) {
				next
			} else {
				before = substr(line, 1, RSTART - 1)
				line = substr(line, RSTART)
				if (line ~ /^\/\*/) {
					flush()
					inside = star = 1
					sub(/^\/\*+ ?/, "", line)
				} else if (line ~ /^\/\//) {
					slashes = before !~ /[^ \t]/
					if (!slashes)
						flush()
					sub(/^\/\/+ ?/, "", line)
					add(line, 1)
					if (!slashes)
						flush()
					next
				} else if (match(line, /^"([^"\\]|\\.)*"/) || match(line, /^\047([^\047\\]|\\.)*\047/)) {
					line = substr(line, RLENGTH + 1)
				} else {
					line = substr(line, 2)
				}
			}
		}
	}
	END { flush() }' {} +
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

# $1: where; $2: how many are allowed. Paragraphs on stdin, maybe behind a place and a tab; prints the sentences
# that are too long.
sentences() {
	awk -v where="$1" -v allowed="${2:-0}" -v long="$long" '
	{
		place = ""
		if (match($0, /^[^ \t]*:[0-9]+\t/)) {
			place = substr($0, 1, RLENGTH - 1) ": "
			$0 = substr($0, RLENGTH + 1)
		}
		gsub(/`[^`]*`/, "code")
		gsub(/\]\([^)]*\)/, "]")
		n = split($0, part, /[.?!]["*)`]*( |$)/)
		for (i = 1; i <= n; i++) {
			words = split(part[i], word, /[ \t]+/)
			for (j in word)
				if (word[j] !~ /[a-zA-Z0-9]/)
					words--
			if (words > long)
				found[++found_n] = place words " words: " part[i]
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
	found=$(sed 's/`[^`]*`/code/g' | grep -inwE "$private") || return 0
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

# Planted comments: three sentences are too long, five lines have a private word.
ten="one two three four five six seven eight nine ten"
cat >"$scratch/planted.c" <<END
/*
 * $ten
 * $ten $ten
 * $ten.
 *
 *  - $ten $ten
 *    $ten $ten: done anew.
 */
#define URL "http:/\/* nobody" /* said */
// $ten $ten
// $ten $ten
/*
 *   anew, $ten $ten $ten $ten
 *
 * name    $ten $ten
 * wish    $ten $ten
 * | $ten | $ten | $ten | $ten |
 * \`nobody\`. $ten. $ten. $ten. $ten.
 */
const char *text = "a \" /* nobody $ten $ten $ten $ten */", c = '"'; /* Anew. */ int anew; /* anew */
END
(cd "$scratch" && comments planted.c) >"$all_comments"
found=$(sentences planted <"$all_comments"; no_private_words planted <"$all_comments")
found=$(printf '%s\n' "$found" | sed -n 's/.*planted\.c:\([0-9]*\).*/\1/p' | tr '\n' ' ')
if [ "$found" != "2 6 10 6 9 16 20 20 " ]; then
	echo "planted comments are found at lines $found" && cat "$all_comments"
	failed=1
fi

comments build-aux collect model region tests ui main.c >"$all_comments"
[ "$(wc -l <"$all_comments")" -ge 15000 ] || { echo "few comments are found in the sources" && failed=1; }
sentences "a comment" <"$all_comments" || failed=1
no_private_words "a comment" <"$all_comments" || failed=1

exit $failed
