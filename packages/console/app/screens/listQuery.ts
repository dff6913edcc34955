import type { DataOf, RequestOf } from '@algotheque/client';
import type { Folder } from '../state/folders.ts';
import { words } from '../state/locale.ts';

type Query = NonNullable<NonNullable<RequestOf<'searchAlgos'>['params']>['query']>;

export type Row = DataOf<'searchAlgos'>[number];
export type Sort = NonNullable<Query['sort']>;

/** What the list shows, as the address says it. */
export interface ListQuery {
  readonly role: 'all' | 'owner' | 'shared';
  /** Undefined: in any folder; null: in none. */
  readonly folder: number | null | undefined;
  readonly q: string;
  readonly sort: Sort;
}

export const SORTS: readonly Sort[] = [
  'nom',
  '-nom',
  '-dateModification',
  'dateModification',
  '-dateCreation',
  'dateCreation',
];

export function queryOf(given: URLSearchParams): ListQuery {
  const role = given.get('role');
  const folder = given.get('folder');
  return {
    role: role === 'owner' || role === 'shared' ? role : 'all',
    folder: folder === null ? undefined : /^[1-9]\d{0,14}$/.test(folder) ? Number(folder) : null,
    q: given.get('q') ?? '',
    sort: SORTS.find((sort) => sort === given.get('sort')) ?? 'nom',
  };
}

/** The address of a list, below the console. */
export function addressOfList({ role = 'all', folder, q = '', sort = 'nom' }: Partial<ListQuery>): string {
  const given = new URLSearchParams({
    ...(role !== 'all' && { role }),
    ...(folder !== undefined && { folder: folder === null ? 'none' : String(folder) }),
    ...(q !== '' && { q }),
    ...(sort !== 'nom' && { sort }),
  }).toString();
  return given === '' ? '' : `?${given}`;
}

const ROWS = 50;

export const searchOf = ({ role, folder, q, sort }: ListQuery, after: string | null): Query => ({
  role,
  sort,
  limit: ROWS,
  ...(folder !== undefined && { dossierId: folder }),
  ...(q !== '' && { q }),
  ...(after === null ? { total: true } : { after }),
});

/** Whether there is no such folder; not while the folders are unknown (null). */
export const isNoFolder = ({ folder }: ListQuery, folders: readonly Folder[] | null): boolean =>
  folder != null && folders?.every(({ id }) => id !== folder) === true;

/** What the list is called. */
export function titleOf({ role, folder }: ListQuery, folders: readonly Folder[]): string {
  const t = words().list;
  if (folder === null) return t.top;
  if (folder !== undefined) return folders.find(({ id }) => id === folder)?.nom ?? t.title;
  if (role === 'owner') return t.own;
  return role === 'shared' ? t.shared : t.title;
}
