import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { DiskRooms } from '../src/stores/diskRooms.ts';

it('a disk that cannot be read is left out and reported, so that the others are seen', async () => {
  const folder = scratchFolder();
  const problems: string[] = [];
  const rooms = new DiskRooms(folder, (_problem, where) => void problems.push(where));
  rooms.at(folder);
  expect(await rooms.disks([['records', folder]])).toMatchObject([{ holds: ['records'] }]);
  await rm(folder, { recursive: true });
  expect([await rooms.disks([['records', null]]), problems]).toEqual([[], ['health: disks']]);
});
