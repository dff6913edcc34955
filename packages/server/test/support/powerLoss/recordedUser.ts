import { outboxReader } from '../outbox.ts';
import { ABSENT, algoFact, sourceOf } from '../storedState/facts.ts';
import type { History } from './history.ts';
import type { RecordingClient } from './recordingClient.ts';

const FIRST_PASSWORD = 'correct horse battery';
const SECOND_PASSWORD = 'a second horse battery';
const THIRD_PASSWORD = 'a third horse battery';
export const PASSWORDS: readonly string[] = [FIRST_PASSWORD, SECOND_PASSWORD, THIRD_PASSWORD];

interface Grant {
  readonly idUtilisateur: number;
  readonly droits: 'Read' | 'ReadWrite';
}

/** A user of a recorded server, who sends one request after the other. */
export class RecordedUser {
  readonly email: string;
  id = 0;
  /** Of the last login. */
  token = '';
  readonly #history: History;
  readonly #client: RecordingClient;
  readonly #algos = new Set<number>();
  readonly #sessions = new Set<string>();

  constructor(history: History, email: string) {
    this.#history = history;
    this.#client = history.client();
    this.email = email;
  }

  async register(): Promise<void> {
    const json = { email: this.email, password: FIRST_PASSWORD, pseudo: 'Person' };
    const facts = { [`user ${this.email}`]: 'present', [`password ${this.email}`]: FIRST_PASSWORD };
    const { id } = await this.#send<{ id: number }>('POST /api/users/register', { json }, () => ({ facts }));
    this.id = id;
  }

  async logIn(password: string = FIRST_PASSWORD): Promise<string> {
    const json = { email: this.email, password };
    const { token } = await this.#send<{ token: string }>('POST /api/users/login', { json }, (data) => ({
      facts: { [`session ${data.token}`]: 'valid' },
    }));
    this.#sessions.add(token);
    this.token = token;
    return token;
  }

  async logOut(token: string): Promise<void> {
    await this.#send('GET /api/users/logout', { token }, () => ({ facts: { [`session ${token}`]: 'ended' } }));
    this.#sessions.delete(token);
  }

  /** @param size the least number of characters of the source code */
  async create(nom: string, size: number): Promise<number> {
    const json = { ownerId: this.id, nom, sourceCode: sourceOf(nom, size) };
    const { id } = await this.#send<{ id: number }>('POST /api/algos', { token: this.token, json }, (data) => ({
      facts: { [`algo ${data.id}`]: algoFact(nom) },
    }));
    this.#algos.add(id);
    return id;
  }

  async update(id: number, nom: string, permsAlgorithme: readonly Grant[] = []): Promise<void> {
    const json = { nom, sourceCode: sourceOf(nom, 900), permsAlgorithme };
    const facts = { [`algo ${id}`]: algoFact(nom, permsAlgorithme) };
    await this.#send(`PUT /api/algos/${id}`, { token: this.token, json }, () => ({ facts }));
  }

  /** @param nom of the algorithm, which another user has shared with this one alone */
  async leave(id: number, nom: string): Promise<void> {
    const facts = { [`algo ${id}`]: algoFact(nom) };
    await this.#send(`DELETE /api/algos/${id}/droits`, { token: this.token }, () => ({ facts }));
  }

  async remove(id: number): Promise<void> {
    await this.#send(`DELETE /api/algos/${id}`, { token: this.token }, () => ({ facts: { [`algo ${id}`]: ABSENT } }));
    this.#algos.delete(id);
  }

  /** Ends all sessions but the own one; a crash may end that one too. */
  async changePassword(): Promise<void> {
    const json = { currentPassword: FIRST_PASSWORD, newPassword: SECOND_PASSWORD };
    const others = [...this.#sessions].filter((token) => token !== this.token);
    const own = `session ${this.token}`;
    const facts = { [`password ${this.email}`]: SECOND_PASSWORD, [own]: 'valid', ...ended(others) };
    await this.#send(`PUT /api/users/${this.id}`, { token: this.token, json }, () => ({
      facts,
      between: { [own]: 'ended' },
    }));
  }

  /** Asks for a mail, and sets another password with its link. */
  async recover(outbox: string): Promise<void> {
    await this.#send('POST /api/users/recover', { json: { email: this.email } }, () => ({
      facts: { [`mail ${this.email}`]: 'recover' },
    }));
    const mails = await outboxReader(outbox)();
    const link = mails.findLast(({ to, kind }) => to === this.email && kind === 'recover')?.token;
    const facts = { [`password ${this.email}`]: THIRD_PASSWORD, ...ended([...this.#sessions]) };
    await this.#send(`POST /api/users/recover/${link}`, { json: { password: THIRD_PASSWORD } }, () => ({ facts }));
    this.#sessions.clear();
  }

  async removeAccount(): Promise<void> {
    const facts = {
      [`user ${this.email}`]: ABSENT,
      [`password ${this.email}`]: 'none',
      ...ended([...this.#sessions]),
      ...Object.fromEntries([...this.#algos].map((id) => [`algo ${id}`, ABSENT])),
    };
    await this.#send(`DELETE /api/users/${this.id}`, { token: this.token }, () => ({ facts }));
  }

  close(): void {
    this.#client.close();
  }

  #send<Data>(
    target: string,
    sent: { readonly token?: string; readonly json?: unknown },
    made: Parameters<typeof History.prototype.send<Data>>[2],
  ): Promise<Data> {
    return this.#history.send(this.#client, [target, sent], made);
  }
}

const ended = (tokens: readonly string[]): Record<string, string> =>
  Object.fromEntries(tokens.map((token) => [`session ${token}`, 'ended']));
