import type { AlgoHistory, FormerAlgo } from '@algotheque/domain';
import { contentRef, NOW, newAlgo } from '../samples.ts';

export const DAY = 86_400_000;

/** A version of algorithm 1 that was replaced: the number is its version. */
export function replaced(number: number, fields: Partial<FormerAlgo> = {}): FormerAlgo {
  const { permsAlgorithme: _perms, places: _places, waiting: _waiting, ...algo } = newAlgo(number);
  return { ...algo, contentBytes: 33, id: 1, version: number, dateExpiration: NOW + 30 * DAY, ...fields };
}

/** A version of another algorithm. */
export const other = (id: number, number: number, fields: Partial<FormerAlgo> = {}): Partial<FormerAlgo> => ({
  id,
  ref: contentRef(1_000 * id + number),
  ...fields,
});

export const versionsOf = (formers: readonly FormerAlgo[]): readonly number[] => formers.map(({ version }) => version);

export async function putAll(port: AlgoHistory, ...entries: readonly FormerAlgo[]): Promise<void> {
  for (const entry of entries) await port.put(entry);
}
