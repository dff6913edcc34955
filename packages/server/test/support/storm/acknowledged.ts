import type { Reply } from '@algotheque/testing/httpClient';
import { expect } from 'vitest';

interface Known {
  /** The names that answers have acknowledged, by version. */
  readonly acknowledged: Map<number, string>;
  /** The names of writes without a deciding answer, also of those under way. */
  readonly undecided: Set<string>;
  newest: number;
}

/** What clients know of the algorithms that they write: each write gives a name of its own, and source code with that name. */
export class Acknowledged {
  readonly #known = new Map<number, Known>();

  /** How many writes were acknowledged. */
  get writes(): number {
    return [...this.#known.values()].reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  }

  /** The version that each read that begins now must have at least. */
  floor(id: number): number {
    return this.#of(id).newest;
  }

  sent(id: number, nom: string): void {
    this.#of(id).undecided.add(nom);
  }

  answered(id: number, nom: string, { headers }: Reply): void {
    const known = this.#of(id);
    const version = versionOf(headers);
    if (known.acknowledged.has(version)) throw new Error(`Two writes are version ${version} of algorithm ${id}`);
    known.acknowledged.set(version, nom);
    known.undecided.delete(nom);
    known.newest = Math.max(known.newest, version);
  }

  /** Expects the answer to a read to be one write, acknowledged or not, and none older than `floor`. */
  expectRead(id: number, reply: Reply, floor: number): void {
    expectOneWrite(this.#of(id), reply, { id, floor });
  }

  #of(id: number): Known {
    const known = this.#known.get(id) ?? { acknowledged: new Map(), undecided: new Set(), newest: 1 };
    this.#known.set(id, known);
    return known;
  }
}

const versionOf = (headers: Headers): number => Number(headers.get('etag')?.replaceAll('"', ''));

function expectOneWrite(
  { acknowledged, undecided }: Known,
  { status, data, headers }: Reply,
  { id, floor }: { readonly id: number; readonly floor: number },
): void {
  expect(status, `algorithm ${id}`).toBe(200);
  const { nom, sourceCode } = data as { nom: string; sourceCode: { nom: string } };
  const version = versionOf(headers);
  expect(sourceCode.nom, `content of algorithm ${id}, version ${version}`).toBe(nom);
  expect(version, `algorithm ${id} has lost a write`).toBeGreaterThanOrEqual(floor);
  const known = acknowledged.get(version);
  if (known === undefined) expect(undecided, `nobody has sent ${nom} to algorithm ${id}`).toContain(nom);
  else expect(nom, `algorithm ${id}, version ${version}`).toBe(known);
}
