/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Writes random partitions.conf files and what a running OpenSM must make of
 * them one after the other: for the test from end to end. MTU and RATE are the
 * codes of the slowest end ports, which groups out of range get. */
#include "tests/differential/generate.h"
#include "tests/differential/view.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	PORTS = 64,
	EXACTLY = 0x80 /* the selector of a group's MTU and rate */
};

static void write_text(const char *directory, size_t index, const char *suffix,
		       const struct strbuf *text)
{
	char path[512];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%05zu.%s", directory, index, suffix);
	file = fopen(path, "w");
	if (!file ||
	    fwrite(text->data, 1, text->length, file) != text->length ||
	    fclose(file)) {
		perror(path);
		exit(1);
	}
}

static int compare_ports(const void *left, const void *right)
{
	const struct partitions_conf_port *a = left, *b = right;

	return (a->guid > b->guid) - (a->guid < b->guid);
}

/* Lines of "GUID ca|switch|router", the SM's port first. */
static void read_ports(struct view_fabric *fabric)
{
	char guid[32], type[32];

	while (fabric->port_count < PORTS &&
	       scanf("%31s %31s", guid, type) == 2) {
		struct partitions_conf_port *port =
			&fabric->ports[fabric->port_count++];

		if (!ib_guid_parse(guid, &port->guid) ||
		    !(port->type = ib_node_type_parse(type))) {
			fprintf(stderr, "bad port: %s %s\n", guid, type);
			exit(1);
		}
	}
	fabric->sm_guid = fabric->ports[0].guid;
	qsort(fabric->ports, fabric->port_count, sizeof(*fabric->ports),
	      compare_ports);
}

/* "GUID 0xffff 0x8011 ..." for each port, as smpquery has them. */
static void add_tables(const struct partition_plan *plan,
		       const struct view_fabric *fabric, struct strbuf *out)
{
	struct strbuf keys = STRBUF_INIT;
	const char *at;
	size_t port;

	for (port = 0; port < fabric->port_count; port++) {
		strbuf_addf(out, "0x%016" PRIx64, fabric->ports[port].guid);
		view_pkeys_of_plan(plan, fabric, port, &keys);
		for (at = strbuf_text(&keys); *at; at++) {
			strbuf_addf(out, *at == ' ' ? " 0x" : "%c", *at);
		}
		strbuf_addch(out, '\n');
	}
	strbuf_free(&keys);
}

/* A group line of view.h in the order and the numbers of saquery. */
static void add_group(const char *line, struct strbuf *out)
{
	char mgid[INET6_ADDRSTRLEN];
	unsigned int pkey, mtu, rate, sl, scope, qkey, tclass, flow_label;

	if (sscanf(line,
		   "G %45s pkey=%x mtu=%u rate=%u sl=%u scope=%u q=%x t=%u "
		   "f=%x",
		   mgid, &pkey, &mtu, &rate, &sl, &scope, &qkey, &tclass,
		   &flow_label) != 9) {
		abort();
	}
	strbuf_addf(out, "G %s 0x%x 0x%x 0x%x 0x%x 0x%x 0x%x 0x%x 0x%x\n", mgid,
		    qkey, EXACTLY | mtu, tclass, pkey, EXACTLY | rate, sl,
		    flow_label, scope);
}

static void add_groups(const struct partition_plan *plan,
		       const struct view_fabric *fabric, struct strbuf *out)
{
	struct strbuf view = STRBUF_INIT;
	char *line, *rest;

	view_of_plan(plan, fabric, &view);
	rest = view.data;
	while ((line = strsep(&rest, "\n"))) {
		if (*line == 'G') {
			add_group(line, out);
		}
	}
	strbuf_free(&view);
}

static struct partitions_conf *
make_file(struct generator *generator,
	  const struct partitions_conf_options *options, struct strbuf *text)
{
	struct partitions_conf *conf;

	for (;;) {
		generate_file(generator, text);
		if (partitions_conf_read(strbuf_text(text), text->length,
					 options, &conf, NULL)) {
			exit(1);
		}
		if (!conf->undefined && !conf->shared_group) {
			return conf;
		}
		partitions_conf_free(conf);
	}
}

int main(int argc, char **argv)
{
	struct partitions_conf_port ports[PORTS];
	struct view_fabric fabric = {.ports = ports};
	struct partitions_conf_options options = {.ports = ports};
	struct generator generator = {.guids = NULL};
	struct strbuf text = STRBUF_INIT, expected = STRBUF_INIT;
	struct partitions_conf *conf, *before = NULL;
	uint64_t guids[PORTS];
	size_t i, count;

	if (argc != 6) {
		fprintf(stderr, "usage: files SEED COUNT DIRECTORY MTU RATE "
				"<PORTS\n");
		return 2;
	}
	fabric.min_mtu = strtoul(argv[4], NULL, 10);
	fabric.min_rate = strtoul(argv[5], NULL, 10);
	read_ports(&fabric);
	for (i = 0; i < fabric.port_count; i++) {
		guids[i] = ports[i].guid;
	}
	options.port_count = fabric.port_count;
	options.sm_guid = fabric.sm_guid;
	generator.guids = guids;
	generator.guid_count = fabric.port_count;
	generator.random.state = strtoull(argv[1], NULL, 0);
	count = strtoull(argv[2], NULL, 0);
	for (i = 0; i < count; i++) {
		options.before = before;
		conf = make_file(&generator, &options, &text);
		expected.length = 0;
		add_tables(conf->plan, &fabric, &expected);
		add_groups(conf->plan, &fabric, &expected);
		write_text(argv[3], i, "conf", &text);
		write_text(argv[3], i, "expected", &expected);
		partitions_conf_free(before);
		before = conf;
	}
	partitions_conf_free(before);
	strbuf_free(&text);
	strbuf_free(&expected);
	return 0;
}
