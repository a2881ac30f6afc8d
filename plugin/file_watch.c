/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Whether files still are what they were when they were read. */
#include "plugin/file_watch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct watched {
	char *path;
	bool missing;
	dev_t device;
	ino_t inode;
	off_t size;
	struct timespec modified, changed;
};

struct file_watch {
	struct watched *items;
	size_t count, room;
};

struct file_watch *file_watch_new(void)
{
	return calloc(1, sizeof(struct file_watch));
}

void file_watch_free(struct file_watch *watch)
{
	size_t i;

	if (!watch) {
		return;
	}
	for (i = 0; i < watch->count; i++) {
		free(watch->items[i].path);
	}
	free(watch->items);
	free(watch);
}

static void look(const char *path, struct watched *out)
{
	struct stat info;

	memset(out, 0, sizeof(*out));
	if (stat(path, &info) != 0) {
		out->missing = true;
		return;
	}
	out->device = info.st_dev;
	out->inode = info.st_ino;
	out->size = info.st_size;
	out->modified = info.st_mtim;
	out->changed = info.st_ctim;
}

static bool same_time(struct timespec a, struct timespec b)
{
	return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

static bool is_same(const struct watched *a, const struct watched *b)
{
	return a->missing == b->missing && a->device == b->device &&
	       a->inode == b->inode && a->size == b->size &&
	       same_time(a->modified, b->modified) &&
	       same_time(a->changed, b->changed);
}

int file_watch_add(struct file_watch *watch, const char *path)
{
	struct watched *item;
	size_t i;

	for (i = 0; i < watch->count; i++) {
		if (strcmp(watch->items[i].path, path) == 0) {
			return 0;
		}
	}
	if (watch->count == watch->room) {
		size_t room = watch->room ? watch->room * 2 : 16;

		item = reallocarray(watch->items, room, sizeof(*item));
		if (!item) {
			return -1;
		}
		watch->items = item;
		watch->room = room;
	}
	item = &watch->items[watch->count];
	look(path, item);
	item->path = strdup(path);
	if (!item->path) {
		return -1;
	}
	watch->count++;
	return 0;
}

bool file_watch_changed(const struct file_watch *watch)
{
	size_t i;

	for (i = 0; i < watch->count; i++) {
		struct watched now;

		look(watch->items[i].path, &now);
		if (!is_same(&now, &watch->items[i])) {
			return true;
		}
	}
	return false;
}
