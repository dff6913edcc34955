import type { AlgoHistory, FormerAlgo, FormerVersion } from '@algotheque/domain';
import { contentRef, NOW, newAlgo } from '../samples.ts';

export const DAY = 86_400_000;

/** A version of algorithm 1 that was replaced: its content has the number, which is its version too. */
export function replaced(number: number, fields: Partial<FormerAlgo> = {}): FormerVersion {
  const content = contentOf(number);
  const { permsAlgorithme: _perms, places: _places, waiting: _waiting, ...algo } = newAlgo(number);
  const former = {
    ...algo,
    contentBytes: content.length,
    id: 1,
    version: number,
    dateExpiration: NOW + 30 * DAY,
  };
  return { former: { ...former, ...fields }, content };
}

/** A source code that has the number. */
const contentOf = (number: number): Uint8Array => new TextEncoder().encode(`{"version":${number},"text":"é"}`);

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
