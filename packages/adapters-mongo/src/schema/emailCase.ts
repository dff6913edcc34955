import { type EmailCase, FoldedAddresses, type OnDamaged } from '@algotheque/domain';
import type { Db } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { collection } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { findHolder } from '../documents/findByKey.ts';
import { insertUnlessThere } from '../documents/inserts.ts';
import { EmailCaseError } from '../errors.ts';
import { isFresh, serverTime } from '../presence/times.ts';
import { makeKeys, storedKeys } from '../users/emailKeys.ts';
import { addressesOf } from '../users/userDocuments.ts';

/** How addresses are compared. */
export const EMAIL_CASE = 'emailCase';

interface Recorded {
  readonly mode: EmailCase;
  /** Keys are being made for this mode, or a crash ended that. */
  readonly isSwitching: boolean;
}

const EXACT: Recorded = { mode: 'exact', isSwitching: false };
/** Nothing is recorded. */
const NOTHING: Recorded = { ...EXACT };

/** The mode that all servers must use now. @throws EmailCaseError when a change of the mode has not ended */
export async function recordedEmailCase(db: Db): Promise<EmailCase> {
  const { mode, isSwitching } = await recorded(db);
  if (!isSwitching) return mode;
  throw new EmailCaseError(
    'The MongoDB database changes how it compares e-mail addresses, or a crash ended that: start one server with ALGOTHEQUE_EMAIL_CASE, which finishes it.',
  );
}

async function recorded(db: Db): Promise<Recorded> {
  const document = await findHolder(db, 'meta', EMAIL_CASE);
  if (document === null) return NOTHING;
  const fields = fieldsOf('meta', document);
  return { mode: fields.oneOf('mode', ['exact', 'folded']), isSwitching: fields.boolean('isSwitching') };
}

/**
 * Lets the servers on the database compare addresses in this way. If they did so in another way before, all keys are made anew: only
 * while no other server is there. A server records its presence before it reads the mode, and this one records the new
 * mode before it looks for others. So of two that start at the same time with different modes at least one sees the
 * other. After a crash the next start begins again.
 * @throws EmailCaseError when other servers use the database, or two users have one address then: the message names them
 */
export async function useEmailCase(
  commands: Commands,
  wanted: EmailCase,
  { serverId, onDamaged }: { readonly serverId: string; readonly onDamaged: OnDamaged },
): Promise<void> {
  const before = await commands.repeat('meta.emailCase', (db) => recordFirst(db, wanted));
  if (before.mode === wanted && !before.isSwitching) return;
  await commands.run('servers.others', (db) => refuseOthers(db, serverId));
  await commands.repeat('meta.emailCase', (db) => change(db, before, { mode: wanted, isSwitching: true }));
  try {
    await commands.run('servers.others', (db) => refuseOthers(db, serverId));
    await remake(commands, wanted, onDamaged);
  } catch (error) {
    if (error instanceof EmailCaseError) await takeBack(commands, before, wanted);
    throw error;
  }
  await commands.repeat('meta.emailCase', (db) =>
    change(db, { mode: wanted, isSwitching: true }, { mode: wanted, isSwitching: false }),
  );
}

/** The first server of a new database records its mode, so that several may start at once. Resolves to what is recorded. */
async function recordFirst(db: Db, wanted: EmailCase): Promise<Recorded> {
  const before = await recorded(db);
  if (before !== NOTHING) return before;
  const hasUsers = (await collection(db, 'users').findOne({}, { projection: { _id: 1 } })) !== null;
  const mode = hasUsers ? 'exact' : wanted; // earlier servers compared exactly
  await insertUnlessThere(db, 'meta', { _id: EMAIL_CASE, mode, isSwitching: false });
  return recorded(db);
}

/** Nothing was made, or what was made has no meaning in the former mode. A change that a crash ended stays one. */
async function takeBack(commands: Commands, before: Recorded, wanted: EmailCase): Promise<void> {
  const former = before.isSwitching && wanted === 'folded' ? EXACT : before;
  await commands.repeat('meta.emailCase', (db) => change(db, { mode: wanted, isSwitching: true }, former));
}

async function remake(commands: Commands, wanted: EmailCase, onDamaged: OnDamaged): Promise<void> {
  if (wanted === 'folded') await refuseTwins(commands, onDamaged);
  await makeKeys(commands, wanted, onDamaged);
}

async function refuseTwins(commands: Commands, onDamaged: OnDamaged): Promise<void> {
  const addresses = new FoldedAddresses();
  for await (const page of storedKeys(commands, onDamaged)) {
    for (const { user } of page) {
      for (const adresseMail of addressesOf(user)) addresses.add({ id: user.id, adresseMail });
    }
  }
  const problem = addresses.problem();
  if (problem !== null) throw new EmailCaseError(`The MongoDB database ${problem}.`);
}

async function refuseOthers(db: Db, serverId: string): Promise<void> {
  const now = await serverTime(db);
  const servers = await collection(db, 'servers').find().toArray();
  const others = servers.filter(
    (server) => server._id !== serverId && isFresh(fieldsOf('servers', server).date('seen'), now),
  );
  if (others.length === 0) return;
  throw new EmailCaseError(
    'The servers on this MongoDB database compare e-mail addresses in another way. Give this server the same ALGOTHEQUE_EMAIL_CASE. To change it, stop all servers and commands, and start one with the new value first.',
  );
}

/** Idempotent. @throws EmailCaseError when another server has changed it meanwhile */
async function change(db: Db, from: Recorded, to: Recorded): Promise<void> {
  const { matchedCount } = await collection(db, 'meta').updateOne({ _id: EMAIL_CASE, ...from }, { $set: { ...to } });
  if (matchedCount === 1) return;
  const now = await recorded(db);
  if (now.mode === to.mode && now.isSwitching === to.isSwitching) return; // by a first try without an answer
  throw new EmailCaseError('Another server changes how the MongoDB database compares e-mail addresses.');
}
