import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * By the number that Linux has for each (statfs(2)). A FUSE can be a local one; most are sshfs, rclone, and folders of a machine that a
 * virtual one shows.
 */
const NETWORK_KINDS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x1021997, '9p'],
  [0xc36400, 'Ceph'],
  [0x65735546, 'FUSE'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x73757245, 'Coda'],
  [0x1161970, 'GFS2'],
  [0x7461636f, 'OCFS2'],
  [0xbd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x786f4256, 'vboxsf'],
  [0xbacbacbc, 'vmhgfs'],
]);

/**
 * A line for an operator if the folder, or the nearest one above it that is there, is on a network filesystem; null on a local one, and
 * where that cannot be known.
 */
export function networkNote(folder: string, kindOf: (path: string) => number | null = kindOnLinux): string | null {
  const found = kindOf(folder);
  if (found === null) return dirname(folder) === folder ? null : networkNote(dirname(folder), kindOf);
  const name = NETWORK_KINDS.get(found);
  if (name === undefined) return null;
  return `${folder} is on a network filesystem (${name}). Locks and syncs may not hold there: two servers could use the folder at once, and a crash could lose what was answered. Use a local disk; several servers can share a MongoDB`;
}

/** Null when there is no such folder. Other systems number theirs in other ways. */
function kindOnLinux(path: string): number | null {
  try {
    return process.platform === 'linux' ? statfsSync(path).type >>> 0 : 0;
  } catch {
    return null;
  }
}
