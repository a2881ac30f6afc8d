/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Which OpenSM is installed, and which one the plugin is built for. */
#include "cli/opensm_version.h"

#include "policy/strbuf.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_MS = 5000, OUTPUT_LIMIT = 4096 };

extern char **environ;

/* Starts "PATH --version" with its output in a pipe. Returns its pid, or 0. */
static pid_t start(const char *path, int *output)
{
	char name[] = "opensm", option[] = "--version";
	char *const arguments[] = {name, option, NULL};
	posix_spawn_file_actions_t actions;
	pid_t pid = 0;
	int ends[2];

	if (pipe2(ends, O_CLOEXEC)) {
		return 0;
	}
	if (posix_spawn_file_actions_init(&actions)) {
		close(ends[0]);
		close(ends[1]);
		return 0;
	}
	if (posix_spawn_file_actions_adddup2(&actions, ends[1],
					     STDOUT_FILENO) ||
	    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO,
					     "/dev/null", O_WRONLY, 0) ||
	    posix_spawn(&pid, path, &actions, NULL, arguments, environ)) {
		pid = 0;
	}
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	if (!pid) {
		close(ends[0]);
	}
	*output = ends[0];
	return pid;
}

static int64_t monotonic_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Reads until the end, the limit or the time is up. */
static size_t read_output(int output, char *buffer, size_t limit)
{
	struct pollfd waiting = {.fd = output, .events = POLLIN};
	int64_t end = monotonic_ms() + WAIT_MS, left;
	size_t length = 0;
	ssize_t got;

	while (length < limit && (left = end - monotonic_ms()) > 0 &&
	       poll(&waiting, 1, (int)left) == 1) {
		got = read(output, buffer + length, limit - length);
		if (got <= 0) {
			break;
		}
		length += (size_t)got;
	}
	return length;
}

/* The line that begins "OpenSM ". */
static int find_version(char *text, char version[OPENSM_VERSION_TEXT])
{
	char *line, *rest = text;

	while ((line = strsep(&rest, "\r\n"))) {
		if (!strncmp(line, "OpenSM ", 7)) {
			snprintf(version, OPENSM_VERSION_TEXT, "%s", line);
			return 0;
		}
	}
	return -1;
}

int opensm_version_installed(char version[OPENSM_VERSION_TEXT],
			     struct error *error)
{
	static const char *const paths[] = {"/usr/sbin/opensm",
					    "/usr/local/sbin/opensm",
					    "/usr/bin/opensm"};
	char text[OUTPUT_LIMIT + 1];
	int output = -1, status;
	size_t i, length;
	pid_t pid = 0;

	for (i = 0; i < sizeof(paths) / sizeof(paths[0]) && !pid; i++) {
		if (!access(paths[i], X_OK)) {
			pid = start(paths[i], &output);
		}
	}
	if (!pid) {
		return error_set(error, ENOENT, "no opensm is installed here");
	}
	length = read_output(output, text, OUTPUT_LIMIT);
	text[length] = '\0';
	close(output);
	kill(pid, SIGKILL); /* it has said what it had to say, or hangs */
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
	}
	if (find_version(text, version)) {
		return error_set(error, 0,
				 "'opensm --version' does not say a version");
	}
	return 0;
}

/* dlerror() quotes paths that anybody may have named. */
static int loader_error(struct error *error)
{
	struct strbuf safe = STRBUF_INIT;
	const char *text = dlerror();

	if (!text) {
		text = "it has no symbol osm_event_plugin";
	}
	strbuf_add_safe(&safe, text, strlen(text));
	error_set(error, 0, "%s", strbuf_text(&safe));
	strbuf_free(&safe);
	return -1;
}

int opensm_version_of_plugin(const char *name,
			     char version[OPENSM_VERSION_TEXT],
			     struct error *error)
{
	const char *const *descriptor;
	char file[64];
	void *library;

	snprintf(file, sizeof(file), "lib%s.so", name);
	library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
	if (!library) {
		return loader_error(error);
	}
	descriptor = dlsym(library, "osm_event_plugin");
	if (!descriptor || !*descriptor) {
		loader_error(error);
		dlclose(library);
		return -1;
	}
	snprintf(version, OPENSM_VERSION_TEXT, "%s", *descriptor);
	dlclose(library);
	return 0;
}
