/*
 * Makes system calls of a process fail or wait. Loaded by LD_PRELOAD; FAULTS names a file of rules, one a line:
 *
 *     CALL PATTERN SKIP COUNT ERRNO [DELAY_MS]
 *
 * Calls of this name on a path that contains PATTERN, or ends with it where it is written PATTERN$: the first SKIP of them pass, the next
 * COUNT wait for DELAY_MS and then fail with ERRNO (a number; 0: they pass; -1: a write writes half of its data), all others pass. A call
 * that one rule stops is not counted by the rules after it. The file is read anew when it has changed, and all counts begin again. Each
 * call that a rule has met is a line "CALL PATH" in the file FAULTS.hits.
 */
#include "calls.h"

#define MAX_RULES 64

struct rule { char call[16], pattern[256]; long skip, count; int error; long delay_ms; };

static struct rule rules[MAX_RULES];
static int rule_count;
static struct timespec read_at;
static ino_t read_inode;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void read_rules(const char *file) {
  struct stat now;
  if (look(file, &now) != 0) { rule_count = 0; read_inode = 0; return; }
  if (now.st_ino == read_inode && memcmp(&now.st_mtim, &read_at, sizeof read_at) == 0) return;
  char text[16384];
  int fd = REAL(open64)(file, O_RDONLY | O_CLOEXEC);
  ssize_t length = fd < 0 ? -1 : REAL(read)(fd, text, sizeof text - 1);
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

int fault(const char *call, int fd, const char *path) {
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
