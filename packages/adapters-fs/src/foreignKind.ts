import type { Stats } from 'node:fs';

/**
 * A description, to complete "it is", of something in the place of content; null for a file that may be content.
 */
export function foreignKind(stat: Stats, maxBytes: number): string | null {
  if (stat.isFile()) return stat.size > maxBytes ? `a file of ${stat.size} bytes, which is over ${maxBytes}` : null;
  if (stat.isDirectory()) return 'a folder';
  if (stat.isSymbolicLink()) return 'a symbolic link';
  if (stat.isFIFO()) return 'a named pipe';
  return stat.isSocket() ? 'a socket' : 'a device';
}
