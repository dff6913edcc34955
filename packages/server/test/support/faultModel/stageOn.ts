import { createService } from '@algotheque/domain';
import { FakeClock, type MemoryMailer, memoryMailer, memoryPorts } from '@algotheque/domain/memory';
import type { Held } from '../../../../domain/test/support/held.ts';
import type { Running, Stage } from '../../../../domain/test/support/stage.ts';
import { untyped } from '../../../../domain/test/support/world.ts';
import type { AdapterSet } from '../adapterSets/adapterSet.ts';
import { addPeople, type People } from './people.ts';

/** A process on the stores of an adapter set. */
export interface SetProcess extends Running {
  readonly people: People;
  /** Ends it in order; resolves to the data of the stores then. */
  stop(): Promise<Held>;
  /** After `stop`: another process. */
  next(): Promise<SetProcess>;
}

/** In the future, so that MongoDB does not remove expired documents by itself. */
const START = Date.UTC(2100, 0, 1);

export interface SetStage extends Stage<SetProcess> {
  /** The data with which every process on fresh stores begins. */
  readonly before: Held;
  readonly people: People;
}

/** Each process on fresh stores finds a copy of the data that `addPeople` has made once. */
export async function stageOn(set: AdapterSet): Promise<SetStage> {
  const mailer = memoryMailer();
  await set.begin();
  const first = await start(set, new FakeClock(START), mailer);
  const people = { ...(await addPeople(first)), mailer };
  const before = await set.stop();
  await set.save();
  const process = async (clock: FakeClock, mails: MemoryMailer): Promise<SetProcess> => ({
    ...(await start(set, clock, mails)),
    people: { ...people, mailer: mails },
    stop: () => set.stop(),
    next: () => process(clock, mails),
  });
  return {
    before,
    people,
    async open() {
      const mails = memoryMailer();
      for (const { recipient, mail } of mailer.sent) await mails.send(recipient, mail);
      await set.begin();
      return process(new FakeClock(first.clock.now()), mails);
    },
    async reopen({ clock, ports }) {
      await set.kill();
      return process(clock, ports.mailer);
    },
    async close() {},
  };
}

/** Mails, tokens and hashes are in memory: the spool outlives the process, and a hash costs little. */
async function start(set: AdapterSet, clock: FakeClock, mailer: MemoryMailer): Promise<Running> {
  const ports = { ...memoryPorts({ clock, mailKey: 'key' }), ...(await set.open(clock)), mailer, clock };
  const problems: string[] = [];
  const service = createService(ports, { onProblem: (_problem, where) => problems.push(where) });
  return { ports, clock, problems, service: untyped(service) };
}
