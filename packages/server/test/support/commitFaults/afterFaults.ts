import type { SentMail } from '@algotheque/domain/memory';
import type { Held } from '@algotheque/testing/worlds';
import { expect } from 'vitest';
import { nextLine, startChildWith } from '../../../../../test/support/childProcess.ts';
import type { FaultRule, Faults } from '../../../../../test/support/faults/faultLibrary.ts';
import { scratchFolder } from '../../../../../test/support/scratchFolder.ts';
import { heldOnSqlite } from '../adapterSets/heldOnSqlite.ts';
import { storesOn } from '../storesOn.ts';

const FAIL_IN_OPERATION = new URL('../../children/failInOperation.ts', import.meta.url);
const HOUR_MS = 3_600_000;

export interface FaultedRun {
  /** The data after a start without faults. */
  readonly held: Held;
  /** The digests of the sessions by name. */
  readonly sessions: Readonly<Record<string, string>>;
  /** `done`, or the identifier of the failure. */
  readonly outcome: string;
  readonly mails: readonly SentMail[];
  /** The calls during the operation that met a rule. */
  readonly hits: readonly string[];
}

interface Given {
  readonly library: Faults;
  readonly operation: string;
}

/** Runs the operation in a process with these faults, lets its sweeper run, kills it, and starts again without faults. */
export async function afterFaults({ library, operation }: Given, rules: readonly FaultRule[]): Promise<FaultedRun> {
  const dir = scratchFolder();
  library.set();
  const before = library.hits().length;
  const child = startChildWith(library.env, FAIL_IN_OPERATION, dir, operation);
  const sessions = JSON.parse(await nextLine(child)) as FaultedRun['sessions']; // the child prints these three
  library.set(...rules);
  child.go();
  const outcome = JSON.parse(await nextLine(child)) as string;
  const hits = library.hits().slice(before);
  const sent = JSON.parse(await nextLine(child)) as SentMail[];
  await child.kill();
  const { service, records, clock, ports, problems } = await storesOn(dir);
  clock.advance(HOUR_MS);
  await service.resumeWork();
  await service.settled();
  await records.close(); // the files are written by then
  expect(problems).toEqual([]);
  const mails = [...sent, ...ports.mailer.sent];
  return { held: await heldOnSqlite(dir), sessions, outcome, mails, hits };
}
