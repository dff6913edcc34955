import { UnavailableError } from '@algotheque/domain';
import type { MongoStore } from '../../src/index.ts';
import { newAlgo, newSession, newUser } from './samples.ts';

const WRITERS = 4;

/** Writers that continue after failures, and a record of their writes. */
export interface Load {
  /** What was acknowledged. */
  readonly users: readonly { readonly id: number; readonly adresseMail: string }[];
  readonly algos: readonly { readonly id: number; readonly ref: string; readonly content: string }[];
  readonly digests: readonly string[];
  /** Every address that was to be written. */
  readonly tried: readonly string[];
  readonly problems: readonly unknown[];
  /** Resolves when so many more rounds were acknowledged. */
  progress(rounds: number): Promise<void>;
  end(): Promise<void>;
}

export function startLoad(store: MongoStore): Load {
  const users: Load['users'][number][] = [];
  const algos: Load['algos'][number][] = [];
  const digests: string[] = [];
  const tried: string[] = [];
  const problems: unknown[] = [];
  let isOver = false;
  let waiting = { left: 0, resolve: () => {} };

  /** A round of the writes that a registration, a login and a new algorithm make. */
  const write = async (name: string): Promise<void> => {
    const adresseMail = `${name}@example.org`;
    tried.push(adresseMail);
    const { id: userId } = await store.users.insert(newUser({ adresseMail }));
    users.push({ id: userId, adresseMail });
    await store.sessionStore.insert(newSession(name));
    digests.push(name);
    const content = JSON.stringify({ name });
    const ref = await store.contentStore.stage(new TextEncoder().encode(content), null);
    const id = await store.algos.nextId();
    await store.algos.insert(newAlgo(id, { ref, ownerId: userId }));
    algos.push({ id, ref, content });
    await store.contentStore.publish(id, ref);
  };
  const go = async (writer: number): Promise<void> => {
    for (let round = 0; !isOver; round += 1) {
      try {
        await write(`${writer}-${round}`);
        waiting.left -= 1;
        if (waiting.left === 0) waiting.resolve();
      } catch (problem) {
        problems.push(problem);
        if (!(problem instanceof UnavailableError)) return;
      }
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, writer) => go(writer));
  return {
    users,
    algos,
    digests,
    tried,
    problems,
    progress(rounds) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting = { left: rounds, resolve };
      return promise;
    },
    async end() {
      isOver = true;
      await Promise.all(writers);
    },
  };
}
