import { readFile } from 'node:fs/promises';
import { Connection, type Request } from './connection.ts';

/** One kind of request, and the number of requests in a round. */
export interface Scenario {
  readonly name: string;
  readonly count: number;
  readonly connections: number;
  readonly request: (number: number) => Request;
}

const PASSWORD = 'correct horse battery staple';
const KEPT = 100;

interface Person {
  readonly id: number;
  readonly email: string;
  readonly token: string;
}

/** Creates the data that the requests read and change, and returns the requests. */
export async function scenariosOn(port: number): Promise<readonly Scenario[]> {
  const source = new URL('../../examples/algorithms/tri-rapide.json', import.meta.url);
  const sourceCode: unknown = JSON.parse(await readFile(source, 'utf8'));
  const connection = await Connection.open(port);
  const reader = await person(connection, 'reader@example.org');
  const writer = await person(connection, 'writer@example.org');
  const algo = (owner: Person) => JSON.stringify({ nom: 'Tri rapide', ownerId: owner.id, sourceCode });
  const kept: number[] = [];
  for (let count = 0; count < KEPT; count += 1) {
    const { id } = await call<{ id: number }>(connection, create(reader, algo(reader)));
    kept.push(id);
  }
  connection.close();
  const pathOf = (number: number): string => `/api/algos/${kept[number % KEPT]}`;
  const { token } = reader;
  const ofWriter = algo(writer);
  // Each update saves another source code than the one before.
  const updates = ['odd', 'even'].map((turn) =>
    JSON.stringify({ nom: 'Tri rapide', ownerId: reader.id, sourceCode: { turn, sourceCode } }),
  );
  const bodyOf = (number: number): string => updates[Math.floor(number / KEPT) % 2] ?? '';
  return [
    { name: 'read', count: 3_000, connections: 8, request: (n) => ({ method: 'GET', path: pathOf(n), token }) },
    {
      name: `list of ${KEPT}`,
      count: 1_500,
      connections: 8,
      request: () => ({ method: 'GET', path: `/api/algos/byUserId/${reader.id}`, token }),
    },
    { name: 'create', count: 600, connections: 8, request: () => create(writer, ofWriter) },
    {
      name: 'update',
      count: 600,
      connections: 8,
      request: (n) => ({ method: 'PUT', path: pathOf(n), token, body: bodyOf(n) }),
    },
    { name: 'login', count: 150, connections: 4, request: () => login(reader.email) },
  ];
}

const login = (email: string): Request => ({
  method: 'POST',
  path: '/api/users/login',
  body: JSON.stringify({ email, password: PASSWORD }),
});

const create = ({ token }: Person, body: string): Request => ({ method: 'POST', path: '/api/algos', token, body });

async function person(connection: Connection, email: string): Promise<Person> {
  const body = JSON.stringify({ email, password: PASSWORD, pseudo: 'Someone' });
  const { id } = await call<{ id: number }>(connection, { method: 'POST', path: '/api/users/register', body });
  const { token } = await call<{ token: string }>(connection, login(email));
  return { id, email, token };
}

async function call<Data>(connection: Connection, request: Request): Promise<Data> {
  const { status, body } = await connection.send(request);
  if (status >= 300) throw new Error(`${request.method} ${request.path}: ${status} ${body}`);
  return (JSON.parse(body) as { readonly data: Data }).data; // the type that the caller named
}
