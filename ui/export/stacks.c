/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Call stacks as text of other programs; see stacks.h. Formats: stackcollapse-perf.pl of
 * github.com/brendangregg/FlameGraph (with the suffixes of --all);
 * www.speedscope.app/file-format-schema.json.
 */
#include "config.h"
#include "ui/export/stacks.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "model/metric.h"
#include "model/profile/call_tree.h"
#include "model/profile/class_samples.h"
#include "ui/draw/format.h"

#define FRAME_TEXT (CODE_NAME_MAX + 64)
#define LOST_FRAMES "[older frames are lost]"	/* CALL_CUT */

static const char *const format_names[STACKS_FORMATS] = {
	[STACKS_TREE] = "tree", [STACKS_FOLDED] = "folded", [STACKS_SPEEDSCOPE] = "speedscope"
};

const char *stacks_format_name(int format)
{
	return format >= 0 && format < STACKS_FORMATS ? format_names[format] : NULL;
}

struct writer {
	struct buffer *out;
	const struct profile *profile;
	const struct code_names *names;
	const struct call_tree *tree;
	const char *title;
	/* Of a profile with TopDown: the classes that slots are divided into, and those of its rows. */
	enum metric_id classes[CLASS_EVENTS_MAX], class_rows[CLASS_EVENTS_MAX];
	size_t n_classes;	/* 0: they are not divided */
};

static int compare_places(const void *a, const void *b)
{
	return place_compare(*(const struct place *)a, *(const struct place *)b);
}

/* Waits for the names of all functions of the tree. 0 or -ENOMEM. */
static int wait_functions(const struct call_tree *tree, const struct code_names *names,
			  int wait_ms)
{
	struct place *functions = calloc(tree->n_functions + 1, sizeof(*functions));

	if (!functions)
		return -ENOMEM;
	for (size_t i = 0; i < tree->n_functions; i++)
		functions[i] = tree->functions[i].function;
	(void)names->wait(names->data, functions, tree->n_functions, true, wait_ms);
	free(functions);
	return 0;
}

/* Waits for the names of all frames, and of the calls before return addresses. 0 or -ENOMEM. */
static int wait_names(const struct profile *profile, const struct code_names *names, int wait_ms)
{
	struct place *places = calloc(2 * profile->n_frames + 1, sizeof(*places));
	size_t n = 0, all = 0;

	if (!places)
		return -ENOMEM;
	for (size_t i = 0; i < profile->n_frames; i++) {
		places[all++] = profile->frames[i];
		places[all] = profile->frames[i];
		places[all++].offset--;
	}
	qsort(places, all, sizeof(*places), compare_places);
	for (size_t i = 0; i < all; i++)
		if (!n || !place_equal(places[i], places[n - 1]))
			places[n++] = places[i];
	(void)names->wait(names->data, places, n, false, wait_ms);
	free(places);
	return 0;
}

/* The name of a function, harmless. */
static void name_function(const struct writer *writer, struct place at, struct code_name *name,
			  char text[FRAME_TEXT])
{
	const struct profile *profile = writer->profile;
	char raw[FRAME_TEXT];

	memset(name, 0, sizeof(*name));
	(void)writer->names->name(writer->names->data, &at, true, name);
	code_name_text(profile->objects, profile->n_objects, at, name, raw, sizeof(raw));
	format_harmless(text, FRAME_TEXT, raw);
}

/* What stackcollapse-perf.pl --all appends, so that flame graphs colour it. */
static const char *suffix_of(const struct profile *profile, uint32_t object)
{
	if (object >= profile->n_objects)
		return "";
	switch (profile->objects[object].kind) {
	case OBJECT_KERNEL:
	case OBJECT_MODULE:
		return "_[k]";
	case OBJECT_JIT:
		return "_[j]";
	case OBJECT_FILE:
	case OBJECT_VDSO:
		break;
	}
	return "";
}

/* Finds the classes in the order of the tree. */
static void find_classes(struct writer *writer)
{
	const struct class_samples *samples = &writer->profile->classes;

	if (!class_rows(samples, writer->class_rows))
		return;
	for (enum metric_id metric = 0; metric < M_COUNT; metric++)
		for (size_t row = 0; row < samples->table->n_events; row++)
			if (writer->class_rows[row] == metric) {
				writer->classes[writer->n_classes++] = metric;
				break;
			}
}

