import { join } from 'node:path';
import { outboxReader } from '../outbox.ts';
import * as requests from './requests.ts';

const { asked } = requests;

/** One who sends requests to a server that writes its mails to the outbox of `dir`, the data folder. */
export interface Sender {
  readonly dir: string;
  /** A part of a name that was not used before. */
  newName(): string;
  /** Sends a request that must succeed. @returns the data of its answer */
  good(request: requests.Request): Promise<unknown>;
}

/** They are always there. */
export interface People {
  readonly ada: requests.User;
  readonly bob: requests.User;
}

/** Sends what must be there before, and returns the request of the operation, which is not sent yet. */
type Prepare = (sender: Sender, people: People) => requests.Request | Promise<requests.Request>;

export const newPeople = async (sender: Sender): Promise<People> => ({
  ada: await newPerson(sender),
  bob: await newPerson(sender),
});

/** Registers and logs in. */
async function newPerson(sender: Sender): Promise<requests.User> {
  const email = `${sender.newName()}@example.org`;
  const { id } = (await sender.good(requests.registration(email))) as { id: number };
  return { id, email, token: await newSession(sender, email) };
}

const newSession = async (sender: Sender, email: string): Promise<string> =>
  ((await sender.good(requests.login(email))) as { token: string }).token;

const creation = (sender: Sender, owner: requests.User, size: number) =>
  requests.creation(owner, `new ${sender.newName()}`, size);

/** @param size the least number of characters of the source code */
export const newAlgo = async (sender: Sender, owner: requests.User, size = 700): Promise<number> =>
  ((await sender.good(creation(sender, owner, size))) as { id: number }).id;

async function changed(sender: Sender, owner: requests.User, permsAlgorithme: requests.Grants) {
  const [id, nom] = [await newAlgo(sender, owner), `changed ${sender.newName()}`];
  return { id, nom, request: requests.update(owner, id, { nom, permsAlgorithme }) };
}

async function newPassword(sender: Sender): Promise<requests.Request> {
  const person = await newPerson(sender);
  return requests.newPassword(person, [await newSession(sender, person.email)]);
}

async function reset(sender: Sender): Promise<requests.Request> {
  const { email, token } = await newPerson(sender);
  const sessions = [token, await newSession(sender, email)];
  await sender.good(requests.recovery(email));
  const mails = await outboxReader(join(sender.dir, 'outbox'))();
  const link = mails.findLast(({ to, kind }) => to === email && kind === 'recover')?.token;
  return requests.reset(email, link, sessions);
}

async function removalOfUser(sender: Sender): Promise<requests.Request> {
  const person = await newPerson(sender);
  const algos = [await newAlgo(sender, person), await newAlgo(sender, person, 5_000)];
  return requests.removalOfUser(person, { sessions: [person.token], algos });
}

/** What clients do, each operation by its name; the request tells the facts that it makes true. The deletion of a user is the last. */
export const OPERATIONS: Readonly<Record<string, Prepare>> = {
  register: (sender) => requests.registration(`${sender.newName()}@example.org`),
  login: (_sender, { bob }) => requests.login(bob.email),
  logout: async (sender, { bob }) => requests.logout(await newSession(sender, bob.email)),
  'change password': newPassword,
  recover: async (sender) => requests.recovery((await newPerson(sender)).email),
  reset,
  'read a user': (_sender, { ada }) => asked(`GET /api/users/${ada.id}`, ada),
  create: (sender, { ada }) => creation(sender, ada, 6_000),
  read: async (sender, { ada }) => asked(`GET /api/algos/${await newAlgo(sender, ada)}`, ada),
  list: (_sender, { bob }) => asked(`GET /api/algos/byUserId/${bob.id}`, bob),
  async update(sender, { ada }) {
    const { id, request } = await changed(sender, ada, []);
    await sender.good(request);
    return requests.update(ada, id, { nom: `again ${sender.newName()}` });
  },
  share: async (sender, { ada, bob }) =>
    (await changed(sender, ada, [{ idUtilisateur: bob.id, droits: 'Read' }])).request,
  async leave(sender, { ada, bob }) {
    const { id, nom, request } = await changed(sender, ada, [{ idUtilisateur: bob.id, droits: 'ReadWrite' }]);
    await sender.good(request);
    return requests.leaving(bob, id, nom);
  },
  'delete an algorithm': async (sender, { ada }) => requests.removal(ada, await newAlgo(sender, ada, 100)),
  'delete a user': removalOfUser,
};
