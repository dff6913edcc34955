/** Writes until it is killed, and prints each write when it is acknowledged. New files of the process may be read by all, unless their maker forbids it. */
import { writeSync } from 'node:fs';
import { openSqliteStore } from '../../src/index.ts';

process.umask(0);
const store = openSqliteStore(process.argv[2] ?? '');
const round = process.argv[3] ?? '';
for (let number = 1; ; number += 1) {
  const nom = `${round}/${number}`;
  const id = await store.algos.nextId();
  const times = { dateCreation: number, dateModification: number };
  await store.algos.insert({ id, nom, ...times, ownerId: 1, permsAlgorithme: [], ref: nom, contentBytes: 10 });
  const permsAlgorithme = [{ idUtilisateur: 2, droits: 'Read' as const }];
  const algo = await store.algos.compareAndSet(id, 1, { permsAlgorithme });
  await store.limiter.hit(nom, { limit: 1, windowMs: 1_000 }, number);
  writeSync(1, `${JSON.stringify(algo)}\n`);
}