bool stacks_have_classes(const struct profile *profile)
{
	enum metric_id rows[CLASS_EVENTS_MAX];

	return class_rows(&profile->classes, rows);
}

/* What a node was sampled itself, in a class; M_NONE: in all. */
static uint64_t weight_of(const struct writer *writer, const struct call_node *node, enum metric_id class)
{
	return class == M_NONE ? node->self_weight :
	       (uint64_t)llround(class_row_slots(&writer->profile->classes, writer->class_rows,
						 call_tree_sums(writer->tree, node, true), class));
}

/* The separator of frames cannot be part of one. */
static void put_folded_frame(const struct writer *writer, const struct call_node *node)
{
	struct code_name name;
	char text[FRAME_TEXT];

	if (node->kind == CALL_CUT) {
		buffer_print(writer->out, LOST_FRAMES);
		return;
	}
	name_function(writer, node->function, &name, text);
	for (char *c = text; *c; c++)
		if (*c == ';')
			*c = ':';
	buffer_print(writer->out, "%s%s", text, suffix_of(writer->profile, node->function.object));
}

/* The line of a node that was sampled itself; its class is a frame, which all programs draw. */
static void put_folded_line(const struct writer *writer, uint32_t node, enum metric_id class, uint32_t *path)
{
	const struct call_tree *tree = writer->tree;
	const uint64_t weight = weight_of(writer, &tree->nodes[node], class);
	const size_t n = weight ? call_tree_path(tree, node, path, tree->n_nodes) : 0;

	for (size_t frame = 0; frame < n; frame++) {
		if (frame)
			buffer_print(writer->out, ";");
		put_folded_frame(writer, &tree->nodes[path[frame]]);
	}
	if (n && class != M_NONE)
		buffer_print(writer->out, ";[%s]", metrics[class].title);
	if (n)
		buffer_print(writer->out, " %" PRIu64 "\n", weight);
}

static void put_folded(const struct writer *writer, uint32_t *path)
{
	const struct call_tree *tree = writer->tree;

	for (uint32_t i = 1; i < tree->n_nodes; i++) {
		if (!writer->n_classes)
			put_folded_line(writer, i, M_NONE, path);
		for (size_t k = 0; k < writer->n_classes && tree->nodes[i].self_samples; k++)
			put_folded_line(writer, i, writer->classes[k], path);
	}
}

/* A string of JSON; jansson escapes. */
static void put_string(struct buffer *out, const char *text)
{
	json_t *string = json_string(text);
	char *dump = string ? json_dumps(string, JSON_ENCODE_ANY | JSON_ENSURE_ASCII) : NULL;

	if (dump)
		buffer_put(out, dump, strlen(dump));
	else
		out->broken = true;
	free(dump);
	json_decref(string);
}

/* The frames that stacks refer to by number: sorted functions; the last one is CALL_CUT. */
static void put_frames(const struct writer *writer, const struct place *functions)
{
	char text[FRAME_TEXT], file[CODE_FILE_MAX];
	struct code_name name;

	for (size_t i = 0; i < writer->tree->n_functions; i++) {
		name_function(writer, functions[i], &name, text);
		buffer_print(writer->out, "{\"name\":");
		put_string(writer->out, text);
		if (name.file[0]) {
			format_harmless(file, sizeof(file), name.file);
			buffer_print(writer->out, ",\"file\":");
			put_string(writer->out, file);
			if (name.line)
				buffer_print(writer->out, ",\"line\":%" PRIu32, name.line);
		}
		buffer_print(writer->out, "},");
	}
	buffer_print(writer->out, "{\"name\":\"" LOST_FRAMES "\"}");
}

static size_t number_of(const struct writer *writer, const struct place *functions,
			const struct call_node *node)
{
	const size_t n = writer->tree->n_functions;
	const struct place *found = node->kind == CALL_CUT ? NULL :
		bsearch(&node->function, functions, n, sizeof(*functions), compare_places);

	return found ? (size_t)(found - functions) : n;
}

static void put_samples(const struct writer *writer, const struct place *functions,
			enum metric_id class, uint32_t *path)
{
	const struct call_tree *tree = writer->tree;
	const char *comma = "";

