/*
 * Makes system calls of a process fail or wait. Loaded by LD_PRELOAD; FAULTS names a file of rules, one a line:
 *
 *     CALL PATTERN SKIP COUNT ERRNO [DELAY_MS]
 *
 * Calls of this name on a path that contains PATTERN, or ends with it where it is written PATTERN$: the first SKIP of them pass, the next COUNT wait for DELAY_MS and
 * then fail with ERRNO (a number; 0: they pass), all others pass. The file is read anew when it has changed, and all
 * counts begin again. Each call that a rule has met is a line "CALL PATH" in the file FAULTS.hits.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define MAX_RULES 16
#define PATH_BYTES 4096

struct rule { char call[16], pattern[256]; long skip, count; int error; long delay_ms; };

static struct rule rules[MAX_RULES];
static int rule_count;
static struct timespec read_at;
static ino_t read_inode;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ({ static typeof(&name) real; if (!real) real = dlsym(RTLD_NEXT, #name); real; })

static void read_rules(const char *file) {
  struct stat now;
  if (stat(file, &now) != 0) { rule_count = 0; read_inode = 0; return; }
  if (now.st_ino == read_inode && memcmp(&now.st_mtim, &read_at, sizeof read_at) == 0) return;
  char text[4096];
  int fd = REAL(open64)(file, O_RDONLY | O_CLOEXEC);
  ssize_t length = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  if (length < 0) return;
  text[length] = 0;
  read_at = now.st_mtim;
  read_inode = now.st_ino;
  rule_count = 0;
  char *rest = text;
  for (char *line; rule_count < MAX_RULES && (line = strsep(&rest, "\n"));) {
    struct rule *rule = &rules[rule_count];
    rule->delay_ms = 0;
    if (sscanf(line, "%15s %255s %ld %ld %d %ld", rule->call, rule->pattern, &rule->skip, &rule->count, &rule->error,
               &rule->delay_ms) >= 5)
      rule_count++;
  }
}

static void note(const char *file, const char *call, const char *path) {
  char name[PATH_BYTES], line[PATH_BYTES + 32];
  snprintf(name, sizeof name, "%s.hits", file);
  int length = snprintf(line, sizeof line, "%s %s\n", call, path);
  int fd = REAL(open64)(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (fd < 0) return;
  if (REAL(write)(fd, line, length) != length) abort();
  close(fd);
}

static int fits(const char *pattern, const char *path) {
  size_t length = strlen(pattern), size = strlen(path);
  if (length == 0 || pattern[length - 1] != '$') return strstr(path, pattern) != NULL;
  length--;
  return size >= length && memcmp(path + size - length, pattern, length) == 0;
}

static struct rule *match(const char *call, const char *path) {
  for (int i = 0; i < rule_count; i++) {
    struct rule *rule = &rules[i];
    if (strcmp(rule->call, call) != 0 || !fits(rule->pattern, path)) continue;
    if (rule->skip > 0) { rule->skip--; continue; }
    if (rule->count > 0) { rule->count--; return rule; }
  }
  return NULL;
}

/* The error that this call is to fail with, or 0. */
static int fault(const char *call, int fd, const char *path) {
  static __thread int inside;
  const char *file = getenv("FAULTS");
  if (!file || inside) return 0;
  inside = 1;
  int saved = errno, error = 0;
  long delay_ms = 0;
  char buffer[PATH_BYTES] = "", link[64];
  pthread_mutex_lock(&mutex);
  read_rules(file);
  if (rule_count > 0) {
    if (!path) {
      snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
      ssize_t length = readlink(link, buffer, sizeof buffer - 1);
      buffer[length < 0 ? 0 : length] = 0;
      path = buffer;
    }
    struct rule *rule = match(call, path);
    if (rule) {
      error = rule->error;
      delay_ms = rule->delay_ms;
      note(file, call, path);
    }
  }
  pthread_mutex_unlock(&mutex);
  if (delay_ms > 0) nanosleep(&(struct timespec){ delay_ms / 1000, delay_ms % 1000 * 1000000 }, NULL);
  inside = 0;
  errno = saved;
  return error;
}

#define FAIL(call, fd, path) do { int error_ = fault(call, fd, path); if (error_) { errno = error_; return -1; } } while (0)

int fsync(int fd) { FAIL("fsync", fd, NULL); return REAL(fsync)(fd); }
int fdatasync(int fd) { FAIL("fsync", fd, NULL); return REAL(fdatasync)(fd); }
ssize_t write(int fd, const void *data, size_t size) { FAIL("write", fd, NULL); return REAL(write)(fd, data, size); }
ssize_t writev(int fd, const struct iovec *data, int count) { FAIL("write", fd, NULL); return REAL(writev)(fd, data, count); }
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
  FAIL("write", fd, NULL);
  return REAL(pwrite64)(fd, data, size, at);
}
int ftruncate64(int fd, off64_t size) { FAIL("ftruncate", fd, NULL); return REAL(ftruncate64)(fd, size); }
int unlink(const char *path) { FAIL("unlink", -1, path); return REAL(unlink)(path); }
int rename(const char *from, const char *to) { FAIL("rename", -1, from); return REAL(rename)(from, to); }

#define OPEN(name)                                                                   \
  int name(const char *path, int flags, ...) {                                       \
    va_list list;                                                                    \
    va_start(list, flags);                                                           \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;          \
    va_end(list);                                                                    \
    FAIL("open", -1, path);                                                          \
    return REAL(name)(path, flags, mode);                                            \
  }
OPEN(open)
OPEN(open64)

/* libuv asks for statx by its number. */
long syscall(long number, ...) {
  va_list list;
  long a[6];
  va_start(list, number);
  for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
  va_end(list);
  if (number == SYS_statx && a[1] && *(const char *)a[1]) FAIL("stat", -1, (const char *)a[1]);
  return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
