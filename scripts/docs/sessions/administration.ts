import { changedUser, firstKey, type MailEntry, type StoredEvent } from '@algotheque/domain';
import type { MemoryPorts } from '@algotheque/domain/memory';
import type { Recorder } from '../recorder.ts';
import type { People } from './accounts.ts';

const ALAN = 3;

/** A mail that the mail server has put off once. */
const waiting = (now: number, name: string): MailEntry => ({
  name,
  version: 2,
  date: now,
  dueAt: now + 60_000,
  rank: 2,
  entry: {
    recipient: { id: ALAN, adresseMail: 'alan@example.org', pseudo: 'Alan', locale: 'en' },
    mail: { kind: 'password_changed' },
    tries: 1,
    isSlow: false,
    isTaken: false,
    answer: '451 4.7.1 Try again later',
  },
});

const failedLogin = (time: number, number: number): StoredEvent => ({
  key: `${firstKey(time)}00000000000${number}`,
  action: 'login.failed',
  actorId: null,
  targetId: ALAN,
  address: '203.0.113.0/24',
  requestId: `00000000-0000-4000-8000-00000000000${number}`,
  limit: null,
});

/** Grace becomes an owner of the service, and looks after the account of Alan and after mails. Ada is no owner. */
export async function administration(recorder: Recorder, { ada, grace }: People, ports: MemoryPorts): Promise<void> {
  const owner = await ports.users.findById(grace.id);
  await ports.users.change(grace.id, (now) =>
    changedUser(now, owner?.credentialsVersion ?? 0, { serviceRight: 'act', isVerified: true }),
  );
  const now = ports.clock.now();
  const [mail, other] = ['20260101T000000000Z-0000000000000001', '20260101T000000000Z-0000000000000002'] as const;
  for (const name of [mail, other]) await ports.mails.add(waiting(now, name));
  const call = (id: string, target: string, json?: unknown) =>
    recorder.call(id, target, { ...grace, ...(json !== undefined && { json }) });
  const account = `/api/admin/accounts/${ALAN}`;
  await recorder.call('adminListAccounts', 'GET /api/admin/accounts', ada);
  await call('adminListAccounts', 'GET /api/admin/accounts?limit=2');
  await call('adminListAccounts', 'GET /api/admin/accounts?start=gra');
  await call('adminFindAccount', 'GET /api/admin/accounts/alan@example.org');
  await call('adminFindAccount', 'GET /api/admin/accounts/nobody@example.org');
  await call('adminConfirm', `POST ${account}/confirm`);
  await call('adminConfirm', 'POST /api/admin/accounts/1/confirm');
  await call('adminListSessions', `GET ${account}/sessions`);
  await call('adminCountShares', `GET ${account}/shares`);
  await call('adminDisable', `POST ${account}/disable`);
  await call('adminEnable', `POST ${account}/enable`);
  await call('adminSendRecovery', `POST ${account}/recovery`);
  await call('adminSetPassword', `PUT ${account}/password`, { password: 'universal machine' });
  await call('adminEndSessions', `DELETE ${account}/sessions`);
  await call('adminHealth', 'GET /api/admin/health');
  await call('adminListMails', 'GET /api/admin/mails');
  await call('adminTestMail', 'POST /api/admin/mails/test');
  await call('adminRetryMail', `POST /api/admin/mails/${mail}/retry`);
  await call('adminDropMail', `DELETE /api/admin/mails/${other}`);
  await call('adminDropMail', `DELETE /api/admin/mails/${other}`);
  await ports.events.append([failedLogin(now - 2_000, 1), failedLogin(now - 1_000, 2)]);
  await call('adminListEvents', `GET /api/admin/events?account=${ALAN}&kind=login.failed&before=${now}&limit=2`);
  await call('adminDelete', `DELETE ${account}`, { currentPassword: 'a wrong password' });
  await call('adminDelete', `DELETE ${account}`, { currentPassword: 'first compiler' });
}