	for (uint32_t i = 1; i < tree->n_nodes; i++) {
		size_t n;

		if (!weight_of(writer, &tree->nodes[i], class))
			continue;
		n = call_tree_path(tree, i, path, tree->n_nodes);
		buffer_print(writer->out, "%s[", comma);
		for (size_t frame = 0; frame < n; frame++)
			buffer_print(writer->out, frame ? ",%zu" : "%zu",
				     number_of(writer, functions, &tree->nodes[path[frame]]));
		buffer_print(writer->out, "]");
		comma = ",";
	}
}

static void put_weights(const struct writer *writer, enum metric_id class)
{
	const struct call_tree *tree = writer->tree;
	const char *comma = "";
	uint64_t sum = 0;

	for (uint32_t i = 1; i < tree->n_nodes; i++) {
		const uint64_t weight = weight_of(writer, &tree->nodes[i], class);

		if (!weight)
			continue;
		buffer_print(writer->out, "%s%" PRIu64, comma, weight);
		sum += weight;
		comma = ",";
	}
	buffer_print(writer->out, "],\"startValue\":0,\"endValue\":%" PRIu64, sum);
}

/* The slots of a class, or all events. */
static void put_profile(const struct writer *writer, const struct place *functions, enum metric_id class,
			uint32_t *path)
{
	char name[sizeof(writer->profile->event.name) + 64];

	(void)snprintf(name, sizeof(name), "%s%s%s", writer->profile->event.name, class != M_NONE ? ": " : "",
		       class != M_NONE ? metrics[class].title : "");
	buffer_print(writer->out, "{\"type\":\"sampled\",\"unit\":\"none\",\"name\":");
	put_string(writer->out, name);
	buffer_print(writer->out, ",\"samples\":[");
	put_samples(writer, functions, class, path);
	buffer_print(writer->out, "],\"weights\":[");
	put_weights(writer, class);
	buffer_print(writer->out, "}");
}

/* 0 or -ENOMEM. */
static int put_speedscope(const struct writer *writer, uint32_t *path)
{
	const struct call_tree *tree = writer->tree;
	struct place *functions = calloc(tree->n_functions + 1, sizeof(*functions));
	char title[CODE_NAME_MAX];

	if (!functions)
		return -ENOMEM;
	for (size_t i = 0; i < tree->n_functions; i++)
		functions[i] = tree->functions[i].function;
	qsort(functions, tree->n_functions, sizeof(*functions), compare_places);
	format_harmless(title, sizeof(title), writer->title);
	buffer_print(writer->out,
		     "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\","
		     "\"exporter\":\"" PACKAGE_NAME " " PACKAGE_VERSION "\",\"name\":");
	put_string(writer->out, title);
	buffer_print(writer->out, ",\"shared\":{\"frames\":[");
	put_frames(writer, functions);
	buffer_print(writer->out, "]},\"profiles\":[");
	put_profile(writer, functions, M_NONE, path);
	for (size_t i = 0; i < writer->n_classes; i++) {
		buffer_print(writer->out, ",");
		put_profile(writer, functions, writer->classes[i], path);
	}
	buffer_print(writer->out, "]}\n");
	free(functions);
	return 0;
}

int stacks_put(struct buffer *out, enum stacks_format format, const struct profile *profile,
	       const struct code_names *names, int wait_ms, const char *title, struct err *err)
{
	const struct call_request all = { .direction = CALLEES };
	const struct function_start functions = function_start_names(names);
	struct writer writer = {
		.out = out, .profile = profile, .names = names, .title = title
	};
	struct call_tree *tree;
	uint32_t *path;
	int ret;

	if (!profile->n_stack)
		return err_set(err, ENODATA, "event %s has no call stacks; record with perf record "
			       "--call-graph lbr (Intel) or --call-graph fp", profile->event.name);
	ret = wait_names(profile, names, wait_ms);
	find_classes(&writer);
	writer.tree = tree = ret ? NULL : call_tree_new(profile, &all, &functions);
	path = tree ? calloc(tree->n_nodes, sizeof(*path)) : NULL;
	if (!path || wait_functions(tree, names, wait_ms))
		ret = -ENOMEM;
	else if (format == STACKS_SPEEDSCOPE)
		ret = put_speedscope(&writer, path);
	else
		put_folded(&writer, path);
	free(path);
	call_tree_free(tree);
	if (ret || out->broken)
		return err_set(err, ENOMEM, "not enough memory to export the call stacks");
	return 0;
}
