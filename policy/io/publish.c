/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A directory that is held, and files in it that are replaced atomically. */
#include "policy/io/publish_dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	FILE_MODE = 0644,
	LOCK_MODE = 0600,
	DIRECTORY_MODE = 0755,
	NAME_LIMIT = 128,
	CHUNK = 65536
};

enum { OPEN_DIRECTORY = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

static const char lock_name[] = ".lock";

int publish_fail(struct error *error, const char *what, const char *path,
		 const char *name)
{
	int code = errno;
	char buffer[128];

	return error_set(error, code, "cannot %s %s%s%s: %s", what, path,
			 name ? "/" : "", name ? name : "",
			 strerror_r(code, buffer, sizeof(buffer)));
}

/* Only we and root may change what stands in a directory we publish to. */
static int check_safe(int fd, const char *path, const char *name,
		      struct error *error)
{
	const char *slash = name ? "/" : "";
	struct stat status;

	name = name ? name : "";
	if (fstat(fd, &status)) {
		return publish_fail(error, "look at", path, NULL);
	}
	if (status.st_mode & (S_IWGRP | S_IWOTH)) {
		return error_set(error, EPERM,
				 "others can write to %s%s%s (mode %04o): make "
				 "it 0755",
				 path, slash, name,
				 (unsigned int)status.st_mode & 07777);
	}
	if (status.st_uid != geteuid() && status.st_uid != 0) {
		return error_set(error, EPERM,
				 "%s%s%s belongs to user %u, who could replace "
				 "what user %u writes there: change its owner",
				 path, slash, name, (unsigned int)status.st_uid,
				 (unsigned int)geteuid());
	}
	return 0;
}

/* The mode must not depend on the umask. A directory that is already there is
 * left as it is. */
static int make_directory(int at, const char *name)
{
	int fd, result;

	if (mkdirat(at, name, DIRECTORY_MODE)) {
		return errno == EEXIST ? 0 : -1;
	}
	fd = openat(at, name, OPEN_DIRECTORY);
	if (fd < 0) {
		return -1;
	}
	result = fchmod(fd, DIRECTORY_MODE);
	close(fd);
	return result;
}

static enum publish_refusal refusal_of(int code)
{
	return code == ENOENT || code == ENOTDIR || code == ELOOP
		       ? PUBLISH_MISSING
		       : PUBLISH_NOT_WRITABLE;
}

static int open_directory(struct publish_dir *dir, bool create,
			  enum publish_refusal *refusal, struct error *error)
{
	if (create && make_directory(AT_FDCWD, dir->path)) {
		*refusal = refusal_of(errno);
		return publish_fail(error, "make directory", dir->path, NULL);
	}
	dir->fd = open(dir->path, OPEN_DIRECTORY);
	if (dir->fd < 0) {
		*refusal = refusal_of(errno);
		if (errno == ELOOP || errno == ENOTDIR) {
			return error_set(error, errno,
					 "%s is not a directory, or a symbolic "
					 "link to one",
					 dir->path);
		}
		return publish_fail(error, "open directory", dir->path, NULL);
	}
	if (check_safe(dir->fd, dir->path, NULL, error)) {
		*refusal = PUBLISH_UNSAFE;
		return -1;
	}
	if (faccessat(dir->fd, ".", W_OK | X_OK, AT_EACCESS)) {
		*refusal = PUBLISH_NOT_WRITABLE;
		return publish_fail(error, "write to directory", dir->path,
				    NULL);
	}
	return 0;
}

/* Says which process it is that holds the lock, as far as its note tells. */
static int fail_held(const struct publish_dir *dir, struct error *error)
{
	char text[24] = "";
	ssize_t length = pread(dir->lock_fd, text, sizeof(text) - 1, 0);
	size_t digits = strspn(text, "0123456789");

	text[digits] = '\0';
	if (length <= 0 || digits == 0) {
		return error_set(error, EWOULDBLOCK,
				 "another process publishes to %s", dir->path);
	}
	return error_set(error, EWOULDBLOCK, "process %s publishes to %s", text,
			 dir->path);
}

static int lock_directory(struct publish_dir *dir,
			  enum publish_refusal *refusal, struct error *error)
{
	char text[24];
	int length = snprintf(text, sizeof(text), "%ld\n", (long)getpid());

