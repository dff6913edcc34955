import type { AlgoHistory, AlgoRepository, FormerAlgo, FormerVersion } from '@algotheque/domain';
import type { Fixture } from '../runner.ts';
import { contentRef, NOW, newAlgo } from '../samples.ts';

export interface AlgoHistoryFixture extends Fixture<AlgoHistory> {
  /** The records of the same store. */
  readonly algos: AlgoRepository;
}

export const DAY = 86_400_000;

/** A version of algorithm 1 that was replaced: its content has the number, which is its version too. */
export function replaced(number: number, fields: Partial<FormerAlgo> = {}): FormerVersion {
  const content = new TextEncoder().encode(`{"version":${number},"text":"é"}`);
  const former = {
    ...newAlgo(number, { contentBytes: content.length, places: [] }),
    id: 1,
    version: number,
    dateSuppression: null,
    dateExpiration: NOW + 30 * DAY,
  };
  return { former: { ...former, ...fields }, content };
}

/** The last version of an algorithm that was deleted, with a grant and places. */
export const deleted = (number: number, fields: Partial<FormerAlgo> = {}): FormerVersion =>
  replaced(number, {
    dateSuppression: NOW + number,
    permsAlgorithme: [{ idUtilisateur: 2, droits: 'Read' }],
    places: [
      { idUtilisateur: 1, dossierId: 4 },
      { idUtilisateur: 2, dossierId: 5 },
    ],
    ...fields,
  });

/** A version of another algorithm. */
export const other = (id: number, number: number, fields: Partial<FormerAlgo> = {}): Partial<FormerAlgo> => ({
  id,
  ref: contentRef(1_000 * id + number),
  ...fields,
});

export const formersOf = (...entries: readonly FormerVersion[]): readonly FormerAlgo[] =>
  entries.map(({ former }) => former);

export const versionsOf = (formers: readonly FormerAlgo[]): readonly number[] => formers.map(({ version }) => version);

export async function putAll(port: AlgoHistory, ...entries: readonly FormerVersion[]): Promise<void> {
  for (const entry of entries) await port.put(entry);
}
