/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A file of its own beside what a person wrote. */
#include "cli/init_update.h"

#include "cli/load.h"
#include "policy/time_text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The head alone is nothing new: what is new comes after an empty line. */
static bool has_content(const char *text)
{
	return strstr(text, "\n\n") != NULL;
}

/* "DIR/inventory.d" and "DIR/inventory.d/observed-2026-11-30.yaml". */
static void make_paths(const char *inventory, int64_t when, struct strbuf *dir,
		       struct strbuf *file)
{
	const char *slash = strrchr(inventory, '/');
	char date[TIME_TEXT];

	strbuf_addf(dir, "%.*sinventory.d",
		    slash ? (int)(slash + 1 - inventory) : 0, inventory);
	strbuf_addf(file, "%s/observed-%s.yaml", strbuf_text(dir),
		    date_format(date, when));
}

static int create(const struct cli *cli, const char *dir, const char *path,
		  const struct strbuf *text)
{
	char safe[CLI_SAFE];
	int file, reason;
	bool written;

	if (mkdir(dir, 0755) && errno != EEXIST) {
		return cli_invalid(cli, "cannot make %s: %s",
				   cli_safe(safe, dir), strerror(errno));
	}
	file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	if (file < 0 && errno == EEXIST) {
		return cli_invalid(cli,
				   "%s is there already: move what it holds to "
				   "where it belongs first",
				   cli_safe(safe, path));
	}
	if (file < 0) {
		return cli_invalid(cli, "cannot write %s: %s",
				   cli_safe(safe, path), strerror(errno));
	}
	written = write(file, text->data, text->length) ==
			  (ssize_t)text->length &&
		  fsync(file) == 0;
	reason = errno;
	if (close(file) || !written) {
		unlink(path);
		return cli_invalid(cli, "cannot write %s: %s",
				   cli_safe(safe, path), strerror(reason));
	}
	return CLI_OK;
}

static bool includes(const struct inventory *inventory, const char *name)
{
	size_t i, length, longer = strlen(name);

	for (i = 1; i < inventory->file_count; i++) {
		length = strlen(inventory->files[i].path);
		if (length >= longer &&
		    !strcmp(inventory->files[i].path + length - longer, name)) {
			return true;
		}
	}
	return false;
}

/* The inventory with the new file in it, if it includes it. */
static int prove(const struct cli *cli, const char *inventory, const char *file)
{
	struct inventory *both = NULL;
	char safe[CLI_SAFE];

	if (load_inventory(cli, inventory, &both)) {
		unlink(file);
		return cli_invalid(cli,
				   "%s does not fit, with the faults above; it "
				   "is not kept",
				   cli_safe(safe, file));
	}
	fprintf(stderr, "ibpolicy: wrote %s: review every line of it\n",
		cli_safe(safe, file));
	if (!includes(both, strrchr(file, '/'))) {
		fprintf(stderr,
			"ibpolicy: it is not in force before %s has \"include: "
			"[inventory.d/*.yaml]\"\n",
			cli_safe(safe, inventory));
	}
	inventory_free(both);
	return CLI_OK;
}

static int write_update(const struct cli *cli, const char *path,
			const struct strbuf *text, int64_t when)
{
	struct strbuf dir = STRBUF_INIT, file = STRBUF_INIT;
	struct error error;
	int status;

	make_paths(path, when, &dir, &file);
	if (dir.failed || file.failed) {
		error_no_memory(&error);
		status = cli_failed(cli, &error);
	} else {
		status = create(cli, strbuf_text(&dir), strbuf_text(&file),
				text);
	}
	if (!status) {
		status = prove(cli, path, strbuf_text(&file));
	}
	strbuf_free(&dir);
	strbuf_free(&file);
	return status;
}

int init_update(const struct cli *cli, const char *path,
		const struct subnet *subnet, const struct init_options *init)
{
	struct init_options options = *init;
	struct inventory *known = NULL;
	struct strbuf text = STRBUF_INIT;
	struct error error = {0, ""};
	int status = load_inventory(cli, path, &known);

	options.known = known;
	if (!status && init_write(subnet, &options, &text, &error)) {
		status = cli_failed(cli, &error);
	} else if (!status && !has_content(strbuf_text(&text))) {
		fprintf(stderr,
			"ibpolicy: nothing new: all of it is declared\n");
	} else if (!status) {
		status = write_update(cli, path, &text,
				      subnet->taken_at ? subnet->taken_at
						       : init->now);
	}
	strbuf_free(&text);
	inventory_free(known);
	return status;
}
