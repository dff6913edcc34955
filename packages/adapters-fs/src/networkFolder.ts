import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** By the number that Linux has for each (statfs(2)). A FUSE can be a local one; most are sshfs, rclone, and folders of a machine that a virtual one shows. */
const NETWORK_KINDS: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'SMB',
  4266872130: 'SMB',
  16914839: '9p',
  12805120: 'Ceph',
  1702057286: 'FUSE',
  1397113167: 'AFS',
  1799439955: 'AFS',
  1937076805: 'Coda',
  18225520: 'GFS2',
  1952539503: 'OCFS2',
  198183888: 'Lustre',
  1196443219: 'GPFS',
  2020557398: 'vboxsf',
  3133910204: 'vmhgfs',
};

/**
 * A line for an operator if the folder, or the nearest one above it that is there, is on a network filesystem; null on a local one, and where that
 * cannot be known.
 */
export function networkNote(folder: string, kindOf: (path: string) => number | null = kindOnLinux): string | null {
  const found = kindOf(folder);
  if (found === null) return dirname(folder) === folder ? null : networkNote(dirname(folder), kindOf);
  const name = NETWORK_KINDS[found];
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
