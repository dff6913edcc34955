import type { Person } from './account.ts';
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
