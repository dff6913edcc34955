/* The functions of the C library by which Node and SQLite make system calls: a rule may stop each of them, and those that change the disk are recorded. */
#include "calls.h"

#include <dirent.h>
#include <stdarg.h>

#define FAIL(call, fd, path) FAIL_WITH(-1, call, fd, path)
#define FAIL_WITH(result, call, fd, path) \
  do { int error_ = fault(call, fd, path); if (error_ > 0) { errno = error_; return result; } } while (0)

/* ---- data ---- */

static ssize_t write_at(int fd, const struct iovec *data, int count, off64_t at) {
  int error = fault("write", fd, NULL);
  if (error > 0) { errno = error; return -1; }
  size_t first = data[0].iov_len;
  struct iovec half = { data[0].iov_base, first / 2 };
  if (error == SHORT_WRITE && first > 1) { data = &half; count = 1; }
  record_answer(fd, data);
  ssize_t written;
  if (count > 1) written = at >= 0 ? REAL(pwritev64)(fd, data, count, at) : REAL(writev)(fd, data, count);
  else if (at >= 0) written = REAL(pwrite64)(fd, data[0].iov_base, data[0].iov_len, at);
  else written = REAL(write)(fd, data[0].iov_base, data[0].iov_len);
  return recorded_write(fd, at, data, written);
}

ssize_t write(int fd, const void *data, size_t size) { return write_at(fd, &(struct iovec){ (void *)data, size }, 1, -1); }
ssize_t writev(int fd, const struct iovec *data, int count) { return count > 0 ? write_at(fd, data, count, -1) : 0; }
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
  return write_at(fd, &(struct iovec){ (void *)data, size }, 1, at);
}
ssize_t pwritev64(int fd, const struct iovec *data, int count, off64_t at) { return count > 0 ? write_at(fd, data, count, at) : 0; }
ssize_t pread64(int fd, void *data, size_t size, off64_t at) { FAIL("read", fd, NULL); return REAL(pread64)(fd, data, size, at); }
ssize_t read(int fd, void *data, size_t size) { FAIL("read", fd, NULL); return REAL(read)(fd, data, size); }
int ftruncate64(int fd, off64_t size) { FAIL("ftruncate", fd, NULL); return recorded_truncate(fd, size, REAL(ftruncate64)(fd, size)); }

static int sync_by(int (*sync)(int), int fd) {
  FAIL("fsync", fd, NULL);
  long number = record_sync(fd);
  return recorded_sync(number, sync(fd));
}
int fsync(int fd) { return sync_by(REAL(fsync), fd); }
int fdatasync(int fd) { return sync_by(REAL(fdatasync), fd); }

/* ---- names ---- */

int unlink(const char *path) { FAIL("unlink", -1, path); return recorded_names('U', path, "", REAL(unlink)(path)); }
int rmdir(const char *path) { FAIL("unlink", -1, path); return recorded_names('U', path, "", REAL(rmdir)(path)); }
int remove(const char *path) { FAIL("unlink", -1, path); return recorded_names('U', path, "", REAL(remove)(path)); }
int unlinkat(int dir, const char *path, int flags) {
  char whole[2 * PATH_BYTES] = "";
  if (*path != '/' && dir != AT_FDCWD) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", dir);
    ssize_t length = readlink(link, whole, PATH_BYTES);
    if (length > 0) snprintf(whole + length, sizeof whole - length, "/%s", path);
  } else snprintf(whole, sizeof whole, "%s", path);
  FAIL("unlink", -1, whole);
  return recorded_names('U', whole, "", REAL(unlinkat)(dir, path, flags));
}
int rename(const char *from, const char *to) { FAIL("rename", -1, from); return recorded_names('R', from, to, REAL(rename)(from, to)); }
int link(const char *from, const char *to) { FAIL("link", -1, to); return recorded_names('L', from, to, REAL(link)(from, to)); }
int mkdir(const char *path, mode_t mode) { FAIL("mkdir", -1, path); return recorded_mkdir(path, REAL(mkdir)(path, mode)); }

#define OPEN(name)                                                                         \
  int name(const char *path, int flags, ...) {                                             \
    va_list list;                                                                          \
    va_start(list, flags);                                                                 \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;                \
    va_end(list);                                                                          \
    FAIL("open", -1, path);                                                                \
    struct stat found;                                                                     \
    int existed = (flags & (O_CREAT | O_TRUNC)) && is_recorded(path) && look(path, &found) == 0; \
    return recorded_open(REAL(name)(path, flags, mode), path, flags, existed);             \
  }
OPEN(open)
OPEN(open64)

DIR *opendir(const char *path) { FAIL_WITH(NULL, "open", -1, path); return REAL(opendir)(path); }
int scandir64(const char *path, struct dirent64 ***names, int (*filter)(const struct dirent64 *),
              int (*compare)(const struct dirent64 **, const struct dirent64 **)) {
  FAIL("open", -1, path);
  return REAL(scandir64)(path, names, filter, compare);
}

/* ---- looks: Node is built for older C libraries, which call stat __xstat; libuv asks for statx by its number ---- */

#define STAT(name, flags)                                                         \
  int name(const char *path, struct stat *found) {                                \
    FAIL("stat", -1, path);                                                       \
    return REAL(syscall)(SYS_newfstatat, AT_FDCWD, path, found, flags);           \
  }                                                                               \
  int name##64(const char *path, struct stat64 *found) { return name(path, (struct stat *)found); }
#define XSTAT(name, as)                                                                                      \
  int name(int version, const char *path, struct stat *found) { (void)version; return as(path, found); }     \
  int name##64(int version, const char *path, struct stat64 *found) { (void)version; return as(path, (struct stat *)found); }
STAT(stat, 0)
STAT(lstat, AT_SYMLINK_NOFOLLOW)
XSTAT(__xstat, stat)
XSTAT(__lxstat, lstat)
int fstat(int fd, struct stat *found) { FAIL("stat", fd, NULL); return look_fd(fd, found); }
int fstat64(int fd, struct stat64 *found) { return fstat(fd, (struct stat *)found); }
int __fxstat64(int version, int fd, struct stat64 *found) { (void)version; return fstat(fd, (struct stat *)found); }

long syscall(long number, ...) {
  va_list list;
  long a[6];
  va_start(list, number);
  for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
  va_end(list);
  if (number == SYS_statx && a[1] && *(const char *)a[1]) FAIL("stat", -1, (const char *)a[1]);
  else if (number == SYS_statx) FAIL("stat", a[0], NULL);
  return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
