import type {
  AccessTokens,
  AlgoBin,
  AuditLog,
  ContentStore,
  DamagedRecord,
  Mailer,
  MailTokens,
  Outbox,
  PasswordHasher,
  PortableStore,
  RateLimiter,
} from '../../../src/index.ts';
import {
  FakeClock,
  MemoryContents,
  MemoryCounts,
  MemoryData,
  memoryAccessTokens,
  memoryAlgoBin,
  memoryAlgoHistory,
  memoryAlgoRepository,
  memoryAuditLog,
  memoryContentStore,
  memoryDeletionLog,
  memoryFolderRepository,
  memoryMailer,
  memoryMailTokens,
  memoryOutbox,
  memoryPasswordHasher,
  memoryPortableStore,
  memoryRateLimiter,
  memorySessionStore,
  memoryUserRepository,
  type Outage,
  withOutage,
} from '../../../testkit/memory/index.ts';
import type {
  AlgoBinFixture,
  AuditLogFixture,
  ContentStoreFixture,
  Fixture,
  MailerFixture,
  MailTokensFixture,
  OutboxFixture,
  PasswordHasherFixture,
  PortableStoreFixture,
} from '../../../testkit/suites/index.ts';

/** Makes a port from another one, for example a broken one. */
export type Wrap<Port> = (port: Port) => Port;

/** A port in memory that cannot be reached after `cut`. */
function cuttable<Port extends object>(openPort: () => Port): { open(): Port; cut(): Promise<void> } {
  const outage: Outage = { down: false };
  return {
    open: () => withOutage(openPort(), outage),
    async cut() {
      outage.down = true;
    },
  };
}

/** A repository on data in memory, with every part of a fixture. */
export async function dataFixture<Port extends object>(
  openOn: (data: MemoryData) => Port,
  data = new MemoryData(),
): Promise<Fixture<Port>> {
  const { open, cut } = cuttable(() => openOn(data));
  return {
    port: open(),
    dump: async () => data.dump(),
    reopen: async () => open(),
    another: async () => open(),
    cut,
    damage: async (key, field, value) => damageIn(data, { key, value }, field),
  };
}

interface Damage {
  readonly key: string | number;
  readonly value: unknown;
}

/** A fixture has one port, so a key is in one table only. */
function damageIn(data: MemoryData, { key, value }: Damage, field = 'nom'): DamagedRecord {
  const tables = ['users', 'algos', 'bin', 'history', 'folders', 'sessions', 'deletions', 'mails', 'events'] as const;
  const place = tables.find((table) => (data[table] as ReadonlyMap<string | number, unknown>).has(key)); // keys of one or the other type
  if (place === undefined) throw new Error(`Nothing is there under ${key}`);
  const record = { place, id: place === 'sessions' ? String(key).slice(0, 8) : key, field };
  data.damage(record, key, value);
  return record;
}

/** An outbox on data in memory, with the users of the same data. */
export async function outboxFixture(openOn: (data: MemoryData) => Outbox = memoryOutbox): Promise<OutboxFixture> {
  const data = new MemoryData();
  return { ...(await dataFixture(openOn, data)), users: memoryUserRepository(data) };
}

/** A bin on data in memory, with the records of the same data. */
export async function binFixture(openOn: (data: MemoryData) => AlgoBin = memoryAlgoBin): Promise<AlgoBinFixture> {
  const data = new MemoryData();
  return { ...(await dataFixture(openOn, data)), algos: memoryAlgoRepository(data) };
}

/** `wrap` is called each time that the store is opened. */
export async function filesFixture(
  wrap: (port: ContentStore, contents: MemoryContents) => ContentStore = (port) => port,
): Promise<ContentStoreFixture> {
  const contents = new MemoryContents();
  const clock = new FakeClock();
  const { open, cut } = cuttable(() => wrap(memoryContentStore(clock, contents), contents));
  return {
    port: open(),
    clock,
    distinguishesProcesses: true,
    crash: async () => open(),
    dump: async () => contents.dump(),
    reopen: async () => open(),
    cut,
    tellsDamage: true,
    async damage(key) {
      contents.damaged.add(String(key));
      return { place: 'memory', id: key, field: 'content' };
    },
  };
}

export async function limiterFixture(wrap: Wrap<RateLimiter> = (port) => port): Promise<Fixture<RateLimiter>> {
  const counts = new MemoryCounts();
  const { open, cut } = cuttable(() => wrap(memoryRateLimiter(counts)));
  return { port: open(), another: async () => open(), cut };
}

export async function accessTokensFixture(wrap: Wrap<AccessTokens> = (port) => port): Promise<Fixture<AccessTokens>> {
  return { port: wrap(memoryAccessTokens()) };
}

export async function hasherFixture(wrap: Wrap<PasswordHasher> = (port) => port): Promise<PasswordHasherFixture> {
  const weak = memoryPasswordHasher({ cost: 1 });
  return { port: wrap(memoryPasswordHasher({ cost: 2 })), weaker: (password) => weak.hash(password) };
}

export async function mailTokensFixture(wrap: Wrap<MailTokens> = (port) => port): Promise<MailTokensFixture> {
  const open = () => wrap(memoryMailTokens('a key'));
  return { port: open(), stranger: wrap(memoryMailTokens('another key')), reopen: async () => open() };
}

export async function mailerFixture(wrap: Wrap<Mailer> = (port) => port): Promise<MailerFixture> {
  const mailer = memoryMailer();
  const { open, cut } = cuttable(() => wrap(mailer));
  return {
    port: open(),
    outbox: async () =>
      mailer.sent.map(({ recipient, mail }) => ({
        to: recipient.adresseMail,
        kind: mail.kind,
        text: `${recipient.locale} ${'token' in mail ? mail.token : ''}`,
      })),
    cut,
  };
}

export async function auditFixture(wrap: Wrap<AuditLog> = (port) => port): Promise<AuditLogFixture> {
  const log = memoryAuditLog();
  return { port: wrap(log), events: async () => log.events };
}

export async function portableFixture(wrap: Wrap<PortableStore> = (port) => port): Promise<PortableStoreFixture> {
  const data = new MemoryData();
  const open = () => wrap(memoryPortableStore(data));
  return {
    port: open(),
    reopen: async () => open(),
    damage: async (key, field, value) => damageIn(data, { key, value }, field),
    async repositories() {
      if (data.importSource !== null) throw new Error('an import is under way');
      return {
        users: memoryUserRepository(data),
        algos: memoryAlgoRepository(data),
        bin: memoryAlgoBin(data),
        history: memoryAlgoHistory(data),
        folders: memoryFolderRepository(data),
        sessionStore: memorySessionStore(data),
        deletions: memoryDeletionLog(data),
        limiter: memoryRateLimiter(data.counts),
      };
    },
  };
}
