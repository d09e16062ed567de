#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""dashboard.py DASHBOARD EXPOSITION FAMILIES RULES THEME QUERIES: looks at a dashboard
of Grafana, without Grafana.

Says what is wrong: panels without a unit or words, that overlap, or name a data source of their own;
metrics, labels and classes that the exposition does not have, in the rules as well; colours that are
not those of tdtop's theme. Writes all queries as rules for promtool, with example values for variables.
"""
import json
import re
import sys

dashboard_file, exposition_file, families_file, rules_file, theme_file, queries_file = sys.argv[1:]
problems = []
NAMES = r"\btdtop_[a-z0-9_]+"
EXAMPLES = {"$__rate_interval": "5m", "$__range": "6h", "$job": "tdtop", "$instance": "m1", "$cgroup": ".*"}


def wrong(*words):
    problems.append(" ".join(map(str, words)))


def read(file):
    with open(file, encoding="utf-8") as text:
        return text.read()


def known_series(text, families):
    """What an exposition has: metric -> label -> values; None: not there, but in the table of families."""
    suffixes = {"COUNTER": "_total", "GAUGE": "", "INFO": "_info"}
    series = {"tdtop_" + name + suffixes[kind]: None
              for kind, name in re.findall(r'(COUNTER|GAUGE|INFO)\("(\w+)"\)', families)}
    for name, labels in re.findall(r"^(tdtop_\w+)(?:\{(.*)\})? \S+$", text, re.M):
        if name not in series:
            wrong("the table of families does not have", name)
        if series.get(name) is None:
            series[name] = {"job": set(), "instance": set()}
        have = series[name]
        for label, value in re.findall(r'(\w+)="((?:[^"\\]|\\.)*)"', labels):
            have.setdefault(label, set()).add(value)
    return series


def look_at_query(where, query, series, recorded=()):
    """Selectors of metrics: does tdtop have them, with these labels and classes?"""
    for colons, name, selector in re.findall(r"([\w:]*:)?(" + NAMES + r")(?![\w:])(?:\{([^}]*)\})?", query):
        if colons:
            continue
        if name not in series:
            wrong(where, "asks for", name, "which tdtop does not have")
            continue
        have = series[name]
        for label, sign, value in [] if have is None else re.findall(r'(\w+)(=~|!~|!=|=)"([^"]*)"', selector):
            if label not in have and not (label == "cgroup" and sign == "!="):
                wrong(where, "asks", name, "for the label", label)
            elif label in ("class", "mode", "part") and sign == "=" and value not in have[label]:
                if value not in ("resource_bound", "smt_contention"):  # of other CPUs than the demo's
                    wrong(where, "asks", name, "for", label, value)
    for name in re.findall(r"[a-z_]+:tdtop_[a-z0-9_:]+", query):
        if name not in recorded:
            wrong(where, "asks for", name, "which no rule records")


def look_at_place(panel, taken):
    place = panel["gridPos"]
    if place["x"] < 0 or place["x"] + place["w"] > 24:
        wrong(panel["title"], "is outside")
    for x in range(place["x"], place["x"] + place["w"]):
        for y in range(place["y"], place["y"] + place["h"]):
            if (x, y) in taken:
                wrong(panel["title"], "covers", taken[x, y])
                return
            taken[x, y] = panel["title"]


def sources_of(thing):
    if isinstance(thing, dict):
        if "datasource" in thing:
            yield thing["datasource"]
        for value in thing.values():
            yield from sources_of(value)
    elif isinstance(thing, list):
        for value in thing:
            yield from sources_of(value)


def look_at_panel(panel, series, queries):
    title = panel["title"]
    if not panel.get("description"):
        wrong(title, "has no description")
    if not panel["fieldConfig"]["defaults"].get("unit"):
        wrong(title, "has no unit")
    refs = [target["refId"] for target in panel["targets"]]
    if len(set(refs)) != len(refs):
        wrong(title, "has two queries of one name")
    for target in panel["targets"]:
        look_at_query(title, target["expr"], series)
        queries.append(target["expr"])


def look_at_colours(panel, colours):
    """A class has the colour of the theme; two lines of one colour differ in another way as well."""
    looks = {}
    for override in panel["fieldConfig"]["overrides"]:
        name = override["matcher"]["options"]
        properties = {p["id"]: p["value"] for p in override["properties"]}
        colour = properties.get("color", {}).get("fixedColor")
        if name in colours and colour != colours[name]:
            wrong(panel["title"], "shows", name, "in", colour, "and not in", colours[name])
        if panel["type"] == "timeseries" and colour:
            look = (colour, properties.get("custom.lineStyle", {}).get("fill"))
            if look in looks:
                wrong(panel["title"], "shows", name, "as", looks[look])
            looks[look] = name


def theme_colours(text):
    """Of the default theme: class -> colour."""
    rgb = dict(re.findall(r"\[(\w+)\]\s*= \{ 0x([0-9a-f]{6}),", text))
    inks = re.search(r"\[THEME_DEFAULT\].*?ON_TERMINAL_GROUND\(TERMINAL" + r", (\w+)" * 4, text, re.S)
    names = ("Retiring", "Bad speculation", "Frontend bound", "Backend bound")
    return {name: "#" + rgb[ink] for name, ink in zip(names, inks.groups())}


def look_at_rules(text, series):
    recorded = set(re.findall(r"record: (\S+)", text))
    for expression in re.findall(r"expr: (?:\|\n((?:(?: {10}.*)?\n)+)|(.*)\n)", text):
        look_at_query("a rule", "".join(expression), series, recorded)
    if not recorded:
        wrong("no rules are found in", rules_file)


def main():
    dashboard = json.loads(read(dashboard_file))
    series = known_series(read(exposition_file), read(families_file))
    colours = theme_colours(read(theme_file))
    queries, taken, ids = [], {}, []
    variables = [variable["name"] for variable in dashboard["templating"]["list"]]
    for panel in dashboard["panels"]:
        ids.append(panel["id"])
        look_at_place(panel, taken)
        if panel["type"] != "row":
            look_at_panel(panel, series, queries)
            look_at_colours(panel, colours)
    if len(set(ids)) != len(ids):
        wrong("two panels have one id")
    for source in sources_of(dashboard):
        if source["uid"] not in ("${datasource}", "-- Grafana --"):
            wrong("a data source of somebody's own:", source)
    for name in set(re.findall(r"\$\{?([a-z]\w*)", json.dumps(dashboard))) - set(variables):
        wrong("there is no variable", name)
    if dashboard["id"] is not None or dashboard["__inputs"]:
        wrong("it would ask something when it is imported")
    look_at_rules(read(rules_file), series)
    with open(queries_file, "w", encoding="utf-8") as out:
        out.write("groups:\n- name: dashboard\n  rules:\n")
        for i, query in enumerate(queries):
            for variable, example in EXAMPLES.items():
                query = query.replace(variable, example)
            out.write(f"  - record: query{i}\n    expr: {json.dumps(query)}\n")
    print("\n".join(problems))
    sys.exit(bool(problems))


main()
