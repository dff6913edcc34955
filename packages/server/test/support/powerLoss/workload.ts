import { newPeople, OPERATIONS, type Sender } from '../storedState/operations.ts';
import type { History } from './history.ts';
import type { Recording } from './recordServer.ts';

/** Clients that send at the same time: their writes share commits. */
const CLIENTS = 4;

/** All operations, in their order by several clients at the same time; the mails stay in an outbox. */
export const EVERYTHING: Recording = {
  work: workload,
  isQuiet: async () => {}, // every answer waits for its files
};

async function workload(history: History, round: string, dir: string): Promise<void> {
  let names = 0;
  const newName = (): string => {
    names += 1;
    return `${round}n${names}`;
  };
  const begin = () => {
    const client = history.client();
    const sender: Sender = { dir, newName, good: (request) => history.send(client, request) };
    return { sender, close: () => client.close() };
  };
  const first = begin();
  const people = await newPeople(first.sender);
  const left = Object.values(OPERATIONS);
  const work = async ({ sender, close }: ReturnType<typeof begin>): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      await sender.good(await next(sender, people));
    }
    close();
  };
  await Promise.all([first, ...Array.from({ length: CLIENTS - 1 }, begin)].map(work));
}
