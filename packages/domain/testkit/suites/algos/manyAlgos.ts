import type { AlgoRepository, Algorithm } from '@algotheque/domain';
import { present } from '../assert.ts';
import { NOW, newGrant, ODD_NAMES, pseudoRandom } from '../samples.ts';
import { insertAlgo } from './insertAlgo.ts';

const NAMES = [
  'Tri rapide',
  'tri fusion',
  'Ératosthène',
  'eratosthene crible',
  'Dijkstra',
  '\u{1f600} emoji',
  '\uffee sign',
];

/** Records of three users with equal and odd names, equal dates, rights and folders, in any order. */
export async function filled(port: AlgoRepository): Promise<Algorithm[]> {
  const random = pseudoRandom(11);
  const below = (count: number): number => Math.floor(random() * count);
  const names = [...NAMES, ...ODD_NAMES.slice(0, 12)];
  const algos: Algorithm[] = [];
  for (let number = 0; number < 60; number += 1) {
    const ownerId = 1 + below(3);
    const others = [1, 2, 3].filter((id) => id !== ownerId && below(2) === 0);
    const algo = await insertAlgo(port, number, {
      ownerId,
      nom: present(names[below(names.length)]),
      dateCreation: NOW + below(10),
      dateModification: NOW + below(10),
      permsAlgorithme: others.map((id) => newGrant(id, below(2) === 0 ? 'Read' : 'ReadWrite')),
    });
    for (const user of [1, 2, 3]) if (below(3) === 0) await port.place(algo.id, user, 7 + below(2));
    algos.push(present(await port.findById(algo.id)));
  }
  return algos;
}
