import type { Filling } from './fill.ts';

import type { DiskUse } from './server.ts';
import type { CollectionSize } from './sizes.ts';
import { isWrite, type RequestCost } from './waits.ts';

/** Sizes of one collection for one user, in bytes. */
export interface PerUser {
  readonly name: string;
  readonly documents: number;
  readonly documentBytes: number;
  readonly indexBytes: number;
}

const USERS = [1e6, 1e7, 1e8];
const GB = 1e9;

const rows = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const size = (bytes: number): string => `${Number((bytes / GB).toPrecision(3)).toLocaleString('en')} GB`;
const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

export function sizesTable(sizes: readonly CollectionSize[]): string {
  const filled = sizes.filter(({ documents }) => documents > 0);
  const lines = filled.map(({ name, documents, documentBytes, indexBytes }) => {
    const indexes = Object.entries(indexBytes).map(([index, bytes]) => `\`${index}\` ${whole(bytes / documents)}`);
    return [`\`${name}\``, whole(documents), whole(documentBytes / documents), indexes.join(', ')];
  });
  return rows(['collection', 'documents', 'bytes a document', 'index bytes a document'], lines);
}

/** Collections that grow with users: those with at least one document for every ten users. */
export function perUser(sizes: readonly CollectionSize[], { users }: Filling): readonly PerUser[] {
  return sizes
    .filter(({ documents }) => documents * 10 >= users)
    .map(({ name, documents, documentBytes, indexBytes }) => ({
      name,
      documents: documents / users,
      documentBytes: documentBytes / users,
      indexBytes: sum(Object.values(indexBytes)) / users,
    }));
}

export function growthTable(all: readonly PerUser[]): string {
  const total = {
    name: 'all',
    documents: sum(all.map(({ documents }) => documents)),
    documentBytes: sum(all.map(({ documentBytes }) => documentBytes)),
    indexBytes: sum(all.map(({ indexBytes }) => indexBytes)),
  };
  const lines = [...all, total].map(({ name, documents, documentBytes, indexBytes }) => [
    name === 'all' ? '**all**' : `\`${name}\``,
    String(Number(documents.toFixed(1))),
    `${whole(documentBytes)} + ${whole(indexBytes)}`,
    ...USERS.map((users) => `${size(users * documentBytes)} + ${size(users * indexBytes)}`),
  ]);
  return rows(
    ['collection', 'a user', 'bytes a user', ...USERS.map((users) => `${whole(users / 1e6)} M users`)],
    lines,
  );
}

/** The formula for any numbers of documents a user. A document counts with its index entries. */
export function formula(all: readonly PerUser[]): string {
  const terms = all.map(({ name, documents, documentBytes, indexBytes }) => {
    const each = whole((documentBytes + indexBytes) / documents);
    return `${each} × ${name}`;
  });
  return `    bytes = ${terms.join(' + ')}`;
}

export function diskLine(use: DiskUse | null, all: readonly PerUser[], { users }: Filling): string {
  if (use === null) return 'The server was given: what its files occupy is not known.';
  const total = sum(all.map(({ documentBytes, indexBytes }) => documentBytes + indexBytes));
  const perUserOnDisk = use.data / users;
  return `On disk, the server stopped: ${whole(use.data)} bytes of data, ${whole(perUserOnDisk)} a user, ${(perUserOnDisk / total).toFixed(2)} of the sum above; beside them ${whole(use.logs)} bytes of journal and replication log.`;
}

/** All commands of a request, also those behind the answer. */
export function readsAndWrites({ waited, behind }: RequestCost): { readonly reads: number; readonly writes: number } {
  const all = [...waited, ...behind];
  const writes = sum(all.filter(([key]) => isWrite(key)).map(([, count]) => count));
  return { reads: sum(all.map(([, count]) => count)) - writes, writes };
}

export function requestsTable(costs: readonly RequestCost[]): string {
  const lines = costs.map(({ request, waited, behind, waits }) => {
    return [request, String(waits.reads), String(waits.writes), list(waited), list(behind)];
  });
  return rows(['request', 'waits for reads', 'waits for writes', 'commands', 'behind the answer'], lines);
}

const list = (sent: ReadonlyMap<string, number>): string =>
  [...sent].map(([key, count]) => (count === 1 ? key : `${count} × ${key}`)).join(', ');
