/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* libosmcomp's own reader of node name maps, wrapped. */
#include "scan/node_name_map.h"

#include <complib/cl_nodenamemap.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* remap_node_name() ends the description that it is given at its byte 64. */
enum { DESCRIPTION_SIZE = 65 };

static int pass_over(void *context, uint64_t guid, char *name)
{
	(void)context;
	(void)guid;
	(void)name;
	return 0;
}

/* open_node_name_map() says on standard error what is wrong with a file, but
 * not why: so it gets none that it would not take. */
static int check_file(const char *path, struct error *error)
{
	struct stat file;

	if (stat(path, &file)) {
		return error_set(error, errno, "%s", strerror(errno));
	}
	if (!S_ISREG(file.st_mode)) {
		return error_set(error, 0, "it is no regular file");
	}
	errno = 0;
	if (!parse_node_map(path, pass_over, NULL)) {
		return 0;
	}
	return error_set(error, errno, "%s",
			 errno && errno != EIO
				 ? strerror(errno)
				 : "a line is not a GUID, a blank and a name "
				   "in quotation marks");
}

static int name_node(nn_map_t *map, struct subnet *subnet,
		     struct subnet_node *node)
{
	char none[DESCRIPTION_SIZE] = "";
	char *name = remap_node_name(map, node->guid, none);
	bool named = name && *name;

	if (named) {
		node->name = arena_strdup(subnet->arena, name);
	}
	free(name);
	return !name || (named && !node->name) ? -1 : 0;
}

int node_name_map_apply(const char *path, struct subnet *subnet,
			struct error *error)
{
	nn_map_t *map;
	int status = 0;
	size_t i;

	if (check_file(path, error)) {
		return -1;
	}
	map = open_node_name_map(path);
	if (!map) {
		return error_set(error, 0, "it cannot be read");
	}
	for (i = 0; i < subnet->node_count && !status; i++) {
		status = name_node(map, subnet, &subnet->nodes[i]);
	}
	close_node_name_map(map);
	return status ? error_no_memory(error) : 0;
}
