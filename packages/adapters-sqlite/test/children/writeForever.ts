/**
 * Writes until it is killed, and prints each write when it is acknowledged. New files of the process may be read by all, unless their maker
 * forbids it.
 */
import { writeSync } from 'node:fs';
import { openSqliteStore } from '../../src/index.ts';
import { newAlgo, newGrant } from '../support/samples.ts';

process.umask(0);
const store = openSqliteStore(process.argv[2] ?? '');
const round = process.argv[3] ?? '';
for (let number = 1; ; number += 1) {
  const nom = `${round}/${number}`;
  const id = await store.algos.nextId();
  await store.algos.insert({
    ...newAlgo(number, { dateCreation: number, dateModification: number }),
    id,
    nom,
    ref: nom,
  });
  const permsAlgorithme = [newGrant(2)];
  const algo = await store.algos.compareAndSet(id, 1, { permsAlgorithme });
  await store.limiter.hit(nom, { limit: 1, windowMs: 1_000 }, number);
  writeSync(1, `${JSON.stringify(algo)}\n`);
}
