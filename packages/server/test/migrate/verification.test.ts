import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AuthenticatedCaller, Service } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { openLocal } from '../../src/openLocal.ts';
import { scratchFolder } from '../support/scratch.ts';
import { move, refusalOf } from './support/move.ts';
import { sqliteIn } from './support/places.ts';
import { SECRET, sampleStore } from './support/sampleStore.ts';
import { snapshotOf } from './support/snapshot.ts';

async function scene() {
  const scratch = await scratchFolder();
  const { dataDir: source, token } = await sampleStore(join(scratch, 'source'));
  const target = join(scratch, 'target');
  return { source, target, token, from: sqliteIn(source), to: sqliteIn(target) };
}

function edit(dataDir: string, sql: string): void {
  const db = new DatabaseSync(join(dataDir, 'algotheque.db'));
  db.exec(sql);
  db.close();
}

/** Runs `work` when everything is copied and nothing is verified yet. */
const onceCopied = (work: () => void) => ({
  onLine: (line: string): void => {
    if (/^ {2}algorithms: \d+ copied/.test(line)) work();
  },
});

/** How many rows the store has, in the words of the command. */
const COUNTS = [
  'users: 2',
  'sessions: 2',
  'trees of folders: 1',
  'unfinished deletions of users: 1',
  'counters of ids: 2',
  'former versions: 1',
  'algorithms in the bin: 1',
  'algorithms: 4',
];

describe('the verification of a copy', () => {
  it('begins each part with the number of its rows, so that the time left is known', async () => {
    const { from, to } = await scene();
    const parts: string[] = [];
    await move(from, to, { onPart: (name, total) => parts.push(`${name.trim()} ${total}`) });
    const each = (work: string) => COUNTS.map((one) => one.replace(':', `: ${work}`));
    expect(parts).toEqual([...each('copying'), ...each('verifying')]);
  });

  it('says how many rows of each kind there are, with a digest', async () => {
    const { from, to } = await scene();
    const lines = await move(from, to);
    const counts = lines.flatMap((line) => /^ {2}([a-z ]+: \d+) verified, [0-9a-f]{64}$/.exec(line)?.[1] ?? []);
    expect(counts).toEqual(COUNTS);
    expect(lines.at(-1)).toMatch(/^Done/);
  });

  it.each([
    ["UPDATE users SET pseudo = 'Eve' WHERE id = 2", 'user 2 has another record'],
    ['DELETE FROM users WHERE id = 1', 'user 1 is missing'],
    ['DELETE FROM users WHERE id = 2', 'user 2 is missing'],
    ["UPDATE users SET mdpHash = mdpHash || 'x' WHERE id = 1", 'user 1 has another record'],
    ['UPDATE tokens SET userId = userId + 1', 'session [0-9a-f]{8} has another record'],
    ['UPDATE folderTrees SET lastId = 9', 'folder 1 has another record'],
    ["INSERT INTO folderTrees VALUES (9, 1, 0, '[]')", 'folder 9 is in the target only'],
    ['DELETE FROM deletions', 'deletion 3 is missing'],
    ['UPDATE algoIds SET last = last - 1', 'lastId algo has another record'],
    ["UPDATE algos SET nom = 'Mine' WHERE id = 3", 'algo 3 has another record'],
    ['DELETE FROM algos WHERE id = 3', 'algo 3 is missing'],
    ["UPDATE algos SET permsAlgorithme = '[]' WHERE id = 1", 'algo 1 has another record'],
    ["UPDATE bin SET nom = 'Mine'", 'deleted 5 has another record'],
    ['DELETE FROM bin', 'deleted 5 is missing'],
  ])('detects what %s does', async (sql, found) => {
    const { target, from, to } = await scene();
    const message = await refusalOf(
      from,
      to,
      onceCopied(() => edit(target, sql)),
    );
    expect(message).toMatch(new RegExp(`^The copy differs: ${found}`));
    await expect(openLocal({ dataDir: target })).rejects.toThrow('unfinished import');
    if (message.endsWith('Run the same command again.')) await move(from, to);
    else expect(message).toMatch(/is in the target only\. Empty the target/);
  });

  it.each([
    ['is gone', (path: string) => rmSync(path)],
    ['is cut short', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 5))],
    ['is another', (path: string) => writeFileSync(path, '{}')],
  ])('detects a content that %s, and the next run repairs it', async (_what, damage) => {
    const { target, from, to } = await scene();
    const message = await refusalOf(
      from,
      to,
      onceCopied(() => damage(join(target, 'algos/1.json'))),
    );
    expect(message).toContain('algo 1 has other content in the target');
    await move(from, to);
    expect(await snapshotOf(to)).toEqual(await snapshotOf(from));
  });

  it('detects a content that does not match the reference of its record', async () => {
    const { target, from, to } = await scene();
    const replace = () => {
      const digest = createHash('sha256').update('{}').digest('hex');
      writeFileSync(join(target, 'algos/1.json'), '{}');
      edit(target, `UPDATE algos SET ref = '${'0'.repeat(32)}-${digest}' WHERE id = 1`);
    };
    expect(await refusalOf(from, to, onceCopied(replace))).toContain('algo 1 has other content');
    await move(from, to);
    expect(await snapshotOf(to)).toEqual(await snapshotOf(from));
  });

  it('does not count a content as copied that is absent on both sides', async () => {
    const { source, target, from, to } = await scene();
    const remove = () => [source, target].map((dataDir) => rmSync(join(dataDir, 'algos/4.json')));
    expect(await refusalOf(from, to, onceCopied(remove))).toContain('algo 4 has lost its content in the source');
  });

  it('passes over sessions that have ended, because MongoDB itself removes those', async () => {
    const { source, target, from, to } = await scene();
    edit(source, `UPDATE tokens SET dateExpiration = ${Date.now() - 1} WHERE userId = 2`);
    await move(
      from,
      to,
      onceCopied(() => edit(target, 'DELETE FROM tokens WHERE userId = 2')),
    );
  });
});

