import { ask } from './ask.ts';

export const PASSWORD = 'correct horse battery';

export interface Account {
  readonly id: number;
  readonly email: string;
  readonly token: string;
}

/** Registers a user and logs in, from an address. */
export async function account(port: number, email: string, from = '127.0.0.1'): Promise<Account> {
  const id = await registered(port, email, from);
  const login = await ask(port, { path: '/api/users/login', body: { email, password: PASSWORD }, from });
  return { id, email, token: String(dataOf(login.text)['token']) };
}

/** Registers a user; resolves to the id. */
export async function registered(port: number, email: string, from = '127.0.0.1'): Promise<number> {
  const body = { email, password: PASSWORD, pseudo: 'Somebody' };
  const answer = await ask(port, { path: '/api/users/register', body, from });
  if (answer.status !== 201) throw new Error(`A user could not register: ${answer.status} ${answer.text}`);
  return Number(dataOf(answer.text)['id']);
}

/** Saves an algorithm; resolves to its id. */
export async function algorithm(port: number, { id, token }: Account, sourceCode: unknown): Promise<number> {
  const answer = await ask(port, { path: '/api/algos', body: { ownerId: id, nom: 'Algorithm', sourceCode }, token });
  if (answer.status !== 201) throw new Error(`An algorithm could not be saved: ${answer.status} ${answer.text}`);
  return Number(dataOf(answer.text)['id']);
}

function dataOf(text: string): Readonly<Record<string, unknown>> {
  const parsed: unknown = JSON.parse(text);
  return Object(Object(parsed).data);
}
