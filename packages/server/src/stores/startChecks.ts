import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Clock,
  ContentScrub,
  type OnProblem,
  type OpenedStore,
  type Ports,
  type ScrubPlace,
  type ScrubProgress,
  type ServerState,
  systemClock,
} from '@algotheque/domain';
import * as v from 'valibot';
import type { Closing } from '../closing.ts';
import type { Places } from '../places.ts';
import { readKept } from './keptText.ts';

export interface ChecksParts {
  readonly places: Places;
  /** In which time every content is read once, in milliseconds; null for never. */
  readonly scrub: number | null;
  /** The check that the database makes of itself; undefined: it is not wanted, or there is none. */
  readonly checkItself: OpenedStore['checkItself'] | undefined;
  readonly onProblem: OnProblem;
  readonly onCheck: OnCheckResult;
  readonly closing: Closing;
}

/** The file of the data folder with the progress of the verification of contents. */
const PROGRESS = 'scrub.json';

/**
 * Starts the checks in the background that the settings ask for. They stop before the stores close.
 * @returns what they know by now; null where one is switched off, or has found nothing yet
 */
export function startChecks(ports: Ports, parts: ChecksParts): () => Pick<ServerState, 'contents' | 'database'> {
  const { places, scrub, checkItself, onProblem, closing } = parts;
  let contents: ContentScrub | null = null;
  let database: ServerState['database'] = null;
  const onCheck: OnCheckResult = (check) => {
    if (check.of === 'database') database = { date: ports.clock.now(), result: check.result };
    parts.onCheck(check);
  };
  if (scrub !== null) {
    const place = scrubPlace(join(places.dataDir, PROGRESS));
    const onFinding = ({ kind }: { readonly kind: 'intact' | 'changed' | 'damaged' }): void =>
      onCheck({ of: 'content', result: kind });
    contents = new ContentScrub(ports, { periodMs: scrub, place, onProblem, onFinding });
    closing.add(contents, (opened) => opened.stop(), 'the verification of contents');
    contents.start();
  }
  if (checkItself !== undefined) {
    const check = startDatabaseCheck({ check: checkItself, onProblem, onCheck });
    closing.add(check, (opened) => opened.stop(), "SQLite's own check");
  }
  return () => ({ contents: stateOf(contents?.progress ?? null), database });
}

function stateOf(progress: ScrubProgress | null): ServerState['contents'] {
  if (progress === null) return null;
  const { began, after, damaged = 0, last = null } = progress;
  return { began, damaged, isRunning: after !== null, last };
}

/** Every end of a check in the background, for counters: each is there as 0 at first, or the first finding would be no increase. */
export const CHECKS = [
  // The content of one record. `changed`: the record was replaced or deleted meanwhile, which is no problem.
  { of: 'content', result: 'intact' },
  { of: 'content', result: 'changed' },
  { of: 'content', result: 'damaged' },
  // The file of SQLite. `failed`: it could not be looked at.
  { of: 'database', result: 'intact' },
  { of: 'database', result: 'damaged' },
  { of: 'database', result: 'failed' },
] as const;

export type CheckResult = (typeof CHECKS)[number];
export type OnCheckResult = (check: CheckResult) => void;

/** After the start, when the first requests have been served. A server that starts again and again checks nothing. */
const FIRST_MS = 60_000;
const EVERY_MS = 86_400_000;

const WHERE = "SQLite's own check";

interface DatabaseCheckOptions extends Pick<ChecksParts, 'onProblem' | 'onCheck'> {
  readonly check: NonNullable<OpenedStore['checkItself']>;
  readonly clock?: Clock;
}

/** A minute after the start, and then once a day. Damage is reported each time. `stop` ends a check that runs. */
export function startDatabaseCheck(options: DatabaseCheckOptions): { stop(): Promise<void> } {
  const { check, onProblem, onCheck, clock = systemClock } = options;
  const abort = new AbortController();
  const { signal } = abort;
  const checkOnce = async (): Promise<void> => {
    try {
      const damage = await check(signal);
      onCheck({ of: 'database', result: damage === null ? 'intact' : 'damaged' });
      if (damage !== null) onProblem(damage, WHERE);
    } catch (problem) {
      if (signal.aborted) return; // the server stops
      onCheck({ of: 'database', result: 'failed' });
      onProblem(problem, WHERE);
    }
  };
  const run = async (): Promise<void> => {
    for (let waitMs = FIRST_MS; ; waitMs = EVERY_MS) {
      await clock.sleep(waitMs, signal);
      if (signal.aborted) return;
      await checkOnce();
    }
  };
  const ended = run();
  return {
    stop() {
      abort.abort();
      return ended;
    },
  };
}

const integer = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const form = v.object({
  began: integer,
  after: v.nullable(integer),
  damaged: v.exactOptional(integer),
  last: v.exactOptional(v.object({ began: integer, ended: integer, damaged: integer })),
});

/**
 * Keeps the progress of the verification in a file, as JSON. The file is complete or absent after a crash of the process. It is not
 * synced: a power loss costs a part of a round at most.
 */
export function scrubPlace(path: string): ScrubPlace {
  return {
    async read(): Promise<ScrubProgress | null> {
      const text = readKept(path);
      return text === null ? null : v.parse(form, JSON.parse(text));
    },
    async write(progress) {
      const draft = `${path}.new`;
      await rm(draft, { force: true });
      await writeFile(draft, `${JSON.stringify(progress)}\n`, { flag: 'wx', mode: 0o600 });
      await rename(draft, path);
    },
  };
}
