import { join } from 'node:path';
import type { Person } from '../client.ts';
import { outboxReader } from '../outbox.ts';
import { ABSENT, algoFact } from '../storedState/facts.ts';
import {
  creation,
  login,
  NEXT_PASSWORD,
  newAlgo,
  newPerson,
  newSession,
  registration,
  removal,
  sessionFact,
  update,
  userFacts,
} from './people.ts';
import type { Request, Scene } from './scene.ts';

/** Prepares an operation without faults, and returns the request that gets them. `ada` and `bob` are always there. */
type Prepare = (scene: Scene, people: { readonly ada: Person; readonly bob: Person }) => Promise<Request>;

const asked = (target: string, { token }: Person): Request => ({ target, sent: { token } });

async function changePassword(scene: Scene): Promise<Request> {
  const { id, email, token } = await newPerson(scene);
  scene.acknowledged.forget(`session ${token}`);
  // The own session may end by a fault, as after a crash: the new password is stored, and its user logs in again.
  const json = { currentPassword: 'correct horse battery', newPassword: NEXT_PASSWORD };
  return {
    target: `PUT /api/users/${id}`,
    sent: { token, json },
    facts: () => userFacts(email, NEXT_PASSWORD),
  };
}

async function recover(scene: Scene): Promise<Request & Person> {
  const person = await newPerson(scene);
  const { email } = person;
  const facts = () => ({ [`mail ${email}`]: 'recover' });
  return { ...person, target: 'POST /api/users/recover', sent: { json: { email } }, facts };
}

async function reset(scene: Scene): Promise<Request> {
  const request = await recover(scene);
  const { email, token } = request;
  await scene.good(request);
  const mails = await outboxReader(join(scene.dir, 'outbox'))();
  const link = mails.findLast(({ to, kind }) => to === email && kind === 'recover')?.token;
  return {
    target: `POST /api/users/recover/${link}`,
    sent: { json: { password: NEXT_PASSWORD } },
    facts: () => ({ ...userFacts(email, NEXT_PASSWORD), ...sessionFact(token, 'ended') }),
  };
}

async function deleteUser(scene: Scene): Promise<Request> {
  const person = await newPerson(scene);
  const algo = await newAlgo(scene, person);
  return {
    ...asked(`DELETE /api/users/${person.id}`, person),
    facts: () => ({
      [`user ${person.email}`]: ABSENT,
      [`password ${person.email}`]: 'none',
      [`algo ${algo.id}`]: ABSENT,
      ...sessionFact(person.token, 'ended'),
    }),
  };
}

export const OPERATIONS: Readonly<Record<string, Prepare>> = {
  register: async (scene) => registration(scene),
  login: async (_scene, { bob }) => login(bob.email),
  async logout(scene, { bob }) {
    const token = await newSession(scene, bob.email);
    return { target: 'GET /api/users/logout', sent: { token }, facts: () => sessionFact(token, 'ended') };
  },
  'change password': changePassword,
  recover,
  reset,
  'read a user': async (_scene, { ada }) => asked(`GET /api/users/${ada.id}`, ada),
  create: async (scene, { ada }) => creation(scene, ada),
  read: async (scene, { ada }) => asked(`GET /api/algos/${(await newAlgo(scene, ada)).id}`, ada),
  list: async (_scene, { bob }) => asked(`GET /api/algos/byUserId/${bob.id}`, bob),
  update: async (scene, { ada }) => update(scene, await newAlgo(scene, ada)),
  share: async (scene, { ada, bob }) =>
    update(scene, await newAlgo(scene, ada), [{ idUtilisateur: bob.id, droits: 'Read' }]),
  async leave(scene, { ada, bob }) {
    const algo = await newAlgo(scene, ada);
    const shared = update(scene, algo, [{ idUtilisateur: bob.id, droits: 'ReadWrite' }]);
    await scene.good(shared);
    const facts = { [`algo ${algo.id}`]: algoFact(shared.nom) };
    return { ...asked(`DELETE /api/algos/${algo.id}/droits`, bob), facts: () => facts };
  },
  'delete an algorithm': async (scene, { ada }) => removal(await newAlgo(scene, ada)),
  'delete a user': deleteUser,
};
