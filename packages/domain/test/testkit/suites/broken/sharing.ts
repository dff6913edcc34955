import type { Algorithm } from '../../../../src/index.ts';
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
  on('lists the mails of what waits alone', 'lists records whose shares have something due', (port) => ({
    async listSharesDue(query, onDamaged) {
      const found = await port.listSharesDue(query, onDamaged);
      return found.filter(({ waiting }) => waiting.some(({ isMailDue }) => isMailDue));
    },
  })),
];
