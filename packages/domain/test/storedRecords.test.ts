import { describe, expect, it } from 'vitest';
import {
  type FolderTree,
  impossibleInDeletion,
  impossibleInFolders,
  impossibleInSession,
  type Session,
} from '../src/index.ts';
import { newSession } from '../testkit/suites/samples.ts';

const MAX = Number.MAX_SAFE_INTEGER;
const session = (fields: Partial<Session>): Session => ({ ...newSession(1), ...fields });
const tree = (fields: Partial<FolderTree>): FolderTree => ({
  ownerId: 1,
  version: 1,
  lastId: 9,
  folders: [],
  ...fields,
});
const folder = (id: number, parentId: number | null = null) => ({ id, nom: `folder ${id}`, parentId });

// The contract suites of the stores have more values that were never written.
describe('a stored session', () => {
  it.each<Partial<Session>>([
    { userId: MAX, credentialsVersion: MAX },
    { client: null, address: null },
    { client: 'x'.repeat(100), address: 'x'.repeat(19) },
  ])('can have been written: %j', (fields) => {
    expect(impossibleInSession(session(fields))).toBeNull();
  });

  it.each<[string, Partial<Session>]>([
    ['userId', { userId: MAX + 1 }],
    ['dateExpiration', { dateExpiration: Number.NaN }],
    ['client', { client: 'a\0b' }],
    ['address', { address: 'a\nb' }],
  ])('was never written: %s of %j', (field, fields) => {
    expect(impossibleInSession(session(fields))).toBe(field);
  });
});

describe('a stored tree of folders', () => {
  it.each<Partial<FolderTree>>([
    { lastId: 0 },
    { lastId: MAX - 2 },
    { folders: [folder(1), folder(2, 1), folder(9, 2)] },
    { folders: [folder(1, 2), folder(2)] },
  ])('can have been written: %j', (fields) => {
    expect(impossibleInFolders(tree(fields))).toBeNull();
  });

  it.each<[string, Partial<FolderTree>]>([
    ['ownerId', { ownerId: 0 }],
    ['lastId', { lastId: MAX - 1 }],
  ])('was never written: %s of %j', (field, fields) => {
    expect(impossibleInFolders(tree(fields))).toBe(field);
  });
});

it('a stored deletion names a user and has a date', () => {
  expect(impossibleInDeletion({ userId: 1, date: 0 })).toBeNull();
  expect(impossibleInDeletion({ userId: 0, date: 0 })).toBe('userId');
});
