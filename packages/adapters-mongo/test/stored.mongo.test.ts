import { createHash } from 'node:crypto';
import { FRESH_USER } from '@algotheque/domain';
import type { Document } from 'mongodb';
import { expect } from 'vitest';
import { MAX_CONTENT_BYTES } from '../src/content/contentStore.ts';
import { ContentTooLargeError } from '../src/index.ts';
import { describeMongo } from './support/describeMongo.ts';
import { dueOf, newAlgo, newSession, newUser } from './support/samples.ts';

/** What a new user has besides. */
const FRESH = { ...FRESH_USER, deleted: false };
const RULE = { limit: 2, windowMs: 60_000 };

describeMongo('documents in the database', ({ withScratch }) => {
  withScratch('have exactly these fields, numbers as numbers', async ({ open, db }) => {
    const store = await open();
    const user = newUser({ due: [dueOf('confirmation', 1_775_000_000_001)] });
    await store.users.insert(user);
    await store.algos.insert(newAlgo(await store.algos.nextId()));
    await store.folders.compareAndSet(1, 0, { lastId: 1, folders: [{ id: 1, nom: 'root', parentId: null }] });
    await store.deletions.add({ userId: 7, date: 1_775_000_000_002 });
    const only = (name: string) => db.collection(name).findOne();
    expect(await only('users')).toEqual({
      _id: 1,
      ...user,
      ...FRESH,
      addresses: [user.adresseMail],
      mailbox: user.adresseMail,
      addressKey: 'ada@example.org',
      pseudoKey: 'ada',
    });
    const { id: _id, ...algo } = newAlgo(1);
    expect(await only('algos')).toEqual({
      _id,
      ...algo,
      version: 1,
      dossierId: null,
      nomKey: 'algorithm 1',
      words: ['algorithm', '1'],
      shareBytes: 0,
    });
    const folders = [{ id: 1, nom: 'root', parentId: null }];
    expect(await only('folderTrees')).toEqual({ _id: 1, version: 1, lastId: 1, folders });
    expect(await only('deletions')).toEqual({ _id: 7, date: 1_775_000_000_002 });
    const numbers = { _id: { $type: 'number' }, dateInscription: { $type: 'number' } } as Document; // as one writes it in the shell
    expect(await db.collection('users').countDocuments(numbers)).toBe(1);
  });

  withScratch('of a session and a limit have the digest of the key and the end', async ({ open, db, dump }) => {
    const store = await open();
    const { digest, ...session } = newSession('digest');
    await store.sessionStore.insert({ digest, ...session });
    const now = Date.now();
    await store.limiter.hit('login:ada@example.org', RULE, now);
    expect(await db.collection('tokens').findOne()).toEqual({
      _id: digest,
      ...session,
      expireAt: new Date(session.dateExpiration),
    });
    const end = now + RULE.windowMs;
    const _id = createHash('sha256').update('login:ada@example.org', 'utf16le').digest('hex');
    const counted = { _id, end, count: 1, retryAfterMs: 0, expireAt: new Date(end) };
    expect(await db.collection('limits').findOne()).toEqual(counted);
    expect(await dump()).not.toContain('ada@example.org');
  });

  withScratch('have content of up to 12 MiB; more is refused clearly, before anything is written', async (scratch) => {
    const { contentStore } = await scratch.open();
    const most = new Uint8Array(MAX_CONTENT_BYTES).fill(7);
    const ref = await contentStore.stage(most, null);
    expect(Buffer.compare((await contentStore.read(1, ref)) ?? new Uint8Array(), most)).toBe(0);
    const tooMuch: unknown = await contentStore
      .stage(new Uint8Array(MAX_CONTENT_BYTES + 1), null)
      .catch((error: unknown) => error);
    expect(tooMuch).toBeInstanceOf(ContentTooLargeError);
    expect(String(tooMuch)).toContain('12582913 bytes; in MongoDB it may have 12582912 (12 MiB)');
    expect(await scratch.db.collection('contents').countDocuments()).toBe(1);
  });
});
