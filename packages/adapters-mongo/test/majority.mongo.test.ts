import { EmailTakenError } from '@algotheque/domain';
import type { Collection, Db } from 'mongodb';
import { expect } from 'vitest';
import { mongoAlgoRepository } from '../src/algos/algoRepository.ts';
import type { PortCommands } from '../src/connection/commands.ts';
import { claimSecret } from '../src/schema/claims.ts';
import { claimContentPlace } from '../src/schema/contentPlace.ts';
import { mongoUserRepository } from '../src/users/userRepository.ts';
import { describeMongo } from './support/describeMongo.ts';
import { newAlgo, newUser } from './support/samples.ts';

/**
 * The database of a primary before a majority has the last writes: a unique key refuses because of the new document, and a read
 * with `readConcern: majority` does not find that document.
 */
function lagging(db: Db): Db {
  return overriding(db, 'collection', (name: string) => {
    const documents = db.collection(name);
    return overriding(documents, 'findOne', async (...[filter, options]: Parameters<Collection['findOne']>) =>
      options?.readConcern === 'local' ? documents.findOne(filter ?? {}, options) : null,
    );
  });
}

function overriding<Target extends object>(target: Target, method: keyof Target, replacement: unknown): Target {
  return new Proxy(target, {
    get(of, name): unknown {
      if (name === method) return replacement;
      const value: unknown = Reflect.get(of, name);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
}

/** Makes each insert twice, as after a lost answer. */
function repeating(db: Db): PortCommands {
  return {
    health: () => Promise.resolve(),
    run: (_what, work) => work(lagging(db)),
    async repeat(what, work) {
      if (what.endsWith('.insert')) await work(lagging(db));
      return work(lagging(db));
    },
  };
}

describeMongo('writes that a majority does not have yet', ({ withScratch }) => {
  withScratch('are recognised when an insert is repeated', async ({ open, db }) => {
    await open();
    const commands = repeating(db);
    const users = mongoUserRepository(commands, { case: 'exact' });
    const algos = mongoAlgoRepository(commands, async () => {});
    expect(await users.insert(newUser())).toMatchObject({ id: 1 });
    await expect(users.insert(newUser({ pseudo: 'Eve' }))).rejects.toThrow(EmailTakenError);
    expect(await algos.insert(newAlgo(1))).toMatchObject({ id: 1, version: 1 });
    for (const name of ['users', 'algos']) expect(await db.collection(name).countDocuments(), name).toBe(1);
  });

  withScratch('let servers that start at once agree on the secret and on the place of content', async ({ db }) => {
    for (const server of ['one', 'other']) {
      await claimSecret(lagging(db), 'fingerprint');
      await claimContentPlace(lagging(db), 'mongodb', server);
    }
    expect(await db.collection('meta').countDocuments()).toBe(2);
  });
});
