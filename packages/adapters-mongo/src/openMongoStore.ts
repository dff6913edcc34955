import { completeBounds, type OnDamaged, printNotice, printProblem } from '@algotheque/domain';
import { MongoAlgoRepository } from './algos/algoRepository.ts';
import { MONGO_BOUNDS, type MongoBounds } from './bounds.ts';
import { MongoChecks } from './checks/mongoChecks.ts';
import { Clients } from './connection/clients.ts';
import { commandsOn, gated, type PortCommands } from './connection/commands.ts';
import { parseUrl } from './connection/url.ts';
import type { MarkSettings } from './content/announcements.ts';
import { MongoContentStore } from './content/contentStore.ts';
import { mongoPortableStore } from './copies/portableStore.ts';
import { useBounds } from './documents/perDatabase.ts';
import { observeWrites } from './documents/writes.ts';
import { mongoFolderRepository } from './folders/folderRepository.ts';
import { mongoRateLimiter } from './limits/rateLimiter.ts';
import type { MongoStore, MongoStoreOptions } from './options.ts';
import { mongoOutbox } from './outbox/outbox.ts';
import { Lease } from './presence/lease.ts';
import { exclusiveLock, newIdentity } from './presence/lock.ts';
import { presence } from './presence/presence.ts';
import { recordedPlace } from './schema/contentPlace.ts';
import { prepare } from './schema/prepare.ts';
import { mongoSessionStore } from './sessions/sessionStore.ts';
import { mongoDeletionLog } from './upkeep/deletionLog.ts';
import type { EmailMode } from './users/emailKeys.ts';
import { MongoUserRepository } from './users/userRepository.ts';

/**
 * A store on MongoDB. Nothing is connected until `ready` or the first use, so that a server may start before its
 * database.
 * @throws MongoUrlError
 */
export function openMongoStore(options: MongoStoreOptions): MongoStore {
  const target = parseUrl(options.url);
  const { onProblem = printProblem, onNotice = printNotice, onCommit } = options;
  const bounds = completeBounds(MONGO_BOUNDS, options.bounds);
  const identity = newIdentity();
  const clients = new Clients(target, onProblem, (db) => {
    useBounds(db, bounds);
    if (onCommit !== undefined) observeWrites(db, onCommit);
  });
  const direct = commandsOn(clients, target);
  const lock = options.exclusive === true ? exclusiveLock(direct, identity) : presence(direct, identity);
  const onDamaged: OnDamaged = (damage) => onProblem(damage, 'MongoDB: opening');
  const emails: EmailMode = { case: options.emailCase ?? 'exact' };
  const steps = prepare(direct, { ...options, serverId: identity.id, onDamaged, onNotice, emails });
  const lease = new Lease({ lock, connect: () => clients.connect(), ...steps, onProblem });
  return {
    ...ports(gated(direct, lease, target), target.location, {
      emails,
      bounds,
      now: options.now ?? Date.now,
      processId: identity.id,
    }),
    location: target.location,
    ready: () => lease.ready(),
    async close() {
      await lease.end().catch((problem) => onProblem(problem, 'MongoDB: presence'));
      await clients.close();
    },
  };
}

function ports(
  commands: PortCommands,
  location: string,
  { emails, bounds, ...settings }: MarkSettings & { readonly emails: EmailMode; readonly bounds: MongoBounds },
): Omit<MongoStore, 'location' | 'ready' | 'close'> {
  return {
    users: new MongoUserRepository(commands, emails),
    outbox: mongoOutbox(commands),
    algos: new MongoAlgoRepository(commands, bounds),
    folders: mongoFolderRepository(commands),
    sessionStore: mongoSessionStore(commands),
    limiter: mongoRateLimiter(commands),
    deletions: mongoDeletionLog(commands),
    contentStore: new MongoContentStore(commands, { ...settings, bounds }),
    portable: mongoPortableStore(commands, location),
    checks: new MongoChecks(commands),
    contentPlace: () => commands.repeat('meta.files', recordedPlace),
  };
}
