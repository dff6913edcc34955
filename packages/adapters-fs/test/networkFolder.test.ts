import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { networkNote } from '../src/networkFolder.ts';

const NFS = 0x6969;
const EXT4 = 0xef53;

describe('a folder on a network filesystem', () => {
  it.each([
    ['NFS', NFS],
    ['SMB', 0xff534d42],
    ['9p', 0x01021997],
    ['Ceph', 0x00c36400],
    ['FUSE', 0x65735546],
  ])('is named: %s', (name, kind) => {
    expect(networkNote('/data', () => kind)).toMatch(new RegExp(`^/data is on a network filesystem \\(${name}\\)\\. `));
  });

  it('is known before it is made, by the folder above it', () => {
    const kindOf = (path: string) => (path === '/mount' ? NFS : null);
    expect(networkNote('/mount/algotheque/data', kindOf)).toContain('/mount is on a network');
    expect(networkNote('/other/data', (path) => (path === '/' ? EXT4 : null))).toBe(null);
    expect(networkNote('/other/data', () => null)).toBe(null);
  });

  it('is not a local disk', () => {
    expect([networkNote('/data', () => EXT4), networkNote(tmpdir())]).toEqual([null, null]);
  });
});