	/* Whoever can open it can hold it for ever: nobody else may. */
	dir->lock_fd =
		openat(dir->fd, lock_name,
		       O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
		       LOCK_MODE);
	if (dir->lock_fd < 0 || fchmod(dir->lock_fd, LOCK_MODE)) {
		*refusal = PUBLISH_NOT_WRITABLE;
		return publish_fail(error, "lock", dir->path, lock_name);
	}
	if (flock(dir->lock_fd, LOCK_EX | LOCK_NB)) {
		if (errno == EWOULDBLOCK) {
			*refusal = PUBLISH_HELD;
			return fail_held(dir, error);
		}
		*refusal = PUBLISH_NOT_WRITABLE;
		return publish_fail(error, "lock", dir->path, lock_name);
	}
	/* A note for people; the lock holds without it, on a full disk too. */
	if (ftruncate(dir->lock_fd, 0) ||
	    pwrite(dir->lock_fd, text, (size_t)length, 0) != length) {
		errno = 0;
	}
	return 0;
}

/* What a process left behind that was killed while it published. */
static void remove_temporaries(int at, const char *folder)
{
	int fd = openat(at, folder, OPEN_DIRECTORY);
	DIR *entries = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *entry;

	if (!entries) {
		if (fd >= 0) {
			close(fd);
		}
		return;
	}
	while ((entry = readdir(entries))) {
		size_t length = strlen(entry->d_name);

		if (entry->d_name[0] == '.' && length > 4 &&
		    strcmp(entry->d_name + length - 4, ".tmp") == 0) {
			unlinkat(fd, entry->d_name, 0);
		}
	}
	closedir(entries);
}

static struct publish_dir *new_dir(const char *path)
{
	struct publish_dir *dir = calloc(1, sizeof(*dir));
	size_t length = strlen(path);

	if (!dir) {
		return NULL;
	}
	dir->fd = dir->lock_fd = -1;
	dir->path = strdup(path);
	if (!dir->path) {
		free(dir);
		return NULL;
	}
	/* With a slash at its end a symbolic link would be followed. */
	while (length > 1 && dir->path[length - 1] == '/') {
		dir->path[--length] = '\0';
	}
	return dir;
}

static int open_and_lock(const char *path, bool create, bool lock,
			 struct publish_dir **dir,
			 enum publish_refusal *refusal, struct error *error)
{
	struct publish_dir *opened = new_dir(path);

