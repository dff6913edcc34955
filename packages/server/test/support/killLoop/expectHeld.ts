import type { Held } from '@algotheque/testing/worlds';
import { expect } from 'vitest';

/**
 * The stores have these algorithms, by id, and these users; each of them, and each in the bin, has its own content, and nothing is left
 * over.
 */
export function expectHeld(held: Held, names: ReadonlyMap<number, string>, emails: readonly string[]): void {
  const { algos, bin, published, unfinished, deletions, users } = held;
  expect({ unfinished, deletions, deleted: users.filter(({ deleted }) => deleted) }).toEqual({
    unfinished: [],
    deletions: [],
    deleted: [],
  });
  expect(new Map(algos.map(({ id, nom }) => [id, nom]))).toEqual(names);
  const all = [...algos, ...bin];
  expect([...published.keys()].sort()).toEqual(all.map(({ id }) => id).sort());
  for (const { id, ref, nom } of all) {
    const found = published.get(id);
    const content = JSON.parse(new TextDecoder().decode(found?.content)) as { nom: string };
    expect({ ref: found?.ref, nom: content.nom }, `algorithm ${id}`).toEqual({ ref, nom });
  }
  expect(users.map(({ adresseMail }) => adresseMail).sort()).toEqual([...emails].sort());
}
