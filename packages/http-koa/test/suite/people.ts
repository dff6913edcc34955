import { randomUUID } from 'node:crypto';
import type { MailWithToken } from '@algotheque/domain';
import { type Api, dataOf, type Reply } from './api.ts';
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

/** Registers a new user for a test, and logs in. */
export async function newPerson(api: Api, pseudo = 'Ada Lovelace'): Promise<Person> {
  const account = { email: freshEmail(), password: PASSWORD, pseudo };
  const { id } = dataOf<{ id: number }>(await api.call('POST /api/users/register', { json: account }));
  return { ...account, id, token: await tokenOf(api, account) };
}

/** Logs in and returns the token. */
export async function tokenOf(api: Api, { email, password }: Pick<Person, 'email' | 'password'>): Promise<string> {
  return dataOf<{ token: string }>(await api.call('POST /api/users/login', { json: { email, password } })).token;
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

export function createAlgo(api: Api, owner: Person, fields: Readonly<Record<string, unknown>> = {}): Promise<Reply> {
  const json = { ownerId: owner.id, nom: 'Bubble sort', sourceCode: SOURCE, ...fields };
  return api.call('POST /api/algos', { token: owner.token, json });
}

/** An algorithm of the owner, shared as given. */
export async function newAlgo(
  api: Api,
  owner: Person,
  shared: readonly { readonly with: Person; readonly droits: 'Read' | 'ReadWrite' }[] = [],
): Promise<AlgoData> {
  const algo = dataOf<AlgoData>(await createAlgo(api, owner));
  if (shared.length === 0) return algo;
  const permsAlgorithme = shared.map(({ with: { id }, droits }) => ({ idUtilisateur: id, droits }));
  const json = { nom: algo.nom, sourceCode: SOURCE, permsAlgorithme };
  return dataOf<AlgoData>(await api.call(`PUT /api/algos/${algo.id}`, { token: owner.token, json }));
}
