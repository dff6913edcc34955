/*
 * Records what a process changes below RECORD_DIR, in the file RECORD, in the order in which it happened. A frame is a line, and the data
 * of a write after it:
 *
 *     W INODE OFFSET SIZE       written (recorded after the call)
 *     T INODE SIZE              cut, or made longer
 *     C INODE PATH              a file was made        M INODE PATH    a folder was made
 *     U PATH                    removed                R FROM<tab>TO   renamed         L FROM<tab>TO   linked
 *     B NUMBER INODE            a sync begins          E NUMBER        it has succeeded
 *     A PORT STATUS             an answer is sent to the client with this port (recorded before it is sent)
 */
#include "calls.h"

#include <netinet/in.h>
#include <sys/socket.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long syncs;

static int is_on(void) { return getenv("RECORD") != NULL; }

int is_recorded(const char *path) {
  const char *dir = getenv("RECORD_DIR");
  return is_on() && dir && strncmp(path, dir, strlen(dir)) == 0;
}

static int path_of(int fd, char path[PATH_BYTES]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_BYTES - 1);
  path[length < 0 ? 0 : length] = 0;
  return length > 0;
}

static unsigned long inode_of(int fd) {
  char path[PATH_BYTES];
  struct stat found;
  if (!is_on() || !path_of(fd, path) || !is_recorded(path)) return 0;
  return look_fd(fd, &found) == 0 ? found.st_ino : 0;
}

static void append(const char *line, const struct iovec *data, size_t size) {
  int saved = errno;
  pthread_mutex_lock(&mutex);
  int fd = REAL(open64)(getenv("RECORD"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (fd < 0 || REAL(write)(fd, line, strlen(line)) < 0) abort();
  for (; size > 0; data++) {
    size_t part = data->iov_len < size ? data->iov_len : size;
    if (REAL(write)(fd, data->iov_base, part) != (ssize_t)part) abort();
    size -= part;
  }
  close(fd);
  pthread_mutex_unlock(&mutex);
  errno = saved;
}

#define APPEND(...) do { char line_[3 * PATH_BYTES]; snprintf(line_, sizeof line_, __VA_ARGS__); append(line_, NULL, 0); } while (0)

void record_answer(int fd, const struct iovec *data) {
  struct sockaddr_in6 peer; /* the port is at the same place for both families */
  socklen_t size = sizeof peer;
  if (!is_on() || data->iov_len < 12 || memcmp(data->iov_base, "HTTP/1.1 ", 9) != 0) return;
  int saved = errno;
  if (getpeername(fd, (struct sockaddr *)&peer, &size) == 0 && (peer.sin6_family == AF_INET || peer.sin6_family == AF_INET6))
    APPEND("A %d %.3s\n", ntohs(peer.sin6_port), (const char *)data->iov_base + 9);
  errno = saved;
}

ssize_t recorded_write(int fd, off64_t at, const struct iovec *data, ssize_t written) {
  if (written <= 0 || !is_on()) return written;
  int saved = errno;
  unsigned long inode = inode_of(fd);
  char line[128];
  if (inode) {
    snprintf(line, sizeof line, "W %lu %lld %zd\n", inode, (long long)(at >= 0 ? at : lseek64(fd, 0, SEEK_CUR) - written), written);
    append(line, data, written);
  }
  errno = saved;
  return written;
}

int recorded_truncate(int fd, off64_t size, int result) {
  unsigned long inode = result == 0 ? inode_of(fd) : 0;
  if (inode) APPEND("T %lu %lld\n", inode, (long long)size);
  return result;
}

int recorded_open(int fd, const char *path, int flags, int existed) {
  if (fd < 0 || !(flags & (O_CREAT | O_TRUNC)) || !is_recorded(path)) return fd;
  unsigned long inode = inode_of(fd);
  if (!existed) APPEND("C %lu %s\n", inode, path);
  else if (flags & O_TRUNC) APPEND("T %lu 0\n", inode);
  return fd;
}

int recorded_names(char what, const char *from, const char *to, int result) {
  if (result != 0 || !is_recorded(from)) return result;
  if (*to) APPEND("%c %s\t%s\n", what, from, to);
  else APPEND("%c %s\n", what, from);
  return result;
}

int recorded_mkdir(const char *path, int result) {
  struct stat found;
  if (result == 0 && is_recorded(path) && look(path, &found) == 0) APPEND("M %lu %s\n", found.st_ino, path);
  return result;
}

long record_sync(int fd) {
  unsigned long inode = inode_of(fd);
  if (!inode) return 0;
  long number = __sync_add_and_fetch(&syncs, 1);
  APPEND("B %ld %lu\n", number, inode);
  return number;
}

int recorded_sync(long number, int result) {
  if (number && result == 0) APPEND("E %ld\n", number);
  return result;
}
