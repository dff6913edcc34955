import { hash } from 'node:crypto';
import type { Algorithm, PortableRows, StoreView } from '@algotheque/domain';
import { ContentPool } from '../../../src/backup/contentPool.ts';
import type { Copying } from '../../../src/backup/copyContents.ts';
import { LeftOut } from '../../../src/backup/leftOut.ts';
import { NO_PROGRESS } from '../../../src/terminal/progress.ts';
import { scratchFolder } from '../../support/scratch.ts';

export const textOf = (id: number, version = 1): Buffer => Buffer.from(`content ${id}, ${version}`);
export const refOf = (id: number, version = 1): string => `${'0'.repeat(32)}-${hash('sha256', textOf(id, version))}`;

export const algo = (id: number, version = 1): Algorithm => ({
  id,
  nom: 'Many',
  dateCreation: 0,
  dateModification: 0,
  ownerId: 1,
  permsAlgorithme: [],
  version,
  ref: refOf(id, version),
  contentBytes: 0,
  places: [],
  waiting: [],
});

export const algos = (count: number): readonly Algorithm[] =>
  Array.from({ length: count }, (_, index) => algo(index + 1));

/** A view that lists these algorithms, of whatever kind it is asked for. */
export function viewOf(listed: readonly Algorithm[], find: StoreView['find'] = async () => null): StoreView {
  return {
    async *contents() {
      yield listed;
    },
    async *rows() {
      yield listed as never; // rows of algorithms, in the bin or not, which alone are asked for
    },
    content: async () => null,
    find,
  };
}

/** The same in the bin. */
export const deleted = (id: number, version = 1): PortableRows['deleted'] => ({
  ...algo(id, version),
  dateSuppression: 1,
});

/** The work of a backup into an empty folder. */
export async function copying(view: StoreView, read: Copying['source']['read']): Promise<Copying> {
  const unused = () => Promise.reject(new Error('no other view is taken'));
  const views = { location: 'sqlite:many', present: view, isOneMoment: false, take: unused };
  const source = { views, read, check: async () => {} };
  const pool = new ContentPool(await scratchFolder(), null);
  return {
    source,
    pool,
    leftOut: new LeftOut(),
    signal: new AbortController().signal,
    progress: NO_PROGRESS,
  };
}
