import { randomUUID } from 'node:crypto';
import type { MailWithToken } from '@algotheque/domain';
import { Api, dataOf, type Reply } from './api.ts';
import type { World } from './fixture.ts';

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly pseudo: string;
  readonly password: string;
  readonly token: string;
}

/** A new e-mail address. */
export const freshEmail = (): string => `user-${randomUUID()}@example.org`;

export const PASSWORD = 'correct horse battery';

/** A client of a server, or where that listens. */
type Server = Api | string;

const apiOf = (server: Server): Api => (typeof server === 'string' ? new Api(server) : server);

/** Registers a new user for a test, and logs in. */
export async function newPerson(
  server: Server,
  { email = freshEmail(), pseudo = 'Ada Lovelace' }: Partial<Pick<Person, 'email' | 'pseudo'>> = {},
): Promise<Person> {
  const account = { email, password: PASSWORD, pseudo };
  const { id } = dataOf<{ id: number }>(await apiOf(server).call('POST /api/users/register', { json: account }));
  return { ...account, id, token: await tokenOf(server, account) };
}

/** Logs in and returns the token. */
export async function tokenOf(
  server: Server,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<string> {
  const sent = { json: { email, password } };
  return dataOf<{ token: string }>(await apiOf(server).call('POST /api/users/login', sent)).token;
}

/** The token of the last mail of a kind to a person. */
export async function mailedToken(
  { mails }: World,
  { email }: Pick<Person, 'email'>,
  kind: MailWithToken | 'share_invitation',
): Promise<string> {
  const found = (await mails()).findLast((mail) => mail.to === email && mail.kind === kind);
  if (found?.token == null) throw new Error(`There is no ${kind} mail to ${email}`);
  return found.token;
}

/** Asks for a recovery. @returns the token of its mail */
export async function recoveryToken(world: World, person: Pick<Person, 'email'>): Promise<string> {
  await world.api.call('POST /api/users/recover', { json: { email: person.email } });
  return mailedToken(world, person, 'recover');
}

export interface AlgoData {
  readonly id: number;
  readonly nom: string;
  readonly dateCreation: number;
  readonly dateModification: number;
  readonly ownerId: number;
  readonly droits: string;
  readonly permsAlgorithme?: readonly { readonly idUtilisateur: number; readonly droits: string }[];
  readonly sourceCode?: unknown;
  readonly dossierId?: number | null;
}

export const SOURCE = { blocks: [{ type: 'print', text: 'é 😀' }] };

type Owner = Pick<Person, 'id' | 'token'>;

export function createAlgo(
  server: Server,
  owner: Owner,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Reply> {
  const json = { ownerId: owner.id, nom: 'Bubble sort', sourceCode: SOURCE, ...fields };
  return apiOf(server).call('POST /api/algos', { token: owner.token, json });
}

/** An algorithm of the owner. */
export const newAlgo = async (
  server: Server,
  owner: Owner,
  fields?: Readonly<Record<string, unknown>>,
): Promise<AlgoData> => dataOf<AlgoData>(await createAlgo(server, owner, fields));

/** An algorithm of the owner, shared as given. */
export async function sharedAlgo(
  api: Api,
  owner: Owner,
  ...shared: readonly { readonly with: Owner; readonly droits: 'Read' | 'ReadWrite' }[]
): Promise<AlgoData> {
  const { id, nom } = await newAlgo(api, owner);
  const permsAlgorithme = shared.map(({ with: { id: idUtilisateur }, droits }) => ({ idUtilisateur, droits }));
  const json = { nom, sourceCode: SOURCE, permsAlgorithme };
  return dataOf<AlgoData>(await api.call(`PUT /api/algos/${id}`, { token: owner.token, json }));
}
