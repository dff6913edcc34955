import { PASSWORD as FIRST_PASSWORD, type Person } from '../client.ts';
import { ABSENT, algoFact, sourceOf } from '../storedState/facts.ts';
import type { Request, Scene } from './scene.ts';

export const NEXT_PASSWORD = 'a second horse battery';

export const userFacts = (email: string, password = FIRST_PASSWORD) => ({
  [`user ${email}`]: 'present',
  [`password ${email}`]: password,
});

export const sessionFact = (token: string, value: 'valid' | 'ended') => ({ [`session ${token}`]: value });

export function registration(scene: Scene): Request & { readonly email: string } {
  const email = `${scene.newName()}@example.org`;
  for (const password of [FIRST_PASSWORD, NEXT_PASSWORD]) scene.passwords.add(password);
  const json = { email, password: FIRST_PASSWORD, pseudo: 'Person' };
  return { email, target: 'POST /api/users/register', sent: { json }, facts: () => userFacts(email) };
}

/** The new session is unknown unless the answer names it. */
export const login = (email: string): Request => ({
  target: 'POST /api/users/login',
  sent: { json: { email, password: FIRST_PASSWORD } },
  facts: (data) => (data === null ? {} : sessionFact((data as { token: string }).token, 'valid')), // the route answers this
});

/** Registers and logs in. */
export async function newPerson(scene: Scene): Promise<Person> {
  const request = registration(scene);
  const { id } = (await scene.good(request)) as { id: number };
  return { id, email: request.email, token: await newSession(scene, request.email) };
}

export async function newSession(scene: Scene, email: string): Promise<string> {
  return ((await scene.good(login(email))) as { token: string }).token;
}

export function creation(scene: Scene, owner: Person): Request {
  const nom = `new ${scene.newName()}`;
  return {
    target: 'POST /api/algos',
    sent: { token: owner.token, json: { ownerId: owner.id, nom, sourceCode: sourceOf(nom, 2_000) } },
    facts: (data) => (data === null ? {} : { [`algo ${(data as { id: number }).id}`]: algoFact(nom) }),
  };
}

export interface StoredAlgo {
  readonly id: number;
  readonly owner: Person;
}

export async function newAlgo(scene: Scene, owner: Person): Promise<StoredAlgo> {
  return { id: ((await scene.good(creation(scene, owner))) as { id: number }).id, owner };
}

export type Grants = readonly { readonly idUtilisateur: number; readonly droits: 'Read' | 'ReadWrite' }[];

export function update(
  scene: Scene,
  { id, owner }: StoredAlgo,
  permsAlgorithme: Grants = [],
): Request & { readonly nom: string } {
  const nom = `changed ${scene.newName()}`;
  const json = { nom, sourceCode: sourceOf(nom, 1_000), permsAlgorithme };
  const facts = { [`algo ${id}`]: algoFact(nom, permsAlgorithme) };
  return { nom, target: `PUT /api/algos/${id}`, sent: { token: owner.token, json }, facts: () => facts };
}

export const removal = ({ id, owner }: StoredAlgo): Request => ({
  target: `DELETE /api/algos/${id}`,
  sent: { token: owner.token },
  facts: () => ({ [`algo ${id}`]: ABSENT }),
});
