import { outboxReader } from '../outbox.ts';
import * as requests from '../storedState/requests.ts';
import type { History } from './history.ts';
import type { RecordingClient } from './recordingClient.ts';

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
    this.id = (await this.#send<{ id: number }>(requests.registration(this.email))).id;
  }

  async logIn(): Promise<string> {
    this.token = (await this.#send<{ token: string }>(requests.login(this.email))).token;
    this.#sessions.add(this.token);
    return this.token;
  }

  async logOut(token: string): Promise<void> {
    await this.#send(requests.logout(token));
    this.#sessions.delete(token);
  }

  /** @param size the least number of characters of the source code */
  async create(nom: string, size: number): Promise<number> {
    const { id } = await this.#send<{ id: number }>(requests.creation(this, nom, size));
    this.#algos.add(id);
    return id;
  }

  async update(id: number, nom: string, permsAlgorithme: requests.Grants = []): Promise<void> {
    await this.#send(requests.update(this, id, { nom, permsAlgorithme }));
  }

  /** @param nom of the algorithm, which another user has shared with this one alone */
  async leave(id: number, nom: string): Promise<void> {
    await this.#send(requests.leaving(this, id, nom));
  }

  async remove(id: number): Promise<void> {
    await this.#send(requests.removal(this, id));
    this.#algos.delete(id);
  }

  async changePassword(): Promise<void> {
    const others = [...this.#sessions].filter((token) => token !== this.token);
    await this.#send(requests.newPassword(this, others));
  }

  /** Asks for a mail, and sets another password with its link. */
  async recover(outbox: string): Promise<void> {
    await this.#send(requests.recovery(this.email));
    const mails = await outboxReader(outbox)();
    const link = mails.findLast(({ to, kind }) => to === this.email && kind === 'recover')?.token;
    await this.#send(requests.reset(this.email, link, [...this.#sessions]));
    this.#sessions.clear();
  }

  async removeAccount(): Promise<void> {
    await this.#send(requests.removalOfUser(this, { sessions: [...this.#sessions], algos: [...this.#algos] }));
  }

  close(): void {
    this.#client.close();
  }

  #send<Data>(request: requests.Request): Promise<Data> {
    return this.#history.send(this.#client, request);
  }
}
