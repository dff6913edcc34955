import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { onRawFile } from './support/rawFile.ts';
import { newAlgo, newSession, newUser } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';

/** Text that UTF-8 cannot hold. */
const LONE = 'a\ud800b';
const REPLACED = 'a\ufffdb';

describe('a text with a lone surrogate', () => {
  it('is refused by every write, and nothing is written', async () => {
    const { users, algos, folders, sessionStore, close } = openSqliteStore(scratchPath());
    const user = await users.insert(newUser());
    const algo = await algos.insert({ ...newAlgo(1), id: 1 });
    const calls = [
      () => users.insert(newUser({ adresseMail: LONE })),
      () => users.insert(newUser({ adresseMail: 'other@example.org', pseudo: LONE })),
      () => users.change(user.id, (now) => ({ ...now, urlPfp: LONE, mdpHash: 'other' })),
      () => users.change(user.id, (now) => ({ ...now, mdpHash: LONE })),
      () => algos.insert({ ...newAlgo(2, { nom: LONE }), id: 2 }),
      () => algos.compareAndSet(1, 1, { ref: LONE }),
      () => folders.compareAndSet(1, 0, { lastId: 1, folders: [{ id: 1, nom: LONE, parentId: null }] }),
      () => sessionStore.insert(newSession(LONE)),
    ];
    for (const call of calls) await expect(call()).rejects.toThrow(TypeError);
    expect(await users.findById(user.id)).toEqual(user);
    expect([await users.findById(2), await algos.findById(2)]).toEqual([null, null]);
    expect(await algos.findById(1)).toEqual(algo);
    await close();
  });

  it('does not match another text', async () => {
    const path = scratchPath();
    const { users, algos, close } = openSqliteStore(path);
    await users.insert(newUser());
    onRawFile(path, (db) => db.prepare('UPDATE users SET adresseMail = ?').run(REPLACED));
    await algos.insert({ ...newAlgo(1, { ref: REPLACED }), id: 1 });
    expect([await users.findByEmail(LONE), await algos.findByRef(LONE)]).toEqual([null, null]);
    await close();
  });

  it('is accepted as a key of limits', async () => {
    const { limiter, close } = openSqliteStore(scratchPath());
    const rule = { limit: 1, windowMs: 1_000 };
    for (const key of [LONE, REPLACED, 'a\udbffb']) expect((await limiter.hit(key, rule, 0)).retryAfterMs).toBe(0);
    await close();
  });
});

it('keeps texts with NUL unchanged', async () => {
  const { algos, folders, close } = openSqliteStore(scratchPath());
  const algo = await algos.insert({ ...newAlgo(1, { ref: 'a\0b' }), id: 1 });
  expect(await algos.findByRef('a\0b')).toEqual(algo);
  expect(await algos.findByRef('a')).toBeNull();
  const tree = await folders.compareAndSet(1, 0, { lastId: 1, folders: [{ id: 1, nom: '\0', parentId: null }] });
  expect(await folders.find(1)).toEqual(tree);
  await close();
});