describe('content that the source lacks', () => {
  it('is listed by algorithm and place when the rest is copied; after it is restored, the migration continues', async () => {
    const { source, from, to } = await scene();
    const path = (id: number) => join(source, `algos/${id}.json`);
    const [first, third] = [readFileSync(path(1)), readFileSync(path(3))];
    rmSync(path(1));
    writeFileSync(path(3), third.subarray(0, -1));
    const lines: string[] = [];
    const message = await refusalOf(from, to, { onLine: (line) => lines.push(line) });
    expect(message).toMatch(/^The content of 2 algorithms is missing or damaged in the source/);
    expect(message).toContain(`algorithm 1: ${path(1)}`);
    expect(message).toContain(`algorithm 3: ${path(3)}`);
    expect(lines.at(-1)).toBe('  algorithms: 2 copied');
    writeFileSync(path(1), first);
    writeFileSync(path(3), third);
    await move(from, to);
    expect(await snapshotOf(to)).toEqual(await snapshotOf(from));
  });

  it('does not stop the migration after its owner has deleted the algorithm for good', async () => {
    const { source, token, from, to } = await scene();
    rmSync(join(source, 'algos/2.json'));
    expect(await refusalOf(from, to)).toContain('The content of one algorithm is missing');
    const asOwner = async (work: (service: Service, owner: AuthenticatedCaller) => Promise<unknown>) => {
      const { service, close } = await openLocal({ dataDir: source, settings: { ALGOTHEQUE_SECRET: SECRET } });
      await work(service, await service.authenticate(token));
      await close();
    };
    await asOwner((service, owner) => service.deleteAlgo({ id: 2 }, owner));
    expect(await refusalOf(from, to)).toContain(`deleted algorithm 2: ${join(source, 'algos/2.json')}`);
    await asOwner((service, owner) => service.purgeAlgo({ id: 2 }, owner));
    await move(from, to);
    expect((await snapshotOf(to))['algo']).toMatchObject([{ id: 1 }, { id: 3 }, { id: 4 }]);
  });
});
