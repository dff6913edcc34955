import type { Stats } from 'node:fs';

/** What somebody put where a content belongs, in words that complete "it is"; null for a file that may be a content. */
export function foreignKind(stat: Stats, maxBytes: number): string | null {
  if (stat.isFile()) return stat.size > maxBytes ? `a file of ${stat.size} bytes, which is over ${maxBytes}` : null;
  if (stat.isDirectory()) return 'a folder';
  if (stat.isSymbolicLink()) return 'a symbolic link';
  if (stat.isFIFO()) return 'a named pipe';
  return stat.isSocket() ? 'a socket' : 'a device';
}
