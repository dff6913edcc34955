import { type AuthenticatedCaller, DomainError, PENDING_AGE_MS, type Policy } from '@algotheque/domain';
import { FakeClock, memoryMailer } from '@algotheque/domain/memory';
import { expectWhole, type UntypedService } from '@algotheque/testing/worlds';
import { expect } from 'vitest';
import type { AdapterSet } from '../adapterSets/adapterSet.ts';
import { levelsInTurn } from '../adapterSets/bounds.ts';
import { START, startOn } from '../adapterSets/startOn.ts';
import { type State, stateOf } from '../faultModel/state.ts';
import { FOLDER_LIMITS } from './folders.ts';

const MANY = { limit: 1_000_000, windowMs: 60_000 };

/** Counts as always, and refuses nothing. */
const policy: Partial<Policy> = {
  limits: {
    loginPair: MANY,
    loginEmail: MANY,
    loginAddress: MANY,
    register: MANY,
    mailAddress: MANY,
    newPassword: MANY,
    share: MANY,
    shareAddress: MANY,
    shareMails: MANY,
    mailsOfUnconfirmed: MANY,
    mailsPerLinkLife: 1_000_000,
    knownAddressMs: 60_000,
    knownAddresses: 1_000_000,
  },
  folders: FOLDER_LIMITS,
};

/** A service on one adapter set, with the ids and tokens that it gave, in the order of the model. */
export interface Side {
  readonly users: number[];
  readonly algos: number[];
  readonly tokens: string[];
  readonly mailer: ReturnType<typeof memoryMailer>;
  /** Of the process that runs now. */
  service(): UntypedService;
  /** The caller of a session. */
  caller(session: number): Promise<AuthenticatedCaller>;
  /** Ends the process, in order or killed, and starts another one. */
  restart(end: 'stop' | 'kill'): Promise<void>;
  /** Some time passes, and the sweeper runs once. */
  wait(ms: number): Promise<void>;
  /** Ends the process when no work is under way; resolves to the data that it leaves. */
  end(): Promise<State>;
}

/** A service on empty stores of the set. */
export async function openSide(set: AdapterSet): Promise<Side> {
  const [clock, mailer, tokens] = [new FakeClock(START), memoryMailer(), [] as string[]];
  const nextLevel = levelsInTurn(); // each process of a side has the bounds of another level
  const start = () => startOn(set, { clock, mailer, policy, bounds: nextLevel() });
  await set.begin();
  let process = await start();
  const stop = async () => {
    await process.service.close();
    expect(process.problems).toEqual([]);
    return set.stop();
  };
  const wait = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await process.ports.rounds.record(clock.now()); // the rounds of this time
    await process.service.resumeWork();
  };
  return {
    users: [],
    algos: [],
    tokens,
    mailer,
    service: () => process.service,
    caller: (session) => process.service.authenticate(tokens[session]),
    async restart(end) {
      await (end === 'stop' ? stop() : set.kill());
      process = await start();
      await process.service.resumeWork();
    },
    wait,
    async end() {
      await wait(PENDING_AGE_MS + 1);
      const held = await stop();
      expectWhole(held, mailer, 'at the end');
      return stateOf(held, {});
    },
  };
}

/** The result of an operation, or the identifier of its refusal. */
export async function answerOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return (await work()) ?? 'done';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}
