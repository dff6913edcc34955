import { createHash } from 'node:crypto';
import type { Document } from 'mongodb';
import { expect } from 'vitest';
import type { MongoStore } from '../../src/index.ts';
import { BLOCK, drawIds } from './drawIds.ts';
import { newUser } from './samples.ts';

/** The value that an edit stores: no message may show it. */
export const SECRET = 'goldfinger';
export const DIGEST = `digest00-${SECRET}`;
const KEY = createHash('sha256').update('key', 'utf16le').digest('hex');
export const RULE = { limit: 2, windowMs: 60_000 };

/** An edit, the field that is damaged by it, and the call that notices it. */
export interface Edit {
  readonly collection: string;
  readonly id: number | string;
  readonly update: Document;
  readonly broken: string;
  readonly notice: (store: MongoStore) => Promise<unknown>;
}

const exported = async (store: MongoStore, kind: 'user' | 'algo' | 'deletion' | 'lastId') => {
  for await (const rows of store.portable.exportRows(kind)) expect(rows).toBe('never reached');
};

const user = (update: Document, broken: string, notice: Edit['notice'] = ({ users }) => users.findById(1)): Edit => ({
  collection: 'users',
  id: 1,
  update,
  broken,
  notice,
});
const algo = (update: Document, broken: string, notice: Edit['notice'] = ({ algos }) => algos.findById(1)): Edit => ({
  collection: 'algos',
  id: 1,
  update,
  broken,
  notice,
});
const session = (update: Document, broken: string): Edit => ({
  collection: 'tokens',
  id: DIGEST,
  update,
  broken,
  notice: ({ sessionStore }) => sessionStore.find(DIGEST),
});
const limit = (update: Document, broken: string, notice: Edit['notice']): Edit => ({
  collection: 'limits',
  id: KEY,
  update,
  broken,
  notice,
});
const hit: Edit['notice'] = ({ limiter }) => limiter.hit('key', RULE, Date.now());
const giveBack: Edit['notice'] = ({ limiter }) => limiter.giveBack('key', Number.MAX_SAFE_INTEGER);

export const EDITS: readonly Edit[] = [
  user({ $set: { pseudo: 7 } }, 'pseudo'),
  user({ $unset: { mdpHash: '' } }, 'mdpHash'),
  user({ $set: { mdpHash: [SECRET] } }, 'mdpHash', ({ users }) => users.findByEmail('ada@example.org')),
  user({ $set: { dateInscription: SECRET } }, 'dateInscription'),
  user({ $set: { isVerified: 'yes' } }, 'isVerified'),
  user({ $unset: { urlPfp: '' } }, 'urlPfp'),
  user({ $set: { credentialsVersion: 1.5 } }, 'credentialsVersion'),
  user({ $set: { 'due.0.locale': SECRET } }, 'due.0.locale'),
  user({ $set: { 'due.1.date': SECRET } }, 'due.1.date'),
  user({ $set: { 'due.0.kind': SECRET } }, 'due.0.kind'),
  user({ $set: { due: { date: SECRET } } }, 'due'),
  user({ $unset: { due: '' } }, 'due'),
  ...['emailChange', 'locale', 'shareMails'].map((field) => user({ $unset: { [field]: '' } }, field)),
  user({ $unset: { deleted: '' } }, 'deleted', ({ users }) => users.existing([1, 2])),
  user({ $set: { deleted: 'no' } }, 'deleted', (store) => exported(store, 'user')),
  algo({ $set: { nom: null } }, 'nom'),
  algo({ $set: { version: '1' } }, 'version', ({ algos }) => algos.findByRef('ref 1')),
  ...['ref', 'contentBytes', 'modifiedBy', 'dateSource', 'waiting'].map((field) =>
    algo({ $unset: { [field]: '' } }, field),
  ),
  algo({ $unset: { 'permsAlgorithme.0.date': '' } }, 'permsAlgorithme.0.date'),
  algo({ $set: { permsAlgorithme: { idUtilisateur: 2 } } }, 'permsAlgorithme'),
  algo({ $set: { permsAlgorithme: [{ idUtilisateur: 2, droits: 'Owner' }] } }, 'permsAlgorithme.0.droits', (store) =>
    store.algos.listAccessible({ by: 2, seenBy: 2, limit: 9, maxBytes: 9_999 }),
  ),
  algo({ $set: { permsAlgorithme: [null] } }, 'permsAlgorithme.0', ({ algos }) =>
    algos.listAll({ after: 0, limit: 9 }),
  ),
  algo({ $set: { dateCreation: SECRET } }, 'dateCreation', (store) => exported(store, 'algo')),
  {
    collection: 'folderTrees',
    id: 1,
    update: { $set: { 'folders.0.parentId': SECRET } },
    broken: 'folders.0.parentId',
    notice: ({ folders }) => folders.find(1),
  },
  session({ $set: { dateExpiration: SECRET } }, 'dateExpiration'),
  session({ $unset: { client: '' } }, 'client'),
  session({ $unset: { address: '' } }, 'address'),
  {
    collection: 'deletions',
    id: 7,
    update: { $unset: { date: '' } },
    broken: 'date',
    notice: (store) => exported(store, 'deletion'),
  },
  ...(['user', 'algo'] as const).map(
    (id): Edit => ({
      collection: 'counters',
      id,
      update: { $set: { last: SECRET } },
      broken: 'last',
      notice: ({ users, algos }) =>
        id === 'user' ? users.insert(newUser({ adresseMail: 'grace@example.org' })) : drawIds({ algos }, BLOCK + 1),
    }),
  ),
  limit({ $set: { end: SECRET } }, 'end', hit),
  limit({ $set: { count: SECRET } }, 'count', hit),
  limit({ $set: { count: SECRET, end: 1 } }, 'count', hit),
  limit({ $set: { end: SECRET } }, 'end', giveBack),
  limit({ $set: { count: SECRET } }, 'count', giveBack),
  limit({ $set: { count: -1 } }, 'count', giveBack),
  limit({ $set: { until: SECRET } }, 'until', ({ limiter }) => limiter.remembers('key', Date.now(), 1)),
];
