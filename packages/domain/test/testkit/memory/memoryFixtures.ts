import type * as domain from '../../../src/index.ts';
import * as memory from '../../../testkit/memory/index.ts';
import type * as suites from '../../../testkit/suites/index.ts';

/** Makes a port from another one, for example a broken one. */
export type Wrap<Port> = (port: Port) => Port;

/** A port in memory that cannot be reached after `cut`. */
function cuttable<Port extends object>(openPort: () => Port): { open(): Port; cut(): Promise<void> } {
  const outage: memory.Outage = { down: false };
  return {
    open: () => memory.withOutage(openPort(), outage),
    async cut() {
      outage.down = true;
    },
  };
}

/** A repository on data in memory, with every part of a fixture. */
export async function dataFixture<Port extends object>(
  openOn: (data: memory.MemoryData) => Port,
  data = new memory.MemoryData(),
): Promise<suites.Fixture<Port>> {
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
function damageIn(data: memory.MemoryData, { key, value }: Damage, field = 'nom'): domain.DamagedRecord {
  const tables = ['users', 'algos', 'bin', 'history', 'folders', 'sessions', 'deletions', 'mails', 'events'] as const;
  const place = tables.find((table) => (data[table] as ReadonlyMap<string | number, unknown>).has(key)); // keys of one or the other type
  if (place === undefined) throw new Error(`Nothing is there under ${key}`);
  const record = { place, id: place === 'sessions' ? String(key).slice(0, 8) : key, field };
  data.damage(record, key, value);
  return record;
}

/** Due work in memory, with the users of the same data. */
export async function dueWorkFixture(
  openOn: (data: memory.MemoryData) => domain.DueWork = memory.memoryDueWork,
): Promise<suites.DueWorkFixture> {
  const data = new memory.MemoryData();
  return { ...(await dataFixture(openOn, data)), users: memory.memoryUserRepository(data) };
}

/** A bin on data in memory, with the records of the same data. */
export async function binFixture(
  openOn: (data: memory.MemoryData) => domain.AlgoBin = memory.memoryAlgoBin,
): Promise<suites.AlgoBinFixture> {
  const data = new memory.MemoryData();
  return { ...(await dataFixture(openOn, data)), algos: memory.memoryAlgoRepository(data) };
}

/** `wrap` is called each time that the store is opened. */
export async function filesFixture(
  wrap: (port: domain.ContentStore, contents: memory.MemoryContents) => domain.ContentStore = (port) => port,
): Promise<suites.ContentStoreFixture> {
  const contents = new memory.MemoryContents();
  const clock = new memory.FakeClock();
  const { open, cut } = cuttable(() => wrap(memory.memoryContentStore(clock, contents), contents));
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

export async function limiterFixture(
  wrap: Wrap<domain.RateLimiter> = (port) => port,
): Promise<suites.Fixture<domain.RateLimiter>> {
  const counts = new memory.MemoryCounts();
  const { open, cut } = cuttable(() => wrap(memory.memoryRateLimiter(counts)));
  return { port: open(), another: async () => open(), cut };
}

export async function accessTokensFixture(
  wrap: Wrap<domain.AccessTokens> = (port) => port,
): Promise<suites.Fixture<domain.AccessTokens>> {
  return { port: wrap(memory.memoryAccessTokens()) };
}

export async function hasherFixture(
  wrap: Wrap<domain.PasswordHasher> = (port) => port,
): Promise<suites.PasswordHasherFixture> {
  const weak = memory.memoryPasswordHasher({ cost: 1 });
  return { port: wrap(memory.memoryPasswordHasher({ cost: 2 })), weaker: (password) => weak.hash(password) };
}

export async function mailTokensFixture(
  wrap: Wrap<domain.MailTokens> = (port) => port,
): Promise<suites.MailTokensFixture> {
  const open = () => wrap(memory.memoryMailTokens('a key'));
  return { port: open(), stranger: wrap(memory.memoryMailTokens('another key')), reopen: async () => open() };
}

export async function mailerFixture(wrap: Wrap<domain.Mailer> = (port) => port): Promise<suites.MailerFixture> {
  const mailer = memory.memoryMailer();
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

export async function auditFixture(wrap: Wrap<domain.AuditLog> = (port) => port): Promise<suites.AuditLogFixture> {
  const log = memory.memoryAuditLog();
  return { port: wrap(log), events: async () => log.events };
}

export async function portableFixture(
  wrap: Wrap<domain.PortableStore> = (port) => port,
): Promise<suites.PortableStoreFixture> {
  const data = new memory.MemoryData();
  const open = () => wrap(memory.memoryPortableStore(data));
  return {
    port: open(),
    reopen: async () => open(),
    damage: async (key, field, value) => damageIn(data, { key, value }, field),
    async repositories() {
      if (data.importSource !== null) throw new Error('an import is under way');
      return {
        users: memory.memoryUserRepository(data),
        algos: memory.memoryAlgoRepository(data),
        bin: memory.memoryAlgoBin(data),
        history: memory.memoryAlgoHistory(data),
        folders: memory.memoryFolderRepository(data),
        sessionStore: memory.memorySessionStore(data),
        deletions: memory.memoryDeletionLog(data),
        limiter: memory.memoryRateLimiter(data.counts),
      };
    },
  };
}
