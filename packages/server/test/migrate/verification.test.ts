import { describe, expect, it } from 'vitest';
import { openLocal } from '../../src/openLocal.ts';
import { edit } from '../doctor/support/examined.ts';
import { move, onceCopied, refusalOf } from './support/move.ts';
import { scene } from './support/scene.ts';

/** How many rows the store has, in the words of the command. */
const COUNTS = [
  'users: 2',
  'sessions: 2',
  'refusals and known addresses: 1',
  'trees of folders: 1',
  'algorithms in the bin: 1',
  'algorithms: 4',
  'former versions: 1',
  'mails that wait: 1',
  'events: 11',
  'unfinished deletions of users: 1',
  'counters of ids: 2',
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
    await expect(openLocal({ dataDir: target })).rejects.toThrow('that has not ended');
    expect(message).toMatch(/Run the same command with --begin-anew\.$/);
    await move(from, to, { anew: true });
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

  it('passes over what is remembered no more, for the same reason', async () => {
    const { source, target, from, to } = await scene();
    edit(source, `UPDATE remembered SET until = ${Date.now() - 1}`);
    await move(
      from,
      to,
      onceCopied(() => edit(target, 'DELETE FROM remembered')),
    );
  });
});
