import { type Algorithm, sharesDueOf } from '../../../../src/index.ts';
import { type MemoryData, memoryAlgoRepository } from '../../../../testkit/memory/index.ts';
import { onData } from './broken.ts';

const on = onData(memoryAlgoRepository);

/** The record of the id is changed in the data, if it is there. */
function edit(data: MemoryData, id: number, change: (algo: Algorithm) => Partial<Algorithm>): void {
  const algo = data.algos.get(id);
  if (algo !== undefined) data.algos.set(id, { ...algo, ...change(algo) });
}

const redated = ({ permsAlgorithme }: Algorithm): Partial<Algorithm> => ({
  permsAlgorithme: permsAlgorithme.map((grant) => ({ ...grant, date: 1 })),
});

export const brokenSharing = [
  on('keeps no dates of grants', 'keeps the dates of grants and what waits exactly', (port, data) => ({
    async insert(algo) {
      await port.insert(algo);
      edit(data, algo.id, redated);
      return (await port.findById(algo.id)) ?? Promise.reject(new Error('absent'));
    },
  })),
  on('keeps nothing that waits', 'keeps the dates of grants and what waits exactly', (port) => ({
    insert: (algo) => port.insert({ ...algo, waiting: [] }),
  })),
  on('ends what waits with any commit', 'keeps the dates of grants and what waits exactly', (port) => ({
    compareAndSet: (id, version, changes) => port.compareAndSet(id, version, { waiting: [], ...changes }),
  })),
  on('never changes what waits', 'keeps the dates of grants and what waits exactly', (port) => ({
    compareAndSet: (id, version, { waiting: _left, ...changes }) => port.compareAndSet(id, version, changes),
  })),
  on('shows dates of grants in lists', 'shows neither dates nor what waits in lists', (port, data) => ({
    async listAccessible(query, onDamaged) {
      const { algos, next } = await port.listAccessible(query, onDamaged);
      const dated = algos.map((row) => ({ ...row, permsAlgorithme: data.algos.get(row.id)?.permsAlgorithme ?? [] }));
      return { algos: dated, next };
    },
  })),
  on('finds what waits by the address as it was typed', 'finds what waits for a mailbox', (port) => ({
    async listWaiting(query, onDamaged) {
      const found = await port.listWaiting(query, onDamaged);
      return found.filter(({ waiting }) => waiting.some(({ adresseMail }) => adresseMail === query.mailbox));
    },
  })),
  on('finds what waits for a mailbox that begins so', 'finds what waits for a mailbox', (_port, data) => ({
    async listWaiting({ mailbox, after, limit }) {
      const isAlike = ({ waiting }: Algorithm): boolean =>
        waiting.some(({ adresseMail }) => mailbox.startsWith(adresseMail.toLowerCase()));
      return [...data.algos.values()].filter((algo) => algo.id > after && isAlike(algo)).slice(0, limit);
    },
  })),
  on('begins each page of what waits anew', 'finds what waits for a mailbox', (port) => ({
    listWaiting: (query, onDamaged) => port.listWaiting({ ...query, after: 0 }, onDamaged),
  })),
  on('lists the mails of what waits alone', 'lists records whose shares have something due', (port) => ({
    async listSharesDue(query, onDamaged) {
      const found = await port.listSharesDue(query, onDamaged);
      return found.filter(({ waiting }) => waiting.some(({ isMailDue }) => isMailDue));
    },
  })),
  on('lists what is due at the date', 'lists records whose shares have something due', (port) => ({
    listSharesDue: (query, onDamaged) => port.listSharesDue({ ...query, endsBefore: query.endsBefore + 1 }, onDamaged),
  })),
  on('lists nothing that ends late', 'lists records whose shares have something due', (port) => ({
    listSharesDue: ({ endsAfter: _left, ...query }, onDamaged) => port.listSharesDue(query, onDamaged),
  })),
  on('begins each page of what is due anew', 'lists records whose shares have something due', (port) => ({
    listSharesDue: (query, onDamaged) => port.listSharesDue({ ...query, after: 0 }, onDamaged),
  })),
  on('lists no mail before its date', 'lists records whose shares have something due', (port) => ({
    async listSharesDue(query, onDamaged) {
      const found = await port.listSharesDue(query, onDamaged);
      const isLate = ({ waiting }: Algorithm): boolean =>
        waiting.some(({ isMailDue, date }) => isMailDue && date >= query.endsBefore);
      return found.filter((algo) => !isLate(algo));
    },
  })),
  on('lists every record with shares', 'lists records whose shares have something due', (_port, data) => ({
    async listSharesDue({ limit }) {
      return [...data.algos.values()].filter((algo) => sharesDueOf(algo).length > 0).slice(0, limit);
    },
  })),
];
