/* What the system calls of a process pass through: rules that make them fail (faults.c), and a log of those that change the disk (record.c). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define PATH_BYTES 4096

/* The function of the C library that this library stands in for. */
#define REAL(name) ({ static typeof(&name) real; if (!real) real = dlsym(RTLD_NEXT, #name); real; })

/* In place of an error number: only the first half of the data is written. */
#define SHORT_WRITE -1

/* The error that this call is to fail with, SHORT_WRITE, or 0. One of fd and path is given. */
int fault(const char *call, int fd, const char *path);

/* stat without a look at the rules. */
static inline int look(const char *path, struct stat *found) {
  return REAL(syscall)(SYS_newfstatat, AT_FDCWD, path, found, AT_SYMLINK_NOFOLLOW);
}
static inline int look_fd(int fd, struct stat *found) { return REAL(syscall)(SYS_newfstatat, fd, "", found, AT_EMPTY_PATH); }

/* Before a write: records it if it begins an answer. */
void record_answer(int fd, const struct iovec *data);
/* Each returns its result, and keeps errno. at: -1 where the file is at. */
ssize_t recorded_write(int fd, off64_t at, const struct iovec *data, ssize_t written);
int recorded_truncate(int fd, off64_t size, int result);
int recorded_open(int fd, const char *path, int flags, int existed);
int recorded_names(char what, const char *from, const char *to, int result);
int recorded_mkdir(const char *path, int result);
/* Before the call; returns a number for the record after it, or 0. */
long record_sync(int fd);
int recorded_sync(long number, int result);
int is_recorded(const char *path);
