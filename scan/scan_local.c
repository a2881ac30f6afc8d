/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Local adapters: which there are, which one is meant, may we use it. */
#include "scan/scan_local.h"

#include "policy/strbuf.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { LOCAL_DOWN = 1 }; /* PortInfo:PortState, as sysfs has it */

static int no_adapter(const char *ca, char names[][UMAD_CA_NAME_LEN], int count,
		      struct error *error)
{
	struct strbuf text = STRBUF_INIT;
	int i;

	if (count <= 0) {
		return error_set(error, ENODEV,
				 "there is no InfiniBand adapter on this "
				 "machine (or ib_umad is not loaded)");
	}
	strbuf_addstr(&text, "there is no adapter ");
	strbuf_add_safe(&text, ca, strlen(ca));
	strbuf_addstr(&text, " on this machine; there is");
	for (i = 0; i < count; i++) {
		strbuf_addf(&text, "%s %s", i ? "," : "", names[i]);
	}
	error_set(error, ENODEV, "%s", strbuf_text(&text));
	strbuf_free(&text);
	return -1;
}

/* libibumad names an adapter even where there is none. */
static int list_adapters(char names[][UMAD_CA_NAME_LEN])
{
	int count = umad_get_cas_names(names, UMAD_MAX_DEVICES);
	umad_ca_t ca;

	if (count == 1) {
		if (umad_get_ca(names[0], &ca) < 0) {
			return 0;
		}
		umad_release_ca(&ca);
	}
	return count;
}

static int find_adapter(const char *ca, struct error *error)
{
	char names[UMAD_MAX_DEVICES][UMAD_CA_NAME_LEN];
	int count, i;

	umad_init();
	count = list_adapters(names);
	for (i = 0; i < count; i++) {
		if (!ca || !strcmp(names[i], ca)) {
			return 0;
		}
	}
	return no_adapter(ca, names, count, error);
}

static int may_open(const umad_port_t *local, struct error *error)
{
	int fd, reason;

	errno = 0;
	fd = umad_open_port(local->ca_name, local->portnum);
	reason = errno;
	if (fd >= 0) {
		umad_close_port(fd);
		return 0;
	}
	if (reason == EACCES || reason == EPERM) {
		return error_set(error, reason,
				 "no permission on the management device of "
				 "port %d of %s (/dev/infiniband/umad*): run "
				 "as root, or have read and write access to it",
				 local->portnum, local->ca_name);
	}
	return error_set(error, reason,
			 "cannot open the management device of port %d of %s: "
			 "%s",
			 local->portnum, local->ca_name,
			 reason ? strerror(reason) : "is ib_umad loaded?");
}

int scan_local_find(const char *ca, int port, umad_port_t *local,
		    struct error *error)
{
	if (find_adapter(ca, error)) {
		return -1;
	}
	if (umad_get_port(ca, port, local) < 0) {
		return port ? error_set(error, ENODEV,
					"%s has no port %d that speaks "
					"InfiniBand",
					ca ? ca : "the adapter", port)
			    : error_set(error, ENETDOWN,
					"no local port speaks InfiniBand and "
					"is up");
	}
	if (local->state == LOCAL_DOWN) {
		error_set(error, ENETDOWN,
			  "port %d of %s is down: nothing can be seen from it",
			  local->portnum, local->ca_name);
		umad_release_port(local);
		return -1;
	}
	if (may_open(local, error)) {
		umad_release_port(local);
		return -1;
	}
	return 0;
}

int scan_hush(void)
{
	int saved = dup(STDERR_FILENO);
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

	if (null >= 0) {
		dup2(null, STDERR_FILENO);
		close(null);
	}
	return saved;
}

void scan_unhush(int saved)
{
	if (saved >= 0) {
		dup2(saved, STDERR_FILENO);
		close(saved);
	}
}
