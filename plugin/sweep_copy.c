/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What one heavy sweep leaves for the worker, in buffers that go round. */
#include "plugin/sweep_copy.h"

#include <stdlib.h>
#include <unistd.h>

struct sweep_copy *sweep_copy_new(void)
{
	struct sweep_copy *copy = calloc(1, sizeof(*copy));

	if (!copy) {
		return NULL;
	}
	copy->conf_fd = -1;
	copy->found = osm_snapshot_new();
	copy->left = osm_snapshot_new();
	if (!copy->found || !copy->left) {
		sweep_copy_free(copy);
		return NULL;
	}
	return copy;
}

void sweep_copy_reset(struct sweep_copy *copy)
{
	if (!copy) {
		return;
	}
	if (copy->conf_fd >= 0) {
		close(copy->conf_fd);
	}
	copy->conf_fd = -1;
	copy->conf_code = 0;
	copy->found_valid = false;
}

void sweep_copy_free(struct sweep_copy *copy)
{
	if (!copy) {
		return;
	}
	sweep_copy_reset(copy);
	osm_snapshot_free(copy->found);
	osm_snapshot_free(copy->left);
	free(copy);
}
