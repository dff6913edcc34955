import type { AlgoBin, AlgoRepository, Algorithm, DeletedAlgo } from '@algotheque/domain';
import { insertAlgo } from '../algos/insertAlgo.ts';
import type { Fixture } from '../runner.ts';
import { NOW } from '../samples.ts';
import { contentOf } from './formers.ts';

export interface AlgoBinFixture extends Fixture<AlgoBin> {
  /** The records of the same store. */
  readonly algos: AlgoRepository;
}

/** Inserts a record with this number, and moves it to the bin. It was deleted so many milliseconds after NOW, with the content of the number. */
export async function binned(
  { port, algos }: Pick<AlgoBinFixture, 'port' | 'algos'>,
  number: number,
  fields: Partial<Algorithm> = {},
  dateSuppression: number = NOW + number,
): Promise<DeletedAlgo> {
  const algo = await insertAlgo(algos, number, fields);
  const content = contentOf(number);
  await port.add(algo.id, algo.version, { dateSuppression, content });
  return { ...algo, waiting: [], contentBytes: content.length, dateSuppression };
}

/** A grant, and the places of the owner and of another user. */
export const SHARED = {
  permsAlgorithme: [{ idUtilisateur: 2, droits: 'Read' as const, date: NOW, isMailDue: true as const }],
  places: [
    { idUtilisateur: 1, dossierId: 4 },
    { idUtilisateur: 2, dossierId: 5 },
  ],
};

/** What a restoration sets. */
export const restoration = (ref: string, fields: Partial<Pick<Algorithm, 'permsAlgorithme' | 'places'>> = {}) => ({
  ref,
  contentBytes: 33,
  permsAlgorithme: [],
  places: [],
  ...fields,
});
