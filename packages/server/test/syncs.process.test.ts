import { describe, expect, it } from 'vitest';
import { nextLine, startChildWith } from '../../../test/support/childProcess.ts';
import { buildFaults, noFaults } from '../../../test/support/faults/faultLibrary.ts';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';

const ONE_REQUEST = new URL('./children/oneRequest.ts', import.meta.url);
const reason = noFaults();
if (reason !== null) console.warn(`The waits for the disk are not counted: ${reason}`);

/** The syncs that a request waits for before its answer; hexadecimal names are random. */
async function syncsOf(request: string): Promise<readonly string[]> {
  const dir = scratchFolder();
  const library = buildFaults();
  const child = startChildWith(library.env, ONE_REQUEST, dir, request);
  expect(await nextLine(child)).toBe('ready');
  library.set({ call: 'fsync', path: dir, errno: 0 }); // each sync is recorded, and none fails
  child.go();
  expect(await nextLine(child)).toBe('answered');
  return library
    .hits()
    .map((hit) => hit.replace(`fsync ${dir}/`, '').replace(/[0-9a-f]{32}(-[0-9a-f]{64})?/, 'RANDOM'));
}

describe.skipIf(reason !== null)('the disk is waited for', () => {
  it('three times in a registration: for the user, for the mail and for its name', async () => {
    expect(await syncsOf('register')).toEqual(['algotheque.db-wal', 'outbox/tmp/RANDOM', 'outbox']);
  });

  it('once in a login: for the session, and not for the limits', async () => {
    expect(await syncsOf('login')).toEqual(['algotheque.db-wal']);
  });

  it('in a creation for the new file and its name, and then for the record', async () => {
    const [record, ...files] = (await syncsOf('create')).toReversed();
    expect(record).toBe('algotheque.db-wal');
    expect(files.sort()).toEqual(['algos/staging', 'algos/staging/RANDOM']);
  });

  it('in a change for the new file, its name and that of the former version, and then for the record', async () => {
    const [record, ...files] = (await syncsOf('update')).toReversed();
    expect(record).toBe('algotheque.db-wal');
    expect(files.sort()).toEqual(['algos/staging', 'algos/staging/RANDOM', 'algos/versions']);
  });

  it('once in a deletion of an algorithm: the rename into the bin follows from the record', async () => {
    expect(await syncsOf('delete')).toEqual(['algotheque.db-wal']);
  });

  it.each(['read', 'list'])('never in a request that changes nothing: %s', async (request) => {
    expect(await syncsOf(request)).toEqual([]);
  });
});
