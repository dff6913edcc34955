import { folderOf } from '../algorithm.ts';
import { readAlgo } from '../algos/algoAccess.ts';
import type { AlgoPosition, Walked } from '../algos/algoSearch.ts';
import { knownPlace, withKnownPlaces } from '../algos/knownPlaces.ts';
import type { SourceText } from '../content/sourceText.ts';
import type { AccountsContext } from '../context.ts';
import { nameKey } from '../nameWords.ts';
import { DomainError, Responses } from '../responses.ts';
import { DamagedError } from '../storeErrors.ts';
import { nextTurn } from '../work.ts';

export interface SameAlgo {
  readonly nom: string;
  readonly dossierId: number | null;
  readonly source: SourceText;
}

const WHERE = 'import: not compared';

/**
 * Which algorithms an owner has. It lists those of one sorted name when it is first asked for it, and reads the contents of one name in one
 * folder at its first use: so each is listed and read at most once, also if thousands have one name.
 */
export class PresentAlgos {
  readonly #context: AccountsContext;
  readonly #ownerId: number;
  /** By the key of the name, then by name and folder: ids whose contents were not read yet. */
  readonly #listed = new Map<string, Map<string, number[]>>();
  /** By name and folder, then by digest. */
  readonly #known = new Map<string, Map<string, number>>();

  constructor(context: AccountsContext, ownerId: number) {
    this.#context = context;
    this.#ownerId = ownerId;
  }

  async find(algo: SameAlgo): Promise<number | null> {
    const key = keyOf(algo);
    const known = this.#known.get(key) ?? (await this.#read(algo));
    this.#known.set(key, known);
    return known.get(await sourceDigest(algo.source)) ?? null;
  }

  async add(algo: SameAlgo, id: number): Promise<void> {
    this.#known.get(keyOf(algo))?.set(await sourceDigest(algo.source), id);
  }

  async #read(place: SameAlgo): Promise<Map<string, number>> {
    const sortKey = nameKey(place.nom);
    const listed = this.#listed.get(sortKey) ?? (await this.#list(sortKey));
    this.#listed.set(sortKey, listed);
    const found = new Map<string, number>();
    for (const id of listed.get(keyOf(place)) ?? []) {
      await nextTurn();
      await this.#note(id, place, found);
    }
    listed.delete(keyOf(place));
    return found;
  }

  async #list(sortKey: string): Promise<Map<string, number[]>> {
    const { bounds } = this.#context;
    const algos = withKnownPlaces(this.#context.algos, this.#context.folders, this.#ownerId);
    const listed = new Map<string, number[]>();
    const order = { by: 'nom', descending: false } as const;
    const query = { userId: this.#ownerId, side: 'owned', order, limit: bounds.batch } as const;
    for (let after: AlgoPosition | null = { key: sortKey, id: 0 }; after !== null && after.key === sortKey; ) {
      const page: Walked = await algos.walk({ ...query, after }, this.#onDamaged);
      for (const entry of page.entries) {
        if (nameKey(entry.nom) !== sortKey) continue;
        const ids = listed.get(keyOf(entry)) ?? [];
        ids.push(entry.id);
        listed.set(keyOf(entry), ids);
      }
      after = page.last;
      await nextTurn();
    }
    return listed;
  }

  async #note(id: number, place: Omit<SameAlgo, 'source'>, found: Map<string, number>): Promise<void> {
    try {
      const { algo, source } = await readAlgo(this.#context, { id, requesterId: this.#ownerId });
      const stored = { dossierId: folderOf(algo, this.#ownerId) };
      const { dossierId } = await knownPlace(this.#context.folders, stored, this.#ownerId);
      const isSame = algo.nom === place.nom && dossierId === place.dossierId;
      if (isSame) found.set(await sourceDigest(source), id);
    } catch (error) {
      if (error instanceof DamagedError) this.#onDamaged(error);
      else if (!isNotFound(error)) throw error;
    }
  }

  readonly #onDamaged = (damage: DamagedError): void => this.#context.onProblem(damage, WHERE);
}

const isNotFound = (error: unknown): boolean => error instanceof DomainError && error.code === Responses.Algo.Not_found;

const keyOf = ({ nom, dossierId }: Omit<SameAlgo, 'source'>): string => `${dossierId} ${nom}`;

async function sourceDigest(source: SourceText): Promise<string> {
  const bytes = Uint8Array.from(source.bytes); // a copy of its own memory, as the digest wants it
  return String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