	*refusal = PUBLISH_NOT_WRITABLE;
	if (!opened) {
		return error_no_memory(error);
	}
	if (open_directory(opened, create, refusal, error) ||
	    (lock && lock_directory(opened, refusal, error))) {
		publish_close(opened);
		return -1;
	}
	if (lock) {
		remove_temporaries(opened->fd, ".");
		remove_temporaries(opened->fd, "partitions.d");
	}
	*refusal = PUBLISH_OK;
	*dir = opened;
	return 0;
}

int publish_open(const char *path, bool create, struct publish_dir **dir,
		 enum publish_refusal *refusal, struct error *error)
{
	return open_and_lock(path, create, true, dir, refusal, error);
}

int publish_open_beside(const char *path, struct publish_dir **dir,
			enum publish_refusal *refusal, struct error *error)
{
	return open_and_lock(path, false, false, dir, refusal, error);
}

void publish_close(struct publish_dir *dir)
{
	if (!dir) {
		return;
	}
	if (dir->lock_fd >= 0) {
		close(dir->lock_fd);
	}
	if (dir->fd >= 0) {
		close(dir->fd);
	}
	free(dir->path);
	free(dir);
}

bool publish_in_place(const struct publish_dir *dir)
{
	struct stat held, named;

	return fstat(dir->fd, &held) == 0 && lstat(dir->path, &named) == 0 &&
	       held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

static bool is_name(const char *name, size_t length)
{
	return length > 0 && length <= NAME_LIMIT && name[0] != '.' &&
	       strspn(name,
		      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
		      "abcdefghijklmnopqrstuvwxyz0123456789._-") >= length;
}

int publish_open_parent(const struct publish_dir *dir, const char *name,
			bool create, const char **leaf, struct error *error)
{
	const char *slash = strchr(name, '/');
	char folder[NAME_LIMIT + 1];
	int fd;

	*leaf = slash ? slash + 1 : name;
	if (!is_name(*leaf, strlen(*leaf)) ||
	    (slash && !is_name(name, (size_t)(slash - name)))) {
		return error_set(error, EINVAL, "no name for a file in %s",
				 dir->path);
	}
	if (!slash) {
		fd = fcntl(dir->fd, F_DUPFD_CLOEXEC, 0);
		return fd < 0 ? publish_fail(error, "open directory", dir->path,
					     NULL)
			      : fd;
	}
	memcpy(folder, name, (size_t)(slash - name));
	folder[slash - name] = '\0';
	if (create && make_directory(dir->fd, folder)) {
		return publish_fail(error, "make directory", dir->path, folder);
	}
	fd = openat(dir->fd, folder, OPEN_DIRECTORY);
	if (fd < 0) {
		return publish_fail(error, "open directory", dir->path, folder);
	}
	if (check_safe(fd, dir->path, folder, error)) {
		close(fd);
		return -1;
	}
	return fd;
}

static bool same_content(int fd, const char *bytes, size_t length)
{
	char chunk[CHUNK];
	ssize_t got;
	size_t at = 0;

	while ((got = pread(fd, chunk, sizeof(chunk), (off_t)at)) > 0) {
		if ((size_t)got > length - at ||
		    memcmp(chunk, bytes + at, (size_t)got) != 0) {
			return false;
		}
		at += (size_t)got;
	}
	return got == 0 && at == length;
}

/* Is the file there, ours, with these bytes and this mode? Anything else (a
 * symbolic link, somebody else's file, another mode) is replaced. */
static bool is_current(int parent, const char *leaf, const char *bytes,
		       size_t length)
{
	int fd = openat(parent, leaf,
			O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat status;
	bool current;

	if (fd < 0) {
		return false;
	}
	current = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
		  (status.st_mode & 07777) == FILE_MODE &&
		  status.st_uid == geteuid() && status.st_nlink == 1 &&
		  status.st_size == (off_t)length &&
		  same_content(fd, bytes, length);
	close(fd);
	return current;
}

int publish_write_all(int fd, const char *bytes, size_t length)
{
	while (length) {
		ssize_t written = write(fd, bytes, length);

		if (written < 0 && errno == EINTR) {
			continue;
		}
		if (written <= 0) {
			errno = written ? errno : EIO;
			return -1;
		}
		bytes += written;
		length -= (size_t)written;
	}
	return 0;
}

/* Writes a new file that must not exist yet, down to the disk. */
static int write_new(int parent, const char *name, const char *bytes,
		     size_t length)
{
	int fd = openat(parent, name,
			O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
			0600);
	int result, code;

	if (fd < 0) {
		return -1;
	}
	result = publish_write_all(fd, bytes, length);
	if (!result) {
		result = fchmod(fd, FILE_MODE);
	}
	if (!result) {
		result = fsync(fd);
	}
	code = errno;
	if (close(fd) && !result) {
		code = errno;
		result = -1;
	}
	if (result) {
		unlinkat(parent, name, 0);
		errno = code;
	}
	return result;
}

/* The old file or the new one is there at every instant. */
static int replace(const struct publish_dir *dir, int parent, const char *leaf,
		   const char *bytes, size_t length)
{
	char name[NAME_LIMIT + 32];
	int code;

	/* Who holds the directory is alone in it; others need names apart. */
	snprintf(name, sizeof(name), ".%s.%ld.tmp", leaf,
		 dir->lock_fd < 0 ? (long)getpid() : 0);
	if (unlinkat(parent, name, 0) && errno != ENOENT) {
		return -1;
	}
	if (write_new(parent, name, bytes, length)) {
		return -1;
	}
	if (renameat(parent, name, parent, leaf)) {
		code = errno;
		unlinkat(parent, name, 0);
		errno = code;
		return -1;
	}
	return fsync(parent);
}

int publish_file(struct publish_dir *dir, const char *name, const char *bytes,
		 size_t length, bool *changed, struct error *error)
{
	const char *leaf;
	int parent = publish_open_parent(dir, name, true, &leaf, error);
	bool current;
	int result = 0;

	if (parent < 0) {
		return -1;
	}
	current = is_current(parent, leaf, bytes, length);
	if (!current && replace(dir, parent, leaf, bytes, length)) {
		result = publish_fail(error, "write", dir->path, name);
	}
	close(parent);
	if (!result && changed) {
		*changed = !current;
	}
	return result;
}

int publish_remove(struct publish_dir *dir, const char *name,
		   struct error *error)
{
	const char *leaf;
	int parent = publish_open_parent(dir, name, false, &leaf, error);
	int result = 0;

	if (parent < 0) {
		return -1;
	}
	if (unlinkat(parent, leaf, 0)) {
		if (errno != ENOENT) {
			result = publish_fail(error, "remove", dir->path, name);
		}
	} else if (fsync(parent)) {
		result = publish_fail(error, "remove", dir->path, name);
	}
	close(parent);
	return result;
}

int publish_list(struct publish_dir *dir, const char *folder,
		 void (*each)(void *context, const char *name), void *context,
		 struct error *error)
{
	int fd = openat(dir->fd, folder, OPEN_DIRECTORY);
	DIR *entries = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *entry;

	if (!entries) {
		publish_fail(error, "list", dir->path, folder);
		if (fd >= 0) {
			close(fd);
		}
		return -1;
	}
	while ((entry = readdir(entries))) {
		each(context, entry->d_name);
	}
	closedir(entries);
	return 0;
}
