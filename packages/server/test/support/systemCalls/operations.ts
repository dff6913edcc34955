import { join } from 'node:path';
import type { Person } from '../client.ts';
import { outboxReader } from '../outbox.ts';
import * as requests from '../storedState/requests.ts';
import type { Scene } from './scene.ts';

const { asked } = requests;

/** Prepares an operation without faults, and returns the request that gets them. `ada` and `bob` are always there. */
type Prepare = (
  scene: Scene,
  people: { readonly ada: Person; readonly bob: Person },
) => requests.Request | Promise<requests.Request>;

/** Registers and logs in. */
export async function newPerson(scene: Scene): Promise<Person> {
  const email = `${scene.newName()}@example.org`;
  const { id } = (await scene.good(requests.registration(email))) as { id: number };
  return { id, email, token: await newSession(scene, email) };
}

const newSession = async (scene: Scene, email: string): Promise<string> =>
  ((await scene.good(requests.login(email))) as { token: string }).token;

const creation = (scene: Scene, owner: Person) => requests.creation(owner, `new ${scene.newName()}`, 2_000);

export const newAlgo = async (scene: Scene, owner: Person): Promise<number> =>
  ((await scene.good(creation(scene, owner))) as { id: number }).id;

async function shared(scene: Scene, owner: Person, permsAlgorithme: requests.Grants) {
  const [id, nom] = [await newAlgo(scene, owner), `changed ${scene.newName()}`];
  return { id, nom, request: requests.update(owner, id, { nom, permsAlgorithme }) };
}

async function newPassword(scene: Scene): Promise<requests.Request> {
  const person = await newPerson(scene);
  // The own session may end by a fault, as after a crash: the new password is stored, and its user logs in again.
  scene.acknowledged.forget(`session ${person.token}`);
  return requests.newPassword(person);
}

async function reset(scene: Scene): Promise<requests.Request> {
  const { email, token } = await newPerson(scene);
  await scene.good(requests.recovery(email));
  const mails = await outboxReader(join(scene.dir, 'outbox'))();
  const link = mails.findLast(({ to, kind }) => to === email && kind === 'recover')?.token;
  return requests.reset(email, link, [token]);
}

async function removalOfUser(scene: Scene): Promise<requests.Request> {
  const person = await newPerson(scene);
  return requests.removalOfUser(person, { sessions: [person.token], algos: [await newAlgo(scene, person)] });
}

export const OPERATIONS: Readonly<Record<string, Prepare>> = {
  register: (scene) => requests.registration(`${scene.newName()}@example.org`),
  login: (_scene, { bob }) => requests.login(bob.email),
  logout: async (scene, { bob }) => requests.logout(await newSession(scene, bob.email)),
  'change password': newPassword,
  recover: async (scene) => requests.recovery((await newPerson(scene)).email),
  reset,
  'read a user': (_scene, { ada }) => asked(`GET /api/users/${ada.id}`, ada),
  create: (scene, { ada }) => creation(scene, ada),
  read: async (scene, { ada }) => asked(`GET /api/algos/${await newAlgo(scene, ada)}`, ada),
  list: (_scene, { bob }) => asked(`GET /api/algos/byUserId/${bob.id}`, bob),
  update: async (scene, { ada }) => (await shared(scene, ada, [])).request,
  share: async (scene, { ada, bob }) => (await shared(scene, ada, [{ idUtilisateur: bob.id, droits: 'Read' }])).request,
  async leave(scene, { ada, bob }) {
    const { id, nom, request } = await shared(scene, ada, [{ idUtilisateur: bob.id, droits: 'ReadWrite' }]);
    await scene.good(request);
    return requests.leaving(bob, id, nom);
  },
  'delete an algorithm': async (scene, { ada }) => requests.removal(ada, await newAlgo(scene, ada)),
  'delete a user': removalOfUser,
};
