import { type Person, send } from '@algotheque/testing/httpClient';
import { vi } from 'vitest';
import type { Snapshot } from '../../migrate/support/snapshot.ts';

/** Two histories that are written at the same time. */
export const WRITERS = ['ada@example.org', 'grace@example.org'];

/** The algorithms of a writer after one of its changes: names by id. */
type State = ReadonlyMap<number, string>;

interface Allowed {
  /** The number of changes that were acknowledged before the backup. */
  readonly first: number;
  /** The number of those that may have been made when it ended. */
  readonly last: number;
  readonly isOneMoment: boolean;
}

/**
 * Changes algorithms one after the other until it is stopped: it creates, replaces name and content together, and deletes. The store has
 * one of its states at each moment.
 */
export class History {
  readonly owner: Person;
  readonly #url: string;
  readonly #states: State[] = [new Map()];
  readonly #done: Promise<void>;
  #isStopped = false;

  constructor(url: string, owner: Person) {
    this.#url = url;
    this.owner = owner;
    this.#done = this.#run();
  }

  /** How many changes were acknowledged. */
  get length(): number {
    return this.#states.length - 1;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#done;
  }

  /** Waits until this many more changes were acknowledged. */
  async grows(more: number): Promise<void> {
    const enough = this.length + more;
    await vi.waitUntil(() => this.length >= enough, { timeout: 30_000 });
  }

  /**
   * Whether a backup can have these algorithms: all as after one of the changes between two, if it is of one moment, else each of them.
   * One that was absent after one of these changes may be absent.
   */
  allows(algos: State, { first, last, isOneMoment }: Allowed): boolean {
    const states = this.#states.slice(first, last + 1);
    if (isOneMoment) return states.some((state) => textOf(state) === textOf(algos));
    const ids = new Set([algos, ...states].flatMap((state) => [...state.keys()]));
    return [...ids].every((id) => states.some((state) => state.get(id) === algos.get(id)));
  }

  async #run(): Promise<void> {
    for (let n = 0; !this.#isStopped; n += 1) {
      const state = new Map(this.#states.at(-1));
      const ids = [...state.keys()];
      const [oldest = 0] = ids;
      if (ids.length < 4 || n % 8 === 0) state.set(await this.#write('POST /api/algos', n), nameOf(n));
      else if (n % 8 === 4) await this.#delete(oldest, state);
      else {
        const id = ids[n % ids.length] ?? oldest;
        await this.#write(`PUT /api/algos/${id}`, n);
        state.set(id, nameOf(n));
      }
      this.#states.push(state);
    }
  }

  async #write(target: string, n: number): Promise<number> {
    const nom = nameOf(n);
    const json = { nom, sourceCode: { nom }, ...(target.startsWith('POST') && { ownerId: this.owner.id }) };
    const { status, data } = await send(this.#url, target, { token: this.owner.token, json });
    if (status >= 300) throw new Error(`${target}: ${status}`);
    return (data as { id: number } | undefined)?.id ?? 0;
  }

  async #delete(id: number, state: Map<number, string>): Promise<void> {
    const { status } = await send(this.#url, `DELETE /api/algos/${id}`, { token: this.owner.token });
    if (status !== 200) throw new Error(`DELETE: ${status}`);
    state.delete(id);
  }
}

const nameOf = (n: number): string => `change ${n}`;

const textOf = (state: State): string => JSON.stringify([...state].sort(([one], [other]) => one - other));

/** The algorithms that a user owns on a server; each must have the content of its name. */
export async function algosOf(url: string, { id, token }: Person): Promise<State> {
  const { data } = await send(url, `GET /api/algos/byUserId/${id}`, { token });
  const found = new Map<number, string>();
  for (const algo of data as { id: number; nom: string }[]) {
    const read = await send(url, `GET /api/algos/${algo.id}`, { token });
    const { nom, sourceCode } = read.data as { nom: string; sourceCode: { nom: string } };
    requireSame(nom, sourceCode.nom);
    found.set(algo.id, nom);
  }
  return found;
}

/** The same from all data of a store. */
export function algosIn({ algo = [] }: Snapshot, { id }: Person): State {
  const rows = algo as {
    readonly id: number;
    readonly nom: string;
    readonly ownerId: number;
    readonly content: string;
  }[];
  const own = rows.filter(({ ownerId }) => ownerId === id);
  for (const { nom, content } of own) requireSame(content, JSON.stringify({ nom }));
  return new Map(own.map((row) => [row.id, row.nom]));
}

function requireSame(one: string, other: string): void {
  if (one !== other) throw new Error(`A record and its content are of different versions: ${one} and ${other}`);
}
