import { rm } from 'node:fs/promises';
import { describeMongo, openScratch, type Scratch } from '@algotheque/testing/mongo';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newAlgo, newPerson, PASSWORD, type Person, send } from '../support/client.ts';
import { makeScratch } from '../support/scratch.ts';
import { type ServerProcess, startServer } from '../support/serverProcess.ts';

interface Scene {
  readonly person: Person;
  readonly algoId: number;
}

interface Edit {
  readonly collection: 'users' | 'algos' | 'tokens';
  readonly field: string;
  readonly value: unknown;
  readonly target: (scene: Scene) => string;
  readonly json?: (scene: Scene) => object;
}

const self = ({ person }: Scene) => `/api/users/${person.id}`;
const change = { nom: 'Changed', sourceCode: {} };

const EDITS: readonly Edit[] = [
  { collection: 'users', field: 'pseudo', value: 5, target: (scene) => `GET ${self(scene)}` },
  {
    collection: 'users',
    field: 'mdpHash',
    value: null,
    target: () => 'POST /api/users/login',
    json: ({ person: { email } }) => ({ email, password: PASSWORD }),
  },
  {
    collection: 'users',
    field: 'credentialsVersion',
    value: '1',
    target: (scene) => `PUT ${self(scene)}`,
    json: () => ({ currentPassword: PASSWORD, newPassword: 'a new password' }),
  },
  { collection: 'tokens', field: 'dateExpiration', value: 'never', target: (scene) => `GET ${self(scene)}` },
  { collection: 'algos', field: 'nom', value: ['a'], target: ({ algoId }) => `GET /api/algos/${algoId}` },
  {
    collection: 'algos',
    field: 'permsAlgorithme',
    value: 'all',
    target: ({ algoId }) => `PUT /api/algos/${algoId}`,
    json: () => change,
  },
  { collection: 'algos', field: 'ref', value: 7, target: ({ algoId }) => `DELETE /api/algos/${algoId}` },
  {
    collection: 'algos',
    field: 'dateModification',
    value: '1.5',
    target: ({ person }) => `GET /api/algos/byUserId/${person.id}`,
  },
];

describeMongo('a document that somebody edited', ({ server: mongo }) => {
  let scratch = '';
  let server: ServerProcess | null = null;
  let database: Scratch | null = null;

  beforeAll(async () => {
    scratch = await makeScratch();
    database = await openScratch(mongo());
    server = await startServer({
      ALGOTHEQUE_DATA_DIR: scratch,
      ALGOTHEQUE_STORE_URL: database.url(),
      ALGOTHEQUE_FILES_URL: 'mongodb:',
    });
  });
  afterAll(async () => {
    await server?.stop();
    await database?.close();
    await rm(scratch, { recursive: true, force: true });
  });

  it.each(EDITS)(
    'is 500, omitted from a list, and named in the log: $collection, $field',
    async ({ collection, field, value, ...request }) => {
      if (server === null || database === null) throw new Error('The server is not started');
      const person = await newPerson(server.url, `${collection}-${field}@example.org`);
      const scene = { person, algoId: await newAlgo(server.url, person) };
      const { found, id } = await edit(database.db, collection, { person, change: { [field]: value } });

      const json = request.json?.(scene);
      const sent = { token: person.token, ...(json !== undefined && { json }) };
      const reply = await send(server.url, request.target(scene), sent);
      const isList = request.target(scene).includes('byUserId');
      if (isList) expect([reply.status, reply.data, reply.headers.get('x-records-left-out')]).toEqual([200, [], '1']);
      else expect([reply.status, reply.message]).toEqual([500, 'General.Internal_error']);

      const requestId = `${reply.headers.get('x-request-id')}`;
      // The message names an access token by the beginning of its digest.
      const damaged = { place: collection, id: `${id}`.slice(0, 8), field };
      const line = () => lineWith(server?.output().stdout ?? '', isList ? 'left out' : requestId);
      await expect.poll(line).toMatchObject({ err: { type: 'DamagedError', damaged } });
      expect(await found(), 'overwritten').toMatchObject({ [field]: value });
      expect(server.output().stdout).not.toContain(person.email);
    },
  );
});

/** The first record of the log with this text. */
const lineWith = (log: string, text: string): unknown =>
  JSON.parse(log.split('\n').find((line) => line.includes(text) && line.endsWith('}')) ?? 'null');

/** Changes a document of the person past the adapter. */
async function edit(
  db: Scratch['db'],
  collection: Edit['collection'],
  { person, change }: { readonly person: Person; readonly change: object },
) {
  const owner = { users: { _id: person.id }, algos: { ownerId: person.id }, tokens: { userId: person.id } }[collection];
  const documents = db.collection<{ _id: number | string }>(collection);
  const document = await documents.findOneAndUpdate(owner, { $set: change });
  if (document === null) throw new Error(`There is no document in ${collection}`);
  const { _id: id } = document;
  return { id, found: () => documents.findOne({ _id: id }) };
}
