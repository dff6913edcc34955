import { expect, it } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { onRawFile } from './support/rawFile.ts';
import { newAlgo, newSession, newUser } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';

it('stores the fields of records under their names, and numbers as integers', async () => {
  const path = scratchPath();
  const { users, algos, folders, sessionStore, close } = openSqliteStore(path);
  await users.insert(newUser());
  await algos.insert({ ...newAlgo(1), id: 1 });
  await folders.compareAndSet(1, 0, { lastId: 1, folders: [{ id: 1, nom: 'root', parentId: null }] });
  await sessionStore.insert(newSession('digest'));
  await close();
  const { adresseMail, mdpHash, pseudo, dateInscription } = newUser();
  const { permsAlgorithme: _, places: _places, waiting: _waiting, ...algo } = newAlgo(1);
  const rowOf = (table: string) => onRawFile(path, (db) => db.prepare(`SELECT * FROM ${table}`).get());
  expect(rowOf('users')).toMatchObject({
    id: 1,
    adresseMail,
    mdpHash,
    pseudo,
    dateInscription,
    isVerified: 0,
    urlPfp: null,
    locale: null,
    shareMails: 1,
  });
  expect(rowOf('algos')).toMatchObject({
    ...algo,
    id: 1,
    version: 1,
    places: '[]',
    waiting: '[]',
    dossierId: null,
    nomKey: 'algorithm 1',
    words: '["algorithm","1"]',
  });
  const storedFolders = '[{"id":1,"nom":"root","parentId":null}]';
  expect(rowOf('folderTrees')).toEqual({ ownerId: 1, version: 1, lastId: 1, folders: storedFolders });
  expect(rowOf('tokens')).toMatchObject(newSession('digest'));
});
