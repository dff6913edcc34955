import { FakeClock, type MemoryMailer, memoryMailer } from '@algotheque/domain/memory';
import type { Held } from '../../../../domain/test/support/held.ts';
import type { Running, Stage } from '../../../../domain/test/support/stage.ts';
import type { AdapterSet } from '../adapterSets/adapterSet.ts';
import { START, startOn } from '../adapterSets/startOn.ts';
import { addPeople, type People } from './people.ts';

/** A process on the stores of an adapter set. */
export interface SetProcess extends Running {
  readonly people: People;
  /** Ends it in order; resolves to the data of the stores then. */
  stop(): Promise<Held>;
  /** After `stop`: another process. */
  next(): Promise<SetProcess>;
}

export interface SetStage extends Stage<SetProcess> {
  /** The data with which every process on fresh stores begins. */
  readonly before: Held;
  readonly people: People;
}

/** Each process on fresh stores finds a copy of the data that `addPeople` has made once. */
export async function stageOn(set: AdapterSet): Promise<SetStage> {
  const mailer = memoryMailer();
  await set.begin();
  const first = await startOn(set, { clock: new FakeClock(START), mailer });
  const people = { ...(await addPeople(first)), mailer };
  const before = await set.stop();
  await set.save();
  const process = async (clock: FakeClock, mails: MemoryMailer): Promise<SetProcess> => ({
    ...(await startOn(set, { clock, mailer: mails })),
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
