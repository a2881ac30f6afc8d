/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Whether files still are what they were when they were read. */
#ifndef IBPOLICY_PLUGIN_FILE_WATCH_H
#define IBPOLICY_PLUGIN_FILE_WATCH_H

#include <stdbool.h>

/* Files and directories as stat() showed them; a directory changes when a
 * name in it comes, goes or is replaced. */
struct file_watch;

struct file_watch *file_watch_new(void);        /* NULL when out of memory */
void file_watch_free(struct file_watch *watch); /* NULL is legal */

/* Remembers what path is now, also that it is missing. Returns 0, or -1 when
 * out of memory. A path that is watched already stays as it was. */
int file_watch_add(struct file_watch *watch, const char *path);

bool file_watch_changed(const struct file_watch *watch);

#endif
