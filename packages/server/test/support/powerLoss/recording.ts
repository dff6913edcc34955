import { readFileSync } from 'node:fs';

/** One change of the disk, or an answer, as record.c has recorded it. Files and folders are known by their inode. */
export type Recorded =
  | { readonly kind: 'write'; readonly inode: number; readonly at: number; readonly data: Uint8Array }
  | { readonly kind: 'truncate'; readonly inode: number; readonly size: number }
  | { readonly kind: 'create' | 'mkdir'; readonly inode: number; readonly path: string }
  | { readonly kind: 'unlink'; readonly path: string }
  | { readonly kind: 'rename' | 'link'; readonly from: string; readonly to: string }
  | { readonly kind: 'sync'; readonly number: number; readonly inode: number }
  | { readonly kind: 'synced'; readonly number: number }
  | { readonly kind: 'answer'; readonly port: number; readonly status: number };

/** Everything that was recorded, in its order. */
export function readRecording(file: string): Recorded[] {
  const bytes = readFileSync(file);
  const recorded: Recorded[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    const line = bytes.toString('utf8', at, end);
    at = end + 1;
    const size = line.startsWith('W ') ? Number(line.split(' ')[3]) : 0;
    recorded.push(parse(line, bytes.subarray(at, at + size)));
    at += size;
  }
  return recorded;
}

function parse(line: string, data: Uint8Array): Recorded {
  const what = line.slice(0, 1);
  const rest = line.slice(2);
  const [first = 0, second = 0] = rest.split(' ').map(Number);
  const [from = '', to = ''] = rest.split('\t');
  const path = rest.slice(rest.indexOf(' ') + 1);
  if (what === 'W') return { kind: 'write', inode: first, at: second, data };
  if (what === 'T') return { kind: 'truncate', inode: first, size: second };
  if (what === 'C') return { kind: 'create', inode: first, path };
  if (what === 'M') return { kind: 'mkdir', inode: first, path };
  if (what === 'U') return { kind: 'unlink', path: rest };
  if (what === 'R') return { kind: 'rename', from, to };
  if (what === 'L') return { kind: 'link', from, to };
  if (what === 'B') return { kind: 'sync', number: first, inode: second };
  if (what === 'E') return { kind: 'synced', number: first };
  if (what === 'A') return { kind: 'answer', port: first, status: second };
  throw new Error(`Not a recorded change: ${line}`);
}
