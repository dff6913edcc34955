import { expect, vi } from 'vitest';
import { type Person, send } from './client.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

/** The result of one algorithm that was sent. */
export interface Written extends Outcome {
  readonly nom: string;
}

/** Writers that create algorithms one after the other until they are stopped. */
export class Load {
  readonly #url: string;
  readonly #owner: Person;
  readonly #sent: Written[] = [];
  readonly #writers: Promise<void>[];
  #isStopped = false;

  constructor(url: string, owner: Person, writers = 4) {
    this.#url = url;
    this.#owner = owner;
    this.#writers = Array.from({ length: writers }, (_, index) => this.#write(index));
  }

  /** Waits until this many more were acknowledged. */
  async acknowledges(more: number): Promise<void> {
    const enough = this.#acknowledged() + more;
    await vi.waitUntil(() => this.#acknowledged() >= enough, { timeout: 20_000 });
  }

  /** Waits until this many more were refused. */
  async refuses(more: number): Promise<void> {
    const refused = () => this.#sent.length - this.#acknowledged();
    const enough = refused() + more;
    await vi.waitUntil(() => refused() >= enough, { timeout: 20_000 });
  }

  async stop(): Promise<readonly Written[]> {
    this.#isStopped = true;
    await Promise.all(this.#writers);
    return this.#sent;
  }

  #acknowledged(): number {
    return this.#sent.filter(({ status }) => status === 201).length;
  }

  async #write(writer: number): Promise<void> {
    for (let n = 0; !this.#isStopped; n += 1) this.#sent.push(await this.#one(`algo ${writer}-${n}`));
  }

  async #one(nom: string): Promise<Written> {
    const { id: ownerId, token } = this.#owner;
    const json = { ownerId, nom, sourceCode: { nom } };
    return { nom, ...(await outcomeOf(this.#url, 'POST /api/algos', { token, json })) };
  }
}

/** Expects every acknowledged algorithm exactly once, with its content, and every other one at most once. */
export async function expectKept(url: string, owner: Person, sent: readonly Written[]): Promise<void> {
  const { data } = await send(url, `GET /api/algos/byUserId/${owner.id}`, { token: owner.token });
  const listed = data as { id: number; nom: string }[];
  const names = listed.map(({ nom }) => nom);
  expect(new Set(names).size, 'made twice').toBe(names.length);
  const acknowledged = sent.filter(({ status }) => status === 201).map(({ nom }) => nom);
  expect(
    acknowledged.filter((nom) => !names.includes(nom)),
    'lost',
  ).toEqual([]);
  const unsent = names.filter((name) => !sent.some(({ nom }) => nom === name));
  expect(unsent).toEqual([]);
  for (const { id, nom } of listed) {
    const read = await send(url, `GET /api/algos/${id}`, { token: owner.token });
    expect(read.data).toMatchObject({ nom, sourceCode: { nom } });
  }
}
