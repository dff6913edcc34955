import type { Person } from './account.ts';
import { lastToken } from './outbox.ts';
import { say } from './printing.ts';

/** Ada shares an algorithm by addresses: Grace has confirmed hers and can read it at once, Alan has no account and is invited. */
export async function shareByAddress({ client }: Person, id: number): Promise<void> {
  const params = { path: { id } };
  for (const email of ['grace@example.org', 'alan@example.org']) {
    await client.call('shareAlgo', { params, body: { email, droits: 'Read' } });
  }
  const { shares, waiting } = (await client.call('listShares', { params })).data;
  const readers = shares.map(({ pseudo }) => pseudo).join(', ');
  const invited = waiting.map(({ adresseMail }) => adresseMail).join(', ');
  say(`Ada shared an algorithm by e-mail: ${readers} can read it, and ${invited} is invited`);
}

/** What waits for an address is given to who opens the link of the invitation while logged in; a confirmed address alone gives nothing. */
export async function acceptInvitation({ client }: Person, outbox: string): Promise<void> {
  await client.call('acceptInvitation', { params: { path: { token: await lastToken(outbox, 'invitation') } } });
}
