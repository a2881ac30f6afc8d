/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* LD_PRELOAD for lab tests: a slow inventory, a full disk, a sudden death, a
 * device that may not be opened, a clock that is wrong.
 *
 *   FAULT_SLOW=PATH       opening PATH takes as many milliseconds as the file
 *                         FAULT_SLOW_MS says
 *   FAULT_DIR=DIR         counts what changes files below DIR (create, write,
 *                         fsync, rename, unlink) while the file FAULT_ARM is
 *                         there; from the FAULT_AT-th on
 *   FAULT_HOW=full|kill   ... a write fails with ENOSPC, or the process ends
 *   FAULT_DENY=PREFIX     opening a path that begins so fails with EACCES
 *   FAULT_CLOCK=FILE      time() is ahead by as many seconds as FILE says
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int operations;

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* open() itself is wrapped by ibsim's library too. */
static long number_in(const char *path)
{
	char text[32] = "";
	long fd = path ? syscall(SYS_openat, AT_FDCWD, path, O_RDONLY) : -1;

	if (fd < 0) {
		return -1;
	}
	if (syscall(SYS_read, fd, text, sizeof(text) - 1) < 0) {
		text[0] = '\0';
	}
	syscall(SYS_close, fd);
	return strtol(text, NULL, 10);
}

static void slow_down(const char *path)
{
	const char *slow = getenv("FAULT_SLOW");
	struct timespec pause;
	long ms;

	if (!slow || strcmp(path, slow) != 0) {
		return;
	}
	ms = number_in(getenv("FAULT_SLOW_MS"));
	if (ms > 0) {
		pause.tv_sec = ms / 1000;
		pause.tv_nsec = ms % 1000 * 1000000;
		nanosleep(&pause, NULL);
	}
}

static int is_denied(const char *path)
{
	const char *prefix = getenv("FAULT_DENY");

	return prefix && strncmp(path, prefix, strlen(prefix)) == 0;
}

/* Whether this operation on fd, in or of our directory, is the fatal one. */
static int struck(int fd)
{
	const char *dir = getenv("FAULT_DIR"), *how = getenv("FAULT_HOW");
	const char *at = getenv("FAULT_AT");
	char link[64], path[PATH_MAX];
	ssize_t length;

	if (!dir || !how || !at || number_in(getenv("FAULT_ARM")) < 0) {
		return 0;
	}
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	length = readlink(link, path, sizeof(path) - 1);
	if (length < 0 || strncmp(path, dir, strlen(dir)) != 0) {
		return 0;
	}
	if (__atomic_add_fetch(&operations, 1, __ATOMIC_RELAXED) < atoi(at)) {
		return 0;
	}
	if (strcmp(how, "kill") == 0) {
		kill(getpid(), SIGKILL);
		pause();
	}
	return 1;
}

time_t time(time_t *when)
{
	const char *clock = getenv("FAULT_CLOCK");
	long ahead = clock ? number_in(clock) : 0;
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	now.tv_sec += ahead;
	if (when) {
		*when = now.tv_sec;
	}
	return now.tv_sec;
}

int open(const char *path, int flags, ...)
{
	mode_t mode;
	va_list args;

	va_start(args, flags);
	mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
	va_end(args);
	slow_down(path);
	if (is_denied(path)) {
		errno = EACCES;
		return -1;
	}
	return NEXT(open)(path, flags, mode);
}

int openat(int at, const char *path, int flags, ...)
{
	mode_t mode;
	va_list args;

	va_start(args, flags);
	mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
	va_end(args);
	if (flags & O_CREAT && struck(at)) {
		errno = ENOSPC;
		return -1;
	}
	return NEXT(openat)(at, path, flags, mode);
}

ssize_t write(int fd, const void *bytes, size_t length)
{
	if (struck(fd)) {
		errno = ENOSPC;
		return -1;
	}
	return NEXT(write)(fd, bytes, length);
}

int fsync(int fd)
{
	struck(fd);
	return NEXT(fsync)(fd);
}

int renameat(int old_at, const char *old, int new_at, const char *new)
{
	struck(new_at);
	return NEXT(renameat)(old_at, old, new_at, new);
}

int unlinkat(int at, const char *path, int flags)
{
	struck(at);
	return NEXT(unlinkat)(at, path, flags);
}
