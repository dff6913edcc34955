import { type Client, createClient } from '@algotheque/client';
import { lastToken } from './outbox.ts';
import { refusal, say } from './printing.ts';

/** Who has an account, with a client that is logged in. */
export interface Person {
  readonly id: number;
  readonly client: Client;
}

interface Login {
  readonly url: string;
  readonly email: string;
  readonly password: string;
}

/** Logs in from a second program, lists both sessions, ends the second, and shows that its token is void. */
export async function endOtherSessions({ id, client }: Person, { url, ...login }: Login): Promise<void> {
  const path = { id };
  const second = createClient({ url });
  await second.call('login', { body: login });
  const { data: sessions } = await client.call('listSessions', { params: { path } });
  say(`Two programs are logged in: ${sessions.map((one) => `${one.client} from ${one.address}`).join(', ')}`);
  await client.call('endSessions', { params: { path } });
  say(`The first ends all others, and the second gets ${await refusal(second.call('getOwnUser'))}`);
}

interface NewAddress {
  readonly newEmail: string;
  readonly currentPassword: string;
}

/** Changes the e-mail address: it stays as it is until the link that was sent to the new one is used. */
export async function changeAddress({ id, client }: Person, outbox: string, body: NewAddress): Promise<void> {
  const address = async () => (await client.call('getOwnUser')).data.utilisateur.adresseMail;
  await client.call('requestEmail', { params: { path: { id } }, body });
  say(`The new address has a link; the account still has ${await address()}`);
  await client.call('changeEmail', { params: { path: { token: await lastToken(outbox, 'email') } } });
  say(`The link is used: the account has ${await address()}, and the old address a link that takes it back for 7 days`);
}
