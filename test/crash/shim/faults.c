/*
 * A preloaded library between a process and its disk. It records every change that the process makes below
 * FAULTS_ROOT, in order, in FAULTS_TRACE, and gives one of them, the FAULTS_AT-th, the fault that FAULTS_KIND
 * names:
 *
 *   exit      the process ends before the change
 *   half      the process ends when half of a write is done
 *   sector    the process ends when the first 512 bytes of a write are done
 *   ENOSPC    the change is refused, and so is every write among the next 20 changes
 *   EIO       the change is refused, once
 *
 * A change is a write, fsync, ftruncate, unlink, rename, link, mkdir or the making of a file. A record is a line
 * of JSON; that of a write is followed by the bytes written. The standard output of the process goes into the
 * trace as well, because it shows what the process had promised at each point. Only for processes that do all
 * this on one thread.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES 4096
#define ENDED_HERE 99
#define FULL_FOR 20
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static const char *root;
static int trace = -1;
static long fault_at;
static const char *fault_kind;
static long count;
static char *names[FILES]; /* of open files below the root, by descriptor */

__attribute__((constructor)) static void begin(void) {
  root = getenv("FAULTS_ROOT");
  const char *at = getenv("FAULTS_AT");
  fault_at = at ? atol(at) : 0;
  fault_kind = getenv("FAULTS_KIND");
  const char *file = getenv("FAULTS_TRACE");
  if (file) trace = REAL(open)(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* The path below the root, "." for the root itself, NULL for all other paths. */
static const char *below(const char *path) {
  size_t length = root ? strlen(root) : 0;
  if (length == 0 || strncmp(path, root, length) != 0) return NULL;
  if (path[length] == 0) return ".";
  return path[length] == '/' ? path + length + 1 : NULL;
}

static const char *name_of(int fd) { return fd >= 0 && fd < FILES ? names[fd] : NULL; }

static void put(const void *bytes, size_t length) {
  if (trace >= 0 && REAL(write)(trace, bytes, length) != (ssize_t)length) _exit(98);
}

__attribute__((format(printf, 1, 2))) static void record(const char *format, ...) {
  char line[1024];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  put(line, (size_t)length);
}

static int is_kind(const char *kind) { return fault_kind && strcmp(fault_kind, kind) == 0; }

static void end_here(void) {
  record("{\"op\":\"ended\"}\n");
  _exit(ENDED_HERE);
}

/* Counts a change. Returns 0 when it may go on, else the error to refuse it with. */
static int refusal(const char *what, const char *name) {
  count++;
  if (is_kind("ENOSPC") && fault_at > 0 && strcmp(what, "write") == 0 && count > fault_at &&
      count <= fault_at + FULL_FOR) {
    record("{\"op\":\"refused\",\"n\":%ld,\"what\":\"%s\",\"name\":\"%s\"}\n", count, what, name);
    return ENOSPC;
  }
  if (count != fault_at) return 0;
  record("{\"op\":\"refused\",\"n\":%ld,\"what\":\"%s\",\"name\":\"%s\"}\n", count, what, name);
  if (is_kind("ENOSPC")) return ENOSPC;
  if (is_kind("EIO")) return EIO;
  if (is_kind("exit")) end_here();
  return 0;
}

static int refuse(int error) {
  errno = error;
  return -1;
}

static void wrote(const char *name, int fd, long long at, const void *bytes, size_t length) {
  record("{\"op\":\"write\",\"n\":%ld,\"fd\":%d,\"name\":\"%s\",\"at\":%lld,\"bytes\":%zu}\n", count, fd,
         name, at, length);
  put(bytes, length);
}

static ssize_t spoiled_pwrite(int fd, const void *bytes, size_t length, off64_t at) {
  const char *name = name_of(fd);
  if (!name) return REAL(pwrite64)(fd, bytes, length, at);
  int error = refusal("write", name);
  if (error) return refuse(error);
  if (count == fault_at && (is_kind("half") || is_kind("sector"))) {
    size_t part = is_kind("half") ? length / 2 : (length < 512 ? length : 512);
    REAL(pwrite64)(fd, bytes, part, at);
    wrote(name, fd, at, bytes, part);
    end_here();
  }
  ssize_t done = REAL(pwrite64)(fd, bytes, length, at);
  if (done > 0) wrote(name, fd, at, bytes, (size_t)done);
  return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
  return spoiled_pwrite(fd, bytes, length, at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
  return spoiled_pwrite(fd, bytes, length, at);
}

ssize_t write(int fd, const void *bytes, size_t length) {
  if (name_of(fd)) {
    off64_t at = lseek64(fd, 0, SEEK_CUR);
    ssize_t done = spoiled_pwrite(fd, bytes, length, at);
    if (done > 0) lseek64(fd, at + done, SEEK_SET);
    return done;
  }
  ssize_t done = REAL(write)(fd, bytes, length);
  if (fd == STDOUT_FILENO && done > 0) {
    record("{\"op\":\"said\",\"bytes\":%zd}\n", done);
    put(bytes, (size_t)done);
  }
  return done;
}

static int spoiled_sync(int fd, int (*sync)(int)) {
  const char *name = name_of(fd);
  if (!name) return sync(fd);
  int error = refusal("sync", name);
  if (error) return refuse(error);
  record("{\"op\":\"sync\",\"n\":%ld,\"fd\":%d,\"name\":\"%s\"}\n", count, fd, name);
  return sync(fd);
}

int fsync(int fd) { return spoiled_sync(fd, REAL(fsync)); }
int fdatasync(int fd) { return spoiled_sync(fd, REAL(fdatasync)); }

static int spoiled_truncate(int fd, off64_t length) {
  const char *name = name_of(fd);
  if (!name) return REAL(ftruncate64)(fd, length);
  int error = refusal("size", name);
  if (error) return refuse(error);
  record("{\"op\":\"size\",\"n\":%ld,\"fd\":%d,\"name\":\"%s\",\"to\":%lld}\n", count, fd, name,
         (long long)length);
  return REAL(ftruncate64)(fd, length);
}

int ftruncate(int fd, off_t length) { return spoiled_truncate(fd, length); }
int ftruncate64(int fd, off64_t length) { return spoiled_truncate(fd, length); }

int unlink(const char *path) {
  const char *name = below(path);
  if (!name || access(path, F_OK) != 0) return REAL(unlink)(path);
  int error = refusal("unlink", name);
  if (error) return refuse(error);
  record("{\"op\":\"unlink\",\"n\":%ld,\"name\":\"%s\"}\n", count, name);
  return REAL(unlink)(path);
}

/* Newer Nodes remove files by these two. Directories are of no interest. */
int remove(const char *path) {
  struct stat found;
  int is_file = below(path) && lstat(path, &found) == 0 && !S_ISDIR(found.st_mode);
  return is_file ? unlink(path) : REAL(remove)(path);
}

int unlinkat(int directory, const char *path, int flags) {
  return directory == AT_FDCWD && flags == 0 ? unlink(path) : REAL(unlinkat)(directory, path, flags);
}

int rename(const char *from, const char *to) {
  const char *name = below(from);
  if (!name) return REAL(rename)(from, to);
  int error = refusal("rename", name);
  if (error) return refuse(error);
  record("{\"op\":\"rename\",\"n\":%ld,\"name\":\"%s\",\"to\":\"%s\"}\n", count, name, below(to));
  return REAL(rename)(from, to);
}

int link(const char *from, const char *to) {
  const char *name = below(from);
  if (!name || access(to, F_OK) == 0) return REAL(link)(from, to);
  int error = refusal("link", name);
  if (error) return refuse(error);
  record("{\"op\":\"link\",\"n\":%ld,\"name\":\"%s\",\"to\":\"%s\"}\n", count, name, below(to));
  return REAL(link)(from, to);
}

int mkdir(const char *path, mode_t mode) {
  const char *name = below(path);
  if (!name || access(path, F_OK) == 0) return REAL(mkdir)(path, mode);
  int error = refusal("mkdir", name);
  if (error) return refuse(error);
  record("{\"op\":\"mkdir\",\"n\":%ld,\"name\":\"%s\"}\n", count, name);
  return REAL(mkdir)(path, mode);
}

static int spoiled_open(const char *path, int flags, mode_t mode) {
  const char *name = below(path);
  int made = name && (flags & O_CREAT) && access(path, F_OK) != 0;
  int error = made ? refusal("make", name) : 0;
  if (error) return refuse(error);
  int fd = REAL(open64)(path, flags, mode);
  if (!name || fd < 0 || fd >= FILES) return fd;
  free(names[fd]);
  names[fd] = strdup(name);
  if (made) record("{\"op\":\"make\",\"n\":%ld,\"fd\":%d,\"name\":\"%s\"}\n", count, fd, name);
  else record("{\"op\":\"open\",\"fd\":%d,\"name\":\"%s\",\"empty\":%s}\n", fd, name,
              flags & O_TRUNC ? "true" : "false");
  return fd;
}

#define OPEN(name)                                                              \
  int name(const char *path, int flags, ...) {                                  \
    va_list arguments;                                                          \
    va_start(arguments, flags);                                                 \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0; \
    va_end(arguments);                                                          \
    return spoiled_open(path, flags, mode);                                     \
  }
OPEN(open)
OPEN(open64)

int close(int fd) {
  if (name_of(fd)) {
    free(names[fd]);
    names[fd] = NULL;
  }
  return REAL(close)(fd);
}
