import { join } from 'node:path';
import { ContentScrub, type OnProblem, type OpenedStore, type Ports } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import type { Places } from '../places.ts';
import { type OnCheck, startDatabaseCheck } from './databaseCheck.ts';
import { scrubPlace } from './scrubPlace.ts';

export interface ChecksParts {
  readonly places: Places;
  /** In which time every content is read once, in milliseconds; null for never. */
  readonly scrub: number | null;
  /** The check that the database makes of itself; undefined: it is not wanted, or there is none. */
  readonly checkItself: OpenedStore['checkItself'] | undefined;
  readonly onProblem: OnProblem;
  readonly onCheck: OnCheck;
  readonly closing: Closing;
}

/** The file of the data folder with the progress of the verification of contents. */
const PROGRESS = 'scrub.json';

/** Starts the checks in the background that the settings ask for. They stop before the stores close. */
export function startChecks(ports: Pick<Ports, 'algos' | 'contentStore' | 'clock'>, parts: ChecksParts): void {
  const { places, scrub, checkItself, onProblem, onCheck, closing } = parts;
  if (scrub !== null) {
    const place = scrubPlace(join(places.dataDir, PROGRESS));
    const onFinding = ({ kind }: { readonly kind: 'intact' | 'changed' | 'damaged' }): void =>
      onCheck({ of: 'content', result: kind });
    const contents = new ContentScrub(ports, { periodMs: scrub, place, onProblem, onFinding });
    closing.add(contents, (opened) => opened.stop(), 'the verification of contents');
    contents.start();
  }
  if (checkItself !== undefined) {
    const check = startDatabaseCheck({ check: checkItself, onProblem, onCheck });
    closing.add(check, (opened) => opened.stop(), "SQLite's own check");
  }
}
