import { type AlgoRepository, type Algorithm, sharesDueOf } from '../../../../src/index.ts';
import { type MemoryData, memoryAlgoRepository } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { type BrokenVariants, onData } from './broken.ts';

const on = onData(memoryAlgoRepository);

/** The record of the id is changed in the data, if it is there. */
function edit(data: MemoryData, id: number, change: (algo: Algorithm) => Partial<Algorithm>): void {
  const algo = data.algos.get(id);
  if (algo !== undefined) data.algos.set(id, { ...algo, ...change(algo) });
}

const redated = ({ permsAlgorithme }: Algorithm): Partial<Algorithm> => ({
  permsAlgorithme: permsAlgorithme.map((grant) => ({ ...grant, date: 1 })),
});

export const brokenSharing: BrokenVariants<Fixture<AlgoRepository>> = {
  'keeps no dates of grants': {
    fails: 'keeps the dates of grants and what waits exactly',
    open: on((port, data) => ({
      async insert(algo) {
        await port.insert(algo);
        edit(data, algo.id, redated);
        return (await port.findById(algo.id)) ?? Promise.reject(new Error('absent'));
      },
    })),
  },
  'keeps nothing that waits': {
    fails: 'keeps the dates of grants and what waits exactly',
    open: on((port) => ({ insert: (algo) => port.insert({ ...algo, waiting: [] }) })),
  },
  'ends what waits with any commit': {
    fails: 'keeps the dates of grants and what waits exactly',
    open: on((port) => ({
      compareAndSet: (id, version, changes) => port.compareAndSet(id, version, { waiting: [], ...changes }),
    })),
  },
  'never changes what waits': {
    fails: 'keeps the dates of grants and what waits exactly',
    open: on((port) => ({
      compareAndSet: (id, version, { waiting: _left, ...changes }) => port.compareAndSet(id, version, changes),
    })),
  },
  'shows dates of grants in lists': {
    fails: 'shows neither dates nor what waits in lists',
    open: on((port, data) => ({
      async listAccessible(query, onDamaged) {
        const { algos, next } = await port.listAccessible(query, onDamaged);
        const dated = algos.map((row) => ({ ...row, permsAlgorithme: data.algos.get(row.id)?.permsAlgorithme ?? [] }));
        return { algos: dated, next };
      },
    })),
  },
  'finds what waits by the address as it was typed': {
    fails: 'finds what waits for a mailbox',
    open: on((port) => ({
      async listWaiting(query, onDamaged) {
        const found = await port.listWaiting(query, onDamaged);
        return found.filter(({ waiting }) => waiting.some(({ adresseMail }) => adresseMail === query.mailbox));
      },
    })),
  },
  'finds what waits for a mailbox that begins so': {
    fails: 'finds what waits for a mailbox',
    open: on((_port, data) => ({
      async listWaiting({ mailbox, after, limit }) {
        const isAlike = ({ waiting }: Algorithm): boolean =>
          waiting.some(({ adresseMail }) => mailbox.startsWith(adresseMail.toLowerCase()));
        return [...data.algos.values()].filter((algo) => algo.id > after && isAlike(algo)).slice(0, limit);
      },
    })),
  },
  'begins each page of what waits anew': {
    fails: 'finds what waits for a mailbox',
    open: on((port) => ({ listWaiting: (query, onDamaged) => port.listWaiting({ ...query, after: 0 }, onDamaged) })),
  },
  'lists the mails of what waits alone': {
    fails: 'lists records whose shares have something due',
    open: on((port) => ({
      async listSharesDue(query, onDamaged) {
        const found = await port.listSharesDue(query, onDamaged);
        return found.filter(({ waiting }) => waiting.some(({ isMailDue }) => isMailDue));
      },
    })),
  },
  'lists what is due at the date': {
    fails: 'lists records whose shares have something due',
    open: on((port) => ({
      listSharesDue: (query, onDamaged) =>
        port.listSharesDue({ ...query, endsBefore: query.endsBefore + 1 }, onDamaged),
    })),
  },
  'lists nothing that ends late': {
    fails: 'lists records whose shares have something due',
    open: on((port) => ({
      listSharesDue: ({ endsAfter: _left, ...query }, onDamaged) => port.listSharesDue(query, onDamaged),
    })),
  },
  'begins each page of what is due anew': {
    fails: 'lists records whose shares have something due',
    open: on((port) => ({
      listSharesDue: (query, onDamaged) => port.listSharesDue({ ...query, after: 0 }, onDamaged),
    })),
  },
  'lists no mail before its date': {
    fails: 'lists records whose shares have something due',
    open: on((port) => ({
      async listSharesDue(query, onDamaged) {
        const found = await port.listSharesDue(query, onDamaged);
        const isLate = ({ waiting }: Algorithm): boolean =>
          waiting.some(({ isMailDue, date }) => isMailDue && date >= query.endsBefore);
        return found.filter((algo) => !isLate(algo));
      },
    })),
  },
  'lists every record with shares': {
    fails: 'lists records whose shares have something due',
    open: on((_port, data) => ({
      async listSharesDue({ limit }) {
        return [...data.algos.values()].filter((algo) => sharesDueOf(algo).length > 0).slice(0, limit);
      },
    })),
  },
};
