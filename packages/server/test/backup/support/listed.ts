import { hash } from 'node:crypto';
import type { Algorithm, HeldView, PortableRows, StoreView } from '@algotheque/domain';
import type { Copying } from '../../../src/backup/contents.ts';
import { LeftOut } from '../../../src/backup/leftOut.ts';
import type { Output } from '../../../src/backup/output.ts';
import { BackupWriter } from '../../../src/backup/writer.ts';
import { NO_PROGRESS } from '../../../src/terminal/progress.ts';

export const textOf = (id: number, version = 1): Buffer => Buffer.from(`content ${id}, ${version}`);
const refOf = (id: number, version = 1): string => `${'0'.repeat(32)}-${hash('sha256', textOf(id, version))}`;

export const algo = (id: number, version = 1): Algorithm => ({
  id,
  nom: 'Many',
  dateCreation: 0,
  dateModification: 0,
  ownerId: 1,
  permsAlgorithme: [],
  version,
  ref: refOf(id, version),
  contentBytes: 2,
  modifiedBy: 1,
  dateSource: 0,
  places: [],
  waiting: [],
});

export const algos = (count: number): readonly Algorithm[] =>
  Array.from({ length: count }, (_, index) => algo(index + 1));

/** A view that lists these algorithms, of whatever kind it is asked for. */
export function viewOf(listed: readonly Algorithm[], find: StoreView['find'] = async () => null): HeldView {
  return {
    countRows: async () => listed.length,
    async *exportRows() {
      yield listed as never; // rows of algorithms, in the bin or not, which alone are asked for
    },
    content: async () => null,
    find,
    findFormer: async () => null,
    async end() {},
  };
}

/** The same in the bin. */
export const deleted = (id: number, version = 1): PortableRows['deleted'] => ({
  ...algo(id, version),
  dateSuppression: 1,
});

/** An output that keeps its lines. */
export function keptOutput(): { readonly output: Output; lines(): readonly Record<string, unknown>[] } {
  let text = '';
  const output = {
    name: 'memory',
    async write(bytes: Uint8Array) {
      text += Buffer.from(bytes).toString();
    },
    async finish() {},
  };
  return {
    output,
    lines: () =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
  };
}

interface CopyingOptions {
  readonly output?: Output;
  /** Whether the store says that its views are of one moment. Default: false. */
  readonly isOneMoment?: boolean;
}

/** The work of a backup of a view. */
export function copying(
  view: StoreView,
  read: Copying['source']['read'],
  { output = keptOutput().output, isOneMoment = false }: CopyingOptions = {},
): Copying {
  const unused = () => Promise.reject(new Error('no other view is taken'));
  const views = { location: 'sqlite:many', present: view, isOneMoment, take: unused };
  return {
    source: { views, read, check: async () => {} },
    writer: new BackupWriter(output),
    leftOut: new LeftOut(),
    signal: new AbortController().signal,
    progress: NO_PROGRESS,
  };
}
