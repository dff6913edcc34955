import type { AlgoBin, AlgoRepository, Algorithm, DeletedAlgo, Restoration } from '@algotheque/domain';
import { insertAlgo } from '../algos/insertAlgo.ts';
import type { Fixture } from '../runner.ts';
import { NOW, newGrant } from '../samples.ts';

export interface AlgoBinFixture extends Fixture<AlgoBin> {
  /** The records of the same store. */
  readonly algos: AlgoRepository;
}

/** Inserts a record with this number, and moves it to the bin. It was deleted so many milliseconds after NOW. */
export async function binned(
  { port, algos }: Pick<AlgoBinFixture, 'port' | 'algos'>,
  number: number,
  fields: Partial<Algorithm> = {},
  dateSuppression: number = NOW + number,
): Promise<DeletedAlgo> {
  const algo = await insertAlgo(algos, number, fields);
  await port.add(algo.id, algo.version, dateSuppression);
  return { ...algo, waiting: [], dateSuppression };
}

/** A grant, and the places of the owner and of another user. */
export const SHARED = {
  permsAlgorithme: [{ ...newGrant(2), isMailDue: true as const }],
  places: [
    { idUtilisateur: 1, dossierId: 4 },
    { idUtilisateur: 2, dossierId: 5 },
  ],
};

/** What a restoration sets. */
export const restoration = (fields: Partial<Restoration> = {}): Restoration => ({
  permsAlgorithme: [],
  places: [],
  ...fields,
});
