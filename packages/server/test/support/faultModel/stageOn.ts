import { FakeClock, type MemoryMailer, memoryMailer } from '@algotheque/domain/memory';
import type { Bounds, Held, Stage } from '@algotheque/testing/worlds';
import type { AdapterSet } from '../adapterSets/adapterSet.ts';
import { levelsInTurn } from '../adapterSets/bounds.ts';
import { START, type Started, startOn } from '../adapterSets/startOn.ts';
import { addPeople, type People } from './people.ts';

/** A process on the stores of an adapter set. */
export interface SetProcess extends Started {
  readonly people: People;
  /** Ends it in order; resolves to the data of the stores then. */
  stop(): Promise<Held>;
  /** After `stop`: another process. */
  next(): Promise<SetProcess>;
}

export interface SetStage extends Stage<SetProcess> {
  /** A process on fresh stores. Default: with the bounds of all levels in turn. */
  open(bounds?: Bounds): Promise<SetProcess>;
  /** The data with which every process on fresh stores begins. */
  readonly before: Held;
  readonly people: People;
}

/** Each process on fresh stores finds a copy of the data that `addPeople` has made once. */
export async function stageOn(set: AdapterSet): Promise<SetStage> {
  const mailer = memoryMailer();
  await set.begin();
  const nextLevel = levelsInTurn();
  const first = await startOn(set, { clock: new FakeClock(START), mailer, bounds: nextLevel() });
  const people = { ...(await addPeople(first)), mailer };
  const before = await set.stop();
  await set.save();
  const process = async (clock: FakeClock, mails: MemoryMailer, bounds: Bounds): Promise<SetProcess> => ({
    ...(await startOn(set, { clock, mailer: mails, bounds })),
    people: { ...people, mailer: mails },
    stop: () => set.stop(),
    next: () => process(clock, mails, bounds),
  });
  return {
    before,
    people,
    async open(bounds = nextLevel()) {
      const mails = memoryMailer();
      for (const { recipient, mail } of mailer.sent) await mails.send(recipient, mail);
      await set.begin();
      return process(new FakeClock(first.clock.now()), mails, bounds);
    },
    async reopen({ clock, ports, bounds }) {
      await set.kill();
      return process(clock, ports.mailer, bounds);
    },
    async close() {},
  };
}
