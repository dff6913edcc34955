import { printNotice, printProblem } from '@algotheque/domain';
import { Clients } from './connection/clients.ts';
import { commandsOn, gated } from './connection/commands.ts';
import { parseUrl } from './connection/url.ts';
import { countWrites } from './documents/inserts.ts';
import type { MongoStore, MongoStoreOptions } from './options.ts';
import { DatabaseClock } from './presence/databaseClock.ts';
import { Lease } from './presence/lease.ts';
import { membership } from './presence/leaseDocument.ts';
import { prepareSchema } from './schema/prepare.ts';
import { storePorts } from './storePorts.ts';
import type { EmailMode } from './users/emailKeys.ts';

/**
 * A store on MongoDB. Nothing is connected until `ready` or the first use, so that a server may start before its
 * database.
 * @throws MongoUrlError
 */
export function openMongoStore(options: MongoStoreOptions): MongoStore {
  const target = parseUrl(options.url);
  const { onProblem = printProblem, onNotice = printNotice, onCommit } = options;
  const clients = new Clients(target, onProblem, (db) => countWrites(db, onCommit));
  const direct = commandsOn(clients, target);
  const clock = new DatabaseClock();
  const member = membership(direct, options.exclusive === true, clock);
  const emails: EmailMode = { case: options.emailCase ?? 'exact' };
  const steps = prepareSchema(direct, { ...options, serverId: member.id, onNotice, emails });
  const lease = new Lease({ member, connect: () => clients.connect(), ...steps, onProblem });
  return {
    ...storePorts(gated(direct, lease, target), {
      emails,
      now: options.now ?? (() => clock.now()),
      onProblem,
      location: target.location,
    }),
    clock,
    ready: () => lease.ready(),
    async close() {
      await lease.end().catch((problem) => onProblem(problem, 'MongoDB: presence'));
      await clients.close();
    },
  };
}
