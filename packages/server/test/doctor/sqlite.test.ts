import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { CODES } from '../../src/doctor/codes.ts';
import { reportText } from '../../src/doctor/command.ts';
import { sampleStore } from '../migrate/support/sampleStore.ts';
import { DAMAGES, overwriteBeginning } from './support/damages.ts';
import { codesOf, contentsBelow, examined, filesBelow } from './support/examined.ts';

const sample = async (): Promise<string> => (await sampleStore(join(scratchFolder(), 'data'))).dataDir;

describe('algotheque doctor on SQLite and files', () => {
  it.each(DAMAGES)('finds, words and mends or lists: $what', async ({ make, found, left }) => {
    const dataDir = await sample();
    await make(dataDir);
    const before = await filesBelow(dataDir);
    const contents = await contentsBelow(dataDir);

    const look = await examined(dataDir);
    expect(codesOf(look)).toEqual(found);
    const text = reportText(look);
    for (const code of found) expect(text).toContain(CODES[code].means);
    for (const { place } of look.findings) expect(text).toContain(place);
    expect(text).not.toMatch(/@example|Algo \d|Tris/);
    expect(await filesBelow(dataDir), 'a look changes nothing').toEqual(before);

    const repair = await examined(dataDir, { repair: true });
    expect(codesOf(repair)).toEqual(found);
    expect(repair.findings.filter(({ failed }) => failed !== null)).toEqual([]);
    for (const again of [await examined(dataDir), await examined(dataDir, { repair: true })]) {
      expect(codesOf(again), 'what is left').toEqual(left);
    }
    const kept = await contentsBelow(dataDir);
    expect(
      [...contents].filter((content) => !kept.has(content)),
      'contents that are gone',
    ).toEqual([]);
  });

  it('finds nothing in a store that nobody has damaged, and changes nothing', async () => {
    const dataDir = await sample();
    const before = await filesBelow(dataDir);
    const { findings, read, store } = await examined(dataDir);
    expect(findings).toEqual([]);
    expect(read).toMatchObject({ users: 2, algorithms: 4, contents: 5, folders: 1, files: 6, ids: 2, deletions: 1 });
    expect(store).toBe(`sqlite:${join(dataDir, 'algotheque.db')}`);
    expect(await filesBelow(dataDir)).toEqual(before);
    expect((await examined(dataDir, { repair: true })).findings).toEqual([]);
  });

  it('knows what servers have in the folder of content beside it, also where that is the data folder', async () => {
    const dataDir = await sample();
    const drafts = ['owner-id.partial', 'owner-id.0123456789abcdef.new', 'secret.partial', 'scrub.json.new'];
    for (const name of ['secret', 'scrub.json', ...drafts]) await writeFile(join(dataDir, 'algos', name), '');
    expect((await examined(dataDir)).findings).toEqual([]);
  });

  it('looks at what is left of a database that no server starts on', async () => {
    const dataDir = await sample();
    await overwriteBeginning(dataDir, 'algos');
    const before = await filesBelow(dataDir);
    const { findings, read } = await examined(dataDir);
    expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(['store-integrity']));
    expect(read).toMatchObject({ users: 2, folders: 1 });
    expect(await filesBelow(dataDir), 'a look changes nothing').toEqual(before);
    await expect(examined(dataDir, { repair: true })).rejects.toThrow('is damaged');
  });

  it('lists what has no content with its owner and its last change', async () => {
    const dataDir = await sample();
    await DAMAGES.find(({ what }) => what === 'a file that is not there')?.make(dataDir);
    const [finding] = (await examined(dataDir)).findings;
    expect(finding).toMatchObject({ code: 'content-missing', owner: 1, lastChange: expect.any(Number), mended: null });
    expect(finding?.place).toContain(`algorithm 2: ${join(dataDir, 'algos', '2.json')}`);
  });
});
