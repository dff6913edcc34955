import { DamagedError } from '@algotheque/domain';
import type { Numbered } from './sequence.ts';

/** The id for a new document belongs to another document: somebody edited `counters`. */
export function keyTaken(kind: Numbered, id: number): DamagedError {
  return new DamagedError(
    { place: 'counters', id: kind, field: 'last' },
    `the next id ${id} is taken; somebody edited it`,
  );
}
