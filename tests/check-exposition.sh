#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Prometheus' own tools find no fault with the golden expositions: promtool, which also complains of
# names and units that are not as is customary, and the parser of OpenMetrics for Python. ($srcdir)
set -u
golden=${srcdir:-$(dirname "$0")/..}/tests/golden
failed=0
checked=0

if command -v promtool >/dev/null; then
	complaint=$(promtool check metrics <"$golden/exposition.prom" 2>&1) && [ -z "$complaint" ] || {
		echo "promtool: $complaint"
		failed=1
	}
	checked=1
fi

python=	# packages of a distribution are known to its own Python only
for program in python3 /usr/bin/python3; do
	"$program" -c 'import prometheus_client' 2>/dev/null && python=$program
done
if [ "$python" ]; then
	"$python" - "$golden" <<-'END' || failed=1
		import sys
		from prometheus_client import parser
		from prometheus_client.openmetrics import parser as openmetrics

		def read(parse, name):
		    with open(sys.argv[1] + "/" + name, encoding="utf-8") as file:
		        families = list(parse(file))
		    return {(s.name, tuple(sorted(s.labels.items()))): s.value for f in families for s in f.samples}

		new = read(openmetrics.text_fd_to_metric_families, "exposition.openmetrics")
		old = read(parser.text_fd_to_metric_families, "exposition.prom")
		assert len(new) > 100, len(new)
		assert new == old, set(new.items()) ^ set(old.items())
		names = {label for _, labels in new for name, label in labels if name == "cgroup"}
		assert 'quote " back \\slash\nline' in names, names
	END
	checked=1
fi

[ $checked = 1 ] || {
	echo "neither promtool nor prometheus_client for Python is installed"
	exit 77
}
exit $failed
