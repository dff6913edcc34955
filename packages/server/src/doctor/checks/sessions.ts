import { damagedRecord, type Session } from '@algotheque/domain';
import type { Finding } from '../codes.ts';
import { type Look, mendBy } from '../look.ts';
import { placeOf, readRows, unlessDamaged } from './damaged.ts';
import { isUser } from './users.ts';

/** Every session: its values, its user, its version. One that has ended is no finding. */
export async function* checkSessions(look: Look): AsyncGenerator<Finding> {
  for await (const { row, damage } of readRows(look, 'session')) {
    if (damage !== null) {
      yield damagedRecord(damage);
      continue;
    }
    if (row.dateExpiration <= look.now()) continue;
    look.known.uses('user', row.userId);
    const code = await problemOf(look, row);
    if (code === null || !(await isOpen(look, row))) continue;
    const detail = `It is for user ${row.userId}`;
    yield { code, place: placeOf('session', row.digest), detail, ...endingOf(look, row) };
  }
}

async function problemOf(look: Look, session: Session): Promise<'session-without-user' | 'session-ahead' | null> {
  if (!(await isUser(look, session.userId))) return 'session-without-user';
  const version = look.known.users.get(session.userId)?.credentialsVersion ?? null;
  if (version === null || session.credentialsVersion <= version) return null;
  const user = await unlessDamaged(look.users.findById(session.userId), null);
  return user === null || session.credentialsVersion <= user.credentialsVersion ? null : 'session-ahead';
}

/** Whether it is there still: beside a running server it may have ended meanwhile. */
async function isOpen({ sessionStore }: Look, { digest }: Session): Promise<boolean> {
  return (await unlessDamaged(sessionStore.find(digest), 'damaged')) !== null;
}

const endingOf = (look: Look, session: Session): Pick<Finding, 'mend'> =>
  mendBy(look, async (mending) => {
    const dateExpiration = Math.min(look.now(), session.dateExpiration);
    await mending.replace('session', session, { ...session, dateExpiration });
    return 'The session was ended';
  });
