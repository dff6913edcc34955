import type { Person, Reply } from '@algotheque/testing/httpClient';
import { expect } from 'vitest';
import { servedReply } from '../outcome.ts';

export interface AlgoState {
  readonly nom: string;
  readonly version: number;
}

/** An algorithm that one client writes. */
export interface KnownAlgo {
  readonly id: number;
  readonly owner: Person;
  readonly writer: number;
  /** What the server may have; null is in the bin. The first was acknowledged; a second one was sent and not answered. */
  states: readonly (AlgoState | null)[];
  /** As it was when it was not in the bin. */
  last: AlgoState;
}

interface Listed {
  readonly id: number;
  readonly nom: string;
}

const READERS = 8;

/** The algorithms as the clients know them. */
export class AlgoLedger {
  readonly #known = new Map<number, KnownAlgo>();
  /** Names of creations that were not answered, with the client of each. */
  readonly #unanswered = new Map<string, number>();
  #names = 0;

  /** A name that no algorithm had. */
  newName(): string {
    this.#names += 1;
    return `algorithm ${this.#names}`;
  }

  creating(nom: string, writer: number): void {
    this.#unanswered.set(nom, writer);
  }

  created(nom: string, algo: Pick<KnownAlgo, 'id' | 'owner' | 'writer'>): void {
    this.#unanswered.delete(nom);
    const last = { nom, version: 1 };
    this.#known.set(algo.id, { ...algo, states: [last], last });
  }

  /** The algorithms of a client that are in the bin, or not. */
  ofWriter(writer: number, isInBin = false): KnownAlgo[] {
    return [...this.#known.values()].filter((algo) => algo.writer === writer && (algo.states[0] === null) === isInBin);
  }

  /** The names of all algorithms that exist, by id, after `expectKept`. */
  names(): Map<number, string> {
    return new Map([...this.#known.values()].flatMap(({ id, states: [state] }) => (state ? [[id, state.nom]] : [])));
  }

  /**
   * Expects every acknowledged algorithm in its last version, or in that of the write that was not answered, and reads the source code of
   * those that `isRead` picks. Then that is what is known.
   */
  async expectKept(url: string, owner: Person, isRead: (algo: KnownAlgo) => boolean): Promise<void> {
    const { data } = await found(url, `GET /api/algos/byUserId/${owner.id}`, owner);
    const listed = new Map((data as Listed[]).map(({ id, nom }) => [id, nom]));
    for (const [id, nom] of listed) this.#adopt(id, nom, owner);
    const own = [...this.#known.values()].filter((algo) => algo.owner === owner);
    const toRead: KnownAlgo[] = [];
    for (const algo of own) {
      const nom = listed.get(algo.id) ?? null;
      const state = algo.states.find((one) => (one?.nom ?? null) === nom);
      if (state === undefined) throw new Error(`Algorithm ${algo.id} is ${nom}, not ${JSON.stringify(algo.states)}`);
      if (state !== null && isRead(algo)) toRead.push(algo);
      algo.states = [state];
      algo.last = state ?? algo.last;
    }
    const readSome = async (): Promise<void> => {
      for (let next = toRead.pop(); next !== undefined; next = toRead.pop()) await expectContent(url, next);
    };
    await Promise.all(Array.from({ length: READERS }, readSome));
  }

  #adopt(id: number, nom: string, owner: Person): void {
    if (this.#known.has(id)) return;
    const writer = this.#unanswered.get(nom);
    if (writer === undefined) throw new Error(`Nobody has created algorithm ${id}, ${nom}`);
    this.created(nom, { id, owner, writer });
  }
}

async function found(url: string, target: string, { token }: Person): Promise<Reply> {
  const reply = await servedReply(url, target, { token });
  expect(reply.status, `${target}: ${reply.message}`).toBe(200);
  return reply;
}

/** Name, version and source code are those of one write. */
async function expectContent(url: string, { id, owner, states: [state] }: KnownAlgo): Promise<void> {
  const { data, headers } = await found(url, `GET /api/algos/${id}`, owner);
  const { nom, sourceCode } = data as { nom: string; sourceCode: { nom: string } };
  const version = Number(headers.get('etag')?.replaceAll('"', ''));
  expect({ nom, version, content: sourceCode.nom }, `algorithm ${id}`).toEqual({ ...state, content: state?.nom });
}
